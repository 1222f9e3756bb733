//! The client before a real server, with a network that fails between them.
#![allow(clippy::unwrap_used, reason = "a test whose server does not answer has failed")]

mod cuts;
mod player;
mod real;
mod server;
