//! The answer to an act: its events are bytes already, those that the journal holds and the streams send.

use brag_contract::v1;
use brag_host::wire;
use bytes::{BufMut, Bytes};
use prost::Message as _;
use prost::encoding::{WireType, encode_key};

use crate::codec::Answer;

/// The number of `ActResponse.events`.
const EVENTS_FIELD: u32 = 2;

/// An `ActResponse` whose events are encoded.
#[derive(Debug)]
pub(crate) struct ActAnswer {
    /// The events, as fields of an `EventBatch`.
    pub(crate) events: Bytes,
    /// Everything else of it.
    pub(crate) rest: v1::ActResponse,
}

impl Answer for ActAnswer {
    fn size(&self) -> usize {
        // The key of either field takes one byte, so the events are as long here as in a batch.
        self.events.len() + self.rest.encoded_len()
    }

    fn write(self, to: &mut impl BufMut) {
        let ActAnswer { events, mut rest } = self;
        let seq = std::mem::take(&mut rest.seq);
        v1::ActResponse { seq, ..Default::default() }.encode_raw(to);
        for event in wire::each(&events) {
            encode_key(EVENTS_FIELD, WireType::LengthDelimited, to);
            to.put_slice(&event[1..]);
        }
        rest.encode_raw(to);
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
        let rest = v1::ActResponse { events: Vec::new(), ..whole.clone() };
        let answer = ActAnswer { events: batch.encode_to_vec().into(), rest };
        assert_eq!(answer.size(), whole.encoded_len());
        let mut bytes = Vec::new();
        answer.write(&mut bytes);
        assert_eq!(bytes, whole.encode_to_vec());
    }
}
