//! All hands that are still in are shown: the layers of the pot, and who wins which (section 4).

use super::super::{Draft, Hand, Surroundings, flow, showdown};
use super::Fact;
use super::flow::emit;
use crate::Chips;
use crate::fact::AwardReason;
use crate::options::TieRule;
use crate::rank::Class;
use crate::seat::{Seat, SeatOrder, Seats};

/// A part of the pot.
struct Layer {
    /// What a player must have bet to win it.
    from: Chips,
    /// Chips in it.
    amount: Chips,
}

impl Hand {
    /// The pot by what players have bet, from the layer that everybody has reached: a boundary is what one of those has
    /// bet who are still in. Antes and carried chips are in the first layer, chips above the last boundary in the last.
    fn layers(&self) -> Vec<Layer> {
        let mut boundaries: Vec<Chips> = self.active().iter().map(|seat| self.put(seat)).collect();
        boundaries.sort_unstable();
        boundaries.dedup();
        let below = |boundary: Chips| -> Chips {
            self.dealt_in.iter().map(|seat| self.put(seat).min(boundary)).sum()
        };
        let bet = below(Chips::MAX);
        let mut layers: Vec<Layer> = Vec::with_capacity(boundaries.len());
        let mut from = 0;
        for (place, &boundary) in boundaries.iter().enumerate() {
            let last = place + 1 == boundaries.len();
            let up_to = if last { bet } else { below(boundary) };
            let first = if place == 0 { self.pot() - bet } else { 0 };
            layers.push(Layer { from: boundary, amount: first + up_to - from });
            from = up_to;
        }
        layers
    }
}

/// Shows every hand that is still in, and pays each layer to the best of those who have reached it.
pub(super) fn all<S: Surroundings>(d: &mut Draft<'_, S>) {
    let compared: SeatOrder = d.hand.from_dealers_left(d.hand.active()).collect();
    compared.iter().for_each(|seat| showdown::show(d, seat));
    let layers = d.hand.layers();
    if layers.len() > 1 {
        emit(d, Fact::PotsLayered { amounts: layers.iter().map(|layer| layer.amount).collect() });
    }
    let is_prial = |d: &Draft<'_, S>, seat| d.hand.class(d.rules, seat) == Some(Class::Prial);
    let mut prials = showdown::Prials { won: false, shown: compared.iter().any(|seat| is_prial(d, seat)) };
    let (mut winning, mut last_winners) = (Seats::NONE, Seats::NONE);
    for (pot, layer) in layers.iter().enumerate().rev() {
        let (winners, reason) = winners(d, &compared, layer.from);
        if layer.amount > 0 {
            prials.won |= winners.iter().any(|seat| is_prial(d, seat));
            showdown::award_pot(d, pot, winners, reason);
            winning = winners.iter().fold(winning, Seats::with);
            last_winners = winners;
        }
    }
    let mut order = SeatOrder::EMPTY;
    let by_loss = [d.hand.dealt_in.minus(winning), winning.minus(last_winners), last_winners];
    for seats in by_loss {
        let seats: SeatOrder =
            d.hand.from_dealers_left(seats).filter(|&seat| compared.contains(seat)).collect();
        seats.iter().for_each(|seat| order.push(seat));
    }
    flow::finish(d, order, prials);
}

/// Who wins the layer that begins at that boundary, and by what: of equal hands the elder's, or all of them.
fn winners<S: Surroundings>(d: &Draft<'_, S>, compared: &SeatOrder, from: Chips) -> (Seats, AwardReason) {
    let mut best = Seats::NONE;
    let mut leader: Option<Seat> = None;
    let mut contenders = 0;
    for seat in compared.iter().filter(|&seat| d.hand.put(seat) >= from) {
        contenders += 1;
        let reading = showdown::reading(d, seat);
        match leader.map(|leader| reading.cmp(&showdown::reading(d, leader))) {
            None | Some(std::cmp::Ordering::Greater) => (best, leader) = (Seats::only(seat), Some(seat)),
            Some(std::cmp::Ordering::Equal) => best = best.with(seat),
            Some(std::cmp::Ordering::Less) => {}
        }
    }
    match (contenders, best.len(), d.rules.tie_rule) {
        (1, _, _) => (best, AwardReason::Uncontested),
        (_, 1, _) => (best, AwardReason::BestHand),
        (_, _, TieRule::Split) => (best, AwardReason::StandOff),
        (_, _, TieRule::ElderWins | TieRule::SeerLoses) => {
            (leader.map_or(best, Seats::only), AwardReason::Elder)
        }
    }
}
