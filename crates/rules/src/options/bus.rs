//! The options of Stop the Bus (V8).

use super::catalogue::{CHIPS, Kind, OfBetting, Row, choice, number, row};
use crate::rank::named;

named! {
    /// When a player may stick (rulebook V8).
    pub enum StickMode {
        /// In place of a swap, or with one.
        Either = "either",
        /// In place of a swap.
        InsteadOnly = "instead_only",
        /// With a swap, as its last part.
        AfterSwapOnly = "after_swap_only",
    }
}

named! {
    /// Whether the last turn after a stick changes cards (rulebook V8).
    pub enum FinalSwap {
        /// Who is content stands.
        Optional = "optional",
        /// Everybody changes one card or all three.
        Mandatory = "mandatory",
    }
}

/// The rules that only Stop the Bus has (V8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BusRules {
    /// Lives of each player at the start of a game; 1 to 10.
    pub lives: u8,
    /// Chips that each player pays for a game, and that the last one in wins.
    pub entry_stake: u64,
    /// When a player may stick.
    pub stick_mode: StickMode,
    /// Whether the last turn changes cards.
    pub final_swap: FinalSwap,
    /// Turns of each player without a stick after which the hands are compared as they are; 1 to 200.
    pub max_circuits: u8,
}

impl Default for BusRules {
    /// The defaults of A.2.
    fn default() -> BusRules {
        BusRules {
            lives: 3,
            entry_stake: 0,
            stick_mode: StickMode::Either,
            final_swap: FinalSwap::Optional,
            max_circuits: 20,
        }
    }
}

/// The options of brag betting that this game has, too.
pub(super) const OF_BETTING: OfBetting = &[(
    None,
    &[
        "min_players",
        "max_players",
        "min_buy_in",
        "max_buy_in",
        "sit_out_limit",
        "max_minutes",
        "category_order",
        "best_prial",
        "ace_two_three",
        "low",
        "suit_tiebreak",
        "wild",
        "natural_precedence",
        "bragger_as_self",
        "cut",
        "first_dealer",
        "max_hands",
        "timeouts_before_sit_out",
    ],
)];

#[rustfmt::skip] // A table: one row an option, its key in one column.
pub(super) static ROWS: &[Row] = &[
    row!(lives in bus, number(1, 10), "lives", "V8"),
    row!(entry_stake in bus, number(0, CHIPS), "chips", "V8"),
    row!(stick_mode in bus, choice!(StickMode), "", "V8"),
    row!(final_swap in bus, choice!(FinalSwap), "", "V8"),
    row!(max_circuits in bus, number(1, 200), "rounds", "V8"),
];
