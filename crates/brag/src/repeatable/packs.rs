//! The packs of a scripted game: an order drawn from the seed wherever the game shuffles (rulebook 3.12).

use brag_contract::v1::event::Fact;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::{Event, TableView};
use brag_rules::card::{Card, PACK_SIZE};
use brag_rules::options::ShuffleMode;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// What the script knows of the cards: the orders that it has laid.
pub struct Packs {
    rng: ChaCha8Rng,
    /// The order of each shuffle, the first one first.
    orders: Vec<Vec<Card>>,
    /// How the last hand ended.
    prial_won: bool,
    prial_shown: bool,
    dealt_since_shuffle: usize,
}

impl Packs {
    /// Draws them from here.
    pub fn new(rng: ChaCha8Rng) -> Packs {
        Packs { rng, orders: Vec::new(), prial_won: false, prial_shown: false, dealt_since_shuffle: 0 }
    }

    /// Takes in what has happened.
    pub fn note(&mut self, events: &[Event]) {
        for event in events {
            match &event.fact {
                Some(Fact::HandStarted(_)) => (self.prial_won, self.prial_shown) = (false, false),
                Some(Fact::PackShuffled(_)) => self.dealt_since_shuffle = 0,
                Some(Fact::Dealt(fact)) => {
                    self.dealt_since_shuffle += fact.hands.iter().map(|hand| hand.cards.len()).sum::<usize>();
                }
                Some(Fact::HandEnded(fact)) => {
                    (self.prial_won, self.prial_shown) = (fact.prial_hand, fact.prial_shown);
                }
                _ => {}
            }
        }
    }

    /// Whether the next deal shuffles.
    pub fn due(&self, view: &TableView) -> bool {
        let mode =
            match view.charter.as_ref().and_then(|charter| charter.rules.get("shuffle_mode")?.value.as_ref())
            {
                Some(Value::Choice(name)) => ShuffleMode::from_name(name),
                _ => None,
            };
        if self.orders.is_empty() {
            return true;
        }
        match mode.unwrap_or(ShuffleMode::EveryHand) {
            ShuffleMode::Never => false,
            ShuffleMode::EveryHand => true,
            ShuffleMode::OnPrialWin => self.prial_won,
            ShuffleMode::OnPrialShown => self.prial_won || self.prial_shown,
            ShuffleMode::OnPrialOrExhausted => {
                let players = view.seats.iter().filter(|seat| !seat.player.is_empty()).count();
                let fresh = PACK_SIZE.saturating_sub(self.dealt_since_shuffle);
                self.prial_won || fresh < players * cards_each(view)
            }
        }
    }

    /// The order of the next shuffle, the top card first: all cards but those of a hand that is kept.
    ///
    /// # Errors
    /// A kept card is none that was laid.
    pub fn next(&mut self, view: &TableView) -> Result<Vec<String>, String> {
        let holder = view.seats.iter().find(|seat| seat.number == view.retained_by);
        let handles = holder.into_iter().flat_map(|seat| &seat.hands).flat_map(|hand| &hand.handles);
        let mut kept = Vec::new();
        for handle in handles {
            let order = (handle.epoch as usize).checked_sub(1).and_then(|epoch| self.orders.get(epoch));
            let card = order.and_then(|order| order.get(handle.position as usize));
            kept.push(*card.ok_or("a card that is kept was never in a pack")?);
        }
        let pack =
            brag_bots::rules(view).map_or_else(|| Card::in_pack_order().collect(), |rules| rules.pack());
        let mut order: Vec<Card> = pack.iter().filter(|card| !kept.contains(card)).collect();
        order.shuffle(&mut self.rng);
        let names = order.iter().map(Card::to_string).collect();
        self.orders.push(order);
        Ok(names)
    }
}

/// Cards that each player was dealt last.
fn cards_each(view: &TableView) -> usize {
    view.seats.iter().flat_map(|seat| &seat.hands).map(|hand| hand.cards.len()).max().unwrap_or(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use brag_contract::v1::{Charter, Dealt, DealtHand, HandEnded, HandStarted, OptionValue, SeatView};
    use rand::SeedableRng;

    fn table(mode: &str) -> TableView {
        let mode = OptionValue { value: Some(Value::Choice(mode.to_owned())) };
        let charter = Charter { rules: [("shuffle_mode".to_owned(), mode)].into(), ..Charter::default() };
        let seat = |number| SeatView { number, player: "p".to_owned(), ..SeatView::default() };
        TableView { charter: Some(charter), seats: (1..=6).map(seat).collect(), ..TableView::default() }
    }

    /// A script that has laid one pack, of which so many hands were dealt, the last of which ended so.
    fn after(hands: usize, prial_hand: bool, prial_shown: bool) -> Packs {
        let mut packs = Packs::new(ChaCha8Rng::seed_from_u64(1));
        packs.next(&table("never")).unwrap();
        let mut note = |fact| packs.note(&[Event { fact: Some(fact), ..Event::default() }]);
        note(Fact::PackShuffled(Box::default()));
        for _ in 0..hands {
            note(Fact::HandStarted(HandStarted::default()));
            let hand = |seat| DealtHand { seat, cards: vec!["??".to_owned(); 3], ..DealtHand::default() };
            note(Fact::Dealt(Dealt { hands: (1..=6).map(hand).collect(), open: false }));
        }
        note(Fact::HandEnded(HandEnded { prial_hand, prial_shown, ..HandEnded::default() }));
        packs
    }

    #[test]
    fn a_pack_is_laid_where_the_game_shuffles() {
        let due = |packs: &Packs, mode| packs.due(&table(mode));
        let modes = ["every_hand", "on_prial_win", "on_prial_shown", "on_prial_or_exhausted", "never"];
        let first = Packs::new(ChaCha8Rng::seed_from_u64(1));
        assert!(modes.iter().all(|mode| due(&first, mode)), "the first hand is always shuffled");
        assert_eq!(modes.map(|mode| due(&after(1, false, false), mode)), [true, false, false, false, false]);
        assert_eq!(modes.map(|mode| due(&after(1, true, true), mode)), [true, true, true, true, false]);
        assert_eq!(modes.map(|mode| due(&after(1, false, true), mode)), [true, false, true, false, false]);
        // After two hands of six there are 16 cards left that were not dealt, and the third needs 18.
        assert_eq!(modes.map(|mode| due(&after(2, false, false), mode)), [true, false, false, true, false]);
    }
}
