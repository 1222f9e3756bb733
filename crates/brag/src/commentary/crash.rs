//! A game of Crash, told.

use super::facts::Teller;
use super::words::{cards, chips, known, list, wait};
use brag_contract::v1::event::Fact;
use brag_contract::v1::{CrashWonBy, PayReason};

impl Teller<'_> {
    /// The line for a fact of a game of Crash; nothing for another.
    pub(super) fn crash(&self, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::CrashStarted(_) => {
                let players = self.view.crash.iter().flat_map(|crash| &crash.players);
                let players: Vec<String> = players.map(|&seat| self.name(seat)).collect();
                format!("A new game begins: {}.", list(&players))
            }
            Fact::SpareDealt(fact) => match fact.hands.len() {
                2 => "A spare hand is dealt, and one that nobody gets.".to_owned(),
                _ => "A spare hand is dealt.".to_owned(),
            },
            Fact::SpareTaken(fact) => {
                let fee = match fact.fee {
                    0 => String::new(),
                    fee => format!(" for {}, which the winner of the game gets", chips(fee)),
                };
                let got = match known(&fact.cards) {
                    true => format!(": {}", cards(&fact.cards, self.suits)),
                    false => String::new(),
                };
                format!("{} changes the whole hand for the spare one{fee}{got}.", self.name(fact.seat))
            }
            Fact::SpareLeft(fact) => format!("{} leaves the spare hand.", self.name(fact.seat)),
            Fact::PlayerPaid(fact) => {
                let why = match fact.reason() {
                    PayReason::FourOfAKind => " for four of a kind",
                    PayReason::Settlement | PayReason::Unspecified => "",
                };
                let (from, to) = (self.name(fact.from), self.name(fact.to));
                format!("{from} pays {to} {}{why}, and has {}.", chips(fact.amount), fact.from_stack)
            }
            Fact::PointsScored(fact) => {
                let points = match fact.points {
                    1 => "a point".to_owned(),
                    points => format!("{points} points"),
                };
                let why = if fact.set == 0 { " for all four hands" } else { "" };
                format!("{} scores {points}{why}, and has {}.", self.name(fact.seat), fact.total)
            }
            Fact::CrashWon(fact) => {
                let how = match fact.by() {
                    CrashWonBy::Unspecified => "",
                    CrashWonBy::Target => ": that is the target",
                    CrashWonBy::AllHands => ": all four hands, a crash",
                    CrashWonBy::FourThrees => " with four threes",
                    CrashWonBy::OthersLeft => ": the others left",
                };
                format!("{} wins the game{how}.", self.name(fact.seat))
            }
            Fact::CrashLeft(fact) => format!(
                "{} leaves the game and pays {}; {} for the winner.",
                self.name(fact.seat),
                chips(fact.amount),
                fact.escrow
            ),
            Fact::CrashBrokenOff(_) => "The game is broken off.".to_owned(),
            Fact::EscrowWaits(fact) => format!("{} for the winner of the game.", wait(fact.amount)),
            _ => return None,
        })
    }
}
