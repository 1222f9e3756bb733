//! The facts of a hand, for one viewer.

use super::arrange_fact::arrange_fact;
use super::bus_fact::bus_fact;
use super::classic_fact::classic_fact;
use super::equalised_fact::equalised_fact;
use super::{card, chips, hidden, phase, seat, seat_turn, which};
use brag_contract::v1::{self, event::Fact as Wire};
use brag_rules::act::Which;
use brag_rules::card::{Cards, MAX_HAND};
use brag_rules::fact::{AwardReason, Fact, FoldReason, ThrowReason};
use brag_rules::hand::{AfterCommit, Phase, Stop};
use brag_rules::rank::Class;
use brag_table::event::{Event, Handle};
use brag_table::view::{self, Viewer};

/// The category of a hand.
pub fn hand_class(class: Class) -> v1::HandClass {
    match class {
        Class::Prial => v1::HandClass::Prial,
        Class::RunningFlush => v1::HandClass::RunningFlush,
        Class::Run => v1::HandClass::Run,
        Class::Flush => v1::HandClass::Flush,
        Class::Pair => v1::HandClass::Pair,
        Class::HighCard => v1::HandClass::HighCard,
        Class::Digits => v1::HandClass::Digits,
        Class::Single => v1::HandClass::Single,
        Class::Four => v1::HandClass::Four,
    }
}

/// `handles` are the names of cards that came from the pack.
pub(super) fn hand_fact(event: &Event, fact: &Fact, handles: &[Handle], viewer: Viewer) -> Wire {
    match fact {
        Fact::Classic(fact) => classic_fact(fact, handles),
        Fact::Equalised(fact) => equalised_fact(event, fact, handles, viewer),
        Fact::HandStarted { hand, dealer, dealt_in, carried, stake } => Wire::HandStarted(v1::HandStarted {
            hand: *hand,
            dealer: dealer.number().into(),
            dealt_in: dealt_in.iter().map(|seat| seat.number().into()).collect(),
            carried: chips(*carried),
            stake: chips(*stake),
        }),
        Fact::AntesPaid { each, pot } => {
            Wire::AntesPaid(v1::AntesPaid { each: chips(*each), pot: chips(*pot) })
        }
        Fact::PackPrepared { order } | Fact::PackShuffled { order } => {
            Wire::PackPrepared(v1::PackPrepared { cards: order.len() as u32 })
        }
        Fact::PackCut { at, by } => Wire::PackCut(v1::PackCut { at: (*at).into(), by: seat(*by) }),
        Fact::TurnPassed { to, phase: asked } => {
            let turn = |seat| seat_turn(seat, event.deadline, event.time);
            turn_began(to.iter().map(turn).collect(), *asked)
        }
        Fact::Looked { seat, which: hand, cards } => Wire::Looked(v1::Looked {
            seat: seat.number().into(),
            which: which(*hand).into(),
            cards: match view::looked_cards(event, viewer) {
                Some(cards) => cards.iter().map(card).collect(),
                None => hidden(cards.len()),
            },
        }),
        Fact::Discarded { seat, places, cards } => Wire::Discarded(v1::Discarded {
            seat: seat.number().into(),
            places: (0..MAX_HAND as u32).filter(|place| places >> place & 1 == 1).collect(),
            cards: match view::discarded_cards(event, viewer) {
                Some(cards) => cards.iter().map(card).collect(),
                None => hidden(cards.len()),
            },
        }),
        Fact::Folded { seat, reason } => {
            Wire::Folded(v1::Folded { seat: seat.number().into(), reason: fold_reason(*reason).into() })
        }
        Fact::BetMade { seat, amount, blind, stake, stack, pot } => Wire::BetMade(v1::BetMade {
            seat: seat.number().into(),
            amount: chips(*amount),
            blind: *blind,
            stake: chips(*stake),
            stack: chips(*stack),
            pot: chips(*pot),
        }),
        Fact::SeePaid { seer, seen, amount, stack, pot } => Wire::SeePaid(v1::SeePaid {
            seer: seer.number().into(),
            seen: seen.number().into(),
            amount: chips(*amount),
            stack: chips(*stack),
            pot: chips(*pot),
        }),
        Fact::Covered { seat, amount, pot } => Wire::Covered(v1::Covered {
            seat: seat.number().into(),
            amount: chips(*amount),
            pot: chips(*pot),
        }),
        Fact::ExcessMoved { seat, amount, covered_pot, pot } => Wire::ExcessMoved(v1::ExcessMoved {
            seat: seat.number().into(),
            amount: chips(*amount),
            covered_pot: chips(*covered_pot),
            pot: chips(*pot),
        }),
        Fact::HandThrown { seat, thrown, reason } => {
            let reason = match reason {
                ThrowReason::Kept => v1::ThrowReason::Kept,
                ThrowReason::Thrown => v1::ThrowReason::Thrown,
                ThrowReason::Committed => v1::ThrowReason::Committed,
            };
            Wire::HandThrown(v1::HandThrown {
                seat: seat.number().into(),
                thrown: which(Some(*thrown)).into(),
                reason: reason.into(),
            })
        }
        Fact::BettingStopped { by } => {
            let by = match by {
                Stop::MaxRounds => v1::StopReason::MaxRounds,
                Stop::PotCap => v1::StopReason::PotCap,
            };
            Wire::BettingStopped(v1::BettingStopped { by: by.into() })
        }
        Fact::CardTurned { card: turned } => Wire::CardTurned(v1::CardTurned { card: card(*turned) }),
        Fact::SideshowAsked { asker, asked, amount, stack, pot } => Wire::SideshowAsked(v1::SideshowAsked {
            asker: asker.number().into(),
            asked: asked.number().into(),
            amount: chips(*amount),
            stack: chips(*stack),
            pot: chips(*pot),
        }),
        Fact::SideshowAccepted { asker, asked, of_asker, of_asked } => {
            let seen = |count, cards: Option<&Cards>| match cards {
                Some(cards) => cards.iter().map(card).collect(),
                None => hidden(count),
            };
            let compared = view::compared_cards(event, viewer);
            Wire::SideshowAccepted(v1::SideshowAccepted {
                asker: asker.number().into(),
                asked: asked.number().into(),
                asker_cards: seen(of_asker.len(), compared.as_ref().map(|(asker, _)| asker)),
                asked_cards: seen(of_asked.len(), compared.as_ref().map(|(_, asked)| asked)),
            })
        }
        Fact::SideshowRefused { asker, asked } => Wire::SideshowRefused(v1::SideshowRefused {
            asker: asker.number().into(),
            asked: asked.number().into(),
        }),
        Fact::HandShown { seat, cards, class, index } => Wire::HandShown(v1::HandShown {
            seat: seat.number().into(),
            cards: cards.iter().map(card).collect(),
            hand_class: hand_class(*class).into(),
            strength: (*index).into(),
        }),
        Fact::PotAwarded { pot, seat, amount, sharers, stack, reason } => Wire::PotAwarded(v1::PotAwarded {
            pot: (*pot).into(),
            seat: seat.number().into(),
            amount: chips(*amount),
            sharers: (*sharers).into(),
            stack: chips(*stack),
            reason: award_reason(*reason).into(),
        }),
        Fact::PotCarried { winner, amount } => {
            Wire::PotCarried(v1::PotCarried { winner: seat(*winner), amount: chips(*amount) })
        }
        Fact::Retained { seat, keeps, which: hand } => Wire::Retained(v1::Retained {
            seat: seat.number().into(),
            keeps: *keeps,
            which: which(*hand).into(),
        }),
        Fact::HandEnded { order, prial_hand, prial_shown } => Wire::HandEnded(v1::HandEnded {
            order: order.iter().map(|seat| seat.number().into()).collect(),
            prial_hand: *prial_hand,
            prial_shown: *prial_shown,
        }),
        Fact::RetainedThrown { seat } => {
            Wire::RetainedThrown(v1::RetainedThrown { seat: seat.number().into() })
        }
        Fact::Refunded { seat, amount, stack } => Wire::Refunded(v1::Refunded {
            seat: seat.number().into(),
            amount: chips(*amount),
            stack: chips(*stack),
        }),
        Fact::Bus(fact) => bus_fact(fact),
        Fact::HandVoided => Wire::HandVoided(v1::HandVoided {}),
        Fact::WaitingPotShared { pot, seat, amount, stack } => Wire::WaitingPotShared(v1::WaitingPotShared {
            seat: seat.number().into(),
            amount: chips(*amount),
            stack: chips(*stack),
            pot: (*pot).into(),
        }),
        Fact::ChipsAdded { seat, amount, stack } => Wire::ChipsAdded(v1::ChipsAdded {
            seat: seat.number().into(),
            amount: chips(*amount),
            stack: chips(*stack),
        }),
        Fact::TopUpWaits { seat, amount, waiting } => Wire::TopUpWaits(v1::TopUpWaits {
            seat: seat.number().into(),
            amount: chips(*amount),
            waiting: chips(*waiting),
        }),
        Fact::TopUpCounted { seat, amount, stack } => Wire::TopUpCounted(v1::TopUpCounted {
            seat: seat.number().into(),
            amount: chips(*amount),
            stack: chips(*stack),
        }),
        Fact::ChipsRemoved { seat, amount } => {
            Wire::ChipsRemoved(v1::ChipsRemoved { seat: seat.number().into(), amount: chips(*amount) })
        }
        Fact::Arrange(fact) => arrange_fact(event, fact, viewer),
        // The table deals and gathers under its own names, which carry the cards' public handles.
        Fact::Dealt { .. } | Fact::Gathered { .. } => {
            unreachable!("named-by-the-table: the deal and the gather are facts of the table")
        }
    }
}

/// Who is to act, each with his deadline, and what they are asked.
pub(super) fn turn_began(to_act: Vec<v1::SeatTurn>, asked: Phase) -> Wire {
    let looked = match asked {
        Phase::DecideHand { looked } => Some(looked),
        _ => None::<Which>,
    };
    let (commit_reason, seer) = match asked {
        Phase::CommitHand { then: AfterCommit::Betting } => (v1::CommitReason::Betting, None),
        Phase::CommitHand { then: AfterCommit::See { seer } } => (v1::CommitReason::See, Some(seer)),
        Phase::CommitHand { then: AfterCommit::Covered } => (v1::CommitReason::Cover, None),
        Phase::CommitHand { then: AfterCommit::Stopped { by: Stop::MaxRounds } } => {
            (v1::CommitReason::MaxRounds, None)
        }
        Phase::CommitHand { then: AfterCommit::Stopped { by: Stop::PotCap } } => {
            (v1::CommitReason::PotCap, None)
        }
        _ => (v1::CommitReason::Unspecified, None),
    };
    Wire::TurnBegan(v1::TurnBegan {
        phase: phase(asked).into(),
        to_act,
        looked: which(looked).into(),
        commit_reason: commit_reason.into(),
        seer: seat(seer),
        asker: match asked {
            Phase::SideshowPending { asker } => asker.number().into(),
            _ => 0,
        },
        set: match asked {
            Phase::SetBetting { set } => u32::from(set) + 1,
            _ => 0,
        },
    })
}

/// Why a hand was given up.
pub(super) fn fold_reason(reason: FoldReason) -> v1::FoldReason {
    match reason {
        FoldReason::Asked => v1::FoldReason::Asked,
        FoldReason::TimedOut => v1::FoldReason::TimedOut,
        FoldReason::Left => v1::FoldReason::Left,
        FoldReason::Beaten => v1::FoldReason::Beaten,
        FoldReason::Passed => v1::FoldReason::Passed,
    }
}

fn award_reason(reason: AwardReason) -> v1::AwardReason {
    match reason {
        AwardReason::Folded => v1::AwardReason::Folded,
        AwardReason::OthersLeft => v1::AwardReason::OthersLeft,
        AwardReason::See => v1::AwardReason::See,
        AwardReason::StandOff => v1::AwardReason::StandOff,
        AwardReason::MaxRounds => v1::AwardReason::MaxRounds,
        AwardReason::PotCap => v1::AwardReason::PotCap,
        AwardReason::Cover => v1::AwardReason::Cover,
        AwardReason::NoNextHand => v1::AwardReason::NoNextHand,
        AwardReason::SetWon => v1::AwardReason::SetWon,
        AwardReason::SetTied => v1::AwardReason::SetTied,
        AwardReason::AllSets => v1::AwardReason::AllSets,
        AwardReason::MostSets => v1::AwardReason::MostSets,
        AwardReason::LastOneIn => v1::AwardReason::LastOneIn,
        AwardReason::GameWon => v1::AwardReason::GameWon,
        AwardReason::BestHand => v1::AwardReason::BestHand,
        AwardReason::Elder => v1::AwardReason::Elder,
        AwardReason::Uncontested => v1::AwardReason::Uncontested,
        AwardReason::BestCard => v1::AwardReason::BestCard,
        AwardReason::Unchallenged => v1::AwardReason::Unchallenged,
        AwardReason::Conceded => v1::AwardReason::Conceded,
        AwardReason::Excess => v1::AwardReason::Excess,
        AwardReason::Returned => v1::AwardReason::Returned,
        AwardReason::ThirtyOne => v1::AwardReason::ThirtyOne,
        AwardReason::Nearest => v1::AwardReason::Nearest,
    }
}
