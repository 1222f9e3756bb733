//! The facts of equalised betting.

use super::fields::{Read, chips, handle, odd, seat, small, some};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::card::Cards;
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::equalised::{Fact, HowBet};
use brag_table::Table;
use brag_table::event::Fact as TableFact;

/// The fact, if it is one of equalised betting.
pub(super) fn equalised_fact(table: &Table, stored: &Wire) -> Read<Option<TableFact>> {
    let fact = match stored {
        Wire::DealerStaked(of) => Fact::DealerStaked {
            seat: seat(of.seat)?,
            amount: chips(of.amount)?,
            stack: chips(of.stack)?,
            pot: chips(of.pot)?,
        },
        Wire::EqualisedBet(of) => Fact::BetMade {
            seat: seat(of.seat)?,
            how: match of.kind() {
                v1::EqualisedBetKind::Brag => HowBet::Brag,
                v1::EqualisedBetKind::Call => HowBet::Call,
                v1::EqualisedBetKind::Raise => HowBet::Raise,
                v1::EqualisedBetKind::Unspecified => return odd("an unknown kind of bet"),
            },
            amount: chips(of.amount)?,
            put: chips(of.put)?,
            stake: chips(of.stake)?,
            stack: chips(of.stack)?,
            pot: chips(of.pot)?,
        },
        Wire::Stood(of) => Fact::Stood { seat: seat(of.seat)? },
        Wire::CardsChanged(of) => {
            let handles = of.handles.iter().map(handle).collect::<Read<_>>()?;
            let fact = Box::new(HandFact::Equalised(changed(table, of)?));
            return Ok(Some(TableFact::FromPack { fact, handles }));
        }
        Wire::PotsLayered(of) => Fact::PotsLayered {
            amounts: of.amounts.iter().map(|&amount| chips(amount)).collect::<Read<_>>()?,
        },
        Wire::ForfeitPaid(of) => Fact::ForfeitPaid {
            from: seat(of.from)?,
            to: seat(of.to)?,
            amount: chips(of.amount)?,
            from_stack: chips(of.from_stack)?,
            to_stack: chips(of.to_stack)?,
        },
        Wire::PotWaits(of) => Fact::PotWaits { amount: chips(of.amount)? },
        _ => return Ok(None),
    };
    Ok(Some(TableFact::Hand(HandFact::Equalised(fact))))
}

/// The cards at those places of his hand and on top of the pack, which no record names.
fn changed(table: &Table, of: &v1::CardsChanged) -> Read<Fact> {
    let seat = seat(of.seat)?;
    let hand = table.hand.player(seat).hand;
    let (mut places, mut thrown) = (0u16, Cards::EMPTY);
    for &place in &of.places {
        let place: u8 = small(place)?;
        let bit = 1u16.checked_shl(place.into()).filter(|bit| *bit > places);
        places |= some(bit, "a place after the one before")?;
        thrown.push(some(hand.get(place.into()), "a card at a place of the hand")?);
    }
    let drawn: Cards = table.hand.pack.iter().take(thrown.len()).collect();
    if drawn.len() != thrown.len() {
        return odd("more cards were drawn than the pack has");
    }
    Ok(Fact::CardsChanged { seat, places, thrown, drawn })
}
