//! What the tests at a terminal share: a served table, whose cards are known, and whoever types.

pub mod relay;
pub mod typist;

use brag_client::{Caller, Client};
use brag_contract::dev_v1::script_service_client::ScriptServiceClient;
use brag_contract::dev_v1::{CreateScriptedTableRequest, PreparePackRequest, ScriptedSeat};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{ClockSettings, CreateTableRequest, Deal, Dealing, TableView};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tokio::runtime::Runtime;
use tonic::Request;
use typist::Typist;

/// The cards of every pack here, the top one first: ann gets a pair of kings, bob a running flush, cat nothing.
const TOP: [&str; 9] = ["Kh", "Ts", "2c", "Kd", "9s", "5d", "7c", "8s", "9h"];

/// The program under test.
pub fn brag() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_brag"))
}

/// Somebody who types to it.
pub fn at(arguments: &[&str]) -> Typist {
    Typist::start(brag(), arguments, &[])
}

/// A server in a process of its own, with a scripted table `first` at which ann, bob and cat sit; cat deals.
pub struct Served {
    pub url: String,
    process: Child,
    runtime: Runtime,
}

impl Served {
    pub fn start() -> Served {
        Served::with(&[])
    }

    /// With further flags of `brag serve`.
    pub fn with(flags: &[&str]) -> Served {
        let mut process = Command::new(brag())
            .args(["serve", "--listen", "127.0.0.1:0", "--drain-delay-seconds", "0"])
            .args(flags)
            .env_remove("BRAG_BIN")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split(' ').nth(3).unwrap().trim_end_matches(',');
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let served = Served { url: format!("http://{address}"), process, runtime };
        served.make_table();
        served
    }

    fn make_table(&self) {
        let create = CreateTableRequest {
            table_id: "first".into(),
            request_id: "create".into(),
            variant: "three_card".into(),
            clock: Some(ClockSettings {
                action_time: Some(prost_types::Duration::default()),
                dealing: Dealing::Manual.into(),
                ..ClockSettings::default()
            }),
            ..CreateTableRequest::default()
        };
        let seats = [(1, "ann"), (2, "bob"), (3, "cat")];
        let seat = |(seat, player): (u32, &str)| ScriptedSeat { seat, player: player.into(), stack: 100 };
        let asked = CreateScriptedTableRequest {
            create: Some(create),
            seats: seats.into_iter().map(seat).collect(),
            dealer: 3,
            check_buy_in: false,
        };
        self.runtime.block_on(async {
            let mut scripts = ScriptServiceClient::connect(self.url.clone()).await.unwrap();
            scripts.create_scripted_table(by_operator(asked)).await.unwrap();
        });
    }

    /// Deals a hand of the cards above.
    pub fn deal(&self) {
        let mut pack: Vec<String> = TOP.into_iter().map(str::to_owned).collect();
        for suit in "cdhs".chars() {
            for rank in "23456789TJQKA".chars() {
                let card = format!("{rank}{suit}");
                if !pack.contains(&card) {
                    pack.push(card);
                }
            }
        }
        let prepare = PreparePackRequest { table: "tables/first".into(), pack, cut: None, no_cut: true };
        self.runtime.block_on(async {
            let mut scripts = ScriptServiceClient::connect(self.url.clone()).await.unwrap();
            scripts.prepare_pack(by_operator(prepare)).await.unwrap();
        });
        self.acts("operator", Action::Deal(Deal {}));
    }

    /// Somebody acts who does not sit at the terminal.
    pub fn acts(&self, who: &str, action: Action) {
        self.runtime.block_on(async {
            let caller = if who == "operator" { Caller::operator(who) } else { Caller::player(who) };
            let client = Client::connect(&self.url, caller).await.unwrap();
            let view = client.get_table("tables/first").await.unwrap();
            client.act_on(&view, action).await.unwrap();
        });
    }

    /// The table as somebody sees it.
    pub fn table(&self, who: &str) -> TableView {
        self.runtime.block_on(async {
            let client = Client::connect(&self.url, Caller::player(who)).await.unwrap();
            client.get_table("tables/first").await.unwrap()
        })
    }

    /// The server is gone from one moment to the next.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ended_already = self.process.kill();
        let _ended = self.process.wait();
    }
}

fn by_operator<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("brag-player", "operator".parse().unwrap());
    request.metadata_mut().insert("brag-role", "operator".parse().unwrap());
    request
}
