//! The facts of equalised betting, folded.

use brag_contract::v1::{CardsChanged, DealerStaked, EqualisedBet, ForfeitPaid, Pot, PotWaits, PotsLayered};

use super::{Fold, add, pay_over};

impl Fold {
    pub(super) fn dealer_staked(&mut self, fact: &DealerStaked) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        add(&mut seat.paid, fact.amount)?;
        (seat.stack, seat.put) = (fact.stack, fact.amount);
        self.view.stake = fact.amount;
        self.newest_pot()?.amount = fact.pot;
        Some(())
    }

    pub(super) fn equalised_bet(&mut self, fact: &EqualisedBet) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        seat.bets = seat.bets.checked_add(1)?;
        add(&mut seat.paid, fact.amount)?;
        (seat.stack, seat.put) = (fact.stack, fact.put);
        self.view.stake = fact.stake;
        self.newest_pot()?.amount = fact.pot;
        Some(())
    }

    pub(super) fn cards_changed(&mut self, fact: &CardsChanged) -> Option<()> {
        let count = u32::try_from(fact.cards.len()).ok()?;
        self.view.stock = self.view.stock.checked_sub(count)?;
        let seat = self.seat(fact.seat)?;
        seat.drew = count;
        let [hand] = &mut *seat.hands else { return None };
        for &place in fact.places.iter().rev() {
            let place = usize::try_from(place).ok().filter(|&place| place < hand.cards.len())?;
            hand.cards.remove(place);
            (place < hand.handles.len()).then(|| hand.handles.remove(place))?;
        }
        hand.cards.extend_from_slice(&fact.cards);
        hand.handles.extend_from_slice(&fact.handles);
        Some(())
    }

    pub(super) fn pots_layered(&mut self, fact: &PotsLayered) {
        self.view.pots = fact.amounts.iter().map(|&amount| Pot { amount, ..Pot::default() }).collect();
    }

    pub(super) fn forfeit_paid(&mut self, fact: &ForfeitPaid) -> Option<()> {
        pay_over(&mut self.view, (fact.from, fact.from_stack), (fact.to, fact.to_stack), fact.amount)
    }

    pub(super) fn pot_waits(&mut self, fact: &PotWaits) {
        self.view.carried = fact.amount;
        self.view.pots.clear();
    }
}
