//! Scripted tables: prepared packs, and a clock that is moved by hand.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use std::collections::BTreeMap;

use brag_contract::dev_v1::{AdvanceClockRequest, ExpireTurnRequest, PreparePackRequest};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{self, CreateTableRequest};
use common::{Server, by, reason, start, three_card};
use prost_types::Duration;
use tonic::{Code, Status};

/// A new pack with these cards on top.
fn pack(top: &str) -> Vec<String> {
    let ranks = "23456789TJQKA".chars();
    let all = ranks.flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")));
    let top: Vec<String> = top.split_whitespace().map(str::to_owned).collect();
    let rest = all.filter(|card| !top.contains(card)).collect::<Vec<_>>();
    top.into_iter().chain(rest).collect()
}

async fn prepare(server: &Server, request: PreparePackRequest) -> Result<(), Status> {
    let request = PreparePackRequest { table: "tables/t".into(), ..request };
    server.scripts().await.prepare_pack(by("op", "operator", request)).await.map(|_| ())
}

async fn advance(server: &Server, seconds: i64) -> v1::TableView {
    let duration = Some(Duration { seconds, nanos: 0 });
    let request = AdvanceClockRequest { table: "tables/t".into(), duration };
    let answer =
        server.scripts().await.advance_clock(by("op", "operator", request)).await.unwrap().into_inner();
    let view = server.view("op", "operator").await;
    assert_eq!((answer.seq, &answer.table_time), (view.seq, &view.server_time));
    view
}

#[tokio::test]
async fn a_prepared_pack_is_dealt_and_marked() {
    let server = start().await;
    server.scripted(three_card("t")).await;
    let view = server.view("op", "operator").await;
    assert!(view.charter.unwrap().scripted);
    assert!(view.fairness.unwrap().commitment.is_empty(), "it proves nothing and says so");
    let top = "As 2c 3c Ks 2d 3d Qs 2h 3h";
    prepare(&server, PreparePackRequest { pack: pack(top), ..Default::default() }).await.unwrap();
    server.act("op", Action::Deal(v1::Deal {})).await.unwrap();
    server.act("ann", Action::Look(v1::Look::default())).await.unwrap();
    let view = server.view("ann", "player").await;
    assert_eq!(view.seats[0].hands[0].cards, ["As", "Ks", "Qs"]);
    let running = prepare(&server, PreparePackRequest::default()).await.unwrap_err();
    assert_eq!((running.code(), &*reason(&running)), (Code::FailedPrecondition, "HAND_RUNNING"));
}

#[tokio::test]
async fn an_engines_cut_is_where_the_script_says() {
    let server = start().await;
    let cut = v1::OptionValue { value: Some(v1::option_value::Value::Choice("always".into())) };
    let rules = BTreeMap::from([("cut".to_owned(), cut)]);
    server.scripted(CreateTableRequest { rules, ..three_card("t") }).await;
    let cut_at = |answer: v1::ActResponse| {
        answer.events.into_iter().find_map(|event| match event.fact {
            Some(Fact::PackCut(cut)) => Some(cut.at),
            _ => None,
        })
    };
    let request = PreparePackRequest { pack: pack(""), cut: Some(4), ..Default::default() };
    prepare(&server, request).await.unwrap();
    assert_eq!(cut_at(server.act("op", Action::Deal(v1::Deal {})).await.unwrap()), Some(4));
}

#[tokio::test]
async fn orders_that_are_none_are_refused() {
    let server = start().await;
    server.scripted(three_card("t")).await;
    let of = |pack: Vec<String>| PreparePackRequest { pack, ..Default::default() };
    let mut twice = pack("");
    twice[1] = twice[0].clone();
    let mut short = pack("");
    short.pop();
    let mut long = pack("");
    long.push("As".into());
    let cases = [
        of(vec!["xx".into()]),
        of(twice),
        of(short),
        of(long),
        PreparePackRequest { cut: Some(0), ..Default::default() },
        PreparePackRequest { cut: Some(4), no_cut: true, ..Default::default() },
        PreparePackRequest { cut: Some(4), ..Default::default() },
    ];
    for request in cases {
        assert_eq!(
            reason(&prepare(&server, request.clone()).await.unwrap_err()),
            "INVALID_FIELD",
            "{request:?}"
        );
    }
}

#[tokio::test]
async fn the_clock_stands_until_it_is_moved() {
    let server = start().await;
    server.dealt().await;
    server.clock.advance(std::time::Duration::from_secs(3_600));
    let view = server.view("op", "operator").await;
    assert_eq!(view.to_act[0].time_left, Some(Duration { seconds: 60, nanos: 0 }), "with the time bank");
    let view = advance(&server, 59).await;
    assert_eq!((view.to_act[0].seat, view.to_act[0].time_left), (1, Some(Duration { seconds: 1, nanos: 0 })));
    let view = advance(&server, 1).await;
    assert_eq!(view.to_act[0].seat, 2, "ann's time was up");
    assert_eq!(view.seats[0].status(), v1::SeatStatus::Folded);
}

#[tokio::test]
async fn what_falls_due_on_the_way_happens_at_its_own_time() {
    let server = start().await;
    server.dealt().await;
    let before = server.view("op", "operator").await;
    // Three players: the first two run out of time one after the other, and the third has won.
    let view = advance(&server, 600).await;
    assert_eq!(view.phase(), v1::Phase::HandOver);
    let mut reader = server.stream("op", "operator", Some(before.seq)).await.unwrap();
    let folded =
        reader.events().await.into_iter().filter(|event| matches!(event.fact, Some(Fact::Folded(_))));
    let times: Vec<i64> = folded.map(|event| event.time.unwrap().seconds).collect();
    let start = before.server_time.unwrap().seconds;
    assert_eq!(times, [start + 60, start + 120]);
}

#[tokio::test]
async fn a_turn_can_be_let_run_out() {
    let server = start().await;
    server.dealt().await;
    let expire = async |seat| {
        let request = ExpireTurnRequest { table: "tables/t".into(), seat };
        server.scripts().await.expire_turn(by("op", "operator", request)).await
    };
    assert_eq!(reason(&expire(2).await.unwrap_err()), "NOT_YOUR_TURN");
    assert_eq!(reason(&expire(9).await.unwrap_err()), "INVALID_FIELD");
    expire(1).await.unwrap();
    let view = server.view("op", "operator").await;
    assert_eq!((view.to_act[0].seat, view.seats[0].status()), (2, v1::SeatStatus::Folded));
}

#[tokio::test]
async fn another_table_takes_no_script() {
    let server = start().await;
    server.create(three_card("t")).await;
    let status = prepare(&server, PreparePackRequest::default()).await.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (Code::FailedPrecondition, "ILLEGAL_IN_STATE"));
}
