//! The end of a stream that its reader does not take.
//!
//! Flow control keeps a stream's own code from running while its reader takes nothing, so that it can neither see that
//! it has lagged nor end. It is ended from outside: every HTTP/2 call runs in a task that its handler can have
//! stopped ([`Stoppable`]), and one task looks after all streams ([`Followed`] says when each was asked last).

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Weak};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use brag_host::TableHandle;
use futures_util::Stream;
use futures_util::task::AtomicWaker;
use hyper::rt::Executor;
use parking_lot::Mutex;
use tracing::debug;

thread_local! {
    /// The stop of the task that is being polled, once its handler has asked for one; nothing outside such a task.
    static STOP: RefCell<Option<Option<Arc<Stop>>>> = const { RefCell::new(None) };
}

/// Runs tasks that can be stopped. A stopped call's stream is reset.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stoppable;

/// Stops one task.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    stopped: AtomicBool,
    task: AtomicWaker,
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Stoppable {
    fn execute(&self, task: F) {
        tokio::spawn(stoppable(task));
    }
}

async fn stoppable(task: impl Future<Output = ()>) {
    let mut task = pin!(task);
    let mut stop = None;
    poll_fn(|cx| {
        let outer = STOP.replace(Some(stop.take()));
        let polled = task.as_mut().poll(cx);
        stop = STOP.replace(outer).flatten();
        match &stop {
            Some(stop) if polled.is_pending() => stop.poll(cx),
            _ => polled,
        }
    })
    .await;
}

impl Stop {
    /// A stop of the task that polls this; none where tasks cannot be stopped (HTTP/1.1 bounds its readers itself).
    fn of_this_task() -> Option<Arc<Stop>> {
        STOP.with_borrow_mut(|task| {
            let stop = task.as_mut()?.get_or_insert_default();
            Some(Arc::clone(stop))
        })
    }

    fn now(&self) {
        self.stopped.store(true, Ordering::Release);
        self.task.wake();
    }

    fn poll(&self, cx: &Context<'_>) -> Poll<()> {
        self.task.register(cx.waker());
        if self.stopped.load(Ordering::Acquire) { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// How far a stream has been taken.
#[derive(Debug)]
pub(crate) struct Taken {
    /// When it was last asked for a message, in milliseconds of this process.
    asked: AtomicU64,
    /// Whether it has given something that has not been taken yet.
    given: AtomicBool,
    /// The last event that it gave.
    after: AtomicU64,
}

impl Taken {
    /// Nothing of it, and so it is waited for from now on.
    pub(crate) fn nothing(after: u64) -> Arc<Taken> {
        let (asked, given, after) = (AtomicU64::new(now()), AtomicBool::new(true), AtomicU64::new(after));
        Arc::new(Taken { asked, given, after })
    }

    /// It gives the events up to this one.
    pub(crate) fn gives(&self, after: u64) {
        self.after.store(after, Ordering::Relaxed);
    }

    /// Whether something has been there for its reader for so long.
    fn is_left(&self, table: &TableHandle, at: u64, stall: Duration) -> bool {
        let since = at.saturating_sub(self.asked.load(Ordering::Relaxed));
        let after = self.after.load(Ordering::Relaxed);
        u128::from(since) > stall.as_millis()
            && (self.given.load(Ordering::Relaxed)
                || table.read(|table, _| table.room.seq > after || table.room.closed))
    }
}

/// A stream that notes when it is asked.
pub(crate) struct Followed<T> {
    stream: Pin<Box<dyn Stream<Item = T> + Send>>,
    taken: Arc<Taken>,
    /// Whether it has given something since it last had nothing to give.
    fresh: bool,
    _entry: Option<Arc<Entry>>,
}

/// A stream in the list of whoever looks after all of them.
#[derive(Debug)]
struct Entry {
    table: TableHandle,
    taken: Arc<Taken>,
    stop: Arc<Stop>,
}

impl<T> Stream for Followed<T> {
    type Item = T;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        self.taken.asked.store(now(), Ordering::Relaxed);
        let polled = self.stream.as_mut().poll_next(cx);
        // What is asked for again and has nothing to give has been rid of what it gave: messages are gathered until
        // there are no more, and then nobody asks before they are on their way.
        let fresh = std::mem::replace(&mut self.fresh, polled.is_ready());
        self.taken.given.store(fresh || polled.is_ready(), Ordering::Relaxed);
        polled
    }
}

/// The streams that are looked after.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    open: Mutex<Vec<Weak<Entry>>>,
}

impl Patience {
    /// Looks after that stream of the call whose task polls this.
    pub(crate) fn follow<T>(
        &self,
        stream: impl Stream<Item = T> + Send + 'static,
        taken: Arc<Taken>,
        table: TableHandle,
    ) -> Followed<T> {
        let entry = Stop::of_this_task().map(|stop| {
            let entry = Arc::new(Entry { table, taken: Arc::clone(&taken), stop });
            self.open.lock().push(Arc::downgrade(&entry));
            entry
        });
        Followed { stream: Box::pin(stream), taken, fresh: false, _entry: entry }
    }

    /// Ends the streams whose readers have taken nothing for so long, for as long as there is somebody else who holds
    /// this.
    pub(crate) async fn watch(this: Weak<Patience>, stall: Duration) {
        let every = (stall / 4).clamp(Duration::from_millis(50), Duration::from_secs(5));
        loop {
            tokio::time::sleep(every).await;
            let Some(patience) = this.upgrade() else { return };
            let at = now();
            patience.open.lock().retain(|entry| {
                let Some(entry) = entry.upgrade() else { return false };
                let left = entry.taken.is_left(&entry.table, at, stall);
                if left {
                    debug!("a stream's reader takes nothing; the stream is reset");
                    entry.stop.now();
                }
                !left
            });
        }
    }
}

fn now() -> u64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(u64::MAX)
}
