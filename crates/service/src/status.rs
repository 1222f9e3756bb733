//! Failures as the wire tells them: a `google.rpc.Status` with exactly one ErrorInfo in the domain `brag.v1`.
//!
//! Whoever fails makes a [`Failure`]; which one, is said in [`crate::refused`] for everything that a table or the
//! rules refuse.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::Duration;

use brag_contract::v1::Reason;
use brag_rules::act::Legal;
use brag_rules::seat::Seats;
use prost::Message;
use prost_types::Any;
use tonic::{Code, Status};
use tonic_types::pb;

use crate::language::Language;
use crate::told::Told;

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
    told: Told,
}

impl Failure {
    /// A failure for this reason. The text says what happened and what would have been right, in English.
    pub(crate) fn new(code: Code, reason: Reason, text: impl Into<String>) -> Failure {
        let name = reason.as_str_name();
        Failure::named(code, name.strip_prefix(PREFIX).unwrap_or(name), text)
    }

    /// As [`Failure::new`], for a reason that the rules name themselves.
    pub(crate) fn named(code: Code, reason: &'static str, text: impl Into<String>) -> Failure {
        let (text, metadata, told) = (text.into(), Vec::new(), Told::default());
        Failure(Box::new(Parts { code, reason, text, metadata, field: None, retry: None, told }))
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

    /// With this one of the texts that players read for the reason.
    #[must_use]
    pub(crate) fn case(mut self, case: &'static str) -> Failure {
        self.0.told.case = Some(case);
        self
    }

    /// With the combination of house rules that is refused, for players to read.
    #[must_use]
    pub(crate) fn conflicting(mut self, id: &'static str) -> Failure {
        self.0.told.conflict = Some(id);
        self
    }

    /// With whose turn it is and what the player may do, for him to read.
    #[must_use]
    pub(crate) fn offering(mut self, to_act: Seats, legal: Legal) -> Failure {
        self.0.told.offer = Some((to_act, legal));
        self
    }

    /// The stable reason, as the ErrorInfo names it.
    pub(crate) fn reason(&self) -> &'static str {
        self.0.reason
    }

    /// As a call ends with it that wants English, and seen to end alike in every other language, with a text in it.
    #[cfg(test)]
    pub(crate) fn in_every_language(&self) -> Status {
        use tonic_types::StatusExt;

        let english = self.clone().into_status(Language::En);
        for language in Language::SERVED {
            let status = self.clone().into_status(language);
            assert_eq!((status.code(), status.message()), (english.code(), english.message()));
            let info =
                |status: &Status| status.get_details_error_info().map(|info| (info.reason, info.metadata));
            assert_eq!(info(&status), info(&english));
            assert!(status.details().len() <= 4_096, "{}", status.details().len());
            let told = status.get_details_localized_message().unwrap();
            assert_eq!(told.locale, language.code(), "{self:?}");
            assert!(!told.message.is_empty() && told.message.contains(' '), "{told:?}");
            let same = told.message == english.get_details_localized_message().unwrap().message;
            assert_eq!(same, language == Language::En, "{told:?}");
        }
        english
    }

    /// As the call ends with it. What developers read is in English; what players read is in this language.
    pub(crate) fn into_status(self, language: Language) -> Status {
        let Parts { code, reason, text, metadata, field, retry, told } = *self.0;
        let (locale, message) = match told.text(language.texts(), reason, &metadata) {
            Some(message) => (language.code(), message),
            None => (Language::En.code(), text.clone()),
        };
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
        let localized = pb::LocalizedMessage { locale: locale.to_owned(), message };
        details.push(any("LocalizedMessage", &localized));
        let status = pb::Status { code: code.into(), message: text.clone(), details };
        Status::with_details(code, text, status.encode_to_vec().into())
    }
}

/// So many of something, as developers read it: `1 label`, `16 labels`.
pub(crate) fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
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
    fn one_is_counted_in_the_singular() {
        assert_eq!(
            [0, 1, 2, 11].map(|n| counted(n, "label")),
            ["0 labels", "1 label", "2 labels", "11 labels"]
        );
    }

    #[test]
    fn equal_failures_are_equal_bytes() {
        let status = || {
            let failure = Failure::invalid("a", "b").with("z", 1).with("y", 2).with("x", 3);
            failure.into_status(Language::En).details().to_vec()
        };
        assert!((0..32).all(|_| status() == status()));
    }
}
