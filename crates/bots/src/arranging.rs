//! Laying out sets (rulebook section 5): the best there are, any at all, or so that the last one is strong.

use crate::odds;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{Arrange, CardSet, LegalArrange};
use brag_rules::arrange::automatic;
use brag_rules::card::{Cards, MAX_HAND, PLAYED};
use brag_rules::rank::{Ranking, RankingRules, Reading};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::cmp::Reverse;

/// The sets that the engine would lay: the best first one, of the rest the best second one, and so on. None where the cards
/// are not known.
pub fn best(ranking: &RankingRules, legal: &LegalArrange) -> Option<Action> {
    let sets = automatic(&Ranking::of(ranking), &hand(legal)?, count(legal));
    Some(act(sets.iter().collect()))
}

/// Sets of any of the cards, in their order.
pub fn any(ranking: &RankingRules, legal: &LegalArrange, rng: &mut ChaCha8Rng) -> Option<Action> {
    let mut cards: Vec<_> = hand(legal)?.iter().collect();
    cards.shuffle(rng);
    let sets = cards.chunks_exact(PLAYED).take(count(legal)).map(|set| set.iter().copied().collect());
    Some(in_order(ranking, sets.collect()))
}

/// Sets of which the last one is as strong as it can be, then the one before it, and so on: what guards a pot for which all
/// sets are wanted, where they look out of reach (F.10).
pub fn guarding(ranking: &RankingRules, legal: &LegalArrange) -> Option<Action> {
    let table = Ranking::of(ranking);
    let read = |set: &Cards| table.read(set, &Cards::EMPTY);
    let mut best: Option<(Vec<Reading>, Vec<Cards>)> = None;
    parted(&hand(legal)?, count(legal), &mut Vec::new(), &mut |sets| {
        let mut readings: Vec<Reading> = sets.iter().filter_map(read).collect();
        // The worst of them is the last set.
        readings.sort();
        if best.as_ref().is_none_or(|(best, _)| readings > *best) {
            best = Some((readings, sets.to_vec()));
        }
    });
    best.map(|(_, sets)| in_order(ranking, sets))
}

/// Calls with every way to part nine cards or fewer into so many sets of three; more cards would be too many ways.
fn parted(rest: &Cards, sets: usize, done: &mut Vec<Cards>, with: &mut impl FnMut(&[Cards])) {
    if sets == 0 {
        return with(done);
    }
    let Some(first) = rest.get(0).filter(|_| rest.len() <= 9) else { return };
    for (i, second) in rest.iter().enumerate().skip(1) {
        for third in rest.iter().skip(i + 1) {
            let set: Cards = [first, second, third].into_iter().collect();
            let others: Cards = rest.iter().filter(|&card| !set.contains(card)).collect();
            done.push(set);
            parted(&others, sets - 1, done, with);
            done.pop();
        }
    }
}

fn hand(legal: &LegalArrange) -> Option<Cards> {
    odds::read(&legal.cards).filter(|cards| cards.len() <= MAX_HAND).map(|cards| cards.into_iter().collect())
}

fn count(legal: &LegalArrange) -> usize {
    usize::try_from(legal.sets).unwrap_or(0)
}

fn in_order(ranking: &RankingRules, mut sets: Vec<Cards>) -> Action {
    let table = Ranking::of(ranking);
    sets.sort_by_cached_key(|set| Reverse(table.read(set, &Cards::EMPTY)));
    act(sets)
}

fn act(sets: Vec<Cards>) -> Action {
    let set = |set: &Cards| CardSet { cards: set.iter().map(|card| card.to_string()).collect() };
    Action::Arrange(Arrange { sets: sets.iter().map(set).collect() })
}
