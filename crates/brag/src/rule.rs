//! `--variant` and `--rule key=value`, for every command that plays by rules.

use crate::outcome::Outcome;
use brag_rules::options::{GivenRules, OptionValue, Rules};

/// The rules of a command.
#[derive(clap::Args)]
pub struct RuleArgs {
    /// The variant that is played
    #[arg(long, default_value = "three_card", value_name = "ID")]
    variant: String,
    /// A house rule, such as `--rule ace_two_three=second`; the value as in TOML, a plain word without quotes
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

impl RuleArgs {
    /// The rules that were asked for.
    ///
    /// # Errors
    /// Which of them is wrong, and what is allowed.
    pub fn resolve(&self) -> Result<Rules, Outcome> {
        let mut given = GivenRules::new();
        for rule in &self.rules {
            let Some((key, value)) = rule.split_once('=') else {
                return Err(Outcome::usage(format_args!(
                    "--rule {rule}: wants key=value, such as ace_two_three=second"
                )));
            };
            let (key, value) = (key.trim(), value.trim());
            let parsed = OptionValue::from_plain(value)
                .map_err(|why| Outcome::usage(format_args!("--rule {key}={value}: {why}")))?;
            if given.insert(key.to_owned(), parsed).is_some() {
                return Err(Outcome::usage(format_args!("--rule {key}: is given twice")));
            }
        }
        Rules::resolve(&self.variant, &given)
            .map_err(|why| Outcome::usage(format_args!("{}: {why}", why.reason())))
    }
}
