//! The options of the games with equalised betting (rulebook section 4): V10 and V11.

use std::collections::BTreeSet;

use super::braggers::BRAGGERS;
use super::catalogue::{CHIPS, Row, number, row};
use super::refusal::{Case, Combination, Of, when};
use super::{AnteMode, OptionValue, TieRule};
use crate::Chips;
use crate::card::{Card, Pack, RANKS};
use crate::rank::MAX_WILD;
use crate::variant::Part;

/// What only these games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EqualisedRules {
    /// The most cards that a player may change between two rounds of bets, 0 to 3 (V10); 0: there is one round.
    pub draw_max: u8,
    /// What the dealer puts up before the deal, in chips, as a bet of his (V11); 0: nothing.
    pub dealer_stake: Chips,
    /// What each other player pays to a dealer whom nobody meets, in chips (V11).
    pub forfeit: Chips,
    /// The lowest rank of the pack by its pips: 2, or 7 to 10 (V11). With 2 the pack has 52 cards.
    pub short_pack_low: u8,
}

impl EqualisedRules {
    /// Where no option says otherwise: one round, nothing from the dealer, the whole pack.
    pub(crate) const DEFAULT: EqualisedRules =
        EqualisedRules { draw_max: 0, dealer_stake: 0, forfeit: 0, short_pack_low: 2 };

    /// The cards that are played with, in the order of a new pack.
    pub(super) fn pack(&self) -> Pack {
        let lowest = self.short_pack_low.saturating_sub(2);
        Card::in_pack_order().filter(|card| card.rank() >= lowest).collect()
    }

    /// How many cards that is.
    pub(super) fn pack_size(&self) -> usize {
        4 * (RANKS.len() + 2 - usize::from(self.short_pack_low))
    }
}

/// The default of `forfeit`: a quarter of the dealer's stake, at least a chip (A.2).
pub(crate) const fn forfeit_of(dealer_stake: Chips) -> Chips {
    if dealer_stake < 4 { 1 } else { dealer_stake / 4 }
}

/// The options of brag betting that these games have, too.
const OF_BETTING: &[&str] = &[
    "min_players",
    "max_players",
    "min_buy_in",
    "max_buy_in",
    "ante",
    "min_stake",
    "max_stake",
    "max_raise",
    "limit_mode",
    "raise_increment",
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

/// Those that only the American game has: everybody pays before the deal in the other one, and no pot of it waits.
const OF_BETTING_AMERICAN: &[&str] = &["ante_mode", "waiting_pot"];

/// Whether these games have this row of brag betting.
pub(super) fn has_of_betting(american: bool, key: &str) -> bool {
    OF_BETTING.contains(&key) || american && OF_BETTING_AMERICAN.contains(&key)
}

const AMERICAN: Option<Part> = Some(Part::American);
const HOYLE: Option<Part> = Some(Part::Hoyle);

/// Whether a pack may begin with that rank.
fn is_lowest(rank: u8) -> bool {
    matches!(rank, 2 | 7..=10)
}

#[rustfmt::skip] // A table: one row an option, its key in one column.
pub(super) static ROWS: &[Row] = &[
    BRAGGERS,
    row!(draw_max in equalised, number(0, 3), "cards", "V10", AMERICAN),
    row!(dealer_stake in equalised, number(1, CHIPS), "chips", "V11", HOYLE),
    row!(forfeit in equalised, number(0, CHIPS), "chips", "V11", HOYLE),
    Row {
        allowed: Some("2, or a whole number from 7 to 10"),
        read: |rules, value| match *value {
            OptionValue::Number(low) => {
                rules.equalised.short_pack_low = low as u8;
                u8::try_from(low).is_ok_and(is_lowest)
            }
            _ => false,
        },
        ..row!(short_pack_low in equalised, number(2, 10), "", "V11", HOYLE)
    },
];

/// Options of brag betting that have no meaning here: their defaults may be given, and nothing else (A.3, refusal 2).
const WITHOUT_MEANING: &[&str] = &[
    "max_initial_stake",
    "raise_factor",
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
    "wild",
];

/// Those of them that were given another value; which cards are wild is what `braggers` says.
fn without_meaning(case: &Case<'_>) -> Vec<&'static str> {
    let (others, wild) = WITHOUT_MEANING.split_at(WITHOUT_MEANING.len() - 1);
    let mut changed = case.changed(others);
    let none = OptionValue::Set(BTreeSet::new());
    if case.named.get("wild").is_some_and(|given| *given != none) {
        changed.extend(wild);
    }
    changed
}

const OF_MODERN_RANKING: &[&str] = &["category_order", "best_prial", "ace_two_three"];

/// The refusals that these games share with the others, by their ids.
pub(super) const SHARED: &[&str] = &[
    "pack_too_small",
    "of_other_variants",
    "nothing_to_discard",
    "no_variation",
    "no_blind_play",
    "fixed_limit_size",
    "fixed_limit_alone",
    "cap_below_stake",
    "teen_patti",
    "no_hands",
    "one_player",
];

/// What these games refuse beside those.
pub(super) static COMBINATIONS: &[Combination] = &[
    Combination {
        id: "no_meaning_with_equalised_betting",
        number: 2,
        options: WITHOUT_MEANING,
        text: "an option of brag betting has no meaning where bets are equalised; only its default may be given",
        of: Of::All,
        guilty: without_meaning,
    },
    Combination {
        id: "no_pot_waits_for_dealer",
        number: 2,
        options: &["waiting_pot"],
        text: "no pot waits where the dealer's stake is there to be met",
        of: Of::With(Part::Hoyle),
        guilty: |case| case.changed(&["waiting_pot"]),
    },
    Combination {
        id: "no_ante_after_prial",
        number: 7,
        options: &["ante_mode"],
        text: "the ante is paid before every hand or before none",
        of: Of::With(Part::American),
        guilty: |case| when(case.rules.ante_mode == AnteMode::AfterPrial, &["ante_mode"]),
    },
    Combination {
        id: "dealer_stake_is_paid",
        number: 7,
        options: &["ante_mode"],
        text: "in the game of 1751 what is to be paid is paid before every hand",
        of: Of::With(Part::Hoyle),
        guilty: |case| case.changed(&["ante_mode"]),
    },
    Combination {
        id: "old_game_shuffled",
        number: 8,
        options: &["shuffle_mode"],
        text: "this game is shuffled before every hand",
        of: Of::All,
        guilty: |case| case.changed(&["shuffle_mode"]),
    },
    Combination {
        id: "two_three_five_is_for_two",
        number: 9,
        options: &["two_three_five"],
        text: "2-3-5 beats a prial only where a see compares two hands",
        of: Of::All,
        guilty: |case| case.changed(&["two_three_five"]),
    },
    Combination {
        id: "high_hand_wins",
        number: 10,
        options: &["low"],
        text: "in the old ranking the high hand wins",
        of: Of::All,
        guilty: |case| case.changed(&["low"]),
    },
    Combination {
        id: "old_ranking",
        number: 11,
        options: OF_MODERN_RANKING,
        text: "in the old ranking runs and flushes do not count, and aces are the best prial",
        of: Of::All,
        guilty: |case| case.named(OF_MODERN_RANKING),
    },
    Combination {
        id: "pack_too_small_for_draws",
        number: 16,
        options: &["max_players", "draw_max"],
        text: "the pack does not suffice for so many players and the cards that they may change",
        of: Of::With(Part::American),
        guilty: |case| {
            let (rules, players) = (case.rules, usize::from(case.rules.max_players));
            let wanted = players * usize::from(rules.cards_each + rules.equalised.draw_max);
            when(wanted > rules.equalised.pack_size(), &["max_players", "draw_max"])
        },
    },
    Combination {
        id: "layered_side_pots",
        number: 17,
        options: &["short_stack"],
        text: "with equalised betting a short stack is in the layers of the pot that it reaches",
        of: Of::All,
        guilty: |case| case.changed(&["short_stack"]),
    },
    Combination {
        id: "nothing_to_gather_in_order",
        number: 18,
        options: &["gather"],
        text: "where every hand is shuffled, the order in which cards are gathered has no meaning",
        of: Of::All,
        guilty: |case| case.changed(&["gather"]),
    },
    Combination {
        id: "old_game_cut",
        number: 18,
        options: &["cut_by"],
        text: "a player cuts only where there is brag betting",
        of: Of::All,
        guilty: |case| case.changed(&["cut_by"]),
    },
    Combination {
        id: "too_many_braggers",
        number: 19,
        options: &["braggers"],
        text: "at most 26 cards are wild",
        of: Of::All,
        guilty: |case| when(case.rules.braggers.count().is_some_and(|cards| cards > MAX_WILD), &["braggers"]),
    },
    Combination {
        id: "short_pack_too_small",
        number: 23,
        options: &["max_players", "short_pack_low"],
        text: "the short pack does not suffice for so many players",
        of: Of::With(Part::Hoyle),
        guilty: |case| {
            let wanted = usize::from(case.rules.cards_each) * usize::from(case.rules.max_players);
            when(wanted > case.rules.equalised.pack_size(), &["max_players", "short_pack_low"])
        },
    },
    Combination {
        id: "bragger_not_in_pack",
        number: 23,
        options: &["braggers", "short_pack_low"],
        text: "the pack has no such bragger",
        of: Of::With(Part::Hoyle),
        guilty: |case| {
            let pack = case.rules.equalised.pack();
            let mut outside = Card::in_pack_order().filter(|&card| !pack.contains(card));
            let missing = outside.any(|card| case.rules.braggers.contains(card));
            when(missing, &["braggers", "short_pack_low"])
        },
    },
    Combination {
        id: "no_seer",
        number: 24,
        options: &["tie_rule"],
        text: "nobody pays to see where bets are equalised: equal hands go to the elder or share",
        of: Of::All,
        guilty: |case| when(case.rules.tie_rule == TieRule::SeerLoses, &["tie_rule"]),
    },
];
