//! The events of a table that have come, and the table after each of them.
//!
//! The table after an event is folded from the nearest one that was kept before it, so that a step costs the same
//! wherever one stands, and memory is bounded.

use brag_client::fold::Fold;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{Event, TableView};
use std::collections::VecDeque;

/// Events between two tables that are kept.
const STRIDE: usize = 64;
/// The most events that are kept; the oldest go first, a stride at a time.
pub const MAX_EVENTS: usize = 32_768;

/// What happened.
#[derive(Debug)]
pub struct History {
    /// The viewer's own id.
    player: String,
    /// The table before the first event that is kept, then after every further stride.
    kept: VecDeque<Fold>,
    /// The table after the last event.
    last: Fold,
    past: VecDeque<Past>,
    max_events: usize,
}

/// An event that has come.
#[derive(Debug)]
struct Past {
    event: Event,
    /// What is said of it.
    line: Option<String>,
    /// It is the last of its commit.
    ends_commit: bool,
}

/// A step through what happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// One event.
    Event,
    /// To where the table waited for somebody.
    Commit,
    /// To where a hand began.
    Hand,
}

impl History {
    /// Nothing has happened yet. `player` is whose seat is the viewer's own; so many events are kept.
    pub fn new(player: impl Into<String>, max_events: usize) -> History {
        let player = player.into();
        let last = Fold::new(&*player);
        History { kept: VecDeque::from([last.clone()]), last, past: VecDeque::new(), player, max_events }
    }

    /// Begins anew with this table, at whatever event: what was before it cannot be gone back to.
    pub fn begin(&mut self, view: TableView) {
        self.last = Fold::from_view(view, &*self.player);
        self.kept = VecDeque::from([self.last.clone()]);
        self.past.clear();
    }

    /// Takes an event; `line` tells it by the table after it. One that cannot be folded, such as a fact that is newer than
    /// this program, makes a new beginning of the table as it is `now`.
    pub fn take(
        &mut self,
        event: &Event,
        ends_commit: bool,
        now: &TableView,
        line: impl FnOnce(&TableView) -> Option<String>,
    ) {
        if event.seq <= self.newest() {
            // A new beginning was ahead of it.
            return;
        }
        if self.last.event(event).is_err() {
            return self.begin(now.clone());
        }
        let line = line(self.last.view());
        self.past.push_back(Past { event: event.clone(), line, ends_commit });
        if self.past.len().is_multiple_of(STRIDE) {
            self.kept.push_back(self.last.clone());
        }
        if self.past.len() > self.max_events.max(STRIDE) {
            self.past.drain(..STRIDE);
            self.kept.pop_front();
        }
    }

    /// The first event that is kept; where none is, the one after which the table can be shown.
    pub fn oldest(&self) -> u64 {
        (self.before() + 1).min(self.newest())
    }

    /// The last event that has come; 0 before the first.
    pub fn newest(&self) -> u64 {
        self.last.view().seq
    }

    /// The event before the first one that is kept.
    fn before(&self) -> u64 {
        self.kept.front().map_or(0, |fold| fold.view().seq)
    }

    /// The table after that event, or after the nearest one after which it can be shown.
    pub fn at(&self, seq: u64) -> TableView {
        let after = usize::try_from(seq.saturating_sub(self.before())).unwrap_or(usize::MAX);
        let after = after.min(self.past.len());
        let nearest = (after / STRIDE).min(self.kept.len() - 1);
        let mut fold = self.kept[nearest].clone();
        for past in self.past.range(nearest * STRIDE..after) {
            // It was folded when it came.
            let _folded = fold.event(&past.event);
        }
        fold.view().clone()
    }

    /// The event itself, if it is kept.
    pub fn event(&self, seq: u64) -> Option<&Event> {
        self.past(seq).map(|past| &past.event)
    }

    fn past(&self, seq: u64) -> Option<&Past> {
        let index = seq.checked_sub(self.before() + 1)?;
        self.past.get(usize::try_from(index).ok()?)
    }

    /// What is said of that event and of those before it, the newest first.
    pub fn lines(&self, seq: u64) -> impl Iterator<Item = &str> {
        let count = usize::try_from(seq.saturating_sub(self.before())).unwrap_or(usize::MAX);
        self.past.range(..count.min(self.past.len())).rev().filter_map(|past| past.line.as_deref())
    }

    /// Where a step back from there leads; nothing where nothing older can be shown.
    pub fn back(&self, seq: u64, step: Step) -> Option<u64> {
        let oldest = self.oldest();
        let found = (oldest..seq).rev().find(|seq| self.stands(*seq, step));
        found.or((seq > oldest).then_some(oldest))
    }

    /// Where a step forward from there leads; nothing at the last event.
    pub fn forward(&self, seq: u64, step: Step) -> Option<u64> {
        let newest = self.newest();
        let found = (seq + 1..=newest).find(|seq| self.stands(*seq, step));
        found.or((seq < newest).then_some(newest))
    }

    /// Whether a step of this kind may end there.
    fn stands(&self, seq: u64, step: Step) -> bool {
        let Some(past) = self.past(seq) else { return true };
        match step {
            Step::Event => true,
            Step::Commit => past.ends_commit,
            Step::Hand => matches!(past.event.fact, Some(Fact::HandStarted(_))),
        }
    }
}
