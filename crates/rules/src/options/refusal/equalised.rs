//! What the games with equalised betting refuse beside that (rulebook section 4): V10, V11.

use super::super::{AnteMode, TieRule};
use super::case::{equalised, joined, only_default, when};
use super::{Combination, of_betting};
use crate::card::Card;
use crate::rank::MAX_WILD;
use crate::variant::{Part, Variant};

/// Options of brag betting that have no meaning here.
static WITHOUT_MEANING: &[&str] = &joined::<16>(&[
    &["max_initial_stake", "raise_factor"],
    of_betting::BRAGGING,
    &["suit_tiebreak", "wild"],
]);

fn american(variant: Variant) -> bool {
    variant.has(Part::American)
}

fn hoyle(variant: Variant) -> bool {
    variant.has(Part::Hoyle)
}

pub(super) static NO_MEANING_WITH_EQUALISED_BETTING: Combination = Combination {
    id: "no_meaning_with_equalised_betting",
    number: 2,
    options: WITHOUT_MEANING,
    text: "an option of brag betting has no meaning where bets are equalised; only its default may be given",
    of: equalised,
    guilty: only_default,
};

pub(super) static NO_POT_WAITS_FOR_DEALER: Combination = Combination {
    id: "no_pot_waits_for_dealer",
    number: 2,
    options: &["waiting_pot"],
    text: "no pot waits where the dealer's stake is there to be met",
    of: hoyle,
    guilty: only_default,
};

pub(super) static NO_ANTE_AFTER_PRIAL: Combination = Combination {
    id: "no_ante_after_prial",
    number: 7,
    options: &["ante_mode"],
    text: "the ante is paid before every hand or before none",
    of: american,
    guilty: |case| when(case.rules.ante_mode == AnteMode::AfterPrial, &["ante_mode"]),
};

pub(super) static DEALER_STAKE_IS_PAID: Combination = Combination {
    id: "dealer_stake_is_paid",
    number: 7,
    options: &["ante_mode"],
    text: "in the game of 1751 what is to be paid is paid before every hand",
    of: hoyle,
    guilty: only_default,
};

pub(super) static PACK_TOO_SMALL_FOR_DRAWS: Combination = Combination {
    id: "pack_too_small_for_draws",
    number: 16,
    options: &["max_players", "draw_max"],
    text: "the pack does not suffice for so many players and the cards that they may change",
    of: american,
    guilty: |case| {
        let (rules, players) = (case.rules, usize::from(case.rules.max_players));
        let wanted = players * usize::from(rules.cards_each + rules.equalised.draw_max);
        when(wanted > rules.equalised.pack_size(), &["max_players", "draw_max"])
    },
};

pub(super) static LAYERED_SIDE_POTS: Combination = Combination {
    id: "layered_side_pots",
    number: 17,
    options: &["short_stack"],
    text: "with equalised betting a short stack is in the layers of the pot that it reaches",
    of: equalised,
    guilty: only_default,
};

pub(super) static TOO_MANY_BRAGGERS: Combination = Combination {
    id: "too_many_braggers",
    number: 19,
    options: &["braggers"],
    text: "at most 26 cards are wild",
    of: equalised,
    guilty: |case| when(case.rules.braggers.count().is_some_and(|cards| cards > MAX_WILD), &["braggers"]),
};

pub(super) static SHORT_PACK_TOO_SMALL: Combination = Combination {
    id: "short_pack_too_small",
    number: 23,
    options: &["max_players", "short_pack_low"],
    text: "the short pack does not suffice for so many players",
    of: hoyle,
    guilty: |case| {
        let wanted = usize::from(case.rules.cards_each) * usize::from(case.rules.max_players);
        when(wanted > case.rules.equalised.pack_size(), &["max_players", "short_pack_low"])
    },
};

pub(super) static BRAGGER_NOT_IN_PACK: Combination = Combination {
    id: "bragger_not_in_pack",
    number: 23,
    options: &["braggers", "short_pack_low"],
    text: "the pack has no such bragger",
    of: hoyle,
    guilty: |case| {
        let pack = case.rules.equalised.pack();
        let mut outside = Card::in_pack_order().filter(|&card| !pack.contains(card));
        let missing = outside.any(|card| case.rules.braggers.contains(card));
        when(missing, &["braggers", "short_pack_low"])
    },
};

pub(super) static NO_SEER: Combination = Combination {
    id: "no_seer",
    number: 24,
    options: &["tie_rule"],
    text: "nobody pays to see where bets are equalised: equal hands go to the elder or share",
    of: equalised,
    guilty: |case| when(case.rules.tie_rule == TieRule::SeerLoses, &["tie_rule"]),
};
