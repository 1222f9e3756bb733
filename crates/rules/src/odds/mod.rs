//! How likely each of some hands is to win a showdown, with what is known of the cards.
//!
//! A [`Spot`] is what somebody knows: the cards of some hands, the cards that nobody can hold, and how many hands there
//! are of which he knows nothing. Every deal of the cards that are left is as likely as any other, and [`estimate`]
//! says in what share of them each hand wins. Nobody bets, folds or throws anything in it: all hands meet.
//!
//! ```
//! use brag_rules::odds::{Effort, Known, Spot, estimate};
//! use brag_rules::options::{GivenRules, Rules};
//!
//! let rules = Rules::resolve("three_card", &GivenRules::new()).unwrap();
//! let aces = Known { cards: ["As", "Ad", "7c"].map(|card| card.parse().unwrap()).to_vec(), ..Known::default() };
//! let spot = Spot::new(&rules, None, &[aces, Known::default()], &[]).unwrap();
//! let odds = estimate(&spot, &Effort::default(), &mut |_| true).unwrap();
//! assert!(odds.exact && odds.deals == 18_424);
//! assert!(odds.hands[0].win > 0.89);
//! ```
//!
//! # How
//! Whatever can be counted within the [`Effort`] is counted, and is exact: deal by deal (`count`), or for two hands
//! that are not known by how many pairs of them share no card (`pairs`). Everything else is drawn (`draw`), with a
//! bound of the error. Work is counted in looks, not in time, so that an answer is the same wherever it is asked for.

mod comparison;
mod contest;
mod count;
mod draw;
mod layout;
mod pairs;
mod spot;
mod tally;

pub use comparison::{Comparison, Layout, Takes};
pub use spot::{Known, NoSpot, Place, Spot};
pub use tally::{HandOdds, Odds};

use contest::{Contest, Showdown};
use layout::BySets;
use tally::Tally;

/// How sure it is that all figures of one answer that was drawn are within its bound at the same time.
pub const CONFIDENCE: f64 = 0.99;

/// Looks that a core of a plain server of 2024 makes in a millisecond. See [`Effort::looks`].
pub const LOOKS_PER_MS: u64 = 400_000;

/// Steps between two calls of whoever watches.
const STRIDE: u64 = 1 << 12;

/// How much work an answer may take, and what is drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Looks at most: a look is one of the threes of a hand that is read, a card that is dealt, or a hand that is
    /// compared. [`LOOKS_PER_MS`] of them take about a millisecond. It bounds the deals that are drawn, too, but one is.
    pub looks: u64,
    /// What is done with it.
    pub method: Method,
    /// Where the deals that are drawn begin: the same spot, effort and seed give the same figures to the last bit.
    pub seed: u64,
}

/// How odds are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Counted if that takes no more looks than there may be, else drawn, as many deals as there are looks for.
    #[default]
    Fitting,
    /// Drawn, so many deals at most, even where all could be counted.
    Drawn(u64),
    /// Counted, however long it takes.
    Counted,
}

impl Effort {
    /// Whether deals are counted, if that takes so many looks.
    fn counts(&self, looks: u64) -> bool {
        match self.method {
            Method::Fitting => looks <= self.looks,
            Method::Drawn(_) => false,
            Method::Counted => true,
        }
    }
}

impl Default for Effort {
    /// 50 milliseconds of work.
    fn default() -> Effort {
        Effort { looks: 50 * LOOKS_PER_MS, method: Method::Fitting, seed: 0 }
    }
}

/// How far it has come, in steps of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Steps that are done.
    pub done: u64,
    /// Steps in all.
    pub of: u64,
}

/// Whoever watched had enough: there are no odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// Looks that counting the spot takes; `u64::MAX` where there are more.
pub fn looks_to_count(spot: &Spot) -> u64 {
    let of_showdown = |contest: Showdown| count::looks(&contest, spot).min(pairs::looks(&contest, spot));
    match spot.comparison() {
        Comparison::Best => of_showdown(Showdown::of(spot, false)),
        Comparison::Lowest => of_showdown(Showdown::of(spot, true)),
        Comparison::Sets(layout) => count::looks(&BySets::of(spot.ranking(), layout), spot),
    }
}

/// The odds of each hand of the spot.
///
/// `go_on` is asked every few thousand steps whether to.
///
/// # Errors
/// It said no.
pub fn estimate(
    spot: &Spot,
    effort: &Effort,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Odds, Stopped> {
    match spot.comparison() {
        Comparison::Best => of_showdown(&Showdown::of(spot, false), spot, effort, go_on),
        Comparison::Lowest => of_showdown(&Showdown::of(spot, true), spot, effort, go_on),
        Comparison::Sets(layout) => of_deals(&BySets::of(spot.ranking(), layout), spot, effort, go_on),
    }
}

/// Two hands that are not known may be counted by pairs.
fn of_showdown(
    contest: &Showdown,
    spot: &Spot,
    effort: &Effort,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Odds, Stopped> {
    let looks = pairs::looks(contest, spot);
    if looks >= count::looks(contest, spot) || !effort.counts(looks) {
        return of_deals(contest, spot, effort, go_on);
    }
    let mut tally = tally(spot);
    pairs::count(contest, spot, &mut tally, go_on)?;
    Ok(tally.exact())
}

/// Deal by deal, all of them or some.
fn of_deals<C: Contest>(
    contest: &C,
    spot: &Spot,
    effort: &Effort,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Odds, Stopped> {
    let mut tally = tally(spot);
    if effort.counts(count::looks(contest, spot)) {
        count::count(contest, spot, &mut tally, go_on)?;
        return Ok(tally.exact());
    }
    let most = if let Method::Drawn(deals) = effort.method { deals } else { u64::MAX };
    let deals = (effort.looks / draw::looks(contest, spot)).clamp(1, most.max(1));
    draw::draw(contest, spot, deals, effort.seed, &mut tally, go_on)?;
    Ok(tally.drawn(CONFIDENCE))
}

fn tally(spot: &Spot) -> Tally {
    Tally::of(spot.hands().len(), spot.comparison())
}

/// In how many ways `k` of `n` can be chosen; `u64::MAX` where there are more.
fn choose(n: usize, k: usize) -> u64 {
    let ways = (0..k as u64)
        .try_fold(1u64, |ways, i| Some(ways.checked_mul((n as u64).saturating_sub(i))? / (i + 1)));
    ways.unwrap_or(u64::MAX)
}
