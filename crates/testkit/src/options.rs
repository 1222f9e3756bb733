//! Random sets of options that make a table.

use crate::chance::Stream;
use brag_rules::card::PACK_SIZE;
use brag_rules::options::{CatalogueEntry, GivenRules, Kind, OptionValue, Rules, catalogue};
use brag_rules::variant::Variant;

/// Values that make a table only with another option, which is then named, too: an option, its value, what it
/// needs.
static COMPANIONS: &[(&str, &str, &str)] = &[
    ("limit_mode", "fixed", "raise_increment"),
    ("two_three_five", "beats_prial", "short_stack"),
    ("short_stack", "fold_only", "max_blind_bets"),
    ("gather", "exact", "shuffle_mode"),
];

/// Options that mean nothing in the nine-card game unless bets go round on its sets.
static OF_BETS: &[&str] = &[
    "max_initial_stake",
    "max_stake",
    "max_raise",
    "raise_factor",
    "limit_mode",
    "raise_increment",
    "see_multiplier",
    "seer_may_muck",
];

/// Options named at random, and the rules that they make. Sets that make no table are drawn again, so every
/// combination that is allowed can come up, and no other.
pub fn random_rules(variant: Variant, stream: &mut Stream) -> (GivenRules, Rules) {
    let entries = catalogue(variant);
    loop {
        // From few options to half of them: the more are named, the more sets make no table.
        let rarity = 2 + stream.below(12);
        let mut given = GivenRules::new();
        for entry in &entries {
            if stream.below(rarity) == 0 {
                given.insert(entry.key.to_owned(), value(entry, stream));
            }
        }
        let defaults = variant.defaults();
        let named = |key| entries.iter().any(|entry| entry.key == key);
        if !defaults.blind_play && named("blind_play") && stream.one_in(2) {
            // Most options are of blind play: where it is off by default it is named as often as not, with few
            // enough seats to keep a hand.
            given.insert("blind_play".to_owned(), OptionValue::Flag(true));
            let most = (PACK_SIZE as u64 / u64::from(defaults.cards_each)).saturating_sub(1);
            let seats = 2 + stream.below(most - 1) as i64;
            given.insert("max_players".to_owned(), OptionValue::Number(seats));
        }
        if given.contains_key("max_buy_in")
            && let Some(entry) = entries.iter().find(|entry| entry.key == "min_buy_in")
        {
            // Else it is mostly less than the fewest.
            given.entry(entry.key.to_owned()).or_insert_with(|| value(entry, stream));
        }
        if let (Some(antes), Some(OptionValue::Number(stake))) =
            (variant.stake_in_antes(), given.get("min_stake"))
        {
            let ante = stake / antes as i64;
            given.insert("ante".to_owned(), OptionValue::Number(ante));
            given.insert("min_stake".to_owned(), OptionValue::Number(ante * antes as i64));
        }
        if named("set_betting") && OF_BETS.iter().any(|key| given.contains_key(*key)) {
            given.insert("set_betting".to_owned(), OptionValue::Flag(true));
        }
        for (option, wants, needed) in COMPANIONS {
            if given.get(*option) == Some(&OptionValue::Choice((*wants).to_owned())) {
                let entry =
                    entries.iter().find(|entry| entry.key == *needed).expect("an option of the family");
                given.entry((*needed).to_owned()).or_insert_with(|| value(entry, stream));
            }
        }
        if let Ok(rules) = Rules::resolve(variant.id(), &given) {
            return (given, rules);
        }
    }
}

/// A value that the option takes; small numbers, where interesting things happen.
fn value(entry: &CatalogueEntry, stream: &mut Stream) -> OptionValue {
    match entry.kind {
        Kind::Flag => OptionValue::Flag(stream.one_in(2)),
        Kind::Choice { values } => {
            OptionValue::Choice(values[stream.below(values.len() as u64) as usize].to_owned())
        }
        Kind::Set { values, .. } => {
            let name = |stream: &mut Stream| values[stream.below(values.len() as u64) as usize].to_owned();
            OptionValue::Set((0..stream.below(5)).map(|_| name(stream)).collect())
        }
        Kind::Number { min, max, .. } => {
            if let Some(numbers) = entry.numbers {
                return OptionValue::Number(numbers[stream.below(numbers.len() as u64) as usize]);
            }
            let width = if entry.unit == "chips" && stream.one_in(3) { 60 } else { 12 };
            let span = u64::try_from(max.saturating_sub(min)).unwrap_or(0).min(width);
            let number = min + stream.below(span + 1) as i64;
            // Chips are even more often than not, because halves of them are asked for.
            let even = entry.unit == "chips" && number < max && stream.below(4) > 0;
            OptionValue::Number(if even { number + number % 2 } else { number })
        }
    }
}
