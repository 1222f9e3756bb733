//! What the reader does not understand it says, with hand and line; what does not hold is found.

use brag_testkit::playthrough::Playthrough;
use brag_testkit::replay::{NotPassed, run};

const HEAD: &str = "variant = \"three_card\"\nplayers = [\"A\", \"B\"]\nstacks = [100, 100]\ndealer = 2\n";

fn hand(lines: &str) -> String {
    format!("{HEAD}[[hand]]\ndeal = [\"p1 7h5d2s\", \"p2 AdKd9c\"]\nscript = \"\"\"\n{lines}\n\"\"\"\n")
}

/// The first line of a script made by [`hand`].
const FIRST: usize = 8;

#[test]
fn what_is_no_notation_is_said_with_its_line() {
    for (line, what) in [
        ("p1 dance", "unknown act \"dance\""),
        ("p1 bet", "bet takes an amount"),
        ("p1 bet two", "bet takes an amount"),
        ("p1 fold now", "fold takes nothing"),
        ("p1 commit", "commit takes old or new"),
        ("p1 close", "close takes after_hand or now"),
        ("p18 fold", "\"p18\" is no seat"),
        ("p0 fold", "\"p0\" is no seat"),
        ("fold", "\"fold\" is no seat"),
        ("! p1 bet 2", "\"2\" is no reason"),
        ("! p1", "a refused act is"),
        ("wait 10", "\"10\" is no length of time"),
        ("? mood p1", "unknown fact \"mood\""),
        ("? pot", "pot takes one number"),
        ("? pot -1", "\"-1\" is no amount"),
        ("? to_act", "seats are missing"),
        ("? won p1", "won takes a seat and an amount"),
        ("? legal p1 fold |", "an act is missing"),
        ("? cards p1 7h5d2", "are no cards"),
        ("? cards p1 7h5dé", "are no cards"),
        ("? top 1h", "are no cards"),
        ("? stacks", "stacks takes numbers"),
    ] {
        let error = Playthrough::read("f.toml", &hand(&format!("p1 look   # fine\n{line}"))).unwrap_err();
        assert_eq!((error.hand, error.line), (1, FIRST + 1), "{line}: {error}");
        assert!(error.what.contains(what), "{line}: {error}");
    }
}

#[test]
fn what_is_no_file_is_said() {
    let deal = |deal: &str| format!("{HEAD}[[hand]]\ndeal = [{deal}]\n");
    for (text, line, what) in [
        ("variant = ".to_owned(), 1, ""),
        (format!("{HEAD}colour = 1\n"), 5, "colour"),
        (format!("{HEAD}[[hand]]\nscripts = \"\"\n"), 6, "scripts"),
        (HEAD.to_owned(), 1, "a file has hands"),
        (format!("{HEAD}refused = \"X\"\n[[hand]]\n"), 1, "a file has hands"),
        (HEAD.replace("[100, 100]", "[100]"), 1, "the same length"),
        (HEAD.replace("dealer = 2", "dealer = 18"), 1, "dealer is a seat"),
        (deal("\"p1 7h5d2s\", \"p2 7h\""), 6, "7h is named twice"),
        (deal("\"p1 7h5d2s\", \"p1 8h\""), 6, "p1 is dealt to twice"),
        (format!("{HEAD}[[hand]]\npack = \"7h 7h\"\n"), 6, "7h is named twice"),
        (format!("{HEAD}[[hand]]\npack = \"7h\"\ndeal = []\n"), 5, "deal or pack"),
        (format!("{HEAD}[[hand]]\ncut = 3\ndeal = []\n"), 5, "deal stands for the cut"),
        (format!("{HEAD}rules = {{ ante = 1.5 }}\n[[hand]]\n"), 1, "ante has no value"),
    ] {
        let error = Playthrough::read("f.toml", &text).unwrap_err();
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.what.contains(what), "{text}: {error}");
    }
}

fn failure(text: &str) -> (usize, usize, String) {
    match run("f.toml", text) {
        Err(NotPassed::Failed(failed)) => (failed.hand, failed.line, failed.what),
        other => panic!("must fail: {other:?}"),
    }
}

#[test]
fn every_fact_that_does_not_hold_is_found() {
    for fact in [
        "to_act p2",
        "to_act -",
        "phase retain",
        "pot 5",
        "pots 2 2",
        "stake 4",
        "stacks 98 97",
        "stacks 98",
        "stack p2 100",
        "legal p1 fold",
        "legal p1 look | fold | bet 1..97",
        "legal p2 -",
        "cards p1 7h5d2c",
        "cards p1@p1 7h5d2s",
        "cards p2@watch AdKd9c",
        "class p1 pair",
        "blind p1",
        "in p1",
        "folded p1",
        "covered p1",
        "shown p2",
        "won p1 4",
        "carried 4",
        "retained p1",
        "stock 45",
        "top 2d",
        "under Kh",
        "shuffled no",
        "session over",
        "dealer p1",
    ] {
        let (hand_number, line, what) = failure(&hand(&format!("? dealer p2\n? {fact}")));
        assert_eq!((hand_number, line), (1, FIRST + 1), "{fact}: {what}");
        assert!(what.contains("must hold"), "{fact}: {what}");
    }
    let stacks = format!("{}stacks = [98, 99]\n", hand("p1 look"));
    assert!(failure(&stacks).2.contains("stacks after the hand"));
}

#[test]
fn every_outcome_that_differs_is_found() {
    for (line, what) in [
        ("p2 bet 2", "must be accepted, but is refused with NOT_YOUR_TURN"),
        ("! p1 bet 2 NOT_YOUR_TURN", "must be refused with NOT_YOUR_TURN, but is accepted"),
        ("! p2 bet 2 BAD_STEP", "must be refused with BAD_STEP, but is refused with NOT_YOUR_TURN"),
        ("clock p2", "the time of p2 cannot run out"),
    ] {
        let (_, at, text) = failure(&hand(line));
        assert_eq!(at, FIRST);
        assert!(text.contains(what), "{line}: {text}");
    }
    let refused = format!("{HEAD}refused = \"OPTION_CONFLICT 21\"\n");
    assert!(failure(&refused).2.contains("must be refused with OPTION_CONFLICT 21, but is accepted"));
}

#[test]
fn what_chance_would_decide_is_no_script() {
    for rule in ["gather = \"scrambled\"", "first_dealer = \"high_card\""] {
        let refused = format!("{HEAD}rules = {{ {rule} }}\nrefused = \"INVALID_FIELD\"\n");
        assert!(run("f.toml", &refused).is_ok(), "{rule}");
    }
    // The second hand is due a cut, and only the first says where.
    let cut =
        format!("{HEAD}rules = {{ cut = \"always\" }}\n[[hand]]\ncut = 5\nscript = \"p1 fold\"\n[[hand]]\n");
    assert!(failure(&cut).2.contains("does not say where"));
    let uncut = format!("{HEAD}[[hand]]\ndeal = []\nscript = \"p1 fold\"\n[[hand]]\ncut = 5\n");
    assert!(failure(&uncut).2.contains("the rules do not cut it"));
    let too_far = format!("{HEAD}[[hand]]\ncut = 52\n");
    assert!(failure(&too_far).2.contains("no cut of 52 cards"));
}

#[test]
fn a_deal_that_cannot_be_is_found() {
    let (_, _, what) = failure(&format!("{HEAD}[[hand]]\ndeal = [\"p3 7h\"]\n"));
    assert!(what.contains("p3 is dealt cards"), "{what}");
    let (_, _, what) = failure(&format!("{HEAD}[[hand]]\ndeal = [\"p1 7h8h9hTh\"]\n"));
    assert!(what.contains("each gets 3"), "{what}");
    let (_, _, what) = failure(&format!("{HEAD}[[hand]]\npack = \"7h 8h\"\n"));
    assert!(what.contains("each card once"), "{what}");
}

#[test]
fn a_report_counts_what_held() {
    let report = run("f.toml", &hand("? pot 4\np1 fold\n! p1 fold NOT_YOUR_TURN\n? won p2 4")).unwrap();
    assert_eq!((report.hands, report.acts, report.facts, report.unseen), (1, 2, 2, 0));
    assert_eq!(report.to_string(), "ok f.toml");
    let failed = run("f.toml", &hand("? pot 5")).unwrap_err().to_string();
    assert!(
        failed
            .starts_with("FAILED f.toml: hand 1 line 8: \"? pot 5\" must hold (5), but it is 4; there phase"),
        "{failed}"
    );
}
