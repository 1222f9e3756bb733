//! Acts and those who watch them: fan-out of one event, and the whole shape of a table service.
//!
//! Each table is a closed loop: an act, and the next one when its reply and its event on every stream are in.

use super::child::Server;
use super::figures::{Comparison, Row, Run, Target};
use super::tables::{Client, Table, by, connect, connections, failed, player};
use super::{Plan, alternate};
use brag_contract::v1;
use brag_contract::v1::stream_events_response::Message;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::Streaming;
use tonic::metadata::MetadataValue;

/// Acts at a table from which the size of an event is taken.
const SAMPLED_ACTS: usize = 20;
/// How long one act and its events may take before the benchmark gives up.
const PATIENCE: Duration = Duration::from_secs(10);

/// One event to 1, 100 and 1,000 streams of a table.
///
/// # Errors
/// A call or a stream fails.
pub async fn fan_out(plan: &Plan) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (readers, connections) in [(1, 1), (100, 10), (1_000, 10)] {
        let crowd = Crowd { tables: 1, players: 6, readers, watched_by: Eyes::Spectators, connections, apart: true };
        let throughput = (readers == 1_000).then_some(Target::AtLeast(0.7));
        let comparison = Comparison { unit: "deliveries/s", each: readers as f64, throughput, p99: None };
        let shape = format!("one event to {readers} streams on {connections} connections");
        rows.push(crowd.row(plan, "fan-out", shape, &comparison).await?);
    }
    Ok(rows)
}

/// 64 tables of five players, with a stream for each of them.
///
/// # Errors
/// A call or a stream fails.
pub async fn whole(plan: &Plan) -> Result<Vec<Row>, String> {
    let crowd =
        Crowd { tables: 64, players: 5, readers: 5, watched_by: Eyes::Players, connections: 4, apart: false };
    let throughput = Some(Target::AtLeast(0.7));
    let comparison = Comparison { unit: "moves/s", each: 1.0, throughput, p99: None };
    let shape = "64 tables of 5, a stream each, 4 connections; latency is act to last player".to_owned();
    Ok(vec![crowd.row(plan, "whole", shape, &comparison).await?])
}

/// Whose streams they are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Eyes {
    Players,
    Spectators,
}

/// Tables, and readers of each.
struct Crowd {
    tables: usize,
    players: u32,
    readers: usize,
    watched_by: Eyes,
    connections: usize,
    /// Whether acts have a connection of their own.
    apart: bool,
}

impl Crowd {
    async fn row(
        &self,
        plan: &Plan,
        name: &'static str,
        shape: String,
        comparison: &Comparison,
    ) -> Result<Row, String> {
        let mut server = Server::start()?;
        let mut client = connect(&server.engine).await?;
        let mut tables = Vec::new();
        for number in 0..self.tables {
            tables.push(Table::deal(&mut client, number, self.players).await?);
        }
        self.sample(&mut client, &mut tables[0], &mut server).await?;
        let floor = tables.clone();
        let mut engine = self.open(&server.engine, tables, true).await?;
        let mut floor = self.open(&server.floor, floor, false).await?;
        load(&mut engine, plan.seconds / 4, &server).await?;
        load(&mut floor, plan.seconds / 4, &server).await?;
        let mut rounds = Vec::new();
        for round in 0..plan.rounds {
            plan.say(format_args!("{name}, {shape}: round {} of {}", round + 1, plan.rounds));
            let runs = alternate(
                round,
                load(&mut engine, plan.seconds, &server),
                load(&mut floor, plan.seconds, &server),
            );
            rounds.push(runs.await?);
        }
        Ok(Row { name, shape, figures: comparison.figures(&rounds) })
    }

    /// Plays a little, and lets the floor answer with a reply, and send the event whose size is nearest the mean.
    async fn sample(&self, client: &mut Client, table: &mut Table, server: &mut Server) -> Result<(), String> {
        let eyes = match self.watched_by {
            Eyes::Players => self.players,
            Eyes::Spectators => 1,
        };
        let mut streams = Vec::new();
        for reader in 0..eyes {
            let mut stream = self.subscribe(client, &table.name, reader as usize).await?;
            live(&mut stream).await?;
            streams.push(stream);
        }
        let mut events = Vec::new();
        for _ in 0..SAMPLED_ACTS {
            let reply = client.act(table.bet()?).await.map_err(failed("Act"))?.into_inner();
            table.follow(&reply)?;
            for stream in &mut streams {
                events.push(message(stream).await?);
            }
            server.fix("act", &reply)?;
        }
        let size = |event: &v1::StreamEventsResponse| prost::Message::encoded_len(event);
        let mean = events.iter().map(size).sum::<usize>() / events.len();
        let typical = events.iter().min_by_key(|event| size(event).abs_diff(mean)).ok_or("no events")?;
        server.fix("event", typical)
    }

    async fn subscribe(
        &self,
        client: &mut Client,
        table: &str,
        reader: usize,
    ) -> Result<Streaming<v1::StreamEventsResponse>, String> {
        let watch = v1::StreamEventsRequest { table: table.to_owned(), ..Default::default() };
        let request = match self.watched_by {
            Eyes::Players => by(player(reader as u32 + 1)?, watch),
            Eyes::Spectators => {
                let mut request = by("watcher", watch);
                request.metadata_mut().insert("brag-role", MetadataValue::from_static("spectator"));
                request
            }
        };
        Ok(client.stream_events(request).await.map_err(failed("StreamEvents"))?.into_inner())
    }

    /// Opens every stream of every table on one side.
    async fn open(&self, uri: &str, tables: Vec<Table>, engine: bool) -> Result<Vec<Watched>, String> {
        let mut clients = connections(uri, self.connections).await?;
        let apart = if self.apart { Some(connect(uri).await?) } else { None };
        let mut all = Vec::new();
        for (number, table) in tables.into_iter().enumerate() {
            let audience = Arc::new(Audience::default());
            let mut readers = JoinSet::new();
            for reader in 0..self.readers {
                // All of a table's on one connection where there are several tables; else over all of them.
                let nth = if self.tables > 1 { number } else { reader };
                let client = &mut clients[nth % self.connections];
                let mut stream = self.subscribe(client, &table.name, reader).await?;
                if engine {
                    live(&mut stream).await?;
                }
                readers.spawn(read(stream, Arc::clone(&audience)));
            }
            let client = apart.clone().unwrap_or_else(|| clients[number % self.connections].clone());
            all.push(Watched { table, client, audience, readers, count: self.readers as i64 });
        }
        Ok(all)
    }
}

/// Who has not had the event yet.
#[derive(Default)]
struct Audience {
    missing: AtomicI64,
    complete: Notify,
}

/// A table in play, and everybody who watches it.
struct Watched {
    table: Table,
    client: Client,
    audience: Arc<Audience>,
    readers: JoinSet<()>,
    count: i64,
}

/// Reads a stream until it ends; an event too many makes the count wrong for good.
async fn read(mut stream: Streaming<v1::StreamEventsResponse>, audience: Arc<Audience>) {
    while let Ok(Some(message)) = stream.message().await {
        let event = matches!(message.message, Some(Message::Batch(_)));
        if event && audience.missing.fetch_sub(1, Ordering::AcqRel) == 1 {
            audience.complete.notify_one();
        }
    }
}

/// Reads a stream of the engine up to the live edge.
async fn live(stream: &mut Streaming<v1::StreamEventsResponse>) -> Result<(), String> {
    while !matches!(message(stream).await?.message, Some(Message::CaughtUp(_))) {}
    Ok(())
}

async fn message(stream: &mut Streaming<v1::StreamEventsResponse>) -> Result<v1::StreamEventsResponse, String> {
    let next = timeout(PATIENCE, stream.message()).await.map_err(|_| "a stream is silent")?;
    next.map_err(failed("StreamEvents"))?.ok_or_else(|| "a stream has ended".to_owned())
}

/// Plays at all tables for so long.
async fn load(all: &mut Vec<Watched>, time: Duration, server: &Server) -> Result<Run, String> {
    let cpu = server.cpu()?;
    let started = Instant::now();
    let mut running = JoinSet::new();
    for watched in all.drain(..) {
        running.spawn(watched.play(started + time));
    }
    let mut latencies = Vec::new();
    while let Some(done) = running.join_next().await {
        let (watched, taken) = done.map_err(|why| why.to_string())??;
        all.push(watched);
        latencies.extend(taken);
    }
    Run::new(latencies, started.elapsed(), server.cpu()?.saturating_sub(cpu))
}

impl Watched {
    async fn play(mut self, until: Instant) -> Result<(Watched, Vec<u64>), String> {
        let mut latencies = Vec::new();
        loop {
            let started = Instant::now();
            if started >= until {
                return Ok((self, latencies));
            }
            if self.audience.missing.swap(self.count, Ordering::AcqRel) != 0 || self.readers.len() as i64 != self.count
            {
                return Err(format!("{}: a stream did not bring each event once", self.table.name));
            }
            let reply = self.client.act(self.table.bet()?).await.map_err(failed("Act"))?;
            self.table.follow(reply.get_ref())?;
            let complete = timeout(PATIENCE, self.audience.complete.notified()).await;
            complete.map_err(|_| format!("{}: an event did not come", self.table.name))?;
            latencies.push(started.elapsed().as_nanos() as u64);
        }
    }
}
