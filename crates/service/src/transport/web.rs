//! What browsers speak: grpc-web, in front of the handlers of gRPC. Every request comes here that is not a native
//! call of gRPC and nothing else: all of HTTP/1.1, and of HTTP/2 what a browser behind a proxy sends, or could send.
//!
//! The server stands where a player's browser may reach it while it shows somebody else's page: on loopback. So a
//! page's origin is looked at before anything else, and a page that is not listed is refused, not merely kept from
//! reading the answer. A page may send some requests without asking first, of any of the content types of a form; so
//! what does not name a message of gRPC reaches no handler, by whichever protocol it comes.

use std::convert::Infallible;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Version, header};
use http_body_util::Limited;
use tonic::body::Body;
use tonic_web::GrpcWebLayer;
use tower::util::BoxCloneService;
use tower::{Layer, Service, ServiceExt, service_fn};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::{Transport, deadline};

/// Answers requests of browsers.
pub(super) type Web = BoxCloneService<Request<Body>, Response<Body>, Infallible>;

/// What gRPC names a message of.
const NATIVE: [&str; 2] = ["application/grpc", "application/grpc+proto"];

/// What grpc-web does: as bytes, and as base64 for clients that cannot read bytes as they come.
const WEB: [&str; 4] = [
    "application/grpc-web+proto",
    "application/grpc-web",
    "application/grpc-web-text",
    "application/grpc-web-text+proto",
];

/// What a page may send beside what every page may: what the clients of grpc-web send by themselves, who calls, in
/// which language he reads, and the trace.
const SENT: [&str; 11] = [
    "content-type",
    "x-grpc-web",
    "x-user-agent",
    "grpc-timeout",
    "authorization",
    "brag-player",
    "brag-role",
    "accept-language",
    "traceparent",
    "tracestate",
    "baggage",
];

/// What a page may read: how a call ended that ended at once.
const READ: [&str; 3] = ["grpc-status", "grpc-message", "grpc-status-details-bin"];

/// How long a browser may remember what it may send. Browsers cap it at this.
const MAX_AGE: Duration = Duration::from_secs(7_200);

/// `service`, as browsers are answered by it.
pub(super) fn answering<S>(service: S, transport: &Transport) -> Web
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let (most, longest) = (transport.request_timeout, transport.max_web_body_bytes);
    let timed = service_fn(move |request| deadline::answer(service.clone(), request, most));
    let origins: Vec<HeaderValue> =
        transport.web_origins.iter().map(|origin| origin.header().clone()).collect();
    let calls = cors(origins.clone()).layer(GrpcWebLayer::new().layer(timed));
    BoxCloneService::new(service_fn(move |mut request: Request<Body>| {
        let refused = refusal(&request, &origins);
        // tonic-web compares whole values, and would pass on what it does not know.
        if let Some(kind) = named(request.headers(), &WEB) {
            request.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        }
        let calls = calls.clone();
        async move {
            match refused {
                Some(response) => Ok(response),
                None => calls.oneshot(request.map(|body| Body::new(Limited::new(body, longest)))).await,
            }
        }
    }))
}

/// Whether a request of HTTP/2 is a native call, which no page's browser has sent: those need none of what is here.
pub(super) fn is_native(request: &Request<Body>) -> bool {
    request.method() == Method::POST
        && named(request.headers(), &NATIVE).is_some()
        && !request.headers().contains_key(header::ORIGIN)
}

/// Which of `types` the content type names, in any case and with any parameters.
fn named(headers: &HeaderMap, types: &[&'static str]) -> Option<&'static str> {
    let kind = headers.get(header::CONTENT_TYPE)?.as_bytes();
    let kind = kind.split(|&byte| byte == b';').next()?.trim_ascii();
    types.iter().copied().find(|known| kind.eq_ignore_ascii_case(known.as_bytes()))
}

fn cors(origins: Vec<HeaderValue>) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::POST])
        .allow_headers(SENT.map(HeaderName::from_static))
        .expose_headers(READ.map(HeaderName::from_static))
        .max_age(MAX_AGE)
}

/// The answer to what is neither a call nor the question whether one may be made.
fn refusal(request: &Request<Body>, origins: &[HeaderValue]) -> Option<Response<Body>> {
    let headers = request.headers();
    let listed = |origin| origins.contains(origin);
    if !headers.get_all(header::ORIGIN).iter().all(listed) {
        let why = "web pages of this origin may not call; --cors-origins lists those that may";
        return Some(told(StatusCode::FORBIDDEN, why));
    }
    let asks_first =
        headers.contains_key(header::ORIGIN) && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    match *request.method() {
        Method::POST => {
            let by_http2 = request.version() == Version::HTTP_2;
            let known = named(headers, &WEB).is_some() || by_http2 && named(headers, &NATIVE).is_some();
            let why = "this port speaks application/grpc-web+proto, and application/grpc over HTTP/2 alone";
            (!known).then(|| told(StatusCode::UNSUPPORTED_MEDIA_TYPE, why))
        }
        Method::OPTIONS if asks_first => None,
        _ => {
            let why = "this port speaks gRPC over HTTP/2 and grpc-web, both by POST";
            let mut response = told(StatusCode::METHOD_NOT_ALLOWED, why);
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
            Some(response)
        }
    }
}

/// One line for whoever looks.
fn told(status: StatusCode, line: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::new(http_body_util::Full::from(format!("{line}\n"))));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}
