//! docs/variants.md: the catalogue of variants, written out for readers.

use brag_contract::v1;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::rule_option::Kind;
use std::collections::BTreeMap;

/// The page, in English, from the catalogue that RulesService serves.
pub fn reference() -> String {
    let variants = brag_service::catalogue();
    let mut page = String::from(
        "# Variants\n\nThis page is what `brag variants-reference` prints; a test compares the two. A running server tells \
        the same, in four languages: `RulesService.ListVariants`.\n\nA table names its variant and the house rules that \
        differ from the variant's defaults. The numbers are those of the rulebook.\n\n| id | name | cards | players | at \
        most |\n|---|---|---|---|---|\n",
    );
    for variant in &variants {
        let v1::Variant { id, title, cards_each, min_players, max_players, hard_limit, .. } = variant;
        page +=
            &format!("| `{id}` | {title} | {cards_each} | {min_players} to {max_players} | {hard_limit} |\n");
    }
    page += "\nThe cards are those dealt to each player, and the players those of a table that says nothing else.\n";
    let Some((first, others)) = variants.split_first() else { return page };
    page += &described(first);
    page += "\n| rule | takes | default | number | decides |\n|---|---|---|---|---|\n";
    first.options.iter().for_each(|option| page += &row(option));
    for variant in others {
        page += &described(variant);
        let of_first = |key: &str| first.options.iter().find(|option| option.key == key);
        let differs = |option: &&v1::RuleOption| {
            of_first(&option.key).is_none_or(|known| {
                known.default_value != option.default_value || names(known) != names(option)
            })
        };
        page += &format!(
            "\nIts house rules are those of `{}`, but for these:\n\n| rule | takes | default | number | decides |\n\
            |---|---|---|---|---|\n",
            first.id
        );
        variant.options.iter().filter(differs).for_each(|option| page += &row(option));
    }
    page + &refused(&variants)
}

fn described(variant: &v1::Variant) -> String {
    let v1::Variant { id, title, description, source, .. } = variant;
    format!("\n## {title} (`{id}`)\n\n{description}\n\n*{source}*\n")
}

fn row(option: &v1::RuleOption) -> String {
    let v1::RuleOption { key, description, rule, .. } = option;
    format!("| `{key}` | {} | {} | {rule} | {description} |\n", takes(option), default(option))
}

/// What there is to choose from, but for the seats, which are as many as the table may have.
fn names(option: &v1::RuleOption) -> &[String] {
    match &option.kind {
        Some(Kind::Choice(choice)) if option.key != "first_dealer" => &choice.values,
        _ => &[],
    }
}

fn takes(option: &v1::RuleOption) -> String {
    let unit = if option.unit_title.is_empty() { String::new() } else { format!(" {}", option.unit_title) };
    let takes = match &option.kind {
        Some(Kind::Number(v1::NumberKind { min, max })) => format!("{min} to {max}{unit}"),
        Some(Kind::Flag(_)) => "`true` or `false`".to_owned(),
        // The seats are one text.
        Some(Kind::Choice(choice)) if choice.values.iter().any(|value| value == "seat:1") => {
            format!("{}, `seat:1` … `seat:{}`", code(&choice.values[0]), choice.values.len() - 1)
        }
        Some(Kind::Choice(choice)) if choice.pattern.is_empty() => list(&choice.values),
        Some(Kind::Choice(choice)) => {
            format!("{}, or what matches {}", list(&choice.values), code(&choice.pattern))
        }
        Some(Kind::Set(_)) => "a set of names".to_owned(),
        None => String::new(),
    };
    if option.optional { format!("{takes}, or unset") } else { takes }
}

fn default(option: &v1::RuleOption) -> String {
    let value = match option.default_value.as_ref().and_then(|value| value.value.as_ref()) {
        None => "unset".to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Flag(flag)) => code(&flag.to_string()),
        Some(Value::Choice(name)) => code(name),
        Some(Value::Set(set)) if set.values.is_empty() => "none".to_owned(),
        Some(Value::Set(set)) => list(&set.values),
    };
    match &*option.default_follows {
        "" => value,
        follows => format!("{value}: {follows}"),
    }
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ")
}

/// The combinations that make no table, each with the variants that it concerns.
fn refused(variants: &[v1::Variant]) -> String {
    let mut all: BTreeMap<(u32, String), (&v1::OptionConflict, Vec<&str>)> = BTreeMap::new();
    for variant in variants {
        for conflict in &variant.conflicts {
            let key = (conflict.number, conflict.text.clone());
            all.entry(key).or_insert((conflict, Vec::new())).1.push(&variant.id);
        }
    }
    let mut text = String::from(
        "\n## What makes no table\n\nEach value is fine, but not together; of several the lowest number answers, with \
        `OPTION_CONFLICT`.\n\n| number | because | between | in |\n|---|---|---|---|\n",
    );
    for ((number, why), (conflict, of)) in all {
        let of = if of.len() == variants.len() {
            "all".to_owned()
        } else {
            of.into_iter().map(code).collect::<Vec<_>>().join(", ")
        };
        text += &format!("| {number} | {why} | {} | {of} |\n", list(&conflict.options));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_what_the_catalogue_says() {
        let file = include_str!("../../../docs/variants.md");
        assert_eq!(file, reference(), "write it anew: brag variants-reference > docs/variants.md");
    }
}
