//! One seat in a hand.

use crate::Chips;
use crate::act::Which;
use crate::card::{Cards, Held};
use crate::seat::Seat;

/// What became of a player in this hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standing {
    /// Not dealt in.
    #[default]
    Out,
    /// Still betting: `active` in the rulebook.
    In,
    /// He gave up.
    Folded,
    /// His hand lies on a pot (3.10).
    Covered,
}

/// One seat in the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// Chips behind.
    pub stack: Chips,
    /// Chips that he asked for and that wait for the end of the hand: escrow.
    pub waiting: Chips,
    /// What became of him.
    pub standing: Standing,
    /// He has looked; everyone has where blind play is off.
    pub open: bool,
    /// His hand; the kept one if he has two.
    pub hand: Cards,
    /// The new hand of a player who kept one (3.9).
    pub second: Option<Cards>,
    /// The cards of his hand that he threw in this hand, in the order dealt (V2).
    pub thrown: Cards,
    /// He was dealt in holding a kept hand: a blind player from the start.
    pub kept_one: bool,
    /// Whose hand he saw last in a sideshow (V13).
    pub saw: Option<Seat>,
    /// His cards were shown to everybody.
    pub shown: bool,
    /// Where those cards lie in [`Hand::showed`](super::Hand::showed): from which place on, and how many.
    pub(super) showed: (u8, u8),
    /// Bets and sees made in this hand.
    pub bets: u16,
    /// Bets made blind.
    pub blind_bets: u16,
    /// The values of his blind bets, in stakes (3.10, `side_pot`).
    pub blind_value: Chips,
    /// The values of his open bets; with equalised betting all that he has bet, the dealer's stake included.
    pub open_value: Chips,
    /// What he has in the newest pot.
    pub in_pot: Chips,
    /// Everything that he paid in this hand.
    pub paid: Chips,
    /// Everything that he received in this hand.
    pub won: Chips,
    /// What he has paid into the pot that waits since it was last won (3.11, 3.13).
    pub waiting_paid: Chips,
}

impl Player {
    pub(super) const EMPTY: Player = Player {
        stack: 0,
        waiting: 0,
        standing: Standing::Out,
        open: false,
        hand: Cards::EMPTY,
        second: None,
        thrown: Cards::EMPTY,
        kept_one: false,
        saw: None,
        shown: false,
        showed: (0, 0),
        bets: 0,
        blind_bets: 0,
        blind_value: 0,
        open_value: 0,
        in_pot: 0,
        paid: 0,
        won: 0,
        waiting_paid: 0,
    };

    /// Whether he holds two unseen hands.
    pub fn two_hands(&self) -> bool {
        self.second.is_some()
    }

    /// A blind player in the sense of 3.3: unlooked, and he has bet or was dealt in with a kept hand.
    pub fn is_blind_player(&self) -> bool {
        !self.open && (self.bets > 0 || self.kept_one)
    }

    /// The hand that is named; his only one whatever is named.
    pub fn named(&self, which: Which) -> Cards {
        match (which, self.second) {
            (Which::New, Some(second)) => second,
            _ => self.hand,
        }
    }

    /// Everything that he holds, the old hand first.
    pub fn held(&self) -> Held {
        self.hand.iter().chain(self.second.iter().flat_map(Cards::iter)).collect()
    }
}
