//! Messages of the contract as JSON, in proto3's own mapping (<https://protobuf.dev/programming-guides/json/>): what a
//! front end of another language would print.

use brag_contract::FILE_DESCRIPTOR_SET;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, SerializeOptions};
use serde_json::Value;
use std::sync::LazyLock;

static CONTRACT: LazyLock<Option<DescriptorPool>> =
    LazyLock::new(|| DescriptorPool::decode(FILE_DESCRIPTOR_SET).ok());

/// The message as JSON; `name` is its full name, such as `brag.v1.Event`.
///
/// # Errors
/// There is no such message in the contract, or it is not of that name.
pub fn of(message: &impl Message, name: &str) -> Result<Value, String> {
    let pool = CONTRACT.as_ref().ok_or("the contract that is compiled in cannot be read")?;
    let descriptor =
        pool.get_message_by_name(name).ok_or_else(|| format!("{name} is no message of the contract"))?;
    let read = DynamicMessage::decode(descriptor, message.encode_to_vec().as_slice());
    let read = read.map_err(|why| format!("this is no {name}: {why}"))?;
    let json = read.serialize_with_options(serde_json::value::Serializer, &SerializeOptions::new());
    json.map_err(|why| format!("{name} has no JSON: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use brag_contract::v1::event::Fact;
    use brag_contract::v1::{BetMade, Cause, Event};
    use prost_types::Timestamp;

    #[test]
    fn an_event_is_written_as_front_ends_know_it() {
        let bet = BetMade { seat: 2, amount: 1, blind: true, stake: 2, stack: 97, pot: 5 };
        let event = Event {
            seq: 15,
            time: Some(Timestamp { seconds: 1_700_000_000, nanos: 250_000_000 }),
            hand: 1,
            cause: Cause::Seat.into(),
            fact: Some(Fact::BetMade(bet)),
            ..Event::default()
        };
        let json = of(&event, "brag.v1.Event").unwrap();
        let expected = serde_json::json!({
            "seq": "15", "time": "2023-11-14T22:13:20.250Z", "hand": 1, "cause": "CAUSE_SEAT",
            "betMade": {"seat": 2, "amount": "1", "blind": true, "stake": "2", "stack": "97", "pot": "5"},
        });
        assert_eq!(json, expected);
        assert!(of(&event, "brag.v1.Nothing").unwrap_err().contains("no message"));
    }
}
