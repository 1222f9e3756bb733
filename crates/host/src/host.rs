//! The tables of this process: a registry, and the handle through which the service reaches one.

use crate::cell::Cell;
use crate::chance::{NoRandomness, ScriptChance};
use crate::clock::{Clock, Timers};
use crate::command::{ActCommand, ActError, Acted, Command, ScriptVerb};
use crate::config::HostConfig;
use crate::feed::Feed;
use crate::live::Live;
use crate::log::CursorError;
use crate::observer::Observer;
use crate::registry::Registry;
use crate::requests::RequestKey;
use crate::rule_sets::RuleSets;
use crate::seal::Sealer;
use crate::wire;
use brag_contract::v1::TableState;
use brag_journal::{Journal, TableKey};
use brag_rules::seat::Seat;
use brag_table::Table;
use brag_table::event::Millis;
use parking_lot::Mutex;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{oneshot, watch};

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
    registry: Registry,
    pub(crate) rule_sets: RuleSets,
    /// Tables that are not closed, by tenant.
    pub(crate) per_tenant: Mutex<HashMap<Arc<str>, usize>>,
    /// Closed tables that can still be read, the one that closed first in front.
    closed: Mutex<VecDeque<TableKey>>,
    /// Tables that are being made, each with what its maker drops at the end.
    pub(crate) making: Mutex<HashMap<TableKey, watch::Receiver<()>>>,
}

/// The tables of this process. A cheap handle.
#[derive(Clone)]
pub struct Host {
    pub(crate) shared: Arc<Shared>,
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
            registry: Registry::default(),
            rule_sets: RuleSets::default(),
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
        self.shared.registry.for_each(|cell| cell.news.notify_waiters());
    }

    /// Whether the server goes away.
    pub fn is_draining(&self) -> bool {
        self.shared.draining.load(Ordering::SeqCst)
    }

    /// The table of that name.
    pub fn table(&self, tenant: &str, id: &str) -> Option<TableHandle> {
        self.shared.get(tenant, id)
    }

    /// The tenant's tables by ascending id, at most so many: from the first, or from the one after that id. It costs
    /// what it answers, however many tables there are.
    pub fn list(&self, tenant: &str, after: Option<&str>, most: usize) -> Vec<TableHandle> {
        let cells = self.shared.registry.after(tenant, after, most);
        cells.into_iter().map(|cell| TableHandle { cell }).collect()
    }
}

impl Shared {
    pub(crate) fn get(&self, tenant: &str, id: &str) -> Option<TableHandle> {
        self.registry.get(tenant, id).map(|cell| TableHandle { cell })
    }

    /// One of the tenant's tables is closed, or was not made.
    pub(crate) fn uncount_one(&self, tenant: &str) {
        if let Some(count) = self.per_tenant.lock().get_mut(tenant) {
            *count = count.saturating_sub(1);
        }
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
            && self.registry.remove(&gone)
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

    pub(crate) fn register(
        self: &Arc<Self>,
        key: &TableKey,
        request: Option<RequestKey>,
        live: Live,
    ) -> TableHandle {
        self.tell_moved(None, Some(wire::table_state(&live.table)));
        let cell = Arc::new(Cell::new(key.clone(), Arc::clone(self), request, live));
        cell.arm(&mut cell.live.lock());
        self.registry.insert(&cell);
        TableHandle { cell }
    }
}

/// One table. A cheap handle.
#[derive(Clone)]
pub struct TableHandle {
    pub(crate) cell: Arc<Cell>,
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
        self.cell.ask(act).await
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

    /// A reader of every event that is kept, and a look at the table as it was before the oldest of them; at none where
    /// that is event 1. A short lock: nothing may wait in it.
    pub fn subscribe_from_oldest<R>(&self, look: impl FnOnce(Option<&Table>) -> R) -> (Feed, R) {
        Feed::from_oldest(Arc::clone(&self.cell), look)
    }

    /// Puts a pack on a scripted table for its next hand.
    ///
    /// # Errors
    /// When the table is not scripted, or busy.
    pub async fn prepare_pack(&self, next: ScriptChance) -> Result<u64, ActError> {
        self.script(ScriptVerb::PreparePack(next)).await
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
}

impl std::fmt::Debug for TableHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableHandle").field("key", &self.cell.key).finish_non_exhaustive()
    }
}
