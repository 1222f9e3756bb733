//! The facts of brag betting: bets, looks, covers, two hands, the sideshow.

use brag_contract::v1::{
    AntesPaid, BetMade, CardTurned, Covered, Discarded, ExcessMoved, HandThrown, HandView, Looked, Pot,
    Retained, RetainedThrown, SeatStatus, SeePaid, SideshowAccepted, SideshowAsked, ThrowReason, WhichHand,
};

use super::{Fold, add, subtract};

impl Fold {
    pub(super) fn antes_paid(&mut self, fact: &AntesPaid) -> Option<()> {
        for seat in self.view.seats.iter_mut().filter(|seat| seat.status() == SeatStatus::In) {
            subtract(&mut seat.stack, fact.each)?;
            add(&mut seat.paid, fact.each)?;
        }
        self.newest_pot()?.amount = fact.pot;
        Some(())
    }

    pub(super) fn looked(&mut self, fact: &Looked) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        seat.looked |= fact.which() == WhichHand::Unspecified;
        let hand = seat.hands.iter_mut().find(|hand| hand.which == fact.which)?;
        hand.cards.clone_from(&fact.cards);
        Some(())
    }

    pub(super) fn discarded(&mut self, fact: &Discarded) -> Option<()> {
        // He has one hand: who holds two has not looked.
        let [hand] = &mut *self.seat(fact.seat)?.hands else { return None };
        for &place in fact.places.iter().rev() {
            let place = usize::try_from(place).ok().filter(|&place| place < hand.cards.len())?;
            hand.cards.remove(place);
            (place < hand.handles.len()).then(|| hand.handles.remove(place))?;
        }
        Some(())
    }

    pub(super) fn bet_made(&mut self, fact: &BetMade) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        seat.bets = seat.bets.checked_add(1)?;
        seat.blind_bets = seat.blind_bets.checked_add(u32::from(fact.blind))?;
        add(&mut seat.paid, fact.amount)?;
        seat.stack = fact.stack;
        self.view.stake = fact.stake;
        self.newest_pot()?.amount = fact.pot;
        Some(())
    }

    pub(super) fn see_paid(&mut self, fact: &SeePaid) -> Option<()> {
        let seat = self.seat(fact.seer)?;
        seat.bets = seat.bets.checked_add(1)?;
        add(&mut seat.paid, fact.amount)?;
        seat.stack = fact.stack;
        self.newest_pot()?.amount = fact.pot;
        Some(())
    }

    pub(super) fn covered(&mut self, fact: &Covered) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        add(&mut seat.paid, fact.amount)?;
        seat.stack = 0;
        seat.set_status(SeatStatus::Covered);
        let newest = self.newest_pot()?;
        (newest.amount, newest.covered_by) = (fact.pot, fact.seat);
        self.view.pots.push(Pot::default());
        Some(())
    }

    pub(super) fn excess_moved(&mut self, fact: &ExcessMoved) -> Option<()> {
        let [.., covered, newest] = &mut *self.view.pots else { return None };
        (covered.amount, newest.amount) = (fact.covered_pot, fact.pot);
        Some(())
    }

    pub(super) fn hand_thrown(&mut self, fact: &HandThrown) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        seat.hands.retain(|hand| hand.which != fact.thrown);
        seat.hands.iter_mut().for_each(only_one);
        seat.looked |= fact.reason() == ThrowReason::Kept;
        Some(())
    }

    pub(super) fn card_turned(&mut self, fact: &CardTurned) -> Option<()> {
        self.view.stock = self.view.stock.checked_sub(1)?;
        self.view.turned_card.clone_from(&fact.card);
        Some(())
    }

    pub(super) fn sideshow_asked(&mut self, fact: &SideshowAsked) -> Option<()> {
        let seat = self.seat(fact.asker)?;
        seat.bets = seat.bets.checked_add(1)?;
        add(&mut seat.paid, fact.amount)?;
        seat.stack = fact.stack;
        self.newest_pot()?.amount = fact.pot;
        Some(())
    }

    pub(super) fn sideshow_accepted(&mut self, fact: &SideshowAccepted) -> Option<()> {
        let both = [(fact.asker, &fact.asker_cards), (fact.asked, &fact.asked_cards)];
        for (seat, cards) in both.into_iter().filter(|(_, cards)| cards.iter().all(|card| card != "??")) {
            let [hand] = &mut *self.seat(seat)?.hands else { return None };
            hand.cards.clone_from(cards);
        }
        Some(())
    }

    pub(super) fn retained(&mut self, fact: &Retained) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        seat.hands.retain(|hand| fact.keeps && hand.which == fact.which);
        seat.hands.iter_mut().for_each(only_one);
        if fact.keeps {
            self.view.retained_by = fact.seat;
        }
        Some(())
    }

    pub(super) fn retained_thrown(&mut self, fact: &RetainedThrown) -> Option<()> {
        self.view.retained_by = 0;
        self.seat(fact.seat)?.hands.clear();
        Some(())
    }
}

/// Of two hands one is gone: this one needs no name any more.
fn only_one(hand: &mut HandView) {
    hand.set_which(WhichHand::Unspecified);
}
