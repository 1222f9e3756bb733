//! The standard `OTEL_*` variables. Most are read by OpenTelemetry's own code, which takes a wrong value for none: here
//! each is looked at first, so that a wrong one is refused. What that code does not read is read here.

use http::Uri;
use http::header::{HeaderName, HeaderValue};
use opentelemetry_sdk::trace::Sampler;
use std::fmt::Display;

/// The share of traces that are recorded where nobody says otherwise: of those that begin here. A caller who has
/// decided is followed.
pub const DEFAULT_SAMPLE_RATIO: f64 = 0.01;

/// A variable that is read.
#[derive(Debug, Clone, Copy)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// What it says, with its unit, and what counts where it is absent.
    pub meaning: &'static str,
    check: Check,
}

/// What a value must be.
#[derive(Debug, Clone, Copy)]
enum Check {
    Flag,
    OneOf(&'static [&'static str]),
    Endpoint,
    Whole { least: u64, most: u64 },
    Ratio,
    Headers,
    Pairs,
    Text,
}

const SAMPLERS: &[&str] = &[
    "always_on",
    "always_off",
    "traceidratio",
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
];

/// An hour, in milliseconds: no time that is set is longer.
const HOUR_MS: u64 = 3_600_000;

/// Every variable that is read. One that is empty is absent.
pub const VARIABLES: &[Variable] = &[
    variable(
        "OTEL_SDK_DISABLED",
        "`true`: no traces, and no other variable counts; default `false`",
        Check::Flag,
    ),
    variable(
        "OTEL_TRACES_EXPORTER",
        "`otlp`, or `none`: no traces; default `otlp`",
        Check::OneOf(&["otlp", "none"]),
    ),
    variable(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "where spans go, such as `http://collector:4317`; absent: no traces",
        Check::Endpoint,
    ),
    variable(
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        "the same for traces alone, and outranks it",
        Check::Endpoint,
    ),
    variable("OTEL_EXPORTER_OTLP_PROTOCOL", "`grpc`, which is what is spoken", Check::OneOf(&["grpc"])),
    variable("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "the same for traces alone", Check::OneOf(&["grpc"])),
    variable(
        "OTEL_EXPORTER_OTLP_INSECURE",
        "`true`: an endpoint that names no scheme is `http`; default `false`",
        Check::Flag,
    ),
    variable("OTEL_EXPORTER_OTLP_TRACES_INSECURE", "the same for traces alone, and outranks it", Check::Flag),
    variable(
        "OTEL_EXPORTER_OTLP_HEADERS",
        "sent with every export, as `key=value,…`, percent-encoded; a secret, and never logged",
        Check::Headers,
    ),
    variable(
        "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
        "the same for traces alone, and outranks it",
        Check::Headers,
    ),
    variable(
        "OTEL_EXPORTER_OTLP_TIMEOUT",
        "milliseconds for one export with its retries; default 10000",
        Check::Whole { least: 1, most: HOUR_MS },
    ),
    variable(
        "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT",
        "the same for traces alone, and outranks it",
        Check::Whole { least: 1, most: HOUR_MS },
    ),
    variable("OTEL_EXPORTER_OTLP_COMPRESSION", "`none`, which is what there is", Check::OneOf(&["none"])),
    variable("OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", "the same for traces alone", Check::OneOf(&["none"])),
    variable(
        "OTEL_TRACES_SAMPLER",
        "which traces are recorded: `always_on`, `always_off`, `traceidratio`, or one of these with `parentbased_` \
         before it, which follows the caller where there is one; default `parentbased_traceidratio`",
        Check::OneOf(SAMPLERS),
    ),
    variable(
        "OTEL_TRACES_SAMPLER_ARG",
        "the share that a ratio sampler records, 0 to 1; default 0.01 where no sampler is named, 1 where one is",
        Check::Ratio,
    ),
    variable("OTEL_SERVICE_NAME", "the resource's `service.name`; default `brag`", Check::Text),
    variable("OTEL_RESOURCE_ATTRIBUTES", "more of the resource, as `key=value,…`", Check::Pairs),
    variable(
        "OTEL_BSP_SCHEDULE_DELAY",
        "milliseconds that a span waits for others, at most; default 5000",
        Check::Whole { least: 1, most: HOUR_MS },
    ),
    variable(
        "OTEL_BSP_MAX_QUEUE_SIZE",
        "spans that wait, at most; more are dropped; default 2048",
        Check::Whole { least: 1, most: 1_000_000 },
    ),
    variable(
        "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
        "spans in one export, at most; default 512",
        Check::Whole { least: 1, most: 1_000_000 },
    ),
];

const fn variable(name: &'static str, meaning: &'static str, check: Check) -> Variable {
    Variable { name, meaning, check }
}

/// A variable has a value that it cannot have.
#[derive(Debug, thiserror::Error)]
#[error("{name}{value}: wants {wanted}")]
pub struct WrongValue {
    name: &'static str,
    /// `=value`; empty where it may be a secret.
    value: String,
    wanted: String,
}

/// A variable that is set, as it may be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Its name.
    pub name: &'static str,
    /// Its value, whole; none where that may be a secret.
    pub value: Option<String>,
}

/// The variables that are read and set, in the order of [`VARIABLES`].
pub fn shown(variable: impl Fn(&str) -> Option<String>) -> Vec<Shown> {
    let set = |known: &Variable| {
        let value = variable(known.name).filter(|value| !value.is_empty())?;
        let value = Some(value).filter(|value| !known.may_be_secret(value));
        Some(Shown { name: known.name, value })
    };
    VARIABLES.iter().filter_map(set).collect()
}

/// What is to be traced; the rest is for OpenTelemetry's own code to read.
#[derive(Debug, Clone)]
pub struct TraceSettings {
    pub(crate) sampler: Sampler,
    /// The environment names the service.
    pub(crate) service_is_named: bool,
    /// The environment names the service's version.
    pub(crate) version_is_named: bool,
}

impl TraceSettings {
    /// From the variables of an environment; none where it wants no traces.
    ///
    /// # Errors
    /// The first variable whose value is wrong.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Option<TraceSettings>, WrongValue> {
        let get = |name: &str| variable(name).filter(|value| !value.is_empty());
        if get("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true")) {
            return Ok(None);
        }
        for known in VARIABLES {
            if let Some(value) = get(known.name) {
                known.check(&value)?;
            }
        }
        let of_traces = |name: &str| {
            let own = name.replace("OTLP_", "OTLP_TRACES_");
            get(&own).map(|value| (own, value)).or_else(|| get(name).map(|value| (name.to_owned(), value)))
        };
        let off = get("OTEL_TRACES_EXPORTER").is_some_and(|exporter| exporter == "none");
        let Some((_, endpoint)) = of_traces("OTEL_EXPORTER_OTLP_ENDPOINT").filter(|_| !off) else {
            return Ok(None);
        };
        let insecure = of_traces("OTEL_EXPORTER_OTLP_INSECURE");
        let insecure = insecure.is_some_and(|(_, value)| value.eq_ignore_ascii_case("true"));
        if !endpoint.contains("://") && !insecure {
            return Err(WrongValue {
                name: "OTEL_EXPORTER_OTLP_ENDPOINT",
                value: String::new(),
                wanted: "http:// before the host, or OTEL_EXPORTER_OTLP_INSECURE=true".to_owned(),
            });
        }
        let resource = get("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default();
        let names = |key: &str| {
            resource.split(',').any(|pair| pair.split_once('=').is_some_and(|(named, _)| named.trim() == key))
        };
        Ok(Some(TraceSettings {
            sampler: sampler(
                get("OTEL_TRACES_SAMPLER").as_deref(),
                get("OTEL_TRACES_SAMPLER_ARG").as_deref(),
            ),
            service_is_named: get("OTEL_SERVICE_NAME").is_some() || names("service.name"),
            version_is_named: names("service.version"),
        }))
    }
}

/// Both were checked.
fn sampler(name: Option<&str>, ratio: Option<&str>) -> Sampler {
    let default = if name.is_none() { DEFAULT_SAMPLE_RATIO } else { 1.0 };
    let ratio = ratio.and_then(|ratio| ratio.parse().ok()).unwrap_or(default);
    let name = name.unwrap_or("parentbased_traceidratio");
    let root = match name.trim_start_matches("parentbased_") {
        "always_on" => Sampler::AlwaysOn,
        "always_off" => Sampler::AlwaysOff,
        _ => Sampler::TraceIdRatioBased(ratio),
    };
    if name.starts_with("parentbased_") { Sampler::ParentBased(Box::new(root)) } else { root }
}

impl Variable {
    /// Headers carry tokens, and an endpoint may carry a password before its host or a key after its path.
    fn may_be_secret(&self, value: &str) -> bool {
        match self.check {
            Check::Headers => true,
            Check::Endpoint => value.contains(['@', '?']),
            _ => value.contains('@'),
        }
    }

    fn check(&self, value: &str) -> Result<(), WrongValue> {
        let wrong = |wanted: &dyn Display| {
            let secret = self.may_be_secret(value);
            let value = if secret { String::new() } else { format!("={}", shorten(value)) };
            Err(WrongValue { name: self.name, value, wanted: wanted.to_string() })
        };
        match self.check {
            Check::Text => Ok(()),
            Check::Flag if ["true", "false"].iter().any(|flag| value.eq_ignore_ascii_case(flag)) => Ok(()),
            Check::Flag => wrong(&"true or false"),
            Check::OneOf(known) if known.contains(&value) => Ok(()),
            Check::OneOf(known) => wrong(&known.join(" or ")),
            Check::Endpoint => match endpoint(value) {
                Ok(()) => Ok(()),
                Err(wanted) => wrong(&wanted),
            },
            Check::Whole { least, most } => match value.parse() {
                Ok(number) if (least..=most).contains(&number) => Ok(()),
                _ => wrong(&format_args!("a whole number, {least} to {most}")),
            },
            Check::Ratio => match value.parse() {
                Ok(0.0..=1.0) => Ok(()),
                _ => wrong(&"a number, 0 to 1"),
            },
            Check::Headers => {
                let header = |(key, value): (&str, &str)| {
                    HeaderName::from_bytes(key.trim().as_bytes()).is_ok()
                        && HeaderValue::from_str(value.trim()).is_ok()
                };
                let good = pairs(value).all(|pair| pair.is_some_and(header));
                if good { Ok(()) } else { wrong(&"key=value pairs with commas between them") }
            }
            Check::Pairs if pairs(value).all(|pair| pair.is_some_and(|(key, _)| !key.trim().is_empty())) => {
                Ok(())
            }
            Check::Pairs => wrong(&"key=value pairs with commas between them"),
        }
    }
}

fn pairs(value: &str) -> impl Iterator<Item = Option<(&str, &str)>> {
    value.split_terminator(',').map(|pair| pair.split_once('='))
}

/// A host that can be sent to in clear text; its scheme may be left out.
fn endpoint(value: &str) -> Result<(), &'static str> {
    const FORM: &str = "a URL such as http://127.0.0.1:4317";
    let (scheme, _) = value.split_once("://").unwrap_or(("http", value));
    match scheme {
        "http" => {}
        "https" => {
            return Err(
                "http:// and a collector on this machine or in this network: this build sends spans in \
                        clear text only",
            );
        }
        _ => return Err(FORM),
    }
    let whole = if value.contains("://") { value.to_owned() } else { format!("http://{value}") };
    let uri: Uri = whole.parse().map_err(|_| FORM)?;
    if uri.host().is_some_and(|host| !host.is_empty()) { Ok(()) } else { Err(FORM) }
}

/// At most 64 characters of a value, in one line, so that a complaint stays readable.
fn shorten(value: &str) -> String {
    const MOST: usize = 64;
    let mut shown = String::new();
    for c in value.chars().take(MOST) {
        if c.is_control() { shown.extend(c.escape_debug()) } else { shown.push(c) }
    }
    if value.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    const ON: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4317");

    fn read(variables: &[(&str, &str)]) -> Result<Option<TraceSettings>, String> {
        let get = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        TraceSettings::read(get).map_err(|why| why.to_string())
    }

    fn sampler_of(more: &[(&str, &str)]) -> String {
        let settings = read(&[&[ON], more].concat()).unwrap().unwrap();
        format!("{:?}", settings.sampler)
    }

    #[test]
    fn nothing_is_traced_unless_there_is_somewhere_to_send_it() {
        assert!(read(&[]).unwrap().is_none());
        assert!(read(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "")]).unwrap().is_none(), "empty is absent");
        assert!(read(&[ON, ("OTEL_TRACES_EXPORTER", "none")]).unwrap().is_none());
        assert!(read(&[ON, ("OTEL_SDK_DISABLED", "True"), ("OTEL_TRACES_SAMPLER", "x")]).unwrap().is_none());
        assert!(read(&[ON, ("OTEL_SDK_DISABLED", "false")]).unwrap().is_some());
        assert!(read(&[("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://[::1]:4317/")]).unwrap().is_some());
    }

    #[test]
    fn an_endpoint_without_a_scheme_must_be_meant_so() {
        let bare = ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317");
        let why = read(&[bare]).unwrap_err();
        assert!(why.contains("http://") && why.contains("OTEL_EXPORTER_OTLP_INSECURE"), "{why}");
        assert!(read(&[bare, ("OTEL_EXPORTER_OTLP_INSECURE", "true")]).unwrap().is_some());
        let other = ("OTEL_EXPORTER_OTLP_TRACES_INSECURE", "false");
        assert!(read(&[bare, ("OTEL_EXPORTER_OTLP_INSECURE", "true"), other]).is_err(), "outranked");
    }

    #[test]
    fn the_sampler_is_the_one_that_is_named() {
        assert_eq!(sampler_of(&[]), "ParentBased(TraceIdRatioBased(0.01))");
        assert_eq!(sampler_of(&[("OTEL_TRACES_SAMPLER_ARG", "0.5")]), "ParentBased(TraceIdRatioBased(0.5))");
        let names = [
            ("always_on", "AlwaysOn"),
            ("always_off", "AlwaysOff"),
            ("traceidratio", "TraceIdRatioBased(1.0)"),
            ("parentbased_always_on", "ParentBased(AlwaysOn)"),
            ("parentbased_always_off", "ParentBased(AlwaysOff)"),
            ("parentbased_traceidratio", "ParentBased(TraceIdRatioBased(1.0))"),
        ];
        assert_eq!(names.map(|(name, _)| name), *SAMPLERS);
        for (name, sampler) in names {
            assert_eq!(sampler_of(&[("OTEL_TRACES_SAMPLER", name)]), sampler);
        }
    }

    #[test]
    fn a_wrong_value_is_named_with_what_is_wanted() {
        for (name, value, wanted) in [
            ("OTEL_SDK_DISABLED", "yes", "true or false"),
            ("OTEL_TRACES_EXPORTER", "jaeger", "otlp or none"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector:4317", "clear text"),
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "ftp://collector", "http://"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://", "http://"),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf", "grpc"),
            ("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip", "none"),
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "10s", "whole number"),
            ("OTEL_TRACES_SAMPLER", "jaeger_remote", "parentbased_traceidratio"),
            ("OTEL_TRACES_SAMPLER_ARG", "1.5", "0 to 1"),
            ("OTEL_TRACES_SAMPLER_ARG", "NaN", "0 to 1"),
            ("OTEL_RESOURCE_ATTRIBUTES", "team", "key=value"),
            ("OTEL_RESOURCE_ATTRIBUTES", "=a", "key=value"),
            ("OTEL_BSP_SCHEDULE_DELAY", "-1", "1 to 3600000"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "0", "1 to 1000000"),
            ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "many", "1 to 1000000"),
        ] {
            let why = read(&[(name, value)]).unwrap_err();
            assert!(why.starts_with(&format!("{name}={value}: ")) && why.contains(wanted), "{why}");
            assert_eq!(why.lines().count(), 1);
        }
    }

    #[test]
    fn a_complaint_shows_no_secret() {
        for name in ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS"] {
            for value in ["hunter2", "bad key=hunter2", "=hunter2", "key=hunter2\u{7}"] {
                let why = read(&[(name, value)]).unwrap_err();
                assert!(why.starts_with(name) && !why.contains("hunter2"), "{why}");
            }
            assert!(read(&[(name, "authorization=Bearer%20hunter2,x-tenant=a")]).is_ok());
        }
        let why = read(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "ftp://me:hunter2@collector")]).unwrap_err();
        assert!(!why.contains("hunter2"), "{why}");
        let keyed = read(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "ftp://collector/?key=hunter2")]).unwrap_err();
        assert!(!keyed.contains("hunter2"), "{keyed}");
        let long = read(&[("OTEL_TRACES_SAMPLER", &"x".repeat(500))]).unwrap_err();
        assert!(long.len() < 300, "{long}");
        let lines = read(&[("OTEL_TRACES_SAMPLER", "on\nbrag: all is well\u{1b}[2K")]).unwrap_err();
        assert!(!lines.contains(char::is_control), "{lines:?}");
    }

    #[test]
    fn what_is_set_is_shown_without_its_secrets() {
        let set = [
            ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=hunter2"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://me:hunter2@collector:4317"),
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://collector:4317"),
            ("OTEL_SERVICE_NAME", ""),
            ("OTEL_OF_ANOTHER", "x"),
        ];
        let get = |name: &str| set.iter().find(|(of, _)| *of == name).map(|(_, value)| (*value).to_owned());
        let shown = shown(get);
        let shown: Vec<_> = shown.iter().map(|one| (one.name, one.value.as_deref())).collect();
        assert_eq!(
            shown,
            [
                ("OTEL_EXPORTER_OTLP_ENDPOINT", None),
                ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", Some("http://collector:4317")),
                ("OTEL_EXPORTER_OTLP_HEADERS", None),
            ]
        );
    }

    #[test]
    fn the_resource_keeps_what_the_environment_names() {
        let named = |more| {
            let settings = read(&[ON, more]).unwrap().unwrap();
            (settings.service_is_named, settings.version_is_named)
        };
        assert_eq!(named(("OTEL_SERVICE_NAME", "")), (false, false));
        assert_eq!(named(("OTEL_SERVICE_NAME", "cards")), (true, false));
        assert_eq!(
            named(("OTEL_RESOURCE_ATTRIBUTES", "a=b, service.name=c,service.version=1")),
            (true, true)
        );
    }
}
