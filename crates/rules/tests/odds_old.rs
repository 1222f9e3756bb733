//! Odds in the games of the old ranking (rulebook V9, V10, V11): against every deal of the pack that the variant has, with
//! hands read in the words of 2.7 and 2.8.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as the test may")]

mod odds_common;
mod old_words;

use brag_rules::card::{Card, Cards};
use brag_rules::odds::{Comparison, Effort, Known, Method, Odds, Spot, estimate};
use brag_rules::rank::{NaturalPrecedence, RankingRules, Wild};
use odds_common::{Kind, Numbers, OLD, apart, by_worth, rules};
use old_words::{Key, best_of_all};
use std::collections::BTreeMap;

/// Spots of each kind.
const SPOTS: usize = 100;
/// Looks that counting one takes at most.
const LOOKS: u64 = 20_000;

/// What the rulebook says of a kind: the lowest rank of its pack, its braggers, whether they may be themselves, and
/// where a natural hand stands.
fn said(kind: Kind) -> (u8, &'static str, bool, NaturalPrecedence) {
    use NaturalPrecedence::{None, PrialsOnly, SameRank, WholeCategory};
    let at = OLD.iter().position(|&known| known == kind).unwrap();
    [
        (b'2', "Jc", true, SameRank),
        (b'2', "Jc 9d", true, SameRank),
        (b'2', "Jc 9d Ad", true, PrialsOnly),
        (b'2', "J 9", false, SameRank),
        (b'2', "9 A", false, SameRank),
        (b'2', "", false, SameRank),
        (b'2', "J 9", true, WholeCategory),
        (b'9', "Jc 9d", true, SameRank),
        (b'9', "J 9c", true, None),
        (b'7', "Jc 9d", true, PrialsOnly),
        (b'T', "Jc Js", true, SameRank),
        (b'2', "Jc 9d", true, SameRank),
    ][at]
}

/// The pack, and what each hand of it is worth: the place among all worths, from the least.
fn worths(kind: Kind) -> (Vec<Card>, BTreeMap<[Card; 3], usize>) {
    let (lowest, braggers, bragger_as_self, natural_precedence) = said(kind);
    let order = b"23456789TJQKA";
    let place = |rank| order.iter().position(|&known| known == rank).unwrap() as u8;
    let pack: Vec<Card> = Card::in_pack_order().filter(|card| card.rank() >= place(lowest)).collect();
    let wild = Wild::from_names(&braggers.split_whitespace().map(str::to_owned).collect()).unwrap();
    let words = RankingRules { wild, bragger_as_self, natural_precedence, ..RankingRules::default() };
    let mut keys: BTreeMap<[Card; 3], Key> = BTreeMap::new();
    for (a, &one) in pack.iter().enumerate() {
        for (b, &two) in pack.iter().enumerate().skip(a + 1) {
            keys.extend(pack[b + 1..].iter().map(|&three| {
                let hand = sorted([one, two, three]);
                (hand, best_of_all(&words, hand))
            }));
        }
    }
    let mut order: Vec<Key> = keys.values().copied().collect();
    order.sort_unstable();
    order.dedup();
    let worth = |key: Key| order.binary_search(&key).unwrap();
    (pack, keys.into_iter().map(|(hand, key)| (hand, worth(key))).collect())
}

fn sorted(mut hand: [Card; 3]) -> [Card; 3] {
    hand.sort_unstable_by_key(|card| card.code());
    hand
}

fn odds(spot: &Spot, method: Method, seed: u64) -> Odds {
    let effort = Effort { method, seed, ..Effort::default() };
    estimate(spot, &effort, &mut |_| true).unwrap()
}

#[test]
fn the_best_old_hand_wins_in_a_hundred_spots_of_each_kind() {
    for kind in OLD {
        let rules = rules(kind);
        let (pack, worths) = worths(kind);
        assert_eq!(Comparison::of(&rules), Comparison::Best);
        assert_eq!(rules.pack().iter().collect::<Vec<_>>(), pack, "{kind:?}");
        let worth = |held: &Cards| {
            let cards: Vec<Card> = held.iter().collect();
            worths[&sorted(cards.try_into().unwrap())]
        };
        let mut numbers = Numbers(0x01d);
        let mut open_hands = [0; 6];
        for seed in 0..SPOTS as u64 {
            let drawn = numbers.spot(&rules, LOOKS);
            open_hands[drawn.hands.iter().filter(|hand| hand.cards.len() < 3).count()] += 1;
            let counted = odds(&drawn.spot, Method::Counted, 0);
            let expected = by_worth(&rules, &drawn, Some(&worth));
            assert_eq!((counted.exact, counted.error, counted.deals), (true, 0.0, expected.deals));
            let off = apart(&counted, &expected);
            assert!(off < 1e-9, "{kind:?} {seed}: {off} in {:?} with {:?}", drawn.hands, drawn.dead);
            let some = odds(&drawn.spot, Method::Drawn(4_000), seed);
            assert!(!some.exact && some.deals == 4_000 && some.error < 0.035, "{kind:?} {seed}");
            let off = apart(&counted, &some);
            assert!(off <= some.error, "{kind:?} {seed}: {off} is more than {}", some.error);
        }
        assert!(open_hands[1..=2].iter().all(|&spots| spots > 9), "{kind:?}: {open_hands:?}");
    }
}

/// A natural pair of kings against a king and the jack of clubs: worked out by hand.
#[test]
fn a_bragger_wins_what_the_book_says() {
    let cards = |text: &str| -> Vec<Card> {
        (0..text.len()).step_by(2).map(|at| text[at..at + 2].parse().unwrap()).collect()
    };
    for (kind, odd, deals, wins, ties) in [
        // The fourth king makes a prial and each ace a pair of aces; any other pair of kings has a bragger in it.
        (("classic_three_stake", ""), "9c", 47, 1 + 4, 0),
        // Where that makes no difference queens, jacks and tens are the higher odd cards, and nines equal ones.
        (("classic_three_stake", "natural_precedence=none"), "9c", 47, 1 + 4 + 4 + 3 + 4, 3),
        // Three jacks and four nines are braggers, too, and make a prial each.
        (("american", ""), "8c", 47, 1 + 4 + 3 + 4, 0),
        // Of 24 cards 19 are left, and the nine of diamonds is a bragger.
        (("hoyle_1751", ""), "Tc", 19, 1 + 4 + 1, 0),
    ] {
        let known = |text: String| Known { cards: cards(&text), ..Known::default() };
        let hands = [known(format!("KsKd{odd}")), known("KhJc".to_owned())];
        let odds = odds(&Spot::new(&rules(kind), None, &hands, &[]).unwrap(), Method::Fitting, 0);
        assert_eq!((odds.exact, odds.deals), (true, deals), "{kind:?}");
        let share = |count: i32| f64::from(count) / deals as f64;
        assert_eq!((odds.hands[1].win, odds.hands[1].tie), (share(wins), share(ties)), "{kind:?}");
        assert_eq!(odds.hands[0].tie, share(ties), "{kind:?}");
    }
}
