//! Values of options as callers write them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The options that a caller named, with the values it gave them.
pub type GivenRules = BTreeMap<String, OptionValue>;

/// The value of an option, before anybody has asked whether the option takes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// A whole number: chips, hands, players.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// One of several names, such as `cover_pot`.
    Choice(String),
    /// Several names, such as the cards that are wild.
    Set(BTreeSet<String>),
}

/// A text that is no value: an open quote or bracket, an escape, a number beyond 64 bits, or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NotAValue;

impl OptionValue {
    /// Reads a value as TOML writes it, where quotes may be left out round a plain word: `42`, `true`,
    /// `split`, `"split"`, `["Jc", "9d"]`.
    ///
    /// # Errors
    /// [`NotAValue`]. Escapes inside quotes are not read, since no option needs one.
    pub fn from_plain(text: &str) -> Result<OptionValue, NotAValue> {
        let text = text.trim();
        if let Some(inside) = text.strip_prefix('[') {
            return Ok(OptionValue::Set(elements(inside.strip_suffix(']').ok_or(NotAValue)?)?));
        }
        match text {
            "true" => Ok(OptionValue::Flag(true)),
            "false" => Ok(OptionValue::Flag(false)),
            _ if is_integer(text) => {
                let digits = text.replace('_', "");
                digits.parse().map(OptionValue::Number).map_err(|_| NotAValue)
            }
            _ => Ok(OptionValue::Choice(word(text)?)),
        }
    }
}

/// The words of an array, a comma after each but perhaps the last.
fn elements(inside: &str) -> Result<BTreeSet<String>, NotAValue> {
    let inside = inside.trim();
    if inside.is_empty() {
        return Ok(BTreeSet::new());
    }
    inside.strip_suffix(',').unwrap_or(inside).split(',').map(|element| word(element.trim())).collect()
}

/// A word, with or without its quotes.
fn word(text: &str) -> Result<String, NotAValue> {
    let quoted = |quote| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let word = match quoted('"').or_else(|| quoted('\'')) {
        Some(inside) => inside,
        None if text.is_empty() || text.contains(char::is_whitespace) => return Err(NotAValue),
        None => text,
    };
    let stray = |c: char| matches!(c, '"' | '\'' | '\\' | '[' | ']') || c.is_control();
    if word.contains(stray) { Err(NotAValue) } else { Ok(word.to_owned()) }
}

/// Whether the text is an integer as TOML writes it in tens: a sign, then digits with single underscores
/// between them.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits.split('_').all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for OptionValue {
    /// As TOML writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Flag(flag) => write!(f, "{flag}"),
            OptionValue::Choice(name) => write!(f, "{name:?}"),
            OptionValue::Set(names) => f.debug_list().entries(names).finish(),
        }
    }
}

impl fmt::Display for NotAValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value is written as in TOML: 42, true, split, \"split\" or [\"Jc\", \"9d\"]")
    }
}

impl std::error::Error for NotAValue {}
