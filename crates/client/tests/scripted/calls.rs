//! Calls are repeated where that helps, as the same request, and nowhere else.

use std::time::Duration;

use brag_client::{Caller, Client, Error, Loss, Policy};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{
    ActRequest, ActResponse, CreateTableRequest, Deal, Fold, ListTablesResponse, Reason, TableFilter,
    TableSummary,
};
use tokio::net::TcpListener;
use tonic::{Code, Status};

use crate::service::{PATIENT, Scripted, TABLE, acted, refusal, told, view};

fn fold() -> ActRequest {
    ActRequest {
        table: TABLE.into(),
        turn: Some(3),
        action: Some(Action::Fold(Fold {})),
        ..ActRequest::default()
    }
}

/// Every reason of the contract.
fn reasons() -> impl Iterator<Item = Reason> {
    (1..200).filter_map(|number| Reason::try_from(number).ok())
}

const LONG: Duration = Duration::from_secs(3_600);

#[tokio::test]
async fn what_passes_is_sent_again_as_it_was_and_nothing_else_is() {
    let passing = [
        Reason::Conflict,
        Reason::RateLimited,
        Reason::Overloaded,
        Reason::Draining,
        Reason::JournalUnavailable,
        Reason::NewerFormat,
        Reason::DeadlineExceeded,
    ];
    assert!(reasons().count() > 40);
    for reason in reasons() {
        let (service, client) = Scripted::for_ann().await;
        service.acts([Err(refusal(reason)), Err(refusal(reason)), acted(7)]);
        let answer = client.act(fold()).await;
        let sent = service.acted();
        assert!(sent.iter().all(|request| *request == sent[0]), "one wish, one id: {sent:?}");
        assert_eq!(sent[0].request_id.len(), 36);
        if passing.contains(&reason) {
            assert_eq!((answer.unwrap().seq, sent.len()), (7, 3), "{reason:?}");
        } else {
            let error = answer.unwrap_err();
            assert_eq!((error.refusal().unwrap().reason, sent.len()), (reason, 1), "{error}");
        }
    }
}

#[tokio::test]
async fn a_failure_without_a_reason_is_the_networks_or_none_of_this_service() {
    for code in [Code::Unavailable, Code::Cancelled, Code::DeadlineExceeded, Code::Unknown, Code::Internal] {
        let (service, client) = Scripted::for_ann().await;
        service.acts([Err(Status::new(code, "?")), acted(7)]);
        assert_eq!(client.act(fold()).await.unwrap().seq, 7, "{code:?}");
    }
    for code in [Code::PermissionDenied, Code::Unimplemented, Code::Unauthenticated, Code::NotFound] {
        let (service, client) = Scripted::for_ann().await;
        service.acts([Err(Status::new(code, "?")), acted(7)]);
        let error = client.act(fold()).await.unwrap_err();
        assert!(matches!(&error, Error::Contract(what) if what.starts_with(&format!("{code:?}"))), "{error}");
    }
}

#[tokio::test]
async fn a_given_id_is_kept_and_made_ones_differ() {
    let (service, client) = Scripted::for_ann().await;
    service.acts([acted(1), acted(2), acted(3)]);
    client.act(ActRequest { request_id: "mine".into(), ..fold() }).await.unwrap();
    client.act(fold()).await.unwrap();
    client.act(fold()).await.unwrap();
    let ids: Vec<String> = service.acted().into_iter().map(|request| request.request_id).collect();
    assert_eq!(ids[0], "mine");
    assert_ne!(ids[1], ids[2]);
}

#[tokio::test]
async fn no_call_takes_longer_than_all_of_its_time() {
    let (service, client) = Scripted::for_ann().await;
    service.acts([Err(told(Reason::Overloaded, Some(LONG))), acted(7)]);
    let error = client.act(fold()).await.unwrap_err();
    assert!(matches!(&error, Error::Refused(refusal) if refusal.retry_after == Some(LONG)), "{error}");
    assert_eq!(service.acted().len(), 1);
}

#[tokio::test]
async fn what_may_have_happened_is_said_with_the_id_to_ask_by() {
    let (service, client) = Scripted::for_ann().await;
    service.acts([
        Err(refusal(Reason::JournalUnavailable)),
        Err(told(Reason::Overloaded, Some(LONG))),
        Err(told(Reason::JournalUnavailable, Some(LONG))),
        Err(told(Reason::JournalUnavailable, Some(LONG))),
    ]);
    let error = client.act(fold()).await.unwrap_err();
    let id = service.acted()[0].request_id.clone();
    let Error::OutcomeUnknown { request_id, failed } = error else { panic!("{error}") };
    assert_eq!((request_id, failed.attempts), (id, 2), "the first attempt may have done it");
    let create = CreateTableRequest { request_id: "r".into(), ..CreateTableRequest::default() };
    let error = client.create_table(create).await.unwrap_err();
    assert!(matches!(&error, Error::OutcomeUnknown { request_id, .. } if request_id == "r"), "{error}");
    // Where nothing is changed, nothing is unknown.
    let error = client.validate(fold()).await.unwrap_err();
    assert_eq!(error.refusal().unwrap().reason, Reason::JournalUnavailable);
    assert!(service.acted().last().unwrap().validate_only);
}

/// Whose token was no longer taken is not told what became of his request; whom the table refuses, has not done it before.
#[tokio::test]
async fn a_refusal_tells_of_earlier_attempts_where_their_id_was_looked_at() {
    let (service, client) = Scripted::for_ann().await;
    let lost = || Err(refusal(Reason::JournalUnavailable));
    let reasons = [Reason::TokenInvalid, Reason::RoleRequired, Reason::NotYourTurn, Reason::NotSeated];
    for reason in reasons {
        service.acts([lost(), Err(refusal(reason)), Err(refusal(reason))]);
        let repeated = client.act(fold()).await.unwrap_err();
        let unknown = matches!(&repeated, Error::OutcomeUnknown { failed, .. } if failed.attempts == 2);
        assert_eq!(unknown, [Reason::TokenInvalid, Reason::RoleRequired].contains(&reason), "{repeated}");
        let once = client.act(fold()).await.unwrap_err();
        assert!(matches!(once, Error::Refused(_)), "{once}");
    }
}

#[tokio::test]
async fn an_attempt_without_an_answer_is_repeated_on_another_connection() {
    let policy = Policy { attempt_timeout: Duration::from_millis(100), ..PATIENT };
    let (service, client) = Scripted::start(Caller::player("ann"), policy).await;
    let acting = tokio::spawn({
        let client = client.clone();
        async move { client.act(fold()).await }
    });
    while service.acted().is_empty() {
        tokio::task::yield_now().await;
    }
    service.acts((0..100).map(|_| acted(7)));
    assert_eq!(acting.await.unwrap().unwrap().seq, 7);
    let (sent, peers) = (service.acted(), service.peers());
    assert!(sent.len() > 1 && sent.iter().all(|request| request.request_id == sent[0].request_id));
    assert_ne!(peers[0], peers[peers.len() - 1]);
}

#[tokio::test]
async fn a_server_that_drains_is_left() {
    let (service, client) = Scripted::for_ann().await;
    service.acts([Err(refusal(Reason::Draining)), Err(refusal(Reason::Overloaded)), acted(7)]);
    client.act(fold()).await.unwrap();
    let peers = service.peers();
    assert!(peers[0] != peers[1] && peers[1] == peers[2], "{peers:?}");
}

#[tokio::test]
async fn where_nobody_listens_nothing_was_done() {
    let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().to_string();
    let error = Client::connect(&address, Caller::player("ann")).await.unwrap_err();
    assert!(
        matches!(&error, Error::Unreachable(failed) if matches!(failed.last, Loss::NoConnection(_))),
        "{error}"
    );
    let quarter = Duration::from_millis(250);
    let policy = Policy { total: 4 * quarter, first_backoff: quarter, max_backoff: quarter, ..PATIENT };
    let client = Client::with_policy(&address, Caller::player("ann"), policy).unwrap();
    let error = client.act(fold()).await.unwrap_err();
    let Error::Unreachable(failed) = &error else { panic!("{error}") };
    assert!(matches!(failed.last, Loss::NoConnection(_)) && failed.attempts > 1, "{error}");
}

#[tokio::test]
async fn an_answer_that_lacks_what_it_must_have_is_none() {
    let (service, client) = Scripted::for_ann().await;
    service.acts([acted(1), Ok(ActResponse { view: Some(view(4)), ..ActResponse::default() })]);
    let error = client.create_table(CreateTableRequest::default()).await.unwrap_err();
    assert_eq!(error.to_string(), "the answer is none of this service's: it has no table");
    assert_eq!(client.create_table(CreateTableRequest::default()).await.unwrap().seq, 4);
    assert_ne!(service.created()[0].request_id, service.created()[1].request_id);
}

#[tokio::test]
async fn all_pages_are_read() {
    let (service, client) = Scripted::for_ann().await;
    let page = |names: &[&str], next: &str| ListTablesResponse {
        tables: names
            .iter()
            .map(|name| TableSummary { name: (*name).into(), ..TableSummary::default() })
            .collect(),
        next_page_token: next.into(),
        as_of: None,
    };
    service.pages([page(&["a", "b"], "2"), page(&[], "3"), page(&["c"], "")]);
    let filter = Some(TableFilter { variant: "lowball".into(), ..TableFilter::default() });
    let names: Vec<String> =
        client.list_tables(filter.clone()).await.unwrap().into_iter().map(|table| table.name).collect();
    assert_eq!(names, ["a", "b", "c"]);
    let tokens: Vec<String> = service.listed().into_iter().map(|page| page.page_token).collect();
    assert_eq!(tokens, ["", "2", "3"]);
    assert!(service.listed().iter().all(|page| page.filter == filter));
    service.pages([page(&[], "2"), page(&[], "2")]);
    let error = client.list_tables(None).await.unwrap_err();
    assert!(matches!(error, Error::Contract(_)), "{error}");
}

#[tokio::test]
async fn a_gateway_names_its_player_and_each_caller_himself() {
    let (service, gateway) = Scripted::start(Caller::gateway("backend", "ann").language("tr"), PATIENT).await;
    let operator = gateway.as_caller(Caller::operator("op")).unwrap();
    service.acts([acted(1), acted(2), acted(3), acted(4)]);
    service.views([Ok(view(4))]);
    gateway.act(fold()).await.unwrap();
    gateway.act(ActRequest { player: "bob".into(), ..fold() }).await.unwrap();
    let deal = ActRequest { action: Some(Action::Deal(Deal {})), ..ActRequest::default() };
    gateway.act(deal.clone()).await.unwrap();
    operator.act(deal).await.unwrap();
    gateway.get_table(TABLE).await.unwrap();
    let players: Vec<String> = service.acted().into_iter().map(|request| request.player).collect();
    assert_eq!(players, ["ann", "bob", "", ""]);
    assert_eq!(service.looked()[0].player, "ann");
    let callers: Vec<_> =
        service.metadata().iter().map(|of| (of["brag-player"].clone(), of["brag-role"].clone())).collect();
    assert_eq!(callers[0], ("backend".to_owned(), "gateway".to_owned()));
    assert_eq!(callers[3], ("op".to_owned(), "operator".to_owned()));
    assert_eq!(service.metadata()[0]["accept-language"], "tr");
    let peers = service.peers();
    assert!(peers.iter().all(|peer| *peer == peers[0]), "callers share a connection");
}
