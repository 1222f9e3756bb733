//! How a hand starts and how it ends: dealer, antes, shuffle, cut and deal; then the discards under the pack,
//! the leavers out of the door.

use crate::decide::Steps;
use crate::event::{Cause, Fact, Handle, LeaveReason};
use crate::seating;
use crate::session;
use crate::state::{eligible, enough, next_ante};
use brag_rules::card::Pack;
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::flow::{self, CutPlan};
use brag_rules::options::{Cut, CutBy, FirstDealer, Gather, ShuffleMode};
use brag_rules::seat::{Seat, Seats};

/// Starts a hand with everybody who can be dealt in; there are enough, or nothing happens.
pub(crate) fn start(steps: &mut Steps<'_>) {
    let rules = &steps.around.charter.rules;
    let dealt_in = eligible(rules, steps.hand, steps.around.room);
    if !enough(rules, steps.hand, dealt_in) {
        return;
    }
    throw_retained_of_absent(steps, dealt_in);
    let dealer = next_dealer(steps, dealt_in);
    let ante = next_ante(&steps.around.charter.rules, steps.hand);
    // Who shuffles is decided by the hand before, which `start` forgets.
    let due = shuffle_due(steps, dealt_in);
    flow::start(&mut steps.draft(), dealer, dealt_in, ante);
    let prepared = steps.around.chance.prepared(steps.hand);
    if due {
        shuffle(steps);
    } else if let Some(order) = prepared.pack {
        steps.emit(HandFact::PackPrepared { order });
    }
    let cut = if prepared.uncut { CutPlan::None } else { cut_plan(steps, due) };
    flow::cut_or_deal(&mut steps.draft(), cut);
}

/// A kept hand of somebody who sits out or cannot pay lies under the pack before the next hand (3.2, 3.12).
fn throw_retained_of_absent(steps: &mut Steps<'_>, dealt_in: Seats) {
    if let Some(seat) = steps.hand.retained.filter(|&seat| !dealt_in.contains(seat)) {
        steps.emit(HandFact::RetainedThrown { seat });
        gather(steps);
    }
}

/// The first dealer is drawn for or named; afterwards the deal moves clockwise (1.4), unless the last one is repeated (V8).
fn next_dealer(steps: &mut Steps<'_>, dealt_in: Seats) -> Seat {
    if let Some(again) = steps.hand.deals_again().filter(|&seat| dealt_in.contains(seat)) {
        return again;
    }
    if let Some(last) = steps.hand.dealer {
        return dealt_in.next_after(last).unwrap_or(last);
    }
    let from = |seat: Seat| if dealt_in.contains(seat) { Some(seat) } else { dealt_in.next_after(seat) };
    let named = match (steps.around.charter.script, steps.around.charter.rules.first_dealer) {
        (Some(script), _) => from(script.first_dealer),
        (None, FirstDealer::Seat(number)) => Seat::new(number).and_then(from),
        (None, FirstDealer::HighCard) => None,
    };
    if let Some(seat) = named {
        return seat;
    }
    let deck = steps.hand.pack.sorted();
    let draw = steps.around.chance.first_dealer(dealt_in, deck, &steps.around.room.settled.roster);
    let dealer = draw.dealer;
    steps.around.push(steps.hand, Cause::Engine, Fact::DealerDrawn { rounds: draw.rounds, dealer });
    dealer
}

/// Whether all cards are shuffled before this deal (3.12).
fn shuffle_due(steps: &Steps<'_>, dealt_in: Seats) -> bool {
    let (rules, hand) = (&steps.around.charter.rules, &*steps.hand);
    if hand.number == 0 {
        return true;
    }
    match rules.shuffle_mode {
        ShuffleMode::Never => false,
        ShuffleMode::EveryHand => true,
        ShuffleMode::OnPrialWin => hand.prial_hand,
        ShuffleMode::OnPrialShown => hand.prial_hand || hand.prial_shown,
        ShuffleMode::OnPrialOrExhausted => {
            let fresh = hand.pack.iter().filter(|c| hand.dealt_since_shuffle & 1 << c.code() == 0).count();
            let wanted = dealt_in.len() * usize::from(rules.cards_each) + usize::from(rules.turns_card());
            hand.prial_hand || fresh < wanted
        }
    }
}

fn shuffle(steps: &mut Steps<'_>) {
    let epoch = steps.around.room.settled.epoch + 1;
    let (order, proof) =
        steps.around.chance.shuffle(epoch, steps.hand.pack.sorted(), &steps.around.room.settled.roster);
    let (proof, boxed) = (proof.map(Box::new), Box::new(order));
    steps.emit_as(HandFact::PackShuffled { order }, Fact::Shuffled { epoch, proof, order: boxed });
}

fn cut_plan(steps: &Steps<'_>, shuffled: bool) -> CutPlan {
    let rules = &steps.around.charter.rules;
    let due = match rules.cut {
        Cut::Always => true,
        Cut::Never => false,
        Cut::AfterShuffle => shuffled,
        Cut::WhenNotShuffled => !shuffled,
    };
    match rules.cut_by {
        _ if !due => CutPlan::None,
        CutBy::Engine => CutPlan::Engine,
        CutBy::Player => CutPlan::Player,
    }
}

/// Clears up after a hand: the cards go under the pack, chips that waited count, leavers go, and the table
/// closes if that was the last hand (3.11 to 3.13).
pub(crate) fn end(steps: &mut Steps<'_>) {
    gather(steps);
    for seat in steps.around.room.taken.iter() {
        let player = steps.hand.player(seat);
        if player.waiting > 0 {
            let (amount, stack) = (player.waiting, player.stack + player.waiting);
            steps.emit(HandFact::TopUpCounted { seat, amount, stack });
        }
    }
    for seat in steps.around.room.taken.iter() {
        let chair = *steps.around.room.chair(seat);
        let limit = steps.around.charter.rules.sit_out_limit;
        let sat_out_too_long = chair.sits_out.is_some() && chair.hands_sat_out > limit;
        let reason = chair.leaving.or(sat_out_too_long.then_some(LeaveReason::SatOutTooLong));
        if let Some(reason) = reason {
            seating::leave_now(steps, seat, reason);
        }
    }
    session::close_if_over(steps);
}

/// The thrown cards go under the pack, scrambled or as they were thrown (3.12). Before a shuffle that comes
/// anyway nothing is scrambled.
pub(crate) fn gather(steps: &mut Steps<'_>) {
    let packet = steps.hand.discards;
    if packet.is_empty() {
        return;
    }
    let rules = &steps.around.charter.rules;
    let scrambled = rules.gather == Gather::Scrambled && rules.shuffle_mode != ShuffleMode::EveryHand;
    let handle = |code: &u8| steps.around.room.settled.handles[usize::from(*code)];
    let handles: Box<[Handle]> = packet.codes().iter().map(handle).collect();
    let (order, root): (Pack, _) = if scrambled {
        let (epoch, gathers) = (steps.around.room.settled.epoch, steps.around.room.settled.gathers);
        steps.around.chance.gather(epoch, gathers, packet)
    } else {
        (packet, None)
    };
    let (root, boxed) = (root.map(Box::new), Box::new(order));
    steps.emit_as(HandFact::Gathered { order }, Fact::Gathered { handles, root, scrambled, order: boxed });
}
