//! Calls in a closed loop: Act and GetTable, against the same calls that do nothing.

use super::child::Server;
use super::figures::{Comparison, Row, Run, Target};
use super::tables::{Client, Table, connect, failed, get, typical};
use super::threads::{self, Start};
use super::{Plan, alternate};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Tables that are played at.
pub const TABLES: usize = 1_000;
/// Seats at each.
const SEATS: u32 = 6;
/// Acts from which the size of a reply is taken.
const SAMPLED_ACTS: usize = 64;

/// Which call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// A bet.
    Act,
    /// A look at a table.
    GetTable,
}

/// So many calls on their way on each of so many connections.
#[derive(Clone, Copy)]
pub struct Shape {
    connections: usize,
    in_flight: usize,
}

/// As many as keep the server busy.
pub const FULL: Shape = Shape { connections: 4, in_flight: 64 };
const ONE: Shape = Shape { connections: 1, in_flight: 1 };

/// Both shapes of one call.
///
/// # Errors
/// A call fails.
pub async fn rows(plan: &Plan, call: Call) -> Result<Vec<Row>, String> {
    let (name, throughput, p99) = match call {
        Call::Act => ("act", Some(Target::AtLeast(0.75)), Some(Target::AtMost(1.5))),
        Call::GetTable => ("get-table", None, None),
    };
    let mut server = Server::start()?;
    plan.say(format_args!("{name}: {TABLES} tables sit down"));
    let mut tables = seated(&server.engine).await?;
    let mut client = connect(&server.engine).await?;
    sample(&mut client, &mut tables[0], &mut server).await?;
    drop(client);
    let mut floor = Side { uri: server.floor.clone(), tables: tables.clone() };
    let mut engine = Side { uri: server.engine.clone(), tables };
    let mut rows = Vec::new();
    for (shape, throughput, p99) in [(FULL, throughput, None), (ONE, None, p99)] {
        // To warm up, not counted: the engine until each table lets go of old hands as new ones come.
        let warm_up = if shape.is_full() { plan.seconds * 3 } else { plan.seconds / 4 };
        engine.load(call, shape, warm_up, &server).await?;
        floor.load(call, shape, plan.seconds / 4, &server).await?;
        let mut rounds = Vec::new();
        for round in 0..plan.rounds {
            plan.say(format_args!(
                "{name}, {} in flight: round {} of {}",
                shape.name(),
                round + 1,
                plan.rounds
            ));
            let runs = alternate(
                round,
                engine.load(call, shape, plan.seconds, &server),
                floor.load(call, shape, plan.seconds, &server),
            );
            rounds.push(runs.await?);
        }
        let figures = Comparison { unit: "calls/s", each: 1.0, throughput, p99 }.figures(&rounds);
        let shape = format!("{} in flight, {TABLES} tables of {SEATS}", shape.name());
        rows.push(Row { name, shape, figures });
    }
    Ok(rows)
}

/// Tables at which everybody sits and a hand is dealt.
///
/// # Errors
/// The engine refuses, or does not deal.
pub async fn seated(uri: &str) -> Result<Vec<Table>, String> {
    let mut client = connect(uri).await?;
    let mut tables = Vec::with_capacity(TABLES);
    for number in 0..TABLES {
        tables.push(Table::deal(&mut client, number, SEATS).await?);
    }
    Ok(tables)
}

/// Plays a little at one table, and lets the floor answer with the reply whose size is nearest the mean.
async fn sample(client: &mut Client, table: &mut Table, server: &mut Server) -> Result<(), String> {
    let mut replies = Vec::new();
    for _ in 0..SAMPLED_ACTS {
        let acted = client.act(table.bet()?).await.map_err(failed("Act"))?.into_inner();
        table.follow(&acted)?;
        replies.push(acted);
    }
    server.fix("act", typical(&replies)?)?;
    server.fix("get_table", &get(client, &table.name).await?)
}

impl Shape {
    fn is_full(self) -> bool {
        self.in_flight > 1
    }

    /// How many on how many.
    pub fn name(self) -> String {
        format!("{} × {}", self.connections, self.in_flight)
    }
}

/// The engine or the floor, with the tables as they stand there.
pub struct Side {
    /// Where it listens.
    pub uri: String,
    /// The tables.
    pub tables: Vec<Table>,
}

impl Side {
    /// Calls for so long, each of those in flight at tables of its own.
    ///
    /// # Errors
    /// A call fails.
    pub async fn load(
        &mut self,
        call: Call,
        shape: Shape,
        time: Duration,
        server: &Server,
    ) -> Result<Run, String> {
        let callers = shape.connections * shape.in_flight;
        let mut own: Vec<Vec<Table>> = vec![Vec::new(); callers];
        for (number, table) in self.tables.drain(..).enumerate() {
            own[number % callers].push(table);
        }
        let mut jobs = Vec::new();
        while !own.is_empty() {
            jobs.push((self.uri.clone(), own.split_off(own.len() - shape.in_flight)));
        }
        let (run, tables) =
            threads::run(jobs, time, server, move |(uri, own), start| connection(uri, call, own, start))
                .await?;
        self.tables.extend(tables.into_iter().flatten());
        Ok(run)
    }
}

/// All callers of one connection.
async fn connection(
    uri: String,
    call: Call,
    callers: Vec<Vec<Table>>,
    start: Start,
) -> Result<(Vec<Table>, Vec<u64>), String> {
    let client = connect(&uri).await?;
    let until = start.together().await?;
    let mut running = JoinSet::new();
    for own in callers {
        running.spawn(caller(client.clone(), call, own, until));
    }
    let (mut tables, mut latencies) = (Vec::new(), Vec::new());
    while let Some(done) = running.join_next().await {
        let (own, taken) = done.map_err(|why| why.to_string())??;
        tables.extend(own);
        latencies.extend(taken);
    }
    Ok((tables, latencies))
}

/// One call after another, at one table after the other. Gives the tables back, and nanoseconds.
async fn caller(
    mut client: Client,
    call: Call,
    mut tables: Vec<Table>,
    until: Instant,
) -> Result<(Vec<Table>, Vec<u64>), String> {
    let mut latencies = Vec::new();
    loop {
        for table in &mut tables {
            let started = Instant::now();
            if started >= until {
                return Ok((tables, latencies));
            }
            match call {
                Call::Act => {
                    let reply = client.act(table.bet()?).await.map_err(failed("Act"))?;
                    table.follow(reply.get_ref())?;
                }
                Call::GetTable => {
                    get(&mut client, &table.name).await?;
                }
            }
            latencies.push(started.elapsed().as_nanos() as u64);
        }
    }
}
