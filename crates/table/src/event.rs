//! What happened at a table: the facts of its life, and the envelope that numbers them.

use brag_rules::card::{Card, Pack};
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::Phase;
use brag_rules::seat::{Seat, SeatOrder};
use std::sync::Arc;

use crate::charter::Charter;

/// Milliseconds since 1970, from the clock that the host hands in; the table never reads one.
pub type Millis = u64;

/// Who or what brought an event about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The player on that seat.
    Seat(Seat),
    /// The turn's time was up, or another deadline passed.
    Clock,
    /// The platform's operator.
    Operator,
    /// The engine's own step after something else.
    Engine,
}

/// One numbered event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// 1, 2, 3 … with no gap.
    pub seq: u64,
    /// When.
    pub time: Millis,
    /// The hand that it belongs to, from 1; 0 before the first.
    pub hand: u32,
    /// The turn number after it.
    pub turn: u64,
    /// Who or what brought it about.
    pub cause: Cause,
    /// When the turn that it began ends: with `TurnPassed` and `TurnExtended` alone.
    pub deadline: Option<Deadline>,
    /// What happened.
    pub fact: Fact,
}

/// The end of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadline {
    /// When the engine acts for him, time bank included.
    pub at: Millis,
    /// How much of it is time bank, in milliseconds.
    pub bank: u32,
}

/// The public name of a face-down card: position in the pack after a shuffle or a scrambled gather. Cards
/// that nobody can tell apart have one each, so that everybody can follow where they go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Handle {
    /// The shuffle, from 1.
    pub epoch: u32,
    /// The scrambled gather within it, from 0; none: the shuffle itself.
    pub gather: Option<u16>,
    /// The place, 0 on top.
    pub position: u8,
}

/// Why a player left his seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeaveReason {
    /// He asked to.
    Asked,
    /// The operator removed him.
    Removed,
    /// He sat out too long (rulebook 3.11).
    SatOutTooLong,
    /// The table closed.
    TableClosed,
}

/// Why a seat sits out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SitOutReason {
    /// He asked to.
    Asked,
    /// He let his time run out too often in a row (rulebook 3.11).
    TimedOut,
}

/// Why a table closed or will close.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseReason {
    /// The operator asked.
    Operator,
    /// `max_hands` were played.
    MaxHands,
    /// `max_minutes` have passed.
    MaxMinutes,
    /// Nothing happened for too long.
    Idle,
}

/// What a shuffle proves (`brag-fair/v1`): nothing for a scripted table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShuffleProof {
    /// Who was at the table, ascending, and so on the entropy list: nobody adds any yet.
    pub entropy: Box<[(Seat, Arc<str>)]>,
    /// Commitment to the input deck.
    pub deck_in: [u8; 32],
    /// Root over the salted cards in their new order.
    pub root: [u8; 32],
    /// Commitment to the seed of the shuffle after this one.
    pub next_commitment: [u8; 32],
}

/// A fact of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// The table came into being.
    Created {
        /// Everything that never changes afterwards.
        charter: Arc<Charter>,
        /// Commitment to the seed of the first shuffle; none for a scripted table.
        commitment: Option<[u8; 32]>,
    },
    /// A player took a seat; his chips follow as `ChipsAdded`.
    Sat {
        /// Which.
        seat: Seat,
        /// His id.
        player: Arc<str>,
        /// What he wants to be called: untrusted text, possibly empty.
        display_name: Arc<str>,
    },
    /// The seat is free; his chips went out with `ChipsRemoved` before.
    Left {
        /// Which.
        seat: Seat,
        /// Who left.
        player: Arc<str>,
        /// Why.
        reason: LeaveReason,
    },
    /// He leaves when the hand is over: his chips stay where they are until then.
    WillLeave {
        /// Which.
        seat: Seat,
        /// Why.
        reason: LeaveReason,
    },
    /// His time was up, and the engine acts for him.
    TimedOut {
        /// Which.
        seat: Seat,
    },
    /// He sits out from the next hand.
    SatOut {
        /// Which.
        seat: Seat,
        /// Why.
        reason: SitOutReason,
    },
    /// He is back from the next hand.
    SatIn {
        /// Which.
        seat: Seat,
    },
    /// The operator stopped the table's clock and acts.
    Paused,
    /// It goes on.
    Resumed,
    /// The hand in progress is the last.
    Closing {
        /// Why.
        reason: CloseReason,
    },
    /// The table is closed for good.
    Closed {
        /// Why.
        reason: CloseReason,
        /// Who won the most chips; several on a tie (rulebook 3.13).
        winners: Vec<Arc<str>>,
    },
    /// Several are to act at once: `HandFact::TurnPassed`. The event's deadline is the earliest of theirs.
    AllAsked {
        /// Who, and how much of its deadline is each one's time bank, in milliseconds; 0 without a clock.
        seats: Box<[(Seat, u32)]>,
        /// What they are asked.
        phase: Phase,
    },
    /// The turn has more time, given once after a restart or when a pause ends.
    TurnExtended {
        /// Whose.
        seat: Seat,
    },
    /// When the next hand starts, as it stands now.
    NextHand {
        /// When, if it starts by itself.
        at: Option<Millis>,
        /// Whether enough players can be dealt in.
        enough_players: bool,
    },
    /// The first dealer was drawn for, one card a seat, equal highest again (rulebook 1.4).
    DealerDrawn {
        /// Each round: who drew what.
        rounds: Vec<Vec<(Seat, Card)>>,
        /// The highest.
        dealer: Seat,
    },
    /// The pack was shuffled: `HandFact::PackShuffled`.
    Shuffled {
        /// The shuffle, from 1.
        epoch: u32,
        /// What proves it; none for a scripted table. Boxed, as are the packs: these events are rare, and would
        /// make every other one as large in memory.
        proof: Option<Box<ShuffleProof>>,
        /// The new order, top card first: secret.
        order: Box<Pack>,
    },
    /// The cards were dealt, one event for all seats: `HandFact::Dealt`.
    Dealt {
        /// Who got cards, in the order of the deal.
        order: Box<SeatOrder>,
        /// Cards each.
        each: u8,
        /// The names of the cards: all of the first seat, all of the second …
        handles: Box<[Handle]>,
        /// The cards themselves in the same order, where everyone sees his own at once (no blind play); each
        /// is its owner's alone.
        open: Option<Box<[Card]>>,
    },
    /// Cards were laid face up for all (V8): `bus::Fact::CommonsDealt`.
    CommonsDealt {
        /// Each with its name, in the order in which they lay on the pack.
        cards: Box<[(Handle, Card)]>,
    },
    /// Hands were dealt that are no player's (V6B): `crash::Fact::SpareDealt`.
    SpareDealt {
        /// How many.
        hands: u8,
        /// The names of their cards: all of the first hand, all of the second.
        handles: Box<[Handle]>,
    },
    /// Thrown cards went under the pack: `HandFact::Gathered`.
    Gathered {
        /// Their names until now, in the order in which they were thrown.
        handles: Box<[Handle]>,
        /// Root over the packet's new order, where it was scrambled.
        root: Option<Box<[u8; 32]>>,
        /// Whether it was scrambled, so that the cards have new names.
        scrambled: bool,
        /// The order in which they lie under the pack: secret where scrambled.
        order: Box<Pack>,
    },
    /// Cards of the pack came to a hand in play.
    FromPack {
        /// The fact of the hand.
        fact: Box<HandFact>,
        /// The names of those cards, in the order in which they came.
        handles: Box<[Handle]>,
    },
    /// Any other fact of a hand.
    Hand(HandFact),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every table keeps the events of its last hands, and a busy one those of its last thousand acts.
    #[test]
    fn an_event_is_small() {
        let size = size_of::<Event>();
        assert!(size <= 112, "an event takes {size} bytes");
    }
}
