//! How Stop the Bus is played (V8, Appendix F.11): change what betters the hand, and stick with one that is hardly the
//! lowest.

use crate::odds;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{LegalSwap, Stand, Stick, Swap};
use brag_rules::card::{Card, Cards, PLAYED};
use brag_rules::rank::{Ranking, RankingRules, Strength};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The share of dealt hands that a hand must beat to stick with it, with one opponent; others have had swaps, too.
const STICKS_FROM: f64 = 0.90;
/// With more opponents somebody is lower sooner: for each further one so much less.
const EACH_OPPONENT: f64 = 0.05;
/// But never with less than this.
const STICKS_AT_LEAST: f64 = 0.70;
/// How often, with two left, it leaves the card that would complete its hand for the last turn.
const HOLDS_BACK: f64 = 0.25;

/// What it may do in its turn, read from the list.
pub struct Turn<'a> {
    pub ranking: &'a RankingRules,
    pub swap: &'a LegalSwap,
    /// It may stick with what it has.
    pub stick: bool,
    /// It may stand: the turn is the last one.
    pub stand: bool,
    /// Others who are still in.
    pub opponents: usize,
}

/// One way to change cards: what goes, what comes, and the hand after it.
#[derive(Clone, Copy)]
struct Change {
    /// The place in the hand and among the commons; none: all three.
    one: Option<(usize, usize)>,
    hand: [Card; PLAYED],
    strength: Strength,
}

/// What it does; none where it cannot read its cards.
pub fn choose(turn: &Turn<'_>, rng: &mut ChaCha8Rng) -> Option<Action> {
    let ranking = Ranking::of(turn.ranking);
    let (own, commons) = (three(&turn.swap.own)?, three(&turn.swap.common)?);
    let now = ranking.strength(own);
    let all = changes(&ranking, own, commons);
    let best = all.iter().copied().max_by_key(|change| change.strength)?;
    // The last turn ends it: there is nothing to lose by the best hand that can be had, and nothing to wait for.
    let last = !turn.stick && !turn.swap.stick;
    if turn.stand || last {
        let stands = turn.stand && best.strength <= now;
        return Some(if stands { Action::Stand(Stand {}) } else { best.action(turn.swap, false) });
    }
    let enough = (STICKS_FROM - EACH_OPPONENT * turn.opponents.saturating_sub(1) as f64).max(STICKS_AT_LEAST);
    let worth = |hand: [Card; PLAYED], rng: &mut ChaCha8Rng| {
        odds::share(turn.ranking, &hand, PLAYED, &[], rng).unwrap_or(0.5)
    };
    let good = worth(best.hand, rng) >= enough;
    if turn.stick && worth(own, rng) >= enough && (best.strength <= now || !turn.swap.stick) {
        return Some(Action::Stick(Stick {}));
    }
    if good && turn.opponents == 1 && rng.random_bool(HOLDS_BACK) {
        let waits = all.iter().filter(|change| {
            let left = change.leaves(own, commons);
            changes(&ranking, change.hand, left).iter().any(|next| next.strength >= best.strength)
        });
        if let Some(waits) = waits.filter(|change| change.strength < best.strength).max_by_key(|c| c.strength)
        {
            return Some(waits.action(turn.swap, false));
        }
    }
    Some(best.action(turn.swap, good && turn.swap.stick))
}

/// Every way to change one card, and the one to change all.
fn changes(ranking: &Ranking, own: [Card; PLAYED], commons: [Card; PLAYED]) -> Vec<Change> {
    let places = (0..PLAYED).flat_map(|own| (0..PLAYED).map(move |common| Some((own, common))));
    let change = |one: Option<(usize, usize)>| {
        let mut hand = own;
        match one {
            Some((place, common)) => hand[place] = commons[common],
            None => hand = commons,
        }
        Change { one, hand, strength: ranking.strength(hand) }
    };
    places.chain([None]).map(change).collect()
}

impl Change {
    /// The commons after it.
    fn leaves(&self, own: [Card; PLAYED], mut commons: [Card; PLAYED]) -> [Card; PLAYED] {
        match self.one {
            Some((place, common)) => commons[common] = own[place],
            None => commons = own,
        }
        commons
    }

    fn action(&self, swap: &LegalSwap, stick: bool) -> Action {
        let at = |cards: &[String], place: usize| cards.get(place).cloned().into_iter().collect();
        let (own, common) = match self.one {
            Some((place, taken)) => (at(&swap.own, place), at(&swap.common, taken)),
            None => (swap.own.clone(), swap.common.clone()),
        };
        Action::Swap(Swap { own, common, stick })
    }
}

fn three(named: &[String]) -> Option<[Card; PLAYED]> {
    let cards: Cards = odds::read(named)?.into_iter().take(PLAYED).collect();
    (named.len() == PLAYED).then_some(())?;
    Some([cards.get(0)?, cards.get(1)?, cards.get(2)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn cards(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn legal(own: &str, common: &str, stick: bool) -> LegalSwap {
        LegalSwap { own: cards(own), common: cards(common), stick }
    }

    /// What it does with a hundred seeds.
    fn does(swap: &LegalSwap, stick: bool, stand: bool, opponents: usize) -> Vec<Action> {
        let turn = Turn { ranking: &RankingRules::default(), swap, stick, stand, opponents };
        (0..100).map(|seed| choose(&turn, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap()).collect()
    }

    fn swaps(own: &str, common: &str, stick: bool) -> Action {
        Action::Swap(Swap { own: cards(own), common: cards(common), stick })
    }

    #[test]
    fn it_changes_what_betters_its_hand_most() {
        let one = legal("7h 5d 2s", "5c Tc Js", true);
        assert!(
            does(&one, true, false, 3)
                .iter()
                .all(|act| *act == swaps("2s", "5c", false) || *act == swaps("2s", "5c", true))
        );
        let all = legal("7h 5d 2s", "Qh Qc Qs", true);
        assert!(does(&all, true, false, 3).iter().all(|act| *act == swaps("7h 5d 2s", "Qh Qc Qs", true)));
    }

    #[test]
    fn it_sticks_with_a_hand_that_is_hardly_the_lowest_and_with_no_other() {
        let good = legal("Kh Kd 4s", "5c Tc 9s", true);
        assert!(does(&good, true, false, 3).iter().all(|act| matches!(act, Action::Stick(_))
            || matches!(act, Action::Swap(swap) if swap.stick)));
        let poor = legal("7h 5d 2s", "8c Tc 3d", true);
        assert!(
            does(&poor, true, false, 3).iter().all(|act| matches!(act, Action::Swap(swap) if !swap.stick))
        );
        let instead_only = legal("7h 5d 2s", "5c 5s 3d", false);
        assert!(does(&instead_only, true, false, 3).iter().all(|act| *act == swaps("7h", "5s", false)
            || *act == swaps("2s", "5s", false)
            || matches!(act, Action::Swap(swap) if !swap.stick)));
    }

    #[test]
    fn with_two_left_it_sometimes_leaves_the_completing_card_for_the_last_turn() {
        let almost = legal("Kh Kd 4s", "Kc Tc 9s", true);
        let done = does(&almost, true, false, 1);
        let takes = |act: &&Action| **act == swaps("4s", "Kc", true);
        let holds = |act: &&Action| matches!(act, Action::Swap(swap) if swap.common != cards("Kc"));
        assert!(done.iter().filter(takes).count() > 50, "it takes it, mostly");
        assert!(done.iter().filter(holds).count() > 5, "and leaves it, at times: {done:?}");
        assert_eq!(
            does(&almost, true, false, 3).iter().filter(holds).count(),
            0,
            "among more it would be gone"
        );
    }

    #[test]
    fn in_the_last_turn_it_takes_the_best_or_stands() {
        let better = legal("7h 5d 2s", "5c Tc Js", false);
        assert!(does(&better, false, true, 3).iter().all(|act| *act == swaps("2s", "5c", false)));
        let content = legal("Kh Kd 4s", "3c 2c 3s", false);
        assert!(does(&content, false, true, 3).iter().all(|act| matches!(act, Action::Stand(_))));
        // Where it has to change, it loses as little as it can.
        assert!(
            does(&content, false, false, 3)
                .iter()
                .all(|act| *act == swaps("4s", "3c", false) || *act == swaps("4s", "3s", false))
        );
    }

    #[test]
    fn cards_that_it_cannot_read_are_no_choice() {
        let turn = Turn {
            ranking: &RankingRules::default(),
            swap: &legal("?? 5d 2s", "5c Tc Js", true),
            stick: true,
            stand: false,
            opponents: 1,
        };
        assert!(choose(&turn, &mut ChaCha8Rng::seed_from_u64(1)).is_none());
    }
}
