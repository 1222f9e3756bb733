//! Which of two three-card hands is better (rulebook section 2, without wild cards).
//!
//! A hand has a [`Strength`], an integer from 1 (best) to 741, that [`Ranking`] looks up in a table: equal hands
//! have the same one (2.5). [`compare`] adds what does not fit an integer: 2-3-5 against a prial before it,
//! the suits after it. A showdown of three hands or more asks [`compare_many`].

mod compare;
mod rules;
mod table;

pub use compare::{compare, compare_many};
pub use rules::{AceTwoThree, BestPrial, CategoryOrder, Low, RankingRules, SuitTiebreak, TwoThreeFive};
pub use table::Ranking;

pub(crate) use rules::named;

use std::cmp::Ordering;

named! {
    /// The category of a hand (rulebook 2.2), in the default order, best first.
    #[derive(Hash)]
    pub enum Class {
        /// Three cards of one rank.
        Prial = "prial",
        /// Three in sequence, of one suit.
        RunningFlush = "running_flush",
        /// Three in sequence, not of one suit.
        Run = "run",
        /// Three of one suit, not in sequence.
        Flush = "flush",
        /// Two of one rank.
        Pair = "pair",
        /// None of these.
        HighCard = "high_card",
    }
}

/// How many different strengths there are, under every ranking option (rulebook 2.5, C.2).
pub const STRENGTHS: u16 = 741;

/// How good a hand is under one [`Ranking`]: its index, 1 for the best to [`STRENGTHS`] for the worst.
///
/// Ordered as hands are, not as indices: the greater strength wins, so `max` finds the best hand. Strengths
/// of two different rankings have nothing to say to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strength(u16);

impl Strength {
    /// 1 (best) to [`STRENGTHS`] (worst).
    pub const fn index(self) -> u16 {
        self.0
    }
}

impl Ord for Strength {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.cmp(&self.0)
    }
}

impl PartialOrd for Strength {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
