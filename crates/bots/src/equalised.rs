//! How the sensible bot plays where bets are equalised (rulebook section 4), and which cards it changes.

use crate::listed::{Listed, amount};
use crate::sensible::Judge;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{Brag, Call, Draw, Fold, LegalBet, LegalDraw, Pass, RaiseTo, Stand};
use brag_rules::card::Card;
use brag_rules::rank::RankingRules;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// How often a hand that is worth a raise is raised, so that a call says little.
const RAISES: f64 = 0.7;
/// The chance from which on it brags, in shares of what is everybody's.
const BRAGS_FROM: f64 = 0.9;

/// An act of equalised betting; nothing where none is listed.
pub fn judge(judge: &Judge<'_>, listed: &Listed<'_>, rng: &mut ChaCha8Rng) -> Option<Action> {
    if let Some(draw) = listed.draw {
        let cards = to_change(judge.ranking, draw);
        return match cards.is_empty() && listed.stand {
            true => Some(Action::Stand(Stand {})),
            false => Some(Action::Draw(Draw { cards })),
        };
    }
    let chance = judge.chance(judge.worth.unwrap_or(0.5));
    let bluffs = judge.situation.opponents.len() <= 2 && rng.random_bool(judge.temper.bluff);
    if listed.pass {
        return Some(open(judge, listed, chance, bluffs));
    }
    let raise = (chance >= judge.temper.raise_from && rng.random_bool(RAISES)) || bluffs;
    if let Some(range) = listed.raise_to.filter(|_| raise) {
        let range = LegalBet { min: range.min, max: range.max, step: range.step };
        return Some(Action::RaiseTo(RaiseTo { amount: bounded(judge, &range) }));
    }
    if listed.stand {
        return Some(Action::Stand(Stand {}));
    }
    let call = listed.call?;
    let pays = judge.temper.pays(chance, judge.situation.pot as f64, call.cost as f64);
    match listed.fold && !pays {
        true => Some(Action::Fold(Fold {})),
        false => Some(Action::Call(Call {})),
    }
}

/// Nobody has bragged yet: a hand that is as good as any other's in its place opens; who is left alone wins by it.
fn open(judge: &Judge<'_>, listed: &Listed<'_>, chance: f64, bluffs: bool) -> Action {
    let others = judge.situation.opponents.len();
    let fair = BRAGS_FROM / (others as f64 + 1.0) + judge.temper.margin;
    match listed.brag {
        Some(range) if others == 0 || bluffs || chance >= fair => {
            let range = LegalBet { min: range.min, max: range.max, step: range.step };
            let strong = others > 0 && chance >= judge.temper.raise_from;
            Action::Brag(Brag { amount: if strong { bounded(judge, &range) } else { range.min } })
        }
        _ => Action::Pass(Pass {}),
    }
}

/// A share of the pot beyond the least, and no more than some opponent can meet: more could win nothing more.
fn bounded(judge: &Judge<'_>, range: &LegalBet) -> i64 {
    let more = (judge.situation.pot as f64 * judge.temper.raise_share) as i64;
    let meets = judge.situation.opponents.iter().map(|seat| seat.put.saturating_add(seat.stack)).max();
    amount(range, range.min.saturating_add(more).min(meets.unwrap_or(0)))
}

/// The cards to change: neither wild ones nor those of the prial or pair, or of the highest rank where there is none.
fn to_change(ranking: &RankingRules, draw: &LegalDraw) -> Vec<String> {
    let known: Vec<(&String, Card)> =
        draw.cards.iter().filter_map(|code| Some((code, code.parse::<Card>().ok()?))).collect();
    let natural = || known.iter().map(|(_, card)| *card).filter(|&card| !ranking.wild.contains(card));
    let alike = |rank: u8| natural().filter(|card| card.rank() == rank).count();
    let kept = natural().map(Card::rank).max_by_key(|&rank| (alike(rank), rank));
    let mut rest: Vec<(&String, Card)> = known
        .iter()
        .copied()
        .filter(|(_, card)| !ranking.wild.contains(*card) && Some(card.rank()) != kept)
        .collect();
    // Where not all may be changed, the lowest are.
    rest.sort_by_key(|(_, card)| card.rank());
    rest.into_iter().take(draw.most as usize).map(|(code, _)| code.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use brag_rules::rank::{Scale, Wild};

    #[test]
    fn what_makes_no_prial_and_no_pair_is_changed() {
        let wild = Wild::rank(9).and(Wild::rank(7));
        let ranking = RankingRules { scale: Scale::Old, wild, ..RankingRules::default() };
        let changed = |most, cards: &str| {
            let cards = cards.split(' ').map(str::to_owned).collect();
            to_change(&ranking, &LegalDraw { most, cards }).join(" ")
        };
        assert_eq!(changed(3, "Kc Kd 4h"), "4h");
        assert_eq!(changed(3, "Ac 4d 2h"), "2h 4d");
        assert_eq!(changed(1, "Ac 4d 2h"), "2h");
        assert_eq!(changed(3, "Ac Jd 2h"), "2h", "a jack is wild");
        assert_eq!(changed(3, "5c 5d 5h"), "");
        assert_eq!(changed(3, "Jc 9d 9h"), "");
    }
}
