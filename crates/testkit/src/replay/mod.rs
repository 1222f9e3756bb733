//! Runs a playthrough and says what did not hold.
//!
//! The runner knows a [`Backend`] alone: something that does acts and answers questions. [`Engine`] is the
//! pure engine; a backend that plays the same file through a server keeps an engine beside it and compares.

mod chance;
mod engine;

pub use engine::Engine;

use crate::playthrough::fact::{Answer, Ask, Eye, Topic};
use crate::playthrough::{HandScript, Playthrough, Step, StepKind, Unreadable};
use brag_rules::seat::Seat;
use brag_table::Action;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What became of something that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Done,
    /// It was refused with this reason, and nothing has changed.
    Refused(String),
}

/// Something that can play a file. Each function fails with what did not hold besides the script: an
/// invariant, or an answer of a server that differs from the engine's.
pub trait Backend {
    /// Makes the table of the file and seats its players.
    ///
    /// # Errors
    /// What did not hold.
    fn open(&mut self, file: &Playthrough) -> Result<Outcome, String>;
    /// Deals a hand with the cards that it names.
    ///
    /// # Errors
    /// What did not hold.
    fn deal(&mut self, hand: &HandScript) -> Result<Outcome, String>;
    /// Lets a seat do something.
    ///
    /// # Errors
    /// What did not hold.
    fn act(&mut self, seat: Seat, action: &Action) -> Result<Outcome, String>;
    /// Lets the time of a seat run out.
    ///
    /// # Errors
    /// What did not hold.
    fn run_out(&mut self, seat: Seat) -> Result<Outcome, String>;
    /// Moves the clock by so many milliseconds, and lets happen what comes due.
    ///
    /// # Errors
    /// What did not hold.
    fn wait(&mut self, milliseconds: u64) -> Result<(), String>;
    /// Answers a question.
    ///
    /// # Errors
    /// What did not hold.
    fn answer(&mut self, ask: &Ask) -> Result<Answer, String>;
    /// Facts that were answered by the engine alone, because no viewer may know them.
    fn unseen(&self) -> usize;
    /// The state in one line, for a report.
    fn state(&self) -> String;
}

/// A file that held.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// The file's name.
    pub name: String,
    /// Hands that were played.
    pub hands: usize,
    /// Acts that were done or refused, expired clocks included.
    pub acts: usize,
    /// Facts that held.
    pub facts: usize,
    /// Those of them that no viewer may see.
    pub unseen: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ok {}", self.name)
    }
}

/// A file that did not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// The file's name.
    pub name: String,
    /// The hand, from 1; 0 before the first.
    pub hand: usize,
    /// The line of the file.
    pub line: usize,
    /// What did not hold.
    pub what: String,
    /// The state there; empty if there was none.
    pub state: String,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failed { name, hand, line, what, state } = self;
        write!(f, "FAILED {name}: hand {hand} line {line}: {what}")?;
        if state.is_empty() { Ok(()) } else { write!(f, "; there {state}") }
    }
}

/// Why a file did not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotPassed {
    /// It is no playthrough.
    Unreadable(Unreadable),
    /// Something did not hold.
    Failed(Failed),
}

impl fmt::Display for NotPassed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPassed::Unreadable(unreadable) => unreadable.fmt(f),
            NotPassed::Failed(failed) => failed.fmt(f),
        }
    }
}

impl std::error::Error for NotPassed {}

/// Reads a file and plays it on the pure engine.
///
/// # Errors
/// What is wrong with the file, or what did not hold.
pub fn run(name: &str, text: &str) -> Result<Report, NotPassed> {
    let file = Playthrough::read(name, text).map_err(NotPassed::Unreadable)?;
    play(&file, &mut Engine::new()).map_err(NotPassed::Failed)
}

/// Plays a file on that backend.
///
/// # Errors
/// The first thing that did not hold. A broken invariant, which the engine says by a panic, is one.
pub fn play(file: &Playthrough, backend: &mut impl Backend) -> Result<Report, Failed> {
    let mut run =
        Run { file, backend, report: Report { name: file.name.clone(), ..Report::default() }, line: 1 };
    let outcome = catch_unwind(AssertUnwindSafe(|| run.all()));
    let what = match outcome {
        Ok(Ok(())) => {
            run.report.unseen = run.backend.unseen();
            return Ok(run.report);
        }
        Ok(Err(what)) => what,
        Err(panic) => format!("an invariant broke: {}", message(&*panic)),
    };
    let (name, hand, line) = (file.name.clone(), run.report.hands, run.line);
    Err(Failed { name, hand, line, what, state: run.backend.state() })
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

struct Run<'a, B> {
    file: &'a Playthrough,
    backend: &'a mut B,
    report: Report,
    line: usize,
}

impl<B: Backend> Run<'_, B> {
    fn all(&mut self) -> Result<(), String> {
        let opened = self.backend.open(self.file)?;
        expect_outcome("the table", &opened, self.file.refused.as_deref())?;
        for hand in &self.file.hands {
            self.report.hands += 1;
            self.line = hand.line;
            let dealt = self.backend.deal(hand)?;
            expect_outcome("the deal", &dealt, None)?;
            for step in &hand.steps {
                self.line = step.line;
                self.step(step)?;
            }
            self.line = hand.line;
            if let Some(stacks) = &hand.stacks {
                let ask = Ask { topic: Topic::Stacks, seat: None, eye: Eye::Engine, count: 0 };
                self.fact("stacks after the hand", &ask, &Answer::Numbers(stacks.clone()))?;
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        match &step.kind {
            StepKind::Act { seat, action, refused } => {
                self.report.acts += 1;
                let outcome = self.backend.act(*seat, action)?;
                expect_outcome(&format!("{:?}", step.text), &outcome, refused.as_deref())
            }
            StepKind::Clock(seat) => {
                self.report.acts += 1;
                let outcome = self.backend.run_out(*seat)?;
                expect_outcome(&format!("{:?}", step.text), &outcome, None)
            }
            StepKind::Wait(milliseconds) => self.backend.wait(*milliseconds),
            StepKind::Fact { ask, expected } => self.fact(&step.text, ask, expected),
        }
    }

    fn fact(&mut self, text: &str, ask: &Ask, expected: &Answer) -> Result<(), String> {
        self.report.facts += 1;
        let answer = self.backend.answer(ask)?;
        if answer == *expected {
            Ok(())
        } else {
            Err(format!("{text:?} must hold ({expected}), but it is {answer}"))
        }
    }
}

fn expect_outcome(what: &str, outcome: &Outcome, refused: Option<&str>) -> Result<(), String> {
    match (outcome, refused) {
        (Outcome::Done, None) => Ok(()),
        (Outcome::Refused(reason), Some(expected)) if reason == expected => Ok(()),
        (Outcome::Done, Some(expected)) => {
            Err(format!("{what} must be refused with {expected}, but is accepted"))
        }
        (Outcome::Refused(reason), None) => {
            Err(format!("{what} must be accepted, but is refused with {reason}"))
        }
        (Outcome::Refused(reason), Some(expected)) => {
            Err(format!("{what} must be refused with {expected}, but is refused with {reason}"))
        }
    }
}
