//! What a turn has used of a player's time bank is gone in his next turn, which may begin at once.

use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_rules::seat::Seat;
use brag_table::charter::{Cashier, Charter, ClockTerms, RevealPolicy, Seating, Spectating};
use brag_table::check::Plan;
use brag_table::event::{Cause, Deadline};
use brag_table::{create, step};
use brag_testkit::chance::Stream;
use std::collections::BTreeMap;
use std::sync::Arc;

/// With two players the one on the dealer's right is on his left, too: he cuts and then bets first.
#[test]
fn who_cuts_and_then_bets_has_the_rest_of_his_bank() {
    let given = GivenRules::from([("cut_by".to_owned(), OptionValue::Choice("player".to_owned()))]);
    let charter = Charter {
        uid: [0; 16],
        tenant: "dev".into(),
        id: "bank".into(),
        created_by: "test".into(),
        rules: Rules::resolve("three_card", &given).unwrap().into(),
        clock: ClockTerms { action_time: 1_000, time_bank: 500, hand_pause: 0, automatic: false },
        cashier: Cashier::Operator,
        seating: Seating::Open,
        spectating: Spectating { allowed: false },
        reveal: RevealPolicy::AuditorOnly,
        labels: BTreeMap::new(),
        script: None,
    };
    let mut table = *create(Arc::new(charter), None, 0).after;
    let (mut stream, mut events) = (Stream::new(1), Vec::new());
    for seat in Seat::all().take(2) {
        let (player, display_name) = (seat.to_string().into(), "".into());
        let sit = Plan::Sit { seat, player, display_name, buy_in: 100, cause: Cause::Operator };
        step(&mut table, sit, 0, &mut stream, &mut events);
    }
    step(&mut table, Plan::Deal { cause: Cause::Operator }, 0, &mut stream, &mut events);
    let cutter = table.hand.to_act.single().unwrap();
    assert_eq!(table.room.deadline, Some(Deadline { at: 1_500, bank: 500 }));

    // 300 of it are used when his time is cut short by the engine, 500 when it runs out.
    for (now, left) in [(1_300, 200), (1_500, 0)] {
        let mut table = table.clone();
        step(&mut table, Plan::TimeOut { seat: cutter }, now, &mut stream, &mut events);
        assert_eq!(table.hand.to_act.first(), Some(cutter), "the same player is asked to bet");
        assert_eq!(table.room.settled.chairs[cutter.index()].bank, left);
        let at = now + 1_000 + u64::from(left);
        assert_eq!(table.room.deadline, Some(Deadline { at, bank: left }));
    }
}
