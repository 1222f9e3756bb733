//! What must stay secret until it is revealed: it never prints, never serialises, and is wiped when dropped.

use std::fmt;

use zeroize::Zeroizing;

/// The seed S_k of one epoch: 32 bytes from the operating system, sealed in the journal before its
/// [`commitment`](crate::commitment) is published.
pub struct Seed(Zeroizing<[u8; 32]>);

impl Seed {
    /// Takes the bytes over. The caller wipes any copy that it keeps.
    pub fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(Zeroizing::new(bytes))
    }

    /// The bytes, to seal them or to reveal them. Whoever calls this shows every card of the epoch.
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(##)")
    }
}

/// The key K_k of one epoch, from which its whole chance follows.
pub(crate) struct Key(Zeroizing<[u8; 32]>);

impl Key {
    pub(crate) fn from_bytes(bytes: [u8; 32]) -> Key {
        Key(Zeroizing::new(bytes))
    }

    pub(crate) fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(##)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_do_not_print() {
        let seed = Seed::from_bytes([0xab; 32]);
        let key = Key::from_bytes([0xab; 32]);
        assert_eq!(format!("{seed:?} {seed:#?} {key:?}"), "Seed(##) Seed(##) Key(##)");
        assert_eq!(seed.expose(), key.expose());
    }
}
