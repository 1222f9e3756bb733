//! What a person plays at: a server, a table, and others who play; made where they are not there yet.

use super::{Args, buy_in};
use crate::local::Local;
use crate::outcome::Outcome;
use brag_bots::{Bot, Kind, Options, RunError};
use brag_client::{Caller, Client, Error};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{ClockSettings, CreateTableRequest, Role, Sit, Variant};
use prost_types::Duration as Lasts;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Who plays at a new table if nothing is said.
const BOTS: [Kind; 3] = [Kind::Tight, Kind::Loose, Kind::Random];
/// The table of a server of one's own, if nothing is said.
const OWN_TABLE: &str = "play";
/// The pause between two hands at a new table: time to read who won with what.
const HAND_PAUSE_SECONDS: i64 = 5;
/// More bots than sit at a table: their seeds differ, and so do those of another game.
const SEEDS: u64 = 64;
/// How long the bots have to leave the table of others.
const LEAVE_WITHIN: Duration = Duration::from_secs(3);
/// The longest id that a player may have.
const MAX_ID_CHARS: usize = 64;

/// What was asked for.
pub struct Plan {
    server: Option<String>,
    /// The table that is there already.
    table: Option<String>,
    /// The table that is to be made.
    create: CreateTableRequest,
    bots: Vec<Kind>,
    name: String,
    buy_in: i64,
    seed: u64,
    think: Duration,
}

impl Plan {
    /// Reads the command line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of(args: &Args) -> Result<Plan, Outcome> {
        if args.name.is_empty()
            || args.name.chars().count() > MAX_ID_CHARS
            || args.name.chars().any(char::is_control)
        {
            return Err(Outcome::usage(format_args!(
                "--name: wants 1 to {MAX_ID_CHARS} characters, none of them a control character"
            )));
        }
        // A server of one's own has no tables yet.
        let joins = args.table.clone().filter(|_| args.server.is_some());
        // Among the tables of others the server names it.
        let table_id =
            args.table.as_deref().map_or(if args.server.is_none() { OWN_TABLE } else { "" }, id_of);
        let seconds = |seconds| Some(Lasts { seconds, nanos: 0 });
        let create = CreateTableRequest {
            table_id: table_id.to_owned(),
            variant: args.rules.variant().to_owned(),
            rules: args.rules.wire()?,
            clock: Some(ClockSettings {
                action_time: seconds(args.turn_seconds),
                hand_pause: seconds(HAND_PAUSE_SECONDS),
                ..ClockSettings::default()
            }),
            ..CreateTableRequest::default()
        };
        let bots = args.bots.clone().unwrap_or_else(|| if joins.is_some() { vec![] } else { BOTS.into() });
        // Without a seed another game each time.
        let seed = args.seed.unwrap_or_else(|| std::process::id().into());
        Ok(Plan {
            server: args.server.clone(),
            table: joins.map(|table| format!("tables/{}", id_of(&table))),
            create,
            bots,
            name: args.name.clone(),
            buy_in: args.buy_in,
            seed,
            think: Duration::from_millis(args.pace_ms),
        })
    }
}

/// A table's id, by whichever of its names.
pub fn id_of(table: &str) -> &str {
    table.strip_prefix("tables/").unwrap_or(table)
}

/// A table at which the person may sit, and everybody else does.
pub struct Game {
    /// Calls as the person.
    pub client: Client,
    /// The table's name.
    pub table: String,
    /// The texts of its variant, if they could be had.
    pub catalogue: Option<Variant>,
    /// Those at the table who are this program's own.
    pub bots: JoinSet<Result<(), RunError>>,
    /// Tells the bots to leave.
    left: watch::Sender<bool>,
    server: Option<Local>,
}

impl Game {
    /// Makes what is missing, and seats the person and the bots.
    ///
    /// # Errors
    /// How the command ends.
    pub async fn set_up(plan: Plan) -> Result<Game, Outcome> {
        let server = match plan.server {
            Some(_) => None,
            None => Some(Local::start().map_err(Outcome::Failed)?),
        };
        let uri = plan.server.clone().or_else(|| server.as_ref().map(Local::uri)).unwrap_or_default();
        let said = |error: Error| Outcome::of(&error);
        let client = match Client::connect(&uri, Caller::player(&plan.name)).await {
            Ok(client) => client,
            Err(why @ Error::Unreachable(_)) => return Err(Outcome::no_server(&uri, why)),
            Err(why) => return Err(said(why)),
        };
        let made = plan.table.is_none();
        let view = match plan.table {
            Some(table) => client.get_table(&table).await.map_err(said)?,
            None => {
                let operator = Caller::new(&plan.name, [Role::Player, Role::Operator]);
                client.as_caller(operator).map_err(said)?.create_table(plan.create).await.map_err(said)?
            }
        };
        let legal = view.table_acts.as_ref().and_then(|acts| acts.sit.as_ref());
        let chips = legal.map_or(plan.buy_in, |legal| buy_in(plan.buy_in, legal));
        if view.viewer_seat == 0 {
            let sit = Sit { seat: 0, buy_in: chips, display_name: plan.name.clone() };
            match client.act_on(&view, Action::Sit(sit)).await {
                Ok(_) => {}
                // There may be no seat now, or none for players to take, and one can look on all the same.
                Err(Error::Refused(_)) if !made => {}
                Err(error) => return Err(said(error)),
            }
        }
        let table = view.name.clone();
        let mut bots = JoinSet::new();
        let left = watch::Sender::new(false);
        for (number, kind) in (1..).zip(plan.bots) {
            let name = format!("{kind}-{number}");
            let bot = client.as_caller(Caller::player(&name)).map_err(said)?;
            // Before it plays, so that the first hand is everybody's.
            let sit = Sit { seat: 0, buy_in: chips, display_name: name.clone() };
            bot.act_on(&view, Action::Sit(sit)).await.map_err(said)?;
            let options = Options { name, buy_in: chips, think: plan.think, ..Options::default() };
            let mind = Bot::new(kind, plan.seed.wrapping_mul(SEEDS).wrapping_add(number));
            let table = view.name.clone();
            let mut left = left.subscribe();
            bots.spawn(async move {
                // They go with the person, also when this program just ends.
                let stop = async { drop(left.wait_for(|left| *left).await) };
                brag_bots::run_until(&bot, &table, mind, &options, &(), (stop, std::future::pending()))
                    .await
                    .map(drop)
            });
        }
        let variant = view.charter.map(|charter| charter.variant).unwrap_or_default();
        // Texts alone: without them the rules go by their names.
        let catalogue = client.get_variant(&variant).await.ok();
        Ok(Game { client, table, catalogue, bots, left, server })
    }
    /// The bots go, and the server if it was started for this.
    pub async fn end(mut self) {
        match self.server {
            Some(server) => {
                self.bots.shutdown().await;
                server.end().await;
            }
            // At the table of others they leave as players do.
            None => {
                self.left.send_replace(true);
                let all_left = async { while self.bots.join_next().await.is_some() {} };
                // The table sits out whoever does not come through.
                let _in_vain = timeout(LEAVE_WITHIN, all_left).await;
            }
        }
    }
}
