//! A service that answers what a test tells it to, and remembers what it was asked.

use std::collections::{HashMap, VecDeque};
use std::future::pending;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use brag_client::{Caller, Client, Policy};
use brag_contract::v1::event::Fact;
use brag_contract::v1::stream_events_response::Message;
use brag_contract::v1::table_service_server::{TableService, TableServiceServer};
use brag_contract::v1::{
    ActRequest, ActResponse, CaughtUp, CreateTableRequest, CreateTableResponse, Event, EventBatch,
    GetTableRequest, GetTableResponse, LegalActs, ListTablesRequest, ListTablesResponse, Reason, SatOut,
    SeatView, StreamEventsRequest, StreamEventsResponse, TableState, TableView,
};
use prost_types::Timestamp;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_stream::wrappers::{ReceiverStream, TcpListenerStream};
use tonic::transport::Server;
use tonic::{Code, Request, Response, Status};
use tonic_types::{ErrorDetails, StatusExt};

pub const TABLE: &str = "tables/t";

/// What a stream does next.
#[derive(Clone)]
pub enum Step {
    Send(Message),
    Fail(Reason),
    Hang,
}

#[derive(Default)]
struct Script {
    acts: VecDeque<Result<ActResponse, Status>>,
    views: VecDeque<Result<TableView, Status>>,
    pages: VecDeque<ListTablesResponse>,
    streams: VecDeque<Vec<Step>>,
    acted: Vec<ActRequest>,
    created: Vec<CreateTableRequest>,
    looked: Vec<GetTableRequest>,
    listed: Vec<ListTablesRequest>,
    opened: Vec<StreamEventsRequest>,
    /// The metadata of each call.
    metadata: Vec<HashMap<String, String>>,
    /// Where each call came from.
    peers: Vec<SocketAddr>,
}

/// The service, with its script.
#[derive(Clone, Default)]
pub struct Scripted(Arc<Mutex<Script>>);

/// Patience that no test's machine is too slow for.
pub const PATIENT: Policy = Policy {
    attempt_timeout: Duration::from_secs(30),
    total: Duration::from_secs(60),
    first_backoff: Duration::from_millis(1),
    max_backoff: Duration::from_millis(5),
    stream_silence: Duration::from_secs(30),
};

impl Scripted {
    /// The service, and a client of it.
    pub async fn start(caller: Caller, policy: Policy) -> (Scripted, Client) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = Scripted::default();
        let server = Server::builder().add_service(TableServiceServer::new(service.clone()));
        tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
        (service, Client::with_policy(&address.to_string(), caller, policy).unwrap())
    }

    pub async fn for_ann() -> (Scripted, Client) {
        Scripted::start(Caller::player("ann"), PATIENT).await
    }

    /// What the next acts and creations are answered; after that they wait for ever.
    pub fn acts(&self, answers: impl IntoIterator<Item = Result<ActResponse, Status>>) {
        self.0.lock().unwrap().acts.extend(answers);
    }

    /// What the next looks at the table show; after that they wait for ever.
    pub fn views(&self, views: impl IntoIterator<Item = Result<TableView, Status>>) {
        self.0.lock().unwrap().views.extend(views);
    }

    pub fn pages(&self, pages: impl IntoIterator<Item = ListTablesResponse>) {
        self.0.lock().unwrap().pages.extend(pages);
    }

    /// What the next streams do before they end with OK; after that they wait for ever.
    pub fn streams(&self, streams: impl IntoIterator<Item = Vec<Step>>) {
        self.0.lock().unwrap().streams.extend(streams);
    }

    pub fn acted(&self) -> Vec<ActRequest> {
        self.0.lock().unwrap().acted.clone()
    }

    pub fn created(&self) -> Vec<CreateTableRequest> {
        self.0.lock().unwrap().created.clone()
    }

    pub fn looked(&self) -> Vec<GetTableRequest> {
        self.0.lock().unwrap().looked.clone()
    }

    pub fn listed(&self) -> Vec<ListTablesRequest> {
        self.0.lock().unwrap().listed.clone()
    }

    /// The streams that were asked for, by their cursors.
    pub fn cursors(&self) -> Vec<Option<u64>> {
        self.opened().iter().map(|request| request.after_seq).collect()
    }

    pub fn opened(&self) -> Vec<StreamEventsRequest> {
        self.0.lock().unwrap().opened.clone()
    }

    pub fn metadata(&self) -> Vec<HashMap<String, String>> {
        self.0.lock().unwrap().metadata.clone()
    }

    pub fn peers(&self) -> Vec<SocketAddr> {
        self.0.lock().unwrap().peers.clone()
    }

    /// Notes a call, and lets the script answer it.
    fn asked<Q, A>(&self, request: Request<Q>, answer: impl FnOnce(&mut Script, Q) -> A) -> A {
        let mut script = self.0.lock().unwrap();
        script.peers.extend(request.remote_addr());
        let headers = request.metadata().clone().into_headers();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        script
            .metadata
            .push(headers.iter().map(|(key, value)| (key.to_string(), text(value.as_bytes()))).collect());
        answer(&mut script, request.into_inner())
    }
}

/// The answer, or none ever.
async fn or_never<A>(answer: Option<Result<A, Status>>) -> Result<Response<A>, Status> {
    match answer {
        Some(answer) => answer.map(Response::new),
        None => pending().await,
    }
}

#[tonic::async_trait]
impl TableService for Scripted {
    async fn create_table(
        &self,
        request: Request<CreateTableRequest>,
    ) -> Result<Response<CreateTableResponse>, Status> {
        let answer = self.asked(request, |script, request| {
            script.created.push(request);
            script.acts.pop_front()
        });
        or_never(answer.map(|answer| answer.map(|act| CreateTableResponse { table: act.view }))).await
    }

    async fn act(&self, request: Request<ActRequest>) -> Result<Response<ActResponse>, Status> {
        let answer = self.asked(request, |script, request| {
            script.acted.push(request);
            script.acts.pop_front()
        });
        or_never(answer).await
    }

    async fn get_table(
        &self,
        request: Request<GetTableRequest>,
    ) -> Result<Response<GetTableResponse>, Status> {
        let answer = self.asked(request, |script, request| {
            script.looked.push(request);
            script.views.pop_front()
        });
        or_never(answer.map(|answer| answer.map(|view| GetTableResponse { table: Some(view) }))).await
    }

    async fn list_tables(
        &self,
        request: Request<ListTablesRequest>,
    ) -> Result<Response<ListTablesResponse>, Status> {
        let answer = self.asked(request, |script, request| {
            script.listed.push(request);
            script.pages.pop_front()
        });
        or_never(answer.map(Ok)).await
    }

    type StreamEventsStream = ReceiverStream<Result<StreamEventsResponse, Status>>;

    async fn stream_events(
        &self,
        request: Request<StreamEventsRequest>,
    ) -> Result<Response<Self::StreamEventsStream>, Status> {
        let steps = self.asked(request, |script, request| {
            script.opened.push(request);
            script.streams.pop_front().unwrap_or_else(|| vec![Step::Hang])
        });
        let (send, messages) = mpsc::channel(1);
        tokio::spawn(async move {
            for step in steps {
                let message = match step {
                    Step::Send(message) => Ok(StreamEventsResponse { message: Some(message) }),
                    Step::Fail(reason) => Err(refusal(reason)),
                    Step::Hang => return send.closed().await,
                };
                if send.send(message).await.is_err() {
                    return;
                }
            }
        });
        Ok(Response::new(ReceiverStream::new(messages)))
    }
}

/// A failure with this reason, by the contract but for its code.
pub fn refusal(reason: Reason) -> Status {
    told(reason, None)
}

/// As [`refusal`], by a table that has come to this event.
pub fn refused_at(reason: Reason, seq: u64) -> Status {
    let name = reason.as_str_name().trim_start_matches("REASON_");
    let metadata = HashMap::from([("seq".to_owned(), seq.to_string())]);
    Status::with_error_details(
        Code::FailedPrecondition,
        "no",
        ErrorDetails::with_error_info(name, "brag.v1", metadata),
    )
}

/// As [`refusal`], asking to be tried again after this time.
pub fn told(reason: Reason, retry_after: Option<Duration>) -> Status {
    let name = reason.as_str_name().trim_start_matches("REASON_");
    let mut details = ErrorDetails::new();
    details.set_error_info(name, "brag.v1", HashMap::new());
    if let Some(delay) = retry_after {
        details.set_retry_info(Some(delay));
    }
    Status::with_error_details(Code::FailedPrecondition, "no", details)
}

/// Seat 1 sits out: whether he did before matters to nobody.
pub fn event(seq: u64) -> Event {
    let fact = Some(Fact::SatOut(SatOut { seat: 1, reason: 1 }));
    Event { seq, time: Some(Timestamp::default()), fact, ..Event::default() }
}

/// An event of a newer service.
pub fn unknown(seq: u64) -> Event {
    Event { fact: None, ..event(seq) }
}

/// A commit of these events.
pub fn batch(events: impl IntoIterator<Item = Event>) -> Step {
    Step::Send(Message::Batch(EventBatch { events: events.into_iter().collect(), ..EventBatch::default() }))
}

/// A table with one seat, at this event, and in a turn of that number.
pub fn view(seq: u64) -> TableView {
    let mut view = TableView { name: TABLE.into(), seq, turn: seq, ..TableView::default() };
    view.seats.push(SeatView { number: 1, ..SeatView::default() });
    view.set_state(TableState::Open);
    view.legal_acts = Some(LegalActs { acts: Vec::new(), turn: seq, hand: 9 });
    view
}

pub fn snapshot(seq: u64) -> Step {
    Step::Send(Message::Snapshot(Box::new(view(seq))))
}

pub fn closed(seq: u64) -> TableView {
    let mut view = view(seq);
    view.set_state(TableState::Closed);
    view
}

pub fn caught_up(seq: u64) -> Step {
    Step::Send(Message::CaughtUp(CaughtUp { seq, server_time: None }))
}

pub fn acted(seq: u64) -> Result<ActResponse, Status> {
    Ok(ActResponse { seq, ..ActResponse::default() })
}
