//! Going back and forth over events, with pictures.

use super::From;
use super::history::{History, Step};
use super::keys::{Cursor, Effect};
use super::picture::{self, Known};
use crate::screen::samples::{FULL, NOW, PLAIN, betting, shows};
use brag_contract::v1::event::Fact;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::*;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use insta::assert_snapshot;
use prost_types::Timestamp;

/// Three events a hand, of which the first two are a commit; after each, seat 1 has as many chips as the event's number.
fn fact(seq: u64) -> Fact {
    match seq {
        1 => {
            let mut charter = betting().charter.unwrap();
            charter.rules.insert("max_players".into(), OptionValue { value: Some(Value::Number(2)) });
            let created =
                Created { name: "tables/first".into(), charter: Some(charter), ..Created::default() };
            Fact::Created(Box::new(created))
        }
        2 => Fact::Sat(Sat { seat: 1, player: "ann".into(), ..Sat::default() }),
        seq if seq % 3 == 0 => {
            Fact::HandStarted(HandStarted { hand: 1, dealer: 1, ..HandStarted::default() })
        }
        seq => {
            let stack = i64::try_from(seq).unwrap();
            Fact::ChipsAdded(ChipsAdded { seat: 1, amount: 1, stack })
        }
    }
}

fn event(seq: u64) -> Event {
    let at = 1_700_000_000 + i64::try_from(seq).unwrap();
    Event {
        seq,
        time: Some(Timestamp { seconds: at, nanos: 0 }),
        hand: u32::try_from(seq / 3).unwrap(),
        fact: Some(fact(seq)),
        ..Event::default()
    }
}

fn took(history: &mut History, seqs: std::ops::RangeInclusive<u64>) {
    for seq in seqs {
        let line = |_: &TableView| Some(format!("event {seq}"));
        history.take(&event(seq), seq % 3 != 0, &TableView::default(), line);
    }
}

fn history(events: u64, max_events: usize) -> History {
    let mut history = History::new("ann", max_events);
    took(&mut history, 1..=events);
    history
}

/// What a fold of everything gives after that event.
fn folded(seq: u64) -> TableView {
    let mut fold = brag_client::fold::Fold::new("ann");
    for seq in 1..=seq {
        fold.event(&event(seq)).unwrap();
    }
    fold.view().clone()
}

#[test]
fn the_table_after_each_event_is_what_folding_all_of_them_gives() {
    let history = history(500, 10_000);
    for seq in 1..=500 {
        assert_eq!(history.at(seq), folded(seq), "{seq}");
    }
    assert_eq!((history.oldest(), history.newest()), (1, 500));
    assert_eq!(history.at(0).seq, 0);
    assert_eq!(history.at(9_999).seq, 500);
}

#[test]
fn the_oldest_go_when_there_are_too_many_and_the_rest_stays_right() {
    let history = history(1_000, 200);
    let oldest = history.oldest();
    assert!((1_000 - 200 - 64..=1_000 - 200 + 64).contains(&oldest), "{oldest}");
    for seq in oldest..=1_000 {
        assert_eq!(history.at(seq), folded(seq), "{seq}");
    }
    assert_eq!(history.event(oldest).map(|event| event.seq), Some(oldest));
    assert_eq!(history.event(oldest - 1), None);
    assert_eq!(history.lines(1_000).count() as u64, 1_000 - oldest + 1);
    assert_eq!(history.back(oldest, Step::Event), None);
}

#[test]
fn steps_by_event_commit_and_hand() {
    let history = history(20, 1_000);
    let steps = |step| (history.back(10, step), history.forward(10, step));
    assert_eq!(steps(Step::Event), (Some(9), Some(11)));
    assert_eq!(steps(Step::Commit), (Some(8), Some(11)));
    assert_eq!(steps(Step::Hand), (Some(9), Some(12)));
    assert_eq!(history.forward(18, Step::Hand), Some(20), "to the end, where no hand follows");
    assert_eq!(history.back(2, Step::Hand), Some(1), "and to the beginning");
    assert_eq!(history.back(1, Step::Event), None);
    assert_eq!(history.forward(20, Step::Event), None);
}

#[test]
fn a_snapshot_is_a_new_beginning() {
    let mut history = history(20, 1_000);
    history.begin(folded(40));
    assert_eq!((history.oldest(), history.newest()), (40, 40));
    took(&mut history, 35..=45);
    assert_eq!(
        (history.oldest(), history.newest()),
        (41, 45),
        "what the snapshot includes is not taken twice"
    );
    assert_eq!(history.at(43), folded(43));
    assert_eq!(
        history.lines(45).collect::<Vec<_>>(),
        ["event 45", "event 44", "event 43", "event 42", "event 41"]
    );
}

#[test]
fn an_event_that_is_not_known_here_is_a_new_beginning_too() {
    let mut history = history(20, 1_000);
    let unknown = Event { fact: None, ..event(21) };
    history.take(&unknown, true, &folded(22), |_| None);
    assert_eq!((history.oldest(), history.newest()), (22, 22));
    took(&mut history, 22..=24);
    assert_eq!(history.at(24), folded(24));
}

fn press(cursor: &mut Cursor, history: &History, key: KeyCode) -> Effect {
    cursor.press(KeyEvent::new(key, KeyModifiers::NONE), history)
}

#[test]
fn keys_go_back_and_forth_and_back_to_what_happens() {
    let mut history = history(20, 1_000);
    let mut cursor = Cursor::default();
    assert_eq!(cursor.seq(&history), 20);
    for (key, seq) in [
        (KeyCode::Left, 19),
        (KeyCode::Left, 18),
        (KeyCode::Right, 19),
        (KeyCode::Up, 17),
        (KeyCode::Down, 19),
        (KeyCode::PageUp, 18),
        (KeyCode::PageUp, 15),
        (KeyCode::PageDown, 18),
        (KeyCode::Home, 1),
        (KeyCode::End, 20),
    ] {
        assert_eq!(press(&mut cursor, &history, key), Effect::Show);
        assert_eq!(cursor.seq(&history), seq, "{key:?}");
        assert_eq!(cursor.note, None);
    }
    took(&mut history, 21..=25);
    assert_eq!(cursor.seq(&history), 20, "who looks at the past stays there");
    press(&mut cursor, &history, KeyCode::Char(' '));
    assert_eq!((cursor.at, cursor.seq(&history)), (None, 25));
    press(&mut cursor, &history, KeyCode::Right);
    assert!(cursor.note.as_ref().unwrap().contains("last event"));
    press(&mut cursor, &history, KeyCode::Home);
    press(&mut cursor, &history, KeyCode::Left);
    assert_eq!(cursor.note.as_deref(), Some("This is the first event."));
    history.begin(folded(40));
    press(&mut cursor, &history, KeyCode::Left);
    assert_eq!(cursor.note.as_deref(), Some("What was before event 40 is no longer kept."));
    assert_eq!(press(&mut cursor, &history, KeyCode::Char('q')), Effect::End);
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(cursor.press(interrupt, &history), Effect::Interrupt);
}

#[test]
fn pictures_of_now_and_of_the_past() {
    let history = history(20, 1_000);
    let mut cursor = Cursor::default();
    let shown = |cursor: &Cursor, look, trouble| {
        let known = Known { history: &history, cursor, now: Some(NOW), trouble };
        shows(80, 24, |frame| picture::draw(frame, known, look))
    };
    assert_snapshot!("live", shown(&cursor, FULL, None));
    press(&mut cursor, &history, KeyCode::Home);
    press(&mut cursor, &history, KeyCode::Left);
    assert_snapshot!("first", shown(&cursor, FULL, None));
    assert!(shown(&cursor, PLAIN, None).is_ascii());
    assert!(shown(&cursor, FULL, Some("gone")).lines().next().unwrap().ends_with("gone"));
}

#[test]
fn where_to_begin_is_read() {
    assert_eq!("start".parse(), Ok(From::Start));
    assert_eq!("now".parse(), Ok(From::Now));
    assert_eq!("12".parse(), Ok(From::Event(12)));
    for wrong in ["0", "-1", "then", ""] {
        assert!(wrong.parse::<From>().is_err(), "{wrong}");
    }
}
