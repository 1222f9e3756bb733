//! What a set is called in each of the games that lay them out.

use brag_contract::v1::TableView;
use brag_rules::arrange::HANDS;
use brag_rules::options::Prize;

/// The words for one of the sets that a player lays out (rulebook, Appendix D).
#[derive(Debug, PartialEq, Eq)]
pub struct Laid {
    /// One of them.
    pub one: &'static str,
    /// Several.
    pub many: &'static str,
    /// To choose which cards lie in which.
    pub choose: &'static str,
    /// How many there are, where the deal is called as one of them is and a number alone might mean either.
    of: Option<usize>,
}

static SET: Laid = Laid { one: "set", many: "sets", choose: "Choose sets", of: None };
static TRICK: Laid = Laid { one: "trick", many: "tricks", choose: "Choose tricks", of: None };
static HAND: Laid = Laid { one: "hand", many: "hands", choose: "Choose hands", of: Some(HANDS) };

impl Laid {
    /// What they are called at this table.
    pub fn at(view: &TableView) -> &'static Laid {
        match brag_bots::rules(view).map(|rules| rules.arrange.prize) {
            Some(Prize::Most) => &TRICK,
            Some(Prize::Game) => &HAND,
            Some(Prize::All | Prize::EachAndAll) | None => &SET,
        }
    }

    /// The one of that number, from 1: `set 2`, `hand 2 of 4`.
    pub fn nth(&self, number: u32) -> String {
        match self.of {
            Some(of) => format!("{} {number} of {of}", self.one),
            None => format!("{} {number}", self.one),
        }
    }

    /// So many of them: `1 trick`, `2 tricks`.
    pub fn count(&self, number: u32) -> String {
        crate::screen::text::count(number.into(), self.one, self.many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::samples::of_variant;

    #[test]
    fn each_game_has_its_word_for_them() {
        let word = |variant: &str| {
            let laid = Laid::at(&of_variant(variant, 9));
            (laid.nth(2), laid.count(1), laid.count(3))
        };
        let told = |nth: &str, one: &str, many: &str| (nth.to_owned(), one.to_owned(), many.to_owned());
        for variant in ["seven_card_two_hands", "nine_card"] {
            assert_eq!(word(variant), told("set 2", "1 set", "3 sets"));
        }
        for variant in ["ten_card", "fifteen_card"] {
            assert_eq!(word(variant), told("trick 2", "1 trick", "3 tricks"));
        }
        assert_eq!(word("thirteen_card_crash"), told("hand 2 of 4", "1 hand", "3 hands"));
        assert_eq!(Laid::at(&TableView::default()), &SET);
    }
}
