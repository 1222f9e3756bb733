//! One table across hands: who sits where, who deals, whose turn it is and until when; decide, apply, view.
//!
//! Pure: time and chance are arguments, and what they gave is in the events, so that a table replays to the
//! same state anywhere. One act takes three steps, each a function of values:
//!
//! | step | file | |
//! |---|---|---|
//! | check | `check.rs` | may this be done? `Plan`, or why not |
//! | decide | `decide.rs` | what happens then: a list of [`event::Event`]s up to where the table waits |
//! | apply | `apply.rs` | events into state; cannot fail |
//!
//! [`view`] says what each viewer may see, in one place.
#![forbid(unsafe_code)]

pub mod apply;
pub mod chance;
pub mod charter;
pub mod check;
pub mod clock;
pub mod decide;
pub mod event;
mod hands;
mod seating;
mod session;
pub mod state;
pub mod view;

pub use charter::Charter;
pub use check::{Action, By, Plan, Refused, Request, check};
pub use decide::{Decision, create, decide, step};
pub use state::Table;
