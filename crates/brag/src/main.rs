//! The one binary: the server, and the tools around the rules.
#![forbid(unsafe_code)]
// They panic where nobody reads: `outcome::say` and `outcome::aside` do not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arena;
mod bench;
mod bot;
mod commentary;
mod config;
mod demo;
mod local;
mod manual;
mod observed;
mod odds;
mod outcome;
mod play;
mod protojson;
mod rank;
mod repeatable;
mod replay;
mod rule;
mod screen;
mod serve;
mod sim;
mod stop;
mod telemetry;
mod variants;
mod watch;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use mimalloc::MiMalloc;
use outcome::Outcome;
use std::process::ExitCode;

/// Calls are made of small pieces, many of which one thread makes and another drops; the C library's allocator makes
/// threads wait for one another there.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The engine of the British card game Brag, and a table in your terminal
#[derive(Parser)]
#[command(
    version,
    about = "The engine of the British card game Brag, and a table in your terminal",
    arg_required_else_help = true,
    max_term_width = 100
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve tables over gRPC; without any option on this machine alone, port 50051
    Serve(config::Flags),
    /// Play against bots in this terminal, or at any table of a server
    Play(play::Args),
    /// Look on at a table as it goes on, and back in time over its events
    Watch(watch::Args),
    /// Rank hands from standard input, one a line: hand, strength (1 is best), class
    Rank(rank::Args),
    /// Say how likely hands are to win a showdown, with what is known of the cards
    Odds(odds::Args),
    /// Play hands between random players and say how fast
    Sim(sim::Args),
    /// Let bots play at a table of a server, or at many
    Bot(bot::Args),
    /// Watch bots play, told in English as it goes
    Demo(demo::Args),
    /// Let bots play thousands of hands, and say which plays better
    Arena(arena::Args),
    /// Play hands from files, and check every fact in them
    Replay(replay::Args),
    /// Measure the server against an empty gRPC call, and the engine by itself
    Bench(bench::Args),
    /// Completions for a shell
    Completions(manual::CompletionsArgs),
    /// The server side of `bench`, in a process of its own
    #[command(hide = true)]
    BenchServer(bench::ServerArgs),
    /// What docs/configuration.md says
    #[command(hide = true)]
    ConfigReference,
    /// What docs/variants.md says
    #[command(hide = true)]
    VariantsReference,
}

fn main() -> ExitCode {
    let read = manual::of(Cli::command()).try_get_matches();
    let command = match read.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli.command,
        Err(asked) if !asked.use_stderr() => {
            // Help and version: as clap writes them, to standard output.
            return match asked.print() {
                Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => {
                    Outcome::Failed(format!("cannot write: {why}")).report()
                }
                _ => ExitCode::SUCCESS,
            };
        }
        Err(wrong) => return Outcome::Usage(in_one_line(&wrong)).report(),
    };
    let outcome = match command {
        Command::Serve(args) => serve::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Rank(args) => rank::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => manual::completions::<Cli>(&args),
        Command::BenchServer(args) => bench::run_server(&args),
        Command::VariantsReference => {
            outcome::say(variants::reference().trim_end());
            Outcome::Done
        }
        Command::ConfigReference => {
            outcome::say(config::reference().trim_end());
            Outcome::Done
        }
    };
    outcome.report()
}

/// What clap says of a wrong command line, without its usage, as one line.
fn in_one_line(wrong: &clap::Error) -> String {
    let text = wrong.to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let told = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let told: Vec<&str> = told.map(|line| line.strip_prefix("error: ").unwrap_or(line)).collect();
    format!("{}; see --help", told.join("; ").replace(":; ", ": "))
}
