//! The events that a viewer received, folded into his view of the table.
//!
//! Written from the comments of `brag/v1` alone: each fact says there what it sets. Events carry amounts after the
//! fact, so that there is next to nothing to compute, and no rule of the game to know.

mod arrange;
mod bus;
mod classic;
mod crash;
mod equalised;

use std::fmt;
use std::mem::take;

use brag_contract::v1::event::Fact;
use brag_contract::v1::{
    Charter, CloseReason, DealtHand, Event, EventBatch, FairnessView, HandShown, HandStarted, HandView,
    Phase, Pot, SeatStatus, SeatTurn, SeatView, TableState, TableView, ThrowReason, WhichHand, option_value,
};
use prost_types::{Duration, Timestamp};

/// The option that says how many seats a table has.
const SEATS: &str = "max_players";
/// The option that says with which rank a short pack begins (rulebook V11).
const SHORT_PACK: &str = "short_pack_low";

/// One viewer's table, kept up to date by the events of his stream.
///
/// All of [`TableView`] follows from them, but `server_time`, each turn's `time_left` while the table's clock runs, and
/// the two lists of acts, which [`Fold::batch`] takes from the batch.
#[derive(Debug, Clone, PartialEq)]
pub struct Fold {
    view: TableView,
    /// The viewer's own id, or that of the player through whose eyes a gateway looks; empty for anybody else.
    player: String,
    /// When the pause began, while it lasts: the table's clock stands there.
    paused_at: Option<Timestamp>,
}

/// Why an event could not be folded. The view may be half changed: load it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldError {
    /// Events are missing, or come twice.
    Gap {
        /// The number that had to come.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// A fact that this client does not know.
    UnknownFact {
        /// The event's number.
        seq: u64,
    },
    /// A fact that does not fit the view, such as one about a seat that the table has not.
    Unfit {
        /// The event's number.
        seq: u64,
    },
}

impl fmt::Display for FoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoldError::Gap { expected, found } => write!(f, "event {found} came where {expected} is next"),
            FoldError::UnknownFact { seq } => write!(f, "event {seq} tells a fact that is not known here"),
            FoldError::Unfit { seq } => write!(f, "event {seq} does not fit the table"),
        }
    }
}

impl std::error::Error for FoldError {}

impl Fold {
    /// Nothing yet: event 1 comes first. `player` is whom the viewer's own seat belongs to; empty for nobody.
    pub fn new(player: impl Into<String>) -> Fold {
        Fold { view: TableView::default(), player: player.into(), paused_at: None }
    }

    /// Goes on from a view, such as a stream's snapshot.
    pub fn from_view(view: TableView, player: impl Into<String>) -> Fold {
        let turn = view.to_act.first().filter(|_| view.state() == TableState::Paused);
        let left_at = |turn: &SeatTurn| Some(before(turn.deadline.as_ref()?, turn.time_left.as_ref()?));
        Fold { paused_at: turn.and_then(left_at), view, player: player.into() }
    }

    /// The table after all events so far.
    pub fn view(&self) -> &TableView {
        &self.view
    }

    /// Folds one commit's events, or the rest of them, and takes the lists that came with them.
    ///
    /// # Errors
    /// [`FoldError`]
    pub fn batch(&mut self, batch: &EventBatch) -> Result<(), FoldError> {
        batch.events.iter().try_for_each(|event| self.event(event))?;
        self.acts(batch);
        Ok(())
    }

    /// Takes the lists that came with a batch, whose events are all folded.
    pub fn acts(&mut self, batch: &EventBatch) {
        if batch.legal_acts.is_some() {
            self.view.legal_acts.clone_from(&batch.legal_acts);
        }
        if batch.table_acts.is_some() {
            self.view.table_acts.clone_from(&batch.table_acts);
        }
    }

    /// Folds the next event.
    ///
    /// # Errors
    /// [`FoldError`]
    pub fn event(&mut self, event: &Event) -> Result<(), FoldError> {
        let (expected, seq) = (self.view.seq.saturating_add(1), event.seq);
        if seq != expected {
            return Err(FoldError::Gap { expected, found: seq });
        }
        let fact = event.fact.as_ref().ok_or(FoldError::UnknownFact { seq })?;
        (self.view.seq, self.view.hand, self.view.turn) = (seq, event.hand, event.turn);
        event.time.as_ref().and_then(|at| self.fact(fact, at)).ok_or(FoldError::Unfit { seq })
    }

    /// Sets what the fact says; nothing if it does not fit.
    fn fact(&mut self, fact: &Fact, at: &Timestamp) -> Option<()> {
        match fact {
            Fact::Created(fact) => {
                let charter = fact.charter.as_ref()?;
                let seats = match charter.rules.get(SEATS)?.value {
                    Some(option_value::Value::Number(seats)) => u32::try_from(seats).ok()?,
                    _ => return None,
                };
                self.view.name.clone_from(&fact.name);
                self.view.charter = Some(charter.clone());
                self.view.set_state(TableState::Open);
                self.view.set_phase(Phase::Idle);
                self.view.stock = cards_in_pack(charter)?;
                let commitment = fact.commitment.clone();
                self.view.fairness = Some(FairnessView { commitment, ..FairnessView::default() });
                self.view.seats = (1..=seats).map(free_seat).collect();
            }
            Fact::Sat(fact) => {
                let time_bank = self.view.charter.as_ref()?.clock.as_ref()?.time_bank;
                let seat = self.seat(fact.seat)?;
                seat.player.clone_from(&fact.player);
                seat.display_name.clone_from(&fact.display_name);
                seat.time_bank = time_bank;
                if self.is_viewer(&fact.player) {
                    self.view.viewer_seat = fact.seat;
                }
            }
            Fact::WillLeave(fact) => self.seat(fact.seat)?.leaving = true,
            Fact::Left(fact) => {
                *self.seat(fact.seat)? = free_seat(fact.seat);
                if self.is_viewer(&fact.player) {
                    self.view.viewer_seat = 0;
                }
            }
            Fact::SatOut(fact) => self.seat(fact.seat)?.sitting_out = true,
            Fact::SatIn(fact) => self.seat(fact.seat)?.sitting_out = false,
            Fact::ChipsAdded(fact) => self.seat(fact.seat)?.stack = fact.stack,
            Fact::TopUpWaits(fact) => self.seat(fact.seat)?.waiting_top_up = fact.waiting,
            Fact::TopUpCounted(fact) => {
                let seat = self.seat(fact.seat)?;
                (seat.stack, seat.waiting_top_up) = (fact.stack, 0);
            }
            Fact::ChipsRemoved(fact) => {
                let seat = self.seat(fact.seat)?;
                (seat.stack, seat.waiting_top_up) = (0, 0);
            }
            Fact::Paused(_) => {
                self.paused_at = Some(*at);
                self.view.set_state(TableState::Paused);
                let turns = take(&mut self.view.to_act);
                self.set_turns(&turns, at);
            }
            Fact::Resumed(_) => {
                self.paused_at = None;
                self.view.set_state(match self.view.close_reason() {
                    CloseReason::Unspecified => TableState::Open,
                    _ => TableState::Closing,
                });
            }
            Fact::Closing(fact) => {
                self.view.close_reason = fact.reason;
                if self.paused_at.is_none() {
                    self.view.set_state(TableState::Closing);
                }
            }
            Fact::Closed(fact) => {
                self.view.close_reason = fact.reason;
                self.view.set_state(TableState::Closed);
                self.view.winners.clone_from(&fact.winners);
                self.view.turned_card.clear();
                self.view.next_hand_at = None;
                self.view.enough_players = false;
            }
            Fact::TurnExtended(fact) => {
                let mut turns = take(&mut self.view.to_act);
                for turn in &mut turns {
                    let extended = fact.to_act.iter().find(|extended| extended.seat == turn.seat);
                    *turn = extended.copied().unwrap_or(*turn);
                }
                self.set_turns(&turns, at);
            }
            Fact::NextHand(fact) => {
                (self.view.next_hand_at, self.view.enough_players) = (fact.at, fact.enough_players);
            }
            Fact::DealerDrawn(fact) => self.view.dealer = fact.dealer,
            Fact::PackShuffled(fact) => {
                self.view.stock = fact.cards;
                self.view.fairness = Some(FairnessView {
                    commitment: fact.next_commitment.clone(),
                    epoch: fact.epoch,
                    gathers: 0,
                    deck_in: fact.deck_in.clone(),
                    root: fact.root.clone(),
                });
            }
            Fact::Gathered(fact) => {
                let gathered = u32::try_from(fact.handles.len()).ok()?;
                self.view.stock = self.view.stock.checked_add(gathered)?;
                let gathers = &mut self.view.fairness.as_mut()?.gathers;
                *gathers = gathers.checked_add(1)?;
            }
            Fact::HandStarted(fact) => self.hand_started(fact),
            Fact::AntesPaid(fact) => {
                for seat in self.view.seats.iter_mut().filter(|seat| seat.status() == SeatStatus::In) {
                    subtract(&mut seat.stack, fact.each)?;
                    add(&mut seat.paid, fact.each)?;
                }
                self.newest_pot()?.amount = fact.pot;
            }
            Fact::Dealt(fact) => fact.hands.iter().try_for_each(|hand| self.dealt(hand, fact.open))?,
            Fact::TurnBegan(fact) => {
                self.end_turn(at)?;
                (self.view.phase, self.view.betting_set) = (fact.phase, fact.set);
                self.set_turns(&fact.to_act, at);
                for turn in &fact.to_act {
                    let seat = self.seat(turn.seat)?;
                    seat.time_bank = turn.time_bank.or(seat.time_bank);
                }
            }
            Fact::Looked(fact) => {
                let seat = self.seat(fact.seat)?;
                seat.looked |= fact.which() == WhichHand::Unspecified;
                let hand = seat.hands.iter_mut().find(|hand| hand.which == fact.which)?;
                hand.cards.clone_from(&fact.cards);
            }
            Fact::Discarded(fact) => {
                // He has one hand: who holds two has not looked.
                let [hand] = &mut *self.seat(fact.seat)?.hands else { return None };
                for &place in fact.places.iter().rev() {
                    let place = usize::try_from(place).ok().filter(|&place| place < hand.cards.len())?;
                    hand.cards.remove(place);
                    (place < hand.handles.len()).then(|| hand.handles.remove(place))?;
                }
            }
            Fact::Folded(fact) => {
                let seat = self.seat(fact.seat)?;
                seat.set_status(SeatStatus::Folded);
                // What was shown stays in sight until the next hand, without the names of its cards.
                seat.hands.retain(|hand| hand.shown);
                seat.hands.iter_mut().for_each(|hand| hand.handles.clear());
                arrange::forget_unshown(seat);
                seat.drawn.clear();
                self.bragger_gone(fact.seat);
            }
            Fact::BetMade(fact) => {
                let seat = self.seat(fact.seat)?;
                seat.bets = seat.bets.checked_add(1)?;
                seat.blind_bets = seat.blind_bets.checked_add(u32::from(fact.blind))?;
                add(&mut seat.paid, fact.amount)?;
                seat.stack = fact.stack;
                self.view.stake = fact.stake;
                self.newest_pot()?.amount = fact.pot;
            }
            Fact::SeePaid(fact) => {
                let seat = self.seat(fact.seer)?;
                seat.bets = seat.bets.checked_add(1)?;
                add(&mut seat.paid, fact.amount)?;
                seat.stack = fact.stack;
                self.newest_pot()?.amount = fact.pot;
            }
            Fact::Covered(fact) => {
                let seat = self.seat(fact.seat)?;
                add(&mut seat.paid, fact.amount)?;
                seat.stack = 0;
                seat.set_status(SeatStatus::Covered);
                let newest = self.newest_pot()?;
                (newest.amount, newest.covered_by) = (fact.pot, fact.seat);
                self.view.pots.push(Pot::default());
            }
            Fact::ExcessMoved(fact) => {
                let [.., covered, newest] = &mut *self.view.pots else { return None };
                (covered.amount, newest.amount) = (fact.covered_pot, fact.pot);
            }
            Fact::HandThrown(fact) => {
                let seat = self.seat(fact.seat)?;
                seat.hands.retain(|hand| hand.which != fact.thrown);
                seat.hands.iter_mut().for_each(only_one);
                seat.looked |= fact.reason() == ThrowReason::Kept;
            }
            Fact::CardTurned(fact) => {
                self.view.stock = self.view.stock.checked_sub(1)?;
                self.view.turned_card.clone_from(&fact.card);
            }
            Fact::BusGameStarted(_)
            | Fact::CommonsDealt(_)
            | Fact::Swapped(_)
            | Fact::SwappedAll(_)
            | Fact::Stuck(_)
            | Fact::HandsCompared(_)
            | Fact::LivesForfeited(_) => self.bus(fact)?,
            Fact::SideshowAsked(fact) => {
                let seat = self.seat(fact.asker)?;
                seat.bets = seat.bets.checked_add(1)?;
                add(&mut seat.paid, fact.amount)?;
                seat.stack = fact.stack;
                self.newest_pot()?.amount = fact.pot;
            }
            Fact::SideshowAccepted(fact) => {
                let both = [(fact.asker, &fact.asker_cards), (fact.asked, &fact.asked_cards)];
                for (seat, cards) in
                    both.into_iter().filter(|(_, cards)| cards.iter().all(|card| card != "??"))
                {
                    let [hand] = &mut *self.seat(seat)?.hands else { return None };
                    hand.cards.clone_from(cards);
                }
            }
            Fact::HandShown(fact) => self.hand_shown(fact)?,
            Fact::StakesPaid(_)
            | Fact::Arranged(_)
            | Fact::SetOpened(_)
            | Fact::SetFolded(_)
            | Fact::SetsWithdrawn(_)
            | Fact::SetShown(_)
            | Fact::SetDecided(_)
            | Fact::PotsWait(_)
            | Fact::WinningsReturned(_) => arrange::fold(&mut self.view, fact)?,
            Fact::CrashStarted(_)
            | Fact::SpareDealt(_)
            | Fact::SpareTaken(_)
            | Fact::SpareLeft(_)
            | Fact::PlayerPaid(_)
            | Fact::PointsScored(_)
            | Fact::CrashWon(_)
            | Fact::CrashLeft(_)
            | Fact::CrashBrokenOff(_)
            | Fact::EscrowWaits(_) => crash::fold(&mut self.view, fact)?,
            Fact::PotAwarded(fact) => {
                let pot = self.view.pots.get_mut(usize::try_from(fact.pot).ok()?)?;
                subtract(&mut pot.amount, fact.amount)?;
                let seat = self.seat(fact.seat)?;
                add(&mut seat.won, fact.amount)?;
                seat.stack = fact.stack;
            }
            Fact::PotCarried(fact) => {
                self.view.carried = fact.amount;
                self.view.pots.clear();
            }
            Fact::Retained(fact) => {
                let seat = self.seat(fact.seat)?;
                seat.hands.retain(|hand| fact.keeps && hand.which == fact.which);
                seat.hands.iter_mut().for_each(only_one);
                if fact.keeps {
                    self.view.retained_by = fact.seat;
                }
            }
            Fact::RetainedThrown(fact) => {
                self.view.retained_by = 0;
                self.seat(fact.seat)?.hands.clear();
            }
            Fact::HandEnded(_) => {
                self.classic_ended()?;
                self.end_hand(at)?;
                let retained_by = self.view.retained_by;
                for seat in self.view.seats.iter_mut().filter(|seat| seat.number != retained_by) {
                    seat.hands.retain(|hand| hand.shown);
                    seat.hands.iter_mut().for_each(|hand| hand.handles.clear());
                }
                self.view.seats.iter_mut().for_each(arrange::forget_unshown);
                self.view.commons.iter_mut().for_each(|common| common.handle = None);
                crash::end_hand(&mut self.view);
            }
            Fact::Refunded(fact) => {
                self.take_from_pots(fact.amount)?;
                let seat = self.seat(fact.seat)?;
                seat.stack = fact.stack;
                subtract(&mut seat.paid, fact.amount)?;
                seat.put = 0;
            }
            Fact::HandVoided(_) => {
                self.view.carried = 0;
                self.view.pots.iter().try_for_each(|pot| add(&mut self.view.carried, pot.amount))?;
                self.end_hand(at)?;
                for seat in &mut self.view.seats {
                    (seat.paid, seat.won) = (0, 0);
                    seat.hands.clear();
                    arrange::forget_unshown(seat);
                    seat.drawn.clear();
                }
                self.view.commons.clear();
                self.view.stuck_by = 0;
                crash::end_hand(&mut self.view);
                crash::void(&mut self.view);
            }
            Fact::WaitingPotShared(fact) => {
                subtract(&mut self.view.carried, fact.amount)?;
                arrange::share(&mut self.view, fact)?;
                self.classic_shared(fact)?;
                let seat = self.seat(fact.seat)?;
                add(&mut seat.won, fact.amount)?;
                seat.stack = fact.stack;
            }
            Fact::StakesLaid(fact) => self.stakes_laid(fact)?,
            Fact::CardsTurnedUp(fact) => self.cards_turned_up(fact)?,
            Fact::ClassicBet(fact) => self.classic_bet(fact)?,
            Fact::CardDrawn(fact) => self.card_drawn(fact)?,
            Fact::CardExchanged(fact) => self.card_exchanged(fact)?,
            Fact::BonusPaid(fact) => self.bonus_paid(fact)?,
            Fact::DealerStaked(fact) => self.dealer_staked(fact)?,
            Fact::EqualisedBet(fact) => self.equalised_bet(fact)?,
            Fact::CardsChanged(fact) => self.cards_changed(fact)?,
            Fact::PotsLayered(fact) => self.pots_layered(fact),
            Fact::ForfeitPaid(fact) => self.forfeit_paid(fact)?,
            Fact::PotWaits(fact) => self.pot_waits(fact),
            // They say why the facts after them happen.
            Fact::TimedOut(_)
            | Fact::PackPrepared(_)
            | Fact::PackCut(_)
            | Fact::BettingStopped(_)
            | Fact::SideshowRefused(_)
            | Fact::StoodPat(_)
            | Fact::CircuitsEnded(_)
            | Fact::BusGameEnded(_)
            | Fact::ClassicAnswer(_)
            | Fact::ClassicPotWaits(_)
            | Fact::Stood(_) => {}
        }
        Some(())
    }

    fn hand_started(&mut self, fact: &HandStarted) {
        let retained_by = self.view.retained_by;
        for seat in &mut self.view.seats {
            if seat.number != retained_by {
                seat.hands.clear();
            }
            seat.looked = false;
            (seat.bets, seat.blind_bets, seat.paid, seat.won) = (0, 0, 0, 0);
            seat.arranged = false;
            // The points of a game of Crash stay until the next one begins.
            if self.view.crash.is_none() {
                seat.points = 0;
            }
            seat.sets.clear();
            (seat.put, seat.drew) = (0, 0);
            seat.drawn.clear();
            let dealt_in = fact.dealt_in.contains(&seat.number);
            seat.set_status(if dealt_in { SeatStatus::In } else { SeatStatus::NotDealtIn });
        }
        (self.view.dealer, self.view.stake) = (fact.dealer, fact.stake);
        self.view.pots = vec![Pot { amount: fact.carried, ..Pot::default() }];
        (self.view.carried, self.view.retained_by) = (0, 0);
        self.view.next_hand_at = None;
        self.view.commons.clear();
        self.view.stuck_by = 0;
    }

    fn dealt(&mut self, dealt: &DealtHand, open: bool) -> Option<()> {
        self.view.stock = self.view.stock.checked_sub(u32::try_from(dealt.cards.len()).ok()?)?;
        let seat = self.seat(dealt.seat)?;
        seat.looked |= open;
        let (handles, cards) = (dealt.handles.clone(), dealt.cards.clone());
        let mut hand = HandView { handles, cards, ..HandView::default() };
        if let Some(kept) = seat.hands.first_mut() {
            kept.set_which(WhichHand::Old);
            hand.set_which(WhichHand::New);
        }
        seat.hands.push(hand);
        Some(())
    }

    fn hand_shown(&mut self, fact: &HandShown) -> Option<()> {
        let mut cards = fact.cards.iter().cloned();
        for hand in &mut self.seat(fact.seat)?.hands {
            let count = hand.cards.len();
            hand.cards = cards.by_ref().take(count).collect();
            hand.shown = true;
            (hand.hand_class, hand.strength) = (fact.hand_class, fact.strength);
        }
        Some(())
    }

    fn end_hand(&mut self, at: &Timestamp) -> Option<()> {
        self.end_turn(at)?;
        self.view.set_phase(Phase::HandOver);
        self.view.betting_set = 0;
        self.view.pots.clear();
        Some(())
    }

    /// The turn that is over pays for the time that it took.
    fn end_turn(&mut self, at: &Timestamp) -> Option<()> {
        let now = self.clock(at);
        for turn in take(&mut self.view.to_act) {
            let left = turn.deadline.map(|deadline| until(&deadline, &now));
            let bank = &mut self.seat(turn.seat)?.time_bank;
            *bank = bank.map(|bank| left.map_or(bank, |left| shorter(left, bank)));
        }
        Some(())
    }

    /// Sets who is to act, with the time that is left by the table's clock.
    fn set_turns(&mut self, turns: &[SeatTurn], at: &Timestamp) {
        let now = self.clock(at);
        let turn = |turn: &SeatTurn| {
            let time_left = turn.deadline.map(|deadline| until(&deadline, &now));
            SeatTurn { time_left, ..*turn }
        };
        self.view.to_act = turns.iter().map(turn).collect();
    }

    /// The time by which turns are counted: it stands while the table is paused.
    fn clock(&self, at: &Timestamp) -> Timestamp {
        self.paused_at.unwrap_or(*at)
    }

    /// Takes chips from the pots, the newest first.
    fn take_from_pots(&mut self, amount: i64) -> Option<()> {
        let mut rest = amount;
        for pot in self.view.pots.iter_mut().rev() {
            let part = rest.min(pot.amount);
            subtract(&mut pot.amount, part)?;
            subtract(&mut rest, part)?;
        }
        (rest == 0).then_some(())
    }

    fn newest_pot(&mut self) -> Option<&mut Pot> {
        self.view.pots.last_mut()
    }

    fn seat(&mut self, number: u32) -> Option<&mut SeatView> {
        self.view.seats.iter_mut().find(|seat| seat.number == number)
    }

    fn is_viewer(&self, player: &str) -> bool {
        !player.is_empty() && self.player == player
    }
}

/// The cards of a table's pack: those from its lowest rank up, four of each.
fn cards_in_pack(charter: &Charter) -> Option<u32> {
    match charter.rules.get(SHORT_PACK).map(|option| &option.value) {
        None => Some(52),
        Some(Some(option_value::Value::Number(low))) => {
            15u32.checked_sub(u32::try_from(*low).ok()?)?.checked_mul(4)
        }
        Some(_) => None,
    }
}

/// Adds chips; nothing where the sum is no number of chips.
fn add(to: &mut i64, chips: i64) -> Option<()> {
    *to = to.checked_add(chips).filter(|&sum| sum >= 0)?;
    Some(())
}

/// Takes chips; nothing where there are not so many.
fn subtract(from: &mut i64, chips: i64) -> Option<()> {
    *from = from.checked_sub(chips).filter(|&rest| rest >= 0)?;
    Some(())
}

fn free_seat(number: u32) -> SeatView {
    let mut seat = SeatView { number, ..SeatView::default() };
    seat.set_status(SeatStatus::NotDealtIn);
    seat
}

/// Of two hands one is gone: this one needs no name any more.
fn only_one(hand: &mut HandView) {
    hand.set_which(WhichHand::Unspecified);
}

const NANOS: i128 = 1_000_000_000;

fn time(at: &Timestamp) -> i128 {
    i128::from(at.seconds) * NANOS + i128::from(at.nanos)
}

fn length(of: &Duration) -> i128 {
    i128::from(of.seconds) * NANOS + i128::from(of.nanos)
}

/// The time from `now` to `end`; none is left after it.
fn until(end: &Timestamp, now: &Timestamp) -> Duration {
    let left = (time(end) - time(now)).max(0);
    Duration { seconds: (left / NANOS) as i64, nanos: (left % NANOS) as i32 }
}

/// The time so long before `end`.
fn before(end: &Timestamp, by: &Duration) -> Timestamp {
    let at = time(end) - length(by);
    Timestamp { seconds: at.div_euclid(NANOS) as i64, nanos: at.rem_euclid(NANOS) as i32 }
}

fn shorter(a: Duration, b: Duration) -> Duration {
    if length(&a) < length(&b) { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brag_contract::v1::{Charter, Created, OptionValue, SatOut};

    fn event(seq: u64, fact: Fact) -> Event {
        Event { seq, time: Some(Timestamp::default()), fact: Some(fact), ..Event::default() }
    }

    #[test]
    fn what_cannot_be_folded_is_said() {
        let seats = OptionValue { value: Some(option_value::Value::Number(2)) };
        let charter = Charter { rules: [(SEATS.to_owned(), seats)].into(), ..Charter::default() };
        let created = Created { charter: Some(charter), ..Created::default() };
        let mut fold = Fold::new("ann");
        assert_eq!(fold.event(&event(1, Fact::Created(created.into()))), Ok(()));
        let sat_out = |seq, seat| event(seq, Fact::SatOut(SatOut { seat, reason: 1 }));
        assert_eq!(fold.event(&sat_out(3, 1)), Err(FoldError::Gap { expected: 2, found: 3 }));
        assert_eq!(fold.event(&sat_out(1, 1)), Err(FoldError::Gap { expected: 2, found: 1 }));
        let unknown = Event { fact: None, ..sat_out(2, 1) };
        assert_eq!(fold.event(&unknown), Err(FoldError::UnknownFact { seq: 2 }));
        assert_eq!(fold.event(&sat_out(2, 3)), Err(FoldError::Unfit { seq: 2 }));
        let mut fold = Fold::from_view(TableView { seq: 1, ..fold.view().clone() }, "ann");
        assert_eq!(fold.event(&sat_out(2, 2)), Ok(()));
        assert!(fold.view().seats[1].sitting_out);
    }
}
