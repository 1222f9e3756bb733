//! What was measured, and how it is summed up: every round is kept, and medians are what counts.

use hdrhistogram::Histogram;
use serde_json::{Value, json};
use std::time::Duration;

/// What one side did in one round.
pub struct Run {
    /// Calls, or moves.
    pub done: u64,
    /// How long it took.
    pub took: Duration,
    /// How long each took, in nanoseconds.
    pub latency: Histogram<u64>,
    /// Processor time of the server.
    pub cpu: Duration,
}

impl Run {
    /// Sums up latencies in nanoseconds.
    pub fn new(
        latencies: impl IntoIterator<Item = u64>,
        took: Duration,
        cpu: Duration,
    ) -> Result<Run, String> {
        let mut latency = Histogram::new(3).map_err(|why| why.to_string())?;
        for nanos in latencies {
            latency.record(nanos.max(1)).map_err(|why| why.to_string())?;
        }
        Ok(Run { done: latency.len(), took, latency, cpu })
    }

    /// How many a second.
    pub fn per_second(&self) -> f64 {
        self.done as f64 / self.took.as_secs_f64()
    }

    fn micros(&self, quantile: f64) -> f64 {
        self.latency.value_at_quantile(quantile) as f64 / 1_000.0
    }

    /// Processor time of the server for each, in microseconds.
    pub fn cpu_micros(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / self.done.max(1) as f64
    }
}

/// What a figure must be.
#[derive(Clone, Copy)]
pub enum Target {
    /// No less.
    AtLeast(f64),
    /// No more.
    AtMost(f64),
}

/// One thing that was measured, round by round.
pub struct Figure {
    /// What it is.
    pub name: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// One value a round.
    pub rounds: Vec<f64>,
    /// What its median must be.
    pub target: Option<Target>,
}

impl Figure {
    /// A figure without a target.
    pub fn new(name: &'static str, unit: &'static str, rounds: Vec<f64>) -> Figure {
        Figure { name, unit, rounds, target: None }
    }

    /// The same with a target for its median.
    pub fn with(self, target: Option<Target>) -> Figure {
        Figure { target, ..self }
    }

    /// Least, median and greatest.
    pub fn spread(&self) -> (f64, f64, f64) {
        let mut sorted = self.rounds.clone();
        sorted.sort_by(f64::total_cmp);
        let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else {
            return (f64::NAN, f64::NAN, f64::NAN);
        };
        let middle = sorted.len() / 2;
        let median =
            if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 };
        (least, median, most)
    }

    /// Whether the median is what it must be, if it must be something.
    pub fn met(&self) -> Option<bool> {
        let (_, median, _) = self.spread();
        self.target.map(|target| match target {
            Target::AtLeast(least) => median >= least,
            Target::AtMost(most) => median <= most,
        })
    }

    fn json(&self) -> Value {
        let (min, median, max) = self.spread();
        let target = self.target.map(|target| match target {
            Target::AtLeast(value) => json!({ "at_least": value }),
            Target::AtMost(value) => json!({ "at_most": value }),
        });
        json!({
            "name": self.name, "unit": self.unit, "median": median, "min": min, "max": max,
            "rounds": self.rounds, "target": target, "met": self.met(),
        })
    }
}

/// What was measured in one shape.
pub struct Row {
    /// The name that `--only` takes.
    pub name: &'static str,
    /// The shape of the load.
    pub shape: String,
    /// The figures.
    pub figures: Vec<Figure>,
}

impl Row {
    /// As a JSON object.
    pub fn json(&self) -> Value {
        let figures: Vec<Value> = self.figures.iter().map(Figure::json).collect();
        json!({ "name": self.name, "shape": self.shape, "figures": figures })
    }
}

/// Names and targets of what is compared with the floor.
pub struct Comparison {
    /// What is counted a second.
    pub unit: &'static str,
    /// How many of them one call or move is.
    pub each: f64,
    /// What the ratio of throughputs must be.
    pub throughput: Option<Target>,
    /// What the ratio of 99th percentiles must be.
    pub p99: Option<Target>,
}

impl Comparison {
    /// The figures of both sides, and their ratios, each of one round.
    pub fn figures(&self, rounds: &[(Run, Run)]) -> Vec<Figure> {
        let both = |value: &dyn Fn(&Run) -> f64| {
            let (engine, floor): (Vec<f64>, Vec<f64>) =
                rounds.iter().map(|(e, f)| (value(e), value(f))).unzip();
            let ratios = engine.iter().zip(&floor).map(|(engine, floor)| engine / floor).collect();
            (engine, floor, ratios)
        };
        let (rate, floor_rate, rate_ratio) = both(&|run| run.per_second() * self.each);
        let (p50, floor_p50, _) = both(&|run| run.micros(0.5));
        let (p99, floor_p99, p99_ratio) = both(&|run| run.micros(0.99));
        let (cpu, floor_cpu, _) = both(&Run::cpu_micros);
        vec![
            Figure::new("brag", self.unit, rate),
            Figure::new("floor", self.unit, floor_rate),
            Figure::new("throughput, brag / floor", "", rate_ratio).with(self.throughput),
            Figure::new("brag p50", "µs", p50),
            Figure::new("floor p50", "µs", floor_p50),
            Figure::new("brag p99", "µs", p99),
            Figure::new("floor p99", "µs", floor_p99),
            Figure::new("p99, brag / floor", "", p99_ratio).with(self.p99),
            Figure::new("brag server CPU", "µs each", cpu),
            Figure::new("floor server CPU", "µs each", floor_cpu),
        ]
    }
}
