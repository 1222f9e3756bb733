//! docs/variants.md: the catalogue of variants, written out for readers.

use brag_contract::v1;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::rule_option::Kind as Takes;
use brag_rules::variant::{Machine, Variant};
use std::collections::{BTreeMap, BTreeSet};

/// The most names of a set that the page lists: those of all ranks. Of more its description has to say what they are.
const RANKS: usize = 13;

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
    page += "\nEach game of a new kind has its house rules in full, and those that are played like it what they have \
        otherwise.\n";
    for variant in &variants {
        page += &described(variant);
        let base = variants.iter().find(|base| machine(base) == machine(variant)).unwrap_or(variant);
        page += &house_rules(variant, base);
    }
    page + &refused(&variants)
}

fn described(variant: &v1::Variant) -> String {
    let v1::Variant { id, title, description, source, .. } = variant;
    format!("\n## {title} (`{id}`)\n\n{description}\n\n*{source}*\n")
}

/// What plays the variant: variants of one machine have most of their house rules in common.
fn machine(variant: &v1::Variant) -> Option<Machine> {
    Variant::by_id(&variant.id).map(Variant::machine)
}

/// The table of a variant's house rules: all, or what differs from those of the first one of its machine.
fn house_rules(variant: &v1::Variant, base: &v1::Variant) -> String {
    let mut text = String::from("\n");
    let mut rows: Vec<String> = variant.options.iter().map(row).collect();
    if variant.id != base.id {
        let has = |key: &str| variant.options.iter().any(|option| option.key == key);
        let lacking = base.options.iter().filter(|option| !has(&option.key));
        let lacking: Vec<String> = lacking.map(|option| option.key.clone()).collect();
        let without =
            if lacking.is_empty() { String::new() } else { format!(" without {},", list(&lacking)) };
        let of_base: BTreeSet<String> = base.options.iter().map(row).collect();
        rows.retain(|row| !of_base.contains(row));
        text += &format!("Its house rules are those of `{}`,{without} but for these:\n\n", base.id);
    }
    text += "| rule | takes | default | number | decides |\n|---|---|---|---|---|\n";
    text + &rows.concat()
}

fn row(option: &v1::RuleOption) -> String {
    let v1::RuleOption { key, description, rule, .. } = option;
    format!("| `{key}` | {} | {} | {rule} | {description} |\n", takes(option), default(option))
}

fn takes(option: &v1::RuleOption) -> String {
    let unit = if option.unit_title.is_empty() { String::new() } else { format!(" {}", option.unit_title) };
    let takes = match &option.kind {
        Some(Takes::Number(v1::NumberKind { values, .. })) if !values.is_empty() => {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            values.join(", ") + &unit
        }
        Some(Takes::Number(v1::NumberKind { min, max, .. })) => format!("{min} to {max}{unit}"),
        Some(Takes::Flag(_)) => "`true` or `false`".to_owned(),
        // The seats are one text.
        Some(Takes::Choice(choice)) if choice.values.iter().any(|value| value == "seat:1") => {
            format!("{}, `seat:1` … `seat:{}`", code(&choice.values[0]), choice.values.len() - 1)
        }
        Some(Takes::Choice(choice)) if choice.pattern.is_empty() => list(&choice.values),
        Some(Takes::Choice(choice)) => {
            format!("{}, or what matches {}", list(&choice.values), code(&choice.pattern))
        }
        Some(Takes::Set(set)) if set.values.len() <= RANKS => format!("a set of {}", list(&set.values)),
        Some(Takes::Set(_)) => "a set of names".to_owned(),
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
    use brag_rules::options::{Kind, catalogue};

    #[test]
    fn the_page_is_what_the_catalogue_says() {
        let file = include_str!("../../../docs/variants.md");
        assert_eq!(file, reference(), "write it anew: brag variants-reference > docs/variants.md");
    }

    /// The rows of a section by their rules, as a reader finds them: those of the variant that it refers to, without
    /// those that it says are not there, and then its own.
    fn read_by_reader<'a>(page: &'a str, id: &str) -> BTreeMap<&'a str, &'a str> {
        let (_, section) = page.split_once(&format!(" (`{id}`)\n")).unwrap();
        let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
        let mut rows = BTreeMap::new();
        if let Some((_, said)) = section.split_once("Its house rules are those of `") {
            let said = said.lines().next().unwrap();
            let mut names = said.split('`').step_by(2);
            rows = read_by_reader(page, names.next().unwrap());
            for name in names.filter(|name| !name.contains(' ')) {
                assert!(rows.remove(name).is_some(), "{id} is without {name}, which was not there");
            }
        }
        for line in section.lines().filter(|line| line.starts_with("| `")) {
            let key = line.split('`').nth(1).unwrap();
            assert!(rows.insert(key, line) != Some(line), "{id} repeats {key}");
        }
        rows
    }

    #[test]
    fn a_reader_of_the_page_knows_what_each_variant_takes() {
        let page = include_str!("../../../docs/variants.md");
        for &variant in Variant::all() {
            let rows = read_by_reader(page, variant.id());
            let entries = catalogue(variant);
            let keys: BTreeSet<&str> = entries.iter().map(|entry| entry.key).collect();
            assert_eq!(rows.keys().copied().collect::<BTreeSet<_>>(), keys, "{}", variant.id());
            for entry in entries {
                let [_, takes, default, number, _] = rows[entry.key].split(" | ").collect::<Vec<_>>()[..]
                else {
                    panic!("{} has other columns", rows[entry.key])
                };
                let of = format!("{} {}", variant.id(), entry.key);
                assert_eq!(number, entry.number, "{of}");
                let usual =
                    entry.default.map_or("unset".to_owned(), |value| value.to_string().replace('"', "`"));
                let usual = usual.trim_start_matches('[').trim_end_matches(']');
                assert!(
                    default.trim_matches('`').starts_with(usual.trim_matches('`')),
                    "{of}: {default}, not {usual}"
                );
                match entry.kind {
                    Kind::Number { .. } if entry.numbers.is_some() => {
                        let known = entry.numbers.unwrap().iter().map(i64::to_string);
                        assert!(takes.split(", ").eq(known), "{of}: {takes}");
                    }
                    Kind::Number { min, max, .. } => {
                        assert!(takes.starts_with(&format!("{min} to {max}")), "{of}")
                    }
                    Kind::Choice { values } if entry.key != "first_dealer" => {
                        assert!(takes.starts_with(&format!("`{}`", values.join("`, `"))), "{of}: {takes}");
                    }
                    Kind::Choice { values } => {
                        assert!(takes.ends_with(&format!("`{}`", values[values.len() - 1])), "{of}")
                    }
                    Kind::Flag => assert_eq!(takes, "`true` or `false`", "{of}"),
                    Kind::Set { .. } => assert!(takes.starts_with("a set of "), "{of}"),
                }
            }
        }
    }
}
