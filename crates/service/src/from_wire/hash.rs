//! Our own encoding of a parsed request, hashed: whether a repeat asks for the same.
//!
//! It is over values, not over the request's bytes: a client that writes fields in another order, or leaves a
//! default unsaid, repeats the same request all the same.

use sha2::{Digest, Sha256};

/// Room for what most requests hash, in bytes.
const ROOM: usize = 128;

/// Before a number that is no smaller than this.
const LARGE: u8 = 0xff;

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

    /// A number: a byte, if it is small, as most are; a bet then takes one block.
    pub(super) fn number(self, number: u64) -> Hash {
        match u8::try_from(number) {
            Ok(small) if small < LARGE => self.bytes(&[small]),
            _ => self.bytes(&[LARGE]).bytes(&number.to_be_bytes()),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_lists_are_the_same_bytes() {
        let values = [0, 1, 0xfe, 0xff, 0x100, 0xff << 56, u64::MAX];
        let mut seen = std::collections::HashSet::new();
        for a in values {
            assert!(seen.insert(Hash::of("").number(a).finish()), "{a}");
            assert!(seen.insert(Hash::of("").maybe(Some(a)).finish()), "maybe {a}");
            for b in values {
                assert!(seen.insert(Hash::of("").number(a).maybe(None).number(b).finish()), "{a}, none, {b}");
            }
        }
        assert_ne!(Hash::of("a").text("b").finish(), Hash::of("ab").text("").finish());
    }
}
