//! From an HTTP request to its handler: who calls, may he, is the message well-formed; then the handler's own checks.
//!
//! Deny by default: a path reaches a handler only if [`Method`] names it, and everything else is either on the open
//! list or is not served.

use std::convert::Infallible;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use brag_host::{Host, Trace};
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response};
use tonic::body::Body;
use tonic::service::Routes;
use tonic::{Code, Status};
use tower::Service;

use crate::call::{Answered, Call};
use crate::caller::{self, Caller};
use crate::from_wire::RequestLimits;
use crate::language::Accept;
use crate::limits::Streams;
use crate::method::{self, Method};
use crate::observer::{Observer, Watched};
use crate::odds::OddsDesk;
use crate::refused::{ENCODING, unknown_encoding, unknown_method};
use crate::rules_service::{get_variant, list_variants, rank_hands};
use crate::status::Failure;

/// The header that says how a request's messages are compressed.
static COMPRESSED_BY: HeaderName = HeaderName::from_static("grpc-encoding");

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
    /// The services of the open list.
    pub(crate) open: Routes,
}

/// The whole service: what [`transport::serve`](crate::transport::serve) serves. A cheap handle.
#[derive(Clone)]
pub struct Api(Arc<Shared>);

impl Api {
    pub(crate) fn new(shared: Shared) -> Api {
        Api(Arc::new(shared))
    }
}

/// A call's answer, on its way.
type Answering = Pin<Box<dyn Future<Output = Answered> + Send>>;

impl Service<Request<Body>> for Api {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answering;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let parent = caller::traceparent(request.headers());
        let watched = Watched::begin(Arc::clone(&self.0), &request, parent);
        let accept = Accept::of(request.headers());
        let compressed = is_compressed(request.headers());
        if method::is_open(request.uri().path()) {
            let path = request.uri().path().to_owned();
            let answer = watched.shared.open.clone().call(request);
            return Box::pin(async move {
                let answer = watched.shared.open_answer(answer.await?, &path, compressed, &accept);
                Ok(watched.answered(answer))
            });
        }
        let (method, caller) = match watched.shared.admitted(&request, watched.trace(parent)) {
            Ok(admitted) => admitted,
            Err(failure) => {
                let response = watched.shared.told(failure, &accept).into_http();
                return Box::pin(ready(Ok(watched.answered(response))));
            }
        };
        if compressed {
            let response = watched.shared.not_served(unknown_encoding(), &accept);
            return Box::pin(ready(Ok(watched.answered(response))));
        }
        handled(method, Call { watched, caller, accept }, request.into_body())
    }
}

/// The call in its handler's hands. Each method has a future of its own: one for all of them would be as large as the
/// largest, for every call.
fn handled(method: Method, call: Call, body: Body) -> Answering {
    match method {
        Method::Act => {
            Box::pin(call.unary(body, async |call, asked| call.shared().act(&call.caller, asked).await))
        }
        Method::GetTable => {
            Box::pin(call.unary(body, async |call, asked| call.shared().get_table(&call.caller, asked).await))
        }
        Method::StreamEvents => Box::pin(call.stream(body, async |call, asked| {
            call.shared().stream_events(&call.caller, call.language(), asked).await
        })),
        Method::CreateTable => Box::pin(
            call.unary(body, async |call, asked| call.shared().create_table(&call.caller, asked).await),
        ),
        Method::ListTables => Box::pin(
            call.unary(body, async |call, asked| call.shared().list_tables(&call.caller, asked).await),
        ),
        Method::ListVariants => {
            Box::pin(call.unary(body, async |call, asked| list_variants(call.language(), asked).await))
        }
        Method::GetVariant => {
            Box::pin(call.unary(body, async |call, asked| get_variant(call.language(), asked).await))
        }
        Method::RankHands => {
            Box::pin(call.unary(body, async |call, asked| rank_hands(call.language(), asked).await))
        }
        Method::EstimateOdds => {
            Box::pin(call.unary(body, async |call, asked| call.shared().odds.estimate(asked).await))
        }
        Method::CreateScriptedTable => {
            Box::pin(call.unary(body, async |call, asked| {
                call.shared().create_scripted_table(&call.caller, asked).await
            }))
        }
        Method::PreparePack => Box::pin(
            call.unary(body, async |call, asked| call.shared().prepare_pack(&call.caller, asked).await),
        ),
        Method::AdvanceClock => Box::pin(
            call.unary(body, async |call, asked| call.shared().advance_clock(&call.caller, asked).await),
        ),
        Method::ExpireTurn => Box::pin(
            call.unary(body, async |call, asked| call.shared().expire_turn(&call.caller, asked).await),
        ),
    }
}

impl Shared {
    /// Whether the method is served here: what is switched off is as if it were not there.
    fn serves(&self, method: Method) -> bool {
        method != Method::EstimateOdds || self.odds.on()
    }

    /// Which method is called, and by whom.
    ///
    /// # Errors
    /// UNKNOWN_METHOD, and those of [`Caller::admitted`].
    fn admitted(&self, request: &Request<Body>, trace: Trace) -> Result<(Method, Caller), Failure> {
        let path = request.uri().path();
        let method = Method::of(path).filter(|&method| self.serves(method));
        let method = method.ok_or_else(|| unknown_method(path))?;
        Ok((method, Caller::admitted(request, method, &self.requests, trace)?))
    }

    /// The failure as the call ends with it; whoever watches is told why.
    pub(crate) fn told(&self, failure: Failure, accept: &Accept) -> Status {
        if let Some(observer) = &self.observer {
            observer.refused(failure.reason());
        }
        failure.into_status(accept.language())
    }

    /// Something of the call is not served, told with what is.
    fn not_served(&self, failure: Failure, accept: &Accept) -> Response<Body> {
        let mut response = self.told(failure, accept).into_http();
        response.headers_mut().insert("grpc-accept-encoding", HeaderValue::from_static(ENCODING));
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
            Some(Code::Unimplemented) if compressed => self.not_served(unknown_encoding(), accept),
            Some(Code::Unimplemented) => self.not_served(unknown_method(path), accept),
            _ => answer,
        }
    }
}

fn is_compressed(headers: &HeaderMap) -> bool {
    headers.get(&COMPRESSED_BY).is_some_and(|encoding| encoding != ENCODING)
}
