//! What a table holds in memory does not grow with the hands that were played at it, but for what the contract keeps for
//! its life.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use allocation_counter::measure;
use brag_host::{CreateTable, Host, HostConfig, ManualClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_rules::seat::Seat;
use brag_table::{Action, Table};
use brag_testkit::chance::Stream;
use common::*;
use std::sync::Arc;

/// A table at which people play for ever.
struct Long {
    clock: Arc<ManualClock>,
    seated: Seated,
    stream: Stream,
    /// Acts whose ids are kept for the table's life.
    lasting: u64,
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

const CHIPS: u64 = 200;

impl Long {
    async fn begin(variant: &str, options: &[(&str, OptionValue)], players: u8) -> Long {
        let clock = Arc::new(ManualClock::at(START));
        let journal = Arc::new(MemoryJournal::new(MemoryBounds::default()));
        let host = Host::new(HostConfig::default(), journal, clock.clone()).unwrap();
        let given: GivenRules =
            options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        let rules = Rules::resolve(variant, &given).unwrap();
        let table = host.create(CreateTable { rules, ..create("maker", "made", &[]) }).await.unwrap();
        let seated = Seated::with(table, players, CHIPS).await;
        Long { clock, seated, stream: Stream::new(7), lasting: players.into() }
    }

    fn hand(&self) -> u32 {
        self.seated.table.read(|table, _| table.hand.number)
    }

    /// So many more hands, whoever has too few chips brings more.
    async fn play(&mut self, hands: u32) {
        let until = self.hand() + hands;
        while self.hand() < until {
            if let Some((seat, act)) = next_act(&self.seated.table, &mut self.stream) {
                self.seated.play(seat, act).await.unwrap();
                continue;
            }
            for seat in self.seated.table.read(broke) {
                let player = seat.to_string();
                self.seated.ask(&player, Action::TopUp(CHIPS)).await.unwrap();
                self.lasting += 1;
            }
            self.clock.advance(3 * SECOND);
            let_all_run().await;
        }
    }
}

fn broke(table: &Table, _: u64) -> Vec<Seat> {
    let few = |seat: &Seat| table.hand.player(*seat).stack < 20 && table.top_up_range(*seat).is_some();
    table.room.taken.iter().filter(few).collect()
}

/// Bytes by which memory grows while that is done.
fn growth<R>(runtime: &tokio::runtime::Runtime, what: impl Future<Output = R>) -> i64 {
    measure(|| drop(runtime.block_on(what))).bytes_current
}

/// What the last four hands of a table take up is more for long hands than for short ones.
const SHORT_OR_LONG: i64 = 40 << 10;

/// What a request that brought chips leaves behind for the table's life, in the middle: its id and its events.
const LASTING: i64 = 150;

#[test]
fn hands_leave_nothing_behind_but_ids_of_acts_that_bring_chips() {
    let runtime = runtime();
    let every_hand = ("shuffle_mode", choice("every_hand"));
    for (variant, options) in
        [("three_card", vec![]), ("teen_patti", vec![]), ("four_card", vec![every_hand])]
    {
        let mut long = runtime.block_on(Long::begin(variant, &options, 5));
        // Until it remembers as many requests as it ever will.
        runtime.block_on(long.play(300));
        let before = long.lasting;
        let grown = growth(&runtime, long.play(2_000));
        let most = SHORT_OR_LONG + (long.lasting - before) as i64 * LASTING;
        assert!(grown <= most, "{variant}: {grown} bytes more, and {most} were allowed");
    }
}

/// A table that is paused is to be woken much later, and one that goes on earlier again.
#[test]
fn deadlines_that_come_and_go_leave_nothing_behind() {
    let runtime = runtime();
    let mut long = runtime.block_on(Long::begin("three_card", &[], 2));
    let come_and_go = async |long: &mut Long, times| {
        for _ in 0..times {
            while let Some((seat, act)) = next_act(&long.seated.table, &mut long.stream) {
                long.seated.play(seat, act).await.unwrap();
            }
            long.seated.ask("boss", Action::Pause).await.unwrap();
            assert_eq!(state(&long.seated.table).wake_at(), None);
            long.clock.advance(3 * SECOND);
            let_all_run().await;
            long.seated.ask("boss", Action::Resume).await.unwrap();
            long.play(1).await;
        }
    };
    runtime.block_on(come_and_go(&mut long, 300));
    let before = long.lasting;
    let grown = growth(&runtime, come_and_go(&mut long, 2_000));
    let most = SHORT_OR_LONG + (long.lasting - before) as i64 * LASTING;
    assert!(grown <= most, "{grown} bytes more, and {most} were allowed");
}
