//! A table at which anything happens: random players who bet, and now and then leave, come back, sit out,
//! add chips, fall asleep, or see their table paused or closed.

use super::Watch;
use super::legal::{Tried, listed_is_accepted};
use crate::chance::Stream;
use crate::player::{any_of, choose};
use crate::sim::charter;
use brag_rules::act::Act;
use brag_rules::hand::Phase;
use brag_rules::options::Rules;
use brag_rules::seat::Seat;
use brag_rules::variant::Machine;
use brag_table::charter::{Charter, ClockTerms};
use brag_table::check::{Action, By, Plan, Request, check};
use brag_table::event::{Event, Millis};
use brag_table::view::table_acts;
use brag_table::{Table, create, decide, step};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How a life goes.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// Hands after which it ends, if the table does not close before.
    pub hands: u64,
    /// One act in so many is preceded by something else: a leaver, a sleeper …; 0: never.
    pub happening: u64,
    /// In one state in so many all acts are tried; 0: never.
    pub try_acts: u64,
    /// The seed of everything.
    pub seed: u64,
}

/// What came of a life.
#[derive(Debug, Default)]
pub struct Lived {
    /// Hands that ended.
    pub hands: u64,
    /// Hands that ended in a showdown.
    pub showdowns: u64,
    /// Acts, time-outs included.
    pub acts: u64,
    /// Acts that were tried and not done.
    pub tried: Tried,
    /// The kinds of what was done.
    pub kinds: BTreeSet<&'static str>,
}

/// One thing that was done, and when: with the seed, all that a repetition needs.
type Done = (Millis, Plan);

/// Plays the life of a table and asks the properties after every step; then does the same things once more
/// and compares the events (property 9).
///
/// # Panics
/// When a property does not hold.
pub fn live(rules: &Rules, seats: u8, terms: Terms) -> Lived {
    let mut life = Life::new(rules, seats, terms);
    // A life in which nothing can be done any more ends early; the bound is far above what a hand takes.
    let mut left = terms.hands * 2000;
    while life.watch.hands < terms.hands && !life.table.is_closed() && left > 0 {
        life.one_thing();
        left -= 1;
    }
    life.repeat();
    let Watch { hands, showdowns, .. } = life.watch;
    Lived { hands, showdowns, ..life.lived }
}

struct Life {
    terms: Terms,
    seats: u8,
    charter: Arc<Charter>,
    table: Table,
    now: Millis,
    /// What players do.
    players: Stream,
    /// What the cards do.
    cards: Stream,
    watch: Watch,
    done: Vec<Done>,
    events: Vec<Event>,
    lived: Lived,
}

/// The seed of the cards, apart from that of the players.
fn card_seed(seed: u64) -> u64 {
    seed ^ 0xB4A6
}

impl Life {
    fn new(rules: &Rules, seats: u8, terms: Terms) -> Life {
        let mut players = Stream::new(terms.seed);
        let automatic = players.one_in(2);
        let clock = ClockTerms {
            action_time: if players.one_in(2) { 1000 } else { 0 },
            time_bank: if players.one_in(2) { 3000 } else { 0 },
            hand_pause: if players.one_in(2) { 50 } else { 0 },
            automatic,
        };
        let charter = Arc::new(Charter { clock, ..charter(rules) });
        let table = *create(Arc::clone(&charter), None, 0).after;
        let cards = Stream::new(card_seed(terms.seed));
        Life {
            terms,
            seats,
            charter,
            table,
            now: 0,
            players,
            cards,
            watch: Watch::new(),
            done: Vec::new(),
            events: Vec::new(),
            lived: Lived::default(),
        }
    }

    /// The next thing: what is due, a happening, an act, or a deal.
    fn one_thing(&mut self) {
        if let Some(plan) = self.table.due(self.now) {
            return self.carry_out(plan, "due");
        }
        // Decisions are few and much may go wrong in them: there something happens every other time.
        let goes_round = matches!(
            self.table.hand.phase,
            Phase::Betting | Phase::SetBetting { .. } | Phase::Arrange | Phase::Turns | Phase::LastTurns
        );
        let decides = self.table.hand.is_running() && !goes_round;
        let rarity = if decides { self.terms.happening.min(2) } else { self.terms.happening };
        let happens = rarity > 0 && self.players.one_in(rarity);
        if happens {
            return self.happening();
        }
        if self.table.room.paused_at.is_some() {
            self.ask("somebody", Action::Resume, "resume");
        } else if let Some(seat) = any_of(self.table.hand.to_act, &mut self.players) {
            self.play(seat);
        } else if self.table.room.deal_at.is_some() {
            self.now += 50;
        } else {
            self.between_hands();
        }
    }

    fn play(&mut self, seat: Seat) {
        if self.terms.try_acts > 0 && self.players.one_in(self.terms.try_acts) {
            let tried = listed_is_accepted(&self.table, &mut self.players, self.now);
            self.lived.tried.accepted += tried.accepted;
            self.lived.tried.refused += tried.refused;
        }
        // Now and then somebody looks out of turn.
        let other = self.table.seats().next_after(seat).filter(|_| self.players.one_in(6)).unwrap_or(seat);
        let legal = decide::legal(&self.table, other);
        if let Some(act) = choose(&legal, &self.table, &mut self.players) {
            if !matches!(act, Act::Look(_) | Act::Discard(_)) {
                self.watch.count_act();
            }
            let player = player_id(other);
            self.now += self.players.below(300);
            self.ask(&player, Action::Play(act), kind(&act));
        }
    }

    /// Fills the table, gives chips to who has none, and deals.
    fn between_hands(&mut self) {
        let empty =
            self.table.seats().iter().take(self.seats.into()).find(|&s| !self.table.room.taken.contains(s));
        if let Some(seat) = empty {
            return self.sit(seat);
        }
        let needed = match self.table.rules().machine() {
            Machine::Bet => self.table.next_ante().max(1),
            Machine::Arrange | Machine::Bus | Machine::Equalised | Machine::Classic => {
                self.table.rules().least_stack()
            }
        };
        let short = |&seat: &Seat| self.table.hand.player(seat).stack < needed;
        // In a game of several deals nothing is paid any more.
        let pays = self.table.hand.players_of_game().is_none();
        let broke = self.table.room.taken.iter().find(|seat| pays && short(seat));
        if let Some(seat) = broke {
            // He buys more, or makes room for somebody else where chips are capped below what is needed.
            return match self.top_up_of(seat) {
                Some(amount) => self.ask(&player_id(seat), Action::TopUp(amount), "top_up"),
                None => self.ask(&player_id(seat), Action::Leave, "leave"),
            };
        }
        let out = self
            .table
            .room
            .taken
            .iter()
            .find(|seat| self.table.room.settled.chairs[seat.index()].sits_out.is_some());
        let enough = self.table.enough_players();
        match out {
            Some(seat) if !enough || self.players.one_in(3) => {
                self.ask(&player_id(seat), Action::SitIn, "sit_in");
            }
            _ if enough => self.ask("somebody", Action::Deal, "deal"),
            // Nobody can be woken: somebody makes room.
            _ => {
                let seat = self.table.room.taken.iter().next().expect("the table is full");
                self.ask(&player_id(seat), Action::Leave, "leave");
            }
        }
    }

    fn sit(&mut self, seat: Seat) {
        let player = player_id(seat);
        let Some(sit) = table_acts(&self.table, &player, true, self.now).sit else { return };
        let width = self.table.rules().min_stake.saturating_mul(40).max(1);
        let buy_in = sit.min.saturating_add(self.players.below(width)).min(sit.max);
        let sit = Action::Sit { seat: Some(seat.number()), buy_in, display_name: "".into() };
        self.ask(&player, sit, "sit");
    }

    fn top_up_of(&mut self, seat: Seat) -> Option<u64> {
        let (min, max) = self.table.top_up_range(seat)?;
        let width = self.table.rules().min_stake.saturating_mul(40).max(1);
        Some(min.saturating_add(self.players.below(width)).min(max))
    }

    fn happening(&mut self) {
        let seat = Seat::all().nth(self.players.below(self.seats.into()) as usize).expect("a seat");
        let player = player_id(seat);
        match self.players.below(40) {
            0..8 => self.ask(&player, Action::Leave, "leave"),
            8..10 => self.ask(&player, Action::Remove, "remove"),
            10..15 => self.ask(&player, Action::SitOut, "sit_out"),
            15..19 => self.ask(&player, Action::SitIn, "sit_in"),
            19..22 => {
                if let Some(amount) = self.top_up_of(seat) {
                    self.ask(&player, Action::TopUp(amount), "top_up");
                }
            }
            22..25 => self.sit(seat),
            25..35 => self.fall_asleep(),
            35..38 => self.ask("somebody", Action::Pause, "pause"),
            38 => self.now += self.players.below(700_000),
            _ if self.players.one_in(10) => {
                let at_once = self.players.one_in(2);
                self.ask("somebody", Action::Close { at_once }, if at_once { "close now" } else { "close" });
            }
            _ => {}
        }
    }

    /// Whoever is asked does nothing until his time is up.
    fn fall_asleep(&mut self) {
        let asleep = any_of(self.table.hand.to_act, &mut self.players);
        let Some(seat) = asleep.filter(|_| self.table.room.paused_at.is_none()) else { return };
        self.watch.count_act();
        match self.table.room.deadline {
            Some(deadline) => self.now = self.now.max(deadline.at),
            None => self.carry_out(Plan::TimeOut { seat }, "time_out"),
        }
    }

    /// Asks whether it may be done, as anybody would; what is refused is left undone.
    fn ask(&mut self, player: &str, action: Action, kind: &'static str) {
        let by = By::Operator;
        let request = Request { action: &action, player, by, turn: None, hand: None, expected_seq: None };
        if let Ok(plan) = check(&self.table, &request, self.now) {
            self.carry_out(plan, kind);
        }
    }

    fn carry_out(&mut self, plan: Plan, kind: &'static str) {
        let before = self.table.clone();
        let from = self.events.len();
        self.done.push((self.now, plan.clone()));
        step(&mut self.table, plan, self.now, &mut self.cards, &mut self.events);
        self.watch.step(&before, &self.events[from..], &self.table);
        self.lived.acts += 1;
        self.lived.kinds.insert(kind);
    }

    /// Does everything once more from the same seed.
    fn repeat(&self) {
        let mut table = *create(Arc::clone(&self.charter), None, 0).after;
        let mut cards = Stream::new(card_seed(self.terms.seed));
        let mut events = Vec::with_capacity(self.events.len());
        for (now, plan) in &self.done {
            step(&mut table, plan.clone(), *now, &mut cards, &mut events);
        }
        super::properties::events_are_the_same(&self.events, &events);
        assert!(table == self.table, "9, replay: the same seed and acts give another state");
    }
}

fn player_id(seat: Seat) -> String {
    seat.to_string()
}

fn kind(act: &Act) -> &'static str {
    match act {
        Act::Look(_) => "look",
        Act::Discard(_) => "discard",
        Act::Fold => "fold",
        Act::Bet(_) => "bet",
        Act::See(_) => "see",
        Act::Cover(_) => "cover",
        Act::Sideshow => "sideshow",
        Act::Accept => "accept",
        Act::Refuse => "refuse",
        Act::Keep => "keep",
        Act::Throw => "throw",
        Act::Commit(_) => "commit",
        Act::Retain(_) => "retain",
        Act::Cut(_) => "cut",
        Act::Arrange(_) => "arrange",
        Act::Spare(true) => "spare take",
        Act::Spare(false) => "spare leave",
        Act::Swap { .. } => "swap",
        Act::SwapAll { .. } => "swap_all",
        Act::Stick => "stick",
        Act::Stand => "stand",
        Act::Pass => "pass",
        Act::Brag(_) => "brag",
        Act::Decline => "decline",
        Act::Challenge(_) => "challenge",
        Act::Concede => "concede",
        Act::Draw(_) => "draw",
        Act::Exchange(_) => "exchange",
        Act::Call => "call",
        Act::RaiseTo(_) => "raise_to",
    }
}
