//! The suite that every provider runs: each promise of [`Journal`], shown or broken.
//!
//! It panics at the first promise that does not hold, and says which. A provider is ready when [`run`] returns.

mod append;
mod history;
mod index;
mod race;
mod snapshot;

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use bytes::Bytes;

use crate::{Append, Head, Journal, NO_HASH, Snapshot, Stored, TableKey, commit_hash};

/// Holds the journals that `make` gives, each new and empty, to every promise of [`Journal`].
///
/// While writers race, each drives its futures on a thread of its own and the calling thread waits: a provider that
/// has tasks of its own needs a runtime that goes on without that thread.
///
/// # Panics
///
/// If a promise is broken.
pub async fn run(make: impl AsyncFn() -> Arc<dyn Journal>) {
    append::numbers_follow(make().await).await;
    append::a_refusal_stores_nothing(make().await).await;
    append::tables_are_apart(make().await).await;
    append::the_chain_holds(make().await).await;
    append::a_false_hash_is_found(make().await).await;
    history::reads_are_whole(make().await).await;
    history::hands_are_kept_together(make().await).await;
    index::heads_are_the_last(make().await).await;
    index::due_is_in_order(make().await).await;
    index::due_moves(make().await).await;
    snapshot::the_newest_is_kept(make().await).await;
    race::dropped_appends_are_all_or_nothing(make().await).await;
    race::one_winner_for_each_seq(make().await).await;
}

/// Writes one table, and remembers what was acknowledged.
struct Writer {
    journal: Arc<dyn Journal>,
    key: TableKey,
    uid: [u8; 16],
    hand: u32,
    wake_at: Option<u64>,
    closed: bool,
    written: Vec<Stored>,
    head: Option<Head>,
}

impl Writer {
    fn new(journal: &Arc<dyn Journal>, tenant: &str, id: &str) -> Writer {
        // As good as unique: different for different keys.
        let digest = commit_hash(&NO_HASH, &[0; 16], format!("{tenant}/{id}").as_bytes());
        let uid = std::array::from_fn(|i| digest[i]);
        Writer {
            journal: Arc::clone(journal),
            key: TableKey::new(tenant, id),
            uid,
            hand: 0,
            wake_at: None,
            closed: false,
            written: Vec::new(),
            head: None,
        }
    }

    fn last_seq(&self) -> u64 {
        self.written.last().map_or(0, |last| last.last_seq)
    }

    /// The next commit, of so many events; `note` tells its record from others in the same place.
    fn next(&self, events: u64, note: &str) -> Append {
        let expected_seq = self.last_seq();
        let (first_seq, last_seq) = (expected_seq + 1, expected_seq + events);
        let record =
            Bytes::from(format!("{}/{} {first_seq}-{last_seq} {note}", self.key.tenant(), self.key.id()));
        let prev_hash = self.written.last().map_or(NO_HASH, |last| last.hash);
        // It changes now and then.
        let line =
            self.written.len().is_multiple_of(3).then(|| Bytes::from(format!("line at {last_seq} {note}")));
        Append {
            expected_seq,
            prev_hash,
            hash: commit_hash(&prev_hash, &self.uid, &record),
            record,
            key: self.key.clone(),
            uid: self.uid,
            first_seq,
            last_seq,
            wake_at: self.wake_at,
            line,
            has_transfers: last_seq % 3 == 0,
            closed: self.closed,
            hand: self.hand,
        }
    }

    /// Takes a commit for acknowledged.
    fn remember(&mut self, append: Append) {
        let line_before = self.head.take().map(|head| head.line).unwrap_or_default();
        self.head = Some(append.head(&line_before));
        let Append { first_seq, last_seq, hash, record, .. } = append;
        self.written.push(Stored { first_seq, last_seq, hash, record });
    }

    /// Appends the next commit, of so many events.
    async fn write(&mut self, events: u64) {
        let append = self.next(events, "written");
        let answer = self.journal.append(append.clone()).await;
        assert_eq!(answer, Ok(()), "an append where the table stands, seq {}, is stored", self.last_seq());
        self.remember(append);
    }

    /// The table is read back exactly as it was acknowledged.
    async fn check(&self) {
        let read = self.journal.read(&self.key, 1).await;
        assert_eq!(read.as_ref(), Ok(&self.written), "what is read is what was acknowledged, in order");
        self.check_head().await;
    }

    /// The head is that of the last acknowledged commit.
    async fn check_head(&self) {
        let head = self.journal.head(&self.key).await;
        assert_eq!(head, Ok(self.head.clone()), "the head is that of the last acknowledged commit");
    }
}

fn snapshot(seq: u64, state: &'static str) -> Snapshot {
    Snapshot { seq, state: Bytes::from_static(state.as_bytes()) }
}

/// Drives a future on this thread alone, to show that it needs no runtime of the caller's.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(answer) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return answer;
        }
        thread::park();
    }
}
