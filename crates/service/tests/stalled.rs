//! A reader who takes nothing holds no place for ever, and harms nobody else.

#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use std::time::Duration;

use brag_contract::v1::StreamEventsRequest;
use brag_contract::v1::table_service_client::TableServiceClient;
use brag_host::HostConfig;
use brag_service::{Limits, Settings};
use common::{by, reason, sit, start_with, three_card};
use tokio::time::{Instant, sleep, timeout};
use tonic::transport::Endpoint;

const HANG: Duration = Duration::from_secs(20);
const STALL: Duration = Duration::from_secs(1);

#[tokio::test]
async fn a_stream_that_nobody_takes_is_reset() {
    let limits = Limits { streams_per_table: 2, stall: STALL, ..Limits::default() };
    let server = start_with(HostConfig::default(), Settings { limits, ..Settings::default() }).await;
    server.create(three_card("t")).await;
    let mut reader = server.stream("bob", "player", None).await.unwrap();
    reader.snapshot().await;
    reader.caught_up().await;
    // So small a window that not even the first message fits, and nobody reads it: one more waits before it.
    let endpoint = Endpoint::from_shared(format!("http://{}", server.address)).unwrap();
    let channel = endpoint.initial_stream_window_size(Some(16)).connect().await.unwrap();
    let request = StreamEventsRequest { table: "tables/t".into(), ..Default::default() };
    let began = Instant::now();
    let mut left = TableServiceClient::new(channel)
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
