//! The old ranking (rulebook 2.7) with braggers (2.8), in the book's own words.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as the test may")]

use brag_rules::card::{Card, RANKS};
use brag_rules::rank::{NaturalPrecedence, RankingRules, Wild};

/// What a hand counts for, in the words of 2.7 and 2.8: the greatest is the best.
pub type Key = (u8, i8, u8, i8, [u8; 3]);

/// Every card that each bragger can be is tried; suits are nobody's in 2.7, so that a card is its rank.
pub fn best_of_all(rules: &RankingRules, hand: [Card; 3]) -> Key {
    let Wild::Cards(wild) = rules.wild else { panic!("the old games have cards that are wild") };
    let choices = hand.map(|card| {
        let is_wild = wild & (1 << card.code()) != 0;
        let mut choices: Vec<(u8, bool)> = vec![];
        if !is_wild || rules.bragger_as_self {
            choices.push((card.rank(), false));
        }
        if is_wild {
            choices.extend((0..RANKS.len() as u8).map(|rank| (rank, true)));
        }
        choices
    });
    let mut best = None;
    for &a in &choices[0] {
        for &b in &choices[1] {
            for &c in &choices[2] {
                let braggers = [a, b, c].iter().filter(|(_, wild)| *wild).count() as i8;
                best = best.max(Some(key(rules.natural_precedence, [a.0, b.0, c.0], braggers)));
            }
        }
    }
    best.unwrap()
}

fn key(precedence: NaturalPrecedence, mut ranks: [u8; 3], braggers: i8) -> Key {
    ranks.sort_unstable();
    ranks.reverse();
    let (class, rank, odd) = match ranks {
        [a, b, c] if a == b && b == c => (3, a, [0; 3]),
        [a, b, c] if a == b => (2, a, [c, 0, 0]),
        [a, b, c] if b == c => (2, b, [a, 0, 0]),
        singles => (1, 0, singles),
    };
    let natural = -i8::from(braggers > 0);
    match precedence {
        NaturalPrecedence::None => (class, 0, rank, 0, odd),
        NaturalPrecedence::SameRank => (class, 0, rank, -braggers, odd),
        NaturalPrecedence::PrialsOnly => (class, if class == 3 { natural } else { 0 }, rank, 0, odd),
        NaturalPrecedence::WholeCategory => (class, natural, rank, 0, odd),
    }
}
