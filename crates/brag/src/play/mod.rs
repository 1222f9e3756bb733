//! `brag play`: a person at a terminal, at a table.
//!
//! | | |
//! |---|---|
//! | `game` | the server, the table and the bots, as far as there are none yet |
//! | `session` | the life of the screen: what comes, and what is done about it |
//! | `offers`, `ui` | what may be done, and what the keys do |
//! | `picture`, `rules`, `ranking` | what is seen |

mod discards;
mod game;
mod numbers;
mod offers;
mod picture;
mod ranking;
mod rules;
mod session;
mod sets;
mod swaps;
#[cfg(test)]
mod tests;
mod ui;

use crate::outcome::Outcome;
use crate::rule::RuleArgs;
use crate::screen::style::Look;
use crate::screen::terminal;
use brag_bots::Kind;
use brag_contract::v1::LegalSit;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use game::Game;
pub use game::id_of;
use std::time::Duration;

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
Each act that is legal now is on the screen, with its key and its price. ?
explains the rules of the moment, q leaves. Ctrl-C ends at once, and keeps the
seat where the server goes on.

Examples:
  brag play
  brag play --bots tight,tight,loose --rule max_stake=40
  brag play --server 127.0.0.1:50051 --table first --name ann

Exit codes: 0 left, 2 no terminal or a wrong flag, 3 the server was lost, 4 it
refused; 129, 130, 131 and 143 after SIGHUP, SIGINT (Ctrl-C), SIGQUIT and SIGTERM.")]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// A server that runs already; without one, play starts its own, for as long as you play
    #[arg(long, value_name = "ADDRESS")]
    server: Option<String>,
    /// The table to sit down at, `first` or `tables/first`; without one, play makes a new one
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    /// Who else plays: a kind for each bot, of random, tight and loose. At a new table three of them, else none
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', value_parser = kinds())]
    bots: Option<Vec<Kind>>,
    /// What to call you; also your id at the table
    #[arg(long, value_name = "NAME", env = "USER", hide_env_values = true, default_value = "player")]
    name: String,
    /// Chips to sit down with, as far as the table allows
    #[arg(long, value_name = "CHIPS", default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..))]
    buy_in: i64,
    /// Time for a turn at a new table, in seconds, 1 to 3600
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(i64).range(1..=3600))]
    turn_seconds: i64,
    /// How long a bot takes for an act, in milliseconds, at most 10000
    #[arg(long, value_name = "MS", default_value_t = 900, value_parser = clap::value_parser!(u64).range(..=10_000))]
    pace_ms: u64,
    /// What the bots leave to chance comes from this; the cards come from the server, whose chance has no seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Give up when the server has been away for so long, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience_seconds: u64,
    #[command(flatten)]
    look: LookArgs,
}

/// Reads the kind of a bot, and says which there are.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| name.parse::<Kind>())
}

/// How the terminal looks.
#[derive(clap::Args)]
pub struct LookArgs {
    /// No colours; NO_COLOR in the environment says the same
    #[arg(long)]
    no_color: bool,
    /// Nothing beyond ASCII: suits as letters
    #[arg(long)]
    ascii: bool,
}

impl LookArgs {
    /// What was asked for and what the environment allows.
    pub fn look(&self) -> Look {
        Look::of(self.no_color, self.ascii, |name| std::env::var(name).ok())
    }
}

/// Plays until the person leaves.
pub fn run(args: &Args) -> Outcome {
    let plan = match game::Plan::of(args) {
        Ok(plan) => plan,
        Err(outcome) => return outcome,
    };
    if let Err(outcome) = terminal::usable("`brag demo` and `brag bot` want none") {
        return outcome;
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return Outcome::Failed(format!("no runtime: {why}")),
    };
    let outcome = runtime.block_on(play(plan, args));
    // What still waits for a key or for the server waits for nothing.
    runtime.shutdown_timeout(Duration::from_millis(100));
    outcome
}

async fn play(plan: game::Plan, args: &Args) -> Outcome {
    let game = match Game::set_up(plan).await {
        Ok(game) => game,
        Err(outcome) => return outcome,
    };
    session::run(game, args.look.look(), Duration::from_secs(args.patience_seconds)).await
}

/// What to sit down with who has so many chips in mind.
fn buy_in(wanted: i64, sit: &LegalSit) -> i64 {
    wanted.clamp(sit.min_buy_in, sit.max_buy_in.max(sit.min_buy_in))
}
