//! What is listed is accepted, and nothing else.

use super::{classic, equalised};
use crate::chance::Stream;
use crate::player::{any_four, any_sets, some_of};
use brag_rules::Chips;
use brag_rules::act::{Act, Arrangement, Keeping, Legal, Which};
use brag_rules::arrange::{Laying, Sets, is_four};
use brag_rules::card::{Card, Cards, PLAYED};
use brag_rules::hand::{Hand, Phase};
use brag_rules::options::{Rules, StickMode};
use brag_rules::refusal::Refusal;
use brag_rules::seat::Seat;
use brag_rules::variant::Machine;
use brag_table::check::{Action, By, Refused, Request, check};
use brag_table::event::Millis;
use brag_table::view::table_acts;
use brag_table::{Table, decide};
use std::collections::BTreeSet;

/// How many acts were tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tried {
    /// Listed, and accepted.
    pub accepted: u64,
    /// Not listed, and refused.
    pub refused: u64,
}

const BOTH: [Which; 2] = [Which::Old, Which::New];

/// Tries every kind of act for every seat that is taken: the listed ones with their least, greatest and
/// middle amounts, and at least 50 others.
///
/// # Panics
/// When a listed act is refused, another one accepted, or refused with a reason that does not fit.
pub fn listed_is_accepted(table: &Table, stream: &mut Stream, now: Millis) -> Tried {
    let mut tried = Tried::default();
    for seat in table.room.taken.iter() {
        let legal = decide::legal(table, seat);
        let mut others = 0;
        for act in universe(table, &legal, seat, stream) {
            let outcome = ask(table, seat, act, now);
            match (is_listed(&legal, table, &act), outcome) {
                (true, Ok(())) => tried.accepted += 1,
                (false, Err(refused)) => {
                    others += 1;
                    fits(table, seat, &act, &refused);
                }
                (true, Err(refused)) => {
                    panic!("listed-is-accepted: {act:?} of {legal:?} is refused: {refused:?}")
                }
                (false, Ok(())) => panic!("listed-is-accepted: {act:?} is accepted and not in {legal:?}"),
            }
        }
        assert!(others >= 50, "listed-is-accepted: only {others} unlisted acts were tried");
        tried.refused += others;
        table_acts_are_accepted(table, seat, now);
    }
    tried
}

fn ask(table: &Table, seat: Seat, act: Act, now: Millis) -> Result<(), Refused> {
    let action = Action::Play(act);
    let player = &table.occupant(seat).expect("the seat is taken").player;
    let request =
        Request { action: &action, player, by: By::Player, turn: None, hand: None, expected_seq: None };
    check(table, &request, now).map(drop)
}

/// Whether the list has the act, read as a front end would read it.
pub fn is_listed(legal: &Legal, table: &Table, act: &Act) -> bool {
    match *act {
        Act::Look(which) => legal.look && which.is_some() == legal.two_hands,
        Act::Discard(cards) => legal.discard.is_some_and(|discard| discard.allows(&cards)),
        Act::Fold => legal.fold,
        Act::Bet(amount) => legal.bet.is_some_and(|range| range.allows(amount)),
        Act::See(which) => legal.see.is_some() && which.is_some() == legal.commits,
        Act::Cover(which) => legal.cover.is_some() && which.is_some() == legal.commits,
        Act::Sideshow => legal.sideshow.is_some(),
        Act::Accept | Act::Refuse => legal.answer,
        Act::Keep | Act::Throw => legal.decide,
        Act::Commit(_) => legal.commit,
        Act::Retain(Keeping::None) => legal.retain,
        Act::Retain(Keeping::Yes) => legal.retain && !legal.two_hands,
        Act::Retain(Keeping::Hand(_)) => legal.retain && legal.two_hands,
        Act::Swap { own, common, stick } => {
            legal.swap.is_some_and(|swap| swap.check(&own, &common).is_ok() && (swap.stick || !stick))
        }
        Act::SwapAll { stick } => legal.swap.is_some_and(|swap| swap.stick || !stick),
        Act::Stick => legal.stick,
        Act::Cut(at) => legal.cut.is_some_and(|most| at >= 1 && at <= most),
        Act::Arrange(sets) => legal.arrange.is_some_and(|of| {
            let falls = || sets_fall(&table.hand.laying(table.rules()), &sets);
            are_sets(&of, &sets) && falls()
        }),
        Act::Spare(takes) => legal.spare.is_some_and(|spare| spare.take || !takes),
        Act::Stand => legal.stand,
        Act::Pass => legal.pass,
        Act::Brag(amount) => legal.brag.is_some_and(|range| range.allows(amount)),
        Act::Draw(cards) => legal.draw.is_some_and(|draw| draw.allows(&cards)),
        Act::Call => legal.call.is_some(),
        Act::RaiseTo(amount) => legal.raise_to.is_some_and(|range| range.allows(amount)),
        Act::Decline => legal.decline,
        Act::Challenge(amount) => legal.challenge.is_some_and(|range| range.allows(amount)),
        Act::Concede => legal.concede,
        Act::Exchange(card) => legal.exchange.is_some_and(|hand| hand.contains(card)),
    }
}

/// Whether these are so many sets, of three cards each, and of his cards each at most once.
fn are_sets(of: &Arrangement, sets: &Sets) -> bool {
    let own: BTreeSet<Card> = of.from.iter().collect();
    let named: BTreeSet<Card> = sets.cards().iter().collect();
    let once = named.len() == sets.cards().len();
    let (laid, count) = (sets.len(), usize::from(of.sets));
    let four = |set: &Cards| of.fours && is_four(set);
    once && named.is_subset(&own)
        && (laid == count || of.fewer && laid < count)
        && sets.iter().all(|set| set.len() == PLAYED || four(&set))
}

/// Whether no set is better than the one before it.
fn sets_fall(laying: &Laying, sets: &Sets) -> bool {
    let merits: Vec<_> = sets.iter().filter_map(|set| laying.merit(&set)).collect();
    merits.is_sorted_by(|before, after| before >= after)
}

/// Acts of every kind; amounts at every edge that there is, and some at random.
fn universe(table: &Table, legal: &Legal, seat: Seat, stream: &mut Stream) -> Vec<Act> {
    let hand = &table.hand;
    let which = [None, Some(Which::Old), Some(Which::New)];
    let mut acts = vec![Act::Fold, Act::Keep, Act::Throw, Act::Sideshow, Act::Accept, Act::Refuse];
    acts.extend(which.map(Act::Look));
    acts.extend(which.map(Act::See));
    acts.extend(which.map(Act::Cover));
    acts.extend(BOTH.map(Act::Commit));
    acts.extend([Keeping::Yes, Keeping::None].map(Act::Retain));
    acts.extend(BOTH.map(|which| Act::Retain(Keeping::Hand(which))));
    acts.extend(discards(hand, seat, stream).flat_map(|cards| [Act::Discard(cards), Act::Draw(cards)]));
    acts.extend((2..=3).map(|count| Act::Draw(hand.player(seat).hand.iter().take(count).collect())));
    acts.extend([Act::Stick, Act::Stand, Act::Pass, Act::Decline, Act::Concede, Act::Call]);
    let strange = hand.pack.iter().take(2).chain(hand.discards.iter().take(1));
    acts.extend(hand.player(seat).hand.iter().chain(strange).map(Act::Exchange));
    acts.extend([true, false].map(Act::Spare));
    acts.extend([true, false].map(|stick| Act::SwapAll { stick }));
    acts.extend(swaps(hand, seat, stream));
    let (stack, stake) = (hand.player(seat).stack, hand.stake);
    let mut amounts = vec![0, 1, stack, stake, stake.div_ceil(2), 2 * stake, Chips::MAX, 1 << 53];
    for range in [legal.bet, legal.brag, legal.challenge, legal.raise_to].into_iter().flatten() {
        let middle = range.min + range.step * (range.count() / 2);
        amounts.extend([range.min, middle, range.max, range.min + 1, range.max + range.step]);
        amounts.extend((0..6).map(|_| range.min + stream.below(range.max - range.min + 1)));
    }
    let around: Vec<Chips> =
        amounts.iter().flat_map(|&a| [a.saturating_sub(1), a.saturating_add(1)]).collect();
    amounts.extend(around);
    amounts.extend((0..40).map(|_| stack.saturating_add(stream.below(1000))));
    amounts.sort_unstable();
    amounts.dedup();
    for amount in amounts {
        acts.extend([Act::Bet, Act::Brag, Act::Challenge, Act::RaiseTo].map(|act| act(amount)));
    }
    acts.extend([0, 1, 26, 43, 51, 52, 255].map(Act::Cut));
    acts.extend(arrangements(table, seat, stream).into_iter().map(Act::Arrange));
    acts.extend(legal.cut.into_iter().flat_map(|most| [most, most + 1]).map(Act::Cut));
    acts
}

/// Sets that may be laid of his cards, and others: in another order, a card twice or somebody else's, a set too many or too
/// few, none, and a set of four or two cards.
fn arrangements(table: &Table, seat: Seat, stream: &mut Stream) -> Vec<Sets> {
    let (hand, rules) = (&table.hand, table.rules());
    let from = hand.player(seat).hand;
    let of = Arrangement { sets: rules.arrange.sets.max(1), fewer: false, fours: false, from };
    if from.len() < PLAYED * usize::from(of.sets) {
        return vec![Sets::EMPTY];
    }
    let right = any_sets(&of, &hand.laying(rules), stream);
    let list = |sets: &mut dyn Iterator<Item = Cards>| {
        let mut list = Sets::EMPTY;
        // What has no room is left out: it is another list, too.
        sets.for_each(|set| list.push(set.iter()).unwrap_or_default());
        list
    };
    let all: Vec<Cards> = right.iter().collect();
    // The first card of the set at that place is another one.
    let with = |place: usize, card: Option<Card>| {
        let changed = |set: &Cards| card.into_iter().chain(set.iter().skip(1)).collect();
        list(&mut all.iter().enumerate().map(|(i, set)| if i == place { changed(set) } else { *set }))
    };
    let last = all.len() - 1;
    let four: Vec<Cards> = any_four(&from).into_iter().collect();
    vec![
        right,
        list(&mut four.iter().copied()),
        list(&mut four.iter().chain(&all).copied()),
        list(&mut all.iter().take(last).copied()),
        list(&mut all.iter().rev().copied()),
        with(last, all[0].iter().last()),
        with(0, hand.pack.iter().next()),
        list(&mut all.iter().skip(1).copied()),
        list(&mut all.iter().copied().chain([all[0]])),
        list(&mut all.iter().map(|set| set.iter().take(2).collect())),
        list(&mut all.iter().map(|set| set.iter().chain(from.iter().take(1)).collect())),
        Sets::EMPTY,
    ]
}

/// Cards that he may throw, and others: his own, too many, too few, one twice, one of somebody else.
fn discards(hand: &Hand, seat: Seat, stream: &mut Stream) -> impl Iterator<Item = Cards> {
    let own = hand.player(seat).hand;
    let count = own.len().saturating_sub(PLAYED);
    let right = some_of(own, count, stream);
    let [less, more] = [count.saturating_sub(1), count + 1].map(|count| some_of(own, count, stream));
    let with = |last: Option<Card>| right.iter().skip(1).chain(last).collect();
    let (twice, strange) = (with(right.iter().last()), with(hand.pack.iter().next()));
    [right, less, more, twice, strange, Cards::EMPTY].into_iter()
}

/// Swaps of one card, two, three and none, of his own and of others, with and without a stick.
fn swaps(hand: &Hand, seat: Seat, stream: &mut Stream) -> Vec<Act> {
    let own = hand.player(seat).hand;
    let commons = hand.bus().map(|bus| *bus.commons()).unwrap_or_default();
    let mut acts = Vec::new();
    for (puts, takes) in [(1, 1), (2, 2), (3, 3), (1, 2), (3, 1), (0, 0)] {
        let (own, common) = (some_of(own, puts, stream), some_of(commons, takes, stream));
        acts.extend([true, false].map(|stick| Act::Swap { own, common, stick }));
    }
    let strange = some_of(hand.pack.iter().take(1).collect(), 1, stream);
    let (mine, common) = (some_of(own, 1, stream), some_of(commons, 1, stream));
    let twice = mine.iter().chain(mine.iter()).collect();
    acts.push(Act::Swap { own: strange, common, stick: false });
    acts.push(Act::Swap { own: mine, common: strange, stick: false });
    acts.push(Act::Swap { own: twice, common: some_of(commons, 2, stream), stick: false });
    acts
}

/// Whether the reason is the one that the rulebook's order of checks gives (A.4), said a second time.
fn fits(table: &Table, seat: Seat, act: &Act, refused: &Refused) {
    let expected = if table.is_closed() {
        Refused::TableClosed
    } else if table.room.paused_at.is_some() {
        Refused::TablePaused
    } else {
        Refused::Rules(expected(&table.hand, table.rules(), seat, act))
    };
    assert_eq!(*refused, expected, "reason-fits: {act:?} of {seat} in {:?}", table.hand.phase);
}

fn expected(hand: &Hand, rules: &Rules, seat: Seat, act: &Act) -> Refusal {
    let player = hand.player(seat);
    let legal = hand.legal(rules, seat);
    if !hand.to_act.contains(seat) {
        // A look that he may make, but that names one of two hands where he holds one, or none of two.
        let unnamed = matches!(act, Act::Look(_)) && legal.look;
        // A discard that he may make, but of other cards.
        let badly = matches!(act, Act::Discard(_)) && legal.discard.is_some();
        return if unnamed || badly { Refusal::BadCards } else { Refusal::NotYourTurn };
    }
    if rules.machine() == Machine::Bus && hand.phase != Phase::Cut {
        return expected_in_bus(hand, rules, seat, act);
    }
    if rules.machine() == Machine::Classic {
        return classic::expected(hand, rules, seat, act);
    }
    if rules.machine() == Machine::Equalised {
        return equalised::expected(hand, rules, seat, act);
    }
    match (hand.phase, act) {
        (Phase::DecideHand { .. }, _) => return Refusal::MustDecideHand,
        (Phase::SideshowPending { .. }, _) => return Refusal::MustAnswerSideshow,
        (Phase::Retain, Act::Retain(_)) => return Refusal::BadCards,
        (Phase::Cut, Act::Cut(0)) => return Refusal::AmountTooLow,
        (Phase::Cut, Act::Cut(_)) => return Refusal::AmountTooHigh,
        (Phase::Spare, Act::Spare(_)) => return Refusal::InsufficientChips,
        (Phase::Arrange, Act::Arrange(sets)) => {
            return match legal.arrange {
                Some(of) if are_sets(&of, sets) => Refusal::SetOrder,
                _ => Refusal::BadCards,
            };
        }
        (Phase::Betting | Phase::SetBetting { .. }, _) => {}
        _ => return Refusal::IllegalInState,
    }
    let price = if player.open { hand.stake } else { hand.stake.div_ceil(2) };
    let short = player.stack < price;
    let must_look = !player.open && rules.max_blind_bets.is_some_and(|most| player.blind_bets >= most.into());
    let chooses = rules.discard_mode == brag_rules::options::DiscardMode::Player;
    let discards = chooses && player.open && player.hand.len() > PLAYED;
    match act {
        Act::Sideshow if !may_ask(hand, rules, seat) => Refusal::IllegalInState,
        Act::Sideshow => Refusal::InsufficientChips,
        Act::Look(_) if !rules.blind_play => Refusal::IllegalInState,
        Act::Look(_) if player.open => Refusal::AlreadyOpen,
        Act::Look(_) => Refusal::BadCards,
        Act::Discard(_) if discards => Refusal::BadCards,
        Act::Discard(_) => Refusal::IllegalInState,
        Act::Bet(_) | Act::See(_) if discards => Refusal::MustDiscard,
        Act::Bet(_) | Act::See(_) if short => Refusal::InsufficientChips,
        Act::Bet(_) | Act::See(_) if must_look => Refusal::MustLook,
        Act::Bet(amount) if *amount < price => Refusal::AmountTooLow,
        Act::Bet(amount) => {
            let cap = hand.cap(rules, seat);
            let most = if player.open { cap } else { price.max(cap / 2) };
            match *amount {
                amount if amount > most => Refusal::AmountTooHigh,
                amount if amount > player.stack => Refusal::InsufficientChips,
                _ => Refusal::BadStep,
            }
        }
        Act::See(_) => {
            let others = hand.active().without(seat);
            match others.single() {
                None => Refusal::SeeNeedsTwo,
                Some(_) if hand.bets == 0 => Refusal::SeeNeedsABet,
                Some(other) if player.open && !hand.player(other).open => Refusal::CannotSeeBlind,
                Some(_) if player.stack < hand.see_cost(rules, seat) => Refusal::InsufficientChips,
                Some(_) => Refusal::BadCards,
            }
        }
        Act::Cover(_) if legal.cover.is_some() => Refusal::BadCards,
        Act::Cover(_) if rules.short_stack == brag_rules::options::ShortStack::FoldOnly => {
            Refusal::IllegalInState
        }
        Act::Cover(_) if discards => Refusal::MustDiscard,
        Act::Cover(_) => Refusal::CoverNotNeeded,
        _ => Refusal::IllegalInState,
    }
}

/// The same for who has the turn in Stop the Bus.
fn expected_in_bus(hand: &Hand, rules: &Rules, seat: Seat, act: &Act) -> Refusal {
    let Act::Swap { own, common, stick } = act else { return Refusal::IllegalInState };
    let sticks = hand.phase == Phase::Turns && rules.bus.stick_mode != StickMode::InsteadOnly;
    if *stick && !sticks {
        return Refusal::IllegalInState;
    }
    let commons = hand.bus().map(|bus| *bus.commons()).unwrap_or_default();
    let differ = |named: &Cards, all: &Cards| {
        let set: BTreeSet<u8> = named.codes().iter().copied().collect();
        set.len() == named.len() && named.iter().all(|card| all.contains(card))
    };
    let right = differ(own, &hand.player(seat).hand) && differ(common, &commons);
    if right && (own.len(), common.len()) == (2, 2) { Refusal::SwapOneOrThree } else { Refusal::BadCards }
}

/// Whether there is somebody whom he may ask for a sideshow, if he can pay (V13).
fn may_ask(hand: &Hand, rules: &Rules, seat: Seat) -> bool {
    use brag_rules::options::Sideshow;
    let active = hand.active();
    let others = match rules.sideshow {
        Sideshow::Off => return false,
        Sideshow::BothSeen => hand.last_bettor.into_iter().collect(),
        Sideshow::AllSeen => active,
    };
    let last_is_there = hand.last_bettor.is_some_and(|last| last != seat && active.contains(last));
    active.len() > 2 && last_is_there && others.iter().chain([seat]).all(|seat| hand.player(seat).open)
}

/// The same for what needs no turn.
fn table_acts_are_accepted(table: &Table, seat: Seat, now: Millis) {
    let player = &table.occupant(seat).expect("the seat is taken").player;
    let acts = table_acts(table, player, true, now);
    let accepts = |action: Action| {
        let request =
            Request { action: &action, player, by: By::Operator, turn: None, hand: None, expected_seq: None };
        check(table, &request, now).is_ok()
    };
    assert_eq!(accepts(Action::Leave), acts.leave, "table-acts: leave");
    assert_eq!(accepts(Action::SitOut), acts.sit_out, "table-acts: sit_out");
    assert_eq!(accepts(Action::SitIn), acts.sit_in, "table-acts: sit_in");
    let (min, max) = acts.top_up.unwrap_or((1, 0));
    for amount in [0, 1, min.saturating_sub(1), min, max, max.saturating_add(1)] {
        let listed = (min..=max).contains(&amount);
        assert_eq!(accepts(Action::TopUp(amount)), listed, "table-acts: top_up {amount} of {min} to {max}");
    }
}
