//! What the memory provider costs: `cargo bench -p brag-journal`. It reports, it does not judge.

use std::hint::black_box;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_journal::{Append, BoxFuture, Journal, NO_HASH, TableKey, commit_hash};
use bytes::Bytes;

/// Acts in a hand, after which a new one begins.
const ACTS: u64 = 30;
/// Bytes of a record and of a table's line for lists, about as a table of six has them.
const RECORD: usize = 400;
const LINE: usize = 150;
/// Each figure is the median of so many.
const ROUNDS: usize = 9;

fn main() {
    // `cargo test --all-targets` runs benches too, slowly and to no purpose.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    // Before anything was freed that could be used again.
    memory(100_000);
    append(1_000);
    append(100_000);
    appends_side_by_side();
    hash();
    wait_for_nothing(100_000);
}

fn key(table: usize) -> TableKey {
    TableKey::new("dev", &format!("{table:032x}"))
}

/// The table's commit of the event `seq`. The record is shared, as it costs the caller the same whoever keeps it.
fn commit(key: &TableKey, seq: u64, record: &Bytes, line: &Bytes) -> Append {
    let hash = |seq: u64| std::array::from_fn(|i| if i < 8 { seq.to_be_bytes()[i] } else { 0 });
    Append {
        expected_seq: seq - 1,
        prev_hash: hash(seq - 1),
        hash: hash(seq),
        record: record.clone(),
        key: key.clone(),
        uid: [1; 16],
        first_seq: seq,
        last_seq: seq,
        wake_at: Some(1_000_000 + seq * 1_000),
        // It changes with each hand.
        line: (seq % ACTS == 1).then(|| line.clone()),
        has_transfers: false,
        closed: false,
        hand: (seq / ACTS) as u32,
    }
}

fn now<T>(mut future: BoxFuture<'_, T>) -> T {
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("memory-is-ready-at-once"),
    }
}

/// One act at each of the tables in turn, until there have been `acts` at each.
fn play(journal: &MemoryJournal, keys: &[TableKey], seq: std::ops::Range<u64>) -> Duration {
    let (record, line) = (Bytes::from(vec![7; RECORD]), Bytes::from(vec![8; LINE]));
    let mut spent = Duration::ZERO;
    for seq in seq {
        let commits: Vec<Append> = keys.iter().map(|key| commit(key, seq, &record, &line)).collect();
        let start = Instant::now();
        for commit in commits {
            assert_eq!(now(journal.append(commit)), Ok(()));
        }
        spent += start.elapsed();
    }
    spent
}

fn append(tables: usize) {
    let keys: Vec<TableKey> = (0..tables).map(key).collect();
    let journal = MemoryJournal::new(MemoryBounds::default());
    let acts = (200_000 / tables as u64).max(1);
    // Until hands are dropped as fast as they come.
    play(&journal, &keys, 1..ACTS * 5);
    let mut seq = ACTS * 5;
    report(&format!("append, {tables} tables in turn"), || {
        let spent = play(&journal, &keys, seq..seq + acts);
        seq += acts;
        spent.as_nanos() as f64 / (acts as usize * tables) as f64
    });
}

fn appends_side_by_side() {
    let journal = MemoryJournal::new(MemoryBounds::default());
    let keys: Vec<TableKey> = (0..1_000).map(key).collect();
    let mut seq = 1;
    report("append, 2 threads on 1000 tables", || {
        let acts = seq..seq + 100;
        seq += 100;
        let spent = std::thread::scope(|scope| {
            let halves = keys.chunks(500).map(|half| scope.spawn(|| play(&journal, half, acts.clone())));
            let halves: Vec<_> = halves.collect();
            halves.into_iter().map(|half| half.join().expect("a writer")).max()
        });
        spent.unwrap_or_default().as_nanos() as f64 / 50_000.0
    });
}

/// What the caller pays beside it.
fn hash() {
    let record = vec![7; RECORD];
    report(&format!("commit_hash of {RECORD} bytes"), || {
        let start = Instant::now();
        for _ in 0..100_000 {
            black_box(commit_hash(&NO_HASH, &[1; 16], black_box(&record)));
        }
        start.elapsed().as_nanos() as f64 / 100_000.0
    });
}

fn wait_for_nothing(tables: usize) {
    let journal = MemoryJournal::new(MemoryBounds::default());
    play(&journal, &(0..tables).map(key).collect::<Vec<_>>(), 1..3);
    report(&format!("due, none of {tables} tables"), || {
        let start = Instant::now();
        for _ in 0..1_000 {
            assert_eq!(now(journal.due(black_box(1))), Ok(vec![]));
        }
        start.elapsed().as_nanos() as f64 / 1_000.0
    });
}

/// What a table costs that has been made and nothing more, everything of its own: key, record, line.
fn memory(tables: usize) {
    let journal = MemoryJournal::new(MemoryBounds::default());
    let before = resident();
    for table in 0..tables {
        let (record, line) = (Bytes::from(vec![7; RECORD]), Bytes::from(vec![8; LINE]));
        assert_eq!(now(journal.append(commit(&key(table), 1, &record, &line))), Ok(()));
    }
    let each = (resident() - before) / tables;
    println!("{:40} {each:>8} bytes, {} of them given", "memory of an idle table", RECORD + LINE + 32);
}

/// Resident bytes of this process (Linux).
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages = statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.expect("resident pages") * 4096
}

fn report(what: &str, mut measure: impl FnMut() -> f64) {
    let mut figures: Vec<f64> = (0..ROUNDS).map(|_| measure()).collect();
    figures.sort_by(f64::total_cmp);
    let (least, median, most) = (figures[0], figures[ROUNDS / 2], figures[ROUNDS - 1]);
    println!("{what:40} {median:>8.0} ns   ({least:.0} to {most:.0})");
}
