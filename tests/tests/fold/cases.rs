//! What chance seldom brings about: hands that a script deals, for the same viewers.

use brag_contract::dev_v1::script_service_client::ScriptServiceClient;
use brag_contract::dev_v1::{AdvanceClockRequest, CreateScriptedTableRequest, ScriptedSeat};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::table_service_client::TableServiceClient;
use brag_contract::v1::{
    ActRequest, Bet, ClockSettings, CreateTableRequest, Deal, Fold, Keep, Leave, Look, OptionValue, Pause,
    Phase, Resume, Retain, RetainChoice, SeatView, See, SpectatingSettings, TableView, Throw, WhichHand,
};
use prost_types::Duration;
use tonic::transport::Channel;

use crate::dice::Dice;
use crate::server::{Server, by};
use crate::viewer::{Eyes, Viewer};

/// A table at which ann, bob and cat have 100 chips each on seats 1, 2 and 3, 10 s for a turn and 20 s in the bank.
struct Table {
    client: TableServiceClient<Channel>,
    scripts: ScriptServiceClient<Channel>,
    viewers: Vec<Viewer>,
    dice: Dice,
    acts: u64,
}

const TABLE: &str = "tables/t";

fn seconds(seconds: i64) -> Duration {
    Duration { seconds, nanos: 0 }
}

impl Table {
    async fn new(rules: &[(&str, &str)]) -> Table {
        let server = Server::start().await;
        let (client, mut scripts) = (server.tables().await, server.scripts().await);
        let choice = |value: &str| OptionValue { value: Some(Value::Choice(value.into())) };
        let clock = ClockSettings {
            action_time: Some(seconds(10)),
            time_bank: Some(seconds(20)),
            ..Default::default()
        };
        let create = CreateTableRequest {
            table_id: "t".into(),
            request_id: "create".into(),
            variant: "three_card".into(),
            rules: rules.iter().map(|(option, value)| ((*option).to_owned(), choice(value))).collect(),
            clock: Some(clock),
            spectating: Some(SpectatingSettings { allowed: true, delay_hands: 0 }),
            ..CreateTableRequest::default()
        };
        let players = ["ann", "bob", "cat"];
        let seat = |(player, seat): (&str, u32)| ScriptedSeat { seat, player: player.into(), stack: 100 };
        let create = CreateScriptedTableRequest {
            create: Some(create),
            seats: players.into_iter().zip(1..).map(seat).collect(),
            dealer: 3,
            check_buy_in: false,
        };
        scripts.create_scripted_table(by("op", "operator", create)).await.unwrap();
        let mut viewers = Vec::new();
        let watching = server.tables().await;
        let others = [("op", "operator", ""), ("gw", "gateway", "ann"), ("eve", "spectator", "")];
        for (caller, roles, named) in others.into_iter().chain(players.map(|player| (player, "player", ""))) {
            viewers.push(Viewer::new(Eyes::new(caller, roles, named), watching.clone(), TABLE).await);
        }
        let mut table = Table { client, scripts, viewers, dice: Dice::new(1), acts: 0 };
        table.check().await;
        table
    }

    /// What everybody may see.
    fn view(&self) -> &TableView {
        &self.viewers[0].view
    }

    fn seat(&self, number: usize) -> &SeatView {
        &self.view().seats[number - 1]
    }

    async fn check(&mut self) {
        for viewer in &mut self.viewers {
            viewer.check(&mut self.dice).await;
        }
    }

    async fn act(&mut self, who: &str, action: Action) {
        self.acts += 1;
        let (turn, hand) = match &action {
            Action::Look(_) => (None, Some(self.view().hand)),
            Action::Leave(_) | Action::Deal(_) | Action::Pause(_) | Action::Resume(_) => (None, None),
            _ => (Some(self.view().turn), None),
        };
        let request = ActRequest {
            table: TABLE.into(),
            request_id: format!("r{}", self.acts),
            turn,
            hand,
            action: Some(action),
            ..ActRequest::default()
        };
        let roles = if who == "op" { "operator" } else { "player" };
        self.client.act(by(who, roles, request)).await.unwrap();
        self.check().await;
    }

    async fn wait(&mut self, by_seconds: i64) {
        let advance = AdvanceClockRequest { table: TABLE.into(), duration: Some(seconds(by_seconds)) };
        self.scripts.advance_clock(by("op", "operator", advance)).await.unwrap();
        self.check().await;
    }

    /// Ann wins the first hand blind and keeps her hand; in the second she has two, and it is bob's turn.
    async fn ann_has_two_hands(&mut self) {
        self.act("op", Action::Deal(Deal {})).await;
        self.act("ann", Action::Bet(Bet { amount: 1 })).await;
        self.act("bob", Action::Fold(Fold {})).await;
        self.act("cat", Action::Fold(Fold {})).await;
        assert_eq!(self.view().phase(), Phase::Retain);
        self.act("ann", Action::Retain(Retain { choice: RetainChoice::Yes.into() })).await;
        self.act("op", Action::Deal(Deal {})).await;
        assert_eq!((self.seat(1).hands.len(), self.view().to_act[0].seat), (2, 2));
    }

    /// What is left of that seat's time bank, in seconds.
    fn bank(&self, seat: usize) -> i64 {
        self.seat(seat).time_bank.unwrap().seconds
    }
}

#[tokio::test]
async fn two_hands_that_are_shown_together_are_two_hands() {
    let mut table = Table::new(&[("two_hand_showdown", "best_of_both")]).await;
    table.ann_has_two_hands().await;
    table.act("bob", Action::Bet(Bet { amount: 1 })).await;
    table.act("cat", Action::Fold(Fold {})).await;
    table.act("ann", Action::See(See::default())).await;
    let [old, new] = &*table.seat(1).hands else { panic!("two hands in {:?}", table.seat(1)) };
    assert!(old.shown && new.shown && old.cards.len() == 3 && new.cards.len() == 3);
    assert_eq!((old.which(), new.which()), (WhichHand::Old, WhichHand::New));
    assert!(old.strength > 0 && old.strength == new.strength, "both have that of the better one");
}

#[tokio::test]
async fn a_turn_that_stands_still_keeps_its_time() {
    let mut table = Table::new(&[("two_hand_look_timing", "any_time")]).await;
    table.ann_has_two_hands().await;
    table.wait(12).await;
    table.act("ann", Action::Look(Look { which: WhichHand::New.into() })).await;
    assert_eq!(
        (table.view().phase(), table.bank(2)),
        (Phase::DecideHand, 18),
        "bob has used 2 s of his bank"
    );
    table.wait(13).await;
    table.act("ann", Action::Keep(Keep {})).await;
    assert_eq!((table.view().to_act[0].seat, table.bank(1)), (2, 17));
    table.wait(5).await;
    table.act("bob", Action::Fold(Fold {})).await;
    assert_eq!(table.bank(2), 13);
}

#[tokio::test]
async fn a_decision_about_two_hands_belongs_to_the_turn_that_it_came_up_in() {
    let mut table = Table::new(&[]).await;
    table.ann_has_two_hands().await;
    table.act("bob", Action::Bet(Bet { amount: 1 })).await;
    table.act("cat", Action::Bet(Bet { amount: 1 })).await;
    table.wait(12).await;
    table.act("ann", Action::Look(Look { which: WhichHand::Old.into() })).await;
    assert_eq!((table.view().phase(), table.bank(1)), (Phase::DecideHand, 20), "the turn goes on");
    table.wait(3).await;
    table.act("ann", Action::Throw(Throw {})).await;
    table.wait(1).await;
    table.act("ann", Action::Bet(Bet { amount: 1 })).await;
    assert_eq!(table.bank(1), 14);
}

#[tokio::test]
async fn who_leaves_in_a_pause_has_used_no_more_time_than_until_it_began() {
    let mut table = Table::new(&[]).await;
    table.act("op", Action::Deal(Deal {})).await;
    table.wait(14).await;
    table.act("op", Action::Pause(Pause {})).await;
    table.wait(60).await;
    table.act("ann", Action::Leave(Leave {})).await;
    assert_eq!((table.view().to_act[0].seat, table.bank(1)), (2, 16), "ann has used 4 s of her bank");
    table.wait(60).await;
    table.act("op", Action::Resume(Resume {})).await;
    table.wait(11).await;
    table.act("bob", Action::Fold(Fold {})).await;
    assert_eq!(table.bank(2), 19);
}
