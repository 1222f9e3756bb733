//! Players that are programs.
//!
//! A [`Bot`] gets what any player gets: the events of his stream and his view of the table, with what he may do. It
//! answers with an act that the view lists. It knows no more cards than its view shows, so that whoever plays against it
//! plays against nobody who cheats.
//!
//! | kind | how it plays |
//! |---|---|
//! | [`Kind::Random`] | anything that it may do |
//! | [`Kind::Tight`] | looks soon, and pays for good hands alone |
//! | [`Kind::Loose`] | stays blind for long, calls with middling hands, bluffs |
//!
//! Tight and loose are one player with two [tempers](Temper): how they differ is data.
//!
//! The same seed and the same views give the same acts. [`run`] lets one play at a table of a server, by what every client
//! has.
#![forbid(unsafe_code)]

pub mod arranging;
mod bot;
mod classic;
mod equalised;
mod listed;
mod memory;
mod odds;
mod random;
mod run;
mod sensible;
mod swaps;
mod table;
mod temper;

pub use bot::Bot;
pub use run::{Broke, Observer, Options, Outcome, Report, RunError, run, run_until};
pub use table::{ranking, rules};
pub use temper::{Kind, Temper, UnknownKind};
