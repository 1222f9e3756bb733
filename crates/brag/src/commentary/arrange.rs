//! Sets that are laid out, shown and compared, as lines.

use super::facts::Teller;
use super::laid::Laid;
use super::words::{cards, chips, in_order, list};
use brag_contract::v1;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{FoldReason, Pot, SeatStatus};
use brag_rules::options::Prize;

impl Teller<'_> {
    /// A fact of the games in which sets are laid out; nothing for any other.
    pub(super) fn arranging(&self, fact: &Fact) -> Option<String> {
        let laid = Laid::at(self.view);
        Some(match fact {
            Fact::StakesPaid(fact) => format!("Everybody pays {}; {}.", fact.each, pots(laid, &fact.pots)),
            Fact::Arranged(fact) => self.arranged(fact),
            Fact::SetOpened(fact) => {
                format!("Bets on {}; stake {}.", laid.nth(fact.set), fact.stake)
            }
            Fact::SetFolded(fact) => {
                let why = match fact.reason() {
                    FoldReason::TimedOut => ", out of time",
                    FoldReason::Left => ", leaving",
                    FoldReason::Asked | FoldReason::Passed | FoldReason::Beaten | FoldReason::Unspecified => {
                        ""
                    }
                };
                format!("{} folds {}{why}.", self.name(fact.seat), laid.nth(fact.set))
            }
            Fact::SetsWithdrawn(fact) => {
                format!("{} takes the later {} away.", self.name(fact.seat), laid.many)
            }
            Fact::SetShown(fact) => format!(
                "{} shows {}, {}{}.",
                self.name(fact.seat),
                laid.nth(fact.set),
                cards(&in_order(&fact.cards), self.suits),
                self.class(fact.hand_class(), fact.strength)
            ),
            Fact::SetDecided(fact) => self.decided(fact),
            Fact::PotsWait(fact) => {
                let waiting = fact.pots.iter().map(|pot| match pot.set {
                    0 => chips(pot.amount),
                    set => format!("{} for {}", chips(pot.amount), laid.nth(set)),
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
            return format!("{name} has laid out the {}.", Laid::at(self.view).many);
        }
        let sets: Vec<String> =
            fact.sets.iter().map(|set| cards(&in_order(&set.cards), self.suits)).collect();
        format!("{name} lays out {}.", sets.join(" | "))
    }

    fn decided(&self, fact: &v1::SetDecided) -> String {
        let which = Laid::at(self.view).nth(fact.set);
        let won = match &self.names_of(&fact.best)[..] {
            [winner] => format!("{winner} wins {which}."),
            [] => format!("Nobody wins {which}."),
            tied => format!("Nobody wins {which}: {} are equal.", list(tied)),
        };
        match &self.out_of_sets(fact.set)[..] {
            [] => won,
            absent => {
                let has = if absent.len() == 1 { "has" } else { "have" };
                let less = if fact.set == 1 { "none" } else { "no more" };
                format!("{won} {} {has} laid {less}.", list(absent))
            }
        }
    }

    /// Who has laid the set before this one, and not this one, where fewer may be laid.
    fn out_of_sets(&self, set: u32) -> Vec<String> {
        if !brag_bots::rules(self.view).is_some_and(|rules| rules.arrange.fewer) {
            return Vec::new();
        }
        let shown = |seat: &v1::SeatView, set: u32| seat.sets.iter().any(|of| of.shown && of.set == set);
        let out = self.view.seats.iter().filter(|seat| {
            seat.status() == SeatStatus::In && !shown(seat, set) && (set == 1 || shown(seat, set - 1))
        });
        out.map(|seat| self.name(seat.number)).collect()
    }

    /// Who has won a deal that is a game of its own, in which the most sets win (V7): by the table after it.
    pub(super) fn deal_won(&self) -> Option<String> {
        let rules = brag_bots::rules(self.view)?;
        if rules.arrange.sets == 0 || rules.arrange.prize != Prize::Most {
            return None;
        }
        let players = || self.view.seats.iter().filter(|seat| seat.status() == SeatStatus::In);
        let most = players().map(|seat| seat.points).max()?;
        let winners: Vec<u32> =
            players().filter(|seat| seat.points == most).map(|seat| seat.number).collect();
        let laid = Laid::at(self.view);
        Some(match (&self.names_of(&winners)[..], most) {
            ([winner], _) => format!("{winner} wins with {}", laid.count(most)),
            (all, 0) => format!("nobody has won a {}, and {} share", laid.one, list(all)),
            (equal, _) => format!("{} share, with {} each", list(equal), laid.count(most)),
        })
    }

    fn names_of(&self, seats: &[u32]) -> Vec<String> {
        seats.iter().map(|&seat| self.name(seat)).collect()
    }
}

/// The pots, that of all sets first, and then those of the sets in their order.
fn pots(laid: &Laid, pots: &[Pot]) -> String {
    let mut pots: Vec<&Pot> = pots.iter().collect();
    pots.sort_by_key(|pot| pot.set);
    let main = if pots.len() > 1 { "main pot" } else { "pot" };
    let told = pots.into_iter().map(|pot| match pot.set {
        0 => format!("{main} {}", pot.amount),
        set => format!("{} for {}", pot.amount, laid.nth(set)),
    });
    list(&told.collect::<Vec<_>>())
}
