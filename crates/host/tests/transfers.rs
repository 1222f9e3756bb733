//! Chips that cross the table's edge: each movement once, with the request that asked for it.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_host::{Acted, HostConfig, Transfer, TransferKind};
use brag_rules::act::{Act, Keeping};
use brag_rules::seat::Seat;
use brag_table::Action;
use common::*;
use std::collections::BTreeSet;

fn transfers(acted: &Acted) -> &[Transfer] {
    &acted.commit().unwrap().transfers
}

/// Kind, player, amount and request of the only movement in it.
fn only(acted: &Acted) -> (TransferKind, &str, u64, &str) {
    let [transfer] = transfers(acted) else { panic!("{:?}", transfers(acted)) };
    assert!(acted.commit().unwrap().transfer(transfer.seq).is_some());
    (transfer.kind, &transfer.player, transfer.amount, &transfer.request_id)
}

#[tokio::test]
async fn each_movement_names_who_asked_for_it() {
    let house = house(HostConfig { hands_kept: u32::MAX, ..HostConfig::default() });
    let table = house.table(&[("first_dealer", choice("seat:1"))]).await;
    let mut seated = Seated::new(table.clone());
    let sat = seated.sit(1, 500).await.unwrap();
    assert_eq!(only(&sat), (TransferKind::BuyIn, "p1", 500, "asked-1"));
    seated.sit(2, 600).await.unwrap();
    seated.sit(3, 700).await.unwrap();
    let added = seated.ask("p1", Action::TopUp(20)).await.unwrap();
    assert_eq!(only(&added), (TransferKind::TopUp, "p1", 20, "asked-4"));

    seated.ask("boss", Action::Deal).await.unwrap();
    let waits = seated.ask("p2", Action::TopUp(30)).await.unwrap();
    assert_eq!(
        only(&waits),
        (TransferKind::TopUp, "p2", 30, "asked-6"),
        "it came to the table, though it waits"
    );
    // Seat 3 leaves in the middle: he pays out when the hand is over, which seat 2's fold makes it.
    let leaving = seated.ask("p3", Action::Leave).await.unwrap();
    assert!(transfers(&leaving).is_empty());
    let fold = seated.play(Seat::new(2).unwrap(), Act::Fold).await.unwrap();
    let last = if state(&table).hand.is_running() {
        seated.play(Seat::new(1).unwrap(), Act::Retain(Keeping::None)).await.unwrap()
    } else {
        fold
    };
    let (kind, player, _, request_id) = only(&last);
    assert_eq!((kind, player, request_id), (TransferKind::CashOut, "p3", ""), "nobody's fold asked for it");

    // Whoever ends the hand by leaving asks for his own chips.
    seated.ask("boss", Action::Deal).await.unwrap();
    let first = state(&table).hand.to_act.first().unwrap();
    let player = format!("{first}");
    let gone = seated.ask(&player, Action::Leave).await.unwrap();
    let (kind, whose, _, request_id) = only(&gone);
    assert_eq!((kind, whose), (TransferKind::CashOut, player.as_str()));
    assert!(request_id.starts_with("asked-"));

    let closed = seated.command("boss", Action::Close { at_once: true });
    let id = closed.request_id.clone();
    let closed = table.act(closed).await.unwrap();
    let (kind, _, _, request_id) = only(&closed);
    assert_eq!((kind, request_id), (TransferKind::CashOut, &*id));

    // What came in went out, and each movement has a name of its own, which the journal keeps.
    let records = house.journal.records(table.key()).await;
    let (_, commits) = brag_host::restore::restore(table.key(), &records, &house.sealer).unwrap();
    let all: Vec<&Transfer> = commits.iter().flat_map(|commit| &commit.transfers).collect();
    let sum = |out: bool| -> u64 {
        all.iter().filter(|t| (t.kind == TransferKind::CashOut) == out).map(|t| t.amount).sum()
    };
    assert_eq!((sum(false), sum(true)), (1_850, 1_850));
    assert_eq!(all.iter().map(|t| t.uid).collect::<BTreeSet<_>>().len(), all.len());
}
