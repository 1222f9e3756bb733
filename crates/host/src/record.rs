//! A commit as the journal keeps it: `brag.journal.v1.Record`, with nothing secret in clear.
//!
//! Cards stand in it only where everybody has seen them. The others follow from the sealed seed of their
//! shuffle and the public events since.

use crate::chance::NoRandomness;
use crate::command::ActCommand;
use crate::commit::Commit;
use crate::principal::{Principal, Role};
use crate::seal::{Place, Sealer, SecretKind, arrangement};
use crate::trace::TraceParent;
use crate::wire;
use brag_contract::{journal_v1, v1};
use brag_fairness::Seed;
use brag_journal::{Append, NO_HASH, TableKey, commit_hash};
use brag_rules::card::Pack;
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::arrange;
use brag_table::Table;
use brag_table::charter::Script;
use brag_table::event::{Event, Fact, Millis};
use brag_table::view::Viewer;
use bytes::{Bytes, BytesMut};
use prost::Message as _;
use prost::encoding::{WireType, encode_key, encode_varint};
use std::sync::Arc;

/// The format that this build writes, and the highest that it reads.
pub const FORMAT: u32 = 1;

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
    pub(crate) traceparent: Option<TraceParent>,
}

impl<'a> Request<'a> {
    /// The request of an act.
    pub(crate) fn of(act: &'a ActCommand) -> Request<'a> {
        Request {
            caller: &act.caller,
            request_id: &act.request_id,
            body_hash: &act.body_hash,
            kept_for_life: act.action.crosses_edge(),
            traceparent: act.trace.parent,
        }
    }

    /// Writes it as `brag.journal.v1.Request`.
    fn write(&self, to: &mut BytesMut) {
        put(1, self.request_id.as_bytes(), to);
        put_message(2, to, |caller| {
            put(1, self.caller.tenant.as_bytes(), caller);
            put(2, self.caller.subject.as_bytes(), caller);
            let roles = self.caller.roles.iter().map(|role| wire_role(role) as u8);
            let mut packed = [0; Role::ALL.len()];
            let count = packed.iter_mut().zip(roles).map(|(place, role)| *place = role).count();
            put(3, &packed[..count], caller);
        });
        put(3, self.body_hash, to);
        if self.kept_for_life {
            prost::encoding::bool::encode(4, &true, to);
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
    /// A list shows the table as before the commit.
    pub(crate) same_line: bool,
}

/// A record that is ready.
pub(crate) struct Recorded {
    /// For the journal.
    pub(crate) append: Append,
    /// Its hash: the next record's `prev_hash`.
    pub(crate) hash: [u8; 32],
    /// Its events as everybody sees them, where the record has them so.
    pub(crate) public: Option<Bytes>,
    /// The part of it that is its events, where those are all that is to be kept of the commit: see [`Commit::is_calm`].
    pub(crate) calm: Option<Bytes>,
}

/// Makes the record, in that room.
///
/// # Errors
/// When the operating system gives no randomness to seal with: nothing may be stored without its secrets.
pub(crate) fn append(parts: &Parts<'_>, room: &mut BytesMut) -> Result<Recorded, NoRandomness> {
    let uid = parts.table.charter.uid;
    let first_seq = parts.commit.first_seq();
    let Pieces { record, line, public, calm } = record(parts, room)?;
    let hash = commit_hash(&parts.prev_hash, &uid, &record);
    let append = Append {
        expected_seq: first_seq - 1,
        prev_hash: parts.prev_hash,
        hash,
        record,
        key: parts.key.clone(),
        uid,
        first_seq,
        last_seq: parts.commit.last_seq(),
        wake_at: parts.wake_at,
        line,
        has_transfers: !parts.commit.transfers.is_empty(),
        closed: parts.table.room.closed,
        hand: parts.commit.hand,
    };
    Ok(Recorded { append, hash, public, calm })
}

/// A record and parts of it.
struct Pieces {
    record: Bytes,
    /// The table's line for lists, where it is another.
    line: Option<Bytes>,
    public: Option<Bytes>,
    calm: Option<Bytes>,
}

/// Bytes in which records lie one beside the other: those of some twenty bets. They come and go together, and so hardly an act
/// asks the allocator for room that is kept.
const ROOM: usize = 8_192;
/// What is left of the room when it is given up for a new one: more than most records take.
const RECORD: usize = 1_000;

/// `brag.journal.v1.Record`, its fields in ascending order: what encoding a whole one would give.
fn record(parts: &Parts<'_>, room: &mut BytesMut) -> Result<Pieces, NoRandomness> {
    let plays = parts.table.hand.number > 0;
    if !plays {
        // Most tables are idle before their first hand: they keep no room.
        *room = BytesMut::with_capacity(RECORD);
    } else if room.capacity() < RECORD {
        *room = BytesMut::with_capacity(ROOM);
    }
    // What a record left here that was not stored, for want of randomness.
    room.clear();
    let record = &mut *room;
    prost::encoding::uint32::encode(1, &FORMAT, record);
    put(2, parts.key.tenant().as_bytes(), record);
    put(3, parts.key.id().as_bytes(), record);
    put(4, &parts.table.charter.uid, record);
    if parts.prev_hash != NO_HASH {
        put(5, &parts.prev_hash, record);
    }
    prost::encoding::message::encode(6, &wire::timestamp(parts.now), record);
    if let Some(request) = &parts.request {
        if let Some(traceparent) = request.traceparent {
            put(7, traceparent.to_string().as_bytes(), record);
        }
        put_message(8, record, |to| request.write(to));
    }
    let before_events = record.len();
    let public = if is_seen_alike(parts.commit) {
        // What everybody sees is stored, and so it is translated once for the journal, the reply, repeats and the streams.
        let events = parts
            .commit
            .encoded(Viewer::SPECTATOR, |commit, viewer| wire::events(&parts.table.charter, commit, viewer));
        for (event, seen) in parts.commit.events.iter().zip(wire::each(&events)) {
            if is_stored_otherwise(event) {
                prost::encoding::message::encode(9, &stored(parts, event), record);
            } else {
                put_always(9, seen, record);
            }
        }
        Some(events)
    } else {
        for event in &parts.commit.events {
            prost::encoding::message::encode(9, &stored(parts, event), record);
        }
        None
    };
    let after_events = record.len();
    for secret in sealed(parts)? {
        prost::encoding::message::encode(10, &secret, record);
    }
    if let Some(script) = parts.table.charter.script.filter(|_| parts.commit.first_seq() == 1).map(script) {
        prost::encoding::message::encode(11, &script, record);
    }
    let line = (!parts.same_line).then(|| put_message(12, record, |to| head_line(parts.table, to)));
    let record =
        if plays { record.split().freeze() } else { Bytes::copy_from_slice(&std::mem::take(record)) };
    let line = line.map(|length| record.slice(record.len() - length..));
    let calm = parts.commit.is_calm().then(|| record.slice(before_events..after_events));
    Ok(Pieces { record, line, public, calm })
}

/// A text or bytes as a field of a message, where they are not empty: as they stand, where a struct of the contract
/// would own a copy of each, for every act.
fn put(field: u32, value: &[u8], to: &mut BytesMut) {
    if !value.is_empty() {
        put_always(field, value, to);
    }
}

/// A message as a field, whatever is written into it. Its length, which is given back, is known last and stands first.
fn put_message(field: u32, to: &mut BytesMut, write: impl FnOnce(&mut BytesMut)) -> usize {
    encode_key(field, WireType::LengthDelimited, to);
    let start = to.len();
    write(to);
    let end = to.len();
    encode_varint((end - start) as u64, to);
    let length = to.len() - end;
    to[start..].rotate_right(length);
    end - start
}

/// The same as [`put`] for a field that may repeat, and for a message that is encoded already.
fn put_always(field: u32, value: &[u8], to: &mut BytesMut) {
    match (field, value.len()) {
        // Nearly all of them: key and length are a byte each.
        (0..16, 0..128) => to.extend_from_slice(&[(field << 3 | 2) as u8, value.len() as u8]),
        (_, length) => {
            encode_key(field, WireType::LengthDelimited, to);
            encode_varint(length as u64, to);
        }
    }
    to.extend_from_slice(value);
}

fn script(script: Script) -> journal_v1::Script {
    journal_v1::Script {
        first_dealer: script.first_dealer.number().into(),
        check_buy_in: script.check_buy_in,
    }
}

/// Whether everybody is told the same bytes of it, and the journal, but for some events, too: no chips cross the edge in it,
/// and nobody sees a card alone.
fn is_seen_alike(commit: &Commit) -> bool {
    let alike = commit.is_public() || !commit.events.iter().any(is_stored_otherwise);
    alike && commit.transfers.is_empty() && commit.first_seq() > 1
}

/// Whether the journal keeps the event other than a spectator sees it: with who made the table, or without places for cards.
fn is_stored_otherwise(event: &Event) -> bool {
    matches!(
        event.fact,
        Fact::Created { .. }
            | Fact::Dealt { .. }
            | Fact::Hand(
                HandFact::Looked { .. } | HandFact::Discarded { .. } | HandFact::SideshowAccepted { .. }
            )
    )
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
        Some(v1::event::Fact::Discarded(discarded)) => discarded.cards.clear(),
        Some(v1::event::Fact::SideshowAccepted(accepted)) => {
            accepted.asker_cards.clear();
            accepted.asked_cards.clear();
        }
        Some(v1::event::Fact::Dealt(dealt)) => dealt.hands.iter_mut().for_each(|hand| hand.cards.clear()),
        _ => {}
    }
    journal_v1::StoredEvent { event: Some(event) }
}

/// The secrets of the commit: what chance it had, and what was laid out in it.
fn sealed(parts: &Parts<'_>) -> Result<Vec<journal_v1::Sealed>, NoRandomness> {
    let epoch = parts.table.room.settled.epoch;
    let mut secrets = Vec::new();
    match &parts.secrets {
        Secrets::Seed(Some(seed)) => {
            secrets.push(seal(parts, SecretKind::ShuffleSeed, epoch + 1, seed.expose())?);
        }
        Secrets::Pack(Some(pack)) if parts.commit.events.iter().any(lays_pack) => {
            secrets.push(seal(parts, SecretKind::ScriptedPack, epoch, pack.codes())?);
        }
        Secrets::Seed(None) | Secrets::Pack(_) => {}
    }
    for event in &parts.commit.events {
        if let Fact::Hand(HandFact::Arrange(arrange::Fact::Arranged { sets, .. })) = &event.fact {
            secrets.push(seal(parts, SecretKind::Arrangement, epoch, &arrangement(sets))?);
        }
    }
    Ok(secrets)
}

fn seal(
    parts: &Parts<'_>,
    kind: SecretKind,
    epoch: u32,
    secret: &[u8],
) -> Result<journal_v1::Sealed, NoRandomness> {
    let place = Place { tenant: parts.key.tenant(), uid: &parts.table.charter.uid, epoch, kind };
    let sealed = parts.sealer.seal(&place, secret)?;
    let kind = match kind {
        SecretKind::ShuffleSeed => journal_v1::SecretKind::ShuffleSeed,
        SecretKind::ScriptedPack => journal_v1::SecretKind::ScriptedPack,
        SecretKind::Arrangement => journal_v1::SecretKind::Arrangement,
    };
    Ok(journal_v1::Sealed {
        kind: kind.into(),
        key_id: sealed.key_id.to_owned(),
        epoch,
        nonce: Bytes::copy_from_slice(&sealed.nonce),
        ciphertext: sealed.ciphertext,
    })
}

fn lays_pack(event: &Event) -> bool {
    matches!(event.fact, Fact::Shuffled { .. } | Fact::Hand(HandFact::PackPrepared { .. }))
}

/// Whether a list shows both alike, which follow one another.
pub(crate) fn same_line(before: &Table, after: &Table) -> bool {
    Arc::ptr_eq(&before.room.settled.roster, &after.room.settled.roster)
        && before.hand.number == after.hand.number
        && before.hand.is_running() == after.hand.is_running()
        && wire::table_state(before) == wire::table_state(after)
}

/// The table's line for lists: `brag.journal.v1.Head`.
fn head_line(table: &Table, line: &mut BytesMut) {
    let state = wire::table_state(table).into();
    let variant = table.rules().variant.id().to_owned();
    let sitting = table.room.taken.iter().filter_map(|seat| table.occupant(seat));
    let line_of_table = journal_v1::Head {
        state,
        variant,
        seats: table.rules().max_players.into(),
        players: sitting.map(|occupant| occupant.player.as_ref().to_owned()).collect(),
        labels: table.charter.labels.clone(),
        create_time: Some(wire::timestamp(table.room.created)),
        scripted: table.charter.script.is_some(),
        hand: table.hand.number,
        hand_in_progress: table.hand.is_running(),
    };
    line_of_table.encode_raw(line);
}
