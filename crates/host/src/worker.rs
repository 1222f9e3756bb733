//! One worker a table: commands one at a time, in the order they came, each finished or refused whole.
//!
//! A table that nobody asks anything of has no task. The first command starts one, which works until the
//! mailbox is empty. A caller only ever leaves a command and waits for its answer, so that a caller who gives
//! up leaves nothing half done.
//!
//! The journal decides what has happened. Where it did not answer, or holds a commit that is not known here,
//! the table reads what came after its own last one before it decides anything else; what was decided and is
//! not there has not happened, and its chance is still unused.

use crate::cell::Cell;
use crate::command::{ActCommand, ActError, Acted, RefusalContext, ScriptVerb};
use crate::commit::{self, Asked, Commit};
use crate::live::{self, Adopted, Doubt, Live, Source, Step, Stopped};
use crate::observer::{Stage, Stopwatch};
use crate::record::{self, Recorded};
use crate::requests::{Effect, RequestKey, Seen};
use crate::restore::{self, RestoreError};
use crate::trace::ActSpan;
use crate::wire;
use brag_journal::{Append, AppendError, ReadError, Stored};
use brag_rules::seat::Seat;
use brag_table::chance::Chance;
use brag_table::event::Millis;
use brag_table::{Decision, Plan, Refused, Request, Table};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Who brings a decision about.
#[derive(Clone, Copy)]
enum By<'a> {
    /// Somebody who acts, with the span of his call where that is recorded.
    Caller(Option<&'a dyn ActSpan>),
    /// The clock, or a script.
    Engine,
}

/// What a command comes to before anything has to wait.
#[expect(clippy::large_enum_variant, reason = "it is handed over once, and at once")]
enum Prepared {
    /// An answer, with nothing changed.
    Answer(Result<Acted, ActError>),
    /// A decision that waits for the journal.
    Commit(Step, Append),
    /// Nothing yet: the journal or the clock has something to say first.
    Behind,
}

impl Prepared {
    fn refused(live: &Live, why: Refused, player: &str) -> Prepared {
        let context = Box::new(RefusalContext::of(&live.table, player));
        Prepared::Answer(Err(ActError::Refused { why, context }))
    }

    fn nothing_done(live: &Live) -> Prepared {
        Prepared::Answer(Ok(Acted { seq: live.table.room.seq, effect: Effect::Nothing, repeat: false }))
    }
}

impl Cell {
    /// Does the act, or says why not.
    pub(crate) async fn act(self: &Arc<Cell>, act: &ActCommand) -> Result<Acted, ActError> {
        loop {
            let by = By::Caller(act.trace.span.as_deref());
            if let Some(answer) = self.attempt(by, |cell, live| cell.prepare(live, act)).await {
                return answer;
            }
            self.catch_up().await?;
        }
    }

    /// Does everything that time has made due.
    pub(crate) async fn catch_up(self: &Arc<Cell>) -> Result<(), ActError> {
        loop {
            self.settle().await?;
            if let Some(answer) = self.attempt(By::Engine, Cell::prepare_due).await
                && let Effect::Nothing = answer?.effect
            {
                let mut live = self.live.lock();
                if live.stopped.is_none() {
                    self.arm(&mut live);
                }
                return Ok(());
            }
        }
    }

    /// Does what a script asks of its table.
    pub(crate) async fn script(self: &Arc<Cell>, verb: &ScriptVerb) -> Result<Acted, ActError> {
        let verb = match verb {
            ScriptVerb::Advance(by) => &ScriptVerb::Advance(self.stop_on_the_way(*by).await?),
            ScriptVerb::PreparePack(_) | ScriptVerb::Expire(_) => verb,
        };
        loop {
            self.settle().await?;
            if let Some(answer) = self.attempt(By::Engine, |cell, live| cell.prepare_script(live, verb)).await
            {
                let acted = answer?;
                self.catch_up().await?;
                let seq = self.live.lock().table.room.seq;
                return Ok(Acted { seq, ..acted });
            }
        }
    }

    /// Moves a script's clock to each deadline that lies on its way, so that what is due happens at its own time;
    /// says how much of the way is left.
    async fn stop_on_the_way(self: &Arc<Cell>, by: Millis) -> Result<Millis, ActError> {
        let mut left = by;
        loop {
            self.settle().await?;
            match self.live.lock().advance_to_deadline(left) {
                Some(moved) => left -= moved,
                None => return Ok(left),
            }
            self.catch_up().await?;
        }
    }

    /// Makes a decision under one short lock and carries it out: durable before visible, the journal first, then
    /// the state, then everybody who waits. Nothing when something else comes first: another commit, or
    /// what time has made due. Decide again then.
    async fn attempt(
        self: &Arc<Cell>,
        by: By<'_>,
        prepare: impl FnOnce(&Cell, &mut Live) -> Prepared,
    ) -> Option<Result<Acted, ActError>> {
        let span = match by {
            By::Caller(span) => span,
            By::Engine => None,
        };
        let mut watch = Stopwatch::start(self.shared.observer.as_deref(), span);
        let prepared = {
            let mut live = self.live.lock();
            let prepared = catch_unwind(AssertUnwindSafe(|| prepare(self, &mut live)));
            // A broken invariant stops this table; the process and the other tables live.
            prepared.unwrap_or_else(|_| {
                Prepared::Answer(Err(stop(&mut live, Stopped::Broken, "broken invariant")))
            })
        };
        let (step, append) = match prepared {
            Prepared::Answer(answer) => {
                // That nothing is due is no stage: every act asks.
                if matches!(by, By::Caller(_)) {
                    watch.lap(Stage::Decide);
                }
                return Some(answer);
            }
            Prepared::Commit(step, append) => (step, append),
            Prepared::Behind => return None,
        };
        watch.lap(Stage::Decide);
        let stored = self.shared.journal.append(append).await;
        let shown = watch.lap(Stage::Append);
        match stored {
            Ok(()) => {}
            Err(AppendError::Conflict { .. }) => {
                self.live.lock().doubt = Some(Doubt::Conflict);
                return None;
            }
            Err(AppendError::Unavailable(why)) => {
                self.live.lock().doubt = Some(Doubt::NoAnswer);
                return Some(Err(self.unavailable(&why)));
            }
            Err(AppendError::Corrupt(why)) => {
                return Some(Err(stop(&mut self.live.lock(), Stopped::JournalCorrupt, &why)));
            }
        }
        if let Some(shown) = shown {
            step.commit.shown.get_or_init(|| shown);
        }
        let adopted = self.adopt(&mut self.live.lock(), step);
        // Whoever comes to read from here on finds the commit.
        if adopted.read {
            self.news.notify_waiters();
        }
        watch.lap(Stage::FanOut);
        let commit = adopted.commit;
        Some(Ok(Acted { seq: commit.last_seq(), effect: Effect::Commit(commit), repeat: false }))
    }

    fn adopt(self: &Arc<Cell>, live: &mut Live, step: Step) -> Adopted {
        let before = wire::table_state(&live.table);
        let adopted = live.adopt(step, &self.shared.config);
        self.shared.tell_moved(Some(before), Some(wire::table_state(&live.table)));
        if live.table.room.closed {
            self.shared.uncount_one(self.key.tenant());
            self.shared.retire(&self.key);
        }
        self.arm(live);
        adopted
    }

    /// Takes in what the journal holds beyond this state, where that is in doubt.
    async fn settle(self: &Arc<Cell>) -> Result<(), ActError> {
        let (doubt, from) = {
            let live = self.live.lock();
            match live.doubt {
                Some(doubt) if live.stopped.is_none() => (doubt, live.table.room.seq + 1),
                _ => return Ok(()),
            }
        };
        let corrupt = |why: &str| Err(stop(&mut self.live.lock(), Stopped::JournalCorrupt, why));
        let missed = match self.shared.journal.read(&self.key, from).await {
            Ok(missed) => missed,
            Err(ReadError::Corrupt(why)) => return corrupt(&why),
            Err(ReadError::NotFound) => return corrupt("the table is gone"),
            Err(ReadError::NewerFormat { format, known }) => return Err(self.newer_format(format, known)),
            Err(why) => return Err(self.unavailable(&why.to_string())),
        };
        if missed.is_empty() && doubt == Doubt::Conflict {
            return Err(self.unavailable("it names a commit and does not show it"));
        }
        for stored in &missed {
            match self.follow(stored) {
                Ok(()) => {}
                Err(RestoreError::Corrupt(why)) => return corrupt(&why),
                Err(RestoreError::NewerFormat { format, known }) => {
                    return Err(self.newer_format(format, known));
                }
            }
        }
        self.live.lock().doubt = None;
        self.news.notify_waiters();
        Ok(())
    }

    fn follow(self: &Arc<Cell>, stored: &Stored) -> Result<(), RestoreError> {
        let mut live = self.live.lock();
        let step = restore::follow(&live, &self.key, stored, &self.shared.sealer)?;
        self.adopt(&mut live, step);
        Ok(())
    }

    /// The journal does not answer: whoever asks may ask again, and the table itself will.
    fn unavailable(self: &Arc<Cell>, why: &str) -> ActError {
        tracing::warn!(why, "the journal is unavailable");
        self.try_again();
        ActError::JournalUnavailable
    }

    /// The journal goes on where this build cannot follow.
    fn newer_format(self: &Arc<Cell>, format: u32, known: u32) -> ActError {
        tracing::warn!(format, known, "a newer build has written a table");
        self.try_again();
        ActError::NewerFormat { format, known }
    }

    fn try_again(self: &Arc<Cell>) {
        if self.live.lock().table.charter.script.is_none() {
            let again = self.shared.clock.now() + self.shared.config.journal_retry_ms();
            self.arm_at(&mut self.live.lock(), again);
        }
    }

    /// The repeat, the check and the decision of one act: pure. What time has made due comes before it.
    fn prepare(&self, live: &mut Live, act: &ActCommand) -> Prepared {
        let now = live.now(&*self.shared.clock);
        let due = || live.due(now, self.shared.config.idle_close_ms()).is_some();
        if live.stopped.is_none() && (live.doubt.is_some() || due()) {
            return Prepared::Behind;
        }
        let key = RequestKey::new(&act.caller.subject, &act.request_id, &act.body_hash);
        let asked = Asked { player: &act.player, request_id: &act.request_id };
        match live.requests.look_up(&key, &live.table.charter, asked) {
            Seen::Repeat(seq, effect) if !act.validate_only => {
                return Prepared::Answer(Ok(Acted { seq, effect, repeat: true }));
            }
            Seen::Reused => return Prepared::Answer(Err(ActError::RequestIdReused)),
            Seen::Repeat(..) | Seen::Never => {}
        }
        if let Some(stopped) = live.stopped {
            return Prepared::Answer(Err(stopped.into()));
        }
        if !act.owns_seat {
            return Prepared::Answer(Err(ActError::NotSeatOwner));
        }
        let request = Request {
            action: &act.action,
            player: &act.player,
            by: act.by,
            turn: act.turn,
            hand: act.hand,
            expected_seq: act.expected_seq,
        };
        match brag_table::check(&live.table, &request, now) {
            Err(why) => Prepared::refused(live, why, &act.player),
            Ok(_) if act.validate_only => Prepared::nothing_done(live),
            Ok(plan) => self.decide(live, plan, now, Some((act, key))),
        }
    }

    fn prepare_due(&self, live: &mut Live) -> Prepared {
        let now = live.now(&*self.shared.clock);
        match live.due(now, self.shared.config.idle_close_ms()) {
            Some(plan) if live.stopped.is_none() => self.decide(live, plan, now, None),
            _ => Prepared::nothing_done(live),
        }
    }

    fn prepare_script(&self, live: &mut Live, verb: &ScriptVerb) -> Prepared {
        if let Some(stopped) = live.stopped {
            return Prepared::Answer(Err(stopped.into()));
        }
        let now = live.now(&*self.shared.clock);
        let Source::Script(script) = &mut live.source else {
            return Prepared::Answer(Err(ActError::Broken));
        };
        match verb {
            ScriptVerb::PreparePack(next) => script.next = *next,
            ScriptVerb::Advance(by) => script.ahead = script.ahead.saturating_add(*by),
            ScriptVerb::Expire(seat) if live.table.hand.to_act.contains(*seat) => {
                return self.decide(live, Plan::TimeOut { seat: *seat }, now, None);
            }
            ScriptVerb::Expire(_) => {
                return Prepared::refused(live, Refused::Rules(brag_rules::Refusal::NotYourTurn), "");
            }
        }
        Prepared::nothing_done(live)
    }

    /// Decides, and makes ready what the journal must hold before anybody sees it.
    fn decide(
        &self,
        live: &mut Live,
        plan: Plan,
        now: Millis,
        request: Option<(&ActCommand, RequestKey)>,
    ) -> Prepared {
        let (decision, shuffled, secrets) = match &mut live.source {
            Source::Fair(fair) => {
                if fair.prepare().is_err() {
                    return Prepared::Answer(Err(ActError::JournalUnavailable));
                }
                let mut draft = fair.draft();
                let decision = decide_with(&live.table, plan, now, &mut draft);
                let shuffled = draft.shuffled();
                let seed = shuffled.as_ref().map(|shuffled| Arc::clone(&shuffled.next));
                (decision, shuffled, record::Secrets::Seed(seed))
            }
            Source::Script(script) => {
                let mut draft = script.next;
                (decide_with(&live.table, plan, now, &mut draft), None, record::Secrets::Pack(draft.pack))
            }
        };
        let Decision { events, after } = decision;
        let asked =
            request.as_ref().map(|(act, _)| Asked { player: &act.player, request_id: &act.request_id });
        let who = |seat: Seat| {
            let of = |table: &Table| table.occupant(seat).map(|occupant| Arc::clone(&occupant.player));
            of(&live.table).or_else(|| of(&after))
        };
        let transfers = commit::transfers(&after.charter.uid, &events, asked, who);
        let commit = Arc::new(Commit::new(events, transfers, after.hand.number));
        let parts = record::Parts {
            key: &self.key,
            sealer: &self.shared.sealer,
            table: &after,
            commit: &commit,
            prev_hash: live.head_hash,
            now,
            request: request.as_ref().map(|(act, _)| record::Request::of(act)),
            secrets,
            wake_at: live::wakes_at(&after, self.shared.config.idle_close_ms()),
            same_line: record::same_line(&live.table, &after),
        };
        let Ok(Recorded { append, hash, public, calm }) = record::append(&parts, &mut live.records) else {
            // No randomness for a nonce, and so no seal.
            return Prepared::Answer(Err(ActError::JournalUnavailable));
        };
        let request = request.map(|(act, key)| (key, act.action.crosses_edge()));
        Prepared::Commit(Step { after, commit, calm, public, hash, shuffled, request }, append)
    }
}

fn decide_with(table: &Table, plan: Plan, now: Millis, chance: &mut dyn Chance) -> Decision {
    let decision = brag_table::decide(table, plan, now, chance);
    assert!(!decision.events.is_empty(), "a-plan-does-something: a decision without an event");
    decision
}

/// The table takes no more acts.
fn stop(live: &mut Live, stopped: Stopped, why: &str) -> ActError {
    tracing::error!(why, "a table has stopped");
    live.stopped = Some(stopped);
    stopped.into()
}
