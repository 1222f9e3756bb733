//! What somebody knows of the cards.

use super::comparison::Comparison;
use super::layout::laying;
use crate::arrange::Sets;
use crate::card::{Card, Cards, PLAYED, Pack};
use crate::options::Rules;
use crate::rank::{Ranking, RankingRules, Wild};
use crate::seat::MAX_SEATS;
use std::fmt;

/// What is known of a hand, as somebody says it. Nothing, by default: it was dealt, and that is all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Cards that it holds.
    pub cards: Vec<Card>,
    /// Cards of it that its holder threw (V2).
    pub thrown: Vec<Card>,
    /// How it is laid out, where sets are compared and its cards are all known; none for the automatic arrangement.
    pub sets: Option<Sets>,
}

/// What is known of the cards before a showdown. Made by [`Spot::new`], it can be dealt: each hand has as many cards as
/// the variant deals, and the pack suffices.
#[derive(Debug, Clone)]
pub struct Spot {
    ranking: RankingRules,
    comparison: Comparison,
    hands: Vec<Hand>,
    left: Vec<Card>,
}

/// One hand of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hand {
    /// The cards that are known.
    pub(super) held: Cards,
    /// The cards that were thrown.
    pub(super) thrown: Cards,
    /// How many more it holds.
    pub(super) unknown: usize,
    /// How it is laid out, if that was named.
    pub(super) sets: Option<Sets>,
}

/// What a spot is made of: where something is wrong. Places count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The list of hands.
    Hands,
    /// The cards of one hand, or one of them.
    Cards(usize, Option<usize>),
    /// The thrown cards of one hand, or one of them.
    Thrown(usize, Option<usize>),
    /// The sets of one hand.
    Sets(usize),
    /// One of the cards that nobody holds.
    Dead(usize),
    /// The card that is turned before the deal.
    Turned,
}

/// What is known makes no deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSpot {
    /// What is wrong.
    pub place: Place,
    /// What it must be instead.
    pub allowed: String,
}

impl fmt::Display for NoSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "must be {}", self.allowed)
    }
}

impl std::error::Error for NoSpot {}

impl Spot {
    /// The spot in which these hands meet, `dead` are cards that none of them can hold, and `turned` is the card that
    /// was turned before the deal, where the rules turn one.
    ///
    /// A hand of which fewer cards are known than are dealt has as many others from those that are left.
    ///
    /// # Errors
    /// Fewer than two hands or more than 17; more cards in a hand than are dealt, or fewer than three that it can play;
    /// a card that is in two places; too few cards for all; a turned card that is missing, or that the rules do not
    /// turn; sets that cannot be laid.
    pub fn new(rules: &Rules, turned: Option<Card>, hands: &[Known], dead: &[Card]) -> Result<Spot, NoSpot> {
        Spot::compared(Comparison::of(rules), rules, turned, hands, dead)
    }

    /// The same, with the hands compared in that way.
    ///
    /// # Errors
    /// As [`Spot::new`].
    pub fn compared(
        comparison: Comparison,
        rules: &Rules,
        turned: Option<Card>,
        hands: &[Known],
        dead: &[Card],
    ) -> Result<Spot, NoSpot> {
        let wrong = |place, allowed: String| NoSpot { place, allowed };
        let (pack, mut seen) = (rules.pack(), Pack::EMPTY);
        let mut see = |place, card| {
            if !pack.contains(card) {
                return Err(wrong(
                    place,
                    format!("a card of the pack that is played with, and {card} is none"),
                ));
            }
            if seen.contains(card) {
                return Err(wrong(place, format!("a card that is nowhere else, and {card} is")));
            }
            seen.push(card);
            Ok(())
        };
        let ranking = match (rules.ranking.wild, turned) {
            (Wild::RandomRank, None) => {
                return Err(wrong(
                    Place::Turned,
                    "a card, since these rules turn one before the deal".into(),
                ));
            }
            (Wild::RandomRank, Some(card)) => {
                see(Place::Turned, card)?;
                rules.ranking.with_turned(card)
            }
            (_, Some(_)) => {
                return Err(wrong(Place::Turned, "left out, since these rules turn no card".into()));
            }
            (_, None) => rules.ranking,
        };
        if !(2..=MAX_SEATS).contains(&hands.len()) {
            return Err(wrong(Place::Hands, format!("2 to {MAX_SEATS} hands")));
        }
        let each = usize::from(rules.cards_each);
        let most_thrown = if matches!(comparison, Comparison::Sets(_)) { 0 } else { each - PLAYED };
        let mut read = Vec::with_capacity(hands.len());
        for (of, hand) in hands.iter().enumerate() {
            if hand.thrown.len() > most_thrown {
                let allowed = match most_thrown {
                    0 => "left out: no card is thrown".to_owned(),
                    most => format!("at most {most} of {each} cards"),
                };
                return Err(wrong(Place::Thrown(of, None), allowed));
            }
            if hand.cards.len() > each - hand.thrown.len() {
                let allowed = format!("at most {each} cards, with those that were thrown");
                return Err(wrong(Place::Cards(of, None), allowed));
            }
            for (place, &card) in hand.cards.iter().enumerate() {
                see(Place::Cards(of, Some(place)), card)?;
            }
            for (place, &card) in hand.thrown.iter().enumerate() {
                see(Place::Thrown(of, Some(place)), card)?;
            }
            let unknown = each - hand.thrown.len() - hand.cards.len();
            let (held, thrown): (Cards, Cards) =
                (hand.cards.iter().copied().collect(), hand.thrown.iter().copied().collect());
            if let Some(sets) = &hand.sets {
                let allowed = |text: &str| Err(wrong(Place::Sets(of), text.to_owned()));
                let Comparison::Sets(layout) = comparison else {
                    return allowed("left out, since no sets are compared");
                };
                if unknown > 0 {
                    return allowed("left out, since not all cards of the hand are known");
                }
                if laying(Ranking::of(&ranking), &layout).check(&held, sets).is_err() {
                    return allowed("sets of the hand's own cards, each as good as the next or better");
                }
            }
            read.push(Hand { held, thrown, unknown, sets: hand.sets });
        }
        for (place, &card) in dead.iter().enumerate() {
            see(Place::Dead(place), card)?;
        }
        let left = pack.len() - seen.len();
        let wanted: usize = read.iter().map(|hand| hand.unknown).sum();
        if wanted > left {
            let allowed =
                format!("so few that the pack suffices: {wanted} cards are not known, and {left} are left");
            return Err(wrong(Place::Hands, allowed));
        }
        let left = pack.iter().filter(|&card| !seen.contains(card)).collect();
        Ok(Spot { ranking, comparison, hands: read, left })
    }

    /// How hands rank in it.
    pub fn ranking(&self) -> Ranking {
        Ranking::of(&self.ranking)
    }

    /// How its hands are compared.
    pub fn comparison(&self) -> Comparison {
        self.comparison
    }

    /// The hands that meet.
    pub(super) fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// The cards that may be in any hand.
    pub(super) fn left(&self) -> &[Card] {
        &self.left
    }

    /// The places of the hands that are not known whole.
    pub(super) fn open(&self) -> Vec<usize> {
        (0..self.hands.len()).filter(|&hand| self.hands[hand].unknown > 0).collect()
    }
}
