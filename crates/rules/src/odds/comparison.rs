//! How the hands of a spot are compared, as data: what each machine of the family does with cards.

use crate::arrange::{FourKindRank, MinHand, Scoring, TieInHand};
use crate::options::{Prize, Rules};
use crate::variant::Machine;

/// How hands are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// By three cards of each; the best takes all (rulebook 3.5, section 4).
    Best,
    /// By three cards of each; the lowest loses, and all lose that are (V8).
    Lowest,
    /// Set by set (section 5).
    Sets(Layout),
}

/// Sets, how they are laid out and what they win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// How many a player lays.
    pub sets: usize,
    /// Whether he may lay fewer.
    pub fewer: bool,
    /// Who takes the deal.
    pub takes: Takes,
    /// What a set scores.
    pub scoring: Scoring,
    /// The standard below which a set counts as not laid.
    pub standard: MinHand,
    /// Who wins a set of which two are the best.
    pub tie: TieInHand,
    /// What four cards of one rank count for in a set that was named; none where a set has three cards.
    pub fours: Option<FourKindRank>,
}

/// Who takes a deal of sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Whoever wins every set outright; what nobody takes waits for all (V4B, V5).
    Every,
    /// Whoever scores most; equals share it (V6B for one deal, V7).
    Most,
}

impl Comparison {
    /// How hands are compared by these rules.
    pub fn of(rules: &Rules) -> Comparison {
        match rules.machine() {
            Machine::Bet | Machine::Equalised | Machine::Classic => Comparison::Best,
            Machine::Bus => Comparison::Lowest,
            Machine::Arrange => Comparison::Sets(Layout::of(rules)),
        }
    }
}

impl Layout {
    /// The sets of these rules. What only Crash asks has its plain answer elsewhere.
    fn of(rules: &Rules) -> Layout {
        let of = &rules.arrange;
        Layout {
            sets: of.sets.into(),
            fewer: of.fewer,
            takes: match of.prize {
                Prize::All | Prize::EachAndAll => Takes::Every,
                Prize::Most | Prize::Game => Takes::Most,
            },
            scoring: rules.crash.scoring,
            standard: if of.fewer { rules.crash.min_hand } else { MinHand::HighCard },
            tie: rules.crash.tie_in_hand,
            fours: of.fours,
        }
    }
}
