//! What the client promises, one promise at a time.

use std::time::Duration;

use brag_client::{Begin, Caller, Client, Error, Follow, Loss, Policy, Update};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::{
    ActRequest, Bet, ClockSettings, Close, CloseWhen, CreateTableRequest, Deal, Dealing, Fold, Leave,
    LegalActs, OptionValue, Reason, TableActs, TableState, TableView,
};
use brag_tests::proxy::{End, Proxy, Way};
use tokio::time::timeout;

use crate::player::sit;
use crate::server::{direct, start};

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(60);
const OFTEN: Duration = Duration::from_millis(50);
const SELDOM: Duration = Duration::from_secs(15);

/// A table at which ann and bob sit on seats 1 and 2, and an operator deals. Gives its name.
async fn table(server: &Client) -> String {
    table_of(server, &[]).await
}

/// As [`table`], with these house rules.
async fn table_of(server: &Client, rules: &[(&str, i64)]) -> String {
    let operator = server.as_caller(Caller::operator("op")).unwrap();
    let rule = |&(option, value): &(&str, i64)| {
        (option.to_owned(), OptionValue { value: Some(Value::Number(value)) })
    };
    let rules = rules.iter().map(rule).collect();
    let clock = ClockSettings { dealing: Dealing::Manual.into(), ..ClockSettings::default() };
    let create =
        CreateTableRequest { variant: "three_card".into(), rules, clock: Some(clock), ..Default::default() };
    let table = operator.create_table(create).await.unwrap().name;
    for (seat, name) in [(1, "ann"), (2, "bob")] {
        act(&server.as_caller(Caller::player(name)).unwrap(), &table, sit(seat)).await;
    }
    table
}

/// Acts by the table as it is.
async fn act(client: &Client, table: &str, action: Action) -> u64 {
    let view = client.get_table(table).await.unwrap();
    client.act_on(&view, action).await.unwrap().seq
}

/// A hand in which whoever's turn it is folds.
async fn hand(server: &Client, table: &str) -> u64 {
    act(&server.as_caller(Caller::operator("op")).unwrap(), table, Action::Deal(Deal {})).await;
    let view = server.get_table(table).await.unwrap();
    let name = if view.to_act[0].seat == 1 { "ann" } else { "bob" };
    act(&server.as_caller(Caller::player(name)).unwrap(), table, Action::Fold(Fold {})).await
}

/// Follows until this holds.
async fn until(follow: &mut Follow, mut holds: impl FnMut(&Update, &TableView) -> bool) {
    let come = async {
        loop {
            let update = follow.next().await.unwrap().expect("the table is open");
            if holds(&update, follow.view()) {
                return;
            }
        }
    };
    timeout(HANG, come).await.expect("it comes to that");
}

/// Follows until that event.
async fn until_event(follow: &mut Follow, seq: u64) {
    until(follow, |_, view| view.seq >= seq).await;
}

#[tokio::test]
async fn an_act_whose_answer_is_lost_is_done_once() {
    let server = start(3, SELDOM);
    let (ann, bob) = (direct(server, Caller::player("ann")), direct(server, Caller::player("bob")));
    let table = table(&ann).await;
    act(&direct(server, Caller::operator("op")), &table, Action::Deal(Deal {})).await;
    let view = ann.get_table(&table).await.unwrap();
    let (who, other) = if view.to_act[0].seat == 1 { ("ann", &bob) } else { ("bob", &ann) };
    for end in End::ALL {
        let proxy = Proxy::plain(server).await.unwrap();
        let policy = Policy { attempt_timeout: Duration::from_millis(300), ..Policy::default() };
        let cut = Client::with_policy(&proxy.address().to_string(), Caller::player(who), policy).unwrap();
        let view = cut.get_table(&table).await.unwrap();
        // What it sends arrives; what it is answered does not.
        proxy.strike(Way::Down, end);
        let price = 1;
        let answer = cut.act_on(&view, Action::Bet(Bet { amount: price })).await.unwrap();
        assert!(proxy.taken() > 1, "{end:?}: it was answered on another connection");
        assert_eq!(answer.events[0].seq, view.seq + 1);
        let after = other.get_table(&table).await.unwrap();
        let paid = |view: &TableView| view.seats.iter().map(|seat| seat.paid).collect::<Vec<_>>();
        let turn = view.to_act[0].seat as usize - 1;
        let mut expected = paid(&view);
        expected[turn] += price;
        assert_eq!((after.seq, paid(&after)), (answer.seq, expected), "{end:?}");
        act(other, &table, Action::Bet(Bet { amount: price })).await;
    }
}

#[tokio::test]
async fn who_was_away_too_long_goes_on_with_a_snapshot_and_is_told_so() {
    let server = start(3, OFTEN);
    let operator = direct(server, Caller::operator("op"));
    let table = table(&operator).await;
    let proxy = Proxy::plain(server).await.unwrap();
    let policy = Policy {
        first_backoff: Duration::from_secs(600),
        max_backoff: Duration::from_secs(600),
        ..Policy::default()
    };
    let patient = Client::with_policy(&proxy.address().to_string(), Caller::player("ann"), policy).unwrap();
    let mut follow = patient.follow(&table, Begin::Now);
    until(&mut follow, |update, _| *update == Update::CaughtUp).await;
    let seen = follow.view().clone();
    proxy.strike(Way::Down, End::Reset);
    until(&mut follow, |update, _| matches!(update, Update::Lost { attempt: 1, loss: Loss::Cut(_) })).await;
    assert_eq!(*follow.view(), seen, "what was known stays");
    drop(follow);

    for _ in 0..5 {
        hand(&operator, &table).await;
    }
    let mut follow =
        direct(server, Caller::player("ann")).follow(&table, Begin::After(Box::new(seen.clone())));
    let expired = |update: &Update| match update {
        Update::Lost { loss: Loss::Told(refusal), .. } => refusal.reason == Reason::CursorExpired,
        _ => false,
    };
    until(&mut follow, |update, _| expired(update)).await;
    until(&mut follow, |update, _| *update == Update::Snapshot { missed_after: Some(seen.seq) }).await;
    assert_eq!(follow.view().hand, 5);
    let last = hand(&operator, &table).await;
    until_event(&mut follow, last).await;
    assert_eq!(follow.view().hand, 6);
}

#[tokio::test]
async fn a_stalled_stream_is_noticed_and_resumed_elsewhere() {
    let server = start(3, OFTEN);
    let operator = direct(server, Caller::operator("op"));
    let table = table(&operator).await;
    for end in [End::Stall, End::Swallow] {
        let proxy = Proxy::plain(server).await.unwrap();
        let policy = Policy { stream_silence: Duration::from_millis(500), ..Policy::default() };
        let ann = Client::with_policy(&proxy.address().to_string(), Caller::player("ann"), policy).unwrap();
        let mut follow = ann.follow(&table, Begin::Now);
        until(&mut follow, |update, _| *update == Update::CaughtUp).await;
        proxy.strike(Way::Down, end);
        let last = hand(&operator, &table).await;
        let mut silent = false;
        until(&mut follow, |update, view| {
            silent |= matches!(update, Update::Lost { loss: Loss::Silence, .. });
            view.seq >= last
        })
        .await;
        assert!(silent && proxy.taken() > 1);
    }
}

#[tokio::test]
async fn who_has_lost_his_seat_is_told_that_he_may_do_nothing() {
    let server = start(3, SELDOM);
    let ann = direct(server, Caller::player("ann"));
    let table = table(&ann).await;
    act(&direct(server, Caller::operator("op")), &table, Action::Deal(Deal {})).await;
    let seen = ann.get_table(&table).await.unwrap();
    assert!(!seen.legal_acts.as_ref().unwrap().acts.is_empty());
    let left = act(&ann, &table, Action::Leave(Leave {})).await;
    let mut follow = ann.follow(&table, Begin::After(Box::new(seen)));
    until_event(&mut follow, left).await;
    let view = follow.view();
    assert_eq!(view.viewer_seat, 0);
    let nothing = LegalActs { acts: Vec::new(), turn: view.turn, hand: view.hand };
    assert_eq!(follow.legal_acts(), Some(&nothing));
    assert_ne!(follow.table_acts(), Some(&TableActs::default()), "he may sit down");

    // As is who saw himself sit down and leave.
    let table = self::table(&ann).await;
    let dealt = act(&direct(server, Caller::operator("op")), &table, Action::Deal(Deal {})).await;
    let mut follow = ann.follow(&table, Begin::Start);
    until_event(&mut follow, dealt).await;
    assert!(!follow.legal_acts().unwrap().acts.is_empty());
    let left = act(&ann, &table, Action::Leave(Leave {})).await;
    until_event(&mut follow, left).await;
    let view = follow.view();
    assert_eq!(follow.legal_acts(), Some(&LegalActs { acts: Vec::new(), turn: view.turn, hand: view.hand }));
}

#[tokio::test]
async fn a_refusal_says_what_would_have_been_accepted() {
    let server = start(3, SELDOM);
    let ann = direct(server, Caller::player("ann"));
    let table = table_of(&ann, &[("min_stake", 3)]).await;
    act(&direct(server, Caller::operator("op")), &table, Action::Deal(Deal {})).await;
    let view = ann.get_table(&table).await.unwrap();
    let name = if view.to_act[0].seat == 1 { "ann" } else { "bob" };
    let to_act = ann.as_caller(Caller::player(name).language("tr")).unwrap();
    let error = to_act.act_on(&view, Action::Bet(Bet { amount: 1 })).await.unwrap_err();
    let refusal = error.refusal().unwrap();
    assert_eq!(refusal.reason, Reason::AmountTooLow);
    assert_eq!((refusal.seq, refusal.turn, refusal.hand), (Some(view.seq), Some(view.turn), Some(1)));
    assert_eq!(refusal.to_act, [view.to_act[0].seat]);
    let acts: Vec<&str> = refusal.legal.iter().map(|alternative| &*alternative.act).collect();
    assert_eq!(acts, ["look", "fold", "bet"]);
    let min: i64 = refusal.metadata["min"].parse().unwrap();
    assert_eq!(refusal.legal[2].min, Some(min));
    assert!(refusal.for_player.as_ref().unwrap().contains("koltukta"), "{refusal:?}");
    // What is said to be legal is.
    let view = to_act.get_table(&table).await.unwrap();
    let request = brag_client::numbered(&view, Action::Bet(Bet { amount: min }));
    assert_eq!(to_act.validate(request).await.unwrap(), view.seq);
}

#[tokio::test]
async fn lists_are_read_whole_and_what_is_not_there_is_an_error_at_once() {
    let server = start(3, SELDOM);
    let operator = direct(server, Caller::operator("op"));
    let mut made = Vec::new();
    for _ in 0..3 {
        let create = CreateTableRequest { variant: "lowball".into(), ..CreateTableRequest::default() };
        made.push(operator.create_table(create).await.unwrap().name);
    }
    made.sort();
    let listed: Vec<String> =
        operator.list_tables(None).await.unwrap().into_iter().map(|table| table.name).collect();
    assert_eq!(listed, made);
    let variants = operator.list_variants().await.unwrap();
    assert_eq!(operator.get_variant(&variants[0].id).await.unwrap(), variants[0]);

    let error = operator.follow("tables/none", Begin::Now).next().await.unwrap_err();
    assert_eq!(error.refusal().unwrap().reason, Reason::TableNotFound);
    let error = operator.get_variant("snap").await.unwrap_err();
    assert!(matches!(error, Error::Refused(refusal) if refusal.reason == Reason::UnknownVariant));
}

#[tokio::test]
async fn more_streams_than_a_connection_may_have_are_spread_over_several() {
    let server = start(3, SELDOM);
    let operator = direct(server, Caller::operator("op"));
    // A table may have 500 streams, a connection 768.
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(table(&operator).await);
    }
    let proxy = Proxy::plain(server).await.unwrap();
    let watcher = direct(proxy.address(), Caller::player("eve"));
    let mut follows: Vec<Follow> =
        (0..800).map(|number| watcher.follow(&tables[number % 4], Begin::Now)).collect();
    for follow in &mut follows {
        until(follow, |update, _| *update == Update::CaughtUp).await;
    }
    assert_eq!(proxy.taken(), 2);
    watcher.get_table(&tables[0]).await.unwrap();
    assert_eq!(proxy.taken(), 3, "calls have a connection of their own");
}

#[tokio::test]
async fn a_closed_table_ends_its_stream() {
    let server = start(3, SELDOM);
    let operator = direct(server, Caller::operator("op"));
    let table = table(&operator).await;
    let mut follow = operator.follow(&table, Begin::Start);
    let close = Action::Close(Close { when: CloseWhen::Now.into() });
    let request = ActRequest { table: table.clone(), action: Some(close), ..ActRequest::default() };
    let last = operator.act(request).await.unwrap().seq;
    let mut seqs = Vec::new();
    while let Some(update) = timeout(HANG, follow.next()).await.expect("an update").unwrap() {
        if let Update::Batch(batch) = update {
            seqs.extend(batch.events.iter().map(|event| event.seq));
        }
    }
    assert_eq!(seqs, (1..=last).collect::<Vec<_>>());
    assert_eq!(follow.view().state(), TableState::Closed);
}
