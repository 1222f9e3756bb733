//! The bots of a process, and their tables.

use super::tally::{OneOf, Tally};
use brag_bots::{Bot, Kind, Options, Report, RunError};
use brag_client::{Caller, Client};
use brag_contract::v1;
use brag_contract::v1::option_value::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How long a bot may take to leave, once its time is over: longer than a hand of slow players.
const LEAVES_WITHIN: Duration = Duration::from_secs(120);
/// The same, once somebody has stopped it.
const STOPS_WITHIN: Duration = Duration::from_secs(10);

/// Who plays, and where.
pub struct Crew {
    /// How many bots.
    pub count: u32,
    /// How they play, in turn; at least one.
    pub kinds: Vec<Kind>,
    /// What they are drawn from.
    pub seed: u64,
    /// What their ids begin with.
    pub id: String,
    /// How they take part.
    pub options: Options,
    /// The table that is there already; none for tables of their own.
    pub table: Option<String>,
    /// Tables to make for them.
    pub tables: u32,
    /// What is played there.
    pub variant: String,
    /// The house rules that differ from its defaults.
    pub rules: BTreeMap<String, v1::OptionValue>,
}

/// A bot that has ended.
pub struct Ended {
    /// Which, from 1.
    pub number: u32,
    /// Its id.
    pub id: String,
    /// How it played.
    pub kind: Kind,
    /// Where it played.
    pub table: String,
    /// What it did, or why it could not go on.
    pub result: Result<Report, RunError>,
}

impl Ended {
    /// What it did, also where it could not go on after that.
    pub fn report(&self) -> Option<&Report> {
        match &self.result {
            Ok(report) | Err(RunError::SeatLost { report, .. }) => Some(report),
            Err(_) => None,
        }
    }
}

impl Crew {
    /// Makes the tables, and starts every bot as a task. Told to stop, it leaves its table.
    ///
    /// # Errors
    /// The server refuses a table, or is gone.
    pub async fn start(
        &self,
        operator: &Client,
        tally: &Arc<Tally>,
        stop: &watch::Receiver<bool>,
    ) -> Result<JoinSet<Ended>, brag_client::Error> {
        let mut tables = Vec::new();
        for number in 0..self.tables {
            let request = self.create(number);
            tables.push(operator.create_table(request).await?.name);
        }
        tables.extend(self.table.clone());
        // For each table whether a bot has gone that had played its hands.
        let deserted: Vec<watch::Sender<bool>> = tables.iter().map(|_| watch::Sender::new(false)).collect();
        let mut playing = JoinSet::new();
        for (number, ((table, deserted), kind)) in
            (1..=self.count).zip(tables.iter().zip(&deserted).cycle().zip(self.kinds.iter().cycle()))
        {
            let id = format!("{}-{number}", self.id);
            let client = operator.as_caller(Caller::player(&id))?;
            let bot =
                Bot::new(*kind, self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number.into()));
            let counts_hands = number as usize <= tables.len();
            let observer = OneOf { tally: Arc::clone(tally), counts_hands };
            let (options, table, kind) = (self.options.clone(), table.clone(), *kind);
            let (mut stop, gone, mut desert) = (stop.clone(), deserted.clone(), deserted.subscribe());
            let mut stopped = stop.clone();
            playing.spawn(async move {
                // Where nobody can stop it any more, it is stopped.
                let stop = async { drop(stop.wait_for(|stop| *stop).await) };
                let desert = async { drop(desert.wait_for(|gone| *gone).await) };
                let run = brag_bots::run_until(&client, &table, bot, &options, &observer, (stop, desert));
                let stuck = async {
                    drop(stopped.wait_for(|stop| *stop).await);
                    sleep(STOPS_WITHIN).await;
                };
                let run = async {
                    tokio::select! {
                        ended = run => ended,
                        () = stuck => Err(RunError::Stuck),
                    }
                };
                let result = match options.time.map(|time| time + LEAVES_WITHIN) {
                    Some(most) => timeout(most, run).await.unwrap_or(Err(RunError::Stuck)),
                    None => run.await,
                };
                gone.send_replace(options.hands.is_some());
                Ended { number, id, kind, table, result }
            });
        }
        Ok(playing)
    }

    /// A table for its part of the bots: it deals as soon as they all sit there, and without a pause.
    fn create(&self, number: u32) -> v1::CreateTableRequest {
        let players = self.count / self.tables + u32::from(number < self.count % self.tables);
        let mut rules = self.rules.clone();
        let players = v1::OptionValue { value: Some(Value::Number(players.into())) };
        rules.entry("min_players".to_owned()).or_insert(players);
        v1::CreateTableRequest {
            variant: self.variant.clone(),
            rules,
            clock: Some(v1::ClockSettings {
                hand_pause: Some(prost_types::Duration::default()),
                dealing: v1::Dealing::Automatic.into(),
                ..v1::ClockSettings::default()
            }),
            cashier: v1::Cashier::Player.into(),
            ..v1::CreateTableRequest::default()
        }
    }
}
