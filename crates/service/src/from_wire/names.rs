//! Names, ids and numbers as callers write them.

use std::collections::BTreeMap;
use std::sync::Arc;

use brag_rules::Chips;
use brag_rules::options::MAX_AMOUNT;
use brag_rules::seat::Seat;

use crate::status::Failure;

/// Labels that a table may have.
const MAX_LABELS: usize = 16;
/// Characters in a label's value.
const MAX_LABEL_VALUE: usize = 128;
/// Characters in a player's id, a request id, a display name.
const MAX_ID: usize = 64;

/// The id in a table's name `tables/{id}`.
pub(crate) fn table_id<'a>(field: &str, name: &'a str) -> Result<&'a str, Failure> {
    let id = name.strip_prefix("tables/").filter(|id| is_table_id(id));
    id.ok_or_else(|| Failure::invalid(field, "tables/{id}, the id being 1 to 63 of a-z, 0-9 and -"))
}

/// A text that must be there.
pub(crate) fn present(field: &str, text: &str) -> Result<(), Failure> {
    if text.is_empty() { Err(Failure::invalid(field, "set")) } else { Ok(()) }
}

/// The id of a table that is to be made; none if the caller leaves it to us.
pub(super) fn new_table_id(field: &str, id: &str) -> Result<Option<String>, Failure> {
    match id {
        "" => Ok(None),
        id if is_table_id(id) => Ok(Some(id.to_owned())),
        _ => Err(Failure::invalid(field, "empty, or 1 to 63 of a-z, 0-9 and -")),
    }
}

fn is_table_id(id: &str) -> bool {
    (1..=63).contains(&id.len()) && id.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

/// A request's id.
pub(crate) fn request_id(field: &str, id: &str) -> Result<Arc<str>, Failure> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-');
    if (1..=MAX_ID).contains(&id.len()) && id.bytes().all(plain) {
        return Ok(id.into());
    }
    Err(Failure::invalid(field, "1 to 64 of A-Z, a-z, 0-9 and . _ : -"))
}

/// A player's id.
pub(crate) fn player(field: &str, id: &str) -> Result<Arc<str>, Failure> {
    if is_player(id) {
        Ok(id.into())
    } else {
        Err(Failure::invalid(field, "1 to 64 characters, none of them a control character"))
    }
}

/// Whether that text can be a player's id.
pub(crate) fn is_player(id: &str) -> bool {
    (1..=MAX_ID).contains(&id.chars().count()) && !id.chars().any(char::is_control)
}

/// The player through whose eyes something is asked for: an id, or empty.
pub(crate) fn viewed_player(field: &str, id: &str) -> Result<Arc<str>, Failure> {
    if id.is_empty() { Ok("".into()) } else { player(field, id) }
}

/// What a player wants to be called.
pub(super) fn display_name(field: &str, name: &str) -> Result<Arc<str>, Failure> {
    if name.chars().count() <= MAX_ID && !name.chars().any(|c| c.is_control() || is_bidi(c)) {
        return Ok(name.into());
    }
    Err(Failure::invalid(
        field,
        "at most 64 characters, without control and bidirectional-override characters",
    ))
}

/// Characters that turn the direction of the text around them, and so can make a name look like another.
fn is_bidi(c: char) -> bool {
    matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The platform's own notes about a table.
pub(super) fn labels(
    field: &str,
    labels: BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, Failure> {
    let key_byte = |b: u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'/' | b'-');
    let key = |key: &str| (1..=63).contains(&key.len()) && key.bytes().all(key_byte);
    let value =
        |value: &str| value.chars().count() <= MAX_LABEL_VALUE && !value.chars().any(char::is_control);
    if labels.len() > MAX_LABELS {
        return Err(Failure::invalid(field, format!("at most {MAX_LABELS} labels")));
    }
    if !labels.keys().all(|k| key(k)) {
        return Err(Failure::invalid(field, "keyed by 1 to 63 of a-z, 0-9 and . _ / -"));
    }
    if !labels.values().all(|v| value(v)) {
        let allowed = format!("at most {MAX_LABEL_VALUE} characters each, without control characters");
        return Err(Failure::invalid(field, allowed));
    }
    Ok(labels)
}

/// An amount of chips.
pub(crate) fn chips(field: &str, amount: i64) -> Result<Chips, Failure> {
    let amount = Chips::try_from(amount).ok().filter(|&amount| amount <= MAX_AMOUNT);
    amount.ok_or_else(|| Failure::invalid(field, format!("0 to {MAX_AMOUNT} chips")))
}

/// A seat's number, 1 … `seats`.
pub(crate) fn seat_number(field: &str, number: u32, seats: u8) -> Result<Seat, Failure> {
    let seat = u8::try_from(number).ok().filter(|&number| number <= seats).and_then(Seat::new);
    seat.ok_or_else(|| Failure::invalid(field, format!("1 to {seats}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_names() {
        assert_eq!(table_id("table", "tables/a-1"), Ok("a-1"));
        let longest = format!("tables/{}", "x".repeat(63));
        assert_eq!(table_id("table", &longest).unwrap().len(), 63);
        let long = format!("tables/{}", "x".repeat(64));
        for bad in ["", "a", "tables/", "tables/A", "tables/a_b", "tables/a/b", "Tables/a", "tables/é", &long]
        {
            assert!(table_id("table", bad).is_err(), "{bad:?}");
        }
        assert_eq!(new_table_id("table_id", ""), Ok(None));
        assert!(new_table_id("table_id", "tables/a").is_err());
    }

    #[test]
    fn request_ids() {
        assert!(request_id("request_id", "Az09._:-").is_ok());
        for bad in ["", " ", "a b", "é", "a/b", &"x".repeat(65)] {
            assert!(request_id("request_id", bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn players_and_display_names() {
        assert!(player("player", &"é".repeat(64)).is_ok());
        for bad in ["", "a\nb", "\u{7f}", "\u{85}", &"x".repeat(65)] {
            assert!(player("player", bad).is_err(), "{bad:?}");
        }
        assert!(display_name("n", "").is_ok());
        assert!(display_name("n", "Zoë ✨").is_ok());
        for bad in ["a\u{202E}b", "\u{2066}", "a\tb", &"x".repeat(65)] {
            assert!(display_name("n", bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn labels_are_bounded() {
        let of =
            |key: &str, value: &str| labels("labels", BTreeMap::from([(key.to_owned(), value.to_owned())]));
        assert!(of("a.b/c_d-9", &"é".repeat(128)).is_ok());
        for (key, value) in
            [("", ""), ("A", ""), (&*"k".repeat(64), ""), ("k", &*"v".repeat(129)), ("k", "\n")]
        {
            assert!(of(key, value).is_err(), "{key:?} {value:?}");
        }
        let many = |n: usize| (0..n).map(|i| (format!("k{i}"), String::new())).collect();
        assert!(labels("labels", many(16)).is_ok());
        assert!(labels("labels", many(17)).is_err());
    }

    #[test]
    fn chips_and_seats() {
        assert_eq!(chips("amount", (1 << 53) - 1), Ok(MAX_AMOUNT));
        assert!(chips("amount", 1 << 53).is_err() && chips("amount", -1).is_err());
        assert_eq!(seat_number("seat", 8, 8).map(Seat::number), Ok(8));
        for bad in [0, 9, 256, u32::MAX] {
            assert!(seat_number("seat", bad, 8).is_err(), "{bad}");
        }
    }
}
