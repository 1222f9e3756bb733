//! A session played at random and written down, with what everybody came to see in it.

use super::world::{Drawn, Recorder};
use crate::chance::Stream;
use crate::player::{any_of, choose};
use brag_fairness::shuffle;
use brag_rules::act::{Act, Which};
use brag_rules::card::{Card, PACK_SIZE};
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::arrange::crash;
use brag_rules::hand::classic::Fact as Classic;
use brag_rules::hand::equalised::Fact as Equalised;
use brag_rules::hand::{Phase, arrange, bus};
use brag_rules::options::Rules;
use brag_rules::seat::Seat;
use brag_table::charter::{Cashier, Charter, ClockTerms, RevealPolicy, Seating, Spectating};
use brag_table::check::Plan;
use brag_table::event::{Cause, Event, Fact, LeaveReason, Millis};
use brag_table::{Table, create, decide, step};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A session, written down.
pub(super) struct Session {
    pub(super) first: Table,
    pub(super) plans: Vec<(Plan, Millis)>,
    pub(super) drawn: Vec<Drawn>,
    /// Cards that everybody has seen, or that decided a comparison unseen.
    public: u64,
    /// Cards that a seat has seen of its own.
    own: BTreeMap<Seat, u64>,
    pub(super) hands: u64,
}

fn bit(card: Card) -> u64 {
    1 << card.code()
}

fn mask(cards: impl IntoIterator<Item = Card>) -> u64 {
    cards.into_iter().fold(0, |mask, card| mask | bit(card))
}

/// Plays at random, now and then something beside the hand, and writes it down.
pub(super) fn play(rules: &Rules, seats: u8, hands: u64, stream: &mut Stream) -> Session {
    let mut table = *create(Arc::new(charter(rules)), None, 0).after;
    for seat in Seat::all().take(seats.into()) {
        let buy_in = rules.least_stack() + rules.min_stake * (1 + stream.below(60));
        sit(&mut table, seat, buy_in, stream);
    }
    let first = table.clone();
    let mut session =
        Session { first, plans: Vec::new(), drawn: Vec::new(), public: 0, own: BTreeMap::new(), hands: 0 };
    let mut now = 1_000;
    // A bound on everything: a session that nobody ends is ended here.
    for _ in 0..4_000 {
        now += stream.below(3_000);
        let Some(plan) = next_plan(&table, now, session.hands < hands, stream) else { break };
        // Now and then a session ends within a hand: what nobody has shown then, nobody has seen.
        if session.hands == hands && stream.one_in(30) {
            break;
        }
        if matches!(plan, Plan::Deal { .. }) {
            session.hands += 1;
        }
        let before = table.clone();
        let mut events = Vec::new();
        let mut recorder = Recorder { stream, drawn: Vec::new() };
        step(&mut table, plan.clone(), now, &mut recorder, &mut events);
        session.drawn.append(&mut recorder.drawn);
        // Which of his sets reach the standard, and which of them are fours, follows from all that he named (V6B).
        if let Plan::Play { act: Act::Arrange(sets), .. } = &plan
            && table.rules().arrange.fewer
        {
            session.public |= mask(sets.cards().iter());
        }
        session.plans.push((plan, now));
        events.iter().for_each(|event| session.note(&before, event));
    }
    session
}

fn sit(table: &mut Table, seat: Seat, buy_in: u64, stream: &mut Stream) {
    let player: Arc<str> = seat.to_string().into();
    let display_name = Arc::clone(&player);
    let plan = Plan::Sit { seat, player, display_name, buy_in, cause: Cause::Operator };
    step(table, plan, 0, stream, &mut Vec::new());
}

fn charter(rules: &Rules) -> Charter {
    Charter {
        uid: [2; 16],
        tenant: "dev".into(),
        id: "two-worlds".into(),
        created_by: "test".into(),
        rules: rules.clone().into(),
        clock: ClockTerms { action_time: 30_000, time_bank: 5_000, hand_pause: 1_000, automatic: false },
        cashier: Cashier::Player,
        seating: Seating::Open,
        spectating: Spectating { allowed: true },
        reveal: RevealPolicy::AuditorOnly,
        labels: BTreeMap::new(),
        script: None,
    }
}

/// What happens next: an act, mostly; nothing when the session is over.
fn next_plan(table: &Table, now: Millis, another_hand: bool, stream: &mut Stream) -> Option<Plan> {
    if table.is_closed() {
        return None;
    }
    if let Some(due) = table.due(now) {
        return Some(due);
    }
    if stream.one_in(40) {
        let seat = Seat::all().take(usize::from(table.rules().max_players)).nth(stream.below(4) as usize)?;
        if table.room.taken.contains(seat) {
            let chair = table.room.settled.chairs[seat.index()];
            return Some(match stream.below(3) {
                0 if chair.leaving.is_none() => {
                    Plan::Leave { seat, reason: LeaveReason::Asked, cause: Cause::Seat(seat) }
                }
                1 if chair.sits_out.is_some() => Plan::SitIn { seat },
                _ => Plan::TopUp { seat, amount: 1 + stream.below(20), cause: Cause::Seat(seat) },
            });
        }
    }
    // Looks come out of turn, too.
    if stream.one_in(6) {
        let looks = |seat: &Seat| decide::legal(table, *seat).look && !table.hand.to_act.contains(*seat);
        if let Some(seat) = table.hand.dealt_in.iter().find(looks) {
            let two = table.hand.player(seat).two_hands();
            return Some(Plan::Play { seat, act: Act::Look(two.then_some(Which::New)) });
        }
    }
    match any_of(table.hand.to_act, stream) {
        Some(seat) => {
            let act = choose(&decide::legal(table, seat), table, stream)?;
            Some(Plan::Play { seat, act })
        }
        None if !another_hand => None,
        None if table.enough_players() => Some(Plan::Deal { cause: Cause::Operator }),
        None => None,
    }
}

impl Session {
    /// Notes which cards came to light.
    fn note(&mut self, before: &Table, event: &Event) {
        match &event.fact {
            // What he threw may have decided between equal hands, unseen.
            Fact::Hand(HandFact::HandShown { seat, cards, .. }) => {
                self.public |= mask(cards.iter()) | self.decides(before, *seat);
            }
            Fact::Hand(HandFact::Looked { seat, cards, .. }) => {
                *self.own.entry(*seat).or_default() |= mask(cards.iter());
            }
            Fact::Dealt { order, each, open: Some(cards), .. } => {
                let hands = cards.chunks(usize::from(*each));
                for (seat, hand) in order.iter().zip(hands) {
                    *self.own.entry(seat).or_default() |= mask(hand.iter().copied());
                }
            }
            Fact::Hand(HandFact::Classic(Classic::CardsTurnedUp { cards })) => {
                self.public |= mask(cards.iter().map(|&(_, card)| card));
            }
            Fact::FromPack { fact, .. } => {
                if let HandFact::Classic(
                    Classic::CardDrawn { card, .. } | Classic::CardExchanged { drawn: card, .. },
                ) = **fact
                {
                    self.public |= mask([card]);
                }
                if let HandFact::Equalised(Equalised::CardsChanged { seat, drawn, .. }) = &**fact {
                    *self.own.entry(*seat).or_default() |= mask(drawn.iter());
                }
            }
            Fact::Hand(HandFact::Arrange(arrange::Fact::SetShown { cards, .. })) => {
                self.public |= mask(cards.iter());
            }
            Fact::Hand(HandFact::Arrange(arrange::Fact::Crash(crash::Fact::SpareTaken {
                seat,
                cards,
                ..
            }))) => {
                *self.own.entry(*seat).or_default() |= mask(cards.iter());
            }
            // What the engine lays for him follows from all his cards.
            Fact::TimedOut { seat } if before.hand.phase == Phase::Arrange => {
                self.public |= mask(before.hand.player(*seat).held().iter());
            }
            // It decides who folds, before everybody's eyes.
            Fact::Hand(HandFact::SideshowAccepted { of_asker, of_asked, .. }) => {
                self.public |= mask(of_asker.iter().chain(of_asked.iter()));
            }
            Fact::CommonsDealt { cards } => self.public |= mask(cards.iter().map(|&(_, card)| card)),
            // The engine chooses by what he holds, before everybody's eyes.
            Fact::Hand(HandFact::Bus(bus::Fact::Swapped { seat, .. })) if event.cause == Cause::Clock => {
                self.public |= mask(before.hand.player(*seat).hand.iter());
            }
            Fact::Hand(HandFact::Bus(bus::Fact::Swapped { own, .. })) => self.public |= bit(*own),
            Fact::Hand(HandFact::Bus(bus::Fact::SwappedAll { own, .. })) => self.public |= mask(own.iter()),
            // Who lost a see without showing has decided it all the same.
            Fact::Hand(HandFact::SeePaid { seer, .. }) if before.rules().seer_may_muck => {
                self.public |= mask(before.hand.player(*seer).held().iter()) | self.decides(before, *seer);
            }
            _ => {}
        }
    }

    /// The cards that he threw, where they count.
    fn decides(&self, before: &Table, seat: Seat) -> u64 {
        if before.rules().ranking.discard_tiebreak { mask(before.hand.player(seat).thrown.iter()) } else { 0 }
    }

    /// The cards that seat never saw, exchanged among themselves; and how many lie elsewhere now.
    pub(super) fn exchange(&self, seat: Option<Seat>, stream: &mut Stream) -> ([Card; PACK_SIZE], u64) {
        let known = self.public | seat.and_then(|seat| self.own.get(&seat).copied()).unwrap_or(0);
        let whole: Vec<Card> = (0..PACK_SIZE as u8).filter_map(Card::from_code).collect();
        let pack = self.first.rules().pack();
        let hidden: Vec<Card> = pack.iter().filter(|&card| known & bit(card) == 0).collect();
        let mut elsewhere = hidden.clone();
        shuffle(stream, &mut elsewhere);
        let mut exchanged: [Card; PACK_SIZE] = std::array::from_fn(|code| whole[code]);
        let mut moved = 0;
        for (from, to) in hidden.iter().zip(&elsewhere) {
            exchanged[usize::from(from.code())] = *to;
            moved += u64::from(from != to);
        }
        (exchanged, moved)
    }
}
