//! Bets on a set before it is shown (V5): brag betting with everybody open, on that set alone and with its antes as the
//! pot. A fold gives up the set and, since the main pot wants all sets, the claim on that.

use super::reveal::{decide, go_on, pot_of, show};
use super::{Draft, Fact, Surroundings};
use crate::fact::{Fact as HandFact, FoldReason};
use crate::hand::flow::{fold, open_betting};
use crate::hand::{Hand, Standing};
use crate::seat::{Seat, Seats};

/// The set on which bets go round, from 0.
pub(in crate::hand) fn set_in_play(hand: &Hand) -> Option<u8> {
    hand.arranging().and_then(|game| game.betting)
}

/// Bets begin on this set, from the dealer's left.
pub(super) fn open<S: Surroundings>(d: &mut Draft<'_, S>, set: u8) {
    d.emit(HandFact::Arrange(Fact::SetOpened { set, stake: d.rules.min_stake }));
    open_betting(d);
}

/// The bets are over and all their pots are paid. Who won the oldest of them, which held the antes, has won the set.
pub(in crate::hand) fn settled<S: Surroundings>(d: &mut Draft<'_, S>, set: u8, winners: Seats) {
    let rest = pot_of(d.hand, set + 1).unwrap_or(d.hand.pots().len());
    let pots = d.hand.pots()[..rest].to_vec();
    decide(d, set, winners, pots);
    go_on(d);
}

/// He leaves while bets go round on a set: it is folded, unless it lies on a pot, and his later ones are absent.
pub(super) fn leave<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if d.hand.player(seat).hand.is_empty() {
        return;
    }
    d.emit(HandFact::Arrange(Fact::Withdrawn { seat }));
    if d.hand.player(seat).standing == Standing::In {
        fold(d, seat, FoldReason::Left);
    }
}

/// Turns up the set that is bet on.
pub(in crate::hand) fn show_set<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, set: u8) {
    if d.hand.arranging().is_some_and(|game| game.is_shown(seat, set)) {
        return;
    }
    let cards = d.hand.set_of(seat, set);
    if let Some((cards, merit)) = cards.and_then(|cards| Some((cards, d.hand.laying(d.rules).merit(&cards)?)))
    {
        show(d, seat, set, cards, merit);
    }
}
