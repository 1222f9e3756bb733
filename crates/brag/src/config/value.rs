//! What a setting's value may be, by the type of the field that holds it.

use super::setting::{Setting, Unit};
use crate::telemetry::LogFormat;
use brag_service::transport::Origin;
use clap::ValueEnum;
use std::net::SocketAddr;
use std::time::Duration;
use toml::Value;
use tracing_subscriber::EnvFilter;

/// A value as a source gives it.
pub enum Given {
    /// By a flag or a variable, which know texts alone.
    Text(String),
    /// By the file, which knows types.
    Typed(Value),
}

/// A field that a setting fills.
pub trait Stored {
    /// Takes what was given, or says false and stays as it is.
    fn take(&mut self, given: &Given, setting: &Setting) -> bool;

    /// What it is now, as the file would say it.
    fn value(&self, setting: &Setting) -> Value;

    /// What it may be, as the end of "must be …".
    fn allowed(&self, setting: &Setting) -> String;
}

impl Given {
    /// A word: what a variable holds, or a string of the file.
    fn text(&self) -> Option<&str> {
        match self {
            Given::Text(text) | Given::Typed(Value::String(text)) => Some(text),
            Given::Typed(_) => None,
        }
    }

    fn number(&self) -> Option<u64> {
        match self {
            Given::Text(text) => text.parse().ok(),
            Given::Typed(Value::Integer(number)) => u64::try_from(*number).ok(),
            Given::Typed(_) => None,
        }
    }
}

/// Puts what was read in its place.
fn put<T>(place: &mut T, read: Option<T>) -> bool {
    read.map(|value| *place = value).is_some()
}

fn integer(number: impl TryInto<i64>) -> Value {
    Value::Integer(number.try_into().unwrap_or(i64::MAX))
}

impl Stored for bool {
    fn take(&mut self, given: &Given, _: &Setting) -> bool {
        let read = match given {
            Given::Text(text) => text.parse().ok(),
            Given::Typed(value) => value.as_bool(),
        };
        put(self, read)
    }

    fn value(&self, _: &Setting) -> Value {
        Value::Boolean(*self)
    }

    fn allowed(&self, _: &Setting) -> String {
        "true or false".to_owned()
    }
}

/// Whole numbers, in the setting's range.
macro_rules! stored_number {
    ($($number:ty),*) => {$(
        impl Stored for $number {
            fn take(&mut self, given: &Given, setting: &Setting) -> bool {
                put(self, setting.in_range(given.number()).and_then(|number| Self::try_from(number).ok()))
            }

            fn value(&self, _: &Setting) -> Value {
                integer(*self)
            }

            fn allowed(&self, setting: &Setting) -> String {
                setting.range()
            }
        }
    )*};
}

stored_number!(u32, u64, usize);

/// A whole number of the setting's unit of time.
impl Stored for Duration {
    fn take(&mut self, given: &Given, setting: &Setting) -> bool {
        let of_unit = match setting.unit {
            Unit::Milliseconds => Duration::from_millis,
            Unit::Seconds | Unit::Of(_) => Duration::from_secs,
        };
        put(self, setting.in_range(given.number()).map(of_unit))
    }

    fn value(&self, setting: &Setting) -> Value {
        match setting.unit {
            Unit::Milliseconds => integer(self.as_millis()),
            Unit::Seconds | Unit::Of(_) => integer(self.as_secs()),
        }
    }

    fn allowed(&self, setting: &Setting) -> String {
        setting.range()
    }
}

const ADDRESS: &str = "an IP address and a port, such as 127.0.0.1:50051 or [::1]:0";

impl Stored for SocketAddr {
    fn take(&mut self, given: &Given, _: &Setting) -> bool {
        put(self, given.text().and_then(|text| text.parse().ok()))
    }

    fn value(&self, _: &Setting) -> Value {
        Value::String(self.to_string())
    }

    fn allowed(&self, _: &Setting) -> String {
        ADDRESS.to_owned()
    }
}

/// Stands for the absence of an address.
const OFF: &str = "off";

impl Stored for Option<SocketAddr> {
    fn take(&mut self, given: &Given, _: &Setting) -> bool {
        let read = |text: &str| if text == OFF { Some(None) } else { text.parse().ok().map(Some) };
        put(self, given.text().and_then(read))
    }

    fn value(&self, _: &Setting) -> Value {
        Value::String(self.map_or_else(|| OFF.to_owned(), |address| address.to_string()))
    }

    fn allowed(&self, _: &Setting) -> String {
        format!("{ADDRESS}, or `{OFF}`")
    }
}

/// Origins: a list in the file, comma-separated elsewhere.
impl Stored for Vec<Origin> {
    fn take(&mut self, given: &Given, _: &Setting) -> bool {
        let read = match given {
            Given::Text(text) if text.is_empty() => Some(Vec::new()),
            Given::Text(text) => text.split(',').map(|part| part.trim().parse().ok()).collect(),
            Given::Typed(Value::Array(parts)) => {
                parts.iter().map(|part| part.as_str().and_then(|text| text.parse().ok())).collect()
            }
            Given::Typed(_) => None,
        };
        put(self, read)
    }

    fn value(&self, _: &Setting) -> Value {
        Value::Array(self.iter().map(|origin| Value::String(origin.to_string())).collect())
    }

    fn allowed(&self, _: &Setting) -> String {
        "a list of origins as browsers send them, such as https://play.example.com or http://localhost:5173; there is \
         no wildcard"
            .to_owned()
    }
}

impl Stored for LogFormat {
    fn take(&mut self, given: &Given, _: &Setting) -> bool {
        put(self, given.text().and_then(|text| LogFormat::from_str(text, false).ok()))
    }

    fn value(&self, _: &Setting) -> Value {
        Value::String(name(*self))
    }

    fn allowed(&self, _: &Setting) -> String {
        let names: Vec<String> = LogFormat::value_variants().iter().map(|&format| name(format)).collect();
        names.join(" or ")
    }
}

fn name(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// What is logged, in a form that the subscriber can read.
pub struct LogFilter(String);

impl LogFilter {
    /// As it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Without what h2 warns of: a peer who floods a connection with resets writes a line with each.
impl Default for LogFilter {
    fn default() -> LogFilter {
        LogFilter("info,h2=error".to_owned())
    }
}

impl Stored for LogFilter {
    fn take(&mut self, given: &Given, _: &Setting) -> bool {
        // Nothing at all can be read, too: as a filter that lets errors through.
        let readable = |text: &&str| {
            text.split(',').any(|part| !part.trim().is_empty()) && EnvFilter::try_new(text).is_ok()
        };
        put(self, given.text().filter(readable).map(|text| LogFilter(text.to_owned())))
    }

    fn value(&self, _: &Setting) -> Value {
        Value::String(self.0.clone())
    }

    fn allowed(&self, _: &Setting) -> String {
        "a level, or a list of `target=level`, such as `info` or `warn,brag_service=debug`".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::setting::word;

    #[test]
    fn a_list_has_commas_in_a_text_and_elements_in_the_file() {
        let any = word("any", "Any", |c| &mut c.log);
        let shown = |list: &Vec<Origin>| list.iter().map(Origin::to_string).collect::<Vec<_>>();
        let mut list: Vec<Origin> = vec!["http://before".parse().unwrap()];
        assert!(list.take(&Given::Text("https://a.example, https://b.example".to_owned()), &any));
        assert_eq!(shown(&list), ["https://a.example", "https://b.example"]);
        let typed = list.value(&any);
        assert!(list.take(&Given::Text(String::new()), &any) && list.is_empty());
        assert!(list.take(&Given::Typed(typed), &any));
        assert_eq!(shown(&list), ["https://a.example", "https://b.example"]);
        for wrong in [
            Value::Integer(1),
            Value::Array(vec![Value::Integer(1)]),
            Value::Array(vec![Value::String("*".into())]),
        ] {
            assert!(!list.take(&Given::Typed(wrong), &any) && list.len() == 2);
        }
    }
}
