//! What happens when a plan is carried out: events, up to where the table waits for a person or the clock.

use crate::chance::Chance;
use crate::charter::Charter;
use crate::check::Plan;
use crate::clock;
use crate::event::{Cause, Deadline, Event, Fact, Handle, Millis, SitOutReason};
use crate::hands;
use crate::seating;
use crate::session;
use crate::state::{Room, Table};
use brag_rules::act::Legal;
use brag_rules::card::{Card, Cards};
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::arrange::crash::{self, Crash};
use brag_rules::hand::{Draft, Hand, Surroundings, arrange, bus, classic, equalised, flow};
use brag_rules::seat::{Seat, Seats};
use std::sync::Arc;

/// One commit: never split, and nothing of it is visible before all of it is durable.
#[derive(Debug, Clone)]
pub struct Decision {
    /// In order, at least one.
    pub events: Vec<Event>,
    /// The table once all of them are applied: on the heap, because it is handed on more than once.
    pub after: Box<Table>,
}

/// A new table and its first event.
pub fn create(charter: Arc<Charter>, commitment: Option<[u8; 32]>, now: Millis) -> Decision {
    let event = Event {
        seq: 1,
        time: now,
        hand: 0,
        turn: 0,
        cause: Cause::Operator,
        deadline: None,
        fact: Fact::Created { charter: Arc::clone(&charter), commitment },
    };
    let hand = Hand::new(charter.rules.pack(), charter.rules.max_players);
    let mut after = Box::new(Table { charter, hand, room: Room::new(now) });
    after.room.note(&after.charter, &after.hand, &event);
    Decision { events: vec![event], after }
}

/// Decides on a copy; the table itself does not change.
pub fn decide(table: &Table, plan: Plan, now: Millis, chance: &mut dyn Chance) -> Decision {
    // Copied straight to where it stays.
    let mut after = Box::write(Box::new_uninit(), table.clone());
    // A bet, and the turn after it.
    let mut events = Vec::with_capacity(2);
    step(&mut after, plan, now, chance, &mut events);
    Decision { events, after }
}

/// Decides and applies at once, for whoever keeps no journal (`sim`, the pure replay).
pub fn step(table: &mut Table, plan: Plan, now: Millis, chance: &mut dyn Chance, events: &mut Vec<Event>) {
    let Table { charter, hand, room } = table;
    let mut steps = Steps {
        hand,
        around: Around {
            charter,
            room,
            chance,
            events,
            now,
            cause: Cause::Engine,
            extended: None,
            hand_ended: false,
        },
    };
    steps.carry_out(plan);
    steps.go_on();
}

/// The room around a hand while a decision is made: takes the hand's facts and numbers them.
pub(crate) struct Around<'a> {
    pub(crate) charter: &'a Arc<Charter>,
    pub(crate) room: &'a mut Room,
    pub(crate) chance: &'a mut dyn Chance,
    pub(crate) events: &'a mut Vec<Event>,
    pub(crate) now: Millis,
    /// Who brought about the acts among the facts; everything else is the engine's own step.
    pub(crate) cause: Cause,
    /// What a `TurnExtended` sets.
    pub(crate) extended: Option<Deadline>,
    /// A hand ended and the table has not cleared up after it.
    pub(crate) hand_ended: bool,
}

impl Around<'_> {
    /// Numbers a fact that has changed the hand already, and notes what it changes around it.
    pub(crate) fn push(&mut self, hand: &Hand, cause: Cause, fact: Fact) {
        let (mut turn, mut deadline) = (self.room.turn, None);
        match &fact {
            Fact::TurnExtended { .. } => deadline = self.extended,
            Fact::Hand(HandFact::TurnPassed { phase, .. }) | Fact::AllAsked { phase, .. } => {
                turn += 1;
                deadline = clock::deadline_of(self.charter, self.room, hand, hand.to_act, *phase, self.now);
            }
            Fact::Hand(HandFact::HandEnded { .. } | HandFact::HandVoided) => {
                turn += 1;
                self.hand_ended = true;
            }
            _ => {}
        }
        let (seq, time, hand_number) = (self.room.seq + 1, self.now, hand.number);
        let event = Event { seq, time, hand: hand_number, turn, cause, deadline, fact };
        self.room.note(self.charter, hand, &event);
        self.events.push(event);
    }
}

impl Surroundings for Around<'_> {
    fn record(&mut self, hand: &Hand, fact: HandFact) {
        let cause = if is_an_act(&fact) { self.cause } else { Cause::Engine };
        let fact = match fact {
            HandFact::Dealt { each } => dealt(self.room, hand, each, self.charter.rules.blind_play),
            HandFact::TurnPassed { to, phase } if phase.asks_all() && to.len() > 1 => {
                let seats = clock::banks(self.charter, self.room, to, phase, self.now);
                Fact::AllAsked { seats, phase }
            }
            HandFact::Bus(bus::Fact::CommonsDealt { cards }) => {
                let handle = |card: Card| self.room.settled.handles[usize::from(card.code())];
                Fact::CommonsDealt { cards: cards.iter().map(|card| (handle(card), card)).collect() }
            }
            HandFact::Arrange(arrange::Fact::Crash(crash::Fact::SpareDealt { hands })) => {
                let cards = hand.crash().into_iter().flat_map(Crash::spare).flat_map(Cards::iter);
                let handles = cards.map(|card| self.room.settled.handles[usize::from(card.code())]).collect();
                Fact::SpareDealt { hands, handles }
            }
            HandFact::Classic(
                classic::Fact::CardDrawn { card, .. } | classic::Fact::CardExchanged { drawn: card, .. },
            ) => {
                let handles = names(self.room, &Cards::from_iter([card]));
                Fact::FromPack { fact: Box::new(fact), handles }
            }
            HandFact::Equalised(equalised::Fact::CardsChanged { drawn, .. }) => {
                let handles = names(self.room, &drawn);
                Fact::FromPack { fact: Box::new(fact), handles }
            }
            fact => Fact::Hand(fact),
        };
        self.push(hand, cause, fact);
    }

    fn next_hand_possible(&self, hand: &Hand) -> bool {
        session::next_hand_possible(self.charter, self.room, hand, self.now)
    }

    fn cut_point(&mut self, cards: u8) -> u8 {
        self.chance.cut(self.room.settled.epoch, self.room.settled.gathers, cards)
    }
}

/// Facts that somebody brought about, as against the engine's own steps.
fn is_an_act(fact: &HandFact) -> bool {
    match fact {
        HandFact::Looked { .. }
        | HandFact::Discarded { .. }
        | HandFact::Folded { .. }
        | HandFact::BetMade { .. }
        | HandFact::SeePaid { .. }
        | HandFact::SideshowAsked { .. }
        | HandFact::SideshowAccepted { .. }
        | HandFact::SideshowRefused { .. }
        | HandFact::Covered { .. }
        | HandFact::HandThrown { .. }
        | HandFact::Retained { .. }
        | HandFact::ChipsAdded { .. }
        | HandFact::ChipsRemoved { .. }
        | HandFact::TopUpWaits { .. } => true,
        HandFact::PackCut { by, .. } => by.is_some(),
        HandFact::Arrange(fact) => fact.is_an_act(),
        HandFact::Bus(fact) => fact.is_an_act(),
        HandFact::Equalised(fact) => fact.is_an_act(),
        HandFact::Classic(fact) => fact.is_an_act(),
        _ => false,
    }
}

/// The public names of these cards.
fn names(room: &Room, cards: &Cards) -> Box<[Handle]> {
    cards.iter().map(|card| room.settled.handles[usize::from(card.code())]).collect()
}

/// The deal as an event: the names of everybody's cards, and the cards themselves where all play open.
fn dealt(room: &Room, hand: &Hand, each: u8, blind_play: bool) -> Fact {
    let order = Box::new(hand.from_dealers_left(hand.active()).collect());
    let mut handles = Vec::with_capacity(usize::from(each) * hand.active().len());
    let mut cards = Vec::new();
    for seat in hand.from_dealers_left(hand.active()) {
        let player = hand.player(seat);
        let new = player.second.as_ref().unwrap_or(&player.hand);
        handles.extend(new.iter().map(|card| room.settled.handles[usize::from(card.code())]));
        if !blind_play {
            cards.extend(new.iter());
        }
    }
    let open = (!blind_play).then(|| cards.into_boxed_slice());
    Fact::Dealt { order, each, handles: handles.into_boxed_slice(), open }
}

/// The steps of one decision: the hand, and the room around it.
pub(crate) struct Steps<'a> {
    pub(crate) hand: &'a mut Hand,
    pub(crate) around: Around<'a>,
}

impl<'a> Steps<'a> {
    /// The hand as the rules see it.
    pub(crate) fn draft<'b>(&'b mut self) -> Draft<'b, Around<'a>> {
        Draft { hand: self.hand, rules: &self.around.charter.rules, around: &mut self.around }
    }

    /// Notes a fact of the table that does not touch the hand.
    pub(crate) fn note(&mut self, fact: Fact) {
        let cause = self.around.cause;
        self.around.push(self.hand, cause, fact);
    }

    /// Applies a fact of the hand that is not the rules' own to decide, and notes it.
    pub(crate) fn emit(&mut self, fact: HandFact) {
        self.draft().emit(fact);
    }

    /// Applies a fact of the hand under the name that the table gives it.
    pub(crate) fn emit_as(&mut self, applied: HandFact, fact: Fact) {
        self.hand.apply(&self.around.charter.rules, &applied);
        self.around.push(self.hand, Cause::Engine, fact);
    }

    fn carry_out(&mut self, plan: Plan) {
        match plan {
            Plan::Play { seat, act } => {
                self.around.cause = Cause::Seat(seat);
                flow::act(&mut self.draft(), seat, &act);
            }
            Plan::TimeOut { seat } => self.time_out(seat),
            Plan::Sit { seat, player, display_name, buy_in, cause } => {
                self.around.cause = cause;
                seating::sit(self, seat, player, display_name, buy_in);
            }
            Plan::Leave { seat, reason, cause } => {
                self.around.cause = cause;
                seating::leave(self, seat, reason);
            }
            Plan::SitOut { seat, reason } => {
                self.around.cause = Cause::Seat(seat);
                self.note(Fact::SatOut { seat, reason });
            }
            Plan::SitIn { seat } => {
                self.around.cause = Cause::Seat(seat);
                self.note(Fact::SatIn { seat });
            }
            Plan::TopUp { seat, amount, cause } => {
                self.around.cause = cause;
                seating::top_up(self, seat, amount);
            }
            Plan::Deal { cause } => {
                self.around.cause = cause;
                hands::start(self);
            }
            Plan::Pause => {
                self.around.cause = Cause::Operator;
                self.note(Fact::Paused);
            }
            Plan::Resume => {
                self.around.cause = Cause::Operator;
                self.resume();
            }
            Plan::Close { at_once, reason, cause } => {
                self.around.cause = cause;
                session::close(self, at_once, reason);
            }
            Plan::ExtendTurn { at_least } => self.extend_turn(at_least),
        }
    }

    /// The clock ran out: the passive action, and sitting out after too many of them in a row (3.11).
    fn time_out(&mut self, seat: Seat) {
        self.around.cause = Cause::Clock;
        self.note(Fact::TimedOut { seat });
        let chair = *self.around.room.chair(seat);
        if chair.time_outs >= self.around.charter.rules.timeouts_before_sit_out && chair.sits_out.is_none() {
            self.note(Fact::SatOut { seat, reason: SitOutReason::TimedOut });
        }
        flow::time_out(&mut self.draft(), seat);
    }

    /// The clock goes on where it stood when the pause began.
    fn resume(&mut self) {
        let paused = self.around.room.paused_at.map_or(0, |at| self.around.now.saturating_sub(at));
        self.note(Fact::Resumed);
        if let Some(mut deadline) = self.around.room.deadline {
            deadline.at += paused;
            self.set_deadline(deadline);
        }
        if let Some(at) = self.around.room.deal_at {
            self.note(Fact::NextHand { at: Some(at + paused), enough_players: true });
        }
    }

    fn extend_turn(&mut self, at_least: u32) {
        if let Some(mut deadline) = self.around.room.deadline {
            deadline.at = deadline.at.max(self.around.now + Millis::from(at_least));
            self.set_deadline(deadline);
        }
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        let asked = self.around.room.asked.map_or(Seats::NONE, |(asked, _)| asked);
        let free_until = clock::free_until(deadline);
        for seat in asked.iter() {
            self.around.extended = Some(match asked.len() {
                1 => deadline,
                _ => clock::earliest(self.around.room, Seats::only(seat), free_until),
            });
            self.around.push(self.hand, Cause::Engine, Fact::TurnExtended { seat });
        }
    }

    /// Everything that follows by itself: the end of a hand, and the next one where nobody is waited for.
    fn go_on(&mut self) {
        loop {
            self.around.cause = Cause::Engine;
            if std::mem::take(&mut self.around.hand_ended) {
                hands::end(self);
            }
            session::plan_next_hand(self);
            let room = &self.around.room;
            let due = room.deal_at.is_some_and(|at| at <= self.around.now);
            if !due || room.closed || room.paused_at.is_some() || self.hand.is_running() {
                return;
            }
            hands::start(self);
        }
    }
}

/// The acts that a seat has now: those of the hand, unless the table is stopped.
pub fn legal(table: &Table, seat: Seat) -> Legal {
    if table.room.paused_at.is_some() || table.room.closed {
        return Legal::default();
    }
    table.hand.legal(table.rules(), seat)
}
