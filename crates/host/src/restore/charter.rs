//! What a table was made with.

use super::fields::{Read, Unreadable, duration_ms, from_hex, odd, seat, some};
use brag_contract::{journal_v1, v1};
use brag_journal::TableKey;
use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_table::Charter;
use brag_table::charter::{Cashier, ClockTerms, RevealPolicy, Script, Seating, Spectating};

pub(super) fn charter(
    stored: &v1::Charter,
    key: &TableKey,
    script: Option<&journal_v1::Script>,
) -> Read<Charter> {
    if stored.scripted != script.is_some() {
        return odd("a table is scripted or not");
    }
    let maker = some(stored.created_by.as_ref(), "who made the table")?;
    Ok(Charter {
        uid: from_hex(&stored.uid)?,
        tenant: key.tenant().into(),
        id: key.id().into(),
        created_by: maker.player.as_str().into(),
        rules: rules(stored)?.into(),
        clock: clock(some(stored.clock.as_ref(), "the clock")?)?,
        cashier: match stored.cashier() {
            v1::Cashier::Operator => Cashier::Operator,
            v1::Cashier::Player => Cashier::Player,
            v1::Cashier::Unspecified => return odd("an unknown cashier"),
        },
        seating: match some(stored.seating.as_ref(), "the seating")?.mode() {
            v1::SeatingMode::Open => Seating::Open,
            _ => return odd("an unknown seating"),
        },
        spectating: Spectating { allowed: some(stored.spectating.as_ref(), "the spectating")?.allowed },
        reveal: match some(stored.fairness.as_ref(), "the fairness")?.reveal_policy() {
            v1::RevealPolicy::AuditorOnly => RevealPolicy::AuditorOnly,
            _ => return odd("an unknown reveal policy"),
        },
        labels: stored.labels.clone(),
        script: script.map(script_terms).transpose()?,
    })
}

fn script_terms(stored: &journal_v1::Script) -> Read<Script> {
    Ok(Script { first_dealer: seat(stored.first_dealer)?, check_buy_in: stored.check_buy_in })
}

fn rules(stored: &v1::Charter) -> Read<Rules> {
    let value = |(key, value): (&String, &v1::OptionValue)| Ok((key.clone(), option_value(value)?));
    let given = stored.rules.iter().map(value).collect::<Read<GivenRules>>()?;
    Rules::restore(&stored.variant, &given)
        .map_err(|why| Unreadable(format!("the rules make no table: {why:?}")))
}

fn option_value(stored: &v1::OptionValue) -> Read<OptionValue> {
    use v1::option_value::Value;
    Ok(match some(stored.value.as_ref(), "an option's value")? {
        Value::Number(number) => OptionValue::Number(*number),
        Value::Flag(flag) => OptionValue::Flag(*flag),
        Value::Choice(choice) => OptionValue::Choice(choice.clone()),
        Value::Set(set) => OptionValue::Set(set.values.iter().cloned().collect()),
    })
}

fn clock(stored: &v1::ClockSettings) -> Read<ClockTerms> {
    let ms = |length| u32::try_from(duration_ms(length)?).or_else(|_| odd("a length of time is too long"));
    Ok(ClockTerms {
        action_time: ms(stored.action_time)?,
        time_bank: ms(stored.time_bank)?,
        hand_pause: ms(stored.hand_pause)?,
        automatic: match stored.dealing() {
            v1::Dealing::Automatic => true,
            v1::Dealing::Manual => false,
            v1::Dealing::Unspecified => return odd("an unknown dealing"),
        },
    })
}
