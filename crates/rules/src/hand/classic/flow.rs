//! What an act leads to in the classic game: the stakes, the best card, the brag; leaving, time-outs.

use super::super::{Draft, Phase, Surroundings, showdown};
use super::{Classic, Fact, HowBet, Kind, POTS, Word, thirty_one};
use crate::Chips;
use crate::act::Act;
use crate::card::Card;
use crate::fact::{self, AwardReason, FoldReason};
use crate::options::{NoBrag, TieRule};
use crate::seat::{Seat, SeatOrder, Seats};
use std::cmp::Ordering;

/// Everybody lays three stakes before the deal.
pub(in super::super) fn lay_stakes<S: Surroundings>(d: &mut Draft<'_, S>) {
    let each = d.rules.classic.stake;
    let laid = each * d.hand.dealt_in.len() as Chips;
    let mut pots = [laid; POTS];
    for (pot, there) in pots.iter_mut().zip(d.hand.pots()) {
        *pot += there.amount;
    }
    emit(d, Fact::StakesLaid { each, pots });
}

/// The cards are dealt: the third of each lies face up, the highest of them wins its pot, and the eldest is asked for a
/// brag.
pub(in super::super) fn open<S: Surroundings>(d: &mut Draft<'_, S>) {
    let order: SeatOrder = d.hand.from_dealers_left(d.hand.active()).collect();
    let up = |seat| d.hand.face_up(seat).map(|card| (seat, card));
    let cards: Box<[(Seat, Card)]> = order.iter().filter_map(up).collect();
    let mut best: Option<(Seat, Card)> = None;
    for &(seat, card) in &cards {
        if best.is_none_or(|(_, so_far)| worth(card) > worth(so_far)) {
            best = Some((seat, card));
        }
    }
    emit(d, Fact::CardsTurnedUp { cards });
    if let Some((seat, _)) = best {
        showdown::award_pot(d, Kind::BestCard.index(), Seats::only(seat), AwardReason::BestCard);
    }
    offer(d);
}

/// By rank, ace high, the ace of diamonds above the others.
fn worth(card: Card) -> (u8, bool) {
    const ACE: u8 = 12;
    const DIAMONDS: u8 = 1;
    (card.rank(), card.rank() == ACE && card.suit() == DIAMONDS)
}

/// Does what the player asked for; it was checked.
pub(in super::super) fn act<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, act: &Act) {
    match *act {
        Act::Pass => pass(d, seat),
        Act::Brag(amount) => {
            pay(d, seat, HowBet::Brag, amount, amount);
            challenge(d);
        }
        Act::Decline => decline(d, seat),
        Act::Challenge(amount) => challenged(d, seat, amount),
        Act::Concede => concede(d, seat),
        Act::Bet(amount) => {
            pay(d, seat, HowBet::Bet, amount, amount);
            ask_rival(d, seat);
        }
        Act::See(_) => {
            pay(d, seat, HowBet::See, d.hand.stake, d.hand.stake);
            compare(d, seat, seen_wins_ties(d));
        }
        Act::Cover(_) => {
            let amount = d.hand.player(seat).stack;
            pay(d, seat, HowBet::Cover, amount, d.hand.stake);
            compare(d, seat, Ties::AgainstHim(AwardReason::Cover));
        }
        Act::Draw(_) => thirty_one::draw(d, seat),
        Act::Exchange(card) => thirty_one::exchange(d, seat, card),
        Act::Stand => thirty_one::stand(d, seat),
        _ => unreachable!("acts-are-checked: {act:?} is no act of the classic game"),
    }
}

/// The passive action of each question.
pub(in super::super) fn time_out<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    match d.hand.phase {
        Phase::Offer => pass(d, seat),
        Phase::Challenge => decline(d, seat),
        Phase::Rivalry => concede(d, seat),
        Phase::ThirtyOne => thirty_one::stand(d, seat),
        _ => {}
    }
}

/// A player leaves during the hand: what he has laid stays, and nothing of it can be his any more.
pub(in super::super) fn leave<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if !d.hand.active().contains(seat) {
        return;
    }
    let phase = d.hand.phase;
    let asked = d.hand.to_act.contains(seat);
    let bragged = d.hand.classic().is_some_and(|classic| classic.bragger == Some(seat));
    let rival = d.hand.classic().and_then(|classic| is_rival(classic, seat).then(|| classic.rival(seat))?);
    d.emit(fact::Fact::Folded { seat, reason: FoldReason::Left });
    if let Some(last) = d.hand.active().single() {
        for kind in Kind::ALL {
            let open = d.hand.classic().is_some_and(|classic| !classic.waits[kind.index()]);
            if open && d.hand.pots()[kind.index()].amount > 0 {
                showdown::award_pot(d, kind.index(), Seats::only(last), AwardReason::OthersLeft);
            }
        }
        return thirty_one::finish(d);
    }
    match (phase, rival) {
        (Phase::Rivalry, Some(rival)) => {
            showdown::award_pot(d, Kind::Brag.index(), Seats::only(rival), AwardReason::OthersLeft);
            thirty_one::open(d);
        }
        (Phase::Challenge, _) if bragged => offer(d),
        (Phase::Offer, _) if asked => offer(d),
        (Phase::Challenge, _) if asked => challenge(d),
        (Phase::ThirtyOne, _) if asked => thirty_one::ask(d),
        _ => {}
    }
}

fn is_rival(classic: &Classic, seat: Seat) -> bool {
    [classic.bragger, classic.challenger].contains(&Some(seat))
}

/// From the eldest, each is asked once for a brag.
fn offer<S: Surroundings>(d: &mut Draft<'_, S>) {
    let offered = d.hand.classic().map_or(Seats::NONE, |classic| classic.offered);
    match d.hand.from_dealers_left(d.hand.active().minus(offered)).next() {
        Some(next) => d.ask(next, Phase::Offer),
        None => nobody_bragged(d),
    }
}

fn pass<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    emit(d, Fact::Said { seat, word: Word::Pass });
    offer(d);
}

/// From the eldest, each but the bragger is asked for a challenge, until somebody does.
fn challenge<S: Surroundings>(d: &mut Draft<'_, S>) {
    let Some(classic) = d.hand.classic() else { return };
    let (bragger, declined) = (classic.bragger, classic.declined);
    let others = bragger.into_iter().fold(d.hand.active().minus(declined), Seats::without);
    if let Some(next) = d.hand.from_dealers_left(others).next() {
        return d.ask(next, Phase::Challenge);
    }
    if let Some(bragger) = bragger {
        showdown::award_pot(d, Kind::Brag.index(), Seats::only(bragger), AwardReason::Unchallenged);
    }
    thirty_one::open(d);
}

fn decline<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    emit(d, Fact::Said { seat, word: Word::Decline });
    challenge(d);
}

/// With as much as was bragged or more he is a rival. With less, all that he has, what was bragged above it goes back, and
/// both hands are compared at once.
fn challenged<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, amount: Chips) {
    let bragged = d.hand.stake;
    pay(d, seat, HowBet::Challenge, amount, amount);
    let Some(bragger) = d.hand.classic().and_then(|classic| classic.bragger) else { return };
    if amount >= bragged {
        return d.ask(bragger, Phase::Rivalry);
    }
    let (pot, back) = (Kind::Brag.index() as u8, bragged - amount);
    let stack = d.hand.player(bragger).stack + back;
    let reason = AwardReason::Excess;
    d.emit(fact::Fact::PotAwarded { pot, seat: bragger, amount: back, sharers: 1, stack, reason });
    compare(d, seat, Ties::AgainstHim(AwardReason::See));
}

fn ask_rival<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if let Some(rival) = d.hand.classic().and_then(|classic| classic.rival(seat)) {
        d.ask(rival, Phase::Rivalry);
    }
}

fn concede<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    emit(d, Fact::Said { seat, word: Word::Concede });
    if let Some(rival) = d.hand.classic().and_then(|classic| classic.rival(seat)) {
        showdown::award_pot(d, Kind::Brag.index(), Seats::only(rival), AwardReason::Conceded);
    }
    thirty_one::open(d);
}

/// Who wins of two equal hands.
enum Ties {
    /// The other one, whoever is the elder; the better hand wins for that reason.
    AgainstHim(AwardReason),
    /// The elder of the two.
    Elder,
}

/// At a see equal hands are the elder's, or go against who paid to see.
fn seen_wins_ties<S>(d: &Draft<'_, S>) -> Ties {
    match d.rules.tie_rule {
        TieRule::ElderWins => Ties::Elder,
        TieRule::SeerLoses | TieRule::Split => Ties::AgainstHim(AwardReason::See),
    }
}

/// Both hands are shown, and the better one takes the pot of the brag.
fn compare<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, ties: Ties) {
    let Some(rival) = d.hand.classic().and_then(|classic| classic.rival(seat)) else { return };
    let elder = d.hand.from_dealers_left(Seats::only(seat).with(rival)).next();
    let (winner, reason) = match (showdown::compare(d, seat, rival), ties) {
        (Ordering::Greater, Ties::AgainstHim(reason)) => (seat, reason),
        (Ordering::Less, Ties::AgainstHim(reason)) => (rival, reason),
        (Ordering::Greater, Ties::Elder) => (seat, AwardReason::See),
        (Ordering::Less, Ties::Elder) => (rival, AwardReason::See),
        (Ordering::Equal, Ties::AgainstHim(AwardReason::Cover)) => (rival, AwardReason::Cover),
        (Ordering::Equal, Ties::AgainstHim(_)) => (rival, AwardReason::StandOff),
        (Ordering::Equal, Ties::Elder) => (elder.unwrap_or(rival), AwardReason::Elder),
    };
    showdown::show(d, rival);
    showdown::show(d, seat);
    showdown::award_pot(d, Kind::Brag.index(), Seats::only(winner), reason);
    thirty_one::open(d);
}

/// Everybody has passed (`no_brag`): the pot waits, the best hand takes it, or each has his stake back.
fn nobody_bragged<S: Surroundings>(d: &mut Draft<'_, S>) {
    let pot = Kind::Brag.index();
    match d.rules.classic.no_brag {
        NoBrag::Carry => {}
        NoBrag::BestHand => {
            let order: SeatOrder = d.hand.from_dealers_left(d.hand.active()).collect();
            let mut best = Seats::NONE;
            for seat in order.iter() {
                match best.first().map(|leader| showdown::compare(d, seat, leader)) {
                    None | Some(Ordering::Greater) => best = Seats::only(seat),
                    Some(Ordering::Equal) => best = best.with(seat),
                    Some(Ordering::Less) => {}
                }
            }
            let reason = if best.len() > 1 { AwardReason::Elder } else { AwardReason::BestHand };
            let elder = d.hand.from_dealers_left(best).next();
            order.iter().for_each(|seat| showdown::show(d, seat));
            if let Some(winner) = elder {
                showdown::award_pot(d, pot, Seats::only(winner), reason);
            }
        }
        NoBrag::Refund => {
            let (amount, reason) = (d.rules.classic.stake, AwardReason::Returned);
            let order: SeatOrder = d.hand.from_dealers_left(d.hand.active()).collect();
            for seat in order.iter() {
                let stack = d.hand.player(seat).stack + amount;
                d.emit(fact::Fact::PotAwarded { pot: pot as u8, seat, amount, sharers: 1, stack, reason });
            }
        }
    }
    let amount = d.hand.pots()[pot].amount;
    if amount > 0 {
        emit(d, Fact::PotWaits { pot: Kind::Brag, amount });
    }
    thirty_one::open(d);
}

fn pay<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, how: HowBet, amount: Chips, stake: Chips) {
    let stack = d.hand.player(seat).stack - amount;
    let pot = d.hand.pots()[Kind::Brag.index()].amount + amount;
    emit(d, Fact::BetMade { seat, how, amount, stake, stack, pot });
}

pub(super) fn emit<S: Surroundings>(d: &mut Draft<'_, S>, fact: Fact) {
    d.emit(fact::Fact::Classic(fact));
}
