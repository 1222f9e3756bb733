//! Options as words, for the tests of options.

use brag_rules::options::{GivenRules, OptionValue};

/// The options as `key=value` words.
pub fn given(words: &str) -> GivenRules {
    let option = |word: &str| {
        let (key, value) = word.split_once('=')?;
        Some((key.to_owned(), OptionValue::from_plain(value).ok()?))
    };
    words.split_whitespace().map(|word| option(word).unwrap_or_else(|| panic!("{word}: no option"))).collect()
}
