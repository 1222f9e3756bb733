//! The catalogue: every option of a variant and what it takes. `resolve` reads by it and `effective` writes by
//! it, so a form made from it and the parser cannot disagree; but a name that a number of A.3 answers is read, and not
//! offered where it is never answered otherwise. What people read about it is not kept here.

use super::field::Field as _;
use super::{
    AnteMode, BlindWin, Braggers, Cut, CutBy, DiscardMode, FirstDealer, Gather, HalfStakeRounding, LimitMode,
    LookTiming, MAX_AMOUNT, OptionValue, Rules, ShortStack, ShuffleMode, Sideshow, TieRule, TwoHandRule,
    TwoHandShowdown, WaitingPot, arrange, bus, classic, equalised,
};
use crate::rank::{
    AceTwoThree, BestPrial, CategoryOrder, Low, NaturalPrecedence, SuitTiebreak, TwoThreeFive, Variation,
    WILD_NAMES,
};
use crate::variant::{Machine, Part, Variant};

/// One option of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// The name under which it is given.
    pub key: &'static str,
    /// What it takes, without names that are refused in this variant whatever else is chosen (A.3).
    pub kind: Kind,
    /// Its value when no option is named; `None` for one that is unset then. `ante`, `min_buy_in` and `dealer_stake`
    /// follow `min_stake`, or `min_stake` follows `ante`, `forfeit` follows `dealer_stake`, and `best_prial` follows
    /// `low`, where those are named and they are not.
    pub default: Option<OptionValue>,
    /// What a number counts: `chips`, `players`, `hands`, `rounds`, `bets`, `minutes`, `time-outs`; empty
    /// where there is nothing to count.
    pub unit: &'static str,
    /// The rulebook's number.
    pub number: &'static str,
    /// Whether the default follows other options where those are named and it is not.
    pub follows: bool,
    /// A regular expression that further names of a choice match; none where there are no others.
    pub pattern: Option<&'static str>,
    /// The numbers that it takes, ascending, where that is not each one of its range; none elsewhere.
    pub numbers: Option<&'static [i64]>,
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
    /// Several of these names, or none.
    Set {
        /// The names, in the rulebook's order.
        values: &'static [&'static str],
        /// What they are and which go together, in English.
        about: &'static str,
    },
}

/// Every option of the variant, in the order of rulebook A.1.
pub fn catalogue(variant: Variant) -> Vec<CatalogueEntry> {
    let defaults = variant.defaults();
    let entry = |row: &Row| CatalogueEntry {
        key: row.key,
        kind: match (row.offers(variant), (row.show)(&defaults)) {
            // What has a value by default cannot be unset by leaving it out.
            (Kind::Number { min, max, .. }, Some(_)) => Kind::Number { min, max, optional: false },
            (kind, _) => kind,
        },
        default: (row.show)(&defaults),
        unit: row.unit,
        number: row.number,
        follows: match row.key {
            "ante" => variant.ante_follows(),
            "min_stake" => variant.stake_in_antes().is_some(),
            key => matches!(
                key,
                "min_buy_in"
                    | "best_prial"
                    | "set_stake"
                    | "target"
                    | "dealer_stake"
                    | "forfeit"
                    | "stake"
                    | "min_brag"
            ),
        },
        pattern: row.pattern,
        numbers: row.numbers,
    };
    rows(variant).map(entry).collect()
}

/// One option as the code holds it: the entry, and the place in [`Rules`] where its value lives.
pub(super) struct Row {
    pub(super) key: &'static str,
    pub(super) kind: Kind,
    pub(super) unit: &'static str,
    pub(super) number: &'static str,
    /// The variants of the machine that have it: all, or those with this part.
    pub(super) part: Option<Part>,
    /// What further names of a choice match.
    pub(super) pattern: Option<&'static str>,
    /// The numbers that it takes, where that is not each one of its range.
    pub(super) numbers: Option<&'static [i64]>,
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
            ("braggers", kind) => variant.braggers().map_or(kind, Braggers::kind),
            ("first_dealer", Kind::Choice { values }) => {
                Kind::Choice { values: &values[..=usize::from(seats)] }
            }
            (_, kind) => kind,
        }
    }

    /// What of that it offers in this variant: no name that A.3 refuses there whatever else is chosen.
    pub(super) fn offers(&self, variant: Variant) -> Kind {
        variant.offers(self.key).unwrap_or_else(|| self.kind(variant))
    }
}

/// The options of brag betting that another machine has, too: all its variants, or those with a part.
pub(super) type OfBetting = &'static [(Option<Part>, &'static [&'static str])];

/// The options of the variant: what it has of brag betting, then those of its own machine.
pub(super) fn rows(variant: Variant) -> impl Iterator<Item = &'static Row> {
    let here = move |part: Option<Part>| part.is_none_or(|part| variant.has(part));
    let (of_betting, own): (Option<OfBetting>, &'static [Row]) = match variant.machine() {
        Machine::Bet => (None, &[]),
        Machine::Arrange => (Some(arrange::OF_BETTING), arrange::ROWS),
        Machine::Bus => (Some(bus::OF_BETTING), bus::ROWS),
        Machine::Equalised => (Some(equalised::OF_BETTING), equalised::ROWS),
        Machine::Classic => (Some(classic::OF_BETTING), classic::ROWS),
    };
    let has = move |key| {
        of_betting.is_none_or(|lists| lists.iter().any(|&(part, keys)| here(part) && keys.contains(&key)))
    };
    BET.iter().filter(move |row| has(row.key)).chain(own).filter(move |row| here(row.part))
}

/// Whether some variant has the option.
pub(super) fn is_of_family(key: &str) -> bool {
    BET.iter().any(|row| row.key == key) || OF_OTHER_VARIANTS.contains(&key)
}

/// The default of an option of brag betting in such a game (A.1, A.2), whether the variant has the option or not: where
/// only that may be given, this is it. None for one that is unset then.
pub(super) fn default_of(key: &str, rules: &Rules) -> Option<OptionValue> {
    let row = BET.iter().find(|row| row.key == key)?;
    match (key, rules.machine()) {
        ("ante", _) => rules.min_stake.show(),
        // What is wild in the old games is another option's to say; of brag betting where nobody brags A.2 says nothing.
        ("wild", _) | (_, Machine::Arrange | Machine::Bus) => (row.show)(&Variant::ThreeCard.defaults()),
        (_, Machine::Bet | Machine::Equalised | Machine::Classic) => (row.show)(&rules.variant.defaults()),
    }
}

/// Options that some variants have and that have no value in the others: there they are not to be named at all (A.3,
/// refusal 2).
pub(super) static OF_OTHER_VARIANTS: &[&str] = &[
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
];

pub(super) const fn number(min: i64, max: i64) -> Kind {
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
    ($key:ident $(in $place:ident)?, $kind:expr, $unit:literal, $number:literal) => {
        row!($key $(in $place)?, $kind, $unit, $number, None)
    };
    ($key:ident $(in $place:ident)?, $kind:expr, $unit:literal, $number:literal, $part:expr) => {
        Row {
            key: stringify!($key),
            kind: $kind,
            unit: $unit,
            number: $number,
            part: $part,
            pattern: None,
            numbers: None,
            show: |rules| $crate::options::field::Field::show(&rules.$($place.)?$key),
            read: |rules, value| match $crate::options::field::Field::read(value) {
                Some(value) => {
                    rules.$($place.)?$key = value;
                    true
                }
                None => false,
            },
        }
    };
}

pub(super) use choice;
pub(super) use row;

const DISCARDS: Option<Part> = Some(Part::Discards);
const TEEN_PATTI: Option<Part> = Some(Part::TeenPatti);
pub(super) const CHIPS: i64 = MAX_AMOUNT as i64;
const U8: i64 = u8::MAX as i64;
const U16: i64 = u16::MAX as i64;
const U32: i64 = u32::MAX as i64;
const WILD: Kind = Kind::Set {
    values: WILD_NAMES,
    about: "cards such as Jc and ranks such as 9, or lowest_card or random_rank alone",
};
const FIRST_DEALER: Kind = Kind::Choice { values: FirstDealer::NAMES };

#[rustfmt::skip] // A table: one row an option, its key in one column.
static BET: &[Row] = &[
    row!(min_players, number(2, U8), "players", "A.1"),
    row!(max_players, number(2, U8), "players", "A.1"),
    row!(min_buy_in, number(1, CHIPS), "chips", "3.11"),
    row!(max_buy_in, optional(1, CHIPS), "chips", "3.11"),
    row!(ante, number(0, CHIPS), "chips", "3.1"),
    row!(ante_mode, choice!(AnteMode), "", "3.2"),
    row!(min_stake, number(1, CHIPS), "chips", "3.1"),
    row!(max_initial_stake, optional(1, CHIPS), "chips", "3.4"),
    row!(max_stake, optional(1, CHIPS), "chips", "3.4"),
    row!(max_raise, optional(1, CHIPS), "chips", "3.4"),
    row!(raise_factor, optional(2, U8), "", "3.4"),
    row!(limit_mode, choice!(LimitMode), "", "3.4"),
    row!(raise_increment, optional(1, CHIPS), "chips", "3.4"),
    row!(see_multiplier, number(1, 2), "", "3.7"),
    row!(seer_may_muck, Kind::Flag, "", "3.5"),
    row!(blind_play, Kind::Flag, "", "3.6"),
    row!(half_stake_rounding, choice!(HalfStakeRounding), "", "3.4"),
    row!(look_timing, choice!(LookTiming), "", "3.4"),
    row!(max_blind_bets, optional(1, U8), "bets", "3.6"),
    row!(max_rounds, number(10, U16), "rounds", "3.5"),
    row!(waiting_pot, choice!(WaitingPot), "", "3.11"),
    row!(sit_out_limit, number(1, U16), "hands", "3.11"),
    row!(max_minutes, optional(1, U32), "minutes", "3.13"),
    row!(blind_win, choice!(BlindWin), "", "3.8"),
    row!(retain_blind_hand, Kind::Flag, "", "3.8"),
    row!(two_hand_rule, choice!(TwoHandRule), "", "3.9"),
    row!(two_hand_look_timing, choice!(LookTiming), "", "3.9"),
    row!(two_hand_showdown, choice!(TwoHandShowdown), "", "3.9"),
    row!(tie_rule, choice!(TieRule), "", "3.5"),
    row!(short_stack, choice!(ShortStack), "", "3.10"),
    row!(category_order in ranking, choice!(CategoryOrder), "", "2.2"),
    row!(best_prial in ranking, choice!(BestPrial), "", "2.3"),
    row!(ace_two_three in ranking, choice!(AceTwoThree), "", "2.4"),
    row!(low in ranking, choice!(Low), "", "2.6"),
    row!(suit_tiebreak in ranking, choice!(SuitTiebreak), "", "2.1"),
    row!(wild in ranking, WILD, "", "2.8"),
    row!(natural_precedence in ranking, choice!(NaturalPrecedence), "", "2.8"),
    row!(bragger_as_self in ranking, Kind::Flag, "", "2.8"),
    row!(two_three_five in ranking, choice!(TwoThreeFive), "", "2.9"),
    row!(discard_tiebreak in ranking, Kind::Flag, "", "V2", DISCARDS),
    row!(discard_mode, choice!(DiscardMode), "", "V2", DISCARDS),
    row!(shuffle_mode, choice!(ShuffleMode), "", "3.12"),
    row!(gather, choice!(Gather), "", "3.12"),
    row!(cut, choice!(Cut), "", "3.12"),
    row!(cut_by, choice!(CutBy), "", "3.12"),
    row!(first_dealer, FIRST_DEALER, "", "1.4"),
    row!(max_hands, optional(1, U32), "hands", "3.13"),
    row!(timeouts_before_sit_out, number(1, U8), "time-outs", "3.11"),
    row!(sideshow, choice!(Sideshow), "", "V13", TEEN_PATTI),
    row!(pot_cap, optional(2, CHIPS), "chips", "V13", TEEN_PATTI),
    Row { pattern: Some(Variation::PATTERN), ..row!(variation, Kind::Choice { values: Variation::NAMES }, "", "V13", TEEN_PATTI) },
];
