//! What the server is told: each setting from a flag, else the environment, else a file, else its default.
//!
//! | | |
//! |---|---|
//! | `table` | every setting, once |
//! | `setting`, `value` | what a row says, and what a value may be |
//! | `flags`, `file`, `environment` | the sources |
//! | `effective` | the sources over one another, and what must fit together |
//! | `print` | what is shown of it |

mod effective;
mod environment;
mod file;
mod flags;
mod nearest;
mod print;
mod setting;
mod table;
#[cfg(test)]
mod tests;
mod value;

pub use effective::Effective;
pub use flags::Flags;
pub use print::reference;

use crate::telemetry::LogFormat;
use brag_host::HostConfig;
use brag_service::Settings;
use brag_service::transport::Transport;
use brag_telemetry::TraceSettings;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use value::LogFilter;

/// What the server is told. It may come to hold secrets, so it cannot be printed whole.
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Whether callers may say who they are on an address that other machines reach.
    pub insecure_dev: bool,
    /// Where health is served in clear text, if anywhere.
    pub probe_addr: Option<SocketAddr>,
    /// Connections of probes open at once.
    pub probe_connections: usize,
    /// Where the page of metrics is served, if anywhere.
    pub admin_addr: Option<SocketAddr>,
    /// How long it goes on taking connections after SIGTERM.
    pub drain_delay: Duration,
    /// How long open calls then have to end.
    pub drain_deadline: Duration,
    /// What is logged.
    pub log: LogFilter,
    /// How log lines look.
    pub log_format: LogFormat,
    /// What is traced, if anything; the standard variables say so, and no setting does.
    pub traces: Option<TraceSettings>,
    /// The tables' bounds.
    pub host: HostConfig,
    /// The calls' bounds.
    pub service: Settings,
    /// The connections' bounds.
    pub transport: Transport,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 50_051)),
            insecure_dev: false,
            probe_addr: None,
            probe_connections: Transport::for_probes().max_connections,
            admin_addr: None,
            drain_delay: Duration::from_secs(5),
            drain_deadline: Duration::from_secs(10),
            log: LogFilter::default(),
            log_format: LogFormat::Human,
            traces: None,
            host: HostConfig::default(),
            service: Settings::default(),
            transport: Transport::default(),
        }
    }
}
