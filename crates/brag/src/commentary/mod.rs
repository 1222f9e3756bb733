//! What happens at a table, told in English: a line for an event.
//!
//! For people alone: programs read the events. A line says what the event says, with its amounts, and nothing that the
//! viewer may not know, since the event does not hold it.
//!
//! What comes from the wire is somebody else's text. No line holds a character that moves a cursor, turns text round or
//! hides it, whatever a player calls himself; a name that two seats share comes with the seat.

mod arrange;
mod bus;
mod classic;
mod crash;
mod equalised;
mod facts;
mod laid;
mod words;

pub use laid::Laid;
pub use words::{Suits, called, card, in_order, list, printable};

use brag_contract::v1;
use std::collections::BTreeMap;

/// Tells one table's events, in their order.
///
/// It remembers what an event changes and a line needs: what the stake was before a bet, and who left a seat.
#[derive(Debug, Clone, Default)]
pub struct Commentary {
    suits: Suits,
    /// What each taken seat is called, by its number.
    names: BTreeMap<u32, String>,
    /// The open stake before the next event, where that is known.
    stake: Option<i64>,
}

impl Commentary {
    /// Nothing seen yet; cards with the signs of their suits.
    pub fn new() -> Commentary {
        Commentary::default()
    }

    /// The same, writing cards so.
    #[must_use]
    pub fn with_suits(self, suits: Suits) -> Commentary {
        Commentary { suits, ..self }
    }

    /// Takes in a table that is joined in the middle, such as a stream's snapshot, so that the next event is told by what
    /// was before it.
    #[allow(dead_code, reason = "for who joins a table that is played at")]
    pub fn meet(&mut self, view: &v1::TableView) {
        self.remember(view);
    }

    /// The line for an event, given the table after it; none for what only says what comes next: that betting has come to
    /// the next seat, that a deal may come. An event that this version does not know is told as such.
    pub fn tell(&mut self, event: &v1::Event, view_after: &v1::TableView) -> Option<String> {
        let gone = match &event.fact {
            Some(v1::event::Fact::Left(left)) => self.names.get(&left.seat).cloned(),
            _ => None,
        };
        let stake_before = self.stake;
        self.remember(view_after);
        let teller =
            facts::Teller { suits: self.suits, names: &self.names, view: view_after, stake_before, gone };
        // The one door to a screen.
        teller.tell(event).map(|line| printable(&line))
    }

    /// What that seat is called in the lines: with its number where two are called alike.
    #[allow(dead_code, reason = "for who joins a table that is played at")]
    pub fn name(&self, seat: u32) -> String {
        facts::name(&self.names, seat)
    }

    fn remember(&mut self, view: &v1::TableView) {
        let taken = view.seats.iter().filter(|seat| !seat.player.is_empty());
        self.names = taken.map(|seat| (seat.number, called(seat))).collect();
        self.stake = Some(view.stake);
    }
}

#[cfg(test)]
mod tests;
