//! Chance that a script decides.

use crate::playthrough::{HandScript, Preparation};
use brag_rules::arrange::CrashRules;
use brag_rules::card::{Card, Pack};
use brag_rules::hand::Hand;
use brag_rules::options::Rules;
use brag_rules::seat::{Seat, Seats};
use brag_table::chance::{Chance, DealerDraw, Prepared};
use brag_table::event::ShuffleProof;
use brag_table::state::Roster;

/// Answers from the hand's script. What the script leaves open has a harmless answer and is noted in
/// `missing`, because chance cannot fail.
#[derive(Debug, Default)]
pub(super) struct Scripted {
    preparation: Option<Preparation>,
    cut: Option<u8>,
    /// Cards that each player gets.
    each: usize,
    /// Whether a card is turned before them.
    turns: bool,
    /// What says how many hands are dealt beside the players'.
    crash: CrashRules,
    /// Cards that are laid face up after them.
    commons: usize,
    /// The pack that the script puts there, once the hand has started.
    order: Option<Pack>,
    /// That pack stands for the cut, too.
    uncut: bool,
    /// The engine cut where the hand said.
    pub(super) cut_made: bool,
    /// What chance was asked and the script does not say.
    pub(super) missing: Option<String>,
}

impl Scripted {
    /// Gets ready for a hand.
    pub(super) fn expect(&mut self, hand: &HandScript, rules: &Rules) {
        let (preparation, each) = (Some(hand.cards.clone()), usize::from(rules.cards_each));
        let (turns, crash, commons) = (rules.turns_card(), rules.crash, rules.commons());
        let cut = hand.cut;
        *self = Scripted { preparation, cut, each, turns, crash, commons, ..Scripted::default() };
    }

    /// The pack that the script put there for the hand, and whether it stands for the cut.
    pub(super) fn laid(&self) -> Option<(Pack, bool)> {
        self.order.map(|order| (order, self.uncut))
    }

    fn miss(&mut self, what: impl Into<String>) {
        self.missing.get_or_insert(what.into());
    }
}

impl Chance for Scripted {
    fn shuffle(&mut self, _epoch: u32, deck: Pack, _roster: &Roster) -> (Pack, Option<ShuffleProof>) {
        // Without a deal the pack of a hand is in new order.
        let new = Card::in_pack_order().filter(|&card| deck.contains(card)).collect();
        (self.order.unwrap_or(new), None)
    }

    fn gather(&mut self, _epoch: u32, _gather: u16, packet: Pack) -> (Pack, Option<[u8; 32]>) {
        self.miss("cards are gathered in an order that only chance knows");
        (packet, None)
    }

    fn cut(&mut self, _epoch: u32, _gather: u16, cards: u8) -> u8 {
        match self.cut {
            Some(at) if at >= 1 && at < cards => {
                self.cut_made = true;
                at
            }
            Some(at) => {
                self.miss(format!("cut = {at} is no cut of {cards} cards"));
                1
            }
            None => {
                self.miss("the engine cuts, and the hand does not say where: cut = K");
                1
            }
        }
    }

    fn first_dealer(&mut self, seats: Seats, _deck: Pack, _roster: &Roster) -> DealerDraw {
        self.miss("the first dealer is drawn for");
        DealerDraw { rounds: Vec::new(), dealer: seats.first().unwrap_or(Seat::LAST) }
    }

    fn prepared(&mut self, hand: &Hand) -> Prepared {
        let (prepared, uncut) = match self.preparation.take() {
            Some(Preparation::Pack(order)) => (whole(hand, order).map(Some), false),
            Some(Preparation::Deal { turned: Some(_), .. }) if !self.turns => {
                (Err("no card is turned before this deal".to_owned()), true)
            }
            Some(Preparation::Deal { board, .. }) if ![0, self.commons].contains(&board.len()) => (
                Err(format!("board names all {} cards that are laid open after the hands", self.commons)),
                true,
            ),
            Some(Preparation::Deal { hands, spare, turned, mut board, stock }) => {
                let turned = self.turns.then_some(turned);
                board.extend(stock);
                let (spare, undealt) = spare.split_at(self.crash.extra_hands(hand.dealt_in.len()).into());
                let order = match undealt.iter().flatten().next() {
                    Some(card) => Err(format!("{card} lies in a hand that is not dealt")),
                    None => dealt(hand, self.each, turned, &hands, spare, &board),
                };
                (order.map(Some), true)
            }
            Some(Preparation::AsItLies) | None => (Ok(None), false),
        };
        let pack = prepared.unwrap_or_else(|what| {
            self.miss(what);
            None
        });
        self.order = pack;
        self.uncut = uncut;
        Prepared { pack, uncut }
    }
}

fn whole(hand: &Hand, order: Pack) -> Result<Pack, String> {
    if order.sorted() == hand.pack.sorted() {
        Ok(order)
    } else {
        Err("pack names each card once that no player has kept".to_owned())
    }
}

/// The pack from which this deal comes: one card at a time clockwise, then the commons and the stock, then all others
/// as in a new pack.
///
/// `spare`: hands that are no player's, each dealt to as if it sat after the dealer.
/// `turned`: a card is turned before them, named or not.
fn dealt(
    hand: &Hand,
    each: usize,
    turned: Option<Option<Card>>,
    hands: &[(Seat, Vec<Card>)],
    spare: &[Vec<Card>],
    stock: &[Card],
) -> Result<Pack, String> {
    let open = turned.flatten();
    let named = |card: &Card| {
        let mut dealt = hands.iter().map(|(_, cards)| cards).chain(spare);
        dealt.any(|cards| cards.contains(card)) || stock.contains(card) || open == Some(*card)
    };
    let mut others = Card::in_pack_order().filter(|card| hand.pack.contains(*card) && !named(card));
    for (seat, cards) in hands {
        if !hand.dealt_in.contains(*seat) {
            return Err(format!("{seat} is dealt cards, and is not dealt in"));
        }
        if cards.len() > each {
            return Err(format!("{seat} is dealt {} cards, and each gets {each}", cards.len()));
        }
        if let Some(kept) = cards.iter().chain(stock).chain(&open).find(|&&card| !hand.pack.contains(card)) {
            return Err(format!("{kept} is dealt, and a player has kept it"));
        }
    }
    if let Some(cards) = spare.iter().find(|cards| cards.len() > each) {
        return Err(format!(
            "a hand beside the players' is dealt {} cards, and each gets {each}",
            cards.len()
        ));
    }
    let mut pack = Pack::EMPTY;
    if turned.is_some() {
        pack.push(open.or_else(|| others.next()).ok_or("the pack does not suffice")?);
    }
    for round in 0..each {
        for seat in hand.from_dealers_left(hand.dealt_in) {
            let named = hands.iter().find(|(who, _)| *who == seat).and_then(|(_, cards)| cards.get(round));
            let card = named.copied().or_else(|| others.next()).ok_or("the pack does not suffice")?;
            pack.push(card);
        }
        for hand in spare {
            let card =
                hand.get(round).copied().or_else(|| others.next()).ok_or("the pack does not suffice")?;
            pack.push(card);
        }
    }
    stock.iter().copied().chain(others).for_each(|card| pack.push(card));
    Ok(pack)
}
