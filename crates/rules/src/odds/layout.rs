//! Sets that are laid out and compared one by one (rulebook section 5).

use super::choose;
use super::comparison::{Layout, Takes};
use super::contest::{Contest, best};
use super::spot::Hand;
use super::tally::Tally;
use crate::arrange::{Laying, MAX_SETS, Merit, Scoring, Sets, TieInHand, automatic};
use crate::card::{Cards, PLAYED};
use crate::rank::Ranking;
use crate::seat::MAX_SEATS;

/// Each hand lays the sets that were named for it, or else the automatic arrangement.
pub(super) struct BySets {
    laying: Laying,
    layout: Layout,
}

/// What each set of a hand is worth; none where none is laid.
type Worth = [Option<Merit>; MAX_SETS];

impl BySets {
    /// That comparison with this ranking.
    pub(super) fn of(ranking: Ranking, layout: Layout) -> BySets {
        BySets { laying: laying(ranking, &layout), layout }
    }

    /// What it scores to win that set, from 0.
    fn points(&self, set: usize) -> usize {
        match self.layout.scoring {
            Scoring::OnePerHand => 1,
            Scoring::Street => self.layout.sets - set,
        }
    }

    /// Who wins a set, and whether outright; none where nobody does.
    fn winner(&self, laid: &[(usize, Merit)]) -> Option<(usize, bool)> {
        let places = best(laid.iter().copied());
        match (places.count_ones(), self.layout.tie) {
            (0, _) | (2.., TieInHand::NoScore) => None,
            (1, _) => Some((places.trailing_zeros() as usize, true)),
            (2.., TieInHand::Cancel) => {
                let rest: Vec<_> = laid.iter().copied().filter(|(hand, _)| places >> hand & 1 == 0).collect();
                self.winner(&rest).map(|(hand, _)| (hand, false))
            }
        }
    }
}

/// What may be laid.
pub(super) fn laying(ranking: Ranking, layout: &Layout) -> Laying {
    Laying { ranking, sets: layout.sets, fewer: layout.fewer, fours: layout.fours }
}

impl Contest for BySets {
    type Value = Worth;

    fn value(&self, hand: &Hand, held: &Cards) -> Worth {
        let by_itself = || automatic(&self.laying.ranking, held, self.layout.sets);
        let sets: Sets = hand.sets.unwrap_or_else(by_itself);
        let mut worth = [None; MAX_SETS];
        for (worth, set) in worth.iter_mut().zip(sets.iter()) {
            let merit = self.laying.merit(&set);
            *worth = merit.filter(|&merit| self.laying.reaches(self.layout.standard, merit));
        }
        worth
    }

    fn looks(&self, cards: usize) -> u64 {
        choose(cards, PLAYED) * EACH_THREE + ARRANGE
    }

    fn settle(&self, values: &[Worth], tally: &mut Tally) {
        let hands = values.len();
        let (mut points, mut won) = ([0usize; MAX_SEATS], [0usize; MAX_SEATS]);
        for set in 0..self.layout.sets {
            let laid = values.iter().enumerate().filter_map(|(hand, worth)| Some((hand, worth[set]?)));
            let laid: Vec<(usize, Merit)> = laid.collect();
            let winner = self.winner(&laid);
            let takers = winner.map_or_else(|| best(laid.iter().copied()), |(hand, _)| 1 << hand);
            tally.add_to_set(set, takers);
            if let Some((hand, outright)) = winner {
                points[hand] += self.points(set);
                won[hand] += usize::from(outright);
            }
        }
        let all = (1u32 << hands) - 1;
        let takers = match self.layout.takes {
            Takes::Every => {
                won[..hands].iter().position(|&won| won == self.layout.sets).map_or(all, |hand| 1 << hand)
            }
            Takes::Most => best(points[..hands].iter().enumerate().map(|(hand, points)| (hand, *points))),
        };
        tally.add(takers, 1);
    }
}

/// What the automatic arrangement takes for each three cards of the hand, in looks.
const EACH_THREE: u64 = 24;
/// What it takes beside them, in looks.
const ARRANGE: u64 = 150;
