//! `brag play` as a person meets it: through a pseudo-terminal, with keys alone.
#![allow(clippy::unwrap_used, reason = "a test without its terminal has failed")]

#[allow(dead_code, reason = "each of the tests at a terminal uses a part")]
mod terminal;

use brag_contract::v1::act_request::Action;
use brag_contract::v1::{Bet, Fold, Phase, SeatStatus};
use brag_rules::options::{GivenRules, Rules};
use brag_rules::variant::{Machine, Variant};
use insta::assert_snapshot;
use rustix::process::Signal;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use terminal::relay::Relay;
use terminal::typist::Typist;
use terminal::{Served, at, brag};

/// ann at the scripted table, with a hand dealt: she is to act.
fn ann_at(served: &Served, more: &[&str]) -> Typist {
    let mut arguments = vec!["play", "--server", &served.url, "--table", "first"];
    arguments.extend(more);
    at(&arguments)
}

#[test]
fn a_hand_by_keys_from_the_deal_to_the_showdown() {
    let served = Served::start();
    let mut ann = ann_at(&served, &["--name", "ann"]);
    assert_snapshot!("before_the_deal", ann.shows("Waiting for the operator"));
    served.deal();
    assert_snapshot!("dealt", ann.shows("[c] Call 1"));
    ann.types("l");
    assert_snapshot!("looked", ann.shows("pair\n"));
    ann.types("b");
    ann.shows("Bet: 3_");
    ann.types("4\r");
    ann.shows("bob is to act");
    served.acts("bob", Action::Bet(Bet { amount: 2 }));
    assert_snapshot!("bob_stayed_in_blind", ann.shows("cat is to act"));
    served.acts("cat", Action::Fold(Fold {}));
    assert_snapshot!("her_turn_again", ann.shows("[c] Call 4"));
    ann.types("s");
    ann.shows("s: not now");
    ann.types("?");
    let rules = ann.shows("Not see: nobody who has looked can see a blind player");
    assert!(rules.contains("[c] Call: you have looked"), "{rules}");
    ann.types("\u{1b}");
    ann.shows("Your cards");
    ann.types("c");
    ann.shows("bob is to act");
    served.acts("bob", Action::See(Default::default()));
    assert_snapshot!("over", ann.shows("running flush"));
    ann.types("q");
    let ended = ann.ends();
    assert_eq!(ended.code(), Some(0));
    ann.assert_restored();
    assert_snapshot!("farewell", ann.until("the last line", |_| true).trim());
    assert_eq!(served.table("bob").seats[0].player, "", "who leaves gives up the seat");
}

#[test]
fn leaving_in_a_hand_is_asked_once_and_folds() {
    let served = Served::start();
    let mut ann = ann_at(&served, &[]);
    served.deal();
    ann.shows("[c] Call 1");
    ann.types("q");
    ann.shows("Leave in the middle of the hand? The 2 chips that you paid stay in the pot.");
    ann.types("n");
    ann.shows("[c] Call 1");
    ann.types("qy");
    assert_eq!(ann.ends().code(), Some(0));
    ann.assert_restored();
    assert_eq!(served.table("bob").seats[0].status(), SeatStatus::Folded);
    ann.shows("You have 98 chips, 2 fewer than you brought.");
}

#[test]
fn a_key_that_is_hit_twice_acts_once() {
    let served = Served::start();
    let ann = ann_at(&served, &["--name", "ann"]);
    ann.shows("Waiting for the operator");
    served.deal();
    ann.shows("[c] Call 1");
    ann.types("cc");
    ann.until("one call, and its refused twin", |screen| {
        screen.contains("bob is to act") && (screen.contains("too late") || screen.contains("c: not now"))
    });
    assert_eq!(served.table("ann").seats[0].paid, 3);
}

/// An act that names neither turn nor hand would count twice. Typed again while nobody knows of the first, it waits.
#[test]
fn chips_that_are_added_twice_before_an_answer_come_once() {
    let served = Served::start();
    let relay = Relay::to(&served.url);
    let ann = at(&["play", "--server", &relay.url, "--table", "first", "--name", "ann"]);
    ann.shows("Waiting for the operator");
    let add = || {
        ann.types("T");
        ann.shows("chips to add");
        ann.types("\r");
    };
    relay.hold();
    add();
    add();
    ann.shows("Not again yet");
    let stack = || served.table("ann").seats[0].stack;
    let tired = Instant::now() + Duration::from_secs(20);
    let once = loop {
        let chips = stack();
        if chips > 100 {
            break chips;
        }
        assert!(Instant::now() < tired, "the first has come to the table");
    };
    relay.release();
    ann.shows(&format!("ann (you)              {once}"));
    add();
    ann.shows(&format!("ann (you)              {}", 2 * once - 100));
    assert_eq!(stack(), 2 * once - 100, "the first once, and the one after its answer");
}

#[test]
fn a_signal_ends_it_with_the_terminal_as_it_was() {
    let served = Served::start();
    let signals = [(Signal::TERM, 143), (Signal::INT, 130), (Signal::HUP, 129), (Signal::QUIT, 131)];
    for (signal, code) in signals {
        let mut ann = ann_at(&served, &[]);
        ann.shows("Waiting for the operator");
        ann.assert_taken();
        ann.signal(signal);
        assert_eq!(ann.ends().code(), Some(code));
        ann.assert_restored();
    }
    let mut ann = ann_at(&served, &[]);
    ann.shows("Waiting for the operator");
    ann.types("\u{3}");
    assert_eq!(ann.ends().code(), Some(130), "Ctrl-C");
    ann.assert_restored();
    assert_eq!(served.table("ann").viewer_seat, 1, "who is cut off keeps the seat");
}

#[test]
fn a_server_that_is_lost_is_waited_for_and_then_given_up() {
    let mut served = Served::start();
    let mut ann = ann_at(&served, &["--patience-seconds", "1"]);
    ann.shows("Waiting for the operator");
    served.kill();
    ann.shows("the server is away: trying again");
    assert_eq!(ann.ends().code(), Some(3));
    ann.assert_restored();
    ann.shows("brag: the server was lost, and did not come back in");
}

#[test]
fn other_sizes() {
    let served = Served::start();
    let ann = ann_at(&served, &["--name", "ann"]);
    ann.shows("Waiting for the operator");
    served.deal();
    ann.shows("[c] Call 1");
    ann.resize(60, 20);
    assert_snapshot!("too_small", ann.shows("brag needs 80 x 24."));
    ann.resize(80, 24);
    assert_snapshot!("dealt", ann.shows("[c] Call 1"));
    ann.resize(120, 40);
    assert_snapshot!(
        "large",
        ann.until("the last line", |screen| {
            screen.contains("[c] Call 1")
                && screen.lines().nth(39).is_some_and(|line| line.contains("q: leave"))
        })
    );
}

#[test]
fn with_and_without_colour_and_symbols() {
    let served = Served::start();
    served.deal();
    let url = &*served.url;
    let play = ["play", "--server", url, "--table", "first"];
    let colourful = Typist::start(brag(), &play, &[]);
    colourful.shows("Your cards  ░░ ░░ ░░");
    assert!(colourful.has_colour());
    for (flags, variable) in [(vec!["--no-color"], ("COLUMNS", "80")), (vec![], ("NO_COLOR", "1"))] {
        let plain = Typist::start(brag(), &[&play[..], &flags].concat(), &[variable]);
        plain.shows("Your cards  ░░ ░░ ░░");
        assert!(!plain.has_colour(), "{}", plain.written());
    }
    let letters = Typist::start(brag(), &[&play[..], &["--ascii"]].concat(), &[]);
    let screen = letters.shows("Your cards  ?? ?? ??");
    assert!(screen.is_ascii(), "{screen}");
}

#[test]
fn one_command_from_nothing_to_a_hand_against_bots() {
    let mut ann = at(&["play", "--seed", "1", "--pace-ms", "0", "--bots", "tight,loose"]);
    ann.shows("ann (you)");
    // Whatever comes, she stays in until the hand is over, and keeps nothing for the next one.
    let over = loop {
        let screen = ann.until("her turn, or the end of the hand", |screen| {
            ["[c] Call", "[v] Cover", "[r] Retain", "Hand 1 is over"].iter().any(|sign| screen.contains(sign))
        });
        if screen.contains("Hand 1 is over") {
            break screen;
        }
        let keys = [("[v] Cover", "v"), ("[c] Call", "c"), ("[r] Retain", "rx")];
        ann.types(keys.iter().find(|(sign, _)| screen.contains(sign)).unwrap().1);
        ann.until("another screen", |now| now != screen);
    };
    assert!(over.contains("tight-1") && over.contains("loose-2"), "{over}");
    assert!(over.contains("three-card · play · hand 1"), "{over}");
    ann.types("q");
    assert_eq!(ann.ends().code(), Some(0));
    ann.assert_restored();
    ann.shows("You have ");
}

/// The first one may be over before she comes: the others wait for nobody.
fn a_hand_is_over(screen: &str) -> bool {
    screen.lines().any(|line| line.starts_with(" Hand ") && line.contains(" is over"))
}

const DISCARD: &str = "[d] Discard";

/// What is typed where it is offered, the first first, and what is told of it when it is done.
const KEYS: [(&str, &str, &str); 16] = [
    ("[y] Accept", "y", "ann accepts"),
    ("[a] Lay out", "a", "ann lays out"),
    ("[r] Retain", "rx", "ann keeps no hand"),
    (DISCARD, "d", "ann discards"),
    ("[l] Look", "l", "ann looks"),
    ("[s] See", "s", "ann "),
    ("[v] Cover", "v", "ann "),
    ("[c] Call", "c", "ann "),
    ("[u] Cut", "u\r", "ann cuts"),
    ("[0] Stick", "0", "ann sticks"),
    ("[h] Stand", "h", "ann stands"),
    ("[g] Brag", "g\r", "ann brags"),
    ("[z] Challenge", "z\r", "ann challenges"),
    ("[o] Decline", "o", "ann declines"),
    ("[j] Concede", "j", "ann concedes"),
    ("[p] Pass", "p", "ann passes"),
];

const FOLD: [(&str, &str, &str); 1] = [("[f] Fold", "f", "ann folds")];

/// Acts of which a person has some to do in each hand that is not over before his turn comes.
fn of_the_game(variant: Variant) -> &'static [&'static str] {
    let rules = Rules::resolve(variant.id(), &GivenRules::new()).unwrap();
    match rules.machine() {
        Machine::Bet if rules.cards_each > 3 => &[DISCARD],
        Machine::Bet => &["[l] Look"],
        Machine::Arrange => &["[a] Lay out"],
        Machine::Bus => &["[0] Stick", "[h] Stand"],
        Machine::Classic => &["[g] Brag", "[z] Challenge"],
        Machine::Equalised => &["[c] Call", "[g] Brag"],
    }
}

/// How often this is told on the screen.
fn told(screen: &str, what: &str) -> usize {
    let what = format!(" {what}");
    screen.lines().filter(|line| line.starts_with(&what)).count()
}

/// Plays against bots until she has done what the game is about and a hand is over. Each key that is typed must do what it
/// says: the table tells of it.
fn plays_a_hand_of(variant: Variant) {
    let id = variant.id();
    let mut ann = at(&["play", "--variant", id, "--seed", "1", "--pace-ms", "0", "--bots", "tight,loose"]);
    // So high that nothing that is told leaves it.
    ann.resize(100, 250);
    let title = format!(" {} · play", id.replace('_', "-"));
    let mut done: Vec<&str> = Vec::new();
    let wanted = of_the_game(variant);
    loop {
        let enough = wanted.iter().any(|sign| done.contains(sign));
        // Who has done enough leaves the rest to the others, where that can be.
        let keys = || FOLD.iter().filter(|_| enough).chain(&KEYS);
        // Out of her turn an act may cross one of the others, and be refused.
        let offered = |screen: &str| {
            keys().find(|(sign, _, _)| screen.contains(" Your turn") && screen.contains(sign)).copied()
        };
        let screen = ann.until(&format!("an act of {id}; she has done {done:?}"), |screen| {
            offered(screen).is_some() || enough && a_hand_is_over(screen)
        });
        assert!(screen.starts_with(&title), "{screen}");
        let Some((sign, keys, does)) = offered(&screen) else { break };
        ann.types(keys);
        if sign == DISCARD {
            let asked = ann.shows("Enter: throw");
            assert!(asked.contains(", and play "), "the best three are proposed: {asked}");
            ann.types("\r");
        }
        ann.until(&format!("that {does} in {id}"), |now| told(now, does) > told(&screen, does));
        done.push(sign);
        if enough && a_hand_is_over(&screen) {
            break;
        }
    }
    // In a game of several deals leaving costs something, and is asked.
    ann.types("qy");
    assert_eq!(ann.ends().code(), Some(0));
    ann.assert_restored();
}

#[test]
fn a_hand_of_each_variant_by_keys() {
    // All at once: before a first hand there is a pause.
    std::thread::scope(|scope| {
        let plays = Variant::all().iter().map(|&variant| scope.spawn(move || plays_a_hand_of(variant)));
        let plays: Vec<_> = plays.collect();
        plays.into_iter().for_each(|play| play.join().unwrap());
    });
}

/// Her turn in Stop the Bus, or the end of the hand.
fn turn_or_end(screen: &str) -> bool {
    a_hand_is_over(screen) || screen.contains("[1] Swap one card")
}

#[test]
fn cards_are_swapped_by_keys() {
    let play = ["play", "--variant", "stop_the_bus", "--seed", "1", "--pace-ms", "0", "--bots", "random"];
    let mut ann = at(&play);
    // Whoever is first: in her turn she swaps the card that is proposed, and then what she marks.
    let screen = ann.until("her turn", turn_or_end);
    assert!(screen.contains("commons ") && screen.contains("3 lives"), "{screen}");
    if screen.contains("[1] Swap one card") {
        ann.types("1");
        let asked = ann.shows("Enter: swap");
        assert!(asked.contains(" Swap ") && asked.contains(", and hold "), "{asked}");
        ann.types("b3");
        let crosses = "     x              x";
        ann.until("crosses under both", |now| now.lines().any(|line| line.trim_end() == crosses));
        ann.types("\r");
        ann.until("that the card is swapped", |now| now.contains("puts down"));
    }
    ann.until("the next turn", turn_or_end);
    ann.types("qy");
    assert_eq!(ann.ends().code(), Some(0));
    ann.assert_restored();
}

#[test]
fn sets_are_laid_out_by_keys() {
    let mut ann = at(&["play", "--variant", "nine_card", "--seed", "1", "--bots", "random"]);
    let asked = ann.shows("[a] Lay out");
    assert!(asked.contains("[e] Choose sets") && asked.contains("choosing"), "{asked}");
    ann.types("e");
    let proposed = ann.shows("Enter: lay out");
    assert!(proposed.contains(" Cards for set 1") && proposed.lines().count() <= 24, "{proposed}");
    // The first set is emptied, and one without cards is not laid.
    ann.types("\x7f");
    ann.shows("1:  0 of 3");
    ann.types("\r");
    ann.shows("set 1 has 0: wants 3");
    // As it was proposed, and another set is filled.
    ann.types("\x1b[H");
    ann.until("the proposal", |screen| !screen.contains(" 0 of 3"));
    ann.types("3");
    ann.shows(" Cards for set 3");
    ann.types("\r");
    ann.until("her sets, or the end of the hand", |screen| {
        screen.contains(" Your sets  1 ") && !screen.contains("Enter: lay out")
    });
    ann.types("q");
    ann.until("the question, or the end", |screen| {
        screen.contains("Leave in the middle") || a_hand_is_over(screen)
    });
    ann.types("yq");
    assert_eq!(ann.ends().code(), Some(0));
    ann.assert_restored();
}

#[test]
fn bots_come_to_the_table_of_others_and_leave_with_the_person() {
    let served = Served::start();
    let mut ann = ann_at(&served, &["--bots", "tight", "--name", "ann"]);
    ann.shows("tight-1");
    assert_eq!(served.table("ann").seats[3].player, "tight-1");
    ann.types("q");
    assert_eq!(ann.ends().code(), Some(0));
    assert_eq!(served.table("ann").seats[3].player, "");
    let mut dan = at(&["play", "--server", &served.url, "--name", "dan", "--bots", "loose"]);
    let made =
        dan.until("a table of its own", |screen| screen.contains("dan (you)") && screen.contains("loose-1"));
    assert!(!made.contains("three-card · first"), "{made}");
    dan.types("qy");
    assert_eq!(dan.ends().code(), Some(0));
}

#[test]
fn where_nothing_can_be_drawn_it_says_so_in_a_line() {
    let without = Command::new(brag()).arg("play").stdin(Stdio::null()).output().unwrap();
    assert_eq!(without.status.code(), Some(2));
    let said = String::from_utf8(without.stderr).unwrap();
    assert!(said.starts_with("brag: this wants a terminal to draw on; "), "{said}");
    assert_eq!(said.lines().count(), 1);
    let mut dumb = Typist::start(brag(), &["play"], &[("TERM", "dumb")]);
    assert_eq!(dumb.ends().code(), Some(2));
    dumb.shows("brag: this terminal cannot be drawn on");
}

#[test]
fn what_the_server_refuses_is_a_line_and_a_code() {
    let served = Served::start();
    let cases = [
        (vec!["--server", &*served.url, "--table", "none"], 4, "TABLE_NOT_FOUND"),
        (vec!["--server", &*served.url, "--variant", "poker"], 2, "UNKNOWN_VARIANT"),
        (vec!["--server", "http://127.0.0.1:1"], 3, "cannot be reached"),
        (vec!["--server", "http://"], 2, "no server's address"),
        (vec!["--bots", "clever"], 2, "random, tight, loose"),
    ];
    for (flags, code, words) in cases {
        let mut ann = at(&[&["play"][..], &flags].concat());
        assert_eq!(ann.ends().code(), Some(code), "{flags:?}: {}", ann.written());
        let said = ann.written();
        assert!(said.starts_with("brag: ") && said.contains(words), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert_eq!(served.table("ann").phase(), Phase::Idle);
}

/// Each line of a document's blocks for a shell.
fn shell_lines(document: &str) -> Vec<&str> {
    let blocks = document.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).collect()
}

/// What a snapshot of this folder holds.
fn snapshot(name: &str) -> String {
    let path = format!("{}/tests/snapshots/{name}.snap", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.splitn(3, "---\n").nth(2).unwrap().to_owned()
}

#[test]
fn what_documents_show_is_what_is_seen_and_their_commands_play() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |name: &str| std::fs::read_to_string(format!("{root}/{name}")).unwrap();
    let (readme, playing) = (read("README.md"), read("docs/playing.md"));
    let shown = |screen: &str| format!("```text\n{screen}```");
    assert!(readme.contains(&shown(&snapshot("play__her_turn_again"))));
    assert!(playing.contains(&shown(&snapshot("play__her_turn_again"))));
    assert!(playing.contains(&shown(&snapshot("watch__live"))));

    let served = Served::start();
    let address = served.url.trim_start_matches("http://");
    // From a clean clone cargo builds what is run here.
    let first = "cargo run --release -p brag -- play";
    assert!(shell_lines(&readme).contains(&first));
    let lines = shell_lines(&playing);
    let commands = lines.into_iter().filter(|line| *line != "source <(brag completions bash)");
    let mut ran = 0;
    for line in commands.chain([first.trim_start_matches("cargo run --release -p ").trim_start()]) {
        let line = line.replace("brag -- ", "brag ").replace("127.0.0.1:50051", address);
        let words: Vec<&str> = line.strip_prefix("brag ").unwrap().split(' ').collect();
        let mut typist = at(&words);
        typist.until(&line, |screen| screen.contains("q: leave") || screen.contains("q: end"));
        typist.types("qy");
        assert_eq!(typist.ends().code(), Some(0), "{line}");
        ran += 1;
    }
    assert!(ran >= 7, "{ran}");
}
