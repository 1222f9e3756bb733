//! Who may call what: deny by default, and the role table.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_contract::v1::act_request::Action;
use brag_contract::{FILE_DESCRIPTOR_SET, v1};
use bytes::Bytes;
use common::{Server, act, by, reason, sit, start, three_card};
use http::Request;
use http::uri::PathAndQuery;
use http_body_util::Full;
use prost::Message as _;
use std::future::poll_fn;
use tonic::body::Body;
use tonic::client::Grpc;
use tonic::{Code, Status};
use tonic_prost::ProstCodec;
use tower::Service as _;

const ROLES: [&str; 5] = ["player", "gateway", "spectator", "operator", "audit"];

/// Every method of every service of the project's own packages.
fn methods() -> Vec<String> {
    let set = prost_types::FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).unwrap();
    let mut methods = Vec::new();
    for file in &set.file {
        for service in &file.service {
            let path = |method: &str| format!("/{}.{}/{method}", file.package(), service.name());
            methods.extend(service.method.iter().map(|method| path(method.name())));
        }
    }
    methods
}

/// Calls a method with an empty message.
async fn call(server: &Server, path: &str, player: &str, roles: &str) -> Result<(), Status> {
    let mut grpc = Grpc::new(server.channel().await);
    grpc.ready().await.map_err(|error| Status::unknown(error.to_string()))?;
    let path = path.parse::<PathAndQuery>().unwrap();
    let answer = grpc.server_streaming(by(player, roles, ()), path, ProstCodec::<(), ()>::default()).await;
    answer.map(|_| ())
}

#[tokio::test]
async fn without_an_identity_every_method_is_denied() {
    let server = start().await;
    let methods = methods();
    assert_eq!(methods.len(), 13);
    for path in methods {
        // A claimed role is no name, and what a player may is for nobody without one.
        for roles in ["player", "gateway", "spectator", "audit", "player,gateway,spectator,audit", "king"] {
            let status = call(&server, &path, "", roles).await.unwrap_err();
            assert_eq!(
                (status.code(), &*reason(&status)),
                (Code::Unauthenticated, "TOKEN_INVALID"),
                "{path}"
            );
        }
        // An operator needs no name for what only operators do, and to read what there is to play.
        let nameless = match call(&server, &path, "", "").await {
            Err(status) if status.code() == Code::Unauthenticated => false,
            Err(_) | Ok(()) => true,
        };
        // Of acts the empty one is nobody's.
        let allowed = path.contains("Script") || path.contains("Rules") || path.ends_with("/CreateTable");
        assert_eq!(nameless, allowed, "{path}");
    }
}

#[tokio::test]
async fn each_method_is_for_its_roles_and_no_other() {
    let server = start().await;
    for path in methods() {
        let allowed: &[&str] = match path.rsplit('/').next().unwrap() {
            "CreateTable" | "CreateScriptedTable" | "PreparePack" | "AdvanceClock" | "ExpireTurn" => {
                &["operator"]
            }
            "Act" => &["player", "gateway", "operator"],
            "GetTable" | "StreamEvents" | "ListTables" => &["player", "gateway", "spectator", "operator"],
            "ListVariants" | "GetVariant" | "RankHands" | "EstimateOdds" => &ROLES,
            other => panic!("{other} has no row"),
        };
        for role in ROLES {
            let denied = match call(&server, &path, "ann", role).await {
                Err(status) if status.code() == Code::PermissionDenied => {
                    assert_eq!(reason(&status), "ROLE_REQUIRED");
                    assert_eq!(common::metadata(&status)["role"], allowed[0]);
                    true
                }
                // The empty message is malformed, or is answered: either way the role was enough.
                Err(status) => {
                    assert_eq!(reason(&status), "INVALID_FIELD", "{path} {role}");
                    false
                }
                Ok(()) => false,
            };
            assert_eq!(denied, !allowed.contains(&role), "{path} {role}");
        }
    }
}

fn every_action() -> Vec<(Action, &'static [&'static str])> {
    let seat: &[&str] = &["player", "gateway"];
    let chips: &[&str] = &["player", "gateway", "operator"];
    let operator: &[&str] = &["operator"];
    vec![
        (Action::Look(v1::Look::default()), seat),
        (Action::Discard(v1::Discard::default()), seat),
        (Action::Fold(v1::Fold {}), seat),
        (Action::Bet(v1::Bet::default()), seat),
        (Action::See(v1::See::default()), seat),
        (Action::Cover(v1::Cover::default()), seat),
        (Action::Sideshow(v1::Sideshow {}), seat),
        (Action::Accept(v1::Accept {}), seat),
        (Action::Refuse(v1::Refuse {}), seat),
        (Action::Keep(v1::Keep {}), seat),
        (Action::Throw(v1::Throw {}), seat),
        (Action::Commit(v1::Commit::default()), seat),
        (Action::Retain(v1::Retain::default()), seat),
        (Action::Cut(v1::Cut::default()), seat),
        (Action::Leave(v1::Leave {}), seat),
        (Action::SitOut(v1::SitOut {}), seat),
        (Action::SitIn(v1::SitIn {}), seat),
        (sit(1, 50), chips),
        (Action::TopUp(v1::TopUp { amount: 1 }), chips),
        (Action::Deal(v1::Deal {}), operator),
        (Action::Pause(v1::Pause {}), operator),
        (Action::Resume(v1::Resume {}), operator),
        (Action::Remove(v1::Remove::default()), operator),
        (Action::Close(v1::Close::default()), operator),
    ]
}

#[tokio::test]
async fn each_act_is_for_its_roles_and_no_other() {
    let server = start().await;
    for (action, allowed) in every_action() {
        for role in ROLES {
            // Without an id the request is malformed, which is found after the role.
            let request = v1::ActRequest { request_id: String::new(), ..act(action.clone()) };
            let status = server.send("ann", role, request).await.unwrap_err();
            let expected = if allowed.contains(&role) { "INVALID_FIELD" } else { "ROLE_REQUIRED" };
            assert_eq!(reason(&status), expected, "{action:?} {role}");
        }
        let request = v1::ActRequest { request_id: String::new(), ..act(action.clone()) };
        let nameless = server.send("", "", request).await.unwrap_err();
        let expected = if allowed == ["operator"] { "INVALID_FIELD" } else { "TOKEN_INVALID" };
        assert_eq!(reason(&nameless), expected, "{action:?}");
    }
}

#[tokio::test]
async fn absent_roles_are_player_and_operator() {
    let server = start().await;
    let created = server.tables().await.create_table(by("ann", "", three_card("t"))).await;
    assert!(created.is_ok());
    server.send("ann", "", act(sit(1, 50))).await.unwrap();
    assert_eq!(server.view("ann", "").await.viewer_seat, 1);
}

#[tokio::test]
async fn what_nobody_listed_is_not_served() {
    let server = start().await;
    for path in ["/brag.v1.TableService/Drop", "/brag.v1.Other/Act", "/brag.v1.TableService/", "/x"] {
        let status = call(&server, path, "ann", "operator").await.unwrap_err();
        assert_eq!((status.code(), &*reason(&status)), (Code::Unimplemented, "UNKNOWN_METHOD"), "{path}");
        assert_eq!(common::metadata(&status)["method"], path);
    }
    let long = format!("/brag.v1.TableService/{}", "x".repeat(5_000));
    let status = call(&server, &long, "ann", "operator").await.unwrap_err();
    assert_eq!(reason(&status), "UNKNOWN_METHOD");
    assert_eq!(common::metadata(&status)["method"].chars().count(), 65, "shortened");
}

/// A request whose one message is marked as compressed.
#[tokio::test]
async fn a_compressed_request_is_told_what_is_served() {
    let server = start().await;
    for path in ["/brag.v1.RulesService/ListVariants", "/grpc.health.v1.Health/Check"] {
        let request = Request::post(format!("http://{}{path}", server.address))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .header("grpc-encoding", "gzip")
            .header("brag-player", "ann")
            .body(Body::new(Full::new(Bytes::from_static(&[1, 0, 0, 0, 0]))))
            .unwrap();
        let mut channel = server.channel().await;
        poll_fn(|context| channel.poll_ready(context)).await.unwrap();
        let response = channel.call(request).await.unwrap();
        assert_eq!(response.headers()["grpc-accept-encoding"], "identity", "{path}");
        let status = Status::from_header_map(response.headers()).unwrap();
        assert_eq!((status.code(), &*reason(&status)), (Code::Unimplemented, "UNKNOWN_ENCODING"), "{path}");
        assert_eq!(common::metadata(&status)["served"], "identity");
    }
}

#[tokio::test]
async fn health_and_reflection_are_open_and_reflection_can_be_off() {
    let server = start().await;
    assert!(call(&server, "/grpc.health.v1.Health/Check", "", "").await.is_ok());
    let reflection = ["/grpc.reflection.v1.ServerReflection/", "/grpc.reflection.v1alpha.ServerReflection/"]
        .map(|service| format!("{service}ServerReflectionInfo"));
    for path in &reflection {
        assert!(call(&server, path, "", "").await.is_ok(), "{path}");
    }
    let settings = brag_service::Settings { reflection: false, ..Default::default() };
    let closed = common::start_with(Default::default(), settings).await;
    for path in &reflection {
        let status = call(&closed, path, "", "").await.unwrap_err();
        assert_eq!((status.code(), &*reason(&status)), (Code::Unimplemented, "UNKNOWN_METHOD"), "{path}");
    }
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_an_invalid_field() {
    let server = start().await;
    let long = v1::GetVariantRequest { id: "x".repeat(16 * 1_024) };
    let mut rules = v1::rules_service_client::RulesServiceClient::new(server.channel().await);
    let status = rules.get_variant(by("ann", "player", long)).await.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (Code::InvalidArgument, "INVALID_FIELD"));
    // A string that is no UTF-8: field 1, length 1, 0xff, sent as a message of one bytes field.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Raw {
        #[prost(bytes = "vec", tag = "1")]
        id: Vec<u8>,
    }
    let mut grpc = Grpc::new(server.channel().await);
    grpc.ready().await.unwrap();
    let path = PathAndQuery::from_static("/brag.v1.RulesService/GetVariant");
    let request = by("ann", "player", Raw { id: vec![0xff] });
    let status = grpc.unary(request, path, ProstCodec::<Raw, ()>::default()).await.unwrap_err();
    assert_eq!((status.code(), &*reason(&status)), (Code::InvalidArgument, "INVALID_FIELD"));
}
