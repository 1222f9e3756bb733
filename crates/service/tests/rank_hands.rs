//! RankHands over the wire: what hands are worth under rules, and what is no hand.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use std::collections::BTreeMap;

use brag_contract::v1;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::rules_service_client::RulesServiceClient;
use brag_contract::v1::{HandClass, HandToRank, RankHandsRequest, RankHandsResponse};
use common::{by, metadata, reason, start};
use tonic::transport::Channel;
use tonic::{Code, Status};

struct Rules(RulesServiceClient<Channel>);

impl Rules {
    async fn of(server: &common::Server) -> Rules {
        Rules(RulesServiceClient::new(server.channel().await))
    }

    async fn rank(&mut self, request: RankHandsRequest) -> Result<RankHandsResponse, Status> {
        Ok(self.0.rank_hands(by("ann", "player", request)).await?.into_inner())
    }
}

fn codes(cards: &str) -> Vec<String> {
    cards.split_whitespace().map(str::to_owned).collect()
}

/// Hands as `KsKd9c`, cards apart by blanks; what is thrown after a slash.
fn hand(text: &str) -> HandToRank {
    let (cards, thrown) = text.split_once('/').unwrap_or((text, ""));
    HandToRank { cards: codes(cards), thrown: codes(thrown) }
}

fn request(rules: &[(&str, Value)], hands: &[&str]) -> RankHandsRequest {
    let rule =
        |(key, value): &(&str, Value)| ((*key).to_owned(), v1::OptionValue { value: Some(value.clone()) });
    RankHandsRequest {
        variant: "three_card".into(),
        rules: rules.iter().map(rule).collect::<BTreeMap<_, _>>(),
        hands: hands.iter().map(|text| hand(text)).collect(),
        turned_card: String::new(),
    }
}

fn choice(name: &str) -> Value {
    Value::Choice(name.into())
}

fn set(names: &[&str]) -> Value {
    Value::Set(v1::StringSet { values: names.iter().map(|&name| name.to_owned()).collect() })
}

/// Class, strength and place of each.
fn values(answer: &RankHandsResponse) -> Vec<(HandClass, u32, u32)> {
    answer.hands.iter().map(|hand| (hand.hand_class(), hand.strength, hand.place)).collect()
}

#[tokio::test]
async fn hands_have_class_strength_and_place() {
    let server = start().await;
    let mut rules = Rules::of(&server).await;
    let hands = ["Kh Kd Ks", "As 2s 3s", "5h 3c 2d", "Ah 2h 3h"];
    let answer = rules.rank(request(&[], &hands)).await.unwrap();
    let expected = [
        (HandClass::Prial, 3, 1),
        (HandClass::RunningFlush, 14, 2),
        (HandClass::HighCard, 741, 4),
        (HandClass::RunningFlush, 14, 2),
    ];
    assert_eq!(values(&answer), expected);
    assert_eq!(answer.worst_strength, 741);
    assert_eq!(answer.hands[0].cards, codes("Kh Kd Ks"));
    assert_eq!(answer.hands[0].title, "Prial");
    assert!(answer.hands.iter().all(|hand| hand.wild_cards.is_empty()));

    let first = ("category_order", choice("running_flush_first"));
    let answer = rules.rank(request(&[first], &hands[..2])).await.unwrap();
    assert_eq!(values(&answer), [(HandClass::Prial, 15, 2), (HandClass::RunningFlush, 1, 1)]);
    let suits = ("suit_tiebreak", choice("shdc"));
    let answer = rules.rank(request(&[suits], &hands)).await.unwrap();
    assert_eq!(answer.hands.iter().map(|hand| hand.place).collect::<Vec<_>>(), [1, 2, 4, 3]);
}

#[tokio::test]
async fn of_more_than_three_cards_the_best_three_count() {
    let server = start().await;
    let mut rules = Rules::of(&server).await;
    let hands = ["Ks Qs Js Jd", "2h 3h 9h 9d", "Ah 2d 3c 4s 9s 9h Kd", "Kc Kd 9h / 2s"];
    let answer = rules.rank(request(&[], &hands)).await.unwrap();
    let classes = [HandClass::RunningFlush, HandClass::Flush, HandClass::Run, HandClass::Pair];
    assert_eq!(answer.hands.iter().map(|hand| hand.hand_class()).collect::<Vec<_>>(), classes);
    let three = ["Ks Qs Js", "2h 3h 9h", "Ah 2d 3c", "Kc Kd 9h"];
    assert_eq!(answer.hands.iter().map(|hand| hand.cards.clone()).collect::<Vec<_>>(), three.map(codes));
}

#[tokio::test]
async fn wild_cards_count_for_others_and_are_named() {
    let server = start().await;
    let mut rules = Rules::of(&server).await;
    let wild = ("wild", set(&["Jc", "9"]));
    let hands = ["Ks Kd Jc", "Kh Kc Ks", "Js Jd Th"];
    let answer = rules.rank(request(std::slice::from_ref(&wild), &hands)).await.unwrap();
    assert_eq!(
        values(&answer),
        [(HandClass::Prial, 3, 2), (HandClass::Prial, 3, 1), (HandClass::Pair, 351, 3)]
    );
    assert_eq!(
        answer.hands.iter().map(|hand| hand.wild_cards.clone()).collect::<Vec<_>>(),
        ["Jc", "", ""].map(codes)
    );
    let none = ("natural_precedence", choice("none"));
    let answer = rules.rank(request(&[wild, none], &hands)).await.unwrap();
    assert_eq!(answer.hands.iter().map(|hand| hand.place).collect::<Vec<_>>(), [1, 1, 3]);
}

/// Prials, pairs and singles by ranks alone (2.7), and the braggers of each variant (2.8).
#[tokio::test]
async fn the_old_games_rank_by_the_old_order_and_their_braggers() {
    use HandClass::{Pair, Prial, Single};
    let server = start().await;
    let mut rules = Rules::of(&server).await;
    let hands = ["Ks Kd Jc", "Ks Kd Kh", "Jc Jd 9d", "As Ks Qs", "As 9h Jh", "Ad Ac Ts"];
    let braggers = |names: &[&str]| ("braggers", set(names));
    let natural = |precedence| ("natural_precedence", choice(precedence));
    type Asked<'a> = (&'a str, Vec<(&'a str, Value)>, [(HandClass, u32, u32); 6], [&'a str; 6]);
    let asked: [Asked<'_>; 6] = [
        (
            "classic_three_stake",
            vec![],
            [(Prial, 2, 2), (Prial, 2, 1), (Pair, 54, 4), (Single, 170, 5), (Single, 192, 6), (Pair, 17, 3)],
            ["Jc", "", "", "", "", ""],
        ),
        (
            "classic_three_stake",
            vec![braggers(&["Jc", "9d", "Ad"]), natural("none")],
            [(Prial, 2, 1), (Prial, 2, 1), (Prial, 4, 3), (Single, 170, 5), (Single, 192, 6), (Pair, 17, 4)],
            ["Jc", "", "9d", "", "", ""],
        ),
        // Eight braggers that are never themselves: three of them are aces, and less than two and an ace.
        (
            "american",
            vec![],
            [(Prial, 2, 4), (Prial, 2, 3), (Prial, 1, 2), (Single, 170, 6), (Prial, 1, 1), (Pair, 17, 5)],
            ["Jc", "", "Jc Jd 9d", "", "9h Jh", ""],
        ),
        (
            "american",
            vec![braggers(&["A"]), natural("prials_only")],
            [(Pair, 28, 4), (Prial, 2, 1), (Pair, 54, 5), (Pair, 27, 3), (Pair, 54, 5), (Prial, 5, 2)],
            ["", "", "", "As", "As", "Ad Ac"],
        ),
        (
            "hoyle_1751",
            vec![],
            [(Prial, 2, 2), (Prial, 2, 1), (Prial, 4, 3), (Single, 170, 5), (Single, 192, 6), (Pair, 17, 4)],
            ["Jc", "", "9d", "", "", ""],
        ),
        // The plain single-stake game, with one bragger and the whole pack.
        (
            "hoyle_1751",
            vec![("short_pack_low", Value::Number(2)), braggers(&["9d"])],
            [(Pair, 28, 4), (Prial, 2, 1), (Prial, 4, 2), (Single, 170, 5), (Single, 192, 6), (Pair, 17, 3)],
            ["", "", "9d", "", "", ""],
        ),
    ];
    for (variant, given, expected, wild) in asked {
        let asked = RankHandsRequest { variant: variant.into(), ..request(&given, &hands) };
        let answer = rules.rank(asked).await.unwrap();
        assert_eq!(values(&answer), expected, "{variant} {given:?}");
        let told: Vec<String> = answer.hands.iter().map(|hand| hand.wild_cards.join(" ")).collect();
        assert_eq!(told, wild, "{variant} {given:?}");
        assert_eq!(answer.worst_strength, 455);
    }
    let low = ("low", choice("reverse"));
    let asked = RankHandsRequest { variant: "american".into(), ..request(&[low], &hands) };
    assert_eq!(reason(&rules.rank(asked).await.unwrap_err()), "OPTION_CONFLICT");
}

#[tokio::test]
async fn two_three_five_counts_between_two_hands_alone() {
    let server = start().await;
    let mut rules = Rules::of(&server).await;
    let special = [
        ("two_three_five", choice("beats_prial")),
        ("short_stack", choice("fold_only")),
        ("max_blind_bets", Value::Number(4)),
    ];
    let hands = ["9c 9d 9h", "2c 3d 5h", "7c 7d 4h"];
    let places = |answer: RankHandsResponse| answer.hands.iter().map(|hand| hand.place).collect::<Vec<_>>();
    assert_eq!(places(rules.rank(request(&special, &hands[..2])).await.unwrap()), [2, 1]);
    assert_eq!(places(rules.rank(request(&special, &hands)).await.unwrap()), [1, 3, 2]);
    assert_eq!(places(rules.rank(request(&[], &hands[..2])).await.unwrap()), [1, 2]);
}

#[tokio::test]
async fn classes_are_told_in_the_callers_language() {
    let server = start().await;
    let mut rules = Rules::of(&server).await;
    for (accept, title) in
        [("en", "Running flush"), ("es", "Escalera de color"), ("it", "Scala colore"), ("tr", "Floş")]
    {
        let mut asked = by("ann", "player", request(&[], &["As 2s 3s"]));
        asked.metadata_mut().insert("accept-language", accept.parse().unwrap());
        let answer = rules.0.rank_hands(asked).await.unwrap().into_inner();
        assert_eq!(answer.hands[0].title, title);
    }
}

#[tokio::test]
async fn what_is_no_hand_is_told_by_its_field() {
    let server = start().await;
    let mut rules = Rules::of(&server).await;
    let fifteen = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d";
    let sixteen = format!("{fifteen} 4d");
    let thirteen_thrown = format!("As Ks Qs / {}", &fifteen[..38]);
    let wrong: [(&[&str], &str); 10] = [
        (&[], "hands"),
        (&["As Ks"], "hands[0].cards"),
        (&["As Ks Qs", ""], "hands[1].cards"),
        (&[&sixteen], "hands[0].cards"),
        (&["As Ks Xs"], "hands[0].cards[2]"),
        (&["As Ks 10s"], "hands[0].cards[2]"),
        (&["As Ks ??"], "hands[0].cards[2]"),
        (&["As Ks As"], "hands[0].cards[2]"),
        (&["As Ks Qs / 2c Ks"], "hands[0].thrown[1]"),
        (&[&thirteen_thrown], "hands[0].thrown"),
    ];
    for (hands, field) in wrong {
        let status = rules.rank(request(&[], hands)).await.unwrap_err();
        assert_eq!((status.code(), &*reason(&status)), (Code::InvalidArgument, "INVALID_FIELD"), "{hands:?}");
        assert_eq!(metadata(&status)["field"], field, "{hands:?}");
    }
    assert_eq!(
        rules.rank(request(&[], &[fifteen])).await.unwrap().hands[0].hand_class(),
        HandClass::RunningFlush
    );
    let hundred = ["As Ks Qs"; 101];
    assert_eq!(rules.rank(request(&[], &hundred[..100])).await.unwrap().hands.len(), 100);
    let status = rules.rank(request(&[], &hundred)).await.unwrap_err();
    assert_eq!((&*reason(&status), &*metadata(&status)["field"]), ("INVALID_FIELD", "hands"));
}

#[tokio::test]
async fn rules_are_refused_as_a_table_would() {
    let server = start().await;
    let mut rules = Rules::of(&server).await;
    let unset = RankHandsRequest { variant: String::new(), ..request(&[], &["As Ks Qs"]) };
    let unknown = RankHandsRequest { variant: "whist".into(), ..request(&[], &["As Ks Qs"]) };
    let mut no_value = request(&[], &["As Ks Qs"]);
    no_value.rules.insert("low".into(), v1::OptionValue { value: None });
    for (asked, expected) in [
        (unset, "INVALID_FIELD"),
        (unknown, "UNKNOWN_VARIANT"),
        (no_value, "INVALID_FIELD"),
        (request(&[("wilds", set(&[]))], &["As Ks Qs"]), "UNKNOWN_OPTION"),
        (request(&[("wild", set(&["1c"]))], &["As Ks Qs"]), "INVALID_FIELD"),
        (request(&[("wild", choice("Jc"))], &["As Ks Qs"]), "INVALID_FIELD"),
        (request(&[("wild", set(&["lowest_card"]))], &["As Ks Qs"]), "OPTION_CONFLICT"),
    ] {
        assert_eq!(reason(&rules.rank(asked).await.unwrap_err()), expected);
    }
}
