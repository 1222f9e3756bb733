//! A histogram of durations that threads share without a lock: each bucket is a counter.

use prometheus_client::encoding::{EncodeMetric, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::{MetricType, TypedMetric};
use std::array;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the buckets, in microseconds; one without a bound follows.
pub(crate) const BOUNDS_MICROS: [u64; 19] = [
    10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
    1_000_000, 2_500_000, 5_000_000, 10_000_000,
];

const BUCKETS: usize = BOUNDS_MICROS.len() + 1;

/// Durations, counted in buckets. A cheap handle.
#[derive(Debug, Clone)]
pub(crate) struct Histogram(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    buckets: [AtomicU64; BUCKETS],
    /// Enough for five centuries.
    nanos: AtomicU64,
}

impl Default for Histogram {
    fn default() -> Self {
        let buckets = array::from_fn(|_| AtomicU64::new(0));
        Histogram(Arc::new(Counts { buckets, nanos: AtomicU64::new(0) }))
    }
}

impl Histogram {
    /// Counts one.
    pub(crate) fn observe(&self, took: Duration) {
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        let bucket = BOUNDS_MICROS.iter().position(|bound| nanos <= bound * 1_000).unwrap_or(BUCKETS - 1);
        self.0.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.0.nanos.fetch_add(nanos, Ordering::Relaxed);
    }
}

impl TypedMetric for Histogram {
    const TYPE: MetricType = MetricType::Histogram;
}

impl EncodeMetric for Histogram {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> Result<(), fmt::Error> {
        let bounds = BOUNDS_MICROS.iter().map(|&micros| micros as f64 / 1e6).chain([f64::INFINITY]);
        let counts = self.0.buckets.iter().map(|count| count.load(Ordering::Relaxed));
        let buckets: Vec<(f64, u64)> = bounds.zip(counts).collect();
        // As the buckets were read, so that the page is of one piece while others count on.
        let count = buckets.iter().map(|(_, count)| count).sum();
        let sum = self.0.nanos.load(Ordering::Relaxed) as f64 / 1e9;
        encoder.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)
    }

    fn metric_type(&self) -> MetricType {
        Self::TYPE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prometheus_client::encoding::text;
    use prometheus_client::registry::Registry;

    #[test]
    fn a_duration_is_counted_in_the_first_bucket_that_holds_it() {
        let (mut registry, histogram) = (Registry::default(), Histogram::default());
        registry.register("it", "It", histogram.clone());
        for micros in [0, 10, 11, 10_000_000, 10_000_001] {
            histogram.observe(Duration::from_micros(micros));
        }
        let mut page = String::new();
        text::encode(&mut page, &registry).unwrap();
        for line in [
            "it_sum 20.000022\n",
            "it_count 5\n",
            "it_bucket{le=\"0.00001\"} 2\n",
            "it_bucket{le=\"0.000025\"} 3\n",
            "it_bucket{le=\"5.0\"} 3\n",
            "it_bucket{le=\"10.0\"} 4\n",
            "it_bucket{le=\"+Inf\"} 5\n",
        ] {
            assert!(page.contains(line), "{line} in\n{page}");
        }
    }

    #[test]
    fn bounds_ascend() {
        assert!(BOUNDS_MICROS.is_sorted_by(|a, b| a < b));
    }
}
