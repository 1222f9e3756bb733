//! Where the table's chance comes from: values that somebody else draws.

use crate::event::ShuffleProof;
use crate::state::Roster;
use brag_rules::card::{Card, Pack};
use brag_rules::hand::Hand;
use brag_rules::seat::{Seat, Seats};

/// The draw for the first dealer (rulebook 1.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealerDraw {
    /// Each round: who drew what; those with the highest card draw again.
    pub rounds: Vec<Vec<(Seat, Card)>>,
    /// Who drew the highest.
    pub dealer: Seat,
}

/// What a script put on the table for the next hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Prepared {
    /// The pack, top card first.
    pub pack: Option<Pack>,
    /// It stands for the cut, too.
    pub uncut: bool,
}

/// Answers every question that a table leaves to chance. It cannot fail: whoever implements it has drawn its
/// seed before the table decides anything.
pub trait Chance {
    /// The order, top first, that shuffle `epoch` gives to these cards, and what proves it. The deck is
    /// sorted by code; the roster says who is at the table, for the entropy that each may add.
    fn shuffle(&mut self, epoch: u32, deck: Pack, roster: &Roster) -> (Pack, Option<ShuffleProof>);
    /// The order in which a packet goes under the pack at gather `gather` (from 0) of the epoch, and its root.
    fn gather(&mut self, epoch: u32, gather: u16, packet: Pack) -> (Pack, Option<[u8; 32]>);
    /// Where the engine cuts: 1 … cards − 1.
    fn cut(&mut self, epoch: u32, gather: u16, cards: u8) -> u8;
    /// The draw for the first dealer among these seats from this deck, which is that of the first shuffle and sorted as it
    /// is there; from that shuffle's key.
    fn first_dealer(&mut self, seats: Seats, deck: Pack, roster: &Roster) -> DealerDraw;
    /// The pack that a script put there for the hand that has just started; a served table has none.
    fn prepared(&mut self, hand: &Hand) -> Prepared {
        let _ = hand;
        Prepared::default()
    }
}
