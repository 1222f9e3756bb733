//! Same request id, same effect: what a table remembers of the acts that it has done.
//!
//! A repeat is told again which events its act led to. They are kept as bytes, one act's beside the other's: a commit lives
//! no longer than the log has it, and hardly an act asks the allocator for room. Where somebody saw more cards in a commit than
//! everybody, it is the commit that is kept.

use crate::commit::{Asked, Commit, transfer_uid};
use crate::wire::{self, EVENTS_FIELD};
use brag_contract::v1;
use brag_table::Charter;
use brag_table::view::Viewer;
use bytes::Bytes;
use hashbrown::HashTable;
use prost::Message as _;
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};

/// A request, as far as repeats are concerned: who asked under which id, and a hash of what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestKey {
    of: [u64; 2],
    body: [u8; 16],
}

/// By these a caller and his id become 128 bits, of which nobody outside this process can tell anything: two ids do not meet,
/// neither by chance nor by choice, and nobody chooses where his is put.
static KEYS: LazyLock<[RandomState; 2]> = LazyLock::new(Default::default);

impl RequestKey {
    /// Scope: the table that remembers it, the caller, the id. The hash is that of the parsed request.
    #[must_use]
    pub fn new(caller: &str, request_id: &str, body_hash: &[u8; 32]) -> RequestKey {
        let of = KEYS.each_ref().map(|key| key.hash_one((caller, request_id)));
        let mut body = [0; 16];
        body.copy_from_slice(&body_hash[..16]);
        RequestKey { of, body }
    }

    /// Where it is put.
    fn hash(&self) -> u64 {
        self.of[0]
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
    /// The same request: its last event, and what it did.
    Repeat(u64, Effect),
    /// Another request.
    Reused,
}

/// What an act did, as far as it is known.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Nothing: it was only validated.
    Nothing,
    /// The commit, as it stands in memory.
    Commit(Arc<Commit>),
    /// The events of a commit in which nobody saw more cards than everybody, which need not be there any more.
    Events(KeptEvents),
}

/// The events of a commit, as an operator sees them.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptEvents(Vec<v1::Event>);

impl KeptEvents {
    /// As fields of an EventBatch, for that viewer.
    #[must_use]
    pub fn seen_by(mut self, viewer: Viewer) -> Bytes {
        if !viewer.transfers {
            self.0.iter_mut().for_each(|event| event.transfer = None);
        }
        v1::EventBatch { events: self.0, ..v1::EventBatch::default() }.encode_to_vec().into()
    }
}

/// The last requests of a table, and for its whole life those that moved chips over its edge or changed
/// seats. A refusal is not remembered.
///
/// What an act comes by lies in few places, because hardly any of it is in a cache by then: the oldest requests go several
/// together, and the index is not told of each.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    /// Numbers of both, by id, and of some that have gone: those are swept out when there is no more room.
    index: HashTable<u32>,
    recent: Kept,
    lasting: Kept,
}

/// Set in the number of a request that is kept for the table's life.
const LASTING: u32 = 1 << 31;

impl Requests {
    /// What that id was used for at a table with that charter; `asked` is who asks now.
    pub(crate) fn look_up(&self, key: &RequestKey, charter: &Charter, asked: Asked<'_>) -> Seen {
        let numbered = |number: &u32| numbered(&self.recent, &self.lasting, *number);
        let same = |number: &u32| numbered(number).is_some_and(|(_, done)| done.key.same_id(key));
        let found = self.index.find(key.hash(), same).and_then(numbered);
        found.map_or(Seen::Never, |(kept, done)| done.seen(key, kept, charter, asked))
    }

    /// Remembers a request, for the table's life or as one of the last `most`. `public`: what everybody sees of its events, if
    /// that is made already.
    pub(crate) fn remember(
        &mut self,
        key: RequestKey,
        charter: &Charter,
        commit: &Arc<Commit>,
        public: Option<&Bytes>,
        for_life: bool,
        most: usize,
    ) {
        if self.index.len() == self.index.capacity() {
            self.sweep();
        }
        let number = match for_life {
            true => self.lasting.push(key, charter, commit, public) | LASTING,
            false => {
                self.recent.forget_all_but(most.max(1) - 1);
                self.recent.push(key, charter, commit, public)
            }
        };
        self.index.insert_unique(key.hash(), number, hashes(&self.recent, &self.lasting));
    }

    /// Makes the index anew, with room for half as many requests again as are kept.
    fn sweep(&mut self) {
        let Requests { index, recent, lasting } = self;
        let kept = recent.len() + lasting.len();
        index.clear();
        index.reserve(kept + kept / 2 + 1, hashes(recent, lasting));
        let lasting_numbers = lasting.numbers().map(|number| number | LASTING);
        for number in recent.numbers().chain(lasting_numbers) {
            let hash_of = hashes(recent, lasting);
            index.insert_unique(hash_of(&number), number, hash_of);
        }
    }
}

/// The hash of the request of a number; none needs to be right of one that has gone.
fn hashes<'a>(recent: &'a Kept, lasting: &'a Kept) -> impl Fn(&u32) -> u64 {
    move |number| numbered(recent, lasting, *number).map_or(0, |(_, done)| done.key.hash())
}

/// The request of that number, and those among which it is.
fn numbered<'a>(recent: &'a Kept, lasting: &'a Kept, number: u32) -> Option<(&'a Kept, &'a Done)> {
    let kept = if number & LASTING == 0 { recent } else { lasting };
    kept.numbered(number & !LASTING).map(|done| (kept, done))
}

/// A request that was done, and what it did.
#[derive(Debug)]
struct Done {
    key: RequestKey,
    last_seq: u64,
    did: Did,
}

#[derive(Debug)]
enum Did {
    /// Its events are bytes of the queue.
    Events(Place),
    /// Somebody saw cards in it.
    Commit(Arc<Commit>),
}

impl Done {
    fn seen(&self, key: &RequestKey, kept: &Kept, charter: &Charter, asked: Asked<'_>) -> Seen {
        if self.key.body != key.body {
            return Seen::Reused;
        }
        let effect = match &self.did {
            Did::Events(place) => Effect::Events(read_back(kept.bytes.copy(place), charter, asked)),
            Did::Commit(commit) => Effect::Commit(Arc::clone(commit)),
        };
        Seen::Repeat(self.last_seq, effect)
    }
}

/// Requests in the order in which they were done.
#[derive(Debug, Default)]
struct Kept {
    done: VecDeque<Done>,
    /// So many in front have gone, and lie there until some more have.
    gone: usize,
    /// The number of the first that has not, one more for each that has. It wraps below [`LASTING`].
    first: u32,
    bytes: Queue,
}

/// So many go together.
const TOGETHER: usize = 16;

impl Kept {
    /// How many have not gone.
    fn len(&self) -> usize {
        self.done.len() - self.gone
    }

    fn numbered(&self, number: u32) -> Option<&Done> {
        let past = (number.wrapping_sub(self.first) & !LASTING) as usize;
        self.done.get(self.gone.checked_add(past)?)
    }

    /// The numbers of those that have not gone.
    fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        let first = self.first;
        (0..self.len() as u32).map(move |past| first.wrapping_add(past) & !LASTING)
    }

    /// Adds one, and says its number.
    fn push(
        &mut self,
        key: RequestKey,
        charter: &Charter,
        commit: &Arc<Commit>,
        public: Option<&Bytes>,
    ) -> u32 {
        let Kept { done, gone, first, bytes } = self;
        let did = if !commit.is_public() {
            Did::Commit(Arc::clone(commit))
        } else if commit.transfers.is_empty() {
            let make = |commit: &Commit, viewer| wire::events(charter, commit, viewer);
            let made = public.is_none().then(|| commit.encoded(Viewer::SPECTATOR, make));
            Did::Events(bytes.push(public.or(made.as_ref()).map_or(&[], |public| public)))
        } else {
            Did::Events(bytes.push(&without_what_repeats_bring(charter, commit)))
        };
        let number = first.wrapping_add((done.len() - *gone) as u32) & !LASTING;
        make_room(done);
        done.push_back(Done { key, last_seq: commit.last_seq(), did });
        number
    }

    /// Lets go of the oldest, so that no more than `most` are left.
    fn forget_all_but(&mut self, most: usize) {
        let gone = self.len().saturating_sub(most);
        self.gone += gone;
        self.first = self.first.wrapping_add(gone as u32) & !LASTING;
        if self.gone < TOGETHER {
            return;
        }
        let mut places = self.done.drain(..self.gone).filter_map(|done| match done.did {
            Did::Events(place) => Some(place),
            Did::Commit(_) => None,
        });
        // What a piece has of older acts goes with the first act that is beyond it.
        if let Some(last) = places.next_back() {
            self.bytes.let_go_before(&last);
        }
        self.gone = 0;
    }
}

/// The events as an operator sees them, without what follows from the request and the table: that is much of what is kept
/// for a table's life.
fn without_what_repeats_bring(charter: &Charter, commit: &Commit) -> Vec<u8> {
    let viewer = Viewer { seat: None, transfers: true };
    let mut bytes = Vec::new();
    for of in &commit.events {
        let mut event = wire::event(charter, of, commit.transfer(of.seq), viewer);
        if let Some(transfer) = &mut event.transfer {
            transfer.uid.clear();
            transfer.request_id.clear();
        }
        prost::encoding::message::encode(EVENTS_FIELD, &event, &mut bytes);
    }
    bytes
}

/// The events that those bytes were, at a table with that charter, for who asked for them and asks again.
fn read_back(bytes: Bytes, charter: &Charter, asked: Asked<'_>) -> KeptEvents {
    let batch = v1::EventBatch::decode(bytes).expect("kept-as-written: what is kept for repeats reads back");
    let mut events = batch.events;
    for event in &mut events {
        let by_somebody = matches!(event.cause(), v1::Cause::Seat | v1::Cause::Operator);
        if let Some(transfer) = &mut event.transfer {
            transfer.uid = wire::hex(&transfer_uid(&charter.uid, event.seq));
            if asked.asked_for(by_somebody, &transfer.player) {
                transfer.request_id = asked.request_id.as_ref().to_owned();
            }
        }
    }
    KeptEvents(events)
}

/// Where bytes are in a [`Queue`].
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The number of the piece. It may wrap.
    piece: u32,
    start: u32,
    length: u32,
}

/// Bytes that come at one end and go at the other, in pieces: nothing is moved when there come more, and nothing stays when
/// there are fewer.
#[derive(Debug, Default)]
struct Queue {
    /// The piece that is added to: the one after `full`.
    last: Vec<u8>,
    full: VecDeque<Vec<u8>>,
    /// The number of the first piece that is there, one more for each that has gone. It may wrap.
    first: u32,
}

/// Bytes in a piece: the events of some twenty acts. What is longer has a piece of its own.
const PIECE: usize = 2_048;

impl Queue {
    fn push(&mut self, bytes: &[u8]) -> Place {
        if self.last.capacity() - self.last.len() < bytes.len() {
            let next = Vec::with_capacity(PIECE.max(bytes.len()));
            let full = std::mem::replace(&mut self.last, next);
            // There is none before the first.
            if full.capacity() > 0 {
                self.full.push_back(full);
            }
        }
        let start = self.last.len() as u32;
        self.last.extend_from_slice(bytes);
        Place { piece: self.first.wrapping_add(self.full.len() as u32), start, length: bytes.len() as u32 }
    }

    /// Lets go of what came before that.
    fn let_go_before(&mut self, place: &Place) {
        while self.first != place.piece && self.full.pop_front().is_some() {
            self.first = self.first.wrapping_add(1);
        }
    }

    fn copy(&self, Place { piece, start, length }: &Place) -> Bytes {
        let piece = self.full.get(piece.wrapping_sub(self.first) as usize).unwrap_or(&self.last);
        Bytes::copy_from_slice(&piece[*start as usize..][..*length as usize])
    }
}

/// Room for one more. What is long grows by an eighth: doubled, half of it might lie empty for as long as the table lives.
fn make_room<T>(queue: &mut VecDeque<T>) {
    let capacity = queue.capacity();
    if queue.len() == capacity {
        queue.reserve_exact(capacity.clamp(4, 1_024).max(capacity / 8));
    }
}
