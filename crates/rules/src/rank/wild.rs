//! Which cards are wild (rulebook 2.8).

use std::collections::BTreeSet;

use crate::card::{Card, PACK_SIZE, RANKS, SUITS};

/// The most wild cards that a table may have (A.3, refusal 19).
pub const MAX_WILD: u32 = 26;

/// The cards that may stand for any of the 52.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wild {
    /// These, each the bit `1 << code`; 0 for none.
    Cards(u64),
    /// The lowest of the three cards of a hand, ace high, for its holder; a lowest pair is two wild cards, and three
    /// of one rank are none (V13).
    LowestCard,
    /// The rank of a card that is turned before the deal (V13). Until [`RankingRules::with_turned`] has named the
    /// card, none.
    ///
    /// [`RankingRules::with_turned`]: super::RankingRules::with_turned
    RandomRank,
}

const LOWEST_CARD: &str = "lowest_card";
const RANDOM_RANK: &str = "random_rank";

impl Wild {
    /// No wild cards.
    pub const NONE: Wild = Wild::Cards(0);

    /// The four cards of this rank, 0 = two … 12 = ace.
    pub const fn rank(rank: u8) -> Wild {
        Wild::Cards(four_of(rank))
    }

    /// The card of this rank and suit (0 = clubs … 3 = spades).
    pub const fn card(rank: u8, suit: u8) -> Wild {
        Wild::Cards(1 << (13 * suit + rank))
    }

    /// These cards and those. What the hand or the deal decides stays as it is.
    #[must_use]
    pub const fn and(self, other: Wild) -> Wild {
        match (self, other) {
            (Wild::Cards(these), Wild::Cards(those)) => Wild::Cards(these | those),
            _ => self,
        }
    }

    /// Whether no card is ever wild.
    pub const fn is_none(self) -> bool {
        matches!(self, Wild::Cards(0))
    }

    /// Whether this card is wild whatever the hand and the deal are.
    pub const fn contains(self, card: Card) -> bool {
        match self {
            Wild::Cards(cards) => cards >> card.code() & 1 == 1,
            Wild::LowestCard | Wild::RandomRank => false,
        }
    }

    /// How many cards of the pack are wild; none where the hand or the deal decides which.
    pub const fn count(self) -> Option<u32> {
        match self {
            Wild::Cards(cards) => Some(cards.count_ones()),
            Wild::LowestCard | Wild::RandomRank => None,
        }
    }

    /// Which of these are wild, as the bits 1, 2 and 4.
    pub(super) fn among(self, cards: [Card; 3]) -> u8 {
        let wild = match self {
            Wild::Cards(_) => cards.map(|card| self.contains(card)),
            Wild::LowestCard => {
                let ranks = cards.map(Card::rank);
                let lowest = ranks[0].min(ranks[1]).min(ranks[2]);
                if ranks == [lowest; 3] { [false; 3] } else { ranks.map(|rank| rank == lowest) }
            }
            Wild::RandomRank => [false; 3],
        };
        u8::from(wild[0]) | u8::from(wild[1]) << 1 | u8::from(wild[2]) << 2
    }

    /// The wild cards of these names: cards such as `Jc` and ranks such as `9`, or `lowest_card` or `random_rank`
    /// alone. None if a name is another.
    pub fn from_names(names: &BTreeSet<String>) -> Option<Wild> {
        if names.len() == 1 {
            if names.contains(LOWEST_CARD) {
                return Some(Wild::LowestCard);
            }
            if names.contains(RANDOM_RANK) {
                return Some(Wild::RandomRank);
            }
        }
        names.iter().try_fold(0, |cards, name| Some(cards | cards_of(name)?)).map(Wild::Cards)
    }

    /// Their names: a whole rank by its own name, any other card by its code.
    pub fn names(self) -> BTreeSet<String> {
        let cards = match self {
            Wild::Cards(cards) => cards,
            Wild::LowestCard => return BTreeSet::from([LOWEST_CARD.to_owned()]),
            Wild::RandomRank => return BTreeSet::from([RANDOM_RANK.to_owned()]),
        };
        let mut names = BTreeSet::new();
        for rank in 0..RANKS.len() as u8 {
            let of_rank = cards & four_of(rank);
            if of_rank == four_of(rank) {
                names.insert(char::from(RANKS[usize::from(rank)]).to_string());
            } else {
                let wild = Card::in_pack_order().filter(|card| of_rank >> card.code() & 1 == 1);
                names.extend(wild.map(|card| card.to_string()));
            }
        }
        names
    }
}

impl Default for Wild {
    fn default() -> Wild {
        Wild::NONE
    }
}

/// The four cards of a rank as bits.
const fn four_of(rank: u8) -> u64 {
    let clubs = 1 << rank;
    clubs | clubs << 13 | clubs << 26 | clubs << 39
}

/// What a name of a card or of a rank stands for.
fn cards_of(name: &str) -> Option<u64> {
    match name.as_bytes() {
        &[rank] => Some(four_of(RANKS.iter().position(|&known| known == rank)? as u8)),
        _ => name.parse::<Card>().ok().map(|card| 1 << card.code()),
    }
}

/// The names of ranks and cards among [`WILD_NAMES`].
pub(crate) const CARDS_AND_RANKS: &[&str] = WILD_NAMES.split_at(WILD_NAMES.len() - 2).0;

/// Every name that `wild` takes: the ranks, the cards in the order of a new pack, and the two that stand alone.
pub const WILD_NAMES: &[&str] = &{
    let mut names = [""; RANKS.len() + PACK_SIZE + 2];
    let mut i = 0;
    while i < RANKS.len() {
        names[i] = text(RANKS, i, 1);
        i += 1;
    }
    while i < RANKS.len() + PACK_SIZE {
        names[i] = text(CARD_NAMES, 2 * (i - RANKS.len()), 2);
        i += 1;
    }
    names[i] = LOWEST_CARD;
    names[i + 1] = RANDOM_RANK;
    names
};

/// The names of the cards in the order of a new pack, one after the other.
const CARD_NAMES: &[u8] = &{
    let mut names = [0; 2 * PACK_SIZE];
    let mut card = 0;
    while card < PACK_SIZE {
        names[2 * card] = RANKS[card / SUITS.len()];
        names[2 * card + 1] = SUITS[card % SUITS.len()];
        card += 1;
    }
    names
};

/// Some of these letters as a text.
const fn text(letters: &'static [u8], from: usize, length: usize) -> &'static str {
    match str::from_utf8(letters.split_at(from).1.split_at(length).0) {
        Ok(text) => text,
        Err(_) => panic!("ranks and suits are ASCII"),
    }
}
