//! A player who does anything that he may.

use crate::chance::Stream;
use brag_rules::Chips;
use brag_rules::act::{Act, Arrangement, BetRange, Keeping, Legal, Which};
use brag_rules::arrange::{Laying, MAX_SETS, Sets, automatic, is_four};
use brag_rules::card::{Card, Cards};
use brag_rules::seat::{Seat, Seats};
use brag_table::Table;
use std::cmp::Reverse;

/// The kinds of act that can be listed.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Look,
    Discard,
    Fold,
    Bet,
    See,
    Cover,
    Sideshow,
    Accept,
    Refuse,
    Keep,
    Throw,
    Commit,
    Retain,
    Cut,
    Swap,
    SwapAll,
    Stick,
    Stand,
    Arrange,
    TakeSpare,
    LeaveSpare,
    Pass,
    Brag,
    Draw,
    Decline,
    Challenge,
    Concede,
    Exchange,
    Call,
    RaiseTo,
}

/// An act drawn uniformly among the kinds that the list has, and then uniformly in its range; none where the
/// list is empty.
pub fn choose(legal: &Legal, table: &Table, stream: &mut Stream) -> Option<Act> {
    let listed = [
        (legal.look, Kind::Look),
        (legal.discard.is_some(), Kind::Discard),
        (legal.fold, Kind::Fold),
        (legal.bet.is_some(), Kind::Bet),
        (legal.see.is_some(), Kind::See),
        (legal.cover.is_some(), Kind::Cover),
        (legal.sideshow.is_some(), Kind::Sideshow),
        (legal.answer, Kind::Accept),
        (legal.answer, Kind::Refuse),
        (legal.decide, Kind::Keep),
        (legal.decide, Kind::Throw),
        (legal.commit, Kind::Commit),
        (legal.retain, Kind::Retain),
        (legal.cut.is_some(), Kind::Cut),
        (legal.swap.is_some(), Kind::Swap),
        (legal.swap.is_some(), Kind::SwapAll),
        (legal.stick, Kind::Stick),
        (legal.stand, Kind::Stand),
        (legal.arrange.is_some(), Kind::Arrange),
        (legal.spare.is_some_and(|spare| spare.take), Kind::TakeSpare),
        (legal.spare.is_some(), Kind::LeaveSpare),
        (legal.pass, Kind::Pass),
        (legal.brag.is_some(), Kind::Brag),
        (legal.draw.is_some(), Kind::Draw),
        (legal.decline, Kind::Decline),
        (legal.challenge.is_some(), Kind::Challenge),
        (legal.concede, Kind::Concede),
        (legal.exchange.is_some(), Kind::Exchange),
        (legal.call.is_some(), Kind::Call),
        (legal.raise_to.is_some(), Kind::RaiseTo),
    ];
    let count = listed.iter().filter(|(there, _)| *there).count();
    let nth = stream.below(count as u64) as usize;
    let (_, kind) = listed.iter().filter(|(there, _)| *there).nth(nth)?;
    Some(of_kind(*kind, legal, table, stream))
}

fn of_kind(kind: Kind, legal: &Legal, table: &Table, stream: &mut Stream) -> Act {
    match kind {
        Kind::Look => Act::Look(legal.two_hands.then(|| one_of_two(stream))),
        Kind::Discard => {
            let discard = legal.discard.expect("a discard is listed");
            Act::Discard(some_of(discard.from, discard.count.into(), stream))
        }
        Kind::Fold => Act::Fold,
        Kind::Bet => Act::Bet(one_of(legal.bet.expect("a bet is listed"), stream)),
        Kind::See => Act::See(legal.commits.then(|| one_of_two(stream))),
        Kind::Cover => Act::Cover(legal.commits.then(|| one_of_two(stream))),
        Kind::Sideshow => Act::Sideshow,
        Kind::Accept => Act::Accept,
        Kind::Refuse => Act::Refuse,
        Kind::Keep => Act::Keep,
        Kind::Throw => Act::Throw,
        Kind::Commit => Act::Commit(one_of_two(stream)),
        Kind::Retain if legal.two_hands => Act::Retain(match stream.below(3) {
            0 => Keeping::None,
            _ => Keeping::Hand(one_of_two(stream)),
        }),
        Kind::Retain => Act::Retain(if stream.one_in(2) { Keeping::Yes } else { Keeping::None }),
        Kind::Cut => Act::Cut(1 + stream.below(legal.cut.expect("a cut is listed").into()) as u8),
        Kind::Swap => {
            let swap = legal.swap.expect("a swap is listed");
            let count = if stream.one_in(8) { swap.from.len() } else { 1 };
            let (own, common) = (some_of(swap.from, count, stream), some_of(swap.commons, count, stream));
            Act::Swap { own, common, stick: swap.stick && stream.one_in(2) }
        }
        Kind::SwapAll => {
            let may_stick = legal.swap.is_some_and(|swap| swap.stick);
            Act::SwapAll { stick: may_stick && stream.one_in(2) }
        }
        Kind::Stick => Act::Stick,
        Kind::Stand => Act::Stand,
        Kind::TakeSpare => Act::Spare(true),
        Kind::LeaveSpare => Act::Spare(false),
        Kind::Arrange => {
            let arrangement = legal.arrange.expect("an arrangement is listed");
            Act::Arrange(any_sets(&arrangement, &table.hand.laying(table.rules()), stream))
        }
        Kind::Pass => Act::Pass,
        Kind::Brag => Act::Brag(one_of(legal.brag.expect("a brag is listed"), stream)),
        Kind::Draw => {
            let draw = legal.draw.expect("a draw is listed");
            let count = if draw.most == 0 { 0 } else { 1 + stream.below(draw.most.into()) };
            Act::Draw(some_of(draw.from, count as usize, stream))
        }
        Kind::Decline => Act::Decline,
        Kind::Challenge => Act::Challenge(one_of(legal.challenge.expect("a challenge is listed"), stream)),
        Kind::Concede => Act::Concede,
        Kind::Exchange => {
            let hand = legal.exchange.expect("an exchange is listed");
            let card = hand.get(stream.below(hand.len() as u64) as usize);
            Act::Exchange(card.expect("an exchange has cards to choose from"))
        }
        Kind::Call => Act::Call,
        Kind::RaiseTo => Act::RaiseTo(one_of(legal.raise_to.expect("a raise is listed"), stream)),
    }
}

/// An amount of the range.
fn one_of(range: BetRange, stream: &mut Stream) -> Chips {
    range.min + stream.below(range.count()) * range.step
}

/// One of these seats; nobody where there is none. One alone needs no chance.
pub(crate) fn any_of(seats: Seats, stream: &mut Stream) -> Option<Seat> {
    let nth = if seats.len() > 1 { stream.below(seats.len() as u64) } else { 0 };
    seats.iter().nth(nth as usize)
}

/// Sets of any of his cards, in the order in which they may be laid. Where fewer may be, often the best of them; a four often
/// where he has one.
pub(crate) fn any_sets(arrangement: &Arrangement, laying: &Laying, stream: &mut Stream) -> Sets {
    let cards = some_of(arrangement.from, arrangement.from.len(), stream);
    let mut sets = [Cards::EMPTY; MAX_SETS];
    let sets = &mut sets[..usize::from(arrangement.sets)];
    cards.iter().zip(0..3 * sets.len()).for_each(|(card, place)| sets[place / 3].push(card));
    sets.sort_by_cached_key(|set| Reverse(laying.merit(set)));
    let mut laid = Sets::EMPTY;
    if arrangement.fewer && stream.one_in(2) {
        let best = automatic(&laying.ranking, &arrangement.from, sets.len());
        let four = any_four(&arrangement.from).filter(|_| arrangement.fours);
        let with_four = four.map(|four| {
            let rest = arrangement.from.iter().filter(|card| !four.contains(*card)).collect();
            let others = automatic(&laying.ranking, &rest, sets.len() - 1);
            let mut sets: Vec<Cards> = others.iter().chain([four]).collect();
            sets.sort_by_cached_key(|set| Reverse(laying.merit(set)));
            sets
        });
        let sets = with_four.unwrap_or_else(|| best.iter().collect());
        let count =
            sets.len() - if stream.one_in(4) { stream.below(sets.len() as u64 + 1) as usize } else { 0 };
        sets.iter().take(count).for_each(|set| laid.push(set.iter()).expect("so many sets can be laid"));
        return laid;
    }
    sets.iter().for_each(|set| laid.push(set.iter()).expect("so many sets can be laid"));
    laid
}

/// Four of one rank among these cards.
pub(crate) fn any_four(cards: &Cards) -> Option<Cards> {
    let of_rank = |rank| cards.iter().filter(move |card| card.rank() == rank).collect::<Cards>();
    (0..13).map(of_rank).find(is_four)
}

/// So many of these cards, any of them, in any order.
pub(crate) fn some_of(cards: Cards, count: usize, stream: &mut Stream) -> Cards {
    let mut cards: Vec<Card> = cards.iter().collect();
    brag_fairness::shuffle(stream, &mut cards);
    cards.into_iter().take(count).collect()
}

fn one_of_two(stream: &mut Stream) -> Which {
    if stream.one_in(2) { Which::Old } else { Which::New }
}
