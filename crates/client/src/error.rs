//! What a caller has to know when it does not go on.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use brag_contract::v1::{Reason, TableView};
use tonic::{Code, ConnectError, Status, TimeoutExpired};

use crate::Refusal;

/// Why something was not done, or is not known to be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The service says no, and nothing happened, not by an earlier attempt of the same call either. For one that [passes](Refusal::passes) there was no time left to try
    /// again.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// The act was refused, and the table is no longer what it was decided by. Nothing happened; decide again by what is
    /// true now.
    #[error("{refusal}")]
    Stale {
        /// The table as it is now.
        view: Box<TableView>,
        /// As the service said it.
        refusal: Box<Refusal>,
    },
    /// The service was not reached, or gave no answer. Nothing was changed by it.
    #[error("the server cannot be reached: {0}")]
    Unreachable(Failed),
    /// No answer came to a request that changes something, and it may have happened; or one came to a later attempt alone,
    /// whose token or role the service did not take. The same request again, with this
    /// id, tells what became of it; a new one might do it twice.
    #[error("it is not known whether it was done: {failed}")]
    OutcomeUnknown {
        /// The id of the request, to be sent again with it.
        request_id: String,
        /// What was tried.
        failed: Failed,
    },
    /// What was answered is not what the contract says: another service, or another version of it.
    #[error("the answer is none of this service's: {0}")]
    Contract(String),
    /// The caller or the server's address cannot be used; nothing was sent.
    #[error("{0}")]
    Settings(String),
    /// The system gives no random numbers, of which ids are made; nothing was sent.
    #[error("there is no randomness to make a request id of: {0}")]
    Randomness(#[from] getrandom::Error),
}

impl Error {
    /// The refusal, if it is one or has one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Error::Refused(refusal) | Error::Stale { refusal, .. } => Some(refusal),
            _ => None,
        }
    }
}

/// What was tried in vain.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    /// How often it was tried.
    pub attempts: u32,
    /// How long all of it took.
    pub took: Duration,
    /// What the last attempt met.
    pub last: Loss,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (took, attempts) = (self.took.as_secs_f64(), self.attempts);
        let plural = if attempts == 1 { "" } else { "s" };
        write!(f, "{} ({attempts} attempt{plural}, {took:.1} s)", self.last)
    }
}

/// Why an attempt gave nothing, in a way that may pass.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Loss {
    /// There is no connection: nothing was sent.
    NoConnection(String),
    /// Nothing came in time.
    Silence,
    /// The connection or the stream broke.
    Cut(String),
    /// The service said that it cannot just now.
    Told(Box<Refusal>),
}

impl Loss {
    /// What was asked for may have happened.
    pub(crate) fn outcome_unknown(&self) -> bool {
        match self {
            Loss::NoConnection(_) => false,
            Loss::Silence | Loss::Cut(_) => true,
            Loss::Told(refusal) => refusal.outcome_unknown(),
        }
    }

    /// How long the service asked to wait.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            Loss::Told(refusal) => refusal.retry_after,
            _ => None,
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::NoConnection(why) => write!(f, "no connection: {why}"),
            Loss::Silence => f.write_str("nothing came in time"),
            Loss::Cut(why) => write!(f, "the connection broke: {why}"),
            Loss::Told(refusal) => write!(f, "{refusal}"),
        }
    }
}

/// What the status of a call means.
pub(crate) enum Failure {
    /// The service refused, with a reason.
    Refused(Box<Refusal>),
    /// It may pass.
    Lost(Loss),
    /// It will not, and has no reason.
    Foreign(String),
}

impl Failure {
    pub(crate) fn of(status: &Status) -> Failure {
        if let Some(refusal) = Refusal::of(status) {
            return Failure::Refused(Box::new(refusal));
        }
        if let Some(connect) = source::<ConnectError>(status) {
            return Failure::Lost(Loss::NoConnection(reasons(connect)));
        }
        if source::<TimeoutExpired>(status).is_some() {
            return Failure::Lost(Loss::Silence);
        }
        let text = format!("{:?}: {}", status.code(), status.message());
        match status.code() {
            // What the network and what lies in it make: a code, and nothing of the contract's.
            Code::Unavailable
            | Code::Cancelled
            | Code::DeadlineExceeded
            | Code::ResourceExhausted
            | Code::Internal
            | Code::Unknown => Failure::Lost(Loss::Cut(text)),
            _ => Failure::Foreign(text),
        }
    }

    /// Another connection may do better: this one is silent, or its server is about to end.
    pub(crate) fn elsewhere(&self) -> bool {
        match self {
            Failure::Refused(refusal) => refusal.reason == Reason::Draining,
            Failure::Lost(loss) => *loss == Loss::Silence,
            Failure::Foreign(_) => false,
        }
    }
}

/// The error of this type among those that led to the status.
fn source<E: StdError + 'static>(status: &Status) -> Option<&E> {
    std::iter::successors(StdError::source(status), |error| (*error).source())
        .find_map(|error| error.downcast_ref())
}

/// An error with what led to it, in one line.
pub(crate) fn reasons(error: &dyn StdError) -> String {
    let mut texts: Vec<String> = Vec::new();
    for error in std::iter::successors(Some(error), |error| (*error).source()) {
        let text = error.to_string();
        if texts.last() != Some(&text) {
            texts.push(text);
        }
    }
    texts.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_reason_is_a_loss_where_the_network_can_make_it() {
        let lost = |code| matches!(Failure::of(&Status::new(code, "")), Failure::Lost(Loss::Cut(_)));
        let lasting = [Code::PermissionDenied, Code::Unimplemented, Code::Unauthenticated, Code::OutOfRange];
        assert!([Code::Unavailable, Code::Cancelled, Code::Unknown, Code::Internal].into_iter().all(lost));
        assert!(!lasting.into_iter().any(lost));
    }

    #[test]
    fn an_error_is_a_line() {
        let failed = Failed { attempts: 1, took: Duration::from_millis(5_040), last: Loss::Silence };
        assert_eq!(
            Error::Unreachable(failed).to_string(),
            "the server cannot be reached: nothing came in time (1 attempt, 5.0 s)"
        );
    }
}
