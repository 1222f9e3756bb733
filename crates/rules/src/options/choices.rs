//! The options whose value is a name, with their names: one table each, for the parser, the catalogue and
//! whoever prints rules. Those of the ranking are in [`crate::rank`].

use std::fmt;

use crate::rank::named;

named! {
    /// When a hand charges the ante (rulebook 3.2).
    pub enum AnteMode {
        /// Before every hand.
        Always = "always",
        /// Only after a hand that a prial won (rulebook 3.12), and never before the first.
        AfterPrial = "after_prial",
        /// Never.
        None = "none",
    }
}

named! {
    /// What bounds a bet from above besides the caps (rulebook 3.4).
    pub enum LimitMode {
        /// Nothing.
        NoLimit = "no_limit",
        /// The stake may rise by the chips in the pot that is being bet into.
        Pot = "pot",
        /// The stake may rise by exactly `raise_increment`.
        Fixed = "fixed",
    }
}

named! {
    /// What half of an odd stake is (rulebook 3.4).
    pub enum HalfStakeRounding {
        /// The half, rounded up.
        RoundUp = "round_up",
        /// There is none: every open bet is even.
        EvenOnly = "even_only",
    }
}

named! {
    /// When a player may look at his cards (rulebook 3.4, 3.9).
    pub enum LookTiming {
        /// Out of turn as well.
        AnyTime = "any_time",
        /// In his turn.
        OwnTurn = "own_turn",
    }
}

named! {
    /// Who plays for a pot that waits from an earlier hand (rulebook 3.11).
    pub enum WaitingPot {
        /// Whoever pays the coming ante.
        Open = "open",
        /// Only who has paid into it; the others are not dealt in until it is won.
        Contributors = "contributors",
    }
}

named! {
    /// What becomes of the pot when everyone folds to a blind player (rulebook 3.8).
    pub enum BlindWin {
        /// It stays for the next hand.
        PotCarries = "pot_carries",
        /// He takes it.
        WinnerTakesPot = "winner_takes_pot",
    }
}

named! {
    /// What the holder of two unseen hands does with them (rulebook 3.9).
    pub enum TwoHandRule {
        /// He may look at one, and then keeps it or throws it.
        LookOne = "look_one",
        /// He chooses one unseen before anybody acts.
        CommitFirst = "commit_first",
    }
}

named! {
    /// Which of two unseen hands is compared (rulebook 3.9).
    pub enum TwoHandShowdown {
        /// The one that its holder names without having seen either.
        CommitUnseen = "commit_unseen",
        /// The better one.
        BestOfBoth = "best_of_both",
    }
}

named! {
    /// Who wins when the hands of a see are equal (rulebook 3.5).
    pub enum TieRule {
        /// The player who did not pay to see.
        SeerLoses = "seer_loses",
        /// Both, an odd chip going to the one nearest the dealer's left.
        Split = "split",
        /// The one nearest the dealer's left. Not for brag betting (A.3, refusal 12).
        ElderWins = "elder_wins",
    }
}

named! {
    /// What a player can do whose chips do not meet the price (rulebook 3.10).
    pub enum ShortStack {
        /// Cover the whole pot with what he has.
        CoverPot = "cover_pot",
        /// Cover the part of the pot that he has matched.
        SidePot = "side_pot",
        /// Fold; nobody may raise beyond what every other player can call.
        FoldOnly = "fold_only",
    }
}

named! {
    /// Who throws the cards that are dealt beyond three (rulebook V2).
    pub enum DiscardMode {
        /// Each player chooses his own, before his first open bet.
        Player = "player",
        /// Nobody: every hand keeps all its cards and is read as its best three.
        AutoBest = "auto_best",
    }
}

named! {
    /// When a player may ask the one who bet before him for a private comparison (rulebook V13).
    pub enum Sideshow {
        /// Never.
        Off = "off",
        /// When both have looked.
        BothSeen = "both_seen",
        /// When every active player has looked.
        AllSeen = "all_seen",
    }
}

named! {
    /// When all cards are shuffled; the first hand of a table always is (rulebook 3.12).
    pub enum ShuffleMode {
        /// After a hand that a prial won in a showdown.
        OnPrialWin = "on_prial_win",
        /// After a showdown in which a prial was shown.
        OnPrialShown = "on_prial_shown",
        /// After a prial won, and when the cards not dealt since the last shuffle no longer suffice.
        OnPrialOrExhausted = "on_prial_or_exhausted",
        /// Before every hand.
        EveryHand = "every_hand",
        /// Never again.
        Never = "never",
    }
}

named! {
    /// In which order the cards of a hand go under the pack (rulebook 3.12).
    pub enum Gather {
        /// In an order that nobody knows.
        Scrambled = "scrambled",
        /// As they were thrown in, the first uppermost.
        Exact = "exact",
    }
}

named! {
    /// Which deals are cut (rulebook 3.12).
    pub enum Cut {
        /// Those before which the cards were shuffled.
        AfterShuffle = "after_shuffle",
        /// Those before which they were not.
        WhenNotShuffled = "when_not_shuffled",
        /// All.
        Always = "always",
        /// None.
        Never = "never",
    }
}

named! {
    /// Who cuts (rulebook 3.12).
    pub enum CutBy {
        /// The engine, at random.
        Engine = "engine",
        /// The player on the dealer's right.
        Player = "player",
    }
}

/// Who deals the first hand (rulebook 1.4): `high_card`, or `seat:n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstDealer {
    /// Who draws the highest card; equal highest draw again.
    HighCard,
    /// This seat, from 1; if it is not dealt in, or the table has no such seat, the next dealt-in seat
    /// clockwise.
    Seat(u8),
}

impl FirstDealer {
    /// Every name up to the largest table of the family; the seat's number is its place here.
    pub(super) const NAMES: &'static [&'static str] = &[
        "high_card",
        "seat:1",
        "seat:2",
        "seat:3",
        "seat:4",
        "seat:5",
        "seat:6",
        "seat:7",
        "seat:8",
        "seat:9",
        "seat:10",
        "seat:11",
        "seat:12",
        "seat:13",
        "seat:14",
        "seat:15",
        "seat:16",
        "seat:17",
    ];

    /// The value of this name, if there is one.
    pub fn from_name(name: &str) -> Option<FirstDealer> {
        let place = FirstDealer::NAMES.iter().position(|&known| known == name)?;
        Some(if place == 0 { FirstDealer::HighCard } else { FirstDealer::Seat(place as u8) })
    }
}

impl fmt::Display for FirstDealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FirstDealer::HighCard => f.write_str("high_card"),
            FirstDealer::Seat(seat) => write!(f, "seat:{seat}"),
        }
    }
}
