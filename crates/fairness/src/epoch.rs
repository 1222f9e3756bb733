//! One epoch: everything between two shuffles of a table's pack (steps 1 to 9 and 11).

use std::fmt;

use crate::hash::{self, Hash, Prf, Stream, label_at};
use crate::permute::{cut_point, shuffle};
use crate::secret::{Key, Seed};
use crate::{Deck, Malformed, PACK_SIZE, tree};

/// The most bytes of a player's id, and of a beacon.
pub const MAX_PART: usize = 65_535;

/// The commitment C_k to the seed of epoch k of a table, published before anybody adds entropy (step 1).
/// `tid` is the table's `uid`, `epoch` counts from 1.
pub fn commitment(tid: &[u8; 16], epoch: u64, seed: &Seed) -> [u8; 32] {
    hash::hash(b"commit").put(tid).put(&epoch.to_be_bytes()).put(seed.expose()).finish()
}

/// What one seat added before a shuffle (step 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntropyEntry<'a> {
    /// The seat.
    pub seat: u8,
    /// The id of the player in it, at most [`MAX_PART`] bytes.
    pub player: &'a str,
    /// His 32 bytes, `None` if he added none in time.
    pub entropy: Option<[u8; 32]>,
}

/// What a shuffle publishes about where it started (steps 1 and 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Published {
    /// C_k, to the seed.
    pub commitment: [u8; 32],
    /// DI_k, to the cards that were shuffled; which ones stays hidden, as a kept hand would show by its absence.
    pub deck_in: [u8; 32],
    /// How many cards were shuffled, 1 to 52.
    pub n: u8,
}

/// The chance of one epoch, with its key. It is derived, never stored: the same seed and the same public parts
/// open the same epoch again.
pub struct Epoch {
    tid: [u8; 16],
    k: u64,
    published: Published,
    deck_in: Deck,
    key: Key,
}

impl Epoch {
    /// Opens epoch `epoch` (from 1) of the table with the `uid` `tid` (steps 1 to 4).
    ///
    /// `deck_in` holds the cards that are there to be shuffled, in any order: the recipe starts from the
    /// ascending one, so that nobody chooses it. `entropy` has one entry for each seat, ascending. `beacon` is
    /// empty or the public value agreed beforehand.
    ///
    /// # Errors
    /// [`Malformed::Seats`] when `entropy` is not strictly ascending by seat or has more than 255 entries,
    /// [`Malformed::TooLong`] when a player's id or the beacon is longer than [`MAX_PART`].
    pub fn open(
        tid: &[u8; 16],
        epoch: u64,
        seed: &Seed,
        deck_in: &Deck,
        entropy: &[EntropyEntry<'_>],
        beacon: &[u8],
    ) -> Result<Epoch, Malformed> {
        let count = u8::try_from(entropy.len()).map_err(|_| Malformed::Seats)?;
        if !entropy.is_sorted_by(|a, b| a.seat < b.seat) {
            return Err(Malformed::Seats);
        }
        if beacon.len() > MAX_PART || entropy.iter().any(|entry| entry.player.len() > MAX_PART) {
            return Err(Malformed::TooLong);
        }

        let deck_in = deck_in.sorted();
        let k = epoch.to_be_bytes();
        let n = u16::from(deck_in.len()).to_be_bytes();
        let of_seed = Prf::new(seed.expose());

        let salt = of_seed.over(b"deck-in-salt").put(tid).put(&k).finish();
        let cards = hash::hash(b"deck-in").put(tid).put(&k).put(&salt).put(&n).put(deck_in.codes());
        let published =
            Published { commitment: commitment(tid, epoch, seed), deck_in: cards.finish(), n: deck_in.len() };

        let mut key = of_seed.over(b"context").put(tid).put(&k);
        key = key.put(&published.commitment).put(&published.deck_in).put(&n).put(&[count]);
        for entry in entropy {
            key = key.put(&[entry.seat]).put_lp(entry.player.as_bytes());
            key = match &entry.entropy {
                Some(bytes) => key.put(&[1]).put(bytes),
                None => key.put(&[0]),
            };
        }
        let key = Key::from_bytes(key.put_lp(beacon).finish());
        Ok(Epoch { tid: *tid, k: epoch, published, deck_in, key })
    }

    /// [`Epoch::open`] after a restart, from the unsealed seed and what the shuffle published then.
    ///
    /// # Errors
    /// Those of [`Epoch::open`], and [`Malformed::NotAsPublished`] when the commitments come out differently:
    /// then the seed or the deck is not that of the shuffle, and no hand may be dealt from it. A wrong entropy or
    /// beacon shows only in [`Epoch::root`].
    pub fn reopen(
        tid: &[u8; 16],
        epoch: u64,
        seed: &Seed,
        deck_in: &Deck,
        entropy: &[EntropyEntry<'_>],
        beacon: &[u8],
        published: &Published,
    ) -> Result<Epoch, Malformed> {
        let opened = Epoch::open(tid, epoch, seed, deck_in, entropy, beacon)?;
        if opened.published == *published { Ok(opened) } else { Err(Malformed::NotAsPublished) }
    }

    /// C_k, DI_k and n: all that may be told of where the shuffle starts.
    pub fn published(&self) -> &Published {
        &self.published
    }

    /// The pack after the shuffle, the top card first (step 7). A few hashes; the root is apart because it
    /// takes hundreds.
    pub fn shuffle(&self) -> Deck {
        self.permuted(b"shuffle")
    }

    /// The root R_k over the leaves of the shuffled pack (step 8).
    pub fn root(&self) -> [u8; 32] {
        let prf = self.prf();
        root_of(self.shuffle().codes().iter().copied(), |p, card| {
            self.leaf_with(p, card, &salt_with(&prf, p))
        })
    }

    /// The salt r_p of the leaf at place `p`: secret until the card is opened.
    pub fn salt(&self, p: u8) -> [u8; 32] {
        salt_with(&self.prf(), p)
    }

    /// The leaf L_p for `card` at place `p`; one under the root if that card lies there.
    pub fn leaf(&self, p: u8, card: u8) -> [u8; 32] {
        self.leaf_with(p, card, &self.salt(p))
    }

    /// The order of a scrambled gather of `m` cards, when `h` gathers were made before it in this epoch
    /// (step 9, rulebook 3.12): place q of the packet gets the card that was `order[q]`th, from 0, in the order
    /// of return.
    pub fn gather(&self, h: u32, m: u8) -> Vec<u8> {
        let mut order: Vec<u8> = (0..m).collect();
        shuffle(&mut self.stream(&label_at(b"gather", h)), &mut order);
        order
    }

    /// The root R_{k,h} over the packet after its scrambled gather (step 9). `packet` is in the order of return:
    /// the permutation is made here, so that no root of another order can be published.
    pub fn gather_root(&self, h: u32, packet: &Deck) -> [u8; 32] {
        let prf = self.prf();
        let order = self.gather(h, packet.len());
        root_of(order.iter().map(|&at| packet.codes()[usize::from(at)]), |q, card| {
            let salt = prf.over(b"gather-salt").put(&h.to_be_bytes()).put(&[q]).finish();
            let leaf = hash::leaf(b"gather-leaf").put(&self.tid).put(&self.k.to_be_bytes());
            leaf.put(&h.to_be_bytes()).put(&[q, card]).put(&salt).finish()
        })
    }

    /// The engine's cut of a pack of `n` cards, when `h` gathers were made before it in this epoch (step 11): how
    /// many go from the top under the others, 1 … n − 1. `None` when there are fewer than two.
    pub fn cut(&self, h: u32, n: u8) -> Option<u8> {
        cut_point(&mut self.stream(&label_at(b"cut", h)), n)
    }

    /// The pack from which the first dealer is drawn by [`first_dealer`](crate::first_dealer) (step 11). Used
    /// under the key of epoch 1 alone.
    pub fn first_dealer_order(&self) -> Deck {
        self.permuted(b"first-dealer")
    }

    fn permuted(&self, label: &[u8]) -> Deck {
        let mut deck = self.deck_in;
        shuffle(&mut self.stream(label), deck.codes_mut());
        deck
    }

    fn leaf_with(&self, p: u8, card: u8, salt: &Hash) -> Hash {
        let leaf = hash::leaf(b"leaf").put(&self.tid).put(&self.k.to_be_bytes());
        leaf.put(&[p, card]).put(salt).finish()
    }

    pub(crate) fn stream(&self, label: &[u8]) -> Stream {
        Stream::new(&self.prf(), label)
    }

    fn prf(&self) -> Prf {
        Prf::new(self.key.expose())
    }

    #[cfg(test)]
    pub(crate) fn key(&self) -> &Key {
        &self.key
    }
}

impl fmt::Debug for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Epoch")
            .field("k", &self.k)
            .field("published", &self.published)
            .finish_non_exhaustive()
    }
}

fn salt_with(prf: &Prf, p: u8) -> Hash {
    prf.over(b"salt").put(&[p]).finish()
}

/// The root over one leaf for each card, made from its place and the card.
fn root_of(cards: impl Iterator<Item = u8>, leaf: impl Fn(u8, u8) -> Hash) -> Hash {
    let mut leaves = [[0; 32]; PACK_SIZE];
    let mut n = 0;
    for card in cards {
        leaves[n] = leaf(n as u8, card);
        n += 1;
    }
    tree::root(&leaves[..n])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TID: [u8; 16] = [7; 16];

    fn entry(seat: u8, player: &str) -> EntropyEntry<'_> {
        EntropyEntry { seat, player, entropy: None }
    }

    fn open(entropy: &[EntropyEntry<'_>], beacon: &[u8]) -> Result<Epoch, Malformed> {
        Epoch::open(&TID, 1, &Seed::from_bytes([1; 32]), &Deck::full(), entropy, beacon)
    }

    #[test]
    fn entropy_that_is_no_list_of_seats_is_refused() {
        assert_eq!(open(&[entry(2, "a"), entry(1, "b")], b"").err(), Some(Malformed::Seats));
        assert_eq!(open(&[entry(1, "a"), entry(1, "b")], b"").err(), Some(Malformed::Seats));
        let all: Vec<_> = (0..=255).map(|seat| entry(seat, "p")).collect();
        assert_eq!(open(&all, b"").err(), Some(Malformed::Seats));
        assert!(open(&all[1..], b"").is_ok());
    }

    #[test]
    fn parts_have_a_bound() {
        let long = "p".repeat(MAX_PART + 1);
        assert_eq!(open(&[entry(0, &long)], b"").err(), Some(Malformed::TooLong));
        assert_eq!(open(&[], long.as_bytes()).err(), Some(Malformed::TooLong));
        assert!(open(&[entry(0, &long[1..])], &long.as_bytes()[1..]).is_ok());
    }

    #[test]
    fn the_order_in_which_the_cards_lie_chooses_nothing() {
        let seed = Seed::from_bytes([1; 32]);
        let lying: Vec<u8> = (0..52).rev().collect();
        let other = Epoch::open(&TID, 1, &seed, &Deck::new(&lying).unwrap(), &[], b"").unwrap();
        let sorted = open(&[], b"").unwrap();
        assert_eq!(other.shuffle(), sorted.shuffle());
        assert_eq!(other.published(), sorted.published());
    }

    /// Entropy is hashed with its seat, its owner and its absence; each moves the pack.
    #[test]
    fn every_public_part_reaches_the_pack() {
        let given = |entropy| EntropyEntry { seat: 1, player: "p", entropy };
        let epochs = [
            open(&[], b""),
            open(&[], b"b"),
            open(&[given(None)], b""),
            open(&[given(Some([0; 32]))], b""),
            open(&[entry(2, "p")], b""),
            open(&[entry(1, "q")], b""),
            Epoch::open(&TID, 2, &Seed::from_bytes([1; 32]), &Deck::full(), &[], b""),
            Epoch::open(&[8; 16], 1, &Seed::from_bytes([1; 32]), &Deck::full(), &[], b""),
            Epoch::open(&TID, 1, &Seed::from_bytes([2; 32]), &Deck::full(), &[], b""),
        ];
        let decks: Vec<Deck> = epochs.into_iter().map(|epoch| epoch.unwrap().shuffle()).collect();
        for (i, deck) in decks.iter().enumerate() {
            assert!(!decks[..i].contains(deck), "part {i} changes nothing");
        }
    }

    #[test]
    fn a_restart_opens_the_same_epoch_or_none() {
        let published = *open(&[entry(0, "p")], b"").unwrap().published();
        let seeds = [[1; 32], [2; 32]].map(Seed::from_bytes);
        let (full, short) = (Deck::full(), Deck::new(&[1, 2, 3]).unwrap());
        let again = |k, seed, deck| {
            Epoch::reopen(&TID, k, seed, deck, &[entry(0, "p")], b"", &published).map(|epoch| epoch.root())
        };
        assert_eq!(again(1, &seeds[0], &full), Ok(open(&[entry(0, "p")], b"").unwrap().root()));
        assert_eq!(again(2, &seeds[0], &full), Err(Malformed::NotAsPublished));
        assert_eq!(again(1, &seeds[1], &full), Err(Malformed::NotAsPublished));
        assert_eq!(again(1, &seeds[0], &short), Err(Malformed::NotAsPublished));
    }

    #[test]
    fn an_epoch_prints_neither_its_key_nor_its_cards() {
        let epoch = open(&[], b"").unwrap();
        let text = format!("{epoch:?}");
        assert!(
            text.starts_with("Epoch { k: 1, published: Published {") && text.ends_with(", .. }"),
            "{text}"
        );
        assert!(!text.contains("key") && !text.contains("codes"), "{text}");
    }
}
