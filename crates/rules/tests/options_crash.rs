//! The options of Crash (rulebook V6B, A.1 to A.3).
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use brag_rules::arrange::{CrashMode, FourKindRank, MinHand, Scoring, Settlement, TieInHand};
use brag_rules::options::{GivenRules, Kind, MAX_AMOUNT, OptionValue, Rules, RulesRefusal, catalogue};
use brag_rules::variant::Variant;

const CRASH: &str = "thirteen_card_crash";

fn resolve(options: &str) -> Result<Rules, RulesRefusal> {
    let option = |text: &str| {
        let (key, value) = text.split_once('=').unwrap();
        (key.to_owned(), OptionValue::from_plain(value).unwrap())
    };
    Rules::resolve(CRASH, &options.split_whitespace().map(option).collect::<GivenRules>())
}

#[test]
fn every_option_takes_what_a_1_allows() {
    let number = |min, max| Kind::Number { min, max, optional: false };
    let names = |values| Kind::Choice { values };
    let chips = number(0, MAX_AMOUNT as i64);
    let expected = [
        ("game_stake", chips),
        ("scoring", names(&["one_per_hand", "street"])),
        ("target", number(1, 121)),
        ("min_hand", names(&["high_card", "pair", "flush", "run"])),
        ("tie_in_hand", names(&["no_score", "cancel"])),
        ("crash", names(&["wins_game", "bonus_point", "off"])),
        ("settlement", names(&["fixed", "per_point"])),
        ("point_value", chips),
        ("double_if_not_on_board", Kind::Flag),
        ("four_kind_fee", chips),
        ("four_kind_rank", names(&["as_prial", "above_prial"])),
        ("four_threes_wins", Kind::Flag),
        ("spare_hand", Kind::Flag),
        ("spare_fee", chips),
    ];
    let of_crash: Vec<_> = catalogue(Variant::ThirteenCardCrash)
        .into_iter()
        .filter(|entry| entry.number == "V6B")
        .map(|entry| (entry.key, entry.kind))
        .collect();
    assert_eq!(of_crash, expected);
}

#[test]
fn the_defaults_are_those_of_a_2() {
    let rules = resolve("").unwrap();
    let crash = rules.crash;
    assert_eq!((crash.scoring, crash.target), (Scoring::OnePerHand, 10));
    assert_eq!((crash.min_hand, crash.tie_in_hand), (MinHand::Pair, TieInHand::NoScore));
    assert_eq!((crash.crash, crash.settlement), (CrashMode::WinsGame, Settlement::Fixed));
    assert_eq!((crash.game_stake, crash.point_value, crash.four_kind_fee, crash.spare_fee), (10, 1, 0, 0));
    assert!(!(crash.double_if_not_on_board || crash.four_threes_wins || crash.spare_hand));
    assert_eq!((rules.arrange.fours, rules.max_players), (Some(FourKindRank::AsPrial), 4));
    // A target follows what a hand scores, unless it is named.
    let target = |options: &str| resolve(options).unwrap().crash.target;
    assert_eq!(target("scoring=street"), 61);
    assert_eq!(target("scoring=street target=30"), 30);
    assert_eq!(target("target=121"), 121);
}

/// What a game may cost is what a player needs for it, and so what he brings at least.
#[test]
fn a_game_wants_the_most_that_may_be_lost() {
    let needed = |options: &str| {
        let rules = resolve(options).unwrap();
        (rules.least_stack(), rules.min_buy_in)
    };
    assert_eq!(needed(""), (10, 40));
    assert_eq!(needed("game_stake=0"), (0, 40));
    assert_eq!(needed("game_stake=30 double_if_not_on_board=true"), (60, 60));
    assert_eq!(needed("settlement=per_point point_value=5"), (50, 50));
    assert_eq!(needed("settlement=per_point scoring=street double_if_not_on_board=true"), (122, 122));
    let most = |options: &str| match resolve(options).unwrap_err() {
        RulesRefusal::InvalidValue { key, max, .. } => (key, max.unwrap()),
        refusal => panic!("{options}: {refusal}"),
    };
    let half = MAX_AMOUNT / 2;
    assert_eq!(most(&format!("double_if_not_on_board=true game_stake={}", half + 1)), ("game_stake", half));
    let tenth = MAX_AMOUNT / 10;
    assert_eq!(most(&format!("settlement=per_point point_value={}", tenth + 1)), ("point_value", tenth));
    assert!(resolve(&format!("settlement=per_point point_value={tenth}")).is_ok());
}

#[test]
fn what_goes_together_badly_is_refused_by_its_number() {
    let refused = |options: &str| match resolve(options).unwrap_err() {
        RulesRefusal::Conflict { number, options, .. } => (number, options.join(" ")),
        refusal => panic!("{options}: {refusal}"),
    };
    for (options, number, guilty) in [
        ("max_players=5", 1, "max_players"),
        ("set_stake=2", 2, "set_stake"),
        ("lives=3", 2, "lives"),
        ("shuffle_mode=never", 8, "shuffle_mode"),
        ("spare_hand=true", 14, "spare_hand max_players"),
        ("spare_hand=true max_players=4", 14, "spare_hand max_players"),
        ("spare_fee=1", 14, "spare_hand spare_fee"),
        ("settlement=per_point point_value=0", 15, "settlement point_value"),
        ("double_if_not_on_board=true game_stake=0", 15, "double_if_not_on_board game_stake"),
        ("short_stack=side_pot", 17, "short_stack"),
    ] {
        assert_eq!(refused(options), (number, guilty.to_owned()), "{options}");
    }
    for fine in [
        "spare_hand=true max_players=3 spare_fee=5",
        "point_value=0",
        "settlement=per_point game_stake=0 double_if_not_on_board=true",
    ] {
        assert!(resolve(fine).is_ok(), "{fine}");
    }
}
