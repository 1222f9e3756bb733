//! Settings from `BRAG_…` variables.

use super::nearest::{is_slip, nearest_key};
use super::setting::{Setting, Source, VARIABLES, short};
use super::table::settings;
use super::value::Given;
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
    /// Variables that look like a slip of the pen, a line each.
    pub warnings: Vec<String>,
}

/// Reads the variables that are ours. One of them that no setting has is no error: Kubernetes puts BRAG_PORT and
/// BRAG_SERVICE_HOST into each container next to a Service of the name brag.
///
/// # Errors
/// A setting's variable that is no text.
pub fn read(variables: impl Iterator<Item = (OsString, OsString)>) -> Result<Environment, String> {
    let ours = |(name, value): (OsString, OsString)| {
        let name = name.into_string().ok().filter(|name| name.starts_with(VARIABLES))?;
        Some((name, value))
    };
    let mut ours: BTreeMap<String, OsString> = variables.filter_map(ours).collect();
    let file = ours.remove(FILE).filter(|path| !path.is_empty()).map(PathBuf::from);
    let mut given = Vec::new();
    for setting in settings() {
        let name = setting.variable();
        if let Some(value) = ours.remove(&name) {
            let text = value.into_string().map_err(|_| format!("{name}: must be UTF-8"))?;
            given.push((setting, Given::Text(text), Source::Variable(name)));
        }
    }
    let warnings = ours.keys().filter_map(|name| {
        let wrong = name.trim_start_matches(VARIABLES).to_ascii_lowercase();
        let meant = nearest_key(&wrong).filter(|key| is_slip(&wrong, key))?;
        let meant = meant.to_ascii_uppercase();
        Some(format!("{}: no setting has this variable; {VARIABLES}{meant} is one", short(name)))
    });
    Ok(Environment { file, given, warnings: warnings.collect() })
}
