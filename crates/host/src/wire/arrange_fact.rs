//! The facts of a hand in which sets are laid out, for one viewer.

use super::crash_fact::crash_fact;
use super::hand_fact::{fold_reason, hand_class};
use super::{card, chips, pots};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::arrange::Sets;
use brag_rules::hand::arrange::Fact;
use brag_table::event::Event;
use brag_table::view::{self, Viewer};

/// The number of a set: the contract counts them from 1.
pub fn set(set: u8) -> u32 {
    u32::from(set) + 1
}

/// Pots that wait: those with chips in them, the main one first.
pub fn waiting(amounts: impl IntoIterator<Item = u64>) -> Vec<v1::WaitingPot> {
    let pots = amounts.into_iter().zip(0..).filter(|&(amount, _)| amount > 0);
    pots.map(|(amount, set)| v1::WaitingPot { set, amount: chips(amount) }).collect()
}

fn sets(of: &Sets) -> Vec<v1::CardSet> {
    of.iter().map(|set| v1::CardSet { cards: set.iter().map(card).collect() }).collect()
}

pub(super) fn arrange_fact(event: &Event, fact: &Fact, viewer: Viewer) -> Wire {
    match fact {
        Fact::StakesPaid { each, pots: after } => {
            Wire::StakesPaid(v1::StakesPaid { each: chips(*each), pots: pots(after) })
        }
        Fact::Arranged { seat, .. } => Wire::Arranged(v1::Arranged {
            seat: seat.number().into(),
            sets: view::arranged_sets(event, viewer).as_ref().map(sets).unwrap_or_default(),
        }),
        Fact::SetOpened { set: of, stake } => {
            Wire::SetOpened(v1::SetOpened { set: set(*of), stake: chips(*stake) })
        }
        Fact::SetFolded { seat, set: of, reason } => Wire::SetFolded(v1::SetFolded {
            seat: seat.number().into(),
            set: set(*of),
            reason: fold_reason(*reason).into(),
        }),
        Fact::Withdrawn { seat } => Wire::SetsWithdrawn(v1::SetsWithdrawn { seat: seat.number().into() }),
        Fact::SetShown { seat, set: of, cards, class, index } => Wire::SetShown(v1::SetShown {
            seat: seat.number().into(),
            set: set(*of),
            cards: cards.iter().map(card).collect(),
            hand_class: hand_class(*class).into(),
            strength: (*index).into(),
        }),
        Fact::SetDecided { set: of, best, pots: after } => Wire::SetDecided(v1::SetDecided {
            set: set(*of),
            best: best.iter().map(|seat| seat.number().into()).collect(),
            pots: pots(after),
        }),
        Fact::PotsWait { amounts } => Wire::PotsWait(v1::PotsWait { pots: waiting(*amounts) }),
        Fact::Crash(fact) => crash_fact(event, fact, viewer),
        Fact::GaveBack { seat, amount, stack } => Wire::WinningsReturned(v1::WinningsReturned {
            seat: seat.number().into(),
            amount: chips(*amount),
            stack: chips(*stack),
        }),
    }
}
