//! The words of the recipe: LP, T, H, PRF, and the byte stream of step 5.

use hmac::digest::consts::U32;
use hmac::digest::{FixedOutput, Update};
use hmac::{Hmac, KeyInit};
use sha2::Sha256;

use crate::permute::Bytes;

/// 32 bytes of SHA-256 or HMAC-SHA-256.
pub(crate) type Hash = [u8; 32];

/// What is being hashed, part by part, so that code reads as the recipe does.
#[derive(Clone)]
pub(crate) struct Hashing<D>(D);

impl<D: Update + FixedOutput<OutputSize = U32>> Hashing<D> {
    /// `‖ part`
    pub(crate) fn put(mut self, part: &[u8]) -> Self {
        self.0.update(part);
        self
    }

    /// `‖ LP(part)`
    pub(crate) fn put_lp(self, part: &[u8]) -> Self {
        let length = u32::try_from(part.len()).expect("parts-are-bounded: no part reaches 4 GiB");
        self.put(&length.to_be_bytes()).put(part)
    }

    /// `‖ T(s)`
    fn put_tag(self, s: &[u8]) -> Self {
        const PREFIX: &[u8] = b"brag-fair/v1/";
        let length = (PREFIX.len() + s.len()) as u32;
        self.put(&length.to_be_bytes()).put(PREFIX).put(s)
    }

    pub(crate) fn finish(self) -> Hash {
        self.0.finalize_fixed().into()
    }
}

/// `H(T(s) …`
pub(crate) fn hash(s: &[u8]) -> Hashing<Sha256> {
    Hashing(Sha256::default()).put_tag(s)
}

/// `H(00 ‖ T(s) …`, a leaf of a tree.
pub(crate) fn leaf(s: &[u8]) -> Hashing<Sha256> {
    Hashing(Sha256::default()).put(&[0]).put_tag(s)
}

/// `H(01 ‖ left ‖ right)`, a node of a tree.
pub(crate) fn node(left: &Hash, right: &Hash) -> Hash {
    Hashing(Sha256::default()).put(&[1]).put(left).put(right).finish()
}

/// PRF with one key, ready to be used many times: a copy of it costs no hashing. It is wiped when dropped, as
/// it is worth as much as the key.
pub(crate) struct Prf(Hashing<Hmac<Sha256>>);

impl Prf {
    pub(crate) fn new(key: &Hash) -> Prf {
        Prf(Hashing(Hmac::new_from_slice(key).expect("hmac-takes-any-key: RFC 2104 has no wrong length")))
    }

    /// `PRF(key, T(s) …`
    pub(crate) fn over(&self, s: &[u8]) -> Hashing<Hmac<Sha256>> {
        self.0.clone().put_tag(s)
    }
}

/// The byte stream of step 5: block j is `PRF(K, T("stream") ‖ LP(label) ‖ u32 j)`.
pub(crate) struct Stream {
    /// All but the block's number.
    start: Hashing<Hmac<Sha256>>,
    block: Hash,
    /// The number of the block after `block`.
    next_block: u32,
    /// The next byte inside `block`.
    at: usize,
}

impl Stream {
    pub(crate) fn new(prf: &Prf, label: &[u8]) -> Stream {
        let start = prf.over(b"stream").put_lp(label);
        let block = [0; 32];
        Stream { start, block, next_block: 0, at: block.len() }
    }
}

impl Bytes for Stream {
    #[inline]
    fn next_byte(&mut self) -> u8 {
        if self.at == self.block.len() {
            self.block = self.start.clone().put(&self.next_block.to_be_bytes()).finish();
            // No permutation of 256 things comes near 2^32 blocks.
            self.next_block += 1;
            self.at = 0;
        }
        let byte = self.block[self.at];
        self.at += 1;
        byte
    }
}

/// The label of a stream that belongs to one gather or cut: the text, then `h` as u32.
pub(crate) fn label_at(text: &[u8], h: u32) -> Vec<u8> {
    [text, &h.to_be_bytes()].concat()
}
