//! What may be laid, and which of two sets is better (rulebook section 5, V6B).

use super::Sets;
use crate::card::{Cards, PLAYED};
use crate::rank::{Class, Low, Ranking, Strength, named};
use crate::refusal::Refusal;

named! {
    /// What four cards of one rank, laid as one set, are worth (V6B).
    #[derive(Default)]
    pub enum FourKindRank {
        /// As much as the prial of their rank.
        #[default]
        AsPrial = "as_prial",
        /// More than every prial; among them the order is that of the prials.
        AbovePrial = "above_prial",
    }
}

named! {
    /// The standard below which a set counts as not laid (V6B).
    #[derive(Default)]
    pub enum MinHand {
        /// Every set counts.
        HighCard = "high_card",
        /// A pair or better.
        #[default]
        Pair = "pair",
        /// A flush or better.
        Flush = "flush",
        /// A run or better.
        Run = "run",
    }
}

impl MinHand {
    const fn class(self) -> Class {
        match self {
            MinHand::HighCard => Class::HighCard,
            MinHand::Pair => Class::Pair,
            MinHand::Flush => Class::Flush,
            MinHand::Run => Class::Run,
        }
    }
}

/// How good a set is; the greater one wins, and sets that end a comparison without a difference are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Merit {
    strength: Strength,
    /// Of four cards that beat every prial: the prial that they would be. Three cards have none, and that is less.
    four: Option<Strength>,
    /// Where suits break ties.
    suit: u8,
}

impl Merit {
    /// The strength of the set; of four cards that of the prial as which they count, or of the best one if they beat all.
    pub fn strength(&self) -> Strength {
        self.strength
    }
}

/// What a table allows to be laid, and how it ranks.
#[derive(Clone, Copy)]
pub struct Laying {
    /// How three cards rank.
    pub ranking: Ranking,
    /// How many sets there are, at most [`MAX_SETS`](super::MAX_SETS).
    pub sets: usize,
    /// Whether fewer may be laid, none included (V6B).
    pub fewer: bool,
    /// What four cards of one rank count for; none where a set has three cards.
    pub fours: Option<FourKindRank>,
}

impl Laying {
    /// How good this set is; none if no set can have these cards.
    pub fn merit(&self, set: &Cards) -> Option<Merit> {
        if set.len() == PLAYED {
            let (strength, suit) = self.ranking.merit([0, 1, 2].map(|place| set.at(place)));
            return Some(Merit { strength, four: None, suit });
        }
        let fours = self.fours?;
        let reading = self.ranking.read(set, &Cards::EMPTY).filter(|_| is_four(set))?;
        let (prial, suit) = self.ranking.merit(reading.cards());
        Some(match fours {
            FourKindRank::AsPrial => Merit { strength: prial, four: None, suit },
            FourKindRank::AbovePrial => {
                Merit { strength: self.ranking.best_prial(), four: Some(prial), suit: 0 }
            }
        })
    }

    /// Whether these sets of this hand may be laid.
    ///
    /// # Errors
    /// [`Refusal::BadCards`] if they are too many or too few, if one of them is no set, or if a card is not his or is
    /// named twice; then [`Refusal::SetOrder`] if one is better than the one before it.
    pub fn check(&self, hand: &Cards, sets: &Sets) -> Result<(), Refusal> {
        let named = sets.cards();
        let own = hand.iter().filter(|&card| named.contains(card)).count() == named.len();
        let count = if self.fewer { sets.len() <= self.sets } else { sets.len() == self.sets };
        if !(own && count) {
            return Err(Refusal::BadCards);
        }
        let mut before = None;
        let mut descending = true;
        for set in sets.iter() {
            let merit = self.merit(&set).ok_or(Refusal::BadCards)?;
            descending &= before.is_none_or(|before| merit <= before);
            before = Some(merit);
        }
        if descending { Ok(()) } else { Err(Refusal::SetOrder) }
    }

    /// Those of the sets that reach the standard: the others are the last ones, because they are worse.
    pub fn standing(&self, sets: &Sets, standard: MinHand) -> Sets {
        let mut standing = Sets::EMPTY;
        for set in sets.iter() {
            if self.merit(&set).is_some_and(|merit| self.reaches(standard, merit)) {
                standing.push(set.iter()).expect("cards-fit: there are no more of them than before");
            }
        }
        standing
    }

    /// What a set is, or counts for.
    pub fn class(&self, set: &Cards, merit: Merit) -> Class {
        if is_four(set) { Class::Four } else { self.ranking.class_of(merit.strength) }
    }

    /// Whether a set reaches the standard. Under a low ranking, whose order is upside down, a set reaches it that is as
    /// low or lower.
    pub fn reaches(&self, standard: MinHand, merit: Merit) -> bool {
        let (class, standard) = (self.ranking.class_of(merit.strength) as usize, standard.class() as usize);
        // The classes are numbered from the best.
        if self.ranking.rules().low == Low::Off { class <= standard } else { class >= standard }
    }
}

/// Whether these are the four cards of one rank.
pub fn is_four(set: &Cards) -> bool {
    let mut ranks = set.iter().map(|card| card.rank());
    let first = ranks.next();
    set.len() == 4 && ranks.all(|rank| Some(rank) == first)
}
