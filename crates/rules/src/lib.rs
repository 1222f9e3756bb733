//! The rules of the Brag family: cards, ranking, house rules, and one hand as a machine.
//!
//! Pure: no clock, no random source, no async, no serialiser. Start reading at [`hand`].
#![forbid(unsafe_code)]

pub mod act;
pub mod arrange;
pub mod card;
pub mod fact;
pub mod hand;
pub mod odds;
pub mod options;
pub mod rank;
pub mod refusal;
pub mod seat;
pub mod variant;

pub use refusal::Refusal;

/// Chips: whole, never negative, at most 2^53 − 1 at one table (rulebook 1.1).
pub type Chips = u64;
