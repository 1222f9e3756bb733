//! HTTP/2 frames by hand, for peers that no client library would be.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

pub const RST_STREAM: u8 = 3;
pub const SETTINGS: u8 = 4;
pub const PING: u8 = 6;
pub const GOAWAY: u8 = 7;
pub const HEADERS: u8 = 1;
pub const WINDOW_UPDATE: u8 = 8;

/// One frame as it was received.
pub struct Frame {
    pub kind: u8,
    pub payload: Vec<u8>,
}

/// The bytes of one frame.
pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The next frame, or `None` when the server has closed the connection.
pub async fn read_frame(stream: &mut (impl AsyncReadExt + Unpin)) -> Option<Frame> {
    let mut head = [0; 9];
    stream.read_exact(&mut head).await.ok()?;
    let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
    let mut payload = vec![0; usize::try_from(length).unwrap()];
    stream.read_exact(&mut payload).await.ok()?;
    Some(Frame { kind: head[3], payload })
}

/// The next frame of a kind; others are skipped.
pub async fn read_kind(stream: &mut (impl AsyncReadExt + Unpin), kind: u8) -> Option<Frame> {
    loop {
        let frame = read_frame(stream).await?;
        if frame.kind == kind {
            return Some(frame);
        }
    }
}

/// What an HTTP/2 client says first: the preface and empty settings.
pub async fn greet(stream: &mut TcpStream) {
    let greeting = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &frame(SETTINGS, 0, 0, &[])].concat();
    stream.write_all(&greeting).await.unwrap();
}

/// A connection that has greeted and got the server's settings, and those settings. When this returns, the server
/// has accepted every connection that was made before.
pub async fn connect(address: SocketAddr) -> (TcpStream, Frame) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    greet(&mut stream).await;
    let settings = read_kind(&mut stream, SETTINGS).await.expect("the server greets back");
    (stream, settings)
}
