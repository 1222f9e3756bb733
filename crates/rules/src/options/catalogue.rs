//! The catalogue: every option of a variant, what it takes and what it means. `resolve` reads by it and
//! `effective` writes by it, so a form made from it and the parser cannot disagree.

use super::{
    AnteMode, BlindWin, Cut, CutBy, FirstDealer, Gather, HalfStakeRounding, LimitMode, LookTiming,
    MAX_AMOUNT, OptionValue, Rules, ShortStack, ShuffleMode, TieRule, TwoHandRule, TwoHandShowdown,
    WaitingPot,
};
use crate::rank::{AceTwoThree, BestPrial, CategoryOrder, Low, SuitTiebreak, TwoThreeFive};
use crate::variant::{Machine, Variant};

/// One option of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// The name under which it is given.
    pub key: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Its value when no option is named; `None` for one that is unset then. `ante` and `min_buy_in` follow
    /// `min_stake`, and `best_prial` follows `low`, where those are named and they are not.
    pub default: Option<OptionValue>,
    /// What a number counts: `chips`, `players`, `hands`, `rounds`, `bets`, `minutes`, `time-outs`; empty
    /// where there is nothing to count.
    pub unit: &'static str,
    /// One line of English, in the words of the game.
    pub description: &'static str,
    /// The rulebook's number.
    pub number: &'static str,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
        /// Whether the option may be unset, which is done by leaving it out.
        optional: bool,
    },
    /// Yes or no.
    Flag,
    /// One of these names.
    Choice {
        /// The names, in the rulebook's order.
        values: &'static [&'static str],
    },
    /// Several names, such as cards.
    Set,
}

/// Every option of the variant, in the order of rulebook A.1.
pub fn catalogue(variant: Variant) -> Vec<CatalogueEntry> {
    let defaults = variant.defaults();
    let entry = |row: &Row| CatalogueEntry {
        key: row.key,
        kind: row.kind(variant),
        default: (row.show)(&defaults),
        unit: row.unit,
        description: row.description,
        number: row.number,
    };
    rows(variant).iter().map(entry).collect()
}

/// One option as the code holds it: the entry, and the place in [`Rules`] where its value lives.
pub(super) struct Row {
    pub(super) key: &'static str,
    kind: Kind,
    unit: &'static str,
    number: &'static str,
    description: &'static str,
    /// The option's value in these rules; `None` where it is unset.
    pub(super) show: fn(&Rules) -> Option<OptionValue>,
    /// Puts the value there; false if it is of another kind or has an unknown name. A number beyond the
    /// field's type becomes the nearest end of it.
    pub(super) read: fn(&mut Rules, &OptionValue) -> bool,
}

impl Row {
    /// What the option takes in this variant: a number of players or a seat ends at the hard limit.
    pub(super) fn kind(&self, variant: Variant) -> Kind {
        let seats = variant.hard_limit();
        match (self.key, self.kind) {
            ("min_players" | "max_players", Kind::Number { min, optional, .. }) => {
                Kind::Number { min, max: seats.into(), optional }
            }
            ("first_dealer", Kind::Choice { values }) => {
                Kind::Choice { values: &values[..=usize::from(seats)] }
            }
            (_, kind) => kind,
        }
    }
}

/// The options of the variant's machine.
pub(super) fn rows(variant: Variant) -> &'static [Row] {
    match variant.machine() {
        Machine::Bet => BET,
    }
}

/// Options that other variants of the family have and brag betting over three dealt cards has not; here
/// they are not to be named at all (A.3, refusal 2).
pub(super) static OF_OTHER_VARIANTS: &[&str] = &[
    "discard_tiebreak",
    "discard_mode",
    "set_stake",
    "set_tie",
    "set_betting",
    "game_stake",
    "scoring",
    "target",
    "min_hand",
    "tie_in_hand",
    "crash",
    "settlement",
    "point_value",
    "double_if_not_on_board",
    "four_kind_fee",
    "four_kind_rank",
    "four_threes_wins",
    "spare_hand",
    "spare_fee",
    "lives",
    "entry_stake",
    "stick_mode",
    "final_swap",
    "max_circuits",
    "stake",
    "min_brag",
    "braggers",
    "no_brag",
    "ace_value",
    "thirty_one_draw",
    "thirty_one_tie",
    "triple_bonus",
    "draw_max",
    "dealer_stake",
    "forfeit",
    "short_pack_low",
    "variation",
];

/// Options of Teen Patti that have a default everywhere (`off`, and unset), and may be given that (A.3,
/// refusal 13).
pub(super) static OF_TEEN_PATTI: &[&str] = &["sideshow", "pot_cap"];

/// A value of [`Rules`] that an option sets.
trait Field: Sized {
    fn read(value: &OptionValue) -> Option<Self>;
    fn show(&self) -> Option<OptionValue>;
}

macro_rules! number_fields {
    ($($number:ty),+) => {$(
        impl Field for $number {
            fn read(value: &OptionValue) -> Option<$number> {
                let OptionValue::Number(number) = *value else { return None };
                Some(<$number>::try_from(number).unwrap_or(if number < 0 { 0 } else { <$number>::MAX }))
            }

            fn show(&self) -> Option<OptionValue> {
                i64::try_from(*self).ok().map(OptionValue::Number)
            }
        }
    )+};
}
number_fields!(u8, u16, u32, u64);

impl Field for bool {
    fn read(value: &OptionValue) -> Option<bool> {
        if let OptionValue::Flag(flag) = *value { Some(flag) } else { None }
    }

    fn show(&self) -> Option<OptionValue> {
        Some(OptionValue::Flag(*self))
    }
}

impl Field for FirstDealer {
    fn read(value: &OptionValue) -> Option<FirstDealer> {
        if let OptionValue::Choice(name) = value { FirstDealer::from_name(name) } else { None }
    }

    fn show(&self) -> Option<OptionValue> {
        Some(OptionValue::Choice(self.to_string()))
    }
}

macro_rules! choice_fields {
    ($($choice:ty),+ $(,)?) => {$(
        impl Field for $choice {
            fn read(value: &OptionValue) -> Option<$choice> {
                if let OptionValue::Choice(name) = value { <$choice>::from_name(name) } else { None }
            }

            fn show(&self) -> Option<OptionValue> {
                Some(OptionValue::Choice(self.name().to_owned()))
            }
        }
    )+};
}
choice_fields!(
    AnteMode,
    LimitMode,
    HalfStakeRounding,
    LookTiming,
    WaitingPot,
    BlindWin,
    TwoHandRule,
    TwoHandShowdown,
    TieRule,
    ShortStack,
    CategoryOrder,
    BestPrial,
    AceTwoThree,
    Low,
    SuitTiebreak,
    TwoThreeFive,
    ShuffleMode,
    Gather,
    Cut,
    CutBy,
);

impl<T: Field> Field for Option<T> {
    fn read(value: &OptionValue) -> Option<Option<T>> {
        T::read(value).map(Some)
    }

    fn show(&self) -> Option<OptionValue> {
        self.as_ref().and_then(Field::show)
    }
}

const fn number(min: i64, max: i64) -> Kind {
    Kind::Number { min, max, optional: false }
}

const fn optional(min: i64, max: i64) -> Kind {
    Kind::Number { min, max, optional: true }
}

/// The names of an enum's values.
macro_rules! choice {
    ($choice:ty) => {
        Kind::Choice {
            values: {
                const NAMES: [&str; <$choice>::ALL.len()] = {
                    let mut names = [""; <$choice>::ALL.len()];
                    let mut i = 0;
                    while i < names.len() {
                        names[i] = <$choice>::ALL[i].name();
                        i += 1;
                    }
                    names
                };
                &NAMES
            },
        }
    };
}

macro_rules! row {
    ($key:ident $(in $part:ident)?, $kind:expr, $unit:literal, $number:literal, $description:literal) => {
        Row {
            key: stringify!($key),
            kind: $kind,
            unit: $unit,
            number: $number,
            description: $description,
            show: |rules| rules.$($part.)?$key.show(),
            read: |rules, value| match Field::read(value) {
                Some(value) => {
                    rules.$($part.)?$key = value;
                    true
                }
                None => false,
            },
        }
    };
}

const CHIPS: i64 = MAX_AMOUNT as i64;
const U8: i64 = u8::MAX as i64;
const U16: i64 = u16::MAX as i64;
const U32: i64 = u32::MAX as i64;
const FIRST_DEALER: Kind = Kind::Choice { values: FirstDealer::NAMES };

#[rustfmt::skip] // A table: one row an option, its key in one column.
static BET: &[Row] = &[
    row!(min_players, number(2, U8), "players", "A.1",
        "A hand is dealt when at least so many players can be dealt in."),
    row!(max_players, number(2, U8), "players", "A.1",
        "The table has so many seats."),
    row!(min_buy_in, number(1, CHIPS), "chips", "3.11",
        "A player sits down with at least this; 20 times min_stake unless it is named, and never less than one hand needs."),
    row!(max_buy_in, optional(1, CHIPS), "chips", "3.11",
        "A player sits down with at most this, and may add chips up to it between hands."),
    row!(ante, number(0, CHIPS), "chips", "3.1",
        "What each player pays before the deal; as much as min_stake unless it is named."),
    row!(ante_mode, choice!(AnteMode), "", "3.2",
        "Whether every hand charges the ante, only a hand after one that a prial won, or none."),
    row!(min_stake, number(1, CHIPS), "chips", "3.1",
        "The stake at the start of each hand: what an open player pays at least; a blind player pays half, so an even number is best."),
    row!(max_initial_stake, optional(1, CHIPS), "chips", "3.4",
        "The first bet of a hand may not set the stake above this."),
    row!(max_stake, optional(1, CHIPS), "chips", "3.4",
        "No bet may set the stake above this."),
    row!(max_raise, optional(1, CHIPS), "chips", "3.4",
        "One bet may raise the stake by at most this."),
    row!(raise_factor, optional(2, U8), "", "3.4",
        "One bet may raise the stake to at most so many times what it was."),
    row!(limit_mode, choice!(LimitMode), "", "3.4",
        "Whether raises are free, limited to the pot, or of one fixed size (raise_increment)."),
    row!(raise_increment, optional(1, CHIPS), "chips", "3.4",
        "The one size of a raise where limit_mode is fixed."),
    row!(see_multiplier, number(1, 2), "", "3.7",
        "An open player pays so many stakes to see the last opponent; a blind one half of it."),
    row!(seer_may_muck, Kind::Flag, "", "3.5",
        "Whether a player who paid to see and lost keeps his cards hidden."),
    row!(blind_play, Kind::Flag, "", "3.6",
        "Whether players may bet without having looked at their cards, at half price."),
    row!(half_stake_rounding, choice!(HalfStakeRounding), "", "3.4",
        "Whether half of an odd stake is rounded up for a blind player, or every open bet is even."),
    row!(look_timing, choice!(LookTiming), "", "3.4",
        "Whether a blind player may look at his cards at any time or in his turn only."),
    row!(max_blind_bets, optional(1, U8), "bets", "3.6",
        "After so many blind bets in a hand a player must look or fold."),
    row!(max_rounds, number(10, U16), "rounds", "3.5",
        "When the turn comes to a player who has bet so often in a hand, all who are left show, and the best hand wins."),
    row!(waiting_pot, choice!(WaitingPot), "", "3.11",
        "Whether everybody dealt in plays for a pot that waits from an earlier hand, or only those who paid into it."),
    row!(sit_out_limit, number(1, U16), "hands", "3.11",
        "Who sits out more than so many hands in a row gives up the seat."),
    row!(max_minutes, optional(1, U32), "minutes", "3.13",
        "When the table has been open so long, the hand in progress is the last."),
    row!(blind_win, choice!(BlindWin), "", "3.8",
        "When everyone folds to a blind player, whether the pot stays for the next hand or he takes it."),
    row!(retain_blind_hand, Kind::Flag, "", "3.8",
        "Whether a blind player to whom everyone folded may keep his unseen hand for the next deal."),
    row!(two_hand_rule, choice!(TwoHandRule), "", "3.9",
        "Whether the holder of two unseen hands may look at one and keep or throw it, or chooses one unseen at the start."),
    row!(two_hand_look_timing, choice!(LookTiming), "", "3.9",
        "Whether the holder of two unseen hands may look at one in his turn only or at any time."),
    row!(two_hand_showdown, choice!(TwoHandShowdown), "", "3.9",
        "Whether the holder of two unseen hands names the one to be compared, or the better one counts."),
    row!(tie_rule, choice!(TieRule), "", "3.5",
        "When the hands are equal, whether the player who paid to see loses or the pot is split."),
    row!(short_stack, choice!(ShortStack), "", "3.10",
        "Whether a player without enough chips covers the whole pot, covers what he has matched, or can only fold."),
    row!(category_order in ranking, choice!(CategoryOrder), "", "2.2",
        "Whether a prial or a running flush is the best hand."),
    row!(best_prial in ranking, choice!(BestPrial), "", "2.3",
        "Whether three threes are the best prial, or three aces with the others in their natural order."),
    row!(ace_two_three in ranking, choice!(AceTwoThree), "", "2.4",
        "Where A-2-3 stands among the runs: above A-K-Q, below it, below 4-3-2, or no run at all."),
    row!(low in ranking, choice!(Low), "", "2.6",
        "Whether the high hand wins, the low one with 2-3-4 of mixed suits best, or the usual order upside down."),
    row!(suit_tiebreak in ranking, choice!(SuitTiebreak), "", "2.1",
        "Whether equal hands stay equal, or the suit of the highest card decides: spades, hearts, diamonds, clubs."),
    row!(two_three_five in ranking, choice!(TwoThreeFive), "", "2.9",
        "Whether 2-3-5 of at least two suits beats a prial, and nothing else, when two hands are compared."),
    row!(shuffle_mode, choice!(ShuffleMode), "", "3.12",
        "When the cards are shuffled: after a prial won, after one was shown, also when the pack runs out, always, or never."),
    row!(gather, choice!(Gather), "", "3.12",
        "Whether used cards go under the pack in an unknown order or as they were thrown in."),
    row!(cut, choice!(Cut), "", "3.12",
        "Which deals are cut: those after a shuffle, those without one, all, or none."),
    row!(cut_by, choice!(CutBy), "", "3.12",
        "Whether the engine cuts at random, or the player on the dealer's right."),
    row!(first_dealer, FIRST_DEALER, "", "1.4",
        "Who deals first: whoever draws the highest card, or a seat (the next dealt-in seat clockwise if it is not dealt in)."),
    row!(max_hands, optional(1, U32), "hands", "3.13",
        "After so many hands the table closes."),
    row!(timeouts_before_sit_out, number(1, U8), "time-outs", "3.11",
        "Who lets his time run out so often in a row sits out from the next hand."),
];
