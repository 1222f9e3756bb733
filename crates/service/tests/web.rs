//! What a browser does, by hand: grpc-web over HTTP/1.1, its bounds, and pages that may not call.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::stream_events_response::Message;
use brag_contract::v1::{self, GetTableRequest, StreamEventsRequest};
use brag_host::{Host, HostConfig, ManualClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_service::transport::{self, Transport};
use brag_service::{Limits, Serving, Settings};
use bytes::{Buf, Bytes};
use common::{Server, metadata, reason, three_card};
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::Incoming;
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tonic::body::Body;
use tonic::{Code, Status};

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(20);
/// For a knob that must not be what ends the wait.
const NEVER: Duration = Duration::from_secs(3_600);
/// Short enough to wait for.
const SHORT: Duration = Duration::from_millis(150);
/// The page that may call.
const HOME: &str = "http://localhost:5173";
const WEB: &str = "application/grpc-web+proto";
const CREATE: &str = "/brag.v1.TableService/CreateTable";
const GET_TABLE: &str = "/brag.v1.TableService/GetTable";
const STREAM: &str = "/brag.v1.TableService/StreamEvents";

/// A server under test that lets [`HOME`]'s pages call, and the means to drain it.
struct Site {
    server: Server,
    drain: oneshot::Sender<()>,
    served: JoinHandle<Result<(), transport::Error>>,
}

async fn site() -> Site {
    site_with(Transport::default(), Limits::default()).await
}

async fn site_with(transport: Transport, limits: Limits) -> Site {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let clock = Arc::new(ManualClock::at(1_700_000_000_000));
    let journal = Arc::new(MemoryJournal::new(MemoryBounds::default()));
    let host = Host::new(HostConfig::default(), journal, clock.clone()).unwrap();
    let serving = Serving::new(host, Settings { limits, ..Settings::default() });
    serving.ready();
    let transport = Transport { web_origins: vec![HOME.parse().unwrap()], ..transport };
    let (drain, told) = oneshot::channel();
    let stop = {
        let serving = serving.clone();
        async move {
            if told.await.is_err() {
                return std::future::pending().await;
            }
            serving.drain();
        }
    };
    let served = tokio::spawn(transport::serve(listener, serving.service(), transport, stop, NEVER));
    let site = Site { server: Server { address, serving, clock }, drain, served };
    site.server.dealt().await;
    site
}

impl Site {
    fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// A connection by HTTP/1.1.
    async fn page(&self) -> Page {
        let stream = TcpStream::connect(self.address()).await.unwrap();
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        let connection = tokio::spawn(async move {
            let _ended_with_the_page = connection.await;
        });
        Page { sender, connection }
    }

    /// A connection by HTTP/2, as a proxy of browsers opens it.
    async fn over_http2(&self) -> http2::SendRequest<Full<Bytes>> {
        let stream = TcpStream::connect(self.address()).await.unwrap();
        let (sender, connection) =
            http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        sender
    }

    /// A connection on which bytes are sent as they are.
    async fn raw(&self, said: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address()).await.unwrap();
        stream.write_all(said).await.unwrap();
        stream
    }
}

/// Everything that the server says until it closes the connection.
async fn to_the_end(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    // A reset after the last byte ends it as well.
    let _reset = timeout(HANG, stream.read_to_end(&mut said)).await.expect("the server closes");
    String::from_utf8_lossy(&said).into_owned()
}

struct Page {
    sender: http1::SendRequest<Full<Bytes>>,
    connection: JoinHandle<()>,
}

impl Page {
    async fn send(&mut self, request: Request<Full<Bytes>>) -> Response<Incoming> {
        timeout(HANG, self.sender.send_request(request)).await.expect("an answer").unwrap()
    }

    /// The response of a call by ann.
    async fn call(&mut self, path: &str, message: impl prost::Message) -> Response<Incoming> {
        self.send(post(path, WEB, framed(&message)).body()).await
    }
}

/// A request in the making.
struct Post(http::request::Builder, Bytes);

fn post(path: &str, kind: &str, body: Bytes) -> Post {
    let request = Request::post(path).header("host", "test").header("content-type", kind);
    Post(request.header("brag-player", "ann").header("x-grpc-web", "1"), body)
}

impl Post {
    fn with(self, key: &str, value: &str) -> Post {
        Post(self.0.header(key, value), self.1)
    }

    fn body(self) -> Request<Full<Bytes>> {
        self.0.body(Full::new(self.1)).unwrap()
    }
}

fn over_http2(path: &str, body: Bytes) -> Request<Full<Bytes>> {
    let mut request = post(path, WEB, body).body();
    request.headers_mut().remove("host");
    *request.uri_mut() = format!("http://test{path}").parse().unwrap();
    request
}

/// One message as it is sent: a flag, its length, its bytes.
fn framed(message: &impl prost::Message) -> Bytes {
    frame(0, &message.encode_to_vec())
}

fn frame(flag: u8, payload: &[u8]) -> Bytes {
    [&[flag][..], &u32::try_from(payload.len()).unwrap().to_be_bytes(), payload].concat().into()
}

/// The messages of a body one by one, and its trailers.
struct Frames {
    body: Incoming,
    read: Vec<u8>,
}

#[derive(Debug)]
enum Frame {
    Message(Bytes),
    Trailers(HeaderMap),
}

impl Frames {
    fn of(response: Response<Incoming>) -> Frames {
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], WEB);
        Frames { body: response.into_body(), read: Vec::new() }
    }

    async fn next(&mut self) -> Option<Frame> {
        loop {
            if let Some(mut head) = self.read.get(..5) {
                let (flag, length) = (head.get_u8(), head.get_u32() as usize);
                if self.read.len() >= 5 + length {
                    let payload = Bytes::copy_from_slice(&self.read[5..5 + length]);
                    self.read.drain(..5 + length);
                    return Some(if flag == 0x80 {
                        Frame::Trailers(parsed(&payload))
                    } else {
                        Frame::Message(payload)
                    });
                }
            }
            let more = timeout(HANG, self.body.frame()).await.expect("more, or the end")?;
            self.read.extend_from_slice(&more.expect("not cut").into_data().expect("no trailers of HTTP"));
        }
    }

    async fn message<M: prost::Message + Default>(&mut self) -> M {
        match self.next().await {
            Some(Frame::Message(bytes)) => M::decode(bytes).unwrap(),
            other => panic!("a message, not {other:?}"),
        }
    }

    /// How the call ended; nothing may follow.
    async fn status(&mut self) -> Status {
        match self.next().await {
            Some(Frame::Trailers(trailers)) => {
                assert!(self.next().await.is_none(), "trailers are last");
                Status::from_header_map(&trailers).unwrap()
            }
            other => panic!("trailers, not {other:?}"),
        }
    }
}

fn parsed(block: &[u8]) -> HeaderMap {
    let lines = str::from_utf8(block).unwrap().split_terminator("\r\n");
    let pair = |line: &str| {
        let (key, value) = line.split_once(':').unwrap();
        (key.parse::<http::HeaderName>().unwrap(), value.trim().parse().unwrap())
    };
    lines.map(pair).collect()
}

/// The status of a call that ended before its first message: in the headers.
fn at_once(response: &Response<Incoming>) -> Status {
    assert_eq!(
        (response.status().as_u16(), &response.headers()["content-type"]),
        (200, &WEB.parse().unwrap())
    );
    Status::from_header_map(response.headers()).unwrap()
}

fn see_table() -> GetTableRequest {
    GetTableRequest { name: "tables/t".into(), player: String::new() }
}

fn events(after_seq: Option<u64>) -> StreamEventsRequest {
    StreamEventsRequest { table: "tables/t".into(), after_seq, player: String::new() }
}

// --- Calls ------------------------------------------------------------------------------------------------------

#[tokio::test]
async fn a_view_comes_as_a_native_call_has_it_and_the_connection_is_kept() {
    let site = site().await;
    let native = site.server.view("ann", "").await;
    let mut page = site.page().await;
    for _ in 0..2 {
        let mut frames = Frames::of(page.call(GET_TABLE, see_table()).await);
        let view: v1::GetTableResponse = frames.message().await;
        assert_eq!(view.table.unwrap(), native);
        assert_eq!(frames.status().await.code(), Code::Ok);
    }
}

#[tokio::test]
async fn a_refusal_carries_its_details() {
    let site = site().await;
    let mut page = site.page().await;
    let fold = v1::ActRequest { turn: Some(1), ..common::act(Action::Fold(v1::Fold {})) };
    let mut request = post("/brag.v1.TableService/Act", WEB, framed(&fold)).body();
    request.headers_mut().insert("brag-player", "bob".parse().unwrap());
    let status = at_once(&page.send(request).await);
    assert_eq!((status.code(), &*reason(&status)), (Code::FailedPrecondition, "NOT_YOUR_TURN"));
}

#[tokio::test]
async fn base64_is_understood_and_spoken_as_the_client_likes() {
    let site = site().await;
    let mut page = site.page().await;
    let view = page.call(GET_TABLE, see_table()).await.into_body().collect().await.unwrap().to_bytes();
    // {name: "tables/t"} as an independent encoder has it.
    let request = Bytes::from_static(b"AAAAAAoKCHRhYmxlcy90");
    let text =
        post(GET_TABLE, "application/grpc-web-text", request).with("accept", "application/grpc-web-text");
    let response = page.send(text.body()).await;
    assert_eq!(response.headers()["content-type"], "application/grpc-web-text+proto");
    let spoken = response.into_body().collect().await.unwrap().to_bytes();
    assert!(spoken.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte)));
    let padded = |length: usize| length.div_ceil(3) * 4;
    let message = 5 + u32::from_be_bytes(view[1..5].try_into().unwrap()) as usize;
    assert_eq!(spoken.len(), padded(message) + padded(view.len() - message), "each frame by itself");
}

#[tokio::test]
async fn grpc_web_over_http2_is_answered_alike() {
    let site = site().await;
    let mut sender = site.over_http2().await;
    let mut request = over_http2(GET_TABLE, framed(&see_table()));
    request.headers_mut().insert("origin", HOME.parse().unwrap());
    let response = sender.send_request(request).await.unwrap();
    assert_eq!(response.headers()["access-control-allow-origin"], HOME);
    let mut frames = Frames::of(response);
    frames.message::<v1::GetTableResponse>().await;
    assert_eq!(frames.status().await.code(), Code::Ok);

    let options = Request::options("http://test/").header("origin", "http://evil.example");
    let refused = sender.send_request(options.body(Full::default()).unwrap()).await.unwrap();
    assert_eq!(refused.status(), 403);
}

// --- Streams ----------------------------------------------------------------------------------------------------

#[tokio::test]
async fn a_stream_is_live_and_ends_in_its_trailers_when_the_server_drains() {
    let site = site().await;
    let (mut idle, mut streaming) = (site.page().await, site.page().await);
    let answered = idle.call(GET_TABLE, see_table()).await.into_body().collect().await;
    assert!(!answered.unwrap().to_bytes().is_empty());
    let mut frames = Frames::of(streaming.call(STREAM, events(None)).await);
    let snapshot: v1::StreamEventsResponse = frames.message().await;
    let Some(Message::Snapshot(view)) = snapshot.message else { panic!("a snapshot, not {snapshot:?}") };
    frames.message::<v1::StreamEventsResponse>().await;
    let answer = site.server.act("ann", Action::Look(v1::Look::default())).await.unwrap();
    let batch: v1::StreamEventsResponse = frames.message().await;
    let Some(Message::Batch(batch)) = batch.message else { panic!("a batch, not {batch:?}") };
    assert_eq!(batch.events, answer.events);
    assert_eq!(batch.events[0].seq, view.seq + 1);

    site.drain.send(()).unwrap();
    let status = frames.status().await;
    assert_eq!((status.code(), &*reason(&status)), (Code::Unavailable, "DRAINING"));
    assert_eq!(metadata(&status)["next_seq"], (answer.seq + 1).to_string());
    assert!(tonic_types::StatusExt::get_details_retry_info(&status).is_some());
    timeout(HANG, site.served).await.expect("no connection is left").unwrap().unwrap();
    timeout(HANG, idle.connection).await.expect("the idle one, too").unwrap();
}

#[tokio::test]
async fn a_page_that_goes_away_frees_its_streams_place() {
    let limits = Limits { streams_per_table: 1, ..Limits::default() };
    let site = site_with(Transport::default(), limits).await;
    let mut first = site.page().await;
    let mut frames = Frames::of(first.call(STREAM, events(None)).await);
    frames.message::<v1::StreamEventsResponse>().await;
    let refused = at_once(&site.page().await.call(STREAM, events(None)).await);
    assert_eq!(reason(&refused), "QUOTA_EXCEEDED");
    drop((first, frames));
    let again = async {
        while Status::from_header_map(site.page().await.call(STREAM, events(None)).await.headers()).is_some()
        {
        }
    };
    timeout(HANG, again).await.expect("a place for the next one");
}

#[tokio::test]
async fn streams_count_for_the_connection() {
    let limits = Limits { streams_per_connection: 1, ..Limits::default() };
    let site = site_with(Transport::default(), limits).await;
    let mut sender = site.over_http2().await;
    let first = sender.send_request(over_http2(STREAM, framed(&events(None)))).await.unwrap();
    let second = sender.send_request(over_http2(STREAM, framed(&events(None)))).await.unwrap();
    assert_eq!(metadata(&at_once(&second))["limit"], "streams_per_connection");
    Frames::of(first).message::<v1::StreamEventsResponse>().await;
    let mut another = Frames::of(site.page().await.call(STREAM, events(None)).await);
    another.message::<v1::StreamEventsResponse>().await;
}

// --- Pages ------------------------------------------------------------------------------------------------------

#[tokio::test]
async fn a_listed_page_may_call_and_read_how_it_ended() {
    let site = site().await;
    let response =
        site.page().await.send(post(GET_TABLE, WEB, framed(&see_table())).with("origin", HOME).body()).await;
    assert_eq!(response.headers()["access-control-allow-origin"], HOME);
    assert!(response.headers()["vary"].to_str().unwrap().contains("origin"));
    let exposed = response.headers()["access-control-expose-headers"].to_str().unwrap();
    assert_eq!(exposed, "grpc-status,grpc-message,grpc-status-details-bin");
    Frames::of(response).message::<v1::GetTableResponse>().await;
}

/// What pages may name a message of, or may send without asking first.
const KINDS: [Option<&str>; 12] = [
    Some(WEB),
    Some("application/grpc-web-text"),
    Some("APPLICATION/gRPC-Web"),
    Some("application/grpc"),
    Some("application/grpc+proto"),
    Some("text/plain"),
    Some("application/x-www-form-urlencoded"),
    Some("multipart/form-data; boundary=x"),
    Some("application/json"),
    Some("Text/Plain;application/grpc"),
    Some(""),
    None,
];

/// A request to make the table "made", as a page sends it.
fn creation(kind: Option<&str>, origins: &[&str]) -> Request<Full<Bytes>> {
    let deal = v1::CreateTableRequest { table_id: "made".into(), ..three_card("t") };
    let mut request = post(CREATE, WEB, framed(&deal)).body();
    request.headers_mut().remove("content-type");
    if let Some(kind) = kind {
        request.headers_mut().insert("content-type", kind.parse().unwrap());
    }
    for origin in origins {
        request.headers_mut().append("origin", origin.parse().unwrap());
    }
    request
}

impl Site {
    /// The response by each protocol.
    async fn by_both(&self, request: Request<Full<Bytes>>) -> [Response<Incoming>; 2] {
        let by_http1 = self.page().await.send(request.clone()).await;
        let mut request = request;
        request.headers_mut().remove("host");
        *request.uri_mut() = format!("http://test{}", request.uri()).parse().unwrap();
        let mut sender = self.over_http2().await;
        let by_http2 = timeout(HANG, sender.send_request(request)).await.expect("an answer").unwrap();
        [by_http1, by_http2]
    }

    async fn has_made(&self) -> bool {
        let made = GetTableRequest { name: "tables/made".into(), player: String::new() };
        let response = self.page().await.call(GET_TABLE, made).await;
        match Status::from_header_map(response.headers()) {
            Some(status) => {
                assert_eq!(reason(&status), "TABLE_NOT_FOUND");
                false
            }
            None => true,
        }
    }
}

#[tokio::test]
async fn a_page_of_another_origin_is_refused_before_anything_is_done() {
    let site = site().await;
    let evil = "http://evil.example:50051";
    for origins in [&[evil][..], &["null"], &[HOME, evil], &["http://localhost:5174"], &[""]] {
        for kind in KINDS {
            for response in site.by_both(creation(kind, origins)).await {
                assert_eq!(response.status(), 403, "{origins:?} {kind:?}");
                assert!(!response.headers().contains_key("access-control-allow-origin"));
                let said = response.into_body().collect().await.unwrap().to_bytes();
                assert!(said.starts_with(b"web pages of this origin may not call") && said.ends_with(b"\n"));
            }
        }
    }
    assert!(!site.has_made().await);
}

#[tokio::test]
async fn what_names_no_message_of_grpc_reaches_no_handler() {
    let site = site().await;
    let others =
        ["application/grpc+json", "application/grpcx", "application/grpc-web+json", "application/grpc, a"];
    let refused = KINDS[5..].iter().copied().chain(others.map(Some));
    for (kind, origins) in refused.flat_map(|kind| [(kind, &[][..]), (kind, &[HOME])]) {
        for response in site.by_both(creation(kind, origins)).await {
            assert_eq!(response.status(), 415, "{kind:?} {origins:?} {:?}", response.version());
        }
    }
    for method in ["GET", "PUT", "HEAD", "OPTIONS"] {
        for kind in ["application/grpc", WEB] {
            let mut request = creation(Some(kind), &[]);
            *request.method_mut() = method.parse().unwrap();
            for response in site.by_both(request).await {
                assert_eq!(response.status(), 405, "{method} {kind} {:?}", response.version());
                assert_eq!(response.headers()["allow"], "POST");
            }
        }
    }
    assert!(!site.has_made().await);
}

#[tokio::test]
async fn the_case_and_the_parameters_of_a_content_type_do_not_matter() {
    let site = site().await;
    for kind in ["Application/GRPC-Web+Proto", "application/grpc-web+proto; charset=utf-8"] {
        for response in site.by_both(post(GET_TABLE, kind, framed(&see_table())).body()).await {
            Frames::of(response).message::<v1::GetTableResponse>().await;
        }
    }
    for kind in ["application/grpc", "application/grpc+proto", "Application/gRPC ; a=b"] {
        for origin in [None, Some(HOME)] {
            let mut request = over_http2(GET_TABLE, framed(&see_table()));
            request.headers_mut().insert("content-type", kind.parse().unwrap());
            if let Some(origin) = origin {
                request.headers_mut().insert("origin", origin.parse().unwrap());
            }
            let response = site.over_http2().await.send_request(request).await.unwrap();
            assert_eq!(response.headers()["content-type"], "application/grpc", "{kind} {origin:?}");
            let body = response.into_body().collect().await.unwrap();
            assert_eq!(body.trailers().unwrap()["grpc-status"], "0", "{kind} {origin:?}");
        }
    }
}

#[tokio::test]
async fn a_browser_that_asks_first_is_told_what_a_listed_page_may_send() {
    let site = site().await;
    let ask = |origin: &str| {
        let asked = Request::options(GET_TABLE).header("host", "test").header("origin", origin);
        let asked = asked.header("access-control-request-method", "POST");
        asked.header("access-control-request-headers", "brag-player").body(Full::default()).unwrap()
    };
    let mut page = site.page().await;
    let told = page.send(ask(HOME)).await;
    assert_eq!(told.status(), 200);
    let header = |name: &str| told.headers()[name].to_str().unwrap();
    assert_eq!(header("access-control-allow-origin"), HOME);
    assert_eq!(header("access-control-allow-methods"), "POST");
    assert_eq!(header("access-control-max-age"), "7200");
    let allowed: Vec<&str> = header("access-control-allow-headers").split(',').collect();
    let of_clients = ["content-type", "x-grpc-web", "x-user-agent", "grpc-timeout"];
    let of_callers = ["authorization", "brag-player", "brag-role", "accept-language"];
    let of_traces = ["traceparent", "tracestate", "baggage"];
    assert_eq!(allowed, [&of_clients[..], &of_callers, &of_traces].concat());
    assert!(!told.headers().contains_key("access-control-allow-credentials"));
    let refused = page.send(ask("http://evil.example")).await;
    assert_eq!(refused.status(), 403);
    assert!(!refused.headers().contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn what_is_no_call_is_told_so_in_one_line() {
    let site = site().await;
    let plain =
        |request: http::request::Builder| request.header("host", "test").body(Full::default()).unwrap();
    let cases = [
        (post(GET_TABLE, "application/grpc", framed(&see_table())).body(), 415),
        (post(GET_TABLE, "application/grpc+proto", framed(&see_table())).body(), 415),
        (post(GET_TABLE, "application/grpc-web+json", Bytes::new()).body(), 415),
        (post(GET_TABLE, "text/plain", framed(&see_table())).body(), 415),
        (plain(Request::post(GET_TABLE)), 415),
        (plain(Request::get("/")), 405),
        (plain(Request::put(GET_TABLE).header("content-type", WEB)), 405),
        (plain(Request::options("*")), 405),
        (plain(Request::options(GET_TABLE).header("origin", HOME)), 405),
    ];
    for (request, status) in cases {
        let shown = format!("{request:?}");
        let response = site.page().await.send(request).await;
        assert_eq!(response.status(), status, "{shown}");
        assert_eq!(response.headers().contains_key("allow"), status == 405);
        let line = response.into_body().collect().await.unwrap().to_bytes();
        assert!(
            line.starts_with(b"this port speaks ") && line.iter().filter(|&&byte| byte == b'\n').count() == 1
        );
    }
    let status = at_once(&site.page().await.call("/brag.v1.TableService/Nothing", see_table()).await);
    assert_eq!(status.code(), Code::Unimplemented);
}

// --- Bounds -----------------------------------------------------------------------------------------------------

#[tokio::test]
async fn a_head_that_does_not_come_ends_the_connection() {
    let site =
        site_with(Transport { http1_header_timeout: SHORT, ..Transport::default() }, Limits::default()).await;
    let mut slow = site.raw(b"POST / HTTP/1.1\r\nhost: ").await;
    assert_eq!(to_the_end(&mut slow).await, "", "closed without a byte");
    let mut idle = site.raw(b"GET / HTTP/1.1\r\nhost: test\r\n\r\n").await;
    assert!(to_the_end(&mut idle).await.starts_with("HTTP/1.1 405 "), "closed after its answer");
}

#[tokio::test]
async fn a_head_that_is_too_long_is_refused() {
    let site = site().await;
    let head = format!("POST / HTTP/1.1\r\nhost: test\r\nlong: {}", "x".repeat(8 << 10));
    let mut stream = site.raw(head.as_bytes()).await;
    assert!(to_the_end(&mut stream).await.starts_with("HTTP/1.1 431 "));
}

#[tokio::test]
async fn what_is_no_http_is_closed_at_once() {
    let site =
        site_with(Transport { http1_header_timeout: NEVER, ..Transport::default() }, Limits::default()).await;
    // The beginning of TLS, and HTTP/2's preface with another end.
    for said in [&b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..], b"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n"] {
        let mut stream = site.raw(said).await;
        let answer = to_the_end(&mut stream).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
}

fn head(length: &str) -> Vec<u8> {
    format!("POST {GET_TABLE} HTTP/1.1\r\nhost: test\r\nbrag-player: ann\r\ncontent-type: {WEB}\r\n{length}\r\n\r\n")
        .into_bytes()
}

/// Reads up to the end of a response's head.
async fn head_of_answer(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    while !said.ends_with(b"\r\n\r\n") {
        said.push(timeout(HANG, stream.read_u8()).await.expect("an answer").expect("a whole head"));
    }
    String::from_utf8(said).unwrap()
}

#[tokio::test]
async fn a_message_that_is_too_long_is_refused_when_its_length_is_known() {
    let site = site().await;
    let longer = [&[0][..], &(16 * 1_024 + 1_u32).to_be_bytes(), b"and so on"].concat();
    let chunk = [format!("{:x}\r\n", longer.len()).as_bytes(), &longer, b"\r\n"].concat();
    for said in [
        [head("content-length: 1000000000"), longer].concat(),
        [head("transfer-encoding: chunked"), chunk].concat(),
    ] {
        let mut stream = site.raw(&said).await;
        let answer = head_of_answer(&mut stream).await;
        assert!(answer.contains("grpc-status: 3\r\n") && answer.contains("16384"), "{answer}");
    }
}

#[tokio::test]
async fn the_longest_message_fits_in_base64() {
    let site = site().await;
    let refused_for = async |name: usize| {
        let asked = framed(&GetTableRequest { name: "t".repeat(name), player: String::new() });
        let text = post(GET_TABLE, "application/grpc-web-text", STANDARD.encode(asked).into());
        let status = Status::from_header_map(site.page().await.send(text.body()).await.headers()).unwrap();
        metadata(&status)["field"].clone()
    };
    // The name's own tag and length are three bytes.
    assert_eq!(refused_for(16 * 1_024 - 3).await, "name", "it was read");
    assert_eq!(refused_for(16 * 1_024 - 2).await, "request", "it was too long");
}

#[tokio::test]
async fn a_body_without_end_is_refused() {
    let site =
        site_with(Transport { request_timeout: NEVER, ..Transport::default() }, Limits::default()).await;
    let mut stream = site.raw(&head("transfer-encoding: chunked")).await;
    let (mut reader, mut writer) = stream.split();
    let message = framed(&see_table());
    let chunk = [format!("{:x}\r\n", message.len()).as_bytes(), &message, b"\r\n"].concat();
    let endless = async {
        // Ends when the server has closed the connection.
        while writer.write_all(&chunk).await.is_ok() {}
    };
    let answer = async {
        let mut said = Vec::new();
        while !said.ends_with(b"\r\n\r\n") {
            said.push(reader.read_u8().await.unwrap());
        }
        String::from_utf8(said).unwrap()
    };
    let ((), answer) = timeout(HANG, async { tokio::join!(endless, answer) }).await.expect("an end");
    assert!(answer.contains("grpc-status: 3\r\n"), "{answer}");
}

#[tokio::test]
async fn a_body_that_does_not_come_is_deadline_exceeded() {
    let site =
        site_with(Transport { request_timeout: SHORT, ..Transport::default() }, Limits::default()).await;
    let mut stream = site.raw(&head("content-length: 15")).await;
    let answer = head_of_answer(&mut stream).await;
    assert!(
        answer.contains("grpc-status: 4\r\n") && answer.contains(&format!("content-type: {WEB}\r\n")),
        "{answer}"
    );
}

/// Says when it is dropped.
struct TellsDrop(Option<oneshot::Sender<()>>);

impl Drop for TellsDrop {
    fn drop(&mut self) {
        self.0.take().map(|sender| sender.send(()));
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_page_that_takes_nothing_is_cut() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (dropped, cut) = oneshot::channel();
    let held = Arc::new(parking_lot::Mutex::new(Some(TellsDrop(Some(dropped)))));
    let endless = tower::service_fn(move |_: Request<Body>| {
        let tells = held.lock().take();
        let messages = futures_util::stream::repeat_with(move || {
            let _held_by_the_body = &tells;
            Ok::<_, Status>(http_body::Frame::data(Bytes::from_static(&[0; 16 << 10])))
        });
        async { Ok::<_, std::convert::Infallible>(Response::new(Body::new(StreamBody::new(messages)))) }
    });
    let transport = Transport { http1_unacknowledged: SHORT, ..Transport::default() };
    tokio::spawn(transport::serve(listener, endless, transport, std::future::pending(), NEVER));
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(&head("content-length: 0")).await.unwrap();
    timeout(HANG, cut).await.expect("cut, though the page is still there").unwrap();
    drop(stream);
}
