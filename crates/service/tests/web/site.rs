//! A server whose pages may call, and what a page sends and reads.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use crate::common::Server;
use brag_contract::v1::{GetTableRequest, StreamEventsRequest};
use brag_host::{Host, HostConfig, ManualClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_service::transport::{self, Transport};
use brag_service::{Limits, Serving, Settings};
use bytes::{Buf, Bytes};
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tonic::Status;

/// Never reached by a passing test; turns a hang into a failure.
pub const HANG: Duration = Duration::from_secs(20);
/// For a knob that must not be what ends the wait.
pub const NEVER: Duration = Duration::from_secs(3_600);
/// Short enough to wait for.
pub const SHORT: Duration = Duration::from_millis(150);
/// The page that may call.
pub const HOME: &str = "http://localhost:5173";
pub const WEB: &str = "application/grpc-web+proto";
pub const CREATE: &str = "/brag.v1.TableService/CreateTable";
pub const GET_TABLE: &str = "/brag.v1.TableService/GetTable";
pub const STREAM: &str = "/brag.v1.TableService/StreamEvents";

/// A server under test that lets [`HOME`]'s pages call, and the means to drain it.
pub struct Site {
    pub server: Server,
    pub drain: oneshot::Sender<()>,
    pub served: JoinHandle<Result<(), transport::Error>>,
}

pub async fn site() -> Site {
    site_with(Transport::default(), Limits::default()).await
}

pub async fn site_with(transport: Transport, limits: Limits) -> Site {
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
    pub fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// A connection by HTTP/1.1.
    pub async fn page(&self) -> Page {
        let stream = TcpStream::connect(self.address()).await.unwrap();
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        let connection = tokio::spawn(async move {
            let _ended_with_the_page = connection.await;
        });
        Page { sender, connection }
    }

    /// A connection by HTTP/2, as a proxy of browsers opens it.
    pub async fn over_http2(&self) -> http2::SendRequest<Full<Bytes>> {
        let stream = TcpStream::connect(self.address()).await.unwrap();
        let (sender, connection) =
            http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        sender
    }

    /// A connection on which bytes are sent as they are.
    pub async fn raw(&self, said: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address()).await.unwrap();
        stream.write_all(said).await.unwrap();
        stream
    }
}

/// Everything that the server says until it closes the connection.
pub async fn to_the_end(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    // A reset after the last byte ends it as well.
    let _reset = timeout(HANG, stream.read_to_end(&mut said)).await.expect("the server closes");
    String::from_utf8_lossy(&said).into_owned()
}

pub struct Page {
    pub sender: http1::SendRequest<Full<Bytes>>,
    pub connection: JoinHandle<()>,
}

impl Page {
    pub async fn send(&mut self, request: Request<Full<Bytes>>) -> Response<Incoming> {
        timeout(HANG, self.sender.send_request(request)).await.expect("an answer").unwrap()
    }

    /// The response of a call by ann.
    pub async fn call(&mut self, path: &str, message: impl prost::Message) -> Response<Incoming> {
        self.send(post(path, WEB, framed(&message)).body()).await
    }
}

/// A request in the making.
pub struct Post(http::request::Builder, Bytes);

pub fn post(path: &str, kind: &str, body: Bytes) -> Post {
    let request = Request::post(path).header("host", "test").header("content-type", kind);
    Post(request.header("brag-player", "ann").header("x-grpc-web", "1"), body)
}

impl Post {
    pub fn with(self, key: &str, value: &str) -> Post {
        Post(self.0.header(key, value), self.1)
    }

    pub fn body(self) -> Request<Full<Bytes>> {
        self.0.body(Full::new(self.1)).unwrap()
    }
}

pub fn over_http2(path: &str, body: Bytes) -> Request<Full<Bytes>> {
    let mut request = post(path, WEB, body).body();
    request.headers_mut().remove("host");
    *request.uri_mut() = format!("http://test{path}").parse().unwrap();
    request
}

/// One message as it is sent: a flag, its length, its bytes.
pub fn framed(message: &impl prost::Message) -> Bytes {
    frame(0, &message.encode_to_vec())
}

pub fn frame(flag: u8, payload: &[u8]) -> Bytes {
    [&[flag][..], &u32::try_from(payload.len()).unwrap().to_be_bytes(), payload].concat().into()
}

/// The messages of a body one by one, and its trailers.
pub struct Frames {
    pub body: Incoming,
    pub read: Vec<u8>,
}

#[derive(Debug)]
pub enum Frame {
    Message(Bytes),
    Trailers(HeaderMap),
}

impl Frames {
    pub fn of(response: Response<Incoming>) -> Frames {
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], WEB);
        Frames { body: response.into_body(), read: Vec::new() }
    }

    pub async fn next(&mut self) -> Option<Frame> {
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

    pub async fn message<M: prost::Message + Default>(&mut self) -> M {
        match self.next().await {
            Some(Frame::Message(bytes)) => M::decode(bytes).unwrap(),
            other => panic!("a message, not {other:?}"),
        }
    }

    /// How the call ended; nothing may follow.
    pub async fn status(&mut self) -> Status {
        match self.next().await {
            Some(Frame::Trailers(trailers)) => {
                assert!(self.next().await.is_none(), "trailers are last");
                Status::from_header_map(&trailers).unwrap()
            }
            other => panic!("trailers, not {other:?}"),
        }
    }
}

pub fn parsed(block: &[u8]) -> HeaderMap {
    let lines = str::from_utf8(block).unwrap().split_terminator("\r\n");
    let pair = |line: &str| {
        let (key, value) = line.split_once(':').unwrap();
        (key.parse::<http::HeaderName>().unwrap(), value.trim().parse().unwrap())
    };
    lines.map(pair).collect()
}

/// The status of a call that ended before its first message: in the headers.
pub fn at_once(response: &Response<Incoming>) -> Status {
    assert_eq!(
        (response.status().as_u16(), &response.headers()["content-type"]),
        (200, &WEB.parse().unwrap())
    );
    Status::from_header_map(response.headers()).unwrap()
}

pub fn see_table() -> GetTableRequest {
    GetTableRequest { name: "tables/t".into(), player: String::new() }
}

pub fn events(after_seq: Option<u64>) -> StreamEventsRequest {
    StreamEventsRequest { table: "tables/t".into(), after_seq, ..StreamEventsRequest::default() }
}
