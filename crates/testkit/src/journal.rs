//! A journal in memory that can be told to misbehave.

use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_journal::{
    Append, AppendError, BoxFuture, Head, Journal, ReadError, Snapshot, SnapshotError, Stored, TableKey,
    commit_hash,
};
use parking_lot::Mutex;
use std::collections::VecDeque;
use tokio::sync::watch;

/// What an append does instead of its duty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Stores nothing, and does not answer.
    Down,
    /// Stores the commit, and does not answer.
    LostAck,
    /// Stores nothing now, and does not answer; the commit lands when the next one is appended, before that.
    Late,
    /// Says that what is stored is damaged.
    Corrupt,
    /// Stores the commit with these bytes behind its record, and does not answer.
    Grown(&'static [u8]),
    /// Says that another commit came first, and has none to show.
    Phantom,
    /// Panics.
    Panics,
}

/// Keeps what it is given in memory, and does what a test tells it beside.
pub struct TestJournal {
    kept: MemoryJournal,
    faults: Mutex<VecDeque<Fault>>,
    late: Mutex<Option<Append>>,
    /// While it holds, an append waits before it does anything.
    held: watch::Sender<bool>,
    /// Whoever reads gets this.
    unreadable: Mutex<Option<ReadError>>,
    tried: Mutex<Vec<Append>>,
}

impl Default for TestJournal {
    fn default() -> TestJournal {
        TestJournal {
            kept: MemoryJournal::new(MemoryBounds { hands_kept: u32::MAX, ..MemoryBounds::default() }),
            faults: Mutex::default(),
            late: Mutex::default(),
            held: watch::Sender::new(false),
            unreadable: Mutex::default(),
            tried: Mutex::default(),
        }
    }
}

impl TestJournal {
    /// The next appends do this, one each.
    pub fn fail_next(&self, faults: impl IntoIterator<Item = Fault>) {
        self.faults.lock().extend(faults);
    }

    /// Appends wait from now on.
    pub fn hold(&self) {
        self.held.send_replace(true);
    }

    /// Appends go on.
    pub fn release(&self) {
        self.held.send_replace(false);
    }

    /// From now on reads fail with that error; with none they work.
    pub fn fail_reads(&self, with: Option<ReadError>) {
        *self.unreadable.lock() = with;
    }

    /// Appends that were begun.
    pub fn appends(&self) -> usize {
        self.tried.lock().len()
    }

    /// All that was ever to be appended, stored or not.
    pub fn tried(&self) -> Vec<Append> {
        self.tried.lock().clone()
    }

    /// Everything that is stored of a table.
    ///
    /// # Panics
    /// When there is no such table.
    pub async fn records(&self, key: &TableKey) -> Vec<Stored> {
        self.kept.read(key, 1).await.expect("a table that is stored")
    }

    async fn misbehave(&self, fault: Fault, append: Append) -> Result<(), AppendError> {
        let unavailable = || Err(AppendError::Unavailable("a test made it so".to_owned()));
        match fault {
            Fault::Down => unavailable(),
            Fault::LostAck => {
                self.kept.append(append).await?;
                unavailable()
            }
            Fault::Grown(tail) => {
                let record = [&append.record[..], tail].concat();
                let hash = commit_hash(&append.prev_hash, &append.uid, &record);
                self.kept.append(Append { record: record.into(), hash, ..append }).await?;
                unavailable()
            }
            Fault::Late => {
                *self.late.lock() = Some(append);
                unavailable()
            }
            Fault::Corrupt => Err(AppendError::Corrupt("a test made it so".to_owned())),
            Fault::Phantom => Err(AppendError::Conflict { last_seq: append.expected_seq + 1 }),
            Fault::Panics => panic!("a test made it so"),
        }
    }
}

impl Journal for TestJournal {
    fn append<'a>(&'a self, append: Append) -> BoxFuture<'a, Result<(), AppendError>> {
        Box::pin(async move {
            self.tried.lock().push(append.clone());
            let mut held = self.held.subscribe();
            held.wait_for(|held| !held).await.expect("the sender lives as long as the journal");
            let late = self.late.lock().take();
            if let Some(late) = late {
                self.kept.append(late).await?;
            }
            let fault = self.faults.lock().pop_front();
            match fault {
                Some(fault) => self.misbehave(fault, append).await,
                None => self.kept.append(append).await,
            }
        })
    }

    fn read<'a>(&'a self, key: &'a TableKey, from_seq: u64) -> BoxFuture<'a, Result<Vec<Stored>, ReadError>> {
        if let Some(error) = self.unreadable.lock().clone() {
            return Box::pin(std::future::ready(Err(error)));
        }
        self.kept.read(key, from_seq)
    }

    fn first<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Stored, ReadError>> {
        self.kept.first(key)
    }

    fn head<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Head>, ReadError>> {
        self.kept.head(key)
    }

    fn heads<'a>(&'a self) -> BoxFuture<'a, Result<Vec<Head>, ReadError>> {
        self.kept.heads()
    }

    fn due<'a>(&'a self, now: u64) -> BoxFuture<'a, Result<Vec<Head>, ReadError>> {
        self.kept.due(now)
    }

    fn store_snapshot<'a>(
        &'a self,
        key: &'a TableKey,
        snapshot: Snapshot,
    ) -> BoxFuture<'a, Result<(), SnapshotError>> {
        self.kept.store_snapshot(key, snapshot)
    }

    fn load_snapshot<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Snapshot>, ReadError>> {
        self.kept.load_snapshot(key)
    }

    fn name(&self) -> &'static str {
        "test"
    }

    fn lives_as_long_as_the_process(&self) -> bool {
        true
    }
}
