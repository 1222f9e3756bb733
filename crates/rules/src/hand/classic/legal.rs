//! What a seat may do in the classic game, and why not.

use super::super::{Hand, Phase};
use crate::act::{Act, BetRange, Draw, Legal};
use crate::card::Cards;
use crate::options::{Rules, ThirtyOneDraw};
use crate::refusal::Refusal;
use crate::seat::Seat;

impl Hand {
    /// The acts that the seat has now in the classic game.
    pub(in super::super) fn legal_classic(&self, rules: &Rules, seat: Seat) -> Legal {
        let mut legal = Legal::default();
        if !self.to_act.contains(seat) {
            return legal;
        }
        let player = self.player(seat);
        let from = |min| (player.stack >= min).then_some(BetRange { min, max: player.stack, step: 1 });
        match self.phase {
            Phase::Offer => {
                legal.pass = true;
                legal.brag = from(rules.classic.min_brag);
            }
            Phase::Challenge => {
                legal.decline = true;
                // All that he has, where that is less.
                let least = self.stake.min(player.stack);
                legal.challenge = from(least).filter(|_| least > 0);
            }
            Phase::Rivalry => {
                legal.concede = true;
                legal.bet = from(self.stake);
                legal.see = legal.bet.map(|_| self.stake);
                legal.cover = legal.bet.is_none().then_some(player.stack);
            }
            Phase::ThirtyOne => {
                legal.stand = true;
                match rules.classic.thirty_one_draw {
                    _ if self.pack.is_empty() => {}
                    ThirtyOneDraw::Add => legal.draw = Some(Draw { most: 0, from: Cards::EMPTY }),
                    ThirtyOneDraw::Exchange => legal.exchange = Some(player.hand),
                }
            }
            _ => {}
        }
        legal
    }

    /// Whether the seat may do that now in the classic game.
    ///
    /// # Errors
    /// The first reason that applies, in the order of rulebook A.4.
    pub(in super::super) fn check_classic(
        &self,
        rules: &Rules,
        seat: Seat,
        act: &Act,
    ) -> Result<(), Refusal> {
        if !self.to_act.contains(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let legal = self.legal_classic(rules, seat);
        let stack = self.player(seat).stack;
        let amount_of = |range: Option<BetRange>, amount| match range {
            None => Err(Refusal::InsufficientChips),
            Some(range) if amount < range.min => Err(Refusal::AmountTooLow),
            Some(range) if amount > range.max => Err(Refusal::InsufficientChips),
            Some(_) => Ok(()),
        };
        match (self.phase, act) {
            (Phase::Offer, Act::Pass)
            | (Phase::Challenge, Act::Decline)
            | (Phase::Rivalry, Act::Concede)
            | (Phase::ThirtyOne, Act::Stand) => Ok(()),
            (Phase::Offer, Act::Brag(amount)) => amount_of(legal.brag, *amount),
            (Phase::Challenge, Act::Challenge(amount)) => amount_of(legal.challenge, *amount),
            (Phase::Rivalry, Act::Bet(amount)) => amount_of(legal.bet, *amount),
            (Phase::Rivalry, Act::See(_)) if stack < self.stake => Err(Refusal::InsufficientChips),
            (Phase::Rivalry, Act::Cover(_)) if stack >= self.stake => Err(Refusal::CoverNotNeeded),
            // Nobody has two hands here.
            (Phase::Rivalry, Act::See(which) | Act::Cover(which)) if which.is_some() => {
                Err(Refusal::BadCards)
            }
            (Phase::Rivalry, Act::See(_) | Act::Cover(_)) => Ok(()),
            (Phase::ThirtyOne, Act::Draw(cards)) => match legal.draw {
                None => Err(Refusal::IllegalInState),
                Some(draw) if draw.allows(cards) => Ok(()),
                Some(_) => Err(Refusal::BadCards),
            },
            (Phase::ThirtyOne, Act::Exchange(card)) => match legal.exchange {
                None => Err(Refusal::IllegalInState),
                Some(hand) if hand.contains(*card) => Ok(()),
                Some(_) => Err(Refusal::BadCards),
            },
            _ => Err(Refusal::IllegalInState),
        }
    }
}
