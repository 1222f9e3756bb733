//! The state of a table.

use crate::charter::Charter;
use crate::event::{CloseReason, Deadline, Handle, LeaveReason, Millis, SitOutReason};
use brag_rules::Chips;
use brag_rules::card::PACK_SIZE;
use brag_rules::hand::{Hand, Phase};
use brag_rules::options::{AnteMode, Rules, WaitingPot};
use brag_rules::seat::{MAX_SEATS, Seat, Seats};
use brag_rules::variant::Machine;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// A table: what it was made with, what lies on it, and the room around it.
///
/// A copy costs some reference counts and, at six seats, 2 KB of plain values, so that a decision can work on one.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What never changes.
    pub charter: Arc<Charter>,
    /// Chips and cards.
    pub hand: Hand,
    /// Who sits there, the clock, the names of the cards.
    pub room: Room,
}

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupant {
    /// His id.
    pub player: Arc<str>,
    /// What he wants to be called; untrusted.
    pub display_name: Arc<str>,
}

/// What the table remembers of somebody who has sat there (rulebook 3.11, 3.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Account {
    /// Chips that he brought in all his time here: more than lie on the table at once, so wider than chips.
    pub bought_in: u128,
    /// Chips that he took away.
    pub cashed_out: u128,
    /// What he took away when he last left.
    pub left_with: Chips,
    /// When that was.
    pub left_at: Option<Millis>,
}

/// Who sits where and who has sat there: changes rarely, so that copies share it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roster {
    /// By seat.
    pub occupants: [Option<Occupant>; MAX_SEATS],
    /// By player.
    pub accounts: BTreeMap<Arc<str>, Account>,
}

/// The part of a seat that outlives hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chair {
    /// Sits out from the next hand.
    pub sits_out: Option<SitOutReason>,
    /// Since when.
    pub sits_out_since: Millis,
    /// Hands in a row that were dealt without him because he sat out.
    pub hands_sat_out: u16,
    /// Time-outs in a row.
    pub time_outs: u8,
    /// What is left of his time bank, in milliseconds.
    pub bank: u32,
    /// He leaves when the hand is over.
    pub leaving: Option<LeaveReason>,
}

/// A turn that stands still while somebody else decides out of turn (rulebook 3.9.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoodStill {
    /// Whose turn it is.
    pub seat: Seat,
    /// What is left of it, bank included, in milliseconds.
    pub left: u64,
    /// How much of that is bank.
    pub bank: u32,
}

/// Everything about a table but its chips and cards.
#[derive(Debug, Clone, PartialEq)]
pub struct Room {
    /// The last event's number.
    pub seq: u64,
    /// The turn number: grows when the seats to act change, or what they are asked.
    pub turn: u64,
    /// When the table was made.
    pub created: Millis,
    /// When the last event happened.
    pub touched: Millis,
    /// The hand in progress is the last, or was, and why.
    pub closing: Option<CloseReason>,
    /// It is over.
    pub closed: bool,
    /// Which seats are taken.
    pub taken: Seats,
    /// Whose clocks run, and what they are asked.
    pub asked: Option<(Seats, Phase)>,
    /// When the turn ends, of several seats the first: [`Room::deadline_of`] has each one's.
    pub deadline: Option<Deadline>,
    /// The turn that stands still.
    pub stood_still: Option<StoodStill>,
    /// When the pause began, while it lasts.
    pub paused_at: Option<Millis>,
    /// When the next hand starts by itself.
    pub deal_at: Option<Millis>,
    /// Since when no hand can start for lack of players, between hands.
    pub stalled_since: Option<Millis>,
    /// Commitment to the seed of the next shuffle.
    pub commitment: Option<[u8; 32]>,
    /// Who was dealt cards in the hand in progress or the last one.
    pub dealt: Seats,
    /// The rest: what hardly an act changes.
    pub settled: Arc<Settled>,
}

/// What most acts leave as it is, so that copies of a room share it.
#[derive(Debug, Clone, PartialEq)]
pub struct Settled {
    /// Who sits where.
    pub roster: Arc<Roster>,
    /// The seats.
    pub chairs: [Chair; MAX_SEATS],
    /// The last shuffle, from 1; 0 before the first.
    pub epoch: u32,
    /// Gathers since then.
    pub gathers: u16,
    /// Commitment to the cards that went into the last shuffle.
    pub deck_in: Option<[u8; 32]>,
    /// Root over the salted cards in the order that it gave them.
    pub root: Option<[u8; 32]>,
    /// The public name of each card, by code.
    pub handles: [Handle; PACK_SIZE],
}

impl Table {
    /// The rules of the table.
    pub fn rules(&self) -> &Rules {
        &self.charter.rules
    }

    /// Who sits there.
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.room.settled.roster.occupants[seat.index()].as_ref()
    }

    /// Where that player sits.
    pub fn seat_of(&self, player: &str) -> Option<Seat> {
        let sits = |&seat: &Seat| self.occupant(seat).is_some_and(|occupant| &*occupant.player == player);
        // Who is asked for is mostly who is to act.
        self.hand.to_act.iter().find(sits).or_else(|| self.room.taken.iter().find(sits))
    }

    /// The seats of the table.
    pub fn seats(&self) -> Seats {
        (1..=self.rules().max_players).filter_map(Seat::new).collect()
    }

    /// Whether it takes no more acts.
    pub fn is_closed(&self) -> bool {
        self.room.closed
    }

    /// What the next hand would charge (3.2).
    pub fn next_ante(&self) -> Chips {
        next_ante(self.rules(), &self.hand)
    }

    /// Who would be dealt into a hand that starts now (3.2, 3.11).
    pub fn eligible(&self) -> Seats {
        eligible(self.rules(), &self.hand, &self.room)
    }

    /// Whether a hand could start now: enough players can be dealt in.
    pub fn enough_players(&self) -> bool {
        enough(self.rules(), &self.hand, self.eligible())
    }
}

/// What the next hand charges.
pub(crate) fn next_ante(rules: &Rules, hand: &Hand) -> Chips {
    match rules.ante_mode {
        AnteMode::Always => rules.ante,
        AnteMode::AfterPrial if hand.number > 0 && hand.prial_hand => rules.ante,
        AnteMode::AfterPrial | AnteMode::None => 0,
    }
}

/// Who is dealt into the next hand: seated, not sitting out, and able to pay the ante and what else the game asks for
/// before the deal, or a chip where there is nothing to pay; where sets are laid out, all stakes. Chips that wait for the
/// end of the hand count, because they are there when the next one starts.
pub(crate) fn eligible(rules: &Rules, hand: &Hand, room: &Room) -> Seats {
    if let Some(players) = hand.players_of_game() {
        // Until it is over they are dealt in whatever they do, and nobody joins (3.11).
        let there =
            |seat: &Seat| players.contains(*seat) && room.settled.chairs[seat.index()].leaving.is_none();
        return room.taken.iter().filter(there).collect();
    }
    let needed = match rules.machine() {
        Machine::Bet | Machine::Equalised | Machine::Classic => {
            next_ante(rules, hand).saturating_add(rules.beyond_ante()).max(1)
        }
        Machine::Arrange | Machine::Bus => rules.least_stack(),
    };
    let able = |seat: &Seat| {
        let (chair, player) = (&room.settled.chairs[seat.index()], hand.player(*seat));
        chair.sits_out.is_none() && chair.leaving.is_none() && player.stack + player.waiting >= needed
    };
    let able: Seats = room.taken.iter().filter(able).collect();
    if rules.waiting_pot == WaitingPot::Contributors && hand.carried > 0 {
        let waiting = hand.waiting_pots();
        let contributes = |seat: &Seat| waiting.iter().all(|pot| pot.paid[seat.index()] > 0);
        let contributors: Seats = able.iter().filter(contributes).collect();
        // A pot that its own contributors can no longer play for is open to everybody.
        if contributors.len() >= usize::from(rules.min_players.max(2)) {
            return contributors;
        }
    }
    able
}

/// Whether so many suffice for the next hand: two for the next of a game, `min_players` for any other.
pub(crate) fn enough(rules: &Rules, hand: &Hand, eligible: Seats) -> bool {
    let least = if hand.players_of_game().is_some() { 2 } else { usize::from(rules.min_players) };
    eligible.len() >= least
}

/// What all tables share at which nobody has sat and nothing was shuffled yet.
static FRESH: LazyLock<Arc<Settled>> = LazyLock::new(|| {
    Arc::new(Settled {
        roster: Arc::default(),
        chairs: [Chair::default(); MAX_SEATS],
        epoch: 0,
        gathers: 0,
        deck_in: None,
        root: None,
        handles: [Handle::default(); PACK_SIZE],
    })
});

impl Room {
    pub(crate) fn new(created: Millis) -> Room {
        Room {
            seq: 0,
            turn: 0,
            created,
            touched: created,
            closing: None,
            closed: false,
            taken: Seats::NONE,
            asked: None,
            deadline: None,
            stood_still: None,
            paused_at: None,
            deal_at: None,
            stalled_since: None,
            commitment: None,
            dealt: Seats::NONE,
            settled: Arc::clone(&FRESH),
        }
    }

    pub(crate) fn chair(&self, seat: Seat) -> &Chair {
        &self.settled.chairs[seat.index()]
    }

    /// What hardly an act changes, changed.
    pub(crate) fn settled_mut(&mut self) -> &mut Settled {
        Arc::make_mut(&mut self.settled)
    }

    /// Changes a chair, and copies what is settled only if that changes anything.
    pub(crate) fn change_chair(&mut self, seat: Seat, change: impl FnOnce(&mut Chair)) {
        let mut chair = *self.chair(seat);
        change(&mut chair);
        if chair != *self.chair(seat) {
            self.settled_mut().chairs[seat.index()] = chair;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every table is kept, and copied for each act: this, and a place for each of its seats. Above 896 bytes it takes the
    /// allocator's next size.
    #[test]
    fn a_table_is_small() {
        let size = size_of::<Table>();
        assert!(size <= 896, "a table takes {size} bytes");
    }
}
