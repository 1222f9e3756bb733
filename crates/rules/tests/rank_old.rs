//! The old ranking (rulebook 2.7) with braggers (2.8): Appendix C.6, and every hand against a second reading that tries
//! every card that a bragger can be.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as the test may")]

mod old_words;
mod rank_common;

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::collections::BTreeMap;

use brag_rules::card::{Card, RANKS};
use brag_rules::rank::{
    Class, NaturalPrecedence, OLD_STRENGTHS, Ranking, RankingRules, Scale, Strength, SuitTiebreak, compare,
    compare_many,
};
use old_words::{Key, best_of_all};
use rank_common::{cards, hands_of_three, wild};

fn old(names: &str) -> RankingRules {
    RankingRules { scale: Scale::Old, wild: wild(names), ..RankingRules::default() }
}

fn three(text: &str) -> [Card; 3] {
    cards(text).try_into().unwrap()
}

/// How the first hand stands against the second, whoever is asked first and however many hands there are.
fn against(rules: &RankingRules, a: &str, b: &str) -> Ordering {
    let (a, b) = (three(a), three(b));
    let there = compare(rules, a, b);
    assert_eq!(compare(rules, b, a), there.reverse());
    assert_eq!(compare_many(rules, a, b), there);
    there
}

/// How many of these hands are natural and wild prials, natural and wild pairs, and singles.
fn counts(rules: &RankingRules, hands: impl Iterator<Item = [Card; 3]>) -> [u32; 5] {
    let ranking = Ranking::of(rules);
    let mut counts = [0; 5];
    for hand in hands {
        let wild = ranking.wild_cards(hand).contains(&true);
        let place = match (ranking.class(hand), wild) {
            (Class::Prial, false) => 0,
            (Class::Prial, true) => 1,
            (Class::Pair, false) => 2,
            (Class::Pair, true) => 3,
            (Class::Single, false) => 4,
            other => panic!("{hand:?} is {other:?}"),
        };
        counts[place] += 1;
    }
    counts
}

#[test]
fn c6_counts() {
    for (rules, expected) in [
        (old(""), [52, 0, 3_744, 0, 18_304]),
        (old("Jc"), [52, 72, 3_636, 1_092, 17_248]),
        (old("Jc 9d"), [52, 188, 3_507, 2_117, 16_236]),
        (old("Jc 9d Ad"), [52, 346, 3_441, 2_994, 15_267]),
        (RankingRules { bragger_as_self: false, ..old("J 9") }, [44, 1_816, 2_640, 7_040, 10_560]),
    ] {
        assert_eq!(counts(&rules, hands_of_three()), expected, "{rules:?}");
    }
}

#[test]
fn c6_counts_of_the_short_pack() {
    let nines = RANKS.iter().position(|&rank| rank == b'9').unwrap() as u8;
    let hands = || hands_of_three().filter(|hand| hand.iter().all(|card| card.rank() >= nines));
    assert_eq!(hands().count(), 2_024);
    assert_eq!(counts(&old("Jc 9d"), hands()), [24, 76, 567, 381, 976]);
}

#[test]
fn there_are_455_strengths() {
    let ranking = Ranking::of(&old(""));
    let mut classes: BTreeMap<Strength, Class> = BTreeMap::new();
    for hand in hands_of_three() {
        classes.insert(ranking.strength(hand), ranking.class(hand));
    }
    let indices: Vec<u16> = classes.keys().rev().map(|strength| strength.index()).collect();
    assert_eq!(indices, (1..=OLD_STRENGTHS).collect::<Vec<u16>>());
    assert_eq!(ranking.indices(), OLD_STRENGTHS);
    let distinct = |class| classes.values().filter(|&&known| known == class).count();
    assert_eq!([Class::Prial, Class::Pair, Class::Single].map(distinct), [13, 156, 286]);
    for (hand, index) in
        [("AsAdAc", 1), ("2s2d2c", 13), ("AsAdKc", 14), ("2s2d3c", 169), ("AsKsQs", 170), ("2s3s5h", 454)]
    {
        assert_eq!(ranking.strength(three(hand)).index(), index, "{hand}");
    }
    assert_eq!(ranking.strength(three("4s3s2s")).index(), OLD_STRENGTHS);
}

#[test]
fn every_hand_counts_for_the_best_of_all_cards_that_its_braggers_can_be() {
    for names in ["", "Jc", "Jc 9d", "Jc 9d Ad", "J 9", "9", "A", "A 2 9 J Q 7"] {
        for &natural_precedence in NaturalPrecedence::ALL {
            for bragger_as_self in [true, false] {
                let rules = RankingRules { natural_precedence, bragger_as_self, ..old(names) };
                let ranking = Ranking::of(&rules);
                let mut strengths: BTreeMap<Key, Strength> = BTreeMap::new();
                for hand in hands_of_three() {
                    let strength = ranking.strength(hand);
                    let known = *strengths.entry(best_of_all(&rules, hand)).or_insert(strength);
                    assert_eq!(strength, known, "{hand:?} with {rules:?}");
                    let [a, b, c] = hand;
                    assert_eq!(
                        ranking.strength([c, a, b]),
                        strength,
                        "{hand:?} turned round, with {rules:?}"
                    );
                }
                // One order of whole numbers: equal both ways, and transitive.
                let rising =
                    strengths.values().zip(strengths.values().skip(1)).all(|(worse, better)| worse < better);
                assert!(rising, "another order with {rules:?}");
            }
        }
    }
}

#[test]
fn runs_flushes_and_suits_count_for_nothing() {
    let rules = RankingRules { suit_tiebreak: SuitTiebreak::Shdc, ..old("Jc") };
    assert_eq!(against(&rules, "AsKsQs", "AdKcQh"), Equal);
    assert_eq!(against(&rules, "4s3s2s", "5s3d2h"), Less);
    assert_eq!(against(&rules, "As2s3s", "2h2d3c"), Less);
    // Aces are the best prial, threes the last but one.
    assert_eq!(against(&rules, "AsAdAc", "3s3d3c"), Greater);
    assert_eq!(against(&rules, "2s2d2c", "3h3d3c"), Less);
}

#[test]
fn a_natural_hand_has_precedence_where_2_7_puts_it() {
    let pairs = [
        // Prials of one rank; a wild prial of kings against a natural one of nines.
        ("KsKhKd", "KcJc9d"),
        ("KsKdJc", "9s9h9c"),
        // Pairs of one rank, the wild one with the higher odd card.
        ("KsKh2d", "KcJcQd"),
        // A wild pair of aces against a natural one of kings.
        ("As2hJc", "KsKdQh"),
    ];
    for (natural_precedence, expected) in [
        (NaturalPrecedence::None, [Equal, Greater, Less, Greater]),
        (NaturalPrecedence::SameRank, [Greater, Greater, Greater, Greater]),
        (NaturalPrecedence::PrialsOnly, [Greater, Less, Less, Greater]),
        (NaturalPrecedence::WholeCategory, [Greater, Less, Greater, Less]),
    ] {
        let rules = RankingRules { natural_precedence, ..old("Jc 9d") };
        assert_eq!(pairs.map(|(a, b)| against(&rules, a, b)), expected, "{natural_precedence:?}");
    }
}

#[test]
fn a_bragger_that_counts_as_itself_is_natural() {
    // Jacks with one for itself and one for a jack: one wild card, and none against three naturals.
    let rules = old("Jc 9d");
    assert_eq!(Ranking::of(&rules).wild_cards(three("JcJd9d")), [false, false, true]);
    assert_eq!(against(&rules, "JcJdJh", "JsJd9d"), Greater);
    assert_eq!(against(&rules, "JcJdJh", "JsJhJd"), Equal);
    // American brag: three braggers are aces, below any other prial of aces (V10).
    let american = RankingRules { bragger_as_self: false, ..old("J 9") };
    assert_eq!(Ranking::of(&american).wild_cards(three("JcJd9d")), [true; 3]);
    assert_eq!(against(&american, "JcJd9d", "AsJh9s"), Less);
    assert_eq!(against(&american, "AsAdJd", "AcJh9s"), Greater);
    assert_eq!(against(&american, "JcJd9d", "KsKdKh"), Greater);
    assert_eq!(against(&american, "JcJd9d", "9s9hJh"), Equal);
}
