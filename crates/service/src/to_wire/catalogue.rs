//! The variants and their options, enough to draw a form from.

use brag_contract::v1;
use brag_contract::v1::rule_option::Kind as Wire;
use brag_host::wire::option_value;
use brag_rules::options::{CatalogueEntry, Combination, Kind, catalogue, combinations};
use brag_rules::variant::Variant;

/// A variant with everything that a table of it may choose.
pub(crate) fn variant(variant: Variant) -> v1::Variant {
    v1::Variant {
        id: variant.id().to_owned(),
        title: variant.title().to_owned(),
        description: variant.description().to_owned(),
        cards_each: u32::from(variant.cards_each()),
        min_players: u32::from(variant.min_players()),
        max_players: u32::from(variant.max_players()),
        hard_limit: u32::from(variant.hard_limit()),
        source: variant.source().to_owned(),
        options: catalogue(variant).into_iter().map(option).collect(),
        conflicts: combinations(variant).iter().map(conflict).collect(),
    }
}

fn option(entry: CatalogueEntry) -> v1::RuleOption {
    let names = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
    let (kind, optional) = match entry.kind {
        Kind::Number { min, max, optional } => (Wire::Number(v1::NumberKind { min, max }), optional),
        Kind::Flag => (Wire::Flag(v1::FlagKind {}), false),
        Kind::Choice { values } => (Wire::Choice(v1::ChoiceKind { values: names(values) }), false),
        Kind::Set => (Wire::Set(v1::SetKind { values: Vec::new() }), false),
    };
    v1::RuleOption {
        key: entry.key.to_owned(),
        description: entry.description.to_owned(),
        rule: entry.number.to_owned(),
        unit: entry.unit.to_owned(),
        default_value: entry.default.as_ref().map(option_value),
        optional,
        default_follows: follows(entry.key).to_owned(),
        kind: Some(kind),
    }
}

/// The three defaults that follow other options (see [`brag_rules::options::Rules::resolve`]).
fn follows(key: &str) -> &'static str {
    match key {
        "ante" => "min_stake",
        "min_buy_in" => "20 x min_stake, or what one hand needs where that is more",
        "best_prial" => "natural where low is not off",
        _ => "",
    }
}

fn conflict(combination: &Combination) -> v1::OptionConflict {
    v1::OptionConflict {
        number: u32::from(combination.number),
        text: combination.text.to_owned(),
        options: combination.options.iter().map(|&option| option.to_owned()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_whole() {
        for &of in Variant::all() {
            let wire = variant(of);
            assert!(!wire.title.is_empty() && !wire.description.is_empty() && !wire.source.is_empty());
            assert!(wire.options.len() > 30 && !wire.conflicts.is_empty());
            for option in &wire.options {
                assert!(option.kind.is_some() && !option.description.is_empty() && !option.rule.is_empty());
                assert_eq!(option.default_value.is_none(), option.optional, "{}", option.key);
            }
            let following = wire.options.iter().filter(|option| !option.default_follows.is_empty());
            assert_eq!(following.count(), 3, "each of the three is an option");
        }
    }
}
