//! Odds where the lowest hand loses, and where sets are compared: against a second way to count them.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as the test may")]

mod odds_common;

use brag_rules::arrange::{FourKindRank, MinHand, Scoring, Sets, TieInHand};
use brag_rules::card::Card;
use brag_rules::odds::{Comparison, Effort, Known, Layout, Method, Odds, Place, Spot, Takes, estimate};
use brag_rules::options::Rules;
use brag_rules::variant::Variant;
use odds_common::{GAMES, KINDS, LOWEST, Numbers, OLD, apart, by_definition, rules};
use std::collections::BTreeSet;

/// Spots of each kind.
const SPOTS: usize = 100;

/// Every set, or it waits; no standard.
const EVERY: Layout = Layout {
    sets: 2,
    fewer: false,
    takes: Takes::Every,
    scoring: Scoring::OnePerHand,
    standard: MinHand::HighCard,
    tie: TieInHand::NoScore,
    fours: None,
};

#[test]
fn each_game_of_sets_is_won_as_its_rules_say() {
    let of = |variant| match Comparison::of(&rules((variant, ""))) {
        Comparison::Sets(layout) => (layout.sets, layout.takes, layout.standard),
        other => panic!("{variant}: {other:?}"),
    };
    assert_eq!(of("seven_card_two_hands"), (2, Takes::Every, MinHand::HighCard));
    assert_eq!(of("nine_card"), (3, Takes::Every, MinHand::HighCard));
    assert_eq!(of("ten_card"), (3, Takes::Most, MinHand::HighCard));
    assert_eq!(of("fifteen_card"), (5, Takes::Most, MinHand::HighCard));
    assert_eq!(of("thirteen_card_crash"), (4, Takes::Most, MinHand::Pair));
    let crash =
        rules(("thirteen_card_crash", "scoring=street tie_in_hand=cancel four_kind_rank=above_prial"));
    let Comparison::Sets(crash) = Comparison::of(&crash) else { panic!("{crash:?}") };
    assert_eq!((crash.scoring, crash.tie, crash.fewer), (Scoring::Street, TieInHand::Cancel, true));
    assert_eq!(crash.fours, Some(FourKindRank::AbovePrial));
}

#[test]
fn no_variant_is_left_out() {
    let kinds: Vec<_> = [&KINDS[..], &LOWEST, &GAMES, &OLD].concat();
    let asked: BTreeSet<&str> = kinds.iter().map(|(variant, _)| *variant).collect();
    assert_eq!(asked, Variant::all().iter().map(|variant| variant.id()).collect());
}

fn odds(spot: &Spot, method: Method, seed: u64) -> Odds {
    let effort = Effort { looks: u64::MAX, method, seed };
    estimate(spot, &effort, &mut |_| true).unwrap()
}

/// Counts and draws spots of a kind, and compares.
fn check(comparison: Comparison, rules: &Rules, looks: u64, deals: u64) {
    let mut numbers = Numbers(0xb0a6);
    for seed in 0..SPOTS as u64 {
        let drawn = numbers.compared(comparison, rules, looks);
        let counted = odds(&drawn.spot, Method::Counted, 0);
        let expected = by_definition(rules, &drawn);
        assert_eq!((counted.exact, counted.deals), (true, expected.deals), "{comparison:?} {seed}");
        let off = apart(&counted, &expected);
        assert!(off < 1e-9, "{comparison:?} {seed}: {off} in {:?} with {:?}", drawn.hands, drawn.dead);
        let some = odds(&drawn.spot, Method::Drawn(deals), seed);
        assert_eq!((some.exact, some.deals), (false, deals));
        let off = apart(&counted, &some);
        assert!(
            off <= some.error && some.error < 0.2,
            "{comparison:?} {seed}: {off} is more than {}",
            some.error
        );
    }
}

#[test]
fn the_lowest_loses_in_a_hundred_spots() {
    for kind in LOWEST {
        let rules = rules(kind);
        assert_eq!(Comparison::of(&rules), Comparison::Lowest);
        check(Comparison::Lowest, &rules, 30_000, 4_000);
    }
}

#[test]
fn sets_are_won_one_by_one_in_a_hundred_spots_of_each_kind() {
    for kind in GAMES {
        let rules = rules(kind);
        check(Comparison::of(&rules), &rules, 1_000_000, 400);
    }
}

fn cards(text: &str) -> Vec<Card> {
    (0..text.len()).step_by(2).map(|at| text[at..at + 2].parse().unwrap()).collect()
}

fn laid(text: &str) -> Known {
    let mut sets = Sets::EMPTY;
    text.split_whitespace().for_each(|set| sets.push(cards(set)).unwrap());
    Known { cards: cards(&text.replace(' ', "")), thrown: vec![], sets: Some(sets) }
}

fn spot(layout: Layout, variant: &'static str, hands: &[Known]) -> Result<Spot, Place> {
    Spot::compared(Comparison::Sets(layout), &rules((variant, "")), None, hands, &[]).map_err(|why| why.place)
}

#[test]
fn who_names_his_sets_plays_them() {
    let own = |text: &str| Known { cards: cards(text), ..Known::default() };
    let mut seven = laid("AsAdKs KdKh2c");
    seven.cards.extend(cards("3c"));
    let other = own("QsQdQh4c5d7h9s");
    // By itself it would lay aces and kings, too, and lose no less.
    let named =
        odds(&spot(EVERY, "seven_card_pick3", &[seven.clone(), other.clone()]).unwrap(), Method::Counted, 0);
    assert_eq!((named.deals, named.hands[0].tie, named.hands[1].tie), (1, 1.0, 1.0), "each wins one");
    assert_eq!((named.sets[0][1].win, named.sets[1][0].win), (1.0, 1.0));
    // Kings broken up for the sake of nothing.
    let mut poor = laid("AsAd2c KsKd3c");
    poor.cards.extend(cards("Kh"));
    let broken = odds(&spot(EVERY, "seven_card_pick3", &[poor, other]).unwrap(), Method::Counted, 0);
    assert_eq!(broken.sets[0][0].lose, 1.0);
}

#[test]
fn fours_are_laid_by_name() {
    let crash = Layout { sets: 4, takes: Takes::Most, fours: Some(FourKindRank::AbovePrial), ..EVERY };
    let fours = laid("2c2d2h2s AsAdKs KdKh3c QcJd9h");
    let prial = laid("AhAc7s 8s8d7d 6s6d5c Td9c4h");
    let mut prial = Known { cards: [prial.cards, cards("4c")].concat(), ..prial };
    let counted = odds(
        &spot(crash, "thirteen_card_pick3", &[fours.clone(), prial.clone()]).unwrap(),
        Method::Counted,
        0,
    );
    assert_eq!((counted.hands[0].win, counted.sets[0][0].win), (1.0, 1.0));
    prial.sets = None;
    assert!(spot(crash, "thirteen_card_pick3", &[fours.clone(), prial.clone()]).is_ok());
    let three = Layout { fours: None, ..crash };
    assert_eq!(spot(three, "thirteen_card_pick3", &[fours, prial]).unwrap_err(), Place::Sets(0));
}

#[test]
fn sets_that_cannot_be_laid_make_no_spot() {
    let none = Known::default();
    let refused = |hand: Known| spot(EVERY, "seven_card_pick3", &[none.clone(), hand]).unwrap_err();
    let seven = |text: &str| {
        let laid = laid(text);
        Known { cards: [laid.cards.clone(), cards("3c")].concat(), ..laid }
    };
    assert_eq!(refused(laid("AsAdKs KdKh2c")), Place::Sets(1), "one card is not known");
    assert_eq!(refused(seven("KdKh2c AsAdKs")), Place::Sets(1), "the second is better");
    let others = Known { sets: laid("9c9d2s 4c4d5s").sets, ..seven("AsAdKs KdKh2c") };
    assert_eq!(refused(others), Place::Sets(1), "other cards");
    let thrown = Known { cards: cards("AsAdKs"), thrown: cards("2c"), sets: None };
    assert_eq!(refused(thrown), Place::Thrown(1, None));
    let best =
        Spot::new(&rules(("seven_card_pick3", "")), None, &[none.clone(), seven("AsAdKs KdKh2c")], &[]);
    assert_eq!(best.unwrap_err().place, Place::Sets(1), "no sets are compared");
}
