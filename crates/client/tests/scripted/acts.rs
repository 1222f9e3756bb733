//! An act counts for the turn that it was meant for, or not at all.

use brag_client::{Error, numbered};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{Bet, Close, Fold, Leave, Look, Reason, Sit, TableView, TopUp};

use std::time::Duration;

use crate::service::{
    Scripted, TABLE, acted, batch, caught_up, event, refusal, refused_at, snapshot, told, view,
};

#[test]
fn each_act_names_what_it_has_to() {
    let numbers = |action| {
        let request = numbered(&view(5), action);
        (request.turn, request.hand)
    };
    assert_eq!(numbers(Action::Fold(Fold {})), (Some(5), None));
    assert_eq!(numbers(Action::Look(Look::default())), (None, Some(9)));
    for free in [Action::Leave(Leave {}), Action::Sit(Sit::default()), Action::Close(Close::default())] {
        assert_eq!(numbers(free), (None, None));
    }
    let unlisted = TableView { legal_acts: None, hand: 4, ..view(5) };
    assert_eq!(numbered(&unlisted, Action::Look(Look::default())).hand, Some(4));
    assert_eq!(numbered(&unlisted, Action::Fold(Fold {})).turn, Some(5));
}

#[tokio::test]
async fn an_act_that_comes_late_is_answered_with_the_table_as_it_is_and_not_repeated() {
    for reason in [Reason::StaleTurn, Reason::StaleSeq] {
        let (service, client) = Scripted::for_ann().await;
        service.acts([Err(refusal(reason))]);
        service.views([Ok(view(12))]);
        let error = client.act_on(&view(5), Action::Bet(Bet { amount: 2 })).await.unwrap_err();
        let Error::Stale { view, refusal } = error else { panic!("{error}") };
        assert_eq!((view.seq, refusal.reason), (12, reason));
        assert_eq!((service.acted().len(), &*service.looked()[0].name), (1, TABLE));
    }
}

#[tokio::test]
async fn a_refusal_by_a_table_that_has_moved_on_is_a_late_act_too() {
    let (service, client) = Scripted::for_ann().await;
    service.acts([5, 6].map(|seq| Err(refused_at(Reason::AlreadyOpen, seq))));
    service.views([Ok(view(6))]);
    let look = || Action::Look(Look::default());
    let error = client.act_on(&view(5), look()).await.unwrap_err();
    assert!(matches!(error, Error::Refused(_)), "the view was right, and the act was not: {error}");
    let error = client.act_on(&view(5), look()).await.unwrap_err();
    assert!(matches!(&error, Error::Stale { view, .. } if view.seq == 6), "{error}");
}

/// Chips of which nobody knows whether they came are not brought again: the same request is asked for.
#[tokio::test]
async fn what_may_have_been_done_and_names_no_turn_is_repeated_with_its_id() {
    let (service, client) = Scripted::for_ann().await;
    let unknown = || Err(told(Reason::JournalUnavailable, Some(Duration::from_secs(3_600))));
    service.acts([unknown(), acted(6), acted(7), acted(8), unknown(), acted(9)]);
    let mut seat = client.seat(TABLE);
    let more = |amount| Action::TopUp(TopUp { amount });
    let error = seat.act(more(50)).await.unwrap_err();
    assert!(matches!(error, Error::OutcomeUnknown { .. }), "{error}");
    seat.act(Action::Fold(Fold {})).await.unwrap();
    seat.act(more(60)).await.unwrap();
    seat.act(more(70)).await.unwrap();
    // A turn is a turn: the act of an old one can do no harm.
    seat.act(Action::Fold(Fold {})).await.unwrap_err();
    seat.act(Action::Fold(Fold {})).await.unwrap();
    let sent = service.acted();
    let ids: Vec<&str> = sent.iter().map(|request| &*request.request_id).collect();
    assert_eq!((ids[0], &sent[0].action), (ids[2], &sent[2].action), "the same request");
    assert!(ids[0] != ids[3] && ids[4] != ids[5] && ids[1] != ids[0], "{ids:?}");
}

/// Folds by what it sees, and says what that was.
fn folding(seen: &mut Vec<u64>) -> impl FnMut(&TableView) -> Option<Action> {
    |view| {
        seen.push(view.seq);
        Some(Action::Fold(Fold {}))
    }
}

#[tokio::test]
async fn a_seat_decides_again_by_what_is_true_now() {
    let (service, client) = Scripted::for_ann().await;
    service.streams([vec![snapshot(5), caught_up(5)]]);
    let mut seat = client.seat(TABLE);
    while !seat.is_current() {
        seat.next().await.unwrap();
    }
    service.acts([Err(refusal(Reason::StaleTurn)), Err(refusal(Reason::StaleTurn)), acted(14)]);
    service.views([Ok(view(8)), Ok(view(12))]);
    let mut seen = Vec::new();
    let answer = seat.act_with(folding(&mut seen)).await.unwrap().unwrap();
    assert_eq!((answer.seq, &*seen), (14, &[5, 8, 12][..]));
    let sent: Vec<_> =
        service.acted().into_iter().map(|request| (request.turn, request.request_id)).collect();
    assert_eq!(sent.iter().map(|(turn, _)| turn.unwrap()).collect::<Vec<_>>(), [5, 8, 12]);
    assert!(sent[0].1 != sent[1].1 && sent[1].1 != sent[2].1, "each decision is a wish of its own");
}

#[tokio::test]
async fn a_seat_that_has_nothing_more_to_do_there_leaves_it_at_that() {
    let (service, client) = Scripted::for_ann().await;
    service.streams([vec![snapshot(5), caught_up(5)]]);
    let mut seat = client.seat(TABLE);
    while !seat.is_current() {
        seat.next().await.unwrap();
    }
    service.acts([Err(refusal(Reason::StaleTurn))]);
    service.views([Ok(view(8))]);
    let decided = seat.act_with(|view| (view.seq == 5).then_some(Action::Fold(Fold {}))).await;
    assert_eq!(decided.unwrap(), None);
    assert!(!seat.is_current(), "the stream has not come to event 8 yet");
}

#[tokio::test]
async fn a_table_that_is_always_faster_is_said() {
    let (service, client) = Scripted::for_ann().await;
    service.streams([vec![snapshot(5), caught_up(5)]]);
    let mut seat = client.seat(TABLE);
    while !seat.is_current() {
        seat.next().await.unwrap();
    }
    service.acts((0..50).map(|_| Err(refusal(Reason::StaleTurn))));
    service.views((0..50).map(|_| Ok(view(8))));
    let error = seat.act_with(|_| Some(Action::Fold(Fold {}))).await.unwrap_err();
    assert!(matches!(error, Error::Stale { .. }), "{error}");
    assert!(service.acted().len() < 20);
}

#[tokio::test]
async fn nothing_is_decided_by_a_view_that_lacks_ones_own_act() {
    let (service, client) = Scripted::for_ann().await;
    service.streams([vec![snapshot(5), caught_up(5), batch([event(6)]), batch([event(7), event(8)])]]);
    let mut seat = client.seat(TABLE);
    assert_eq!(seat.act_with(|_| unreachable!("no snapshot has come")).await.unwrap(), None);
    while !seat.is_current() {
        seat.next().await.unwrap();
    }
    service.acts([acted(8), acted(9)]);
    seat.act(Action::Fold(Fold {})).await.unwrap();
    for seq in [5, 6] {
        assert_eq!((seat.view().seq, seat.legal_acts(), seat.table_acts()), (seq, None, None));
        assert_eq!(seat.act_with(|_| unreachable!("event {seq} is the past")).await.unwrap(), None);
        seat.next().await.unwrap();
    }
    assert!(seat.is_current() && seat.legal_acts().is_some());
    assert!(seat.act_with(|_| Some(Action::Leave(Leave {}))).await.unwrap().is_some());
}
