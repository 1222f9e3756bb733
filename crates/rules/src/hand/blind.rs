//! Playing unseen: looking, two blind hands, and the player to whom everybody folds (3.6, 3.8, 3.9).

use super::flow::{after_fold, cards_seen, finish, last_one, open_betting, pass_turn_after, won_by};
use super::showdown::{self, Prials};
use super::{AfterCommit, Draft, Phase, Standing, Surroundings};
use crate::act::{Keeping, Which};
use crate::fact::{AwardReason, Fact, FoldReason, ThrowReason};
use crate::options::BlindWin;
use crate::seat::{Seat, SeatOrder, Seats};

/// He looks. With two hands he must decide about the one he looked at before anything else (3.9).
pub(super) fn look<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, which: Option<Which>) {
    let cards = cards_seen(d.hand, seat, which);
    d.emit(Fact::Looked { seat, which, cards });
    if let Some(looked) = which {
        d.ask(seat, Phase::DecideHand { looked });
    }
}

fn looked_at(d: &Draft<'_, impl Surroundings>) -> Which {
    match d.hand.phase {
        Phase::DecideHand { looked } => looked,
        _ => unreachable!("decide-hand: check asked for the phase"),
    }
}

/// He keeps the hand that he looked at and is open.
pub(super) fn keep<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    let thrown = looked_at(d).other();
    d.emit(Fact::HandThrown { seat, thrown, reason: ThrowReason::Kept });
    decided(d, seat, AwardReason::OthersLeft);
}

/// He throws the hand that he looked at and stays blind with the other.
pub(super) fn throw<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    let thrown = looked_at(d);
    d.emit(Fact::HandThrown { seat, thrown, reason: ThrowReason::Thrown });
    decided(d, seat, AwardReason::OthersLeft);
}

/// Out of time, or gone: both hands are folded. The last active player cannot fold, because nobody would be
/// left to win: he goes on with the hand that he saw.
pub(super) fn fold_undecided<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, reason: FoldReason) {
    if d.hand.active().len() == 1 {
        return keep(d, seat);
    }
    d.emit(Fact::Folded { seat, reason });
    match d.hand.resume {
        Some(_) => decided(d, seat, won_by(reason)),
        None => after_fold(d, seat, reason),
    }
}

/// The decision is made: the turn goes back to where it was (3.9.6), unless one player is left.
fn decided<S: Surroundings>(d: &mut Draft<'_, S>, holder: Seat, won_by: AwardReason) {
    if let Some(last) = d.hand.active().single() {
        return last_one(d, last, won_by);
    }
    let turn = d.hand.resume.unwrap_or(holder);
    if d.hand.player(turn).standing == Standing::In {
        // He had the turn before the decision: `max_rounds` has been asked already.
        d.ask(turn, Phase::Betting);
    } else {
        pass_turn_after(d, turn, AwardReason::Folded);
    }
}

/// He names the hand that he goes on with; the other is thrown unseen.
pub(super) fn commit<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, which: Which) {
    let Phase::CommitHand { then } = d.hand.phase else {
        unreachable!("commit-hand: check asked for the phase")
    };
    d.emit(Fact::HandThrown { seat, thrown: which.other(), reason: ThrowReason::Committed });
    match then {
        AfterCommit::Betting => open_betting(d),
        AfterCommit::See { seer } => showdown::see(d, seer, seat),
        AfterCommit::Covered => showdown::covered(d, seat),
        AfterCommit::Stopped { by } => showdown::all(d, by),
    }
}

/// Somebody left, the holder or another, while the holder of two hands was asked for one (3.11).
pub(super) fn left_while_committing<S: Surroundings>(
    d: &mut Draft<'_, S>,
    leaver: Seat,
    then: AfterCommit,
    won_by: AwardReason,
) {
    if let Some(last) = d.hand.active().single() {
        return last_one(d, last, won_by);
    }
    if !d.hand.to_act.contains(leaver) {
        return;
    }
    match then {
        AfterCommit::Betting => open_betting(d),
        AfterCommit::Stopped { by } => showdown::all(d, by),
        AfterCommit::See { .. } | AfterCommit::Covered => {
            unreachable!("see-needs-two: of two active players one is left")
        }
    }
}

/// Everyone folded to a blind player (3.8).
pub(super) fn win<S: Surroundings>(d: &mut Draft<'_, S>, winner: Seat, won_by: AwardReason) {
    if d.rules.blind_win == BlindWin::WinnerTakesPot {
        // Before the question: the pot may be what lets him be dealt in again.
        showdown::award(d, Seats::only(winner), won_by);
    }
    let next = d.around.next_hand_possible(d.hand);
    if !next {
        showdown::award(d, Seats::only(winner), AwardReason::NoNextHand);
    }
    if next && d.rules.retain_blind_hand {
        return d.ask(winner, Phase::Retain);
    }
    if d.hand.pot() > 0 {
        d.emit(Fact::PotCarried { winner: Some(winner), amount: d.hand.pot() });
    }
    finish(d, SeatOrder::from_iter([winner]), Prials::default());
}

/// He says what he keeps. Whether a next hand can follow is asked again: he may have taken his time (3.8).
pub(super) fn retain<S: Surroundings>(d: &mut Draft<'_, S>, winner: Seat, keeping: Keeping) {
    let next = d.around.next_hand_possible(d.hand);
    let which = match keeping {
        Keeping::Hand(which) if next => Some(which),
        _ => None,
    };
    d.emit(Fact::Retained { seat: winner, keeps: next && keeping != Keeping::None, which });
    if !next {
        showdown::award(d, Seats::only(winner), AwardReason::NoNextHand);
    }
    end_retain(d, winner);
}

/// He leaves instead of saying it: nothing is kept, the pot waits for the others (3.11).
pub(super) fn leave_retain<S: Surroundings>(d: &mut Draft<'_, S>, winner: Seat) {
    d.emit(Fact::Retained { seat: winner, keeps: false, which: None });
    end_retain(d, winner);
}

fn end_retain<S: Surroundings>(d: &mut Draft<'_, S>, winner: Seat) {
    if d.hand.pot() > 0 {
        d.emit(Fact::PotCarried { winner: Some(winner), amount: d.hand.pot() });
    }
    finish(d, SeatOrder::EMPTY, Prials::default());
}
