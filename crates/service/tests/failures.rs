//! What a caller is told when the table or its journal cannot do what was asked.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use std::sync::Arc;
use std::time::Duration;

use brag_contract::v1::act_request::Action;
use brag_contract::v1::{self, ActRequest};
use brag_host::HostConfig;
use brag_journal::ReadError;
use brag_service::Settings;
use brag_testkit::journal::{Fault, TestJournal};
use common::{Server, act, by, metadata, reason, start_over, three_card};
use tonic::{Code, Status};
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
use tonic_types::StatusExt as _;

const SOON: Duration = Duration::from_millis(100);
const LATER: Duration = Duration::from_secs(1);

/// A server with a hand dealt at `tables/t`, over a journal that can be told to misbehave.
async fn dealt(config: HostConfig) -> (Arc<Server>, Arc<TestJournal>) {
    let journal = Arc::new(TestJournal::default());
    let server = start_over(journal.clone(), config, Settings::default()).await;
    server.dealt().await;
    (Arc::new(server), journal)
}

/// Ann rests, under that id.
fn rest(id: &str) -> ActRequest {
    ActRequest { request_id: id.into(), ..act(Action::SitOut(v1::SitOut {})) }
}

async fn refused(server: &Server, request: ActRequest) -> Status {
    server.send("ann", "player", request).await.unwrap_err()
}

/// Code, reason and retry of a failure, whose other details are as those of every failure.
#[track_caller]
fn assert_failed(status: &Status, code: Code, expected: &str, retry: Option<Duration>) {
    assert_eq!((status.code(), &*reason(status)), (code, expected), "{status:?}");
    let told = status.get_details_retry_info().map(|info| info.retry_delay.unwrap());
    assert_eq!(told, retry, "{status:?}");
}

#[tokio::test]
async fn a_table_with_too_much_to_do_says_so_at_once() {
    let (server, journal) = dealt(HostConfig { mailbox: 1, ..HostConfig::default() }).await;
    journal.hold();
    // One is worked on, one waits, and one is too much: whichever comes last.
    let mut asked = tokio::task::JoinSet::new();
    for id in ["a", "b", "c"] {
        let server = Arc::clone(&server);
        asked.spawn(async move { (id, server.send("ann", "player", rest(id)).await) });
    }
    let (late, answer) = asked.join_next().await.unwrap().unwrap();
    let status = answer.unwrap_err();
    assert_failed(&status, Code::ResourceExhausted, "OVERLOADED", Some(SOON));
    assert_eq!(metadata(&status)["waiting"], "1");
    journal.release();
    let others: Vec<_> = asked.join_all().await;
    let done = others.iter().filter(|(_, answer)| answer.is_ok()).count();
    assert_eq!(done, 1, "the other one finds that she rests already: {others:?}");
    assert_eq!(refused(&server, rest(late)).await.code(), Code::FailedPrecondition, "nothing had happened");
}

#[tokio::test]
async fn a_journal_that_does_not_answer_leaves_a_retry_to_find_out() {
    let (server, journal) = dealt(HostConfig::default()).await;
    for (fault, request) in [
        (Fault::Down, rest("a")),
        (Fault::LostAck, ActRequest { request_id: "b".into(), ..act(Action::SitIn(v1::SitIn {})) }),
    ] {
        journal.fail_next([fault]);
        let status = refused(&server, request.clone()).await;
        assert_failed(&status, Code::Unavailable, "JOURNAL_UNAVAILABLE", Some(LATER));
        let retry = server.send("ann", "player", request.clone()).await.unwrap();
        assert_eq!(server.send("ann", "player", request).await.unwrap(), retry, "done once");
    }
    let create = || async { server.tables().await.create_table(by("op", "operator", three_card("n"))).await };
    journal.fail_next([Fault::Down]);
    let status = create().await.unwrap_err();
    assert_failed(&status, Code::Unavailable, "JOURNAL_UNAVAILABLE", Some(LATER));
    create().await.unwrap();
}

#[tokio::test]
async fn a_journal_that_contradicts_itself_is_data_loss() {
    let (server, journal) = dealt(HostConfig::default()).await;
    journal.fail_next([Fault::Corrupt]);
    for id in ["a", "b"] {
        let status = refused(&server, rest(id)).await;
        assert_failed(&status, Code::DataLoss, "JOURNAL_CORRUPT", None);
    }
    journal.fail_next([Fault::Corrupt]);
    let create = by("op", "operator", three_card("n"));
    let status = server.tables().await.create_table(create).await.unwrap_err();
    assert_failed(&status, Code::DataLoss, "JOURNAL_CORRUPT", None);
    server.create(three_card("other")).await;
}

#[tokio::test]
async fn a_table_that_a_newer_version_has_written_is_elsewhere() {
    let (server, journal) = dealt(HostConfig::default()).await;
    journal.fail_next([Fault::Phantom]);
    journal.fail_reads(Some(ReadError::NewerFormat { format: 2, known: 1 }));
    for id in ["a", "b"] {
        let status = refused(&server, rest(id)).await;
        assert_failed(&status, Code::Unavailable, "NEWER_FORMAT", Some(LATER));
        let named = metadata(&status);
        assert_eq!((&*named["format"], &*named["known"]), ("2", "1"));
    }
}

#[tokio::test]
async fn a_table_that_broke_is_stopped_and_no_other() {
    let (server, journal) = dealt(HostConfig::default()).await;
    let before = server.view("ann", "player").await;
    journal.fail_next([Fault::Panics]);
    for id in ["a", "b"] {
        let status = refused(&server, rest(id)).await;
        assert_failed(&status, Code::Internal, "TABLE_BROKEN", None);
    }
    assert_eq!(server.view("ann", "player").await, before, "it can still be looked at");
    server.create(three_card("other")).await;
}

/// The failures without a reason, as docs/integrating.md lists them; what only a web page meets is in web.rs.
#[tokio::test]
async fn what_is_refused_outside_of_the_contract_has_no_reason() {
    let server =
        start_over(Arc::new(TestJournal::default()), HostConfig::default(), Settings::default()).await;
    let mut long = by("ann", "player", rest("a"));
    long.metadata_mut().insert("long", "x".repeat(8 << 10).parse().unwrap());
    let headers = server.tables().await.act(long).await.unwrap_err();
    assert!(headers.code() == Code::Unknown && headers.message().contains("431"), "{headers:?}");
    let unknown = HealthCheckRequest { service: "none".into() };
    let health = HealthClient::new(server.channel().await).check(unknown).await.unwrap_err();
    assert_eq!(health.code(), Code::NotFound);
    for status in [headers, health] {
        assert!(status.details().is_empty(), "{status:?}");
    }
}
