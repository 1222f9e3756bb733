//! Snapshots.

use std::sync::Arc;

use super::{Writer, snapshot};
use crate::{Journal, ReadError, SnapshotError};

/// The newest snapshot is kept, whatever comes late; none is kept of a future that did not happen.
pub(super) async fn the_newest_is_kept(journal: Arc<dyn Journal>) {
    let mut writer = Writer::new(&journal, "dev", "snapshots");
    let key = writer.key.clone();
    assert_eq!(journal.load_snapshot(&key).await, Err(ReadError::NotFound), "a snapshot is of a table");
    assert_eq!(
        journal.store_snapshot(&key, snapshot(0, "nothing")).await,
        Err(SnapshotError::NotFound),
        "a snapshot is of a table"
    );
    for events in [2, 3, 5] {
        writer.write(events).await;
    }
    let mut other = Writer::new(&journal, "another", "snapshots");
    other.write(9).await;
    assert_eq!(journal.load_snapshot(&key).await, Ok(None), "a table begins without a snapshot");

    let steps = [
        (5, "five", (5, "five")),
        (2, "two, late", (5, "five")),
        (10, "ten", (10, "ten")),
        (9, "nine, late", (10, "ten")),
        (10, "ten again", (10, "ten again")),
    ];
    for (seq, state, kept) in steps {
        let answer = journal.store_snapshot(&key, snapshot(seq, state)).await;
        assert_eq!(answer, Ok(()), "an older snapshot is ignored, not refused");
        let loaded = journal.load_snapshot(&key).await;
        assert_eq!(loaded, Ok(Some(snapshot(kept.0, kept.1))), "the newest snapshot is kept");
    }
    let ahead = journal.store_snapshot(&key, snapshot(11, "ahead")).await;
    assert!(matches!(ahead, Err(SnapshotError::Corrupt(_))), "a snapshot is of what happened: {ahead:?}");

    writer.hand = 20;
    writer.write(1).await;
    let kept = Ok(Some(snapshot(10, "ten again")));
    assert_eq!(journal.load_snapshot(&key).await, kept, "appends leave the snapshot alone");
    assert_eq!(journal.load_snapshot(&other.key).await, Ok(None), "each tenant's table has its own");
    other.check().await;
}
