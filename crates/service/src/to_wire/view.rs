//! A table as one viewer sees it.

use brag_contract::v1;
use brag_host::wire::{self, chips, duration, timestamp};
use brag_rules::act::Which;
use brag_rules::card::Card;
use brag_rules::hand::bus::Bus;
use brag_rules::hand::classic::{Classic, POTS};
use brag_rules::hand::{Hand, Phase, Standing};
use brag_rules::seat::Seat;
use brag_table::Table;
use brag_table::event::{CloseReason, Millis};
use brag_table::view::{
    SeenHand, SeenSet, Viewer, legal_acts, seen_hands, seen_sets, spare_hands, table_acts,
};
use bytes::Bytes;

use super::acts;
use crate::eyes::Eyes;

/// The table now, through these eyes.
pub(crate) fn table_view(table: &Table, eyes: &Eyes, now: Millis) -> v1::TableView {
    let (room, hand) = (&table.room, &table.hand);
    let viewer = eyes.viewer(table);
    v1::TableView {
        name: wire::table_name(&table.charter),
        charter: Some(wire::charter(&table.charter, room.created, eyes.operator)),
        state: wire::table_state(table).into(),
        close_reason: close_reason(room.closing).into(),
        seq: room.seq,
        hand: hand.number,
        turn: room.turn,
        phase: wire::phase(hand.phase).into(),
        dealer: wire::seat(hand.dealer),
        to_act: to_act(table, now),
        stake: chips(hand.stake),
        pots: wire::pots(hand.pots()),
        carried: chips(hand.carried),
        retained_by: wire::seat(hand.retained),
        seats: table.seats().iter().map(|seat| seat_view(table, viewer, seat)).collect(),
        stock: hand.pack.len() as u32,
        fairness: Some(fairness(table)),
        winners: winners(table),
        next_hand_at: room.deal_at.map(timestamp),
        enough_players: enough_players(table),
        classic: hand.classic().map(|classic| classic_view(hand, classic)),
        turned_card: hand.turned.map(wire::card).unwrap_or_default(),
        waiting: waiting(hand),
        betting_set: match hand.phase {
            Phase::SetBetting { set } => wire::set(set),
            _ => 0,
        },
        commons: commons(table),
        stuck_by: wire::seat(hand.bus().and_then(Bus::stuck_by)),
        crash: crash(table),
        server_time: Some(timestamp(now)),
        viewer_seat: wire::seat(viewer.seat),
        legal_acts: hand_list(table, viewer),
        table_acts: table_list(table, eyes, now),
    }
}

/// What the viewer's seat may do in the hand; nothing without a seat.
pub(crate) fn hand_list(table: &Table, viewer: Viewer) -> Option<v1::LegalActs> {
    viewer.seat?;
    Some(acts::legal_acts(&legal_acts(table, viewer), table.room.turn, table.hand.number))
}

/// What the viewer may do whoever's turn it is; nothing for who acts for no player.
pub(crate) fn table_list(table: &Table, eyes: &Eyes, now: Millis) -> Option<v1::TableActs> {
    let player = eyes.acts_for()?;
    Some(acts::table_acts(&table_acts(table, player, eyes.operator, now)))
}

/// Who is to act, and until when. In a pause time stands still where it began.
fn to_act(table: &Table, now: Millis) -> Vec<v1::SeatTurn> {
    let room = &table.room;
    let turn = |seat: Seat| wire::seat_turn(seat, room.deadline_of(seat), room.paused_at.unwrap_or(now));
    table.hand.to_act.iter().map(turn).collect()
}

fn seat_view(table: &Table, viewer: Viewer, seat: Seat) -> v1::SeatView {
    let (hand, chair) = (&table.hand, table.room.settled.chairs[seat.index()]);
    let player = hand.player(seat);
    let number = wire::seat(Some(seat));
    let Some(occupant) = table.occupant(seat) else {
        let status = v1::SeatStatus::NotDealtIn.into();
        return v1::SeatView { number, status, ..v1::SeatView::default() };
    };
    let status = match player.standing {
        Standing::Out => v1::SeatStatus::NotDealtIn,
        Standing::In => v1::SeatStatus::In,
        Standing::Folded => v1::SeatStatus::Folded,
        Standing::Covered => v1::SeatStatus::Covered,
    };
    let hands = seen_hands(table, viewer, seat).into_iter().flat_map(|hand| hand_views(table, seat, hand));
    v1::SeatView {
        number,
        player: occupant.player.to_string(),
        display_name: occupant.display_name.to_string(),
        stack: chips(player.stack),
        waiting_top_up: chips(player.waiting),
        sitting_out: chair.sits_out.is_some(),
        leaving: chair.leaving.is_some(),
        time_bank: Some(duration(u64::from(chair.bank))),
        status: status.into(),
        // Where there is no blind play he plays open from the start, and has looked once he was dealt his cards.
        looked: player.open && table.room.dealt.contains(seat),
        bets: u32::from(player.bets),
        blind_bets: u32::from(player.blind_bets),
        paid: chips(player.paid),
        won: chips(player.won),
        hands: hands.collect(),
        arranged: hand.arranging().is_some_and(|game| game.laid(seat).is_some()),
        sets: seen_sets(table, viewer, seat).iter().map(|set| set_view(table, set)).collect(),
        points: hand.arranging().map_or(0, |game| game.points(seat).into()),
        lives: hand_lives(table, seat),
        put: if hand.equalised().is_some() { chips(hand.put(seat)) } else { 0 },
        drew: hand.drew(seat).into(),
        drawn: table.hand.drawn(seat).iter().map(wire::card).collect(),
    }
}

fn classic_view(hand: &Hand, classic: &Classic) -> v1::ClassicView {
    let waiting = |pots: [u64; POTS]| pots.iter().map(|&pot| chips(pot)).collect();
    v1::ClassicView {
        bragger: wire::seat(classic.bragger),
        challenger: wire::seat(classic.challenger),
        waiting: if hand.is_running() {
            waiting(*classic.brought())
        } else {
            waiting(classic.waiting().map(|pot| pot.amount))
        },
    }
}

/// The cards that lie face up (V8): with their names while a hand is played, because then they go on under the pack.
fn commons(table: &Table) -> Vec<v1::CommonCard> {
    let handle = |card: Card| wire::handle(&table.room.settled.handles[usize::from(card.code())]);
    let common = |card: Card| v1::CommonCard {
        handle: table.hand.is_running().then(|| handle(card)),
        card: wire::card(card),
    };
    table.hand.bus().map_or_else(Vec::new, |bus| bus.commons().iter().map(common).collect())
}

/// What he has left, or had when the last game ended (V8).
fn hand_lives(table: &Table, seat: Seat) -> u32 {
    table.hand.bus().map_or(0, |bus| bus.lives(seat).into())
}

/// One hand; of a seat that showed two at once, both.
fn hand_views(table: &Table, seat: Seat, hand: SeenHand) -> Vec<v1::HandView> {
    let value = table.hand.shown_value(table.rules(), seat).filter(|_| hand.shown);
    let (class, strength) = value
        .map_or((v1::HandClass::Unspecified, 0), |(class, index)| (wire::hand_class(class), index.into()));
    let cards = match hand.cards {
        Some(cards) => cards.iter().map(wire::card).collect(),
        None => {
            let mut cards = wire::hidden(hand.count);
            if let Some((place, card)) = hand.face_up
                && let Some(up) = cards.get_mut(place)
            {
                *up = wire::card(card);
            }
            cards
        }
    };
    let view = |which: Option<Which>, cards: &[String]| v1::HandView {
        which: wire::which(which).into(),
        handles: hand.handles.iter().map(wire::handle).collect(),
        cards: cards.to_vec(),
        shown: hand.shown,
        hand_class: class.into(),
        strength,
    };
    match cards.split_at_checked(usize::from(table.rules().cards_each)) {
        Some((old, new)) if !new.is_empty() => vec![view(Some(Which::Old), old), view(Some(Which::New), new)],
        _ => vec![view(hand.which, &cards)],
    }
}

/// What waits for the next hand where sets are laid out; in a hand as it was before it.
fn waiting(hand: &Hand) -> Vec<v1::WaitingPot> {
    let pots = hand.arranging().map(|game| game.waiting().map(|pot| pot.amount));
    pots.map(wire::waiting).unwrap_or_default()
}

/// The game of Crash that is played, or was played last.
fn crash(table: &Table) -> Option<v1::CrashView> {
    let crash = table.hand.crash()?;
    let spare = |handles: Vec<_>| v1::SpareHand { handles: handles.iter().map(wire::handle).collect() };
    Some(v1::CrashView {
        players: crash.players().iter().map(|seat| seat.number().into()).collect(),
        winner: wire::seat(crash.winner()),
        spare: spare_hands(table).into_iter().map(spare).collect(),
    })
}

/// One set that the viewer knows.
fn set_view(table: &Table, seen: &SeenSet) -> v1::SetView {
    let merit = table.hand.laying(table.rules()).merit(&seen.cards).filter(|_| seen.shown);
    let class = merit.map(|merit| table.hand.laying(table.rules()).class(&seen.cards, merit));
    let value = merit.map(|merit| merit.strength());
    v1::SetView {
        set: wire::set(seen.set),
        cards: seen.cards.iter().map(wire::card).collect(),
        shown: seen.shown,
        hand_class: class.map_or(v1::HandClass::Unspecified, wire::hand_class).into(),
        strength: value.map_or(0, |strength| strength.index().into()),
    }
}

fn fairness(table: &Table) -> v1::FairnessView {
    let room = &table.room;
    let bytes = |hash: Option<[u8; 32]>| hash.map(|hash| Bytes::copy_from_slice(&hash)).unwrap_or_default();
    v1::FairnessView {
        commitment: bytes(room.commitment),
        epoch: room.settled.epoch,
        gathers: u32::from(room.settled.gathers),
        deck_in: bytes(room.settled.deck_in),
        root: bytes(room.settled.root),
    }
}

/// Whether enough players could be dealt in when that was last asked: with the first act at the table, and whenever
/// it changed since.
fn enough_players(table: &Table) -> bool {
    table.room.seq > 1 && table.room.stalled_since.is_none() && !table.room.closed
}

fn close_reason(reason: Option<CloseReason>) -> v1::CloseReason {
    match reason {
        None => v1::CloseReason::Unspecified,
        Some(CloseReason::Operator) => v1::CloseReason::Operator,
        Some(CloseReason::MaxHands) => v1::CloseReason::MaxHands,
        Some(CloseReason::MaxMinutes) => v1::CloseReason::MaxMinutes,
        Some(CloseReason::Idle) => v1::CloseReason::Idle,
    }
}

/// Who won the most chips, once the table is closed (rulebook 3.13).
fn winners(table: &Table) -> Vec<String> {
    if !table.room.closed {
        return Vec::new();
    }
    table.room.most_chips_won(&table.hand).iter().map(|player| player.to_string()).collect()
}
