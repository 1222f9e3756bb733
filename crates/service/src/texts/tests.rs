//! Every text that the code asks for is there in every language, and nothing else is.

use std::collections::{BTreeMap, BTreeSet};

use brag_rules::Refusal;
use brag_rules::options::{Kind, catalogue, combinations};
use brag_rules::variant::Variant;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use prost::Message as _;

use super::*;
use crate::to_wire::catalogue::{ACTS, CLASSES, choice_name, description_in};

/// A message's name, with an attribute's after a dot.
type Name = String;

/// The texts of a file.
fn file(language: Language) -> BTreeMap<Name, Pattern<&'static str>> {
    let resource = parse(language.file()).unwrap_or_else(|(_, errors)| panic!("{language:?}: {errors:?}"));
    let mut texts = BTreeMap::new();
    for entry in resource.body {
        let message = match entry {
            Entry::Message(message) => message,
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => continue,
            other => panic!("{language:?}: {other:?}"),
        };
        let id = message.id.name;
        let attributes = message
            .attributes
            .into_iter()
            .map(|a| (format!("{id}.{}", a.id.name), a.value))
            .collect::<Vec<_>>();
        let value = message.value.map(|value| (id.to_owned(), value));
        for (name, pattern) in value.into_iter().chain(attributes) {
            assert!(texts.insert(name.clone(), pattern).is_none(), "{language:?}: {name} stands twice");
        }
    }
    texts
}

/// The reasons of the contract.
fn reasons() -> Vec<String> {
    let set = prost_types::FileDescriptorSet::decode(brag_contract::FILE_DESCRIPTOR_SET).unwrap();
    let reasons = set.file.iter().flat_map(|file| &file.enum_type).find(|e| e.name() == "Reason").unwrap();
    reasons.value.iter().map(|value| value.name().strip_prefix("REASON_").unwrap().to_owned()).collect()
}

/// The acts of the contract.
fn acts() -> Vec<String> {
    let set = prost_types::FileDescriptorSet::decode(brag_contract::FILE_DESCRIPTOR_SET).unwrap();
    let messages = set.file.iter().flat_map(|file| &file.message_type);
    let request = messages.into_iter().find(|message| message.name() == "ActRequest").unwrap();
    let action = request.oneof_decl.iter().position(|oneof| oneof.name() == "action").unwrap() as i32;
    let of_action = |field: &&prost_types::FieldDescriptorProto| field.oneof_index == Some(action);
    request.field.iter().filter(of_action).map(|field| field.name().to_owned()).collect()
}

/// Every text that the code asks for.
fn asked_for() -> BTreeSet<Name> {
    let mut names: BTreeSet<Name> = BTreeSet::new();
    let described = |name: String| [format!("{name}.description"), name];
    for &variant in Variant::all() {
        names.extend(described(format!("variant-{}", variant.id())));
        names.insert(format!("variant-{}.source", variant.id()));
        for entry in catalogue(variant) {
            names.extend(described(format!("option-{}", entry.key)));
            names.insert(format!("option-{}.{}", entry.key, description_in(entry.key, variant.machine())));
            if !entry.unit.is_empty() {
                names.insert(format!("unit-{}", entry.unit));
            }
            if entry.follows {
                names.insert(format!("follows-{}", entry.key));
            }
            if let Kind::Choice { values } = entry.kind {
                names.extend(values.iter().flat_map(|value| described(choice_name(entry.key, value).0)));
            }
        }
        names.extend(combinations(variant).iter().map(|refused| format!("conflict-{}", refused.id)));
    }
    names.extend(CLASSES.into_iter().flat_map(|(_, class)| described(format!("class-{class}"))));
    names.extend(acts().into_iter().flat_map(|act| described(format!("act-{act}"))));
    let of_hands = [
        "look",
        "discard",
        "fold",
        "bet",
        "see",
        "cover",
        "keep",
        "throw",
        "commit",
        "retain",
        "cut",
        "spare",
        "sideshow",
        "accept",
        "refuse",
        "swap",
        "swap_all",
        "stick",
        "stand",
        "pass",
        "brag",
        "draw",
        "call",
        "raise_to",
        "arrange",
        "decline",
        "challenge",
        "concede",
        "exchange",
    ];
    names.extend(of_hands.map(|act| format!("act-{act}.offer")));
    names.insert("act-bet.offer-step".to_owned());
    names.insert("act-draw.offer-throwing".to_owned());
    names.extend(["turn", "turns", "nobody", "acts", "nothing"].map(|name| format!("offer-{name}")));
    names.extend(brag_host::Role::ALL.map(|role| format!("role-{}", role.name())));
    names.extend(reasons());
    names.extend(Refusal::ALL.iter().map(|refusal| refusal.name().to_owned()));
    let cases = [
        ("INVALID_FIELD", "value"),
        ("INVALID_FIELD", "one_of"),
        ("INVALID_FIELD", "flag"),
        ("INVALID_FIELD", "set"),
        ("INVALID_FIELD", "range"),
        ("INVALID_FIELD", "least"),
        ("INVALID_FIELD", "most"),
        ("UNKNOWN_OPTION", "nearest"),
        ("INSUFFICIENT_CHIPS", "needed"),
        ("BAD_CARDS", "discard"),
        ("BAD_CARDS", "swap"),
        ("BAD_CARDS", "draw"),
        ("OVERLOADED", "odds"),
        ("BAD_CARDS", "arrange"),
        ("BAD_CARDS", "exchange"),
        ("BUY_IN_OUT_OF_RANGE", "none"),
    ];
    names.extend(cases.map(|(reason, case)| format!("{reason}.{case}")));
    names
}

#[test]
fn every_text_is_there_in_every_language_and_none_is_idle() {
    let asked_for = asked_for();
    for language in Language::SERVED {
        let there: BTreeSet<Name> = file(language).into_keys().collect();
        let missing: Vec<_> = asked_for.difference(&there).collect();
        assert!(missing.is_empty(), "{language:?} lacks {missing:#?}");
        let idle: Vec<_> = there.difference(&asked_for).collect();
        assert!(idle.is_empty(), "{language:?} has texts that nobody asks for: {idle:#?}");
    }
}

#[test]
fn the_catalogue_has_the_acts_and_the_classes_of_the_contract() {
    assert_eq!(acts(), ACTS);
    let classes = (1..).map_while(|number| brag_contract::v1::HandClass::try_from(number).ok());
    assert!(classes.eq(CLASSES.map(|(class, _)| class)));
}

/// What a pattern speaks of, and whether it has words of its own.
#[derive(Debug, Default, PartialEq, Eq)]
struct Content {
    placeholders: BTreeSet<String>,
    words: bool,
}

impl Content {
    fn of(pattern: &Pattern<&str>) -> Content {
        let mut content = Content::default();
        content.read(pattern);
        content
    }

    fn read(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => {
                    self.words |= value.chars().any(char::is_alphabetic);
                }
                PatternElement::Placeable { expression: Expression::Inline(inline) } => self.inline(inline),
                PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                    self.inline(selector);
                    variants.iter().for_each(|variant| self.read(&variant.value));
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.placeholders.insert(format!("${}", id.name));
            }
            InlineExpression::MessageReference { id, attribute } => {
                let attribute = attribute.as_ref().map(|attribute| attribute.name);
                self.placeholders.insert(format!("{}.{attribute:?}", id.name));
            }
            other => panic!("only placeholders and other messages are put into texts, not {other:?}"),
        }
    }
}

#[test]
fn translations_speak_of_what_the_english_text_speaks_of() {
    let english = file(Language::En);
    for language in Language::SERVED {
        for (name, pattern) in file(language) {
            let original = &english[&name];
            assert_eq!(Content::of(&pattern), Content::of(original), "{language:?}: {name}");
        }
    }
}

/// Words that are the same in English by right.
const SAME_AS_ENGLISH: [(Language, &str); 3] = [
    (Language::Es, "variant-teen_patti"),
    (Language::It, "variant-teen_patti"),
    (Language::Tr, "variant-teen_patti"),
];

#[test]
fn nothing_is_left_in_english() {
    let english = file(Language::En);
    let mut same = Vec::new();
    for language in [Language::Es, Language::It, Language::Tr] {
        for (name, pattern) in file(language) {
            if Content::of(&pattern).words && pattern == english[&name] {
                same.push((language, name));
            }
        }
    }
    let expected: Vec<_> = SAME_AS_ENGLISH.map(|(language, name)| (language, name.to_owned())).into();
    assert_eq!(same, expected);
}

#[test]
fn every_text_can_be_formatted() {
    for language in Language::SERVED {
        for (name, pattern) in file(language) {
            let content = Content::of(&pattern);
            let (id, attribute) = name.split_once('.').map_or((&*name, None), |(id, a)| (id, Some(a)));
            for value in ["tables_per_tenant".into(), FluentValue::from(1), FluentValue::from(2)] {
                let mut args = Args::default();
                for placeholder in content.placeholders.iter().filter_map(|name| name.strip_prefix('$')) {
                    args.0.set(placeholder.to_owned(), value.clone());
                }
                let text = language.texts().format(id, attribute, &args);
                let text = text.unwrap_or_else(|| panic!("{language:?}: {name}"));
                assert!(
                    !text.is_empty() && text.trim() == text && !text.contains(['{', '}', '\n', '\u{2068}']),
                    "{text}"
                );
            }
            if !content.placeholders.is_empty() && content.placeholders.iter().all(|p| p.starts_with('$')) {
                assert_eq!(language.texts().format(id, attribute, &Args::default()), None, "{name}");
            }
        }
    }
}

#[test]
fn sentences_end_and_titles_do_not() {
    for language in Language::SERVED {
        for (name, pattern) in file(language) {
            let Some(PatternElement::TextElement { value }) = pattern.elements.last() else { continue };
            let is_sentence = name.contains(".description")
                || name.ends_with(".source")
                || name.starts_with(|c: char| c.is_ascii_uppercase())
                || (name.starts_with("offer-") && name != "offer-acts");
            let ends = value.ends_with(['.', '?']);
            assert!(ends == is_sentence || name == "offer-acts", "{language:?}: {name}: {value}");
        }
    }
}

#[test]
fn numbers_are_written_plainly() {
    for language in Language::SERVED {
        let args = Args::default().number("min", 1_000).number("max", 9_007_199_254_740_991);
        let text = language.texts().format("act-bet", Some("offer"), &args).unwrap();
        assert!(text.contains("1000") && text.contains("9007199254740991"), "{text}");
    }
}
