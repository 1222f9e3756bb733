//! The recipe `brag-fair/v1`: everything that a table leaves to chance, derived from seeds that were
//! committed to before they could be of use to anybody. Pure: no clock, no random source; the caller
//! brings the seed.
//!
//! An [`Epoch`] is everything between two shuffles of a table's pack. Its seed's [`commitment`] is published
//! before the players add their entropy, so neither side can steer the pack. From the epoch's key follow the
//! order after the shuffle, the order of each gathered packet (rulebook 3.12), the engine's cuts, and the draw
//! for the first dealer (rulebook 1.4). Nothing is stored but the seed and what was published: the rest is
//! computed again, to the same bytes, whenever it is needed.
//!
//! There is one permutation algorithm, [`shuffle`], over any source of [`Bytes`]. Served tables use the
//! recipe's stream; a simulator plugs in a faster one.
//!
//! Words of the recipe: all integers are big-endian; `LP(x)` is the u32 length of x, then x; `T(s)` is
//! `LP("brag-fair/v1/" ‖ s)`; H is SHA-256, PRF is HMAC-SHA-256. A card is its code, `13 × suit + rank`, suits
//! c 0, d 1, h 2, s 3, ranks 2 = 0 … A = 12. Place 0 is the top of the pack. `vectors/brag_fair.py` is the
//! same recipe a second time; `vectors/vectors.json` is what both must give, for ever.
#![forbid(unsafe_code)]

mod deck;
mod draw;
mod epoch;
mod hash;
mod permute;
mod secret;
mod tree;

pub use deck::{Deck, PACK_SIZE};
pub use draw::{Draw, Drawn, first_dealer};
pub use epoch::{EntropyEntry, Epoch, MAX_PART, Published, commitment};
pub use permute::{Bytes, cut_point, index, shuffle};
pub use secret::Seed;

#[cfg(test)]
mod statistics;
#[cfg(test)]
mod vectors;

use std::fmt;

/// The name of the recipe, as the fairness terms of a table state it.
pub const RECIPE: &str = "brag-fair/v1";

/// What makes an input impossible to work with. Nothing is derived from such an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    /// Not 1 to 52 different codes, each below 52.
    Deck,
    /// Seats not strictly ascending, none, or more than the recipe or the pack has room for.
    Seats,
    /// A player's id or a beacon of more than [`MAX_PART`] bytes.
    TooLong,
    /// What the seed gives is not what was published: another seed, deck, table or epoch.
    NotAsPublished,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Malformed::Deck => "a deck is 1 to 52 different card codes, each below 52",
            Malformed::Seats => "seats must be strictly ascending, at least one, and have room in the recipe",
            Malformed::TooLong => "a player's id or a beacon is longer than the recipe's bound",
            Malformed::NotAsPublished => "the seed and the deck do not give the published commitments",
        })
    }
}

impl std::error::Error for Malformed {}
