//! The sets that a player lays: what an arrangement is made of.

use std::fmt;

use crate::card::{Card, Cards, MAX_HAND};

/// The most sets of one arrangement (V7).
pub const MAX_SETS: usize = 5;

/// Some of a player's cards in up to [`MAX_SETS`] sets, the best one first; cards in none are thrown.
///
/// It is a submission as it was named, so it says nothing of whether the sets may be laid: a set may have any number of
/// cards, those of the whole at most [`MAX_HAND`] together.
///
/// Kept in place, so that a table can be copied without an allocation. `Debug` prints no card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Sets {
    cards: Cards,
    /// Where each set ends among the cards; 0 where there is none.
    ends: [u8; MAX_SETS],
    len: u8,
}

/// One set more than [`MAX_SETS`], or one card more than [`MAX_HAND`]: more than any variant deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany;

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {MAX_SETS} sets and {MAX_HAND} cards can be laid")
    }
}

impl std::error::Error for TooMany {}

impl Sets {
    /// No sets: nothing is laid.
    pub const EMPTY: Sets = Sets { cards: Cards::EMPTY, ends: [0; MAX_SETS], len: 0 };

    /// How many sets there are.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts a set after the others.
    ///
    /// # Errors
    /// [`TooMany`] if there is no room for it; the sets are as before then.
    pub fn push(&mut self, set: impl IntoIterator<Item = Card>) -> Result<(), TooMany> {
        let mut with = *self;
        for card in set {
            if with.cards.len() == MAX_HAND {
                return Err(TooMany);
            }
            with.cards.push(card);
        }
        *with.ends.get_mut(self.len()).ok_or(TooMany)? = with.cards.len() as u8;
        with.len += 1;
        *self = with;
        Ok(())
    }

    /// The cards of the `i`th set, from 0, in the order in which they were named.
    pub fn get(&self, i: usize) -> Option<Cards> {
        let &end = self.ends[..self.len()].get(i)?;
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        Some(self.cards.iter().take(usize::from(end)).skip(usize::from(start)).collect())
    }

    /// The sets from the first.
    pub fn iter(&self) -> impl Iterator<Item = Cards> + '_ {
        (0..self.len()).map_while(|i| self.get(i))
    }

    /// All cards of all sets, from the first set.
    pub const fn cards(&self) -> &Cards {
        &self.cards
    }
}

impl fmt::Debug for Sets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.as_bytes().chunks(2).map(|card| std::str::from_utf8(card).unwrap().parse().unwrap()).collect()
    }

    #[test]
    fn sets_come_back_as_they_were_named() {
        let mut sets = Sets::EMPTY;
        assert_eq!((sets.len(), sets.get(0)), (0, None));
        for set in ["AsKsQs", "", "9c9d9h9s", "2d"] {
            sets.push(cards(set).iter()).unwrap();
        }
        let back: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
        assert_eq!(back, ["AsKsQs", "", "9c9d9h9s", "2d"]);
        assert_eq!(sets.cards().to_string(), "AsKsQs9c9d9h9s2d");
        assert_eq!((sets.len(), sets.is_empty(), sets.get(4)), (4, false, None));
    }

    #[test]
    fn what_has_no_room_changes_nothing() {
        let mut sets = Sets::EMPTY;
        for _ in 0..4 {
            sets.push(cards("AsKsQs").iter()).unwrap();
        }
        let before = sets;
        assert_eq!(sets.push(cards("2c3c4c5c").iter()), Err(TooMany));
        assert_eq!(sets, before);
        sets.push(cards("2c3c4c").iter()).unwrap();
        let before = sets;
        assert_eq!(sets.push([]), Err(TooMany));
        assert_eq!(sets, before);
        assert_eq!(TooMany.to_string(), "at most 5 sets and 15 cards can be laid");
    }

    #[test]
    fn no_card_is_printed_by_debug() {
        let mut sets = Sets::EMPTY;
        sets.push(cards("AsKsQs").iter()).unwrap();
        assert_eq!(format!("{sets:?}"), "[3×##]");
    }
}
