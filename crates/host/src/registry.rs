//! Where the tables of a process are found: by name on every call, and in order for lists.

use crate::cell::Cell;
use brag_journal::TableKey;
use parking_lot::RwLock;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::ops::Bound;
use std::sync::Arc;

const SHARDS: usize = 64;

/// Tables by tenant, then by id: a text finds one, without a key that owns its texts.
type Shard = RwLock<HashMap<Arc<str>, HashMap<Arc<str>, Arc<Cell>>>>;

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
    fn shard(&self, tenant: &str, id: &str) -> &Shard {
        &self.shards[self.hasher.hash_one((tenant, id)) as usize % SHARDS]
    }

    /// The table of that name.
    pub(crate) fn get(&self, tenant: &str, id: &str) -> Option<Arc<Cell>> {
        self.shard(tenant, id).read().get(tenant)?.get(id).cloned()
    }

    /// Takes a table in, under its own name.
    pub(crate) fn insert(&self, cell: &Arc<Cell>) {
        let TableKey { tenant, id } = &cell.key;
        let mut shard = self.shard(tenant, id).write();
        shard.entry(Arc::clone(tenant)).or_default().insert(Arc::clone(id), Arc::clone(cell));
        let mut ordered = self.ordered.write();
        ordered.entry(Arc::clone(tenant)).or_default().insert(Arc::clone(id), Arc::clone(cell));
    }

    /// Lets go of a table.
    pub(crate) fn remove(&self, TableKey { tenant, id }: &TableKey) -> bool {
        let mut shard = self.shard(tenant, id).write();
        let was_there = shard.get_mut(tenant).is_some_and(|tables| tables.remove(id).is_some());
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
            shard.read().values().flat_map(HashMap::values).for_each(|cell| act(cell));
        }
    }
}
