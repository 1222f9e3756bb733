//! What the engine is tried with: playthroughs, a random player, and the properties that hold whatever
//! happens.
//!
//! | module | subject |
//! |---|---|
//! | [`playthrough`] | a hand of cards as a text: the notation of `tests/playthroughs/README.md`, read |
//! | [`replay`] | runs a playthrough on an engine and says what did not hold |
//! | [`chance`] | fast seeded bytes, and a table's chance drawn from them |
//! | [`player`] | a player who does anything that he may, at random |
//! | [`sim`] | whole hands of random play, by the hundred thousand |
//! | [`options`] | random sets of options that make a table |
//! | [`checks`] | the properties of rulebook A.5, asked after every act |
//! | [`journal`] | a journal that can be told to misbehave |
//! | [`two_worlds`] | change what a viewer may not know, and compare what he gets |
#![forbid(unsafe_code)]

pub mod chance;
pub mod checks;
pub mod journal;
pub mod options;
pub mod player;
pub mod playthrough;
pub mod replay;
pub mod sim;
pub mod two_worlds;
