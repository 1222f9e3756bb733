//! The life of the screen: what comes from the table and from the keys, and what is done about it.

use super::game::Game;
use super::offers::{self, Offer};
use super::picture::{self, Known};
use super::rules;
use super::ui::{Effect, Moment, Ui};
use crate::commentary::{Commentary, Suits};
use crate::outcome::{Outcome, Signal, say};
use crate::screen::away::Away;
use crate::screen::clock::ServerClock;
use crate::screen::style::Look;
use crate::screen::terminal::{Input, Screen};
use crate::screen::text;
use brag_bots::RunError;
use brag_client::{Begin, Error, Follow, Unknown, Update, is_free, numbered, same_kind};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{
    ActRequest, ActResponse, EventBatch, Leave, Phase, SeatStatus, SeatView, TableState, TableView,
};
use crossterm::event::Event as Typed;
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinError;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// The most lines of what happened that are kept.
const LOG_LINES: usize = 200;
/// How often the clocks on the screen are looked at.
const TICK: Duration = Duration::from_millis(250);
/// Answers to acts that may wait to be looked at.
const ANSWERS: usize = 16;
/// How long giving up the seat may take, when one leaves.
const LEAVES_WITHIN: Duration = Duration::from_secs(3);

/// Shows the table until the person leaves, and says in a line how it went.
pub async fn run(mut game: Game, look: Look, patience: Duration) -> Outcome {
    let mut screen = match Screen::open() {
        Ok(screen) => screen,
        Err(why) => return Outcome::Failed(format!("the terminal cannot be drawn on: {why}")),
    };
    let mut session = Session::new(&game, look, patience);
    let outcome = session.live(&mut game, &mut screen).await;
    drop(screen);
    if let Some(told) = session.farewell() {
        say(told);
    }
    game.end().await;
    outcome
}

struct Session {
    follow: Follow,
    /// The table is closed, and everything of it has come.
    over: bool,
    look: Look,
    ui: Ui,
    offers: Vec<Offer>,
    commentary: Commentary,
    log: VecDeque<String>,
    clock: ServerClock,
    away: Away,
    /// Chips that the person has brought; nothing before he had a seat.
    brought: Option<i64>,
    /// What he had when he last had a seat.
    has: i64,
    /// Acts that name neither turn nor hand, and are not answered yet.
    on_their_way: Vec<ActRequest>,
    unknown: Unknown,
    /// What became of an act.
    answers: mpsc::Receiver<Answer>,
    answer: mpsc::Sender<Answer>,
}

/// An act, and what became of it.
type Answer = (ActRequest, Result<ActResponse, Error>);

impl Session {
    fn new(game: &Game, look: Look, patience: Duration) -> Session {
        let suits = if look.unicode { Suits::Symbols } else { Suits::Letters };
        let (answer, answers) = mpsc::channel(ANSWERS);
        Session {
            follow: game.client.follow(game.table.clone(), Begin::Now),
            over: false,
            look,
            ui: Ui::default(),
            offers: Vec::new(),
            commentary: Commentary::new().with_suits(suits),
            log: VecDeque::new(),
            clock: ServerClock::new(Instant::now()),
            away: Away::new(patience),
            brought: None,
            has: 0,
            on_their_way: Vec::new(),
            unknown: Unknown::default(),
            answers,
            answer,
        }
    }

    async fn live(&mut self, game: &mut Game, screen: &mut Screen) -> Outcome {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            if let Err(why) = self.draw(game, screen) {
                return Outcome::Failed(format!("the terminal takes no more: {why}"));
            }
            let ended = tokio::select! {
                input = screen.next() => self.input(input, game, screen).await,
                update = self.follow.next(), if !self.over => self.updated(update),
                Some((act, answer)) = self.answers.recv() => { self.answered(act, answer); None }
                Some(bot) = game.bots.join_next() => { self.bot_left(bot); None }
                _ = tick.tick() => self.away.given_up(),
            };
            if let Some(outcome) = ended {
                return outcome;
            }
        }
    }

    fn draw(&mut self, game: &Game, screen: &mut Screen) -> std::io::Result<()> {
        let log = self.log.make_contiguous();
        let known = Known {
            view: self.follow.view(),
            offers: &self.offers,
            log,
            catalogue: game.catalogue.as_ref(),
            now: self.clock.now(Instant::now()),
            trouble: self.away.told(),
        };
        screen.draw(|frame| picture::draw(frame, known, &self.ui, self.look))
    }

    /// What comes from the terminal; how the command ends, if it does.
    async fn input(&mut self, input: Input, game: &Game, screen: &Screen) -> Option<Outcome> {
        match input {
            Input::Signal(signal) => Some(Outcome::Stopped(signal)),
            Input::Gone => Some(Outcome::Stopped(Signal::HangUp)),
            Input::Broken => {
                Some(Outcome::Failed("a part of the program broke; what it said stands above".into()))
            }
            Input::Event(Typed::Key(key)) => {
                let (columns, rows) = screen.size().unwrap_or_default();
                let view = self.follow.view();
                let known = Known {
                    view,
                    offers: &self.offers,
                    log: &[],
                    catalogue: game.catalogue.as_ref(),
                    now: None,
                    trouble: None,
                };
                let (rules_scroll, rules_page) = picture::rules_scroll(known, self.look, columns, rows);
                let moment = Moment {
                    offers: &self.offers,
                    in_hand: in_hand(view) || rules::leaving(view).is_some(),
                    rules_scroll,
                    rules_page,
                };
                match self.ui.press(key, moment) {
                    Effect::None => None,
                    Effect::Interrupt => Some(Outcome::Stopped(Signal::Interrupt)),
                    Effect::Act(action) => {
                        self.act(action, game);
                        None
                    }
                    Effect::Leave => {
                        self.leave(game).await;
                        Some(Outcome::Done)
                    }
                }
            }
            Input::Event(_) => None,
        }
    }

    /// Sends an act, upon what is seen now; its answer comes by itself. A key of a turn that is hit twice does nothing
    /// twice: the second act names the same turn. Of acts that name none one of a kind is on its way at a time, and one
    /// whose answer was lost is sent again as it was.
    fn act(&mut self, action: Action, game: &Game) {
        let view = self.follow.view();
        let (seen, request) = (view.seq, numbered(view, action));
        if is_free(&request) && self.on_their_way.iter().any(|act| same_kind(act, &request)) {
            self.ui.note = Some("Not again yet: the one before has not been answered.".to_owned());
            return;
        }
        let request = self.unknown.or_again(request);
        if is_free(&request) {
            self.on_their_way.push(request.clone());
        }
        let (client, answer) = (game.client.clone(), self.answer.clone());
        tokio::spawn(async move {
            let became = client.act_after(seen, request.clone()).await;
            // Whoever waited for it may have left.
            let _left = answer.send((request, became)).await;
        });
    }

    fn answered(&mut self, act: ActRequest, answer: Result<ActResponse, Error>) {
        self.on_their_way.retain(|other| !same_kind(other, &act));
        self.unknown.note(act, &answer);
        let told = match answer {
            Ok(_) => return,
            Err(Error::Stale { .. }) => "That came too late: the table has moved on.".to_owned(),
            Err(Error::Refused(refusal)) => refusal.for_player.unwrap_or(refusal.message),
            Err(error) => error.to_string(),
        };
        self.ui.note = Some(told);
    }

    /// Gives up the seat, as far as that can be done at once.
    async fn leave(&mut self, game: &Game) {
        let view = self.follow.view();
        if view.viewer_seat != 0 && view.state() != TableState::Closed {
            let leave = game.client.act_on(view, Action::Leave(Leave {}));
            // If it does not come through, the table sits him out by itself.
            let _in_vain = timeout(LEAVES_WITHIN, leave).await;
        }
    }

    /// What comes from the table; how the command ends, if it does.
    fn updated(&mut self, update: Result<Option<Update>, Error>) -> Option<Outcome> {
        match update {
            Err(error) => return Some(Outcome::of(&error)),
            Ok(None) => self.over = true,
            Ok(Some(update)) => match update {
                Update::Snapshot { missed_after } => self.snapshot(missed_after),
                Update::Batch(batch) => self.batch(&batch),
                Update::CaughtUp | Update::Bookmark => {}
                Update::Lost { loss, .. } => {
                    self.away.lost(loss);
                    return self.away.given_up();
                }
                Update::Resumed => self.away.back(),
            },
        }
        let view = self.follow.view();
        self.offers = if self.over { Vec::new() } else { offers::offers(view) };
        if let Some(seat) = own(view) {
            self.has = seat.stack.saturating_add(seat.waiting_top_up);
            self.brought.get_or_insert(self.has.saturating_add(seat.paid));
        }
        self.ui.table_changed(&self.offers);
        None
    }

    fn snapshot(&mut self, missed_after: Option<u64>) {
        let view = self.follow.view();
        self.commentary.meet(view);
        if let Some(at) = &view.server_time {
            self.clock.heard(at, Instant::now());
        }
        if missed_after.is_some() {
            self.log("(some of what happened is no longer kept)".to_owned());
        }
    }

    fn batch(&mut self, batch: &EventBatch) {
        let now = Instant::now();
        for event in &batch.events {
            let view = self.follow.view();
            if let Some(line) = self.commentary.tell(event, view) {
                self.log(line);
            }
            let view = self.follow.view();
            if let Some(at) = &event.time {
                self.clock.heard(at, now);
            }
            let (seat, amount) = match &event.fact {
                Some(Fact::ChipsAdded(fact)) => (fact.seat, fact.amount),
                Some(Fact::TopUpWaits(fact)) => (fact.seat, fact.amount),
                _ => continue,
            };
            if seat == view.viewer_seat {
                self.brought = self.brought.map(|brought| brought.saturating_add(amount));
            }
        }
    }

    fn bot_left(&mut self, bot: Result<Result<(), RunError>, JoinError>) {
        match bot {
            Ok(Ok(())) => {}
            Ok(Err(error)) => self.log(format!("A bot has left: {error}")),
            Err(error) => self.log(format!("A bot has left: {error}")),
        }
    }

    fn log(&mut self, line: String) {
        if self.log.len() == LOG_LINES {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }

    /// How it went, for who had a seat.
    fn farewell(&self) -> Option<String> {
        let brought = self.brought?;
        let balance = match self.has.cmp(&brought) {
            std::cmp::Ordering::Equal => "as many as you brought".to_owned(),
            std::cmp::Ordering::Greater => format!("{} more than you brought", self.has - brought),
            std::cmp::Ordering::Less => format!("{} fewer than you brought", brought - self.has),
        };
        Some(format!("You have {}, {balance}.", text::chips(self.has)))
    }
}

fn own(view: &TableView) -> Option<&SeatView> {
    view.seats.iter().find(|seat| seat.number == view.viewer_seat)
}

/// The viewer has cards that can still win.
fn in_hand(view: &TableView) -> bool {
    let over = matches!(view.phase(), Phase::Idle | Phase::HandOver);
    let plays = |seat: &SeatView| matches!(seat.status(), SeatStatus::In | SeatStatus::Covered);
    !over && view.state() != TableState::Closed && own(view).is_some_and(plays)
}
