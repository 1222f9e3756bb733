//! From an HTTP request to its handler: who calls, may he, is the message well-formed; then the handler's own checks.
//!
//! Deny by default: a path reaches a handler only if [`Method`] names it, and everything else is either on the open
//! list or is not served.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use brag_contract::v1;
use brag_host::{ActSpan, Host, Trace};
use http::{HeaderMap, HeaderValue, Request, Response};
use tonic::body::Body;
use tonic::server::Grpc;
use tonic::service::Routes;
use tonic::{Code, Status};
use tower::{Service, service_fn};

use crate::caller::{self, Caller};
use crate::codec::{Answer, MessageCodec};
use crate::from_wire::RequestLimits;
use crate::language::Accept;
use crate::limits::Streams;
use crate::method::{self, Method};
use crate::observer::{Observer, Watched};
use crate::odds::OddsDesk;
use crate::refused::{ENCODING, unknown_encoding, unknown_method};
use crate::rules_service::{get_variant, list_variants, rank_hands};
use crate::status::{Failure, counted};
use crate::stream::StreamCodec;

/// What all calls share.
pub(crate) struct Shared {
    /// The tables.
    pub(crate) host: Host,
    /// Bounds on requests.
    pub(crate) requests: RequestLimits,
    /// The streams that are open.
    pub(crate) streams: Arc<Streams>,
    /// Where odds are estimated.
    pub(crate) odds: OddsDesk,
    /// Whoever watches.
    pub(crate) observer: Option<Arc<dyn Observer>>,
}

/// The whole service: what [`transport::serve`](crate::transport::serve) serves. A cheap handle.
#[derive(Clone)]
pub struct Api {
    shared: Arc<Shared>,
    open: Routes,
}

impl Api {
    /// `open` holds the services of the open list.
    pub(crate) fn new(shared: Shared, open: Routes) -> Api {
        Api { shared: Arc::new(shared), open }
    }
}

impl Service<Request<Body>> for Api {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let parent = caller::traceparent(request.headers());
        let watched = Watched::begin(Arc::clone(&self.shared), &request, parent);
        if method::is_open(request.uri().path()) {
            let (path, accept) = (request.uri().path().to_owned(), Accept::of(request.headers()));
            let compressed = is_compressed(request.headers());
            let answer = self.open.call(request);
            return Box::pin(async move {
                let answer = watched.shared.open_answer(answer.await?, &path, compressed, &accept);
                Ok(watched.answered(answer))
            });
        }
        // Some kilobytes, most of them not yet in use: made where they stay, not copied there.
        let answer = Box::write(Box::new_uninit(), async move {
            let span = watched.span.clone();
            let parent = span.as_ref().map(|span| span.parent()).or(parent);
            let trace = Trace { parent, span: span.map(|span| span as Arc<dyn ActSpan>) };
            let response = watched.shared.answer(request, trace).await;
            Ok(watched.answered(response))
        });
        Box::into_pin(answer)
    }
}

impl Shared {
    /// Whether the method is served here: what is switched off is as if it were not there.
    fn serves(&self, method: Method) -> bool {
        method != Method::EstimateOdds || self.odds.on()
    }

    async fn answer(&self, request: Request<Body>, trace: Trace) -> Response<Body> {
        let accept = Accept::of(request.headers());
        let accept = &accept;
        let method = Method::of(request.uri().path()).filter(|&method| self.serves(method));
        let Some(method) = method else {
            return self.told(unknown_method(request.uri().path()), accept).into_http();
        };
        let caller = match Caller::admitted(&request, method, &self.requests, trace) {
            Ok(caller) => caller,
            Err(failure) => return self.told(failure, accept).into_http(),
        };
        let by = &caller;
        let max_bytes = self.requests.message_bytes;
        let response = match method {
            Method::Act => self.unary(request, accept, |asked| self.act(by, asked)).await,
            Method::GetTable => self.unary(request, accept, |asked| self.get_table(by, asked)).await,
            Method::StreamEvents => self.stream(request, accept, by).await,
            Method::CreateTable => self.unary(request, accept, |asked| self.create_table(by, asked)).await,
            Method::ListTables => self.unary(request, accept, |asked| self.list_tables(by, asked)).await,
            Method::ListVariants => {
                self.unary(request, accept, |asked| list_variants(accept.language(), asked)).await
            }
            Method::GetVariant => {
                self.unary(request, accept, |asked| get_variant(accept.language(), asked)).await
            }
            Method::RankHands => {
                self.unary(request, accept, |asked| rank_hands(accept.language(), asked)).await
            }
            Method::EstimateOdds => self.unary(request, accept, |asked| self.odds.estimate(asked)).await,
            Method::CreateScriptedTable => {
                self.unary(request, accept, |asked| self.create_scripted_table(by, asked)).await
            }
            Method::PreparePack => self.unary(request, accept, |asked| self.prepare_pack(by, asked)).await,
            Method::AdvanceClock => self.unary(request, accept, |asked| self.advance_clock(by, asked)).await,
            Method::ExpireTurn => self.unary(request, accept, |asked| self.expire_turn(by, asked)).await,
        };
        match unreadable(response.headers(), max_bytes) {
            Some(failure) => self.told_instead(failure, accept),
            None => response,
        }
    }

    /// The failure as the call ends with it; whoever watches is told why.
    fn told(&self, failure: Failure, accept: &Accept) -> Status {
        if let Some(observer) = &self.observer {
            observer.refused(failure.reason());
        }
        failure.into_status(accept.language())
    }

    /// A failure that takes the place of the framework's.
    fn told_instead(&self, failure: Failure, accept: &Accept) -> Response<Body> {
        let status = self.told(failure, accept);
        let unimplemented = status.code() == Code::Unimplemented;
        let mut response = status.into_http();
        if unimplemented {
            response.headers_mut().insert("grpc-accept-encoding", HeaderValue::from_static(ENCODING));
        }
        response
    }

    /// What a service of the open list answers; that it does not know the call is told as we tell it.
    fn open_answer(
        &self,
        answer: Response<Body>,
        path: &str,
        compressed: bool,
        accept: &Accept,
    ) -> Response<Body> {
        let code = Status::from_header_map(answer.headers()).map(|status| status.code());
        match code {
            Some(Code::Unimplemented) if compressed => self.told_instead(unknown_encoding(), accept),
            Some(Code::Unimplemented) => self.told_instead(unknown_method(path), accept),
            _ => answer,
        }
    }

    /// Reads the request's one message and answers with one.
    async fn unary<Q, A, F>(
        &self,
        request: Request<Body>,
        accept: &Accept,
        handle: impl Fn(Q) -> F,
    ) -> Response<Body>
    where
        Q: prost::Message + Default + Send + 'static,
        A: Answer + Send + 'static,
        F: Future<Output = Result<A, Failure>>,
    {
        let handler = service_fn(|asked: tonic::Request<Q>| {
            let answer = handle(asked.into_inner());
            async move { answer.await.map(tonic::Response::new).map_err(|failure| self.told(failure, accept)) }
        });
        Grpc::new(MessageCodec::<A, Q>::new())
            .max_decoding_message_size(self.requests.message_bytes)
            .unary(handler, request)
            .await
    }

    async fn stream(&self, request: Request<Body>, accept: &Accept, caller: &Caller) -> Response<Body> {
        let language = accept.language();
        let handler = service_fn(|asked: tonic::Request<v1::StreamEventsRequest>| async move {
            let messages = self.stream_events(caller, language, asked.into_inner()).await;
            messages.map(tonic::Response::new).map_err(|failure| self.told(failure, accept))
        });
        let max_bytes = self.requests.message_bytes;
        Grpc::new(StreamCodec).max_decoding_message_size(max_bytes).server_streaming(handler, request).await
    }
}

/// What the framework answers to a message that it cannot read, told as we tell it. Our own failures carry details,
/// the framework's none.
fn unreadable(headers: &HeaderMap, max_bytes: usize) -> Option<Failure> {
    let status = Status::from_header_map(headers)?;
    match status.code() {
        _ if !status.details().is_empty() => None,
        Code::Internal | Code::OutOfRange => {
            let allowed = format!("one message of this method, of at most {}", counted(max_bytes, "byte"));
            Some(Failure::invalid("request", allowed).with("max_bytes", max_bytes))
        }
        // The method is there, so it is the compression that is not.
        Code::Unimplemented => Some(unknown_encoding()),
        _ => None,
    }
}

fn is_compressed(headers: &HeaderMap) -> bool {
    headers.get("grpc-encoding").is_some_and(|encoding| encoding != ENCODING)
}
