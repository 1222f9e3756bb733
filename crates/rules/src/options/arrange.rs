//! The options of the games that lay out sets and compare them (rulebook section 5).

use super::MAX_AMOUNT;
use crate::arrange::FourKindRank;
use crate::rank::named;

named! {
    /// What becomes of the antes of a set that nobody wins, because the best are equal (V5).
    pub enum SetTie {
        /// They join the main pot.
        ToMain = "to_main",
        /// Those who tied share them.
        Split = "split",
        /// They wait for the same set of the next deal.
        CarrySet = "carry_set",
    }
}

/// What there is to win with sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prize {
    /// One pot, for whoever wins every set; otherwise it waits (V4B).
    All,
    /// A pot for each set, and a main pot for whoever wins them all (V5).
    EachAndAll,
    /// One pot, for whoever wins the most sets; equals share it (V7).
    Most,
    /// A game of several deals, for points (V6B).
    Game,
}

/// How sets are laid out, and what they win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArrangeRules {
    /// How many sets a player lays; 0 where none are laid.
    pub sets: u8,
    /// Whether fewer may be laid, none included (V6B).
    pub fewer: bool,
    /// What four cards of one rank count for; none where a set has three cards (V6B).
    pub fours: Option<FourKindRank>,
    /// What there is to win.
    pub prize: Prize,
    /// Chips that each player puts into each pot (V4B, V5); from 0.
    pub set_stake: u64,
    /// What becomes of the antes of a tied set (V5).
    pub set_tie: SetTie,
    /// Whether bets go round on each set before it is shown (V5).
    pub set_betting: bool,
    /// Chips that each player puts into the pot (V7); from 0.
    pub game_stake: u64,
}

impl ArrangeRules {
    /// No sets are laid.
    pub(crate) const NONE: ArrangeRules = ArrangeRules {
        sets: 0,
        fewer: false,
        fours: None,
        prize: Prize::All,
        set_stake: 0,
        set_tie: SetTie::ToMain,
        set_betting: false,
        game_stake: 0,
    };

    /// Chips that each player puts into each pot.
    pub fn stake(&self) -> u64 {
        match self.prize {
            Prize::All | Prize::EachAndAll => self.set_stake,
            Prize::Most => self.game_stake,
            // What a game costs is paid when it is over.
            Prize::Game => 0,
        }
    }

    /// How many pots there are: one of all sets, and where it is so one of each.
    pub fn pots(&self) -> u8 {
        if self.prize == Prize::EachAndAll { 1 + self.sets } else { 1 }
    }

    /// Chips that a hand takes from each player before the deal; who has fewer is not dealt in.
    pub fn needs(&self) -> u64 {
        self.stake().saturating_mul(self.pots().into()).min(MAX_AMOUNT + 1)
    }
}
