//! Arrangements of a hand in sets, best first (rulebook section 5): what a player may lay, and what the engine lays for
//! him when his time is up.

mod automatic;
mod crash;
mod laying;
mod sets;

pub use automatic::automatic;
pub use crash::{CrashMode, CrashRules, HANDS, Scoring, Settlement, TieInHand, usual_target};
pub use laying::{FourKindRank, Laying, Merit, MinHand, is_four};
pub use sets::{MAX_SETS, Sets, TooMany};
