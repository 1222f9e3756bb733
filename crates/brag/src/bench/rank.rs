//! The ranking: nanoseconds a hand on one core, with a fixed SHA-256 loop beside them as for `sim`.

use super::Plan;
use super::engine::sha_megabytes_per_second;
use super::figures::{Figure, Row, Target};
use brag_rules::card::{Card, Cards};
use brag_rules::rank::{Ranking, RankingRules, Variation};
use brag_testkit::chance::Stream;
use std::hint::black_box;
use std::time::Instant;

/// Measurements of which the median counts.
const ROUNDS: usize = 5;
/// Hands that are ranked, over and over: few enough for the caches to hold them.
const RANKED: usize = 4_096;
/// Hands ranked in one measurement of three natural cards; of what takes longer, fewer.
const THREES: usize = 5_000 * RANKED;

/// Three natural cards, three of which some are wild, and the best three of more.
pub fn rows(plan: &Plan) -> Vec<Row> {
    let rules = RankingRules::default();
    let natural = Ranking::of(&rules);
    let wild = Ranking::of(&Variation::Ak47.ranking(rules));
    let read = Ranking::of(&Variation::BestOfFour.ranking(rules));
    let (three, four, five, seven) = (hands(3), hands(4), hands(5), hands(7));
    let threes: Vec<[Card; 3]> = three.iter().filter_map(in_place).collect();

    let mut columns = [const { Vec::new() }; 6];
    for round in 0..ROUNDS {
        plan.say(format_args!("rank: round {} of {ROUNDS}", round + 1));
        let [of_three, of_wild, of_four, of_five, of_seven, sha] = &mut columns;
        of_three.push(nanos(THREES, &threes, |&cards| natural.strength(cards).index()));
        of_wild.push(nanos(THREES / 10, &threes, |&cards| wild.strength(cards).index()));
        of_four.push(nanos(THREES / 5, &four, |hand| best(&read, hand)));
        of_five.push(nanos(THREES / 10, &five, |hand| best(&read, hand)));
        of_seven.push(nanos(THREES / 40, &seven, |hand| best(&read, hand)));
        sha.push(sha_megabytes_per_second());
    }
    let [of_three, of_wild, of_four, of_five, of_seven, sha] = columns;
    let figures = vec![
        Figure::new("three cards", "ns", of_three).with(Some(Target::AtMost(5.0))),
        Figure::new("three, 16 of 52 wild", "ns", of_wild),
        Figure::new("best three of four", "ns", of_four).with(Some(Target::AtMost(20.0))),
        Figure::new("best three of five", "ns", of_five),
        Figure::new("best three of seven", "ns", of_seven),
        Figure::new("SHA-256 beside it", "MB/s", sha),
    ];
    vec![Row { name: "rank", shape: format!("{RANKED} random hands, one core"), figures }]
}

/// Nanoseconds a hand, ranking about so many.
fn nanos<H>(ranked: usize, hands: &[H], rank: impl Fn(&H) -> u16) -> f64 {
    let passes = ranked / hands.len();
    let started = Instant::now();
    for _ in 0..passes {
        let sum: u64 = black_box(hands).iter().map(|hand| u64::from(rank(hand))).sum();
        black_box(sum);
    }
    started.elapsed().as_nanos() as f64 / (passes * hands.len()) as f64
}

/// A hand read whole: its strength, its three cards and what is left over.
fn best(ranking: &Ranking, hand: &Cards) -> u16 {
    let reading = black_box(ranking.read(hand, &Cards::EMPTY));
    reading.map_or(0, |reading| reading.strength().index())
}

/// Random hands of `n` cards.
pub(super) fn hands(n: usize) -> Vec<Cards> {
    let mut stream = Stream::new(1);
    let mut hand = || {
        let mut pack: Vec<Card> = (0..52).filter_map(Card::from_code).collect();
        (0..n).map(|_| pack.swap_remove(stream.below(pack.len() as u64) as usize)).collect()
    };
    (0..RANKED).map(|_| hand()).collect()
}

fn in_place(hand: &Cards) -> Option<[Card; 3]> {
    Some([hand.get(0)?, hand.get(1)?, hand.get(2)?])
}
