//! Chance that is written down, and chance that gives the same again with cards exchanged.

use crate::chance::Stream;
use brag_fairness::Bytes as _;
use brag_rules::act::Act;
use brag_rules::arrange::Sets;
use brag_rules::card::{Card, Cards, PACK_SIZE, Pack};
use brag_rules::seat::Seats;
use brag_table::chance::{Chance, DealerDraw};
use brag_table::check::Plan;
use brag_table::event::ShuffleProof;
use brag_table::state::Roster;
use std::collections::VecDeque;

/// What chance gave, in order.
#[derive(Debug, Clone)]
pub(super) enum Drawn {
    Order(Pack),
    Cut(u8),
    Dealer(DealerDraw),
}

/// Draws, and writes down what it drew.
pub(super) struct Recorder<'a> {
    pub(super) stream: &'a mut Stream,
    pub(super) drawn: Vec<Drawn>,
}

impl Chance for Recorder<'_> {
    fn shuffle(&mut self, epoch: u32, deck: Pack, roster: &Roster) -> (Pack, Option<ShuffleProof>) {
        let (order, proof) = self.stream.shuffle(epoch, deck, roster);
        self.drawn.push(Drawn::Order(order));
        (order, proof)
    }

    fn gather(&mut self, epoch: u32, gather: u16, packet: Pack) -> (Pack, Option<[u8; 32]>) {
        let (order, root) = self.stream.gather(epoch, gather, packet);
        self.drawn.push(Drawn::Order(order));
        (order, root)
    }

    fn cut(&mut self, epoch: u32, gather: u16, cards: u8) -> u8 {
        let at = self.stream.cut(epoch, gather, cards);
        self.drawn.push(Drawn::Cut(at));
        at
    }

    fn first_dealer(&mut self, seats: Seats, deck: Pack, roster: &Roster) -> DealerDraw {
        let draw = self.stream.first_dealer(seats, deck, roster);
        self.drawn.push(Drawn::Dealer(draw.clone()));
        draw
    }
}

/// Gives again what was drawn, with cards exchanged. Commitments and roots are each world's own, as those of a
/// served table are: hashes over what nobody may know.
pub(super) struct World {
    pub(super) drawn: VecDeque<Drawn>,
    pub(super) exchanged: [Card; PACK_SIZE],
    pub(super) hashes: Stream,
}

impl World {
    fn hash(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.hashes.next_byte())
    }

    /// The same done in this world: who throws cards throws those that lie in their places.
    pub(super) fn exchange(&self, plan: &Plan) -> Plan {
        let here =
            |cards: &Cards| cards.iter().map(|card| self.exchanged[usize::from(card.code())]).collect();
        match plan {
            Plan::Play { seat, act: Act::Discard(cards) } => {
                Plan::Play { seat: *seat, act: Act::Discard(here(cards)) }
            }
            Plan::Play { seat, act: Act::Draw(cards) } => {
                Plan::Play { seat: *seat, act: Act::Draw(here(cards)) }
            }
            Plan::Play { seat, act: Act::Arrange(sets) } => {
                let mut here = Sets::EMPTY;
                for set in sets.iter() {
                    let cards = set.iter().map(|card| self.exchanged[usize::from(card.code())]);
                    here.push(cards.collect::<Vec<_>>()).expect("as many as in the first world");
                }
                Plan::Play { seat: *seat, act: Act::Arrange(here) }
            }
            plan => plan.clone(),
        }
    }

    fn order(&mut self) -> Pack {
        match self.drawn.pop_front() {
            Some(Drawn::Order(order)) => {
                order.iter().map(|card| self.exchanged[usize::from(card.code())]).collect()
            }
            other => panic!("both worlds ask chance the same: an order of cards, not {other:?}"),
        }
    }
}

impl Chance for World {
    fn shuffle(&mut self, _epoch: u32, _deck: Pack, _roster: &Roster) -> (Pack, Option<ShuffleProof>) {
        let (deck_in, root, next_commitment) = (self.hash(), self.hash(), self.hash());
        (self.order(), Some(ShuffleProof { entropy: Box::default(), deck_in, root, next_commitment }))
    }

    fn gather(&mut self, _epoch: u32, _gather: u16, _packet: Pack) -> (Pack, Option<[u8; 32]>) {
        (self.order(), Some(self.hash()))
    }

    fn cut(&mut self, _epoch: u32, _gather: u16, _cards: u8) -> u8 {
        match self.drawn.pop_front() {
            Some(Drawn::Cut(at)) => at,
            other => panic!("both worlds ask chance the same: a cut, not {other:?}"),
        }
    }

    fn first_dealer(&mut self, _seats: Seats, _deck: Pack, _roster: &Roster) -> DealerDraw {
        match self.drawn.pop_front() {
            Some(Drawn::Dealer(draw)) => draw,
            other => panic!("both worlds ask chance the same: a dealer, not {other:?}"),
        }
    }
}
