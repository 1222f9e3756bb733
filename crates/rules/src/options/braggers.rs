//! Which wild cards a variant of the old games may have (rulebook V9, V10, V11).

use std::collections::BTreeSet;

use super::OptionValue;
use super::catalogue::{Kind, Row};
use crate::rank::{WILD_NAMES, Wild};

/// The choice of braggers that a variant gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Braggers {
    /// J♣, or with 9♦, or with A♦, too (V9).
    Nested,
    /// Any set of ranks (V10).
    Ranks,
    /// Any set of jacks and nines (V11).
    JacksAndNines,
}

/// The braggers of [`Braggers::Nested`], each set with those before it.
const NESTED: &[&str] = &["Jc", "9d", "Ad"];
const JACKS_AND_NINES: &[&str] = &["9", "J", "9c", "9d", "9h", "9s", "Jc", "Jd", "Jh", "Js"];

/// The option of the variants that have braggers: what it takes follows from the variant.
pub(super) const BRAGGERS: Row = Row {
    key: "braggers",
    kind: Braggers::Ranks.kind(),
    unit: "",
    number: "2.8",
    part: None,
    pattern: None,
    numbers: None,
    show: |rules| Some(OptionValue::Set(rules.braggers.names())),
    read: |rules, value| match rules.variant.braggers().and_then(|braggers| braggers.read(value)) {
        Some(braggers) => {
            rules.braggers = braggers;
            true
        }
        None => false,
    },
};

impl Braggers {
    /// What the option takes.
    pub const fn kind(self) -> Kind {
        match self {
            Braggers::Nested => {
                Kind::Set { values: NESTED, about: "Jc, 9d and Ad: the first, the first two or all three" }
            }
            Braggers::Ranks => Kind::Set { values: WILD_NAMES.split_at(13).0, about: "ranks such as 9" },
            Braggers::JacksAndNines => Kind::Set {
                values: JACKS_AND_NINES,
                about: "jacks and nines: ranks such as J and cards such as 9d",
            },
        }
    }

    /// The wild cards of this value; none if it is no set that the variant may have. How many cards may be wild is
    /// another question (A.3, refusal 19).
    pub fn read(self, value: &OptionValue) -> Option<Wild> {
        let OptionValue::Set(names) = value else { return None };
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<String>>();
        let allowed = match self {
            Braggers::Nested => (1..=NESTED.len()).any(|count| *names == set(&NESTED[..count])),
            Braggers::Ranks => names.iter().all(|name| name.len() == 1),
            Braggers::JacksAndNines => names.is_subset(&set(JACKS_AND_NINES)),
        };
        if allowed { Wild::from_names(names) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::MAX_WILD;

    fn read(braggers: Braggers, value: &str) -> Option<String> {
        let wild = braggers.read(&OptionValue::from_plain(value).unwrap())?;
        Some(wild.names().into_iter().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn each_variant_takes_its_own_sets() {
        for (braggers, value, expected) in [
            (Braggers::Nested, "[Jc]", Some("Jc")),
            (Braggers::Nested, "[9d, Jc]", Some("9d Jc")),
            (Braggers::Nested, "[Ad, 9d, Jc]", Some("9d Ad Jc")),
            (Braggers::Nested, "[]", None),
            (Braggers::Nested, "[9d]", None),
            (Braggers::Nested, "[Jc, Ad]", None),
            (Braggers::Nested, "[J]", None),
            (Braggers::Ranks, "[9, A]", Some("9 A")),
            (Braggers::Ranks, "[]", Some("")),
            (Braggers::Ranks, "[9c]", None),
            (Braggers::Ranks, "[1]", None),
            (Braggers::Ranks, "[lowest_card]", None),
            (Braggers::JacksAndNines, "[J, 9d]", Some("9d J")),
            (Braggers::JacksAndNines, "[]", Some("")),
            (Braggers::JacksAndNines, "[Jc, Td]", None),
            (Braggers::JacksAndNines, "[A]", None),
            (Braggers::JacksAndNines, "Jc", None),
        ] {
            assert_eq!(read(braggers, value).as_deref(), expected, "{braggers:?} {value}");
        }
        // Too many are for a refusal of their own.
        assert_eq!(Braggers::Ranks.read(&ranks(7)).and_then(Wild::count), Some(MAX_WILD + 2));
    }

    fn ranks(count: usize) -> OptionValue {
        OptionValue::Set(WILD_NAMES[..count].iter().map(|&name| name.to_owned()).collect())
    }

    #[test]
    fn what_a_form_offers_is_read() {
        for (braggers, offered) in
            [(Braggers::Nested, 3), (Braggers::Ranks, 13), (Braggers::JacksAndNines, 10)]
        {
            let Kind::Set { values, .. } = braggers.kind() else { panic!("a set") };
            assert_eq!(values.len(), offered);
            let alone = |name: &str| braggers.read(&OptionValue::Set(BTreeSet::from([name.to_owned()])));
            let taken = values.iter().filter(|name| alone(name).is_some()).count();
            assert_eq!(taken, if braggers == Braggers::Nested { 1 } else { offered }, "{braggers:?}");
        }
    }
}
