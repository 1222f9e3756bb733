//! The classic game of three stakes (rulebook V9): the best card, the brag, thirty-one.
//!
//! Each of the three has a pot of its own ([`Kind`]) among [`Hand::pots`]. The last amount that was bragged, challenged or
//! bet is [`Hand::stake`], 0 before the first; it is what a rival must pay at least.
//!
//! | file | subject |
//! |---|---|
//! | `legal.rs` | the acts of a seat, and the order in which one is refused (A.4) |
//! | `flow.rs` | the deal, the best card and the brag; leaving, time-outs, voiding |
//! | `thirty_one.rs` | the third pot: drawing, ties, who wins all three |
//! | `fact.rs` | what happened, and facts into state |

mod fact;
pub(super) mod flow;
mod legal;
mod thirty_one;

pub use fact::{Fact, HowBet, Word};
pub use thirty_one::{GOAL, total};

use super::{Game, Hand, Waiting};
use crate::Chips;
use crate::card::{Card, Cards};
use crate::options::Rules;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// How many pots there are.
pub const POTS: usize = 3;

/// What a pot is for; its place among [`Hand::pots`] is [`Kind::index`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The highest card that lies face up.
    BestCard,
    /// The brag.
    Brag,
    /// Thirty-one.
    ThirtyOne,
}

impl Kind {
    /// In the order in which they are played for.
    pub const ALL: [Kind; POTS] = [Kind::BestCard, Kind::Brag, Kind::ThirtyOne];

    /// Its place among the pots, from 0.
    pub const fn index(self) -> usize {
        match self {
            Kind::BestCard => 0,
            Kind::Brag => 1,
            Kind::ThirtyOne => 2,
        }
    }
}

/// What the classic game keeps of a hand, and from hand to hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classic {
    /// Who has bragged, until his brag is settled and after it.
    pub bragger: Option<Seat>,
    /// Who has challenged him.
    pub challenger: Option<Seat>,
    /// Who was asked for a brag already.
    offered: Seats,
    /// Who has declined the brag.
    declined: Seats,
    /// Who has enough, towards thirty-one.
    pub stood: Seats,
    /// Who is over thirty-one.
    pub out: Seats,
    /// The cards that each seat drew towards thirty-one, in that order.
    drawn: [Cards; MAX_SEATS],
    /// Who won each pot alone.
    won: [Option<Seat>; POTS],
    /// Which pots nobody won: they wait when the hand is over.
    waits: [bool; POTS],
    /// What each seat has in each pot of this hand.
    laid: [[Chips; MAX_SEATS]; POTS],
    /// What was in each pot before this hand.
    brought: [Chips; POTS],
    /// The pots that wait, by kind; with a hand in play nothing is in them but what each has paid.
    waiting: [Waiting; POTS],
}

impl Classic {
    /// A table at which nobody has played yet.
    const NEW: Classic = Classic {
        bragger: None,
        challenger: None,
        offered: Seats::NONE,
        declined: Seats::NONE,
        stood: Seats::NONE,
        out: Seats::NONE,
        drawn: [Cards::EMPTY; MAX_SEATS],
        won: [None; POTS],
        waits: [false; POTS],
        laid: [[0; MAX_SEATS]; POTS],
        brought: [0; POTS],
        waiting: [Waiting::NOTHING; POTS],
    };

    /// The pots that wait for the next deal, by kind.
    pub fn waiting(&self) -> &[Waiting; POTS] {
        &self.waiting
    }

    /// What each pot held before this hand.
    pub fn brought(&self) -> &[Chips; POTS] {
        &self.brought
    }

    /// Who is not asked any more for thirty-one.
    fn done(&self) -> Seats {
        self.out.iter().fold(self.stood, Seats::with)
    }

    /// Who won each of the three pots alone.
    fn won_all(&self) -> Option<Seat> {
        let [first, ..] = self.won;
        first.filter(|_| self.won.iter().all(|won| *won == first))
    }

    /// He got so much of that pot, which waited and is shared.
    pub(super) fn share(&mut self, pot: u8, amount: Chips) {
        if let Some(waiting) = self.waiting.get_mut(usize::from(pot)) {
            waiting.amount -= amount;
            if waiting.amount == 0 {
                waiting.paid = [0; MAX_SEATS];
            }
        }
    }

    /// Somebody else takes the seat: nothing that was paid or drawn there is his.
    pub(super) fn vacate(&mut self, seat: Seat) {
        self.drawn[seat.index()] = Cards::EMPTY;
        self.waiting.iter_mut().for_each(|waiting| waiting.paid[seat.index()] = 0);
    }

    /// The other one of bragger and challenger.
    fn rival(&self, seat: Seat) -> Option<Seat> {
        if self.bragger == Some(seat) { self.challenger } else { self.bragger }
    }
}

impl Hand {
    /// What the classic game keeps; none where another machine plays, and before the first hand.
    pub fn classic(&self) -> Option<&Classic> {
        match self.game.as_deref() {
            Some(Game::Classic(classic)) => Some(classic),
            _ => None,
        }
    }

    fn classic_mut(&mut self) -> Option<&mut Classic> {
        match self.game.as_deref_mut() {
            Some(Game::Classic(classic)) => Some(classic),
            _ => None,
        }
    }

    /// The card of his hand that everybody sees, until all do: the third (V9).
    pub fn face_up(&self, seat: Seat) -> Option<Card> {
        self.classic()?;
        self.player(seat).hand.get(FACE_UP)
    }

    /// The cards that he drew towards thirty-one in this hand, or the last one; none elsewhere.
    pub fn drawn(&self, seat: Seat) -> Cards {
        self.classic().map_or(Cards::EMPTY, |classic| classic.drawn[seat.index()])
    }

    /// What he has towards thirty-one, drawn cards included; none while his hand is not turned up to everybody.
    pub fn towards_thirty_one(&self, rules: &Rules, seat: Seat) -> Option<u8> {
        self.classic()?;
        if !self.player(seat).shown {
            return None;
        }
        let (showed, drawn) = (self.showed(seat), self.drawn(seat));
        Some(total(showed.iter().chain(drawn.iter()), rules.classic.ace_value))
    }
}

/// The place in a hand, from 0, of the card that is dealt face up.
pub const FACE_UP: usize = 2;
