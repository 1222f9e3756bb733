//! What makes no table: names and values that do not exist, and every combination of rulebook A.3 that can
//! concern three-card brag and lowball; which of several answers.

mod options_common;

use std::collections::BTreeSet;

use brag_rules::options::{GivenRules, OptionValue, Rules, RulesRefusal, combinations, shorten};
use brag_rules::variant::Variant;
use options_common::given;

fn refusal(variant: &str, words: &str) -> RulesRefusal {
    match Rules::resolve(variant, &given(words)) {
        Err(refusal) => refusal,
        Ok(_) => panic!("{variant} {words}: accepted"),
    }
}

/// The number of A.3 and the options that the refusal names.
fn conflict(variant: &str, words: &str) -> (u8, String) {
    match refusal(variant, words) {
        RulesRefusal::Conflict { number, options, .. } => (number, options.join(" ")),
        other => panic!("{variant} {words}: {other}"),
    }
}

fn accepted(variant: &str, words: &str) {
    if let Err(refusal) = Rules::resolve(variant, &given(words)) {
        panic!("{variant} {words}: {refusal}");
    }
}

/// Every case of A.3, the number first.
const CONFLICTS: &[(u8, &str, &str, &str)] = &[
    (1, "american", "max_players=18", "max_players"),
    (1, "hoyle_1751", "max_players=18", "max_players"),
    (2, "american", "lives=3", "lives"),
    (2, "classic_three_stake", "max_rounds=50", "max_rounds"),
    (2, "classic_three_stake", "wild=[Jc]", "wild"),
    (2, "classic_three_stake", "ante=3", "ante"),
    (7, "classic_three_stake", "ante_mode=none", "ante_mode"),
    (17, "classic_three_stake", "short_stack=fold_only", "short_stack"),
    (24, "classic_three_stake", "tie_rule=split", "tie_rule"),
    (2, "american", "short_pack_low=9", "short_pack_low"),
    (2, "hoyle_1751", "draw_max=1", "draw_max"),
    (2, "american", "discard_mode=auto_best", "discard_mode"),
    (2, "hoyle_1751", "variation=classic", "variation"),
    (2, "american", "blind_play=true", "blind_play"),
    (2, "american", "max_rounds=50", "max_rounds"),
    (2, "american", "see_multiplier=1 raise_factor=2", "raise_factor see_multiplier"),
    (2, "american", "max_initial_stake=9", "max_initial_stake"),
    (2, "hoyle_1751", "suit_tiebreak=shdc", "suit_tiebreak"),
    (2, "hoyle_1751", "wild=[Jc]", "wild"),
    (2, "hoyle_1751", "waiting_pot=contributors", "waiting_pot"),
    (3, "american", "look_timing=any_time", "blind_play look_timing"),
    (5, "american", "limit_mode=fixed", "limit_mode raise_increment"),
    (5, "hoyle_1751", "limit_mode=fixed raise_increment=2 max_raise=4", "limit_mode max_raise"),
    (6, "american", "min_stake=4 max_stake=3", "min_stake max_stake"),
    (7, "american", "ante_mode=after_prial", "ante_mode"),
    (7, "hoyle_1751", "ante_mode=none", "ante_mode"),
    (7, "hoyle_1751", "ante_mode=after_prial", "ante_mode"),
    (8, "american", "shuffle_mode=never", "shuffle_mode"),
    (9, "american", "two_three_five=beats_prial", "two_three_five"),
    (10, "american", "low=reverse", "low"),
    (11, "american", "category_order=prial_first", "category_order"),
    (11, "hoyle_1751", "best_prial=natural ace_two_three=highest", "best_prial ace_two_three"),
    (13, "american", "sideshow=all_seen", "sideshow"),
    (13, "hoyle_1751", "pot_cap=100", "pot_cap"),
    (16, "american", "max_players=9 draw_max=3", "max_players draw_max"),
    (17, "american", "short_stack=side_pot", "short_stack"),
    (18, "american", "gather=exact", "gather"),
    (18, "hoyle_1751", "cut_by=player", "cut_by"),
    (18, "hoyle_1751", "max_hands=0", "max_hands"),
    (18, "american", "min_players=1", "min_players"),
    (19, "american", "braggers=[2,3,4,5,6,7,8]", "braggers"),
    (23, "hoyle_1751", "max_players=9", "max_players short_pack_low"),
    (23, "hoyle_1751", "max_players=7 short_pack_low=10 braggers=[Jc]", "max_players short_pack_low"),
    (23, "hoyle_1751", "short_pack_low=10", "braggers short_pack_low"),
    (24, "american", "tie_rule=seer_loses", "tie_rule"),
    (24, "hoyle_1751", "tie_rule=seer_loses", "tie_rule"),
    (1, "three_card", "max_players=18", "max_players"),
    (1, "three_card", "max_players=300", "max_players"),
    (1, "three_card", "max_players=18 blind_play=false", "max_players"),
    (1, "lowball", "max_players=17", "max_players blind_play retain_blind_hand"),
    (2, "three_card", "lives=3", "lives"),
    (2, "three_card", "variation=classic", "variation"),
    (2, "three_card", "discard_mode=player", "discard_mode"),
    (1, "four_card", "max_players=14 blind_play=false", "max_players"),
    (1, "four_card", "max_players=13", "max_players blind_play retain_blind_hand"),
    (1, "five_card", "max_players=10", "max_players blind_play retain_blind_hand"),
    (1, "seven_card_pick3", "blind_play=true", "max_players blind_play retain_blind_hand"),
    (1, "seven_card_pick3", "max_players=8", "max_players"),
    (1, "thirteen_card_pick3", "blind_play=true", "max_players blind_play retain_blind_hand"),
    (1, "thirteen_card_pick3", "max_players=5", "max_players"),
    (1, "thirteen_card_crash", "max_players=5", "max_players"),
    (2, "thirteen_card_crash", "set_stake=3", "set_stake"),
    (14, "thirteen_card_crash", "spare_hand=true", "spare_hand max_players"),
    (14, "thirteen_card_crash", "spare_fee=2", "spare_hand spare_fee"),
    (15, "thirteen_card_crash", "settlement=per_point point_value=0", "settlement point_value"),
    (
        15,
        "thirteen_card_crash",
        "double_if_not_on_board=true game_stake=0",
        "double_if_not_on_board game_stake",
    ),
    (1, "stop_the_bus", "max_players=17", "max_players"),
    (2, "stop_the_bus", "target=10", "target"),
    (2, "stop_the_bus", "ante=3", "ante"),
    (2, "stop_the_bus", "waiting_pot=contributors", "waiting_pot"),
    (2, "stop_the_bus", "ante_mode=none", "ante_mode"),
    (2, "stop_the_bus", "blind_play=false", "blind_play"),
    (2, "stop_the_bus", "max_blind_bets=3 tie_rule=split", "max_blind_bets tie_rule"),
    (2, "stop_the_bus", "variation=classic", "variation"),
    (7, "stop_the_bus", "ante_mode=after_prial", "ante_mode"),
    (8, "stop_the_bus", "shuffle_mode=on_prial_win", "shuffle_mode"),
    (9, "stop_the_bus", "two_three_five=beats_prial", "two_three_five"),
    (10, "stop_the_bus", "low=reverse wild=[Jc]", "low wild"),
    (12, "stop_the_bus", "tie_rule=elder_wins", "tie_rule"),
    (13, "stop_the_bus", "sideshow=all_seen", "sideshow"),
    (17, "stop_the_bus", "short_stack=fold_only", "short_stack"),
    (18, "stop_the_bus", "gather=exact", "gather"),
    (18, "stop_the_bus", "cut_by=player", "cut_by"),
    (18, "stop_the_bus", "min_players=1", "min_players"),
    (18, "stop_the_bus", "max_hands=0", "max_hands"),
    (19, "stop_the_bus", "wild=[random_rank]", "wild"),
    (2, "four_card", "variation=classic", "variation"),
    (2, "teen_patti", "discard_mode=auto_best", "discard_mode"),
    (5, "teen_patti", "limit_mode=fixed raise_increment=2", "limit_mode raise_factor"),
    (7, "teen_patti", "ante_mode=none", "ante_mode"),
    (7, "teen_patti", "ante_mode=after_prial", "ante_mode"),
    (
        9,
        "teen_patti",
        "two_three_five=beats_prial short_stack=fold_only max_blind_bets=1 pot_cap=99",
        "two_three_five pot_cap",
    ),
    (
        9,
        "teen_patti",
        "two_three_five=beats_prial short_stack=fold_only max_blind_bets=1 variation=best_of_four",
        "two_three_five",
    ),
    (10, "teen_patti", "variation=muflis ace_two_three=second", "low ace_two_three"),
    (13, "teen_patti", "variation=nine99 suit_tiebreak=shdc", "variation suit_tiebreak"),
    (13, "teen_patti", "variation=nine99 best_prial=natural", "variation best_prial"),
    (18, "teen_patti", "gather=exact", "gather shuffle_mode"),
    (21, "teen_patti", "short_stack=fold_only", "short_stack blind_play max_blind_bets"),
    (22, "teen_patti", "ante=0", "ante"),
    (22, "teen_patti", "min_stake=6", "min_stake ante"),
    (22, "teen_patti", "ante=3 min_stake=5 half_stake_rounding=round_up", "min_stake ante"),
    (22, "teen_patti", "variation=ak47 wild=[Jc]", "variation wild"),
    (22, "teen_patti", "variation=muflis low=reverse", "variation low"),
    (22, "teen_patti", "variation=best_of_four discard_mode=auto_best", "variation discard_mode"),
    (22, "teen_patti", "variation=best_of_four discard_tiebreak=false", "variation discard_tiebreak"),
    (22, "teen_patti", "variation=best_of_four max_players=14", "variation max_players"),
    (2, "four_card", "spare_hand=true", "spare_hand"),
    (3, "seven_card_pick3", "retain_blind_hand=false", "blind_play retain_blind_hand"),
    (9, "four_card", "two_three_five=beats_prial short_stack=fold_only max_blind_bets=1", "two_three_five"),
    (13, "five_card", "pot_cap=100", "pot_cap"),
    (18, "seven_card_pick3", "gather=exact", "gather shuffle_mode"),
    (21, "four_card", "short_stack=fold_only", "short_stack blind_play max_blind_bets"),
    (2, "lowball", "set_stake=2 lives=3", "set_stake lives"),
    (3, "three_card", "blind_play=false blind_win=pot_carries", "blind_play blind_win"),
    (3, "three_card", "blind_play=false retain_blind_hand=true", "blind_play retain_blind_hand"),
    (3, "three_card", "blind_play=false max_blind_bets=4", "blind_play max_blind_bets"),
    (3, "three_card", "blind_play=false look_timing=any_time", "blind_play look_timing"),
    (3, "three_card", "blind_play=false two_hand_rule=look_one", "blind_play two_hand_rule"),
    (3, "three_card", "blind_play=false two_hand_look_timing=own_turn", "blind_play two_hand_look_timing"),
    (3, "three_card", "blind_play=false two_hand_showdown=best_of_both", "blind_play two_hand_showdown"),
    (3, "three_card", "blind_play=false half_stake_rounding=round_up", "blind_play half_stake_rounding"),
    (4, "three_card", "half_stake_rounding=even_only min_stake=3", "half_stake_rounding min_stake"),
    (4, "three_card", "half_stake_rounding=even_only max_stake=9", "half_stake_rounding max_stake"),
    (
        4,
        "three_card",
        "half_stake_rounding=even_only max_initial_stake=5",
        "half_stake_rounding max_initial_stake",
    ),
    (4, "three_card", "half_stake_rounding=even_only max_raise=1", "half_stake_rounding max_raise"),
    (
        4,
        "three_card",
        "half_stake_rounding=even_only limit_mode=fixed raise_increment=3",
        "half_stake_rounding raise_increment",
    ),
    (5, "three_card", "limit_mode=fixed", "limit_mode raise_increment"),
    (5, "three_card", "raise_increment=2", "limit_mode raise_increment"),
    (5, "three_card", "raise_increment=2 limit_mode=pot", "limit_mode raise_increment"),
    (5, "three_card", "limit_mode=fixed raise_increment=2 max_raise=2", "limit_mode max_raise"),
    (5, "three_card", "limit_mode=fixed raise_increment=2 raise_factor=2", "limit_mode raise_factor"),
    (5, "three_card", "limit_mode=fixed raise_increment=3", "limit_mode blind_play raise_increment"),
    (5, "three_card", "limit_mode=fixed raise_increment=2 min_stake=3", "limit_mode blind_play min_stake"),
    (6, "three_card", "max_initial_stake=10 max_stake=8", "max_initial_stake max_stake"),
    (6, "three_card", "max_stake=1", "min_stake max_stake"),
    (6, "three_card", "max_stake=0", "min_stake max_stake"),
    (6, "three_card", "max_initial_stake=9 min_stake=10", "min_stake max_initial_stake"),
    (6, "three_card", "max_initial_stake=0", "min_stake max_initial_stake"),
    (6, "three_card", "raise_factor=1", "raise_factor"),
    (6, "three_card", "raise_factor=0", "raise_factor"),
    (9, "three_card", "two_three_five=beats_prial", "two_three_five short_stack"),
    (9, "three_card", "two_three_five=beats_prial short_stack=side_pot", "two_three_five short_stack"),
    (
        9,
        "three_card",
        "two_three_five=beats_prial short_stack=fold_only max_blind_bets=4 two_hand_showdown=best_of_both",
        "two_three_five two_hand_showdown",
    ),
    (
        9,
        "three_card",
        "two_three_five=beats_prial short_stack=fold_only max_blind_bets=4 pot_cap=90",
        "two_three_five pot_cap",
    ),
    (9, "lowball", "two_three_five=beats_prial short_stack=fold_only max_blind_bets=4", "two_three_five low"),
    (
        9,
        "three_card",
        "two_three_five=beats_prial short_stack=fold_only max_blind_bets=4 wild=[Jc]",
        "two_three_five wild",
    ),
    (10, "three_card", "low=reverse wild=[Jc]", "low wild"),
    (10, "lowball", "wild=[9]", "low wild"),
    (19, "three_card", "wild=[lowest_card]", "wild"),
    (19, "three_card", "wild=[random_rank]", "wild"),
    (19, "three_card", "wild=[2,3,4,5,6,7,8c,8d,8h]", "wild"),
    (10, "three_card", "low=reverse category_order=prial_first", "low category_order"),
    (10, "three_card", "low=seed_low ace_two_three=highest", "low ace_two_three"),
    (10, "three_card", "low=reverse best_prial=threes", "low best_prial"),
    (10, "lowball", "best_prial=threes", "low best_prial"),
    (10, "lowball", "category_order=running_flush_first", "low category_order"),
    (12, "three_card", "tie_rule=elder_wins", "tie_rule"),
    (12, "lowball", "tie_rule=elder_wins", "tie_rule"),
    (13, "three_card", "sideshow=both_seen", "sideshow"),
    (13, "three_card", "pot_cap=100", "pot_cap"),
    (18, "three_card", "gather=exact shuffle_mode=every_hand", "gather shuffle_mode"),
    (18, "lowball", "gather=exact", "gather shuffle_mode"),
    (18, "three_card", "cut_by=player cut=never", "cut_by cut"),
    (18, "three_card", "max_hands=0", "max_hands"),
    (18, "three_card", "min_players=1", "min_players"),
    (18, "three_card", "min_players=-1", "min_players"),
    (21, "three_card", "short_stack=fold_only", "short_stack blind_play max_blind_bets"),
    (
        21,
        "three_card",
        "short_stack=fold_only two_three_five=beats_prial",
        "short_stack blind_play max_blind_bets",
    ),
    (1, "seven_card_two_hands", "max_players=8", "max_players"),
    (1, "nine_card", "max_players=6", "max_players"),
    (1, "fifteen_card", "max_players=4", "max_players"),
    (1, "ten_card", "max_players=6", "max_players"),
    (2, "seven_card_two_hands", "ante=3", "ante"),
    (2, "seven_card_two_hands", "ante_mode=none", "ante_mode"),
    (2, "seven_card_two_hands", "max_stake=10", "max_stake"),
    (2, "seven_card_two_hands", "blind_play=false", "blind_play"),
    (2, "seven_card_two_hands", "tie_rule=split", "tie_rule"),
    (2, "seven_card_two_hands", "max_rounds=20 look_timing=own_turn", "look_timing max_rounds"),
    (2, "seven_card_two_hands", "set_tie=split", "set_tie"),
    (2, "seven_card_two_hands", "game_stake=0", "game_stake"),
    (2, "seven_card_two_hands", "discard_mode=auto_best", "discard_mode"),
    (2, "nine_card", "tie_rule=split", "tie_rule"),
    (2, "nine_card", "max_stake=10", "set_betting max_stake"),
    (2, "nine_card", "set_betting=false limit_mode=pot", "set_betting limit_mode"),
    (2, "ten_card", "set_stake=1", "set_stake"),
    (2, "ten_card", "set_betting=true", "set_betting"),
    (2, "ten_card", "waiting_pot=contributors", "waiting_pot"),
    (2, "fifteen_card", "scoring=street", "scoring"),
    (2, "fifteen_card", "variation=classic", "variation"),
    (5, "nine_card", "set_betting=true limit_mode=fixed", "limit_mode raise_increment"),
    (
        5,
        "nine_card",
        "set_betting=true limit_mode=fixed raise_increment=3 max_raise=3",
        "limit_mode max_raise",
    ),
    (6, "nine_card", "set_betting=true max_stake=1", "min_stake max_stake"),
    (6, "nine_card", "set_betting=true max_initial_stake=9 max_stake=8", "max_initial_stake max_stake"),
    (6, "nine_card", "set_betting=true raise_factor=1", "raise_factor"),
    (7, "seven_card_two_hands", "ante_mode=after_prial", "ante_mode"),
    (7, "ten_card", "ante_mode=after_prial", "ante_mode"),
    (8, "seven_card_two_hands", "shuffle_mode=never", "shuffle_mode"),
    (8, "nine_card", "shuffle_mode=on_prial_win", "shuffle_mode"),
    (8, "fifteen_card", "shuffle_mode=on_prial_shown", "shuffle_mode"),
    (8, "ten_card", "shuffle_mode=on_prial_or_exhausted", "shuffle_mode"),
    (9, "nine_card", "two_three_five=beats_prial", "two_three_five"),
    (10, "nine_card", "low=reverse wild=[Jc]", "low wild"),
    (12, "seven_card_two_hands", "tie_rule=elder_wins", "tie_rule"),
    (13, "nine_card", "sideshow=both_seen", "sideshow"),
    (13, "ten_card", "pot_cap=90", "pot_cap"),
    (17, "seven_card_two_hands", "short_stack=side_pot", "short_stack"),
    (17, "nine_card", "set_betting=true short_stack=fold_only", "short_stack"),
    (17, "fifteen_card", "short_stack=fold_only", "short_stack"),
    (18, "seven_card_two_hands", "cut_by=player", "cut_by"),
    (18, "nine_card", "gather=exact", "gather"),
    (18, "ten_card", "max_hands=0", "max_hands"),
    (18, "ten_card", "min_players=1", "min_players"),
    (19, "nine_card", "wild=[lowest_card]", "wild"),
    (19, "ten_card", "wild=[2,3,4,5,6,7,8c,8d,8h]", "wild"),
    (20, "nine_card", "set_betting=true set_stake=0", "set_betting set_stake"),
];

#[test]
fn every_combination_is_refused_by_its_number() {
    for &(number, variant, words, options) in CONFLICTS {
        assert_eq!(conflict(variant, words), (number, options.to_owned()), "{variant} {words}");
    }
}

#[test]
fn every_listed_combination_has_a_case() {
    let mut listed = BTreeSet::new();
    for &variant in Variant::all() {
        assert!(combinations(variant).is_sorted_by_key(|refused| refused.number));
        listed.extend(combinations(variant).iter().map(|refused| refused.id));
    }
    let mut shown = BTreeSet::new();
    for &(_, variant, words, _) in CONFLICTS {
        let RulesRefusal::Conflict { id, number, options, text } = refusal(variant, words) else {
            unreachable!()
        };
        let of_variant = combinations(Variant::by_id(variant).unwrap());
        let refused = of_variant.iter().find(|refused| refused.id == id);
        let refused = refused.unwrap_or_else(|| panic!("{number} {text}: not listed"));
        assert_eq!((refused.number, refused.text), (number, text.as_str()));
        assert!(options.iter().all(|option| refused.options.contains(option)), "{words}");
        shown.insert(id);
    }
    assert_eq!(shown, listed);
}

#[test]
fn what_stands_next_to_a_refusal_is_accepted() {
    for (variant, words) in [
        ("three_card", "max_players=16"),
        ("three_card", "max_players=17 retain_blind_hand=false"),
        ("three_card", "max_players=17 blind_play=false"),
        ("three_card", "blind_play=false max_rounds=10 tie_rule=split"),
        ("three_card", "half_stake_rounding=even_only min_stake=4 ante=3 max_stake=40 max_raise=2"),
        ("three_card", "limit_mode=fixed raise_increment=2"),
        ("three_card", "limit_mode=fixed raise_increment=3 min_stake=3 blind_play=false"),
        ("three_card", "limit_mode=pot max_raise=2 raise_factor=2"),
        ("three_card", "max_stake=2 max_initial_stake=2"),
        ("three_card", "two_three_five=beats_prial short_stack=fold_only max_blind_bets=4"),
        ("three_card", "two_three_five=beats_prial short_stack=fold_only blind_play=false"),
        ("three_card", "low=reverse best_prial=natural"),
        ("three_card", "low=off category_order=running_flush_first ace_two_three=not_a_run"),
        ("lowball", "low=off ace_two_three=second"),
        ("three_card", "wild=[A,K,Q,J,T,9,8c,8d] natural_precedence=none"),
        ("three_card", "wild=[] low=reverse natural_precedence=prials_only bragger_as_self=false"),
        ("lowball", "low=off wild=[Jc]"),
        ("three_card", "sideshow=off"),
        ("three_card", "gather=scrambled shuffle_mode=every_hand"),
        ("lowball", "gather=exact shuffle_mode=never"),
        ("three_card", "cut_by=player"),
        ("three_card", "max_hands=1 min_players=2 raise_factor=2"),
        ("three_card", "short_stack=fold_only max_blind_bets=1"),
        ("three_card", "short_stack=fold_only blind_play=false"),
        ("three_card", "first_dealer=seat:17"),
        ("stop_the_bus", "max_players=16 entry_stake=0 lives=10 max_circuits=200"),
        ("stop_the_bus", "ante=2 min_stake=2 ante_mode=always blind_play=true shuffle_mode=every_hand"),
        ("stop_the_bus", "short_stack=cover_pot gather=scrambled cut_by=engine tie_rule=seer_loses"),
        ("four_card", "max_players=12"),
        ("teen_patti", "max_players=17 variation=random_joker"),
        ("teen_patti", "max_players=13 variation=best_of_four"),
        ("teen_patti", "pot_cap=12"),
        ("teen_patti", "wild=[lowest_card]"),
        ("teen_patti", "low=reverse best_prial=natural"),
        ("teen_patti", "two_three_five=beats_prial short_stack=fold_only max_blind_bets=4"),
        ("teen_patti", "blind_play=false"),
        ("four_card", "max_players=13 retain_blind_hand=false"),
        ("five_card", "max_players=9 discard_tiebreak=false"),
        ("five_card", "max_players=10 blind_play=false discard_mode=auto_best"),
        ("seven_card_pick3", "max_players=7 short_stack=fold_only"),
        ("seven_card_pick3", "blind_play=true max_players=6"),
        ("seven_card_pick3", "blind_play=true retain_blind_hand=false"),
        ("thirteen_card_pick3", "blind_play=true max_players=3"),
        ("three_card", "min_players=8"),
        ("american", "max_players=17"),
        ("american", "max_players=8 draw_max=3"),
        ("american", "max_players=10 draw_max=2 tie_rule=split"),
        ("american", "braggers=[] natural_precedence=prials_only bragger_as_self=true"),
        ("american", "braggers=[2,3,4,5,6,7] ante_mode=none waiting_pot=contributors"),
        (
            "american",
            "blind_play=false wild=[] low=off short_stack=cover_pot shuffle_mode=every_hand cut_by=engine",
        ),
        ("american", "suit_tiebreak=none max_rounds=100 sideshow=off two_three_five=off gather=scrambled"),
        ("american", "limit_mode=fixed raise_increment=3 max_stake=9"),
        ("hoyle_1751", "max_players=8"),
        ("hoyle_1751", "max_players=10 short_pack_low=7"),
        ("hoyle_1751", "max_players=9 short_pack_low=8"),
        ("hoyle_1751", "max_players=17 short_pack_low=2 braggers=[J,9]"),
        ("hoyle_1751", "short_pack_low=10 braggers=[J]"),
        ("hoyle_1751", "ante_mode=always waiting_pot=open ante=3 forfeit=0"),
        // What has no meaning may be given its default.
        (
            "seven_card_two_hands",
            "ante=2 ante_mode=always blind_play=true tie_rule=seer_loses max_rounds=100",
        ),
        ("seven_card_two_hands", "ante=5 min_stake=5 short_stack=cover_pot cut_by=engine gather=scrambled"),
        ("seven_card_two_hands", "waiting_pot=contributors set_stake=0"),
        ("nine_card", "limit_mode=no_limit see_multiplier=2 two_three_five=off sideshow=off"),
        ("nine_card", "set_betting=true limit_mode=fixed raise_increment=3 min_stake=3"),
        ("nine_card", "set_tie=carry_set set_stake=0"),
        ("ten_card", "waiting_pot=open game_stake=5 low=reverse shuffle_mode=every_hand"),
        ("fifteen_card", "min_players=3 max_players=3 wild=[Jc]"),
    ] {
        accepted(variant, words);
    }
}

/// A case of each number that leaves the options of all later ones free, so that they can be put together.
#[test]
fn the_lowest_number_answers() {
    let growing = [
        (21, "short_stack=fold_only"),
        (19, "wild=[lowest_card]"),
        (18, "max_hands=0"),
        (13, "pot_cap=100"),
        (12, "tie_rule=elder_wins"),
        (10, "low=reverse category_order=prial_first"),
        (9, "two_three_five=beats_prial"),
        (6, "raise_factor=1"),
        (5, "raise_increment=3"),
        (4, "half_stake_rounding=even_only"),
        (2, "target=61"),
        (1, "max_players=18"),
    ];
    let mut words = String::new();
    for (number, more) in growing {
        words = format!("{words} {more}");
        assert_eq!(conflict("three_card", &words).0, number, "{words}");
    }
    // Refusal 3 takes blind play away, on which 21 stands.
    assert_eq!(conflict("three_card", "blind_play=false half_stake_rounding=even_only min_stake=3").0, 3);
    assert_eq!(conflict("three_card", "blind_play=false look_timing=own_turn lives=3").0, 2);
}

#[test]
fn an_option_of_another_variant_is_known_by_name() {
    let named = "discard_tiebreak discard_mode set_stake set_tie set_betting game_stake scoring target min_hand \
        tie_in_hand crash settlement point_value double_if_not_on_board four_kind_fee four_kind_rank \
        four_threes_wins spare_hand spare_fee lives entry_stake stick_mode final_swap max_circuits stake \
        min_brag braggers no_brag ace_value thirty_one_draw thirty_one_tie triple_bonus draw_max dealer_stake \
        forfeit short_pack_low variation";
    let named: Vec<&str> = named.split_whitespace().collect();
    for key in &named {
        for variant in ["three_card", "lowball"] {
            assert_eq!(conflict(variant, &format!("{key}=1")), (2, (*key).to_owned()));
        }
    }
    let listed = combinations(Variant::ThreeCard);
    let listed: BTreeSet<&str> = listed
        .iter()
        .filter(|refused| refused.number == 2)
        .flat_map(|refused| refused.options)
        .copied()
        .collect();
    assert_eq!(listed, named.into_iter().collect());
}

#[test]
fn an_unknown_variant_answers_first() {
    let expected = RulesRefusal::UnknownVariant {
        given: "four_cards".to_owned(),
        known: Variant::all().iter().map(|variant| variant.id()).collect(),
    };
    assert_eq!(refusal("four_cards", "nonsense=1 min_stake=0 lives=3"), expected);
    assert_eq!(refusal("", "").reason(), "UNKNOWN_VARIANT");
}

#[test]
fn an_unknown_option_answers_before_its_value_and_the_others() {
    let RulesRefusal::UnknownOption { key, nearest } =
        refusal("three_card", "zebra=1 antes=2 min_stake=0 lives=3")
    else {
        panic!("not an unknown option")
    };
    assert_eq!((key.as_str(), nearest), ("antes", Some("ante")));
}

#[test]
fn what_is_no_rule_or_not_yet_played_is_an_unknown_option() {
    for key in ["variant", "turn_timeout_ms", ""] {
        for variant in ["three_card", "lowball"] {
            let given = GivenRules::from([(key.to_owned(), OptionValue::Flag(true))]);
            let refusal = Rules::resolve(variant, &given).unwrap_err();
            assert_eq!(refusal, RulesRefusal::UnknownOption { key: key.to_owned(), nearest: None });
        }
    }
}

#[test]
fn a_misspelt_option_is_told_the_nearest() {
    for (key, meant) in [
        ("min_steak", Some("min_stake")),
        ("maxstake", Some("max_stake")),
        ("Ante", Some("ante")),
        ("shortstack", Some("short_stack")),
        ("shuffle", None),
        ("cutby", Some("cut_by")),
        ("best-prial", Some("best_prial")),
        ("tie_rules", Some("tie_rule")),
        ("two_hand_look_time", Some("two_hand_look_timing")),
        ("x", None),
        ("antidisestablishmentarianism", None),
    ] {
        let RulesRefusal::UnknownOption { nearest, .. } = refusal("three_card", &format!("{key}=1")) else {
            panic!("{key}")
        };
        assert_eq!(nearest, meant, "{key}");
    }
}

#[test]
fn a_value_that_an_option_does_not_take_is_invalid() {
    for (words, key) in [
        ("min_players=9", "min_players"),
        ("min_players=18 max_players=18", "min_players"),
        ("min_players=5 max_players=4", "min_players"),
        ("max_players=1", "max_players"),
        ("max_players=-3", "max_players"),
        ("min_buy_in=0", "min_buy_in"),
        ("min_buy_in=1", "min_buy_in"),
        ("min_buy_in=99 ante=100", "min_buy_in"),
        ("max_buy_in=0", "max_buy_in"),
        ("max_buy_in=39", "max_buy_in"),
        ("min_buy_in=50 max_buy_in=49", "max_buy_in"),
        ("ante=-1", "ante"),
        ("ante=9007199254740992", "ante"),
        ("ante=true", "ante"),
        ("ante=two", "ante"),
        ("ante=[2]", "ante"),
        ("ante_mode=sometimes", "ante_mode"),
        ("ante_mode=1", "ante_mode"),
        ("ante_mode=Always", "ante_mode"),
        ("min_stake=0", "min_stake"),
        ("min_stake=-2", "min_stake"),
        ("max_initial_stake=-1", "max_initial_stake"),
        ("max_stake=-1", "max_stake"),
        ("max_raise=0", "max_raise"),
        ("raise_factor=256", "raise_factor"),
        ("raise_increment=0", "raise_increment"),
        ("see_multiplier=0", "see_multiplier"),
        ("see_multiplier=3", "see_multiplier"),
        ("seer_may_muck=1", "seer_may_muck"),
        ("blind_play=no", "blind_play"),
        ("max_blind_bets=0", "max_blind_bets"),
        ("max_rounds=9", "max_rounds"),
        ("max_rounds=65536", "max_rounds"),
        ("sit_out_limit=0", "sit_out_limit"),
        ("max_minutes=0", "max_minutes"),
        ("low=high", "low"),
        ("first_dealer=seat:0", "first_dealer"),
        ("first_dealer=seat:18", "first_dealer"),
        ("first_dealer=seat:01", "first_dealer"),
        ("first_dealer=1", "first_dealer"),
        ("max_hands=-1", "max_hands"),
        ("max_hands=4294967296", "max_hands"),
        ("timeouts_before_sit_out=0", "timeouts_before_sit_out"),
        // Of several the first in the order of the catalogue, and before every combination.
        ("timeouts_before_sit_out=0 ante=-1 lives=3 max_players=18", "ante"),
    ] {
        let RulesRefusal::InvalidValue { key: named, allowed, .. } = refusal("three_card", words) else {
            panic!("{words}: {}", refusal("three_card", words))
        };
        assert_eq!(named, key, "{words}");
        assert!(!allowed.is_empty());
    }
}

#[test]
fn a_refusal_says_what_is_wrong() {
    for (variant, words, text) in [
        (
            "hoyle_1751",
            "ante=9007199254740991 dealer_stake=9007199254740991 min_buy_in=9007199254740991",
            "ante is at most 0, since a player must have 9007199254740991 beside it, not 9007199254740991",
        ),
        (
            "whist",
            "",
            "there is no variant \"whist\"; there are three_card, four_card, five_card, seven_card_pick3, \
            seven_card_two_hands, nine_card, thirteen_card_pick3, thirteen_card_crash, fifteen_card, ten_card, \
            stop_the_bus, classic_three_stake, american, hoyle_1751, lowball, teen_patti",
        ),
        ("three_card", "antes=1", "there is no option \"antes\"; perhaps ante is meant"),
        ("three_card", "zebra=1", "there is no option \"zebra\""),
        ("three_card", "see_multiplier=3", "see_multiplier is a whole number from 1 to 2, not 3"),
        ("hoyle_1751", "short_pack_low=5", "short_pack_low is one of 2, 7, 8, 9, 10, not 5"),
        ("three_card", "tie_rule=nobody", "tie_rule is one of seer_loses, split, not \"nobody\""),
        ("three_card", "blind_play=1", "blind_play is true or false, not 1"),
        ("three_card", "max_buy_in=30", "max_buy_in is at least min_buy_in, 40, not 30"),
        (
            "three_card",
            "cut=never cut_by=player",
            "where nothing is cut, no player cuts (cut_by, cut; refusal 18)",
        ),
    ] {
        assert_eq!(refusal(variant, words).to_string(), text);
    }
    let reasons =
        [("whist", ""), ("three_card", "zebra=1"), ("three_card", "cut=1"), ("three_card", "lives=1")]
            .map(|(variant, words)| refusal(variant, words).reason());
    assert_eq!(reasons, ["UNKNOWN_VARIANT", "UNKNOWN_OPTION", "INVALID_FIELD", "OPTION_CONFLICT"]);
}

#[test]
fn a_refusal_does_not_grow_with_what_was_written() {
    let long = "é".repeat(100_000);
    let cut = format!("{}…", "é".repeat(64));
    let RulesRefusal::UnknownVariant { given, .. } = Rules::resolve(&long, &GivenRules::new()).unwrap_err()
    else {
        panic!("known")
    };
    assert_eq!(given, cut);
    let option = GivenRules::from([(long.clone(), OptionValue::Number(1))]);
    let expected = RulesRefusal::UnknownOption { key: cut, nearest: None };
    assert_eq!(Rules::resolve("three_card", &option), Err(expected));
    let value = GivenRules::from([("cut".to_owned(), OptionValue::Choice(long))]);
    let RulesRefusal::InvalidValue { given, .. } = Rules::resolve("three_card", &value).unwrap_err() else {
        panic!("valid")
    };
    assert_eq!(given.chars().count(), 65);
    assert_eq!(shorten(&"é".repeat(70)), format!("{}…", "é".repeat(64)), "between characters");
    assert_eq!(shorten("short"), "short");
}
