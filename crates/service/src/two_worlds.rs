//! Two worlds, in the bytes that callers get: what a viewer may not know changes nothing that he is sent.

use std::fmt::Write as _;

use brag_host::wire;
use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_rules::variant::Variant;
use brag_table::Table;
use brag_table::check::Refused;
use brag_table::event::{Event, Millis};
use brag_table::view::{Viewer, legal_acts};
use brag_testkit::chance::Stream;
use brag_testkit::options::random_rules;
use brag_testkit::two_worlds::{Compared, Observer, compare};
use prost::Message as _;

use crate::eyes::Eyes;
use crate::to_wire::view::table_view;

/// The wire's own encodings. A refusal is made from the reason and from what its answer may read of the table.
struct Wire;

impl Observer for Wire {
    fn events(&self, table: &Table, events: &[Event], viewer: Viewer) -> Vec<u8> {
        let encoded = events.iter().flat_map(|event| {
            wire::event(&table.charter, event, None, viewer).encode_length_delimited_to_vec()
        });
        encoded.collect()
    }

    fn view(&self, table: &Table, viewer: Viewer, player: &str, now: Millis) -> Vec<u8> {
        let player = if viewer.seat.is_some() { player } else { "" };
        let eyes = Eyes { player: player.into(), operator: false, gateway: false };
        table_view(table, &eyes, now).encode_to_vec()
    }

    fn refusal(&self, table: &Table, player: &str, refused: &Refused) -> Vec<u8> {
        let seat = table.seat_of(player);
        let legal = legal_acts(table, Viewer { seat, transfers: false });
        let mut text = String::new();
        let numbers = (table.room.seq, table.room.turn, table.hand.number, table.hand.to_act);
        write!(text, "{refused:?} {numbers:?} {legal:?}").unwrap();
        text.into_bytes()
    }
}

/// Sessions under so many random sets of options, with every number of seats.
fn compare_all(variant: Variant, hands: u64, sets: u64, seed: u64) -> Compared {
    let mut stream = Stream::new(seed);
    let mut all = Compared::default();
    for set in 0..sets {
        let (_, rules) = random_rules(variant, &mut stream);
        let most = u64::from(rules.max_players.min(6) - rules.min_players.min(6)) + 1;
        let seats = rules.min_players.min(6) + stream.below(most) as u8;
        if seats < rules.min_players {
            continue;
        }
        add(&mut all, compare(&rules, seats, hands, seed + set, &Wire));
    }
    all
}

fn add(all: &mut Compared, more: Compared) {
    all.hands += more.hands;
    all.viewers += more.viewers;
    all.moved += more.moved;
    all.answers += more.answers;
    all.refusals += more.refusals;
}

fn rules(options: &[(&str, OptionValue)]) -> Rules {
    let given: GivenRules = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    Rules::resolve("three_card", &given).unwrap()
}

#[test]
fn no_viewer_can_tell_two_worlds_apart() {
    let mut all = compare(&rules(&[]), 5, 600, 1, &Wire);
    add(&mut all, compare(&rules(&[("blind_play", OptionValue::Flag(false))]), 4, 200, 2, &Wire));
    add(&mut all, compare(&rules(&[("gather", OptionValue::Choice("exact".to_owned()))]), 6, 200, 3, &Wire));
    add(&mut all, compare_all(Variant::ThreeCard, 24, 50, 4));
    add(&mut all, compare_all(Variant::Lowball, 24, 10, 5));
    assert!(all.hands >= 2_000, "{all:?}");
    // The worlds differ, and the answers are many: a test that compares nothing would hold, too.
    assert!(all.moved > 20 * all.viewers, "{all:?}");
    assert!(all.refusals > all.hands * 10, "{all:?}");
}

/// A viewer to whom one card of another seat leaks.
struct Leaky;

impl Observer for Leaky {
    fn events(&self, table: &Table, events: &[Event], viewer: Viewer) -> Vec<u8> {
        Wire.events(table, events, viewer)
    }

    fn view(&self, table: &Table, viewer: Viewer, player: &str, now: Millis) -> Vec<u8> {
        let mut bytes = Wire.view(table, viewer, player, now);
        bytes.extend(table.hand.pack.codes().last());
        bytes
    }

    fn refusal(&self, table: &Table, player: &str, refused: &Refused) -> Vec<u8> {
        Wire.refusal(table, player, refused)
    }
}

#[test]
#[should_panic(expected = "can tell two worlds apart")]
fn a_leak_is_found() {
    compare(&rules(&[]), 4, 20, 6, &Leaky);
}
