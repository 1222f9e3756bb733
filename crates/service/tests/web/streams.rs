//! Streams as a page reads them.

use crate::common::{metadata, reason};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::stream_events_response::Message;
use brag_contract::v1::{self};
use brag_service::Limits;
use brag_service::transport::Transport;
use http_body_util::BodyExt;
use tokio::time::timeout;
use tonic::{Code, Status};

use crate::site::*;

#[tokio::test]
async fn a_stream_is_live_and_ends_in_its_trailers_when_the_server_drains() {
    let site = site().await;
    let (mut idle, mut streaming) = (site.page().await, site.page().await);
    let answered = idle.call(GET_TABLE, see_table()).await.into_body().collect().await;
    assert!(!answered.unwrap().to_bytes().is_empty());
    let mut frames = Frames::of(streaming.call(STREAM, events(None)).await);
    let snapshot: v1::StreamEventsResponse = frames.message().await;
    let Some(Message::Snapshot(view)) = snapshot.message else { panic!("a snapshot, not {snapshot:?}") };
    frames.message::<v1::StreamEventsResponse>().await;
    let answer = site.server.act("ann", Action::Look(v1::Look::default())).await.unwrap();
    let batch: v1::StreamEventsResponse = frames.message().await;
    let Some(Message::Batch(batch)) = batch.message else { panic!("a batch, not {batch:?}") };
    assert_eq!(batch.events, answer.events);
    assert_eq!(batch.events[0].seq, view.seq + 1);

    site.drain.send(()).unwrap();
    let status = frames.status().await;
    assert_eq!((status.code(), &*reason(&status)), (Code::Unavailable, "DRAINING"));
    assert_eq!(metadata(&status)["next_seq"], (answer.seq + 1).to_string());
    assert!(tonic_types::StatusExt::get_details_retry_info(&status).is_some());
    timeout(HANG, site.served).await.expect("no connection is left").unwrap().unwrap();
    timeout(HANG, idle.connection).await.expect("the idle one, too").unwrap();
}

#[tokio::test]
async fn a_page_that_goes_away_frees_its_streams_place() {
    let limits = Limits { streams_per_table: 1, ..Limits::default() };
    let site = site_with(Transport::default(), limits).await;
    let mut first = site.page().await;
    let mut frames = Frames::of(first.call(STREAM, events(None)).await);
    frames.message::<v1::StreamEventsResponse>().await;
    let refused = at_once(&site.page().await.call(STREAM, events(None)).await);
    assert_eq!(reason(&refused), "QUOTA_EXCEEDED");
    drop((first, frames));
    let again = async {
        while Status::from_header_map(site.page().await.call(STREAM, events(None)).await.headers()).is_some()
        {
        }
    };
    timeout(HANG, again).await.expect("a place for the next one");
}

#[tokio::test]
async fn streams_count_for_the_connection() {
    let limits = Limits { streams_per_connection: 1, ..Limits::default() };
    let site = site_with(Transport::default(), limits).await;
    let mut sender = site.over_http2().await;
    let first = sender.send_request(over_http2(STREAM, framed(&events(None)))).await.unwrap();
    let second = sender.send_request(over_http2(STREAM, framed(&events(None)))).await.unwrap();
    assert_eq!(metadata(&at_once(&second))["limit"], "streams_per_connection");
    Frames::of(first).message::<v1::StreamEventsResponse>().await;
    let mut another = Frames::of(site.page().await.call(STREAM, events(None)).await);
    another.message::<v1::StreamEventsResponse>().await;
}
