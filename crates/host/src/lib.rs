//! The tables of one process: a registry, one worker a table, the clock, request ids, and readers that follow.
//!
//! One act's path through here is `registry → worker → (table) check → decide → journal append → apply →
//! readers woken`; see `worker.rs`. Only the hand-over to the worker and the append wait for anything.
#![forbid(unsafe_code)]

mod cell;
pub mod chance;
pub mod clock;
pub mod command;
pub mod commit;
pub mod config;
pub mod create;
pub mod feed;
pub mod host;
mod live;
pub mod log;
pub mod observer;
pub mod principal;
pub mod record;
mod registry;
pub mod requests;
pub mod restore;
mod rule_sets;
pub mod seal;
pub mod trace;
pub mod wire;
mod worker;

pub use clock::{Clock, ManualClock, SystemClock};
pub use command::{ActCommand, ActError, Acted, Numbers, RefusalContext};
pub use commit::{Commit, Transfer, TransferKind};
pub use config::HostConfig;
pub use create::{CreateError, CreateTable};
pub use feed::{Feed, FeedItem};
pub use host::{Host, TableHandle};
pub use log::CursorError;
pub use observer::{ActOutcome, Observer, Stage};
pub use principal::{Principal, Role, Roles};
pub use requests::{Effect, KeptEvents};
pub use trace::{ActSpan, Trace, TraceParent};
