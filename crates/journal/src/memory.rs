//! The provider that lives as long as the process: for trying the engine, for tests, and the default.
//!
//! It keeps encoded records, not values, so that what is read here has been through the same bytes as with any other
//! provider. Nothing in it waits: every future is ready at once.

use std::collections::{BTreeSet, VecDeque};
use std::hash::{BuildHasher, RandomState};

use bytes::Bytes;
use hashbrown::HashTable;
use parking_lot::Mutex;

use crate::{
    Append, AppendError, BoxFuture, Head, Journal, NO_HASH, ReadError, Snapshot, SnapshotError, Stored,
    TableKey, Tip, verify_chain,
};

/// How many locks the tables are spread over: enough that tables rarely meet at one, few enough to visit them all.
const SHARDS: usize = 64;

/// Room for so many times as many commits as there are is too much.
const SPARE_ROOM: usize = 8;

/// How much a [`MemoryJournal`] keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryBounds {
    /// Hands kept for each table beside the current one, by default 3. Fewer is less than [`Journal::read`] promises.
    pub hands_kept: u32,
    /// Commits kept for each table beside the first, however long its hands are; by default 16,384.
    pub commits_kept: usize,
    /// Closed tables kept, by default 10,000; the one that closed first goes first.
    pub closed_tables_kept: usize,
}

impl Default for MemoryBounds {
    fn default() -> MemoryBounds {
        MemoryBounds { hands_kept: 3, commits_kept: 16_384, closed_tables_kept: 10_000 }
    }
}

/// A journal in memory.
///
/// For each table it keeps the first commit, the last one's head, and the commits of the current hand and of
/// [`MemoryBounds::hands_kept`] before it, within [`MemoryBounds::commits_kept`]. The commits of an older hand are dropped together, when a newer hand's
/// first commit comes; a commit that ends one hand and begins the next belongs to the next.
pub struct MemoryJournal {
    bounds: MemoryBounds,
    hasher: RandomState,
    shards: Box<[Mutex<Shard>]>,
    /// The closed tables that are kept, the one that closed first in front.
    closed: Mutex<VecDeque<TableKey>>,
}

#[derive(Default)]
struct Shard {
    /// By the hash of their key, which is in their head: one hash finds the shard and the table in it. Each on the heap by
    /// itself: a map that grows has room for nearly as many again.
    tables: HashTable<Box<Table>>,
    /// For each table at most one note of when to look at it, never later than it is due. An act that moves the time
    /// forward, as nearly every act does, leaves the note alone; `due` corrects it when its time has come.
    notes: BTreeSet<(u64, TableKey)>,
}

/// What an append looks at and changes stands in front and together: of a table that has not been played at for a moment no
/// part is in a cache.
#[repr(C)]
struct Table {
    head: Head,
    /// The hash of the last commit.
    hash: [u8; 32],
    /// The commits after the first, without a gap, from the oldest hand that is kept.
    later: VecDeque<Commit>,
    /// The time in `Shard::notes`.
    noted_at: Option<u64>,
    /// The hash before `later`: of the first commit, or of the last one dropped.
    hash_before_later: [u8; 32],
    first: Commit,
    /// Few tables have one.
    snapshot: Option<Box<Snapshot>>,
}

struct Commit {
    stored: Stored,
    hand: u32,
}

impl MemoryJournal {
    /// An empty journal that keeps no more than `bounds`.
    pub fn new(bounds: MemoryBounds) -> MemoryJournal {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        MemoryJournal { bounds, hasher: RandomState::new(), shards, closed: Mutex::default() }
    }

    fn hash(&self, key: &TableKey) -> u64 {
        self.hasher.hash_one(key)
    }

    fn shard(&self, hash: u64) -> &Mutex<Shard> {
        // Other bits than those by which the shard's own table places them.
        &self.shards[(hash >> 32) as usize % SHARDS]
    }

    /// Does that with a table, under its shard's lock; nothing where the table is not there.
    fn with<R>(&self, key: &TableKey, act: impl FnOnce(&mut Table) -> R) -> Option<R> {
        let hash = self.hash(key);
        let mut shard = self.shard(hash).lock();
        shard.tables.find_mut(hash, is(key)).map(|table| act(table))
    }

    fn append_now(&self, append: Append) -> Result<(), AppendError> {
        let closed = append.closed.then(|| append.key.clone());
        self.append_here(append)?;
        let gone = closed.and_then(|key| {
            let mut closed = self.closed.lock();
            closed.push_back(key);
            if closed.len() > self.bounds.closed_tables_kept { closed.pop_front() } else { None }
        });
        if let Some(gone) = gone {
            let hash = self.hash(&gone);
            if let Ok(found) = self.shard(hash).lock().tables.find_entry(hash, is(&gone)) {
                found.remove();
            }
        }
        Ok(())
    }

    fn append_here(&self, append: Append) -> Result<(), AppendError> {
        let hash = self.hash(&append.key);
        let mut shard = self.shard(hash).lock();
        let Shard { tables, notes } = &mut *shard;
        let Some(table) = tables.find_mut(hash, is(&append.key)) else {
            append.check_follows(None)?;
            let mut table = Box::new(Table::new(append));
            table.note(notes);
            tables.insert_unique(hash, table, |table| self.hash(&table.head.key));
            return Ok(());
        };
        append.check_follows(Some(&table.tip()))?;
        table.push(append, &self.bounds);
        table.note(notes);
        Ok(())
    }

    fn read_now(&self, key: &TableKey, from_seq: u64) -> Result<Vec<Stored>, ReadError> {
        // The lock is not held while hashes are computed.
        let found = self.with(key, |table| (table.head.uid, table.since(from_seq)));
        let (uid, since) = found.ok_or(ReadError::NotFound)?;
        let (prev_hash, commits) = since?;
        verified(&prev_hash, &uid, commits)
    }

    fn first_now(&self, key: &TableKey) -> Result<Stored, ReadError> {
        let found = self.with(key, |table| (table.head.uid, table.first.stored.clone()));
        let (uid, first) = found.ok_or(ReadError::NotFound)?;
        verified(&NO_HASH, &uid, vec![first])?.pop().ok_or(ReadError::NotFound)
    }

    fn heads_now(&self) -> Vec<Head> {
        let mut heads = Vec::new();
        for shard in &self.shards {
            heads.extend(shard.lock().tables.iter().map(|table| table.head.clone()));
        }
        heads.sort_unstable_by(|a, b| a.key.cmp(&b.key));
        heads
    }

    fn due_now(&self, now: u64) -> Vec<Head> {
        let mut due = Vec::new();
        for shard in &self.shards {
            shard.lock().due(now, &mut due, |key| self.hash(key));
        }
        due.sort_unstable_by(|a, b| (a.wake_at, &a.key).cmp(&(b.wake_at, &b.key)));
        due
    }

    fn store_snapshot_now(&self, key: &TableKey, snapshot: Snapshot) -> Result<(), SnapshotError> {
        let stored = self.with(key, |table| {
            let last_seq = table.head.last_seq;
            if snapshot.seq > last_seq {
                let why = format!("a snapshot at seq {}, of a table that stands at {last_seq}", snapshot.seq);
                return Err(SnapshotError::Corrupt(why));
            }
            if table.snapshot.as_ref().is_none_or(|kept| kept.seq <= snapshot.seq) {
                table.snapshot = Some(Box::new(snapshot));
            }
            Ok(())
        });
        stored.unwrap_or(Err(SnapshotError::NotFound))
    }
}

/// Whether a table is the one with that key.
fn is(key: &TableKey) -> impl Fn(&Box<Table>) -> bool {
    move |table| table.head.key == *key
}

fn verified(prev: &[u8; 32], uid: &[u8; 16], commits: Vec<Stored>) -> Result<Vec<Stored>, ReadError> {
    match verify_chain(prev, uid, &commits) {
        Ok(()) => Ok(commits),
        Err(seq) => Err(ReadError::Corrupt(format!("the chain is broken at seq {seq}"))),
    }
}

impl Shard {
    /// Adds the heads that are due to `found`, and corrects every note whose time has come.
    fn due(&mut self, now: u64, found: &mut Vec<Head>, hash: impl Fn(&TableKey) -> u64) {
        let mut corrected = Vec::new();
        while self.notes.first().is_some_and(|(at, _)| *at <= now)
            && let Some((_, key)) = self.notes.pop_first()
        {
            let Some(table) = self.tables.find_mut(hash(&key), is(&key)) else { continue };
            table.noted_at = table.head.due_at();
            if let Some(at) = table.noted_at {
                if at <= now {
                    found.push(table.head.clone());
                }
                corrected.push((at, key));
            }
        }
        self.notes.extend(corrected);
    }
}

impl Table {
    fn new(append: Append) -> Table {
        Table {
            head: append.head(&Bytes::new()),
            hash: append.hash,
            hash_before_later: append.hash,
            first: Commit::new(append),
            later: VecDeque::new(),
            snapshot: None,
            noted_at: None,
        }
    }

    fn tip(&self) -> Tip {
        Tip { uid: self.head.uid, last_seq: self.head.last_seq, hash: self.hash }
    }

    /// Takes in a commit that follows, and drops the hands that have become too old, and what is beyond the bound.
    fn push(&mut self, mut append: Append, bounds: &MemoryBounds) {
        let oldest_hand = append.hand.saturating_sub(bounds.hands_kept);
        // The key, the uid and mostly the line stay as they are, and need not be moved.
        let head = &mut self.head;
        (head.first_seq, head.last_seq, head.wake_at) = (append.first_seq, append.last_seq, append.wake_at);
        (head.has_transfers, head.closed) = (append.has_transfers, append.closed);
        if let Some(line) = append.line.take() {
            head.line = line;
        }
        self.hash = append.hash;
        self.later.push_back(Commit::new(append));
        let mut over = self.later.len().saturating_sub(bounds.commits_kept.max(1));
        while let Some(dropped) = self.later.pop_front_if(|commit| commit.hand < oldest_hand || over > 0) {
            over = over.saturating_sub(1);
            self.hash_before_later = dropped.stored.hash;
        }
        // The longest hand that was ever played here needs no room for ever.
        if self.later.capacity() > SPARE_ROOM * self.later.len() {
            self.later.shrink_to(2 * self.later.len());
        }
    }

    /// Sees to it that a note is there, and no later than the table is due.
    fn note(&mut self, notes: &mut BTreeSet<(u64, TableKey)>) {
        let Some(due_at) = self.head.due_at() else { return };
        match self.noted_at {
            Some(noted_at) if noted_at <= due_at => return,
            Some(noted_at) => _ = notes.remove(&(noted_at, self.head.key.clone())),
            None => {}
        }
        notes.insert((due_at, self.head.key.clone()));
        self.noted_at = Some(due_at);
    }

    /// The commits that hold `from_seq` and later, and the hash before them.
    fn since(&self, from_seq: u64) -> Result<([u8; 32], Vec<Stored>), ReadError> {
        let first = &self.first.stored;
        let oldest = self.later.front().map(|oldest| oldest.stored.first_seq);
        let gap = oldest.is_some_and(|oldest| oldest != first.last_seq + 1);
        if from_seq <= first.last_seq && !gap {
            let all = std::iter::once(&self.first).chain(&self.later);
            return Ok((NO_HASH, all.map(|commit| commit.stored.clone()).collect()));
        }
        if let Some(oldest_seq) = oldest.filter(|oldest| from_seq < *oldest) {
            return Err(ReadError::Expired { oldest_seq });
        }
        let start = self.later.partition_point(|commit| commit.stored.last_seq < from_seq);
        let before = start.checked_sub(1).and_then(|before| self.later.get(before));
        let prev_hash = before.map_or(self.hash_before_later, |commit| commit.stored.hash);
        Ok((prev_hash, self.later.range(start..).map(|commit| commit.stored.clone()).collect()))
    }
}

impl Commit {
    fn new(append: Append) -> Commit {
        let Append { first_seq, last_seq, hash, record, hand, .. } = append;
        Commit { stored: Stored { first_seq, last_seq, hash, record }, hand }
    }
}

impl Journal for MemoryJournal {
    fn append<'a>(&'a self, append: Append) -> BoxFuture<'a, Result<(), AppendError>> {
        Box::pin(async move { self.append_now(append) })
    }

    fn read<'a>(&'a self, key: &'a TableKey, from_seq: u64) -> BoxFuture<'a, Result<Vec<Stored>, ReadError>> {
        Box::pin(async move { self.read_now(key, from_seq) })
    }

    fn first<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Stored, ReadError>> {
        Box::pin(async move { self.first_now(key) })
    }

    fn head<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Head>, ReadError>> {
        Box::pin(async move { Ok(self.with(key, |table| table.head.clone())) })
    }

    fn heads<'a>(&'a self) -> BoxFuture<'a, Result<Vec<Head>, ReadError>> {
        Box::pin(async move { Ok(self.heads_now()) })
    }

    fn due<'a>(&'a self, now: u64) -> BoxFuture<'a, Result<Vec<Head>, ReadError>> {
        Box::pin(async move { Ok(self.due_now(now)) })
    }

    fn store_snapshot<'a>(
        &'a self,
        key: &'a TableKey,
        snapshot: Snapshot,
    ) -> BoxFuture<'a, Result<(), SnapshotError>> {
        Box::pin(async move { self.store_snapshot_now(key, snapshot) })
    }

    fn load_snapshot<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Snapshot>, ReadError>> {
        Box::pin(async move {
            self.with(key, |table| table.snapshot.as_deref().cloned()).ok_or(ReadError::NotFound)
        })
    }

    fn name(&self) -> &'static str {
        "memory"
    }

    fn lives_as_long_as_the_process(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{commit_hash, conformance};

    #[tokio::test]
    async fn it_keeps_every_promise() {
        conformance::run(async || Arc::new(MemoryJournal::new(MemoryBounds::default())) as Arc<dyn Journal>)
            .await;
    }

    /// A commit of one event after `expected_seq`, in a table whose records are all alike.
    fn commit(expected_seq: u64, hand: u32, wake_at: Option<u64>) -> Append {
        let hash = |seq| (0..seq).fold(NO_HASH, |prev, _| commit_hash(&prev, &[1; 16], b"record"));
        let seq = expected_seq + 1;
        Append {
            expected_seq,
            prev_hash: hash(expected_seq),
            hash: hash(seq),
            record: Bytes::from_static(b"record"),
            key: TableKey::new("dev", "table"),
            uid: [1; 16],
            first_seq: seq,
            last_seq: seq,
            wake_at,
            line: Some(Bytes::new()),
            has_transfers: false,
            closed: false,
            hand,
        }
    }

    /// Ten hands of three commits each, the first of which makes the table: the oldest `seq` that can be read.
    fn oldest_after_ten_hands(hands_kept: u32) -> u64 {
        let journal = MemoryJournal::new(MemoryBounds { hands_kept, ..MemoryBounds::default() });
        for seq in 0..30 {
            journal.append_now(commit(seq, seq as u32 / 3 + 1, None)).unwrap();
        }
        let key = TableKey::new("dev", "table");
        assert_eq!(journal.first_now(&key).unwrap().last_seq, 1);
        let oldest_seq = match journal.read_now(&key, 1) {
            Err(ReadError::Expired { oldest_seq }) => oldest_seq,
            all => all.unwrap()[0].first_seq,
        };
        assert_eq!(journal.read_now(&key, oldest_seq).unwrap().len() as u64, 31 - oldest_seq);
        oldest_seq
    }

    #[test]
    fn no_more_is_kept_than_the_bound() {
        assert_eq!(oldest_after_ten_hands(3), 19, "hands 7 to 10");
        assert_eq!(oldest_after_ten_hands(0), 28, "hand 10 alone");
        assert_eq!(oldest_after_ten_hands(8), 4, "all but the first hand");
        assert_eq!(oldest_after_ten_hands(9), 1, "all");
        assert_eq!(oldest_after_ten_hands(u32::MAX), 1, "all");
    }

    #[test]
    fn a_long_hand_leaves_no_room_behind() {
        let journal = MemoryJournal::new(MemoryBounds { hands_kept: 1, ..MemoryBounds::default() });
        let room = || {
            let key = TableKey::new("dev", "table");
            journal.with(&key, |table| table.later.capacity()).unwrap_or(0)
        };
        let mut prev_hash = NO_HASH;
        let mut play = |seqs: std::ops::Range<u64>, hand| {
            for seq in seqs {
                let append = Append { prev_hash, ..commit(seq, hand, None) };
                let hash = commit_hash(&prev_hash, &append.uid, &append.record);
                journal.append_now(Append { hash, ..append }).unwrap();
                prev_hash = hash;
            }
        };
        play(0..1_000, 1);
        assert!(room() >= 999, "{}", room());
        play(1_000..1_010, 2);
        play(1_010..1_020, 3);
        assert!(room() <= 40, "{}", room());
    }

    #[test]
    fn an_act_that_moves_the_time_forward_leaves_the_index_alone() {
        let journal = MemoryJournal::new(MemoryBounds::default());
        let notes = |journal: &MemoryJournal| -> Vec<u64> {
            let shards = journal.shards.iter();
            shards
                .flat_map(|shard| shard.lock().notes.iter().map(|(at, _)| *at).collect::<Vec<_>>())
                .collect()
        };
        let acts = [
            (Some(100), 100),
            (Some(200), 100),
            (None, 100),
            (Some(300), 100),
            (Some(50), 50),
            (Some(90), 50),
        ];
        for (seq, (wake_at, noted)) in (0..).zip(acts) {
            journal.append_now(commit(seq, 1, wake_at)).unwrap();
            assert_eq!(notes(&journal), [noted]);
        }
        assert_eq!(journal.due_now(60), [], "the note was early");
        assert_eq!(notes(&journal), [90], "and is put right");
        journal.append_now(commit(6, 1, None)).unwrap();
        assert_eq!(journal.due_now(90), []);
        assert_eq!(notes(&journal), [0; 0], "a table that waits for nothing is not looked at again");
    }
}
