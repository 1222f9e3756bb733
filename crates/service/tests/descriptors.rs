//! The accept loop when the process has no descriptor left. Alone in its file, and so in its process: it lowers the
//! limit of open files.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

use std::{
    fs::File,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::{Duration, Instant},
};

use brag_service::transport::{self, Transport};
use rustix::{
    process::{Resource, Rlimit, getrlimit, setrlimit},
    time::{ClockId, clock_gettime},
};
use socket2::{Domain, Socket, Type};
use tracing::{Level, Metadata, field::Field, span};

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(20);

/// Sends the error number's text of each warning that is logged.
struct Warnings(mpsc::SyncSender<String>);

impl tracing::Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }
    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut |field: &Field, value: &dyn std::fmt::Debug| {
            if field.name() == "error" {
                let _ = self.0.send(format!("{value:?}"));
            }
        });
    }
    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }
    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

fn processor_time() -> Duration {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(spent.tv_sec).unwrap(), u32::try_from(spent.tv_nsec).unwrap())
}

#[test]
fn without_descriptors_the_accept_loop_rests_and_recovers() {
    const FAILURES: u32 = 5;
    let (warn, warnings) = mpsc::sync_channel(1_024);
    tracing::subscriber::set_global_default(Warnings(warn)).unwrap();

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    // A cap above the limit of open files, so that the cap does not keep the loop from meeting it.
    let transport = Transport { max_connections: 10_000, ..Transport::default() };
    let rest = transport.accept_rest;
    let service = tower::service_fn(async |_| Ok(http::Response::new(tonic::body::Body::empty())));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.spawn(transport::serve(listener, service, transport, std::future::pending(), Duration::ZERO));

    // Sockets made while there are descriptors, to be connected when there are none.
    let sockets: Vec<Socket> =
        (0..20).map(|_| Socket::new(Domain::IPV4, Type::STREAM, None).unwrap()).collect();
    setrlimit(Resource::Nofile, Rlimit { current: Some(64), ..getrlimit(Resource::Nofile) }).unwrap();
    let mut fillers = Vec::new();
    let full = loop {
        match File::open("/dev/null") {
            Ok(file) => fillers.push(file),
            Err(error) => break error,
        }
    };
    let (wall, processor) = (Instant::now(), processor_time());
    for socket in &sockets {
        socket.connect(&address.into()).unwrap();
    }
    for _ in 0..FAILURES {
        assert_eq!(warnings.recv_timeout(HANG).expect("a failure to accept is logged"), full.to_string());
    }
    let (wall, processor) = (wall.elapsed(), processor_time() - processor);
    assert!(wall >= rest * (FAILURES - 1), "{FAILURES} attempts in {wall:?}");
    // One twentieth: 0.2 s in 4 s.
    assert!(processor <= wall / 20, "{processor:?} of processor time in {wall:?}");

    drop(fillers);
    for socket in sockets {
        let mut stream = TcpStream::from(socket);
        stream.set_read_timeout(Some(HANG)).unwrap();
        // The preface and empty SETTINGS; what comes back first is the server's SETTINGS, frame type 4.
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").unwrap();
        let mut head = [0; 9];
        stream.read_exact(&mut head).expect("served again");
        assert_eq!(head[3], 4);
    }
}
