//! What is asked of a table, and what becomes of it.

use crate::chance::ScriptChance;
use crate::commit::Commit;
use crate::principal::Principal;
use crate::trace::Trace;
use brag_rules::act::Legal;
use brag_rules::seat::Seat;
use brag_table::event::Millis;
use brag_table::{Action, By, Refused};
use std::sync::Arc;
use tokio::sync::oneshot;

/// An act, parsed and allowed to be asked.
#[derive(Debug, Clone)]
pub struct ActCommand {
    /// Who asks.
    pub caller: Principal,
    /// The player it is for.
    pub player: Arc<str>,
    /// In what capacity.
    pub by: By,
    /// What is asked.
    pub action: Action,
    /// The caller's own id for it.
    pub request_id: Arc<str>,
    /// Hash of the parsed act with player, turn and hand.
    pub body_hash: [u8; 32],
    /// The turn that the caller saw.
    pub turn: Option<u64>,
    /// The hand that the caller saw.
    pub hand: Option<u32>,
    /// The last event that the caller saw.
    pub expected_seq: Option<u64>,
    /// Make every check and nothing else.
    pub validate_only: bool,
    /// The trace that the call belongs to.
    pub trace: Trace,
}

/// What an act did.
#[derive(Debug, Clone)]
pub struct Acted {
    /// The last event after it.
    pub seq: u64,
    /// Its events; none where the act was only validated.
    pub commit: Option<Arc<Commit>>,
    /// The answer to a repeat: the act was done before.
    pub repeat: bool,
}

/// What a refused caller is told of where the table stands: public numbers, and his own acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusalContext {
    /// The last event.
    pub seq: u64,
    /// The turn.
    pub turn: u64,
    /// The hand.
    pub hand: u32,
    /// Who is to act.
    pub to_act: Option<Seat>,
    /// The seat of the player it was for.
    pub seat: Option<Seat>,
    /// What that player could do.
    pub legal: Legal,
}

/// Why an act was not done. Nothing has changed, except where the outcome is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActError {
    /// The table refuses.
    Refused {
        /// Why.
        why: Refused,
        /// Where it stands.
        context: Box<RefusalContext>,
    },
    /// The id was used for another act.
    RequestIdReused,
    /// Too many commands wait for this table.
    Overloaded {
        /// How many wait.
        waiting: usize,
    },
    /// The journal did not answer, or the operating system gave no randomness: the outcome is unknown, and a
    /// retry with the same id finds out.
    JournalUnavailable,
    /// The journal contradicts itself.
    JournalCorrupt,
    /// The table broke an invariant and stopped.
    Broken,
}

/// What is asked of a scripted table beside acts (dev mode).
#[derive(Debug, Clone)]
pub(crate) enum ScriptVerb {
    Stack(ScriptChance),
    Advance(Millis),
    Expire(Seat),
}

/// What waits in a table's mailbox.
pub(crate) enum Command {
    Act(Box<ActCommand>, oneshot::Sender<Result<Acted, ActError>>),
    Script(Box<ScriptVerb>, oneshot::Sender<Result<Acted, ActError>>),
    Wake,
}
