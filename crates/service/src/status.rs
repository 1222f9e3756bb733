//! Failures as the wire tells them: a `google.rpc.Status` with exactly one ErrorInfo in the domain `brag.v1`.
//!
//! Whoever fails makes a [`Failure`]; which one, is said in [`crate::refused`] for everything that a table or the
//! rules refuse.

use std::collections::BTreeMap;
use std::time::Duration;

use brag_contract::v1::Reason;
use prost::Message;
use prost_types::Any;
use tonic::{Code, Status};
use tonic_types::pb;

use crate::language::Language;

/// The domain of every ErrorInfo.
pub(crate) const DOMAIN: &str = "brag.v1";

/// The prefix that a reason has as a value of the contract's enum, and not on the wire.
const PREFIX: &str = "REASON_";

/// Why a call fails. One word, since most calls succeed and carry the place for it all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure(Box<Parts>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Parts {
    code: Code,
    reason: &'static str,
    text: String,
    metadata: Vec<(&'static str, String)>,
    field: Option<(String, String)>,
    retry: Option<Duration>,
}

impl Failure {
    /// A failure for this reason. The text says what happened and what would have been right, in English.
    pub(crate) fn new(code: Code, reason: Reason, text: impl Into<String>) -> Failure {
        let name = reason.as_str_name();
        Failure::named(code, name.strip_prefix(PREFIX).unwrap_or(name), text)
    }

    /// As [`Failure::new`], for a reason that the rules name themselves.
    pub(crate) fn named(code: Code, reason: &'static str, text: impl Into<String>) -> Failure {
        let (text, metadata) = (text.into(), Vec::new());
        Failure(Box::new(Parts { code, reason, text, metadata, field: None, retry: None }))
    }

    /// A field of the request is missing, malformed or out of its range; `allowed` completes "must be …".
    pub(crate) fn invalid(field: impl Into<String>, allowed: impl Into<String>) -> Failure {
        let (field, allowed) = (field.into(), allowed.into());
        let text = format!("{field} must be {allowed}");
        Failure::new(Code::InvalidArgument, Reason::InvalidField, text)
            .with("field", &field)
            .with("allowed", &allowed)
            .blaming(field, format!("must be {allowed}"))
    }

    /// With a value that the text names.
    #[must_use]
    pub(crate) fn with(mut self, key: &'static str, value: impl ToString) -> Failure {
        self.0.metadata.push((key, value.to_string()));
        self
    }

    /// With a value, if there is one.
    #[must_use]
    pub(crate) fn with_some(self, key: &'static str, value: Option<impl ToString>) -> Failure {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// With a field of the request that is to blame, and what is wrong with it.
    #[must_use]
    pub(crate) fn blaming(mut self, field: impl Into<String>, what: impl Into<String>) -> Failure {
        self.0.field = Some((field.into(), what.into()));
        self
    }

    /// Trying again helps, after this time.
    #[must_use]
    pub(crate) fn retry_after(mut self, delay: Duration) -> Failure {
        self.0.retry = Some(delay);
        self
    }

    /// The stable reason, as the ErrorInfo names it.
    pub(crate) fn reason(&self) -> &'static str {
        self.0.reason
    }

    /// As the call ends with it. There is one language yet; the text is that of the others, too.
    pub(crate) fn into_status(self, language: Language) -> Status {
        let Parts { code, reason, text, metadata, field, retry } = *self.0;
        let metadata = metadata.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        let info = ErrorInfo { reason: reason.to_owned(), domain: DOMAIN.to_owned(), metadata };
        let mut details = vec![any("ErrorInfo", &info)];
        if let Some((field, description)) = field {
            let violation = pb::bad_request::FieldViolation { field, description, ..Default::default() };
            details.push(any("BadRequest", &pb::BadRequest { field_violations: vec![violation] }));
        }
        if let Some(retry_delay) = retry.map(|delay| delay.try_into().ok()) {
            details.push(any("RetryInfo", &pb::RetryInfo { retry_delay }));
        }
        let localized = pb::LocalizedMessage { locale: language.code().to_owned(), message: text.clone() };
        details.push(any("LocalizedMessage", &localized));
        let status = pb::Status { code: code.into(), message: text.clone(), details };
        Status::with_details(code, text, status.encode_to_vec().into())
    }
}

/// `google.rpc.ErrorInfo` with its metadata in order, so that equal failures are equal bytes.
#[derive(Clone, PartialEq, prost::Message)]
struct ErrorInfo {
    #[prost(string, tag = "1")]
    reason: String,
    #[prost(string, tag = "2")]
    domain: String,
    #[prost(btree_map = "string, string", tag = "3")]
    metadata: BTreeMap<String, String>,
}

fn any(name: &str, message: &impl Message) -> Any {
    Any { type_url: format!("type.googleapis.com/google.rpc.{name}"), value: message.encode_to_vec() }
}

/// At most 64 characters of what a caller wrote, so that an answer is never longer for it.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 64;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tonic_types::StatusExt;

    use super::*;

    #[test]
    fn a_status_carries_each_detail_once() {
        let failure = Failure::invalid("bet.amount", "0 to 9")
            .with("amount", 12)
            .retry_after(Duration::from_millis(250));
        let status = failure.into_status(Language::En);
        assert_eq!(status.code(), Code::InvalidArgument);
        assert_eq!(status.message(), "bet.amount must be 0 to 9");
        let details = status.get_error_details();
        let info = details.error_info().unwrap();
        assert_eq!((info.reason.as_str(), info.domain.as_str()), ("INVALID_FIELD", "brag.v1"));
        assert_eq!(info.metadata["amount"], "12");
        assert_eq!(details.bad_request().unwrap().field_violations[0].field, "bet.amount");
        assert_eq!(details.retry_info().unwrap().retry_delay, Some(Duration::from_millis(250)));
        assert_eq!(details.localized_message().unwrap().locale, "en");
        assert_eq!(status.get_error_details_vec().len(), 4, "one of each");
    }

    #[test]
    fn equal_failures_are_equal_bytes() {
        let status = || {
            let failure = Failure::invalid("a", "b").with("z", 1).with("y", 2).with("x", 3);
            failure.into_status(Language::En).details().to_vec()
        };
        assert!((0..32).all(|_| status() == status()));
    }

    #[test]
    fn what_a_caller_wrote_is_shortened_between_characters() {
        assert_eq!(shorten("short"), "short");
        let long = "é".repeat(70);
        assert_eq!(shorten(&long), format!("{}…", "é".repeat(64)));
    }
}
