//! `brag watch`: a table as it goes on, and back in time over its events.
//!
//! | | |
//! |---|---|
//! | `history` | the events that have come, and the table after each of them |
//! | `session`, `keys`, `picture` | at a terminal: what comes, what the keys do, what is seen |
//! | `lines` | without one: a line for an event, or an object |

mod history;
mod keys;
mod lines;
mod picture;
mod session;
#[cfg(test)]
mod tests;

use crate::outcome::Outcome;
use crate::play::{LookArgs, id_of};
use crate::screen::terminal;
use brag_client::{Caller, Client};
use brag_contract::v1::TableView;
use std::io::{IsTerminal, stdout};
use std::str::FromStr;
use std::time::Duration;

/// Where `brag serve` listens if nothing is said.
const SERVER: &str = "127.0.0.1:50051";

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
At a terminal the arrow keys go back and forth: left and right by an event, up
and down by a commit, Page Up and Page Down by a hand; Home and End to the first
event and the last, space to what happens now, q ends. What the server no longer
keeps cannot be gone back to: `brag serve --hands-kept` says how much it keeps.
Whoever joins late goes back to the oldest event that is kept all the same.

Without a terminal, and with --plain, a line tells each event; with --json it is
an object, as the contract's JSON has it, and the line is its `text`.

Examples:
  brag watch first
  brag watch first --from start --once --plain
  brag watch first --server 127.0.0.1:50051 --from 12 --once --json

Exit codes: 0 ended, or the table closed, 2 a wrong flag, 3 the server was lost,
4 it refused; 129, 130, 131 and 143 after SIGHUP, SIGINT (Ctrl-C), SIGQUIT and
SIGTERM.")]
pub struct Args {
    /// The table, `first` or `tables/first`
    #[arg(value_name = "TABLE")]
    table: String,
    /// The server
    #[arg(long, value_name = "ADDRESS", default_value = SERVER)]
    server: String,
    /// Where to begin: with its first event, with what happens now, or with the event of that number
    #[arg(long, value_name = "start|now|SEQ", default_value = "now")]
    from: From,
    /// End when everything that has happened so far is told, line by line
    #[arg(long)]
    once: bool,
    /// A line for each event, also at a terminal
    #[arg(long)]
    plain: bool,
    /// A JSON object for each event
    #[arg(long, conflicts_with = "plain")]
    json: bool,
    /// Who looks on; who has a seat at the table sees his own cards
    #[arg(long, value_name = "NAME", default_value = "watcher")]
    name: String,
    /// Give up when the server has been away for so long, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience_seconds: u64,
    #[command(flatten)]
    look: LookArgs,
}

/// Where to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Start,
    Now,
    /// With this event.
    Event(u64),
}

impl FromStr for From {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<From, &'static str> {
        match (text, text.parse()) {
            ("start", _) => Ok(From::Start),
            ("now", _) => Ok(From::Now),
            (_, Ok(0) | Err(_)) => Err("wants start, now, or the number of an event, from 1 on"),
            (_, Ok(seq)) => Ok(From::Event(seq)),
        }
    }
}

/// What is looked at, by whom.
struct Watched {
    client: Client,
    /// The table when it was first asked for.
    view: TableView,
    from: From,
    patience: Duration,
}

/// Watches until the table closes or the person has seen enough.
pub fn run(args: &Args) -> Outcome {
    let drawn = !args.plain && !args.json && !args.once && stdout().is_terminal();
    if drawn && let Err(outcome) = terminal::usable("--plain tells each event in a line") {
        return outcome;
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return Outcome::Failed(format!("no runtime: {why}")),
    };
    let outcome = runtime.block_on(async {
        let watched = match meet(args).await {
            Ok(watched) => watched,
            Err(why @ brag_client::Error::Unreachable(_)) => return Outcome::no_server(&args.server, why),
            Err(error) => return Outcome::of(&error),
        };
        let look = args.look.look();
        if drawn {
            session::run(watched, look).await
        } else {
            lines::run(watched, look, args.json, args.once).await
        }
    });
    // What still waits for a key waits for nothing.
    runtime.shutdown_timeout(Duration::from_millis(100));
    outcome
}

async fn meet(args: &Args) -> Result<Watched, brag_client::Error> {
    let client = Client::connect(&args.server, Caller::player(&args.name)).await?;
    let view = client.get_table(&format!("tables/{}", id_of(&args.table))).await?;
    Ok(Watched { client, view, from: args.from, patience: Duration::from_secs(args.patience_seconds) })
}
