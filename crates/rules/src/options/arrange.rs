//! The options of the games that lay out sets and compare them (rulebook section 5).

use super::MAX_AMOUNT;
use super::catalogue::{CHIPS, Kind, OfBetting, Row, choice, number, row};
use crate::arrange::{CrashMode, FourKindRank, MinHand, Scoring, Settlement, TieInHand};
use crate::rank::named;
use crate::variant::Part;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// The options of brag betting that these games have, too.
pub(super) const OF_BETTING: OfBetting = &[
    (
        None,
        &[
            "min_players",
            "max_players",
            "min_buy_in",
            "max_buy_in",
            "min_stake",
            "sit_out_limit",
            "max_minutes",
            "category_order",
            "best_prial",
            "ace_two_three",
            "low",
            "suit_tiebreak",
            "wild",
            "natural_precedence",
            "bragger_as_self",
            "shuffle_mode",
            "cut",
            "first_dealer",
            "max_hands",
            "timeouts_before_sit_out",
        ],
    ),
    (
        Some(Part::EachSet),
        &[
            "max_initial_stake",
            "max_stake",
            "max_raise",
            "raise_factor",
            "limit_mode",
            "raise_increment",
            "see_multiplier",
            "seer_may_muck",
        ],
    ),
    (Some(Part::SetStake), &["waiting_pot"]),
];

const SET_STAKE: Option<Part> = Some(Part::SetStake);
const EACH_SET: Option<Part> = Some(Part::EachSet);
const CRASH: Option<Part> = Some(Part::Crash);
const GAME_STAKE: Option<Part> = Some(Part::GameStake);

#[rustfmt::skip] // A table: one row an option, its key in one column.
pub(super) static ROWS: &[Row] = &[
    row!(set_stake in arrange, number(0, CHIPS), "chips", "V4", SET_STAKE),
    row!(set_tie in arrange, choice!(SetTie), "", "V5", EACH_SET),
    row!(set_betting in arrange, Kind::Flag, "", "V5", EACH_SET),
    row!(game_stake in arrange, number(0, CHIPS), "chips", "V7", GAME_STAKE),
    row!(game_stake in crash, number(0, CHIPS), "chips", "V6B", CRASH),
    row!(scoring in crash, choice!(Scoring), "", "V6B", CRASH),
    row!(target in crash, number(1, 121), "points", "V6B", CRASH),
    row!(min_hand in crash, choice!(MinHand), "", "V6B", CRASH),
    row!(tie_in_hand in crash, choice!(TieInHand), "", "V6B", CRASH),
    row!(crash in crash, choice!(CrashMode), "", "V6B", CRASH),
    row!(settlement in crash, choice!(Settlement), "", "V6B", CRASH),
    row!(point_value in crash, number(0, CHIPS), "chips", "V6B", CRASH),
    row!(double_if_not_on_board in crash, Kind::Flag, "", "V6B", CRASH),
    row!(four_kind_fee in crash, number(0, CHIPS), "chips", "V6B", CRASH),
    Row { key: "four_kind_rank", ..row!(fours in arrange, choice!(FourKindRank), "", "V6B", CRASH) },
    row!(four_threes_wins in crash, Kind::Flag, "", "V6B", CRASH),
    row!(spare_hand in crash, Kind::Flag, "", "V6B", CRASH),
    row!(spare_fee in crash, number(0, CHIPS), "chips", "V6B", CRASH),
];
