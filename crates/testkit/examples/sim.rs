//! `cargo run --release -p brag-testkit --example sim`: how many hands of random play a core plays a second.
#![forbid(unsafe_code)]

use brag_rules::variant::Variant;
use brag_testkit::sim;
use std::time::Instant;

fn main() -> Result<(), String> {
    let hands: u64 = std::env::args().nth(1).and_then(|hands| hands.parse().ok()).unwrap_or(500_000);
    for variant in Variant::all() {
        let start = Instant::now();
        let result = sim::run(&variant.defaults(), 6, hands, 1)?;
        let seconds = start.elapsed().as_secs_f64();
        let rate = result.hands as f64 / seconds;
        println!("{}: {rate:.0} hands a second, {result:?}", variant.id());
    }
    Ok(())
}
