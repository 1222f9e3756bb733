//! What happened in the classic game, and facts into state.

use super::super::{Game, Hand, Phase, Pot};
use super::{Classic, FACE_UP, GOAL, Kind, POTS};
use crate::Chips;
use crate::card::{Card, Cards};
use crate::fact::AwardReason;
use crate::rank::Class;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// How chips were paid for the brag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowBet {
    /// He bragged.
    Brag,
    /// He challenged the brag.
    Challenge,
    /// A rival went on.
    Bet,
    /// A rival paid to compare.
    See,
    /// A rival put in his last chips, and both hands are compared.
    Cover,
}

/// What costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// He does not brag.
    Pass,
    /// He does not answer the brag.
    Decline,
    /// He gives up to his rival.
    Concede,
    /// He has enough, towards thirty-one.
    Stand,
}

/// A fact of the classic game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// Everybody dealt in laid three stakes.
    StakesLaid {
        /// Chips of each stake.
        each: Chips,
        /// Chips in each pot after it.
        pots: [Chips; POTS],
    },
    /// The third card of each lies face up.
    CardsTurnedUp {
        /// Whose, and which, from the dealer's left.
        cards: Box<[(Seat, Card)]>,
    },
    /// He said something that costs nothing.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        word: Word,
    },
    /// He paid into the pot of the brag.
    BetMade {
        /// Who.
        seat: Seat,
        /// For what.
        how: HowBet,
        /// Chips paid.
        amount: Chips,
        /// What the rival must pay at least after it.
        stake: Chips,
        /// His chips after it.
        stack: Chips,
        /// Chips in the pot of the brag after it.
        pot: Chips,
    },
    /// The top card of the pack came to his hand, face up.
    CardDrawn {
        /// Who.
        seat: Seat,
        /// Which card.
        card: Card,
        /// What he has after it.
        total: u8,
        /// The engine drew it, because he is one of those who have equally much.
        again: bool,
    },
    /// He put a card down for the top card of the pack.
    CardExchanged {
        /// Who.
        seat: Seat,
        /// Where in his hand, from 0.
        place: u8,
        /// The card put down.
        thrown: Card,
        /// The card that came for it.
        drawn: Card,
        /// What he has after it.
        total: u8,
        /// What his hand counts as after it, as far as the brag is concerned.
        class: Class,
        /// The index of that under the table's ranking.
        index: u16,
    },
    /// Nobody won a pot: it waits for the next deal's of its kind.
    PotWaits {
        /// Which.
        pot: Kind,
        /// Chips that wait in it.
        amount: Chips,
    },
    /// Who won all three was paid for it by another player.
    BonusPaid {
        /// Who paid.
        from: Seat,
        /// Who won.
        to: Seat,
        /// Chips.
        amount: Chips,
        /// The payer's chips after it.
        from_stack: Chips,
        /// The winner's chips after it.
        to_stack: Chips,
    },
}

impl Fact {
    /// Whether somebody brought it about, as against the engine's own steps.
    pub fn is_an_act(&self) -> bool {
        matches!(
            self,
            Fact::Said { .. }
                | Fact::BetMade { .. }
                | Fact::CardDrawn { again: false, .. }
                | Fact::CardExchanged { .. }
        )
    }
}

impl Hand {
    /// The hand begins: the pots that waited are played for again.
    pub(in super::super) fn start_classic(&mut self) {
        if self.classic().is_none() {
            self.game = Some(Box::new(Game::Classic(Classic::NEW)));
        }
        let Some(classic) = self.classic_mut() else { return };
        let mut brought = [0; POTS];
        for (brought, waiting) in brought.iter_mut().zip(&mut classic.waiting) {
            *brought = std::mem::take(&mut waiting.amount);
        }
        *classic = Classic { waiting: classic.waiting, brought, ..Classic::NEW };
        self.pots = [Pot::default(); MAX_SEATS];
        for (pot, amount) in self.pots.iter_mut().zip(brought) {
            pot.amount = amount;
        }
        self.pots_len = POTS as u8;
    }

    /// Changes the state as the fact says.
    pub(in super::super) fn apply_classic(&mut self, fact: &Fact) {
        match fact {
            Fact::StakesLaid { each, pots } => {
                for seat in self.dealt_in.iter() {
                    Kind::ALL.into_iter().for_each(|kind| self.lay(seat, kind, *each));
                }
                let fits = self.pots().iter().zip(pots).all(|(pot, amount)| pot.amount == *amount);
                assert!(fits, "amounts-after: a pot differs from its stakes");
            }
            Fact::CardsTurnedUp { cards } => {
                for &(seat, card) in cards {
                    let up = self.player(seat).hand.get(FACE_UP);
                    assert!(up == Some(card), "three-cards: the third one lies face up");
                }
            }
            Fact::Said { seat, word } => {
                let Some(classic) = self.classic_mut() else { return };
                let said = match word {
                    Word::Pass => &mut classic.offered,
                    Word::Decline => &mut classic.declined,
                    Word::Stand => &mut classic.stood,
                    Word::Concede => return,
                };
                *said = said.with(*seat);
            }
            Fact::BetMade { seat, how, amount, stake, stack, pot } => {
                self.lay(*seat, Kind::Brag, *amount);
                self.bets += 1;
                self.last_bettor = Some(*seat);
                self.player_mut(*seat).bets += 1;
                self.stake = *stake;
                let fits = self.player(*seat).stack == *stack && self.pots[Kind::Brag.index()].amount == *pot;
                assert!(fits, "amounts-after: a stack differs from its bet");
                let Some(classic) = self.classic_mut() else { return };
                match how {
                    HowBet::Brag => {
                        classic.bragger = Some(*seat);
                        classic.offered = classic.offered.with(*seat);
                        classic.declined = Seats::NONE;
                    }
                    HowBet::Challenge => classic.challenger = Some(*seat),
                    HowBet::Bet | HowBet::See | HowBet::Cover => {}
                }
            }
            Fact::CardDrawn { seat, card, total, again: _ } => {
                self.take_top(*card);
                let Some(classic) = self.classic_mut() else { return };
                classic.drawn[seat.index()].push(*card);
                if *total > GOAL {
                    classic.out = classic.out.with(*seat);
                }
                self.assert_one_place_a_card();
            }
            Fact::CardExchanged { seat, place, thrown, drawn, total, class: _, index: _ } => {
                self.take_top(*drawn);
                self.discards.push(*thrown);
                let (from, _) = self.player(*seat).showed;
                self.showed = replaced(&self.showed, usize::from(from + place), *drawn);
                let player = self.player_mut(*seat);
                player.hand = replaced(&player.hand, usize::from(*place), *drawn);
                let Some(classic) = self.classic_mut() else { return };
                classic.stood = classic.stood.with(*seat);
                if *total > GOAL {
                    classic.out = classic.out.with(*seat);
                }
                self.assert_one_place_a_card();
            }
            Fact::PotWaits { pot, amount } => {
                let there = self.pots[pot.index()].amount;
                assert!(there == *amount, "amounts-after: a pot differs from what waits of it");
                if let Some(classic) = self.classic_mut() {
                    classic.waits[pot.index()] = true;
                }
            }
            Fact::BonusPaid { from, to, amount, from_stack, to_stack } => {
                self.pay_over(*from, *to, *amount, [*from_stack, *to_stack]);
            }
        }
    }

    fn lay(&mut self, seat: Seat, kind: Kind, amount: Chips) {
        let player = self.player_mut(seat);
        player.stack -= amount;
        player.paid += amount;
        self.pots[kind.index()].amount += amount;
        if let Some(classic) = self.classic_mut() {
            classic.laid[kind.index()][seat.index()] += amount;
        }
    }

    fn take_top(&mut self, card: Card) {
        assert!(self.pack.get(0) == Some(card), "cards-suffice: the top card of the pack comes");
        self.pack.drain_top(1);
        self.dealt_since_shuffle |= 1 << card.code();
    }

    /// The hand is over: what nobody won of it waits, each pot for the next deal's of its kind.
    pub(in super::super) fn end_classic(&mut self) {
        let left = self.pots.map(|pot| pot.amount);
        let Some(classic) = self.classic_mut() else { return };
        for ((waiting, laid), amount) in classic.waiting.iter_mut().zip(classic.laid).zip(left) {
            waiting.amount = amount;
            for (paid, laid) in waiting.paid.iter_mut().zip(laid) {
                *paid = if amount > 0 { *paid + laid } else { 0 };
            }
        }
        self.carried = self.pot();
        self.pots = [Pot::default(); MAX_SEATS];
    }

    /// A pot was paid, or a share of it, or some of his own chips of it went back.
    pub(in super::super) fn award_classic(
        &mut self,
        pot: usize,
        seat: Seat,
        amount: Chips,
        sharers: u8,
        reason: AwardReason,
    ) {
        let Some(classic) = self.classic_mut() else { return };
        if matches!(reason, AwardReason::Excess | AwardReason::Returned) {
            classic.laid[pot][seat.index()] -= amount;
        } else if sharers == 1 {
            classic.won[pot] = Some(seat);
        }
    }

    /// He left: his brag, if it was not answered yet, is lost to the pot, and the offer goes on.
    pub(in super::super) fn left_classic(&mut self, seat: Seat) {
        let unanswered = self.phase == Phase::Challenge;
        let Some(classic) = self.classic_mut() else { return };
        classic.drawn[seat.index()] = Cards::EMPTY;
        if unanswered && classic.bragger == Some(seat) {
            classic.bragger = None;
            self.stake = 0;
        }
    }

    /// The hand was voided: the pots that had waited wait again.
    pub(in super::super) fn void_classic(&mut self) {
        let carried = self.carried;
        let Some(classic) = self.classic_mut() else { return };
        for (waiting, brought) in classic.waiting.iter_mut().zip(classic.brought) {
            waiting.amount = brought;
        }
        let brought: Chips = classic.brought.iter().sum();
        assert!(carried == brought, "chips-conserved: what had waited waits again");
        classic.drawn = [Cards::EMPTY; MAX_SEATS];
        self.players.iter_mut().for_each(|player| player.shown = false);
    }
}

/// The cards with another one at that place.
fn replaced<const N: usize>(cards: &Cards<N>, place: usize, card: Card) -> Cards<N> {
    cards.iter().enumerate().map(|(at, held)| if at == place { card } else { held }).collect()
}
