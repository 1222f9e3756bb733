//! The answer to an act: its events are bytes already, those that the journal holds and the streams send.

use brag_contract::v1;
use brag_host::wire;
use bytes::{BufMut, Bytes};
use prost::Message as _;
use prost::encoding::{WireType, encode_key, message};

use crate::codec::Answer;

/// The numbers of the fields of `ActResponse` from `events` on.
const EVENTS_FIELD: u32 = 2;
const LEGAL_ACTS_FIELD: u32 = 3;
const VIEW_FIELD: u32 = 4;

/// An `ActResponse` whose events are encoded.
#[derive(Debug, Default)]
pub(crate) struct ActAnswer {
    /// The last event.
    pub(crate) seq: u64,
    /// The events, as fields of an `EventBatch`.
    pub(crate) events: Bytes,
    /// What the caller may do now.
    pub(crate) legal_acts: Option<v1::LegalActs>,
    /// The table. On the heap, since few answers have it and each has the place for it.
    pub(crate) view: Option<Box<v1::TableView>>,
}

impl ActAnswer {
    /// What is before the events.
    fn head(&self) -> v1::ActResponse {
        v1::ActResponse { seq: self.seq, ..v1::ActResponse::default() }
    }
}

impl Answer for ActAnswer {
    fn size(&self) -> usize {
        let head = self.head().encoded_len();
        let legal_acts =
            self.legal_acts.as_ref().map_or(0, |acts| message::encoded_len(LEGAL_ACTS_FIELD, acts));
        let view = self.view.as_ref().map_or(0, |view| message::encoded_len(VIEW_FIELD, &**view));
        // The key of either field takes one byte, so the events are as long here as in a batch.
        head + self.events.len() + legal_acts + view
    }

    fn write(self, to: &mut impl BufMut) {
        self.head().encode_raw(to);
        for event in wire::each(&self.events) {
            encode_key(EVENTS_FIELD, WireType::LengthDelimited, to);
            to.put_slice(&event[1..]);
        }
        if let Some(legal_acts) = &self.legal_acts {
            message::encode(LEGAL_ACTS_FIELD, legal_acts, to);
        }
        if let Some(view) = self.view {
            message::encode(VIEW_FIELD, &*view, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_in_parts_is_the_message_that_it_stands_for() {
        let event = |seq| v1::Event { seq, fact: None, ..v1::Event::default() };
        let whole = v1::ActResponse {
            seq: 900,
            // The second is so long that its length takes two bytes.
            events: vec![event(1), v1::Event { chain: vec![7; 300].into(), ..event(2) }],
            legal_acts: Some(v1::LegalActs { turn: 300, ..v1::LegalActs::default() }),
            view: Some(v1::TableView { seq: 900, ..v1::TableView::default() }),
        };
        let batch = v1::EventBatch { events: whole.events.clone(), ..Default::default() };
        let v1::ActResponse { seq, legal_acts, view, .. } = whole.clone();
        let events = batch.encode_to_vec().into();
        let answer = ActAnswer { seq, events, legal_acts, view: view.map(Box::new) };
        assert_eq!(written(answer), whole.encode_to_vec());
        assert_eq!(written(ActAnswer::default()), v1::ActResponse::default().encode_to_vec());
    }

    fn written(answer: ActAnswer) -> Vec<u8> {
        let (size, mut bytes) = (answer.size(), Vec::new());
        answer.write(&mut bytes);
        assert_eq!(size, bytes.len());
        bytes
    }
}
