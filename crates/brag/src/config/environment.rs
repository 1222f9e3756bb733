//! Settings from `BRAG_…` variables, and traces from `OTEL_…`.

use super::nearest::nearest;
use super::setting::{Setting, Source, VARIABLES, short};
use super::table::settings;
use super::value::Given;
use brag_telemetry::{Shown, TraceSettings};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// The variable that names the file.
const FILE: &str = "BRAG_CONFIG";

/// What the environment says.
pub struct Environment {
    /// The file.
    pub file: Option<PathBuf>,
    /// The settings that are there.
    pub given: Vec<(&'static Setting, Given, Source)>,
    /// Variables that seem meant for us and that no setting has, a line each.
    pub warnings: Vec<String>,
    /// What is to be traced, if anything.
    pub traces: Option<TraceSettings>,
    /// The variables of traces that are set.
    pub of_traces: Vec<Shown>,
}

/// Reads the variables that are ours, and OpenTelemetry's. One that is empty is absent. One that begins like ours and
/// that no setting has is no error, since a new build may meet the environment of an older one.
///
/// # Errors
/// A setting's variable that is no text; a variable of traces that has a wrong value.
pub fn read(variables: impl Iterator<Item = (OsString, OsString)>) -> Result<Environment, String> {
    let named = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value));
    let set = variables.filter(|(_, value)| !value.is_empty()).filter_map(named);
    let (mut ours, others): (BTreeMap<String, OsString>, BTreeMap<String, OsString>) =
        set.partition(|(name, _)| name.starts_with(VARIABLES));
    let file = ours.remove(FILE).map(PathBuf::from);
    let mut given = Vec::new();
    for setting in settings() {
        let name = setting.variable();
        if let Some(value) = ours.remove(&name) {
            let text = value.into_string().map_err(|_| format!("{name}: must be UTF-8"))?;
            given.push((setting, Given::Text(text), Source::Variable(name)));
        }
    }
    let unknown = ours.keys().filter(|name| !is_of_kubernetes(name));
    let warnings = unknown.map(|name| warning(name)).collect();
    let other = |name: &str| others.get(name).map(|value| value.to_string_lossy().into_owned());
    let traces = TraceSettings::read(other).map_err(|why| why.to_string())?;
    Ok(Environment { file, given, warnings, traces, of_traces: brag_telemetry::shown(other) })
}

/// Whether Kubernetes puts it into each container next to a Service of the name brag.
fn is_of_kubernetes(name: &str) -> bool {
    name == "BRAG_PORT" || name.starts_with("BRAG_PORT_") || name.starts_with("BRAG_SERVICE_")
}

fn warning(name: &str) -> String {
    let there: Vec<String> = settings().map(Setting::variable).chain([FILE.to_owned()]).collect();
    let wrong = name.trim_start_matches(VARIABLES).to_ascii_uppercase();
    let meant = nearest(&wrong, there.iter().map(|name| &name[VARIABLES.len()..]));
    let meant = meant.map(|meant| format!("; {VARIABLES}{meant} is one")).unwrap_or_default();
    format!("{}: no setting has this variable{meant}", short(name))
}
