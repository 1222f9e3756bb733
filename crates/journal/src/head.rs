//! What is known of a table without reading its commits.

use std::sync::Arc;

use bytes::Bytes;

/// A table's name inside a journal. Two tenants may use the same id for two tables.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableKey {
    /// The tenant that the table belongs to.
    pub tenant: Arc<str>,
    /// The id in the table's name, unique within the tenant.
    pub id: Arc<str>,
}

impl TableKey {
    /// The key of the tenant's table with this id.
    pub fn new(tenant: impl Into<Arc<str>>, id: impl Into<Arc<str>>) -> TableKey {
        TableKey { tenant: tenant.into(), id: id.into() }
    }
}

/// What can be known of a table from its last commit alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Which table.
    pub key: TableKey,
    /// The table's uid, the same for its whole life, bound into every commit's hash.
    pub uid: [u8; 16],
    /// The first event of the last commit, counted from 1.
    pub first_seq: u64,
    /// The last event of the last commit: where the table stands.
    pub last_seq: u64,
    /// When the table has to be woken, in milliseconds since 1970; none if nothing is due.
    pub wake_at: Option<u64>,
    /// The table's line for lists, an encoded `brag.journal.v1.Head`; the journal does not look into it. Mostly the same as
    /// after the commit before.
    pub line: Bytes,
    /// Chips went over the table's edge in the last commit.
    pub has_transfers: bool,
    /// The table is closed.
    pub closed: bool,
}

impl Head {
    /// When the table is due, in milliseconds since 1970: `wake_at`, but never once it is closed.
    pub fn due_at(&self) -> Option<u64> {
        if self.closed { None } else { self.wake_at }
    }
}
