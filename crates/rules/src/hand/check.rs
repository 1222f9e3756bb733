//! The order in which an act is refused: rulebook A.4.

use super::{Hand, Phase, arrange};
use crate::act::{Act, Keeping, Which};
use crate::card::Cards;
use crate::options::{Rules, ShortStack};
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::variant::Machine;

impl Hand {
    /// Whether the seat may do that now. A refusal changes nothing, and depends on nothing that the player
    /// does not know.
    ///
    /// # Errors
    /// The first reason that applies, in the order of rulebook A.4.
    pub fn check(&self, rules: &Rules, seat: Seat, act: &Act) -> Result<(), Refusal> {
        match (self.phase, rules.machine()) {
            (Phase::Cut, _) if self.to_act.contains(seat) => self.check_cut(act),
            (_, Machine::Bet) => self.check_in_betting(rules, seat, act),
            (_, Machine::Arrange) => arrange::check(self, rules, seat, act),
            (_, Machine::Bus) => self.check_in_bus(rules, seat, act),
            (_, Machine::Classic) => self.check_classic(rules, seat, act),
            (_, Machine::Equalised) => self.check_equalised(rules, seat, act),
        }
    }

    pub(super) fn check_in_betting(&self, rules: &Rules, seat: Seat, act: &Act) -> Result<(), Refusal> {
        if !self.to_act.contains(seat) {
            return match act {
                Act::Look(which) if self.legal(rules, seat).look => self.check_named(seat, *which),
                Act::Discard(cards) if self.legal(rules, seat).discard.is_some() => {
                    self.check_discard(rules, seat, cards)
                }
                _ => Err(Refusal::NotYourTurn),
            };
        }
        match (self.phase, act) {
            (Phase::DecideHand { .. }, Act::Keep | Act::Throw) => Ok(()),
            (Phase::DecideHand { .. }, _) => Err(Refusal::MustDecideHand),
            (Phase::SideshowPending { .. }, Act::Accept | Act::Refuse) => Ok(()),
            (Phase::SideshowPending { .. }, _) => Err(Refusal::MustAnswerSideshow),
            (Phase::CommitHand { .. }, Act::Commit(_)) => Ok(()),
            (Phase::Retain, Act::Retain(keeping)) => self.check_keeping(seat, *keeping),
            (Phase::Betting | Phase::SetBetting { .. }, act) => self.check_betting(rules, seat, act),
            _ => Err(Refusal::IllegalInState),
        }
    }

    fn check_betting(&self, rules: &Rules, seat: Seat, act: &Act) -> Result<(), Refusal> {
        let player = self.player(seat);
        match *act {
            Act::Fold => Ok(()),
            Act::Look(_) if !rules.blind_play => Err(Refusal::IllegalInState),
            Act::Look(_) if player.open => Err(Refusal::AlreadyOpen),
            Act::Look(which) => self.check_named(seat, which),
            Act::Discard(cards) => self.check_discard(rules, seat, &cards),
            Act::Bet(amount) => {
                self.check_solvent(rules, seat)?;
                let range = self.bet_range(rules, seat);
                match amount {
                    _ if amount < range.min => Err(Refusal::AmountTooLow),
                    _ if amount > self.highest_bet(rules, seat) => Err(Refusal::AmountTooHigh),
                    _ if amount > player.stack => Err(Refusal::InsufficientChips),
                    _ if !range.allows(amount) => Err(Refusal::BadStep),
                    _ => Ok(()),
                }
            }
            Act::See(which) => {
                self.check_solvent(rules, seat)?;
                let opponent = self.opponent(seat).ok_or(Refusal::SeeNeedsTwo)?;
                if self.bets == 0 {
                    return Err(Refusal::SeeNeedsABet);
                }
                if player.open && !self.player(opponent).open {
                    return Err(Refusal::CannotSeeBlind);
                }
                if player.stack < self.see_cost(rules, seat) {
                    return Err(Refusal::InsufficientChips);
                }
                self.check_committed(rules, seat, which)
            }
            Act::Cover(_) if rules.short_stack == ShortStack::FoldOnly => Err(Refusal::IllegalInState),
            Act::Cover(_) if self.must_discard(rules, seat).is_some() => Err(Refusal::MustDiscard),
            Act::Cover(_) if player.stack >= self.price(seat) => Err(Refusal::CoverNotNeeded),
            Act::Cover(which) => self.check_committed(rules, seat, which),
            Act::Sideshow if self.sideshow_with(rules, seat).is_none() => Err(Refusal::IllegalInState),
            Act::Sideshow => self.check_solvent(rules, seat),
            _ => Err(Refusal::IllegalInState),
        }
    }

    /// The refusals that a bet and a see share.
    fn check_solvent(&self, rules: &Rules, seat: Seat) -> Result<(), Refusal> {
        if self.must_discard(rules, seat).is_some() {
            return Err(Refusal::MustDiscard);
        }
        if self.player(seat).stack < self.price(seat) {
            return Err(Refusal::InsufficientChips);
        }
        if self.must_look(rules, seat) { Err(Refusal::MustLook) } else { Ok(()) }
    }

    fn check_discard(&self, rules: &Rules, seat: Seat, cards: &Cards) -> Result<(), Refusal> {
        match self.must_discard(rules, seat) {
            None => Err(Refusal::IllegalInState),
            Some(discard) if discard.allows(cards) => Ok(()),
            Some(_) => Err(Refusal::BadCards),
        }
    }

    /// A look names one of two hands, and nothing where there is one.
    fn check_named(&self, seat: Seat, which: Option<Which>) -> Result<(), Refusal> {
        if which.is_some() == self.player(seat).two_hands() { Ok(()) } else { Err(Refusal::BadCards) }
    }

    /// A see or a cover names one of two hands where they are not both compared.
    fn check_committed(&self, rules: &Rules, seat: Seat, which: Option<Which>) -> Result<(), Refusal> {
        if which.is_some() == self.must_commit(rules, seat) { Ok(()) } else { Err(Refusal::BadCards) }
    }

    fn check_keeping(&self, seat: Seat, keeping: Keeping) -> Result<(), Refusal> {
        match (keeping, self.player(seat).two_hands()) {
            (Keeping::None, _) | (Keeping::Yes, false) | (Keeping::Hand(_), true) => Ok(()),
            (Keeping::Yes, true) | (Keeping::Hand(_), false) => Err(Refusal::BadCards),
        }
    }

    fn check_cut(&self, act: &Act) -> Result<(), Refusal> {
        let Act::Cut(at) = *act else { return Err(Refusal::IllegalInState) };
        match usize::from(at) {
            0 => Err(Refusal::AmountTooLow),
            at if at >= self.pack.len() => Err(Refusal::AmountTooHigh),
            _ => Ok(()),
        }
    }
}
