//! What a host tells whoever watches it work: how long the stages of a commit took, and what came of acts. No table,
//! player or request is named.

use crate::command::{ActError, Acted};
use crate::requests::Effect;
use crate::trace::ActSpan;
use brag_contract::v1::TableState;
use brag_rules::variant::Variant;
use std::time::{Duration, Instant};

/// A stage of an act, or of what the clock brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// From the table's lock to the record that the journal is given, or to the refusal.
    Decide,
    /// The journal's.
    Append,
    /// From there until everybody who waits has been woken.
    FanOut,
}

/// What came of an act that reached a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActOutcome {
    /// It was done.
    Done,
    /// It had been done before, and was answered again.
    Repeated,
    /// It was only checked, and would be done.
    Validated,
    /// It was refused, its id included.
    Refused,
    /// The table could not: too many commands wait, the journal does not answer, or it has stopped.
    Failed,
}

impl ActOutcome {
    /// All of them.
    pub const ALL: [ActOutcome; 5] = [
        ActOutcome::Done,
        ActOutcome::Repeated,
        ActOutcome::Validated,
        ActOutcome::Refused,
        ActOutcome::Failed,
    ];

    pub(crate) fn of(acted: &Result<Acted, ActError>) -> ActOutcome {
        match acted {
            Ok(Acted { repeat: true, .. }) => ActOutcome::Repeated,
            Ok(Acted { effect: Effect::Commit(_) | Effect::Events(_), .. }) => ActOutcome::Done,
            Ok(Acted { effect: Effect::Nothing, .. }) => ActOutcome::Validated,
            Err(ActError::Refused { .. } | ActError::RequestIdReused | ActError::NotSeatOwner) => {
                ActOutcome::Refused
            }
            Err(
                ActError::Overloaded { .. }
                | ActError::JournalUnavailable
                | ActError::JournalCorrupt
                | ActError::NewerFormat { .. }
                | ActError::Broken,
            ) => ActOutcome::Failed,
        }
    }
}

/// Whoever watches a host. Each method is called where the work is done, the table's lock held or not: it must
/// neither wait nor fail.
pub trait Observer: Send + Sync + 'static {
    /// A stage is over.
    fn stage(&self, stage: Stage, took: Duration);
    /// An act has its outcome.
    fn acted(&self, variant: Variant, outcome: ActOutcome);
    /// A table has changed its state; one that appears had none before, one that is forgotten has none after.
    fn table_moved(&self, from: Option<TableState>, to: Option<TableState>);
    /// A reader at the live edge was handed a commit, so long after it was durable.
    fn delivered(&self, after: Duration);
}

/// Times one stage after the other; reads no clock where nobody wants to know.
pub(crate) struct Stopwatch<'a> {
    observer: Option<&'a dyn Observer>,
    span: Option<&'a dyn ActSpan>,
    last: Option<Instant>,
}

impl<'a> Stopwatch<'a> {
    pub(crate) fn start(observer: Option<&'a dyn Observer>, span: Option<&'a dyn ActSpan>) -> Stopwatch<'a> {
        let wanted = observer.is_some() || span.is_some();
        Stopwatch { observer, span, last: wanted.then(Instant::now) }
    }

    /// What went on since the last stage was this one; says when it ended.
    pub(crate) fn lap(&mut self, stage: Stage) -> Option<Instant> {
        let began = self.last?;
        let ended = Instant::now();
        if let Some(observer) = self.observer {
            observer.stage(stage, ended.saturating_duration_since(began));
        }
        if let Some(span) = self.span {
            span.stage(stage, began, ended);
        }
        self.last = Some(ended);
        self.last
    }
}
