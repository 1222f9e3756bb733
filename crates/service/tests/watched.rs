//! What whoever watches is told, and what trace the journal keeps.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use brag_contract::v1;
use brag_contract::v1::act_request::Action;
use brag_contract::{journal_v1, v1::TableState};
use brag_host::{ActOutcome, ActSpan, Host, HostConfig, ManualClock, Stage, TraceParent};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_journal::{
    Append, AppendError, BoxFuture, Head, Journal, ReadError, Snapshot, SnapshotError, Stored, TableKey,
};
use brag_rules::variant::Variant;
use brag_service::observer::{CallSpan, Rpc, StreamEnd};
use brag_service::transport::{self, Transport};
use brag_service::{Serving, Settings};
use common::*;
use http::HeaderMap;
use parking_lot::Mutex;
use prost::Message as _;
use tokio::task::JoinHandle;
use tonic::{Code, Request};

const CALLERS: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const UNSAMPLED: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
const OWN: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-1111111111111111-01";
const HANG: Duration = Duration::from_secs(20);

/// Writes down what it is told. It records each call whose caller does.
#[derive(Debug, Default, Clone)]
struct Notes(Arc<Mutex<Vec<String>>>);

impl Notes {
    fn note(&self, note: impl Into<String>) {
        self.0.lock().push(note.into());
    }

    fn count(&self, note: &str) -> usize {
        self.0.lock().iter().filter(|known| known.starts_with(note)).count()
    }

    /// Waits until so many notes begin with this.
    async fn until(&self, note: &str, count: usize) {
        let by = Instant::now() + HANG;
        while self.count(note) < count {
            assert!(Instant::now() < by, "{count} of {note} in {:?}", self.0.lock());
            tokio::task::yield_now().await;
        }
        assert_eq!(self.count(note), count, "{note} in {:?}", self.0.lock());
    }
}

impl brag_service::Observer for Notes {
    fn call_began(
        &self,
        rpc: Rpc,
        _: Instant,
        _: &HeaderMap,
        parent: Option<TraceParent>,
    ) -> Option<Arc<dyn CallSpan>> {
        self.note(format!("began {}", rpc.name()));
        parent?.sampled.then(|| Arc::new(self.clone()) as Arc<dyn CallSpan>)
    }

    fn call_ended(&self, rpc: Rpc, code: Code, _: Duration) {
        self.note(format!("ended {} {code:?}", rpc.name()));
    }

    fn refused(&self, reason: &'static str) {
        self.note(format!("refused {reason}"));
    }

    fn stream_began(&self) {
        self.note("stream began");
    }

    fn stream_ended(&self, end: StreamEnd) {
        self.note(format!("stream ended {end:?}"));
    }
}

impl brag_host::Observer for Notes {
    fn stage(&self, stage: Stage, _: Duration) {
        self.note(format!("stage {stage:?}"));
    }

    fn acted(&self, variant: Variant, outcome: ActOutcome) {
        self.note(format!("acted {} {outcome:?}", variant.id()));
    }

    fn table_moved(&self, from: Option<TableState>, to: Option<TableState>) {
        self.note(format!("moved {from:?} {to:?}"));
    }

    fn delivered(&self, _: Duration) {
        self.note("delivered");
    }
}

impl ActSpan for Notes {
    fn stage(&self, stage: Stage, began: Instant, ended: Instant) {
        assert!(began <= ended);
        self.note(format!("span {stage:?}"));
    }
}

impl CallSpan for Notes {
    fn parent(&self) -> TraceParent {
        TraceParent::parse(OWN.as_bytes()).unwrap()
    }

    fn end(&self, code: Code, _: Instant) {
        self.note(format!("span end {code:?}"));
    }
}

async fn watched(notes: &Notes) -> (Server, Arc<MemoryJournal>) {
    let journal = Arc::new(MemoryJournal::new(MemoryBounds::default()));
    (watched_over(notes, Transport::default(), journal.clone()).await, journal)
}

async fn watched_over(notes: &Notes, transport: Transport, journal: Arc<dyn Journal>) -> Server {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let clock = Arc::new(ManualClock::at(1_700_000_000_000));
    let observer = Some(Arc::new(notes.clone()) as Arc<dyn brag_host::Observer>);
    let host = Host::observed(HostConfig::default(), journal, clock.clone(), observer).unwrap();
    let observer = Some(Arc::new(notes.clone()) as Arc<dyn brag_service::Observer>);
    let serving = Serving::observed(host, Settings::default(), observer);
    serving.ready();
    let (service, never) = (serving.service(), std::future::pending());
    tokio::spawn(transport::serve(listener, service, transport, never, Duration::ZERO));
    Server { address, serving, clock }
}

/// A request with this `traceparent`.
fn traced<T>(mut request: Request<T>, traceparent: &'static str) -> Request<T> {
    request.metadata_mut().insert("traceparent", traceparent.parse().unwrap());
    request
}

/// What each record of `tables/t` keeps.
async fn kept(journal: &MemoryJournal) -> Vec<String> {
    let key = TableKey::new("dev", "t");
    let records = journal.read(&key, 1).await.unwrap();
    let read = |record: &[u8]| journal_v1::Record::decode(record).unwrap().traceparent;
    records.iter().map(|stored| read(&stored.record)).collect()
}

#[tokio::test]
async fn the_record_keeps_the_calls_span_or_the_callers_where_it_is_not_recorded() {
    let notes = Notes::default();
    let (server, journal) = watched(&notes).await;
    let mut tables = server.tables().await;
    let create = traced(by("op", "operator", three_card("t")), CALLERS);
    tables.create_table(create).await.unwrap();
    for (seat, (player, traceparent)) in
        [("ann", UNSAMPLED), ("bob", CALLERS), ("cat", "garbage"), ("dan", "")].into_iter().enumerate()
    {
        let mut request = by(player, "player", act(sit(seat as u32 + 1, 100)));
        if !traceparent.is_empty() {
            request = traced(request, traceparent);
        }
        tables.act(request).await.unwrap();
    }
    let kept = kept(&journal).await;
    assert_eq!(kept[..5], [OWN, UNSAMPLED, OWN, "", ""].map(str::to_owned));
    for stage in ["span Decide", "span Append", "span FanOut", "span end Ok"] {
        notes.until(stage, 2).await;
    }
    // Nobody's span is told of what the clock brings about.
    assert!(notes.count("stage Append") >= 5);
}

#[tokio::test]
async fn acts_refusals_and_tables_are_told() {
    let notes = Notes::default();
    let (server, _) = watched(&notes).await;
    server.create(three_card("t")).await;
    server.act("ann", sit(1, 100)).await.unwrap();
    assert!(server.act("ann", sit(1, 100)).await.is_err());
    let request = v1::ActRequest { validate_only: true, ..act(sit(2, 100)) };
    server.send("bob", "player", request).await.unwrap();
    let request = act(sit(3, 100));
    server.send("cat", "player", request.clone()).await.unwrap();
    server.send("cat", "player", request).await.unwrap();
    server.act("op", Action::Pause(v1::Pause {})).await.unwrap();
    server.act("op", Action::Close(v1::Close { when: v1::CloseWhen::Now.into() })).await.unwrap();
    for (note, count) in [
        ("acted three_card Done", 4),
        ("acted three_card Refused", 1),
        ("acted three_card Validated", 1),
        ("acted three_card Repeated", 1),
        ("refused ALREADY_SEATED", 1),
        ("refused", 1),
        ("moved None Some(Open)", 1),
        ("moved Some(Open) Some(Paused)", 1),
        ("moved Some(Paused) Some(Closed)", 1),
        ("moved", 3),
        ("ended brag.v1.TableService/Act FailedPrecondition", 1),
        ("ended brag.v1.TableService/Act Ok", 6),
    ] {
        notes.until(note, count).await;
    }
    let unknown = server.tables().await.get_table(by("ann", "player", v1::GetTableRequest::default())).await;
    assert_eq!(unknown.unwrap_err().code(), Code::InvalidArgument);
    notes.until("refused INVALID_FIELD", 1).await;
}

/// A journal that never answers an append.
struct Silent(MemoryJournal);

impl Journal for Silent {
    fn append<'a>(&'a self, _: Append) -> BoxFuture<'a, Result<(), AppendError>> {
        Box::pin(std::future::pending())
    }

    fn read<'a>(&'a self, key: &'a TableKey, from_seq: u64) -> BoxFuture<'a, Result<Vec<Stored>, ReadError>> {
        self.0.read(key, from_seq)
    }

    fn first<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Stored, ReadError>> {
        self.0.first(key)
    }

    fn head<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Head>, ReadError>> {
        self.0.head(key)
    }

    fn heads<'a>(&'a self) -> BoxFuture<'a, Result<Vec<Head>, ReadError>> {
        self.0.heads()
    }

    fn due<'a>(&'a self, now: u64) -> BoxFuture<'a, Result<Vec<Head>, ReadError>> {
        self.0.due(now)
    }

    fn store_snapshot<'a>(
        &'a self,
        key: &'a TableKey,
        snapshot: Snapshot,
    ) -> BoxFuture<'a, Result<(), SnapshotError>> {
        self.0.store_snapshot(key, snapshot)
    }

    fn load_snapshot<'a>(&'a self, key: &'a TableKey) -> BoxFuture<'a, Result<Option<Snapshot>, ReadError>> {
        self.0.load_snapshot(key)
    }

    fn name(&self) -> &'static str {
        "silent"
    }

    fn lives_as_long_as_the_process(&self) -> bool {
        true
    }
}

#[tokio::test]
async fn every_call_that_began_ends_once_whatever_becomes_of_it() {
    let silent = || Arc::new(Silent(MemoryJournal::new(MemoryBounds::default())));
    let notes = Notes::default();
    let hurried = Transport { request_timeout: Duration::from_millis(20), ..Transport::default() };
    let server = watched_over(&notes, hurried, silent()).await;
    let late = server.tables().await.create_table(by("op", "operator", three_card("t"))).await.unwrap_err();
    assert_eq!(late.code(), Code::DeadlineExceeded);
    notes.until("ended brag.v1.TableService/CreateTable DeadlineExceeded", 1).await;
    notes.until("refused DEADLINE_EXCEEDED", 1).await;

    let notes = Notes::default();
    let server = watched_over(&notes, Transport::default(), silent()).await;
    let (tables, calls) = (server.tables().await, 1_000);
    let waiting: Vec<_> = (0..calls)
        .map(|number| {
            let mut tables = tables.clone();
            let create = three_card(&format!("t{number}"));
            tokio::spawn(async move { tables.create_table(by("op", "operator", create)).await })
        })
        .collect();
    notes.until("began brag.v1.TableService/CreateTable", calls).await;
    waiting.iter().for_each(JoinHandle::abort);
    notes.until("ended brag.v1.TableService/CreateTable Cancelled", calls).await;
    notes.until("began", calls).await;
    notes.until("ended", calls).await;
    assert_eq!(notes.count("refused"), 0);
}

#[tokio::test]
async fn streams_are_told_with_how_they_end() {
    let notes = Notes::default();
    let (server, _) = watched(&notes).await;
    server.create(three_card("t")).await;
    let mut reader = server.stream("ann", "player", None).await.unwrap();
    reader.snapshot().await;
    reader.caught_up().await;
    server.act("ann", sit(1, 100)).await.unwrap();
    reader.batch().await;
    notes.until("delivered", 1).await;
    drop(reader);
    notes.until("stream ended ReaderGone", 1).await;

    let mut reader = server.stream("ann", "player", None).await.unwrap();
    reader.snapshot().await;
    server.act("op", Action::Close(v1::Close { when: v1::CloseWhen::Now.into() })).await.unwrap();
    while reader.next().await.unwrap().is_some() {}
    notes.until("stream ended TableClosed", 1).await;

    server.create(three_card("u")).await;
    let request = v1::StreamEventsRequest { table: "tables/u".into(), ..Default::default() };
    let stream = server.tables().await.stream_events(by("ann", "player", request)).await.unwrap();
    let mut reader = Reader(stream.into_inner());
    reader.snapshot().await;
    server.serving.drain();
    while reader.next().await.is_ok() {}
    notes.until("stream ended Draining", 1).await;
    assert_eq!(notes.count("stream began"), notes.count("stream ended"));
    notes.until("refused DRAINING", 1).await;
}
