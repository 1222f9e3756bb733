//! The engine without a server: hands of random play, and the ranking, on one core.
//!
//! These figures have no floor to compare with. Beside each stands the speed of a fixed SHA-256 loop in the same
//! run, so that one machine can be told from another, and a slow moment from a slow engine.

use super::Plan;
use super::figures::{Figure, Row, Target};
use brag_rules::card::Card;
use brag_rules::rank::{Ranking, RankingRules};
use brag_rules::variant::Variant;
use brag_testkit::chance::Stream;
use brag_testkit::sim::Game;
use sha2::{Digest, Sha256};
use std::hint::black_box;
use std::time::Instant;

/// Measurements of which the median counts.
const ROUNDS: usize = 5;
/// Players at the table.
const SEATS: u8 = 6;
/// Hands of one measurement, and before the first.
const HANDS: u64 = 300_000;
const HANDS_BEFORE: u64 = 20_000;
/// Hands of cards that are ranked, over and over: few enough for the first-level cache to hold them.
const RANKED: usize = 4_096;
/// How often.
const PASSES: usize = 5_000;
/// The SHA-256 loop: blocks of so many bytes, and how many.
const BLOCK: usize = 1_024;
const BLOCKS: usize = 100_000;

/// `sim`: hands a second.
///
/// # Errors
/// The engine does not play.
pub fn sim(plan: &Plan) -> Result<Vec<Row>, String> {
    let rules = Variant::ThreeCard.defaults();
    let mut game = Game::new(&rules, SEATS, 1).map_err(|why| why.to_string())?;
    play(&mut game, HANDS_BEFORE)?;
    let (mut hands, mut sha) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        plan.say(format_args!("sim: round {} of {ROUNDS}", round + 1));
        let started = Instant::now();
        play(&mut game, HANDS)?;
        hands.push(HANDS as f64 / started.elapsed().as_secs_f64());
        sha.push(sha_megabytes_per_second());
    }
    if !game.result().chips_conserved {
        return Err("sim: chips are missing".to_owned());
    }
    let figures = vec![
        Figure::new("hands", "hands/s", hands).with(Some(Target::AtLeast(200_000.0))),
        Figure::new("SHA-256 beside it", "MB/s", sha),
    ];
    let shape = format!("{SEATS} seats, random play, one core, ChaCha source, all assertions");
    Ok(vec![Row { name: "sim", shape, figures }])
}

fn play(game: &mut Game, hands: u64) -> Result<(), String> {
    for _ in 0..hands {
        game.deal()?;
        while game.act() {}
    }
    Ok(())
}

/// Ranking three cards: nanoseconds a hand.
///
/// # Errors
/// None.
pub fn rank(plan: &Plan) -> Result<Vec<Row>, String> {
    let ranking = Ranking::of(&RankingRules::default());
    let mut stream = Stream::new(1);
    let dealt: Vec<[Card; 3]> = (0..RANKED).filter_map(|_| three_cards(&mut stream)).collect();
    let (mut nanos, mut sha) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        plan.say(format_args!("rank: round {} of {ROUNDS}", round + 1));
        let started = Instant::now();
        for _ in 0..PASSES {
            let sum: u64 =
                black_box(&dealt).iter().map(|&cards| u64::from(ranking.strength(cards).index())).sum();
            black_box(sum);
        }
        nanos.push(started.elapsed().as_nanos() as f64 / (PASSES * dealt.len()) as f64);
        sha.push(sha_megabytes_per_second());
    }
    let figures = vec![
        Figure::new("three cards", "ns", nanos).with(Some(Target::AtMost(5.0))),
        Figure::new("SHA-256 beside it", "MB/s", sha),
    ];
    let shape = format!("{} random hands, one core", dealt.len());
    Ok(vec![Row { name: "rank", shape, figures }])
}

/// Three different cards.
fn three_cards(stream: &mut Stream) -> Option<[Card; 3]> {
    let mut pack: Vec<Card> = (0..52).filter_map(Card::from_code).collect();
    let mut draw = || Some(pack.swap_remove(stream.below(pack.len() as u64) as usize));
    Some([draw()?, draw()?, draw()?])
}

fn sha_megabytes_per_second() -> f64 {
    let block = [0x5a; BLOCK];
    let started = Instant::now();
    let mut hash = Sha256::new();
    for _ in 0..BLOCKS {
        hash.update(black_box(&block));
    }
    black_box(hash.finalize());
    (BLOCK * BLOCKS) as f64 / 1e6 / started.elapsed().as_secs_f64()
}
