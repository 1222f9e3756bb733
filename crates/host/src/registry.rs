//! Where the tables of a process are found: by name on every call, and in order for lists.

use crate::cell::Cell;
use brag_journal::TableKey;
use hashbrown::HashTable;
use parking_lot::RwLock;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Bound;
use std::sync::Arc;

const SHARDS: usize = 64;

/// Tables by the hash of their name, which the cell itself has: one hash finds the shard and the table in it.
type Shard = RwLock<HashTable<Arc<Cell>>>;

/// Tables by tenant, then by id ascending.
type Ordered = RwLock<BTreeMap<TableKey, Arc<Cell>>>;

/// The tables. Sharded for those who look one up, and in one order beside for those who list them: the order is
/// locked when a table comes or goes, and for a page at a time.
pub(crate) struct Registry {
    shards: Box<[Shard]>,
    hasher: RandomState,
    ordered: Ordered,
}

impl Default for Registry {
    fn default() -> Registry {
        let shards = (0..SHARDS).map(|_| RwLock::default()).collect();
        Registry { shards, hasher: RandomState::new(), ordered: RwLock::default() }
    }
}

impl Registry {
    fn hash(&self, key: &TableKey) -> u64 {
        self.hasher.hash_one(key)
    }

    fn shard(&self, hash: u64) -> &Shard {
        // Other bits than those by which the shard's own table places them.
        &self.shards[(hash >> 32) as usize % SHARDS]
    }

    /// The table of that name.
    pub(crate) fn get(&self, tenant: &str, id: &str) -> Option<Arc<Cell>> {
        // As a key hashes.
        let hash = self.hasher.hash_one((tenant, id));
        self.shard(hash).read().find(hash, is(tenant, id)).cloned()
    }

    /// Takes a table in, under its own name.
    pub(crate) fn insert(&self, cell: &Arc<Cell>) {
        let key = &cell.key;
        let hash = self.hash(key);
        let mut shard = self.shard(hash).write();
        match shard.find_mut(hash, is(key.tenant(), key.id())) {
            Some(there) => *there = Arc::clone(cell),
            None => _ = shard.insert_unique(hash, Arc::clone(cell), |cell| self.hash(&cell.key)),
        }
        self.ordered.write().insert(key.clone(), Arc::clone(cell));
    }

    /// Lets go of a table.
    pub(crate) fn remove(&self, key: &TableKey) -> bool {
        let hash = self.hash(key);
        let mut shard = self.shard(hash).write();
        let found = shard.find_entry(hash, is(key.tenant(), key.id()));
        let was_there = found.map(|found| found.remove()).is_ok();
        self.ordered.write().remove(key);
        was_there
    }

    /// The tenant's tables whose ids come after that one, by ascending id: at most so many.
    pub(crate) fn after(&self, tenant: &str, id: Option<&str>, most: usize) -> Vec<Arc<Cell>> {
        let ordered = self.ordered.read();
        // No table has an empty id, and so each comes after that.
        let after = TableKey::new(tenant, id.unwrap_or(""));
        let later = ordered.range((Bound::Excluded(after), Bound::Unbounded));
        let of_tenant = later.take_while(|(key, _)| key.tenant() == tenant);
        of_tenant.take(most).map(|(_, cell)| Arc::clone(cell)).collect()
    }

    /// Does that for every table.
    pub(crate) fn for_each(&self, mut act: impl FnMut(&Cell)) {
        for shard in &self.shards {
            shard.read().iter().for_each(|cell| act(cell));
        }
    }
}

/// Whether a table is the one of that name.
fn is<'a>(tenant: &'a str, id: &'a str) -> impl Fn(&Arc<Cell>) -> bool + 'a {
    move |cell| cell.key.id() == id && cell.key.tenant() == tenant
}
