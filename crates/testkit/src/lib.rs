//! Playthrough reader, random player, checkers.
#![forbid(unsafe_code)]
