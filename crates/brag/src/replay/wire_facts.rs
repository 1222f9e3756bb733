//! The facts of a playthrough, read from what the contract shows of a table.

use brag_contract::v1::{self, legal_act::Act};
use brag_rules::seat::{Seat, Seats};
use brag_testkit::playthrough::fact::{Answer, Ask, Eye, Topic};
use std::collections::{BTreeMap, BTreeSet};

/// What the events said that no view repeats.
pub struct Known<'a> {
    /// The pack was shuffled before this deal.
    pub shuffled: bool,
    /// What those who left took away, by seat.
    pub left_with: &'a BTreeMap<u32, i64>,
    /// What each seat received in this hand; a view forgets those who left.
    pub won: &'a BTreeMap<Seat, u64>,
    /// The points of each seat in a game of several deals; a view forgets those who left.
    pub points: &'a BTreeMap<u32, u32>,
    /// Whose hands were exposed in this hand.
    pub shown: Seats,
    /// The highest seat that anybody has taken.
    pub seats: u32,
}

/// The answer of that view; none where no viewer may see it.
pub fn answer(view: &v1::TableView, ask: &Ask, known: &Known<'_>) -> Option<Answer> {
    let seat_view = |seat: u32| view.seats.iter().find(|s| s.number == seat);
    let about = ask.seat.map(|seat| u32::from(seat.number()));
    let word = |word: &str| Some(Answer::Word(word.to_owned()));
    let stack = |seat: u32| {
        let taken = seat_view(seat).filter(|s| !s.player.is_empty());
        let left = known.left_with.get(&seat).copied();
        amount(taken.map_or(left.unwrap_or(0), |s| s.stack))
    };
    let standing = |wanted: v1::SeatStatus| Some(Answer::Seats(all(view, |seat| seat.status() == wanted)));
    match ask.topic {
        Topic::ToAct => Some(Answer::Seats(view.to_act.iter().filter_map(|turn| seat(turn.seat)).collect())),
        Topic::Phase => word(&view.phase().as_str_name().trim_start_matches("PHASE_").to_lowercase()),
        Topic::Pot => {
            let pots: i64 = view.pots.iter().map(|pot| pot.amount).sum();
            Some(Answer::Number(amount(pots + view.carried)))
        }
        Topic::Pots => Some(Answer::Numbers(view.pots.iter().map(|pot| amount(pot.amount)).collect())),
        Topic::Stake => Some(Answer::Number(amount(view.stake))),
        Topic::Stacks => Some(Answer::Numbers((1..=known.seats).map(stack).collect())),
        Topic::Stack => Some(Answer::Number(stack(about?))),
        Topic::Legal => Some(legal(view)),
        Topic::Cards => cards(seat_view(about?), ask.eye),
        Topic::Class => class(seat_view(about?)),
        Topic::Blind => Some(Answer::Seats(all(view, |seat| {
            matches!(seat.status(), v1::SeatStatus::In | v1::SeatStatus::Covered) && !seat.looked
        }))),
        Topic::In => standing(v1::SeatStatus::In),
        Topic::Folded => standing(v1::SeatStatus::Folded),
        Topic::Covered => standing(v1::SeatStatus::Covered),
        Topic::Shown => Some(Answer::Seats(known.shown)),
        Topic::Won => Some(Answer::Gains(known.won.clone())),
        Topic::Carried => Some(Answer::Number(amount(view.carried))),
        Topic::Retained => Some(Answer::Seats(seat(view.retained_by).into_iter().collect())),
        Topic::Stock => Some(Answer::Number(view.stock.into())),
        Topic::Top | Topic::Under => None,
        Topic::Shuffled => word(if known.shuffled { "yes" } else { "no" }),
        Topic::Session => word(if view.state() == v1::TableState::Closed { "over" } else { "open" }),
        Topic::Dealer => Some(Answer::Seats(seat(view.dealer).into_iter().collect())),
        Topic::Points => {
            let left = |seat: u32| known.points.get(&seat).copied().unwrap_or(0);
            let taken = |seat: u32| seat_view(seat).filter(|s| !s.player.is_empty());
            let points = |seat: u32| taken(seat).map_or(left(seat), |seat| seat.points).into();
            Some(Answer::Numbers((1..=known.seats).map(points).collect()))
        }
        Topic::Sets => {
            let sets = seat_view(about?).map_or(&[][..], |seat| &seat.sets);
            let shown = sets.iter().filter(|set| set.shown);
            Some(Answer::sets(shown.map(|set| set.cards.clone()).collect()))
        }
        Topic::Lives => {
            let lives = |seat: u32| seat_view(seat).map_or(0, |seat| seat.lives.into());
            Some(Answer::Numbers((1..=known.seats).map(lives).collect()))
        }
        Topic::Board => Some(Answer::hand(view.commons.iter().map(|common| common.card.clone()))),
    }
}

fn seat(number: u32) -> Option<Seat> {
    u8::try_from(number).ok().and_then(Seat::new)
}

fn amount(chips: i64) -> u64 {
    u64::try_from(chips).unwrap_or(u64::MAX)
}

fn all(view: &v1::TableView, holds: impl Fn(&v1::SeatView) -> bool) -> Seats {
    view.seats.iter().filter(|s| holds(s)).filter_map(|s| seat(s.number)).collect()
}

/// What a seat holds, in the eyes of whoever asked. What the seat itself has not looked at, nobody may see.
fn cards(of: Option<&v1::SeatView>, eye: Eye) -> Option<Answer> {
    let hands = of.map_or(&[][..], |seat| &seat.hands);
    let cards: Vec<String> = hands.iter().flat_map(|hand| hand.cards.iter().cloned()).collect();
    let hidden = cards.is_empty() || cards.iter().any(|card| card == "??");
    if eye == Eye::Engine && hidden {
        return None;
    }
    if cards.is_empty() {
        // Thrown cards are nobody's to see; the engine says how many there were.
        return None;
    }
    Some(Answer::hand(cards))
}

fn class(of: Option<&v1::SeatView>) -> Option<Answer> {
    let hand = of?.hands.iter().find(|hand| hand.hand_class() != v1::HandClass::Unspecified)?;
    let name = hand.hand_class().as_str_name().trim_start_matches("HAND_CLASS_").to_lowercase();
    Some(Answer::Word(name))
}

/// Amounts as the notation writes them.
fn amounts(act: &str, min: i64, max: i64, step: i64) -> String {
    match step {
        _ if min == max => format!("{act} {min}"),
        1 => format!("{act} {min}..{max}"),
        step => format!("{act} {min}..{max}/{step}"),
    }
}

fn legal(view: &v1::TableView) -> Answer {
    let acts = view.legal_acts.iter().flat_map(|legal| &legal.acts);
    let written = |act: &v1::LegalAct| match act.act.as_ref()? {
        Act::Spare(_) => Some("spare leave".to_owned()),
        Act::Look(_) => Some("look".to_owned()),
        Act::Discard(_) => Some("discard".to_owned()),
        Act::Fold(_) => Some("fold".to_owned()),
        Act::Bet(bet) => Some(amounts("bet", bet.min, bet.max, bet.step)),
        Act::See(see) => Some(format!("see {}", see.cost)),
        Act::Cover(cover) => Some(format!("cover {}", cover.cost)),
        Act::Sideshow(sideshow) => Some(format!("sideshow {}", sideshow.cost)),
        Act::Accept(_) => Some("accept".to_owned()),
        Act::Refuse(_) => Some("refuse".to_owned()),
        Act::Keep(_) => Some("keep".to_owned()),
        Act::Throw(_) => Some("throw".to_owned()),
        Act::Commit(_) => Some("commit".to_owned()),
        Act::Retain(_) => Some("retain".to_owned()),
        Act::Cut(_) => Some("cut".to_owned()),
        Act::Swap(_) => Some("swap".to_owned()),
        Act::SwapAll(_) => Some("swap_all".to_owned()),
        Act::Stick(_) => Some("stick".to_owned()),
        Act::Pass(_) => Some("pass".to_owned()),
        Act::Draw(_) => Some("draw".to_owned()),
        Act::Decline(_) => Some("decline".to_owned()),
        Act::Challenge(challenge) => Some(amounts("challenge", challenge.min, challenge.max, 1)),
        Act::Concede(_) => Some("concede".to_owned()),
        Act::Exchange(_) => Some("exchange".to_owned()),
        Act::Brag(brag) => Some(amounts("brag", brag.min, brag.max, brag.step)),
        Act::Call(call) => Some(format!("call {}", call.cost)),
        Act::RaiseTo(raise) => Some(amounts("raise_to", raise.min, raise.max, raise.step)),
        Act::Stand(_) => Some("stand".to_owned()),
        Act::Arrange(_) => Some("arrange".to_owned()),
    };
    let takes = |act: &v1::LegalAct| matches!(&act.act, Some(Act::Spare(spare)) if spare.take);
    let take = acts.clone().any(takes).then(|| "spare take".to_owned());
    Answer::Acts(acts.filter_map(written).chain(take).collect::<BTreeSet<_>>())
}
