//! What a table was made with.

use super::{duration, timestamp};
use brag_contract::v1;
use brag_rules::options::OptionValue;
use brag_table::Charter;
use brag_table::charter::{Cashier, RevealPolicy, Seating};
use brag_table::event::Millis;

/// `tables/{id}`.
pub fn table_name(charter: &Charter) -> String {
    format!("tables/{}", charter.id)
}

/// The value of an option.
pub fn option_value(value: OptionValue) -> v1::OptionValue {
    use v1::option_value::Value;
    let value = match value {
        OptionValue::Number(number) => Value::Number(number),
        OptionValue::Flag(flag) => Value::Flag(flag),
        OptionValue::Choice(choice) => Value::Choice(choice),
        OptionValue::Set(set) => Value::Set(v1::StringSet { values: set.into_iter().collect() }),
    };
    v1::OptionValue { value: Some(value) }
}

/// Everything about a table that never changes. Who made it is for operators.
pub fn charter(charter: &Charter, created: Millis, for_operator: bool) -> v1::Charter {
    let dealing = if charter.clock.automatic { v1::Dealing::Automatic } else { v1::Dealing::Manual };
    let cashier = match charter.cashier {
        Cashier::Operator => v1::Cashier::Operator,
        Cashier::Player => v1::Cashier::Player,
    };
    let seating = match charter.seating {
        Seating::Open => v1::SeatingMode::Open,
    };
    let reveal = match charter.reveal {
        RevealPolicy::AuditorOnly => v1::RevealPolicy::AuditorOnly,
    };
    v1::Charter {
        uid: hex(&charter.uid),
        variant: charter.rules.variant.id().to_owned(),
        rules: charter.rules.options().map(|(key, value)| (key.to_owned(), option_value(value))).collect(),
        clock: Some(v1::ClockSettings {
            action_time: Some(duration(charter.clock.action_time.into())),
            time_bank: Some(duration(charter.clock.time_bank.into())),
            hand_pause: Some(duration(charter.clock.hand_pause.into())),
            dealing: dealing.into(),
        }),
        cashier: cashier.into(),
        seating: Some(v1::SeatingSettings { mode: seating.into(), invited: Vec::new() }),
        spectating: Some(v1::SpectatingSettings { allowed: charter.spectating.allowed, delay_hands: 0 }),
        fairness: Some(v1::FairnessSettings { reveal_policy: reveal.into() }),
        labels: charter.labels.clone(),
        scripted: charter.script.is_some(),
        create_time: Some(timestamp(created)),
        created_by: for_operator.then(|| v1::Principal {
            tenant: charter.tenant.as_ref().to_owned(),
            player: charter.created_by.as_ref().to_owned(),
            roles: Vec::new(),
        }),
    }
}

/// Bytes as lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|b| [DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]])
        .map(char::from)
        .collect()
}
