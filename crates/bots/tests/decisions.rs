//! What bots do, by the views that they are shown.
#![allow(clippy::unwrap_used, reason = "a test that cannot build its view has failed")]

use brag_bots::{Bot, Kind};
use brag_contract::v1;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::legal_act::Act;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::{
    Charter, HandView, LegalAccept, LegalAct, LegalActs, LegalArrange, LegalBet, LegalCommit, LegalCover,
    LegalCut, LegalDiscard, LegalFold, LegalKeep, LegalLook, LegalRefuse, LegalRetain, LegalSee,
    LegalSideshow, LegalThrow, Phase, Pot, RetainChoice, SeatStatus, SeatTurn, SeatView, TableView,
    WhichHand,
};
use brag_rules::arrange::{Laying, Sets};
use brag_rules::card::Cards;
use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_rules::rank::Ranking;
use std::collections::{BTreeMap, BTreeSet};

/// A table at which seat 1 is asked, with so many opponents who looked, and the options that differ.
fn table(opponents: u32, options: &[(&str, &str)]) -> TableView {
    table_of("three_card", opponents, options)
}

/// The same of another variant.
fn table_of(variant: &str, opponents: u32, options: &[(&str, &str)]) -> TableView {
    let given: GivenRules = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), OptionValue::from_plain(value).unwrap()))
        .collect();
    let rules = Rules::resolve(variant, &given).unwrap().effective();
    let rules: BTreeMap<String, v1::OptionValue> =
        rules.into_iter().map(|(key, value)| (key.to_owned(), wire(value))).collect();
    let seat = |number| {
        let mut seat = SeatView {
            number,
            player: format!("p{number}"),
            stack: 200,
            looked: true,
            ..SeatView::default()
        };
        seat.set_status(SeatStatus::In);
        seat.hands = vec![HandView { cards: vec!["??".to_owned(); 3], ..HandView::default() }];
        seat
    };
    let mut view = TableView {
        charter: Some(Charter { variant: variant.to_owned(), rules, ..Charter::default() }),
        seats: (1..=1 + opponents).map(seat).collect(),
        to_act: vec![SeatTurn { seat: 1, ..SeatTurn::default() }],
        pots: vec![Pot { amount: 12, covered_by: 0, ..Pot::default() }],
        viewer_seat: 1,
        stake: 2,
        hand: 50,
        ..TableView::default()
    };
    view.set_phase(Phase::Betting);
    view
}

fn wire(value: OptionValue) -> v1::OptionValue {
    let value = match value {
        OptionValue::Number(number) => Value::Number(number),
        OptionValue::Flag(flag) => Value::Flag(flag),
        OptionValue::Choice(choice) => Value::Choice(choice),
        OptionValue::Set(values) => Value::Set(v1::StringSet { values: values.into_iter().collect() }),
    };
    v1::OptionValue { value: Some(value) }
}

/// The same table with these cards known to seat 1.
fn holding(mut view: TableView, cards: &str) -> TableView {
    view.seats[0].hands[0].cards = cards.split(' ').map(str::to_owned).collect();
    view
}

fn blind(mut view: TableView) -> TableView {
    view.seats[0].looked = false;
    view
}

fn may(mut view: TableView, acts: impl IntoIterator<Item = Act>) -> TableView {
    let acts = acts.into_iter().map(|act| LegalAct { act: Some(act) }).collect();
    view.legal_acts = Some(LegalActs { acts, turn: 9, hand: view.hand });
    view
}

fn bet(min: i64, max: i64) -> Act {
    Act::Bet(LegalBet { min, max, step: 1 })
}

fn see(cost: i64) -> Act {
    Act::See(LegalSee { cost, which: Vec::new() })
}

const LOOK: Act = Act::Look(LegalLook { which: Vec::new() });
const FOLD: Act = Act::Fold(LegalFold {});

/// What bots of this kind and of 40 seeds do.
fn all_do(kind: Kind, view: &TableView) -> Vec<Action> {
    (0..40).map(|seed| Bot::new(kind, seed).decide(view).unwrap()).collect()
}

/// How often a bot of that kind does it, of 40.
fn count(kind: Kind, view: &TableView, is: impl Fn(&Action) -> bool) -> usize {
    all_do(kind, view).iter().filter(|act| is(act)).count()
}

fn is_fold(act: &Action) -> bool {
    matches!(act, Action::Fold(_))
}

#[test]
fn a_good_hand_is_played_and_a_bad_one_given_up() {
    let acts = || [FOLD, bet(4, 196)];
    let good = may(holding(table(3, &[]), "Kc Qc Jc"), acts());
    let bad = may(holding(table(3, &[]), "9c 5d 2h"), acts());
    for kind in [Kind::Tight, Kind::Loose] {
        assert_eq!(count(kind, &good, is_fold), 0, "{kind}");
    }
    assert_eq!(count(Kind::Tight, &bad, is_fold), 40);
    let middling = may(holding(table(1, &[]), "Ac 9d 5h"), acts());
    let (tight, loose) = (count(Kind::Tight, &middling, is_fold), count(Kind::Loose, &middling, is_fold));
    assert!(loose < tight, "loose folds {loose} of 40, tight {tight}");
}

#[test]
fn half_price_is_taken_while_the_stake_is_low_and_then_they_look() {
    let cheap = may(blind(table(3, &[])), [LOOK, FOLD, bet(1, 200)]);
    assert_eq!(count(Kind::Tight, &cheap, |act| matches!(act, Action::Bet(_))), 40);
    let mut dear = may(blind(table(3, &[])), [LOOK, FOLD, bet(20, 200)]);
    dear.stake = 40;
    for kind in [Kind::Tight, Kind::Loose] {
        assert_eq!(count(kind, &dear, |act| matches!(act, Action::Look(_))), 40, "{kind}");
    }
    let mut often = cheap.clone();
    often.seats[0].blind_bets = 1;
    assert_eq!(count(Kind::Tight, &often, |act| matches!(act, Action::Look(_))), 40);
    assert_eq!(
        count(Kind::Loose, &often, |act| matches!(act, Action::Look(_))),
        0,
        "loose stays blind for longer"
    );
    often.hand = 3;
    assert_eq!(
        count(Kind::Tight, &often, |act| matches!(act, Action::Look(_))),
        0,
        "early in a session blind"
    );
}

#[test]
fn the_best_hand_calls_until_the_pot_is_big() {
    let mut view = may(holding(table(2, &[]), "3c 3d 3h"), [FOLD, bet(2, 200)]);
    let calls = |act: &Action| matches!(act, Action::Bet(bet) if bet.amount == 2);
    assert_eq!(count(Kind::Tight, &view, calls), 40);
    view.pots[0].amount = 100;
    let raises = count(Kind::Tight, &view, |act| matches!(act, Action::Bet(bet) if bet.amount > 2));
    assert!(raises > 20, "{raises}");
}

#[test]
fn ace_two_three_is_worth_what_the_tables_options_say() {
    let acts = || [FOLD, bet(2, 200)];
    let options = [("ace_two_three", "not_a_run")];
    let run = may(holding(table(2, &[]), "Ac 2d 3h"), acts());
    let nothing = may(holding(table(2, &options), "Ac 2d 3h"), acts());
    assert_eq!(count(Kind::Tight, &run, is_fold), 0);
    assert!(count(Kind::Tight, &nothing, is_fold) > 30);
}

#[test]
fn against_a_blind_opponent_less_is_enough() {
    let acts = || [FOLD, bet(4, 100)];
    let open = may(holding(table(1, &[]), "Ac 8d 4h"), acts());
    let mut unseen = open.clone();
    unseen.seats[1].looked = false;
    assert!(count(Kind::Tight, &unseen, is_fold) < count(Kind::Tight, &open, is_fold));
}

#[test]
fn a_bet_asks_no_more_than_an_opponent_can_meet() {
    let mut view = may(holding(table(2, &[]), "Kc Kd 3h"), [FOLD, bet(2, 500)]);
    view.pots[0].amount = 1_000;
    view.seats[1].stack = 30;
    view.seats[2].stack = 40;
    for act in all_do(Kind::Tight, &view) {
        assert!(matches!(&act, Action::Bet(bet) if bet.amount <= 40), "{act:?}");
    }
}

#[test]
fn two_players_end_it_by_a_see() {
    let view = may(holding(table(1, &[]), "Ac Kd 9h"), [FOLD, bet(2, 200), see(4)]);
    let sees = count(Kind::Tight, &view, |act| matches!(act, Action::See(_)));
    assert!(sees > 30, "{sees}");
}

#[test]
fn what_costs_nothing_is_taken_and_the_last_chips_are_weighed() {
    let cover = |cost| Act::Cover(LegalCover { cost, which: Vec::new() });
    let free = may(holding(table(2, &[]), "5c 3d 2h"), [FOLD, cover(0)]);
    assert_eq!(count(Kind::Tight, &free, is_fold), 0);
    let dear = may(holding(table(2, &[]), "5c 3d 2h"), [FOLD, cover(30)]);
    assert_eq!(count(Kind::Tight, &dear, is_fold), 40);
    let good = may(holding(table(2, &[]), "Kc Qc Jc"), [FOLD, cover(30)]);
    assert_eq!(count(Kind::Tight, &good, is_fold), 0);
}

#[test]
fn of_two_hands_the_one_looked_at_is_kept_if_it_beats_half_of_all() {
    let acts = || [Act::Keep(LegalKeep {}), Act::Throw(LegalThrow {})];
    let of = |cards| {
        let mut view = may(holding(blind(table(2, &[])), cards), acts());
        view.set_phase(Phase::DecideHand);
        view.seats[0].hands.push(HandView { cards: vec!["??".to_owned(); 3], ..HandView::default() });
        view
    };
    assert_eq!(count(Kind::Tight, &of("Jc Jd 2h"), |act| matches!(act, Action::Keep(_))), 40);
    assert_eq!(count(Kind::Tight, &of("7c 5d 2h"), |act| matches!(act, Action::Throw(_))), 40);
}

/// The sets that bots of this kind lay of these cards.
fn laid(kind: Kind, view: TableView, sets: u32, cards: &str) -> BTreeSet<String> {
    let named = cards.split(' ').map(str::to_owned).collect();
    let arrange = LegalArrange { sets, cards: named, fewer: false, fours: false };
    let mut view = may(holding(view, cards), [Act::Arrange(arrange)]);
    view.set_phase(Phase::Arrange);
    let sets = all_do(kind, &view).into_iter().map(|act| match act {
        Action::Arrange(arrange) => {
            arrange.sets.iter().map(|set| set.cards.concat()).collect::<Vec<_>>().join(" ")
        }
        other => panic!("{other:?} lays nothing out"),
    });
    sets.collect()
}

#[test]
fn sets_are_laid_as_the_engine_would_and_a_random_bot_lays_any() {
    let two = || table_of("seven_card_two_hands", 3, &[]);
    for kind in [Kind::Tight, Kind::Loose] {
        let best = BTreeSet::from(["AdAhAs 3cQdKc".to_owned()]);
        assert_eq!(laid(kind, two(), 2, "As Ad Ah Kc Qd 2h 3c"), best, "{kind}");
        let low = table_of("seven_card_two_hands", 3, &[("low", "reverse"), ("best_prial", "natural")]);
        assert!(
            !laid(kind, low, 2, "As Ad Ah Kc Qd 2h 3c").contains("AdAhAs 3cQdKc"),
            "{kind}: the low hand wins"
        );
    }
    // What a random bot lays is accepted, whatever it is.
    let read = |codes: &str| -> Cards {
        let codes = codes.replace(' ', "");
        let card = |code: &[u8]| std::str::from_utf8(code).unwrap().parse().unwrap();
        codes.as_bytes().chunks(2).map(card).collect()
    };
    let hand = read("As Ad Ah Kc Qd 2h 3c");
    let rules = Rules::resolve("seven_card_two_hands", &GivenRules::new()).unwrap();
    let laying = Laying { ranking: Ranking::of(&rules.ranking), sets: 2, fewer: false, fours: None };
    let any = laid(Kind::Random, two(), 2, "As Ad Ah Kc Qd 2h 3c");
    assert!(any.len() > 20, "{any:?}");
    for sets in any {
        let mut laid = Sets::EMPTY;
        sets.split(' ').for_each(|set| laid.push(read(set).iter()).unwrap());
        assert_eq!(laying.check(&hand, &laid), Ok(()), "{sets}");
    }
}

/// F.10: where the first set looks beaten, the last one guards the main pot.
#[test]
fn a_weak_nine_card_hand_guards_the_last_set() {
    let nine = || table_of("nine_card", 3, &[]);
    let weak = "9c 9d 7h 6s 4d 3c Kh Js 2d";
    let guarding = laid(Kind::Tight, nine(), 3, weak);
    assert_eq!(guarding, BTreeSet::from(["4d3c2d 9c9d6s 7hKhJs".to_owned()]));
    let strong = laid(Kind::Tight, nine(), 3, "3c 3d 3h As Ad Ah Kc Kd Kh");
    assert_eq!(strong, BTreeSet::from(["3c3d3h AdAhAs KcKdKh".to_owned()]));
}

/// Where bets go round on a set, it is that set which is valued, and not what else lies there.
#[test]
fn bets_on_a_set_are_made_by_that_set() {
    let betting = |set: u32, cards: &str| {
        let mut view = table_of("nine_card", 1, &[("set_betting", "true")]);
        view.set_phase(Phase::SetBetting);
        view.betting_set = 2;
        view.pots = vec![Pot { amount: 4, ..Pot::default() }, Pot { amount: 8, set: 2, ..Pot::default() }];
        let view_of = |set, cards: &str| v1::SetView {
            set,
            cards: cards.split(' ').map(str::to_owned).collect(),
            ..v1::SetView::default()
        };
        let other = if set == 2 { view_of(1, "7c 5d 2h") } else { view_of(2, "7c 5d 2h") };
        view.seats[0].sets = vec![view_of(set, cards), other];
        may(view, [FOLD, bet(60, 60)])
    };
    assert_eq!(count(Kind::Tight, &betting(2, "As Ad Ah"), is_fold), 0);
    assert_eq!(
        count(Kind::Tight, &betting(1, "As Ad Ah"), is_fold),
        40,
        "the set of aces is decided already"
    );
}

/// What bots of this kind throw of these cards, the first card first.
fn thrown(kind: Kind, view: TableView, count: u32, cards: &str) -> BTreeSet<String> {
    let discard = LegalDiscard { count, cards: cards.split(' ').map(str::to_owned).collect() };
    let view = may(holding(view, cards), [Act::Discard(discard), FOLD]);
    all_do(kind, &view)
        .into_iter()
        .filter_map(|act| match act {
            Action::Discard(discard) => Some(discard.cards.join(" ")),
            _ => None,
        })
        .collect()
}

#[test]
fn the_best_three_are_kept() {
    let best = |thrown: &str| BTreeSet::from([thrown.to_owned()]);
    for kind in [Kind::Tight, Kind::Loose] {
        let four = |options| table_of("four_card", 3, options);
        assert_eq!(thrown(kind, four(&[]), 1, "Kc 5d Kh 9s"), best("5d"), "{kind}");
        let wild = four(&[("wild", "[\"5\"]")]);
        assert_eq!(thrown(kind, wild, 1, "Kc 5d Kh 9s"), best("9s"), "{kind}: fives are wild");
        let low = four(&[("low", "reverse"), ("best_prial", "natural")]);
        assert_eq!(thrown(kind, low, 1, "Kc 5d Kh 9s"), best("Kh"), "{kind}: the low hand wins");
        let thirteen = table_of("thirteen_card_pick3", 3, &[]);
        let many = "2c 9s 5d Ts Kh Jh 4c 2d 9d 5s Td Kd Js";
        assert_eq!(thrown(kind, thirteen, 10, many), best("2c 5d Kh Jh 4c 2d 9d 5s Td Kd"), "{kind}");
    }
    let random = thrown(Kind::Random, table_of("four_card", 3, &[]), 1, "Kc 5d Kh 9s");
    assert_eq!(random.len(), 4, "any card: {random:?}");
}

/// Who has thrown his cards remembers that the others had as many to choose from.
#[test]
fn three_cards_that_are_left_are_worth_what_they_are_among_the_best_of_more() {
    let acts = || [FOLD, bet(2, 200)];
    let of = |variant| may(holding(table_of(variant, 2, &[]), "Kc Kd 3h"), acts());
    assert_eq!(count(Kind::Tight, &of("three_card"), is_fold), 0);
    let folds = count(Kind::Tight, &of("thirteen_card_pick3"), is_fold);
    assert!(folds > 30, "{folds}");
}

#[test]
fn a_sideshow_is_asked_for_with_a_good_hand_and_answered_by_what_the_own_one_is() {
    let sideshow = || Act::Sideshow(LegalSideshow { cost: 4, asked: 2 });
    let offered = |cards| {
        let acts = [FOLD, Act::Bet(LegalBet { min: 4, max: 8, step: 2 }), sideshow()];
        may(holding(table_of("teen_patti", 2, &[]), cards), acts)
    };
    let asks = |cards| count(Kind::Tight, &offered(cards), |act| matches!(act, Action::Sideshow(_)));
    assert!(asks("Kc Kd 3h") > 0);
    assert_eq!(asks("9c 5d 2h"), 0);
    let asked = |cards, options| {
        let both = [Act::Accept(LegalAccept {}), Act::Refuse(LegalRefuse {})];
        let mut view = may(holding(table_of("teen_patti", 2, options), cards), both);
        view.set_phase(Phase::SideshowPending);
        view
    };
    let accepts = |view: &TableView| count(Kind::Tight, view, |act| matches!(act, Action::Accept(_)));
    assert_eq!(accepts(&asked("Kc Kd 3h", &[])), 40);
    assert_eq!(accepts(&asked("9c 5d 2h", &[])), 0);
    assert_eq!(accepts(&asked("9c 5d 2h", &[("variation", "muflis")])), 40, "there the low hand wins");
    let mut joker = asked("9c 5d 2h", &[("variation", "random_joker")]);
    assert_eq!(accepts(&joker), 0);
    joker.turned_card = "5s".into();
    assert_eq!(accepts(&joker), 40, "fives are wild");
}

#[test]
fn every_question_is_answered_with_one_of_the_choices() {
    let which = vec![WhichHand::Old as i32, WhichHand::New as i32];
    let choices = vec![RetainChoice::Yes as i32, RetainChoice::None as i32];
    for kind in Kind::ALL {
        let cut = may(table(2, &[]), [Act::Cut(LegalCut { min: 1, max: 51 })]);
        let cuts: BTreeSet<u32> = all_do(kind, &cut)
            .iter()
            .map(|act| match act {
                Action::Cut(cut) => cut.at,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(cuts.len() > 10 && cuts.iter().all(|at| (1..=51).contains(at)), "{kind}: {cuts:?}");
        let commit = may(table(2, &[]), [Act::Commit(LegalCommit { which: which.clone() })]);
        assert_eq!(
            count(kind, &commit, |act| matches!(act, Action::Commit(act) if act.which != 0)),
            40,
            "{kind}"
        );
        let retain = may(table(2, &[]), [Act::Retain(LegalRetain { choices: choices.clone() })]);
        let kept = count(
            kind,
            &retain,
            |act| matches!(act, Action::Retain(act) if act.choice() == RetainChoice::Yes),
        );
        assert!(if kind == Kind::Random { (5..36).contains(&kept) } else { kept == 40 }, "{kind}: {kept}");
        let named = may(blind(table(1, &[])), [Act::Look(LegalLook { which: which.clone() }), FOLD]);
        let look = all_do(kind, &named).into_iter().find(|act| matches!(act, Action::Look(_)));
        assert!(matches!(look, Some(Action::Look(look)) if look.which != 0), "{kind}");
    }
}

#[test]
fn random_does_each_thing_that_it_may_and_bets_small_more_often() {
    let view = may(table(1, &[]), [LOOK, FOLD, bet(2, 200), see(4)]);
    let mut bot = Bot::new(Kind::Random, 7);
    let mut counts = [0; 4];
    let mut small = 0;
    for _ in 0..4_000 {
        match bot.decide(&view).unwrap() {
            Action::Look(_) => counts[0] += 1,
            Action::Fold(_) => counts[1] += 1,
            Action::Bet(bet) => {
                counts[2] += 1;
                assert!((2..=200).contains(&bet.amount));
                small += i32::from(bet.amount == 2);
            }
            Action::See(_) => counts[3] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
    assert!((400..600).contains(&small), "{small}");
}

#[test]
fn one_seed_is_one_player() {
    let view = may(holding(table(2, &[]), "Kc Kd 3h"), [FOLD, bet(2, 200)]);
    for kind in Kind::ALL {
        let acts = |seed| {
            let mut bot = Bot::new(kind, seed);
            (0..50).map(|_| bot.decide(&view)).collect::<Vec<_>>()
        };
        assert_eq!(acts(1), acts(1), "{kind}");
        assert_ne!(acts(1), acts(2), "{kind}");
    }
}

#[test]
fn who_is_not_asked_does_nothing() {
    let mut view = may(blind(table(2, &[])), [LOOK]);
    for kind in Kind::ALL {
        assert_eq!(Bot::new(kind, 1).decide(&view), None, "only a look is open to {kind}");
    }
    view = may(table(2, &[]), [FOLD, bet(2, 200)]);
    view.to_act[0].seat = 2;
    for kind in Kind::ALL {
        assert_eq!(Bot::new(kind, 1).decide(&view), None, "another seat is asked, not {kind}");
    }
}

/// Whatever a server sends, a bot answers with something or with nothing.
#[test]
fn odd_views_end_no_bot() {
    let full = may(table(2, &[]), [FOLD, bet(2, 200)]);
    let odd = [
        TableView::default(),
        TableView { charter: None, ..full.clone() },
        TableView { seats: Vec::new(), ..full.clone() },
        TableView {
            pots: vec![Pot { amount: i64::MAX, covered_by: 0, ..Pot::default() }; 2],
            ..full.clone()
        },
        TableView { stake: i64::MIN, ..full.clone() },
        may(full.clone(), [bet(i64::MAX, i64::MIN)]),
        may(full.clone(), [Act::Bet(LegalBet { min: -5, max: i64::MAX, step: -1 })]),
        may(full.clone(), [Act::Cover(LegalCover { cost: i64::MIN, which: Vec::new() })]),
        may(full.clone(), [Act::Cut(LegalCut { min: 9, max: 0 })]),
        may(full.clone(), [Act::Commit(LegalCommit { which: Vec::new() })]),
        may(full.clone(), [Act::Retain(LegalRetain { choices: Vec::new() })]),
        holding(full.clone(), "As As As"),
        holding(full.clone(), "nothing of this"),
        holding(full.clone(), "As Kd"),
        TableView {
            legal_acts: Some(LegalActs { acts: vec![LegalAct { act: None }], ..LegalActs::default() }),
            ..full
        },
    ];
    for view in &odd {
        for kind in Kind::ALL {
            let _whatever = Bot::new(kind, 3).decide(view);
        }
    }
}
