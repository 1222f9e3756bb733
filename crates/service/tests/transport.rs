//! The transport against peers that are slow, silent, malformed or ordinary: each limit is seen on the wire.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod wire;

use std::{
    collections::BTreeMap,
    convert::Infallible,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use brag_service::transport::{self, Transport};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response};
use http_body_util::{BodyExt, Empty, channel::Channel};
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::{Notify, mpsc, oneshot},
    task::JoinHandle,
    time::timeout,
};
use tonic::{body::Body, transport::server::TcpConnectInfo};
use wire::{GOAWAY, HEADERS, PING, RST_STREAM, WINDOW_UPDATE, frame, read_frame, read_kind};

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(20);
/// For a knob that must not be what ends the wait.
const NEVER: Duration = Duration::from_secs(3_600);

/// A server under test and the means to steer it from outside.
struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), transport::Error>>,
    handlers: Handlers,
    /// Says when the handler of a `/gate` call has begun.
    begun: mpsc::UnboundedReceiver<()>,
    /// Says when the body of an `/open` call has been dropped.
    dropped: mpsc::UnboundedReceiver<()>,
}

/// What the handlers share with the test.
#[derive(Clone)]
struct Handlers {
    gate: Arc<Notify>,
    push: Arc<Notify>,
    begun: mpsc::UnboundedSender<()>,
    dropped: mpsc::UnboundedSender<()>,
}

struct TellsDrop(mpsc::UnboundedSender<()>);

impl Drop for TellsDrop {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

impl Handlers {
    /// `/peer` says who called; `/hang` never answers; `/gate` answers when the test opens the gate; `/open` answers
    /// at once with a body that ends never, and holds one message whenever the test pushes.
    async fn handle(self, request: Request<Body>) -> Result<Response<Body>, Infallible> {
        let mut response = Response::new(Body::empty());
        match request.uri().path() {
            "/peer" => {
                let info = request.extensions().get::<TcpConnectInfo>().cloned();
                let peer =
                    info.and_then(|info| info.remote_addr).map(|peer| peer.to_string()).unwrap_or_default();
                response.headers_mut().insert("peer", HeaderValue::from_str(&peer).unwrap());
            }
            "/hang" => std::future::pending().await,
            "/gate" => {
                let _ = self.begun.send(());
                self.gate.notified().await;
            }
            "/open" => {
                let (mut sender, body) = Channel::<Bytes, Infallible>::new(1);
                let tells = TellsDrop(self.dropped);
                let body = Body::new(body.map_frame(move |frame| {
                    let _held_by_the_body = &tells;
                    frame
                }));
                tokio::spawn(async move {
                    loop {
                        self.push.notified().await;
                        if sender.send_data(Bytes::from_static(b"pushed")).await.is_err() {
                            return;
                        }
                    }
                });
                response = Response::new(body);
            }
            _ => *response.status_mut() = http::StatusCode::NOT_FOUND,
        }
        Ok(response)
    }
}

fn start(transport: Transport, hard_deadline: Duration) -> Server {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let (begun_sender, begun) = mpsc::unbounded_channel();
    let (dropped_sender, dropped) = mpsc::unbounded_channel();
    let handlers =
        Handlers { gate: Arc::default(), push: Arc::default(), begun: begun_sender, dropped: dropped_sender };
    let service = tower::service_fn({
        let handlers = handlers.clone();
        move |request| handlers.clone().handle(request)
    });
    let served = tokio::spawn(transport::serve(
        listener,
        service,
        transport,
        async {
            let _ = stopped.await;
        },
        hard_deadline,
    ));
    Server { address, stop, served, handlers, begun, dropped }
}

impl Server {
    async fn client(&self) -> SendRequest<Empty<Bytes>> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (client, connection) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        client
    }

    /// Begins the shutdown and waits until `serve` has returned; gives how long that took.
    async fn shut_down(self) -> Duration {
        let begun = Instant::now();
        self.stop.send(()).unwrap();
        timeout(HANG, self.served).await.expect("serve returns").unwrap().unwrap();
        begun.elapsed()
    }
}

fn request(path: &str) -> Request<Empty<Bytes>> {
    let request = Request::post(format!("http://test{path}")).header("content-type", "application/grpc");
    request.body(Empty::new()).unwrap()
}

fn grpc_status(headers: &HeaderMap) -> Option<&str> {
    headers.get("grpc-status").map(|status| status.to_str().unwrap())
}

// --- What the server says of itself -----------------------------------------------------------------------------

#[tokio::test]
async fn settings_carry_the_limits() {
    let server = start(Transport::default(), NEVER);
    let (mut stream, settings) = timeout(HANG, wire::connect(server.address)).await.unwrap();
    let told: BTreeMap<u16, u32> = settings
        .payload
        .chunks_exact(6)
        .map(|pair| {
            (u16::from_be_bytes([pair[0], pair[1]]), u32::from_be_bytes([pair[2], pair[3], pair[4], pair[5]]))
        })
        .collect();
    assert_eq!(told.get(&3), Some(&1_024), "SETTINGS_MAX_CONCURRENT_STREAMS");
    assert_eq!(told.get(&4), Some(&65_536), "SETTINGS_INITIAL_WINDOW_SIZE");
    assert_eq!(told.get(&6), Some(&8_192), "SETTINGS_MAX_HEADER_LIST_SIZE");
    let window = timeout(HANG, read_kind(&mut stream, WINDOW_UPDATE)).await.unwrap().unwrap();
    assert_eq!(
        window.payload,
        (262_144_u32 - 65_535).to_be_bytes(),
        "the connection's window above its start"
    );
}

#[tokio::test]
async fn a_handler_finds_its_peer_and_an_answer_has_no_date() {
    let server = start(Transport::default(), NEVER);
    let stream = TcpStream::connect(server.address).await.unwrap();
    let own = stream.local_addr().unwrap();
    let (mut client, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let response = client.send_request(request("/peer")).await.unwrap();
    assert_eq!(response.headers()["peer"], own.to_string());
    assert!(!response.headers().contains_key("date"));
}

#[tokio::test]
async fn a_knob_that_cannot_work_is_refused() {
    let server = start(Transport { max_connections: 0, ..Transport::default() }, NEVER);
    let refused = timeout(HANG, server.served).await.unwrap().unwrap().unwrap_err();
    assert_eq!(refused.to_string(), "max_connections must be at least 1");
}

#[tokio::test]
async fn a_real_tonic_service_is_served() {
    use tonic_health::pb::{
        HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
    };
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter.set_service_status("a", tonic_health::ServingStatus::NotServing).await;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let routes = tonic::service::Routes::new(health);
    tokio::spawn(transport::serve(listener, routes, Transport::default(), std::future::pending(), NEVER));

    let endpoint = tonic::transport::Endpoint::from_shared(format!("http://{address}")).unwrap();
    let mut client = HealthClient::new(endpoint.connect().await.unwrap());
    let mut watch = client.watch(HealthCheckRequest { service: "a".into() }).await.unwrap().into_inner();
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::NotServing);
    reporter.set_service_status("a", tonic_health::ServingStatus::Serving).await;
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::Serving);
    let answer = client.check(HealthCheckRequest { service: "a".into() }).await.unwrap().into_inner();
    assert_eq!(answer.status(), ServingStatus::Serving);
}

// --- Peers that mean no good ------------------------------------------------------------------------------------

/// Sends `count` requests with a header that HTTP/2 forbids. Gives the resets seen and the GOAWAY frame, if one came before the last
/// reset.
async fn malformed_requests(address: SocketAddr, count: u32) -> (u32, Option<wire::Frame>) {
    let (stream, _) = wire::connect(address).await;
    let (mut reader, mut writer) = stream.into_split();
    // `:method: GET`, `:scheme: http`, `:path: /` from HPACK's static table, then a literal.
    let headers = [b"\x82\x86\x84\x00".as_slice(), b"\x0aconnection", b"\x05close"].concat();
    let sent = tokio::spawn(async move {
        for number in 0..count {
            // END_STREAM and END_HEADERS.
            let malformed = frame(HEADERS, 0x5, 2 * number + 1, &headers);
            if writer.write_all(&malformed).await.is_err() {
                break;
            }
        }
        writer
    });
    let mut resets = 0;
    let mut goaway = None;
    while goaway.is_none() && resets < count {
        match read_frame(&mut reader).await {
            Some(frame) if frame.kind == RST_STREAM => resets += 1,
            Some(frame) if frame.kind == GOAWAY => goaway = Some(frame),
            Some(_) => {}
            None => panic!("closed without GOAWAY after {resets} resets"),
        }
    }
    drop(sent.await.unwrap());
    (resets, goaway)
}

#[tokio::test]
async fn malformed_requests_past_the_limit_close_the_connection() {
    let server = start(Transport::default(), NEVER);
    let (resets, goaway) = timeout(HANG, malformed_requests(server.address, 1_100)).await.unwrap();
    let goaway = goaway.expect("GOAWAY");
    assert!(resets <= 1_024, "{resets} resets");
    assert_eq!(goaway.payload[4..8], 0xb_u32.to_be_bytes(), "ENHANCE_YOUR_CALM");
    assert_eq!(&goaway.payload[8..], b"too_many_internal_resets");
}

#[tokio::test]
async fn malformed_requests_within_the_limit_are_reset_one_by_one() {
    let server = start(Transport { max_local_error_resets: 2_000, ..Transport::default() }, NEVER);
    let (resets, goaway) = timeout(HANG, malformed_requests(server.address, 1_100)).await.unwrap();
    assert!(goaway.is_none());
    assert_eq!(resets, 1_100);
}

#[tokio::test]
async fn a_peer_without_a_whole_preface_is_closed_after_the_timeout() {
    let preface_timeout = Duration::from_millis(150);
    let server = start(Transport { preface_timeout, ..Transport::default() }, NEVER);
    for said in [b"".as_slice(), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r"] {
        let connected = Instant::now();
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(said).await.unwrap();
        let end = timeout(HANG, stream.read(&mut [0; 1])).await.expect("closed").unwrap();
        assert_eq!(end, 0, "closed without a byte");
        assert!(connected.elapsed() >= preface_timeout, "closed before its time");
    }
}

#[tokio::test]
async fn a_peer_that_speaks_in_time_outlives_the_preface_timeout() {
    let preface_timeout = Duration::from_millis(150);
    let server = start(Transport { preface_timeout, ..Transport::default() }, NEVER);
    let (mut speaking, _) = wire::connect(server.address).await;
    let mut silent = TcpStream::connect(server.address).await.unwrap();
    // The silent peer came later, so when it is closed the first one's time is over too.
    assert_eq!(timeout(HANG, silent.read(&mut [0; 1])).await.unwrap().unwrap(), 0);
    speaking.write_all(&frame(PING, 0, 0, &[1; 8])).await.unwrap();
    let pong = timeout(HANG, read_kind(&mut speaking, PING)).await.unwrap().expect("still open");
    assert_eq!(pong.payload, [1; 8]);
}

#[tokio::test]
async fn a_peer_that_answers_no_ping_is_closed() {
    let keepalive = Duration::from_millis(100);
    let server = start(
        Transport {
            http2_keepalive_interval: keepalive,
            http2_keepalive_timeout: keepalive,
            ..Transport::default()
        },
        NEVER,
    );
    let (mut stream, _) = wire::connect(server.address).await;
    assert!(timeout(HANG, read_kind(&mut stream, PING)).await.unwrap().is_some(), "pinged");
    assert!(timeout(HANG, read_kind(&mut stream, PING)).await.expect("closed").is_none());
}

#[tokio::test]
async fn a_connection_over_the_cap_waits_for_a_slot() {
    let server = start(Transport { max_connections: 1, ..Transport::default() }, NEVER);
    let (mut first, _) = wire::connect(server.address).await;
    let mut second = TcpStream::connect(server.address).await.unwrap();
    wire::greet(&mut second).await;
    // Several whole round trips, in which a server without a cap would have greeted the second peer.
    for round in 0..20 {
        first.write_all(&frame(PING, 0, 0, &[round; 8])).await.unwrap();
        timeout(HANG, read_kind(&mut first, PING)).await.unwrap().expect("served");
    }
    assert_eq!(second.try_read(&mut [0; 1]).unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    drop(first);
    assert!(timeout(HANG, read_kind(&mut second, wire::SETTINGS)).await.expect("served").is_some());
}

/// Reads until the server closes, and says whether it was told to go away before.
async fn told_and_closed(stream: &mut TcpStream) -> bool {
    let told = timeout(HANG, read_kind(stream, GOAWAY)).await.expect("told, or closed").is_some();
    while timeout(HANG, read_frame(stream)).await.expect("closed").is_some() {}
    told
}

#[tokio::test]
async fn idle_connections_make_room_for_a_probe() {
    let server = start(Transport { max_connections: 3, ..Transport::for_probes() }, NEVER);
    // One that says nothing, one that answers no ping, and one that is all a client should be, but never asks.
    let _mute = TcpStream::connect(server.address).await.unwrap();
    let (mut deaf, _) = wire::connect(server.address).await;
    let idle = TcpStream::connect(server.address).await.unwrap();
    let (_unused, connection) =
        hyper::client::conn::http2::handshake::<_, _, Empty<Bytes>>(TokioExecutor::new(), TokioIo::new(idle))
            .await
            .unwrap();
    let idle = tokio::spawn(connection);
    let response = timeout(HANG, server.client().await.send_request(request("/peer"))).await;
    assert_eq!(response.expect("room for a probe").unwrap().status(), 200);
    assert!(told_and_closed(&mut deaf).await);
    timeout(HANG, idle).await.expect("the idle one ends").unwrap().unwrap();
}

#[tokio::test]
async fn what_is_open_outlives_the_age_of_its_connection() {
    let age = Some(Duration::from_millis(100));
    let server = start(Transport { connection_age: age, ..Transport::default() }, NEVER);
    let mut client = server.client().await;
    let mut open = client.send_request(request("/open")).await.unwrap().into_body();
    let refused = async { while client.send_request(request("/peer")).await.is_ok() {} };
    timeout(HANG, refused).await.expect("it takes no calls any more");
    server.handlers.push.notify_one();
    let frame = timeout(HANG, open.frame()).await.unwrap().expect("open").unwrap();
    assert_eq!(frame.into_data().unwrap(), "pushed");
    let again = timeout(HANG, server.client().await.send_request(request("/peer"))).await.unwrap();
    assert_eq!(again.unwrap().status(), 200, "another connection does");
}

#[tokio::test]
async fn where_health_alone_is_served_http1_is_not_spoken() {
    let server = start(Transport::for_probes(), NEVER);
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"POST / HTTP/1.1\r\nhost: test\r\ncontent-length: 0\r\n\r\n").await.unwrap();
    let mut said = Vec::new();
    // A reset ends it as well.
    let _reset = timeout(HANG, stream.read_to_end(&mut said)).await.expect("closed");
    assert_eq!(said, b"", "closed without a byte");
}

// --- Time limits of a call --------------------------------------------------------------------------------------

#[tokio::test]
async fn a_call_without_an_answer_is_deadline_exceeded() {
    let server =
        start(Transport { request_timeout: Duration::from_millis(50), ..Transport::default() }, NEVER);
    let mut client = server.client().await;
    let response = timeout(HANG, client.send_request(request("/hang"))).await.unwrap().unwrap();
    assert_eq!(grpc_status(response.headers()), Some("4"));
    assert!(response.headers().contains_key("grpc-status-details-bin"));
}

#[tokio::test]
async fn the_callers_own_shorter_timeout_counts() {
    let server = start(Transport { request_timeout: NEVER, ..Transport::default() }, NEVER);
    let mut client = server.client().await;
    let mut hang = request("/hang");
    hang.headers_mut().insert("grpc-timeout", HeaderValue::from_static("50m"));
    let response = timeout(HANG, client.send_request(hang)).await.unwrap().unwrap();
    assert_eq!(grpc_status(response.headers()), Some("4"));
}

#[tokio::test]
async fn an_open_stream_outlives_the_request_timeout() {
    let server =
        start(Transport { request_timeout: Duration::from_millis(50), ..Transport::default() }, NEVER);
    let mut client = server.client().await;
    let mut open = client.send_request(request("/open")).await.unwrap().into_body();
    // Begun later under the same limit: when this call has expired, the stream's time would be over as well.
    let expired = timeout(HANG, client.send_request(request("/hang"))).await.unwrap().unwrap();
    assert_eq!(grpc_status(expired.headers()), Some("4"));
    server.handlers.push.notify_one();
    let frame = timeout(HANG, open.frame()).await.unwrap().expect("open").unwrap();
    assert_eq!(frame.into_data().unwrap(), "pushed");
}

// --- Shutdown ---------------------------------------------------------------------------------------------------

#[tokio::test]
async fn silent_peers_do_not_hold_a_shutdown() {
    let server = start(Transport { preface_timeout: NEVER, ..Transport::default() }, NEVER);
    let _silent = TcpStream::connect(server.address).await.unwrap();
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"PRI * HTTP/2.0").await.unwrap();
    // Accepted after the two, so those are inside the server by now.
    drop(wire::connect(server.address).await);
    server.shut_down().await;
}

#[tokio::test]
async fn a_peer_silent_after_its_preface_is_cut_at_the_hard_deadline() {
    let deadline = Duration::from_millis(200);
    let server = start(Transport::default(), deadline);
    // Never answers the ping that a graceful HTTP/2 shutdown waits for.
    let (mut stream, _) = wire::connect(server.address).await;
    let took = server.shut_down().await;
    assert!(took >= deadline, "not cut before: {took:?}");
    assert!(timeout(HANG, read_kind(&mut stream, GOAWAY)).await.unwrap().is_some(), "told to go away first");
    assert!(timeout(HANG, read_kind(&mut stream, GOAWAY)).await.unwrap().is_none(), "then cut");
}

#[tokio::test]
async fn open_streams_are_cut_at_the_hard_deadline() {
    let deadline = Duration::from_millis(200);
    let mut server = start(Transport::default(), deadline);
    let mut dropped = std::mem::replace(&mut server.dropped, mpsc::unbounded_channel().1);
    let mut client = server.client().await;
    let mut open = client.send_request(request("/open")).await.unwrap().into_body();
    let hanging = tokio::spawn(client.send_request(request("/hang")));
    let took = server.shut_down().await;
    assert!(took >= deadline, "not cut before: {took:?}");
    timeout(HANG, dropped.recv()).await.expect("the server lets go of the stream's body");
    assert!(!matches!(timeout(HANG, open.frame()).await.expect("the client sees the end"), Some(Ok(_))));
    assert!(timeout(HANG, hanging).await.expect("the client sees the end").unwrap().is_err());
}

#[tokio::test]
async fn a_call_in_hand_is_finished_and_new_connections_are_refused() {
    let mut server = start(Transport::default(), NEVER);
    let address = server.address;
    let gate = server.handlers.gate.clone();
    let mut client = server.client().await;
    let call = tokio::spawn(client.send_request(request("/gate")));
    timeout(HANG, server.begun.recv()).await.expect("the handler runs");
    // An own, raw connection to see when the drain has begun.
    let (mut witness, _) = wire::connect(address).await;
    let shut_down = tokio::spawn(server.shut_down());
    timeout(HANG, read_kind(&mut witness, GOAWAY)).await.unwrap().expect("GOAWAY");
    assert_eq!(TcpStream::connect(address).await.unwrap_err().kind(), std::io::ErrorKind::ConnectionRefused);
    drop(witness);
    assert!(!call.is_finished());
    gate.notify_one();
    assert_eq!(timeout(HANG, call).await.unwrap().unwrap().unwrap().status(), 200);
    timeout(HANG, shut_down).await.expect("an idle connection ends by itself").unwrap();
}

#[tokio::test]
async fn dropping_the_server_cuts_its_connections() {
    let server = start(Transport::default(), NEVER);
    let (mut stream, _) = wire::connect(server.address).await;
    server.served.abort();
    assert!(timeout(HANG, read_kind(&mut stream, GOAWAY)).await.expect("closed").is_none());
}
