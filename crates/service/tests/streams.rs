//! StreamEvents: ordered, unique, reliable, atomic, resumable, bookmarked; for the eyes of who reads.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use std::time::Duration;

use brag_contract::v1::act_request::Action;
use brag_contract::v1::event::Fact;
use brag_contract::v1::stream_events_response::Message;
use brag_contract::v1::{self, StreamEventsRequest};
use brag_host::HostConfig;
use brag_service::{Limits, Settings};
use common::{by, metadata, reason, sit, start, start_with, three_card};
use tonic::Code;
use tonic_types::StatusExt;

fn close() -> Action {
    Action::Close(v1::Close { when: v1::CloseWhen::Now.into() })
}

/// The one look among the events.
fn looked(events: &[v1::Event]) -> Vec<String> {
    let look = events.iter().find_map(|event| match &event.fact {
        Some(Fact::Looked(looked)) => Some(looked.cards.clone()),
        _ => None,
    });
    look.expect("a look")
}

#[tokio::test]
async fn without_a_cursor_a_snapshot_comes_first_and_then_what_follows() {
    let server = start().await;
    server.dealt().await;
    let view = server.view("ann", "player").await;
    let mut stream = server.stream("ann", "player", None).await.unwrap();
    assert_eq!(stream.snapshot().await, view, "the clock stands, so even the times are the same");
    assert_eq!(stream.caught_up().await, view.seq);
    let answer = server.act("ann", Action::Bet(v1::Bet { amount: 1 })).await.unwrap();
    let batch = stream.batch().await;
    assert_eq!(batch.events, answer.events, "a batch is one commit");
    assert_eq!(batch.events[0].seq, view.seq + 1);
    assert_eq!(batch.legal_acts, answer.legal_acts);
}

#[tokio::test]
async fn a_resume_repeats_what_was_live_from_any_cursor() {
    let server = start().await;
    server.dealt().await;
    let mut live = server.stream("ann", "player", Some(0)).await.unwrap();
    let mut all = live.events().await;
    for action in [Action::Look(v1::Look::default()), Action::Bet(v1::Bet { amount: 2 })] {
        server.act("ann", action).await.unwrap();
        all.extend(live.batch().await.events);
    }
    let numbers: Vec<u64> = all.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "without a gap from the first");
    assert!(looked(&all).iter().all(|card| card != "??"));
    for cursor in 0..=numbers.len() {
        let mut resumed = server.stream("ann", "player", Some(cursor as u64)).await.unwrap();
        assert_eq!(resumed.events().await, all[cursor..], "also from inside a commit: {cursor}");
    }
}

#[tokio::test]
async fn everybody_gets_every_number_and_only_the_owner_the_cards() {
    let server = start().await;
    server.dealt().await;
    server.act("ann", Action::Look(v1::Look::default())).await.unwrap();
    let mut anns = server.stream("ann", "player", Some(0)).await.unwrap();
    let anns = anns.events().await;
    for (player, roles) in [("bob", "player"), ("op", "operator"), ("eve", "spectator"), ("front", "gateway")]
    {
        let mut others = server.stream(player, roles, Some(0)).await.unwrap();
        let others = others.events().await;
        assert_eq!(looked(&others), ["??"; 3], "{player}");
        assert!(others.iter().map(|event| event.seq).eq(anns.iter().map(|event| event.seq)), "{player}");
        let transfers = others.iter().filter(|event| event.transfer.is_some()).count();
        assert_eq!(transfers, if matches!(roles, "operator" | "gateway") { 3 } else { 0 }, "{player}");
    }
    assert!(looked(&anns).iter().all(|card| card != "??"));
}

/// The security of the seat: what its last player saw is not shown to the next one.
#[tokio::test]
async fn a_look_is_for_who_sat_there_then() {
    let server = start().await;
    server.dealt().await;
    let seen = looked(&server.act("ann", Action::Look(v1::Look::default())).await.unwrap().events);
    server.act("ann", Action::Leave(v1::Leave {})).await.unwrap();
    server.act("bob", Action::Fold(v1::Fold {})).await.unwrap();
    server.act("dan", sit(1, 50)).await.unwrap();
    server.act("ann", sit(4, 98)).await.unwrap();
    let mut dans = server.stream("dan", "player", Some(0)).await.unwrap();
    assert_eq!(looked(&dans.events().await), ["??"; 3]);
    let mut anns = server.stream("ann", "player", Some(0)).await.unwrap();
    assert_eq!(looked(&anns.events().await), seen, "and it stays hers from another seat");
}

#[tokio::test]
async fn a_player_who_sits_down_while_he_reads_sees_his_cards_from_then_on() {
    let server = start().await;
    server.scripted(three_card("t")).await;
    let mut dans = server.stream("dan", "player", None).await.unwrap();
    assert_eq!(dans.snapshot().await.viewer_seat, 0);
    dans.caught_up().await;
    server.act("dan", sit(4, 100)).await.unwrap();
    let batch = dans.batch().await;
    assert!(batch.legal_acts.is_some() && batch.table_acts.unwrap().leave.is_some());
    server.act("op", Action::Deal(v1::Deal {})).await.unwrap();
    dans.batch().await;
    let answer = server.act("dan", Action::Look(v1::Look::default())).await.unwrap();
    let batch = dans.batch().await;
    assert_eq!(looked(&batch.events), looked(&answer.events));
    assert!(looked(&batch.events).iter().all(|card| card != "??"));
}

#[tokio::test]
async fn lists_come_where_they_changed() {
    let server = start().await;
    server.dealt().await;
    let mut bobs = server.stream("bob", "player", None).await.unwrap();
    let mut spectators = server.stream("eve", "spectator", None).await.unwrap();
    for stream in [&mut bobs, &mut spectators] {
        stream.snapshot().await;
        stream.caught_up().await;
    }
    server.act("ann", Action::Look(v1::Look::default())).await.unwrap();
    let batch = bobs.batch().await;
    assert_eq!((batch.legal_acts, batch.table_acts), (None, None), "another's look changes nothing for him");
    server.act("ann", Action::Fold(v1::Fold {})).await.unwrap();
    let batch = bobs.batch().await;
    assert_eq!(batch.legal_acts, server.view("bob", "player").await.legal_acts);
    assert_eq!(batch.table_acts, None);
    server.act("bob", Action::SitOut(v1::SitOut {})).await.unwrap();
    let batch = bobs.batch().await;
    assert_eq!(batch.table_acts, server.view("bob", "player").await.table_acts);
    for _ in 0..3 {
        let batch = spectators.batch().await;
        assert_eq!((batch.legal_acts, batch.table_acts), (None, None));
    }
    server.act("op", Action::Remove(v1::Remove { player: "bob".into() })).await.unwrap();
    server.act("op", close()).await.unwrap();
    let mut last = None;
    while let Some(message) = bobs.next().await.unwrap() {
        if let Message::Batch(batch) = message {
            last = batch.legal_acts.or(last);
        }
    }
    assert_eq!(last.expect("told that he may do nothing any more").acts, []);
}

#[tokio::test]
async fn cursors_that_cannot_be_served_are_refused_at_once() {
    let config = HostConfig { hands_kept: 0, ..HostConfig::default() };
    let server = start_with(config, Settings::default()).await;
    server.dealt().await;
    let last = server.view("op", "operator").await.seq;
    let ahead = server.stream("ann", "player", Some(last + 1)).await.err().expect("refused");
    assert_eq!((ahead.code(), &*reason(&ahead)), (Code::OutOfRange, "CURSOR_AHEAD"));
    assert_eq!(metadata(&ahead)["seq"], last.to_string());
    for _ in 0..2 {
        server.act("op", close_hand(&server).await).await.unwrap();
    }
    let expired = server.stream("ann", "player", Some(0)).await.err().expect("refused");
    assert_eq!((expired.code(), &*reason(&expired)), (Code::OutOfRange, "CURSOR_EXPIRED"));
    let oldest: u64 = metadata(&expired)["oldest_seq"].parse().unwrap();
    let mut stream = server.stream("ann", "player", Some(oldest - 1)).await.unwrap();
    assert_eq!(stream.events().await[0].seq, oldest, "the oldest that is kept can be had");
}

#[tokio::test]
async fn everything_that_is_kept_is_told_after_the_table_as_it_was_seen_before() {
    let config = HostConfig { commits_kept: 2, ..HostConfig::default() };
    let server = start_with(config, Settings::default()).await;
    let oldest = async |player| {
        let request = StreamEventsRequest { from_oldest: true, ..request() };
        server.open(player, "player", request).await.unwrap()
    };
    server.scripted(three_card("t")).await;
    assert_eq!(oldest("ann").await.events().await[0].seq, 1, "event 1 needs no table before it");
    server.act("op", Action::Deal(v1::Deal {})).await.unwrap();
    server.act("ann", Action::Look(v1::Look::default())).await.unwrap();
    let seen = [server.view("ann", "player").await, server.view("bob", "player").await];
    let mut acts = Vec::new();
    for (player, amount) in [("ann", 2), ("bob", 1)] {
        acts.push(server.act(player, Action::Bet(v1::Bet { amount })).await.unwrap().events);
    }
    for (player, seen) in ["ann", "bob"].into_iter().zip(seen) {
        let mut stream = oldest(player).await;
        assert_eq!(stream.snapshot().await, seen, "{player}");
        let knows = seen.seats[0].hands[0].cards.iter().all(|card| card != "??");
        assert_eq!(knows, player == "ann", "her cards are hers");
        for act in &acts {
            assert_eq!(stream.batch().await.events, *act);
        }
        assert_eq!(stream.caught_up().await, server.view(player, "player").await.seq);
    }
}

#[tokio::test]
async fn a_table_can_be_named_by_what_is_its_own_for_all_time() {
    let server = start().await;
    server.dealt().await;
    let view = server.view("ann", "player").await;
    let uid = view.charter.unwrap().uid;
    let of = |uid: &str, after_seq| StreamEventsRequest { uid: uid.into(), after_seq, ..request() };
    let mut same = server.open("ann", "player", of(&uid, None)).await.unwrap();
    assert_eq!(same.snapshot().await.seq, view.seq);
    for after_seq in [None, Some(0), Some(view.seq), Some(view.seq + 100)] {
        let other = server.open("ann", "player", of(&"0".repeat(32), after_seq)).await.err().unwrap();
        assert_eq!((other.code(), &*reason(&other)), (Code::NotFound, "TABLE_REPLACED"));
        assert_eq!(metadata(&other)["table"], "tables/t");
    }
    let both = StreamEventsRequest { from_oldest: true, after_seq: Some(0), ..request() };
    let both = server.open("ann", "player", both).await.err().unwrap();
    assert_eq!((&*reason(&both), &*metadata(&both)["field"]), ("INVALID_FIELD", "from_oldest"));
}

fn request() -> StreamEventsRequest {
    StreamEventsRequest { table: "tables/t".into(), ..StreamEventsRequest::default() }
}

/// Ends the hand, and gives the act that deals the next one.
async fn close_hand(server: &common::Server) -> Action {
    loop {
        let view = server.view("op", "operator").await;
        let Some(turn) = view.to_act.first() else { return Action::Deal(v1::Deal {}) };
        let player = ["ann", "bob", "cat"][turn.seat as usize - 1];
        let action = match view.phase() {
            v1::Phase::Retain => Action::Retain(v1::Retain { choice: v1::RetainChoice::None.into() }),
            _ => Action::Fold(v1::Fold {}),
        };
        server.act(player, action).await.unwrap();
    }
}

#[tokio::test]
async fn silence_is_bookmarked() {
    let config = HostConfig { bookmark_every: Duration::from_millis(20), ..HostConfig::default() };
    let server = start_with(config, Settings::default()).await;
    server.dealt().await;
    let mut stream = server.stream("eve", "spectator", None).await.unwrap();
    let seq = stream.snapshot().await.seq;
    assert_eq!(stream.caught_up().await, seq);
    for _ in 0..2 {
        match stream.next().await.unwrap() {
            Some(Message::Bookmark(bookmark)) => {
                assert_eq!(bookmark.seq, seq);
                assert!(bookmark.server_time.is_some());
            }
            other => panic!("a bookmark, not {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_closed_table_ends_its_streams_with_ok_and_everything_delivered() {
    let server = start().await;
    server.dealt().await;
    let mut live = server.stream("ann", "player", None).await.unwrap();
    live.snapshot().await;
    live.caught_up().await;
    server.act("op", close()).await.unwrap();
    let last = live.batch().await.events.pop().unwrap();
    assert!(matches!(last.fact, Some(Fact::Closed(_))));
    while let Some(message) = live.next().await.unwrap() {
        assert!(matches!(message, Message::CaughtUp(_)));
    }
    let mut late = server.stream("ann", "player", None).await.unwrap();
    assert_eq!(late.snapshot().await.state(), v1::TableState::Closed);
    assert_eq!(late.caught_up().await, last.seq);
    assert!(late.next().await.unwrap().is_none());
}

#[tokio::test]
async fn a_drain_ends_streams_with_where_to_resume() {
    let server = start().await;
    server.dealt().await;
    let mut stream = server.stream("ann", "player", None).await.unwrap();
    let seq = stream.snapshot().await.seq;
    stream.caught_up().await;
    server.serving.drain();
    let status = stream.next().await.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (Code::Unavailable, "DRAINING"));
    assert_eq!(metadata(&status)["next_seq"], (seq + 1).to_string());
    assert!(status.get_details_retry_info().unwrap().retry_delay.is_some());
    let create =
        server.tables().await.create_table(by("op", "operator", three_card("new"))).await.unwrap_err();
    assert_eq!((create.code(), &*reason(&create)), (Code::Unavailable, "DRAINING"));
}

#[tokio::test]
async fn streams_are_bounded_for_a_connection_a_table_and_the_process() {
    let limits = Limits { streams_per_connection: 2, streams_per_table: 3, streams: 4 };
    let server = start_with(HostConfig::default(), Settings { limits, ..Settings::default() }).await;
    server.create(three_card("t")).await;
    server.create(three_card("u")).await;
    let open = async |client: &mut v1::table_service_client::TableServiceClient<_>, table: &str| {
        let request = StreamEventsRequest { table: format!("tables/{table}"), ..Default::default() };
        client.stream_events(by("ann", "player", request)).await.map(|stream| stream.into_inner())
    };
    let refused = |status: tonic::Status, limit: &str, max: &str| {
        assert_eq!((status.code(), &*reason(&status)), (Code::ResourceExhausted, "QUOTA_EXCEEDED"));
        let named = metadata(&status);
        assert_eq!((&*named["limit"], &*named["max"]), (limit, max));
        assert!(status.get_details_retry_info().is_some());
    };
    let (mut one, mut two, mut three) = (server.tables().await, server.tables().await, server.tables().await);
    let mut streams = vec![open(&mut one, "t").await.unwrap(), open(&mut one, "t").await.unwrap()];
    refused(open(&mut one, "u").await.unwrap_err(), "streams_per_connection", "2");
    streams.push(open(&mut two, "t").await.unwrap());
    refused(open(&mut two, "t").await.unwrap_err(), "streams_per_table", "3");
    streams.push(open(&mut two, "u").await.unwrap());
    refused(open(&mut three, "u").await.unwrap_err(), "streams", "4");
    // A connection that ends gives its places back.
    drop(streams);
    drop((one, two));
    loop {
        match open(&mut three, "t").await {
            Ok(_) => break,
            Err(status) => assert_eq!(reason(&status), "QUOTA_EXCEEDED"),
        }
    }
}

#[tokio::test]
async fn spectators_watch_where_the_table_lets_them() {
    let server = start().await;
    let closed = v1::CreateTableRequest { spectating: None, ..three_card("t") };
    server.create(closed).await;
    let status = server.stream("eve", "spectator", None).await.err().expect("refused");
    assert_eq!((status.code(), &*reason(&status)), (Code::PermissionDenied, "SPECTATORS_NOT_ALLOWED"));
    let request = v1::GetTableRequest { name: "tables/t".into(), player: String::new() };
    let status = server.tables().await.get_table(by("eve", "spectator", request)).await.unwrap_err();
    assert_eq!(reason(&status), "SPECTATORS_NOT_ALLOWED");
    assert!(server.stream("dan", "player", None).await.is_ok(), "players of the tenant may look in any case");
    assert!(server.stream("op", "operator", None).await.is_ok());
}

#[tokio::test]
async fn a_malformed_request_opens_no_stream() {
    let server = start().await;
    server.create(three_card("t")).await;
    let open = async |request: StreamEventsRequest| {
        let answer = server.tables().await.stream_events(by("ann", "player", request)).await;
        reason(&answer.expect_err("refused"))
    };
    let of = |table: &str, player: &str| StreamEventsRequest {
        table: table.into(),
        player: player.into(),
        ..Default::default()
    };
    assert_eq!(open(of("t", "")).await, "INVALID_FIELD");
    assert_eq!(open(of("tables/t", "\n")).await, "INVALID_FIELD");
    assert_eq!(open(of("tables/no", "bob")).await, "TABLE_NOT_FOUND");
    assert_eq!(open(of("tables/t", "bob")).await, "NOT_SEAT_OWNER");
}
