//! Arrangements of a hand in sets, best first (rulebook section 5).

mod sets;

pub use sets::{MAX_SETS, Sets, TooMany};
