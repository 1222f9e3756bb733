//! Every refusal as a [`Failure`]: one exhaustive match for each closed list of reasons.

use std::time::Duration;

use brag_contract::v1::Reason;
use brag_host::{ActError, CreateError, CursorError, Numbers, RefusalContext, Role};
use brag_rules::act::Act;
use brag_rules::options::RulesRefusal;
use brag_rules::{Chips, Refusal};
use brag_table::{Action, Refused};
use tonic::Code;

use crate::status::Failure;
use crate::to_wire::acts::in_words;

/// When a retry may find a table that has caught up with its work.
const SOON: Duration = Duration::from_millis(100);
/// When a retry may find another server, or a place that became free.
const LATER: Duration = Duration::from_secs(1);

/// None of the caller's roles allows it; this one would.
pub(crate) fn role_required(role: Role) -> Failure {
    let text = format!("this needs the role {}", role.name());
    Failure::new(Code::PermissionDenied, Reason::RoleRequired, text).with("role", role.name())
}

/// The request names another player than the caller, who is no gateway.
pub(crate) fn not_seat_owner() -> Failure {
    let text = "the request names another player, which only a gateway may do";
    Failure::new(Code::PermissionDenied, Reason::NotSeatOwner, text)
}

/// The table is not for spectators.
pub(crate) fn spectators_not_allowed() -> Failure {
    let text = "this table does not let spectators watch";
    Failure::new(Code::PermissionDenied, Reason::SpectatorsNotAllowed, text)
}

/// There is no such table, or it is another tenant's.
pub(crate) fn table_not_found(id: &str) -> Failure {
    let name = format!("tables/{id}");
    Failure::new(Code::NotFound, Reason::TableNotFound, format!("there is no table {name}"))
        .with("table", name)
}

/// There are as many of something as there may be.
pub(crate) fn quota_exceeded(limit: &'static str, max: usize) -> Failure {
    let text = format!("{limit}: there are {max}, and there may be no more");
    Failure::new(Code::ResourceExhausted, Reason::QuotaExceeded, text)
        .with("limit", limit)
        .with("max", max)
        .retry_after(LATER)
}

/// This server ends; another one has the table.
pub(crate) fn draining() -> Failure {
    let text = "this server is about to end; try again";
    Failure::new(Code::Unavailable, Reason::Draining, text).retry_after(LATER)
}

/// As [`draining`], for a stream, which can be resumed.
pub(crate) fn stream_draining(next_seq: u64) -> Failure {
    let text = format!("this server is about to end; resume before event {next_seq}");
    Failure::new(Code::Unavailable, Reason::Draining, text).with("next_seq", next_seq).retry_after(LATER)
}

/// A reader was too slow: what it wants next is no longer kept.
pub(crate) fn stream_lagged(next_seq: u64) -> Failure {
    let text =
        format!("the stream was read too slowly: event {next_seq} was not delivered and is no longer kept");
    Failure::new(Code::ResourceExhausted, Reason::StreamLagged, text).with("next_seq", next_seq)
}

/// A cursor that the table's log cannot serve.
pub(crate) fn by_cursor(error: CursorError, after_seq: u64) -> Failure {
    match error {
        CursorError::Expired { oldest } => {
            let text = format!(
                "events right after {after_seq} are no longer kept, {oldest} is the oldest that is; or begin with a snapshot"
            );
            Failure::new(Code::OutOfRange, Reason::CursorExpired, text)
                .with("after_seq", after_seq)
                .with("oldest_seq", oldest)
        }
        CursorError::Ahead { last } => {
            let text = format!("there is no event {after_seq} yet, {last} is the last");
            Failure::new(Code::OutOfRange, Reason::CursorAhead, text)
                .with("after_seq", after_seq)
                .with("seq", last)
        }
    }
}

/// Why options make no table.
pub(crate) fn by_options(refusal: RulesRefusal) -> Failure {
    let text = refusal.to_string();
    let failure = |reason| Failure::new(Code::InvalidArgument, reason, text.clone());
    match refusal {
        RulesRefusal::UnknownVariant { given, known } => failure(Reason::UnknownVariant)
            .with("variant", given)
            .with("known", known.join(", "))
            .blaming("variant", text),
        RulesRefusal::UnknownOption { key, nearest } => failure(Reason::UnknownOption)
            .with("option", &key)
            .with("nearest", nearest.unwrap_or(""))
            .blaming(format!("rules.{key}"), text),
        RulesRefusal::InvalidValue { key, given, allowed } => failure(Reason::InvalidField)
            .with("option", key)
            .with("value", given)
            .with("allowed", allowed)
            .blaming(format!("rules.{key}"), text),
        RulesRefusal::Conflict { number, options, .. } => {
            let first = options.first().copied().unwrap_or("");
            failure(Reason::OptionConflict)
                .with("number", number)
                .with("options", options.join(", "))
                .blaming(format!("rules.{first}"), text)
        }
    }
}

/// Why a table was not made.
pub(crate) fn by_creation(error: CreateError, table: Option<&str>, request_id: &str) -> Failure {
    match error {
        CreateError::TableExists => {
            let name = format!("tables/{}", table.unwrap_or(""));
            let text = format!("there is a table {name} already, made by another request");
            Failure::new(Code::AlreadyExists, Reason::TableExists, text).with("table", name)
        }
        CreateError::RequestIdReused => request_id_reused(request_id),
        CreateError::QuotaExceeded { limit } => quota_exceeded("tables_per_tenant", limit),
        CreateError::Draining => draining(),
        CreateError::JournalUnavailable => journal_unavailable(),
        CreateError::JournalCorrupt => journal_corrupt(),
        CreateError::NewerFormat { format, known } => newer_format(format, known),
    }
}

fn request_id_reused(request_id: &str) -> Failure {
    let text = format!("the request id {request_id} was used for something else");
    Failure::new(Code::AlreadyExists, Reason::RequestIdReused, text).with("request_id", request_id)
}

fn journal_unavailable() -> Failure {
    let text =
        "the journal did not answer, and whether it happened is unknown; retry with the same request id";
    Failure::new(Code::Unavailable, Reason::JournalUnavailable, text).retry_after(LATER)
}

fn journal_corrupt() -> Failure {
    let text = "what is stored of this table is not what was written; it is not served any more";
    Failure::new(Code::DataLoss, Reason::JournalCorrupt, text)
}

fn newer_format(format: u32, known: u32) -> Failure {
    let text = format!(
        "a newer version has written this table in format {format}, and {known} is the newest that is known here; try again"
    );
    Failure::new(Code::Unavailable, Reason::NewerFormat, text)
        .with("format", format)
        .with("known", known)
        .retry_after(LATER)
}

/// Why an act was not done.
pub(crate) fn by_table(error: ActError, asked: &Asked<'_>) -> Failure {
    match error {
        ActError::Refused { why, context } => refusal(&why, &context, asked),
        ActError::RequestIdReused => request_id_reused(asked.request_id),
        ActError::NotSeatOwner => not_seat_owner(),
        ActError::Overloaded { waiting } => {
            let text = format!("{waiting} commands wait for this table; nothing happened, try again");
            Failure::new(Code::ResourceExhausted, Reason::Overloaded, text)
                .with("waiting", waiting)
                .retry_after(SOON)
        }
        ActError::JournalUnavailable => journal_unavailable(),
        ActError::JournalCorrupt => journal_corrupt(),
        ActError::NewerFormat { format, known } => newer_format(format, known),
        ActError::Broken => {
            let text = "the table broke one of its own invariants and was stopped; nothing happened";
            Failure::new(Code::Internal, Reason::TableBroken, text)
        }
    }
}

/// What was asked of a table that refused it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// The act; none for what only a script asks.
    pub(crate) action: Option<&'a Action>,
    /// Under which id.
    pub(crate) request_id: &'a str,
}

/// A refusal, with what is current and what would have been accepted.
fn refusal(why: &Refused, context: &RefusalContext, asked: &Asked<'_>) -> Failure {
    let seats = context.seats;
    let failed = |code, reason, text: String| Failure::new(code, reason, text);
    let illegal = |reason, text: String| failed(Code::FailedPrecondition, reason, text);
    let seat = context.seat.map_or(0, |seat| seat.number());
    let failure = match why {
        Refused::TableClosed => illegal(Reason::TableClosed, "the table is closed".to_owned()),
        Refused::TablePaused => illegal(Reason::TablePaused, "the table is paused".to_owned()),
        Refused::StaleTurn => {
            let text = format!("the act is late: it is turn {} of hand {} now", context.turn, context.hand);
            failed(Code::Aborted, Reason::StaleTurn, text)
        }
        Refused::StaleSeq => {
            failed(Code::Aborted, Reason::StaleSeq, format!("the table's last event is {} now", context.seq))
        }
        Refused::SeatTaken => {
            let wanted = match asked.action {
                Some(Action::Sit { seat: Some(wanted), .. }) => *wanted,
                _ => 0,
            };
            illegal(Reason::SeatTaken, format!("somebody sits on seat {wanted}")).with("seat", wanted)
        }
        Refused::NoSuchSeat { seats } => Failure::invalid("sit.seat", format!("1 to {seats}, or 0 for any")),
        Refused::AlreadySeated => {
            illegal(Reason::AlreadySeated, format!("the player has seat {seat} at this table"))
                .with("seat", seat)
        }
        Refused::TableFull => {
            illegal(Reason::TableFull, format!("all {seats} seats are taken")).with("seats", seats)
        }
        Refused::BuyInOutOfRange { min, max } => buy_in(amount(asked.action), *min, *max),
        Refused::OperatorOnly => role_required(Role::Operator),
        Refused::Rules(refusal) => {
            let max_blind_bets = context.max_blind_bets.map(Chips::from);
            by_rules(*refusal, context, context.numbers, max_blind_bets, asked.action)
        }
    };
    current(failure, context)
}

/// Too few or too many chips.
pub(crate) fn buy_in(amount: Chips, min: Chips, max: Chips) -> Failure {
    let text = match max {
        0 => format!("no chips can be brought now, not {amount}"),
        _ => format!("{amount} chips are not between {min} and {max}"),
    };
    Failure::new(Code::FailedPrecondition, Reason::BuyInOutOfRange, text)
        .with("amount", amount)
        .with("min", min)
        .with("max", max)
}

/// Adds the numbers that every answer of a table carries.
fn current(failure: Failure, context: &RefusalContext) -> Failure {
    let to_act = context.to_act.map(|seat| seat.number().to_string()).unwrap_or_default();
    failure
        .with("seq", context.seq)
        .with("turn", context.turn)
        .with("hand", context.hand)
        .with("to_act", to_act)
        .with("legal", in_words(&context.legal))
}

/// The rulebook's refusals (A.4).
fn by_rules(
    refusal: Refusal,
    context: &RefusalContext,
    numbers: Numbers,
    max_blind_bets: Option<Chips>,
    action: Option<&Action>,
) -> Failure {
    let (bet, amount) = (context.legal.bet, amount(action));
    let least = if context.legal.cut.is_some() { Some(1) } else { bet.map(|bet| bet.min) };
    let most = context.legal.cut.map(Chips::from).or(bet.map(|bet| bet.max));
    let step = bet.map(|bet| bet.step);
    let see = matches!(action, Some(Action::Play(Act::See(_))));
    // What the chips do not meet: the price of any act, or beyond it the cost of this one.
    let short_of_price =
        matches!((numbers.stack, numbers.price), (Some(stack), Some(price)) if stack < price);
    let cost = if see { numbers.see_cost } else { Some(amount) };
    let (what, needed) = if short_of_price { ("price", numbers.price) } else { ("cost", cost) };
    let text = match refusal {
        Refusal::NotSeated => "the player has no seat at this table".to_owned(),
        Refusal::NotYourTurn => "it is not the player's turn".to_owned(),
        Refusal::MustDecideHand => "the hand that was looked at must be kept or thrown first".to_owned(),
        Refusal::MustAnswerSideshow => "a sideshow must be answered first".to_owned(),
        Refusal::IllegalInState => "there is no such act where the table stands".to_owned(),
        Refusal::MustDiscard => "a discard comes before a bet".to_owned(),
        Refusal::InsufficientChips => match (numbers.stack, needed) {
            (Some(stack), Some(needed)) => {
                format!("the stack of {stack} does not meet the {what} of {needed}")
            }
            _ => "the stack does not meet it".to_owned(),
        },
        Refusal::MustLook => match max_blind_bets {
            Some(most) => format!("after {most} blind bets in a hand a player must look or fold"),
            None => "the player must look or fold".to_owned(),
        },
        Refusal::AmountTooLow => format!("{amount} is below {}", least.unwrap_or_default()),
        Refusal::AmountTooHigh => format!("{amount} is above {}", most.unwrap_or_default()),
        Refusal::BadStep => format!(
            "{amount} is none of {}, {} more … {}",
            least.unwrap_or_default(),
            step.unwrap_or_default(),
            most.unwrap_or_default()
        ),
        Refusal::SeeNeedsTwo => match numbers.active {
            Some(active) => format!("a see needs two active players, and there are {active}"),
            None => "a see needs two active players".to_owned(),
        },
        Refusal::SeeNeedsABet => "a see needs a bet before it in this hand".to_owned(),
        Refusal::CannotSeeBlind => "an open player cannot see a blind one".to_owned(),
        Refusal::AlreadyOpen => "the player has looked already".to_owned(),
        Refusal::CoverNotNeeded => match (numbers.stack, numbers.price) {
            (Some(stack), Some(price)) => format!("the stack of {stack} meets the price of {price}"),
            _ => "the stack meets the price".to_owned(),
        },
        Refusal::BadCards => "one of two hands is named where it must be, and only there".to_owned(),
        Refusal::SetOrder => "the sets are not in their order".to_owned(),
        Refusal::SwapOneOrThree => "one card or all three are swapped".to_owned(),
        Refusal::HandRunning => "this waits for the end of the hand".to_owned(),
    };
    let whose = match context.to_act {
        Some(seat) => format!("seat {} is to act", seat.number()),
        None => "nobody is to act".to_owned(),
    };
    let legal = in_words(&context.legal);
    let legal = if legal.is_empty() { "nothing in the hand".to_owned() } else { legal };
    let text = format!("{text}; {whose}, and the player may do: {legal}");
    let failure = Failure::named(Code::FailedPrecondition, refusal.name(), text);
    match refusal {
        Refusal::InsufficientChips => failure.with_some("stack", numbers.stack).with_some(what, needed),
        Refusal::MustLook => failure.with_some("max_blind_bets", max_blind_bets),
        Refusal::AmountTooLow => failure.with("amount", amount).with_some("min", least),
        Refusal::AmountTooHigh => failure.with("amount", amount).with_some("max", most),
        Refusal::BadStep => failure
            .with("amount", amount)
            .with_some("min", least)
            .with_some("max", most)
            .with_some("step", step),
        Refusal::SeeNeedsTwo => failure.with_some("active", numbers.active),
        Refusal::CoverNotNeeded => {
            failure.with_some("stack", numbers.stack).with_some("price", numbers.price)
        }
        _ => failure,
    }
}

/// The amount that an act names; a cut's is its cards.
fn amount(action: Option<&Action>) -> Chips {
    match action {
        Some(Action::Play(Act::Bet(amount)) | Action::TopUp(amount)) => *amount,
        Some(Action::Play(Act::Cut(at))) => Chips::from(*at),
        Some(Action::Sit { buy_in, .. }) => *buy_in,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use brag_rules::act::{BetRange, Legal};
    use brag_rules::seat::Seat;
    use tonic_types::StatusExt;

    use super::*;
    use crate::language::Language;

    fn context() -> RefusalContext {
        let legal = Legal {
            look: true,
            fold: true,
            bet: Some(BetRange { min: 2, max: 98, step: 2 }),
            see: Some(4),
            ..Legal::default()
        };
        RefusalContext {
            seq: 9,
            turn: 3,
            hand: 1,
            to_act: Seat::new(2),
            seat: Seat::new(1),
            legal,
            seats: 6,
            max_blind_bets: Some(5),
            numbers: Numbers::default(),
        }
    }

    const ALL: [Refusal; 20] = [
        Refusal::NotSeated,
        Refusal::NotYourTurn,
        Refusal::MustDecideHand,
        Refusal::MustAnswerSideshow,
        Refusal::IllegalInState,
        Refusal::MustDiscard,
        Refusal::InsufficientChips,
        Refusal::MustLook,
        Refusal::AmountTooLow,
        Refusal::AmountTooHigh,
        Refusal::BadStep,
        Refusal::SeeNeedsTwo,
        Refusal::SeeNeedsABet,
        Refusal::CannotSeeBlind,
        Refusal::AlreadyOpen,
        Refusal::CoverNotNeeded,
        Refusal::BadCards,
        Refusal::SetOrder,
        Refusal::SwapOneOrThree,
        Refusal::HandRunning,
    ];

    /// Reasons of variants that are not served yet, and so not in the contract.
    const LATER_VARIANTS: [&str; 4] =
        ["MUST_ANSWER_SIDESHOW", "MUST_DISCARD", "SET_ORDER", "SWAP_ONE_OR_THREE"];

    #[test]
    fn every_refusal_of_the_rules_has_its_reason_and_the_current_numbers() {
        let numbers = Numbers { stack: Some(1), price: Some(2), see_cost: Some(4), active: Some(3) };
        let bet = Action::Play(Act::Bet(3));
        for refusal in ALL {
            let context = context();
            let failure = by_rules(refusal, &context, numbers, Some(5), Some(&bet));
            let status = current(failure, &context).into_status(Language::En);
            assert_eq!(status.code(), Code::FailedPrecondition);
            let info = status.get_details_error_info().unwrap();
            assert_eq!(info.reason, refusal.name());
            assert_eq!(info.metadata["legal"], "look, fold, bet 2..98 step 2, see 4");
            assert_eq!(
                (&*info.metadata["seq"], &*info.metadata["turn"], &*info.metadata["hand"]),
                ("9", "3", "1")
            );
            assert_eq!(info.metadata["to_act"], "2");
            assert!(status.message().contains("seat 2 is to act") && status.message().contains("see 4"));
            assert!(status.details().len() <= 4_096);
            let known = Reason::from_str_name(&format!("REASON_{}", refusal.name())).is_some();
            assert_eq!(known, !LATER_VARIANTS.contains(&refusal.name()), "{refusal}");
        }
    }

    #[test]
    fn what_a_text_names_is_in_its_metadata() {
        let numbers = Numbers { stack: Some(3), price: Some(2), see_cost: Some(4), active: Some(3) };
        let with = |refusal, numbers, action: Action| {
            let failure = by_rules(refusal, &context(), numbers, Some(5), Some(&action));
            failure.into_status(Language::En).get_details_error_info().unwrap().metadata
        };
        let bet = |amount| Action::Play(Act::Bet(amount));
        let low = with(Refusal::AmountTooLow, numbers, bet(1));
        assert_eq!((&*low["amount"], &*low["min"]), ("1", "2"));
        let high = with(Refusal::AmountTooHigh, numbers, bet(99));
        assert_eq!((&*high["amount"], &*high["max"]), ("99", "98"));
        let step = with(Refusal::BadStep, numbers, bet(3));
        assert_eq!((&*step["step"], &*step["min"], &*step["max"]), ("2", "2", "98"));
        let see = with(Refusal::InsufficientChips, numbers, Action::Play(Act::See(None)));
        assert_eq!((&*see["stack"], &*see["cost"]), ("3", "4"));
        let poor = Numbers { stack: Some(1), ..numbers };
        let price = with(Refusal::InsufficientChips, poor, bet(2));
        assert_eq!((&*price["stack"], &*price["price"]), ("1", "2"));
        assert_eq!(with(Refusal::MustLook, numbers, bet(1))["max_blind_bets"], "5");
        assert_eq!(with(Refusal::SeeNeedsTwo, numbers, bet(1))["active"], "3");
        assert_eq!(with(Refusal::CoverNotNeeded, numbers, bet(1))["price"], "2");
    }

    #[test]
    fn options_name_the_field_and_stay_small() {
        let long = "x".repeat(70);
        let refusals = [
            RulesRefusal::UnknownVariant { given: long.clone(), known: vec!["three_card", "lowball"] },
            RulesRefusal::UnknownOption { key: long.clone(), nearest: Some("max_stake") },
            RulesRefusal::InvalidValue { key: "ante", given: long, allowed: "a whole number".into() },
            RulesRefusal::Conflict { number: 2, options: vec!["max_raise"; 40], text: "no".into() },
        ];
        for refusal in refusals {
            let reason = refusal.reason();
            let status = by_options(refusal).into_status(Language::En);
            assert_eq!(status.code(), Code::InvalidArgument);
            assert_eq!(status.get_details_error_info().unwrap().reason, reason);
            assert_eq!(status.get_details_bad_request().unwrap().field_violations.len(), 1);
            assert!(status.details().len() <= 4_096, "{}", status.details().len());
        }
    }

    #[test]
    fn each_failure_has_its_code_and_a_retry_where_one_helps() {
        let retries = [
            (quota_exceeded("streams_per_table", 500), Code::ResourceExhausted, true),
            (draining(), Code::Unavailable, true),
            (stream_draining(8), Code::Unavailable, true),
            (stream_lagged(8), Code::ResourceExhausted, false),
            (by_cursor(CursorError::Expired { oldest: 4 }, 1), Code::OutOfRange, false),
            (by_cursor(CursorError::Ahead { last: 4 }, 9), Code::OutOfRange, false),
            (by_creation(CreateError::TableExists, Some("t"), "r"), Code::AlreadyExists, false),
            (by_creation(CreateError::RequestIdReused, None, "r"), Code::AlreadyExists, false),
            (by_creation(CreateError::QuotaExceeded { limit: 1 }, None, "r"), Code::ResourceExhausted, true),
            (by_creation(CreateError::Draining, None, "r"), Code::Unavailable, true),
            (by_creation(CreateError::JournalUnavailable, None, "r"), Code::Unavailable, true),
            (by_creation(CreateError::JournalCorrupt, None, "r"), Code::DataLoss, false),
            (newer_format(2, 1), Code::Unavailable, true),
            (role_required(Role::Operator), Code::PermissionDenied, false),
            (not_seat_owner(), Code::PermissionDenied, false),
            (spectators_not_allowed(), Code::PermissionDenied, false),
            (table_not_found("t"), Code::NotFound, false),
        ];
        for (failure, code, retry) in retries {
            let status = failure.clone().into_status(Language::En);
            assert_eq!(status.code(), code, "{failure:?}");
            assert_eq!(status.get_details_retry_info().is_some(), retry, "{failure:?}");
        }
    }
}
