//! The last hands of a table, commit by commit: what streams are fed from.

use crate::commit::Commit;
use brag_table::Table;
use std::collections::VecDeque;
use std::sync::Arc;

/// A cursor that the log cannot serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CursorError {
    /// The events after it are no longer kept.
    Expired {
        /// The oldest event that is.
        oldest: u64,
    },
    /// There is no such event yet.
    Ahead {
        /// The last event.
        last: u64,
    },
}

/// Commits in order without a gap; the oldest hands go together.
#[derive(Default)]
pub(crate) struct Log {
    /// The table before the oldest commit, so that everything that is kept can be gone through by who comes late.
    /// None while that is the first one: most tables that nothing happens at never need it.
    before: Option<Box<Table>>,
    commits: VecDeque<Arc<Commit>>,
}

impl Log {
    /// Adds a commit and lets go of hands older than the current one and `hands_kept` before it; and of what goes
    /// beyond `commits_kept`, because a table can move for ever without a new hand.
    pub(crate) fn push(&mut self, commit: Arc<Commit>, hands_kept: u32, commits_kept: usize) {
        let oldest = commit.hand.saturating_sub(hands_kept);
        // Whoever follows the table has it by now. A reader who is further behind makes his own, and shares it again.
        if let Some(before) = self.commits.back() {
            before.forget_encodings();
        }
        self.commits.push_back(commit);
        let mut over = self.commits.len().saturating_sub(commits_kept.max(1));
        while let Some(dropped) = self.commits.pop_front_if(|front| front.hand < oldest || over > 0) {
            over = over.saturating_sub(1);
            // A request id may keep it for long after nobody streams it.
            dropped.forget_encodings();
            pass(&mut self.before, &dropped);
        }
    }

    /// The table before the oldest event kept; none before event 1.
    pub(crate) fn before(&self) -> Option<&Table> {
        self.before.as_deref()
    }

    /// The number of the oldest event kept.
    pub(crate) fn oldest(&self) -> u64 {
        self.commits.front().map_or(1, |commit| commit.first_seq())
    }

    /// The number of the last event.
    pub(crate) fn last(&self) -> u64 {
        self.commits.back().map_or(0, |commit| commit.last_seq())
    }

    /// Whether a reader that has everything up to `cursor` can be served.
    pub(crate) fn serves(&self, cursor: u64) -> Result<(), CursorError> {
        let (oldest, last) = (self.oldest(), self.last());
        if cursor > last {
            Err(CursorError::Ahead { last })
        } else if cursor + 1 < oldest {
            Err(CursorError::Expired { oldest })
        } else {
            Ok(())
        }
    }

    /// The commits with events after `cursor`, at most `most` of them.
    pub(crate) fn after(&self, cursor: u64, most: usize) -> Vec<Arc<Commit>> {
        // A reader is nearly always at the end, which is near; a search would touch commits from all over.
        let later = |commit: &&Arc<Commit>| commit.last_seq() > cursor;
        let new = self.commits.iter().rev().take(most.saturating_add(1)).take_while(later).count();
        let from = if new <= most {
            self.commits.len() - new
        } else {
            self.commits.partition_point(|commit| commit.last_seq() <= cursor)
        };
        self.commits.range(from..).take(most).cloned().collect()
    }
}

/// Takes a table over a commit: what it was before becomes what it is after.
fn pass(table: &mut Option<Box<Table>>, commit: &Commit) {
    let mut events = &*commit.events;
    if table.is_none()
        && let [first, rest @ ..] = events
    {
        (*table, events) = (Table::from_first(first).map(Box::new), rest);
    }
    if let Some(table) = table {
        events.iter().for_each(|event| table.apply(event));
    }
}
