//! Every act, read and hashed.

use std::collections::BTreeSet;

use super::*;

fn request(action: Wire) -> ActRequest {
    ActRequest {
        table: "tables/t".into(),
        request_id: "r-1".into(),
        action: Some(action),
        ..ActRequest::default()
    }
}

fn in_turn(action: Wire) -> ActRequest {
    ActRequest { turn: Some(7), ..request(action) }
}

fn parse_for(request: ActRequest, behalf_of: Option<&Arc<str>>) -> Result<ParsedAct, Failure> {
    parse(request, behalf_of, &RequestLimits::default())
}

fn parse_own(request: ActRequest) -> Result<ParsedAct, Failure> {
    parse_for(request, Some(&"ann".into()))
}

fn field(request: ActRequest) -> String {
    let failure = parse_own(request).unwrap_err();
    assert_eq!(failure.reason(), "INVALID_FIELD");
    let status = failure.into_status(crate::language::Language::En);
    use tonic_types::StatusExt;
    status.get_details_bad_request().unwrap().field_violations[0].field.clone()
}

fn discard(cards: &[&str]) -> Wire {
    Wire::Discard(v1::Discard { cards: cards.iter().map(|&card| card.into()).collect() })
}

fn arrange(sets: &[&[&str]]) -> Wire {
    let set = |cards: &&[&str]| v1::CardSet { cards: cards.iter().map(|&card| card.into()).collect() };
    Wire::Arrange(v1::Arrange { sets: sets.iter().map(set).collect() })
}

fn swap(own: &str, common: &str, stick: bool) -> Wire {
    let cards = |named: &str| named.split(' ').map(str::to_owned).collect();
    Wire::Swap(v1::Swap { own: cards(own), common: cards(common), stick })
}

fn every_act() -> Vec<ActRequest> {
    let look = ActRequest { hand: Some(3), ..request(Wire::Look(v1::Look { which: 1 })) };
    vec![
        look,
        ActRequest { hand: Some(3), ..request(discard(&["4c", "9d"])) },
        ActRequest { hand: Some(3), ..request(discard(&["4c"])) },
        in_turn(Wire::Fold(v1::Fold {})),
        in_turn(Wire::Bet(v1::Bet { amount: 4 })),
        in_turn(Wire::Bet(v1::Bet { amount: 5 })),
        in_turn(Wire::See(v1::See { which: 0 })),
        in_turn(Wire::See(v1::See { which: 2 })),
        in_turn(Wire::Cover(v1::Cover { which: 0 })),
        in_turn(Wire::Keep(v1::Keep {})),
        in_turn(Wire::Throw(v1::Throw {})),
        in_turn(Wire::Commit(v1::Commit { which: 2 })),
        in_turn(Wire::Retain(v1::Retain { choice: 1 })),
        in_turn(Wire::Retain(v1::Retain { choice: 2 })),
        in_turn(Wire::Retain(v1::Retain { choice: 3 })),
        in_turn(Wire::Retain(v1::Retain { choice: 4 })),
        in_turn(Wire::Cut(v1::Cut { at: 5 })),
        in_turn(Wire::Sideshow(v1::Sideshow {})),
        in_turn(Wire::Accept(v1::Accept {})),
        in_turn(Wire::Refuse(v1::Refuse {})),
        ActRequest { hand: Some(3), ..request(arrange(&[&["As", "Ks", "Qs"], &["4c", "9d", "2h"]])) },
        ActRequest { hand: Some(3), ..request(arrange(&[&["As", "Ks", "Qs"]])) },
        ActRequest { hand: Some(3), ..request(arrange(&[&["As", "Ks", "Qs", "4c", "9d", "2h"]])) },
        ActRequest { hand: Some(3), ..request(arrange(&[])) },
        in_turn(Wire::Spare(v1::Spare { take: true })),
        in_turn(Wire::Spare(v1::Spare { take: false })),
        in_turn(swap("4c", "Kh", false)),
        in_turn(swap("4c", "Kh", true)),
        in_turn(swap("4c", "Ks", false)),
        in_turn(swap("Kh", "4c", false)),
        in_turn(swap("4c Kh", "Ks", false)),
        in_turn(swap("4c", "Kh Ks", false)),
        in_turn(Wire::SwapAll(v1::SwapAll { stick: false })),
        in_turn(Wire::SwapAll(v1::SwapAll { stick: true })),
        in_turn(Wire::Stick(v1::Stick {})),
        in_turn(Wire::Stand(v1::Stand {})),
        in_turn(Wire::Pass(v1::Pass {})),
        in_turn(Wire::Brag(v1::Brag { amount: 4 })),
        in_turn(Wire::Decline(v1::Decline {})),
        in_turn(Wire::Challenge(v1::Challenge { amount: 4 })),
        in_turn(Wire::Concede(v1::Concede {})),
        in_turn(Wire::Draw(v1::Draw { cards: Vec::new() })),
        in_turn(Wire::Draw(v1::Draw { cards: vec!["4c".into()] })),
        in_turn(Wire::Exchange(v1::Exchange { card: "4c".into() })),
        in_turn(Wire::Call(v1::Call {})),
        in_turn(Wire::RaiseTo(v1::RaiseTo { amount: 4 })),
        request(Wire::Sit(v1::Sit { seat: 0, buy_in: 5, display_name: "A".into() })),
        request(Wire::Sit(v1::Sit { seat: 1, buy_in: 5, display_name: "A".into() })),
        request(Wire::Leave(v1::Leave {})),
        request(Wire::SitOut(v1::SitOut {})),
        request(Wire::SitIn(v1::SitIn {})),
        request(Wire::TopUp(v1::TopUp { amount: 5 })),
        request(Wire::Deal(v1::Deal {})),
        request(Wire::Pause(v1::Pause {})),
        request(Wire::Resume(v1::Resume {})),
        request(Wire::Remove(v1::Remove { player: "bob".into() })),
        request(Wire::Close(v1::Close { when: 1 })),
        request(Wire::Close(v1::Close { when: 2 })),
    ]
}

#[test]
fn what_is_no_card_or_too_many_is_said_in_a_sentence() {
    let said = |action| {
        let request = ActRequest { hand: Some(3), ..request(action) };
        parse_own(request).unwrap_err().into_status(crate::language::Language::En).message().to_owned()
    };
    let card = "must be a rank of 23456789TJQKA and a suit of cdhs, such as Td";
    assert_eq!(said(arrange(&[&["XX"]])), format!("arrange.sets {card}"));
    assert_eq!(said(discard(&["As", ""])), format!("discard.cards {card}"));
    let most = "arrange.sets must be at most 5 sets, of 15 cards in all";
    assert_eq!(said(arrange(&[[].as_slice(); 6])), most);
    assert_eq!(said(arrange(&[&["As"; 8], &["As"; 8]])), most);
}

#[test]
fn every_act_is_read_and_hashes_differently() {
    let parsed: Vec<_> = every_act().into_iter().map(|request| parse_own(request).unwrap()).collect();
    let hashes: BTreeSet<_> = parsed.iter().map(ParsedAct::body_hash).collect();
    assert_eq!(hashes.len(), parsed.len());
}

#[test]
fn the_hash_is_over_act_player_turn_and_hand_alone() {
    let hash = |request| parse_own(request).unwrap().body_hash();
    let bet = in_turn(Wire::Bet(v1::Bet { amount: 4 }));
    let same = [
        ActRequest { expected_seq: Some(9), ..bet.clone() },
        ActRequest { request_id: "other".into(), ..bet.clone() },
        ActRequest { validate_only: true, view: 2, ..bet.clone() },
        ActRequest { player: "ann".into(), ..bet.clone() },
    ];
    for request in same {
        assert_eq!(hash(request), hash(bet.clone()));
    }
    let other =
        [ActRequest { turn: Some(8), ..bet.clone() }, ActRequest { player: "bob".into(), ..bet.clone() }];
    for request in other {
        assert_ne!(hash(request), hash(bet.clone()));
    }
}

#[test]
fn what_an_act_names_follows_from_its_kind() {
    for request in every_act() {
        let parsed = parse_own(request.clone()).unwrap();
        let (turn, hand) = (parsed.action.names_turn(), parsed.action.names_hand());
        let flip_turn = ActRequest { turn: if turn { None } else { Some(1) }, ..request.clone() };
        assert_eq!(field(flip_turn), "turn", "{:?}", parsed.action);
        let flip_hand = ActRequest { hand: if hand { None } else { Some(1) }, ..request };
        assert_eq!(field(flip_hand), "hand", "{:?}", parsed.action);
    }
}

#[test]
fn malformed_fields_are_named() {
    let bet = |amount| in_turn(Wire::Bet(v1::Bet { amount }));
    let sit = |sit: v1::Sit| request(Wire::Sit(sit));
    let cases = [
        (ActRequest { table: "t".into(), ..bet(1) }, "table"),
        (ActRequest { request_id: "".into(), ..bet(1) }, "request_id"),
        (ActRequest { action: None, ..bet(1) }, "action"),
        (ActRequest { view: 3, ..bet(1) }, "view"),
        (ActRequest { player: "a\n".into(), ..bet(1) }, "player"),
        (ActRequest { player: "ann".into(), ..request(Wire::Deal(v1::Deal {})) }, "player"),
        (
            ActRequest { player: "ann".into(), ..request(Wire::Remove(v1::Remove { player: "b".into() })) },
            "player",
        ),
        (bet(-1), "bet.amount"),
        (bet(1 << 53), "bet.amount"),
        (ActRequest { hand: Some(1), ..request(discard(&["10c"])) }, "discard.cards"),
        (ActRequest { hand: Some(1), ..request(discard(&["4c"; 16])) }, "discard.cards"),
        (in_turn(Wire::See(v1::See { which: 3 })), "see.which"),
        (in_turn(Wire::Cover(v1::Cover { which: -1 })), "cover.which"),
        (ActRequest { hand: Some(1), ..request(Wire::Look(v1::Look { which: 9 })) }, "look.which"),
        (in_turn(Wire::Commit(v1::Commit { which: 0 })), "commit.which"),
        (in_turn(Wire::Retain(v1::Retain { choice: 0 })), "retain.choice"),
        (in_turn(Wire::Retain(v1::Retain { choice: 5 })), "retain.choice"),
        (sit(v1::Sit { buy_in: -1, ..v1::Sit::default() }), "sit.buy_in"),
        (sit(v1::Sit { display_name: "\u{202E}".into(), ..v1::Sit::default() }), "sit.display_name"),
        (request(Wire::TopUp(v1::TopUp { amount: -1 })), "top_up.amount"),
        (request(Wire::Remove(v1::Remove { player: "".into() })), "remove.player"),
        (request(Wire::Close(v1::Close { when: 0 })), "close.when"),
        (request(Wire::Close(v1::Close { when: 3 })), "close.when"),
    ];
    for (request, expected) in cases {
        assert_eq!(field(request.clone()), expected, "{request:?}");
    }
}

#[test]
fn who_cannot_act_for_himself_names_a_player() {
    let leave = request(Wire::Leave(v1::Leave {}));
    assert_eq!(parse_for(leave.clone(), None).unwrap_err().reason(), "INVALID_FIELD");
    let named = ActRequest { player: "bob".into(), ..leave.clone() };
    assert_eq!(&*parse_for(named, None).unwrap().player, "bob");
    assert_eq!(&*parse_own(leave).unwrap().player, "ann");
    let deal = parse_for(request(Wire::Deal(v1::Deal {})), None).unwrap();
    assert_eq!(&*deal.player, "");
}

#[test]
fn numbers_beyond_every_pack_and_table_are_left_to_the_rules() {
    let cut = parse_own(in_turn(Wire::Cut(v1::Cut { at: 300 }))).unwrap();
    assert_eq!(cut.action, Action::Play(Act::Cut(255)));
    let sit = parse_own(request(Wire::Sit(v1::Sit { seat: 1_000, ..v1::Sit::default() }))).unwrap();
    assert!(matches!(sit.action, Action::Sit { seat: Some(255), .. }));
}
