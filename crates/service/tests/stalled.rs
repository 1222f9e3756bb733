//! A caller who takes nothing holds neither a place nor an answer for ever, and harms nobody else.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use std::time::Duration;

use brag_contract::v1::rules_service_client::RulesServiceClient;
use brag_contract::v1::table_service_client::TableServiceClient;
use brag_contract::v1::{GetVariantRequest, StreamEventsRequest};
use brag_service::transport::Transport;
use brag_service::{Limits, Settings};
use common::{Server, by, reason, sit, start_behind, three_card};
use tokio::time::{Instant, sleep, timeout};
use tonic::transport::{Channel, Endpoint};

const HANG: Duration = Duration::from_secs(20);
const STALL: Duration = Duration::from_secs(1);

fn impatient() -> Transport {
    Transport { answer_stall: STALL, ..Transport::default() }
}

/// Of so small a window that not even the first message fits.
async fn narrow(server: &Server) -> Channel {
    let endpoint = Endpoint::from_shared(format!("http://{}", server.address)).unwrap();
    endpoint.initial_stream_window_size(Some(16)).connect().await.unwrap()
}

#[tokio::test]
async fn a_single_answer_that_nobody_takes_is_reset() {
    let server = start_behind(impatient(), Settings::default()).await;
    let mut rules = RulesServiceClient::new(narrow(&server).await);
    let asked = || by("eve", "player", GetVariantRequest { id: "three_card".into() });
    let whole =
        rules.get_variant(asked()).await.expect("who takes his answer gets it, however small his window");
    assert!(whole.into_inner().variant.is_some());
    // Eve asks anew with a client that gives her the head of the answer, and does not read on.
    let mut grpc = tonic::client::Grpc::new(narrow(&server).await);
    grpc.ready().await.unwrap();
    let path = http::uri::PathAndQuery::from_static("/brag.v1.RulesService/GetVariant");
    let codec =
        tonic_prost::ProstCodec::<GetVariantRequest, brag_contract::v1::GetVariantResponse>::default();
    let mut left = grpc.server_streaming(asked(), path, codec).await.unwrap().into_inner();
    sleep(STALL * 3).await;
    let ended = timeout(HANG, left.message()).await.expect("she is told when she reads");
    assert!(ended.is_err(), "never whole: {ended:?}");
}

#[tokio::test]
async fn a_stream_that_nobody_takes_is_reset() {
    let limits = Limits { streams_per_table: 2, ..Limits::default() };
    let server = start_behind(impatient(), Settings { limits, ..Settings::default() }).await;
    server.create(three_card("t")).await;
    let mut reader = server.stream("bob", "player", None).await.unwrap();
    reader.snapshot().await;
    reader.caught_up().await;
    let request = StreamEventsRequest { table: "tables/t".into(), ..Default::default() };
    let began = Instant::now();
    let mut left = TableServiceClient::new(narrow(&server).await)
        .stream_events(by("eve", "player", request))
        .await
        .unwrap()
        .into_inner();
    assert_eq!(reason(&server.stream("ann", "player", None).await.err().unwrap()), "QUOTA_EXCEEDED");
    server.act("bob", sit(1, 100)).await.unwrap();
    reader.batch().await;
    let place = timeout(HANG, async {
        loop {
            match server.stream("ann", "player", None).await {
                Ok(stream) => return stream,
                Err(status) => assert_eq!(reason(&status), "QUOTA_EXCEEDED"),
            }
            sleep(Duration::from_millis(20)).await;
        }
    });
    place.await.expect("the place of the one who takes nothing becomes free");
    assert!(began.elapsed() >= STALL, "and not before its time");
    let ended = timeout(HANG, left.message()).await.expect("he is told when he reads");
    assert!(ended.is_err(), "never OK: {ended:?}");
    // Who has had everything may wait for as long as he likes.
    server.act("ann", sit(2, 100)).await.unwrap();
    assert!(!reader.batch().await.events.is_empty());
}
