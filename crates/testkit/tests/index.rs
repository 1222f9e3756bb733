//! The index of the playthroughs: every option value, every refusal and every numbered rule is shown by a
//! file that exists or by a test that exists, and every file is in the index.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

use brag_rules::Refusal;
use brag_rules::options::{Kind, catalogue, combinations};
use brag_rules::variant::Variant;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Section = BTreeMap<String, BTreeSet<String>>;

fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn playthroughs() -> PathBuf {
    project().join("tests/playthroughs")
}

fn index() -> BTreeMap<String, Section> {
    let table: toml::Table = fs::read_to_string(playthroughs().join("index.toml")).unwrap().parse().unwrap();
    let entries = |value: &toml::Value| match value {
        toml::Value::Array(entries) => {
            entries.iter().map(|entry| entry.as_str().unwrap().to_owned()).collect()
        }
        why => BTreeSet::from([why.as_str().unwrap().to_owned()]),
    };
    let section = |value: &toml::Value| {
        value.as_table().unwrap().iter().map(|(key, value)| (key.clone(), entries(value))).collect()
    };
    table.iter().map(|(name, value)| (name.clone(), section(value))).collect()
}

fn missing(index: &BTreeMap<String, Section>, section: &str, keys: &BTreeSet<String>) -> Vec<String> {
    let has = |key: &String| index[section].contains_key(key) || index["later"].contains_key(key);
    keys.iter().filter(|key| !has(key)).cloned().collect()
}

#[test]
fn every_option_value_is_shown() {
    let mut keys: BTreeSet<String> = BTreeSet::from(["turn_timeout_ms".to_owned()]);
    for variant in Variant::all() {
        keys.insert(format!("variant = {}", variant.id()));
        for entry in catalogue(*variant) {
            match entry.kind {
                Kind::Choice { .. } if entry.key == "first_dealer" => {
                    keys.extend(["high_card", "seat:n"].map(|value| format!("first_dealer = {value}")));
                }
                Kind::Choice { values } => {
                    keys.extend(values.iter().map(|value| format!("{} = {value}", entry.key)));
                }
                Kind::Flag => keys.extend(["true", "false"].map(|value| format!("{} = {value}", entry.key))),
                Kind::Number { min, max, .. } if max - min < 4 && entry.unit.is_empty() => {
                    keys.extend((min..=max).map(|value| format!("{} = {value}", entry.key)));
                }
                Kind::Number { .. } | Kind::Set { .. } => drop(keys.insert(entry.key.to_owned())),
            }
        }
    }
    let index = index();
    assert_eq!(missing(&index, "options", &keys), Vec::<String>::new());
    let known = |key: &&String| keys.contains(*key);
    let strange: Vec<_> = index["options"].keys().filter(|key| !known(key)).collect();
    assert_eq!(strange, Vec::<&String>::new(), "no such option value");
}

#[test]
fn every_refusal_is_shown() {
    let mut keys: BTreeSet<String> = Refusal::ALL.iter().map(|refusal| refusal.name().to_owned()).collect();
    for variant in Variant::all() {
        keys.extend(combinations(*variant).iter().map(|combination| format!("A.3.{}", combination.number)));
    }
    keys.extend((1..=24).map(|number| format!("A.3.{number}")));
    keys.extend(
        ["UNKNOWN_VARIANT", "UNKNOWN_OPTION", "INVALID_FIELD", "BUY_IN_OUT_OF_RANGE"].map(str::to_owned),
    );
    assert_eq!(missing(&index(), "refusals", &keys), Vec::<String>::new());
}

#[test]
fn every_rule_is_shown() {
    let mut keys: BTreeSet<String> = (1..=9).map(|number| format!("2.{number}")).collect();
    keys.extend((1..=14).map(|number| format!("3.{number}")));
    keys.extend(
        [
            "4", "5", "V1", "V2", "V3", "V4A", "V4B", "V5", "V6A", "V6B", "V7", "V8", "V9", "V10", "V11",
            "V12", "V13",
        ]
        .map(str::to_owned),
    );
    assert_eq!(missing(&index(), "rules", &keys), Vec::<String>::new());
}

#[test]
fn every_entry_of_the_index_exists_and_every_file_is_in_it() {
    let index = index();
    let entries: BTreeSet<&String> = ["rules", "options", "refusals"]
        .iter()
        .flat_map(|section| index[*section].values().flatten())
        .collect();
    let exists = |entry: &str| match entry.strip_prefix("test:") {
        Some(test) => {
            let (krate, name) = test.rsplit_once("::").unwrap();
            has_test(&project().join("crates").join(krate), name)
        }
        None => playthroughs().join(entry).is_file(),
    };
    let gone: Vec<_> = entries.iter().filter(|entry| !exists(entry)).collect();
    assert!(gone.is_empty(), "the index names what does not exist: {gone:?}");
    let files = fs::read_dir(playthroughs()).unwrap().map(|entry| entry.unwrap().file_name());
    let files = files.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".toml"));
    let unknown: Vec<String> = files.filter(|name| name != "index.toml" && !entries.contains(name)).collect();
    assert!(unknown.is_empty(), "these files are not in the index: {unknown:?}");
}

/// Whether the folder holds a test function of this name.
fn has_test(folder: &Path, name: &str) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.map(|entry| entry.unwrap().path()).any(|path| {
        if path.is_dir() {
            return has_test(&path, name);
        }
        let is_rust = path.extension().is_some_and(|ext| ext == "rs");
        is_rust && {
            let text = fs::read_to_string(&path).unwrap();
            let test = format!("fn {name}()");
            text.split("#[test]").skip(1).any(|after| after.trim_start().starts_with(&test))
        }
    })
}
