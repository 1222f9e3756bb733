//! The gRPC face of the engine.
#![forbid(unsafe_code)]

pub mod transport;
