//! What is stored: every record decodes, the chain holds, nothing secret stands there in clear, and the records
//! alone make the table again.
#![allow(clippy::unwrap_used, reason = "helpers of tests stand outside #[test] functions")]

mod common;

use brag_contract::{journal_v1, v1};
use brag_fairness::{Deck, Drawn, EntropyEntry, Epoch, Published, Seed, commitment, first_dealer};
use brag_host::restore::restore;
use brag_host::seal::{BrokenSeal, Place, SealedSecret, Sealer, SecretKind};
use brag_host::{ActCommand, CreateTable, Host};
use brag_journal::{NO_HASH, verify_chain};
use brag_rules::arrange::Sets;
use brag_rules::card::Card;
use brag_rules::fact::Fact as HandFact;
use brag_rules::hand::arrange;
use brag_rules::options::Gather;
use brag_rules::seat::Seat;
use brag_table::charter::Script;
use brag_table::event::{Event, Fact, ShuffleProof};
use brag_table::{Action, Table};
use brag_testkit::chance::Stream;
use bytes::Bytes;
use common::chaos::{live, random_table};
use common::lived::{Lived, all_kept, events, lived, stored};
use common::*;
use prost::Message as _;
use std::collections::BTreeMap;

async fn many_lives(seed: u64, tables: u32, mut look: impl AsyncFnMut(&House, &Lived)) {
    let house = house(all_kept());
    let (mut hands, mut closed, mut kinds) = (0, 0, BTreeMap::new());
    for number in 0..tables {
        let mut stream = Stream::new(1_000 * seed + u64::from(number));
        let lived = lived(&house, &format!("life-{number}"), &mut stream, 120).await;
        look(&house, &lived).await;
        hands += state(&lived.table).hand.number;
        closed += u32::from(state(&lived.table).room.closed);
        for event in lived.commits.iter().flat_map(|commit| commit.events.iter()) {
            let text = format!("{:?}", event.fact);
            let kind = text.split([' ', '{']).next().unwrap().replace("Hand(", "");
            *kinds.entry(kind).or_insert(0) += 1;
        }
    }
    assert!(hands > 5 * tables && closed > 0, "{hands} hands, {closed} tables closed");
    for kind in [
        "Looked",
        "Gathered",
        "DealerDrawn",
        "HandShown",
        "Retained",
        "WillLeave",
        "TimedOut",
        "TurnExtended",
    ] {
        assert!(kinds.contains_key(kind), "{kind} never came up: {kinds:?}");
    }
}

#[tokio::test]
async fn the_chain_holds_and_every_head_says_what_its_record_does() {
    many_lives(1, 20, async |house, lived| {
        let uid = state(&lived.table).charter.uid;
        assert_eq!(verify_chain(&NO_HASH, &uid, &lived.records), Ok(()));
        let key = lived.table.key();
        let (mut before, mut heads) = (Bytes::new(), 0);
        for ((record, stored), commit) in lived.decoded.iter().zip(&lived.records).zip(&lived.commits) {
            assert_eq!((record.tenant.as_str(), record.table_id.as_str()), (key.tenant(), key.id()));
            assert_eq!((record.format, &record.table_uid[..]), (1, &uid[..]));
            assert_eq!(record.prev_hash, before);
            before = Bytes::copy_from_slice(&stored.hash);
            assert_eq!((stored.first_seq, stored.last_seq), (commit.first_seq(), commit.last_seq()));
            heads += usize::from(record.head.is_some());
            assert_eq!(events(record).count(), commit.events.len());
            assert_eq!(record.encode_to_vec(), stored.record, "whoever encodes it gets the same bytes");
            let by_clock = record.request.is_none();
            let clock = |event: &Event| event.cause == brag_table::event::Cause::Clock;
            assert!(
                !by_clock
                    || commit.events.iter().any(clock)
                    || commit
                        .events
                        .iter()
                        .any(|e| matches!(e.fact, Fact::Hand(HandFact::HandStarted { .. })))
            );
        }
        assert!(heads > 1 && heads < lived.records.len(), "{heads} of {} say it", lived.records.len());
        for append in house.journal.tried().iter().filter(|append| append.key == *key) {
            let record = journal_v1::Record::decode(&append.record[..]).unwrap();
            assert_eq!(append.line, record.head.as_ref().map(|head| head.encode_to_vec().into()));
            let has_transfers = events(&record).any(|event| event.transfer.is_some());
            assert_eq!(append.has_transfers, has_transfers);
            assert_eq!(append.closed, append.wake_at.is_none(), "an idle table is woken, too, in the end");
        }
    })
    .await;
}

/// The record without hashes, and without the cards that everybody has seen.
fn without_public_cards(mut record: journal_v1::Record) -> String {
    for event in record.events.iter_mut().filter_map(|stored| stored.event.as_mut()) {
        use v1::event::Fact as Wire;
        match event.fact.as_mut().unwrap() {
            Wire::HandShown(shown) => shown.cards.clear(),
            Wire::SetShown(shown) => shown.cards.clear(),
            // The commons lie face up, and so does what is put down for them.
            Wire::CommonsDealt(dealt) => dealt.commons.clear(),
            Wire::Swapped(swapped) => {
                swapped.own.clear();
                swapped.common.clear();
            }
            Wire::SwappedAll(swapped) => swapped.own.clear(),
            // The third card of each lies face up, and towards thirty-one all do.
            Wire::CardsTurnedUp(turned) => turned.cards.clear(),
            Wire::CardDrawn(drawn) => drawn.card.clear(),
            Wire::CardExchanged(exchanged) => {
                exchanged.thrown.clear();
                exchanged.card.clear();
            }
            Wire::DealerDrawn(drawn) => drawn.rounds.clear(),
            // Its rules may name cards that are wild.
            Wire::Created(created) => (created.commitment, created.charter) = (Bytes::new(), None),
            Wire::Gathered(gathered) => gathered.root = Bytes::new(),
            Wire::PackShuffled(of) => {
                (of.deck_in, of.root, of.next_commitment) = (Bytes::new(), Bytes::new(), Bytes::new());
            }
            _ => {}
        }
    }
    (record.prev_hash, record.table_uid) = (Bytes::new(), Bytes::new());
    record.secrets.clear();
    record.request = None;
    format!("{record:?}")
}

fn has(bytes: &[u8], secret: &[u8]) -> bool {
    bytes.windows(secret.len()).any(|window| window == secret)
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let of = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let three = of(0) << 16 | of(1) << 8 | of(2);
        let digits = chunk.len() + 1;
        (0..digits).for_each(|i| text.push(char::from(DIGITS[(three >> (18 - 6 * i)) as usize & 63])));
    }
    text
}

#[test]
fn base64_is_base64() {
    assert_eq!(base64(b"any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw");
}

#[tokio::test]
async fn nothing_secret_stands_in_clear() {
    let codes: Vec<String> = Card::in_pack_order().map(|card| format!("\"{card}\"")).collect();
    let (mut discards, mut sideshows, mut arrangements) = (0, 0, 0);
    // What comes is chance: where there was too little of something, more lives are lived.
    for seed in [2, 12, 22, 32, 42] {
        many_lives(seed, 40, async |house, lived| {
            let seeds = seeds(house, lived);
            let stored: Vec<u8> =
                lived.records.iter().flat_map(|stored| stored.record.iter().copied()).collect();
            for seed in seeds.values() {
                let hex: String = seed.iter().map(|byte| format!("{byte:02x}")).collect();
                assert!(!has(&stored, seed) && !has(&stored, hex.as_bytes()));
                assert!(!has(&stored, hex.to_uppercase().as_bytes()));
                // Whatever stands before it, two of every three bytes begin a group of base64 digits.
                for skip in 0..3 {
                    let text = base64(&seed[skip..]);
                    assert!(!has(&stored, &text.as_bytes()[..text.len() - 2]));
                }
            }
            for event in lived.commits.iter().flat_map(|commit| commit.events.iter()) {
                if let Fact::Shuffled { order, .. } | Fact::Gathered { order, .. } = &event.fact
                    && order.len() >= 9
                {
                    assert!(!has(&stored, order.codes()), "a pack lies open");
                }
            }
            for record in &lived.decoded {
                let text = without_public_cards(record.clone());
                let code = codes.iter().find(|code| text.contains(*code));
                assert_eq!(code, None, "a card that not everybody has seen");
                assert!(record.encode_to_vec().len() < 4_096, "no record is large");
            }
            arrangements += sealed_arrangements(house, lived, &stored);
            // Every card of a look is missing, though not that there was a look.
            let each = usize::from(state(&lived.table).rules().cards_each);
            let mut looked = |event: &v1::Event| match event.fact.as_ref().unwrap() {
                v1::event::Fact::Looked(looked) => assert!(looked.cards.is_empty()),
                v1::event::Fact::Discarded(discarded) => {
                    assert!(discarded.cards.is_empty() && discarded.places.len() == each - 3);
                    discards += 1;
                }
                v1::event::Fact::Arranged(arranged) => assert!(arranged.sets.is_empty()),
                v1::event::Fact::SideshowAccepted(accepted) => {
                    assert!(accepted.asker_cards.is_empty() && accepted.asked_cards.is_empty());
                    sideshows += 1;
                }
                v1::event::Fact::Dealt(dealt) => {
                    assert!(
                        dealt.hands.iter().all(|hand| hand.cards.is_empty() && hand.handles.len() == each)
                    )
                }
                _ => {}
            };
            lived.decoded.iter().flat_map(events).for_each(&mut looked);
        })
        .await;
        if discards > 10 && sideshows > 0 && arrangements > 50 {
            return;
        }
    }
    panic!("only {discards} discards, {sideshows} sideshows and {arrangements} arrangements");
}

/// Counts the arrangements, each of which is sealed with the commit in which it was laid, and nowhere in clear. All are of
/// one length, whatever is in them.
fn sealed_arrangements(house: &House, lived: &Lived, stored: &[u8]) -> usize {
    let (tenant, uid) = (lived.table.key().tenant(), state(&lived.table).charter.uid);
    let mut count = 0;
    for (record, commit) in lived.decoded.iter().zip(&lived.commits) {
        let laid = commit.events.iter().filter_map(|event| match &event.fact {
            Fact::Hand(HandFact::Arrange(arrange::Fact::Arranged { sets, .. })) => Some(*sets),
            _ => None,
        });
        let kind = journal_v1::SecretKind::Arrangement;
        let sealed: Vec<_> = record.secrets.iter().filter(|sealed| sealed.kind() == kind).collect();
        let laid: Vec<Sets> = laid.collect();
        assert_eq!(sealed.len(), laid.len());
        for (sealed, laid) in sealed.into_iter().zip(laid) {
            let secret = sealed_secret(house, sealed);
            let place = Place { tenant, uid: &uid, epoch: sealed.epoch, kind: SecretKind::Arrangement };
            let wrong = Place { kind: SecretKind::ShuffleSeed, ..place };
            assert_eq!(house.sealer.open(&wrong, &secret), Err(BrokenSeal));
            let opened = house.sealer.open(&place, &secret).unwrap();
            assert_eq!(opened.len(), 21);
            assert_eq!(opened[0] as usize, laid.len());
            let codes = laid.cards().codes();
            assert_eq!(opened[6..6 + codes.len()], *codes);
            // A few bytes may stand anywhere by chance.
            assert!(codes.len() < 9 || !has(stored, codes), "an arrangement lies open");
            count += 1;
        }
    }
    count
}

/// The opened seeds by the shuffle that each is for. Opening is tried in every wrong place, too.
fn seeds(house: &House, lived: &Lived) -> BTreeMap<u32, [u8; 32]> {
    let mut seeds = BTreeMap::new();
    let (tenant, uid) = (lived.table.key().tenant(), state(&lived.table).charter.uid);
    let stranger = Sealer::for_this_process().unwrap();
    let arrangement = journal_v1::SecretKind::Arrangement;
    let secrets = lived.decoded.iter().flat_map(|record| &record.secrets);
    for sealed in secrets.filter(|sealed| sealed.kind() != arrangement) {
        assert_eq!(sealed.kind(), journal_v1::SecretKind::ShuffleSeed);
        let place = Place { tenant, uid: &uid, epoch: sealed.epoch, kind: SecretKind::ShuffleSeed };
        let secret = sealed_secret(house, sealed);
        let other_uid = uid.map(|byte| !byte);
        for wrong in [
            Place { tenant: "other", ..place },
            Place { uid: &other_uid, ..place },
            Place { epoch: place.epoch + 1, ..place },
            Place { epoch: place.epoch - 1, ..place },
            Place { kind: SecretKind::ScriptedPack, ..place },
        ] {
            assert_eq!(house.sealer.open(&wrong, &secret), Err(BrokenSeal));
        }
        assert_eq!(stranger.open(&place, &secret), Err(BrokenSeal));
        let opened = house.sealer.open(&place, &secret).unwrap();
        assert_eq!(seeds.insert(sealed.epoch, opened.try_into().unwrap()), None, "one seed for each shuffle");
    }
    seeds
}

fn sealed_secret(house: &House, sealed: &journal_v1::Sealed) -> SealedSecret {
    assert_eq!(sealed.key_id, house.sealer.key_id());
    SealedSecret {
        key_id: house.sealer.key_id(),
        nonce: sealed.nonce[..].try_into().unwrap(),
        ciphertext: sealed.ciphertext.clone(),
    }
}

/// Whoever has the seeds and the recipe gets the same pack, gathers, cuts and first dealer as the table did.
#[tokio::test]
async fn the_seeds_give_what_the_table_played_with() {
    let (mut shuffles, mut gathers, mut cuts, mut draws) = (0, 0, 0, 0);
    many_lives(3, 40, async |house, lived| {
        let seeds = seeds(house, lived);
        let mut recipe = Recipe { seeds: &seeds, epoch: None };
        let mut all = lived.commits.iter().flat_map(|commit| commit.events.iter());
        let first = all.next().unwrap();
        let Fact::Created { charter, commitment: Some(promised) } = &first.fact else { panic!("made") };
        assert_eq!(*promised, commitment(&charter.uid, 1, &Seed::from_bytes(seeds[&1])));
        let mut table = Table::from_first(first).unwrap();
        for event in all {
            match &event.fact {
                Fact::Shuffled { epoch, proof: Some(proof), order } => {
                    recipe.shuffle(&table, *epoch, proof, order.codes());
                    shuffles += 1;
                }
                Fact::Gathered { scrambled: true, root, order, .. } => {
                    assert_eq!(table.rules().gather, Gather::Scrambled);
                    recipe.gather(&table, order.codes(), root.as_deref().unwrap());
                    gathers += 1;
                }
                Fact::Hand(HandFact::PackCut { at, by: None }) => {
                    let cut =
                        recipe.epoch().cut(table.room.settled.gathers.into(), table.hand.pack.len() as u8);
                    assert_eq!(cut, Some(*at));
                    cuts += 1;
                }
                Fact::DealerDrawn { rounds, dealer } => {
                    recipe.first_dealer(&table, rounds, *dealer);
                    draws += 1;
                }
                _ => {}
            }
            table.apply(event);
        }
        assert_eq!(table, state(&lived.table));
    })
    .await;
    let counts = (shuffles, gathers, cuts, draws);
    assert!(shuffles > 100 && gathers > 30 && cuts > 30 && draws > 10, "{counts:?}");
}

struct Recipe<'a> {
    seeds: &'a BTreeMap<u32, [u8; 32]>,
    epoch: Option<Epoch>,
}

impl Recipe<'_> {
    fn epoch(&self) -> &Epoch {
        self.epoch.as_ref().unwrap()
    }

    fn open(&self, table: &Table, k: u32, deck: &[u8], published: Option<&Published>) -> Epoch {
        let seats = table.room.taken.iter();
        let entropy: Vec<EntropyEntry<'_>> = seats
            .map(|seat| EntropyEntry {
                seat: seat.number(),
                player: &table.occupant(seat).unwrap().player,
                entropy: None,
            })
            .collect();
        let (uid, seed, deck) =
            (&table.charter.uid, Seed::from_bytes(self.seeds[&k]), Deck::new(deck).unwrap());
        match published {
            Some(published) => Epoch::reopen(uid, k.into(), &seed, &deck, &entropy, &[], published).unwrap(),
            None => Epoch::open(uid, k.into(), &seed, &deck, &entropy, &[]).unwrap(),
        }
    }

    fn shuffle(&mut self, table: &Table, k: u32, proof: &ShuffleProof, order: &[u8]) {
        let promised = table.room.commitment.unwrap();
        let n = table.hand.pack.len() as u8;
        let published = Published { commitment: promised, deck_in: proof.deck_in, n };
        let epoch = self.open(table, k, table.hand.pack.codes(), Some(&published));
        assert_eq!(epoch.shuffle().codes(), order);
        assert_eq!(epoch.root(), proof.root);
        let next = Seed::from_bytes(self.seeds[&(k + 1)]);
        assert_eq!(proof.next_commitment, commitment(&table.charter.uid, u64::from(k) + 1, &next));
        self.epoch = Some(epoch);
    }

    fn gather(&self, table: &Table, order: &[u8], root: &[u8; 32]) {
        let (packet, h) = (table.hand.discards, u32::from(table.room.settled.gathers));
        let places = self.epoch().gather(h, packet.len() as u8);
        let scrambled: Vec<u8> = places.iter().map(|&place| packet.codes()[usize::from(place)]).collect();
        assert_eq!(scrambled, order);
        assert_eq!(self.epoch().gather_root(h, &Deck::new(packet.codes()).unwrap()), *root);
    }

    fn first_dealer(&self, table: &Table, rounds: &[Vec<(Seat, Card)>], dealer: Seat) {
        let epoch = self.open(table, 1, table.rules().pack().codes(), None);
        let seats: Vec<u8> = table.eligible().iter().map(Seat::number).collect();
        let draw = first_dealer(&seats, epoch.first_dealer_order().codes()).unwrap();
        assert_eq!(draw.dealer, dealer.number());
        let drawn = |&(seat, card): &(Seat, Card)| Drawn { seat: seat.number(), card: card.code() };
        let rounds: Vec<Vec<Drawn>> = rounds.iter().map(|round| round.iter().map(drawn).collect()).collect();
        assert_eq!(draw.rounds, rounds);
    }
}

#[tokio::test]
async fn the_records_alone_make_the_table_again() {
    many_lives(4, 30, async |house, lived| {
        let (table, commits) = restore(lived.table.key(), &lived.records, &house.sealer).unwrap();
        assert_eq!(table, state(&lived.table));
        assert_eq!(commits.len(), lived.commits.len());
        for (restored, live) in commits.iter().zip(&lived.commits) {
            assert_eq!(restored.events, live.events);
            assert_eq!(restored.transfers, live.transfers);
            assert_eq!(restored.hand, live.hand);
        }
        // Up to every commit, not only to the last.
        let halfway = lived.records.len() / 2 + 1;
        let (earlier, _) = restore(lived.table.key(), &lived.records[..halfway], &house.sealer).unwrap();
        let fold = |mut table: Table, event: &Event| {
            table.apply(event);
            table
        };
        let mut events = lived.commits[..halfway].iter().flat_map(|commit| commit.events.iter());
        let first = Table::from_first(events.next().unwrap()).unwrap();
        assert_eq!(earlier, events.fold(first, fold));
    })
    .await;
}

/// A host that has nothing but the journal and the key knows every request, and plays on with the seed that was
/// committed to.
#[tokio::test]
async fn another_host_goes_on_from_the_records() {
    let house = house(all_kept());
    let mut found = 0;
    for number in 0..10 {
        let mut stream = Stream::new(5_000 + number);
        let name = format!("life-{number}");
        let table = random_table(&house, &name, &mut stream).await;
        let mut seated = Seated::new(table.clone());
        live(&house, &mut seated, &mut stream, 60).await;
        let lived = stored(&house, table.clone()).await;
        let next =
            Host::with_sealer(all_kept(), house.journal.clone(), house.clock.clone(), house.sealer.clone());
        let woken = next.create(create("maker", &name, &[])).await.unwrap();
        assert_eq!(state(&woken), state(&table));
        for (record, commit) in lived.decoded.iter().zip(&lived.commits).skip(1) {
            let Some(request) = &record.request else { continue };
            let repeat = ActCommand {
                body_hash: request.body_hash[..].try_into().unwrap(),
                ..command(&request.caller.as_ref().unwrap().player, &request.request_id, Action::SitIn)
            };
            let acted = woken.act(repeat).await.unwrap();
            assert!(acted.repeat);
            assert_eq!(told(&woken, &acted), events_of(&state(&woken).charter, commit));
            found += 1;
        }
        let mut seated = Seated::asking(woken.clone(), "next");
        live(&house, &mut seated, &mut stream, 60).await;
        let later = stored(&house, woken).await;
        let (again, _) = restore(table.key(), &later.records, &house.sealer).unwrap();
        assert_eq!(again, state(&later.table));
    }
    assert!(found > 100, "{found} requests");
}

#[tokio::test]
async fn another_host_shuffles_with_the_seed_that_was_committed_to() {
    let house = house(all_kept());
    let table = house.table(&[("shuffle_mode", choice("every_hand")), ("max_stake", number(10))]).await;
    Seated::with(table, 3, 50_000).await;
    for (hand, name) in ["first", "second", "third", "fourth", "fifth"].into_iter().enumerate() {
        let next =
            Host::with_sealer(all_kept(), house.journal.clone(), house.clock.clone(), house.sealer.clone());
        let woken = next.create(create("maker", "made", &[])).await.unwrap();
        let promised = state(&woken).room.commitment.unwrap();
        let mut seated = Seated::asking(woken, name);
        let acted = seated.ask("boss", Action::Deal).await.unwrap();
        let dealt = acted.commit().unwrap();
        let proof = dealt.events.iter().find_map(|event| match &event.fact {
            Fact::Shuffled { proof, .. } => proof.as_deref(),
            _ => None,
        });
        let now = state(&seated.table);
        assert_eq!(now.room.commitment, proof.map(|proof| proof.next_commitment));
        assert_eq!(now.room.settled.epoch as usize, hand + 1);
        let lived = stored(&house, seated.table.clone()).await;
        let used = Seed::from_bytes(seeds(&house, &lived)[&now.room.settled.epoch]);
        assert_eq!(commitment(&now.charter.uid, now.room.settled.epoch.into(), &used), promised);
        play_to_the_end_of_the_hand(&mut seated, &mut Stream::new(hand as u64)).await;
    }
}

#[tokio::test]
async fn a_scripted_table_comes_back_with_its_packs() {
    let house = house(all_kept());
    let seat = |number| Seat::new(number).unwrap();
    let script = Script { first_dealer: seat(2), check_buy_in: true };
    let seats = vec![(seat(1), "p1".into(), 500), (seat(2), "p2".into(), 500), (seat(3), "p3".into(), 500)];
    let made = CreateTable {
        script: Some(script),
        seats,
        ..create("maker", "made", &[("shuffle_mode", choice("never"))])
    };
    let table = house.host.create(made).await.unwrap();
    let mut seated = Seated::new(table.clone());
    let mut stream = Stream::new(6);
    for hand in 1..=6_u32 {
        let held = state(&table);
        if hand % 2 == 1 {
            // The pack upside down.
            let mut cards: Vec<Card> = held.hand.pack.iter().collect();
            cards.reverse();
            let next = brag_host::chance::ScriptChance {
                pack: Some(cards.into_iter().collect()),
                uncut: hand == 3,
                cut: Some(7),
            };
            table.prepare_pack(next).await.unwrap();
        }
        table.advance(3_000).await.unwrap();
        assert_eq!(state(&table).hand.number, hand);
        play_to_the_end_of_the_hand(&mut seated, &mut stream).await;
    }
    let lived = stored(&house, table).await;
    let packs: Vec<_> = lived.decoded.iter().flat_map(|record| &record.secrets).collect();
    assert_eq!(packs.len(), 3);
    assert!(packs.iter().all(|sealed| sealed.kind() == journal_v1::SecretKind::ScriptedPack));
    let (again, _) = restore(lived.table.key(), &lived.records, &house.sealer).unwrap();
    assert_eq!(again, state(&lived.table));
    assert_eq!(again.charter.script, Some(script));
}
