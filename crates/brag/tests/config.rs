//! The configuration as an operator meets it.
#![allow(clippy::unwrap_used, reason = "a test that cannot run the binary has failed")]

use std::path::Path;
use std::process::{Command, Output};

/// `brag` in a folder of its own, with no variable of ours but those that are given.
fn brag(folder: &Path, variables: &[(&str, &str)], args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brag"));
    let ours = std::env::vars_os()
        .filter(|(name, _)| ["BRAG_", "OTEL_"].iter().any(|ours| name.to_string_lossy().starts_with(ours)));
    ours.for_each(|(name, _)| {
        command.env_remove(name);
    });
    command.current_dir(folder).envs(variables.iter().copied()).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn folder(file: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("brag.toml"), file).unwrap();
    folder
}

const FILE: &str =
    "# of the platform\nlisten = \"[::1]:0\"\nmailbox_commands = 128\ntables_per_tenant = 1_000\n";
const VARIABLES: [(&str, &str); 3] =
    [("BRAG_CONFIG", "brag.toml"), ("BRAG_TABLES_PER_TENANT", "2000"), ("BRAG_PROBE_ADDR", "0.0.0.0:8080")];
const FLAGS: [&str; 6] = [
    "serve",
    "--print-config",
    "--connections-per-process",
    "1000",
    "--drain-delay-seconds=0",
    "--reflection=false",
];

#[test]
fn print_config_says_what_holds_and_where_it_came_from() {
    let folder = folder(FILE);
    let output = brag(folder.path(), &VARIABLES, &FLAGS);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), include_str!("print_config.toml"));
}

#[test]
fn print_config_as_json_says_the_same() {
    let folder = folder(FILE);
    let output = brag(folder.path(), &VARIABLES, &[&FLAGS[..], &["--json"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let shown = |key: &str| {
        let one = &all[key];
        format!("{} {} {} {}", one["value"], one["unit"], one["from"], one["where"])
    };
    assert_eq!(shown("listen"), r#""[::1]:0" null "file" "brag.toml:2""#);
    assert_eq!(shown("mailbox_commands"), r#"128 "commands" "file" "brag.toml:3""#);
    assert_eq!(shown("tables_per_tenant"), r#"2000 "tables" "environment" "BRAG_TABLES_PER_TENANT""#);
    assert_eq!(shown("drain_delay_seconds"), r#"0 "seconds" "flag" "--drain-delay-seconds""#);
    assert_eq!(shown("reflection"), r#"false null "flag" "--reflection""#);
    assert_eq!(shown("hands_kept"), r#"3 "hands" "default" null"#);
    let golden: toml::Table = include_str!("print_config.toml").parse().unwrap();
    assert_eq!(all.as_object().unwrap().len(), golden.len());
    for (key, value) in golden {
        assert_eq!(all[&key]["value"], serde_json::to_value(value).unwrap(), "{key}");
    }
}

#[test]
fn print_config_says_what_the_environment_wants_traced() {
    let folder = folder("");
    let variables = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20hunter2"),
        ("OTEL_TRACES_SAMPLER", "always_on"),
        ("OTEL_SERVICE_NAME", ""),
    ];
    let show = ["serve", "--print-config"];
    let output = brag(folder.path(), &variables, &show);
    let said = text(&output.stdout);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    let traces = "\n\n# Traces (environment): sent over OTLP\n\
        # OTEL_EXPORTER_OTLP_ENDPOINT = \"http://collector:4317\"\n\
        # OTEL_EXPORTER_OTLP_HEADERS (set)\n\
        # OTEL_TRACES_SAMPLER = \"always_on\"\n";
    assert!(said.ends_with(traces), "{said}");
    let output = brag(folder.path(), &variables, &[&show[..], &["--json"]].concat());
    let said = text(&output.stdout);
    let all: serde_json::Value = serde_json::from_str(said).unwrap();
    let of = |name: &str| (&all[name]["value"], &all[name]["from"], &all[name]["where"]);
    let environment = serde_json::json!("environment");
    for (name, value) in
        [variables[0], ("OTEL_EXPORTER_OTLP_HEADERS", "(set)"), ("OTEL_TRACES_SAMPLER", "always_on")]
    {
        assert_eq!(of(name), (&value.into(), &environment, &name.into()));
    }
    assert!(all.get("OTEL_SERVICE_NAME").is_none() && !said.contains("hunter2"), "{said}");
}

#[test]
fn what_is_wrong_is_one_line_that_says_where_and_what_is_right() {
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [&'a str], &'a str);
    let cases: [Case<'_>; 14] = [
        ("", &[], &["--drain-delay", "5"], "'--drain-delay-seconds'"),
        ("", &[], &["--mailbox-commands", "0"], "--mailbox-commands 0: must be 1 to 65536 commands"),
        ("", &[("BRAG_LOG_FORMAT", "xml")], &[], "BRAG_LOG_FORMAT=xml: must be human or json"),
        (
            "\nhands_kept = 2",
            &[],
            &["--config=brag.toml"],
            "brag.toml:2: hands_kept = 2: must be 3 to 1000 hands",
        ),
        (
            "hands_keep = 3",
            &[],
            &["--config=brag.toml"],
            "brag.toml:1: hands_keep: no setting has this key; the nearest is hands_kept",
        ),
        ("hands_kept 3", &[], &["--config=brag.toml"], "brag.toml:1: "),
        ("", &[], &["--config=nowhere.toml"], "nowhere.toml: cannot be read"),
        ("", &[("BRAG_CONFIG", "nowhere.toml")], &[], "nowhere.toml: cannot be read"),
        ("", &[], &["--listen=0.0.0.0:0"], "--insecure-dev"),
        (
            "[tables]\nhands_kept = 3",
            &[],
            &["--config=brag.toml"],
            "brag.toml:1: tables: keys stand without sections",
        ),
        ("", &[], &["--log="], "--log : must be a level"),
        ("", &[("OTEL_TRACES_SAMPLER", "some")], &[], "OTEL_TRACES_SAMPLER=some: wants always_on or"),
        (
            "",
            &[("OTEL_EXPORTER_OTLP_HEADERS", "hunter2")],
            &[],
            "OTEL_EXPORTER_OTLP_HEADERS: wants key=value",
        ),
        ("", &[], &["--json"], "not provided: --print-config"),
    ];
    for (file, variables, flags, told) in cases {
        let folder = folder(file);
        // Whether it would serve or only show it.
        for show in [&[][..], &["--print-config"]] {
            if flags == ["--json"] && !show.is_empty() {
                continue;
            }
            let output = brag(folder.path(), variables, &[&["serve"], flags, show].concat());
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{told}: {said}");
            assert!(said.lines().count() == 1 && said.starts_with("brag: ") && said.contains(told), "{said}");
            assert!(output.stdout.is_empty());
        }
    }
}

#[test]
fn a_variable_that_no_setting_has_is_warned_of_and_one_of_kubernetes_is_not() {
    let folder = folder("");
    let strangers = [("BRAG_PORT", "tcp://10.0.0.1:50051"), ("BRAG_SERVICE_HOST", "10.0.0.1")];
    let output = brag(folder.path(), &strangers, &["serve", "--print-config"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    let output = brag(folder.path(), &[("BRAG_QUITE_ANOTHER", "5")], &["serve", "--print-config"]);
    assert_eq!(text(&output.stderr), "brag: warning: BRAG_QUITE_ANOTHER: no setting has this variable\n");
    let output = brag(folder.path(), &[("BRAG_MAILBOX", "5")], &["serve", "--print-config"]);
    let said = text(&output.stderr);
    assert!(output.status.success() && said.lines().count() == 1, "{said}");
    assert!(said.contains("BRAG_MAILBOX:") && said.contains("BRAG_MAILBOX_COMMANDS"), "{said}");
}

#[test]
fn help_has_every_setting_with_its_variable_and_default() {
    let folder = folder("");
    let output = brag(folder.path(), &[], &["serve", "--help"]);
    let said = text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    let golden: toml::Table = include_str!("print_config.toml").parse().unwrap();
    for key in golden.keys() {
        let (flag, variable) = (key.replace('_', "-"), key.to_uppercase());
        assert!(said.contains(&format!("--{flag} ")) && said.contains(&format!("[env: BRAG_{variable}]")));
    }
    assert!(said.contains("[1 to 65536 commands] [default: 64] [env: BRAG_MAILBOX_COMMANDS]"), "{said}");
}
