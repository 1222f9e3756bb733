//! The facts of Stop the Bus.

use super::fields::{Read, card, chips, handle, odd, seat, seat_or_none, small, some};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::card::{Card, Cards};
use brag_rules::hand::bus::Fact;
use brag_table::Table;
use brag_table::event::{Fact as TableFact, Handle};

/// The fact, if it is one of Stop the Bus.
pub(super) fn bus_fact(table: &Table, stored: &Wire) -> Read<Option<Fact>> {
    Ok(Some(match stored {
        Wire::BusGameStarted(of) => {
            Fact::GameStarted { lives: small(of.lives)?, each: chips(of.each)?, pot: chips(of.pot)? }
        }
        Wire::Swapped(of) => swapped(table, of)?,
        Wire::SwappedAll(of) => {
            let (seat, own): (_, Cards) = (seat(of.seat)?, cards(&of.own)?.into_iter().collect());
            if own != table.hand.player(seat).hand {
                return odd("a hand was put down that the seat does not hold");
            }
            Fact::SwappedAll { seat, own }
        }
        Wire::Stuck(of) => Fact::Stuck { seat: seat(of.seat)? },
        Wire::StoodPat(of) => Fact::Stood { seat: seat(of.seat)? },
        Wire::CircuitsEnded(_) => Fact::CircuitsEnded,
        Wire::HandsCompared(of) => Fact::Compared {
            lowest: of.lowest.iter().map(|&number| seat(number)).collect::<Read<_>>()?,
            lost: of.lost,
        },
        Wire::LivesForfeited(of) => Fact::Forfeited { seat: seat(of.seat)? },
        Wire::BusGameEnded(of) => Fact::GameEnded { winner: seat_or_none(of.winner)? },
        _ => return Ok(None),
    }))
}

/// One card of his hand for one of the commons.
fn swapped(table: &Table, of: &v1::Swapped) -> Read<Fact> {
    let (seat, place) = (seat(of.seat)?, small::<u8>(of.place)?);
    let (own, common) = (card(&of.own)?, card(&of.common)?);
    let commons = some(table.hand.bus(), "a game of Stop the Bus")?.commons();
    if table.hand.player(seat).hand.get(place.into()) != Some(own) || !commons.contains(common) {
        return odd("a card was swapped that lies elsewhere");
    }
    Ok(Fact::Swapped { seat, place, own, common })
}

/// The cards that were laid face up: the top ones of the pack.
pub(super) fn commons_dealt(table: &Table, of: &v1::CommonsDealt) -> Read<TableFact> {
    let common = |common: &v1::CommonCard| {
        Ok((handle(some(common.handle.as_ref(), "a card's name")?)?, card(&common.card)?))
    };
    let cards: Box<[(Handle, Card)]> = of.commons.iter().map(common).collect::<Read<_>>()?;
    let top = table.hand.pack.iter().take(table.rules().commons());
    if !cards.iter().map(|&(_, card)| card).eq(top) {
        return odd("cards were laid open that are not on top");
    }
    Ok(TableFact::CommonsDealt { cards })
}

fn cards(codes: &[String]) -> Read<Vec<Card>> {
    if codes.len() > brag_rules::card::MAX_HAND {
        return odd("more cards than a hand has");
    }
    codes.iter().map(|code| card(code)).collect()
}
