//! Every setting from every source.

use super::setting::{Setting, Source};
use super::table::settings;
use super::value::Given;
use super::*;
use clap::{Args, Command, FromArgMatches};
use std::ffi::OsString;
use std::io::Write;
use tempfile::NamedTempFile;
use toml::Value;

/// What three sources say, each in its own form.
#[derive(Default)]
struct Told<'a> {
    file: &'a str,
    variables: Vec<(String, String)>,
    flags: Vec<String>,
}

impl Told<'_> {
    fn load(&self) -> Result<(Effective, String), String> {
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(self.file.as_bytes()).unwrap();
        let path = file.path().display().to_string();
        let mut line = vec!["serve".to_owned()];
        if !self.file.is_empty() {
            line.extend(["--config".to_owned(), path.clone()]);
        }
        line.extend(self.flags.clone());
        let command = Flags::augment_args(Command::new("serve"));
        let matches = command.try_get_matches_from(line).map_err(|why| why.to_string())?;
        let flags = Flags::from_arg_matches(&matches).map_err(|why| why.to_string())?;
        let variables = self.variables.iter().map(|(name, value)| (name.into(), value.into()));
        Effective::load(&flags, variables.collect::<Vec<(OsString, OsString)>>().into_iter())
            .map(|effective| (effective, path))
    }

    fn refused(&self) -> String {
        let refused = self.load().map(drop).unwrap_err();
        assert_eq!(refused.lines().count(), 1, "{refused}");
        refused
    }
}

/// A setting's value as a flag or a variable has it.
fn text(value: &Value) -> String {
    if let Some(list) = value.as_array() {
        return list.iter().map(text).collect::<Vec<_>>().join(",");
    }
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn flag(setting: &Setting, value: &str) -> Vec<String> {
    vec![format!("--{}={value}", setting.flag())]
}

fn variable(setting: &Setting, value: &str) -> Vec<(String, String)> {
    vec![(setting.variable(), value.to_owned())]
}

/// Three values that the setting may have, next to one another different where it has more than two.
fn samples(setting: &Setting) -> [Value; 3] {
    let texts = |texts: [&str; 3]| texts.map(|text| Value::String(text.to_owned()));
    match ((setting.place)(&mut Config::default()).value(setting), setting.key) {
        (Value::Integer(_), _) => {
            [setting.most, setting.least, setting.most - 1].map(|n| Value::Integer(i64::try_from(n).unwrap()))
        }
        (Value::Boolean(_), _) => [true, false, true].map(Value::Boolean),
        (_, "log_format") => texts(["json", "human", "json"]),
        (_, "log") => texts(["warn", "brag_service=debug,info", "off"]),
        (_, "listen") => texts(["127.0.0.1:1", "[::1]:2", "127.0.0.2:0"]),
        (_, "probe_addr") => texts(["0.0.0.0:1", "off", "[::]:2"]),
        (_, "admin_addr") => texts(["127.0.0.1:1", "off", "[::1]:2"]),
        (_, "cors_origins") => [&["https://a.example"][..], &["http://b.example:1", "http://[::1]:2"], &[]]
            .map(|origins| {
                Value::Array(origins.iter().map(|&origin| Value::String(origin.to_owned())).collect())
            }),
        (_, key) => panic!("no samples for {key}"),
    }
}

/// What else must be said so that the setting may have every value of its range.
fn room(setting: &Setting) -> Vec<String> {
    match setting.key {
        "streams_per_connection" => vec!["--http2-max-concurrent-streams=65536".to_owned()],
        "http2_max_concurrent_streams" => vec!["--streams-per-connection=1".to_owned()],
        _ => Vec::new(),
    }
}

#[test]
fn a_flag_outranks_a_variable_outranks_the_file_outranks_the_default() {
    for setting in settings() {
        let key = setting.key;
        let [in_file, in_variable, in_flag] = samples(setting);
        let file = format!("# settings\n\n{key} = {in_file}\n");
        let variables = variable(setting, &text(&in_variable));
        let flags = [room(setting), flag(setting, &text(&in_flag))].concat();

        let (mut default, _) = Told { flags: room(setting), ..Told::default() }.load().unwrap();
        let untouched = (setting.place)(&mut Config::default()).value(setting);
        assert_eq!((default.value(setting), default.source(setting)), (untouched, Source::Default), "{key}");

        let (mut by_file, path) =
            Told { file: &file, flags: room(setting), ..Told::default() }.load().unwrap();
        let from = Source::File { path, line: 3 };
        assert_eq!((by_file.value(setting), by_file.source(setting)), (in_file, from), "{key}");

        let told = Told { file: &file, variables: variables.clone(), flags: room(setting) };
        let (mut by_variable, _) = told.load().unwrap();
        let from = Source::Variable(setting.variable());
        assert_eq!((by_variable.value(setting), by_variable.source(setting)), (in_variable, from), "{key}");

        let (mut by_flag, _) = Told { file: &file, variables, flags }.load().unwrap();
        let from = Source::Flag(format!("--{}", setting.flag()));
        assert_eq!((by_flag.value(setting), by_flag.source(setting)), (in_flag, from), "{key}");
    }
}

#[test]
fn each_setting_fills_a_field_of_its_own() {
    for setting in settings() {
        let mut config = Config::default();
        let default = (setting.place)(&mut config).value(setting);
        let other = samples(setting).into_iter().find(|sample| *sample != default).unwrap();
        assert!((setting.place)(&mut config).take(&Given::Typed(other), setting), "{}", setting.key);
        for neighbour in settings().filter(|neighbour| neighbour.key != setting.key) {
            let untouched = (neighbour.place)(&mut Config::default()).value(neighbour);
            let (key, of) = (setting.key, neighbour.key);
            assert_eq!((neighbour.place)(&mut config).value(neighbour), untouched, "{key} fills {of}");
        }
    }
}

#[test]
fn a_number_may_be_what_its_range_says_and_no_more() {
    let numbers = settings().filter(|setting| setting.most > 0);
    for setting in numbers {
        let Setting { key, least, most, .. } = *setting;
        for edge in [least, most] {
            let flags = [room(setting), flag(setting, &edge.to_string())].concat();
            let (mut loaded, _) = Told { flags, ..Told::default() }.load().unwrap();
            assert_eq!(text(&loaded.value(setting)), edge.to_string(), "{key}");
        }
        let below = i128::from(least) - 1;
        for beyond in [below.to_string(), (u128::from(most) + 1).to_string(), "9".repeat(30), "1.5".into()] {
            let allowed = format!("must be {least} to {most} {}", setting.unit.name());
            let flags = Told { flags: flag(setting, &beyond), ..Told::default() }.refused();
            assert_eq!(flags, format!("--{} {beyond}: {allowed}", setting.flag()));
            let variables = Told { variables: variable(setting, &beyond), ..Told::default() }.refused();
            assert_eq!(variables, format!("{}={beyond}: {allowed}", setting.variable()));
            if beyond.len() < 19 {
                let file = Told { file: &format!("\n{key} = {beyond}"), ..Told::default() }.refused();
                assert!(file.ends_with(&format!(":2: {key} = {beyond}: {allowed}")), "{file}");
            }
        }
    }
}

#[test]
fn what_is_no_value_is_refused_with_what_is() {
    let cases = [
        ("listen", "localhost:1", "127.0.0.1:50051"),
        ("probe_addr", "on", "`off`"),
        ("admin_addr", "9464", "`off`"),
        ("reflection", "yes", "true or false"),
        ("log", "==", "`info`"),
        ("log_format", "xml", "human or json"),
        ("cors_origins", "*", "no wildcard"),
        ("cors_origins", "https://a.example,https://b.example/", "https://play.example.com"),
        ("log", ", ", "`info`"),
        ("mailbox_commands", "many\nof them", "1 to 65536 commands"),
    ];
    for (key, wrong, allowed) in cases {
        let setting = settings().find(|setting| setting.key == key).unwrap();
        let by_flag = Told { flags: flag(setting, wrong), ..Told::default() }.refused();
        assert!(by_flag.contains(&format!("--{}", setting.flag())) && by_flag.contains(allowed), "{by_flag}");
        let by_variable = Told { variables: variable(setting, wrong), ..Told::default() }.refused();
        assert!(by_variable.starts_with(&setting.variable()) && by_variable.contains(allowed));
        let file = format!("{key} = {wrong:?}");
        let by_file = Told { file: &file, ..Told::default() }.refused();
        assert!(by_file.contains(&format!(":1: {key} = ")) && by_file.contains(allowed), "{by_file}");
    }
    for (key, allowed) in
        [("mailbox_commands", "1 to 65536 commands"), ("listen", "50051"), ("log", "`info`")]
    {
        let setting = settings().find(|setting| setting.key == key).unwrap();
        assert!(Told { flags: flag(setting, ""), ..Told::default() }.refused().contains(allowed));
        let file = format!("{key} = ''");
        assert!(Told { file: &file, ..Told::default() }.refused().contains(allowed));
    }
    let types = [
        "mailbox_commands = true",
        "reflection = \"true\"",
        "listen = 1",
        "log = ['info']",
        "cors_origins = ['*']",
    ];
    for file in types {
        let refused = Told { file, ..Told::default() }.refused();
        assert!(refused.contains(file.split(' ').next().unwrap()), "{refused}");
    }
}

#[test]
fn what_is_outranked_must_be_right_all_the_same() {
    let told = Told {
        file: "mailbox_commands = 0",
        variables: Vec::new(),
        flags: vec!["--mailbox-commands=5".to_owned()],
    };
    assert!(told.refused().contains(":1: mailbox_commands = 0"));
}

#[test]
fn an_empty_variable_is_absent() {
    for setting in settings() {
        let [in_file, ..] = samples(setting);
        let file = format!("{} = {in_file}", setting.key);
        let told = Told { file: &file, variables: variable(setting, ""), flags: room(setting) };
        let (mut loaded, path) = told.load().unwrap();
        let from = Source::File { path, line: 1 };
        assert_eq!((loaded.value(setting), loaded.source(setting)), (in_file, from), "{}", setting.key);
    }
    let names = ["BRAG_CONFIG", "BRAG_NOTHING", "OTEL_SDK_DISABLED", "OTEL_EXPORTER_OTLP_ENDPOINT"];
    let variables = names.map(|name| (name.to_owned(), String::new())).to_vec();
    let (loaded, _) = Told { variables, ..Told::default() }.load().unwrap();
    assert!(loaded.warnings.is_empty() && loaded.of_traces.is_empty() && loaded.config.traces.is_none());
}

#[test]
fn keys_stand_without_sections() {
    for (file, named) in [
        ("listen = '127.0.0.1:0'\n[tables]\nmailbox_commands = 5", ":2: tables: "),
        ("[listen]\nport = 5", ":1: listen: "),
        ("streams.per_table = 5", ":1: streams: "),
        ("[[connections]]\nx = 1", ":1: connections: "),
    ] {
        let refused = Told { file, ..Told::default() }.refused();
        assert!(refused.contains(named) && refused.contains("keys stand without sections"), "{refused}");
    }
}

#[test]
fn a_key_that_is_none_is_named_with_the_nearest() {
    let cases = [
        ("mailbox_command = 1", ":1: mailbox_command: ", "mailbox_commands"),
        ("\n\ndrain_delay = 1", ":3: drain_delay: ", "drain_delay_seconds"),
        ("listen = '127.0.0.1:0'\nrequest_timeout = 5", ":2: request_timeout: ", "request_timeout_ms"),
        ("config = 'other.toml'", ":1: config: ", "--print-config"),
    ];
    for (file, named, nearest) in cases {
        let refused = Told { file, ..Told::default() }.refused();
        assert!(refused.contains(named) && refused.contains(nearest), "{refused}");
    }
    let far = Told { file: "zzz = 1", ..Told::default() }.refused();
    assert!(!far.contains("nearest"), "{far}");
    let flag = Told { flags: vec!["--drain-delay=1".to_owned()], ..Told::default() };
    assert!(flag.load().map(drop).unwrap_err().contains("--drain-delay-seconds"));
}

#[test]
fn a_file_that_is_no_toml_is_named_with_the_line() {
    for (file, line) in [("listen = ", ":1: "), ("log = 'info'\n\nlog = 'info'", ":3: "), ("a b", ":1: ")] {
        assert!(Told { file, ..Told::default() }.refused().contains(line), "{file}");
    }
}

#[test]
fn a_variable_like_ours_is_warned_of_unless_kubernetes_makes_it() {
    let warnings = |name: &str| {
        let variables = vec![(name.to_owned(), "tcp://10.0.0.1:50051".to_owned())];
        Told { variables, ..Told::default() }.load().unwrap().0.warnings
    };
    let others = [
        "BRAG_SERVICE_HOST",
        "BRAG_SERVICE_PORT",
        "BRAG_SERVICE_PORT_GRPC",
        "BRAG_PORT",
        "BRAG_PORT_50051_TCP",
        "BRAG_PORT_50051_TCP_ADDR",
        "LISTEN",
        "MYBRAG_LISTEN",
    ];
    for name in others {
        assert!(warnings(name).is_empty(), "{name}: {:?}", warnings(name));
    }
    let slips = [
        ("BRAG_LISTN", "BRAG_LISTEN "),
        ("BRAG_MAILBOX_COMMAND", "BRAG_MAILBOX_COMMANDS "),
        ("BRAG_DRAIN_DELAY", "BRAG_DRAIN_DELAY_SECONDS "),
        ("BRAG_PROBE_ADRR", "BRAG_PROBE_ADDR "),
        ("BRAG_ADMIN_PORT", "BRAG_ADMIN_ADDR "),
        ("BRAG_MAX_STREAMS_PER_TABLE", "BRAG_STREAMS_PER_TABLE "),
        ("BRAG_CONFIG_FILE", "BRAG_CONFIG "),
        ("BRAG_listen", "BRAG_LISTEN "),
        ("BRAG_PORTS", ""),
        ("BRAG_", ""),
    ];
    for (name, meant) in slips {
        let warnings = warnings(name);
        let begins = format!("{name}: no setting has this variable");
        assert!(warnings.len() == 1 && warnings[0].starts_with(&begins), "{name}: {warnings:?}");
        assert!(warnings[0].contains(meant), "{warnings:?}");
    }
    assert_eq!(warnings("BRAG_ZZZ"), ["BRAG_ZZZ: no setting has this variable"]);
}

#[test]
fn streams_leave_room_for_calls_on_their_connection() {
    let refused =
        Told { flags: vec!["--http2-max-concurrent-streams=768".to_owned()], ..Told::default() }.refused();
    for words in ["streams_per_connection = 768", "must be below", "--http2-max-concurrent-streams"] {
        assert!(refused.contains(words), "{refused}");
    }
    assert!(
        Told { flags: vec!["--http2-max-concurrent-streams=769".to_owned()], ..Told::default() }
            .load()
            .is_ok()
    );
}

#[test]
fn an_address_that_others_reach_is_for_who_says_so() {
    let listen = |more: &[&str]| {
        let flags = ["--listen=0.0.0.0:0"].iter().chain(more).map(|&flag| flag.to_owned()).collect();
        Told { flags, ..Told::default() }
    };
    assert!(listen(&[]).refused().contains("--insecure-dev"));
    assert!(listen(&["--insecure-dev=false"]).refused().contains("--insecure-dev"));
    assert!(listen(&["--insecure-dev"]).load().is_ok());
    let admin = |more: &[&str]| {
        let flags = ["--admin-addr=0.0.0.0:0"].iter().chain(more).map(|&flag| flag.to_owned()).collect();
        Told { flags, ..Told::default() }
    };
    assert!(admin(&[]).refused().contains("--admin-addr 0.0.0.0:0: the page asks nobody"));
    assert!(admin(&["--insecure-dev"]).load().is_ok());
    let probes = Told { flags: vec!["--probe-addr=0.0.0.0:0".to_owned()], ..Told::default() };
    assert!(probes.load().is_ok(), "health gives nothing away");
}

#[test]
fn what_is_printed_is_a_file_that_says_the_same() {
    let told = |flags: &[&str]| {
        let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        Told { flags, ..Told::default() }.load().unwrap().0
    };
    let mut one = told(&[
        "--log=warn,brag_service=debug",
        "--probe-addr=[::]:1",
        "--mailbox-commands=5",
        "--cors-origins=http://a,http://b",
    ]);
    // What stands in the environment alone stays a comment, whatever is in it.
    let service = ("OTEL_SERVICE_NAME".to_owned(), "a\nlisten = \"127.0.0.1:1\"".to_owned());
    one.of_traces = Told { variables: vec![service], ..Told::default() }.load().unwrap().0.of_traces;
    let printed = one.for_people();
    assert!(printed.contains("# OTEL_SERVICE_NAME = \"a\\nlisten"), "{printed}");
    let (mut other, path) = Told { file: &printed, ..Told::default() }.load().unwrap();
    for setting in settings() {
        assert_eq!(one.value(setting), other.value(setting), "{}", setting.key);
        assert!(matches!(other.source(setting), Source::File { path: of, .. } if of == path));
    }
}

#[test]
fn a_key_names_its_unit_and_no_two_are_alike() {
    let mut keys = std::collections::BTreeSet::new();
    for setting in settings() {
        let key = setting.key;
        assert!(keys.insert(key), "{key} twice");
        let named = match setting.unit.name() {
            "milliseconds" => key.ends_with("_ms"),
            "characters" => key.ends_with("_chars"),
            "seconds" => key.ends_with("_seconds"),
            "bytes" => key.ends_with("_bytes"),
            unit => key.contains(&unit.replace(' ', "_")),
        };
        assert!(named, "{key} counts {}", setting.unit.name());
    }
}

#[test]
fn the_documentation_is_what_the_program_says() {
    let file = include_str!("../../../../docs/configuration.md");
    assert_eq!(file, reference(), "write it anew: brag config-reference > docs/configuration.md");
}

/// A value may be as long as a file is; what is printed of it says the same.
#[test]
fn a_long_value_is_printed() {
    let origins: Vec<String> = (0..8_000).map(|number| format!("https://a{number}.example")).collect();
    let file = format!("cors_origins = {origins:?}");
    let (mut loaded, _) = Told { file: &file, ..Told::default() }.load().unwrap();
    assert!(loaded.for_people().contains(&format!("{}  # file", &file[..])));
    let flood = format!("listen{} = 1", "n".repeat(1_000_000 - 100));
    let refused = Told { file: &flood, ..Told::default() }.refused();
    assert!(!refused.contains("nearest"), "{}", &refused[..200]);
}
