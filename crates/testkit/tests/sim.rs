//! The random player plays what it is told to, the same from the same seed.

use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_rules::variant::{Machine, Variant};
use brag_testkit::sim;

#[test]
fn a_run_is_what_its_seed_says() {
    for variant in Variant::all() {
        let rules = variant.defaults();
        let seats = rules.max_players.min(6);
        let first = sim::run(&rules, seats, 500, 7).unwrap();
        assert_eq!(first.hands, 500);
        assert!(first.chips_conserved);
        // Where sets are laid out at once, each player acts once a deal.
        let least = if rules.machine() == Machine::Arrange { 1 } else { 4 };
        assert!(first.acts > least * first.hands && first.events > 2 * first.acts, "{first:?}");
        assert_eq!(sim::run(&rules, seats, 500, 7), Ok(first));
        // Where everybody acts once a deal, whatever he holds, the counts are those of any seed.
        assert!(rules.machine() == Machine::Arrange || sim::run(&rules, seats, 500, 8) != Ok(first));
    }
}

#[test]
fn every_seat_starts_a_hand_with_a_hundred_stakes() {
    let rules = Variant::ThreeCard.defaults();
    let mut game = sim::Game::new(&rules, 4, 1).unwrap();
    for _ in 0..300 {
        game.deal().unwrap();
        let hand = &game.table().hand;
        for seat in hand.dealt_in.iter() {
            assert_eq!(hand.player(seat).stack + hand.player(seat).paid, 100 * rules.min_stake);
        }
        assert_eq!(hand.dealt_in.len(), 4);
        while game.act() {}
    }
}

#[test]
fn a_table_that_closes_by_itself_is_refused() {
    let given = GivenRules::from([("max_hands".to_owned(), OptionValue::Number(10))]);
    let rules = Rules::resolve("three_card", &given).unwrap();
    assert!(sim::run(&rules, 6, 100, 1).unwrap_err().contains("max_hands"));
    let rules = Variant::ThreeCard.defaults();
    assert!(sim::run(&rules, 9, 100, 1).unwrap_err().contains("2 to 8"));
}
