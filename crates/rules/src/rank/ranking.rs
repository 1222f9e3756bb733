//! Rules of ranking ready to look hands up: three cards, wild cards, the best three of more.

use super::rules::{NaturalPrecedence, Scale, SuitTiebreak, TwoThreeFive};
use super::table::{Face, Table};
use super::{Class, RankingRules, Reading, Strength};
use crate::card::{Card, Cards, MAX_HAND};

/// How hands rank at one table; with a card that is turned before the deal, in one hand of it.
///
/// Copied freely: it is the rules and a reference to a table that all rankings share. Nothing here allocates.
#[derive(Clone, Copy)]
pub struct Ranking {
    table: &'static Table,
    pub(super) rules: RankingRules,
}

impl Ranking {
    /// The ranking for these rules. Its table is built when it is first asked for, and then kept.
    #[inline]
    pub fn of(rules: &RankingRules) -> Ranking {
        Ranking { table: Table::of(rules), rules: *rules }
    }

    /// How good these three cards are, in whatever order they are given.
    ///
    /// They are meant to be three different cards; if one is repeated, its suit does not count.
    #[inline]
    pub fn strength(&self, cards: [Card; 3]) -> Strength {
        if self.rules.wild.is_none() {
            Strength::natural(self.table.natural(cards.map(Face::of)))
        } else {
            self.wild_strength(cards).0
        }
    }

    /// What decides between three cards and three others: the strength, then the suit where suits do, else 0.
    pub(crate) fn merit(&self, cards: [Card; 3]) -> (Strength, u8) {
        (self.strength(cards), self.suit_of(cards))
    }

    /// The strength of the best prial there is: a natural one.
    pub(crate) fn best_prial(&self) -> Strength {
        let index = self.table.first(Class::Prial);
        if self.rules.wild.is_none() { Strength::natural(index) } else { self.of_index(index, 0) }
    }

    /// The rules by which it ranks.
    pub fn rules(&self) -> &RankingRules {
        &self.rules
    }

    /// What these three cards are, or count for.
    ///
    /// `ace_two_three = not_a_run` makes A-2-3 a flush or a high card. Under `low = seed_low` there are no runs at
    /// all: 2-3-4 is a high card, and a flush if it is suited. Under `low = reverse` a hand is called what it is
    /// in the normal order. In the old ranking it is a prial, a pair or a single.
    pub fn class(&self, cards: [Card; 3]) -> Class {
        self.class_of(self.strength(cards))
    }

    /// What a hand of this strength is, or counts for. The strength is one of this ranking's.
    pub fn class_of(&self, strength: Strength) -> Class {
        self.table.class(strength.index())
    }

    /// How many indices this ranking has: the worst hand's.
    pub fn indices(&self) -> u16 {
        self.table.indices()
    }

    /// Reads a hand for a comparison: the best three of what is held, and the rest as thrown with what was thrown.
    /// None if fewer than three cards are held.
    ///
    /// Best is what wins the comparison: the strength, then the highest cards left over (V2) and the suit of the
    /// highest card where suits count. Of cards that differ in nothing, those dealt first are taken.
    pub fn read(&self, held: &Cards, thrown: &Cards) -> Option<Reading> {
        if held.len() < 3 {
            return None;
        }
        let (strength, best) = if self.rules.wild.is_none() && self.rules.suit_tiebreak == SuitTiebreak::None
        {
            self.best_by_index(held)
        } else {
            self.best_by_merit(held)
        };
        let left_over = if self.rules.discard_tiebreak {
            weight(held.iter()) - weight(best.into_iter()) + weight(thrown.iter())
        } else {
            0
        };
        Some(Reading::new(strength, left_over, self.suit_of(best), best))
    }

    /// Which of these three cards count for another one in the hand of this strength: those that are wild, but
    /// for one that counts as itself.
    pub fn wild_cards(&self, cards: [Card; 3]) -> [bool; 3] {
        let used = if self.rules.wild.is_none() { 0 } else { self.wild_strength(cards).1 };
        [0, 1, 2].map(|place| used >> place & 1 == 1)
    }

    /// Whether 2-3-5 beats a prial here, and what these hands are: see [`Ranking::compare`].
    pub(super) fn two_three_five_against_prial(&self, two_three_five: &Reading, prial: &Reading) -> bool {
        self.may_beat_a_prial(two_three_five) && self.class_of(prial.strength()) == Class::Prial
    }

    /// Whether the hand may beat one that is better than it by the order of readings: see [`Ranking::compare`].
    pub(crate) fn may_beat_a_prial(&self, reading: &Reading) -> bool {
        self.rules.two_three_five == TwoThreeFive::BeatsPrial && is_two_three_five(reading.cards())
    }

    /// The best three where nothing but the index decides: without wild cards, hands of one index have the same
    /// ranks, and so have the cards left over.
    #[inline]
    fn best_by_index(&self, held: &Cards) -> (Strength, [Card; 3]) {
        let best = match *held.codes() {
            // Four cards without a loop take half the time.
            [a, b, c, d] => self.least(&[a, b, c, d].map(Face::of_code)),
            ref codes => {
                let mut faces = [Face::default(); MAX_HAND];
                for (face, &code) in faces.iter_mut().zip(codes) {
                    *face = Face::of_code(code);
                }
                self.least(&faces[..codes.len()])
            }
        };
        let card = |shift: u32| held.at((best >> shift & 15) as usize);
        (Strength::natural((best >> 12) as u16), [card(8), card(4), card(0)])
    }

    /// The least index of any three, and under it their places, four bits each: one number, found without a branch.
    #[inline(always)]
    fn least(&self, faces: &[Face]) -> u32 {
        let n = faces.len();
        let mut least = u32::MAX;
        for i in 0..n - 2 {
            for j in i + 1..n - 1 {
                for k in j + 1..n {
                    let index = self.table.natural([faces[i], faces[j], faces[k]]);
                    least = least.min(u32::from(index) << 12 | (i << 8 | j << 4 | k) as u32);
                }
            }
        }
        least
    }

    /// The best three where more than the index decides.
    fn best_by_merit(&self, held: &Cards) -> (Strength, [Card; 3]) {
        let all = weight(held.iter());
        // What is left over comes before the suit where it decides between hands (2.8). Where it does not, it is asked
        // last: what counts is what wins the comparison, and of equals the one that keeps the highest (V2).
        let merit = |cards: [Card; 3]| {
            let left_over = all - weight(cards.into_iter());
            let counted = if self.rules.discard_tiebreak { left_over } else { 0 };
            (self.strength(cards), counted, self.suit_of(cards), left_over)
        };
        let n = held.len();
        let mut three = [held.at(0), held.at(1), held.at(2)];
        let mut most = merit(three);
        for i in 0..n - 2 {
            for j in i + 1..n - 1 {
                for k in j + 1..n {
                    let others = [held.at(i), held.at(j), held.at(k)];
                    let merit = merit(others);
                    if merit > most {
                        (three, most) = (others, merit);
                    }
                }
            }
        }
        (most.0, three)
    }

    /// The suit that counts, clubs lowest; 0 where none does.
    fn suit_of(&self, cards: [Card; 3]) -> u8 {
        match (self.rules.suit_tiebreak, self.rules.scale) {
            (SuitTiebreak::None, _) | (_, Scale::Old) => 0,
            (SuitTiebreak::Shdc, _) => {
                let highest = cards.iter().map(|card| (card.rank(), card.suit())).max();
                highest.map_or(0, |(_, suit)| suit)
            }
        }
    }

    /// The best that a hand can count for, and which of its cards count for another then, as the bits 1, 2 and 4.
    ///
    /// With `bragger_as_self` each wild card may also be natural, so every subset of the wild cards is tried.
    fn wild_strength(&self, cards: [Card; 3]) -> (Strength, u8) {
        let faces = cards.map(Face::of);
        let wild = self.rules.wild.among(cards);
        let mut best = (self.with_wild(faces, wild), wild);
        let mut used = wild;
        while self.rules.bragger_as_self && used != 0 {
            used = (used - 1) & wild;
            let strength = self.with_wild(faces, used);
            // As good with fewer wild cards is how it counts, even where their number makes no difference.
            if (strength, used.count_zeros()) >= (best.0, best.1.count_zeros()) {
                best = (strength, used);
            }
        }
        best
    }

    /// The strength of a hand of which exactly the cards of these bits count for any other.
    fn with_wild(&self, faces: [Face; 3], used: u8) -> Strength {
        let [a, b, c] = faces;
        let table = self.table;
        let index = match used {
            0b000 => table.natural(faces),
            0b001 => table.with_one_wild([b, c]),
            0b010 => table.with_one_wild([a, c]),
            0b100 => table.with_one_wild([a, b]),
            0b110 => table.with_two_wild(a),
            0b101 => table.with_two_wild(b),
            0b011 => table.with_two_wild(c),
            _ => 1,
        };
        self.of_index(index, used)
    }

    /// The strength of a hand of this index of which the cards of these bits count for others.
    fn of_index(&self, index: u16, used: u8) -> Strength {
        let table = self.table;
        let wild = used != 0;
        // The categories lie one after the other, so the first index of each is its place among them; and so do the
        // hands between which wild cards decide.
        let category = table.first(table.class(index));
        let (among, precedes) = match self.rules.natural_precedence {
            NaturalPrecedence::None => return Strength::natural(index),
            NaturalPrecedence::SameRank => (table.first_of_rank(index), used.count_ones()),
            NaturalPrecedence::PrialsOnly => {
                (category, u32::from(wild && table.class(index) == Class::Prial))
            }
            NaturalPrecedence::WholeCategory => (category, u32::from(wild)),
        };
        Strength::after(u32::from(among) << 2 | precedes, index)
    }
}

/// How many cards there are of each rank, three bits a rank: of two lists of one length the greater number has the
/// higher cards, compared from the highest down.
fn weight(cards: impl Iterator<Item = Card>) -> u64 {
    cards.map(|card| Face::of(card).weight()).sum()
}

/// 2-3-5 of at least two suits.
fn is_two_three_five(cards: [Card; 3]) -> bool {
    let mut ranks = cards.map(Card::rank);
    ranks.sort_unstable();
    let [a, b, c] = cards.map(Card::suit);
    ranks == [0, 1, 3] && !(a == b && b == c)
}
