//! One set of options before the judge: what was named, and what the questions of A.3 are made of.

use super::super::catalogue::default_of;
use super::super::{GivenRules, OptionValue, Rules};
use crate::variant::{Machine, Part, Variant};

/// What a [`Combination`](super::Combination) is asked about.
pub(super) struct Case<'a> {
    /// The rules, complete.
    pub(super) rules: &'a Rules,
    /// The options that were set explicitly.
    pub(super) named: &'a GivenRules,
    /// The options of the combination.
    pub(super) options: &'static [&'static str],
}

impl Case<'_> {
    /// Those of the options that were set explicitly.
    pub(super) fn named(&self, options: &[&'static str]) -> Vec<&'static str> {
        options.iter().copied().filter(|&option| self.named.contains_key(option)).collect()
    }

    /// Whether that name was given to that option.
    pub(super) fn is(&self, option: &str, name: &str) -> bool {
        matches!(self.named.get(option), Some(OptionValue::Choice(given)) if given == name)
    }

    /// Those of the options that were set explicitly to anything but their default.
    pub(super) fn beyond_default(&self, options: &[&'static str]) -> Vec<&'static str> {
        let differs = |option| self.named.get(option) != default_of(option, self.rules).as_ref();
        self.named(options).into_iter().filter(|&option| differs(option)).collect()
    }
}

/// The guilty ones where only the default of an option may be given.
pub(super) fn only_default(case: &Case<'_>) -> Vec<&'static str> {
    case.beyond_default(case.options)
}

/// The guilty ones where an option may not be named at all.
pub(super) fn not_named(case: &Case<'_>) -> Vec<&'static str> {
    case.named(case.options)
}

/// The options if the condition holds.
pub(super) fn when(condition: bool, options: &[&'static str]) -> Vec<&'static str> {
    if condition { options.to_vec() } else { Vec::new() }
}

/// `first` and the others, if there are others.
pub(super) fn together(first: &'static str, mut others: Vec<&'static str>) -> Vec<&'static str> {
    if !others.is_empty() {
        others.insert(0, first);
    }
    others
}

/// Those options whose amount is set and odd.
pub(super) fn odd(amounts: &[(&'static str, Option<u64>)]) -> Vec<&'static str> {
    let is_odd = |amount: Option<u64>| amount.is_some_and(|chips| chips % 2 == 1);
    amounts.iter().filter(|(_, amount)| is_odd(*amount)).map(|(option, _)| *option).collect()
}

/// The lists one after the other; a wrong length does not compile.
pub(super) const fn joined<const N: usize>(lists: &[&[&'static str]]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut count = 0;
    let mut list = 0;
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[count] = lists[list][i];
            count += 1;
            i += 1;
        }
        list += 1;
    }
    assert!(count == N);
    all
}

/// Every variant.
pub(super) fn all(_: Variant) -> bool {
    true
}

/// Brag betting is all there is to play.
pub(super) fn betting(variant: Variant) -> bool {
    variant.machine() == Machine::Bet
}

/// Bets go round, on hands or on sets.
pub(super) fn bets(variant: Variant) -> bool {
    betting(variant) || variant.has(Part::EachSet)
}

/// Sets are laid out.
pub(super) fn sets(variant: Variant) -> bool {
    variant.machine() == Machine::Arrange
}

/// Cards are changed for common ones.
pub(super) fn bus(variant: Variant) -> bool {
    variant.machine() == Machine::Bus
}

/// One of those two: nobody brags.
pub(super) fn without_betting(variant: Variant) -> bool {
    sets(variant) || bus(variant)
}

/// Three stakes are played for.
pub(super) fn classic(variant: Variant) -> bool {
    variant.machine() == Machine::Classic
}

/// Bets are equalised.
pub(super) fn equalised(variant: Variant) -> bool {
    variant.machine() == Machine::Equalised
}

/// One of those two: the old ranking, with braggers.
pub(super) fn old(variant: Variant) -> bool {
    classic(variant) || equalised(variant)
}

/// The ranking is today's.
pub(super) fn modern(variant: Variant) -> bool {
    !old(variant)
}
