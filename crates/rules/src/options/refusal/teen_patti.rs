//! What Teen Patti refuses (rulebook V13).

use super::super::AnteMode;
use super::Combination;
use super::case::{together, when};
use crate::card::PACK_SIZE;
use crate::rank::Variation;
use crate::variant::{Part, Variant};

/// `variation`, and every option that says how hands rank.
static OF_NUMBERS: &[&str] = &[
    "variation",
    "category_order",
    "best_prial",
    "ace_two_three",
    "low",
    "suit_tiebreak",
    "wild",
    "natural_precedence",
    "bragger_as_self",
    "two_three_five",
];

fn teen_patti(variant: Variant) -> bool {
    variant.has(Part::TeenPatti)
}

pub(super) static BOOT_IS_PAID: Combination = Combination {
    id: "boot_is_paid",
    number: 7,
    options: &["ante_mode"],
    text: "in Teen Patti everybody pays the boot before every hand",
    of: teen_patti,
    guilty: |case| when(case.rules.ante_mode != AnteMode::Always, &["ante_mode"]),
};

pub(super) static DIGITS_HAVE_NO_RANKING: Combination = Combination {
    id: "digits_have_no_ranking",
    number: 13,
    options: OF_NUMBERS,
    text: "where the cards are digits, no option says how hands rank",
    of: teen_patti,
    guilty: |case| {
        let digits = case.rules.variation == Variation::Nine99;
        if digits { together("variation", case.named(&OF_NUMBERS[1..])) } else { vec![] }
    },
};

pub(super) static NO_BOOT: Combination = Combination {
    id: "no_boot",
    number: 22,
    options: &["ante"],
    text: "the boot of Teen Patti is at least a chip",
    of: teen_patti,
    guilty: |case| when(case.rules.ante == 0, &["ante"]),
};

pub(super) static STAKE_IS_TWO_BOOTS: Combination = Combination {
    id: "stake_is_two_boots",
    number: 22,
    options: &["min_stake", "ante"],
    text: "in Teen Patti the stake begins at twice the boot",
    of: teen_patti,
    guilty: |case| when(case.rules.min_stake != 2 * case.rules.ante, &["min_stake", "ante"]),
};

pub(super) static VARIATION_SETTLES: Combination = Combination {
    id: "variation_settles",
    number: 22,
    options: &["variation", "wild", "low", "discard_mode", "discard_tiebreak"],
    text: "a variation settles itself which cards are wild, whether the low hand wins and what is discarded",
    of: teen_patti,
    guilty: |case| {
        let settled = case.named(&["wild", "low", "discard_mode", "discard_tiebreak"]);
        if case.rules.variation == Variation::Classic { vec![] } else { together("variation", settled) }
    },
};

pub(super) static PACK_TOO_SMALL_FOR_VARIATION: Combination = Combination {
    id: "pack_too_small_for_variation",
    number: 22,
    options: &["variation", "max_players"],
    text: "the pack does not suffice for so many players and the cards that the variation wants",
    of: teen_patti,
    guilty: |case| {
        let r = case.rules;
        let wanted = usize::from(r.cards_each) * usize::from(r.max_players) + usize::from(r.turns_card());
        when(wanted > PACK_SIZE, &["variation", "max_players"])
    },
};
