//! A server in this process, and callers of it.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::HashMap;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use brag_contract::dev_v1::script_service_client::ScriptServiceClient;
use brag_contract::dev_v1::{CreateScriptedTableRequest, ScriptedSeat};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::table_service_client::TableServiceClient;
use brag_contract::v1::{self, ActRequest, CreateTableRequest, StreamEventsRequest};
use brag_host::{Host, HostConfig, ManualClock};
use brag_journal::Journal;
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_service::transport::{self, Transport};
use brag_service::{Serving, Settings};
use tokio::time::timeout;
use tonic::metadata::{AsciiMetadataKey, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status, Streaming};
use tonic_types::StatusExt;

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(20);

/// A server under test. Its clock stands until a test moves it.
pub struct Server {
    pub address: SocketAddr,
    pub serving: Serving,
    pub clock: Arc<ManualClock>,
}

pub async fn start() -> Server {
    start_with(HostConfig::default(), Settings::default()).await
}

pub async fn start_with(config: HostConfig, settings: Settings) -> Server {
    let bounds = MemoryBounds { hands_kept: config.hands_kept, ..MemoryBounds::default() };
    start_over(Arc::new(MemoryJournal::new(bounds)), config, settings).await
}

/// The same behind that transport.
pub async fn start_behind(transport: Transport, settings: Settings) -> Server {
    let journal = Arc::new(MemoryJournal::new(MemoryBounds::default()));
    start_all(journal, HostConfig::default(), settings, transport).await
}

/// The same over that journal.
pub async fn start_over(journal: Arc<dyn Journal>, config: HostConfig, settings: Settings) -> Server {
    start_all(journal, config, settings, Transport::default()).await
}

async fn start_all(
    journal: Arc<dyn Journal>,
    config: HostConfig,
    settings: Settings,
    transport: Transport,
) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let clock = Arc::new(ManualClock::at(1_700_000_000_000));
    let host = Host::new(config, journal, clock.clone()).unwrap();
    let serving = Serving::new(host, settings);
    serving.ready();
    let service = serving.service();
    tokio::spawn(transport::serve(listener, service, transport, std::future::pending(), Duration::ZERO));
    Server { address, serving, clock }
}

impl Server {
    /// A connection of its own.
    pub async fn channel(&self) -> Channel {
        Endpoint::from_shared(format!("http://{}", self.address)).unwrap().connect().await.unwrap()
    }

    pub async fn tables(&self) -> TableServiceClient<Channel> {
        TableServiceClient::new(self.channel().await)
    }

    pub async fn scripts(&self) -> ScriptServiceClient<Channel> {
        ScriptServiceClient::new(self.channel().await)
    }

    /// A table of three-card brag with that id.
    pub async fn create(&self, create: CreateTableRequest) -> v1::TableView {
        let answer = self.tables().await.create_table(by("op", "operator", create)).await;
        answer.unwrap().into_inner().table.unwrap()
    }

    /// A scripted table `tables/t` at which ann, bob and cat sit on seats 1, 2 and 3 with 100 chips each; seat 3
    /// deals first.
    pub async fn scripted(&self, create: CreateTableRequest) {
        let seat = |seat, player: &str| ScriptedSeat { seat, player: player.into(), stack: 100 };
        let request = CreateScriptedTableRequest {
            create: Some(create),
            seats: vec![seat(1, "ann"), seat(2, "bob"), seat(3, "cat")],
            dealer: 3,
            check_buy_in: false,
        };
        self.scripts().await.create_scripted_table(by("op", "operator", request)).await.unwrap();
    }

    /// The same, with a first hand dealt and ann to act.
    pub async fn dealt(&self) {
        self.scripted(three_card("t")).await;
        self.act("op", Action::Deal(v1::Deal {})).await.unwrap();
    }

    /// Does something at `tables/t`, naming the turn or hand that is current. A player called `op` is the operator.
    pub async fn act(&self, player: &str, action: Action) -> Result<v1::ActResponse, Status> {
        let now = self.view("op", "operator").await;
        let mut request = act(action);
        match &request.action {
            Some(Action::Look(_) | Action::Discard(_)) => request.hand = Some(now.hand),
            Some(
                Action::Fold(_)
                | Action::Bet(_)
                | Action::See(_)
                | Action::Cover(_)
                | Action::Keep(_)
                | Action::Throw(_)
                | Action::Commit(_)
                | Action::Retain(_)
                | Action::Cut(_)
                | Action::Sideshow(_)
                | Action::Accept(_)
                | Action::Refuse(_),
            ) => request.turn = Some(now.turn),
            _ => {}
        }
        self.send(player, if player == "op" { "operator" } else { "player" }, request).await
    }

    pub async fn send(
        &self,
        player: &str,
        roles: &str,
        request: ActRequest,
    ) -> Result<v1::ActResponse, Status> {
        let answer = timeout(HANG, async { self.tables().await.act(by(player, roles, request)).await });
        answer.await.expect("an act is answered").map(|answer| answer.into_inner())
    }

    /// `tables/t` as somebody sees it.
    pub async fn view(&self, player: &str, roles: &str) -> v1::TableView {
        let request = v1::GetTableRequest { name: "tables/t".into(), player: String::new() };
        let answer = self.tables().await.get_table(by(player, roles, request)).await;
        answer.unwrap().into_inner().table.unwrap()
    }

    /// The events of `tables/t`.
    pub async fn stream(&self, player: &str, roles: &str, after_seq: Option<u64>) -> Result<Reader, Status> {
        let table = "tables/t".into();
        self.open(player, roles, StreamEventsRequest { table, after_seq, ..Default::default() }).await
    }

    /// A stream of events.
    pub async fn open(
        &self,
        player: &str,
        roles: &str,
        request: StreamEventsRequest,
    ) -> Result<Reader, Status> {
        let answer = self.tables().await.stream_events(by(player, roles, request)).await;
        answer.map(|stream| Reader(stream.into_inner()))
    }
}

/// The reader of a stream.
pub struct Reader(pub Streaming<v1::StreamEventsResponse>);

use v1::stream_events_response::Message;

impl Reader {
    /// The next message, or how the stream ended.
    pub async fn next(&mut self) -> Result<Option<Message>, Status> {
        let message = timeout(HANG, self.0.message()).await.expect("a message, or the end");
        Ok(message?.map(|message| message.message.expect("one of the messages")))
    }

    pub async fn batch(&mut self) -> v1::EventBatch {
        match self.next().await.unwrap() {
            Some(Message::Batch(batch)) => batch,
            other => panic!("a batch, not {other:?}"),
        }
    }

    pub async fn snapshot(&mut self) -> v1::TableView {
        match self.next().await.unwrap() {
            Some(Message::Snapshot(view)) => *view,
            other => panic!("a snapshot, not {other:?}"),
        }
    }

    pub async fn caught_up(&mut self) -> u64 {
        match self.next().await.unwrap() {
            Some(Message::CaughtUp(caught_up)) => caught_up.seq,
            other => panic!("caught_up, not {other:?}"),
        }
    }

    /// Every event up to the live edge.
    pub async fn events(&mut self) -> Vec<v1::Event> {
        let mut events = Vec::new();
        loop {
            match self.next().await.unwrap() {
                Some(Message::Batch(batch)) => events.extend(batch.events),
                Some(Message::CaughtUp(_)) | None => return events,
                other => panic!("events, not {other:?}"),
            }
        }
    }
}

/// A request by that caller; an empty name or an empty list of roles is not sent.
pub fn by<T>(player: &str, roles: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    for (key, value) in [("brag-player", player), ("brag-role", roles)] {
        if !value.is_empty() {
            let key: AsciiMetadataKey = key.parse().unwrap();
            request.metadata_mut().insert(key, MetadataValue::try_from(value).unwrap());
        }
    }
    request
}

/// A table of three-card brag with that id and with spectators.
pub fn three_card(id: &str) -> CreateTableRequest {
    CreateTableRequest {
        table_id: id.into(),
        request_id: format!("create-{id}"),
        variant: "three_card".into(),
        spectating: Some(v1::SpectatingSettings { allowed: true, delay_hands: 0 }),
        ..CreateTableRequest::default()
    }
}

/// An act at `tables/t` under an id of its own.
pub fn act(action: Action) -> ActRequest {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    ActRequest {
        table: "tables/t".into(),
        request_id: format!("auto-{}", NEXT.fetch_add(1, Ordering::Relaxed)),
        action: Some(action),
        ..ActRequest::default()
    }
}

/// A player takes a seat.
pub fn sit(seat: u32, buy_in: i64) -> Action {
    Action::Sit(v1::Sit { seat, buy_in, display_name: String::new() })
}

/// The reason of a failure, whose details are checked for what every failure has.
pub fn reason(status: &Status) -> String {
    assert!(status.details().len() <= 4_096, "{}", status.details().len());
    let details = status.get_error_details();
    let info = details.error_info().unwrap_or_else(|| panic!("an ErrorInfo in {status:?}"));
    assert_eq!(info.domain, "brag.v1");
    let localized = details.localized_message().expect("a LocalizedMessage");
    assert_eq!(localized.locale, "en", "no call of these asks for another language, and every text is there");
    assert!(!localized.message.is_empty());
    let infos = status.get_error_details_vec();
    assert_eq!(infos.iter().filter(|d| matches!(d, tonic_types::ErrorDetail::ErrorInfo(_))).count(), 1);
    info.reason.clone()
}

/// What a failure names.
pub fn metadata(status: &Status) -> HashMap<String, String> {
    status.get_details_error_info().unwrap().metadata
}
