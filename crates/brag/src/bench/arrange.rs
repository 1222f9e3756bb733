//! The automatic arrangement: microseconds a hand on one core, and the slowest hand of all.

use super::Plan;
use super::figures::{Figure, Row, Target};
use super::rank::hands;
use brag_rules::arrange::automatic;
use brag_rules::card::Cards;
use brag_rules::rank::{Ranking, RankingRules, Wild};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Measurements of which the median counts.
const ROUNDS: usize = 5;
/// The slowest hand may take so long, by how many cards it has, in microseconds.
const THIRTEEN: Target = Target::AtMost(50_000.0);
const FIFTEEN: Target = Target::AtMost(250_000.0);

/// Every variant's hands without wild cards; and fifteen cards where half the pack is wild, nearly all of it equal.
pub fn rows(plan: &Plan) -> Vec<Row> {
    let natural = Ranking::of(&RankingRules::default());
    // Every card up to the six and two sevens: the most that may be wild.
    let wild = (0..26).map(|place| 1 << (13 * (place % 4) + place / 4)).sum();
    let wild = Ranking::of(&RankingRules { wild: Wild::Cards(wild), ..RankingRules::default() });
    let (seven, nine, ten) = (hands(7), hands(9), hands(10));
    let (thirteen, fifteen) = (hands(13), hands(15));
    let of = |count: usize, hands: &[Cards], ranking: &Ranking, sets: usize| -> (f64, f64) {
        let took = hands.iter().take(count).map(|hand| {
            let started = Instant::now();
            black_box(automatic(ranking, black_box(hand), sets));
            started.elapsed()
        });
        let (sum, most) =
            took.fold((Duration::ZERO, Duration::ZERO), |(sum, most), took| (sum + took, most.max(took)));
        (micros(sum) / count as f64, micros(most))
    };

    let mut columns = [const { Vec::new() }; 8];
    for round in 0..ROUNDS {
        plan.say(format_args!("arrange: round {} of {ROUNDS}", round + 1));
        let (of_thirteen, slowest_of_thirteen) = of(4_096, &thirteen, &natural, 4);
        let (of_fifteen, slowest_of_fifteen) = of(4_096, &fifteen, &natural, 5);
        let (_, slowest_of_thirteen_wild) = of(512, &thirteen, &wild, 4);
        let (of_wild, slowest_of_wild) = of(512, &fifteen, &wild, 5);
        let figures = [
            of(4_096, &seven, &natural, 2).0,
            of(4_096, &nine, &natural, 3).0,
            of(4_096, &ten, &natural, 3).0,
            of_thirteen,
            of_fifteen,
            of_wild,
            slowest_of_thirteen.max(slowest_of_thirteen_wild),
            slowest_of_fifteen.max(slowest_of_wild),
        ];
        for (column, figure) in columns.iter_mut().zip(figures) {
            column.push(figure);
        }
    }
    let [seven, nine, ten, thirteen, fifteen, wild, slowest_of_thirteen, slowest_of_fifteen] = columns;
    let figures = vec![
        Figure::new("7 cards, 2 sets", "µs", seven),
        Figure::new("9 cards, 3 sets", "µs", nine),
        Figure::new("10 cards, 3 sets", "µs", ten),
        Figure::new("13 cards, 4 sets", "µs", thirteen),
        Figure::new("15 cards, 5 sets", "µs", fifteen),
        Figure::new("15, 26 of 52 wild", "µs", wild),
        Figure::new("slowest of 13 cards", "µs", slowest_of_thirteen).with(Some(THIRTEEN)),
        Figure::new("slowest of 15 cards", "µs", slowest_of_fifteen).with(Some(FIFTEEN)),
    ];
    vec![Row {
        name: "arrange",
        shape: "4096 random hands, 512 with wild cards, one core".to_owned(),
        figures,
    }]
}

fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1_000.0
}
