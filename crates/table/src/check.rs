//! May this be done? The last three of the contract's checks: seat ownership, freshness, rules.

use crate::charter::Cashier;
use crate::clock::RETURNS_WITHIN;
use crate::event::{Cause, CloseReason, LeaveReason, Millis, SitOutReason};
use crate::state::Table;
use brag_rules::Chips;
use brag_rules::act::Act;
use brag_rules::options::MAX_AMOUNT;
use brag_rules::refusal::Refusal;
use brag_rules::seat::Seat;
use std::sync::Arc;

/// What somebody asks of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// An act of the hand.
    Play(Act),
    /// Take a seat.
    Sit {
        /// Which; none: the first free one.
        seat: Option<u8>,
        /// Chips to bring.
        buy_in: Chips,
        /// What to be called.
        display_name: Arc<str>,
    },
    /// Leave it.
    Leave,
    /// Sit out from the next hand.
    SitOut,
    /// Come back.
    SitIn,
    /// Bring more chips.
    TopUp(Chips),
    /// Deal the next hand.
    Deal,
    /// Stop the table.
    Pause,
    /// Go on.
    Resume,
    /// Take a player off the table.
    Remove,
    /// Close it: at once, or after the hand.
    Close {
        /// The hand is voided.
        at_once: bool,
    },
}

impl Action {
    /// Whether it names a `turn` (acts in turn and answers).
    pub fn names_turn(&self) -> bool {
        matches!(self, Action::Play(_)) && !self.names_hand()
    }

    /// Whether it names a `hand` (a look, a discard, an arrangement: they may come out of turn).
    pub fn names_hand(&self) -> bool {
        matches!(self, Action::Play(Act::Look(_) | Act::Discard(_) | Act::Arrange(_)))
    }

    /// Whether it is the operator's alone.
    pub fn is_operators(&self) -> bool {
        matches!(self, Action::Deal | Action::Pause | Action::Resume | Action::Remove | Action::Close { .. })
    }

    /// Whether it moves chips over the table's edge or changes seats, so that its request id is kept for the
    /// table's life.
    pub fn crosses_edge(&self) -> bool {
        matches!(
            self,
            Action::Sit { .. } | Action::Leave | Action::TopUp(_) | Action::Remove | Action::Close { .. }
        )
    }
}

/// In what capacity it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// As a player, or a front end's backend on his behalf.
    Player,
    /// As the platform's operator.
    Operator,
}

/// A request, as far as the table is concerned.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// What is asked.
    pub action: &'a Action,
    /// The player it is for.
    pub player: &'a str,
    /// In what capacity.
    pub by: By,
    /// The turn that the caller saw.
    pub turn: Option<u64>,
    /// The hand that the caller saw.
    pub hand: Option<u32>,
    /// The last event that the caller saw.
    pub expected_seq: Option<u64>,
}

/// Why a request is refused. Nothing has changed, and nothing in it depends on what the caller does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The table is over.
    TableClosed,
    /// A reason of the rulebook's A.4.
    Rules(Refusal),
    /// Another turn, or another hand, by now.
    StaleTurn,
    /// Other events by now.
    StaleSeq,
    /// The operator stopped the table.
    TablePaused,
    /// Somebody sits there.
    SeatTaken,
    /// There is no such seat; seats go from 1 to this.
    NoSuchSeat {
        /// The highest.
        seats: u8,
    },
    /// He sits there already.
    AlreadySeated,
    /// No seat is free.
    TableFull,
    /// The stack after it must lie between these; both are 0 where no chips can be brought.
    BuyInOutOfRange {
        /// The fewest chips to bring.
        min: Chips,
        /// The most.
        max: Chips,
    },
    /// Only the operator may do that at this table.
    OperatorOnly,
}

impl Refused {
    /// The reason as the contract and the playthroughs write it.
    pub const fn name(&self) -> &'static str {
        match self {
            Refused::TableClosed => "TABLE_CLOSED",
            Refused::Rules(refusal) => refusal.name(),
            Refused::StaleTurn => "STALE_TURN",
            Refused::StaleSeq => "STALE_SEQ",
            Refused::TablePaused => "TABLE_PAUSED",
            Refused::SeatTaken => "SEAT_TAKEN",
            Refused::NoSuchSeat { .. } => "INVALID_FIELD",
            Refused::AlreadySeated => "ALREADY_SEATED",
            Refused::TableFull => "TABLE_FULL",
            Refused::BuyInOutOfRange { .. } => "BUY_IN_OUT_OF_RANGE",
            Refused::OperatorOnly => "ROLE_REQUIRED",
        }
    }
}

/// A request that was accepted: what will be done, with nothing left to refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// An act of the hand.
    Play {
        /// Whose.
        seat: Seat,
        /// Which.
        act: Act,
    },
    /// Take a seat.
    Sit {
        /// Which.
        seat: Seat,
        /// Who.
        player: Arc<str>,
        /// Called what.
        display_name: Arc<str>,
        /// With how many chips.
        buy_in: Chips,
        /// Who asked.
        cause: Cause,
    },
    /// Leave the table.
    Leave {
        /// Which seat.
        seat: Seat,
        /// Why.
        reason: LeaveReason,
        /// Who asked.
        cause: Cause,
    },
    /// Sit out.
    SitOut {
        /// Which seat.
        seat: Seat,
        /// Why.
        reason: SitOutReason,
    },
    /// Come back.
    SitIn {
        /// Which seat.
        seat: Seat,
    },
    /// Bring chips.
    TopUp {
        /// Which seat.
        seat: Seat,
        /// How many.
        amount: Chips,
        /// Who asked.
        cause: Cause,
    },
    /// Start a hand.
    Deal {
        /// Who asked.
        cause: Cause,
    },
    /// Stop.
    Pause,
    /// Go on.
    Resume,
    /// Close.
    Close {
        /// Void the hand in progress.
        at_once: bool,
        /// Why.
        reason: CloseReason,
        /// Who asked.
        cause: Cause,
    },
    /// The turn's time is up.
    TimeOut {
        /// Whose.
        seat: Seat,
    },
    /// Give the turn at least so much more time, in milliseconds.
    ExtendTurn {
        /// Milliseconds from now.
        at_least: u32,
    },
}

/// Whether the request is accepted.
///
/// # Errors
/// The first check that fails: seat ownership, freshness, rules.
pub fn check(table: &Table, request: &Request<'_>, now: Millis) -> Result<Plan, Refused> {
    if table.room.closed {
        return Err(Refused::TableClosed);
    }
    let seat = seat_for(table, request)?;
    check_fresh(table, request)?;
    match (request.action, seat) {
        (Action::Play(act), Some(seat)) => {
            if table.room.paused_at.is_some() {
                return Err(Refused::TablePaused);
            }
            table.hand.check(table.rules(), seat, act).map_err(Refused::Rules)?;
            Ok(Plan::Play { seat, act: *act })
        }
        (Action::Sit { seat, buy_in, display_name }, _) => {
            check_sit(table, request, *seat, *buy_in, display_name, now)
        }
        (Action::Leave, Some(seat)) => {
            let (reason, cause) = (LeaveReason::Asked, Cause::Seat(seat));
            not_twice(table.room.chair(seat).leaving.is_some())?;
            Ok(Plan::Leave { seat, reason, cause })
        }
        (Action::Remove, Some(seat)) => {
            not_twice(table.room.chair(seat).leaving.is_some())?;
            Ok(Plan::Leave { seat, reason: LeaveReason::Removed, cause: Cause::Operator })
        }
        (Action::SitOut, Some(seat)) => {
            not_twice(table.room.chair(seat).sits_out.is_some())?;
            Ok(Plan::SitOut { seat, reason: SitOutReason::Asked })
        }
        (Action::SitIn, Some(seat)) => {
            not_twice(table.room.chair(seat).sits_out.is_none())?;
            Ok(Plan::SitIn { seat })
        }
        (Action::TopUp(amount), Some(seat)) => check_top_up(table, request, seat, *amount),
        (Action::Deal, _) => check_deal(table),
        (Action::Pause, _) => {
            not_twice(table.room.paused_at.is_some())?;
            Ok(Plan::Pause)
        }
        (Action::Resume, _) => {
            not_twice(table.room.paused_at.is_none())?;
            Ok(Plan::Resume)
        }
        (Action::Close { at_once }, _) => {
            not_twice(!at_once && table.room.closing.is_some())?;
            Ok(Plan::Close { at_once: *at_once, reason: CloseReason::Operator, cause: Cause::Operator })
        }
        (_, None) => Err(Refused::Rules(Refusal::NotSeated)),
    }
}

/// Seat ownership: everything that a player does for his own seat needs one.
fn seat_for(table: &Table, request: &Request<'_>) -> Result<Option<Seat>, Refused> {
    let seat = table.seat_of(request.player);
    let needs_seat = match request.action {
        Action::Play(_)
        | Action::Leave
        | Action::SitOut
        | Action::SitIn
        | Action::TopUp(_)
        | Action::Remove => true,
        Action::Sit { .. } | Action::Deal | Action::Pause | Action::Resume | Action::Close { .. } => false,
    };
    if needs_seat && seat.is_none() { Err(Refused::Rules(Refusal::NotSeated)) } else { Ok(seat) }
}

fn check_fresh(table: &Table, request: &Request<'_>) -> Result<(), Refused> {
    let stale_turn = request.action.names_turn() && request.turn.is_some_and(|t| t != table.room.turn);
    let stale_hand = request.action.names_hand() && request.hand.is_some_and(|h| h != table.hand.number);
    if stale_turn || stale_hand {
        return Err(Refused::StaleTurn);
    }
    match request.expected_seq {
        Some(seq) if seq != table.room.seq => Err(Refused::StaleSeq),
        _ => Ok(()),
    }
}

fn not_twice(already: bool) -> Result<(), Refused> {
    if already { Err(Refused::Rules(Refusal::IllegalInState)) } else { Ok(()) }
}

fn check_deal(table: &Table) -> Result<Plan, Refused> {
    if table.room.paused_at.is_some() {
        return Err(Refused::TablePaused);
    }
    if table.hand.is_running() {
        return Err(Refused::Rules(Refusal::HandRunning));
    }
    if !table.enough_players() {
        return Err(Refused::Rules(Refusal::IllegalInState));
    }
    Ok(Plan::Deal { cause: Cause::Operator })
}

fn check_cashier(table: &Table, by: By) -> Result<(), Refused> {
    match (table.charter.cashier, by) {
        (Cashier::Operator, By::Operator) | (Cashier::Player, By::Player) => Ok(()),
        (Cashier::Operator, By::Player) => Err(Refused::OperatorOnly),
        // Where players name their own amounts, an operator who is a player, too, names his own.
        (Cashier::Player, By::Operator) => Ok(()),
    }
}

fn cause_of(by: By, seat: Seat) -> Cause {
    match by {
        By::Player => Cause::Seat(seat),
        By::Operator => Cause::Operator,
    }
}

fn check_sit(
    table: &Table,
    request: &Request<'_>,
    seat: Option<u8>,
    buy_in: Chips,
    display_name: &Arc<str>,
    now: Millis,
) -> Result<Plan, Refused> {
    check_cashier(table, request.by)?;
    if table.seat_of(request.player).is_some() {
        return Err(Refused::AlreadySeated);
    }
    let seats = table.rules().max_players;
    let named = match seat {
        None => None,
        Some(number) => match Seat::new(number).filter(|_| number <= seats) {
            Some(seat) => Some(seat),
            None => return Err(Refused::NoSuchSeat { seats }),
        },
    };
    let free = table.seats().iter().find(|&seat| !table.room.taken.contains(seat));
    let seat = match named {
        Some(seat) if table.room.taken.contains(seat) => return Err(Refused::SeatTaken),
        Some(seat) => seat,
        None => free.ok_or(Refused::TableFull)?,
    };
    if table.hand.is_running() {
        return Err(Refused::Rules(Refusal::HandRunning));
    }
    match table.buy_in_range(request.player, now) {
        Some((min, max)) if buy_in >= min && buy_in <= max => {}
        range => return Err(out_of_range(range)),
    }
    Ok(Plan::Sit {
        seat,
        player: request.player.into(),
        display_name: Arc::clone(display_name),
        buy_in,
        cause: cause_of(request.by, seat),
    })
}

fn check_top_up(table: &Table, request: &Request<'_>, seat: Seat, amount: Chips) -> Result<Plan, Refused> {
    check_cashier(table, request.by)?;
    match table.top_up_range(seat) {
        Some((min, max)) if amount >= min && amount <= max => {
            Ok(Plan::TopUp { seat, amount, cause: cause_of(request.by, seat) })
        }
        range => Err(out_of_range(range)),
    }
}

/// Too few or too many chips for that range, or any at all where there is none.
fn out_of_range(range: Option<(Chips, Chips)>) -> Refused {
    let (min, max) = range.unwrap_or((0, 0));
    Refused::BuyInOutOfRange { min, max }
}

impl Table {
    /// The fewest and the most chips with which that player may sit down (3.11); nothing if the table has no room
    /// for the fewest.
    pub fn buy_in_range(&self, player: &str, now: Millis) -> Option<(Chips, Chips)> {
        let room_left = MAX_AMOUNT - self.hand.bank;
        let max = self.rules().max_buy_in.unwrap_or(MAX_AMOUNT).min(room_left);
        let account = self.room.account_of(player);
        let returns = account.left_at.is_some_and(|at| now.saturating_sub(at) < RETURNS_WITHIN);
        let brings = if returns { account.left_with.min(max) } else { 0 };
        let min = match self.charter.script {
            Some(script) if !script.check_buy_in => 0,
            _ => self.rules().min_buy_in,
        };
        let min = min.max(brings);
        (min <= max).then_some((min, max))
    }

    /// The fewest and the most chips that a seat may add now; nothing if it has no room for any. The bounds
    /// of the buy-in bind the stack after it.
    pub fn top_up_range(&self, seat: Seat) -> Option<(Chips, Chips)> {
        let player = self.hand.player(seat);
        let has = player.stack + player.waiting;
        let room_left = MAX_AMOUNT - self.hand.bank;
        let max = self.rules().max_buy_in.unwrap_or(MAX_AMOUNT).saturating_sub(has).min(room_left);
        let wanted = match self.charter.script {
            Some(script) if !script.check_buy_in => 0,
            _ => self.rules().min_buy_in,
        };
        let min = wanted.saturating_sub(has).max(1);
        (min <= max && self.room.chair(seat).leaving.is_none()).then_some((min, max))
    }
}
