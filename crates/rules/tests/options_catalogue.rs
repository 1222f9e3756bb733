//! The catalogue says what `resolve` takes, no more and no less.

use std::collections::BTreeSet;

use brag_rules::options::{
    CatalogueEntry, GivenRules, Kind, MAX_AMOUNT, NotAValue, OptionValue, Rules, RulesRefusal, catalogue,
};
use brag_rules::rank::WILD_NAMES;
use brag_rules::variant::{Machine, Part, Variant};

fn alone(variant: Variant, key: &str, value: OptionValue) -> Result<Rules, RulesRefusal> {
    Rules::resolve(variant.id(), &GivenRules::from([(key.to_owned(), value)]))
}

fn entries() -> impl Iterator<Item = (Variant, CatalogueEntry)> {
    Variant::all()
        .iter()
        .flat_map(|&variant| catalogue(variant).into_iter().map(move |entry| (variant, entry)))
}

/// The variants with brag betting.
fn betting() -> impl Iterator<Item = Variant> {
    Variant::all().iter().copied().filter(|variant| variant.machine() == Machine::Bet)
}

/// The two with equalised betting: what A.1, A.2 and section 4 leave of the options, and what is theirs.
#[test]
fn equalised_betting_has_options_of_its_own() {
    let common = "min_players max_players min_buy_in max_buy_in ante ante_mode min_stake max_stake max_raise limit_mode \
        raise_increment waiting_pot sit_out_limit max_minutes tie_rule natural_precedence bragger_as_self cut \
        first_dealer max_hands timeouts_before_sit_out braggers";
    let keys =
        |variant: Variant| catalogue(variant).iter().map(|entry| entry.key).collect::<Vec<_>>().join(" ");
    assert_eq!(keys(Variant::American), format!("{common} draw_max"));
    let of_hoyle = common.replace("ante_mode ", "").replace("waiting_pot ", "");
    assert_eq!(keys(Variant::Hoyle1751), format!("{of_hoyle} dealer_stake forfeit short_pack_low"));
    let kind = |variant: Variant, key: &str| {
        catalogue(variant).into_iter().find(|entry| entry.key == key).unwrap().kind
    };
    let number = |min, max| Kind::Number { min, max, optional: false };
    let chips = 9_007_199_254_740_991;
    assert_eq!(kind(Variant::American, "draw_max"), number(0, 3));
    assert_eq!(kind(Variant::Hoyle1751, "dealer_stake"), number(1, chips));
    assert_eq!(kind(Variant::Hoyle1751, "forfeit"), number(0, chips));
    assert_eq!(kind(Variant::Hoyle1751, "short_pack_low"), number(2, 10));
    let Kind::Set { values: ranks, .. } = kind(Variant::American, "braggers") else { panic!("a set") };
    assert_eq!(ranks.concat(), "23456789TJQKA");
    let Kind::Set { values: cards, .. } = kind(Variant::Hoyle1751, "braggers") else { panic!("a set") };
    assert_eq!(cards.join(" "), "9 J 9c 9d 9h 9s Jc Jd Jh Js");
    let short =
        catalogue(Variant::Hoyle1751).into_iter().find(|entry| entry.key == "short_pack_low").unwrap();
    assert_eq!(short.numbers, Some(&[2, 7, 8, 9, 10][..]));
    for low in 2..=10 {
        let taken = alone(Variant::Hoyle1751, "short_pack_low", OptionValue::Number(low));
        assert_eq!(
            taken.is_err_and(|refusal| refusal.reason() == "INVALID_FIELD"),
            (3..7).contains(&low),
            "{low}"
        );
    }
}

/// Section 5, A.1 and A.2: a game of sets has the common options, those of the ranking and its own, and only where bets go
/// round on sets what bounds them.
#[test]
fn the_options_of_sets_are_those_of_a_1_in_its_order() {
    let expected = "min_players max_players min_buy_in max_buy_in min_stake max_initial_stake max_stake max_raise \
        raise_factor limit_mode raise_increment see_multiplier seer_may_muck waiting_pot sit_out_limit \
        max_minutes category_order best_prial ace_two_three low suit_tiebreak wild natural_precedence bragger_as_self \
        shuffle_mode cut first_dealer max_hands timeouts_before_sit_out set_stake set_tie set_betting game_stake";
    let of_bets = "max_initial_stake max_stake max_raise raise_factor limit_mode raise_increment see_multiplier \
        seer_may_muck set_tie set_betting";
    for variant in ["seven_card_two_hands", "nine_card", "fifteen_card", "ten_card"] {
        let (nine, stakes) =
            (variant == "nine_card", ["seven_card_two_hands", "nine_card"].contains(&variant));
        let has = |key: &&str| match *key {
            "set_stake" | "waiting_pot" => stakes,
            "game_stake" => !stakes,
            key => nine || !of_bets.split_whitespace().any(|of_bets| of_bets == key),
        };
        let variant = Variant::by_id(variant).unwrap();
        let keys: Vec<&str> = catalogue(variant).iter().map(|entry| entry.key).collect();
        assert_eq!(keys, expected.split_whitespace().filter(has).collect::<Vec<_>>());
    }
    let nine = catalogue(Variant::NineCard);
    let own: Vec<Kind> = nine.iter().rev().take(3).rev().map(|entry| entry.kind).collect();
    let chips = Kind::Number { min: 0, max: 9_007_199_254_740_991, optional: false };
    assert_eq!(own, [chips, Kind::Choice { values: &["to_main", "split", "carry_set"] }, Kind::Flag]);
    assert_eq!(catalogue(Variant::TenCard).last().unwrap().kind, chips);
}

#[test]
fn the_options_are_those_of_a_1_in_its_order() {
    let expected = "min_players max_players min_buy_in max_buy_in ante ante_mode min_stake max_initial_stake \
        max_stake max_raise raise_factor limit_mode raise_increment see_multiplier seer_may_muck blind_play \
        half_stake_rounding look_timing max_blind_bets max_rounds waiting_pot sit_out_limit max_minutes \
        blind_win retain_blind_hand two_hand_rule two_hand_look_timing two_hand_showdown tie_rule short_stack \
        category_order best_prial ace_two_three low suit_tiebreak wild natural_precedence \
        bragger_as_self two_three_five discard_tiebreak discard_mode shuffle_mode gather cut cut_by first_dealer \
        max_hands timeouts_before_sit_out sideshow pot_cap variation";
    for variant in betting() {
        let keys: Vec<&str> = catalogue(variant).iter().map(|entry| entry.key).collect();
        let of_parts = |key: &str| match key {
            "discard_tiebreak" | "discard_mode" => Some(Part::Discards),
            "sideshow" | "pot_cap" | "variation" => Some(Part::TeenPatti),
            _ => None,
        };
        let has = |key: &&str| of_parts(key).is_none_or(|part| variant.has(part));
        assert_eq!(keys, expected.split_whitespace().filter(has).collect::<Vec<_>>());
    }
}

/// A.1's columns of type and allowed values.
#[test]
fn every_option_takes_what_a_1_allows() {
    let chips = 9_007_199_254_740_991;
    let number = |min, max| Kind::Number { min, max, optional: false };
    let optional = |min, max| Kind::Number { min, max, optional: true };
    let choice = |values| Kind::Choice { values };
    // What A.3 refuses here whatever else is chosen is not listed.
    let wild = |variant| match variant {
        Variant::TeenPatti => Kind::Set {
            values: WILD_NAMES,
            about: "cards such as Jc and ranks such as 9, or lowest_card or random_rank alone",
        },
        _ => Kind::Set {
            values: &WILD_NAMES[..WILD_NAMES.len() - 2],
            about: "cards such as Jc and ranks such as 9",
        },
    };
    let two_three_five = |variant: Variant| match variant {
        Variant::ThreeCard | Variant::Lowball | Variant::TeenPatti => choice(&["off", "beats_prial"]),
        _ => choice(&["off"]),
    };
    let ante_modes = |variant| match variant {
        Variant::TeenPatti => choice(&["always"]),
        _ => choice(&["always", "after_prial", "none"]),
    };
    let limits = |variant| match variant {
        Variant::TeenPatti => choice(&["no_limit", "pot"]),
        _ => choice(&["no_limit", "pot", "fixed"]),
    };
    const SEATS: &[&str] = &[
        "high_card",
        "seat:1",
        "seat:2",
        "seat:3",
        "seat:4",
        "seat:5",
        "seat:6",
        "seat:7",
        "seat:8",
        "seat:9",
        "seat:10",
        "seat:11",
        "seat:12",
        "seat:13",
        "seat:14",
        "seat:15",
        "seat:16",
        "seat:17",
    ];
    let shuffles = &["on_prial_win", "on_prial_shown", "on_prial_or_exhausted", "every_hand", "never"];
    let seats = |variant: Variant| i64::from(variant.hard_limit());
    let expected = |variant: Variant| {
        [
            number(2, seats(variant)),
            number(2, seats(variant)),
            number(1, chips),
            optional(1, chips),
            number(0, chips),
            ante_modes(variant),
            number(1, chips),
            optional(1, chips),
            optional(1, chips),
            optional(1, chips),
            optional(2, 255),
            limits(variant),
            optional(1, chips),
            number(1, 2),
            Kind::Flag,
            Kind::Flag,
            choice(&["round_up", "even_only"]),
            choice(&["any_time", "own_turn"]),
            optional(1, 255),
            number(10, 65_535),
            choice(&["open", "contributors"]),
            number(1, 65_535),
            optional(1, 4_294_967_295),
            choice(&["pot_carries", "winner_takes_pot"]),
            Kind::Flag,
            choice(&["look_one", "commit_first"]),
            choice(&["any_time", "own_turn"]),
            choice(&["commit_unseen", "best_of_both"]),
            choice(&["seer_loses", "split"]),
            choice(&["cover_pot", "side_pot", "fold_only"]),
            choice(&["prial_first", "running_flush_first"]),
            choice(&["threes", "natural"]),
            choice(&["highest", "second", "lowest", "not_a_run"]),
            choice(&["off", "seed_low", "reverse"]),
            choice(&["none", "shdc"]),
            wild(variant),
            choice(&["none", "same_rank", "prials_only", "whole_category"]),
            Kind::Flag,
            two_three_five(variant),
            Kind::Flag,
            choice(&["player", "auto_best"]),
            choice(shuffles),
            choice(&["scrambled", "exact"]),
            choice(&["after_shuffle", "when_not_shuffled", "always", "never"]),
            choice(&["engine", "player"]),
            choice(&SEATS[..=seats(variant) as usize]),
            optional(1, 4_294_967_295),
            number(1, 255),
            choice(&["off", "both_seen", "all_seen"]),
            optional(2, chips),
            choice(&[
                "classic",
                "muflis",
                "ak47",
                "wild_ranks:{A,9,4,2}",
                "random_joker",
                "lowest_joker",
                "best_of_four",
                "nine99",
            ]),
        ]
    };
    let (four, teen_patti) = (catalogue(Variant::FourCard), catalogue(Variant::TeenPatti));
    let keys: Vec<&str> =
        four.iter().chain(&teen_patti[teen_patti.len() - 3..]).map(|entry| entry.key).collect();
    let mut complete = 0;
    for variant in betting() {
        let entries = catalogue(variant);
        let all = keys.iter().copied().zip(expected(variant));
        for entry in &entries {
            let (_, kind) = all.clone().find(|(key, _)| *key == entry.key).unwrap();
            // Where it has a default it is never unset.
            let kind = match (variant, entry.key) {
                (Variant::TeenPatti, "raise_factor") => number(2, 255),
                _ => kind,
            };
            assert_eq!(entry.kind, kind, "{}", entry.key);
        }
        complete += entries.len();
    }
    let common = expected(Variant::ThreeCard).len() - 5;
    assert_eq!(complete, 7 * common + 4 * 2 + 3, "what all have, the discards and those of Teen Patti");
}

#[test]
fn stop_the_bus_has_what_all_have_and_nothing_of_the_betting() {
    let keys: Vec<&str> = catalogue(Variant::StopTheBus).iter().map(|entry| entry.key).collect();
    let expected = "min_players max_players min_buy_in max_buy_in sit_out_limit max_minutes category_order best_prial \
        ace_two_three low suit_tiebreak wild natural_precedence bragger_as_self cut first_dealer max_hands \
        timeouts_before_sit_out lives entry_stake stick_mode final_swap max_circuits";
    assert_eq!(keys, expected.split_whitespace().collect::<Vec<_>>());
    let number =
        |key| match catalogue(Variant::StopTheBus).into_iter().find(|entry| entry.key == key).unwrap() {
            CatalogueEntry {
                kind: Kind::Number { min, max, .. },
                default: Some(OptionValue::Number(usual)),
                ..
            } => (min, max, usual),
            other => panic!("{other:?}"),
        };
    assert_eq!(["lives", "max_circuits"].map(number), [(1, 10, 3), (1, 200, 20)]);
    assert_eq!(number("entry_stake"), (0, MAX_AMOUNT as i64, 0));
    assert_eq!(number("max_players"), (2, 16, 8));
}

/// A value that the catalogue offers is taken on its own, or answered by a number of A.3.
fn is_offered(variant: Variant, key: &str, value: OptionValue) {
    match alone(variant, key, value.clone()) {
        Ok(rules) => assert_eq!(rules.effective().get(key), Some(&value), "{key}"),
        Err(RulesRefusal::Conflict { options, .. }) => assert!(options.contains(&key), "{key}: {options:?}"),
        Err(refusal) => panic!("{} {key} = {value}: {refusal}", variant.id()),
    }
}

#[test]
fn every_offered_name_and_flag_is_taken_or_has_a_number() {
    let mut offered = 0;
    for (variant, entry) in entries() {
        let values: Vec<OptionValue> = match entry.kind {
            Kind::Choice { values } => {
                values.iter().map(|&name| OptionValue::Choice(name.to_owned())).collect()
            }
            Kind::Flag => vec![OptionValue::Flag(true), OptionValue::Flag(false)],
            // Of these the first, the first two or all three are named.
            Kind::Set { values, .. } if variant.machine() == Machine::Classic && entry.key == "braggers" => {
                let named = |most| values.iter().take(most).map(|&name| name.to_owned()).collect();
                (1..=values.len()).map(|most| OptionValue::Set(named(most))).collect()
            }
            Kind::Set { values, .. } => {
                values.iter().map(|&name| OptionValue::Set([name.to_owned()].into())).collect()
            }
            Kind::Number { .. } => vec![],
        };
        offered += if variant.machine() == Machine::Bet { values.len() } else { 0 };
        for value in values {
            is_offered(variant, entry.key, value);
        }
    }
    let names = |seats: i32| 58 + 65 + seats + 2 * 4;
    // Beside the discards, of more than three cards 2-3-5 is nothing special.
    let discards = 2 + 2 - 1;
    let teen_patti = 3 + 8 + 2 - 3;
    let expected =
        3 * names(17) + teen_patti + [13, 10, 7, 4].map(|seats| names(seats) + discards).iter().sum::<i32>();
    assert_eq!(
        offered, expected as usize,
        "58 names, 65 of wild cards, the seats and four flags a variant; the discards; the sideshow, the variations and \
         what Teen Patti has more or less"
    );
}

#[test]
fn both_ends_of_every_range_are_taken_and_one_beyond_is_not() {
    for (variant, entry) in entries() {
        let Kind::Number { min, max, .. } = entry.kind else { continue };
        // What the dealer puts up beside the ante is more than all that there can be.
        let ends = if variant.has(Part::Hoyle) && entry.key == "ante" { 1 } else { 2 };
        for (end, beyond) in [(min, min - 1), (max, max + 1)].into_iter().take(ends) {
            // What one option's end asks of another is given with it.
            let mut given = GivenRules::from([(entry.key.to_owned(), OptionValue::Number(end))]);
            let sets = variant.machine() == Machine::Arrange;
            let with: &[(&str, i64)] = match entry.key {
                "min_buy_in" if end == min && variant.has(Part::Crash) => &[("game_stake", 0)],
                "max_buy_in" if end == min && variant.has(Part::Crash) => {
                    &[("min_buy_in", 1), ("game_stake", 0)]
                }
                "min_buy_in" if sets && end == min && variant.has(Part::SetStake) => &[("set_stake", 0)],
                "max_buy_in" if sets && end == min && variant.has(Part::SetStake) => {
                    &[("min_buy_in", 1), ("set_stake", 0)]
                }
                "min_buy_in" if sets => &[],
                "max_buy_in" if sets && end == min => &[("min_buy_in", 1)],
                "min_stake" if sets && end == max && variant.has(Part::SetStake) => {
                    &[("min_buy_in", max), ("set_stake", 0)]
                }
                "min_players" => &[("max_players", variant.hard_limit().into())],
                "min_buy_in" if end == min && variant.has(Part::Hoyle) => &[("dealer_stake", 1)],
                "max_buy_in" if end == min && variant.has(Part::Hoyle) => {
                    &[("min_buy_in", 1), ("dealer_stake", 1)]
                }
                "dealer_stake" if end == max => &[("min_buy_in", max)],
                "min_buy_in" if end == min => &[("ante", 1)],
                "max_buy_in" if end == min => &[("min_buy_in", 1), ("ante", 1)],
                "min_stake" if end == max => &[("min_buy_in", max)],
                "ante" if end == max => &[("min_buy_in", max), ("min_stake", max)],
                "pot_cap" if end == min => &[("max_players", 2), ("ante", 1)],
                _ => &[],
            };
            given.extend(with.iter().map(|&(key, number)| (key.to_owned(), OptionValue::Number(number))));
            match Rules::resolve(variant.id(), &given) {
                Ok(rules) => assert_eq!(rules.effective()[entry.key], OptionValue::Number(end)),
                // Nine-card brag takes it four times of each player.
                Err(_) if entry.key == "set_stake" && variant.has(Part::EachSet) => {}
                // Three stakes are laid, of a chip each at least.
                Err(_)
                    if variant.machine() == Machine::Classic
                        && ["min_buy_in", "max_buy_in", "min_stake", "stake"].contains(&entry.key) => {}
                Err(refusal) => assert_eq!(refusal.reason(), "OPTION_CONFLICT", "{} = {end}", entry.key),
            }
            let refusal = alone(variant, entry.key, OptionValue::Number(beyond)).unwrap_err();
            let reasons = ["INVALID_FIELD", "OPTION_CONFLICT"];
            assert!(reasons.contains(&refusal.reason()), "{} = {beyond}", entry.key);
        }
    }
}

#[test]
fn every_option_refuses_the_other_kinds_and_unknown_names() {
    let strange = [
        OptionValue::Number(i64::MIN),
        OptionValue::Flag(true),
        OptionValue::Choice("nonsense".to_owned()),
        OptionValue::Choice(String::new()),
        OptionValue::Set(BTreeSet::from(["As".to_owned(), "nonsense".to_owned()])),
        OptionValue::Set(BTreeSet::from(["As".to_owned(), "lowest_card".to_owned()])),
    ];
    for (variant, entry) in entries() {
        for value in &strange {
            if matches!((entry.kind, value), (Kind::Flag, OptionValue::Flag(_))) {
                continue;
            }
            // The least number of all is below two players and below twice the stake: A.3 has numbers for that.
            let numbered = matches!(value, OptionValue::Number(_))
                && ["min_players", "raise_factor"].contains(&entry.key);
            let expected = if numbered { "OPTION_CONFLICT" } else { "INVALID_FIELD" };
            let refusal = alone(variant, entry.key, value.clone()).unwrap_err();
            assert_eq!(refusal.reason(), expected, "{} = {value}", entry.key);
        }
    }
}

#[test]
fn every_default_resolves_to_itself() {
    for (variant, entry) in entries() {
        let Some(default) = entry.default else {
            assert!(matches!(entry.kind, Kind::Number { optional: true, .. }), "{}", entry.key);
            continue;
        };
        // A low game has an order of the high hands, and one without blind play rules for it, but they are not to be
        // named (A.3, refusals 10 and 3).
        let unnamed = variant == Variant::Lowball && ["category_order", "ace_two_three"].contains(&entry.key);
        let blind = !variant.defaults().blind_play && variant.machine() == Machine::Bet;
        match alone(variant, entry.key, default) {
            Ok(rules) => assert_eq!(rules, variant.defaults(), "{}", entry.key),
            Err(RulesRefusal::Conflict { number: 10, .. }) if unnamed => {}
            Err(RulesRefusal::Conflict { number: 3, .. }) if blind => {}
            Err(refusal) => panic!("{}: {refusal}", entry.key),
        }
    }
}

#[test]
fn every_entry_is_fit_to_be_read() {
    let units = [
        "",
        "cards",
        "chips",
        "players",
        "hands",
        "rounds",
        "bets",
        "minutes",
        "time-outs",
        "lives",
        "points",
    ];
    for (_, entry) in entries() {
        assert!(units.contains(&entry.unit), "{}", entry.key);
        assert!(entry.number.contains('.') || entry.number.starts_with('V'), "{}", entry.key);
        if !matches!(entry.kind, Kind::Number { .. }) {
            assert_eq!(entry.unit, "", "{}", entry.key);
        }
    }
}

#[test]
fn a_value_is_read_as_toml_writes_it() {
    let choice = |name: &str| Ok(OptionValue::Choice(name.to_owned()));
    let set = |names: &[&str]| Ok(OptionValue::Set(names.iter().map(|&name| name.to_owned()).collect()));
    for (text, value) in [
        ("42", Ok(OptionValue::Number(42))),
        (" -7 ", Ok(OptionValue::Number(-7))),
        ("+7", Ok(OptionValue::Number(7))),
        ("1_000", Ok(OptionValue::Number(1000))),
        ("9223372036854775807", Ok(OptionValue::Number(i64::MAX))),
        ("9223372036854775808", Err(NotAValue)),
        ("true", Ok(OptionValue::Flag(true))),
        ("false", Ok(OptionValue::Flag(false))),
        ("\"true\"", choice("true")),
        ("\"42\"", choice("42")),
        ("split", choice("split")),
        ("\"split\"", choice("split")),
        ("'split'", choice("split")),
        ("seat:3", choice("seat:3")),
        ("wild_ranks:{A,9,4,2}", choice("wild_ranks:{A,9,4,2}")),
        ("1__0", choice("1__0")),
        ("9d", choice("9d")),
        ("\"\"", choice("")),
        ("[\"Jc\", \"9d\"]", set(&["9d", "Jc"])),
        ("[Jc,9d]", set(&["9d", "Jc"])),
        ("[ 'Jc' , ]", set(&["Jc"])),
        ("[]", set(&[])),
        ("", Err(NotAValue)),
        ("two words", Err(NotAValue)),
        ("\"open", Err(NotAValue)),
        ("\"", Err(NotAValue)),
        ("it's", Err(NotAValue)),
        ("\"a\\n\"", Err(NotAValue)),
        ("\"a\" \"b\"", Err(NotAValue)),
        ("[Jc", Err(NotAValue)),
        ("Jc]", Err(NotAValue)),
        ("[,]", Err(NotAValue)),
        ("[Jc,,9d]", Err(NotAValue)),
        ("[[Jc]]", Err(NotAValue)),
    ] {
        assert_eq!(OptionValue::from_plain(text), value, "{text}");
    }
}

#[test]
fn a_printed_value_reads_back() {
    for (_, entry) in entries() {
        if let Some(default) = entry.default {
            assert_eq!(OptionValue::from_plain(&default.to_string()), Ok(default));
        }
    }
    let set = OptionValue::Set(["9d", "Jc"].map(str::to_owned).into());
    assert_eq!(set.to_string(), "[\"9d\", \"Jc\"]");
    assert_eq!(OptionValue::from_plain(&set.to_string()), Ok(set));
}
