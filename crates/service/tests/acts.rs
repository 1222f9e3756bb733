//! What an act answers: its events, once and again; for whom; and who names amounts.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_contract::v1::act_request::Action;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{self, ActRequest};
use brag_host::HostConfig;
use brag_service::Settings;
use common::{act, by, metadata, reason, sit, start, start_with, three_card};
use prost::Message as _;

fn looked(answer: &v1::ActResponse) -> Vec<String> {
    answer
        .events
        .iter()
        .find_map(|event| match &event.fact {
            Some(Fact::Looked(looked)) => Some(looked.cards.clone()),
            _ => None,
        })
        .expect("a look")
}

#[tokio::test]
async fn a_repeat_answers_with_the_first_events_and_the_view_of_now() {
    let server = start().await;
    server.dealt().await;
    let hand = server.view("op", "operator").await.hand;
    let look = ActRequest { hand: Some(hand), ..act(Action::Look(v1::Look::default())) };
    let first = server.send("ann", "player", look.clone()).await.unwrap();
    assert!(!looked(&first).contains(&"??".to_owned()), "ann sees her own cards");
    server.act("ann", Action::Fold(v1::Fold {})).await.unwrap();
    let again = ActRequest { view: v1::ActView::Full.into(), ..look };
    let repeat = server.send("ann", "player", again).await.unwrap();
    assert_eq!((repeat.seq, &repeat.events), (first.seq, &first.events));
    assert!(repeat.view.unwrap().seq > first.seq);
}

#[tokio::test]
async fn a_repeat_shows_what_was_seen_then_from_whatever_seat_there_is_now() {
    let server = start().await;
    server.dealt().await;
    let hand = server.view("op", "operator").await.hand;
    let look = ActRequest { hand: Some(hand), ..act(Action::Look(v1::Look::default())) };
    let first = server.send("ann", "player", look.clone()).await.unwrap();
    server.act("ann", Action::Leave(v1::Leave {})).await.unwrap();
    server.act("bob", Action::Fold(v1::Fold {})).await.unwrap();
    assert_eq!(server.view("ann", "player").await.viewer_seat, 0, "she is gone");
    assert_eq!(server.send("ann", "player", look.clone()).await.unwrap().events, first.events);
    server.act("ann", sit(5, 98)).await.unwrap();
    assert_eq!(server.send("ann", "player", look).await.unwrap().events, first.events);
}

#[tokio::test]
async fn a_repeat_shows_his_own_cards_when_nothing_of_then_is_kept() {
    let config = HostConfig { commits_kept: 1, ..HostConfig::default() };
    let server = start_with(config, Settings::default()).await;
    server.dealt().await;
    let hand = server.view("op", "operator").await.hand;
    let look = ActRequest { hand: Some(hand), ..act(Action::Look(v1::Look::default())) };
    let first = server.send("ann", "player", look.clone()).await.unwrap();
    assert!(!looked(&first).contains(&"??".to_owned()));
    for player in ["ann", "bob", "ann"] {
        server.act(player, Action::TopUp(v1::TopUp { amount: 1 })).await.unwrap();
    }
    let status = server.stream("ann", "player", Some(first.seq)).await.err().unwrap();
    assert_eq!(reason(&status), "CURSOR_EXPIRED");
    assert_eq!(server.send("ann", "player", look).await.unwrap().events, first.events);
}

#[tokio::test]
async fn an_id_is_the_callers_own_and_names_one_act() {
    let server = start().await;
    server.dealt().await;
    let sit_out = |player: &str| ActRequest {
        request_id: "r".into(),
        player: player.into(),
        ..act(Action::SitOut(v1::SitOut {}))
    };
    server.send("ann", "player", sit_out("")).await.unwrap();
    server.send("bob", "player", sit_out("")).await.unwrap();
    // Saying who one is changes nothing about the act.
    server.send("ann", "player", sit_out("ann")).await.unwrap();
    let other = ActRequest { request_id: "r".into(), ..act(Action::SitIn(v1::SitIn {})) };
    let status = server.send("ann", "player", other).await.unwrap_err();
    assert_eq!((&*reason(&status), &*metadata(&status)["request_id"]), ("REQUEST_ID_REUSED", "r"));
}

#[tokio::test]
async fn a_refusal_is_not_remembered() {
    let server = start().await;
    server.scripted(three_card("t")).await;
    let deal = ActRequest { request_id: "r".into(), ..act(Action::Resume(v1::Resume {})) };
    assert_eq!(reason(&server.send("op", "operator", deal).await.unwrap_err()), "ILLEGAL_IN_STATE");
    let other = ActRequest { request_id: "r".into(), ..act(Action::Deal(v1::Deal {})) };
    server.send("op", "operator", other).await.unwrap();
}

#[tokio::test]
async fn validate_only_answers_with_the_number_alone_and_does_nothing() {
    let server = start().await;
    server.dealt().await;
    let before = server.view("ann", "player").await;
    let fold = ActRequest {
        validate_only: true,
        request_id: "r".into(),
        turn: Some(before.turn),
        view: v1::ActView::Full.into(),
        ..act(Action::Fold(v1::Fold {}))
    };
    let answer = server.send("ann", "player", fold).await.unwrap();
    assert_eq!(answer, v1::ActResponse { seq: before.seq, ..v1::ActResponse::default() });
    assert_eq!(server.view("ann", "player").await, before);
    let other = ActRequest { request_id: "r".into(), ..act(Action::SitOut(v1::SitOut {})) };
    server.send("ann", "player", other).await.expect("the id is still free");
}

#[tokio::test]
async fn each_sees_his_own_looked_cards_and_no_others() {
    let server = start().await;
    server.dealt().await;
    let anns = looked(&server.act("ann", Action::Look(v1::Look::default())).await.unwrap());
    let hands = |view: &v1::TableView, seat: usize| view.seats[seat - 1].hands[0].cards.clone();
    let view = server.view("ann", "player").await;
    assert_eq!(hands(&view, 1), anns);
    assert_eq!(hands(&view, 2), ["??"; 3]);
    for (player, roles) in [("bob", "player"), ("op", "operator"), ("eve", "spectator"), ("ann", "operator")]
    {
        let view = server.view(player, roles).await;
        assert_eq!(hands(&view, 1), ["??"; 3], "{player} {roles}");
        assert_eq!(hands(&view, 2), ["??"; 3], "who has not looked knows nothing: {player}");
    }
}

#[tokio::test]
async fn a_gateway_does_and_sees_what_the_player_that_it_names_may() {
    let server = start().await;
    server.dealt().await;
    let hand = server.view("op", "operator").await.hand;
    let look = ActRequest { hand: Some(hand), ..act(Action::Look(v1::Look::default())) };
    let nobody = server.send("front", "gateway", look.clone()).await.unwrap_err();
    assert_eq!(reason(&nobody), "INVALID_FIELD", "a gateway names whom it acts for");
    let anns = ActRequest { player: "ann".into(), ..look };
    let cards = looked(&server.send("front", "gateway", anns).await.unwrap());
    assert!(!cards.contains(&"??".to_owned()));
    let view = async |player: &str| {
        let request = v1::GetTableRequest { name: "tables/t".into(), player: player.into() };
        let answer = server.tables().await.get_table(by("front", "gateway", request)).await;
        answer.unwrap().into_inner().table.unwrap()
    };
    let anns = view("ann").await;
    assert_eq!((anns.viewer_seat, &anns.seats[0].hands[0].cards), (1, &cards));
    assert!(anns.legal_acts.is_some() && anns.table_acts.is_some());
    assert_eq!(view("bob").await.seats[0].hands[0].cards, ["??"; 3]);
    let nobodys = view("").await;
    assert_eq!((nobodys.viewer_seat, nobodys.legal_acts, nobodys.table_acts), (0, None, None));
    let request = v1::GetTableRequest { name: "tables/t".into(), player: "bob".into() };
    let status = server.tables().await.get_table(by("ann", "player", request)).await.unwrap_err();
    assert_eq!(reason(&status), "NOT_SEAT_OWNER");
}

#[tokio::test]
async fn the_cashier_says_who_names_amounts() {
    let server = start().await;
    let operators = v1::CreateTableRequest { cashier: v1::Cashier::Operator.into(), ..three_card("t") };
    server.create(operators).await;
    let status = server.send("ann", "player", act(sit(1, 50))).await.unwrap_err();
    assert_eq!((&*reason(&status), &*metadata(&status)["role"]), ("ROLE_REQUIRED", "operator"));
    let unnamed = server.send("op", "operator", act(sit(1, 50))).await.unwrap_err();
    assert_eq!(reason(&unnamed), "INVALID_FIELD", "an operator names whom he seats");
    let seated = ActRequest { player: "ann".into(), ..act(sit(1, 50)) };
    let answer = server.send("op", "operator", seated).await.unwrap();
    let transfer = answer.events.iter().find_map(|event| event.transfer.as_ref()).expect("chips came in");
    assert_eq!((&*transfer.player, transfer.amount, transfer.kind()), ("ann", 50, v1::TransferKind::BuyIn));
    assert_eq!(transfer.uid.len(), 32);
    // Who is both seats himself as what the table needs.
    server.send("bob", "player,operator", act(sit(2, 50))).await.unwrap();

    let players = server.create(three_card("p")).await;
    assert_eq!(players.charter.unwrap().cashier(), v1::Cashier::Player, "the default in dev mode");
    let at_p = |request: ActRequest| ActRequest { table: "tables/p".into(), ..request };
    let answer = server.send("ann", "player", at_p(act(sit(1, 50)))).await.unwrap();
    assert!(answer.events.iter().all(|event| event.transfer.is_none()), "a player sees no transfers");
    let for_bob = ActRequest { player: "bob".into(), ..at_p(act(sit(2, 50))) };
    let status = server.send("op", "operator", for_bob.clone()).await.unwrap_err();
    assert_eq!((&*reason(&status), &*metadata(&status)["role"]), ("ROLE_REQUIRED", "player"));
    let status = server.send("ann", "player,operator", for_bob.clone()).await.unwrap_err();
    assert_eq!(reason(&status), "NOT_SEAT_OWNER");
    let answer = server.send("front", "gateway", for_bob).await.unwrap();
    assert!(answer.events.iter().any(|event| event.transfer.is_some()), "a gateway sees them");
}

#[tokio::test]
async fn too_many_or_too_few_chips_are_told_the_bounds() {
    let server = start().await;
    server.create(three_card("t")).await;
    let status = server.send("ann", "player", act(sit(1, 39))).await.unwrap_err();
    assert_eq!(reason(&status), "BUY_IN_OUT_OF_RANGE");
    let named = metadata(&status);
    assert_eq!((&*named["amount"], &*named["min"]), ("39", "40"));
    server.send("ann", "player", act(sit(1, 40))).await.unwrap();
    let status = server.send("ann", "player", act(Action::TopUp(v1::TopUp { amount: 0 }))).await.unwrap_err();
    assert_eq!(reason(&status), "BUY_IN_OUT_OF_RANGE");
}

#[tokio::test]
async fn what_the_lists_hold_is_what_a_view_and_an_answer_say() {
    let server = start().await;
    server.dealt().await;
    let answer = server.act("ann", Action::Bet(v1::Bet { amount: 1 })).await.unwrap();
    let view = server.view("ann", "player").await;
    assert_eq!(answer.legal_acts, view.legal_acts);
    let bobs = server.view("bob", "player").await.legal_acts.unwrap();
    assert_eq!((bobs.turn, bobs.hand), (view.turn, view.hand));
    let kinds: Vec<_> = bobs.acts.iter().filter_map(|act| act.act.as_ref()).collect();
    assert!(matches!(
        kinds[..],
        [
            v1::legal_act::Act::Look(_),
            v1::legal_act::Act::Fold(_),
            v1::legal_act::Act::Bet(v1::LegalBet { min: 1, max: 98, step: 1 })
        ]
    ));
    let nobody = server.view("dan", "player").await;
    assert_eq!(nobody.legal_acts, None);
    assert_eq!(nobody.table_acts.unwrap().sit, None, "nobody sits down while a hand runs");
    assert!(view.encoded_len() < 4_096, "{}", view.encoded_len());
}

#[tokio::test]
async fn a_full_table_says_how_many_seats_it_has() {
    let server = start().await;
    let two = v1::OptionValue { value: Some(v1::option_value::Value::Number(2)) };
    let rules = [("max_players".to_owned(), two)].into();
    server.create(v1::CreateTableRequest { rules, ..three_card("t") }).await;
    for player in ["ann", "bob"] {
        server.send(player, "player", act(sit(0, 50))).await.unwrap();
    }
    let status = server.send("cat", "player", act(sit(0, 50))).await.unwrap_err();
    assert_eq!((&*reason(&status), &*metadata(&status)["seats"]), ("TABLE_FULL", "2"));
}
