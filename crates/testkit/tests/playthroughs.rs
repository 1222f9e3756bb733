//! Every playthrough of the project holds on the pure engine.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

use brag_testkit::replay;
use std::fs;
use std::path::PathBuf;

fn files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/playthroughs");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "toml"))
        .filter(|path| path.file_name().is_some_and(|name| name != "index.toml"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_playthrough_holds_on_the_engine() {
    let files = files();
    assert!(files.len() > 300, "only {} playthroughs found", files.len());
    let mut failures = Vec::new();
    let (mut hands, mut facts) = (0, 0);
    for path in &files {
        let name = path.file_name().unwrap().to_string_lossy();
        match replay::run(&name, &fs::read_to_string(path).unwrap()) {
            Ok(report) => {
                hands += report.hands;
                facts += report.facts;
            }
            Err(failed) => failures.push(failed.to_string()),
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), files.len(), failures.join("\n"));
    assert!(hands > 400 && facts > 1500, "{hands} hands, {facts} facts");
}
