//! A commit as the journal keeps it: `brag.journal.v1.Record`, with nothing secret in clear.
//!
//! Cards stand in it only where everybody has seen them. The others follow from the sealed seed of their
//! shuffle and the public events since.

use crate::chance::NoRandomness;
use crate::command::ActCommand;
use crate::commit::Commit;
use crate::principal::{Principal, Role};
use crate::seal::{Place, Sealer, SecretKind};
use crate::wire;
use brag_contract::{journal_v1, v1};
use brag_fairness::Seed;
use brag_journal::{Append, Head, NO_HASH, TableKey, commit_hash};
use brag_rules::card::Pack;
use brag_table::Table;
use brag_table::charter::Script;
use brag_table::event::{Event, Fact, Millis};
use brag_table::view::Viewer;
use bytes::Bytes;
use prost::Message as _;
use std::sync::Arc;

/// The format that this build writes, and the highest that it reads.
pub const FORMAT: u32 = 1;

/// The number of `Record.head`, and the most bytes that a number of 32 bits takes.
const HEAD_FIELD: u32 = 12;
const MOST_OF_A_VARINT: usize = 5;

/// A secret that came with the commit.
pub(crate) enum Secrets {
    /// The seed that it commits to for the shuffle after it.
    Seed(Option<Arc<Seed>>),
    /// The pack that a script put there.
    Pack(Option<Pack>),
}

/// The request that a commit answers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) caller: &'a Principal,
    pub(crate) request_id: &'a str,
    pub(crate) body_hash: &'a [u8; 32],
    pub(crate) kept_for_life: bool,
    pub(crate) traceparent: Option<&'a str>,
}

impl<'a> Request<'a> {
    /// The request of an act.
    pub(crate) fn of(act: &'a ActCommand) -> Request<'a> {
        Request {
            caller: &act.caller,
            request_id: &act.request_id,
            body_hash: &act.body_hash,
            kept_for_life: act.action.crosses_edge(),
            traceparent: act.traceparent.as_deref(),
        }
    }

    fn stored(&self) -> journal_v1::Request {
        journal_v1::Request {
            request_id: self.request_id.to_owned(),
            caller: Some(v1::Principal {
                tenant: self.caller.tenant.as_ref().to_owned(),
                player: self.caller.subject.as_ref().to_owned(),
                roles: self.caller.roles.iter().map(|role| wire_role(role).into()).collect(),
            }),
            body_hash: Bytes::copy_from_slice(self.body_hash),
            kept_for_life: self.kept_for_life,
        }
    }
}

fn wire_role(role: Role) -> v1::Role {
    match role {
        Role::Player => v1::Role::Player,
        Role::Gateway => v1::Role::Gateway,
        Role::Spectator => v1::Role::Spectator,
        Role::Operator => v1::Role::Operator,
        Role::Audit => v1::Role::Audit,
    }
}

/// Everything that a record is made of.
pub(crate) struct Parts<'a> {
    pub(crate) key: &'a TableKey,
    pub(crate) sealer: &'a Sealer,
    /// The table after the commit.
    pub(crate) table: &'a Table,
    pub(crate) commit: &'a Commit,
    pub(crate) prev_hash: [u8; 32],
    pub(crate) now: Millis,
    pub(crate) request: Option<Request<'a>>,
    pub(crate) secrets: Secrets,
    pub(crate) wake_at: Option<Millis>,
}

/// The record, ready to be appended, and its hash: the next record's `prev_hash`.
///
/// # Errors
/// When the operating system gives no randomness to seal with: nothing may be stored without its secrets.
pub(crate) fn append(parts: &Parts<'_>) -> Result<(Append, [u8; 32]), NoRandomness> {
    let line: Bytes = head_line(parts).encode_to_vec().into();
    let uid = parts.table.charter.uid;
    let first_seq = parts.commit.first_seq();
    let prev_hash = Some(parts.prev_hash).filter(|hash| *hash != NO_HASH);
    let record = journal_v1::Record {
        format: FORMAT,
        tenant: parts.key.tenant.as_ref().to_owned(),
        table_id: parts.key.id.as_ref().to_owned(),
        table_uid: Bytes::copy_from_slice(&uid),
        prev_hash: prev_hash.map_or_else(Bytes::new, |hash| Bytes::copy_from_slice(&hash)),
        time: Some(wire::timestamp(parts.now)),
        traceparent: parts.request.and_then(|request| request.traceparent).unwrap_or_default().to_owned(),
        request: parts.request.map(|request| request.stored()),
        events: parts.commit.events.iter().map(|event| stored(parts, event)).collect(),
        secrets: sealed(parts)?.into_iter().collect(),
        script: parts.table.charter.script.filter(|_| first_seq == 1).map(script),
        head: None,
    };
    let record = with_head(&record, &line);
    let hash = commit_hash(&parts.prev_hash, &uid, &record);
    let head = Head {
        key: parts.key.clone(),
        uid,
        first_seq,
        last_seq: parts.commit.last_seq(),
        wake_at: parts.wake_at,
        line,
        has_transfers: !parts.commit.transfers.is_empty(),
        closed: parts.table.room.closed,
    };
    let append = Append {
        expected_seq: first_seq - 1,
        prev_hash: parts.prev_hash,
        hash,
        record,
        head,
        hand: parts.commit.hand,
    };
    Ok((append, hash))
}

/// The record's bytes, with the head as it is encoded already. Its number is the last, so that the record is what
/// encoding it whole would give.
fn with_head(record: &journal_v1::Record, line: &Bytes) -> Bytes {
    let mut bytes = Vec::with_capacity(record.encoded_len() + line.len() + 2 * MOST_OF_A_VARINT);
    record.encode_raw(&mut bytes);
    prost::encoding::bytes::encode(HEAD_FIELD, line, &mut bytes);
    bytes.into()
}

fn script(script: Script) -> journal_v1::Script {
    journal_v1::Script {
        first_dealer: script.first_dealer.number().into(),
        check_buy_in: script.check_buy_in,
    }
}

/// An operator's view of the event, without the cards that are not public.
fn stored(parts: &Parts<'_>, event: &Event) -> journal_v1::StoredEvent {
    let viewer = Viewer { seat: None, transfers: true };
    let transfer = parts.commit.transfer(event.seq);
    let mut event = wire::event(&parts.table.charter, event, transfer, viewer);
    match &mut event.fact {
        Some(v1::event::Fact::Created(created)) => {
            created.charter = Some(wire::charter(&parts.table.charter, parts.now, true));
        }
        Some(v1::event::Fact::Looked(looked)) => looked.cards.clear(),
        Some(v1::event::Fact::Dealt(dealt)) => dealt.hands.iter_mut().for_each(|hand| hand.cards.clear()),
        _ => {}
    }
    journal_v1::StoredEvent { event: Some(event) }
}

fn sealed(parts: &Parts<'_>) -> Result<Option<journal_v1::Sealed>, NoRandomness> {
    let (kind, epoch, secret): (_, _, Vec<u8>) = match &parts.secrets {
        Secrets::Seed(Some(seed)) => {
            (SecretKind::ShuffleSeed, parts.table.room.epoch + 1, seed.expose().to_vec())
        }
        Secrets::Pack(Some(pack)) if parts.commit.events.iter().any(lays_pack) => {
            (SecretKind::ScriptedPack, parts.table.room.epoch, pack.codes().to_vec())
        }
        Secrets::Seed(None) | Secrets::Pack(_) => return Ok(None),
    };
    let secret = zeroize::Zeroizing::new(secret);
    let place = Place { tenant: &parts.key.tenant, uid: &parts.table.charter.uid, epoch, kind };
    let sealed = parts.sealer.seal(&place, &secret)?;
    let kind = match kind {
        SecretKind::ShuffleSeed => journal_v1::SecretKind::ShuffleSeed,
        SecretKind::ScriptedPack => journal_v1::SecretKind::ScriptedPack,
    };
    Ok(Some(journal_v1::Sealed {
        kind: kind.into(),
        key_id: sealed.key_id.to_owned(),
        epoch,
        nonce: Bytes::copy_from_slice(&sealed.nonce),
        ciphertext: sealed.ciphertext,
    }))
}

fn lays_pack(event: &Event) -> bool {
    use brag_rules::fact::Fact as HandFact;
    matches!(event.fact, Fact::Shuffled { .. } | Fact::Hand(HandFact::PackStacked { .. }))
}

/// The table's line for lists: what can be known of it without reading the rest.
fn head_line(parts: &Parts<'_>) -> journal_v1::Head {
    let table = parts.table;
    let players = table.room.taken.iter().filter_map(|seat| table.occupant(seat));
    journal_v1::Head {
        first_seq: parts.commit.first_seq(),
        last_seq: parts.commit.last_seq(),
        wake_at: parts.wake_at.map(wire::timestamp),
        state: wire::table_state(table).into(),
        variant: table.rules().variant.id().to_owned(),
        seats: table.rules().max_players.into(),
        players: players.map(|occupant| occupant.player.as_ref().to_owned()).collect(),
        labels: table.charter.labels.clone(),
        create_time: Some(wire::timestamp(table.room.created)),
        scripted: table.charter.script.is_some(),
        has_transfers: !parts.commit.transfers.is_empty(),
        hand: table.hand.number,
        hand_in_progress: table.hand.is_running(),
    }
}
