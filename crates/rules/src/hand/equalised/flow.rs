//! What an act leads to with equalised betting: the turn, the draw, the end of the betting, leaving, time-outs.

use super::super::{Draft, Hand, Phase, Surroundings, flow, showdown as betting_showdown};
use super::{Fact, HowBet, showdown};
use crate::Chips;
use crate::act::Act;
use crate::card::Cards;
use crate::fact::{self, AwardReason, FoldReason};
use crate::seat::{Seat, SeatOrder, Seats};

/// The dealer puts up his stake before the deal (V11).
pub(in super::super) fn dealer_stakes<S: Surroundings>(d: &mut Draft<'_, S>, dealer: Seat) {
    let amount = d.rules.equalised.dealer_stake;
    if amount > 0 {
        let (stack, pot) = (d.hand.player(dealer).stack - amount, d.hand.pot() + amount);
        emit(d, Fact::DealerStaked { seat: dealer, amount, stack, pot });
    }
}

/// The cards are dealt: the eldest is asked first.
pub(in super::super) fn open<S: Surroundings>(d: &mut Draft<'_, S>) {
    let dealer = d.hand.dealer.unwrap_or(Seat::LAST);
    go_on(d, dealer, FoldReason::Asked);
}

/// Does what the player asked for; it was checked.
pub(in super::super) fn act<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, act: &Act) {
    let (put, stack) = (d.hand.put(seat), d.hand.player(seat).stack);
    match *act {
        Act::Pass => fold(d, seat, FoldReason::Passed),
        Act::Fold => fold(d, seat, FoldReason::Asked),
        Act::Stand => stand(d, seat),
        Act::Brag(amount) => bet(d, seat, HowBet::Brag, amount),
        Act::Call => bet(d, seat, HowBet::Call, d.hand.to_call(seat).min(stack)),
        Act::RaiseTo(most) => bet(d, seat, HowBet::Raise, most - put),
        Act::Draw(cards) => draw(d, seat, &cards),
        _ => unreachable!("acts-are-checked: {act:?} is no act of equalised betting"),
    }
}

/// The passive action (section 4): he stands where that is free, and folds or passes elsewhere.
pub(in super::super) fn time_out<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if d.hand.legal(d.rules, seat).stand { stand(d, seat) } else { fold(d, seat, FoldReason::TimedOut) }
}

/// A player leaves during the hand: his hand is given up, and his chips stay in the pot.
pub(in super::super) fn leave<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if d.hand.active().contains(seat) {
        fold(d, seat, FoldReason::Left);
    }
}

fn fold<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, reason: FoldReason) {
    d.emit(fact::Fact::Folded { seat, reason });
    if d.hand.to_act.contains(seat) || d.hand.active().len() == 1 {
        go_on(d, seat, reason);
    }
}

fn stand<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    emit(d, Fact::Stood { seat });
    go_on(d, seat, FoldReason::Asked);
}

fn bet<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, how: HowBet, amount: Chips) {
    let put = d.hand.put(seat) + amount;
    let (stake, stack) = (d.hand.stake.max(put), d.hand.player(seat).stack - amount);
    emit(d, Fact::BetMade { seat, how, amount, put, stake, stack, pot: d.hand.pot() + amount });
    go_on(d, seat, FoldReason::Asked);
}

/// He throws these cards of his, in the order dealt whatever the order in which he names them, for the top of the pack.
fn draw<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, named: &Cards) {
    let hand = d.hand.player(seat).hand;
    let thrown = || hand.iter().enumerate().filter(|&(_, card)| named.contains(card));
    let places = thrown().map(|(place, _)| 1 << place).sum();
    let thrown: Cards = thrown().map(|(_, card)| card).collect();
    let drawn: Cards = d.hand.pack.iter().take(thrown.len()).collect();
    assert!(drawn.len() == thrown.len(), "cards-suffice: max_players bounds the draw");
    emit(d, Fact::CardsChanged { seat, places, thrown, drawn });
    go_on(d, seat, FoldReason::Asked);
}

/// Asks whoever is next, clockwise after that seat; where nobody is, the round is over. `gave_up` says why the last who
/// gave up did so.
fn go_on<S: Surroundings>(d: &mut Draft<'_, S>, from: Seat, gave_up: FoldReason) {
    let active = d.hand.active();
    if active.is_empty() {
        return everybody_passed(d);
    }
    if let Some(last) = active.single() {
        // As long as nobody has bragged the last player is asked like the others, if he has chips.
        let asked = d.hand.stake == 0 && gave_up != FoldReason::Left && d.hand.player(last).stack > 0;
        if !asked {
            return win(d, last, flow::won_by(gave_up));
        }
    }
    if d.hand.phase == Phase::Draw {
        return go_on_drawing(d);
    }
    match d.hand.to_bet().next_after(from) {
        Some(next) => d.ask(next, Phase::Betting),
        None => round_is_over(d),
    }
}

impl Hand {
    /// Who has to act before the round is over: whoever is still in, has chips, and has not acted since the last raise.
    fn to_bet(&self) -> Seats {
        let acted = self.equalised().map_or(Seats::NONE, |equalised| equalised.acted);
        self.active().minus(acted).iter().filter(|&seat| self.player(seat).stack > 0).collect()
    }

    /// Who was not asked yet what he changes.
    fn to_draw(&self) -> Seats {
        let asked = self.equalised().map_or(Seats::NONE, |equalised| equalised.asked_to_draw);
        self.active().minus(asked)
    }
}

fn round_is_over<S: Surroundings>(d: &mut Draft<'_, S>) {
    let first_round = d.hand.equalised().is_some_and(|equalised| !equalised.second_round);
    if first_round && d.rules.equalised.draw_max > 0 { go_on_drawing(d) } else { showdown::all(d) }
}

/// From the eldest, each who is still in changes cards (V10); then the bets go round again, from the dealer's left.
fn go_on_drawing<S: Surroundings>(d: &mut Draft<'_, S>) {
    let dealer = d.hand.dealer.unwrap_or(Seat::LAST);
    if let Some(next) = d.hand.to_draw().next_after(dealer) {
        return d.ask(next, Phase::Draw);
    }
    let with_chips: Seats = d.hand.active().iter().filter(|&seat| d.hand.player(seat).stack > 0).collect();
    match with_chips.next_after(dealer) {
        Some(first) => d.ask(first, Phase::Betting),
        None => showdown::all(d),
    }
}

/// He is the only one left, and takes everything without showing.
fn win<S: Surroundings>(d: &mut Draft<'_, S>, winner: Seat, reason: AwardReason) {
    let met = d.hand.equalised().is_some_and(|equalised| equalised.met);
    let stakes = d.rules.equalised.dealer_stake > 0 && d.hand.dealer == Some(winner);
    if !stakes || met {
        return flow::win_unshown(d, winner, reason);
    }
    // Nobody met the dealer's stake: he takes it back, and the others pay for it (V11).
    betting_showdown::award(d, Seats::only(winner), AwardReason::Uncontested);
    let others: SeatOrder = d.hand.from_dealers_left(d.hand.dealt_in.without(winner)).collect();
    for from in others.iter() {
        let amount = d.hand.player(from).stack.min(d.rules.equalised.forfeit);
        if amount > 0 {
            let (from_stack, to_stack) =
                (d.hand.player(from).stack - amount, d.hand.player(winner).stack + amount);
            emit(d, Fact::ForfeitPaid { from, to: winner, amount, from_stack, to_stack });
        }
    }
    flow::finish(d, SeatOrder::from_iter([winner]), betting_showdown::Prials::default());
}

/// The pot waits for the next hand (section 4).
fn everybody_passed<S: Surroundings>(d: &mut Draft<'_, S>) {
    let amount = d.hand.pot();
    if amount > 0 {
        emit(d, Fact::PotWaits { amount });
    }
    flow::finish(d, SeatOrder::EMPTY, betting_showdown::Prials::default());
}

pub(super) fn emit<S: Surroundings>(d: &mut Draft<'_, S>, fact: Fact) {
    d.emit(fact::Fact::Equalised(fact));
}
