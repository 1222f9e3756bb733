//! Calls as a page makes them, and what it reads of them.

use crate::common::reason;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{self};
use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Full};
use tonic::Code;

use crate::site::*;

#[tokio::test]
async fn a_view_comes_as_a_native_call_has_it_and_the_connection_is_kept() {
    let site = site().await;
    let native = site.server.view("ann", "").await;
    let mut page = site.page().await;
    for _ in 0..2 {
        let mut frames = Frames::of(page.call(GET_TABLE, see_table()).await);
        let view: v1::GetTableResponse = frames.message().await;
        assert_eq!(view.table.unwrap(), native);
        assert_eq!(frames.status().await.code(), Code::Ok);
    }
}

#[tokio::test]
async fn a_refusal_carries_its_details() {
    let site = site().await;
    let mut page = site.page().await;
    let fold = v1::ActRequest { turn: Some(1), ..crate::common::act(Action::Fold(v1::Fold {})) };
    let mut request = post("/brag.v1.TableService/Act", WEB, framed(&fold)).body();
    request.headers_mut().insert("brag-player", "bob".parse().unwrap());
    let status = at_once(&page.send(request).await);
    assert_eq!((status.code(), &*reason(&status)), (Code::FailedPrecondition, "NOT_YOUR_TURN"));
}

#[tokio::test]
async fn base64_is_understood_and_spoken_as_the_client_likes() {
    let site = site().await;
    let mut page = site.page().await;
    let view = page.call(GET_TABLE, see_table()).await.into_body().collect().await.unwrap().to_bytes();
    // {name: "tables/t"} as an independent encoder has it.
    let request = Bytes::from_static(b"AAAAAAoKCHRhYmxlcy90");
    let text =
        post(GET_TABLE, "application/grpc-web-text", request).with("accept", "application/grpc-web-text");
    let response = page.send(text.body()).await;
    assert_eq!(response.headers()["content-type"], "application/grpc-web-text+proto");
    let spoken = response.into_body().collect().await.unwrap().to_bytes();
    assert!(spoken.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte)));
    let padded = |length: usize| length.div_ceil(3) * 4;
    let message = 5 + u32::from_be_bytes(view[1..5].try_into().unwrap()) as usize;
    assert_eq!(spoken.len(), padded(message) + padded(view.len() - message), "each frame by itself");
}

#[tokio::test]
async fn grpc_web_over_http2_is_answered_alike() {
    let site = site().await;
    let mut sender = site.over_http2().await;
    let mut request = over_http2(GET_TABLE, framed(&see_table()));
    request.headers_mut().insert("origin", HOME.parse().unwrap());
    let response = sender.send_request(request).await.unwrap();
    assert_eq!(response.headers()["access-control-allow-origin"], HOME);
    let mut frames = Frames::of(response);
    frames.message::<v1::GetTableResponse>().await;
    assert_eq!(frames.status().await.code(), Code::Ok);

    let options = Request::options("http://test/").header("origin", "http://evil.example");
    let refused = sender.send_request(options.body(Full::default()).unwrap()).await.unwrap();
    assert_eq!(refused.status(), 403);
}
