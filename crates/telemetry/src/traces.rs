//! Spans of calls and of the stages of their acts. Whether a call is recorded is decided when it begins; one that is
//! not costs a number drawn, and no span is built for it.

use crate::NoTraces;
use crate::environment::TraceSettings;
use crate::export::Watched;
use crate::metrics::{SpanCounts, code_name, error_type};
use brag_host::{ActSpan, Stage, TraceParent};
use brag_service::observer::{CallSpan, Rpc};
use http::HeaderMap;
use opentelemetry::trace::{
    Span as _, SpanBuilder, SpanContext, SpanId, SpanKind, Status, TraceContextExt as _, TraceFlags, TraceId,
    TraceState, Tracer as _, TracerProvider as _,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_otlp::{SpanExporter, WithTonicConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use tonic::Code;
use tonic::metadata::KeyAndMutValueRef;
use tracing::warn;

/// Attributes, by the conventions for RPC, for errors and for services.
const RPC_SYSTEM_NAME: &str = "rpc.system.name";
const RPC_METHOD: &str = "rpc.method";
const RPC_RESPONSE_STATUS_CODE: &str = "rpc.response.status_code";
const ERROR_TYPE: &str = "error.type";
const SERVICE_VERSION: &str = "service.version";

/// The longest `tracestate` that is carried on, in bytes: what the standard asks of everybody.
const TRACE_STATE_BYTES: usize = 512;

/// How long the end of the exporter's thread may take beyond the time that it is given.
const GRACE: Duration = Duration::from_millis(500);

/// Where spans are recorded, and how they leave.
pub(crate) struct Traces {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
    counts: SpanCounts,
}

impl Traces {
    pub(crate) fn start(settings: &TraceSettings, counts: SpanCounts) -> Result<Traces, NoTraces> {
        let exporter =
            SpanExporter::builder().with_tonic().with_interceptor(hide).build().map_err(NoTraces)?;
        let mut resource = Resource::builder();
        if !settings.service_is_named {
            resource = resource.with_service_name("brag");
        }
        if !settings.version_is_named {
            resource = resource.with_attribute(KeyValue::new(SERVICE_VERSION, env!("CARGO_PKG_VERSION")));
        }
        let provider = SdkTracerProvider::builder()
            .with_sampler(settings.sampler.clone())
            .with_resource(resource.build())
            .with_batch_exporter(Watched::new(exporter, counts.clone()))
            .build();
        Ok(Traces { tracer: provider.tracer("brag"), provider, counts })
    }

    /// A call begins; its span, if it is to be recorded.
    pub(crate) fn begin(
        &self,
        rpc: Rpc,
        began: Instant,
        headers: &HeaderMap,
        parent: Option<TraceParent>,
    ) -> Option<Arc<dyn CallSpan>> {
        let at = SystemTime::now();
        let parent = parent.map_or_else(Context::new, |parent| remote(parent, headers));
        let builder = SpanBuilder::from_name(rpc.name()).with_kind(SpanKind::Server).with_start_time(at);
        let mut span = self.tracer.build_with_context(builder, &parent);
        if !span.is_recording() {
            return None;
        }
        span.set_attribute(KeyValue::new(RPC_SYSTEM_NAME, "grpc"));
        span.set_attribute(KeyValue::new(RPC_METHOD, rpc.name()));
        let (tracer, counts, context) = (self.tracer.clone(), self.counts.clone(), parent.with_span(span));
        Some(Arc::new(RpcSpan { tracer, counts, context, began, at }))
    }

    /// Sends what waits, for so long; a collector that does not answer holds nobody up.
    pub(crate) async fn shut_down(&self, within: Duration) {
        let provider = self.provider.clone();
        let ended = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(within));
        match tokio::time::timeout(within + GRACE, ended).await {
            Ok(Ok(Ok(()))) => {}
            Ok(Ok(Err(why))) => warn!(%why, "the last traces were not delivered"),
            Ok(Err(_)) | Err(_) => warn!("the last traces were not delivered in time"),
        }
    }
}

/// No log shows a header of the exporter: they carry credentials.
fn hide(mut request: tonic::Request<()>) -> Result<tonic::Request<()>, tonic::Status> {
    for header in request.metadata_mut().iter_mut() {
        match header {
            KeyAndMutValueRef::Ascii(_, value) => value.set_sensitive(true),
            KeyAndMutValueRef::Binary(_, value) => value.set_sensitive(true),
        }
    }
    Ok(request)
}

/// The caller's span, with what other tracers have to say of it.
fn remote(parent: TraceParent, headers: &HeaderMap) -> Context {
    let flags = if parent.sampled { TraceFlags::SAMPLED } else { TraceFlags::NOT_SAMPLED };
    let (trace, span) = (TraceId::from_bytes(parent.trace_id), SpanId::from_bytes(parent.span_id));
    let span = SpanContext::new(trace, span, flags, true, trace_state(headers).unwrap_or_default());
    Context::new().with_remote_span_context(span)
}

/// The `tracestate`, which may come in parts; one that is malformed or too long is as if it were not there.
fn trace_state(headers: &HeaderMap) -> Option<TraceState> {
    let mut whole = String::new();
    for part in headers.get_all("tracestate") {
        let part = part.to_str().ok()?;
        if whole.len() + part.len() >= TRACE_STATE_BYTES {
            return None;
        }
        whole.push_str(part);
        whole.push(',');
    }
    whole.parse().ok()
}

/// The span of a call that is recorded.
struct RpcSpan {
    tracer: SdkTracer,
    counts: SpanCounts,
    context: Context,
    /// When it began, and what the wall clock said then: all its times follow from these two, so that what is inside
    /// of it is, whatever is done to the wall clock meanwhile.
    began: Instant,
    at: SystemTime,
}

impl RpcSpan {
    fn wall(&self, instant: Instant) -> SystemTime {
        self.at + instant.saturating_duration_since(self.began)
    }
}

impl ActSpan for RpcSpan {
    fn stage(&self, stage: Stage, began: Instant, ended: Instant) {
        let name = match stage {
            Stage::Decide => "decide",
            Stage::Append => "append",
            Stage::FanOut => "fan-out",
        };
        let builder =
            SpanBuilder::from_name(name).with_kind(SpanKind::Internal).with_start_time(self.wall(began));
        self.tracer.build_with_context(builder, &self.context).end_with_timestamp(self.wall(ended));
        self.counts.recorded.inc();
    }
}

impl CallSpan for RpcSpan {
    fn parent(&self) -> TraceParent {
        let span = self.context.span();
        let own = span.span_context();
        TraceParent {
            trace_id: own.trace_id().to_bytes(),
            span_id: own.span_id().to_bytes(),
            sampled: own.is_sampled(),
        }
    }

    fn end(&self, code: Code, ended: Instant) {
        let span = self.context.span();
        span.set_attribute(KeyValue::new(RPC_RESPONSE_STATUS_CODE, code_name(code)));
        if let Some(error) = error_type(code) {
            span.set_attribute(KeyValue::new(ERROR_TYPE, error));
            span.set_status(Status::error(""));
        }
        span.end_with_timestamp(self.wall(ended));
        self.counts.recorded.inc();
    }
}

impl fmt::Debug for RpcSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RpcSpan").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn state(parts: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for part in parts {
            headers.append("tracestate", HeaderValue::from_str(part).unwrap());
        }
        trace_state(&headers).map(|state| state.header())
    }

    #[test]
    fn a_trace_state_is_carried_on_if_it_is_one_and_short() {
        assert_eq!(state(&["a=1,b=2"]).as_deref(), Some("a=1,b=2"));
        assert_eq!(state(&["a=1", "b=2"]).as_deref(), Some("a=1,b=2"), "in parts");
        assert_eq!(state(&[]).as_deref(), Some(""));
        assert_eq!(state(&["garbage"]), None);
        assert_eq!(state(&[&format!("a={}", "1".repeat(600))]), None);
    }
}
