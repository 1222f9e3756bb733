//! Two worlds, in the bytes that callers get: what a viewer may not know changes nothing that he is sent.

use std::sync::Arc;

use brag_contract::v1::{self, event::Fact, stream_events_response::Message as Wire};
use brag_host::{ActError, Commit, RefusalContext};
use brag_rules::act::Legal;
use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_rules::seat::{Seat, Seats};
use brag_rules::variant::Variant;
use brag_table::Table;
use brag_table::charter::Charter;
use brag_table::check::{Action, Refused};
use brag_table::event::Millis;
use brag_table::view::private_to;
use brag_testkit::chance::Stream;
use brag_testkit::options::random_rules;
use brag_testkit::two_worlds::{Compared, Moment, Sent, Watcher, compare};
use bytes::Bytes;
use futures_util::{FutureExt as _, stream};
use http_body_util::BodyExt as _;
use prost::Message;
use tonic::body::Body;

use crate::codec;
use crate::eyes::Eyes;
use crate::language::Language;
use crate::refused::{self, Asked};
use crate::stream::{Progress, plain};
use crate::to_wire::answer::ActAnswer;
use crate::to_wire::events::Reader;
use crate::to_wire::summary::summary;
use crate::to_wire::view::{hand_list, table_view};

/// Who watches: a player or an onlooker, or the platform's side of either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Guest,
    Platform,
}

/// What is planted, to be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leak {
    Nothing,
    /// The encoding that viewers share is made through the eyes of one who sees more.
    Shared,
    Answer,
    View,
    Refusal,
    /// Into what the refusal says in another language than English.
    Translation,
}

/// A caller with a stream, as the service serves him: the same bytes, in the same frames.
struct Caller {
    charter: Arc<Charter>,
    eyes: Eyes,
    /// Where he sits.
    seat: Option<Seat>,
    progress: Progress,
    /// The stream's first message.
    snapshot: Option<Box<v1::TableView>>,
    leak: Leak,
    /// How many times he was refused.
    refusals: usize,
}

fn caller(side: Side, leak: Leak) -> impl Fn(&Table, &str, Millis) -> Caller {
    move |table, player, now| {
        let (seat, platform) = (table.seat_of(player), side == Side::Platform);
        let player = if seat.is_some() { player.into() } else { "".into() };
        let (gateway, operator) = (platform && seat.is_some(), platform && seat.is_none());
        let eyes = Eyes { player, operator, gateway };
        let charter = Arc::clone(&table.charter);
        let (progress, snapshot) = Progress::from_table(table, eyes.clone(), now);
        Caller { charter, eyes, seat, progress, snapshot: Some(snapshot), leak, refusals: 0 }
    }
}

/// The eyes of whoever has sat there from the start.
fn eyes_of(seat: Option<Seat>) -> Eyes {
    let player = seat.map_or_else(|| "".into(), |seat| seat.to_string().into());
    Eyes { player, operator: false, gateway: false }
}

impl Caller {
    /// The commit, with the encodings that everybody else has brought about.
    fn commit(&self, at: &Moment<'_>) -> Commit {
        let commit = Commit::new(at.events.to_vec(), Vec::new(), at.table.hand.number);
        // Of any other commit there is one encoding, made for everybody.
        let owners: Vec<Seat> = at.events.iter().flat_map(|event| private_to(event).iter()).collect();
        if owners.is_empty() {
            return commit;
        }
        let leaks_to = |owner: &Seat| self.leak == Leak::Shared && Some(*owner) != self.seat;
        if let Some(owner) = owners.into_iter().find(leaks_to).map(Some) {
            let mut owner = Reader { charter: &self.charter, eyes: &eyes_of(owner), seat: owner };
            let batch = v1::EventBatch { events: owner.events(&commit, 0), ..v1::EventBatch::default() };
            commit.encoded(self.eyes.viewer_on(self.seat), |_, _| batch.encode_to_vec().into());
        }
        for seat in at.table.seats().iter().map(Some).chain([None]).filter(|seat| *seat != self.seat) {
            Reader { charter: &self.charter, eyes: &eyes_of(seat), seat }.bytes(&commit, 0);
        }
        commit
    }
}

impl Watcher for Caller {
    fn stream(&mut self, at: &Moment<'_>) -> Vec<u8> {
        let mut messages: Vec<_> =
            self.snapshot.take().into_iter().map(|view| plain(Wire::Snapshot(view))).collect();
        let events = self.progress.events(&self.charter, &self.commit(at));
        let lists = self.progress.lists(at.table, at.now);
        messages.push(self.progress.batch(events, lists));
        sent(codec::messages(Box::pin(stream::iter(messages.into_iter().map(Ok)))))
    }

    fn answer(&mut self, at: &Moment<'_>) -> Vec<u8> {
        let commit = Commit::new(at.events.to_vec(), Vec::new(), at.table.hand.number);
        let mut reader = Reader { charter: &self.charter, eyes: &self.eyes, seat: self.seat };
        let events = reader.bytes(&commit, 0);
        self.seat = reader.seat;
        let legal_acts = hand_list(at.table, self.eyes.viewer_on(self.seat));
        let leaked = if self.leak == Leak::Answer { secret(at.table) } else { 0 };
        let seq = commit.last_seq() + leaked;
        sent(codec::message(ActAnswer { seq, events, legal_acts, view: None }))
    }

    fn view(&mut self, at: &Moment<'_>) -> Vec<u8> {
        let mut view = table_view(at.table, &self.eyes, at.now);
        if self.leak == Leak::View {
            view.stake += secret(at.table) as i64;
        }
        sent(codec::message(v1::GetTableResponse { table: Some(view) }))
    }

    fn line(&mut self, at: &Moment<'_>) -> Vec<u8> {
        sent(codec::message(v1::ListTablesResponse { tables: vec![summary(at.table)], ..Default::default() }))
    }

    fn refusal(&mut self, at: &Moment<'_>, action: &Action, refused: &Refused) -> Vec<u8> {
        let mut context = RefusalContext::of(at.table, &self.eyes.player);
        if self.leak == Leak::Refusal {
            context.legal.see = Some(secret(at.table));
        }
        let error = ActError::Refused { why: refused.clone(), context: Box::new(context) };
        let failure = refused::by_table(error, &Asked { action: Some(action), request_id: "r" });
        // Code, reason and metadata are the same in every language: each refusal is told in the next one.
        let language = Language::SERVED[self.refusals % Language::SERVED.len()];
        self.refusals += 1;
        let failure = match (self.leak, language) {
            (Leak::Translation, Language::Tr) => {
                failure.offering(Seats::NONE, Legal { see: Some(secret(at.table)), ..Legal::default() })
            }
            _ => failure,
        };
        let response = failure.into_status(language).into_http::<()>();
        let headers = response.headers().iter();
        headers.flat_map(|(name, value)| [name.as_str().as_bytes(), value.as_bytes()].concat()).collect()
    }

    fn masked(&self, what: Sent, bytes: &[u8]) -> Vec<u8> {
        match what {
            Sent::Stream => {
                mask(bytes, |message: &mut v1::StreamEventsResponse| match &mut message.message {
                    Some(Wire::Snapshot(view)) => mask_view(view),
                    Some(Wire::Batch(batch)) => batch.events.iter_mut().for_each(mask_event),
                    Some(Wire::CaughtUp(_) | Wire::Bookmark(_)) | None => {}
                })
            }
            Sent::Answer => {
                mask(bytes, |answer: &mut v1::ActResponse| answer.events.iter_mut().for_each(mask_event))
            }
            Sent::View => {
                mask(bytes, |view: &mut v1::GetTableResponse| view.table.iter_mut().for_each(mask_view))
            }
            Sent::Line | Sent::Refusal => bytes.to_vec(),
        }
    }
}

/// What nobody may know.
fn secret(table: &Table) -> u64 {
    table.hand.pack.codes().last().copied().unwrap_or_default().into()
}

/// The frames of an answer.
fn sent(body: Body) -> Vec<u8> {
    body.collect().now_or_never().expect("it is all there").unwrap().to_bytes().into()
}

/// Frames with something masked in their messages. The head of each stays as it was, and with it the size.
fn mask<M: Message + Default>(mut frames: &[u8], mask: impl Fn(&mut M)) -> Vec<u8> {
    let mut masked = Vec::new();
    while let Some((head, rest)) = frames.split_first_chunk::<5>() {
        let size = u32::from_be_bytes([head[1], head[2], head[3], head[4]]);
        let (bytes, rest) = rest.split_at(size as usize);
        let mut message = M::decode(bytes).unwrap();
        assert_eq!(message.encode_to_vec(), bytes, "a mask sees all that is sent");
        mask(&mut message);
        masked.extend(head);
        masked.extend(message.encode_to_vec());
        frames = rest;
    }
    masked
}

/// Commitments and roots are hashes over what nobody knows; nothing else of an event may differ.
fn mask_event(event: &mut v1::Event) {
    event.chain.clear();
    match &mut event.fact {
        Some(Fact::Created(created)) => created.commitment.clear(),
        Some(Fact::PackShuffled(shuffled)) => {
            shuffled.deck_in.clear();
            shuffled.root.clear();
            shuffled.next_commitment.clear();
        }
        Some(Fact::Gathered(gathered)) => gathered.root.clear(),
        _ => {}
    }
}

fn mask_view(view: &mut v1::TableView) {
    if let Some(fairness) = &mut view.fairness {
        fairness.commitment.clear();
        fairness.deck_in.clear();
        fairness.root.clear();
    }
}

/// Sessions under so many random sets of options, with every number of seats.
fn compare_all(variant: Variant, hands: u64, sets: u64, seed: u64) -> Compared {
    let mut stream = Stream::new(seed);
    let mut all = Compared::default();
    for set in 0..sets {
        let (_, rules) = random_rules(variant, &mut stream);
        let most = u64::from(rules.max_players.min(6) - rules.min_players.min(6)) + 1;
        let seats = rules.min_players.min(6) + stream.below(most) as u8;
        if seats < rules.min_players {
            continue;
        }
        add(&mut all, compare(&rules, seats, hands, seed + set, &caller(Side::Guest, Leak::Nothing)));
    }
    all
}

fn add(all: &mut Compared, more: Compared) {
    all.hands += more.hands;
    all.viewers += more.viewers;
    all.moved += more.moved;
    all.answers += more.answers;
    all.refusals += more.refusals;
    all.arrangements += more.arrangements;
}

fn rules(options: &[(&str, OptionValue)]) -> Rules {
    let given: GivenRules = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    Rules::resolve("three_card", &given).unwrap()
}

/// The worlds differ, and the answers are many: a test that compares nothing would hold, too.
#[track_caller]
fn assert_compared(all: Compared, hands: u64) {
    assert!(all.hands >= hands, "{all:?}");
    assert!(all.moved > 20 * all.viewers, "{all:?}");
    assert!(all.refusals > all.hands * 10, "{all:?}");
}

// 2,000 hands and more, in two tests that run beside each other.

#[test]
fn no_viewer_can_tell_two_worlds_apart() {
    let guest = caller(Side::Guest, Leak::Nothing);
    let exact = OptionValue::Choice("exact".to_owned());
    let mut all = compare(&rules(&[]), 5, 500, 1, &guest);
    add(&mut all, compare(&rules(&[("blind_play", OptionValue::Flag(false))]), 4, 200, 2, &guest));
    add(&mut all, compare(&rules(&[("gather", exact)]), 6, 200, 3, &guest));
    assert_compared(all, 900);
}

#[test]
fn no_viewer_can_tell_two_worlds_apart_under_any_rules() {
    let mut all = compare_all(Variant::ThreeCard, 18, 50, 4);
    add(&mut all, compare_all(Variant::Lowball, 18, 12, 5));
    assert_compared(all, 1_100);
}

// A discard is its owner's alone, a hand that nobody chose from tells nothing before it is shown, and a sideshow is seen
// by two.

/// Hands of the variant, by its own rules and by any.
fn compare_variant(variant: Variant, seats: u8, seed: u64) {
    let guest = caller(Side::Guest, Leak::Nothing);
    let mut all = compare(&variant.defaults(), seats, 350, seed, &guest);
    add(&mut all, compare_all(variant, 18, 10, seed + 100));
    assert_compared(all, 500);
}

#[test]
fn nor_in_four_card_brag() {
    compare_variant(Variant::FourCard, 3, 10);
}

#[test]
fn nor_in_five_card_brag() {
    compare_variant(Variant::FiveCard, 3, 11);
}

#[test]
fn nor_in_seven_card_brag() {
    compare_variant(Variant::SevenCardPick3, 3, 12);
}

#[test]
fn nor_in_thirteen_card_brag() {
    compare_variant(Variant::ThirteenCardPick3, 3, 13);
}

/// The same where cards are changed, or few are left that somebody has not seen.
fn compare_equalised(variant: &str, options: &[(&str, OptionValue)], seats: u8, seed: u64) {
    let guest = caller(Side::Guest, Leak::Nothing);
    let given: GivenRules = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    let rules = Rules::resolve(variant, &given).unwrap();
    let mut all = compare(&rules, seats, 250, seed, &guest);
    add(&mut all, compare_all(rules.variant, 18, 8, seed + 100));
    assert!(all.hands >= 350, "{all:?}");
    assert!(all.moved > 4 * all.viewers, "{all:?}");
    assert!(all.refusals > all.hands * 10, "{all:?}");
}

#[test]
fn nor_in_american_brag() {
    compare_equalised("american", &[("draw_max", OptionValue::Number(3))], 4, 15);
}

#[test]
fn nor_in_the_game_of_1751() {
    compare_equalised("hoyle_1751", &[], 3, 16);
}

#[test]
fn nor_in_the_game_of_three_stakes() {
    let guest = caller(Side::Guest, Leak::Nothing);
    let mut all = compare(&Variant::ClassicThreeStake.defaults(), 4, 350, 25, &guest);
    add(&mut all, compare_all(Variant::ClassicThreeStake, 18, 10, 125));
    assert!(all.hands >= 400 && all.moved > 4 * all.viewers && all.refusals > all.hands, "{all:?}");
}

#[test]
fn nor_in_stop_the_bus() {
    let guest = caller(Side::Guest, Leak::Nothing);
    let mut all = compare(&Variant::StopTheBus.defaults(), 3, 350, 15, &guest);
    add(&mut all, compare_all(Variant::StopTheBus, 18, 10, 115));
    assert_compared(all, 500);
}

#[test]
fn nor_in_teen_patti() {
    compare_variant(Variant::TeenPatti, 4, 14);
}

/// Where sets are laid out most cards are shown in the end: those that lie elsewhere are of leavers, thrown or in the pack,
/// and before a set is shown it may be any other.
fn compare_sets(variant: Variant, seats: u8, seed: u64) {
    let guest = caller(Side::Guest, Leak::Nothing);
    let mut all = compare(&variant.defaults(), seats, 150, seed, &guest);
    add(&mut all, compare_all(variant, 18, 10, seed + 100));
    assert!(all.hands >= 300 && all.moved > all.viewers && all.refusals > all.hands * 3, "{all:?}");
    assert!(all.arrangements > all.hands, "{all:?}");
}

#[test]
fn nor_in_seven_card_brag_with_two_hands() {
    compare_sets(Variant::SevenCardTwoHands, 4, 20);
}

#[test]
fn nor_in_nine_card_brag() {
    compare_sets(Variant::NineCard, 4, 21);
    let betting = GivenRules::from([("set_betting".to_owned(), OptionValue::Flag(true))]);
    let rules = Rules::resolve("nine_card", &betting).unwrap();
    let all = compare(&rules, 4, 100, 22, &caller(Side::Guest, Leak::Nothing));
    assert!(all.hands >= 100 && all.moved > 3 * all.viewers, "{all:?}");
}

#[test]
fn nor_in_fifteen_card_brag() {
    compare_sets(Variant::FifteenCard, 3, 23);
}

#[test]
fn nor_in_ten_card_brag() {
    compare_sets(Variant::TenCard, 4, 24);
}

/// Most cards are laid, so that few are left to exchange; what is laid is hidden until it is shown.
fn assert_laid(all: Compared, hands: u64) {
    assert!(all.hands >= hands && all.arrangements > hands, "{all:?}");
    assert!(all.moved > 4 * all.viewers, "{all:?}");
    assert!(all.refusals > all.hands * 10, "{all:?}");
}

#[test]
fn nor_in_crash() {
    let guest = caller(Side::Guest, Leak::Nothing);
    let mut all = compare(&Variant::ThirteenCardCrash.defaults(), 3, 350, 15, &guest);
    add(&mut all, compare_all(Variant::ThirteenCardCrash, 18, 10, 115));
    assert_laid(all, 500);
}

#[test]
fn nor_where_a_spare_hand_is_dealt() {
    let given = [("spare_hand", OptionValue::Flag(true)), ("max_players", OptionValue::Number(3))];
    let given = given.map(|(key, value)| (key.to_owned(), value)).into();
    let rules = Rules::resolve(Variant::ThirteenCardCrash.id(), &given).unwrap();
    let guest = caller(Side::Guest, Leak::Nothing);
    let mut all = compare(&rules, 2, 60, 16, &guest);
    add(&mut all, compare(&rules, 3, 60, 17, &guest));
    assert_laid(all, 120);
}

#[test]
fn nor_can_the_platform() {
    let platform = caller(Side::Platform, Leak::Nothing);
    assert_compared(compare(&rules(&[]), 4, 100, 6, &platform), 100);
}

fn compare_with(leak: Leak) {
    compare(&rules(&[]), 4, 20, 7, &caller(Side::Guest, leak));
}

#[test]
#[should_panic(expected = "can tell two worlds apart by the Stream that he gets")]
fn a_leak_into_a_shared_encoding_is_found() {
    compare_with(Leak::Shared);
}

#[test]
#[should_panic(expected = "can tell two worlds apart by the Answer that he gets")]
fn a_leak_into_an_answer_is_found() {
    compare_with(Leak::Answer);
}

#[test]
#[should_panic(expected = "can tell two worlds apart by the View that he gets")]
fn a_leak_into_a_view_is_found() {
    compare_with(Leak::View);
}

#[test]
#[should_panic(expected = "can tell two worlds apart by the Refusal that he gets")]
fn a_leak_into_a_refusal_is_found() {
    compare_with(Leak::Refusal);
}

#[test]
#[should_panic(expected = "can tell two worlds apart by the Refusal that he gets")]
fn a_leak_into_a_translation_is_found() {
    compare_with(Leak::Translation);
}

#[test]
fn a_mask_hides_a_hash_and_not_its_size() {
    let view = |root: &[u8]| {
        let fairness = v1::FairnessView { root: Bytes::copy_from_slice(root), ..Default::default() };
        let view = v1::TableView { fairness: Some(fairness), ..Default::default() };
        let bytes = sent(codec::message(v1::GetTableResponse { table: Some(view) }));
        mask(&bytes, |get: &mut v1::GetTableResponse| get.table.iter_mut().for_each(mask_view))
    };
    assert_eq!(view(&[1; 32]), view(&[2; 32]));
    assert_ne!(view(&[1; 32]), view(&[1; 31]));
}
