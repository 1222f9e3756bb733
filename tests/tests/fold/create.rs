//! A table of any variant, with any options.

use brag_contract::v1::option_value::Value;
use brag_contract::v1::{
    Cashier, ClockSettings, CreateTableRequest, Dealing, OptionValue, SpectatingSettings,
};

use crate::dice::{self, Dice};
use crate::server::Server;

/// A table with options and a clock of its own.
pub fn create(
    server: &Server,
    table: &str,
    attempt: u64,
    scripted: bool,
    dice: &mut Dice,
) -> CreateTableRequest {
    // The first is three-card brag, the last Teen Patti; with one of each other kind of game they have everything.
    let called = |id: &str| server.variants.iter().find(|variant| variant.id == id);
    let variant = match dice.below(12) {
        0 | 1 => server.variants.first(),
        2 | 9 | 10 => server.variants.last(),
        3 => called("stop_the_bus"),
        4 => called("thirteen_card_crash"),
        5 => called("seven_card_two_hands"),
        6 => called("four_card"),
        7 => called("classic_three_stake"),
        8 => called("american"),
        _ => dice.pick(&server.variants),
    }
    .unwrap();
    let mut rules = dice::rules(variant, dice);
    // Three have cards enough for a spare hand.
    if variant.id == "thirteen_card_crash" && dice.one_in(2) {
        rules.insert("spare_hand".into(), OptionValue { value: Some(Value::Flag(true)) });
        rules.insert("max_players".into(), OptionValue { value: Some(Value::Number(3)) });
    }
    if scripted {
        for by_chance in ["gather", "first_dealer", "cut_by"] {
            rules.remove(by_chance);
        }
    }
    let seconds = |seconds: u64| Some(prost_types::Duration { seconds: seconds as i64, nanos: 0 });
    let dealing = if scripted || dice.one_in(4) { Dealing::Manual } else { Dealing::Automatic };
    let endless = scripted && dice.one_in(2);
    let clock = ClockSettings {
        action_time: seconds(if endless { 0 } else { 1 + dice.below(30) }),
        time_bank: seconds(dice.below(30)),
        hand_pause: seconds(3 * dice.below(2)),
        dealing: dealing.into(),
    };
    let cashier = if dice.one_in(4) { Cashier::Operator } else { Cashier::Player };
    CreateTableRequest {
        table_id: table.strip_prefix("tables/").unwrap().into(),
        request_id: format!("create-{attempt}"),
        variant: variant.id.clone(),
        rules,
        clock: Some(clock),
        cashier: cashier.into(),
        spectating: Some(SpectatingSettings { allowed: true, delay_hands: 0 }),
        labels: [("floor".to_owned(), "two".to_owned())].into(),
        ..CreateTableRequest::default()
    }
}
