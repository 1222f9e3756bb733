//! The end of an answer that its caller does not take.
//!
//! Flow control keeps an answer's own code from running while its caller takes nothing: a stream can then neither see
//! that it has lagged nor end, and a single message stays in memory. So every HTTP/2 call runs in a task ([`Patient`])
//! that knows what it waits for, since the answer's body tells ([`Noted`]): for something to send, which may take for
//! ever, or for room to send it, which may not.

use std::cell::Cell;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use hyper::rt::Executor;
use tokio::time::sleep;
use tonic::Status;
use tonic::body::Body;
use tracing::debug;

thread_local! {
    /// What the answer of the task that is being polled said; nothing if it was not asked.
    static SAID: Cell<Option<Said>> = const { Cell::new(None) };
}

/// What an answer says when it is asked for more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    /// There is nothing yet.
    Nothing,
    /// Here is some; or it has not been asked, and there may be.
    Something,
}

/// Runs the tasks of calls, each until its answer has been left lying for so long. Its stream is then reset.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patient {
    /// How long a caller may take nothing of what is there for him.
    pub(super) stall: Duration,
}

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Patient {
    fn execute(&self, task: F) {
        // On the heap before it is anything else: what is spawned is copied several times, as large as it is.
        tokio::spawn(patiently(Box::pin(task), self.stall));
    }
}

async fn patiently(mut task: Pin<Box<impl Future<Output = ()>>>, stall: Duration) {
    let mut last = Said::Nothing;
    let mut left = None;
    std::future::poll_fn(|cx| {
        let outer = SAID.replace(None);
        let polled = task.as_mut().poll(cx);
        if let Some(said) = SAID.replace(outer) {
            (last, left) = (said, None);
        }
        if polled.is_ready() || last == Said::Nothing {
            return polled;
        }
        // On the heap: few answers ever need it.
        let left = left.get_or_insert_with(|| Box::pin(sleep(stall)));
        left.as_mut().poll(cx).map(|()| debug!("a caller takes nothing of his answer; its stream is reset"))
    })
    .await;
}

/// How much of an answer is handed over at once, in bytes. What has been handed over lies in the connection, where nobody
/// can take it back: so much for each call, at most, of a caller who takes nothing.
const PIECE: usize = 16 << 10;

/// The body of an answer, which tells its task what it says.
pub(super) struct Noted {
    body: Body,
    /// What is left of its last data.
    rest: Bytes,
}

impl Noted {
    /// Of the call whose task polls this.
    pub(super) fn new(body: Body) -> Noted {
        SAID.set(Some(Said::Something));
        Noted { body, rest: Bytes::new() }
    }
}

impl http_body::Body for Noted {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let polled = if self.rest.is_empty() {
            Pin::new(&mut self.body).poll_frame(cx)
        } else {
            Poll::Ready(Some(Ok(Frame::data(std::mem::take(&mut self.rest)))))
        };
        SAID.set(Some(if polled.is_ready() { Said::Something } else { Said::Nothing }));
        polled.map_ok(|frame| {
            frame.map_data(|mut data| {
                self.rest = data.split_off(data.len().min(PIECE));
                data
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(body.lower() + rest);
        hint
    }
}
