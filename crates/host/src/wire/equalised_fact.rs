//! The facts of equalised betting, for one viewer.

use super::{card, chips, handle, hidden};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::card::{Cards, MAX_HAND};
use brag_rules::hand::equalised::{Fact, HowBet};
use brag_table::event::{Event, Handle};
use brag_table::view::{self, Viewer};

/// `handles` are the names of cards that came from the pack.
pub(super) fn equalised_fact(event: &Event, fact: &Fact, handles: &[Handle], viewer: Viewer) -> Wire {
    match fact {
        Fact::DealerStaked { seat, amount, stack, pot } => Wire::DealerStaked(v1::DealerStaked {
            seat: seat.number().into(),
            amount: chips(*amount),
            stack: chips(*stack),
            pot: chips(*pot),
        }),
        Fact::BetMade { seat, how, amount, put, stake, stack, pot } => {
            let kind = match how {
                HowBet::Brag => v1::EqualisedBetKind::Brag,
                HowBet::Call => v1::EqualisedBetKind::Call,
                HowBet::Raise => v1::EqualisedBetKind::Raise,
            };
            Wire::EqualisedBet(v1::EqualisedBet {
                seat: seat.number().into(),
                kind: kind.into(),
                amount: chips(*amount),
                put: chips(*put),
                stake: chips(*stake),
                stack: chips(*stack),
                pot: chips(*pot),
            })
        }
        Fact::Stood { seat } => Wire::Stood(v1::Stood { seat: seat.number().into() }),
        Fact::CardsChanged { seat, places, thrown, drawn } => {
            let known = view::changed_cards(event, viewer);
            let told = |count, cards: Option<Cards>| match cards {
                Some(cards) => cards.iter().map(card).collect(),
                None => hidden(count),
            };
            Wire::CardsChanged(Box::new(v1::CardsChanged {
                seat: seat.number().into(),
                places: (0..MAX_HAND as u32).filter(|place| places >> place & 1 == 1).collect(),
                thrown: told(thrown.len(), known.map(|(thrown, _)| thrown)),
                handles: handles.iter().map(handle).collect(),
                cards: told(drawn.len(), known.map(|(_, drawn)| drawn)),
            }))
        }
        Fact::PotsLayered { amounts } => Wire::PotsLayered(v1::PotsLayered {
            amounts: amounts.iter().map(|&amount| chips(amount)).collect(),
        }),
        Fact::ForfeitPaid { from, to, amount, from_stack, to_stack } => Wire::ForfeitPaid(v1::ForfeitPaid {
            from: from.number().into(),
            to: to.number().into(),
            amount: chips(*amount),
            from_stack: chips(*from_stack),
            to_stack: chips(*to_stack),
        }),
        Fact::PotWaits { amount } => Wire::PotWaits(v1::PotWaits { amount: chips(*amount) }),
    }
}
