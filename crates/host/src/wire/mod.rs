//! Facts into the contract's messages: what is journalled and what is streamed are one translation.
//!
//! Cards come through the doors of [`brag_table::view`] alone; everything else in an event is public.

mod arrange_fact;
mod bus_fact;
mod charter;
mod classic_fact;
mod crash_fact;
mod equalised_fact;
mod event;
mod events;
mod hand_fact;

pub use arrange_fact::{set, waiting};
pub use charter::{charter, hex, option_value, table_name};
pub use event::{event, seat_turn};
pub use events::{EVENTS_FIELD, each, events};
pub use hand_fact::hand_class;

use brag_contract::v1;
use brag_rules::act::Which;
use brag_rules::card::Card;
use brag_rules::hand::{Phase, Pot};
use brag_rules::seat::Seat;
use brag_table::Table;
use brag_table::event::{Handle, Millis};

/// A moment, as the wire writes it.
pub fn timestamp(at: Millis) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: (at / 1_000) as i64, nanos: (at % 1_000) as i32 * 1_000_000 }
}

/// A length of time.
pub fn duration(ms: u64) -> prost_types::Duration {
    prost_types::Duration { seconds: (ms / 1_000) as i64, nanos: (ms % 1_000) as i32 * 1_000_000 }
}

/// Chips: never above 2^53 − 1, so that every front end holds them exactly.
pub fn chips(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}

/// The pots in the middle.
pub fn pots(pots: &[Pot]) -> Vec<v1::Pot> {
    let pot =
        |pot: &Pot| v1::Pot { amount: chips(pot.amount), covered_by: seat(pot.coverer), set: pot.set.into() };
    pots.iter().map(pot).collect()
}

/// A seat's number; 0 for none.
pub fn seat(seat: Option<Seat>) -> u32 {
    seat.map_or(0, |seat| seat.number().into())
}

/// A card that the receiver may know.
pub fn card(card: Card) -> String {
    let [rank, suit] = card.reveal();
    String::from_iter([rank as char, suit as char])
}

/// So many cards that he may not know.
pub fn hidden(count: usize) -> Vec<String> {
    vec!["??".to_owned(); count]
}

/// The public name of a face-down card.
pub fn handle(handle: &Handle) -> v1::Handle {
    v1::Handle { epoch: handle.epoch, gather: handle.gather.map(u32::from), position: handle.position.into() }
}

/// One of two hands, or none named.
pub fn which(which: Option<Which>) -> v1::WhichHand {
    match which {
        None => v1::WhichHand::Unspecified,
        Some(Which::Old) => v1::WhichHand::Old,
        Some(Which::New) => v1::WhichHand::New,
    }
}

/// Whether a table plays.
pub fn table_state(table: &Table) -> v1::TableState {
    let room = &table.room;
    match (room.closed, room.paused_at, room.closing) {
        (true, _, _) => v1::TableState::Closed,
        (false, Some(_), _) => v1::TableState::Paused,
        (false, None, Some(_)) => v1::TableState::Closing,
        (false, None, None) => v1::TableState::Open,
    }
}

/// Where a hand stands. The engine's own steps are over before anybody looks.
pub fn phase(phase: Phase) -> v1::Phase {
    match phase {
        Phase::Idle => v1::Phase::Idle,
        Phase::Cut => v1::Phase::Cut,
        Phase::Starting | Phase::Betting | Phase::Showdown => v1::Phase::Betting,
        Phase::DecideHand { .. } => v1::Phase::DecideHand,
        Phase::SideshowPending { .. } => v1::Phase::SideshowPending,
        Phase::CommitHand { .. } => v1::Phase::CommitHand,
        Phase::Retain => v1::Phase::Retain,
        Phase::Spare => v1::Phase::Spare,
        Phase::Arrange => v1::Phase::Arrange,
        Phase::SetBetting { .. } => v1::Phase::SetBetting,
        Phase::Turns => v1::Phase::Turns,
        Phase::LastTurns => v1::Phase::LastTurns,
        Phase::Offer => v1::Phase::Offer,
        Phase::Challenge => v1::Phase::Challenge,
        Phase::Rivalry => v1::Phase::Rivalry,
        Phase::ThirtyOne => v1::Phase::ThirtyOne,
        Phase::Draw => v1::Phase::Draw,
        Phase::HandOver => v1::Phase::HandOver,
    }
}
