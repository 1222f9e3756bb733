//! The ten properties of rulebook A.5. Each function panics with the property's name when it does not hold.

use brag_rules::Chips;
use brag_rules::card::{Card, Cards};
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::arrange::crash::Crash;
use brag_rules::hand::{Hand, Phase};
use brag_rules::options::Rules;
use brag_rules::rank::{Ranking, Reading};
use brag_rules::seat::{Seat, Seats};
use brag_rules::variant::Machine;
use brag_table::event::{Event, Fact};
use brag_table::view::{
    Viewer, changed_cards, compared_cards, dealt_cards, discarded_cards, looked_cards, seen_hands,
    spare_cards,
};
use brag_table::{Table, decide};
use std::cmp::Ordering;

/// A set of cards, one bit a code.
pub type CardSet = u64;

/// The set of these cards.
pub fn set_of(cards: impl IntoIterator<Item = Card>) -> CardSet {
    cards.into_iter().fold(0, |set, card| set | 1 << card.code())
}

/// Property 1: chips are conserved, and no stack is negative: unsigned chips would have overflowed before.
pub fn chips_are_conserved(hand: &Hand) {
    let seats: Chips = hand.players().iter().map(|player| player.stack + player.waiting).sum();
    let middle: Chips = hand.pots().iter().map(|pot| pot.amount).sum::<Chips>() + hand.carried;
    assert_eq!(seats + middle, hand.bank, "1, chips: {seats} behind and {middle} in the middle");
}

/// Property 2: the cards of the pack, 52 or those of a short one, are always a permutation.
pub fn cards_are_a_permutation(hand: &Hand, pack: CardSet) {
    let hands = hand.players().iter().flat_map(|player| player.held().iter().collect::<Vec<_>>());
    let turned = hand.turned.filter(|_| hand.is_running());
    let drawn = Seat::all().filter(|&seat| !hand.player(seat).hand.is_empty());
    let drawn = drawn.flat_map(|seat| hand.drawn(seat).iter().collect::<Vec<_>>());
    let hands = hands.chain(drawn);
    let commons = hand.bus().filter(|_| hand.is_running()).map(|bus| *bus.commons()).unwrap_or_default();
    let crash = hand.crash().filter(|_| hand.is_running());
    let spare = crash.into_iter().flat_map(Crash::spare).flat_map(Cards::iter);
    let apart = commons.iter().chain(turned).chain(spare);
    let all: Vec<Card> = hand.pack.iter().chain(hand.discards.iter()).chain(hands).chain(apart).collect();
    assert_eq!(all.len(), pack.count_ones() as usize, "2, cards: a card is missing or there twice");
    assert_eq!(set_of(all), pack, "2, cards: a card is there twice, or from another pack");
}

/// Property 2, for a hand that was dealt: who is still in holds one whole hand but for what he threw of it, or two.
pub fn hands_are_whole(hand: &Hand, each: u8) {
    let dealt = hand.is_running() && hand.phase != Phase::Cut;
    for seat in hand.active().iter().filter(|_| dealt) {
        let player = hand.player(seat);
        let sizes = [Some(player.hand.len()), player.second.as_ref().map(Cards::len)];
        let whole = sizes.into_iter().flatten().all(|size| size + player.thrown.len() == usize::from(each));
        assert!(whole, "2, cards: {seat} holds {sizes:?} cards");
    }
}

/// Property 3: while a hand runs exactly one seat is asked, or several where all answer at once; who is asked can still
/// act, and his legal list is not empty; nobody else has more than a look and a discard.
pub fn one_seat_has_the_turn(table: &Table) {
    let hand = &table.hand;
    if !hand.is_running() {
        assert_eq!(hand.to_act, Seats::NONE, "3, turn: between hands nobody is asked");
        return;
    }
    assert!(!hand.to_act.is_empty(), "3, turn: a hand runs and nobody is asked");
    let one = hand.to_act.len() == 1 || hand.phase.asks_all();
    assert!(one, "3, turn: {} are asked at once", hand.to_act);
    for asked in hand.to_act.iter() {
        assert!(hand.active().contains(asked), "3, turn: {asked} is asked and cannot act any more");
        if table.room.paused_at.is_none() {
            assert!(!decide::legal(table, asked).is_empty(), "3, turn: {asked} is asked and has no act");
        }
    }
    for seat in hand.dealt_in.minus(hand.to_act).iter() {
        let legal = decide::legal(table, seat);
        let others = brag_rules::act::Legal { look: false, discard: None, ..legal };
        assert!(others.is_empty(), "3, turn: {seat} has more than a look and a discard out of turn");
    }
    if hand.phase == Phase::Betting && table.rules().machine() == Machine::Bet {
        let active = hand.active().len();
        assert!(active >= 2, "3, turn: {active} active, and the betting goes on");
    }
}

/// Property 4: S never falls inside a hand; every open bet is at least S before it, every blind bet at least half.
pub fn stake_never_falls(before: &Hand, fact: &HandFact) {
    if let HandFact::BetMade { seat, amount, blind, stake, .. } = fact {
        assert_eq!(*blind, !before.player(*seat).open, "4, stake: blind is what was not looked at");
        let least = if *blind { before.stake.div_ceil(2) } else { before.stake };
        assert!(*amount >= least, "4, stake: {amount} is less than the price {least}");
        assert!(*stake >= before.stake, "4, stake: it fell from {} to {stake}", before.stake);
    }
}

/// Property 5: no card reaches a seat that has not looked at it, and no folded card reaches anyone. `known` is what
/// each seat has turned up, or seen in a sideshow, `shown` what lay open, `thrown` what was given up unseen.
pub fn no_card_leaks(table: &Table, known: &[CardSet], shown: CardSet, thrown: CardSet) {
    let seated = table.room.taken.iter().map(|seat| Viewer { seat: Some(seat), transfers: false });
    for viewer in seated.chain([Viewer::SPECTATOR]) {
        let own = viewer.seat.map_or(0, |seat| known[seat.index()]);
        for seat in table.hand.dealt_in.iter() {
            let seen = seen_hands(table, viewer, seat).into_iter().filter_map(|hand| hand.cards);
            let seen = set_of(seen.flat_map(|cards| cards.iter().collect::<Vec<_>>()));
            assert_eq!(seen & !(own | shown), 0, "5, secrets: {viewer:?} sees a card of {seat}");
            assert_eq!(seen & thrown & !shown, 0, "5, secrets: {viewer:?} sees a folded card of {seat}");
        }
    }
}

/// Property 5, for an event: only its owner gets the cards of a look, of a discard or of an open deal.
pub fn no_event_leaks(table: &Table, event: &Event) {
    for seat in table.seats().iter() {
        let viewer = Viewer { seat: Some(seat), transfers: true };
        let held = set_of(table.hand.player(seat).held().iter());
        let looked = looked_cards(event, viewer).map_or(0, |cards| set_of(cards.iter()));
        let dealt = table.seats().iter().filter_map(|of| dealt_cards(event, viewer, of));
        let dealt = dealt.fold(0, |set, cards: Cards| set | set_of(cards.iter()));
        let compares = match &event.fact {
            Fact::Hand(HandFact::SideshowAccepted { asker, asked, .. }) => [*asker, *asked].contains(&seat),
            _ => false,
        };
        assert_eq!(compared_cards(event, viewer).is_some(), compares, "5, secrets: {seat} sees a sideshow");
        let thrown = set_of(table.hand.player(seat).thrown.iter());
        let (changed, got) = changed_cards(event, viewer).unwrap_or_default();
        assert_eq!(
            set_of(got.iter()) & !held,
            0,
            "5, secrets: a draw brings {seat} a card that he does not hold"
        );
        let in_play = table
            .hand
            .pack
            .iter()
            .chain(table.hand.players().iter().flat_map(|p| p.hand.iter().collect::<Vec<_>>()));
        assert_eq!(
            set_of(changed.iter()) & set_of(in_play),
            0,
            "5, secrets: a card that was changed is in play"
        );
        let discarded = discarded_cards(event, viewer).map_or(0, |cards| set_of(cards.iter()));
        let spare = spare_cards(event, viewer).map_or(0, |cards| set_of(cards.iter()));
        assert_eq!(spare & !held, 0, "5, secrets: an event brings {seat} the spare hand, which another took");
        assert_eq!(discarded & !thrown, 0, "5, secrets: an event brings {seat} a card that he did not throw");
        assert_eq!(
            (looked | dealt) & !held,
            0,
            "5, secrets: an event brings {seat} a card that he does not hold"
        );
    }
    let spectator = [looked_cards, discarded_cards, spare_cards].map(|door| door(event, Viewer::SPECTATOR));
    assert_eq!(spectator, [None; 3], "5, secrets: a spectator sees a look or a discard");
    assert!(compared_cards(event, Viewer::SPECTATOR).is_none(), "5, secrets: a spectator sees a sideshow");
    assert!(changed_cards(event, Viewer::SPECTATOR).is_none(), "5, secrets: a spectator sees a draw");
}

/// Property 6: a see happens only with two active players, after a bet, and never by an open player against an
/// unlooked one.
pub fn see_is_allowed(before: &Hand, fact: &HandFact) {
    if let HandFact::SeePaid { seer, seen, .. } = fact {
        let both = Seats::only(*seer).with(*seen);
        assert_eq!(before.active(), both, "6, see: the two active players, and nobody else");
        assert!(before.bets > 0, "6, see: nobody has bet");
        let forbidden = before.player(*seer).open && !before.player(*seen).open;
        assert!(!forbidden, "6, see: an open player sees a blind one");
    }
}

/// The most acts, looks apart, in which a hand must end (property 7).
pub fn most_acts(rules: &Rules, hand: &Hand) -> u64 {
    let players = hand.dealt_in.len() as u64;
    let chips: Chips = hand.dealt_in.iter().map(|seat| hand.player(seat).stack).sum();
    let by_rounds = match rules.machine() {
        Machine::Bet | Machine::Arrange => players * (u64::from(rules.max_rounds) + 4) * 2,
        // The turns without a stick, and the last one.
        Machine::Bus => return players * (u64::from(rules.bus.max_circuits) + 1),
        Machine::Equalised => u64::MAX,
        // Every card of the pack may be drawn, and everybody is asked four times beside what costs a chip.
        Machine::Classic => {
            return chips
                .saturating_add(4 * players)
                .saturating_mul(2)
                .saturating_add(hand.pack.len() as u64);
        }
    };
    // Bets that go round on each set may be made with what an earlier one won.
    let rounds = u64::from(rules.arrange.sets).max(1);
    (chips.saturating_add(players)).saturating_mul(2).min(by_rounds).saturating_mul(rounds)
}

/// Property 7: every hand ends within that many acts.
pub fn hand_ends(acts: u64, most: u64) {
    assert!(acts <= most, "7, end: {acts} acts, and the hand should have ended after {most}");
}

/// Property 8: a pot has one winner, or an equal split with the odd chips from the dealer's left. `awards` are all
/// shares of one pot in their order, `total` is what was in it.
pub fn pot_is_split_as_ruled(hand: &Hand, total: Chips, awards: &[(Seat, Chips)], sharers: u8) {
    let paid: Chips = awards.iter().map(|&(_, amount)| amount).sum();
    assert_eq!(paid, total, "8, pots: what is paid is what was there");
    let sharers = Chips::from(sharers);
    let (share, odd) = (total / sharers, total % sharers);
    let winners: Seats = awards.iter().map(|&(seat, _)| seat).collect();
    assert_eq!(winners.len(), awards.len(), "8, pots: a seat is paid once");
    let expected: Vec<(Seat, Chips)> = hand
        .from_dealers_left(winners)
        .enumerate()
        .map(|(place, seat)| (seat, share + Chips::from((place as Chips) < odd)))
        .collect();
    assert_eq!(awards, expected, "8, pots: equal shares, the odd chips from the dealer's left");
    assert!(share == 0 || awards.len() as Chips == sharers, "8, pots: every sharer is paid");
}

/// Property 9: the same events are the same state: `applied` is what they gave one by one.
pub fn events_give_the_state(applied: &Table, after: &Table) {
    assert!(applied == after, "9, replay: the events give another state when they are applied again");
}

/// Property 9: the same options, seed and acts give the same events.
pub fn events_are_the_same(first: &[Event], second: &[Event]) {
    assert_eq!(first, second, "9, replay: the same seed and acts give other events");
}

/// Property 10: comparing is the same in both directions, and transitive.
pub fn order_is_an_order(ranking: Ranking, hands: &[Reading]) {
    for a in hands {
        for b in hands {
            let (there, back) = (ranking.compare(a, b), ranking.compare(b, a));
            assert_eq!(there, back.reverse(), "10, order: it depends on who asks");
            let there = a.cmp(b);
            for c in hands {
                let on = b.cmp(c);
                if there != Ordering::Less && on != Ordering::Less {
                    assert_eq!(a.cmp(c), there.max(on), "10, order: it is not transitive");
                }
            }
        }
    }
}

/// Stop the Bus: every lowest hand loses a life, and nobody where nobody would be left.
pub fn lowest_lose_a_life(table: &Table, lowest: Seats, lost: bool) {
    let (hand, rules) = (&table.hand, table.rules());
    let bus = hand.bus().expect("V8, lives: hands are compared where no game is played");
    let reading = |seat| hand.reading(rules, seat).expect("V8, lives: a hand that is compared was dealt");
    for seat in hand.active().iter() {
        let beats_one = hand.active().iter().any(|other| reading(seat) > reading(other));
        assert_eq!(lowest.contains(seat), !beats_one, "V8, lives: the lowest lose, and {seat} was misjudged");
    }
    let left = hand.active().iter().any(|seat| !lowest.contains(seat) || bus.lives(seat) > 1);
    assert_eq!(lost, left, "V8, lives: a life is lost where somebody is left, and only there");
}

/// Stop the Bus: a game ends with one player who has lives, or is broken off.
pub fn the_last_one_in_wins(hand: &Hand, winner: Option<Seat>) {
    let players = hand.players_of_game().expect("V8, game: it ends where none is played");
    match winner {
        Some(_) => assert_eq!(players.single(), winner, "V8, game: {players} have lives"),
        None => {
            assert!(!hand.is_running() && hand.carried == 0, "V8, game: broken off, and chips lie in it");
        }
    }
}
