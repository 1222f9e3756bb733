//! Somebody who watches a table: by GetTable, and by three streams that he folds.

use std::collections::BTreeMap;
use std::mem::take;
use std::time::Duration;

use brag_client::fold::Fold;
use brag_contract::v1::stream_events_response::Message;
use brag_contract::v1::table_service_client::TableServiceClient;
use brag_contract::v1::{
    Event, EventBatch, GetTableRequest, StreamEventsRequest, StreamEventsResponse, TableState, TableView,
};
use tokio::time::timeout;
use tonic::Streaming;
use tonic::transport::Channel;

use crate::dice::Dice;
use crate::server::by;

/// Never reached by a passing test; turns a hang into a failure.
const HANG: Duration = Duration::from_secs(30);

/// Who looks, and through whose eyes.
#[derive(Clone)]
pub struct Eyes {
    pub caller: String,
    pub roles: &'static str,
    /// From a gateway: the player whom the request names.
    pub named: String,
}

impl Eyes {
    pub fn new(caller: &str, roles: &'static str, named: &str) -> Eyes {
        Eyes { caller: caller.into(), roles, named: named.into() }
    }

    /// Whose seat the viewer's own is; empty for nobody's.
    fn player(&self) -> &str {
        match (&*self.named, self.roles.contains("player")) {
            ("", true) => &self.caller,
            (named, _) => named,
        }
    }
}

/// One viewer.
pub struct Viewer {
    pub eyes: Eyes,
    client: TableServiceClient<Channel>,
    table: String,
    /// Begins with event 1, and now and then again with the oldest event that is kept.
    pub whole: Stream,
    /// Begins with a snapshot, and now and then with a new one.
    late: Stream,
    /// Cut again and again, in the middle of a commit, too, and resumed.
    torn: Stream,
    /// What GetTable showed last.
    pub view: TableView,
}

impl Viewer {
    pub async fn new(eyes: Eyes, client: TableServiceClient<Channel>, table: &str) -> Viewer {
        let mut viewer = Viewer {
            whole: Stream { lived: Some(BTreeMap::new()), ..Stream::new(&eyes) },
            late: Stream::new(&eyes),
            torn: Stream::new(&eyes),
            eyes,
            client,
            table: table.into(),
            view: TableView::default(),
        };
        viewer.whole.open(&viewer.eyes, &mut viewer.client, table, From::Event(0)).await;
        viewer.torn.open(&viewer.eyes, &mut viewer.client, table, From::Event(0)).await;
        viewer.late.open(&viewer.eyes, &mut viewer.client, table, From::Now).await;
        viewer
    }

    /// Looks at the table, and compares it with what the streams have told.
    pub async fn check(&mut self, dice: &mut Dice) {
        let Viewer { eyes, client, table, whole, late, torn, view } = self;
        if dice.one_in(60) {
            let (lived, facts, anew) = (whole.lived.take(), take(&mut whole.facts), whole.anew);
            *whole = Stream { lived, facts, anew, ..Stream::new(eyes) };
            whole.open(eyes, client, table, From::Oldest).await;
        }
        if dice.one_in(10) {
            *late = Stream::new(eyes);
            late.open(eyes, client, table, From::Now).await;
        }
        if dice.one_in(6) {
            let after = torn.fold.view().seq;
            torn.open(eyes, client, table, From::Event(after)).await;
        }
        let asked = GetTableRequest { name: table.clone(), player: eyes.named.clone() };
        let answer = client.get_table(by(&eyes.caller, eyes.roles, asked)).await.unwrap();
        *view = answer.into_inner().table.unwrap();
        if dice.one_in(8)
            && let Some(seq) = torn.tear(view.seq, dice).await
        {
            torn.open(eyes, client, table, From::Event(seq)).await;
        }
        let mut shown = view.clone();
        for (name, stream) in [("whole", whole), ("late", late), ("torn", torn)] {
            stream.read_to(view.seq).await;
            let folded = stream.fold.view();
            leave_out(&mut shown, folded);
            assert!(
                *folded == shown,
                "{table}, {} ({}) through {:?}, {name}:\n{}\nafter {:#?}",
                eyes.caller,
                eyes.roles,
                eyes.player(),
                difference(folded, &shown),
                stream.unchecked,
            );
            stream.unchecked.clear();
        }
    }

    /// The table is closed: every stream says so by ending.
    pub async fn ends(&mut self) {
        for stream in [&mut self.whole, &mut self.late, &mut self.torn] {
            assert_eq!(stream.next().await, None, "nothing follows the end of a table");
        }
    }
}

/// Where a stream begins.
#[derive(Clone, Copy)]
enum From {
    Oldest,
    Now,
    /// After this event.
    Event(u64),
}

/// A stream of events, folded as they come.
pub struct Stream {
    messages: Option<Streaming<StreamEventsResponse>>,
    pub fold: Fold,
    player: String,
    /// What came since the fold was last found right.
    unchecked: Vec<Event>,
    /// Every kind of fact that came.
    pub facts: Vec<String>,
    /// The table after each event that came, if that is remembered: another stream has to show the same.
    lived: Option<BTreeMap<u64, TableView>>,
    /// How often it began in the middle of what is remembered.
    pub anew: u64,
}

impl Stream {
    fn new(eyes: &Eyes) -> Stream {
        let player = eyes.player().to_owned();
        let fold = Fold::new(&*player);
        Stream {
            messages: None,
            fold,
            player,
            unchecked: Vec::new(),
            facts: Vec::new(),
            lived: None,
            anew: 0,
        }
    }

    async fn open(&mut self, eyes: &Eyes, client: &mut TableServiceClient<Channel>, table: &str, from: From) {
        let asked = StreamEventsRequest {
            table: table.into(),
            player: eyes.named.clone(),
            from_oldest: matches!(from, From::Oldest),
            after_seq: match from {
                From::Event(after) => Some(after),
                From::Oldest | From::Now => None,
            },
            ..StreamEventsRequest::default()
        };
        let answer = client.stream_events(by(&eyes.caller, eyes.roles, asked)).await;
        self.messages = Some(answer.unwrap().into_inner());
    }

    /// The next batch or snapshot is folded; nothing at the end.
    pub async fn next(&mut self) -> Option<()> {
        let batch = self.message().await?;
        if let Some(batch) = batch {
            self.fold(&batch);
        }
        Some(())
    }

    /// The next batch; nothing inside after a snapshot, which is taken as the view.
    async fn message(&mut self) -> Option<Option<EventBatch>> {
        let messages = self.messages.as_mut().unwrap();
        loop {
            let message = timeout(HANG, messages.message()).await.expect("a message, or the end").unwrap();
            match message?.message.unwrap() {
                Message::Batch(batch) => return Some(Some(batch)),
                Message::Snapshot(view) => {
                    self.fold = Fold::from_view(*view, &*self.player);
                    if self.lived.is_some() {
                        self.remember();
                        self.anew += 1;
                    }
                    return Some(None);
                }
                Message::CaughtUp(_) | Message::Bookmark(_) => {}
            }
        }
    }

    fn fold(&mut self, batch: &EventBatch) {
        for event in &batch.events {
            self.fold.event(event).unwrap_or_else(|error| panic!("{error}: {batch:#?}"));
            if self.remember() {
                self.note(std::slice::from_ref(event));
            }
        }
        self.fold.acts(batch);
    }

    /// Compares the table with what is remembered of it after this event; says whether the event is new.
    fn remember(&mut self) -> bool {
        let Some(lived) = &mut self.lived else { return true };
        let view = self.fold.view();
        let Some(before) = lived.get(&view.seq) else {
            lived.insert(view.seq, view.clone());
            return true;
        };
        let mut before = before.clone();
        leave_out(&mut before, view);
        assert!(*view == before, "event {}, from the oldest:\n{}", view.seq, difference(view, &before));
        false
    }

    fn note(&mut self, events: &[Event]) {
        let kind = |event: &Event| {
            format!("{:?}", event.fact.as_ref().unwrap()).split('(').next().unwrap().to_owned()
        };
        self.facts.extend(events.iter().map(kind));
        self.unchecked.extend_from_slice(events);
    }

    async fn read_to(&mut self, seq: u64) {
        while self.fold.view().seq < seq {
            self.next().await.expect("events up to the one that GetTable has seen");
        }
    }

    /// Folds a part of the next commit and forgets the rest of it, if there is one to come; says where it stopped.
    async fn tear(&mut self, seq: u64, dice: &mut Dice) -> Option<u64> {
        if self.fold.view().seq >= seq {
            return None;
        }
        let batch = self.message().await??;
        let part = &batch.events[..=dice.below(batch.events.len() as u64) as usize];
        for event in part {
            self.fold.event(event).unwrap_or_else(|error| panic!("{error}: {event:#?}"));
        }
        self.note(part);
        Some(self.fold.view().seq)
    }
}

/// Makes equal what a view has and a fold need not have: the server's time, the two lists, and what is left of a turn,
/// unless it stands.
fn leave_out(shown: &mut TableView, folded: &TableView) {
    shown.server_time = folded.server_time;
    shown.legal_acts.clone_from(&folded.legal_acts);
    shown.table_acts.clone_from(&folded.table_acts);
    if shown.state() != TableState::Paused {
        for (turn, folded) in shown.to_act.iter_mut().zip(&folded.to_act) {
            turn.time_left = folded.time_left;
        }
    }
}

/// The lines in which they differ.
fn difference(folded: &TableView, shown: &TableView) -> String {
    let (folded, shown) = (format!("{folded:#?}"), format!("{shown:#?}"));
    let pairs = folded.lines().zip(shown.lines()).enumerate().filter(|(_, (folded, shown))| folded != shown);
    let lines =
        pairs.take(30).map(|(line, (folded, shown))| format!("{line}: folded {folded} shown {shown}\n"));
    format!("{} and {} lines\n{}", folded.lines().count(), shown.lines().count(), lines.collect::<String>())
}
