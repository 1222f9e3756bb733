//! `brag odds` as a person and a script meet it.
#![allow(clippy::unwrap_used, reason = "a test that cannot run the binary has failed")]

use serde_json::Value;
use std::process::{Command, Output};

fn odds(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_brag")).arg("odds").args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[track_caller]
fn told(words: &[&str]) -> String {
    let output = odds(words);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&told(&[words, &["--json"]].concat())).unwrap()
}

#[test]
fn what_is_counted_is_a_table_for_people() {
    let table = "\
hand         win       tie      lose    equity
3c3d3h  100.00 %    0.00 %    0.00 %  100.00 %
unseen    0.00 %    0.00 %  100.00 %    0.00 %
exact: every deal counted, 18424 of them
";
    assert_eq!(told(&["3c3d3h"]), table);
    assert_eq!(told(&["3c 3d 3h", "--opponents", "1"]), table);
    // Two that were discarded from, of which the thrown card decides, and one of which a card is not known: it wins with
    // two of the pairs and six of the runs among 37.
    let table = "\
hand            win       tie      lose    equity
AsKs9d/8c   78.38 %    0.00 %   21.62 %   78.38 %
AhKh9c/7c    0.00 %    0.00 %  100.00 %    0.00 %
QsJd+1/2d   21.62 %    0.00 %   78.38 %   21.62 %
exact: every deal counted, 37 of them
";
    let given = ["AsKs9d/8c", "--variant", "four_card", "--against", "AhKh9c/7c", "--against", "QsJd/2d"];
    assert_eq!(told(&[&given[..], &["--dead", "Qc Qd", "--dead", "JcJh"]].concat()), table);
}

/// A natural pair of kings loses to the fourth king, to aces and to a second bragger alone.
#[test]
fn the_old_games_have_their_braggers_and_packs() {
    for (variant, odd, won, lost, deals) in [
        ("classic_three_stake", "9c", "10.64", "89.36", 47),
        ("american", "8c", "25.53", "74.47", 47),
        ("hoyle_1751", "Tc", "31.58", "68.42", 19),
    ] {
        let table = format!(
            "\
hand         win       tie      lose    equity
KsKd{odd}   {lost} %    0.00 %   {won} %   {lost} %
KhJc+1   {won} %    0.00 %   {lost} %   {won} %
exact: every deal counted, {deals} of them
"
        );
        let given = [&format!("KsKd{odd}"), "--variant", variant, "--against", "KhJc"];
        assert_eq!(told(&given), table, "{variant}");
        let drawn = json(&[&given[..], &["--samples", "5000", "--seed", "3"]].concat());
        let (win, error) = (&drawn["hands"][1]["win"], drawn["error_bound"].as_f64().unwrap());
        let off = (win.as_f64().unwrap() - won.parse::<f64>().unwrap() / 100.0).abs();
        assert!(drawn["exact"] == false && error < 0.03 && off <= error, "{variant}: {drawn}");
    }
    let braggers = ["KsKd9c", "--variant", "classic_three_stake", "--rule", "braggers=[Jc, 9d]"];
    let two = json(&[&braggers[..], &["--against", "KhJc"]].concat());
    assert_eq!(two["hands"][1]["win"], 6.0 / 47.0, "the nine of diamonds makes a prial, too");
}

#[test]
fn without_cards_one_has_not_looked() {
    let table = told(&[]);
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert!(rows[0].starts_with("unseen") && rows[0] == rows[1], "{table}");
    assert_eq!(rows[2], "exact: every deal counted, 407170400 of them");
    assert!(rows[0].ends_with(" 50.00 %"), "{table}");
}

#[test]
fn what_is_drawn_says_how_near_it_is_and_repeats() {
    let given = ["AsKd9c", "--opponents", "6", "--seed", "7"];
    let table = told(&given);
    assert_eq!(table.lines().count(), 9, "{table}");
    let last = table.lines().last().unwrap();
    assert!(last.starts_with("estimated: ") && last.contains(" deals drawn with seed 7; "), "{last}");
    assert!(last.ends_with(" points, with a probability of 99 %"), "{last}");
    assert_eq!(told(&given), table);
    assert_ne!(told(&["AsKd9c", "--opponents", "6", "--seed", "8"]), table);
}

#[test]
fn a_script_gets_one_object() {
    let counted = json(&["Ac Ad 2h", "--against", "KcKd"]);
    assert_eq!((&counted["exact"], &counted["deals"]), (&true.into(), &47.into()));
    assert_eq!(counted["hands"][0]["lose"], 2.0 / 47.0);
    assert_eq!(counted["hands"][1]["cards"], serde_json::json!(["Kc", "Kd"]));
    assert_eq!((&counted["error_bound"], &counted["confidence"]), (&0.0.into(), &1.0.into()));
    let drawn =
        json(&["Ac Ad 2h", "--against", "KcKd", "--samples", "5000", "--seed", "18446744073709551615"]);
    assert_eq!(
        (&drawn["exact"], &drawn["deals"], &drawn["seed"]),
        (&false.into(), &5000.into(), &u64::MAX.into())
    );
    let (lose, error) = (drawn["hands"][0]["lose"].as_f64().unwrap(), drawn["error_bound"].as_f64().unwrap());
    assert!(error < 0.03 && lose != 2.0 / 47.0 && (lose - 2.0 / 47.0).abs() < error, "{drawn}");
    let joker = ["--variant", "teen_patti", "--rule", "variation=random_joker", "--turned", "2d"];
    assert_eq!(json(&[&["KsKd2c", "--against", "AsAd9c"], &joker[..]].concat())["hands"][0]["win"], 1.0);
}

#[test]
fn sets_are_told_one_by_one() {
    let given = ["AsAdKsKdKh2c3c", "--variant", "seven_card_two_hands", "--against", "QsQdQh4c5d7h9s"];
    // The kings win the first, and the queens lose the second to the aces: all sets are won.
    let table = "\
hand                 win       tie      lose    equity     set 1     set 2
AsAdKsKdKh2c3c  100.00 %    0.00 %    0.00 %  100.00 %  100.00 %  100.00 %
QsQdQh4c5d7h9s    0.00 %    0.00 %  100.00 %    0.00 %    0.00 %    0.00 %
exact: every deal counted, 1 of them
";
    assert_eq!(told(&given), table);
    let drawn = json(&["--variant", "nine_card", "--opponents", "3", "--samples", "200"]);
    for hand in drawn["hands"].as_array().unwrap() {
        let sets = hand["sets"].as_array().unwrap();
        assert_eq!(sets.len(), 3);
        assert!(
            sets.iter().all(|set| set["win"].as_f64().unwrap() > hand["win"].as_f64().unwrap()),
            "{hand}"
        );
    }
    assert_eq!(json(&["AsKsQs"])["hands"][0]["sets"], serde_json::json!([]));
}

#[test]
fn more_is_counted_where_one_waits_for_it() {
    let drawn = told(&["AsKd9c4h2s", "--variant", "five_card", "--samples", "1"]);
    assert!(drawn.contains("1 deals drawn"), "{drawn}");
    let counted = told(&["AsKd9c4h2s", "--variant", "five_card", "--exact"]);
    assert!(counted.ends_with("exact: every deal counted, 1533939 of them\n"), "{counted}");
}

#[test]
fn what_is_wrong_is_one_line_that_says_where_and_what_is_right() {
    for (words, said) in [
        (&["AsKsQsJs"][..], "CARDS: must be at most 3 cards"),
        (&["AsKsAs"], "CARDS: must be a card that is nowhere else, and As is"),
        (&["AsKs1s"], "a card is a rank of 23456789TJQKA"),
        (&["AsKsQ"], "a card is a rank of 23456789TJQKA"),
        (&["AsKsQé"], "a card is a rank of 23456789TJQKA"),
        (&["AsKsQs", "--against", "2cAs"], "--against: must be a card that is nowhere else"),
        (&["AsKsQs", "--against", "2c/3c"], "--against: must be left out: no card is thrown"),
        (
            &["KsKd8c", "--variant", "hoyle_1751"],
            "CARDS: must be a card of the pack that is played with, and 8c is none",
        ),
        (&["AsKsQs", "--dead", "As"], "--dead: must be a card that is nowhere else"),
        (&["AsKsQs", "--turned", "2c"], "--turned: must be left out"),
        (&["--variant", "teen_patti", "--rule", "variation=random_joker"], "--turned: must be a card"),
        (&["AsKsQs", "--opponents", "0"], "there are 0, and must be 1 to 16"),
        (&["AsKsQs", "--opponents", "16", "--against", "2c"], "there are 17, and must be 1 to 16"),
        (&["AsKsQs", "--opponents", "18446744073709551615"], "and must be 1 to 16"),
        (&["AsKsQs", "--opponents", "16", "--dead", "2c3c"], "the pack suffices"),
        (&["AsKsQs", "--samples", "0"], "--samples"),
        (&["AsKsQs", "--samples", "5", "--exact"], "--exact"),
        (&["--variant", "thirteen_card_pick3", "--exact"], "--exact: there are more deals"),
        (&["--variant", "whist"], "UNKNOWN_VARIANT"),
        (&["--rule", "low=up"], "INVALID_FIELD"),
    ] {
        let output = odds(words);
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{words:?}: {error}");
        assert!(error.contains(said) && output.stdout.is_empty(), "{words:?}: {error}");
    }
}
