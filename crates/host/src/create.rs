//! Making a table: once for a request, whoever asks again, and never half.

use crate::chance::{FairChance, NoRandomness, ScriptChance};
use crate::commit::{Asked, Commit};
use crate::host::{Host, Shared, TableHandle};
use crate::live::{self, Live, Source};
use crate::observer::{Stage, Stopwatch};
use crate::principal::Principal;
use crate::record::{self, Recorded};
use crate::requests::RequestKey;
use crate::restore::{self, RestoreError};
use crate::trace::Trace;
use crate::wire::hex;
use brag_journal::{AppendError, NO_HASH, ReadError, TableKey};
use brag_rules::Chips;
use brag_rules::options::Rules;
use brag_rules::seat::Seat;
use brag_table::charter::{Cashier, ClockTerms, RevealPolicy, Script, Seating, Spectating};
use brag_table::event::{Cause, Millis};
use brag_table::{Charter, Plan, Table};
use bytes::BytesMut;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use tokio::sync::watch;

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
    /// There is a table of that name, and what is stored of it contradicts itself.
    JournalCorrupt,
    /// There is a table of that name, and a newer build has written it.
    NewerFormat {
        /// The format that a reader must know.
        format: u32,
        /// The newest that this build knows.
        known: u32,
    },
}

impl From<ReadError> for CreateError {
    fn from(error: ReadError) -> CreateError {
        match error {
            ReadError::NewerFormat { format, known } => CreateError::NewerFormat { format, known },
            ReadError::Corrupt(_) => CreateError::JournalCorrupt,
            ReadError::Expired { .. } | ReadError::NotFound | ReadError::Unavailable(_) => {
                CreateError::JournalUnavailable
            }
        }
    }
}

impl From<RestoreError> for CreateError {
    fn from(error: RestoreError) -> CreateError {
        match error {
            RestoreError::NewerFormat { format, known } => CreateError::NewerFormat { format, known },
            RestoreError::Corrupt(_) => CreateError::JournalCorrupt,
        }
    }
}

impl Host {
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
        let tenant = Arc::clone(&create.caller.tenant);
        let key = TableKey::new(&tenant, &id);
        let _making = self.shared.reserve(&key).await;
        if let Some(there) = self.shared.get(&tenant, &id) {
            return there.made_by(request);
        }
        if self.is_draining() {
            return Err(CreateError::Draining);
        }
        self.shared.count_one(&tenant)?;
        let made = self.shared.make(&key, create, request).await;
        if made.is_err() {
            self.shared.uncount_one(&tenant);
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
                Source::Fair(fair)
            }
        };
        let now = self.clock.now();
        let rules = self.rule_sets.one(&create.rules);
        let (commit, after) = first_commit(key, &create, rules, uid, &source, now);
        let secrets = match &source {
            Source::Fair(fair) => record::Secrets::Seed(Some(Arc::clone(fair.next_seed()))),
            Source::Script(_) => record::Secrets::Pack(None),
        };
        let parts = record::Parts {
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
            same_line: false,
        };
        let recorded = record::append(&parts, &mut BytesMut::new());
        let Recorded { append, hash, .. } = recorded.map_err(|_| CreateError::JournalUnavailable)?;
        watch.lap(Stage::Decide);
        let stored = self.journal.append(append).await;
        watch.lap(Stage::Append);
        match stored {
            Ok(()) => {
                let table = self.register(key, request, Live::new(after, commit, hash, source));
                watch.lap(Stage::FanOut);
                Ok(Made::New(table))
            }
            // Somebody made it before; perhaps this very request, without being told so.
            Err(AppendError::Conflict { .. }) => self.wake(key).await.map(Made::Woken),
            Err(AppendError::Unavailable(why)) => {
                tracing::warn!(why, "a table was not made");
                Err(CreateError::JournalUnavailable)
            }
            Err(AppendError::Corrupt(why)) => {
                tracing::error!(why, "a table was not made");
                Err(CreateError::JournalCorrupt)
            }
        }
    }

    /// Brings a table back from its journal.
    async fn wake(self: &Arc<Self>, key: &TableKey) -> Result<TableHandle, CreateError> {
        let records = self.journal.read(key, 1).await.inspect_err(not_woken)?;
        let restored = restore::live(key, &records, &self.sealer, &self.config);
        let (mut live, request) = restored.inspect_err(not_woken)?;
        let rules = self.rule_sets.one(live.table.rules());
        Arc::make_mut(&mut live.table.charter).rules = rules;
        if live.table.room.closed {
            self.uncount_one(key.tenant());
        }
        Ok(self.register(key, request, live))
    }
}

impl TableHandle {
    /// This table, if that request made it.
    fn made_by(self, request: Option<RequestKey>) -> Result<TableHandle, CreateError> {
        match (request, self.cell.create_request) {
            (Some(asked), Some(made)) if asked == made => Ok(self),
            (Some(asked), Some(made)) if asked.same_id(&made) => Err(CreateError::RequestIdReused),
            _ => Err(CreateError::TableExists),
        }
    }
}

fn not_woken(why: &impl std::fmt::Display) {
    tracing::warn!(%why, "a table was not woken");
}

/// The table's first commit: it comes into being, and at a scripted table those named sit down.
fn first_commit(
    key: &TableKey,
    create: &CreateTable,
    rules: Arc<Rules>,
    uid: [u8; 16],
    source: &Source,
    now: Millis,
) -> (Arc<Commit>, Box<Table>) {
    let charter = Arc::new(Charter {
        uid,
        tenant: key.tenant().into(),
        id: key.id().into(),
        created_by: Arc::clone(&create.caller.subject),
        rules,
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
