//! What all the old games refuse (rulebook V9, V10, V11).

use super::Combination;
use super::case::{not_named, old, only_default};

pub(super) static OLD_GAME_SHUFFLED: Combination = Combination {
    id: "old_game_shuffled",
    number: 8,
    options: &["shuffle_mode"],
    text: "this game is shuffled before every hand",
    of: old,
    guilty: only_default,
};

pub(super) static TWO_THREE_FIVE_IS_FOR_TWO: Combination = Combination {
    id: "two_three_five_is_for_two",
    number: 9,
    options: &["two_three_five"],
    text: "2-3-5 beats a prial only where a see compares two hands",
    of: old,
    guilty: only_default,
};

pub(super) static HIGH_HAND_WINS: Combination = Combination {
    id: "high_hand_wins",
    number: 10,
    options: &["low"],
    text: "in the old ranking the high hand wins",
    of: old,
    guilty: only_default,
};

pub(super) static OLD_RANKING: Combination = Combination {
    id: "old_ranking",
    number: 11,
    options: &["category_order", "best_prial", "ace_two_three"],
    text: "in the old ranking runs and flushes do not count, and aces are the best prial",
    of: old,
    guilty: not_named,
};

pub(super) static NOTHING_TO_GATHER_IN_ORDER: Combination = Combination {
    id: "nothing_to_gather_in_order",
    number: 18,
    options: &["gather"],
    text: "where every hand is shuffled, the order in which cards are gathered has no meaning",
    of: old,
    guilty: only_default,
};

pub(super) static OLD_GAME_CUT: Combination = Combination {
    id: "old_game_cut",
    number: 18,
    options: &["cut_by"],
    text: "a player cuts only where there is brag betting",
    of: old,
    guilty: only_default,
};
