//! `brag serve`: the life of the server, from the flags to the exit code.

use crate::config::{Config, Effective, Flags};
use crate::observed::Observed;
use crate::outcome::{Outcome, aside, say};
use crate::telemetry;
use brag_host::{Host, HostConfig, Observer, SystemClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_service::Serving;
use brag_service::transport::{self, Transport};
use brag_telemetry::TraceSettings;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;
use tracing::{info, warn};

/// How long connections of probes have to end once there is nothing left to probe.
const PROBES_END_WITHIN: Duration = Duration::from_secs(1);

/// Serves until a signal says stop.
pub fn run(flags: &Flags) -> Outcome {
    let mut effective = match Effective::load(flags, std::env::vars_os()) {
        Ok(effective) => effective,
        Err(why) => return Outcome::Usage(why),
    };
    if flags.print_config {
        return print(&mut effective, flags.json);
    }
    let Effective { mut config, warnings, .. } = effective;
    if let Err(why) = telemetry::start(config.log_format, config.log.as_str()) {
        return Outcome::Failed(format!("no log: {why}"));
    }
    warnings.iter().for_each(|warning| warn!("{warning}"));
    let traces = config.traces.take();
    live(config, traces).map_or_else(Outcome::Failed, |()| Outcome::Done)
}

/// The configuration, and what is odd about it.
fn print(effective: &mut Effective, json: bool) -> Outcome {
    effective.warnings.iter().for_each(|warning| aside(format_args!("brag: warning: {warning}")));
    let text = if json { effective.for_programs() } else { effective.for_people() };
    say(text.trim_end());
    Outcome::Done
}

fn live(config: Config, traces: Option<TraceSettings>) -> Result<(), String> {
    let listeners = Listeners::bind(&config)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|why| format!("no runtime: {why}"))?;
    let ended = runtime.block_on(serve(config, listeners, traces));
    // What did not end by the deadline ends now.
    runtime.shutdown_timeout(Duration::from_millis(500));
    ended
}

/// Where calls come in.
struct Listeners {
    calls: TcpListener,
    probes: Option<TcpListener>,
    metrics: Option<TcpListener>,
}

impl Listeners {
    fn bind(config: &Config) -> Result<Listeners, String> {
        let bind = |flag: &str, address: SocketAddr| {
            TcpListener::bind(address).map_err(|why| {
                let any_port = SocketAddr::new(address.ip(), 0);
                format!("cannot listen on {address}: {why}; another port: --{flag} {any_port}")
            })
        };
        let calls = bind("listen", config.listen)?;
        let probes = config.probe_addr.map(|address| bind("probe-addr", address)).transpose()?;
        let metrics = config.admin_addr.map(|address| bind("admin-addr", address)).transpose()?;
        Ok(Listeners { calls, probes, metrics })
    }
}

async fn serve(config: Config, listeners: Listeners, traces: Option<TraceSettings>) -> Result<(), String> {
    let mut observed = Observed::start(listeners.metrics.is_some(), traces)?;
    let host = host(&config, observed.of_host())?;
    let serving = Serving::observed(host, config.service, observed.of_service());
    // Before anybody is told that the server is there: from its first line on a signal drains it.
    let signals = Signals::catch().map_err(|why| format!("signals cannot be caught: {why}"))?;
    announce(&config, &listeners)
        .and_then(|()| log_addresses(&listeners))
        .map_err(|why| format!("cannot listen: {why}"))?;
    observed.show(listeners.metrics);
    let (calls_ended, no_more_calls) = oneshot::channel::<()>();
    let probes = probes(&config, listeners.probes, &serving, no_more_calls);
    let stop = stop(config.drain_delay, signals, serving.clone());
    let calls = async {
        let transport = config.transport.clone().for_messages_of(config.service.requests.message_bytes);
        let ended =
            transport::serve(listeners.calls, serving.service(), transport, stop, config.drain_deadline)
                .await;
        drop(calls_ended);
        ended
    };
    serving.ready();
    let ended = tokio::try_join!(calls, probes).map_err(|why| why.to_string());
    observed.end().await;
    ended?;
    info!("stopped");
    Ok(())
}

/// The tables, on a journal in memory.
fn host(config: &Config, observer: Option<Arc<dyn Observer>>) -> Result<Host, String> {
    let HostConfig { hands_kept, commits_kept, closed_tables_kept, .. } = config.host;
    let journal = MemoryJournal::new(MemoryBounds { hands_kept, commits_kept, closed_tables_kept });
    Host::observed(config.host, Arc::new(journal), Arc::new(SystemClock::new()), observer)
        .map_err(|_| "the operating system gives no randomness".to_owned())
}

/// Health in clear text, until no call is open any more: who probes sees the whole drain.
fn probes(
    config: &Config,
    listener: Option<TcpListener>,
    serving: &Serving,
    no_more_calls: oneshot::Receiver<()>,
) -> impl Future<Output = Result<(), transport::Error>> + use<> {
    let transport = Transport { max_connections: config.probe_connections, ..Transport::for_probes() };
    let service = serving.probes();
    async move {
        let Some(listener) = listener else { return Ok(()) };
        let stop = async {
            // It ends by being dropped.
            let _ended = no_more_calls.await;
        };
        transport::serve(listener, service, transport, stop, PROBES_END_WITHIN).await
    }
}

/// Resolves when the transport may close: after a signal, and after the streams were told.
async fn stop(delay: Duration, mut signals: Signals, serving: Serving) {
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

/// Says where it is and what to try.
fn announce(config: &Config, listeners: &Listeners) -> io::Result<()> {
    let address = listeners.calls.local_addr()?;
    say(format_args!("brag listens on {address}, and believes whoever calls (dev mode)."));
    if let Some(probes) = &listeners.probes {
        say(format_args!("Health alone is served on {}.", probes.local_addr()?));
    }
    if let Some(metrics) = &listeners.metrics {
        say(format_args!("Metrics are served on http://{}/metrics.", metrics.local_addr()?));
    }
    say("Tables live in memory: they end with this process.");
    if config.service.reflection {
        say("Try, in another terminal:");
        let here = reachable(address).to_string();
        for command in TRY {
            say(format_args!("  {}", command.replace("ADDR", &here)));
        }
    }
    Ok(())
}

/// An address at which this machine reaches whoever listens there.
fn reachable(listens: SocketAddr) -> SocketAddr {
    let ip = match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listens.port())
}

/// The same for who reads the log alone, and what is dangerous about it.
fn log_addresses(listeners: &Listeners) -> io::Result<()> {
    let shown = |listener: Option<&TcpListener>| {
        listener.map_or(Ok("off".to_owned()), |at| at.local_addr().map(|at| at.to_string()))
    };
    let (probes, metrics) = (shown(listeners.probes.as_ref())?, shown(listeners.metrics.as_ref())?);
    let address = listeners.calls.local_addr()?;
    info!(%address, %probes, %metrics, "listening");
    if !address.ip().is_loopback() {
        warn!(%address, "whoever calls is believed, and other machines may call: for development only");
    }
    Ok(())
}

/// The next three commands, for whoever has just started the server for the first time.
const TRY: [&str; 3] = [
    "grpcurl -plaintext ADDR list brag.v1.TableService",
    "grpcurl -plaintext -H 'brag-player: ann' -d '{\"variant\": \"three_card\", \"table_id\": \"hello\", \"request_id\": \"create-1\"}' ADDR brag.v1.TableService/CreateTable",
    "grpcurl -plaintext -H 'brag-player: ann' -d '{\"table\": \"tables/hello\"}' ADDR brag.v1.TableService/StreamEvents",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_everywhere_is_reached_here() {
        let cases = [
            ("0.0.0.0:1", "127.0.0.1:1"),
            ("[::]:1", "[::1]:1"),
            ("127.0.0.2:1", "127.0.0.2:1"),
            ("192.0.2.1:1", "192.0.2.1:1"),
            ("[2001:db8::1]:1", "[2001:db8::1]:1"),
        ];
        for (listens, here) in cases {
            assert_eq!(reachable(listens.parse().unwrap()).to_string(), here);
        }
    }
}
