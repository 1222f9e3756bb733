//! Sets are shown and compared, and pots paid (rulebook section 5, V4B, V5, V7).

use super::{Draft, Fact, Hand, MAX_POTS, Pot, Surroundings, betting, crash};
use crate::Chips;
use crate::arrange::Merit;
use crate::card::Cards;
use crate::fact::{AwardReason, Fact as HandFact};
use crate::hand::flow::finish;
use crate::hand::showdown::{Prials, award_pot};
use crate::options::{Prize, SetTie};
use crate::seat::{Seat, Seats};

/// Goes through the sets that are not decided yet, until bets go round on one or the hand is over. Who is left alone wins
/// them unseen.
pub(super) fn go_on<S: Surroundings>(d: &mut Draft<'_, S>) {
    if d.rules.arrange.prize == Prize::Game {
        return crash::reveal(d);
    }
    let sets = d.rules.arrange.sets;
    while let Some(set) = Some(d.hand.arranging().map_or(0, |game| game.decided)).filter(|&set| set < sets) {
        let contenders = d.hand.contenders();
        let best = match contenders.single() {
            Some(_) => contenders,
            None if d.rules.arrange.set_betting => return betting::open(d, set),
            None => compare(d, set, contenders),
        };
        pay_set(d, set, best);
    }
    pay_all(d);
}

/// Shows this set of everybody, from the dealer's left; says who has the best.
fn compare<S: Surroundings>(d: &mut Draft<'_, S>, set: u8, contenders: Seats) -> Seats {
    best_of(&show_all(d, set, contenders))
}

/// Shows this set of everybody who has laid one, from the dealer's left, and says how good each is.
pub(super) fn show_all<S: Surroundings>(
    d: &mut Draft<'_, S>,
    set: u8,
    contenders: Seats,
) -> Vec<(Seat, Merit)> {
    let laying = d.hand.laying(d.rules);
    let mut shown = Vec::new();
    for seat in d.hand.from_dealers_left(contenders) {
        let Some(cards) = d.hand.set_of(seat, set) else { continue };
        let Some(merit) = laying.merit(&cards) else { continue };
        show(d, seat, set, cards, merit);
        shown.push((seat, merit));
    }
    shown
}

/// Who has the best of these sets.
pub(super) fn best_of(sets: &[(Seat, Merit)]) -> Seats {
    let best = sets.iter().map(|&(_, merit)| merit).max();
    sets.iter().filter(|&&(_, merit)| Some(merit) == best).map(|&(seat, _)| seat).collect()
}

pub(super) fn show<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, set: u8, cards: Cards, merit: Merit) {
    let class = d.hand.laying(d.rules).class(&cards, merit);
    let index = merit.strength().index();
    d.emit(HandFact::Arrange(Fact::SetShown { seat, set, cards, class, index }));
}

/// The place of a pot in the middle: of a set's, from 1, or of the main one, 0.
pub(in crate::hand) fn pot_of(hand: &Hand, set: u8) -> Option<usize> {
    hand.pots().iter().position(|pot| pot.set == set)
}

/// Pays the pot of a set, where it has one, and says that the set is decided. `best` is one, who has won it, or several,
/// and nobody has.
fn pay_set<S: Surroundings>(d: &mut Draft<'_, S>, set: u8, best: Seats) {
    let mut pots = d.hand.pots().to_vec();
    if let Some(place) = pot_of(d.hand, set + 1) {
        let tie = best.single().is_none();
        let shared = tie && d.rules.arrange.set_tie == SetTie::Split;
        if pots[place].amount > 0 && (!tie || shared) && !best.is_empty() {
            let reason = match d.hand.contenders().len() {
                1 => AwardReason::OthersLeft,
                _ if tie => AwardReason::SetTied,
                _ => AwardReason::SetWon,
            };
            award_pot(d, place, best, reason);
        } else if d.rules.arrange.set_tie == SetTie::CarrySet {
            // It stands before those that are still played for.
            pots.insert(0, pots[place]);
            pots.pop();
            return decide(d, set, best, pots);
        } else {
            let (main, antes) = (pot_of(d.hand, 0).unwrap_or(0), pots[place].amount);
            pots[main].amount += antes;
        }
        pots.pop();
    }
    decide(d, set, best, pots);
}

pub(super) fn decide<S: Surroundings>(d: &mut Draft<'_, S>, set: u8, best: Seats, pots: Vec<Pot>) {
    d.emit(HandFact::Arrange(Fact::SetDecided { set, best, pots: pots.into() }));
}

/// All sets are decided: pays the pot of them all, lets wait what nobody has won, and ends the hand.
fn pay_all<S: Surroundings>(d: &mut Draft<'_, S>) {
    let (rules, contenders) = (&d.rules.arrange, d.hand.contenders());
    let alone = contenders.len() == 1;
    let game = d.hand.arranging();
    let (winners, reason) = match rules.prize {
        Prize::All | Prize::EachAndAll => {
            let all = game.and_then(|game| game.won_all(rules.sets));
            (all.map_or(Seats::NONE, Seats::only), AwardReason::AllSets)
        }
        // A game is won by its points: it is not paid here.
        Prize::Game => (Seats::NONE, AwardReason::GameWon),
        Prize::Most => {
            let points = |seat: Seat| game.map_or(0, |game| game.points(seat));
            let most = contenders.iter().map(points).max();
            (contenders.iter().filter(|&seat| Some(points(seat)) == most).collect(), AwardReason::MostSets)
        }
    };
    if let Some(main) = pot_of(d.hand, 0).filter(|&main| d.hand.pots()[main].amount > 0)
        && !winners.is_empty()
    {
        award_pot(d, main, winners, if alone { AwardReason::OthersLeft } else { reason });
    }
    let mut amounts: [Chips; MAX_POTS] = Default::default();
    d.hand.pots().iter().for_each(|pot| amounts[usize::from(pot.set)] += pot.amount);
    let waited = game_waits(d.hand);
    if waited || amounts.iter().any(|&amount| amount > 0) {
        d.emit(HandFact::Arrange(Fact::PotsWait { amounts }));
    }
    let order = d.hand.from_dealers_left(d.hand.contenders()).collect();
    finish(d, order, Prials::default());
}

/// Whether a pot has waited for this hand.
fn game_waits(hand: &Hand) -> bool {
    hand.arranging().is_some_and(|game| game.waiting.iter().any(|pot| pot.amount > 0))
}
