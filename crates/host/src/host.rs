//! The tables of this process: a registry, and the handle through which the service reaches one.

use crate::cell::Cell;
use crate::chance::{FairChance, NoRandomness, ScriptChance};
use crate::clock::{Clock, Timers};
use crate::command::{ActCommand, ActError, Acted, Command, ScriptVerb};
use crate::commit::{Asked, Commit};
use crate::config::HostConfig;
use crate::feed::Feed;
use crate::live::{self, Live, Source};
use crate::log::CursorError;
use crate::observer::{Observer, Stage, Stopwatch};
use crate::principal::Principal;
use crate::record;
use crate::requests::RequestKey;
use crate::restore;
use crate::seal::Sealer;
use crate::trace::Trace;
use crate::wire::{self, hex};
use brag_contract::v1::TableState;
use brag_journal::{AppendError, Journal, NO_HASH, TableKey};
use brag_rules::Chips;
use brag_rules::options::Rules;
use brag_rules::seat::Seat;
use brag_table::charter::{Cashier, ClockTerms, RevealPolicy, Script, Seating, Spectating};
use brag_table::event::{Cause, Millis};
use brag_table::{Charter, Plan, Table};
use parking_lot::{Mutex, RwLock};
use sha2::{Digest, Sha256};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{oneshot, watch};

const SHARDS: usize = 64;

/// Tables by tenant, then by id: a text finds one, without a key that owns its texts.
type Shard = RwLock<HashMap<Arc<str>, HashMap<Arc<str>, Arc<Cell>>>>;

/// What all tables of a process share.
pub struct Shared {
    pub(crate) config: HostConfig,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) timers: Timers,
    pub(crate) sealer: Arc<Sealer>,
    pub(crate) draining: AtomicBool,
    /// Whoever watches.
    pub(crate) observer: Option<Arc<dyn Observer>>,
    shards: Box<[Shard]>,
    hasher: RandomState,
    /// Tables that are not closed, by tenant.
    per_tenant: Mutex<HashMap<Arc<str>, usize>>,
    /// Closed tables that can still be read, the one that closed first in front.
    closed: Mutex<VecDeque<TableKey>>,
    /// Tables that are being made, each with what its maker drops at the end.
    making: Mutex<HashMap<TableKey, watch::Receiver<()>>>,
}

/// The tables of this process. A cheap handle.
#[derive(Clone)]
pub struct Host {
    shared: Arc<Shared>,
}

/// A table to make, parsed and allowed.
#[derive(Debug, Clone)]
pub struct CreateTable {
    /// Who asks.
    pub caller: Principal,
    /// The id that the caller chose.
    pub id: Option<Arc<str>>,
    /// The caller's id for the request.
    pub request_id: Option<Arc<str>>,
    /// Hash of the parsed request.
    pub body_hash: [u8; 32],
    /// The rules.
    pub rules: Rules,
    /// The clock.
    pub clock: ClockTerms,
    /// Who names amounts.
    pub cashier: Cashier,
    /// Who may sit.
    pub seating: Seating,
    /// Who may watch.
    pub spectating: Spectating,
    /// When seeds are revealed.
    pub reveal: RevealPolicy,
    /// The caller's marks.
    pub labels: BTreeMap<String, String>,
    /// A scripted table (dev mode).
    pub script: Option<Script>,
    /// Who sits at a scripted table from the start, with how many chips.
    pub seats: Vec<(Seat, Arc<str>, Chips)>,
    /// The trace that the call belongs to.
    pub trace: Trace,
}

/// Why a table was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreateError {
    /// Another request made one of that name.
    TableExists,
    /// The request id was used for another table.
    RequestIdReused,
    /// The tenant has as many tables as it may.
    QuotaExceeded {
        /// How many that is.
        limit: usize,
    },
    /// The server goes away.
    Draining,
    /// The journal did not answer, or the operating system gave no randomness.
    JournalUnavailable,
}

impl Host {
    /// An empty registry over a journal that lives as long as the process, and so does the key that seals its
    /// secrets. The timers run on the current tokio runtime.
    ///
    /// # Errors
    /// When the operating system gives no randomness for that key.
    pub fn new(
        config: HostConfig,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
    ) -> Result<Host, NoRandomness> {
        Host::observed(config, journal, clock, None)
    }

    /// The same, with somebody who watches.
    ///
    /// # Errors
    /// As [`Host::new`].
    pub fn observed(
        config: HostConfig,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        observer: Option<Arc<dyn Observer>>,
    ) -> Result<Host, NoRandomness> {
        let sealer = Arc::new(Sealer::for_this_process()?);
        Ok(Host::start(config, journal, clock, sealer, observer))
    }

    /// An empty registry over that journal, whose secrets are sealed with that key.
    #[must_use]
    pub fn with_sealer(
        config: HostConfig,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        sealer: Arc<Sealer>,
    ) -> Host {
        Host::start(config, journal, clock, sealer, None)
    }

    fn start(
        config: HostConfig,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        sealer: Arc<Sealer>,
        observer: Option<Arc<dyn Observer>>,
    ) -> Host {
        let shared = Arc::new(Shared {
            config,
            journal,
            clock,
            timers: Timers::default(),
            sealer,
            draining: AtomicBool::new(false),
            observer,
            shards: (0..SHARDS).map(|_| RwLock::default()).collect(),
            hasher: RandomState::new(),
            per_tenant: Mutex::default(),
            closed: Mutex::default(),
            making: Mutex::default(),
        });
        let timed = Arc::clone(&shared);
        tokio::spawn(async move { timed.timers.run(Arc::clone(&timed.clock)).await });
        Host { shared }
    }

    /// The host's bounds.
    pub fn config(&self) -> &HostConfig {
        &self.shared.config
    }

    /// The time.
    pub fn now(&self) -> Millis {
        self.shared.clock.now()
    }

    /// Whether the journal's tables die with the process.
    pub fn journal(&self) -> &dyn Journal {
        &*self.shared.journal
    }

    /// Ends every stream, and lets no table be made any more. Acts go on until the transport stops.
    pub fn drain(&self) {
        self.shared.draining.store(true, Ordering::SeqCst);
        // Those who wait look again, and find it.
        for shard in &self.shared.shards {
            shard.read().values().flat_map(HashMap::values).for_each(|cell| cell.news.notify_waiters());
        }
    }

    /// Whether the server goes away.
    pub fn is_draining(&self) -> bool {
        self.shared.draining.load(Ordering::SeqCst)
    }

    /// The table of that name.
    pub fn table(&self, tenant: &str, id: &str) -> Option<TableHandle> {
        self.shared.get(tenant, id)
    }

    /// The tenant's tables by ascending id.
    pub fn list(&self, tenant: &str) -> Vec<TableHandle> {
        let mut cells = Vec::new();
        for shard in &self.shared.shards {
            cells.extend(shard.read().get(tenant).into_iter().flat_map(HashMap::values).cloned());
        }
        cells.sort_by(|a, b| a.key.id.cmp(&b.key.id));
        cells.into_iter().map(|cell| TableHandle { cell }).collect()
    }

    /// Makes a table, or finds the one that this same request made before.
    ///
    /// # Errors
    /// See [`CreateError`]; nothing was made.
    pub async fn create(&self, create: CreateTable) -> Result<TableHandle, CreateError> {
        // A task of its own: a caller that gives up leaves no half a table.
        let host = self.clone();
        match tokio::spawn(async move { host.create_here(create).await }).await {
            Ok(made) => made,
            Err(_panicked) => Err(CreateError::JournalUnavailable),
        }
    }

    async fn create_here(&self, create: CreateTable) -> Result<TableHandle, CreateError> {
        let request = create
            .request_id
            .as_ref()
            .map(|id| RequestKey::new(&create.caller.subject, id, &create.body_hash));
        let id = match (&create.id, &create.request_id) {
            (Some(id), _) => Arc::clone(id),
            (None, Some(request_id)) => derived_id(&create.caller, request_id).into(),
            (None, None) => random_id().map_err(|_| CreateError::JournalUnavailable)?.into(),
        };
        let key = TableKey { tenant: Arc::clone(&create.caller.tenant), id };
        let _making = self.shared.reserve(&key).await;
        if let Some(there) = self.shared.get(&key.tenant, &key.id) {
            return there.made_by(request);
        }
        if self.is_draining() {
            return Err(CreateError::Draining);
        }
        self.shared.count_one(&key.tenant)?;
        let made = self.shared.make(&key, create, request).await;
        if made.is_err() {
            self.shared.uncount_one(&key.tenant);
        }
        match made? {
            Made::New(table) => Ok(table),
            Made::Woken(table) => table.made_by(request),
        }
    }
}

/// The id of a table whose caller chose none: the same for a retry, on any replica.
fn derived_id(caller: &Principal, request_id: &str) -> String {
    let mut hash = Sha256::new();
    for part in ["brag-table-id/v1", &caller.tenant, &caller.subject, request_id] {
        hash.update((part.len() as u32).to_be_bytes());
        hash.update(part);
    }
    hex(&hash.finalize()[..16])
}

/// The id of a table whose caller chose none and does not mean to retry.
fn random_id() -> Result<String, NoRandomness> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(hex(&bytes))
}

/// Where a table came from.
enum Made {
    New(TableHandle),
    /// The journal had it.
    Woken(TableHandle),
}

/// One call at a time makes a table of that name.
struct Making {
    shared: Arc<Shared>,
    key: TableKey,
    _done: watch::Sender<()>,
}

impl Drop for Making {
    fn drop(&mut self) {
        self.shared.making.lock().remove(&self.key);
    }
}

impl Shared {
    fn shard(&self, tenant: &str, id: &str) -> &Shard {
        &self.shards[self.hasher.hash_one((tenant, id)) as usize % SHARDS]
    }

    fn get(&self, tenant: &str, id: &str) -> Option<TableHandle> {
        let cell = self.shard(tenant, id).read().get(tenant)?.get(id).cloned()?;
        Some(TableHandle { cell })
    }

    /// Waits until no other call makes that table.
    async fn reserve(self: &Arc<Self>, key: &TableKey) -> Making {
        loop {
            let mut other = match self.making.lock().entry(key.clone()) {
                Entry::Occupied(other) => other.get().clone(),
                Entry::Vacant(free) => {
                    let (done, ended) = watch::channel(());
                    free.insert(ended);
                    return Making { shared: Arc::clone(self), key: key.clone(), _done: done };
                }
            };
            // Nothing is ever sent: it ends when the other call drops its end.
            let _ended = other.changed().await;
        }
    }

    fn count_one(&self, tenant: &Arc<str>) -> Result<(), CreateError> {
        let limit = self.config.tables_per_tenant;
        let mut tenants = self.per_tenant.lock();
        let count = tenants.entry(Arc::clone(tenant)).or_default();
        if *count >= limit {
            return Err(CreateError::QuotaExceeded { limit });
        }
        *count += 1;
        Ok(())
    }

    /// One of the tenant's tables is closed, or was not made.
    pub(crate) fn uncount_one(&self, tenant: &str) {
        if let Some(count) = self.per_tenant.lock().get_mut(tenant) {
            *count = count.saturating_sub(1);
        }
    }

    async fn make(
        self: &Arc<Self>,
        key: &TableKey,
        create: CreateTable,
        request: Option<RequestKey>,
    ) -> Result<Made, CreateError> {
        let mut watch = Stopwatch::start(self.observer.as_deref(), create.trace.span.as_deref());
        let mut uid = [0; 16];
        getrandom::fill(&mut uid).map_err(|_| CreateError::JournalUnavailable)?;
        let source = match create.script {
            Some(_) => Source::Script(Box::default()),
            None => {
                let fair = FairChance::new(uid).map_err(|_| CreateError::JournalUnavailable)?;
                Source::Fair(Box::new(fair))
            }
        };
        let now = self.clock.now();
        let (commit, after) = first_commit(key, &create, uid, &source, now);
        let secrets = match &source {
            Source::Fair(fair) => record::Secrets::Seed(Some(Arc::clone(fair.next_seed()))),
            Source::Script(_) => record::Secrets::Pack(None),
        };
        let recorded = record::append(&record::Parts {
            key,
            sealer: &self.sealer,
            table: &after,
            commit: &commit,
            prev_hash: NO_HASH,
            now,
            request: create.request_id.as_deref().map(|request_id| record::Request {
                caller: &create.caller,
                request_id,
                body_hash: &create.body_hash,
                kept_for_life: true,
                traceparent: create.trace.parent,
            }),
            secrets,
            wake_at: live::wakes_at(&after, self.config.idle_close_ms()),
        });
        let (append, hash) = recorded.map_err(|_| CreateError::JournalUnavailable)?;
        watch.lap(Stage::Decide);
        let stored = self.journal.append(append).await;
        watch.lap(Stage::Append);
        match stored {
            Ok(()) => {
                let table = self.register(key, request, Live::new(*after, commit, hash, source));
                watch.lap(Stage::FanOut);
                Ok(Made::New(table))
            }
            // Somebody made it before; perhaps this very request, without being told so.
            Err(AppendError::Conflict { .. }) => self.wake(key).await.map(Made::Woken),
            Err(AppendError::Unavailable(why) | AppendError::Corrupt(why)) => {
                tracing::warn!(why, "a table was not made");
                Err(CreateError::JournalUnavailable)
            }
        }
    }

    /// Brings a table back from its journal.
    async fn wake(self: &Arc<Self>, key: &TableKey) -> Result<TableHandle, CreateError> {
        let unavailable = |why: &dyn std::fmt::Display| {
            tracing::warn!(%why, "a table was not woken");
            CreateError::JournalUnavailable
        };
        let records = self.journal.read(key, 1).await.map_err(|why| unavailable(&why))?;
        let restored = restore::live(key, &records, &self.sealer, &self.config);
        let (live, request) = restored.map_err(|why| unavailable(&why))?;
        if live.table.room.closed {
            self.uncount_one(&key.tenant);
        }
        Ok(self.register(key, request, live))
    }

    /// A table has closed: it can be read until enough others have.
    pub(crate) fn retire(&self, key: &TableKey) {
        let gone = {
            let mut closed = self.closed.lock();
            closed.push_back(key.clone());
            let over = closed.len() > self.config.closed_tables_kept;
            if over { closed.pop_front() } else { None }
        };
        if let Some(gone) = gone
            && let Some(tables) = self.shard(&gone.tenant, &gone.id).write().get_mut(&gone.tenant)
            && tables.remove(&gone.id).is_some()
        {
            self.tell_moved(Some(TableState::Closed), None);
        }
    }

    /// Tells whoever watches that a table is in another state.
    pub(crate) fn tell_moved(&self, from: Option<TableState>, to: Option<TableState>) {
        if let Some(observer) = &self.observer
            && from != to
        {
            observer.table_moved(from, to);
        }
    }

    fn register(self: &Arc<Self>, key: &TableKey, request: Option<RequestKey>, live: Live) -> TableHandle {
        self.tell_moved(None, Some(wire::table_state(&live.table)));
        let cell = Arc::new(Cell::new(key.clone(), Arc::clone(self), request, live));
        cell.arm(&mut cell.live.lock());
        let mut shard = self.shard(&key.tenant, &key.id).write();
        shard.entry(Arc::clone(&key.tenant)).or_default().insert(Arc::clone(&key.id), Arc::clone(&cell));
        drop(shard);
        TableHandle { cell }
    }
}

/// The table's first commit: it comes into being, and at a scripted table those named sit down.
fn first_commit(
    key: &TableKey,
    create: &CreateTable,
    uid: [u8; 16],
    source: &Source,
    now: Millis,
) -> (Arc<Commit>, Box<Table>) {
    let charter = Arc::new(Charter {
        uid,
        tenant: Arc::clone(&key.tenant),
        id: Arc::clone(&key.id),
        created_by: Arc::clone(&create.caller.subject),
        rules: create.rules.clone(),
        clock: create.clock,
        cashier: create.cashier,
        seating: create.seating.clone(),
        spectating: create.spectating,
        reveal: create.reveal,
        labels: create.labels.clone(),
        script: create.script,
    });
    let commitment = match source {
        Source::Fair(fair) => Some(fair.first_commitment()),
        Source::Script(_) => None,
    };
    let brag_table::Decision { mut events, mut after } = brag_table::create(charter, commitment, now);
    let mut script = ScriptChance::default();
    for (seat, player, stack) in &create.seats {
        let plan = Plan::Sit {
            seat: *seat,
            player: Arc::clone(player),
            display_name: "".into(),
            buy_in: *stack,
            cause: Cause::Operator,
        };
        brag_table::step(&mut after, plan, now, &mut script, &mut events);
    }
    let asked = create.request_id.as_ref().map(|request_id| Asked { player: "", request_id });
    let who = |seat: Seat| after.occupant(seat).map(|occupant| Arc::clone(&occupant.player));
    let transfers = crate::commit::transfers(&uid, &events, asked, who);
    (Arc::new(Commit::new(events, transfers, 0)), after)
}

/// One table. A cheap handle.
#[derive(Clone)]
pub struct TableHandle {
    cell: Arc<Cell>,
}

impl TableHandle {
    /// Whose table it is, and its id.
    pub fn key(&self) -> &TableKey {
        &self.cell.key
    }

    /// Leaves the act with the table's worker and waits for what became of it.
    ///
    /// # Errors
    /// See [`ActError`].
    pub async fn act(&self, act: ActCommand) -> Result<Acted, ActError> {
        let (reply, answer) = oneshot::channel();
        self.cell.send(Command::Act(Box::new(act), reply))?;
        answer.await.unwrap_or(Err(ActError::Broken))
    }

    /// Looks at the table as of its last commit, with its own time. A short lock: nothing may wait in it.
    pub fn read<R>(&self, look: impl FnOnce(&Table, Millis) -> R) -> R {
        let live = self.cell.live.lock();
        let now = live.now(&*self.cell.shared.clock);
        look(&live.table, now)
    }

    /// A reader that has everything up to `after`.
    ///
    /// # Errors
    /// When the log does not reach back that far, or the table is not there yet.
    pub fn subscribe(&self, after: u64) -> Result<Feed, CursorError> {
        Feed::new(Arc::clone(&self.cell), after)
    }

    /// Puts a pack on a scripted table for its next hand.
    ///
    /// # Errors
    /// When the table is not scripted, or busy.
    pub async fn stack(&self, next: ScriptChance) -> Result<u64, ActError> {
        self.script(ScriptVerb::Stack(next)).await
    }

    /// Moves a scripted table's clock forward, and does what that makes due.
    ///
    /// # Errors
    /// When the table is not scripted, or busy.
    pub async fn advance(&self, by: Millis) -> Result<u64, ActError> {
        self.script(ScriptVerb::Advance(by)).await
    }

    /// Lets the time of the seat to act run out.
    ///
    /// # Errors
    /// When the table is not scripted, or it is not that seat's turn.
    pub async fn expire(&self, seat: Seat) -> Result<u64, ActError> {
        self.script(ScriptVerb::Expire(seat)).await
    }

    async fn script(&self, verb: ScriptVerb) -> Result<u64, ActError> {
        let (reply, answer) = oneshot::channel();
        self.cell.send(Command::Script(Box::new(verb), reply))?;
        answer.await.unwrap_or(Err(ActError::Broken)).map(|acted| acted.seq)
    }

    /// This table, if that request made it.
    fn made_by(self, request: Option<RequestKey>) -> Result<TableHandle, CreateError> {
        match (request, self.cell.create_request) {
            (Some(asked), Some(made)) if asked == made => Ok(self),
            (Some(asked), Some(made)) if asked.same_id(&made) => Err(CreateError::RequestIdReused),
            _ => Err(CreateError::TableExists),
        }
    }
}

impl std::fmt::Debug for TableHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableHandle").field("key", &self.cell.key).finish_non_exhaustive()
    }
}
