//! Requests into values of our own, with every check of their form: which field is wrong, and what it may be.
//!
//! An unknown value of an enum and a oneof of which nothing is set are refused, never taken for a default.

pub(crate) mod act;
pub(crate) mod create;
mod hash;
mod limits;
pub(crate) mod list;
pub(crate) mod names;
pub(crate) mod odds;
pub(crate) mod rank;
mod rules;

pub use limits::RequestLimits;
pub(crate) use names::{chips, seat_number};

use crate::status::Failure;

/// A value of an enum that the contract knows.
pub(crate) fn known<E: TryFrom<i32>>(field: &str, value: i32) -> Result<E, Failure> {
    E::try_from(value)
        .map_err(|_| Failure::invalid(field, "a value that the contract names").with("value", value))
}

/// Whole milliseconds of a duration; what is finer is cut off.
pub(crate) fn millis(
    field: &str,
    duration: prost_types::Duration,
    min: u64,
    max: u64,
    allowed: &str,
) -> Result<u64, Failure> {
    let whole = u64::try_from(duration.seconds).ok();
    let part = u64::try_from(duration.nanos).ok().filter(|&nanos| nanos < 1_000_000_000);
    let total = whole.zip(part).and_then(|(s, n)| s.checked_mul(1_000)?.checked_add(n / 1_000_000));
    total.filter(|total| (min..=max).contains(total)).ok_or_else(|| Failure::invalid(field, allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_cut_to_milliseconds_and_bounded() {
        let of =
            |seconds, nanos| millis("t", prost_types::Duration { seconds, nanos }, 1, 5_000, "1 ms to 5 s");
        assert_eq!(of(2, 1_999_999), Ok(2_001));
        assert_eq!(of(5, 0), Ok(5_000));
        for (seconds, nanos) in
            [(5, 1_000_000), (0, 999_999), (-1, 0), (1, -1), (1, 1_000_000_000), (i64::MAX, 0)]
        {
            assert_eq!(of(seconds, nanos).unwrap_err().reason(), "INVALID_FIELD", "{seconds} {nanos}");
        }
    }
}
