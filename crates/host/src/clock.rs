//! Time: a clock that tests can move by hand, and the one task that wakes tables whose deadline has come.

use brag_journal::BoxFuture;
use brag_table::event::Millis;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::Notify;

use crate::cell::Cell;

/// Where the host reads the time, and how it waits for it.
pub trait Clock: Send + Sync + 'static {
    /// Milliseconds since 1970. Never goes back.
    fn now(&self) -> Millis;
    /// Resolves once `now` has reached that time.
    fn sleep_until(&self, at: Millis) -> BoxFuture<'_, ()>;
}

/// The machine's clock, read once: after that time goes on evenly, whatever is done to the wall clock, so
/// that a step of it expires no turn.
#[derive(Debug)]
pub struct SystemClock {
    started: Instant,
    wall_at_start: Millis,
}

impl SystemClock {
    /// Reads the wall clock.
    #[must_use]
    pub fn new() -> SystemClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        SystemClock { started: Instant::now(), wall_at_start: since.as_millis() as Millis }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        self.wall_at_start + self.started.elapsed().as_millis() as Millis
    }

    fn sleep_until(&self, at: Millis) -> BoxFuture<'_, ()> {
        let wait = Duration::from_millis(at.saturating_sub(self.now()));
        Box::pin(tokio::time::sleep(wait))
    }
}

/// A clock that stands until it is moved: for tests.
#[derive(Debug)]
pub struct ManualClock {
    now: AtomicU64,
    moved: Notify,
}

impl ManualClock {
    /// Stands at that time.
    #[must_use]
    pub fn at(now: Millis) -> ManualClock {
        ManualClock { now: AtomicU64::new(now), moved: Notify::new() }
    }

    /// Moves it forward.
    pub fn advance(&self, by: Duration) {
        self.now.fetch_add(by.as_millis() as u64, Ordering::SeqCst);
        self.moved.notify_waiters();
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Millis {
        self.now.load(Ordering::SeqCst)
    }

    fn sleep_until(&self, at: Millis) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            loop {
                let moved = self.moved.notified();
                tokio::pin!(moved);
                moved.as_mut().enable();
                if self.now() >= at {
                    return;
                }
                moved.await;
            }
        })
    }
}

/// The tables that must be woken, earliest first, each once. A later deadline costs nothing, because a table that is
/// woken too early looks at its own clock and comes back; for an earlier one it takes another place.
#[derive(Default)]
pub(crate) struct Timers {
    /// By time and the table's address, which is nobody else's for as long as it stands here.
    places: Mutex<BTreeMap<(Millis, usize), Weak<Cell>>>,
    changed: Notify,
}

impl Timers {
    /// Wakes that table at that time, and no longer at the one before, if it had a place.
    pub(crate) fn arm(&self, cell: &Arc<Cell>, at: Millis, before: Option<Millis>) {
        let mut places = self.places.lock();
        let earliest = places.first_key_value().is_none_or(|((first, _), _)| at < *first);
        if let Some(before) = before {
            places.remove(&(before, address(cell)));
        }
        places.insert((at, address(cell)), Arc::downgrade(cell));
        drop(places);
        if earliest {
            self.changed.notify_one();
        }
    }

    /// Does not wake that table, which was to be woken at that time.
    pub(crate) fn disarm(&self, cell: &Arc<Cell>, at: Millis) {
        self.places.lock().remove(&(at, address(cell)));
    }

    /// Wakes tables for ever; a task of its own.
    pub(crate) async fn run(&self, clock: Arc<dyn Clock>) {
        loop {
            let next = self.places.lock().first_key_value().map(|((at, _), _)| *at);
            match next {
                None => self.changed.notified().await,
                Some(at) => {
                    tokio::select! {
                        () = clock.sleep_until(at) => self.wake_due(clock.now()),
                        () = self.changed.notified() => {}
                    }
                }
            }
        }
    }

    fn wake_due(&self, now: Millis) {
        let mut due = Vec::new();
        let mut places = self.places.lock();
        while let Some(first) = places.first_entry()
            && first.key().0 <= now
        {
            let ((at, _), cell) = first.remove_entry();
            due.extend(cell.upgrade().map(|cell| (at, cell)));
        }
        drop(places);
        for (at, cell) in due {
            cell.wake(at);
        }
    }
}

fn address(cell: &Arc<Cell>) -> usize {
    Arc::as_ptr(cell).addr()
}
