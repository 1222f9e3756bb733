//! `brag bench`: the engine against a floor that does nothing, over the same transport, in the same run.
//!
//! A report, not a gate: a target that is missed is said, and the exit code is 0 all the same. Everything goes over
//! 127.0.0.1, is bounded in count and time, and stops by itself.

mod arrange;
mod bare;
mod calls;
mod child;
mod engine;
mod figures;
mod memory;
mod rank;
mod server;
mod streams;
mod tables;
mod threads;
mod tracing;

use crate::outcome::{Outcome, aside, say};
use figures::{Row, Run, Target};
use std::fmt::Display;
use std::future::Future;
use std::time::Duration;

pub use server::{Args as ServerArgs, run as run_server};

/// Rounds, where nobody says how many.
const ROUNDS: u32 = 5;

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
The server runs in a process of its own, with an empty service beside the
engine; both are driven in turn. Ratios travel from machine to machine, absolute
figures do not. docs/performance.md says what is measured and how.

Example, of a build with --release:
  brag bench --only act --rounds 3")]
pub struct Args {
    /// One JSON object, with every round's figures
    #[arg(long)]
    json: bool,
    /// Only this; repeatable
    #[arg(long, value_enum, value_name = "NAME")]
    only: Vec<Part>,
    /// Rounds, of which the median counts; 5, and 20 of what watching costs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: Option<u32>,
    /// Seconds of load for each side in each round
    #[arg(long, default_value_t = 2, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=60))]
    seconds: u64,
}

/// What can be measured by itself.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Acts against an empty call
    Act,
    /// GetTable against an empty call
    GetTable,
    /// One event to many streams
    FanOut,
    /// 64 tables of five players with a stream each
    Whole,
    /// Idle tables and idle streams
    Memory,
    /// Acts with traces and metrics, and without
    Tracing,
    /// Hands of random play without a server
    Sim,
    /// The ranking
    Rank,
    /// The automatic arrangement
    Arrange,
}

impl Part {
    /// Those that need a processor to themselves come first.
    const ALL: [Part; 9] = [
        Part::Sim,
        Part::Rank,
        Part::Arrange,
        Part::Act,
        Part::GetTable,
        Part::FanOut,
        Part::Whole,
        Part::Tracing,
        Part::Memory,
    ];
}

/// How much is measured.
struct Plan {
    rounds: u32,
    seconds: Duration,
    quiet: bool,
}

impl Plan {
    /// Says on standard error where the benchmark is.
    fn say(&self, what: impl Display) {
        if !self.quiet {
            aside(what);
        }
    }
}

/// Measures and reports.
pub fn run(args: &Args) -> Outcome {
    if cfg!(debug_assertions) {
        aside("brag: this is a debug build; its figures say nothing. Build with --release.");
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return Outcome::Failed(format!("no runtime: {why}")),
    };
    match runtime.block_on(measure(args)) {
        Ok(rows) => {
            report(args, &rows);
            Outcome::Done
        }
        Err(why) => Outcome::Failed(why),
    }
}

async fn measure(args: &Args) -> Result<Vec<Row>, String> {
    let rounds = args.rounds.unwrap_or(ROUNDS);
    let plan = Plan { rounds, seconds: Duration::from_secs(args.seconds), quiet: args.json };
    let mut rows = Vec::new();
    for part in Part::ALL {
        if !args.only.is_empty() && !args.only.contains(&part) {
            continue;
        }
        rows.extend(match part {
            Part::Act => calls::rows(&plan, calls::Call::Act).await?,
            Part::GetTable => calls::rows(&plan, calls::Call::GetTable).await?,
            Part::FanOut => streams::fan_out(&plan).await?,
            Part::Whole => streams::whole(&plan).await?,
            Part::Memory => memory::rows(&plan).await?,
            Part::Tracing => {
                tracing::rows(&Plan { rounds: args.rounds.unwrap_or(tracing::ROUNDS), ..plan }).await?
            }
            Part::Sim => engine::sim(&plan)?,
            Part::Rank => rank::rows(&plan),
            Part::Arrange => arrange::rows(&plan),
        });
    }
    Ok(rows)
}

/// Runs both, the engine first in every other round, so that neither always meets the warmer machine.
async fn alternate(
    round: u32,
    engine: impl Future<Output = Result<Run, String>>,
    floor: impl Future<Output = Result<Run, String>>,
) -> Result<(Run, Run), String> {
    if round.is_multiple_of(2) {
        let engine = engine.await?;
        Ok((engine, floor.await?))
    } else {
        let floor = floor.await?;
        Ok((engine.await?, floor))
    }
}

fn report(args: &Args, rows: &[Row]) {
    if args.json {
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        let rows: Vec<_> = rows.iter().map(Row::json).collect();
        let report = serde_json::json!({
            "version": env!("CARGO_PKG_VERSION"), "cores": cores,
            "rounds": args.rounds.unwrap_or(ROUNDS), "seconds": args.seconds, "rows": rows,
        });
        say(report);
        return;
    }
    for row in rows {
        say(format_args!("\n{}: {}", row.name, row.shape));
        for figure in &row.figures {
            let (least, median, most) = figure.spread();
            let (median, least, most) = (number(median), number(least), number(most));
            let target = match figure.target {
                Some(Target::AtLeast(least)) => format!("wants ≥ {}", number(least)),
                Some(Target::AtMost(most)) => format!("wants ≤ {}", number(most)),
                None => String::new(),
            };
            let met = match figure.met() {
                Some(true) => ": met",
                Some(false) => ": MISSED",
                None => "",
            };
            let (name, unit) = (figure.name, figure.unit);
            let line = format!(
                "  {name:26} {median:>10} {unit:12} {:21} {target}{met}",
                format!("{least} … {most}")
            );
            say(line.trim_end());
        }
    }
}

/// With as many decimals as mean something.
fn number(value: f64) -> String {
    match value.abs() {
        1_000.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
