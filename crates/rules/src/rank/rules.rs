//! The house rules of ranking (rulebook 2.1–2.9, Appendix A.1).

use super::Wild;
use crate::card::Card;

/// An enum whose values have the rulebook's names: one table for the catalogue, the parser and the output.
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $Type:ident { $( $(#[$doc:meta])* $Value:ident = $name:literal, )+ }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $Type { $( $(#[$doc])* $Value, )+ }

        impl $Type {
            /// Every value, in the rulebook's order.
            pub const ALL: &'static [$Type] = &[$( $Type::$Value, )+];

            /// The rulebook's name of the value, in snake case.
            pub const fn name(self) -> &'static str {
                match self { $( $Type::$Value => $name, )+ }
            }

            /// The value with this name, none if no value is called so.
            pub fn from_name(name: &str) -> Option<$Type> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}
pub(crate) use named;

named! {
    /// Whether the prial or the running flush is the best category (rulebook 2.2).
    #[derive(Default)]
    pub enum CategoryOrder {
        /// Prial, running flush, run, flush, pair, high card.
        #[default]
        PrialFirst = "prial_first",
        /// Running flush, prial, then as before: the rarer hand first.
        RunningFlushFirst = "running_flush_first",
    }
}

named! {
    /// Which prial is the best one (rulebook 2.3). It does not matter under a low ranking (2.8).
    #[derive(Default)]
    pub enum BestPrial {
        /// 3-3-3, then A-A-A, K-K-K … 4-4-4, and 2-2-2 last.
        #[default]
        Threes = "threes",
        /// A-A-A, K-K-K … 2-2-2.
        Natural = "natural",
    }
}

named! {
    /// The place of A-2-3 among the runs and the running flushes (rulebook 2.4).
    #[derive(Default)]
    pub enum AceTwoThree {
        /// The best run, above A-K-Q.
        #[default]
        Highest = "highest",
        /// The second best, between A-K-Q and K-Q-J.
        Second = "second",
        /// The lowest, below 4-3-2.
        Lowest = "lowest",
        /// No run at all: a flush or a high card.
        NotARun = "not_a_run",
    }
}

named! {
    /// Whether the lowest hand wins (rulebook 2.6).
    #[derive(Default)]
    pub enum Low {
        /// The highest hand wins.
        #[default]
        Off = "off",
        /// The lowest hand wins, runs count for nothing and suited cards count against a hand: 2-3-4 of mixed
        /// suits is the best (V12).
        SeedLow = "seed_low",
        /// The normal order upside down: 5-3-2 of mixed suits is the best (Muflis).
        Reverse = "reverse",
    }
}

named! {
    /// Whether suits decide between hands that are equal otherwise (rulebook 2.1).
    #[derive(Default)]
    pub enum SuitTiebreak {
        /// Equal hands are equal.
        #[default]
        None = "none",
        /// The better suit of the highest card held wins: spades, hearts, diamonds, clubs.
        Shdc = "shdc",
    }
}

named! {
    /// Whether 2-3-5 of at least two suits beats a prial (rulebook 2.9).
    #[derive(Default)]
    pub enum TwoThreeFive {
        /// It is a high card like any other.
        #[default]
        Off = "off",
        /// It beats a prial and nothing else, where exactly two hands are compared.
        BeatsPrial = "beats_prial",
    }
}

named! {
    /// What a natural hand has of it against a hand of equal value with wild cards (rulebook 2.8).
    #[derive(Default)]
    pub enum NaturalPrecedence {
        /// Nothing.
        None = "none",
        /// Of hands that are equal otherwise, the one with fewer wild cards wins; in the old ranking of pairs of one
        /// rank already, whatever the odd card is.
        #[default]
        SameRank = "same_rank",
        /// Any natural prial beats any prial with wild cards; elsewhere wild cards make no difference.
        PrialsOnly = "prials_only",
        /// Any natural hand of a category beats any hand of it with wild cards.
        WholeCategory = "whole_category",
    }
}

/// What three cards are measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Scale {
    /// The categories of brag (2.2).
    #[default]
    Brag,
    /// The number that the cards are as digits, the highest first: ace 1, two to nine their pips, the others 0
    /// (V13, `nine99`). The greater number wins; suits and the other options of section 2 but the wild cards have
    /// no meaning.
    Digits,
    /// Prial, pair, single, each by its ranks, ace high (2.7): runs and flushes do not count, suits never decide, and
    /// the options of section 2 but those of wild cards have no meaning.
    Old,
}

/// The options of section 2: everything that says which of two hands wins.
///
/// The default is the rulebook's. Combinations that a table refuses (A.3) have an order here all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RankingRules {
    /// What hands are measured by.
    pub scale: Scale,
    /// Whether the prial or the running flush comes first (2.2).
    pub category_order: CategoryOrder,
    /// Which prial is the best (2.3).
    pub best_prial: BestPrial,
    /// Where A-2-3 stands (2.4).
    pub ace_two_three: AceTwoThree,
    /// Whether the lowest hand wins (2.6).
    pub low: Low,
    /// Whether suits break a tie (2.1).
    pub suit_tiebreak: SuitTiebreak,
    /// Which cards are wild (2.8).
    pub wild: Wild,
    /// What a natural hand has of it against one with wild cards (2.8).
    pub natural_precedence: NaturalPrecedence,
    /// Whether a wild card that counts as itself is natural (2.8).
    pub bragger_as_self: bool,
    /// Whether 2-3-5 beats a prial (2.9).
    pub two_three_five: TwoThreeFive,
    /// Whether the cards that were thrown break a tie, the highest first (V2).
    pub discard_tiebreak: bool,
}

impl RankingRules {
    /// The rules of a deal before which this card was turned: with `wild = random_rank` its rank is wild (V13).
    pub fn with_turned(self, turned: Card) -> RankingRules {
        match self.wild {
            Wild::RandomRank => RankingRules { wild: Wild::rank(turned.rank()), ..self },
            Wild::Cards(_) | Wild::LowestCard => self,
        }
    }
}

impl Default for RankingRules {
    fn default() -> RankingRules {
        RankingRules {
            scale: Scale::default(),
            category_order: CategoryOrder::default(),
            best_prial: BestPrial::default(),
            ace_two_three: AceTwoThree::default(),
            low: Low::default(),
            suit_tiebreak: SuitTiebreak::default(),
            wild: Wild::default(),
            natural_precedence: NaturalPrecedence::default(),
            bragger_as_self: true,
            two_three_five: TwoThreeFive::default(),
            discard_tiebreak: false,
        }
    }
}
