//! What is refused where nobody brags: where sets are laid out (rulebook section 5), and in Stop the Bus (V8).

use super::super::ShuffleMode;
use super::super::catalogue::rows;
use super::case::{Case, bus, joined, only_default, sets, when, without_betting};
use super::{Combination, of_betting};
use crate::variant::Part;

/// Options of brag betting that have no meaning where sets are laid out and nothing else of A.3 answers.
static OF_BRAG_BETTING: &[&str] =
    &joined::<21>(&[&["ante", "ante_mode"], of_betting::LIMITS, of_betting::BRAGGING, &["tie_rule"]]);

/// Those that have none where nobody bets on sets, either.
static OF_ANY_BETTING: &[&str] = &joined::<22>(&[
    &["ante", "ante_mode", "min_stake"],
    of_betting::LIMITS,
    of_betting::BRAGGING,
    &["tie_rule"],
]);

/// Those of its options that the variant has not, at another value than their default, apart from what has a number of
/// its own in A.3 and is answered by that.
fn unknown_here(case: &Case<'_>) -> Vec<&'static str> {
    let elsewhere = [("ante_mode", "after_prial"), ("tie_rule", "elder_wins")];
    let elsewhere = |option| elsewhere.iter().any(|&(key, value)| key == option && case.is(key, value));
    let has = |option: &str| rows(case.rules.variant).any(|row| row.key == option);
    let mut options = only_default(case);
    options.retain(|&option| !has(option) && !elsewhere(option));
    options
}

pub(super) static NO_BETTING: Combination = Combination {
    id: "no_betting",
    number: 2,
    options: OF_BRAG_BETTING,
    text: "where sets are laid out, an option of brag betting has no meaning",
    of: sets,
    guilty: unknown_here,
};

pub(super) static BUS_WITHOUT_BETS: Combination = Combination {
    id: "bus_without_bets",
    number: 2,
    options: OF_ANY_BETTING,
    text: "in Stop the Bus nobody bets: an option of the betting has no meaning",
    of: bus,
    guilty: unknown_here,
};

pub(super) static NO_POT_WAITS: Combination = Combination {
    id: "no_pot_waits",
    number: 2,
    options: &["waiting_pot"],
    text: "no pot waits from deal to deal here",
    of: |variant| without_betting(variant) && !variant.has(Part::SetStake),
    guilty: only_default,
};

pub(super) static NO_PRIAL_SHOWDOWN: Combination = Combination {
    id: "no_prial_showdown",
    number: 7,
    options: &["ante_mode"],
    text: "an ante after a prial needs a showdown that a prial can win",
    of: without_betting,
    guilty: |case| when(case.is("ante_mode", "after_prial"), &["ante_mode"]),
};

pub(super) static ALWAYS_SHUFFLED: Combination = Combination {
    id: "always_shuffled",
    number: 8,
    options: &["shuffle_mode"],
    text: "where so many cards are shown, every hand is shuffled",
    of: sets,
    guilty: |case| when(case.rules.shuffle_mode != ShuffleMode::EveryHand, &["shuffle_mode"]),
};

pub(super) static BUS_IS_SHUFFLED: Combination = Combination {
    id: "bus_is_shuffled",
    number: 8,
    options: &["shuffle_mode"],
    text: "in Stop the Bus every deal is shuffled",
    of: bus,
    guilty: |case| {
        let other = !case.is("shuffle_mode", ShuffleMode::EveryHand.name());
        if other { case.named(&["shuffle_mode"]) } else { vec![] }
    },
};

pub(super) static TWO_THREE_FIVE_OF_SETS: Combination = Combination {
    id: "two_three_five_of_sets",
    number: 9,
    options: &["two_three_five"],
    text: "2-3-5 beats a prial only in brag betting, where never more than two hands are compared",
    of: without_betting,
    guilty: only_default,
};

pub(super) static ELDER_WINS_NO_SET: Combination = Combination {
    id: "elder_wins_no_set",
    number: 12,
    options: &["tie_rule"],
    text: "elder_wins is a rule of the old games; nobody wins a set by where he sits",
    of: sets,
    guilty: |case| when(case.is("tie_rule", "elder_wins"), &["tie_rule"]),
};

pub(super) static BUS_LOSES_TOGETHER: Combination = Combination {
    id: "bus_loses_together",
    number: 12,
    options: &["tie_rule"],
    text: "elder_wins is a rule of the old games; in Stop the Bus equal lowest hands lose together",
    of: bus,
    guilty: |case| when(case.is("tie_rule", "elder_wins"), &["tie_rule"]),
};

pub(super) static NO_SHORT_STACK: Combination = Combination {
    id: "no_short_stack",
    number: 17,
    options: &["short_stack"],
    text: "who cannot pay his stakes is not dealt in, so nobody is short",
    of: without_betting,
    guilty: only_default,
};

pub(super) static ENGINE_CUTS: Combination = Combination {
    id: "engine_cuts",
    number: 18,
    options: &["cut_by", "gather"],
    text: "where every hand is shuffled and nobody bets on it, the engine cuts and gathers",
    of: without_betting,
    guilty: only_default,
};
