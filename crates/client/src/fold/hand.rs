//! The facts of a hand that every game has: its beginning, its turns, its pots and its end.

use brag_contract::v1::{
    DealtHand, Folded, HandShown, HandStarted, HandView, Phase, Pot, PotAwarded, PotCarried, Refunded,
    SeatStatus, TurnBegan, WaitingPotShared, WhichHand,
};
use prost_types::Timestamp;

use super::{Fold, add, arrange, crash, subtract};

impl Fold {
    pub(super) fn hand_started(&mut self, fact: &HandStarted) {
        let retained_by = self.view.retained_by;
        for seat in &mut self.view.seats {
            if seat.number != retained_by {
                seat.hands.clear();
            }
            seat.looked = false;
            (seat.bets, seat.blind_bets, seat.paid, seat.won) = (0, 0, 0, 0);
            seat.arranged = false;
            // The points of a game of Crash stay until the next one begins.
            if self.view.crash.is_none() {
                seat.points = 0;
            }
            seat.sets.clear();
            (seat.put, seat.drew) = (0, 0);
            seat.drawn.clear();
            let dealt_in = fact.dealt_in.contains(&seat.number);
            seat.set_status(if dealt_in { SeatStatus::In } else { SeatStatus::NotDealtIn });
        }
        (self.view.dealer, self.view.stake) = (fact.dealer, fact.stake);
        self.view.pots = vec![Pot { amount: fact.carried, ..Pot::default() }];
        (self.view.carried, self.view.retained_by) = (0, 0);
        self.view.next_hand_at = None;
        self.view.commons.clear();
        self.view.stuck_by = 0;
    }

    pub(super) fn dealt(&mut self, dealt: &DealtHand, open: bool) -> Option<()> {
        self.view.stock = self.view.stock.checked_sub(u32::try_from(dealt.cards.len()).ok()?)?;
        let seat = self.seat(dealt.seat)?;
        seat.looked |= open;
        let (handles, cards) = (dealt.handles.clone(), dealt.cards.clone());
        let mut hand = HandView { handles, cards, ..HandView::default() };
        if let Some(kept) = seat.hands.first_mut() {
            kept.set_which(WhichHand::Old);
            hand.set_which(WhichHand::New);
        }
        seat.hands.push(hand);
        Some(())
    }

    pub(super) fn hand_shown(&mut self, fact: &HandShown) -> Option<()> {
        let mut cards = fact.cards.iter().cloned();
        for hand in &mut self.seat(fact.seat)?.hands {
            let count = hand.cards.len();
            hand.cards = cards.by_ref().take(count).collect();
            hand.shown = true;
            (hand.hand_class, hand.strength) = (fact.hand_class, fact.strength);
        }
        Some(())
    }

    pub(super) fn turn_began(&mut self, fact: &TurnBegan, at: &Timestamp) -> Option<()> {
        self.end_turn(at)?;
        (self.view.phase, self.view.betting_set) = (fact.phase, fact.set);
        self.set_turns(&fact.to_act, at);
        for turn in &fact.to_act {
            let seat = self.seat(turn.seat)?;
            seat.time_bank = turn.time_bank.or(seat.time_bank);
        }
        Some(())
    }

    pub(super) fn hand_ended(&mut self, at: &Timestamp) -> Option<()> {
        self.classic_ended()?;
        self.end_hand(at)?;
        let retained_by = self.view.retained_by;
        for seat in self.view.seats.iter_mut().filter(|seat| seat.number != retained_by) {
            seat.hands.retain(|hand| hand.shown);
            seat.hands.iter_mut().for_each(|hand| hand.handles.clear());
        }
        self.view.seats.iter_mut().for_each(arrange::forget_unshown);
        self.view.commons.iter_mut().for_each(|common| common.handle = None);
        crash::end_hand(&mut self.view);
        Some(())
    }

    pub(super) fn refunded(&mut self, fact: &Refunded) -> Option<()> {
        self.take_from_pots(fact.amount)?;
        let seat = self.seat(fact.seat)?;
        seat.stack = fact.stack;
        subtract(&mut seat.paid, fact.amount)?;
        seat.put = 0;
        Some(())
    }

    pub(super) fn hand_voided(&mut self, at: &Timestamp) -> Option<()> {
        self.view.carried = 0;
        self.view.pots.iter().try_for_each(|pot| add(&mut self.view.carried, pot.amount))?;
        self.end_hand(at)?;
        for seat in &mut self.view.seats {
            (seat.paid, seat.won) = (0, 0);
            seat.hands.clear();
            arrange::forget_unshown(seat);
            seat.drawn.clear();
        }
        self.view.commons.clear();
        self.view.stuck_by = 0;
        crash::end_hand(&mut self.view);
        crash::void(&mut self.view);
        Some(())
    }

    pub(super) fn waiting_pot_shared(&mut self, fact: &WaitingPotShared) -> Option<()> {
        subtract(&mut self.view.carried, fact.amount)?;
        arrange::share(&mut self.view, fact)?;
        self.classic_shared(fact)?;
        let seat = self.seat(fact.seat)?;
        add(&mut seat.won, fact.amount)?;
        seat.stack = fact.stack;
        Some(())
    }

    pub(super) fn folded(&mut self, fact: &Folded) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        seat.set_status(SeatStatus::Folded);
        // What was shown stays in sight until the next hand, without the names of its cards.
        seat.hands.retain(|hand| hand.shown);
        seat.hands.iter_mut().for_each(|hand| hand.handles.clear());
        arrange::forget_unshown(seat);
        seat.drawn.clear();
        self.bragger_gone(fact.seat);
        Some(())
    }

    pub(super) fn pot_awarded(&mut self, fact: &PotAwarded) -> Option<()> {
        let pot = self.view.pots.get_mut(usize::try_from(fact.pot).ok()?)?;
        subtract(&mut pot.amount, fact.amount)?;
        let seat = self.seat(fact.seat)?;
        add(&mut seat.won, fact.amount)?;
        seat.stack = fact.stack;
        Some(())
    }

    pub(super) fn pot_carried(&mut self, fact: &PotCarried) {
        self.view.carried = fact.amount;
        self.view.pots.clear();
    }

    fn end_hand(&mut self, at: &Timestamp) -> Option<()> {
        self.end_turn(at)?;
        self.view.set_phase(Phase::HandOver);
        self.view.betting_set = 0;
        self.view.pots.clear();
        Some(())
    }

    /// Takes chips from the pots, the newest first.
    fn take_from_pots(&mut self, amount: i64) -> Option<()> {
        let mut rest = amount;
        for pot in self.view.pots.iter_mut().rev() {
            let part = rest.min(pot.amount);
            subtract(&mut pot.amount, part)?;
            subtract(&mut rest, part)?;
        }
        (rest == 0).then_some(())
    }
}
