//! What operators see of a server: one registry of metrics with its page, and traces over OTLP.
//!
//! The host and the service tell their observers what they do; this crate is both observers. Whoever starts the
//! server makes one [`Telemetry`] and hands its parts down: nothing here is global.
//!
//! Labels come from closed sets, and neither a label nor an attribute of a span names a table, a player, a request, a
//! card or a token.
#![forbid(unsafe_code)]

mod environment;
mod export;
mod histogram;
mod metrics;
pub mod page;
mod traces;
mod watcher;

pub use environment::{DEFAULT_SAMPLE_RATIO, Shown, TraceSettings, VARIABLES, Variable, WrongValue, shown};

use metrics::Metrics;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::time::Duration;
use traces::Traces;
use watcher::Watcher;

/// The metrics and the traces of one server.
pub struct Telemetry {
    registry: Arc<Registry>,
    watcher: Arc<Watcher>,
}

/// Traces cannot be sent as they are set up; nothing was started.
#[derive(Debug, thiserror::Error)]
#[error("traces cannot be sent: {0}")]
pub struct NoTraces(#[source] opentelemetry_otlp::ExporterBuildError);

impl Telemetry {
    /// Counts from now on; records traces if there are settings for them. Call it on the runtime that the server runs
    /// on: what is recorded is sent from there.
    ///
    /// # Errors
    /// [`NoTraces`]: where spans go is nowhere that this build can send them to.
    pub fn start(traces: Option<&TraceSettings>) -> Result<Telemetry, NoTraces> {
        let mut registry = Registry::default();
        let metrics = Metrics::new(&mut registry);
        let traces = traces.map(|settings| Traces::start(settings, metrics.spans.clone())).transpose()?;
        let watcher = Arc::new(Watcher { metrics, traces });
        Ok(Telemetry { registry: Arc::new(registry), watcher })
    }

    /// Whom a host tells.
    #[must_use]
    pub fn of_host(&self) -> Arc<dyn brag_host::Observer> {
        self.watcher.clone()
    }

    /// Whom a service tells.
    #[must_use]
    pub fn of_service(&self) -> Arc<dyn brag_service::Observer> {
        self.watcher.clone()
    }

    /// The page of all metrics.
    #[must_use]
    pub fn page(&self) -> page::Page {
        page::Page::new(Arc::clone(&self.registry))
    }

    /// Sends the spans that still wait, for no longer than this. Nothing is recorded any more afterwards.
    pub async fn shut_down(&self, within: Duration) {
        if let Some(traces) = &self.watcher.traces {
            traces.shut_down(within).await;
        }
    }
}
