//! A playthrough through a server: every act is done on an engine and on the server, and every fact that some
//! viewer may see is asked of the server.

use super::wire_facts;
use brag_contract::dev_v1::{self as dev, script_service_client::ScriptServiceClient};
use brag_contract::v1::{self, act_request::Action as Wanted, table_service_client::TableServiceClient};
use brag_host::wire::option_value;
use brag_rules::act::{Act, Keeping, Which};
use brag_rules::card::{Cards, Pack};
use brag_rules::options::OptionValue;
use brag_rules::seat::{Seat, Seats};
use brag_table::Action;
use brag_testkit::playthrough::fact::{Answer, Ask, Eye, Topic};
use brag_testkit::playthrough::{HandScript, Playthrough};
use brag_testkit::replay::{Backend, Engine, Outcome};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};
use tonic_types::StatusExt;

/// How long a server may take to answer one call.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection to a server in dev mode.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    tables: TableServiceClient<Channel>,
    script: ScriptServiceClient<Channel>,
    /// Makes the tables of this run different from those of any other.
    run: u128,
    made: u64,
}

impl Server {
    /// Connects.
    ///
    /// # Errors
    /// Why there is no server, and what to do.
    pub fn connect(address: &str) -> Result<Server, String> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|why| format!("no runtime: {why}"))?;
        let wants = |why: &dyn std::fmt::Display| {
            format!("--server {address}: {why}; wants a running `brag serve`, such as 127.0.0.1:50051")
        };
        let endpoint = Endpoint::from_shared(format!("http://{address}")).map_err(|why| wants(&why))?;
        let endpoint = endpoint.connect_timeout(PATIENCE).timeout(PATIENCE);
        let channel = runtime.block_on(endpoint.connect()).map_err(|why| wants(&why))?;
        let run = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |t| t.as_nanos());
        let (tables, script) = (TableServiceClient::new(channel.clone()), ScriptServiceClient::new(channel));
        Ok(Server { runtime, tables, script, run, made: 0 })
    }
}

/// One file on a server, with an engine beside it.
pub struct Wire<'a> {
    server: &'a mut Server,
    engine: Engine,
    table: String,
    acts: u64,
    /// The last event that was read.
    seq: u64,
    shuffled: bool,
    /// What those who left took away, by seat.
    left_with: BTreeMap<u32, i64>,
    /// What each seat received in this hand.
    won: BTreeMap<Seat, u64>,
    /// The points of each seat in a game of several deals; a view forgets those who left.
    points: BTreeMap<u32, u32>,
    /// Whose hands were exposed in this hand.
    shown: Seats,
    /// The highest seat that anybody has taken.
    seats: u32,
    unseen: usize,
}

fn as_caller<T>(message: T, player: &str, role: &str) -> Request<T> {
    let mut request = Request::new(message);
    if let (Ok(player), Ok(role)) = (player.parse(), role.parse()) {
        request.metadata_mut().insert("brag-player", player);
        request.metadata_mut().insert("brag-role", role);
    }
    request
}

/// The reason of a refusal; anything else is a failure of the call.
fn reason_of(status: &Status) -> Result<String, String> {
    let details = status.get_error_details();
    let Some(info) = details.error_info() else {
        return Err(format!("the call failed without a reason: {status}"));
    };
    match (info.reason.as_str(), info.metadata.get("number")) {
        ("OPTION_CONFLICT", Some(number)) => Ok(format!("OPTION_CONFLICT {number}")),
        (reason, _) => Ok(reason.to_owned()),
    }
}

fn texts(cards: &Cards) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

fn which(which: Option<Which>) -> i32 {
    match which {
        None => v1::WhichHand::Unspecified,
        Some(Which::Old) => v1::WhichHand::Old,
        Some(Which::New) => v1::WhichHand::New,
    }
    .into()
}

/// An act as the contract writes it. A name that a player wants is not part of a playthrough.
fn wanted(action: &Action, seat: Seat, player: &str) -> Wanted {
    match action {
        Action::Play(Act::Look(hand)) => Wanted::Look(v1::Look { which: which(*hand) }),
        Action::Play(Act::Discard(cards)) => Wanted::Discard(v1::Discard { cards: texts(cards) }),
        Action::Play(Act::Fold) => Wanted::Fold(v1::Fold {}),
        Action::Play(Act::Bet(amount)) => Wanted::Bet(v1::Bet { amount: chips(*amount) }),
        Action::Play(Act::See(hand)) => Wanted::See(v1::See { which: which(*hand) }),
        Action::Play(Act::Cover(hand)) => Wanted::Cover(v1::Cover { which: which(*hand) }),
        Action::Play(Act::Sideshow) => Wanted::Sideshow(v1::Sideshow {}),
        Action::Play(Act::Accept) => Wanted::Accept(v1::Accept {}),
        Action::Play(Act::Refuse) => Wanted::Refuse(v1::Refuse {}),
        Action::Play(Act::Arrange(sets)) => Wanted::Arrange(v1::Arrange {
            sets: sets.iter().map(|set| v1::CardSet { cards: texts(&set) }).collect(),
        }),
        Action::Play(Act::Spare(take)) => Wanted::Spare(v1::Spare { take: *take }),
        Action::Play(Act::Swap { own, common, stick }) => {
            let named = |cards: &Cards| cards.iter().map(|card| card.to_string()).collect();
            Wanted::Swap(v1::Swap { own: named(own), common: named(common), stick: *stick })
        }
        Action::Play(Act::SwapAll { stick }) => Wanted::SwapAll(v1::SwapAll { stick: *stick }),
        Action::Play(Act::Stick) => Wanted::Stick(v1::Stick {}),
        Action::Play(Act::Stand) => Wanted::Stand(v1::Stand {}),
        Action::Play(Act::Pass) => Wanted::Pass(v1::Pass {}),
        Action::Play(Act::Brag(amount)) => Wanted::Brag(v1::Brag { amount: chips(*amount) }),
        Action::Play(Act::Decline) => Wanted::Decline(v1::Decline {}),
        Action::Play(Act::Challenge(amount)) => Wanted::Challenge(v1::Challenge { amount: chips(*amount) }),
        Action::Play(Act::Concede) => Wanted::Concede(v1::Concede {}),
        Action::Play(Act::Draw(cards)) => Wanted::Draw(v1::Draw { cards: texts(cards) }),
        Action::Play(Act::Exchange(card)) => Wanted::Exchange(v1::Exchange { card: card.to_string() }),
        Action::Play(Act::Call) => Wanted::Call(v1::Call {}),
        Action::Play(Act::RaiseTo(amount)) => Wanted::RaiseTo(v1::RaiseTo { amount: chips(*amount) }),
        Action::Play(Act::Keep) => Wanted::Keep(v1::Keep {}),
        Action::Play(Act::Throw) => Wanted::Throw(v1::Throw {}),
        Action::Play(Act::Commit(hand)) => Wanted::Commit(v1::Commit { which: which(Some(*hand)) }),
        Action::Play(Act::Retain(keeping)) => {
            let choice = match keeping {
                Keeping::Yes => v1::RetainChoice::Yes,
                Keeping::None => v1::RetainChoice::None,
                Keeping::Hand(Which::Old) => v1::RetainChoice::Old,
                Keeping::Hand(Which::New) => v1::RetainChoice::New,
            };
            Wanted::Retain(v1::Retain { choice: choice.into() })
        }
        Action::Play(Act::Cut(at)) => Wanted::Cut(v1::Cut { at: (*at).into() }),
        Action::Sit { buy_in, .. } => Wanted::Sit(v1::Sit {
            seat: seat.number().into(),
            buy_in: chips(*buy_in),
            display_name: String::new(),
        }),
        Action::Leave => Wanted::Leave(v1::Leave {}),
        Action::SitOut => Wanted::SitOut(v1::SitOut {}),
        Action::SitIn => Wanted::SitIn(v1::SitIn {}),
        Action::TopUp(amount) => Wanted::TopUp(v1::TopUp { amount: chips(*amount) }),
        Action::Deal => Wanted::Deal(v1::Deal {}),
        Action::Pause => Wanted::Pause(v1::Pause {}),
        Action::Resume => Wanted::Resume(v1::Resume {}),
        Action::Remove => Wanted::Remove(v1::Remove { player: player.to_owned() }),
        Action::Close { at_once } => {
            let when = if *at_once { v1::CloseWhen::Now } else { v1::CloseWhen::AfterHand };
            Wanted::Close(v1::Close { when: when.into() })
        }
    }
}

fn chips(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}

fn duration(ms: u64) -> prost_types::Duration {
    prost_types::Duration { seconds: (ms / 1000) as i64, nanos: (ms % 1000) as i32 * 1_000_000 }
}

impl<'a> Wire<'a> {
    pub fn new(server: &'a mut Server) -> Wire<'a> {
        server.made += 1;
        Wire {
            server,
            engine: Engine::new(),
            table: String::new(),
            acts: 0,
            seq: 0,
            shuffled: false,
            left_with: BTreeMap::new(),
            won: BTreeMap::new(),
            points: BTreeMap::new(),
            shown: Seats::NONE,
            seats: 0,
            unseen: 0,
        }
    }

    fn call<T>(
        &mut self,
        call: impl AsyncFnOnce(&mut Server) -> Result<tonic::Response<T>, Status>,
    ) -> Result<Result<T, Status>, String> {
        // The runtime is the server's own; it is taken out while a call runs on it.
        let spare = tokio::runtime::Builder::new_current_thread().build().map_err(|why| why.to_string())?;
        let runtime = std::mem::replace(&mut self.server.runtime, spare);
        let answer = runtime.block_on(call(self.server));
        self.server.runtime = runtime;
        Ok(answer.map(tonic::Response::into_inner))
    }

    fn create(&mut self, file: &Playthrough) -> Result<Outcome, String> {
        let id = format!("replay-{:x}-{}", self.server.run, self.server.made);
        self.table = format!("tables/{id}");
        let mut rules: BTreeMap<String, v1::OptionValue> =
            file.rules.iter().map(|(key, value)| (key.clone(), option_value(value.clone()))).collect();
        // A server cannot know whether a hand will be cut; the engine has read the whole file.
        if let Ok(charter) = Engine::charter(file) {
            let cut = OptionValue::Choice(charter.rules.cut.name().to_owned());
            rules.insert("cut".to_owned(), option_value(cut));
        }
        let seats = Seat::all().zip(&file.stacks).zip(&file.players).map(|((seat, stack), _)| {
            dev::ScriptedSeat { seat: seat.number().into(), player: seat.to_string(), stack: chips(*stack) }
        });
        let seats: Vec<_> = seats.collect();
        self.seats = seats.len() as u32;
        let time = file.turn_timeout_ms.and_then(|time| u64::try_from(time).ok()).unwrap_or(0);
        let request = dev::CreateScriptedTableRequest {
            create: Some(v1::CreateTableRequest {
                table_id: id,
                request_id: "create".to_owned(),
                variant: file.variant.clone(),
                rules,
                clock: Some(v1::ClockSettings {
                    action_time: Some(duration(time)),
                    time_bank: Some(duration(0)),
                    hand_pause: Some(duration(0)),
                    dealing: v1::Dealing::Manual.into(),
                }),
                cashier: v1::Cashier::Player.into(),
                spectating: Some(v1::SpectatingSettings { allowed: true, delay_hands: 0 }),
                ..v1::CreateTableRequest::default()
            }),
            seats,
            dealer: file.dealer.number().into(),
            check_buy_in: file.check_buy_in,
        };
        let request = as_caller(request, "operator", "operator");
        match self.call(async |server| server.script.create_scripted_table(request).await)? {
            Ok(_made) => Ok(Outcome::Done),
            Err(status) => reason_of(&status).map(Outcome::Refused),
        }
    }

    /// What the server answers to the act, asked by whoever may.
    fn ask(&mut self, seat: Seat, action: &Action) -> Result<Outcome, String> {
        self.acts += 1;
        let player = seat.to_string();
        let view = self.view(&player)?;
        let (names_turn, names_hand) = (action.names_turn(), action.names_hand());
        let request = v1::ActRequest {
            table: self.table.clone(),
            request_id: format!("act-{}", self.acts),
            turn: names_turn.then_some(view.turn),
            hand: names_hand.then_some(view.hand),
            view: v1::ActView::None.into(),
            action: Some(wanted(action, seat, &player)),
            ..v1::ActRequest::default()
        };
        let role = if action.is_operators() { "operator" } else { "player" };
        let request = as_caller(request, &player, role);
        match self.call(async |server| server.tables.act(request).await)? {
            Ok(_acted) => Ok(Outcome::Done),
            Err(status) => reason_of(&status).map(Outcome::Refused),
        }
    }

    fn view(&mut self, player: &str) -> Result<v1::TableView, String> {
        let request = v1::GetTableRequest { name: self.table.clone(), player: String::new() };
        let request = as_caller(request, player, "player");
        let answer = self.call(async |server| server.tables.get_table(request).await)?;
        let answer = answer.map_err(|status| format!("GetTable failed: {status}"))?;
        answer.table.ok_or_else(|| "GetTable gave no table".to_owned())
    }

    /// Reads the events since the last one that was read, as a spectator who comes back each time.
    fn read_events(&mut self) -> Result<(), String> {
        let request = v1::StreamEventsRequest {
            table: self.table.clone(),
            after_seq: Some(self.seq),
            ..v1::StreamEventsRequest::default()
        };
        let request = as_caller(request, "onlooker", "spectator");
        let messages = self.call(async |server| {
            let mut stream = server.tables.stream_events(request).await?.into_inner();
            let mut batches = Vec::new();
            while let Some(message) = stream.message().await? {
                use v1::stream_events_response::Message;
                match message.message {
                    Some(Message::Batch(batch)) => batches.push(batch),
                    Some(Message::CaughtUp(_)) => break,
                    Some(Message::Snapshot(_) | Message::Bookmark(_)) | None => {}
                }
            }
            Ok(tonic::Response::new(batches))
        })?;
        let batches = messages.map_err(|status| format!("StreamEvents failed: {status}"))?;
        for event in batches.into_iter().flat_map(|batch| batch.events) {
            if event.seq != self.seq + 1 {
                return Err(format!("event {} came after event {}", event.seq, self.seq));
            }
            self.seq = event.seq;
            match event.fact {
                Some(v1::event::Fact::HandStarted(_)) => {
                    self.shuffled = false;
                    self.won.clear();
                    self.shown = Seats::NONE;
                }
                Some(v1::event::Fact::HandShown(shown)) => self.showed(shown.seat),
                Some(v1::event::Fact::SetShown(shown)) => self.showed(shown.seat),
                Some(v1::event::Fact::PotAwarded(won)) => self.gained(won.seat, won.amount),
                Some(v1::event::Fact::BonusPaid(paid)) => self.gained(paid.to, paid.amount),
                // Who had won something returns it.
                Some(v1::event::Fact::HandVoided(_)) => self.won.clear(),
                Some(v1::event::Fact::ForfeitPaid(won)) => self.gained(won.to, won.amount),
                Some(v1::event::Fact::WaitingPotShared(won)) => self.gained(won.seat, won.amount),
                Some(v1::event::Fact::PlayerPaid(paid)) => self.gained(paid.to, paid.amount),
                Some(v1::event::Fact::CrashStarted(_)) => self.points.clear(),
                Some(v1::event::Fact::PointsScored(scored)) => {
                    self.points.insert(scored.seat, scored.total);
                }
                Some(v1::event::Fact::PackShuffled(_)) => self.shuffled = true,
                Some(v1::event::Fact::ChipsRemoved(gone)) => {
                    self.left_with.insert(gone.seat, gone.amount);
                }
                Some(v1::event::Fact::Sat(sat)) => {
                    self.seats = self.seats.max(sat.seat);
                    self.left_with.insert(sat.seat, 0);
                    self.points.remove(&sat.seat);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn showed(&mut self, seat: u32) {
        let seat = u8::try_from(seat).ok().and_then(Seat::new);
        self.shown = seat.map_or(self.shown, |seat| self.shown.with(seat));
    }

    fn gained(&mut self, seat: u32, amount: i64) {
        if let (Some(seat), Ok(amount)) = (u8::try_from(seat).ok().and_then(Seat::new), u64::try_from(amount))
        {
            *self.won.entry(seat).or_default() += amount;
        }
    }

    /// The engine's outcome, if the server's is the same.
    fn same(&mut self, engine: Outcome, server: &Outcome) -> Result<Outcome, String> {
        if engine != *server {
            return Err(format!("the engine says {engine:?}, the server {server:?}"));
        }
        self.read_events()?;
        Ok(engine)
    }

    fn prepare_pack(&mut self, laid: Option<(Pack, bool)>, cut: Option<u8>) -> Result<(), String> {
        let cards = laid.map(|(pack, _)| pack.iter().map(|card| card.to_string()).collect());
        let request = dev::PreparePackRequest {
            table: self.table.clone(),
            pack: cards.unwrap_or_default(),
            cut: cut.map(u32::from),
            no_cut: laid.is_some_and(|(_, uncut)| uncut),
        };
        let request = as_caller(request, "operator", "operator");
        let prepared = self.call(async |server| server.script.prepare_pack(request).await)?;
        prepared.map(|_| ()).map_err(|status| format!("PreparePack failed: {status}"))
    }
}

impl Backend for Wire<'_> {
    fn open(&mut self, file: &Playthrough) -> Result<Outcome, String> {
        let engine = self.engine.open(file)?;
        let server = self.create(file)?;
        if engine != Outcome::Done {
            return if engine == server {
                Ok(engine)
            } else {
                Err(format!("the engine says {engine:?}, the server {server:?}"))
            };
        }
        self.same(engine, &server)
    }

    fn deal(&mut self, hand: &HandScript) -> Result<Outcome, String> {
        let engine = self.engine.deal(hand)?;
        self.prepare_pack(self.engine.laid(), hand.cut)?;
        let server = self.ask(Seat::LAST, &Action::Deal)?;
        self.same(engine, &server)
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Result<Outcome, String> {
        let engine = self.engine.act(seat, action)?;
        let server = self.ask(seat, action)?;
        self.same(engine, &server)
    }

    fn run_out(&mut self, seat: Seat) -> Result<Outcome, String> {
        let engine = self.engine.run_out(seat)?;
        let request = dev::ExpireTurnRequest { table: self.table.clone(), seat: seat.number().into() };
        let request = as_caller(request, "operator", "operator");
        let server = match self.call(async |server| server.script.expire_turn(request).await)? {
            Ok(_) => Outcome::Done,
            Err(status) => Outcome::Refused(reason_of(&status)?),
        };
        self.same(engine, &server)
    }

    fn wait(&mut self, milliseconds: u64) -> Result<(), String> {
        self.engine.wait(milliseconds)?;
        let request =
            dev::AdvanceClockRequest { table: self.table.clone(), duration: Some(duration(milliseconds)) };
        let request = as_caller(request, "operator", "operator");
        let moved = self.call(async |server| server.script.advance_clock(request).await)?;
        moved.map_err(|status| format!("AdvanceClock failed: {status}"))?;
        self.read_events()
    }

    fn answer(&mut self, ask: &Ask) -> Result<Answer, String> {
        let engine = self.engine.answer(ask)?;
        // A seat's own facts are asked through its own eyes, everything else as anybody sees it.
        let eye = match (ask.topic, ask.eye) {
            (_, Eye::Seat(viewer)) => Some(viewer),
            (Topic::Legal | Topic::Cards | Topic::Class, Eye::Engine) => ask.seat,
            _ => None,
        };
        let player = eye.map_or_else(|| "onlooker".to_owned(), |seat| seat.to_string());
        let view = self.view(&player)?;
        let known = wire_facts::Known {
            shuffled: self.shuffled,
            left_with: &self.left_with,
            won: &self.won,
            points: &self.points,
            shown: self.shown,
            seats: self.seats,
        };
        match wire_facts::answer(&view, ask, &known) {
            None => self.unseen += 1,
            Some(server) if server == engine => {}
            Some(server) => {
                return Err(format!("the engine answers {engine}, the server {server}"));
            }
        }
        Ok(engine)
    }

    fn unseen(&self) -> usize {
        self.unseen
    }

    fn state(&self) -> String {
        self.engine.state()
    }
}
