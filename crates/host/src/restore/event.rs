//! Stored events into events, one after another: what an event leaves out follows from the table before it.

use super::bus_fact::commons_dealt;
use super::charter::charter;
use super::classic_fact::classic_fact;
use super::crash_fact::spare_dealt;
use super::equalised_fact::equalised_fact;
use super::fields::{Read, card, chips, from_hex, handle, hash, hash_or_none, millis, odd, seat, some};
use super::hand_fact::{self, all_asked, deadline, hand_fact};
use crate::commit::{Transfer, TransferKind};
use brag_contract::journal_v1;
use brag_contract::v1::{self, event::Fact as Wire};
use brag_journal::TableKey;
use brag_rules::arrange::Sets;
use brag_rules::card::Pack;
use brag_rules::fact::Fact as HandFact;
use brag_rules::seat::SeatOrder;
use brag_table::Table;
use brag_table::chance::Chance;
use brag_table::event::{
    Cause, CloseReason, Deadline, Event, Fact, Handle, LeaveReason, ShuffleProof, SitOutReason,
};
use std::sync::Arc;

/// The table's first event.
pub(super) fn created(
    stored: &journal_v1::StoredEvent,
    key: &TableKey,
    script: Option<&journal_v1::Script>,
) -> Read<Event> {
    let event = some(stored.event.as_ref(), "an event")?;
    let Some(Wire::Created(created)) = &event.fact else { return odd("the first event makes no table") };
    let charter = charter(some(created.charter.as_ref(), "the charter")?, key, script)?;
    let commitment = hash_or_none(&created.commitment)?;
    envelope(event, None, Fact::Created { charter: Arc::new(charter), commitment })
}

/// Applies stored events to the table that they follow, and adds them to `events`.
pub(super) fn events(
    mut table: Box<Table>,
    stored: &[journal_v1::StoredEvent],
    chance: &mut dyn Chance,
    arrangements: Vec<Sets>,
    events: &mut Vec<Event>,
) -> Read<(Box<Table>, Vec<Transfer>)> {
    let mut transfers = Vec::new();
    let mut arrangements = arrangements.into_iter();
    for stored in stored {
        let wire = some(stored.event.as_ref(), "an event")?;
        if table.room.seq.checked_add(1) != Some(wire.seq) {
            return odd(format_args!("event {} after {}", wire.seq, table.room.seq));
        }
        transfers.extend(wire.transfer.as_deref().map(|of| transfer(wire.seq, of)).transpose()?);
        let (deadline, fact) = fact(&table, some(wire.fact.as_ref(), "a fact")?, chance, &mut arrangements)?;
        let event = envelope(wire, deadline, fact)?;
        table.apply(&event);
        if table.hand.number != event.hand {
            return odd(format_args!("event {} is of another hand", event.seq));
        }
        events.push(event);
    }
    if arrangements.next().is_some() {
        return odd("an arrangement is sealed that nobody laid");
    }
    Ok((table, transfers))
}

/// An event that nothing but itself is needed to read.
pub(super) fn calm(stored: &journal_v1::StoredEvent) -> Read<Event> {
    let event = some(stored.event.as_ref(), "an event")?;
    match hand_fact::calm(some(event.fact.as_ref(), "a fact")?)? {
        Some((deadline, fact)) => envelope(event, deadline, Fact::Hand(fact)),
        None => odd("an event that is not read alone"),
    }
}

fn envelope(stored: &v1::Event, deadline: Option<Deadline>, fact: Fact) -> Read<Event> {
    Ok(Event {
        seq: stored.seq,
        time: millis(stored.time)?,
        hand: stored.hand,
        turn: stored.turn,
        cause: match stored.cause() {
            v1::Cause::Seat => Cause::Seat(seat(stored.cause_seat)?),
            v1::Cause::Clock => Cause::Clock,
            v1::Cause::Operator => Cause::Operator,
            v1::Cause::Engine => Cause::Engine,
            v1::Cause::Unspecified => return odd("an unknown cause"),
        },
        deadline,
        fact,
    })
}

fn transfer(seq: u64, stored: &v1::Transfer) -> Read<Transfer> {
    Ok(Transfer {
        seq,
        uid: from_hex(&stored.uid)?,
        kind: match stored.kind() {
            v1::TransferKind::BuyIn => TransferKind::BuyIn,
            v1::TransferKind::TopUp => TransferKind::TopUp,
            v1::TransferKind::CashOut => TransferKind::CashOut,
            v1::TransferKind::Unspecified => return odd("an unknown kind of transfer"),
        },
        player: stored.player.as_str().into(),
        amount: chips(stored.amount)?,
        request_id: stored.request_id.as_str().into(),
    })
}

fn fact(
    table: &Table,
    stored: &Wire,
    chance: &mut dyn Chance,
    sets: &mut dyn Iterator<Item = Sets>,
) -> Read<(Option<Deadline>, Fact)> {
    let fact = match stored {
        Wire::Created(_) => return odd("a table is made once"),
        Wire::Sat(of) => Fact::Sat {
            seat: seat(of.seat)?,
            player: of.player.as_str().into(),
            display_name: of.display_name.as_str().into(),
        },
        Wire::WillLeave(of) => Fact::WillLeave { seat: seat(of.seat)?, reason: leave_reason(of.reason())? },
        Wire::Left(of) => Fact::Left {
            seat: seat(of.seat)?,
            player: of.player.as_str().into(),
            reason: leave_reason(of.reason())?,
        },
        Wire::TimedOut(of) => Fact::TimedOut { seat: seat(of.seat)? },
        Wire::SatOut(of) => {
            let reason = match of.reason() {
                v1::SitOutReason::Asked => SitOutReason::Asked,
                v1::SitOutReason::TimedOut => SitOutReason::TimedOut,
                v1::SitOutReason::Unspecified => return odd("an unknown reason to sit out"),
            };
            Fact::SatOut { seat: seat(of.seat)?, reason }
        }
        Wire::SatIn(of) => Fact::SatIn { seat: seat(of.seat)? },
        Wire::Paused(_) => Fact::Paused,
        Wire::Resumed(_) => Fact::Resumed,
        Wire::Closing(of) => Fact::Closing { reason: close_reason(of.reason())? },
        Wire::Closed(of) => Fact::Closed {
            reason: close_reason(of.reason())?,
            winners: of.winners.iter().map(|winner| winner.as_str().into()).collect(),
        },
        Wire::TurnBegan(of) if of.to_act.len() > 1 => return all_asked(of),
        Wire::TurnExtended(of) => {
            let [turn] = &of.to_act[..] else { return odd("a turn is one seat's") };
            return Ok((deadline(turn)?, Fact::TurnExtended { seat: seat(turn.seat)? }));
        }
        Wire::NextHand(of) => Fact::NextHand {
            at: of.at.map(|at| millis(Some(at))).transpose()?,
            enough_players: of.enough_players,
        },
        Wire::DealerDrawn(of) => {
            let draw = |draw: &v1::DrawnCard| Ok((seat(draw.seat)?, card(&draw.card)?));
            let round = |round: &v1::DrawRound| round.draws.iter().map(draw).collect();
            Fact::DealerDrawn {
                rounds: of.rounds.iter().map(round).collect::<Read<_>>()?,
                dealer: seat(of.dealer)?,
            }
        }
        Wire::PackShuffled(of) => shuffled(table, of, chance)?,
        Wire::SpareDealt(of) => spare_dealt(of)?,
        Wire::Dealt(of) => dealt(table, of)?,
        Wire::CommonsDealt(of) => commons_dealt(table, of)?,
        Wire::Gathered(of) => gathered(table, of, chance)?,
        of => {
            if let Some(fact) = classic_fact(table, of)? {
                return Ok((None, fact));
            }
            if let Some(fact) = equalised_fact(table, of)? {
                return Ok((None, fact));
            }
            let (deadline, fact) = hand_fact(table, of, chance, sets)?;
            return Ok((deadline, Fact::Hand(fact)));
        }
    };
    Ok((None, fact))
}

/// The shuffle made again: it must come out as it was published.
fn shuffled(table: &Table, of: &v1::PackShuffled, chance: &mut dyn Chance) -> Read<Fact> {
    let (order, proof) = chance.shuffle(of.epoch, table.hand.pack.sorted(), &table.room.settled.roster);
    let published = match hash_or_none(&of.root)? {
        None => None,
        Some(root) => Some(ShuffleProof {
            entropy: of
                .entropy
                .iter()
                .map(|entry| Ok((seat(entry.seat)?, entry.player.as_str().into())))
                .collect::<Read<_>>()?,
            deck_in: hash(&of.deck_in)?,
            root,
            next_commitment: hash(&of.next_commitment)?,
        }),
    };
    if proof != published || of.cards as usize != order.len() || of.epoch != table.room.settled.epoch + 1 {
        return odd(format_args!("shuffle {} does not come out as it was published", of.epoch));
    }
    Ok(Fact::Shuffled { epoch: of.epoch, proof: proof.map(Box::new), order: Box::new(order) })
}

fn dealt(table: &Table, of: &v1::Dealt) -> Read<Fact> {
    let order: SeatOrder = of.hands.iter().map(|hand| seat(hand.seat)).collect::<Read<_>>()?;
    let each: u8 = table.rules().cards_each;
    let handles = of.hands.iter().flat_map(|hand| &hand.handles);
    let handles: Box<[Handle]> = handles.map(handle).collect::<Read<_>>()?;
    if handles.len() != of.hands.len() * usize::from(each) {
        return odd("a hand of another size was dealt");
    }
    let open = of.open.then(|| {
        let mut hand = table.hand.clone();
        hand.apply(table.rules(), &HandFact::Dealt { each });
        let new = |seat| {
            let player = hand.player(seat);
            player.second.unwrap_or(player.hand)
        };
        order.iter().flat_map(|seat| new(seat).iter().collect::<Vec<_>>()).collect()
    });
    Ok(Fact::Dealt { order: Box::new(order), each, handles, open })
}

/// The gather made again: it must come out as it was published.
fn gathered(table: &Table, of: &v1::Gathered, chance: &mut dyn Chance) -> Read<Fact> {
    let packet = table.hand.discards;
    let (order, root): (Pack, _) = if of.scrambled {
        chance.gather(table.room.settled.epoch, table.room.settled.gathers, packet)
    } else {
        (packet, None)
    };
    let handles: Box<[Handle]> = of.handles.iter().map(handle).collect::<Read<_>>()?;
    if root != hash_or_none(&of.root)? || handles.len() != packet.len() {
        return odd("a gather does not come out as it was published");
    }
    Ok(Fact::Gathered { handles, root: root.map(Box::new), scrambled: of.scrambled, order: Box::new(order) })
}

fn leave_reason(of: v1::LeaveReason) -> Read<LeaveReason> {
    match of {
        v1::LeaveReason::Asked => Ok(LeaveReason::Asked),
        v1::LeaveReason::Removed => Ok(LeaveReason::Removed),
        v1::LeaveReason::SatOutTooLong => Ok(LeaveReason::SatOutTooLong),
        v1::LeaveReason::TableClosed => Ok(LeaveReason::TableClosed),
        v1::LeaveReason::Unspecified => odd("an unknown reason to leave"),
    }
}

fn close_reason(of: v1::CloseReason) -> Read<CloseReason> {
    match of {
        v1::CloseReason::Operator => Ok(CloseReason::Operator),
        v1::CloseReason::MaxHands => Ok(CloseReason::MaxHands),
        v1::CloseReason::MaxMinutes => Ok(CloseReason::MaxMinutes),
        v1::CloseReason::Idle => Ok(CloseReason::Idle),
        v1::CloseReason::Unspecified => odd("an unknown reason to close"),
    }
}
