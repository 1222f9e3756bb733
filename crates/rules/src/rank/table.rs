//! The order of all hands as a table, one for each combination of the options that shape it.

use std::sync::OnceLock;

use super::rules::{AceTwoThree, BestPrial, CategoryOrder, Low, RankingRules};
use super::{Class, STRENGTHS, Strength};
use crate::card::{Card, PACK_SIZE};

const RANKS: usize = 13;
const SUITED: usize = RANKS * RANKS * RANKS;
const ACE: u8 = 12;
const THREE: u8 = 1;

/// The combinations of the options that shape the order: 48.
const COMBINATIONS: usize =
    CategoryOrder::ALL.len() * BestPrial::ALL.len() * AceTwoThree::ALL.len() * Low::ALL.len();

/// Each card by its code: the rank in the four low bits, and one of the four high bits for the suit. Three cards
/// are of one suit if they share a high bit; to look that up takes half the time of dividing three codes by 13.
const FACES: [u8; PACK_SIZE] = {
    let mut faces = [0; PACK_SIZE];
    let mut code = 0;
    while code < PACK_SIZE {
        faces[code] = (code % RANKS) as u8 | 1 << (4 + code / RANKS);
        code += 1;
    }
    faces
};

static RANKINGS: [OnceLock<Box<Ranking>>; COMBINATIONS] = [const { OnceLock::new() }; COMBINATIONS];

/// The strength of every three-card hand under one set of rules (rulebook 2.2–2.6).
///
/// `suit_tiebreak` and `two_three_five` are no part of it: see [`compare`](super::compare).
pub struct Ranking {
    /// The index of a hand at `169 × rank + 13 × rank + rank`, plus 2,197 for three cards of one suit.
    indices: [u16; 2 * SUITED],
    /// The class at the place of each index.
    classes: [Class; STRENGTHS as usize],
}

impl Ranking {
    /// The ranking for these rules; built when it is first asked for, and then kept.
    ///
    /// Under a low ranking `best_prial` is natural whatever the rules say (2.8).
    pub fn of(rules: &RankingRules) -> &'static Ranking {
        let place = rules.category_order as usize;
        let place = place * BestPrial::ALL.len() + rules.best_prial as usize;
        let place = place * AceTwoThree::ALL.len() + rules.ace_two_three as usize;
        let place = place * Low::ALL.len() + rules.low as usize;
        RANKINGS[place].get_or_init(|| Box::new(Ranking::build(rules)))
    }

    /// How good these three cards are, in whatever order they are given.
    ///
    /// They are meant to be three different cards; if one is repeated, its suit does not count.
    #[inline]
    pub fn strength(&self, cards: [Card; 3]) -> Strength {
        let [a, b, c] = cards.map(|card| FACES[usize::from(card.code())]);
        Strength(self.indices[place([a, b, c].map(|face| face & 15), (a & b & c) >> 4 != 0)])
    }

    /// What these three cards are.
    ///
    /// `ace_two_three = not_a_run` makes A-2-3 a flush or a high card. Under `low = seed_low` there are no runs at
    /// all: 2-3-4 is a high card, and a flush if it is suited. Under `low = reverse` a hand is called what it is
    /// in the normal order.
    pub fn class(&self, cards: [Card; 3]) -> Class {
        self.class_of(self.strength(cards))
    }

    /// What a hand of this strength is. The strength is one of this ranking's.
    pub fn class_of(&self, strength: Strength) -> Class {
        self.classes[usize::from(strength.0 - 1)]
    }

    fn build(rules: &RankingRules) -> Ranking {
        let mut shapes = shapes();
        shapes.sort_by_key(|shape| shape.merit(rules));
        if rules.low == Low::Off {
            shapes.reverse();
        }
        let mut ranking =
            Ranking { indices: [0; 2 * SUITED], classes: [Class::HighCard; STRENGTHS as usize] };
        for (index, shape) in (1..=STRENGTHS).zip(shapes) {
            ranking.classes[usize::from(index - 1)] = shape.class(rules);
            let [a, b, c] = shape.ranks;
            for ranks in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                ranking.indices[place(ranks, shape.suited)] = index;
                // No suit can hold one rank twice: whoever asks gets the answer for mixed suits, not a hole.
                if a == b || b == c {
                    ranking.indices[place(ranks, true)] = index;
                }
            }
        }
        ranking
    }
}

#[inline]
fn place(ranks: [u8; 3], suited: bool) -> usize {
    let [a, b, c] = ranks.map(usize::from);
    (RANKS * a + b) * RANKS + c + if suited { SUITED } else { 0 }
}

/// What the ranking knows of a hand: hands of one shape are equal (rulebook 2.5).
#[derive(Clone, Copy)]
struct Shape {
    /// Highest first.
    ranks: [u8; 3],
    suited: bool,
}

/// All 741 shapes, in no order that matters.
fn shapes() -> Vec<Shape> {
    let mut shapes = Vec::with_capacity(usize::from(STRENGTHS));
    for a in 0..=ACE {
        for b in 0..=a {
            for c in 0..=b {
                shapes.push(Shape { ranks: [a, b, c], suited: false });
                if a > b && b > c {
                    shapes.push(Shape { ranks: [a, b, c], suited: true });
                }
            }
        }
    }
    shapes
}

impl Shape {
    fn class(self, rules: &RankingRules) -> Class {
        let [a, b, c] = self.ranks;
        if a == c {
            Class::Prial
        } else if a == b || b == c {
            Class::Pair
        } else {
            match (self.run_top(rules).is_some(), self.suited) {
                (true, true) => Class::RunningFlush,
                (true, false) => Class::Run,
                (false, true) => Class::Flush,
                (false, false) => Class::HighCard,
            }
        }
    }

    /// How high the run is among the runs (2.4), if the shape is one. In halves of a rank: A-2-3 fits between two.
    fn run_top(self, rules: &RankingRules) -> Option<u8> {
        if rules.low == Low::SeedLow {
            return None;
        }
        match self.ranks {
            [ACE, THREE, 0] => match rules.ace_two_three {
                AceTwoThree::Highest => Some(2 * ACE + 1),
                AceTwoThree::Second => Some(2 * ACE - 1),
                AceTwoThree::Lowest => Some(0),
                AceTwoThree::NotARun => None,
            },
            [a, b, c] if a == b + 1 && b == c + 1 => Some(2 * a),
            _ => None,
        }
    }

    /// What orders the shapes when the highest hand wins: category, then what the category compares (2.2). Both
    /// low rankings are this order upside down, `seed_low` because it has no runs and its prials are natural.
    fn merit(self, rules: &RankingRules) -> [u8; 4] {
        let [a, b, c] = self.ranks;
        let class = self.class(rules);
        let category = match (class, rules.category_order) {
            (Class::RunningFlush, CategoryOrder::RunningFlushFirst) => 7,
            (Class::Prial, _) => 6,
            (Class::RunningFlush, CategoryOrder::PrialFirst) => 5,
            (Class::Run, _) => 4,
            (Class::Flush, _) => 3,
            (Class::Pair, _) => 2,
            (Class::HighCard, _) => 1,
        };
        let [x, y, z] = match (class, self.run_top(rules)) {
            (Class::Prial, _) => {
                let threes = rules.best_prial == BestPrial::Threes && rules.low == Low::Off;
                [if threes && a == THREE { ACE + 1 } else { a }, 0, 0]
            }
            // Of three ranks in order, the middle one is the pair's.
            (Class::Pair, _) => [b, if a == b { c } else { a }, 0],
            (_, Some(top)) => [top, 0, 0],
            (_, None) => [a, b, c],
        };
        [category, x, y, z]
    }
}
