//! Equalised betting (rulebook section 4): the American game (V10) and the game of 1751 (V11).
//!
//! Whoever stays in has bet as much as the highest bet, or all that he had. What a player has bet is
//! [`Player::open_value`](super::Player), the highest bet is [`Hand::stake`]; while the bets go round all chips lie in one
//! pot, which is parted into layers when hands are compared.
//!
//! | file | subject |
//! |---|---|
//! | `legal.rs` | the acts of a seat, and the order in which one is refused (A.4) |
//! | `flow.rs` | what an act leads to: the turn, the draw, the end of the betting, leaving, time-outs |
//! | `showdown.rs` | the layers, and who wins which |
//! | `fact.rs` | what happened, and facts into state |

mod fact;
pub(super) mod flow;
mod legal;
mod showdown;

pub use fact::{Fact, HowBet};

use super::{Game, Hand};
use crate::Chips;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// What equalised betting keeps of a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equalised {
    /// Who has acted since the last raise, or since the round began.
    pub acted: Seats,
    /// Somebody called or raised who is not the dealer (V11).
    pub met: bool,
    /// The round of bets after the draw has begun (V10).
    pub second_round: bool,
    /// How many cards each seat has changed (V10).
    pub drew: [u8; MAX_SEATS],
    /// Who was asked already what he changes.
    asked_to_draw: Seats,
}

impl Equalised {
    /// A hand that begins.
    pub(super) const START: Equalised = Equalised {
        acted: Seats::NONE,
        met: false,
        second_round: false,
        drew: [0; MAX_SEATS],
        asked_to_draw: Seats::NONE,
    };

    /// Somebody else takes the seat: nothing of whoever sat there before is his.
    pub(super) fn vacate(&mut self, seat: Seat) {
        self.drew[seat.index()] = 0;
    }
}

impl Hand {
    /// What equalised betting keeps of this hand, or the last one; none where another machine plays.
    pub fn equalised(&self) -> Option<&Equalised> {
        match self.game.as_deref() {
            Some(Game::Equalised(equalised)) => Some(equalised),
            _ => None,
        }
    }

    fn equalised_mut(&mut self) -> &mut Equalised {
        let game = self.game.get_or_insert_with(|| Box::new(Game::Equalised(Equalised::START)));
        match &mut **game {
            Game::Equalised(equalised) => equalised,
            _ => unreachable!("one-machine-a-table: bets are equalised here, and nothing else"),
        }
    }

    /// Chips that he has bet in this hand, the dealer's stake included and antes not.
    pub fn put(&self, seat: Seat) -> Chips {
        self.player(seat).open_value
    }

    /// How many cards he has changed in this hand (V10).
    pub fn drew(&self, seat: Seat) -> u8 {
        self.equalised().map_or(0, |equalised| equalised.drew[seat.index()])
    }
}
