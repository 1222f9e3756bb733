//! Through whose eyes an answer is made.

use std::sync::Arc;

use brag_rules::seat::Seat;
use brag_table::Table;
use brag_table::view::Viewer;

/// A viewer before it is known where he sits. Roles decide it, and for a gateway the player that the request names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Eyes {
    /// The player whose own cards are seen; empty for nobody's.
    pub(crate) player: Arc<str>,
    /// Sees the platform's side: chips that cross the table's edge, who made the table.
    pub(crate) operator: bool,
    /// A front end's backend: sees chips that cross the edge.
    pub(crate) gateway: bool,
}

impl Eyes {
    /// As the table's allow-list knows a viewer, from where he sits now.
    pub(crate) fn viewer(&self, table: &Table) -> Viewer {
        self.viewer_on(self.seat(table))
    }

    /// As the table's allow-list knows a viewer who sits there.
    pub(crate) fn viewer_on(&self, seat: Option<Seat>) -> Viewer {
        Viewer { seat, transfers: self.operator || self.gateway }
    }

    /// Where he sits now.
    pub(crate) fn seat(&self, table: &Table) -> Option<Seat> {
        self.acts_for().and_then(|player| table.seat_of(player))
    }

    /// The player for whom he acts, if there is one.
    pub(crate) fn acts_for(&self) -> Option<&str> {
        Some(&*self.player).filter(|player| !player.is_empty())
    }
}
