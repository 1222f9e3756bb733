//! Memory that an idle table and an idle stream cost the server.

use super::Plan;
use super::child::Server;
use super::figures::{Figure, Row, Target};
use super::tables::{Client, by, connections, create, failed};
use brag_contract::v1;
use std::time::Duration;
use tokio::task::JoinSet;
use tonic::Streaming;

/// Tables that are made and left alone.
const TABLES: usize = 10_000;
/// Tables before the first look at the memory: they warm up the connections and the allocator.
const BEFORE: usize = 1_000;
/// Tables made at once.
const AT_ONCE: usize = 16;
/// Streams that are opened and left alone.
const STREAMS: usize = 5_000;
/// Connections that they share.
const CONNECTIONS: usize = 10;
/// How long the server has to settle before a look at its memory.
const SETTLE: Duration = Duration::from_millis(200);

/// An idle fresh table, an idle stream, and an idle stream of the floor.
///
/// # Errors
/// A call fails.
pub async fn rows(plan: &Plan) -> Result<Vec<Row>, String> {
    let (mut table, mut engine, mut floor) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..plan.rounds {
        plan.say(format_args!("memory: round {} of {}", round + 1, plan.rounds));
        let server = Server::start()?;
        table.push(tables(&server).await?);
        engine.push(streams(&server, &server.engine).await?);
        floor.push(streams(&server, &server.floor).await?);
    }
    let figures = vec![
        Figure::new("idle fresh table", "KiB", table).with(Some(Target::AtMost(8.0))),
        Figure::new("idle stream", "KiB", engine),
        Figure::new("idle stream of the floor", "KiB", floor),
    ];
    let shape = format!("{TABLES} tables; {STREAMS} streams on {CONNECTIONS} connections");
    Ok(vec![Row { name: "memory", shape, figures }])
}

/// KiB for each table, all that it brings included: its first event, its journal record, its timer.
async fn tables(server: &Server) -> Result<f64, String> {
    let client = connections(&server.engine, 1).await?.remove(0);
    make(&client, 0, BEFORE).await?;
    let before = settled(server).await?;
    make(&client, BEFORE, TABLES).await?;
    Ok(kib(before, settled(server).await?, TABLES))
}

async fn make(client: &Client, first: usize, count: usize) -> Result<(), String> {
    let mut making = JoinSet::new();
    for worker in 0..AT_ONCE {
        let mut client = client.clone();
        making.spawn(async move {
            for number in (first..first + count).skip(worker).step_by(AT_ONCE) {
                create(&mut client, number, 6).await?;
            }
            Ok::<(), String>(())
        });
    }
    while let Some(made) = making.join_next().await {
        made.map_err(|why| why.to_string())??;
    }
    Ok(())
}

/// KiB for each stream, with its share of the connections.
async fn streams(server: &Server, uri: &str) -> Result<f64, String> {
    let before = settled(server).await?;
    let mut clients = connections(uri, CONNECTIONS).await?;
    let mut open: Vec<Streaming<v1::StreamEventsResponse>> = Vec::with_capacity(STREAMS);
    for number in 0..STREAMS {
        let watch =
            v1::StreamEventsRequest { table: format!("tables/t{}", number % BEFORE), ..Default::default() };
        let client = &mut clients[number % CONNECTIONS];
        let stream = client.stream_events(by("watcher", watch)).await.map_err(failed("StreamEvents"))?;
        open.push(stream.into_inner());
    }
    let held = kib(before, settled(server).await?, open.len());
    Ok(held)
}

async fn settled(server: &Server) -> Result<u64, String> {
    tokio::time::sleep(SETTLE).await;
    server.memory()
}

fn kib(before: u64, after: u64, count: usize) -> f64 {
    after.saturating_sub(before) as f64 / 1_024.0 / count as f64
}
