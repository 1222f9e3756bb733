//! Self-play without a server: hands of random play, as fast as the engine decides and applies them.

use crate::chance::Stream;
use crate::player::{any_of, choose};
use brag_rules::Chips;
use brag_rules::fact::Fact as HandFact;
use brag_rules::options::Rules;
use brag_rules::seat::Seat;
use brag_table::charter::{Cashier, Charter, ClockTerms, RevealPolicy, Seating, Spectating};
use brag_table::check::Plan;
use brag_table::event::{Cause, Event, Fact};
use brag_table::{Table, create, decide, step};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// How often the minimum stake each seat holds when a hand starts.
const STAKES_EACH: Chips = 100;

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SimResult {
    /// Hands that were played.
    pub hands: u64,
    /// Acts in them.
    pub acts: u64,
    /// Events that were built and applied.
    pub events: u64,
    /// Whether all chips on the table at the end came in, and none is missing. A run that breaks it on the
    /// way panics.
    pub chips_conserved: bool,
}

/// Why no table can be played so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoGame {
    /// Too few or too many players for the rules.
    Seats {
        /// How many are wanted.
        given: u8,
        /// The fewest that the rules allow.
        min: u8,
        /// The most.
        max: u8,
    },
    /// With that option the table closes by itself, before any number of hands.
    Closes(&'static str),
    /// The chips that each hand starts with do not pay the ante.
    Ante,
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::Seats { given, min, max } => write!(f, "seats are {min} to {max}, not {given}"),
            NoGame::Closes(option) => {
                write!(f, "{option}: a table that closes by itself plays no number of hands")
            }
            NoGame::Ante => write!(f, "ante: a stack of {STAKES_EACH} times min_stake does not pay it"),
        }
    }
}

impl std::error::Error for NoGame {}

/// Plays that many hands with that many seats.
///
/// # Errors
/// Why no table can be played so, in English.
pub fn run(rules: &Rules, seats: u8, hands: u64, seed: u64) -> Result<SimResult, String> {
    let mut game = Game::new(rules, seats, seed).map_err(|why| why.to_string())?;
    for _ in 0..hands {
        game.deal()?;
        while game.act() {}
    }
    Ok(game.result())
}

/// A table with random players, one act at a time.
pub struct Game {
    /// The table.
    table: Table,
    stream: Stream,
    /// The events of the last step.
    events: Vec<Event>,
    /// What each seat holds when a hand starts.
    stack: Chips,
    result: SimResult,
}

impl Game {
    /// A table with so many players, before the first hand.
    ///
    /// # Errors
    /// Too few or too many seats for the rules, or a limit of hands or minutes, which would close the table.
    pub fn new(rules: &Rules, seats: u8, seed: u64) -> Result<Game, NoGame> {
        let (min, max) = (rules.min_players, rules.max_players);
        if !(min..=max).contains(&seats) {
            return Err(NoGame::Seats { given: seats, min, max });
        }
        if rules.max_hands.is_some() {
            return Err(NoGame::Closes("max_hands"));
        }
        if rules.max_minutes.is_some() {
            return Err(NoGame::Closes("max_minutes"));
        }
        let stack = rules.min_stake.checked_mul(STAKES_EACH).filter(|&stack| stack >= rules.least_stack());
        let stack = stack.ok_or(NoGame::Ante)?;
        let mut stream = Stream::new(seed);
        let mut table = *create(Arc::new(charter(rules)), None, 0).after;
        let mut events = Vec::with_capacity(64);
        for seat in Seat::all().take(seats.into()) {
            let (player, display_name) = (seat.to_string().into(), "".into());
            let sit = Plan::Sit { seat, player, display_name, buy_in: stack, cause: Cause::Operator };
            step(&mut table, sit, 0, &mut stream, &mut events);
        }
        Ok(Game { table, stream, events, stack, result: SimResult::default() })
    }

    /// The table as it stands.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The events of the last step.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Gives every seat its chips and starts the next hand.
    ///
    /// # Errors
    /// Too few players can be dealt in; never with the stacks that it gives.
    pub fn deal(&mut self) -> Result<(), String> {
        self.events.clear();
        self.restack();
        let before = self.table.hand.number;
        step(&mut self.table, Plan::Deal { cause: Cause::Operator }, 0, &mut self.stream, &mut self.events);
        if self.table.hand.number == before {
            return Err("no hand starts: too few players can be dealt in".to_owned());
        }
        self.result.hands += 1;
        self.result.events += self.events.len() as u64;
        Ok(())
    }

    /// Lets whoever is asked do something. False when the hand is over.
    pub fn act(&mut self) -> bool {
        let Some(seat) = any_of(self.table.hand.to_act, &mut self.stream) else { return false };
        let legal = decide::legal(&self.table, seat);
        let act = choose(&legal, &self.table, &mut self.stream).expect("who is asked has an act");
        let refused = self.table.hand.check(self.table.rules(), seat, &act);
        assert!(refused.is_ok(), "listed-is-accepted: {act:?} of {legal:?} is refused: {refused:?}");
        self.events.clear();
        step(&mut self.table, Plan::Play { seat, act }, 0, &mut self.stream, &mut self.events);
        self.result.acts += 1;
        self.result.events += self.events.len() as u64;
        true
    }

    /// The figures so far.
    pub fn result(&self) -> SimResult {
        let hand = &self.table.hand;
        let chips: Chips = Seat::all().map(|seat| hand.player(seat).stack + hand.player(seat).waiting).sum();
        SimResult { chips_conserved: chips + hand.pot() + hand.carried == hand.bank, ..self.result }
    }

    /// Books what each seat has won or lost as cash-out and buy-in.
    fn restack(&mut self) {
        for seat in self.table.room.taken.iter() {
            let has = self.table.hand.player(seat).stack;
            let wants = self.stack;
            if has > wants {
                self.book(HandFact::ChipsRemoved { seat, amount: has });
                self.book(HandFact::ChipsAdded { seat, amount: wants, stack: wants });
            } else if has < wants {
                self.book(HandFact::ChipsAdded { seat, amount: wants - has, stack: wants });
            }
        }
    }

    fn book(&mut self, fact: HandFact) {
        let room = &self.table.room;
        let (seq, turn, hand) = (room.seq + 1, room.turn, self.table.hand.number);
        let fact = Fact::Hand(fact);
        let event = Event { seq, time: 0, hand, turn, cause: Cause::Operator, deadline: None, fact };
        self.table.apply(&event);
        self.events.push(event);
    }
}

/// A table without a clock that deals when it is told to.
pub(crate) fn charter(rules: &Rules) -> Charter {
    Charter {
        uid: [0; 16],
        tenant: "dev".into(),
        id: "sim".into(),
        created_by: "sim".into(),
        rules: rules.clone().into(),
        clock: ClockTerms { action_time: 0, time_bank: 0, hand_pause: 0, automatic: false },
        cashier: Cashier::Operator,
        seating: Seating::Open,
        spectating: Spectating { allowed: false },
        reveal: RevealPolicy::AuditorOnly,
        labels: BTreeMap::new(),
        script: None,
    }
}
