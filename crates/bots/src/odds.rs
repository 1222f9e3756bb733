//! How good cards are: the share of other hands that they beat.

use brag_rules::arrange::{HANDS, automatic};
use brag_rules::card::{Card, Cards, MAX_HAND, PACK_SIZE, PLAYED};
use brag_rules::rank::{Class, Ranking, RankingRules, Reading};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::cmp::Ordering;

/// Hands that are drawn where there are too many to count them all.
const DRAWN: usize = 2_000;

/// How these cards stand in a comparison, by their best three; none for fewer than three.
fn reading(ranking: &Ranking, cards: &[Card]) -> Option<Reading> {
    ranking.read(&cards.iter().copied().take(MAX_HAND).collect(), &Cards::EMPTY)
}

/// So many of the cards to throw: those beyond the best three.
pub fn worst(rules: &RankingRules, named: &[String], count: u32) -> Vec<String> {
    let best = read(named).and_then(|cards| reading(&Ranking::of(rules), &cards));
    let kept = best.map_or_else(Vec::new, |best| best.cards().map(|card| card.to_string()).to_vec());
    named.iter().filter(|card| !kept.contains(card)).take(count as usize).cloned().collect()
}

/// The share of hands that these cards beat, where the others get `each` cards; half of those that equal them count. `out`
/// are further cards that nobody can hold. None for fewer than three cards.
///
/// Counted where everybody gets three, and estimated from drawn hands where they get more.
pub fn share(
    rules: &RankingRules,
    cards: &[Card],
    each: usize,
    out: &[Card],
    rng: &mut ChaCha8Rng,
) -> Option<f64> {
    let ranking = Ranking::of(rules);
    let own = reading(&ranking, cards)?.strength();
    let mut rest: Vec<Card> =
        Card::in_pack_order().filter(|card| !cards.contains(card) && !out.contains(card)).collect();
    let mut tally = Tally::default();
    if each == PLAYED {
        triples(&rest, |hand| tally.count(own.cmp(&ranking.strength(hand))));
    } else if rest.len() >= each {
        for _ in 0..DRAWN {
            let (hand, _) = rest.partial_shuffle(rng, each);
            tally.count(reading(&ranking, hand).map_or(Ordering::Equal, |other| own.cmp(&other.strength())));
        }
    }
    Some(tally.share())
}

/// Whether these cards make no third set with a pair in it: an unknown hand is as likely as not to be better (V6B).
pub fn weak(rules: &RankingRules, cards: &[Card]) -> bool {
    let ranking = Ranking::of(rules);
    let hand = cards.iter().copied().take(MAX_HAND).collect();
    let third = automatic(&ranking, &hand, HANDS).get(2);
    let reading = third.and_then(|set| ranking.read(&set, &Cards::EMPTY));
    reading.is_none_or(|reading| ranking.class_of(reading.strength()) == Class::HighCard)
}

/// Calls with each three of the cards.
fn triples(cards: &[Card], mut with: impl FnMut([Card; PLAYED])) {
    for (i, &a) in cards.iter().enumerate() {
        for (j, &b) in cards.iter().enumerate().skip(i + 1) {
            cards.iter().skip(j + 1).for_each(|&c| with([a, b, c]));
        }
    }
}

/// Comparisons, in halves.
#[derive(Default)]
struct Tally {
    halves: u32,
    hands: u32,
}

impl Tally {
    fn count(&mut self, own: Ordering) {
        self.hands += 1;
        self.halves += match own {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        };
    }

    fn share(&self) -> f64 {
        if self.hands == 0 { 0.5 } else { f64::from(self.halves) / 2.0 / f64::from(self.hands) }
    }
}

/// The cards as the wire writes them; none unless each is known.
pub fn read(cards: &[String]) -> Option<Vec<Card>> {
    let cards: Option<Vec<Card>> = cards.iter().map(|card| card.parse().ok()).collect();
    cards.filter(|cards| (PLAYED..=PACK_SIZE).contains(&cards.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use brag_rules::rank::{AceTwoThree, Low, Wild};
    use rand::SeedableRng;

    fn hand(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    fn share_of(rules: &RankingRules, text: &str) -> f64 {
        share_among(rules, text, PLAYED)
    }

    fn share_among(rules: &RankingRules, text: &str, each: usize) -> f64 {
        share(rules, &hand(text), each, &[], &mut ChaCha8Rng::seed_from_u64(1)).unwrap()
    }

    #[test]
    fn the_best_hand_beats_all_and_the_worst_none() {
        let rules = RankingRules::default();
        assert_eq!(share_of(&rules, "3c 3d 3h"), 1.0);
        assert!(share_of(&rules, "5h 3c 2d") < 0.001);
        let middling = share_of(&rules, "Qh 9c 4d");
        assert!((0.3..0.5).contains(&middling), "{middling}");
    }

    #[test]
    fn a_hand_is_valued_by_the_tables_options() {
        let rules = RankingRules::default();
        assert!(share_of(&rules, "As 2d 3h") > share_of(&rules, "As Kd Qh"));
        let lowest = RankingRules { ace_two_three: AceTwoThree::Lowest, ..rules };
        assert!(share_of(&lowest, "As 2d 3h") < share_of(&lowest, "As Kd Qh"));
        let low = RankingRules { low: Low::SeedLow, ..rules };
        assert!(share_of(&low, "3c 3d 3h") < 0.01 && share_of(&low, "4c 3d 2h") > 0.99);
    }

    #[test]
    fn cards_that_are_out_count_for_nobody() {
        let rules = RankingRules::default();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let kings = hand("Kc Kd 2h");
        let aces = hand("Ac Ad Ah As");
        let with = share(&rules, &kings, PLAYED, &[], &mut rng).unwrap();
        let without = share(&rules, &kings, PLAYED, &aces, &mut rng).unwrap();
        assert!(without > with + 0.005, "{without} {with}");
    }

    #[test]
    fn of_more_cards_the_best_three_count() {
        let rules = RankingRules::default();
        assert_eq!(share_among(&rules, "3c 9d 3d 3h", 4), 1.0);
        assert_eq!(share(&rules, &hand("3c 9d"), 4, &[], &mut ChaCha8Rng::seed_from_u64(1)), None);
    }

    #[test]
    fn three_cards_are_worth_less_where_everybody_had_more_to_choose_from() {
        let rules = RankingRules::default();
        let shares = [3, 4, 7, 13].map(|each| share_among(&rules, "Kc Kd 7h", each));
        assert!(shares.is_sorted_by(|more, less| *more > less + 0.05), "{shares:?}");
    }

    fn thrown(rules: &RankingRules, count: u32, text: &str) -> String {
        let named: Vec<String> = text.split(' ').map(str::to_owned).collect();
        worst(rules, &named, count).join(" ")
    }

    #[test]
    fn the_best_three_are_kept_by_the_tables_ranking() {
        let rules = RankingRules::default();
        assert_eq!(thrown(&rules, 1, "Kc 5d Kh 9s"), "5d");
        assert_eq!(thrown(&rules, 4, "2c 9s 5d Ts Kh Js 4c"), "2c 5d Kh 4c");
        let wild = RankingRules { wild: Wild::rank(3), ..rules };
        assert_eq!(thrown(&wild, 1, "Kc 5d Kh 9s"), "9s", "fives are wild");
        let muflis = RankingRules { low: Low::Reverse, ..rules };
        assert_eq!(thrown(&muflis, 1, "Kc 5d Kh 9s"), "Kh", "a pair is no good there");
        assert_eq!(thrown(&muflis, 2, "2c 3d 4h 9s Kc"), "4h Kc", "and a run is a bad hand");
    }
}
