//! The facts of a hand in which sets are laid out.

use super::crash_fact::crash_fact;
use super::fields::{Read, card, chips, odd, seat, seat_or_none, small, some};
use super::hand_fact::{fold_reason, set};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::arrange::Sets;
use brag_rules::card::{Card, Cards};
use brag_rules::hand::Pot;
use brag_rules::hand::arrange::{Fact, MAX_POTS};
use brag_rules::seat::Seats;
use brag_table::Table;

/// The fact, if it is one of these. `sets` is what the next arrangement of the commit was sealed as.
pub(super) fn arrange_fact(
    table: &Table,
    stored: &Wire,
    sets: &mut dyn Iterator<Item = Sets>,
) -> Read<Option<Fact>> {
    Ok(Some(match stored {
        Wire::StakesPaid(of) => Fact::StakesPaid { each: chips(of.each)?, pots: pots(&of.pots)? },
        Wire::Arranged(of) => {
            let seat = seat(of.seat)?;
            let sets = some(sets.next(), "the sealed arrangement")?;
            let held = table.hand.player(seat).hand;
            if !sets.cards().iter().all(|card| held.contains(card)) {
                return odd("sets were laid of cards that the seat does not hold");
            }
            Fact::Arranged { seat, sets }
        }
        Wire::SetOpened(of) => Fact::SetOpened { set: set(of.set)?, stake: chips(of.stake)? },
        Wire::SetFolded(of) => {
            Fact::SetFolded { seat: seat(of.seat)?, set: set(of.set)?, reason: fold_reason(of.reason())? }
        }
        Wire::SetsWithdrawn(of) => Fact::Withdrawn { seat: seat(of.seat)? },
        Wire::SetShown(of) => set_shown(table, of)?,
        Wire::SetDecided(of) => Fact::SetDecided {
            set: set(of.set)?,
            best: of.best.iter().map(|&number| seat(number)).collect::<Read<Seats>>()?,
            pots: pots(&of.pots)?,
        },
        Wire::PotsWait(of) => {
            let mut amounts = [0; MAX_POTS];
            for pot in &of.pots {
                let place = usize::try_from(pot.set).ok().and_then(|set| amounts.get_mut(set));
                *some(place, "a pot that waits")? = chips(pot.amount)?;
            }
            Fact::PotsWait { amounts }
        }
        Wire::WinningsReturned(of) => {
            Fact::GaveBack { seat: seat(of.seat)?, amount: chips(of.amount)?, stack: chips(of.stack)? }
        }
        of => return Ok(crash_fact(table, of)?.map(Fact::Crash)),
    }))
}

fn pots(stored: &[v1::Pot]) -> Read<Box<[Pot]>> {
    let pot = |pot: &v1::Pot| {
        Ok(Pot { amount: chips(pot.amount)?, coverer: seat_or_none(pot.covered_by)?, set: small(pot.set)? })
    };
    stored.iter().map(pot).collect()
}

/// A set that was shown; what it counts as follows from the state again.
fn set_shown(table: &Table, of: &v1::SetShown) -> Read<Fact> {
    let (seat, set) = (seat(of.seat)?, set(of.set)?);
    let named: Vec<Card> = of.cards.iter().map(|code| card(code)).collect::<Read<_>>()?;
    let cards: Cards = some(table.hand.set_of(seat, set), "a set that was laid")?;
    if !named.iter().copied().eq(cards.iter()) {
        return odd("a set was shown that the seat did not lay");
    }
    let merit = some(table.hand.laying(table.rules()).merit(&cards), "a set that can be compared")?;
    let class = table.hand.laying(table.rules()).class(&cards, merit);
    Ok(Fact::SetShown { seat, set, cards, class, index: merit.strength().index() })
}
