//! Making tables and listing them; the catalogue; health.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_contract::v1::act_request::Action;
use brag_contract::v1::rules_service_client::RulesServiceClient;
use brag_contract::v1::{self, CreateTableRequest, ListTablesRequest, TableFilter};
use brag_rules::variant::Variant;
use common::{Server, act, by, metadata, reason, sit, start, three_card};
use tonic::{Code, Status};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_types::StatusExt;

async fn create(server: &Server, caller: &str, request: CreateTableRequest) -> Result<v1::TableView, Status> {
    let answer = server.tables().await.create_table(by(caller, "operator", request)).await;
    answer.map(|answer| answer.into_inner().table.unwrap())
}

#[tokio::test]
async fn a_retry_meets_the_table_that_the_first_request_made() {
    let server = start().await;
    let request = CreateTableRequest { table_id: String::new(), ..three_card("x") };
    let first = create(&server, "op", request.clone()).await.unwrap();
    let id = first.name.strip_prefix("tables/").unwrap();
    assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let again = create(&server, "op", request.clone()).await.unwrap();
    assert_eq!(again, first);
    let others = create(&server, "another", request.clone()).await.unwrap();
    assert_ne!(others.name, first.name, "another caller's request is another one");
    let changed = CreateTableRequest { variant: "lowball".into(), ..request };
    let status = create(&server, "op", changed).await.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (Code::AlreadyExists, "REQUEST_ID_REUSED"));
}

#[tokio::test]
async fn a_name_is_taken_once() {
    let server = start().await;
    create(&server, "op", three_card("t")).await.unwrap();
    let other = CreateTableRequest { request_id: "other".into(), ..three_card("t") };
    let status = create(&server, "op", other).await.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (Code::AlreadyExists, "TABLE_EXISTS"));
    assert_eq!(metadata(&status)["table"], "tables/t");
    assert!(create(&server, "op", three_card("t")).await.is_ok(), "the same request meets its table");
}

#[tokio::test]
async fn fields_of_later_versions_are_refused_and_named() {
    let server = start().await;
    let cases = [
        (
            "seating.mode",
            CreateTableRequest {
                seating: Some(v1::SeatingSettings { mode: v1::SeatingMode::Invited.into(), invited: vec![] }),
                ..three_card("t")
            },
        ),
        (
            "spectating.delay_hands",
            CreateTableRequest {
                spectating: Some(v1::SpectatingSettings { allowed: true, delay_hands: 2 }),
                ..three_card("t")
            },
        ),
        (
            "fairness.reveal_policy",
            CreateTableRequest {
                fairness: Some(v1::FairnessSettings { reveal_policy: v1::RevealPolicy::AtTableClose.into() }),
                ..three_card("t")
            },
        ),
    ];
    for (field, request) in cases {
        let status = create(&server, "op", request).await.unwrap_err();
        assert_eq!((status.code(), &*reason(&status)), (Code::InvalidArgument, "INVALID_FIELD"));
        assert_eq!(status.get_details_bad_request().unwrap().field_violations[0].field, field);
    }
}

#[tokio::test]
async fn only_an_operator_sees_who_made_a_table() {
    let server = start().await;
    server.create(three_card("t")).await;
    let made_by = |view: v1::TableView| view.charter.unwrap().created_by.map(|by| by.player);
    assert_eq!(made_by(server.view("op", "operator").await).as_deref(), Some("op"));
    assert_eq!(made_by(server.view("ann", "player").await), None);
    let first = async |player: &str, roles: &str| {
        let mut stream = server.stream(player, roles, Some(0)).await.unwrap();
        match stream.events().await.remove(0).fact {
            Some(v1::event::Fact::Created(created)) => {
                created.charter.unwrap().created_by.map(|by| by.player)
            }
            other => panic!("created, not {other:?}"),
        }
    };
    assert_eq!(first("op", "operator").await.as_deref(), Some("op"));
    assert_eq!(first("ann", "player").await, None);
    assert_eq!(first("front", "gateway").await, None);
}

#[tokio::test]
async fn a_table_of_nobody_is_not_found() {
    let server = start().await;
    let request = v1::GetTableRequest { name: "tables/none".into(), player: String::new() };
    let status = server.tables().await.get_table(by("ann", "player", request)).await.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (Code::NotFound, "TABLE_NOT_FOUND"));
    assert_eq!(metadata(&status)["table"], "tables/none");
}

async fn list(server: &Server, roles: &str, request: ListTablesRequest) -> v1::ListTablesResponse {
    server.tables().await.list_tables(by("ann", roles, request)).await.unwrap().into_inner()
}

fn names(list: &v1::ListTablesResponse) -> Vec<&str> {
    list.tables.iter().map(|line| line.name.strip_prefix("tables/").unwrap()).collect()
}

#[tokio::test]
async fn tables_are_listed_by_name_in_pages() {
    let server = start().await;
    for id in ["d", "b", "a", "c", "e"] {
        server.create(three_card(id)).await;
    }
    let mut request = ListTablesRequest { page_size: 2, ..Default::default() };
    let mut pages = Vec::new();
    loop {
        let page = list(&server, "player", request.clone()).await;
        assert!(page.as_of.is_some());
        pages.push(names(&page).join(""));
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    assert_eq!(pages, ["ab", "cd", "e"]);
    let whole = ListTablesRequest { page_size: 5, ..Default::default() };
    assert_eq!(list(&server, "player", whole).await.next_page_token, "", "a full last page is the last");
    let other = ListTablesRequest {
        page_token: request.page_token,
        filter: Some(TableFilter { variant: "lowball".into(), ..Default::default() }),
        ..Default::default()
    };
    let status = server.tables().await.list_tables(by("ann", "player", other)).await.unwrap_err();
    assert_eq!(reason(&status), "INVALID_FIELD");
}

/// What matches little is found over several pages, each of which looks at a bounded number of tables.
#[tokio::test]
async fn a_page_is_bounded_by_what_it_looks_at() {
    let server = start().await;
    let mut tables = server.tables().await;
    for number in 0..1_002 {
        let labels = [("number".to_owned(), number.to_string())].into();
        let create = CreateTableRequest { labels, ..three_card(&format!("t{number:04}")) };
        tables.create_table(by("op", "operator", create)).await.unwrap();
    }
    let mut request = ListTablesRequest {
        filter: Some(TableFilter {
            labels: [("number".to_owned(), "1001".to_owned())].into(),
            ..Default::default()
        }),
        ..Default::default()
    };
    let first = list(&server, "player", request.clone()).await;
    assert_eq!(names(&first), [""; 0]);
    request.page_token = first.next_page_token;
    let second = list(&server, "player", request.clone()).await;
    assert_eq!((names(&second), &*second.next_page_token), (vec!["t1001"], ""));
    // A page that is full goes on right after its last table.
    request.filter = None;
    (request.page_token, request.page_size) = (String::new(), 500);
    let mut all = Vec::new();
    loop {
        let page = list(&server, "player", request.clone()).await;
        all.extend(names(&page).into_iter().map(str::to_owned));
        if page.next_page_token.is_empty() {
            break;
        }
        assert_eq!(page.tables.len(), 500);
        request.page_token = page.next_page_token;
    }
    assert!(all.len() == 1_002 && all.is_sorted());
}

/// Answers that nobody takes are kept in memory: a page is bounded in bytes, whatever its lines hold.
#[tokio::test]
async fn a_page_is_bounded_in_bytes() {
    let server = start().await;
    let mut tables = server.tables().await;
    let labels: std::collections::BTreeMap<_, _> =
        (0..16).map(|number| (format!("label{number}"), "x".repeat(100))).collect();
    for number in 0..100 {
        let create = CreateTableRequest { labels: labels.clone(), ..three_card(&format!("t{number:03}")) };
        tables.create_table(by("op", "operator", create)).await.unwrap();
    }
    let mut request = ListTablesRequest { page_size: 500, ..Default::default() };
    let (mut all, mut pages) = (Vec::new(), 0);
    loop {
        let page = list(&server, "player", request.clone()).await;
        assert!(prost::Message::encoded_len(&page) < 132 * 1_024);
        all.extend(names(&page).into_iter().map(str::to_owned));
        pages += 1;
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    assert!(pages > 1 && all.len() == 100 && all.is_sorted());
}

#[tokio::test]
async fn a_filter_keeps_what_meets_each_of_its_fields() {
    let server = start().await;
    server.create(three_card("t")).await;
    let label = [("room".to_owned(), "red".to_owned())];
    let small = v1::OptionValue { value: Some(v1::option_value::Value::Number(2)) };
    server
        .create(CreateTableRequest {
            variant: "lowball".into(),
            rules: [("max_players".to_owned(), small)].into(),
            labels: label.clone().into(),
            spectating: None,
            ..three_card("u")
        })
        .await;
    server.send("ann", "player", act(sit(1, 50))).await.unwrap();
    server.act("op", Action::Pause(v1::Pause {})).await.unwrap();
    let filtered = async |filter| {
        let request = ListTablesRequest { filter: Some(filter), ..Default::default() };
        names(&list(&server, "player", request).await).join("")
    };
    let paused = v1::TableState::Paused.into();
    let cases = [
        (TableFilter::default(), "tu"),
        (TableFilter { states: vec![paused], ..Default::default() }, "t"),
        (TableFilter { states: vec![paused, v1::TableState::Open.into()], ..Default::default() }, "tu"),
        (TableFilter { variant: "lowball".into(), ..Default::default() }, "u"),
        (TableFilter { min_free_seats: 3, ..Default::default() }, "t"),
        (TableFilter { player: "ann".into(), ..Default::default() }, "t"),
        (TableFilter { labels: label.into(), ..Default::default() }, "u"),
        (TableFilter { variant: "lowball".into(), player: "ann".into(), ..Default::default() }, ""),
    ];
    for (filter, expected) in cases {
        assert_eq!(filtered(filter.clone()).await, expected, "{filter:?}");
    }
    let all = list(&server, "player", ListTablesRequest::default()).await;
    assert_eq!((all.tables[0].seats, &*all.tables[0].players), (8, &["ann".to_owned()][..]));
    let watched = list(&server, "spectator", ListTablesRequest::default()).await;
    assert_eq!(names(&watched), ["t"], "a spectator is shown what he may watch");
}

#[tokio::test]
async fn the_catalogue_is_enough_for_a_form() {
    let server = start().await;
    let mut rules = RulesServiceClient::new(server.channel().await);
    let listed =
        rules.list_variants(by("", "", v1::ListVariantsRequest {})).await.unwrap().into_inner().variants;
    let ids = listed.iter().map(|variant| &*variant.id).collect::<Vec<_>>();
    assert_eq!(ids, Variant::all().iter().map(|variant| variant.id()).collect::<Vec<_>>());
    for variant in &listed {
        let request = v1::GetVariantRequest { id: variant.id.clone() };
        let got = rules.get_variant(by("eve", "audit", request)).await.unwrap().into_inner();
        assert_eq!(got.variant.as_ref(), Some(variant));
        // What the catalogue says of a fresh table is what a fresh table says.
        let create =
            CreateTableRequest { variant: variant.id.clone(), ..three_card(&variant.id.replace('_', "-")) };
        let table = server.create(create).await.charter.unwrap();
        let defaults = variant
            .options
            .iter()
            .filter_map(|option| Some((option.key.clone(), option.default_value.clone()?)));
        assert_eq!(table.rules, defaults.collect());
    }
    let status = rules
        .get_variant(by("ann", "player", v1::GetVariantRequest { id: "poker".into() }))
        .await
        .unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (Code::InvalidArgument, "UNKNOWN_VARIANT"));
    assert_eq!(metadata(&status)["known"], ids.join(", "));
    let status = rules.get_variant(by("ann", "player", v1::GetVariantRequest::default())).await.unwrap_err();
    assert_eq!(reason(&status), "INVALID_FIELD");
}

#[tokio::test]
async fn health_follows_the_life_of_the_process_and_sends_watchers_away() {
    let server = start().await;
    let mut health = HealthClient::new(server.channel().await);
    let mut of = async |service: &str| {
        let answer = health.check(HealthCheckRequest { service: service.into() }).await;
        answer.map(|answer| answer.into_inner().status())
    };
    let names = ["", "startup", "live", "ready", "brag.v1.TableService"];
    for name in names {
        assert_eq!(of(name).await.unwrap(), ServingStatus::Serving, "{name}");
    }
    assert_eq!(of("other").await.unwrap_err().code(), Code::NotFound);
    let mut watcher = HealthClient::new(server.channel().await);
    let mut watch = watcher.watch(HealthCheckRequest { service: "ready".into() }).await.unwrap().into_inner();
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::Serving);
    server.serving.not_ready();
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::NotServing);
    for (name, serving) in names.into_iter().zip([false, true, true, false, false]) {
        let expected = if serving { ServingStatus::Serving } else { ServingStatus::NotServing };
        assert_eq!(of(name).await.unwrap(), expected, "{name}");
    }
    server.serving.drain();
    assert!(watch.message().await.unwrap().is_none());
}
