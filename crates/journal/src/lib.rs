//! The durable promise: a trait, the memory provider, and the suite that every provider runs.
//!
//! A journal keeps, for each table, the commits that made it what it is. A commit is all events of one act,
//! stored as the bytes of one record; the journal never looks into it. What it has to know, it is told beside
//! the record: the range of `seq`, the hash chain, and the [`Head`], what can be known of the table without
//! reading anything else.
//!
//! [`Journal`] says what every provider promises, the module `conformance` (behind the feature of that name) holds it to
//! every word, [`memory`] is the provider that lives as long as the process.
#![forbid(unsafe_code)]

mod commit;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod error;
mod head;
pub mod memory;
#[cfg(test)]
mod planted;

use std::pin::Pin;

pub use commit::{Append, NO_HASH, Snapshot, Stored, Tip, commit_hash, verify_chain};
pub use error::{AppendError, ReadError, SnapshotError};
pub use head::{Head, TableKey};

/// A future that any thread may drive, boxed so that [`Journal`] can be used as `dyn Journal`.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Where tables are kept. The promises here and above each method hold for every provider and are each shown by
/// the conformance suite.
///
/// - **One history for each table.** Its events are numbered 1, 2, 3 … without a gap; of all who append at one
///   number, exactly one wins it. Tables of two tenants are two tables, whatever their ids.
/// - **All or nothing.** A commit is stored whole, with its head, or not at all.
/// - **An OK is durable.** What was acknowledged is read from then on, by everyone, in the provider's sense of
///   durable: [`Journal::lives_as_long_as_the_process`] says whether that outlives the process.
/// - **Never a guess.** What cannot be read as it was written is [`ReadError::Corrupt`], never a shorter history.
///
/// Futures do nothing before they are first polled. They need no particular runtime: any thread may poll them.
/// Dropping one is always safe; what a dropped append has done is then unknown, but never half.
pub trait Journal: Send + Sync + 'static {
    /// Stores one commit and its head, if the table stands exactly at `expected_seq`; 0 creates the table.
    ///
    /// # Errors
    ///
    /// - [`AppendError::Conflict`]: the table stands elsewhere, and `last_seq` says where (0: there is none).
    ///   Nothing was stored. This is answered before anything else is looked at.
    /// - [`AppendError::Corrupt`]: it stands there, but this commit does not belong after its last one
    ///   ([`Append::check_follows`]). Nothing was stored.
    /// - [`AppendError::Unavailable`]: unknown whether it was stored. The table's head tells.
    ///
    /// That `hash` is the hash of `record` may be taken on trust here; [`Journal::read`] finds it out.
    fn append<'a>(&'a self, append: Append) -> BoxFuture<'a, Result<(), AppendError>>;

    /// The commits that hold `from_seq` and all later ones, in order, without a gap, byte for byte as they were
    /// appended. The first may begin before `from_seq`, as commits are not split. Empty if `from_seq` lies
    /// beyond the end; 0 means 1.
    ///
    /// The chain of hashes is verified over all that is returned.
    ///
    /// # Errors
    ///
    /// - [`ReadError::NotFound`]: there is no such table.
    /// - [`ReadError::Expired`]: `from_seq` is no longer kept; `oldest_seq` can be read. History is dropped by
    ///   whole hands, and the current hand and the three before it are always kept.
    /// - [`ReadError::Corrupt`]: the chain is broken.
    fn read<'a>(&'a self, key: &'a TableKey, from_seq: u64) -> BoxFuture<'a, Result<Vec<Stored>, ReadError>>;

    /// The commit that made the table. It is never dropped, whatever else has expired.
    ///
    /// # Errors
    ///
    /// [`ReadError::NotFound`]: there is no such table. [`ReadError::Corrupt`]: it is not as it was written.
    fn first<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Stored, ReadError>>;

    /// The head of the table's last commit; none if there is no such table.
    ///
    /// # Errors
    ///
    /// Only those that keep every answer back: [`ReadError::Unavailable`] and its like.
    fn head<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Head>, ReadError>>;

    /// The heads of all tables, closed ones too, ascending by key.
    ///
    /// # Errors
    ///
    /// As [`Journal::head`].
    fn heads<'a>(&'a self) -> BoxFuture<'a, Result<Vec<Head>, ReadError>>;

    /// The heads of all tables that have to be woken at `now` (milliseconds since 1970) or had to be before,
    /// earliest first, by key where the time is the same. A closed table is never due. A table stays due until
    /// a later commit says otherwise.
    ///
    /// # Errors
    ///
    /// As [`Journal::head`].
    fn due<'a>(&'a self, now: u64) -> BoxFuture<'a, Result<Vec<Head>, ReadError>>;

    /// Keeps a snapshot in place of the table's earlier one. One that is older than what is kept is ignored,
    /// so that a slow writer never takes a table back.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::NotFound`]: there is no such table. [`SnapshotError::Corrupt`]: the snapshot is of a
    /// `seq` that the table has not reached.
    fn store_snapshot<'a>(
        &'a self,
        key: &'a TableKey,
        snapshot: Snapshot,
    ) -> BoxFuture<'a, Result<(), SnapshotError>>;

    /// The table's snapshot; none if none was stored.
    ///
    /// # Errors
    ///
    /// [`ReadError::NotFound`]: there is no such table.
    fn load_snapshot<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Snapshot>, ReadError>>;

    /// The provider's name, as logs and the start-up lines show it: `memory`.
    fn name(&self) -> &'static str;

    /// Whether all that is stored here ends with the process.
    fn lives_as_long_as_the_process(&self) -> bool;
}
