//! What the game of three stakes refuses beside that (rulebook V9).

use super::super::TieRule;
use super::case::{classic, joined, only_default, when};
use super::{Combination, of_betting};

/// Options of brag betting that have no meaning here.
static WITHOUT_MEANING: &[&str] =
    &joined::<19>(&[of_betting::LIMITS, of_betting::BRAGGING, &["suit_tiebreak"]]);

pub(super) static NO_MEANING_WITH_THREE_STAKES: Combination = Combination {
    id: "no_meaning_with_three_stakes",
    number: 2,
    options: WITHOUT_MEANING,
    text: "an option of brag betting has no meaning in the game of three stakes; only its default may be given",
    of: classic,
    guilty: only_default,
};

pub(super) static BRAGGERS_ARE_WILD: Combination = Combination {
    id: "braggers_are_wild",
    number: 2,
    options: &["wild"],
    text: "which cards are wild is what braggers says",
    of: classic,
    guilty: only_default,
};

pub(super) static NO_ANTE_BESIDE_STAKES: Combination = Combination {
    id: "no_ante_beside_stakes",
    number: 2,
    options: &["ante"],
    text: "in the game of three stakes nobody pays an ante beside them",
    of: classic,
    guilty: only_default,
};

pub(super) static STAKES_ARE_LAID: Combination = Combination {
    id: "stakes_are_laid",
    number: 7,
    options: &["ante_mode"],
    text: "in the game of three stakes everybody lays them before every hand",
    of: classic,
    guilty: only_default,
};

pub(super) static ALWAYS_COVER: Combination = Combination {
    id: "always_cover",
    number: 17,
    options: &["short_stack"],
    text: "in the game of three stakes a rival with too few chips covers",
    of: classic,
    guilty: only_default,
};

pub(super) static NO_SPLIT: Combination = Combination {
    id: "no_split",
    number: 24,
    options: &["tie_rule"],
    text: "of two rivals one wins: equal hands go to the elder, or against who paid to see",
    of: classic,
    guilty: |case| when(case.rules.tie_rule == TieRule::Split, &["tie_rule"]),
};
