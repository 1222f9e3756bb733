//! Every limit of the transport, by name and unit.

use std::time::Duration;

use rustix::process::{Resource, getrlimit};

use super::{Error, Origin};

/// The limits of [`serve`](super::serve). Made by [`Transport::default`] or [`Transport::for_probes`]; change single
/// fields from there.
#[derive(Clone, Debug)]
pub struct Transport {
    /// Connections open at once, at least 1; more wait unaccepted until one ends. Default: three quarters of the
    /// process's soft limit of open files (`ulimit -n`), so that some are left for the journal and the logs, and
    /// at most 65,536.
    pub max_connections: usize,
    /// Streams (calls) open at once on one connection, at least 1; told to the peer, whose further calls wait on
    /// its own side. Default: 1,024.
    pub max_concurrent_streams: u32,
    /// Malformed requests that are answered with a reset before the connection is closed. Default: 1,024.
    pub max_local_error_resets: usize,
    /// Request headers of one call, in bytes as HTTP/2 counts them and tells the peer; by HTTP/1.1, the head of a
    /// request as it is sent. Default: 8 KiB.
    pub max_header_list_bytes: u32,
    /// Bytes a peer may send on one stream before we have read them, 1 to 2^31 − 1. Default: 64 KiB.
    pub stream_window_bytes: u32,
    /// Bytes a peer may send on all streams of a connection before we have read them, 65,535 to 2^31 − 1 (a
    /// connection starts with the former). Default: 256 KiB.
    pub connection_window_bytes: u32,
    /// Bytes kept for one stream whose peer does not read, at least 1; its handler waits beyond that. Default:
    /// 64 KiB.
    pub send_buffer_bytes: u32,
    /// Silence of a connection after which it is pinged, above zero. Default: 20 s.
    pub http2_keepalive_interval: Duration,
    /// How long that ping may go unanswered before the connection is closed, above zero. Default: 10 s.
    pub http2_keepalive_timeout: Duration,
    /// Whether small writes leave at once instead of waiting for more (TCP_NODELAY). Default: true.
    pub tcp_nodelay: bool,
    /// Silence after which the kernel probes a connection, at least 1 s and in whole seconds. Default: 30 s.
    pub tcp_keepalive: Duration,
    /// How long a handler may take until its response head; a stream's messages are not bounded by it. A shorter
    /// `grpc-timeout` of the caller counts instead. Default: 10 s.
    pub request_timeout: Duration,
    /// How long the caller of a call by HTTP/2 may take nothing of an answer that is there for him, be it a message or
    /// a stream of them, until its stream is reset; above zero. Default: 30 s.
    pub answer_stall: Duration,
    /// How long a new connection may take to send its HTTP/2 preface (24 bytes), or the first byte of a request of
    /// HTTP/1.1. Default: 5 s.
    pub preface_timeout: Duration,
    /// How long a connection takes calls before it is told to end; calls that are open then go on, and with the last
    /// of them it ends. Clients open another for their next call. Default: without end.
    pub connection_age: Option<Duration>,
    /// Whether HTTP/1.1 is spoken, which is for browsers alone; if not, a connection that begins with it is closed.
    /// Default: true.
    pub http1: bool,
    /// How long a connection of HTTP/1.1 may take until the head of its next request is there, whether it is slow
    /// or idle; above zero. Default: 30 s.
    pub http1_header_timeout: Duration,
    /// How long a peer by HTTP/1.1 may take nothing of what it is sent until the connection is closed, in whole
    /// milliseconds from 1 ms; on Linux alone. Default: 30 s.
    pub http1_unacknowledged: Duration,
    /// The body of one grpc-web request, in bytes as it is sent; see [`Transport::for_messages_of`]. Default: room for
    /// one message of 16 KiB.
    pub max_web_body_bytes: usize,
    /// The origins whose web pages may call; pages of others are refused. Default: none. What sends no `Origin` is
    /// no browser, and is not asked.
    pub web_origins: Vec<Origin>,
    /// Pause after a failure to accept that lies with this process, such as no free descriptor; above zero.
    /// Default: 100 ms.
    pub accept_rest: Duration,
}

impl Default for Transport {
    fn default() -> Self {
        Self {
            max_connections: connections_for(getrlimit(Resource::Nofile).current),
            max_concurrent_streams: 1_024,
            max_local_error_resets: 1_024,
            max_header_list_bytes: 8 << 10,
            stream_window_bytes: 64 << 10,
            connection_window_bytes: 256 << 10,
            send_buffer_bytes: 64 << 10,
            http2_keepalive_interval: Duration::from_secs(20),
            http2_keepalive_timeout: Duration::from_secs(10),
            tcp_nodelay: true,
            tcp_keepalive: Duration::from_secs(30),
            request_timeout: Duration::from_secs(10),
            answer_stall: Duration::from_secs(30),
            preface_timeout: Duration::from_secs(5),
            connection_age: None,
            http1: true,
            http1_header_timeout: Duration::from_secs(30),
            http1_unacknowledged: Duration::from_secs(30),
            max_web_body_bytes: web_body_of(16 << 10),
            web_origins: Vec::new(),
            accept_rest: Duration::from_millis(100),
        }
    }
}

impl Transport {
    /// The limits where health alone is served: a handful of probes, of which each asks little, soon after it has
    /// connected. Whoever stays without asking makes room within 2 s, so that strangers who sit there do not keep a
    /// probe waiting for longer; who watches may stay. No page asks for health.
    pub fn for_probes() -> Self {
        Self {
            max_connections: 64,
            max_concurrent_streams: 16,
            max_local_error_resets: 16,
            max_header_list_bytes: 4 << 10,
            stream_window_bytes: 4 << 10,
            connection_window_bytes: 64 << 10,
            send_buffer_bytes: 4 << 10,
            http2_keepalive_interval: Duration::from_secs(1),
            http2_keepalive_timeout: Duration::from_secs(1),
            request_timeout: Duration::from_secs(2),
            answer_stall: Duration::from_secs(2),
            preface_timeout: Duration::from_secs(1),
            connection_age: Some(Duration::from_secs(1)),
            http1: false,
            ..Self::default()
        }
    }

    /// With room in the body of a grpc-web request for one message of so many bytes.
    #[must_use]
    pub fn for_messages_of(self, bytes: usize) -> Self {
        Self { max_web_body_bytes: web_body_of(bytes), ..self }
    }

    /// Refuses what hyper, the kernel or the accept loop could only answer with a panic or a busy loop.
    pub(super) fn check(&self) -> Result<(), Error> {
        const MAX_WINDOW: u32 = (1 << 31) - 1;
        let rules = [
            (
                (1..=tokio::sync::Semaphore::MAX_PERMITS).contains(&self.max_connections),
                "max_connections",
                "at least 1",
            ),
            (self.max_concurrent_streams >= 1, "max_concurrent_streams", "at least 1"),
            (
                (1..=MAX_WINDOW).contains(&self.stream_window_bytes),
                "stream_window_bytes",
                "1 to 2147483647 bytes",
            ),
            (
                (65_535..=MAX_WINDOW).contains(&self.connection_window_bytes),
                "connection_window_bytes",
                "65535 to 2147483647 bytes",
            ),
            (self.send_buffer_bytes >= 1, "send_buffer_bytes", "at least 1 byte"),
            (!self.http2_keepalive_interval.is_zero(), "http2_keepalive_interval", "above zero"),
            (!self.http2_keepalive_timeout.is_zero(), "http2_keepalive_timeout", "above zero"),
            (self.tcp_keepalive >= Duration::from_secs(1), "tcp_keepalive", "at least 1 s"),
            (!self.answer_stall.is_zero(), "answer_stall", "above zero"),
            (!self.http1_header_timeout.is_zero(), "http1_header_timeout", "above zero"),
            (self.http1_unacknowledged >= Duration::from_millis(1), "http1_unacknowledged", "at least 1 ms"),
            (!self.accept_rest.is_zero(), "accept_rest", "above zero"),
        ];
        match rules.into_iter().find(|(holds, ..)| !holds) {
            Some((_, name, allowed)) => Err(Error::Knob { name, allowed }),
            None => Ok(()),
        }
    }
}

/// How long the body with a message of so many bytes may be: it has a flag and a length, and may be in base64.
const fn web_body_of(message: usize) -> usize {
    message.saturating_add(5).div_ceil(3).saturating_mul(4)
}

/// How many connections a process may hold that may have `files` open (`None`: without limit).
fn connections_for(files: Option<u64>) -> usize {
    const MOST: u64 = 65_536;
    let share = files.map_or(MOST, |files| files - files / 4);
    usize::try_from(share.clamp(1, MOST)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_a_quarter_of_the_open_files() {
        let cases =
            [(Some(64), 48), (Some(20_000), 15_000), (Some(1 << 40), 65_536), (None, 65_536), (Some(0), 1)];
        for (files, connections) in cases {
            assert_eq!(connections_for(files), connections, "{files:?}");
        }
    }

    #[test]
    fn the_defaults_pass_and_each_rule_refuses() {
        assert!(Transport::default().check().is_ok() && Transport::for_probes().check().is_ok());
        type Damage = fn(&mut Transport);
        let breaks: [(&str, Damage); 12] = [
            ("max_connections", |t| t.max_connections = 0),
            ("max_concurrent_streams", |t| t.max_concurrent_streams = 0),
            ("stream_window_bytes", |t| t.stream_window_bytes = 1 << 31),
            ("connection_window_bytes", |t| t.connection_window_bytes = 65_534),
            ("send_buffer_bytes", |t| t.send_buffer_bytes = 0),
            ("http2_keepalive_interval", |t| t.http2_keepalive_interval = Duration::ZERO),
            ("http2_keepalive_timeout", |t| t.http2_keepalive_timeout = Duration::ZERO),
            ("tcp_keepalive", |t| t.tcp_keepalive = Duration::from_millis(999)),
            ("answer_stall", |t| t.answer_stall = Duration::ZERO),
            ("http1_header_timeout", |t| t.http1_header_timeout = Duration::ZERO),
            ("http1_unacknowledged", |t| t.http1_unacknowledged = Duration::from_micros(999)),
            ("accept_rest", |t| t.accept_rest = Duration::ZERO),
        ];
        for (field, damage) in breaks {
            let mut transport = Transport::default();
            damage(&mut transport);
            match transport.check() {
                Err(Error::Knob { name, .. }) => assert_eq!(name, field),
                other => panic!("{field}: {other:?}"),
            }
        }
    }
}
