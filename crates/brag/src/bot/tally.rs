//! What all bots of a process do, counted while they do it.

use brag_bots::{Observer, Outcome};
use hdrhistogram::Histogram;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The longest answer that is told from longer ones, in microseconds.
const LONGEST_US: u64 = 600_000_000;

/// The counters.
pub struct Tally {
    counts: Mutex<Counts>,
}

struct Counts {
    acts: u64,
    hands: u64,
    streams_lost: u64,
    refused: BTreeMap<String, u64>,
    /// How long answers took, in microseconds.
    took: Histogram<u64>,
}

/// What was counted so far.
pub struct Totals {
    /// Acts that were done.
    pub acts: u64,
    /// Hands that ended, each counted once.
    pub hands: u64,
    /// Streams that were lost and resumed.
    pub streams_lost: u64,
    /// Acts that were refused, by reason.
    pub refused: BTreeMap<String, u64>,
    /// Within this time half of all answers came, in milliseconds; with the other two for 99 % and for all.
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub max_ms: f64,
}

impl Totals {
    /// Acts that were refused, for whatever reason.
    pub fn refused_in_all(&self) -> u64 {
        self.refused.values().sum()
    }
}

impl Tally {
    /// Nothing counted yet.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new() -> Result<Tally, String> {
        let took = Histogram::new_with_max(LONGEST_US, 3).map_err(|why| why.to_string())?;
        let counts = Counts { acts: 0, hands: 0, streams_lost: 0, refused: BTreeMap::new(), took };
        Ok(Tally { counts: Mutex::new(counts) })
    }

    /// What was counted so far.
    pub fn totals(&self) -> Totals {
        let counts = self.counts.lock();
        let within = |quantile| counts.took.value_at_quantile(quantile) as f64 / 1_000.0;
        Totals {
            acts: counts.acts,
            hands: counts.hands,
            streams_lost: counts.streams_lost,
            refused: counts.refused.clone(),
            p50_ms: within(0.5),
            p99_ms: within(0.99),
            max_ms: counts.took.max() as f64 / 1_000.0,
        }
    }
}

/// One bot's part in it.
pub struct OneOf {
    /// Where it is counted.
    pub tally: Arc<Tally>,
    /// It is this bot that counts the hands of its table.
    pub counts_hands: bool,
}

impl Observer for OneOf {
    fn acted(&self, took: Duration, outcome: Outcome<'_>) {
        let mut counts = self.tally.counts.lock();
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        counts.took.saturating_record(micros.min(LONGEST_US));
        match outcome {
            Outcome::Done => counts.acts += 1,
            Outcome::Refused(reason) => match counts.refused.get_mut(reason) {
                Some(count) => *count += 1,
                None => {
                    counts.refused.insert(reason.to_owned(), 1);
                }
            },
        }
    }

    fn hand_over(&self) {
        if self.counts_hands {
            self.tally.counts.lock().hands += 1;
        }
    }

    fn stream_lost(&self) {
        self.tally.counts.lock().streams_lost += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted_once() {
        let tally = Arc::new(Tally::new().unwrap());
        let bot = |counts_hands| OneOf { tally: Arc::clone(&tally), counts_hands };
        let (first, second) = (bot(true), bot(false));
        for one in [&first, &second] {
            one.acted(Duration::from_millis(2), Outcome::Done);
            one.acted(Duration::from_millis(4), Outcome::Refused("STALE_TURN"));
            one.hand_over();
        }
        second.stream_lost();
        let totals = tally.totals();
        assert_eq!((totals.acts, totals.hands, totals.streams_lost), (2, 1, 1));
        assert_eq!(totals.refused, BTreeMap::from([("STALE_TURN".to_owned(), 2)]));
        assert_eq!(totals.refused_in_all(), 2);
        assert!((1.9..2.1).contains(&totals.p50_ms) && (3.9..4.1).contains(&totals.max_ms));
    }
}
