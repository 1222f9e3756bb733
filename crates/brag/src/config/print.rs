//! What is shown of the configuration: to people, to programs, to readers of the documentation.

use super::Effective;
use super::setting::{Setting, Source};
use super::table::{SECTIONS, settings};
use brag_telemetry::Shown;
use serde_json::{Map, json};

/// How far to the right a comment on a value is put at most, in characters; a longer value pushes its own away.
const WIDEST: usize = 60;
/// Stands for a secret that is there.
const SET: &str = "(set)";

impl Effective {
    /// Every setting with its value and where that came from, as a file that says the same. What the environment says of
    /// traces stands there as comments, since no file can say it.
    pub fn for_people(&mut self) -> String {
        let mut text = String::new();
        for section in SECTIONS {
            let lines: Vec<(String, String)> = section
                .settings
                .iter()
                .map(|setting| (self.line(setting), self.source(setting).to_string()))
                .collect();
            let width = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0).min(WIDEST);
            let title = section.title;
            let gap = if text.is_empty() { "" } else { "\n" };
            text += &format!("{gap}# {title}\n");
            for (line, source) in lines {
                text += &format!("{line:width$}  # {source}\n");
            }
        }
        text + &self.traces()
    }

    fn traces(&self) -> String {
        let sent = if self.config.traces.is_some() { "sent over OTLP" } else { "not sent" };
        let mut text = format!("\n# Traces (environment): {sent}\n");
        for Shown { name, value } in &self.of_traces {
            // Quoted with escapes, so that a line break in it ends no comment.
            let value = value.as_ref().map_or_else(|| SET.to_owned(), |value| format!("= {value:?}"));
            text += &format!("# {name} {value}\n");
        }
        text
    }

    fn line(&mut self, setting: &Setting) -> String {
        let key = setting.key;
        match self.hidden(setting) {
            Some(hidden) => format!("# {key} {hidden}"),
            None => format!("{key} = {}", self.value(setting)),
        }
    }

    /// What stands for a secret's value.
    fn hidden(&self, setting: &Setting) -> Option<&'static str> {
        let is_default = self.source(setting) == Source::Default;
        setting.secret.then_some(if is_default { "(not set)" } else { SET })
    }

    /// The same as one JSON object, by key; the variables of traces that are set by their names.
    pub fn for_programs(&mut self) -> String {
        let mut all = Map::new();
        for setting in settings() {
            let source = self.source(setting);
            let value =
                self.hidden(setting).map_or_else(|| json!(self.value(setting)), |hidden| json!(hidden));
            let unit = Some(setting.unit.name()).filter(|unit| !unit.is_empty());
            let shown = json!({"value": value, "unit": unit, "from": source.kind(), "where": source.place()});
            all.insert(setting.key.to_owned(), shown);
        }
        for Shown { name, value } in &self.of_traces {
            let value = value.as_deref().unwrap_or(SET);
            let shown = json!({"value": value, "unit": null, "from": "environment", "where": name});
            all.insert((*name).to_owned(), shown);
        }
        format!("{:#}\n", serde_json::Value::Object(all))
    }
}

/// docs/configuration.md.
pub fn reference() -> String {
    let mut text = INTRODUCTION.to_owned();
    for section in SECTIONS {
        let title = section.title;
        text += &format!("\n## {title}\n\n| key | meaning | allowed | default |\n|---|---|---|---|\n");
        for setting in section.settings {
            let Setting { key, help, .. } = setting;
            let (allowed, default) = (setting.allowed(), setting.default());
            let default = if setting.default_by.is_some() { default } else { format!("`{default}`") };
            text += &format!("| `{key}` | {help} | {allowed} | {default} |\n");
        }
    }
    text
}

const INTRODUCTION: &str = "\
# Configuration

This page is what `brag config-reference` prints; a test compares the two.

Each setting of `brag serve` has one name. `drain_delay_seconds` is the flag `--drain-delay-seconds`, the environment
variable `BRAG_DRAIN_DELAY_SECONDS`, and the key `drain_delay_seconds` of a file of TOML, in which keys stand without
sections. `--config PATH` or `BRAG_CONFIG` names the file. A flag outranks a variable, which outranks the file, which
outranks the default. An empty variable is an absent one. A key that counts something names its unit; `_ms` is
milliseconds. A flag that is true or false needs no value to be true.

Callers are promised that no name which they read is longer than its default, and front ends may count on it: names may be
bounded more tightly, and no wider.

`brag serve --print-config` shows what holds and where each value came from, and serves nothing; what it prints is a
file that says the same. With `--json` it is one JSON object, by key. The `OTEL_*` variables of docs/telemetry.md that are
set are shown, too: as comments, since the environment alone can say them, and without what may be a secret.

A wrong value and a key or flag that does not exist are refused with one line and exit code 2, also where another source
outranks them, and so is a wrong `OTEL_*` variable. A variable that begins with `BRAG_` and is no setting's is warned of,
with the nearest that is one; but for `BRAG_PORT`, `BRAG_PORT_*` and `BRAG_SERVICE_*`, which Kubernetes makes for a Service
of the name brag.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::setting::word;
    use crate::config::value::Given;

    #[test]
    fn a_secret_is_shown_as_set_and_never_in_an_error() {
        static SECRET: Setting = Setting { secret: true, ..word("token", "A secret", |c| &mut c.log) };
        let mut effective = Effective::default();
        assert_eq!(effective.line(&SECRET), "# token (not set)");
        let given = |text: &str| Given::Text(text.to_owned());
        effective.take(&SECRET, &given("canary=trace"), Source::Variable("BRAG_TOKEN".to_owned())).unwrap();
        assert_eq!(effective.line(&SECRET), "# token (set)");
        let wrong = effective.take(&SECRET, &given("canary=="), Source::Flag("--token".to_owned()));
        let wrong = wrong.unwrap_err();
        assert!(wrong.starts_with("--token (set): ") && !wrong.contains("canary"), "{wrong}");
    }
}
