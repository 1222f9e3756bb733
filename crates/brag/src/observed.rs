//! What operators see of `brag serve`: where its metrics are read, and its traces.

use brag_telemetry::page::Page;
use brag_telemetry::{Telemetry, TraceSettings, WrongValue};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tracing::{error, info};

/// How long the last spans have to leave, once everything else has ended.
const LAST_SPANS: Duration = Duration::from_secs(3);

/// What the `OTEL_*` variables want traced, if anything.
///
/// # Errors
/// One of them is wrong.
pub fn traces() -> Result<Option<TraceSettings>, WrongValue> {
    TraceSettings::read(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
}

/// What is being shown. Nothing is counted or recorded where nobody can see it.
pub struct Observed {
    telemetry: Option<Telemetry>,
    /// Ends the page when it is dropped.
    page: Option<oneshot::Sender<()>>,
}

impl Observed {
    /// Counts if there is a page of metrics, and sends those traces.
    ///
    /// # Errors
    /// Traces cannot be sent as the variables say.
    pub fn start(page: bool, traces: Option<TraceSettings>) -> Result<Observed, String> {
        if !page && traces.is_none() {
            return Ok(Observed { telemetry: None, page: None });
        }
        let telemetry = Telemetry::start(traces.as_ref()).map_err(|why| why.to_string())?;
        if traces.is_some() {
            info!("traces are sent over OTLP");
        }
        Ok(Observed { telemetry: Some(telemetry), page: None })
    }

    /// Serves the page of metrics there.
    pub fn show(&mut self, page: Option<TcpListener>) {
        let telemetry = self.telemetry.as_ref();
        self.page = page.and_then(|listener| Some(serve(telemetry?.page(), listener)));
    }

    /// Whom the host tells.
    pub fn of_host(&self) -> Option<Arc<dyn brag_host::Observer>> {
        self.telemetry.as_ref().map(Telemetry::of_host)
    }

    /// Whom the service tells.
    pub fn of_service(&self) -> Option<Arc<dyn brag_service::Observer>> {
        self.telemetry.as_ref().map(Telemetry::of_service)
    }

    /// The server has drained: the page ends, and the last spans leave.
    pub async fn end(self) {
        drop(self.page);
        if let Some(telemetry) = self.telemetry {
            telemetry.shut_down(LAST_SPANS).await;
        }
    }
}

fn serve(page: Page, listener: TcpListener) -> oneshot::Sender<()> {
    let (stop, stopped) = oneshot::channel();
    tokio::spawn(async move {
        // The sender says nothing: it goes.
        let stop = async { drop(stopped.await) };
        if let Err(why) = page.serve(listener, stop).await {
            error!(%why, "the page of metrics is not served");
        }
    });
    stop
}
