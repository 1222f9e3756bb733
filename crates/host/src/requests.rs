//! Same request id, same effect: what a table remembers of the acts that it has done.

use crate::commit::Commit;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// A request, as far as repeats are concerned: who asked under which id, and a hash of what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestKey {
    of: [u8; 16],
    body: [u8; 16],
}

impl RequestKey {
    /// Scope: the table that remembers it, the caller, the id. The hash is that of the parsed request.
    #[must_use]
    pub fn new(caller: &str, request_id: &str, body_hash: &[u8; 32]) -> RequestKey {
        let digest = Sha256::new()
            .chain_update((caller.len() as u32).to_be_bytes())
            .chain_update(caller)
            .chain_update(request_id)
            .finalize();
        let (mut of, mut body) = ([0; 16], [0; 16]);
        of.copy_from_slice(&digest[..16]);
        body.copy_from_slice(&body_hash[..16]);
        RequestKey { of, body }
    }

    /// Whether both are by one caller under one id, whatever was asked.
    #[must_use]
    pub fn same_id(&self, other: &RequestKey) -> bool {
        self.of == other.of
    }
}

/// What an id was used for.
#[derive(Debug, Clone)]
pub(crate) enum Seen {
    /// Never: it may be done.
    Never,
    /// The same request: here is what it did.
    Repeat(Arc<Commit>),
    /// Another request.
    Reused,
}

#[derive(Debug)]
struct Done {
    body: [u8; 16],
    commit: Arc<Commit>,
}

/// The last requests of a table, and for its whole life those that moved chips over its edge or changed
/// seats. A refusal is not remembered.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    done: HashMap<[u8; 16], Done>,
    order: VecDeque<[u8; 16]>,
}

impl Requests {
    pub(crate) fn look_up(&self, key: &RequestKey) -> Seen {
        match self.done.get(&key.of) {
            None => Seen::Never,
            Some(done) if done.body == key.body => Seen::Repeat(Arc::clone(&done.commit)),
            Some(_) => Seen::Reused,
        }
    }

    /// Remembers a request; `most` of those that need not be kept for life.
    pub(crate) fn remember(&mut self, key: &RequestKey, commit: &Arc<Commit>, for_life: bool, most: usize) {
        self.done.insert(key.of, Done { body: key.body, commit: Arc::clone(commit) });
        if for_life {
            return;
        }
        self.order.push_back(key.of);
        while self.order.len() > most {
            if let Some(oldest) = self.order.pop_front() {
                self.done.remove(&oldest);
            }
        }
    }
}
