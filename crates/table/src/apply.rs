//! Events into state: what recovery does with a journal, and what a decision does with each event that it
//! makes. It cannot fail.

use crate::charter::Charter;
use crate::clock;
use crate::event::{Cause, Event, Fact, Handle};
use crate::state::{Account, Chair, Occupant, Room, Settled, Table};
use brag_rules::Chips;
use brag_rules::card::Pack;
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::{Hand, arrange, arrange::crash, bus};
use brag_rules::seat::{Seat, Seats};
use std::sync::Arc;

impl Table {
    /// The table that its first event describes; none if that is another event.
    pub fn from_first(event: &Event) -> Option<Table> {
        let Fact::Created { charter, .. } = &event.fact else { return None };
        let hand = Hand::new(charter.rules.pack(), charter.rules.max_players);
        let mut table = Table { charter: Arc::clone(charter), hand, room: Room::new(event.time) };
        table.apply(event);
        Some(table)
    }

    /// Changes the state as the event says.
    ///
    /// # Panics
    /// When the event does not follow the last one (`no-gap`) or breaks an invariant of the hand: never for
    /// an event that was decided on this state.
    pub fn apply(&mut self, event: &Event) {
        let rules = &self.charter.rules;
        match &event.fact {
            Fact::Hand(fact) => self.hand.apply(rules, fact),
            Fact::FromPack { fact, .. } => self.hand.apply(rules, fact),
            Fact::Shuffled { order, .. } => {
                self.hand.apply(rules, &HandFact::PackShuffled { order: **order })
            }
            Fact::Gathered { order, .. } => self.hand.apply(rules, &HandFact::Gathered { order: **order }),
            Fact::Sat { seat, .. } => self.hand.take_seat(*seat),
            Fact::Dealt { each, .. } => self.hand.apply(rules, &HandFact::Dealt { each: *each }),
            Fact::CommonsDealt { cards } => {
                let cards = cards.iter().map(|&(_, card)| card).collect();
                self.hand.apply(rules, &HandFact::Bus(bus::Fact::CommonsDealt { cards }));
            }
            Fact::SpareDealt { hands, .. } => {
                let dealt = crash::Fact::SpareDealt { hands: *hands };
                self.hand.apply(rules, &HandFact::Arrange(arrange::Fact::Crash(dealt)));
            }
            Fact::AllAsked { seats, phase } => {
                let to = seats.iter().map(|&(seat, _)| seat).collect();
                self.hand.apply(rules, &HandFact::TurnPassed { to, phase: *phase });
            }
            _ => {}
        }
        self.room.note(&self.charter, &self.hand, event);
    }
}

impl Settled {
    /// Gives the cards of a pack that lies anew their public names.
    fn name_cards(&mut self, order: &Pack, gather: Option<u16>) {
        for (position, card) in order.iter().enumerate() {
            let handle = Handle { epoch: self.epoch, gather, position: position as u8 };
            self.handles[usize::from(card.code())] = handle;
        }
    }
}

impl Room {
    /// What an event changes around the hand, which it has changed already.
    pub(crate) fn note(&mut self, charter: &Charter, hand: &Hand, event: &Event) {
        assert!(event.seq == self.seq + 1, "no-gap: event {} after {}", event.seq, self.seq);
        self.seq = event.seq;
        self.touched = event.time;
        self.turn = event.turn;
        if let Cause::Seat(seat) = event.cause {
            self.change_chair(seat, |chair| chair.time_outs = 0);
        }
        match &event.fact {
            Fact::Created { commitment, .. } => self.commitment = *commitment,
            Fact::Sat { seat, player, display_name } => {
                let (player, display_name) = (Arc::clone(player), Arc::clone(display_name));
                self.taken = self.taken.with(*seat);
                let bank = charter.clock.time_bank;
                self.change_chair(*seat, |chair| *chair = Chair { bank, ..Chair::default() });
                let roster = Arc::make_mut(&mut self.settled_mut().roster);
                roster.occupants[seat.index()] = Some(Occupant { player, display_name });
                // What he must bring when he comes back is asked anew when he leaves again.
                self.account(*seat, |account| (account.left_with, account.left_at) = (0, None));
            }
            Fact::Left { seat, .. } => {
                let at = event.time;
                self.account(*seat, |account| account.left_at = Some(at));
                self.taken = self.taken.without(*seat);
                self.change_chair(*seat, |chair| *chair = Chair::default());
                Arc::make_mut(&mut self.settled_mut().roster).occupants[seat.index()] = None;
            }
            Fact::WillLeave { seat, reason } => {
                self.change_chair(*seat, |chair| chair.leaving = Some(*reason));
            }
            Fact::SatOut { seat, reason } => {
                self.change_chair(*seat, |chair| {
                    chair.sits_out = Some(*reason);
                    chair.sits_out_since = event.time;
                    chair.hands_sat_out = 0;
                });
            }
            Fact::SatIn { seat } => {
                self.change_chair(*seat, |chair| {
                    chair.sits_out = None;
                    chair.hands_sat_out = 0;
                    chair.time_outs = 0;
                });
            }
            Fact::TimedOut { seat } => {
                self.change_chair(*seat, |chair| chair.time_outs = chair.time_outs.saturating_add(1));
            }
            Fact::Paused => self.paused_at = Some(event.time),
            Fact::Resumed => {
                let stopped = self.paused_at.take().map_or(0, |at| event.time.saturating_sub(at));
                // Nobody loses his seat for the time that the table was stopped.
                self.stalled_since = self.stalled_since.map(|since| since + stopped);
            }
            Fact::Closing { reason } => self.closing = Some(*reason),
            Fact::Closed { reason, .. } => {
                self.closing = Some(*reason);
                self.closed = true;
                self.deal_at = None;
                self.stalled_since = None;
                self.deadline = None;
            }
            Fact::TurnExtended { .. } => clock::extend(self, event.deadline),
            Fact::AllAsked { .. } => clock::begin_turn(self, hand, hand.to_act, event),
            Fact::NextHand { at, enough_players } => {
                self.deal_at = *at;
                self.stalled_since = (!enough_players).then(|| self.stalled_since.unwrap_or(event.time));
            }
            Fact::DealerDrawn { .. } | Fact::CommonsDealt { .. } | Fact::SpareDealt { .. } => {}
            Fact::Shuffled { epoch, proof, order } => {
                let proof = proof.as_deref();
                self.commitment = proof.map(|proof| proof.next_commitment);
                let settled = self.settled_mut();
                settled.epoch = *epoch;
                settled.gathers = 0;
                settled.deck_in = proof.map(|proof| proof.deck_in);
                settled.root = proof.map(|proof| proof.root);
                settled.name_cards(order, None);
            }
            Fact::Dealt { order, .. } => self.dealt = order.iter().collect(),
            Fact::Gathered { scrambled, order, .. } => {
                let settled = self.settled_mut();
                if *scrambled {
                    settled.name_cards(order, Some(settled.gathers));
                }
                settled.gathers = settled.gathers.saturating_add(1);
            }
            Fact::Hand(fact) => self.note_hand(hand, event, fact),
            Fact::FromPack { .. } => {}
        }
    }

    fn note_hand(&mut self, hand: &Hand, event: &Event, fact: &HandFact) {
        match fact {
            HandFact::HandStarted { dealt_in, .. } => {
                self.deal_at = None;
                self.stalled_since = None;
                self.dealt = Seats::NONE;
                for seat in self.taken.iter() {
                    let left_out = !dealt_in.contains(seat);
                    self.change_chair(seat, |chair| {
                        if left_out && chair.sits_out.is_some() {
                            chair.hands_sat_out = chair.hands_sat_out.saturating_add(1);
                        }
                    });
                }
            }
            HandFact::TurnPassed { to, .. } => clock::begin_turn(self, hand, *to, event),
            HandFact::HandEnded { .. } | HandFact::HandVoided => clock::end_turn(self, event.time),
            HandFact::ChipsAdded { seat, amount, .. } | HandFact::TopUpWaits { seat, amount, .. } => {
                self.account(*seat, |account| account.bought_in += u128::from(*amount));
            }
            HandFact::ChipsRemoved { seat, amount } => {
                self.account(*seat, |account| {
                    account.cashed_out += u128::from(*amount);
                    account.left_with = *amount;
                });
            }
            _ => {}
        }
    }

    fn account(&mut self, seat: Seat, change: impl FnOnce(&mut Account)) {
        let roster = Arc::make_mut(&mut self.settled_mut().roster);
        if let Some(occupant) = &roster.occupants[seat.index()] {
            change(roster.accounts.entry(Arc::clone(&occupant.player)).or_default());
        }
    }

    /// What that player brought to the table and took from it.
    pub fn account_of(&self, player: &str) -> Account {
        self.settled.roster.accounts.get(player).copied().unwrap_or_default()
    }

    /// Who has won the most chips (3.13): several who won equally much, nobody if nobody won any.
    pub fn most_chips_won(&self, hand: &Hand) -> Vec<Arc<str>> {
        let players = self.settled.roster.accounts.keys();
        let won = |player: &Arc<str>| Some(self.net(hand, player)).filter(|&net| net > 0);
        let best = players.clone().filter_map(won).max();
        players.filter(|player| best.is_some() && won(player) == best).cloned().collect()
    }

    /// Chips won: stack and cash-outs less buy-ins (3.13), as a signed number of chips.
    pub fn net(&self, hand: &Hand, player: &str) -> i128 {
        let account = self.account_of(player);
        let behind: Chips = self
            .taken
            .iter()
            .filter(|seat| {
                self.settled.roster.occupants[seat.index()].as_ref().is_some_and(|o| &*o.player == player)
            })
            .map(|seat| hand.player(seat).stack + hand.player(seat).waiting)
            .sum();
        let wide = |chips| i128::try_from(chips).unwrap_or(i128::MAX);
        i128::from(behind) + wide(account.cashed_out) - wide(account.bought_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brag_rules::card::Card;

    #[test]
    fn the_most_chips_are_won_by_those_who_won_any() {
        let winners = |accounts: &[(&str, u128)]| {
            let mut room = Room::new(0);
            let account = |cashed_out| Account { bought_in: 10, cashed_out, ..Account::default() };
            Arc::make_mut(&mut room.settled_mut().roster).accounts =
                accounts.iter().map(|&(player, out)| (player.into(), account(out))).collect();
            room.most_chips_won(&Hand::new(Card::in_pack_order().collect(), 2))
                .iter()
                .map(|player| player.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(winners(&[("ann", 12), ("bob", 6), ("cat", 12)]), ["ann", "cat"]);
        assert!(winners(&[("ann", 10), ("bob", 10)]).is_empty());
        assert!(winners(&[]).is_empty());
    }
}
