//! The kinds of bot, and what sets the sensible ones apart.

use std::fmt;
use std::str::FromStr;

/// How a bot plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Does anything that it may.
    Random,
    /// Looks soon, and pays for good hands alone.
    Tight,
    /// Stays blind for long, calls with middling hands, bluffs.
    Loose,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 3] = [Kind::Random, Kind::Tight, Kind::Loose];

    /// Its name, in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Tight => "tight",
            Kind::Loose => "loose",
        }
    }

    /// How it judges; none for one that does not.
    pub const fn temper(self) -> Option<&'static Temper> {
        match self {
            Kind::Random => None,
            Kind::Tight => Some(&TIGHT),
            Kind::Loose => Some(&LOOSE),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownKind;

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a bot is ")?;
        for (place, kind) in Kind::ALL.into_iter().enumerate() {
            let before = match place {
                0 => "",
                place if place + 1 == Kind::ALL.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}{kind}")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownKind {}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Kind, UnknownKind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(UnknownKind)
    }
}

/// The thresholds by which a sensible bot judges. Chances and shares are 0 … 1; stakes are multiples of the stake at which
/// a hand starts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Temper {
    /// The highest stake at which it stays blind.
    pub blind_stakes: f64,
    /// Blind bets in a hand after which it looks.
    pub blind_bets: u32,
    /// Hands at the start of a session in which it makes twice as many.
    pub early_hands: u32,
    /// How often it raises blind instead of calling.
    pub blind_raise: f64,
    /// Calls that it expects to pay until a hand ends, when it compares price and pot.
    pub horizon: f64,
    /// What it must win on average beyond the price, as a share of the pot that it plays for.
    pub margin: f64,
    /// The chance to win from which on it raises.
    pub raise_from: f64,
    /// A raise, as a share of the pot.
    pub raise_share: f64,
    /// How often it raises with a hand that it should give up, against one or two opponents.
    pub bluff: f64,
    /// Calls in a hand after which it ends the waiting, by a see or by a raise.
    pub patience: u32,
    /// With a hand that next to nothing beats: the pot up to which it only calls.
    pub trap_stakes: f64,
}

impl Temper {
    /// Whether such a chance to win this pot is worth the price, both in chips.
    ///
    /// All of it is in chips, so that a hand that is sure to win pays whatever it costs.
    pub fn pays(&self, chance: f64, pot: f64, price: f64) -> bool {
        chance * (pot + price) - price >= self.margin * pot
    }
}

/// Gives up what does not pay, and is seldom seen with nothing.
const TIGHT: Temper = Temper {
    blind_stakes: 2.0,
    blind_bets: 1,
    early_hands: 10,
    blind_raise: 0.05,
    horizon: 2.5,
    margin: 0.14,
    raise_from: 0.72,
    raise_share: 0.6,
    bluff: 0.02,
    patience: 3,
    trap_stakes: 15.0,
};

/// Plays many hands, for the fun of it.
const LOOSE: Temper = Temper {
    blind_stakes: 5.0,
    blind_bets: 3,
    early_hands: 10,
    blind_raise: 0.2,
    horizon: 1.5,
    margin: -0.09,
    raise_from: 0.6,
    raise_share: 0.4,
    bluff: 0.12,
    patience: 5,
    trap_stakes: 10.0,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sure_to_win_pays_at_any_price() {
        for temper in [TIGHT, LOOSE] {
            for price in [0.0, 2.0, 60.0, 1e9] {
                assert!(temper.pays(1.0, 8.0, price) && temper.pays(0.999, 8.0, price.min(60.0)), "{price}");
            }
            // Half the pot for the price of it is a chance of a third, more or less.
            assert!(temper.pays(0.44, 8.0, 4.0) && !temper.pays(0.26, 8.0, 4.0));
        }
        assert!(LOOSE.pays(0.32, 8.0, 4.0) && !TIGHT.pays(0.36, 8.0, 4.0));
    }

    #[test]
    fn kinds_are_named() {
        for kind in Kind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!("Tight".parse::<Kind>(), Err(UnknownKind));
        assert_eq!(UnknownKind.to_string(), "a bot is random, tight or loose");
    }
}
