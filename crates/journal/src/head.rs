//! What is known of a table without reading its commits.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bytes::Bytes;

/// A table's name inside a journal. Two tenants may use the same id for two tables. They are in order by tenant, then by id.
///
/// A copy is a reference count; both parts lie in one place, since whoever looks at one looks at the other.
#[derive(Clone, PartialEq, Eq)]
pub struct TableKey {
    /// The id after the tenant.
    both: Arc<str>,
    /// Where the id begins.
    id_at: usize,
}

impl TableKey {
    /// The key of the tenant's table with this id.
    pub fn new(tenant: &str, id: &str) -> TableKey {
        TableKey { both: [tenant, id].concat().into(), id_at: tenant.len() }
    }

    /// The tenant that the table belongs to.
    pub fn tenant(&self) -> &str {
        self.parts().0
    }

    /// The id in the table's name, unique within the tenant.
    pub fn id(&self) -> &str {
        self.parts().1
    }

    fn parts(&self) -> (&str, &str) {
        self.both.split_at(self.id_at)
    }
}

impl PartialOrd for TableKey {
    fn partial_cmp(&self, other: &TableKey) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TableKey {
    fn cmp(&self, other: &TableKey) -> Ordering {
        self.parts().cmp(&other.parts())
    }
}

impl Hash for TableKey {
    /// As the tenant and the id hash, as a pair.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

impl fmt::Debug for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tenant, id) = self.parts();
        f.debug_struct("TableKey").field("tenant", &tenant).field("id", &id).finish()
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
    /// The table's line for lists, an encoded `brag.journal.v1.Head`; the journal does not look into it.
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

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher as _, RandomState};

    use super::*;

    #[test]
    fn keys_are_told_apart_and_ordered_by_tenant_and_id() {
        let pairs = [("", "ab"), ("a", ""), ("a", "b"), ("a", "c"), ("ab", ""), ("b", "a")];
        let hasher = RandomState::new();
        for (i, (tenant, id)) in pairs.into_iter().enumerate() {
            let key = TableKey::new(tenant, id);
            assert_eq!((key.tenant(), key.id()), (tenant, id));
            assert_eq!(hasher.hash_one(&key), hasher.hash_one((tenant, id)));
            for (j, (tenant, id)) in pairs.into_iter().enumerate() {
                assert_eq!(key.cmp(&TableKey::new(tenant, id)), i.cmp(&j), "{key:?}");
                assert_eq!(key == TableKey::new(tenant, id), i == j, "{key:?}");
            }
        }
    }
}
