//! The facts of a game of Crash.

use super::{add, pay_over, seat};
use brag_contract::v1::event::Fact;
use brag_contract::v1::{CrashView, Phase, SeatStatus, SpareHand, TableView, WaitingPot};

/// Sets what the fact says; nothing if it does not fit.
pub(super) fn fold(view: &mut TableView, fact: &Fact) -> Option<()> {
    match fact {
        Fact::CrashStarted(_) => {
            let plays = |status| status != SeatStatus::NotDealtIn;
            let players = view.seats.iter().filter(|seat| plays(seat.status())).map(|seat| seat.number);
            view.crash = Some(CrashView { players: players.collect(), ..CrashView::default() });
            view.seats.iter_mut().for_each(|seat| seat.points = 0);
        }
        Fact::SpareDealt(fact) => {
            let cards = fact.hands.iter().map(|hand| hand.handles.len()).sum::<usize>();
            view.stock = view.stock.checked_sub(u32::try_from(cards).ok()?)?;
            let spare = fact.hands.iter().map(|hand| SpareHand { handles: hand.handles.clone() });
            view.crash.as_mut()?.spare = spare.collect();
        }
        Fact::SpareTaken(fact) => {
            let TableView { crash, seats, pots, .. } = view;
            let seat = seats.iter_mut().find(|seat| seat.number == fact.seat)?;
            let [hand] = &mut *seat.hands else { return None };
            std::mem::swap(&mut hand.handles, &mut crash.as_mut()?.spare.first_mut()?.handles);
            hand.cards.clone_from(&fact.cards);
            add(&mut seat.paid, fact.fee)?;
            seat.stack = fact.stack;
            pots.first_mut()?.amount = fact.pot;
        }
        Fact::SpareLeft(_) => {}
        Fact::PlayerPaid(fact) => {
            pay_over(view, (fact.from, fact.from_stack), (fact.to, fact.to_stack), fact.amount)?;
        }
        Fact::PointsScored(fact) => seat(view, fact.seat)?.points = fact.total,
        Fact::CrashWon(fact) => {
            if view.phase() != Phase::HandOver {
                view.waiting.clear();
            }
            view.crash.as_mut()?.winner = fact.seat;
        }
        Fact::CrashLeft(fact) => {
            seat(view, fact.seat)?.stack = fact.stack;
            view.crash.as_mut()?.players.retain(|&player| player != fact.seat);
            if view.phase() == Phase::HandOver {
                wait(view, fact.escrow);
            } else {
                view.pots.first_mut()?.amount = fact.escrow;
            }
        }
        Fact::CrashBrokenOff(_) => view.crash.as_mut()?.players.clear(),
        Fact::EscrowWaits(fact) => {
            wait(view, fact.amount);
            view.pots.clear();
        }
        _ => return None,
    }
    Some(())
}

/// The hand is over.
pub(super) fn end_hand(view: &mut TableView) {
    if let Some(crash) = &mut view.crash {
        crash.spare.clear();
    }
}

/// The hand was voided: what is left in the pots waits for the winner of the game.
pub(super) fn void(view: &mut TableView) {
    if view.crash.is_some() {
        wait(view, view.carried);
    }
}

fn wait(view: &mut TableView, amount: i64) {
    view.carried = amount;
    view.waiting = if amount > 0 { vec![WaitingPot { set: 0, amount }] } else { Vec::new() };
}
