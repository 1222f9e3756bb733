//! Where all are asked at once, each has his own deadline: what is left of his time bank beyond the time that all have.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

use brag_rules::act::Act;
use brag_rules::arrange::automatic;
use brag_rules::hand::Phase;
use brag_rules::options::{GivenRules, Rules};
use brag_rules::seat::{Seat, Seats};
use brag_table::charter::{Cashier, Charter, ClockTerms, RevealPolicy, Seating, Spectating};
use brag_table::check::Plan;
use brag_table::event::{Cause, Event, Fact, Millis};
use brag_table::{Table, create, step};
use brag_testkit::chance::Stream;
use std::collections::BTreeMap;
use std::sync::Arc;

struct Played {
    table: Table,
    events: Vec<Event>,
    stream: Stream,
}

impl Played {
    /// Three players, a second for each question and half a second in the bank.
    fn new() -> Played {
        let charter = Charter {
            uid: [0; 16],
            tenant: "dev".into(),
            id: "clock".into(),
            created_by: "test".into(),
            rules: Rules::resolve("seven_card_two_hands", &GivenRules::new()).unwrap().into(),
            clock: ClockTerms { action_time: 1_000, time_bank: 500, hand_pause: 0, automatic: false },
            cashier: Cashier::Operator,
            seating: Seating::Open,
            spectating: Spectating { allowed: false },
            reveal: RevealPolicy::AuditorOnly,
            labels: BTreeMap::new(),
            script: None,
        };
        let created = create(Arc::new(charter), None, 0);
        let mut played = Played { table: *created.after, events: created.events, stream: Stream::new(1) };
        for seat in Seat::all().take(3) {
            let (player, display_name) = (seat.to_string().into(), "".into());
            played.at(0, Plan::Sit { seat, player, display_name, buy_in: 100, cause: Cause::Operator });
        }
        played
    }

    /// Does that; the events alone then give the same table.
    fn at(&mut self, now: Millis, plan: Plan) {
        step(&mut self.table, plan, now, &mut self.stream, &mut self.events);
        let mut again = Table::from_first(&self.events[0]).unwrap();
        self.events[1..].iter().for_each(|event| again.apply(event));
        assert!(again == self.table, "the events give another table");
    }

    fn deal(&mut self, now: Millis) {
        self.at(now, Plan::Deal { cause: Cause::Operator });
    }

    fn lay(&mut self, now: Millis, seat: u8) {
        let seat = of(seat);
        let hand = self.table.hand.player(seat).hand;
        let sets = automatic(&self.table.hand.ranking(self.table.rules()), &hand, 2);
        self.at(now, Plan::Play { seat, act: Act::Arrange(sets) });
    }

    /// When the time of each of the three is up; 0 for who is not asked.
    fn deadlines(&self) -> [Millis; 3] {
        [1, 2, 3].map(|seat| self.table.room.deadline_of(of(seat)).map_or(0, |deadline| deadline.at))
    }

    fn banks(&self) -> [u32; 3] {
        [1, 2, 3].map(|seat| self.table.room.settled.chairs[of(seat).index()].bank)
    }
}

fn of(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// A hand after which Ann has 200 ms left in her bank, Bob 500 and Cat none.
fn after_one_hand() -> Played {
    let mut played = Played::new();
    played.deal(0);
    assert_eq!((played.deadlines(), played.table.wake_at()), ([1_500; 3], Some(1_500)));
    played.lay(900, 2);
    assert_eq!((played.deadlines(), played.banks()), ([1_500, 0, 1_500], [500; 3]));
    played.lay(1_300, 1);
    assert_eq!((played.deadlines(), played.banks()), ([0, 0, 1_500], [200, 500, 500]));
    assert_eq!(played.table.due(1_499), None);
    assert_eq!(played.table.due(1_500), Some(Plan::TimeOut { seat: of(3) }));
    played.at(1_500, Plan::TimeOut { seat: of(3) });
    assert_eq!((played.table.hand.phase, played.banks()), (Phase::HandOver, [200, 500, 0]));
    played
}

#[test]
fn each_has_his_own_time_bank() {
    let mut played = after_one_hand();
    played.deal(10_000);
    assert_eq!(played.deadlines(), [11_200, 11_500, 11_000]);
    assert_eq!(played.table.wake_at(), Some(11_000));
    let asked = played.events.iter().rev().find_map(|event| match &event.fact {
        Fact::AllAsked { seats, .. } => Some(seats.to_vec()),
        _ => None,
    });
    assert_eq!(asked, Some(vec![(of(1), 200), (of(2), 500), (of(3), 0)]));
    // Somebody answers: the clocks of the others go on as they were, and his stops.
    played.lay(10_400, 2);
    assert_eq!((played.deadlines(), played.banks()), ([11_200, 0, 11_000], [200, 500, 0]));
    // The first is out of time, and the engine lays for him; the other has his bank still.
    assert_eq!(played.table.due(11_000), Some(Plan::TimeOut { seat: of(3) }));
    played.at(11_000, Plan::TimeOut { seat: of(3) });
    assert_eq!((played.table.hand.to_act, played.table.hand.phase), (Seats::only(of(1)), Phase::Arrange));
    assert_eq!((played.deadlines(), played.table.wake_at()), ([11_200, 0, 0], Some(11_200)));
    assert_eq!(played.table.due(11_199), None);
    played.lay(11_150, 1);
    assert_eq!(played.banks(), [50, 500, 0]);
}

#[test]
fn a_pause_moves_the_deadline_of_each() {
    let mut played = after_one_hand();
    played.deal(10_000);
    played.lay(10_500, 2);
    played.at(10_700, Plan::Pause);
    assert_eq!((played.table.due(11_500), played.table.wake_at()), (None, None));
    played.at(20_700, Plan::Resume);
    assert_eq!((played.deadlines(), played.table.wake_at()), ([21_200, 0, 21_000], Some(21_000)));
    let extended = played.events.iter().filter(|event| matches!(event.fact, Fact::TurnExtended { .. }));
    assert_eq!(extended.count(), 2, "each says so by an event of its own");
    // Half of Ann's bank is used: the pause cost her nothing.
    played.lay(21_100, 1);
    assert_eq!((played.deadlines(), played.banks()), ([0, 0, 21_000], [100, 500, 0]));
}

/// After a restart a turn has at least so much time: the first of them, and the others with their banks beyond that.
#[test]
fn after_a_restart_each_has_more_time() {
    let mut played = after_one_hand();
    played.deal(10_000);
    played.at(10_900, Plan::ExtendTurn { at_least: 10_000 });
    assert_eq!(played.deadlines(), [21_100, 21_400, 20_900]);
    let extended: Vec<Seat> = played
        .events
        .iter()
        .filter_map(|event| match event.fact {
            Fact::TurnExtended { seat } => Some(seat),
            _ => None,
        })
        .collect();
    assert_eq!(extended, [of(1), of(2), of(3)]);
    assert_eq!(played.banks(), [200, 500, 0]);
    for (now, seat) in [(20_900, 3), (21_100, 1), (21_400, 2)] {
        assert_eq!(played.table.due(now - 1), None);
        assert_eq!(played.table.due(now), Some(Plan::TimeOut { seat: of(seat) }));
        played.at(now, Plan::TimeOut { seat: of(seat) });
    }
    assert_eq!((played.table.hand.phase, played.banks()), (Phase::HandOver, [0; 3]));
}
