//! Fast seeded bytes, and a table's chance drawn from them.
//!
//! The permutations are those of served tables (`brag_fairness::shuffle`); only the source of the bytes
//! differs: one ChaCha20 stream for everything, seeded by a number, so that a run can be repeated.

use brag_fairness::{Bytes, cut_point, first_dealer, shuffle};
use brag_rules::card::{Card, PACK_SIZE, Pack};
use brag_rules::seat::{Seat, Seats};
use brag_table::chance::{Chance, DealerDraw};
use brag_table::event::ShuffleProof;
use brag_table::state::Roster;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A ChaCha20 stream, byte by byte.
#[derive(Debug, Clone)]
pub struct Stream {
    rng: ChaCha20Rng,
    buffer: [u8; 256],
    used: usize,
}

impl Stream {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Stream {
        let rng = ChaCha20Rng::seed_from_u64(seed);
        Stream { rng, buffer: [0; 256], used: 256 }
    }

    /// A uniform number below `n`; 0 where there is nothing to choose.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        if n <= 256 {
            return if n < 2 { 0 } else { brag_fairness::index(self, n as u16).into() };
        }
        // As the recipe does with a byte: numbers that would favour low results are drawn again.
        let fair = u64::MAX - u64::MAX % n;
        loop {
            let drawn = u64::from_le_bytes(std::array::from_fn(|_| self.next_byte()));
            if drawn < fair {
                return drawn % n;
            }
        }
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

impl Bytes for Stream {
    #[inline]
    fn next_byte(&mut self) -> u8 {
        if self.used == self.buffer.len() {
            self.rng.fill_bytes(&mut self.buffer);
            self.used = 0;
        }
        self.used += 1;
        self.buffer[self.used - 1]
    }
}

fn permuted(stream: &mut Stream, cards: Pack) -> Pack {
    let mut order = [Card::in_pack_order().next().expect("the pack has cards"); PACK_SIZE];
    cards.iter().zip(&mut order).for_each(|(card, place)| *place = card);
    let order = &mut order[..cards.len()];
    shuffle(stream, order);
    order.iter().copied().collect()
}

impl Chance for Stream {
    fn shuffle(&mut self, _epoch: u32, deck: Pack, _roster: &Roster) -> (Pack, Option<ShuffleProof>) {
        (permuted(self, deck), None)
    }

    fn gather(&mut self, _epoch: u32, _gather: u16, packet: Pack) -> (Pack, Option<[u8; 32]>) {
        (permuted(self, packet), None)
    }

    fn cut(&mut self, _epoch: u32, _gather: u16, cards: u8) -> u8 {
        cut_point(self, cards).expect("a pack that is cut has two cards")
    }

    fn first_dealer(&mut self, seats: Seats, deck: Pack, _roster: &Roster) -> DealerDraw {
        let mut order: Vec<u8> = deck.codes().to_vec();
        shuffle(self, &mut order);
        let numbers: Vec<u8> = seats.iter().map(Seat::number).collect();
        let draw = first_dealer(&numbers, &order).expect("seats draw for the deal, each from one pack");
        let seat = |number| Seat::new(number).expect("a seat that drew");
        let card = |code| Card::from_code(code).expect("a card that was drawn");
        let round = |round: Vec<brag_fairness::Drawn>| {
            round.into_iter().map(|drawn| (seat(drawn.seat), card(drawn.card))).collect()
        };
        DealerDraw { rounds: draw.rounds.into_iter().map(round).collect(), dealer: seat(draw.dealer) }
    }
}
