//! Comparisons, and who gets which pot (3.5, 3.7, 3.10).

use super::flow::finish;
use super::{Draft, Hand, Stop, Surroundings, arrange};
use crate::Chips;
use crate::card::Cards;
use crate::fact::{AwardReason, Fact};
use crate::options::{Rules, TieRule};
use crate::rank::{Class, Ranking, Reading};
use crate::seat::{Seat, SeatOrder, Seats};
use std::cmp::Ordering;
use std::ops::Range;

/// What prials came up in a showdown (3.12).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Prials {
    /// The winner of any pot held one.
    pub won: bool,
    /// One was shown.
    pub shown: bool,
}

impl Hand {
    /// How hands rank at this table in this hand.
    ///
    /// Until the next one starts it is that of the last, with the card that was turned before its deal.
    pub fn ranking(&self, rules: &Rules) -> Ranking {
        match self.turned {
            Some(card) => Ranking::of(&rules.ranking.with_turned(card)),
            None => Ranking::of(&rules.ranking),
        }
    }

    /// What a seat holds as it is compared: the best three cards, and what decides between equal ones; of two hands
    /// the better one (`best_of_both`). None while it holds no cards.
    pub fn reading(&self, rules: &Rules, seat: Seat) -> Option<Reading> {
        let (ranking, player) = (self.ranking(rules), self.player(seat));
        if let Some(set) = arrange::set_in_play(self) {
            return ranking.read(&self.set_of(seat, set)?, &Cards::EMPTY);
        }
        let first = ranking.read(&player.hand, &player.thrown)?;
        let second = player.second.as_ref().and_then(|second| ranking.read(second, &player.thrown));
        Some(second.filter(|second| *second > first).unwrap_or(first))
    }

    /// The class of what a seat holds under the table's ranking; none while it holds no cards.
    pub fn class(&self, rules: &Rules, seat: Seat) -> Option<Class> {
        self.reading(rules, seat).map(|reading| self.ranking(rules).class_of(reading.strength()))
    }

    /// The class and the index of what a seat has turned up to everybody, until the next hand starts; of two hands
    /// those of the better one.
    pub fn shown_value(&self, rules: &Rules, seat: Seat) -> Option<(Class, u16)> {
        let (ranking, showed) = (self.ranking(rules), self.showed(seat));
        let from = |place: usize| {
            let one: Cards = showed.iter().skip(place).take(rules.cards_each.into()).collect();
            ranking.read(&one, &Cards::EMPTY)
        };
        let strength = from(0)?.strength();
        let strength =
            from(rules.cards_each.into()).map_or(strength, |second| second.strength().max(strength));
        Some((ranking.class_of(strength), strength.index()))
    }
}

/// What a seat holds as it is compared.
pub(super) fn reading<S>(d: &Draft<'_, S>, seat: Seat) -> Reading {
    d.hand.reading(d.rules, seat).expect("three-cards: a hand that is compared was dealt")
}

pub(super) fn compare<S>(d: &Draft<'_, S>, a: Seat, b: Seat) -> Ordering {
    d.hand.ranking(d.rules).compare(&reading(d, a), &reading(d, b))
}

pub(super) fn show<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if let Some(set) = arrange::set_in_play(d.hand) {
        return arrange::show_set(d, seat, set);
    }
    if !d.hand.player(seat).shown {
        let strength = reading(d, seat).strength();
        let (class, index) = (d.hand.ranking(d.rules).class_of(strength), strength.index());
        d.emit(Fact::HandShown { seat, cards: d.hand.player(seat).held(), class, index });
    }
}

/// A see: equal hands go against whoever paid for it, unless they share (3.5, `tie_rule`).
pub(super) fn see<S: Surroundings>(d: &mut Draft<'_, S>, seer: Seat, seen: Seat) {
    let outcome = compare(d, seer, seen);
    let (winners, reason) = match outcome {
        Ordering::Greater => (Seats::only(seer), AwardReason::See),
        Ordering::Less => (Seats::only(seen), AwardReason::See),
        Ordering::Equal if d.rules.tie_rule == TieRule::Split => {
            (Seats::only(seer).with(seen), AwardReason::StandOff)
        }
        Ordering::Equal => (Seats::only(seen), AwardReason::StandOff),
    };
    show(d, seen);
    if winners.contains(seer) || !d.rules.seer_may_muck {
        show(d, seer);
    }
    let both = Seats::only(seer).with(seen);
    settle(d, both, winners, reason);
}

/// The last active player meets those whose hands lie on the pots (3.10).
pub(super) fn covered<S: Surroundings>(d: &mut Draft<'_, S>, last: Seat) {
    show(d, last);
    settle(d, Seats::only(last), Seats::only(last), AwardReason::Cover);
}

/// All active hands are shown, and the best of them share (3.5 `max_rounds`, V13 `pot_cap`).
pub(super) fn all<S: Surroundings>(d: &mut Draft<'_, S>, by: Stop) {
    let active = d.hand.active();
    let order: SeatOrder = d.hand.from_dealers_left(active).collect();
    order.iter().for_each(|seat| show(d, seat));
    let two = active.len() == 2;
    let mut best = Seats::NONE;
    for seat in order.iter() {
        let Some(leader) = best.first() else {
            best = Seats::only(seat);
            continue;
        };
        // 2-3-5 counts only where exactly two hands are compared (2.9).
        let outcome = if two { compare(d, seat, leader) } else { reading(d, seat).cmp(&reading(d, leader)) };
        match outcome {
            Ordering::Greater => best = Seats::only(seat),
            Ordering::Equal => best = best.with(seat),
            Ordering::Less => {}
        }
    }
    let reason = match by {
        Stop::MaxRounds => AwardReason::MaxRounds,
        Stop::PotCap => AwardReason::PotCap,
    };
    settle(d, active, best, reason);
}

/// Pays the newest pot to the winners, who then contest the covered pots from the newest to the oldest: a
/// coverer must be strictly better, or equal under `split` (3.10).
fn settle<S: Surroundings>(
    d: &mut Draft<'_, S>,
    compared: Seats,
    mut winners: Seats,
    mut reason: AwardReason,
) {
    let mut order = SeatOrder::EMPTY;
    let losers = |winners: Seats| winners.iter().fold(compared, Seats::without);
    d.hand.from_dealers_left(losers(winners)).for_each(|seat| order.push(seat));
    let is_prial = |d: &Draft<'_, S>, seat| d.hand.class(d.rules, seat) == Some(Class::Prial);
    let mut prials = Prials::default();
    for pot in contested(d.hand).rev() {
        if let Some(coverer) = d.hand.pots()[pot].coverer {
            let holder = winners.first().expect("pots-are-won: a pot has a winner");
            winners.iter().collect::<SeatOrder>().iter().for_each(|seat| show(d, seat));
            show(d, coverer);
            match compare(d, coverer, holder) {
                Ordering::Greater => {
                    d.hand.from_dealers_left(winners).for_each(|seat| order.push(seat));
                    winners = Seats::only(coverer);
                }
                Ordering::Equal if d.rules.tie_rule == TieRule::Split => winners = winners.with(coverer),
                _ => order.push(coverer),
            }
            reason = AwardReason::Cover;
        }
        if d.hand.pots()[pot].amount > 0 {
            prials.won |= winners.iter().any(|seat| is_prial(d, seat));
            award_pot(d, pot, winners, reason);
        }
    }
    prials.shown = d.hand.dealt_in.iter().any(|seat| d.hand.player(seat).shown && is_prial(d, seat));
    if let Some(set) = arrange::set_in_play(d.hand) {
        return arrange::settled(d, set, winners);
    }
    d.hand.from_dealers_left(winners).for_each(|seat| order.push(seat));
    finish(d, order, prials);
}

/// Pays every pot to the same winners.
pub(super) fn award<S: Surroundings>(d: &mut Draft<'_, S>, winners: Seats, reason: AwardReason) {
    for pot in contested(d.hand).rev() {
        if d.hand.pots()[pot].amount > 0 {
            award_pot(d, pot, winners, reason);
        }
    }
}

/// The places of the pots that are bet into: all of them, or in betting on a set its own and those after it.
fn contested(hand: &Hand) -> Range<usize> {
    let first = arrange::set_in_play(hand).and_then(|set| arrange::pot_of(hand, set + 1));
    first.unwrap_or(0)..hand.pots().len()
}

/// Divides a pot equally, the odd chips from the dealer's left (3.5).
pub(super) fn award_pot<S: Surroundings>(
    d: &mut Draft<'_, S>,
    pot: usize,
    winners: Seats,
    reason: AwardReason,
) {
    let total = d.hand.pots()[pot].amount;
    let sharers = winners.len() as Chips;
    let (share, odd) = (total / sharers, total % sharers);
    let order: SeatOrder = d.hand.from_dealers_left(winners).collect();
    for (place, seat) in order.iter().enumerate() {
        let amount = share + Chips::from((place as Chips) < odd);
        if amount > 0 {
            let stack = d.hand.player(seat).stack + amount;
            let (pot, sharers) = (pot as u8, sharers as u8);
            d.emit(Fact::PotAwarded { pot, seat, amount, sharers, stack, reason });
        }
    }
}
