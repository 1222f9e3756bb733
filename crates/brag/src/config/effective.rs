//! The sources over one another, and what must fit together.

use super::setting::{Setting, Source};
use super::value::Given;
use super::{Config, Flags, environment, file};
use brag_telemetry::Shown;
use std::collections::BTreeMap;
use std::ffi::OsString;
use toml::Value;

/// The configuration, and where each value of it came from.
#[derive(Default)]
pub struct Effective {
    /// What holds.
    pub config: Config,
    /// What is odd, and no reason to refuse: a line each.
    pub warnings: Vec<String>,
    /// The variables of traces that are set.
    pub(super) of_traces: Vec<Shown>,
    /// By key; what is not here is a default.
    sources: BTreeMap<&'static str, Source>,
}

impl Effective {
    /// A flag outranks a variable, which outranks the file, which outranks the default. What is outranked must be
    /// right all the same.
    ///
    /// # Errors
    /// One line: which value is wrong, where it stands, what is allowed.
    pub fn load(
        flags: &Flags,
        variables: impl Iterator<Item = (OsString, OsString)>,
    ) -> Result<Effective, String> {
        let environment = environment::read(variables)?;
        let mut effective = Effective {
            config: Config { traces: environment.traces, ..Config::default() },
            warnings: environment.warnings,
            of_traces: environment.of_traces,
            ..Effective::default()
        };
        let from_file = match flags.file.as_ref().or(environment.file.as_ref()) {
            Some(path) => file::read(path)?,
            None => Vec::new(),
        };
        for (setting, given, source) in from_file.into_iter().chain(environment.given).chain(flags.given()) {
            effective.take(setting, &given, source)?;
        }
        effective.check()?;
        Ok(effective)
    }

    /// Where the setting's value came from.
    pub fn source(&self, setting: &Setting) -> Source {
        self.sources.get(setting.key).cloned().unwrap_or(Source::Default)
    }

    /// What the setting's value is, as the file would say it.
    pub fn value(&mut self, setting: &Setting) -> Value {
        (setting.place)(&mut self.config).value(setting)
    }

    pub(super) fn take(
        &mut self,
        setting: &'static Setting,
        given: &Given,
        source: Source,
    ) -> Result<(), String> {
        let place = (setting.place)(&mut self.config);
        if place.take(given, setting) {
            self.sources.insert(setting.key, source);
            return Ok(());
        }
        let value = match given {
            Given::Text(text) => text.clone(),
            Given::Typed(value) => value.to_string(),
        };
        Err(format!("{}: must be {}", source.told(setting, &value), place.allowed(setting)))
    }

    /// What no setting can say for itself.
    fn check(&mut self) -> Result<(), String> {
        let Config { listen, admin_addr, insecure_dev, service, transport, .. } = &self.config;
        let (listen, admin_addr, insecure) = (*listen, *admin_addr, *insecure_dev);
        let (streams, calls) = (service.limits.streams_per_connection, transport.max_concurrent_streams);
        if !listen.ip().is_loopback() && !insecure {
            return Err(format!(
                "{}: callers are not authenticated, so only a loopback address such as 127.0.0.1:{} is allowed; \
                 --insecure-dev listens all the same",
                self.told("listen"),
                listen.port()
            ));
        }
        if let Some(admin) = admin_addr.filter(|admin| !admin.ip().is_loopback() && !insecure) {
            return Err(format!(
                "{}: the page asks nobody who he is, so only a loopback address such as 127.0.0.1:{} is allowed; \
                 --insecure-dev listens all the same",
                self.told("admin_addr"),
                admin.port()
            ));
        }
        if streams >= calls as usize {
            return Err(format!(
                "{}: must be below http2_max_concurrent_streams, which is {calls} ({})",
                self.told("streams_per_connection"),
                self.sources.get("http2_max_concurrent_streams").unwrap_or(&Source::Default)
            ));
        }
        Ok(())
    }

    /// A setting with its value as its source has it.
    fn told(&mut self, key: &str) -> String {
        let setting = super::table::settings().find(|setting| setting.key == key);
        setting.map_or_else(String::new, |setting| {
            let value = self.value(setting);
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            self.source(setting).told(setting, &text)
        })
    }
}
