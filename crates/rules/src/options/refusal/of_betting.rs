//! The options of brag betting (rulebook section 3), by what they are about, in the order of A.1: what most refusals of
//! options without a meaning are made of.

/// What bounds a bet (3.4).
pub(super) const LIMITS: &[&str] =
    &["max_initial_stake", "max_stake", "max_raise", "raise_factor", "limit_mode", "raise_increment"];

/// What a see costs and shows (3.5, 3.7).
pub(super) const SEEING: &[&str] = &["see_multiplier", "seer_may_muck"];

/// Seeing, playing blind and what stops it (3.5 to 3.9).
pub(super) const BRAGGING: &[&str] = &[
    "see_multiplier",
    "seer_may_muck",
    "blind_play",
    "half_stake_rounding",
    "look_timing",
    "max_blind_bets",
    "max_rounds",
    "blind_win",
    "retain_blind_hand",
    "two_hand_rule",
    "two_hand_look_timing",
    "two_hand_showdown",
];

/// What becomes of the cards that are dealt beyond three (V2).
pub(super) const DISCARDS: &[&str] = &["discard_tiebreak", "discard_mode"];
