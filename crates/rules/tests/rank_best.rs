//! The best three of more (V2–V4A, V6A): against a second reading that tries all threes, and Appendix C.4 and C.5.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as the test may")]

mod rank_common;

use std::cmp::Ordering::{Equal, Greater};
use std::collections::{BTreeMap, BTreeSet};

use brag_rules::card::{Card, Cards};
use brag_rules::rank::{
    AceTwoThree, BestPrial, CategoryOrder, Class, Low, NaturalPrecedence, Ranking, RankingRules, Reading,
    SuitTiebreak, Variation, Wild,
};
use rank_common::{Naive, cards, held, pack, wild};

fn read(ranking: &Ranking, cards: &[Card]) -> Reading {
    ranking.read(&held(cards), &Cards::EMPTY).unwrap()
}

/// Each hand of `n` by ascending codes.
fn each_hand(n: usize, mut take: impl FnMut(&[Card])) {
    fn deal(pack: &[Card], left: usize, hand: &mut Vec<Card>, take: &mut dyn FnMut(&[Card])) {
        if left == 0 {
            return take(hand);
        }
        for (at, &card) in pack.iter().enumerate() {
            hand.push(card);
            deal(&pack[at + 1..], left - 1, hand, take);
            hand.pop();
        }
    }
    deal(&pack(), n, &mut Vec::new(), &mut take);
}

fn with(change: impl FnOnce(&mut RankingRules)) -> RankingRules {
    let mut rules = RankingRules { discard_tiebreak: true, ..RankingRules::default() };
    change(&mut rules);
    rules
}

#[test]
fn every_hand_of_four_is_its_best_three() {
    for rules in [
        with(|_| {}),
        with(|r| {
            (r.category_order, r.ace_two_three) = (CategoryOrder::RunningFlushFirst, AceTwoThree::NotARun)
        }),
        with(|r| (r.best_prial, r.ace_two_three) = (BestPrial::Natural, AceTwoThree::Lowest)),
        with(|r| r.low = Low::SeedLow),
        with(|r| r.low = Low::Reverse),
    ] {
        let ranking = Ranking::of(&rules);
        each_hand(4, |hand| {
            let &[a, b, c, d] = hand else { unreachable!("four") };
            let threes = [([a, b, c], d), ([a, b, d], c), ([a, c, d], b), ([b, c, d], a)];
            let best = threes.map(|(three, _)| ranking.strength(three)).into_iter().max().unwrap();
            let reading = read(&ranking, hand);
            assert_eq!(reading.strength(), best, "{a}{b}{c}{d} with {rules:?}");
            let chosen = threes.iter().find(|(three, _)| *three == reading.cards());
            let (three, left) = *chosen.unwrap_or_else(|| panic!("{a}{b}{c}{d} is read as other cards"));
            assert_eq!(ranking.strength(three), best, "{a}{b}{c}{d} with {rules:?}");
            // Whoever throws that card himself is as good.
            assert_eq!(ranking.read(&held(&three), &held(&[left])), Some(reading));
        });
    }
}

#[test]
fn the_figures_of_four_cards() {
    let ranking = Ranking::of(&with(|_| {}));
    let (mut strengths, mut readings) = (BTreeSet::new(), BTreeSet::new());
    each_hand(4, |hand| {
        let reading = read(&ranking, hand);
        strengths.insert(reading.strength());
        readings.insert(reading);
    });
    assert_eq!((strengths.len(), readings.len()), (656, 5_222));
}

const CLASSES: [Class; 6] =
    [Class::Prial, Class::RunningFlush, Class::Run, Class::Flush, Class::Pair, Class::HighCard];

/// How many hands of `n` have each class, in the order of the columns of C.4.
///
/// Suits are equal, so of all hands that differ by names of suits alone one is read, and counts for all: the ranks in
/// each suit are a mask, and the four masks never rise.
fn counts(n: usize, rules: &RankingRules) -> [u64; 6] {
    let ranking = Ranking::of(rules);
    let mut counts = [0; CLASSES.len()];
    let mut by_length: [Vec<u16>; 14] = Default::default();
    (0..1 << 13).for_each(|mask: u16| by_length[mask.count_ones() as usize].push(mask));
    let masks = |length: usize, most: u16| by_length[length].iter().copied().take_while(move |&m| m <= most);
    for (a_len, b_len, c_len) in lengths(n) {
        for a in masks(a_len, u16::MAX) {
            for b in masks(b_len, a) {
                for c in masks(c_len, b) {
                    for d in masks(n - a_len - b_len - c_len, c) {
                        let hand = hand_of([a, b, c, d]);
                        let class = ranking.class_of(ranking.read(&hand, &Cards::EMPTY).unwrap().strength());
                        counts[class as usize] += ways_to_name([a, b, c, d]);
                    }
                }
            }
        }
    }
    CLASSES.map(|class| counts[class as usize])
}

/// How many cards three of the suits can have; the fourth has the rest.
fn lengths(n: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..=n).flat_map(move |a| (0..=n - a).flat_map(move |b| (0..=n - a - b).map(move |c| (a, b, c))))
}

/// The cards of these ranks in clubs, diamonds, hearts and spades.
fn hand_of(masks: [u16; 4]) -> Cards {
    let mut hand = Cards::EMPTY;
    for (suit, mut mask) in (0u8..).zip(masks) {
        while mask != 0 {
            hand.push(Card::new(mask.trailing_zeros() as u8, suit).unwrap());
            mask &= mask - 1;
        }
    }
    hand
}

/// In how many ways four suits can be given to these masks, equal ones being the same.
fn ways_to_name(masks: [u16; 4]) -> u64 {
    let mut equal: BTreeMap<u16, u64> = BTreeMap::new();
    masks.iter().for_each(|&mask| *equal.entry(mask).or_default() += 1);
    24 / equal.values().map(|&n| (1..=n).product::<u64>()).product::<u64>()
}

#[test]
fn c4_prial_first() {
    let rows = [
        (3, 22_100, [52, 48, 720, 1_096, 3_744, 16_440]),
        (4, 270_725, [2_509, 2_308, 29_052, 41_376, 71_856, 123_624]),
        (5, 2_598_960, [59_280, 53_900, 569_268, 708_688, 699_624, 508_200]),
        (7, 133_784_560, [10_287_472, 8_848_188, 61_545_540, 43_223_304, 9_078_696, 801_360]),
    ];
    for (n, total, expected) in rows {
        let found = counts(n, &RankingRules::default());
        assert_eq!(found, expected, "{n} cards");
        assert_eq!(found.iter().sum::<u64>(), total);
    }
}

#[test]
fn c4_running_flush_first() {
    let rules = RankingRules { category_order: CategoryOrder::RunningFlushFirst, ..RankingRules::default() };
    let rows = [
        (3, [52, 48, 720, 1_096, 3_744, 16_440]),
        (4, [2_509, 2_308, 29_052, 41_376, 71_856, 123_624]),
        (5, [58_848, 54_332, 569_268, 708_688, 699_624, 508_200]),
        (7, [9_774_948, 9_360_712, 61_545_540, 43_223_304, 9_078_696, 801_360]),
    ];
    for (n, expected) in rows {
        assert_eq!(counts(n, &rules), expected, "{n} cards");
    }
}

/// Class and cards of a hand, these from the highest as dealt.
fn best(rules: &RankingRules, text: &str) -> (Class, BTreeSet<String>) {
    let ranking = Ranking::of(rules);
    let reading = read(&ranking, &cards(text));
    (ranking.class_of(reading.strength()), reading.cards().iter().map(Card::to_string).collect())
}

#[test]
fn c5_cases() {
    let default = RankingRules::default();
    let not_a_run = RankingRules { ace_two_three: AceTwoThree::NotARun, ..default };
    let lowest = RankingRules { ace_two_three: AceTwoThree::Lowest, ..default };
    for (rules, held, class, three) in [
        (&default, "KsQsJsJd", Class::RunningFlush, "KsQsJs"),
        (&default, "3s2sAsKs", Class::RunningFlush, "As2s3s"),
        (&not_a_run, "3s2sAsKs", Class::Flush, "AsKs3s"),
        (&default, "Ah2d3c4s", Class::Run, "Ah2d3c"),
        (&lowest, "Ah2d3c4s", Class::Run, "4s3c2d"),
        (&default, "AhKdQs3c", Class::Run, "AhKdQs"),
        (&default, "2h3h9h9d", Class::Flush, "9h3h2h"),
        (&default, "9c8d7h7s", Class::Run, "9c8d7h"),
        (&default, "AcAd2c3d", Class::Run, "Ac2c3d"),
        (&default, "KcKdKhKs", Class::Prial, "KcKdKh"),
    ] {
        let expected = cards(three).iter().map(Card::to_string).collect();
        assert_eq!(best(rules, held), (class, expected), "{held}");
    }
    let four_kings = Ranking::of(&with(|_| {})).read(&held(&cards("KcKdKhKs")), &Cards::EMPTY);
    let three_kings = Ranking::of(&with(|_| {})).read(&held(&cards("KcKdKh")), &held(&cards("Ks")));
    assert_eq!(four_kings, three_kings, "the king that is left over counts as discarded");
}

/// A stream of numbers that is the same in each run.
struct Shuffled(u64);

impl Shuffled {
    fn hand(&mut self, n: usize) -> Vec<Card> {
        let mut pack = pack();
        let mut hand = Vec::new();
        for _ in 0..n {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            hand.push(pack.swap_remove((self.0 >> 33) as usize % pack.len()));
        }
        hand
    }
}

#[test]
fn random_hands_of_any_size_are_their_best_three() {
    let rules = [
        with(|_| {}),
        with(|r| r.suit_tiebreak = SuitTiebreak::Shdc),
        with(|r| r.wild = wild("A K 4 7")),
        with(|r| (r.wild, r.bragger_as_self) = (wild("J 9"), false)),
        with(|r| (r.wild, r.natural_precedence) = (wild("Jc 9d Ad"), NaturalPrecedence::WholeCategory)),
        with(|r| (r.wild, r.natural_precedence) = (wild("2 3"), NaturalPrecedence::PrialsOnly)),
        with(|r| (r.wild, r.natural_precedence) = (wild("2 3"), NaturalPrecedence::None)),
        with(|r| (r.wild, r.suit_tiebreak) = (wild("J 9"), SuitTiebreak::Shdc)),
        with(|r| r.wild = Wild::LowestCard),
    ];
    let mut shuffled = Shuffled(7);
    for rules in rules {
        let (ranking, naive) = (Ranking::of(&rules), Naive::new(&rules));
        for (n, hands) in [(3, 300), (4, 300), (5, 300), (7, 150), (13, 60)] {
            let mut all = Vec::new();
            for _ in 0..hands {
                let hand = shuffled.hand(n);
                let reading = read(&ranking, &hand);
                assert_eq!(ranking.strength(reading.cards()), reading.strength());
                assert!(reading.cards().iter().all(|card| hand.contains(card)));
                all.push((naive.best_of(&hand), reading, hand));
            }
            all.sort_by(|(a, ..), (b, ..)| a.cmp(b));
            for pair in all.windows(2) {
                let [(worse, a, x), (better, b, y)] = pair else { unreachable!("two") };
                let names = |hand: &[Card]| hand.iter().map(Card::to_string).collect::<String>();
                assert_eq!(a.cmp(b), worse.cmp(better), "{} {} with {rules:?}", names(x), names(y));
            }
        }
    }
}

/// The first hand against the second, each as kept and thrown.
fn against(rules: &RankingRules, a: [&str; 2], b: [&str; 2]) -> std::cmp::Ordering {
    let ranking = Ranking::of(rules);
    let [a, b] =
        [a, b].map(|[kept, thrown]| ranking.read(&held(&cards(kept)), &held(&cards(thrown))).unwrap());
    assert_eq!(ranking.compare(&a, &b), ranking.compare(&b, &a).reverse());
    assert_eq!(ranking.compare(&a, &b), a.cmp(&b));
    a.cmp(&b)
}

#[test]
fn thrown_cards_break_a_tie_the_highest_first() {
    let rules = with(|_| {});
    assert_eq!(against(&rules, ["KhKc9d", "7s"], ["KsKd9c", "5h"]), Greater);
    assert_eq!(against(&rules, ["KhKc9d", "7s"], ["KsKd9c", "7h"]), Equal);
    assert_eq!(against(&rules, ["KhKc9d", "7s2d"], ["KsKd9c", "6h6d"]), Greater);
    assert_eq!(against(&rules, ["KhKc9d", "7s3d"], ["KsKd9c", "7h2d"]), Greater);
    assert_eq!(against(&rules, ["KhKc9d", "As2c2d2h"], ["KsKd9c", "QhQdQcQs"]), Greater);
    // The higher card wins where the low hand does, too.
    for low in [Low::SeedLow, Low::Reverse] {
        assert_eq!(against(&RankingRules { low, ..rules }, ["KhKc9d", "7s"], ["KsKd9c", "5h"]), Greater);
    }
    let off = RankingRules { discard_tiebreak: false, ..rules };
    assert_eq!(against(&off, ["KhKc9d", "7s"], ["KsKd9c", "5h"]), Equal);
}

#[test]
fn thrown_cards_come_after_wild_cards_and_before_suits() {
    let rules = with(|r| (r.wild, r.suit_tiebreak) = (wild("2"), SuitTiebreak::Shdc));
    assert_eq!(against(&rules, ["KhKcKd", "3s"], ["KsQd2c", "Ah"]), Greater);
    assert_eq!(against(&rules, ["KhKc2d", "3s"], ["Ks2h2c", "Ah"]), Greater);
    assert_eq!(against(&rules, ["KhKc9d", "7s"], ["KsKd9c", "5h"]), Greater);
    assert_eq!(against(&rules, ["KhKc9d", "7s"], ["KsKd9c", "7h"]), std::cmp::Ordering::Less);
}

#[test]
fn what_is_left_over_is_as_high_as_can_be() {
    // The bragger makes a prial of kings with either king; it goes, or the other: the king stays the discard.
    let ranking = Ranking::of(&with(|r| r.wild = wild("2c 4d")));
    let reading = read(&ranking, &cards("Ks2cKd4d"));
    assert_eq!(ranking.class_of(reading.strength()), Class::Prial);
    // Both kings and one bragger have fewer wild cards; of the braggers the four is left over.
    assert_eq!(held(&reading.cards()).to_string(), "Ks2cKd");
    // Where their number makes no difference, a king is left over.
    let ranking = Ranking::of(&with(|r| {
        (r.wild, r.natural_precedence) = (wild("2c 4d"), NaturalPrecedence::None);
    }));
    assert_eq!(held(&read(&ranking, &cards("Ks2cKd4d")).cards()).to_string(), "Ks2c4d");
    // Equal in everything but the suit: the better one is kept where suits count, the first otherwise.
    let with_suits = Ranking::of(&with(|r| r.suit_tiebreak = SuitTiebreak::Shdc));
    assert_eq!(
        held(&read(&with_suits, &cards("Ah8dAs7c")).cards()).to_string(),
        "AhAs8d".replace("AhAs8d", "Ah8dAs")
    );
    assert_eq!(held(&read(&with_suits, &cards("9h8d9s7c")).cards()).to_string(), "8d9s7c");
    assert_eq!(held(&read(&Ranking::of(&with(|_| {})), &cards("9h8d9s7c")).cards()).to_string(), "9h8d7c");
}

/// Where nothing that is left over decides, the three of the better suit count, whatever is left over with them.
#[test]
fn what_counts_is_what_wins() {
    let by_suit = |discard_tiebreak| {
        Ranking::of(&with(|r| {
            (r.wild, r.natural_precedence) = (wild("3c 8d Ks Td 7h"), NaturalPrecedence::None);
            (r.suit_tiebreak, r.discard_tiebreak) = (SuitTiebreak::Shdc, discard_tiebreak);
        }))
    };
    let (ours, theirs) = (cards("Ks2s8d3c2cTd9c"), cards("3h3d7hQc6d6h5c"));
    let ranking = by_suit(false);
    let (ours_read, theirs_read) = (read(&ranking, &ours), read(&ranking, &theirs));
    assert_eq!(ours_read.strength(), theirs_read.strength());
    assert!(ours_read.cards().contains(&"Ks".parse().unwrap()), "{}", held(&ours_read.cards()));
    assert!(ours_read > theirs_read, "spades before hearts");
    // Where it decides, the king is worth more left over than as a spade.
    assert!(!read(&by_suit(true), &ours).cards().contains(&"Ks".parse().unwrap()));
}

#[test]
fn best_of_four_is_a_ranking_of_four_cards() {
    let rules = Variation::BestOfFour.ranking(RankingRules::default());
    assert_eq!(rules, with(|_| {}));
}

#[test]
fn fewer_than_three_cards_are_no_hand() {
    let ranking = Ranking::of(&RankingRules::default());
    for few in ["", "As", "AsKs"] {
        assert_eq!(ranking.read(&held(&cards(few)), &held(&cards("QsJs"))), None, "{few}");
    }
}
