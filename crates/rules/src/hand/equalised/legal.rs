//! What a seat may do with equalised betting, and why not.

use super::super::{Hand, Phase};
use crate::Chips;
use crate::act::{Act, BetRange, Draw, Legal};
use crate::options::{LimitMode, Rules};
use crate::refusal::Refusal;
use crate::seat::Seat;

impl Hand {
    /// What staying in costs him, if he has so much: up to the highest bet.
    pub(super) fn to_call(&self, seat: Seat) -> Chips {
        self.stake - self.put(seat)
    }

    /// The most that anybody may have bet in all after a brag or a raise, by the caps alone; a brag is never kept below
    /// `min_stake`.
    pub fn highest_raise(&self, rules: &Rules) -> Chips {
        let above = |more: Option<Chips>| more.map_or(Chips::MAX, |more| self.stake.saturating_add(more));
        let cap = rules.max_stake.unwrap_or(Chips::MAX).min(above(rules.max_raise));
        let brag = self.stake == 0;
        let cap = match rules.limit_mode {
            LimitMode::NoLimit => cap,
            LimitMode::Pot => cap.min(above(Some(self.pot()))),
            LimitMode::Fixed if brag => rules.min_stake,
            LimitMode::Fixed => cap.min(above(rules.raise_increment)),
        };
        if brag { cap.max(rules.min_stake) } else { cap }
    }

    /// What he may have bet in all after a brag or a raise; none where the caps or his chips leave nothing.
    fn raise_range(&self, rules: &Rules, seat: Seat) -> Option<BetRange> {
        let max = self.highest_raise(rules).min(self.put(seat).saturating_add(self.player(seat).stack));
        let min = match (self.stake, rules.limit_mode) {
            (0, _) => rules.min_stake,
            (stake, LimitMode::Fixed) => stake.saturating_add(rules.raise_increment.unwrap_or(1)),
            (stake, _) => stake.saturating_add(1),
        };
        (min <= max).then_some(BetRange { min, max, step: 1 })
    }

    /// The acts that the seat has now with equalised betting.
    pub(in super::super) fn legal_equalised(&self, rules: &Rules, seat: Seat) -> Legal {
        let mut legal = Legal::default();
        if !self.to_act.contains(seat) {
            return legal;
        }
        match self.phase {
            Phase::Draw => {
                legal.stand = true;
                legal.draw = Some(Draw { most: rules.equalised.draw_max, from: self.player(seat).hand });
            }
            Phase::Betting if self.stake == 0 => {
                legal.pass = true;
                legal.brag = self.raise_range(rules, seat);
            }
            Phase::Betting => {
                legal.fold = true;
                match self.to_call(seat) {
                    0 => legal.stand = true,
                    missing => legal.call = Some(missing.min(self.player(seat).stack)),
                }
                legal.raise_to = self.raise_range(rules, seat);
            }
            _ => {}
        }
        legal
    }

    /// Whether the seat may do that now with equalised betting.
    pub(in super::super) fn check_equalised(
        &self,
        rules: &Rules,
        seat: Seat,
        act: &Act,
    ) -> Result<(), Refusal> {
        if !self.to_act.contains(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let legal = self.legal_equalised(rules, seat);
        let listed = match *act {
            Act::Stand => legal.stand,
            Act::Pass => legal.pass,
            Act::Fold => legal.fold,
            Act::Call => legal.call.is_some(),
            Act::Draw(cards) => {
                let draw = legal.draw.ok_or(Refusal::IllegalInState)?;
                return if draw.allows(&cards) { Ok(()) } else { Err(Refusal::BadCards) };
            }
            Act::Brag(amount) if legal.pass => return self.check_raise(rules, seat, rules.min_stake, amount),
            Act::RaiseTo(amount) if legal.fold => {
                return self.check_raise(rules, seat, self.to_call(seat), amount);
            }
            _ => false,
        };
        if listed { Ok(()) } else { Err(Refusal::IllegalInState) }
    }

    /// Whether he may have bet that much in all, where staying in at all costs him the price.
    fn check_raise(&self, rules: &Rules, seat: Seat, price: Chips, amount: Chips) -> Result<(), Refusal> {
        let (stack, put) = (self.player(seat).stack, self.put(seat));
        let least = if self.stake == 0 { rules.min_stake } else { self.stake.saturating_add(1) };
        match amount {
            _ if stack < price => Err(Refusal::InsufficientChips),
            _ if amount < least => Err(Refusal::AmountTooLow),
            _ if amount > self.highest_raise(rules) => Err(Refusal::AmountTooHigh),
            _ if amount > put.saturating_add(stack) => Err(Refusal::InsufficientChips),
            _ if self.raise_range(rules, seat).is_some_and(|range| range.allows(amount)) => Ok(()),
            _ => Err(Refusal::BadStep),
        }
    }
}
