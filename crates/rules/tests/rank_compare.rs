//! Two hands against each other: equality, suits, and 2-3-5 against a prial (rulebook 2.1, 2.5, 2.8, 2.9).

use std::cmp::Ordering::{self, Equal, Greater, Less};

use brag_rules::card::Card;
use brag_rules::rank::{
    AceTwoThree, Class, Low, Ranking, RankingRules, SuitTiebreak, TwoThreeFive, compare, compare_many,
};

/// A hand such as `AsKsQs`.
fn hand(text: &str) -> [Card; 3] {
    [0, 2, 4].map(|at| text[at..at + 2].parse().expect("two characters a card"))
}

fn rules(change: impl FnOnce(&mut RankingRules)) -> RankingRules {
    let mut rules = RankingRules::default();
    change(&mut rules);
    rules
}

/// Every hand that can be made of the cards of these ranks.
fn hands_of(ranks: &[u8]) -> Vec<[Card; 3]> {
    let cards: Vec<Card> = Card::in_pack_order().filter(|card| ranks.contains(&card.rank())).collect();
    let mut hands = Vec::new();
    for (i, &a) in cards.iter().enumerate() {
        for (j, &b) in cards.iter().enumerate().skip(i + 1) {
            hands.extend(cards[j + 1..].iter().map(|&c| [a, b, c]));
        }
    }
    hands
}

/// Deuces, threes, fives and aces make every class: prials, A-2-3, pairs, flushes, and 2-3-5.
fn sample() -> Vec<[Card; 3]> {
    let hands = hands_of(&[0, 1, 3, 12]);
    assert_eq!(hands.len(), 560);
    hands
}

fn two_three_five() -> RankingRules {
    rules(|r| r.two_three_five = TwoThreeFive::BeatsPrial)
}

fn shdc() -> RankingRules {
    rules(|r| r.suit_tiebreak = SuitTiebreak::Shdc)
}

/// Both directions at once.
fn assert_beats(rules: &RankingRules, better: &str, worse: &str) {
    assert_eq!(compare(rules, hand(better), hand(worse)), Greater, "{better} against {worse}");
    assert_eq!(compare(rules, hand(worse), hand(better)), Less, "{worse} against {better}");
}

fn assert_equal(rules: &RankingRules, a: &str, b: &str) {
    assert_eq!(compare(rules, hand(a), hand(b)), Equal, "{a} against {b}");
    assert_eq!(compare(rules, hand(b), hand(a)), Equal, "{b} against {a}");
}

/// A weak order: sort, number the hands, and every two hands must compare as their numbers do. That excludes
/// any cycle among them.
fn assert_an_order(rules: &RankingRules, order: impl Fn(&RankingRules, [Card; 3], [Card; 3]) -> Ordering) {
    let mut hands = sample();
    hands.sort_by(|&a, &b| order(rules, a, b));
    let mut numbers = vec![0];
    for pair in hands.windows(2) {
        numbers.push(numbers[numbers.len() - 1] + usize::from(order(rules, pair[0], pair[1]) != Equal));
    }
    for (i, &a) in hands.iter().enumerate() {
        for (j, &b) in hands.iter().enumerate() {
            assert_eq!(order(rules, a, b), numbers[i].cmp(&numbers[j]), "{} {}", a[0], b[0]);
        }
    }
}

#[test]
fn equal_ranks_are_equal_hands() {
    let rules = RankingRules::default();
    assert_equal(&rules, "AsKsQs", "AhKhQh");
    assert_equal(&rules, "AsKdQs", "QcKhAh");
    assert_equal(&rules, "9s9d4h", "9c4c9h");
    assert_beats(&rules, "9s9dTh", "9c9h8h");
    assert_beats(&rules, "3s3d3h", "AsAdAh");
    assert_beats(&rules, "As2s3s", "KdQdJd");
}

#[test]
fn a_king_an_ace_and_a_two_are_no_run() {
    for &ace_two_three in AceTwoThree::ALL {
        let ranking = Ranking::of(&rules(|r| r.ace_two_three = ace_two_three));
        assert_eq!(ranking.class(hand("KsAd2h")), Class::HighCard);
        assert_eq!(ranking.class(hand("KsAs2s")), Class::Flush);
    }
}

#[test]
fn a_low_ranking_calls_a_hand_what_it_is() {
    let [seed_low, reverse] = [Low::SeedLow, Low::Reverse].map(|low| Ranking::of(&rules(|r| r.low = low)));
    for (cards, in_seed_low, in_reverse) in [
        ("2c3d4h", Class::HighCard, Class::Run),
        ("2c3c4c", Class::Flush, Class::RunningFlush),
        ("2c2d4h", Class::Pair, Class::Pair),
        ("2c2d2h", Class::Prial, Class::Prial),
        ("2c3d5h", Class::HighCard, Class::HighCard),
    ] {
        assert_eq!(seed_low.class(hand(cards)), in_seed_low, "{cards}");
        assert_eq!(reverse.class(hand(cards)), in_reverse, "{cards}");
    }
}

#[test]
fn the_suit_of_the_highest_card_breaks_a_tie() {
    let rules = shdc();
    assert_beats(&rules, "AsKcQc", "AhKsQs");
    assert_beats(&rules, "AhKcQc", "AdKsQs");
    assert_beats(&rules, "AdKcQh", "AcKsQs");
    // The pair is not what counts but the highest card: the ace beside the kings.
    assert_beats(&rules, "AdKcKd", "AcKsKh");
    // Two aces: the better one of each.
    assert_beats(&rules, "AsAc9c", "AhAd9s");
    assert_beats(&rules, "AcAs9c", "AhAd9s");
    // The ace is the highest card held even where A-2-3 is the lowest run.
    let lowest = RankingRules { ace_two_three: AceTwoThree::Lowest, ..rules };
    assert_beats(&lowest, "As2c3c", "Ad2s3s");
}

#[test]
fn suits_come_after_everything_else() {
    assert_beats(&shdc(), "AcKdJc", "KsQsTd");
    assert_beats(&shdc(), "2c2d3c", "AsKsJd");
}

#[test]
fn the_higher_suit_wins_under_a_low_ranking_too() {
    for low in [Low::SeedLow, Low::Reverse] {
        let rules = RankingRules { low, ..shdc() };
        assert_beats(&rules, "7s5c2c", "7h5s2s");
        assert_beats(&rules, "7c5c2d", "8s5s2h");
    }
}

#[test]
fn with_suits_two_hands_of_one_pack_are_never_equal() {
    let rules = shdc();
    for &a in &sample() {
        for &b in &sample() {
            if !a.iter().any(|card| b.contains(card)) {
                assert_ne!(compare(&rules, a, b), Equal);
            }
        }
    }
}

#[test]
fn two_three_five_beats_a_prial_and_nothing_else() {
    let (with, without) = (two_three_five(), RankingRules::default());
    for &b in &sample() {
        for a in [hand("2c3d5h"), hand("5h2h3c")] {
            let prial = Ranking::of(&without).class(b) == Class::Prial;
            let expected = if prial { Greater } else { compare(&without, a, b) };
            assert_eq!(compare(&with, a, b), expected);
            assert_eq!(compare(&with, b, a), expected.reverse());
            assert_eq!(compare_many(&with, a, b), compare(&without, a, b));
        }
    }
    assert_beats(&with, "2c3d5h", "3c3s3h");
    assert_beats(&with, "2c3d5h", "2d2s2h");
    assert_beats(&with, "2c2d3s", "2h3d5h");
}

#[test]
fn a_suited_two_three_five_is_only_a_flush() {
    assert_beats(&two_three_five(), "9c9d9h", "2s3s5s");
    assert_beats(&two_three_five(), "2s3s5s", "2c3d5h");
}

#[test]
fn two_three_five_makes_a_cycle_of_two_handed_comparisons() {
    let rules = two_three_five();
    assert_beats(&rules, "2c3d5h", "9c9d9h");
    assert_beats(&rules, "9c9d9h", "7c7d4h");
    assert_beats(&rules, "7c7d4h", "2c3d5h");
}

#[test]
fn two_three_five_comes_before_the_suits() {
    let rules = RankingRules { suit_tiebreak: SuitTiebreak::Shdc, ..two_three_five() };
    assert_beats(&rules, "2c3d5c", "9s9d9h");
    assert_beats(&rules, "2c3d5s", "2s3s5h");
    assert_eq!(compare_many(&rules, hand("2c3d5s"), hand("2s3s5h")), Greater);
}

#[test]
fn every_order_but_that_of_two_three_five_is_transitive() {
    for &low in Low::ALL {
        for &suit_tiebreak in SuitTiebreak::ALL {
            let rules = RankingRules { low, suit_tiebreak, ..Default::default() };
            assert_an_order(&rules, compare);
            let rules = RankingRules { two_three_five: TwoThreeFive::BeatsPrial, ..rules };
            assert_an_order(&rules, compare_many);
        }
    }
}
