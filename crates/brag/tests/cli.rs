//! The commands as a person and a script meet them: output, exit codes, and errors of one line.
#![allow(clippy::unwrap_used, reason = "a test that cannot run the binary has failed")]

use brag_rules::variant::Variant;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

fn brag() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brag"));
    // Tells other tests which binary to run, and is no setting of it.
    command.env_remove("BRAG_BIN");
    command
}

fn playthroughs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/playthroughs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "toml"))
        .filter(|path| path.file_stem().is_some_and(|stem| stem != "index"))
        .collect();
    files.sort();
    files
}

fn with_input(mut command: Command, input: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn rank(rules: &[&str], input: &str) -> Output {
    let mut command = brag();
    command.arg("rank");
    rules.iter().for_each(|rule| {
        command.args(["--rule", rule]);
    });
    with_input(command, input)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// One readable line on standard error, this exit code, and these words in it.
fn assert_complains(output: &Output, code: i32, words: &[&str]) {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    for word in words {
        assert!(said.contains(word), "{said:?} does not say {word}");
    }
}

#[test]
fn rank_says_hand_index_and_class() {
    let output = rank(&[], "3c3d3h\nAs 2s 3s\n# a comment\n\n5h3c2d\n");
    assert!(output.status.success());
    assert_eq!(
        text(&output.stdout),
        "3c3d3h\t1\tprial\nAs 2s 3s\t14\trunning_flush\n5h3c2d\t741\thigh_card\n"
    );
}

#[test]
fn rank_takes_rules_with_and_without_quotes() {
    for rule in ["best_prial=natural", "best_prial=\"natural\"", "best_prial = 'natural'"] {
        let output = rank(&[rule, "ace_two_three=second"], "3c3d3h\nAs2s3s\n");
        assert_eq!(text(&output.stdout), "3c3d3h\t12\tprial\nAs2s3s\t15\trunning_flush\n", "{rule}");
    }
}

#[test]
fn rank_reads_the_best_three_and_says_which() {
    let output = rank(&[], "KsQsJsJd\n2h 3h 9h 9d / 4c\nAh2d3c4s9sKd2c\n");
    assert_eq!(
        text(&output.stdout),
        "KsQsJsJd\t16\trunning_flush\tKsQsJs\n2h 3h 9h 9d / 4c\t281\tflush\t2h3h9h\n\
         Ah2d3c4s9sKd2c\t26\trun\tAh2d3c\n"
    );
}

#[test]
fn rank_says_which_wild_cards_count_for_others() {
    let output = rank(&["wild=[Jc, 9]"], "KsKdJc\nJsJdJc\nKs9d4h9h\n");
    assert_eq!(
        text(&output.stdout),
        "KsKdJc\t3\tprial\tKsKdJc\tJc\nJsJdJc\t5\tprial\nKs9d4h9h\t3\tprial\tKs9d9h\t9d9h\n"
    );
}

#[test]
fn rank_knows_the_old_ranking_and_its_braggers() {
    let rank = |given: &[&str], hands: &str| {
        let mut command = brag();
        command.arg("rank").args(given);
        let output = with_input(command, hands);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    for variant in ["classic_three_stake", "american", "hoyle_1751"] {
        assert_eq!(
            rank(&["--variant", variant], "KsKdKh\nAsAdKs\nAsKsQs\n2c3d4h\n"),
            "KsKdKh\t2\tprial\nAsAdKs\t14\tpair\nAsKsQs\t170\tsingle\n2c3d4h\t455\tsingle\n"
        );
    }
    let kings = "KsKdJc\t2\tprial\tKsKdJc\tJc\n";
    for (variant, rules, kings, others) in [
        ("classic_three_stake", &[][..], kings, "JcJd9d\t54\tpair\nAs9hJh\t192\tsingle\n"),
        (
            "classic_three_stake",
            &["--rule", "braggers=[Jc, 9d]"],
            kings,
            "JcJd9d\t4\tprial\tJcJd9d\t9d\nAs9hJh\t192\tsingle\n",
        ),
        // Here a bragger is never itself.
        ("american", &[], kings, "JcJd9d\t1\tprial\tJcJd9d\tJcJd9d\nAs9hJh\t1\tprial\tAs9hJh\t9hJh\n"),
        (
            "american",
            &["--rule", "braggers=[A]"],
            "KsKdJc\t28\tpair\n",
            "JcJd9d\t54\tpair\nAs9hJh\t54\tpair\tAs9hJh\tAs\n",
        ),
        ("hoyle_1751", &[], kings, "JcJd9d\t4\tprial\tJcJd9d\t9d\nAs9hJh\t192\tsingle\n"),
        (
            "hoyle_1751",
            &["--rule", "short_pack_low=2", "--rule", "braggers=[J]"],
            kings,
            "JcJd9d\t6\tprial\tJcJd9d\tJcJd\nAs9hJh\t18\tpair\tAs9hJh\tJh\n",
        ),
    ] {
        let given = [&["--variant", variant], rules].concat();
        assert_eq!(rank(&given, "KsKdJc\nJcJd9d\nAs9hJh\n"), format!("{kings}{others}"), "{given:?}");
    }
    let told = rank(&["--json", "--variant", "hoyle_1751"], "JcJd9d\n");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["class"], &told["strength"]), (&"prial".into(), &4.into()));
    assert_eq!(told["wild_cards"], serde_json::json!(["9d"]));
}

#[test]
fn rank_says_it_as_json() {
    let mut command = brag();
    command.args(["rank", "--json", "--variant", "three_card", "--rule", "wild=[Jc]"]);
    let output = with_input(command, "KsKdJc4h / 2c\nAs Ks Qs\n");
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines,
        [
            serde_json::json!({
                "held": ["Ks", "Kd", "Jc", "4h"], "thrown": ["2c"], "class": "prial", "strength": 3,
                "cards": ["Ks", "Kd", "Jc"], "wild_cards": ["Jc"],
            }),
            serde_json::json!({
                "held": ["As", "Ks", "Qs"], "thrown": [], "class": "running_flush", "strength": 15,
                "cards": ["As", "Ks", "Qs"], "wild_cards": [],
            }),
        ]
    );
}

#[test]
fn rank_takes_a_turned_card_only_where_one_is_turned() {
    for (turned, word) in [("9d", "turn no card"), ("9x", "such as Td")] {
        let mut command = brag();
        command.args(["rank", "--turned", turned]);
        assert_complains(&with_input(command, ""), 2, &["--turned", word]);
    }
}

#[test]
fn rank_names_the_line_that_is_no_hand() {
    let sixteen = "2c3c4c5c6c7c8c9cTcJcQcKcAc2d3d4d\n";
    let cases = [
        ("AsKs\n", "line 1"),
        ("AsKsQs\nAsAsQs\n", "line 2"),
        ("1cKsQs\n", "1c"),
        ("ÄsKsQ\n", "line 1"),
        ("AsKsQs/As\n", "twice"),
        ("AsKs/Qs\n", "3 to 15"),
        ("AsKsQ\n", "3 to 15"),
        (sixteen, "3 to 15"),
    ];
    for (input, word) in cases {
        assert_complains(&rank(&[], input), 2, &[word]);
    }
    let half = rank(&[], "AsKsQs\nnothing\n");
    assert_eq!(text(&half.stdout), "AsKsQs\t15\trunning_flush\n", "what came before the wrong line stays");
}

#[test]
fn a_wrong_rule_is_named_with_what_is_allowed() {
    assert_complains(&rank(&["ace_two_tree=second"], ""), 2, &["ace_two_tree", "ace_two_three"]);
    assert_complains(&rank(&["ace_two_three=third"], ""), 2, &["ace_two_three", "not_a_run"]);
    assert_complains(&rank(&["ace_two_three"], ""), 2, &["key=value"]);
    assert_complains(&rank(&["tie_rule=split", "tie_rule=split"], ""), 2, &["twice"]);
    assert_complains(&rank(&["tie_rule=elder_wins"], ""), 2, &["OPTION_CONFLICT", "tie_rule"]);
}

/// What bash proposes for the last of these words.
fn completed(words: &[&str]) -> Vec<String> {
    let script = "source <(\"$BRAG\" completions bash); COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
        _brag brag \"${@: -1}\" \"${@: -2:1}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["-euc", script, "bash"])
        .args(words)
        .env("BRAG", env!("CARGO_BIN_EXE_brag"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_flags_and_values() {
    assert_eq!(completed(&["brag", "pl"]), ["play"]);
    assert_eq!(completed(&["brag", "play", "--bo"]), ["--bots"]);
    assert_eq!(completed(&["brag", "play", "--bots", "t"]), ["tight"]);
    let commands = completed(&["brag", ""]);
    assert!(commands.contains(&"serve".to_owned()) && !commands.contains(&"bench-server".to_owned()));
    for shell in ["zsh", "fish"] {
        let output = brag().args(["completions", shell]).output().unwrap();
        assert!(output.status.success() && text(&output.stdout).contains("patience-seconds"), "{shell}");
    }
}

#[test]
fn the_help_is_the_manual() {
    let output = brag().arg("--help").output().unwrap();
    let help = text(&output.stdout);
    assert!(output.status.success() && help.starts_with("The engine of the British card game Brag"));
    for part in ["Usage: brag", "Examples:", "Exit codes:", "Environment:", "129, 130, 131, 143"] {
        assert!(help.contains(part), "{part}");
    }
}

#[test]
fn sim_reports_as_json_and_repeats_itself() {
    let run = |seed: &str| {
        let output = brag()
            .args(["sim", "--seats", "6", "--hands", "500", "--seed", seed, "--json"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let (one, again, other) = (run("7"), run("7"), run("8"));
    assert_eq!(one["hands"], 500);
    assert_eq!(one["chips_conserved"], true);
    assert!(one["hands_per_second"].as_f64().unwrap() > 0.0 && one["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(one["acts"], again["acts"]);
    assert_ne!(one["acts"], other["acts"]);
}

#[test]
fn each_variant_is_simulated_and_its_hands_are_ranked() {
    for variant in Variant::all() {
        let of = ["--variant", variant.id()];
        let output = brag().arg("sim").args(of).args(["--hands", "200", "--json"]).output().unwrap();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&report["hands"], &report["chips_conserved"]), (&200.into(), &true.into()), "{of:?}");
        let dealt = usize::from(variant.defaults().cards_each);
        let hand: String = "As9c2d7hKc4s8dQh3cTs5h6cJd".chars().take(2 * dealt).collect();
        let mut rank = brag();
        rank.arg("rank").args(of);
        let ranked = with_input(rank, &hand);
        let line = text(&ranked.stdout).trim_end().to_owned();
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(columns[0], hand);
        // Of more than three cards, or with wild ones, it says which three count.
        let says = dealt > 3 || matches!(variant, Variant::American);
        assert_eq!(columns.get(3).map(|best| best.len()), says.then_some(6), "{line}");
    }
}

#[test]
fn sim_plays_other_rules_and_refuses_an_empty_table() {
    let lowball = ["sim", "--variant", "lowball", "--rule", "limit_mode=pot", "--hands", "50"];
    let output = brag().args(lowball).output().unwrap();
    assert!(output.status.success());
    assert!(text(&output.stdout).starts_with("50 hands and "), "{}", text(&output.stdout));
    assert_complains(&brag().args(["sim", "--seats", "1"]).output().unwrap(), 2, &["--seats 1"]);
    for (rule, option) in
        [("max_hands=3", "max_hands"), ("max_minutes=3", "max_minutes"), ("ante=300", "ante")]
    {
        let refused = brag().args(["sim", "--rule", rule]).output().unwrap();
        assert_complains(&refused, 2, &[&format!("--rule {option}: ")]);
    }
    assert_complains(&brag().args(["sim", "--variant", "poker"]).output().unwrap(), 2, &["three_card"]);
}

#[test]
fn replay_says_what_did_not_hold_and_where() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, script: &str| {
        let path = folder.path().join(name);
        let head =
            "title = 'x'\nvariant = 'three_card'\nplayers = ['A', 'B']\nstacks = [50, 50]\ndealer = 2\n";
        std::fs::write(&path, format!("{head}[[hand]]\nscript = '''\n{script}\n'''\n")).unwrap();
        path
    };
    let good = file("good.toml", "? pot 4");
    let bad = file("bad.toml", "p1 look\n? pot 5");
    let unreadable = file("unreadable.toml", "? potty 5");
    let output = brag().arg("replay").args([&good, &bad]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.starts_with("ok good\nFAILED bad: hand 1 line 9: "), "{said}");
    assert!(said.contains("stake 2"), "the state there is said: {said}");
    let output = brag().arg("replay").args([&unreadable, &good]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("ok good"), "the others are played all the same");
    let index = folder.path().join("index.toml");
    std::fs::write(&index, "[rules]\n").unwrap();
    let output = brag().arg("replay").args([&index, &good]).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "ok good\n"));
    assert!(text(&output.stderr).contains("index.toml: an index, and no playthrough"), "it is not silent");
    let missing = brag().args(["replay", "/nowhere.toml"]).output().unwrap();
    assert_complains(&missing, 2, &["/nowhere.toml: ", "wants playthroughs, such as "]);
    let two = brag().arg("replay").args([Path::new("/nowhere.toml"), &unreadable]).output().unwrap();
    assert_eq!(two.status.code(), Some(2));
    assert_eq!(text(&two.stderr).lines().count(), 2, "a line each: {}", text(&two.stderr));
}

/// A server that ends with the test. Nobody reads what it says after its first line.
struct Server(Child, String);

impl Server {
    fn start() -> Server {
        let mut child =
            brag().args(["serve", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let address = first.split(' ').find(|word| word.contains(':')).expect(&first);
        let address = address.trim_end_matches(',').to_owned();
        Server(child, address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _code = self.0.wait();
    }
}

#[test]
fn every_playthrough_holds_through_the_wire() {
    let server = Server::start();
    let files = playthroughs();
    assert!(files.len() > 300, "only {} files", files.len());
    let output = brag().args(["replay", "--server", &server.1]).args(&files).output().unwrap();
    let said = text(&output.stdout);
    let failed: Vec<&str> = said.lines().filter(|line| !line.starts_with("ok ")).collect();
    assert!(failed.is_empty() && output.status.success(), "{failed:#?} {}", text(&output.stderr));
    assert_eq!(said.lines().count(), files.len());
}

#[test]
fn replay_without_a_server_says_what_it_wants() {
    let files = playthroughs();
    let output = brag().args(["replay", "--server", "127.0.0.1:1"]).arg(&files[0]).output().unwrap();
    assert_complains(&output, 3, &["--server 127.0.0.1:1", "brag serve"]);
}

#[test]
fn serve_refuses_an_address_that_others_reach() {
    let output = brag().args(["serve", "--listen", "0.0.0.0:0"]).output().unwrap();
    assert_complains(&output, 2, &["--listen 0.0.0.0:0", "loopback", "--insecure-dev"]);
    let output = brag().args(["serve", "--listen", "localhost"]).output().unwrap();
    assert_complains(&output, 2, &["--listen localhost", "127.0.0.1:50051"]);
    let output = brag().args(["serve", "--cors-origins", "*"]).output().unwrap();
    assert_complains(&output, 2, &["--cors-origins *", "no wildcard", "https://play.example.com"]);
}

#[test]
fn serve_says_which_port_is_taken_and_names_another() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for flags in
        [["--listen", &address, "--probe-addr=off"], ["--listen=127.0.0.1:0", "--probe-addr", &address]]
    {
        let flag = flags.iter().find(|flag| !flag.contains(':') && !flag.contains('=')).unwrap();
        let output = brag().arg("serve").args(flags).output().unwrap();
        assert_complains(&output, 1, &[&address, &format!("{flag} 127.0.0.1:0")]);
    }
}

#[test]
fn a_wrong_flag_is_one_line() {
    let cases: [(&[&str], &str); 4] = [
        (&["serve", "--drain-delay-seconds", "soon"], "--drain-delay-seconds"),
        (&["serve", "--log-format", "xml"], "json"),
        (&["sim", "--handz", "5"], "--hands"),
        (&["replay"], "<FILE>"),
    ];
    for (args, word) in cases {
        assert_complains(&brag().args(args).output().unwrap(), 2, &[word]);
    }
    let help = brag().arg("--help").output().unwrap();
    assert!(help.status.success() && text(&help.stdout).contains("serve"));
}
