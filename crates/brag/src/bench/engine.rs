//! The engine without a server: hands of random play on one core.
//!
//! This figure has no floor to compare with. Beside it stands the speed of a fixed SHA-256 loop in the same
//! run, so that one machine can be told from another, and a slow moment from a slow engine.

use super::Plan;
use super::figures::{Figure, Row, Target};
use brag_rules::variant::Variant;
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

pub(super) fn sha_megabytes_per_second() -> f64 {
    let block = [0x5a; BLOCK];
    let started = Instant::now();
    let mut hash = Sha256::new();
    for _ in 0..BLOCKS {
        hash.update(black_box(&block));
    }
    black_box(hash.finalize());
    (BLOCK * BLOCKS) as f64 / 1e6 / started.elapsed().as_secs_f64()
}
