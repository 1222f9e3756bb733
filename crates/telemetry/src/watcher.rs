//! Whom the host and the service tell: counts go to the metrics, spans to the traces.

use crate::metrics::Metrics;
use crate::traces::Traces;
use brag_contract::v1::TableState;
use brag_host::{ActOutcome, Stage, TraceParent};
use brag_rules::variant::Variant;
use brag_service::observer::{CallSpan, Rpc, StreamEnd};
use http::HeaderMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tonic::Code;

pub(crate) struct Watcher {
    pub(crate) metrics: Metrics,
    pub(crate) traces: Option<Traces>,
}

impl brag_host::Observer for Watcher {
    fn stage(&self, stage: Stage, took: Duration) {
        match stage {
            Stage::Decide => self.metrics.decide.observe(took),
            Stage::Append => self.metrics.append.observe(took),
            Stage::FanOut => self.metrics.fan_out.observe(took),
        }
    }

    fn acted(&self, variant: Variant, outcome: ActOutcome) {
        self.metrics.acted(variant, outcome);
    }

    fn table_moved(&self, from: Option<TableState>, to: Option<TableState>) {
        if let Some(tables) = from.and_then(|state| self.metrics.tables(state)) {
            tables.dec();
        }
        if let Some(tables) = to.and_then(|state| self.metrics.tables(state)) {
            tables.inc();
        }
    }

    fn delivered(&self, after: Duration) {
        self.metrics.delivery.observe(after);
    }
}

impl brag_service::Observer for Watcher {
    fn call_began(
        &self,
        rpc: Rpc,
        began: Instant,
        headers: &HeaderMap,
        parent: Option<TraceParent>,
    ) -> Option<Arc<dyn CallSpan>> {
        self.metrics.call_began(rpc);
        self.traces.as_ref()?.begin(rpc, began, headers, parent)
    }

    fn call_ended(&self, rpc: Rpc, code: Code, took: Duration) {
        self.metrics.call_ended(rpc, code, took);
    }

    fn refused(&self, reason: &'static str) {
        self.metrics.refusals.get_or_create(&[("reason", reason)]).inc();
    }

    fn stream_began(&self) {
        self.metrics.streams_open.inc();
    }

    fn stream_ended(&self, end: StreamEnd) {
        self.metrics.streams_open.dec();
        self.metrics.stream_ended(end);
    }
}
