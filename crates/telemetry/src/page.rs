//! The page `/metrics`, over HTTP/1.1 on a port of its own.

use bytes::Bytes;
use http::header::{ALLOW, CONTENT_TYPE, HOST, HeaderMap, HeaderValue, ORIGIN};
use http::{Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;
use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tracing::{debug, error, warn};

/// Connections that are served at once; more wait.
const CONNECTIONS: usize = 16;
/// How long a connection may take to send its request's head.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a connection may last.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest request head, in bytes; hyper takes no less.
const HEAD_BYTES: usize = 8_192;
/// Pause after a failure to accept, so that it is not tried in a busy loop.
const ACCEPT_REST: Duration = Duration::from_millis(100);

/// What the page is made of, in the format that Prometheus reads.
const FORMAT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The page of all metrics. A cheap handle.
#[derive(Clone)]
pub struct Page(Arc<Registry>);

impl Page {
    pub(crate) fn new(registry: Arc<Registry>) -> Page {
        Page(registry)
    }

    /// The page as it reads now.
    #[must_use]
    pub fn text(&self) -> String {
        let mut page = String::new();
        text::encode(&mut page, &self.0).expect("a-string-takes-any-text: nothing else can fail");
        page
    }

    /// Serves the page until `stop` is ready; a scrape that is under way is cut then.
    ///
    /// # Errors
    /// The listening socket cannot be used from this runtime.
    pub async fn serve(
        self,
        listener: std::net::TcpListener,
        stop: impl Future<Output = ()>,
    ) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener)?;
        let on_loopback = listener.local_addr()?.ip().is_loopback();
        let slots = Arc::new(Semaphore::new(CONNECTIONS));
        let (mut connections, mut stop) = (JoinSet::new(), pin!(stop));
        loop {
            // A slot first: the surplus stays in the kernel's backlog.
            let accepted = async {
                let slot = slots
                    .clone()
                    .acquire_owned()
                    .await
                    .expect("places-stay-open: nobody closes the semaphore");
                (listener.accept().await, slot)
            };
            tokio::select! {
                () = &mut stop => return Ok(()),
                (accepted, slot) = accepted => match accepted {
                    Ok((stream, _)) => {
                        let page = self.clone();
                        connections.spawn(async move {
                            page.connection(stream, on_loopback).await;
                            drop(slot);
                        });
                    }
                    Err(why) => {
                        warn!(%why, "cannot accept scrapes, resting");
                        sleep(ACCEPT_REST).await;
                    }
                },
                Some(ended) = connections.join_next() => if ended.is_err() {
                    error!("a scrape's task panicked");
                },
            }
        }
    }

    async fn connection(self, stream: TcpStream, on_loopback: bool) {
        let answer = service_fn(move |request: Request<Incoming>| {
            let page = self.clone();
            async move {
                let stranger = is_for_a_web_page(request.headers(), on_loopback);
                Ok::<_, Infallible>(page.answer(request.method(), request.uri().path(), stranger))
            }
        });
        let served = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .max_buf_size(HEAD_BYTES)
            // A connection for each scrape: none stays that could hold a slot.
            .keep_alive(false)
            .serve_connection(TokioIo::new(stream), answer);
        match timeout(CONNECTION_TIMEOUT, served).await {
            Ok(Ok(())) => {}
            Ok(Err(why)) => debug!(%why, "a scrape failed"),
            Err(_) => debug!("a scrape took too long"),
        }
    }

    fn answer(&self, method: &Method, path: &str, stranger: bool) -> Response<Full<Bytes>> {
        let plain = HeaderValue::from_static("text/plain; charset=utf-8");
        let (status, format, body) = match (path, method) {
            _ if stranger => (StatusCode::FORBIDDEN, plain, "not for web pages\n".to_owned()),
            ("/metrics", &Method::GET) => (StatusCode::OK, HeaderValue::from_static(FORMAT), self.text()),
            ("/metrics", _) => {
                (StatusCode::METHOD_NOT_ALLOWED, plain, "the page is read with GET\n".to_owned())
            }
            _ => (StatusCode::NOT_FOUND, plain, "there is /metrics\n".to_owned()),
        };
        let mut response = Response::new(Full::from(body));
        *response.status_mut() = status;
        response.headers_mut().insert(CONTENT_TYPE, format);
        if status == StatusCode::METHOD_NOT_ALLOWED {
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET"));
        }
        response
    }
}

/// Whether a browser asks for some web page, which has no business here. It says whose page it is in `Origin`, or it
/// was led to a loopback address by a name that is not this machine's.
fn is_for_a_web_page(headers: &HeaderMap, on_loopback: bool) -> bool {
    let host = headers.get(HOST).map(|host| host.to_str().unwrap_or_default());
    headers.contains_key(ORIGIN) || (on_loopback && host.is_some_and(|host| !is_this_machine(host)))
}

/// Whether the `Host` is an address, or the name that every machine has for itself.
fn is_this_machine(host: &str) -> bool {
    let port = |text: &str| {
        text.is_empty() || text.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
    };
    if let Some((address, after)) = host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return address.parse::<std::net::Ipv6Addr>().is_ok() && port(after);
    }
    let name = host.find(':').map_or(host, |at| &host[..at]);
    port(&host[name.len()..]) && (name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_web_page_reads_it() {
        let asked = |host: &str, origin: Option<&str>, on_loopback| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().unwrap());
            }
            is_for_a_web_page(&headers, on_loopback)
        };
        for host in ["127.0.0.1:9464", "127.0.0.1", "[::1]:9464", "[::1]", "localhost:9464", "LocalHost"] {
            assert!(!asked(host, None, true), "{host}");
            assert!(asked(host, Some("http://localhost"), true), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:9464",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "[::1",
            "127.0.0.1:x",
            "",
        ] {
            assert!(asked(host, None, true), "{host}");
        }
        // In a cluster it is asked for by names, too.
        assert!(!asked("brag.games.svc:9464", None, false));
        assert!(asked("brag.games.svc:9464", Some("http://evil.example"), false));
        assert!(!is_for_a_web_page(&HeaderMap::new(), true), "HTTP/1.0 has no Host");
    }
}
