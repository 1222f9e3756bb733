//! Why a set of options makes no table.
//!
//! [`A3`] is the rulebook's list, number by number. What its entries say is beside those of the same machine.

mod any;
mod bet;
mod case;
mod classic;
mod equalised;
mod of_betting;
mod old_games;
mod sets;
mod teen_patti;
mod without_betting;

use std::fmt;

use super::{GivenRules, Rules};
use crate::variant::Variant;
use case::Case;

/// Why [`Rules::resolve`] refuses; the first that applies, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesRefusal {
    /// No variant has this id.
    UnknownVariant {
        /// What was asked for, shortened to 64 characters.
        given: String,
        /// The ids there are.
        known: Vec<&'static str>,
    },
    /// No option has this name; of several, the alphabetically first.
    UnknownOption {
        /// What was named, shortened to 64 characters.
        key: String,
        /// The option that may have been meant.
        nearest: Option<&'static str>,
    },
    /// The option does not take this value; of several, the first in the order of the catalogue.
    InvalidValue {
        /// The option.
        key: &'static str,
        /// The value, shortened to 64 characters.
        given: String,
        /// What the option takes, in English.
        allowed: String,
        /// The same, for whoever tells it in another language.
        takes: Takes,
        /// The least that a number may be, where it has to be more.
        min: Option<u64>,
        /// The most that a number may be, where it has to be less.
        max: Option<u64>,
    },
    /// Each value is fine, but not together (rulebook A.3); of several, the lowest number.
    Conflict {
        /// Which combination it is: [`Combination::id`].
        id: &'static str,
        /// The number in A.3.
        number: u8,
        /// The options that it is between.
        options: Vec<&'static str>,
        /// What is wrong, in English.
        text: String,
    },
}

/// What kind of value an option would have taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A whole number within its bounds.
    Number,
    /// One of these names or numbers, with `, ` between them.
    OneOf(String),
    /// Yes or no.
    Flag,
    /// A set of names, which the option's description tells.
    Set,
}

impl RulesRefusal {
    /// The stable name of the reason, as callers see it.
    pub fn reason(&self) -> &'static str {
        match self {
            RulesRefusal::UnknownVariant { .. } => "UNKNOWN_VARIANT",
            RulesRefusal::UnknownOption { .. } => "UNKNOWN_OPTION",
            RulesRefusal::InvalidValue { .. } => "INVALID_FIELD",
            RulesRefusal::Conflict { .. } => "OPTION_CONFLICT",
        }
    }
}

impl fmt::Display for RulesRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesRefusal::UnknownVariant { given, known } => {
                write!(f, "there is no variant {given:?}; there are {}", known.join(", "))
            }
            RulesRefusal::UnknownOption { key, nearest: Some(nearest) } => {
                write!(f, "there is no option {key:?}; perhaps {nearest} is meant")
            }
            RulesRefusal::UnknownOption { key, nearest: None } => write!(f, "there is no option {key:?}"),
            RulesRefusal::InvalidValue { key, given, allowed, .. } => {
                write!(f, "{key} is {allowed}, not {given}")
            }
            RulesRefusal::Conflict { number, options, text, .. } => {
                write!(f, "{text} ({}; refusal {number})", options.join(", "))
            }
        }
    }
}

impl std::error::Error for RulesRefusal {}

/// A combination of options that makes no table (rulebook A.3).
#[derive(Clone, Copy, Debug)]
pub struct Combination {
    /// Its own name, which no other combination has: under it texts for people are kept.
    pub id: &'static str,
    /// The number in A.3. Several combinations may share it.
    pub number: u8,
    /// The options that it is between.
    pub options: &'static [&'static str],
    /// What is refused, in English and in the keys of the options: for developers.
    pub text: &'static str,
    /// Whether a game of this variant can be such a case.
    of: fn(Variant) -> bool,
    /// Those of the options that make this case one, and none if it is not.
    guilty: fn(&Case<'_>) -> Vec<&'static str>,
}

#[rustfmt::skip] // A table: a row a number of A.3. Of several that hold, the first answers.
static A3: [&[&Combination]; 24] = [
    /*  1 */ &[&any::PACK_TOO_SMALL, &bet::PACK_TOO_SMALL_FOR_KEPT_HAND],
    /*  2 */ &[
        &any::OF_OTHER_VARIANTS,
        &any::NOTHING_TO_DISCARD,
        &sets::SETS_ARE_CHOSEN,
        &without_betting::NO_BETTING,
        &without_betting::BUS_WITHOUT_BETS,
        &sets::NO_SET_BETTING,
        &without_betting::NO_POT_WAITS,
        &any::NO_VARIATION,
        &equalised::NO_MEANING_WITH_EQUALISED_BETTING,
        &equalised::NO_POT_WAITS_FOR_DEALER,
        &classic::NO_MEANING_WITH_THREE_STAKES,
        &classic::BRAGGERS_ARE_WILD,
        &classic::NO_ANTE_BESIDE_STAKES,
    ],
    /*  3 */ &[&bet::NO_BLIND_PLAY],
    /*  4 */ &[&bet::EVEN_ONLY],
    /*  5 */ &[&bet::FIXED_LIMIT_SIZE, &bet::FIXED_LIMIT_ALONE, &bet::FIXED_LIMIT_HALVES],
    /*  6 */ &[&bet::FIRST_BET_ABOVE_CAP, &bet::CAP_BELOW_STAKE, &bet::RAISE_BELOW_DOUBLE],
    /*  7 */ &[
        &teen_patti::BOOT_IS_PAID,
        &without_betting::NO_PRIAL_SHOWDOWN,
        &equalised::NO_ANTE_AFTER_PRIAL,
        &equalised::DEALER_STAKE_IS_PAID,
        &classic::STAKES_ARE_LAID,
    ],
    /*  8 */ &[&without_betting::ALWAYS_SHUFFLED, &without_betting::BUS_IS_SHUFFLED, &old_games::OLD_GAME_SHUFFLED],
    /*  9 */ &[
        &without_betting::TWO_THREE_FIVE_OF_SETS,
        &bet::TWO_THREE_FIVE,
        &bet::TWO_THREE_FIVE_OF_MORE,
        &old_games::TWO_THREE_FIVE_IS_FOR_TWO,
    ],
    /* 10 */ &[&any::LOW_HAND_WINS, &old_games::HIGH_HAND_WINS],
    /* 11 */ &[&old_games::OLD_RANKING],
    /* 12 */ &[&bet::ELDER_WINS, &without_betting::ELDER_WINS_NO_SET, &without_betting::BUS_LOSES_TOGETHER],
    /* 13 */ &[&any::TEEN_PATTI, &teen_patti::DIGITS_HAVE_NO_RANKING],
    /* 14 */ &[&sets::SPARE_NEEDS_ROOM, &sets::FEE_WITHOUT_SPARE],
    /* 15 */ &[&sets::WORTHLESS_POINTS, &sets::NOTHING_TO_DOUBLE],
    /* 16 */ &[&equalised::PACK_TOO_SMALL_FOR_DRAWS],
    /* 17 */ &[&without_betting::NO_SHORT_STACK, &equalised::LAYERED_SIDE_POTS, &classic::ALWAYS_COVER],
    /* 18 */ &[
        &without_betting::ENGINE_CUTS,
        &bet::NOTHING_TO_GATHER,
        &bet::NOBODY_CUTS,
        &any::NO_HANDS,
        &any::ONE_PLAYER,
        &old_games::NOTHING_TO_GATHER_IN_ORDER,
        &old_games::OLD_GAME_CUT,
    ],
    /* 19 */ &[&any::WILD_BY_THE_DEAL, &any::TOO_MANY_WILD, &equalised::TOO_MANY_BRAGGERS],
    /* 20 */ &[&sets::BETS_ON_NOTHING],
    /* 21 */ &[&bet::ENDLESS_BLIND],
    /* 22 */ &[
        &teen_patti::NO_BOOT,
        &teen_patti::STAKE_IS_TWO_BOOTS,
        &teen_patti::VARIATION_SETTLES,
        &teen_patti::PACK_TOO_SMALL_FOR_VARIATION,
    ],
    /* 23 */ &[&equalised::SHORT_PACK_TOO_SMALL, &equalised::BRAGGER_NOT_IN_PACK],
    /* 24 */ &[&equalised::NO_SEER, &classic::NO_SPLIT],
];

/// The combinations that the variant refuses, by their numbers.
pub fn combinations(variant: Variant) -> Vec<&'static Combination> {
    A3.iter().copied().flatten().copied().filter(|combination| (combination.of)(variant)).collect()
}

/// The first combination of A.3 that the rules are; `named` holds the options set explicitly.
pub(super) fn refuse_combination(rules: &Rules, named: &GivenRules) -> Result<(), RulesRefusal> {
    for &Combination { id, number, options, text, guilty, .. } in combinations(rules.variant) {
        let options = guilty(&Case { rules, named, options });
        if !options.is_empty() {
            return Err(RulesRefusal::Conflict { id, number, options, text: text.to_owned() });
        }
    }
    Ok(())
}

/// Whether this number, although out of the option's range, is for a refusal of A.3 to answer.
pub(super) fn answered_by_combination(key: &str, number: i64, max: i64) -> bool {
    match key {
        "max_players" => number > max,
        "min_players" | "raise_factor" => number < 2,
        "max_stake" | "max_initial_stake" | "max_hands" => number == 0,
        _ => false,
    }
}

/// At most 64 characters of what a caller wrote, so that an answer is never longer for it.
pub fn shorten(text: &str) -> String {
    const MOST: usize = 64;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_stands_in_the_row_of_its_number() {
        for (number, row) in (1..).zip(A3) {
            assert!(!row.is_empty(), "{number}");
            assert!(row.iter().all(|combination| combination.number == number), "{number}");
        }
    }
}
