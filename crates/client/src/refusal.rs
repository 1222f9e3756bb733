//! What the service answers instead of doing what was asked: the reason, and all that comes with it.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use brag_contract::v1::Reason;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// The domain of the contract's reasons.
const DOMAIN: &str = "brag.v1";

/// A refusal or failure that the service itself told, with its reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The status code.
    pub code: Code,
    /// Why: what a program decides by. `Unspecified` for a reason that is newer than this client.
    pub reason: Reason,
    /// The reason as the service names it, such as `AMOUNT_TOO_LOW`.
    pub reason_name: String,
    /// What developers read, in English.
    pub message: String,
    /// What a player may read, in the language that the caller asked for.
    pub for_player: Option<String>,
    /// Every value that the texts name.
    pub metadata: HashMap<String, String>,
    /// The fields of the request that are malformed.
    pub fields: Vec<Field>,
    /// Trying again helps, after this time.
    pub retry_after: Option<Duration>,
    /// From a refusal by the rules: what would have been accepted from this player.
    pub legal: Vec<Alternative>,
    /// From a refusal by the rules: the seats whose turn it is.
    pub to_act: Vec<u32>,
    /// The table's last event, where the service says so.
    pub seq: Option<u64>,
    /// The turn, where the service says so.
    pub turn: Option<u64>,
    /// The hand, where the service says so.
    pub hand: Option<u32>,
}

/// A field of a request, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its path, such as `bet.amount`.
    pub name: String,
    /// What it must be, in English.
    pub description: String,
}

/// An act that would have been accepted: `fold`, `see 4`, `bet 2..98 step 2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Which act, as the contract's field names it: `look`, `bet`.
    pub act: String,
    /// The least amount, or the only one; none where the act has no amount.
    pub min: Option<i64>,
    /// The greatest amount; as `min` for a price.
    pub max: Option<i64>,
    /// The distance between amounts.
    pub step: i64,
}

impl Refusal {
    /// Reads the details of a status; none where the service told no reason, so that the failure is none of the game's.
    pub(crate) fn of(status: &Status) -> Option<Refusal> {
        let details = status.get_error_details();
        let info = details.error_info().filter(|info| info.domain == DOMAIN)?;
        let metadata = info.metadata.clone();
        let number = |key: &str| metadata.get(key).and_then(|text| text.parse::<u64>().ok());
        let violations = details.bad_request().map(|bad| bad.field_violations.as_slice()).unwrap_or_default();
        let field = |violation: &tonic_types::FieldViolation| Field {
            name: violation.field.clone(),
            description: violation.description.clone(),
        };
        let seats = metadata.get("to_act").map_or("", String::as_str);
        Some(Refusal {
            code: status.code(),
            reason: Reason::from_str_name(&format!("REASON_{}", info.reason)).unwrap_or_default(),
            reason_name: info.reason.clone(),
            message: status.message().to_owned(),
            for_player: details.localized_message().map(|text| text.message.clone()),
            fields: violations.iter().map(field).collect(),
            retry_after: details.retry_info().and_then(|retry| retry.retry_delay),
            legal: alternatives(metadata.get("legal").map_or("", String::as_str)),
            to_act: seats.split(',').filter_map(|seat| seat.trim().parse().ok()).collect(),
            seq: number("seq"),
            turn: number("turn"),
            hand: number("hand").and_then(|hand| hand.try_into().ok()),
            metadata,
        })
    }

    /// Whether the same request may be accepted a little later, with nothing changed about it.
    pub fn passes(&self) -> bool {
        matches!(
            self.reason,
            Reason::Conflict
                | Reason::RateLimited
                | Reason::Overloaded
                | Reason::Draining
                | Reason::JournalUnavailable
                | Reason::NewerFormat
                | Reason::DeadlineExceeded
        )
    }

    /// Whether what was asked for may have happened all the same.
    pub fn outcome_unknown(&self) -> bool {
        matches!(self.reason, Reason::JournalUnavailable | Reason::DeadlineExceeded)
    }

    /// Whether the service said so before it looked at the request's id: of an earlier attempt it says nothing. Any other
    /// refusal of a request that is repeated says that the request was not done before, either, because the service answers
    /// one that was with what it did.
    pub(crate) fn precedes_the_id(&self) -> bool {
        matches!(self.reason, Reason::TokenInvalid | Reason::RoleRequired)
    }

    /// Whether the table has moved on, so that the caller has to decide again.
    pub fn is_stale(&self) -> bool {
        matches!(self.reason, Reason::StaleTurn | Reason::StaleSeq)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason_name, self.message)
    }
}

/// `look, bet 2..98 step 2, see 4`, read. What cannot be read is named without amounts.
fn alternatives(legal: &str) -> Vec<Alternative> {
    legal.split(", ").filter(|words| !words.is_empty()).map(alternative).collect()
}

fn alternative(words: &str) -> Alternative {
    let mut words = words.split(' ');
    let act = words.next().unwrap_or_default().to_owned();
    let amounts = words.next().unwrap_or_default();
    let (min, max) = amounts.split_once("..").unwrap_or((amounts, amounts));
    let step = match (words.next(), words.next()) {
        (Some("step"), Some(step)) => step.parse().unwrap_or(1),
        _ => 1,
    };
    Alternative { act, min: min.parse().ok(), max: max.parse().ok(), step }
}

#[cfg(test)]
mod tests {
    use tonic_types::ErrorDetails;

    use super::*;

    fn alternative(act: &str, min: Option<i64>, max: Option<i64>, step: i64) -> Alternative {
        Alternative { act: act.to_owned(), min, max, step }
    }

    #[test]
    fn legal_alternatives_are_read() {
        assert_eq!(
            alternatives("look, bet 2..98 step 2, see 4, cut 1..51"),
            [
                alternative("look", None, None, 1),
                alternative("bet", Some(2), Some(98), 2),
                alternative("see", Some(4), Some(4), 1),
                alternative("cut", Some(1), Some(51), 1),
            ]
        );
        assert_eq!(alternatives(""), []);
    }

    fn status(reason: &str, domain: &str) -> Status {
        let metadata =
            [("seq", "17"), ("turn", "3"), ("hand", "2"), ("to_act", "1"), ("legal", "fold, bet 2..9")];
        let metadata = metadata.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let mut details = ErrorDetails::new();
        details
            .set_error_info(reason, domain, HashMap::from(metadata))
            .set_retry_info(Some(Duration::from_millis(250)))
            .add_bad_request_violation("bet.amount", "must be 2 to 9")
            .set_localized_message("tr", "az");
        Status::with_error_details(Code::FailedPrecondition, "1 is below 2", details)
    }

    #[test]
    fn everything_that_comes_with_a_reason_is_read() {
        let refusal = Refusal::of(&status("AMOUNT_TOO_LOW", DOMAIN)).unwrap();
        assert_eq!(refusal.to_string(), "AMOUNT_TOO_LOW: 1 is below 2");
        assert_eq!((refusal.code, refusal.reason), (Code::FailedPrecondition, Reason::AmountTooLow));
        assert_eq!(refusal.for_player.as_deref(), Some("az"));
        assert_eq!(refusal.fields[0].name, "bet.amount");
        assert_eq!(refusal.retry_after, Some(Duration::from_millis(250)));
        assert_eq!(
            (refusal.seq, refusal.turn, refusal.hand, &*refusal.to_act),
            (Some(17), Some(3), Some(2), &[1][..])
        );
        assert_eq!(refusal.legal[1], alternative("bet", Some(2), Some(9), 1));
        assert!(!refusal.passes() && !refusal.is_stale());
    }

    #[test]
    fn a_newer_reason_keeps_its_name_and_another_domain_is_no_refusal() {
        let newer = Refusal::of(&status("BORED", DOMAIN)).unwrap();
        assert_eq!(
            (newer.reason, &*newer.reason_name, newer.passes()),
            (Reason::Unspecified, "BORED", false)
        );
        assert_eq!(Refusal::of(&status("AMOUNT_TOO_LOW", "example.com")), None);
        assert_eq!(Refusal::of(&Status::unavailable("gone")), None);
    }
}
