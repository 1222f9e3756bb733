//! How messages are read and written: by prost, through buffers of the size that most of them have.
//!
//! tonic's own are 8 KiB for each direction of each call, and a stream keeps its one for as long as it is open.

use std::marker::PhantomData;

use bytes::BufMut;
use futures_util::{Stream, stream};
use prost::Message;
use tonic::Status;
use tonic::body::Body;
use tonic::codec::{
    BufferSettings, EncodeBody, EncodeBuf, Encoder, SingleMessageCompressionOverride, Streaming,
};
use tonic_prost::ProstDecoder;

use crate::stream::{Messages, StreamEncoder};

/// The size that a buffer starts with, in bytes: an act, its answer and an event are far below it, and an allocator
/// serves it from a thread's own cache. What is larger makes it grow.
const BUFFER: usize = 1_024;
/// Bytes of a stream's messages that are gathered before they are handed on, as tonic has it.
const YIELD_AT: usize = 32 * 1_024;

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

/// The body of an answer of one message.
pub(crate) fn message<A: Answer + Send + 'static>(answer: A) -> Body {
    body(MessageEncoder(PhantomData), stream::iter([Ok(answer)]))
}

/// The body of an answer of many.
pub(crate) fn messages(answer: Messages) -> Body {
    body(StreamEncoder, answer)
}

fn body<E, S>(encoder: E, messages: S) -> Body
where
    E: Encoder<Error = Status> + Send + 'static,
    S: Stream<Item = Result<E::Item, Status>> + Send + 'static,
{
    let plain = SingleMessageCompressionOverride::default();
    Body::new(EncodeBody::new_server(encoder, messages, None, plain, None))
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

/// Writes answers.
#[derive(Debug)]
struct MessageEncoder<A>(PhantomData<A>);

impl<A: Answer> Encoder for MessageEncoder<A> {
    type Item = A;
    type Error = Status;

    fn encode(&mut self, message: A, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        // A view is larger than a buffer is at first, and grows it once, not step by step.
        to.reserve(message.size());
        message.write(to);
        Ok(())
    }

    fn buffer_settings(&self) -> BufferSettings {
        buffers()
    }
}
