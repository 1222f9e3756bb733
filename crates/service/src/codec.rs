//! How messages are read and written: by prost, through buffers of the size that most of them have.
//!
//! tonic's own are 8 KiB for each direction of each call, and a stream keeps its one for as long as it is open.

use std::convert::Infallible;

use bytes::{BufMut, Bytes};
use futures_util::stream;
use http::{HeaderMap, HeaderName, HeaderValue};
use http_body::Frame;
use http_body_util::StreamBody;
use prost::Message;
use tonic::Status;
use tonic::body::Body;
use tonic::codec::{BufferSettings, EncodeBody, SingleMessageCompressionOverride, Streaming};
use tonic_prost::ProstDecoder;

use crate::stream::{Messages, StreamEncoder};

/// The size that a buffer starts with, in bytes: an act, its answer and an event are far below it, and an allocator
/// serves it from a thread's own cache. What is larger makes it grow.
const BUFFER: usize = 1_024;
/// Bytes of a stream's messages that are gathered before they are handed on, as tonic has it.
const YIELD_AT: usize = 32 * 1_024;

/// What is before a message: whether it is compressed, and its size.
const PREFIX: usize = 5;
const NOT_COMPRESSED: u8 = 0;
/// The trailer that says how a call has ended.
static GRPC_STATUS: HeaderName = HeaderName::from_static("grpc-status");

/// The buffers of every call.
pub(crate) fn buffers() -> BufferSettings {
    BufferSettings::new(BUFFER, YIELD_AT)
}

/// The request's one message. Its body is read to the end, so that whatever follows is seen, too.
///
/// # Errors
/// The framework's, of which nobody is told as they are.
pub(crate) async fn read<Q>(body: Body, max_bytes: usize) -> Result<Q, Status>
where
    Q: Message + Default + Send + 'static,
{
    let mut messages = Streaming::new_request(ProstDecoder::<Q>::new(buffers()), body, None, Some(max_bytes));
    let message = messages.message().await?.ok_or_else(|| Status::internal("there is no message"))?;
    messages.trailers().await?;
    Ok(message)
}

/// The body of an answer of one message: the frame that it is in, and that all is well.
pub(crate) fn message(answer: impl Answer) -> Body {
    let size = answer.size();
    let mut framed = Vec::with_capacity(PREFIX + size);
    framed.put_u8(NOT_COMPRESSED);
    framed.put_u32(u32::try_from(size).expect("an-answer-is-bounded: no list is as long as that"));
    answer.write(&mut framed);
    let mut trailers = HeaderMap::with_capacity(1);
    trailers.insert(&GRPC_STATUS, HeaderValue::from_static("0"));
    let frames = [Frame::data(Bytes::from(framed)), Frame::trailers(trailers)];
    // Not as a body of known length: the transport would say how long it is, which gRPC does not.
    Body::new(StreamBody::new(stream::iter(frames.map(Ok::<_, Infallible>))))
}

/// The body of an answer of many.
pub(crate) fn messages(answer: Messages) -> Body {
    let plain = SingleMessageCompressionOverride::default();
    Body::new(EncodeBody::new_server(StreamEncoder, answer, None, plain, None))
}

/// What a call is answered with: a message, or what is one once it is written.
pub(crate) trait Answer {
    /// How many bytes it takes.
    fn size(&self) -> usize;

    /// Writes it.
    fn write(self, to: &mut impl BufMut);
}

impl<M: Message> Answer for M {
    fn size(&self) -> usize {
        self.encoded_len()
    }

    fn write(self, to: &mut impl BufMut) {
        self.encode_raw(to);
    }
}
