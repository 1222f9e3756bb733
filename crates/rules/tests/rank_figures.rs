//! The figures of Appendix C.1–C.3, to the last one.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as the test may")]

use std::collections::{BTreeMap, BTreeSet};

use brag_rules::card::Card;
use brag_rules::rank::{
    AceTwoThree, BestPrial, CategoryOrder, Class, Low, NaturalPrecedence, Ranking, RankingRules, STRENGTHS,
    Scale, SuitTiebreak, TwoThreeFive,
};

fn hands() -> impl Iterator<Item = [Card; 3]> {
    let card = |code| Card::from_code(code).unwrap();
    (0..52).flat_map(move |a| {
        (a + 1..52).flat_map(move |b| (b + 1..52).map(move |c| [card(a), card(b), card(c)]))
    })
}

fn rules(change: impl FnOnce(&mut RankingRules)) -> RankingRules {
    let mut rules = RankingRules::default();
    change(&mut rules);
    rules
}

/// Appendix C writes a hand as `A-2-3 s` (one suit) or `A-2-3 o` (not one suit); a prial or a pair needs neither.
fn index(rules: &RankingRules, text: &str) -> u16 {
    let (ranks, suits) = match text.split_once(' ') {
        Some((ranks, "s")) => (ranks, ["h", "h", "h"]),
        Some((ranks, "o")) => (ranks, ["h", "h", "s"]),
        None => (text, ["h", "s", "c"]),
        Some(_) => panic!("{text} is no hand of Appendix C"),
    };
    let ranks: Vec<&str> = ranks.split('-').collect();
    let cards = [0, 1, 2].map(|i| format!("{}{}", ranks[i], suits[i]).parse().unwrap());
    Ranking::of(rules).strength(cards).index()
}

fn counts(rules: &RankingRules) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::new();
    for hand in hands() {
        *counts.entry(Ranking::of(rules).class(hand).name()).or_default() += 1;
    }
    counts
}

/// How many distinct strengths each class has.
fn distinct(rules: &RankingRules) -> BTreeMap<&'static str, usize> {
    let ranking = Ranking::of(rules);
    let strengths: BTreeSet<_> = hands().map(|hand| ranking.strength(hand)).collect();
    assert_eq!(strengths.len(), usize::from(STRENGTHS));
    assert_eq!(strengths.last().unwrap().index(), 1);
    assert_eq!(strengths.first().unwrap().index(), STRENGTHS);
    let mut distinct = BTreeMap::new();
    for strength in strengths {
        *distinct.entry(ranking.class_of(strength).name()).or_default() += 1;
    }
    distinct
}

#[test]
fn c1_counts_by_category() {
    let a_run = [
        ("running_flush", 48),
        ("prial", 52),
        ("run", 720),
        ("flush", 1_096),
        ("pair", 3_744),
        ("high_card", 16_440),
    ];
    let no_run = [
        ("running_flush", 44),
        ("prial", 52),
        ("run", 660),
        ("flush", 1_100),
        ("pair", 3_744),
        ("high_card", 16_500),
    ];
    for &category_order in CategoryOrder::ALL {
        for &best_prial in BestPrial::ALL {
            for &ace_two_three in AceTwoThree::ALL {
                for low in [Low::Off, Low::Reverse] {
                    let rules =
                        RankingRules { category_order, best_prial, ace_two_three, low, ..Default::default() };
                    let not_a_run = ace_two_three == AceTwoThree::NotARun;
                    assert_eq!(counts(&rules), if not_a_run { no_run } else { a_run }.into(), "{rules:?}");
                }
            }
        }
    }
}

#[test]
fn c2_distinct_strengths() {
    let a_run = [
        ("prial", 13),
        ("running_flush", 12),
        ("run", 12),
        ("flush", 274),
        ("pair", 156),
        ("high_card", 274),
    ];
    let no_run = [
        ("prial", 13),
        ("running_flush", 11),
        ("run", 11),
        ("flush", 275),
        ("pair", 156),
        ("high_card", 275),
    ];
    for low in [Low::Off, Low::Reverse] {
        assert_eq!(distinct(&rules(|r| r.low = low)), a_run.into());
        let rules = rules(|r| (r.low, r.ace_two_three) = (low, AceTwoThree::NotARun));
        assert_eq!(distinct(&rules), no_run.into());
    }
    let seed_low = [("prial", 13), ("flush", 286), ("pair", 156), ("high_card", 286)];
    assert_eq!(distinct(&rules(|r| r.low = Low::SeedLow)), seed_low.into());
}

#[test]
fn c3_table() {
    let columns = [
        RankingRules::default(),
        rules(|r| r.ace_two_three = AceTwoThree::Second),
        rules(|r| r.ace_two_three = AceTwoThree::Lowest),
        rules(|r| r.ace_two_three = AceTwoThree::NotARun),
        rules(|r| r.category_order = CategoryOrder::RunningFlushFirst),
        rules(|r| r.best_prial = BestPrial::Natural),
    ];
    let rows = [
        ("3-3-3", [1, 1, 1, 1, 13, 12]),
        ("A-A-A", [2, 2, 2, 2, 14, 1]),
        ("2-2-2", [13, 13, 13, 13, 25, 13]),
        ("A-2-3 s", [14, 15, 25, 100, 1, 14]),
        ("A-K-Q s", [15, 14, 14, 14, 2, 15]),
        ("4-3-2 s", [25, 25, 24, 24, 12, 25]),
        ("A-2-3 o", [26, 27, 37, 531, 26, 26]),
        ("A-K-Q o", [27, 26, 26, 25, 27, 27]),
        ("4-3-2 o", [37, 37, 36, 35, 37, 37]),
        ("A-K-J s", [38, 38, 38, 36, 38, 38]),
        ("5-3-2 s", [311, 311, 311, 310, 311, 311]),
        ("A-K-J o", [468, 468, 468, 467, 468, 468]),
        ("5-3-2 o", [741, 741, 741, 741, 741, 741]),
    ];
    for (hand, expected) in rows {
        assert_eq!(columns.map(|rules| index(&rules, hand)), expected, "{hand}");
    }
}

fn assert_indices(rules: &RankingRules, expected: &[(&str, u16)]) {
    for &(hand, expected) in expected {
        assert_eq!(index(rules, hand), expected, "{hand}");
    }
}

#[test]
fn c3_more_of_the_default_order() {
    let expected = [
        ("K-K-K", 3),
        ("4-4-4", 12),
        ("K-Q-J s", 16),
        ("A-A-K", 312),
        ("A-A-2", 323),
        ("K-K-A", 324),
        ("3-3-2", 455),
        ("2-2-A", 456),
        ("2-2-3", 467),
        ("A-K-T o", 469),
        ("A-4-3 o", 530),
        ("A-4-2 o", 531),
        ("K-Q-T o", 532),
        ("K-3-2 o", 585),
        ("Q-3-2 o", 629),
        ("6-3-2 o", 739),
        ("5-4-2 o", 740),
    ];
    assert_indices(&RankingRules::default(), &expected);
}

#[test]
fn c3_seed_low() {
    let rules = rules(|r| (r.low, r.best_prial) = (Low::SeedLow, BestPrial::Natural));
    let expected = [
        ("2-3-4 o", 1),
        ("2-3-5 o", 2),
        ("2-4-5 o", 3),
        ("3-4-5 o", 4),
        ("A-2-3 o", 221),
        ("A-K-Q o", 286),
        ("2-2-3", 287),
        ("A-A-K", 442),
        ("2-3-4 s", 443),
        ("A-K-Q s", 728),
        ("2-2-2", 729),
        ("A-A-A", 741),
    ];
    assert_indices(&rules, &expected);
    let expected = [("high_card", 17_160), ("pair", 3_744), ("flush", 1_144), ("prial", 52)];
    assert_eq!(counts(&rules), expected.into());
}

#[test]
fn c3_reverse() {
    let rules = rules(|r| (r.low, r.best_prial) = (Low::Reverse, BestPrial::Natural));
    let expected =
        [("5-3-2 o", 1), ("5-4-2 o", 2), ("2-2-3", 275), ("4-3-2 o", 705), ("A-2-3 o", 716), ("A-A-A", 741)];
    assert_indices(&rules, &expected);
}

#[test]
fn the_names_are_the_rulebooks() {
    macro_rules! assert_names {
        ($($Type:ident [$($name:literal)+],)+) => { $(
            assert_eq!($Type::ALL.iter().map(|value| value.name()).collect::<Vec<_>>(), [$($name),+]);
            assert_eq!($Type::from_name("no such name"), None);
            for &value in $Type::ALL {
                assert_eq!($Type::from_name(value.name()), Some(value));
            }
        )+ };
    }
    assert_names! {
        Class ["prial" "running_flush" "run" "flush" "pair" "high_card" "four" "digits" "single"],
        CategoryOrder ["prial_first" "running_flush_first"],
        BestPrial ["threes" "natural"],
        AceTwoThree ["highest" "second" "lowest" "not_a_run"],
        Low ["off" "seed_low" "reverse"],
        SuitTiebreak ["none" "shdc"],
        NaturalPrecedence ["none" "same_rank" "prials_only" "whole_category"],
        TwoThreeFive ["off" "beats_prial"],
    }
    let RankingRules { category_order, best_prial, ace_two_three, low, suit_tiebreak, .. } =
        RankingRules::default();
    let RankingRules { natural_precedence, two_three_five, scale, .. } = RankingRules::default();
    assert_eq!(scale, Scale::Brag);
    let defaults = [
        category_order.name(),
        best_prial.name(),
        ace_two_three.name(),
        low.name(),
        suit_tiebreak.name(),
        natural_precedence.name(),
        two_three_five.name(),
    ];
    assert_eq!(defaults, ["prial_first", "threes", "highest", "off", "none", "same_rank", "off"]);
}
