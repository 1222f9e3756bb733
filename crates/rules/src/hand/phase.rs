//! Where a hand stands.

use crate::act::Which;
use crate::seat::Seat;

/// Where a hand stands (rulebook 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// No hand was played yet.
    Idle,
    /// Antes are taken and cards are about to be dealt: the engine's own step.
    Starting,
    /// A player cuts the pack.
    Cut,
    /// Bets go round.
    Betting,
    /// A holder of two hands looked at this one and must keep or throw it.
    DecideHand {
        /// The hand that he looked at.
        looked: Which,
    },
    /// A player was asked for a sideshow, and accepts or refuses it (V13).
    SideshowPending {
        /// Who asked.
        asker: Seat,
    },
    /// A holder of two unseen hands must name the one he goes on with.
    CommitHand {
        /// What waits for it.
        then: AfterCommit,
    },
    /// In turn, each may change his whole hand for the spare one (V6B).
    Spare,
    /// All lay out their sets at once, in secret (section 5).
    Arrange,
    /// Bets go round on one set before it is shown (V5).
    SetBetting {
        /// Which, from 0.
        set: u8,
    },
    /// In turn, cards are changed for the commons until somebody sticks (V8).
    Turns,
    /// Somebody has stuck, and every other player has one turn (V8).
    LastTurns,
    /// In turn, each may brag or pass (V9).
    Offer,
    /// In turn, each may answer the brag (V9).
    Challenge,
    /// Bragger and challenger bet against each other (V9).
    Rivalry,
    /// Cards are drawn towards thirty-one (V9).
    ThirtyOne,
    /// In turn, cards are thrown for new ones (V10).
    Draw,
    /// The pots are being settled: the engine's own step.
    Showdown,
    /// A player who won blind says what he keeps.
    Retain,
    /// The hand is over.
    HandOver,
}

impl Phase {
    /// Whether everybody who is to act is asked at once, and answers when he likes.
    pub const fn asks_all(self) -> bool {
        matches!(self, Phase::Arrange)
    }

    /// The rulebook's word for it (3.2), in snake case.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Idle => "idle",
            Phase::Starting => "starting",
            Phase::Cut => "cut",
            Phase::Betting => "betting",
            Phase::DecideHand { .. } => "decide_hand",
            Phase::SideshowPending { .. } => "sideshow_pending",
            Phase::CommitHand { .. } => "commit_hand",
            Phase::Spare => "spare",
            Phase::Arrange => "arrange",
            Phase::SetBetting { .. } => "set_betting",
            Phase::Turns => "turns",
            Phase::LastTurns => "last_turns",
            Phase::Offer => "offer",
            Phase::Challenge => "challenge",
            Phase::Rivalry => "rivalry",
            Phase::ThirtyOne => "thirty_one",
            Phase::Draw => "draw",
            Phase::Showdown => "showdown",
            Phase::Retain => "retain",
            Phase::HandOver => "hand_over",
        }
    }
}

/// What a commitment leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterCommit {
    /// The betting starts (`two_hand_rule = commit_first`).
    Betting,
    /// This player paid to see him.
    See {
        /// Who paid.
        seer: Seat,
    },
    /// The last active player's hand meets those that cover (3.5).
    Covered,
    /// All active hands are shown, because the betting was stopped.
    Stopped {
        /// By what.
        by: Stop,
    },
}

/// What stops the betting for all active hands to be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The next to act has made `max_rounds` bets (3.5).
    MaxRounds,
    /// The chips in the middle have reached `pot_cap` (V13).
    PotCap,
}
