//! Deals that are drawn.

use super::contest::Contest;
use super::tally::Tally;
use super::{Progress, STRIDE, Spot, Stopped};

/// Looks that one deal takes.
pub(super) fn looks<C: Contest>(contest: &C, spot: &Spot) -> u64 {
    let open = spot.hands().iter().filter(|hand| hand.unknown > 0);
    let reads: u64 =
        open.map(|hand| contest.looks(hand.held.len() + hand.unknown) + DRAW * hand.unknown as u64).sum();
    reads + spot.hands().len() as u64
}

/// What drawing a card takes, in looks.
const DRAW: u64 = 3;

/// Draws so many, from that seed.
pub(super) fn draw<C: Contest>(
    contest: &C,
    spot: &Spot,
    deals: u64,
    seed: u64,
    tally: &mut Tally,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<(), Stopped> {
    let (open, mut values) = (spot.open(), contest.values(spot));
    let (mut left, mut numbers) = (spot.left().to_vec(), Numbers(seed));
    for done in 1..=deals {
        let mut top = 0;
        for &of in &open {
            let hand = &spot.hands()[of];
            let mut held = hand.held;
            for _ in 0..hand.unknown {
                // Any order of the others will do, so they are not put back between two deals.
                let drawn = top + numbers.below(left.len() - top);
                left.swap(top, drawn);
                held.push(left[top]);
                top += 1;
            }
            values[of] = contest.value(hand, &held);
        }
        contest.settle(&values, tally);
        if done.is_multiple_of(STRIDE) && !go_on(Progress { done, of: deals }) {
            return Err(Stopped);
        }
    }
    Ok(())
}

/// SplitMix64 (Steele, Lea and Flood, 2014): numbers that a seed repeats, for figures alone. No table can reach it, whose
/// cards come from committed seeds.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    /// A number below `n`. With at most 52 of them, one is likelier than another by less than 2^-58.
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_its_authors() {
        // The first of the seed 1234567, as published with the reference code.
        let mut numbers = Numbers(1_234_567);
        let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([(); 3].map(|()| numbers.next()), first);
    }

    #[test]
    fn what_is_drawn_below_a_number_is_drawn_evenly() {
        let mut numbers = Numbers(1);
        let mut counts = [0u32; 49];
        for _ in 0..490_000 {
            counts[numbers.below(49)] += 1;
        }
        // Six standard deviations of 10,000.
        assert!(counts.iter().all(|count| (9_400..=10_600).contains(count)), "{counts:?}");
    }
}
