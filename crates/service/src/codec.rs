//! How messages are read and written: by prost, through buffers of the size that most of them have.
//!
//! tonic's own are 8 KiB for each direction of each call, and a stream keeps its one for as long as it is open.

use std::marker::PhantomData;

use prost::Message;
use tonic::codec::{BufferSettings, Codec};
use tonic_prost::{ProstDecoder, ProstEncoder};

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
    A: Message + Send + 'static,
    Q: Message + Default + Send + 'static,
{
    type Encode = A;
    type Decode = Q;
    type Encoder = ProstEncoder<A>;
    type Decoder = ProstDecoder<Q>;

    fn encoder(&mut self) -> ProstEncoder<A> {
        ProstEncoder::new(buffers())
    }

    fn decoder(&mut self) -> ProstDecoder<Q> {
        ProstDecoder::new(buffers())
    }
}
