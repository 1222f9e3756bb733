//! A server in this process, on a port of its own that only this machine reaches.

use brag_host::{Host, HostConfig, SystemClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_service::transport::{self, Transport};
use brag_service::{Serving, Settings};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// How long open calls have to end when the server does.
const ENDS_WITHIN: Duration = Duration::from_secs(1);

/// The server; it ends when this is dropped, or in good order by [`Local::end`].
pub struct Local {
    address: SocketAddr,
    serving: Serving,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Result<(), transport::Error>>,
}

impl Local {
    /// Starts one as `brag serve` has it by default. On the current tokio runtime.
    ///
    /// # Errors
    /// There is no port, or no randomness.
    pub fn start() -> Result<Local, String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .map_err(|why| format!("no port to listen on: {why}"))?;
        let address = listener.local_addr().map_err(|why| format!("no port to listen on: {why}"))?;
        let config = HostConfig::default();
        let bounds = MemoryBounds {
            hands_kept: config.hands_kept,
            commits_kept: config.commits_kept,
            closed_tables_kept: config.closed_tables_kept,
        };
        let journal = Arc::new(MemoryJournal::new(bounds));
        let host = Host::new(config, journal, Arc::new(SystemClock::new()))
            .map_err(|_| "the operating system gives no randomness".to_owned())?;
        let serving = Serving::new(host, Settings::default());
        let (stop, stopped) = oneshot::channel();
        let service = serving.service();
        let ended = tokio::spawn(async move {
            // Dropped or told, both mean that it is over.
            let stop = async { drop(stopped.await) };
            transport::serve(listener, service, Transport::default(), stop, ENDS_WITHIN).await
        });
        serving.ready();
        Ok(Local { address, serving, stop, ended })
    }

    /// Where it listens, as a URI.
    pub fn uri(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends every stream and the server.
    pub async fn end(self) {
        self.serving.drain();
        let _ended_already = self.stop.send(());
        let _whatever_it_met = self.ended.await;
    }
}
