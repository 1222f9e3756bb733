//! The arrangement that the engine lays for a player whose time is up (rulebook section 5).

use std::cmp::Reverse;

use super::Sets;
use crate::card::{Card, Cards, MAX_HAND};
use crate::rank::{Ranking, Strength};

/// The best arrangement in that many sets of three: of all lists of strengths (set 1, set 2 …) the lexicographically best,
/// and of the arrangements that have it the one whose cards come first in the order of a new pack, those of each set
/// ascending. Where suits break ties, they do so here, too.
///
/// It is exact. The best list has the best possible first set, then the best second set that any best first set leaves,
/// and so on, so the sets are found one after the other, each over all ways that are best so far. Of ways that use
/// the same cards the one that comes first is enough: what can follow is the same for all.
///
/// Fewer sets come back if the cards are too few for so many. Time: tens of microseconds; where many cards are
/// wild, nearly everything is equal, and it may take a millisecond.
pub fn automatic(ranking: &Ranking, hand: &Cards, sets: usize) -> Sets {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_unstable_by_key(|card| (card.rank(), card.suit()));
    let threes = Three::all(ranking, &cards);

    let mut ways = vec![Way::default()];
    for _ in 0..sets.min(cards.len() / 3) {
        ways = one_set_more(&threes, &ways);
    }
    // The ways are in the order of their cards.
    ways.first().map_or(Sets::EMPTY, |way| way.sets(&cards))
}

/// Three cards, by their places among the cards of the hand in the order of a pack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Three {
    /// The best first.
    merit: Reverse<(Strength, u8)>,
    /// Four bits a place, so that equal threes are in the order of their cards.
    places: u16,
    /// A bit a place.
    cards: u16,
}

impl Three {
    /// Every three of these cards, the best first, and equal ones in the order of their cards.
    fn all(ranking: &Ranking, cards: &[Card]) -> Vec<Three> {
        let n = cards.len();
        let mut threes = Vec::with_capacity(n * n * n / 6);
        for i in 0..n {
            for j in i + 1..n {
                for k in j + 1..n {
                    threes.push(Three {
                        merit: Reverse(ranking.merit([cards[i], cards[j], cards[k]])),
                        places: (i << 8 | j << 4 | k) as u16,
                        cards: 1 << i | 1 << j | 1 << k,
                    });
                }
            }
        }
        threes.sort_unstable();
        threes
    }
}

/// Some sets that are the best so far.
#[derive(Clone, Copy, Default)]
struct Way {
    /// The cards in them, a bit a place.
    used: u16,
    /// Where the search for the next set begins: the three after the last one.
    next: u16,
    /// The places of their cards, set by set, four bits each.
    list: u64,
    sets: u8,
}

impl Way {
    fn sets(&self, cards: &[Card]) -> Sets {
        let mut sets = Sets::EMPTY;
        for set in (0..self.sets).rev() {
            let three = self.list >> (12 * set);
            let places = [8, 4, 0].map(|shift| (three >> shift & 15) as usize);
            sets.push(places.map(|place| cards[place])).expect("cards-fit: a hand's own cards, in threes");
        }
        sets
    }
}

/// Those of the ways to add a set to one of these ways that are best, in the order of their cards.
///
/// The ways come in that order, and a way's equal threes do, so what is found is in order by itself, and the first
/// of those that use the same cards is the one to keep. A better three than the last one cannot be left over, or it would
/// have been the last one; an equal one that comes before it makes the same sets in another order. So each way goes on
/// after its last three.
fn one_set_more(threes: &[Three], ways: &[Way]) -> Vec<Way> {
    let mut found: Vec<Way> = Vec::new();
    let mut best = None;
    let mut seen = [0u64; (1 << MAX_HAND) / 64];
    for way in ways {
        for (at, three) in threes.iter().enumerate().skip(usize::from(way.next)) {
            if three.cards & way.used != 0 {
                continue;
            }
            match best {
                Some(best) if three.merit > best => break,
                Some(best) if three.merit == best => {}
                _ => {
                    best = Some(three.merit);
                    found.clear();
                    seen.fill(0);
                }
            }
            let used = way.used | three.cards;
            let (word, bit) = (usize::from(used) / 64, 1 << (used % 64));
            if seen[word] & bit == 0 {
                seen[word] |= bit;
                let list = way.list << 12 | u64::from(three.places);
                found.push(Way { used, next: at as u16 + 1, list, sets: way.sets + 1 });
            }
        }
    }
    found
}
