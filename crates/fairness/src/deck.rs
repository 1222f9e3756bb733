//! A list of different cards, as codes.

use std::fmt;

use crate::Malformed;

/// Cards in the pack (rulebook 1.6).
pub const PACK_SIZE: usize = 52;

/// 1 to 52 different cards as codes below 52, the top card first. `Debug` prints `##`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Deck {
    codes: [u8; PACK_SIZE],
    len: u8,
}

impl Deck {
    /// The whole pack, ascending by code.
    pub fn full() -> Deck {
        Deck { codes: std::array::from_fn(|code| code as u8), len: PACK_SIZE as u8 }
    }

    /// The cards in this order.
    ///
    /// # Errors
    /// [`Malformed::Deck`] when there is none, one is twice there, or a code is not below 52.
    pub fn new(cards: &[u8]) -> Result<Deck, Malformed> {
        let mut deck = Deck { codes: [0; PACK_SIZE], len: 0 };
        let mut seen = 0u64;
        for &code in cards {
            // Different codes below 52 also bound how many there are.
            if usize::from(code) >= PACK_SIZE || seen >> code & 1 == 1 {
                return Err(Malformed::Deck);
            }
            seen |= 1 << code;
            deck.codes[usize::from(deck.len)] = code;
            deck.len += 1;
        }
        if cards.is_empty() { Err(Malformed::Deck) } else { Ok(deck) }
    }

    /// The codes, the top card first.
    pub fn codes(&self) -> &[u8] {
        &self.codes[..usize::from(self.len)]
    }

    /// How many cards there are, 1 to 52.
    #[expect(clippy::len_without_is_empty, reason = "a deck has at least one card")]
    pub fn len(&self) -> u8 {
        self.len
    }

    pub(crate) fn codes_mut(&mut self) -> &mut [u8] {
        &mut self.codes[..usize::from(self.len)]
    }

    /// The same cards, ascending by code.
    pub(crate) fn sorted(mut self) -> Deck {
        self.codes_mut().sort_unstable();
        self
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×##", self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_different_cards_make_a_deck() {
        let all: Vec<u8> = (0..52).collect();
        assert_eq!(Deck::new(&all), Ok(Deck::full()));
        for bad in [&[][..], &[52], &[255], &[3, 3], &[1, 2, 1], &[7; 53], &[all.as_slice(), &[0]].concat()] {
            assert_eq!(Deck::new(bad), Err(Malformed::Deck), "{bad:?}");
        }
        let deck = Deck::new(&[51, 0, 7]).unwrap();
        assert_eq!((deck.codes(), deck.len()), (&[51, 0, 7][..], 3));
        assert_eq!(deck.sorted().codes(), [0, 7, 51]);
    }

    #[test]
    fn a_deck_never_prints_its_cards() {
        assert_eq!(format!("{:?}", Deck::full()), "52×##");
    }
}
