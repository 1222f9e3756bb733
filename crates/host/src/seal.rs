//! Secrets at rest: sealed with an authenticated cipher, bound to the table, the epoch and what they are.

use crate::chance::NoRandomness;
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
}
