//! Settings from a file of TOML: `key = value`, without sections.

use super::nearest::nearest;
use super::setting::{Setting, Source, short};
use super::table::settings;
use super::value::Given;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use toml::{Spanned, Value};

/// The longest file, in bytes; every setting with a comment is a hundredth of it.
const MOST_BYTES: u64 = 1 << 20;

/// The settings that are there, in the order of their keys.
///
/// # Errors
/// The first line that is wrong, and why; that the file cannot be read.
pub fn read(path: &Path) -> Result<Vec<(&'static Setting, Given, Source)>, String> {
    let name = short(&path.display().to_string());
    let text = text(path).map_err(|why| format!("{name}: cannot be read: {why}"))?;
    let keys: BTreeMap<String, Spanned<Value>> = toml::from_str(&text).map_err(|why| {
        let line = line(&text, why.span().map_or(0, |span| span.start));
        format!("{name}:{line}: {}", short(why.message()))
    })?;
    let mut keys: Vec<(String, Spanned<Value>)> = keys.into_iter().collect();
    keys.sort_by_key(|(_, value)| value.span().start);
    let given = keys.into_iter().map(|(key, value)| {
        let line = line(&text, value.span().start);
        if is_section(value.get_ref()) {
            let shown = short(&key);
            return Err(format!(
                "{name}:{line}: {shown}: keys stand without sections, as in `hands_kept = 3`; see --print-config"
            ));
        }
        let setting = settings().find(|setting| setting.key == key).ok_or_else(|| {
            let meant = nearest(&key, settings().map(|setting| setting.key));
            let meant = meant.map(|meant| format!("; the nearest is {meant}")).unwrap_or_default();
            format!("{name}:{line}: {}: no setting has this key{meant}; see --print-config", short(&key))
        })?;
        let source = Source::File { path: name.clone(), line };
        Ok((setting, Given::Typed(value.into_inner()), source))
    });
    given.collect()
}

/// `[key]`, `[[key]]`, `key.more = …` or `key = { … }`.
fn is_section(value: &Value) -> bool {
    match value {
        Value::Table(_) => true,
        Value::Array(elements) => elements.iter().any(Value::is_table),
        _ => false,
    }
}

fn text(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let file = File::open(path).map_err(|why| why.to_string())?;
    let read = file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|why| why.to_string())?;
    if read as u64 > MOST_BYTES { Err(format!("longer than {MOST_BYTES} bytes")) } else { Ok(text) }
}

/// The line of that byte, from 1.
fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}
