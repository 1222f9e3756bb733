//! The facts of a hand.

use super::arrange_fact::arrange_fact;
use super::bus_fact::bus_fact;
use super::fields::{Read, card, chips, duration_ms, millis, odd, seat, seat_or_none, small, some, which};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::act::Which;
use brag_rules::arrange::Sets;
use brag_rules::card::{Card, Cards, PLAYED};
use brag_rules::fact::{AwardReason, Fact, FoldReason, ThrowReason};
use brag_rules::hand::{AfterCommit, Phase, Stop};
use brag_rules::seat::{Seat, Seats};
use brag_table::Table;
use brag_table::chance::Chance;
use brag_table::event::{Deadline, Fact as TableFact};

/// When a turn ends; nothing where the table has no clock.
pub(super) fn deadline(of: &v1::SeatTurn) -> Read<Option<Deadline>> {
    let Some(at) = of.deadline else { return Ok(None) };
    let bank = u32::try_from(duration_ms(of.time_bank)?).or_else(|_| odd("a time bank is too large"))?;
    Ok(Some(Deadline { at: millis(Some(at))?, bank }))
}

/// A fact that nothing but itself is needed to read; none of the others.
pub(super) fn calm(stored: &Wire) -> Read<Option<(Option<Deadline>, Fact)>> {
    let fact = match stored {
        Wire::TurnBegan(of) => return turn_passed(of).map(Some),
        Wire::Folded(of) => Fact::Folded { seat: seat(of.seat)?, reason: fold_reason(of.reason())? },
        Wire::BetMade(of) => Fact::BetMade {
            seat: seat(of.seat)?,
            amount: chips(of.amount)?,
            blind: of.blind,
            stake: chips(of.stake)?,
            stack: chips(of.stack)?,
            pot: chips(of.pot)?,
        },
        _ => return Ok(None),
    };
    Ok(Some((None, fact)))
}

pub(super) fn hand_fact(
    table: &Table,
    stored: &Wire,
    chance: &mut dyn Chance,
    sets: &mut dyn Iterator<Item = Sets>,
) -> Read<(Option<Deadline>, Fact)> {
    if let Some(read) = calm(stored)? {
        return Ok(read);
    }
    let fact = match stored {
        Wire::HandStarted(of) => Fact::HandStarted {
            hand: of.hand,
            dealer: seat(of.dealer)?,
            dealt_in: of.dealt_in.iter().map(|&number| seat(number)).collect::<Read<_>>()?,
            carried: chips(of.carried)?,
            stake: chips(of.stake)?,
        },
        Wire::AntesPaid(of) => Fact::AntesPaid { each: chips(of.each)?, pot: chips(of.pot)? },
        Wire::PackPrepared(_) => {
            let order = some(chance.prepared(&table.hand).pack, "the pack that a script laid")?;
            Fact::PackPrepared { order }
        }
        Wire::PackCut(of) => Fact::PackCut { at: small(of.at)?, by: seat_or_none(of.by)? },
        Wire::Looked(of) => {
            let (seat, which) = (seat(of.seat)?, which(of.which()));
            let cards = table.hand.player(seat).named(which.unwrap_or(Which::Old));
            Fact::Looked { seat, which, cards }
        }
        Wire::Discarded(of) => discarded(table, of)?,
        Wire::SeePaid(of) => Fact::SeePaid {
            seer: seat(of.seer)?,
            seen: seat(of.seen)?,
            amount: chips(of.amount)?,
            stack: chips(of.stack)?,
            pot: chips(of.pot)?,
        },
        Wire::Covered(of) => {
            Fact::Covered { seat: seat(of.seat)?, amount: chips(of.amount)?, pot: chips(of.pot)? }
        }
        Wire::ExcessMoved(of) => Fact::ExcessMoved {
            seat: seat(of.seat)?,
            amount: chips(of.amount)?,
            covered_pot: chips(of.covered_pot)?,
            pot: chips(of.pot)?,
        },
        Wire::HandThrown(of) => {
            let reason = match of.reason() {
                v1::ThrowReason::Kept => ThrowReason::Kept,
                v1::ThrowReason::Thrown => ThrowReason::Thrown,
                v1::ThrowReason::Committed => ThrowReason::Committed,
                v1::ThrowReason::Unspecified => return odd("an unknown reason to throw"),
            };
            Fact::HandThrown { seat: seat(of.seat)?, thrown: some(which(of.thrown()), "a hand")?, reason }
        }
        Wire::BettingStopped(of) => Fact::BettingStopped {
            by: match of.by() {
                // As it was written before there was another.
                v1::StopReason::Unspecified | v1::StopReason::MaxRounds => Stop::MaxRounds,
                v1::StopReason::PotCap => Stop::PotCap,
            },
        },
        Wire::CardTurned(of) => Fact::CardTurned { card: turned(table, of)? },
        Wire::SideshowAsked(of) => Fact::SideshowAsked {
            asker: seat(of.asker)?,
            asked: seat(of.asked)?,
            amount: chips(of.amount)?,
            stack: chips(of.stack)?,
            pot: chips(of.pot)?,
        },
        Wire::SideshowAccepted(of) => {
            let (asker, asked) = (seat(of.asker)?, seat(of.asked)?);
            let [of_asker, of_asked] = [asker, asked].map(|seat| table.hand.player(seat).hand);
            Fact::SideshowAccepted { asker, asked, of_asker, of_asked }
        }
        Wire::SideshowRefused(of) => Fact::SideshowRefused { asker: seat(of.asker)?, asked: seat(of.asked)? },
        Wire::HandShown(of) => hand_shown(table, of)?,
        Wire::PotAwarded(of) => Fact::PotAwarded {
            pot: small(of.pot)?,
            seat: seat(of.seat)?,
            amount: chips(of.amount)?,
            sharers: small(of.sharers)?,
            stack: chips(of.stack)?,
            reason: award_reason(of.reason())?,
        },
        Wire::PotCarried(of) => {
            Fact::PotCarried { winner: seat_or_none(of.winner)?, amount: chips(of.amount)? }
        }
        Wire::Retained(of) => {
            Fact::Retained { seat: seat(of.seat)?, keeps: of.keeps, which: which(of.which()) }
        }
        Wire::HandEnded(of) => Fact::HandEnded {
            order: of.order.iter().map(|&number| seat(number)).collect::<Read<_>>()?,
            prial_hand: of.prial_hand,
            prial_shown: of.prial_shown,
        },
        Wire::RetainedThrown(of) => Fact::RetainedThrown { seat: seat(of.seat)? },
        Wire::Refunded(of) => {
            let (seat, amount, stack) = paid(of.seat, of.amount, of.stack)?;
            Fact::Refunded { seat, amount, stack }
        }
        Wire::HandVoided(_) => Fact::HandVoided,
        Wire::WaitingPotShared(of) => {
            let (seat, amount, stack) = paid(of.seat, of.amount, of.stack)?;
            Fact::WaitingPotShared { pot: small(of.pot)?, seat, amount, stack }
        }
        Wire::ChipsAdded(of) => {
            let (seat, amount, stack) = paid(of.seat, of.amount, of.stack)?;
            Fact::ChipsAdded { seat, amount, stack }
        }
        Wire::TopUpWaits(of) => {
            let (seat, amount, waiting) = paid(of.seat, of.amount, of.waiting)?;
            Fact::TopUpWaits { seat, amount, waiting }
        }
        Wire::TopUpCounted(of) => {
            let (seat, amount, stack) = paid(of.seat, of.amount, of.stack)?;
            Fact::TopUpCounted { seat, amount, stack }
        }
        Wire::ChipsRemoved(of) => Fact::ChipsRemoved { seat: seat(of.seat)?, amount: chips(of.amount)? },
        of => match arrange_fact(table, of, sets)?.map(Fact::Arrange).or(bus_fact(table, of)?.map(Fact::Bus))
        {
            Some(fact) => fact,
            None => return odd("a fact of the table where one of a hand is wanted"),
        },
    };
    Ok((None, fact))
}

/// Why a hand was given up.
pub(super) fn fold_reason(of: v1::FoldReason) -> Read<FoldReason> {
    match of {
        v1::FoldReason::Asked => Ok(FoldReason::Asked),
        v1::FoldReason::TimedOut => Ok(FoldReason::TimedOut),
        v1::FoldReason::Left => Ok(FoldReason::Left),
        v1::FoldReason::Beaten => Ok(FoldReason::Beaten),
        v1::FoldReason::Passed => Ok(FoldReason::Passed),
        v1::FoldReason::Unspecified => odd("an unknown reason to fold"),
    }
}

/// The cards at those places of his hand, which no record names.
fn discarded(table: &Table, of: &v1::Discarded) -> Read<Fact> {
    let seat = seat(of.seat)?;
    let hand = table.hand.player(seat).hand;
    let (mut places, mut cards) = (0u16, Cards::EMPTY);
    for &place in &of.places {
        let place: u8 = small(place)?;
        let bit = 1u16.checked_shl(place.into()).filter(|bit| *bit > places);
        places |= some(bit, "a place after the one before")?;
        cards.push(some(hand.get(place.into()), "a card at a place of the hand")?);
    }
    if hand.len() != cards.len() + PLAYED {
        return odd("a discard does not leave three cards");
    }
    Ok(Fact::Discarded { seat, places, cards })
}

/// The card that was turned: the pack's top one.
fn turned(table: &Table, of: &v1::CardTurned) -> Read<Card> {
    let named = card(&of.card)?;
    if table.hand.pack.get(0) == Some(named) {
        Ok(named)
    } else {
        odd("a card was turned that is not on top")
    }
}

/// A hand that was shown; what it counts as follows from the state again.
fn hand_shown(table: &Table, of: &v1::HandShown) -> Read<Fact> {
    let seat = seat(of.seat)?;
    let cards: Vec<Card> = of.cards.iter().map(|code| card(code)).collect::<Read<_>>()?;
    if !cards.iter().copied().eq(table.hand.player(seat).held().iter()) {
        return odd("a hand was shown that the seat does not hold");
    }
    let reading = some(table.hand.reading(table.rules(), seat), "three cards")?;
    let class = table.hand.ranking(table.rules()).class_of(reading.strength());
    Ok(Fact::HandShown { seat, cards: cards.into_iter().collect(), class, index: reading.strength().index() })
}

/// A seat, the chips that it got, and what it has after it.
fn paid(number: u32, amount: i64, after: i64) -> Read<(Seat, u64, u64)> {
    Ok((seat(number)?, chips(amount)?, chips(after)?))
}

fn turn_passed(of: &v1::TurnBegan) -> Read<(Option<Deadline>, Fact)> {
    let [turn] = &of.to_act[..] else { return odd("a turn is one seat's") };
    Ok((deadline(turn)?, Fact::TurnPassed { to: Seats::only(seat(turn.seat)?), phase: asked(of)? }))
}

/// Several are asked at once: each with what its deadline has of its time bank.
pub(super) fn all_asked(of: &v1::TurnBegan) -> Read<(Option<Deadline>, TableFact)> {
    let (mut seats, mut first) = (Vec::with_capacity(of.to_act.len()), None::<Deadline>);
    for turn in &of.to_act {
        let own = deadline(turn)?;
        seats.push((seat(turn.seat)?, own.map_or(0, |own| own.bank)));
        first = first.into_iter().chain(own).min_by_key(|deadline| deadline.at);
    }
    Ok((first, TableFact::AllAsked { seats: seats.into(), phase: asked(of)? }))
}

/// What they are asked.
fn asked(of: &v1::TurnBegan) -> Read<Phase> {
    Ok(match of.phase() {
        v1::Phase::Cut => Phase::Cut,
        v1::Phase::Betting => Phase::Betting,
        v1::Phase::DecideHand => {
            Phase::DecideHand { looked: some(which(of.looked()), "the hand that was looked at")? }
        }
        v1::Phase::SideshowPending => Phase::SideshowPending { asker: seat(of.asker)? },
        v1::Phase::CommitHand => Phase::CommitHand { then: after_commit(of)? },
        v1::Phase::Retain => Phase::Retain,
        v1::Phase::Spare => Phase::Spare,
        v1::Phase::Arrange => Phase::Arrange,
        v1::Phase::SetBetting => Phase::SetBetting { set: set(of.set)? },
        v1::Phase::Turns => Phase::Turns,
        v1::Phase::LastTurns => Phase::LastTurns,
        v1::Phase::Offer => Phase::Offer,
        v1::Phase::Challenge => Phase::Challenge,
        v1::Phase::Rivalry => Phase::Rivalry,
        v1::Phase::ThirtyOne => Phase::ThirtyOne,
        v1::Phase::Draw => Phase::Draw,
        v1::Phase::Idle | v1::Phase::HandOver | v1::Phase::Unspecified => {
            return odd("nobody is asked anything between hands");
        }
    })
}

/// A set, which the contract counts from 1.
pub(super) fn set(number: u32) -> Read<u8> {
    let set = number.checked_sub(1).and_then(|set| u8::try_from(set).ok());
    set.map_or_else(|| odd("no set has this number"), Ok)
}

fn after_commit(of: &v1::TurnBegan) -> Read<AfterCommit> {
    match of.commit_reason() {
        v1::CommitReason::Betting => Ok(AfterCommit::Betting),
        v1::CommitReason::See => Ok(AfterCommit::See { seer: seat(of.seer)? }),
        v1::CommitReason::Cover => Ok(AfterCommit::Covered),
        v1::CommitReason::MaxRounds => Ok(AfterCommit::Stopped { by: Stop::MaxRounds }),
        v1::CommitReason::PotCap => Ok(AfterCommit::Stopped { by: Stop::PotCap }),
        v1::CommitReason::Unspecified => odd("an unknown reason to commit"),
    }
}

fn award_reason(of: v1::AwardReason) -> Read<AwardReason> {
    match of {
        v1::AwardReason::Folded => Ok(AwardReason::Folded),
        v1::AwardReason::OthersLeft => Ok(AwardReason::OthersLeft),
        v1::AwardReason::See => Ok(AwardReason::See),
        v1::AwardReason::StandOff => Ok(AwardReason::StandOff),
        v1::AwardReason::MaxRounds => Ok(AwardReason::MaxRounds),
        v1::AwardReason::PotCap => Ok(AwardReason::PotCap),
        v1::AwardReason::Cover => Ok(AwardReason::Cover),
        v1::AwardReason::NoNextHand => Ok(AwardReason::NoNextHand),
        v1::AwardReason::SetWon => Ok(AwardReason::SetWon),
        v1::AwardReason::SetTied => Ok(AwardReason::SetTied),
        v1::AwardReason::AllSets => Ok(AwardReason::AllSets),
        v1::AwardReason::MostSets => Ok(AwardReason::MostSets),
        v1::AwardReason::LastOneIn => Ok(AwardReason::LastOneIn),
        v1::AwardReason::GameWon => Ok(AwardReason::GameWon),
        v1::AwardReason::BestHand => Ok(AwardReason::BestHand),
        v1::AwardReason::Elder => Ok(AwardReason::Elder),
        v1::AwardReason::Uncontested => Ok(AwardReason::Uncontested),
        v1::AwardReason::BestCard => Ok(AwardReason::BestCard),
        v1::AwardReason::Unchallenged => Ok(AwardReason::Unchallenged),
        v1::AwardReason::Conceded => Ok(AwardReason::Conceded),
        v1::AwardReason::Excess => Ok(AwardReason::Excess),
        v1::AwardReason::Returned => Ok(AwardReason::Returned),
        v1::AwardReason::ThirtyOne => Ok(AwardReason::ThirtyOne),
        v1::AwardReason::Nearest => Ok(AwardReason::Nearest),
        v1::AwardReason::Unspecified => odd("an unknown reason to pay"),
    }
}
