//! EstimateOdds: the one call that computes. It does so on threads of its own, one for each core at most, and no longer
//! than anybody waits for it.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use brag_contract::v1;
use brag_rules::odds::{CONFIDENCE, Effort, HandOdds, LOOKS_PER_MS, Odds, estimate};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::from_wire::odds::{Asked, parse};
use crate::refused::{draining, odds_overloaded};
use crate::status::Failure;

/// What odds may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OddsSettings {
    /// Whether they are estimated at all.
    pub on: bool,
    /// Work of one call, as a core of a plain server takes for it. It is counted in steps and not by a clock, so that equal
    /// requests have equal answers.
    pub work: Duration,
    /// Calls at work at once; at least 1. By default as many as there are cores.
    pub at_once: usize,
}

impl Default for OddsSettings {
    fn default() -> Self {
        let at_once = available_parallelism().map_or(1, usize::from);
        OddsSettings { on: true, work: Duration::from_millis(50), at_once }
    }
}

/// Where odds are estimated.
pub(crate) struct OddsDesk {
    settings: OddsSettings,
    places: Arc<Semaphore>,
}

impl OddsDesk {
    /// Nobody at work.
    pub(crate) fn new(settings: OddsSettings) -> OddsDesk {
        OddsDesk { settings, places: Arc::new(Semaphore::new(settings.at_once)) }
    }

    /// Whether it is open.
    pub(crate) fn on(&self) -> bool {
        self.settings.on
    }

    /// The odds. Whoever drops this ends the work, too.
    pub(crate) async fn estimate(
        &self,
        request: v1::EstimateOddsRequest,
    ) -> Result<v1::EstimateOddsResponse, Failure> {
        let Asked { spot, method, seed } = parse(request)?;
        // The place is free when the work has ended, which is later than its caller may be gone.
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| odds_overloaded(self.settings.at_once))?;
        let millis = u64::try_from(self.settings.work.as_millis()).unwrap_or(u64::MAX);
        let effort = Effort { looks: millis.saturating_mul(LOOKS_PER_MS), method, seed };
        let waiter = Waiter::default();
        let gone = Arc::clone(&waiter.0);
        let work = spawn_blocking(move || {
            let _place = place;
            estimate(&spot, &effort, &mut |_| !gone.load(Ordering::Relaxed))
        });
        match work.await {
            Ok(Ok(odds)) => Ok(answer(&odds, seed)),
            Err(broken) if broken.is_panic() => resume_unwind(broken.into_panic()),
            // It never began, since the runtime ends.
            Ok(Err(_)) | Err(_) => Err(draining()),
        }
    }
}

/// Somebody who waits for an answer; once he is gone it says so.
#[derive(Default)]
struct Waiter(Arc<AtomicBool>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn answer(odds: &Odds, seed: u64) -> v1::EstimateOddsResponse {
    v1::EstimateOddsResponse {
        hands: (0..odds.hands.len()).map(|place| hand(odds, place)).collect(),
        exact: odds.exact,
        deals: odds.deals,
        error_bound: odds.error,
        confidence: if odds.exact { 1.0 } else { CONFIDENCE },
        seed,
    }
}

fn hand(odds: &Odds, place: usize) -> v1::HandOdds {
    let HandOdds { win, tie, lose, equity } = odds.hands[place];
    let of_set = |set: &Vec<HandOdds>| {
        let HandOdds { win, tie, lose, equity } = set[place];
        v1::SetOdds { win, tie, lose, equity }
    };
    v1::HandOdds { win, tie, lose, equity, sets: odds.sets.iter().map(of_set).collect() }
}
