//! Appends, one after another.

use std::sync::Arc;

use super::Writer;
use crate::{Append, AppendError, Journal, ReadError, commit_hash};

/// Commits are taken where the table stands, and only there.
pub(super) async fn numbers_follow(journal: Arc<dyn Journal>) {
    assert!(!journal.name().is_empty(), "a provider has a name");
    let mut writer = Writer::new(&journal, "dev", "numbers");
    assert_eq!(journal.head(&writer.key).await, Ok(None), "a table that was never made has no head");
    assert_eq!(journal.read(&writer.key, 1).await, Err(ReadError::NotFound), "nor commits");
    assert_eq!(journal.first(&writer.key).await, Err(ReadError::NotFound), "nor a first one");

    for events in [3, 1, 1, 5, 2, 1, 1, 40, 1, 1] {
        writer.write(events).await;
        writer.check().await;
    }
}

/// A commit that comes elsewhere is refused, the refusal says where the table stands, and nothing has changed.
pub(super) async fn a_refusal_stores_nothing(journal: Arc<dyn Journal>) {
    let mut writer = Writer::new(&journal, "dev", "refusals");
    for expected_seq in [1, 2, u64::MAX] {
        let early = Append { expected_seq, ..writer.next(1, "early") };
        assert_conflict(&journal, early, 0, "a table that was never made stands at 0").await;
    }
    assert_eq!(journal.head(&writer.key).await, Ok(None), "a refused append makes no table");

    let made = writer.next(2, "made");
    writer.write(2).await;
    let mut stale = vec![made.clone()];
    assert_conflict(&journal, made, 2, "a table is made once").await;
    for events in [1, 4, 1] {
        stale.push(writer.next(events, "late"));
        writer.write(events).await;
    }
    let last_seq = writer.last_seq();
    for late in stale {
        assert_conflict(&journal, late, last_seq, "a stale expected_seq is refused").await;
        writer.check().await;
    }
    let next = writer.next(1, "ahead");
    for expected_seq in [last_seq + 1, last_seq - 1, u64::MAX] {
        let elsewhere = Append { expected_seq, ..next.clone() };
        assert_conflict(&journal, elsewhere, last_seq, "only where the table stands").await;
        writer.check().await;
    }
    writer.write(1).await;
    writer.check().await;
}

/// Two tenants may use one id; neither sees or moves the other's table.
pub(super) async fn tables_are_apart(journal: Arc<dyn Journal>) {
    // The last two would be one, were tenant and id joined carelessly.
    let keys = [("club", "one"), ("other", "one"), ("club", "two"), ("a", "b/c"), ("a/b", "c")];
    let mut writers = keys.map(|(tenant, id)| Writer::new(&journal, tenant, id));
    for round in 1..=4 {
        for (i, writer) in writers.iter_mut().enumerate() {
            writer.write(round + i as u64).await;
        }
    }
    for writer in &writers {
        writer.check().await;
    }
}

/// A commit that does not belong after the table's last one is refused as corrupt, and nothing has changed.
pub(super) async fn the_chain_holds(journal: Arc<dyn Journal>) {
    let mut writer = Writer::new(&journal, "dev", "chain");
    let orphan = with_prev_hash(writer.next(1, "orphan"), [9; 32]);
    assert_corrupt(&journal, orphan, "nothing comes before a table's first commit").await;
    let unlisted = Append { line: None, ..writer.next(1, "unlisted") };
    assert_corrupt(&journal, unlisted, "a table's first commit has its line").await;
    assert_eq!(journal.head(&writer.key).await, Ok(None), "a refused append makes no table");
    writer.write(2).await;
    writer.write(1).await;

    let next = writer.next(2, "astray");
    let first_hash = writer.written[0].hash;
    assert_corrupt(&journal, with_prev_hash(next.clone(), first_hash), "a wrong prev_hash is refused").await;
    assert_corrupt(&journal, with_prev_hash(next.clone(), [0; 32]), "no prev_hash is a wrong one").await;
    let mut anothers = next.clone();
    anothers.uid = [8; 16];
    assert_corrupt(&journal, anothers, "a table keeps its uid").await;
    for (first_seq, last_seq) in [(3, 4), (5, 5), (4, 3), (0, 4), (5, 4)] {
        let mut gap = next.clone();
        (gap.first_seq, gap.last_seq) = (first_seq, last_seq);
        assert_corrupt(&journal, gap, "events begin at the next seq, and there is at least one").await;
    }
    writer.check().await;
    let stale = with_prev_hash(Append { expected_seq: 2, ..next }, [9; 32]);
    assert_conflict(&journal, stale, 3, "where the table stands is looked at first").await;
    writer.write(1).await;
    writer.check().await;
}

/// A commit whose hash is not its own is refused, or never comes back as good; other tables go on.
pub(super) async fn a_false_hash_is_found(journal: Arc<dyn Journal>) {
    let mut other = Writer::new(&journal, "dev", "sound");
    other.write(1).await;
    let mut writer = Writer::new(&journal, "dev", "false");
    writer.write(1).await;
    let mut forged = writer.next(1, "forged");
    forged.hash[0] ^= 1;
    match journal.append(forged).await {
        Err(AppendError::Corrupt(_)) => writer.check().await,
        Ok(()) => {
            for from_seq in [1, 2] {
                let read = journal.read(&writer.key, from_seq).await;
                assert!(
                    matches!(read, Err(ReadError::Corrupt(_))),
                    "a broken chain is corrupt, not {read:?}"
                );
            }
        }
        Err(error) => panic!("a false hash is corrupt, not {error:?}"),
    }
    other.write(1).await;
    other.check().await;
}

fn with_prev_hash(mut append: Append, prev_hash: [u8; 32]) -> Append {
    append.hash = commit_hash(&prev_hash, &append.uid, &append.record);
    append.prev_hash = prev_hash;
    append
}

async fn assert_conflict(journal: &Arc<dyn Journal>, append: Append, last_seq: u64, promise: &str) {
    assert_eq!(journal.append(append).await, Err(AppendError::Conflict { last_seq }), "{promise}");
}

async fn assert_corrupt(journal: &Arc<dyn Journal>, append: Append, promise: &str) {
    let answer = journal.append(append).await;
    assert!(matches!(answer, Err(AppendError::Corrupt(_))), "{promise}: {answer:?}");
}
