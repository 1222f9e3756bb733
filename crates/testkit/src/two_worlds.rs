//! Two worlds: change what a viewer may not know, play the same, and every byte that he gets stays the same.
//!
//! A session of some hands is played at random and written down: what was done, and what chance gave. For a
//! viewer some cards never came to light, from the first deal to the last. The second world is the first with
//! those cards exchanged among themselves, wherever chance puts them: in other players' hands, in his own while
//! he has not looked, in the pack. What he may know is the same in both; so must be what he is sent.

use crate::chance::Stream;
use crate::player::{any_of, any_sets, choose};
use brag_fairness::{Bytes as _, shuffle};
use brag_rules::act::{Act, Keeping, Which};
use brag_rules::arrange::Sets;
use brag_rules::card::{Card, Cards, PACK_SIZE, Pack};
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::arrange::crash;
use brag_rules::hand::classic::Fact as Classic;
use brag_rules::hand::equalised::Fact as Equalised;
use brag_rules::hand::{Phase, arrange, bus};
use brag_rules::options::Rules;
use brag_rules::seat::{Seat, Seats};
use brag_table::chance::{Chance, DealerDraw};
use brag_table::charter::{Cashier, Charter, ClockTerms, RevealPolicy, Seating, Spectating};
use brag_table::check::{Action, By, Plan, Refused, Request, check};
use brag_table::event::{Cause, Event, Fact, LeaveReason, Millis, ShuffleProof};
use brag_table::state::Roster;
use brag_table::{Table, create, decide, step};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A table at one moment: what was just done, and where it stands after it.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// The table.
    pub table: &'a Table,
    /// What has just happened.
    pub events: &'a [Event],
    /// The time.
    pub now: Millis,
}

/// What a viewer gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sent {
    /// The commit as his stream sends it.
    Stream,
    /// The commit as the answer to an act.
    Answer,
    /// The table, with the acts that he has.
    View,
    /// The table's line in a list.
    Line,
    /// A refusal.
    Refusal,
}

/// One viewer of one world, who follows it from the start: everything that he can be sent, as the bytes that he
/// gets.
pub trait Watcher {
    /// The commit as his stream sends it.
    fn stream(&mut self, at: &Moment<'_>) -> Vec<u8>;
    /// The commit as the answer to an act.
    fn answer(&mut self, at: &Moment<'_>) -> Vec<u8>;
    /// The table, with the acts that he has.
    fn view(&mut self, at: &Moment<'_>) -> Vec<u8>;
    /// The table's line in a list.
    fn line(&mut self, at: &Moment<'_>) -> Vec<u8>;
    /// A refusal.
    fn refusal(&mut self, at: &Moment<'_>, action: &Action, refused: &Refused) -> Vec<u8>;
    /// These bytes without the hashes over what nobody may know, which are each world's own. Their sizes stay.
    fn masked(&self, what: Sent, bytes: &[u8]) -> Vec<u8>;
}

/// How much was compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Compared {
    /// Hands that were played, in the first world.
    pub hands: u64,
    /// Viewers whose bytes were compared, a session each.
    pub viewers: u64,
    /// Hidden cards that lay elsewhere in the second world.
    pub moved: u64,
    /// Answers that were compared.
    pub answers: u64,
    /// Refusals among them.
    pub refusals: u64,
    /// Arrangements for which another one was laid in the second world.
    pub arrangements: u64,
}

/// What chance gave, in order.
#[derive(Debug, Clone)]
enum Drawn {
    Order(Pack),
    Cut(u8),
    Dealer(DealerDraw),
}

/// Draws, and writes down what it drew.
struct Recorder<'a> {
    stream: &'a mut Stream,
    drawn: Vec<Drawn>,
}

impl Chance for Recorder<'_> {
    fn shuffle(&mut self, epoch: u32, deck: Pack, roster: &Roster) -> (Pack, Option<ShuffleProof>) {
        let (order, proof) = self.stream.shuffle(epoch, deck, roster);
        self.drawn.push(Drawn::Order(order));
        (order, proof)
    }

    fn gather(&mut self, epoch: u32, gather: u16, packet: Pack) -> (Pack, Option<[u8; 32]>) {
        let (order, root) = self.stream.gather(epoch, gather, packet);
        self.drawn.push(Drawn::Order(order));
        (order, root)
    }

    fn cut(&mut self, epoch: u32, gather: u16, cards: u8) -> u8 {
        let at = self.stream.cut(epoch, gather, cards);
        self.drawn.push(Drawn::Cut(at));
        at
    }

    fn first_dealer(&mut self, seats: Seats, deck: Pack, roster: &Roster) -> DealerDraw {
        let draw = self.stream.first_dealer(seats, deck, roster);
        self.drawn.push(Drawn::Dealer(draw.clone()));
        draw
    }
}

/// Gives again what was drawn, with cards exchanged. Commitments and roots are each world's own, as those of a
/// served table are: hashes over what nobody may know.
struct World {
    drawn: VecDeque<Drawn>,
    exchanged: [Card; PACK_SIZE],
    hashes: Stream,
}

impl World {
    fn hash(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.hashes.next_byte())
    }

    /// The same done in this world: who throws cards throws those that lie in their places.
    fn exchange(&self, plan: &Plan) -> Plan {
        let here =
            |cards: &Cards| cards.iter().map(|card| self.exchanged[usize::from(card.code())]).collect();
        match plan {
            Plan::Play { seat, act: Act::Discard(cards) } => {
                Plan::Play { seat: *seat, act: Act::Discard(here(cards)) }
            }
            Plan::Play { seat, act: Act::Draw(cards) } => {
                Plan::Play { seat: *seat, act: Act::Draw(here(cards)) }
            }
            Plan::Play { seat, act: Act::Arrange(sets) } => {
                let mut here = Sets::EMPTY;
                for set in sets.iter() {
                    let cards = set.iter().map(|card| self.exchanged[usize::from(card.code())]);
                    here.push(cards.collect::<Vec<_>>()).expect("as many as in the first world");
                }
                Plan::Play { seat: *seat, act: Act::Arrange(here) }
            }
            plan => plan.clone(),
        }
    }

    fn order(&mut self) -> Pack {
        match self.drawn.pop_front() {
            Some(Drawn::Order(order)) => {
                order.iter().map(|card| self.exchanged[usize::from(card.code())]).collect()
            }
            other => panic!("both worlds ask chance the same: an order of cards, not {other:?}"),
        }
    }
}

impl Chance for World {
    fn shuffle(&mut self, _epoch: u32, _deck: Pack, _roster: &Roster) -> (Pack, Option<ShuffleProof>) {
        let (deck_in, root, next_commitment) = (self.hash(), self.hash(), self.hash());
        (self.order(), Some(ShuffleProof { entropy: Box::default(), deck_in, root, next_commitment }))
    }

    fn gather(&mut self, _epoch: u32, _gather: u16, _packet: Pack) -> (Pack, Option<[u8; 32]>) {
        (self.order(), Some(self.hash()))
    }

    fn cut(&mut self, _epoch: u32, _gather: u16, _cards: u8) -> u8 {
        match self.drawn.pop_front() {
            Some(Drawn::Cut(at)) => at,
            other => panic!("both worlds ask chance the same: a cut, not {other:?}"),
        }
    }

    fn first_dealer(&mut self, _seats: Seats, _deck: Pack, _roster: &Roster) -> DealerDraw {
        match self.drawn.pop_front() {
            Some(Drawn::Dealer(draw)) => draw,
            other => panic!("both worlds ask chance the same: a dealer, not {other:?}"),
        }
    }
}

/// A session, written down.
struct Session {
    first: Table,
    plans: Vec<(Plan, Millis)>,
    drawn: Vec<Drawn>,
    /// Cards that everybody has seen, or that decided a comparison unseen.
    public: u64,
    /// Cards that a seat has seen of its own.
    own: BTreeMap<Seat, u64>,
    hands: u64,
}

/// Plays sessions with these rules until so many hands are played, and compares what every seat and a
/// spectator get. `watch` makes the watcher of a table as it stands at that time, for a player or for somebody
/// else.
///
/// # Panics
/// When a viewer gets different bytes: says who, by what, and after which act.
pub fn compare<W: Watcher>(
    rules: &Rules,
    seats: u8,
    hands: u64,
    seed: u64,
    watch: &impl Fn(&Table, &str, Millis) -> W,
) -> Compared {
    let mut stream = Stream::new(seed);
    let mut compared = Compared::default();
    while compared.hands < hands {
        let session = play(rules, seats, 1 + stream.below(4), &mut stream);
        let viewers = Seat::all().take(seats.into()).map(Some).chain([None]);
        for seat in viewers {
            compare_for(&session, seat, &mut stream, watch, &mut compared);
            compared.viewers += 1;
        }
        compared.hands += session.hands.max(1);
    }
    compared
}

fn bit(card: Card) -> u64 {
    1 << card.code()
}

fn mask(cards: impl IntoIterator<Item = Card>) -> u64 {
    cards.into_iter().fold(0, |mask, card| mask | bit(card))
}

/// Plays at random, now and then something beside the hand, and writes it down.
fn play(rules: &Rules, seats: u8, hands: u64, stream: &mut Stream) -> Session {
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
        rules: rules.clone(),
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
            let chair = table.room.chairs[seat.index()];
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
    fn exchange(&self, seat: Option<Seat>, stream: &mut Stream) -> ([Card; PACK_SIZE], u64) {
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
    acts.into_iter().map(Action::Play).chain([sit, Action::TopUp(0), Action::Deal]).collect()
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
fn asked(table: &Table, stream: &mut Stream) -> Vec<Try> {
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
struct Try {
    action: Action,
    turn: Option<u64>,
    expected_seq: Option<u64>,
}

fn compare_for<W: Watcher>(
    session: &Session,
    seat: Option<Seat>,
    stream: &mut Stream,
    watch: &impl Fn(&Table, &str, Millis) -> W,
    compared: &mut Compared,
) {
    let (exchanged, moved) = session.exchange(seat, stream);
    compared.moved += moved;
    let same: [Card; PACK_SIZE] =
        std::array::from_fn(|code| Card::from_code(code as u8).expect("a code below 52"));
    let player = seat.map_or_else(|| "onlooker".to_owned(), |seat| seat.to_string());
    let mut worlds = [same, exchanged].map(|exchanged| {
        let (drawn, hashes) = (session.drawn.iter().cloned().collect(), Stream::new(stream.below(u64::MAX)));
        let watcher = watch(&session.first, &player, 0);
        (session.first.clone(), World { drawn, exchanged, hashes }, watcher)
    });
    for (number, (plan, now)) in session.plans.iter().enumerate() {
        compared.arrangements +=
            u64::from(lays_unseen(&worlds[0].0, seat, &player, (plan, *now), stream, watch));
        let done = worlds.each_mut().map(|(table, chance, _)| {
            let mut events = Vec::new();
            step(table, chance.exchange(plan), *now, chance, &mut events);
            events
        });
        let tried = asked(&worlds[0].0, stream);
        let [one, other] = [0, 1].map(|world| {
            let (table, _, watcher) = &mut worlds[world];
            answers(&Moment { table, events: &done[world], now: *now }, &player, &tried, watcher)
        });
        assert_eq!(one.len(), other.len(), "each world answers everything");
        for ((what, one), (_, other)) in one.iter().zip(&other) {
            let masked = |world: usize, bytes: &[u8]| worlds[world].2.masked(*what, bytes);
            assert!(
                one == other || masked(0, one) == masked(1, other),
                "{player} can tell two worlds apart by the {what:?} that he gets after act {number}, {plan:?}, with {:?}",
                session.first.rules()
            );
        }
        compared.answers += one.len() as u64;
        compared.refusals += one.iter().filter(|(what, _)| *what == Sent::Refusal).count() as u64;
    }
}

/// Lets somebody else lay other sets of the same cards, while others have yet to lay theirs: the viewer gets the same bytes.
fn lays_unseen<W: Watcher>(
    table: &Table,
    viewer: Option<Seat>,
    player: &str,
    (plan, now): (&Plan, Millis),
    stream: &mut Stream,
    watch: &impl Fn(&Table, &str, Millis) -> W,
) -> bool {
    let Plan::Play { seat, act: Act::Arrange(sets) } = plan else { return false };
    let Some(arrangement) = table.hand.legal(table.rules(), *seat).arrange else { return false };
    if viewer == Some(*seat) || table.hand.to_act.len() < 2 {
        return false;
    }
    let others = any_sets(&arrangement, &table.hand.laying(table.rules()), stream);
    let [one, other] = [*sets, others].map(|sets| {
        let (mut table, mut watcher) = (table.clone(), watch(table, player, now));
        let mut events = Vec::new();
        let plan = Plan::Play { seat: *seat, act: Act::Arrange(sets) };
        // Nothing is left to chance before all have laid theirs.
        step(&mut table, plan, now, &mut Stream::new(0), &mut events);
        answers(&Moment { table: &table, events: &events, now }, player, &[], &mut watcher)
    });
    assert!(one == other, "{player} can tell what {seat} has laid before it is shown");
    *sets != others
}

/// All that he gets at one moment.
fn answers(at: &Moment<'_>, player: &str, tried: &[Try], watcher: &mut impl Watcher) -> Vec<(Sent, Vec<u8>)> {
    let mut answers = vec![
        (Sent::Stream, watcher.stream(at)),
        (Sent::Answer, watcher.answer(at)),
        (Sent::View, watcher.view(at)),
        (Sent::Line, watcher.line(at)),
    ];
    for Try { action, turn, expected_seq } in tried {
        let (turn, hand) = (*turn, None);
        let request = Request { action, player, by: By::Player, turn, hand, expected_seq: *expected_seq };
        // A consent is compared by there being no refusal.
        if let Err(refused) = check(at.table, &request, at.now) {
            answers.push((Sent::Refusal, watcher.refusal(at, action, &refused)));
        }
    }
    answers
}
