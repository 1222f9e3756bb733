//! The life of the screen of who looks on.

use super::history::{History, MAX_EVENTS};
use super::keys::{Cursor, Effect, gone};
use super::picture::{self, Known};
use super::{From, Watched};
use crate::commentary::{Commentary, Suits};
use crate::outcome::{Outcome, Signal};
use crate::screen::away::Away;
use crate::screen::clock::ServerClock;
use crate::screen::style::Look;
use crate::screen::terminal::{Input, Screen};
use brag_client::{Begin, Error, Follow, Update};
use brag_contract::v1::EventBatch;
use crossterm::event::Event as Typed;
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval};

/// How often the clocks on the screen are looked at.
const TICK: Duration = Duration::from_millis(250);

/// Shows the table until the person has seen enough.
pub async fn run(watched: Watched, look: Look) -> Outcome {
    let mut screen = match Screen::open() {
        Ok(screen) => screen,
        Err(why) => return Outcome::Failed(format!("the terminal cannot be drawn on: {why}")),
    };
    Session::new(watched, look).live(&mut screen).await
}

struct Session {
    follow: Follow,
    /// The table is closed, and everything of it has come.
    over: bool,
    look: Look,
    history: History,
    cursor: Cursor,
    commentary: Commentary,
    clock: ServerClock,
    away: Away,
    /// Where to stand once everything has come.
    wanted: Option<u64>,
}

impl Session {
    fn new(watched: Watched, look: Look) -> Session {
        let suits = if look.unicode { Suits::Symbols } else { Suits::Letters };
        let mut clock = ServerClock::new(Instant::now());
        if let Some(at) = &watched.view.server_time {
            clock.heard(at, Instant::now());
        }
        let wanted = match watched.from {
            From::Now => None,
            From::Start => Some(1),
            From::Event(seq) => Some(seq),
        };
        Session {
            // From the oldest event whatever is wanted, so that one can go back.
            follow: watched.client.follow(watched.view.name, Begin::Start),
            over: false,
            look,
            history: History::new(watched.client.caller().seat_owner(), MAX_EVENTS),
            cursor: Cursor::default(),
            commentary: Commentary::new().with_suits(suits),
            clock,
            away: Away::new(watched.patience),
            wanted,
        }
    }

    async fn live(&mut self, screen: &mut Screen) -> Outcome {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            if let Err(why) = self.draw(screen) {
                return Outcome::Failed(format!("the terminal takes no more: {why}"));
            }
            let ended = tokio::select! {
                input = screen.next() => self.input(input),
                update = self.follow.next(), if !self.over => self.updated(update),
                _ = tick.tick() => self.away.given_up(),
            };
            if let Some(outcome) = ended {
                return outcome;
            }
        }
    }

    /// Draws what there is, once everything so far has come: before that it would race through the past.
    fn draw(&self, screen: &mut Screen) -> std::io::Result<()> {
        let nothing = self.history.newest() == 0;
        if nothing || (!self.over && !self.follow.is_live() && self.away.told().is_none()) {
            return Ok(());
        }
        let known = Known {
            history: &self.history,
            cursor: &self.cursor,
            now: self.clock.now(Instant::now()),
            trouble: self.away.told(),
        };
        screen.draw(|frame| picture::draw(frame, known, self.look))
    }

    /// What comes from the terminal; how the command ends, if it does.
    fn input(&mut self, input: Input) -> Option<Outcome> {
        match input {
            Input::Signal(signal) => Some(Outcome::Stopped(signal)),
            Input::Gone => Some(Outcome::Stopped(Signal::HangUp)),
            Input::Broken => {
                Some(Outcome::Failed("a part of the program broke; what it said stands above".into()))
            }
            Input::Event(Typed::Key(key)) => match self.cursor.press(key, &self.history) {
                Effect::Show => None,
                Effect::End => Some(Outcome::Done),
                Effect::Interrupt => Some(Outcome::Stopped(Signal::Interrupt)),
            },
            Input::Event(_) => None,
        }
    }

    /// What comes from the table; how the command ends, if it does.
    fn updated(&mut self, update: Result<Option<Update>, Error>) -> Option<Outcome> {
        match update {
            Err(error) => return Some(Outcome::of(&error)),
            Ok(None) => {
                self.over = true;
                self.go_to_wanted();
            }
            Ok(Some(Update::Snapshot { .. })) => {
                let view = self.follow.view();
                self.commentary.meet(view);
                if let Some(at) = &view.server_time {
                    self.clock.heard(at, Instant::now());
                }
                self.history.begin(view.clone());
            }
            Ok(Some(Update::Batch(batch))) => self.batch(&batch),
            Ok(Some(Update::CaughtUp)) => self.go_to_wanted(),
            Ok(Some(Update::Bookmark)) => {}
            Ok(Some(Update::Lost { loss, .. })) => {
                self.away.lost(loss);
                return self.away.given_up();
            }
            Ok(Some(Update::Resumed)) => self.away.back(),
        }
        None
    }

    fn batch(&mut self, batch: &EventBatch) {
        let now = Instant::now();
        for (number, event) in (1..).zip(&batch.events) {
            let tell = |view: &_| self.commentary.tell(event, view);
            self.history.take(event, number == batch.events.len(), self.follow.view(), tell);
            if let Some(at) = &event.time {
                self.clock.heard(at, now);
            }
        }
    }

    /// Everything so far has come: now it can be said whether what was asked for is among it.
    fn go_to_wanted(&mut self) {
        let Some(wanted) = self.wanted.take() else { return };
        let (oldest, newest) = (self.history.oldest(), self.history.newest());
        self.cursor.at = Some(wanted.clamp(oldest, newest));
        if wanted < oldest {
            self.cursor.note = Some(gone(oldest));
        } else if wanted > newest {
            self.cursor.note = Some(format!("There is no event {wanted} yet."));
        }
    }
}
