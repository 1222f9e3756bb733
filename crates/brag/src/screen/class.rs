//! What a hand is, in words.

use brag_contract::v1::{HandClass, TableView};
use brag_rules::card::Card;
use brag_rules::rank::{Class, Ranking};

/// The class of three cards by the table's ranking; nothing where they are not all known, or not three.
pub fn of(view: &TableView, cards: &[String]) -> Option<HandClass> {
    let [a, b, c] = cards else { return None };
    let card = |code: &String| code.parse::<Card>().ok();
    let cards = [card(a)?, card(b)?, card(c)?];
    let rules = brag_bots::rules(view)?;
    Some(match Ranking::of(&rules.ranking).class(cards) {
        Class::Prial => HandClass::Prial,
        Class::RunningFlush => HandClass::RunningFlush,
        Class::Run => HandClass::Run,
        Class::Flush => HandClass::Flush,
        Class::Pair => HandClass::Pair,
        Class::HighCard => HandClass::HighCard,
        Class::Digits => HandClass::Digits,
    })
}

/// A class in words.
pub fn name(class: HandClass) -> String {
    class.as_str_name().trim_start_matches("HAND_CLASS_").to_lowercase().replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::samples::{betting, cards, choice, rule};

    #[test]
    fn a_class_follows_the_tables_ranking() {
        let mut view = betting();
        let class = |view: &TableView| of(view, &cards("As 2d 3c"));
        assert_eq!(class(&view), Some(HandClass::Run));
        rule(&mut view, "ace_two_three", choice("not_a_run"));
        assert_eq!(class(&view), Some(HandClass::HighCard));
        assert_eq!(of(&view, &cards("?? ?? ??")), None);
        assert_eq!(of(&view, &cards("As Ks")), None);
    }
}
