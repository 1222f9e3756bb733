//! A reader of one table: a cursor and a wake-up. The log is the queue, so that resuming, a slow reader and
//! the ten-thousandth spectator are one case.

use crate::cell::Cell;
use crate::commit::Commit;
use crate::log::{CursorError, Kept};
use brag_table::Table;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::time::{Instant, Sleep, sleep_until};

/// What a reader gets next.
#[derive(Debug, Clone)]
pub enum FeedItem {
    /// Commits after the cursor, in order; the first may have events before it, which it has had.
    Commits(Vec<Arc<Commit>>),
    /// The live edge: it has everything up to this event. Once after each time it was behind.
    CaughtUp(u64),
    /// Nothing has happened for a while; this is the last event.
    Bookmark(u64),
    /// The table is closed, and it has everything.
    Closed,
    /// It was too slow: the events after its cursor are no longer kept.
    Lagged {
        /// The event that it wanted next.
        next: u64,
    },
    /// The server goes away; another one has the table.
    Draining {
        /// The event that it wants next.
        next: u64,
    },
}

/// A reader of one table.
pub struct Feed {
    cell: Arc<Cell>,
    cursor: u64,
    live: bool,
    last_sent: Instant,
    /// Goes off no later than a bookmark is due: moved then, not with every event.
    silence: Pin<Box<Sleep>>,
}

impl Feed {
    /// A reader that has everything up to `after`.
    pub(crate) fn new(cell: Arc<Cell>, after: u64) -> Result<Feed, CursorError> {
        let mut live = cell.live.lock();
        live.log.serves(after)?;
        live.log.read();
        drop(live);
        Ok(Feed::at(cell, after))
    }

    /// A reader of everything that is kept, and what that table looks like which was before it; none before event 1.
    pub(crate) fn from_oldest<R>(cell: Arc<Cell>, look: impl FnOnce(Option<&Table>) -> R) -> (Feed, R) {
        let mut live = cell.live.lock();
        let (after, seen) = (live.log.oldest() - 1, look(live.log.before()));
        live.log.read();
        drop(live);
        (Feed::at(cell, after), seen)
    }

    /// A reader whom the log has counted.
    fn at(cell: Arc<Cell>, cursor: u64) -> Feed {
        let last_sent = Instant::now();
        let silence = Box::pin(sleep_until(last_sent + cell.shared.config.bookmark_every));
        Feed { cell, cursor, live: false, last_sent, silence }
    }

    /// The last event that it has had.
    pub fn cursor(&self) -> u64 {
        self.cursor
    }

    /// What comes next; waits for it. Nothing is lost when the caller stops waiting.
    pub async fn next(&mut self) -> FeedItem {
        let every = self.cell.shared.config.bookmark_every;
        let cell = Arc::clone(&self.cell);
        loop {
            // It is told of every commit from here on, so that none can slip between the look and the wait.
            let news = cell.news.notified();
            let live = self.live;
            if let Some(item) = self.look() {
                self.last_sent = Instant::now();
                if live {
                    self.tell_delivered(&item);
                }
                return item;
            }
            if cell.shared.draining.load(Ordering::SeqCst) {
                return FeedItem::Draining { next: self.cursor + 1 };
            }
            tokio::select! {
                biased;
                () = news => {}
                () = self.silence.as_mut() => {
                    let now = Instant::now();
                    let due = self.last_sent + every;
                    if due <= now {
                        self.last_sent = now;
                        self.silence.as_mut().reset(now + every);
                        return FeedItem::Bookmark(self.cursor);
                    }
                    self.silence.as_mut().reset(due);
                }
            }
        }
    }

    /// Tells how long the commits of the live edge took to come this far.
    fn tell_delivered(&self, item: &FeedItem) {
        let (Some(observer), FeedItem::Commits(commits)) = (&self.cell.shared.observer, item) else { return };
        let now = self.last_sent.into_std();
        for shown in commits.iter().filter_map(|commit| commit.shown.get()) {
            observer.delivered(now.saturating_duration_since(*shown));
        }
    }

    fn look(&mut self) -> Option<FeedItem> {
        let live = self.cell.live.lock();
        match live.log.serves(self.cursor) {
            Ok(()) => {}
            Err(CursorError::Expired { .. } | CursorError::Ahead { .. }) => {
                return Some(FeedItem::Lagged { next: self.cursor + 1 });
            }
        }
        let kept = live.log.after(self.cursor, self.cell.shared.config.feed_batch);
        if let Some(last) = kept.last() {
            self.cursor = last.last_seq();
            self.live = self.live && self.cursor == live.log.last();
            drop(live);
            return Some(FeedItem::Commits(kept.into_iter().map(Kept::commit).collect()));
        }
        if !std::mem::replace(&mut self.live, true) {
            return Some(FeedItem::CaughtUp(self.cursor));
        }
        live.table.room.closed.then_some(FeedItem::Closed)
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.cell.live.lock().log.unread();
    }
}
