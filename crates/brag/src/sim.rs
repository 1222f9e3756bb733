//! `brag sim`: hands between random players, as fast as the engine goes.

use crate::outcome::{Outcome, aside, say, so_far};
use crate::rule::RuleArgs;
use brag_testkit::sim::{Game, NoGame, SimResult};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
Every hand starts with 100 times the minimum stake a seat. Every event is built
and applied, and every assertion of the engine is on. The same seed plays the
same hands.

Example:
  brag sim --seats 6 --hands 10000 --seed 1

Exit codes: 0 played, 1 a chip is missing, 2 a rule or a number is wrong.")]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// Players at the table; without it six, or as many as the rules let sit there
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
    /// Hands to play
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    hands: u64,
    /// What the players and the cards are drawn from
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// One JSON object instead of a sentence
    #[arg(long)]
    json: bool,
}

/// Players if nothing is said.
const SEATS: u8 = 6;
/// Hands between two looks at the clock.
const STRIDE: u64 = 4_096;

/// Plays them.
pub fn run(args: &Args) -> Outcome {
    let rules = match args.rules.resolve() {
        Ok(rules) => rules,
        Err(outcome) => return outcome,
    };
    let seats = args.seats.unwrap_or(SEATS.clamp(rules.min_players, rules.max_players));
    let mut game = match Game::new(&rules, seats, args.seed) {
        Ok(game) => game,
        Err(why) => {
            return match why {
                NoGame::Seats { given, .. } => Outcome::usage(format_args!("--seats {given}: {why}")),
                NoGame::Closes(_) | NoGame::Ante => Outcome::usage(format_args!("--rule {why}")),
            };
        }
    };
    let progress = !args.json && std::io::stderr().is_terminal();
    let started = Instant::now();
    let mut said = started;
    let mut left = args.hands;
    while left > 0 {
        for _ in 0..left.min(STRIDE) {
            if let Err(why) = game.deal() {
                return Outcome::Failed(why);
            }
            while game.act() {}
        }
        left -= left.min(STRIDE);
        if progress && said.elapsed() >= Duration::from_secs(1) {
            said = Instant::now();
            so_far(format_args!("{} of {} hands", args.hands - left, args.hands));
        }
    }
    if progress && said > started {
        aside("");
    }
    tell(args, game.result(), started.elapsed().as_secs_f64())
}

fn tell(args: &Args, result: SimResult, seconds: f64) -> Outcome {
    let per_second = if seconds > 0.0 { result.hands as f64 / seconds } else { 0.0 };
    if args.json {
        let report = serde_json::json!({
            "hands": result.hands,
            "seconds": seconds,
            "hands_per_second": per_second,
            "acts": result.acts,
            "chips_conserved": result.chips_conserved,
        });
        say(report);
    } else {
        say(format_args!(
            "{} hands and {} acts in {seconds:.3} s: {per_second:.0} hands a second; every chip accounted for: {}",
            result.hands,
            result.acts,
            if result.chips_conserved { "yes" } else { "NO" },
        ));
    }
    if result.chips_conserved { Outcome::Done } else { Outcome::No }
}
