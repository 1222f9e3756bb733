//! The exporter, watched: what came of spans is counted, and the log says when they stop being delivered and when they
//! are again, not each time.

use crate::metrics::SpanCounts;
use opentelemetry_otlp::SpanExporter as Otlp;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SpanData, SpanExporter};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tracing::{info, warn};

pub(crate) struct Watched {
    exporter: Otlp,
    counts: SpanCounts,
    failing: AtomicBool,
}

impl Watched {
    pub(crate) fn new(exporter: Otlp, counts: SpanCounts) -> Watched {
        Watched { exporter, counts, failing: AtomicBool::new(false) }
    }
}

impl SpanExporter for Watched {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len() as u64;
        let exported = self.exporter.export(batch).await;
        let counter = if exported.is_ok() { &self.counts.delivered } else { &self.counts.failed };
        counter.inc_by(spans);
        let failed_before = self.failing.swap(exported.is_err(), Ordering::Relaxed);
        match &exported {
            Err(why) if !failed_before => {
                warn!(%why, "traces are not delivered; brag_spans_sent_total counts them until they are again");
            }
            Ok(()) if failed_before => info!("traces are delivered again"),
            Ok(()) | Err(_) => {}
        }
        exported
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn shutdown(&self) -> OTelSdkResult {
        self.exporter.shutdown()
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.exporter.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched").finish_non_exhaustive()
    }
}
