//! What happened with equalised betting, and facts into state.

use super::super::{Game, Hand, Phase, Pot};
use super::Equalised;
use crate::Chips;
use crate::card::Cards;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// How a bet was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowBet {
    /// The first one of the hand.
    Brag,
    /// Up to the highest, or as far as his chips went.
    Call,
    /// Beyond it.
    Raise,
}

/// A fact of equalised betting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// The dealer put up his stake before the deal (V11).
    DealerStaked {
        /// Who.
        seat: Seat,
        /// Chips paid: the highest bet for now.
        amount: Chips,
        /// His chips after it.
        stack: Chips,
        /// All chips in the middle after it.
        pot: Chips,
    },
    /// He bragged, called or raised.
    BetMade {
        /// Who.
        seat: Seat,
        /// Which of them it was.
        how: HowBet,
        /// Chips paid now.
        amount: Chips,
        /// What he has bet in this hand after it.
        put: Chips,
        /// The highest bet of any player after it.
        stake: Chips,
        /// His chips after it.
        stack: Chips,
        /// All chips in the middle after it.
        pot: Chips,
    },
    /// He had bet as much as the highest already, and left it at that; or he changed no card.
    Stood {
        /// Who.
        seat: Seat,
    },
    /// He threw cards, and got as many from the top of the pack (V10).
    CardsChanged {
        /// Who.
        seat: Seat,
        /// Where the thrown cards lay in his hand: one bit a place, the lowest for the card dealt first.
        places: u16,
        /// Those cards: his alone.
        thrown: Cards,
        /// The cards that he got, which are the last of his hand now: his alone.
        drawn: Cards,
    },
    /// The pot was parted: each layer is for those who have bet that far.
    PotsLayered {
        /// Chips in each, from the one that everybody has reached.
        amounts: Box<[Chips]>,
    },
    /// Nobody met the dealer's stake: another player paid him the forfeit (V11).
    ForfeitPaid {
        /// Who paid.
        from: Seat,
        /// The dealer.
        to: Seat,
        /// Chips.
        amount: Chips,
        /// The payer's chips after it.
        from_stack: Chips,
        /// The dealer's chips after it.
        to_stack: Chips,
    },
    /// Everybody passed: the pot waits for the next hand.
    PotWaits {
        /// Chips that wait.
        amount: Chips,
    },
}

impl Fact {
    /// Whether somebody brought it about, as against the engine's own steps.
    pub fn is_an_act(&self) -> bool {
        match self {
            Fact::BetMade { .. } | Fact::Stood { .. } | Fact::CardsChanged { .. } => true,
            Fact::DealerStaked { .. }
            | Fact::PotsLayered { .. }
            | Fact::ForfeitPaid { .. }
            | Fact::PotWaits { .. } => false,
        }
    }
}

impl Hand {
    /// The hand begins; what was kept of the last one is gone.
    pub(in super::super) fn start_equalised(&mut self) {
        self.game = Some(Box::new(Game::Equalised(Equalised::START)));
    }

    /// Changes the state as the fact says.
    pub(in super::super) fn apply_equalised(&mut self, fact: &Fact) {
        match fact {
            Fact::DealerStaked { seat, amount, stack, pot: _ } => {
                self.pay(*seat, *amount);
                self.player_mut(*seat).open_value = *amount;
                self.stake = *amount;
                assert!(self.player(*seat).stack == *stack, "amounts-after: a stack differs from its stake");
            }
            Fact::BetMade { seat, how, amount, put, stake, stack, pot: _ } => {
                self.pay(*seat, *amount);
                self.count_bet(*seat, *amount, false, *stake);
                let player = self.player(*seat);
                let fits = player.stack == *stack && player.open_value == *put;
                assert!(fits, "amounts-after: a stack differs from its bet");
                self.stake = *stake;
                let dealer = self.dealer == Some(*seat);
                let equalised = self.equalised_mut();
                equalised.acted = match how {
                    HowBet::Brag | HowBet::Raise => Seats::only(*seat),
                    HowBet::Call => equalised.acted.with(*seat),
                };
                equalised.met |= !dealer;
            }
            Fact::Stood { seat } => {
                let drawing = self.phase == Phase::Draw;
                let equalised = self.equalised_mut();
                if drawing {
                    equalised.asked_to_draw = equalised.asked_to_draw.with(*seat);
                } else {
                    equalised.acted = equalised.acted.with(*seat);
                }
            }
            Fact::CardsChanged { seat, places: _, thrown, drawn } => {
                thrown.iter().for_each(|card| self.discards.push(card));
                self.pack.drain_top(drawn.len());
                let player = self.player_mut(*seat);
                player.hand =
                    player.hand.iter().filter(|&card| !thrown.contains(card)).chain(drawn.iter()).collect();
                for card in drawn.iter() {
                    self.dealt_since_shuffle |= 1 << card.code();
                }
                let equalised = self.equalised_mut();
                equalised.drew[seat.index()] = drawn.len() as u8;
                equalised.asked_to_draw = equalised.asked_to_draw.with(*seat);
                self.assert_one_place_a_card();
            }
            Fact::PotsLayered { amounts } => {
                self.pots = [Pot::default(); MAX_SEATS];
                for (pot, &amount) in self.pots.iter_mut().zip(amounts) {
                    pot.amount = amount;
                }
                self.pots_len = amounts.len() as u8;
            }
            Fact::ForfeitPaid { from, to, amount, from_stack, to_stack } => {
                self.pay_over(*from, *to, *amount, [*from_stack, *to_stack]);
            }
            Fact::PotWaits { amount } => self.carry(*amount),
        }
    }

    /// Who is asked to bet after the draw, begins the second round: everybody who is still in is asked again.
    pub(in super::super) fn leave_draw(&mut self) {
        let equalised = self.equalised_mut();
        equalised.second_round = true;
        equalised.acted = Seats::NONE;
    }
}
