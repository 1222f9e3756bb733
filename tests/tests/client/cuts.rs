//! A front end that loses its connections at any event of a hand ends with the same state as one that did not: each event
//! once and in order, each act done once.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use brag_client::{Begin, Caller, Client, Policy, Update};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{
    ActRequest, ActResponse, Cause, ClockSettings, Close, CloseWhen, CreateTableRequest, Event, Pause,
    Resume, TableState, TableView,
};
use brag_tests::proxy::{End, Fault, Faults, Proxy, Way};
use tokio::time::timeout;

use crate::player::{Dice, play, sit};
use crate::server::{direct, start};

/// How often a stream is lost, over all tables, at least.
const CUTS: u64 = 500;
/// Tables that are played at a time.
const TABLES: u64 = 16;
/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(240);

/// Hasty, so that what is silent is noticed soon: the server marks its streams more often.
const HASTY: Policy = Policy {
    attempt_timeout: Duration::from_millis(150),
    total: Duration::from_secs(120),
    first_backoff: Duration::from_millis(2),
    max_backoff: Duration::from_millis(50),
    stream_silence: Duration::from_millis(150),
};
const BOOKMARK_EVERY: Duration = Duration::from_millis(50);

/// What a front end got and did.
#[derive(Default)]
struct Log {
    events: Vec<Event>,
    /// The table after each hand, by its last event.
    hands: BTreeMap<u64, TableView>,
    last: TableView,
    /// The kinds of facts after which the stream was lost, and how often.
    lost_after: BTreeMap<String, u64>,
    lost: u64,
}

impl Log {
    fn see(&mut self, update: &Update, view: &TableView) {
        match update {
            Update::Batch(batch) => {
                self.events.extend_from_slice(&batch.events);
                if batch.events.iter().any(|event| matches!(event.fact, Some(Fact::HandEnded(_)))) {
                    self.hands.insert(view.seq, lasting(view));
                }
            }
            Update::Lost { .. } => {
                self.lost += 1;
                *self.lost_after.entry(kind(self.events.last())).or_default() += 1;
            }
            Update::Snapshot { .. } => panic!("every event is kept"),
            Update::CaughtUp | Update::Bookmark | Update::Resumed => {}
        }
        self.last = lasting(view);
    }
}

/// The kind of an event's fact.
fn kind(event: Option<&Event>) -> String {
    let fact = event.map(|event| format!("{:?}", event.fact.as_ref().unwrap()));
    fact.unwrap_or_default().split('(').next().unwrap_or_default().to_owned()
}

/// A view without what is a matter of the moment.
fn lasting(view: &TableView) -> TableView {
    let mut view = TableView { server_time: None, legal_acts: None, table_acts: None, ..view.clone() };
    view.to_act.iter_mut().for_each(|turn| turn.time_left = None);
    view
}

/// What a new connection suffers: one end of either direction after some bytes, and the way there.
fn faults(dice: &mut Dice) -> Faults {
    let mut way_there = || {
        let millis = |most, dice: &mut Dice| Duration::from_millis(dice.below(most));
        let slow = dice.one_in(3);
        let (latency, jitter) = if slow { (millis(4, dice), millis(4, dice)) } else { Default::default() };
        let piece = [None, None, Some(1), Some(1 + dice.below(60) as usize)];
        Fault { latency, jitter, piece: *dice.pick(&piece), end: None }
    };
    let (mut up, mut down) = (way_there(), way_there());
    let end = *dice.pick(&End::ALL);
    if dice.one_in(3) {
        up.end = Some((dice.below(1_500), end));
    } else {
        down.end = Some((dice.below(4_000), end));
    }
    Faults { up, down }
}

async fn create(operator: &Client, number: u64) -> String {
    let moment = prost_types::Duration { seconds: 0, nanos: 10_000_000 };
    let clock = ClockSettings {
        action_time: Some(prost_types::Duration { seconds: 3_600, nanos: 0 }),
        hand_pause: Some(moment),
        ..ClockSettings::default()
    };
    let table_id = format!("t{number}");
    let create = CreateTableRequest {
        table_id,
        variant: "three_card".into(),
        clock: Some(clock),
        ..Default::default()
    };
    operator.create_table(create).await.unwrap().name
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_front_end_that_is_cut_off_again_and_again_ends_where_one_that_was_not_does() {
    let server = start(100_000, BOOKMARK_EVERY);
    let tables: Vec<_> = (0..TABLES).map(|number| tokio::spawn(table(server, number))).collect();
    let (mut hands, mut acts, mut lost) = (0, 0, 0);
    let (mut ends, mut lost_after) = (BTreeMap::<End, u64>::new(), BTreeMap::<String, u64>::new());
    for table in tables {
        let played = timeout(HANG, table).await.expect("tables come to their end").unwrap();
        hands += played.log.hands.len();
        acts += played.acts;
        lost += played.log.lost;
        played.ends.into_iter().for_each(|(end, times)| *ends.entry(end).or_default() += times);
        played
            .log
            .lost_after
            .into_iter()
            .for_each(|(fact, times)| *lost_after.entry(fact).or_default() += times);
    }
    println!("{lost} streams lost over {hands} hands and {acts} acts; {ends:?}; after {lost_after:?}");
    assert!(lost >= CUTS && ends.values().sum::<u64>() >= CUTS);
    for end in End::ALL {
        assert!(ends[&end] >= CUTS / 20, "{end:?}");
    }
    for fact in ["TurnBegan", "Looked", "NextHand"] {
        assert!(lost_after.contains_key(fact), "never lost after {fact}");
    }
}

struct Played {
    log: Log,
    acts: usize,
    ends: BTreeMap<End, u64>,
}

/// Plays one table of ann, who is cut off, and bob and cat, who are not.
async fn table(server: SocketAddr, number: u64) -> Played {
    let operator = direct(server, Caller::operator("op"));
    let table = create(&operator, number).await;
    let mut script = Dice::new(number);
    let proxy = Arc::new(Proxy::start(server, number, move |_| faults(&mut script)).await.unwrap());
    let ann = Client::with_policy(&proxy.address().to_string(), Caller::player("ann"), HASTY).unwrap();

    // Nobody is dealt to before all of them sit.
    by_operator(&operator, &table, Action::Pause(Pause {})).await;
    let mut others = Vec::new();
    for (seat, name) in [(2, "bob"), (3, "cat")] {
        let client = direct(server, Caller::player(name));
        let mut own = client.seat(&table);
        own.act(sit(seat)).await.unwrap();
        let dice = Dice::new(number << 8 | u64::from(seat));
        others.push(tokio::spawn(play(own, dice, |_, _| {}, |_| {})));
    }
    let watching = tokio::spawn(watch(direct(server, Caller::player("ann")), table.clone()));

    let log = Arc::new(Mutex::new(Log::default()));
    let mut acts: Vec<ActResponse> = Vec::new();
    let mut seat = ann.follow(&table, Begin::Start).into_seat();
    acts.push(seat.act(sit(1)).await.unwrap());
    by_operator(&operator, &table, Action::Resume(Resume {})).await;
    let closing = tokio::spawn(close(operator.clone(), table.clone(), Arc::clone(&log)));
    let (mut by_hand, dice) = (Dice::new(!number), Dice::new(number << 8 | 1));
    let (seen, struck) = (Arc::clone(&log), Arc::clone(&proxy));
    let see = move |update: &Update, view: &TableView| {
        seen.lock().unwrap().see(update, view);
        if by_hand.one_in(30) {
            struck.strike(*by_hand.pick(&[Way::Up, Way::Down]), *by_hand.pick(&End::ALL));
        }
    };
    play(seat, dice, see, |answer| acts.push(answer)).await;
    closing.await.unwrap();
    for other in others {
        other.await.unwrap();
    }

    let undisturbed = watching.await.unwrap();
    let log = std::mem::take(&mut *log.lock().unwrap());
    let numbers: Vec<u64> = log.events.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "each event once and in order");
    assert!(log.events == undisturbed.events, "{table}: and each as it was told to who lost nothing");
    assert!(log.hands == undisturbed.hands, "{table}: chips and hands are the same after every hand");
    assert_eq!(log.last, undisturbed.last);
    let shown = direct(server, Caller::player("ann")).get_table(&table).await.unwrap();
    assert_eq!(log.last, lasting(&shown));
    assert_eq!(shown.state(), TableState::Closed);

    let own = |event: &&Event| event.cause() == Cause::Seat && event.cause_seat == 1;
    let answered: Vec<&Event> = acts.iter().flat_map(|answer| answer.events.iter().filter(own)).collect();
    let happened: Vec<&Event> = undisturbed.events.iter().filter(own).collect();
    assert_eq!(answered, happened, "each act was done once, and no other");
    Played { log, acts: acts.len(), ends: proxy.ended() }
}

/// Follows a table to its end, by nothing but the contract's stream.
async fn watch(client: Client, table: String) -> Log {
    let (mut log, mut follow) = (Log::default(), client.follow(table, Begin::Start));
    while let Some(update) = follow.next().await.unwrap() {
        log.see(&update, follow.view());
    }
    assert_eq!(log.lost, 0);
    log
}

/// Closes the table when its stream was lost often enough.
async fn close(operator: Client, table: String, log: Arc<Mutex<Log>>) {
    let mut follow = operator.follow(&table, Begin::Now);
    while log.lock().unwrap().lost < CUTS.div_ceil(TABLES) {
        follow.next().await.unwrap().expect("the table is open");
    }
    by_operator(&operator, &table, Action::Close(Close { when: CloseWhen::AfterHand.into() })).await;
}

async fn by_operator(operator: &Client, table: &str, action: Action) {
    let request = ActRequest { table: table.into(), action: Some(action), ..ActRequest::default() };
    operator.act(request).await.unwrap();
}
