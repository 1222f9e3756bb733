//! The games of sets (rulebook section 5), said a second time: who wins a set, what it scores, and what is paid for it.

use super::properties;
use brag_rules::Chips;
use brag_rules::arrange::{CrashMode, FourKindRank, Scoring, Settlement, TieInHand};
use brag_rules::card::{Card, Cards};
use brag_rules::fact::{AwardReason, Fact as HandFact};
use brag_rules::hand::arrange::Fact;
use brag_rules::hand::arrange::crash::{Fact as Crash, PayReason, WonBy};
use brag_rules::hand::{Hand, Standing};
use brag_rules::options::{Prize, Rules, SetTie};
use brag_rules::rank::{BestPrial, Low, Ranking, compare_many};
use brag_rules::seat::{Seat, Seats};
use brag_table::Table;
use std::cmp::Ordering;

/// What has to be remembered of a deal to judge what follows.
#[derive(Debug, Default)]
pub struct Sets {
    /// The sets that were shown since the last one was decided.
    shown: Vec<(Seat, Cards)>,
    /// Of each set that is decided, who has won it, and whether better than all others.
    won: Vec<Option<(Seat, bool)>>,
    /// Who has yet to be given points, and how many.
    due: Option<(Seat, u16)>,
    /// Who was paid for the set that is shown, and by whom.
    fees: Vec<(Seat, Seat)>,
    /// Who has won the game of several deals.
    winner: Option<Seat>,
    settled: Seats,
}

impl Sets {
    /// Judges a fact by the table before it.
    ///
    /// # Panics
    /// When it is not what the rules say.
    pub fn before(&mut self, table: &Table, fact: &HandFact) {
        let (hand, rules) = (&table.hand, table.rules());
        match fact {
            HandFact::Arrange(Fact::SetShown { seat, set, cards, .. }) => {
                assert_eq!(usize::from(*set), self.won.len(), "8, sets: shown one after the other");
                assert!(self.shown.iter().all(|(other, _)| other != seat), "8, sets: {seat} shows once");
                // Who has laid his set on a pot of the bets stays in for it, though he leaves (3.10, 3.11).
                let stays = hand.player(*seat).standing == Standing::Covered && rules.arrange.set_betting;
                assert!(stays || in_the_game(hand).contains(*seat), "8, sets: {seat} has left");
                self.shown.push((*seat, *cards));
            }
            HandFact::Arrange(Fact::SetDecided { set, best, .. }) => self.decided(table, *set, *best),
            HandFact::Arrange(Fact::PotsWait { amounts }) => self.waits(rules, amounts),
            HandFact::Arrange(Fact::Crash(fact)) => self.crash(hand, rules, fact),
            HandFact::PotAwarded { pot, seat, sharers, reason, .. } => {
                let set = hand.pots()[usize::from(*pot)].set;
                self.award_is_right(hand, rules, set, *seat, *sharers, *reason);
            }
            HandFact::HandEnded { .. } => self.ended(hand, rules),
            _ => {}
        }
    }

    fn decided(&mut self, table: &Table, set: u8, best: Seats) {
        let (hand, rules) = (&table.hand, table.rules());
        assert_eq!(usize::from(set), self.won.len(), "8, sets: decided one after the other");
        assert_eq!(self.due, None, "8, points: those of the set before were not given");
        let shown = std::mem::take(&mut self.shown);
        let here = in_the_game(hand);
        if rules.arrange.set_betting && here.len() > 1 {
            // Bets decide it: the properties of betting judge them.
            self.won.push(best.single().map(|seat| (seat, true)));
            return;
        }
        if here.len() == 1 {
            assert_eq!(best, here, "8, sets: who is alone wins what is left");
            self.won.push(best.single().map(|seat| (seat, true)));
            return;
        }
        let laid: Seats = here.iter().filter(|&seat| hand.set_of(seat, set).is_some()).collect();
        let showed: Seats = shown.iter().map(|&(seat, _)| seat).collect();
        assert_eq!(showed, laid, "8, sets: everybody who has laid it shows set {set}");
        let in_order: Vec<Seat> = hand.from_dealers_left(laid).collect();
        assert!(shown.iter().map(|&(seat, _)| seat).eq(in_order), "8, sets: from the dealer's left");
        orders(table, &shown);

        // How many are better than this one, and how many as good.
        let count = |own: &Cards, wanted: Ordering| {
            shown.iter().filter(|(_, other)| compare(rules, other, own) == wanted).count()
        };
        let top: Seats =
            shown.iter().filter(|(_, own)| count(own, Ordering::Greater) == 0).map(|of| of.0).collect();
        let alone = |own: &Cards| count(own, Ordering::Equal) == 1;
        let cancels = rules.arrange.prize == Prize::Game && rules.crash.tie_in_hand == TieInHand::Cancel;
        let winner = match top.single() {
            Some(seat) => Some((seat, true)),
            None if cancels => {
                let apart = shown.iter().filter(|(_, own)| alone(own));
                apart.min_by_key(|(_, own)| count(own, Ordering::Greater)).map(|&(seat, _)| (seat, false))
            }
            None => None,
        };
        let expected = winner.map_or(top, |(seat, _)| Seats::only(seat));
        assert_eq!(best, expected, "8, sets: the best of set {set} among {shown:?}");
        if rules.arrange.prize == Prize::Game {
            self.due = winner.map(|(seat, _)| (seat, worth(rules, set)));
            self.judge_fees(hand, rules, &shown);
        }
        self.won.push(winner);
    }

    /// Everybody else has paid each four of a kind, or could not.
    fn judge_fees(&mut self, hand: &Hand, rules: &Rules, shown: &[(Seat, Cards)]) {
        let fees = std::mem::take(&mut self.fees);
        let owners: Seats = shown.iter().filter(|(_, set)| set.len() == 4).map(|of| of.0).collect();
        for (from, to) in &fees {
            assert!(owners.contains(*to) && from != to, "8, fees: {from} pays {to} for nothing");
        }
        // With two fours one may pay with what the other brought him: who had nothing then is not known now.
        if let Some(owner) = owners.single().filter(|_| rules.crash.four_kind_fee > 0) {
            for seat in in_the_game(hand).without(owner).iter() {
                let paid = fees.contains(&(seat, owner));
                assert!(paid || hand.player(seat).stack == 0, "8, fees: {seat} does not pay");
            }
        }
    }

    fn crash(&mut self, hand: &Hand, rules: &Rules, fact: &Crash) {
        let points =
            |seat: Seat| hand.crash().map_or(0, |_| hand.arranging().map_or(0, |game| game.points(seat)));
        match fact {
            Crash::Scored { seat, set: Some(set), points: scored, total } => {
                assert_eq!(self.due.take(), Some((*seat, *scored)), "8, points: of set {set}");
                assert_eq!(usize::from(*set) + 1, self.won.len(), "8, points: of the set just decided");
                assert_eq!(*total, points(*seat) + scored, "8, points: they add up");
            }
            Crash::Scored { seat, set: None, points: scored, total } => {
                assert_eq!(rules.crash.crash, CrashMode::BonusPoint, "8, points: for a crash");
                assert_eq!((self.all(), *scored), (Some(*seat), 1), "8, points: for a crash");
                assert_eq!(*total, points(*seat) + 1, "8, points: they add up");
            }
            Crash::GameWon { seat, by } => {
                let right = match by {
                    WonBy::Target => points(*seat) >= rules.crash.target,
                    WonBy::Crash => rules.crash.crash == CrashMode::WinsGame && self.all() == Some(*seat),
                    WonBy::FourThrees => {
                        let threes = |set: &Cards| {
                            set.len() == 4 && set.iter().all(|card| card.to_string().starts_with('3'))
                        };
                        rules.crash.four_threes_wins
                            && self.shown.iter().any(|(owner, set)| owner == seat && threes(set))
                    }
                    WonBy::OthersLeft => true,
                };
                assert!(right, "8, game: {seat} does not win it by {by:?}");
                self.winner = Some(*seat);
            }
            Crash::Paid { from, to, amount, reason: PayReason::FourOfAKind, .. } => {
                let due = rules.crash.four_kind_fee.min(hand.player(*from).stack);
                assert_eq!(*amount, due, "8, fees: {from} pays {to}");
                self.fees.push((*from, *to));
            }
            Crash::Paid { from, to, amount, reason: PayReason::Settlement, .. } => {
                assert_eq!(Some(*to), self.winner, "8, settlement: the winner is paid");
                let due = owes(rules, points(*from)).min(hand.player(*from).stack);
                assert_eq!(*amount, due, "8, settlement: of {from}");
                assert!(!self.settled.contains(*from), "8, settlement: {from} pays once");
                self.settled = self.settled.with(*from);
            }
            Crash::GameLeft { seat, amount, .. } => {
                let due = owes(rules, points(*seat)).min(hand.player(*seat).stack);
                assert_eq!(*amount, due, "8, settlement: of {seat}, who leaves");
            }
            _ => {}
        }
    }

    /// Who has won every set, better than all others.
    fn all(&self) -> Option<Seat> {
        let (first, _) = (*self.won.first()?)?;
        (self.won.len() == 4 && self.won.iter().all(|won| *won == Some((first, true)))).then_some(first)
    }

    fn has_won_every_set(&self, rules: &Rules) -> Option<Seat> {
        let (first, _) = (*self.won.first()?)?;
        let every = self.won.iter().all(|won| won.is_some_and(|(seat, _)| seat == first));
        (self.won.len() == usize::from(rules.arrange.sets) && every).then_some(first)
    }

    fn award_is_right(
        &self,
        hand: &Hand,
        rules: &Rules,
        set: u8,
        seat: Seat,
        sharers: u8,
        reason: AwardReason,
    ) {
        let tricks = |of: Seat| self.won.iter().filter(|won| won.is_some_and(|(seat, _)| seat == of)).count();
        let right = match reason {
            AwardReason::AllSets => set == 0 && sharers == 1 && self.has_won_every_set(rules) == Some(seat),
            AwardReason::MostSets => {
                let most: Seats = in_the_game(hand)
                    .iter()
                    .filter(|&seat| in_the_game(hand).iter().all(|other| tricks(seat) >= tricks(other)))
                    .collect();
                most.contains(seat) && most.len() == usize::from(sharers)
            }
            AwardReason::SetTied => rules.arrange.set_tie == SetTie::Split && sharers > 1,
            AwardReason::GameWon => self.winner == Some(seat) && sharers == 1,
            _ => true,
        };
        assert!(right, "8, pots: {seat} does not win that of {set} for {reason:?}");
    }

    /// What nobody has won waits, and nothing else.
    fn waits(&self, rules: &Rules, amounts: &[Chips]) {
        if amounts[0] > 0 {
            assert_eq!(self.has_won_every_set(rules), None, "8, pots: the main one waits though it is won");
        }
        for (won, amount) in self.won.iter().zip(&amounts[1..]).filter(|(_, amount)| **amount > 0) {
            assert_eq!(*won, None, "8, pots: {amount} of a set wait though it is won");
            assert_eq!(rules.arrange.set_tie, SetTie::CarrySet, "8, pots: {amount} of a set wait");
        }
    }

    fn ended(&mut self, hand: &Hand, rules: &Rules) {
        if rules.arrange.prize != Prize::Game {
            return;
        }
        assert_eq!(self.due, None, "8, points: those of the last set were not given");
        let Some(game) = hand.crash() else { return };
        match self.winner {
            Some(winner) => {
                let unpaid =
                    game.players().without(winner).iter().filter(|&seat| !self.settled.contains(seat));
                for seat in unpaid {
                    let points = hand.arranging().map_or(0, |game| game.points(seat));
                    let due = owes(rules, points).min(hand.player(seat).stack);
                    assert_eq!(due, 0, "8, settlement: {seat} does not pay");
                }
            }
            None => {
                let points = |seat| hand.arranging().map_or(0, |game| game.points(seat));
                let there = game.players().iter().all(|seat| points(seat) < rules.crash.target);
                assert!(there, "8, game: it goes on beyond the target");
                let crashed = rules.crash.crash == CrashMode::WinsGame && self.all().is_some();
                assert!(!crashed, "8, game: it goes on after a crash");
            }
        }
    }
}

/// Who was dealt in and has not left.
fn in_the_game(hand: &Hand) -> Seats {
    hand.dealt_in.iter().filter(|&seat| !hand.player(seat).hand.is_empty()).collect()
}

/// Points of that hand of a deal.
fn worth(rules: &Rules, set: u8) -> u16 {
    match rules.crash.scoring {
        Scoring::OnePerHand => 1,
        Scoring::Street => [4, 3, 2, 1][usize::from(set)],
    }
}

/// What a loser with so many points owes.
fn owes(rules: &Rules, points: u16) -> Chips {
    let of = &rules.crash;
    let times = if points == 0 && of.double_if_not_on_board { 2 } else { 1 };
    times
        * match of.settlement {
            Settlement::Fixed => of.game_stake,
            Settlement::PerPoint => of.point_value * Chips::from(of.target.saturating_sub(points)),
        }
}

/// Which of two sets is better: a four counts as a prial of its rank, or is above all of three cards.
fn compare(rules: &Rules, a: &Cards, b: &Cards) -> Ordering {
    let above = rules.arrange.fours == Some(FourKindRank::AbovePrial);
    let four = |set: &Cards| above && set.len() == 4;
    match (four(a), four(b)) {
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        (true, true) => place_of_four(rules, a).cmp(&place_of_four(rules, b)),
        (false, false) => compare_many(&rules.ranking, three(rules, a), three(rules, b)),
    }
}

/// 3-3-3-3 first, then from aces down; or all in that order; or the other way round where the low hand wins.
fn place_of_four(rules: &Rules, four: &Cards) -> usize {
    let order = match (rules.ranking.low, rules.ranking.best_prial) {
        (Low::Off, BestPrial::Threes) => "2456789TJQKA3",
        (Low::Off, BestPrial::Natural) => "23456789TJQKA",
        _ => "AKQJT98765432",
    };
    four.iter().next().and_then(|card| order.find(&card.to_string()[..1])).expect("a rank")
}

/// The three cards of a set that count.
fn three(rules: &Rules, set: &Cards) -> [Card; 3] {
    Ranking::of(&rules.ranking).read(set, &Cards::EMPTY).expect("a set of three or four").cards()
}

/// Property 10, of the sets of three that are compared.
fn orders(table: &Table, shown: &[(Seat, Cards)]) {
    let ranking = table.hand.ranking(table.rules());
    let threes = shown.iter().filter(|(_, set)| set.len() == 3);
    let read: Vec<_> = threes.filter_map(|(_, set)| ranking.read(set, &Cards::EMPTY)).collect();
    properties::order_is_an_order(ranking, &read);
}
