//! What keys do: none of it needs a picture.

use super::*;

#[test]
fn cards_are_marked_by_keys() {
    let view = to_discard("five_card", 2, "As Kd 7c Jc Ad");
    let offers = offers::offers(&view);
    let mut ui = Ui::default();
    let thrown = |codes| Effect::Act(Action::Discard(Discard { cards: cards(codes) }));
    typed(&mut ui, &offers, "d");
    assert_eq!(pressed(&mut ui, &offers, KeyCode::Enter), thrown("7c Jc"), "the best three are proposed");
    assert_eq!(ui.mode, Mode::Table);
    typed(&mut ui, &offers, "dcb");
    assert_eq!(pressed(&mut ui, &offers, KeyCode::Enter), thrown("Kd Jc"));
    typed(&mut ui, &offers, "d");
    for key in [KeyCode::Left, KeyCode::Char(' '), KeyCode::Right, KeyCode::Right, KeyCode::Char(' ')] {
        assert_eq!(pressed(&mut ui, &offers, key), Effect::None);
    }
    assert_eq!(pressed(&mut ui, &offers, KeyCode::Enter), thrown("As Jc"), "by arrows and the blank");
    typed(&mut ui, &offers, "da");
    assert_eq!(pressed(&mut ui, &offers, KeyCode::Enter), Effect::None);
    assert_eq!(ui.note.as_deref(), Some("3 marked to throw: wants 2"));
    typed(&mut ui, &offers, "f");
    assert_eq!(ui.note.as_deref(), Some("f: none of these cards"), "there are but five");
    pressed(&mut ui, &offers, KeyCode::Home);
    assert_eq!(pressed(&mut ui, &offers, KeyCode::Enter), thrown("7c Jc"), "as proposed");
    typed(&mut ui, &offers, "d");
    for _ in 0..9 {
        pressed(&mut ui, &offers, KeyCode::Right);
    }
    pressed(&mut ui, &offers, KeyCode::Char(' '));
    let Mode::Cards { marked, at, .. } = &ui.mode else { panic!("{:?}", ui.mode) };
    assert_eq!((&marked[..], *at), (&[false, false, true, true, true][..], 4), "not beyond the last");
    pressed(&mut ui, &offers, KeyCode::Esc);
    assert_eq!(ui.mode, Mode::Table);
}

#[test]
fn marks_count_for_the_cards_that_were_marked() {
    let view = to_discard("four_card", 1, "As Kd 7c Jc");
    let before = offers::offers(&view);
    let mut ui = Ui::default();
    typed(&mut ui, &before, "dca");
    ui.table_changed(&before);
    let Mode::Cards { marked, .. } = &ui.mode else { panic!("{:?}", ui.mode) };
    assert_eq!(marked, &[true, false, false, false], "who else acts takes no mark away");
    let after = offers::offers(&to_discard("four_card", 1, "2s Kd 7c Jc"));
    ui.table_changed(&after);
    assert_eq!((&ui.mode, ui.note.as_deref()), (&Mode::Table, Some("Discard: no longer possible")));
}

#[test]
fn keys_act() {
    let view = open_against_one();
    let offers = offers::offers(&view);
    let mut ui = Ui::default();
    assert_eq!(typed(&mut ui, &offers, "f"), Effect::Act(Action::Fold(Fold {})));
    assert_eq!(typed(&mut ui, &offers, "c"), Effect::Act(Action::Bet(Bet { amount: 4 })));
    assert_eq!(typed(&mut ui, &offers, "s"), Effect::Act(Action::See(See::default())));
    assert_eq!(typed(&mut ui, &offers, "l"), Effect::None);
    assert_eq!(ui.note.as_deref(), Some("l: not now; ? explains what may be done"));
    assert_eq!(pressed(&mut ui, &offers, KeyCode::Char('c')), Effect::Act(Action::Bet(Bet { amount: 4 })));
    assert_eq!(ui.note, None, "a note stays until the next key");
}

#[test]
fn a_number_is_typed_bounded_and_stepped() {
    let mut view = betting();
    legal(&mut view, vec![Act::Bet(LegalBet { min: 4, max: 31, step: 2 })]);
    let offers = offers::offers(&view);
    let bet = |amount| Effect::Act(Action::Bet(Bet { amount }));
    let enter = |ui: &mut Ui| pressed(ui, &offers, KeyCode::Enter);
    let mut ui = Ui::default();
    typed(&mut ui, &offers, "b");
    assert_eq!(enter(&mut ui), bet(6), "one step above a call is proposed");
    assert_eq!(ui.mode, Mode::Table);
    typed(&mut ui, &offers, "b12");
    assert_eq!(enter(&mut ui), bet(12), "the first digit takes the place of what is proposed");
    for (wrong, note) in [
        ("99", "99: wants 4 to 31"),
        ("5", "5: goes from 4 in steps of 2"),
        ("99999999999999999999", "9999999999999999: wants 4 to 31"),
    ] {
        typed(&mut ui, &offers, "b");
        typed(&mut ui, &offers, wrong);
        assert_eq!(enter(&mut ui), Effect::None);
        assert_eq!(ui.note.as_deref(), Some(note));
        pressed(&mut ui, &offers, KeyCode::Esc);
        assert_eq!(ui.mode, Mode::Table);
    }
    typed(&mut ui, &offers, "b");
    for (key, amount) in [
        (KeyCode::End, 30),
        (KeyCode::Up, 30),
        (KeyCode::Down, 28),
        (KeyCode::Home, 4),
        (KeyCode::Down, 4),
        (KeyCode::Up, 6),
    ] {
        pressed(&mut ui, &offers, key);
        let Mode::Number { typed, .. } = &ui.mode else { panic!("{:?}", ui.mode) };
        assert_eq!(typed, &amount.to_string(), "{key:?}");
    }
    pressed(&mut ui, &offers, KeyCode::Backspace);
    assert_eq!(enter(&mut ui), Effect::None);
    assert_eq!(ui.note.as_deref(), Some("type a number of chips, 4 to 31"));
}

#[test]
fn what_is_typed_follows_the_table() {
    let view = open_against_one();
    let before = offers::offers(&view);
    let mut ui = Ui::default();
    typed(&mut ui, &before, "b9");
    let mut now = view.clone();
    legal(&mut now, vec![Act::Bet(LegalBet { min: 10, max: 94, step: 1 })]);
    let after = offers::offers(&now);
    ui.table_changed(&after);
    assert_eq!(pressed(&mut ui, &after, KeyCode::Enter), Effect::None, "by the bounds that hold now");
    ui.table_changed(&[]);
    assert_eq!((&ui.mode, ui.note.as_deref()), (&Mode::Table, Some("Bet: no longer possible")));
}

#[test]
fn leaving_is_asked_only_in_a_hand() {
    let out = Moment { offers: &[], in_hand: false, rules_scroll: 0, rules_page: 0 };
    let press = |ui: &mut Ui, code, modifiers, moment| ui.press(KeyEvent::new(code, modifiers), moment);
    let none = KeyModifiers::NONE;
    assert_eq!(press(&mut Ui::default(), KeyCode::Char('q'), none, out), Effect::Leave);
    let within = Moment { in_hand: true, ..out };
    let mut ui = Ui::default();
    assert_eq!(press(&mut ui, KeyCode::Char('q'), none, within), Effect::None);
    assert_eq!(press(&mut ui, KeyCode::Esc, none, within), Effect::None);
    assert_eq!(ui.mode, Mode::Table);
    press(&mut ui, KeyCode::Char('q'), none, within);
    assert_eq!(press(&mut ui, KeyCode::Char('y'), none, within), Effect::Leave);
    let interrupt = press(&mut ui, KeyCode::Char('c'), KeyModifiers::CONTROL, within);
    assert_eq!(interrupt, Effect::Interrupt, "is not asked");
}
