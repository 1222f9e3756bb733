//! The durable promise: a trait, the memory provider, and the suite that every provider runs.
#![forbid(unsafe_code)]
