//! `brag bot`: bots at a table of a server, or at many.

mod child;
mod crew;
mod memory;
mod tally;

use crate::outcome::{Outcome, aside, say};
use crate::rule::RuleArgs;
use crate::stop::stop_on_signals;
use brag_bots::{Broke, Kind, Options, RunError};
use brag_client::{Caller, Client};
use child::Child;
use crew::{Crew, Ended};
use memory::Samples;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tally::{Tally, Totals};

/// The most bots of one process.
const MOST_BOTS: u32 = 10_000;
/// The longest time between two lines of progress, and between two looks at the server's memory; in a short run there are
/// at least this many.
const PROGRESS_EVERY: Duration = Duration::from_secs(10);
const LEAST_SAMPLES: u32 = 10;
/// Bots whose chips are told one by one.
const TOLD_ONE_BY_ONE: usize = 20;
/// Chips that a bot brings to a table of its own, in stakes: many, so that few have to bring more.
const STACK_STAKES: u64 = 500;
/// Who makes the tables.
const OPERATOR: &str = "bot-operator";

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
A bot is an ordinary client: it knows what its own view shows. It takes the lowest free seat, plays until the table is
closed or its hands or minutes are over, and leaves. An act that came too late is decided again; what the server refuses
is counted by its reason.
With --tables it makes tables of its own and spreads the bots over them, for load; with --serve also the server, as a
process of its own whose memory it watches.
Examples:
  brag bot --table first --count 2
  brag bot --table first --kind loose --hands 20 --broke leave
  brag bot --tables 200 --count 1000 --minutes 10 --serve
Exit codes: 0 played, 1 a bot could not go on or lost its seat, 2 a wrong flag or rule, 3 no server,
or it was lost, 4 it refused a table.")]
pub struct Args {
    /// The server
    #[arg(long, default_value = "127.0.0.1:50051", value_name = "ADDRESS")]
    server: String,
    /// The table to play at, such as first or tables/first
    #[arg(long, value_name = "TABLE", required_unless_present = "tables", conflicts_with = "tables")]
    table: Option<String>,
    /// Make so many tables, and spread the bots over them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=5_000))]
    tables: Option<u32>,
    /// Start a server for it, and watch its memory
    #[arg(long, conflicts_with_all = ["server", "table"])]
    serve: bool,
    /// Bots
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_BOTS)))]
    count: u32,
    /// How they play, in turn: tight, loose, random
    #[arg(long = "kind", value_name = "KIND", value_delimiter = ',', default_value = "tight")]
    kinds: Vec<Kind>,
    /// What the bots are drawn from; each has a seed of its own
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Hands after which each leaves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    hands: Option<u32>,
    /// Minutes after which each leaves
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// Give up when the server has been away for so long, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience_seconds: u64,
    /// Milliseconds that each thinks before it acts
    #[arg(long, default_value_t = 100, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=60_000))]
    think_ms: u64,
    /// Chips that each brings; without it the table's least, or 500 stakes to a table of its own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..))]
    buy_in: Option<i64>,
    /// What one does without chips
    #[arg(long, value_enum, default_value_t = WithoutChips::TopUp, value_name = "WHAT")]
    broke: WithoutChips,
    /// Their ids: this and a number
    #[arg(long, default_value = "bot", value_name = "NAME")]
    id: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// One JSON object instead of sentences
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum WithoutChips {
    /// Bring more
    TopUp,
    /// Leave the table
    Leave,
}

/// Plays until it is over.
pub fn run(args: &Args) -> Outcome {
    let crew = match crew(args) {
        Ok(crew) => crew,
        Err(outcome) => return outcome,
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return Outcome::Failed(format!("no runtime: {why}")),
    };
    match runtime.block_on(play(args, crew)) {
        Ok(ended) => ended,
        Err(why) => Outcome::Failed(why),
    }
}

/// The bots that were asked for.
fn crew(args: &Args) -> Result<Crew, Outcome> {
    let rules = args.rules.resolve()?;
    if let Some(minutes) = args.minutes
        && !(minutes > 0.0 && minutes <= 10_000.0)
    {
        return Err(Outcome::usage(format_args!("--minutes {minutes}: more than 0, at most 10000")));
    }
    if let Some(tables) = args.tables {
        let (least, most) = (args.count / tables, args.count.div_ceil(tables));
        if least < u32::from(rules.min_players) || most > u32::from(rules.max_players) {
            let (min, max) = (rules.min_players, rules.max_players);
            return Err(Outcome::usage(format_args!(
                "--count {}: {tables} tables want {min} to {max} bots each",
                args.count
            )));
        }
        if args.hands.is_none() && args.minutes.is_none() {
            return Err(Outcome::usage("--tables: wants --minutes or --hands, so that it ends"));
        }
    }
    let own = args.tables.map_or(0, |_| rules.min_stake.saturating_mul(STACK_STAKES).max(rules.min_buy_in));
    let options = Options {
        buy_in: args.buy_in.unwrap_or(i64::try_from(own).unwrap_or(i64::MAX)),
        hands: args.hands,
        time: args.minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0)),
        think: Duration::from_millis(args.think_ms),
        patience: Duration::from_secs(args.patience_seconds),
        broke: match args.broke {
            WithoutChips::TopUp => Broke::TopsUp,
            WithoutChips::Leave => Broke::Leaves,
        },
        ..Options::default()
    };
    let table = args.table.as_ref().map(|table| match table.strip_prefix("tables/") {
        Some(_) => table.clone(),
        None => format!("tables/{table}"),
    });
    Ok(Crew {
        count: args.count,
        kinds: args.kinds.clone(),
        seed: args.seed,
        id: args.id.clone(),
        options,
        table,
        tables: args.tables.unwrap_or(0),
        variant: args.rules.variant().to_owned(),
        rules: args.rules.wire()?,
    })
}

async fn play(args: &Args, crew: Crew) -> Result<Outcome, String> {
    let child = if args.serve { Some(Child::start()?) } else { None };
    let server = child.as_ref().map_or(args.server.as_str(), |child| child.address.as_str());
    let operator = match Client::connect(server, Caller::operator(OPERATOR)).await {
        Ok(operator) => operator,
        Err(why) => return Ok(Outcome::no_server(server, &why)),
    };
    let tally = Arc::new(Tally::new()?);
    let mut samples = Samples::new(child.as_ref().map(Child::pid));
    let started = Instant::now();
    let stop = stop_on_signals().map_err(|why| format!("signals cannot be caught: {why}"))?;
    let mut playing = match crew.start(&operator, &tally, &stop).await {
        Ok(playing) => playing,
        Err(why) => return Ok(Outcome::of(&why)),
    };
    let often = crew.options.time.map_or(PROGRESS_EVERY, |time| PROGRESS_EVERY.min(time / LEAST_SAMPLES));
    let mut every = tokio::time::interval(often.max(Duration::from_millis(100)));
    let mut ended: Vec<Ended> = Vec::new();
    loop {
        tokio::select! {
            bot = playing.join_next() => match bot {
                Some(bot) => ended.push(bot.map_err(|why| format!("a bot broke: {why}"))?),
                None => break,
            },
            _ = every.tick() => {
                samples.take(started.elapsed())?;
                if !args.json && args.tables.is_some() {
                    aside(progress(&tally.totals(), started.elapsed(), &samples));
                }
            }
        }
    }
    ended.sort_by_key(|bot| bot.number);
    // Where nobody could play at all there is nothing to report.
    if let [first, rest @ ..] = ended.as_slice()
        && first.report().is_none()
        && let Err(why) = &first.result
        && rest.iter().all(|bot| bot.result.as_ref().is_err_and(|other| other.to_string() == why.to_string()))
    {
        return Ok(match why {
            RunError::Client(why) => Outcome::of(why),
            RunError::Lost => Outcome::Unreachable(why.to_string()),
            RunError::NoSeat | RunError::Stuck | RunError::SeatLost { .. } => {
                Outcome::Failed(why.to_string())
            }
        });
    }
    let report =
        Report { totals: tally.totals(), took: started.elapsed(), samples, ended, tables: crew.tables };
    report.tell(args.json);
    Ok(if report.failed() == 0 { Outcome::Done } else { Outcome::No })
}

fn progress(totals: &Totals, took: Duration, samples: &Samples) -> String {
    let memory = samples.last().map_or(String::new(), |kib| format!(", server {} MiB", kib / 1_024));
    format!(
        "{:.0} s: {} acts, {} hands, {} refused, {} streams lost{memory}",
        took.as_secs_f64(),
        totals.acts,
        totals.hands,
        totals.refused_in_all(),
        totals.streams_lost
    )
}

/// `1 hand`, `2 hands`.
fn counted<N: Display + PartialEq + From<u8>>(count: N, what: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// What all of them did.
struct Report {
    totals: Totals,
    took: Duration,
    samples: Samples,
    ended: Vec<Ended>,
    /// Tables that were made for it.
    tables: u32,
}

impl Report {
    /// Bots that could not go on.
    fn failed(&self) -> usize {
        self.ended.iter().filter(|bot| bot.result.is_err()).count()
    }

    /// Why bots could not go on, and how many could not for that.
    fn errors(&self) -> Vec<(String, usize)> {
        let mut errors: Vec<(String, usize)> = Vec::new();
        for why in self.ended.iter().filter_map(|bot| bot.result.as_ref().err()) {
            let why = why.to_string();
            match errors.iter_mut().find(|(known, _)| *known == why) {
                Some((_, count)) => *count += 1,
                None => errors.push((why, 1)),
            }
        }
        errors
    }

    fn tell(&self, as_json: bool) {
        if as_json {
            say(self.json());
            return;
        }
        let (totals, seconds) = (&self.totals, self.took.as_secs_f64());
        if self.ended.len() <= TOLD_ONE_BY_ONE {
            for bot in &self.ended {
                let played = bot.report().map(|report| {
                    let (hands, acts) = (counted(report.hands, "hand"), counted(report.acts, "act"));
                    format!("{hands}, {acts}, {:+} chips", report.won())
                });
                let failed = bot.result.as_ref().err().map(ToString::to_string);
                let told: Vec<String> = played.into_iter().chain(failed).collect();
                say(format_args!("{} ({}): {}", bot.id, bot.kind, told.join("; ")));
            }
        }
        let at = match self.tables {
            0 => String::new(),
            tables => format!(" at {}", counted(tables, "table")),
        };
        say(format_args!(
            "{}{at} for {seconds:.1} s: {} ({:.0} a second), {}",
            counted(self.ended.len(), "bot"),
            counted(totals.acts, "act"),
            totals.acts as f64 / seconds,
            counted(totals.hands, "hand")
        ));
        let reasons: Vec<String> =
            totals.refused.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let reasons = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", ")) };
        say(format_args!("refused: {}{reasons}", totals.refused_in_all()));
        say(format_args!("streams lost and resumed: {}", totals.streams_lost));
        say(format_args!(
            "an act's answer: half within {:.2} ms, 99 % within {:.2} ms, all within {:.2} ms",
            totals.p50_ms, totals.p99_ms, totals.max_ms
        ));
        if self.ended.len() > TOLD_ONE_BY_ONE {
            for (why, count) in self.errors() {
                say(format_args!("failed: {}: {why}", counted(count, "bot")));
            }
        }
        if let Some(memory) = self.samples.told() {
            say(memory);
        }
    }

    fn json(&self) -> Value {
        let (totals, seconds) = (&self.totals, self.took.as_secs_f64());
        let errors: Map<String, Value> =
            self.errors().into_iter().map(|(why, count)| (why, json!(count))).collect();
        let bot = |bot: &Ended| {
            let mut told = json!({"id": bot.id, "kind": bot.kind.name(), "table": bot.table});
            if let Some(report) = bot.report() {
                told["hands"] = json!(report.hands);
                told["acts"] = json!(report.acts);
                told["won"] = json!(report.won());
            }
            if let Err(why) = &bot.result {
                told["error"] = json!(why.to_string());
            }
            told
        };
        let each: Vec<Value> = if self.ended.len() <= TOLD_ONE_BY_ONE {
            self.ended.iter().map(bot).collect()
        } else {
            Vec::new()
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "debug_build": cfg!(debug_assertions),
            "cores": std::thread::available_parallelism().map_or(0, usize::from),
            "bots": self.ended.len(),
            "tables": self.tables,
            "seconds": seconds,
            "acts": totals.acts,
            "acts_per_second": totals.acts as f64 / seconds,
            "hands": totals.hands,
            "refused": totals.refused,
            "streams_lost": totals.streams_lost,
            "failed": self.failed(),
            "errors": errors,
            "latency_ms": {"p50": totals.p50_ms, "p99": totals.p99_ms, "max": totals.max_ms},
            "server_memory": self.samples.json(),
            "each": each,
        })
    }
}
