//! Stop the Bus (V8): in turn cards are changed for the commons, until somebody sticks and everybody else has had one
//! more turn; the lowest hands lose a life, and the last player with lives wins the game.
//!
//! A game is a series of hands. What goes on from one to the next is [`Bus`], and the entry stakes, which are the pot
//! that is carried.

use super::flow::finish;
use super::showdown::{self, Prials};
use super::{Draft, Game, Hand, Phase, Standing, Surroundings};
use crate::Chips;
use crate::act::{Act, Legal, Swap};
use crate::card::{Card, Cards};
use crate::fact::{AwardReason, Fact as HandFact, FoldReason};
use crate::options::{FinalSwap, Rules, StickMode};
use crate::rank::Reading;
use crate::refusal::Refusal;
use crate::seat::{MAX_SEATS, Seat, SeatOrder, Seats};

/// A game of Stop the Bus, in progress or over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bus {
    /// A game is in progress.
    running: bool,
    /// What each seat has left, or had when the last game ended.
    lives: [u8; MAX_SEATS],
    /// The cards that lie face up. Between hands those of the last one, which are in the pack.
    commons: Cards,
    /// Swaps of each seat in this deal before anybody stuck.
    turns: [u8; MAX_SEATS],
    /// Who stuck in this deal, or the last one.
    stuck_by: Option<Seat>,
    /// Who has no turn any more in this deal: he stuck, or has had his last turn.
    finished: Seats,
    /// Nobody lost a life in the last deal, which the same dealer repeats.
    again: bool,
}

/// What happens in Stop the Bus alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A new game began: everybody dealt in has all his lives, and paid the entry stake.
    GameStarted {
        /// Lives of each.
        lives: u8,
        /// What each paid.
        each: Chips,
        /// All chips in the middle after it.
        pot: Chips,
    },
    /// The top three cards of the pack were laid face up after the hands were dealt.
    CommonsDealt {
        /// Which.
        cards: Cards,
    },
    /// He put down a card and took a common one for it.
    Swapped {
        /// Who.
        seat: Seat,
        /// Where the card lay in his hand, from 0, and the other one lies now.
        place: u8,
        /// The card that he put down.
        own: Card,
        /// The card that he took.
        common: Card,
    },
    /// He put down his hand and took all commons.
    SwappedAll {
        /// Who.
        seat: Seat,
        /// His cards, which are the commons now.
        own: Cards,
    },
    /// He stuck: everybody else has one more turn.
    Stuck {
        /// Who.
        seat: Seat,
    },
    /// He keeps what he has in his last turn.
    Stood {
        /// Who.
        seat: Seat,
    },
    /// Everybody has had `max_circuits` turns and nobody stuck: the hands are compared as they are.
    CircuitsEnded,
    /// The hands were compared.
    Compared {
        /// Who has the lowest; several if they are equal.
        lowest: Seats,
        /// Each of them lost a life; if not, nobody would have been left, and the deal is repeated.
        lost: bool,
    },
    /// He left, and with him all his lives.
    Forfeited {
        /// Who.
        seat: Seat,
    },
    /// The game is over.
    GameEnded {
        /// The last one in; nobody if it was broken off.
        winner: Option<Seat>,
    },
}

impl Fact {
    /// Whether somebody did it, as against the engine's own steps.
    pub fn is_an_act(&self) -> bool {
        match self {
            Fact::Swapped { .. }
            | Fact::SwappedAll { .. }
            | Fact::Stuck { .. }
            | Fact::Stood { .. }
            | Fact::Forfeited { .. } => true,
            Fact::GameStarted { .. }
            | Fact::CommonsDealt { .. }
            | Fact::CircuitsEnded
            | Fact::Compared { .. }
            | Fact::GameEnded { .. } => false,
        }
    }
}

impl Bus {
    const EMPTY: Bus = Bus {
        running: false,
        lives: [0; MAX_SEATS],
        commons: Cards::EMPTY,
        turns: [0; MAX_SEATS],
        stuck_by: None,
        finished: Seats::NONE,
        again: false,
    };

    /// The lives that a seat has left, or had when the last game ended.
    pub fn lives(&self, seat: Seat) -> u8 {
        self.lives[seat.index()]
    }

    /// The cards that lie face up; between hands those of the last one.
    pub fn commons(&self) -> &Cards {
        &self.commons
    }

    /// Who stuck in this deal or, between hands, in the last one.
    pub fn stuck_by(&self) -> Option<Seat> {
        self.stuck_by
    }

    /// Who is still in the game in progress; none where there is none.
    pub(super) fn players(&self) -> Option<Seats> {
        self.running.then(|| Seat::all().filter(|&seat| self.lives(seat) > 0).collect())
    }

    /// The last deal is repeated by the same dealer.
    pub(super) fn deals_again(&self) -> bool {
        self.again
    }

    /// A new hand starts: the cards of the last one are in the pack.
    pub(super) fn clear(&mut self) {
        self.commons = Cards::EMPTY;
        self.turns = [0; MAX_SEATS];
        self.stuck_by = None;
        self.finished = Seats::NONE;
        self.again = false;
    }

    /// Another player sits there now.
    pub(super) fn vacate(&mut self, seat: Seat) {
        self.lives[seat.index()] = 0;
    }
}

impl Hand {
    /// The game of Stop the Bus; none at a table that plays another, or has not begun.
    pub fn bus(&self) -> Option<&Bus> {
        match self.game.as_deref()? {
            Game::Bus(bus) => Some(bus),
            Game::Arrange(_) | Game::Equalised(_) | Game::Classic(_) => None,
        }
    }

    fn bus_mut(&mut self) -> &mut Bus {
        let game = self.game.get_or_insert_with(|| Box::new(Game::Bus(Bus::EMPTY)));
        match &mut **game {
            Game::Bus(bus) => bus,
            Game::Arrange(_) | Game::Equalised(_) | Game::Classic(_) => {
                unreachable!("one-machine-a-table: cards are changed for commons here, and nothing else")
            }
        }
    }

    pub(super) fn apply_bus(&mut self, fact: &Fact) {
        match *fact {
            Fact::GameStarted { lives, each, pot: _ } => {
                let players = self.dealt_in;
                players.iter().for_each(|seat| self.pay(seat, each));
                let bus = self.bus_mut();
                bus.running = true;
                bus.lives = [0; MAX_SEATS];
                players.iter().for_each(|seat| bus.lives[seat.index()] = lives);
            }
            Fact::CommonsDealt { cards } => {
                cards.iter().for_each(|card| self.dealt_since_shuffle |= 1 << card.code());
                self.pack.drain_top(cards.len());
                self.bus_mut().commons = cards;
                self.assert_one_place_a_card();
            }
            Fact::Swapped { seat, place, own, common } => {
                let hand = self.player(seat).hand;
                let taken = |(at, card)| if at == usize::from(place) { common } else { card };
                self.player_mut(seat).hand = hand.iter().enumerate().map(taken).collect();
                let bus = self.bus_mut();
                bus.commons =
                    bus.commons.iter().map(|card| if card == common { own } else { card }).collect();
                self.count_turn(seat);
            }
            Fact::SwappedAll { seat, own } => {
                let taken = std::mem::replace(&mut self.bus_mut().commons, own);
                self.player_mut(seat).hand = taken;
                self.count_turn(seat);
            }
            Fact::Stuck { seat } => {
                let bus = self.bus_mut();
                bus.stuck_by = Some(seat);
                bus.finished = Seats::only(seat);
            }
            Fact::Stood { seat } => self.count_turn(seat),
            Fact::CircuitsEnded => {}
            Fact::Compared { lowest, lost } => {
                let bus = self.bus_mut();
                if lost {
                    lowest.iter().for_each(|seat| bus.lives[seat.index()] -= 1);
                }
                bus.again = !lost;
                (self.phase, self.to_act) = (Phase::Showdown, Seats::NONE);
            }
            Fact::Forfeited { seat } => self.bus_mut().lives[seat.index()] = 0,
            Fact::GameEnded { winner: _ } => {
                let bus = self.bus_mut();
                (bus.running, bus.again) = (false, false);
            }
        }
    }

    /// He has had a turn; after a stick it was his last.
    fn count_turn(&mut self, seat: Seat) {
        let last = self.phase == Phase::LastTurns;
        let bus = self.bus_mut();
        if last {
            bus.finished = bus.finished.with(seat);
        } else {
            bus.turns[seat.index()] += 1;
        }
    }

    pub(super) fn legal_in_bus(&self, rules: &Rules, seat: Seat) -> Legal {
        let Some(bus) = self.bus().filter(|_| self.to_act.contains(seat)) else { return Legal::default() };
        let last = match self.phase {
            Phase::Turns => false,
            Phase::LastTurns => true,
            _ => return Legal::default(),
        };
        let stick = !last && rules.bus.stick_mode != StickMode::InsteadOnly;
        Legal {
            swap: Some(Swap { from: self.player(seat).hand, commons: bus.commons, stick }),
            stick: !last && rules.bus.stick_mode != StickMode::AfterSwapOnly,
            stand: last && rules.bus.final_swap == FinalSwap::Optional,
            ..Legal::default()
        }
    }

    pub(super) fn check_in_bus(&self, rules: &Rules, seat: Seat, act: &Act) -> Result<(), Refusal> {
        if !self.to_act.contains(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let legal = self.legal_in_bus(rules, seat);
        match (act, legal.swap) {
            (
                Act::Swap { stick: true, .. } | Act::SwapAll { stick: true },
                Some(Swap { stick: false, .. }),
            ) => Err(Refusal::IllegalInState),
            (Act::Swap { own, common, .. }, Some(swap)) => swap.check(own, common),
            (Act::SwapAll { .. }, Some(_)) => Ok(()),
            (Act::Stick, _) if legal.stick => Ok(()),
            (Act::Stand, _) if legal.stand => Ok(()),
            _ => Err(Refusal::IllegalInState),
        }
    }
}

/// The hand has started: where no game is in progress, one begins with it.
pub(super) fn start<S: Surroundings>(d: &mut Draft<'_, S>) {
    if d.hand.players_of_game().is_none() {
        let (lives, each) = (d.rules.bus.lives, d.rules.bus.entry_stake);
        let pot = d.hand.pot() + each * d.hand.dealt_in.len() as Chips;
        d.emit(HandFact::Bus(Fact::GameStarted { lives, each, pot }));
    }
}

/// The hands are dealt: the commons follow, and the eldest hand begins.
pub(super) fn open<S: Surroundings>(d: &mut Draft<'_, S>) {
    let cards = d.hand.pack.iter().take(d.rules.commons()).collect();
    d.emit(HandFact::Bus(Fact::CommonsDealt { cards }));
    pass_turn_after(d, d.hand.dealer.unwrap_or(Seat::LAST));
}

pub(super) fn act<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, act: &Act) {
    match *act {
        Act::Swap { own, common, stick } => {
            swap(d, seat, &own, &common);
            finish_turn(d, seat, stick);
        }
        Act::SwapAll { stick } => {
            swap_all(d, seat);
            finish_turn(d, seat, stick);
        }
        Act::Stick => finish_turn(d, seat, true),
        Act::Stand => {
            d.emit(HandFact::Bus(Fact::Stood { seat }));
            finish_turn(d, seat, false);
        }
        _ => unreachable!("acts-are-checked: {act:?} is no act of Stop the Bus"),
    }
}

/// One card, or all where more are named.
fn swap<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, own: &Cards, common: &Cards) {
    let hand = d.hand.player(seat).hand;
    let place = hand.iter().position(|card| own.contains(card));
    match (own.len(), place, common.get(0)) {
        (1, Some(place), Some(common)) => {
            let (place, own) = (place as u8, hand.at(place));
            d.emit(HandFact::Bus(Fact::Swapped { seat, place, own, common }));
        }
        _ => swap_all(d, seat),
    }
}

fn swap_all<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    let own = d.hand.player(seat).hand;
    d.emit(HandFact::Bus(Fact::SwappedAll { seat, own }));
}

/// The last part of a turn, and whoever comes next.
fn finish_turn<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, stick: bool) {
    if stick {
        d.emit(HandFact::Bus(Fact::Stuck { seat }));
    }
    pass_turn_after(d, seat);
}

/// Whoever comes next has a turn, or the hands are compared.
fn pass_turn_after<S: Surroundings>(d: &mut Draft<'_, S>, from: Seat) {
    let active = d.hand.active();
    let Some(bus) = d.hand.bus() else { return };
    if bus.stuck_by.is_some() {
        match active.minus(bus.finished).next_after(from) {
            Some(next) => d.ask(next, Phase::LastTurns),
            None => compare(d),
        }
        return;
    }
    let next = active.next_after(from).expect("somebody-is-left: a game with one player left is over");
    if bus.turns[next.index()] < d.rules.bus.max_circuits {
        return d.ask(next, Phase::Turns);
    }
    d.emit(HandFact::Bus(Fact::CircuitsEnded));
    compare(d);
}

/// What the engine does when a player's time is up: it sticks or stands, and where he could not do that himself it swaps
/// his lowest card for the lowest common one, so that letting the clock run gains nothing.
pub(super) fn time_out<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    let legal = d.hand.legal_in_bus(d.rules, seat);
    let passive = if legal.stick {
        Some(Act::Stick)
    } else if legal.stand {
        Some(Act::Stand)
    } else {
        legal.swap.and_then(|swap| {
            let lowest = |cards: &Cards| cards.iter().min_by_key(|card| (card.rank(), card.suit()));
            let one = |card| Cards::from_iter([card]);
            let (own, common) = (lowest(&swap.from)?, lowest(&swap.commons)?);
            Some(Act::Swap { own: one(own), common: one(common), stick: false })
        })
    };
    if let Some(passive) = passive {
        act(d, seat, &passive);
    }
}

/// A player leaves during the hand: he loses all his lives, and his cards go out of play.
pub(super) fn leave<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if d.hand.player(seat).standing != Standing::In {
        return;
    }
    let in_turn = d.hand.to_act.contains(seat);
    d.emit(HandFact::Folded { seat, reason: FoldReason::Left });
    d.emit(HandFact::Bus(Fact::Forfeited { seat }));
    match d.hand.active().single() {
        Some(last) => {
            win(d, last, AwardReason::OthersLeft);
            finish(d, SeatOrder::from_iter([last]), Prials::default());
        }
        None if in_turn => pass_turn_after(d, seat),
        None => {}
    }
}

/// A player leaves between two hands of a game: he loses all his lives, and who is left alone has won.
pub(super) fn leave_between<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if !d.hand.players_of_game().is_some_and(|players| players.contains(seat)) {
        return;
    }
    d.emit(HandFact::Bus(Fact::Forfeited { seat }));
    if let Some(winner) = d.hand.players_of_game().and_then(Seats::single) {
        share(d, Seats::only(winner));
        d.emit(HandFact::Bus(Fact::GameEnded { winner: Some(winner) }));
    }
}

/// The session is over between two hands of a game: those of the last deal who are still there share the entry stakes
/// equally (3.13).
pub(super) fn break_off<S: Surroundings>(d: &mut Draft<'_, S>, there: Seats) {
    if d.hand.players_of_game().is_some() {
        share(d, d.hand.dealt_in.iter().filter(|&seat| there.contains(seat)).collect());
        d.emit(HandFact::Bus(Fact::GameEnded { winner: None }));
    }
}

/// Divides what is carried equally, the odd chips from the dealer's left.
fn share<S: Surroundings>(d: &mut Draft<'_, S>, among: Seats) {
    let (total, sharers) = (d.hand.carried, among.len() as Chips);
    let order: SeatOrder = d.hand.from_dealers_left(among).collect();
    for (place, seat) in order.iter().enumerate() {
        let amount = total / sharers + Chips::from((place as Chips) < total % sharers);
        if amount > 0 {
            let stack = d.hand.player(seat).stack + amount;
            d.emit(HandFact::WaitingPotShared { pot: 0, seat, amount, stack });
        }
    }
}

/// All hands are turned up, and every lowest one costs a life, unless nobody would be left.
fn compare<S: Surroundings>(d: &mut Draft<'_, S>) {
    let active = d.hand.active();
    let order: SeatOrder = d.hand.from_dealers_left(active).collect();
    order.iter().for_each(|seat| showdown::show(d, seat));
    let mut worst: Option<Reading> = None;
    let mut lowest = Seats::NONE;
    for seat in order.iter() {
        let reading = showdown::reading(d, seat);
        match worst {
            Some(worst) if reading > worst => continue,
            Some(worst) if reading == worst => lowest = lowest.with(seat),
            _ => (worst, lowest) = (Some(reading), Seats::only(seat)),
        }
    }
    let survives = |seat: &Seat| d.hand.bus().is_some_and(|bus| bus.lives(*seat) > 1);
    let lost = lowest.iter().any(|seat| survives(&seat)) || lowest != active;
    d.emit(HandFact::Bus(Fact::Compared { lowest, lost }));
    match d.hand.players_of_game().and_then(Seats::single) {
        Some(winner) => win(d, winner, AwardReason::LastOneIn),
        None if d.hand.pot() > 0 => {
            let amount = d.hand.pot();
            d.emit(HandFact::PotCarried { winner: None, amount });
        }
        None => {}
    }
    // The lowest hands go to the discards first, the winner's last.
    let lowest = d.hand.from_dealers_left(lowest).collect::<Vec<_>>();
    finish(d, lowest.into_iter().chain(order.iter()).collect(), Prials::default());
}

/// The last one in takes the entry stakes.
fn win<S: Surroundings>(d: &mut Draft<'_, S>, winner: Seat, reason: AwardReason) {
    showdown::award(d, Seats::only(winner), reason);
    d.emit(HandFact::Bus(Fact::GameEnded { winner: Some(winner) }));
}
