//! Random play to the end with random options: the ten properties of rulebook A.5 after every act.

use brag_rules::options::{Kind, OptionValue, catalogue};
use brag_rules::rank::Low;
use brag_rules::variant::{Machine, Part, Variant};
use brag_testkit::chance::Stream;
use brag_testkit::checks::life::{Lived, Terms, live};
use brag_testkit::options::random_rules;
use std::collections::BTreeSet;

/// Lives with random rules until so many hands have been played.
fn many_lives(
    variant: Variant,
    hands: u64,
    happening: u64,
    seed: u64,
) -> (Lived, BTreeSet<String>, BTreeSet<String>) {
    let mut stream = Stream::new(seed);
    let (mut all, mut played, mut named) = (Lived::default(), BTreeSet::new(), BTreeSet::new());
    let mut number = 0;
    while all.hands < hands {
        number += 1;
        assert!(number < hands, "lives end before a hand is played");
        let (given, rules) = random_rules(variant, &mut stream);
        let most = u64::from(rules.max_players - rules.min_players) + 1;
        let seats = rules.min_players + stream.below(most) as u8;
        let terms =
            Terms { hands: 70, happening, try_acts: 200, seed: seed.wrapping_mul(1_000_003) + number };
        // Shown where a property fails: all that is needed to see it fail again.
        println!("{} {given:?} {seats} seats, {terms:?}", variant.id());
        let lived = live(&rules, seats, terms);
        if lived.hands > 0 {
            played.extend(rules.effective().iter().map(|(key, value)| format!("{key} = {value}")));
            named.extend(given.into_keys());
        }
        all.hands += lived.hands;
        all.showdowns += lived.showdowns;
        all.acts += lived.acts;
        all.tried.accepted += lived.tried.accepted;
        all.tried.refused += lived.tried.refused;
        all.kinds.extend(lived.kinds);
    }
    (all, played, named)
}

fn check(variant: Variant, hands: u64, happening: u64, seed: u64) {
    let (lived, played, named) = many_lives(variant, hands, happening, seed);
    assert!(lived.showdowns > lived.hands / 20, "only {} showdowns", lived.showdowns);
    // Where all that can be listed is an arrangement, one act in so many is.
    let accepted = if variant.machine() != Machine::Arrange { 1_000 } else { 200 };
    assert!(lived.tried.accepted > accepted && lived.tried.refused > 50_000, "{:?}", lived.tried);
    let mut kinds = match variant.machine() {
        Machine::Bet => {
            vec!["look", "fold", "bet", "see", "cover", "keep", "throw", "commit", "retain", "cut"]
        }
        Machine::Arrange => vec!["arrange"],
        Machine::Bus => vec!["swap", "swap_all", "stick", "stand"],
        Machine::Equalised => vec!["fold", "call", "raise_to", "stand"],
        Machine::Classic => vec![
            "pass",
            "brag",
            "decline",
            "challenge",
            "concede",
            "bet",
            "see",
            "cover",
            "draw",
            "exchange",
            "stand",
        ],
    };
    if variant.has(Part::Crash) {
        kinds.extend(["spare take", "spare leave"]);
    }
    if variant.has(Part::EachSet) {
        kinds.extend(["fold", "bet", "see", "cover"]);
    }
    if variant.has(Part::American) {
        kinds.extend(["pass", "brag", "draw"]);
    }
    if variant.has(Part::Discards) {
        kinds.push("discard");
    }
    if variant.has(Part::TeenPatti) {
        kinds.extend(["sideshow", "accept", "refuse"]);
    }
    if happening > 0 {
        kinds.extend(["leave", "remove", "sit_out", "sit_in", "top_up", "sit", "pause", "resume", "close"]);
        kinds.push("time_out");
        // A deal of ten cards is soon over: hardly ever is it broken off.
        if variant.machine() != Machine::Arrange {
            kinds.push("close now");
        }
    }
    for kind in kinds {
        assert!(lived.kinds.contains(kind), "no {kind} happened: {:?}", lived.kinds);
    }
    // Where the low hand wins the order of the high ones is not to be chosen (A.3, refusals 9 and 10).
    let of_high_hands = ["category_order", "best_prial", "ace_two_three", "wild", "two_three_five"];
    let chosen = |key: &str| variant.defaults().ranking.low == Low::Off || !of_high_hands.contains(&key);
    for entry in catalogue(variant).into_iter().filter(|entry| chosen(entry.key)) {
        let values: Vec<OptionValue> = match entry.kind {
            Kind::Flag => [true, false].map(OptionValue::Flag).into(),
            // A seat that the table has not got deals like the next one: few of them are enough.
            Kind::Choice { .. } if entry.key == "first_dealer" => vec![],
            Kind::Choice { values } => {
                values.iter().map(|name| OptionValue::Choice((*name).into())).collect()
            }
            Kind::Number { .. } | Kind::Set { .. } => vec![],
        };
        for value in values {
            let value = format!("{} = {value}", entry.key);
            assert!(played.contains(&value), "{value} was never played");
        }
        // What only a fixed limit has is of no use where a raise is bounded another way (A.3, refusal 5).
        let of_no_use = variant == Variant::TeenPatti && entry.key == "raise_increment";
        assert!(named.contains(entry.key) != of_no_use, "{} was never named, or must not be", entry.key);
    }
}

#[test]
fn classic_three_stake_keeps_its_properties_whatever_happens() {
    check(Variant::ClassicThreeStake, 20_000, 12, 9);
}

#[test]
fn three_card_keeps_its_properties() {
    check(Variant::ThreeCard, 40_000, 0, 1);
}

#[test]
fn three_card_keeps_its_properties_whatever_happens() {
    check(Variant::ThreeCard, 40_000, 8, 2);
}

#[test]
fn lowball_keeps_its_properties_whatever_happens() {
    check(Variant::Lowball, 20_000, 12, 3);
}

#[test]
fn four_card_keeps_its_properties_whatever_happens() {
    check(Variant::FourCard, 20_000, 12, 4);
}

#[test]
fn five_card_keeps_its_properties_whatever_happens() {
    check(Variant::FiveCard, 20_000, 12, 5);
}

#[test]
fn seven_card_pick3_keeps_its_properties_whatever_happens() {
    check(Variant::SevenCardPick3, 20_000, 12, 6);
}

#[test]
fn thirteen_card_pick3_keeps_its_properties_whatever_happens() {
    check(Variant::ThirteenCardPick3, 20_000, 12, 7);
}

#[test]
fn stop_the_bus_keeps_its_properties() {
    check(Variant::StopTheBus, 20_000, 0, 9);
}

#[test]
fn stop_the_bus_keeps_its_properties_whatever_happens() {
    check(Variant::StopTheBus, 20_000, 12, 10);
}

#[test]
fn american_keeps_its_properties_whatever_happens() {
    check(Variant::American, 20_000, 12, 9);
}

#[test]
fn hoyle_1751_keeps_its_properties_whatever_happens() {
    check(Variant::Hoyle1751, 20_000, 12, 10);
}

#[test]
fn teen_patti_keeps_its_properties_whatever_happens() {
    check(Variant::TeenPatti, 20_000, 12, 8);
}

#[test]
fn seven_card_two_hands_keeps_its_properties_whatever_happens() {
    check(Variant::SevenCardTwoHands, 20_000, 12, 9);
}

#[test]
fn nine_card_keeps_its_properties_whatever_happens() {
    check(Variant::NineCard, 20_000, 12, 10);
}

#[test]
fn fifteen_card_keeps_its_properties_whatever_happens() {
    check(Variant::FifteenCard, 10_000, 12, 11);
}

#[test]
fn ten_card_keeps_its_properties_whatever_happens() {
    check(Variant::TenCard, 10_000, 12, 12);
}

#[test]
fn thirteen_card_crash_keeps_its_properties_whatever_happens() {
    check(Variant::ThirteenCardCrash, 10_000, 12, 13);
}
