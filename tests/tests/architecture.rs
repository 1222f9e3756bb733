//! The edges between crates that ARCHITECTURE.md forbids.
#![allow(clippy::unwrap_used, reason = "a test that cannot read the workspace has failed")]

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};
use std::collections::{BTreeMap, BTreeSet};

fn metadata() -> Metadata {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).other_options(["--locked".to_owned()]).exec().unwrap()
}

/// Everything that a package is built with, build scripts apart, dev-dependencies left out.
fn reached(metadata: &Metadata, from: &str) -> BTreeSet<String> {
    let names: BTreeMap<&PackageId, &str> =
        metadata.packages.iter().map(|package| (&package.id, package.name.as_str())).collect();
    let resolve = metadata.resolve.as_ref().unwrap();
    let node = |id: &PackageId| resolve.nodes.iter().find(|node| node.id == *id).unwrap();
    let start = metadata.packages.iter().find(|package| package.name == from).unwrap();
    let mut seen = BTreeSet::new();
    let mut open = vec![start.id.clone()];
    while let Some(id) = open.pop() {
        for dep in &node(&id).deps {
            let normal = dep.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
            if normal && seen.insert(names[&dep.pkg].to_owned()) {
                open.push(dep.pkg.clone());
            }
        }
    }
    seen
}

fn assert_never_reaches(metadata: &Metadata, from: &str, forbidden: &[&str]) {
    let reached = reached(metadata, from);
    for name in forbidden {
        assert!(!reached.contains(*name), "{from} must not reach {name}: see ARCHITECTURE.md");
    }
}

const WIRE: &[&str] = &["tonic", "prost", "hyper", "brag-contract", "brag-service"];
const WAITING: &[&str] = &["tokio", "futures-core"];
const CHANCE: &[&str] = &["rand", "rand_core", "rand_chacha", "getrandom"];
const CLOCKS: &[&str] = &["time", "chrono", "jiff"];

#[test]
fn the_pure_crates_reach_no_wire_no_clock_no_chance() {
    let metadata = metadata();
    for pure in ["brag-rules", "brag-table", "brag-fairness"] {
        for forbidden in [WIRE, WAITING, CHANCE, CLOCKS] {
            assert_never_reaches(&metadata, pure, forbidden);
        }
        assert_never_reaches(&metadata, pure, &["serde", "brag-host", "brag-journal", "brag-testkit"]);
    }
}

#[test]
fn the_rules_know_nothing_of_the_table_and_the_table_nothing_of_fairness() {
    let metadata = metadata();
    assert_never_reaches(&metadata, "brag-rules", &["brag-table", "brag-fairness"]);
    assert_never_reaches(&metadata, "brag-table", &["brag-fairness"]);
}

#[test]
fn the_journal_knows_no_game_and_no_wire() {
    let metadata = metadata();
    assert_never_reaches(&metadata, "brag-journal", WIRE);
    assert_never_reaches(&metadata, "brag-journal", &["brag-rules", "brag-table", "brag-host"]);
}

#[test]
fn what_is_served_never_names_the_testkit_or_a_seeded_generator() {
    let metadata = metadata();
    for served in ["brag-table", "brag-host", "brag-service"] {
        assert_never_reaches(&metadata, served, &["brag-testkit", "rand", "rand_chacha"]);
    }
}

#[test]
fn the_host_is_below_the_service() {
    assert_never_reaches(&metadata(), "brag-host", &["brag-service"]);
}
