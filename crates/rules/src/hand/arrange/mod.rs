//! Arrange and compare: everybody lays out sets in secret, and they are shown one after the other (rulebook section 5).
//!
//! | file | subject |
//! |---|---|
//! | `mod.rs` | what the machine keeps, what a player may do, the doors of a hand |
//! | `fact.rs` | what happens, and what it changes |
//! | `reveal.rs` | sets shown and compared, and who gets which pot |
//! | `betting.rs` | bets on a set before it is shown (V5) |
//! | `crash.rs` | a game of several deals, for points (V6B) |

mod betting;
pub mod crash;
mod fact;
mod reveal;

pub(super) use betting::{set_in_play, settled, show_set};
pub use fact::Fact;
pub(super) use reveal::pot_of;

use crash::Crash;

use super::{Draft, Game as AnyGame, Hand, Phase, Pot, Surroundings, Waiting};
use crate::Chips;
use crate::act::{Act, Arrangement, Legal, SpareOffer};
use crate::arrange::{Laying, MAX_SETS, Sets, automatic};
use crate::card::{Cards, Held};
use crate::fact::{Fact as HandFact, FoldReason};
use crate::options::{Prize, Rules};
use crate::refusal::Refusal;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// The most pots that there can be: the main one and one of each set.
pub const MAX_POTS: usize = 1 + MAX_SETS;

/// What this machine keeps of a hand, and from hand to hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// What each seat laid in this hand or the last; none before he did. Secret, but for what was shown.
    laid: [Option<Sets>; MAX_SEATS],
    /// Which of a seat's sets were shown, a bit each.
    shown: [u8; MAX_SEATS],
    /// Who has won each set so far; nobody where it was tied.
    winners: [Option<Seat>; MAX_SETS],
    /// How many sets are decided.
    decided: u8,
    /// The set on which bets go round.
    betting: Option<u8>,
    /// Points of each seat: sets won in this hand or the last.
    points: [u16; MAX_SEATS],
    /// What waits: the main pot, then that of each set. In a hand as it was before it.
    waiting: [Waiting; MAX_POTS],
    /// The game of several deals that is played, or was played last (V6B).
    crash: Option<Crash>,
}

impl Game {
    const NEW: Game = Game {
        laid: [None; MAX_SEATS],
        shown: [0; MAX_SEATS],
        winners: [None; MAX_SETS],
        decided: 0,
        betting: None,
        points: [0; MAX_SEATS],
        waiting: [Waiting::NOTHING; MAX_POTS],
        crash: None,
    };

    /// What a new hand forgets.
    fn start(&mut self) {
        let Game { waiting, crash, .. } = std::mem::replace(self, Game::NEW);
        *self = Game { waiting, crash, ..Game::NEW };
    }

    /// Somebody else takes the seat.
    pub(super) fn vacate(&mut self, seat: Seat) {
        self.laid[seat.index()] = None;
        self.shown[seat.index()] = 0;
        self.points[seat.index()] = 0;
        self.waiting.iter_mut().for_each(|pot| pot.paid[seat.index()] = 0);
        if let Some(crash) = &mut self.crash {
            crash.vacate(seat);
        }
    }

    /// What a seat laid; secret, but for the sets that were shown.
    pub fn laid(&self, seat: Seat) -> Option<&Sets> {
        self.laid[seat.index()].as_ref()
    }

    /// Whether this set of the seat, from 0, was shown.
    pub fn is_shown(&self, seat: Seat, set: u8) -> bool {
        self.shown[seat.index()] >> set & 1 == 1
    }

    /// Whether any set of the seat was shown.
    pub fn has_shown(&self, seat: Seat) -> bool {
        self.shown[seat.index()] != 0
    }

    /// The seat's points: of the game of several deals, else sets won in this hand or the last.
    pub fn points(&self, seat: Seat) -> u16 {
        self.crash.as_ref().map_or(self.points[seat.index()], |crash| crash.points(seat))
    }

    /// The pots that wait between hands: the main one, then that of each set.
    pub fn waiting(&self) -> &[Waiting; MAX_POTS] {
        &self.waiting
    }

    /// A seat got that much of a pot that waits.
    pub(super) fn share(&mut self, pot: u8, seat: Seat, amount: Chips) {
        let pot = &mut self.waiting[usize::from(pot)];
        pot.amount -= amount;
        pot.paid[seat.index()] = 0;
    }

    /// Who goes on with a game of several deals (V6B).
    pub(super) fn players(&self) -> Option<Seats> {
        self.crash.as_ref().and_then(Crash::going_on)
    }

    /// A new hand starts, or this one is void.
    pub(super) fn clear(&mut self) {
        self.crash.iter_mut().for_each(Crash::clear);
    }

    /// Cards that are in no hand.
    pub(super) fn cards(&self) -> Held {
        self.crash.iter().flat_map(Crash::spare).flat_map(Cards::iter).collect()
    }

    /// Who has won every set.
    fn won_all(&self, sets: u8) -> Option<Seat> {
        let winners = &self.winners[..usize::from(sets)];
        winners
            .first()
            .copied()
            .flatten()
            .filter(|&first| winners.iter().all(|&winner| winner == Some(first)))
    }
}

impl Hand {
    /// What the machine of sets keeps; none where no sets are laid, and before the first hand.
    pub fn arranging(&self) -> Option<&Game> {
        match self.game.as_deref() {
            Some(AnyGame::Arrange(game)) => Some(game),
            Some(AnyGame::Bus(_) | AnyGame::Equalised(_) | AnyGame::Classic(_)) | None => None,
        }
    }

    fn arranging_mut(&mut self) -> &mut Game {
        let game = self.game.get_or_insert_with(|| Box::new(AnyGame::Arrange(Game::NEW)));
        match &mut **game {
            AnyGame::Arrange(game) => game,
            AnyGame::Bus(_) | AnyGame::Equalised(_) | AnyGame::Classic(_) => {
                unreachable!("one-machine-a-table: sets are laid out here, and nothing else")
            }
        }
    }

    /// A new hand begins.
    pub(super) fn start_arranging(&mut self) {
        self.arranging_mut().start();
    }

    /// What may be laid at this table.
    pub fn laying(&self, rules: &Rules) -> Laying {
        let of = &rules.arrange;
        Laying { ranking: self.ranking(rules), sets: of.sets.into(), fewer: of.fewer, fours: of.fours }
    }

    /// Who has sets to show, or has yet to lay them: everybody dealt in who has not left.
    fn contenders(&self) -> Seats {
        self.dealt_in.iter().filter(|&seat| !self.player(seat).hand.is_empty()).collect()
    }

    /// One set of a seat, from 0; none if he has not laid it.
    pub fn set_of(&self, seat: Seat, set: u8) -> Option<Cards> {
        self.arranging()?.laid(seat)?.get(set.into())
    }

    fn set_pots(&mut self, pots: &[Pot]) {
        self.pots = [Pot::default(); MAX_SEATS];
        self.pots[..pots.len()].copy_from_slice(pots);
        self.pots_len = pots.len() as u8;
    }
}

/// What the seat may do now.
pub(super) fn legal(hand: &Hand, rules: &Rules, seat: Seat) -> Legal {
    match hand.phase {
        Phase::SetBetting { .. } => hand.legal_in_betting(rules, seat),
        Phase::Spare if hand.to_act.contains(seat) => {
            let fee = rules.crash.spare_fee;
            let spare = SpareOffer { fee, take: fee <= hand.player(seat).stack };
            Legal { spare: Some(spare), ..Legal::default() }
        }
        Phase::Arrange if hand.to_act.contains(seat) => {
            let from = hand.player(seat).hand;
            let of = &rules.arrange;
            let arrange = Arrangement { sets: of.sets, fewer: of.fewer, fours: of.fours.is_some(), from };
            Legal { arrange: Some(arrange), ..Legal::default() }
        }
        _ => Legal::default(),
    }
}

/// Whether the seat may do that now.
pub(super) fn check(hand: &Hand, rules: &Rules, seat: Seat, act: &Act) -> Result<(), Refusal> {
    match (hand.phase, act) {
        (Phase::SetBetting { .. }, act) => hand.check_in_betting(rules, seat, act),
        _ if !hand.to_act.contains(seat) => Err(Refusal::NotYourTurn),
        (Phase::Spare, Act::Spare(true)) if hand.player(seat).stack < rules.crash.spare_fee => {
            Err(Refusal::InsufficientChips)
        }
        (Phase::Spare, Act::Spare(_)) => Ok(()),
        (Phase::Arrange, Act::Arrange(sets)) => hand.laying(rules).check(&hand.player(seat).hand, sets),
        _ => Err(Refusal::IllegalInState),
    }
}

/// The hand has started: everybody puts his stakes into the pots.
pub(super) fn start<S: Surroundings>(d: &mut Draft<'_, S>) {
    let of = &d.rules.arrange;
    if of.prize == Prize::Game {
        return crash::start(d);
    }
    let stake = of.stake();
    if stake == 0 {
        return;
    }
    let all = stake * d.hand.dealt_in.len() as Chips;
    let game = d.hand.arranging();
    let waits = |set: u8| game.map_or(0, |game| game.waiting[usize::from(set)].amount);
    // The pot that is played for first stands last, as the newest one does where bets go round.
    let sets = if of.pots() > 1 { of.sets } else { 0 };
    let pots = std::iter::once(0).chain((1..=sets).rev());
    let pots = pots.map(|set| Pot { amount: waits(set) + all, coverer: None, set }).collect();
    d.emit(HandFact::Arrange(Fact::StakesPaid { each: of.needs(), pots }));
}

/// The cards are about to be dealt: those that are for no player come out of the pack.
pub(super) fn before_deal<S: Surroundings>(d: &mut Draft<'_, S>) {
    if d.rules.arrange.prize == Prize::Game {
        crash::deal_spare(d);
    }
}

/// The cards are dealt: all are asked for their sets, or first in turn whether they want the spare hand.
pub(super) fn dealt<S: Surroundings>(d: &mut Draft<'_, S>) {
    if d.rules.arrange.prize == Prize::Game {
        return crash::offer_spare(d, d.hand.from_dealers_left(d.hand.dealt_in));
    }
    ask(d, d.hand.active());
}

fn ask<S: Surroundings>(d: &mut Draft<'_, S>, to: Seats) {
    d.emit(HandFact::TurnPassed { to, phase: Phase::Arrange });
}

/// Does what the player asked for; it was checked.
pub(super) fn act<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, act: &Act) {
    match *act {
        Act::Arrange(sets) => lay(d, seat, sets),
        Act::Spare(takes) => crash::answer_spare(d, seat, takes),
        ref act => super::flow::act_in_betting(d, seat, act),
    }
}

/// He has laid out his sets. When all have, they are shown. What is below the standard counts as not laid.
fn lay<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, mut sets: Sets) {
    if d.rules.arrange.prize == Prize::Game {
        sets = d.hand.laying(d.rules).standing(&sets, d.rules.crash.min_hand);
    }
    d.emit(HandFact::Arrange(Fact::Arranged { seat, sets }));
    asked_less(d, seat);
}

/// One of those who were asked is not waited for any more.
fn asked_less<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    let rest = d.hand.to_act.without(seat);
    if rest.is_empty() { reveal::go_on(d) } else { ask(d, rest) }
}

/// His time is up: the engine lays the best sets that there are, or does what it does in betting.
pub(super) fn time_out<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if d.hand.phase == Phase::Spare {
        crash::answer_spare(d, seat, false);
    } else if d.hand.phase == Phase::Arrange {
        let laying = d.hand.laying(d.rules);
        let sets = automatic(&laying.ranking, &d.hand.player(seat).hand, laying.sets);
        lay(d, seat, sets);
    } else {
        super::flow::time_out_in_betting(d, seat);
    }
}

/// He leaves: his stakes are lost, and his sets count as absent.
pub(super) fn leave<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if matches!(d.hand.phase, Phase::SetBetting { .. }) {
        return betting::leave(d, seat);
    }
    if !d.hand.contenders().contains(seat) {
        return;
    }
    if d.rules.arrange.prize == Prize::Game {
        crash::pay_to_leave(d, seat);
    }
    let asked = d.hand.to_act.contains(seat);
    d.emit(HandFact::Folded { seat, reason: FoldReason::Left });
    if d.hand.contenders().len() == 1 {
        reveal::go_on(d);
    } else if asked && d.hand.phase == Phase::Spare {
        crash::offer_after(d, seat);
    } else if asked {
        asked_less(d, seat);
    }
}

/// Before a hand is voided: whoever has won more than he paid gives the difference back, so that the pots hold what the
/// others get back.
pub(super) fn give_back<S: Surroundings>(d: &mut Draft<'_, S>) {
    for seat in d.hand.dealt_in.iter() {
        let player = d.hand.player(seat);
        let amount = player.won.saturating_sub(player.paid);
        if amount > 0 {
            let stack = player.stack - amount;
            d.emit(HandFact::Arrange(Fact::GaveBack { seat, amount, stack }));
        }
    }
}
