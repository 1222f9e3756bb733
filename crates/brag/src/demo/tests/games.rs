//! What is told of the games beside brag betting is what happened in them: each line has its event's amounts, cards and
//! players.

use super::*;
use crate::commentary::card;
use brag_host::wire::option_value;
use brag_rules::options::OptionValue;

/// A game, with its house rules.
type Kind = (&'static str, &'static [(&'static str, &'static str)]);

const GAMES: [Kind; 10] = [
    ("seven_card_two_hands", &[]),
    ("nine_card", &[("set_betting", "true")]),
    ("thirteen_card_crash", &[("spare_hand", "true"), ("spare_fee", "2"), ("max_players", "3")]),
    ("thirteen_card_crash", &[("four_kind_fee", "3"), ("target", "4")]),
    ("ten_card", &[("game_stake", "5")]),
    ("stop_the_bus", &[("entry_stake", "5"), ("lives", "2")]),
    ("classic_three_stake", &[("triple_bonus", "3")]),
    ("classic_three_stake", &[("thirty_one_draw", "exchange")]),
    ("american", &[("draw_max", "3")]),
    ("hoyle_1751", &[]),
];

/// The facts of these games, with the fields whose amounts and cards stand in the line, and those that name a seat.
#[rustfmt::skip] // A table: one row a fact.
const TOLD: [(&str, &[&str], &[&str]); 30] = [
    ("stakesPaid", &["each"], &[]),
    ("arranged", &[], &["seat"]),
    ("setOpened", &["set", "stake"], &[]),
    ("setFolded", &["set"], &["seat"]),
    ("setsWithdrawn", &[], &["seat"]),
    ("setShown", &["set", "cards"], &["seat"]),
    ("setDecided", &["set"], &[]),
    ("spareTaken", &["fee"], &["seat"]),
    ("spareLeft", &[], &["seat"]),
    ("playerPaid", &["amount", "fromStack"], &["from", "to"]),
    ("pointsScored", &["total"], &["seat"]),
    ("crashWon", &[], &["seat"]),
    ("escrowWaits", &["amount"], &[]),
    ("busGameStarted", &["lives", "each", "pot"], &[]),
    ("swapped", &["own", "common"], &["seat"]),
    ("swappedAll", &["own"], &["seat"]),
    ("stuck", &[], &["seat"]),
    ("stoodPat", &[], &["seat"]),
    ("busGameEnded", &[], &["winner"]),
    ("stakesLaid", &["each"], &[]),
    ("classicAnswer", &[], &["seat"]),
    ("classicBet", &["amount", "pot"], &["seat"]),
    ("cardDrawn", &["card", "total"], &["seat"]),
    ("cardExchanged", &["thrown", "card", "total"], &["seat"]),
    ("classicPotWaits", &["amount"], &[]),
    ("dealerStaked", &["amount", "pot"], &["seat"]),
    ("equalisedBet", &["amount", "pot"], &["seat"]),
    ("stood", &[], &["seat"]),
    ("cardsChanged", &[], &["seat"]),
    ("potAwarded", &["amount", "stack"], &["seat"]),
];

/// Facts that do not come up in every such game: told if they do.
const SELDOM: [&str; 3] = ["setsWithdrawn", "escrowWaits", "classicPotWaits"];

/// The amounts and cards of a field, as a line writes them.
fn written(value: &Value) -> Vec<String> {
    match value {
        Value::Array(all) => all.iter().flat_map(written).collect(),
        Value::Number(number) => vec![number.to_string()],
        Value::String(text) => vec![card(text, Suits::Symbols)],
        _ => vec![],
    }
}

#[tokio::test]
async fn each_game_is_told_with_its_amounts_cards_and_players() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for (seed, (variant, rules)) in (1..).zip(GAMES) {
        let rule = |(key, value): &(&str, &str)| {
            ((*key).to_owned(), option_value(OptionValue::from_plain(value).unwrap()))
        };
        let plan =
            |players| Plan { stack: 400, ..plan(variant, rules.iter().map(rule).collect(), players, seed) };
        for Told { event, line } in told_of(plan(3), 12).await {
            let json = protojson::of(&event, "brag.v1.Event").unwrap();
            let (fact, fields) =
                json.as_object().unwrap().iter().find(|(_, value)| value.is_object()).unwrap();
            *seen.entry(fact.clone()).or_default() += 1;
            let Some(line) = line else {
                assert!(["turnBegan", "nextHand"].contains(&fact.as_str()), "{fact} is not told");
                continue;
            };
            let Some((_, amounts, seats)) = TOLD.iter().find(|(name, _, _)| name == fact) else { continue };
            let words: Vec<&str> = line.split([' ', ';', ',', '.', ':']).collect();
            for (key, value) in fields.as_object().unwrap() {
                if amounts.contains(&key.as_str()) {
                    for amount in written(value).iter().filter(|amount| *amount != "0") {
                        assert!(words.contains(&amount.as_str()), "{variant}: {key} {amount} in {line}");
                    }
                } else if seats.contains(&key.as_str()) {
                    let name = NAMES[value.as_u64().unwrap() as usize - 1];
                    assert!(words.contains(&name), "{variant}: {key} {name} in {line}");
                }
            }
        }
    }
    for (fact, _, _) in TOLD {
        assert!(seen.contains_key(fact) || SELDOM.contains(&fact), "no {fact}: {seen:?}");
    }
}
