//! Two hands that are not known, counted by pairs.
//!
//! Of two open hands there are hundreds of millions of deals, and only some thousands of ways to deal each. Each way of
//! the first is compared with the better of itself and the hands that are known: what the second hand then comes to
//! follows from how many of its ways are worse, equal and better, and share no card with the first. Those are counted
//! by inclusion and exclusion over the cards of the first.

use super::contest::{Contest, Showdown, Worth};
use super::count::each_choice;
use super::spot::Hand;
use super::tally::Tally;
use super::{Progress, STRIDE, Spot, Stopped, choose};
use crate::card::MAX_HAND;
use std::cmp::Ordering;

/// Unknown cards of a hand at most, so that the index stays small.
const MOST: usize = 4;

/// Looks that this takes; `u64::MAX` where it cannot be done.
pub(super) fn looks(contest: &Showdown, spot: &Spot) -> u64 {
    let [first, second] = spot.open()[..] else { return u64::MAX };
    let of = |hand: &Hand| {
        if hand.unknown > MOST {
            return u64::MAX;
        }
        let ways = choose(spot.left().len(), hand.unknown);
        // Read, sorted, and twice in or asked of the index by every part of it.
        let each =
            contest.looks(hand.held.len() + hand.unknown) + u64::from(ways.ilog2()) + (4 << hand.unknown);
        ways.saturating_mul(each)
    };
    of(&spot.hands()[first]).saturating_add(of(&spot.hands()[second]))
}

/// One way to deal a hand: places among the cards that are left, a bit each, and what the hand is worth then.
#[derive(Clone, Copy)]
struct Way {
    cards: u64,
    value: Worth,
}

/// Counts them.
pub(super) fn count(
    contest: &Showdown,
    spot: &Spot,
    tally: &mut Tally,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<(), Stopped> {
    let open = spot.open();
    let &[first, second] = &open[..] else {
        unreachable!("two-open-hands: looks() said that it can be done")
    };
    let values = contest.values(spot);
    let known: Vec<usize> = (0..values.len()).filter(|hand| !open.contains(hand)).collect();
    let best = known.iter().map(|&hand| values[hand]).max();
    let holders = known.iter().filter(|&&hand| Some(values[hand]) == best);
    let holders = holders.fold(0u32, |holders, hand| holders | 1 << hand);

    let (mut ones, mut others) = (ways(contest, spot, first)?, ways(contest, spot, second)?);
    // Whoever is below the best known hand is as if he had no more than that.
    let bar = |way: &Way| best.map_or(way.value, |best| best.max(way.value));
    ones.sort_unstable_by_key(bar);
    others.sort_unstable_by_key(|way| way.value);

    let (size, of) = (spot.left().len(), ones.len() as u64);
    let of_others = choose(size - spot.hands()[first].unknown, spot.hands()[second].unknown);
    let (mut worse, mut not_better) =
        (Index::new(size, &spot.hands()[second]), Index::new(size, &spot.hands()[second]));
    let (mut in_worse, mut in_not_better) = (others.iter().peekable(), others.iter().peekable());
    for (done, one) in (1..).zip(&ones) {
        let bar = bar(one);
        while let Some(way) = in_worse.next_if(|way| way.value < bar) {
            worse.insert(way.cards);
        }
        while let Some(way) = in_not_better.next_if(|way| way.value <= bar) {
            not_better.insert(way.cards);
        }
        let (below, up_to) = (worse.apart_from(one.cards), not_better.apart_from(one.cards));
        // Who is at the bar beside the second hand.
        let at_bar = if best == Some(bar) { holders } else { 0 };
        let at_bar = if one.value == bar { at_bar | 1 << first } else { at_bar };
        tally.add(at_bar, below);
        tally.add(at_bar | 1 << second, up_to - below);
        tally.add(1 << second, of_others - up_to);
        if done % STRIDE == 0 && !go_on(Progress { done, of }) {
            return Err(Stopped);
        }
    }
    if known.is_empty() {
        put_in_order(contest, [first, second], [&ones, &others], tally);
    }
    Ok(())
}

/// Every way to deal a hand.
fn ways(contest: &Showdown, spot: &Spot, of: usize) -> Result<Vec<Way>, Stopped> {
    let (hand, left) = (&spot.hands()[of], spot.left());
    let mut ways = Vec::with_capacity(choose(left.len(), hand.unknown) as usize);
    each_choice(left.len(), hand.unknown, |chosen| {
        let (mut held, mut cards) = (hand.held, 0);
        for &place in chosen {
            held.push(left[place]);
            cards |= 1 << place;
        }
        ways.push(Way { cards, value: contest.value(hand, &held) });
        Ok(())
    })?;
    Ok(ways)
}

/// Where two hands are compared and the order of their values is not all (2.9), the pairs that it decides otherwise.
fn put_in_order(contest: &Showdown, hands: [usize; 2], ways: [&[Way]; 2], tally: &mut Tally) {
    let takers = |order: Ordering| match order {
        Ordering::Greater => 1u32 << hands[0],
        Ordering::Less => 1 << hands[1],
        Ordering::Equal => 1 << hands[0] | 1 << hands[1],
    };
    let mut look = |one: &Way, other: &Way| {
        let (by_value, by_rule) = (one.value.cmp(&other.value), contest.of_two(&one.value, &other.value));
        if by_value != by_rule && one.cards & other.cards == 0 {
            tally.moves(takers(by_value), takers(by_rule));
        }
    };
    let [ones, others] = ways;
    // No pair comes twice: two hands out of order are equal, since no card is wild where that counts (A.3).
    let odd = |way: &&Way| contest.out_of_order(&way.value);
    for one in ones.iter().filter(odd) {
        others.iter().for_each(|other| look(one, other));
    }
    for other in others.iter().filter(odd) {
        ones.iter().for_each(|one| look(one, other));
    }
}

/// How many ways of a hand there are with any cards: for each part of up to four cards, those that have it.
struct Index {
    with: Vec<u32>,
    /// Where the parts of each size begin.
    from: [usize; MOST + 2],
    /// `choose[k][n]`: in how many ways `k` of `n` can be chosen.
    choose: [[u32; 64]; MOST + 1],
    /// Cards of a way.
    size: usize,
}

impl Index {
    /// An empty one, of ways of this hand from so many cards.
    fn new(left: usize, hand: &Hand) -> Index {
        let mut from = [0; MOST + 2];
        for size in 0..=MOST {
            from[size + 1] = from[size] + if size <= hand.unknown { choose(left, size) as usize } else { 0 };
        }
        let ways = |k: usize| std::array::from_fn(|n| choose(n, k) as u32);
        Index { with: vec![0; from[MOST + 1]], from, choose: std::array::from_fn(ways), size: hand.unknown }
    }

    /// Calls with the place and the size of each part of these cards that a way can have.
    #[inline]
    fn each_part(&self, cards: u64, mut with: impl FnMut(usize, usize)) {
        let (mut places, mut count) = ([0; MAX_HAND], 0);
        let mut rest = cards;
        while rest != 0 {
            places[count] = rest.trailing_zeros() as usize;
            count += 1;
            rest &= rest - 1;
        }
        for part in 0u32..1 << count {
            let size = part.count_ones() as usize;
            if size > self.size {
                continue;
            }
            let (mut at, mut nth, mut part) = (self.from[size], 0, part);
            while part != 0 {
                nth += 1;
                at += self.choose[nth][places[part.trailing_zeros() as usize]] as usize;
                part &= part - 1;
            }
            with(at, size);
        }
    }

    fn insert(&mut self, cards: u64) {
        let mut with = std::mem::take(&mut self.with);
        self.each_part(cards, |part, _| with[part] += 1);
        self.with = with;
    }

    /// The ways that have none of these cards.
    fn apart_from(&self, cards: u64) -> u64 {
        let mut apart = 0i64;
        self.each_part(cards, |part, size| {
            let with = i64::from(self.with[part]);
            apart += if size % 2 == 0 { with } else { -with };
        });
        apart as u64
    }
}
