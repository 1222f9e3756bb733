//! The vectors of the recipe: its own as literals, and those of the second implementation.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::*;

pub(crate) fn hex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2), "{text}");
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn hex32(text: &str) -> [u8; 32] {
    hex(text).try_into().unwrap()
}

/// Counts what a permutation of `n` things reads, and of that what it rejects.
struct Counted<B> {
    bytes: B,
    used: u64,
}

impl<B: Bytes> Bytes for Counted<B> {
    fn next_byte(&mut self) -> u8 {
        self.used += 1;
        self.bytes.next_byte()
    }
}

/// Bytes used and rejected by a shuffle of `n` things.
fn consumption(stream: impl Bytes, n: usize) -> [u64; 2] {
    let mut counted = Counted { bytes: stream, used: 0 };
    shuffle(&mut counted, &mut vec![(); n]);
    [counted.used, counted.used - (n as u64 - 1)]
}

const TID: [u8; 16] =
    [0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xab, 0xac, 0xad, 0xae, 0xaf];

fn document_epoch_1() -> Epoch {
    let entry = |seat, player, entropy| EntropyEntry { seat, player, entropy };
    let seed = Seed::from_bytes(std::array::from_fn(|i| i as u8));
    let entropy = [
        entry(0, "p-alice", Some([0x11; 32])),
        entry(2, "p-bob", None),
        entry(3, "p-carol", Some([0x33; 32])),
    ];
    Epoch::open(&TID, 1, &seed, &Deck::full(), &entropy, b"").unwrap()
}

#[test]
fn the_recipes_three_epochs_come_out() {
    let without_twos: Vec<u8> = (0..52).filter(|code| ![0, 13, 26].contains(code)).collect();
    let dan = EntropyEntry { seat: 1, player: "p-dan", entropy: Some([0; 32]) };
    let epoch_2 = Epoch::open(&TID, 2, &Seed::from_bytes([0xff; 32]), &Deck::full(), &[], b"");
    let epoch_3 =
        Epoch::open(&TID, 3, &Seed::from_bytes([0x5a; 32]), &Deck::new(&without_twos).unwrap(), &[dan], b"");
    // C, DI, K, the deck from the top, bytes used and rejected, R.
    let columns = [
        (
            document_epoch_1(),
            "f048ea0d36b8389af84afa20915f4db7a5e3f6c870c30f0826ecae6f1e39d8af",
            "d54b9736a6b4b8313c976f112432955598f4a008f61cc82347a74e4eec1bc2a0",
            "260f9bb5e418cc7ed0ae50d81fb5e75d5b5290f771bf95fd00702a5205c118ef",
            "09141c3126131102100f2b212e0529241827120b20081a19332c17220a0e230c152f1f1e25032a301d01322d001b0d2816040607",
            [56, 5],
            "f0eb13a6842967dccdc3a154f41c939a86a916769ac218b64693f99f43526074",
        ),
        (
            epoch_2.unwrap(),
            "aed1ab1c49d50e4724e006e9aa0d96a37a2d95ee4234100a4dd94ebb89a51e80",
            "9c68ea3b534ef8792f7b310bc5120f2e346aba2c304064c7b67b6cc1ec355b2a",
            "a262121a5f02cdd546eaa8b7a908c3f9bdf64f7c017093b4aebf04f78b8056bb",
            "0d212b1b1f03060c090130050f161814022f121d0e232728292e10171a110b083325131c2a222019071e002c243132042d26150a",
            [54, 3],
            "b7137e784067391693b9cefedcb188f9b5e2caac8f620681b3cb508f8a316ad7",
        ),
        (
            epoch_3.unwrap(),
            "b9f072b564f3a12e7b3bdcdfe9f9acfddb9fbed9ae9a123b986be0b2b427e384",
            "d54a0e5ba1aa381d6d46bc623ebcf38ce5d52bbdac7313f65506c08f1c3367c4",
            "bf9c723cd8a6ba668ba9ab85d7a14b8e314516ce356c8866cf1b4a740f709786",
            "261107122728320113331d2f1f06040a1610190b0921150c25202c1e232a30221b2d022917241c182e0e0f31142b080305",
            [50, 2],
            "822fa3371993240ce269057db2c2fed47474b2d835e6bc7a0b19f2afd0ab0bf2",
        ),
    ];
    for (epoch, c, di, key, deck, consumed, root) in columns {
        let n = epoch.published().n;
        assert_eq!(epoch.published(), &Published { commitment: hex32(c), deck_in: hex32(di), n });
        assert_eq!(epoch.key().expose(), &hex32(key));
        assert_eq!(epoch.shuffle().codes(), hex(deck));
        assert_eq!(consumption(epoch.stream(b"shuffle"), n.into()), consumed);
        assert_eq!(epoch.root(), hex32(root));
    }
}

#[test]
fn the_recipes_gather_cut_and_first_dealer_come_out() {
    let epoch = document_epoch_1();
    assert_eq!(epoch.gather(0, 18), hex("0f0a020d040c0803060b09010e0005071011"));
    assert_eq!(consumption(epoch.stream(b"gather\0\0\0\0"), 18), [18, 1]);
    assert_eq!(epoch.cut(0, 52), Some(13));
    assert_eq!(epoch.first_dealer_order().codes()[..8], hex("182627060a291c2b"));
}

fn file() -> Value {
    serde_json::from_str(include_str!("../vectors/vectors.json")).unwrap()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is no text"))
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("{name} is no list"))
}

fn deck(value: &Value, name: &str) -> Deck {
    Deck::new(&hex(text(value, name))).unwrap()
}

fn assert_draw(vector: &Value, order: &[u8]) {
    let seats: Vec<u8> = list(vector, "seats").iter().map(|seat| number(seat) as u8).collect();
    let drawn = |pair: &Value| Drawn { seat: number(&pair[0]) as u8, card: number(&pair[1]) as u8 };
    let rounds = list(vector, "rounds").iter().map(|r| r.as_array().unwrap().iter().map(drawn).collect());
    let expected = Draw { rounds: rounds.collect(), dealer: number(&vector["dealer"]) as u8 };
    assert_eq!(first_dealer(&seats, order), Ok(expected));
}

#[test]
fn the_second_implementation_gives_the_same() {
    let file = file();
    assert_eq!(file["recipe"], RECIPE);
    assert_eq!(list(&file, "epochs").len(), 7);
    for vector in list(&file, "epochs") {
        let tid: [u8; 16] = hex(text(vector, "tid")).try_into().unwrap();
        let k = number(&vector["k"]);
        let seed = Seed::from_bytes(hex32(text(vector, "seed")));
        let entropy: Vec<EntropyEntry<'_>> = list(vector, "entropy")
            .iter()
            .map(|entry| EntropyEntry {
                seat: number(&entry["seat"]) as u8,
                player: text(entry, "player"),
                entropy: entry["entropy"].as_str().map(hex32),
            })
            .collect();
        let beacon = hex(text(vector, "beacon"));
        let epoch = Epoch::open(&tid, k, &seed, &deck(vector, "deck_in"), &entropy, &beacon).unwrap();

        let shuffled = epoch.shuffle();
        assert_eq!(commitment(&tid, k, &seed), hex32(text(vector, "commitment")), "k = {k}");
        assert_eq!(epoch.published().commitment, hex32(text(vector, "commitment")), "k = {k}");
        assert_eq!(epoch.published().deck_in, hex32(text(vector, "deck_in_commitment")), "k = {k}");
        assert_eq!(epoch.key().expose(), &hex32(text(vector, "key")), "k = {k}");
        assert_eq!(shuffled.codes(), deck(vector, "deck").codes(), "k = {k}");
        let consumed = ["bytes_used", "bytes_rejected"].map(|name| number(&vector[name]));
        assert_eq!(consumption(epoch.stream(b"shuffle"), shuffled.len().into()), consumed, "k = {k}");
        assert_eq!(epoch.root(), hex32(text(vector, "root")), "k = {k}");
        for (p, salt) in [0, 51].into_iter().zip(list(vector, "salts")) {
            assert_eq!(epoch.salt(p), hex32(salt.as_str().unwrap()), "k = {k}, p = {p}");
        }

        assert_eq!(list(vector, "gathers").len(), 8);
        for gather in list(vector, "gathers") {
            let (h, packet) = (number(&gather["h"]) as u32, deck(gather, "packet"));
            assert_eq!(epoch.gather(h, packet.len()), hex(text(gather, "order")), "k = {k}, h = {h}");
            let consumed = ["bytes_used", "bytes_rejected"].map(|name| number(&gather[name]));
            let stream = epoch.stream(&hash::label_at(b"gather", h));
            assert_eq!(consumption(stream, packet.len().into()), consumed, "k = {k}, h = {h}");
            assert_eq!(epoch.gather_root(h, &packet), hex32(text(gather, "root")), "k = {k}, h = {h}");
        }
        assert_eq!(list(vector, "cuts").len(), 35);
        for cut in list(vector, "cuts") {
            let (h, n, c) = (number(&cut[0]) as u32, number(&cut[1]) as u8, number(&cut[2]) as u8);
            assert_eq!(epoch.cut(h, n), Some(c), "k = {k}, h = {h}, n = {n}");
        }
        let order = epoch.first_dealer_order();
        assert_eq!(order.codes(), deck(vector, "first_dealer_order").codes(), "k = {k}");
        list(vector, "draws").iter().for_each(|draw| assert_draw(draw, order.codes()));
    }
    assert_eq!(list(&file, "draws").len(), 4);
    list(&file, "draws").iter().for_each(|draw| assert_draw(draw, &hex(text(draw, "order"))));
}

/// The leaf of a card at its place is under the root, and any other card's is not.
#[test]
fn a_leaf_is_bound_to_its_place_and_its_card() {
    let epoch =
        Epoch::open(&TID, 1, &Seed::from_bytes([9; 32]), &Deck::new(&[5]).unwrap(), &[], b"").unwrap();
    assert_eq!(epoch.leaf(0, 5), epoch.root());
    assert_ne!(epoch.leaf(0, 6), epoch.root());
    assert_ne!(epoch.leaf(1, 5), epoch.root());
    assert_ne!(epoch.salt(0), epoch.salt(1));
}

#[test]
fn the_file_is_what_the_second_implementation_writes() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/brag_fair.py");
    let output = Command::new("python3").arg(program).arg("--check").output().expect("python3 starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
