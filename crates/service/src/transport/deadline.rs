//! How long one call may take until its response head.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use brag_contract::v1::Reason;
use http::{HeaderMap, Request, Response};
use tokio::time::timeout;
use tonic::{Code, body::Body};
use tower::{Service, ServiceExt};

use crate::{language::Accept, observer::AnswerBy, status::Failure};

/// Calls `service` once and answers DEADLINE_EXCEEDED when it gives no response head within `most`, or within the
/// caller's own `grpc-timeout` if that is shorter. (tonic's server would say CANCELLED.) The handler is then
/// dropped wherever it waits, just as when a caller goes away.
pub(super) fn answer<S>(
    mut service: S,
    mut request: Request<Body>,
    most: Duration,
) -> impl Future<Output = Result<Response<Body>, Infallible>>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    let allowed = grpc_timeout(request.headers()).map_or(most, |asked| asked.min(most));
    let accept = Accept::of(request.headers());
    if let Some(by) = Instant::now().checked_add(allowed) {
        request.extensions_mut().insert(AnswerBy(by));
    }
    // The future of an `async fn` has each argument twice, and a request is large.
    async move {
        let Ok(service) = service.ready().await;
        match timeout(allowed, service.call(request)).await {
            Ok(response) => response,
            Err(_) => Ok(exceeded(allowed).into_status(accept.language()).into_http()),
        }
    }
}

fn exceeded(allowed: Duration) -> Failure {
    let millis = allowed.as_millis();
    let text = format!("the call was not answered within {millis} ms; its outcome is unknown");
    Failure::new(Code::DeadlineExceeded, Reason::DeadlineExceeded, text).with("timeout_ms", millis)
}

/// The caller's `grpc-timeout`: 1 to 8 digits and a unit of H, M, S, m, u or n. One that is malformed counts as
/// none, as in tonic.
fn grpc_timeout(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("grpc-timeout")?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if !(1..=8).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let amount: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(amount * 3_600)),
        "M" => Some(Duration::from_secs(amount * 60)),
        "S" => Some(Duration::from_secs(amount)),
        "m" => Some(Duration::from_millis(amount)),
        "u" => Some(Duration::from_micros(amount)),
        "n" => Some(Duration::from_nanos(amount)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use tonic_types::StatusExt;

    use super::*;
    use crate::language::Language;

    fn parsed(text: &str) -> Option<Duration> {
        grpc_timeout(&HeaderMap::from_iter([(
            "grpc-timeout".parse().unwrap(),
            HeaderValue::from_str(text).unwrap(),
        )]))
    }

    #[test]
    fn every_unit_is_read() {
        assert_eq!(parsed("99999999H"), Some(Duration::from_secs(99_999_999 * 3_600)));
        assert_eq!(parsed("2M"), Some(Duration::from_secs(120)));
        assert_eq!(parsed("3S"), Some(Duration::from_secs(3)));
        assert_eq!(parsed("100m"), Some(Duration::from_millis(100)));
        assert_eq!(parsed("7u"), Some(Duration::from_micros(7)));
        assert_eq!(parsed("0n"), Some(Duration::ZERO));
    }

    #[test]
    fn a_malformed_timeout_counts_as_none() {
        for text in ["", "S", "5", "5s", "+5S", "-1S", "1.5S", "123456789S", "5 S", "5S "] {
            assert_eq!(parsed(text), None, "{text:?}");
        }
        assert_eq!(grpc_timeout(&HeaderMap::new()), None);
    }

    #[test]
    fn it_is_told_as_every_failure_is() {
        let status = exceeded(Duration::from_millis(250)).into_status(Language::En);
        let details = status.get_error_details();
        let info = details.error_info().unwrap();
        assert_eq!((info.reason.as_str(), info.domain.as_str()), ("DEADLINE_EXCEEDED", "brag.v1"));
        assert_eq!(info.metadata["timeout_ms"], "250");
        assert!(details.localized_message().unwrap().message.contains("in time"));
    }
}
