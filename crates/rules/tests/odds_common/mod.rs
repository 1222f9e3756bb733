//! Spots, and a second way to count them: every deal, and in it every hand against every other.
#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses some of it, and may panic")]

use brag_rules::arrange::{CrashRules, Laying, Merit, Sets, automatic};
use brag_rules::card::{Card, Cards};
use brag_rules::odds::{Comparison, HandOdds, Known, Layout, Odds, Spot, Takes, looks_to_count};
use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_rules::rank::{Ranking, Reading, Wild};
use brag_rules::seat::Seat;
use std::cmp::{Ordering, Reverse};

/// A variant with house rules, `key=value` each, apart by blanks.
pub type Kind = (&'static str, &'static str);

/// Every variant of which the best three cards win, and every way of comparing that house rules make.
pub const KINDS: [Kind; 20] = [
    ("three_card", ""),
    ("three_card", "category_order=running_flush_first ace_two_three=not_a_run"),
    ("three_card", "suit_tiebreak=shdc"),
    ("three_card", "two_three_five=beats_prial short_stack=fold_only max_blind_bets=4"),
    ("three_card", "wild=[\"Jc\",\"9\"]"),
    ("three_card", "wild=[\"J\",\"9\"] natural_precedence=whole_category bragger_as_self=false"),
    ("four_card", ""),
    ("four_card", "discard_tiebreak=false"),
    ("five_card", ""),
    ("seven_card_pick3", ""),
    ("thirteen_card_pick3", ""),
    ("lowball", ""),
    ("lowball", "low=reverse"),
    ("teen_patti", ""),
    ("teen_patti", "variation=muflis"),
    ("teen_patti", "variation=ak47"),
    ("teen_patti", "variation=random_joker"),
    ("teen_patti", "variation=lowest_joker"),
    ("teen_patti", "variation=best_of_four"),
    ("teen_patti", "variation=nine99"),
];

/// Where the lowest hand loses.
pub const LOWEST: [Kind; 3] =
    [("stop_the_bus", ""), ("stop_the_bus", "suit_tiebreak=shdc"), ("stop_the_bus", "low=reverse")];

/// The games of sets, by other rankings, too, and Crash in several ways.
pub const GAMES: [Kind; 10] = [
    ("seven_card_two_hands", ""),
    ("seven_card_two_hands", "suit_tiebreak=shdc ace_two_three=lowest"),
    ("nine_card", ""),
    ("nine_card", "wild=[\"Jc\",\"9d\"]"),
    ("ten_card", ""),
    ("fifteen_card", ""),
    ("thirteen_card_crash", ""),
    ("thirteen_card_crash", "scoring=street tie_in_hand=cancel min_hand=high_card"),
    ("thirteen_card_crash", "tie_in_hand=cancel min_hand=flush"),
    ("thirteen_card_crash", "four_kind_rank=above_prial scoring=street"),
];

/// The games of the old ranking, with each pack and each kind of braggers.
pub const OLD: [Kind; 12] = [
    ("classic_three_stake", ""),
    ("classic_three_stake", "braggers=[\"Jc\",\"9d\"]"),
    ("classic_three_stake", "braggers=[\"Jc\",\"9d\",\"Ad\"] natural_precedence=prials_only"),
    ("american", ""),
    ("american", "braggers=[\"9\",\"A\"] draw_max=3"),
    ("american", "braggers=[]"),
    ("american", "bragger_as_self=true natural_precedence=whole_category"),
    ("hoyle_1751", ""),
    ("hoyle_1751", "braggers=[\"J\",\"9c\"] natural_precedence=none"),
    ("hoyle_1751", "short_pack_low=7 natural_precedence=prials_only"),
    ("hoyle_1751", "short_pack_low=10 braggers=[\"Jc\",\"Js\"]"),
    ("hoyle_1751", "short_pack_low=2"),
];

/// The rules of a kind.
pub fn rules((variant, given): Kind) -> Rules {
    let option = |option: &str| {
        let (key, value) = option.split_once('=').unwrap();
        (key.to_owned(), OptionValue::from_plain(value).unwrap())
    };
    let given: GivenRules = given.split_whitespace().map(option).collect();
    Rules::resolve(variant, &given).unwrap_or_else(|why| panic!("{variant}: {why}"))
}

/// A spot, and what it was made of.
pub struct Drawn {
    pub turned: Option<Card>,
    pub hands: Vec<Known>,
    pub dead: Vec<Card>,
    pub spot: Spot,
}

/// Numbers that a seed repeats (Marsaglia's xorshift).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    /// The pack that is played with, in some order.
    fn pack(&mut self, rules: &Rules) -> Vec<Card> {
        let mut pack: Vec<Card> = rules.pack().iter().collect();
        for last in (1..pack.len()).rev() {
            let other = self.below(last + 1);
            pack.swap(last, other);
        }
        pack
    }

    /// Some way to lay these cards, in which any four of a rank are a set where they may be.
    fn laid(&mut self, rules: &Rules, layout: &Layout, cards: &[Card]) -> Sets {
        let laying = laying(Ranking::of(&rules.ranking), layout);
        let mut cards = cards.to_vec();
        let mut sets: Vec<Vec<Card>> = Vec::new();
        if layout.fours.is_some() {
            let of_rank = |rank| cards.iter().copied().filter(move |card: &Card| card.rank() == rank);
            sets.extend(
                (0..13).map(|rank| of_rank(rank).collect()).filter(|four: &Vec<Card>| four.len() == 4),
            );
            cards.retain(|card| !sets.concat().contains(card));
        }
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.below(last + 1));
        }
        let count = if layout.fewer { 1 + self.below(layout.sets) } else { layout.sets };
        sets.extend(cards.chunks_exact(3).map(<[Card]>::to_vec));
        sets.truncate(count);
        sets.sort_by_key(|set| Reverse(laying.merit(&set.iter().copied().collect()).unwrap()));
        let mut laid = Sets::EMPTY;
        sets.into_iter().for_each(|set| laid.push(set).unwrap());
        laid
    }

    /// A spot of these rules: some hands, of which some cards are known, some thrown, and some dead. It takes at most
    /// so many looks to count.
    pub fn spot(&mut self, rules: &Rules, most_looks: u64) -> Drawn {
        self.compared(Comparison::of(rules), rules, most_looks)
    }

    /// The same, of hands that are compared in this way.
    pub fn compared(&mut self, comparison: Comparison, rules: &Rules, most_looks: u64) -> Drawn {
        loop {
            let mut pack = self.pack(rules);
            let each = usize::from(rules.cards_each);
            let turned = (rules.ranking.wild == Wild::RandomRank).then(|| pack.pop().unwrap());
            let most_hands = ((pack.len() - 2) / each).min(5);
            let count = 2 + self.below(most_hands - 1);
            let mut hands = Vec::new();
            for _ in 0..count {
                let throws = each > 3 && !matches!(comparison, Comparison::Sets(_)) && self.below(2) == 0;
                let thrown = if throws { self.below(each - 2) } else { 0 };
                let known = (each - thrown).saturating_sub([0, 0, 1, 2, 3][self.below(5)]);
                let cards: Vec<Card> = (0..known).map(|_| pack.pop().unwrap()).collect();
                let sets = match comparison {
                    Comparison::Sets(layout) if known == each && self.below(2) == 0 => {
                        Some(self.laid(rules, &layout, &cards))
                    }
                    _ => None,
                };
                let thrown = (0..thrown).map(|_| pack.pop().unwrap()).collect();
                hands.push(Known { cards, thrown, sets });
            }
            let dead = self.below(pack.len() + 1);
            let dead = pack.split_off(pack.len() - dead);
            // The pack may not suffice, and some take too long.
            let Ok(spot) = Spot::compared(comparison, rules, turned, &hands, &dead) else { continue };
            let open = hands.iter().any(|hand| hand.cards.len() + hand.thrown.len() < each);
            if open && looks_to_count(&spot) <= most_looks {
                return Drawn { turned, hands, dead, spot };
            }
        }
    }
}

fn laying(ranking: Ranking, layout: &Layout) -> Laying {
    Laying { ranking, sets: layout.sets, fewer: layout.fewer, fours: layout.fours }
}

/// The odds by the definition.
pub fn by_definition(rules: &Rules, drawn: &Drawn) -> Odds {
    by_worth(rules, drawn, None)
}

/// What three cards are worth: the greatest is the best.
pub type Worth<'a> = &'a dyn Fn(&Cards) -> usize;

/// The same, with hands compared by what somebody else says that they are worth.
pub fn by_worth(rules: &Rules, drawn: &Drawn, worth: Option<Worth<'_>>) -> Odds {
    let each = usize::from(rules.cards_each);
    let held: Vec<Cards> = drawn.hands.iter().map(|hand| hand.cards.iter().copied().collect()).collect();
    let known = drawn.hands.iter().flat_map(|hand| hand.cards.iter().chain(&hand.thrown));
    let gone: Vec<Card> = known.chain(&drawn.dead).chain(&drawn.turned).copied().collect();
    let left: Vec<Card> = rules.pack().iter().filter(|card| !gone.contains(card)).collect();
    let sets = if let Comparison::Sets(layout) = drawn.spot.comparison() { layout.sets } else { 0 };
    let mut sums = Sums { drawn, each, worth, deals: 0, of: vec![vec![[0.0; 4]; held.len()]; 1 + sets] };
    sums.deal(0, &held, &left, 0);
    let deals = sums.deals as f64;
    let of = |sum: &[f64; 4]| {
        let [win, tie, lose, equity] = sum.map(|sum| sum / deals);
        HandOdds { win, tie, lose, equity }
    };
    let mut all: Vec<Vec<HandOdds>> = sums.of.iter().map(|of_all| of_all.iter().map(of).collect()).collect();
    Odds { hands: all.remove(0), sets: all, exact: true, deals: sums.deals, error: 0.0 }
}

/// What becomes of a hand in one comparison.
#[derive(Clone, Copy)]
enum Fate {
    Wins,
    Ties(usize),
    Loses,
}

struct Sums<'a> {
    drawn: &'a Drawn,
    each: usize,
    worth: Option<Worth<'a>>,
    deals: u64,
    /// Of the whole, then of each set: of each hand.
    of: Vec<Vec<[f64; 4]>>,
}

impl Sums<'_> {
    /// Gives the hand `of` one more of the cards from `from` on, or goes on to the next hand.
    fn deal(&mut self, of: usize, held: &[Cards], left: &[Card], from: usize) {
        if of == held.len() {
            self.deals += 1;
            return match self.drawn.spot.comparison() {
                Comparison::Best => self.by_three(held, false),
                Comparison::Lowest => self.by_three(held, true),
                Comparison::Sets(layout) => self.by_sets(held, &layout),
            };
        }
        if held[of].len() + self.drawn.hands[of].thrown.len() == self.each {
            return self.deal(of + 1, held, left, 0);
        }
        for place in from..left.len() {
            let mut held = held.to_vec();
            held[of].push(left[place]);
            let mut left = left.to_vec();
            left.remove(place);
            self.deal(of, &held, &left, place);
        }
    }

    fn falls(&mut self, comparison: usize, hand: usize, fate: Fate) {
        let sums = &mut self.of[comparison][hand];
        match fate {
            Fate::Wins => (sums[0], sums[3]) = (sums[0] + 1.0, sums[3] + 1.0),
            Fate::Ties(sharers) => (sums[1], sums[3]) = (sums[1] + 1.0, sums[3] + 1.0 / sharers as f64),
            Fate::Loses => sums[2] += 1.0,
        }
    }

    fn by_three(&mut self, held: &[Cards], lowest: bool) {
        let (ranking, worth) = (self.drawn.spot.ranking(), self.worth);
        let thrown = self.drawn.hands.iter().map(|hand| hand.thrown.iter().copied().collect());
        let thrown: Vec<Cards> = thrown.collect();
        let read: Vec<Reading> =
            held.iter().zip(&thrown).map(|(held, thrown)| ranking.read(held, thrown).unwrap()).collect();
        let against = |a: usize, b: usize| match (worth, read.len()) {
            (Some(worth), _) => worth(&held[a]).cmp(&worth(&held[b])),
            (None, 2) if !lowest => ranking.compare(&read[a], &read[b]),
            (None, _) => read[a].cmp(&read[b]),
        };
        for hand in 0..read.len() {
            let others = || (0..read.len()).filter(|&other| other != hand);
            let equals = others().filter(|&other| against(hand, other) == Ordering::Equal).count();
            let better = others().filter(|&other| against(hand, other) == Ordering::Less).count();
            let worse = others().count() - equals - better;
            match (lowest, better, equals, worse) {
                (false, 0, 0, _) => self.falls(0, hand, Fate::Wins),
                (false, 0, equals, _) => self.falls(0, hand, Fate::Ties(equals + 1)),
                (false, ..) => self.falls(0, hand, Fate::Loses),
                (true, _, 0, 0) => self.falls(0, hand, Fate::Loses),
                // Whoever is the lowest with others loses as much as alone.
                (true, _, _, 0) => self.of[0][hand][1] += 1.0,
                (true, ..) => self.falls(0, hand, Fate::Wins),
            }
        }
    }

    fn by_sets(&mut self, held: &[Cards], layout: &Layout) {
        let laying = laying(self.drawn.spot.ranking(), layout);
        let crash = CrashRules { scoring: layout.scoring, tie_in_hand: layout.tie, ..CrashRules::default() };
        let merits = |(held, known): (&Cards, &Known)| {
            let sets = known.sets.unwrap_or_else(|| automatic(&laying.ranking, held, layout.sets));
            let merits: Vec<Merit> = sets.iter().map(|set| laying.merit(&set).unwrap()).collect();
            merits.into_iter().map(|merit| laying.reaches(layout.standard, merit).then_some(merit)).collect()
        };
        let merits: Vec<Vec<Option<Merit>>> = held.iter().zip(&self.drawn.hands).map(merits).collect();
        let hands = merits.len();
        let seat = |hand: usize| Seat::new(hand as u8 + 1).unwrap();
        let (mut points, mut every) = (vec![0; hands], vec![true; hands]);
        for set in 0..layout.sets {
            let laid: Vec<(Seat, Merit)> =
                (0..hands).filter_map(|hand| Some((seat(hand), merits[hand].get(set).copied()??))).collect();
            let winner = crash.winner(&laid);
            let best = laid.iter().map(|(_, merit)| *merit).max();
            let equals = laid.iter().filter(|(_, merit)| Some(*merit) == best).count();
            for hand in 0..hands {
                let own = merits[hand].get(set).copied().flatten();
                let fate = match winner {
                    Some((won, _)) if won == seat(hand) => Fate::Wins,
                    None if own.is_some() && own == best => Fate::Ties(equals),
                    _ => Fate::Loses,
                };
                self.falls(1 + set, hand, fate);
                if winner.is_some_and(|(won, _)| won == seat(hand)) {
                    points[hand] += crash.points(set) as usize;
                }
                every[hand] &= winner == Some((seat(hand), true));
            }
        }
        for hand in 0..hands {
            let most = points.iter().max().unwrap();
            let equals = points.iter().filter(|points| *points == most).count();
            let fate = match layout.takes {
                Takes::Every if every[hand] => Fate::Wins,
                Takes::Every if every.contains(&true) => Fate::Loses,
                Takes::Every => Fate::Ties(hands),
                Takes::Most if points[hand] < *most => Fate::Loses,
                Takes::Most if equals == 1 => Fate::Wins,
                Takes::Most => Fate::Ties(equals),
            };
            self.falls(0, hand, fate);
        }
    }
}

/// By how much the figures of two answers differ at most.
pub fn apart(some: &Odds, others: &Odds) -> f64 {
    assert_eq!((some.hands.len(), some.sets.len()), (others.hands.len(), others.sets.len()));
    let all = |odds: &Odds| -> Vec<f64> {
        let hands = odds.hands.iter().chain(odds.sets.iter().flatten());
        hands.flat_map(|odds| [odds.win, odds.tie, odds.lose, odds.equity]).collect()
    };
    let pairs = all(some).into_iter().zip(all(others));
    pairs.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}
