//! Sitting down, adding chips, leaving (3.11).

use crate::decide::Steps;
use crate::event::{Fact, LeaveReason};
use crate::hands;
use crate::session;
use brag_rules::Chips;
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::{Standing, flow};
use brag_rules::seat::Seat;
use std::sync::Arc;

pub(crate) fn sit(
    steps: &mut Steps<'_>,
    seat: Seat,
    player: Arc<str>,
    display_name: Arc<str>,
    buy_in: Chips,
) {
    steps.hand.take_seat(seat);
    steps.note(Fact::Sat { seat, player, display_name });
    if buy_in > 0 {
        let stack = steps.hand.player(seat).stack + buy_in;
        steps.emit(HandFact::ChipsAdded { seat, amount: buy_in, stack });
    }
}

/// Chips count at once between hands and for a seat that is not in the hand; others wait in escrow.
pub(crate) fn top_up(steps: &mut Steps<'_>, seat: Seat, amount: Chips) {
    let player = steps.hand.player(seat);
    if steps.hand.is_running() && steps.hand.dealt_in.contains(seat) {
        let waiting = player.waiting + amount;
        steps.emit(HandFact::TopUpWaits { seat, amount, waiting });
    } else {
        let stack = player.stack + amount;
        steps.emit(HandFact::ChipsAdded { seat, amount, stack });
    }
}

/// Leaves now, or gives up the hand and leaves when it is over.
pub(crate) fn leave(steps: &mut Steps<'_>, seat: Seat, reason: LeaveReason) {
    let in_hand = steps.hand.is_running()
        && steps.hand.dealt_in.contains(seat)
        && steps.hand.player(seat).standing != Standing::Out;
    if in_hand {
        steps.note(Fact::WillLeave { seat, reason });
        flow::leave(&mut steps.draft(), seat);
    } else {
        leave_now(steps, seat, reason);
    }
}

/// Takes his chips and goes. A kept hand is thrown; what waits for the next hand stays, unless nobody is left
/// to play for it (3.8, 3.13).
pub(crate) fn leave_now(steps: &mut Steps<'_>, seat: Seat, reason: LeaveReason) {
    if steps.hand.retained == Some(seat) {
        steps.emit(HandFact::RetainedThrown { seat });
        hands::gather(steps);
    }
    flow::leave_between(&mut steps.draft(), seat);
    session::pay_the_last_one(steps);
    let player = steps.hand.player(seat);
    let amount = player.stack + player.waiting;
    if amount > 0 {
        steps.emit(HandFact::ChipsRemoved { seat, amount });
    }
    if let Some(occupant) = steps.around.room.settled.roster.occupants[seat.index()].clone() {
        steps.note(Fact::Left { seat, player: occupant.player, reason });
    }
    session::pay_the_last_one(steps);
}
