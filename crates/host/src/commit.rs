//! One commit: all events of one act and of the engine's steps after it, never split.

use brag_rules::Chips;
use brag_rules::fact::Fact as HandFact;
use brag_rules::seat::{Seat, Seats};
use brag_table::event::{Cause, Event, Fact};
use brag_table::view::{self, Viewer};
use bytes::Bytes;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// What a movement of chips over the table's edge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferKind {
    /// With taking a seat.
    BuyIn,
    /// By a player who has one.
    TopUp,
    /// All that he has, when he goes.
    CashOut,
}

/// Chips that crossed the table's edge (the contract's section 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// The event that moved them.
    pub seq: u64,
    /// Names the movement for good: the same after a retry or a restart.
    pub uid: [u8; 16],
    /// What it is.
    pub kind: TransferKind,
    /// Whose.
    pub player: Arc<str>,
    /// How many.
    pub amount: Chips,
    /// The request that asked for it; empty where the engine did.
    pub request_id: Arc<str>,
}

/// A commit as it stands in memory. Its encodings are made when a first reader wants them, and shared.
#[derive(Debug)]
pub struct Commit {
    /// In order, at least one.
    pub events: Box<[Event]>,
    /// Chips that crossed the edge.
    pub transfers: Vec<Transfer>,
    /// The hand after it.
    pub hand: u32,
    /// When it was durable, where somebody wants to know.
    pub(crate) shown: OnceLock<Instant>,
    private_to: Seats,
    /// One, unless somebody sees more than others.
    encoded: Mutex<SmallVec<[(Viewer, Bytes); 1]>>,
}

impl Commit {
    /// These events, with the chips that crossed the edge in them, and the hand after them.
    #[must_use]
    pub fn new(events: Vec<Event>, transfers: Vec<Transfer>, hand: u32) -> Commit {
        let mut private_to = Seats::NONE;
        for event in &events {
            private_to = view::private_to(event).iter().fold(private_to, Seats::with);
        }
        let encoded = Mutex::default();
        Commit {
            events: events.into_boxed_slice(),
            transfers,
            hand,
            shown: OnceLock::new(),
            private_to,
            encoded,
        }
    }

    /// The number of its first event.
    pub fn first_seq(&self) -> u64 {
        self.events.first().map_or(0, |event| event.seq)
    }

    /// The number of its last event.
    pub fn last_seq(&self) -> u64 {
        self.events.last().map_or(0, |event| event.seq)
    }

    /// The movement of chips in that event, if there is one.
    pub fn transfer(&self, seq: u64) -> Option<&Transfer> {
        self.transfers.iter().find(|transfer| transfer.seq == seq)
    }

    /// The viewer whose bytes these are: those who see the same share one encoding.
    pub fn class_of(&self, viewer: Viewer) -> Viewer {
        Viewer {
            seat: viewer.seat.filter(|&seat| self.private_to.contains(seat)),
            transfers: viewer.transfers && !self.transfers.is_empty(),
        }
    }

    /// Whether nobody sees more cards in it than everybody.
    pub(crate) fn is_public(&self) -> bool {
        self.private_to == Seats::NONE
    }

    /// Whether its events are public, and say all that there is to it without the table that they happened at: the bets, as
    /// most commits are.
    pub(crate) fn is_calm(&self) -> bool {
        let calm = |event: &Event| {
            matches!(
                event.fact,
                Fact::Hand(HandFact::BetMade { .. } | HandFact::Folded { .. } | HandFact::TurnPassed { .. })
            )
        };
        self.transfers.is_empty() && self.events.iter().all(calm)
    }

    /// Lets go of the encodings: it is no longer streamed from the log.
    pub(crate) fn forget_encodings(&self) {
        *self.encoded.lock() = SmallVec::new();
    }

    /// The bytes for that viewer, made once for all that see the same.
    pub fn encoded(&self, viewer: Viewer, make: impl FnOnce(&Commit, Viewer) -> Bytes) -> Bytes {
        let class = self.class_of(viewer);
        let mut encoded = self.encoded.lock();
        if let Some((_, bytes)) = encoded.iter().find(|(of, _)| *of == class) {
            return bytes.clone();
        }
        let bytes = make(self, class);
        encoded.push((class, bytes.clone()));
        bytes
    }
}

/// The request that a commit answers, as far as movements of chips are concerned.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// The player it is for; empty where it is for nobody.
    pub(crate) player: &'a str,
    pub(crate) request_id: &'a Arc<str>,
}

impl Asked<'_> {
    /// Whether it asked for that: directly, as somebody's act, or by bringing about what happened to its own player.
    pub(crate) fn asked_for(&self, by_somebody: bool, player: &str) -> bool {
        by_somebody || self.player == player
    }
}

/// The movements of chips in these events. `who` names the player of a seat before and after them.
pub(crate) fn transfers(
    table_uid: &[u8; 16],
    events: &[Event],
    asked: Option<Asked<'_>>,
    who: impl Fn(Seat) -> Option<Arc<str>>,
) -> Vec<Transfer> {
    let mut sat = Seats::NONE;
    let mut transfers = Vec::new();
    for event in events {
        let (seat, amount, kind) = match &event.fact {
            Fact::Sat { seat, .. } => {
                sat = sat.with(*seat);
                continue;
            }
            Fact::Hand(HandFact::ChipsAdded { seat, amount, .. }) if sat.contains(*seat) => {
                (*seat, *amount, TransferKind::BuyIn)
            }
            Fact::Hand(
                HandFact::ChipsAdded { seat, amount, .. } | HandFact::TopUpWaits { seat, amount, .. },
            ) => (*seat, *amount, TransferKind::TopUp),
            Fact::Hand(HandFact::ChipsRemoved { seat, amount }) => (*seat, *amount, TransferKind::CashOut),
            _ => continue,
        };
        let player = who(seat).unwrap_or_else(|| "".into());
        let by_somebody = matches!(event.cause, Cause::Seat(_) | Cause::Operator);
        let asked = asked.filter(|asked| asked.asked_for(by_somebody, &player));
        let request_id = asked.map_or_else(|| "".into(), |asked| Arc::clone(asked.request_id));
        let uid = transfer_uid(table_uid, event.seq);
        transfers.push(Transfer { seq: event.seq, uid, kind, player, amount, request_id });
    }
    transfers
}

/// The uid of the movement of chips in that event.
pub(crate) fn transfer_uid(table_uid: &[u8; 16], seq: u64) -> [u8; 16] {
    let digest = Sha256::new()
        .chain_update(b"brag-transfer/v1")
        .chain_update(table_uid)
        .chain_update(seq.to_be_bytes())
        .finalize();
    std::array::from_fn(|i| digest[i])
}
