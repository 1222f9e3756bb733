//! `brag.v1.TableService`, but for its stream. `act` is the wire's end of an act's straight line.

use std::sync::Arc;

use brag_contract::v1;
use brag_host::{ActCommand, CreateTable, Effect, Role, TableHandle};
use brag_table::By;
use brag_table::charter::Cashier;
use bytes::Bytes;
use prost::Message as _;

use crate::api::Shared;
use crate::caller::Caller;
use crate::eyes::Eyes;
use crate::from_wire::act::{Kind, ParsedAct};
use crate::from_wire::{self, list::ParsedList};
use crate::refused::{self, Asked};
use crate::seats;
use crate::status::Failure;
use crate::to_wire::answer::ActAnswer;
use crate::to_wire::events::Reader;
use crate::to_wire::summary::summary;
use crate::to_wire::view::{hand_list, table_view};

/// Who names amounts where a table's maker does not say: players, in dev mode.
pub(crate) const DEFAULT_CASHIER: Cashier = Cashier::Player;

/// Tables that one page of a list looks at, whatever its filter: what matches little is found over several pages.
/// Not below the largest page.
const LISTED_FROM: usize = 1_000;
/// A page that has reached so many bytes is full: whoever does not take it is kept waiting for, and it with him.
const PAGE_BYTES: usize = 128 * 1_024;

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

    pub(crate) async fn act(&self, caller: &Caller, request: v1::ActRequest) -> Result<ActAnswer, Failure> {
        let kind = from_wire::act::kind(&request);
        caller.may_act(kind)?;
        let act = from_wire::act::parse(request, caller.as_player(), &self.requests)?;
        let handle = self.table(caller, &act.table)?;
        let by = capacity(caller, kind, &handle)?;
        let asked = Asked { action: Some(&act.action), request_id: &act.request_id };
        let command = ActCommand {
            caller: caller.principal.clone(),
            player: Arc::clone(&act.player),
            owns_seat: by == By::Operator
                || caller.is(Role::Gateway)
                || *act.player == *caller.principal.subject,
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
        let acted = handle.act(command).await.map_err(|error| refused::by_table(error, &asked))?;
        if act.validate_only {
            return Ok(ActAnswer { seq: acted.seq, ..ActAnswer::default() });
        }
        let eyes = eyes_of_act(caller, kind, &act)?;
        let (charter, now_at, legal_acts, view) = handle.read(|table, now| {
            let seat = eyes.seat(table);
            let view = act.full_view.then(|| Box::new(table_view(table, &eyes, now)));
            let legal_acts = hand_list(table, eyes.viewer_on(seat));
            (Arc::clone(&table.charter), (table.room.seq, seat), legal_acts, view)
        });
        let events = match acted.effect {
            Effect::Nothing => Bytes::new(),
            Effect::Events(kept) => kept.seen_by(eyes.viewer_on(None)),
            Effect::Commit(commit) => {
                let seat = match eyes.acts_for() {
                    Some(player) => seats::seat_before(&handle, &commit, player, now_at).await,
                    None => None,
                };
                Reader { charter: &charter, eyes: &eyes, seat }.bytes(&commit, 0)
            }
        };
        Ok(ActAnswer { seq: acted.seq, events, legal_acts, view })
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
        let as_of = Some(brag_host::wire::timestamp(self.host.now()));
        let listed = |table: &brag_table::Table| {
            matches(&list, table) && (!caller.only_watches() || table.charter.spectating.allowed)
        };
        let (mut tables, mut after, mut looked_at, mut bytes) = (Vec::new(), list.after.clone(), 0, 0);
        let full = |tables: &[v1::TableSummary], bytes| tables.len() == list.page_size || bytes >= PAGE_BYTES;
        // A page ends where it is full, where enough tables were looked at, or where there are no more.
        loop {
            let most = list.page_size.min(LISTED_FROM - looked_at);
            let handles = self.host.list(&caller.principal.tenant, after.as_deref(), most);
            for handle in &handles {
                if full(&tables, bytes) {
                    break;
                }
                if let Some(line) = handle.read(|table, _| listed(table).then(|| summary(table))) {
                    bytes += line.encoded_len();
                    tables.push(line);
                }
                looked_at += 1;
                after = Some(handle.key().id().to_owned());
            }
            if full(&tables, bytes) || looked_at == LISTED_FROM || handles.len() < most {
                break;
            }
        }
        let more = !self.host.list(&caller.principal.tenant, after.as_deref(), 1).is_empty();
        let next_page_token = after.filter(|_| more).map_or_else(String::new, |last| list.token(&last));
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
