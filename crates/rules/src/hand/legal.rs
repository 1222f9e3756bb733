//! What a seat may do now: rulebook 3.14 in one piece.

use super::{Hand, Phase, Standing, arrange};
use crate::Chips;
use crate::act::{BetRange, Discard, Legal};
use crate::card::PLAYED;
use crate::options::{
    DiscardMode, HalfStakeRounding, LimitMode, LookTiming, Rules, ShortStack, TwoHandShowdown,
};
use crate::seat::Seat;
use crate::variant::Machine;

impl Hand {
    /// What staying in costs him: S, or half of it rounded up for an unlooked player (3.4).
    pub fn price(&self, seat: Seat) -> Chips {
        if self.player(seat).open { self.stake } else { self.stake.div_ceil(2) }
    }

    /// What seeing costs him (3.7).
    pub fn see_cost(&self, rules: &Rules, seat: Seat) -> Chips {
        let open_cost = Chips::from(rules.see_multiplier) * self.stake;
        if self.player(seat).open { open_cost } else { open_cost.div_ceil(2) }
    }

    /// The most that an open player may bet, never below S (3.4).
    pub fn cap(&self, rules: &Rules, seat: Seat) -> Chips {
        let mut cap = rules.max_stake.unwrap_or(Chips::MAX);
        let mut limit = |at_most: Option<Chips>| cap = cap.min(at_most.unwrap_or(Chips::MAX));
        if self.bets == 0 {
            limit(rules.max_initial_stake);
        }
        limit(rules.max_raise.map(|raise| self.stake.saturating_add(raise)));
        limit(rules.raise_factor.map(|factor| self.stake.saturating_mul(factor.into())));
        match rules.limit_mode {
            LimitMode::NoLimit => {}
            LimitMode::Pot => limit(Some(self.stake.saturating_add(self.newest_pot()))),
            LimitMode::Fixed => limit(Some(self.stake.saturating_add(rules.raise_increment.unwrap_or(0)))),
        }
        if rules.short_stack == ShortStack::FoldOnly {
            let payable = |other| {
                let player = self.player(other);
                if player.open { player.stack } else { player.stack.saturating_mul(2) }
            };
            limit(self.active().without(seat).iter().map(payable).min());
        }
        cap.max(self.stake)
    }

    /// Whether a blind player has made all the blind bets that he may and must look to go on (3.6).
    pub(super) fn must_look(&self, rules: &Rules, seat: Seat) -> bool {
        let player = self.player(seat);
        !player.open && rules.max_blind_bets.is_some_and(|most| player.blind_bets >= most.into())
    }

    /// What he must throw before he bets, if he holds more cards than are played (V2).
    pub(super) fn must_discard(&self, rules: &Rules, seat: Seat) -> Option<Discard> {
        let player = self.player(seat);
        let chooses = rules.discard_mode == DiscardMode::Player && player.open;
        let too_many = player.hand.len().checked_sub(PLAYED).filter(|&cards| cards > 0)?;
        let discard = Discard { count: too_many as u8, from: player.hand };
        (chooses && player.standing == Standing::In).then_some(discard)
    }

    /// The most that he may bet by the cap alone, whatever his stack.
    pub(super) fn highest_bet(&self, rules: &Rules, seat: Seat) -> Chips {
        let cap = self.cap(rules, seat);
        if self.player(seat).open { cap } else { self.price(seat).max(cap / 2) }
    }

    /// The amounts that he may bet, if his stack covers the price.
    pub(super) fn bet_range(&self, rules: &Rules, seat: Seat) -> BetRange {
        let player = self.player(seat);
        let min = self.price(seat);
        let max = self.highest_bet(rules, seat).min(player.stack);
        if rules.limit_mode == LimitMode::Fixed {
            let raised = self.stake.saturating_add(rules.raise_increment.unwrap_or(0));
            let upper = if player.open { raised } else { raised / 2 };
            return match upper {
                upper if upper > min && upper <= max => BetRange { min, max: upper, step: upper - min },
                _ => BetRange { min, max: min, step: 1 },
            };
        }
        match rules.half_stake_rounding {
            HalfStakeRounding::EvenOnly if player.open => {
                BetRange { min, max: max - (max - min) % 2, step: 2 }
            }
            _ => BetRange { min, max, step: 1 },
        }
    }

    /// The other one of two active players.
    pub(super) fn opponent(&self, seat: Seat) -> Option<Seat> {
        self.active().without(seat).single()
    }

    /// Whether a comparison makes a holder of two unseen hands name one (3.9).
    pub(super) fn must_commit(&self, rules: &Rules, seat: Seat) -> bool {
        self.player(seat).two_hands() && rules.two_hand_showdown == TwoHandShowdown::CommitUnseen
    }

    fn may_look(&self, rules: &Rules, seat: Seat) -> bool {
        let player = self.player(seat);
        let timing = if player.two_hands() { rules.two_hand_look_timing } else { rules.look_timing };
        let in_turn = self.phase == Phase::Betting && self.to_act.contains(seat);
        !player.open && player.standing == Standing::In && (in_turn || timing == LookTiming::AnyTime)
    }

    /// The acts that the seat has now, each with its price. Whatever is here is accepted, and nothing else.
    pub fn legal(&self, rules: &Rules, seat: Seat) -> Legal {
        let to_act = self.to_act.contains(seat);
        match (self.phase, rules.machine()) {
            (Phase::Idle | Phase::Starting | Phase::Showdown | Phase::HandOver, _) => Legal::default(),
            (Phase::Cut, _) => Legal { cut: to_act.then(|| self.pack.len() as u8 - 1), ..Legal::default() },
            (_, Machine::Bet) => self.legal_in_betting(rules, seat),
            (_, Machine::Arrange) => arrange::legal(self, rules, seat),
            (_, Machine::Bus) => self.legal_in_bus(rules, seat),
            (_, Machine::Classic) => self.legal_classic(rules, seat),
            (_, Machine::Equalised) => self.legal_equalised(rules, seat),
        }
    }

    pub(super) fn legal_in_betting(&self, rules: &Rules, seat: Seat) -> Legal {
        let player = self.player(seat);
        let mut legal = Legal {
            two_hands: player.two_hands(),
            commits: self.must_commit(rules, seat),
            ..Legal::default()
        };
        let in_turn = self.to_act.contains(seat);
        match self.phase {
            Phase::CommitHand { .. } => legal.commit = in_turn,
            Phase::SideshowPending { .. } => legal.answer = in_turn,
            Phase::Retain => legal.retain = in_turn,
            Phase::DecideHand { .. } if in_turn => legal.decide = true,
            Phase::DecideHand { .. } => legal.look = self.may_look(rules, seat),
            Phase::Betting | Phase::SetBetting { .. } => {
                legal.look = self.may_look(rules, seat);
                legal.discard = self.must_discard(rules, seat);
                if in_turn {
                    self.add_betting(rules, seat, &mut legal);
                }
            }
            _ => {}
        }
        legal
    }

    fn add_betting(&self, rules: &Rules, seat: Seat, legal: &mut Legal) {
        let player = self.player(seat);
        legal.fold = true;
        if legal.discard.is_some() {
            return;
        }
        if player.stack < self.price(seat) {
            legal.cover = (rules.short_stack != ShortStack::FoldOnly).then_some(player.stack);
            return;
        }
        if self.must_look(rules, seat) {
            return;
        }
        legal.bet = Some(self.bet_range(rules, seat));
        let see_cost = self.see_cost(rules, seat);
        if let Some(opponent) = self.opponent(seat)
            && self.bets >= 1
            && (self.player(opponent).open || !player.open)
            && player.stack >= see_cost
        {
            legal.see = Some(see_cost);
        }
        legal.sideshow = self.sideshow_with(rules, seat).map(|asked| (self.price(seat), asked));
    }
}
