//! One event, for one viewer.

use super::charter::hex;
use super::crash_fact::spare_dealt;
use super::hand_fact::turn_began;
use super::{
    bus_fact, card, charter, chips, duration, hand_fact, handle, hidden, seat, table_name, timestamp,
};
use crate::commit::{Transfer, TransferKind};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::seat::Seat;
use brag_table::Charter;
use brag_table::event::{Cause, CloseReason, Deadline, Event, Fact, LeaveReason, Millis, SitOutReason};
use brag_table::view::{self, Viewer};
use bytes::Bytes;

/// The event as that viewer may see it. What he may not know is blanked, never left out.
pub fn event(of: &Charter, event: &Event, transfer: Option<&Transfer>, viewer: Viewer) -> v1::Event {
    let (cause, cause_seat) = match event.cause {
        Cause::Seat(by) => (v1::Cause::Seat, Some(by)),
        Cause::Clock => (v1::Cause::Clock, None),
        Cause::Operator => (v1::Cause::Operator, None),
        Cause::Engine => (v1::Cause::Engine, None),
    };
    v1::Event {
        seq: event.seq,
        time: Some(timestamp(event.time)),
        hand: event.hand,
        turn: event.turn,
        cause: cause.into(),
        cause_seat: seat(cause_seat),
        chain: Bytes::new(),
        transfer: transfer.filter(|_| viewer.transfers).map(|t| Box::new(transfer_of(t))),
        fact: Some(fact(of, event, viewer)),
    }
}

fn transfer_of(transfer: &Transfer) -> v1::Transfer {
    let kind = match transfer.kind {
        TransferKind::BuyIn => v1::TransferKind::BuyIn,
        TransferKind::TopUp => v1::TransferKind::TopUp,
        TransferKind::CashOut => v1::TransferKind::CashOut,
    };
    v1::Transfer {
        uid: hex(&transfer.uid),
        kind: kind.into(),
        player: transfer.player.as_ref().to_owned(),
        amount: chips(transfer.amount),
        request_id: transfer.request_id.as_ref().to_owned(),
    }
}

/// A seat's turn: when it ends, and how much of that is time bank.
pub fn seat_turn(of: Seat, deadline: Option<Deadline>, now: Millis) -> v1::SeatTurn {
    v1::SeatTurn {
        seat: of.number().into(),
        deadline: deadline.map(|deadline| timestamp(deadline.at)),
        time_left: deadline.map(|deadline| duration(deadline.at.saturating_sub(now))),
        time_bank: deadline.map(|deadline| duration(deadline.bank.into())),
    }
}

fn fact(of: &Charter, event: &Event, viewer: Viewer) -> Wire {
    match &event.fact {
        Fact::Created { commitment, .. } => Wire::Created(Box::new(v1::Created {
            name: table_name(of),
            charter: Some(charter(of, event.time, false)),
            commitment: bytes(commitment.as_ref()),
        })),
        Fact::Sat { seat, player, display_name } => Wire::Sat(v1::Sat {
            seat: seat.number().into(),
            player: player.as_ref().to_owned(),
            display_name: display_name.as_ref().to_owned(),
        }),
        Fact::WillLeave { seat, reason } => Wire::WillLeave(v1::WillLeave {
            seat: seat.number().into(),
            reason: leave_reason(*reason).into(),
        }),
        Fact::Left { seat, player, reason } => Wire::Left(v1::Left {
            seat: seat.number().into(),
            player: player.as_ref().to_owned(),
            reason: leave_reason(*reason).into(),
        }),
        Fact::TimedOut { seat } => Wire::TimedOut(v1::TimedOut { seat: seat.number().into() }),
        Fact::SatOut { seat, reason } => {
            let reason = match reason {
                SitOutReason::Asked => v1::SitOutReason::Asked,
                SitOutReason::TimedOut => v1::SitOutReason::TimedOut,
            };
            Wire::SatOut(v1::SatOut { seat: seat.number().into(), reason: reason.into() })
        }
        Fact::SatIn { seat } => Wire::SatIn(v1::SatIn { seat: seat.number().into() }),
        Fact::Paused => Wire::Paused(v1::Paused {}),
        Fact::Resumed => Wire::Resumed(v1::Resumed {}),
        Fact::Closing { reason } => Wire::Closing(v1::Closing { reason: close_reason(*reason).into() }),
        Fact::Closed { reason, winners } => Wire::Closed(v1::Closed {
            reason: close_reason(*reason).into(),
            winners: winners.iter().map(|winner| winner.as_ref().to_owned()).collect(),
        }),
        Fact::AllAsked { seats, phase } => {
            let free_until = event.deadline.map(|first| first.at - Millis::from(first.bank));
            let turn = |&(seat, bank): &(Seat, u32)| {
                let own = free_until.map(|until| Deadline { at: until + Millis::from(bank), bank });
                seat_turn(seat, own, event.time)
            };
            turn_began(seats.iter().map(turn).collect(), *phase)
        }
        Fact::TurnExtended { seat } => Wire::TurnExtended(v1::TurnExtended {
            to_act: vec![seat_turn(*seat, event.deadline, event.time)],
        }),
        Fact::NextHand { at, enough_players } => {
            Wire::NextHand(v1::NextHand { at: at.map(timestamp), enough_players: *enough_players })
        }
        Fact::DealerDrawn { rounds, dealer } => Wire::DealerDrawn(v1::DealerDrawn {
            rounds: rounds
                .iter()
                .map(|round| v1::DrawRound {
                    draws: round
                        .iter()
                        .map(|(seat, drawn)| v1::DrawnCard { seat: seat.number().into(), card: card(*drawn) })
                        .collect(),
                })
                .collect(),
            dealer: dealer.number().into(),
        }),
        Fact::Shuffled { epoch, proof, order } => {
            let proof = proof.as_deref();
            let entropy = proof.map_or(&[][..], |proof| &proof.entropy);
            Wire::PackShuffled(Box::new(v1::PackShuffled {
                epoch: *epoch,
                cards: order.len() as u32,
                entropy: entropy
                    .iter()
                    .map(|(seat, player)| v1::SeatEntropy {
                        seat: seat.number().into(),
                        player: player.as_ref().to_owned(),
                        entropy: Bytes::new(),
                    })
                    .collect(),
                deck_in: bytes(proof.map(|proof| &proof.deck_in)),
                root: bytes(proof.map(|proof| &proof.root)),
                next_commitment: bytes(proof.map(|proof| &proof.next_commitment)),
            }))
        }
        Fact::SpareDealt { hands, handles } => spare_dealt(*hands, handles),
        Fact::Dealt { order, each, handles, open } => {
            let each = usize::from(*each);
            let hands = order.iter().enumerate().map(|(place, seat)| v1::DealtHand {
                seat: seat.number().into(),
                handles: handles.iter().skip(place * each).take(each).map(handle).collect(),
                cards: match view::dealt_cards(event, viewer, seat) {
                    Some(cards) => cards.iter().map(card).collect(),
                    None => hidden(each),
                },
            });
            Wire::Dealt(v1::Dealt { hands: hands.collect(), open: open.is_some() })
        }
        Fact::Gathered { handles, root, scrambled, .. } => Wire::Gathered(v1::Gathered {
            handles: handles.iter().map(handle).collect(),
            scrambled: *scrambled,
            root: bytes(root.as_deref()),
        }),
        Fact::CommonsDealt { cards } => bus_fact::commons_dealt(cards),
        Fact::FromPack { fact, handles } => hand_fact::hand_fact(event, fact, handles, viewer),
        Fact::Hand(fact) => hand_fact::hand_fact(event, fact, &[], viewer),
    }
}

fn bytes(hash: Option<&[u8; 32]>) -> Bytes {
    hash.map_or_else(Bytes::new, |hash| Bytes::copy_from_slice(hash))
}

fn leave_reason(reason: LeaveReason) -> v1::LeaveReason {
    match reason {
        LeaveReason::Asked => v1::LeaveReason::Asked,
        LeaveReason::Removed => v1::LeaveReason::Removed,
        LeaveReason::SatOutTooLong => v1::LeaveReason::SatOutTooLong,
        LeaveReason::TableClosed => v1::LeaveReason::TableClosed,
    }
}

/// Why a table closes, as the wire says it.
pub(crate) fn close_reason(reason: CloseReason) -> v1::CloseReason {
    match reason {
        CloseReason::Operator => v1::CloseReason::Operator,
        CloseReason::MaxHands => v1::CloseReason::MaxHands,
        CloseReason::MaxMinutes => v1::CloseReason::MaxMinutes,
        CloseReason::Idle => v1::CloseReason::Idle,
    }
}
