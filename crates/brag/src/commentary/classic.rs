//! The classic game of three stakes in words.

use super::facts::Teller;
use super::words::{card, chips, list, wait};
use crate::screen::class;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{self, ClassicBetKind, ClassicWord};

/// The three pots, in their order.
const POTS: [&str; 3] = ["of the best card", "of the brag", "of thirty-one"];

/// What a pot is called.
fn pot(number: u32) -> &'static str {
    usize::try_from(number).ok().and_then(|number| POTS.get(number)).copied().unwrap_or("that nobody knows")
}

impl Teller<'_> {
    /// A line for a fact of the classic game; nothing for another.
    pub(super) fn classic(&self, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::StakesLaid(fact) => {
                let pots: Vec<String> =
                    fact.pots.iter().zip(POTS).map(|(amount, pot)| format!("{amount} {pot}")).collect();
                format!("Everybody lays three stakes of {}; pots {}.", fact.each, list(&pots))
            }
            Fact::CardsTurnedUp(fact) => {
                let up: Vec<String> = fact
                    .cards
                    .iter()
                    .map(|up| format!("{} before {}", card(&up.card, self.suits), self.name(up.seat)))
                    .collect();
                format!("Face up: {}.", list(&up))
            }
            Fact::ClassicAnswer(fact) => {
                let does = match fact.word() {
                    ClassicWord::Pass => "passes",
                    ClassicWord::Decline => "declines",
                    ClassicWord::Concede => "concedes",
                    ClassicWord::Stand => return Some(self.stands(fact.seat)),
                    ClassicWord::Unspecified => "says something",
                };
                format!("{} {does}.", self.name(fact.seat))
            }
            Fact::ClassicBet(fact) => self.classic_bet(fact),
            Fact::CardDrawn(fact) => {
                let (name, drawn) = (self.name(fact.seat), card(&fact.card, self.suits));
                let again = if fact.again { " again" } else { "" };
                format!("{name} draws{again}: {drawn}, {}.", towards(fact.total))
            }
            Fact::CardExchanged(fact) => {
                let [thrown, came] = [&fact.thrown, &fact.card].map(|code| card(code, self.suits));
                let name = self.name(fact.seat);
                format!("{name} puts down {thrown} for {came}: {}.", towards(fact.total))
            }
            Fact::ClassicPotWaits(fact) => {
                let pot = pot(fact.pot);
                format!("Nobody wins the pot {pot}: {} for the next deal's.", wait(fact.amount))
            }
            Fact::BonusPaid(fact) => format!(
                "{} has won all three pots: {} pays {}.",
                self.name(fact.to),
                self.name(fact.from),
                chips(fact.amount)
            ),
            _ => return None,
        })
    }

    /// Who stands has enough towards thirty-one: what he has lies open.
    fn stands(&self, seat: u32) -> String {
        let total = self.view.seats.iter().find(|other| other.number == seat);
        let with = total.and_then(|seat| class::towards_thirty_one(self.view, seat));
        let with = with.map_or_else(String::new, |total| format!(" with {total}"));
        format!("{} stands{with}.", self.name(seat))
    }

    fn classic_bet(&self, fact: &v1::ClassicBet) -> String {
        let does = match fact.kind() {
            ClassicBetKind::Brag => "brags",
            ClassicBetKind::Challenge => "challenges with",
            ClassicBetKind::Bet | ClassicBetKind::Unspecified => "bets",
            ClassicBetKind::See => "sees for",
            ClassicBetKind::Cover => "covers with the last",
        };
        format!("{} {does} {}; pot {}.", self.name(fact.seat), fact.amount, fact.pot)
    }
}

/// What he has, and what that is.
fn towards(total: u32) -> String {
    if total > 31 { format!("{total} and out") } else { total.to_string() }
}
