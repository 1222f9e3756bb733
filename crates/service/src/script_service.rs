//! `brag.dev.v1.ScriptService`: tables whose packs and clock a test moves by hand. Dev mode only.

use brag_contract::dev_v1;
use brag_contract::v1::Reason;
use brag_host::chance::ScriptChance;
use brag_host::{ActError, CreateTable, TableHandle, wire};
use brag_rules::card::{Card, PACK_SIZE, Pack};
use brag_rules::options::{Cut, CutBy, shorten};
use brag_table::Table;
use brag_table::event::Millis;
use prost_types::Timestamp;
use tonic::Code;

use crate::api::Shared;
use crate::caller::Caller;
use crate::from_wire;
use crate::refused::{self, Asked};
use crate::status::Failure;
use crate::table_service::{DEFAULT_CASHIER, named};

/// The furthest that one call moves a clock.
const MOST_MS: Millis = 366 * 24 * 60 * 60 * 1_000;

impl Shared {
    pub(crate) async fn create_scripted_table(
        &self,
        caller: &Caller,
        request: dev_v1::CreateScriptedTableRequest,
    ) -> Result<dev_v1::CreateScriptedTableResponse, Failure> {
        let asked = request.create.as_ref();
        let table = asked.map(|create| create.table_id.clone()).unwrap_or_default();
        let request_id = asked.map(|create| create.request_id.clone()).unwrap_or_default();
        let create = from_wire::create::parse_scripted(
            caller.principal.clone(),
            request,
            DEFAULT_CASHIER,
            &self.requests,
        )?;
        let made = self.host.create(CreateTable { trace: caller.trace.clone(), ..create }).await;
        let handle = made.map_err(|error| refused::by_creation(error, named(&table), &request_id))?;
        Ok(dev_v1::CreateScriptedTableResponse { table: Some(self.view(caller, &handle)?) })
    }

    pub(crate) async fn prepare_pack(
        &self,
        caller: &Caller,
        request: dev_v1::PreparePackRequest,
    ) -> Result<dev_v1::PreparePackResponse, Failure> {
        let id = self.requests.table_id("table", &request.table)?;
        let cards = pack(&request.pack)?;
        if request.no_cut && request.cut.is_some() {
            return Err(Failure::invalid("cut", "absent with no_cut"));
        }
        let handle = self.scripted(caller, id)?;
        let next = handle.read(|table, _| prepared(table, cards, &request))?;
        handle.prepare_pack(next).await.map_err(by_script)?;
        Ok(dev_v1::PreparePackResponse {})
    }

    pub(crate) async fn advance_clock(
        &self,
        caller: &Caller,
        request: dev_v1::AdvanceClockRequest,
    ) -> Result<dev_v1::AdvanceClockResponse, Failure> {
        let id = self.requests.table_id("table", &request.table)?;
        let duration = request.duration.unwrap_or_default();
        let by = from_wire::millis("duration", duration, 0, MOST_MS, "0 to 366 days")?;
        let handle = self.scripted(caller, id)?;
        let seq = handle.advance(by).await.map_err(by_script)?;
        Ok(dev_v1::AdvanceClockResponse { seq, table_time: time(&handle) })
    }

    pub(crate) async fn expire_turn(
        &self,
        caller: &Caller,
        request: dev_v1::ExpireTurnRequest,
    ) -> Result<dev_v1::ExpireTurnResponse, Failure> {
        let id = self.requests.table_id("table", &request.table)?;
        let handle = self.scripted(caller, id)?;
        let seats = handle.read(|table, _| table.rules().max_players);
        let seat = from_wire::seat_number("seat", request.seat, seats)?;
        let seq = handle.expire(seat).await.map_err(by_script)?;
        Ok(dev_v1::ExpireTurnResponse { seq, table_time: time(&handle) })
    }

    fn scripted(&self, caller: &Caller, id: &str) -> Result<TableHandle, Failure> {
        let handle = self.table(caller, id)?;
        if handle.read(|table, _| table.charter.script.is_some()) {
            return Ok(handle);
        }
        let text = "only a scripted table does what a script says";
        Err(Failure::new(Code::FailedPrecondition, Reason::IllegalInState, text))
    }
}

fn by_script(error: ActError) -> Failure {
    refused::by_table(error, &Asked { action: None, request_id: "" })
}

fn time(handle: &TableHandle) -> Option<Timestamp> {
    Some(handle.read(|_, now| wire::timestamp(now)))
}

/// The cards of an order of the pack, each once; none where the rules have it.
fn pack(cards: &[String]) -> Result<Option<Pack>, Failure> {
    if cards.len() > PACK_SIZE {
        return Err(Failure::invalid("pack", format!("at most {PACK_SIZE} cards")));
    }
    let mut pack = Pack::EMPTY;
    for text in cards {
        let card: Card = text
            .parse()
            .map_err(|_| Failure::invalid("pack", "cards such as Td").with("card", shorten(text)))?;
        if pack.contains(card) {
            return Err(Failure::invalid("pack", "each card once").with("card", card));
        }
        pack.push(card);
    }
    Ok(Some(pack).filter(|pack| !pack.is_empty()))
}

/// What the next hand finds, checked against the table.
fn prepared(
    table: &Table,
    pack: Option<Pack>,
    request: &dev_v1::PreparePackRequest,
) -> Result<ScriptChance, Failure> {
    if table.hand.is_running() {
        let text = "the pack is put in order between hands";
        return Err(Failure::new(Code::FailedPrecondition, Reason::HandRunning, text));
    }
    let there = table.hand.pack;
    if pack.is_some_and(|pack| pack.sorted() != there.sorted()) {
        let allowed = format!("the {} cards that are not in a retained hand, each once", there.len());
        return Err(Failure::invalid("pack", allowed));
    }
    let engine_cuts = table.rules().cut != Cut::Never && table.rules().cut_by == CutBy::Engine;
    let cut = match request.cut {
        None => None,
        Some(_) if !engine_cuts => {
            return Err(Failure::invalid("cut", "absent where the engine does not cut"));
        }
        Some(at) => {
            let most = there.len().saturating_sub(1);
            let at = u8::try_from(at).ok().filter(|&at| (1..=most).contains(&usize::from(at)));
            Some(at.ok_or_else(|| Failure::invalid("cut", format!("1 to {most}")))?)
        }
    };
    Ok(ScriptChance { pack, uncut: request.no_cut || (engine_cuts && cut.is_none()), cut })
}
