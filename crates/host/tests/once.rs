//! Exactly once: what a request id means.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_contract::v1;
use brag_host::{ActCommand, ActError, Acted, Commit, Effect, HostConfig, TableHandle};
use brag_rules::act::Act;
use brag_table::view::Viewer;
use brag_table::{Action, By};
use brag_testkit::chance::Stream;
use common::*;
use prost::Message as _;
use std::collections::VecDeque;
use std::sync::Arc;

async fn dealt(house: &House, players: u8) -> Seated {
    let table = house.table(&[("first_dealer", choice("seat:1"))]).await;
    let mut seated = Seated::with(table, players, 1_000).await;
    seated.ask("boss", Action::Deal).await.unwrap();
    seated
}

fn bet(seated: &mut Seated) -> ActCommand {
    let seat = seated.table.read(|table, _| table.hand.to_act.first()).unwrap();
    seated.act_now(seat, Act::Bet(2))
}

fn same_effect(table: &TableHandle, a: &Acted, b: &Acted) {
    assert_eq!(a.seq, b.seq);
    let told_first = told(table, a);
    assert!(!told_first.is_empty());
    assert_eq!(told_first, told(table, b));
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_of_an_act_have_one_effect_and_one_answer() {
    let house = house(HostConfig { mailbox: 100, ..HostConfig::default() });
    let mut seated = dealt(&house, 3).await;
    let act = bet(&mut seated);
    let before = seq(&seated.table);
    house.journal.hold();
    let copies: Vec<_> = (0..64)
        .map(|_| {
            let (table, act) = (seated.table.clone(), act.clone());
            tokio::spawn(async move { table.act(act).await.unwrap() })
        })
        .collect();
    house.journal.release();
    let mut answers = Vec::new();
    for copy in copies {
        answers.push(copy.await.unwrap());
    }
    answers.iter().for_each(|answer| same_effect(&seated.table, &answers[0], answer));
    assert_eq!(answers.iter().filter(|answer| !answer.repeat).count(), 1);
    assert_eq!(told(&seated.table, &answers[0])[0].seq, before + 1);
    assert_eq!(seq(&seated.table), answers[0].seq);
}

#[tokio::test]
async fn a_repeat_after_later_acts_gets_the_first_answer() {
    let house = house(HostConfig::default());
    let mut seated = dealt(&house, 3).await;
    let act = bet(&mut seated);
    let first = seated.table.act(act.clone()).await.unwrap();
    for _ in 0..5 {
        let later = bet(&mut seated);
        seated.table.act(later).await.unwrap();
    }
    let (before, appends) = (state(&seated.table), house.journal.appends());
    let again = seated.table.act(act).await.unwrap();
    same_effect(&seated.table, &first, &again);
    assert!(again.repeat && !first.repeat);
    assert_eq!(state(&seated.table), before);
    assert_eq!(house.journal.appends(), appends);
}

#[tokio::test]
async fn an_id_that_was_used_for_something_else_is_refused() {
    let house = house(HostConfig::default());
    let mut seated = dealt(&house, 3).await;
    let act = bet(&mut seated);
    seated.table.act(act.clone()).await.unwrap();
    let before = state(&seated.table);
    let other = command(&act.player, &act.request_id, Action::SitOut);
    assert_eq!(seated.table.act(other.clone()).await.unwrap_err(), ActError::RequestIdReused);
    let asked = ActCommand { validate_only: true, ..other };
    assert_eq!(seated.table.act(asked).await.unwrap_err(), ActError::RequestIdReused);
    assert_eq!(state(&seated.table), before);
}

#[tokio::test]
async fn a_refusal_is_not_remembered() {
    let house = house(HostConfig::default());
    let mut seated = dealt(&house, 3).await;
    let to_act = seated.table.read(|table, _| table.hand.to_act.first()).unwrap();
    let later = seated.table.read(|table, _| table.hand.active().next_after(to_act)).unwrap();
    let name = format!("{later}");
    let early = ActCommand { turn: None, ..seated.act_now(later, Act::Bet(2)) };
    assert!(matches!(seated.table.act(early.clone()).await, Err(ActError::Refused { .. })));
    // Under the same id something else may be asked, and the same thing once it is allowed.
    let other = command(&name, &early.request_id, Action::SitOut);
    assert!(seated.table.act(other).await.is_ok());

    let mut again = seated.act_now(later, Act::Bet(2));
    again.turn = None;
    assert!(matches!(seated.table.act(again.clone()).await, Err(ActError::Refused { .. })));
    let bet = bet(&mut seated);
    seated.table.act(bet).await.unwrap();
    let done = seated.table.act(again).await.unwrap();
    assert!(!done.repeat);
}

#[tokio::test]
async fn an_ordinary_id_is_forgotten_after_1024_later_acts_and_one_that_moved_chips_never() {
    let house = house(HostConfig::default());
    let table = house.table(&[]).await;
    let sit = command("p1", "my-seat", Action::Sit { seat: Some(1), buy_in: 100, display_name: "".into() });
    let sat = table.act(sit.clone()).await.unwrap();
    let top_up = command("p1", "my-chips", Action::TopUp(50));
    let added = table.act(top_up.clone()).await.unwrap();
    let mut brief = Seated::new(table.clone());
    brief.sit(2, 100).await.unwrap();
    let leave = command("p2", "my-way", Action::Leave);
    let left = table.act(leave.clone()).await.unwrap();

    let ordinary = command("p1", "my-rest", Action::SitOut);
    let rested = table.act(ordinary.clone()).await.unwrap();
    for i in 0..1_023 {
        let action = if i % 2 == 0 { Action::SitIn } else { Action::SitOut };
        table.act(command("p1", &format!("later-{i}"), action)).await.unwrap();
    }
    same_effect(&table, &rested, &table.act(ordinary.clone()).await.unwrap());
    table.act(command("p1", "one-more", Action::SitOut)).await.unwrap();
    let forgotten = table.act(ordinary).await;
    assert!(matches!(forgotten, Err(ActError::Refused { .. })), "it is asked anew: he sits out already");

    same_effect(&table, &sat, &table.act(sit).await.unwrap());
    same_effect(&table, &added, &table.act(top_up).await.unwrap());
    same_effect(&table, &left, &table.act(leave).await.unwrap());
    assert_eq!(state(&table).hand.bank, 150);
}

#[tokio::test]
async fn to_validate_makes_every_check_and_nothing_else() {
    let house = house(HostConfig::default());
    let table = house.table(&[("first_dealer", choice("seat:1"))]).await;
    let mut seated = Seated::with(table.clone(), 2, 1_000).await;
    let (before, appends) = (state(&table), house.journal.appends());

    let deal = ActCommand { validate_only: true, ..seated.command("boss", Action::Deal) };
    let checked = table.act(deal.clone()).await.unwrap();
    assert_eq!(checked.seq, before.room.seq);
    assert!(matches!(checked.effect, Effect::Nothing) && !checked.repeat);
    assert_eq!(state(&table), before);
    assert_eq!(house.journal.appends(), appends);

    // The id is free: the same request goes through, and so does the deal that was committed to.
    let dealt = table.act(ActCommand { validate_only: false, ..deal.clone() }).await.unwrap();
    assert!(!dealt.repeat);
    let shuffled = dealt.commit().unwrap().events.iter().any(|event| {
        matches!(&event.fact, brag_table::event::Fact::Shuffled { proof: Some(proof), .. }
            if Some(proof.next_commitment) == table.read(|table, _| table.room.commitment))
    });
    assert!(shuffled);

    // A request that was done is checked anew, as things stand.
    let (before, appends) = (state(&table), house.journal.appends());
    assert!(matches!(table.act(deal.clone()).await, Err(ActError::Refused { .. })), "a hand is running");
    assert!(table.act(ActCommand { validate_only: false, ..deal }).await.unwrap().repeat);
    for wrong in [
        ActCommand { expected_seq: Some(1), ..bet(&mut seated) },
        ActCommand { turn: Some(77), ..bet(&mut seated) },
        command("nobody", "x", Action::Leave),
        command("p1", "y", Action::TopUp(0)),
        ActCommand { by: By::Player, ..command("p1", "z", Action::Deal) },
    ] {
        let asked = ActCommand { validate_only: true, ..wrong.clone() };
        let (asked, done) = (table.act(asked).await, table.act(wrong).await);
        assert_eq!(asked.unwrap_err(), done.unwrap_err(), "refused alike");
    }
    assert_eq!(state(&table), before);
    assert_eq!(house.journal.appends(), appends);
}

#[tokio::test]
async fn each_caller_has_ids_of_his_own() {
    let house = house(HostConfig::default());
    let table = house.table(&[]).await;
    let sit = |player: &str, seat| {
        let action = Action::Sit { seat: Some(seat), buy_in: 100, display_name: "".into() };
        ActCommand { body_hash: [9; 32], ..command(player, "one-and-the-same", action) }
    };
    let first = table.act(sit("p1", 1)).await.unwrap();
    let second = table.act(sit("p2", 2)).await.unwrap();
    assert!(!second.repeat && second.seq > first.seq);
    // A backend is the caller, for whomever it asks.
    let backend = ActCommand { caller: principal("backend"), ..sit("p3", 3) };
    assert!(!table.act(backend.clone()).await.unwrap().repeat);
    assert!(table.act(backend).await.unwrap().repeat);
    assert_eq!(state(&table).room.taken.len(), 3);
    // Another table is another scope.
    let other = house.host.create(create("maker", "second", &[])).await.unwrap();
    assert!(!other.act(sit("p1", 1)).await.unwrap().repeat);
}

/// Whatever came and went in between, the last so many acts are answered as the first time, and no older one.
#[tokio::test]
async fn each_of_the_last_acts_is_answered_again_and_no_other() {
    for kept in [1, 2, 7, 15, 40] {
        let house = house(HostConfig { requests_kept: kept, hands_kept: 0, ..HostConfig::default() });
        let table = house.table(&[]).await;
        let mut seated = Seated::with(table.clone(), 4, 10_000).await;
        let mut stream = Stream::new(kept as u64);
        let mut done: VecDeque<(ActCommand, Vec<v1::Event>)> = VecDeque::new();
        let mut acts = 0;
        while acts < 400 {
            let Some((seat, act)) = next_act(&table, &mut stream) else {
                for player in ["p1", "p2", "p3", "p4"] {
                    // Remembered for the table's life, and so none of the last so many.
                    table.act(seated.command(player, Action::TopUp(10_000))).await.unwrap();
                }
                house.pass(MINUTE).await;
                continue;
            };
            acts += 1;
            let act = seated.act_now(seat, act);
            let acted = table.act(act.clone()).await.unwrap();
            done.push_back((act, told(&table, &acted)));
            for (act, first) in done.iter().rev().take(kept) {
                let again = table.act(act.clone()).await.unwrap();
                assert!(again.repeat);
                assert_eq!(&told(&table, &again), first);
            }
            if done.len() > kept {
                let (oldest, _) = done.pop_front().unwrap();
                assert!(matches!(table.act(oldest).await, Err(ActError::Refused { .. })), "its turn is over");
            }
        }
        assert!(state(&table).hand.number > 1);
    }
}

/// A commit goes when nobody streams it any more, and its request is known all the same.
#[tokio::test]
async fn a_request_keeps_no_commit() {
    let house = house(HostConfig { hands_kept: 0, ..HostConfig::default() });
    let mut seated = dealt(&house, 2).await;
    let act = bet(&mut seated);
    let top_up = seated.command("p1", Action::TopUp(7));
    let (mut gone, mut first) = (Vec::new(), Vec::new());
    for act in [&act, &top_up] {
        let acted = seated.table.act(act.clone()).await.unwrap();
        gone.push(Arc::downgrade(acted.commit().unwrap()));
        first.push(told(&seated.table, &acted));
    }
    next_hand(&mut seated.table, &house).await;
    assert!(gone.iter().all(|commit| commit.strong_count() == 0));
    for (act, first) in [act, top_up].into_iter().zip(first) {
        let again = seated.table.act(act).await.unwrap();
        assert!(again.repeat);
        assert_eq!(told(&seated.table, &again), first);
    }
}

/// What the request keeps of chips that came is what an operator was told, and everybody else without the movement.
#[tokio::test]
async fn a_repeat_shows_chips_cross_the_edge_to_those_who_see_it() {
    let house = house(HostConfig::default());
    let mut seated = dealt(&house, 2).await;
    let top_up = seated.command("p1", Action::TopUp(7));
    let acted = seated.table.act(top_up.clone()).await.unwrap();
    let commit = acted.commit().unwrap();
    let Effect::Events(kept) = seated.table.act(top_up).await.unwrap().effect else { panic!("it is public") };
    let charter = &state(&seated.table).charter;
    for transfers in [true, false] {
        let viewer = Viewer { seat: None, transfers };
        let seen = kept.clone().seen_by(viewer);
        assert_eq!(seen, brag_host::wire::events(charter, commit, viewer));
        let mut events = v1::EventBatch::decode(seen).unwrap().events.into_iter();
        assert_eq!(events.any(|event| event.transfer.is_some()), transfers);
    }
}

/// Cards that somebody alone saw are his in a repeat, too, and need the commit, which holds no encodings by then.
#[tokio::test]
async fn a_repeated_look_shows_the_cards_again() {
    let house = house(HostConfig { hands_kept: 0, ..HostConfig::default() });
    let mut seated = dealt(&house, 2).await;
    let seat = seated.table.read(|table, _| table.hand.to_act.first()).unwrap();
    let look = seated.act_now(seat, Act::Look(None));
    let commit = Arc::clone(seated.table.act(look.clone()).await.unwrap().commit().unwrap());
    let eyes = Viewer { seat: Some(seat), transfers: false };
    let made = |commit: &Arc<Commit>| {
        let mut made = false;
        commit.encoded(eyes, |_, _| {
            made = true;
            bytes::Bytes::from_static(b"encoded")
        });
        made
    };
    assert!(made(&commit) && !made(&commit), "made for the first who wants it");
    next_hand(&mut seated.table, &house).await;
    let again = seated.table.act(look).await.unwrap();
    assert!(again.repeat && Arc::ptr_eq(again.commit().unwrap(), &commit));
    assert!(made(&commit), "the encoding was let go with the hand");
}

async fn next_hand(table: &mut TableHandle, house: &House) {
    let hand = state(table).hand.number;
    while state(table).hand.number == hand {
        house.pass(MINUTE).await;
    }
}
