//! The defaults of rulebook A.1 and A.2, row by row, and those that follow other options.

mod options_common;

use std::collections::BTreeMap;

use brag_rules::options::{GivenRules, MAX_AMOUNT, OptionValue, Rules, RulesRefusal};
use brag_rules::variant::Variant;
use options_common::given;

fn resolve(variant: &str, words: &str) -> Rules {
    Rules::resolve(variant, &given(words)).unwrap_or_else(|refusal| panic!("{words}: {refusal}"))
}

/// A.1 as printed; the options without a value are unset.
const A_1: &str = "
    min_players=2 max_players=8 min_buy_in=40 ante=2 ante_mode=always min_stake=2 limit_mode=no_limit
    see_multiplier=2 seer_may_muck=false blind_play=true half_stake_rounding=round_up look_timing=any_time
    max_rounds=100 waiting_pot=open sit_out_limit=20 blind_win=pot_carries retain_blind_hand=true
    two_hand_rule=look_one two_hand_look_timing=own_turn two_hand_showdown=commit_unseen tie_rule=seer_loses
    short_stack=cover_pot category_order=prial_first best_prial=threes ace_two_three=highest low=off
    suit_tiebreak=none wild=[] natural_precedence=same_rank
    bragger_as_self=true two_three_five=off shuffle_mode=on_prial_win gather=scrambled cut=after_shuffle
    cut_by=engine first_dealer=high_card timeouts_before_sit_out=2";

fn owned(effective: BTreeMap<&'static str, OptionValue>) -> GivenRules {
    effective.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

#[test]
fn three_card_brag_has_the_defaults_of_a_1() {
    assert_eq!(owned(resolve("three_card", "").effective()), given(A_1));
}

#[test]
fn lowball_differs_in_the_three_defaults_of_a_2() {
    let mut expected = given(A_1);
    expected.extend(given("low=seed_low best_prial=natural shuffle_mode=every_hand"));
    assert_eq!(owned(resolve("lowball", "").effective()), expected);
}

/// A.2, a variant a row: what differs from V1.
#[test]
fn variants_with_discards_differ_in_the_defaults_of_a_2() {
    let four = "discard_tiebreak=true discard_mode=player";
    let seven = "blind_play=false discard_tiebreak=false discard_mode=player shuffle_mode=every_hand";
    for (variant, differs) in [
        ("four_card", four.to_owned()),
        ("five_card", four.to_owned()),
        ("seven_card_pick3", format!("{seven} max_players=7")),
        ("thirteen_card_pick3", format!("{seven} max_players=4")),
    ] {
        let mut expected = given(A_1);
        expected.extend(given(&differs));
        assert_eq!(owned(resolve(variant, "").effective()), expected, "{variant}");
    }
}

#[test]
fn teen_patti_differs_in_the_defaults_of_its_profile() {
    let mut expected = given(A_1);
    expected.extend(given(
        "max_players=6 ante=2 min_stake=4 min_buy_in=80 see_multiplier=1 raise_factor=2 half_stake_rounding=even_only
        blind_win=winner_takes_pot retain_blind_hand=false best_prial=natural sideshow=both_seen
        shuffle_mode=every_hand variation=classic",
    ));
    assert_eq!(owned(resolve("teen_patti", "").effective()), expected);
}

#[test]
fn the_stake_of_teen_patti_follows_the_boot() {
    let of = |words| {
        let rules = resolve("teen_patti", words);
        (rules.ante, rules.min_stake, rules.min_buy_in)
    };
    assert_eq!(of("ante=5"), (5, 10, 200));
    assert_eq!(of("ante=5 min_stake=10 min_buy_in=50"), (5, 10, 50));
    let most = MAX_AMOUNT / 2;
    let refusal = Rules::resolve("teen_patti", &given(&format!("ante={}", most + 1)));
    assert!(matches!(refusal, Err(RulesRefusal::InvalidValue { key: "ante", .. })), "{refusal:?}");
}

#[test]
fn a_variation_is_what_it_changes() {
    use brag_rules::rank::{Low, Scale, Wild};
    let of = |variation: &str| resolve("teen_patti", &format!("variation={variation}"));
    assert_eq!(of("muflis").ranking.low, Low::Reverse);
    assert_eq!(of("ak47").ranking.wild.names().into_iter().collect::<Vec<_>>().concat(), "47AK");
    assert_eq!(of("wild_ranks:{A,9,4,2}").ranking.wild.count(), Some(16));
    assert_eq!(of("lowest_joker").ranking.wild, Wild::LowestCard);
    assert_eq!(of("nine99").ranking.scale, Scale::Digits);
    assert!(of("random_joker").turns_card() && !of("classic").turns_card());
    assert!(
        resolve("teen_patti", "wild=[random_rank]").turns_card(),
        "the wild card says so, by whatever name"
    );
    let four = of("best_of_four");
    assert_eq!((four.cards_each, four.ranking.discard_tiebreak), (4, true));
    for name in ["wild_ranks:{}", "wild_ranks:{A,A}", "wild_ranks:{A,K,Q,J,T,9,8}", "wild_ranks:{a}", "ak48"]
    {
        let refusal = Rules::resolve("teen_patti", &given(&format!("variation={name}")));
        assert!(
            matches!(refusal, Err(RulesRefusal::InvalidValue { key: "variation", .. })),
            "{name}: {refusal:?}"
        );
    }
}

#[test]
fn the_sizes_are_those_of_the_size_table() {
    let table = [
        (Variant::ThreeCard, (3, 2, 8, 17)),
        (Variant::FourCard, (4, 2, 8, 13)),
        (Variant::FiveCard, (5, 2, 8, 10)),
        (Variant::SevenCardPick3, (7, 2, 7, 7)),
        (Variant::SevenCardTwoHands, (7, 2, 7, 7)),
        (Variant::NineCard, (9, 2, 5, 5)),
        (Variant::ThirteenCardPick3, (13, 2, 4, 4)),
        (Variant::ThirteenCardCrash, (13, 2, 4, 4)),
        (Variant::FifteenCard, (15, 2, 3, 3)),
        (Variant::TenCard, (10, 2, 5, 5)),
        (Variant::StopTheBus, (3, 2, 8, 16)),
        (Variant::ClassicThreeStake, (3, 2, 8, 13)),
        (Variant::American, (3, 2, 8, 17)),
        (Variant::Hoyle1751, (3, 2, 6, 17)),
        (Variant::Lowball, (3, 2, 8, 17)),
        (Variant::TeenPatti, (3, 2, 6, 17)),
    ];
    for (variant, sizes) in table {
        let found =
            (variant.cards_each(), variant.min_players(), variant.max_players(), variant.hard_limit());
        assert_eq!(found, sizes);
        assert_eq!(Variant::by_id(variant.id()), Some(variant));
        assert_eq!(variant.defaults(), resolve(variant.id(), ""));
        assert_eq!(resolve(variant.id(), "").cards_each, variant.cards_each());
    }
    assert_eq!(Variant::all(), table.map(|(variant, _)| variant));
    assert_eq!(Variant::by_id("Three_Card"), None);
}

#[test]
fn the_old_games_with_equalised_betting() {
    use brag_rules::options::TieRule;
    use brag_rules::rank::Scale;
    let names = |rules: &Rules| rules.ranking.wild.names().into_iter().collect::<Vec<_>>().join(" ");
    let american = resolve("american", "min_stake=4");
    assert_eq!((american.ranking.scale, american.tie_rule), (Scale::Old, TieRule::ElderWins));
    assert_eq!((names(&american), american.ranking.bragger_as_self), ("9 J".to_owned(), false));
    assert_eq!((american.ante, american.min_buy_in, american.least_stack()), (4, 80, 4));
    assert_eq!((american.pack().len(), american.equalised.draw_max), (52, 0));
    assert_eq!(names(&resolve("american", "braggers=[A]")), "A");
    let of = |words: &str| {
        let rules = resolve("hoyle_1751", words);
        (rules.ante, rules.equalised.dealer_stake, rules.equalised.forfeit, rules.least_stack())
    };
    assert_eq!(of(""), (0, 2, 1, 2));
    assert_eq!(of("min_stake=20"), (0, 20, 5, 20));
    assert_eq!(of("min_stake=20 dealer_stake=40 ante=3"), (3, 40, 10, 43));
    assert_eq!(of("dealer_stake=40 forfeit=7"), (0, 40, 7, 40));
    let hoyle = resolve("hoyle_1751", "");
    assert_eq!((names(&hoyle), hoyle.ranking.bragger_as_self), ("9d Jc".to_owned(), true));
    let packs = ["2", "7", "8", "9", "10"].map(|low| {
        let rules = resolve("hoyle_1751", &format!("short_pack_low={low} braggers=[J]"));
        rules.pack().len()
    });
    assert_eq!(packs, [52, 32, 28, 24, 20]);
    assert_eq!(hoyle.pack().iter().next().unwrap().to_string(), "9c");
    assert!(
        Variant::all()
            .iter()
            .filter(|of| of.is_reconstruction())
            .eq(&[Variant::American, Variant::Hoyle1751])
    );
}

#[test]
fn the_ante_follows_the_stake_unless_it_is_named() {
    assert_eq!(resolve("three_card", "min_stake=10").ante, 10);
    assert_eq!(resolve("three_card", "min_stake=10 ante=2").ante, 2);
    assert_eq!(resolve("three_card", "min_stake=10 ante=0").ante, 0);
    assert_eq!(resolve("three_card", "min_stake=10 ante_mode=none").ante, 10);
}

#[test]
fn the_buy_in_follows_the_stake_and_pays_for_one_hand() {
    assert_eq!(resolve("three_card", "min_stake=10").min_buy_in, 200);
    assert_eq!(resolve("three_card", "min_stake=10 min_buy_in=10").min_buy_in, 10);
    assert_eq!(resolve("three_card", "ante=100").min_buy_in, 100);
    assert_eq!(resolve("three_card", "ante=100 ante_mode=after_prial").min_buy_in, 100);
    assert_eq!(resolve("three_card", "ante=100 ante_mode=none").min_buy_in, 40);
    assert_eq!(resolve("three_card", "ante=0 min_buy_in=1").min_buy_in, 1);
    assert_eq!(resolve("three_card", "ante=100 ante_mode=none min_buy_in=1").min_buy_in, 1);
    assert_eq!(resolve("three_card", "max_buy_in=40").max_buy_in, Some(40));
    assert_eq!(resolve("stop_the_bus", "").min_buy_in, 40);
    assert_eq!(resolve("stop_the_bus", "entry_stake=41").min_buy_in, 41);
}

#[test]
fn the_least_stack_is_what_a_hand_charges() {
    assert_eq!(resolve("three_card", "ante=7").least_stack(), 7);
    assert_eq!(resolve("three_card", "ante=0").least_stack(), 1);
    assert_eq!(resolve("three_card", "ante=7 ante_mode=none").least_stack(), 1);
    assert_eq!(resolve("three_card", "ante=7 ante_mode=after_prial").least_stack(), 7);
    assert_eq!(resolve("stop_the_bus", "").least_stack(), 1);
    assert_eq!(resolve("stop_the_bus", "entry_stake=7").least_stack(), 7);
}

#[test]
fn stakes_on_sets_follow_the_stake_and_are_what_a_hand_charges() {
    assert_eq!(resolve("seven_card_two_hands", "").least_stack(), 2);
    assert_eq!(resolve("seven_card_two_hands", "min_stake=5").least_stack(), 5);
    assert_eq!(resolve("nine_card", "").least_stack(), 8);
    assert_eq!(resolve("nine_card", "min_stake=5 set_stake=3").least_stack(), 12);
    assert_eq!(resolve("nine_card", "set_stake=0").least_stack(), 0);
    assert_eq!(resolve("ten_card", "").least_stack(), 0);
    assert_eq!(resolve("fifteen_card", "game_stake=7 min_stake=5").least_stack(), 7);
    assert_eq!(resolve("nine_card", "set_stake=20").min_buy_in, 80);
    assert_eq!(resolve("ten_card", "").min_buy_in, 40);
    let refusal = Rules::resolve("nine_card", &given(&format!("set_stake={}", MAX_AMOUNT / 4 + 1)));
    assert!(matches!(refusal, Err(RulesRefusal::InvalidValue { key: "set_stake", .. })), "{refusal:?}");
    let rules = resolve("nine_card", &format!("set_stake={}", MAX_AMOUNT / 4));
    assert_eq!(rules.min_buy_in, MAX_AMOUNT / 4 * 4);
}

/// A.1, `turn_timeout_ms`.
#[test]
fn laying_out_many_cards_takes_longer() {
    let time = |variant: &str| resolve(variant, "").action_time();
    assert_eq!(["three_card", "thirteen_card_pick3", "teen_patti"].map(time), [30_000; 3]);
    assert_eq!(time("seven_card_two_hands"), 60_000);
    assert_eq!(["nine_card", "ten_card"].map(time), [90_000; 2]);
    assert_eq!(time("fifteen_card"), 120_000);
}

#[test]
fn prials_are_natural_where_the_low_hand_wins() {
    let best_prial = |variant, words| resolve(variant, words).effective()["best_prial"].to_string();
    assert_eq!(best_prial("three_card", "low=reverse"), "\"natural\"");
    assert_eq!(best_prial("three_card", "low=seed_low"), "\"natural\"");
    assert_eq!(best_prial("three_card", "low=off"), "\"threes\"");
    assert_eq!(best_prial("lowball", "low=reverse"), "\"natural\"");
    assert_eq!(best_prial("lowball", "low=off"), "\"natural\"");
    assert_eq!(best_prial("lowball", "low=off best_prial=threes"), "\"threes\"");
}

#[test]
fn amounts_reach_the_bound_and_no_further() {
    let most = MAX_AMOUNT;
    assert_eq!(most, 9_007_199_254_740_991);
    let words = format!("min_stake={most} min_buy_in={most} max_stake={most} max_raise={most}");
    let rules = resolve("three_card", &words);
    assert_eq!((rules.min_stake, rules.ante, rules.max_stake), (most, most, Some(most)));

    let least = most / 20;
    assert_eq!(resolve("three_card", &format!("min_stake={least}")).min_buy_in, least * 20);
    let refusal = Rules::resolve("three_card", &given(&format!("min_stake={}", least + 1)));
    assert!(matches!(refusal, Err(RulesRefusal::InvalidValue { key: "min_stake", .. })), "{refusal:?}");
    let refusal = Rules::resolve("three_card", &given(&format!("ante={}", most + 1)));
    assert!(matches!(refusal, Err(RulesRefusal::InvalidValue { key: "ante", .. })), "{refusal:?}");
}

#[test]
fn what_is_in_force_makes_the_same_rules_again() {
    let cases = [
        ("three_card", ""),
        ("lowball", ""),
        ("three_card", "low=reverse suit_tiebreak=shdc"),
        ("three_card", "wild=[Jc,9,Ad] natural_precedence=whole_category bragger_as_self=false"),
        ("three_card", "blind_play=false max_players=17 ante=100"),
        ("three_card", "min_stake=4 ante=2 max_stake=40 max_initial_stake=8 max_raise=6 raise_factor=3"),
        ("three_card", "limit_mode=fixed raise_increment=2 max_hands=20 max_minutes=90 first_dealer=seat:3"),
        ("three_card", "short_stack=fold_only max_blind_bets=4 two_three_five=beats_prial gather=exact"),
        ("four_card", ""),
        ("stop_the_bus", ""),
        (
            "stop_the_bus",
            "lives=1 entry_stake=70 stick_mode=after_swap_only max_circuits=3 low=reverse max_players=16",
        ),
        ("seven_card_two_hands", "set_stake=7 waiting_pot=contributors"),
        ("nine_card", "set_tie=carry_set set_betting=true limit_mode=pot"),
        ("fifteen_card", "game_stake=3 low=reverse"),
        ("ten_card", ""),
        ("teen_patti", ""),
        ("teen_patti", "variation=muflis ante=7"),
        ("teen_patti", "variation=wild_ranks:{2,A} pot_cap=400 sideshow=all_seen"),
        ("teen_patti", "variation=best_of_four max_players=13"),
        ("teen_patti", "variation=random_joker max_players=17"),
        ("five_card", "discard_tiebreak=false discard_mode=auto_best max_players=10 retain_blind_hand=false"),
        ("seven_card_pick3", "blind_play=true max_players=6 discard_tiebreak=true"),
        ("thirteen_card_pick3", "max_players=4 min_players=4"),
        ("lowball", "low=off best_prial=threes shuffle_mode=never cut=always cut_by=player max_buy_in=400"),
    ];
    for (variant, words) in cases {
        let rules = resolve(variant, words);
        assert_eq!(Rules::restore(variant, &owned(rules.effective())), Ok(rules), "{variant} {words}");
    }
}

#[test]
fn only_what_can_be_in_force_is_restored() {
    let mut values = owned(resolve("three_card", "").effective());
    values.insert("sideshow".to_owned(), OptionValue::Choice("off".to_owned()));
    let refusal = Rules::restore("three_card", &values).unwrap_err();
    assert_eq!(refusal.reason(), "UNKNOWN_OPTION");
    values.remove("sideshow");
    values.insert("tie_rule".to_owned(), OptionValue::Choice("elder_wins".to_owned()));
    assert_eq!(Rules::restore("three_card", &values).unwrap_err().reason(), "OPTION_CONFLICT");
    assert_eq!(Rules::restore("whist", &values).unwrap_err().reason(), "UNKNOWN_VARIANT");
}
