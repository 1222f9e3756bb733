//! Cards, and short lists of them that live without a heap.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// One of the 52 cards, as its code: `13 × suit + rank`, suits c 0, d 1, h 2, s 3, ranks 2 = 0 … A = 12.
///
/// The code is that of `brag-fair/v1`, so a pack hashes without translation. `Debug` prints `##`: a card
/// reaches a log or a panic message only through [`Card::reveal`] or `Display`, which a reader can find.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The ranks in their order, lowest first, as the wire writes them.
pub const RANKS: &[u8; 13] = b"23456789TJQKA";
/// The suits in the order of their codes, as the wire writes them.
pub const SUITS: &[u8; 4] = b"cdhs";
/// Cards in the pack (rulebook 1.6).
pub const PACK_SIZE: usize = 52;
/// How many cards of a hand count in a comparison (rulebook section 2).
pub const PLAYED: usize = 3;
/// The most cards of one hand in any variant (V7).
pub const MAX_HAND: usize = 15;
/// The most cards that one player may hold: two hands of 13 (V6A, rulebook 3.9).
pub const MAX_HELD: usize = 26;

impl Card {
    /// The card with this code, if it is below 52.
    pub const fn from_code(code: u8) -> Option<Card> {
        if code < PACK_SIZE as u8 { Some(Card(code)) } else { None }
    }

    /// The card of this rank (0 = two … 12 = ace) and suit (0 = clubs … 3 = spades).
    pub const fn new(rank: u8, suit: u8) -> Option<Card> {
        if rank < 13 && suit < 4 { Some(Card(13 * suit + rank)) } else { None }
    }

    /// `13 × suit + rank`.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// 0 = two … 12 = ace.
    pub const fn rank(self) -> u8 {
        self.0 % 13
    }

    /// 0 = clubs, 1 = diamonds, 2 = hearts, 3 = spades.
    pub const fn suit(self) -> u8 {
        self.0 / 13
    }

    /// The two characters of the card, such as `Td`. Whoever calls this shows the card.
    pub fn reveal(self) -> [u8; 2] {
        [RANKS[self.rank() as usize], SUITS[self.suit() as usize]]
    }

    /// All cards in the order of a new pack: 2c 2d 2h 2s 3c … As (playthroughs, `deal`).
    pub fn in_pack_order() -> impl Iterator<Item = Card> {
        (0..13u8).flat_map(|rank| (0..4u8).map(move |suit| Card(13 * suit + rank)))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rank, suit] = self.reveal();
        write!(f, "{}{}", rank as char, suit as char)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("##")
    }
}

/// A text that is not one card: two characters, a rank of `23456789TJQKA` and a suit of `cdhs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotACard;

impl fmt::Display for NotACard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card is a rank of 23456789TJQKA and a suit of cdhs, such as Td")
    }
}

impl std::error::Error for NotACard {}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Card, NotACard> {
        let &[rank, suit] = text.as_bytes() else { return Err(NotACard) };
        let rank = RANKS.iter().position(|&r| r == rank).ok_or(NotACard)?;
        let suit = SUITS.iter().position(|&s| s == suit).ok_or(NotACard)?;
        Ok(Card(13 * suit as u8 + rank as u8))
    }
}

/// Up to `N` cards in a row, kept in place so that a table can be copied without an allocation.
#[derive(Clone, Copy)]
pub struct Cards<const N: usize = MAX_HAND> {
    codes: [u8; N],
    len: u8,
}

/// Everything that one player holds.
pub type Held = Cards<MAX_HELD>;

/// The cards of a whole pack, or part of one.
pub type Pack = Cards<PACK_SIZE>;

impl<const N: usize> Cards<N> {
    /// No cards.
    pub const EMPTY: Cards<N> = Cards { codes: [0; N], len: 0 };

    /// How many cards there are.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts a card at the end. Panics when there are already `N`: no more than that are ever dealt.
    pub fn push(&mut self, card: Card) {
        assert!(self.len() < N, "cards-fit: a place for {N} cards is given one more");
        self.codes[self.len()] = card.0;
        self.len += 1;
    }

    /// The cards from the first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Card> + DoubleEndedIterator + Clone + '_ {
        self.codes[..self.len()].iter().map(|&code| Card(code))
    }

    /// The `i`th card, from 0.
    pub fn get(&self, i: usize) -> Option<Card> {
        self.codes[..self.len()].get(i).map(|&code| Card(code))
    }

    /// The `i`th card, from 0; `i` is below [`Cards::len`].
    pub(crate) fn at(&self, i: usize) -> Card {
        Card(self.codes()[i])
    }

    /// Whether the card is among them.
    pub fn contains(&self, card: Card) -> bool {
        self.codes[..self.len()].contains(&card.0)
    }

    /// Takes the top `n` cards off (the first is the top), all of them if there are fewer.
    pub fn drain_top(&mut self, n: usize) {
        let n = n.min(self.len());
        self.codes.copy_within(n..self.len as usize, 0);
        self.len -= n as u8;
    }

    /// Cuts: the top `k` cards go under the others (rulebook 3.12).
    pub fn rotate_top(&mut self, k: usize) {
        let len = self.len();
        if len > 0 {
            self.codes[..len].rotate_left(k % len);
        }
    }

    /// The codes from the first.
    pub fn codes(&self) -> &[u8] {
        &self.codes[..self.len()]
    }

    /// The cards in ascending order of their codes.
    pub fn sorted(mut self) -> Cards<N> {
        let len = self.len();
        self.codes[..len].sort_unstable();
        self
    }
}

impl<const N: usize> Default for Cards<N> {
    fn default() -> Self {
        Cards::EMPTY
    }
}

impl<const N: usize> PartialEq for Cards<N> {
    fn eq(&self, other: &Self) -> bool {
        self.codes() == other.codes()
    }
}

impl<const N: usize> Eq for Cards<N> {}

impl<const N: usize> Hash for Cards<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.codes().hash(state);
    }
}

impl<const N: usize> FromIterator<Card> for Cards<N> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut list = Cards::EMPTY;
        for card in cards {
            list.push(card);
        }
        list
    }
}

impl<const N: usize> fmt::Debug for Cards<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×##", self.len)
    }
}

impl<const N: usize> fmt::Display for Cards<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| card.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        for card in Card::in_pack_order() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), Some(card));
        }
        assert_eq!(Card::in_pack_order().count(), PACK_SIZE);
        for bad in ["", "A", "1c", "Ax", "AsA", "as", "é"] {
            assert_eq!(bad.parse::<Card>(), Err(NotACard));
        }
    }

    #[test]
    fn a_card_never_prints_itself_by_debug() {
        let cards: Cards = Card::in_pack_order().take(3).collect();
        assert_eq!(format!("{:?} {:?}", cards.get(0).unwrap(), cards), "## 3×##");
    }

    #[test]
    fn a_cut_keeps_the_order() {
        let mut pack: Pack = Card::in_pack_order().collect();
        pack.rotate_top(4);
        assert_eq!(pack.get(0).unwrap().to_string(), "3c");
        assert_eq!(pack.get(51).unwrap().to_string(), "2s");
        pack.drain_top(50);
        assert_eq!(pack.to_string(), "2h2s");
    }
}
