//! The client before a service that does what is seldom: refuses, falls silent, breaks off, leaves gaps, is newer.
#![allow(clippy::unwrap_used, reason = "a test whose service does not answer has failed")]

mod acts;
mod calls;
mod service;
mod streams;
