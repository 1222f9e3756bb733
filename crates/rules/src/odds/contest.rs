//! What hands are compared by, and who takes a deal: a kind of comparison for each machine.

use super::spot::Hand;
use super::tally::Tally;
use super::{Spot, choose};
use crate::card::{Cards, PLAYED};
use crate::rank::{Ranking, Reading};
use std::cmp::Ordering;

/// A way to compare hands.
pub(super) trait Contest {
    /// What a hand is worth.
    type Value: Copy;

    /// What this hand is worth with these cards, which are as many as it takes.
    fn value(&self, hand: &Hand, held: &Cards) -> Self::Value;

    /// Looks that this takes for a hand of so many cards.
    fn looks(&self, cards: usize) -> u64;

    /// Counts one deal in which the hands are worth this.
    fn settle(&self, values: &[Self::Value], tally: &mut Tally);

    /// What each hand of the spot is worth; of one that is not known whole, the first cards that are left are the rest.
    fn values(&self, spot: &Spot) -> Vec<Self::Value> {
        let of = |hand: &Hand| {
            let mut held = hand.held;
            spot.left().iter().take(hand.unknown).for_each(|&card| held.push(card));
            self.value(hand, &held)
        };
        spot.hands().iter().map(of).collect()
    }
}

/// One comparison of all hands by three cards of each (rulebook 3.5, V8).
pub(super) struct Showdown {
    ranking: Ranking,
    lowest: bool,
    /// 2-3-5 beats a prial where exactly two are compared (2.9).
    two: bool,
    /// What reading three cards takes: more where some are wild, since they have several readings.
    readings: u64,
}

/// What a hand is worth in it: the greatest takes the deal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Worth {
    reading: Reading,
    /// The lowest hand takes it, a loss then.
    lowest: bool,
}

impl Ord for Worth {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = self.reading.cmp(&other.reading);
        if self.lowest { order.reverse() } else { order }
    }
}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Showdown {
    /// The showdown of a spot, which the best hand takes, or the lowest.
    pub(super) fn of(spot: &Spot, lowest: bool) -> Showdown {
        let ranking = spot.ranking();
        let readings = if ranking.rules().wild.is_none() { 1 } else { WILD };
        Showdown { ranking, lowest, two: spot.hands().len() == 2 && !lowest, readings }
    }

    /// Whether the order of two hands may be another than that of their worth.
    pub(super) fn out_of_order(&self, worth: &Worth) -> bool {
        self.two && self.ranking.may_beat_a_prial(&worth.reading)
    }

    /// Which of two hands takes a deal of two.
    pub(super) fn of_two(&self, a: &Worth, b: &Worth) -> Ordering {
        self.ranking.compare(&a.reading, &b.reading)
    }

    /// Who takes a deal: a bit for each.
    #[inline]
    fn takers(&self, values: &[Worth]) -> u32 {
        if let ([a, b], true) = (values, self.two) {
            return match self.of_two(a, b) {
                Ordering::Greater => 0b01,
                Ordering::Less => 0b10,
                Ordering::Equal => 0b11,
            };
        }
        best(values.iter().copied().enumerate())
    }
}

impl Contest for Showdown {
    type Value = Worth;

    #[inline]
    fn value(&self, hand: &Hand, held: &Cards) -> Worth {
        let reading = self.ranking.read(held, &hand.thrown);
        let reading = reading.expect("three-cards: a spot gives each hand as many as it can play");
        Worth { reading, lowest: self.lowest }
    }

    fn looks(&self, cards: usize) -> u64 {
        choose(cards, PLAYED) * self.readings + READ
    }

    #[inline]
    fn settle(&self, values: &[Worth], tally: &mut Tally) {
        tally.add(self.takers(values), 1);
    }
}

/// The places of the greatest of these values, a bit each; none of none.
#[inline]
pub(super) fn best<V: Ord>(values: impl Iterator<Item = (usize, V)>) -> u32 {
    let mut most: Option<(V, u32)> = None;
    for (place, value) in values {
        let order = most.as_ref().map_or(Ordering::Greater, |(best, _)| value.cmp(best));
        match (order, &mut most) {
            (Ordering::Greater, _) | (_, None) => most = Some((value, 1 << place)),
            (Ordering::Equal, Some((_, places))) => *places |= 1 << place,
            (Ordering::Less, _) => {}
        }
    }
    most.map_or(0, |(_, places)| places)
}

/// What reading a hand takes beside its threes, in looks.
const READ: u64 = 14;
/// What reading three cards of which some may be wild takes, in looks.
const WILD: u64 = 12;
