//! The facts of the table: who sits, what he brings, the pack, the clock, the end.

use std::mem::take;

use brag_contract::v1::{
    Charter, ChipsRemoved, CloseReason, Closed, Closing, Created, FairnessView, Gathered, Left, PackShuffled,
    Phase, Sat, SeatStatus, SeatView, TableState, TopUpCounted, TurnExtended, option_value,
};
use prost_types::Timestamp;

use super::Fold;

/// The option that says how many seats a table has.
pub(super) const SEATS: &str = "max_players";
/// The option that says with which rank a short pack begins (rulebook V11).
const SHORT_PACK: &str = "short_pack_low";

impl Fold {
    pub(super) fn created(&mut self, fact: &Created) -> Option<()> {
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
        Some(())
    }

    pub(super) fn sat(&mut self, fact: &Sat) -> Option<()> {
        let time_bank = self.view.charter.as_ref()?.clock.as_ref()?.time_bank;
        let seat = self.seat(fact.seat)?;
        seat.player.clone_from(&fact.player);
        seat.display_name.clone_from(&fact.display_name);
        seat.time_bank = time_bank;
        if self.is_viewer(&fact.player) {
            self.view.viewer_seat = fact.seat;
        }
        Some(())
    }

    pub(super) fn left(&mut self, fact: &Left) -> Option<()> {
        *self.seat(fact.seat)? = free_seat(fact.seat);
        if self.is_viewer(&fact.player) {
            self.view.viewer_seat = 0;
        }
        Some(())
    }

    pub(super) fn top_up_counted(&mut self, fact: &TopUpCounted) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        (seat.stack, seat.waiting_top_up) = (fact.stack, 0);
        Some(())
    }

    pub(super) fn chips_removed(&mut self, fact: &ChipsRemoved) -> Option<()> {
        let seat = self.seat(fact.seat)?;
        (seat.stack, seat.waiting_top_up) = (0, 0);
        Some(())
    }

    pub(super) fn paused(&mut self, at: &Timestamp) {
        self.paused_at = Some(*at);
        self.view.set_state(TableState::Paused);
        let turns = take(&mut self.view.to_act);
        self.set_turns(&turns, at);
    }

    pub(super) fn resumed(&mut self) {
        self.paused_at = None;
        self.view.set_state(match self.view.close_reason() {
            CloseReason::Unspecified => TableState::Open,
            _ => TableState::Closing,
        });
    }

    pub(super) fn closing(&mut self, fact: &Closing) {
        self.view.close_reason = fact.reason;
        if self.paused_at.is_none() {
            self.view.set_state(TableState::Closing);
        }
    }

    pub(super) fn closed(&mut self, fact: &Closed) {
        self.view.close_reason = fact.reason;
        self.view.set_state(TableState::Closed);
        self.view.winners.clone_from(&fact.winners);
        self.view.turned_card.clear();
        self.view.next_hand_at = None;
        self.view.enough_players = false;
    }

    pub(super) fn turn_extended(&mut self, fact: &TurnExtended, at: &Timestamp) {
        let mut turns = take(&mut self.view.to_act);
        for turn in &mut turns {
            let extended = fact.to_act.iter().find(|extended| extended.seat == turn.seat);
            *turn = extended.copied().unwrap_or(*turn);
        }
        self.set_turns(&turns, at);
    }

    pub(super) fn pack_shuffled(&mut self, fact: &PackShuffled) {
        self.view.stock = fact.cards;
        self.view.fairness = Some(FairnessView {
            commitment: fact.next_commitment.clone(),
            epoch: fact.epoch,
            gathers: 0,
            deck_in: fact.deck_in.clone(),
            root: fact.root.clone(),
        });
    }

    pub(super) fn gathered(&mut self, fact: &Gathered) -> Option<()> {
        let gathered = u32::try_from(fact.handles.len()).ok()?;
        self.view.stock = self.view.stock.checked_add(gathered)?;
        let gathers = &mut self.view.fairness.as_mut()?.gathers;
        *gathers = gathers.checked_add(1)?;
        Some(())
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

fn free_seat(number: u32) -> SeatView {
    let mut seat = SeatView { number, ..SeatView::default() };
    seat.set_status(SeatStatus::NotDealtIn);
    seat
}
