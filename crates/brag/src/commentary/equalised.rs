//! Equalised betting in words.

use super::facts::Teller;
use super::words::{cards, chips, known, list, wait};
use brag_contract::v1::event::Fact;
use brag_contract::v1::{self, EqualisedBetKind};

impl Teller<'_> {
    /// A line for a fact of equalised betting; nothing for another.
    pub(super) fn equalised(&self, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::DealerStaked(fact) => {
                format!(
                    "{} puts up {} as the dealer; pot {}.",
                    self.name(fact.seat),
                    chips(fact.amount),
                    fact.pot
                )
            }
            Fact::EqualisedBet(fact) => self.equalised_bet(fact),
            Fact::Stood(fact) => format!("{} stands.", self.name(fact.seat)),
            Fact::CardsChanged(fact) => self.changed(fact),
            Fact::PotsLayered(fact) => {
                let amounts: Vec<String> = fact.amounts.iter().map(i64::to_string).collect();
                format!("Not everybody has bet as much: the pot is parted into {}.", list(&amounts))
            }
            Fact::ForfeitPaid(fact) => format!(
                "Nobody met the dealer's stake: {} pays {} {}.",
                self.name(fact.from),
                self.name(fact.to),
                chips(fact.amount)
            ),
            Fact::PotWaits(fact) => {
                format!("Everybody passed: {} for the next hand.", wait(fact.amount))
            }
            _ => return None,
        })
    }

    fn equalised_bet(&self, fact: &v1::EqualisedBet) -> String {
        let does = match fact.kind() {
            EqualisedBetKind::Raise => {
                return format!(
                    "{} raises to {}, paying {}; pot {}.",
                    self.name(fact.seat),
                    fact.put,
                    fact.amount,
                    fact.pot
                );
            }
            EqualisedBetKind::Brag => "brags",
            EqualisedBetKind::Call if fact.put < fact.stake => "calls with the last",
            EqualisedBetKind::Call | EqualisedBetKind::Unspecified => "calls",
        };
        format!("{} {does} {}; pot {}.", self.name(fact.seat), fact.amount, fact.pot)
    }

    fn changed(&self, fact: &v1::CardsChanged) -> String {
        let name = self.name(fact.seat);
        if known(&fact.cards) {
            let (thrown, drawn) = (cards(&fact.thrown, self.suits), cards(&fact.cards, self.suits));
            return format!("{name} throws {thrown} and gets {drawn}.");
        }
        match fact.places.len() {
            1 => format!("{name} changes a card."),
            count => format!("{name} changes {count} cards."),
        }
    }
}
