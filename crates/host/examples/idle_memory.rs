//! What a fresh table weighs while nothing happens at it, everything included: state, log, registry, timer entry,
//! and its record in the journal in memory.
//!
//! `cargo run --release -p brag-host --example idle_memory [TABLES]`

use brag_host::{CreateTable, Host, HostConfig, Principal, Role, Roles, SystemClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_rules::options::{GivenRules, Rules};
use brag_table::charter::{Cashier, ClockTerms, RevealPolicy, Seating, Spectating};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

/// Bytes of memory that the process has in use, as Linux counts them, in pages of 4 KiB.
fn resident() -> Result<u64, Box<dyn Error>> {
    let statm = std::fs::read_to_string("/proc/self/statm")?;
    let pages: u64 = statm.split(' ').nth(1).ok_or("statm has another form")?.parse()?;
    Ok(pages * 4_096)
}

async fn fill(host: &Host, tables: std::ops::Range<u64>) -> Result<(), Box<dyn Error>> {
    let rules = Rules::resolve("three_card", &GivenRules::new()).map_err(|why| format!("{why:?}"))?;
    for number in tables {
        let create = CreateTable {
            caller: Principal {
                tenant: "dev".into(),
                subject: "boss".into(),
                roles: [Role::Operator].into_iter().collect::<Roles>(),
            },
            id: None,
            request_id: Some(number.to_string().into()),
            body_hash: [0; 32],
            rules: rules.clone(),
            clock: ClockTerms::default(),
            cashier: Cashier::Player,
            seating: Seating::Open,
            spectating: Spectating { allowed: true },
            reveal: RevealPolicy::AuditorOnly,
            labels: BTreeMap::new(),
            script: None,
            seats: Vec::new(),
            trace: Default::default(),
        };
        host.create(create).await.map_err(|why| format!("{why:?}"))?;
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let tables: u64 = std::env::args().nth(1).map_or(Ok(10_000), |number| number.parse())?;
    let journal = Arc::new(MemoryJournal::new(MemoryBounds::default()));
    let host = Host::new(HostConfig::default(), journal, Arc::new(SystemClock::new()))
        .map_err(|_| "the operating system gives no randomness")?;
    // What the process needs once, and room that grows by doubling, is not a table's.
    fill(&host, 0..tables / 10).await?;
    let before = resident()?;
    fill(&host, tables / 10..tables / 10 + tables).await?;
    let each = (resident()? - before) / tables;
    println!("{tables} fresh tables: {each} bytes each");
    Ok(())
}
