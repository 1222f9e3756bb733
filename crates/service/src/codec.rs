//! How messages are read and written: by prost, through buffers of the size that most of them have.
//!
//! tonic's own are 8 KiB for each direction of each call, and a stream keeps its one for as long as it is open.

use std::marker::PhantomData;

use bytes::BufMut;
use prost::Message;
use tonic::Status;
use tonic::codec::{BufferSettings, Codec, EncodeBuf, Encoder};
use tonic_prost::ProstDecoder;

/// The size that a buffer starts with, in bytes: an act, its answer and an event are far below it, and an allocator
/// serves it from a thread's own cache. What is larger makes it grow.
const BUFFER: usize = 1_024;
/// Bytes of a stream's messages that are gathered before they are handed on, as tonic has it.
const YIELD_AT: usize = 32 * 1_024;

/// The buffers of every call.
pub(crate) fn buffers() -> BufferSettings {
    BufferSettings::new(BUFFER, YIELD_AT)
}

/// Writes answers and reads requests.
#[derive(Debug)]
pub(crate) struct MessageCodec<A, Q>(PhantomData<(A, Q)>);

impl<A, Q> MessageCodec<A, Q> {
    pub(crate) fn new() -> Self {
        MessageCodec(PhantomData)
    }
}

impl<A, Q> Codec for MessageCodec<A, Q>
where
    A: Answer + Send + 'static,
    Q: Message + Default + Send + 'static,
{
    type Encode = A;
    type Decode = Q;
    type Encoder = MessageEncoder<A>;
    type Decoder = ProstDecoder<Q>;

    fn encoder(&mut self) -> MessageEncoder<A> {
        MessageEncoder(PhantomData)
    }

    fn decoder(&mut self) -> ProstDecoder<Q> {
        ProstDecoder::new(buffers())
    }
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
pub(crate) struct MessageEncoder<A>(PhantomData<A>);

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
