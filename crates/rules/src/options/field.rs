//! How a value of an option becomes a value of [`Rules`](super::Rules), and the other way round.

use super::{
    AceValue, AnteMode, BlindWin, Cut, CutBy, DiscardMode, FinalSwap, FirstDealer, Gather, HalfStakeRounding,
    LimitMode, LookTiming, NoBrag, OptionValue, SetTie, ShortStack, ShuffleMode, Sideshow, StickMode,
    ThirtyOneDraw, ThirtyOneTie, TieRule, TwoHandRule, TwoHandShowdown, WaitingPot,
};
use crate::arrange::{CrashMode, FourKindRank, MinHand, Scoring, Settlement, TieInHand};
use crate::rank::{
    AceTwoThree, BestPrial, CategoryOrder, Low, NaturalPrecedence, SuitTiebreak, TwoThreeFive, Variation,
    Wild,
};

/// A value of [`Rules`] that an option sets.
pub(super) trait Field: Sized {
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

impl Field for Variation {
    fn read(value: &OptionValue) -> Option<Variation> {
        if let OptionValue::Choice(name) = value { Variation::from_name(name) } else { None }
    }

    fn show(&self) -> Option<OptionValue> {
        Some(OptionValue::Choice(self.to_string()))
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

impl Field for Wild {
    fn read(value: &OptionValue) -> Option<Wild> {
        if let OptionValue::Set(names) = value { Wild::from_names(names) } else { None }
    }

    fn show(&self) -> Option<OptionValue> {
        Some(OptionValue::Set(self.names()))
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
    NaturalPrecedence,
    TwoThreeFive,
    DiscardMode,
    NoBrag,
    AceValue,
    ThirtyOneDraw,
    ThirtyOneTie,
    Sideshow,
    ShuffleMode,
    Gather,
    Cut,
    CutBy,
    SetTie,
    StickMode,
    FinalSwap,
    Scoring,
    MinHand,
    TieInHand,
    CrashMode,
    Settlement,
    FourKindRank,
);

impl<T: Field> Field for Option<T> {
    fn read(value: &OptionValue) -> Option<Option<T>> {
        T::read(value).map(Some)
    }

    fn show(&self) -> Option<OptionValue> {
        self.as_ref().and_then(Field::show)
    }
}
