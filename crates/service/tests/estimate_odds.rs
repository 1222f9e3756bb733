//! EstimateOdds over the wire: figures, what is no deal, and what it may cost.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use brag_contract::v1::option_value::Value;
use brag_contract::v1::rules_service_client::RulesServiceClient;
use brag_contract::v1::{self, EstimateOddsRequest, EstimateOddsResponse, HandInSpot};
use brag_host::HostConfig;
use brag_service::{OddsSettings, Settings};
use common::{Server, by, metadata, reason, start, start_with};
use tonic::{Code, Request, Status};
use tonic_types::StatusExt;

/// Never reached by a passing test.
const HANG: Duration = Duration::from_secs(20);

async fn send(
    server: &Server,
    request: Request<EstimateOddsRequest>,
) -> Result<EstimateOddsResponse, Status> {
    let mut rules = RulesServiceClient::new(server.channel().await);
    Ok(rules.estimate_odds(request).await?.into_inner())
}

async fn ask(server: &Server, request: EstimateOddsRequest) -> Result<EstimateOddsResponse, Status> {
    send(server, by("ann", "player", request)).await
}

fn codes(cards: &str) -> Vec<String> {
    cards.split_whitespace().map(str::to_owned).collect()
}

/// Hands as `Ks Kd 9c`, what is thrown after a slash.
fn request(variant: &str, hands: &[&str]) -> EstimateOddsRequest {
    let hand = |text: &&str| {
        let (cards, thrown) = text.split_once('/').unwrap_or((text, ""));
        HandInSpot { cards: codes(cards), thrown: codes(thrown), sets: vec![] }
    };
    let hands = hands.iter().map(hand).collect();
    EstimateOddsRequest { variant: variant.into(), hands, ..Default::default() }
}

fn with_rules(request: EstimateOddsRequest, rules: &[(&str, Value)]) -> EstimateOddsRequest {
    let rule =
        |(key, value): &(&str, Value)| ((*key).to_owned(), v1::OptionValue { value: Some(value.clone()) });
    EstimateOddsRequest { rules: rules.iter().map(rule).collect::<BTreeMap<_, _>>(), ..request }
}

#[tokio::test]
async fn what_can_be_counted_is_exact() {
    let server = start().await;
    let answer = ask(&server, request("three_card", &["3c 3d 3h", ""])).await.unwrap();
    assert_eq!((answer.exact, answer.deals, answer.error_bound), (true, 18_424, 0.0));
    assert_eq!((answer.confidence, answer.seed), (1.0, 0));
    assert_eq!(answer.hands[0], v1::HandOdds { win: 1.0, equity: 1.0, ..Default::default() });
    assert_eq!(answer.hands[1], v1::HandOdds { lose: 1.0, ..Default::default() });
    // Equal hands divide; what is thrown decides where the rules say so, and what is dead is nobody's.
    let equal = ask(&server, request("three_card", &["As Ks 9d", "Ah Kh 9c"])).await.unwrap();
    assert_eq!(equal.hands[0], v1::HandOdds { tie: 1.0, equity: 0.5, ..Default::default() });
    let thrown = ask(&server, request("four_card", &["As Ks 9d / 8c", "Ah Kh 9c / 7c"])).await.unwrap();
    assert_eq!((thrown.deals, thrown.hands[0].win), (1, 1.0));
    let kings = request("three_card", &["Ac Ad 2h", "Kc Kd"]);
    let third = ask(&server, kings.clone()).await.unwrap();
    assert_eq!((third.deals, third.hands[0].lose), (47, 2.0 / 47.0));
    let dead = ask(&server, EstimateOddsRequest { dead_cards: codes("Kh"), ..kings }).await.unwrap();
    assert_eq!((dead.deals, dead.hands[0].lose), (46, 1.0 / 46.0));
}

#[tokio::test]
async fn the_rules_of_the_table_say_what_is_better() {
    let server = start().await;
    let low = ask(&server, request("lowball", &["2c 3d 4h", ""])).await.unwrap();
    assert!(low.hands[0].lose == 0.0 && low.hands[0].win > 0.99, "{low:?}");
    let joker = with_rules(
        request("teen_patti", &["Ks Kd 2c", "As Ad 9c"]),
        &[("variation", Value::Choice("random_joker".into()))],
    );
    let turned = EstimateOddsRequest { turned_card: "2d".into(), ..joker.clone() };
    assert_eq!(ask(&server, turned).await.unwrap().hands[0].win, 1.0);
    let other = EstimateOddsRequest { turned_card: "3d".into(), ..joker };
    assert_eq!(ask(&server, other).await.unwrap().hands[0].win, 0.0);
}

/// A natural pair of kings against a king and the jack of clubs: the fourth king and four aces win, where nothing else is
/// a bragger.
#[tokio::test]
async fn in_the_old_games_braggers_and_the_pack_are_the_variants() {
    let server = start().await;
    for (variant, odd, deals, wins) in
        [("classic_three_stake", "9c", 47, 5.0), ("american", "8c", 47, 12.0), ("hoyle_1751", "Tc", 19, 6.0)]
    {
        let asked = request(variant, &[&format!("Ks Kd {odd}"), "Kh Jc"]);
        let counted = ask(&server, asked.clone()).await.unwrap();
        assert_eq!((counted.exact, counted.deals), (true, deals), "{variant}");
        let win = wins / deals as f64;
        let lose = (deals as f64 - wins) / deals as f64;
        assert_eq!(counted.hands[1], v1::HandOdds { win, lose, equity: win, ..Default::default() });
        let drawn = ask(&server, EstimateOddsRequest { samples: 20_000, seed: 5, ..asked }).await.unwrap();
        assert_eq!((drawn.exact, drawn.deals, drawn.confidence), (false, 20_000, 0.99), "{variant}");
        assert!((drawn.hands[1].win - win).abs() <= drawn.error_bound, "{variant}: {drawn:?}");
        assert!(drawn.error_bound < 0.02, "{variant}: {drawn:?}");
    }
    // The short pack has no eights, and eight hands at most; no card is thrown.
    for (wrong, field) in [
        (request("hoyle_1751", &["Ks Kd 8c", ""]), "hands[0].cards[2]"),
        (request("hoyle_1751", &[""; 9]), "hands"),
        (request("american", &["Ks Kd / 8c", ""]), "hands[0].thrown"),
    ] {
        assert_eq!(metadata(&ask(&server, wrong).await.unwrap_err())["field"], field);
    }
    assert!(ask(&server, request("hoyle_1751", &[""; 8])).await.is_ok());
}

#[tokio::test]
async fn sets_are_told_one_by_one_and_may_be_named() {
    let server = start().await;
    let two = request("seven_card_two_hands", &["As Ad Ks Kd Kh 2c 3c", "Qs Qd Qh 4c 5d 7h 9s"]);
    let laid_out = |sets: &[&str]| {
        let mut asked = two.clone();
        asked.hands[0].sets = sets.iter().map(|set| v1::CardSet { cards: codes(set) }).collect();
        asked
    };
    let by_itself = ask(&server, laid_out(&[])).await.unwrap();
    assert_eq!((by_itself.hands[0].win, by_itself.hands[0].sets.len()), (1.0, 2));
    let named = ask(&server, laid_out(&["As Ad 2c", "Ks Kd 3c"])).await.unwrap();
    let of_first: Vec<f64> = named.hands[0].sets.iter().map(|set| set.win).collect();
    assert_eq!((of_first, named.hands[0].tie), (vec![0.0, 1.0], 1.0), "each wins one, and the pot waits");
    for (sets, field) in [
        (&["Ks Kd 3c", "As Ad 2c"][..], "hands[0].sets"),
        (&["As Ad 2c"], "hands[0].sets"),
        (&["As Ad 4h", "Ks Kd 3c"], "hands[0].sets"),
        (&["As", "Ks", "Kd", "2c", "3c", "Ad"], "hands[0].sets"),
        (&["As Ad 2x", "Ks Kd 3c"], "hands[0].sets[0].cards[2]"),
    ] {
        let status = ask(&server, laid_out(sets)).await.unwrap_err();
        assert_eq!((&*reason(&status), &*metadata(&status)["field"]), ("INVALID_FIELD", field), "{sets:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_counted_is_drawn_within_its_bound_and_repeats() {
    let server = start().await;
    let many = request("three_card", &["As Kd 9c", "", "", "", ""]);
    let answer = ask(&server, many.clone()).await.unwrap();
    assert!(!answer.exact && answer.deals > 50_000 && answer.confidence == 0.99, "{answer:?}");
    assert!(answer.error_bound > 0.0 && answer.error_bound < 0.01, "{answer:?}");
    assert_eq!(ask(&server, many.clone()).await.unwrap(), answer, "to the last bit");
    let reseeded = ask(&server, EstimateOddsRequest { seed: u64::MAX, ..many }).await.unwrap();
    assert!(reseeded.seed == u64::MAX && reseeded.hands != answer.hands);
    let one = request("three_card", &["As Kd 9c", ""]);
    let counted = ask(&server, one.clone()).await.unwrap();
    let drawn = ask(&server, EstimateOddsRequest { samples: 20_000, seed: 5, ..one }).await.unwrap();
    assert_eq!((drawn.exact, drawn.deals), (false, 20_000));
    assert_ne!(drawn.hands, counted.hands);
    for (drawn, counted) in drawn.hands.iter().zip(&counted.hands) {
        assert!((0.0..=0.02).contains(&(drawn.equity - counted.equity).abs()), "{drawn:?} {counted:?}");
    }
}

#[tokio::test]
async fn what_is_no_deal_is_told_by_its_field() {
    let server = start().await;
    let eighteen = [""; 18];
    for (wrong, field) in [
        (request("three_card", &[]), "hands"),
        (request("three_card", &["As Ks Qs"]), "hands"),
        (request("three_card", &eighteen), "hands"),
        (request("thirteen_card_pick3", &eighteen[13..]), "hands"),
        (request("three_card", &["As Ks Qs Js", ""]), "hands[0].cards"),
        (request("three_card", &["", "As Ks / Qs"]), "hands[1].thrown"),
        (request("three_card", &["", "As Ks 10s"]), "hands[1].cards[2]"),
        (request("three_card", &["As Ks Qs", "?? As"]), "hands[1].cards[0]"),
        (request("three_card", &["As Ks Qs", "2c As"]), "hands[1].cards[1]"),
        (request("four_card", &["As Ks Qs / As", ""]), "hands[0].thrown[0]"),
        (
            EstimateOddsRequest { dead_cards: codes("2c As"), ..request("three_card", &["As Ks Qs", ""]) },
            "dead_cards[1]",
        ),
        (
            EstimateOddsRequest { dead_cards: codes("x"), ..request("three_card", &["As Ks Qs", ""]) },
            "dead_cards[0]",
        ),
        (EstimateOddsRequest { turned_card: "2d".into(), ..request("three_card", &["", ""]) }, "turned_card"),
        (
            with_rules(
                request("teen_patti", &["", ""]),
                &[("variation", Value::Choice("random_joker".into()))],
            ),
            "turned_card",
        ),
    ] {
        let status = ask(&server, wrong).await.unwrap_err();
        assert_eq!((status.code(), &*reason(&status)), (Code::InvalidArgument, "INVALID_FIELD"), "{field}");
        assert_eq!(metadata(&status)["field"], field);
    }
}

#[tokio::test]
async fn rules_are_refused_as_a_table_would() {
    let server = start().await;
    let two = || request("three_card", &["", ""]);
    for (asked, expected) in [
        (EstimateOddsRequest { variant: String::new(), ..two() }, "INVALID_FIELD"),
        (EstimateOddsRequest { variant: "whist".into(), ..two() }, "UNKNOWN_VARIANT"),
        (with_rules(two(), &[("wilds", Value::Flag(true))]), "UNKNOWN_OPTION"),
        (with_rules(two(), &[("wild", Value::Flag(true))]), "INVALID_FIELD"),
        (with_rules(two(), &[("max_players", Value::Number(17))]), "OPTION_CONFLICT"),
    ] {
        assert_eq!(reason(&ask(&server, asked).await.unwrap_err()), expected);
    }
}

async fn start_odds(odds: OddsSettings) -> Server {
    start_with(HostConfig::default(), Settings { odds, ..Settings::default() }).await
}

#[tokio::test]
async fn switched_off_it_is_not_there() {
    let server = start_odds(OddsSettings { on: false, ..OddsSettings::default() }).await;
    for roles in ["player", "operator"] {
        let asked = by("ann", roles, request("three_card", &["", ""]));
        let status = send(&server, asked).await.unwrap_err();
        assert_eq!((status.code(), &*reason(&status)), (Code::Unimplemented, "UNKNOWN_METHOD"));
    }
    // The rest of the service is.
    let ranked = v1::RankHandsRequest { variant: "three_card".into(), ..Default::default() };
    let mut rules = RulesServiceClient::new(server.channel().await);
    let status = rules.rank_hands(by("ann", "player", ranked)).await.unwrap_err();
    assert_eq!(reason(&status), "INVALID_FIELD");
}

#[tokio::test]
async fn more_work_gives_a_nearer_answer() {
    let mut last = 1.0;
    for millis in [1, 5, 25] {
        let work = Duration::from_millis(millis);
        let server = start_odds(OddsSettings { work, ..OddsSettings::default() }).await;
        let answer = ask(&server, request("five_card", &["", "", "", "", ""])).await.unwrap();
        assert!(!answer.exact && answer.error_bound < last / 2.0, "{millis} ms: {answer:?}");
        last = answer.error_bound;
    }
}

/// A server that works on one call at a time, and for hours if nobody ends it.
async fn start_slow() -> Server {
    let work = Duration::from_secs(24 * 60 * 60);
    start_odds(OddsSettings { work, at_once: 1, ..OddsSettings::default() }).await
}

/// Hours of work.
fn long() -> EstimateOddsRequest {
    EstimateOddsRequest { samples: u32::MAX, ..request("thirteen_card_pick3", &["", "", "", ""]) }
}

/// Asks for something short until the answer is this, or too long.
async fn until_answered(server: &Server, expected: &str) -> Option<Status> {
    let began = Instant::now();
    loop {
        let short = EstimateOddsRequest { samples: 1, ..request("three_card", &["", ""]) };
        let answer = ask(server, short).await.err();
        let told = answer.as_ref().map_or("OK".to_owned(), reason);
        if told == expected {
            return answer;
        }
        assert!(began.elapsed() < HANG, "{told} instead of {expected}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn one_call_too_many_is_refused_and_work_ends_with_its_caller() {
    let server = std::sync::Arc::new(start_slow().await);
    let working = tokio::spawn({
        let server = std::sync::Arc::clone(&server);
        // One of the short calls below may have the place when it comes.
        async move { while reason(&ask(&server, long()).await.unwrap_err()) == "OVERLOADED" {} }
    });
    let status = until_answered(&server, "OVERLOADED").await.unwrap();
    assert_eq!(status.code(), Code::ResourceExhausted);
    assert_eq!(metadata(&status)["max"], "1");
    assert_eq!(status.get_details_retry_info().unwrap().retry_delay, Some(Duration::from_millis(100)));
    assert!(!status.get_details_localized_message().unwrap().message.contains("table"), "{status:?}");
    // Other calls are served meanwhile, by this one thread.
    assert_eq!(
        ask(&server, request("whist", &[])).await.map_err(|status| reason(&status)).unwrap_err(),
        "UNKNOWN_VARIANT"
    );
    assert!(!working.is_finished());
    working.abort();
    assert!(working.await.unwrap_err().is_cancelled());
    until_answered(&server, "OK").await;
}

#[tokio::test]
async fn a_deadline_ends_the_work_too() {
    let server = start_slow().await;
    let mut asked = by("ann", "player", long());
    asked.set_timeout(Duration::from_millis(50));
    let status = send(&server, asked).await.unwrap_err();
    assert!(matches!(status.code(), Code::DeadlineExceeded | Code::Cancelled), "{status:?}");
    until_answered(&server, "OK").await;
}
