//! What is known of tables without reading them: heads, and what is due.

use std::sync::Arc;

use super::Writer;
use crate::Journal;

/// The heads of all tables are listed, each that of its last commit, by key.
pub(super) async fn heads_are_the_last(journal: Arc<dyn Journal>) {
    assert_eq!(journal.heads().await, Ok(vec![]), "a new journal is empty");
    assert_eq!(journal.due(u64::MAX).await, Ok(vec![]), "a new journal is empty");
    let mut writers = Vec::new();
    for i in [31, 4, 15, 9, 26, 5, 35, 8, 97, 93, 2] {
        let tenant = ["club", "another"][i % 2];
        let mut writer = Writer::new(&journal, tenant, &format!("table-{i:02}"));
        for events in 1..=(i as u64 % 4) + 1 {
            writer.write(events).await;
        }
        writer.check_head().await;
        writers.push(writer);
    }
    for writer in writers.iter_mut().take(3) {
        writer.closed = true;
        writer.write(1).await;
    }
    let mut heads: Vec<_> = writers.iter().filter_map(|writer| writer.head.clone()).collect();
    heads.sort_by(|a, b| a.key.cmp(&b.key));
    assert_eq!(journal.heads().await, Ok(heads), "all tables are listed, closed ones too, ascending by key");
}

/// What is due is listed to the millisecond, earliest first, and by key where the time is the same.
pub(super) async fn due_is_in_order(journal: Arc<dyn Journal>) {
    const TIMES: [u64; 8] = [500, 100, 300, 300, 0, 200, 300, u64::MAX];
    let mut writers = Vec::new();
    for (i, wake_at) in TIMES.into_iter().enumerate() {
        let mut writer = Writer::new(&journal, "dev", &format!("due-{}", (i * 5) % 8));
        writer.wake_at = Some(wake_at);
        writer.write(2).await;
        writers.push(writer);
    }
    let mut never = Writer::new(&journal, "dev", "never-due");
    never.write(1).await;

    let mut heads: Vec<_> = writers.iter().filter_map(|writer| writer.head.clone()).collect();
    heads.sort_by(|a, b| (a.wake_at, &a.key).cmp(&(b.wake_at, &b.key)));
    for now in [0, 99, 100, 101, 299, 300, 301, 500, 10_000, u64::MAX, 200] {
        let expected: Vec<_> = heads.iter().filter(|head| head.wake_at <= Some(now)).cloned().collect();
        let promise = "due is every table whose time has come, earliest first";
        assert_eq!(journal.due(now).await, Ok(expected.clone()), "{promise}, at {now}");
        assert_eq!(journal.due(now).await, Ok(expected), "it stays due until a commit says otherwise");
    }
}

/// The last commit decides when a table is due: earlier, later, not at all, again; a closed table never.
pub(super) async fn due_moves(journal: Arc<dyn Journal>) {
    let mut other = Writer::new(&journal, "dev", "other");
    other.wake_at = Some(1_000);
    other.write(1).await;
    let mut writer = Writer::new(&journal, "dev", "moving");
    let times =
        [Some(500), Some(800), Some(300), Some(300), None, Some(400), Some(2_000), None, None, Some(1)];
    for (i, wake_at) in times.into_iter().enumerate() {
        writer.wake_at = wake_at;
        writer.write(1).await;
        // Not asked after every commit: a provider may correct its index only when it is asked.
        if i % 2 == 1 {
            check_due(&writer, &other, wake_at).await;
        }
    }
    for wake_at in times {
        writer.wake_at = wake_at;
        writer.write(1).await;
        check_due(&writer, &other, wake_at).await;
    }
    writer.closed = true;
    writer.write(1).await;
    check_due(&writer, &other, None).await;
    writer.wake_at = None;
    writer.write(1).await;
    check_due(&writer, &other, None).await;
}

/// `writer`'s table is due from `due_at` on, and `other`'s from 1,000.
async fn check_due(writer: &Writer, other: &Writer, due_at: Option<u64>) {
    let mut by_time = [(Some(1_000), &other.head), (due_at, &writer.head)];
    by_time.sort_by_key(|(due_at, _)| *due_at);
    for now in [0, 1, 299, 300, 399, 400, 799, 800, 999, 1_000, 1_999, 2_000] {
        let due = by_time.iter().filter(|(due_at, _)| due_at.is_some_and(|at| at <= now));
        let expected: Vec<_> = due.filter_map(|(_, head)| (*head).clone()).collect();
        let promise = "the last commit decides when a table is due, and a closed table never is";
        assert_eq!(writer.journal.due(now).await, Ok(expected), "{promise}, at {now}");
    }
}
