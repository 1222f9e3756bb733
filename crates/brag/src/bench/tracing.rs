//! What watching costs: acts with traces at the default sampling, with metrics alone, and with neither.
//!
//! Three servers of one build, driven in turn, in an order that turns round each time. Spans go to a collector in this
//! process that takes them and says so.

use super::Plan;
use super::calls::{Call, FULL, Side, TABLES, seated};
use super::child::Server;
use super::figures::{Figure, Row, Target};
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

/// Rounds, where nobody says how many: fewer give no interval worth the name.
pub const ROUNDS: u32 = 20;

/// How often the interval must hold the median that is asked for.
const CONFIDENCE: f64 = 0.95;

/// Servers that watch more and more.
const WATCHES: [Watches; 3] = [Watches::Nothing, Watches::Metrics, Watches::Traces];

#[derive(Clone, Copy)]
enum Watches {
    Nothing,
    Metrics,
    Traces,
}

/// Acts a second of all three, and their ratios.
///
/// # Errors
/// A call fails, or no span arrives.
pub async fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let (collector, endpoint) = Collector::start().await?;
    let mut sides = Vec::new();
    for watches in WATCHES {
        let server = start(watches, &endpoint)?;
        plan.say(format_args!("tracing: {TABLES} tables sit down"));
        let mut side = Side { uri: server.engine.clone(), tables: seated(&server.engine).await? };
        // To warm up, and not counted.
        side.load(Call::Act, FULL, plan.seconds / 4, &server).await?;
        sides.push((side, server));
    }
    let mut rates = [const { Vec::new() }; WATCHES.len()];
    let mut times = rates.clone();
    for round in 0..plan.rounds {
        plan.say(format_args!("tracing: round {} of {}", round + 1, plan.rounds));
        let mut order = [0, 1, 2];
        if !round.is_multiple_of(2) {
            order.reverse();
        }
        for place in order {
            let (side, server) = &mut sides[place];
            let run = side.load(Call::Act, FULL, plan.seconds, server).await?;
            rates[place].push(run.per_second());
            times[place].push(run.cpu_micros());
        }
    }
    let spans = collector.spans.load(Ordering::Relaxed);
    if spans == 0 {
        return Err("tracing: no span has arrived, so what was measured is not tracing".to_owned());
    }
    let [nothing, metrics, traces] = rates;
    let ratio =
        |over: &[f64], under: &[f64]| over.iter().zip(under).map(|(over, under)| over / under).collect();
    let (tracing, counting): (Vec<f64>, Vec<f64>) = (ratio(&traces, &metrics), ratio(&metrics, &nothing));
    let both: Vec<f64> = ratio(&traces, &nothing);
    let mut figures = vec![
        Figure::new("nothing watched", "acts/s", nothing),
        Figure::new("metrics", "acts/s", metrics),
        Figure::new("metrics and traces", "acts/s", traces),
    ];
    let wanted = Some(Target::AtLeast(0.97));
    for (name, low, high, ratios, target) in [
        ("tracing on / off", "  median from", "  median to", tracing, wanted),
        ("metrics on / off", "  median from", "  median to", counting, None),
        ("both on / off", "  median from", "  median to", both, None),
    ] {
        let interval = median_interval(&ratios);
        figures.push(Figure::new(name, "", ratios).with(target));
        if let Some((from, to)) = interval {
            figures.push(Figure::new(low, "", vec![from]));
            figures.push(Figure::new(high, "", vec![to]));
        }
    }
    let names = ["nothing watched, CPU", "metrics, CPU", "metrics and traces, CPU"];
    figures.extend(names.into_iter().zip(times).map(|(name, micros)| Figure::new(name, "µs each", micros)));
    figures.push(Figure::new("spans received", "", vec![spans as f64]));
    let shape = format!(
        "{} in flight, {TABLES} tables, default sampling, a pair of each round; medians with their {:.0} % \
         interval by order statistics",
        FULL.name(),
        CONFIDENCE * 100.0
    );
    Ok(vec![Row { name: "tracing", shape, figures }])
}

fn start(watches: Watches, endpoint: &str) -> Result<Server, String> {
    match watches {
        Watches::Nothing => Server::start(),
        Watches::Metrics => Server::watched(&[("OTEL_SDK_DISABLED", "true")]),
        Watches::Traces => Server::watched(&[("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)]),
    }
}

/// Between which of the values the median of what they are drawn from lies, with at least [`CONFIDENCE`], whatever
/// its distribution: as many of them are below it as heads fall in so many throws of a coin. None where they are too
/// few.
fn median_interval(values: &[f64]) -> Option<(f64, f64)> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let throws = sorted.len();
    // The probability of exactly so many heads, and of fewer.
    let (mut exactly, mut fewer) = (0.5_f64.powi(i32::try_from(throws).ok()?), 0.0);
    let mut inside = None;
    for heads in 0..throws / 2 {
        fewer += exactly;
        if fewer > (1.0 - CONFIDENCE) / 2.0 {
            break;
        }
        inside = Some((sorted[heads], sorted[throws - 1 - heads]));
        exactly *= (throws - heads) as f64 / (heads + 1) as f64;
    }
    inside
}

/// Takes spans, and counts them.
#[derive(Clone, Default)]
struct Collector {
    spans: Arc<AtomicU64>,
}

impl Collector {
    async fn start() -> Result<(Collector, String), String> {
        let no_port = |why: std::io::Error| format!("no port for a collector: {why}");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(no_port)?;
        let endpoint = format!("http://{}", listener.local_addr().map_err(no_port)?);
        let collector = Collector::default();
        let service = TraceServiceServer::new(collector.clone());
        let server = tonic::transport::Server::builder().add_service(service);
        tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
        Ok((collector, endpoint))
    }
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let sent = request.into_inner().resource_spans;
        let scopes = sent.iter().flat_map(|resource| &resource.scope_spans);
        let spans: usize = scopes.map(|scope| scope.spans.len()).sum();
        self.spans.fetch_add(spans as u64, Ordering::Relaxed);
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_median_is_that_of_the_tables() {
        let of = |count: u32| {
            let values: Vec<f64> = (1..=count).rev().map(f64::from).collect();
            median_interval(&values).map(|(from, to)| (from as u32, to as u32))
        };
        assert_eq!(of(5), None);
        assert_eq!(of(8), Some((1, 8)));
        assert_eq!(of(10), Some((2, 9)));
        assert_eq!(of(20), Some((6, 15)));
        assert_eq!(of(30), Some((10, 21)));
    }
}
