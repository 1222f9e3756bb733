//! The facts of a game of Crash, for one viewer.

use super::{card, chips, handle, hidden, set};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::hand::arrange::crash::{Fact, PayReason, WonBy};
use brag_table::event::{Event, Handle};
use brag_table::view::{self, Viewer};

pub(super) fn crash_fact(event: &Event, fact: &Fact, viewer: Viewer) -> Wire {
    match fact {
        Fact::GameStarted => Wire::CrashStarted(v1::CrashStarted {}),
        Fact::SpareTaken { seat, fee, stack, pot, cards } => Wire::SpareTaken(v1::SpareTaken {
            seat: seat.number().into(),
            fee: chips(*fee),
            stack: chips(*stack),
            pot: chips(*pot),
            cards: match view::spare_cards(event, viewer) {
                Some(cards) => cards.iter().map(card).collect(),
                None => hidden(cards.len()),
            },
        }),
        Fact::SpareLeft { seat } => Wire::SpareLeft(v1::SpareLeft { seat: seat.number().into() }),
        Fact::Paid { from, to, amount, from_stack, to_stack, reason } => Wire::PlayerPaid(v1::PlayerPaid {
            from: from.number().into(),
            to: to.number().into(),
            amount: chips(*amount),
            from_stack: chips(*from_stack),
            to_stack: chips(*to_stack),
            reason: match reason {
                PayReason::FourOfAKind => v1::PayReason::FourOfAKind,
                PayReason::Settlement => v1::PayReason::Settlement,
            }
            .into(),
        }),
        Fact::Scored { seat, set: won, points, total } => Wire::PointsScored(v1::PointsScored {
            seat: seat.number().into(),
            set: won.map_or(0, set),
            points: (*points).into(),
            total: (*total).into(),
        }),
        Fact::GameWon { seat, by } => Wire::CrashWon(v1::CrashWon {
            seat: seat.number().into(),
            by: match by {
                WonBy::Target => v1::CrashWonBy::Target,
                WonBy::Crash => v1::CrashWonBy::AllHands,
                WonBy::FourThrees => v1::CrashWonBy::FourThrees,
                WonBy::OthersLeft => v1::CrashWonBy::OthersLeft,
            }
            .into(),
        }),
        Fact::GameLeft { seat, amount, stack, escrow } => Wire::CrashLeft(v1::CrashLeft {
            seat: seat.number().into(),
            amount: chips(*amount),
            stack: chips(*stack),
            escrow: chips(*escrow),
        }),
        Fact::BrokenOff => Wire::CrashBrokenOff(v1::CrashBrokenOff {}),
        Fact::EscrowWaits { amount } => Wire::EscrowWaits(v1::EscrowWaits { amount: chips(*amount) }),
        // The table deals under its own name, which carries the cards' public handles.
        Fact::SpareDealt { .. } => unreachable!("named-by-the-table: a deal is a fact of the table"),
    }
}

/// Hands that are no player's, of as many cards each.
pub(super) fn spare_dealt(hands: u8, handles: &[Handle]) -> Wire {
    let each = handles.len() / usize::from(hands).max(1);
    let hands = handles.chunks(each.max(1)).map(|handles| v1::DealtHand {
        seat: 0,
        handles: handles.iter().map(handle).collect(),
        cards: hidden(each),
    });
    Wire::SpareDealt(v1::SpareDealt { hands: hands.collect() })
}
