//! Commits, and the chain that they form.
//!
//! Each commit's hash covers the hash before it, the table's uid and the record's stored bytes. Whoever knows the
//! last hash can tell whether anything before it was changed, dropped or taken from another table.

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::{AppendError, Head, TableKey};

/// The hash before a table's first commit.
pub const NO_HASH: [u8; 32] = [0; 32];

/// One commit, to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// Where the table must stand; 0: it must not exist.
    pub expected_seq: u64,
    /// The hash of the table's last commit; [`NO_HASH`] if this is its first.
    pub prev_hash: [u8; 32],
    /// The hash of this one: [`commit_hash`] of `prev_hash`, the table's uid and `record`.
    pub hash: [u8; 32],
    /// The record's bytes. They are kept as they are given: a slice of a larger buffer keeps all of it.
    pub record: Bytes,
    /// Which table.
    pub key: TableKey,
    /// The table's uid, the same for its whole life, bound into every commit's hash.
    pub uid: [u8; 16],
    /// Its first event, counted from 1.
    pub first_seq: u64,
    /// Its last event.
    pub last_seq: u64,
    /// When the table has to be woken after it, in milliseconds since 1970; none if nothing is due.
    pub wake_at: Option<u64>,
    /// The table's line for lists after it; none where that is as it was. A table's first commit has one.
    pub line: Option<Bytes>,
    /// Chips went over the table's edge in it.
    pub has_transfers: bool,
    /// The table is closed.
    pub closed: bool,
    /// The hand in progress or last played after this commit, 0 before the first: by it, old history is dropped.
    pub hand: u32,
}

/// One commit, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its first event, counted from 1.
    pub first_seq: u64,
    /// Its last event.
    pub last_seq: u64,
    /// Its hash, see [`commit_hash`].
    pub hash: [u8; 32],
    /// The record's bytes, as they were appended.
    pub record: Bytes,
}

/// A table's state at some event, so that a reader need not begin at the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The last event that it holds.
    pub seq: u64,
    /// The state; the journal does not look into it.
    pub state: Bytes,
}

/// Where a table stands: what the next commit must follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tip {
    /// The table's uid.
    pub uid: [u8; 16],
    /// The last event of its last commit.
    pub last_seq: u64,
    /// That commit's hash.
    pub hash: [u8; 32],
}

impl Append {
    /// Whether this commit may be stored after `tip`, or as a table's first if there is none. Every provider asks
    /// it, at the moment at which nobody else can append.
    ///
    /// # Errors
    ///
    /// - [`AppendError::Conflict`]: the table does not stand at `expected_seq`.
    /// - [`AppendError::Corrupt`]: it does, but `prev_hash` is not the hash of its last commit, `uid` is another
    ///   table's, or the events do not begin at the next `seq` and end at or after it; or it is the first, and has no
    ///   line.
    pub fn check_follows(&self, tip: Option<&Tip>) -> Result<(), AppendError> {
        let last_seq = tip.map_or(0, |tip| tip.last_seq);
        if self.expected_seq != last_seq {
            return Err(AppendError::Conflict { last_seq });
        }
        if self.prev_hash != tip.map_or(NO_HASH, |tip| tip.hash) {
            return Err(corrupt("prev_hash is not the hash of the table's last commit", last_seq));
        }
        if tip.is_some_and(|tip| tip.uid != self.uid) {
            return Err(corrupt("the commit bears another table's uid", last_seq));
        }
        if last_seq.checked_add(1) != Some(self.first_seq) || self.last_seq < self.first_seq {
            return Err(corrupt("the commit's events do not follow the last one", last_seq));
        }
        if tip.is_none() && self.line.is_none() {
            return Err(corrupt("the first commit has no line for lists", last_seq));
        }
        Ok(())
    }

    /// The table's head after this commit, where its line before it was this.
    pub fn head(&self, line_before: &Bytes) -> Head {
        Head {
            key: self.key.clone(),
            uid: self.uid,
            first_seq: self.first_seq,
            last_seq: self.last_seq,
            wake_at: self.wake_at,
            line: self.line.as_ref().unwrap_or(line_before).clone(),
            has_transfers: self.has_transfers,
            closed: self.closed,
        }
    }
}

fn corrupt(why: &str, last_seq: u64) -> AppendError {
    AppendError::Corrupt(format!("{why}, at seq {last_seq}"))
}

/// The hash of a commit: SHA-256 of the bytes `brag.journal.v1/commit`, a zero byte, the hash of the commit before
/// ([`NO_HASH`] if there is none), the table's uid, and the record as it is stored.
pub fn commit_hash(prev: &[u8; 32], table_uid: &[u8; 16], record: &[u8]) -> [u8; 32] {
    Sha256::new()
        .chain_update(b"brag.journal.v1/commit\0")
        .chain_update(prev)
        .chain_update(table_uid)
        .chain_update(record)
        .finalize()
        .into()
}

/// Whether `commits` follow one another, and the first of them the commit whose hash is `prev`: numbers without a
/// gap, and every hash as [`commit_hash`] gives it.
///
/// # Errors
///
/// The `first_seq` of the first commit that does not.
pub fn verify_chain(prev: &[u8; 32], table_uid: &[u8; 16], commits: &[Stored]) -> Result<(), u64> {
    let mut prev = prev;
    let mut last_seq = None;
    for commit in commits {
        let follows = last_seq.is_none_or(|last: u64| last.checked_add(1) == Some(commit.first_seq));
        let whole = commit.first_seq <= commit.last_seq;
        if !follows || !whole || commit.hash != commit_hash(prev, table_uid, &commit.record) {
            return Err(commit.first_seq);
        }
        prev = &commit.hash;
        last_seq = Some(commit.last_seq);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two commits, hashed by another implementation (Python's hashlib) over the bytes that the definition names.
    #[test]
    fn the_hash_of_a_commit_is_frozen() {
        let uid = *b"0123456789abcdef";
        let first = commit_hash(&NO_HASH, &uid, b"made");
        let second = commit_hash(&first, &uid, b"");
        assert_eq!(hex(&first), "9f0d87b151f877fd4b124bedb29fedd7352925123ccba711acce0e76759b6ce3");
        assert_eq!(hex(&second), "581cb5ec06ce2c3af5de8699b263012a9a37d17294c9a7364b529dbc10a89f18");
    }

    #[test]
    fn a_chain_is_broken_by_every_change() {
        let uid = [7; 16];
        let mut prev = NO_HASH;
        let chain: Vec<Stored> = (0..4u64)
            .map(|i| {
                let record = Bytes::from(vec![i as u8; 40]);
                prev = commit_hash(&prev, &uid, &record);
                Stored { first_seq: 2 * i + 1, last_seq: 2 * i + 2, hash: prev, record }
            })
            .collect();
        assert_eq!(verify_chain(&NO_HASH, &uid, &chain), Ok(()));
        assert_eq!(verify_chain(&chain[1].hash, &uid, &chain[2..]), Ok(()));
        assert_eq!(verify_chain(&NO_HASH, &uid, &[]), Ok(()));

        assert_eq!(verify_chain(&[1; 32], &uid, &chain), Err(1), "another commit before it");
        assert_eq!(verify_chain(&NO_HASH, &[8; 16], &chain), Err(1), "another table's");
        let broken = |at: usize, change: fn(&mut Stored)| {
            let mut chain = chain.clone();
            change(&mut chain[at]);
            verify_chain(&NO_HASH, &uid, &chain)
        };
        assert_eq!(broken(2, |c| c.hash[31] ^= 1), Err(5));
        assert_eq!(broken(2, |c| c.record = Bytes::from_static(b"?")), Err(5));
        assert_eq!(broken(2, |c| c.first_seq = 6), Err(6));
        assert_eq!(broken(2, |c| c.last_seq = 4), Err(5));
        assert_eq!(broken(2, |c| c.last_seq = 7), Err(7), "the one after it no longer follows");
        assert_eq!(broken(2, |c| c.last_seq = u64::MAX), Err(7), "nothing can follow it");

        let dropped = [&chain[..1], &chain[2..]].concat();
        assert_eq!(verify_chain(&NO_HASH, &uid, &dropped), Err(5));
        let doubled = [&chain[..2], &chain[1..]].concat();
        assert_eq!(verify_chain(&NO_HASH, &uid, &doubled), Err(3));
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|b| format!("{b:02x}")).collect()
    }
}
