//! Odds against a second way to count them, and the figures that all of them must keep.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as the test may")]

mod odds_common;

use brag_rules::card::Card;
use brag_rules::odds::{CONFIDENCE, Effort, Known, Method, Odds, Place, Progress, Spot, Stopped, estimate};
use brag_rules::options::Rules;
use odds_common::{Drawn, KINDS, Numbers, apart, by_definition, rules};

/// Spots of each kind.
const SPOTS: usize = 100;
/// Looks that counting one takes at most.
const LOOKS: u64 = 30_000;

fn cards(text: &str) -> Vec<Card> {
    let text = text.replace(' ', "");
    (0..text.len()).step_by(2).map(|at| text[at..at + 2].parse().unwrap()).collect()
}

fn hand(text: &str) -> Known {
    let (held, thrown) = text.split_once('/').unwrap_or((text, ""));
    Known { cards: cards(held), thrown: cards(thrown), sets: None }
}

fn spot(rules: &Rules, hands: &[&str], dead: &str) -> Spot {
    let hands: Vec<Known> = hands.iter().map(|text| hand(text)).collect();
    Spot::new(rules, None, &hands, &cards(dead)).unwrap()
}

fn odds(spot: &Spot, method: Method, seed: u64) -> Odds {
    let effort = Effort { method, seed, ..Effort::default() };
    estimate(spot, &effort, &mut |_| true).unwrap()
}

#[test]
fn what_is_counted_is_what_the_definition_says_in_a_hundred_spots_of_each_kind() {
    for kind in KINDS {
        let rules = rules(kind);
        let mut numbers = Numbers(0xb0a6);
        for nth in 0..SPOTS {
            let drawn = numbers.spot(&rules, LOOKS);
            let counted = odds(&drawn.spot, Method::Counted, 0);
            let expected = by_definition(&rules, &drawn);
            assert!(
                counted.exact && counted.error == 0.0 && counted.deals == expected.deals,
                "{kind:?} {nth}"
            );
            let apart = apart(&counted, &expected);
            assert!(apart < 1e-9, "{kind:?} {nth}: {apart} in {:?} with {:?}", drawn.hands, drawn.dead);
        }
    }
}

#[test]
fn what_is_drawn_is_within_its_error_of_what_is_counted_in_a_hundred_spots_of_each_kind() {
    for kind in KINDS {
        let rules = rules(kind);
        let mut numbers = Numbers(0xd1ce);
        for seed in 0..SPOTS as u64 {
            let spot = numbers.spot(&rules, LOOKS).spot;
            let (counted, drawn) = (odds(&spot, Method::Counted, 0), odds(&spot, Method::Drawn(4_000), seed));
            assert!(!drawn.exact && drawn.deals == 4_000 && drawn.error < 0.035, "{kind:?} {seed}");
            let apart = apart(&counted, &drawn);
            assert!(apart <= drawn.error, "{kind:?} {seed}: {apart} is more than {}", drawn.error);
        }
    }
}

#[test]
fn more_deals_are_nearer() {
    let rules = rules(("three_card", ""));
    let spot = spot(&rules, &["Ks Kd 9c", ""], "");
    let counted = odds(&spot, Method::Counted, 0);
    let effort = Effort { looks: u64::MAX, method: Method::Drawn(4_000_000), seed: 7 };
    let drawn = estimate(&spot, &effort, &mut |_| true).unwrap();
    assert!(drawn.error < 0.001, "{}", drawn.error);
    assert!(apart(&counted, &drawn) <= drawn.error);
    // Of 4,000 deals as of four million: the bound goes with the root.
    let fewer = odds(&spot, Method::Drawn(4_000), 7).error / drawn.error;
    assert!((fewer - 1_000f64.sqrt()).abs() < 1e-9, "{fewer}");
    assert_eq!(CONFIDENCE, 0.99);
}

#[test]
fn one_who_is_not_known_is_counted_and_so_are_two() {
    let rules = rules(("three_card", ""));
    let one = odds(&spot(&rules, &["3c 3d 3h", ""], ""), Method::Fitting, 0);
    assert_eq!((one.exact, one.deals), (true, 18_424));
    assert_eq!((one.hands[0].win, one.hands[0].equity, one.hands[1].lose), (1.0, 1.0, 1.0));
    let two = odds(&spot(&rules, &["As Kd 9c", "", ""], ""), Method::Fitting, 0);
    assert_eq!((two.exact, two.deals), (true, 18_424 * 15_180));
    assert_eq!(two.hands[1], two.hands[2], "neither is known");
    let blind = odds(&spot(&rules, &["", ""], ""), Method::Fitting, 0);
    assert_eq!((blind.exact, blind.deals), (true, 22_100 * 18_424));
    assert_eq!((blind.hands[0].equity, blind.hands[0]), (0.5, blind.hands[1]));
    // Ten of them are drawn.
    let many =
        odds(&spot(&rules, &["As Kd 9c", "", "", "", "", "", "", "", "", "", ""], ""), Method::Fitting, 0);
    assert!(!many.exact && many.deals > 10_000, "{many:?}");
}

/// The rules by which 2-3-5 beats a prial.
fn two_three_five() -> Rules {
    rules(("three_card", "two_three_five=beats_prial short_stack=fold_only max_blind_bets=4"))
}

/// A pack of which so few cards are left that prials and 2-3-5 meet often.
const LOW: &str = "2c 2d 2h 2s 3c 3d 3h 3s 5c 5d 5h 5s 9c 9d 9h 9s Kc Kd";

fn all_but(left: &str) -> Vec<Card> {
    let left = cards(left);
    Card::in_pack_order().filter(|card| !left.contains(card)).collect()
}

#[test]
fn two_three_five_beats_a_prial_where_two_hands_meet() {
    let (with, without) = (two_three_five(), rules_of("three_card"));
    let win = |rules: &Rules, hands: &[&str]| odds(&spot(rules, hands, ""), Method::Counted, 0).hands[0].win;
    assert_eq!(win(&with, &["2c 3d 5h", "9c 9d 9h"]), 1.0);
    assert_eq!(win(&with, &["9c 9d 9h", "2c 3d 5h"]), 0.0);
    assert_eq!(win(&without, &["2c 3d 5h", "9c 9d 9h"]), 0.0);
    assert_eq!(win(&with, &["2c 3d 5h", "9c 9d 9h", "7c 7d 4h"]), 0.0, "not where a third one does");
    // Not both alike, or what one gains the other would, too.
    for hands in [["2c", ""], ["", "2c"], ["2c 3c", ""], ["9c", "2d"], ["9c 9d", "2d 3d 5h"]] {
        let hands = hands.map(hand).to_vec();
        let named: Vec<Card> = hands.iter().flat_map(|hand| hand.cards.clone()).collect();
        let dead: Vec<Card> = all_but(LOW).into_iter().filter(|card| !named.contains(card)).collect();
        let spot = Spot::new(&with, None, &hands, &dead).unwrap();
        let plain = odds(&Spot::new(&without, None, &hands, &dead).unwrap(), Method::Counted, 0);
        let drawn = Drawn { turned: None, hands, dead, spot };
        let expected = by_definition(&with, &drawn);
        let counted = odds(&drawn.spot, Method::Counted, 0);
        assert_eq!(counted.deals, expected.deals);
        let named = |hand: &Known| hand.cards.iter().map(Card::to_string).collect::<String>();
        let names: Vec<String> = drawn.hands.iter().map(named).collect();
        let (off, by_the_rule) = (apart(&counted, &expected), apart(&counted, &plain));
        assert!(off < 1e-9 && by_the_rule > 0.0005, "{names:?}: {off} {by_the_rule}");
    }
}

/// The two ways to count are two implementations: they agree.
#[test]
fn pairs_and_deals_agree() {
    for rules in [two_three_five(), rules_of("three_card")] {
        let (left, dead) = (cards(LOW), all_but(LOW));
        let spot = |hand| Spot::new(&rules, None, &[hand, Known::default()], &dead).unwrap();
        let with = |cards: &[Card]| Known { cards: cards.to_vec(), ..Known::default() };
        let both = odds(&spot(with(&left[..1])), Method::Counted, 0);
        assert_eq!(both.deals, 136 * 455);
        // Those of the first hand one by one, each against a hand that is counted deal by deal.
        let (mut win, mut tie) = (0.0, 0.0);
        for (a, &second) in left.iter().enumerate().skip(1) {
            for &third in &left[a + 1..] {
                let one = odds(&spot(with(&[left[0], second, third])), Method::Counted, 0);
                (win, tie) = (win + one.hands[0].win / 136.0, tie + one.hands[0].tie / 136.0);
            }
        }
        assert!((both.hands[0].win - win).abs() < 1e-9, "{} {win}", both.hands[0].win);
        assert!((both.hands[0].tie - tie).abs() < 1e-9, "{} {tie}", both.hands[0].tie);
    }
}

#[test]
fn the_figures_of_a_spot_belong_together() {
    for kind in KINDS {
        let rules = rules(kind);
        let mut numbers = Numbers(0xcafe);
        for seed in 0..20 {
            let spot = numbers.spot(&rules, LOOKS).spot;
            for method in [Method::Counted, Method::Drawn(500)] {
                let odds = odds(&spot, method, seed);
                let equity: f64 = odds.hands.iter().map(|hand| hand.equity).sum();
                assert!((equity - 1.0).abs() < 1e-9, "{kind:?}: {equity}");
                for hand in &odds.hands {
                    assert!((hand.win + hand.tie + hand.lose - 1.0).abs() < 1e-9, "{kind:?}: {hand:?}");
                    assert!(hand.win <= hand.equity && hand.equity <= hand.win + hand.tie / 2.0 + 1e-9);
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_figures_and_another_gives_others() {
    let rules = rules(("five_card", ""));
    let spot = spot(&rules, &["As Kd 9c 4h 2s", "Qs Qd", "", ""], "7c");
    let figures = |seed| odds(&spot, Method::Drawn(5_000), seed);
    assert_eq!(figures(1), figures(1));
    assert_eq!(odds(&spot, Method::Fitting, 3), odds(&spot, Method::Fitting, 3));
    assert_ne!(figures(1).hands, figures(2).hands);
}

#[test]
fn work_is_bounded_and_can_be_stopped() {
    let rules = rules(("seven_card_pick3", ""));
    let spot = spot(&rules, &["As Kd 9c 4h 2s 2d 7h", "", "", ""], "");
    let of = |looks| estimate(&spot, &Effort { looks, ..Effort::default() }, &mut |_| true).unwrap();
    let (little, much) = (of(100_000), of(1_000_000));
    assert!(!little.exact && (9.9..=10.1).contains(&(much.deals as f64 / little.deals as f64)), "{much:?}");
    // A hand of seven has 35 threes, and three hands are read.
    assert!((100..=100_000 / (3 * 35)).contains(&little.deals), "{little:?}");
    assert_eq!(of(0).deals, 1, "and the error says what that is worth");
    assert_eq!(of(0).error, 1.0);
    for method in [Method::Fitting, Method::Drawn(u64::MAX), Method::Counted] {
        let mut asked = Vec::new();
        let effort = Effort { looks: 1 << 40, method, seed: 0 };
        let stopped = estimate(&spot, &effort, &mut |progress| {
            asked.push(progress);
            asked.len() < 3
        });
        assert_eq!((stopped, asked.len()), (Err(Stopped), 3), "{method:?}");
        assert!(asked.iter().all(|Progress { done, of }| done < of), "{asked:?}");
        assert!(asked.is_sorted_by(|one, next| one.done < next.done), "{asked:?}");
    }
    let two = rules_of("three_card");
    let blind = Spot::new(&two, None, &[Known::default(), Known::default()], &[]).unwrap();
    let effort = Effort { method: Method::Counted, ..Effort::default() };
    assert_eq!(estimate(&blind, &effort, &mut |_| false), Err(Stopped));
}

fn rules_of(variant: &'static str) -> Rules {
    rules((variant, ""))
}

#[test]
fn hands_of_one_deal_alone_make_a_spot() {
    let three = rules_of("three_card");
    let four = rules_of("four_card");
    let joker = rules(("teen_patti", "variation=random_joker"));
    let nine = "9d".parse().ok();
    let refused = |rules: &Rules, turned, hands: &[&str], dead: &str| {
        let hands: Vec<Known> = hands.iter().map(|text| hand(text)).collect();
        Spot::new(rules, turned, &hands, &cards(dead)).unwrap_err()
    };
    let eighteen = [""; 18];
    for (why, place) in [
        (refused(&three, None, &["AsKsQs"], ""), Place::Hands),
        (refused(&three, None, &eighteen, ""), Place::Hands),
        (refused(&three, None, &eighteen[1..], "2c 3c"), Place::Hands),
        (refused(&four, None, &eighteen[4..], ""), Place::Hands),
        (refused(&three, None, &["AsKsQsJs", ""], ""), Place::Cards(0, None)),
        (refused(&three, None, &["", "AsKsQs/2c"], ""), Place::Thrown(1, None)),
        (refused(&four, None, &["AsKsQs/2c3c", ""], ""), Place::Thrown(0, None)),
        (refused(&four, None, &["AsKsQsJs/2c", ""], ""), Place::Cards(0, None)),
        (refused(&three, None, &["AsKsAs", ""], ""), Place::Cards(0, Some(2))),
        (refused(&three, None, &["AsKsQs", "2cKs"], ""), Place::Cards(1, Some(1))),
        (refused(&four, None, &["AsKsQs/Ks", ""], ""), Place::Thrown(0, Some(0))),
        (refused(&three, None, &["AsKsQs", ""], "2c As"), Place::Dead(1)),
        (refused(&three, nine, &["AsKsQs", ""], ""), Place::Turned),
        (refused(&joker, None, &["AsKsQs", ""], ""), Place::Turned),
        (refused(&joker, nine, &["AsKs9d", ""], ""), Place::Cards(0, Some(2))),
    ] {
        assert_eq!(why.place, place, "{why}");
        assert!(why.to_string().starts_with("must be ") && why.to_string().len() < 120, "{why}");
    }
    // Seventeen hands take 51 cards.
    let hands = vec![Known::default(); 17];
    assert!(Spot::new(&three, None, &hands, &[]).is_ok());
    assert!(Spot::new(&three, None, &hands, &cards("2c")).is_ok());
}
