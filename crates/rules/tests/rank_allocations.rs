//! Ranking never allocates.

mod rank_common;

use allocation_counter::measure;
use brag_rules::card::Cards;
use brag_rules::rank::{NaturalPrecedence, Ranking, RankingRules, SuitTiebreak, Variation, Wild, compare};
use rank_common::{cards, held, wild};

#[test]
fn ranking_allocates_nothing() {
    let of_discards = RankingRules { discard_tiebreak: true, ..RankingRules::default() };
    let rules = [
        RankingRules::default(),
        of_discards,
        RankingRules { suit_tiebreak: SuitTiebreak::Shdc, ..of_discards },
        RankingRules { wild: wild("A K 4 7"), ..of_discards },
        RankingRules {
            wild: Wild::LowestCard,
            natural_precedence: NaturalPrecedence::WholeCategory,
            ..RankingRules::default()
        },
        Variation::RandomJoker.ranking(RankingRules::default()),
        Variation::Nine99.ranking(RankingRules::default()),
    ];
    let hand = cards("Ks 4d Ah 7c 9d 9h Js 2c 3d 5h 6s 8c Td");
    let hands: Vec<Cards> = [3, 4, 5, 7, 13].map(|n| held(&hand[..n])).into();
    let (other, turned) = (held(&hand[3..6]), hand[0]);
    let rank_all = || {
        for rules in &rules {
            let ranking = Ranking::of(&rules.with_turned(turned));
            for hand in &hands {
                let reading = ranking.read(hand, &other).expect("three cards or more");
                let against = ranking.read(&other, hand).expect("three cards");
                assert!(ranking.indices() >= reading.strength().index());
                ranking.class_of(reading.strength());
                ranking.wild_cards(reading.cards());
                ranking.compare(&reading, &against);
                compare(rules, reading.cards(), against.cards());
            }
        }
    };
    // The table of a ranking is made when it is first asked for, and kept.
    let first = measure(rank_all).count_total;
    assert!(first > 0, "the counter does not count");
    assert_eq!(measure(rank_all).count_total, 0);
}
