//! Which pages may call, and what is no call.

use crate::common::{reason, three_card};
use brag_contract::v1::{self, GetTableRequest};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use tokio::time::timeout;
use tonic::{Code, Status};

use crate::site::*;

#[tokio::test]
async fn a_listed_page_may_call_and_read_how_it_ended() {
    let site = site().await;
    let response =
        site.page().await.send(post(GET_TABLE, WEB, framed(&see_table())).with("origin", HOME).body()).await;
    assert_eq!(response.headers()["access-control-allow-origin"], HOME);
    assert!(response.headers()["vary"].to_str().unwrap().contains("origin"));
    let exposed = response.headers()["access-control-expose-headers"].to_str().unwrap();
    assert_eq!(exposed, "grpc-status,grpc-message,grpc-status-details-bin");
    Frames::of(response).message::<v1::GetTableResponse>().await;
}

/// What pages may name a message of, or may send without asking first.
const KINDS: [Option<&str>; 12] = [
    Some(WEB),
    Some("application/grpc-web-text"),
    Some("APPLICATION/gRPC-Web"),
    Some("application/grpc"),
    Some("application/grpc+proto"),
    Some("text/plain"),
    Some("application/x-www-form-urlencoded"),
    Some("multipart/form-data; boundary=x"),
    Some("application/json"),
    Some("Text/Plain;application/grpc"),
    Some(""),
    None,
];

/// A request to make the table "made", as a page sends it.
fn creation(kind: Option<&str>, origins: &[&str]) -> Request<Full<Bytes>> {
    let deal = v1::CreateTableRequest { table_id: "made".into(), ..three_card("t") };
    let mut request = post(CREATE, WEB, framed(&deal)).body();
    request.headers_mut().remove("content-type");
    if let Some(kind) = kind {
        request.headers_mut().insert("content-type", kind.parse().unwrap());
    }
    for origin in origins {
        request.headers_mut().append("origin", origin.parse().unwrap());
    }
    request
}

impl Site {
    /// The response by each protocol.
    async fn by_both(&self, request: Request<Full<Bytes>>) -> [Response<Incoming>; 2] {
        let by_http1 = self.page().await.send(request.clone()).await;
        let mut request = request;
        request.headers_mut().remove("host");
        *request.uri_mut() = format!("http://test{}", request.uri()).parse().unwrap();
        let mut sender = self.over_http2().await;
        let by_http2 = timeout(HANG, sender.send_request(request)).await.expect("an answer").unwrap();
        [by_http1, by_http2]
    }

    async fn has_made(&self) -> bool {
        let made = GetTableRequest { name: "tables/made".into(), player: String::new() };
        let response = self.page().await.call(GET_TABLE, made).await;
        match Status::from_header_map(response.headers()) {
            Some(status) => {
                assert_eq!(reason(&status), "TABLE_NOT_FOUND");
                false
            }
            None => true,
        }
    }
}

#[tokio::test]
async fn a_page_of_another_origin_is_refused_before_anything_is_done() {
    let site = site().await;
    let evil = "http://evil.example:50051";
    for origins in [&[evil][..], &["null"], &[HOME, evil], &["http://localhost:5174"], &[""]] {
        for kind in KINDS {
            for response in site.by_both(creation(kind, origins)).await {
                assert_eq!(response.status(), 403, "{origins:?} {kind:?}");
                assert!(!response.headers().contains_key("access-control-allow-origin"));
                let said = response.into_body().collect().await.unwrap().to_bytes();
                assert!(said.starts_with(b"web pages of this origin may not call") && said.ends_with(b"\n"));
            }
        }
    }
    assert!(!site.has_made().await);
}

#[tokio::test]
async fn what_names_no_message_of_grpc_reaches_no_handler() {
    let site = site().await;
    let others =
        ["application/grpc+json", "application/grpcx", "application/grpc-web+json", "application/grpc, a"];
    let refused = KINDS[5..].iter().copied().chain(others.map(Some));
    for (kind, origins) in refused.flat_map(|kind| [(kind, &[][..]), (kind, &[HOME])]) {
        for response in site.by_both(creation(kind, origins)).await {
            assert_eq!(response.status(), 415, "{kind:?} {origins:?} {:?}", response.version());
        }
    }
    for method in ["GET", "PUT", "HEAD", "OPTIONS"] {
        for kind in ["application/grpc", WEB] {
            let mut request = creation(Some(kind), &[]);
            *request.method_mut() = method.parse().unwrap();
            for response in site.by_both(request).await {
                assert_eq!(response.status(), 405, "{method} {kind} {:?}", response.version());
                assert_eq!(response.headers()["allow"], "POST");
            }
        }
    }
    assert!(!site.has_made().await);
}

#[tokio::test]
async fn the_case_and_the_parameters_of_a_content_type_do_not_matter() {
    let site = site().await;
    for kind in ["Application/GRPC-Web+Proto", "application/grpc-web+proto; charset=utf-8"] {
        for response in site.by_both(post(GET_TABLE, kind, framed(&see_table())).body()).await {
            Frames::of(response).message::<v1::GetTableResponse>().await;
        }
    }
    for kind in ["application/grpc", "application/grpc+proto", "Application/gRPC ; a=b"] {
        for origin in [None, Some(HOME)] {
            let mut request = over_http2(GET_TABLE, framed(&see_table()));
            request.headers_mut().insert("content-type", kind.parse().unwrap());
            if let Some(origin) = origin {
                request.headers_mut().insert("origin", origin.parse().unwrap());
            }
            let response = site.over_http2().await.send_request(request).await.unwrap();
            assert_eq!(response.headers()["content-type"], "application/grpc", "{kind} {origin:?}");
            let body = response.into_body().collect().await.unwrap();
            assert_eq!(body.trailers().unwrap()["grpc-status"], "0", "{kind} {origin:?}");
        }
    }
}

#[tokio::test]
async fn a_browser_that_asks_first_is_told_what_a_listed_page_may_send() {
    let site = site().await;
    let ask = |origin: &str| {
        let asked = Request::options(GET_TABLE).header("host", "test").header("origin", origin);
        let asked = asked.header("access-control-request-method", "POST");
        asked.header("access-control-request-headers", "brag-player").body(Full::default()).unwrap()
    };
    let mut page = site.page().await;
    let told = page.send(ask(HOME)).await;
    assert_eq!(told.status(), 200);
    let header = |name: &str| told.headers()[name].to_str().unwrap();
    assert_eq!(header("access-control-allow-origin"), HOME);
    assert_eq!(header("access-control-allow-methods"), "POST");
    assert_eq!(header("access-control-max-age"), "7200");
    let allowed: Vec<&str> = header("access-control-allow-headers").split(',').collect();
    let of_clients = ["content-type", "x-grpc-web", "x-user-agent", "grpc-timeout"];
    let of_callers = ["authorization", "brag-player", "brag-role", "accept-language"];
    let of_traces = ["traceparent", "tracestate", "baggage"];
    assert_eq!(allowed, [&of_clients[..], &of_callers, &of_traces].concat());
    assert!(!told.headers().contains_key("access-control-allow-credentials"));
    let refused = page.send(ask("http://evil.example")).await;
    assert_eq!(refused.status(), 403);
    assert!(!refused.headers().contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn what_is_no_call_is_told_so_in_one_line() {
    let site = site().await;
    let plain =
        |request: http::request::Builder| request.header("host", "test").body(Full::default()).unwrap();
    let cases = [
        (post(GET_TABLE, "application/grpc", framed(&see_table())).body(), 415),
        (post(GET_TABLE, "application/grpc+proto", framed(&see_table())).body(), 415),
        (post(GET_TABLE, "application/grpc-web+json", Bytes::new()).body(), 415),
        (post(GET_TABLE, "text/plain", framed(&see_table())).body(), 415),
        (plain(Request::post(GET_TABLE)), 415),
        (plain(Request::get("/")), 405),
        (plain(Request::put(GET_TABLE).header("content-type", WEB)), 405),
        (plain(Request::options("*")), 405),
        (plain(Request::options(GET_TABLE).header("origin", HOME)), 405),
    ];
    for (request, status) in cases {
        let shown = format!("{request:?}");
        let response = site.page().await.send(request).await;
        assert_eq!(response.status(), status, "{shown}");
        assert_eq!(response.headers().contains_key("allow"), status == 405);
        let line = response.into_body().collect().await.unwrap().to_bytes();
        assert!(
            line.starts_with(b"this port speaks ") && line.iter().filter(|&&byte| byte == b'\n').count() == 1
        );
    }
    let status = at_once(&site.page().await.call("/brag.v1.TableService/Nothing", see_table()).await);
    assert_eq!(status.code(), Code::Unimplemented);
}
