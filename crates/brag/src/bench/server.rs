//! The server of a benchmark: the engine and the floor in one process, behind the same transport.
//!
//! It is a process of its own so that its memory and its processor time can be told from the client's. It says
//! where both listen in one line, takes the floor's replies from standard input, a line each, and ends when that
//! ends: also when the process that started it is gone.

use super::bare::Bare;
use crate::observed::{self, Observed};
use crate::outcome::{Outcome, say};
use brag_host::{Host, HostConfig, SystemClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_service::transport::{self, Transport};
use brag_service::{Limits, Serving, Settings};
use bytes::Bytes;
use std::io::BufRead;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

/// Streams that one table may have here: the fan-out to 1,000 is asked of one.
const STREAMS_PER_TABLE: usize = 2_000;

/// The command line of the server's process.
#[derive(clap::Args)]
pub struct Args {
    /// Count what happens, and send traces where the OTEL_ variables say
    #[arg(long)]
    watched: bool,
}

/// Serves until standard input ends.
pub fn run(args: &Args) -> Outcome {
    match serve(args.watched) {
        Ok(()) => Outcome::Done,
        Err(why) => Outcome::Failed(why),
    }
}

fn serve(watched: bool) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|why| format!("no runtime: {why}"))?;
    let bare = Bare::new();
    let (engine_at, floor_at) = {
        let _inside = runtime.enter();
        let traces = if watched { observed::traces().map_err(|why| why.to_string())? } else { None };
        let observed = Observed::start(watched, traces)?;
        let serving = engine(&observed)?;
        (listen(serving.service())?, listen(bare.server())?)
    };
    say(format_args!("{engine_at} {floor_at}"));
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|why| format!("standard input: {why}"))?;
        fix(&bare, &line).ok_or("a reply is `act`, `get_table` or `event`, and hex digits")?;
        say("ok");
    }
    runtime.shutdown_timeout(Duration::from_millis(100));
    Ok(())
}

/// The engine as `brag serve` has it, but for what one table may have.
fn engine(observed: &Observed) -> Result<Serving, String> {
    let config = HostConfig::default();
    let journal = Arc::new(MemoryJournal::new(MemoryBounds {
        hands_kept: config.hands_kept,
        ..MemoryBounds::default()
    }));
    let host = Host::observed(config, journal, Arc::new(SystemClock::new()), observed.of_host())
        .map_err(|_| "the operating system gives no randomness".to_owned())?;
    let limits = Limits { streams_per_table: STREAMS_PER_TABLE, ..Limits::default() };
    let serving = Serving::observed(host, Settings { limits, ..Settings::default() }, observed.of_service());
    serving.ready();
    Ok(serving)
}

/// Serves it on a free port of this machine; both sides come through here.
fn listen<S>(service: S) -> Result<SocketAddr, String>
where
    S: tonic::codegen::Service<
            tonic::codegen::http::Request<tonic::body::Body>,
            Response = tonic::codegen::http::Response<tonic::body::Body>,
            Error = std::convert::Infallible,
            Future: Send,
        > + Clone
        + Send
        + 'static,
{
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|why| format!("no port: {why}"))?;
    let address = listener.local_addr().map_err(|why| format!("no port: {why}"))?;
    tokio::spawn(async move {
        let never = std::future::pending();
        transport::serve(listener, service, Transport::default(), never, Duration::ZERO).await
    });
    Ok(address)
}

fn fix(bare: &Bare, line: &str) -> Option<()> {
    let (which, digits) = line.split_once(' ')?;
    let bytes: Bytes = unhex(digits)?.into();
    match which {
        "act" => read(bytes).map(|reply| bare.fix(|replies| replies.act = reply)),
        "get_table" => read(bytes).map(|reply| bare.fix(|replies| replies.get_table = reply)),
        "event" => read(bytes).map(|event| bare.fix(|replies| replies.event = event)),
        _ => None,
    }
}

fn read<M: prost::Message + Default>(bytes: Bytes) -> Option<M> {
    M::decode(bytes).ok()
}

fn unhex(digits: &str) -> Option<Vec<u8>> {
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    digits.as_bytes().chunks(2).map(byte).collect()
}
