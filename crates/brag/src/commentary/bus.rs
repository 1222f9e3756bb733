//! Stop the Bus in words.

use super::facts::Teller;
use super::words::{card, cards, list};
use crate::screen::text::count;
use brag_contract::v1;
use brag_contract::v1::event::Fact;

impl Teller<'_> {
    /// A line for a fact of Stop the Bus; nothing for another.
    pub(super) fn bus(&self, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::BusGameStarted(fact) => {
                let lives = count(fact.lives.into(), "life", "lives");
                match fact.each {
                    0 => format!("A new game begins: everybody has {lives}."),
                    each => {
                        format!("A new game begins: everybody has {lives} and pays {each}; pot {}.", fact.pot)
                    }
                }
            }
            Fact::CommonsDealt(fact) => {
                let dealt: Vec<String> = fact.commons.iter().map(|common| common.card.clone()).collect();
                format!("Face up lie {}.", cards(&dealt, self.suits))
            }
            Fact::Swapped(fact) => {
                let [own, common] = [&fact.own, &fact.common].map(|code| card(code, self.suits));
                format!("{} puts down {own} and takes {common}.", self.name(fact.seat))
            }
            Fact::SwappedAll(fact) => {
                format!(
                    "{} puts down {} and takes all three.",
                    self.name(fact.seat),
                    cards(&fact.own, self.suits)
                )
            }
            Fact::Stuck(fact) => {
                format!("{} sticks: everybody else has one more turn.", self.name(fact.seat))
            }
            Fact::StoodPat(fact) => format!("{} stands.", self.name(fact.seat)),
            Fact::CircuitsEnded(_) => "Nobody sticks for too long: the hands are compared.".to_owned(),
            Fact::HandsCompared(fact) => self.compared(fact),
            Fact::LivesForfeited(fact) => format!("{} gives up the game.", self.name(fact.seat)),
            Fact::BusGameEnded(fact) => match fact.winner {
                0 => "The game is broken off.".to_owned(),
                winner => format!("{} is the last one in, and wins the game.", self.name(winner)),
            },
            _ => return None,
        })
    }

    fn compared(&self, fact: &v1::HandsCompared) -> String {
        let lowest: Vec<String> = fact.lowest.iter().map(|&seat| self.name(seat)).collect();
        if !fact.lost {
            return "All are equal, and nobody would be left: the deal is repeated.".to_owned();
        }
        let left = |seat: &u32| {
            let lives = self.view.seats.iter().find(|of| of.number == *seat).map_or(0, |of| of.lives);
            match lives {
                0 => "out".to_owned(),
                lives => format!("{lives} left"),
            }
        };
        let left: Vec<String> = fact.lowest.iter().map(left).collect();
        let loses = if lowest.len() == 1 { "loses" } else { "each lose" };
        format!("{} {loses} a life: {}.", list(&lowest), left.join(", "))
    }
}
