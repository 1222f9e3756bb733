//! The reckoning of Crash (rulebook V6B): who wins a hand, what it scores, what a game costs.

use super::{Merit, MinHand};
use crate::Chips;
use crate::rank::named;
use crate::seat::Seat;

/// Hands that a player may lay in one deal.
pub const HANDS: usize = 4;

named! {
    /// What a hand that is won scores.
    #[derive(Default)]
    pub enum Scoring {
        /// A point each.
        #[default]
        OnePerHand = "one_per_hand",
        /// Four points for the first, then three, two and one.
        Street = "street",
    }
}

named! {
    /// What becomes of a hand of which two or more are the best.
    #[derive(Default)]
    pub enum TieInHand {
        /// Nobody wins it.
        #[default]
        NoScore = "no_score",
        /// They drop out, and the next best wins.
        Cancel = "cancel",
    }
}

named! {
    /// What it means to win all four hands of a deal outright.
    #[derive(Default)]
    pub enum CrashMode {
        /// It wins the game.
        #[default]
        WinsGame = "wins_game",
        /// It scores a point more.
        BonusPoint = "bonus_point",
        /// Nothing more.
        Off = "off",
    }
}

named! {
    /// What a loser pays the winner of the game.
    #[derive(Default)]
    pub enum Settlement {
        /// `game_stake`.
        #[default]
        Fixed = "fixed",
        /// `point_value` for each point that he is behind the target.
        PerPoint = "per_point",
    }
}

/// The options of Crash; each field is the option of that name (rulebook V6B, A.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CrashRules {
    /// What a hand scores.
    pub scoring: Scoring,
    /// Points that win the game; from 1 to 121.
    pub target: u16,
    /// The standard below which a hand counts as not laid.
    pub min_hand: MinHand,
    /// Who wins a hand of which two are the best.
    pub tie_in_hand: TieInHand,
    /// What all four hands of a deal are worth.
    pub crash: CrashMode,
    /// What a loser pays.
    pub settlement: Settlement,
    /// Chips that he pays where the settlement is fixed.
    pub game_stake: Chips,
    /// Chips for each point elsewhere; from 1 there.
    pub point_value: Chips,
    /// Whether a loser without a point pays double.
    pub double_if_not_on_board: bool,
    /// Chips that every other player pays for four of a kind; 0 for no fee.
    pub four_kind_fee: Chips,
    /// Whether four threes win the game.
    pub four_threes_wins: bool,
    /// Whether a spare hand is dealt.
    pub spare_hand: bool,
    /// Chips that taking it costs.
    pub spare_fee: Chips,
}

/// What an unset `target` is.
pub const fn usual_target(scoring: Scoring) -> u16 {
    match scoring {
        Scoring::OnePerHand => 10,
        Scoring::Street => 61,
    }
}

impl Default for CrashRules {
    fn default() -> CrashRules {
        CrashRules {
            scoring: Scoring::default(),
            target: usual_target(Scoring::default()),
            min_hand: MinHand::default(),
            tie_in_hand: TieInHand::default(),
            crash: CrashMode::default(),
            settlement: Settlement::default(),
            game_stake: 10,
            point_value: 1,
            double_if_not_on_board: false,
            four_kind_fee: 0,
            four_threes_wins: false,
            spare_hand: false,
            spare_fee: 0,
        }
    }
}

impl CrashRules {
    /// How many hands are dealt that are no player's: the spare one, and where two play another that nobody gets.
    pub fn extra_hands(&self, players: usize) -> u8 {
        match players {
            _ if !self.spare_hand => 0,
            2 => 2,
            _ => 1,
        }
    }

    /// What winning that hand scores, the first being 0.
    pub fn points(&self, hand: usize) -> u16 {
        match self.scoring {
            Scoring::OnePerHand => 1,
            Scoring::Street => (HANDS - hand) as u16,
        }
    }

    /// Chips that a player with that score owes whoever wins the game, whose own score counts as the target. No
    /// stack bounds it yet.
    pub fn owed(&self, score: u16) -> Chips {
        let once = match self.settlement {
            Settlement::Fixed => self.game_stake,
            Settlement::PerPoint => self.point_value * Chips::from(self.target.saturating_sub(score)),
        };
        if score == 0 && self.double_if_not_on_board { 2 * once } else { once }
    }

    /// The most that a game can cost a player, fees apart: what he needs to join it.
    pub fn most_to_lose(&self) -> Chips {
        self.owed(0)
    }

    /// Who wins a hand, of those who laid one, and whether outright: better than all others. Nobody does if two or more
    /// are the best; with `cancel` the best of those that no other equals wins, but not outright then.
    pub fn winner(&self, laid: &[(Seat, Merit)]) -> Option<(Seat, bool)> {
        let equal = |merit: Merit| laid.iter().filter(|(_, other)| *other == merit).count();
        let best = laid.iter().map(|&(_, merit)| merit).max()?;
        let among = |wins: &dyn Fn(Merit) -> bool| {
            laid.iter().filter(|&&(_, merit)| wins(merit)).max_by_key(|&&(_, merit)| merit).copied()
        };
        let (seat, merit) = match self.tie_in_hand {
            TieInHand::NoScore => among(&|merit| merit == best && equal(merit) == 1),
            TieInHand::Cancel => among(&|merit| equal(merit) == 1),
        }?;
        Some((seat, merit == best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrange::{FourKindRank, Laying};
    use crate::rank::{Ranking, RankingRules};

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    fn laid(sets: &[&str]) -> Vec<(Seat, Merit)> {
        let ranking = Ranking::of(&RankingRules::default());
        let laying = Laying { ranking, sets: HANDS, fewer: true, fours: Some(FourKindRank::AsPrial) };
        let merit = |set: &&str| {
            let cards = (0..set.len()).step_by(2).map(|at| set[at..at + 2].parse().unwrap());
            laying.merit(&cards.collect()).unwrap()
        };
        (1..).map(seat).zip(sets.iter().map(merit)).collect()
    }

    #[test]
    fn the_strictly_best_hand_wins() {
        let no_score = CrashRules::default();
        let cancel = CrashRules { tie_in_hand: TieInHand::Cancel, ..no_score };
        let won = |sets: &[&str]| [no_score, cancel].map(|rules| rules.winner(&laid(sets)));
        let first = Some((seat(1), true));
        assert_eq!(won(&[]), [None, None]);
        assert_eq!(won(&["2c2d4h"]), [first, first]);
        assert_eq!(won(&["AcAdKh", "AhAsQh", "2c2d4h"]), [first, first]);
        assert_eq!(won(&["AcAdKh", "AhAsKd"]), [None, None]);
        // The tied hands drop out; the next best has not beaten them.
        assert_eq!(won(&["AcAdKh", "AhAsKd", "2c2d4h", "3c3d4h"]), [None, Some((seat(4), false))]);
        assert_eq!(won(&["AcAdKh", "2h2s4d", "AhAsKd", "2c2d4h"]), [None, None]);
        // A tie below the best changes nothing.
        assert_eq!(won(&["AcAdAh", "2h2s4d", "2c2d4h"]), [first, first]);
    }

    #[test]
    fn a_hand_scores_a_point_or_by_its_place_in_the_street() {
        let street = CrashRules { scoring: Scoring::Street, ..CrashRules::default() };
        let points = |rules: CrashRules| (0..HANDS).map(|hand| rules.points(hand)).collect::<Vec<_>>();
        assert_eq!(points(CrashRules::default()), [1, 1, 1, 1]);
        assert_eq!(points(street), [4, 3, 2, 1]);
        assert_eq!(Scoring::ALL.iter().map(|&scoring| usual_target(scoring)).collect::<Vec<_>>(), [10, 61]);
    }

    #[test]
    fn losers_pay_a_stake_or_by_the_point_and_double_without_one() {
        let fixed = CrashRules { game_stake: 7, point_value: 3, target: 5, ..CrashRules::default() };
        let per_point = CrashRules { settlement: Settlement::PerPoint, ..fixed };
        let double = |rules| CrashRules { double_if_not_on_board: true, ..rules };
        let owed = |rules: CrashRules| [0, 1, 4].map(|score| rules.owed(score));
        assert_eq!(owed(fixed), [7, 7, 7]);
        assert_eq!(owed(double(fixed)), [14, 7, 7]);
        assert_eq!(owed(per_point), [15, 12, 3]);
        assert_eq!(owed(double(per_point)), [30, 12, 3]);
        assert_eq!(double(per_point).most_to_lose(), 30);
    }
}
