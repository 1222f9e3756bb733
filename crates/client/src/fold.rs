//! The events that a viewer received, folded into his view of the table.
//!
//! Written from the comments of `brag/v1` alone: each fact says there what it sets. Events carry amounts after the
//! fact, so that there is next to nothing to compute, and no rule of the game to know.

mod arrange;
mod betting;
mod bus;
mod classic;
mod crash;
mod equalised;
mod hand;
mod table;
mod time;

use std::fmt;
use std::mem::take;

use brag_contract::v1::event::Fact;
use brag_contract::v1::{Event, EventBatch, Pot, SeatTurn, SeatView, TableState, TableView};
use prost_types::Timestamp;
use time::{before, shorter, until};

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
            Fact::Created(fact) => self.created(fact)?,
            Fact::Sat(fact) => self.sat(fact)?,
            Fact::WillLeave(fact) => self.seat(fact.seat)?.leaving = true,
            Fact::Left(fact) => self.left(fact)?,
            Fact::SatOut(fact) => self.seat(fact.seat)?.sitting_out = true,
            Fact::SatIn(fact) => self.seat(fact.seat)?.sitting_out = false,
            Fact::ChipsAdded(fact) => self.seat(fact.seat)?.stack = fact.stack,
            Fact::TopUpWaits(fact) => self.seat(fact.seat)?.waiting_top_up = fact.waiting,
            Fact::TopUpCounted(fact) => self.top_up_counted(fact)?,
            Fact::ChipsRemoved(fact) => self.chips_removed(fact)?,
            Fact::Paused(_) => self.paused(at),
            Fact::Resumed(_) => self.resumed(),
            Fact::Closing(fact) => self.closing(fact),
            Fact::Closed(fact) => self.closed(fact),
            Fact::TurnExtended(fact) => self.turn_extended(fact, at),
            Fact::NextHand(fact) => {
                (self.view.next_hand_at, self.view.enough_players) = (fact.at, fact.enough_players);
            }
            Fact::DealerDrawn(fact) => self.view.dealer = fact.dealer,
            Fact::PackShuffled(fact) => self.pack_shuffled(fact),
            Fact::Gathered(fact) => self.gathered(fact)?,
            Fact::HandStarted(fact) => self.hand_started(fact),
            Fact::AntesPaid(fact) => self.antes_paid(fact)?,
            Fact::Dealt(fact) => fact.hands.iter().try_for_each(|hand| self.dealt(hand, fact.open))?,
            Fact::TurnBegan(fact) => self.turn_began(fact, at)?,
            Fact::Looked(fact) => self.looked(fact)?,
            Fact::Discarded(fact) => self.discarded(fact)?,
            Fact::Folded(fact) => self.folded(fact)?,
            Fact::BetMade(fact) => self.bet_made(fact)?,
            Fact::SeePaid(fact) => self.see_paid(fact)?,
            Fact::Covered(fact) => self.covered(fact)?,
            Fact::ExcessMoved(fact) => self.excess_moved(fact)?,
            Fact::HandThrown(fact) => self.hand_thrown(fact)?,
            Fact::CardTurned(fact) => self.card_turned(fact)?,
            Fact::BusGameStarted(_)
            | Fact::CommonsDealt(_)
            | Fact::Swapped(_)
            | Fact::SwappedAll(_)
            | Fact::Stuck(_)
            | Fact::HandsCompared(_)
            | Fact::LivesForfeited(_) => self.bus(fact)?,
            Fact::SideshowAsked(fact) => self.sideshow_asked(fact)?,
            Fact::SideshowAccepted(fact) => self.sideshow_accepted(fact)?,
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
            Fact::PotAwarded(fact) => self.pot_awarded(fact)?,
            Fact::PotCarried(fact) => self.pot_carried(fact),
            Fact::Retained(fact) => self.retained(fact)?,
            Fact::RetainedThrown(fact) => self.retained_thrown(fact)?,
            Fact::HandEnded(_) => self.hand_ended(at)?,
            Fact::Refunded(fact) => self.refunded(fact)?,
            Fact::HandVoided(_) => self.hand_voided(at)?,
            Fact::WaitingPotShared(fact) => self.waiting_pot_shared(fact)?,
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

    fn newest_pot(&mut self) -> Option<&mut Pot> {
        self.view.pots.last_mut()
    }

    fn seat(&mut self, number: u32) -> Option<&mut SeatView> {
        seat(&mut self.view, number)
    }

    fn is_viewer(&self, player: &str) -> bool {
        !player.is_empty() && self.player == player
    }
}

fn seat(view: &mut TableView, number: u32) -> Option<&mut SeatView> {
    view.seats.iter_mut().find(|seat| seat.number == number)
}

/// One player pays another, and no pot has a part in it; each with his chips after it.
fn pay_over(
    view: &mut TableView,
    (from, from_stack): (u32, i64),
    (to, to_stack): (u32, i64),
    amount: i64,
) -> Option<()> {
    let from = seat(view, from)?;
    add(&mut from.paid, amount)?;
    from.stack = from_stack;
    let to = seat(view, to)?;
    add(&mut to.won, amount)?;
    to.stack = to_stack;
    Some(())
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

#[cfg(test)]
mod tests {
    use super::table::SEATS;
    use super::*;
    use brag_contract::v1::{Charter, Created, OptionValue, SatOut, option_value};

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
