//! A table is followed through everything that can happen to its stream.

use std::time::Duration;

use brag_client::{Begin, Caller, Client, Error, Follow, Loss, Policy, Update};
use brag_contract::v1::stream_events_response::Message;
use brag_contract::v1::{
    Bookmark, Charter, EventBatch, LegalActs, Reason, StreamEventsRequest, TableActs, TableState, TableView,
};
use tokio::time::timeout;

use crate::service::{
    PATIENT, Scripted, Step, TABLE, batch, caught_up, closed, event, refusal, snapshot, unknown, view,
};

/// The table closes.
fn end(seq: u64) -> Step {
    Step::Send(Message::Snapshot(Box::new(closed(seq))))
}

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(60);

/// What comes, in short, until the end.
async fn all(follow: &mut Follow) -> Vec<String> {
    let mut told = Vec::new();
    while let Some(update) = timeout(HANG, follow.next()).await.expect("an update").unwrap() {
        told.push(short(&update));
    }
    told
}

fn short(update: &Update) -> String {
    match update {
        Update::Snapshot { missed_after: None } => "snapshot".to_owned(),
        Update::Snapshot { missed_after: Some(seq) } => format!("snapshot, missed after {seq}"),
        Update::Batch(batch) => {
            let seqs: Vec<String> = batch.events.iter().map(|event| event.seq.to_string()).collect();
            seqs.join(" ")
        }
        Update::CaughtUp => "caught up".to_owned(),
        Update::Bookmark => "bookmark".to_owned(),
        Update::Lost { attempt, loss: Loss::Told(refusal) } => {
            format!("lost {attempt}: {}", refusal.reason_name)
        }
        Update::Lost { attempt, loss: Loss::Cut(_) } => format!("lost {attempt}: cut"),
        Update::Lost { attempt, loss } => format!("lost {attempt}: {loss}"),
        Update::Resumed => "resumed".to_owned(),
    }
}

#[tokio::test]
async fn a_stream_goes_on_after_the_last_event_whatever_ended_it() {
    let passing = [
        Reason::Draining,
        Reason::StreamLagged,
        Reason::QuotaExceeded,
        Reason::Overloaded,
        Reason::RateLimited,
        Reason::JournalUnavailable,
        Reason::NewerFormat,
    ];
    for reason in passing {
        let (service, client) = Scripted::for_ann().await;
        let name = reason.as_str_name().trim_start_matches("REASON_");
        service.streams([
            vec![snapshot(5), batch([event(6), event(7)]), Step::Fail(reason)],
            vec![Step::Fail(reason)],
            vec![caught_up(7), end(8)],
        ]);
        let mut follow = client.follow(TABLE, Begin::Now);
        let (first, second) = (format!("lost 1: {name}"), format!("lost 2: {name}"));
        let expected = ["snapshot", "6 7", &first, &second, "resumed", "caught up", "snapshot"];
        assert_eq!(all(&mut follow).await, expected);
        assert_eq!(service.cursors(), [None, Some(7), Some(7)]);
        assert_eq!(follow.view().state(), TableState::Closed);
        assert_eq!(follow.next().await.unwrap(), None, "the end stays the end");
    }
}

#[tokio::test]
async fn only_a_closed_table_ends_a_stream() {
    let (service, client) = Scripted::for_ann().await;
    service.streams([vec![snapshot(5), batch([event(6)])], vec![], vec![end(7)]]);
    let mut follow = client.follow(TABLE, Begin::Now);
    assert_eq!(
        all(&mut follow).await,
        ["snapshot", "6", "lost 1: cut", "lost 2: cut", "resumed", "snapshot"]
    );
}

#[tokio::test]
async fn a_gap_and_a_repeat_are_errors_that_another_stream_may_mend() {
    for wrong in
        [batch([event(8)]), batch([event(6)]), batch([event(7), event(9)]), batch([event(7), event(7)])]
    {
        let (service, client) = Scripted::for_ann().await;
        service.streams([vec![snapshot(5), batch([event(6)]), wrong], vec![batch([event(7)]), end(8)]]);
        let mut follow = client.follow(TABLE, Begin::Now);
        assert_eq!(all(&mut follow).await, ["snapshot", "6", "lost 1: cut", "resumed", "7", "snapshot"]);
        assert_eq!(service.cursors(), [None, Some(6)]);
    }
}

#[tokio::test]
async fn what_is_no_longer_kept_is_said_and_it_goes_on_with_a_snapshot() {
    for reason in [Reason::CursorExpired, Reason::CursorAhead] {
        let (service, client) = Scripted::for_ann().await;
        let name = reason.as_str_name().trim_start_matches("REASON_");
        service.streams([
            vec![Step::Fail(reason)],
            vec![Step::Fail(Reason::Draining)],
            vec![snapshot(9), batch([event(10)]), Step::Fail(Reason::Draining)],
            vec![end(11)],
        ]);
        let mut follow = client.follow(TABLE, Begin::After(Box::new(view(4))));
        assert_eq!(follow.view().seq, 4);
        let told = all(&mut follow).await;
        assert_eq!(told[0], format!("lost 1: {name}"));
        assert_eq!(
            told[1..],
            [
                "lost 2: DRAINING",
                "resumed",
                "snapshot, missed after 4",
                "10",
                "lost 1: DRAINING",
                "resumed",
                "snapshot"
            ]
        );
        assert_eq!(service.cursors(), [Some(4), None, None, Some(10)]);
    }
}

#[tokio::test]
async fn a_start_is_the_oldest_event_that_is_kept_also_after_a_gap() {
    let (service, client) = Scripted::for_ann().await;
    service.streams([
        vec![Step::Fail(Reason::Overloaded)],
        vec![snapshot(4), batch([event(5)]), Step::Fail(Reason::Draining)],
        vec![Step::Fail(Reason::CursorExpired)],
        vec![snapshot(8), batch([event(9)]), end(10)],
    ]);
    let told = all(&mut client.follow(TABLE, Begin::Start)).await;
    assert_eq!(
        told,
        [
            "lost 1: OVERLOADED",
            "resumed",
            "snapshot, missed after 0",
            "5",
            "lost 1: DRAINING",
            "lost 2: CURSOR_EXPIRED",
            "resumed",
            "snapshot, missed after 5",
            "9",
            "snapshot",
        ]
    );
    let oldest = |request: StreamEventsRequest| (request.after_seq, request.from_oldest);
    let opened: Vec<_> = service.opened().into_iter().map(oldest).collect();
    assert_eq!(opened, [(None, true), (None, true), (Some(5), false), (None, true)]);
}

/// A name is used again: what is another table's is none of this one's events.
#[tokio::test]
async fn another_table_of_the_name_is_never_taken_for_the_one_that_is_followed() {
    let of = |uid: &str, seq| {
        let charter = Some(Charter { uid: uid.into(), ..Charter::default() });
        TableView { charter, ..view(seq) }
    };
    let shown = |uid: &str, seq| Step::Send(Message::Snapshot(Box::new(of(uid, seq))));
    // The service says so where it is asked with the uid; one that does not know it is found out.
    for replaced in [Step::Fail(Reason::TableReplaced), shown("other", 9)] {
        let (service, client) = Scripted::for_ann().await;
        service.streams([
            vec![shown("first", 5), batch([event(6)]), Step::Fail(Reason::Draining)],
            vec![replaced.clone()],
            vec![replaced],
        ]);
        let mut follow = client.follow(TABLE, Begin::Now);
        for expected in ["snapshot", "6", "lost 1: DRAINING"] {
            assert_eq!(short(&follow.next().await.unwrap().unwrap()), expected);
        }
        for _ in 0..2 {
            match timeout(HANG, follow.next()).await.unwrap() {
                Ok(Some(Update::Resumed)) => assert!(follow.next().await.is_err()),
                other => assert!(matches!(other, Err(Error::Refused(_) | Error::Contract(_))), "{other:?}"),
            }
            assert_eq!((follow.seq(), follow.view().seq), (6, 6));
        }
        let asked: Vec<_> =
            service.opened().into_iter().map(|request| (request.after_seq, request.uid)).collect();
        assert_eq!(asked[..2], [(None, String::new()), (Some(6), "first".into())]);
    }
    // Nor is a view that is asked for because an event is not known.
    let (service, client) = Scripted::for_ann().await;
    service.streams([vec![shown("first", 5), batch([unknown(6)]), Step::Hang]]);
    service.views([Ok(of("other", 9))]);
    let mut follow = client.follow(TABLE, Begin::Now);
    follow.next().await.unwrap();
    let error = follow.next().await.unwrap_err();
    assert!(matches!(error, Error::Contract(_)), "{error}");
    assert_eq!(follow.seq(), 5);
}

/// Whoever takes a stream and cuts it at once is asked less and less often, whatever it says in between.
#[tokio::test]
async fn only_news_or_a_stream_that_lasts_make_up_for_a_failure() {
    let policy = Policy { stream_silence: Duration::from_millis(500), ..PATIENT };
    let (service, client) = Scripted::start(Caller::player("ann"), policy).await;
    let bookmark = Step::Send(Message::Bookmark(Bookmark::default()));
    service.streams([
        vec![snapshot(5)],
        vec![caught_up(5)],
        vec![bookmark],
        vec![caught_up(5), Step::Hang],
        vec![],
        vec![batch([event(6)])],
        vec![end(7)],
    ]);
    let told = all(&mut client.follow(TABLE, Begin::Now)).await;
    let lost: Vec<&str> =
        told.iter().map(String::as_str).filter(|update| update.starts_with("lost")).collect();
    let silent = "lost 1: nothing came in time";
    assert_eq!(lost, ["lost 1: cut", "lost 2: cut", "lost 3: cut", silent, "lost 2: cut", "lost 1: cut"]);
    assert_eq!(told.iter().filter(|update| *update == "resumed").count(), 5, "{told:?}");
}

#[tokio::test]
async fn what_no_retry_mends_is_an_error() {
    let lasting = [Reason::TableNotFound, Reason::RoleRequired, Reason::TokenInvalid, Reason::TableBroken];
    for reason in lasting {
        let (service, client) = Scripted::for_ann().await;
        service.streams([vec![snapshot(5), Step::Fail(reason)], vec![end(6)]]);
        let mut follow = client.follow(TABLE, Begin::Now);
        follow.next().await.unwrap();
        let error = follow.next().await.unwrap_err();
        assert!(matches!(&error, Error::Refused(refusal) if refusal.reason == reason), "{error}");
        assert!(!follow.is_live());
        // Who thinks otherwise may try: a new token, a table that is made after all.
        assert_eq!(all(&mut follow).await, ["snapshot"]);
    }
}

#[tokio::test]
async fn a_fact_that_is_not_known_is_delivered_with_the_view_after_it() {
    let (service, client) = Scripted::for_ann().await;
    service.streams([vec![
        snapshot(5),
        batch([event(6), unknown(7)]),
        batch([event(8), event(9)]),
        batch([event(10)]),
        end(11),
    ]]);
    // The table is ahead of the stream when it is looked at.
    service.views([Ok(view(8))]);
    let mut follow = client.follow(TABLE, Begin::Now);
    follow.next().await.unwrap();
    let mut views = Vec::new();
    for expected in ["6 7", "8 9", "10"] {
        assert_eq!(short(&follow.next().await.unwrap().unwrap()), expected);
        views.push((follow.seq(), follow.view().seq));
    }
    assert_eq!(views, [(7, 8), (9, 9), (10, 10)]);
    assert!(follow.view().seats[0].sitting_out, "what came after the view was folded into it");
    assert_eq!(service.looked().len(), 1);
}

#[tokio::test]
async fn a_view_that_cannot_be_had_just_now_is_asked_for_again_with_its_batch() {
    let (service, client) = Scripted::for_ann().await;
    service.streams([
        vec![snapshot(5), batch([unknown(6)]), Step::Hang],
        vec![batch([unknown(6)]), Step::Hang],
        vec![batch([unknown(6)]), end(7)],
    ]);
    // A table that was looked at elsewhere may be behind.
    service.views([Ok(view(5)), Ok(view(4)), Ok(view(6))]);
    let mut follow = client.follow(TABLE, Begin::Now);
    let told = all(&mut follow).await;
    assert_eq!(told, ["snapshot", "lost 1: cut", "resumed", "lost 2: cut", "resumed", "6", "snapshot"]);
    assert_eq!(service.cursors(), [None, Some(5), Some(5)]);
}

#[tokio::test]
async fn a_silent_stream_is_left_for_another_connection() {
    let policy = Policy { stream_silence: Duration::from_millis(500), ..PATIENT };
    let (service, client) = Scripted::start(Caller::player("ann"), policy).await;
    service.streams([vec![snapshot(5), caught_up(5), Step::Hang], vec![batch([event(6)]), end(7)]]);
    let mut follow = client.follow(TABLE, Begin::Now);
    let told = all(&mut follow).await;
    assert_eq!(told, ["snapshot", "caught up", "lost 1: nothing came in time", "resumed", "6", "snapshot"]);
    assert_eq!(service.cursors(), [None, Some(5)]);
    assert_ne!(service.peers()[0], service.peers()[1]);
}

#[tokio::test]
async fn it_is_live_when_it_has_caught_up_and_until_it_is_lost() {
    let (service, client) = Scripted::for_ann().await;
    let bookmark = Step::Send(Message::Bookmark(Bookmark::default()));
    service.streams([
        vec![snapshot(5), caught_up(5), bookmark, Step::Fail(Reason::Draining)],
        vec![caught_up(5), end(6)],
    ]);
    let mut follow = client.follow(TABLE, Begin::Now);
    let mut told = Vec::new();
    while let Some(update) = follow.next().await.unwrap() {
        told.push((short(&update), follow.is_live()));
    }
    let told: Vec<(&str, bool)> = told.iter().map(|(update, live)| (&**update, *live)).collect();
    assert_eq!(
        told,
        [
            ("snapshot", false),
            ("caught up", true),
            ("bookmark", true),
            ("lost 1: DRAINING", false),
            ("resumed", false),
            ("caught up", true),
            ("snapshot", true)
        ]
    );
}

#[tokio::test]
async fn the_lists_of_acts_come_with_the_batch_that_changes_them() {
    let (service, client) = Scripted::for_ann().await;
    let lists = EventBatch {
        events: vec![event(6)],
        legal_acts: Some(LegalActs { turn: 40, ..LegalActs::default() }),
        table_acts: Some(TableActs::default()),
    };
    service.streams([vec![snapshot(5), Step::Send(Message::Batch(lists)), batch([event(7)])]]);
    let mut follow = client.follow(TABLE, Begin::Now);
    follow.next().await.unwrap();
    assert_eq!((follow.legal_acts().unwrap().turn, follow.table_acts()), (5, None));
    for _ in 0..2 {
        follow.next().await.unwrap();
        assert_eq!(
            (follow.legal_acts().unwrap().turn, follow.table_acts()),
            (40, Some(&TableActs::default()))
        );
    }
}

#[tokio::test]
async fn a_wait_that_is_given_up_loses_nothing() {
    let (service, client) = Scripted::for_ann().await;
    service.streams([
        vec![snapshot(5), batch([event(6)]), batch([unknown(7)]), Step::Fail(Reason::Draining)],
        vec![caught_up(7), batch([event(8)]), end(9)],
    ]);
    service.views([Err(refusal(Reason::Overloaded)), Ok(view(7))]);
    let mut follow = client.follow(TABLE, Begin::Now);
    let (mut told, mut given_up) = (Vec::new(), 0);
    loop {
        // Whatever it waits for, it is given up at once, unless it is there.
        tokio::select! {
            biased;
            update = follow.next() => match update.unwrap() {
                Some(update) => told.push(short(&update)),
                None => break,
            },
            () = std::future::ready(()) => given_up += 1,
        }
        tokio::task::yield_now().await;
    }
    assert_eq!(told, ["snapshot", "6", "7", "lost 1: DRAINING", "resumed", "caught up", "8", "snapshot"]);
    assert!(given_up > 10, "{given_up}");
}

#[test]
fn a_table_can_be_named_before_there_is_a_runtime() {
    let client = Client::connect_lazy("127.0.0.1:1", Caller::player("ann")).unwrap();
    assert_eq!(client.follow(TABLE, Begin::Now).into_seat().view().seq, 0);
}

#[tokio::test]
async fn a_gateway_looks_through_its_players_eyes() {
    let (service, client) = Scripted::start(Caller::gateway("backend", "ann"), PATIENT).await;
    service.streams([vec![end(5)]]);
    all(&mut client.follow(TABLE, Begin::Now)).await;
    assert_eq!(service.opened()[0].player, "ann");
}
