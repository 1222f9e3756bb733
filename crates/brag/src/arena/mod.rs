//! `brag arena`: which bot plays better, with how sure that is.

mod figures;

use crate::local::Local;
use crate::outcome::{Outcome, aside, say, so_far};
use crate::repeatable::{Game, Plan};
use crate::rule::RuleArgs;
use brag_bots::Kind;
use figures::Interval;
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::time::Instant;
use tokio::task::JoinSet;

/// Games that are played at a time for each core.
const GAMES_PER_CORE: usize = 2;

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
The hands are played in games at tables of their own, over a real service in this process. From game to game everybody
moves a seat on, and everybody begins anew with full stacks; who runs out of chips brings more. What each wins a hand is
the mean over the games, with the interval that holds the true value in 95 of 100 such runs (Student's t over the games).
The same seed plays the same hands.
Example:
  brag arena tight,random,random,random,random,random --hands 20000
Exit codes: 0 played, 1 failed, 2 a wrong flag or rule.")]
pub struct Args {
    /// Who plays, by seat: tight, loose, random
    #[arg(value_name = "KIND,KIND…", value_delimiter = ',', required = true)]
    kinds: Vec<Kind>,
    /// Hands to play; as many as make games of equal length
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    hands: u32,
    /// Games that they are played in
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    games: u32,
    /// Stakes that each brings
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    stakes: u32,
    /// What packs and bots are drawn from
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    #[command(flatten)]
    rules: RuleArgs,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Plays and says who won what.
pub fn run(args: &Args) -> Outcome {
    let games = match games(args) {
        Ok(games) => games,
        Err(outcome) => return outcome,
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return Outcome::Failed(format!("no runtime: {why}")),
    };
    let started = Instant::now();
    let hands = args.hands.div_ceil(args.games);
    match runtime.block_on(play(args, games, hands)) {
        Ok(won) => tell(args, hands, &won, started.elapsed().as_secs_f64()),
        Err(why) => Outcome::Failed(why),
    }
}

/// One game of each number: everybody sits a seat further on than in the one before.
fn games(args: &Args) -> Result<Vec<Plan>, Outcome> {
    let rules = args.rules.resolve()?;
    let players = args.kinds.len();
    if !(usize::from(rules.min_players)..=usize::from(rules.max_players)).contains(&players) {
        let (min, max) = (rules.min_players, rules.max_players);
        return Err(Outcome::usage(format_args!("{players} bots: {min} to {max} play at such a table")));
    }
    let stack = rules.min_stake.saturating_mul(args.stakes.into()).max(rules.least_stack());
    let wire = args.rules.wire()?;
    let plan = |number: u32| Plan {
        table: format!("arena-{number}"),
        variant: args.rules.variant().to_owned(),
        rules: wire.clone(),
        players: (0..players)
            .map(|seat| (seat + number as usize) % players)
            .map(|entry| (player(entry), args.kinds[entry]))
            .collect(),
        stack: i64::try_from(stack).unwrap_or(i64::MAX),
        seed: args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number.into()),
    };
    Ok((0..args.games).map(plan).collect())
}

/// The id of the one who was named so many places after the first.
fn player(entry: usize) -> String {
    format!("p{}", entry + 1)
}

/// Plays all games, several at a time. Gives for each what everybody won in it, in the order in which they were named.
async fn play(args: &Args, games: Vec<Plan>, hands: u32) -> Result<Vec<Vec<i64>>, String> {
    let server = Local::start()?;
    let at_a_time = GAMES_PER_CORE * std::thread::available_parallelism().map_or(1, usize::from);
    let (total, players) = (games.len(), args.kinds.len());
    let mut waiting = games.into_iter().enumerate();
    let (mut playing, mut won) = (JoinSet::new(), vec![Vec::new(); total]);
    let mut done = 0;
    loop {
        while playing.len() < at_a_time
            && let Some((number, plan)) = waiting.next()
        {
            let uri = server.uri();
            playing.spawn(async move { one(&uri, plan, hands, players).await.map(|won| (number, won)) });
        }
        let Some(ended) = playing.join_next().await else { break };
        let (number, of_each) = ended.map_err(|why| format!("a game broke: {why}"))??;
        won[number] = of_each;
        done += 1;
        if !args.json && std::io::stderr().is_terminal() {
            so_far(format_args!("{done} of {total} games"));
        }
    }
    if !args.json && std::io::stderr().is_terminal() {
        aside("");
    }
    server.end().await;
    Ok(won)
}

async fn one(server: &str, plan: Plan, hands: u32, players: usize) -> Result<Vec<i64>, String> {
    let mut game = Game::start(server, plan).await?;
    for _ in 0..hands {
        game.deal().await?;
        while game.act().await? {}
        // Nobody reads them.
        while game.told().is_some() {}
    }
    game.close().await?;
    let won = game.won();
    (0..players)
        .map(|entry| {
            let of_entry = won.iter().find(|(id, _)| *id == player(entry));
            of_entry.map(|(_, won)| *won).ok_or_else(|| "somebody is missing at the end".to_owned())
        })
        .collect()
}

/// What each won a hand, in stakes.
struct Standing {
    name: String,
    won: Interval,
}

/// What everybody of these won a hand on average, game by game.
fn a_hand(won: &[Vec<i64>], hands: u32, stake: f64, counts: impl Fn(usize) -> bool) -> Vec<f64> {
    let of_game = |game: &Vec<i64>| {
        let of: Vec<f64> =
            game.iter().enumerate().filter(|(entry, _)| counts(*entry)).map(|(_, won)| *won as f64).collect();
        of.iter().sum::<f64>() / of.len().max(1) as f64 / f64::from(hands) / stake
    };
    won.iter().map(of_game).collect()
}

fn tell(args: &Args, hands: u32, won: &[Vec<i64>], seconds: f64) -> Outcome {
    let stake = args.rules.resolve().map_or(1.0, |rules| rules.min_stake.max(1) as f64);
    let mut standings = Vec::new();
    for (entry, kind) in args.kinds.iter().enumerate() {
        let won = Interval::of(&a_hand(won, hands, stake, |other| other == entry));
        standings.extend(won.map(|won| Standing { name: format!("{kind} ({})", player(entry)), won }));
    }
    let mut kinds = args.kinds.clone();
    kinds.sort();
    kinds.dedup();
    let mut apart = Vec::new();
    for (place, one) in kinds.iter().enumerate() {
        for other in &kinds[place + 1..] {
            let of = |kind: Kind| a_hand(won, hands, stake, |entry| args.kinds[entry] == kind);
            let better = |by: &Interval| by.mean >= 0.0;
            apart.extend(difference(&of(*one), &of(*other)).filter(better).map(|by| (*one, *other, by)));
            let worse = |by: &Interval| by.mean > 0.0;
            apart.extend(difference(&of(*other), &of(*one)).filter(worse).map(|by| (*other, *one, by)));
        }
    }
    let (games, played) = (won.len(), u64::from(hands) * won.len() as u64);
    let conserved = won.iter().all(|game| game.iter().sum::<i64>() == 0);
    if args.json {
        let interval = |of: &Interval| json!({"mean": of.mean, "low": of.low(), "high": of.high()});
        let each: Vec<Value> =
            standings.iter().map(|one| json!({"name": one.name, "won": interval(&one.won)})).collect();
        let apart: Vec<Value> = apart
            .iter()
            .map(|(one, other, by)| json!({"of": one.name(), "over": other.name(), "by": interval(by)}))
            .collect();
        say(json!({
            "hands": played, "games": games, "seed": args.seed, "seconds": seconds, "unit": "stakes a hand",
            "stakes": args.stakes, "each": each, "difference": apart, "chips_conserved": conserved,
        }));
    } else {
        say(format_args!(
            "{played} hands in {games} games, --seed {}, {seconds:.0} s; stakes won a hand, 95 %:",
            args.seed
        ));
        for Standing { name, won } in &standings {
            say(format_args!("  {name:14} {}", interval(won)));
        }
        for (one, other, by) in &apart {
            say(format_args!("{one} less {other}: {}", interval(by)));
        }
        say(format_args!("every chip accounted for: {}", if conserved { "yes" } else { "NO" }));
    }
    if conserved { Outcome::Done } else { Outcome::No }
}

/// What the one won more than the other, game by game.
fn difference(one: &[f64], other: &[f64]) -> Option<Interval> {
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    Interval::of(&differences)
}

fn interval(of: &Interval) -> String {
    format!("{:+.3} ± {:.3}  ({:+.3} … {:+.3})", of.mean, of.half, of.low(), of.high())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_won_a_hand_is_counted_in_stakes_and_by_who_is_asked_for() {
        let won = [vec![40, -10, -30], vec![20, 20, -40]];
        assert_eq!(a_hand(&won, 10, 2.0, |entry| entry == 0), [2.0, 1.0]);
        assert_eq!(a_hand(&won, 10, 2.0, |entry| entry > 0), [-1.0, -0.5]);
    }

    /// A short run of what the report has 20,000 hands of.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_tight_bot_beats_random_ones() {
        let args = Args {
            kinds: vec![Kind::Tight, Kind::Random, Kind::Random, Kind::Random],
            hands: 160,
            games: 8,
            stakes: 100,
            seed: 1,
            rules: RuleArgs::default(),
            json: true,
        };
        let games = games(&args).map_err(|_| "no games").unwrap();
        let seats: Vec<usize> = games
            .iter()
            .map(|game| game.players.iter().position(|(_, kind)| *kind == Kind::Tight).unwrap())
            .collect();
        assert_eq!(seats, [0, 3, 2, 1, 0, 3, 2, 1], "everybody sits everywhere");
        let won = play(&args, games, 20).await.unwrap();
        assert!(won.iter().all(|game| game.len() == 4 && game.iter().sum::<i64>() == 0), "{won:?}");
        let tight = Interval::of(&a_hand(&won, 20, 2.0, |entry| entry == 0)).unwrap();
        assert!(tight.low() > 0.0, "{tight:?}");
    }
}
