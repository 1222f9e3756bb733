//! A CreateTableRequest into what the host makes a table of.

use std::collections::BTreeMap;
use std::sync::Arc;

use brag_contract::v1::{self, CreateTableRequest, Dealing, RevealPolicy, SeatingMode};
use brag_host::{CreateTable, Principal, Trace};
use brag_rules::Chips;
use brag_rules::options::{Cut, CutBy, Gather, GivenRules, OptionValue, Rules};
use brag_rules::seat::Seat;
use brag_table::charter::{self, Cashier, ClockTerms, Script, Seating, Spectating};

use super::hash::Hash;
use super::rules::given_rules;
use super::{RequestLimits, chips, known, millis, seat_number};
use crate::refused;
use crate::status::Failure;

/// The longest time of a turn, a time bank, a pause.
const HOUR_MS: u64 = 60 * 60 * 1_000;

/// A table to make, as CreateTable asks for it. `cashier` is what holds where the request does not say.
pub(crate) fn parse(
    caller: Principal,
    request: CreateTableRequest,
    cashier: Cashier,
    limits: &RequestLimits,
) -> Result<CreateTable, Failure> {
    create(caller, request, cashier, limits, None)
}

/// A scripted table to make, with its players.
pub(crate) fn parse_scripted(
    caller: Principal,
    request: brag_contract::dev_v1::CreateScriptedTableRequest,
    cashier: Cashier,
    limits: &RequestLimits,
) -> Result<CreateTable, Failure> {
    let asked = request.create.ok_or_else(|| Failure::invalid("create", "set"))?;
    let first_dealer = seat_number("dealer", request.dealer, Seat::LAST.number())?;
    let script = Script { first_dealer, check_buy_in: request.check_buy_in };
    let mut create = create(caller, asked, cashier, limits, Some(script))?;
    let seats = create.rules.max_players;
    seat_number("dealer", request.dealer, seats)?;
    create.seats = scripted_seats(&create.rules, script, request.seats, limits)?;
    create.body_hash = create
        .seats
        .iter()
        .fold(
            Hash::of("brag-create-scripted/v1")
                .bytes(&create.body_hash)
                .number(u64::from(first_dealer.number())),
            |hash, (seat, player, stack)| hash.number(u64::from(seat.number())).text(player).number(*stack),
        )
        .number(u64::from(script.check_buy_in))
        .finish();
    Ok(create)
}

fn create(
    caller: Principal,
    request: CreateTableRequest,
    cashier: Cashier,
    limits: &RequestLimits,
    script: Option<Script>,
) -> Result<CreateTable, Failure> {
    let id = limits.new_table_id("table_id", &request.table_id)?;
    let request_id = limits.request_id("request_id", &request.request_id)?;
    let given = given_rules(request.rules)?;
    let settings = request.clock.unwrap_or_default();
    let mut clock = clock(settings, script.is_some())?;
    let cashier = match known("cashier", request.cashier)? {
        v1::Cashier::Unspecified => cashier,
        v1::Cashier::Operator => Cashier::Operator,
        v1::Cashier::Player => Cashier::Player,
    };
    seating(request.seating.unwrap_or_default())?;
    let spectating = spectating(request.spectating.unwrap_or_default())?;
    reveal(request.fairness.unwrap_or_default())?;
    let labels = limits.labels("labels", request.labels)?;
    if script.is_some() {
        refuse_chance(&given)?;
    }
    let mut rules = Rules::resolve(&request.variant, &given).map_err(refused::by_options)?;
    if script.is_some() {
        leave_nothing_to_chance(&mut rules, &given);
    }
    if settings.action_time.is_none() {
        clock.action_time = rules.action_time();
    }
    let body_hash = hash(id.as_deref(), &request.variant, &given, clock, cashier, spectating, &labels);
    Ok(CreateTable {
        caller,
        id: id.map(Arc::from),
        request_id: Some(request_id),
        body_hash,
        rules,
        clock,
        cashier,
        seating: Seating::Open,
        spectating,
        reveal: charter::RevealPolicy::AuditorOnly,
        labels,
        script,
        seats: Vec::new(),
        trace: Trace::default(),
    })
}

fn clock(settings: v1::ClockSettings, scripted: bool) -> Result<ClockTerms, Failure> {
    let defaults = ClockTerms::default();
    let time = |field: &str, given: Option<prost_types::Duration>, min: u64, default: u32, allowed: &str| {
        let read = |given| millis(field, given, min, HOUR_MS, allowed);
        given.map_or(Ok(default), |given| read(given).map(|time| u32::try_from(time).unwrap_or(u32::MAX)))
    };
    // Turns without an end are for scripts alone.
    let endless = scripted && settings.action_time.is_some_and(|time| time.seconds == 0 && time.nanos == 0);
    let least = if endless { 0 } else { 1_000 };
    let automatic = match known("clock.dealing", settings.dealing)? {
        Dealing::Automatic if scripted => {
            return Err(Failure::invalid("clock.dealing", "MANUAL or unset at a scripted table"));
        }
        Dealing::Unspecified | Dealing::Automatic => !scripted,
        Dealing::Manual => false,
    };
    Ok(ClockTerms {
        action_time: time(
            "clock.action_time",
            settings.action_time,
            least,
            defaults.action_time,
            "1 s to 1 h",
        )?,
        time_bank: time("clock.time_bank", settings.time_bank, 0, defaults.time_bank, "0 to 1 h")?,
        hand_pause: time("clock.hand_pause", settings.hand_pause, 0, defaults.hand_pause, "0 to 1 h")?,
        automatic,
    })
}

fn seating(settings: v1::SeatingSettings) -> Result<(), Failure> {
    match known("seating.mode", settings.mode)? {
        SeatingMode::Unspecified | SeatingMode::Open => {}
        SeatingMode::Invited | SeatingMode::Operator => {
            return Err(Failure::invalid("seating.mode", "OPEN: others are not served yet"));
        }
    }
    if settings.invited.is_empty() {
        return Ok(());
    }
    Err(Failure::invalid("seating.invited", "empty where everybody may sit down"))
}

fn spectating(settings: v1::SpectatingSettings) -> Result<Spectating, Failure> {
    if settings.delay_hands != 0 {
        return Err(Failure::invalid("spectating.delay_hands", "0: a delay is not served yet"));
    }
    Ok(Spectating { allowed: settings.allowed })
}

fn reveal(settings: v1::FairnessSettings) -> Result<(), Failure> {
    match known("fairness.reveal_policy", settings.reveal_policy)? {
        RevealPolicy::Unspecified | RevealPolicy::AuditorOnly => Ok(()),
        RevealPolicy::AtTableClose | RevealPolicy::AtEpochEnd => {
            Err(Failure::invalid("fairness.reveal_policy", "AUDITOR_ONLY: others are not served yet"))
        }
    }
}

/// A script says what chance would, so a scripted table takes no option that asks chance.
fn refuse_chance(given: &GivenRules) -> Result<(), Failure> {
    for (key, by_chance) in [("gather", "scrambled"), ("first_dealer", "high_card")] {
        if given.get(key) == Some(&OptionValue::Choice(by_chance.to_owned())) {
            let allowed = format!("something else than {by_chance} at a scripted table");
            return Err(Failure::invalid(format!("rules.{key}"), allowed));
        }
    }
    Ok(())
}

/// What was not named and would ask chance: the cards are gathered as they lie, and the engine does not cut.
fn leave_nothing_to_chance(rules: &mut Rules, given: &GivenRules) {
    rules.gather = Gather::Exact;
    if rules.cut_by == CutBy::Engine && !given.contains_key("cut") {
        rules.cut = Cut::Never;
    }
}

fn scripted_seats(
    rules: &Rules,
    script: Script,
    seats: Vec<brag_contract::dev_v1::ScriptedSeat>,
    limits: &RequestLimits,
) -> Result<Vec<(Seat, Arc<str>, Chips)>, Failure> {
    let mut taken: Vec<(Seat, Arc<str>, Chips)> = Vec::new();
    for asked in seats {
        let seat = seat_number("seats.seat", asked.seat, rules.max_players)?;
        let player = limits.player("seats.player", &asked.player)?;
        let stack = chips("seats.stack", asked.stack)?;
        if taken.iter().any(|(other, ..)| *other == seat) {
            return Err(Failure::invalid("seats.seat", "named once"));
        }
        if taken.iter().any(|(_, other, _)| *other == player) {
            return Err(Failure::invalid("seats.player", "named once"));
        }
        let brought: Chips = taken.iter().map(|(.., stack)| stack).sum();
        let most = rules.max_buy_in.unwrap_or(Chips::MAX).min(brag_rules::options::MAX_AMOUNT - brought);
        let least = if script.check_buy_in { rules.min_buy_in } else { 0 };
        if !(least..=most).contains(&stack) {
            let (least, most) = if least <= most { (least, most) } else { (0, 0) };
            return Err(refused::buy_in(stack, least, most));
        }
        taken.push((seat, player, stack));
    }
    Ok(taken)
}

fn hash(
    id: Option<&str>,
    variant: &str,
    given: &GivenRules,
    clock: ClockTerms,
    cashier: Cashier,
    spectating: Spectating,
    labels: &BTreeMap<String, String>,
) -> [u8; 32] {
    let mut hash = Hash::of("brag-create/v1").text(id.unwrap_or("")).text(variant).number(given.len() as u64);
    for (key, value) in given {
        hash = match (hash.text(key), value) {
            (hash, OptionValue::Number(number)) => hash.number(1).bytes(&number.to_be_bytes()),
            (hash, OptionValue::Flag(flag)) => hash.number(2).number(u64::from(*flag)),
            (hash, OptionValue::Choice(name)) => hash.number(3).text(name),
            (hash, OptionValue::Set(names)) => {
                names.iter().fold(hash.number(4).number(names.len() as u64), |hash, name| hash.text(name))
            }
        };
    }
    hash = hash
        .number(u64::from(clock.action_time))
        .number(u64::from(clock.time_bank))
        .number(u64::from(clock.hand_pause))
        .number(u64::from(clock.automatic))
        .number(u64::from(cashier == Cashier::Operator))
        .number(u64::from(spectating.allowed))
        .number(labels.len() as u64);
    labels.iter().fold(hash, |hash, (key, value)| hash.text(key).text(value)).finish()
}

#[cfg(test)]
mod tests {
    use brag_host::{Role, Roles};
    use prost_types::Duration;

    use super::*;

    fn caller() -> Principal {
        Principal { tenant: "dev".into(), subject: "ann".into(), roles: Roles::from_iter([Role::Operator]) }
    }

    fn request() -> CreateTableRequest {
        CreateTableRequest { request_id: "r".into(), variant: "three_card".into(), ..Default::default() }
    }

    fn read(request: CreateTableRequest) -> Result<CreateTable, Failure> {
        parse(caller(), request, Cashier::Player, &RequestLimits::default())
    }

    fn choice(name: &str) -> v1::OptionValue {
        v1::OptionValue { value: Some(v1::option_value::Value::Choice(name.into())) }
    }

    fn seconds(seconds: i64) -> Option<Duration> {
        Some(Duration { seconds, nanos: 0 })
    }

    fn with_clock(clock: v1::ClockSettings) -> CreateTableRequest {
        CreateTableRequest { clock: Some(clock), ..request() }
    }

    #[test]
    fn what_is_not_said_is_the_default() {
        let create = read(request()).unwrap();
        assert_eq!((create.id, create.clock, create.cashier), (None, ClockTerms::default(), Cashier::Player));
        assert!(!create.spectating.allowed && create.labels.is_empty() && create.script.is_none());
    }

    #[test]
    fn fields_of_later_versions_and_malformed_ones_are_refused() {
        let refused: [(&str, CreateTableRequest); 17] = [
            ("table id", CreateTableRequest { table_id: "A".into(), ..request() }),
            ("request id", CreateTableRequest { request_id: "".into(), ..request() }),
            ("cashier", CreateTableRequest { cashier: 3, ..request() }),
            (
                "invited",
                CreateTableRequest {
                    seating: Some(v1::SeatingSettings { mode: 2, ..Default::default() }),
                    ..request()
                },
            ),
            (
                "operator",
                CreateTableRequest {
                    seating: Some(v1::SeatingSettings { mode: 3, ..Default::default() }),
                    ..request()
                },
            ),
            (
                "unknown",
                CreateTableRequest {
                    seating: Some(v1::SeatingSettings { mode: 4, ..Default::default() }),
                    ..request()
                },
            ),
            (
                "a list",
                CreateTableRequest {
                    seating: Some(v1::SeatingSettings { mode: 1, invited: vec!["a".into()] }),
                    ..request()
                },
            ),
            (
                "a delay",
                CreateTableRequest {
                    spectating: Some(v1::SpectatingSettings { allowed: true, delay_hands: 1 }),
                    ..request()
                },
            ),
            (
                "reveal 2",
                CreateTableRequest { fairness: Some(v1::FairnessSettings { reveal_policy: 2 }), ..request() },
            ),
            (
                "reveal 3",
                CreateTableRequest { fairness: Some(v1::FairnessSettings { reveal_policy: 3 }), ..request() },
            ),
            ("labels", CreateTableRequest { labels: [("A".to_owned(), String::new())].into(), ..request() }),
            (
                "no value",
                CreateTableRequest {
                    rules: [("ante".to_owned(), v1::OptionValue { value: None })].into(),
                    ..request()
                },
            ),
            ("no time", with_clock(v1::ClockSettings { action_time: seconds(0), ..Default::default() })),
            ("too long", with_clock(v1::ClockSettings { action_time: seconds(3_601), ..Default::default() })),
            ("negative", with_clock(v1::ClockSettings { time_bank: seconds(-1), ..Default::default() })),
            ("pause", with_clock(v1::ClockSettings { hand_pause: seconds(3_601), ..Default::default() })),
            ("dealing", with_clock(v1::ClockSettings { dealing: 3, ..Default::default() })),
        ];
        for (what, request) in refused {
            assert_eq!(read(request).unwrap_err().reason(), "INVALID_FIELD", "{what}");
        }
    }

    #[test]
    fn rules_are_refused_with_the_rules_own_reasons() {
        let with =
            |key: &str, value| CreateTableRequest { rules: [(key.to_owned(), value)].into(), ..request() };
        let reason = |request| read(request).unwrap_err().reason();
        assert_eq!(reason(CreateTableRequest { variant: "poker".into(), ..request() }), "UNKNOWN_VARIANT");
        assert_eq!(reason(with("wilder", choice("a"))), "UNKNOWN_OPTION");
        assert_eq!(reason(with("ante", choice("a"))), "INVALID_FIELD");
        assert_eq!(reason(with("tie_rule", choice("elder_wins"))), "OPTION_CONFLICT");
    }

    #[test]
    fn the_hash_is_over_everything_but_the_request_id() {
        let hash = |request| read(request).unwrap().body_hash;
        let plain = hash(request());
        assert_eq!(plain, hash(CreateTableRequest { request_id: "other".into(), ..request() }));
        assert_eq!(
            plain,
            hash(CreateTableRequest { cashier: 2, ..request() }),
            "what holds anyway may be said"
        );
        let number = |n| v1::OptionValue { value: Some(v1::option_value::Value::Number(n)) };
        let others = [
            CreateTableRequest { table_id: "a".into(), ..request() },
            CreateTableRequest { variant: "lowball".into(), ..request() },
            CreateTableRequest { cashier: 1, ..request() },
            CreateTableRequest { rules: [("ante".to_owned(), number(2))].into(), ..request() },
            CreateTableRequest { rules: [("ante".to_owned(), number(3))].into(), ..request() },
            CreateTableRequest { labels: [("a".to_owned(), "b".to_owned())].into(), ..request() },
            CreateTableRequest {
                spectating: Some(v1::SpectatingSettings { allowed: true, delay_hands: 0 }),
                ..request()
            },
            with_clock(v1::ClockSettings { action_time: seconds(5), ..Default::default() }),
            with_clock(v1::ClockSettings { dealing: 2, ..Default::default() }),
        ];
        let mut hashes: Vec<_> = others.into_iter().map(hash).chain([plain]).collect();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), 10);
    }

    #[test]
    fn the_default_time_for_a_turn_is_the_variants() {
        let time = |variant: &str, action_time| {
            let clock = v1::ClockSettings { action_time, ..Default::default() };
            let request = CreateTableRequest { variant: variant.into(), ..with_clock(clock) };
            parse(caller(), request, Cashier::Player, &RequestLimits::default()).unwrap().clock.action_time
        };
        assert_eq!(time("three_card", None), 30_000);
        assert_eq!(time("seven_card_two_hands", None), 60_000);
        assert_eq!(time("ten_card", None), 90_000);
        assert_eq!(time("fifteen_card", None), 120_000);
        assert_eq!(time("fifteen_card", seconds(5)), 5_000);
    }

    fn scripted(create: CreateTableRequest) -> brag_contract::dev_v1::CreateScriptedTableRequest {
        brag_contract::dev_v1::CreateScriptedTableRequest {
            create: Some(create),
            dealer: 1,
            ..Default::default()
        }
    }

    #[test]
    fn a_script_leaves_nothing_to_chance() {
        let read = |request| parse_scripted(caller(), request, Cashier::Player, &RequestLimits::default());
        let rules = read(scripted(request())).unwrap().rules;
        assert_eq!((rules.gather, rules.cut), (Gather::Exact, Cut::Never));
        let with = |key: &str, value: &str| {
            scripted(CreateTableRequest { rules: [(key.to_owned(), choice(value))].into(), ..request() })
        };
        assert_eq!(read(with("gather", "scrambled")).unwrap_err().reason(), "INVALID_FIELD");
        assert_eq!(read(with("first_dealer", "high_card")).unwrap_err().reason(), "INVALID_FIELD");
        assert_eq!(read(with("cut", "always")).unwrap().rules.cut, Cut::Always);
        assert_eq!(read(with("cut_by", "player")).unwrap().rules.cut, Cut::AfterShuffle);
        let endless = v1::ClockSettings { action_time: seconds(0), ..Default::default() };
        assert_eq!(read(scripted(with_clock(endless))).unwrap().clock.action_time, 0);
        let automatic = v1::ClockSettings { dealing: 1, ..Default::default() };
        assert_eq!(read(scripted(with_clock(automatic))).unwrap_err().reason(), "INVALID_FIELD");
    }

    #[test]
    fn scripted_players_sit_on_seats_of_the_table() {
        let seat = |seat, player: &str, stack| brag_contract::dev_v1::ScriptedSeat {
            seat,
            player: player.into(),
            stack,
        };
        let read = |seats, check_buy_in| {
            let request = brag_contract::dev_v1::CreateScriptedTableRequest {
                seats,
                check_buy_in,
                ..scripted(request())
            };
            parse_scripted(caller(), request, Cashier::Player, &RequestLimits::default())
        };
        assert_eq!(read(vec![seat(1, "a", 5), seat(2, "b", 7)], false).unwrap().seats.len(), 2);
        let refused = [
            (vec![seat(9, "a", 5)], false, "INVALID_FIELD"),
            (vec![seat(1, "a", 5), seat(1, "b", 5)], false, "INVALID_FIELD"),
            (vec![seat(1, "a", 5), seat(2, "a", 5)], false, "INVALID_FIELD"),
            (vec![seat(1, "a", -1)], false, "INVALID_FIELD"),
            (vec![seat(1, "a", (1 << 53) - 1), seat(2, "b", 1)], false, "BUY_IN_OUT_OF_RANGE"),
            (vec![seat(1, "a", 39)], true, "BUY_IN_OUT_OF_RANGE"),
            (vec![seat(1, "a", (1 << 53) - 9), seat(2, "b", 40)], true, "BUY_IN_OUT_OF_RANGE"),
        ];
        for (seats, check, reason) in refused {
            assert_eq!(read(seats.clone(), check).unwrap_err().reason(), reason, "{seats:?}");
        }
    }
}
