//! Every setting, once: flags, variables, keys of the file, `--help`, `--print-config` and docs/configuration.md are
//! made from these rows.

use super::setting::Unit::{Milliseconds, Of, Seconds};
use super::setting::{Setting, number, word};

/// Settings of one subject.
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// Its settings, in the order in which they are shown.
    pub settings: &'static [Setting],
}

/// Every setting, in the order in which they are shown.
pub fn settings() -> impl Iterator<Item = &'static Setting> {
    SECTIONS.iter().flat_map(|section| section.settings)
}

const MIB: u64 = 1 << 20;
/// The largest window of HTTP/2.
const MOST_WINDOW: u64 = (1 << 31) - 1;
const DAY: u64 = 24 * 60 * 60;

/// The table.
pub static SECTIONS: &[Section] = &[
    Section {
        title: "Process",
        settings: &[
            word("listen", "Where to listen", |c| &mut c.listen),
            word(
                "insecure_dev",
                "Let callers say who they are on an address that other machines reach",
                |c| &mut c.insecure_dev,
            ),
            word("probe_addr", "Where health is served in clear text, and nothing else", |c| {
                &mut c.probe_addr
            }),
            number(
                "probe_connections",
                Of("connections"),
                1..=10_000,
                "Connections open at once where health alone is served; more wait unaccepted",
                |c| &mut c.probe_connections,
            ),
            word("admin_addr", "Where the page /metrics is served, for Prometheus", |c| &mut c.admin_addr),
            word("reflection", "Publish the contract's schema to whoever asks", |c| {
                &mut c.service.reflection
            }),
            number(
                "drain_delay_seconds",
                Seconds,
                0..=300,
                "After SIGTERM, go on taking connections for so long, not ready any more",
                |c| &mut c.drain_delay,
            ),
            number(
                "drain_deadline_seconds",
                Seconds,
                0..=300,
                "Time that open calls have to end after that",
                |c| &mut c.drain_deadline,
            ),
            word("log", "What is logged", |c| &mut c.log),
            word("log_format", "How log lines look", |c| &mut c.log_format),
        ],
    },
    Section {
        title: "Tables",
        settings: &[
            number(
                "tables_per_tenant",
                Of("tables"),
                1..=10_000_000,
                "Tables that one tenant may have open",
                |c| &mut c.host.tables_per_tenant,
            ),
            number(
                "mailbox_commands",
                Of("commands"),
                1..=65_536,
                "Commands that may wait for one table; what comes then is OVERLOADED",
                |c| &mut c.host.mailbox,
            ),
            number(
                "request_ids_per_table",
                Of("request ids"),
                1_024..=1_048_576,
                "Request ids that a table remembers, beside those that it keeps for its life; callers are promised \
                 at least 1024",
                |c| &mut c.host.requests_kept,
            ),
            number(
                "hands_kept",
                Of("hands"),
                3..=1_000,
                "Hands before the current one whose events each table keeps in memory",
                |c| &mut c.host.hands_kept,
            ),
            number(
                "commits_per_table",
                Of("commits"),
                1_024..=1_048_576,
                "Commits that each table keeps in memory at most, however long its hands are",
                |c| &mut c.host.commits_kept,
            ),
            number(
                "closed_tables_kept",
                Of("tables"),
                0..=1_000_000,
                "Closed tables that can still be read; the one that closed first goes first",
                |c| &mut c.host.closed_tables_kept,
            ),
            number(
                "idle_close_seconds",
                Seconds,
                60..=366 * DAY,
                "A table in which nothing happens for so long is closed",
                |c| &mut c.host.idle_close,
            ),
            number(
                "journal_retry_ms",
                Milliseconds,
                10..=60_000,
                "Time until a table that its journal did not answer asks it again",
                |c| &mut c.host.journal_retry,
            ),
        ],
    },
    Section {
        title: "Streams",
        settings: &[
            number(
                "streams_per_connection",
                Of("streams"),
                1..=65_535,
                "Event streams that one connection may have open; below http2_max_concurrent_streams, so that there \
                 is room for calls",
                |c| &mut c.service.limits.streams_per_connection,
            ),
            number(
                "streams_per_table",
                Of("streams"),
                1..=1_000_000,
                "Event streams that one table may have open",
                |c| &mut c.service.limits.streams_per_table,
            ),
            number(
                "streams_per_process",
                Of("streams"),
                1..=1_000_000,
                "Event streams that the process may have open",
                |c| &mut c.service.limits.streams,
            ),
            number(
                "bookmark_seconds",
                Seconds,
                1..=3_600,
                "Silence on an event stream before it says where it stands; a client of crates/client takes a stream that is silent for 37.5 s as dead, so that above 37 it comes anew again and again at a quiet table",
                |c| &mut c.host.bookmark_every,
            ),
            number(
                "feed_batch_commits",
                Of("commits"),
                1..=1_024,
                "Commits that an event stream takes from its table at a time",
                |c| &mut c.host.feed_batch,
            ),
        ],
    },
    Section {
        title: "Requests",
        settings: &[
            number(
                "message_max_bytes",
                Of("bytes"),
                1_024..=4 * MIB,
                "The longest message of a request",
                |c| &mut c.service.requests.message_bytes,
            ),
            number(
                "table_id_max_chars",
                Of("characters"),
                32..=63,
                "The longest id of a table; the server's own have 32 characters",
                |c| &mut c.service.requests.table_id_chars,
            ),
            number(
                "request_id_max_chars",
                Of("characters"),
                36..=64,
                "The longest id of a request; a UUID has 36 characters",
                |c| &mut c.service.requests.request_id_chars,
            ),
            number("player_id_max_chars", Of("characters"), 1..=64, "The longest id of a player", |c| {
                &mut c.service.requests.player_id_chars
            }),
            number(
                "display_name_max_chars",
                Of("characters"),
                0..=64,
                "The longest name by which a player is called",
                |c| &mut c.service.requests.display_name_chars,
            ),
            number("labels_per_table", Of("labels"), 0..=64, "Labels that one table may have", |c| {
                &mut c.service.requests.labels
            }),
            number("label_key_max_chars", Of("characters"), 1..=256, "The longest key of a label", |c| {
                &mut c.service.requests.label_key_chars
            }),
            number(
                "label_value_max_chars",
                Of("characters"),
                0..=1_024,
                "The longest value of a label",
                |c| &mut c.service.requests.label_value_chars,
            ),
        ],
    },
    Section {
        title: "Odds",
        settings: &[
            word(
                "odds",
                "Serve RulesService.EstimateOdds; switched off, it is as if it were not there",
                |c| &mut c.service.odds.on,
            ),
            number(
                "odds_work_ms",
                Milliseconds,
                1..=10_000,
                "Work of one EstimateOdds at most, on one core; counted in steps, so that a slower one takes longer. As \
                 many are at work at once as there are cores, and what comes then is OVERLOADED",
                |c| &mut c.service.odds.work,
            ),
        ],
    },
    Section {
        title: "Connections",
        settings: &[
            Setting {
                default_by: Some("three quarters of the files that the process may open, at most 65536"),
                ..number(
                    "connections_per_process",
                    Of("connections"),
                    1..=1_000_000,
                    "Connections open at once; more wait unaccepted",
                    |c| &mut c.transport.max_connections,
                )
            },
            number(
                "http2_max_concurrent_streams",
                Of("streams"),
                2..=65_536,
                "Calls and event streams open at once on one connection; more wait on the caller's side",
                |c| &mut c.transport.max_concurrent_streams,
            ),
            number(
                "http2_max_local_error_resets",
                Of("resets"),
                1..=65_536,
                "Malformed requests that are answered with a reset before their connection is closed",
                |c| &mut c.transport.max_local_error_resets,
            ),
            number(
                "http2_header_list_max_bytes",
                Of("bytes"),
                1_024..=MIB,
                "Request headers of one call, as HTTP/2 counts them; by HTTP/1.1 the head of a request",
                |c| &mut c.transport.max_header_list_bytes,
            ),
            number(
                "http2_stream_window_bytes",
                Of("bytes"),
                1_024..=MOST_WINDOW,
                "What a peer may send on one call before it has been read",
                |c| &mut c.transport.stream_window_bytes,
            ),
            number(
                "http2_connection_window_bytes",
                Of("bytes"),
                65_535..=MOST_WINDOW,
                "What a peer may send on one connection before it has been read",
                |c| &mut c.transport.connection_window_bytes,
            ),
            number(
                "http2_send_buffer_bytes",
                Of("bytes"),
                1_024..=64 * MIB,
                "What is kept for one call whose peer does not read",
                |c| &mut c.transport.send_buffer_bytes,
            ),
            number(
                "http2_keepalive_interval_seconds",
                Seconds,
                1..=3_600,
                "Silence of a connection after which it is pinged",
                |c| &mut c.transport.http2_keepalive_interval,
            ),
            number(
                "http2_keepalive_timeout_seconds",
                Seconds,
                1..=3_600,
                "How long that ping may go unanswered before the connection is closed",
                |c| &mut c.transport.http2_keepalive_timeout,
            ),
            word("tcp_nodelay", "Small writes leave at once instead of waiting for more", |c| {
                &mut c.transport.tcp_nodelay
            }),
            number(
                "tcp_keepalive_seconds",
                Seconds,
                1..=32_767,
                "Silence after which the kernel probes a connection",
                |c| &mut c.transport.tcp_keepalive,
            ),
            number(
                "request_timeout_ms",
                Milliseconds,
                1..=300_000,
                "How long a call may take, or an event stream until it begins; a shorter deadline of the caller \
                 counts instead",
                |c| &mut c.transport.request_timeout,
            ),
            number(
                "answer_stall_seconds",
                Seconds,
                1..=3_600,
                "A call's HTTP/2 stream is reset whose caller takes nothing of what is there for him for so long",
                |c| &mut c.transport.answer_stall,
            ),
            number(
                "preface_timeout_ms",
                Milliseconds,
                1..=60_000,
                "How long a new connection may take until it speaks",
                |c| &mut c.transport.preface_timeout,
            ),
            number(
                "accept_rest_ms",
                Milliseconds,
                1..=60_000,
                "Pause after a failure to accept a connection that lies with this process",
                |c| &mut c.transport.accept_rest,
            ),
        ],
    },
    Section {
        title: "Web pages",
        settings: &[
            word("cors_origins", "Origins whose web pages may call; a page of any other is refused", |c| {
                &mut c.transport.web_origins
            }),
            number(
                "http1_header_timeout_ms",
                Milliseconds,
                1..=300_000,
                "How long a connection by HTTP/1.1 may take until its next request is there, whether it is slow or idle",
                |c| &mut c.transport.http1_header_timeout,
            ),
            number(
                "http1_unacknowledged_ms",
                Milliseconds,
                1..=300_000,
                "How long a peer by HTTP/1.1 may take nothing of what it is sent; on Linux alone",
                |c| &mut c.transport.http1_unacknowledged,
            ),
        ],
    },
];
