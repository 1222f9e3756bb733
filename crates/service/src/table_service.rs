//! `brag.v1.TableService`, but for its stream. `act` is the wire's end of an act's straight line.

use std::sync::Arc;

use brag_contract::v1;
use brag_host::{ActCommand, CreateTable, Role, TableHandle};
use brag_table::By;
use brag_table::charter::Cashier;

use crate::api::Shared;
use crate::caller::Caller;
use crate::eyes::Eyes;
use crate::from_wire::act::{Kind, ParsedAct};
use crate::from_wire::{self, list::ParsedList};
use crate::refused::{self, Asked};
use crate::seats;
use crate::status::Failure;
use crate::to_wire::events::Reader;
use crate::to_wire::summary::summary;
use crate::to_wire::view::{hand_list, table_view};

/// Who names amounts where a table's maker does not say: players, in dev mode.
pub(crate) const DEFAULT_CASHIER: Cashier = Cashier::Player;

impl Shared {
    /// The table of that id in the caller's tenant.
    pub(crate) fn table(&self, caller: &Caller, id: &str) -> Result<TableHandle, Failure> {
        self.host.table(&caller.principal.tenant, id).ok_or_else(|| refused::table_not_found(id))
    }

    pub(crate) async fn create_table(
        &self,
        caller: &Caller,
        request: v1::CreateTableRequest,
    ) -> Result<v1::CreateTableResponse, Failure> {
        let (table, request_id) = (request.table_id.clone(), request.request_id.clone());
        let create =
            from_wire::create::parse(caller.principal.clone(), request, DEFAULT_CASHIER, &self.requests)?;
        let made = self.host.create(CreateTable { trace: caller.trace.clone(), ..create }).await;
        let handle = made.map_err(|error| refused::by_creation(error, named(&table), &request_id))?;
        Ok(v1::CreateTableResponse { table: Some(self.view(caller, &handle)?) })
    }

    /// A table that was just made, as its maker sees it.
    pub(crate) fn view(&self, caller: &Caller, handle: &TableHandle) -> Result<v1::TableView, Failure> {
        let eyes = caller.eyes("")?;
        Ok(handle.read(|table, now| table_view(table, &eyes, now)))
    }

    pub(crate) async fn act(
        &self,
        caller: &Caller,
        request: v1::ActRequest,
    ) -> Result<v1::ActResponse, Failure> {
        let kind = from_wire::act::kind(&request);
        caller.may_act(kind)?;
        let act = from_wire::act::parse(request, caller.as_player(), &self.requests)?;
        let handle = self.table(caller, &act.table)?;
        let by = capacity(caller, kind, &handle)?;
        let asked = Asked { handle: &handle, action: Some(&act.action), request_id: &act.request_id };
        let command = ActCommand {
            caller: caller.principal.clone(),
            player: Arc::clone(&act.player),
            by,
            action: act.action.clone(),
            request_id: Arc::clone(&act.request_id),
            body_hash: act.body_hash(),
            turn: act.turn,
            hand: act.hand,
            expected_seq: act.expected_seq,
            validate_only: act.validate_only,
            trace: caller.trace.clone(),
        };
        if by == By::Player && !caller.is(Role::Gateway) && *act.player != *caller.principal.subject {
            return Err(not_his_seat(&handle, command, &asked).await);
        }
        let acted = handle.act(command).await.map_err(|error| refused::by_table(error, &asked))?;
        if act.validate_only {
            return Ok(v1::ActResponse { seq: acted.seq, ..v1::ActResponse::default() });
        }
        let eyes = eyes_of_act(caller, kind, &act)?;
        let events = match &acted.commit {
            None => Vec::new(),
            Some(commit) => {
                let seat = match eyes.acts_for() {
                    Some(player) => seats::seat_before(&handle, commit, player).await,
                    None => None,
                };
                let charter = handle.read(|table, _| Arc::clone(&table.charter));
                Reader { charter: &charter, eyes: &eyes, seat }.events(commit, 0)
            }
        };
        let (legal_acts, view) = handle.read(|table, now| {
            let view = act.full_view.then(|| table_view(table, &eyes, now));
            (hand_list(table, eyes.viewer(table)), view)
        });
        Ok(v1::ActResponse { seq: acted.seq, events, legal_acts, view })
    }

    pub(crate) async fn get_table(
        &self,
        caller: &Caller,
        request: v1::GetTableRequest,
    ) -> Result<v1::GetTableResponse, Failure> {
        let id = self.requests.table_id("name", &request.name)?;
        let player = self.requests.viewed_player("player", &request.player)?;
        let handle = self.table(caller, id)?;
        let eyes = caller.eyes(&player)?;
        may_watch(caller, &handle)?;
        let table = handle.read(|table, now| table_view(table, &eyes, now));
        Ok(v1::GetTableResponse { table: Some(table) })
    }

    pub(crate) async fn list_tables(
        &self,
        caller: &Caller,
        request: v1::ListTablesRequest,
    ) -> Result<v1::ListTablesResponse, Failure> {
        let list = from_wire::list::parse(request, &self.requests)?;
        let as_of = self.host.now();
        let mut tables = Vec::new();
        let mut next_page_token = String::new();
        for handle in self.host.list(&caller.principal.tenant) {
            if list.after.as_deref().is_some_and(|after| *handle.key().id <= *after) {
                continue;
            }
            let Some((id, line)) = handle.read(|table, _| {
                let listed =
                    matches(&list, table) && (!caller.only_watches() || table.charter.spectating.allowed);
                listed.then(|| (Arc::clone(&table.charter.id), summary(table)))
            }) else {
                continue;
            };
            if tables.len() == list.page_size {
                next_page_token =
                    tables.last().map(|(last, _): &(Arc<str>, _)| list.token(last)).unwrap_or_default();
                break;
            }
            tables.push((id, line));
        }
        let tables = tables.into_iter().map(|(_, line)| line).collect();
        let as_of = Some(brag_host::wire::timestamp(as_of));
        Ok(v1::ListTablesResponse { tables, next_page_token, as_of })
    }
}

/// Whether a caller whose only right is to watch may watch this table.
pub(crate) fn may_watch(caller: &Caller, handle: &TableHandle) -> Result<(), Failure> {
    let allowed = || handle.read(|table, _| table.charter.spectating.allowed);
    if caller.only_watches() && !allowed() { Err(refused::spectators_not_allowed()) } else { Ok(()) }
}

/// A text that is there.
pub(crate) fn named(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// In what capacity the caller asks. Amounts are the operator's or the players', as the table's cashier says; a
/// caller who is both is what the table needs.
fn capacity(caller: &Caller, kind: Kind, handle: &TableHandle) -> Result<By, Failure> {
    let plays = caller.is(Role::Player) || caller.is(Role::Gateway);
    match kind {
        Kind::Operator => Ok(By::Operator),
        Kind::Seat | Kind::Unknown => Ok(By::Player),
        Kind::Chips => match handle.read(|table, _| table.charter.cashier) {
            Cashier::Operator if caller.is(Role::Operator) => Ok(By::Operator),
            Cashier::Player if !plays => Err(refused::role_required(Role::Player)),
            Cashier::Operator | Cashier::Player => Ok(By::Player),
        },
    }
}

/// Why somebody may not act on another's seat. Whether the request repeats another one answers before whose seat it
/// is, and only the table's worker knows: it is asked to check, and to do nothing whatever it finds.
async fn not_his_seat(handle: &TableHandle, command: ActCommand, asked: &Asked<'_>) -> Failure {
    use brag_host::ActError;
    match handle.act(ActCommand { validate_only: true, ..command }).await {
        Ok(_) | Err(ActError::Refused { .. }) => refused::not_seat_owner(),
        Err(error) => refused::by_table(error, asked),
    }
}

/// Through whose eyes an act's answer is made: for a gateway those of the player it was for.
fn eyes_of_act(caller: &Caller, kind: Kind, act: &ParsedAct) -> Result<Eyes, Failure> {
    let gateway_for = kind != Kind::Operator && caller.is(Role::Gateway);
    caller.eyes(if gateway_for { &act.player } else { "" })
}

/// Whether a table meets every field of the filter that is set.
fn matches(list: &ParsedList, table: &brag_table::Table) -> bool {
    let filter = &list.filter;
    let free = table.seats().len().saturating_sub(table.room.taken.len());
    let state = i32::from(brag_host::wire::table_state(table));
    (filter.states.is_empty() || filter.states.contains(&state))
        && named(&filter.variant).is_none_or(|variant| variant == table.rules().variant.id())
        && free as u64 >= u64::from(filter.min_free_seats)
        && named(&filter.player).is_none_or(|player| table.seat_of(player).is_some())
        && filter.labels.iter().all(|(key, value)| table.charter.labels.get(key) == Some(value))
}
