//! A catalogue lists what its variant can be played with: each choice is part of rules that are taken, and a name that
//! only other variants list is part of none.

use std::collections::BTreeSet;

use brag_rules::options::{CatalogueEntry, GivenRules, Kind, OptionValue, Rules, RulesRefusal, catalogue};
use brag_rules::variant::Variant;

/// Choices that want three others beside them: here only where neither the low hand wins, nor a short player covers, nor
/// a blind one cannot be seen.
const WANT_MORE: [(Variant, &str, &str); 1] = [(Variant::Lowball, "two_three_five", "beats_prial")];

fn choices(values: &[&str]) -> Vec<OptionValue> {
    values.iter().map(|&name| OptionValue::Choice(name.to_owned())).collect()
}

/// What of an option may make a choice of another one possible: all that it lists, and small numbers of both kinds.
fn company(entry: &CatalogueEntry) -> Vec<OptionValue> {
    match entry.kind {
        Kind::Choice { values } => choices(values),
        Kind::Flag => vec![OptionValue::Flag(true), OptionValue::Flag(false)],
        Kind::Number { min, max, .. } => {
            let some = [1, 2, 4].into_iter().filter(|number| (min..=max).contains(number));
            some.map(OptionValue::Number).collect()
        }
        Kind::Set { .. } => vec![],
    }
}

/// Each choice of an option, with what is named for it; a name of a set alone, and with all before it.
fn listed(entry: &CatalogueEntry) -> Vec<(&'static str, Vec<OptionValue>)> {
    let set = |names: &[&str]| OptionValue::Set(names.iter().map(|&name| name.to_owned()).collect());
    match entry.kind {
        Kind::Choice { values } => values.iter().map(|&name| (name, choices(&[name]))).collect(),
        Kind::Flag => [true, false].map(|flag| ("", vec![OptionValue::Flag(flag)])).into(),
        Kind::Set { values, .. } => {
            let of = |(place, &name)| (name, vec![set(&[name]), set(&values[..=place])]);
            values.iter().enumerate().map(of).collect()
        }
        Kind::Number { .. } => vec![],
    }
}

/// Whether rules with this value are taken: by itself, or with one or two other options.
fn is_ever_taken(variant: Variant, entries: &[CatalogueEntry], key: &str, value: &OptionValue) -> bool {
    let with = |given: &GivenRules, key: &str, value: OptionValue| {
        let mut given = given.clone();
        given.insert(key.to_owned(), value);
        given
    };
    let taken = |given: &GivenRules| Rules::resolve(variant.id(), given).is_ok();
    let alone = with(&GivenRules::new(), key, value.clone());
    if taken(&alone) {
        return true;
    }
    let others: Vec<_> = entries.iter().filter(|entry| entry.key != key).collect();
    others.iter().enumerate().any(|(place, one)| {
        company(one).into_iter().any(|value| {
            let two = with(&alone, one.key, value);
            let third = |third: &&CatalogueEntry| {
                company(third).into_iter().any(|value| taken(&with(&two, third.key, value)))
            };
            taken(&two) || others[place + 1..].iter().any(third)
        })
    })
}

#[test]
fn each_choice_is_part_of_rules_that_are_taken() {
    for &variant in Variant::all() {
        let entries = catalogue(variant);
        for entry in &entries {
            for (name, values) in listed(entry) {
                let ever = values.iter().any(|value| is_ever_taken(variant, &entries, entry.key, value));
                let wants_more = WANT_MORE.contains(&(variant, entry.key, name));
                assert!(ever != wants_more, "{} lists {name} for {}", variant.id(), entry.key);
            }
        }
    }
}

#[test]
fn who_wants_more_has_it() {
    let given = [
        ("two_three_five", "beats_prial"),
        ("low", "off"),
        ("short_stack", "fold_only"),
        ("blind_play", "false"),
    ];
    let given = given.map(|(key, value)| (key.to_owned(), OptionValue::from_plain(value).unwrap()));
    assert!(Rules::resolve("lowball", &GivenRules::from(given)).is_ok());
}

/// A name of the family that a variant has not got is refused by a number of A.3, in whatever company.
#[test]
fn what_is_not_listed_is_never_taken() {
    let of_family = |key: &str| -> BTreeSet<&'static str> {
        let entries = Variant::all().iter().flat_map(|&variant| catalogue(variant));
        let names = entries.filter(|entry| entry.key == key).filter_map(|entry| match entry.kind {
            Kind::Choice { values } | Kind::Set { values, .. } => Some(values),
            Kind::Flag | Kind::Number { .. } => None,
        });
        names.flatten().copied().collect()
    };
    let mut left_out = 0;
    for &variant in Variant::all() {
        let entries = catalogue(variant);
        // Seats and braggers are the variant's own, and no others are known there.
        for entry in entries.iter().filter(|entry| !["first_dealer", "braggers"].contains(&entry.key)) {
            let here: BTreeSet<&str> = listed(entry).iter().map(|(name, _)| *name).collect();
            for name in of_family(entry.key).difference(&here) {
                let value = match entry.kind {
                    Kind::Set { .. } => OptionValue::Set([(*name).to_owned()].into()),
                    _ => OptionValue::Choice((*name).to_owned()),
                };
                let alone = GivenRules::from([(entry.key.to_owned(), value.clone())]);
                let refusal = Rules::resolve(variant.id(), &alone).unwrap_err();
                let numbered = matches!(refusal, RulesRefusal::Conflict { .. });
                assert!(numbered, "{} {}: {refusal}", variant.id(), entry.key);
                let ever = is_ever_taken(variant, &entries, entry.key, &value);
                assert!(!ever, "{} leaves {name} out of {}", variant.id(), entry.key);
                left_out += 1;
            }
        }
    }
    assert!(left_out > 50, "{left_out}");
}
