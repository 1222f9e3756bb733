//! A table in memory: its state, its mailbox, and the task that works while the mailbox is not empty.

use crate::command::{ActCommand, ActError, Acted, Command};
use crate::host::Shared;
use crate::live::{self, Live, Stopped};
use crate::observer::ActOutcome;
use crate::requests::RequestKey;
use brag_journal::TableKey;
use brag_rules::variant::Variant;
use brag_table::event::Millis;
use parking_lot::{Mutex, MutexGuard};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use tokio::sync::{Notify, oneshot};

/// A table in memory. What an act comes by first stands in front, and together.
#[repr(C)]
pub struct Cell {
    pub(crate) key: TableKey,
    mailbox: Mutex<Mailbox>,
    /// Told of every commit.
    pub(crate) news: Notify,
    pub(crate) shared: Arc<Shared>,
    pub(crate) live: Mutex<Live>,
    /// What is played here.
    variant: Variant,
    /// The request that made the table.
    pub(crate) create_request: Option<RequestKey>,
}

#[derive(Default)]
struct Mailbox {
    waiting: VecDeque<Command>,
    working: bool,
}

impl Cell {
    pub(crate) fn new(
        key: TableKey,
        shared: Arc<Shared>,
        create_request: Option<RequestKey>,
        live: Live,
    ) -> Cell {
        let variant = live.table.rules().variant;
        let (mailbox, live) = (Mutex::default(), Mutex::new(live));
        Cell { key, shared, create_request, variant, mailbox, live, news: Notify::new() }
    }

    /// Does an act, or lets whoever works on the table do it, and says what became of it.
    ///
    /// # Errors
    /// See [`ActError`].
    pub(crate) async fn ask(self: &Arc<Cell>, act: ActCommand) -> Result<Acted, ActError> {
        match self.begin(act)? {
            Begun::Done(answer) => answer,
            Begun::Waits(answer) => answer.await.unwrap_or(Err(ActError::Broken)),
        }
    }

    /// Works here and now until something has to wait, and from there in a task of its own. Where the journal answers at
    /// once that saves two changes of task an act, and a place for the answer; and as nobody can give up in the middle of a
    /// poll, a caller who does leaves nothing half done either way.
    fn begin(self: &Arc<Cell>, act: ActCommand) -> Result<Begun, ActError> {
        let mut mailbox = self.mailbox.lock();
        if std::mem::replace(&mut mailbox.working, true) {
            let (reply, answer) = oneshot::channel();
            self.leave(mailbox, Command::Act(Box::new(act), reply))?;
            return Ok(Begun::Waits(answer));
        }
        drop(mailbox);
        // On the heap from the start, and not copied there.
        let mut acting = Box::into_pin(Box::write(Box::new_uninit(), acting(Arc::clone(self), act)));
        match poll(acting.as_mut()) {
            Some(Poll::Ready(answer)) => {
                // The first caller does not work for those who came after him.
                if let Some(next) = self.next_command() {
                    tokio::spawn(work(Arc::clone(self), next));
                }
                Ok(Begun::Done(answer))
            }
            Some(Poll::Pending) => {
                let ((reply, answer), cell) = (oneshot::channel(), Arc::clone(self));
                tokio::spawn(async move {
                    // Whoever asked may have gone; the act is done all the same.
                    drop(reply.send(acting.await));
                    if let Some(next) = cell.next_command() {
                        work(cell, next).await;
                    }
                });
                Ok(Begun::Waits(answer))
            }
            None => Ok(Begun::Done(Err(ActError::Broken))),
        }
    }

    /// Leaves a command and makes sure that somebody works on it.
    ///
    /// # Errors
    /// When too many wait already.
    pub(crate) fn send(self: &Arc<Cell>, command: Command) -> Result<(), ActError> {
        let mut mailbox = self.mailbox.lock();
        if std::mem::replace(&mut mailbox.working, true) {
            return self.leave(mailbox, command);
        }
        drop(mailbox);
        let by_clock = matches!(command, Command::Wake);
        let mut work = Box::pin(work(Arc::clone(self), command));
        // The timers have other tables to wake.
        if by_clock || matches!(poll(work.as_mut()), Some(Poll::Pending)) {
            tokio::spawn(work);
        }
        Ok(())
    }

    /// Leaves a command with whoever works on the table.
    fn leave(&self, mut mailbox: MutexGuard<'_, Mailbox>, command: Command) -> Result<(), ActError> {
        let waiting = mailbox.waiting.len();
        if waiting >= self.shared.config.mailbox && !matches!(command, Command::Wake) {
            drop(mailbox);
            if matches!(command, Command::Act(..)) {
                self.tell_acted(ActOutcome::Failed);
            }
            return Err(ActError::Overloaded { waiting });
        }
        mailbox.waiting.push_back(command);
        Ok(())
    }

    /// The clock has come to `at`, where this table wanted to be woken unless it has been since.
    pub(crate) fn wake(self: &Arc<Cell>, at: Millis) {
        if self.live.lock().armed.take_if(|armed| *armed == at).is_some() {
            // A wake-up is never refused: it does not come from a caller, and there is one at a time.
            let _accepted = self.send(Command::Wake);
        }
    }

    /// Asks the timers to wake the table at its next deadline, or not any more where it will never have one.
    pub(crate) fn arm(self: &Arc<Cell>, live: &mut Live) {
        if let Some(at) = live::wakes_at(&live.table, self.shared.config.idle_close_ms()) {
            self.arm_at(live, at);
        } else if let Some(at) = live.armed.take() {
            self.shared.timers.disarm(self, at);
        }
    }

    /// Asks the timers to wake the table then, unless they will look earlier anyway.
    pub(crate) fn arm_at(self: &Arc<Cell>, live: &mut Live, at: Millis) {
        if live.armed.is_none_or(|armed| at < armed) {
            let before = live.armed.replace(at);
            self.shared.timers.arm(self, at, before);
        }
    }

    fn tell_acted(&self, outcome: ActOutcome) {
        if let Some(observer) = &self.shared.observer {
            observer.acted(self.variant, outcome);
        }
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
}

/// What became of an act whose caller began with it himself.
enum Begun {
    /// It is done, or refused.
    Done(Result<Acted, ActError>),
    /// Something has to wait, or others came first.
    Waits(oneshot::Receiver<Result<Acted, ActError>>),
}

/// Polls for the first time, whoever is to be woken; none: it panicked. A panic is the table's, not the caller's: the fuse
/// has stopped the table.
fn poll<T>(work: Pin<&mut impl Future<Output = T>>) -> Option<Poll<T>> {
    catch_unwind(AssertUnwindSafe(|| work.poll(&mut Context::from_waker(Waker::noop())))).ok()
}

/// Works on an act.
async fn acting(cell: Arc<Cell>, act: ActCommand) -> Result<Acted, ActError> {
    let _fuse = Fuse(&cell);
    let acted = cell.act(&act).await;
    cell.tell_acted(ActOutcome::of(&acted));
    acted
}

/// Works on that command, and on whatever has come to wait meanwhile.
async fn work(cell: Arc<Cell>, command: Command) {
    let _fuse = Fuse(&cell);
    let mut next = Some(command);
    while let Some(command) = next {
        match command {
            Command::Act(act, reply) => {
                let acted = cell.act(&act).await;
                cell.tell_acted(ActOutcome::of(&acted));
                // Whoever asked may have gone; the act is done all the same.
                drop(reply.send(acted));
            }
            Command::Script(verb, reply) => drop(reply.send(cell.script(&verb).await)),
            // What is due and could not be done is tried again when the table is woken next.
            Command::Wake => drop(cell.catch_up().await),
        }
        next = cell.next_command();
        if next.is_some() {
            // One table does not work for ever.
            tokio::task::yield_now().await;
        }
    }
}

/// Should the worker panic where nothing catches it, then nobody waits for it for ever.
struct Fuse<'a>(&'a Arc<Cell>);

impl Drop for Fuse<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.live.lock().stopped = Some(Stopped::Broken);
            *self.0.mailbox.lock() = Mailbox::default();
        }
    }
}
