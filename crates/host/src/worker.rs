//! One worker a table: commands one at a time, in the order they came, each finished or refused whole.
//!
//! A table that nobody asks anything of has no task. The first command starts one, which works until the
//! mailbox is empty. A caller only ever leaves a command and waits for its answer, so that a caller who gives
//! up leaves nothing half done.

use crate::chance::{FairChance, FairDraft, ScriptChance};
use crate::clock::Clock;
use crate::commit::{self, Commit};
use crate::config::HostConfig;
use crate::host::Shared;
use crate::log::Log;
use crate::principal::Principal;
use crate::record;
use crate::requests::{RequestKey, Requests, Seen};
use brag_journal::{AppendError, TableKey};
use brag_rules::act::Legal;
use brag_rules::seat::Seat;
use brag_table::chance::Chance;
use brag_table::event::{CloseReason, Millis};
use brag_table::{Action, By, Decision, Plan, Refused, Request, Table};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::sync::{Notify, oneshot};

/// An act, parsed and allowed to be asked.
#[derive(Debug, Clone)]
pub struct ActCommand {
    /// Who asks.
    pub caller: Principal,
    /// The player it is for.
    pub player: Arc<str>,
    /// In what capacity.
    pub by: By,
    /// What is asked.
    pub action: Action,
    /// The caller's own id for it.
    pub request_id: Arc<str>,
    /// Hash of the parsed act with player, turn and hand.
    pub body_hash: [u8; 32],
    /// The turn that the caller saw.
    pub turn: Option<u64>,
    /// The hand that the caller saw.
    pub hand: Option<u32>,
    /// The last event that the caller saw.
    pub expected_seq: Option<u64>,
    /// Make every check and nothing else.
    pub validate_only: bool,
    /// The W3C `traceparent` of the call.
    pub traceparent: Option<Arc<str>>,
}

/// What an act did.
#[derive(Debug, Clone)]
pub struct Acted {
    /// The last event after it.
    pub seq: u64,
    /// Its events; none where the act was only validated.
    pub commit: Option<Arc<Commit>>,
    /// The answer to a repeat: the act was done before.
    pub repeat: bool,
}

/// What a refused caller is told of where the table stands: public numbers, and his own acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusalContext {
    /// The last event.
    pub seq: u64,
    /// The turn.
    pub turn: u64,
    /// The hand.
    pub hand: u32,
    /// Who is to act.
    pub to_act: Option<Seat>,
    /// The seat of the player it was for.
    pub seat: Option<Seat>,
    /// What that player could do.
    pub legal: Legal,
}

/// Why an act was not done. Nothing has changed, except where the outcome is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActError {
    /// The table refuses.
    Refused {
        /// Why.
        why: Refused,
        /// Where it stands.
        context: RefusalContext,
    },
    /// The id was used for another act.
    RequestIdReused,
    /// Too many commands wait for this table.
    Overloaded {
        /// How many wait.
        waiting: usize,
    },
    /// The journal did not answer, or the operating system gave no randomness: the outcome is unknown, and a
    /// retry with the same id finds out.
    JournalUnavailable,
    /// The journal contradicts itself.
    JournalCorrupt,
    /// The table broke an invariant and stopped.
    Broken,
}

/// What is asked of a scripted table beside acts (dev mode).
#[derive(Debug, Clone)]
pub(crate) enum ScriptVerb {
    Stack(ScriptChance),
    Advance(Millis),
    Expire(Seat),
}

pub(crate) enum Command {
    Act(Box<ActCommand>, oneshot::Sender<Result<Acted, ActError>>),
    Script(Box<ScriptVerb>, oneshot::Sender<Result<Acted, ActError>>),
    Wake,
}

/// A table in memory.
pub struct Cell {
    pub(crate) key: TableKey,
    pub(crate) shared: Arc<Shared>,
    pub(crate) create_request: Option<RequestKey>,
    mailbox: Mutex<Mailbox>,
    pub(crate) live: Mutex<Live>,
    /// Told of every commit.
    pub(crate) news: Notify,
}

#[derive(Default)]
struct Mailbox {
    waiting: VecDeque<Command>,
    working: bool,
}

/// Where the table's chance comes from.
pub(crate) enum Source {
    Fair(Box<FairChance>),
    Script(Box<ScriptState>),
}

/// A scripted table's own time and pack.
#[derive(Debug, Default)]
pub(crate) struct ScriptState {
    pub(crate) ahead: Millis,
    pub(crate) next: ScriptChance,
}

/// The state that commits change. Held for a moment at a time, never across a wait.
pub(crate) struct Live {
    pub(crate) table: Table,
    pub(crate) log: Log,
    pub(crate) requests: Requests,
    pub(crate) source: Source,
    pub(crate) head_hash: [u8; 32],
    pub(crate) broken: bool,
    /// When the timers will look at this table next.
    pub(crate) armed: Option<Millis>,
}

/// A decision that waits for the journal.
struct Pending {
    decision: Decision,
    draft: Draft,
    append: brag_journal::Append,
    hash: [u8; 32],
    commit: Arc<Commit>,
    request: Option<(RequestKey, bool)>,
}

enum Draft {
    Fair(Box<FairDraft>),
    Script(ScriptChance),
}

enum Prepared {
    Answer(Result<Acted, ActError>),
    Commit(Box<Pending>),
}

impl Cell {
    pub(crate) fn new(
        key: TableKey,
        shared: Arc<Shared>,
        create_request: Option<RequestKey>,
        live: Live,
    ) -> Cell {
        let (mailbox, live) = (Mutex::default(), Mutex::new(live));
        Cell { key, shared, create_request, mailbox, live, news: Notify::new() }
    }

    /// Leaves a command and makes sure that somebody works on it.
    ///
    /// # Errors
    /// When too many wait already.
    pub(crate) fn send(self: &Arc<Cell>, command: Command) -> Result<(), ActError> {
        let mut mailbox = self.mailbox.lock();
        let most = self.shared.config.mailbox;
        if mailbox.waiting.len() >= most && !matches!(command, Command::Wake) {
            return Err(ActError::Overloaded { waiting: mailbox.waiting.len() });
        }
        mailbox.waiting.push_back(command);
        if !std::mem::replace(&mut mailbox.working, true) {
            drop(mailbox);
            tokio::spawn(work(Arc::clone(self)));
        }
        Ok(())
    }

    /// The clock has come to where this table wanted to be woken.
    pub(crate) fn wake(cell: &Arc<Cell>) {
        cell.live.lock().armed = None;
        // A wake-up is never refused: it does not come from a caller, and there is at most one.
        let _accepted = cell.send(Command::Wake);
    }

    fn next_command(&self) -> Option<Command> {
        let mut mailbox = self.mailbox.lock();
        let next = mailbox.waiting.pop_front();
        mailbox.working = next.is_some();
        if next.is_none() && mailbox.waiting.capacity() > 0 {
            // An idle table keeps no room for commands.
            mailbox.waiting = VecDeque::new();
        }
        next
    }

    /// Asks the timers to wake the table at its next deadline, unless they will look earlier anyway.
    pub(crate) fn arm(self: &Arc<Cell>, live: &mut Live) {
        if matches!(live.source, Source::Script(_)) {
            // A scripted table's time stands still until the script moves it.
            return;
        }
        let idle = live.table.room.touched + self.shared.config.idle_close_ms;
        let Some(at) = (!live.table.room.closed)
            .then(|| live.table.wake_at().map_or(idle, |at| at.min(idle)))
        else {
            return;
        };
        if live.armed.is_none_or(|armed| at < armed) {
            live.armed = Some(at);
            self.shared.timers.arm(at, self);
        }
    }
}

async fn work(cell: Arc<Cell>) {
    while let Some(command) = cell.next_command() {
        match command {
            Command::Act(act, reply) => {
                let answer = cell.act(&act).await;
                // Whoever asked may have gone; the act is done all the same.
                let _gone = reply.send(answer);
            }
            Command::Script(verb, reply) => {
                let answer = cell.script(&verb).await;
                let _gone = reply.send(answer);
            }
            Command::Wake => cell.catch_up().await,
        }
    }
}

impl Live {
    pub(crate) fn now(&self, clock: &dyn Clock) -> Millis {
        match &self.source {
            Source::Fair(_) => clock.now().max(self.table.room.touched),
            Source::Script(script) => self.table.room.created + script.ahead,
        }
    }

    pub(crate) fn context(&self, player: &str) -> RefusalContext {
        let seat = self.table.seat_of(player);
        let legal = seat.map_or_else(Legal::default, |seat| brag_table::decide::legal(&self.table, seat));
        RefusalContext {
            seq: self.table.room.seq,
            turn: self.table.room.turn,
            hand: self.table.hand.number,
            to_act: self.table.hand.to_act,
            seat,
            legal,
        }
    }

    fn refuse(&self, why: Refused, player: &str) -> Prepared {
        Prepared::Answer(Err(ActError::Refused { why, context: self.context(player) }))
    }
}

impl Cell {
    async fn act(self: &Arc<Cell>, act: &ActCommand) -> Result<Acted, ActError> {
        self.catch_up().await;
        let prepared = self.prepare(act);
        self.finish(prepared).await
    }

    /// The repeat, the check and the decision of one act: pure, under one short lock.
    fn prepare(&self, act: &ActCommand) -> Prepared {
        let mut live = self.live.lock();
        let key = RequestKey::new(&act.caller.subject, &act.request_id, &act.body_hash);
        match live.requests.look_up(&key) {
            Seen::Repeat(commit) if !act.validate_only => {
                return Prepared::Answer(Ok(Acted {
                    seq: commit.last_seq(),
                    commit: Some(commit),
                    repeat: true,
                }));
            }
            Seen::Reused => return Prepared::Answer(Err(ActError::RequestIdReused)),
            Seen::Repeat(_) | Seen::Never => {}
        }
        if live.broken {
            return Prepared::Answer(Err(ActError::Broken));
        }
        let now = live.now(&*self.shared.clock);
        let request = Request {
            action: &act.action,
            player: &act.player,
            by: act.by,
            turn: act.turn,
            hand: act.hand,
            expected_seq: act.expected_seq,
        };
        let plan = match brag_table::check(&live.table, &request, now) {
            Ok(plan) => plan,
            Err(why) => return live.refuse(why, &act.player),
        };
        if act.validate_only {
            let seq = live.table.room.seq;
            return Prepared::Answer(Ok(Acted { seq, commit: None, repeat: false }));
        }
        self.decide(&mut live, plan, now, Some((act, key)))
    }

    /// Decides, and makes ready what the journal must hold before anybody sees it.
    fn decide(
        &self,
        live: &mut Live,
        plan: Plan,
        now: Millis,
        request: Option<(&ActCommand, RequestKey)>,
    ) -> Prepared {
        let decided = match &mut live.source {
            Source::Fair(fair) => {
                if fair.prepare().is_err() {
                    return Prepared::Answer(Err(ActError::JournalUnavailable));
                }
                let mut draft = Box::new(fair.draft());
                decide_or_break(&live.table, plan, now, &mut *draft).map(|d| (d, Draft::Fair(draft)))
            }
            Source::Script(script) => {
                let mut draft = script.next;
                decide_or_break(&live.table, plan, now, &mut draft)
                    .map(|decision| (decision, Draft::Script(draft)))
            }
        };
        let Some((decision, draft)) = decided else {
            live.broken = true;
            tracing::error!("a table broke an invariant and stopped");
            return Prepared::Answer(Err(ActError::Broken));
        };
        if decision.events.is_empty() {
            return Prepared::Answer(Ok(Acted { seq: live.table.room.seq, commit: None, repeat: false }));
        }
        let Decision { events, after } = decision;
        let none: Arc<str> = Arc::from("");
        let request_id = request.as_ref().map_or(&none, |(act, _)| &act.request_id);
        let who = |seat: Seat| {
            let of = |table: &Table| table.occupant(seat).map(|occupant| Arc::clone(&occupant.player));
            of(&live.table).or_else(|| of(&after))
        };
        let transfers = if events.iter().any(brag_table::view::crosses_edge) {
            commit::transfers(&after.charter.uid, &events, request_id, who)
        } else {
            Vec::new()
        };
        let commit = Arc::new(Commit::new(events, transfers, after.hand.number));
        let secrets = match &draft {
            Draft::Fair(fair) => record::Secrets::Seed(fair.committed().cloned()),
            Draft::Script(script) => record::Secrets::Pack(script.pack),
        };
        let wake_at = after.wake_at();
        let (append, hash) = record::append(&record::Parts {
            key: &self.key,
            sealer: &self.shared.sealer,
            table: &after,
            commit: &commit,
            prev_hash: live.head_hash,
            now,
            request: request.as_ref().map(|(act, _)| *act),
            secrets,
            wake_at,
        });
        let request = request.map(|(act, key)| (key, act.action.crosses_edge()));
        let decision = Decision { events: Vec::new(), after };
        Prepared::Commit(Box::new(Pending { decision, draft, append, hash, commit, request }))
    }

    /// Durable before visible: the journal first, then the state, then everybody who waits.
    async fn finish(self: &Arc<Cell>, prepared: Prepared) -> Result<Acted, ActError> {
        let pending = match prepared {
            Prepared::Answer(answer) => return answer,
            Prepared::Commit(pending) => *pending,
        };
        let Pending { decision, draft, append, hash, commit, request } = pending;
        match self.shared.journal.append(append).await {
            Ok(()) => {}
            Err(AppendError::Unavailable(_)) => return Err(ActError::JournalUnavailable),
            Err(AppendError::Conflict { .. }) => return Err(ActError::JournalUnavailable),
            Err(AppendError::Corrupt(_)) => return Err(ActError::JournalCorrupt),
        }
        let seq = commit.last_seq();
        {
            let mut live = self.live.lock();
            live.table = decision.after;
            live.head_hash = hash;
            match (&mut live.source, draft) {
                (Source::Fair(fair), Draft::Fair(draft)) => fair.adopt(*draft),
                (Source::Script(script), Draft::Script(_)) => {
                    let started = |e: &brag_table::event::Event| is_start(e);
                    if commit.events.iter().any(started) {
                        script.next = ScriptChance::default();
                    }
                }
                (Source::Fair(_) | Source::Script(_), _) => unreachable!("a table keeps its source"),
            }
            let HostConfig { hands_kept, requests_kept, .. } = self.shared.config;
            live.log.push(Arc::clone(&commit), hands_kept);
            if let Some((key, for_life)) = request {
                live.requests.remember(&key, &commit, for_life, requests_kept);
            }
            self.arm(&mut live);
        }
        self.news.notify_waiters();
        Ok(Acted { seq, commit: Some(commit), repeat: false })
    }

    /// Does everything that time has made due.
    async fn catch_up(self: &Arc<Cell>) {
        loop {
            let prepared = {
                let mut live = self.live.lock();
                let now = live.now(&*self.shared.clock);
                if live.broken {
                    return;
                }
                let Some(plan) = live.due(now, self.shared.config.idle_close_ms) else {
                    self.arm(&mut live);
                    return;
                };
                self.decide(&mut live, plan, now, None)
            };
            match self.finish(prepared).await {
                Ok(acted) if acted.commit.is_some() => {}
                // The journal will be asked again when the table is woken next.
                Ok(_) | Err(_) => return,
            }
        }
    }

    async fn script(self: &Arc<Cell>, verb: &ScriptVerb) -> Result<Acted, ActError> {
        let prepared = {
            let mut live = self.live.lock();
            let seq = live.table.room.seq;
            let done = Prepared::Answer(Ok(Acted { seq, commit: None, repeat: false }));
            let Source::Script(script) = &mut live.source else { return Err(ActError::Broken) };
            match verb {
                ScriptVerb::Stack(next) => {
                    script.next = *next;
                    done
                }
                ScriptVerb::Advance(by) => {
                    script.ahead += by;
                    done
                }
                ScriptVerb::Expire(seat) => {
                    let now = live.now(&*self.shared.clock);
                    if live.table.hand.to_act != Some(*seat) {
                        let why = Refused::Rules(brag_rules::Refusal::NotYourTurn);
                        return Err(ActError::Refused { why, context: live.context("") });
                    }
                    self.decide(&mut live, Plan::TimeOut { seat: *seat }, now, None)
                }
            }
        };
        let acted = self.finish(prepared).await?;
        self.catch_up().await;
        let seq = self.live.lock().table.room.seq;
        Ok(Acted { seq, ..acted })
    }
}

impl Live {
    fn due(&self, now: Millis, idle_close_ms: Millis) -> Option<Plan> {
        let idle = !self.table.room.closed
            && matches!(self.source, Source::Fair(_))
            && self.table.room.touched + idle_close_ms <= now;
        self.table.due(now).or_else(|| {
            let cause = brag_table::event::Cause::Clock;
            idle.then_some(Plan::Close { at_once: true, reason: CloseReason::Idle, cause })
        })
    }
}

fn is_start(event: &brag_table::event::Event) -> bool {
    use brag_rules::fact::Fact as HandFact;
    use brag_table::event::Fact;
    matches!(event.fact, Fact::Hand(HandFact::HandStarted { .. }))
}

/// A broken invariant stops this table; the process and the other tables live.
fn decide_or_break(table: &Table, plan: Plan, now: Millis, chance: &mut dyn Chance) -> Option<Decision> {
    catch_unwind(AssertUnwindSafe(|| brag_table::decide(table, plan, now, chance))).ok()
}
