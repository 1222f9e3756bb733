//! How good cards are: the share of other hands that they beat.

use brag_rules::card::{Card, Cards, MAX_HAND, PACK_SIZE};
use brag_rules::rank::{Ranking, RankingRules, Strength};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::cmp::Ordering;

/// Cards that make a hand that is compared.
const COMPARED: usize = 3;
/// Hands that are drawn where there are too many to count them all.
const DRAWN: usize = 2_000;

/// The best that these cards can be, under these rules; none for fewer than three.
pub fn best(rules: &RankingRules, cards: &[Card]) -> Option<Strength> {
    let ranking = Ranking::of(rules);
    let mut best = None;
    triples(cards, |hand| best = best.max(Some(ranking.strength(hand))));
    best
}

/// So many of the cards to throw: those beyond the best three.
pub fn worst(rules: &RankingRules, named: &[String], count: u32) -> Vec<String> {
    let best = read(named).and_then(|cards| {
        Ranking::of(rules).read(&cards.into_iter().take(MAX_HAND).collect(), &Cards::EMPTY)
    });
    let kept = best.map_or_else(Vec::new, |best| best.cards().map(|card| card.to_string()).to_vec());
    named.iter().filter(|card| !kept.contains(card)).take(count as usize).cloned().collect()
}

/// The share of hands, of as many cards, that these cards beat; half of those that equal them count. `out` are further
/// cards that nobody can hold. None for fewer than three cards.
///
/// Counted for hands of three, and estimated from drawn ones for more.
pub fn share(rules: &RankingRules, cards: &[Card], out: &[Card], rng: &mut ChaCha8Rng) -> Option<f64> {
    let own = best(rules, cards)?;
    let mut rest: Vec<Card> =
        Card::in_pack_order().filter(|card| !cards.contains(card) && !out.contains(card)).collect();
    let mut tally = Tally::default();
    if cards.len() == COMPARED {
        let ranking = Ranking::of(rules);
        triples(&rest, |hand| tally.count(own.cmp(&ranking.strength(hand))));
    } else if rest.len() >= cards.len() {
        for _ in 0..DRAWN {
            let (hand, _) = rest.partial_shuffle(rng, cards.len());
            tally.count(best(rules, hand).map_or(Ordering::Equal, |other| own.cmp(&other)));
        }
    }
    Some(tally.share())
}

/// Calls with each three of the cards.
fn triples(cards: &[Card], mut with: impl FnMut([Card; COMPARED])) {
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
    cards.filter(|cards| (COMPARED..=PACK_SIZE).contains(&cards.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use brag_rules::rank::{AceTwoThree, Low};
    use rand::SeedableRng;

    fn hand(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    fn share_of(rules: &RankingRules, text: &str) -> f64 {
        share(rules, &hand(text), &[], &mut ChaCha8Rng::seed_from_u64(1)).unwrap()
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
        let with = share(&rules, &kings, &[], &mut rng).unwrap();
        let without = share(&rules, &kings, &aces, &mut rng).unwrap();
        assert!(without > with + 0.005, "{without} {with}");
    }

    #[test]
    fn of_more_cards_the_best_three_count() {
        let rules = RankingRules::default();
        assert_eq!(best(&rules, &hand("3c 9d 3d 3h")), best(&rules, &hand("3c 3d 3h")));
        assert_eq!(best(&rules, &hand("3c 9d")), None);
        // A pair is worth less where everybody has four cards to make one of.
        assert!(share_of(&rules, "Kc Kd 2h 7s") < share_of(&rules, "Kc Kd 2h") - 0.05);
    }
}
