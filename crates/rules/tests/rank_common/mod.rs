//! Cards, and a second reading of rulebook 2.8 and V2: every choice is tried.
#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses some of it, and may panic")]

use std::cmp::Reverse;

use brag_rules::card::{Card, Cards};
use brag_rules::rank::{CategoryOrder, Class, NaturalPrecedence, Ranking, RankingRules, SuitTiebreak, Wild};

/// Cards such as `AsKsQs`, with or without blanks.
pub fn cards(text: &str) -> Vec<Card> {
    let text = text.replace(' ', "");
    (0..text.len()).step_by(2).map(|at| text[at..at + 2].parse().unwrap()).collect()
}

pub fn held(cards: &[Card]) -> Cards {
    cards.iter().copied().collect()
}

/// The 52 cards by their codes.
pub fn pack() -> Vec<Card> {
    (0..52).map(|code| Card::from_code(code).unwrap()).collect()
}

/// Every hand of three, by ascending codes.
pub fn hands_of_three() -> impl Iterator<Item = [Card; 3]> {
    let card = |code| Card::from_code(code).unwrap();
    (0..52).flat_map(move |a| {
        (a + 1..52).flat_map(move |b| (b + 1..52).map(move |c| [card(a), card(b), card(c)]))
    })
}

/// The wild cards of these names.
pub fn wild(names: &str) -> Wild {
    Wild::from_names(&names.split_whitespace().map(str::to_owned).collect()).unwrap()
}

/// The place of a category, 0 the best; for high rankings.
pub fn place(rules: &RankingRules, class: Class) -> usize {
    let order = match rules.category_order {
        CategoryOrder::PrialFirst => [Class::Prial, Class::RunningFlush],
        CategoryOrder::RunningFlushFirst => [Class::RunningFlush, Class::Prial],
    };
    let others = [Class::Run, Class::Flush, Class::Pair, Class::HighCard];
    order.into_iter().chain(others).position(|known| known == class).unwrap()
}

/// What a hand counts for, better ones smaller, in the words of 2.8: what precedes the index, the index, the wild
/// cards where their number counts; and how many were used, where nothing else decides.
pub type Key = ((usize, bool), u16, usize, usize);

/// Wild hands the slow way.
pub struct Naive {
    rules: RankingRules,
    natural: Ranking,
    /// The best index that two given cards, one or none have with any others of the 52.
    with_one_wild: Vec<[u16; 52]>,
    with_two_wild: Vec<u16>,
    with_three_wild: u16,
    /// The class of every index, from a hand that has it.
    classes: Vec<Option<Class>>,
}

impl Naive {
    pub fn new(rules: &RankingRules) -> Naive {
        let natural = Ranking::of(&RankingRules { wild: Wild::NONE, ..*rules });
        let pack = pack();
        let best = |cards: &mut dyn Iterator<Item = [Card; 3]>| {
            cards.map(|three| natural.strength(three).index()).min().unwrap()
        };
        let with_one_wild: Vec<[u16; 52]> = pack
            .iter()
            .map(|&a| {
                let of_pair = |b: usize| best(&mut pack.iter().map(|&any| [a, pack[b], any]));
                std::array::from_fn(of_pair)
            })
            .collect();
        let any_two = || pack.iter().flat_map(|&x| pack.iter().map(move |&y| (x, y)));
        let with_two_wild: Vec<u16> =
            pack.iter().map(|&a| best(&mut any_two().map(|(x, y)| [a, x, y]))).collect();
        let any_three = pack.iter().flat_map(|&a| any_two().map(move |(x, y)| [a, x, y]));
        let with_three_wild = best(&mut any_three.into_iter());
        let mut classes = vec![None; usize::from(natural.indices()) + 1];
        for hand in hands_of_three() {
            classes[usize::from(natural.strength(hand).index())] = Some(natural.class(hand));
        }
        Naive { rules: *rules, natural, with_one_wild, with_two_wild, with_three_wild, classes }
    }

    /// The cards of the hand that are wild.
    fn is_wild(&self, hand: [Card; 3]) -> [bool; 3] {
        match self.rules.wild {
            Wild::Cards(wild) => hand.map(|card| wild & (1 << card.code()) != 0),
            Wild::RandomRank => [false; 3],
            Wild::LowestCard => {
                let mut ranks = hand.map(Card::rank);
                ranks.sort_unstable();
                let prial = ranks[0] == ranks[2];
                hand.map(|card| !prial && card.rank() == ranks[0])
            }
        }
    }

    /// The best of everything that the hand can count for.
    pub fn key(&self, hand: [Card; 3]) -> Key {
        let wild = self.is_wild(hand);
        let choices = [false, true];
        let mut keys = Vec::new();
        for a in choices {
            for b in choices {
                for c in choices {
                    let used = [a, b, c];
                    // A natural card is never used for another; a bragger may be, or must.
                    let allowed = (0..3).all(|i| match (wild[i], used[i]) {
                        (false, used) => !used,
                        (true, used) => used || self.rules.bragger_as_self,
                    });
                    if allowed {
                        keys.push(self.key_of(hand, used));
                    }
                }
            }
        }
        keys.into_iter().min().unwrap()
    }

    fn key_of(&self, hand: [Card; 3], used: [bool; 3]) -> Key {
        let natural: Vec<Card> = (0..3).filter(|&i| !used[i]).map(|i| hand[i]).collect();
        let index = match natural[..] {
            [a, b, c] => self.natural.strength([a, b, c]).index(),
            [a, b] => self.with_one_wild[usize::from(a.code())][usize::from(b.code())],
            [a] => self.with_two_wild[usize::from(a.code())],
            _ => self.with_three_wild,
        };
        let used = 3 - natural.len();
        let class = self.class(index);
        let (before, after) = match self.rules.natural_precedence {
            NaturalPrecedence::None => ((0, false), 0),
            NaturalPrecedence::SameRank => ((0, false), used),
            NaturalPrecedence::PrialsOnly => {
                ((place(&self.rules, class), class == Class::Prial && used > 0), 0)
            }
            NaturalPrecedence::WholeCategory => ((place(&self.rules, class), used > 0), 0),
        };
        (before, index, after, used)
    }

    /// What hands of this index are.
    pub fn class(&self, index: u16) -> Class {
        self.classes[usize::from(index)].unwrap()
    }

    /// The best three of a hand by trying all, then the highest cards left over, then the suit: the greatest.
    pub fn best_of(&self, held: &[Card]) -> (Reverse<Key>, Vec<u8>, u8) {
        let mut best = None;
        for i in 0..held.len() {
            for j in i + 1..held.len() {
                for k in j + 1..held.len() {
                    let three = [held[i], held[j], held[k]];
                    let left = (0..held.len()).filter(|at| ![i, j, k].contains(at)).map(|at| held[at].rank());
                    let mut left: Vec<u8> = left.collect();
                    left.sort_unstable_by_key(|&rank| Reverse(rank));
                    let (before, index, after, _) = self.key(three);
                    let merit = (Reverse((before, index, after, 0)), left, self.suit(three));
                    if best.as_ref().is_none_or(|best| merit > *best) {
                        best = Some(merit);
                    }
                }
            }
        }
        best.unwrap()
    }

    fn suit(&self, three: [Card; 3]) -> u8 {
        let highest = three.map(Card::rank).into_iter().max().unwrap();
        let suits = three.iter().filter(|card| card.rank() == highest).map(|card| card.suit());
        if self.rules.suit_tiebreak == SuitTiebreak::None { 0 } else { suits.max().unwrap() }
    }
}
