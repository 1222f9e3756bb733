//! The variants and their options, enough to draw a form from in the caller's language.

use brag_contract::v1;
use brag_contract::v1::rule_option::Kind as Wire;
use brag_host::wire::option_value;
use brag_rules::options::{CatalogueEntry, Combination, Kind, catalogue, combinations};
use brag_rules::rank::Scale;
use brag_rules::variant::{Machine, Part, Variant};

use crate::texts::{Args, Texts};

/// The acts, by the names of their fields in ActRequest.
pub(crate) const ACTS: [&str; 39] = [
    "look",
    "fold",
    "bet",
    "see",
    "cover",
    "keep",
    "throw",
    "commit",
    "retain",
    "cut",
    "discard",
    "sideshow",
    "accept",
    "refuse",
    "arrange",
    "spare",
    "swap",
    "swap_all",
    "stick",
    "stand",
    "pass",
    "brag",
    "decline",
    "challenge",
    "concede",
    "draw",
    "exchange",
    "call",
    "raise_to",
    "sit",
    "leave",
    "sit_out",
    "sit_in",
    "top_up",
    "deal",
    "pause",
    "resume",
    "remove",
    "close",
];

/// The classes of hands, with what their texts are called by.
pub(crate) const CLASSES: [(v1::HandClass, &str); 9] = [
    (v1::HandClass::HighCard, "high_card"),
    (v1::HandClass::Pair, "pair"),
    (v1::HandClass::Flush, "flush"),
    (v1::HandClass::Run, "run"),
    (v1::HandClass::RunningFlush, "running_flush"),
    (v1::HandClass::Prial, "prial"),
    (v1::HandClass::Digits, "digits"),
    (v1::HandClass::Four, "four"),
    (v1::HandClass::Single, "single"),
];

/// Whether hands of this class are dealt in a variant, with its scale.
fn has_class(class: v1::HandClass, scale: Scale, of: Variant) -> bool {
    use v1::HandClass::{Digits, Flush, Four, HighCard, Pair, Prial, Run, RunningFlush, Single, Unspecified};
    match class {
        Prial | Pair => true,
        HighCard | Flush | Run | RunningFlush => scale == Scale::Brag,
        Single => scale == Scale::Old,
        // Only a variation of the ranking makes numbers of cards (V13).
        Digits => of.has(Part::TeenPatti),
        // Only there a set may have four cards (V6B).
        Four => of.has(Part::Crash),
        Unspecified => false,
    }
}

/// Whether a player at a table of the variant may be asked for the act; what every table has is there everywhere.
fn has_act(act: &str, of: Variant) -> bool {
    let (machine, bets_on_sets) = (of.machine(), of.has(Part::EachSet));
    match act {
        "look" | "keep" | "throw" | "commit" | "retain" | "cut" => machine == Machine::Bet,
        "fold" => matches!(machine, Machine::Bet | Machine::Equalised) || bets_on_sets,
        "bet" | "see" | "cover" => matches!(machine, Machine::Bet | Machine::Classic) || bets_on_sets,
        "discard" => of.has(Part::Discards),
        "sideshow" | "accept" | "refuse" => of.has(Part::TeenPatti),
        "arrange" => machine == Machine::Arrange,
        "spare" => of.has(Part::Crash),
        "swap" | "swap_all" | "stick" => machine == Machine::Bus,
        "stand" => matches!(machine, Machine::Bus | Machine::Classic | Machine::Equalised),
        "pass" | "brag" => matches!(machine, Machine::Classic | Machine::Equalised),
        "decline" | "challenge" | "concede" | "exchange" => machine == Machine::Classic,
        "draw" => machine == Machine::Classic || of.has(Part::American),
        "call" | "raise_to" => machine == Machine::Equalised,
        _ => true,
    }
}

/// Options that decide something else in the games of a machine than in brag betting.
pub(crate) const DESCRIBED_BY_MACHINE: [(&str, Machine); 3] =
    [("min_stake", Machine::Arrange), ("min_stake", Machine::Equalised), ("min_stake", Machine::Classic)];

/// Which of an option's texts describes it in the games of the machine.
pub(crate) fn description_in(key: &str, machine: Machine) -> String {
    let of = match machine {
        _ if !DESCRIBED_BY_MACHINE.contains(&(key, machine)) => return "description".to_owned(),
        Machine::Bet => "bet",
        Machine::Arrange => "arrange",
        Machine::Bus => "bus",
        Machine::Classic => "classic",
        Machine::Equalised => "equalised",
    };
    format!("description-{of}")
}

/// A variant with everything that a table of it may choose.
pub(crate) fn variant(texts: &Texts, variant: Variant) -> v1::Variant {
    let name = format!("variant-{}", variant.id());
    let entries = catalogue(variant);
    let scale = variant.defaults().ranking.scale;
    let classes = CLASSES.iter().filter(|(class, _)| has_class(*class, scale, variant));
    v1::Variant {
        id: variant.id().to_owned(),
        title: texts.text(&name),
        description: texts.description(&name),
        cards_each: u32::from(variant.cards_each()),
        min_players: u32::from(variant.min_players()),
        max_players: u32::from(variant.max_players()),
        hard_limit: u32::from(variant.hard_limit()),
        source: texts.attribute(&name, "source"),
        options: entries.into_iter().map(|entry| option(texts, entry, variant.machine())).collect(),
        conflicts: combinations(variant).iter().map(|combination| conflict(texts, combination)).collect(),
        hand_classes: classes.map(|&(class, name)| hand_class(texts, class, name)).collect(),
        acts: ACTS.into_iter().filter(|name| has_act(name, variant)).map(|name| act(texts, name)).collect(),
        reconstruction: variant.is_reconstruction(),
    }
}

fn hand_class(texts: &Texts, class: v1::HandClass, name: &str) -> v1::HandClassText {
    let name = format!("class-{name}");
    let (title, description) = (texts.text(&name), texts.description(&name));
    v1::HandClassText { hand_class: class.into(), title, description }
}

fn act(texts: &Texts, act: &str) -> v1::ActText {
    let name = format!("act-{act}");
    v1::ActText { act: act.to_owned(), title: texts.text(&name), description: texts.description(&name) }
}

fn option(texts: &Texts, entry: CatalogueEntry, machine: Machine) -> v1::RuleOption {
    let (kind, optional) = match entry.kind {
        Kind::Number { min, max, optional } => {
            let values = entry.numbers.unwrap_or_default().to_vec();
            (Wire::Number(v1::NumberKind { min, max, values }), optional)
        }
        Kind::Flag => (Wire::Flag(v1::FlagKind {}), false),
        Kind::Choice { values } => (Wire::Choice(choice(texts, &entry, values)), false),
        Kind::Set { values, .. } => {
            let values = values.iter().map(|&value| value.to_owned()).collect();
            (Wire::Set(v1::SetKind { values }), false)
        }
    };
    let name = format!("option-{}", entry.key);
    let unit_title =
        if entry.unit.is_empty() { String::new() } else { texts.text(&format!("unit-{}", entry.unit)) };
    v1::RuleOption {
        key: entry.key.to_owned(),
        title: texts.text(&name),
        description: texts.attribute(&name, &description_in(entry.key, machine)),
        rule: entry.number.to_owned(),
        unit: entry.unit.to_owned(),
        unit_title,
        default_value: entry.default.clone().map(option_value),
        optional,
        default_follows: if entry.follows {
            texts.text(&format!("follows-{}", entry.key))
        } else {
            String::new()
        },
        kind: Some(kind),
    }
}

fn choice(texts: &Texts, entry: &CatalogueEntry, values: &[&str]) -> v1::ChoiceKind {
    let text = |value: &str| {
        let (name, args) = choice_name(entry.key, value);
        v1::ChoiceText {
            value: value.to_owned(),
            title: texts.format(&name, None, &args).unwrap_or_else(|| name.clone()),
            description: texts.format(&name, Some("description"), &args).unwrap_or_else(|| name.clone()),
        }
    };
    v1::ChoiceKind {
        values: values.iter().map(|&value| value.to_owned()).collect(),
        texts: values.iter().map(|value| text(value)).collect(),
        pattern: entry.pattern.unwrap_or_default().to_owned(),
    }
}

/// What a value's text is called by, and what it speaks of: `seat:1`, `seat:2` … are one text, and so are all
/// `wild_ranks:{…}`.
pub(crate) fn choice_name(key: &str, value: &str) -> (String, Args<'static>) {
    let (kind, of) = value.split_once(':').unwrap_or((value, ""));
    let args = of.parse().map_or_else(|_| Args::default(), |seat| Args::default().number("seat", seat));
    (format!("choice-{key}-{kind}"), args)
}

fn conflict(texts: &Texts, combination: &Combination) -> v1::OptionConflict {
    v1::OptionConflict {
        number: u32::from(combination.number),
        text: texts.text(&format!("conflict-{}", combination.id)),
        options: combination.options.iter().map(|&option| option.to_owned()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::language::Language;

    #[test]
    fn every_variant_is_whole_in_every_language() {
        for language in Language::SERVED {
            for &of in Variant::all() {
                let wire = variant(language.texts(), of);
                assert!(wire.options.len() > 20 && !wire.conflicts.is_empty());
                for option in &wire.options {
                    assert!(option.kind.is_some() && !option.rule.is_empty());
                    assert_eq!(option.default_value.is_none(), option.optional, "{}", option.key);
                    assert_eq!(option.unit.is_empty(), option.unit_title.is_empty(), "{}", option.key);
                    if let Some(Wire::Choice(choice)) = &option.kind {
                        assert!(choice.texts.iter().map(|text| &text.value).eq(&choice.values));
                    }
                }
                let following = wire.options.iter().filter(|option| !option.default_follows.is_empty());
                let follows = wire.options.iter().filter(|option| {
                    matches!(
                        &*option.key,
                        "min_buy_in"
                            | "best_prial"
                            | "set_stake"
                            | "target"
                            | "dealer_stake"
                            | "forfeit"
                            | "stake"
                            | "min_brag"
                    ) || option.key == "min_stake" && of.stake_in_antes().is_some()
                        || option.key == "ante" && of.ante_follows()
                });
                assert_eq!(following.count(), follows.count(), "each of them says what it follows");
            }
        }
    }

    #[test]
    fn seats_have_their_numbers() {
        let wire = variant(Language::Tr.texts(), Variant::ThreeCard);
        let first = wire.options.iter().find(|option| option.key == "first_dealer").unwrap();
        let Some(Wire::Choice(choice)) = &first.kind else { panic!("a choice") };
        assert_eq!(choice.texts[17].value, "seat:17");
        assert_eq!(choice.texts[17].title, "17 numaralı koltuk");
    }

    /// The acts of the playthroughs, by the variants whose games they belong to: what a game can ask for is there, and
    /// nothing that no game of its machine ever asks for.
    #[test]
    fn a_variant_has_the_acts_that_are_played_in_it() {
        let of_tables: Vec<&str> = ACTS.into_iter().skip_while(|act| *act != "sit").collect();
        let mut played = BTreeMap::<Variant, BTreeSet<String>>::new();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/playthroughs");
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let id = text.lines().find_map(|line| line.strip_prefix("variant")?.split('"').nth(1));
            let Some(of) = id.and_then(Variant::by_id) else { continue };
            let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            for words in lines {
                let [who, act, ..] = words[..] else { continue };
                let by_player = who.strip_prefix('p').is_some_and(|seat| seat.parse::<u8>().is_ok());
                if by_player && ACTS.contains(&act) && !of_tables.contains(&act) {
                    played.entry(of).or_default().insert(act.to_owned());
                }
            }
        }
        for &of in Variant::all() {
            let wire = variant(Language::En.texts(), of);
            let listed: Vec<&str> = wire.acts.iter().map(|act| &*act.act).collect();
            assert!(of_tables.iter().all(|act| listed.contains(act)), "{}", of.id());
            for act in &played[&of] {
                assert!(listed.contains(&&**act), "{} has {act}", of.id());
            }
            let of_machine = || played.iter().filter(|(other, _)| other.machine() == of.machine());
            for act in listed.iter().filter(|act| !of_tables.contains(act)) {
                assert!(of_machine().any(|(_, acts)| acts.contains(*act)), "{} lists {act}", of.id());
            }
        }
    }

    #[test]
    fn a_number_with_a_gap_offers_what_it_takes() {
        let wire = variant(Language::En.texts(), Variant::Hoyle1751);
        let kind = |key: &str| wire.options.iter().find(|option| option.key == key).unwrap().kind.clone();
        let values = vec![2, 7, 8, 9, 10];
        assert_eq!(kind("short_pack_low"), Some(Wire::Number(v1::NumberKind { min: 2, max: 10, values })));
        let values = vec![];
        assert_eq!(kind("sit_out_limit"), Some(Wire::Number(v1::NumberKind { min: 1, max: 65_535, values })));
    }
}
