//! How many players a table takes, and how many it needs.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

use brag_rules::act::{Act, Keeping};
use brag_rules::card::Pack;
use brag_rules::options::{GivenRules, MAX_AMOUNT, OptionValue, Rules};
use brag_rules::refusal::Refusal;
use brag_rules::seat::Seats;
use brag_table::chance::{Chance, DealerDraw};
use brag_table::charter::{Cashier, ClockTerms, RevealPolicy, Seating, Spectating};
use brag_table::check::{Action, By, Refused, Request, check};
use brag_table::event::ShuffleProof;
use brag_table::state::Roster;
use brag_table::view::table_acts;
use brag_table::{Charter, Table, create, step};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Leaves everything as it is.
struct NoChance;

impl Chance for NoChance {
    fn shuffle(&mut self, _epoch: u32, deck: Pack, _roster: &Roster) -> (Pack, Option<ShuffleProof>) {
        (deck, None)
    }

    fn gather(&mut self, _epoch: u32, _gather: u16, packet: Pack) -> (Pack, Option<[u8; 32]>) {
        (packet, None)
    }

    fn cut(&mut self, _epoch: u32, _gather: u16, _cards: u8) -> u8 {
        1
    }

    fn first_dealer(&mut self, seats: Seats, _pack: Pack, _roster: &Roster) -> DealerDraw {
        DealerDraw { rounds: Vec::new(), dealer: seats.iter().last().unwrap() }
    }
}

fn table(options: &[(&str, i64)]) -> Table {
    let given = options.iter().map(|&(key, number)| (key.to_owned(), OptionValue::Number(number)));
    let charter = Charter {
        uid: [0; 16],
        tenant: "dev".into(),
        id: "seats".into(),
        created_by: "test".into(),
        rules: Rules::resolve("three_card", &given.collect::<GivenRules>()).unwrap().into(),
        clock: ClockTerms { hand_pause: 0, ..ClockTerms::default() },
        cashier: Cashier::Player,
        seating: Seating::Open,
        spectating: Spectating { allowed: true },
        reveal: RevealPolicy::AuditorOnly,
        labels: BTreeMap::new(),
        script: None,
    };
    *create(Arc::new(charter), None, 0).after
}

fn ask(table: &mut Table, player: &str, action: Action) -> Result<(), Refused> {
    ask_at(table, player, action, 0)
}

fn ask_at(table: &mut Table, player: &str, action: Action, now: u64) -> Result<(), Refused> {
    let request =
        Request { action: &action, player, by: By::Operator, turn: None, hand: None, expected_seq: None };
    let plan = check(table, &request, now)?;
    let (before, mut events) = (table.clone(), Vec::new());
    step(table, plan, now, &mut NoChance, &mut events);
    let mut again = before;
    events.iter().for_each(|event| again.apply(event));
    assert_eq!(again, *table);
    Ok(())
}

fn sit(table: &mut Table, player: &str, buy_in: u64) -> Result<(), Refused> {
    ask(table, player, Action::Sit { seat: None, buy_in, display_name: "".into() })
}

#[test]
fn no_hand_starts_below_min_players() {
    let mut table = table(&[("min_players", 3)]);
    sit(&mut table, "ann", 100).unwrap();
    sit(&mut table, "bob", 100).unwrap();
    assert!(!table.hand.is_running());
    assert_eq!(ask(&mut table, "op", Action::Deal), Err(Refused::Rules(Refusal::IllegalInState)));
    sit(&mut table, "cat", 100).unwrap();
    assert_eq!(table.hand.number, 1, "the third player is enough, and the table deals by itself");
}

#[test]
fn a_full_table_takes_nobody() {
    let mut table = table(&[("max_players", 2), ("min_players", 2)]);
    sit(&mut table, "ann", 100).unwrap();
    sit(&mut table, "bob", 100).unwrap();
    assert_eq!(sit(&mut table, "cat", 100), Err(Refused::TableFull));
    let third = Action::Sit { seat: Some(3), buy_in: 100, display_name: "".into() };
    assert_eq!(ask(&mut table, "cat", third), Err(Refused::NoSuchSeat { seats: 2 }));
}

#[test]
fn nothing_of_a_leaver_is_his_successors() {
    let mut table = table(&[("ante", 150), ("min_players", 3)]);
    sit(&mut table, "ann", 1000).unwrap();
    sit(&mut table, "bob", 150).unwrap();
    sit(&mut table, "cat", 1000).unwrap();
    // The ante takes all that Bob has; the pot stays for the next hand, and he has paid into it.
    let bob = table.seat_of("bob").unwrap();
    for (player, act) in [("ann", Act::Bet(1)), ("bob", Act::Fold), ("cat", Act::Fold)] {
        ask(&mut table, player, Action::Play(act)).unwrap();
    }
    ask(&mut table, "ann", Action::Play(Act::Retain(Keeping::None))).unwrap();
    assert_eq!((table.hand.carried, table.hand.player(bob).waiting_paid), (451, 150));
    ask(&mut table, "bob", Action::Leave).unwrap();
    sit(&mut table, "dan", 1000).unwrap();
    assert_eq!(table.seat_of("dan"), Some(bob));
    assert_eq!(table.hand.player(bob).waiting_paid, 0, "Dan has paid nothing");
}

#[test]
fn who_left_with_nothing_need_not_bring_what_he_once_left_with() {
    let mut table = table(&[("ante", 150), ("min_players", 2)]);
    sit(&mut table, "ann", 200).unwrap();
    ask(&mut table, "ann", Action::Leave).unwrap();
    assert_eq!(table.buy_in_range("ann", 0).unwrap().0, 200);
    sit(&mut table, "ann", 200).unwrap();
    sit(&mut table, "bob", 1000).unwrap();
    ask(&mut table, "ann", Action::Play(Act::Bet(50))).unwrap();
    ask(&mut table, "ann", Action::Leave).unwrap();
    assert_eq!(table.room.account_of("ann").cashed_out, 200, "nothing the second time");
    assert_eq!(table.buy_in_range("ann", 0).unwrap().0, 150);
}

/// A table holds at most 2^53 − 1 chips (1.1): where less than a buy-in is left of that, the refusal names no range
/// that nobody could meet.
#[test]
fn where_no_buy_in_fits_none_is_named() {
    let mut table = table(&[]);
    sit(&mut table, "ann", MAX_AMOUNT - 39).unwrap();
    for buy_in in [0, 39, 40, MAX_AMOUNT] {
        assert_eq!(sit(&mut table, "bob", buy_in), Err(Refused::BuyInOutOfRange { min: 0, max: 0 }));
    }
    assert_eq!(table_acts(&table, "bob", true, 0).sit, None, "and none is offered");
    ask(&mut table, "ann", Action::Leave).unwrap();
    sit(&mut table, "cat", MAX_AMOUNT - 40).unwrap();
    assert_eq!(sit(&mut table, "bob", 41), Err(Refused::BuyInOutOfRange { min: 40, max: 40 }));
    sit(&mut table, "bob", 40).unwrap();
}

/// One player can bring and take more chips over the hours than lie on the table at once.
#[test]
fn a_fortune_that_comes_and_goes_breaks_no_table() {
    let mut table = table(&[]);
    for _ in 0..2_100 {
        sit(&mut table, "rich", MAX_AMOUNT).unwrap();
        ask(&mut table, "rich", Action::Leave).unwrap();
    }
    assert_eq!(table.room.net(&table.hand, "rich"), 0);
    sit(&mut table, "poor", 40).unwrap();
}

/// What is set while the table is stopped has its whole length when it goes on, and no more.
#[test]
fn a_pause_lengthens_nothing_that_began_in_it() {
    let mut table = table(&[("min_players", 3)]);
    for player in ["ann", "bob", "cat"] {
        sit(&mut table, player, 100).unwrap();
    }
    assert_eq!(table.room.deadline.unwrap().at, 60_000);
    ask_at(&mut table, "op", Action::Pause, 8_000).unwrap();
    let first = table.hand.to_act.first().unwrap();
    let leaver = table.occupant(first).unwrap().player.to_string();
    ask_at(&mut table, &leaver, Action::Leave, 10_000).unwrap();
    assert_ne!(table.hand.to_act.first(), Some(first));
    ask_at(&mut table, "op", Action::Resume, 16_000).unwrap();
    assert_eq!(table.room.deadline.unwrap().at, 16_000 + 60_000);

    let mut table = self::table(&[]);
    table.charter = Arc::new(Charter {
        clock: ClockTerms { hand_pause: 3_000, ..table.charter.clock },
        ..Charter::clone(&table.charter)
    });
    sit(&mut table, "ann", 100).unwrap();
    ask_at(&mut table, "op", Action::Pause, 1_000).unwrap();
    let bob = Action::Sit { seat: None, buy_in: 100, display_name: "".into() };
    ask_at(&mut table, "bob", bob, 13_000).unwrap();
    ask_at(&mut table, "op", Action::Resume, 20_000).unwrap();
    assert_eq!(table.room.deal_at, Some(23_000));
}
