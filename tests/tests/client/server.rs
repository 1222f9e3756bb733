//! A server in this process.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use brag_client::{Caller, Client};
use brag_host::{Host, HostConfig, SystemClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_service::transport::{self, Transport};
use brag_service::{Serving, Settings};

/// Starts a server that keeps events of so many hands beside the current one, and marks a stream that often where nothing
/// happens. Gives its address.
pub fn start(hands_kept: u32, bookmark_every: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let config = HostConfig { hands_kept, bookmark_every, ..HostConfig::default() };
    let bounds = MemoryBounds { hands_kept, ..MemoryBounds::default() };
    let clock = Arc::new(SystemClock::default());
    let host = Host::new(config, Arc::new(MemoryJournal::new(bounds)), clock).unwrap();
    let serving = Serving::new(host, Settings::default());
    serving.ready();
    let (service, never) = (serving.service(), std::future::pending());
    tokio::spawn(transport::serve(listener, service, Transport::default(), never, Duration::ZERO));
    address
}

/// A client with nothing between it and the server.
pub fn direct(server: SocketAddr, caller: Caller) -> Client {
    Client::connect_lazy(&server.to_string(), caller).unwrap()
}
