//! What follows from what: the deal, an act, a time-out, a player who leaves, and the end of the betting.
//!
//! Every function takes a [`Draft`] and emits facts until the hand waits for a person again. Whoever calls
//! [`act`] has asked [`Hand::check`] first.

use super::arrange;
use super::blind;
use super::bus;
use super::classic;
use super::equalised;
use super::showdown;
use super::sideshow;
use super::{AfterCommit, Draft, Hand, Phase, Standing, Stop, Surroundings};
use crate::Chips;
use crate::act::{Act, Keeping, Which};
use crate::card::Cards;
use crate::fact::{AwardReason, Fact, FoldReason, ThrowReason};
use crate::options::{Rules, ShortStack, TwoHandRule};
use crate::seat::{Seat, SeatOrder, Seats};
use crate::variant::Machine;

/// Opens a hand and takes the antes (3.2). The caller shuffles next, and then calls [`cut_or_deal`].
pub fn start<S: Surroundings>(d: &mut Draft<'_, S>, dealer: Seat, dealt_in: Seats, ante: Chips) {
    let (hand, carried) = (d.hand.number + 1, d.hand.carried);
    let stake = match d.rules.machine() {
        Machine::Bet => d.rules.min_stake,
        // Nobody has bet yet.
        Machine::Arrange | Machine::Bus | Machine::Equalised | Machine::Classic => 0,
    };
    d.emit(Fact::HandStarted { hand, dealer, dealt_in, carried, stake });
    if ante > 0 {
        let pot = carried + ante * dealt_in.len() as Chips;
        d.emit(Fact::AntesPaid { each: ante, pot });
    }
    match d.rules.machine() {
        Machine::Bet => {}
        Machine::Arrange => arrange::start(d),
        Machine::Bus => bus::start(d),
        Machine::Equalised => equalised::flow::dealer_stakes(d, dealer),
        Machine::Classic => classic::flow::lay_stakes(d),
    }
}

/// How the pack is cut before a deal (3.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutPlan {
    /// Not at all.
    None,
    /// Where the engine says.
    Engine,
    /// By the player on the dealer's right.
    Player,
}

/// Cuts and deals; with [`CutPlan::Player`] it waits for the cut first.
pub fn cut_or_deal<S: Surroundings>(d: &mut Draft<'_, S>, cut: CutPlan) {
    match cut {
        CutPlan::None => deal(d),
        CutPlan::Engine => engine_cuts(d),
        CutPlan::Player => {
            let dealer = d.hand.dealer.unwrap_or(Seat::LAST);
            let cutter = d.hand.dealt_in.without(dealer).next_before(dealer).unwrap_or(dealer);
            d.ask(cutter, Phase::Cut);
        }
    }
}

fn engine_cuts<S: Surroundings>(d: &mut Draft<'_, S>) {
    let at = d.around.cut_point(d.hand.pack.len() as u8);
    d.emit(Fact::PackCut { at, by: None });
    deal(d);
}

fn deal<S: Surroundings>(d: &mut Draft<'_, S>) {
    if d.rules.turns_card() {
        let card = d.hand.pack.get(0).expect("cards-suffice: max_players bounds the deal");
        d.emit(Fact::CardTurned { card });
    }
    if d.rules.machine() == Machine::Arrange {
        arrange::before_deal(d);
    }
    d.emit(Fact::Dealt { each: d.rules.cards_each });
    match d.rules.machine() {
        Machine::Bet => open(d),
        Machine::Arrange => arrange::dealt(d),
        Machine::Bus => bus::open(d),
        Machine::Equalised => equalised::flow::open(d),
        Machine::Classic => classic::flow::open(d),
    }
}

/// The cards are dealt: the betting opens, unless a holder of two hands commits himself first (3.9).
fn open<S: Surroundings>(d: &mut Draft<'_, S>) {
    match d.hand.two_hand_holder() {
        Some(holder) if d.rules.two_hand_rule == TwoHandRule::CommitFirst => {
            let then = AfterCommit::Betting;
            d.ask(holder, Phase::CommitHand { then });
        }
        _ => open_betting(d),
    }
}

/// The eldest hand bets first (3.4).
pub(super) fn open_betting<S: Surroundings>(d: &mut Draft<'_, S>) {
    let dealer = d.hand.dealer.unwrap_or(Seat::LAST);
    pass_turn_after(d, dealer, AwardReason::Folded);
}

/// Does what the player asked for; it was checked.
pub fn act<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, act: &Act) {
    match (act, d.rules.machine()) {
        (Act::Cut(at), _) => {
            d.emit(Fact::PackCut { at: *at, by: Some(seat) });
            deal(d);
        }
        (act, Machine::Bet) => act_in_betting(d, seat, act),
        (act, Machine::Arrange) => arrange::act(d, seat, act),
        (act, Machine::Bus) => bus::act(d, seat, act),
        (act, Machine::Equalised) => equalised::flow::act(d, seat, act),
        (act, Machine::Classic) => classic::flow::act(d, seat, act),
    }
}

pub(super) fn act_in_betting<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, act: &Act) {
    match *act {
        Act::Look(which) => blind::look(d, seat, which),
        Act::Discard(cards) => discard(d, seat, &cards),
        Act::Fold => fold(d, seat, FoldReason::Asked),
        Act::Bet(amount) => bet(d, seat, amount),
        Act::See(which) => see(d, seat, which),
        Act::Cover(which) => cover(d, seat, which),
        Act::Keep => blind::keep(d, seat),
        Act::Throw => blind::throw(d, seat),
        Act::Commit(which) => blind::commit(d, seat, which),
        Act::Retain(keeping) => blind::retain(d, seat, keeping),
        Act::Sideshow => sideshow::ask(d, seat),
        Act::Accept => sideshow::accept(d, seat),
        Act::Refuse => sideshow::refuse(d, seat),
        _ => unreachable!("acts-are-checked: {act:?} is no act of brag betting"),
    }
}

/// Does for the player to act what the rules do when his time is up: the passive action of 1.8.
pub fn time_out<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    match (d.hand.phase, d.rules.machine()) {
        (Phase::Cut, _) => engine_cuts(d),
        (_, Machine::Bet) => time_out_in_betting(d, seat),
        (_, Machine::Arrange) => arrange::time_out(d, seat),
        (_, Machine::Bus) => bus::time_out(d, seat),
        (_, Machine::Equalised) => equalised::flow::time_out(d, seat),
        (_, Machine::Classic) => classic::flow::time_out(d, seat),
    }
}

pub(super) fn time_out_in_betting<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    match d.hand.phase {
        Phase::Betting | Phase::SetBetting { .. } => {
            let free_cover = d.hand.legal(d.rules, seat).cover == Some(0);
            if free_cover {
                let which = d.hand.must_commit(d.rules, seat).then_some(Which::Old);
                cover(d, seat, which);
            } else {
                fold(d, seat, FoldReason::TimedOut);
            }
        }
        Phase::DecideHand { .. } => blind::fold_undecided(d, seat, FoldReason::TimedOut),
        Phase::SideshowPending { .. } => sideshow::refuse(d, seat),
        Phase::CommitHand { .. } => blind::commit(d, seat, Which::Old),
        Phase::Retain => {
            let two = d.hand.player(seat).two_hands();
            blind::retain(d, seat, if two { Keeping::Hand(Which::Old) } else { Keeping::Yes });
        }
        _ => {}
    }
}

/// A player leaves during the hand (3.11): his hand is given up, his chips stay in the pot.
pub fn leave<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    match d.rules.machine() {
        Machine::Bet => leave_in_betting(d, seat),
        Machine::Arrange => arrange::leave(d, seat),
        Machine::Bus => bus::leave(d, seat),
        Machine::Equalised => equalised::flow::leave(d, seat),
        Machine::Classic => classic::flow::leave(d, seat),
    }
}

/// A player leaves between hands, and with him what he had in a game of several deals (V6B, V8).
pub fn leave_between<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    match d.rules.machine() {
        Machine::Bet | Machine::Equalised | Machine::Classic => {}
        Machine::Arrange => arrange::crash::leave_between(d, seat),
        Machine::Bus => bus::leave_between(d, seat),
    }
}

/// The session ends between hands: a game of several deals that is in progress is broken off, and those `there` get back
/// what lies in it (3.13).
pub fn break_off<S: Surroundings>(d: &mut Draft<'_, S>, there: Seats) {
    match d.rules.machine() {
        Machine::Bet | Machine::Equalised | Machine::Classic => {}
        Machine::Arrange => arrange::crash::break_off(d),
        Machine::Bus => bus::break_off(d, there),
    }
}

fn leave_in_betting<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if d.hand.phase == Phase::Retain && d.hand.to_act.contains(seat) {
        return blind::leave_retain(d, seat);
    }
    if d.hand.player(seat).standing != Standing::In {
        return;
    }
    match d.hand.phase {
        Phase::Cut => leave_cut(d, seat),
        Phase::DecideHand { .. } if d.hand.to_act.contains(seat) => {
            blind::fold_undecided(d, seat, FoldReason::Left);
        }
        Phase::SideshowPending { .. } => sideshow::leave(d, seat),
        Phase::CommitHand { .. } if d.hand.active().len() == 1 => blind::commit(d, seat, Which::Old),
        _ => fold(d, seat, FoldReason::Left),
    }
}

fn leave_cut<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    let was_to_cut = d.hand.to_act.contains(seat);
    d.emit(Fact::Folded { seat, reason: FoldReason::Left });
    match d.hand.active().single() {
        Some(last) => win_unshown(d, last, AwardReason::OthersLeft),
        None if was_to_cut => engine_cuts(d),
        None => {}
    }
}

/// He throws these cards of his, in the order dealt whatever the order in which he names them. The turn stays
/// where it is.
fn discard<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, named: &Cards) {
    let hand = d.hand.player(seat).hand;
    let thrown = || hand.iter().enumerate().filter(|&(_, card)| named.contains(card));
    let places = thrown().map(|(place, _)| 1 << place).sum();
    d.emit(Fact::Discarded { seat, places, cards: thrown().map(|(_, card)| card).collect() });
}

pub(super) fn fold<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, reason: FoldReason) {
    d.emit(match arrange::set_in_play(d.hand) {
        None => Fact::Folded { seat, reason },
        Some(set) => Fact::Arrange(arrange::Fact::SetFolded { seat, set, reason }),
    });
    after_fold(d, seat, reason);
}

/// What the last player wins by when somebody gave up for that reason.
pub(super) fn won_by(reason: FoldReason) -> AwardReason {
    if reason == FoldReason::Left { AwardReason::OthersLeft } else { AwardReason::Folded }
}

/// What a fold leads to, in turn or out of it.
pub(super) fn after_fold<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, reason: FoldReason) {
    let won_by = won_by(reason);
    match d.hand.phase {
        // Whoever decides about two hands does so before anything else follows (3.11).
        Phase::DecideHand { .. } if !d.hand.to_act.contains(seat) => {}
        Phase::CommitHand { then } => blind::left_while_committing(d, seat, then, won_by),
        _ if d.hand.active().len() == 1 || d.hand.to_act.contains(seat) => pass_turn(d, won_by),
        _ => {}
    }
}

fn bet<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, amount: Chips) {
    let player = d.hand.player(seat);
    let blind = !player.open;
    let stake = match blind {
        false => amount,
        true if amount == d.hand.price(seat) => d.hand.stake,
        true => 2 * amount,
    };
    let (stack, pot) = (player.stack - amount, d.hand.newest_pot() + amount);
    d.emit(Fact::BetMade { seat, amount, blind, stake, stack, pot });
    if !stop_at_cap(d) {
        pass_turn(d, AwardReason::Folded);
    }
}

fn see<S: Surroundings>(d: &mut Draft<'_, S>, seer: Seat, which: Option<Which>) {
    throw_other(d, seer, which);
    let seen = d.hand.opponent(seer).expect("see-needs-two: check counted the active players");
    let amount = d.hand.see_cost(d.rules, seer);
    let (stack, pot) = (d.hand.player(seer).stack - amount, d.hand.newest_pot() + amount);
    d.emit(Fact::SeePaid { seer, seen, amount, stack, pot });
    if d.hand.must_commit(d.rules, seen) {
        let phase = Phase::CommitHand { then: AfterCommit::See { seer } };
        d.ask(seen, phase);
    } else {
        showdown::see(d, seer, seen);
    }
}

fn cover<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, which: Option<Which>) {
    throw_other(d, seat, which);
    let amount = d.hand.player(seat).stack;
    let excess = excess_beyond(d.hand, d.rules, seat, amount);
    d.emit(Fact::Covered { seat, amount, pot: d.hand.newest_pot() + amount });
    for (seat, amount) in excess {
        let [.., covered, newest] = *d.hand.pots() else {
            unreachable!("a-cover-closes-a-pot: and opens another for the rest")
        };
        let (covered_pot, pot) = (covered.amount - amount, newest.amount + amount);
        d.emit(Fact::ExcessMoved { seat, amount, covered_pot, pot });
    }
    pass_turn(d, AwardReason::Folded);
}

/// `side_pot`: what every other player has bet beyond the coverer's own bets and his last chips (3.10).
fn excess_beyond(hand: &Hand, rules: &Rules, coverer: Seat, last: Chips) -> Vec<(Seat, Chips)> {
    if rules.short_stack != ShortStack::SidePot {
        return Vec::new();
    }
    let own = hand.player(coverer);
    let matched = own.blind_value + own.open_value + if own.open { last } else { 2 * last };
    let excess = |seat| {
        let player = hand.player(seat);
        let beyond = (player.blind_value + player.open_value).saturating_sub(matched);
        // His newest bets are the open ones: looking cannot be undone.
        let open = beyond.min(player.open_value);
        let chips = (open + (beyond - open) / 2).min(player.in_pot);
        (chips > 0).then_some((seat, chips))
    };
    hand.from_dealers_left(hand.dealt_in.without(coverer)).filter_map(excess).collect()
}

/// Throws the hand that was not named for a comparison (3.9).
pub(super) fn throw_other<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, which: Option<Which>) {
    if let Some(which) = which {
        let (thrown, reason) = (which.other(), ThrowReason::Committed);
        d.emit(Fact::HandThrown { seat, thrown, reason });
    }
}

/// The turn goes on from whoever has it, or had it before a decision out of turn.
pub(super) fn pass_turn<S: Surroundings>(d: &mut Draft<'_, S>, won_by: AwardReason) {
    let from = d.hand.to_act.first().or(d.hand.dealer).unwrap_or(Seat::LAST);
    pass_turn_after(d, from, won_by);
}

/// The turn goes to the next active player after that seat, or the betting is over (3.5).
pub(super) fn pass_turn_after<S: Surroundings>(d: &mut Draft<'_, S>, from: Seat, won_by: AwardReason) {
    let active = d.hand.active();
    if let Some(last) = active.single() {
        return last_one(d, last, won_by);
    }
    let next = active.next_after(from).expect("somebody-is-left: the last active player cannot fold");
    give_turn(d, next);
}

/// Gives the turn to that player, unless `max_rounds` stops the betting there (3.5).
pub(super) fn give_turn<S: Surroundings>(d: &mut Draft<'_, S>, next: Seat) {
    if d.hand.player(next).bets < d.rules.max_rounds {
        let phase = match d.hand.phase {
            Phase::SetBetting { set } => Phase::SetBetting { set },
            _ => Phase::Betting,
        };
        return d.ask(next, phase);
    }
    stop(d, Stop::MaxRounds);
}

/// Stops the betting where a bet has brought the chips in the middle to their cap (V13).
pub(super) fn stop_at_cap<S: Surroundings>(d: &mut Draft<'_, S>) -> bool {
    let reached = d.rules.pot_cap.is_some_and(|cap| d.hand.pot() >= cap);
    if reached {
        stop(d, Stop::PotCap);
    }
    reached
}

/// All active hands are compared; a holder of two names one first (3.9).
fn stop<S: Surroundings>(d: &mut Draft<'_, S>, by: Stop) {
    d.emit(Fact::BettingStopped { by });
    let holder = d.hand.active().iter().find(|&seat| d.hand.must_commit(d.rules, seat));
    match holder {
        Some(holder) => {
            let phase = Phase::CommitHand { then: AfterCommit::Stopped { by } };
            d.ask(holder, phase);
        }
        None => showdown::all(d, by),
    }
}

/// One active player is left: 3.5 (a) and (c).
pub(super) fn last_one<S: Surroundings>(d: &mut Draft<'_, S>, last: Seat, won_by: AwardReason) {
    if !d.hand.standing(Standing::Covered).is_empty() {
        if d.hand.must_commit(d.rules, last) {
            let phase = Phase::CommitHand { then: AfterCommit::Covered };
            return d.ask(last, phase);
        }
        return showdown::covered(d, last);
    }
    if d.hand.player(last).is_blind_player() {
        return blind::win(d, last, won_by);
    }
    win_unshown(d, last, won_by);
}

/// He takes the pot and shows nothing (3.5).
pub(super) fn win_unshown<S: Surroundings>(d: &mut Draft<'_, S>, winner: Seat, reason: AwardReason) {
    showdown::award(d, Seats::only(winner), reason);
    if let Some(set) = arrange::set_in_play(d.hand) {
        return arrange::settled(d, set, Seats::only(winner));
    }
    finish(d, SeatOrder::from_iter([winner]), showdown::Prials::default());
}

/// The hand is over; what is left in hands goes to the discards in that order (3.12).
pub(super) fn finish<S: Surroundings>(d: &mut Draft<'_, S>, order: SeatOrder, prials: showdown::Prials) {
    d.emit(Fact::HandEnded { order, prial_hand: prials.won, prial_shown: prials.shown });
}

/// Voids the hand: every seat gets back what it paid in it, and a pot that was carried in waits again (the
/// contract's `close NOW`). Where a blind winner has his pot already and is asked what he keeps, there is nothing
/// to give back: he keeps nothing.
pub fn void<S: Surroundings>(d: &mut Draft<'_, S>) {
    if let (Phase::Retain, Some(winner), 0) = (d.hand.phase, d.hand.to_act.first(), d.hand.pot()) {
        return blind::retain(d, winner, Keeping::None);
    }
    if matches!(d.rules.machine(), Machine::Arrange | Machine::Classic) {
        arrange::give_back(d);
    }
    for seat in Seat::all() {
        let Some((amount, stack)) = ({
            let player = d.hand.player(seat);
            let lost = player.paid.saturating_sub(player.won);
            (lost > 0).then_some((lost, player.stack + lost))
        }) else {
            continue;
        };
        d.emit(Fact::Refunded { seat, amount, stack });
    }
    d.emit(Fact::HandVoided);
}

/// The cards that a seat turns up when it looks.
pub(super) fn cards_seen(hand: &Hand, seat: Seat, which: Option<Which>) -> Cards {
    hand.player(seat).named(which.unwrap_or(Which::Old))
}
