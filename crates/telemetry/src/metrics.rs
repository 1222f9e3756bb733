//! Every metric, by name. What is counted on the path of an act is found by index: all children of its closed label
//! set are made at the start.

use crate::histogram::Histogram;
use brag_contract::v1::{Reason, TableState};
use brag_host::ActOutcome;
use brag_rules::variant::Variant;
use brag_service::observer::{Rpc, StreamEnd};
use prometheus_client::metrics::TypedMetric;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::sync::OnceLock;
use std::time::Duration;
use tonic::Code;

/// A label and its value.
type Label = (&'static str, &'static str);

/// The gRPC codes by number, as they are written.
const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// How a code is written.
pub(crate) fn code_name(code: Code) -> &'static str {
    CODES[code as usize]
}

/// The `error.type` of a call that ended so, where the conventions call that an error of the server's.
pub(crate) fn error_type(code: Code) -> Option<&'static str> {
    let fault = matches!(
        code,
        Code::Unknown
            | Code::DeadlineExceeded
            | Code::Unimplemented
            | Code::Internal
            | Code::Unavailable
            | Code::DataLoss
    );
    fault.then(|| code_name(code))
}

/// The states of a table, in the contract's order.
const STATES: [TableState; 4] =
    [TableState::Open, TableState::Paused, TableState::Closing, TableState::Closed];

/// Spans on their way out.
#[derive(Clone)]
pub(crate) struct SpanCounts {
    /// Handed to the exporter's queue, which drops what it has no room for.
    pub(crate) recorded: Counter,
    /// Taken by the collector.
    pub(crate) delivered: Counter,
    /// Given up.
    pub(crate) failed: Counter,
}

/// All metrics of a server.
pub(crate) struct Metrics {
    calls_started: Vec<Counter>,
    /// Calls without an error have no `error_type`.
    calls: Family<Vec<Label>, Histogram>,
    /// Those of `calls` that there are, by method and code.
    calls_by_index: Vec<OnceLock<Histogram>>,
    pub(crate) refusals: Family<[Label; 1], Counter>,
    acts: Vec<Counter>,
    pub(crate) decide: Histogram,
    pub(crate) append: Histogram,
    pub(crate) fan_out: Histogram,
    pub(crate) delivery: Histogram,
    pub(crate) streams_open: Gauge,
    stream_ends: Vec<Counter>,
    tables: Vec<Gauge>,
    pub(crate) spans: SpanCounts,
}

impl Metrics {
    pub(crate) fn new(registry: &mut Registry) -> Metrics {
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("brag_build", "The build that runs", build);

        let methods = Rpc::all().map(|rpc| [("rpc_method", rpc.name())]);
        let calls_started = children(registry, "brag_calls_started", "Calls that began", methods);
        let calls = Family::<Vec<Label>, Histogram>::default();
        let help = "Time from a call's request to its response head; a stream's life after that is not in it";
        registry.register_with_unit("rpc_server_call_duration", help, Unit::Seconds, calls.clone());
        let calls_by_index = (0..Rpc::COUNT * CODES.len()).map(|_| OnceLock::new()).collect();
        let refusals = Family::<[Label; 1], Counter>::default();
        registry.register("brag_refusals", "Failures that callers were told of, by reason", refusals.clone());
        for reason in reasons() {
            drop(refusals.get_or_create(&[("reason", reason)]));
        }

        let acts = Variant::all().iter().flat_map(|variant| {
            ActOutcome::ALL.map(|outcome| [("variant", variant.id()), ("outcome", outcome_name(outcome))])
        });
        let acts = children(registry, "brag_acts", "Acts that reached a table", acts);
        let mut histogram = |name: &str, help: &str| {
            let histogram = Histogram::default();
            registry.register_with_unit(name, help, Unit::Seconds, histogram.clone());
            histogram
        };
        let decide = histogram("brag_decide_duration", "Time to check and decide, and to make the record");
        let append = histogram("brag_append_duration", "Time that the journal takes for a commit");
        let fan_out = histogram("brag_fan_out_duration", "Time to apply a commit and wake its readers");
        let help = "Time from a durable commit until a stream at the live edge is handed it";
        let delivery = histogram("brag_delivery_duration", help);

        let streams_open = Gauge::default();
        registry.register("brag_streams_open", "Event streams that are open", streams_open.clone());
        let ends = StreamEnd::ALL.map(|end| [("reason", end_name(end))]);
        let stream_ends = children(registry, "brag_stream_ends", "Event streams that ended", ends);
        let states = STATES.map(|state| [("state", state_name(state))]);
        let tables = children(registry, "brag_tables", "Tables in memory", states);

        let recorded = Counter::default();
        registry.register("brag_spans_recorded", "Spans that were recorded to be sent", recorded.clone());
        let sent = Family::<[Label; 1], Counter>::default();
        registry.register("brag_spans_sent", "Spans that left the queue, by what came of them", sent.clone());
        let sent = |outcome| sent.get_or_create_owned(&[("outcome", outcome)]);
        let spans = SpanCounts { recorded, delivered: sent("delivered"), failed: sent("failed") };
        Metrics {
            calls_started,
            calls,
            calls_by_index,
            refusals,
            acts,
            decide,
            append,
            fan_out,
            delivery,
            streams_open,
            stream_ends,
            tables,
            spans,
        }
    }

    pub(crate) fn call_began(&self, rpc: Rpc) {
        self.calls_started[rpc.index()].inc();
    }

    pub(crate) fn call_ended(&self, rpc: Rpc, code: Code, took: Duration) {
        let histogram = self.calls_by_index[rpc.index() * CODES.len() + code as usize].get_or_init(|| {
            let mut labels = vec![
                ("rpc_system_name", "grpc"),
                ("rpc_method", rpc.name()),
                ("rpc_response_status_code", code_name(code)),
            ];
            labels.extend(error_type(code).map(|error| ("error_type", error)));
            self.calls.get_or_create_owned(&labels)
        });
        histogram.observe(took);
    }

    pub(crate) fn acted(&self, variant: Variant, outcome: ActOutcome) {
        let variant = Variant::all().iter().position(|known| *known == variant).unwrap_or_default();
        self.acts[variant * ActOutcome::ALL.len() + outcome as usize].inc();
    }

    pub(crate) fn stream_ended(&self, end: StreamEnd) {
        self.stream_ends[end as usize].inc();
    }

    /// The tables in that state; none where there is no such state.
    pub(crate) fn tables(&self, state: TableState) -> Option<&Gauge> {
        self.tables.get(STATES.iter().position(|known| *known == state)?)
    }
}

/// Registers a family of which these are all, and gives its children in their order.
fn children<M, const N: usize>(
    registry: &mut Registry,
    name: &str,
    help: &str,
    labels: impl IntoIterator<Item = [Label; N]>,
) -> Vec<M>
where
    M: Default
        + Clone
        + TypedMetric
        + prometheus_client::encoding::EncodeMetric
        + std::fmt::Debug
        + Send
        + Sync
        + 'static,
{
    let family = Family::<[Label; N], M>::default();
    registry.register(name, help, family.clone());
    labels.into_iter().map(|labels| family.get_or_create_owned(&labels)).collect()
}

/// The contract's reasons, by their names on the wire.
fn reasons() -> impl Iterator<Item = &'static str> {
    let known = (1..=i32::from(u8::MAX)).filter_map(|number| Reason::try_from(number).ok());
    known.map(|reason| reason.as_str_name().trim_start_matches("REASON_"))
}

fn outcome_name(outcome: ActOutcome) -> &'static str {
    match outcome {
        ActOutcome::Done => "done",
        ActOutcome::Repeated => "repeated",
        ActOutcome::Validated => "validated",
        ActOutcome::Refused => "refused",
        ActOutcome::Failed => "failed",
    }
}

fn end_name(end: StreamEnd) -> &'static str {
    match end {
        StreamEnd::ReaderGone => "reader_gone",
        StreamEnd::TableClosed => "table_closed",
        StreamEnd::Lagged => "lagged",
        StreamEnd::Draining => "draining",
    }
}

fn state_name(state: TableState) -> &'static str {
    match state {
        TableState::Unspecified => "unspecified",
        TableState::Open => "open",
        TableState::Paused => "paused",
        TableState::Closing => "closing",
        TableState::Closed => "closed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_child_is_found_by_its_index() {
        for (place, outcome) in ActOutcome::ALL.into_iter().enumerate() {
            assert_eq!(outcome as usize, place);
        }
        for (place, end) in StreamEnd::ALL.into_iter().enumerate() {
            assert_eq!(end as usize, place);
        }
        for (number, name) in CODES.into_iter().enumerate() {
            let words = format!("{:?}", Code::from_i32(number as i32));
            assert_eq!(words.to_uppercase(), name.replace('_', ""));
        }
        let known = (0..=9).filter_map(|number| TableState::try_from(number).ok()).skip(1);
        assert!(known.eq(STATES), "a state that is not counted");
        assert!(reasons().any(|reason| reason == "DEADLINE_EXCEEDED") && reasons().count() > 30);
    }
}
