//! Providers that break one promise each: the suite has to see it.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::Poll;
use std::thread;

use bytes::Bytes;
use parking_lot::Mutex;

use crate::memory::{MemoryBounds, MemoryJournal};
use crate::{
    Append, AppendError, BoxFuture, Head, Journal, ReadError, Snapshot, SnapshotError, Stored, TableKey,
    conformance,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// Acknowledges an append now and then that it does not store.
    LosesAnAppend,
    LosesTheTail,
    DuplicatesACommit,
    ReordersCommits,
    FlipsABit,
    /// Stores a stale append behind the table's last commit.
    TakesAStaleExpectedSeq,
    /// Looks where the table stands, and appends afterwards.
    ChecksThenActs,
    TakesAWrongPrevHash,
    NamesAWrongSeq,
    MixesTenants,
    /// Moves the head first and stores the record when polled again.
    TearsADroppedAppend,
    /// Appends when asked, not when polled.
    ActsUnpolled,
    SplitsACommit,
    ForgetsTheFirstCommit,
    CutsInsideAHand,
    KeepsTwoHands,
    HeadLags,
    /// Takes a line that stays as it is for none.
    LosesTheLine,
    HidesClosedTables,
    HeadsOutOfOrder,
    DueOutOfOrder,
    DueTooLate,
    DueOnce,
    WakesTheClosed,
    SnapshotGoesBack,
    SnapshotOfTheFuture,
}

struct Planted {
    fault: Fault,
    inner: MemoryJournal,
    appends: AtomicU64,
    due_was_asked: AtomicBool,
    /// The last head of whatever table but one: what a torn or a lagging provider shows.
    shown: Mutex<Option<Head>>,
    snapshot: Mutex<Option<Snapshot>>,
}

impl Planted {
    fn new(fault: Fault) -> Planted {
        let hands_kept = if fault == Fault::KeepsTwoHands { 2 } else { 3 };
        Planted {
            fault,
            inner: MemoryJournal::new(MemoryBounds { hands_kept, ..MemoryBounds::default() }),
            appends: AtomicU64::new(0),
            due_was_asked: AtomicBool::new(false),
            shown: Mutex::new(None),
            snapshot: Mutex::new(None),
        }
    }

    fn key(&self, key: &TableKey) -> TableKey {
        let tenant = if self.fault == Fault::MixesTenants { "one for all" } else { key.tenant() };
        TableKey::new(tenant, key.id())
    }

    /// Makes an append fit behind the table's last commit, wherever it was meant to go.
    async fn fitted(&self, mut append: Append) -> Append {
        let Ok(Some(head)) = self.inner.head(&append.key).await else { return append };
        let Ok(last) = self.inner.read(&append.key, head.last_seq).await else { return append };
        let events = append.last_seq - append.first_seq;
        append.expected_seq = head.last_seq;
        append.prev_hash = last[0].hash;
        append.first_seq = head.last_seq + 1;
        append.last_seq = append.first_seq + events;
        append.hash = crate::commit_hash(&append.prev_hash, &append.uid, &append.record);
        append
    }

    async fn faulty_append(&self, mut append: Append) -> Result<(), AppendError> {
        append.key = self.key(&append.key);
        let key = append.key.clone();
        let before = self.inner.head(&key).await.unwrap();
        let stands_at = before.as_ref().map_or(0, |head| head.last_seq);
        match self.fault {
            Fault::LosesAnAppend if self.appends.fetch_add(1, Ordering::Relaxed) % 7 == 6 => return Ok(()),
            Fault::TakesAStaleExpectedSeq if (1..stands_at).contains(&append.expected_seq) => {
                append = self.fitted(append).await;
            }
            Fault::ChecksThenActs if append.expected_seq == stands_at => {
                thread::yield_now();
                if append.expected_seq > 0 && append.key.id() == "race" {
                    append = self.fitted(append).await;
                }
            }
            Fault::TakesAWrongPrevHash if append.expected_seq == stands_at && stands_at > 0 => {
                let last = self.inner.read(&key, stands_at).await.map(|last| last[0].hash);
                append.prev_hash = last.unwrap_or(append.prev_hash);
            }
            Fault::LosesTheLine if stands_at > 0 => _ = append.line.get_or_insert_default(),
            Fault::HeadLags => *self.shown.lock() = before,
            Fault::TearsADroppedAppend if append.expected_seq == stands_at && stands_at > 0 => {
                *self.shown.lock() = before.map(|before| append.head(&before.line));
                let mut polled = false;
                poll_fn(|context| {
                    context.waker().wake_by_ref();
                    if std::mem::replace(&mut polled, true) { Poll::Ready(()) } else { Poll::Pending }
                })
                .await;
                *self.shown.lock() = None;
            }
            _ => {}
        }
        match self.inner.append(append).await {
            Err(AppendError::Conflict { last_seq }) if self.fault == Fault::NamesAWrongSeq => {
                Err(AppendError::Conflict { last_seq: last_seq + 1 })
            }
            answer => answer,
        }
    }

    async fn faulty_read(&self, key: &TableKey, from_seq: u64) -> Result<Vec<Stored>, ReadError> {
        let key = &self.key(key);
        if self.fault == Fault::CutsInsideAHand
            && let Err(ReadError::Expired { oldest_seq }) = self.inner.read(key, 1).await
            && let Ok(kept) = self.inner.read(key, oldest_seq).await
            && from_seq <= kept[0].last_seq
        {
            return Err(ReadError::Expired { oldest_seq: kept[0].last_seq + 1 });
        }
        let mut commits = self.inner.read(key, from_seq).await?;
        match self.fault {
            Fault::LosesTheTail if commits.len() > 2 => _ = commits.pop(),
            Fault::DuplicatesACommit if commits.len() > 2 => commits.insert(1, commits[1].clone()),
            Fault::ReordersCommits if commits.len() > 2 => commits.swap(1, 2),
            Fault::FlipsABit if commits.len() > 2 => {
                let mut bytes = commits[2].record.to_vec();
                bytes[0] ^= 1;
                commits[2].record = Bytes::from(bytes);
            }
            Fault::SplitsACommit if !commits.is_empty() && from_seq > commits[0].first_seq => {
                commits[0].first_seq = from_seq;
            }
            _ => {}
        }
        Ok(commits)
    }

    async fn faulty_first(&self, key: &TableKey) -> Result<Stored, ReadError> {
        let key = &self.key(key);
        match self.inner.read(key, 1).await {
            Err(ReadError::Expired { oldest_seq }) if self.fault == Fault::ForgetsTheFirstCommit => {
                Ok(self.inner.read(key, oldest_seq).await?.remove(0))
            }
            _ => self.inner.first(key).await,
        }
    }

    async fn faulty_head(&self, key: &TableKey) -> Result<Option<Head>, ReadError> {
        let head = self.inner.head(&self.key(key)).await?.map(|head| Head { key: key.clone(), ..head });
        Ok(self.shown.lock().clone().filter(|shown| shown.key == *key).or(head))
    }

    async fn faulty_heads(&self) -> Result<Vec<Head>, ReadError> {
        let mut heads = self.inner.heads().await?;
        match self.fault {
            Fault::HidesClosedTables => heads.retain(|head| !head.closed),
            Fault::HeadsOutOfOrder => heads.reverse(),
            _ => {}
        }
        Ok(heads)
    }

    async fn faulty_due(&self, now: u64) -> Result<Vec<Head>, ReadError> {
        let now = if self.fault == Fault::DueTooLate { now.saturating_sub(1) } else { now };
        let mut due = self.inner.due(now).await?;
        match self.fault {
            Fault::DueOutOfOrder => due.sort_by(|a, b| a.key.cmp(&b.key)),
            Fault::DueOnce if !due.is_empty() && self.due_was_asked.fetch_xor(true, Ordering::Relaxed) => {
                due.clear();
            }
            Fault::WakesTheClosed => {
                let closed = self.inner.heads().await?.into_iter().filter(|head| head.closed);
                due.extend(closed.filter(|head| head.wake_at.is_some_and(|at| at <= now)));
            }
            _ => {}
        }
        Ok(due)
    }

    async fn faulty_store(&self, key: &TableKey, mut snapshot: Snapshot) -> Result<(), SnapshotError> {
        let key = &self.key(key);
        match self.fault {
            Fault::SnapshotGoesBack => {
                self.inner.store_snapshot(key, snapshot.clone()).await?;
                *self.snapshot.lock() = Some(snapshot);
                Ok(())
            }
            Fault::SnapshotOfTheFuture => {
                let last_seq = self.inner.head(key).await.unwrap().map_or(0, |head| head.last_seq);
                snapshot.seq = snapshot.seq.min(last_seq);
                self.inner.store_snapshot(key, snapshot).await
            }
            _ => self.inner.store_snapshot(key, snapshot).await,
        }
    }

    async fn faulty_load(&self, key: &TableKey) -> Result<Option<Snapshot>, ReadError> {
        let kept = self.inner.load_snapshot(&self.key(key)).await?;
        Ok(self.snapshot.lock().clone().or(kept))
    }
}

impl Journal for Planted {
    fn append<'a>(&'a self, append: Append) -> BoxFuture<'a, Result<(), AppendError>> {
        let mut future: BoxFuture<'a, _> = Box::pin(self.faulty_append(append));
        if self.fault == Fault::ActsUnpolled {
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            if let Poll::Ready(answer) = future.as_mut().poll(&mut context) {
                return Box::pin(std::future::ready(answer));
            }
        }
        future
    }
    fn read<'a>(&'a self, key: &'a TableKey, from_seq: u64) -> BoxFuture<'a, Result<Vec<Stored>, ReadError>> {
        Box::pin(self.faulty_read(key, from_seq))
    }
    fn first<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Stored, ReadError>> {
        Box::pin(self.faulty_first(key))
    }
    fn head<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Head>, ReadError>> {
        Box::pin(self.faulty_head(key))
    }
    fn heads<'a>(&'a self) -> BoxFuture<'a, Result<Vec<Head>, ReadError>> {
        Box::pin(self.faulty_heads())
    }
    fn due<'a>(&'a self, now: u64) -> BoxFuture<'a, Result<Vec<Head>, ReadError>> {
        Box::pin(self.faulty_due(now))
    }
    fn store_snapshot<'a>(
        &'a self,
        key: &'a TableKey,
        snapshot: Snapshot,
    ) -> BoxFuture<'a, Result<(), SnapshotError>> {
        Box::pin(self.faulty_store(key, snapshot))
    }
    fn load_snapshot<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Snapshot>, ReadError>> {
        Box::pin(self.faulty_load(key))
    }
    fn name(&self) -> &'static str {
        "planted"
    }
    fn lives_as_long_as_the_process(&self) -> bool {
        true
    }
}

/// What the suite says of a provider with this fault; none if it finds nothing.
fn verdict(fault: Fault) -> Option<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let suite = conformance::run(async || Arc::new(Planted::new(fault)) as Arc<dyn Journal>);
    let panic: Box<dyn Any + Send> = catch_unwind(AssertUnwindSafe(|| runtime.block_on(suite))).err()?;
    Some(*panic.downcast::<String>().expect("the suite's assertions are formatted"))
}

/// The wrapper is not what the suite finds fault with.
#[test]
fn no_fault_is_no_fault() {
    assert_eq!(verdict(Fault::None), None);
}

#[test]
fn the_suite_rejects_every_planted_fault() {
    let acknowledged = "what is read is what was acknowledged";
    let torn = "a dropped append is all or nothing";
    let cases = [
        (Fault::LosesAnAppend, acknowledged),
        (Fault::LosesTheTail, acknowledged),
        (Fault::DuplicatesACommit, acknowledged),
        (Fault::ReordersCommits, acknowledged),
        (Fault::FlipsABit, acknowledged),
        (Fault::TakesAStaleExpectedSeq, "a stale expected_seq is refused"),
        (Fault::ChecksThenActs, "exactly one wins seq"),
        (Fault::TakesAWrongPrevHash, "a wrong prev_hash is refused"),
        (Fault::NamesAWrongSeq, "a table that was never made stands at 0"),
        (Fault::MixesTenants, "an append where the table stands"),
        (Fault::TearsADroppedAppend, torn),
        (Fault::ActsUnpolled, "an append does nothing before it is polled"),
        (Fault::SplitsACommit, "every commit that holds it or comes later"),
        (Fault::ForgetsTheFirstCommit, "the first commit is kept"),
        (Fault::CutsInsideAHand, "and the three before it are kept"),
        (Fault::KeepsTwoHands, "and the three before it are kept"),
        (Fault::HeadLags, "the head is that of the last acknowledged commit"),
        (Fault::LosesTheLine, "the head is that of the last acknowledged commit"),
        (Fault::HidesClosedTables, "closed ones too"),
        (Fault::HeadsOutOfOrder, "ascending by key"),
        (Fault::DueOutOfOrder, "earliest first"),
        (Fault::DueTooLate, "whose time has come"),
        (Fault::DueOnce, "it stays due until a commit says otherwise"),
        (Fault::WakesTheClosed, "a closed table never is"),
        (Fault::SnapshotGoesBack, "the newest snapshot is kept"),
        (Fault::SnapshotOfTheFuture, "a snapshot is of what happened"),
    ];
    for (fault, promise) in cases {
        let verdict = verdict(fault).unwrap_or_else(|| panic!("{fault:?} was not seen"));
        assert!(verdict.contains(promise), "{fault:?} was rejected for another reason: {verdict}");
    }
}
