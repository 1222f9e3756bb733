//! Records that were not written so make no table.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_contract::{journal_v1, v1};
use brag_host::restore::{RestoreError, restore};
use brag_host::seal::Sealer;
use brag_journal::{NO_HASH, Stored, TableKey, commit_hash};
use brag_testkit::chance::Stream;
use bytes::Bytes;
use common::lived::{Lived, all_kept, events, stored};
use common::*;
use prost::Message as _;

/// The records with one of them changed, and all hashes after it made to fit.
fn forged(lived: &Lived, at: usize, change: impl FnOnce(&mut journal_v1::Record)) -> Vec<Stored> {
    let uid = state(&lived.table).charter.uid;
    let mut records = lived.records[..at].to_vec();
    let (mut prev, mut change) = (records.last().map_or(NO_HASH, |stored| stored.hash), Some(change));
    for (stored, record) in lived.records.iter().zip(&lived.decoded).skip(at) {
        let mut record = record.clone();
        record.prev_hash = if prev == NO_HASH { Bytes::new() } else { Bytes::copy_from_slice(&prev) };
        if let Some(change) = change.take() {
            change(&mut record);
        }
        let record: Bytes = record.encode_to_vec().into();
        prev = commit_hash(&prev, &uid, &record);
        records.push(Stored { hash: prev, record, ..stored.clone() });
    }
    records
}

fn first_with(lived: &Lived, wanted: impl Fn(&v1::event::Fact) -> bool) -> usize {
    let holds =
        |record: &journal_v1::Record| events(record).any(|event| wanted(event.fact.as_ref().unwrap()));
    lived.decoded.iter().position(holds).unwrap()
}

#[tokio::test]
async fn a_record_that_was_not_written_so_makes_no_table() {
    use v1::event::Fact as Wire;
    let house = house(all_kept());
    let table = house.table(&[]).await;
    let mut seated = Seated::with(table.clone(), 4, 5_000).await;
    let mut stream = Stream::new(8);
    for _ in 0..4 {
        house.pass(3 * SECOND).await;
        play_to_the_end_of_the_hand(&mut seated, &mut stream).await;
    }
    let lived = stored(&house, table).await;
    let key = lived.table.key();
    let corrupt = |records: &[Stored]| match restore(key, records, &house.sealer) {
        Err(RestoreError::Corrupt(_)) => {}
        other => panic!("{:?}", other.map(|(table, _)| table.room.seq)),
    };
    let untouched = forged(&lived, 3, |_| {});
    assert_eq!(untouched, lived.records);
    restore(key, &untouched, &house.sealer).unwrap();

    // Changed without the hashes.
    corrupt(&[]);
    corrupt(&lived.records[1..]);
    corrupt(&[&lived.records[..5], &lived.records[6..]].concat());
    let mut bitten = lived.records.clone();
    let mut bytes = bitten[4].record.to_vec();
    bytes[100] ^= 1;
    bitten[4].record = bytes.into();
    corrupt(&bitten);
    let other = TableKey::new("dev", "another");
    assert!(matches!(restore(&other, &lived.records, &house.sealer), Err(RestoreError::Corrupt(_))));
    let stranger = Sealer::for_this_process().unwrap();
    assert!(matches!(restore(key, &lived.records, &stranger), Err(RestoreError::Corrupt(_))));

    // Changed by somebody who can hash.
    let bet = first_with(&lived, |fact| matches!(fact, Wire::BetMade(_)));
    corrupt(&forged(&lived, bet, |record| {
        for event in &mut record.events {
            if let Some(Wire::BetMade(bet)) = &mut event.event.as_mut().unwrap().fact {
                bet.amount += 1;
            }
        }
    }));
    corrupt(&forged(&lived, bet, |record| record.events[0].event.as_mut().unwrap().seq += 1));
    corrupt(&forged(&lived, bet, |record| record.events[0].event.as_mut().unwrap().hand += 1));
    corrupt(&forged(&lived, bet, |record| record.events[0].event.as_mut().unwrap().fact = None));
    corrupt(&forged(&lived, bet, |record| record.tenant = "other".to_owned()));
    corrupt(&forged(&lived, bet, |record| record.format = 0));
    let shuffle = first_with(&lived, |fact| matches!(fact, Wire::PackShuffled(_)));
    corrupt(&forged(&lived, shuffle, |record| record.secrets.clear()));
    corrupt(&forged(&lived, shuffle, |record| record.secrets[0] = lived.decoded[0].secrets[0].clone()));
    corrupt(&forged(&lived, shuffle, |record| record.secrets[0].epoch += 1));
    corrupt(&forged(&lived, 0, |record| record.secrets.clear()));
    corrupt(&forged(&lived, shuffle, |record| {
        for event in &mut record.events {
            if let Some(Wire::PackShuffled(of)) = &mut event.event.as_mut().unwrap().fact {
                of.root = Bytes::from(vec![0; 32]);
            }
        }
    }));

    // A newer format is no damage, and a field that no format knows is.
    let newer = restore(key, &forged(&lived, bet, |record| record.format = 2), &house.sealer);
    assert_eq!(newer.err(), Some(RestoreError::NewerFormat { format: 2, known: 1 }));
    let mut grown = lived.records[..=bet].to_vec();
    let last = grown.last_mut().unwrap();
    last.record = [&last.record[..], &[0xfa, 0x3f, 0x01, 0x78]].concat().into();
    let prev = lived.records[bet - 1].hash;
    last.hash = commit_hash(&prev, &state(&lived.table).charter.uid, &last.record);
    corrupt(&grown);
}
