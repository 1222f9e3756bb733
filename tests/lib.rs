//! Black-box tests: a real server, real clients, only through the contract; and a network that fails, between them.
#![forbid(unsafe_code)]

pub mod proxy;
