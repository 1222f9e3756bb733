//! The variations of Teen Patti, as what they change in the ranking (rulebook V13).

use std::fmt;

use super::{Low, RankingRules, Scale, Wild};
use crate::card::RANKS;

/// A variation of Teen Patti.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Variation {
    /// No change.
    #[default]
    Classic,
    /// The lowest hand wins.
    Muflis,
    /// Aces, kings, fours and sevens are wild.
    Ak47,
    /// The cards of these ranks are wild; one bit `1 << rank` each, at least one and at most six.
    WildRanks(u16),
    /// The rank of a card that is turned before the deal is wild; that card stays out of play.
    RandomJoker,
    /// Each player's lowest card is wild for him.
    LowestJoker,
    /// Four cards are dealt, and the best three count.
    BestOfFour,
    /// The cards are digits, and the greatest number wins.
    Nine99,
}

/// Ranks of the variation `ak47`: A, K, 4, 7.
const AK47: u16 = 1 << 12 | 1 << 11 | 1 << 2 | 1 << 5;
/// The most ranks that can be wild, since at most [`super::MAX_WILD`] cards can.
const MOST_RANKS: u32 = super::MAX_WILD / 4;

impl Variation {
    /// The ranking of a table that ranks by `base` apart from its variation.
    pub fn ranking(self, base: RankingRules) -> RankingRules {
        match self {
            Variation::Classic => base,
            Variation::Muflis => RankingRules { low: Low::Reverse, ..base },
            Variation::Ak47 => RankingRules { wild: of_ranks(AK47), ..base },
            Variation::WildRanks(ranks) => RankingRules { wild: of_ranks(ranks), ..base },
            Variation::RandomJoker => RankingRules { wild: Wild::RandomRank, ..base },
            Variation::LowestJoker => RankingRules { wild: Wild::LowestCard, ..base },
            Variation::BestOfFour => RankingRules { discard_tiebreak: true, ..base },
            Variation::Nine99 => RankingRules { scale: Scale::Digits, ..base },
        }
    }

    /// Cards dealt to each player, where so many are dealt without a variation.
    pub const fn cards_each(self, usual: u8) -> u8 {
        match self {
            Variation::BestOfFour => 4,
            _ => usual,
        }
    }

    /// Names of variations, one of each kind, in the rulebook's order.
    pub const NAMES: &'static [&'static str] = &[
        "classic",
        "muflis",
        "ak47",
        "wild_ranks:{A,9,4,2}",
        "random_joker",
        "lowest_joker",
        "best_of_four",
        "nine99",
    ];

    /// What the names of other wild ranks match, as a regular expression.
    pub const PATTERN: &'static str = r"wild_ranks:\{[2-9TJQKA](,[2-9TJQKA]){0,5}\}";

    /// The variation of this name: `classic`, `muflis`, `ak47`, `random_joker`, `lowest_joker`, `best_of_four`,
    /// `nine99`, or `wild_ranks:{A,9,4,2}` with one to six ranks, each once.
    pub fn from_name(name: &str) -> Option<Variation> {
        Some(match name {
            "classic" => Variation::Classic,
            "muflis" => Variation::Muflis,
            "ak47" => Variation::Ak47,
            "random_joker" => Variation::RandomJoker,
            "lowest_joker" => Variation::LowestJoker,
            "best_of_four" => Variation::BestOfFour,
            "nine99" => Variation::Nine99,
            _ => Variation::WildRanks(ranks(name.strip_prefix("wild_ranks:{")?.strip_suffix('}')?)?),
        })
    }
}

impl fmt::Display for Variation {
    /// Its name; wild ranks from the highest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variation::Classic => "classic",
            Variation::Muflis => "muflis",
            Variation::Ak47 => "ak47",
            Variation::RandomJoker => "random_joker",
            Variation::LowestJoker => "lowest_joker",
            Variation::BestOfFour => "best_of_four",
            Variation::Nine99 => "nine99",
            Variation::WildRanks(ranks) => {
                let held = (0..RANKS.len()).rev().filter(|rank| ranks >> rank & 1 == 1);
                let names: Vec<String> = held.map(|rank| char::from(RANKS[rank]).to_string()).collect();
                return write!(f, "wild_ranks:{{{}}}", names.join(","));
            }
        })
    }
}

/// The ranks of a list such as `A,9,4,2`, as bits.
fn ranks(list: &str) -> Option<u16> {
    let mut ranks = 0u16;
    for name in list.split(',') {
        let &[name] = name.trim().as_bytes() else { return None };
        let rank = 1 << RANKS.iter().position(|&known| known == name)?;
        if ranks & rank != 0 {
            return None;
        }
        ranks |= rank;
    }
    (1..=MOST_RANKS).contains(&ranks.count_ones()).then_some(ranks)
}

fn of_ranks(ranks: u16) -> Wild {
    let of_suit = u64::from(ranks);
    Wild::Cards(of_suit | of_suit << 13 | of_suit << 26 | of_suit << 39)
}
