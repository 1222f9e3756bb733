//! What is asked of a table, and what becomes of it.

use crate::chance::ScriptChance;
use crate::commit::Commit;
use crate::principal::Principal;
use crate::requests::Effect;
use crate::trace::Trace;
use brag_rules::Chips;
use brag_rules::act::Legal;
use brag_rules::seat::{Seat, Seats};
use brag_table::event::Millis;
use brag_table::{Action, By, Refused, Table};
use std::sync::Arc;
use tokio::sync::oneshot;

/// An act, parsed and allowed to be asked.
#[derive(Debug, Clone)]
pub struct ActCommand {
    /// Who asks.
    pub caller: Principal,
    /// The player it is for.
    pub player: Arc<str>,
    /// Whether the caller may act for that player: it is he, or one for whom he may.
    pub owns_seat: bool,
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
    /// What it did.
    pub effect: Effect,
    /// The answer to a repeat: the act was done before.
    pub repeat: bool,
}

impl Acted {
    /// The commit that it made, where that stands in memory.
    #[must_use]
    pub fn commit(&self) -> Option<&Arc<Commit>> {
        match &self.effect {
            Effect::Commit(commit) => Some(commit),
            Effect::Nothing | Effect::Events(_) => None,
        }
    }
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
    pub to_act: Seats,
    /// The seat of the player it was for.
    pub seat: Option<Seat>,
    /// What that player could do.
    pub legal: Legal,
    /// How many seats there are.
    pub seats: u8,
    /// After so many blind bets in a hand a player must look; none where he need not.
    pub max_blind_bets: Option<u8>,
    /// What else an answer may name.
    pub numbers: Numbers,
}

/// Numbers where the table refused, public or the player's own; none for who has no seat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Numbers {
    /// His chips.
    pub stack: Option<Chips>,
    /// What the cheapest bet costs him.
    pub price: Option<Chips>,
    /// What a see costs him.
    pub see_cost: Option<Chips>,
    /// How many players are active.
    pub active: Option<usize>,
}

impl RefusalContext {
    /// Where this table stands for that player.
    #[must_use]
    pub fn of(table: &Table, player: &str) -> RefusalContext {
        let seat = table.seat_of(player);
        let hand = &table.hand;
        let numbers = seat.map_or_else(Numbers::default, |seat| Numbers {
            stack: Some(hand.player(seat).stack),
            price: Some(hand.price(seat)),
            see_cost: Some(hand.see_cost(table.rules(), seat)),
            active: Some(hand.active().len()),
        });
        RefusalContext {
            seq: table.room.seq,
            turn: table.room.turn,
            hand: hand.number,
            to_act: hand.to_act,
            seat,
            legal: seat.map_or_else(Legal::default, |seat| brag_table::decide::legal(table, seat)),
            seats: table.rules().max_players,
            max_blind_bets: table.rules().max_blind_bets,
            numbers,
        }
    }
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
    /// The caller may not act for that player.
    NotSeatOwner,
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
    /// The journal holds a commit that a newer build wrote: whether the act is in it, is unknown here.
    NewerFormat {
        /// The format that a reader must know.
        format: u32,
        /// The newest that this build knows.
        known: u32,
    },
    /// The table broke an invariant and stopped.
    Broken,
}

/// What is asked of a scripted table beside acts (dev mode).
#[derive(Debug, Clone)]
pub(crate) enum ScriptVerb {
    PreparePack(ScriptChance),
    Advance(Millis),
    Expire(Seat),
}

/// What waits in a table's mailbox.
pub(crate) enum Command {
    Act(Box<ActCommand>, oneshot::Sender<Result<Acted, ActError>>),
    Script(Box<ScriptVerb>, oneshot::Sender<Result<Acted, ActError>>),
    Wake,
}
