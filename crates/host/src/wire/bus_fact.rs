//! The facts of Stop the Bus: all of them are public.

use super::{card, chips, seat};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::card::Card;
use brag_rules::hand::bus::Fact;
use brag_table::event::Handle;

pub(super) fn bus_fact(fact: &Fact) -> Wire {
    match fact {
        Fact::GameStarted { lives, each, pot } => Wire::BusGameStarted(v1::BusGameStarted {
            lives: (*lives).into(),
            each: chips(*each),
            pot: chips(*pot),
        }),
        Fact::Swapped { seat, place, own, common } => Wire::Swapped(v1::Swapped {
            seat: seat.number().into(),
            place: (*place).into(),
            own: card(*own),
            common: card(*common),
        }),
        Fact::SwappedAll { seat, own } => Wire::SwappedAll(v1::SwappedAll {
            seat: seat.number().into(),
            own: own.iter().map(card).collect(),
        }),
        Fact::Stuck { seat } => Wire::Stuck(v1::Stuck { seat: seat.number().into() }),
        Fact::Stood { seat } => Wire::StoodPat(v1::StoodPat { seat: seat.number().into() }),
        Fact::CircuitsEnded => Wire::CircuitsEnded(v1::CircuitsEnded {}),
        Fact::Compared { lowest, lost } => Wire::HandsCompared(v1::HandsCompared {
            lowest: lowest.iter().map(|seat| seat.number().into()).collect(),
            lost: *lost,
        }),
        Fact::Forfeited { seat } => Wire::LivesForfeited(v1::LivesForfeited { seat: seat.number().into() }),
        Fact::GameEnded { winner } => Wire::BusGameEnded(v1::BusGameEnded { winner: seat(*winner) }),
        Fact::CommonsDealt { .. } => {
            unreachable!("named-by-the-table: the commons are laid as a fact of the table")
        }
    }
}

/// The commons, each with its name.
pub(super) fn commons_dealt(cards: &[(Handle, Card)]) -> Wire {
    let common = |(handle, common): &(Handle, Card)| v1::CommonCard {
        handle: Some(super::handle(handle)),
        card: card(*common),
    };
    Wire::CommonsDealt(v1::CommonsDealt { commons: cards.iter().map(common).collect() })
}
