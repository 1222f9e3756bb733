//! What is too long, too slow or no HTTP.

use std::net::TcpListener;
use std::sync::Arc;

use crate::common::metadata;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use brag_contract::v1::GetTableRequest;
use brag_service::Limits;
use brag_service::transport::{self, Transport};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::StreamBody;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tonic::Status;
use tonic::body::Body;

use crate::site::*;

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
