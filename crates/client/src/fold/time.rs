//! Instants and lengths of time as the contract writes them.

use prost_types::{Duration, Timestamp};

/// Of a second.
const NANOS: i128 = 1_000_000_000;

fn time(at: &Timestamp) -> i128 {
    i128::from(at.seconds) * NANOS + i128::from(at.nanos)
}

fn length(of: &Duration) -> i128 {
    i128::from(of.seconds) * NANOS + i128::from(of.nanos)
}

/// The time from `now` to `end`; none is left after it.
pub(super) fn until(end: &Timestamp, now: &Timestamp) -> Duration {
    let left = (time(end) - time(now)).max(0);
    Duration { seconds: (left / NANOS) as i64, nanos: (left % NANOS) as i32 }
}

/// The time so long before `end`.
pub(super) fn before(end: &Timestamp, by: &Duration) -> Timestamp {
    let at = time(end) - length(by);
    Timestamp { seconds: at.div_euclid(NANOS) as i64, nanos: at.rem_euclid(NANOS) as i32 }
}

/// The one that ends first.
pub(super) fn shorter(a: Duration, b: Duration) -> Duration {
    if length(&a) < length(&b) { a } else { b }
}
