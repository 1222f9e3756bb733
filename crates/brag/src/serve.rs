//! `brag serve`: the life of the server, from the flags to the exit code.

use crate::outcome::{Outcome, say};
use crate::telemetry::{self, LogFormat};
use brag_host::{Host, HostConfig, SystemClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_service::transport::{self, Transport};
use brag_service::{Limits, Serving, Settings};
use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing::{info, warn};

/// The command line. Every flag has an environment variable, which it outranks.
#[derive(clap::Args)]
#[command(after_help = "\
Callers say who they are in metadata: `brag-player` names a player, `brag-role` the roles
(player, gateway, spectator, operator, audit; player and operator when absent).
Exit codes: 0 stopped as asked, 1 it could not go on, 2 a flag is wrong.")]
pub struct Args {
    /// Where to listen
    #[arg(long, env = "BRAG_LISTEN", default_value = "127.0.0.1:50051", value_name = "ADDR")]
    listen: String,
    /// Let callers say who they are on an address that other machines reach
    #[arg(long, env = "BRAG_INSECURE_DEV")]
    insecure_dev: bool,
    /// Publish the contract's schema to whoever asks
    #[arg(long, env = "BRAG_REFLECTION", default_value_t = true, action = clap::ArgAction::Set, value_name = "BOOL")]
    reflection: bool,
    /// After SIGTERM, go on taking connections for so many seconds, not ready any more
    #[arg(long, env = "BRAG_DRAIN_DELAY", default_value_t = 5, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(0..=300))]
    drain_delay: u64,
    /// Seconds that open calls have to end after that
    #[arg(long, env = "BRAG_DRAIN_DEADLINE", default_value_t = 10, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(0..=300))]
    drain_deadline: u64,
    /// How log lines look
    #[arg(long, env = "BRAG_LOG_FORMAT", value_enum, default_value_t = LogFormat::Human)]
    log_format: LogFormat,
    /// What is logged, as `level` or `target=level,…`
    #[arg(long, env = "BRAG_LOG", default_value = "info", value_name = "FILTER")]
    log: String,
}

/// Serves until a signal says stop.
pub fn run(args: &Args) -> Outcome {
    if let Err(why) = telemetry::start(args.log_format, &args.log) {
        return Outcome::usage(format_args!("--log {}: {why}; try `info` or `brag_service=debug`", args.log));
    }
    let listener = match listen(args) {
        Ok(listener) => listener,
        Err(outcome) => return outcome,
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => return Outcome::Failed(format!("no runtime: {why}")),
    };
    let outcome = runtime.block_on(serve(args, listener));
    // What did not end by the deadline ends now.
    runtime.shutdown_timeout(Duration::from_millis(500));
    outcome
}

/// The address is loopback, or the caller says that he knows what he does.
fn listen(args: &Args) -> Result<TcpListener, Outcome> {
    let address: SocketAddr = args.listen.parse().map_err(|_| {
        Outcome::usage(format_args!(
            "--listen {}: wants an IP address and a port, such as 127.0.0.1:50051 or [::1]:0",
            args.listen
        ))
    })?;
    if !address.ip().is_loopback() && !args.insecure_dev {
        return Err(Outcome::usage(format_args!(
            "--listen {address}: callers are not authenticated, so only a loopback address such as \
             127.0.0.1:{} is allowed; --insecure-dev listens all the same",
            address.port()
        )));
    }
    TcpListener::bind(address).map_err(|why| {
        Outcome::Failed(format!("cannot listen on {address}: {why}; another port: --listen 127.0.0.1:0"))
    })
}

async fn serve(args: &Args, listener: TcpListener) -> Outcome {
    let address = match listener.local_addr() {
        Ok(address) => address,
        Err(why) => return Outcome::Failed(format!("cannot listen: {why}")),
    };
    let config = HostConfig::default();
    let journal = Arc::new(MemoryJournal::new(MemoryBounds {
        hands_kept: config.hands_kept,
        ..MemoryBounds::default()
    }));
    let host = match Host::new(config, journal, Arc::new(SystemClock::new())) {
        Ok(host) => host,
        Err(_) => return Outcome::Failed("the operating system gives no randomness".to_owned()),
    };
    let settings = Settings { reflection: args.reflection, limits: Limits::default() };
    let serving = Serving::new(host, settings);
    // Before anybody is told that the server is there: from its first line on a signal drains it.
    let signals = match Signals::catch() {
        Ok(signals) => signals,
        Err(why) => return Outcome::Failed(format!("signals cannot be caught: {why}")),
    };
    let stop = stop(args, signals, serving.clone());
    serving.ready();
    announce(args, address);
    let deadline = Duration::from_secs(args.drain_deadline);
    match transport::serve(listener, serving.service(), Transport::default(), stop, deadline).await {
        Ok(()) => {
            info!("stopped");
            Outcome::Done
        }
        Err(why) => Outcome::Failed(why.to_string()),
    }
}

/// Resolves when the transport may close: after a signal, and after the streams were told.
fn stop(args: &Args, mut signals: Signals, serving: Serving) -> impl Future<Output = ()> + use<> {
    let delay = Duration::from_secs(args.drain_delay);
    async move {
        let by = signals.next().await;
        serving.not_ready();
        if by == "SIGTERM" && !delay.is_zero() {
            info!(seconds = delay.as_secs(), "draining: not ready any more, still taking calls");
            tokio::select! {
                () = tokio::time::sleep(delay) => {}
                _again = signals.next() => warn!("draining at once"),
            }
        }
        info!("draining: streams end, and open calls have their deadline");
        serving.drain();
    }
}

/// The signals that end the server. Caught from the moment that this exists; one that comes before somebody waits
/// for it is kept.
struct Signals {
    term: Signal,
    int: Signal,
}

impl Signals {
    fn catch() -> io::Result<Signals> {
        Ok(Signals { term: signal(SignalKind::terminate())?, int: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.term.recv() => "SIGTERM",
            _ = self.int.recv() => "SIGINT",
        }
    }
}

fn announce(args: &Args, address: SocketAddr) {
    say(format_args!("brag listens on {address}, and believes whoever calls (dev mode)."));
    say("Tables live in memory: they end with this process.");
    if args.reflection {
        say("Try, in another terminal:");
        for command in TRY {
            say(format_args!("  {}", command.replace("ADDR", &address.to_string())));
        }
    }
}

/// The next three commands, for whoever has just started the server for the first time.
const TRY: [&str; 3] = [
    "grpcurl -plaintext ADDR list brag.v1.TableService",
    "grpcurl -plaintext -H 'brag-player: ann' -d '{\"variant\": \"three_card\", \"table_id\": \"hello\", \"request_id\": \"create-1\"}' ADDR brag.v1.TableService/CreateTable",
    "grpcurl -plaintext -H 'brag-player: ann' -d '{\"table\": \"tables/hello\"}' ADDR brag.v1.TableService/StreamEvents",
];
