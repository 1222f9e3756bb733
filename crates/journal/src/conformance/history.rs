//! Reading back, and what history is kept.

use std::sync::Arc;

use super::Writer;
use crate::{Journal, ReadError};

/// From wherever it is read, history comes without a gap, whole commits at a time, and ends at the last one.
pub(super) async fn reads_are_whole(journal: Arc<dyn Journal>) {
    let mut writer = Writer::new(&journal, "dev", "reads");
    for events in [4, 1, 3, 3, 1, 2] {
        writer.write(events).await;
    }
    for from_seq in 0..=writer.last_seq() + 3 {
        let expected: Vec<_> = writer.written.iter().filter(|c| c.last_seq >= from_seq).cloned().collect();
        let read = journal.read(&writer.key, from_seq).await;
        assert_eq!(read, Ok(expected), "a read from {from_seq} is every commit that holds it or comes later");
    }
    assert_eq!(journal.read(&writer.key, u64::MAX).await, Ok(vec![]), "beyond the end there is nothing");
    assert_eq!(journal.first(&writer.key).await.as_ref(), Ok(&writer.written[0]), "the first commit is kept");
}

/// Hands are dropped whole; the current one and three before it are never; nor are the first commit and the head.
pub(super) async fn hands_are_kept_together(journal: Arc<dyn Journal>) {
    let mut writer = Writer::new(&journal, "dev", "hands");
    writer.write(2).await;
    // Where each hand begins: the index of its first commit.
    let mut begins = vec![0];
    for hand in 0..=8u32 {
        writer.hand = hand;
        if hand > 0 {
            begins.push(writer.written.len());
        }
        for events in 1..=4 {
            writer.write(events).await;
            let kept = &writer.written[begins[hand.saturating_sub(3) as usize]..];
            let read = journal.read(&writer.key, kept[0].first_seq).await;
            assert_eq!(read.as_deref(), Ok(kept), "hand {hand} and the three before it are kept");

            check_oldest(&writer, &begins).await;
            let first = journal.first(&writer.key).await;
            assert_eq!(first.as_ref(), Ok(&writer.written[0]), "the first commit is kept");
            writer.check_head().await;
        }
    }
}

/// What has expired ends where a hand begins, says so wherever it is asked for, and the rest can be read.
async fn check_oldest(writer: &Writer, begins: &[usize]) {
    let oldest_seq = match writer.journal.read(&writer.key, 1).await {
        Ok(all) => return assert_eq!(all, writer.written, "history is all there, or expired"),
        Err(ReadError::Expired { oldest_seq }) => oldest_seq,
        Err(error) => panic!("history is all there, or expired: {error:?}"),
    };
    let Some(oldest) = begins.iter().find(|begin| writer.written[**begin].first_seq == oldest_seq) else {
        panic!("a hand is kept or dropped together: no hand begins at {oldest_seq}");
    };
    let read = writer.journal.read(&writer.key, oldest_seq).await;
    assert_eq!(read.as_deref(), Ok(&writer.written[*oldest..]), "what has not expired can be read");
    for from_seq in [0, 2, 3, oldest_seq - 1] {
        let read = writer.journal.read(&writer.key, from_seq).await;
        let expired = Err(ReadError::Expired { oldest_seq });
        assert_eq!(read, expired, "a read from {from_seq}, which is gone, says what is left");
    }
}
