//! Traces and metrics as those receive them for whom they are: a collector that decodes what arrives, and a reader of
//! the page.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

use brag_contract::v1;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::table_service_client::TableServiceClient;
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Response, Status};

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(20);

/// A collector: keeps all that it is sent, with the headers.
#[derive(Clone, Default)]
struct Collector {
    got: Arc<Mutex<Vec<ExportTraceServiceRequest>>>,
    headers: Arc<Mutex<BTreeSet<String>>>,
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        if let Some(value) = request.metadata().get("authorization") {
            self.headers.lock().unwrap().insert(value.to_str().unwrap().to_owned());
        }
        self.got.lock().unwrap().push(request.into_inner());
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    /// Starts one; says where it listens.
    async fn start() -> (Collector, String) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let collector = Collector::default();
        let service = TraceServiceServer::new(collector.clone());
        let server = tonic::transport::Server::builder().add_service(service);
        tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
        (collector, format!("http://{address}"))
    }

    fn spans(&self) -> Vec<Span> {
        let got = self.got.lock().unwrap();
        let scopes = got.iter().flat_map(|sent| &sent.resource_spans).flat_map(|of| &of.scope_spans);
        scopes.flat_map(|scope| scope.spans.clone()).collect()
    }

    /// Attributes of the process that sends.
    fn resource(&self) -> Vec<KeyValue> {
        let got = self.got.lock().unwrap();
        got[0].resource_spans[0].resource.clone().unwrap().attributes
    }

    /// Waits until so many spans of that trace are there.
    async fn until(&self, trace: &[u8], count: usize) -> Vec<Span> {
        let by = Instant::now() + HANG;
        loop {
            let mut spans = self.spans();
            spans.retain(|span| span.trace_id == trace);
            if spans.len() >= count {
                return spans;
            }
            assert!(Instant::now() < by, "{count} spans, not {spans:#?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// A real server.
struct Server {
    child: Child,
    /// Reads what it logs, so that it never waits for a reader.
    log: Option<JoinHandle<String>>,
    address: String,
    admin: String,
}

impl Server {
    fn start(flags: &[&str], environment: &[(&str, &str)]) -> Server {
        let admin = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let mut child = Command::new(env!("CARGO_BIN_EXE_brag"))
            .args(["serve", "--listen", "127.0.0.1:0", "--drain-delay-seconds", "0", "--admin-addr", &admin])
            .args(flags)
            // Tells other tests which binary to run, and is no setting of it.
            .env_remove("BRAG_BIN")
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let log = std::thread::spawn(move || {
            let mut log = String::new();
            stderr.read_to_string(&mut log).unwrap();
            log
        });
        let address = first.split(' ').find(|word| word.contains(':')).expect(&first);
        Server { address: address.trim_end_matches(',').to_owned(), log: Some(log), child, admin }
    }

    async fn client(&self) -> TableServiceClient<Channel> {
        let endpoint = Endpoint::from_shared(format!("http://{}", self.address)).unwrap();
        TableServiceClient::new(endpoint.connect().await.unwrap())
    }

    /// A request to the admin port, and the whole answer.
    fn ask(&self, head: &str) -> String {
        let mut stream = TcpStream::connect(&self.admin).unwrap();
        stream.set_read_timeout(Some(HANG)).unwrap();
        write!(stream, "{head} HTTP/1.1\r\nhost: {}\r\n\r\n", self.admin).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn page(&self) -> String {
        let answer = self.ask("GET /metrics");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    /// Ends it by SIGTERM; gives its log.
    fn drain(mut self) -> String {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
        self.log.take().unwrap().join().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _code = self.child.wait();
    }
}

fn by<T>(player: &str, headers: &[(&'static str, &str)], message: T) -> Request<T> {
    let mut request = Request::new(message);
    for (key, value) in [("brag-player", player)].iter().chain(headers) {
        request.metadata_mut().insert(*key, value.parse().unwrap());
    }
    request
}

fn create(id: &str) -> v1::CreateTableRequest {
    v1::CreateTableRequest {
        table_id: id.to_owned(),
        request_id: "canary-request".to_owned(),
        variant: "three_card".to_owned(),
        ..Default::default()
    }
}

fn sit(table: &str, seat: u32) -> v1::ActRequest {
    let sit = v1::Sit { seat, buy_in: 100, display_name: "canary-display".to_owned() };
    v1::ActRequest {
        table: format!("tables/{table}"),
        request_id: format!("canary-request-{seat}"),
        action: Some(Action::Sit(sit)),
        ..Default::default()
    }
}

/// Deals, and looks at the first hand, all of it traced; the cards.
async fn cards(client: &mut TableServiceClient<Channel>, traceparent: &str) -> Vec<String> {
    let mut act = async |request_id: &str, hand, action| {
        let request = v1::ActRequest {
            table: "tables/canary-table".to_owned(),
            request_id: request_id.to_owned(),
            hand,
            action: Some(action),
            ..Default::default()
        };
        client.act(by("canary-player", &[("traceparent", traceparent)], request)).await.unwrap().into_inner()
    };
    act("deal", None, Action::Deal(v1::Deal {})).await;
    let looked = act("look", Some(1), Action::Look(v1::Look::default())).await;
    let cards = looked.events.into_iter().filter_map(|event| match event.fact? {
        v1::event::Fact::Looked(looked) => Some(looked.cards),
        _ => None,
    });
    cards.flatten().collect()
}

fn text(attributes: &[KeyValue], key: &str) -> Option<String> {
    let found = attributes.iter().find(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        other => panic!("{key} is {other:?}"),
    }
}

fn attribute(span: &Span, key: &str) -> Option<String> {
    text(&span.attributes, key)
}

const TRACE: [u8; 16] = [0xab; 16];
const CALLER: [u8; 8] = [0xcd; 8];

fn traceparent(trace: u8, sampled: bool) -> String {
    let hex = |byte: u8, times: usize| format!("{byte:02x}").repeat(times);
    format!("00-{}-{}-0{}", hex(trace, 16), hex(CALLER[0], 8), u8::from(sampled))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_as_received_is_one_tree_with_true_times() {
    let (collector, endpoint) = Collector::start().await;
    let environment = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &*endpoint),
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20canary-token"),
        ("OTEL_BSP_SCHEDULE_DELAY", "50"),
        ("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test"),
    ];
    // As much is logged as can be.
    let server = Server::start(&["--log", "trace", "--log-format", "json"], &environment);
    let mut client = server.client().await;
    let clock =
        || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
    client.create_table(by("canary-player", &[], create("canary-table"))).await.unwrap();
    let started = clock();
    let (traced, unsampled) = (traceparent(TRACE[0], true), traceparent(0x77, false));
    let state = ("tracestate", "vendor=1");
    let asked = by("canary-player", &[("traceparent", &traced), state], sit("canary-table", 1));
    client.act(asked).await.unwrap();
    // His caller does not record, and so nobody does; nor does garbage name a trace.
    client.act(by("bob", &[("traceparent", &unsampled)], sit("canary-table", 2))).await.unwrap();
    client.act(by("cat", &[("traceparent", "garbage")], sit("canary-table", 3))).await.unwrap();
    let ended = clock();
    let look = cards(&mut client, &traceparent(0x55, true)).await;
    assert_eq!(look.len(), 3);

    let spans = collector.until(&TRACE, 4).await;
    assert_eq!(spans.len(), 4, "{spans:#?}");
    let find = |name: &str| {
        let found: Vec<&Span> = spans.iter().filter(|span| span.name == name).collect();
        assert_eq!(found.len(), 1, "{name} in {spans:#?}");
        found[0]
    };
    let rpc = find("brag.v1.TableService/Act");
    assert_eq!((&*rpc.parent_span_id, rpc.kind, &*rpc.trace_state), (&CALLER[..], 2, "vendor=1"));
    assert_eq!(attribute(rpc, "rpc.system.name").as_deref(), Some("grpc"));
    assert_eq!(attribute(rpc, "rpc.method").as_deref(), Some("brag.v1.TableService/Act"));
    assert_eq!(attribute(rpc, "rpc.response.status_code").as_deref(), Some("OK"));
    assert_eq!(rpc.attributes.len(), 3);
    let stages = ["decide", "append", "fan-out"].map(find);
    for stage in stages {
        assert_eq!((&stage.parent_span_id, &*stage.trace_state), (&rpc.span_id, "vendor=1"));
        assert!(stage.attributes.is_empty());
    }
    let times = stages.iter().flat_map(|stage| [stage.start_time_unix_nano, stage.end_time_unix_nano]);
    let times: Vec<u64> = [started, rpc.start_time_unix_nano]
        .into_iter()
        .chain(times)
        .chain([rpc.end_time_unix_nano, ended])
        .collect();
    assert!(times.is_sorted(), "{times:?}");
    assert!(times[2] < times[3], "deciding takes time: {times:?}");

    let resource = collector.resource();
    assert_eq!(text(&resource, "service.name").as_deref(), Some("brag"));
    assert_eq!(text(&resource, "service.version").as_deref(), Some(env!("CARGO_PKG_VERSION")));
    assert_eq!(text(&resource, "deployment.environment.name").as_deref(), Some("test"));
    assert!(
        collector.headers.lock().unwrap().contains("Bearer canary-token"),
        "the header goes where it should"
    );

    collector.until(&[0x55; 16], 8).await;
    let page = server.page();
    let log = server.drain();
    assert!(collector.spans().iter().all(|span| span.trace_id != [0x77; 16]));
    let spans = format!("{:?}", collector.got.lock().unwrap());
    for card in &look {
        let card = format!("\"{card}\"");
        assert!(!spans.contains(&card) && !page.contains(&card) && !log.contains(&card), "{card}");
    }
    assert!(log.lines().count() > 100 && page.contains("brag_acts_total"));
    for canary in ["canary-display", "canary-token", "canary-table", "canary-player", "canary-request"] {
        assert!(!spans.contains(canary), "{canary} in {spans}");
        assert!(!page.contains(canary), "{canary} in {page}");
    }
    for secret in ["canary-token", "canary-display"] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret} is logged");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_recorded_leaves_before_the_server_ends() {
    let (collector, endpoint) = Collector::start().await;
    let environment = [
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", &*endpoint),
        ("OTEL_TRACES_SAMPLER", "always_on"),
        ("OTEL_BSP_SCHEDULE_DELAY", "3600000"),
        ("OTEL_SERVICE_NAME", "cards"),
    ];
    let server = Server::start(&[], &environment);
    let mut client = server.client().await;
    let refused = client.act(by("ann", &[], sit("nowhere", 1))).await.unwrap_err();
    assert_eq!(refused.code(), tonic::Code::NotFound);
    assert!(collector.spans().is_empty(), "they wait for others");
    server.drain();
    let spans = collector.spans();
    assert_eq!(spans.len(), 1, "{spans:#?}");
    assert!(spans[0].parent_span_id.is_empty());
    assert_eq!(attribute(&spans[0], "rpc.response.status_code").as_deref(), Some("NOT_FOUND"));
    assert_eq!(attribute(&spans[0], "error.type"), None, "the caller's fault");
    assert_eq!(text(&collector.resource(), "service.name").as_deref(), Some("cards"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_gone_is_said_once_and_holds_nobody_up() {
    let environment = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"),
        ("OTEL_EXPORTER_OTLP_TIMEOUT", "1"),
        ("OTEL_TRACES_SAMPLER", "always_on"),
        ("OTEL_BSP_SCHEDULE_DELAY", "10"),
    ];
    let server = Server::start(&[], &environment);
    let mut client = server.client().await;
    let by_then = Instant::now() + HANG;
    let mut failed = 0;
    // Two batches at least.
    while failed < 2 {
        assert!(Instant::now() < by_then);
        drop(client.act(by("ann", &[], sit("nowhere", 1))).await);
        failed = value(&server.page(), "brag_spans_sent_total{outcome=\"failed\"}");
    }
    let log = server.drain();
    let said: Vec<&str> = log.lines().filter(|line| line.contains("traces are not delivered")).collect();
    assert_eq!(said.len(), 1, "{log}");
}

/// The value of that series.
fn value(page: &str, series: &str) -> u64 {
    let line = page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{series} in\n{page}")).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_what_the_documentation_says_and_counts() {
    let server = Server::start(&[], &[]);
    let mut client = server.client().await;
    client.create_table(by("ann", &[], create("t"))).await.unwrap();
    for seat in [1, 1, 2] {
        drop(client.act(by(&format!("p{seat}"), &[], sit("t", seat))).await);
    }
    client.act(by("ann", &[("grpc-encoding", "gzip")], sit("t", 3))).await.unwrap_err();
    client.act(by("ann", &[], sit("nowhere", 3))).await.unwrap_err();
    let page = server.page();
    let act = "rpc_server_call_duration_seconds_count{rpc_system_name=\"grpc\",rpc_method=\"brag.v1.TableService/Act\"";
    assert_eq!(value(&page, &format!("{act},rpc_response_status_code=\"OK\"}}")), 3);
    assert_eq!(value(&page, "brag_calls_started_total{rpc_method=\"brag.v1.TableService/Act\"}"), 5);
    let error = "rpc_response_status_code=\"UNIMPLEMENTED\",error_type=\"UNIMPLEMENTED\"";
    assert_eq!(value(&page, &format!("{act},{error}}}")), 1);
    let callers_fault = "rpc_response_status_code=\"NOT_FOUND\"";
    assert_eq!(value(&page, &format!("{act},{callers_fault}}}")), 1);
    assert_eq!(value(&page, "brag_acts_total{variant=\"three_card\",outcome=\"done\"}"), 2);
    assert_eq!(value(&page, "brag_acts_total{variant=\"three_card\",outcome=\"repeated\"}"), 1);
    assert_eq!(value(&page, "brag_tables{state=\"open\"}"), 1);
    assert!(value(&page, "brag_append_duration_seconds_count") >= 3);

    // Every line of the documentation's table is on the page, and the other way about.
    let docs = include_str!("../../../docs/telemetry.md");
    let documented: BTreeSet<(String, String, String)> = docs
        .lines()
        .skip_while(|line| !line.starts_with("| name | type |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            (cells[0].replace('`', ""), cells[1].to_owned(), cells[2].replace('`', ""))
        })
        .collect();
    assert_eq!(documented, families(&page));

    // Calls leave no line in the log: those are of its start and its end.
    let log = server.drain();
    assert_eq!(log.lines().count(), 3, "{log}");
}

/// Name, type and labels of everything on the page.
fn families(page: &str) -> BTreeSet<(String, String, String)> {
    let types = page.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    types
        .map(|(family, kind)| {
            let name = match kind {
                "counter" => format!("{family}_total"),
                "info" => format!("{family}_info"),
                _ => family.to_owned(),
            };
            let sample = if kind == "histogram" { format!("{name}_count") } else { name.clone() };
            let lines = page.lines().filter(|line| line.split(['{', ' ']).next() == Some(&sample));
            let labels = lines.map(|line| {
                let labels = line.split_once('{').map_or("", |(_, rest)| rest.split_once('}').unwrap().0);
                labels.split(',').filter_map(|label| Some(label.split_once('=')?.0)).collect::<Vec<_>>()
            });
            // Some series have a label more than others.
            let keys = labels.max_by_key(Vec::len).expect(&sample);
            (name, kind.to_owned(), keys.join(", "))
        })
        .collect()
}

#[test]
fn every_variable_is_documented_as_it_is_read() {
    let docs = include_str!("../../../docs/telemetry.md");
    let documented: Vec<&str> = docs.lines().filter(|line| line.starts_with("| `OTEL_")).collect();
    let read: Vec<String> = brag_telemetry::VARIABLES
        .iter()
        .map(|variable| format!("| `{}` | {} |", variable.name, variable.meaning))
        .collect();
    assert_eq!(documented, read);
}

#[test]
fn the_admin_port_has_one_page() {
    let server = Server::start(&[], &[]);
    for path in ["/", "/metrics/", "/metric", "/debug/pprof"] {
        let answer = server.ask(&format!("GET {path}"));
        assert!(answer.starts_with("HTTP/1.1 404 Not Found\r\n"), "{path}: {answer}");
    }
    for method in ["POST", "HEAD", "DELETE"] {
        let answer = server.ask(&format!("{method} /metrics"));
        assert!(answer.starts_with("HTTP/1.1 405 Method Not Allowed\r\n"), "{method}: {answer}");
        assert!(answer.contains("allow: GET\r\n"), "{answer}");
    }
    // It is there until the server has drained, and then no more.
    let admin = server.admin.clone();
    server.drain();
    assert!(TcpStream::connect(admin).is_err());
}

#[test]
fn wrong_settings_are_one_line() {
    let complaint = |flags: &[&str], environment: &[(&str, &str)]| {
        let ended = Command::new(env!("CARGO_BIN_EXE_brag"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(flags)
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        said
    };
    let said = complaint(&["--admin-addr", "0.0.0.0:9464"], &[]);
    assert!(said.contains("--admin-addr 0.0.0.0:9464") && said.contains("--insecure-dev"), "{said}");
    assert!(complaint(&["--admin-addr", "9464"], &[]).contains("--admin-addr 9464: must be"));
    assert!(complaint(&[], &[("BRAG_ADMIN_ADDR", "here")]).contains("BRAG_ADMIN_ADDR"));
    let said = complaint(&[], &[("OTEL_TRACES_SAMPLER", "sometimes")]);
    assert!(said.contains("OTEL_TRACES_SAMPLER=sometimes: wants always_on or"), "{said}");
    let said = complaint(&[], &[("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector")]);
    assert!(said.contains("clear text"), "{said}");
}
