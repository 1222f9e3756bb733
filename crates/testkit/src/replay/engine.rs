//! The pure engine as a backend: what happens is decided and applied, and after every step the invariants
//! are asked and the events are applied a second time.

use super::chance::Scripted;
use super::{Backend, Outcome};
use crate::playthrough::fact::{Answer, Ask, Eye, Topic};
use crate::playthrough::{HandScript, Playthrough, StepKind};
use brag_rules::Chips;
use brag_rules::act::Act;
use brag_rules::card::Card;
use brag_rules::hand::{Phase, Standing};
use brag_rules::options::{Cut, CutBy, FirstDealer, Gather, OptionValue, Rules};
use brag_rules::seat::{Seat, Seats};
use brag_table::charter::{Cashier, Charter, ClockTerms, RevealPolicy, Script, Seating, Spectating};
use brag_table::check::{Action, By, Plan, Request, check};
use brag_table::event::Millis;
use brag_table::view::{SeenHand, Viewer, seen_hands};
use brag_table::{Table, create, decide, step};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table in memory whose chance and clock are the script's.
pub struct Engine {
    table: Option<Table>,
    now: Millis,
    chance: Scripted,
    /// The highest seat that anybody has taken.
    seats: u8,
}

impl Engine {
    /// An engine without a table; `open` makes it.
    pub fn new() -> Engine {
        Engine { table: None, now: 0, chance: Scripted::default(), seats: 0 }
    }

    /// The table, once it was made.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The pack that the script put on the table for the last hand, top card first, and whether it stands for
    /// the cut, too; none where the hand was dealt from the pack as it lay.
    pub fn laid(&self) -> Option<(brag_rules::card::Pack, bool)> {
        self.chance.laid()
    }

    /// The charter of the table that a file describes.
    ///
    /// # Errors
    /// The reason with which it is refused: one of the options, or `INVALID_FIELD` for a value that leaves to
    /// chance what a script decides.
    pub fn charter(file: &Playthrough) -> Result<Charter, String> {
        let mut rules = Rules::resolve(&file.variant, &file.rules).map_err(|refusal| match refusal {
            brag_rules::options::RulesRefusal::Conflict { number, .. } => format!("OPTION_CONFLICT {number}"),
            refusal => refusal.reason().to_owned(),
        })?;
        let invalid = || "INVALID_FIELD".to_owned();
        let named = |key: &str, value: &str| file.rules.get(key) == Some(&OptionValue::Choice(value.into()));
        if named("gather", Gather::Scrambled.name())
            || named("first_dealer", &FirstDealer::HighCard.to_string())
        {
            return Err(invalid());
        }
        rules.gather = Gather::Exact;
        // A player's cut needs no chance; the engine's needs a hand that says where.
        if !cuts(file) && rules.cut_by == CutBy::Engine {
            rules.cut = Cut::Never;
        }
        let action_time = match file.turn_timeout_ms {
            None | Some(0) => 0,
            Some(time @ 1000..) => u32::try_from(time).map_err(|_| invalid())?,
            Some(_) => return Err(invalid()),
        };
        Ok(Charter {
            uid: [0; 16],
            tenant: "dev".into(),
            id: "playthrough".into(),
            created_by: "script".into(),
            rules: rules.into(),
            clock: ClockTerms { action_time, time_bank: 0, hand_pause: 0, automatic: false },
            cashier: Cashier::Player,
            seating: Seating::Open,
            spectating: Spectating { allowed: true },
            reveal: RevealPolicy::AuditorOnly,
            labels: BTreeMap::new(),
            script: Some(Script { first_dealer: file.dealer, check_buy_in: file.check_buy_in }),
        })
    }

    fn known(&mut self) -> Result<&mut Table, String> {
        self.table.as_mut().ok_or_else(|| "there is no table".to_owned())
    }

    /// Asks whether it may be done, and does it.
    fn ask(&mut self, seat: Seat, action: &Action) -> Result<Outcome, String> {
        let player = player_id(seat);
        let by = if action.is_operators() { By::Operator } else { By::Player };
        let request = Request { action, player: &player, by, turn: None, hand: None, expected_seq: None };
        let now = self.now;
        match check(self.known()?, &request, now) {
            Ok(plan) => self.carry_out(plan).map(|()| Outcome::Done),
            Err(refused) => Ok(Outcome::Refused(refused.name().to_owned())),
        }
    }

    fn carry_out(&mut self, plan: Plan) -> Result<(), String> {
        let (now, Engine { table, chance, .. }) = (self.now, self);
        let table = table.as_mut().ok_or("there is no table")?;
        let mut again = table.clone();
        let mut events = Vec::new();
        step(table, plan, now, chance, &mut events);
        table.hand.assert_chips_conserved();
        table.hand.assert_one_place_a_card();
        events.iter().for_each(|event| again.apply(event));
        if again != *table {
            return Err(
                "replay-is-the-same: the events give another state when they are applied again".into()
            );
        }
        chance.missing.take().map_or(Ok(()), Err)
    }

    fn what(&self, ask: &Ask) -> Result<Answer, String> {
        let table = self.table.as_ref().ok_or("there is no table")?;
        let hand = &table.hand;
        let about = || ask.seat.ok_or("the fact is about a seat");
        let all = |holds: &dyn Fn(Seat) -> bool| hand.dealt_in.iter().filter(|&seat| holds(seat)).collect();
        let word = |word: &str| Answer::Word(word.to_owned());
        let order =
            |cards: &mut dyn Iterator<Item = Card>| Answer::Row(cards.map(|card| card.to_string()).collect());
        Ok(match ask.topic {
            Topic::ToAct => Answer::Seats(hand.to_act),
            Topic::Phase => word(hand.phase.name()),
            Topic::Pot => Answer::Number(hand.pot() + hand.carried),
            Topic::Pots => Answer::Numbers(hand.pots().iter().map(|pot| pot.amount).collect()),
            Topic::Stake => Answer::Number(hand.stake),
            Topic::Stacks => Answer::Numbers(self.stacks(table)),
            Topic::Stack => Answer::Number(stack(table, about()?)),
            Topic::Legal => Answer::acts(&decide::legal(table, about()?)),
            Topic::Cards => seen(table, ask.eye, about()?),
            Topic::Class => {
                let (rules, seat) = (table.rules(), about()?);
                // A hand that was shown stays in sight after the end.
                let shown = || hand.shown_value(rules, seat).map(|(class, _)| class);
                word(hand.class(rules, seat).or_else(shown).map_or("-", |class| class.name()))
            }
            Topic::Blind => {
                let seats: Seats = all(&|seat| !hand.player(seat).open && still_in(table, seat));
                Answer::Seats(seats)
            }
            Topic::In => Answer::Seats(hand.active()),
            Topic::Folded => Answer::Seats(hand.standing(Standing::Folded)),
            Topic::Covered => Answer::Seats(hand.standing(Standing::Covered)),
            Topic::Shown => Answer::Seats(all(&|seat| {
                hand.player(seat).shown || hand.arranging().is_some_and(|game| game.has_shown(seat))
            })),
            Topic::Won => {
                let won = |seat| (seat, hand.player(seat).won);
                Answer::Gains(Seat::all().map(won).filter(|&(_, won)| won > 0).collect())
            }
            Topic::Carried => Answer::Number(hand.carried),
            Topic::Retained => Answer::Seats(hand.retained.into_iter().collect()),
            Topic::Stock => Answer::Number(hand.pack.len() as Chips),
            Topic::Top => order(&mut hand.pack.iter().take(ask.count)),
            Topic::Under => order(&mut hand.pack.iter().skip(hand.pack.len().saturating_sub(ask.count))),
            Topic::Shuffled => word(if hand.shuffled { "yes" } else { "no" }),
            Topic::Session => word(if table.is_closed() { "over" } else { "open" }),
            Topic::Dealer => Answer::Seats(hand.dealer.into_iter().collect()),
            Topic::Points => Answer::Numbers(self.points(table)),
            Topic::Sets => sets(table, about()?),
            Topic::Lives => {
                let lives = |seat| hand.bus().map_or(0, |bus| bus.lives(seat).into());
                Answer::Numbers((1..=self.seats).filter_map(Seat::new).map(lives).collect())
            }
            Topic::Board => {
                let board = hand.bus().map(|bus| *bus.commons()).unwrap_or_default();
                Answer::hand(board.iter().map(|card| card.to_string()))
            }
        })
    }

    fn points(&self, table: &Table) -> Vec<Chips> {
        let game = table.hand.arranging();
        let points = |seat| game.map_or(0, |game| game.points(seat).into());
        (1..=self.seats).filter_map(Seat::new).map(points).collect()
    }

    fn stacks(&self, table: &Table) -> Vec<Chips> {
        (1..=self.seats).filter_map(Seat::new).map(|seat| stack(table, seat)).collect()
    }
}

/// The sets of a seat that were shown.
fn sets(table: &Table, seat: Seat) -> Answer {
    let Some((game, laid)) = table.hand.arranging().and_then(|game| Some((game, game.laid(seat)?))) else {
        return Answer::sets(Vec::new());
    };
    let shown = laid.iter().zip(0..).filter(|&(_, set)| game.is_shown(seat, set));
    Answer::sets(shown.map(|(set, _)| set.iter().map(|card| card.to_string()).collect()).collect())
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Backend for Engine {
    fn open(&mut self, file: &Playthrough) -> Result<Outcome, String> {
        let charter = match Engine::charter(file) {
            Ok(charter) => charter,
            Err(reason) => return Ok(Outcome::Refused(reason)),
        };
        self.table = Some(*create(Arc::new(charter), None, self.now).after);
        for ((seat, &buy_in), name) in Seat::all().zip(&file.stacks).zip(&file.players) {
            let sit = Action::Sit { seat: None, buy_in, display_name: name.as_str().into() };
            match self.act(seat, &sit)? {
                Outcome::Done => {}
                refused => return Ok(refused),
            }
        }
        Ok(Outcome::Done)
    }

    fn deal(&mut self, hand: &HandScript) -> Result<Outcome, String> {
        let rules = self.known()?.rules().clone();
        self.chance.expect(hand, &rules);
        let outcome = self.ask(Seat::LAST, &Action::Deal)?;
        let waits_for_cut = self.known()?.hand.phase == Phase::Cut;
        if outcome == Outcome::Done && hand.cut.is_some() && !self.chance.cut_made && !waits_for_cut {
            return Err("the hand says where it is cut, and the rules do not cut it".to_owned());
        }
        Ok(outcome)
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Result<Outcome, String> {
        let Action::Sit { buy_in, display_name, .. } = action else { return self.ask(seat, action) };
        let display_name = Arc::clone(display_name);
        let sit = Action::Sit { seat: Some(seat.number()), buy_in: *buy_in, display_name };
        let outcome = self.ask(seat, &sit)?;
        if outcome == Outcome::Done {
            self.seats = self.seats.max(seat.number());
        }
        Ok(outcome)
    }

    fn run_out(&mut self, seat: Seat) -> Result<Outcome, String> {
        let table = self.known()?;
        if !table.hand.to_act.contains(seat) {
            return Err(format!("the time of {seat} cannot run out: nobody waits for him"));
        }
        match table.room.deadline_of(seat) {
            Some(deadline) => self.wait(deadline.at.saturating_sub(self.now))?,
            // A table without a clock has no deadline; the script stands for one.
            None => self.carry_out(Plan::TimeOut { seat })?,
        }
        Ok(Outcome::Done)
    }

    fn wait(&mut self, milliseconds: u64) -> Result<(), String> {
        let until = self.now + milliseconds;
        while let Some(at) = self.known()?.wake_at().filter(|&at| at <= until) {
            self.now = self.now.max(at);
            let now = self.now;
            let Some(plan) = self.known()?.due(now) else {
                return Err(format!("the table wakes at {at} ms and has nothing to do"));
            };
            self.carry_out(plan)?;
        }
        self.now = until;
        Ok(())
    }

    fn answer(&mut self, ask: &Ask) -> Result<Answer, String> {
        self.what(ask)
    }

    fn unseen(&self) -> usize {
        0
    }

    fn state(&self) -> String {
        let Some(table) = &self.table else { return String::new() };
        let topics = [
            ("phase", Topic::Phase),
            ("to_act", Topic::ToAct),
            ("stake", Topic::Stake),
            ("pots", Topic::Pots),
            ("carried", Topic::Carried),
            ("stacks", Topic::Stacks),
            ("in", Topic::In),
            ("blind", Topic::Blind),
            ("covered", Topic::Covered),
        ];
        let fact = |(word, topic): (&str, Topic)| {
            let answer = self.what(&Ask { topic, seat: None, eye: Eye::Engine, count: 0 });
            answer.map(|answer| format!("{word} {answer}")).unwrap_or_default()
        };
        let mut facts: Vec<String> = topics.into_iter().map(fact).collect();
        for seat in table.hand.to_act.iter() {
            facts.push(format!("legal {seat} {}", Answer::acts(&decide::legal(table, seat))));
        }
        facts.join(", ")
    }
}

/// Whether a hand of the file is cut: only then the table keeps the rules' `cut`.
fn cuts(file: &Playthrough) -> bool {
    let cuts = |hand: &HandScript| {
        let act = |kind: &StepKind| matches!(kind, StepKind::Act { action: Action::Play(Act::Cut(_)), .. });
        hand.cut.is_some() || hand.steps.iter().any(|step| act(&step.kind))
    };
    file.hands.iter().any(cuts)
}

fn player_id(seat: Seat) -> String {
    seat.to_string()
}

/// Chips behind a seat; if its player has left, what he left with.
fn stack(table: &Table, seat: Seat) -> Chips {
    if table.room.taken.contains(seat) {
        table.hand.player(seat).stack
    } else {
        table.room.account_of(&player_id(seat)).left_with
    }
}

fn still_in(table: &Table, seat: Seat) -> bool {
    matches!(table.hand.player(seat).standing, Standing::In | Standing::Covered)
}

/// What somebody may see of a seat's cards: the engine knows them all, others what their view has.
fn seen(table: &Table, eye: Eye, seat: Seat) -> Answer {
    let viewer = match eye {
        Eye::Engine => {
            let held = table.hand.player(seat).held();
            return Answer::hand(held.iter().map(|card| card.to_string()));
        }
        Eye::Seat(viewer) => Viewer { seat: Some(viewer), transfers: false },
        Eye::Spectator => Viewer::SPECTATOR,
    };
    let words = |hand: SeenHand| match hand.cards {
        Some(cards) => cards.iter().map(|card| card.to_string()).collect(),
        None => {
            let mut cards = vec!["??".to_owned(); hand.count];
            if let Some((place, card)) = hand.face_up {
                cards[place] = card.to_string();
            }
            cards
        }
    };
    let hands = seen_hands(table, viewer, seat);
    if hands.is_empty() && table.hand.dealt_in.contains(seat) {
        // His cards lie among the discards or under the pack: as hidden as before.
        return Answer::hand(vec!["??".to_owned(); table.rules().cards_each.into()]);
    }
    Answer::hand(hands.into_iter().flat_map(words))
}
