//! `--variant` and `--rule key=value`, for every command that plays by rules.

use crate::outcome::Outcome;
use brag_contract::v1;
use brag_host::wire;
use brag_rules::options::{GivenRules, OptionValue, Rules};
use std::collections::BTreeMap;

/// The variant that is played where none is named.
const VARIANT: &str = "three_card";

/// The rules of a command.
#[derive(clap::Args)]
pub struct RuleArgs {
    /// The variant that is played
    #[arg(long, default_value = VARIANT, value_name = "ID")]
    variant: String,
    /// A house rule, such as `--rule ace_two_three=second`; the value as in TOML, a plain word without quotes
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

impl Default for RuleArgs {
    /// As they are where the command line names none.
    fn default() -> RuleArgs {
        RuleArgs { variant: VARIANT.to_owned(), rules: Vec::new() }
    }
}

impl RuleArgs {
    /// The variant that was asked for.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// The rules that were asked for.
    ///
    /// # Errors
    /// Which of them is wrong, and what is allowed.
    pub fn resolve(&self) -> Result<Rules, Outcome> {
        Rules::resolve(&self.variant, &self.given()?)
            .map_err(|why| Outcome::usage(format_args!("{}: {why}", why.reason())))
    }

    /// The house rules that were named, as the contract writes them.
    ///
    /// # Errors
    /// As [`RuleArgs::resolve`]: they are looked at whole.
    pub fn wire(&self) -> Result<BTreeMap<String, v1::OptionValue>, Outcome> {
        self.resolve()?;
        Ok(self.given()?.into_iter().map(|(key, value)| (key, wire::option_value(value))).collect())
    }

    fn given(&self) -> Result<GivenRules, Outcome> {
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
        Ok(given)
    }
}
