//! What the host's tests share: a host over a journal that can be told to misbehave, and people who play.
#![allow(dead_code, unused_imports, reason = "each test file uses its part of it")]
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

pub mod chaos;
pub mod lived;
mod people;

pub use brag_testkit::journal::{Fault, TestJournal};
pub use people::{Seated, command, next_act, play_to_the_end_of_the_hand};

use brag_contract::v1;
use brag_host::seal::Sealer;
use brag_host::{
    Acted, Commit, CreateTable, Effect, Host, HostConfig, ManualClock, Principal, Role, Roles, TableHandle,
};
use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_table::Charter;
use brag_table::Table;
use brag_table::charter::{Cashier, ClockTerms, RevealPolicy, Seating, Spectating};
use brag_table::view::Viewer;
use prost::Message as _;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Where the tests' clocks start, in milliseconds since 1970.
pub const START: u64 = 1_700_000_000_000;

pub const SECOND: Duration = Duration::from_secs(1);
pub const MINUTE: Duration = Duration::from_secs(60);

/// A host, and what a test moves behind its back.
pub struct House {
    pub host: Host,
    pub clock: Arc<ManualClock>,
    pub journal: Arc<TestJournal>,
    pub sealer: Arc<Sealer>,
}

/// A host with these bounds.
pub fn house(config: HostConfig) -> House {
    let (clock, journal) = (Arc::new(ManualClock::at(START)), Arc::new(TestJournal::default()));
    let sealer = Arc::new(Sealer::for_this_process().unwrap());
    let host = Host::with_sealer(config, journal.clone(), clock.clone(), sealer.clone());
    House { host, clock, journal, sealer }
}

/// Lets every other task of a current-thread runtime go as far as it can.
pub async fn let_all_run() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

impl House {
    /// Moves the clock, and lets that have its effect.
    pub async fn pass(&self, time: Duration) {
        self.clock.advance(time);
        let_all_run().await;
    }

    /// A table of three-card brag with these options, to which players bring their own chips.
    pub async fn table(&self, options: &[(&str, OptionValue)]) -> TableHandle {
        self.host.create(create("maker", "made", options)).await.unwrap()
    }
}

pub fn number(number: i64) -> OptionValue {
    OptionValue::Number(number)
}

pub fn choice(choice: &str) -> OptionValue {
    OptionValue::Choice(choice.to_owned())
}

/// Three-card brag with these options.
pub fn rules(options: &[(&str, OptionValue)]) -> Rules {
    let given: GivenRules = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    Rules::resolve("three_card", &given).unwrap()
}

pub fn principal(subject: &str) -> Principal {
    Principal {
        tenant: "dev".into(),
        subject: subject.into(),
        roles: [Role::Player, Role::Operator].into_iter().collect::<Roles>(),
    }
}

/// A request for a table whose id follows from who asks and the request id.
pub fn create(caller: &str, request_id: &str, options: &[(&str, OptionValue)]) -> CreateTable {
    CreateTable {
        caller: principal(caller),
        id: None,
        request_id: Some(request_id.into()),
        body_hash: [1; 32],
        rules: rules(options),
        clock: ClockTerms::default(),
        cashier: Cashier::Player,
        seating: Seating::Open,
        spectating: Spectating { allowed: true },
        reveal: RevealPolicy::AuditorOnly,
        labels: BTreeMap::from([("room".to_owned(), "blue".to_owned())]),
        script: None,
        seats: Vec::new(),
        trace: Default::default(),
    }
}

/// The whole state of a table as of now.
pub fn state(table: &TableHandle) -> Table {
    table.read(|table, _| table.clone())
}

/// The number of the table's last event.
pub fn seq(table: &TableHandle) -> u64 {
    table.read(|table, _| table.room.seq)
}

/// The events of a commit as an operator sees them.
pub fn events_of(charter: &Charter, commit: &Commit) -> Vec<v1::Event> {
    events_in(brag_host::wire::events(charter, commit, OPERATOR))
}

/// The events that an act's caller is told, were he an operator.
pub fn told(table: &TableHandle, acted: &Acted) -> Vec<v1::Event> {
    match &acted.effect {
        Effect::Nothing => Vec::new(),
        Effect::Commit(commit) => table.read(|table, _| events_of(&table.charter, commit)),
        Effect::Events(kept) => events_in(kept.clone().seen_by(OPERATOR)),
    }
}

const OPERATOR: Viewer = Viewer { seat: None, transfers: true };

fn events_in(bytes: bytes::Bytes) -> Vec<v1::Event> {
    v1::EventBatch::decode(bytes).unwrap().events
}
