//! The state of a table that commits change.

use crate::chance::{FairChance, ScriptChance, Shuffled};
use crate::clock::Clock;
use crate::command::ActError;
use crate::commit::Commit;
use crate::config::HostConfig;
use crate::log::Log;
use crate::requests::{RequestKey, Requests};
use brag_rules::fact::Fact as HandFact;
use brag_table::event::{Cause, CloseReason, Fact, Millis};
use brag_table::{Plan, Table};
use bytes::{Bytes, BytesMut};
use std::sync::Arc;

/// Held for a moment at a time, never across a wait.
pub(crate) struct Live {
    /// On the heap, as a decision makes it: the table after a step takes the place of the one before it.
    pub(crate) table: Box<Table>,
    pub(crate) log: Log,
    /// Room for records, one beside the other.
    pub(crate) records: BytesMut,
    pub(crate) requests: Requests,
    pub(crate) source: Source,
    pub(crate) head_hash: [u8; 32],
    /// It takes no more acts, and why.
    pub(crate) stopped: Option<Stopped>,
    /// The journal may hold more than this state knows of.
    pub(crate) doubt: Option<Doubt>,
    /// When the timers will look at this table next.
    pub(crate) armed: Option<Millis>,
}

/// Where the table's chance comes from.
pub(crate) enum Source {
    Fair(FairChance),
    Script(Box<ScriptState>),
}

/// A scripted table's own time and pack.
#[derive(Debug, Default)]
pub(crate) struct ScriptState {
    pub(crate) ahead: Millis,
    pub(crate) next: ScriptChance,
}

/// Why a table stands still for good, in this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// It broke an invariant.
    Broken,
    /// Its journal contradicts itself.
    JournalCorrupt,
}

/// Why the journal must be read before anything else is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// It did not say whether it has stored a commit.
    NoAnswer,
    /// It holds a commit that this state does not know.
    Conflict,
}

/// From one state to the next: a commit that is durable, or will be before anybody sees it.
pub(crate) struct Step {
    pub(crate) after: Box<Table>,
    pub(crate) commit: Arc<Commit>,
    /// Its events as its record has them, where that is all that is kept of it.
    pub(crate) calm: Option<Bytes>,
    /// Its events as everybody sees them, where they are made already.
    pub(crate) public: Option<Bytes>,
    pub(crate) hash: [u8; 32],
    /// The chance that it used, at a served table.
    pub(crate) shuffled: Option<Shuffled>,
    /// The request that it answers, and whether its id is kept for the table's life.
    pub(crate) request: Option<(RequestKey, bool)>,
}

/// What is left of a step that is adopted. It is dropped when the table's lock is gone: each count that goes down waits for all
/// that was written before it, and most of that lay in no cache.
pub(crate) struct Adopted {
    pub(crate) commit: Arc<Commit>,
    /// Somebody waits to be told.
    pub(crate) read: bool,
    _before: Option<Box<Table>>,
    _public: Option<Bytes>,
}

impl From<Stopped> for ActError {
    fn from(stopped: Stopped) -> ActError {
        match stopped {
            Stopped::Broken => ActError::Broken,
            Stopped::JournalCorrupt => ActError::JournalCorrupt,
        }
    }
}

impl Live {
    /// A table that stands at its first commit.
    pub(crate) fn new(table: Box<Table>, commit: Arc<Commit>, hash: [u8; 32], source: Source) -> Live {
        Live {
            table,
            log: Log::first(commit),
            records: BytesMut::new(),
            requests: Requests::default(),
            source,
            head_hash: hash,
            stopped: None,
            doubt: None,
            armed: None,
        }
    }

    /// Moves a scripted table's clock to its next deadline, if that comes within this time; says by how much.
    pub(crate) fn advance_to_deadline(&mut self, within: Millis) -> Option<Millis> {
        let Source::Script(script) = &mut self.source else { return None };
        let now = self.table.room.created.saturating_add(script.ahead);
        // A deadline that has passed is done already, or waits for somebody: it does not stop the clock.
        let moved = self.table.wake_at()?.checked_sub(now).filter(|&ms| ms > 0 && ms <= within)?;
        script.ahead += moved;
        Some(moved)
    }

    /// The table's own time. It never goes back behind its last event.
    pub(crate) fn now(&self, clock: &dyn Clock) -> Millis {
        match &self.source {
            Source::Fair(_) => clock.now().max(self.table.room.touched),
            Source::Script(script) => self.table.room.created.saturating_add(script.ahead),
        }
    }

    /// What time has made due, the first of it.
    pub(crate) fn due(&self, now: Millis, idle_close_ms: u64) -> Option<Plan> {
        let idle = idles_until(&self.table, idle_close_ms).is_some_and(|until| until <= now);
        self.table.due(now).or_else(|| {
            let (reason, cause) = (CloseReason::Idle, Cause::Clock);
            idle.then_some(Plan::Close { at_once: true, reason, cause })
        })
    }

    /// A step is durable: from here on everybody sees it.
    pub(crate) fn adopt(&mut self, step: Step, config: &HostConfig) -> Adopted {
        let Step { after, commit, calm, public, hash, shuffled, request } = step;
        match (&mut self.source, shuffled) {
            (Source::Fair(fair), Some(shuffled)) => fair.adopt(shuffled),
            (Source::Script(script), _) => {
                if commit.events.iter().any(|event| starts_hand(&event.fact)) {
                    script.next = ScriptChance::default();
                }
            }
            (Source::Fair(_), None) => {}
        }
        let before = std::mem::replace(&mut self.table, after);
        self.head_hash = hash;
        let before = self.log.push(&commit, calm, before, config.hands_kept, config.commits_kept);
        if let Some((key, for_life)) = request {
            let (charter, public) = (&self.table.charter, public.as_ref());
            self.requests.remember(key, charter, &commit, public, for_life, config.requests_kept);
        }
        Adopted { commit, read: self.log.is_read(), _before: before, _public: public }
    }
}

/// When the table must be woken, whoever is connected; never for a scripted one, whose time stands still.
pub(crate) fn wakes_at(table: &Table, idle_close_ms: u64) -> Option<Millis> {
    let idle = idles_until(table, idle_close_ms)?;
    Some(table.wake_at().map_or(idle, |at| at.min(idle)))
}

/// When it is closed if nothing happens.
fn idles_until(table: &Table, idle_close_ms: u64) -> Option<Millis> {
    let served = !table.room.closed && table.charter.script.is_none();
    served.then(|| table.room.touched.saturating_add(idle_close_ms))
}

fn starts_hand(fact: &Fact) -> bool {
    matches!(fact, Fact::Hand(HandFact::HandStarted { .. }))
}
