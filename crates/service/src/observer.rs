//! What the service tells whoever watches it: calls as they begin and end, what was refused, streams. No table,
//! player or request is named.

use std::sync::Arc;
use std::time::{Duration, Instant};

use brag_host::{ActSpan, Trace, TraceParent};
use http::HeaderMap;
use tonic::{Code, Status};

use crate::api::Shared;
use crate::method::{Method, OPEN_METHODS};

/// The method of a call, as far as whoever watches is told: one of a closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rpc(usize);

impl Rpc {
    /// How many there are.
    pub const COUNT: usize = Method::ALL.len() + OPEN_METHODS.len() + 1;
    /// Any method that is not served.
    pub const OTHER: Rpc = Rpc(Rpc::COUNT - 1);

    /// All of them, by ascending [`Rpc::index`].
    pub fn all() -> impl Iterator<Item = Rpc> {
        (0..Rpc::COUNT).map(Rpc)
    }

    /// The method with that path.
    pub(crate) fn of(path: &str) -> Rpc {
        if let Some(method) = Method::of(path) {
            return Rpc(method as usize);
        }
        let name = path.strip_prefix('/').unwrap_or_default();
        let open = OPEN_METHODS.iter().position(|open| *open == name);
        open.map_or(Rpc::OTHER, |place| Rpc(Method::ALL.len() + place))
    }

    /// Its place among all of them.
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }

    /// `package.Service/Method`, or `_OTHER`.
    #[must_use]
    pub fn name(self) -> &'static str {
        let own = Method::ALL.get(self.0).map(|method| method.path().trim_start_matches('/'));
        own.or_else(|| OPEN_METHODS.get(self.0 - Method::ALL.len()).copied()).unwrap_or("_OTHER")
    }
}

/// How a stream of events ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamEnd {
    /// The reader went away, or his connection did.
    ReaderGone,
    /// The table closed, and everything was sent.
    TableClosed,
    /// The reader was too slow.
    Lagged,
    /// The server drains.
    Draining,
}

impl StreamEnd {
    /// All of them.
    pub const ALL: [StreamEnd; 4] =
        [StreamEnd::ReaderGone, StreamEnd::TableClosed, StreamEnd::Lagged, StreamEnd::Draining];
}

/// Whoever watches a service. Each method is called on the call's own path: it must neither wait nor fail.
pub trait Observer: Send + Sync + 'static {
    /// A call begins; the answer is its span, if it is to be recorded. `parent` is what its `traceparent` says.
    fn call_began(
        &self,
        rpc: Rpc,
        began: Instant,
        headers: &HeaderMap,
        parent: Option<TraceParent>,
    ) -> Option<Arc<dyn CallSpan>>;
    /// A call has ended: its response head is there, or nobody waits for it any more. Each that began ends once.
    fn call_ended(&self, rpc: Rpc, code: Code, took: Duration);
    /// A caller is told of a failure: the reason of its ErrorInfo.
    fn refused(&self, reason: &'static str);
    /// A stream of events is open.
    fn stream_began(&self);
    /// It is not any more.
    fn stream_ended(&self, end: StreamEnd);
}

/// The span of a call that is recorded.
pub trait CallSpan: ActSpan {
    /// How others name it.
    fn parent(&self) -> TraceParent;
    /// The call has ended.
    fn end(&self, code: Code, ended: Instant);
}

/// Until when the transport waits for a call's response head; it drops the call's handler then.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerBy(pub(crate) Instant);

/// A call on its way; whatever becomes of it, it ends.
pub(crate) struct Watched {
    pub(crate) shared: Arc<Shared>,
    span: Option<Arc<dyn CallSpan>>,
    rpc: Rpc,
    /// None where nobody watches, and once it has ended.
    began: Option<Instant>,
    answer_by: Option<AnswerBy>,
}

impl Watched {
    /// A call begins.
    pub(crate) fn begin<B>(
        shared: Arc<Shared>,
        request: &http::Request<B>,
        parent: Option<TraceParent>,
    ) -> Watched {
        let Some(observer) = &shared.observer else {
            return Watched { shared, span: None, rpc: Rpc::OTHER, began: None, answer_by: None };
        };
        let (rpc, began) = (Rpc::of(request.uri().path()), Instant::now());
        let span = observer.call_began(rpc, began, request.headers(), parent);
        let answer_by = request.extensions().get().copied();
        Watched { span, rpc, began: Some(began), answer_by, shared }
    }

    /// The trace that the call belongs to; `parent` is what its `traceparent` says.
    pub(crate) fn trace(&self, parent: Option<TraceParent>) -> Trace {
        let parent = self.span.as_ref().map(|span| span.parent()).or(parent);
        Trace { parent, span: self.span.clone().map(|span| span as Arc<dyn ActSpan>) }
    }

    /// It is answered with this response.
    pub(crate) fn answered<B>(mut self, response: http::Response<B>) -> http::Response<B> {
        if self.began.is_some() {
            self.end(Status::from_header_map(response.headers()).map_or(Code::Ok, |status| status.code()));
        }
        response
    }

    fn end(&mut self, code: Code) {
        let (Some(observer), Some(began)) = (&self.shared.observer, self.began.take()) else { return };
        let ended = Instant::now();
        observer.call_ended(self.rpc, code, ended.saturating_duration_since(began));
        if let Some(span) = &self.span {
            span.end(code, ended);
        }
    }
}

/// Its handler was dropped: the deadline has passed, the caller is gone, or it panicked.
impl Drop for Watched {
    fn drop(&mut self) {
        if self.began.is_none() {
            return;
        }
        let late = self.answer_by.is_some_and(|AnswerBy(by)| by <= Instant::now());
        let code = match (std::thread::panicking(), late) {
            (true, _) => Code::Unknown,
            (false, true) => Code::DeadlineExceeded,
            (false, false) => Code::Cancelled,
        };
        if let (Code::DeadlineExceeded, Some(observer)) = (code, &self.shared.observer) {
            observer.refused("DEADLINE_EXCEEDED");
        }
        self.end(code);
    }
}

/// A stream that is open, until this is dropped.
pub(crate) struct OpenStream {
    observer: Option<Arc<dyn Observer>>,
    /// How it ends.
    pub(crate) end: StreamEnd,
}

impl OpenStream {
    /// One more.
    pub(crate) fn begin(observer: Option<Arc<dyn Observer>>) -> OpenStream {
        if let Some(observer) = &observer {
            observer.stream_began();
        }
        OpenStream { observer, end: StreamEnd::ReaderGone }
    }

    /// It ends so, and its reader is told why.
    pub(crate) fn fails(&mut self, end: StreamEnd, reason: &'static str) {
        self.end = end;
        if let Some(observer) = &self.observer {
            observer.refused(reason);
        }
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.stream_ended(self.end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_is_told_by_its_own_name_and_any_other_by_one() {
        let names: Vec<_> = Rpc::all().map(Rpc::name).collect();
        for rpc in Rpc::all().filter(|rpc| *rpc != Rpc::OTHER) {
            assert_eq!(Rpc::of(&format!("/{}", rpc.name())), rpc);
            assert_eq!(names.iter().filter(|name| **name == rpc.name()).count(), 1);
        }
        for path in ["", "/", "/brag.v1.TableService/act", "/grpc.health.v1.Health/List", "/_OTHER", "//"] {
            assert_eq!(Rpc::of(path), Rpc::OTHER, "{path}");
        }
        assert_eq!((names.len(), Rpc::OTHER.name()), (Rpc::COUNT, "_OTHER"));
    }
}
