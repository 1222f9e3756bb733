//! What happens where sets are laid out, in the past tense, and what it changes.

use super::{Hand, MAX_POTS, crash};
use crate::Chips;
use crate::arrange::Sets;
use crate::card::Cards;
use crate::fact::FoldReason;
use crate::hand::{Phase, Pot, Standing};
use crate::options::Rules;
use crate::rank::Class;
use crate::seat::{Seat, Seats};

/// A fact of a hand in which sets are laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// Every player dealt in paid his stakes into the pots.
    StakesPaid {
        /// What each paid into all of them together.
        each: Chips,
        /// The pots after it: the main one first, and the one that is played for first last.
        pots: Box<[Pot]>,
    },
    /// He laid out his sets, for good.
    Arranged {
        /// Who.
        seat: Seat,
        /// The sets: his alone.
        sets: Sets,
    },
    /// Bets begin on a set: everybody who has one is in again (V5).
    SetOpened {
        /// Which, from 0.
        set: u8,
        /// The open stake S at the start.
        stake: Chips,
    },
    /// He gave up the set on which bets go round; his other sets stay (V5).
    SetFolded {
        /// Who.
        seat: Seat,
        /// Which set, from 0.
        set: u8,
        /// Why.
        reason: FoldReason,
    },
    /// He left between two sets: those of his that are not decided count as absent, and nobody sees them (V5).
    Withdrawn {
        /// Who.
        seat: Seat,
    },
    /// One of his sets was turned up to everybody.
    SetShown {
        /// Who.
        seat: Seat,
        /// Which, from 0.
        set: u8,
        /// Its cards.
        cards: Cards,
        /// What they count as.
        class: Class,
        /// The index of that under the table's ranking: 1 the best.
        index: u16,
    },
    /// A set is decided.
    SetDecided {
        /// Which, from 0.
        set: u8,
        /// Who had the best: one, who has won it, or several, and nobody has.
        best: Seats,
        /// The pots after it.
        pots: Box<[Pot]>,
    },
    /// Pots that nobody won wait for the next deal.
    PotsWait {
        /// The main pot, then that of each set: chips that wait.
        amounts: [Chips; MAX_POTS],
    },
    /// What happens only in a game of Crash (V6B).
    Crash(crash::Fact),
    /// The hand will be voided: he returned what he had won in it beyond what he had paid.
    GaveBack {
        /// Who.
        seat: Seat,
        /// Chips.
        amount: Chips,
        /// His chips after it.
        stack: Chips,
    },
}

impl Fact {
    /// Whether somebody brought it about, as against the engine's own steps.
    pub fn is_an_act(&self) -> bool {
        match self {
            Fact::Arranged { .. } | Fact::SetFolded { .. } | Fact::Withdrawn { .. } => true,
            Fact::Crash(fact) => fact.is_an_act(),
            _ => false,
        }
    }
}

impl Hand {
    /// Changes the state as the fact says.
    pub(in crate::hand) fn apply_arranging(&mut self, rules: &Rules, fact: &Fact) {
        match fact {
            Fact::StakesPaid { each, pots } => {
                for seat in self.dealt_in.iter() {
                    let player = self.player_mut(seat);
                    player.stack -= each;
                    player.paid += each;
                }
                self.set_pots(pots);
            }
            Fact::Arranged { seat, sets } => self.arranging_mut().laid[seat.index()] = Some(*sets),
            Fact::SetOpened { set, stake } => {
                self.phase = Phase::SetBetting { set: *set };
                (self.stake, self.bets, self.last_bettor) = (*stake, 0, None);
                let contenders = self.contenders();
                for seat in self.dealt_in.iter() {
                    let player = self.player_mut(seat);
                    player.standing = if contenders.contains(seat) { Standing::In } else { Standing::Folded };
                    (player.bets, player.open_value, player.in_pot) = (0, 0, 0);
                }
                self.arranging_mut().betting = Some(*set);
            }
            Fact::SetFolded { seat, .. } => self.player_mut(*seat).standing = Standing::Folded,
            Fact::Withdrawn { seat } => self.discard_held(*seat),
            Fact::SetShown { seat, set, .. } => self.arranging_mut().shown[seat.index()] |= 1 << set,
            Fact::SetDecided { set, best, pots } => {
                let game = self.arranging_mut();
                if let Some(winner) = best.single() {
                    game.winners[usize::from(*set)] = Some(winner);
                    game.points[winner.index()] += 1;
                }
                game.decided = set + 1;
                game.betting = None;
                self.to_act = Seats::NONE;
                self.set_pots(pots);
            }
            Fact::Crash(fact) => self.apply_crash(rules, fact),
            Fact::PotsWait { amounts } => self.let_wait(amounts),
            Fact::GaveBack { seat, amount, stack } => {
                self.pots[0].amount += amount;
                let player = self.player_mut(*seat);
                player.stack -= amount;
                player.won -= amount;
                assert!(player.stack == *stack, "amounts-after: a stack differs from what it gave back");
            }
        }
    }

    /// What was not won waits. What each has paid into such a pot is remembered until it is won: of what this hand put in,
    /// tied sets' antes among it, all have paid the same.
    fn let_wait(&mut self, amounts: &[Chips; MAX_POTS]) {
        let dealt_in = self.dealt_in;
        for (pot, &amount) in self.arranging_mut().waiting.iter_mut().zip(amounts) {
            if amount == 0 {
                pot.paid = Default::default();
            } else {
                let each = (amount - pot.amount) / dealt_in.len() as Chips;
                dealt_in.iter().for_each(|seat| pot.paid[seat.index()] += each);
            }
            pot.amount = amount;
        }
        self.carried = amounts.iter().sum();
        self.pots_len = 0;
    }
}
