//! A table comes back from its records in the middle of every phase that a game has of its own: what it keeps beside the
//! hand is kept in the records, too, and whoever takes the table over there goes on with it.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_host::restore::restore;
use brag_host::{Clock, CreateTable, Host, ManualClock};
use brag_rules::act::{Act, Legal};
use brag_rules::arrange::automatic;
use brag_rules::card::Cards;
use brag_rules::hand::Phase;
use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_table::charter::ClockTerms;
use brag_table::decide::legal;
use brag_table::{Action, Table};
use common::lived::{all_kept, stored};
use common::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What somebody does in a phase in which so many acts were made before, by what he may and how the table stands.
type Plan = fn(&Table, usize, &Legal) -> Act;

/// A table, at present with one host, and what it has come through.
struct Tour {
    house: House,
    seated: Seated,
    plan: Plan,
    /// The phases in the middle of which it came back, each with the kind of the act before.
    seen: BTreeSet<String>,
    /// The kinds of what happened.
    facts: BTreeSet<String>,
    phase: Phase,
    /// Acts in this phase.
    made: usize,
}

impl Tour {
    /// A table of these rules, whose players have so many chips.
    async fn of(variant: &str, options: &[(&str, OptionValue)], stacks: &[u64], plan: Plan) -> Tour {
        let house = house(all_kept());
        let given: GivenRules =
            options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        let rules = Rules::resolve(variant, &given).unwrap();
        let clock = ClockTerms { automatic: false, ..ClockTerms::default() };
        let made = CreateTable { rules, clock, ..create("maker", "made", &[]) };
        let mut seated = Seated::new(house.host.create(made).await.unwrap());
        for (number, &chips) in (1..).zip(stacks) {
            seated.sit(number, chips).await.unwrap();
        }
        let (seen, facts) = (BTreeSet::new(), BTreeSet::new());
        Tour { house, seated, plan, seen, facts, phase: Phase::Idle, made: 0 }
    }

    fn now(&self) -> Table {
        state(&self.seated.table)
    }

    /// Deals, and plays the hand by the plan.
    async fn hand(&mut self) {
        self.deal().await;
        while self.now().hand.is_running() {
            self.act().await;
        }
    }

    async fn deal(&mut self) {
        self.seated.ask("boss", Action::Deal).await.unwrap();
        self.came_to("Deal").await;
    }

    /// Who is asked first does what the plan says.
    async fn act(&mut self) {
        let table = self.now();
        let seat = table.hand.to_act.first().unwrap();
        let act = (self.plan)(&table, self.made, &legal(&table, seat));
        self.seated.play(seat, act).await.unwrap();
        self.came_to(&first_word(&act)).await;
    }

    /// Time passes, and somebody may be out of it.
    async fn pass(&mut self, seconds: u32) {
        self.house.pass(seconds * SECOND).await;
        self.came_to("Clock").await;
    }

    /// The table is the one that the records make; the first time in the middle of a phase another host takes it over.
    async fn came_to(&mut self, after: &str) {
        let table = self.now();
        let lived = stored(&self.house, self.seated.table.clone()).await;
        let key = lived.table.key().clone();
        let (restored, _) = restore(&key, &lived.records, &self.house.sealer).unwrap();
        assert_eq!(restored, table, "{:?} after {after}", table.hand.phase);
        for event in lived.commits.iter().flat_map(|commit| commit.events.iter()) {
            let told = format!("{:?}", event.fact);
            let names = told.split(|char: char| !char.is_ascii_alphabetic());
            self.facts.extend(names.filter(|name| name.starts_with(char::is_uppercase)).map(str::to_owned));
        }
        self.made = if table.hand.phase == self.phase { self.made + 1 } else { 0 };
        self.phase = table.hand.phase;
        if table.hand.is_running() && self.seen.insert(format!("{} after {after}", first_word(&self.phase))) {
            self.hand_over(&table).await;
        }
    }

    /// Another host has the journal and the key and nothing else, and a clock of its own: the old one's stands still.
    async fn hand_over(&mut self, table: &Table) {
        let House { clock, journal, sealer, .. } = &self.house;
        let (journal, sealer) = (journal.clone(), sealer.clone());
        let clock = Arc::new(ManualClock::at(clock.now()));
        let host = Host::with_sealer(all_kept(), journal.clone(), clock.clone(), sealer.clone());
        let woken = host.create(create("maker", "made", &[])).await.unwrap();
        assert_eq!(state(&woken), *table);
        for seat in table.hand.to_act.iter() {
            assert_eq!(legal(&state(&woken), seat), legal(table, seat));
        }
        self.house = House { host, clock, journal, sealer };
        self.seated.table = woken;
    }

    #[track_caller]
    fn was_in(&self, phases: &[&str], facts: &[&str]) {
        for phase in phases {
            assert!(self.seen.contains(*phase), "never in {phase}: {:?}", self.seen);
        }
        for fact in facts {
            assert!(self.facts.contains(*fact), "never {fact}: {:?}", self.facts);
        }
    }
}

/// The name of a variant of an enum.
fn first_word(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").split(['(', ' ']).next().unwrap().to_owned()
}

fn three_stakes(table: &Table, made: usize, legal: &Legal) -> Act {
    match table.hand.phase {
        // In the first hand nobody brags, and the pot waits.
        Phase::Offer if made == 0 || table.hand.number == 1 => Act::Pass,
        Phase::Offer => Act::Brag(legal.brag.unwrap().min),
        Phase::Challenge if made == 0 => Act::Decline,
        Phase::Challenge => Act::Challenge(legal.challenge.unwrap().min + 1),
        Phase::Rivalry if made < 3 => Act::Bet(legal.bet.unwrap().min),
        Phase::Rivalry => Act::See(None),
        Phase::ThirtyOne if made == 0 => Act::Draw(Cards::EMPTY),
        Phase::ThirtyOne => Act::Stand,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_three_stakes_come_back_in_the_middle_of_the_brag_and_of_thirty_one() {
    let mut tour = Tour::of("classic_three_stake", &[], &[300, 300, 300], three_stakes).await;
    // A third card may make exactly thirty-one and end the hand at once, but seldom many times.
    while !tour.seen.contains("ThirtyOne after Draw") || tour.now().hand.number < 3 {
        assert!(tour.now().hand.number < 30);
        tour.hand().await;
    }
    tour.was_in(
        &[
            "Offer after Deal",
            "Offer after Pass",
            "Challenge after Brag",
            "Challenge after Decline",
            "Rivalry after Challenge",
            "Rivalry after Bet",
            "ThirtyOne after Pass",
            "ThirtyOne after See",
            "ThirtyOne after Draw",
        ],
        &["StakesLaid", "CardsTurnedUp", "PotWaits"],
    );
}

fn exchanging(table: &Table, made: usize, legal: &Legal) -> Act {
    match (table.hand.phase, legal.exchange) {
        (Phase::ThirtyOne, Some(cards)) => Act::Exchange(cards.get(0).unwrap()),
        _ => three_stakes(table, made, legal),
    }
}

#[tokio::test]
async fn so_do_the_three_stakes_where_cards_are_exchanged() {
    let exchange = [("thirty_one_draw", choice("exchange")), ("thirty_one_tie", choice("split"))];
    let mut tour = Tour::of("classic_three_stake", &exchange, &[300, 300, 300], exchanging).await;
    tour.hand().await;
    tour.hand().await;
    tour.was_in(
        &["ThirtyOne after Pass", "ThirtyOne after See", "ThirtyOne after Exchange"],
        &["CardExchanged"],
    );
}

/// Somebody brags, somebody raises, and the others call with what they have: who brought less is not asked any more, but
/// changes cards and stays in for what he reaches.
fn equalised(table: &Table, made: usize, legal: &Legal) -> Act {
    match (table.hand.phase, legal) {
        (Phase::Draw, Legal { draw: Some(draw), .. }) if made.is_multiple_of(2) => {
            Act::Draw(draw.from.iter().take(2).collect())
        }
        (Phase::Draw, _) => Act::Stand,
        (_, Legal { brag: Some(brag), .. }) => Act::Brag((brag.min + 68).min(brag.max)),
        (_, Legal { raise_to: Some(raise), .. }) if made == 1 => Act::RaiseTo(raise.min),
        (_, Legal { stand: true, .. }) => Act::Stand,
        (_, Legal { call: Some(_), .. }) => Act::Call,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn layered_pots_come_back_before_and_after_the_draw() {
    let draws = [("draw_max", number(3))];
    let mut tour = Tour::of("american", &draws, &[200, 48, 200, 61], equalised).await;
    tour.hand().await;
    tour.was_in(
        &[
            "Betting after Deal",
            "Betting after Brag",
            "Betting after RaiseTo",
            "Betting after Call",
            "Draw after Call",
            "Draw after Draw",
            "Draw after Stand",
            "Betting after Stand",
        ],
        &["CardsChanged", "PotsLayered"],
    );
}

fn against_the_dealer(table: &Table, made: usize, legal: &Legal) -> Act {
    match (table.hand.number, legal) {
        // In the first hand nobody meets the dealer.
        (1, Legal { fold: true, .. }) => Act::Fold,
        (3.., Legal { stand: true, .. }) => Act::Stand,
        (2, Legal { raise_to: Some(raise), .. }) if made < 4 => Act::RaiseTo((raise.min + 30).min(raise.max)),
        _ => Act::Call,
    }
}

#[tokio::test]
async fn a_dealer_who_staked_comes_back_with_what_the_others_put() {
    let mut tour = Tour::of("hoyle_1751", &[], &[300, 100, 150, 300], against_the_dealer).await;
    for _ in 0..3 {
        tour.hand().await;
    }
    tour.was_in(
        &["Betting after Deal", "Betting after Fold", "Betting after RaiseTo", "Betting after Call"],
        &["DealerStaked", "ForfeitPaid"],
    );
}

fn crash(table: &Table, made: usize, legal: &Legal) -> Act {
    match (table.hand.phase, legal) {
        (Phase::Spare, Legal { spare: Some(spare), .. }) => Act::Spare(spare.take && made == 1),
        (Phase::Arrange, Legal { arrange: Some(arrange), .. }) => {
            let laying = table.hand.laying(table.rules());
            Act::Arrange(automatic(&laying.ranking, &arrange.from, arrange.sets.into()))
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn crash_comes_back_while_the_spare_hand_is_offered_and_while_all_lay_out_their_sets() {
    let spare = [
        ("max_players", number(3)),
        ("spare_hand", OptionValue::Flag(true)),
        ("spare_fee", number(2)),
        // Four hands a deal at most: no game is over in the first.
        ("target", number(20)),
        ("crash", choice("off")),
    ];
    let mut tour = Tour::of("thirteen_card_crash", &spare, &[400, 400, 400], crash).await;
    tour.deal().await;
    while tour.now().hand.phase == Phase::Spare {
        tour.act().await;
    }
    // All three are asked at once. One has laid out his sets when the time of the others is up, and their banks are
    // drawn upon; one of them still makes it.
    assert_eq!(tour.now().hand.to_act.len(), 3);
    tour.act().await;
    tour.pass(31).await;
    tour.pass(10).await;
    let late = tour.now().hand.to_act;
    assert_eq!(late.len(), 2);
    tour.act().await;
    let banks: Vec<u32> = late.iter().map(|seat| tour.now().room.settled.chairs[seat.index()].bank).collect();
    assert!(banks[0] < 30_000, "{banks:?}");
    tour.pass(5).await;
    assert!(tour.now().hand.is_running());
    tour.pass(31).await;
    assert!(!tour.now().hand.is_running());
    tour.was_in(
        &[
            "Spare after Deal",
            "Spare after Spare",
            "Arrange after Spare",
            "Arrange after Arrange",
            "Arrange after Clock",
        ],
        &["TimedOut", "SpareTaken", "SpareLeft", "Arranged"],
    );
    // The game goes on with its points and its escrow: in later deals, too, until somebody has won it.
    tour.seen.clear();
    while tour.now().hand.crash().is_some_and(|crash| crash.winner().is_none()) {
        assert!(tour.now().hand.number < 60);
        tour.hand().await;
    }
    tour.was_in(
        &["Spare after Deal", "Arrange after Spare", "Arrange after Arrange"],
        &["Scored", "GameWon"],
    );
}
