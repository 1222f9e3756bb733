//! The order of checks of an act: each row breaks one check and every one after it, and the first answers.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_contract::v1::act_request::Action;
use brag_contract::v1::{self, ActRequest};
use common::{act, metadata, reason, sit, start};
use tonic::Code;

#[tokio::test]
async fn the_first_check_that_fails_answers() {
    let server = start().await;
    server.dealt().await;
    // dan has used an id, and has no seat.
    server.act("cat", Action::Leave(v1::Leave {})).await.unwrap();
    let used = |player: &str| ActRequest {
        player: player.into(),
        request_id: "used".into(),
        ..act(Action::SitOut(v1::SitOut {}))
    };
    server.send("ann", "player", used("")).await.unwrap();
    let now = server.view("op", "operator").await;
    assert_eq!(now.to_act[0].seat, 1, "it is ann's turn");

    let bet = |amount| ActRequest { turn: Some(now.turn), ..act(Action::Bet(v1::Bet { amount })) };
    let stale = |request| ActRequest { turn: Some(now.turn + 1), expected_seq: Some(1), ..request };
    let foreign = |request| ActRequest { player: "bob".into(), ..stale(request) };
    let again = |request| ActRequest { request_id: "used".into(), ..foreign(request) };
    let nowhere = |request| ActRequest { table: "tables/nowhere".into(), ..again(request) };
    let formless = |request| ActRequest { view: 9, ..nowhere(request) };

    let rows = [
        ("authentication", "", "spectator", formless(bet(0)), Code::Unauthenticated, "TOKEN_INVALID"),
        ("role", "ann", "spectator", formless(bet(0)), Code::PermissionDenied, "ROLE_REQUIRED"),
        ("form", "ann", "player", formless(bet(0)), Code::InvalidArgument, "INVALID_FIELD"),
        ("existence", "ann", "player", nowhere(bet(0)), Code::NotFound, "TABLE_NOT_FOUND"),
        ("repeat", "ann", "player", again(bet(0)), Code::AlreadyExists, "REQUEST_ID_REUSED"),
        ("owner", "ann", "player", foreign(bet(0)), Code::PermissionDenied, "NOT_SEAT_OWNER"),
        ("seat", "dan", "player", stale(bet(0)), Code::FailedPrecondition, "NOT_SEATED"),
        ("turn", "ann", "player", stale(bet(0)), Code::Aborted, "STALE_TURN"),
        ("seq", "ann", "player", ActRequest { expected_seq: Some(1), ..bet(0) }, Code::Aborted, "STALE_SEQ"),
        ("rules", "bob", "player", bet(0), Code::FailedPrecondition, "NOT_YOUR_TURN"),
        ("rules", "ann", "player", bet(0), Code::FailedPrecondition, "AMOUNT_TOO_LOW"),
    ];
    for (check, player, roles, request, code, expected) in rows {
        // Whether it is only asked for or meant, the answer is the same.
        for validate_only in [true, false] {
            let request = ActRequest { validate_only, ..request.clone() };
            let status = server.send(player, roles, request).await.unwrap_err();
            assert_eq!((status.code(), &*reason(&status)), (code, expected), "{check}");
        }
    }
    let after = server.view("op", "operator").await;
    assert_eq!((after.seq, after.turn), (now.seq, now.turn), "a refusal changes nothing");
    server.send("ann", "player", bet(2)).await.unwrap();
}

#[tokio::test]
async fn a_late_act_learns_the_current_numbers() {
    let server = start().await;
    server.dealt().await;
    let now = server.view("op", "operator").await;
    let late = ActRequest { turn: Some(now.turn - 1), ..act(Action::Fold(v1::Fold {})) };
    let early_look = ActRequest { hand: Some(now.hand + 1), ..act(Action::Look(v1::Look { which: 0 })) };
    for request in [late, early_look] {
        let status = server.send("ann", "player", request).await.unwrap_err();
        assert_eq!(reason(&status), "STALE_TURN");
        let metadata = metadata(&status);
        assert_eq!(metadata["turn"], now.turn.to_string());
        assert_eq!(metadata["hand"], now.hand.to_string());
        assert_eq!(metadata["seq"], now.seq.to_string());
    }
}

#[tokio::test]
async fn a_refusal_says_whose_turn_it_is_and_what_is_legal() {
    let server = start().await;
    server.dealt().await;
    let status = server.act("bob", Action::Bet(v1::Bet { amount: 1 })).await.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (Code::FailedPrecondition, "NOT_YOUR_TURN"));
    let bobs = metadata(&status);
    assert_eq!((&*bobs["to_act"], &*bobs["legal"]), ("1", "look"));
    assert!(status.message().contains("seat 1 is to act"));
    let status = server.act("ann", Action::Bet(v1::Bet { amount: 99 })).await.unwrap_err();
    assert_eq!(reason(&status), "INSUFFICIENT_CHIPS");
    let anns = metadata(&status);
    assert_eq!((&*anns["stack"], &*anns["cost"]), ("98", "99"));
    assert_eq!(anns["legal"], "look, fold, bet 1..98");
    let status = server.act("dan", sit(1, 50)).await.unwrap_err();
    assert_eq!((&*reason(&status), &*metadata(&status)["seat"]), ("SEAT_TAKEN", "1"));
    let status = server.act("ann", sit(4, 50)).await.unwrap_err();
    assert_eq!((&*reason(&status), &*metadata(&status)["seat"]), ("ALREADY_SEATED", "1"));
    let status = server.act("dan", sit(99, 50)).await.unwrap_err();
    assert_eq!(reason(&status), "INVALID_FIELD");
    let status = server.act("op", Action::Deal(v1::Deal {})).await.unwrap_err();
    assert_eq!(reason(&status), "HAND_RUNNING");
    server.act("op", Action::Pause(v1::Pause {})).await.unwrap();
    let status = server.act("ann", Action::Fold(v1::Fold {})).await.unwrap_err();
    assert_eq!(reason(&status), "TABLE_PAUSED");
    server.act("op", Action::Close(v1::Close { when: v1::CloseWhen::Now.into() })).await.unwrap();
    let status = server.act("op", Action::Resume(v1::Resume {})).await.unwrap_err();
    assert_eq!(reason(&status), "TABLE_CLOSED");
}
