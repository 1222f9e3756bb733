//! Where a player sat when something happened.
//!
//! What a viewer may see of an event is decided when it happens: a look on a seat is for who sat there then, not for
//! who sits there now. So the seat is followed event by event, and never taken from the table of today.

use brag_host::{Commit, CursorError, FeedItem, TableHandle};
use brag_rules::seat::Seat;
use brag_table::event::{Cause, Event, Fact};

/// The seat that an event gives to the player (`Some(Some(…))`) or takes from him (`Some(None)`).
pub(crate) fn change(event: &Event, player: &str) -> Option<Option<Seat>> {
    match &event.fact {
        Fact::Sat { seat, player: who, .. } if **who == *player => Some(Some(*seat)),
        Fact::Left { player: who, .. } if **who == *player => Some(None),
        _ => None,
    }
}

/// The seat before the first of these events that changes it; nothing if none does.
pub(crate) fn before<'a>(events: impl IntoIterator<Item = &'a Event>, player: &str) -> Option<Option<Seat>> {
    events.into_iter().find_map(|event| match &event.fact {
        Fact::Sat { player: who, .. } if **who == *player => Some(None),
        Fact::Left { seat, player: who, .. } if **who == *player => Some(Some(*seat)),
        _ => None,
    })
}

/// The seat that the player had right after event `after`.
///
/// # Errors
/// When the events after it are no longer kept, or there is no such event.
pub(crate) async fn seat_after(
    handle: &TableHandle,
    after: u64,
    player: Option<&str>,
) -> Result<Option<Seat>, CursorError> {
    // Even for nobody: whoever asks learns here that a cursor cannot be served.
    let mut feed = handle.subscribe(after)?;
    let Some(player) = player else { return Ok(None) };
    loop {
        // Up to the live edge the log answers at once.
        match feed.next().await {
            FeedItem::Commits(commits) => {
                let events =
                    commits.iter().flat_map(|commit| &*commit.events).filter(|event| event.seq > after);
                if let Some(seat) = before(events, player) {
                    return Ok(seat);
                }
            }
            FeedItem::Lagged { next } => return Err(CursorError::Expired { oldest: next }),
            FeedItem::CaughtUp(_) | FeedItem::Bookmark(_) | FeedItem::Closed | FeedItem::Draining { .. } => {
                let (seq, seat) = handle.read(|table, _| (table.room.seq, table.seat_of(player)));
                if seq == feed.cursor() {
                    return Ok(seat);
                }
            }
        }
    }
}

/// The seat that the player had before the commit that his act made: the one that he acted from, however long ago that
/// was. Where he acted as an operator, from the table itself if nothing has happened since, else from the log: nothing,
/// and so no card, where that does not reach back so far. `now` is the table's last event and his seat at some
/// moment since.
pub(crate) async fn seat_before(
    handle: &TableHandle,
    commit: &Commit,
    player: &str,
    now: (u64, Option<Seat>),
) -> Option<Seat> {
    if let Some(seat) = before(&*commit.events, player) {
        return seat;
    }
    if let Some(Cause::Seat(seat)) = commit.events.first().map(|event| event.cause) {
        return Some(seat);
    }
    let (seq, seat) = now;
    if seq == commit.last_seq() {
        return seat;
    }
    seat_after(handle, commit.last_seq(), Some(player)).await.ok().flatten()
}
