//! Laying out sets by keys: which card lies in which set, and what that makes.

use super::ui::LETTERS;
use crate::commentary::{Laid, in_order};
use crate::screen::class;
use crate::screen::style::Look;
use brag_bots::arranging;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{Arrange, CardSet, LegalArrange, TableView};
use brag_rules::arrange::{FourKindRank, Laying};
use brag_rules::card::{Card, Cards, PLAYED};
use brag_rules::rank::{Ranking, RankingRules};
use crossterm::event::KeyCode;
use ratatui::text::{Line, Span};
use std::cmp::Reverse;

/// What is laid out: cards, how many sets, and how they rank.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The cards to choose from.
    pub cards: Vec<String>,
    /// How many sets there are.
    pub sets: usize,
    /// Of each card, the set in which the engine would lay it, from 0; none where it would be thrown.
    pub proposed: Vec<Option<usize>>,
    /// Fewer sets may be laid.
    fewer: bool,
    /// What four cards of one rank count for, where a set may have four.
    fours: Option<FourKindRank>,
    ranking: RankingRules,
    /// What a set is called.
    word: &'static Laid,
}

impl Layout {
    /// What the list asks for, by the table's ranking.
    pub fn of(view: &TableView, legal: &LegalArrange) -> Layout {
        let ranking = class::ranking(view);
        let best = match arranging::best(&ranking, legal) {
            Some(Action::Arrange(best)) => best.sets,
            _ => Vec::new(),
        };
        let lies_in = |card: &String| best.iter().position(|set| set.cards.contains(card));
        let fours = brag_bots::rules(view).and_then(|rules| rules.arrange.fours).filter(|_| legal.fours);
        Layout {
            cards: legal.cards.clone(),
            sets: usize::try_from(legal.sets).unwrap_or(0),
            proposed: legal.cards.iter().map(lies_in).collect(),
            fewer: legal.fewer,
            fours,
            ranking,
            word: Laid::at(view),
        }
    }

    fn laying(&self) -> Laying {
        let ranking = Ranking::of(&self.ranking);
        Laying { ranking, sets: self.sets, fewer: self.fewer, fours: self.fours }
    }

    /// The most cards that a set may have.
    fn room(&self) -> usize {
        PLAYED + usize::from(self.fours.is_some())
    }

    /// The cards of one set.
    fn set(&self, placed: &[Option<usize>], set: usize) -> Vec<String> {
        let with = self.cards.iter().zip(placed);
        with.filter(|(_, placed)| **placed == Some(set)).map(|(card, _)| card.clone()).collect()
    }

    /// The act of laying these sets: they are put in their order, the best first.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn act(&self, placed: &[Option<usize>]) -> Result<Action, String> {
        let (laying, mut sets) = (self.laying(), Vec::new());
        for set in 0..self.sets {
            let cards = self.set(placed, set);
            let word = self.word.one;
            if cards.is_empty() && self.fewer {
                continue;
            }
            let number = set + 1;
            if cards.len() < PLAYED {
                return Err(format!("{word} {number} has {}: wants {PLAYED}", cards.len()));
            }
            let read: Option<Cards> = cards.iter().map(|card| card.parse::<Card>().ok()).collect();
            let merit = read.and_then(|read| laying.merit(&read));
            let merit = merit.ok_or_else(|| format!("{word} {number}: four cards are of one rank"))?;
            sets.push((Reverse(merit), cards));
        }
        sets.sort_by_key(|(merit, _)| *merit);
        Ok(Action::Arrange(Arrange { sets: sets.into_iter().map(|(_, cards)| CardSet { cards }).collect() }))
    }

    /// What a key does to what is placed and to the set that is being filled: something to say, if it cannot be done.
    pub fn press(&self, key: KeyCode, placed: &mut [Option<usize>], set: &mut usize) -> Option<String> {
        match key {
            KeyCode::Home => {
                placed.clone_from_slice(&self.proposed);
                *set = 0;
            }
            KeyCode::Backspace | KeyCode::Delete => {
                placed.iter_mut().filter(|placed| **placed == Some(*set)).for_each(|placed| *placed = None);
            }
            KeyCode::Left | KeyCode::Up => *set = set.saturating_sub(1),
            KeyCode::Right | KeyCode::Down => *set = (*set + 1).min(self.sets.saturating_sub(1)),
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                match digit.to_digit(10).and_then(|number| number.checked_sub(1)).map(|set| set as usize) {
                    Some(chosen) if chosen < self.sets => *set = chosen,
                    _ => return Some(format!("{digit}: there are {} {}", self.sets, self.word.many)),
                }
            }
            KeyCode::Char(key) => {
                let place = LETTERS.chars().take(placed.len()).position(|letter| letter == key);
                let Some(place) = place else {
                    let key = if key.is_control() { "that key".to_owned() } else { key.to_string() };
                    return Some(format!("{key}: none of these cards"));
                };
                return self.place(place, placed, set);
            }
            _ => {}
        }
        None
    }

    /// Puts a card into the set, or takes it out of it. Where that fills the set, the next one with room follows.
    fn place(&self, card: usize, placed: &mut [Option<usize>], set: &mut usize) -> Option<String> {
        let count = |placed: &[Option<usize>], set| placed.iter().filter(|at| **at == Some(set)).count();
        if placed[card] == Some(*set) {
            placed[card] = None;
        } else if count(placed, *set) >= self.room() {
            return Some(format!("{} {} is full: take a card out of it first", self.word.one, *set + 1));
        } else {
            placed[card] = Some(*set);
            if count(placed, *set) >= PLAYED {
                let with_room = (0..self.sets).find(|&other| count(placed, other) < PLAYED);
                *set = with_room.unwrap_or(*set);
            }
        }
        None
    }

    /// The cards under their keys, the number of its set under each, and what the sets are.
    pub fn lines(
        &self,
        placed: &[Option<usize>],
        set: usize,
        look: Look,
        columns: usize,
    ) -> Vec<Line<'static>> {
        let mut title =
            vec![Span::styled(format!(" Cards for {} {}", self.word.one, set + 1), look.strong())];
        let thrown: Vec<String> = self
            .cards
            .iter()
            .zip(placed)
            .filter(|(_, at)| at.is_none())
            .map(|(card, _)| card.clone())
            .collect();
        if !thrown.is_empty() {
            title.push(Span::raw("; in none, and thrown: "));
            title.extend(look.cards(&thrown));
        }
        let (mut keys, mut cards, mut numbers) = (Line::raw(" "), Line::raw(" "), Line::raw(" "));
        for ((letter, code), at) in LETTERS.chars().zip(&self.cards).zip(placed) {
            keys.spans.push(Span::styled(format!(" {letter} "), look.key()));
            cards.spans.extend([Span::raw(" "), look.card(code)]);
            numbers.spans.push(match at {
                Some(at) if *at == set => Span::styled(format!(" {} ", at + 1), look.turn()),
                Some(at) => Span::raw(format!(" {} ", at + 1)),
                None => Span::raw("   "),
            });
        }
        let mut lines = vec![Line::from(title), keys, cards, numbers];
        let mut line = Line::default();
        for number in 0..self.sets {
            let item = self.told(placed, number, look);
            let width: usize = item.iter().map(Span::width).sum();
            if line.width() + width > columns && line.width() > 0 {
                lines.push(std::mem::take(&mut line));
            }
            line.spans.extend(item);
        }
        lines.push(line);
        let last = LETTERS.chars().nth(self.cards.len().saturating_sub(1)).unwrap_or('z');
        let help = format!(
            " a{}{last}: in or out  1{}{}: which {}  Home: as proposed  Enter: lay out  Esc: back",
            look.to(),
            look.to(),
            self.sets,
            self.word.one
        );
        lines.push(Line::styled(help, look.faint()));
        lines
    }

    /// One set: its number, its cards, and what they are.
    fn told(&self, placed: &[Option<usize>], set: usize, look: Look) -> Vec<Span<'static>> {
        let cards = self.set(placed, set);
        let mut spans = vec![Span::styled(format!(" {}: ", set + 1), look.strong())];
        spans.extend(look.cards(&in_order(&cards)));
        let read: Option<Cards> = cards.iter().map(|card| card.parse::<Card>().ok()).collect();
        let merit = read.and_then(|read| self.laying().merit(&read));
        let told = match merit {
            Some(_) if cards.len() > PLAYED => " four of a kind".to_owned(),
            Some(merit) => {
                let class = Ranking::of(&self.ranking).class_of(merit.strength());
                format!(" {}", class.name().replace('_', " "))
            }
            None => format!(" {} of {PLAYED}", cards.len()),
        };
        spans.push(Span::styled(format!("{told} "), look.faint()));
        spans
    }
}

/// The sets as the engine would lay them, as one act.
pub fn best(view: &TableView, legal: &LegalArrange) -> Option<(Action, String)> {
    let action = arranging::best(&class::ranking(view), legal)?;
    let Action::Arrange(best) = &action else { return None };
    let told = best.sets.iter().map(|set| in_order(&set.cards).concat()).collect::<Vec<_>>().join(" ");
    Some((action, told))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::samples::{PLAIN, cards, of_variant};

    fn layout() -> Layout {
        let legal =
            LegalArrange { sets: 2, cards: cards("As Ad Ah Kc Qd 2h 3c"), fewer: false, fours: false };
        Layout::of(&of_variant("seven_card_two_hands", 7), &legal)
    }

    fn laid(action: &Action) -> String {
        let Action::Arrange(arrange) = action else { panic!("no arrangement: {action:?}") };
        arrange.sets.iter().map(|set| set.cards.concat()).collect::<Vec<_>>().join(" ")
    }

    fn press(layout: &Layout, placed: &mut [Option<usize>], set: &mut usize, keys: &str) -> Vec<String> {
        keys.chars().filter_map(|key| layout.press(KeyCode::Char(key), placed, set)).collect()
    }

    #[test]
    fn what_the_engine_would_lay_is_proposed() {
        let layout = layout();
        let proposed = layout.proposed.clone();
        assert_eq!(laid(&layout.act(&proposed).unwrap()), "AsAdAh KcQd3c");
    }

    #[test]
    fn cards_are_moved_from_set_to_set() {
        let layout = layout();
        let (mut placed, mut set) = (layout.proposed.clone(), 0);
        // Two aces out of the first set, and the run in: one of them is free for the second.
        assert_eq!(press(&layout, &mut placed, &mut set, "ac"), Vec::<String>::new());
        assert_eq!(layout.act(&placed), Err("set 1 has 1: wants 3".to_owned()));
        assert_eq!(press(&layout, &mut placed, &mut set, "fg"), Vec::<String>::new());
        assert_eq!(set, 1, "the first is full, and the second has room");
        assert_eq!(press(&layout, &mut placed, &mut set, "a"), Vec::<String>::new());
        assert_eq!(laid(&layout.act(&placed).unwrap()), "Ad2h3c AsKcQd");
        // A full set takes no more, and what is no card or set is said to be none.
        assert_eq!(
            press(&layout, &mut placed, &mut set, "2c"),
            ["set 2 is full: take a card out of it first"]
        );
        assert_eq!(
            press(&layout, &mut placed, &mut set, "z9"),
            ["z: none of these cards", "9: there are 2 sets"]
        );
        layout.press(KeyCode::Home, &mut placed, &mut set);
        assert_eq!((&placed, set), (&layout.proposed, 0));
        layout.press(KeyCode::Backspace, &mut placed, &mut set);
        assert_eq!(placed.iter().filter(|at| at.is_some()).count(), 3);
    }

    #[test]
    fn sets_are_laid_in_their_order() {
        let layout = layout();
        let swapped: Vec<Option<usize>> = layout.proposed.iter().map(|at| at.map(|set| 1 - set)).collect();
        assert_eq!(laid(&layout.act(&swapped).unwrap()), "AsAdAh KcQd3c");
    }

    #[test]
    fn five_sets_fit_on_a_small_terminal() {
        let legal = LegalArrange {
            sets: 5,
            cards: cards("As Ad Ah Ks Kd Kh Qs Qd Qh Js Jd Jh 9s 7d 5h"),
            fewer: false,
            fours: false,
        };
        let layout = Layout::of(&of_variant("fifteen_card", 15), &legal);
        let lines = layout.lines(&layout.proposed, 0, PLAIN, 80);
        assert!(lines.len() <= 7 && lines.iter().all(|line| line.width() <= 80), "{lines:#?}");
    }
}
