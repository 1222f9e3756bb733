//! Which card is changed for which (V8): one of one's own and one of the commons, marked by keys.

use crate::screen::class;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{LegalSwap, Swap, TableView};

/// The cards of which one is changed for one.
#[derive(Debug, Clone, PartialEq)]
pub struct Swaps {
    /// One's hand.
    pub own: Vec<String>,
    /// The commons.
    pub common: Vec<String>,
    /// It may be done with a stick.
    pub may_stick: bool,
    /// What is proposed: the change that betters the hand most.
    pub proposed: Marks,
}

/// What is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks {
    /// The place of the card that goes, from 0.
    pub own: usize,
    /// The place of the card that comes, from 0.
    pub common: usize,
    /// Stick, too.
    pub stick: bool,
}

impl Swaps {
    /// What the list offers.
    pub fn of(view: &TableView, legal: &LegalSwap) -> Swaps {
        let (own, common, may_stick) = (legal.own.clone(), legal.common.clone(), legal.stick);
        let mut swaps = Swaps { own, common, may_stick, proposed: Marks::default() };
        let mut best = None;
        for own in 0..swaps.own.len() {
            for common in 0..swaps.common.len() {
                let marks = Marks { own, common, stick: false };
                // 1 is the best hand there is.
                let index = class::of(view, &swaps.after(marks)).map(|worth| worth.strength);
                if index.is_some() && (best.is_none() || index < best) {
                    (best, swaps.proposed) = (index, marks);
                }
            }
        }
        swaps
    }

    /// The hand after the change.
    pub fn after(&self, marks: Marks) -> Vec<String> {
        let mut hand = self.own.clone();
        if let (Some(place), Some(common)) = (hand.get_mut(marks.own), self.common.get(marks.common)) {
            place.clone_from(common);
        }
        hand
    }

    /// The card that goes, and the card that comes.
    pub fn named(&self, marks: Marks) -> [String; 2] {
        let at = |cards: &[String], place: usize| cards.get(place).cloned().unwrap_or_default();
        [at(&self.own, marks.own), at(&self.common, marks.common)]
    }

    /// The act.
    pub fn act(&self, marks: Marks) -> Action {
        let [own, common] = self.named(marks);
        Action::Swap(Swap { own: vec![own], common: vec![common], stick: marks.stick })
    }

    /// What that key marks; nothing for a key that marks none.
    pub fn pressed(&self, key: char, marks: Marks) -> Option<Marks> {
        let letter = ('a'..='z').take(self.own.len()).position(|letter| letter == key);
        let digit = ('1'..='9').take(self.common.len()).position(|digit| digit == key);
        match (letter, digit) {
            (Some(own), _) => Some(Marks { own, ..marks }),
            (_, Some(common)) => Some(Marks { common, ..marks }),
            (None, None) => (key == 's' && self.may_stick).then_some(Marks { stick: !marks.stick, ..marks }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::samples::{betting, cards};

    fn swaps(own: &str, common: &str, stick: bool) -> Swaps {
        let legal = LegalSwap { own: cards(own), common: cards(common), stick };
        Swaps::of(&betting(), &legal)
    }

    #[test]
    fn what_betters_the_hand_most_is_proposed() {
        let pair = swaps("7h 5d 2s", "5c Tc Js", true);
        assert_eq!(pair.named(pair.proposed), ["2s", "5c"]);
        assert_eq!(pair.after(pair.proposed), cards("7h 5d 5c"));
        let unknown = swaps("?? 5d 2s", "5c Tc Js", true);
        assert_eq!(unknown.proposed, Marks::default());
    }

    #[test]
    fn letters_mark_own_cards_digits_common_ones_and_s_sticks() {
        let swaps = swaps("7h 5d 2s", "5c Tc Js", true);
        let marks =
            ['b', '3', 's'].iter().fold(Marks::default(), |marks, &key| swaps.pressed(key, marks).unwrap());
        assert_eq!(marks, Marks { own: 1, common: 2, stick: true });
        let expected = Swap { own: cards("5d"), common: cards("Js"), stick: true };
        assert_eq!(swaps.act(marks), Action::Swap(expected));
        assert_eq!(swaps.pressed('s', marks).map(|marks| marks.stick), Some(false));
        assert_eq!(['d', '4', 'x'].map(|key| swaps.pressed(key, marks)), [None; 3]);
        let last = Swaps { may_stick: false, ..swaps };
        assert_eq!(last.pressed('s', marks), None, "in the last turn nobody sticks");
    }
}
