//! The order of all hands as a table, one for each combination of the options that shape it.

use std::cmp::Reverse;
use std::sync::OnceLock;

use super::rules::{AceTwoThree, BestPrial, CategoryOrder, Low, RankingRules, Scale};
use super::{Class, NUMBERS, OLD_STRENGTHS, STRENGTHS};
use crate::card::{Card, PACK_SIZE};

const RANKS: usize = 13;
const PAIRS: usize = RANKS * RANKS;
/// Places of three ranks, four bits each, of which the greatest is 12.
const PLACES: usize = 1 << 12;
const ACE: u8 = 12;
const THREE: u8 = 1;

/// The combinations of the options that shape the order: 48.
const COMBINATIONS: usize =
    CategoryOrder::ALL.len() * BestPrial::ALL.len() * AceTwoThree::ALL.len() * Low::ALL.len();

/// The face of each card by its code, with room for every byte, so that no bound is checked. Three cards are of one suit
/// if they share a high bit; to look that up takes half the time of dividing three codes by 13.
static FACES: [u8; 256] = {
    let mut faces = [0; 256];
    let mut code = 0;
    while code < PACK_SIZE {
        faces[code] = (code % RANKS) as u8 | 1 << (4 + code / RANKS);
        code += 1;
    }
    faces
};

/// Those, and the two scales that have one order each.
static TABLES: [OnceLock<Box<Table>>; COMBINATIONS + 2] = [const { OnceLock::new() }; COMBINATIONS + 2];

/// The index of every three-card hand under one set of rules, 1 the best (rulebook 2.2–2.6), and the best index
/// that three cards of which some are wild can have (2.8).
///
/// Which cards are wild, the suits, the thrown cards and 2-3-5 are no part of it: see [`Ranking`](super::Ranking).
pub(super) struct Table {
    /// The index of a hand at `256 × rank + 16 × rank + rank`, plus 4,096 for three cards of one suit.
    indices: [u16; 2 * PLACES],
    /// The best with any third card, at `13 × rank + rank`, plus 169 for two cards of one suit.
    with_one_wild: [u16; 2 * PAIRS],
    /// The best with any two others, at the rank.
    with_two_wild: [u16; RANKS],
    /// The class at the place of each index.
    classes: Box<[Class]>,
    /// At the place of each index the first one of its rank: what is compared before wild cards are.
    ranks: Box<[u16]>,
    /// The first index of each class.
    firsts: [u16; Class::ALL.len()],
}

impl Table {
    /// The table for these rules; built when it is first asked for, and then kept.
    ///
    /// Under a low ranking `best_prial` is natural whatever the rules say (2.8).
    pub(super) fn of(rules: &RankingRules) -> &'static Table {
        let place = rules.category_order as usize;
        let place = place * BestPrial::ALL.len() + rules.best_prial as usize;
        let place = place * AceTwoThree::ALL.len() + rules.ace_two_three as usize;
        let place = place * Low::ALL.len() + rules.low as usize;
        match rules.scale {
            Scale::Brag => TABLES[place].get_or_init(|| Box::new(Table::of_categories(rules))),
            Scale::Digits => TABLES[COMBINATIONS].get_or_init(|| Box::new(Table::of_digits())),
            Scale::Old => TABLES[COMBINATIONS + 1].get_or_init(|| Box::new(Table::of_old_ranking())),
        }
    }

    /// The index of three natural cards, in whatever order they are given.
    ///
    /// They are meant to be three different cards; if one is repeated, its suit does not count.
    #[inline]
    pub(super) fn natural(&self, [a, b, c]: [Face; 3]) -> u16 {
        self.indices[place([a, b, c].map(Face::rank), (a.0 & b.0 & c.0) >> 4 != 0)]
    }

    /// The best index that these two and any third card have.
    pub(super) fn with_one_wild(&self, [a, b]: [Face; 2]) -> u16 {
        self.with_one_wild[pair_place([a, b].map(Face::rank), (a.0 & b.0) >> 4 != 0)]
    }

    /// The best index that this and any two other cards have.
    pub(super) fn with_two_wild(&self, a: Face) -> u16 {
        self.with_two_wild[usize::from(a.rank())]
    }

    /// What hands of this index are.
    pub(super) fn class(&self, index: u16) -> Class {
        self.classes[usize::from(index - 1)]
    }

    /// The best index that equals this one where wild cards are asked (2.8): in the old ranking that of the prial or
    /// pair of this rank, elsewhere itself.
    pub(super) fn first_of_rank(&self, index: u16) -> u16 {
        self.ranks[usize::from(index - 1)]
    }

    /// The best index of a class.
    pub(super) fn first(&self, class: Class) -> u16 {
        self.firsts[class as usize]
    }

    /// How many indices there are.
    pub(super) fn indices(&self) -> u16 {
        self.classes.len() as u16
    }

    fn of_categories(rules: &RankingRules) -> Table {
        let mut shapes = shapes();
        shapes.sort_by_key(|shape| shape.merit(rules));
        if rules.low == Low::Off {
            shapes.reverse();
        }
        let classes = shapes.iter().map(|shape| shape.class(rules)).collect();
        Table::build(classes, (1..=STRENGTHS).collect(), (1..=STRENGTHS).zip(shapes))
    }

    fn of_digits() -> Table {
        let classes = vec![Class::Digits; usize::from(NUMBERS)].into();
        let shapes = shapes().into_iter().map(|shape| (NUMBERS - shape.number(), shape));
        Table::build(classes, (1..=NUMBERS).collect(), shapes)
    }

    fn of_old_ranking() -> Table {
        let mut shapes = shapes();
        shapes.sort_by_key(|shape| Reverse(shape.old_merit()));
        // Suited and mixed shapes of the same ranks are one hand here.
        let mut of_index: Vec<Shape> = Vec::with_capacity(usize::from(OLD_STRENGTHS));
        let mut ranks: Vec<u16> = Vec::with_capacity(usize::from(OLD_STRENGTHS));
        let mut indexed = Vec::with_capacity(shapes.len());
        for shape in shapes {
            let last = of_index.last().map(|last| last.old_merit());
            if last.is_none_or(|last| last != shape.old_merit()) {
                let same_rank = last.is_some_and(|last| last[..2] == shape.old_merit()[..2]);
                let index = of_index.len() as u16 + 1;
                ranks.push(ranks.last().copied().filter(|_| same_rank).unwrap_or(index));
                of_index.push(shape);
            }
            indexed.push((of_index.len() as u16, shape));
        }
        let classes = of_index.iter().map(|shape| shape.old_class()).collect();
        Table::build(classes, ranks.into(), indexed.into_iter())
    }

    fn build(classes: Box<[Class]>, ranks: Box<[u16]>, shapes: impl Iterator<Item = (u16, Shape)>) -> Table {
        let mut table = Table {
            indices: [0; 2 * PLACES],
            with_one_wild: [u16::MAX; 2 * PAIRS],
            with_two_wild: [u16::MAX; RANKS],
            firsts: [0; Class::ALL.len()],
            classes,
            ranks,
        };
        for (place, &class) in table.classes.iter().enumerate().rev() {
            table.firsts[class as usize] = place as u16 + 1;
        }
        for (index, Shape { ranks: [a, b, c], suited }) in shapes {
            for ranks in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                table.indices[place(ranks, suited)] = index;
                // No suit can hold one rank twice: whoever asks gets the answer for mixed suits, not a hole.
                if a == b || b == c {
                    table.indices[place(ranks, true)] = index;
                }
            }
        }
        table.fill_in_wild_cards();
        table
    }

    /// A wild card may be any of the 52, those that are held too: of any rank, and of the suit of the others or not.
    fn fill_in_wild_cards(&mut self) {
        for a in 0..=ACE {
            for b in 0..=ACE {
                for wild in 0..=ACE {
                    let mixed = self.indices[place([a, b, wild], false)];
                    let suited = mixed.min(self.indices[place([a, b, wild], true)]);
                    for (one_suit, best) in [(false, mixed), (true, suited)] {
                        let with_one = &mut self.with_one_wild[pair_place([a, b], one_suit)];
                        *with_one = best.min(*with_one);
                    }
                    let with_two = &mut self.with_two_wild[usize::from(a)];
                    *with_two = suited.min(*with_two);
                }
            }
        }
    }
}

/// A card as the tables look it up: the rank in the four low bits, and one of the four high bits for the suit.
#[derive(Clone, Copy, Default)]
pub(super) struct Face(u8);

impl Face {
    #[inline]
    pub(super) fn of(card: Card) -> Face {
        Face::of_code(card.code())
    }

    /// The face of the card with this code.
    #[inline]
    pub(super) fn of_code(code: u8) -> Face {
        Face(FACES[usize::from(code)])
    }

    #[inline]
    fn rank(self) -> u8 {
        self.0 & 15
    }

    /// One in the three bits of its rank.
    #[inline]
    pub(super) fn weight(self) -> u64 {
        1 << (3 * self.rank())
    }
}

fn pair_place(ranks: [u8; 2], suited: bool) -> usize {
    let [a, b] = ranks.map(usize::from);
    RANKS * a + b + if suited { PAIRS } else { 0 }
}

#[inline]
fn place(ranks: [u8; 3], suited: bool) -> usize {
    let [a, b, c] = ranks.map(|rank| usize::from(rank & 15));
    usize::from(suited) << 12 | a << 8 | b << 4 | c
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

    /// The number that the ranks are as digits, the highest first (V13, `nine99`).
    fn number(self) -> u16 {
        let mut digits = self.ranks.map(|rank| match rank {
            ACE => 1,
            pips @ ..8 => u16::from(pips) + 2,
            _ => 0,
        });
        digits.sort_unstable();
        digits.iter().rev().fold(0, |number, digit| 10 * number + digit)
    }

    fn old_class(self) -> Class {
        let [a, b, c] = self.ranks;
        if a == c {
            Class::Prial
        } else if a == b || b == c {
            Class::Pair
        } else {
            Class::Single
        }
    }

    /// What orders the shapes in the old ranking (2.7): category, rank of the prial or the pair, then the other cards.
    fn old_merit(self) -> [u8; 4] {
        let [a, b, c] = self.ranks;
        match self.old_class() {
            Class::Prial => [3, a, 0, 0],
            Class::Pair => [2, b, if a == b { c } else { a }, 0],
            _ => [1, a, b, c],
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
            (Class::HighCard | Class::Digits | Class::Single | Class::Four, _) => 1,
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
