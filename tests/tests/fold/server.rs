//! A server in this process, and what one asks it.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use brag_contract::dev_v1::script_service_client::ScriptServiceClient;
use brag_contract::v1::Variant;
use brag_contract::v1::rules_service_client::RulesServiceClient;
use brag_contract::v1::table_service_client::TableServiceClient;
use brag_contract::v1::{ListVariantsRequest, TableView};
use brag_host::{Host, HostConfig, ManualClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_service::transport::{self, Transport};
use brag_service::{Serving, Settings};
use tonic::Request;
use tonic::metadata::{AsciiMetadataKey, MetadataValue};
use tonic::transport::{Channel, Endpoint};

/// A server that keeps few hands, and whose clock stands until it is moved.
pub struct Server {
    address: SocketAddr,
    pub clock: Arc<ManualClock>,
    pub variants: Vec<Variant>,
}

impl Server {
    pub async fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let config = HostConfig { hands_kept: 3, ..HostConfig::default() };
        let bounds = MemoryBounds { hands_kept: config.hands_kept, ..MemoryBounds::default() };
        let clock = Arc::new(ManualClock::at(1_700_000_000_000));
        let host = Host::new(config, Arc::new(MemoryJournal::new(bounds)), clock.clone()).unwrap();
        let serving = Serving::new(host, Settings::default());
        serving.ready();
        let never = std::future::pending();
        tokio::spawn(transport::serve(
            listener,
            serving.service(),
            Transport::default(),
            never,
            Duration::ZERO,
        ));
        let mut server = Server { address, clock, variants: Vec::new() };
        // Three-card brag is the first.
        let mut rules = RulesServiceClient::new(server.channel().await);
        let listed = rules.list_variants(by("ann", "player", ListVariantsRequest {})).await.unwrap();
        server.variants = listed.into_inner().variants;
        server
    }

    async fn channel(&self) -> Channel {
        Endpoint::from_shared(format!("http://{}", self.address)).unwrap().connect().await.unwrap()
    }

    pub async fn tables(&self) -> TableServiceClient<Channel> {
        TableServiceClient::new(self.channel().await)
    }

    pub async fn rules(&self) -> RulesServiceClient<Channel> {
        RulesServiceClient::new(self.channel().await)
    }

    pub async fn scripts(&self) -> ScriptServiceClient<Channel> {
        ScriptServiceClient::new(self.channel().await)
    }
}

/// A request by that caller.
pub fn by<T>(player: &str, roles: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    for (key, value) in [("brag-player", player), ("brag-role", roles)] {
        let key: AsciiMetadataKey = key.parse().unwrap();
        request.metadata_mut().insert(key, MetadataValue::try_from(value).unwrap());
    }
    request
}

/// The table's time in a view, in milliseconds.
pub fn now(view: &TableView) -> i64 {
    view.server_time.as_ref().map_or(0, millis)
}

pub fn millis(at: &prost_types::Timestamp) -> i64 {
    at.seconds * 1_000 + i64::from(at.nanos) / 1_000_000
}
