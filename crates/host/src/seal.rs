//! Secrets at rest: sealed with an authenticated cipher, bound to the table, the epoch and what they are.

use crate::chance::NoRandomness;
use brag_rules::arrange::{MAX_SETS, Sets};
use brag_rules::card::{Card, MAX_HAND};
use bytes::Bytes;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use std::fmt;

/// What a sealed secret is: part of what the seal binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretKind {
    /// The 32 bytes of a shuffle's seed.
    ShuffleSeed,
    /// The pack that a script put on the table, one code a card.
    ScriptedPack,
    /// The sets that a player laid out.
    Arrangement,
}

/// Where a secret belongs. Opening it anywhere else fails.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The tenant.
    pub tenant: &'a str,
    /// The table.
    pub uid: &'a [u8; 16],
    /// The shuffle that it is for.
    pub epoch: u32,
    /// What it is.
    pub kind: SecretKind,
}

/// A sealed secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedSecret {
    /// Which key.
    pub key_id: &'static str,
    /// Never used twice with one key.
    pub nonce: [u8; 12],
    /// With its tag.
    pub ciphertext: Bytes,
}

/// The seal is broken: another key, another place, or changed bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrokenSeal;

/// Seals and opens.
pub struct Sealer {
    cipher: ChaCha20Poly1305,
}

impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealer(##)")
    }
}

const KEY_ID: &str = "process";

impl Sealer {
    /// A key for the life of this process: for a journal that lives no longer.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn for_this_process() -> Result<Sealer, NoRandomness> {
        let mut key = zeroize::Zeroizing::new([0u8; 32]);
        getrandom::fill(&mut *key).map_err(|_| NoRandomness)?;
        Ok(Sealer { cipher: ChaCha20Poly1305::new((&*key).into()) })
    }

    /// Names the key that seals.
    pub fn key_id(&self) -> &'static str {
        KEY_ID
    }

    /// Seals a secret for one place.
    ///
    /// # Errors
    /// When the operating system gives no randomness for the nonce.
    pub fn seal(&self, place: &Place<'_>, secret: &[u8]) -> Result<SealedSecret, NoRandomness> {
        let mut nonce = [0; 12];
        getrandom::fill(&mut nonce).map_err(|_| NoRandomness)?;
        let aad = place.bound();
        let sealed = self.cipher.encrypt(&Nonce::from(nonce), Payload { msg: secret, aad: &aad });
        let ciphertext = sealed.map_err(|_| NoRandomness)?.into();
        Ok(SealedSecret { key_id: KEY_ID, nonce, ciphertext })
    }

    /// Opens a secret where it belongs.
    ///
    /// # Errors
    /// Anywhere else, with another key, or when a bit has changed.
    pub fn open(&self, place: &Place<'_>, sealed: &SealedSecret) -> Result<Vec<u8>, BrokenSeal> {
        let aad = place.bound();
        let payload = Payload { msg: &sealed.ciphertext, aad: &aad };
        self.cipher.decrypt(&Nonce::from(sealed.nonce), payload).map_err(|_| BrokenSeal)
    }
}

impl Place<'_> {
    fn bound(&self) -> Vec<u8> {
        let mut bound = Vec::with_capacity(96);
        for part in [b"brag-seal/v1".as_slice(), self.tenant.as_bytes(), self.uid, KEY_ID.as_bytes()] {
            bound.extend_from_slice(&(part.len() as u32).to_be_bytes());
            bound.extend_from_slice(part);
        }
        bound.extend_from_slice(&self.epoch.to_be_bytes());
        bound.push(self.kind as u8);
        bound
    }
}

/// How many bytes an arrangement takes: every one as many, so that its length tells nothing.
const ARRANGEMENT: usize = 1 + MAX_SETS + MAX_HAND;

/// An arrangement as bytes: how many sets, how many cards in each, and the cards.
pub(crate) fn arrangement(sets: &Sets) -> [u8; ARRANGEMENT] {
    let mut bytes = [0; ARRANGEMENT];
    bytes[0] = sets.len() as u8;
    let (lengths, cards) = bytes[1..].split_at_mut(MAX_SETS);
    lengths.iter_mut().zip(sets.iter()).for_each(|(length, set)| *length = set.len() as u8);
    cards.iter_mut().zip(sets.cards().codes()).for_each(|(place, code)| *place = *code);
    bytes
}

/// The arrangement that these bytes are, if they are one.
pub(crate) fn sets(bytes: &[u8]) -> Option<Sets> {
    let bytes: &[u8; ARRANGEMENT] = bytes.try_into().ok()?;
    let (lengths, cards) = bytes[1..].split_at(MAX_SETS);
    let mut cards = cards.iter();
    let mut sets = Sets::EMPTY;
    for &length in lengths.get(..usize::from(bytes[0]))? {
        let set: Option<Vec<Card>> =
            cards.by_ref().take(length.into()).map(|&code| Card::from_code(code)).collect();
        sets.push(set.filter(|set| set.len() == usize::from(length))?).ok()?;
    }
    Some(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_opens_in_its_place_alone() {
        let sealer = Sealer::for_this_process().unwrap();
        let uid = [7; 16];
        let place = Place { tenant: "dev", uid: &uid, epoch: 3, kind: SecretKind::ShuffleSeed };
        let sealed = sealer.seal(&place, b"thirty-two bytes, or nearly that").unwrap();
        assert_eq!(sealer.open(&place, &sealed).unwrap(), b"thirty-two bytes, or nearly that");
        let elsewhere = [
            Place { tenant: "other", ..place },
            Place { uid: &[8; 16], ..place },
            Place { epoch: 4, ..place },
            Place { kind: SecretKind::ScriptedPack, ..place },
        ];
        for wrong in elsewhere {
            assert_eq!(sealer.open(&wrong, &sealed), Err(BrokenSeal));
        }
        let mut changed = sealed.clone();
        let mut bytes = changed.ciphertext.to_vec();
        bytes[0] ^= 1;
        changed.ciphertext = bytes.into();
        assert_eq!(sealer.open(&place, &changed), Err(BrokenSeal));
        let other = Sealer::for_this_process().unwrap();
        assert_eq!(other.open(&place, &sealed), Err(BrokenSeal));
    }

    #[test]
    fn an_arrangement_comes_back_and_its_length_tells_nothing() {
        let cards: Vec<Card> = Card::in_pack_order().take(13).collect();
        let mut laid = Sets::EMPTY;
        let mut lengths = vec![arrangement(&laid).len()];
        assert_eq!(sets(&arrangement(&laid)), Some(laid));
        for set in [&cards[..4], &cards[4..7], &cards[7..10], &cards[10..]] {
            laid.push(set.iter().copied()).unwrap();
            assert_eq!(sets(&arrangement(&laid)), Some(laid));
            lengths.push(arrangement(&laid).len());
        }
        assert!(lengths.iter().all(|length| *length == lengths[0]));
        let mut bytes = arrangement(&laid);
        for (place, byte) in [(0, 6), (1, 16), (6, 52)] {
            let before = std::mem::replace(&mut bytes[place], byte);
            assert_eq!(sets(&bytes), None, "byte {place} is {byte}");
            bytes[place] = before;
        }
        assert_eq!(sets(&bytes[1..]), None);
    }
}
