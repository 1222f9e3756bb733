//! What is refused where sets are laid out and compared (rulebook section 5): V4B, V5, V6B, V7.

use super::case::{joined, not_named, sets, together, when};
use super::{Combination, of_betting};
use crate::arrange::Settlement;
use crate::card::PACK_SIZE;
use crate::variant::{Part, Variant};

/// `set_betting`, and what bounds the bets; not what stops them, which is a hundred rounds always (3.5).
static OF_SET_BETTING: &[&str] = &joined::<9>(&[&["set_betting"], of_betting::LIMITS, of_betting::SEEING]);

/// Bets may go round on each set (V5).
fn each_set(variant: Variant) -> bool {
    variant.has(Part::EachSet)
}

/// A game of points is played (V6B).
fn crash(variant: Variant) -> bool {
    variant.has(Part::Crash)
}

pub(super) static SETS_ARE_CHOSEN: Combination = Combination {
    id: "sets_are_chosen",
    number: 2,
    options: of_betting::DISCARDS,
    text: "where sets are laid out, a discard is what is in none of them",
    of: sets,
    guilty: not_named,
};

pub(super) static NO_SET_BETTING: Combination = Combination {
    id: "no_set_betting",
    number: 2,
    options: OF_SET_BETTING,
    text: "without set_betting nothing bounds bets",
    of: each_set,
    guilty: |case| {
        let bets = case.rules.arrange.set_betting;
        if bets { vec![] } else { together("set_betting", case.beyond_default(&OF_SET_BETTING[1..])) }
    },
};

pub(super) static SPARE_NEEDS_ROOM: Combination = Combination {
    id: "spare_needs_room",
    number: 14,
    options: &["spare_hand", "max_players"],
    text: "with four seats no cards are left for a spare hand: max_players is at most 3 beside it",
    of: crash,
    guilty: |case| {
        let of = &case.rules.crash;
        let room = usize::from(case.rules.max_players) < PACK_SIZE / usize::from(case.rules.cards_each);
        when(of.spare_hand && !room, &["spare_hand", "max_players"])
    },
};

pub(super) static FEE_WITHOUT_SPARE: Combination = Combination {
    id: "fee_without_spare",
    number: 14,
    options: &["spare_hand", "spare_fee"],
    text: "without a spare hand there is no fee for it",
    of: crash,
    guilty: |case| {
        let of = &case.rules.crash;
        when(!of.spare_hand && of.spare_fee > 0, &["spare_hand", "spare_fee"])
    },
};

pub(super) static WORTHLESS_POINTS: Combination = Combination {
    id: "worthless_points",
    number: 15,
    options: &["settlement", "point_value"],
    text: "where losers pay by the point, a point is worth a chip or more",
    of: crash,
    guilty: |case| {
        let of = &case.rules.crash;
        let worthless = of.settlement == Settlement::PerPoint && of.point_value == 0;
        when(worthless, &["settlement", "point_value"])
    },
};

pub(super) static NOTHING_TO_DOUBLE: Combination = Combination {
    id: "nothing_to_double",
    number: 15,
    options: &["double_if_not_on_board", "game_stake"],
    text: "where nothing is paid, nothing is doubled",
    of: crash,
    guilty: |case| {
        let of = &case.rules.crash;
        let nothing = of.double_if_not_on_board && of.most_to_lose() == 0;
        when(nothing, &["double_if_not_on_board", "game_stake"])
    },
};

pub(super) static BETS_ON_NOTHING: Combination = Combination {
    id: "bets_on_nothing",
    number: 20,
    options: &["set_betting", "set_stake"],
    text: "bets on a set need antes to bet for",
    of: each_set,
    guilty: |case| {
        let of = case.rules.arrange;
        when(of.set_betting && of.set_stake == 0, &["set_betting", "set_stake"])
    },
};
