//! The fields of a record, each into its value or a reason why it has none.

use brag_contract::v1;
use brag_rules::Chips;
use brag_rules::act::Which;
use brag_rules::card::Card;
use brag_rules::seat::Seat;
use brag_table::event::{Handle, Millis};
use std::fmt;

/// Why a record cannot be read. It names no card and no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unreadable(pub(super) String);

pub(super) type Read<T> = Result<T, Unreadable>;

pub(super) fn odd<T>(what: impl fmt::Display) -> Read<T> {
    Err(Unreadable(what.to_string()))
}

pub(super) fn some<T>(value: Option<T>, what: &str) -> Read<T> {
    value.ok_or_else(|| Unreadable(format!("{what} is missing")))
}

pub(super) fn seat(number: u32) -> Read<Seat> {
    let seat = u8::try_from(number).ok().and_then(Seat::new);
    seat.ok_or_else(|| Unreadable(format!("{number} is no seat")))
}

/// A seat, or 0 for none.
pub(super) fn seat_or_none(number: u32) -> Read<Option<Seat>> {
    if number == 0 { Ok(None) } else { seat(number).map(Some) }
}

pub(super) fn chips(amount: i64) -> Read<Chips> {
    Chips::try_from(amount).map_err(|_| Unreadable(format!("{amount} is no number of chips")))
}

pub(super) fn small<T: TryFrom<u32>>(number: u32) -> Read<T> {
    T::try_from(number).map_err(|_| Unreadable(format!("{number} is too large")))
}

pub(super) fn millis(at: Option<prost_types::Timestamp>) -> Read<Millis> {
    let at = some(at, "a time")?;
    joined(at.seconds, at.nanos)
}

pub(super) fn duration_ms(length: Option<prost_types::Duration>) -> Read<u64> {
    let length = some(length, "a length of time")?;
    joined(length.seconds, length.nanos)
}

fn joined(seconds: i64, nanos: i32) -> Read<u64> {
    let seconds = u64::try_from(seconds).ok().and_then(|s| s.checked_mul(1_000));
    let nanos = u64::try_from(nanos).ok().filter(|nanos| nanos % 1_000_000 == 0);
    match (seconds, nanos) {
        (Some(seconds), Some(nanos)) => Ok(seconds + nanos / 1_000_000),
        _ => odd("a time is not in milliseconds"),
    }
}

pub(super) fn bytes<const N: usize>(bytes: &[u8]) -> Read<[u8; N]> {
    bytes.try_into().map_err(|_| Unreadable(format!("{} bytes, not {N}", bytes.len())))
}

pub(super) fn hash(of: &[u8]) -> Read<[u8; 32]> {
    bytes(of)
}

/// A hash, or none where the bytes are empty.
pub(super) fn hash_or_none(of: &[u8]) -> Read<Option<[u8; 32]>> {
    if of.is_empty() { Ok(None) } else { bytes(of).map(Some) }
}

pub(super) fn uid(of: &[u8]) -> Read<[u8; 16]> {
    bytes(of)
}

/// Bytes from hex digits.
pub(super) fn from_hex(digits: &str) -> Read<[u8; 16]> {
    let mut bytes = [0; 16];
    let pairs = digits.as_bytes().chunks(2);
    if digits.len() != 32 {
        return odd("a uid is not 32 digits");
    }
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        let text = std::str::from_utf8(pair).unwrap_or_default();
        *byte = u8::from_str_radix(text, 16).map_err(|_| Unreadable("a uid is not in hex".to_owned()))?;
    }
    Ok(bytes)
}

/// A card that everybody has seen.
pub(super) fn card(code: &str) -> Read<Card> {
    code.parse().map_err(|_| Unreadable("something is no card".to_owned()))
}

pub(super) fn handle(of: &v1::Handle) -> Read<Handle> {
    Ok(Handle { epoch: of.epoch, gather: of.gather.map(small).transpose()?, position: small(of.position)? })
}

pub(super) fn which(of: v1::WhichHand) -> Option<Which> {
    match of {
        v1::WhichHand::Unspecified => None,
        v1::WhichHand::Old => Some(Which::Old),
        v1::WhichHand::New => Some(Which::New),
    }
}
