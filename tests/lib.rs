//! Black-box tests: a real server, real clients, only through the contract.
#![forbid(unsafe_code)]
