//! Our own encoding of a parsed request, hashed: whether a repeat asks for the same.
//!
//! It is over values, not over the request's bytes: a client that writes fields in another order, or leaves a
//! default unsaid, repeats the same request all the same.

use sha2::{Digest, Sha256};

/// Room for what most requests hash, in bytes.
const ROOM: usize = 128;

/// Puts values one after another so that no two lists of them are the same bytes. They are hashed at once, at the end.
pub(super) struct Hash(Vec<u8>);

impl Hash {
    /// A hash of that kind of thing.
    pub(super) fn of(kind: &str) -> Hash {
        Hash(Vec::with_capacity(ROOM)).text(kind)
    }

    /// A text with its length before it.
    pub(super) fn text(self, text: &str) -> Hash {
        self.number(text.len() as u64).bytes(text.as_bytes())
    }

    /// A number.
    pub(super) fn number(self, number: u64) -> Hash {
        self.bytes(&number.to_be_bytes())
    }

    /// A number that may be absent.
    pub(super) fn maybe(self, number: Option<u64>) -> Hash {
        match number {
            Some(number) => self.number(1).number(number),
            None => self.number(0),
        }
    }

    /// Bytes of a length that every hash of its kind has.
    pub(super) fn bytes(mut self, bytes: &[u8]) -> Hash {
        self.0.extend_from_slice(bytes);
        self
    }

    pub(super) fn finish(self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }
}
