//! `brag watch` as a person and a script meet it.
#![allow(clippy::unwrap_used, reason = "a test without its terminal has failed")]

#[allow(dead_code, reason = "each of the tests at a terminal uses a part")]
mod terminal;

use brag_contract::v1::act_request::Action;
use brag_contract::v1::{Bet, Close, CloseWhen, Fold, Look};
use insta::assert_snapshot;
use rustix::process::Signal;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};
use terminal::{Served, at, brag};

/// A hand: ann raises blind, the others fold; cat has looked.
fn a_hand(served: &Served) {
    served.deal();
    served.acts("cat", Action::Look(Look::default()));
    served.acts("ann", Action::Look(Look::default()));
    served.acts("ann", Action::Bet(Bet { amount: 4 }));
    served.acts("bob", Action::Fold(Fold {}));
    served.acts("cat", Action::Fold(Fold {}));
}

/// A hand in which everybody folds to the last one.
fn a_short_hand(served: &Served) {
    served.deal();
    while let [turn] = served.table("ann").to_act[..] {
        let who = ["ann", "bob", "cat"][turn.seat as usize - 1];
        served.acts(who, Action::Fold(Fold {}));
    }
}

fn close(served: &Served) {
    served.acts("operator", Action::Close(Close { when: CloseWhen::Now.into() }));
}

fn watch(served: &Served, flags: &[&str]) -> Command {
    let mut command = Command::new(brag());
    command
        .args(["watch", "first", "--server", &served.url])
        .args(flags)
        .env_remove("BRAG_BIN")
        .env_remove("LC_ALL");
    command.env("LANG", "C.UTF-8").stdin(Stdio::null());
    command
}

/// What it says of what happened so far.
fn told(served: &Served, flags: &[&str]) -> Output {
    watch(served, &[&["--once"], flags].concat()).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn lines_from_the_start_and_from_an_event() {
    let served = Served::start();
    a_hand(&served);
    let all = told(&served, &["--from", "start"]);
    assert_eq!((all.status.code(), text(&all.stderr)), (Some(0), ""));
    assert_snapshot!("lines", text(&all.stdout));
    let later = told(&served, &["--from", "16"]);
    assert!(text(&all.stdout).ends_with(text(&later.stdout)) && later.stdout.len() < all.stdout.len());
    assert!(!later.stdout.is_empty());
    let own = told(&served, &["--from", "start", "--name", "ann", "--ascii"]);
    assert!(text(&own.stdout).contains("ann looks: Kh Kd 7c."), "who has a seat sees his own cards");
    assert_eq!(told(&served, &[]).stdout, b"", "nothing has happened since now");
}

#[test]
fn json_is_every_event_once_with_its_line() {
    let served = Served::start();
    a_hand(&served);
    let all = told(&served, &["--from", "start", "--json"]);
    let events: Vec<Value> =
        text(&all.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: Vec<u64> =
        events.iter().map(|event| event["seq"].as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(numbers, (1..=served.table("ann").seq).collect::<Vec<_>>());
    let bet = events.iter().find(|event| event["betMade"].is_object()).unwrap();
    assert_eq!((&bet["betMade"]["amount"], &bet["causeSeat"]), (&Value::from("4"), &Value::from(1)));
    let lines: Vec<&str> = events.iter().filter_map(|event| event["text"].as_str()).collect();
    let plain = told(&served, &["--from", "start"]);
    let plain: Vec<&str> = text(&plain.stdout).lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, plain, "the line of each event is its text");
}

#[test]
fn live_it_tells_what_happens_and_ends_with_the_table() {
    let served = Served::start();
    let mut watching = watch(&served, &["--from", "start"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(watching.stdout.take().unwrap()).lines();
    let mut until =
        |wanted: &str| lines.find(|line| line.as_ref().unwrap().contains(wanted)).unwrap().unwrap();
    until("cat takes seat 3");
    a_hand(&served);
    until("ann raises with 4");
    close(&served);
    until("closed");
    assert_eq!(watching.wait().unwrap().code(), Some(0));
}

#[test]
fn what_is_no_longer_kept_is_said() {
    let served = Served::with(&["--hands-kept", "3"]);
    let mut watching = watch(&served, &["--from", "start", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
    // It reads before anything goes.
    let (mut living, mut lived) = (BufReader::new(watching.stdout.take().unwrap()), String::new());
    living.read_line(&mut lived).unwrap();
    for _ in 0..5 {
        a_short_hand(&served);
    }
    let numbers = |events: &[Value]| -> Vec<u64> {
        events.iter().map(|event| event["seq"].as_str().unwrap().parse().unwrap()).collect()
    };
    let read = |lines: &str| -> Vec<Value> {
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let seq = served.table("ann").seq;
    let all = told(&served, &["--from", "start", "--json"]);
    assert_eq!(all.status.code(), Some(0));
    let kept = read(text(&all.stdout));
    let oldest = numbers(&kept)[0];
    assert!(oldest > 1 && kept[0]["handStarted"]["hand"] == 2, "{}", kept[0]);
    assert_eq!(numbers(&kept), (oldest..=seq).collect::<Vec<_>>(), "each that is kept, once");
    assert_eq!(text(&all.stderr), format!("brag: events 1 to {} are no longer kept\n", oldest - 1));

    // Who was there from the start was told the same of them.
    close(&served);
    living.read_to_string(&mut lived).unwrap();
    assert_eq!(watching.wait().unwrap().code(), Some(0));
    let from = usize::try_from(oldest - 1).unwrap();
    assert_eq!(read(&lived)[from..from + kept.len()], kept, "their lines, too");

    let plain = told(&served, &["--from", "start"]);
    assert_eq!(text(&plain.stderr), text(&all.stderr));
    assert!(text(&plain.stdout).trim_start().starts_with("Hand 2: "), "{}", text(&plain.stdout));
    for (from, note) in [
        (oldest - 1, format!("brag: event {} is no longer kept\n", oldest - 1)),
        (oldest, String::new()),
        (seq - 3, String::new()),
        (seq + 100, format!("brag: there is no event {} yet\n", seq + 100)),
    ] {
        let late = told(&served, &["--from", &from.to_string(), "--json"]);
        assert_eq!(text(&late.stderr), note);
        let last = served.table("ann").seq;
        let expected: Vec<u64> = (from.max(oldest)..=last).collect();
        assert_eq!(numbers(&read(text(&late.stdout))), expected, "from {from}");
    }
}

/// Who joins late goes back as far as the server does, and sees the table as it was.
#[test]
fn at_a_terminal_back_to_the_oldest_event_that_is_kept() {
    let served = Served::with(&["--hands-kept", "3"]);
    a_hand(&served);
    let after_first = served.table("eve");
    for _ in 0..4 {
        a_short_hand(&served);
    }
    let newest = served.table("ann").seq;
    let oldest = after_first.seq + 1;
    let gone = format!("What was before event {oldest} is no longer kept.");
    let then = after_first.seats[0].stack;
    assert_ne!(then, served.table("eve").seats[0].stack, "the figures of now are others");
    let at_oldest = |screen: &str| {
        let ann = screen.lines().find(|line| line.contains("ann")).unwrap_or_default();
        screen.contains(&format!("event {oldest} of {newest}"))
            && screen.contains("hand 2")
            && ann.split_whitespace().any(|word| word == then.to_string())
    };
    let begun = at(&["watch", "first", "--server", &served.url, "--from", "start"]);
    let begun = begun.until("the oldest event", at_oldest);
    assert!(begun.contains(&gone), "{begun}");

    let mut late = at(&["watch", "first", "--server", &served.url, "--from", "3"]);
    late.until("the oldest event", at_oldest);
    late.types(" ");
    late.shows(&format!("live, event {newest}"));
    late.types("\u{1b}[H");
    assert!(!late.until("the oldest event again", at_oldest).contains(&gone));
    late.types("\u{1b}[D");
    late.shows(&gone);
    late.types("\u{1b}[6~");
    late.shows("hand 3");
    late.types("q");
    assert_eq!(late.ends().code(), Some(0));
}

#[test]
fn whoever_reads_it_may_have_enough() {
    let served = Served::start();
    let mut watching = watch(&served, &["--from", "start"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = watching.stdout.take().unwrap();
    output.read_exact(&mut [0]).unwrap();
    drop(output);
    a_hand(&served);
    assert_eq!(watching.wait().unwrap().code(), Some(0));
}

#[test]
fn at_a_terminal_back_in_time_and_live_again() {
    let served = Served::start();
    a_hand(&served);
    let mut watching = at(&["watch", "first", "--server", &served.url]);
    let seq = served.table("ann").seq;
    assert_snapshot!("live", watching.shows(&format!("live, event {seq}")));
    watching.assert_taken();
    let without_time = |screen: String| {
        let (before, after) = screen.split_once(" UTC").unwrap();
        format!("{}hh:mm:ss UTC{after}", &before[..before.len() - "hh:mm:ss".len()])
    };
    watching.types("\u{1b}[A\u{1b}[A");
    let back = watching.shows("bob is to act");
    assert!(back.contains("ann raises") && !back.contains("bob folds"), "{back}");
    watching.types("\u{1b}[5~");
    assert_snapshot!(
        "hand_began",
        without_time(watching.until("where the hand began", |screen| {
            screen.contains(" of ") && !screen.contains("ann raises")
        }))
    );
    watching.types("\u{1b}[H");
    watching.shows("event 1 of ");
    watching.types("\u{1b}[D");
    watching.shows("This is the first event.");
    watching.types("\u{1b}[C");
    watching.shows("event 2 of ");
    served.deal();
    let still = watching.shows(&format!("event 2 of {}", served.table("ann").seq));
    assert!(!still.contains("hand 2"), "{still}");
    watching.types(" ");
    watching.until("what happens now", |screen| screen.contains("live, event") && screen.contains("hand 2"));
    watching.resize(79, 24);
    watching.shows("brag needs 80 x 24.");
    watching.resize(80, 24);
    watching.shows("live, event");
    watching.types("q");
    assert_eq!(watching.ends().code(), Some(0));
    watching.assert_restored();
}

#[test]
fn it_ends_with_the_terminal_as_it_was() {
    let mut served = Served::start();
    let url = served.url.clone();
    let arguments = ["watch", "first", "--server", &url, "--patience-seconds", "1"];
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::QUIT, 131)] {
        let mut watching = at(&arguments);
        watching.shows("live, event");
        watching.signal(signal);
        assert_eq!(watching.ends().code(), Some(code));
        watching.assert_restored();
    }
    let mut watching = at(&arguments);
    watching.shows("live, event");
    served.kill();
    watching.shows("the server is away: trying again");
    assert_eq!(watching.ends().code(), Some(3));
    watching.assert_restored();
}

#[test]
fn what_is_wrong_is_a_line_and_a_code() {
    let served = Served::start();
    let cases: [(&[&str], i32, &str); 4] = [
        (&["none", "--server", &served.url], 4, "TABLE_NOT_FOUND"),
        (&["first", "--server", "127.0.0.1:1"], 3, "cannot be reached"),
        (&["first", "--from", "then"], 2, "wants start, now, or the number of an event"),
        (&["first", "--plain", "--json"], 2, "cannot be used with"),
    ];
    for (arguments, code, words) in cases {
        let output = Command::new(brag()).arg("watch").args(arguments).stdin(Stdio::null()).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.starts_with("brag: ") && said.contains(words), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
