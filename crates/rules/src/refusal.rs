//! Why an act is refused: the closed list of rulebook A.4.

use std::fmt;

/// A reason of the rulebook. Nothing has changed when one is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// The player has no seat at this table.
    NotSeated,
    /// Somebody else is to act, or nobody.
    NotYourTurn,
    /// He looked at one of two hands and must keep or throw it.
    MustDecideHand,
    /// He was asked for a sideshow and must answer (V13).
    MustAnswerSideshow,
    /// There is no such act where the hand stands.
    IllegalInState,
    /// He must discard before he bets (V2).
    MustDiscard,
    /// His chips do not cover it.
    InsufficientChips,
    /// He has made all the blind bets that he may.
    MustLook,
    /// Below the price.
    AmountTooLow,
    /// Above the cap.
    AmountTooHigh,
    /// Between two legal amounts.
    BadStep,
    /// A see needs exactly two active players.
    SeeNeedsTwo,
    /// A see needs a bet before it.
    SeeNeedsABet,
    /// An open player cannot see a blind one.
    CannotSeeBlind,
    /// He has looked already.
    AlreadyOpen,
    /// His stack covers the price.
    CoverNotNeeded,
    /// Not his cards, the same twice, a wrong number of them, or not one of the hands that he holds.
    BadCards,
    /// The sets of an arrangement are not in order (section 5).
    SetOrder,
    /// One card or all three are swapped (V8).
    SwapOneOrThree,
    /// It must wait for the end of the hand.
    HandRunning,
}

impl Refusal {
    /// Every reason, in the rulebook's order of checks as far as it has one.
    pub const ALL: &'static [Refusal] = &[
        Refusal::NotSeated,
        Refusal::NotYourTurn,
        Refusal::MustDecideHand,
        Refusal::MustAnswerSideshow,
        Refusal::IllegalInState,
        Refusal::MustDiscard,
        Refusal::InsufficientChips,
        Refusal::MustLook,
        Refusal::AmountTooLow,
        Refusal::AmountTooHigh,
        Refusal::BadStep,
        Refusal::SeeNeedsTwo,
        Refusal::SeeNeedsABet,
        Refusal::CannotSeeBlind,
        Refusal::AlreadyOpen,
        Refusal::CoverNotNeeded,
        Refusal::BadCards,
        Refusal::SetOrder,
        Refusal::SwapOneOrThree,
        Refusal::HandRunning,
    ];

    /// The reason as the contract and the playthroughs write it.
    pub const fn name(self) -> &'static str {
        match self {
            Refusal::NotSeated => "NOT_SEATED",
            Refusal::NotYourTurn => "NOT_YOUR_TURN",
            Refusal::MustDecideHand => "MUST_DECIDE_HAND",
            Refusal::MustAnswerSideshow => "MUST_ANSWER_SIDESHOW",
            Refusal::IllegalInState => "ILLEGAL_IN_STATE",
            Refusal::MustDiscard => "MUST_DISCARD",
            Refusal::InsufficientChips => "INSUFFICIENT_CHIPS",
            Refusal::MustLook => "MUST_LOOK",
            Refusal::AmountTooLow => "AMOUNT_TOO_LOW",
            Refusal::AmountTooHigh => "AMOUNT_TOO_HIGH",
            Refusal::BadStep => "BAD_STEP",
            Refusal::SeeNeedsTwo => "SEE_NEEDS_TWO",
            Refusal::SeeNeedsABet => "SEE_NEEDS_A_BET",
            Refusal::CannotSeeBlind => "CANNOT_SEE_BLIND",
            Refusal::AlreadyOpen => "ALREADY_OPEN",
            Refusal::CoverNotNeeded => "COVER_NOT_NEEDED",
            Refusal::BadCards => "BAD_CARDS",
            Refusal::SetOrder => "SET_ORDER",
            Refusal::SwapOneOrThree => "SWAP_ONE_OR_THREE",
            Refusal::HandRunning => "HAND_RUNNING",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::error::Error for Refusal {}
