//! The tables of this process: a registry, and the handle through which the service reaches one.

use crate::chance::{FairChance, ScriptChance};
use crate::clock::{Clock, Timers};
use crate::commit::Commit;
use crate::config::HostConfig;
use crate::feed::Feed;
use crate::log::{CursorError, Log};
use crate::principal::Principal;
use crate::record;
use crate::requests::{RequestKey, Requests};
use crate::seal::Sealer;
use crate::worker::{ActCommand, ActError, Acted, Cell, Command, Live, ScriptVerb, Source};
use brag_journal::{AppendError, Journal, TableKey};
use brag_rules::Chips;
use brag_rules::options::Rules;
use brag_rules::seat::Seat;
use brag_table::charter::{Cashier, ClockTerms, RevealPolicy, Script, Seating, Spectating};
use brag_table::event::{Cause, Millis};
use brag_table::{Charter, Plan, Table};
use parking_lot::{Mutex, RwLock};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use tokio::sync::{oneshot, watch};

const SHARDS: usize = 64;

/// What all tables of a process share.
pub struct Shared {
    pub(crate) config: HostConfig,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) timers: Timers,
    pub(crate) sealer: Sealer,
    pub(crate) draining: watch::Sender<bool>,
    shards: Box<[RwLock<HashMap<TableKey, Arc<Cell>>>]>,
    hasher: RandomState,
    per_tenant: Mutex<HashMap<Arc<str>, usize>>,
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
    /// An empty registry over that journal. Its timers run on the current tokio runtime.
    ///
    /// # Errors
    /// When the operating system gives no randomness for the key that seals secrets.
    pub fn new(
        config: HostConfig,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
    ) -> Result<Host, crate::chance::NoRandomness> {
        let shards = (0..SHARDS).map(|_| RwLock::default()).collect();
        let shared = Arc::new(Shared {
            config,
            journal,
            clock,
            timers: Timers::default(),
            sealer: Sealer::for_this_process()?,
            draining: watch::Sender::new(false),
            shards,
            hasher: RandomState::new(),
            per_tenant: Mutex::default(),
        });
        let timed = Arc::clone(&shared);
        tokio::spawn(async move { timed.timers.run(Arc::clone(&timed.clock)).await });
        Ok(Host { shared })
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
        self.shared.draining.send_replace(true);
    }

    /// Whether the server goes away.
    pub fn is_draining(&self) -> bool {
        *self.shared.draining.borrow()
    }

    /// The table of that name.
    pub fn table(&self, tenant: &str, id: &str) -> Option<TableHandle> {
        let key = TableKey { tenant: tenant.into(), id: id.into() };
        let cell = self.shared.shard(&key).read().get(&key).cloned()?;
        Some(TableHandle { cell })
    }

    /// The tenant's tables by ascending id.
    pub fn list(&self, tenant: &str) -> Vec<TableHandle> {
        let mut cells = Vec::new();
        for shard in &self.shared.shards {
            let shard = shard.read();
            cells.extend(shard.iter().filter(|(key, _)| &*key.tenant == tenant).map(|(_, c)| Arc::clone(c)));
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
            (None, request_id) => derived_id(&create.caller, request_id.as_deref().unwrap_or("")).into(),
        };
        let key = TableKey { tenant: Arc::clone(&create.caller.tenant), id };
        if let Some(there) = self.shared.get(&key) {
            return there.made_by(request);
        }
        if self.is_draining() {
            return Err(CreateError::Draining);
        }
        self.shared.count_one(&key.tenant)?;
        let made = self.shared.make(key.clone(), create, request).await;
        if made.is_err() {
            self.shared.uncount_one(&key.tenant);
        }
        match made {
            Err(CreateError::TableExists) => match self.shared.get(&key) {
                // Another call made it meanwhile; it may be this one's twin.
                Some(there) => there.made_by(request),
                None => Err(CreateError::JournalUnavailable),
            },
            made => made,
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
    hash.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Shared {
    fn shard(&self, key: &TableKey) -> &RwLock<HashMap<TableKey, Arc<Cell>>> {
        &self.shards[self.hasher.hash_one(key) as usize % SHARDS]
    }

    fn get(&self, key: &TableKey) -> Option<TableHandle> {
        self.shard(key).read().get(key).cloned().map(|cell| TableHandle { cell })
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

    fn uncount_one(&self, tenant: &str) {
        if let Some(count) = self.per_tenant.lock().get_mut(tenant) {
            *count = count.saturating_sub(1);
        }
    }

    async fn make(
        self: &Arc<Self>,
        key: TableKey,
        create: CreateTable,
        request: Option<RequestKey>,
    ) -> Result<TableHandle, CreateError> {
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
        let (commit, after) = first_commit(&key, &create, uid, &source, now);
        let secrets = match &source {
            Source::Fair(fair) => record::Secrets::Seed(Some(Arc::clone(fair.next_seed()))),
            Source::Script(_) => record::Secrets::Pack(None),
        };
        let wake_at = after.wake_at();
        let (append, head_hash) = record::append(&record::Parts {
            key: &key,
            sealer: &self.sealer,
            table: &after,
            commit: &commit,
            prev_hash: [0; 32],
            now,
            request: None,
            secrets,
            wake_at,
        });
        match self.journal.append(append).await {
            Ok(()) => {}
            Err(AppendError::Conflict { .. }) => return Err(CreateError::TableExists),
            Err(AppendError::Unavailable(_) | AppendError::Corrupt(_)) => {
                return Err(CreateError::JournalUnavailable);
            }
        }
        let mut log = Log::default();
        log.push(commit, self.config.hands_kept);
        let live = Live {
            table: after,
            log,
            requests: Requests::default(),
            source,
            head_hash,
            broken: false,
            armed: None,
        };
        let cell = Arc::new(Cell::new(key.clone(), Arc::clone(self), request, live));
        cell.arm(&mut cell.live.lock());
        self.shard(&key).write().insert(key, Arc::clone(&cell));
        Ok(TableHandle { cell })
    }
}

/// The table's first commit: it comes into being, and at a scripted table those named sit down.
fn first_commit(
    key: &TableKey,
    create: &CreateTable,
    uid: [u8; 16],
    source: &Source,
    now: Millis,
) -> (Arc<Commit>, Table) {
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
    let none: Arc<str> = "".into();
    let request_id = create.request_id.as_ref().unwrap_or(&none);
    let who = |seat: Seat| after.occupant(seat).map(|occupant| Arc::clone(&occupant.player));
    let transfers = crate::commit::transfers(&uid, &events, request_id, who);
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

