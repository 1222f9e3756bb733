//! Why a set of options makes no table.

use std::fmt;

use super::catalogue::{
    OF_DISCARDS, OF_OTHER_VARIANTS, OF_TEEN_PATTI, VARIATION, default_in_betting, default_of, rows,
};
use super::{
    AnteMode, Cut, CutBy, Gather, GivenRules, HalfStakeRounding, LimitMode, OptionValue, Rules, ShortStack,
    ShuffleMode, TieRule, TwoHandShowdown, classic, equalised,
};
use crate::arrange::Settlement;
use crate::card::{PACK_SIZE, PLAYED};
use crate::rank::{BestPrial, Low, MAX_WILD, TwoThreeFive, Variation};
use crate::variant::{Machine, Part, Variant};

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
    /// The variants that can be such a case.
    pub(super) of: Of,
    /// Those of the options that make this case one, and none if it is not.
    pub(super) guilty: fn(&Case<'_>) -> Vec<&'static str>,
}

/// Variants, by the parts that they have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of {
    /// All.
    All,
    /// Those that have it.
    With(Part),
    /// Those that have it not.
    Without(Part),
    /// Those of which this holds.
    Those(fn(Variant) -> bool),
}

/// Brag betting is all there is to play.
const BETTING: Of = Of::Those(|variant| variant.machine() == Machine::Bet);
/// Bets go round, on hands or on sets.
const BETS: Of = Of::Those(|variant| variant.machine() == Machine::Bet || variant.has(Part::EachSet));
/// Sets are laid out.
const SETS: Of = Of::Those(|variant| variant.machine() == Machine::Arrange);
/// Cards are changed for common ones.
const BUS: Of = Of::Those(|variant| variant.machine() == Machine::Bus);
/// One of those two.
const SETS_OR_BUS: Of = Of::Those(|variant| matches!(variant.machine(), Machine::Arrange | Machine::Bus));

/// The combinations that the variant refuses, by their numbers.
pub fn combinations(variant: Variant) -> Vec<&'static Combination> {
    let concerns = |combination: &&Combination| match combination.of {
        Of::All => true,
        Of::With(part) => variant.has(part),
        Of::Without(part) => !variant.has(part),
        Of::Those(these) => these(variant),
    };
    let mut refused: Vec<_> = match variant.machine() {
        Machine::Bet | Machine::Arrange | Machine::Bus => COMBINATIONS.iter().filter(concerns).collect(),
        // These games name those that are theirs, too.
        Machine::Classic => {
            let shared = COMBINATIONS.iter().filter(|refused| classic::SHARED.contains(&refused.id));
            let old =
                equalised::COMBINATIONS.iter().filter(|refused| classic::OF_OLD_GAMES.contains(&refused.id));
            shared.chain(old).chain(classic::COMBINATIONS).collect()
        }
        Machine::Equalised => {
            let shared = COMBINATIONS.iter().filter(|refused| equalised::SHARED.contains(&refused.id));
            shared.chain(equalised::COMBINATIONS.iter().filter(concerns)).collect()
        }
    };
    refused.sort_by_key(|combination| combination.number);
    refused
}

/// The first combination of A.3 that the rules are; `named` holds the options set explicitly.
pub(super) fn refuse_combination(rules: &Rules, named: &GivenRules) -> Result<(), RulesRefusal> {
    let case = Case { rules, named };
    for combination in combinations(rules.variant) {
        let options = (combination.guilty)(&case);
        if !options.is_empty() {
            let Combination { id, number, text, .. } = *combination;
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

pub(super) struct Case<'a> {
    pub(super) rules: &'a Rules,
    pub(super) named: &'a GivenRules,
}

impl Case<'_> {
    /// Those of the options that were set explicitly.
    pub(super) fn named(&self, options: &[&'static str]) -> Vec<&'static str> {
        options.iter().copied().filter(|&option| self.named.contains_key(option)).collect()
    }

    /// Whether that name was given to that option.
    fn is(&self, option: &str, name: &str) -> bool {
        matches!(self.named.get(option), Some(OptionValue::Choice(given)) if given == name)
    }

    /// Those options of brag betting that were set to anything but their default of A.1.
    pub(super) fn without_meaning(&self, options: &[&'static str]) -> Vec<&'static str> {
        let given = |option| self.named.get(option);
        let differs = |option| given(option) != default_in_betting(option, self.rules).as_ref();
        options.iter().copied().filter(|&option| given(option).is_some() && differs(option)).collect()
    }

    /// The value that was given for this option.
    pub(super) fn given(&self, option: &str) -> Option<&OptionValue> {
        self.named.get(option)
    }

    /// Those of the options of brag betting that were given another value than the default of this variant.
    pub(super) fn changed(&self, options: &[&'static str]) -> Vec<&'static str> {
        let changed = |key: &str| {
            let given = self.named.get(key);
            given.is_some() && given != default_of(self.rules.variant, key).as_ref()
        };
        options.iter().copied().filter(|&option| changed(option)).collect()
    }
}

/// The options if the condition holds.
pub(super) fn when(condition: bool, options: &[&'static str]) -> Vec<&'static str> {
    if condition { options.to_vec() } else { Vec::new() }
}

/// `first` and the others, if there are others.
fn together(first: &'static str, mut others: Vec<&'static str>) -> Vec<&'static str> {
    if !others.is_empty() {
        others.insert(0, first);
    }
    others
}

/// Those options whose amount is set and odd.
fn odd(amounts: &[(&'static str, Option<u64>)]) -> Vec<&'static str> {
    let is_odd = |amount: Option<u64>| amount.is_some_and(|chips| chips % 2 == 1);
    amounts.iter().filter(|(_, amount)| is_odd(*amount)).map(|(option, _)| *option).collect()
}

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

/// Options of brag betting that have no meaning where sets are laid out and nothing else of A.3 answers.
static NO_BETTING: &[&str] = &[
    "ante",
    "ante_mode",
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
    "tie_rule",
];

/// Options of brag betting that have no meaning where nobody bets and nothing else of A.3 answers.
static NO_BETS_AT_ALL: &[&str] = &[
    "ante",
    "ante_mode",
    "min_stake",
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
    "tie_rule",
];

/// `set_betting`, and what bounds the bets.
static OF_SET_BETTING: &[&str] = &[
    "set_betting",
    "max_initial_stake",
    "max_stake",
    "max_raise",
    "raise_factor",
    "limit_mode",
    "raise_increment",
    "see_multiplier",
    "seer_may_muck",
    "max_rounds",
];

static COMBINATIONS: &[Combination] = &[
    Combination {
        id: "pack_too_small",
        number: 1,
        options: &["max_players"],
        text: "the pack does not suffice for so many players",
        of: Of::All,
        guilty: |case| when(case.rules.max_players > case.rules.variant.hard_limit(), &["max_players"]),
    },
    Combination {
        id: "pack_too_small_for_kept_hand",
        number: 1,
        options: &["max_players", "blind_play", "retain_blind_hand"],
        text: "the pack does not suffice for so many players and the hand that a blind player may keep",
        of: BETTING,
        guilty: |case| {
            let hands = usize::from(case.rules.max_players) + 1;
            let cards = usize::from(case.rules.cards_each) * hands;
            let kept = case.rules.blind_play && case.rules.retain_blind_hand;
            when(kept && cards > PACK_SIZE, &["max_players", "blind_play", "retain_blind_hand"])
        },
    },
    Combination {
        id: "of_other_variants",
        number: 2,
        options: OF_OTHER_VARIANTS,
        text: "an option of other variants has no meaning here",
        of: Of::All,
        guilty: |case| {
            let mut options = case.named(OF_OTHER_VARIANTS);
            let own = |option: &str| rows(case.rules.variant).any(|row| row.key == option);
            options.retain(|option| !own(option));
            options
        },
    },
    Combination {
        id: "nothing_to_discard",
        number: 2,
        options: OF_DISCARDS,
        text: "where three cards are dealt, nobody has one to discard",
        of: Of::Those(|variant| variant.machine() != Machine::Arrange && !variant.has(Part::Discards)),
        // A variation that deals four cards settles them itself: refusal 22.
        guilty: |case| when(case.rules.variation == Variation::Classic, &case.named(OF_DISCARDS)),
    },
    Combination {
        id: "sets_are_chosen",
        number: 2,
        options: OF_DISCARDS,
        text: "where sets are laid out, a discard is what is in none of them",
        of: SETS,
        guilty: |case| case.named(OF_DISCARDS),
    },
    Combination {
        id: "no_betting",
        number: 2,
        options: NO_BETTING,
        text: "where sets are laid out, an option of brag betting has no meaning",
        of: SETS,
        guilty: |case| {
            // What has a number of its own is answered by that.
            let own = [("ante_mode", "after_prial"), ("tie_rule", "elder_wins")];
            let elsewhere = |option| own.iter().any(|&(key, value)| key == option && case.is(key, value));
            let mut options = case.without_meaning(NO_BETTING);
            let has = |option: &str| rows(case.rules.variant).any(|row| row.key == option);
            options.retain(|&option| !has(option) && !elsewhere(option));
            options
        },
    },
    Combination {
        id: "bus_without_bets",
        number: 2,
        options: NO_BETS_AT_ALL,
        text: "in Stop the Bus nobody bets: an option of the betting has no meaning",
        of: BUS,
        guilty: |case| {
            // What has a number of its own is answered by that.
            let own = [("ante_mode", "after_prial"), ("tie_rule", "elder_wins")];
            let elsewhere = |option| own.iter().any(|&(key, value)| key == option && case.is(key, value));
            let mut options = case.without_meaning(NO_BETS_AT_ALL);
            options.retain(|&option| !elsewhere(option));
            options
        },
    },
    Combination {
        id: "no_set_betting",
        number: 2,
        options: OF_SET_BETTING,
        text: "without set_betting nothing bounds bets",
        of: Of::With(Part::EachSet),
        guilty: |case| {
            let bets = case.rules.arrange.set_betting;
            if bets { vec![] } else { together("set_betting", case.without_meaning(&OF_SET_BETTING[1..])) }
        },
    },
    Combination {
        id: "no_pot_waits",
        number: 2,
        options: &["waiting_pot"],
        text: "no pot waits from deal to deal here",
        of: Of::Those(|variant| match variant.machine() {
            Machine::Bet | Machine::Equalised | Machine::Classic => false,
            Machine::Arrange => !variant.has(Part::SetStake),
            Machine::Bus => true,
        }),
        guilty: |case| case.without_meaning(&["waiting_pot"]),
    },
    Combination {
        id: "no_variation",
        number: 2,
        options: VARIATION,
        text: "variations are those of Teen Patti",
        of: Of::Without(Part::TeenPatti),
        guilty: |case| case.named(VARIATION),
    },
    Combination {
        id: "no_blind_play",
        number: 3,
        options: &[
            "blind_play",
            "blind_win",
            "retain_blind_hand",
            "max_blind_bets",
            "look_timing",
            "two_hand_rule",
            "two_hand_look_timing",
            "two_hand_showdown",
            "half_stake_rounding",
        ],
        text: "without blind play an option of blind play has no meaning",
        of: BETTING,
        guilty: |case| {
            let of_blind_play = [
                "blind_win",
                "retain_blind_hand",
                "max_blind_bets",
                "look_timing",
                "two_hand_rule",
                "two_hand_look_timing",
                "two_hand_showdown",
                "half_stake_rounding",
            ];
            if case.rules.blind_play { vec![] } else { together("blind_play", case.named(&of_blind_play)) }
        },
    },
    Combination {
        id: "even_only",
        number: 4,
        options: &[
            "half_stake_rounding",
            "min_stake",
            "max_stake",
            "max_initial_stake",
            "max_raise",
            "raise_increment",
        ],
        text: "where every open bet is even, so are the stakes, caps and increments",
        of: BETTING,
        guilty: |case| {
            let r = case.rules;
            if r.half_stake_rounding != HalfStakeRounding::EvenOnly {
                return vec![];
            }
            let odd = odd(&[
                ("min_stake", Some(r.min_stake)),
                ("max_stake", r.max_stake),
                ("max_initial_stake", r.max_initial_stake),
                ("max_raise", r.max_raise),
                ("raise_increment", r.raise_increment),
            ]);
            together("half_stake_rounding", odd)
        },
    },
    Combination {
        id: "fixed_limit_size",
        number: 5,
        options: &["limit_mode", "raise_increment"],
        text: "a fixed limit needs the size of a raise, and only a fixed limit has one",
        of: BETS,
        guilty: |case| {
            let fixed = case.rules.limit_mode == LimitMode::Fixed;
            when(fixed != case.rules.raise_increment.is_some(), &["limit_mode", "raise_increment"])
        },
    },
    Combination {
        id: "fixed_limit_alone",
        number: 5,
        options: &["limit_mode", "max_raise", "raise_factor"],
        text: "with a fixed limit no other option bounds a raise",
        of: BETS,
        guilty: |case| {
            let r = case.rules;
            let mut bounds = when(r.max_raise.is_some(), &["max_raise"]);
            bounds.extend(when(r.raise_factor.is_some(), &["raise_factor"]));
            if r.limit_mode == LimitMode::Fixed { together("limit_mode", bounds) } else { vec![] }
        },
    },
    Combination {
        id: "fixed_limit_halves",
        number: 5,
        options: &["limit_mode", "blind_play", "min_stake", "raise_increment"],
        text: "with a fixed limit and blind play the stake and its raises have halves: they are even",
        of: BETTING,
        guilty: |case| {
            let r = case.rules;
            if r.limit_mode != LimitMode::Fixed || !r.blind_play {
                return vec![];
            }
            let odd = odd(&[("min_stake", Some(r.min_stake)), ("raise_increment", r.raise_increment)]);
            together("limit_mode", together("blind_play", odd))
        },
    },
    Combination {
        id: "first_bet_above_cap",
        number: 6,
        options: &["max_initial_stake", "max_stake"],
        text: "the first bet of a hand is capped no higher than any other",
        of: BETS,
        guilty: |case| {
            let above = matches!((case.rules.max_initial_stake, case.rules.max_stake),
                (Some(initial), Some(stake)) if initial > stake);
            when(above, &["max_initial_stake", "max_stake"])
        },
    },
    Combination {
        id: "cap_below_stake",
        number: 6,
        options: &["max_stake", "max_initial_stake", "min_stake"],
        text: "a cap on the stake is not below min_stake",
        of: BETS,
        guilty: |case| {
            let r = case.rules;
            let below = |cap: Option<u64>| cap.is_some_and(|cap| cap < r.min_stake);
            let mut caps = when(below(r.max_stake), &["max_stake"]);
            caps.extend(when(below(r.max_initial_stake), &["max_initial_stake"]));
            together("min_stake", caps)
        },
    },
    Combination {
        id: "raise_below_double",
        number: 6,
        options: &["raise_factor"],
        text: "the stake may at least double in a raise: raise_factor is 2 or more",
        of: BETS,
        guilty: |case| when(case.rules.raise_factor.is_some_and(|factor| factor < 2), &["raise_factor"]),
    },
    Combination {
        id: "boot_is_paid",
        number: 7,
        options: &["ante_mode"],
        text: "in Teen Patti everybody pays the boot before every hand",
        of: Of::With(Part::TeenPatti),
        guilty: |case| when(case.rules.ante_mode != AnteMode::Always, &["ante_mode"]),
    },
    Combination {
        id: "no_prial_showdown",
        number: 7,
        options: &["ante_mode"],
        text: "an ante after a prial needs a showdown that a prial can win",
        of: SETS_OR_BUS,
        guilty: |case| when(case.is("ante_mode", "after_prial"), &["ante_mode"]),
    },
    Combination {
        id: "always_shuffled",
        number: 8,
        options: &["shuffle_mode"],
        text: "where so many cards are shown, every hand is shuffled",
        of: SETS,
        guilty: |case| when(case.rules.shuffle_mode != ShuffleMode::EveryHand, &["shuffle_mode"]),
    },
    Combination {
        id: "bus_is_shuffled",
        number: 8,
        options: &["shuffle_mode"],
        text: "in Stop the Bus every deal is shuffled",
        of: BUS,
        guilty: |case| {
            let other = !case.is("shuffle_mode", ShuffleMode::EveryHand.name());
            if other { case.named(&["shuffle_mode"]) } else { vec![] }
        },
    },
    Combination {
        id: "two_three_five_of_sets",
        number: 9,
        options: &["two_three_five"],
        text: "2-3-5 beats a prial only in brag betting, where never more than two hands are compared",
        of: SETS_OR_BUS,
        guilty: |case| case.without_meaning(&["two_three_five"]),
    },
    Combination {
        id: "two_three_five",
        number: 9,
        options: &["two_three_five", "low", "wild", "pot_cap", "two_hand_showdown", "short_stack"],
        text: "2-3-5 beats a prial only where the high hand wins, no card is wild and never more than two hands \
            are compared: that needs short_stack = fold_only, and neither best_of_both nor a pot cap",
        of: BETTING,
        guilty: |case| {
            let r = case.rules;
            if r.ranking.two_three_five == TwoThreeFive::Off {
                return vec![];
            }
            let mut others = when(r.ranking.low != Low::Off, &["low"]);
            others.extend(when(!r.ranking.wild.is_none(), &["wild"]));
            others.extend(case.named(&["pot_cap"]));
            let best_of_both = r.two_hand_showdown == TwoHandShowdown::BestOfBoth;
            others.extend(when(best_of_both, &["two_hand_showdown"]));
            others.extend(when(r.short_stack != ShortStack::FoldOnly, &["short_stack"]));
            together("two_three_five", others)
        },
    },
    Combination {
        id: "two_three_five_of_more",
        number: 9,
        options: &["two_three_five"],
        text: "2-3-5 beats a prial only where three cards are dealt",
        of: BETTING,
        guilty: |case| {
            let beats = case.rules.ranking.two_three_five == TwoThreeFive::BeatsPrial;
            when(beats && usize::from(case.rules.cards_each) > PLAYED, &["two_three_five"])
        },
    },
    Combination {
        id: "low_hand_wins",
        number: 10,
        options: &["low", "wild", "category_order", "ace_two_three", "best_prial"],
        text: "where the low hand wins, no card is wild, the order of the high hands is not to be chosen, and \
            prials are in their natural order",
        of: Of::All,
        guilty: |case| {
            let ranking = case.rules.ranking;
            let mut high = when(!ranking.wild.is_none(), &["wild"]);
            high.extend(case.named(&["category_order", "ace_two_three"]));
            if ranking.best_prial == BestPrial::Threes {
                high.extend(case.named(&["best_prial"]));
            }
            if ranking.low == Low::Off { vec![] } else { together("low", high) }
        },
    },
    Combination {
        id: "elder_wins",
        number: 12,
        options: &["tie_rule"],
        text: "elder_wins is a rule of the old games; here the seer loses or the pot is split",
        of: BETTING,
        guilty: |case| when(case.rules.tie_rule == TieRule::ElderWins, &["tie_rule"]),
    },
    Combination {
        id: "elder_wins_no_set",
        number: 12,
        options: &["tie_rule"],
        text: "elder_wins is a rule of the old games; nobody wins a set by where he sits",
        of: SETS,
        guilty: |case| when(case.is("tie_rule", "elder_wins"), &["tie_rule"]),
    },
    Combination {
        id: "bus_loses_together",
        number: 12,
        options: &["tie_rule"],
        text: "elder_wins is a rule of the old games; in Stop the Bus equal lowest hands lose together",
        of: BUS,
        guilty: |case| when(case.is("tie_rule", "elder_wins"), &["tie_rule"]),
    },
    Combination {
        id: "teen_patti",
        number: 13,
        options: OF_TEEN_PATTI,
        text: "sideshow and pot_cap are options of Teen Patti",
        of: Of::Without(Part::TeenPatti),
        guilty: |case| {
            let off = |value: &OptionValue| *value == OptionValue::Choice("off".to_owned());
            let sideshow = case.named.get("sideshow").is_some_and(|value| !off(value));
            let mut options = when(sideshow, &["sideshow"]);
            options.extend(case.named(&["pot_cap"]));
            options
        },
    },
    Combination {
        id: "digits_have_no_ranking",
        number: 13,
        options: OF_NUMBERS,
        text: "where the cards are digits, no option says how hands rank",
        of: Of::With(Part::TeenPatti),
        guilty: |case| {
            let digits = case.rules.variation == Variation::Nine99;
            if digits { together("variation", case.named(&OF_NUMBERS[1..])) } else { vec![] }
        },
    },
    Combination {
        id: "spare_needs_room",
        number: 14,
        options: &["spare_hand", "spare_fee", "max_players"],
        text: "with four seats no cards are left for a spare hand, and without a spare hand there is no fee for it",
        of: Of::With(Part::Crash),
        guilty: |case| {
            let of = &case.rules.crash;
            let room = usize::from(case.rules.max_players) < PACK_SIZE / usize::from(case.rules.cards_each);
            let mut guilty = when(of.spare_hand && !room, &["spare_hand", "max_players"]);
            guilty.extend(when(!of.spare_hand && of.spare_fee > 0, &["spare_hand", "spare_fee"]));
            guilty
        },
    },
    Combination {
        id: "worthless_points",
        number: 15,
        options: &["settlement", "point_value"],
        text: "where losers pay by the point, a point is worth a chip or more",
        of: Of::With(Part::Crash),
        guilty: |case| {
            let of = &case.rules.crash;
            let worthless = of.settlement == Settlement::PerPoint && of.point_value == 0;
            when(worthless, &["settlement", "point_value"])
        },
    },
    Combination {
        id: "nothing_to_double",
        number: 15,
        options: &["double_if_not_on_board", "game_stake"],
        text: "where nothing is paid, nothing is doubled",
        of: Of::With(Part::Crash),
        guilty: |case| {
            let of = &case.rules.crash;
            let nothing = of.double_if_not_on_board && of.most_to_lose() == 0;
            when(nothing, &["double_if_not_on_board", "game_stake"])
        },
    },
    Combination {
        id: "no_short_stack",
        number: 17,
        options: &["short_stack"],
        text: "who cannot pay his stakes is not dealt in, so nobody is short",
        of: SETS_OR_BUS,
        guilty: |case| case.without_meaning(&["short_stack"]),
    },
    Combination {
        id: "engine_cuts",
        number: 18,
        options: &["cut_by", "gather"],
        text: "where every hand is shuffled and nobody bets on it, the engine cuts and gathers",
        of: SETS_OR_BUS,
        guilty: |case| case.without_meaning(&["cut_by", "gather"]),
    },
    Combination {
        id: "nothing_to_gather",
        number: 18,
        options: &["gather", "shuffle_mode"],
        text: "where every hand is shuffled, the order in which cards are gathered has no meaning",
        of: BETTING,
        guilty: |case| {
            let r = case.rules;
            let exact = r.gather == Gather::Exact && case.named.contains_key("gather");
            when(exact && r.shuffle_mode == ShuffleMode::EveryHand, &["gather", "shuffle_mode"])
        },
    },
    Combination {
        id: "nobody_cuts",
        number: 18,
        options: &["cut_by", "cut"],
        text: "where nothing is cut, no player cuts",
        of: BETTING,
        guilty: |case| {
            let no_cut = case.rules.cut_by == CutBy::Player && case.rules.cut == Cut::Never;
            when(no_cut, &["cut_by", "cut"])
        },
    },
    Combination {
        id: "no_hands",
        number: 18,
        options: &["max_hands"],
        text: "a table plays at least one hand",
        of: Of::All,
        guilty: |case| when(case.rules.max_hands == Some(0), &["max_hands"]),
    },
    Combination {
        id: "one_player",
        number: 18,
        options: &["min_players"],
        text: "a hand needs two players",
        of: Of::All,
        guilty: |case| when(case.rules.min_players < 2, &["min_players"]),
    },
    Combination {
        id: "wild_by_the_deal",
        number: 19,
        options: &["wild"],
        text: "a wild card that the deal decides, random_rank or lowest_card, is one of Teen Patti",
        of: Of::Without(Part::TeenPatti),
        guilty: |case| when(case.rules.ranking.wild.count().is_none(), &["wild"]),
    },
    Combination {
        id: "too_many_wild",
        number: 19,
        options: &["wild"],
        text: "at most 26 cards are wild",
        of: Of::All,
        guilty: |case| when(case.rules.ranking.wild.count().is_some_and(|cards| cards > MAX_WILD), &["wild"]),
    },
    Combination {
        id: "bets_on_nothing",
        number: 20,
        options: &["set_betting", "set_stake"],
        text: "bets on a set need antes to bet for",
        of: Of::With(Part::EachSet),
        guilty: |case| {
            let of = case.rules.arrange;
            when(of.set_betting && of.set_stake == 0, &["set_betting", "set_stake"])
        },
    },
    Combination {
        id: "endless_blind",
        number: 21,
        options: &["short_stack", "blind_play", "max_blind_bets"],
        text: "where a short player can only fold, blind play needs max_blind_bets: an open player cannot see \
            a blind one, pays twice as much and would have to fold first",
        of: BETTING,
        guilty: |case| {
            let r = case.rules;
            let endless = r.blind_play && r.max_blind_bets.is_none();
            when(
                endless && r.short_stack == ShortStack::FoldOnly,
                &["short_stack", "blind_play", "max_blind_bets"],
            )
        },
    },
    Combination {
        id: "no_boot",
        number: 22,
        options: &["ante"],
        text: "the boot of Teen Patti is at least a chip",
        of: Of::With(Part::TeenPatti),
        guilty: |case| when(case.rules.ante == 0, &["ante"]),
    },
    Combination {
        id: "stake_is_two_boots",
        number: 22,
        options: &["min_stake", "ante"],
        text: "in Teen Patti the stake begins at twice the boot",
        of: Of::With(Part::TeenPatti),
        guilty: |case| when(case.rules.min_stake != 2 * case.rules.ante, &["min_stake", "ante"]),
    },
    Combination {
        id: "variation_settles",
        number: 22,
        options: &["variation", "wild", "low", "discard_mode", "discard_tiebreak"],
        text: "a variation settles itself which cards are wild, whether the low hand wins and what is discarded",
        of: Of::With(Part::TeenPatti),
        guilty: |case| {
            let settled = case.named(&["wild", "low", "discard_mode", "discard_tiebreak"]);
            if case.rules.variation == Variation::Classic { vec![] } else { together("variation", settled) }
        },
    },
    Combination {
        id: "pack_too_small_for_variation",
        number: 22,
        options: &["variation", "max_players"],
        text: "the pack does not suffice for so many players and the cards that the variation wants",
        of: Of::With(Part::TeenPatti),
        guilty: |case| {
            let r = case.rules;
            let wanted = usize::from(r.cards_each) * usize::from(r.max_players) + usize::from(r.turns_card());
            when(wanted > PACK_SIZE, &["variation", "max_players"])
        },
    },
];
