//! The server's time, from what it says of it and a clock that only runs forward.

use brag_contract::v1::SeatTurn;
use prost_types::Timestamp;
use std::time::Instant;

/// Milliseconds since 1970 by the server's clock.
pub type Millis = i64;

/// What is known of the server's clock.
///
/// What the server says is old when it arrives, so the latest of all guesses is the best one.
#[derive(Debug, Clone, Copy)]
pub struct ServerClock {
    started: Instant,
    /// The server's time when `started` was taken, as far as known.
    then: Option<Millis>,
}

impl ServerClock {
    /// Nothing is known yet.
    pub fn new(now: Instant) -> ServerClock {
        ServerClock { started: now, then: None }
    }

    /// The server said its time, and that arrived now.
    pub fn heard(&mut self, at: &Timestamp, now: Instant) {
        let guess = millis(at) - self.since(now);
        self.then = Some(self.then.map_or(guess, |then| then.max(guess)));
    }

    /// The server's time, once it has said one.
    pub fn now(&self, now: Instant) -> Option<Millis> {
        self.then.map(|then| then + self.since(now))
    }

    fn since(&self, now: Instant) -> Millis {
        Millis::try_from(now.saturating_duration_since(self.started).as_millis()).unwrap_or(Millis::MAX / 2)
    }
}

/// A time of the server.
pub fn millis(at: &Timestamp) -> Millis {
    at.seconds.saturating_mul(1_000).saturating_add(i64::from(at.nanos) / 1_000_000)
}

/// What is left of a turn, in whole seconds begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Of the turn's own time.
    pub turn: u64,
    /// Of the time bank, which comes after it.
    pub bank: u64,
}

/// What is left of it; nothing where it has no end.
pub fn left(turn: &SeatTurn, now: Millis) -> Option<Left> {
    let until = millis(turn.deadline.as_ref()?).saturating_sub(now).max(0);
    let bank = turn.time_bank.as_ref().map_or(0, |bank| bank.seconds.saturating_mul(1_000).max(0)).min(until);
    Some(Left { turn: seconds(until - bank), bank: seconds(bank) })
}

/// Whole seconds begun until then.
pub fn seconds_until(at: &Timestamp, now: Millis) -> u64 {
    seconds(millis(at).saturating_sub(now).max(0))
}

fn seconds(millis: Millis) -> u64 {
    u64::try_from(millis).unwrap_or(0).div_ceil(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use prost_types::Duration as Lasts;
    use std::time::Duration;

    fn at(seconds: i64) -> Timestamp {
        Timestamp { seconds, nanos: 0 }
    }

    #[test]
    fn the_latest_guess_is_the_best() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut clock = ServerClock::new(start);
        assert_eq!(clock.now(start), None);
        clock.heard(&at(100), after(3));
        assert_eq!(clock.now(after(3)), Some(100_000));
        // This one took two seconds less to come.
        clock.heard(&at(104), after(5));
        assert_eq!(clock.now(after(5)), Some(104_000));
        clock.heard(&at(105), after(9));
        assert_eq!(clock.now(after(9)), Some(108_000));
    }

    #[test]
    fn the_time_bank_is_used_last() {
        let turn = SeatTurn {
            deadline: Some(at(160)),
            time_bank: Some(Lasts { seconds: 30, nanos: 0 }),
            ..SeatTurn::default()
        };
        assert_eq!(left(&turn, 100_000), Some(Left { turn: 30, bank: 30 }));
        assert_eq!(left(&turn, 129_500), Some(Left { turn: 1, bank: 30 }));
        assert_eq!(left(&turn, 131_000), Some(Left { turn: 0, bank: 29 }));
        assert_eq!(left(&turn, 999_000), Some(Left { turn: 0, bank: 0 }));
        assert_eq!(left(&SeatTurn::default(), 0), None, "a turn without end");
    }
}
