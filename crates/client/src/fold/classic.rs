//! The facts of the classic game, folded.

use brag_contract::v1::{
    BonusPaid, CardDrawn, CardExchanged, CardsTurnedUp, ClassicBet, ClassicBetKind, ClassicView, Phase, Pot,
    SeatStatus, StakesLaid, WaitingPotShared,
};

use super::{Fold, add, pay_over, subtract};

/// Which of the three pots is that of the brag.
const BRAG: usize = 1;

impl Fold {
    pub(super) fn stakes_laid(&mut self, fact: &StakesLaid) -> Option<()> {
        let mut players = 0;
        for seat in self.view.seats.iter_mut().filter(|seat| seat.status() == SeatStatus::In) {
            players += 1;
            for _ in &fact.pots {
                subtract(&mut seat.stack, fact.each)?;
                add(&mut seat.paid, fact.each)?;
            }
        }
        let laid = fact.each.checked_mul(players)?;
        let waiting = fact.pots.iter().map(|pot| pot.checked_sub(laid)).collect::<Option<_>>()?;
        self.view.classic = Some(ClassicView { waiting, ..ClassicView::default() });
        self.view.pots = fact.pots.iter().map(|&amount| Pot { amount, ..Pot::default() }).collect();
        Some(())
    }

    pub(super) fn cards_turned_up(&mut self, fact: &CardsTurnedUp) -> Option<()> {
        for up in &fact.cards {
            let [hand] = &mut *self.seat(up.seat)?.hands else { return None };
            hand.cards.get_mut(2)?.clone_from(&up.card);
        }
        Some(())
    }

    pub(super) fn classic_bet(&mut self, fact: &ClassicBet) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        seat.bets = seat.bets.checked_add(1)?;
        add(&mut seat.paid, fact.amount)?;
        seat.stack = fact.stack;
        self.view.stake = fact.stake;
        self.view.pots.get_mut(BRAG)?.amount = fact.pot;
        let classic = self.view.classic.as_mut()?;
        match fact.kind() {
            ClassicBetKind::Brag => classic.bragger = fact.seat,
            ClassicBetKind::Challenge => classic.challenger = fact.seat,
            _ => {}
        }
        Some(())
    }

    pub(super) fn card_drawn(&mut self, fact: &CardDrawn) -> Option<()> {
        self.view.stock = self.view.stock.checked_sub(1)?;
        self.seat(fact.seat)?.drawn.push(fact.card.clone());
        Some(())
    }

    pub(super) fn card_exchanged(&mut self, fact: &CardExchanged) -> Option<()> {
        self.view.stock = self.view.stock.checked_sub(1)?;
        let [hand] = &mut *self.seat(fact.seat)?.hands else { return None };
        let place = usize::try_from(fact.place).ok()?;
        hand.cards.get_mut(place)?.clone_from(&fact.card);
        *hand.handles.get_mut(place)? = fact.handle?;
        (hand.hand_class, hand.strength) = (fact.hand_class, fact.strength);
        Some(())
    }

    pub(super) fn bonus_paid(&mut self, fact: &BonusPaid) -> Option<()> {
        pay_over(&mut self.view, (fact.from, fact.from_stack), (fact.to, fact.to_stack), fact.amount)
    }

    /// A bragger who leaves before he is answered loses his brag to the pot, and the offer goes on.
    pub(super) fn bragger_gone(&mut self, number: u32) {
        let unanswered = self.view.phase() == Phase::Challenge;
        if let Some(classic) =
            self.view.classic.as_mut().filter(|classic| unanswered && classic.bragger == number)
        {
            classic.bragger = 0;
            self.view.stake = 0;
        }
    }

    /// What is left in the pots waits, each for the next deal's of its kind.
    pub(super) fn classic_ended(&mut self) -> Option<()> {
        let Some(classic) = &mut self.view.classic else { return Some(()) };
        classic.waiting = self.view.pots.iter().map(|pot| pot.amount).collect();
        self.view.pots.iter().try_for_each(|pot| add(&mut self.view.carried, pot.amount))
    }

    /// A pot that waits is shared.
    pub(super) fn classic_shared(&mut self, fact: &WaitingPotShared) -> Option<()> {
        let Some(classic) = &mut self.view.classic else { return Some(()) };
        subtract(classic.waiting.get_mut(usize::try_from(fact.pot).ok()?)?, fact.amount)
    }
}
