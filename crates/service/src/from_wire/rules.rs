//! House rules as callers name them.

use std::collections::BTreeMap;

use brag_contract::v1;
use brag_contract::v1::option_value::Value;
use brag_rules::options::{GivenRules, OptionValue, shorten};

use crate::status::Failure;

/// The options that a request names, each with a value.
pub(super) fn given_rules(rules: BTreeMap<String, v1::OptionValue>) -> Result<GivenRules, Failure> {
    let read = |(key, value): (String, v1::OptionValue)| {
        let value = match value.value {
            Some(Value::Number(number)) => OptionValue::Number(number),
            Some(Value::Flag(flag)) => OptionValue::Flag(flag),
            Some(Value::Choice(name)) => OptionValue::Choice(name),
            Some(Value::Set(set)) => OptionValue::Set(set.values.into_iter().collect()),
            None => {
                let field = format!("rules.{}", shorten(&key));
                return Err(Failure::invalid(field, "a number, a flag, a choice or a set"));
            }
        };
        Ok((key, value))
    };
    rules.into_iter().map(read).collect()
}
