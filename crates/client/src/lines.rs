//! Connections, shared by everybody who calls the same server from here.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tonic::transport::{Channel, Endpoint};

/// Calls or streams on one connection at a time. A server allows 768 of either by default; where none is left a call
/// would wait without a word.
const MOST_ON_A_LINE: usize = 512;

/// The connections to a server: some for calls, others for streams, so that a call never waits for streams to end.
pub(crate) struct Lines {
    pub(crate) calls: Pool,
    pub(crate) streams: Pool,
}

impl Lines {
    pub(crate) fn to(endpoint: Endpoint) -> Lines {
        Lines { calls: Pool::to(endpoint.clone()), streams: Pool::to(endpoint) }
    }
}

/// Connections of one kind: one, more where it is full, another where it is dead.
pub(crate) struct Pool {
    endpoint: Endpoint,
    lines: Mutex<Vec<Arc<Line>>>,
}

struct Line {
    channel: Channel,
    taken: AtomicUsize,
}

impl Pool {
    fn to(endpoint: Endpoint) -> Pool {
        Pool { endpoint, lines: Mutex::new(Vec::new()) }
    }

    /// A place on a connection, which is made when the place is used first. Needs a tokio runtime.
    pub(crate) fn place(&self) -> Place {
        let mut lines = self.lines.lock();
        let line = match lines.iter().find(|line| line.taken.load(Ordering::Relaxed) < MOST_ON_A_LINE) {
            Some(line) => Arc::clone(line),
            None => {
                let line = Line { channel: self.endpoint.connect_lazy(), taken: AtomicUsize::new(0) };
                lines.push(Arc::new(line));
                Arc::clone(&lines[lines.len() - 1])
            }
        };
        line.taken.fetch_add(1, Ordering::Relaxed);
        Place(line)
    }

    /// Takes a connection that was made already.
    pub(crate) fn add(&self, channel: Channel) {
        self.lines.lock().push(Arc::new(Line { channel, taken: AtomicUsize::new(0) }));
    }

    /// Nobody is sent there any more. A connection on which nothing comes may be dead without a sign of it, and a channel
    /// notices only what has a sign.
    pub(crate) fn forsake(&self, place: &Place) {
        self.lines.lock().retain(|line| !Arc::ptr_eq(line, &place.0));
    }
}

/// A place on a connection, free again when this is dropped.
pub(crate) struct Place(Arc<Line>);

impl Place {
    pub(crate) fn channel(&self) -> Channel {
        self.0.channel.clone()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_line_is_followed_by_another_and_a_free_place_is_taken_again() {
        let pool = Pool::to(Endpoint::from_static("http://127.0.0.1:1"));
        let mut places: Vec<Place> = (0..MOST_ON_A_LINE).map(|_| pool.place()).collect();
        assert_eq!(pool.lines.lock().len(), 1);
        places.push(pool.place());
        assert_eq!(pool.lines.lock().len(), 2);
        places.swap_remove(0);
        places.push(pool.place());
        let taken: Vec<usize> =
            pool.lines.lock().iter().map(|line| line.taken.load(Ordering::Relaxed)).collect();
        assert_eq!(taken, [MOST_ON_A_LINE, 1]);
    }

    #[tokio::test]
    async fn a_forsaken_line_is_given_to_nobody() {
        let pool = Pool::to(Endpoint::from_static("http://127.0.0.1:1"));
        let dead = pool.place();
        pool.forsake(&dead);
        let other = pool.place();
        assert!(!Arc::ptr_eq(&dead.0, &other.0));
        pool.forsake(&dead);
        assert!(Arc::ptr_eq(&pool.place().0, &other.0), "only that line");
    }
}
