//! What a hand is, in words.

use super::style::Look;
use crate::commentary::list;
use brag_contract::v1::{HandClass, Phase, SeatView, TableView};
use brag_rules::card::{Card, Cards, MAX_HAND};
use brag_rules::rank::{Class, NUMBERS, Ranking, RankingRules, Wild};
use ratatui::text::Span;

/// The most names of wild cards that are written out.
const MAX_WILD_NAMES: usize = 8;

/// What cards are worth at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worth {
    /// The class of the best three.
    pub class: HandClass,
    /// What that is called.
    pub name: String,
    /// Their strength, as the wire has it.
    pub strength: u32,
    /// The best three, in the order in which they are held.
    pub counts: [String; 3],
    /// Those of them that count for other cards.
    pub wild: [bool; 3],
}

/// How hands rank at the table in this hand; as in the rulebook where its charter says nothing that this build knows.
pub fn ranking(view: &TableView) -> RankingRules {
    brag_bots::rules(view).map(|rules| brag_bots::ranking(&rules, view)).unwrap_or_default()
}

/// What these cards are worth by the table's ranking; nothing where they are not all known, or fewer than three.
pub fn of(view: &TableView, cards: &[String]) -> Option<Worth> {
    if cards.len() > MAX_HAND {
        return None;
    }
    let held: Option<Cards> = cards.iter().map(|code| code.parse::<Card>().ok()).collect();
    let ranking = Ranking::of(&ranking(view));
    let reading = ranking.read(&held?, &Cards::EMPTY)?;
    let class = match ranking.class_of(reading.strength()) {
        Class::Prial => HandClass::Prial,
        Class::RunningFlush => HandClass::RunningFlush,
        Class::Run => HandClass::Run,
        Class::Flush => HandClass::Flush,
        Class::Pair => HandClass::Pair,
        Class::HighCard => HandClass::HighCard,
        Class::Digits => HandClass::Digits,
        Class::Single => HandClass::Single,
        Class::Four => HandClass::Four,
    };
    let strength = reading.strength().index().into();
    let name = name(view, class, strength);
    let counts = reading.cards();
    let wild = ranking.wild_cards(counts);
    Some(Worth { class, name, strength, counts: counts.map(|card| card.to_string()), wild })
}

impl Worth {
    /// The class and, of more than three cards or with wild ones, the three that count, each wild one with a star.
    pub fn told(&self, of: usize, look: Look) -> Vec<Span<'static>> {
        let mut spans = vec![Span::styled(self.name.clone(), look.faint())];
        if of > self.counts.len() || self.wild.contains(&true) {
            for (code, wild) in self.counts.iter().zip(self.wild) {
                spans.push(Span::raw(" "));
                spans.push(look.card(code));
                if wild {
                    spans.push(Span::raw("*"));
                }
            }
        }
        spans
    }
}

/// What a seat has towards thirty-one, once all hands lie open (V9); nothing elsewhere, and before.
pub fn towards_thirty_one(view: &TableView, seat: &SeatView) -> Option<u8> {
    view.classic.as_ref()?;
    let [hand] = &seat.hands[..] else { return None };
    // A see shows two hands before all lie open; what they are worth is told then.
    if !hand.shown || !matches!(view.phase(), Phase::ThirtyOne | Phase::HandOver) {
        return None;
    }
    let rules = brag_bots::rules(view)?;
    let cards: Option<Vec<Card>> =
        hand.cards.iter().chain(&seat.drawn).map(|code| code.parse().ok()).collect();
    Some(brag_rules::hand::classic::total(cards?, rules.classic.ace_value))
}

/// What three of each rank are called, from the lowest.
const RANKS: [&str; 13] = [
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
    "kings", "aces",
];

/// The class of a hand of that strength in words, of a prial with its rank; where numbers are compared, its number.
pub fn name(view: &TableView, class: HandClass, strength: u32) -> String {
    match class {
        HandClass::Digits => return u32::from(NUMBERS).saturating_sub(strength).to_string(),
        HandClass::Four => return "four of a kind".to_owned(),
        HandClass::Prial => {
            let of = rank_of_prial(&ranking(view), strength);
            return of.map_or_else(|| "prial".to_owned(), |rank| format!("prial of {rank}"));
        }
        _ => {}
    }
    class.as_str_name().trim_start_matches("HAND_CLASS_").to_lowercase().replace('_', " ")
}

/// The rank of the prials of that strength; a wild card counts as the card that it stands for.
fn rank_of_prial(rules: &RankingRules, strength: u32) -> Option<&'static str> {
    let natural = Ranking::of(&RankingRules { wild: Wild::NONE, ..*rules });
    let ranks = (0_u8..).zip(RANKS).find(|&(rank, _)| {
        let cards = [0, 1, 2].map(|suit| Card::new(rank, suit));
        let [Some(a), Some(b), Some(c)] = cards else { return false };
        u32::from(natural.strength([a, b, c]).index()) == strength
    });
    ranks.map(|(_, name)| name)
}

/// The wild cards of a table in short; nothing where there are none.
pub fn wild(view: &TableView, look: Look) -> Option<String> {
    let wild = ranking(view).wild;
    let names = match wild {
        _ if wild.is_none() => return None,
        Wild::LowestCard => return Some("each hand's lowest card".to_owned()),
        Wild::RandomRank => return Some("the rank of the turned card".to_owned()),
        Wild::Cards(_) => wild.names(),
    };
    let mut written: Vec<String> =
        names.iter().take(MAX_WILD_NAMES).map(|name| wild_name(name, look)).collect();
    if names.len() > MAX_WILD_NAMES {
        written.push("more".to_owned());
    }
    let mut told = list(&written);
    if !view.turned_card.is_empty() {
        told.push_str(&format!(" ({} was turned)", look.card(&view.turned_card).content));
    }
    Some(told)
}

/// A wild card, or a whole rank of them.
pub fn wild_name(name: &str, look: Look) -> String {
    match name.len() {
        1 => format!("every {name}"),
        2 => look.card(name).content.into_owned(),
        _ => name.replace('_', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::samples::{FULL, PLAIN, betting, cards, choice, of_variant, rule, set};

    #[test]
    fn a_class_follows_the_tables_ranking() {
        let mut view = betting();
        let class = |view: &TableView| of(view, &cards("As 2d 3c")).map(|worth| worth.class);
        assert_eq!(class(&view), Some(HandClass::Run));
        rule(&mut view, "ace_two_three", choice("not_a_run"));
        assert_eq!(class(&view), Some(HandClass::HighCard));
        assert_eq!(of(&view, &cards("?? ?? ??")), None);
        assert_eq!(of(&view, &cards("As Ks")), None);
        assert_eq!(of(&view, &vec!["As".to_owned(); 27]), None, "more than anybody is dealt");
    }

    fn told(view: &TableView, codes: &str) -> String {
        let cards = cards(codes);
        let spans = of(view, &cards).unwrap().told(cards.len(), PLAIN);
        spans.iter().map(|span| span.content.to_string()).collect()
    }

    #[test]
    fn of_more_than_three_cards_the_best_three_are_told() {
        let mut view = betting();
        assert_eq!(told(&view, "Kc 5d Kh"), "pair");
        assert_eq!(told(&view, "Kc 5d Kh 9s"), "pair Kc Kh 9s");
        assert_eq!(told(&view, "2c 4d 5h 3s 4c 6d 7h 9s Tc Jd Qh Ks 3d"), "run Jd Qh Ks");
        rule(&mut view, "wild", set(&["Jd"]));
        assert_eq!(told(&view, "Kc Jd Kh"), "prial of kings Kc Jd* Kh");
    }

    #[test]
    fn where_numbers_are_compared_the_number_is_told() {
        let mut view = of_variant("teen_patti", 3);
        rule(&mut view, "variation", choice("nine99"));
        assert_eq!(told(&view, "9c Ah Kd"), "910");
        assert_eq!(told(&view, "9c 9h 9d"), "999");
        assert_eq!(told(&view, "Kc Qh Td"), "0");
    }

    #[test]
    fn the_rank_of_the_turned_card_is_wild() {
        let mut view = of_variant("teen_patti", 3);
        rule(&mut view, "variation", choice("random_joker"));
        assert_eq!(wild(&view, PLAIN).as_deref(), Some("the rank of the turned card"));
        assert_eq!(told(&view, "Kc 7h Kd"), "pair");
        view.turned_card = "7s".into();
        assert_eq!(wild(&view, PLAIN).as_deref(), Some("every 7 (7s was turned)"));
        assert_eq!(told(&view, "Kc 7h Kd"), "prial of kings Kc 7h* Kd");
    }

    #[test]
    fn the_lowest_card_of_each_hand_is_wild() {
        let mut view = of_variant("teen_patti", 3);
        rule(&mut view, "variation", choice("lowest_joker"));
        assert_eq!(wild(&view, PLAIN).as_deref(), Some("each hand's lowest card"));
        assert_eq!(told(&view, "Kc 7h Kd"), "prial of kings Kc 7h* Kd");
    }

    #[test]
    fn wild_cards_are_named_in_short() {
        let mut view = betting();
        assert_eq!(wild(&view, FULL), None);
        rule(&mut view, "wild", set(&["9", "Jc"]));
        assert_eq!(wild(&view, FULL).as_deref(), Some("every 9 and J♣"));
        assert_eq!(wild(&view, PLAIN).as_deref(), Some("every 9 and Jc"));
        let many = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"];
        rule(&mut view, "wild", set(&many));
        assert_eq!(wild(&view, PLAIN).as_deref(), Some("2c, 3c, 4c, 5c, 6c, 7c, 8c, 9c and more"));
    }
}
