//! Which of one's cards to throw. What is proposed follows from how hands rank at the table.

use crate::screen::class;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{Discard, Draw, Exchange, LegalDiscard, LegalDraw, LegalExchange, TableView};

/// The cards of which some are thrown.
#[derive(Debug, Clone, PartialEq)]
pub struct Discards {
    /// The cards to choose from.
    pub cards: Vec<String>,
    /// The fewest to throw.
    pub least: usize,
    /// The most to throw.
    pub most: usize,
    /// Of each card, whether it is proposed to throw it.
    pub proposed: Vec<bool>,
    /// What throwing them is.
    pub by: Throwing,
}

/// The acts that throw cards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Throwing {
    /// The other three are played.
    Discard,
    /// As many new ones come for them.
    Draw,
    /// The top of the pack comes for it, face up (V9).
    Exchange,
}

impl Discards {
    /// All but the best three are proposed to be thrown.
    pub fn of(view: &TableView, legal: &LegalDiscard) -> Discards {
        let best = class::of(view, &legal.cards);
        let best: Vec<&String> = best.iter().flat_map(|best| &best.counts).collect();
        let mut to_throw = legal.count as usize;
        let proposed = legal.cards.iter().map(|card| {
            let throw = to_throw > 0 && !best.contains(&card);
            to_throw -= usize::from(throw);
            throw
        });
        let (proposed, count) = (proposed.collect(), legal.count as usize);
        Discards { cards: legal.cards.clone(), least: count, most: count, proposed, by: Throwing::Discard }
    }

    /// Nothing is proposed: which cards to change is the game.
    pub fn drawn(legal: &LegalDraw) -> Discards {
        Discards {
            cards: legal.cards.clone(),
            least: 1,
            most: legal.most as usize,
            proposed: vec![false; legal.cards.len()],
            by: Throwing::Draw,
        }
    }

    /// One card is put down, and none is proposed.
    pub fn exchanged(legal: &LegalExchange) -> Discards {
        let proposed = vec![false; legal.cards.len()];
        Discards { cards: legal.cards.clone(), least: 1, most: 1, proposed, by: Throwing::Exchange }
    }

    /// Whether so many may be thrown.
    pub fn allows(&self, count: usize) -> bool {
        (self.least..=self.most).contains(&count)
    }

    /// The cards of these marks, and those without.
    pub fn parted(&self, marked: &[bool]) -> (Vec<String>, Vec<String>) {
        let with: Vec<(String, bool)> = self.cards.iter().cloned().zip(marked.iter().copied()).collect();
        let of = |wanted| {
            with.iter().filter(|(_, marked)| *marked == wanted).map(|(card, _)| card.clone()).collect()
        };
        (of(true), of(false))
    }

    /// The act of throwing the marked cards.
    ///
    /// # Errors
    /// What is wrong with the marks, where they are too many or too few.
    pub fn act(&self, marked: &[bool]) -> Result<Action, String> {
        let (thrown, _) = self.parted(marked);
        if !self.allows(thrown.len()) {
            let to = if self.most > self.least { format!(" to {}", self.most) } else { String::new() };
            return Err(format!("{} marked to throw: wants {}{to}", thrown.len(), self.least));
        }
        Ok(match self.by {
            Throwing::Discard => Action::Discard(Discard { cards: thrown }),
            Throwing::Draw => Action::Draw(Draw { cards: thrown }),
            Throwing::Exchange => {
                Action::Exchange(Exchange { card: thrown.into_iter().next().unwrap_or_default() })
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::samples::{betting, cards, choice, rule, set};

    fn proposed(view: &TableView, count: u32, codes: &str) -> String {
        let discards = Discards::of(view, &LegalDiscard { count, cards: cards(codes) });
        discards.parted(&discards.proposed).0.join(" ")
    }

    #[test]
    fn all_but_the_best_three_are_proposed_to_be_thrown() {
        let mut view = betting();
        assert_eq!(proposed(&view, 1, "Kh 7s Kd 2c"), "2c");
        assert_eq!(proposed(&view, 2, "Kh 7s 8s Kd 9s"), "Kh Kd");
        assert_eq!(
            proposed(&view, 10, "2c 4d 5h 3s 4c 6d 7h 9s Tc Jd Qh Ks 3d"),
            "2c 4d 5h 3s 4c 6d 7h 9s Tc 3d"
        );
        rule(&mut view, "wild", set(&["2c"]));
        assert_eq!(proposed(&view, 1, "Kh 7s Kd 2c"), "7s", "a wild card is kept");
        let mut low = betting();
        rule(&mut low, "low", choice("reverse"));
        rule(&mut low, "best_prial", choice("natural"));
        assert_eq!(proposed(&low, 1, "Kh 7s Kd 2c"), "Kd", "where the low hand wins, a pair is broken");
    }

    #[test]
    fn where_the_best_three_are_not_known_the_first_ones_are_proposed() {
        assert_eq!(proposed(&betting(), 1, "?? 7s Kd 2c"), "??");
    }

    #[test]
    fn as_many_as_are_asked_for_are_thrown() {
        let discards = Discards::of(&betting(), &LegalDiscard { count: 2, cards: cards("Kh 7s Kd 2c Tc") });
        let thrown = Action::Discard(Discard { cards: cards("7s Tc") });
        assert_eq!(discards.act(&[false, true, false, false, true]), Ok(thrown));
        assert_eq!(discards.act(&[true; 5]), Err("5 marked to throw: wants 2".to_owned()));
    }

    #[test]
    fn a_draw_throws_one_card_or_more() {
        let discards = Discards::drawn(&LegalDraw { most: 2, cards: cards("Kh 7s Kd") });
        assert_eq!(discards.proposed, [false; 3]);
        let thrown = Action::Draw(Draw { cards: cards("7s Kd") });
        assert_eq!(discards.act(&[false, true, true]), Ok(thrown));
        for (marked, count) in [([false; 3], 0), ([true; 3], 3)] {
            assert_eq!(discards.act(&marked), Err(format!("{count} marked to throw: wants 1 to 2")));
        }
    }
}
