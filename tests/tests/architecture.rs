//! The edges between crates that ARCHITECTURE.md forbids.
#![allow(clippy::unwrap_used, reason = "a test that cannot read the workspace has failed")]

use std::collections::BTreeSet;
use std::process::Command;

/// Everything that a package is built with when it is built alone, with the features that it asks for itself;
/// dev-dependencies left out.
fn reached(from: &str) -> BTreeSet<String> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--edges", "normal", "--prefix", "none", "--package", from])
        .args(["--manifest-path", manifest])
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8(tree.stdout).unwrap();
    let names: BTreeSet<String> =
        text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    assert!(names.contains(from), "{text}");
    names
}

fn assert_never_reaches(from: &str, forbidden: &[&str]) {
    let reached = reached(from);
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
    for pure in ["brag-rules", "brag-table", "brag-fairness"] {
        for forbidden in [WIRE, WAITING, CHANCE, CLOCKS] {
            assert_never_reaches(pure, forbidden);
        }
        assert_never_reaches(pure, &["serde", "brag-host", "brag-journal", "brag-testkit"]);
    }
}

#[test]
fn the_rules_know_nothing_of_the_table_and_the_table_nothing_of_fairness() {
    assert_never_reaches("brag-rules", &["brag-table", "brag-fairness"]);
    assert_never_reaches("brag-table", &["brag-fairness"]);
}

#[test]
fn the_journal_knows_no_game_and_no_wire() {
    assert_never_reaches("brag-journal", WIRE);
    assert_never_reaches("brag-journal", &["brag-rules", "brag-table", "brag-host"]);
}

#[test]
fn what_is_served_never_names_the_testkit_or_a_seeded_generator() {
    for served in ["brag-table", "brag-host", "brag-service"] {
        assert_never_reaches(served, &["brag-testkit", "rand", "rand_chacha"]);
    }
}

#[test]
fn the_host_and_the_service_know_no_metric_and_no_span() {
    for watched in ["brag-host", "brag-service"] {
        assert_never_reaches(watched, &["brag-telemetry", "opentelemetry", "prometheus-client"]);
    }
    assert_never_reaches("brag-telemetry", &["brag-testkit"]);
}

#[test]
fn the_host_is_below_the_service() {
    assert_never_reaches("brag-host", &["brag-service"]);
}

#[test]
fn a_client_knows_the_contract_and_nothing_behind_it() {
    let server = ["brag-rules", "brag-table", "brag-fairness", "brag-journal", "brag-host", "brag-service"];
    assert_never_reaches("brag-client", &server);
    assert_never_reaches("brag-client", &["brag-telemetry", "brag-testkit"]);
}

#[test]
fn bots_are_clients_and_know_what_clients_know() {
    for inside in ["brag-table", "brag-fairness", "brag-host", "brag-service", "brag-journal", "brag-testkit"]
    {
        assert_never_reaches("brag-bots", &[inside]);
    }
}
