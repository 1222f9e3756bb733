//! What may be laid, fours, and the standard of Crash (rulebook section 5, V6B, C.8).
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod rank_common;

use brag_rules::arrange::{FourKindRank, Laying, Merit, MinHand, Sets, is_four};
use brag_rules::card::Cards;
use brag_rules::rank::{
    BestPrial, CategoryOrder, Low, NaturalPrecedence, Ranking, RankingRules, SuitTiebreak,
};
use brag_rules::refusal::Refusal::{BadCards, SetOrder};
use rank_common::{cards, held, pack, wild};

fn hand(text: &str) -> Cards {
    held(&cards(text))
}

fn sets(text: &str) -> Sets {
    let mut sets = Sets::EMPTY;
    for set in text.split_whitespace() {
        sets.push(cards(set)).unwrap();
    }
    sets
}

fn laying(rules: &RankingRules, sets: usize) -> Laying {
    Laying { ranking: Ranking::of(rules), sets, fewer: false, fours: None }
}

fn crash(rules: &RankingRules, fours: FourKindRank) -> Laying {
    Laying { fewer: true, fours: Some(fours), ..laying(rules, 4) }
}

#[test]
fn sets_are_his_own_each_card_once_three_by_three() {
    let nine = laying(&RankingRules::default(), 3);
    let own = hand("AsAdAh KcKd2c 9h8h7h");
    for (laid, answer) in [
        ("AsAdAh 9h8h7h KcKd2c", Ok(())),
        // Within the order he arranges as he likes.
        ("AsAd9h KcKd7h Ah8h2c", Ok(())),
        ("AsAdAh KcKd2c 9h8h7h", Err(SetOrder)),
        ("AsAdAh 9h8h7h", Err(BadCards)),
        ("", Err(BadCards)),
        ("AsAdAh 9h8h7h KcKd Qc", Err(BadCards)),
        ("AsAdAh 9h8h7h KcKd2c 3c", Err(BadCards)),
        ("AsAdAh 9h8h7h KcKd", Err(BadCards)),
        ("AsAdAh 9h8h7h KcKdKs", Err(BadCards)),
        ("AsAdAh 9h8h7h KcKd7h", Err(BadCards)),
        // What cannot be laid at all is said before the order is.
        ("KcKd2c AsAdAh 9h8h8h", Err(BadCards)),
        ("KcKd2c AsAdAh 9h8h", Err(BadCards)),
    ] {
        assert_eq!(nine.check(&own, &sets(laid)), answer, "{laid}");
    }
}

#[test]
fn equal_neighbours_are_fine() {
    let two = laying(&RankingRules::default(), 2);
    let own = hand("AsKdQh AcKcQd 2c");
    assert_eq!(two.check(&own, &sets("AsKdQh AcKcQd")), Ok(()));
    assert_eq!(two.check(&own, &sets("AcKcQd AsKdQh")), Ok(()));
    // Where suits break ties, the sets are not equal.
    let suits = RankingRules { suit_tiebreak: SuitTiebreak::Shdc, ..RankingRules::default() };
    assert_eq!(laying(&suits, 2).check(&own, &sets("AsKdQh AcKcQd")), Ok(()));
    assert_eq!(laying(&suits, 2).check(&own, &sets("AcKcQd AsKdQh")), Err(SetOrder));
}

#[test]
fn crash_takes_fewer_sets_and_fours() {
    let own = hand("7s7d7h7c AsKd2s3d4h Jc9c9d5h");
    let rules = crash(&RankingRules::default(), FourKindRank::AsPrial);
    for (laid, answer) in [
        ("", Ok(())),
        ("7s7d7h7c", Ok(())),
        ("7s7d7h7c 2s3d4h 9c9dAs Kd5hJc", Ok(())),
        ("7s7d7h 9c9d7c", Ok(())),
        ("9c9dAs 7s7d7h7c", Err(SetOrder)),
        ("7s7d7h9c", Err(BadCards)),
        ("7s7d7h7c 7h9c9d", Err(BadCards)),
        ("7s7d7h7cAs", Err(BadCards)),
        ("7s7d 9c9dAs", Err(BadCards)),
        ("7s", Err(BadCards)),
        ("7s7d7h 9c9d7c As4hKd 5h3d2s Jc", Err(BadCards)),
    ] {
        assert_eq!(rules.check(&own, &sets(laid)), answer, "{laid}");
    }
    let without = Laying { fours: None, ..rules };
    assert_eq!(without.check(&own, &sets("7s7d7h7c")), Err(BadCards));
}

/// V6B, `four_kind_rank`: as the prial of its rank, or above all prials and in their order.
#[test]
fn fours_rank_as_prials_or_above_them() {
    let order = |rules: &RankingRules, fours, text: &str| {
        let laying = crash(rules, fours);
        let merits: Vec<Merit> =
            text.split_whitespace().map(|set| laying.merit(&hand(set)).unwrap()).collect();
        merits.windows(2).map(|two| two[0].cmp(&two[1]) as i8).collect::<Vec<_>>()
    };
    let default = RankingRules::default();
    assert_eq!(order(&default, FourKindRank::AsPrial, "3c3d3h AcAdAhAs AcAdAh 2c2d2h2s"), [1, 0, 1]);
    assert_eq!(
        order(&default, FourKindRank::AbovePrial, "3c3d3h3s AcAdAhAs KcKdKhKs 2c2d2h2s 3c3d3h AsKsQs"),
        [1, 1, 1, 1, 1],
    );
    let natural = RankingRules { best_prial: BestPrial::Natural, ..default };
    assert_eq!(order(&natural, FourKindRank::AbovePrial, "AcAdAhAs 4c4d4h4s 3c3d3h3s AcAdAh"), [1, 1, 1]);
    // Fours beat prials, and nothing that prials do not.
    for natural_precedence in NaturalPrecedence::ALL.iter().copied() {
        let first = RankingRules {
            category_order: CategoryOrder::RunningFlushFirst,
            natural_precedence,
            ..RankingRules::default()
        };
        assert_eq!(order(&first, FourKindRank::AbovePrial, "4s3s2s 2c2d2h2s 3c3d3h"), [1, 1]);
        let wild = RankingRules { wild: wild("3 Jc"), natural_precedence, ..RankingRules::default() };
        assert_eq!(order(&wild, FourKindRank::AbovePrial, "2c2d2h2s 3c3d3h"), [1]);
        assert_eq!(order(&wild, FourKindRank::AbovePrial, "AcAdAhAs JcJdJhJs QcQdJc"), [1, 1]);
    }
    // Upside down, fours come in the order of the prials, too.
    let low = RankingRules { low: Low::Reverse, ..RankingRules::default() };
    assert_eq!(order(&low, FourKindRank::AbovePrial, "AsAdKc 2c2d2h2s AcAdAhAs 2c2d2h"), [1, 1, 1]);
    // The spare card of a four breaks no tie; its suits do where suits do.
    let suits = RankingRules { suit_tiebreak: SuitTiebreak::Shdc, ..RankingRules::default() };
    assert_eq!(order(&suits, FourKindRank::AsPrial, "7c7d7h7s 7c7d7h"), [1]);
}

/// V6B, `min_hand`.
#[test]
fn a_set_reaches_the_standard_or_does_not() {
    let hands = ["7c7d7h", "7c6c5c", "7c6d5c", "7c6c4c", "7c7d5c", "7c6d4c"];
    let reached = |rules: &RankingRules, standard| {
        let laying = crash(rules, FourKindRank::AsPrial);
        let reaches = |text: &&str| laying.reaches(standard, laying.merit(&hand(text)).unwrap());
        hands.iter().filter(|text| reaches(text)).count()
    };
    let default = RankingRules::default();
    let first = RankingRules { category_order: CategoryOrder::RunningFlushFirst, ..default };
    for rules in [default, first] {
        let counts: Vec<usize> = MinHand::ALL.iter().map(|&standard| reached(&rules, standard)).collect();
        assert_eq!(counts, [6, 5, 4, 3], "{rules:?}");
    }
    // The lowest hand wins: the standard is reached from the other side.
    let low = RankingRules { low: Low::Reverse, ..default };
    let counts: Vec<usize> = MinHand::ALL.iter().map(|&standard| reached(&low, standard)).collect();
    assert_eq!(counts, [1, 2, 3, 4]);
    for fours in FourKindRank::ALL.iter().copied() {
        let laying = crash(&default, fours);
        assert!(laying.reaches(MinHand::Run, laying.merit(&hand("2c2d2h2s")).unwrap()));
    }
}

/// How many hands of `n` cards there are, by how many cards they have of each rank, and how many hold four of one.
fn with_a_four(n: u64) -> (u64, u64) {
    const OF_ONE_RANK: [u64; 5] = [1, 4, 6, 4, 1];
    // By the number of cards so far: all hands, and those without a four.
    let mut hands = vec![(0u64, 0u64); n as usize + 1];
    hands[0] = (1, 1);
    for _rank in 0..13 {
        for cards in (0..hands.len()).rev() {
            let sum = |most: usize, of: fn(&(u64, u64)) -> u64| -> u64 {
                (0..=most.min(cards)).map(|k| OF_ONE_RANK[k] * of(&hands[cards - k])).sum()
            };
            hands[cards] = (sum(4, |hand| hand.0), sum(3, |hand| hand.1));
        }
    }
    let (all, without) = hands[n as usize];
    (all, all - without)
}

/// C.8 by going through the cards themselves: all hands of four, and all of five.
#[test]
fn fours_are_counted_card_by_card() {
    let pack = pack();
    let (mut fours, mut of_five) = ((0, 0), (0, 0));
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    let four = [a, b, c, d];
                    fours.0 += 1;
                    fours.1 += u64::from(is_four(&held(&four.map(|card| pack[card]))));
                    for e in d + 1..52 {
                        let five = [a, b, c, d, e].map(|card| pack[card]);
                        let without = |left_out: usize| -> Cards {
                            (0..5).filter(|&card| card != left_out).map(|card| five[card]).collect()
                        };
                        of_five.0 += 1;
                        of_five.1 += u64::from((0..5).any(|left_out| is_four(&without(left_out))));
                    }
                }
            }
        }
    }
    assert_eq!((fours, of_five), ((270_725, 13), (2_598_960, 624)));
    assert_eq!((fours, of_five), (with_a_four(4), with_a_four(5)));
}

/// C.8 for the hands that are too many to go through.
#[test]
fn fours_are_counted_by_combinatorics() {
    assert_eq!(with_a_four(7), (133_784_560, 224_848));
    assert_eq!(with_a_four(9), (3_679_075_400, 22_256_520));
    assert_eq!(with_a_four(13), (635_013_559_600, 21_717_689_136));
    let (all, fours) = with_a_four(15);
    assert_eq!((fours * 10_000 + all / 2) / all, 649, "6.49 %");
}
