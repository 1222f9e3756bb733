//! Two worlds: change what a viewer may not know, play the same, and every byte that he gets stays the same.
//!
//! A session of some hands is played at random and written down: what was done, and what chance gave. For a
//! viewer some cards never came to light, from the first deal to the last. The second world is the first with
//! those cards exchanged among themselves, wherever chance puts them: in other players' hands, in his own while
//! he has not looked, in the pack. What he may know is the same in both; so must be what he is sent.

mod session;
mod tries;
mod world;

use crate::chance::Stream;
use crate::player::any_sets;
use brag_rules::act::Act;
use brag_rules::card::{Card, PACK_SIZE};
use brag_rules::options::Rules;
use brag_rules::seat::Seat;
use brag_table::check::{Action, By, Plan, Refused, Request, check};
use brag_table::event::{Event, Millis};
use brag_table::{Table, step};
use session::{Session, play};
use tries::{Try, asked};
use world::World;

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
