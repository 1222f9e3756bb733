//! What a cheat would try.

use crate::chance::Stream;
use brag_rules::act::{Act, Keeping, Which};
use brag_rules::arrange::Sets;
use brag_rules::card::Card;
use brag_table::Table;
use brag_table::check::Action;

/// Acts that are mostly refused: what a cheat would try.
fn tries(table: &Table) -> Vec<Action> {
    let stake = table.hand.stake;
    let some = |from, count| Card::in_pack_order().skip(from).take(count).collect();
    let swap =
        |from, count| Act::Swap { own: some(from, count), common: some(from + 10, count), stick: false };
    let acts = [
        Act::Fold,
        Act::Look(None),
        Act::Look(Some(Which::Old)),
        Act::Look(Some(Which::New)),
        Act::Discard(Card::in_pack_order().take(1).collect()),
        Act::Discard(Card::in_pack_order().skip(20).take(2).collect()),
        Act::Discard(table.hand.discards.iter().take(4).collect()),
        Act::Draw(Card::in_pack_order().skip(40).take(1).collect()),
        Act::Draw(Card::in_pack_order().skip(44).take(2).collect()),
        Act::Pass,
        Act::Brag(stake + 1),
        Act::Call,
        Act::RaiseTo(stake + 1),
        Act::Challenge(stake),
        Act::Challenge(stake + 1),
        Act::Decline,
        Act::Concede,
        Act::Spare(true),
        Act::Spare(false),
        Act::Stand,
        Act::Bet(0),
        Act::Bet(stake),
        Act::Bet(stake + 1),
        Act::Bet(10_000),
        Act::See(None),
        Act::See(Some(Which::New)),
        Act::Cover(None),
        Act::Cover(Some(Which::Old)),
        Act::Sideshow,
        Act::Accept,
        Act::Refuse,
        Act::Keep,
        Act::Throw,
        Act::Commit(Which::Old),
        Act::Retain(Keeping::Yes),
        Act::Retain(Keeping::Hand(Which::New)),
        Act::Cut(1),
        Act::Cut(52),
        Act::Stick,
        Act::Stand,
        Act::SwapAll { stick: true },
        swap(0, 1),
        swap(20, 1),
        swap(30, 2),
        Act::Arrange(Sets::EMPTY),
        Act::Arrange(sets_of(table, 0)),
        Act::Arrange(sets_of(table, 7)),
    ];
    let sit = Action::Sit { seat: Some(1), buy_in: 7, display_name: "".into() };
    let exchanges = Card::in_pack_order().step_by(17).map(Act::Exchange);
    acts.into_iter().chain(exchanges).map(Action::Play).chain([sit, Action::TopUp(0), Action::Deal]).collect()
}

/// Sets of any cards, from that one of the pack on.
fn sets_of(table: &Table, from: usize) -> Sets {
    let mut sets = Sets::EMPTY;
    for set in 0..usize::from(table.rules().arrange.sets) {
        let cards: Vec<Card> = Card::in_pack_order().skip(from + 3 * set).take(3).collect();
        sets.push(cards).expect("as many as the game has");
    }
    sets
}

/// Some of those acts, a few of them late.
pub(super) fn asked(table: &Table, stream: &mut Stream) -> Vec<Try> {
    let mut late = |now: u64| match stream.below(8) {
        0 => Some(now + 1),
        1..4 => Some(now),
        _ => None,
    };
    let mut asked = Vec::new();
    for action in tries(table) {
        let (turn, expected_seq) = (late(table.room.turn), late(table.room.seq));
        asked.push(Try { action, turn, expected_seq });
    }
    asked.retain(|_| stream.one_in(4));
    asked
}

/// An act that is tried.
pub(super) struct Try {
    pub(super) action: Action,
    pub(super) turn: Option<u64>,
    pub(super) expected_seq: Option<u64>,
}
