//! The flags of `brag serve`: one for each setting, and what has no place in a file.

use super::Config;
use super::setting::{Setting, Source};
use super::table::{SECTIONS, settings};
use super::value::Given;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use std::path::PathBuf;
use toml::Value;

/// What the command line says.
pub struct Flags {
    /// The file.
    pub file: Option<PathBuf>,
    /// The settings that are there, each with its text.
    pub given: Vec<(&'static Setting, String)>,
    /// Show the configuration and serve nothing.
    pub print_config: bool,
    /// Show it as JSON.
    pub json: bool,
}

const AFTER: &str = "\
Each setting comes from its flag, else from its environment variable, else from
the file, else it has its default. Callers say who they are in metadata:
`brag-player` names a player, `brag-role` the roles (player, gateway, spectator,
operator, audit; player and operator when absent).

Examples:
  brag serve
  brag serve --listen 127.0.0.1:0 --hands-kept 100 --print-config

Exit codes: 0 stopped as asked, 1 it could not go on, 2 a setting is wrong.";

impl Flags {
    /// What was given, with its source.
    pub fn given(&self) -> impl Iterator<Item = (&'static Setting, Given, Source)> {
        self.given.iter().map(|(setting, text)| {
            (*setting, Given::Text(text.clone()), Source::Flag(format!("--{}", setting.flag())))
        })
    }
}

impl clap::Args for Flags {
    fn augment_args(command: Command) -> Command {
        let file = Arg::new("config")
            .long("config")
            .value_name("PATH")
            .value_parser(clap::value_parser!(PathBuf))
            .help("Read settings from this file of TOML [env: BRAG_CONFIG]");
        let print = Arg::new("print-config")
            .long("print-config")
            .action(ArgAction::SetTrue)
            .help("Show every setting and where its value came from, and serve nothing");
        let json = Arg::new("json")
            .long("json")
            .action(ArgAction::SetTrue)
            .requires("print-config")
            .help("Show it as JSON");
        let sections = SECTIONS.iter().flat_map(|section| {
            section.settings.iter().map(|setting| flag(setting).help_heading(section.title))
        });
        command.args([file, print, json]).args(sections).after_help(AFTER)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Flags::augment_args(command)
    }
}

fn flag(setting: &'static Setting) -> Arg {
    let name = setting.flag();
    let help = format!(
        "{} [{}] [default: {}] [env: {}]",
        setting.help,
        setting.allowed(),
        setting.default().trim_matches('"'),
        setting.variable()
    );
    let arg = Arg::new(name.clone()).long(name).help(help);
    match (setting.place)(&mut Config::default()).value(setting) {
        Value::Boolean(_) => {
            arg.value_name("BOOL").num_args(0..=1).default_missing_value("true").action(ArgAction::Set)
        }
        Value::Array(_) => arg.value_name("TEXT,…").value_delimiter(',').action(ArgAction::Append),
        Value::Integer(_) => arg.value_name("NUMBER").allow_negative_numbers(true),
        _ => arg.value_name("TEXT"),
    }
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Flags, clap::Error> {
        let given = settings().filter_map(|setting| {
            let texts = matches.get_many::<String>(&setting.flag())?;
            Some((setting, texts.cloned().collect::<Vec<String>>().join(",")))
        });
        Ok(Flags {
            file: matches.get_one("config").cloned(),
            given: given.collect(),
            print_config: matches.get_flag("print-config"),
            json: matches.get_flag("json"),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Flags::from_arg_matches(matches)?;
        Ok(())
    }
}
