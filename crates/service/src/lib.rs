//! The gRPC face of the engine.
//!
//! A call goes `transport → api → (caller, form) → handler → host`; what comes back goes through `to_wire`, a
//! refusal through `refused`. Each file has one subject:
//!
//! | | |
//! |---|---|
//! | `transport` | connections, their bounds and their end; web pages |
//! | `api`, `codec`, `method`, `caller`, `principal` | from a request to its handler: who calls, and may he |
//! | `from_wire` | requests into values of our own |
//! | `table_service`, `stream`, `rules_service`, `odds`, `script_service` | the handlers |
//! | `eyes`, `seats`, `to_wire` | what a viewer sees |
//! | `status`, `refused`, `told` | failures |
//! | `language`, `texts` | what people read, in four languages |
//! | `observer` | what whoever watches is told |
//! | `limits` | how many streams |
//! | `health`, `reflection` | |
#![forbid(unsafe_code)]

mod api;
mod call;
mod caller;
mod codec;
mod eyes;
mod from_wire;
mod health;
mod language;
mod limits;
mod method;
pub mod observer;
mod odds;
mod principal;
mod reflection;
mod refused;
mod rules_service;
mod script_service;
mod seats;
mod status;
mod stream;
mod table_service;
mod texts;
mod to_wire;
mod told;
pub mod transport;
#[cfg(test)]
mod two_worlds;

/// Every variant as `ListVariants` tells it in English: for documents.
pub fn catalogue() -> Vec<brag_contract::v1::Variant> {
    let texts = language::Language::En.texts();
    brag_rules::variant::Variant::all().iter().map(|&of| to_wire::catalogue::variant(texts, of)).collect()
}

pub use api::Api;
pub use from_wire::RequestLimits;
pub use limits::Limits;
pub use observer::Observer;
pub use odds::OddsSettings;

use api::Shared;
use brag_host::Host;
use health::Stages;
use limits::Streams;
use odds::OddsDesk;
use std::sync::Arc;
use tonic::service::Routes;

/// The longest message of a probe, in bytes: a service's name.
const PROBE_MAX_BYTES: usize = 1_024;

/// What may be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Whether the contract's schema is served to whoever asks (reflection v1 and v1alpha).
    pub reflection: bool,
    /// Bounds on streams.
    pub limits: Limits,
    /// Bounds on requests.
    pub requests: RequestLimits,
    /// What odds may cost.
    pub odds: OddsSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            reflection: true,
            limits: Limits::default(),
            requests: RequestLimits::default(),
            odds: OddsSettings::default(),
        }
    }
}

/// A service over the tables of a host, and its life: it starts, is ready, and drains. A cheap handle.
#[derive(Clone)]
pub struct Serving {
    host: Host,
    stages: Stages,
    api: Api,
}

impl Serving {
    /// A service that has not said yet that it is ready. Callers say who they are in metadata (dev mode), so it is
    /// for loopback addresses.
    pub fn new(host: Host, settings: Settings) -> Serving {
        Serving::observed(host, settings, None)
    }

    /// The same, with somebody who watches.
    pub fn observed(host: Host, settings: Settings, observer: Option<Arc<dyn Observer>>) -> Serving {
        texts::load();
        let stages = Stages::new();
        let max_bytes = settings.requests.message_bytes;
        let mut open = Routes::builder();
        open.add_service(stages.server(max_bytes));
        if settings.reflection {
            reflection::add_to(&mut open, max_bytes);
        }
        let streams = Streams::new(settings.limits);
        let odds = OddsDesk::new(settings.odds);
        let (requests, open) = (settings.requests, open.routes().prepare());
        let shared = Shared { host: host.clone(), requests, streams, odds, observer, open };
        Serving { host, stages, api: Api::new(shared) }
    }

    /// What the transport serves.
    pub fn service(&self) -> Api {
        self.api.clone()
    }

    /// Health, and nothing else: what may be served where callers are neither known nor trusted.
    pub fn probes(&self) -> Routes {
        Routes::new(self.stages.server(PROBE_MAX_BYTES)).prepare()
    }

    /// From now on health says that calls are taken.
    pub fn ready(&self) {
        self.stages.ready();
    }

    /// From now on health says that no new calls should come; those that do are answered.
    pub fn not_ready(&self) {
        self.stages.not_ready();
    }

    /// Ends every stream with DRAINING and where to resume, and makes no more tables.
    pub fn drain(&self) {
        self.stages.drain();
        self.host.drain();
    }
}
