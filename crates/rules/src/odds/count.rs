//! Every deal, one after the other.

use super::contest::Contest;
use super::tally::Tally;
use super::{Progress, STRIDE, Spot, Stopped, choose};
use crate::card::{Card, MAX_HAND};

/// Looks that this takes; `u64::MAX` where there are more.
pub(super) fn looks<C: Contest>(contest: &C, spot: &Spot) -> u64 {
    let (mut left, mut deals, mut looks) = (spot.left().len(), 1u64, 0u64);
    for hand in spot.hands().iter().filter(|hand| hand.unknown > 0) {
        deals = deals.saturating_mul(choose(left, hand.unknown));
        left -= hand.unknown;
        let of_one = contest.looks(hand.held.len() + hand.unknown) + hand.unknown as u64;
        looks = looks.saturating_add(deals.saturating_mul(of_one));
    }
    looks.saturating_add(deals.saturating_mul(spot.hands().len() as u64))
}

/// How many deals there are.
fn deals(spot: &Spot) -> u64 {
    let (mut left, mut deals) = (spot.left().len(), 1u64);
    for hand in spot.hands() {
        deals = deals.saturating_mul(choose(left, hand.unknown));
        left -= hand.unknown;
    }
    deals
}

/// Counts them.
pub(super) fn count<C: Contest>(
    contest: &C,
    spot: &Spot,
    tally: &mut Tally,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<(), Stopped> {
    let progress = Progress { done: 0, of: deals(spot) };
    let values = contest.values(spot);
    Counting { contest, spot, tally, go_on, values, progress }.deal(&spot.open(), spot.left())
}

struct Counting<'a, C: Contest> {
    contest: &'a C,
    spot: &'a Spot,
    tally: &'a mut Tally,
    go_on: &'a mut dyn FnMut(Progress) -> bool,
    values: Vec<C::Value>,
    progress: Progress,
}

impl<C: Contest> Counting<'_, C> {
    /// Deals the open hands in every way from the cards that are left.
    fn deal(&mut self, open: &[usize], left: &[Card]) -> Result<(), Stopped> {
        let Some((&of, rest)) = open.split_first() else {
            self.contest.settle(&self.values, self.tally);
            self.progress.done += 1;
            let asks = self.progress.done.is_multiple_of(STRIDE);
            return if asks && !(self.go_on)(self.progress) { Err(Stopped) } else { Ok(()) };
        };
        let hand = &self.spot.hands()[of];
        each_choice(left.len(), hand.unknown, |chosen| {
            let mut held = hand.held;
            chosen.iter().for_each(|&place| held.push(left[place]));
            self.values[of] = self.contest.value(hand, &held);
            if rest.is_empty() {
                return self.deal(rest, &[]);
            }
            let others = (0..left.len()).filter(|place| !chosen.contains(place));
            let others: Vec<Card> = others.map(|place| left[place]).collect();
            self.deal(rest, &others)
        })
    }
}

/// Calls with every way to choose `k` of `n`, until it fails.
pub(super) fn each_choice(
    n: usize,
    k: usize,
    mut with: impl FnMut(&[usize]) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let mut places: [usize; MAX_HAND] = std::array::from_fn(|place| place);
    let chosen = &mut places[..k];
    loop {
        with(chosen)?;
        // The last that can still go up does, and those after it follow.
        let Some(moves) = (0..k).rev().find(|&place| chosen[place] < n - k + place) else { return Ok(()) };
        chosen[moves] += 1;
        for place in moves + 1..k {
            chosen[place] = chosen[place - 1] + 1;
        }
    }
}
