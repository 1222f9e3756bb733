use super::*;
use brag_contract::FILE_DESCRIPTOR_SET;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{Event, SeatView, TableView};
use prost::Message as _;
use prost_types::FileDescriptorSet;

mod games;

/// Each fact of the contract by its name and number.
fn every_fact() -> Vec<(String, u32)> {
    let files = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).unwrap().file;
    let messages =
        files.iter().filter(|file| file.package() == "brag.v1").flat_map(|file| &file.message_type);
    let event = messages.into_iter().find(|message| message.name() == "Event").unwrap();
    let facts = event.field.iter().filter(|field| field.oneof_index.is_some());
    facts.map(|field| (field.name().to_owned(), field.number().unsigned_abs())).collect()
}

/// An event that holds the fact of this number with nothing set, as it would come from the wire.
fn bare(number: u32) -> Event {
    let mut bytes = Event { seq: 7, hand: 2, ..Event::default() }.encode_to_vec();
    prost::encoding::encode_key(number, prost::encoding::WireType::LengthDelimited, &mut bytes);
    prost::encoding::encode_varint(0, &mut bytes);
    Event::decode(bytes.as_slice()).unwrap()
}

fn event(fact: Fact) -> Event {
    Event { seq: 7, hand: 2, fact: Some(fact), ..Event::default() }
}

fn table(names: &[&str]) -> TableView {
    let seat = |(number, name): (u32, &&str)| SeatView {
        number,
        player: format!("id-{number}"),
        display_name: (*name).to_owned(),
        ..SeatView::default()
    };
    TableView { seats: (1..).zip(names).map(seat).collect(), stake: 2, ..TableView::default() }
}

fn told(fact: Fact) -> String {
    let mut commentary = Commentary::new();
    let view = table(&["Ann", "Ben", ""]);
    commentary.meet(&view);
    commentary.tell(&event(fact), &view).unwrap()
}

#[test]
fn every_fact_has_a_line_but_that_betting_goes_on() {
    let facts = every_fact();
    assert!(facts.len() >= 43, "{facts:?}");
    let view = table(&["Ann"]);
    for (name, number) in facts {
        let event = bare(number);
        assert!(event.fact.is_some(), "{name} is a fact that this build knows");
        let line = Commentary::new().tell(&event, &view);
        match name.as_str() {
            "turn_began" => assert_eq!(line, None),
            _ => assert!(line.is_some_and(|line| line.ends_with('.') && line.len() > 8), "{name}"),
        }
    }
}

#[test]
fn a_fact_of_a_later_version_is_told_as_unknown() {
    let unknown = bare(999);
    assert_eq!(unknown.fact, None);
    let line = Commentary::new().tell(&unknown, &TableView::default()).unwrap();
    assert_eq!(line, "Event 7 tells what this version of brag does not know.");
}

#[test]
fn what_is_asked_beside_the_betting_is_told() {
    use brag_contract::v1::{CommitReason, Phase, SeatTurn, TurnBegan};
    let to_act = vec![SeatTurn { seat: 2, ..SeatTurn::default() }];
    let asked = |phase: Phase, reason: CommitReason| {
        let began = TurnBegan {
            phase: phase.into(),
            to_act: to_act.clone(),
            commit_reason: reason.into(),
            ..Default::default()
        };
        told(Fact::TurnBegan(began))
    };
    assert_eq!(asked(Phase::Cut, CommitReason::Unspecified), "Ben may cut the pack.");
    let line = asked(Phase::CommitHand, CommitReason::MaxRounds);
    assert_eq!(line, "Ben must name one of two unseen hands: all hands are shown.");
    assert_eq!(asked(Phase::Retain, CommitReason::Unspecified), "Ben may keep an unseen hand.");
}

#[test]
fn a_bet_is_a_raise_where_it_moves_the_stake() {
    use brag_contract::v1::BetMade;
    let bet = |seat, amount, blind, stake, pot| {
        Fact::BetMade(BetMade { seat, amount, blind, stake, stack: 90, pot })
    };
    let mut commentary = Commentary::new();
    let mut view = table(&["Ann", "Ben"]);
    let first = commentary.tell(&event(bet(1, 2, false, 2, 6)), &view);
    assert_eq!(first.unwrap(), "Ann bets with 2; stake 2; pot 6.", "who joins here knows no stake before it");
    let call = commentary.tell(&event(bet(2, 1, true, 2, 7)), &view);
    assert_eq!(call.unwrap(), "Ben calls blind with 1; pot 7.");
    view.stake = 8;
    let raise = commentary.tell(&event(bet(2, 4, true, 8, 11)), &view);
    assert_eq!(raise.unwrap(), "Ben raises blind with 4; stake 8; pot 11.");
    let call = commentary.tell(&event(bet(1, 8, false, 8, 19)), &view);
    assert_eq!(call.unwrap(), "Ann calls with 8; pot 19.");
}

#[test]
fn cards_are_told_where_the_event_has_them() {
    use brag_contract::v1::{Dealt, DealtHand, Discarded, HandClass, HandShown, Looked, WhichHand};
    let cards = |codes: [&str; 3]| codes.map(str::to_owned).to_vec();
    let looked = |codes| Fact::Looked(Looked { seat: 1, which: WhichHand::Old.into(), cards: cards(codes) });
    assert_eq!(told(looked(["As", "Td", "2c"])), "Ann looks at the old hand: A♠ T♦ 2♣.");
    assert_eq!(told(looked(["??", "??", "??"])), "Ann looks at the old hand.");
    let discarded = |places: &[u32], codes: &[&str]| {
        let cards = codes.iter().map(|&code| code.to_owned()).collect();
        Fact::Discarded(Discarded { seat: 1, places: places.to_vec(), cards })
    };
    assert_eq!(told(discarded(&[1, 2], &["9h", "5c"])), "Ann discards 9♥ 5♣.");
    assert_eq!(told(discarded(&[3], &["??"])), "Ann discards a card.");
    assert_eq!(told(discarded(&[0, 3], &["??", "??"])), "Ann discards 2 cards.");
    let shown = HandShown {
        seat: 3,
        cards: cards(["3c", "3d", "3h"]),
        hand_class: HandClass::Prial.into(),
        strength: 1,
    };
    assert_eq!(told(Fact::HandShown(shown.clone())), "id-3 shows 3♣ 3♦ 3♥: a prial of threes.");
    let number = HandShown { hand_class: HandClass::Digits.into(), strength: 667, ..shown.clone() };
    assert_eq!(told(Fact::HandShown(number)), "id-3 shows 3♣ 3♦ 3♥: 333.");
    let view = table(&["Ann", "Ben", ""]);
    let line = Commentary::new().with_suits(Suits::Letters).tell(&event(Fact::HandShown(shown)), &view);
    assert_eq!(line.unwrap(), "id-3 shows 3c 3d 3h: a prial of threes.");
    let hand = |seat, codes| DealtHand { seat, handles: Vec::new(), cards: cards(codes) };
    let hands = vec![hand(1, ["??", "??", "??"]), hand(2, ["As", "Td", "2c"])];
    let dealt = Fact::Dealt(Dealt { hands, open: true });
    assert_eq!(told(dealt), "3 cards each; everybody looks. Ben has A♠ T♦ 2♣.");
}

#[test]
fn who_left_is_called_what_he_was_called() {
    use brag_contract::v1::{LeaveReason, Left};
    let mut commentary = Commentary::new();
    commentary.meet(&table(&["Ann", "Ben"]));
    let mut view = table(&["Ann", "Ben"]);
    view.seats[1] = SeatView { number: 2, ..SeatView::default() };
    let left = Left { seat: 2, player: "id-2".to_owned(), reason: LeaveReason::Removed.into() };
    let line = commentary.tell(&event(Fact::Left(left)), &view);
    assert_eq!(line.unwrap(), "Ben leaves seat 2, removed.");
    assert_eq!(commentary.name(2), "Seat 2");
}

#[test]
fn two_of_one_name_are_told_apart() {
    use brag_contract::v1::SatIn;
    let view = table(&["Ann", "Ann"]);
    let line = Commentary::new().tell(&event(Fact::SatIn(SatIn { seat: 2 })), &view);
    assert_eq!(line.unwrap(), "Ann (seat 2) is back.");
}

#[test]
fn sets_are_told_as_far_as_the_viewer_knows_them() {
    use brag_contract::v1::{
        Arranged, CardSet, HandClass, Pot, PotsWait, SetDecided, SetFolded, SetShown, StakesPaid, WaitingPot,
    };
    let pot = |set, amount| Pot { set, amount, ..Pot::default() };
    let paid = StakesPaid { each: 8, pots: vec![pot(0, 6), pot(1, 4)] };
    assert_eq!(told(Fact::StakesPaid(paid)), "Everybody pays 8; main pot 6 and 4 for set 1.");
    let cards = |codes: &str| codes.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let unseen = Arranged { seat: 2, sets: vec![] };
    assert_eq!(told(Fact::Arranged(unseen)), "Ben has laid out the sets.");
    let own = ["As Ad Ah", "Kc Qd 3c"].map(|set| CardSet { cards: cards(set) });
    let own = Arranged { seat: 1, sets: own.to_vec() };
    assert_eq!(told(Fact::Arranged(own)), "Ann lays out A♠ A♥ A♦ | K♣ Q♦ 3♣.");
    let shown = SetShown {
        seat: 1,
        set: 2,
        cards: cards("Kc Qd 3c"),
        hand_class: HandClass::HighCard.into(),
        strength: 9,
    };
    assert_eq!(told(Fact::SetShown(shown)), "Ann shows set 2, K♣ Q♦ 3♣: high card.");
    let decided =
        |best: &[u32]| told(Fact::SetDecided(SetDecided { set: 2, best: best.to_vec(), pots: vec![] }));
    assert_eq!(decided(&[2]), "Ben wins set 2.");
    assert_eq!(decided(&[1, 2]), "Nobody wins set 2: Ann and Ben are equal.");
    let folded = SetFolded { seat: 1, set: 3, reason: 2 };
    assert_eq!(told(Fact::SetFolded(folded)), "Ann folds set 3, out of time.");
    let waits = PotsWait { pots: vec![WaitingPot { set: 0, amount: 6 }, WaitingPot { set: 2, amount: 1 }] };
    assert_eq!(told(Fact::PotsWait(waits)), "Waiting for the next hand: 6 chips and 1 chip for set 2.");
}

/// Whatever is in a name, a card, an id: nothing that a terminal obeys, and a bounded line.
#[test]
fn no_text_of_others_reaches_the_terminal_as_it_is() {
    use brag_contract::v1::{Closed, Created, DealerDrawn, DrawRound, DrawnCard, HandShown, SatIn};
    let hostile = "\u{1b}[2J\u{202e}evil\r\n\u{2028}\u{9b}1m\u{feff}";
    let long = "x".repeat(10_000);
    let mut lines = Vec::new();
    for name in [hostile, long.as_str()] {
        let view = table(&[name]);
        let facts = [
            Fact::SatIn(SatIn { seat: 1 }),
            Fact::Created(Box::new(Created { name: name.to_owned(), ..Created::default() })),
            Fact::Closed(Closed { reason: 1, winners: vec![name.to_owned()] }),
        ];
        lines.extend(facts.map(|fact| Commentary::new().tell(&event(fact), &view).unwrap()));
    }
    assert!(lines.iter().all(|line| line.len() < 200), "{lines:?}");
    let cards = vec![hostile.to_owned(), "\u{1b}s".to_owned()];
    lines.push(told(Fact::HandShown(HandShown { seat: 1, cards, ..HandShown::default() })));
    let draws = vec![DrawnCard { seat: 1, card: hostile.to_owned() }];
    lines.push(told(Fact::DealerDrawn(DealerDrawn { rounds: vec![DrawRound { draws }], dealer: 1 })));
    for line in &lines {
        let bad = |char: char| char.is_control() || matches!(char, '\u{202e}' | '\u{2028}' | '\u{feff}');
        assert!(!line.contains(bad), "{line:?}");
    }
    assert!(lines[0].contains("evil"), "{:?}", lines[0]);
}
