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
    /// A table in which nothing happens for so long is closed; whole milliseconds count.
    pub idle_close: Duration,
    /// Time until a table that its journal did not answer asks it again; whole milliseconds count.
    pub journal_retry: Duration,
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
            idle_close: Duration::from_secs(24 * 60 * 60),
            journal_retry: Duration::from_secs(1),
            bookmark_every: Duration::from_secs(15),
            feed_batch: 32,
        }
    }
}

impl HostConfig {
    /// [`HostConfig::idle_close`] as tables count time.
    pub(crate) fn idle_close_ms(&self) -> u64 {
        whole_millis(self.idle_close)
    }

    /// [`HostConfig::journal_retry`] as tables count time.
    pub(crate) fn journal_retry_ms(&self) -> u64 {
        whole_millis(self.journal_retry)
    }
}

fn whole_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
