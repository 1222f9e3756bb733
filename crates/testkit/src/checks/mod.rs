//! The properties that hold whatever happens at a table (rulebook A.5), and a table at which anything
//! happens.
//!
//! | file | subject |
//! |---|---|
//! | `properties.rs` | the ten properties, one function each |
//! | `watch.rs` | asks them about every event and every state |
//! | `legal.rs` | what is listed is accepted, and nothing else |
//! | `arrange.rs` | the games of sets: who wins a set, points, fees and settlements a second time |
//! | `classic.rs` | the classic game: refusals, bets and pots a second time |
//! | `equalised.rs` | equalised betting: refusals, bets and layers a second time |
//! | `life.rs` | a table's life: random players who also leave, sit out, add chips and fall asleep |

pub mod arrange;
pub mod classic;
pub mod equalised;
pub mod legal;
pub mod life;
pub mod properties;
mod watch;

pub use watch::Watch;
