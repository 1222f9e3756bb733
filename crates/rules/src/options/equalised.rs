//! The options of the games with equalised betting (rulebook section 4): V10 and V11.

use super::braggers::BRAGGERS;
use super::catalogue::{CHIPS, OfBetting, Row, number, row};
use crate::Chips;
use crate::card::{Card, Pack, RANKS};
use crate::variant::Part;

/// What only these games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EqualisedRules {
    /// The most cards that a player may change between two rounds of bets, 0 to 3 (V10); 0: there is one round.
    pub draw_max: u8,
    /// What the dealer puts up before the deal, in chips, as a bet of his (V11); 0: nothing.
    pub dealer_stake: Chips,
    /// What each other player pays to a dealer whom nobody meets, in chips (V11).
    pub forfeit: Chips,
    /// The lowest rank of the pack by its pips: 2, or 7 to 10 (V11). With 2 the pack has 52 cards.
    pub short_pack_low: u8,
}

impl EqualisedRules {
    /// Where no option says otherwise: one round, nothing from the dealer, the whole pack.
    pub(crate) const DEFAULT: EqualisedRules =
        EqualisedRules { draw_max: 0, dealer_stake: 0, forfeit: 0, short_pack_low: 2 };

    /// The cards that are played with, in the order of a new pack.
    pub(super) fn pack(&self) -> Pack {
        let lowest = self.short_pack_low.saturating_sub(2);
        Card::in_pack_order().filter(|card| card.rank() >= lowest).collect()
    }

    /// How many cards that is.
    pub(super) fn pack_size(&self) -> usize {
        4 * (RANKS.len() + 2 - usize::from(self.short_pack_low))
    }
}

/// The default of `forfeit`: a quarter of the dealer's stake, at least a chip (A.2).
pub(crate) const fn forfeit_of(dealer_stake: Chips) -> Chips {
    if dealer_stake < 4 { 1 } else { dealer_stake / 4 }
}

/// The options of brag betting that these games have, too.
pub(super) const OF_BETTING: OfBetting = &[
    (
        None,
        &[
            "min_players",
            "max_players",
            "min_buy_in",
            "max_buy_in",
            "ante",
            "min_stake",
            "max_stake",
            "max_raise",
            "limit_mode",
            "raise_increment",
            "sit_out_limit",
            "max_minutes",
            "tie_rule",
            "natural_precedence",
            "bragger_as_self",
            "cut",
            "first_dealer",
            "max_hands",
            "timeouts_before_sit_out",
        ],
    ),
    // Everybody pays before the deal in the other one, and no pot of it waits.
    (AMERICAN, &["ante_mode", "waiting_pot"]),
];

const AMERICAN: Option<Part> = Some(Part::American);
const HOYLE: Option<Part> = Some(Part::Hoyle);

/// The ranks with which a pack may begin.
const LOWEST: &[i64] = &[2, 7, 8, 9, 10];

#[rustfmt::skip] // A table: one row an option, its key in one column.
pub(super) static ROWS: &[Row] = &[
    BRAGGERS,
    row!(draw_max in equalised, number(0, 3), "cards", "V10", AMERICAN),
    row!(dealer_stake in equalised, number(1, CHIPS), "chips", "V11", HOYLE),
    row!(forfeit in equalised, number(0, CHIPS), "chips", "V11", HOYLE),
    Row {
        numbers: Some(LOWEST),
        ..row!(short_pack_low in equalised, number(2, 10), "", "V11", HOYLE)
    },
];
