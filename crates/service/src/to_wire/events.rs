//! The events of a commit as one viewer receives them; encoded once for all who see the same.

use brag_contract::v1;
use brag_contract::v1::event::Fact as Wire;
use brag_host::{Commit, wire};
use brag_rules::seat::Seat;
use brag_table::Charter;
use brag_table::event::Event;
use bytes::Bytes;

use crate::eyes::Eyes;
use crate::seats;

/// A reader's way through a table's commits: his eyes, and the seat that he has at this point of it.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    /// What the table was made with.
    pub(crate) charter: &'a Charter,
    /// Who reads.
    pub(crate) eyes: &'a Eyes,
    /// Where he sits, as far as he has read.
    pub(crate) seat: Option<Seat>,
}

impl Reader<'_> {
    /// The commit's events after `after`, for the viewer; moves his seat along.
    pub(crate) fn events(&mut self, commit: &Commit, after: u64) -> Vec<v1::Event> {
        let unread = commit.events.iter().filter(|event| event.seq > after);
        unread.map(|event| self.event(commit, event)).collect()
    }

    /// The same as bytes of an EventBatch. Shared wherever nothing about this reader alone is in them.
    pub(crate) fn bytes(&mut self, commit: &Commit, after: u64) -> Bytes {
        let whole = after < commit.first_seq();
        if !whole || self.is_about_him(commit) {
            return encode(&self.events(commit, after));
        }
        let charter = self.charter;
        commit.encoded(self.eyes.viewer_on(self.seat), |commit, viewer| wire::events(charter, commit, viewer))
    }

    /// Whether he changes his seat in it, or, an operator, sees who made the table.
    fn is_about_him(&self, commit: &Commit) -> bool {
        let moves = |player: &str| commit.events.iter().any(|event| seats::change(event, player).is_some());
        self.eyes.acts_for().is_some_and(moves) || (self.eyes.operator && commit.first_seq() == 1)
    }

    fn event(&mut self, commit: &Commit, event: &Event) -> v1::Event {
        let viewer = self.eyes.viewer_on(self.seat);
        if let Some(seat) = self.eyes.acts_for().and_then(|player| seats::change(event, player)) {
            self.seat = seat;
        }
        let mut seen = wire::event(self.charter, event, commit.transfer(event.seq), viewer);
        if let (true, Some(Wire::Created(created))) = (self.eyes.operator, &mut seen.fact) {
            created.charter = Some(wire::charter(self.charter, event.time, true));
        }
        seen
    }
}

fn encode(events: &[v1::Event]) -> Bytes {
    let mut bytes = Vec::new();
    for event in events {
        prost::encoding::message::encode(wire::EVENTS_FIELD, event, &mut bytes);
    }
    bytes.into()
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;

    #[test]
    fn encoded_events_are_those_of_a_batch() {
        let events = [1, 2].map(|seq| v1::Event { seq, ..v1::Event::default() }).to_vec();
        let batch = v1::EventBatch { events: events.clone(), legal_acts: None, table_acts: None };
        assert_eq!(encode(&events), batch.encode_to_vec());
    }
}
