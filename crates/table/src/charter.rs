//! What a table is made with, and keeps for its whole life.

use brag_rules::options::Rules;
use brag_rules::seat::Seat;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The table's clock (the contract's section 8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockTerms {
    /// Time for one decision, in milliseconds; 0: none, for scripted and local tables.
    pub action_time: u32,
    /// Time that each seat has in reserve for the whole of its stay, in milliseconds.
    pub time_bank: u32,
    /// Pause between two hands, in milliseconds.
    pub hand_pause: u32,
    /// Whether hands start by themselves.
    pub automatic: bool,
}

impl Default for ClockTerms {
    fn default() -> Self {
        ClockTerms { action_time: 30_000, time_bank: 30_000, hand_pause: 3_000, automatic: true }
    }
}

/// Who names the amounts that come to the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cashier {
    /// The platform's operator seats players and moves their chips.
    Operator,
    /// Each player names his own.
    Player,
}

/// Who may take a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seating {
    /// Every player of the tenant.
    Open,
}

/// Who may watch without a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spectating {
    /// Whether spectators may watch at all.
    pub allowed: bool,
}

/// When the seeds of a table's shuffles are revealed, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevealPolicy {
    /// To the audit role alone.
    AuditorOnly,
}

/// Everything about a table that never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charter {
    /// 16 random bytes given at creation: part of every hash and seal.
    pub uid: [u8; 16],
    /// Whose table it is.
    pub tenant: Arc<str>,
    /// Its id inside the tenant.
    pub id: Arc<str>,
    /// Who made it.
    pub created_by: Arc<str>,
    /// The rules it plays by.
    pub rules: Arc<Rules>,
    /// Its clock.
    pub clock: ClockTerms,
    /// Who names amounts.
    pub cashier: Cashier,
    /// Who may sit.
    pub seating: Seating,
    /// Who may watch.
    pub spectating: Spectating,
    /// When seeds are revealed.
    pub reveal: RevealPolicy,
    /// The caller's own marks.
    pub labels: BTreeMap<String, String>,
    /// A script decides what chance would; marked for good.
    pub script: Option<Script>,
}

/// What is special about a scripted table (dev mode).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Script {
    /// Who deals the first hand.
    pub first_dealer: Seat,
    /// Whether `min_buy_in` binds.
    pub check_buy_in: bool,
}
