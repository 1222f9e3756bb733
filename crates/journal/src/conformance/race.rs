//! Many writers at once, and writers that give up.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier};
use std::task::{Context, Poll, Waker};
use std::thread::{self, Scope};

use super::{Writer, block_on};
use crate::{Append, AppendError, Journal, NO_HASH, ReadError, verify_chain};

/// Writers that race for each number.
const WRITERS: usize = 50;

/// Numbers that they race for.
const ROUNDS: u64 = 2_000;

/// Of all who append at one number exactly one wins it, the others learn where the table stands, and a reader in
/// their midst sees the number taken by one commit or not yet.
pub(super) async fn one_winner_for_each_seq(journal: Arc<dyn Journal>) {
    let writer = thread::scope(|scope| race(scope, &journal));
    writer.check().await;
    assert_eq!(verify_chain(&NO_HASH, &writer.uid, &writer.written), Ok(()), "the winners form a chain");
}

fn race<'scope>(scope: &'scope Scope<'scope, '_>, journal: &'scope Arc<dyn Journal>) -> Writer {
    let start = Arc::new(Barrier::new(WRITERS));
    let racers: Vec<Racer> = (0..WRITERS).map(|_| Racer::new(scope, journal, &start)).collect();
    let mut writer = Writer::new(journal, "dev", "race");
    for seq in 1..=ROUNDS {
        let mut appends: Vec<Append> = (0..WRITERS).map(|i| writer.next(1, &format!("by {i}"))).collect();
        for (racer, append) in racers.iter().zip(&appends) {
            racer.appends.send(append.clone()).expect("a racer waits for the next round");
        }
        let seen = block_on(journal.read(&writer.key, seq));
        let answers =
            racers.iter().map(|racer| racer.answers.recv().expect("an append answers, and does not panic"));
        let answers: Vec<Result<(), AppendError>> = answers.collect();

        let winners: Vec<usize> = (0..WRITERS).filter(|i| answers[*i].is_ok()).collect();
        let [winner] = winners[..] else { panic!("exactly one wins seq {seq}, not {winners:?}") };
        for answer in answers.iter().filter(|answer| answer.is_err()) {
            assert_eq!(
                answer,
                &Err(AppendError::Conflict { last_seq: seq }),
                "losers learn who stands there"
            );
        }
        writer.remember(appends.swap_remove(winner));
        block_on(writer.check_head());
        let taken = &writer.written[writer.written.len() - 1..];
        let not_yet = if seq == 1 { seen == Err(ReadError::NotFound) } else { seen.as_deref() == Ok(&[]) };
        assert!(not_yet || seen.as_deref() == Ok(taken), "a reader sees the winner or nothing yet: {seen:?}");
    }
    writer
}

/// A thread that appends what it is given, at the same moment as all others. It ends when nobody gives it more.
struct Racer {
    appends: Sender<Append>,
    answers: Receiver<Result<(), AppendError>>,
}

impl Racer {
    fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        journal: &'scope Arc<dyn Journal>,
        start: &Arc<Barrier>,
    ) -> Racer {
        let (appends, given) = channel();
        let (answer, answers) = channel();
        let start = Arc::clone(start);
        scope.spawn(move || {
            for append in given {
                start.wait();
                // Nobody listens only when the suite has failed.
                _ = answer.send(block_on(journal.append(append)));
            }
        });
        Racer { appends, answers }
    }
}

/// An append whose caller gives up is stored whole or not at all: whoever appends next finds out which.
pub(super) async fn dropped_appends_are_all_or_nothing(journal: Arc<dyn Journal>) {
    let mut writer = Writer::new(&journal, "dev", "dropped");
    for _ in 0..200 {
        drop(journal.append(writer.next(2, "never polled")));
        let seen = journal.head(&writer.key).await;
        assert_eq!(seen, Ok(writer.head.clone()), "an append does nothing before it is polled");

        let dropped = writer.next(2, "dropped");
        let mut future = journal.append(dropped.clone());
        let answered = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        drop(future);
        let promise = "a dropped append is all or nothing";
        // It may still be on its way; but once it shows, it is there.
        if let Some(head) = journal.head(&writer.key).await.expect("a head can be read") {
            let read = journal.read(&writer.key, head.last_seq).await.expect("what has a head can be read");
            let end = read.last().map_or(0, |last| last.last_seq);
            assert!(end >= head.last_seq, "{promise}: a head at {}, commits to {end}", head.last_seq);
        }

        let next = writer.next(3, "after it");
        match journal.append(next.clone()).await {
            Ok(()) => {
                assert_eq!(answered, Poll::Pending, "what was acknowledged is there");
                writer.remember(next);
            }
            Err(error) => {
                let last_seq = dropped.last_seq;
                assert_eq!(error, AppendError::Conflict { last_seq }, "{promise}");
                writer.remember(dropped);
            }
        }
        let head = journal.head(&writer.key).await;
        assert_eq!(head, Ok(writer.head.clone()), "{promise}: its head");
        let last = writer.written.len() - 1;
        let read = journal.read(&writer.key, writer.written[last].first_seq).await;
        assert_eq!(read.as_deref(), Ok(&writer.written[last..]), "{promise}: its record");
    }
    writer.check().await;
}
