//! The page does not grow with what is served: labels come from closed sets.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

use brag_host::{CreateTable, Host, HostConfig, Principal, Role, SystemClock};
use brag_journal::memory::{MemoryBounds, MemoryJournal};
use brag_rules::variant::Variant;
use brag_service::{Serving, Settings};
use brag_table::charter::{Cashier, ClockTerms, RevealPolicy, Seating, Spectating};
use brag_telemetry::Telemetry;
use std::collections::BTreeMap;
use std::sync::Arc;
use tonic::body::Body;
use tonic::codegen::Service as _;

/// No page has more lines than this.
const MOST_SERIES: usize = 1_000;

fn table(number: usize) -> CreateTable {
    let id: Arc<str> = format!("table-{number}").into();
    CreateTable {
        caller: Principal {
            tenant: format!("tenant-{}", number % 100).into(),
            subject: format!("player-{number}").into(),
            roles: [Role::Operator].into_iter().collect(),
        },
        id: Some(Arc::clone(&id)),
        request_id: Some(id),
        body_hash: [1; 32],
        rules: Variant::all()[number % Variant::all().len()].defaults(),
        clock: ClockTerms::default(),
        cashier: Cashier::Player,
        seating: Seating::Open,
        spectating: Spectating { allowed: true },
        reveal: RevealPolicy::AuditorOnly,
        labels: BTreeMap::new(),
        script: None,
        seats: Vec::new(),
        trace: Default::default(),
    }
}

fn series(page: &str) -> usize {
    page.lines().filter(|line| !line.starts_with('#')).count()
}

#[tokio::test]
async fn ten_thousand_tables_and_a_thousand_unknown_methods_add_no_series() {
    let telemetry = Telemetry::start(None).unwrap();
    let journal = Arc::new(MemoryJournal::new(MemoryBounds::default()));
    let clock = Arc::new(SystemClock::new());
    let host = Host::observed(HostConfig::default(), journal, clock, Some(telemetry.of_host())).unwrap();
    let serving = Serving::observed(host.clone(), Settings::default(), Some(telemetry.of_service()));
    let call = async |number: usize| {
        let path = format!("/package-{number}.Service/Method");
        let request = http::Request::post(path).body(Body::empty()).unwrap();
        serving.service().call(request).await.unwrap();
    };
    host.create(table(0)).await.unwrap();
    call(0).await;
    let before = series(&telemetry.page().text());
    for number in 1..10_000 {
        host.create(table(number)).await.unwrap();
    }
    for number in 1..1_000 {
        call(number).await;
    }
    let page = telemetry.page().text();
    assert!(page.contains("brag_tables{state=\"open\"} 10000\n"), "{page}");
    assert!(page.contains("brag_calls_started_total{rpc_method=\"_OTHER\"} 1000\n"), "{page}");
    assert!(
        page.contains("rpc_method=\"_OTHER\",rpc_response_status_code=\"UNIMPLEMENTED\",error_type=\"UNIMPLEMENTED\"} 1000\n"),
        "{page}"
    );
    assert_eq!(series(&page), before);
    assert!(before <= MOST_SERIES, "{before}");
}
