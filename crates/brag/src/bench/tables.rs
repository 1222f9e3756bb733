//! Tables as the load's client knows them: who is to act, and on which turn.
//!
//! Everybody plays blind and calls with one chip until the engine ends the hand by `max_rounds` and deals the next
//! one in the same commit: every act is legal, and as at a table that has stood for long, hands are dealt and shown,
//! and old ones are let go.

use brag_contract::v1;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::event::Fact;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::table_service_client::TableServiceClient;
use prost_types::Duration as Wire;
use std::time::{Duration, Instant};
use tonic::metadata::MetadataValue;
use tonic::transport::{Channel, Endpoint};

/// The players, by seat.
const PLAYERS: [&str; 6] = ["p1", "p2", "p3", "p4", "p5", "p6"];
/// Rounds of betting before the engine ends a hand: the fewest that the rules allow.
const ROUNDS: i64 = 10;
/// Chips that each player brings: enough for as long as a benchmark goes on.
const STACK: i64 = 1_000_000;
/// How long the first deal may take.
const DEAL_WITHIN: Duration = Duration::from_secs(10);

/// A client on a connection of its own.
pub type Client = TableServiceClient<Channel>;

/// One connection.
///
/// # Errors
/// When there is none to be had.
pub async fn connect(uri: &str) -> Result<Client, String> {
    let endpoint = Endpoint::from_shared(uri.to_owned()).map_err(|why| format!("{uri}: {why}"))?;
    let channel = endpoint.connect().await.map_err(|why| format!("{uri}: {why}"))?;
    Ok(TableServiceClient::new(channel))
}

/// So many connections.
///
/// # Errors
/// As [`connect`].
pub async fn connections(uri: &str, count: usize) -> Result<Vec<Client>, String> {
    let mut clients = Vec::with_capacity(count);
    for _ in 0..count {
        clients.push(connect(uri).await?);
    }
    Ok(clients)
}

/// A request by that caller.
pub fn by<T>(player: &'static str, message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    request.metadata_mut().insert("brag-player", MetadataValue::from_static(player));
    request
}

/// The player on that seat.
///
/// # Errors
/// There is no such seat.
pub fn player(seat: u32) -> Result<&'static str, String> {
    let index = seat.checked_sub(1).ok_or("nobody is to act")?;
    PLAYERS.get(index as usize).copied().ok_or_else(|| format!("nobody sits on seat {seat}"))
}

/// A refused or failed call, in one line.
pub fn failed(what: &str) -> impl Fn(tonic::Status) -> String + use<'_> {
    move |status| format!("{what}: {:?}, {}", status.code(), status.message())
}

/// Makes an empty table `t{number}`.
///
/// # Errors
/// The engine refuses.
pub async fn create(client: &mut Client, number: usize, players: i64) -> Result<(), String> {
    let number_of = |value| v1::OptionValue { value: Some(Value::Number(value)) };
    let rules = [("min_players", number_of(players)), ("max_rounds", number_of(ROUNDS))];
    let create = v1::CreateTableRequest {
        table_id: format!("t{number}"),
        request_id: format!("t{number}"),
        variant: "three_card".to_owned(),
        rules: rules.map(|(key, value)| (key.to_owned(), value)).into(),
        // Longer than a benchmark, so that no turn ends by itself while other tables are played.
        clock: Some(v1::ClockSettings {
            action_time: Some(Wire { seconds: 3_600, nanos: 0 }),
            hand_pause: Some(Wire::default()),
            dealing: v1::Dealing::Automatic.into(),
            time_bank: None,
        }),
        cashier: v1::Cashier::Player.into(),
        spectating: Some(v1::SpectatingSettings { allowed: true, delay_hands: 0 }),
        ..Default::default()
    };
    client.create_table(by("maker", create)).await.map_err(failed("CreateTable"))?;
    Ok(())
}

/// A table in play.
#[derive(Clone)]
pub struct Table {
    /// Its name.
    pub name: String,
    seat: u32,
    turn: u64,
    acts: u64,
}

impl Table {
    /// Makes table `t{number}`, seats its players, and waits for the first deal.
    ///
    /// # Errors
    /// The engine refuses, or does not deal.
    pub async fn deal(client: &mut Client, number: usize, players: u32) -> Result<Table, String> {
        create(client, number, players.into()).await?;
        let name = format!("tables/t{number}");
        for seat in 1..=players {
            let sit = v1::Sit { seat, buy_in: STACK, display_name: String::new() };
            let act = v1::ActRequest {
                table: name.clone(),
                request_id: "sit".to_owned(),
                action: Some(Action::Sit(sit)),
                ..Default::default()
            };
            client.act(by(player(seat)?, act)).await.map_err(failed("sit"))?;
        }
        let asked = Instant::now();
        while asked.elapsed() < DEAL_WITHIN {
            let view = get(client, &name).await?.table.unwrap_or_default();
            if let Some(turn) = view.to_act.first() {
                return Ok(Table { name, seat: turn.seat, turn: view.turn, acts: 0 });
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Err(format!("{name}: no hand is dealt"))
    }

    /// A call by whoever is to act.
    ///
    /// # Errors
    /// Nobody is.
    pub fn bet(&mut self) -> Result<tonic::Request<v1::ActRequest>, String> {
        self.acts += 1;
        let act = v1::ActRequest {
            table: self.name.clone(),
            request_id: self.acts.to_string(),
            turn: Some(self.turn),
            action: Some(Action::Bet(v1::Bet { amount: 1 })),
            ..Default::default()
        };
        Ok(by(player(self.seat)?, act))
    }

    /// Reads in the reply whose turn it is then.
    ///
    /// # Errors
    /// It is nobody's.
    pub fn follow(&mut self, reply: &v1::ActResponse) -> Result<(), String> {
        for event in reply.events.iter().rev() {
            if let Some(Fact::TurnBegan(began)) = &event.fact {
                self.seat = began.to_act.first().map_or(0, |to_act| to_act.seat);
                self.turn = event.turn;
                return Ok(());
            }
        }
        Err(format!("{}: the hand does not go on", self.name))
    }
}

/// The table as its first player sees it.
///
/// # Errors
/// The call fails.
pub async fn get(client: &mut Client, name: &str) -> Result<v1::GetTableResponse, String> {
    let get = v1::GetTableRequest { name: name.to_owned(), player: String::new() };
    Ok(client.get_table(by(PLAYERS[0], get)).await.map_err(failed("GetTable"))?.into_inner())
}

/// Of these messages the one whose size is nearest the mean.
///
/// # Errors
/// There is none.
pub fn typical<M: prost::Message>(messages: &[M]) -> Result<&M, String> {
    let total: usize = messages.iter().map(M::encoded_len).sum();
    let mean = total / messages.len().max(1);
    let nearest = messages.iter().min_by_key(|message| message.encoded_len().abs_diff(mean));
    nearest.ok_or_else(|| "nothing to take a size from".to_owned())
}
