//! Tables for tests, and how pictures of them are compared.

use super::style::Look;
use brag_contract::v1::legal_act::Act;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::*;
use brag_rules::options::{GivenRules, Rules};
use prost_types::{Duration, Timestamp};
use ratatui::backend::TestBackend;
use ratatui::{Frame, Terminal};

/// The server's time in the samples.
pub const NOW: i64 = 1_000_000;

/// Neither colour nor symbols.
pub const PLAIN: Look = Look { colour: false, unicode: false };
/// Both.
pub const FULL: Look = Look { colour: true, unicode: true };

/// Four seats: ann, who looks, bob with a name of his own, cat, and nobody. ann is to act; nobody has bet.
pub fn betting() -> TableView {
    let cards = || vec![HandView { cards: unknown(), ..HandView::default() }];
    let seat = |number, player: &str, display: &str| SeatView {
        number,
        player: player.into(),
        display_name: display.into(),
        stack: 98,
        paid: 2,
        status: SeatStatus::In.into(),
        hands: cards(),
        ..SeatView::default()
    };
    let mut view = TableView {
        name: "tables/first".into(),
        charter: Some(Charter {
            variant: "three_card".into(),
            rules: rules(),
            clock: clock(),
            ..Charter::default()
        }),
        seq: 20,
        hand: 3,
        turn: 7,
        dealer: 3,
        stake: 4,
        pots: vec![Pot { amount: 6, covered_by: 0, ..Pot::default() }],
        seats: vec![
            seat(1, "ann", ""),
            seat(2, "bob", "Bob the Bold"),
            seat(3, "cat", ""),
            SeatView { number: 4, status: SeatStatus::NotDealtIn.into(), ..SeatView::default() },
        ],
        stock: 43,
        enough_players: true,
        viewer_seat: 1,
        table_acts: Some(TableActs {
            leave: Some(LegalLeave {}),
            sit_out: Some(LegalSitOut {}),
            top_up: Some(LegalTopUp { min: 1, max: 300 }),
            ..TableActs::default()
        }),
        ..TableView::default()
    };
    view.set_state(TableState::Open);
    view.set_phase(Phase::Betting);
    turn(&mut view, 1);
    legal(
        &mut view,
        vec![
            Act::Look(LegalLook { which: vec![] }),
            Act::Fold(LegalFold {}),
            Act::Bet(LegalBet { min: 2, max: 98, step: 1 }),
        ],
    );
    view
}

/// The same of another variant, of which so many cards are dealt.
pub fn of_variant(variant: &str, dealt: usize) -> TableView {
    let mut view = betting();
    let charter = view.charter.as_mut().unwrap();
    charter.variant = variant.into();
    let own = Rules::resolve(variant, &GivenRules::new()).unwrap().effective();
    charter.rules.retain(|key, _| key != "blind_play" && own.contains_key(key.as_str()));
    for hand in view.seats.iter_mut().flat_map(|seat| &mut seat.hands) {
        hand.cards = vec!["??".to_owned(); dealt];
    }
    view
}

/// Three cards that nobody may know.
pub fn unknown() -> Vec<String> {
    vec!["??".to_owned(); 3]
}

/// Cards by their codes.
pub fn cards(codes: &str) -> Vec<String> {
    codes.split(' ').map(str::to_owned).collect()
}

/// That seat is to act, with 18 seconds and 30 more in its bank.
pub fn turn(view: &mut TableView, seat: u32) {
    let seconds = |seconds| Duration { seconds, nanos: 0 };
    let deadline = Some(Timestamp { seconds: NOW / 1_000 + 48, nanos: 0 });
    view.to_act =
        vec![SeatTurn { seat, deadline, time_left: Some(seconds(48)), time_bank: Some(seconds(30)) }];
}

/// What the viewer may do in the hand.
pub fn legal(view: &mut TableView, acts: Vec<Act>) {
    let acts = acts.into_iter().map(|act| LegalAct { act: Some(act) }).collect();
    view.legal_acts = Some(LegalActs { acts, turn: view.turn, hand: view.hand });
}

/// That seat of the table.
pub fn seat(view: &mut TableView, number: u32) -> &mut SeatView {
    view.seats.iter_mut().find(|seat| seat.number == number).unwrap()
}

/// A house rule of the table.
pub fn rule(view: &mut TableView, key: &str, value: Value) {
    view.charter.as_mut().unwrap().rules.insert(key.into(), OptionValue { value: Some(value) });
}

/// Several.
pub fn set(names: &[&str]) -> Value {
    Value::Set(StringSet { values: names.iter().map(|name| (*name).to_owned()).collect() })
}

/// A choice.
pub fn choice(name: &str) -> Value {
    Value::Choice(name.into())
}

/// The hand is over: bob won with what he showed, ann lost, cat had folded.
pub fn hand_over() -> TableView {
    let mut view = betting();
    view.set_phase(Phase::HandOver);
    view.to_act.clear();
    view.pots.clear();
    legal(&mut view, vec![]);
    view.next_hand_at = Some(Timestamp { seconds: NOW / 1_000 + 3, nanos: 0 });
    let shown = |codes, class: HandClass, strength| {
        vec![HandView {
            cards: cards(codes),
            shown: true,
            hand_class: class.into(),
            strength,
            ..HandView::default()
        }]
    };
    let ann = seat(&mut view, 1);
    (ann.stack, ann.paid, ann.looked) = (84, 16, true);
    ann.hands = shown("Kh Kd 7c", HandClass::Pair, 330);
    let bob = seat(&mut view, 2);
    (bob.stack, bob.paid, bob.won) = (118, 16, 34);
    bob.hands = shown("Ts 9s 8s", HandClass::RunningFlush, 19);
    let cat = seat(&mut view, 3);
    cat.set_status(SeatStatus::Folded);
    cat.hands.clear();
    view
}

fn clock() -> Option<ClockSettings> {
    Some(ClockSettings { action_time: Some(Duration { seconds: 30, nanos: 0 }), ..ClockSettings::default() })
}

fn rules() -> std::collections::BTreeMap<String, OptionValue> {
    let rules = [
        ("ace_two_three", choice("highest")),
        ("ante", Value::Number(2)),
        ("best_prial", choice("threes")),
        ("blind_play", Value::Flag(true)),
        ("category_order", choice("prial_first")),
        ("see_multiplier", Value::Number(2)),
        ("short_stack", choice("cover_pot")),
        ("tie_rule", choice("seer_loses")),
    ];
    let rule = |(key, value): (&str, Value)| (key.to_owned(), OptionValue { value: Some(value) });
    rules.into_iter().map(rule).collect()
}

/// What a terminal of that size shows, each line without the blanks at its end.
pub fn shows(columns: u16, rows: u16, picture: impl FnOnce(&mut Frame<'_>)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(picture).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |row| {
        let line: String = (0..columns).map(|column| buffer[(column, row)].symbol()).collect();
        line.trim_end().to_owned()
    };
    (0..rows).map(line).collect::<Vec<_>>().join("\n")
}

/// The colours that a terminal of that size shows.
pub fn colours(columns: u16, rows: u16, picture: impl FnOnce(&mut Frame<'_>)) -> Vec<ratatui::style::Color> {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(picture).unwrap();
    let cells = terminal.backend().buffer().content().iter();
    let mut colours: Vec<_> = cells.flat_map(|cell| [cell.fg, cell.bg]).collect();
    colours.dedup();
    colours.retain(|colour| *colour != ratatui::style::Color::Reset);
    colours
}
