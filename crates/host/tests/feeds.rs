//! Readers of a table: each sees every event once, in order, without a gap, or is told why not.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_host::{CreateTable, CursorError, Feed, FeedItem, HostConfig, TableHandle};
use brag_rules::act::Act;
use brag_table::charter::ClockTerms;
use brag_table::event::Event;
use brag_table::{Action, By, Table};
use brag_testkit::chance::Stream;
use common::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tokio::time::Instant;

/// A table whose next hand starts at once, with chips for long.
async fn busy(house: &House, players: u8) -> Seated {
    let quick = CreateTable {
        clock: ClockTerms { hand_pause: 0, ..ClockTerms::default() },
        ..create(
            "maker",
            "made",
            &[
                ("first_dealer", choice("seat:1")),
                ("min_players", number(i64::from(players))),
                // Nobody loses all his chips so soon.
                ("max_stake", number(20)),
            ],
        )
    };
    let table = house.host.create(quick).await.unwrap();
    Seated::with(table, players, 1_000_000).await
}

/// The events after the cursor, up to the live edge.
async fn to_the_edge(feed: &mut Feed) -> Vec<Event> {
    let mut events = Vec::new();
    loop {
        let after = feed.cursor();
        match feed.next().await {
            FeedItem::Commits(commits) => {
                let before = events.len();
                for commit in &commits {
                    events.extend(commit.events.iter().filter(|e| e.seq > after).cloned());
                }
                assert_eq!(feed.cursor() - after, (events.len() - before) as u64);
            }
            FeedItem::CaughtUp(seq) => {
                assert_eq!(seq, feed.cursor());
                return events;
            }
            other => panic!("{other:?}"),
        }
    }
}

async fn play_hands(seated: &mut Seated, hands: u32) {
    let mut stream = Stream::new(7);
    for _ in 0..hands {
        play_to_the_end_of_the_hand(seated, &mut stream).await;
    }
}

/// One of the players, who does at random whatever he may until so many hands were played.
async fn write(table: TableHandle, number: u64, hands: u32) {
    let mut stream = Stream::new(number);
    let mut player = Seated::new(table);
    let name = format!("p{number}");
    while player.table.read(|table, _| table.hand.number) <= hands {
        // Another player may be faster; then this one is refused.
        let _refused = match next_act(&player.table, &mut stream) {
            Some((seat, act)) if u64::from(seat.number()) == number => player.play(seat, act).await,
            _ if stream.one_in(4) => player.ask(&name, Action::TopUp(1 + stream.below(9))).await,
            _ => {
                tokio::task::yield_now().await;
                continue;
            }
        };
    }
}

/// Reads until the table is closed. Every event comes once and in order, and they make of the first state the last.
async fn read(table: TableHandle, seed: u64) -> (Table, u64) {
    let mut stream = Stream::new(1_000 + seed);
    for _ in 0..stream.below(400) {
        tokio::task::yield_now().await;
    }
    let (mut folded, from_the_start) = (state(&table), stream.one_in(4));
    let after = if from_the_start { 0 } else { folded.room.seq };
    let mut feed = table.subscribe(after).unwrap();
    let (mut next, mut counted) = (after + 1, 0);
    loop {
        match feed.next().await {
            FeedItem::Commits(commits) => {
                for event in commits.iter().flat_map(|commit| commit.events.iter()) {
                    assert_eq!(event.seq, next);
                    (next, counted) = (next + 1, counted + 1);
                    if event.seq == folded.room.seq + 1 {
                        folded.apply(event);
                    }
                }
            }
            FeedItem::CaughtUp(seq) | FeedItem::Bookmark(seq) => assert_eq!(seq + 1, next),
            FeedItem::Closed => return (folded, after + counted),
            FeedItem::Lagged { .. } | FeedItem::Draining { .. } => panic!("nobody lags"),
        }
        if stream.one_in(3) {
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_readers_see_what_eight_players_do() {
    let house = house(HostConfig { hands_kept: u32::MAX, ..HostConfig::default() });
    let seated = busy(&house, 8).await;
    let table = seated.table.clone();
    let readers: Vec<_> = (0..1_000).map(|seed| tokio::spawn(read(table.clone(), seed))).collect();
    let writers: Vec<_> = (1..=8).map(|number| tokio::spawn(write(table.clone(), number, 20))).collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let end = command("boss", "end", Action::Close { at_once: true });
    table.act(brag_host::ActCommand { by: By::Operator, ..end }).await.unwrap();
    let last = state(&table);
    assert!(
        last.hand.number > 20 && last.room.seq > 300,
        "hand {}, event {}",
        last.hand.number,
        last.room.seq
    );
    for reader in readers {
        let (folded, seq) = reader.await.unwrap();
        assert_eq!(seq, last.room.seq);
        assert_eq!(folded, last);
    }
}

#[tokio::test]
async fn a_cursor_inside_a_commit_gets_the_rest_of_it() {
    let house = house(HostConfig::default());
    let seated = busy(&house, 3).await;
    // The last to sit down starts the first hand: one commit of many events.
    let last = seq(&seated.table);
    let mut whole = seated.table.subscribe(0).unwrap();
    let all = to_the_edge(&mut whole).await;
    assert_eq!(all.len() as u64, last);
    for after in 0..=last {
        let mut feed = seated.table.subscribe(after).unwrap();
        assert_eq!(to_the_edge(&mut feed).await, all[after as usize..]);
    }
}

#[tokio::test]
async fn a_cursor_beyond_the_end_is_told_so_at_once() {
    let house = house(HostConfig::default());
    let seated = busy(&house, 3).await;
    let last = seq(&seated.table);
    assert_eq!(seated.table.subscribe(last + 1).err(), Some(CursorError::Ahead { last }));
    assert_eq!(seated.table.subscribe(u64::MAX).err(), Some(CursorError::Ahead { last }));
}

#[tokio::test]
async fn old_hands_expire_whole() {
    let house = house(HostConfig { hands_kept: 2, ..HostConfig::default() });
    let mut seated = busy(&house, 3).await;
    play_hands(&mut seated, 4).await;
    assert_eq!(state(&seated.table).hand.number, 5);
    let Some(CursorError::Expired { oldest }) = seated.table.subscribe(0).err() else { panic!("it is kept") };
    assert_eq!(seated.table.subscribe(oldest - 2).err(), Some(CursorError::Expired { oldest }));
    let mut feed = seated.table.subscribe(oldest - 1).unwrap();
    let events = to_the_edge(&mut feed).await;
    assert_eq!(events.first().unwrap().seq, oldest);
    assert_eq!(events.last().unwrap().seq, seq(&seated.table));
    // The commit that started hand 3 ended hand 2; after it come hands 3, 4 and 5 whole.
    let started = |hand| {
        events.iter().any(|event| {
            event.hand == hand
                && matches!(
                    &event.fact,
                    brag_table::event::Fact::Hand(brag_rules::fact::Fact::HandStarted { .. })
                )
        })
    };
    assert!(started(3) && started(4) && started(5) && !started(2));
}

/// Everything that is kept can be gone through by who comes late: the table before it is what it was then.
#[tokio::test]
async fn the_oldest_event_is_told_with_the_table_before_it() {
    for config in [
        HostConfig { hands_kept: 1, ..HostConfig::default() },
        // In the middle of a hand, too.
        HostConfig { commits_kept: 5, ..HostConfig::default() },
    ] {
        let house = house(config);
        let mut seated = busy(&house, 3).await;
        assert!(seated.table.subscribe_from_oldest(|before| before.is_none()).1, "event 1 is kept");
        let (mut stream, mut lived, mut begun) = (Stream::new(7), BTreeMap::new(), BTreeSet::new());
        while state(&seated.table).hand.number < 6 {
            let now = state(&seated.table);
            lived.insert(now.room.seq, now);
            let (mut feed, before) = seated.table.subscribe_from_oldest(|before| before.cloned());
            assert_eq!(feed.cursor(), before.as_ref().map_or(0, |before| before.room.seq));
            if let Some(mut table) = before {
                // Those who came before the first hand were not looked at.
                if let Some(then) = lived.get(&feed.cursor()) {
                    assert_eq!(table, *then);
                    begun.insert(feed.cursor());
                }
                let events = to_the_edge(&mut feed).await;
                events.iter().for_each(|event| table.apply(event));
                assert_eq!(table, state(&seated.table));
            }
            let (seat, act) = next_act(&seated.table, &mut stream).unwrap();
            seated.play(seat, act).await.unwrap();
        }
        assert!(begun.len() >= 3, "{begun:?}");
    }
}

/// What lies back is kept as bytes: who comes late gets every event as it was told when it happened, with its time, its
/// cause and its deadline.
#[tokio::test]
async fn who_comes_late_is_told_what_was_told_at_once() {
    use brag_rules::fact::Fact as HandFact;
    use brag_table::event::Fact;
    let house = house(HostConfig { hands_kept: 100, ..HostConfig::default() });
    let mut seated = busy(&house, 4).await;
    let mut live = seated.table.subscribe(0).unwrap();
    let (mut stream, mut told) = (Stream::new(5), to_the_edge(&mut live).await);
    let of = |told: &[Event], wanted: fn(&Event) -> bool| told.iter().filter(|event| wanted(event)).count();
    let bets = |told: &[Event]| of(told, |event| matches!(event.fact, Fact::Hand(HandFact::BetMade { .. })));
    while state(&seated.table).hand.number < 8 || bets(&told) < 10 {
        let (seat, act) = next_act(&seated.table, &mut stream).unwrap();
        seated.play(seat, act).await.unwrap();
        house.pass(Duration::from_millis(250)).await;
        match live.next().await {
            FeedItem::Commits(commits) => {
                told.extend(commits.iter().flat_map(|commit| &*commit.events).cloned())
            }
            other => panic!("{other:?}"),
        }
    }
    // Now nobody reads for a while.
    drop(live);
    let seen = told.len();
    while bets(&told[seen..]) < 10 {
        let (seat, act) = next_act(&seated.table, &mut stream).unwrap();
        let acted = seated.play(seat, act).await.unwrap();
        told.extend(acted.commit().unwrap().events.iter().cloned());
    }
    let late = to_the_edge(&mut seated.table.subscribe(0).unwrap()).await;
    assert_eq!(late, told);
    assert!(of(&told, |event| event.deadline.is_some()) > 10);
    assert!(of(&told, |event| matches!(event.fact, Fact::Hand(HandFact::Folded { .. }))) > 5);
}

#[tokio::test]
async fn a_reader_that_is_too_slow_is_told_what_it_wants_next() {
    let house = house(HostConfig { hands_kept: 1, ..HostConfig::default() });
    let mut seated = busy(&house, 3).await;
    let mut feed = seated.table.subscribe(0).unwrap();
    let had = to_the_edge(&mut feed).await.len() as u64;
    play_hands(&mut seated, 5).await;
    assert!(matches!(feed.next().await, FeedItem::Lagged { next } if next == had + 1));
}

#[tokio::test]
async fn the_live_edge_is_named_once_after_each_time_behind() {
    let house = house(HostConfig { feed_batch: 2, ..HostConfig::default() });
    let mut seated = busy(&house, 3).await;
    let mut feed = seated.table.subscribe(0).unwrap();
    to_the_edge(&mut feed).await;
    let mut stream = Stream::new(3);
    for _ in 0..2 {
        // Alone, an event at the live edge is followed by no mark.
        seated.ask("p1", Action::TopUp(1)).await.unwrap();
        assert!(matches!(feed.next().await, FeedItem::Commits(commits) if commits.len() == 1));
    }
    for _ in 0..5 {
        let (seat, act) = next_act(&seated.table, &mut stream).unwrap();
        seated.play(seat, act).await.unwrap();
    }
    let mut batches = Vec::new();
    while let FeedItem::Commits(commits) = feed.next().await {
        batches.push(commits.len());
    }
    assert_eq!(batches, [2, 2, 1]);
}

#[tokio::test(start_paused = true)]
async fn silence_is_marked_every_15_seconds() {
    let house = house(HostConfig::default());
    let mut seated = busy(&house, 3).await;
    let last = seq(&seated.table);
    let mut feed = seated.table.subscribe(last).unwrap();
    assert!(matches!(feed.next().await, FeedItem::CaughtUp(seq) if seq == last));
    for _ in 0..3 {
        let since = Instant::now();
        assert!(matches!(feed.next().await, FeedItem::Bookmark(seq) if seq == last));
        assert_eq!(since.elapsed().as_secs(), 15);
    }
    // Silence is counted from the last item, also while nobody asks for the next.
    tokio::time::advance(Duration::from_secs(10)).await;
    seated.ask("p1", Action::TopUp(1)).await.unwrap();
    assert!(matches!(feed.next().await, FeedItem::Commits(_)));
    let since = Instant::now();
    assert!(matches!(feed.next().await, FeedItem::Bookmark(seq) if seq == last + 1));
    assert_eq!(since.elapsed().as_secs(), 15);
}

#[tokio::test]
async fn a_closed_table_ends_its_feeds_after_everything() {
    let house = house(HostConfig::default());
    let mut seated = busy(&house, 3).await;
    let mut early = seated.table.subscribe(0).unwrap();
    to_the_edge(&mut early).await;
    let waiting = tokio::spawn(async move {
        let rest = early.next().await;
        (rest, early.next().await)
    });
    let_all_run().await;
    seated.ask("boss", Action::Close { at_once: true }).await.unwrap();
    let (rest, end) = waiting.await.unwrap();
    assert!(matches!(rest, FeedItem::Commits(commits) if commits[0].last_seq() == seq(&seated.table)));
    assert!(matches!(end, FeedItem::Closed));

    house.host.drain();
    let mut late = seated.table.subscribe(0).unwrap();
    assert_eq!(to_the_edge(&mut late).await.len() as u64, seq(&seated.table));
    assert!(matches!(late.next().await, FeedItem::Closed), "closed for good, whoever drains");
    assert!(matches!(late.next().await, FeedItem::Closed));
}

#[tokio::test]
async fn a_host_that_drains_ends_its_feeds_with_the_next_event() {
    let house = house(HostConfig::default());
    let seated = busy(&house, 3).await;
    let last = seq(&seated.table);
    let mut feed = seated.table.subscribe(last).unwrap();
    feed.next().await;
    let waiting = tokio::spawn(async move { feed.next().await });
    let_all_run().await;
    assert!(!waiting.is_finished());
    house.host.drain();
    assert!(matches!(waiting.await.unwrap(), FeedItem::Draining { next } if next == last + 1));

    let mut late = seated.table.subscribe(0).unwrap();
    assert_eq!(to_the_edge(&mut late).await.len() as u64, last);
    assert!(matches!(late.next().await, FeedItem::Draining { next } if next == last + 1));
    let refused = house.host.create(create("maker", "late", &[])).await.unwrap_err();
    assert_eq!(refused, brag_host::CreateError::Draining);
    house.host.create(create("maker", "made", &[])).await.expect("a repeat still finds its table");
}

/// A caller may stop waiting at any moment, as `select!` does.
#[tokio::test]
async fn a_wait_that_is_given_up_loses_nothing() {
    let house = house(HostConfig::default());
    let mut seated = busy(&house, 3).await;
    let mut feed = seated.table.subscribe(0).unwrap();
    to_the_edge(&mut feed).await;
    let seat = state(&seated.table).hand.to_act.first().unwrap();
    let before = feed.cursor();
    for polls in 0..5 {
        tokio::select! {
            biased;
            item = feed.next() => panic!("nothing has happened, and yet {item:?}"),
            () = async { for _ in 0..polls { tokio::task::yield_now().await; } } => {}
        }
    }
    seated.play(seat, Act::Look(None)).await.unwrap();
    seated.play(seat, Act::Bet(2)).await.unwrap();
    assert!(
        matches!(feed.next().await, FeedItem::Commits(commits) if commits[0].first_seq() == before + 1 && commits.len() == 2)
    );
}
