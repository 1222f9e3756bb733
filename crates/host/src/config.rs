//! The host's bounds, each named with its unit.

use std::time::Duration;

/// Bounds on what tables may use (the contract's section 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostConfig {
    /// Commands that may wait for one table.
    pub mailbox: usize,
    /// Request ids that a table remembers, beside those that it keeps for its life.
    pub requests_kept: usize,
    /// Hands before the current one whose events stay in memory.
    pub hands_kept: u32,
    /// Commits of one table that stay in memory at most, however long its hands are.
    pub commits_kept: usize,
    /// Closed tables that can still be read; the one that closed first goes first.
    pub closed_tables_kept: usize,
    /// Tables that one tenant may have open.
    pub tables_per_tenant: usize,
    /// A table in which nothing happens for so long is closed, in milliseconds.
    pub idle_close_ms: u64,
    /// Time until a table that its journal did not answer asks it again, in milliseconds.
    pub journal_retry_ms: u64,
    /// Silence on a stream before it says where it stands.
    pub bookmark_every: Duration,
    /// Commits that a reader takes from the log at a time.
    pub feed_batch: usize,
}

impl Default for HostConfig {
    fn default() -> Self {
        HostConfig {
            mailbox: 64,
            requests_kept: 1_024,
            hands_kept: 3,
            commits_kept: 16_384,
            closed_tables_kept: 10_000,
            tables_per_tenant: 100_000,
            idle_close_ms: 24 * 60 * 60 * 1_000,
            journal_retry_ms: 1_000,
            bookmark_every: Duration::from_secs(15),
            feed_batch: 32,
        }
    }
}
