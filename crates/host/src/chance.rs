//! The chance of a table: `brag-fair/v1` for served tables, the script for scripted ones.

use brag_fairness::{Deck, EntropyEntry, Epoch, Seed, commitment, first_dealer};
use brag_rules::card::{Card, Pack};
use brag_rules::hand::Hand;
use brag_rules::seat::{Seat, Seats};
use brag_table::chance::{Chance, DealerDraw, Prepared};
use brag_table::event::ShuffleProof;
use brag_table::state::Roster;
use std::sync::Arc;

/// The operating system gave no randomness: nothing is shuffled, and the act is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRandomness;

/// 32 bytes from the operating system.
fn draw_seed() -> Result<Seed, NoRandomness> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(Seed::from_bytes(bytes))
}

/// The secrets of a served table: the epoch in play, the seed that is committed for the next shuffle, and one
/// drawn ahead, so that a decision never has to wait for randomness.
#[derive(Debug)]
pub(crate) struct FairChance {
    uid: [u8; 16],
    current: Option<Arc<Epoch>>,
    next: Arc<Seed>,
    spare: Option<Arc<Seed>>,
}

impl FairChance {
    /// Draws the seed of the first shuffle.
    pub(crate) fn new(uid: [u8; 16]) -> Result<FairChance, NoRandomness> {
        let (next, spare) = (Arc::new(draw_seed()?), Some(Arc::new(draw_seed()?)));
        Ok(FairChance { uid, current: None, next, spare })
    }

    /// A table whose first seed came from its journal.
    pub(crate) fn restored(uid: [u8; 16], first: Seed) -> FairChance {
        FairChance { uid, current: None, next: Arc::new(first), spare: None }
    }

    /// The commitment to the first seed, for the event that creates the table.
    pub(crate) fn first_commitment(&self) -> [u8; 32] {
        commitment(&self.uid, 1, &self.next)
    }

    /// The seed that is committed and not used: what the journal seals.
    pub(crate) fn next_seed(&self) -> &Arc<Seed> {
        &self.next
    }

    /// Makes sure that a decision finds a seed drawn ahead.
    ///
    /// # Errors
    /// When the operating system has no randomness.
    pub(crate) fn prepare(&mut self) -> Result<(), NoRandomness> {
        if self.spare.is_none() {
            self.spare = Some(Arc::new(draw_seed()?));
        }
        Ok(())
    }

    /// The chance of one decision: nothing is used up until [`FairChance::adopt`].
    pub(crate) fn draft(&self) -> FairDraft<'_> {
        self.draft_again(self.spare.as_ref())
    }

    /// The same decision made again: the seed that it committed to, if it did, came from the journal.
    pub(crate) fn draft_again<'a>(&'a self, ahead: Option<&'a Arc<Seed>>) -> FairDraft<'a> {
        FairDraft { of: self, ahead, shuffled: None }
    }

    /// The commit is durable: what its decision used is used.
    pub(crate) fn adopt(&mut self, Shuffled { epoch, next }: Shuffled) {
        (self.current, self.next, self.spare) = (Some(epoch), next, None);
    }
}

/// The chance of one decision. Most use none, and so nothing is copied for it.
#[derive(Debug)]
pub(crate) struct FairDraft<'a> {
    of: &'a FairChance,
    /// The seed to commit to with the next shuffle.
    ahead: Option<&'a Arc<Seed>>,
    shuffled: Option<Shuffled>,
}

/// What a decision with a shuffle has used.
#[derive(Debug)]
pub(crate) struct Shuffled {
    epoch: Arc<Epoch>,
    /// The seed that it commits to for the shuffle after its own.
    pub(crate) next: Arc<Seed>,
}

impl FairDraft<'_> {
    /// What was used, if there was a shuffle.
    pub(crate) fn shuffled(self) -> Option<Shuffled> {
        self.shuffled
    }

    fn open(&self, epoch: u32, deck: &Pack, players: &[(Seat, Arc<str>)]) -> Epoch {
        let deck = Deck::new(deck.codes()).expect("one-place-a-card: the pack holds each card once");
        let entropy: Vec<EntropyEntry<'_>> = players
            .iter()
            .map(|(seat, player)| EntropyEntry { seat: seat.number(), player, entropy: None })
            .collect();
        let seed = self.shuffled.as_ref().map_or(&self.of.next, |shuffled| &shuffled.next);
        Epoch::open(&self.of.uid, epoch.into(), seed, &deck, &entropy, &[])
            .expect("entropy-is-bounded: seats ascend and ids are short")
    }

    fn epoch(&self) -> &Epoch {
        let shuffled = self.shuffled.as_ref().map(|shuffled| &shuffled.epoch);
        shuffled.or(self.of.current.as_ref()).expect("shuffled-first: the first hand is always shuffled")
    }
}

fn pack_of(codes: &[u8]) -> Pack {
    codes.iter().filter_map(|&code| Card::from_code(code)).collect()
}

fn at_the_table(roster: &Roster) -> Box<[(Seat, Arc<str>)]> {
    let occupant = |seat: Seat| {
        let occupant = roster.occupants[seat.index()].as_ref()?;
        Some((seat, Arc::clone(&occupant.player)))
    };
    Seat::all().filter_map(occupant).collect()
}

impl Chance for FairDraft<'_> {
    fn shuffle(&mut self, epoch: u32, deck: Pack, roster: &Roster) -> (Pack, Option<ShuffleProof>) {
        let entropy = at_the_table(roster);
        let opened = self.open(epoch, &deck, &entropy);
        let next = self.ahead.take().expect("seed-ahead: one seed is drawn before every decision");
        let proof = ShuffleProof {
            entropy,
            deck_in: opened.published().deck_in,
            root: opened.root(),
            next_commitment: commitment(&self.of.uid, u64::from(epoch) + 1, next),
        };
        let order = pack_of(opened.shuffle().codes());
        self.shuffled = Some(Shuffled { epoch: Arc::new(opened), next: Arc::clone(next) });
        (order, Some(proof))
    }

    fn gather(&mut self, _epoch: u32, gather: u16, packet: Pack) -> (Pack, Option<[u8; 32]>) {
        let epoch = self.epoch();
        let deck = Deck::new(packet.codes()).expect("one-place-a-card: a packet holds each card once");
        let order = epoch.gather(gather.into(), packet.len() as u8);
        let scrambled = order.iter().filter_map(|&i| packet.get(usize::from(i))).collect();
        (scrambled, Some(epoch.gather_root(gather.into(), &deck)))
    }

    fn cut(&mut self, _epoch: u32, gather: u16, cards: u8) -> u8 {
        self.epoch().cut(gather.into(), cards).unwrap_or(1)
    }

    fn first_dealer(&mut self, seats: Seats, deck: Pack, roster: &Roster) -> DealerDraw {
        // The draw comes from the key of the first shuffle, which is made a moment later.
        let order = self.open(1, &deck, &at_the_table(roster)).first_dealer_order();
        let numbers: Vec<u8> = seats.iter().map(Seat::number).collect();
        let draw = first_dealer(&numbers, order.codes()).expect("seats-ascend: they come from a set");
        let drawn =
            |drawn: &brag_fairness::Drawn| Some((Seat::new(drawn.seat)?, Card::from_code(drawn.card)?));
        let rounds = draw.rounds.iter().map(|round| round.iter().filter_map(drawn).collect()).collect();
        let lowest = seats.first().unwrap_or(Seat::LAST);
        DealerDraw { rounds, dealer: Seat::new(draw.dealer).unwrap_or(lowest) }
    }
}

/// What a script has put on a scripted table for its next hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ScriptChance {
    /// The pack, top card first.
    pub pack: Option<Pack>,
    /// The pack stands for the cut, too.
    pub uncut: bool,
    /// Where the engine cuts.
    pub cut: Option<u8>,
}

impl Chance for ScriptChance {
    fn shuffle(&mut self, _epoch: u32, deck: Pack, _roster: &Roster) -> (Pack, Option<ShuffleProof>) {
        // A pack that no script has laid is in new order.
        let new = Card::in_pack_order().filter(|&card| deck.contains(card)).collect();
        (self.pack.unwrap_or(new), None)
    }

    fn gather(&mut self, _epoch: u32, _gather: u16, packet: Pack) -> (Pack, Option<[u8; 32]>) {
        (packet, None)
    }

    fn cut(&mut self, _epoch: u32, _gather: u16, cards: u8) -> u8 {
        self.cut.unwrap_or(1).clamp(1, cards.saturating_sub(1).max(1))
    }

    fn first_dealer(&mut self, seats: Seats, _deck: Pack, _roster: &Roster) -> DealerDraw {
        DealerDraw { rounds: Vec::new(), dealer: seats.first().unwrap_or(Seat::LAST) }
    }

    fn prepared(&mut self, _hand: &Hand) -> Prepared {
        Prepared { pack: self.pack, uncut: self.uncut }
    }
}
