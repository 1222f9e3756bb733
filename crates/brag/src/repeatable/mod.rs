//! A game of bots that its seed repeats.
//!
//! Everybody is a client of a server: an operator who makes the table and deals, and the bots, each with a stream and a view
//! of its own. Two things make one game of one seed. The table is a scripted one, whose packs the script lays from the
//! seed; what is served has no chance but that of the system. And the bots act one at a time, each when every stream
//! has shown all that was before.

mod packs;

use brag_bots::{Bot, Kind};
use brag_client::{Begin, Caller, Client, Follow, Seat, Update};
use brag_contract::dev_v1::{
    CreateScriptedTableRequest, PreparePackRequest, ScriptedSeat, script_service_client::ScriptServiceClient,
};
use brag_contract::v1;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::event::Fact;
use brag_contract::v1::option_value::Value;
use packs::Packs;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Display;
use tonic::metadata::MetadataValue;
use tonic::transport::{Channel, Endpoint};

/// The operator's id.
const OPERATOR: &str = "operator";
/// Stakes below which a bot brings chips before the next deal.
const FEW_STAKES: i64 = 5;

/// What is played.
pub struct Plan {
    /// The id in the table's name.
    pub table: String,
    /// The variant's id.
    pub variant: String,
    /// The house rules that differ from its defaults.
    pub rules: BTreeMap<String, v1::OptionValue>,
    /// Who plays, by seat: ids, and how they play.
    pub players: Vec<(String, Kind)>,
    /// Chips that each brings, and has again after topping up.
    pub stack: i64,
    /// What packs and bots are drawn from.
    pub seed: u64,
}

/// The game.
pub struct Game {
    operator: Client,
    scripts: ScriptServiceClient<Channel>,
    /// The table as its operator sees it: without a card that is not public.
    follow: Follow,
    /// Commits that the operator's stream has brought, and nobody has taken yet.
    told: VecDeque<Vec<v1::Event>>,
    players: Vec<Player>,
    packs: Packs,
    stack: i64,
    /// Chips that players took away when they left, by seat.
    took: BTreeMap<u32, i64>,
    /// The last event that is known to have happened.
    seq: u64,
}

struct Player {
    id: String,
    seat: Seat,
    bot: Bot,
    brought: i64,
}

impl Game {
    /// Makes the table and seats everybody.
    ///
    /// # Errors
    /// The server refuses, or is not there.
    pub async fn start(server: &str, plan: Plan) -> Result<Game, String> {
        let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
        let operator = Client::connect(server, Caller::operator(OPERATOR)).await.map_err(text)?;
        let channel =
            Endpoint::from_shared(server.to_owned()).map_err(text)?.connect().await.map_err(text)?;
        let mut scripts = ScriptServiceClient::new(channel);
        let dealer = rng.random_range(1..=plan.players.len().max(1));
        let request = create(&plan, u32::try_from(dealer).map_err(text)?);
        let made = scripts.create_scripted_table(by_operator(request)).await.map_err(refused)?.into_inner();
        let table = made.table.ok_or("the server shows no table")?;
        let mut players = Vec::new();
        for (id, kind) in plan.players {
            let client = operator.as_caller(Caller::player(&id)).map_err(text)?;
            let (seat, bot) = (client.seat(&table.name), Bot::new(kind, rng.random()));
            players.push(Player { id, seat, bot, brought: plan.stack });
        }
        let mut game = Game {
            follow: operator.follow(&table.name, Begin::Start),
            operator,
            scripts,
            told: VecDeque::new(),
            players,
            packs: Packs::new(rng),
            stack: plan.stack,
            took: BTreeMap::new(),
            seq: table.seq,
        };
        game.catch_up().await?;
        Ok(game)
    }

    /// The table as its operator sees it.
    pub fn view(&self) -> &v1::TableView {
        self.follow.view()
    }

    /// The next commit that nobody has taken yet, as the operator sees it.
    pub fn told(&mut self) -> Option<Vec<v1::Event>> {
        self.told.pop_front()
    }

    /// Chips that each player has, or took away, less those that he brought, by seat.
    pub fn won(&self) -> Vec<(String, i64)> {
        let view = self.view();
        let stack =
            |number| view.seats.iter().find(|seat| seat.number == number).map_or(0, |seat| seat.stack);
        let chips = |number| self.took.get(&number).copied().unwrap_or_else(|| stack(number));
        let won = |(number, player): (u32, &Player)| (player.id.clone(), chips(number) - player.brought);
        (1..).zip(&self.players).map(won).collect()
    }

    /// Deals the next hand; who has few chips left brings more before it.
    ///
    /// # Errors
    /// The server refuses, or is gone.
    pub async fn deal(&mut self) -> Result<(), String> {
        self.top_up().await?;
        let view = self.follow.view();
        if self.packs.due(view) {
            let pack = self.packs.next(view)?;
            let request =
                PreparePackRequest { table: view.name.clone(), pack, no_cut: true, ..Default::default() };
            self.scripts.prepare_pack(by_operator(request)).await.map_err(refused)?;
        }
        self.operate(Action::Deal(v1::Deal {})).await
    }

    /// Lets the first of those who are asked act; false if nobody is, because the hand is over.
    ///
    /// # Errors
    /// The server refuses, or is gone.
    pub async fn act(&mut self) -> Result<bool, String> {
        let Some(number) = self.view().to_act.iter().map(|turn| turn.seat).min() else { return Ok(false) };
        let player = player(&mut self.players, number)?;
        let action = player.bot.decide(player.seat.view());
        let action = action.ok_or_else(|| format!("{} does not know what to do", player.id))?;
        self.seq = player.seat.act(action).await.map_err(text)?.seq;
        self.catch_up().await?;
        Ok(true)
    }

    /// Closes the table; everybody takes his chips. A hand in progress is void.
    ///
    /// # Errors
    /// The server refuses, or is gone.
    pub async fn close(&mut self) -> Result<(), String> {
        self.operate(Action::Close(v1::Close { when: v1::CloseWhen::Now.into() })).await
    }

    async fn top_up(&mut self) -> Result<(), String> {
        let few =
            self.view().charter.as_ref().and_then(|charter| charter.rules.get("min_stake")?.value.as_ref());
        let few = match few {
            Some(Value::Number(stake)) => stake.saturating_mul(FEW_STAKES),
            _ => FEW_STAKES,
        };
        let poor: Vec<(u32, i64)> = self
            .view()
            .seats
            .iter()
            .filter(|seat| !seat.player.is_empty() && seat.stack < few)
            .map(|seat| (seat.number, self.stack - seat.stack))
            .collect();
        for (number, amount) in poor {
            let player = player(&mut self.players, number)?;
            self.seq = player.seat.act(Action::TopUp(v1::TopUp { amount })).await.map_err(text)?.seq;
            player.brought = player.brought.saturating_add(amount);
            self.catch_up().await?;
        }
        Ok(())
    }

    async fn operate(&mut self, action: Action) -> Result<(), String> {
        let table = self.view().name.clone();
        let request = v1::ActRequest { table, action: Some(action), ..v1::ActRequest::default() };
        self.seq = self.operator.act(request).await.map_err(text)?.seq;
        self.catch_up().await
    }

    /// Waits until every stream has shown everything that has happened.
    async fn catch_up(&mut self) -> Result<(), String> {
        while self.follow.seq() < self.seq {
            match self.follow.next().await.map_err(text)? {
                Some(Update::Batch(batch)) => {
                    self.packs.note(&batch.events);
                    let took = |event: &v1::Event| match &event.fact {
                        Some(Fact::ChipsRemoved(fact)) => Some((fact.seat, fact.amount)),
                        _ => None,
                    };
                    self.took.extend(batch.events.iter().filter_map(took));
                    self.told.push_back(batch.events);
                }
                other => going_on(other)?,
            }
        }
        for player in &mut self.players {
            while player.seat.view().seq < self.seq || !player.seat.is_current() {
                match player.seat.next().await.map_err(text)? {
                    Some(Update::Batch(batch)) => {
                        let view = player.seat.view();
                        batch.events.iter().for_each(|event| player.bot.note(event, view));
                    }
                    other => going_on(other)?,
                }
            }
        }
        Ok(())
    }
}

/// Whether a stream goes on after this, which brings no events.
fn going_on(update: Option<Update>) -> Result<(), String> {
    match update {
        Some(Update::Lost { loss, .. }) => Err(format!("a stream was lost: {loss}")),
        None => Err("a stream ended".to_owned()),
        Some(_) => Ok(()),
    }
}

fn player(players: &mut [Player], number: u32) -> Result<&mut Player, String> {
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    index.and_then(|index| players.get_mut(index)).ok_or_else(|| format!("nobody sits on seat {number}"))
}

fn create(plan: &Plan, dealer: u32) -> CreateScriptedTableRequest {
    let seat = |(seat, (id, _)): (u32, &(String, Kind))| ScriptedSeat {
        seat,
        player: id.clone(),
        stack: plan.stack,
    };
    let none = || Some(prost_types::Duration::default());
    CreateScriptedTableRequest {
        create: Some(v1::CreateTableRequest {
            table_id: plan.table.clone(),
            request_id: plan.table.clone(),
            variant: plan.variant.clone(),
            rules: plan.rules.clone(),
            clock: Some(v1::ClockSettings {
                action_time: none(),
                time_bank: none(),
                hand_pause: none(),
                dealing: v1::Dealing::Manual.into(),
            }),
            cashier: v1::Cashier::Player.into(),
            ..v1::CreateTableRequest::default()
        }),
        seats: (1..).zip(&plan.players).map(seat).collect(),
        dealer,
        check_buy_in: false,
    }
}

fn by_operator<T>(message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    request.metadata_mut().insert("brag-player", MetadataValue::from_static(OPERATOR));
    request.metadata_mut().insert("brag-role", MetadataValue::from_static("operator"));
    request
}

fn text(why: impl Display) -> String {
    why.to_string()
}

/// A call of the script that was refused.
fn refused(status: tonic::Status) -> String {
    format!("the server refuses the scripted table: {}", status.message())
}

#[cfg(test)]
mod tests;
