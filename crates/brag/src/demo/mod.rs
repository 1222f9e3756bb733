//! `brag demo`: bots at a table, told as it goes.

use crate::commentary::{Commentary, Suits};
use crate::local::Local;
use crate::outcome::{Outcome, said};
use crate::protojson;
use crate::repeatable::{Game, Plan};
use crate::rule::RuleArgs;
use crate::stop::stop_on_signals;
use brag_bots::Kind;
use brag_client::fold::Fold;
use brag_contract::v1;
use brag_contract::v1::event::Fact;
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::time::Duration;
use tokio::sync::watch;

/// Who plays, by seat: as many as the largest table has.
const NAMES: [&str; 17] = [
    "Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kit", "Lou", "Mia", "Ned", "Ora",
    "Pat", "Quin",
];
/// Chips that each brings, in stakes.
const STACK_STAKES: u64 = 50;
/// The pause after each step, at a terminal.
const PACE_MS: u64 = 400;

/// Bots if nothing is said.
const PLAYERS: u8 = 5;

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
A server, the bots and who tells of them run in this one process. The bots are ordinary clients: each knows what its
own view shows. The table is a scripted one, whose packs come from the seed, so that a seed repeats the game to the byte.
Ctrl-C ends it.
Examples:
  brag demo --hands 3 --seed 1
  brag demo --players 6 --kind tight,random --hands 100 --json
Exit codes: 0 played or stopped, 1 failed, 2 a wrong flag or rule.")]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// Hands to play; without it they go on
    #[arg(long, value_name = "N")]
    hands: Option<u32>,
    /// What packs and bots are drawn from; without it another each time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Bots at the table; without it five, or as many as the rules let sit there
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// How they play, in turn: tight, loose, random
    #[arg(long = "kind", value_name = "KIND", value_delimiter = ',', default_value = "tight,loose,random")]
    kinds: Vec<Kind>,
    /// Milliseconds after each step; 400 at a terminal, else 0
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=60_000))]
    pace_ms: Option<u64>,
    /// Cards as `As` instead of `A♠`
    #[arg(long)]
    ascii: bool,
    /// A JSON object for each event, and one at the end
    #[arg(long)]
    json: bool,
}

/// Plays until the hands are over or somebody stops it.
pub fn run(args: &Args) -> Outcome {
    let (seed, plan) = match plan(args) {
        Ok(plan) => plan,
        Err(outcome) => return outcome,
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return Outcome::Failed(format!("no runtime: {why}")),
    };
    let told = runtime.block_on(async {
        let stop = stop_on_signals().map_err(|why| format!("signals cannot be caught: {why}"))?;
        play(args, plan, seed, &stop).await
    });
    told.map_or_else(Outcome::Failed, |()| Outcome::Done)
}

/// What the command line asks for, and the seed.
fn plan(args: &Args) -> Result<(u64, Plan), Outcome> {
    let rules = args.rules.resolve()?;
    let (least, most) = (rules.min_players, rules.max_players.min(NAMES.len() as u8));
    let players = args.players.unwrap_or(PLAYERS.clamp(least, most));
    if !(least..=most).contains(&players) {
        return Err(Outcome::usage(format_args!(
            "--players {players}: {least} to {most} play at such a table"
        )));
    }
    let seed = match args.seed {
        Some(seed) => seed,
        // Short enough to be typed again.
        None => getrandom::u32().map(u64::from).map_err(|why| {
            Outcome::Failed(format!("the operating system gives no randomness: {why}; name a --seed"))
        })?,
    };
    let stack = rules.min_stake.saturating_mul(STACK_STAKES).max(rules.min_buy_in);
    let stack = i64::try_from(stack).unwrap_or(i64::MAX);
    let kinds = args.kinds.iter().copied().cycle();
    let players = NAMES.map(str::to_owned).into_iter().zip(kinds).take(players.into()).collect();
    let (variant, rules) = (args.rules.variant().to_owned(), args.rules.wire()?);
    Ok((seed, Plan { table: "demo".to_owned(), variant, rules, players, stack, seed }))
}

async fn play(args: &Args, plan: Plan, seed: u64, stop: &watch::Receiver<bool>) -> Result<(), String> {
    let mut out = Out { json: args.json, gone: false };
    let pace = args.pace_ms.unwrap_or(if io::stdout().is_terminal() && !args.json { PACE_MS } else { 0 });
    let pace = Duration::from_millis(pace);
    let players: Vec<String> = plan.players.iter().map(|(name, kind)| format!("{name} ({kind})")).collect();
    out.line(format_args!("{} play; --seed {seed} plays the same again.", players.join(", ")));
    let server = Local::start()?;
    let mut game = Game::start(&server.uri(), plan).await?;
    let mut teller = Teller::new(if args.ascii { Suits::Letters } else { Suits::Symbols });
    let mut hands = 0;
    'hands: while args.hands.is_none_or(|most| hands < most) {
        game.deal().await?;
        loop {
            while let Some(events) = game.told() {
                out.told(&teller.tell(&events)?)?;
                rest(pace, stop).await;
            }
            if out.gone || *stop.borrow() {
                break 'hands;
            }
            if !game.act().await? {
                break;
            }
        }
        hands += 1;
    }
    game.close().await?;
    while let Some(events) = game.told() {
        out.told(&teller.tell(&events)?)?;
    }
    out.end(hands, seed, &game.won());
    server.end().await;
    Ok(())
}

/// Rests so long, or until it is time to stop.
async fn rest(time: Duration, stop: &watch::Receiver<bool>) {
    if !time.is_zero() {
        let mut stop = stop.clone();
        let _over = tokio::time::timeout(time, stop.wait_for(|stop| *stop)).await;
    }
}

/// An event, with the line that tells it.
struct Told {
    event: v1::Event,
    line: Option<String>,
}

/// Folds the events of a table, and tells each by the table after it.
struct Teller {
    fold: Fold,
    commentary: Commentary,
}

impl Teller {
    fn new(suits: Suits) -> Teller {
        Teller { fold: Fold::new(""), commentary: Commentary::new().with_suits(suits) }
    }

    fn tell(&mut self, events: &[v1::Event]) -> Result<Vec<Told>, String> {
        let mut told = Vec::with_capacity(events.len());
        for event in events {
            self.fold.event(event).map_err(|why| why.to_string())?;
            let line = self.commentary.tell(event, self.fold.view());
            told.push(Told { event: event.clone(), line });
        }
        Ok(told)
    }
}

/// Standard output, until whoever reads it has enough.
struct Out {
    json: bool,
    gone: bool,
}

impl Out {
    fn write(&mut self, line: impl Display) {
        self.gone |= !said(line);
    }

    /// A line for people.
    fn line(&mut self, line: impl Display) {
        if !self.json {
            self.write(line);
        }
    }

    fn told(&mut self, told: &[Told]) -> Result<(), String> {
        for Told { event, line } in told {
            if self.json {
                self.write(repeatable(event, line.as_deref())?);
                continue;
            }
            if matches!(event.fact, Some(Fact::HandStarted(_))) {
                self.write("");
            }
            if let Some(line) = line {
                self.write(line);
            }
        }
        Ok(())
    }

    fn end(&mut self, hands: u32, seed: u64, won: &[(String, i64)]) {
        if self.json {
            let won: serde_json::Map<String, Value> =
                won.iter().map(|(name, won)| (name.clone(), json!(won))).collect();
            self.write(json!({"hands": hands, "seed": seed, "won": won}));
        } else {
            let won: Vec<String> = won.iter().map(|(name, won)| format!("{name} {won:+}")).collect();
            let plural = if hands == 1 { "" } else { "s" };
            self.write(format_args!("\nAfter {hands} hand{plural}: {}.", won.join(", ")));
        }
    }
}

/// An event as JSON, without what no seed repeats: when it happened, and ids that are random.
fn repeatable(event: &v1::Event, line: Option<&str>) -> Result<Value, String> {
    let mut bare = event.clone();
    (bare.time, bare.transfer) = (None, None);
    if let Some(Fact::Created(created)) = &mut bare.fact
        && let Some(charter) = &mut created.charter
    {
        (charter.uid, charter.create_time) = (String::new(), None);
    }
    let mut object = protojson::of(&bare, "brag.v1.Event")?;
    object["text"] = line.map_or(Value::Null, Value::from);
    Ok(object)
}

#[cfg(test)]
mod tests;
