//! The invariants that ARCHITECTURE.md names are those that the code asserts, and in those files.
#![allow(clippy::unwrap_used, reason = "a test that cannot read the workspace has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A name, and a file as the table writes it: `rules/hand/mod.rs`.
type Asserted = BTreeSet<(String, String)>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Text that begins as an assertion's message does: words with hyphens between them, and a colon.
fn label(text: &str) -> Option<&str> {
    let (label, _) = text.split_once(": ")?;
    let words: Vec<_> = label.split('-').collect();
    let plain = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    (words.len() > 1 && words.iter().all(plain)).then_some(label)
}

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// What the served crates assert: every message that begins with a name.
fn in_the_code() -> Asserted {
    let mut asserted = Asserted::new();
    for name in ["rules", "table", "fairness", "journal", "host", "service", "telemetry", "brag"] {
        let dir = root().join("crates").join(name).join("src");
        let mut files = Vec::new();
        sources(&dir, &mut files);
        for file in files {
            let within = file.strip_prefix(&dir).unwrap().to_str().unwrap();
            let text = fs::read_to_string(&file).unwrap();
            for label in text.split('"').filter_map(label) {
                asserted.insert((label.to_owned(), format!("{name}/{within}")));
            }
        }
    }
    asserted
}

/// What the table says: a row's first cell is the name, its last the files.
fn in_the_table() -> Asserted {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, section) = text.split_once("\n## Invariants\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let mut named = Asserted::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").collect();
        let [name, .., files] = &cells[..] else { panic!("a row with a name and files: {row}") };
        for file in files.split(", ") {
            named
                .insert((name.trim().trim_matches('`').to_owned(), file.trim().trim_matches('`').to_owned()));
        }
    }
    named
}

#[test]
fn the_table_of_invariants_is_what_the_code_asserts() {
    let (code, table) = (in_the_code(), in_the_table());
    assert!(code.len() > 20, "assertions are found: {code:?}");
    let unnamed: Vec<_> = code.difference(&table).collect();
    assert!(unnamed.is_empty(), "asserted, and not in the table of ARCHITECTURE.md: {unnamed:?}");
    let gone: Vec<_> = table.difference(&code).collect();
    assert!(gone.is_empty(), "in the table of ARCHITECTURE.md, and not asserted there: {gone:?}");
}
