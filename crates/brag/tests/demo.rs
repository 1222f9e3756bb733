//! `brag demo` as a person and a script meet it.
#![allow(clippy::unwrap_used, reason = "a test that cannot run the binary has failed")]

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn demo(flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brag"));
    command.env_remove("BRAG_BIN").arg("demo").args(flags);
    command
}

fn printed(output: &Output) -> &str {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::str::from_utf8(&output.stdout).unwrap()
}

#[test]
fn a_seed_repeats_every_byte() {
    for flags in [&["--hands", "4", "--seed", "9"][..], &["--hands", "4", "--seed", "9", "--json"]] {
        let (first, again) = (demo(flags).output().unwrap(), demo(flags).output().unwrap());
        assert_eq!(printed(&first), printed(&again));
        assert!(printed(&first).lines().count() > 60);
    }
    let other = demo(&["--hands", "4", "--seed", "10"]).output().unwrap();
    assert_ne!(printed(&demo(&["--hands", "4", "--seed", "9"]).output().unwrap()), printed(&other));
}

#[test]
fn it_ends_after_its_hands_and_says_how_they_went() {
    let output = demo(&["--hands", "2", "--seed", "3", "--players", "3", "--kind", "loose", "--ascii"])
        .output()
        .unwrap();
    let text = printed(&output);
    assert!(
        text.starts_with("Ann (loose), Ben (loose), Cat (loose) play; --seed 3 plays the same again.\n"),
        "{text}"
    );
    assert_eq!(
        text.lines().filter(|line| line.starts_with("Hand ") && line.contains(" deals to ")).count(),
        2
    );
    let last = text.lines().last().unwrap();
    let won: i64 = last
        .trim_start_matches("After 2 hands: ")
        .trim_end_matches('.')
        .split(", ")
        .map(|part| part.split(' ').nth(1).unwrap().parse::<i64>().unwrap())
        .sum();
    assert_eq!(won, 0, "{last}");
    assert!(text.is_ascii(), "{text}");
}

#[test]
fn json_is_an_object_for_each_event_and_one_at_the_end() {
    let output = demo(&["--hands", "2", "--seed", "3", "--json"]).output().unwrap();
    let lines: Vec<serde_json::Value> =
        printed(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (end, events) = lines.split_last().unwrap();
    for (at, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], (at + 1).to_string());
        assert!(
            event["text"].is_string() || event["turnBegan"].is_object() || event["nextHand"].is_object(),
            "{event}"
        );
    }
    assert_eq!((&end["hands"], &end["seed"]), (&2.into(), &3.into()));
    assert_eq!(end["won"].as_object().unwrap().len(), 5);
}

/// Stopped in the middle of a hand it voids the hand, gives everybody his chips back, and says how it went.
#[test]
fn ctrl_c_ends_it_in_good_order() {
    let mut child = demo(&["--seed", "3", "--pace-ms", "20"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.by_ref().any(|line| line.contains("cards each")), "a hand is dealt");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let rest: Vec<String> = lines.collect();
    assert!(rest.iter().any(|line| line.ends_with("is void.")), "{rest:?}");
    assert!(rest.last().unwrap().starts_with("After "), "{rest:?}");
    let deadline = Instant::now() + Duration::from_secs(10);
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None => assert!(Instant::now() < deadline, "it does not end"),
        }
        std::thread::yield_now();
    };
    assert_eq!(status.code(), Some(0));
}

#[test]
fn it_ends_when_nobody_reads_it_any_more() {
    let mut child = demo(&["--seed", "3"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("play"));
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_is_asked_wrongly_is_one_line() {
    let cases: [(&[&str], &str); 5] = [
        (&["--players", "1"], "--players 1: 2 to 8 play at such a table"),
        (&["--players", "99"], "2 to 8"),
        (&["--kind", "bold"], "a bot is random, tight or loose"),
        (&["--variant", "poker"], "UNKNOWN_VARIANT"),
        (&["--rule", "gather=scrambled", "--hands", "1"], "the server refuses the scripted table"),
    ];
    for (flags, said) in cases {
        let output = demo(flags).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(said) && text.lines().count() == 1, "{flags:?}: {text}");
        assert_eq!(output.status.code(), Some(if said.starts_with("the server") { 1 } else { 2 }), "{text}");
    }
}

/// Whatever is played, bots know what to do and there is a line for it.
#[test]
fn every_variant_is_played() {
    let variants = brag_rules::variant::Variant::all();
    assert!(variants.len() >= 2);
    for variant in variants {
        let output = demo(&["--variant", variant.id(), "--hands", "6", "--seed", "2"]).output().unwrap();
        let text = printed(&output);
        assert!(text.lines().last().unwrap().starts_with("After 6 hands: "), "{}: {text}", variant.id());
    }
}
