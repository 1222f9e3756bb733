//! Wild cards (rulebook 2.8): every hand against a second reading that tries every substitution, the row of
//! Appendix C.6 for AK47, and what the wild cards are called.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as the test may")]

mod rank_common;

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::collections::{BTreeMap, BTreeSet};

use brag_rules::card::Card;
use brag_rules::rank::{
    AceTwoThree, BestPrial, CategoryOrder, Class, MAX_WILD, NaturalPrecedence, Ranking, RankingRules,
    Strength, SuitTiebreak, Variation, WILD_NAMES, Wild, compare,
};
use rank_common::{Key, Naive, cards, hands_of_three, wild};

fn three(text: &str) -> [Card; 3] {
    cards(text).try_into().unwrap()
}

fn with_wild(names: &str) -> RankingRules {
    RankingRules { wild: wild(names), ..RankingRules::default() }
}

fn assert_naive(rules: &RankingRules) {
    let (ranking, naive) = (Ranking::of(rules), Naive::new(rules));
    let mut strengths: BTreeMap<Key, Strength> = BTreeMap::new();
    for hand in hands_of_three() {
        let key = naive.key(hand);
        let (before, index, after, used) = key;
        let strength = ranking.strength(hand);
        let [a, b, c] = hand;
        assert_eq!(strength.index(), index, "{a}{b}{c} with {rules:?}");
        assert_eq!(ranking.class(hand), naive.class(index), "{a}{b}{c} with {rules:?}");
        let uses = ranking.wild_cards(hand).iter().filter(|&&used| used).count();
        assert_eq!(uses, used, "wild cards used in {a}{b}{c} with {rules:?}");
        let known = *strengths.entry((before, index, after, 0)).or_insert(strength);
        assert_eq!(strength, known, "{a}{b}{c} with {rules:?}");
        for order in [[b, c, a], [c, b, a]] {
            assert_eq!(ranking.strength(order), strength, "{a}{b}{c} turned round, with {rules:?}");
        }
    }
    let falling = strengths.values().zip(strengths.values().skip(1)).all(|(better, worse)| better > worse);
    assert!(falling, "another order with {rules:?}");
}

#[test]
fn every_hand_counts_for_the_best_of_all_substitutions() {
    let orders = [
        RankingRules::default(),
        RankingRules {
            category_order: CategoryOrder::RunningFlushFirst,
            ace_two_three: AceTwoThree::NotARun,
            ..RankingRules::default()
        },
        RankingRules {
            best_prial: BestPrial::Natural,
            ace_two_three: AceTwoThree::Second,
            ..RankingRules::default()
        },
    ];
    let sets = [wild("Jc"), wild("Jc 9d Ad"), wild("J 9"), wild("A K 4 7"), Wild::LowestCard];
    for order in orders {
        for wild in sets {
            for &natural_precedence in NaturalPrecedence::ALL {
                for bragger_as_self in [true, false] {
                    assert_naive(&RankingRules { wild, natural_precedence, bragger_as_self, ..order });
                }
            }
        }
    }
}

#[test]
fn c6_ak47() {
    let teen_patti = RankingRules { best_prial: BestPrial::Natural, ..RankingRules::default() };
    let rules = Variation::Ak47.ranking(teen_patti);
    assert_eq!(rules.wild, wild("A K 4 7"));
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for hand in hands_of_three() {
        *counts.entry(Ranking::of(&rules).class(hand).name()).or_default() += 1;
    }
    let expected = [
        ("prial", 5_780),
        ("running_flush", 716),
        ("run", 2_292),
        ("flush", 1_924),
        ("pair", 6_528),
        ("high_card", 4_860),
    ];
    assert_eq!(counts, expected.into());
}

/// How the first hand stands against the second.
fn against(rules: &RankingRules, a: &str, b: &str) -> Ordering {
    let (there, back) = (compare(rules, three(a), three(b)), compare(rules, three(b), three(a)));
    assert_eq!(there, back.reverse(), "{a} against {b}");
    there
}

#[test]
fn a_natural_hand_and_one_with_wild_cards() {
    // Nines against nines, nines against kings with a bragger; A-K-Q against A-K-Q, K-Q-J against A-K-Q with one.
    let pairs = [("9c9d9h", "9s9c2c"), ("9c9d9h", "KsKd2c"), ("AcKdQh", "KdQh2c"), ("KcQdJh", "KdQh2c")];
    for (natural_precedence, expected) in [
        (NaturalPrecedence::None, [Equal, Less, Equal, Less]),
        (NaturalPrecedence::SameRank, [Greater, Less, Greater, Less]),
        (NaturalPrecedence::PrialsOnly, [Greater, Greater, Equal, Less]),
        (NaturalPrecedence::WholeCategory, [Greater, Greater, Greater, Greater]),
    ] {
        let rules = RankingRules { natural_precedence, ..with_wild("2c") };
        assert_eq!(pairs.map(|(a, b)| against(&rules, a, b)), expected, "{natural_precedence:?}");
    }
    // A natural hand of a category beats none of a better one.
    let rules = RankingRules { natural_precedence: NaturalPrecedence::WholeCategory, ..with_wild("2c") };
    assert_eq!(against(&rules, "AcKdQh", "4s4d2c"), Less);
}

#[test]
fn fewer_wild_cards_win_between_equal_hands() {
    let rules = with_wild("2 3");
    assert_eq!(against(&rules, "KsKd2c", "KhKc3c"), Equal);
    assert_eq!(against(&rules, "KsKd2c", "Kh2d3c"), Greater);
    assert_eq!(
        against(&RankingRules { natural_precedence: NaturalPrecedence::None, ..rules }, "KsKd2c", "Kh2d3c"),
        Equal
    );
}

#[test]
fn a_wild_card_that_counts_as_itself_is_natural() {
    let rules = with_wild("A");
    // Three aces: natural prial of aces, though each of them is wild. As any others they would be threes.
    let natural_aces = RankingRules { best_prial: BestPrial::Natural, ..rules };
    assert_eq!(Ranking::of(&natural_aces).wild_cards(three("AsAdAh")), [false; 3]);
    assert_eq!(Ranking::of(&rules).wild_cards(three("AsAdAh")), [true; 3]);
    assert_eq!(Ranking::of(&rules).strength(three("AsAdAh")).index(), 1);
    // A-K-Q: the ace is what makes it best, so it is itself. Never, without `bragger_as_self`.
    assert_eq!(against(&natural_aces, "AsKdQh", "AdKhQs"), Equal);
    assert_eq!(Ranking::of(&natural_aces).wild_cards(three("KdAsQh")), [false, false, false]);
    let never = RankingRules { bragger_as_self: false, ..natural_aces };
    assert_eq!(Ranking::of(&never).wild_cards(three("AsAdAh")), [true; 3]);
    assert_eq!(Ranking::of(&never).wild_cards(three("KdAsQh")), [false, true, false]);
}

#[test]
fn the_lowest_card_is_wild_for_its_holder() {
    let rules = Variation::LowestJoker.ranking(RankingRules::default());
    let ranking = Ranking::of(&rules);
    for (hand, class, wild) in [
        ("KsKd2c", Class::Prial, [false, false, true]),
        // A pair at the bottom is two wild cards.
        ("2s2dKc", Class::Prial, [true, true, false]),
        ("As2d2c", Class::Prial, [false, true, true]),
        // A pair above one card.
        ("9s2cTd", Class::Run, [false, true, false]),
        ("9s2cTs", Class::RunningFlush, [false, true, false]),
        ("9s2cKd", Class::Pair, [false, true, false]),
        // Three alike are simply a prial.
        ("7s7d7h", Class::Prial, [false; 3]),
        // The ace is high: the two is the lowest, and it is best as itself.
        ("As2d3c", Class::Run, [false; 3]),
    ] {
        assert_eq!(ranking.class(three(hand)), class, "{hand}");
        assert_eq!(ranking.wild_cards(three(hand)), wild, "{hand}");
    }
    assert_eq!(against(&rules, "7s7d7h", "7c7d2h"), Greater);
}

#[test]
fn the_turned_cards_rank_is_wild() {
    let rules = Variation::RandomJoker.ranking(RankingRules::default());
    let hand = three("KsKd7c");
    assert_eq!(Ranking::of(&rules).class(hand), Class::Pair, "no card is turned yet");
    let turned = rules.with_turned(three("7d2c3c")[0]);
    assert_eq!(turned.wild, wild("7"));
    assert_eq!(Ranking::of(&turned).class(hand), Class::Prial);
    assert_eq!(with_wild("J").with_turned(hand[0]), with_wild("J"));
}

#[test]
fn the_suit_is_that_of_the_highest_card_held() {
    let rules = RankingRules { suit_tiebreak: SuitTiebreak::Shdc, ..with_wild("2") };
    // Both count for a prial of kings with one wild card; the bragger's own suit is nothing.
    assert_eq!(against(&rules, "KsKc2c", "KhKd2s"), Greater);
    // Wild cards come before the suit.
    assert_eq!(against(&rules, "KcKd2c", "Ks2s2h"), Greater);
}

#[test]
fn wild_cards_have_names() {
    let names = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|&name| name.to_owned()).collect() };
    for (given, shown) in [
        (&[][..], &[][..]),
        (&["Jc", "9d"], &["9d", "Jc"]),
        (&["J", "9"], &["9", "J"]),
        (&["J", "Jc", "9d"], &["9d", "J"]),
        (&["Jc", "Jd", "Jh", "Js"], &["J"]),
        (&["lowest_card"], &["lowest_card"]),
        (&["random_rank"], &["random_rank"]),
    ] {
        assert_eq!(Wild::from_names(&names(given)).map(Wild::names), Some(names(shown)), "{given:?}");
    }
    for wrong in
        [&["X"][..], &["1c"], &[""], &["jc"], &["10"], &["lowest_card", "9"], &["lowest_card", "random_rank"]]
    {
        assert_eq!(Wild::from_names(&names(wrong)), None, "{wrong:?}");
    }
    assert_eq!(WILD_NAMES.len(), 13 + 52 + 2);
    for name in WILD_NAMES {
        let wild = Wild::from_names(&names(&[name])).unwrap();
        assert_eq!(wild.names(), names(&[name]));
        assert_eq!(
            wild.count().map(|count| count as usize),
            match name.len() {
                1 => Some(4),
                2 => Some(1),
                _ => None,
            }
        );
    }
    assert_eq!((WILD_NAMES[0], WILD_NAMES[13], WILD_NAMES[64]), ("2", "2c", "As"));
    assert!(Wild::NONE.is_none() && !wild("2c").is_none() && !Wild::LowestCard.is_none());
}

#[test]
fn variations_have_names() {
    for name in [
        "classic",
        "muflis",
        "ak47",
        "random_joker",
        "lowest_joker",
        "best_of_four",
        "nine99",
        "wild_ranks:{A,9,4,2}",
        "wild_ranks:{K}",
        "wild_ranks:{A,K,Q,J,T,9}",
    ] {
        assert_eq!(Variation::from_name(name).map(|variation| variation.to_string()).as_deref(), Some(name));
    }
    assert_eq!(Variation::from_name("wild_ranks:{2, 4,9,A}").unwrap().to_string(), "wild_ranks:{A,9,4,2}");
    for wrong in [
        "",
        "wild_ranks",
        "wild_ranks:{}",
        "wild_ranks:{A,A}",
        "wild_ranks:{A,K,Q,J,T,9,8}",
        "wild_ranks:{Ac}",
        "wild_ranks:{A",
        "Muflis",
    ] {
        assert_eq!(Variation::from_name(wrong), None, "{wrong}");
    }
    assert_eq!(MAX_WILD, 26);
    let base = RankingRules { best_prial: BestPrial::Natural, ..RankingRules::default() };
    assert_eq!(Variation::default().ranking(base), base);
    let named = Variation::from_name("wild_ranks:{A,9,4,2}").unwrap();
    assert_eq!(named.ranking(base), RankingRules { wild: wild("A 9 4 2"), ..base });
}

#[test]
fn nine99_compares_numbers() {
    let rules = Variation::Nine99.ranking(RankingRules::default());
    let ranking = Ranking::of(&rules);
    for (hand, number) in [
        ("9h9d9c", 999),
        ("9sKd4c", 940),
        ("7h6dAc", 761),
        ("AsKdQh", 100),
        ("Ts5h2d", 520),
        ("5dJc2s", 520),
        ("KsKdKh", 0),
        ("8s9sTs", 980),
    ] {
        assert_eq!(ranking.strength(three(hand)).index(), 1_000 - number, "{hand}");
        assert_eq!(ranking.class(three(hand)), Class::Digits);
    }
    assert_eq!(against(&rules, "Ts5h2d", "5dJc2s"), Equal);
    assert_eq!(against(&rules, "9sKd4c", "7h6dAc"), Greater);
    assert_eq!(ranking.indices(), 1_000);
    let mut numbers = BTreeSet::new();
    for hand in hands_of_three() {
        let digit = |card: Card| match card.reveal()[0] {
            b'A' => 1,
            pips @ b'2'..=b'9' => u16::from(pips - b'0'),
            _ => 0,
        };
        let mut digits = hand.map(digit);
        digits.sort_unstable();
        let number = digits[2] * 100 + digits[1] * 10 + digits[0];
        numbers.insert(number);
        assert_eq!(ranking.strength(hand).index(), 1_000 - number);
    }
    assert_eq!(numbers.len(), 220);
}
