//! What is refused where bets go round: brag betting and its blind play (rulebook section 3), and the limits of bets
//! wherever there are some.

use super::super::{
    Cut, CutBy, Gather, HalfStakeRounding, LimitMode, ShortStack, ShuffleMode, TieRule, TwoHandShowdown,
};
use super::Combination;
use super::case::{bets, betting, equalised, odd, old, together, when};
use crate::card::{PACK_SIZE, PLAYED};
use crate::rank::{Low, TwoThreeFive};

pub(super) static PACK_TOO_SMALL_FOR_KEPT_HAND: Combination = Combination {
    id: "pack_too_small_for_kept_hand",
    number: 1,
    options: &["max_players", "blind_play", "retain_blind_hand"],
    text: "the pack does not suffice for so many players and the hand that a blind player may keep",
    of: betting,
    guilty: |case| {
        let hands = usize::from(case.rules.max_players) + 1;
        let cards = usize::from(case.rules.cards_each) * hands;
        let kept = case.rules.blind_play && case.rules.retain_blind_hand;
        when(kept && cards > PACK_SIZE, &["max_players", "blind_play", "retain_blind_hand"])
    },
};

pub(super) static NO_BLIND_PLAY: Combination = Combination {
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
    of: |variant| betting(variant) || old(variant),
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
};

pub(super) static EVEN_ONLY: Combination = Combination {
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
    of: betting,
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
};

pub(super) static FIXED_LIMIT_SIZE: Combination = Combination {
    id: "fixed_limit_size",
    number: 5,
    options: &["limit_mode", "raise_increment"],
    text: "a fixed limit needs the size of a raise, and only a fixed limit has one",
    of: |variant| bets(variant) || equalised(variant),
    guilty: |case| {
        let fixed = case.rules.limit_mode == LimitMode::Fixed;
        when(fixed != case.rules.raise_increment.is_some(), &["limit_mode", "raise_increment"])
    },
};

pub(super) static FIXED_LIMIT_ALONE: Combination = Combination {
    id: "fixed_limit_alone",
    number: 5,
    options: &["limit_mode", "max_raise", "raise_factor"],
    text: "with a fixed limit no other option bounds a raise",
    of: |variant| bets(variant) || equalised(variant),
    guilty: |case| {
        let r = case.rules;
        let mut bounds = when(r.max_raise.is_some(), &["max_raise"]);
        bounds.extend(when(r.raise_factor.is_some(), &["raise_factor"]));
        if r.limit_mode == LimitMode::Fixed { together("limit_mode", bounds) } else { vec![] }
    },
};

pub(super) static FIXED_LIMIT_HALVES: Combination = Combination {
    id: "fixed_limit_halves",
    number: 5,
    options: &["limit_mode", "blind_play", "min_stake", "raise_increment"],
    text: "with a fixed limit and blind play the stake and its raises have halves: they are even",
    of: betting,
    guilty: |case| {
        let r = case.rules;
        if r.limit_mode != LimitMode::Fixed || !r.blind_play {
            return vec![];
        }
        let odd = odd(&[("min_stake", Some(r.min_stake)), ("raise_increment", r.raise_increment)]);
        together("limit_mode", together("blind_play", odd))
    },
};

pub(super) static FIRST_BET_ABOVE_CAP: Combination = Combination {
    id: "first_bet_above_cap",
    number: 6,
    options: &["max_initial_stake", "max_stake"],
    text: "the first bet of a hand is capped no higher than any other",
    of: bets,
    guilty: |case| {
        let above = matches!((case.rules.max_initial_stake, case.rules.max_stake),
            (Some(initial), Some(stake)) if initial > stake);
        when(above, &["max_initial_stake", "max_stake"])
    },
};

pub(super) static CAP_BELOW_STAKE: Combination = Combination {
    id: "cap_below_stake",
    number: 6,
    options: &["max_stake", "max_initial_stake", "min_stake"],
    text: "a cap on the stake is not below min_stake",
    of: |variant| bets(variant) || equalised(variant),
    guilty: |case| {
        let r = case.rules;
        let below = |cap: Option<u64>| cap.is_some_and(|cap| cap < r.min_stake);
        let mut caps = when(below(r.max_stake), &["max_stake"]);
        caps.extend(when(below(r.max_initial_stake), &["max_initial_stake"]));
        together("min_stake", caps)
    },
};

pub(super) static RAISE_BELOW_DOUBLE: Combination = Combination {
    id: "raise_below_double",
    number: 6,
    options: &["raise_factor"],
    text: "the stake may at least double in a raise: raise_factor is 2 or more",
    of: bets,
    guilty: |case| when(case.rules.raise_factor.is_some_and(|factor| factor < 2), &["raise_factor"]),
};

pub(super) static TWO_THREE_FIVE: Combination = Combination {
    id: "two_three_five",
    number: 9,
    options: &["two_three_five", "low", "wild", "pot_cap", "two_hand_showdown", "short_stack"],
    text: "2-3-5 beats a prial only where the high hand wins, no card is wild and never more than two hands \
        are compared: that needs short_stack = fold_only, and neither best_of_both nor a pot cap",
    of: betting,
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
};

pub(super) static TWO_THREE_FIVE_OF_MORE: Combination = Combination {
    id: "two_three_five_of_more",
    number: 9,
    options: &["two_three_five"],
    text: "2-3-5 beats a prial only where three cards are dealt",
    of: betting,
    guilty: |case| {
        let beats = case.rules.ranking.two_three_five == TwoThreeFive::BeatsPrial;
        when(beats && usize::from(case.rules.cards_each) > PLAYED, &["two_three_five"])
    },
};

pub(super) static ELDER_WINS: Combination = Combination {
    id: "elder_wins",
    number: 12,
    options: &["tie_rule"],
    text: "elder_wins is a rule of the old games; here the seer loses or the pot is split",
    of: betting,
    guilty: |case| when(case.rules.tie_rule == TieRule::ElderWins, &["tie_rule"]),
};

pub(super) static NOTHING_TO_GATHER: Combination = Combination {
    id: "nothing_to_gather",
    number: 18,
    options: &["gather", "shuffle_mode"],
    text: "where every hand is shuffled, the order in which cards are gathered has no meaning",
    of: betting,
    guilty: |case| {
        let r = case.rules;
        let exact = r.gather == Gather::Exact && case.named.contains_key("gather");
        when(exact && r.shuffle_mode == ShuffleMode::EveryHand, &["gather", "shuffle_mode"])
    },
};

pub(super) static NOBODY_CUTS: Combination = Combination {
    id: "nobody_cuts",
    number: 18,
    options: &["cut_by", "cut"],
    text: "where nothing is cut, no player cuts",
    of: betting,
    guilty: |case| {
        let no_cut = case.rules.cut_by == CutBy::Player && case.rules.cut == Cut::Never;
        when(no_cut, &["cut_by", "cut"])
    },
};

pub(super) static ENDLESS_BLIND: Combination = Combination {
    id: "endless_blind",
    number: 21,
    options: &["short_stack", "blind_play", "max_blind_bets"],
    text: "where a short player can only fold, blind play needs max_blind_bets: an open player cannot see \
        a blind one, pays twice as much and would have to fold first",
    of: betting,
    guilty: |case| {
        let r = case.rules;
        let endless = r.blind_play && r.max_blind_bets.is_none();
        when(
            endless && r.short_stack == ShortStack::FoldOnly,
            &["short_stack", "blind_play", "max_blind_bets"],
        )
    },
};
