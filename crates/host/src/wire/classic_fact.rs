//! The facts of the classic game. All of it is public.

use super::hand_fact::hand_class;
use super::{card, chips, handle};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::hand::classic::{Fact, HowBet, Word};
use brag_table::event::Handle;

/// `handles` are the names of cards that came from the pack.
pub(super) fn classic_fact(fact: &Fact, handles: &[Handle]) -> Wire {
    let named = || handles.first().map(handle);
    match fact {
        Fact::StakesLaid { each, pots } => Wire::StakesLaid(v1::StakesLaid {
            each: chips(*each),
            pots: pots.iter().map(|&pot| chips(pot)).collect(),
        }),
        Fact::CardsTurnedUp { cards } => Wire::CardsTurnedUp(v1::CardsTurnedUp {
            cards: cards
                .iter()
                .map(|&(seat, up)| v1::SeatCard { seat: seat.number().into(), card: card(up) })
                .collect(),
        }),
        Fact::Said { seat, word } => {
            let word = match word {
                Word::Pass => v1::ClassicWord::Pass,
                Word::Decline => v1::ClassicWord::Decline,
                Word::Concede => v1::ClassicWord::Concede,
                Word::Stand => v1::ClassicWord::Stand,
            };
            Wire::ClassicAnswer(v1::ClassicAnswer { seat: seat.number().into(), word: word.into() })
        }
        Fact::BetMade { seat, how, amount, stake, stack, pot } => {
            let kind = match how {
                HowBet::Brag => v1::ClassicBetKind::Brag,
                HowBet::Challenge => v1::ClassicBetKind::Challenge,
                HowBet::Bet => v1::ClassicBetKind::Bet,
                HowBet::See => v1::ClassicBetKind::See,
                HowBet::Cover => v1::ClassicBetKind::Cover,
            };
            Wire::ClassicBet(v1::ClassicBet {
                seat: seat.number().into(),
                kind: kind.into(),
                amount: chips(*amount),
                stake: chips(*stake),
                stack: chips(*stack),
                pot: chips(*pot),
            })
        }
        Fact::CardDrawn { seat, card: drawn, total, again } => Wire::CardDrawn(v1::CardDrawn {
            seat: seat.number().into(),
            handle: named(),
            card: card(*drawn),
            total: u32::from(*total),
            again: *again,
        }),
        Fact::CardExchanged { seat, place, thrown, drawn, total, class, index } => {
            Wire::CardExchanged(Box::new(v1::CardExchanged {
                seat: seat.number().into(),
                place: u32::from(*place),
                thrown: card(*thrown),
                handle: named(),
                card: card(*drawn),
                total: u32::from(*total),
                hand_class: hand_class(*class).into(),
                strength: u32::from(*index),
            }))
        }
        Fact::PotWaits { pot, amount } => {
            Wire::ClassicPotWaits(v1::ClassicPotWaits { pot: pot.index() as u32, amount: chips(*amount) })
        }
        Fact::BonusPaid { from, to, amount, from_stack, to_stack } => Wire::BonusPaid(v1::BonusPaid {
            from: from.number().into(),
            to: to.number().into(),
            amount: chips(*amount),
            from_stack: chips(*from_stack),
            to_stack: chips(*to_stack),
        }),
    }
}
