//! What each viewer may see: an allow-list, in one place.
//!
//! Everything that reaches a caller passes one of these doors. A card has nine: those of the state
//! ([`seen_hands`], [`seen_sets`], and [`legal_acts`] where cards are to be chosen), of a look ([`looked_cards`]), of a
//! discard ([`discarded_cards`]), of an arrangement ([`arranged_sets`]), of a spare hand ([`spare_cards`]), of a draw
//! ([`changed_cards`]), of a sideshow ([`compared_cards`]), of an open deal ([`dealt_cards`]), and what lies open to
//! everybody: a hand that was shown, a card that was turned or lies face up in a hand. The order of the pack has none.

use crate::charter::Cashier;
use crate::event::{Event, Fact, Handle, Millis};
use crate::state::Table;
use brag_rules::Chips;
use brag_rules::act::{Legal, Which};
use brag_rules::arrange::Sets;
use brag_rules::card::{Card, Cards, Held};
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::arrange::crash::{self, Crash};
use brag_rules::hand::classic::FACE_UP;
use brag_rules::hand::{Phase, arrange, equalised};
use brag_rules::seat::{Seat, Seats};

/// Through whose eyes a table is seen. What differs between two viewers follows from this value alone, so
/// that those who see the same share one encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Viewer {
    /// The seat whose own cards he sees once it has looked; none: a spectator, an operator, anybody else.
    pub seat: Option<Seat>,
    /// Sees chips cross the table's edge: operators, and front ends' backends.
    pub transfers: bool,
}

impl Viewer {
    /// Somebody who sees what everybody sees.
    pub const SPECTATOR: Viewer = Viewer { seat: None, transfers: false };
}

/// One hand of a seat, as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenHand {
    /// Which of two.
    pub which: Option<Which>,
    /// How many cards.
    pub count: usize,
    /// The cards' public names, in the order dealt.
    pub handles: Vec<Handle>,
    /// The cards, if this viewer may know them.
    pub cards: Option<Held>,
    /// The place and the card that lies face up before everybody, where the others do not (V9).
    pub face_up: Option<(usize, Card)>,
    /// They were shown to everybody.
    pub shown: bool,
}

/// The hands that a seat holds, the old one first. A hand that was shown stays in sight until the next one
/// starts, without the names of its cards, because they go on under the pack.
pub fn seen_hands(table: &Table, viewer: Viewer, seat: Seat) -> Vec<SeenHand> {
    let player = table.hand.player(seat);
    let two = player.two_hands();
    let seen = |which: Which, cards: &Cards| SeenHand {
        which: two.then_some(which),
        count: cards.len(),
        handles: cards.iter().map(|card| table.room.settled.handles[usize::from(card.code())]).collect(),
        cards: may_know(table, viewer, seat, which).then(|| cards.iter().collect()),
        face_up: table.hand.face_up(seat).map(|card| (FACE_UP, card)),
        shown: player.shown,
    };
    if player.hand.is_empty() && player.shown {
        let showed = table.hand.showed(seat);
        let (count, cards) = (showed.len(), Some(showed));
        return vec![SeenHand { which: None, count, handles: Vec::new(), cards, face_up: None, shown: true }];
    }
    let first = (!player.hand.is_empty()).then(|| seen(Which::Old, &player.hand));
    let second = player.second.as_ref().map(|cards| seen(Which::New, cards));
    first.into_iter().chain(second).collect()
}

/// Whether that viewer knows that hand: it was shown, he saw it in a sideshow (V13), or it is his own and he has looked
/// at it (1.7).
fn may_know(table: &Table, viewer: Viewer, seat: Seat, which: Which) -> bool {
    let player = table.hand.player(seat);
    if player.shown {
        return true;
    }
    let Some(own) = viewer.seat else { return false };
    if own != seat {
        // He saw it in a sideshow, to which both had one hand.
        return table.hand.player(own).saw == Some(seat);
    }
    // Between two hands of which he looked at one, he knows that one alone (3.9).
    let deciding = match table.hand.phase {
        Phase::DecideHand { looked } if table.hand.to_act.contains(seat) => looked == which,
        _ => false,
    };
    player.open || deciding
}

/// The cards of a look, for the seat that looked.
pub fn looked_cards(event: &Event, viewer: Viewer) -> Option<Cards> {
    match &event.fact {
        Fact::Hand(HandFact::Looked { seat, cards, .. }) if viewer.seat == Some(*seat) => Some(*cards),
        _ => None,
    }
}

/// The cards of a discard, for the seat that threw them.
pub fn discarded_cards(event: &Event, viewer: Viewer) -> Option<Cards> {
    match &event.fact {
        Fact::Hand(HandFact::Discarded { seat, cards, .. }) if viewer.seat == Some(*seat) => Some(*cards),
        _ => None,
    }
}

/// One set of a seat, as somebody who knows it sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenSet {
    /// Which, from 0.
    pub set: u8,
    /// Its cards, as they were named.
    pub cards: Cards,
    /// It was shown to everybody.
    pub shown: bool,
}

/// The sets of a seat that this viewer knows: those that were shown, until the next hand starts, and his own while he has
/// them.
pub fn seen_sets(table: &Table, viewer: Viewer, seat: Seat) -> Vec<SeenSet> {
    let Some((game, laid)) = table.hand.arranging().and_then(|game| Some((game, game.laid(seat)?))) else {
        return Vec::new();
    };
    let own = viewer.seat == Some(seat) && !table.hand.player(seat).hand.is_empty();
    let seen =
        laid.iter().zip(0..).map(|(cards, set)| SeenSet { set, cards, shown: game.is_shown(seat, set) });
    seen.filter(|seen| seen.shown || own).collect()
}

/// The sets of an arrangement, for the seat that laid them.
pub fn arranged_sets(event: &Event, viewer: Viewer) -> Option<Sets> {
    match &event.fact {
        Fact::Hand(HandFact::Arrange(arrange::Fact::Arranged { seat, sets }))
            if viewer.seat == Some(*seat) =>
        {
            Some(*sets)
        }
        _ => None,
    }
}

/// The cards of the spare hand, for the seat that took it (V6B).
pub fn spare_cards(event: &Event, viewer: Viewer) -> Option<Cards> {
    match &event.fact {
        Fact::Hand(HandFact::Arrange(arrange::Fact::Crash(crash::Fact::SpareTaken {
            seat, cards, ..
        }))) if viewer.seat == Some(*seat) => Some(*cards),
        _ => None,
    }
}

/// The cards that a seat threw and got in a draw, for that seat (V10).
pub fn changed_cards(event: &Event, viewer: Viewer) -> Option<(Cards, Cards)> {
    match changed(event)? {
        (seat, thrown, drawn) if viewer.seat == Some(seat) => Some((thrown, drawn)),
        _ => None,
    }
}

/// The hands of this deal that are no player's, by the public names of their cards: nobody may know these (V6B).
pub fn spare_hands(table: &Table) -> Vec<Vec<Handle>> {
    let handle = |card: Card| table.room.settled.handles[usize::from(card.code())];
    let hands = table.hand.crash().filter(|_| table.hand.is_running()).into_iter().flat_map(Crash::spare);
    hands.map(|cards| cards.iter().map(handle).collect()).collect()
}

fn changed(event: &Event) -> Option<(Seat, Cards, Cards)> {
    let Fact::FromPack { fact, .. } = &event.fact else { return None };
    match **fact {
        HandFact::Equalised(equalised::Fact::CardsChanged { seat, thrown, drawn, .. }) => {
            Some((seat, thrown, drawn))
        }
        _ => None,
    }
}

/// The two hands of a sideshow, of who asked and of who was asked, for the seats that compared them.
pub fn compared_cards(event: &Event, viewer: Viewer) -> Option<(Cards, Cards)> {
    match &event.fact {
        Fact::Hand(HandFact::SideshowAccepted { asker, asked, of_asker, of_asked }) => {
            viewer.seat.filter(|seat| [asker, asked].contains(&seat)).map(|_| (*of_asker, *of_asked))
        }
        _ => None,
    }
}

/// A seat's own cards of a deal in which everybody plays open.
pub fn dealt_cards(event: &Event, viewer: Viewer, seat: Seat) -> Option<Cards> {
    match &event.fact {
        Fact::Dealt { order, each, open: Some(cards), .. } if viewer.seat == Some(seat) => {
            let place = order.iter().position(|s| s == seat)?;
            let each = usize::from(*each);
            Some(cards.iter().copied().skip(place * each).take(each).collect())
        }
        _ => None,
    }
}

/// The seats whose own view of the event differs from everybody else's.
pub fn private_to(event: &Event) -> Seats {
    match &event.fact {
        Fact::Hand(
            HandFact::Looked { seat, .. }
            | HandFact::Discarded { seat, .. }
            | HandFact::Arrange(arrange::Fact::Arranged { seat, .. })
            | HandFact::Arrange(arrange::Fact::Crash(crash::Fact::SpareTaken { seat, .. })),
        ) => Seats::only(*seat),
        Fact::Hand(HandFact::SideshowAccepted { asker, asked, .. }) => Seats::only(*asker).with(*asked),
        Fact::Dealt { order, open: Some(_), .. } => order.iter().collect(),
        Fact::FromPack { .. } => changed(event).map_or(Seats::NONE, |(seat, ..)| Seats::only(seat)),
        _ => Seats::NONE,
    }
}

/// Whether chips cross the table's edge in this event.
pub fn crosses_edge(event: &Event) -> bool {
    matches!(
        &event.fact,
        Fact::Hand(HandFact::ChipsAdded { .. } | HandFact::TopUpWaits { .. } | HandFact::ChipsRemoved { .. })
    )
}

/// The acts of the hand that this viewer's seat has now.
pub fn legal_acts(table: &Table, viewer: Viewer) -> Legal {
    viewer.seat.map_or_else(Legal::default, |seat| crate::decide::legal(table, seat))
}

/// What a player may do that needs no turn. Whatever is here is accepted, and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TableActs {
    /// He may take one of these seats.
    pub sit: Option<SitActs>,
    /// He may leave.
    pub leave: bool,
    /// He may sit out.
    pub sit_out: bool,
    /// He may come back.
    pub sit_in: bool,
    /// He may add so many chips: from, to.
    pub top_up: Option<(Chips, Chips)>,
}

/// Where and with how much a player may sit down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SitActs {
    /// The free seats.
    pub seats: Seats,
    /// The fewest chips to bring.
    pub min: Chips,
    /// The most.
    pub max: Chips,
}

/// What that player may do now that needs no turn; an operator asks for him where the cashier is his.
pub fn table_acts(table: &Table, player: &str, by_operator: bool, now: Millis) -> TableActs {
    if table.room.closed || player.is_empty() {
        return TableActs::default();
    }
    let names_amounts = by_operator || table.charter.cashier == Cashier::Player;
    let Some(seat) = table.seat_of(player) else {
        let seats: Seats = table.seats().iter().filter(|&seat| !table.room.taken.contains(seat)).collect();
        let may_sit = names_amounts && !table.hand.is_running() && !seats.is_empty();
        let range = table.buy_in_range(player, now).filter(|_| may_sit);
        let sit = range.map(|(min, max)| SitActs { seats, min, max });
        return TableActs { sit, ..TableActs::default() };
    };
    let chair = table.room.settled.chairs[seat.index()];
    TableActs {
        sit: None,
        leave: chair.leaving.is_none(),
        sit_out: chair.sits_out.is_none(),
        sit_in: chair.sits_out.is_some(),
        top_up: if names_amounts { table.top_up_range(seat) } else { None },
    }
}
