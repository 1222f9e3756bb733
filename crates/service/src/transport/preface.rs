//! The first bytes of a connection, read before hyper is given the socket: HTTP/2 begins with 24 bytes that are
//! always the same (RFC 9113, 3.4), and what begins otherwise is taken for HTTP/1.1.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};

/// What every HTTP/2 client sends first.
const PREFACE: &[u8; LENGTH] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const LENGTH: usize = 24;

/// What a peer speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    /// It sent the whole preface.
    Http2,
    /// It sent a byte that is not the preface's. What it is instead, hyper finds out.
    Http1,
}

/// Reads until it is known what the peer speaks, which for HTTP/1.1 is at its first byte, or its second after a `P`:
/// a whole request may be shorter than a preface, and must not be waited beyond. What was read is given once more to
/// whoever reads the result.
pub(super) async fn recognised<IO: AsyncRead + Unpin>(mut io: IO) -> io::Result<(Protocol, Replayed<IO>)> {
    let mut said = [0; LENGTH];
    let mut length = 0;
    let protocol = loop {
        let read = io.read(&mut said[length..]).await?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        length += read;
        if said[..length] != PREFACE[..length] {
            break Protocol::Http1;
        }
        if length == LENGTH {
            break Protocol::Http2;
        }
    };
    Ok((protocol, Replayed { said, next: 0, length, io }))
}

/// A connection whose first bytes have been read, giving them once more to the reader that expects them.
pub(super) struct Replayed<IO> {
    said: [u8; LENGTH],
    next: usize,
    length: usize,
    io: IO,
}

impl<IO> Replayed<IO> {
    /// The connection itself, to set it up.
    pub(super) fn io(&self) -> &IO {
        &self.io
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for Replayed<IO> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.next == self.length {
            return Pin::new(&mut self.io).poll_read(cx, buffer);
        }
        let now = (self.length - self.next).min(buffer.remaining());
        buffer.put_slice(&self.said[self.next..][..now]);
        self.next += now;
        Poll::Ready(Ok(()))
    }
}
impl<IO: AsyncWrite + Unpin> AsyncWrite for Replayed<IO> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    /// What is recognised in these bytes, and everything that can then be read.
    async fn after(sent: &'static [u8]) -> io::Result<(Protocol, Vec<u8>)> {
        let (mut client, server) = tokio::io::duplex(1);
        let sending = tokio::spawn(async move { client.write_all(sent).await.unwrap() });
        let (protocol, mut replayed) = recognised(server).await?;
        let mut read = Vec::new();
        replayed.read_to_end(&mut read).await.unwrap();
        sending.await.unwrap();
        Ok((protocol, read))
    }

    #[tokio::test]
    async fn a_preface_in_single_bytes_is_taken_and_replayed_with_what_follows() {
        let sent = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nframes";
        assert_eq!(after(sent).await.unwrap(), (Protocol::Http2, sent.to_vec()));
    }

    #[tokio::test]
    async fn what_begins_otherwise_is_replayed_as_http1() {
        for sent in [&b"POST / HTTP/1.1"[..], b"GET /", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r!"] {
            assert_eq!(after(sent).await.unwrap(), (Protocol::Http1, sent.to_vec()));
        }
    }

    #[tokio::test]
    async fn it_is_known_at_the_first_wrong_byte() {
        let (mut client, server) = tokio::io::duplex(64);
        client.write_all(b"PO").await.unwrap();
        let known = tokio::time::timeout(std::time::Duration::from_secs(20), recognised(server)).await;
        assert_eq!(known.expect("known, though the peer waits").unwrap().0, Protocol::Http1);
    }

    #[tokio::test]
    async fn a_peer_that_leaves_in_the_middle_is_an_error() {
        let error = after(&PREFACE[..23]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
