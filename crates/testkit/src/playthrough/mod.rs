//! A playthrough: a table that a text scripts, and what must be true of it.
//!
//! [`Playthrough::read`] knows the whole notation of the games with brag betting. Acts and facts are rows of
//! two tables ([`act`], [`fact`]), so that a variant adds its own by adding rows.

pub mod act;
pub mod fact;
mod file;
mod script;

use crate::playthrough::fact::{Answer, Ask};
use brag_rules::Chips;
use brag_rules::card::{Card, Pack};
use brag_rules::options::GivenRules;
use brag_rules::seat::Seat;
use brag_table::Action;
use std::fmt;

/// A file of the notation, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Playthrough {
    /// The file's name, for reports.
    pub name: String,
    /// What it shows; empty if it does not say.
    pub title: String,
    /// The variant's id, as written.
    pub variant: String,
    /// The options named, without `turn_timeout_ms`.
    pub rules: GivenRules,
    /// `turn_timeout_ms`, in milliseconds, if it is named: a table with a clock.
    pub turn_timeout_ms: Option<i64>,
    /// What the players are called, from seat 1.
    pub players: Vec<String>,
    /// What they bring.
    pub stacks: Vec<Chips>,
    /// Who deals the first hand; the last seat if the file names nobody.
    pub dealer: Seat,
    /// Whether `min_buy_in` binds.
    pub check_buy_in: bool,
    /// The reason with which the table must be refused; then there are no hands.
    pub refused: Option<String>,
    /// The hands in order.
    pub hands: Vec<HandScript>,
}

/// One hand.
#[derive(Debug, Clone, PartialEq)]
pub struct HandScript {
    /// The line of the file on which it begins.
    pub line: usize,
    /// What the cards are.
    pub cards: Preparation,
    /// Where the engine cuts: so many cards from the top go under.
    pub cut: Option<u8>,
    /// What is done and asked.
    pub steps: Vec<Step>,
    /// The chips behind each seat afterwards, from seat 1.
    pub stacks: Option<Vec<Chips>>,
}

/// What a script says of the pack of a hand.
#[derive(Debug, Clone, PartialEq)]
pub enum Preparation {
    /// Nothing: the pack lies as the hands before left it.
    AsItLies,
    /// The whole order, top card first (`pack`); a cut may follow.
    Pack(Pack),
    /// Who gets what (`deal`); it stands for shuffle and cut.
    Deal {
        /// The cards of a seat in the order in which it gets them.
        hands: Vec<(Seat, Vec<Card>)>,
        /// The cards of the hands that are no player's: the spare one, and the one that nobody gets (V6B).
        spare: [Vec<Card>; 2],
        /// The card that is turned before the deal.
        turned: Option<Card>,
        /// The cards that are laid face up after the hands; none where the script does not say.
        board: Vec<Card>,
        /// The first cards after the hands.
        stock: Vec<Card>,
    },
}

/// One line of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its line in the file.
    pub line: usize,
    /// As it is written, without comment.
    pub text: String,
    /// What it says.
    pub kind: StepKind,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq)]
pub enum StepKind {
    /// A seat does something.
    Act {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
        /// The reason with which it is refused; accepted if there is none.
        refused: Option<String>,
    },
    /// The time of a seat runs out.
    Clock(Seat),
    /// The clock moves by so many milliseconds.
    Wait(u64),
    /// Something must hold.
    Fact {
        /// What is asked.
        ask: Ask,
        /// What must be answered.
        expected: Answer,
    },
}

/// A text that is no playthrough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The file's name.
    pub name: String,
    /// The hand, from 1; 0 outside the hands.
    pub hand: usize,
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unreadable { name, hand, line, what } = self;
        match hand {
            0 => write!(f, "UNREADABLE {name}: line {line}: {what}"),
            _ => write!(f, "UNREADABLE {name}: hand {hand} line {line}: {what}"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// A seat as scripts write it: `p1` … `p17`.
pub(crate) fn seat(word: &str) -> Result<Seat, String> {
    let number = word.strip_prefix('p').and_then(|digits| digits.parse().ok());
    number.and_then(Seat::new).ok_or_else(|| format!("{word:?} is no seat, such as p1"))
}

/// Cards in a row, with or without spaces: `3c3d3h`.
pub(crate) fn cards(text: &str) -> Result<Vec<Card>, String> {
    let text: String = text.split_whitespace().collect();
    let pair = |start: usize| text.get(start..start + 2).and_then(|two| two.parse().ok());
    let places = (0..text.len()).step_by(2);
    places.map(pair).collect::<Option<_>>().ok_or_else(|| format!("{text:?} are no cards, such as 3c3d3h"))
}

/// An amount of chips.
pub(crate) fn chips(word: &str) -> Result<Chips, String> {
    word.parse().map_err(|_| format!("{word:?} is no amount of chips"))
}
