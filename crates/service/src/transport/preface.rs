//! The first 24 bytes of an HTTP/2 connection (RFC 9113, 3.4), read before hyper is given the socket.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};

/// What every HTTP/2 client sends first.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Reads the preface. Ends with an error at the first byte that differs, so that a peer of another protocol, whose
/// request may be shorter than a preface, is not kept waiting.
pub(super) async fn expect<IO: AsyncRead + Unpin>(io: &mut IO) -> io::Result<()> {
    let mut left = PREFACE;
    let mut buffer = [0; PREFACE.len()];
    while !left.is_empty() {
        let read = io.read(&mut buffer[..left.len()]).await?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        left = left
            .strip_prefix(&buffer[..read])
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the peer does not speak HTTP/2"))?;
    }
    Ok(())
}

/// A connection whose preface has been read, giving it once more to the reader that expects it.
pub(super) struct Replayed<IO> {
    left: &'static [u8],
    io: IO,
}

impl<IO> Replayed<IO> {
    pub(super) fn new(io: IO) -> Self {
        Self { left: PREFACE, io }
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for Replayed<IO> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.left.is_empty() {
            return Pin::new(&mut self.io).poll_read(cx, buffer);
        }
        let (now, later) = self.left.split_at(self.left.len().min(buffer.remaining()));
        buffer.put_slice(now);
        self.left = later;
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

    #[tokio::test]
    async fn a_preface_in_single_bytes_is_taken_and_replayed_with_what_follows() {
        let (mut client, mut server) = tokio::io::duplex(1);
        let sent = tokio::spawn(async move {
            client.write_all(PREFACE).await.unwrap();
            client.write_all(b"frames").await.unwrap();
        });
        expect(&mut server).await.unwrap();
        let mut read = Vec::new();
        Replayed::new(server).read_to_end(&mut read).await.unwrap();
        sent.await.unwrap();
        assert_eq!(read, [PREFACE, b"frames"].concat());
    }

    #[tokio::test]
    async fn another_protocol_is_refused_at_its_first_wrong_byte() {
        let (mut client, mut server) = tokio::io::duplex(64);
        client.write_all(b"P").await.unwrap();
        client.write_all(b"U").await.unwrap();
        assert_eq!(expect(&mut server).await.unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[tokio::test]
    async fn a_peer_that_leaves_in_the_middle_is_an_error() {
        let (mut client, mut server) = tokio::io::duplex(64);
        client.write_all(&PREFACE[..23]).await.unwrap();
        drop(client);
        assert_eq!(expect(&mut server).await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
