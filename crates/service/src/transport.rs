//! How connections are taken, bounded and ended: everything below the first gRPC handler.
//!
//! Start at [`serve`], which runs any HTTP/2 service behind the limits of [`Transport`], and by HTTP/1.1 the part of
//! it that browsers can call. The accept loop is our own because tonic's cannot pause when descriptors run out,
//! cannot close a peer that never speaks, leaves the reset limit off, and waits for ever in a graceful shutdown.
//! tonic still does all of gRPC: what is served here is a tonic `Routes`, or anything else of that shape.

mod deadline;
mod knobs;
mod origin;
mod patience;
mod preface;
mod web;

use std::{convert::Infallible, future::Future, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use futures_util::future::{Either, TryFutureExt};
use http::{Request, Response};
use hyper::{
    body::Incoming,
    server::conn::{http1, http2},
    service::service_fn,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulConnection,
};
use socket2::{SockRef, TcpKeepalive};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
    time::{sleep, timeout},
};
use tonic::{body::Body, transport::server::TcpConnectInfo};
use tower::{Service, ServiceExt};
use tracing::{debug, error, warn};

pub use knobs::Transport;
pub use origin::{NoOrigin, Origin};
use patience::{Noted, Patient};
use preface::Protocol;
use web::Web;

/// Why [`serve`] could not begin. Once it serves, nothing a peer does ends it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A knob has a value that cannot work; nothing was accepted.
    #[error("{name} must be {allowed}")]
    Knob {
        /// The field of [`Transport`].
        name: &'static str,
        /// What it may be, with its unit.
        allowed: &'static str,
    },
    /// The listening socket cannot be used from this runtime.
    #[error("the listening socket cannot be used")]
    Listener(#[source] io::Error),
}

/// Serves HTTP/2 in clear text on `listener`, and grpc-web by HTTP/1.1, until `shutdown` is ready, then drains: the
/// listener closes, a peer that has not yet spoken is dropped, every other connection is told to go away and may
/// finish its open calls.
/// What is still open `hard_deadline` after `shutdown` is cut, so this returns at most that much later, whatever
/// peers do. Dropping the future cuts everything at once.
///
/// Handlers find the peer's address in the request's extensions as [`TcpConnectInfo`], as tonic's own server has
/// it. A call that gives no response head within its own `grpc-timeout` or [`Transport::request_timeout`] is
/// answered DEADLINE_EXCEEDED and its handler dropped.
///
/// # Errors
/// [`Error`], before anything is accepted. Being cut by the hard deadline is not an error; it is logged.
pub async fn serve<S>(
    listener: std::net::TcpListener,
    service: S,
    transport: Transport,
    shutdown: impl Future<Output = ()>,
    hard_deadline: Duration,
) -> Result<(), Error>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    transport.check()?;
    listener.set_nonblocking(true).map_err(Error::Listener)?;
    let listener = TcpListener::from_std(listener).map_err(Error::Listener)?;

    let web = web::answering(service.clone(), &transport);
    let slots = Arc::new(Semaphore::new(transport.max_connections));
    let (stop, stopped) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);

    loop {
        tokio::select! {
            () = &mut shutdown => break,
            (stream, peer, slot) = accept(&listener, &slots, transport.accept_rest) => {
                let services = (service.clone(), web.clone());
                let connection = connection(stream, peer, services, transport.clone(), stopped.clone());
                connections.spawn(async move {
                    connection.await;
                    drop(slot);
                });
            }
            Some(ended) = connections.join_next() => log_panic(ended),
        }
    }

    drop(listener);
    drop(stop);
    let drained = timeout(hard_deadline, async {
        while let Some(ended) = connections.join_next().await {
            log_panic(ended);
        }
    });
    if drained.await.is_err() {
        warn!(connections = connections.len(), "hard deadline: cutting the connections that are still open");
        connections.shutdown().await;
    }
    Ok(())
}

/// The next connection, and the slot it occupies until it ends. Never fails: a listener that serves strangers
/// outlives every one of their faults.
async fn accept(
    listener: &TcpListener,
    slots: &Arc<Semaphore>,
    rest: Duration,
) -> (TcpStream, SocketAddr, OwnedSemaphorePermit) {
    // A slot first: the surplus stays in the kernel's backlog, where it costs no descriptor.
    let slot = slots.clone().acquire_owned().await.expect("places-stay-open: nobody closes the semaphore");
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, slot),
            Err(error) if concerns_one_peer(&error) => {
                debug!(%error, "a connection failed before it was accepted")
            }
            // Mostly EMFILE or ENFILE. The listener stays readable, so an attempt at once would fail at once:
            // a busy loop that takes the processor from the calls whose end would free descriptors.
            Err(error) => {
                warn!(%error, rest_ms = rest.as_millis(), "cannot accept connections, resting");
                sleep(rest).await;
            }
        }
    }
}

/// Whether an accept error speaks of the connection that was being accepted, not of this process.
fn concerns_one_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// One connection from its first byte to its last. `stopped` changes when the server drains.
async fn connection<S>(
    stream: TcpStream,
    peer: SocketAddr,
    (service, web): (S, Web),
    transport: Transport,
    mut stopped: watch::Receiver<()>,
) where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    if let Err(error) = set_options(&stream, &transport) {
        debug!(%error, %peer, "the peer was gone before its socket was set up");
        return;
    }
    let info = TcpConnectInfo { local_addr: stream.local_addr().ok(), remote_addr: Some(peer) };
    // hyper would wait for the preface for ever, and its graceful shutdown with it.
    let spoken = tokio::select! {
        spoken = timeout(transport.preface_timeout, preface::recognised(stream)) => spoken,
        _ = stopped.changed() => return,
    };
    let (protocol, stream) = match spoken {
        Ok(Ok(recognised)) => recognised,
        Ok(Err(error)) => return debug!(%error, %peer, "the peer left before it spoke"),
        Err(_) => return debug!(%peer, "the peer did not speak in time"),
    };

    let taken = move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(info.clone());
        request
    };
    let ended = match protocol {
        Protocol::Http2 => {
            let request_timeout = transport.request_timeout;
            let service = service_fn(move |request| {
                let request = taken(request);
                let answer = if web::is_native(&request) {
                    Either::Left(deadline::answer(service.clone(), request, request_timeout))
                } else {
                    Either::Right(web.clone().oneshot(request))
                };
                answer.map_ok(|answer| answer.map(Noted::new))
            });
            let connection = http2(&transport).serve_connection(TokioIo::new(stream), service);
            until_drained(connection, &mut stopped, transport.connection_age).await
        }
        Protocol::Http1 if !transport.http1 => return debug!(%peer, "the peer does not speak HTTP/2"),
        Protocol::Http1 => {
            if let Err(error) = bound_silence(stream.io(), transport.http1_unacknowledged) {
                return debug!(%error, %peer, "the peer was gone before its socket was set up");
            }
            let service = service_fn(move |request| web.clone().oneshot(taken(request)));
            let connection = http1(&transport).serve_connection(TokioIo::new(stream), service);
            until_drained(connection, &mut stopped, transport.connection_age).await
        }
    };
    if let Err(error) = ended {
        debug!(error = &error as &dyn std::error::Error, %peer, "a connection ended with an error");
    }
}

/// Drives a connection to its end; when the server drains, or the connection has its age, it takes no new calls from
/// then on.
async fn until_drained<C: GracefulConnection>(
    connection: C,
    stopped: &mut watch::Receiver<()>,
    age: Option<Duration>,
) -> C::Output {
    let mut connection = pin!(connection);
    let aged = async {
        match age {
            Some(age) => sleep(age).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        ended = connection.as_mut() => return ended,
        _ = stopped.changed() => {}
        () = aged => {}
    }
    connection.as_mut().graceful_shutdown();
    connection.await
}

fn set_options(stream: &TcpStream, transport: &Transport) -> io::Result<()> {
    stream.set_nodelay(transport.tcp_nodelay)?;
    SockRef::from(stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(transport.tcp_keepalive))
}

/// Ends a connection whose peer takes nothing of what it is sent for so long. HTTP/2 has pings for that.
#[cfg_attr(
    not(target_os = "linux"),
    expect(unused_variables, reason = "elsewhere the kernel's own bound counts")
)]
fn bound_silence(stream: &TcpStream, most: Duration) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    SockRef::from(stream).set_tcp_user_timeout(Some(most))?;
    Ok(())
}

/// hyper's HTTP/2 with every knob set: its own defaults, and tonic's, are weaker or may change.
fn http2(transport: &Transport) -> http2::Builder<Patient> {
    let mut builder = http2::Builder::new(Patient { stall: transport.answer_stall });
    builder
        .timer(TokioTimer::new())
        .adaptive_window(false)
        .initial_stream_window_size(transport.stream_window_bytes)
        .initial_connection_window_size(transport.connection_window_bytes)
        .max_send_buf_size(transport.send_buffer_bytes as usize)
        .max_concurrent_streams(transport.max_concurrent_streams)
        .max_local_error_reset_streams(transport.max_local_error_resets)
        .max_header_list_size(transport.max_header_list_bytes)
        .keep_alive_interval(transport.http2_keepalive_interval)
        .keep_alive_timeout(transport.http2_keepalive_timeout)
        // gRPC has no use for it, and without it equal answers are equal bytes.
        .auto_date_header(false);
    builder
}

/// hyper's HTTP/1.1 likewise.
fn http1(transport: &Transport) -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .keep_alive(true)
        .header_read_timeout(transport.http1_header_timeout)
        .max_header_size(transport.max_header_list_bytes as usize)
        .max_buf_size(
            transport.send_buffer_bytes.max(transport.max_header_list_bytes).max(LEAST_HTTP1_BUFFER) as usize,
        )
        // A page that closes its side is gone: its stream must not keep a place.
        .half_close(false)
        .auto_date_header(false);
    builder
}

/// The smallest buffer that hyper takes for HTTP/1.1, in bytes.
const LEAST_HTTP1_BUFFER: u32 = 8_192;

fn log_panic(ended: Result<(), tokio::task::JoinError>) {
    // The payload may quote a request, so it stays out of the log.
    if ended.is_err_and(|error| error.is_panic()) {
        error!("a connection's task panicked; the connection is closed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn sockets_get_their_options() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        assert!(!stream.nodelay().unwrap() && !SockRef::from(&stream).keepalive().unwrap(), "off by default");
        set_options(&stream, &Transport::default()).unwrap();
        assert!(stream.nodelay().unwrap());
        assert!(SockRef::from(&stream).keepalive().unwrap());
    }

    #[test]
    fn only_faults_of_the_peer_are_accepted_past_without_a_rest() {
        use rustix::io::Errno;
        let peers = [Errno::CONNABORTED, Errno::CONNRESET, Errno::INTR];
        let ours = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM, Errno::INVAL];
        assert!(peers.into_iter().all(|errno| concerns_one_peer(&errno.into())));
        assert!(!ours.into_iter().any(|errno| concerns_one_peer(&errno.into())));
    }
}
