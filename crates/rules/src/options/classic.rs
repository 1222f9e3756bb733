//! The options of the classic game of three stakes (rulebook V9).

use std::collections::BTreeSet;

use super::braggers::BRAGGERS;
use super::catalogue::{CHIPS, Kind, Row, choice, number, row};
use super::refusal::{Combination, Of, when};
use super::{OptionValue, TieRule};
use crate::Chips;
use crate::rank::named;

named! {
    /// What becomes of the pot of the brag when everybody passes (V9).
    pub enum NoBrag {
        /// It waits for the next deal's.
        Carry = "carry",
        /// The best hand takes it.
        BestHand = "best_hand",
        /// Each has his stake back.
        Refund = "refund",
    }
}

named! {
    /// What an ace counts towards thirty-one (V9).
    pub enum AceValue {
        /// Ten, as a court card.
        Ten = "ten",
        /// One.
        One = "one",
        /// One or eleven, whichever is better.
        OneOrEleven = "one_or_eleven",
    }
}

named! {
    /// How cards come towards thirty-one (V9).
    pub enum ThirtyOneDraw {
        /// As many as one likes come to the hand.
        Add = "add",
        /// One of the hand may be changed, once.
        Exchange = "exchange",
    }
}

named! {
    /// Who wins of several who are equally near thirty-one (V9).
    pub enum ThirtyOneTie {
        /// They draw again.
        DrawAgain = "draw_again",
        /// The eldest of them.
        Eldest = "eldest",
        /// They share it.
        Split = "split",
    }
}

/// What only the classic game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassicRules {
    /// What each player lays before the deal, in chips, three times: for each of the pots.
    pub stake: Chips,
    /// The fewest chips to brag with.
    pub min_brag: Chips,
    /// What becomes of the pot of the brag when everybody passes.
    pub no_brag: NoBrag,
    /// What an ace counts towards thirty-one.
    pub ace_value: AceValue,
    /// How cards come towards thirty-one.
    pub thirty_one_draw: ThirtyOneDraw,
    /// Who wins of several who are equally near thirty-one.
    pub thirty_one_tie: ThirtyOneTie,
    /// What who wins all three pots gets from everybody, in chips.
    pub triple_bonus: Chips,
}

impl ClassicRules {
    /// Where no option says otherwise; the stakes are set where the game is played.
    pub(crate) const DEFAULT: ClassicRules = ClassicRules {
        stake: 0,
        min_brag: 0,
        no_brag: NoBrag::Carry,
        ace_value: AceValue::Ten,
        thirty_one_draw: ThirtyOneDraw::Add,
        thirty_one_tie: ThirtyOneTie::DrawAgain,
        triple_bonus: 0,
    };
}

/// The options of brag betting that this game has, too.
pub(super) const OF_BETTING: &[&str] = &[
    "min_players",
    "max_players",
    "min_buy_in",
    "max_buy_in",
    "min_stake",
    "waiting_pot",
    "sit_out_limit",
    "max_minutes",
    "tie_rule",
    "natural_precedence",
    "bragger_as_self",
    "cut",
    "first_dealer",
    "max_hands",
    "timeouts_before_sit_out",
];

#[rustfmt::skip] // A table: one row an option, its key in one column.
pub(super) static ROWS: &[Row] = &[
    row!(stake in classic, number(1, CHIPS / 3), "chips", "V9"),
    row!(min_brag in classic, number(1, CHIPS), "chips", "V9"),
    BRAGGERS,
    row!(no_brag in classic, choice!(NoBrag), "", "V9"),
    row!(ace_value in classic, choice!(AceValue), "", "V9"),
    row!(thirty_one_draw in classic, choice!(ThirtyOneDraw), "", "V9"),
    row!(thirty_one_tie in classic, choice!(ThirtyOneTie), "", "V9"),
    row!(triple_bonus in classic, number(0, CHIPS), "chips", "V9"),
];

/// Options of brag betting that have no meaning here: their defaults may be given, and nothing else (A.3, refusal 2).
const WITHOUT_MEANING: &[&str] = &[
    "max_initial_stake",
    "max_stake",
    "max_raise",
    "raise_factor",
    "limit_mode",
    "raise_increment",
    "see_multiplier",
    "seer_may_muck",
    "blind_play",
    "half_stake_rounding",
    "look_timing",
    "max_blind_bets",
    "max_rounds",
    "blind_win",
    "retain_blind_hand",
    "two_hand_rule",
    "two_hand_look_timing",
    "two_hand_showdown",
    "suit_tiebreak",
];

/// The refusals that this game shares with brag betting, by their ids.
pub(super) const SHARED: &[&str] = &[
    "pack_too_small",
    "of_other_variants",
    "nothing_to_discard",
    "no_variation",
    "no_blind_play",
    "teen_patti",
    "no_hands",
    "one_player",
];

/// The refusals that it shares with the other old games, by their ids.
pub(super) const OF_OLD_GAMES: &[&str] = &[
    "old_game_shuffled",
    "two_three_five_is_for_two",
    "high_hand_wins",
    "old_ranking",
    "nothing_to_gather_in_order",
    "old_game_cut",
];

/// What this game refuses beside those.
pub(super) static COMBINATIONS: &[Combination] = &[
    Combination {
        id: "no_meaning_with_three_stakes",
        number: 2,
        options: WITHOUT_MEANING,
        text: "an option of brag betting has no meaning in the game of three stakes; only its default may be given",
        of: Of::All,
        guilty: |case| case.changed(WITHOUT_MEANING),
    },
    Combination {
        id: "braggers_are_wild",
        number: 2,
        options: &["wild"],
        text: "which cards are wild is what braggers says",
        of: Of::All,
        guilty: |case| {
            let none = OptionValue::Set(BTreeSet::new());
            when(case.given("wild").is_some_and(|given| *given != none), &["wild"])
        },
    },
    Combination {
        id: "no_ante_beside_stakes",
        number: 2,
        options: &["ante"],
        text: "in the game of three stakes nobody pays an ante beside them",
        of: Of::All,
        guilty: |case| case.without_meaning(&["ante"]),
    },
    Combination {
        id: "stakes_are_laid",
        number: 7,
        options: &["ante_mode"],
        text: "in the game of three stakes everybody lays them before every hand",
        of: Of::All,
        guilty: |case| case.changed(&["ante_mode"]),
    },
    Combination {
        id: "always_cover",
        number: 17,
        options: &["short_stack"],
        text: "in the game of three stakes a rival with too few chips covers",
        of: Of::All,
        guilty: |case| case.changed(&["short_stack"]),
    },
    Combination {
        id: "no_split",
        number: 24,
        options: &["tie_rule"],
        text: "of two rivals one wins: equal hands go to the elder, or against who paid to see",
        of: Of::All,
        guilty: |case| when(case.rules.tie_rule == TieRule::Split, &["tie_rule"]),
    },
];
