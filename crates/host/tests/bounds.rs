//! Bounds, and what breaks alone.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_host::chance::ScriptChance;
use brag_host::{ActError, CreateError, CreateTable, HostConfig, Principal, TableHandle};
use brag_rules::act::Act;
use brag_rules::card::{Card, Pack};
use brag_rules::seat::Seat;
use brag_table::Action;
use brag_table::charter::Script;
use common::*;

#[tokio::test]
async fn a_full_mailbox_refuses_and_loses_nothing() {
    let house = house(HostConfig::default());
    let table = house.table(&[]).await;
    let mut seated = Seated::with(table.clone(), 2, 1_000).await;
    house.journal.hold();
    let ask = |seated: &mut Seated| {
        let (table, command) = (seated.table.clone(), seated.command("p1", Action::TopUp(1)));
        tokio::spawn(async move { (command.clone(), table.act(command).await) })
    };
    let mut answers = vec![ask(&mut seated)];
    let_all_run().await;
    answers.extend((0..100).map(|_| ask(&mut seated)));
    let_all_run().await;
    // A deadline that comes now is not refused.
    house.clock.advance(MINUTE);
    let_all_run().await;
    house.journal.release();
    let (mut done, mut refused) = (0, Vec::new());
    for answer in answers {
        match answer.await.unwrap() {
            (_, Ok(acted)) => {
                assert!(!acted.repeat);
                done += 1;
            }
            (command, Err(ActError::Overloaded { waiting: 64 })) => refused.push(command),
            (_, other) => panic!("{other:?}"),
        }
    }
    assert_eq!((done, refused.len()), (65, 36), "one is at work, and 64 wait");
    let_all_run().await;
    assert_eq!(state(&table).hand.bank, 2_065);
    assert_eq!(state(&table).hand.number, 1, "the hand that was due was dealt");
    for command in refused {
        assert!(!table.act(command).await.unwrap().repeat, "what was refused for lack of room was not done");
    }
    assert_eq!(state(&table).hand.bank, 2_101);
}

#[tokio::test]
async fn a_tenant_has_so_many_tables_and_no_more() {
    let house = house(HostConfig { tables_per_tenant: 2, ..HostConfig::default() });
    let make = async |tenant: &str, request_id: &str| {
        let caller = Principal { tenant: tenant.into(), ..principal("maker") };
        house.host.create(CreateTable { caller, ..create("maker", request_id, &[]) }).await
    };
    house.journal.fail_next([Fault::Down]);
    assert_eq!(make("a", "0").await.unwrap_err(), CreateError::JournalUnavailable);
    make("a", "1").await.unwrap();
    make("a", "2").await.unwrap();
    assert_eq!(make("a", "3").await.unwrap_err(), CreateError::QuotaExceeded { limit: 2 });
    make("a", "2").await.expect("a repeat makes none");
    make("b", "1").await.expect("another tenant has tables of its own");
    assert_eq!(house.host.list("a", None, usize::MAX).len(), 2);
    assert_eq!(house.host.list("b", None, usize::MAX).len(), 1);
}

async fn scripted(house: &House, request_id: &str) -> TableHandle {
    let seat = |number| Seat::new(number).unwrap();
    let script = Script { first_dealer: seat(1), check_buy_in: false };
    let seats = vec![(seat(1), "p1".into(), 100), (seat(2), "p2".into(), 100)];
    house
        .host
        .create(CreateTable { script: Some(script), seats, ..create("maker", request_id, &[]) })
        .await
        .unwrap()
}

/// One card too few lies in the pack.
#[tokio::test]
async fn a_broken_invariant_stops_its_table_and_no_other() {
    let house = house(HostConfig::default());
    let (broken, other) = (scripted(&house, "broken").await, scripted(&house, "other").await);
    let mut seated = Seated::new(broken.clone());
    let rest = seated.command("p1", Action::SitOut);
    let rested = broken.act(rest.clone()).await.unwrap();
    seated.ask("p1", Action::SitIn).await.unwrap();
    let before = state(&broken);

    let short: Pack = Card::in_pack_order().skip(1).collect();
    broken.prepare_pack(ScriptChance { pack: Some(short), ..ScriptChance::default() }).await.unwrap();
    assert_eq!(broken.advance(3_000).await.unwrap_err(), ActError::Broken);
    assert_eq!(seated.ask("p1", Action::SitOut).await.unwrap_err(), ActError::Broken);
    assert_eq!(seated.ask("boss", Action::Deal).await.unwrap_err(), ActError::Broken);
    assert_eq!(broken.advance(1).await.unwrap_err(), ActError::Broken);
    assert_eq!(state(&broken), before, "nothing has happened, and it can still be looked at");
    let again = broken.act(rest).await.unwrap();
    assert!(again.repeat && again.seq == rested.seq, "what was done is still known");
    assert_eq!(house.journal.records(broken.key()).await.len(), 3);

    other.advance(3_000).await.unwrap();
    Seated::new(other).play(Seat::new(2).unwrap(), Act::Fold).await.unwrap();
    house.host.create(create("maker", "third", &[])).await.unwrap();
}

/// Should the journal itself panic, its callers are answered, and other tables live.
#[tokio::test]
async fn a_journal_that_panics_stops_one_table() {
    let house = house(HostConfig::default());
    let table = house.table(&[]).await;
    let mut seated = Seated::with(table.clone(), 2, 1_000).await;
    let other = house.host.create(create("maker", "other", &[])).await.unwrap();
    house.journal.hold();
    house.journal.fail_next([Fault::Panics]);
    let waiting: Vec<_> = (0..10)
        .map(|_| {
            let command = seated.command("p1", Action::TopUp(1));
            let table = table.clone();
            tokio::spawn(async move { table.act(command).await })
        })
        .collect();
    let_all_run().await;
    house.journal.release();
    for answer in waiting {
        assert_eq!(answer.await.unwrap().unwrap_err(), ActError::Broken);
    }
    assert_eq!(seated.ask("p1", Action::TopUp(1)).await.unwrap_err(), ActError::Broken);
    let mut seated = Seated::with(other, 2, 1_000).await;
    // It panics at once, while its caller is being served.
    house.journal.fail_next([Fault::Panics]);
    assert_eq!(seated.ask("p1", Action::TopUp(1)).await.unwrap_err(), ActError::Broken);
    house.host.create(create("maker", "third", &[])).await.unwrap();
}

/// A table that moves without ever dealing keeps so many commits and no more; a reader who wants older ones is told.
#[tokio::test]
async fn a_table_without_hands_keeps_so_many_commits() {
    let house = house(HostConfig { commits_kept: 8, ..HostConfig::default() });
    let table = house.table(&[("min_players", number(3))]).await;
    let mut seated = Seated::with(table.clone(), 2, 1_000).await;
    for _ in 0..20 {
        seated.ask("p1", Action::SitOut).await.unwrap();
        seated.ask("p1", Action::SitIn).await.unwrap();
    }
    let last = state(&table).room.seq;
    let oldest = match table.subscribe(0) {
        Err(brag_host::CursorError::Expired { oldest }) => oldest,
        _ => panic!("the first events are no longer kept"),
    };
    assert!(oldest > 1 && last - oldest < 8 * 3, "{oldest} to {last}");
    assert!(table.subscribe(oldest - 1).is_ok());
}

/// Closed tables can be read until enough others have closed, and their names are free again afterwards.
#[tokio::test]
async fn closed_tables_go_in_the_order_in_which_they_closed() {
    let house = house(HostConfig { closed_tables_kept: 2, ..HostConfig::default() });
    let make = async |id: &str| {
        let create = CreateTable { id: Some(id.into()), ..create("maker", id, &[]) };
        house.host.create(create).await.unwrap()
    };
    for id in ["a", "b", "c"] {
        let mut seated = Seated::with(make(id).await, 0, 0).await;
        seated.ask("boss", Action::Close { at_once: true }).await.unwrap();
    }
    let there = |id: &str| house.host.table("dev", id).is_some();
    assert_eq!([there("a"), there("b"), there("c")], [false, true, true]);
}
