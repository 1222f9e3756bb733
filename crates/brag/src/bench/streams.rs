//! Acts and those who watch them: fan-out of one event, and the whole shape of a table service.
//!
//! Each table is a closed loop: an act, and the next one when its reply and its event on every stream are in.

use super::child::Server;
use super::figures::{Comparison, Row, Run, Target};
use super::tables::{Client, Table, by, connect, failed, player, typical};
use super::threads::{self, PATIENCE, Start};
use super::{Plan, alternate};
use brag_contract::v1;
use brag_contract::v1::stream_events_response::Message;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::Streaming;
use tonic::metadata::MetadataValue;

/// Acts at a table from which the sizes of a reply and an event are taken.
const SAMPLED_ACTS: usize = 64;

/// One event to 1, 100 and 1,000 streams of a table.
///
/// # Errors
/// A call or a stream fails.
pub async fn fan_out(plan: &Plan) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (readers, connections) in [(1, 1), (100, 10), (1_000, 10)] {
        let crowd = Crowd { tables: 1, players: 6, readers, eyes: Eyes::Spectators, connections };
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
    let crowd = Crowd { tables: 64, players: 5, readers: 5, eyes: Eyes::Players, connections: 4 };
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
    eyes: Eyes,
    connections: usize,
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
        let mut floor = Side { uri: server.floor.clone(), engine: false, tables: tables.clone() };
        let mut engine = Side { uri: server.engine.clone(), engine: true, tables };
        self.load(&mut engine, plan.seconds / 4, &server).await?;
        self.load(&mut floor, plan.seconds / 4, &server).await?;
        let mut rounds = Vec::new();
        for round in 0..plan.rounds {
            plan.say(format_args!("{name}, {shape}: round {} of {}", round + 1, plan.rounds));
            let runs = alternate(
                round,
                self.load(&mut engine, plan.seconds, &server),
                self.load(&mut floor, plan.seconds, &server),
            );
            rounds.push(runs.await?);
        }
        Ok(Row { name, shape, figures: comparison.figures(&rounds) })
    }

    /// Plays a little, and lets the floor answer and send those whose size is nearest the mean.
    async fn sample(
        &self,
        client: &mut Client,
        table: &mut Table,
        server: &mut Server,
    ) -> Result<(), String> {
        let readers = match self.eyes {
            Eyes::Players => self.readers,
            Eyes::Spectators => 1,
        };
        let mut streams = Vec::new();
        for reader in 0..readers {
            let mut stream = subscribe(client, &table.name, self.eyes, reader).await?;
            live(&mut stream).await?;
            streams.push(stream);
        }
        let (mut replies, mut events) = (Vec::new(), Vec::new());
        for _ in 0..SAMPLED_ACTS {
            let reply = client.act(table.bet()?).await.map_err(failed("Act"))?.into_inner();
            table.follow(&reply)?;
            for stream in &mut streams {
                events.push(message(stream).await?);
            }
            replies.push(reply);
        }
        server.fix("act", typical(&replies)?)?;
        server.fix("event", typical(&events)?)
    }

    /// Plays at all tables for so long.
    async fn load(&self, side: &mut Side, time: Duration, server: &Server) -> Result<Run, String> {
        let audiences: Vec<_> = side.tables.iter().map(|_| Arc::new(Audience::of(self.readers))).collect();
        let mut jobs: Vec<Job> = (0..self.connections).map(|_| Job::over(side, self.eyes)).collect();
        if self.tables > 1 {
            // A table and all its streams on one connection.
            for (nth, (table, audience)) in side.tables.drain(..).zip(audiences).enumerate() {
                let job = &mut jobs[nth % self.connections];
                job.streams.push((table.name.clone(), 0..self.readers, Arc::clone(&audience)));
                job.played.push((table, audience));
            }
        } else {
            // One table's streams over all connections, and its acts on one more.
            let each = self.readers / self.connections;
            let mut acts = Job::over(side, self.eyes);
            for (table, audience) in side.tables.drain(..).zip(audiences) {
                for (nth, job) in jobs.iter_mut().enumerate() {
                    job.streams.push((
                        table.name.clone(),
                        nth * each..(nth + 1) * each,
                        Arc::clone(&audience),
                    ));
                }
                acts.played.push((table, audience));
            }
            jobs.push(acts);
        }
        let (run, tables) = threads::run(jobs, time, server, Job::connection).await?;
        side.tables.extend(tables.into_iter().flatten());
        Ok(run)
    }
}

/// The engine or the floor, with the tables as they stand there.
struct Side {
    uri: String,
    engine: bool,
    tables: Vec<Table>,
}

/// Who has not had the event yet.
struct Audience {
    count: i64,
    missing: AtomicI64,
    complete: Notify,
}

impl Audience {
    fn of(count: usize) -> Audience {
        Audience { count: count as i64, missing: AtomicI64::new(0), complete: Notify::new() }
    }

    /// One of them has it.
    fn one_more(&self) {
        if self.missing.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.complete.notify_one();
        }
    }
}

/// What goes over one connection.
struct Job {
    uri: String,
    engine: bool,
    eyes: Eyes,
    /// Tables, which readers of each, and the audience that they belong to.
    streams: Vec<(String, Range<usize>, Arc<Audience>)>,
    /// Tables at which acts are made.
    played: Vec<(Table, Arc<Audience>)>,
}

impl Job {
    fn over(side: &Side, eyes: Eyes) -> Job {
        Job { uri: side.uri.clone(), engine: side.engine, eyes, streams: Vec::new(), played: Vec::new() }
    }

    async fn connection(self, start: Start) -> Result<(Vec<Table>, Vec<u64>), String> {
        let mut client = connect(&self.uri).await?;
        let mut readers = JoinSet::new();
        for (table, range, audience) in self.streams {
            for reader in range {
                let mut stream = subscribe(&mut client, &table, self.eyes, reader).await?;
                if self.engine {
                    live(&mut stream).await?;
                }
                readers.spawn(read(stream, Arc::clone(&audience)));
            }
        }
        let until = start.together().await?;
        let mut playing = JoinSet::new();
        for (table, audience) in self.played {
            playing.spawn(play(client.clone(), table, audience, until));
        }
        if playing.is_empty() {
            tokio::time::sleep_until(until.into()).await;
            // The last event may still be on its way.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let (mut tables, mut latencies) = (Vec::new(), Vec::new());
        while let Some(done) = playing.join_next().await {
            let (table, taken) = done.map_err(|why| why.to_string())??;
            tables.push(table);
            latencies.extend(taken);
        }
        Ok((tables, latencies))
    }
}

/// One act after another, each when everybody has had the one before.
async fn play(
    mut client: Client,
    mut table: Table,
    audience: Arc<Audience>,
    until: Instant,
) -> Result<(Table, Vec<u64>), String> {
    let mut latencies = Vec::new();
    loop {
        let started = Instant::now();
        if started >= until {
            return Ok((table, latencies));
        }
        if audience.missing.swap(audience.count, Ordering::AcqRel) != 0 {
            return Err(format!("{}: a stream did not bring each event once", table.name));
        }
        let reply = client.act(table.bet()?).await.map_err(failed("Act"))?;
        table.follow(reply.get_ref())?;
        let complete = timeout(PATIENCE, audience.complete.notified()).await;
        complete.map_err(|_| format!("{}: an event did not come", table.name))?;
        latencies.push(started.elapsed().as_nanos() as u64);
    }
}

async fn subscribe(
    client: &mut Client,
    table: &str,
    eyes: Eyes,
    reader: usize,
) -> Result<Streaming<v1::StreamEventsResponse>, String> {
    let watch = v1::StreamEventsRequest { table: table.to_owned(), ..Default::default() };
    let request = match eyes {
        Eyes::Players => by(player(reader as u32 + 1)?, watch),
        Eyes::Spectators => {
            let mut request = by("watcher", watch);
            request.metadata_mut().insert("brag-role", MetadataValue::from_static("spectator"));
            request
        }
    };
    Ok(client.stream_events(request).await.map_err(failed("StreamEvents"))?.into_inner())
}

/// Reads a stream until it ends.
async fn read(mut stream: Streaming<v1::StreamEventsResponse>, audience: Arc<Audience>) {
    while let Ok(Some(message)) = stream.message().await {
        if matches!(message.message, Some(Message::Batch(_))) {
            audience.one_more();
        }
    }
}

/// Reads a stream of the engine up to the live edge.
async fn live(stream: &mut Streaming<v1::StreamEventsResponse>) -> Result<(), String> {
    while !matches!(message(stream).await?.message, Some(Message::CaughtUp(_))) {}
    Ok(())
}

async fn message(
    stream: &mut Streaming<v1::StreamEventsResponse>,
) -> Result<v1::StreamEventsResponse, String> {
    let next = timeout(PATIENCE, stream.message()).await.map_err(|_| "a stream is silent")?;
    next.map_err(failed("StreamEvents"))?.ok_or_else(|| "a stream has ended".to_owned())
}
