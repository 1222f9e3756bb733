//! How long to wait, how often to try again, and how chance spreads it.

use std::time::Duration;

/// How patient a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// How long one attempt of a call may take, and how long a connection or a stream may take to open.
    pub attempt_timeout: Duration,
    /// How long a call may take with all its attempts and the waits between them.
    pub total: Duration,
    /// The most that is waited after the first failure; it doubles with each further one. What is waited is drawn
    /// evenly between nothing and this, so that many clients that failed together do not come back together.
    pub first_backoff: Duration,
    /// Where the doubling ends.
    pub max_backoff: Duration,
    /// A stream on which nothing at all came for so long is taken as dead and is resumed on another connection. Longer
    /// than the server's bookmarks are apart: 15 s unless its operator has set something else.
    pub stream_silence: Duration,
}

impl Default for Policy {
    /// For a server of default settings: 5 s an attempt, 30 s a call, waits from 100 ms to 5 s, streams silent for no
    /// more than two bookmarks and a half.
    fn default() -> Policy {
        Policy {
            attempt_timeout: Duration::from_secs(5),
            total: Duration::from_secs(30),
            first_backoff: Duration::from_millis(100),
            max_backoff: Duration::from_secs(5),
            stream_silence: Duration::from_millis(37_500),
        }
    }
}

impl Policy {
    /// What to wait after so many failures in a row, at least 1. Where the server said how long, that comes on top.
    pub(crate) fn wait(&self, failures: u32, asked: Option<Duration>) -> Duration {
        let most = self.most(failures);
        let drawn = most.mul_f64(fraction());
        asked.map_or(drawn, |asked| asked.saturating_add(drawn))
    }

    /// The most that is waited after so many failures in a row.
    fn most(&self, failures: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(failures.saturating_sub(1));
        self.first_backoff.saturating_mul(doubled).min(self.max_backoff)
    }
}

/// Drawn evenly from 0 … 1; the middle where the system has no randomness, which spreads nothing and waits all the same.
fn fraction() -> f64 {
    getrandom::u32().map_or(0.5, |drawn| f64::from(drawn) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_bound_and_are_spread_over_all_of_it() {
        let policy = Policy::default();
        let millis = |failures| policy.most(failures).as_millis();
        assert_eq!([1, 2, 3, 6, 7, 60, u32::MAX].map(millis), [100, 200, 400, 3_200, 5_000, 5_000, 5_000]);
        let waits: Vec<Duration> = (0..400).map(|_| policy.wait(7, None)).collect();
        assert!(waits.iter().all(|&wait| wait <= policy.max_backoff));
        let quarter = policy.max_backoff / 4;
        for part in 0..4 {
            let drawn =
                waits.iter().filter(|&&wait| wait >= quarter * part && wait <= quarter * (part + 1)).count();
            assert!(drawn > 40, "{drawn} of 400 in quarter {part}");
        }
    }

    #[test]
    fn what_the_server_asked_for_is_waited_at_least() {
        let asked = Duration::from_secs(2);
        let wait = Policy::default().wait(1, Some(asked));
        assert!(wait >= asked && wait <= asked + Duration::from_millis(100), "{wait:?}");
    }
}
