//! The client's threads: one for each connection, with everything that goes over it.
//!
//! A client whose tasks move between threads wakes and parks them, the more the longer it has to wait for the
//! server; what is measured would then depend on what the client does while it waits.

use super::child::Server;
use super::figures::Run;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Barrier;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;

/// How long anything may take that should take milliseconds.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Where all threads wait until each is ready, so that none is measured while another still connects.
#[derive(Clone)]
pub struct Start {
    barrier: Arc<Barrier>,
    time: Duration,
}

impl Start {
    /// Waits for the others. Gives the time at which to stop.
    ///
    /// # Errors
    /// One of them does not come.
    pub async fn together(&self) -> Result<Instant, String> {
        timeout(PATIENCE, self.barrier.wait()).await.map_err(|_| "a connection is not ready in time")?;
        Ok(Instant::now() + self.time)
    }
}

/// Runs each job on a thread of its own for so long, and sums up the latencies, in nanoseconds, that they give. What
/// else they give is given back.
///
/// # Errors
/// The first that any job fails with.
pub async fn run<J, W, F, T>(
    jobs: Vec<J>,
    time: Duration,
    server: &Server,
    work: W,
) -> Result<(Run, Vec<T>), String>
where
    J: Send + 'static,
    W: Fn(J, Start) -> F + Clone + Send + 'static,
    F: Future<Output = Result<(T, Vec<u64>), String>>,
    T: Send + 'static,
{
    let start = Start { barrier: Arc::new(Barrier::new(jobs.len() + 1)), time };
    let mut threads = JoinSet::new();
    for job in jobs {
        let (work, start) = (work.clone(), start.clone());
        threads.spawn(async move { spawn_blocking(move || on_this_thread(work(job, start))).await });
    }
    // Whoever fails before the start says more about it than those who wait.
    let waited = start.together().await;
    let (started, cpu) = (Instant::now(), server.cpu()?);
    let (mut given, mut latencies) = (Vec::new(), Vec::new());
    while let Some(ended) = threads.join_next().await {
        let (more, taken) = ended.and_then(|ended| ended).map_err(|why| why.to_string())??;
        given.push(more);
        latencies.extend(taken);
    }
    waited?;
    let (took, cpu) = (started.elapsed(), server.cpu()?.saturating_sub(cpu));
    Ok((Run::new(latencies, took, cpu)?, given))
}

fn on_this_thread<R>(work: impl Future<Output = Result<R, String>>) -> Result<R, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|why| format!("no runtime: {why}"))?.block_on(work)
}
