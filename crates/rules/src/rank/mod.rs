//! Which of two hands is better (rulebook section 2).
//!
//! [`RankingRules`] say how hands rank, and are all that does: a table of one variant with `wild` set and a variation
//! that makes cards wild rank by the same code. [`Ranking::of`] makes them ready to look hands up.
//!
//! A hand that is compared is *read*: [`Ranking::read`] takes the cards that its holder has, three or more, and
//! those that he threw. Of more than three the best three count, and the others are as if thrown (V2). The
//! [`Reading`] says which three they are, and compares:
//!
//! ```
//! use brag_rules::card::Cards;
//! use brag_rules::rank::{Class, Ranking, RankingRules};
//!
//! let ranking = Ranking::of(&RankingRules { discard_tiebreak: true, ..RankingRules::default() });
//! let cards = |text: &str| -> Cards { text.split(' ').map(|card| card.parse().unwrap()).collect() };
//! // He discarded a card, so three are left.
//! let kings = ranking.read(&cards("Ks Kd 9c"), &cards("5h")).unwrap();
//! // This one has not looked: the best three of four.
//! let blind = ranking.read(&cards("Kh 7s Kc 9d"), &Cards::EMPTY).unwrap();
//! assert_eq!(ranking.class_of(blind.strength()), Class::Pair);
//! assert_eq!(blind.strength(), kings.strength());
//! assert!(blind > kings, "the seven beats the five");
//! ```
//!
//! # What a comparison asks, in this order
//! 1. The [`Strength`]: an integer from 1 (best) to 741, looked up in a table (2.2–2.6); to 455 in the old ranking
//!    (2.7).
//! 2. The wild cards. A wild card counts as the card that makes the hand best, or as itself. With
//!    `natural_precedence` = `same_rank`, of two hands of one index the one with fewer wild cards wins: that
//!    takes the place between two indices. In the old ranking it comes before the odd card of a pair: first the
//!    category and its rank, then the wild cards, then the index. With `prials_only` and `whole_category`, too, it
//!    comes before the index: first the category, then whether the hand is natural, then the index. A [`Strength`]
//!    holds all of it, so that "better" and "equal" stay one comparison of integers.
//! 3. The thrown cards, highest first, where `discard_tiebreak` says so.
//! 4. The suit of the highest card held, where `suit_tiebreak` says so.
//!
//! 2-3-5 against a prial comes before all of them, but where exactly two hands are compared: [`Ranking::compare`].

mod ranking;
mod reading;
mod rules;
mod table;
mod variation;
mod wild;

pub use ranking::Ranking;
pub use reading::{Reading, compare, compare_many};
pub use rules::{
    AceTwoThree, BestPrial, CategoryOrder, Low, NaturalPrecedence, RankingRules, Scale, SuitTiebreak,
    TwoThreeFive,
};
pub use variation::Variation;
pub(crate) use wild::CARDS_AND_RANKS;
pub use wild::{MAX_WILD, WILD_NAMES, Wild};

pub(crate) use rules::named;

use std::cmp::Ordering;

named! {
    /// The category of a hand (rulebook 2.2), in the default order, best first.
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
        /// Four cards of one rank, laid as one set (V6B).
        Four = "four",
        /// Three digits: what every hand is where numbers are compared (V13, `nine99`).
        Digits = "digits",
        /// In the old ranking, neither a prial nor a pair (2.7).
        Single = "single",
    }
}

/// How many different indices there are, under every ranking option (rulebook 2.5, C.2).
pub const STRENGTHS: u16 = 741;

/// How many indices there are where numbers are compared: the number 999 has 1, and 0 has this one.
pub const NUMBERS: u16 = 1_000;

/// How many different indices the old ranking has: 13 prials, 156 pairs, 286 singles (rulebook 2.7).
pub const OLD_STRENGTHS: u16 = 455;

/// How good three cards are under one [`Ranking`].
///
/// Ordered as hands are, not as indices: the greater strength wins, so `max` finds the best hand. Strengths
/// of two different rankings have nothing to say to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strength(
    /// What is asked before the index, in the high bits, and the index in the ten low ones.
    u32,
);

impl Strength {
    const BEFORE: u32 = 10;

    const fn natural(index: u16) -> Strength {
        Strength(index as u32)
    }

    /// The strength of an index before which this is asked, less being better.
    const fn after(before: u32, index: u16) -> Strength {
        Strength(before << Strength::BEFORE | index as u32)
    }

    /// 1 (best) to [`STRENGTHS`] (worst), or [`NUMBERS`], or [`OLD_STRENGTHS`]: of the hand, or of that for which it
    /// counts if it holds wild cards. Two hands of one index are equal but for wild cards.
    pub const fn index(self) -> u16 {
        (self.0 & 0x3ff) as u16
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
