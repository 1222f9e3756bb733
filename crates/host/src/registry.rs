//! Where the tables of a process are found: by name on every call, and in order for lists.

use crate::cell::Cell;
use brag_journal::TableKey;
use hashbrown::HashTable;
use parking_lot::RwLock;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::ops::Bound;
use std::sync::Arc;

const SHARDS: usize = 64;

/// Tables by the hash of their name, which the cell itself has: one hash finds the shard and the table in it.
type Shard = RwLock<HashTable<Arc<Cell>>>;

/// Tables by tenant, then by id ascending.
type Ordered = RwLock<HashMap<Arc<str>, BTreeMap<Arc<str>, Arc<Cell>>>>;

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
    fn hash(&self, tenant: &str, id: &str) -> u64 {
        self.hasher.hash_one((tenant, id))
    }

    fn shard(&self, hash: u64) -> &Shard {
        // Other bits than those by which the shard's own table places them.
        &self.shards[(hash >> 32) as usize % SHARDS]
    }

    /// The table of that name.
    pub(crate) fn get(&self, tenant: &str, id: &str) -> Option<Arc<Cell>> {
        let hash = self.hash(tenant, id);
        self.shard(hash).read().find(hash, is(tenant, id)).cloned()
    }

    /// Takes a table in, under its own name.
    pub(crate) fn insert(&self, cell: &Arc<Cell>) {
        let TableKey { tenant, id } = &cell.key;
        let hash = self.hash(tenant, id);
        let mut shard = self.shard(hash).write();
        match shard.find_mut(hash, is(tenant, id)) {
            Some(there) => *there = Arc::clone(cell),
            None => {
                let hash_of = |cell: &Arc<Cell>| self.hash(&cell.key.tenant, &cell.key.id);
                shard.insert_unique(hash, Arc::clone(cell), hash_of);
            }
        }
        let mut ordered = self.ordered.write();
        ordered.entry(Arc::clone(tenant)).or_default().insert(Arc::clone(id), Arc::clone(cell));
    }

    /// Lets go of a table.
    pub(crate) fn remove(&self, TableKey { tenant, id }: &TableKey) -> bool {
        let hash = self.hash(tenant, id);
        let mut shard = self.shard(hash).write();
        let was_there = shard.find_entry(hash, is(tenant, id)).map(|found| found.remove()).is_ok();
        if let Some(tables) = self.ordered.write().get_mut(tenant) {
            tables.remove(id);
        }
        was_there
    }

    /// The tenant's tables whose ids come after that one, by ascending id: at most so many.
    pub(crate) fn after(&self, tenant: &str, id: Option<&str>, most: usize) -> Vec<Arc<Cell>> {
        let ordered = self.ordered.read();
        let Some(tables) = ordered.get(tenant) else { return Vec::new() };
        let from = id.map_or(Bound::Unbounded, Bound::Excluded);
        let later = tables.range::<str, _>((from, Bound::Unbounded));
        later.take(most).map(|(_, cell)| Arc::clone(cell)).collect()
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
    move |cell| *cell.key.id == *id && *cell.key.tenant == *tenant
}
