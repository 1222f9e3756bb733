//! The end of a session, and whether there is a next hand (3.8, 3.13).

use crate::charter::Charter;
use crate::decide::Steps;
use crate::event::{CloseReason, Fact, LeaveReason, Millis};
use crate::hands;
use crate::seating;
use crate::state::{Room, eligible, enough};
use brag_rules::Chips;
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::{Hand, WaitingPot, flow};
use brag_rules::seat::{Seat, SeatOrder};

/// Whether the hand in progress is the last: closing, or `max_hands` or `max_minutes` are reached.
fn last_hand(charter: &Charter, room: &Room, hand: &Hand, now: Millis) -> Option<CloseReason> {
    if room.closing.is_some() {
        return room.closing;
    }
    let rules = &charter.rules;
    let minutes = |minutes| now >= room.created + Millis::from(minutes) * 60_000;
    if rules.max_hands.is_some_and(|most| hand.number >= most) {
        Some(CloseReason::MaxHands)
    } else if rules.max_minutes.is_some_and(minutes) {
        Some(CloseReason::MaxMinutes)
    } else {
        None
    }
}

/// Whether another hand can follow: it is not the last, and two players can be dealt in (3.8).
pub(crate) fn next_hand_possible(charter: &Charter, room: &Room, hand: &Hand, now: Millis) -> bool {
    last_hand(charter, room, hand, now).is_none() && eligible(&charter.rules, hand, room).len() >= 2
}

/// Says when the next hand starts, wherever that has changed. Nothing while a hand runs.
pub(crate) fn plan_next_hand(steps: &mut Steps<'_>) {
    let room = &*steps.around.room;
    if steps.hand.is_running() || room.closed {
        return;
    }
    let clock = steps.around.charter.clock;
    let rules = &steps.around.charter.rules;
    let enough = enough(rules, steps.hand, eligible(rules, steps.hand, room));
    let at = match room.deal_at {
        _ if !(enough && clock.automatic) => None,
        Some(at) => Some(at),
        None => Some(room.clock(steps.around.now) + Millis::from(clock.hand_pause)),
    };
    if at != room.deal_at || enough == room.stalled_since.is_some() {
        steps.note(Fact::NextHand { at, enough_players: enough });
    }
}

/// Between hands the last player at the table takes every pot that waits (3.13).
pub(crate) fn pay_the_last_one(steps: &mut Steps<'_>) {
    if let (Some(seat), false) = (steps.around.room.taken.single(), steps.hand.is_running()) {
        for waits in steps.hand.waiting_pots() {
            share(steps, waits.pot, seat, waits.amount);
        }
    }
}

fn share(steps: &mut Steps<'_>, pot: u8, seat: Seat, amount: Chips) {
    if amount > 0 {
        let stack = steps.hand.player(seat).stack + amount;
        steps.emit(HandFact::WaitingPotShared { pot, seat, amount, stack });
    }
}

/// The operator, or time, closes the table: after the hand, or at once.
pub(crate) fn close(steps: &mut Steps<'_>, at_once: bool, reason: CloseReason) {
    if !steps.hand.is_running() {
        return close_now(steps, reason);
    }
    if steps.around.room.closing.is_none() {
        steps.note(Fact::Closing { reason });
    }
    if at_once {
        flow::void(&mut steps.draft());
    }
}

/// Closes the table if the hand that just ended was the last.
pub(crate) fn close_if_over(steps: &mut Steps<'_>) {
    let around = &steps.around;
    if let Some(reason) = last_hand(around.charter, around.room, steps.hand, around.now) {
        close_now(steps, reason);
    }
}

fn close_now(steps: &mut Steps<'_>, reason: CloseReason) {
    let there = steps.around.room.taken;
    flow::break_off(&mut steps.draft(), there);
    for waits in steps.hand.waiting_pots() {
        share_waiting_pot(steps, &waits);
    }
    if let Some(seat) = steps.hand.retained {
        steps.emit(HandFact::RetainedThrown { seat });
        hands::gather(steps);
    }
    let winners = steps.around.room.most_chips_won(steps.hand);
    for seat in steps.around.room.taken.iter() {
        seating::leave_now(steps, seat, LeaveReason::TableClosed);
    }
    steps.note(Fact::Closed { reason, winners });
}

/// A pot that waits goes to the holder of the kept hand; without one, to those still there in proportion to
/// what each has paid into it, the odd chips from the dealer's left among those who have paid; equally if
/// nobody has (3.13).
fn share_waiting_pot(steps: &mut Steps<'_>, waits: &WaitingPot) {
    let total = waits.amount;
    if let Some(holder) = steps.hand.retained {
        return share(steps, waits.pot, holder, total);
    }
    let there: SeatOrder = steps.hand.from_dealers_left(steps.around.room.taken).collect();
    let weight = |seat: Seat| waits.paid[seat.index()];
    let paid: Chips = there.iter().map(weight).sum();
    let sharers: Vec<(Seat, Chips)> = if paid > 0 {
        there.iter().map(|seat| (seat, weight(seat))).filter(|&(_, weight)| weight > 0).collect()
    } else {
        there.iter().map(|seat| (seat, 1)).collect()
    };
    for (seat, amount) in proportional(total, &sharers) {
        share(steps, waits.pot, seat, amount);
    }
}

/// Divides in proportion to the weights, rounded down, one odd chip each from the first.
fn proportional(total: Chips, sharers: &[(Seat, Chips)]) -> Vec<(Seat, Chips)> {
    let weights: u128 = sharers.iter().map(|&(_, weight)| u128::from(weight)).sum();
    if weights == 0 {
        return Vec::new();
    }
    let part = |weight: Chips| (u128::from(total) * u128::from(weight) / weights) as Chips;
    let mut shares: Vec<_> = sharers.iter().map(|&(seat, weight)| (seat, part(weight))).collect();
    let mut odd = total - shares.iter().map(|&(_, share)| share).sum::<Chips>();
    for (_, share) in &mut shares {
        if odd == 0 {
            break;
        }
        *share += 1;
        odd -= 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_chips_go_one_each_from_the_first() {
        let seat = |n| Seat::new(n).unwrap();
        let shares = proportional(10, &[(seat(2), 1), (seat(3), 1), (seat(1), 1)]);
        assert_eq!(shares, [(seat(2), 4), (seat(3), 3), (seat(1), 3)]);
        let shares = proportional(7, &[(seat(2), 5), (seat(3), 1)]);
        assert_eq!(shares, [(seat(2), 6), (seat(3), 1)]);
        assert_eq!(proportional(7, &[]), []);
    }
}
