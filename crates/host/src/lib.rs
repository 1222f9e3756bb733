//! Registry, one worker a table, clock, request ids, fan-out.
#![forbid(unsafe_code)]
