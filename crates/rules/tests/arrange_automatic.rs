//! The automatic arrangement against every arrangement there is (rulebook section 5, C.7, C.9).
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod rank_common;

use std::cmp::Reverse;

use brag_rules::arrange::{Laying, Sets, automatic};
use brag_rules::card::{Card, Cards};
use brag_rules::rank::{
    AceTwoThree, BestPrial, CategoryOrder, Low, NaturalPrecedence, Ranking, RankingRules, Reading,
    SuitTiebreak,
};
use rank_common::{held, pack, wild};

/// Cards in a hand and sets to lay, of each variant that arranges.
const SHAPES: [(usize, usize, u32); 5] =
    [(7, 2, 70), (9, 3, 280), (10, 3, 2_800), (13, 4, 200_200), (15, 5, 1_401_400)];

/// Random numbers that are the same each time (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// So many cards; with `ranks` below 13 from that many ranks only, so that much is equal.
    fn hand(&mut self, n: usize, ranks: u8) -> Cards {
        let mut from: Vec<Card> = pack().into_iter().filter(|card| card.rank() < ranks).collect();
        (0..n).map(|_| from.swap_remove(self.below(from.len()))).collect()
    }

    /// Any rules of section 2 that a variant with sets may have.
    fn rules(&mut self) -> RankingRules {
        let wild_cards = [
            "",
            "",
            "Jc",
            "Jc 9d Ad",
            "J 9",
            "A K 4 7",
            "2",
            "2 3 4 5 6 7",
            "As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s",
        ];
        RankingRules {
            category_order: self.pick(CategoryOrder::ALL),
            best_prial: self.pick(BestPrial::ALL),
            ace_two_three: self.pick(AceTwoThree::ALL),
            low: self.pick(Low::ALL),
            suit_tiebreak: self.pick(SuitTiebreak::ALL),
            wild: wild(self.pick(&wild_cards)),
            natural_precedence: self.pick(NaturalPrecedence::ALL),
            bragger_as_self: self.pick(&[false, true]),
            ..RankingRules::default()
        }
    }
}

/// Rank and suit of three cards: ordered as in a new pack.
type Three = [(u8, u8); 3];

/// What an arrangement is judged by: the smaller one is better.
type Judged = (Vec<Reverse<Reading>>, Vec<Three>);

/// Every way to take so many sets of three from some cards, and the best of them as the rule says it.
struct Exhaustive {
    /// In the order of a new pack.
    cards: Vec<Card>,
    /// How each three reads, and its cards, at the three places as bits.
    threes: Vec<Option<(Reverse<Reading>, Three)>>,
    best: Option<Judged>,
    count: u32,
}

impl Exhaustive {
    fn of(ranking: &Ranking, hand: &Cards, sets: usize) -> Exhaustive {
        let mut cards: Vec<Card> = hand.iter().collect();
        cards.sort_by_key(|card| (card.rank(), card.suit()));
        let mut threes = vec![None; 1 << cards.len()];
        for (places, three) in threes.iter_mut().enumerate() {
            let chosen: Vec<Card> =
                (0..cards.len()).filter(|place| places >> place & 1 == 1).map(|place| cards[place]).collect();
            if let &[a, b, c] = &chosen[..] {
                let reading = ranking.read(&held(&[a, b, c]), &Cards::EMPTY).unwrap();
                *three = Some((Reverse(reading), [a, b, c].map(|card| (card.rank(), card.suit()))));
            }
        }
        let mut all = Exhaustive { cards, threes, best: None, count: 0 };
        all.take(sets, 0, &mut Vec::new());
        all
    }

    /// Takes the sets in the order of their first cards, so that each arrangement comes once.
    fn take(&mut self, sets: usize, used: usize, chosen: &mut Vec<usize>) {
        if sets == 0 {
            self.judge(chosen);
            return;
        }
        let n = self.cards.len();
        let first_after = chosen.last().map_or(0, |last| last.trailing_zeros() as usize + 1);
        for i in first_after..n {
            for j in i + 1..n {
                for k in j + 1..n {
                    let three = 1 << i | 1 << j | 1 << k;
                    if three & used == 0 {
                        chosen.push(three);
                        self.take(sets - 1, used | three, chosen);
                        chosen.pop();
                    }
                }
            }
        }
    }

    fn judge(&mut self, chosen: &[usize]) {
        self.count += 1;
        let mut sets: Vec<_> = chosen.iter().map(|&three| self.threes[three].unwrap()).collect();
        sets.sort();
        let judged: Judged = sets.into_iter().unzip();
        if self.best.as_ref().is_none_or(|best| judged < *best) {
            self.best = Some(judged);
        }
    }
}

fn cards_of(sets: &Sets) -> Vec<Three> {
    let keys = |set: Cards| -> Vec<(u8, u8)> { set.iter().map(|card| (card.rank(), card.suit())).collect() };
    sets.iter().map(|set| keys(set).try_into().unwrap()).collect()
}

#[track_caller]
fn equals_the_best_of_all(rules: &RankingRules, hand: &Cards, sets: usize, arrangements: u32) {
    let ranking = Ranking::of(rules);
    let all = Exhaustive::of(&ranking, hand, sets);
    assert_eq!(all.count, arrangements, "C.7");
    let laid = automatic(&ranking, hand, sets);
    assert_eq!(cards_of(&laid), all.best.unwrap().1, "{hand} under {rules:?}");
    let laying = Laying { ranking, sets, fewer: false, fours: None };
    assert_eq!(laying.check(hand, &laid), Ok(()), "{hand} under {rules:?}");
}

#[test]
fn few_cards_under_all_options() {
    let mut numbers = Numbers(1);
    for (hands, (n, sets, arrangements)) in [(6_000, SHAPES[0]), (4_000, SHAPES[1]), (1_000, SHAPES[2])] {
        for _ in 0..hands {
            let rules = numbers.rules();
            let ranks = numbers.pick(&[3, 5, 13, 13]);
            let hand = numbers.hand(n, ranks);
            equals_the_best_of_all(&rules, &hand, sets, arrangements);
        }
    }
}

#[test]
fn thirteen_cards_under_all_options() {
    let mut numbers = Numbers(2);
    let (n, sets, arrangements) = SHAPES[3];
    for ranks in [4, 5, 7, 13, 13, 13, 13, 13] {
        let rules = numbers.rules();
        let hand = numbers.hand(n, ranks);
        equals_the_best_of_all(&rules, &hand, sets, arrangements);
    }
}

#[test]
fn fifteen_cards() {
    let mut numbers = Numbers(3);
    let (n, sets, arrangements) = SHAPES[4];
    for rules in [RankingRules::default(), numbers.rules()] {
        let hand = numbers.hand(n, 13);
        equals_the_best_of_all(&rules, &hand, sets, arrangements);
    }
}

/// The time is longest where everything is equal; the answer is the first cards then.
#[test]
fn where_all_cards_are_wild_the_first_come_first() {
    let rules = RankingRules {
        wild: wild("2 3 4 5 6 7"),
        bragger_as_self: false,
        natural_precedence: NaturalPrecedence::None,
        ..RankingRules::default()
    };
    let hand = Numbers(4).hand(15, 6);
    let laid = automatic(&Ranking::of(&rules), &hand, 5);
    let mut cards: Vec<(u8, u8)> = hand.iter().map(|card| (card.rank(), card.suit())).collect();
    cards.sort_unstable();
    assert_eq!(cards_of(&laid).concat(), cards);
}

/// C.9: the first set is the best three of the hand, and each set is as good as the next or better.
#[test]
fn nine_cards_play_the_next_best() {
    let ranking = Ranking::of(&RankingRules::default());
    let mut numbers = Numbers(5);
    for _ in 0..20_000 {
        let hand = numbers.hand(9, 13);
        let laid = automatic(&ranking, &hand, 3);
        let read = |set: &Cards| ranking.read(set, &Cards::EMPTY).unwrap().strength().index();
        let indices: Vec<u16> = laid.iter().map(|set| read(&set)).collect();
        assert_eq!(indices[0], read(&hand), "{hand}");
        assert!(indices.is_sorted(), "{hand}: {indices:?}");
    }
}
