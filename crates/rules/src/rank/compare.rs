//! Two hands against each other: what the index leaves out, in its place before and after it.

use std::cmp::Ordering;

use super::{Ranking, RankingRules, SuitTiebreak, TwoThreeFive};
use crate::card::Card;

/// Which of two hands wins where no third one is compared; `Greater` means that `a` does (rulebook 2.1–2.9).
///
/// First 2-3-5 against a prial, if the rules know it, then the index, then the suits, if they count. `Equal` is
/// for the table to settle, by its rule for ties. With `two_three_five` the order is not transitive: 2-3-5
/// beats a prial, the prial a pair, and the pair 2-3-5. So it is only good for two hands.
///
/// `suit_tiebreak` compares the highest card held, ace high even where A-2-3 is the lowest run, and of two cards
/// that share the highest rank the one of the better suit. Hands of equal index have the same ranks, so it comes
/// down to one suit against another; two hands from one pack always differ there. The higher suit wins
/// under a low ranking too (2.8).
pub fn compare(rules: &RankingRules, a: [Card; 3], b: [Card; 3]) -> Ordering {
    if rules.two_three_five == TwoThreeFive::BeatsPrial {
        if is_two_three_five(a) && is_prial(b) {
            return Ordering::Greater;
        }
        if is_prial(a) && is_two_three_five(b) {
            return Ordering::Less;
        }
    }
    compare_many(rules, a, b)
}

/// Which of two hands is better in a showdown of three or more: as [`compare`], but 2-3-5 is a high card like any
/// other (rulebook 2.9). This order is transitive; `Greater` means that `a` is better.
pub fn compare_many(rules: &RankingRules, a: [Card; 3], b: [Card; 3]) -> Ordering {
    let ranking = Ranking::of(rules);
    let by_index = ranking.strength(a).cmp(&ranking.strength(b));
    match rules.suit_tiebreak {
        SuitTiebreak::None => by_index,
        SuitTiebreak::Shdc => by_index.then_with(|| highest_card(a).cmp(&highest_card(b))),
    }
}

/// The rank and the suit of the highest card, as they compare: a suit's code is its place, clubs lowest.
fn highest_card(cards: [Card; 3]) -> Option<(u8, u8)> {
    cards.iter().map(|card| (card.rank(), card.suit())).max()
}

fn is_prial(cards: [Card; 3]) -> bool {
    let [a, b, c] = cards.map(Card::rank);
    a == b && b == c
}

/// 2-3-5 of at least two suits.
fn is_two_three_five(cards: [Card; 3]) -> bool {
    let mut ranks = cards.map(Card::rank);
    ranks.sort_unstable();
    let [a, b, c] = cards.map(Card::suit);
    ranks == [0, 1, 3] && !(a == b && b == c)
}
