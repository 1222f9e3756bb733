//! The numbers to choose from, and what they make.

use brag_contract::v1::act_request::Action;
use brag_contract::v1::{Bet, Brag, Challenge, Cut, RaiseTo, Sit, TopUp};

use super::offers::Wants;

/// A bound beyond this is none to a person: what one table may hold is far beyond it.
const ENOUGH: i64 = 1_000_000_000_000;

/// The numbers to choose from, and what they make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Numbers {
    /// The least.
    pub min: i64,
    /// The most.
    pub max: i64,
    /// The distance between two.
    pub step: i64,
    /// The number that is proposed.
    pub proposed: i64,
    /// What is counted.
    pub of: Counted,
}

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Counted {
    /// Chips to bet.
    Bet,
    /// Chips to open with.
    Brag,
    /// Chips to answer a brag with.
    Challenge,
    /// Chips to have bet in all.
    RaiseTo,
    /// Cards to cut.
    Cut,
    /// Chips to sit down with.
    Sit,
    /// Chips to add.
    TopUp,
}

impl Counted {
    /// What is counted, in words.
    pub fn unit(self) -> &'static str {
        match self {
            Counted::Bet | Counted::Brag | Counted::Challenge => "chips",
            Counted::RaiseTo => "chips in all",
            Counted::Cut => "cards",
            Counted::Sit => "chips to bring",
            Counted::TopUp => "chips to add",
        }
    }

    /// The act of so many.
    pub fn act(self, number: i64) -> Action {
        match self {
            Counted::Bet => Action::Bet(Bet { amount: number }),
            Counted::Brag => Action::Brag(Brag { amount: number }),
            Counted::Challenge => Action::Challenge(Challenge { amount: number }),
            Counted::RaiseTo => Action::RaiseTo(RaiseTo { amount: number }),
            // The bounds that it is held to are of this type.
            Counted::Cut => Action::Cut(Cut { at: u32::try_from(number).unwrap_or(0) }),
            Counted::Sit => Action::Sit(Sit { buy_in: number, ..Sit::default() }),
            Counted::TopUp => Action::TopUp(TopUp { amount: number }),
        }
    }
}

/// What an amount costs and wants, of which the least is proposed; where there is no other, nothing is to be entered.
pub fn amounts(min: i64, max: i64, step: i64, of: Counted) -> (String, Wants) {
    if max > min {
        let numbers = Numbers { min, max, step: step.max(1), proposed: min, of };
        (range(min, max), Wants::Number(numbers))
    } else {
        (min.to_string(), Wants::Nothing(of.act(min)))
    }
}

/// From what to what, in short.
pub fn range(min: i64, max: i64) -> String {
    if max > ENOUGH { format!("{min} or more") } else { format!("{min}-{max}") }
}
