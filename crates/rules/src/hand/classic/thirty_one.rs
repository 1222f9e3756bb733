//! Thirty-one, the third pot of the classic game; and who wins all three.

use super::super::{Draft, Hand, Phase, Surroundings, flow as hand_flow, showdown};
use super::flow::emit;
use super::{Fact, Kind, Word};
use crate::card::{Card, Cards};
use crate::fact::AwardReason;
use crate::options::{AceValue, ThirtyOneTie};
use crate::seat::{Seat, SeatOrder, Seats};

/// What is to be reached, and not to be passed.
pub const GOAL: u8 = 31;
/// Who has this cannot draw again: every card would be too much.
const CLOSE: u8 = 30;

/// What cards count towards thirty-one: court cards 10, others their pips, aces as the table has it. Where an ace is one or
/// eleven, the most that is not over thirty-one, if there is such a way to count.
pub fn total(cards: impl IntoIterator<Item = Card>, ace: AceValue) -> u8 {
    const ACE: u8 = 12;
    let (mut total, mut elevens) = (0u8, 0u8);
    for card in cards {
        let value = match (card.rank(), ace) {
            (ACE, AceValue::Ten) => 10,
            (ACE, AceValue::One) => 1,
            (ACE, AceValue::OneOrEleven) => {
                elevens += 1;
                11
            }
            (rank, _) => (rank + 2).min(10),
        };
        total = total.saturating_add(value);
    }
    while total > GOAL && elevens > 0 {
        elevens -= 1;
        total -= 10;
    }
    total
}

impl Hand {
    /// What a seat whose hand is still held has, drawn cards included.
    fn has<S>(d: &Draft<'_, S>, seat: Seat) -> u8 {
        let (hand, drawn) = (d.hand.player(seat).hand, d.hand.drawn(seat));
        total(hand.iter().chain(drawn.iter()), d.rules.classic.ace_value)
    }
}

/// All hands lie open; who was dealt thirty-one has won, the eldest first.
pub(super) fn open<S: Surroundings>(d: &mut Draft<'_, S>) {
    let order: SeatOrder = d.hand.from_dealers_left(d.hand.active()).collect();
    order.iter().for_each(|seat| showdown::show(d, seat));
    let dealt = order.iter().find(|&seat| Hand::has(d, seat) == GOAL);
    match dealt {
        Some(winner) => win(d, winner, AwardReason::ThirtyOne),
        None => ask(d),
    }
}

/// From the eldest, each draws until he has enough or too much.
pub(super) fn ask<S: Surroundings>(d: &mut Draft<'_, S>) {
    let done = d.hand.classic().map_or(Seats::NONE, |classic| classic.done());
    match d.hand.from_dealers_left(d.hand.active().minus(done)).next() {
        Some(next) => d.ask(next, Phase::ThirtyOne),
        None => settle(d),
    }
}

pub(super) fn stand<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    emit(d, Fact::Said { seat, word: Word::Stand });
    ask(d);
}

pub(super) fn draw<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    match draw_card(d, seat, false) {
        GOAL => win(d, seat, AwardReason::ThirtyOne),
        _ => ask(d),
    }
}

fn draw_card<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, again: bool) -> u8 {
    let card = d.hand.pack.get(0).expect("cards-suffice: nobody draws from an empty pack");
    let (hand, drawn) = (d.hand.player(seat).hand, d.hand.drawn(seat));
    let total = total(hand.iter().chain(drawn.iter()).chain([card]), d.rules.classic.ace_value);
    emit(d, Fact::CardDrawn { seat, card, total, again });
    total
}

/// He puts the card down for the top of the pack, once, and has enough then.
pub(super) fn exchange<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, thrown: Card) {
    let drawn = d.hand.pack.get(0).expect("cards-suffice: nobody exchanges with an empty pack");
    let hand = d.hand.player(seat).hand;
    let place = hand.iter().position(|card| card == thrown).unwrap_or_default() as u8;
    let after = hand.iter().map(|card| if card == thrown { drawn } else { card });
    let after: Cards = after.collect();
    let total = total(after.iter(), d.rules.classic.ace_value);
    let ranking = d.hand.ranking(d.rules);
    let reading = ranking.read(&after, &Cards::EMPTY).expect("three-cards: an exchange leaves three");
    let (class, index) = (ranking.class_of(reading.strength()), reading.strength().index());
    emit(d, Fact::CardExchanged { seat, place, thrown, drawn, total, class, index });
    match total {
        GOAL => win(d, seat, AwardReason::ThirtyOne),
        _ => ask(d),
    }
}

/// Nobody draws any more: the nearest wins, and where everybody is over the pot waits.
fn settle<S: Surroundings>(d: &mut Draft<'_, S>) {
    let out = d.hand.classic().map_or(Seats::NONE, |classic| classic.out);
    let (most, nearest) = nearest(d, d.hand.active().minus(out));
    match (nearest.single(), d.rules.classic.thirty_one_tie) {
        _ if nearest.is_empty() => {
            let amount = d.hand.pots()[Kind::ThirtyOne.index()].amount;
            if amount > 0 {
                emit(d, Fact::PotWaits { pot: Kind::ThirtyOne, amount });
            }
            finish(d);
        }
        (Some(winner), _) => win(d, winner, AwardReason::Nearest),
        (None, ThirtyOneTie::Split) => {
            showdown::award_pot(d, Kind::ThirtyOne.index(), nearest, AwardReason::Nearest);
            finish(d);
        }
        (None, ThirtyOneTie::Eldest) => eldest_wins(d, nearest),
        (None, ThirtyOneTie::DrawAgain) => draw_again(d, most, nearest),
    }
}

/// The most that any of them has, and who has it.
fn nearest<S>(d: &Draft<'_, S>, among: Seats) -> (u8, Seats) {
    let most = among.iter().map(|seat| Hand::has(d, seat)).max().unwrap_or(0);
    (most, among.iter().filter(|&seat| Hand::has(d, seat) == most).collect())
}

/// From the eldest, each of the equal draws a card, until one of them is the nearest. Where every card would be too much, or
/// there is none for each of them, or all are over, the eldest of them wins.
fn draw_again<S: Surroundings>(d: &mut Draft<'_, S>, mut most: u8, mut tied: Seats) {
    loop {
        if most >= CLOSE || d.hand.pack.len() < tied.len() {
            return eldest_wins(d, tied);
        }
        let order: SeatOrder = d.hand.from_dealers_left(tied).collect();
        let mut left = Seats::NONE;
        for seat in order.iter() {
            match draw_card(d, seat, true) {
                GOAL => return win(d, seat, AwardReason::ThirtyOne),
                total if total < GOAL => left = left.with(seat),
                _ => {}
            }
        }
        if left.is_empty() {
            return eldest_wins(d, tied);
        }
        (most, tied) = nearest(d, left);
        if let Some(winner) = tied.single() {
            return win(d, winner, AwardReason::Nearest);
        }
    }
}

fn eldest_wins<S: Surroundings>(d: &mut Draft<'_, S>, tied: Seats) {
    if let Some(winner) = d.hand.from_dealers_left(tied).next() {
        win(d, winner, AwardReason::Elder);
    }
}

fn win<S: Surroundings>(d: &mut Draft<'_, S>, winner: Seat, reason: AwardReason) {
    showdown::award_pot(d, Kind::ThirtyOne.index(), Seats::only(winner), reason);
    finish(d);
}

/// Who has won all three is paid for it, and the hand is over.
pub(super) fn finish<S: Surroundings>(d: &mut Draft<'_, S>) {
    let order: SeatOrder = d.hand.from_dealers_left(d.hand.active()).collect();
    if let Some(winner) = d.hand.classic().and_then(|classic| classic.won_all()) {
        for from in order.iter().filter(|&seat| seat != winner) {
            let amount = d.rules.classic.triple_bonus.min(d.hand.player(from).stack);
            if amount > 0 {
                let (from_stack, to_stack) =
                    (d.hand.player(from).stack - amount, d.hand.player(winner).stack + amount);
                emit(d, Fact::BonusPaid { from, to: winner, amount, from_stack, to_stack });
            }
        }
    }
    hand_flow::finish(d, order, showdown::Prials::default());
}
