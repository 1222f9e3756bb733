//! Pictures of every phase.

mod keys;

use super::offers::{self, Offer};
use super::picture::{self, Known};
use super::rules;
use super::ui::{Effect, Mode, Moment, Ui};
use crate::screen::samples::{
    FULL, NOW, PLAIN, betting, cards, choice, colours, hand_over, legal, of_variant, rule, seat, set, shows,
    turn, unknown,
};
use crate::screen::style::Look;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::legal_act::Act;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::*;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use insta::assert_snapshot;

/// What the person at the terminal sees.
fn picture_of(view: &TableView, ui: &Ui, look: Look) -> String {
    sized(view, ui, look, 80, 24)
}

fn sized(view: &TableView, ui: &Ui, look: Look, columns: u16, rows: u16) -> String {
    let offers = offers::offers(view);
    let log = ["Hand 3 begins; cat deals.".to_owned(), "Everybody pays the ante of 2.".to_owned()];
    let known = Known { view, offers: &offers, log: &log, catalogue: None, now: Some(NOW), trouble: None };
    shows(columns, rows, |frame| picture::draw(frame, known, ui, look))
}

fn table(view: &TableView) -> String {
    table_of(view, &Ui::default())
}

fn table_of(view: &TableView, ui: &Ui) -> String {
    picture_of(view, ui, FULL)
}

fn pressed(ui: &mut Ui, offers: &[Offer], key: KeyCode) -> Effect {
    let moment = Moment { offers, in_hand: true, rules_scroll: 30, rules_page: 22 };
    ui.press(KeyEvent::new(key, KeyModifiers::NONE), moment)
}

fn typed(ui: &mut Ui, offers: &[Offer], keys: &str) -> Effect {
    keys.chars().map(|key| pressed(ui, offers, KeyCode::Char(key))).last().unwrap_or(Effect::None)
}

/// ann has looked, and one other is left.
fn open_against_one() -> TableView {
    let mut view = betting();
    let ann = seat(&mut view, 1);
    (ann.looked, ann.bets, ann.paid, ann.stack) = (true, 1, 6, 94);
    ann.hands[0].cards = cards("As Kd 7c");
    let bob = seat(&mut view, 2);
    (bob.looked, bob.bets, bob.paid, bob.stack) = (true, 1, 6, 40);
    let cat = seat(&mut view, 3);
    cat.set_status(SeatStatus::Folded);
    cat.hands.clear();
    view.pots[0].amount = 14;
    legal(
        &mut view,
        vec![
            Act::Fold(LegalFold {}),
            Act::Bet(LegalBet { min: 4, max: 94, step: 1 }),
            Act::See(LegalSee { cost: 8, which: vec![] }),
        ],
    );
    view
}

fn two_hands(view: &mut TableView) {
    let hand = |which: WhichHand| HandView { which: which.into(), cards: unknown(), ..HandView::default() };
    seat(view, 1).hands = vec![hand(WhichHand::Old), hand(WhichHand::New)];
}

fn both() -> Vec<i32> {
    vec![WhichHand::Old.into(), WhichHand::New.into()]
}

#[test]
fn betting_blind() {
    assert_snapshot!(table(&betting()));
}

#[test]
fn betting_open_with_a_see() {
    assert_snapshot!(table(&open_against_one()));
}

#[test]
fn somebody_else_is_to_act() {
    let mut view = betting();
    turn(&mut view, 2);
    legal(&mut view, vec![Act::Look(LegalLook { which: vec![] })]);
    assert_snapshot!(table(&view));
}

#[test]
fn a_cover_is_all_that_is_left() {
    let mut view = open_against_one();
    seat(&mut view, 1).stack = 3;
    view.pots.insert(0, Pot { amount: 60, covered_by: 3, ..Pot::default() });
    seat(&mut view, 3).set_status(SeatStatus::Covered);
    legal(&mut view, vec![Act::Fold(LegalFold {}), Act::Cover(LegalCover { cost: 3, which: vec![] })]);
    assert_snapshot!(table(&view));
}

#[test]
fn one_of_two_hands_was_looked_at() {
    let mut view = betting();
    two_hands(&mut view);
    seat(&mut view, 1).hands[1].cards = cards("Qs Qh 2d");
    view.set_phase(Phase::DecideHand);
    legal(&mut view, vec![Act::Keep(LegalKeep {}), Act::Throw(LegalThrow {})]);
    assert_snapshot!(table(&view));
}

#[test]
fn one_of_two_hands_has_to_be_named() {
    let mut view = betting();
    two_hands(&mut view);
    view.set_phase(Phase::CommitHand);
    legal(&mut view, vec![Act::Commit(LegalCommit { which: both() })]);
    let mut ui = Ui::default();
    typed(&mut ui, &offers::offers(&view), "m");
    assert_snapshot!(picture_of(&view, &ui, FULL));
}

/// ann has looked at these cards of a variant of which `count` are thrown.
fn to_discard(variant: &str, count: u32, codes: &str) -> TableView {
    let mut view = of_variant(variant, cards(codes).len());
    seat(&mut view, 1).looked = true;
    seat(&mut view, 1).hands[0].cards = cards(codes);
    let discard = LegalDiscard { count, cards: cards(codes) };
    legal(&mut view, vec![Act::Discard(discard), Act::Fold(LegalFold {})]);
    view
}

#[test]
fn a_card_has_to_be_thrown() {
    let mut view = to_discard("four_card", 1, "As Kd 7c Jc");
    rule(&mut view, "wild", set(&["Jc", "9"]));
    assert_snapshot!("discard_offered", table(&view));
    let mut ui = Ui::default();
    typed(&mut ui, &offers::offers(&view), "d");
    assert_snapshot!("discard_proposed", picture_of(&view, &ui, FULL));
    typed(&mut ui, &offers::offers(&view), "a");
    assert_snapshot!("discard_marked", picture_of(&view, &ui, FULL));
    let mut rules = Ui { mode: Mode::Rules { scroll: 0 }, note: None };
    assert_snapshot!("discard_rules_top", picture_of(&view, &rules, FULL));
    rules.mode = Mode::Rules { scroll: 1_000 };
    assert_snapshot!("discard_rules_end", picture_of(&view, &rules, FULL));
}

#[test]
fn ten_of_thirteen_cards_have_to_be_thrown() {
    let view = to_discard("thirteen_card_pick3", 10, "Td 5c Qh 2s 9s 8s Kd 3h 7s Qd 4c 6h Jc");
    let mut ui = Ui::default();
    typed(&mut ui, &offers::offers(&view), "d");
    let shown = picture_of(&view, &ui, FULL);
    assert!(shown.lines().all(|line| line.chars().count() <= 80));
    assert_snapshot!(shown);
}

#[test]
fn each_variants_hands_fit_shown_and_in_twos() {
    let sizes = [("four_card", 4), ("five_card", 5), ("seven_card_pick3", 7), ("thirteen_card_pick3", 13)];
    let codes = "Ts 5c 9s 2s 8s Kd 3h Qd 7c 4c 6h Jc Ah";
    let mut pictures = Vec::new();
    for (variant, dealt) in sizes {
        let dealt_cards = || cards(codes).into_iter().take(dealt).collect::<Vec<_>>();
        let mut view = of_variant(variant, dealt);
        two_hands(&mut view);
        for hand in &mut seat(&mut view, 1).hands {
            hand.cards = vec!["??".to_owned(); dealt];
        }
        pictures.push(table(&view));
        seat(&mut view, 1).hands[1].cards = dealt_cards();
        let bob = &mut seat(&mut view, 2).hands[0];
        (bob.shown, bob.cards) = (true, dealt_cards());
        bob.set_hand_class(HandClass::RunningFlush);
        pictures.push(table(&view));
    }
    let rows =
        |picture: &String| picture.lines().skip(2).take(6).map(str::to_owned).collect::<Vec<_>>().join("\n");
    let rows: Vec<String> = pictures.iter().map(rows).collect();
    for picture in &rows {
        assert!(picture.lines().all(|line| line.chars().count() < 80), "cut: {picture}");
    }
    assert_snapshot!(rows.join("\n"));
}

#[test]
fn a_sideshow_may_be_asked_for() {
    let mut view = of_variant("teen_patti", 3);
    let ann = seat(&mut view, 1);
    (ann.looked, ann.bets) = (true, 1);
    ann.hands[0].cards = cards("As Kd 7c");
    let sideshow = LegalSideshow { cost: 4, asked: 2 };
    let acts =
        [Act::Fold(LegalFold {}), Act::Bet(LegalBet { min: 4, max: 8, step: 2 }), Act::Sideshow(sideshow)];
    legal(&mut view, acts.into());
    assert_snapshot!("sideshow_offered", table(&view));
    let ui = Ui { mode: Mode::Rules { scroll: 4 }, note: None };
    assert_snapshot!("sideshow_offered_rules", picture_of(&view, &ui, FULL));
}

#[test]
fn a_sideshow_is_answered() {
    let mut view = of_variant("teen_patti", 3);
    rule(&mut view, "variation", choice("random_joker"));
    view.turned_card = "7s".into();
    seat(&mut view, 1).looked = true;
    seat(&mut view, 1).hands[0].cards = cards("As Kd 7c");
    view.set_phase(Phase::SideshowPending);
    legal(&mut view, vec![Act::Accept(LegalAccept {}), Act::Refuse(LegalRefuse {})]);
    assert_snapshot!("sideshow_asked", table(&view));
    let offers = offers::offers(&view);
    let mut ui = Ui::default();
    assert_eq!(typed(&mut ui, &offers, "y"), Effect::Act(Action::Accept(Accept {})));
    assert_eq!(typed(&mut ui, &offers, "n"), Effect::Act(Action::Refuse(Refuse {})));
    ui.mode = Mode::Rules { scroll: 0 };
    assert_snapshot!("sideshow_asked_rules", picture_of(&view, &ui, FULL));
}

/// A turn in Stop the Bus.
fn to_swap(stick: bool) -> TableView {
    let mut view = of_variant("stop_the_bus", 3);
    view.set_phase(if stick { Phase::Turns } else { Phase::LastTurns });
    view.stuck_by = if stick { 0 } else { 2 };
    (view.seats[0].lives, view.seats[1].lives, view.seats[2].lives) = (3, 1, 2);
    let ann = seat(&mut view, 1);
    ann.looked = true;
    ann.hands[0].cards = cards("7h 5d 2s");
    let common = |card: String| CommonCard { handle: None, card };
    view.commons = cards("5c Tc Js").into_iter().map(common).collect();
    let swap = LegalSwap { own: cards("7h 5d 2s"), common: cards("5c Tc Js"), stick };
    let more = if stick { Act::Stick(LegalStick {}) } else { Act::Stand(LegalStand {}) };
    legal(&mut view, vec![Act::Swap(swap), Act::SwapAll(LegalSwapAll { stick }), more]);
    view
}

#[test]
fn cards_are_swapped_for_common_ones() {
    let view = to_swap(true);
    assert_snapshot!("swap_offered", table(&view));
    let offers = offers::offers(&view);
    let mut ui = Ui::default();
    assert_eq!(typed(&mut ui, &offers, "1"), Effect::None);
    assert_snapshot!("swap_proposed", picture_of(&view, &ui, FULL));
    typed(&mut ui, &offers, "b3s");
    assert_snapshot!("swap_marked", picture_of(&view, &ui, FULL));
    let swap = Swap { own: cards("5d"), common: cards("Js"), stick: true };
    assert_eq!(pressed(&mut ui, &offers, KeyCode::Enter), Effect::Act(Action::Swap(swap)));
    assert_eq!(typed(&mut ui, &offers, "3s"), Effect::Act(Action::SwapAll(SwapAll { stick: true })));
    assert_eq!(typed(&mut ui, &offers, "3g"), Effect::Act(Action::SwapAll(SwapAll { stick: false })));
    assert_eq!(typed(&mut ui, &offers, "0"), Effect::Act(Action::Stick(Stick {})));
    ui.mode = Mode::Rules { scroll: 0 };
    assert_snapshot!("swap_offered_rules", picture_of(&view, &ui, FULL));
}

#[test]
fn in_the_last_turn_nobody_sticks() {
    let view = to_swap(false);
    assert_snapshot!("last_turn", table(&view));
    let offers = offers::offers(&view);
    let mut ui = Ui::default();
    typed(&mut ui, &offers, "1s");
    assert_eq!(ui.note.as_deref(), Some("s: none of these cards"));
    let proposed = Swap { own: cards("2s"), common: cards("5c"), stick: false };
    assert_eq!(pressed(&mut ui, &offers, KeyCode::Enter), Effect::Act(Action::Swap(proposed)));
    assert_eq!(typed(&mut ui, &offers, "3"), Effect::Act(Action::SwapAll(SwapAll { stick: false })));
    assert_eq!(typed(&mut ui, &offers, "h"), Effect::Act(Action::Stand(Stand {})));
    typed(&mut ui, &offers, "1");
    ui.table_changed(&offers::offers(&of_variant("stop_the_bus", 3)));
    assert_eq!((&ui.mode, ui.note.as_deref()), (&Mode::Table, Some("Swap one card: no longer possible")));
}

#[test]
fn a_blind_winner_is_asked_what_he_keeps() {
    let mut view = betting();
    view.set_phase(Phase::Retain);
    view.pots.clear();
    view.carried = 14;
    let choices = vec![RetainChoice::Yes.into(), RetainChoice::None.into()];
    legal(&mut view, vec![Act::Retain(LegalRetain { choices })]);
    let mut ui = Ui::default();
    typed(&mut ui, &offers::offers(&view), "r");
    assert_snapshot!(picture_of(&view, &ui, FULL));
}

#[test]
fn a_pack_to_cut() {
    let mut view = betting();
    view.set_phase(Phase::Cut);
    view.seats.iter_mut().for_each(|seat| seat.hands.clear());
    legal(&mut view, vec![Act::Cut(LegalCut { min: 1, max: 51 })]);
    let mut ui = Ui::default();
    typed(&mut ui, &offers::offers(&view), "u");
    assert_snapshot!(picture_of(&view, &ui, FULL));
}

#[test]
fn the_hand_is_over() {
    assert_snapshot!(table(&hand_over()));
}

#[test]
fn a_pot_waits_and_a_hand_is_kept() {
    let mut view = hand_over();
    (view.carried, view.retained_by) = (34, 2);
    let bob = seat(&mut view, 2);
    bob.won = 0;
    bob.hands = vec![HandView { cards: unknown(), ..HandView::default() }];
    seat(&mut view, 1).set_status(SeatStatus::Folded);
    seat(&mut view, 1).hands.clear();
    assert_snapshot!(table(&view));
}

#[test]
fn before_the_first_hand_without_a_seat() {
    let mut view = betting();
    view.set_phase(Phase::Idle);
    (view.hand, view.dealer, view.viewer_seat, view.enough_players) = (0, 0, 0, false);
    view.pots.clear();
    view.to_act.clear();
    for seat in &mut view.seats {
        seat.set_status(SeatStatus::NotDealtIn);
        seat.hands.clear();
        seat.paid = 0;
    }
    *seat(&mut view, 1) = SeatView { number: 1, ..SeatView::default() };
    legal(&mut view, vec![]);
    let sit = LegalSit { seats: vec![1, 4], min_buy_in: 40, max_buy_in: 1_000 };
    view.table_acts = Some(TableActs { sit: Some(sit), ..TableActs::default() });
    assert_snapshot!(table(&view));
}

#[test]
fn who_sits_out_may_come_back() {
    let mut view = hand_over();
    let ann = seat(&mut view, 1);
    ann.sitting_out = true;
    ann.set_status(SeatStatus::NotDealtIn);
    ann.hands.clear();
    view.table_acts =
        Some(TableActs { sit_in: Some(LegalSitIn {}), leave: Some(LegalLeave {}), ..TableActs::default() });
    assert_snapshot!(table(&view));
}

#[test]
fn who_has_lost_everything_is_told_what_to_do() {
    let mut view = hand_over();
    assert!(!table(&view).contains("you have no chips"));
    seat(&mut view, 1).stack = 0;
    assert!(table(&view).contains(" The next hand begins in 3 s · you have no chips: add some\n"));
}

#[test]
fn a_table_that_is_paused_and_one_that_is_closed() {
    let mut view = betting();
    view.set_state(TableState::Paused);
    legal(&mut view, vec![]);
    assert!(table(&view).contains(" The table is paused\n"));
    view.set_state(TableState::Closed);
    view.winners = vec!["bob".into()];
    assert!(table(&view).contains(" The table is closed; most chips won: Bob the Bold\n"));
}

#[test]
fn a_bet_that_is_being_entered_warns_where_nobody_can_meet_it() {
    let view = open_against_one();
    let mut ui = Ui::default();
    typed(&mut ui, &offers::offers(&view), "b60");
    assert_snapshot!(picture_of(&view, &ui, FULL));
}

#[test]
fn leaving_in_a_hand_is_asked_once() {
    let view = betting();
    let mut ui = Ui::default();
    typed(&mut ui, &offers::offers(&view), "q");
    assert_snapshot!(picture_of(&view, &ui, FULL));
}

#[test]
fn without_colour_and_symbols() {
    let view = hand_over();
    let offers = offers::offers(&view);
    let shown = |look: Look| {
        let known =
            Known { view: &view, offers: &offers, log: &[], catalogue: None, now: None, trouble: None };
        colours(80, 24, |frame| picture::draw(frame, known, &Ui::default(), look))
    };
    assert!(!shown(FULL).is_empty());
    assert_eq!(shown(Look { colour: false, unicode: true }), []);
    let plain = picture_of(&view, &Ui::default(), PLAIN);
    assert!(plain.is_ascii(), "{plain}");
    assert_snapshot!(plain);
}

#[test]
fn a_small_terminal_says_so() {
    for (columns, rows) in [(79, 24), (80, 23), (40, 10), (1, 1), (200, 2)] {
        let told = sized(&betting(), &Ui::default(), FULL, columns, rows);
        assert!(!told.contains("ann"), "{told}");
    }
    assert_snapshot!(sized(&betting(), &Ui::default(), FULL, 70, 12));
}

#[test]
fn a_full_table_of_seventeen_fits_and_shows_who_is_to_act() {
    let mut view = betting();
    view.seats.truncate(1);
    for number in 2..=17 {
        let mut seat = view.seats[0].clone();
        (seat.number, seat.player) = (number, format!("player-{number}"));
        seat.set_status(if number % 2 == 0 { SeatStatus::Folded } else { SeatStatus::In });
        view.seats.push(seat);
    }
    turn(&mut view, 16);
    assert_snapshot!(table(&view));
}

#[test]
fn the_rules_of_the_moment() {
    let view = open_against_one();
    let mut ui = Ui::default();
    let offers = offers::offers(&view);
    typed(&mut ui, &offers, "?");
    let page = |ui: &Ui| picture_of(&view, ui, FULL);
    assert_snapshot!("rules_top", page(&ui));
    let known = Known { view: &view, offers: &offers, log: &[], catalogue: None, now: None, trouble: None };
    let (last, rows) = picture::rules_scroll(known, FULL, 80, 24);
    assert_eq!(rows, 22);
    ui.mode = Mode::Rules { scroll: last };
    assert_snapshot!("rules_end", page(&ui));
}

/// Each act that may be listed is explained, whatever the table's rules are.
#[test]
fn every_act_is_explained() {
    for looked in [false, true] {
        let mut view = betting();
        let listed = offers::tests::everything();
        (view.legal_acts, view.table_acts) = (listed.legal_acts, listed.table_acts);
        seat(&mut view, 1).looked = looked;
        let offers = offers::offers(&view);
        let lines = rules::page(&view, &offers, None, PLAIN, 4_000);
        let page: Vec<String> = lines.iter().map(ToString::to_string).collect();
        for offer in &offers {
            let begins = format!("  [{}] {}: ", offer.key, offer.title);
            let line =
                page.iter().find(|line| line.starts_with(&begins)).unwrap_or_else(|| panic!("{begins}"));
            assert!(line.len() > begins.len() + 10, "{line}");
        }
    }
}

#[test]
fn why_there_is_no_see() {
    let why = |view: &TableView| {
        let offers = offers::offers(view);
        let lines = rules::page(view, &offers, None, PLAIN, 400);
        lines.iter().map(ToString::to_string).find(|line| line.starts_with("  Not see: "))
    };
    let mut view = open_against_one();
    assert_eq!(why(&view), None, "there is one");
    let acts = view.legal_acts.as_mut().unwrap();
    acts.acts.pop();
    assert!(why(&view).unwrap().contains("your chips do not meet its price"));
    seat(&mut view, 2).looked = false;
    assert!(why(&view).unwrap().contains("Bob the Bold has not looked"));
    assert!(why(&betting()).unwrap().contains("it takes two players, and 3 are still in"));
}

/// The line of the pots.
fn pots_of(view: &TableView) -> String {
    crate::screen::seats::pots(view, FULL).to_string()
}

#[test]
fn pots_are_told_in_the_order_of_their_sets() {
    let mut view = of_variant("nine_card", 9);
    let pot = |set, amount, covered_by| Pot { set, amount, covered_by };
    view.pots = vec![pot(0, 6, 0), pot(3, 6, 0), pot(2, 8, 0), pot(1, 9, 2), pot(1, 4, 0)];
    assert_eq!(
        pots_of(&view),
        " Pot 6 · set 1: 9 covered by Bob the Bold + 4 · set 2: 8 · set 3: 6 · stake 4"
    );
    let mut view = of_variant("thirteen_card_crash", 13);
    view.set_phase(Phase::Spare);
    view.stake = 0;
    assert_eq!(pots_of(&view), " Pot 6");
    view.pots.clear();
    assert_eq!(pots_of(&view), " No pot");
    view.commons = vec![CommonCard { handle: None, card: "9c".into() }];
    assert_eq!(pots_of(&view), " commons 9♣");
    view.carried = 3;
    assert_eq!(pots_of(&view), " Waiting pot 3 · commons 9♣");
}

/// The lines of the rules that begin so.
fn told_in_rules(view: &TableView, begins: &str) -> String {
    let offers = offers::offers(view);
    let lines = rules::page(view, &offers, None, FULL, 4_000);
    lines.iter().map(ToString::to_string).find(|line| line.trim_start().starts_with(begins)).unwrap()
}

#[test]
fn a_bet_on_a_set_that_nobody_can_meet_is_warned_of() {
    let mut view = open_against_one();
    let warned = rules::warning(&view, 60);
    assert!(warned.is_some() && rules::warning(&view, 30).is_none());
    let charter = view.charter.as_mut().unwrap();
    charter.variant = "nine_card".into();
    charter.rules.clear();
    rule(&mut view, "set_betting", Value::Flag(true));
    view.set_phase(Phase::SetBetting);
    assert_eq!(
        rules::warning(&view, 60),
        warned,
        "this game covers the pot, and its charter has no other choice"
    );
    let mut view = open_against_one();
    rule(&mut view, "short_stack", choice("side_pot"));
    assert_eq!(rules::warning(&view, 60), None);
}

#[test]
fn the_rules_are_those_of_the_game() {
    let mut view = betting();
    assert!(told_in_rules(&view, "[O] Sit out").ends_with("from the next hand on."));
    view.charter.as_mut().unwrap().variant = "stop_the_bus".into();
    view.charter.as_mut().unwrap().rules.clear();
    (view.seats[0].lives, view.seats[1].lives) = (3, 3);
    assert!(told_in_rules(&view, "[O] Sit out").ends_with("from the next game on."));
    assert!(told_in_rules(&view, "[X] Leave").ends_with("You lose all your lives."));
    let mut ui = Ui::default();
    typed(&mut ui, &offers::offers(&view), "q");
    assert!(table_of(&view, &ui).contains("You lose all your lives."));
    let mut view = betting();
    seat(&mut view, 1).paid = 0;
    assert!(told_in_rules(&view, "[f] Fold").ends_with("costs nothing."));
    rule(&mut view, "wild", set(&["Jc", "9"]));
    assert!(told_in_rules(&view, "wild:").ends_with("wild: J♣ and every 9"));
    rule(&mut view, "wild", set(&[]));
    assert!(told_in_rules(&view, "wild:").ends_with("wild: none"));
}

#[test]
fn one_of_a_unit_is_one() {
    let mut view = betting();
    rule(&mut view, "ante", Value::Number(1));
    let option = RuleOption {
        key: "ante".into(),
        title: "Ante".into(),
        unit_title: "chips".into(),
        ..RuleOption::default()
    };
    let catalogue = Variant { options: vec![option], ..Variant::default() };
    let told = |view: &TableView| {
        let lines = rules::page(view, &[], Some(&catalogue), FULL, 400);
        lines.iter().map(ToString::to_string).find(|line| line.starts_with("  Ante")).unwrap()
    };
    assert_eq!(told(&view), "  Ante: 1 chip");
    rule(&mut view, "ante", Value::Number(2));
    assert_eq!(told(&view), "  Ante: 2 chips");
}
