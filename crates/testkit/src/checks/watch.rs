//! Asks the properties about every event of a table, and about every state that it rests in.

use super::arrange::Sets;
use super::properties::{self, CardSet, set_of};
use super::{classic, equalised};
use brag_rules::Chips;
use brag_rules::fact::{AwardReason, Fact as HandFact, FoldReason};
use brag_rules::hand::arrange::crash;
use brag_rules::hand::classic::Fact as Classic;
use brag_rules::hand::equalised::Fact as Equalised;
use brag_rules::hand::{Standing, arrange, bus};
use brag_rules::options::TieRule;
use brag_rules::rank::Reading;
use brag_rules::seat::{MAX_SEATS, Seat, Seats};
use brag_rules::variant::Machine;
use brag_table::Table;
use brag_table::event::{Event, Fact};
use std::cmp::Ordering;

/// What has to be remembered of a hand to judge what follows.
#[derive(Debug, Default)]
pub struct Watch {
    /// Hands that ended.
    pub hands: u64,
    /// Hands that ended in a showdown.
    pub showdowns: u64,
    acts: u64,
    most_acts: u64,
    known: [CardSet; MAX_SEATS],
    shown: CardSet,
    thrown: CardSet,
    /// Sets that were given up in betting: still in their hands, and never shown.
    given_up: CardSet,
    /// The pot that is being paid out.
    paying: Option<Paying>,
    /// Somebody left during the hand.
    left: bool,
    /// Somebody met the dealer's stake (V11).
    met: bool,
    /// Who has paid him a forfeit.
    forfeits: Seats,
    /// Who paid to see whom.
    see: Option<(Seat, Seat)>,
    /// Who asked whom, in a sideshow that was just compared.
    sideshow: Option<(Seat, Seat)>,
    /// What was shown and won, where sets are laid out.
    sets: Sets,
}

/// A pot that is being paid out.
#[derive(Debug)]
struct Paying {
    pot: u8,
    /// What was in it.
    total: Chips,
    /// How many share it.
    sharers: u8,
    /// Its shares so far.
    awards: Vec<(Seat, Chips)>,
}

impl Watch {
    /// A watch for a table before its first hand.
    pub fn new() -> Watch {
        Watch::default()
    }

    /// Counts an act in the hand, which looks are not.
    pub fn count_act(&mut self) {
        self.acts += 1;
    }

    /// Judges one step: the events that led from the one state to the other.
    ///
    /// # Panics
    /// When a property does not hold.
    pub fn step(&mut self, before: &Table, events: &[Event], after: &Table) {
        let mut table = before.clone();
        for event in events {
            match &event.fact {
                Fact::Hand(fact) => self.before(&table, fact),
                Fact::FromPack { fact, .. } => self.before(&table, fact),
                _ => {}
            }
            table.apply(event);
            self.after(&table, event);
        }
        properties::events_give_the_state(&table, after);
        properties::cards_are_a_permutation(&table.hand, set_of(table.rules().pack().iter()));
        properties::hands_are_whole(&table.hand, table.rules().cards_each);
        properties::one_seat_has_the_turn(&table);
        properties::no_card_leaks(&table, &self.known, self.shown, self.thrown);
        properties::hand_ends(self.acts, self.most_acts);
    }

    fn before(&mut self, table: &Table, fact: &HandFact) {
        let hand = &table.hand;
        properties::stake_never_falls(hand, fact);
        properties::see_is_allowed(hand, fact);
        equalised::bet_is_sound(hand, fact);
        classic::bet_is_sound(hand, table.rules(), fact);
        if table.rules().machine() == Machine::Arrange {
            self.sets.before(table, fact);
        }
        match fact {
            HandFact::Folded { seat, reason: FoldReason::Beaten } => {
                let (asker, asked) = self.sideshow.take().expect("8, sideshow: nobody was beaten");
                let reading = |seat| hand.reading(table.rules(), seat).expect("a hand that was compared");
                let ranking = hand.ranking(table.rules());
                let lost = ranking.compare(&reading(asker), &reading(asked)) != Ordering::Greater;
                assert_eq!(*seat, if lost { asker } else { asked }, "8, sideshow: the lower hand folds");
                self.thrown |= set_of(hand.player(*seat).held().iter());
            }
            // A card that lay face up is everybody's to know.
            HandFact::Folded { seat, .. } => {
                self.thrown |= set_of(hand.player(*seat).held().iter()) & !self.shown;
            }
            HandFact::HandThrown { seat, thrown, .. } => {
                self.thrown |= set_of(hand.player(*seat).named(*thrown).iter());
            }
            HandFact::Discarded { seat, cards, .. } => {
                let player = hand.player(*seat);
                let looked = set_of(cards.iter()) & !self.known[seat.index()] == 0;
                assert!(looked, "5, secrets: who discards has seen what he throws");
                assert!(
                    player.open && player.thrown.is_empty(),
                    "5, secrets: a discard is made once, and open"
                );
                self.thrown |= set_of(cards.iter());
            }
            HandFact::Looked { seat, which, cards } => {
                let held = match which {
                    Some(which) => hand.player(*seat).named(*which),
                    None => hand.player(*seat).hand,
                };
                assert_eq!(*cards, held, "5, secrets: a look turns up the hand that is named");
                self.known[seat.index()] |= set_of(cards.iter());
            }
            HandFact::HandShown { seat, cards, .. } => {
                assert_eq!(*cards, hand.player(*seat).held(), "5, secrets: a show turns up what is held");
                self.shown |= set_of(cards.iter());
                assert_eq!(self.shown & self.thrown, 0, "5, secrets: a folded card is shown");
            }
            HandFact::SideshowAccepted { asker, asked, of_asker, of_asked } => {
                let both = [*asker, *asked].map(|seat| hand.player(seat).hand);
                assert_eq!(
                    [*of_asker, *of_asked],
                    both,
                    "5, secrets: a sideshow is of the hands that are held"
                );
                for seat in [asker, asked] {
                    assert!(hand.player(*seat).open, "5, secrets: a sideshow is of two who have looked");
                    self.known[seat.index()] |= set_of(of_asker.iter().chain(of_asked.iter()));
                }
                self.sideshow = Some((*asker, *asked));
            }
            HandFact::Bus(fact) => self.before_in_bus(table, fact),
            HandFact::Classic(Classic::CardsTurnedUp { cards }) => {
                self.shown |= set_of(cards.iter().map(|&(_, card)| card));
            }
            HandFact::Classic(
                Classic::CardDrawn { card, .. } | Classic::CardExchanged { drawn: card, .. },
            ) => {
                assert_eq!(hand.pack.get(0), Some(*card), "2, cards: he gets the top of the pack");
                self.shown |= set_of([*card]);
            }
            HandFact::Equalised(Equalised::CardsChanged { seat, thrown, drawn, .. }) => {
                let held = set_of(hand.player(*seat).hand.iter());
                assert_eq!(set_of(thrown.iter()) & !held, 0, "5, secrets: he changes cards of his own");
                let top: Vec<_> = hand.pack.iter().take(thrown.len()).collect();
                assert!(drawn.iter().eq(top), "2, cards: he gets the top of the pack");
                self.thrown |= set_of(thrown.iter());
                self.known[seat.index()] |= set_of(drawn.iter());
            }
            HandFact::Equalised(Equalised::ForfeitPaid { from, to, amount, .. }) => {
                assert_eq!((hand.dealer, self.met), (Some(*to), false), "8, forfeit: the dealer was met");
                let due = hand.player(*from).stack.min(table.rules().equalised.forfeit);
                assert_eq!(*amount, due, "8, forfeit: as much as was agreed");
                self.forfeits = self.forfeits.with(*from);
            }
            HandFact::Equalised(Equalised::BetMade { seat, .. }) => {
                self.met |= hand.dealer != Some(*seat);
            }
            HandFact::SeePaid { seer, seen, .. } => self.see = Some((*seer, *seen)),
            HandFact::PotAwarded { pot, seat, amount, sharers, reason, .. } => {
                if table.rules().machine() == Machine::Classic {
                    classic::award_is_right(hand, table.rules(), *seat, *sharers, *reason);
                    // Some of a pot may go back to who laid it, and the rest be won or wait.
                    if matches!(reason, AwardReason::Excess | AwardReason::Returned) {
                        return;
                    }
                }
                let left = *reason != AwardReason::OthersLeft || self.left;
                assert!(left, "8, pots: one is won because others left, and nobody left");
                if self.paying.as_ref().is_none_or(|paying| paying.pot != *pot) {
                    self.finish_pot(table);
                    let total = hand.pots()[usize::from(*pot)].amount;
                    self.paying = Some(Paying { pot: *pot, total, sharers: *sharers, awards: Vec::new() });
                    self.judge_see(table, *seat, *sharers, *reason);
                    self.judge_layer(table, *pot, total, *sharers, *seat, *reason);
                }
                if let Some(paying) = &mut self.paying {
                    paying.awards.push((*seat, *amount));
                }
            }
            HandFact::Arrange(arrange::Fact::SetShown { seat, set, cards, .. }) => {
                let laid = hand.set_of(*seat, *set).expect("5, secrets: a set is shown that was not laid");
                assert_eq!(*cards, laid, "5, secrets: a show turns up what was laid");
                self.shown |= set_of(cards.iter());
                assert_eq!(
                    self.shown & (self.thrown | self.given_up),
                    0,
                    "5, secrets: a folded card is shown"
                );
                self.showdowns += u64::from(*set == 0);
            }
            HandFact::Arrange(arrange::Fact::Crash(crash::Fact::SpareTaken { seat, cards, .. })) => {
                self.known[seat.index()] = set_of(cards.iter());
            }
            HandFact::Arrange(arrange::Fact::SetFolded { seat, set, .. }) => {
                self.given_up |= hand.set_of(*seat, *set).map_or(0, |cards| set_of(cards.iter()));
            }
            HandFact::Arrange(arrange::Fact::SetDecided { .. }) => self.finish_pot(table),
            HandFact::HandEnded { .. } => {
                self.finish_pot(table);
                self.judge_forfeits(table);
                self.judge_order(table);
            }
            _ => {}
        }
    }

    fn before_in_bus(&mut self, table: &Table, fact: &bus::Fact) {
        let commons = table.hand.bus().map(|bus| *bus.commons()).unwrap_or_default();
        match fact {
            bus::Fact::Swapped { seat, place, own, common } => {
                let there = table.hand.player(*seat).hand.get(usize::from(*place));
                assert_eq!(there, Some(*own), "V8, swap: who swaps puts down what he holds");
                assert!(commons.contains(*common), "V8, swap: who swaps takes a common card");
                self.known[seat.index()] |= set_of([*common]);
            }
            bus::Fact::SwappedAll { seat, own } => {
                assert_eq!(*own, table.hand.player(*seat).hand, "V8, swap: who swaps all puts down his hand");
                self.known[seat.index()] |= set_of(commons.iter());
            }
            bus::Fact::Compared { lowest, lost } => properties::lowest_lose_a_life(table, *lowest, *lost),
            bus::Fact::GameEnded { winner } => properties::the_last_one_in_wins(&table.hand, *winner),
            _ => {}
        }
    }

    fn after(&mut self, table: &Table, event: &Event) {
        properties::chips_are_conserved(&table.hand);
        properties::no_event_leaks(table, event);
        match &event.fact {
            Fact::Hand(HandFact::HandStarted { .. }) => {
                let (hands, showdowns) = (self.hands, self.showdowns);
                let most_acts = properties::most_acts(table.rules(), &table.hand);
                *self = Watch { hands, showdowns, most_acts, ..Watch::default() };
            }
            Fact::WillLeave { .. } => self.left = true,
            Fact::Hand(HandFact::HandEnded { .. }) => self.hands += 1,
            Fact::Hand(HandFact::HandVoided) => self.paying = None,
            Fact::Dealt { order, each, open: Some(cards), .. } => {
                for (seat, cards) in order.iter().zip(cards.chunks(usize::from(*each))) {
                    self.known[seat.index()] |= set_of(cards.iter().copied());
                }
            }
            _ => {}
        }
    }

    fn finish_pot(&mut self, table: &Table) {
        if let Some(Paying { total, sharers, awards, .. }) = self.paying.take() {
            properties::pot_is_split_as_ruled(&table.hand, total, &awards, sharers);
        }
    }

    /// The newest pot of a see goes to the better hand; equal hands go against the seer, or share.
    fn judge_see(&mut self, table: &Table, first: Seat, sharers: u8, reason: AwardReason) {
        let by_see = matches!(reason, AwardReason::See | AwardReason::StandOff);
        if !by_see || table.rules().machine() != Machine::Bet {
            return;
        }
        let (seer, seen) = self.see.take().expect("6, see: a pot is won by a see that nobody paid for");
        let (rules, ranking) = (table.rules(), table.hand.ranking(table.rules()));
        let hands = (one_hand(table, seer), one_hand(table, seen));
        let (Some(of_seer), Some(of_seen)) = hands else { return };
        let winners = match (ranking.compare(&of_seer, &of_seen), rules.tie_rule) {
            (Ordering::Greater, _) => Seats::only(seer),
            (Ordering::Equal, TieRule::Split) => Seats::only(seer).with(seen),
            (Ordering::Less | Ordering::Equal, _) => Seats::only(seen),
        };
        assert_eq!(winners.len(), usize::from(sharers), "8, pots: so many win the see");
        assert!(winners.contains(first), "8, pots: the better hand wins the see");
    }

    /// A layer of a showdown goes to the best of those who reach it; with everybody else gone he who is left has it all,
    /// and a dealer whom nobody met is paid for it.
    fn judge_layer(
        &mut self,
        table: &Table,
        pot: u8,
        total: Chips,
        sharers: u8,
        first: Seat,
        reason: AwardReason,
    ) {
        let (hand, rules) = (&table.hand, table.rules());
        if rules.machine() != Machine::Equalised {
            return;
        }
        if let Some(last) = hand.active().single() {
            let unmet = rules.equalised.dealer_stake > 0 && hand.dealer == Some(last) && !self.met;
            assert_eq!(reason == AwardReason::Uncontested, unmet, "8, pots: {reason:?} of {last}");
            assert_eq!(first, last, "8, pots: the last player wins");
            return;
        }
        let (amount, winners, by) = equalised::winners(hand, rules, pot.into());
        assert_eq!((total, reason), (amount, by), "8, pots: layer {pot}");
        assert!(winners.contains(first), "8, pots: {first} wins layer {pot} and not {winners}");
        assert_eq!(winners.len(), usize::from(sharers), "8, pots: so many win layer {pot}");
    }

    /// Everybody but a dealer whom nobody met has paid him, if he had chips.
    fn judge_forfeits(&mut self, table: &Table) {
        let (hand, rules) = (&table.hand, table.rules());
        let last = hand.active().single().filter(|&last| hand.dealer == Some(last));
        if rules.equalised.dealer_stake == 0 || self.met || last.is_none() {
            assert!(self.forfeits.is_empty(), "8, forfeit: {} pay where nothing is due", self.forfeits);
            return;
        }
        for seat in hand.dealt_in.iter().filter(|&seat| Some(seat) != last && !self.forfeits.contains(seat)) {
            let none = rules.equalised.forfeit == 0 || hand.player(seat).stack == 0;
            assert!(none, "8, forfeit: {seat} does not pay");
        }
    }

    fn judge_order(&mut self, table: &Table) {
        let shown = table.hand.dealt_in.iter().filter(|&seat| table.hand.player(seat).shown);
        let hands: Vec<Reading> = shown.filter_map(|seat| one_hand(table, seat)).collect();
        self.showdowns += u64::from(!hands.is_empty());
        properties::order_is_an_order(table.hand.ranking(table.rules()), &hands);
    }
}

/// The only hand of a seat; none if it holds two, or none any more.
fn one_hand(table: &Table, seat: Seat) -> Option<Reading> {
    let player = table.hand.player(seat);
    let one = !player.two_hands() && player.standing != Standing::Folded;
    table.hand.reading(table.rules(), seat).filter(|_| one)
}
