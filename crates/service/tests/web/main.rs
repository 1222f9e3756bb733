//! What a browser does, by hand: grpc-web over HTTP/1.1, its bounds, and pages that may not call.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod bounds;
mod calls;
#[path = "../common/mod.rs"]
mod common;
mod pages;
mod site;
mod streams;
