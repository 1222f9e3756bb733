//! What people read, in their language: the files of `locales/`, one a language, in Project Fluent's syntax.
//!
//! A text that is missing or cannot be formatted is found by the tests of this file, which know every name that the
//! code asks for; at run time its name stands in its place.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use brag_rules::options::MAX_AMOUNT;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::language::Language;

/// The texts of one language.
pub(crate) struct Texts(FluentBundle<FluentResource>);

static TEXTS: LazyLock<[Texts; Language::SERVED.len()]> = LazyLock::new(|| Language::SERVED.map(Texts::of));

/// Reads all files now, and not in the first call that needs one.
pub(crate) fn load() {
    LazyLock::force(&TEXTS);
}

impl Language {
    /// Its texts.
    pub(crate) fn texts(self) -> &'static Texts {
        &TEXTS[self as usize]
    }

    /// Its file.
    fn file(self) -> &'static str {
        match self {
            Language::En => include_str!("../locales/en.ftl"),
            Language::Es => include_str!("../locales/es.ftl"),
            Language::It => include_str!("../locales/it.ftl"),
            Language::Tr => include_str!("../locales/tr.ftl"),
        }
    }
}

impl Texts {
    fn of(language: Language) -> Texts {
        let resource = FluentResource::try_new(language.file().to_owned());
        let resource = resource.expect("the files are compiled in, and a test has read them");
        let code = language.code().parse().expect("a code of two letters is a language");
        let mut bundle = FluentBundle::new_concurrent(vec![code]);
        // All our languages are written from left to right, and so are numbers and the names of tables: marks around
        // what is put in would change nothing but the bytes, and show as boxes in terminals.
        bundle.set_use_isolating(false);
        bundle.add_resource(resource).expect("no message stands twice, and a test has seen it");
        Texts(bundle)
    }

    /// The text of that name.
    pub(crate) fn text(&self, name: &str) -> String {
        self.format(name, None, &Args::default()).unwrap_or_else(|| name.to_owned())
    }

    /// What explains the text of that name.
    pub(crate) fn description(&self, name: &str) -> String {
        self.attribute(name, "description")
    }

    /// What else belongs to the text of that name.
    pub(crate) fn attribute(&self, name: &str, attribute: &str) -> String {
        self.format(name, Some(attribute), &Args::default()).unwrap_or_else(|| name.to_owned())
    }

    /// A message, or one of its attributes, with what it speaks of; nothing if there is none of that name, or it
    /// speaks of something else.
    pub(crate) fn format(&self, name: &str, attribute: Option<&str>, args: &Args<'_>) -> Option<String> {
        let message = self.0.get_message(name)?;
        let pattern = match attribute {
            None => message.value()?,
            Some(attribute) => message.get_attribute(attribute)?.value(),
        };
        let mut errors = Vec::new();
        let text = self.0.format_pattern(pattern, Some(&args.0), &mut errors);
        errors.is_empty().then(|| text.into_owned())
    }
}

/// What a text speaks of, by the names of its placeholders.
#[derive(Default)]
pub(crate) struct Args<'a>(FluentArgs<'a>);

impl<'a> Args<'a> {
    /// With a word or a name.
    pub(crate) fn word(mut self, name: &'static str, word: impl Into<std::borrow::Cow<'a, str>>) -> Args<'a> {
        self.0.set(name, FluentValue::String(word.into()));
        self
    }

    /// With what a failure's metadata hold: a number where it is written as one, so that a text can have a singular
    /// and a plural. Fluent's numbers are exact up to 2^53, and what is beyond stays as it is written.
    pub(crate) fn value(self, name: &'static str, value: &'a str) -> Args<'a> {
        match value.parse::<u64>() {
            Ok(number) if number <= MAX_AMOUNT && number.to_string() == value => self.number(name, number),
            _ => self.word(name, value),
        }
    }

    /// With a number, which is written without separators.
    pub(crate) fn number(mut self, name: &'static str, number: u64) -> Args<'a> {
        self.0.set(name, FluentValue::from(number));
        self
    }
}
