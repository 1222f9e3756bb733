//! Sets that are laid out, shown and compared, as lines.

use super::facts::{Teller, class};
use super::words::{cards, chips, list};
use brag_contract::v1;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{FoldReason, Pot};

impl Teller<'_> {
    /// A fact of the games in which sets are laid out; nothing for any other.
    pub(super) fn arranging(&self, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::StakesPaid(fact) => {
                let pots: Vec<String> = fact.pots.iter().map(pot).collect();
                format!("Everybody pays {}; {}.", fact.each, list(&pots))
            }
            Fact::Arranged(fact) => self.arranged(fact),
            Fact::SetOpened(fact) => format!("Bets on set {}; stake {}.", fact.set, fact.stake),
            Fact::SetFolded(fact) => {
                let why = match fact.reason() {
                    FoldReason::TimedOut => ", out of time",
                    FoldReason::Left => ", leaving",
                    FoldReason::Asked | FoldReason::Passed | FoldReason::Beaten | FoldReason::Unspecified => {
                        ""
                    }
                };
                format!("{} folds set {}{why}.", self.name(fact.seat), fact.set)
            }
            Fact::SetsWithdrawn(fact) => format!("{} takes the later sets away.", self.name(fact.seat)),
            Fact::SetShown(fact) => format!(
                "{} shows set {}, {}{}.",
                self.name(fact.seat),
                fact.set,
                cards(&fact.cards, self.suits),
                class(fact.hand_class(), fact.strength)
            ),
            Fact::SetDecided(fact) => {
                let best: Vec<String> = fact.best.iter().map(|&seat| self.name(seat)).collect();
                match &best[..] {
                    [winner] => format!("{winner} wins set {}.", fact.set),
                    [] => format!("Nobody wins set {}.", fact.set),
                    tied => format!("Nobody wins set {}: {} are equal.", fact.set, list(tied)),
                }
            }
            Fact::PotsWait(fact) => {
                let waiting = fact.pots.iter().map(|pot| match pot.set {
                    0 => chips(pot.amount),
                    set => format!("{} for set {set}", chips(pot.amount)),
                });
                match &waiting.collect::<Vec<_>>()[..] {
                    [] => "No pot waits any more.".to_owned(),
                    waiting => format!("Waiting for the next hand: {}.", list(waiting)),
                }
            }
            Fact::WinningsReturned(fact) => {
                format!("{} returns {} and has {}.", self.name(fact.seat), chips(fact.amount), fact.stack)
            }
            _ => return None,
        })
    }

    fn arranged(&self, fact: &v1::Arranged) -> String {
        let name = self.name(fact.seat);
        if fact.sets.is_empty() {
            return format!("{name} has laid out the sets.");
        }
        let sets: Vec<String> = fact.sets.iter().map(|set| cards(&set.cards, self.suits)).collect();
        format!("{name} lays out {}.", sets.join(" | "))
    }
}

fn pot(pot: &Pot) -> String {
    match pot.set {
        0 => format!("pot {}", pot.amount),
        set => format!("set {set} {}", pot.amount),
    }
}
