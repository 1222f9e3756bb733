//! The options of the classic game of three stakes (rulebook V9).

use super::braggers::BRAGGERS;
use super::catalogue::{CHIPS, Kind, OfBetting, Row, choice, number, row};
use crate::Chips;
use crate::rank::named;

named! {
    /// What becomes of the pot of the brag when everybody passes (V9).
    pub enum NoBrag {
        /// It waits for the next deal's.
        Carry = "carry",
        /// The best hand takes it.
        BestHand = "best_hand",
        /// Each has his stake back.
        Refund = "refund",
    }
}

named! {
    /// What an ace counts towards thirty-one (V9).
    pub enum AceValue {
        /// Ten, as a court card.
        Ten = "ten",
        /// One.
        One = "one",
        /// One or eleven, whichever is better.
        OneOrEleven = "one_or_eleven",
    }
}

named! {
    /// How cards come towards thirty-one (V9).
    pub enum ThirtyOneDraw {
        /// As many as one likes come to the hand.
        Add = "add",
        /// One of the hand may be changed, once.
        Exchange = "exchange",
    }
}

named! {
    /// Who wins of several who are equally near thirty-one (V9).
    pub enum ThirtyOneTie {
        /// They draw again.
        DrawAgain = "draw_again",
        /// The eldest of them.
        Eldest = "eldest",
        /// They share it.
        Split = "split",
    }
}

/// What only the classic game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassicRules {
    /// What each player lays before the deal, in chips, three times: for each of the pots.
    pub stake: Chips,
    /// The fewest chips to brag with.
    pub min_brag: Chips,
    /// What becomes of the pot of the brag when everybody passes.
    pub no_brag: NoBrag,
    /// What an ace counts towards thirty-one.
    pub ace_value: AceValue,
    /// How cards come towards thirty-one.
    pub thirty_one_draw: ThirtyOneDraw,
    /// Who wins of several who are equally near thirty-one.
    pub thirty_one_tie: ThirtyOneTie,
    /// What who wins all three pots gets from everybody, in chips.
    pub triple_bonus: Chips,
}

impl ClassicRules {
    /// Where no option says otherwise; the stakes are set where the game is played.
    pub(crate) const DEFAULT: ClassicRules = ClassicRules {
        stake: 0,
        min_brag: 0,
        no_brag: NoBrag::Carry,
        ace_value: AceValue::Ten,
        thirty_one_draw: ThirtyOneDraw::Add,
        thirty_one_tie: ThirtyOneTie::DrawAgain,
        triple_bonus: 0,
    };
}

/// The options of brag betting that this game has, too.
pub(super) const OF_BETTING: OfBetting = &[(
    None,
    &[
        "min_players",
        "max_players",
        "min_buy_in",
        "max_buy_in",
        "min_stake",
        "waiting_pot",
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
)];

#[rustfmt::skip] // A table: one row an option, its key in one column.
pub(super) static ROWS: &[Row] = &[
    row!(stake in classic, number(1, CHIPS / 3), "chips", "V9"),
    row!(min_brag in classic, number(1, CHIPS), "chips", "V9"),
    BRAGGERS,
    row!(no_brag in classic, choice!(NoBrag), "", "V9"),
    row!(ace_value in classic, choice!(AceValue), "", "V9"),
    row!(thirty_one_draw in classic, choice!(ThirtyOneDraw), "", "V9"),
    row!(thirty_one_tie in classic, choice!(ThirtyOneTie), "", "V9"),
    row!(triple_bonus in classic, number(0, CHIPS), "chips", "V9"),
];
