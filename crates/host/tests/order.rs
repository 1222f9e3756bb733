//! Durable before visible, and never half of anything: what happens around an append that waits or fails.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_contract::{journal_v1, v1};
use brag_host::{ActCommand, ActError, CreateError, FeedItem, Host, HostConfig};
use brag_journal::ReadError;
use brag_rules::act::Act;
use brag_table::Action;
use common::*;
use prost::Message as _;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

async fn seated(house: &House) -> Seated {
    let table = house.table(&[("first_dealer", choice("seat:1"))]).await;
    Seated::with(table, 3, 1_000).await
}

async fn dealt(house: &House) -> Seated {
    let mut seated = seated(house).await;
    seated.ask("boss", Action::Deal).await.unwrap();
    seated
}

/// Another host over the same journal.
fn second(house: &House) -> Host {
    let (journal, clock) = (house.journal.clone(), house.clock.clone());
    Host::with_sealer(HostConfig::default(), journal, clock, Arc::clone(&house.sealer))
}

fn bet(seated: &mut Seated) -> ActCommand {
    let seat = seated.table.read(|table, _| table.hand.to_act.first()).unwrap();
    seated.act_now(seat, Act::Bet(2))
}

#[tokio::test(start_paused = true)]
async fn nothing_is_visible_before_it_is_durable() {
    let house = house(HostConfig::default());
    let mut seated = dealt(&house).await;
    let table = seated.table.clone();
    let before = state(&table);
    let mut feed = table.subscribe(before.room.seq).unwrap();
    assert!(matches!(feed.next().await, FeedItem::CaughtUp(_)));

    house.journal.hold();
    let act = bet(&mut seated);
    let (acting, acted) = (table.clone(), act.clone());
    let mut answer = tokio::spawn(async move { acting.act(acted).await });
    let_all_run().await;
    assert_eq!(house.journal.appends(), 6, "the append waits");
    assert_eq!(state(&table), before);
    assert!(!answer.is_finished());
    assert!(matches!(feed.next().await, FeedItem::Bookmark(seq) if seq == before.room.seq));
    let mut late = table.subscribe(before.room.seq).unwrap();
    assert!(matches!(late.next().await, FeedItem::CaughtUp(_)), "a reader that comes now sees no more");
    let check = ActCommand { validate_only: true, ..act };
    let mut check = tokio::spawn({
        let table = table.clone();
        async move { table.act(check).await }
    });
    let_all_run().await;
    assert!(!check.is_finished(), "what is asked now is answered after it");

    house.journal.release();
    let acted = (&mut answer).await.unwrap().unwrap();
    assert!(matches!(feed.next().await, FeedItem::Commits(commits) if commits[0].last_seq() == acted.seq));
    assert_eq!(seq(&table), acted.seq);
    assert!(matches!((&mut check).await.unwrap(), Err(ActError::Refused { .. })), "the turn has passed");
}

/// What a retry under the same id finds, after an append that did not answer.
async fn retried(fault: Fault) -> House {
    let house = house(HostConfig::default());
    let mut seated = seated(&house).await;
    let table = seated.table.clone();
    let deal = seated.command("boss", Action::Deal);
    let before = state(&table);
    house.journal.fail_next([fault]);
    assert_eq!(table.act(deal.clone()).await.unwrap_err(), ActError::JournalUnavailable);
    assert_eq!(state(&table), before, "the state is untouched");
    let mut feed = table.subscribe(0).unwrap();
    let FeedItem::Commits(seen) = feed.next().await else { panic!("the log is there") };
    assert_eq!(seen.last().unwrap().last_seq(), before.room.seq, "the log is untouched");

    let done = table.act(deal.clone()).await.unwrap();
    let events = told(&table, &done);
    assert_eq!(events[0].seq, before.room.seq + 1);
    let records = house.journal.records(table.key()).await;
    assert_eq!(records.len(), 5, "made, three sat down, dealt: once");
    let again = table.act(deal).await.unwrap();
    assert!(again.repeat);
    assert_eq!(told(&table, &again), events);
    let (restored, _) = brag_host::restore::restore(table.key(), &records, &house.sealer).unwrap();
    assert_eq!(restored, state(&table));
    house
}

/// The roots of the shuffles that were ever to be stored, and what each committed to for the next.
fn shuffles(house: &House) -> Vec<(bytes::Bytes, bytes::Bytes)> {
    let mut shuffles = Vec::new();
    for append in house.journal.tried() {
        let record = journal_v1::Record::decode(append.record).unwrap();
        for event in record.events {
            if let Some(v1::event::Fact::PackShuffled(of)) = event.event.unwrap().fact {
                shuffles.push((of.root, of.next_commitment));
            }
        }
    }
    shuffles
}

#[tokio::test]
async fn a_commit_that_was_not_stored_has_not_happened_and_a_retry_deals_the_same_cards() {
    let shuffles = shuffles(&retried(Fault::Down).await);
    assert_eq!(shuffles.len(), 2);
    assert_eq!(shuffles[0], shuffles[1]);
}

#[tokio::test]
async fn a_commit_that_was_stored_without_an_answer_is_found() {
    assert_eq!(shuffles(&retried(Fault::LostAck).await).len(), 1);
}

#[tokio::test]
async fn a_commit_that_lands_late_comes_before_the_next_one() {
    let shuffles = shuffles(&retried(Fault::Late).await);
    assert_eq!(shuffles.len(), 2);
    assert_eq!(shuffles[0], shuffles[1]);
    // The other order: something else is asked first.
    let house = house(HostConfig::default());
    let mut seated = dealt(&house).await;
    let late = bet(&mut seated);
    house.journal.fail_next([Fault::Late]);
    assert!(seated.table.act(late.clone()).await.is_err());
    let before = seq(&seated.table);
    let sit_out = seated.ask("p1", Action::SitOut).await.unwrap();
    let found = seated.table.act(late).await.unwrap();
    assert!(found.repeat);
    assert_eq!(told(&seated.table, &found)[0].seq, before + 1);
    assert_eq!(told(&seated.table, &sit_out)[0].seq, found.seq + 1);
}

/// A table that nobody asks anything of finds out by itself, and its clock goes on.
#[tokio::test]
async fn the_table_itself_asks_the_journal_again() {
    let house = house(HostConfig::default());
    let mut seated = dealt(&house).await;
    let act = bet(&mut seated);
    house.journal.fail_next([Fault::LostAck]);
    assert!(seated.table.act(act).await.is_err());
    let before = seq(&seated.table);
    house.pass(SECOND).await;
    assert!(seq(&seated.table) > before, "the bet was found");

    // The journal is down when a turn ends: the time-out comes as soon as it is back.
    let (before, asked) = (state(&seated.table), house.journal.appends());
    house.journal.fail_next([Fault::Down; 10]);
    house.pass(MINUTE).await;
    for _ in 0..9 {
        assert_eq!(state(&seated.table), before);
        house.pass(SECOND).await;
    }
    assert_eq!(house.journal.appends(), asked + 10, "once a second");
    house.pass(SECOND).await;
    assert!(seq(&seated.table) > before.room.seq);

    // It cannot be read either.
    let act = bet(&mut seated);
    house.journal.fail_next([Fault::LostAck]);
    house.journal.fail_reads(Some(ReadError::Unavailable("a test made it so".to_owned())));
    assert!(seated.table.act(act.clone()).await.is_err());
    assert_eq!(seated.table.act(act.clone()).await.unwrap_err(), ActError::JournalUnavailable);
    house.journal.fail_reads(None);
    assert!(seated.table.act(act).await.unwrap().repeat);
}

#[tokio::test]
async fn a_journal_that_contradicts_itself_stops_the_table_and_no_other() {
    let house = house(HostConfig::default());
    let mut seated = dealt(&house).await;
    let done = bet(&mut seated);
    seated.table.act(done.clone()).await.unwrap();
    let before = state(&seated.table);
    let act = bet(&mut seated);
    house.journal.fail_next([Fault::Corrupt]);
    assert_eq!(seated.table.act(act.clone()).await.unwrap_err(), ActError::JournalCorrupt);
    assert_eq!(seated.table.act(act).await.unwrap_err(), ActError::JournalCorrupt);
    assert!(seated.table.act(done).await.unwrap().repeat, "what was done is still known");
    house.pass(10 * MINUTE).await;
    assert_eq!(state(&seated.table), before);

    let other = house.host.create(create("maker", "other", &[])).await.unwrap();
    Seated::with(other, 2, 100).await;
}

#[tokio::test]
async fn a_commit_that_is_named_and_not_shown_is_an_unknown_outcome() {
    let house = house(HostConfig::default());
    let mut seated = dealt(&house).await;
    let act = bet(&mut seated);
    house.journal.fail_next([Fault::Phantom]);
    assert_eq!(seated.table.act(act.clone()).await.unwrap_err(), ActError::JournalUnavailable);
    assert_eq!(seated.table.act(act).await.unwrap_err(), ActError::JournalUnavailable);
}

/// A newer build has gone on with the table: nothing is wrong, and nothing can be done about it here.
#[tokio::test]
async fn a_table_that_a_newer_build_has_written_is_left_to_it() {
    const FORMAT_2: &[u8] = &[0x08, 0x02];
    let house = house(HostConfig::default());
    let mut seated = dealt(&house).await;
    let (before, act) = (state(&seated.table), bet(&mut seated));
    let options = [("first_dealer", choice("seat:1"))];
    // The journal says so itself.
    house.journal.fail_next([Fault::Down]);
    assert_eq!(seated.table.act(act.clone()).await.unwrap_err(), ActError::JournalUnavailable);
    house.journal.fail_reads(Some(ReadError::NewerFormat { format: 3, known: 1 }));
    let refused = seated.table.act(act.clone()).await.unwrap_err();
    assert_eq!(refused, ActError::NewerFormat { format: 3, known: 1 });
    let woken = second(&house).create(create("maker", "made", &options)).await;
    assert_eq!(woken.unwrap_err(), CreateError::NewerFormat { format: 3, known: 1 });
    // Or a record that it holds.
    house.journal.fail_reads(None);
    house.journal.fail_next([Fault::Grown(FORMAT_2)]);
    assert_eq!(seated.table.act(act.clone()).await.unwrap_err(), ActError::JournalUnavailable);
    for _ in 0..2 {
        let refused = seated.table.act(act.clone()).await.unwrap_err();
        assert_eq!(refused, ActError::NewerFormat { format: 2, known: 1 });
    }
    assert_eq!(state(&seated.table), before);
    let woken = second(&house).create(create("maker", "made", &options)).await;
    assert_eq!(woken.unwrap_err(), CreateError::NewerFormat { format: 2, known: 1 });
}

#[tokio::test]
async fn a_table_whose_records_are_damaged_is_not_made_anew() {
    let house = house(HostConfig::default());
    let seated = dealt(&house).await;
    drop(seated);
    house.journal.fail_reads(Some(ReadError::Corrupt("a test made it so".to_owned())));
    let second = second(&house);
    let options = [("first_dealer", choice("seat:1"))];
    let woken = second.create(create("maker", "made", &options)).await;
    assert_eq!(woken.unwrap_err(), CreateError::JournalCorrupt);
}

/// Two hosts over one journal: who loses a race takes in what the other has done, and decides again.
#[tokio::test]
async fn a_second_host_follows_the_journal() {
    let house = house(HostConfig::default());
    let mut here = dealt(&house).await;
    let second = second(&house);
    let options = [("first_dealer", choice("seat:1"))];
    let found = second.create(create("maker", "made", &options)).await.unwrap();
    assert_eq!(state(&found), state(&here.table), "a retry on another replica meets the same table");
    let reused = second
        .create(brag_host::CreateTable { body_hash: [2; 32], ..create("maker", "made", &options) })
        .await;
    assert_eq!(reused.unwrap_err(), CreateError::RequestIdReused);

    let mut there = Seated::asking(found, "there");
    for round in 0..30 {
        let (near, far) = if round % 2 == 0 { (&mut here, &mut there) } else { (&mut there, &mut here) };
        let act = bet(near);
        let done = near.table.act(act.clone()).await.unwrap();
        // The other one does not know of it yet. It finds out when it wants to append something.
        far.ask("p3", if round % 2 == 0 { Action::SitOut } else { Action::SitIn }).await.unwrap();
        let repeat = far.table.act(act).await.unwrap();
        assert!(repeat.repeat);
        assert_eq!(told(&far.table, &repeat), told(&near.table, &done));
        near.ask("p1", Action::TopUp(1)).await.unwrap();
    }
    far_catches_up(&mut there).await;
    far_catches_up(&mut here).await;
    far_catches_up(&mut there).await;
    let records = house.journal.records(here.table.key()).await;
    let (restored, _) = brag_host::restore::restore(here.table.key(), &records, &house.sealer).unwrap();
    assert_eq!(restored, state(&there.table));
}

async fn far_catches_up(seated: &mut Seated) {
    let id = format!("top-up-at-{}", seq(&seated.table));
    seated.table.act(command("p2", &id, Action::TopUp(1))).await.unwrap();
}

#[tokio::test]
async fn a_table_that_was_made_without_an_answer_is_found() {
    let house = house(HostConfig { tables_per_tenant: 1, ..HostConfig::default() });
    house.journal.fail_next([Fault::Down, Fault::LostAck]);
    let make = || house.host.create(create("maker", "made", &[]));
    assert_eq!(make().await.unwrap_err(), CreateError::JournalUnavailable);
    assert_eq!(make().await.unwrap_err(), CreateError::JournalUnavailable);
    let table = make().await.unwrap();
    assert_eq!(seq(&table), 1);
    let other = create("other", "made", &[]);
    let taken = brag_host::CreateTable { id: Some(table.key().id().into()), ..other };
    assert_eq!(house.host.create(taken).await.unwrap_err(), CreateError::TableExists);
    let mut seated = Seated::with(table, 2, 100).await;
    seated.ask("boss", Action::Deal).await.unwrap();
}

/// Polls a future so often, and then drops it.
async fn poll_and_drop<F: Future>(future: F, polls: usize) -> Option<F::Output> {
    let mut future = pin!(future);
    for _ in 0..polls {
        if let Poll::Ready(done) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return Some(done);
        }
        // One task at a time goes one step further.
        tokio::task::yield_now().await;
    }
    None
}

/// A caller disappears at every await of his call, while the append waits, fails or goes through.
#[tokio::test]
async fn a_caller_that_disappears_never_leaves_half_an_act() {
    for fault in [None, Some(Fault::Down), Some(Fault::LostAck), Some(Fault::Late)] {
        for (released_after, polls) in (0..6).flat_map(|r| (0..8).map(move |p| (r, p))) {
            let house = house(HostConfig::default());
            let mut seated = dealt(&house).await;
            let table = seated.table.clone();
            let (before, act) = (state(&table), bet(&mut seated));
            house.journal.fail_next(fault);
            house.journal.hold();
            let releaser = tokio::spawn({
                let journal = Arc::clone(&house.journal);
                async move {
                    for _ in 0..released_after {
                        tokio::task::yield_now().await;
                    }
                    journal.release();
                }
            });
            let answer = poll_and_drop(table.act(act.clone()), polls).await;
            releaser.await.unwrap();
            let_all_run().await;
            let at_rest = state(&table);
            let done_whole = at_rest.room.seq == before.room.seq + 2;
            assert!(done_whole || at_rest == before, "half an act: {fault:?} {released_after} {polls}");
            if polls == 0 && fault.is_some() {
                // Nothing was asked before; the fault waits for the retry.
                assert_eq!(table.act(act.clone()).await.unwrap_err(), ActError::JournalUnavailable);
            }
            let retry = table.act(act).await.unwrap();
            let done_before = match fault {
                None => polls > 0,
                Some(Fault::Down) => false,
                _ => true,
            };
            assert_eq!(retry.repeat, done_before, "{fault:?} {released_after} {polls}");
            let mut feed = table.subscribe(before.room.seq).unwrap();
            let FeedItem::Commits(commits) = feed.next().await else { panic!("it was done") };
            let [commit] = &*commits else { panic!("{commits:?}") };
            assert_eq!((commit.first_seq(), commit.last_seq()), (before.room.seq + 1, before.room.seq + 2));
            assert_eq!(told(&table, &retry), events_of(&before.charter, commit));
            if let Some(Ok(answer)) = answer {
                assert_eq!(told(&table, &answer), told(&table, &retry));
            }
            let undisturbed = before.clone();
            let after = commit.events.iter().fold(undisturbed, |mut table, event| {
                table.apply(event);
                table
            });
            assert_eq!(state(&table), after);
            assert_eq!(house.journal.records(table.key()).await.len(), 6);
        }
    }
}
