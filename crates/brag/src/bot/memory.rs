//! What memory a process holds, over time.

use serde_json::{Value, json};
use std::time::Duration;

/// The part of the time after which the memory is taken as settled.
const SETTLED_FROM: f64 = 0.5;

/// Samples of a process's resident memory.
pub struct Samples {
    pid: Option<u32>,
    /// Seconds since the start, and KiB.
    taken: Vec<(f64, u64)>,
}

impl Samples {
    /// Of this process; of none, where there is nothing to watch.
    pub fn new(pid: Option<u32>) -> Samples {
        Samples { pid, taken: Vec::new() }
    }

    /// Takes one.
    ///
    /// # Errors
    /// The process is gone, or the system does not say.
    pub fn take(&mut self, at: Duration) -> Result<(), String> {
        let Some(pid) = self.pid else { return Ok(()) };
        let path = format!("/proc/{pid}/status");
        let status =
            std::fs::read_to_string(&path).map_err(|why| format!("the server's memory: {path}: {why}"))?;
        let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
        let kib = kib.and_then(|kib| kib.parse().ok()).ok_or("the server is gone: it holds no memory")?;
        self.taken.push((at.as_secs_f64(), kib));
        Ok(())
    }

    /// The last one, in KiB.
    pub fn last(&self) -> Option<u64> {
        self.taken.last().map(|(_, kib)| *kib)
    }

    /// In words.
    pub fn told(&self) -> Option<String> {
        let last = self.last()?;
        let series: Vec<String> = self.taken.iter().map(|(_, kib)| (kib / 1_024).to_string()).collect();
        let slope = match self.settled_slope() {
            Some(slope) => format!("{slope:+.1} KiB a minute over the second half"),
            None => "too few samples for a slope".to_owned(),
        };
        Some(format!(
            "the server's memory: {:.1} MiB at the end, {slope}; MiB at each sample: {}",
            last as f64 / 1_024.0,
            series.join(" ")
        ))
    }

    /// As JSON; null where nothing was watched.
    pub fn json(&self) -> Value {
        if self.taken.is_empty() {
            return Value::Null;
        }
        let (seconds, kib): (Vec<f64>, Vec<u64>) = self.taken.iter().copied().unzip();
        json!({"seconds": seconds, "rss_kib": kib, "second_half_kib_per_minute": self.settled_slope()})
    }

    /// KiB a minute over the second half of the time, by least squares.
    fn settled_slope(&self) -> Option<f64> {
        let (end, _) = *self.taken.last()?;
        let settled: Vec<(f64, f64)> = self
            .taken
            .iter()
            .filter(|(at, _)| *at >= end * SETTLED_FROM)
            .map(|(at, kib)| (at / 60.0, *kib as f64))
            .collect();
        slope(&settled)
    }
}

/// The slope of the line that fits these points best; none for fewer than three.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    if points.len() < 3 {
        return None;
    }
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let covariance: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let variance: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    (variance > 0.0).then(|| covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_that_of_the_second_half() {
        let mut samples = Samples::new(None);
        samples.taken =
            (0..=12_u32).map(|n| (f64::from(n) * 10.0, 1_000 + 100 * u64::from(n.min(6)))).collect();
        assert_eq!(samples.settled_slope(), Some(0.0), "it grew in the first half alone");
        samples.taken = (0..=12_u32).map(|n| (f64::from(n) * 10.0, 1_000 + 5 * u64::from(n))).collect();
        let slope = samples.settled_slope().unwrap();
        assert!((slope - 30.0).abs() < 1e-9, "{slope}");
        samples.taken.truncate(2);
        assert_eq!(samples.settled_slope(), None);
    }

    #[test]
    fn this_process_holds_memory() {
        let mut samples = Samples::new(Some(std::process::id()));
        samples.take(Duration::ZERO).unwrap();
        assert!(samples.last().unwrap() > 1_000);
        assert!(samples.told().unwrap().contains("MiB at the end"));
        assert_eq!(samples.json()["rss_kib"].as_array().unwrap().len(), 1);
        assert_eq!(Samples::new(None).json(), Value::Null);
    }
}
