//! What variants of several machines refuse for the same reason: the pack, options of other variants, the ranking, the
//! session.

use super::super::catalogue;
use super::case::{all, modern, not_named, only_default, sets, together, when};
use super::{Combination, of_betting};
use crate::rank::{BestPrial, Low, MAX_WILD, Variation};
use crate::variant::Part;

pub(super) static PACK_TOO_SMALL: Combination = Combination {
    id: "pack_too_small",
    number: 1,
    options: &["max_players"],
    text: "the pack does not suffice for so many players",
    of: all,
    guilty: |case| when(case.rules.max_players > case.rules.variant.hard_limit(), &["max_players"]),
};

pub(super) static OF_OTHER_VARIANTS: Combination = Combination {
    id: "of_other_variants",
    number: 2,
    options: catalogue::OF_OTHER_VARIANTS,
    text: "an option of other variants has no meaning here",
    of: all,
    guilty: |case| {
        let mut options = not_named(case);
        let own = |option: &str| catalogue::rows(case.rules.variant).any(|row| row.key == option);
        options.retain(|option| !own(option));
        options
    },
};

pub(super) static NOTHING_TO_DISCARD: Combination = Combination {
    id: "nothing_to_discard",
    number: 2,
    options: of_betting::DISCARDS,
    text: "where three cards are dealt, nobody has one to discard",
    of: |variant| !sets(variant) && !variant.has(Part::Discards),
    // A variation that deals four cards settles them itself: refusal 22.
    guilty: |case| when(case.rules.variation == Variation::Classic, &not_named(case)),
};

pub(super) static NO_VARIATION: Combination = Combination {
    id: "no_variation",
    number: 2,
    options: &["variation"],
    text: "variations are those of Teen Patti",
    of: |variant| !variant.has(Part::TeenPatti),
    guilty: not_named,
};

pub(super) static LOW_HAND_WINS: Combination = Combination {
    id: "low_hand_wins",
    number: 10,
    options: &["low", "wild", "category_order", "ace_two_three", "best_prial"],
    text: "where the low hand wins, no card is wild, the order of the high hands is not to be chosen, and \
        prials are in their natural order",
    of: modern,
    guilty: |case| {
        let ranking = case.rules.ranking;
        let mut high = when(!ranking.wild.is_none(), &["wild"]);
        high.extend(case.named(&["category_order", "ace_two_three"]));
        if ranking.best_prial == BestPrial::Threes {
            high.extend(case.named(&["best_prial"]));
        }
        if ranking.low == Low::Off { vec![] } else { together("low", high) }
    },
};

pub(super) static TEEN_PATTI: Combination = Combination {
    id: "teen_patti",
    number: 13,
    // Everywhere else the one is off and the other unset, and may be given so.
    options: &["sideshow", "pot_cap"],
    text: "sideshow and pot_cap are options of Teen Patti",
    of: |variant| !variant.has(Part::TeenPatti),
    guilty: only_default,
};

pub(super) static NO_HANDS: Combination = Combination {
    id: "no_hands",
    number: 18,
    options: &["max_hands"],
    text: "a table plays at least one hand",
    of: all,
    guilty: |case| when(case.rules.max_hands == Some(0), &["max_hands"]),
};

pub(super) static ONE_PLAYER: Combination = Combination {
    id: "one_player",
    number: 18,
    options: &["min_players"],
    text: "a hand needs two players",
    of: all,
    guilty: |case| when(case.rules.min_players < 2, &["min_players"]),
};

pub(super) static WILD_BY_THE_DEAL: Combination = Combination {
    id: "wild_by_the_deal",
    number: 19,
    options: &["wild"],
    text: "a wild card that the deal decides, random_rank or lowest_card, is one of Teen Patti",
    of: |variant| modern(variant) && !variant.has(Part::TeenPatti),
    guilty: |case| when(case.rules.ranking.wild.count().is_none(), &["wild"]),
};

pub(super) static TOO_MANY_WILD: Combination = Combination {
    id: "too_many_wild",
    number: 19,
    options: &["wild"],
    text: "at most 26 cards are wild",
    of: modern,
    guilty: |case| when(case.rules.ranking.wild.count().is_some_and(|cards| cards > MAX_WILD), &["wild"]),
};
