//! Folding the events that a viewer received gives the view that GetTable shows him: for everybody who can watch a
//! table, after every act, wherever his stream began, and however often it was cut.
#![allow(clippy::unwrap_used, reason = "a test whose server does not answer has failed")]

mod cases;
mod dice;
mod play;
mod server;
mod viewer;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use server::Server;

/// Hands to play at least.
const HANDS: u64 = 900;
/// How many tables are played at a time, each on a server of its own, whose clock it moves.
const AT_A_TIME: u64 = 2;

/// Facts that so many hands cannot do without.
const OFTEN: &[&str] = &[
    "AntesPaid",
    "Arranged",
    "BusGameEnded",
    "BusGameStarted",
    "CommonsDealt",
    "HandsCompared",
    "LivesForfeited",
    "StoodPat",
    "Stuck",
    "Swapped",
    "SwappedAll",
    "BetMade",
    "ChipsAdded",
    "ChipsRemoved",
    "Closed",
    "Closing",
    "Covered",
    "CrashLeft",
    "CrashStarted",
    "CrashWon",
    "Created",
    "Dealt",
    "DealerDrawn",
    "Discarded",
    "Folded",
    "Gathered",
    "HandEnded",
    "HandShown",
    "HandStarted",
    "HandThrown",
    "HandVoided",
    "Left",
    "Looked",
    "NextHand",
    "PackCut",
    "PackShuffled",
    "PackPrepared",
    "PlayerPaid",
    "PointsScored",
    "Paused",
    "PotAwarded",
    "PotCarried",
    "PotsWait",
    "Refunded",
    "Resumed",
    "Retained",
    "Sat",
    "SatIn",
    "SatOut",
    "SeePaid",
    "SetDecided",
    "SetShown",
    "SideshowAccepted",
    "SpareDealt",
    "SpareLeft",
    "SpareTaken",
    "SideshowAsked",
    "SideshowRefused",
    "StakesPaid",
    "TimedOut",
    "TopUpCounted",
    "TopUpWaits",
    "TurnBegan",
    "TurnExtended",
    "WillLeave",
];

/// What came of all tables.
#[derive(Default)]
struct Tally {
    tables: u64,
    hands: u64,
    anew: u64,
    facts: BTreeMap<String, u64>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folding_what_a_viewer_received_gives_what_get_table_shows_him() {
    let tally = Arc::new(Mutex::new(Tally::default()));
    let workers = (0..AT_A_TIME).map(|_| tokio::spawn(play_on(Arc::clone(&tally))));
    for worker in workers.collect::<Vec<_>>() {
        worker.await.unwrap();
    }
    let Tally { tables, hands, anew, facts } = &*tally.lock().unwrap();
    println!("{tables} tables, {hands} hands, {anew} times from the oldest that is kept: {facts:#?}");
    assert!(*hands >= HANDS && *anew >= 20, "{hands} {anew}");
    for fact in OFTEN {
        assert!(facts.contains_key(*fact), "{fact} never happened: the hands are too tame");
    }
}

/// Plays one table after the other until there are hands enough.
async fn play_on(tally: Arc<Mutex<Tally>>) {
    let server = Server::start().await;
    loop {
        let seed = {
            let mut tally = tally.lock().unwrap();
            if tally.hands >= HANDS {
                return;
            }
            tally.tables += 1;
            tally.tables
        };
        let played = play::table(&server, seed).await;
        let mut tally = tally.lock().unwrap();
        tally.hands += u64::from(played.hands);
        tally.anew += played.anew;
        for fact in played.facts {
            *tally.facts.entry(fact).or_default() += 1;
        }
    }
}
