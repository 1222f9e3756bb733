//! `brag play`: a person at a terminal, at a table.

mod offers;
mod picture;
mod rules;
#[cfg(test)]
mod tests;
mod ui;

use brag_contract::v1::LegalSit;

/// Chips that are proposed to who sits down.
const BUY_IN: i64 = 100;

/// What is proposed to who sits down.
fn buy_in(sit: &LegalSit) -> i64 {
    BUY_IN.clamp(sit.min_buy_in, sit.max_buy_in.max(sit.min_buy_in))
}
