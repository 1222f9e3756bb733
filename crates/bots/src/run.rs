//! A bot at a table of a real server, from sitting down to the end.

use crate::Bot;
use crate::table::rules;
use brag_client::{Client, Error, Seat, Update};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{
    Cashier, Event, Leave, LeaveReason, Phase, Reason, SeatStatus, Sit, SitIn, TableState, TableView, TopUp,
};
use std::collections::BTreeMap;
use std::fmt;
use std::pin::{Pin, pin};
use std::time::{Duration, Instant};
use tokio::time::{Sleep, sleep};

/// What a bot does when it has too few chips to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Broke {
    /// Brings more, as often as it takes.
    #[default]
    TopsUp,
    /// Leaves the table.
    Leaves,
}

/// How a bot takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// What it is called at the table; empty for its id.
    pub name: String,
    /// Chips to bring, and to have again after topping up; as near to it as the table allows, 0 for its least.
    pub buy_in: i64,
    /// Hands after which it leaves, counting those that it sat out; none for as long as the table is open.
    pub hands: Option<u32>,
    /// Time after which it leaves; none for as long as the table is open.
    pub time: Option<Duration>,
    /// How long it seems to think before it acts.
    pub think: Duration,
    /// What it does without chips.
    pub broke: Broke,
    /// How long it waits for a server that was lost.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            name: String::new(),
            buy_in: 0,
            hands: None,
            time: None,
            think: Duration::ZERO,
            broke: Broke::default(),
            patience: Duration::from_secs(60),
        }
    }
}

/// What became of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome<'a> {
    /// It was done.
    Done,
    /// It was refused for this reason of the contract.
    Refused(&'a str),
}

/// Somebody who counts while bots play.
pub trait Observer: Send + Sync {
    /// An act was answered after this time, its retries included.
    fn acted(&self, took: Duration, outcome: Outcome<'_>);
    /// A hand is over at a bot's table; each bot there says so.
    fn hand_over(&self) {}
    /// The bot's stream was lost, and is resumed.
    fn stream_lost(&self) {}
}

/// Nobody counts.
impl Observer for () {
    fn acted(&self, _took: Duration, _outcome: Outcome<'_>) {}
}

/// What a bot did at a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Hands that ended while it sat there; one in which it leaves does not count.
    pub hands: u32,
    /// Acts that were done, those of coming and going included.
    pub acts: u64,
    /// Acts that were refused, by the contract's reasons.
    pub refused: BTreeMap<String, u64>,
    /// How often its stream was lost and resumed.
    pub streams_lost: u64,
    /// Chips that it brought.
    pub brought: i64,
    /// Chips that it has, or took away.
    pub chips: i64,
}

impl Report {
    /// Chips won; below 0 what it lost.
    pub fn won(&self) -> i64 {
        self.chips.saturating_sub(self.brought)
    }
}

/// Why a bot could not go on.
#[derive(Debug)]
pub enum RunError {
    /// The server refused what a bot cannot do without, or is not there.
    Client(Error),
    /// It has no seat, and may not take one.
    NoSeat,
    /// Its time was over, and it did not get away from the table.
    Stuck,
    /// The server was lost, and did not come back.
    Lost,
    /// It was put off its seat: by the operator, by the table's rules (rulebook 3.11, `sit_out_limit`), or among events
    /// that are no longer kept.
    SeatLost {
        /// Why, where that was told.
        why: Option<LeaveReason>,
        /// What it had done until then.
        report: Report,
    },
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Client(error) => write!(f, "{error}"),
            RunError::NoSeat => f.write_str(
                "there is no seat to take: the table is full or closed, or its operator seats players",
            ),
            RunError::Lost => f.write_str("the server was lost, and did not come back"),
            RunError::Stuck => f.write_str("its time was over, but the table did not let it go"),
            RunError::SeatLost { why, .. } => f.write_str(match why {
                Some(LeaveReason::Removed) => "it lost its seat: the operator removed it",
                Some(LeaveReason::SatOutTooLong) => "it lost its seat: it sat out for too long",
                _ => "it lost its seat while it was away",
            }),
        }
    }
}

impl std::error::Error for RunError {}

impl From<Error> for RunError {
    fn from(error: Error) -> RunError {
        RunError::Client(error)
    }
}

/// Plays at a table until it is closed, or the hands, the time or the chips are over.
///
/// Takes a seat, or goes on in the one that the client's player has. Follows the table, acts when it is asked, and decides
/// again by what is true then when an act comes late.
///
/// # Errors
/// [`RunError`]
pub async fn run(
    client: &Client,
    table: &str,
    bot: Bot,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Report, RunError> {
    let never = std::future::pending;
    run_until(client, table, bot, options, observer, (never(), never())).await
}

/// As [`run`], but leaves the table when the first of two is over; and when the second is, as soon as there is no hand and
/// there are too few players for another: for bots who came for others that have gone.
///
/// # Errors
/// [`RunError`]
pub async fn run_until(
    client: &Client,
    table: &str,
    bot: Bot,
    options: &Options,
    observer: &dyn Observer,
    (stop, deserted): (impl Future<Output = ()>, impl Future<Output = ()>),
) -> Result<Report, RunError> {
    let mut run = Run {
        seat: client.seat(table),
        bot,
        options,
        observer,
        report: Report::default(),
        number: None,
        leaving: false,
        put_off: None,
        deserted: false,
        rested_at: None,
        enough: 1,
    };
    let mut thought = None;
    let mut end = options.time.map(|time| Box::pin(sleep(time)));
    let (mut stop, mut stopped) = (pin!(stop), false);
    let mut deserted = pin!(deserted);
    let mut lost: Timer = None;
    loop {
        tokio::select! {
            update = run.seat.next() => match update? {
                Some(update) => {
                    match &update {
                        Update::Lost { .. } => _ = lost.get_or_insert_with(|| Box::pin(sleep(options.patience))),
                        _ => lost = None,
                    }
                    run.take(&update);
                }
                None if run.number.is_none() && run.report.brought == 0 => return Err(RunError::NoSeat),
                None => return Ok(run.report),
            },
            () = over(&mut thought) => {
                thought = None;
                run.act().await?;
            }
            () = over(&mut end) => {
                end = None;
                run.leaving = true;
            }
            () = &mut stop, if !stopped => {
                stopped = true;
                run.leaving = true;
            }
            () = over(&mut lost) => return Err(RunError::Lost),
            () = &mut deserted, if !run.deserted => run.deserted = true,
        }
        run.leaving |= run.deserted && run.waits_in_vain();
        if let Some(why) = run.put_off {
            return Err(RunError::SeatLost { why, report: run.report });
        }
        if run.has_left() {
            return Ok(run.report);
        }
        if !run.wants_to_act()? {
            thought = None;
        } else if thought.is_none() {
            thought = Some(Box::pin(sleep(options.think)));
        }
    }
}

/// A time that may be waited for.
type Timer = Option<Pin<Box<Sleep>>>;

/// Waits for its end; for ever where there is none.
async fn over(timer: &mut Timer) {
    match timer {
        Some(timer) => timer.as_mut().await,
        None => std::future::pending().await,
    }
}

struct Run<'a> {
    seat: Seat,
    bot: Bot,
    options: &'a Options,
    observer: &'a dyn Observer,
    report: Report,
    /// The seat that it has.
    number: Option<u32>,
    /// It wants to go, or has gone.
    leaving: bool,
    /// It did not want to go, and had to; why, where that was told.
    put_off: Option<Option<LeaveReason>>,
    /// Those for whom it came have gone.
    deserted: bool,
    /// The event up to which there is nothing more to try.
    rested_at: Option<u64>,
    /// Chips without which it does not go on.
    enough: i64,
}

impl Run<'_> {
    fn take(&mut self, update: &Update) {
        match update {
            Update::Snapshot { .. } => {
                let view = self.seat.view();
                self.enough = enough(view);
                let seat = view.seats.iter().find(|seat| seat.number == view.viewer_seat);
                match (seat, self.number) {
                    (Some(seat), None) => {
                        self.number = Some(seat.number);
                        self.report.brought = seat.stack.saturating_add(seat.waiting_top_up);
                    }
                    // It was lost among events that did not come.
                    (None, Some(_)) => self.gone(None),
                    _ => {}
                }
                self.count_chips();
            }
            Update::Batch(batch) => {
                for event in &batch.events {
                    self.bot.note(event, self.seat.view());
                    self.count(event);
                }
                self.count_chips();
            }
            Update::Lost { .. } => {
                self.report.streams_lost = self.report.streams_lost.saturating_add(1);
                self.observer.stream_lost();
            }
            Update::CaughtUp | Update::Bookmark | Update::Resumed => {}
        }
    }

    fn count(&mut self, event: &Event) {
        let own = |seat: u32, number: Option<u32>| number == Some(seat);
        match &event.fact {
            Some(Fact::Sat(fact)) if fact.player == self.seat.client().caller().seat_owner() => {
                self.number = Some(fact.seat);
            }
            Some(Fact::ChipsAdded(fact)) if own(fact.seat, self.number) => self.bring(fact.amount),
            Some(Fact::TopUpWaits(fact)) if own(fact.seat, self.number) => self.bring(fact.amount),
            Some(Fact::ChipsRemoved(fact)) if own(fact.seat, self.number) => self.report.chips = fact.amount,
            Some(Fact::Left(fact)) if own(fact.seat, self.number) => {
                self.gone(Some(fact.reason()));
            }
            Some(Fact::HandEnded(_) | Fact::HandVoided(_)) if self.number.is_some() && !self.leaving => {
                self.report.hands = self.report.hands.saturating_add(1);
                self.leaving |= self.options.hands.is_some_and(|hands| self.report.hands >= hands);
                self.observer.hand_over();
            }
            _ => {}
        }
    }

    /// It has no seat any more.
    fn gone(&mut self, why: Option<LeaveReason>) {
        let closed = self.seat.view().state() == TableState::Closed;
        let own_will = matches!(why, Some(LeaveReason::Asked | LeaveReason::TableClosed));
        if !self.leaving && !own_will && !closed {
            self.put_off = Some(why);
        }
        (self.number, self.leaving) = (None, true);
    }

    fn bring(&mut self, amount: i64) {
        self.report.brought = self.report.brought.saturating_add(amount);
    }

    /// Chips behind, as long as there is a seat.
    fn count_chips(&mut self) {
        let view = self.seat.view();
        if let Some(seat) = view.seats.iter().find(|seat| Some(seat.number) == self.number) {
            self.report.chips = seat.stack.saturating_add(seat.waiting_top_up);
        }
    }

    /// Whether no hand is being played, and none will be as things are.
    fn waits_in_vain(&self) -> bool {
        let view = self.seat.view();
        let between = matches!(view.phase(), Phase::HandOver | Phase::Idle);
        self.seat.is_current() && between && !view.enough_players
    }

    fn has_left(&self) -> bool {
        self.leaving && self.number.is_none()
    }

    /// Whether there is something to do, by a view that is current.
    fn wants_to_act(&self) -> Result<bool, RunError> {
        let view = self.seat.view();
        if !self.seat.is_current() || self.rested_at == Some(view.seq) {
            return Ok(false);
        }
        if self.number.is_none() {
            let full = view.seats.iter().all(|seat| !seat.player.is_empty());
            let offered = view.table_acts.as_ref().is_some_and(|acts| acts.sit.is_some());
            let by_operator =
                view.charter.as_ref().is_some_and(|charter| charter.cashier() == Cashier::Operator);
            if !offered && (full || by_operator) {
                return Err(RunError::NoSeat);
            }
            return Ok(offered);
        }
        Ok(self.attend().is_some() || self.bot.is_asked(view))
    }

    /// Acts once, if there is still something to do.
    async fn act(&mut self) -> Result<(), RunError> {
        if !self.wants_to_act()? {
            return Ok(());
        }
        let action = self.attend().or_else(|| self.bot.decide(self.seat.view()));
        let at = self.seat.view().seq;
        let Some(action) = action else {
            self.rested_at = Some(at);
            return Ok(());
        };
        let asked = Instant::now();
        let answer = self.seat.act(action).await;
        let took = asked.elapsed();
        let refusal = match answer {
            Ok(_) => {
                self.report.acts = self.report.acts.saturating_add(1);
                self.observer.acted(took, Outcome::Done);
                return Ok(());
            }
            // The stream brings what is true now.
            Err(Error::Stale { refusal, .. }) => refusal,
            Err(Error::Refused(refusal)) => {
                self.rested_at = Some(at);
                refusal
            }
            Err(error) => return Err(error.into()),
        };
        self.observer.acted(took, Outcome::Refused(&refusal.reason_name));
        let count = self.report.refused.entry(refusal.reason_name.clone()).or_default();
        *count = count.saturating_add(1);
        match refusal.reason {
            // Which of the contract's reasons a newer service gives, nobody here can know.
            Reason::Unspecified => Err(Error::Refused(refusal).into()),
            _ => Ok(()),
        }
    }

    /// Coming, staying and going: what comes before playing.
    fn attend(&self) -> Option<Action> {
        let view = self.seat.view();
        let acts = view.table_acts.as_ref()?;
        let Some(seat) = view.seats.iter().find(|seat| Some(seat.number) == self.number) else {
            let sit = acts.sit.as_ref()?;
            let buy_in = self.options.buy_in.clamp(sit.min_buy_in, sit.max_buy_in.max(sit.min_buy_in));
            return Some(Action::Sit(Sit { seat: 0, buy_in, display_name: self.options.name.clone() }));
        };
        let leave = acts.leave.is_some().then_some(Action::Leave(Leave {}));
        if self.leaving {
            return leave;
        }
        if acts.sit_in.is_some() {
            return Some(Action::SitIn(SitIn {}));
        }
        let in_hand = matches!(seat.status(), SeatStatus::In | SeatStatus::Covered)
            && !matches!(view.phase(), Phase::HandOver | Phase::Idle);
        let chips = seat.stack.saturating_add(seat.waiting_top_up);
        if in_hand || chips >= self.enough {
            return None;
        }
        match (self.options.broke, acts.top_up.as_ref()) {
            (Broke::TopsUp, Some(top_up)) => {
                let missing = self.options.buy_in.saturating_sub(chips);
                let amount = missing.clamp(top_up.min, top_up.max.max(top_up.min));
                Some(Action::TopUp(TopUp { amount }))
            }
            (Broke::TopsUp, None) => None,
            (Broke::Leaves, _) => leave,
        }
    }
}

/// Chips without which a bot does not go on at this table: five stakes, and what every hand asks for at least.
fn enough(view: &TableView) -> i64 {
    let chips = rules(view).map_or(1, |rules| rules.min_stake.saturating_mul(5).max(rules.least_stack()));
    i64::try_from(chips).unwrap_or(i64::MAX)
}
