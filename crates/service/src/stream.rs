//! `TableService.StreamEvents`: a cursor on the table's log, and the bytes that all who see the same share.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;

use brag_contract::v1;
use brag_contract::v1::stream_events_response::Message as Wire;
use brag_host::{Commit, Feed, FeedItem, TableHandle, wire};
use brag_rules::seat::Seat;
use brag_table::event::Millis;
use brag_table::{Charter, Table};
use bytes::{Buf, BufMut, Bytes};
use futures_util::{Stream, stream};
use prost::Message as _;
use prost::encoding::{WireType, encode_key, encode_varint};
use tonic::Status;
use tonic::codec::{BufferSettings, EncodeBuf, Encoder};

use crate::api::Shared;
use crate::caller::Caller;
use crate::codec::buffers;
use crate::eyes::Eyes;
use crate::language::Language;
use crate::limits::Place;
use crate::observer::{OpenStream, StreamEnd};
use crate::status::Failure;
use crate::table_service::may_watch;
use crate::to_wire::events::Reader;
use crate::to_wire::view::{hand_list, table_list, table_view};
use crate::{refused, seats};

/// The number of `StreamEventsResponse.batch`.
const BATCH_FIELD: u32 = 2;

/// The messages of one stream.
pub(crate) type Messages = Pin<Box<dyn Stream<Item = Result<Message, Status>> + Send>>;

impl Shared {
    pub(crate) async fn stream_events(
        &self,
        caller: &Caller,
        language: Language,
        request: v1::StreamEventsRequest,
    ) -> Result<Messages, Failure> {
        let id = self.requests.table_id("table", &request.table)?;
        let player = self.requests.viewed_player("player", &request.player)?;
        if request.from_oldest && request.after_seq.is_some() {
            return Err(Failure::invalid("from_oldest", "unset where there is after_seq"));
        }
        let handle = self.table(caller, id)?;
        let eyes = caller.eyes(&player)?;
        may_watch(caller, &handle)?;
        if !request.uid.is_empty() && request.uid != handle.read(|table, _| wire::hex(&table.charter.uid)) {
            return Err(refused::table_replaced(id));
        }
        let of = (Arc::clone(&caller.principal.tenant), Arc::from(id));
        let place = self.streams.place(caller.connection, of)?;
        let reading = match request.after_seq {
            None if request.from_oldest => Ok(Reading::from_oldest(handle, eyes, language, place)),
            None => Reading::from_now(handle, eyes, language, place),
            Some(after) => Reading::from_cursor(handle, eyes, language, place, after).await,
        }?;
        let open = OpenStream::begin(self.observer.clone());
        // On the heap, because it is handed on with every message.
        Ok(Box::pin(stream::unfold(Some(Box::new((reading, open))), |reading| async move {
            let mut reading = reading?;
            let (reader, open) = &mut *reading;
            match reader.next().await {
                Ok(None) => {
                    open.end = StreamEnd::TableClosed;
                    None
                }
                Ok(Some(message)) => Some((Ok(message), Some(reading))),
                Err((end, failure)) => {
                    open.fails(end, failure.reason());
                    Some((Err(failure.into_status(reader.language)), None))
                }
            }
        })))
    }
}

/// One reader.
struct Reading {
    handle: TableHandle,
    charter: Arc<Charter>,
    feed: Feed,
    progress: Progress,
    snapshot: Option<Box<v1::TableView>>,
    waiting: VecDeque<Arc<Commit>>,
    language: Language,
    _place: Place,
}

/// Who reads, how far he has come, and what he was sent last. Of a table it knows what it is shown.
pub(crate) struct Progress {
    eyes: Eyes,
    /// Where he sits, as far as he has read.
    seat: Option<Seat>,
    /// He had a seat, now or since his cursor: he may hold a list for it.
    seated: bool,
    /// The last event that he has been sent.
    after: u64,
    /// The lists that he was sent last.
    lists: Lists,
}

/// What a viewer may do.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Lists {
    hand: Option<v1::LegalActs>,
    table: Option<v1::TableActs>,
}

impl Progress {
    /// A reader who begins with this table.
    pub(crate) fn from_table(table: &Table, eyes: Eyes, now: Millis) -> (Progress, Box<v1::TableView>) {
        let view = Box::new(table_view(table, &eyes, now));
        let lists = Lists { hand: view.legal_acts.clone(), table: view.table_acts.clone() };
        let seat = eyes.seat(table);
        (Progress { seat, seated: seat.is_some(), eyes, after: view.seq, lists }, view)
    }

    /// A reader who has everything up to `after`, when he had that seat.
    fn from_cursor(eyes: Eyes, seat: Option<Seat>, after: u64) -> Progress {
        Progress { eyes, seat, seated: seat.is_some(), after, lists: Lists::default() }
    }

    /// The events of the next commit, as fields of a batch.
    pub(crate) fn events(&mut self, charter: &Charter, commit: &Commit) -> Bytes {
        let mut reader = Reader { charter, eyes: &self.eyes, seat: self.seat };
        let events = reader.bytes(commit, self.after);
        self.seat = reader.seat;
        self.seated |= self.seat.is_some();
        self.after = commit.last_seq();
        events
    }

    /// Whether he has lists.
    fn has_lists(&self) -> bool {
        self.eyes.acts_for().is_some()
    }

    /// His lists now; nothing while events wait that may change them again.
    pub(crate) fn lists(&self, table: &Table, now: Millis) -> Option<Lists> {
        (self.has_lists() && table.room.seq == self.after).then(|| Lists {
            hand: hand_list(table, self.eyes.viewer_on(self.seat)).or_else(|| self.no_seat_any_more(table)),
            table: table_list(table, &self.eyes, now),
        })
    }

    /// Whoever had a seat and has none is told so by an empty list: an absent one would say that nothing changed.
    fn no_seat_any_more(&self, table: &Table) -> Option<v1::LegalActs> {
        let (turn, hand) = (table.room.turn, table.hand.number);
        self.seated.then(|| v1::LegalActs { acts: Vec::new(), turn, hand })
    }

    /// A batch with these events, and with those lists that differ from the ones sent last.
    pub(crate) fn batch(&mut self, events: Bytes, now: Option<Lists>) -> Message {
        let Some(now) = now else { return Message::Batch { events, lists: Bytes::new() } };
        let changed = v1::EventBatch {
            events: Vec::new(),
            legal_acts: if now.hand == self.lists.hand { None } else { now.hand.clone() },
            table_acts: if now.table == self.lists.table { None } else { now.table.clone() },
        };
        self.lists = now;
        Message::Batch { events, lists: changed.encode_to_vec().into() }
    }
}

impl Reading {
    fn from_now(
        handle: TableHandle,
        eyes: Eyes,
        language: Language,
        place: Place,
    ) -> Result<Reading, Failure> {
        let (charter, (progress, view)) =
            handle.read(|table, now| (Arc::clone(&table.charter), Progress::from_table(table, eyes, now)));
        let after = view.seq;
        let feed = handle.subscribe(after).map_err(|error| refused::by_cursor(error, after))?;
        let (snapshot, waiting) = (Some(view), VecDeque::new());
        Ok(Reading { handle, charter, feed, progress, snapshot, waiting, language, _place: place })
    }

    fn from_oldest(handle: TableHandle, eyes: Eyes, language: Language, place: Place) -> Reading {
        let (feed, (progress, snapshot)) = handle.subscribe_from_oldest(|before| match before {
            Some(table) => {
                // As it was told at its time.
                let (progress, view) = Progress::from_table(table, eyes, table.room.touched);
                (progress, Some(view))
            }
            None => (Progress::from_cursor(eyes, None, 0), None),
        });
        let charter = handle.read(|table, _| Arc::clone(&table.charter));
        let waiting = VecDeque::new();
        Reading { handle, charter, feed, progress, snapshot, waiting, language, _place: place }
    }

    async fn from_cursor(
        handle: TableHandle,
        eyes: Eyes,
        language: Language,
        place: Place,
        after: u64,
    ) -> Result<Reading, Failure> {
        let refused = |error| refused::by_cursor(error, after);
        let seat = seats::seat_after(&handle, after, eyes.acts_for()).await.map_err(refused)?;
        let feed = handle.subscribe(after).map_err(refused)?;
        let charter = handle.read(|table, _| Arc::clone(&table.charter));
        let progress = Progress::from_cursor(eyes, seat, after);
        let (snapshot, waiting) = (None, VecDeque::new());
        Ok(Reading { handle, charter, feed, progress, snapshot, waiting, language, _place: place })
    }

    /// The next message; none when the table is closed and everything was sent.
    async fn next(&mut self) -> Result<Option<Message>, (StreamEnd, Failure)> {
        if let Some(view) = self.snapshot.take() {
            return Ok(Some(plain(Wire::Snapshot(view))));
        }
        loop {
            if let Some(commit) = self.waiting.pop_front() {
                return Ok(Some(self.batch(&commit)));
            }
            match self.feed.next().await {
                FeedItem::Commits(commits) => self.waiting.extend(commits),
                FeedItem::CaughtUp(seq) => {
                    return Ok(Some(plain(Wire::CaughtUp(v1::CaughtUp { seq, server_time: self.time() }))));
                }
                FeedItem::Bookmark(seq) => {
                    return Ok(Some(plain(Wire::Bookmark(v1::Bookmark { seq, server_time: self.time() }))));
                }
                FeedItem::Closed => return Ok(None),
                FeedItem::Lagged { next } => {
                    return Err((StreamEnd::Lagged, refused::stream_lagged(next)));
                }
                FeedItem::Draining { next } => {
                    return Err((StreamEnd::Draining, refused::stream_draining(next)));
                }
            }
        }
    }

    fn time(&self) -> Option<prost_types::Timestamp> {
        Some(self.handle.read(|_, now| wire::timestamp(now)))
    }

    fn batch(&mut self, commit: &Commit) -> Message {
        let events = self.progress.events(&self.charter, commit);
        let lists = if self.progress.has_lists() {
            self.handle.read(|table, now| self.progress.lists(table, now))
        } else {
            None
        };
        self.progress.batch(events, lists)
    }
}

/// A message of a stream on its way to the wire.
#[derive(Debug)]
pub(crate) enum Message {
    /// Encoded for this reader.
    Plain(Box<v1::StreamEventsResponse>),
    /// A batch: its events, encoded once for all who see the same, and its reader's own lists.
    Batch {
        /// The field `events`.
        events: Bytes,
        /// The fields after it.
        lists: Bytes,
    },
}

/// A message that is this reader's alone.
pub(crate) fn plain(message: Wire) -> Message {
    Message::Plain(Box::new(v1::StreamEventsResponse { message: Some(message) }))
}

impl Message {
    fn encode(self, to: &mut impl BufMut) -> Result<(), prost::EncodeError> {
        match self {
            Message::Plain(message) => message.encode(to),
            Message::Batch { events, lists } => {
                encode_key(BATCH_FIELD, WireType::LengthDelimited, to);
                encode_varint((events.remaining() + lists.remaining()) as u64, to);
                to.put(events);
                to.put(lists);
                Ok(())
            }
        }
    }
}

/// Writes messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StreamEncoder;

impl Encoder for StreamEncoder {
    type Item = Message;
    type Error = Status;

    fn encode(&mut self, message: Message, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        message.encode(to).map_err(|error| Status::internal(error.to_string()))
    }

    fn buffer_settings(&self) -> BufferSettings {
        buffers()
    }
}

#[cfg(test)]
mod tests {
    use crate::from_wire::RequestLimits;
    use brag_contract::dev_v1::{CreateScriptedTableRequest, ScriptedSeat};
    use brag_contract::v1::act_request::Action;
    use brag_host::{Host, HostConfig, ManualClock, Principal, Role, Roles, Trace};
    use brag_journal::memory::{MemoryBounds, MemoryJournal};
    use futures_util::StreamExt as _;
    use tonic::service::Routes;
    use tonic_types::StatusExt as _;

    use super::*;
    use crate::limits::{Limits, Streams};
    use crate::odds::{OddsDesk, OddsSettings};

    fn caller(name: &str) -> Caller {
        let roles = Roles::from_iter([Role::Player, Role::Operator]);
        let principal = Principal { tenant: "dev".into(), subject: name.into(), roles };
        Caller { principal, connection: None, trace: Trace::default() }
    }

    /// Two hands between ann and bob, of which the log keeps the second.
    async fn play(shared: &Shared) {
        let (deal, fold) = (Action::Deal(v1::Deal {}), Action::Fold(v1::Fold {}));
        for (number, (who, action)) in
            [("ann", deal.clone()), ("bob", fold.clone()), ("ann", deal), ("ann", fold)]
                .into_iter()
                .enumerate()
        {
            let turn = shared.table(&caller(who), "t").unwrap().read(|table, _| table.room.turn);
            let request = v1::ActRequest {
                table: "tables/t".into(),
                request_id: number.to_string(),
                turn: matches!(action, Action::Fold(_)).then_some(turn),
                action: Some(action),
                ..Default::default()
            };
            shared.act(&caller(who), request).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_reader_that_cannot_be_kept_up_with_is_told_where_it_lost_the_thread() {
        let config = HostConfig { hands_kept: 0, ..HostConfig::default() };
        let journal = Arc::new(MemoryJournal::new(MemoryBounds { hands_kept: 0, ..MemoryBounds::default() }));
        let host = Host::new(config, journal, Arc::new(ManualClock::at(0))).unwrap();
        let (requests, streams) = (RequestLimits::default(), Streams::new(Limits::default()));
        let odds = OddsDesk::new(OddsSettings::default());
        let shared = Shared { host, requests, streams, odds, observer: None, open: Routes::default() };
        let seat = |seat, player: &str| ScriptedSeat { seat, player: player.into(), stack: 100 };
        let create = v1::CreateTableRequest {
            table_id: "t".into(),
            request_id: "r".into(),
            variant: "three_card".into(),
            ..Default::default()
        };
        let create = CreateScriptedTableRequest {
            create: Some(create),
            seats: vec![seat(1, "ann"), seat(2, "bob")],
            dealer: 1,
            check_buy_in: false,
        };
        shared.create_scripted_table(&caller("ann"), create).await.unwrap();
        let request = v1::StreamEventsRequest { table: "tables/t".into(), ..Default::default() };
        let mut stream = shared.stream_events(&caller("eve"), Language::En, request).await.unwrap();
        let Some(Ok(Message::Plain(first))) = stream.next().await else { panic!("a snapshot") };
        let Some(Wire::Snapshot(view)) = first.message else { panic!("a snapshot") };
        play(&shared).await;
        let status = stream.next().await.unwrap().unwrap_err();
        assert_eq!(status.code(), tonic::Code::ResourceExhausted);
        let info = status.get_details_error_info().unwrap();
        assert_eq!(
            (&*info.reason, &*info.metadata["next_seq"]),
            ("STREAM_LAGGED", &*(view.seq + 1).to_string())
        );
        assert!(stream.next().await.is_none(), "never OK, never a hole");
    }

    #[test]
    fn a_batch_in_parts_is_the_message_that_it_stands_for() {
        let batch = v1::EventBatch {
            events: vec![v1::Event { seq: 7, ..v1::Event::default() }],
            legal_acts: Some(v1::LegalActs { turn: 300, ..v1::LegalActs::default() }),
            table_acts: Some(v1::TableActs::default()),
        };
        let events =
            v1::EventBatch { events: batch.events.clone(), ..Default::default() }.encode_to_vec().into();
        let lists = v1::EventBatch { events: Vec::new(), ..batch.clone() }.encode_to_vec().into();
        let mut bytes = Vec::new();
        Message::Batch { events, lists }.encode(&mut bytes).unwrap();
        let whole = v1::StreamEventsResponse { message: Some(Wire::Batch(batch)) };
        assert_eq!(bytes, whole.encode_to_vec());
    }
}
