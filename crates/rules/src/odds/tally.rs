//! From counts of deals to odds.

use super::comparison::Comparison;
use crate::seat::MAX_SEATS;

/// The odds of each hand of a spot.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// One for each hand, in the order of the spot.
    pub hands: Vec<HandOdds>,
    /// Where sets are compared, those of each set by itself: for each set one for each hand.
    pub sets: Vec<Vec<HandOdds>>,
    /// Whether every deal was counted; else they were drawn.
    pub exact: bool,
    /// Deals that were counted or drawn.
    pub deals: u64,
    /// By how much a figure may be off: none where they are exact. Drawn ones are all at the same time within it with
    /// a probability of [`CONFIDENCE`](super::CONFIDENCE) or more, by Hoeffding's inequality, which holds for any cards
    /// and any number of deals.
    pub error: f64,
}

/// What becomes of one hand: shares of all deals, 0 to 1.
///
/// Of sets, what becomes of the deal: whoever wins every set takes it, or whoever scores most; where nobody takes it, it
/// waits for all, a tie. Where the lowest loses, `win` is to lose nothing, `lose` to be the lowest alone, and `tie` to be
/// it with others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HandOdds {
    /// It is better than every other.
    pub win: f64,
    /// It is as good as another, and none is better.
    pub tie: f64,
    /// Another one is better.
    pub lose: f64,
    /// Its share of a pot that equal hands divide; where the lowest loses, the same as `win`.
    pub equity: f64,
}

/// Figures of one hand in one comparison that the bound is for.
const FIGURES: usize = 4;

/// Deals by who takes them.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    deals: u64,
    /// What is taken is a loss, which others do not have.
    loss: bool,
    all: Shares,
    sets: Vec<Shares>,
}

/// For each hand: deals that it takes alone, that it shares with one other, with two …
type Shares = Vec<[u64; MAX_SEATS]>;

impl Tally {
    /// None yet, of so many hands that are compared in this way.
    pub(super) fn of(hands: usize, comparison: Comparison) -> Tally {
        let none = vec![[0; MAX_SEATS]; hands];
        let sets = if let Comparison::Sets(layout) = comparison { layout.sets } else { 0 };
        let loss = comparison == Comparison::Lowest;
        Tally { deals: 0, loss, sets: vec![none.clone(); sets], all: none }
    }

    /// So many deals more, which these hands take, a bit each.
    #[inline]
    pub(super) fn add(&mut self, takers: u32, deals: u64) {
        self.deals += deals;
        add(&mut self.all, takers, deals);
    }

    /// Of the deal that comes next, one set, which these hands take, a bit each.
    pub(super) fn add_to_set(&mut self, set: usize, takers: u32) {
        add(&mut self.sets[set], takers, 1);
    }

    /// One deal that was counted for some is taken by others.
    pub(super) fn moves(&mut self, from: u32, to: u32) {
        for (hand, shares) in self.all.iter_mut().enumerate() {
            if from >> hand & 1 == 1 {
                shares[from.count_ones() as usize - 1] -= 1;
            }
            if to >> hand & 1 == 1 {
                shares[to.count_ones() as usize - 1] += 1;
            }
        }
    }

    /// The odds, where these are all deals.
    pub(super) fn exact(self) -> Odds {
        self.odds(true, 0.0)
    }

    /// The odds, where these are some, each drawn by itself.
    pub(super) fn drawn(self, confidence: f64) -> Odds {
        // Hoeffding's bound for one figure, with as much of the doubt as it has a part in all.
        let figures = FIGURES * self.all.len() * (1 + self.sets.len());
        let doubt = (1.0 - confidence) / figures as f64;
        let error = ((2.0 / doubt).ln() / (2.0 * self.deals as f64)).sqrt();
        self.odds(false, error.min(1.0))
    }

    fn odds(self, exact: bool, error: f64) -> Odds {
        let of_set = |shares: &Shares| shares.iter().map(|shares| self.figures(shares)).collect();
        let hands = self.all.iter().map(|shares| {
            let taken = self.figures(shares);
            if self.loss {
                HandOdds { win: taken.lose, lose: taken.win, equity: taken.lose, ..taken }
            } else {
                taken
            }
        });
        let (hands, sets) = (hands.collect(), self.sets.iter().map(of_set).collect());
        Odds { hands, sets, exact, deals: self.deals, error }
    }

    fn figures(&self, shares: &[u64; MAX_SEATS]) -> HandOdds {
        let share = |deals: u64| deals as f64 / self.deals as f64;
        let (alone, taken) = (shares[0], shares.iter().sum::<u64>());
        let equity: f64 = (1..).zip(shares).map(|(sharers, &deals)| share(deals) / f64::from(sharers)).sum();
        HandOdds { win: share(alone), tie: share(taken - alone), lose: share(self.deals - taken), equity }
    }
}

#[inline]
fn add(shares: &mut Shares, takers: u32, deals: u64) {
    let sharers = takers.count_ones() as usize;
    let mut rest = takers;
    while rest != 0 {
        shares[rest.trailing_zeros() as usize][sharers - 1] += deals;
        rest &= rest - 1;
    }
}
