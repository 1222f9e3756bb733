//! Which hand beats which by a table's options, in words.

use crate::screen::class;
use crate::screen::style::Look;
use brag_contract::v1::TableView;
use brag_rules::arrange::FourKindRank;
use brag_rules::card::PLAYED;
use brag_rules::rank::{
    AceTwoThree, BestPrial, CategoryOrder, Low, NaturalPrecedence, RankingRules, Scale, SuitTiebreak,
    TwoThreeFive, Wild,
};

/// The classes of hands at this table, the best first, and what decides beyond them.
pub fn told(view: &TableView, look: Look) -> Vec<String> {
    let rules = class::ranking(view);
    let mut lines = match (rules.scale, rules.low) {
        (Scale::Digits, _) => digits(),
        (Scale::Old, _) => old(),
        (Scale::Brag, Low::SeedLow) => seed_low(),
        (Scale::Brag, Low::Off | Low::Reverse) => high(&rules),
    };
    if let Some(table) = brag_bots::rules(view) {
        // Where sets are laid out all of them count.
        if table.arrange.sets == 0 && usize::from(table.cards_each) > PLAYED {
            let dealt = table.cards_each;
            lines.insert(0, format!("Of {dealt} cards the best three count, or the three that are left."));
        }
        lines.extend(table.arrange.fours.map(fours));
    }
    if let Some(cards) = class::wild(view, look) {
        lines.extend(wild(&rules, &cards));
    }
    if rules.discard_tiebreak {
        lines.push("Equal hands: the cards beyond the three decide, the highest first.".to_owned());
    }
    lines.push(
        match rules.suit_tiebreak {
            SuitTiebreak::Shdc if rules.scale != Scale::Old => {
                "Equal hands: the suit of the highest card decides, spades, hearts, diamonds, clubs."
            }
            _ => "Suits are equal.",
        }
        .to_owned(),
    );
    lines
}

fn digits() -> Vec<String> {
    [
        "The cards are digits, the highest first: an ace is 1, two to nine count as they are, the others are 0.",
        "The greatest number wins: 999 is the best.",
    ]
    .map(str::to_owned)
    .into()
}

fn old() -> Vec<String> {
    [
        "Prial, three of one rank: aces, kings, down to twos",
        "Pair: the higher one, then the higher odd card",
        "Single: the highest card counts first; runs and flushes count for nothing",
    ]
    .map(str::to_owned)
    .into()
}

fn seed_low() -> Vec<String> {
    [
        "The lowest hand wins; aces are high, and runs count for nothing.",
        "No pair, suits mixed: 2-3-4 is the best of all, then 2-3-5, up to A-K-Q",
        "Pair: the lower one, then the lower odd card",
        "Three of one suit: as no pair, and worse than any pair",
        "Prial: three twos before three threes, up to three aces",
    ]
    .map(str::to_owned)
    .into()
}

fn high(rules: &RankingRules) -> Vec<String> {
    let prials = match rules.best_prial {
        BestPrial::Natural => "Prial, three of one rank: aces, kings, down to twos",
        BestPrial::Threes => "Prial, three of one rank: threes, then aces, kings, down to twos",
    };
    let runs = match rules.ace_two_three {
        AceTwoThree::Highest => "A-2-3, then A-K-Q, K-Q-J, down to 4-3-2",
        AceTwoThree::Second => "A-K-Q, then A-2-3, K-Q-J, down to 4-3-2",
        AceTwoThree::Lowest => "A-K-Q, K-Q-J, down to 4-3-2, then A-2-3",
        AceTwoThree::NotARun => "A-K-Q, K-Q-J, down to 4-3-2; A-2-3 is none",
    };
    let mut lines = vec![
        prials.to_owned(),
        format!("Running flush, in sequence and of one suit: {runs}"),
        format!("Run, in sequence: {runs}"),
        "Flush, of one suit: the highest card counts first".to_owned(),
        "Pair: the higher one, then the higher odd card".to_owned(),
        "High card: the highest card counts first".to_owned(),
    ];
    if rules.category_order == CategoryOrder::RunningFlushFirst {
        lines.swap(0, 1);
    }
    if rules.low == Low::Reverse {
        let turned = "Upside down: the last hand of this list is the best, and the first the worst.";
        lines.insert(0, turned.to_owned());
    }
    if rules.two_three_five == TwoThreeFive::BeatsPrial {
        lines.push("2-3-5 of at least two suits beats a prial, and nothing else.".to_owned());
    }
    lines
}

/// What four cards of one rank are, where a hand may have four.
fn fours(rank: FourKindRank) -> String {
    match rank {
        FourKindRank::AsPrial => "Four of a kind, laid as one hand: as a prial of that rank",
        FourKindRank::AbovePrial => "Four of a kind, laid as one hand: above every prial, by rank as those",
    }
    .to_owned()
}

/// What wild cards are, and what a hand without them has of it.
fn wild(rules: &RankingRules, cards: &str) -> Vec<String> {
    let whose = match rules.wild {
        Wild::LowestCard => "; a lowest pair is two wild cards, and three of one rank are none",
        Wild::Cards(_) | Wild::RandomRank => "",
    };
    let mut lines = vec![format!(
        "Wild, counting as whatever card makes the hand best: {cards}{whose}. On the screen a star marks them."
    )];
    let natural = match rules.natural_precedence {
        NaturalPrecedence::None => return lines,
        NaturalPrecedence::SameRank if rules.scale == Scale::Old => {
            "Of prials or pairs of one rank the one with fewer wild cards wins, whatever the odd card is"
        }
        NaturalPrecedence::SameRank => "Of equal hands the one with fewer wild cards wins",
        NaturalPrecedence::PrialsOnly => "Any prial without wild cards beats any prial with them",
        NaturalPrecedence::WholeCategory => {
            "In each class any hand without wild cards beats any hand with them"
        }
    };
    let itself = if rules.bragger_as_self { "; a wild card that counts as itself is none" } else { "" };
    lines.push(format!("{natural}{itself}."));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::samples::{PLAIN, betting, choice, of_variant, rule, set};
    use brag_contract::v1::option_value::Value;

    fn first(view: &TableView) -> String {
        told(view, PLAIN).swap_remove(0)
    }

    #[test]
    fn the_ranking_follows_the_tables_options() {
        let mut view = betting();
        assert!(first(&view).starts_with("Prial, three of one rank: threes"));
        rule(&mut view, "best_prial", choice("natural"));
        assert!(first(&view).starts_with("Prial, three of one rank: aces"));
        rule(&mut view, "category_order", choice("running_flush_first"));
        assert!(first(&view).starts_with("Running flush"));
        let mut view = betting();
        rule(&mut view, "best_prial", choice("natural"));
        rule(&mut view, "low", choice("seed_low"));
        assert!(first(&view).starts_with("The lowest hand wins"));
    }

    #[test]
    fn what_is_dealt_beyond_three_cards_is_told() {
        let mut view = of_variant("five_card", 5);
        assert!(first(&view).starts_with("Of 5 cards the best three count"));
        assert!(told(&view, PLAIN).iter().any(|line| line.contains("the cards beyond the three decide")));
        rule(&mut view, "discard_tiebreak", Value::Flag(false));
        assert!(!told(&view, PLAIN).iter().any(|line| line.contains("the cards beyond the three decide")));
    }

    #[test]
    fn of_cards_that_are_all_laid_out_no_three_are_said_to_count() {
        let laid = ["seven_card_two_hands", "nine_card", "ten_card", "fifteen_card", "thirteen_card_crash"];
        for variant in laid {
            let view = of_variant(variant, 9);
            assert!(first(&view).starts_with("Prial"), "{variant}: {}", first(&view));
            let fours = told(&view, PLAIN).iter().any(|line| line.starts_with("Four of a kind"));
            assert_eq!(fours, variant == "thirteen_card_crash");
        }
    }

    #[test]
    fn wild_cards_are_told_with_what_natural_hands_have_of_it() {
        let mut view = betting();
        assert!(!told(&view, PLAIN).iter().any(|line| line.contains("ild")));
        rule(&mut view, "wild", set(&["Jc", "9"]));
        let says = |view: &TableView, text: &str| told(view, PLAIN).iter().any(|line| line.contains(text));
        assert!(says(&view, "makes the hand best: every 9 and Jc."));
        assert!(says(&view, "fewer wild cards wins; a wild card that counts as itself is none."));
        rule(&mut view, "natural_precedence", choice("prials_only"));
        rule(&mut view, "bragger_as_self", Value::Flag(false));
        assert!(says(&view, "Any prial without wild cards beats any prial with them."));
        rule(&mut view, "natural_precedence", choice("none"));
        assert!(!says(&view, "without wild cards"));
    }
}
