//! A server that is away: how long it is waited for, and what is said.

use super::text;
use crate::outcome::Outcome;
use brag_client::Loss;
use std::time::{Duration, Instant};

/// Whether the server is away, and since when.
#[derive(Debug)]
pub struct Away {
    patience: Duration,
    since: Option<(Instant, Loss)>,
}

impl Away {
    /// It is there; when it is not, it is waited for so long.
    pub fn new(patience: Duration) -> Away {
        Away { patience, since: None }
    }

    /// The stream was lost, once or again.
    pub fn lost(&mut self, loss: Loss) {
        let since = self.since.take().map_or_else(Instant::now, |(since, _)| since);
        self.since = Some((since, loss));
    }

    /// It is there again.
    pub fn back(&mut self) {
        self.since = None;
    }

    /// What to say of it meanwhile.
    pub fn told(&self) -> Option<&'static str> {
        self.since.as_ref().map(|_| "the server is away: trying again")
    }

    /// How the command ends, when it was away for too long.
    pub fn given_up(&self) -> Option<Outcome> {
        let (since, loss) = self.since.as_ref()?;
        (since.elapsed() >= self.patience).then(|| {
            let seconds = since.elapsed().as_secs();
            Outcome::Unreachable(format!(
                "the server was lost, and did not come back in {seconds} s: {}",
                text::printable(&loss.to_string())
            ))
        })
    }
}
