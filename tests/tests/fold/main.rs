//! Folding the events that a viewer received gives the view that GetTable shows him: for everybody who can watch a
//! table, after every act, wherever his stream began, and however often it was cut.
#![allow(clippy::unwrap_used, reason = "a test whose server does not answer has failed")]

mod acts;
mod cases;
mod create;
mod dice;
mod play;
mod server;
mod viewer;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use server::Server;

/// Hands to play at least.
const HANDS: u64 = 900;
/// Hands after which every fact must have happened. Cards come by chance, and what is rare may be late.
const HANDS_AT_MOST: u64 = 4 * HANDS;
/// How often a viewer must have begun anew from the oldest event that is kept.
const ANEW: u64 = 20;
/// How many tables are played at a time, each on a server of its own, whose clock it moves.
const AT_A_TIME: u64 = 2;

/// Facts that every run must see.
const OFTEN: &[&str] = &[
    "AntesPaid",
    "Arranged",
    "BetMade",
    "BusGameEnded",
    "BusGameStarted",
    "CardDrawn",
    "CardsTurnedUp",
    "ChipsAdded",
    "ChipsRemoved",
    "ClassicAnswer",
    "ClassicBet",
    "Closed",
    "Closing",
    "CommonsDealt",
    "Covered",
    "CrashLeft",
    "CrashStarted",
    "CrashWon",
    "Created",
    "DealerDrawn",
    "Dealt",
    "Discarded",
    "EqualisedBet",
    "Folded",
    "Gathered",
    "HandEnded",
    "HandShown",
    "HandStarted",
    "HandThrown",
    "HandVoided",
    "HandsCompared",
    "Left",
    "LivesForfeited",
    "Looked",
    "NextHand",
    "PackCut",
    "PackPrepared",
    "PackShuffled",
    "Paused",
    "PlayerPaid",
    "PointsScored",
    "PotAwarded",
    "PotCarried",
    "PotWaits",
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
    "SideshowAsked",
    "SideshowRefused",
    "SpareDealt",
    "SpareLeft",
    "SpareTaken",
    "StakesLaid",
    "StakesPaid",
    "Stood",
    "StoodPat",
    "Stuck",
    "Swapped",
    "SwappedAll",
    "TimedOut",
    "TopUpCounted",
    "TopUpWaits",
    "TurnBegan",
    "TurnExtended",
    "WaitingPotShared",
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

impl Tally {
    /// The facts that have not happened yet.
    fn missing(&self) -> Vec<&str> {
        OFTEN.iter().copied().filter(|fact| !self.facts.contains_key(*fact)).collect()
    }

    fn is_enough(&self) -> bool {
        let seen_all = self.anew >= ANEW && self.missing().is_empty();
        self.hands >= if seen_all { HANDS } else { HANDS_AT_MOST }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folding_what_a_viewer_received_gives_what_get_table_shows_him() {
    let tally = Arc::new(Mutex::new(Tally::default()));
    let workers = (0..AT_A_TIME).map(|_| tokio::spawn(play_on(Arc::clone(&tally))));
    for worker in workers.collect::<Vec<_>>() {
        worker.await.unwrap();
    }
    let tally = tally.lock().unwrap();
    let Tally { tables, hands, anew, facts } = &*tally;
    println!("{tables} tables, {hands} hands, {anew} times from the oldest that is kept: {facts:#?}");
    assert_eq!(tally.missing(), [""; 0], "never happened: the hands are too tame");
    assert!(*hands >= HANDS && *anew >= ANEW, "{hands} {anew}");
}

/// Plays one table after the other until that is enough.
async fn play_on(tally: Arc<Mutex<Tally>>) {
    let server = Server::start().await;
    loop {
        let seed = {
            let mut tally = tally.lock().unwrap();
            if tally.is_enough() {
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
