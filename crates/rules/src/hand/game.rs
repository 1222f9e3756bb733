//! What a machine keeps beyond what all have: one arm for each machine that keeps anything.

use super::classic::Classic;
use super::equalised::Equalised;
use super::{arrange, bus};
use crate::Chips;
use crate::card::Held;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// What one machine keeps of a hand, and from hand to hand, beyond what all have (1.10).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "it lies on the heap, one for a table")]
pub enum Game {
    /// Sets are laid out and compared (section 5).
    Arrange(arrange::Game),
    /// Stop the Bus (V8).
    Bus(bus::Bus),
    /// Equalised betting (section 4).
    Equalised(Equalised),
    /// The classic game of three stakes (V9).
    Classic(Classic),
}

impl Game {
    /// Chips that lie in it: neither on a stack nor in a pot.
    pub(super) fn chips(&self) -> Chips {
        match self {
            // What waits from deal to deal is in the carried pot, and the rest in the middle.
            Game::Arrange(_) => 0,
            // The entry stakes are the pot.
            Game::Bus(_) => 0,
            Game::Equalised(_) => 0,
            Game::Classic(_) => 0,
        }
    }

    /// Cards that lie in it while a hand is played: in no hand, and neither in the pack nor among the discards.
    pub(super) fn cards(&self) -> Held {
        match self {
            // A set stays in its hand.
            Game::Arrange(game) => game.cards(),
            Game::Bus(bus) => bus.commons().iter().collect(),
            Game::Equalised(_) => Held::EMPTY,
            Game::Classic(_) => Held::EMPTY,
        }
    }

    /// A new hand starts, or this one is void.
    pub(super) fn clear(&mut self) {
        match self {
            Game::Arrange(game) => game.clear(),
            Game::Equalised(_) | Game::Classic(_) => {}
            Game::Bus(bus) => bus.clear(),
        }
    }

    /// Somebody else takes the seat: nothing of whoever sat there before is his.
    pub(super) fn vacate(&mut self, seat: Seat) {
        match self {
            Game::Arrange(game) => game.vacate(seat),
            Game::Bus(bus) => bus.vacate(seat),
            Game::Equalised(equalised) => equalised.vacate(seat),
            Game::Classic(classic) => classic.vacate(seat),
        }
    }
    /// The pots that wait from hand to hand, where several wait each by itself; none where the carried pot is all.
    pub(super) fn waiting(&self) -> Option<&[Waiting]> {
        match self {
            Game::Arrange(game) => Some(game.waiting()),
            Game::Classic(classic) => Some(classic.waiting()),
            Game::Bus(_) | Game::Equalised(_) => None,
        }
    }

    /// Who goes on with a game of several deals; none where no such game is in progress.
    pub(super) fn players(&self) -> Option<Seats> {
        match self {
            Game::Arrange(game) => game.players(),
            Game::Bus(bus) => bus.players(),
            Game::Equalised(_) | Game::Classic(_) => None,
        }
    }

    /// Whether the last deal is repeated.
    pub(super) fn deals_again(&self) -> bool {
        match self {
            Game::Bus(bus) => bus.deals_again(),
            Game::Arrange(_) | Game::Equalised(_) | Game::Classic(_) => false,
        }
    }
}

/// What is in a pot that waits from hand to hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waiting {
    /// Chips.
    pub amount: Chips,
    /// What each seat has paid into it since it was last won (3.11, 3.13).
    pub paid: [Chips; MAX_SEATS],
}

impl Waiting {
    pub(super) const NOTHING: Waiting = Waiting { amount: 0, paid: [0; MAX_SEATS] };
}
