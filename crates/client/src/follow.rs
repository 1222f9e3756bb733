//! A table's events through every cut: each once and in order, folded into a view.

use std::pin::Pin;

use brag_contract::v1::stream_events_response::Message;
use brag_contract::v1::table_service_client::TableServiceClient;
use brag_contract::v1::{
    EventBatch, LegalActs, Reason, StreamEventsRequest, StreamEventsResponse, TableActs, TableState,
    TableView,
};
use tokio::time::{Instant, Sleep, sleep, timeout, timeout_at};
use tonic::Streaming;

use crate::error::Failure;
use crate::fold::{Fold, FoldError};
use crate::lines::Place;
use crate::{Client, Error, Loss, Seat};

/// Where to begin.
#[derive(Debug, Clone, PartialEq)]
pub enum Begin {
    /// With the table as it is.
    Now,
    /// With event 1 or, where that is no longer kept, with a snapshot of the table before the oldest event that is.
    Start,
    /// After this view, which the same caller got of the same table.
    After(Box<TableView>),
}

/// Something that came, or that happened to the stream.
#[derive(Debug, Clone, PartialEq)]
pub enum Update {
    /// The view is the table at this event, whatever it was before: draw everything anew.
    Snapshot {
        /// The events after this one, up to the view's, are no longer kept: they will not be delivered.
        missed_after: Option<u64>,
    },
    /// The events of one commit, or the rest of them; they are folded into the view.
    Batch(EventBatch),
    /// Everything that has happened is in the view; what follows is live.
    CaughtUp,
    /// Nothing has happened for a while.
    Bookmark,
    /// The stream is gone, and is opened again by itself. The view stays what it was.
    Lost {
        /// How often in a row, counted from 1: with no event between them that was news, and no stream that lasted.
        attempt: u32,
        /// Why.
        loss: Loss,
    },
    /// The stream is there again.
    Resumed,
}

/// One viewer's table, kept up to date. Made by [`Client::follow`]; goes on only while [`Follow::next`] is awaited.
pub struct Follow {
    client: Client,
    table: String,
    fold: Fold,
    /// Where nothing is known, everything that is kept is wanted, and not only what comes.
    from_oldest: bool,
    /// The last event that was delivered; none before the first message, and after a gap.
    seen: Option<u64>,
    /// The last event before what is missed, until a snapshot says so.
    missed_after: Option<u64>,
    /// The view lacks what an event told that this client does not know.
    stale: bool,
    live: bool,
    /// The stream is gone, and nothing has come since.
    lost: bool,
    attempt: u32,
    link: Link,
}

type Coming<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Where the stream stands. Everything that is waited for is kept here, so that a `next` that is dropped loses nothing.
enum Link {
    /// It is opened when this is over.
    Waiting(Pin<Box<Sleep>>),
    Opening(Coming<Result<Stream, (Failure, Place)>>),
    Open(Stream),
    /// A batch with something unknown has come; the view after it is asked for.
    Reloading(Coming<Result<TableView, Error>>, Stream, EventBatch),
    /// The table is closed.
    Ended,
}

struct Stream {
    messages: Streaming<StreamEventsResponse>,
    place: Place,
    opened: Instant,
    /// When it is taken as dead.
    silent_at: Instant,
    /// A message that has come and is looked at next.
    held: Option<Message>,
}

impl Follow {
    pub(crate) fn new(client: Client, table: String, begin: Begin) -> Follow {
        let player = client.caller().seat_owner().to_owned();
        let from_oldest = begin == Begin::Start;
        let (fold, seen, missed_after) = match begin {
            Begin::Now => (Fold::new(player), None, None),
            Begin::Start => (Fold::new(player), None, Some(0)),
            Begin::After(view) => {
                let seen = Some(view.seq);
                (Fold::from_view(*view, player), seen, None)
            }
        };
        let mut follow = Follow {
            client,
            table,
            fold,
            from_oldest,
            seen,
            missed_after,
            stale: false,
            live: false,
            lost: false,
            attempt: 0,
            link: Link::Ended,
        };
        follow.link = follow.opening();
        follow
    }

    /// The next thing that comes; none when the table is closed and everything was delivered.
    ///
    /// A lost stream is no error: it is told, and opened again for as long as this is called. May be dropped while it
    /// waits, as `tokio::select!` does: nothing is lost by it.
    ///
    /// What is delivered is of one table: a name that is another's now is [`Reason::TableReplaced`], not its events.
    ///
    /// # Errors
    /// [`Error::Refused`] and [`Error::Contract`], for what no retry mends. A later call tries again all the same.
    pub async fn next(&mut self) -> Result<Option<Update>, Error> {
        loop {
            match &mut self.link {
                Link::Ended => return Ok(None),
                Link::Waiting(over) => {
                    over.as_mut().await;
                    self.link = self.opening();
                }
                Link::Opening(opening) => match opening.await {
                    Ok(stream) => self.link = Link::Open(stream),
                    Err((failure, place)) => return self.broken(failure, Some(place)).map(Some),
                },
                Link::Open(stream) => {
                    let message = match stream.held.take() {
                        Some(message) => message,
                        None => match timeout_at(stream.silent_at, stream.messages.message()).await {
                            Ok(Ok(Some(response))) => {
                                stream.silent_at = Instant::now() + self.client.policy().stream_silence;
                                match response.message {
                                    Some(message) => message,
                                    // A message of a newer service says at least that the stream is alive.
                                    None => continue,
                                }
                            }
                            Ok(Ok(None)) if self.is_over() => {
                                self.link = Link::Ended;
                                continue;
                            }
                            Ok(Ok(None)) => {
                                let why = "it ended before the table was closed".to_owned();
                                return self.broken(Failure::Lost(Loss::Cut(why)), None).map(Some);
                            }
                            Ok(Err(status)) => return self.broken(Failure::of(&status), None).map(Some),
                            Err(_) => return self.broken(Failure::Lost(Loss::Silence), None).map(Some),
                        },
                    };
                    if std::mem::take(&mut self.lost) {
                        stream.held = Some(message);
                        return Ok(Some(Update::Resumed));
                    }
                    if let Some(update) = self.take(message)? {
                        return Ok(Some(update));
                    }
                }
                Link::Reloading(view, ..) => {
                    let view = view.await;
                    return self.reloaded(view).map(Some);
                }
            }
        }
    }

    /// The table after everything that was delivered: empty before the first snapshot or event.
    pub fn view(&self) -> &TableView {
        self.fold.view()
    }

    /// What the viewer may do in the hand now, if it is known: nothing without a seat.
    pub fn legal_acts(&self) -> Option<&LegalActs> {
        self.view().legal_acts.as_ref()
    }

    /// What the viewer may do whoever's turn it is, if it is known.
    pub fn table_acts(&self) -> Option<&TableActs> {
        self.view().table_acts.as_ref()
    }

    /// The last event that was delivered, or that the last snapshot included; 0 before the first.
    pub fn seq(&self) -> u64 {
        self.seen.unwrap_or(0)
    }

    /// Everything that has happened was delivered, as far as one can know.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// The table, to play at.
    pub fn into_seat(self) -> Seat {
        Seat::new(self.client.clone(), self)
    }

    /// The table's name.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The table is closed, and everything was delivered.
    fn is_over(&self) -> bool {
        self.view().state() == TableState::Closed && self.seq() == self.view().seq
    }

    /// The stream from where the last one ended.
    fn opening(&self) -> Link {
        let request = StreamEventsRequest {
            table: self.table.clone(),
            after_seq: self.seen,
            player: self.client.eyes(),
            from_oldest: self.from_oldest && self.seen.is_none(),
            uid: uid(self.view()).to_owned(),
        };
        Link::Opening(open(self.client.clone(), request))
    }

    /// The stream is gone. Says so, if it comes back by itself; `place` is where it was, unless it was open.
    fn broken(&mut self, failure: Failure, place: Option<Place>) -> Result<Update, Error> {
        self.live = false;
        let link = std::mem::replace(
            &mut self.link,
            Link::Waiting(Box::pin(sleep(self.client.policy().max_backoff))),
        );
        let place = match link {
            Link::Open(stream) => {
                // One that lasted was no failure, however quiet the table; one that is cut at once is, whatever it said.
                if stream.opened.elapsed() >= self.client.policy().stream_silence {
                    self.attempt = 0;
                }
                Some(stream.place)
            }
            _ => place,
        };
        if failure.elsewhere()
            && let Some(place) = &place
        {
            self.client.forsake_stream_place(place);
        }
        let loss = match failure {
            Failure::Lost(loss) => loss,
            Failure::Foreign(what) => return Err(Error::Contract(what)),
            Failure::Refused(refusal) => match refusal.reason {
                // What comes next is no longer kept, or this is not the table that was seen: begin with a snapshot.
                Reason::CursorExpired | Reason::CursorAhead => {
                    self.missed_after = self.seen.take().or(self.missed_after);
                    Loss::Told(refusal)
                }
                Reason::StreamLagged | Reason::QuotaExceeded => Loss::Told(refusal),
                _ if refusal.passes() => Loss::Told(refusal),
                _ => return Err(Error::Refused(refusal)),
            },
        };
        self.lost = true;
        self.attempt = self.attempt.saturating_add(1);
        let wait = self.client.policy().wait(self.attempt, loss.retry_after());
        self.link = Link::Waiting(Box::pin(sleep(wait)));
        Ok(Update::Lost { attempt: self.attempt, loss })
    }

    /// Takes a message in; none if there is something to be waited for first.
    fn take(&mut self, message: Message) -> Result<Option<Update>, Error> {
        Ok(Some(match message {
            Message::Snapshot(view) if self.is_another(&view) => {
                let why = "a snapshot of another table that has the name now".to_owned();
                return self.broken(Failure::Foreign(why), None).map(Some);
            }
            Message::Snapshot(view) => {
                self.seen = Some(view.seq);
                self.renew(*view);
                Update::Snapshot { missed_after: self.missed_after.take() }
            }
            Message::Batch(batch) => return self.batch(batch),
            Message::CaughtUp(_) => {
                self.live = true;
                Update::CaughtUp
            }
            Message::Bookmark(_) => Update::Bookmark,
        }))
    }

    fn batch(&mut self, batch: EventBatch) -> Result<Option<Update>, Error> {
        let mut expected = self.seq();
        for event in &batch.events {
            expected = expected.saturating_add(1);
            if event.seq != expected {
                // What is missing may come with another stream.
                let why = format!("event {} came where {expected} is next", event.seq);
                return self.broken(Failure::Lost(Loss::Cut(why)), None).map(Some);
            }
        }
        if !self.stale
            && batch.events.iter().all(|event| event.fact.is_some())
            && self.fold_in(&batch).is_ok()
        {
            self.delivered(expected);
            return Ok(Some(Update::Batch(batch)));
        }
        self.stale = true;
        let (client, table) = (self.client.clone(), self.table.clone());
        let view: Coming<_> = Box::pin(async move { client.get_table(&table).await });
        if let Link::Open(stream) = std::mem::replace(&mut self.link, Link::Ended) {
            self.link = Link::Reloading(view, stream, batch);
        }
        Ok(None)
    }

    /// Folds what the view does not include yet: after a reload it may be ahead of what was delivered.
    fn fold_in(&mut self, batch: &EventBatch) -> Result<(), FoldError> {
        for event in &batch.events {
            if event.seq > self.view().seq {
                self.fold.event(event)?;
            }
        }
        if batch.events.last().is_some_and(|last| last.seq == self.view().seq) {
            self.fold.acts(batch);
        }
        Ok(())
    }

    /// The view that was asked for has come: the batch that it was asked for is delivered with it.
    fn reloaded(&mut self, view: Result<TableView, Error>) -> Result<Update, Error> {
        let Link::Reloading(_, stream, batch) = std::mem::replace(&mut self.link, Link::Ended) else {
            unreachable!("a view is only asked for while reloading");
        };
        let last = batch.events.last().map_or(0, |event| event.seq);
        let broken = match view {
            Ok(view) if self.is_another(&view) => {
                Failure::Foreign("a view of another table that has the name now".to_owned())
            }
            Ok(view) if view.seq >= last => {
                self.renew(view);
                self.link = Link::Open(stream);
                self.delivered(last);
                return Ok(Update::Batch(batch));
            }
            Ok(view) => {
                Failure::Lost(Loss::Cut(format!("a view of event {} came after event {last}", view.seq)))
            }
            Err(Error::Unreachable(failed)) => Failure::Lost(failed.last),
            Err(Error::Refused(refusal)) => Failure::Refused(refusal),
            Err(error) => Failure::Foreign(error.to_string()),
        };
        // The batch was not delivered: it comes again.
        self.link = Link::Open(stream);
        self.broken(broken, None)
    }

    /// Everything up to this event has come: the stream is worth something.
    fn delivered(&mut self, last: u64) {
        (self.seen, self.missed_after, self.attempt) = (Some(last), None, 0);
    }

    /// Whether this is another table than the one that is followed, as far as that is known.
    fn is_another(&self, view: &TableView) -> bool {
        let (known, found) = (uid(self.view()), uid(view));
        !known.is_empty() && known != found
    }

    /// The view is this one now.
    fn renew(&mut self, view: TableView) {
        self.fold = Fold::from_view(view, self.client.caller().seat_owner());
        self.stale = false;
    }
}

/// The table's own id; empty where nothing is known of it yet.
fn uid(view: &TableView) -> &str {
    view.charter.as_ref().map_or("", |charter| &charter.uid)
}

/// Opens a table's stream.
fn open(client: Client, request: StreamEventsRequest) -> Coming<Result<Stream, (Failure, Place)>> {
    Box::pin(async move {
        let (place, policy) = (client.stream_place(), *client.policy());
        let mut service = TableServiceClient::new(place.channel());
        match timeout(policy.attempt_timeout, service.stream_events(client.request(request))).await {
            Ok(Ok(answer)) => {
                let opened = Instant::now();
                let (messages, silent_at) = (answer.into_inner(), opened + policy.stream_silence);
                Ok(Stream { messages, place, opened, silent_at, held: None })
            }
            Ok(Err(status)) => Err((Failure::of(&status), place)),
            Err(_) => Err((Failure::Lost(Loss::Silence), place)),
        }
    })
}
