//! The tables of one process: a registry, one worker a table, the clock, request ids, and readers that follow.
//!
//! One act's path through here is `registry → worker → (table) check → decide → journal append → apply →
//! readers woken`; see [`worker`]. Only the hand-over to the worker and the append wait for anything.
#![forbid(unsafe_code)]

pub mod chance;
pub mod clock;
pub mod commit;
pub mod config;
pub mod feed;
pub mod host;
pub mod log;
pub mod principal;
pub mod record;
pub mod requests;
pub mod seal;
pub mod wire;
pub mod worker;

pub use clock::{Clock, ManualClock, SystemClock};
pub use commit::{Commit, Transfer, TransferKind};
pub use config::HostConfig;
pub use feed::{Feed, FeedItem};
pub use host::{CreateError, CreateTable, Host, TableHandle};
pub use log::CursorError;
pub use principal::{Principal, Role, Roles};
pub use worker::{ActCommand, ActError, Acted, RefusalContext};
