//! A table without a terminal: a line for an event, or a JSON object.

use super::{From, Watched};
use crate::commentary::{Commentary, Suits};
use crate::outcome::{Outcome, aside};
use crate::protojson;
use crate::screen::away::Away;
use crate::screen::style::Look;
use brag_client::fold::Fold;
use brag_client::{Begin, Follow, Update};
use brag_contract::v1::event::Fact;
use brag_contract::v1::{Event, EventBatch};
use serde_json::Value;
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};

/// How often it is looked whether the server has been away for too long.
const TICK: Duration = Duration::from_secs(1);

/// Tells until the table closes; with `once` until everything is told that has happened.
pub async fn run(watched: Watched, look: Look, json: bool, once: bool) -> Outcome {
    let begin = if watched.from == From::Now { Begin::Now } else { Begin::Start };
    let first = match watched.from {
        From::Event(seq) => seq,
        From::Start | From::Now => 1,
    };
    let suits = if look.unicode { Suits::Symbols } else { Suits::Letters };
    let mut lines = Lines {
        follow: watched.client.follow(watched.view.name.clone(), begin),
        fold: Fold::new(watched.client.caller().seat_owner()),
        commentary: Commentary::new().with_suits(suits),
        first,
        json,
        live: false,
    };
    let mut away = Away::new(watched.patience);
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        let update = tokio::select! {
            update = lines.follow.next() => update,
            _ = tick.tick() => match away.given_up() {
                Some(outcome) => return outcome,
                None => continue,
            },
        };
        let told = match update {
            Err(error) => return Outcome::of(&error),
            Ok(None) => return Outcome::Done,
            Ok(Some(Update::Snapshot { missed_after })) => {
                lines.snapshot(missed_after, &watched);
                Ok(())
            }
            Ok(Some(Update::Batch(batch))) => lines.batch(&batch, &watched),
            Ok(Some(Update::CaughtUp)) => {
                lines.caught_up();
                if once {
                    return Outcome::Done;
                }
                Ok(())
            }
            Ok(Some(Update::Bookmark)) => Ok(()),
            Ok(Some(Update::Lost { loss, .. })) => {
                away.lost(loss);
                Ok(())
            }
            Ok(Some(Update::Resumed)) => {
                away.back();
                Ok(())
            }
        };
        match told {
            Ok(()) => {}
            Err(Ends::Enough) => return Outcome::Done,
            Err(Ends::Failed(why)) => return Outcome::Failed(why),
        }
    }
}

/// Why no more is told.
enum Ends {
    /// Whoever read it has enough.
    Enough,
    Failed(String),
}

struct Lines {
    follow: Follow,
    /// The table after each event, one by one.
    fold: Fold,
    commentary: Commentary,
    /// The first event to tell.
    first: u64,
    json: bool,
    /// Everything that had happened when it began was told.
    live: bool,
}

impl Lines {
    /// The table is given whole: what was before it is gone, and what follows is told.
    fn snapshot(&mut self, missed_after: Option<u64>, watched: &Watched) {
        let view = self.follow.view().clone();
        let first_missed = missed_after.map(|after| self.first.max(after + 1));
        if let Some(first) = first_missed.filter(|&first| first <= view.seq) {
            note(&match view.seq - first {
                0 => format!("event {first} is no longer kept"),
                _ => format!("events {first} to {} are no longer kept", view.seq),
            });
        }
        self.commentary.meet(&view);
        self.fold = Fold::from_view(view, watched.client.caller().seat_owner());
    }

    fn caught_up(&mut self) {
        if !std::mem::replace(&mut self.live, true) && self.first > self.follow.seq() + 1 {
            note(&format!("there is no event {} yet", self.first));
        }
    }

    fn batch(&mut self, batch: &EventBatch, watched: &Watched) -> Result<(), Ends> {
        for event in &batch.events {
            if event.seq == self.fold.view().seq + 1 && self.fold.event(event).is_err() {
                // What cannot be folded is told by the table as it is.
                let view = self.follow.view().clone();
                self.fold = Fold::from_view(view, watched.client.caller().seat_owner());
            }
            let line = self.commentary.tell(event, self.fold.view());
            if event.seq >= self.first {
                self.tell(event, line.as_deref())?;
            }
        }
        Ok(())
    }

    fn tell(&self, event: &Event, line: Option<&str>) -> Result<(), Ends> {
        if self.json {
            let mut object = protojson::of(event, "brag.v1.Event").map_err(Ends::Failed)?;
            object["text"] = line.map_or(Value::Null, Value::from);
            return write(object);
        }
        if matches!(event.fact, Some(Fact::HandStarted(_))) {
            write("")?;
        }
        line.map_or(Ok(()), write)
    }
}

fn write(line: impl Display) -> Result<(), Ends> {
    writeln!(std::io::stdout(), "{line}").map_err(|why| match why.kind() {
        ErrorKind::BrokenPipe => Ends::Enough,
        _ => Ends::Failed(format!("cannot write: {why}")),
    })
}

/// Something about the telling, which is no part of it.
fn note(text: &str) {
    aside(format_args!("brag: {text}"));
}
