//! Tables with everything that is stored of them.

use super::chaos::{live, random_table};
use super::{House, Seated};
use brag_contract::{journal_v1, v1};
use brag_host::{Commit, FeedItem, HostConfig, TableHandle};
use brag_journal::Stored;
use brag_testkit::chance::Stream;
use prost::Message as _;
use std::sync::Arc;

/// Nothing is ever dropped.
pub fn all_kept() -> HostConfig {
    HostConfig { hands_kept: u32::MAX, requests_kept: usize::MAX, ..HostConfig::default() }
}

/// A table that has seen a lot, with everything that is stored of it.
pub struct Lived {
    pub table: TableHandle,
    pub records: Vec<Stored>,
    pub decoded: Vec<journal_v1::Record>,
    pub commits: Vec<Arc<Commit>>,
}

/// A table with random rules at which so many things have happened.
pub async fn lived(house: &House, name: &str, stream: &mut Stream, things: u32) -> Lived {
    let table = random_table(house, name, stream).await;
    let mut seated = Seated::new(table.clone());
    live(house, &mut seated, stream, things).await;
    stored(house, table).await
}

/// Everything that is stored of a table, and what its log holds.
pub async fn stored(house: &House, table: TableHandle) -> Lived {
    let records = house.journal.records(table.key()).await;
    let decoded =
        records.iter().map(|stored| journal_v1::Record::decode(&stored.record[..]).unwrap()).collect();
    let (mut feed, mut commits) = (table.subscribe(0).unwrap(), Vec::new());
    while let FeedItem::Commits(more) = feed.next().await {
        commits.extend(more);
    }
    Lived { table, records, decoded, commits }
}

/// The events of a record.
pub fn events(record: &journal_v1::Record) -> impl Iterator<Item = &v1::Event> {
    record.events.iter().map(|stored| stored.event.as_ref().unwrap())
}
