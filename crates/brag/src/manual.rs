//! `brag --help`: the commands in groups, with what a manual has beside them; and completions for shells.

use crate::outcome::{self, Outcome, say};
use crate::screen::text::wrap;
use clap::{Command, CommandFactory};
use clap_complete::Shell;

/// The commands by what one wants to do, in this order.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Play and look on", &["play", "watch", "demo", "bot"]),
    ("Run a server", &["serve", "bench"]),
    ("Rules and cards", &["rank", "odds", "sim", "arena", "replay"]),
    ("This program", &["completions", "help"]),
];

/// Columns of the help, as of a terminal that is as narrow as they come.
const COLUMNS: usize = 80;
/// Columns before what a command does.
const INDENT: usize = 15;

/// What stands after the options.
fn rest() -> String {
    format!(
        "\
Examples:
  brag play                        a hand against bots, here and now
  brag serve                       tables for other programs, on 127.0.0.1:50051
  printf 'As2s3s\\n' | brag rank    which of 741 strengths a hand has

Exit codes:
{}

Environment:
  BRAG_…             every setting of the server: brag serve --help
  OTEL_…             where traces go: docs/telemetry.md
  NO_COLOR           no colours
  LC_ALL, LC_CTYPE, LANG
                     suits as letters where the first that is set is not UTF-8
  USER               what `brag play` calls you, unless --name does

`brag COMMAND --help` has each command's flags, with an example.",
        outcome::CODES
    )
}

/// The command line with its manual.
pub fn of(command: Command) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}\n\n{}",
        listed(&command),
        rest(),
    );
    command.help_template(template)
}

/// Each group with its commands and what they are for.
fn listed(command: &Command) -> String {
    let mut text = String::new();
    for (group, names) in GROUPS {
        text.push_str(&format!("{group}:\n"));
        for name in names {
            let does = match command.find_subcommand(name).and_then(Command::get_about) {
                Some(about) => about.to_string(),
                // Made by clap, when the command line is read.
                None => "This text, or that of a command".to_owned(),
            };
            for (number, line) in wrap(&does, COLUMNS - INDENT).into_iter().enumerate() {
                let name = if number == 0 { name } else { "" };
                text.push_str(&format!("  {name:<width$}{line}\n", width = INDENT - 2));
            }
        }
        text.push('\n');
    }
    text
}

/// The command line of `brag completions`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  source <(brag completions bash)
  brag completions zsh > ~/.zfunc/_brag
  brag completions fish > ~/.config/fish/completions/brag.fish")]
pub struct CompletionsArgs {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Writes what the shell wants to know.
pub fn completions<Cli: CommandFactory>(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    let all = Cli::command();
    // What is hidden from people is hidden from their shells, too.
    let shown = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let mut command = Command::new("brag").version(env!("CARGO_PKG_VERSION")).subcommands(shown);
    clap_complete::generate(args.shell, &mut command, "brag", &mut script);
    say(String::from_utf8_lossy(&script).trim_end());
    Outcome::Done
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn command() -> Command {
        let mut command = of(crate::Cli::command());
        command.build();
        command
    }

    #[test]
    fn each_command_is_in_one_group() {
        let command = command();
        let there: BTreeSet<&str> = command
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(Command::get_name)
            .collect();
        let listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), there);
        assert_eq!(listed.len(), there.len(), "one is in two groups");
    }

    #[test]
    fn each_command_says_what_it_is_for_in_a_line_and_has_an_example() {
        for command in command().get_subcommands().filter(|command| !command.is_hide_set()) {
            let name = command.get_name();
            let about = command.get_about().unwrap().to_string();
            assert!(!about.contains('\n') && about.len() <= 90, "{name}: {about}");
            if name != "help" {
                let help = command.clone().render_long_help().to_string();
                assert!(help.contains("Example"), "{name} --help has no example");
            }
        }
    }

    /// What stands in the help can be typed: each line that runs this program is a command line of it.
    #[test]
    fn each_example_is_a_command_line() {
        let mut command = command();
        let mut texts = vec![command.render_help().to_string()];
        let commands = command.get_subcommands_mut().filter(|command| !command.is_hide_set());
        texts.extend(commands.map(|command| command.render_long_help().to_string()));
        let mut examples = 0;
        for line in texts.iter().flat_map(|text| text.lines()) {
            let Some(example) =
                line.strip_prefix("  ").and_then(|line| line.split_once("brag ")).map(|(_, rest)| rest)
            else {
                continue;
            };
            if line.trim_start().starts_with(['-', 'B', 'U'])
                || !line.starts_with("  ")
                || line.starts_with("   ")
            {
                continue;
            }
            // Up to where the shell, or what is said of it, begins.
            let words = example.split("  ").next().unwrap_or_default();
            let words = words.split([')', '>']).next().unwrap_or_default().split_whitespace();
            let read = of(crate::Cli::command()).try_get_matches_from(std::iter::once("brag").chain(words));
            assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
            examples += 1;
        }
        assert!(examples >= 2 * GROUPS.len(), "{examples}");
    }

    #[test]
    fn the_manual_fits_a_terminal_and_has_all_its_parts() {
        let help = command().render_help().to_string();
        for line in help.lines() {
            assert!(line.chars().count() <= COLUMNS, "{line}");
        }
        let parts = GROUPS.map(|(group, _)| group);
        for part in parts.into_iter().chain(["Usage", "Options", "Examples", "Exit codes", "Environment"]) {
            assert!(help.contains(&format!("{part}:")), "{part}: {help}");
        }
    }
}
