//! The facts of Stop the Bus.

use super::{Fold, add, subtract};
use brag_contract::v1::event::Fact;
use brag_contract::v1::{BusGameStarted, SeatStatus, Swapped, SwappedAll};
use std::mem::{replace, swap};

/// What stands for a card that the viewer may not know.
const HIDDEN: &str = "??";

impl Fold {
    /// Sets what the fact says; nothing if it does not fit.
    pub(super) fn bus(&mut self, fact: &Fact) -> Option<()> {
        match fact {
            Fact::BusGameStarted(fact) => self.game_started(fact)?,
            Fact::CommonsDealt(fact) => {
                let laid = u32::try_from(fact.commons.len()).ok()?;
                self.view.stock = self.view.stock.checked_sub(laid)?;
                self.view.commons.clone_from(&fact.commons);
            }
            Fact::Swapped(fact) => self.swapped(fact)?,
            Fact::SwappedAll(fact) => self.swapped_all(fact)?,
            Fact::Stuck(fact) => self.view.stuck_by = fact.seat,
            Fact::HandsCompared(fact) if fact.lost => {
                for &lowest in &fact.lowest {
                    let lives = &mut self.seat(lowest)?.lives;
                    *lives = lives.checked_sub(1)?;
                }
            }
            Fact::LivesForfeited(fact) => self.seat(fact.seat)?.lives = 0,
            _ => {}
        }
        Some(())
    }

    fn game_started(&mut self, fact: &BusGameStarted) -> Option<()> {
        for seat in &mut self.view.seats {
            seat.lives = 0;
            if seat.status() == SeatStatus::In {
                seat.lives = fact.lives;
                subtract(&mut seat.stack, fact.each)?;
                add(&mut seat.paid, fact.each)?;
            }
        }
        self.newest_pot()?.amount = fact.pot;
        Some(())
    }

    fn swapped(&mut self, fact: &Swapped) -> Option<()> {
        let place = usize::try_from(fact.place).ok()?;
        let at = self.view.commons.iter().position(|common| common.card == fact.common)?;
        let mut common = self.view.commons.get(at)?.clone();
        let [hand] = &mut *self.seat(fact.seat)?.hands else { return None };
        swap(hand.handles.get_mut(place)?, common.handle.as_mut()?);
        let card = hand.cards.get_mut(place)?;
        // Face down in the eyes of the others, whatever they have seen.
        if card != HIDDEN {
            card.clone_from(&fact.common);
        }
        common.card.clone_from(&fact.own);
        *self.view.commons.get_mut(at)? = common;
        Some(())
    }

    fn swapped_all(&mut self, fact: &SwappedAll) -> Option<()> {
        let mut commons = self.view.commons.clone();
        let [hand] = &mut *self.seat(fact.seat)?.hands else { return None };
        let own = fact.own.iter();
        if [hand.handles.len(), hand.cards.len(), own.len()] != [commons.len(); 3] {
            return None;
        }
        for (((common, own), handle), card) in
            commons.iter_mut().zip(own).zip(&mut hand.handles).zip(&mut hand.cards)
        {
            swap(handle, common.handle.as_mut()?);
            let taken = replace(&mut common.card, own.clone());
            if card != HIDDEN {
                *card = taken;
            }
        }
        self.view.commons = commons;
        Some(())
    }
}
