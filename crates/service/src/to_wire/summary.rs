//! A table's line in a list.

use brag_contract::v1;
use brag_host::wire;
use brag_table::Table;

/// What a lobby shows of a table.
pub(crate) fn summary(table: &Table) -> v1::TableSummary {
    let charter = &table.charter;
    let players = table.room.taken.iter().filter_map(|seat| table.occupant(seat));
    v1::TableSummary {
        name: wire::table_name(charter),
        uid: wire::hex(&charter.uid),
        variant: charter.rules.variant.id().to_owned(),
        state: wire::table_state(table).into(),
        seats: u32::from(charter.rules.max_players),
        players: players.map(|occupant| occupant.player.to_string()).collect(),
        labels: charter.labels.clone(),
        create_time: Some(wire::timestamp(table.room.created)),
        seq: table.room.seq,
        scripted: charter.script.is_some(),
    }
}
