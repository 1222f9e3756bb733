//! The life of a table on a clock that is moved by hand, with nobody connected.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_host::{ActError, Acted, CreateError, CreateTable, HostConfig, TableHandle};
use brag_rules::act::{Act, Keeping};
use brag_rules::fact::{Fact as HandFact, FoldReason};
use brag_rules::hand::Phase;
use brag_rules::seat::Seat;
use brag_table::event::{Cause, CloseReason, Event, Fact, LeaveReason, SitOutReason};
use brag_table::{Action, Refused};
use common::*;
use sha2::{Digest, Sha256};
use std::time::Duration;

fn config() -> HostConfig {
    HostConfig { hands_kept: u32::MAX, ..HostConfig::default() }
}

/// All events of the table so far.
async fn events(table: &TableHandle) -> Vec<Event> {
    let mut feed = table.subscribe(0).unwrap();
    let mut events = Vec::new();
    while let brag_host::FeedItem::Commits(commits) = feed.next().await {
        commits.iter().for_each(|commit| events.extend(commit.events.iter().cloned()));
    }
    events
}

fn to_act(table: &TableHandle) -> Option<Seat> {
    table.read(|table, _| table.hand.to_act.first())
}

/// What is left until the turn ends, in milliseconds.
fn left(table: &TableHandle) -> u64 {
    table.read(|table, now| table.room.deadline.map_or(0, |deadline| deadline.at - now))
}

fn refusal(answer: Result<Acted, ActError>) -> &'static str {
    match answer {
        Err(ActError::Refused { why, .. }) => why.name(),
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn an_id_that_nobody_chose_follows_from_who_asks_under_which_id() {
    let house = house(config());
    let made = house.host.create(create("alice", "r-1", &[])).await.unwrap();

    let mut hash = Sha256::new();
    for part in ["brag-table-id/v1", "dev", "alice", "r-1"] {
        hash.update(u32::try_from(part.len()).unwrap().to_be_bytes());
        hash.update(part);
    }
    let digest: String = hash.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(made.key().id(), digest);
    // As Python's hashlib gives it.
    assert_eq!(digest, "a92f2450f1c25502e55a20d959125003");
    assert_eq!(made.key().tenant(), "dev");

    let other = house.host.create(create("bob", "r-1", &[])).await.unwrap();
    assert_ne!(other.key(), made.key());
    assert_eq!(house.host.list("dev", None, usize::MAX).len(), 2);
    assert!(house.host.list("elsewhere", None, usize::MAX).is_empty());
    assert!(house.host.table("elsewhere", &digest).is_none());
}

#[tokio::test]
async fn a_repeated_creation_finds_the_table_that_it_made() {
    let house = house(config());
    let named = |caller, request_id: &str, body| CreateTable {
        id: Some("blue".into()),
        body_hash: [body; 32],
        ..create(caller, request_id, &[])
    };
    let made = house.host.create(named("alice", "r-1", 1)).await.unwrap();
    assert_eq!(made.key().id(), "blue");
    let uid = state(&made).charter.uid;

    let again = house.host.create(named("alice", "r-1", 1)).await.unwrap();
    assert_eq!(state(&again).charter.uid, uid);
    let other_body = house.host.create(named("alice", "r-1", 2)).await.unwrap_err();
    assert_eq!(other_body, CreateError::RequestIdReused);
    let other_id = house.host.create(named("alice", "r-2", 1)).await.unwrap_err();
    assert_eq!(other_id, CreateError::TableExists);
    let other_caller = house.host.create(named("bob", "r-1", 1)).await.unwrap_err();
    assert_eq!(other_caller, CreateError::TableExists);
    assert_eq!(house.journal.appends(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_of_a_creation_make_one_table() {
    let house = house(config());
    house.journal.hold();
    let copies: Vec<_> = (0..64)
        .map(|_| {
            let host = house.host.clone();
            tokio::spawn(async move { host.create(create("alice", "r-1", &[])).await.unwrap() })
        })
        .collect();
    house.journal.release();
    let mut uids = Vec::new();
    for copy in copies {
        uids.push(state(&copy.await.unwrap()).charter.uid);
    }
    uids.dedup();
    assert_eq!(uids.len(), 1);
    assert_eq!(house.host.list("dev", None, usize::MAX).len(), 1);
}

#[tokio::test]
async fn a_table_deals_by_itself_and_acts_for_who_is_not_there() {
    let house = house(config());
    let table = house.table(&[("first_dealer", choice("seat:1"))]).await;
    let seated = Seated::with(table.clone(), 3, 100).await;
    assert!(!state(&table).hand.is_running());

    house.pass(Duration::from_millis(2_999)).await;
    assert_eq!(state(&table).hand.number, 0);
    house.pass(Duration::from_millis(1)).await;
    assert_eq!(state(&table).hand.number, 1);
    assert_eq!(to_act(&table), Seat::new(2));
    assert_eq!(left(&table), 60_000, "30 s, and the time bank of 30 s after them");

    let turn = state(&table).room.turn;
    house.pass(Duration::from_millis(59_999)).await;
    assert_eq!(state(&table).room.turn, turn);
    house.pass(Duration::from_millis(1)).await;
    let seat_2 = Seat::new(2).unwrap();
    let events = events(&table).await;
    let acted: Vec<_> =
        events.iter().filter(|event| event.cause == Cause::Clock && event.hand == 1).collect();
    let timed_out = acted.iter().position(|event| event.fact == Fact::TimedOut { seat: seat_2 }).unwrap();
    let folded = Fact::Hand(HandFact::Folded { seat: seat_2, reason: FoldReason::TimedOut });
    assert_eq!(acted[timed_out + 1].fact, folded);
    assert_eq!(acted[timed_out + 1].turn, turn, "an ordinary event that carries the turn number");
    assert_eq!(acted[timed_out + 1].time, START + 3_000 + 60_000);
    assert_eq!(to_act(&table), Seat::new(3));
    drop(seated);
}

#[tokio::test]
async fn the_time_bank_is_used_after_the_action_time_and_not_refilled() {
    let house = house(config());
    let table = house.table(&[("first_dealer", choice("seat:2"))]).await;
    let mut seated = Seated::with(table.clone(), 2, 1_000).await;
    house.pass(3 * SECOND).await;
    let (seat_1, seat_2) = (Seat::new(1).unwrap(), Seat::new(2).unwrap());
    assert_eq!(to_act(&table), Some(seat_1));

    house.pass(20 * SECOND).await;
    seated.play(seat_1, Act::Bet(2)).await.unwrap();
    seated.play(seat_2, Act::Bet(2)).await.unwrap();
    assert_eq!(left(&table), 60_000, "within the action time no bank is used");

    house.pass(40 * SECOND).await;
    seated.play(seat_1, Act::Bet(2)).await.unwrap();
    assert_eq!(left(&table), 60_000, "the bank is each seat's own");
    seated.play(seat_2, Act::Bet(2)).await.unwrap();
    assert_eq!(left(&table), 50_000, "10 s of the bank were used");

    house.pass(50 * SECOND).await;
    assert_eq!(state(&table).hand.phase, Phase::Retain, "seat 1 has timed out, and seat 2 has won blind");
    seated.play(seat_2, Act::Retain(Keeping::None)).await.unwrap();
    house.pass(3 * SECOND).await;
    assert_eq!(to_act(&table), Some(seat_2));
    seated.play(seat_2, Act::Bet(2)).await.unwrap();
    assert_eq!(left(&table), 30_000, "the bank is empty for good");
}

#[tokio::test]
async fn who_lets_his_time_run_out_too_often_sits_out_and_loses_his_seat_in_the_end() {
    let house = house(config());
    let table =
        house.table(&[("first_dealer", choice("seat:1")), ("timeouts_before_sit_out", number(2))]).await;
    let _seated = Seated::with(table.clone(), 2, 1_000).await;
    // Nobody ever acts: each hand costs the eldest hand a time-out.
    house.pass(3 * SECOND).await;
    for _ in 0..20 * 60 {
        house.pass(SECOND).await;
    }
    let events = events(&table).await;
    let sat_out = |event: &&Event| matches!(event.fact, Fact::SatOut { reason: SitOutReason::TimedOut, .. });
    let first_out = events.iter().find(sat_out).expect("somebody sits out");
    let Fact::SatOut { seat, .. } = first_out.fact else { unreachable!() };
    let time_outs = events.iter().filter(|event| event.fact == Fact::TimedOut { seat }).count();
    assert_eq!(time_outs, 2);
    let stalled = events.iter().rfind(|event| matches!(event.fact, Fact::NextHand { .. })).unwrap();
    assert!(matches!(stalled.fact, Fact::NextHand { at: None, enough_players: false }));

    let left = |event: &&Event| matches!(event.fact, Fact::Left { reason: LeaveReason::SatOutTooLong, .. });
    let gone = events.iter().find(left).expect("ten minutes without a hand are the limit");
    assert_eq!(gone.time - first_out.time.max(stalled.time), 10 * 60 * 1_000);
    assert_eq!(gone.cause, Cause::Clock);
}

#[tokio::test]
async fn a_table_with_max_minutes_closes_after_the_hand_in_progress() {
    let house = house(config());
    let table = house.table(&[("max_minutes", number(1)), ("first_dealer", choice("seat:1"))]).await;
    let mut seated = Seated::with(table.clone(), 2, 1_000).await;
    house.pass(3 * SECOND).await;
    house.pass(Duration::from_secs(56)).await;
    let seat = to_act(&table).unwrap();
    seated.play(seat, Act::Bet(2)).await.unwrap();
    assert!(state(&table).room.closing.is_none());
    house.pass(SECOND).await;
    assert_eq!(state(&table).room.closing, Some(CloseReason::MaxMinutes));
    assert!(!state(&table).room.closed);
    let seat = to_act(&table).unwrap();
    seated.play(seat, Act::Fold).await.unwrap();
    while let Some(seat) = to_act(&table) {
        seated.play(seat, Act::Retain(Keeping::None)).await.unwrap();
    }
    assert!(state(&table).room.closed);
    assert_eq!(refusal(seated.sit(1, 100).await), "TABLE_CLOSED");
    let paid_out = events(&table).await;
    let cashed: u64 = paid_out
        .iter()
        .filter_map(|event| match event.fact {
            Fact::Hand(HandFact::ChipsRemoved { amount, .. }) => Some(amount),
            _ => None,
        })
        .sum();
    assert_eq!(cashed, 2_000);
}

#[tokio::test]
async fn a_table_in_which_nothing_happens_closes_after_a_day() {
    let house = house(HostConfig { tables_per_tenant: 1, ..config() });
    let table = house.table(&[]).await;
    house.pass(Duration::from_secs(12 * 60 * 60)).await;
    let _seated = Seated::with(table.clone(), 1, 100).await;
    house.pass(Duration::from_secs(24 * 60 * 60 - 1)).await;
    assert!(!state(&table).room.closed, "somebody sat down twelve hours ago less a second");
    let other = || house.host.create(create("maker", "another", &[]));
    assert_eq!(other().await.unwrap_err(), CreateError::QuotaExceeded { limit: 1 });
    house.pass(SECOND).await;
    let closed = events(&table).await;
    let closed = closed.last().unwrap();
    assert!(matches!(closed.fact, Fact::Closed { reason: CloseReason::Idle, .. }));
    other().await.expect("a closed table counts no more");
}

#[tokio::test]
async fn while_a_table_is_paused_no_time_passes_in_it() {
    let house = house(config());
    let table = house.table(&[("first_dealer", choice("seat:2"))]).await;
    let mut seated = Seated::with(table.clone(), 2, 1_000).await;
    house.pass(SECOND).await;
    seated.ask("boss", Action::Pause).await.unwrap();
    house.pass(MINUTE).await;
    assert_eq!(state(&table).hand.number, 0);
    seated.ask("boss", Action::Resume).await.unwrap();
    house.pass(Duration::from_millis(1_999)).await;
    assert_eq!(state(&table).hand.number, 0);
    house.pass(Duration::from_millis(1)).await;
    assert_eq!(state(&table).hand.number, 1);

    house.pass(10 * SECOND).await;
    seated.ask("boss", Action::Pause).await.unwrap();
    house.pass(60 * MINUTE).await;
    let seat = to_act(&table).unwrap();
    assert_eq!(refusal(seated.play(seat, Act::Fold).await), Refused::TablePaused.name());
    seated.ask("boss", Action::Resume).await.unwrap();
    assert_eq!(left(&table), 50_000);
    house.pass(Duration::from_millis(49_999)).await;
    assert_eq!(to_act(&table), Some(seat));
    house.pass(Duration::from_millis(1)).await;
    assert_ne!(to_act(&table), Some(seat));
}

/// A deadline that comes earlier than one that was set before is kept, and one that was left behind does nothing.
#[tokio::test]
async fn every_deadline_is_kept_whatever_was_set_before() {
    let house = house(config());
    let table = house.table(&[("first_dealer", choice("seat:1"))]).await;
    let mut seated = Seated::with(table.clone(), 2, 10_000).await;
    for hand in 1..=50 {
        house.pass(3 * SECOND).await;
        assert_eq!(state(&table).hand.number, hand);
        let seat = to_act(&table).unwrap();
        house.pass(SECOND).await;
        seated.play(seat, Act::Look(None)).await.unwrap();
        seated.play(seat, Act::Fold).await.unwrap();
        while let Some(seat) = to_act(&table) {
            seated.play(seat, Act::Retain(Keeping::None)).await.unwrap();
        }
    }
}

/// The turn ends at the moment at which the player acts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_an_act_and_a_time_out_at_one_instant_exactly_one_wins() {
    let house = house(HostConfig { tables_per_tenant: 10_000, ..config() });
    let (mut acted, mut timed_out) = (0, 0);
    for round in 0..2_000 {
        let options = [("first_dealer", choice("seat:1"))];
        let table = house.host.create(create("maker", &format!("race-{round}"), &options)).await.unwrap();
        let mut seated = Seated::with(table.clone(), 3, 100).await;
        seated.ask("boss", Action::Deal).await.unwrap();
        let seat = to_act(&table).unwrap();
        let before = seq(&table);
        let wait = table.read(|table, now| table.room.deadline.unwrap().at - now);
        house.clock.advance(Duration::from_millis(wait - 1));
        let act = seated.act_now(seat, Act::Bet(2));
        // The last millisecond passes before, while or after the act is on its way.
        let (clock, racing) = (house.clock.clone(), table.clone());
        let delay = round % 7;
        let mover = tokio::spawn(async move {
            for _ in 0..delay {
                tokio::task::yield_now().await;
            }
            clock.advance(Duration::from_millis(1));
        });
        let player = tokio::spawn(async move {
            for _ in 0..6_u64.saturating_sub(delay) {
                tokio::task::yield_now().await;
            }
            racing.act(act).await
        });
        mover.await.unwrap();
        let answer = player.await.unwrap();
        // Whoever comes later meets what is due: by then one of the two has won.
        let _too_late = seated.play(seat, Act::Fold).await;
        let happened: Vec<_> = events(&table).await.into_iter().filter(|event| event.seq > before).collect();
        let bets = happened
            .iter()
            .filter(|e| matches!(&e.fact, Fact::Hand(HandFact::BetMade { seat: s, .. }) if *s == seat))
            .count();
        let outs = happened.iter().filter(|e| e.fact == Fact::TimedOut { seat }).count();
        assert_eq!(bets + outs, 1, "round {round}: {happened:?}");
        match answer {
            Ok(_) => acted += bets,
            Err(ActError::Refused { why: Refused::StaleTurn, .. }) => timed_out += outs,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(acted + timed_out, 2_000);
    assert!(acted > 0 && timed_out > 0, "{acted} acts and {timed_out} time-outs: the race was none");
}
