//! The facts of games in which sets are laid out.

use super::{add, seat, subtract};
use brag_contract::v1::event::Fact;
use brag_contract::v1::{SeatStatus, SeatView, SetView, TableView, WaitingPotShared};

/// Sets what the fact says; nothing if it does not fit.
pub(super) fn fold(view: &mut TableView, fact: &Fact) -> Option<()> {
    match fact {
        Fact::StakesPaid(fact) => {
            for seat in view.seats.iter_mut().filter(|seat| seat.status() == SeatStatus::In) {
                subtract(&mut seat.stack, fact.each)?;
                add(&mut seat.paid, fact.each)?;
            }
            view.pots.clone_from(&fact.pots);
        }
        Fact::Arranged(fact) => {
            let seat = seat(view, fact.seat)?;
            seat.arranged = true;
            let set = |(cards, set)| SetView { set, cards, ..SetView::default() };
            seat.sets = fact.sets.iter().map(|set| set.cards.clone()).zip(1..).map(set).collect();
        }
        Fact::SetOpened(fact) => {
            view.stake = fact.stake;
            for seat in view.seats.iter_mut().filter(|seat| seat.status() != SeatStatus::NotDealtIn) {
                seat.set_status(if seat.hands.is_empty() { SeatStatus::Folded } else { SeatStatus::In });
                seat.bets = 0;
            }
        }
        Fact::SetFolded(fact) => seat(view, fact.seat)?.set_status(SeatStatus::Folded),
        Fact::SetsWithdrawn(fact) => {
            let seat = seat(view, fact.seat)?;
            seat.hands.clear();
            forget_unshown(seat);
        }
        Fact::SetShown(fact) => {
            let seat = seat(view, fact.seat)?;
            let set = SetView {
                set: fact.set,
                cards: fact.cards.clone(),
                shown: true,
                hand_class: fact.hand_class,
                strength: fact.strength,
            };
            match seat.sets.iter().position(|known| known.set >= fact.set) {
                Some(place) if seat.sets[place].set == fact.set => seat.sets[place] = set,
                Some(place) => seat.sets.insert(place, set),
                None => seat.sets.push(set),
            }
        }
        Fact::SetDecided(fact) => {
            view.pots.clone_from(&fact.pots);
            if let [winner] = fact.best[..] {
                let points = &mut seat(view, winner)?.points;
                *points = points.checked_add(1)?;
            }
        }
        Fact::PotsWait(fact) => {
            view.carried = 0;
            fact.pots.iter().try_for_each(|pot| add(&mut view.carried, pot.amount))?;
            view.waiting.clone_from(&fact.pots);
            view.pots.clear();
        }
        Fact::WinningsReturned(fact) => {
            let seat = seat(view, fact.seat)?;
            seat.stack = fact.stack;
            subtract(&mut seat.won, fact.amount)?;
            add(&mut view.pots.first_mut()?.amount, fact.amount)?;
        }
        _ => return None,
    }
    Some(())
}

/// A share of one of the pots that wait, where each waits by itself.
pub(super) fn share(view: &mut TableView, fact: &WaitingPotShared) -> Option<()> {
    if let Some(pot) = view.waiting.iter_mut().find(|pot| pot.set == fact.pot) {
        subtract(&mut pot.amount, fact.amount)?;
    }
    view.waiting.retain(|pot| pot.amount > 0);
    Some(())
}

/// Of his sets those stay that were shown.
pub(super) fn forget_unshown(seat: &mut SeatView) {
    seat.sets.retain(|set| set.shown);
}
