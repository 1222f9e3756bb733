//! The last hands of a table, commit by commit: what streams are fed from.
//!
//! What readers are at is the last commit. What lies further back is read by who comes late, and so is everything while
//! nobody reads; most of it is bets. Those are kept as the bytes that their records are made of, and read back when somebody
//! asks.

use crate::commit::Commit;
use crate::restore;
use brag_table::Table;
use bytes::Bytes;
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
    /// The oldest in front.
    chapters: VecDeque<Chapter>,
    /// The commits in all of them.
    commits: usize,
    /// The last commit is there whole, and what is kept of it once another follows, if that is less.
    whole: Option<Option<Bytes>>,
    /// How many read.
    readers: usize,
}

/// The commits of a hand, or of a part of one that is very long.
struct Chapter {
    hand: u32,
    /// The table before the first of them, so that everything that is kept can be gone through by who comes late; none
    /// before event 1.
    before: Option<Box<Table>>,
    /// In order, at least one.
    commits: Vec<Kept>,
}

/// A commit in the log.
#[derive(Clone)]
pub(crate) struct Kept {
    first_seq: u64,
    last_seq: u64,
    hand: u32,
    what: What,
}

#[derive(Clone)]
enum What {
    Whole(Arc<Commit>),
    /// Its events as its record has them: see [`Commit::is_calm`].
    Calm(Bytes),
}

/// Into how many chapters what is kept of a hand without end is divided, at least: they are let go of one by one.
const CHAPTERS: usize = 4;

impl Log {
    /// The log of a table that has had one commit.
    pub(crate) fn first(commit: Arc<Commit>) -> Log {
        let mut log = Log { chapters: VecDeque::with_capacity(1), ..Log::default() };
        log.add(&commit, None, None, 1);
        log
    }

    /// Adds a commit, `calm` if its events are all that there is to it, and the table before it. Lets go of hands older
    /// than the current one and `hands_kept` before it; and of what goes beyond `commits_kept`, because a table
    /// can move for ever without a new hand. Gives the table back if it is not kept.
    pub(crate) fn push(
        &mut self,
        commit: &Arc<Commit>,
        calm: Option<Bytes>,
        before: Box<Table>,
        hands_kept: u32,
        commits_kept: usize,
    ) -> Option<Box<Table>> {
        let most = commits_kept.max(1);
        let oldest = commit.hand.saturating_sub(hands_kept);
        self.pass();
        let before = self.add(commit, calm, Some(before), most.div_ceil(CHAPTERS));
        while self.chapters.len() > 1
            && let Some(front) =
                self.chapters.pop_front_if(|front| front.hand < oldest || self.commits > most)
        {
            self.commits -= front.commits.len();
            // A request id may keep them for long after nobody streams them.
            front.commits.iter().for_each(Kept::forget_encodings);
        }
        before
    }

    fn add(
        &mut self,
        commit: &Arc<Commit>,
        calm: Option<Bytes>,
        before: Option<Box<Table>>,
        most: usize,
    ) -> Option<Box<Table>> {
        let (hand, first_seq, last_seq) = (commit.hand, commit.first_seq(), commit.last_seq());
        let (what, whole) = match calm {
            Some(events) if self.readers == 0 => (What::Calm(events), None),
            calm => (What::Whole(Arc::clone(commit)), Some(calm)),
        };
        let kept = Kept { first_seq, last_seq, hand, what };
        self.whole = whole;
        self.commits += 1;
        match self.chapters.back_mut().filter(|last| last.hand == hand && last.commits.len() < most) {
            Some(last) => {
                last.commits.push(kept);
                before
            }
            None => {
                self.chapters.push_back(Chapter { hand, before, commits: vec![kept] });
                None
            }
        }
    }

    /// Another commit comes. Whoever follows the table has the last one by now; a reader who is further behind makes his
    /// own encodings, and shares them again.
    fn pass(&mut self) {
        // Where it is not there whole, it is not looked at: it lies where nobody has been since the act before.
        let Some(calm) = self.whole.take() else { return };
        if let Some(last) = self.chapters.back_mut().and_then(|chapter| chapter.commits.last_mut()) {
            last.forget_encodings();
            if let Some(events) = calm {
                last.what = What::Calm(events);
            }
        }
    }

    /// Somebody reads from here on, until [`Log::unread`].
    pub(crate) fn read(&mut self) {
        self.readers += 1;
    }

    /// Whether somebody reads.
    pub(crate) fn is_read(&self) -> bool {
        self.readers > 0
    }

    /// One of those who read has gone.
    pub(crate) fn unread(&mut self) {
        self.readers -= 1;
    }

    /// The table before the oldest event kept; none before event 1.
    pub(crate) fn before(&self) -> Option<&Table> {
        self.chapters.front()?.before.as_deref()
    }

    /// The number of the oldest event kept.
    pub(crate) fn oldest(&self) -> u64 {
        self.chapters.front().and_then(|chapter| chapter.commits.first()).map_or(1, |kept| kept.first_seq)
    }

    /// The number of the last event.
    pub(crate) fn last(&self) -> u64 {
        self.chapters.back().map_or(0, Chapter::last_seq)
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
    pub(crate) fn after(&self, cursor: u64, most: usize) -> Vec<Kept> {
        let Some(last) = self.chapters.back().filter(|last| last.last_seq() > cursor) else {
            return Vec::new();
        };
        // A reader is nearly always at the end, which is near.
        let from = if last.commits.first().is_some_and(|first| first.first_seq <= cursor + 1) {
            self.chapters.len() - 1
        } else {
            self.chapters.partition_point(|chapter| chapter.last_seq() <= cursor)
        };
        let chapters = self.chapters.range(from..).flat_map(|chapter| &chapter.commits);
        let had = self.chapters[from].commits.partition_point(|kept| kept.last_seq <= cursor);
        chapters.skip(had).take(most).cloned().collect()
    }
}

impl Chapter {
    fn last_seq(&self) -> u64 {
        self.commits.last().map_or(0, |kept| kept.last_seq)
    }
}

impl Kept {
    /// The number of its last event.
    pub(crate) fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// The commit: read back, where its bytes are what is kept. That takes some microseconds; no lock is held for it.
    pub(crate) fn commit(self) -> Arc<Commit> {
        match self.what {
            What::Whole(commit) => commit,
            What::Calm(events) => {
                let events = restore::calm(events)
                    .expect("kept-as-written: what is kept of a commit for late readers reads back");
                Arc::new(Commit::new(events, Vec::new(), self.hand))
            }
        }
    }

    fn forget_encodings(&self) {
        if let What::Whole(commit) = &self.what {
            commit.forget_encodings();
        }
    }
}
