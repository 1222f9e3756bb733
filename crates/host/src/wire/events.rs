//! A commit's events as bytes of the contract, made once for whoever sees the same.

use super::event;
use crate::commit::Commit;
use brag_table::Charter;
use brag_table::view::Viewer;
use bytes::Bytes;
use prost::encoding::decode_varint;

/// The number of `EventBatch.events`, and of `brag.journal.v1.StoredEvent.event`.
pub const EVENTS_FIELD: u32 = 1;

/// The commit's events for that viewer, as fields `EventBatch.events`.
pub fn events(charter: &Charter, commit: &Commit, viewer: Viewer) -> Bytes {
    // What an act and the turn after it come to; a deal makes it grow.
    let mut bytes = Vec::with_capacity(160);
    for of in &commit.events {
        let event = event(charter, of, commit.transfer(of.seq), viewer);
        prost::encoding::message::encode(EVENTS_FIELD, &event, &mut bytes);
    }
    bytes.into()
}

/// The fields of one encoding of [`events`], an event each, with their keys and lengths.
pub fn each(events: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = events;
    std::iter::from_fn(move || {
        // The key of a field below 16 is one byte; the event's length follows.
        let mut after = rest.get(1..)?;
        let length = usize::try_from(decode_varint(&mut after).ok()?).ok()?;
        let end = (rest.len() - after.len()).checked_add(length)?;
        let (field, more) = rest.split_at_checked(end)?;
        rest = more;
        Some(field)
    })
}
