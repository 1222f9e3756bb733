//! Every refusal as a [`Failure`]: one exhaustive match for each closed list of reasons. What a table refuses is in
//! [`table`].

mod table;

use std::time::Duration;

use brag_contract::v1::Reason;
use brag_host::{CreateError, CursorError, Role};
use brag_rules::options::{RulesRefusal, Takes, shorten};
use tonic::Code;

pub(crate) use table::{Asked, buy_in, by_table};

use crate::status::{Failure, counted};

/// When a retry may find another server, or a place that became free.
const LATER: Duration = Duration::from_secs(1);

/// When a retry may find work done that takes milliseconds.
const SOON: Duration = Duration::from_millis(100);

/// The encoding of messages that is served.
pub(crate) const ENCODING: &str = "identity";

/// None of the caller's roles allows it; this one would.
pub(crate) fn role_required(role: Role) -> Failure {
    let text = format!("this needs the role {}", role.name());
    Failure::new(Code::PermissionDenied, Reason::RoleRequired, text).with("role", role.name())
}

/// The request names another player than the caller, who is no gateway.
pub(crate) fn not_seat_owner() -> Failure {
    let text = "the request names another player, which only a gateway may do";
    Failure::new(Code::PermissionDenied, Reason::NotSeatOwner, text)
}

/// The table is not for spectators.
pub(crate) fn spectators_not_allowed() -> Failure {
    let text = "this table does not let spectators watch";
    Failure::new(Code::PermissionDenied, Reason::SpectatorsNotAllowed, text)
}

/// There is no such table, or it is another tenant's.
pub(crate) fn table_not_found(id: &str) -> Failure {
    let name = format!("tables/{id}");
    Failure::new(Code::NotFound, Reason::TableNotFound, format!("there is no table {name}"))
        .with("table", name)
}

/// The table that the caller means is gone, and another one has its name.
pub(crate) fn table_replaced(id: &str) -> Failure {
    let name = format!("tables/{id}");
    Failure::new(Code::NotFound, Reason::TableReplaced, format!("{name} is another table now"))
        .with("table", name)
}

/// There are as many of something as there may be.
pub(crate) fn quota_exceeded(limit: &'static str, max: usize) -> Failure {
    let text = format!("the limit {limit} of {max} is reached");
    Failure::new(Code::ResourceExhausted, Reason::QuotaExceeded, text)
        .with("limit", limit)
        .with("max", max)
        .retry_after(LATER)
}

/// As many odds are estimated as may be at once.
pub(crate) fn odds_overloaded(at_once: usize) -> Failure {
    let text = format!(
        "odds of {} are estimated now, which is all that may be; try again",
        counted(at_once, "call")
    );
    Failure::new(Code::ResourceExhausted, Reason::Overloaded, text)
        .with("max", at_once)
        .case("odds")
        .retry_after(SOON)
}

/// Nothing of that path is served.
pub(crate) fn unknown_method(path: &str) -> Failure {
    let path = shorten(path);
    let text = format!("there is no method {path} here");
    Failure::new(Code::Unimplemented, Reason::UnknownMethod, text).with("method", path)
}

/// The request is compressed.
pub(crate) fn unknown_encoding() -> Failure {
    let text = format!("the request is compressed, and only {ENCODING} is served");
    Failure::new(Code::Unimplemented, Reason::UnknownEncoding, text).with("served", ENCODING)
}

/// This server ends; another one has the table.
pub(crate) fn draining() -> Failure {
    let text = "this server is about to end; try again";
    Failure::new(Code::Unavailable, Reason::Draining, text).retry_after(LATER)
}

/// As [`draining`], for a stream, which can be resumed.
pub(crate) fn stream_draining(next_seq: u64) -> Failure {
    let text = format!("this server is about to end; resume before event {next_seq}");
    Failure::new(Code::Unavailable, Reason::Draining, text).with("next_seq", next_seq).retry_after(LATER)
}

/// A reader was too slow: what it wants next is no longer kept.
pub(crate) fn stream_lagged(next_seq: u64) -> Failure {
    let text =
        format!("the stream was read too slowly: event {next_seq} was not delivered and is no longer kept");
    Failure::new(Code::ResourceExhausted, Reason::StreamLagged, text).with("next_seq", next_seq)
}

/// A cursor that the table's log cannot serve.
pub(crate) fn by_cursor(error: CursorError, after_seq: u64) -> Failure {
    match error {
        CursorError::Expired { oldest } => {
            let text = format!(
                "events right after {after_seq} are no longer kept, {oldest} is the oldest that is; or begin with a snapshot"
            );
            Failure::new(Code::OutOfRange, Reason::CursorExpired, text)
                .with("after_seq", after_seq)
                .with("oldest_seq", oldest)
        }
        CursorError::Ahead { last } => {
            let text = format!("there is no event {after_seq} yet, {last} is the last");
            Failure::new(Code::OutOfRange, Reason::CursorAhead, text)
                .with("after_seq", after_seq)
                .with("seq", last)
        }
    }
}

/// Why options make no table.
pub(crate) fn by_options(refusal: RulesRefusal) -> Failure {
    let text = refusal.to_string();
    let failure = |reason| Failure::new(Code::InvalidArgument, reason, text.clone());
    match refusal {
        RulesRefusal::UnknownVariant { given, known } => failure(Reason::UnknownVariant)
            .with("variant", given)
            .with("known", known.join(", "))
            .blaming("variant", text),
        RulesRefusal::UnknownOption { key, nearest } => {
            let failure = failure(Reason::UnknownOption)
                .with("option", &key)
                .with("nearest", nearest.unwrap_or(""))
                .blaming(format!("rules.{key}"), text);
            if nearest.is_some() { failure.case("nearest") } else { failure }
        }
        RulesRefusal::InvalidValue { key, given, allowed, takes, min, max } => failure(Reason::InvalidField)
            .with("option", key)
            .with("value", given)
            .with("allowed", allowed)
            .with_some("min", min)
            .with_some("max", max)
            .with_some("values", if let Takes::OneOf(values) = &takes { Some(values) } else { None })
            .case(match (takes, min, max) {
                (Takes::OneOf(_), _, _) => "one_of",
                (Takes::Flag, _, _) => "flag",
                (Takes::Set, _, _) => "set",
                (Takes::Number, Some(_), Some(_)) => "range",
                (Takes::Number, Some(_), None) => "least",
                (Takes::Number, None, Some(_)) => "most",
                (Takes::Number, None, None) => "value",
            })
            .blaming(format!("rules.{key}"), text),
        RulesRefusal::Conflict { id, number, options, .. } => {
            let first = options.first().copied().unwrap_or("");
            failure(Reason::OptionConflict)
                .conflicting(id)
                .with("number", number)
                .with("options", options.join(", "))
                .blaming(format!("rules.{first}"), text)
        }
    }
}

/// Why a table was not made.
pub(crate) fn by_creation(error: CreateError, table: Option<&str>, request_id: &str) -> Failure {
    match error {
        CreateError::TableExists => {
            let name = format!("tables/{}", table.unwrap_or(""));
            let text = format!("there is a table {name} already, made by another request");
            Failure::new(Code::AlreadyExists, Reason::TableExists, text).with("table", name)
        }
        CreateError::RequestIdReused => request_id_reused(request_id),
        CreateError::QuotaExceeded { limit } => quota_exceeded("tables_per_tenant", limit),
        CreateError::Draining => draining(),
        CreateError::JournalUnavailable => journal_unavailable(),
        CreateError::JournalCorrupt => journal_corrupt(),
        CreateError::NewerFormat { format, known } => newer_format(format, known),
    }
}

fn request_id_reused(request_id: &str) -> Failure {
    let text = format!("the request id {request_id} was used for something else");
    Failure::new(Code::AlreadyExists, Reason::RequestIdReused, text).with("request_id", request_id)
}

fn journal_unavailable() -> Failure {
    let text =
        "the journal did not answer, and whether it happened is unknown; retry with the same request id";
    Failure::new(Code::Unavailable, Reason::JournalUnavailable, text).retry_after(LATER)
}

fn journal_corrupt() -> Failure {
    let text = "what is stored of this table is not what was written; it is not served any more";
    Failure::new(Code::DataLoss, Reason::JournalCorrupt, text)
}

fn newer_format(format: u32, known: u32) -> Failure {
    let text = format!(
        "a newer version has written this table in format {format}, and {known} is the newest that is known here; try again"
    );
    Failure::new(Code::Unavailable, Reason::NewerFormat, text)
        .with("format", format)
        .with("known", known)
        .retry_after(LATER)
}

#[cfg(test)]
mod tests {
    use brag_rules::options::{GivenRules, Kind, OptionValue, Rules, catalogue};
    use brag_rules::variant::Variant;
    use tonic_types::StatusExt;

    use super::*;
    use crate::language::Language;
    use crate::to_wire::catalogue::choice_name;

    #[test]
    fn options_name_the_field_and_stay_small() {
        let long = "x".repeat(70);
        let invalid_of = |key, takes, min, max| RulesRefusal::InvalidValue {
            key,
            given: long.clone(),
            allowed: "a whole number".into(),
            takes,
            min,
            max,
        };
        let invalid = |min, max| invalid_of("ante", Takes::Number, min, max);
        let refusals = [
            invalid_of("short_pack_low", Takes::OneOf("2, 7, 8".into()), Some(2), Some(8)),
            invalid_of("blind_play", Takes::Flag, None, None),
            invalid_of("wild", Takes::Set, None, None),
            RulesRefusal::UnknownVariant { given: long.clone(), known: vec!["three_card", "lowball"] },
            RulesRefusal::UnknownOption { key: long.clone(), nearest: Some("max_stake") },
            RulesRefusal::UnknownOption { key: long.clone(), nearest: None },
            invalid(None, None),
            invalid(Some(1), None),
            invalid(None, Some(u64::MAX)),
            invalid(Some(1), Some(2)),
            RulesRefusal::Conflict {
                id: "of_other_variants",
                number: 2,
                options: vec!["max_raise"; 40],
                text: "no".into(),
            },
        ];
        for refusal in refusals {
            let reason = refusal.reason();
            let status = by_options(refusal).in_every_language();
            assert_eq!(status.code(), Code::InvalidArgument);
            assert_eq!(status.get_details_error_info().unwrap().reason, reason);
            assert_eq!(status.get_details_bad_request().unwrap().field_violations.len(), 1);
        }
    }

    #[test]
    fn each_failure_has_its_code_and_a_retry_where_one_helps() {
        let retries = [
            (quota_exceeded("streams_per_table", 500), Code::ResourceExhausted, true),
            (odds_overloaded(2), Code::ResourceExhausted, true),
            (draining(), Code::Unavailable, true),
            (stream_draining(8), Code::Unavailable, true),
            (stream_lagged(8), Code::ResourceExhausted, false),
            (by_cursor(CursorError::Expired { oldest: 4 }, 1), Code::OutOfRange, false),
            (by_cursor(CursorError::Ahead { last: 4 }, 9), Code::OutOfRange, false),
            (by_creation(CreateError::TableExists, Some("t"), "r"), Code::AlreadyExists, false),
            (by_creation(CreateError::RequestIdReused, None, "r"), Code::AlreadyExists, false),
            (by_creation(CreateError::QuotaExceeded { limit: 1 }, None, "r"), Code::ResourceExhausted, true),
            (by_creation(CreateError::Draining, None, "r"), Code::Unavailable, true),
            (by_creation(CreateError::JournalUnavailable, None, "r"), Code::Unavailable, true),
            (by_creation(CreateError::JournalCorrupt, None, "r"), Code::DataLoss, false),
            (newer_format(2, 1), Code::Unavailable, true),
            (role_required(Role::Operator), Code::PermissionDenied, false),
            (not_seat_owner(), Code::PermissionDenied, false),
            (spectators_not_allowed(), Code::PermissionDenied, false),
            (table_not_found("t"), Code::NotFound, false),
            (table_replaced("t"), Code::NotFound, false),
            (unknown_method("/brag.v1.TableService/Drop"), Code::Unimplemented, false),
            (unknown_encoding(), Code::Unimplemented, false),
        ];
        for (failure, code, retry) in retries {
            let status = failure.in_every_language();
            assert_eq!(status.code(), code, "{failure:?}");
            assert_eq!(status.get_details_retry_info().is_some(), retry, "{failure:?}");
        }
    }

    /// For every option of every variant: whatever is refused, a player reads what it takes.
    #[test]
    fn players_read_what_an_option_takes() {
        let told = |variant: &str, key: &str, value: &OptionValue, language: Language| {
            let given = GivenRules::from([(key.to_owned(), value.clone())]);
            let failure = by_options(Rules::resolve(variant, &given).unwrap_err());
            failure.into_status(language).get_details_localized_message().unwrap().message
        };
        for language in Language::SERVED {
            for &variant in Variant::all() {
                for entry in catalogue(variant) {
                    let (value, expected) = match (entry.kind, entry.numbers) {
                        (Kind::Number { max, .. }, Some(_)) => {
                            (OptionValue::Number(max - 5), "2, 7, 8, 9, 10".into())
                        }
                        (Kind::Number { min, max, .. }, None) => {
                            let both = [min, max].map(|end| end.to_string());
                            let text = told(variant.id(), entry.key, &OptionValue::Flag(true), language);
                            assert!(both.iter().all(|end| text.contains(end)), "{text}");
                            continue;
                        }
                        (Kind::Flag, _) => (OptionValue::Number(7), "true".to_owned()),
                        (Kind::Choice { values }, _) => {
                            let (name, args) = choice_name(entry.key, values[values.len() - 1]);
                            let last = language.texts().format(&name, None, &args).unwrap();
                            (OptionValue::Choice("no_such".into()), last)
                        }
                        (Kind::Set { .. }, _) => {
                            let about = language.texts().description(&format!("option-{}", entry.key));
                            (OptionValue::Set([String::from("1c")].into()), about)
                        }
                    };
                    let text = told(variant.id(), entry.key, &value, language);
                    assert!(text.contains(&expected), "{text}");
                }
            }
        }
        assert_eq!(
            told("hoyle_1751", "short_pack_low", &OptionValue::Number(5), Language::En),
            "“Lowest rank of the pack” must be one of these: 2, 7, 8, 9, 10."
        );
    }
}
