//! Records back into a table: the public events, and the sealed secrets that fill in what the events leave out.
//!
//! The chance of a decision is made again by the code that made it first, from the seed that came with the
//! commit, and must come out as it was published. So a record that opens is a record that proves itself.

mod arrange_fact;
mod bus_fact;
mod charter;
mod classic_fact;
mod crash_fact;
mod equalised_fact;
mod event;
mod fields;
mod hand_fact;

use crate::chance::{FairChance, ScriptChance};
use crate::commit::Commit;
use crate::config::HostConfig;
use crate::live::{Live, Source, Step};
use crate::log::Kept;
use crate::record::FORMAT;
use crate::requests::RequestKey;
use crate::seal::{self, Place, SealedSecret, Sealer, SecretKind};
use brag_contract::journal_v1;
use brag_fairness::Seed;
use brag_journal::{NO_HASH, Stored, TableKey, commit_hash};
use brag_rules::arrange::Sets;
use brag_rules::card::{Card, Pack};
use brag_table::Table;
use brag_table::chance::Chance;
use brag_table::event::Event;
use bytes::Bytes;
use fields::{Read, Unreadable, odd};
use prost::Message as _;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use zeroize::Zeroizing;

/// Why records do not make a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RestoreError {
    /// A record needs a newer build to be read. Nothing is wrong with it.
    NewerFormat {
        /// The format that a reader must know.
        format: u32,
        /// The newest that this build knows.
        known: u32,
    },
    /// A record is not what was written, or its seal does not open here.
    Corrupt(String),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::NewerFormat { format, known } => {
                write!(f, "a record is of format {format}, and this build knows up to {known}")
            }
            RestoreError::Corrupt(why) => write!(f, "a record is corrupt: {why}"),
        }
    }
}

impl std::error::Error for RestoreError {}

impl From<Unreadable> for RestoreError {
    fn from(Unreadable(why): Unreadable) -> RestoreError {
        RestoreError::Corrupt(why)
    }
}

/// The table that all of its records make, from the first, and its commits.
///
/// # Errors
/// When they do not follow one another, one is not what was written, or a seal does not open.
pub fn restore(
    key: &TableKey,
    records: &[Stored],
    sealer: &Sealer,
) -> Result<(Table, Vec<Arc<Commit>>), RestoreError> {
    let config = HostConfig { hands_kept: u32::MAX, ..HostConfig::default() };
    let (live, _) = live(key, records, sealer, &config)?;
    let commits = live.log.after(0, usize::MAX).into_iter().map(Kept::commit).collect();
    Ok((*live.table, commits))
}

/// The events of a calm commit, from the part of its record that has them.
pub(crate) fn calm(events: Bytes) -> Result<Vec<Event>, RestoreError> {
    let record = journal_v1::Record::decode(events)
        .map_err(|why| RestoreError::Corrupt(format!("these are no events: {why}")))?;
    Ok(record.events.iter().map(event::calm).collect::<Read<_>>()?)
}

/// The state that all records of a table make, and the request that made it.
pub(crate) fn live(
    key: &TableKey,
    records: &[Stored],
    sealer: &Sealer,
    config: &HostConfig,
) -> Result<(Live, Option<RequestKey>), RestoreError> {
    let [first, later @ ..] = records else {
        return Err(RestoreError::Corrupt("there is no first record".to_owned()));
    };
    let (mut live, request) = whole(|| begin(key, first, sealer))?;
    for stored in later {
        let step = follow(&live, key, stored, sealer)?;
        live.adopt(step, config);
    }
    if let Source::Script(script) = &mut live.source {
        script.ahead = live.table.room.touched - live.table.room.created;
    }
    Ok((live, request))
}

/// The step that a record makes from that state.
pub(crate) fn follow(
    live: &Live,
    key: &TableKey,
    stored: &Stored,
    sealer: &Sealer,
) -> Result<Step, RestoreError> {
    whole(|| {
        let opened = Opened::new(key, stored, &live.head_hash, sealer)?;
        if opened.uid != live.table.charter.uid {
            return Err(Unreadable("it bears another table's uid".to_owned()).into());
        }
        let Opened { record, secret, arrangements, .. } = opened;
        let mut events = Vec::with_capacity(record.events.len());
        let with = |chance: &mut dyn Chance| {
            event::events(live.table.clone(), &record.events, chance, arrangements, &mut events)
        };
        let ((after, transfers), shuffled) = match (&live.source, secret) {
            (Source::Fair(fair), secret) => {
                let ahead = match secret {
                    None => None,
                    Some(Secret::Seed(seed)) => Some(Arc::new(seed)),
                    Some(Secret::Pack(_) | Secret::Sets(_)) => odd("a served table has no script")?,
                };
                let mut draft = fair.draft_again(ahead.as_ref());
                (with(&mut draft)?, draft.shuffled())
            }
            (Source::Script(_), None) => (with(&mut ScriptChance::default())?, None),
            (Source::Script(_), Some(Secret::Pack(pack))) => {
                (with(&mut ScriptChance { pack: Some(pack), ..ScriptChance::default() })?, None)
            }
            (Source::Script(_), Some(Secret::Seed(_) | Secret::Sets(_))) => {
                odd("a scripted table has no seed")?
            }
        };
        let commit = Arc::new(Commit::new(events, transfers, after.hand.number));
        let request = record.request.as_ref().map(request_key).transpose()?;
        Ok(Step { after, commit, calm: None, public: None, hash: stored.hash, shuffled, request })
    })
}

/// A record that breaks an invariant was not written by this engine.
fn whole<R>(read: impl FnOnce() -> Result<R, RestoreError>) -> Result<R, RestoreError> {
    let broken = |_| Err(RestoreError::Corrupt("it breaks an invariant".to_owned()));
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(broken)
}

fn begin(
    key: &TableKey,
    stored: &Stored,
    sealer: &Sealer,
) -> Result<(Live, Option<RequestKey>), RestoreError> {
    let opened = Opened::new(key, stored, &NO_HASH, sealer)?;
    let Some((first, rest)) = opened.record.events.split_first() else {
        return Err(Unreadable("it holds no event".to_owned()).into());
    };
    let first = event::created(first, key, opened.record.script.as_ref())?;
    let table = Table::from_first(&first)
        .filter(|table| table.charter.uid == opened.uid)
        .ok_or_else(|| Unreadable("it does not begin with its table's creation".to_owned()))?;
    let source = match (table.charter.script, opened.secret) {
        (Some(_), None) => Source::Script(Box::default()),
        (None, Some(Secret::Seed(seed))) => {
            let fair = FairChance::restored(opened.uid, seed);
            if table.room.commitment != Some(fair.first_commitment()) {
                return Err(Unreadable("the first seed is not the one committed to".to_owned()).into());
            }
            Source::Fair(fair)
        }
        _ => return Err(Unreadable("its secret is not that of a first record".to_owned()).into()),
    };
    // Those who sit at a scripted table from the start sat down in its first commit.
    let mut events = vec![first];
    let (after, transfers) =
        event::events(Box::new(table), rest, &mut ScriptChance::default(), Vec::new(), &mut events)?;
    let commit = Arc::new(Commit::new(events, transfers, after.hand.number));
    let request = opened.record.request.as_ref().map(request_key).transpose()?;
    if opened.record.head.is_none() {
        return Err(Unreadable("it has no head".to_owned()).into());
    }
    Ok((Live::new(after, commit, stored.hash, source), request.map(|(key, _)| key)))
}

fn request_key(request: &journal_v1::Request) -> Read<(RequestKey, bool)> {
    let caller =
        request.caller.as_ref().ok_or_else(|| Unreadable("a request without a caller".to_owned()))?;
    let body_hash = fields::hash(&request.body_hash)?;
    Ok((RequestKey::new(&caller.player, &request.request_id, &body_hash), request.kept_for_life))
}

/// A record that is what was written, with its seal opened.
struct Opened {
    record: journal_v1::Record,
    uid: [u8; 16],
    secret: Option<Secret>,
    /// What was laid in it, in the order of the events.
    arrangements: Vec<Sets>,
}

enum Secret {
    Seed(Seed),
    Pack(Pack),
    Sets(Sets),
}

impl Opened {
    fn new(
        key: &TableKey,
        stored: &Stored,
        prev_hash: &[u8; 32],
        sealer: &Sealer,
    ) -> Result<Opened, RestoreError> {
        let record = decode(&stored.record)?;
        let uid = fields::uid(&record.table_uid)?;
        let chained = stored.hash == commit_hash(prev_hash, &uid, &stored.record)
            && record.prev_hash == if *prev_hash == NO_HASH { &[][..] } else { prev_hash };
        if !chained {
            return Err(Unreadable(format!("the chain is broken at seq {}", stored.first_seq)).into());
        }
        if record.tenant != key.tenant() || record.table_id != key.id() {
            return Err(Unreadable("it is another table's".to_owned()).into());
        }
        let (mut secret, mut arrangements) = (None, Vec::new());
        for sealed in &record.secrets {
            match open(key, &uid, sealed, sealer)? {
                Secret::Sets(sets) => arrangements.push(sets),
                of_chance if secret.is_none() => secret = Some(of_chance),
                _ => return Err(Unreadable("it holds more secrets than a commit has".to_owned()).into()),
            }
        }
        Ok(Opened { record, uid, secret, arrangements })
    }
}

/// The record, unless its format is newer or it holds anything that its format does not know.
fn decode(bytes: &[u8]) -> Result<journal_v1::Record, RestoreError> {
    let record = journal_v1::Record::decode(bytes)
        .map_err(|why| RestoreError::Corrupt(format!("it is no record: {why}")))?;
    if record.format > FORMAT {
        return Err(RestoreError::NewerFormat { format: record.format, known: FORMAT });
    }
    // Decoding drops what it does not know, so that what is left is shorter.
    if record.format == 0 || record.encode_to_vec() != bytes {
        return Err(RestoreError::Corrupt("it holds something that its format does not know".to_owned()));
    }
    Ok(record)
}

fn open(key: &TableKey, uid: &[u8; 16], sealed: &journal_v1::Sealed, sealer: &Sealer) -> Read<Secret> {
    let kind = match sealed.kind() {
        journal_v1::SecretKind::ShuffleSeed => SecretKind::ShuffleSeed,
        journal_v1::SecretKind::ScriptedPack => SecretKind::ScriptedPack,
        journal_v1::SecretKind::Arrangement => SecretKind::Arrangement,
        journal_v1::SecretKind::Unspecified => return odd("an unknown kind of secret"),
    };
    if sealed.key_id != sealer.key_id() {
        return odd("a secret is sealed with a key that is not here");
    }
    let place = Place { tenant: key.tenant(), uid, epoch: sealed.epoch, kind };
    let sealed = SealedSecret {
        key_id: sealer.key_id(),
        nonce: fields::bytes(&sealed.nonce)?,
        ciphertext: sealed.ciphertext.clone(),
    };
    let opened = sealer.open(&place, &sealed).map_err(|_| Unreadable("a seal does not open".to_owned()))?;
    let opened = Zeroizing::new(opened);
    match kind {
        SecretKind::ShuffleSeed => Ok(Secret::Seed(Seed::from_bytes(fields::bytes(&opened)?))),
        SecretKind::ScriptedPack => {
            let cards: Option<Pack> = opened.iter().map(|&code| Card::from_code(code)).collect();
            cards
                .map(Secret::Pack)
                .ok_or_else(|| Unreadable("a pack holds something that is no card".to_owned()))
        }
        SecretKind::Arrangement => seal::sets(&opened)
            .map(Secret::Sets)
            .ok_or_else(|| Unreadable("an arrangement is none".to_owned())),
    }
}
