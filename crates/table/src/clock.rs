//! Turns and their deadlines, the time bank, and everything else that happens because time passed.

use crate::charter::Charter;
use crate::check::Plan;
use crate::event::{Cause, CloseReason, Deadline, Event, LeaveReason, Millis};
use crate::state::{Room, StoodStill, Table};
use brag_rules::hand::{Hand, Phase};
use brag_rules::seat::{Seat, Seats};

/// How long a seat may sit out while no hand can start for lack of players (rulebook 3.11), in milliseconds.
pub const SIT_OUT_WHILE_STALLED: Millis = 10 * 60 * 1000;
/// How long the table remembers what a leaver took away (rulebook 3.11), in milliseconds.
pub const RETURNS_WITHIN: Millis = 60 * 60 * 1000;

/// Whether a decision goes on with the clock that it had: a look at one of two hands, and the decision about
/// it, belong to the turn in which they happen (1.8).
fn goes_on(room: &Room, hand: &Hand, to: Seats, phase: Phase) -> bool {
    match (room.asked, phase) {
        (Some((asked, Phase::Betting)), Phase::DecideHand { .. }) => asked == to && hand.resume.is_none(),
        (Some((asked, Phase::DecideHand { .. })), Phase::Betting) => {
            asked == to && room.stood_still.is_none()
        }
        _ => false,
    }
}

/// Whether the same question still waits for some of those whom it was put to at once: their clock goes on.
fn still_asked(room: &Room, to: Seats, phase: Phase) -> bool {
    room.asked.is_some_and(|(asked, before)| {
        before.asks_all() && before == phase && to.iter().all(|seat| asked.contains(seat))
    })
}

/// When the turn that begins now ends, for several seats the first of theirs; nothing where the table has no clock.
pub(crate) fn deadline_of(
    charter: &Charter,
    room: &Room,
    hand: &Hand,
    to: Seats,
    phase: Phase,
    now: Millis,
) -> Option<Deadline> {
    if charter.clock.action_time == 0 {
        return None;
    }
    if goes_on(room, hand, to, phase) {
        return room.deadline;
    }
    if let (true, Some(deadline)) = (still_asked(room, to, phase), room.deadline) {
        return Some(earliest(room, to, free_until(deadline)));
    }
    let now = room.clock(now);
    match room.stood_still {
        Some(still) if Seats::only(still.seat) == to && phase == Phase::Betting => {
            Some(Deadline { at: now + still.left, bank: still.bank })
        }
        _ => {
            // He may have had the turn that ends now, too, as the player who cuts before he bets.
            let bank = to.iter().map(|seat| bank_left(room, seat, now)).min().unwrap_or(0);
            Some(Deadline { at: now + Millis::from(charter.clock.action_time) + Millis::from(bank), bank })
        }
    }
}

/// Until when a turn costs nobody's time bank.
pub(crate) fn free_until(deadline: Deadline) -> Millis {
    deadline.at - Millis::from(deadline.bank)
}

/// The first deadline of several seats whose turn is free until then: of whoever has least in his bank.
pub(crate) fn earliest(room: &Room, of: Seats, free_until: Millis) -> Deadline {
    let bank = of.iter().map(|seat| room.chair(seat).bank).min().unwrap_or(0);
    Deadline { at: free_until + Millis::from(bank), bank }
}

/// What each of several seats that are asked at once has of its time bank; nothing counts without a clock.
pub(crate) fn banks(
    charter: &Charter,
    room: &Room,
    to: Seats,
    phase: Phase,
    now: Millis,
) -> Box<[(Seat, u32)]> {
    let bank = |seat: Seat| match charter.clock.action_time {
        0 => 0,
        _ if still_asked(room, to, phase) => room.chair(seat).bank,
        _ => bank_left(room, seat, room.clock(now)),
    };
    to.iter().map(|seat| (seat, bank(seat))).collect()
}

/// Notes that a turn began; the hand has changed already.
pub(crate) fn begin_turn(room: &mut Room, hand: &Hand, to: Seats, event: &Event) {
    if still_asked(room, to, hand.phase) {
        let answered = room.asked.map_or(Seats::NONE, |(asked, _)| asked.minus(to));
        spend_banks(room, answered, event.time);
    } else if !goes_on(room, hand, to, hand.phase) {
        let asked = room.asked.map_or(Seats::NONE, |(asked, _)| asked);
        spend_banks(room, asked, event.time);
        room.stood_still = match (hand.resume, room.deadline) {
            (Some(seat), Some(deadline)) if room.stood_still.is_none() => {
                let left = deadline.at.saturating_sub(room.clock(event.time));
                let bank = room.chair(seat).bank;
                Some(StoodStill { seat, left, bank })
            }
            (Some(_), _) => room.stood_still,
            (None, _) => None,
        };
    }
    room.asked = Some((to, hand.phase));
    room.deadline = event.deadline;
}

/// Notes that a turn has more time: of several seats each says so by an event of its own.
pub(crate) fn extend(room: &mut Room, deadline: Option<Deadline>) {
    room.deadline = match (room.asked, deadline) {
        (Some((asked, _)), Some(deadline)) if asked.len() > 1 => {
            Some(earliest(room, asked, free_until(deadline)))
        }
        _ => deadline,
    };
}

/// Notes that nobody is asked any more.
pub(crate) fn end_turn(room: &mut Room, now: Millis) {
    let asked = room.asked.map_or(Seats::NONE, |(asked, _)| asked);
    spend_banks(room, asked, now);
    room.asked = None;
    room.deadline = None;
    room.stood_still = None;
}

/// What the turn that ends has used of a seat's time bank, by the table's clock.
fn bank_used(room: &Room, seat: Seat, now: Millis) -> u32 {
    let Some(deadline) = room.deadline_of(seat) else { return 0 };
    let used = now.saturating_sub(free_until(deadline)).min(Millis::from(deadline.bank));
    room.chair(seat).bank.min(used as u32)
}

fn bank_left(room: &Room, seat: Seat, now: Millis) -> u32 {
    room.chair(seat).bank - bank_used(room, seat, now)
}

/// Takes what their turn has used from the time banks of these seats.
fn spend_banks(room: &mut Room, seats: Seats, now: Millis) {
    for seat in seats.iter() {
        let used = bank_used(room, seat, room.clock(now));
        room.change_chair(seat, |chair| chair.bank -= used);
    }
}

impl Room {
    /// The time by which turns and pauses between hands are counted: it stands while the table is stopped, and what
    /// was set meanwhile is moved with the rest when it goes on.
    pub(crate) fn clock(&self, now: Millis) -> Millis {
        self.paused_at.unwrap_or(now)
    }

    /// When the turn of a seat that is to act ends: of several each has its own time bank.
    pub fn deadline_of(&self, seat: Seat) -> Option<Deadline> {
        let (asked, deadline) = (self.asked?.0, self.deadline?);
        match asked.contains(seat) {
            false => None,
            true if asked.len() == 1 => Some(deadline),
            true => Some(earliest(self, Seats::only(seat), free_until(deadline))),
        }
    }

    /// The seat whose time is up first, clockwise from the first seat where several are.
    fn out_of_time(&self, now: Millis) -> Option<Seat> {
        let out = |seat: &Seat| self.deadline_of(*seat).is_some_and(|deadline| deadline.at <= now);
        self.asked.and_then(|(asked, _)| asked.iter().find(out))
    }
}

impl Table {
    /// When the table must be woken next, whatever callers do; nothing: never.
    pub fn wake_at(&self) -> Option<Millis> {
        if self.room.closed {
            return None;
        }
        let close = self.closes_at().filter(|_| self.room.closing.is_none());
        if self.room.paused_at.is_some() {
            return close;
        }
        let deadline = self.room.deadline.map(|deadline| deadline.at);
        let give_up = self.gives_up_seat().map(|(_, at)| at);
        [close, deadline, self.room.deal_at, give_up].into_iter().flatten().min()
    }

    /// What is due now, the first of it; ask again after it was done.
    pub fn due(&self, now: Millis) -> Option<Plan> {
        if self.room.closed {
            return None;
        }
        let passed = |at: Option<Millis>| at.is_some_and(|at| at <= now);
        if self.room.closing.is_none() && passed(self.closes_at()) {
            return Some(Plan::Close {
                at_once: false,
                reason: CloseReason::MaxMinutes,
                cause: Cause::Clock,
            });
        }
        if self.room.paused_at.is_some() {
            return None;
        }
        if let Some(seat) = self.room.out_of_time(now) {
            return Some(Plan::TimeOut { seat });
        }
        if passed(self.room.deal_at) {
            return Some(Plan::Deal { cause: Cause::Clock });
        }
        match self.gives_up_seat() {
            Some((seat, at)) if at <= now => {
                Some(Plan::Leave { seat, reason: LeaveReason::SatOutTooLong, cause: Cause::Clock })
            }
            _ => None,
        }
    }

    fn closes_at(&self) -> Option<Millis> {
        self.rules().max_minutes.map(|minutes| self.room.created + Millis::from(minutes) * 60_000)
    }

    /// The seat that sits out and is given up next while no hand can start (3.11), and when.
    fn gives_up_seat(&self) -> Option<(Seat, Millis)> {
        let stalled = self.room.stalled_since?;
        let out = |seat: Seat| {
            let chair = self.room.chair(seat);
            chair.sits_out.map(|_| (seat, chair.sits_out_since.max(stalled) + SIT_OUT_WHILE_STALLED))
        };
        self.room.taken.iter().filter_map(out).min_by_key(|&(_, at)| at)
    }
}
