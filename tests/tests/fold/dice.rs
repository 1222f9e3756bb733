//! Chance that a seed repeats, and house rules drawn by it from the catalogue.

use std::collections::BTreeMap;

use brag_contract::v1::option_value::Value;
use brag_contract::v1::rule_option::Kind;
use brag_contract::v1::{OptionValue, RuleOption, Variant};

/// SplitMix64.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 0 … `below` − 1.
    pub fn below(&mut self, below: u64) -> u64 {
        self.next() % below
    }

    pub fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    /// One of them; nothing of nothing.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let place = self.below(of.len().max(1) as u64);
        of.get(place as usize)
    }

    pub fn shuffle<T>(&mut self, what: &mut [T]) {
        for place in (1..what.len()).rev() {
            what.swap(place, self.below(place as u64 + 1) as usize);
        }
    }
}

/// Options that a table may have; the set may well contradict itself.
pub fn rules(variant: &Variant, dice: &mut Dice) -> BTreeMap<String, OptionValue> {
    let rarity = 3 + dice.below(6);
    let mut rules = BTreeMap::new();
    for option in &variant.options {
        let likely =
            ["blind_play", "cut_by", "short_stack", "min_buy_in", "two_hand_rule", "two_hand_showdown"];
        let wanted = if likely.contains(&&*option.key) { dice.one_in(2) } else { dice.one_in(rarity) };
        if wanted && let Some(value) = value(option, dice) {
            rules.insert(option.key.clone(), OptionValue { value: Some(value) });
        }
    }
    // Where everybody sees his cards there is less to test; and hands go on.
    if !dice.one_in(3) {
        rules.remove("blind_play");
    }
    for ends_early in ["max_hands", "max_minutes", "min_players"] {
        if !dice.one_in(3) {
            rules.remove(ends_early);
        }
    }
    rules
}

fn value(option: &RuleOption, dice: &mut Dice) -> Option<Value> {
    match option.kind.as_ref()? {
        Kind::Flag(_) => Some(Value::Flag(dice.one_in(2))),
        Kind::Choice(choice) => dice.pick(&choice.values).cloned().map(Value::Choice),
        Kind::Number(number) if option.key == "max_players" => {
            Some(Value::Number(number.max.min(3 + dice.below(4) as i64)))
        }
        Kind::Number(number) if !number.values.is_empty() => {
            dice.pick(&number.values).copied().map(Value::Number)
        }
        Kind::Number(number) => Some(Value::Number(number.max.min(number.min + dice.below(12) as i64))),
        Kind::Set(_) => None,
    }
}
