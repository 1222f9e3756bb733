//! The facts of the classic game.

use super::fields::{Read, card, chips, handle, odd, seat, small, some};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::card::{Card, Cards};
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::classic::{Fact, HowBet, Kind, Word};
use brag_rules::seat::Seat;
use brag_table::Table;
use brag_table::event::Fact as TableFact;

/// The fact, if it is one of the classic game.
pub(super) fn classic_fact(table: &Table, stored: &Wire) -> Read<Option<TableFact>> {
    let fact = match stored {
        Wire::StakesLaid(of) => {
            let pots: Vec<_> = of.pots.iter().map(|&pot| chips(pot)).collect::<Read<_>>()?;
            Fact::StakesLaid { each: chips(of.each)?, pots: some(pots.try_into().ok(), "a pot of three")? }
        }
        Wire::CardsTurnedUp(of) => Fact::CardsTurnedUp {
            cards: of.cards.iter().map(|up| turned_up(table, up)).collect::<Read<_>>()?,
        },
        Wire::ClassicAnswer(of) => Fact::Said {
            seat: seat(of.seat)?,
            word: match of.word() {
                v1::ClassicWord::Pass => Word::Pass,
                v1::ClassicWord::Decline => Word::Decline,
                v1::ClassicWord::Concede => Word::Concede,
                v1::ClassicWord::Stand => Word::Stand,
                v1::ClassicWord::Unspecified => return odd("an unknown word"),
            },
        },
        Wire::ClassicBet(of) => Fact::BetMade {
            seat: seat(of.seat)?,
            how: match of.kind() {
                v1::ClassicBetKind::Brag => HowBet::Brag,
                v1::ClassicBetKind::Challenge => HowBet::Challenge,
                v1::ClassicBetKind::Bet => HowBet::Bet,
                v1::ClassicBetKind::See => HowBet::See,
                v1::ClassicBetKind::Cover => HowBet::Cover,
                v1::ClassicBetKind::Unspecified => return odd("an unknown kind of bet"),
            },
            amount: chips(of.amount)?,
            stake: chips(of.stake)?,
            stack: chips(of.stack)?,
            pot: chips(of.pot)?,
        },
        Wire::CardDrawn(of) => {
            let fact = Fact::CardDrawn {
                seat: seat(of.seat)?,
                card: top(table, &of.card)?,
                total: small(of.total)?,
                again: of.again,
            };
            return Ok(Some(from_pack(fact, of.handle.as_ref())?));
        }
        Wire::CardExchanged(of) => {
            let fact = exchanged(table, of)?;
            return Ok(Some(from_pack(fact, of.handle.as_ref())?));
        }
        Wire::ClassicPotWaits(of) => {
            let place = usize::try_from(of.pot).ok();
            let pot = place.and_then(|place| Kind::ALL.get(place).copied());
            Fact::PotWaits { pot: some(pot, "one of three pots")?, amount: chips(of.amount)? }
        }
        Wire::BonusPaid(of) => Fact::BonusPaid {
            from: seat(of.from)?,
            to: seat(of.to)?,
            amount: chips(of.amount)?,
            from_stack: chips(of.from_stack)?,
            to_stack: chips(of.to_stack)?,
        },
        _ => return Ok(None),
    };
    Ok(Some(TableFact::Hand(HandFact::Classic(fact))))
}

fn from_pack(fact: Fact, named: Option<&v1::Handle>) -> Read<TableFact> {
    let handles = Box::new([handle(some(named, "the name of a card")?)?]);
    Ok(TableFact::FromPack { fact: Box::new(HandFact::Classic(fact)), handles })
}

/// A third card that lies face up.
fn turned_up(table: &Table, of: &v1::SeatCard) -> Read<(Seat, Card)> {
    let (seat, up) = (seat(of.seat)?, card(&of.card)?);
    match table.hand.face_up(seat) {
        Some(card) if card == up => Ok((seat, up)),
        _ => odd("a card was turned up that does not lie there"),
    }
}

/// The top card of the pack.
fn top(table: &Table, code: &str) -> Read<Card> {
    let card = card(code)?;
    if table.hand.pack.get(0) == Some(card) { Ok(card) } else { odd("a card came that was not the top one") }
}

fn exchanged(table: &Table, of: &v1::CardExchanged) -> Read<Fact> {
    let (seat, thrown, drawn) = (seat(of.seat)?, card(&of.thrown)?, top(table, &of.card)?);
    let (hand, place) = (table.hand.player(seat).hand, small(of.place)?);
    if hand.get(usize::from(place)) != Some(thrown) {
        return odd("a card was put down that does not lie there");
    }
    let after: Cards = hand.iter().map(|card| if card == thrown { drawn } else { card }).collect();
    let ranking = table.hand.ranking(table.rules());
    let strength = some(ranking.read(&after, &Cards::EMPTY), "three cards")?.strength();
    let (class, index) = (ranking.class_of(strength), strength.index());
    Ok(Fact::CardExchanged { seat, place, thrown, drawn, total: small(of.total)?, class, index })
}
