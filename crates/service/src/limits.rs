//! How many streams may be open at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::SocketAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::refused::quota_exceeded;
use crate::status::Failure;

/// Bounds on open streams; each of them at least 1 to serve any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Streams that one connection may have open. Below what HTTP/2 allows it, so that there is room for calls.
    pub streams_per_connection: usize,
    /// Streams of one table.
    pub streams_per_table: usize,
    /// Streams of the process.
    pub streams: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { streams_per_connection: 768, streams_per_table: 500, streams: 20_000 }
    }
}

/// The streams that are open.
#[derive(Debug)]
pub(crate) struct Streams {
    limits: Limits,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_connection: HashMap<SocketAddr, usize>,
    by_table: HashMap<TableOf, usize>,
}

/// A table, by tenant and id.
type TableOf = (Arc<str>, Arc<str>);

/// One open stream's place; free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    streams: Arc<Streams>,
    connection: Option<SocketAddr>,
    table: TableOf,
}

impl Streams {
    /// None open.
    pub(crate) fn new(limits: Limits) -> Arc<Streams> {
        Arc::new(Streams { limits, open: Mutex::default() })
    }

    /// A place for one more. A connection is known by its peer's address.
    ///
    /// # Errors
    /// The bound that is reached: the process's, the table's, the connection's.
    pub(crate) fn place(
        self: &Arc<Streams>,
        connection: Option<SocketAddr>,
        table: TableOf,
    ) -> Result<Place, Failure> {
        let Limits { streams_per_connection, streams_per_table, streams } = self.limits;
        let mut open = self.open.lock();
        let of_table = open.by_table.get(&table).copied().unwrap_or_default();
        let of_connection =
            connection.and_then(|peer| open.by_connection.get(&peer).copied()).unwrap_or_default();
        if open.all >= streams {
            return Err(quota_exceeded("streams", streams));
        }
        if of_table >= streams_per_table {
            return Err(quota_exceeded("streams_per_table", streams_per_table));
        }
        if of_connection >= streams_per_connection {
            return Err(quota_exceeded("streams_per_connection", streams_per_connection));
        }
        open.all += 1;
        *open.by_table.entry(table.clone()).or_default() += 1;
        if let Some(peer) = connection {
            *open.by_connection.entry(peer).or_default() += 1;
        }
        Ok(Place { streams: Arc::clone(self), connection, table })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock();
        open.all -= 1;
        one_less(&mut open.by_table, &self.table);
        if let Some(peer) = self.connection {
            one_less(&mut open.by_connection, &peer);
        }
    }
}

/// Counts one less, and forgets what is not there any more.
fn one_less<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(id: &str) -> TableOf {
        ("dev".into(), id.into())
    }

    #[test]
    fn each_bound_holds_and_a_dropped_stream_makes_room() {
        let streams = Streams::new(Limits { streams_per_connection: 2, streams_per_table: 3, streams: 4 });
        let peer = |port| Some(SocketAddr::from(([127, 0, 0, 1], port)));
        let refused = |peer, id| {
            let failure = streams.place(peer, table(id)).unwrap_err();
            format!("{failure:?}")
        };
        let mut places =
            vec![streams.place(peer(1), table("a")).unwrap(), streams.place(peer(1), table("a")).unwrap()];
        assert!(refused(peer(1), "b").contains("streams_per_connection"));
        places.push(streams.place(None, table("a")).unwrap());
        assert!(refused(peer(2), "a").contains("streams_per_table"));
        places.push(streams.place(peer(2), table("b")).unwrap());
        assert!(refused(peer(3), "c").contains("\"streams\""));
        places.clear();
        let open = streams.open.lock();
        assert!(open.all == 0 && open.by_table.is_empty() && open.by_connection.is_empty());
    }
}
