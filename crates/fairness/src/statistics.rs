//! The shuffle against chance, with fixed seeds, so that a test never flakes; and planted faults, which show
//! that the tests can fail.
//!
//! Bounds are those that a correct shuffle leaves once in a million. What these statistics cannot see: a good
//! permutation from a small seed, and 16-bit numbers taken mod m without rejection. The vectors and the
//! exhaustive tests are there for those.

use crate::hash::Stream;
use crate::*;

/// Shuffles of the correct algorithm.
const SHUFFLES: u32 = 200_000;
/// Shuffles of a planted fault: far fewer show it.
const PLANTED: u32 = 20_000;

fn stream() -> Stream {
    let seed = Seed::from_bytes(*b"statistics of brag-fair, seed 01");
    Epoch::open(&[1; 16], 1, &seed, &Deck::full(), &[], b"").unwrap().stream(b"shuffle")
}

/// One statistic and the bounds that it must keep.
#[derive(Debug)]
struct Finding {
    name: &'static str,
    value: f64,
    bounds: (f64, f64),
}

impl Finding {
    fn holds(&self) -> bool {
        self.bounds.0 <= self.value && self.value <= self.bounds.1
    }
}

/// Sums over many shuffled packs.
struct Tally {
    packs: u32,
    classes: [u32; 6],
    positions: Vec<u32>,
    pairs: Vec<u32>,
    serial: Vec<u32>,
    top_before: Option<usize>,
    odd: u32,
    fixed: u32,
    cycles: u32,
    inversions: u64,
}

impl Tally {
    fn of(packs: u32, mut shuffle: impl FnMut(&mut [u8; 52])) -> Tally {
        let mut tally = Tally {
            packs: 0,
            classes: [0; 6],
            positions: vec![0; 52 * 52],
            pairs: vec![0; 52 * 52],
            serial: vec![0; 52 * 52],
            top_before: None,
            odd: 0,
            fixed: 0,
            cycles: 0,
            inversions: 0,
        };
        for _ in 0..packs {
            let mut pack = std::array::from_fn(|code| code as u8);
            shuffle(&mut pack);
            tally.add(&pack);
        }
        tally
    }

    fn add(&mut self, pack: &[u8; 52]) {
        self.packs += 1;
        self.classes[class([pack[0], pack[1], pack[2]])] += 1;
        let (mut seen, mut visited) = (0u64, 0u64);
        for (place, &card) in pack.iter().enumerate() {
            self.positions[place * 52 + usize::from(card)] += 1;
            self.fixed += u32::from(place == usize::from(card));
            self.inversions += u64::from((seen >> card).count_ones());
            seen |= 1 << card;
        }
        let mut cycles = 0;
        for start in 0..52 {
            cycles += u32::from(visited >> start & 1 == 0);
            let mut at = start;
            while visited >> at & 1 == 0 {
                visited |= 1 << at;
                at = usize::from(pack[at]);
            }
        }
        self.cycles += cycles;
        self.odd += (52 - cycles) % 2;
        let top = usize::from(pack[0]);
        self.pairs[top * 52 + usize::from(pack[1])] += 1;
        match self.top_before.take() {
            Some(before) => self.serial[before * 52 + top] += 1,
            None => self.top_before = Some(top),
        }
    }

    fn findings(&self) -> Vec<Finding> {
        let n = f64::from(self.packs);
        let chi = |counts: &[u32], expected: f64| -> f64 {
            counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
        };
        let z = |sum: f64, mean: f64, variance: f64| (sum - n * mean) / (n * variance).sqrt();
        let classes: f64 = CLASS_SIZES
            .iter()
            .zip(self.classes)
            .map(|(size, count)| {
                let expected = n * size / 22_100.0;
                (f64::from(count) - expected).powi(2) / expected
            })
            .sum();
        // The pairs of a card with itself are impossible: they count nothing and are not expected.
        let pairs = chi(&self.pairs, n / 2_652.0) - 52.0 * n / 2_652.0;
        let finding = |name, value, low, high| Finding { name, value, bounds: (low, high) };
        vec![
            finding("hand classes", classes, 0.0, 35.9),
            // Rows and columns have fixed sums, which the factor makes good.
            finding("positions", chi(&self.positions, n / 52.0) * 51.0 / 52.0, 2_272.0, 2_958.0),
            finding("pairs", pairs, 2_319.0, 3_012.0),
            finding("serial", chi(&self.serial, (self.packs / 2) as f64 / 2_704.0), 2_368.0, 3_067.0),
            finding("parity", z(f64::from(self.odd), 0.5, 0.25), -4.89, 4.89),
            finding("fixed points", z(f64::from(self.fixed), 1.0, 1.0), -4.89, 4.89),
            finding("cycles", z(f64::from(self.cycles), 4.5380, 2.9122), -4.89, 4.89),
            finding("inversions", z(self.inversions as f64, 663.0, 4_014.83), -4.89, 4.89),
        ]
    }

    /// The names of the statistics that are out of bounds.
    fn faults(&self) -> Vec<&'static str> {
        self.findings().iter().filter(|finding| !finding.holds()).map(|finding| finding.name).collect()
    }
}

/// Running flushes, prials, runs, flushes, pairs and high cards among the 22,100 hands (rulebook 2).
const CLASS_SIZES: [f64; 6] = [48.0, 52.0, 720.0, 1_096.0, 3_744.0, 16_440.0];

fn class(hand: [u8; 3]) -> usize {
    let mut ranks = hand.map(|code| code % 13);
    ranks.sort_unstable();
    let flush = hand.iter().all(|code| code / 13 == hand[0] / 13);
    let run = (ranks[1] == ranks[0] + 1 && ranks[2] == ranks[1] + 1) || ranks == [0, 1, 12];
    match (flush, run) {
        (true, true) => 0,
        _ if ranks[0] == ranks[2] => 1,
        (false, true) => 2,
        (true, false) => 3,
        _ if ranks[0] == ranks[1] || ranks[1] == ranks[2] => 4,
        _ => 5,
    }
}

#[test]
fn the_classes_are_those_of_all_hands() {
    let mut sizes = [0.0; 6];
    for a in 0..52 {
        for b in a + 1..52 {
            (b + 1..52).for_each(|c| sizes[class([a, b, c])] += 1.0);
        }
    }
    assert_eq!(sizes, CLASS_SIZES);
}

#[test]
fn the_shuffle_is_as_chance_would_have_it() {
    let mut bytes = stream();
    let tally = Tally::of(SHUFFLES, |pack| shuffle(&mut bytes, pack));
    assert_eq!(tally.faults(), [""; 0], "{:?}", tally.findings());
}

/// Fisher–Yates with a fault of choice: `choose` gives the place that place i is swapped with.
fn planted(mut choose: impl FnMut(&mut Stream, u8) -> u8) -> Vec<&'static str> {
    let mut bytes = stream();
    let tally = Tally::of(PLANTED, |pack| {
        for i in (1..52).rev() {
            pack.swap(usize::from(i), usize::from(choose(&mut bytes, i)));
        }
    });
    tally.faults()
}

#[test]
fn planted_faults_are_found() {
    let sound = planted(|bytes, i| index(bytes, u16::from(i) + 1));
    assert_eq!(sound, [""; 0], "the harness itself plants nothing");

    let sattolo = planted(|bytes, i| index(bytes, i.into()));
    assert!(
        ["positions", "pairs", "parity", "fixed points"].iter().all(|n| sattolo.contains(n)),
        "{sattolo:?}"
    );

    let without_rejection = planted(|bytes, i| bytes.next_byte() % (i + 1));
    assert!(without_rejection.contains(&"positions"), "{without_rejection:?}");

    let any_of_52 = planted(|bytes, _| index(bytes, 52));
    assert!(["hand classes", "positions"].iter().any(|n| any_of_52.contains(n)), "{any_of_52:?}");
}

/// Said openly: these statistics are blind to a bias of a few parts in 65,536.
#[test]
fn sixteen_bits_without_rejection_pass_unseen() {
    let unseen = planted(|bytes, i| {
        let wide = u16::from_be_bytes([bytes.next_byte(), bytes.next_byte()]);
        (wide % (u16::from(i) + 1)) as u8
    });
    assert_eq!(unseen, [""; 0]);
}
