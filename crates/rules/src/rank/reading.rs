//! A hand as it stands in a comparison, and two of them against each other.

use std::cmp::Ordering;

use super::{Ranking, RankingRules, Strength};
use crate::card::{Card, Cards};

/// A hand as one [`Ranking`] reads it: three cards that count, and what decides between equal ones.
///
/// The greater one is better in a showdown of three or more hands; that order is transitive. Readings are equal when
/// the comparison ends without a difference (2.5), which is for the table to settle by its rule for ties. Where
/// exactly two hands are compared, see [`Ranking::compare`].
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    merit: (Strength, u64, u8),
    cards: [Card; 3],
}

impl Reading {
    /// `left_over` and `suit` are 0 where they do not count.
    pub(super) fn new(strength: Strength, left_over: u64, suit: u8, cards: [Card; 3]) -> Reading {
        Reading { merit: (strength, left_over, suit), cards }
    }

    /// How good the three cards are.
    pub fn strength(&self) -> Strength {
        self.merit.0
    }

    /// The three cards that count, in the order in which they are held.
    pub fn cards(&self) -> [Card; 3] {
        self.cards
    }
}

impl Ord for Reading {
    fn cmp(&self, other: &Self) -> Ordering {
        self.merit.cmp(&other.merit)
    }
}

impl PartialOrd for Reading {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Reading {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Reading {}

impl Ranking {
    /// Which of two hands wins where no third one is compared; `Greater` means that `a` does (rulebook 2.9).
    ///
    /// First 2-3-5 against a prial, if the rules know it, then as the readings compare. With `two_three_five` the
    /// order is not transitive: 2-3-5 beats a prial, the prial a pair, and the pair 2-3-5.
    pub fn compare(&self, a: &Reading, b: &Reading) -> Ordering {
        if self.two_three_five_against_prial(a, b) {
            Ordering::Greater
        } else if self.two_three_five_against_prial(b, a) {
            Ordering::Less
        } else {
            a.cmp(b)
        }
    }

    /// Three cards of which none was thrown.
    fn read_three(&self, cards: [Card; 3]) -> Reading {
        let held: Cards = cards.into_iter().collect();
        self.read(&held, &Cards::EMPTY).expect("three-cards: they are three")
    }
}

/// Which of two hands of three cards wins where no third one is compared: [`Ranking::compare`].
pub fn compare(rules: &RankingRules, a: [Card; 3], b: [Card; 3]) -> Ordering {
    let ranking = Ranking::of(rules);
    ranking.compare(&ranking.read_three(a), &ranking.read_three(b))
}

/// Which of two hands of three cards is better in a showdown of three or more: 2-3-5 is a high card like any other
/// (rulebook 2.9). `Greater` means that `a` is better.
pub fn compare_many(rules: &RankingRules, a: [Card; 3], b: [Card; 3]) -> Ordering {
    let ranking = Ranking::of(rules);
    ranking.read_three(a).cmp(&ranking.read_three(b))
}
