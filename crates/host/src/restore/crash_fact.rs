//! The facts of a game of Crash.

use super::fields::{Read, chips, handle, odd, seat, small, some};
use super::hand_fact::set;
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::hand::arrange::crash::{Fact, PayReason, WonBy};
use brag_table::Table;
use brag_table::event::Fact as TableFact;

/// The fact, if it is one of these.
pub(super) fn crash_fact(table: &Table, stored: &Wire) -> Read<Option<Fact>> {
    Ok(Some(match stored {
        Wire::CrashStarted(_) => Fact::GameStarted,
        Wire::SpareTaken(of) => {
            let spare = table.hand.crash().and_then(|crash| crash.spare().next().copied());
            Fact::SpareTaken {
                seat: seat(of.seat)?,
                fee: chips(of.fee)?,
                stack: chips(of.stack)?,
                pot: chips(of.pot)?,
                cards: some(spare, "a spare hand")?,
            }
        }
        Wire::SpareLeft(of) => Fact::SpareLeft { seat: seat(of.seat)? },
        Wire::PlayerPaid(of) => Fact::Paid {
            from: seat(of.from)?,
            to: seat(of.to)?,
            amount: chips(of.amount)?,
            from_stack: chips(of.from_stack)?,
            to_stack: chips(of.to_stack)?,
            reason: match of.reason() {
                v1::PayReason::FourOfAKind => PayReason::FourOfAKind,
                v1::PayReason::Settlement => PayReason::Settlement,
                v1::PayReason::Unspecified => return odd("an unknown reason to pay"),
            },
        },
        Wire::PointsScored(of) => Fact::Scored {
            seat: seat(of.seat)?,
            set: if of.set == 0 { None } else { Some(set(of.set)?) },
            points: points(of.points)?,
            total: points(of.total)?,
        },
        Wire::CrashWon(of) => Fact::GameWon {
            seat: seat(of.seat)?,
            by: match of.by() {
                v1::CrashWonBy::Target => WonBy::Target,
                v1::CrashWonBy::AllHands => WonBy::Crash,
                v1::CrashWonBy::FourThrees => WonBy::FourThrees,
                v1::CrashWonBy::OthersLeft => WonBy::OthersLeft,
                v1::CrashWonBy::Unspecified => return odd("an unknown way to win"),
            },
        },
        Wire::CrashLeft(of) => Fact::GameLeft {
            seat: seat(of.seat)?,
            amount: chips(of.amount)?,
            stack: chips(of.stack)?,
            escrow: chips(of.escrow)?,
        },
        Wire::CrashBrokenOff(_) => Fact::BrokenOff,
        Wire::EscrowWaits(of) => Fact::EscrowWaits { amount: chips(of.amount)? },
        _ => return Ok(None),
    }))
}

fn points(stored: u32) -> Read<u16> {
    u16::try_from(stored).or_else(|_| odd("nobody has so many points"))
}

/// The deal of hands that are no player's: which cards they are follows from the pack.
pub(super) fn spare_dealt(of: &v1::SpareDealt) -> Read<TableFact> {
    let handles = of.hands.iter().flat_map(|hand| &hand.handles);
    let handles = handles.map(handle).collect::<Read<_>>()?;
    Ok(TableFact::SpareDealt { hands: small(of.hands.len() as u32)?, handles })
}
