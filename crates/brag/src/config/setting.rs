//! One setting: what the table says of it, and what follows from that.

use super::Config;
use super::value::Stored;
use std::fmt;
use std::ops::RangeInclusive;

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Whole seconds.
    Seconds,
    /// Whole milliseconds.
    Milliseconds,
    /// Things of that name; empty where the value is no number.
    Of(&'static str),
}

/// A row of the table. Its key names it everywhere: `drain_delay_seconds` in a file is `--drain-delay-seconds` among
/// the flags and `BRAG_DRAIN_DELAY_SECONDS` in the environment.
pub struct Setting {
    /// Its name, with the unit of what it counts.
    pub key: &'static str,
    /// What a number counts.
    pub unit: Unit,
    /// The smallest number that is allowed.
    pub least: u64,
    /// The largest number that is allowed.
    pub most: u64,
    /// The default where it depends on the machine: how it comes about.
    pub default_by: Option<&'static str>,
    /// Whether its value is shown to nobody.
    pub secret: bool,
    /// What it means, as the start of a sentence.
    pub help: &'static str,
    /// The field that it fills; the field's type says what is allowed.
    pub place: fn(&mut Config) -> &mut dyn Stored,
}

impl Unit {
    /// The unit as a plural.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Seconds => "seconds",
            Unit::Milliseconds => "milliseconds",
            Unit::Of(things) => things,
        }
    }
}

/// A setting that is no number.
pub const fn word(
    key: &'static str,
    help: &'static str,
    place: fn(&mut Config) -> &mut dyn Stored,
) -> Setting {
    Setting { key, unit: Unit::Of(""), least: 0, most: 0, default_by: None, secret: false, help, place }
}

/// A setting that is a whole number.
pub const fn number(
    key: &'static str,
    unit: Unit,
    allowed: RangeInclusive<u64>,
    help: &'static str,
    place: fn(&mut Config) -> &mut dyn Stored,
) -> Setting {
    Setting { unit, least: *allowed.start(), most: *allowed.end(), ..word(key, help, place) }
}

impl Setting {
    /// Its flag, without the dashes in front.
    pub fn flag(&self) -> String {
        self.key.replace('_', "-")
    }

    /// Its environment variable.
    pub fn variable(&self) -> String {
        format!("{VARIABLES}{}", self.key.to_ascii_uppercase())
    }

    /// What it is by default, as the file would say it, or how that comes about.
    pub fn default(&self) -> String {
        let mut config = Config::default();
        self.default_by.map_or_else(|| (self.place)(&mut config).value(self).to_string(), str::to_owned)
    }

    /// What it may be.
    pub fn allowed(&self) -> String {
        (self.place)(&mut Config::default()).allowed(self)
    }

    /// The number, if it is allowed.
    pub(super) fn in_range(&self, number: Option<u64>) -> Option<u64> {
        number.filter(|number| (self.least..=self.most).contains(number))
    }

    /// What its number may be.
    pub(super) fn range(&self) -> String {
        format!("{} to {} {}", self.least, self.most, self.unit.name())
    }
}

/// What the name of each of our variables begins with.
pub const VARIABLES: &str = "BRAG_";

/// Where a value came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Nobody said anything.
    Default,
    /// The file, and the line there.
    File {
        /// As it was named.
        path: String,
        /// From 1.
        line: usize,
    },
    /// The setting's environment variable, by its name.
    Variable(String),
    /// The setting's flag, with its dashes.
    Flag(String),
}

impl Source {
    /// What kind of source it is, in one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Source::Default => "default",
            Source::File { .. } => "file",
            Source::Variable(_) => "environment",
            Source::Flag(_) => "flag",
        }
    }

    /// Which one of its kind.
    pub fn place(&self) -> Option<String> {
        match self {
            Source::Default => None,
            Source::File { path, line } => Some(format!("{path}:{line}")),
            Source::Variable(name) | Source::Flag(name) => Some(name.clone()),
        }
    }

    /// The setting with this value as its source has it: what an error begins with.
    pub fn told(&self, setting: &Setting, value: &str) -> String {
        let value = if setting.secret { "(set)".to_owned() } else { short(value) };
        match self {
            Source::Default => format!("{} = {value}", setting.key),
            Source::File { path, line } => format!("{path}:{line}: {} = {value}", setting.key),
            Source::Variable(name) => format!("{name}={value}"),
            Source::Flag(name) => format!("{name} {value}"),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            None => f.write_str(self.kind()),
            Some(place) => write!(f, "{} {place}", self.kind()),
        }
    }
}

/// A text that others wrote, in one line of bounded length.
pub(super) fn short(text: &str) -> String {
    const MOST_CHARS: usize = 80;
    let mut shown: String = text.chars().take(MOST_CHARS).flat_map(printable).collect();
    if text.chars().nth(MOST_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

fn printable(c: char) -> impl Iterator<Item = char> {
    let escaped = c.is_control().then(|| c.escape_debug());
    let plain = (!c.is_control()).then_some(c);
    escaped.into_iter().flatten().chain(plain)
}
