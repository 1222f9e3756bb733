//! The full order of all 22,100 hands under each of the 48 combinations of the options that shape it: against a
//! second reading of rulebook 2.1–2.6, and against a hash that holds it where it is.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as the test may")]

use std::fmt::Write;

use brag_rules::card::Card;
use brag_rules::rank::{AceTwoThree, BestPrial, CategoryOrder, Low, Ranking, RankingRules, STRENGTHS};
use sha2::{Digest, Sha256};

/// All hands, by ascending codes of their cards.
fn hands() -> Vec<[Card; 3]> {
    let cards: Vec<Card> = (0..52).map(|code| Card::from_code(code).unwrap()).collect();
    let mut hands = Vec::new();
    for (i, &a) in cards.iter().enumerate() {
        for (j, &b) in cards.iter().enumerate().skip(i + 1) {
            hands.extend(cards[j + 1..].iter().map(|&c| [a, b, c]));
        }
    }
    assert_eq!(hands.len(), 22_100);
    hands
}

fn combinations() -> Vec<RankingRules> {
    let mut all = Vec::new();
    for &category_order in CategoryOrder::ALL {
        for &best_prial in BestPrial::ALL {
            for &ace_two_three in AceTwoThree::ALL {
                for &low in Low::ALL {
                    let rules =
                        RankingRules { category_order, best_prial, ace_two_three, low, ..Default::default() };
                    all.push(rules);
                }
            }
        }
    }
    assert_eq!(all.len(), 48);
    all
}

fn named(rules: &RankingRules) -> String {
    let RankingRules { category_order, best_prial, ace_two_three, low, .. } = rules;
    format!("{} {} {} {}", category_order.name(), best_prial.name(), ace_two_three.name(), low.name())
}

/// The rules as lists to look a hand up in, best first: another way to say section 2 than the engine's.
struct Reference {
    categories: [&'static str; 6],
    prials: &'static str,
    runs: Vec<&'static str>,
    low: bool,
}

const RANKS: &str = "AKQJT98765432";

impl Reference {
    fn new(rules: &RankingRules) -> Reference {
        let categories = match rules.category_order {
            CategoryOrder::PrialFirst => ["prial", "running_flush", "run", "flush", "pair", "high_card"],
            CategoryOrder::RunningFlushFirst => {
                ["running_flush", "prial", "run", "flush", "pair", "high_card"]
            }
        };
        let low = rules.low != Low::Off;
        let prials = if rules.best_prial == BestPrial::Threes && !low { "3AKQJT9876542" } else { RANKS };
        let mut runs: Vec<&str> = (0..11).map(|top| &RANKS[top..top + 3]).collect();
        match rules.ace_two_three {
            AceTwoThree::Highest => runs.insert(0, "A32"),
            AceTwoThree::Second => runs.insert(1, "A32"),
            AceTwoThree::Lowest => runs.push("A32"),
            AceTwoThree::NotARun => {}
        }
        if rules.low == Low::SeedLow {
            runs.clear();
        }
        Reference { categories, prials, runs, low }
    }

    /// What the hand is called, and its place among all hands as numbers to compare from the left, less is better.
    fn place(&self, hand: [Card; 3]) -> (&'static str, [i32; 4]) {
        let mut ranks: Vec<char> = hand.iter().map(|card| char::from(card.reveal()[0])).collect();
        ranks.sort_by_key(|&rank| RANKS.find(rank));
        let down = |rank: char| RANKS.find(rank).unwrap() as i32;
        let one_suit = hand.iter().all(|card| card.suit() == hand[0].suit());
        let run = self.runs.iter().position(|run| run.chars().eq(ranks.iter().copied()));
        let (name, [x, y, z]) = match (&ranks[..], run) {
            (&[a, b, c], _) if a == b && b == c => ("prial", [self.prials.find(a).unwrap() as i32, 0, 0]),
            (&[a, b, c], _) if a == b => ("pair", [down(a), down(c), 0]),
            (&[a, b, c], _) if b == c => ("pair", [down(b), down(a), 0]),
            (_, Some(run)) => (if one_suit { "running_flush" } else { "run" }, [run as i32, 0, 0]),
            (&[a, b, c], None) => (if one_suit { "flush" } else { "high_card" }, [down(a), down(b), down(c)]),
            _ => unreachable!("a hand has three cards"),
        };
        let category = self.categories.iter().position(|&category| category == name).unwrap() as i32;
        let place = [category, x, y, z];
        (name, if self.low { place.map(|n| -n) } else { place })
    }
}

#[test]
fn every_order_is_that_of_the_reference() {
    let hands = hands();
    for rules in combinations() {
        let (reference, ranking) = (Reference::new(&rules), Ranking::of(&rules));
        let mut sorted: Vec<_> = hands.iter().map(|&hand| (reference.place(hand), hand)).collect();
        sorted.sort_unstable_by_key(|&((_, place), _)| place);
        let (mut index, mut last) = (0, None);
        for ((name, place), hand) in sorted {
            if last.replace(place) != Some(place) {
                index += 1;
            }
            let strength = ranking.strength(hand);
            let [a, b, c] = hand;
            assert_eq!(strength.index(), index, "{a}{b}{c} with {}", named(&rules));
            assert_eq!(ranking.class(hand).name(), name, "{a}{b}{c} with {}", named(&rules));
            assert_eq!(ranking.class_of(strength), ranking.class(hand));
        }
        assert_eq!(index, STRENGTHS, "distinct strengths with {}", named(&rules));
    }
}

#[test]
fn the_order_of_the_cards_does_not_matter() {
    let hands = hands();
    for rules in combinations() {
        let ranking = Ranking::of(&rules);
        for &[a, b, c] in &hands {
            let strength = ranking.strength([a, b, c]);
            for hand in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                assert_eq!(ranking.strength(hand), strength, "{a}{b}{c} with {}", named(&rules));
            }
        }
    }
}

#[test]
fn a_repeated_card_has_the_strength_of_its_ranks() {
    let card = |text: &str| text.parse::<Card>().unwrap();
    for rules in combinations() {
        let ranking = Ranking::of(&rules);
        for (odd, mixed) in
            [(["Kh", "Kh", "2h"], ["Kh", "Ks", "2h"]), (["3d", "3d", "3d"], ["3d", "3s", "3h"])]
        {
            assert_eq!(ranking.strength(odd.map(card)), ranking.strength(mixed.map(card)));
        }
    }
}

#[test]
fn the_greater_strength_has_the_lower_index() {
    let ranking = Ranking::of(&RankingRules::default());
    for pair in hands().windows(2) {
        let (a, b) = (ranking.strength(pair[0]), ranking.strength(pair[1]));
        assert_eq!(a.cmp(&b), b.index().cmp(&a.index()));
        assert_eq!(a.max(b).index(), a.index().min(b.index()));
    }
}

/// SHA-256 of the indices of all hands, two bytes each, the high one first, by ascending codes of the cards.
#[test]
fn no_order_ever_changes() {
    let hands = hands();
    let found: Vec<(String, String)> = combinations()
        .iter()
        .map(|rules| {
            let mut hash = Sha256::new();
            for &hand in &hands {
                hash.update(Ranking::of(rules).strength(hand).index().to_be_bytes());
            }
            let hex = hash.finalize().iter().fold(String::new(), |mut hex, byte| {
                write!(hex, "{byte:02x}").unwrap();
                hex
            });
            (named(rules), hex)
        })
        .collect();
    let expected: Vec<(String, String)> =
        ORDERS.iter().map(|&(rules, hash)| (rules.into(), hash.into())).collect();
    assert_eq!(found, expected);
}

/// category_order, best_prial, ace_two_three, low; the low rankings do not depend on `best_prial`, and `seed_low`
/// depends on nothing.
#[rustfmt::skip]
const ORDERS: [(&str, &str); 48] = [
    ("prial_first threes highest off", "e787b55b82f5c09b1612684cdbd083c74f51a3eb34b1095febdc9335f429e639"),
    ("prial_first threes highest seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("prial_first threes highest reverse", "b81d8dbe4285861ad2a51f3c2f856243764cf63691eb0c9f4e04e5849b888efb"),
    ("prial_first threes second off", "fb6927bab59d5bf96172dc5dc04f9ab8fb85db7e2264368c7574c5eff5ccee60"),
    ("prial_first threes second seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("prial_first threes second reverse", "ee24bdef3a0bd2b219532baaf70d179e6bd7db8061909ceb7b3e6bc24df2b947"),
    ("prial_first threes lowest off", "b1c5baf180f3902b24ee18be21bbbeea70353e62aebd73e07d48b1e727f256ac"),
    ("prial_first threes lowest seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("prial_first threes lowest reverse", "318cf677f7797e8955c91b0f8631d67778e1878c12b98047cdd94cc749b4e4e0"),
    ("prial_first threes not_a_run off", "3dee7e4c83bc43cc0cd04ff288555b38d2b3de7ccb3b9c52c725ea5c9f33f9d5"),
    ("prial_first threes not_a_run seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("prial_first threes not_a_run reverse", "1be88f642d0ff69776f39ed51e95c03eb59e8bb69e79b2b8909b8671bb25dc69"),
    ("prial_first natural highest off", "33a8a3cc26fc16382fc1fb9fcb92382a50ec3d85e13ebe46e705620ee76fc798"),
    ("prial_first natural highest seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("prial_first natural highest reverse", "b81d8dbe4285861ad2a51f3c2f856243764cf63691eb0c9f4e04e5849b888efb"),
    ("prial_first natural second off", "0a6310de0c581a86231afe5c0e7dd0aff9d860d900a586a765d63ac97e7b6eb8"),
    ("prial_first natural second seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("prial_first natural second reverse", "ee24bdef3a0bd2b219532baaf70d179e6bd7db8061909ceb7b3e6bc24df2b947"),
    ("prial_first natural lowest off", "fa1da5d4d7d43084c8bd3a7e0753d18eea8c3c4199b6e39a236c5df2df432fad"),
    ("prial_first natural lowest seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("prial_first natural lowest reverse", "318cf677f7797e8955c91b0f8631d67778e1878c12b98047cdd94cc749b4e4e0"),
    ("prial_first natural not_a_run off", "a6de8fff5b6466661d6549a292ee90e26c853c791c10f87fc153162bd572eb80"),
    ("prial_first natural not_a_run seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("prial_first natural not_a_run reverse", "1be88f642d0ff69776f39ed51e95c03eb59e8bb69e79b2b8909b8671bb25dc69"),
    ("running_flush_first threes highest off", "d1c311b52dc24160f7e06f28158dea5784fe30bce1ee9d2759b0a7033c12756b"),
    ("running_flush_first threes highest seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("running_flush_first threes highest reverse", "5107cdee4c6d1a4e5fa454b469e7e5ebffc34b9c00b949f4f19b0a7ffac74d55"),
    ("running_flush_first threes second off", "a670fe782b08a2a20eace9b50b7b525680fa045198abca78e61a1d1248d4d863"),
    ("running_flush_first threes second seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("running_flush_first threes second reverse", "56b0b8e5df9e6815bc46aff724647ced302c1e3de4fb0fb560f1612cf05d78ae"),
    ("running_flush_first threes lowest off", "34c60e6dcad3d09bfcb7d0096725836eb1acc22ff8a7cd8c4385426ddddcdfb2"),
    ("running_flush_first threes lowest seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("running_flush_first threes lowest reverse", "eaeb01cc79aaf6233fb4a7c4b06be61a215465fa93a977824fe8ea84cec4aa1c"),
    ("running_flush_first threes not_a_run off", "a653dad9e5bbb55563a93c95213b9d1ff01bb6056ee92c4c070f5bbf72c0dcc9"),
    ("running_flush_first threes not_a_run seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("running_flush_first threes not_a_run reverse", "5e2e32f94fd7f719462907397236f0ad6a496f71e63f7383af48a6815552b9d7"),
    ("running_flush_first natural highest off", "1cf2412d0277abf903e6ab7dcfe9126a7cf448304778068f1201478b9145bade"),
    ("running_flush_first natural highest seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("running_flush_first natural highest reverse", "5107cdee4c6d1a4e5fa454b469e7e5ebffc34b9c00b949f4f19b0a7ffac74d55"),
    ("running_flush_first natural second off", "252c5e0ce45af388f7e02fee03693901f70dc2a1f8997cc0e6a99e88c7ff896f"),
    ("running_flush_first natural second seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("running_flush_first natural second reverse", "56b0b8e5df9e6815bc46aff724647ced302c1e3de4fb0fb560f1612cf05d78ae"),
    ("running_flush_first natural lowest off", "07b89a74318d17087fadd6c261457eea8207761c708d8ab57338c3f30de070d1"),
    ("running_flush_first natural lowest seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("running_flush_first natural lowest reverse", "eaeb01cc79aaf6233fb4a7c4b06be61a215465fa93a977824fe8ea84cec4aa1c"),
    ("running_flush_first natural not_a_run off", "f9253608613b46c0cfeaa48e75de2bd7eb9144be93faa5711322d9c9a172581a"),
    ("running_flush_first natural not_a_run seed_low", "d8979fad3f4db40b0448bf84d8c11a4a90cb4b34ca1e312ce1141e4a802ae6c7"),
    ("running_flush_first natural not_a_run reverse", "5e2e32f94fd7f719462907397236f0ad6a496f71e63f7383af48a6815552b9d7"),
];
