//! `brag bot` and `brag arena` as a person and a script meet them, and bots at a server's table.
#![allow(clippy::unwrap_used, reason = "a test that cannot run the binary has failed")]

use brag_bots::{Bot, Broke, Kind, Observer, Options, Outcome, run};
use brag_client::{Caller, Client};
use brag_contract::v1;
use brag_contract::v1::act_request::Action;
use brag_rules::variant::Variant;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::time::Duration;

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(60);

fn brag(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brag"));
    command.env_remove("BRAG_BIN").args(arguments);
    command
}

/// `brag serve` on a port of its own; ends with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let mut process = brag(&["serve", "--listen", "127.0.0.1:0", "--log", "error"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split([' ', ',']).find(|word| word.contains(':')).unwrap().to_owned();
        Server { process, address }
    }

    async fn client(&self, caller: Caller) -> Client {
        Client::connect(&self.address, caller).await.unwrap()
    }

    /// A table `tables/{id}` that deals by itself and without a pause as soon as so many sit there.
    async fn table(&self, id: &str, players: i64, most: i64) -> String {
        let number = |value| v1::OptionValue { value: Some(v1::option_value::Value::Number(value)) };
        let rules = [("min_players", number(players)), ("max_players", number(most))];
        let request = v1::CreateTableRequest {
            table_id: id.to_owned(),
            variant: "three_card".to_owned(),
            rules: rules.map(|(key, value)| (key.to_owned(), value)).into(),
            clock: Some(v1::ClockSettings {
                hand_pause: Some(Default::default()),
                ..v1::ClockSettings::default()
            }),
            ..v1::CreateTableRequest::default()
        };
        self.client(Caller::operator("op")).await.create_table(request).await.unwrap().name
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _already_gone = self.process.kill();
        let _reaped = self.process.wait();
    }
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// One readable line on standard error, this exit code, and these words in it.
fn assert_complains(output: &Output, code: i32, word: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(word) && said.lines().count() == 1, "{said}");
    assert_eq!(output.status.code(), Some(code), "{said}");
}

/// The harness of the long run, for some seconds: nothing but what the contract names, and the server's memory told.
#[test]
fn many_bots_at_many_tables_meet_no_error() {
    let flags =
        ["bot", "--tables", "20", "--count", "100", "--kind", "tight,loose,random", "--minutes", "0.1"];
    let output = brag(&flags).args(["--think-ms", "10", "--serve", "--json"]).output().unwrap();
    let report = json(&output);
    assert_eq!((&report["bots"], &report["tables"], &report["failed"]), (&100.into(), &20.into(), &0.into()));
    assert_eq!(report["errors"], Value::Object(Default::default()));
    assert_eq!(report["streams_lost"], 0);
    assert!(report["acts"].as_u64().unwrap() > 500 && report["hands"].as_u64().unwrap() > 20, "{report}");
    for reason in report["refused"].as_object().unwrap().keys() {
        assert!(is_a_reason(reason), "{reason} is none of the contract's");
    }
    let samples = report["server_memory"]["rss_kib"].as_array().unwrap();
    assert!(samples.len() >= 8 && samples.iter().all(|kib| kib.as_u64().unwrap() > 1_000), "{samples:?}");
    assert!(report["server_memory"]["second_half_kib_per_minute"].is_number());
}

#[test]
fn bots_leave_after_their_hands_and_their_chips_add_up() {
    let flags =
        ["bot", "--tables", "2", "--count", "7", "--kind", "loose,random", "--hands", "6", "--think-ms", "0"];
    let report = json(&brag(&flags).args(["--serve", "--json"]).output().unwrap());
    let each = report["each"].as_array().unwrap();
    assert_eq!(each.len(), 7);
    assert_eq!(each.iter().map(|bot| bot["won"].as_i64().unwrap()).sum::<i64>(), 0, "{report}");
    assert!(each.iter().all(|bot| bot["hands"] == 6), "{report}");
    let told = brag(&flags).arg("--serve").output().unwrap();
    let text = String::from_utf8(told.stdout).unwrap();
    assert!(text.contains("bot-1 (loose): ") && text.contains("bot-2 (random): "), "{text}");
    assert!(text.contains("7 bots at 2 tables for ") && text.contains("the server's memory: "), "{text}");
}

/// Bots at a real server do in each variant what is asked of them: they may be late, and nothing else is refused.
#[test]
fn each_variant_is_played_by_bots() {
    for variant in Variant::all() {
        let flags = ["bot", "--serve", "--tables", "1", "--count", "3", "--kind", "tight,loose,random"];
        let played = ["--variant", variant.id(), "--hands", "4", "--think-ms", "0", "--json"];
        let report = json(&brag(&flags).args(played).output().unwrap());
        assert_eq!((&report["failed"], &report["streams_lost"]), (&0.into(), &0.into()), "{report}");
        assert_eq!(report["errors"], Value::Object(Default::default()), "{report}");
        for reason in report["refused"].as_object().unwrap().keys() {
            assert!(["STALE_TURN", "STALE_SEQ"].contains(&&**reason), "{}: {report}", variant.id());
        }
        assert!(report["hands"].as_u64().unwrap() >= 4, "{report}");
    }
}

/// What a front end does that wants somebody to play against: a table, a seat, and two bots from the command line.
#[tokio::test(flavor = "multi_thread")]
async fn bots_fill_the_seats_beside_a_player() {
    let server = Server::start();
    let table = server.table("first", 3, 8).await;
    let flags = [
        "bot",
        "--server",
        &server.address,
        "--table",
        "first",
        "--count",
        "2",
        "--hands",
        "2",
        "--think-ms",
        "0",
    ];
    let bots = brag(&flags).stdout(Stdio::piped()).spawn().unwrap();
    let mut seat = server.client(Caller::player("ann")).await.seat(&table);
    let mut hands = 0;
    let played = tokio::time::timeout(HANG, async {
        seat.act(Action::Sit(v1::Sit { seat: 0, buy_in: 100, display_name: String::new() })).await.unwrap();
        let mut ann = Bot::new(Kind::Loose, 5);
        while hands < 2 {
            if let Some(brag_client::Update::Batch(batch)) = seat.next().await.unwrap() {
                hands += batch
                    .events
                    .iter()
                    .filter(|event| matches!(event.fact, Some(v1::event::Fact::HandEnded(_))))
                    .count();
            }
            seat.act_with(|view| ann.decide(view)).await.unwrap();
        }
    });
    played.await.unwrap();
    let output = bots.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("bot-1 (tight): 2 hands"), "{text}");
    assert!(text.contains("bot-2 (tight): "), "{text}");
}

/// One comes while the others play, and they go after that hand: he does not wait for ever for somebody else.
#[tokio::test(flavor = "multi_thread")]
async fn bots_do_not_wait_for_those_who_have_gone() {
    let server = Server::start();
    server.table("first", 2, 8).await;
    let flags = ["bot", "--server", &server.address, "--table", "first", "--count", "3", "--hands", "1"];
    let bots = brag(&flags).stdout(Stdio::piped()).spawn().unwrap();
    let bots = tokio::task::spawn_blocking(|| bots.wait_with_output());
    let output = tokio::time::timeout(HANG, bots).await.expect("all of them go").unwrap().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("bot-3 (tight): "), "{text}");
}

/// Whether the contract has such a reason.
fn is_a_reason(name: &str) -> bool {
    v1::Reason::from_str_name(&format!("REASON_{name}")).is_some()
}

#[derive(Default)]
struct Counted(Mutex<BTreeMap<String, u32>>);

impl Observer for Counted {
    fn acted(&self, _took: Duration, outcome: Outcome<'_>) {
        let outcome = match outcome {
            Outcome::Done => "done",
            Outcome::Refused(reason) => reason,
        };
        *self.0.lock().unwrap().entry(outcome.to_owned()).or_default() += 1;
    }
}

/// Two programs of one player are both right about the turn until one of them has acted: the other is told, and decides
/// again by what is true then.
#[tokio::test(flavor = "multi_thread")]
async fn who_comes_too_late_decides_again() {
    let server = Server::start();
    let table = server.table("two", 2, 2).await;
    let options = Options { buy_in: 10_000, hands: Some(40), ..Options::default() };
    let counted = Counted::default();
    let ann = server.client(Caller::player("ann")).await;
    let ben = server.client(Caller::player("ben")).await;
    let bot = |kind, seed| Bot::new(kind, seed);
    let all = async {
        tokio::join!(
            run(&ann, &table, bot(Kind::Loose, 1), &options, &counted),
            run(&ann, &table, bot(Kind::Loose, 2), &options, &counted),
            run(&ben, &table, bot(Kind::Random, 3), &options, &counted),
        )
    };
    let (one, other, ben) = tokio::time::timeout(HANG, all).await.unwrap();
    let (one, other, ben) = (one.unwrap(), other.unwrap(), ben.unwrap());
    let counts = counted.0.lock().unwrap();
    assert!(counts.contains_key("STALE_TURN"), "{counts:?}");
    assert!(counts.keys().all(|outcome| outcome == "done" || is_a_reason(outcome)), "{counts:?}");
    assert!(ben.hands == 40 && one.hands.max(other.hands) == 40, "{one:?} {other:?} {ben:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_runs_out_of_chips_brings_more_or_leaves() {
    let server = Server::start();
    server.table("more", 2, 2).await;
    let flags =
        ["bot", "--server", &server.address, "--table", "more", "--count", "2", "--think-ms", "0", "--json"];
    let report =
        json(&brag(&flags).args(["--kind", "random", "--buy-in", "40", "--hands", "120"]).output().unwrap());
    assert!(report["each"].as_array().unwrap().iter().all(|bot| bot["hands"] == 120), "{report}");

    let table = server.table("less", 2, 2).await;
    let options = Options { buy_in: 40, broke: Broke::Leaves, ..Options::default() };
    let ann = server.client(Caller::player("ann")).await;
    let ben = server.client(Caller::player("ben")).await;
    let first = async {
        tokio::select! {
            left = run(&ann, &table, Bot::new(Kind::Random, 1), &options, &()) => left,
            left = run(&ben, &table, Bot::new(Kind::Random, 2), &options, &()) => left,
        }
    };
    let left = tokio::time::timeout(HANG, first).await.unwrap().unwrap();
    assert!(left.brought == 40 && left.chips < 10 && left.won() == left.chips - 40, "{left:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_goes_on_in_the_seat_that_its_player_has() {
    let server = Server::start();
    let table = server.table("on", 2, 2).await;
    let ann = server.client(Caller::player("ann")).await;
    let ben = server.client(Caller::player("ben")).await;
    let sit = Action::Sit(v1::Sit { seat: 2, buy_in: 77, display_name: String::new() });
    ann.seat(&table).act(sit).await.unwrap();
    let options = Options { hands: Some(3), ..Options::default() };
    let both = async {
        tokio::join!(
            run(&ann, &table, Bot::new(Kind::Tight, 1), &options, &()),
            run(&ben, &table, Bot::new(Kind::Tight, 2), &options, &()),
        )
    };
    let (ann, ben) = tokio::time::timeout(HANG, both).await.unwrap();
    let (ann, ben) = (ann.unwrap(), ben.unwrap());
    assert_eq!((ann.brought, ann.hands, ben.hands), (77, 3, 3));
    assert_eq!(ann.won() + ben.won(), 0, "{ann:?} {ben:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_a_bot_from_playing_is_said() {
    let server = Server::start();
    let none = brag(&["bot", "--server", &server.address, "--table", "nowhere"]).output().unwrap();
    assert_complains(&none, 4, "TABLE_NOT_FOUND: There is no table tables/nowhere; ");
    server.table("full", 2, 2).await;
    let flags = [
        "bot",
        "--server",
        &server.address,
        "--table",
        "full",
        "--count",
        "3",
        "--hands",
        "3",
        "--think-ms",
        "0",
    ];
    let full = brag(&flags).output().unwrap();
    assert_eq!(full.status.code(), Some(1));
    let text = String::from_utf8_lossy(&full.stdout);
    assert_eq!(text.matches("there is no seat to take").count(), 1, "{text}");
    assert_complains(
        &brag(&["bot", "--server", "127.0.0.1:1", "--table", "x"]).output().unwrap(),
        3,
        "brag serve",
    );
}

/// A bot that was put off its seat has not done what it was asked.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_was_lost_is_said_with_what_was_done_there() {
    let server = Server::start();
    let table = server.table("lost", 2, 2).await;
    for json in [false, true] {
        let mut flags = vec!["bot", "--server", &*server.address, "--table", "lost", "--count", "2"];
        flags.extend(["--think-ms", "1", "--kind", "loose"]);
        flags.extend(json.then_some("--json"));
        let bots = brag(&flags).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let operator = server.client(Caller::operator("op")).await;
        let begun = operator.get_table(&table).await.unwrap().hand;
        let playing = async {
            loop {
                let view = operator.get_table(&table).await.unwrap();
                if view.hand > begun + 2 {
                    break view;
                }
            }
        };
        let view = tokio::time::timeout(HANG, playing).await.unwrap();
        for player in ["bot-1", "bot-2"] {
            let remove = v1::Remove { player: player.to_owned() };
            operator.act_on(&view, Action::Remove(remove)).await.unwrap();
        }
        let output = tokio::task::spawn_blocking(|| bots.wait_with_output()).await.unwrap().unwrap();
        let (text, said) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{text}{said}");
        let why = "it lost its seat: the operator removed it";
        if json {
            let report: Value = serde_json::from_str(&text).unwrap();
            assert_eq!((&report["failed"], &report["errors"][why]), (&2.into(), &2.into()), "{report}");
            assert!(report["each"][0]["hands"].is_u64() && report["each"][0]["error"] == why, "{report}");
        } else {
            assert!(
                text.contains("bot-1 (loose): ") && text.matches(&format!(" chips; {why}")).count() == 2,
                "{text}"
            );
        }
    }
}

/// Who stops them has no bots left in seats that run out of time.
#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_lets_them_leave() {
    let server = Server::start();
    let table = server.table("stop", 2, 2).await;
    let flags = ["bot", "--server", &server.address, "--table", "stop", "--count", "2", "--think-ms", "1"];
    let bots = brag(&flags).stdout(Stdio::piped()).spawn().unwrap();
    let watching = server.client(Caller::player("zoe")).await;
    let seated = async |hand: bool| loop {
        let view = watching.get_table(&table).await.unwrap();
        let taken = view.seats.iter().filter(|seat| !seat.player.is_empty()).count();
        if (hand && view.hand > 2) || (!hand && taken == 0) {
            break;
        }
    };
    tokio::time::timeout(HANG, seated(true)).await.unwrap();
    assert!(Command::new("kill").args(["-INT", &bots.id().to_string()]).status().unwrap().success());
    let output = bots.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    tokio::time::timeout(HANG, seated(false)).await.unwrap();
}

/// A server that is gone ends them, and so does who stops them meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn bots_do_not_wait_for_a_server_for_ever() {
    let mut server = Server::start();
    let table = server.table("gone", 2, 2).await;
    let mut flags = vec!["bot", "--server", &*server.address, "--table", "gone", "--think-ms", "1"];
    let stopped = brag(&flags).stderr(Stdio::piped()).spawn().unwrap();
    flags.extend(["--patience-seconds", "1", "--id", "other"]);
    let patient = brag(&flags).stderr(Stdio::piped()).spawn().unwrap();
    let watching = server.client(Caller::player("zoe")).await;
    let playing = async { while watching.get_table(&table).await.unwrap().hand < 2 {} };
    tokio::time::timeout(HANG, playing).await.unwrap();
    server.process.kill().unwrap();
    // Lost between two acts, or in one of which nobody knows now whether it was done.
    assert_complains(&patient.wait_with_output().unwrap(), 3, "brag: ");
    assert!(Command::new("kill").args(["-INT", &stopped.id().to_string()]).status().unwrap().success());
    assert_complains(&stopped.wait_with_output().unwrap(), 1, "did not let it go");
}

/// What cannot be written has not been done.
#[test]
fn a_full_disk_is_no_success() {
    for flags in
        [&["sim", "--hands", "1"][..], &["demo", "--hands", "1"], &["completions", "bash"], &["--help"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = brag(flags).stdout(full).output().unwrap();
        assert_complains(&output, 1, "cannot write: ");
    }
}

#[test]
fn what_is_asked_wrongly_is_one_line() {
    let cases: [(&[&str], &str); 7] = [
        (&["bot"], "--table"),
        (&["bot", "--tables", "2", "--count", "4"], "--minutes or --hands"),
        (&["bot", "--tables", "2", "--count", "3", "--hands", "1"], "2 tables want 2 to 8 bots each"),
        (&["bot", "--table", "x", "--serve"], "--serve"),
        (&["bot", "--table", "x", "--minutes", "0"], "--minutes 0"),
        (&["arena", "tight"], "2 to 8 play"),
        (&["arena", "tight,bold"], "a bot is random, tight or loose"),
    ];
    for (flags, word) in cases {
        assert_complains(&brag(flags).output().unwrap(), 2, word);
    }
}

#[test]
fn the_arena_says_who_wins_and_how_sure_that_is() {
    let flags = ["arena", "tight,random,random", "--hands", "120", "--games", "6", "--seed", "4"];
    let report = json(&brag(&flags).arg("--json").output().unwrap());
    assert_eq!((&report["hands"], &report["games"]), (&120.into(), &6.into()));
    assert_eq!(report["chips_conserved"], true);
    let each = report["each"].as_array().unwrap();
    let sum: f64 = each.iter().map(|one| one["won"]["mean"].as_f64().unwrap()).sum();
    assert!(each.len() == 3 && sum.abs() < 1e-9, "what one wins others lose: {report}");
    for one in each {
        let (low, mean, high) = (&one["won"]["low"], &one["won"]["mean"], &one["won"]["high"]);
        assert!(low.as_f64() < mean.as_f64() && mean.as_f64() < high.as_f64(), "{one}");
    }
    assert_eq!(
        (&report["difference"][0]["of"], &report["difference"][0]["over"]),
        (&"tight".into(), &"random".into())
    );
    let again = json(&brag(&flags).arg("--json").output().unwrap());
    assert_eq!(report["each"], again["each"], "a seed repeats the games");
    let text = String::from_utf8(brag(&flags).output().unwrap().stdout).unwrap();
    assert!(text.contains("every chip accounted for: yes") && text.contains("tight less random: "), "{text}");
}
