//! How messages are read and written: by prost, through buffers of the size that most of them have.
//!
//! tonic's own are 8 KiB for each direction of each call, and a stream keeps its one for as long as it is open.

use std::convert::Infallible;

use bytes::{BufMut, Bytes, BytesMut};
use futures_util::stream;
use http::{HeaderMap, HeaderName, HeaderValue};
use http_body::Frame;
use http_body_util::{BodyExt as _, StreamBody};
use prost::Message;
use tonic::Status;
use tonic::body::Body;
use tonic::codec::{BufferSettings, EncodeBody, SingleMessageCompressionOverride};

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

/// The request's one message. Its body is read to the end, so that whatever follows is seen, too; what is too long is refused
/// when its length is known.
///
/// # Errors
/// INTERNAL where it is no message, or more than one; OUT_OF_RANGE where it is larger than that; the transport's own.
pub(crate) async fn read<Q: Message + Default>(mut body: Body, max_bytes: usize) -> Result<Q, Status> {
    // Nearly always it comes in one piece, and is read where it lies.
    let (mut first, mut pieces) = (Bytes::new(), BytesMut::new());
    while let Some(frame) = body.frame().await.transpose()? {
        let Ok(data) = frame.into_data() else { break };
        if first.is_empty() {
            first = data;
        } else {
            if pieces.is_empty() {
                pieces.extend_from_slice(&first);
            }
            pieces.extend_from_slice(&data);
        }
        unframed(if pieces.is_empty() { &first } else { &pieces }, max_bytes)?;
    }
    let (size, message) = unframed(if pieces.is_empty() { &first } else { &pieces }, max_bytes)?;
    let whole = Some(message).filter(|message| size == Some(message.len()));
    whole.and_then(|message| Q::decode(message).ok()).ok_or_else(not_one)
}

/// The size of the message that begins so, once it is known, and what is there of it.
fn unframed(so_far: &[u8], max_bytes: usize) -> Result<(Option<usize>, &[u8]), Status> {
    let Some((&[compressed, size @ ..], message)) = so_far.split_first_chunk::<PREFIX>() else {
        return Ok((None, &[]));
    };
    let size = u32::from_be_bytes(size) as usize;
    if size > max_bytes {
        return Err(Status::out_of_range("the message is too large"));
    }
    if compressed != NOT_COMPRESSED || message.len() > size {
        return Err(not_one());
    }
    Ok((Some(size), message))
}

fn not_one() -> Status {
    Status::internal("it is not one message")
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

#[cfg(test)]
mod tests {
    use brag_contract::v1::GetTableRequest;
    use futures_util::{FutureExt as _, StreamExt as _};
    use tonic::Code;

    use super::*;

    const MAX: usize = 40;

    /// What is read of a body that comes in these pieces, and then has trailers if that is so.
    fn read_of(pieces: &[&[u8]], trailers: bool) -> Result<String, Code> {
        let data = pieces.iter().map(|piece| Frame::data(Bytes::copy_from_slice(piece)));
        let frames: Vec<_> = data.chain(trailers.then(|| Frame::trailers(HeaderMap::new()))).collect();
        let body = Body::new(StreamBody::new(stream::iter(frames.into_iter().map(Ok::<_, Infallible>))));
        let read = read::<GetTableRequest>(body, MAX).now_or_never().expect("it is all there");
        read.map(|request| request.name).map_err(|status| status.code())
    }

    /// A request that names this table, in its frame.
    fn framed(name: &str) -> Vec<u8> {
        let message = GetTableRequest { name: name.to_owned(), ..Default::default() }.encode_to_vec();
        [&[NOT_COMPRESSED][..], &(message.len() as u32).to_be_bytes(), &message].concat()
    }

    #[test]
    fn a_message_is_read_however_it_is_cut() {
        let whole = framed("tables/a");
        assert_eq!(read_of(&[&whole], false), Ok("tables/a".to_owned()));
        assert_eq!(read_of(&[&[], &whole], true), Ok("tables/a".to_owned()));
        for at in 1..whole.len() {
            assert_eq!(read_of(&[&whole[..at], &whole[at..], &[]], true), Ok("tables/a".to_owned()), "{at}");
        }
        let bytes: Vec<_> = whole.chunks(1).collect();
        assert_eq!(read_of(&bytes, false), Ok("tables/a".to_owned()));
        assert_eq!(read_of(&[&[0; 5]], false), Ok(String::new()), "a message of defaults");
    }

    #[test]
    fn what_is_not_one_message_is_refused() {
        let whole = framed("tables/a");
        assert_eq!(read_of(&[], false), Err(Code::Internal));
        for at in 0..whole.len() {
            assert_eq!(read_of(&[&whole[..at]], true), Err(Code::Internal), "{at} bytes of it");
        }
        assert_eq!(read_of(&[&whole, &whole], false), Err(Code::Internal), "two");
        assert_eq!(read_of(&[&whole, &[0]], false), Err(Code::Internal), "one and a byte");
        let compressed = [&[1], &whole[1..]].concat();
        assert_eq!(read_of(&[&compressed], false), Err(Code::Internal));
        assert_eq!(read_of(&[&[0, 0, 0, 0, 1, 0xff]], false), Err(Code::Internal), "no field");
    }

    #[test]
    fn no_more_is_read_than_a_message_may_have() {
        let most = framed(&"t".repeat(MAX - 2));
        assert_eq!(read_of(&[&most], false), Ok("t".repeat(MAX - 2)));
        let more = framed(&"t".repeat(MAX - 1));
        assert_eq!(read_of(&[&more], false), Err(Code::OutOfRange));
        // Whatever follows is not waited for.
        for (begun, code) in [(&more[..5], Code::OutOfRange), (&[&most[..], &[0]].concat(), Code::Internal)] {
            let begun = stream::iter([Ok::<_, Infallible>(Frame::data(Bytes::copy_from_slice(begun)))]);
            let body = Body::new(StreamBody::new(begun.chain(stream::pending())));
            let read = read::<GetTableRequest>(body, MAX).now_or_never().expect("it is known");
            assert_eq!(read.unwrap_err().code(), code);
        }
    }
}
