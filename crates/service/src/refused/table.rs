//! Why a table did not do what it was asked to.

use brag_contract::v1::Reason;
use brag_host::{ActError, Numbers, RefusalContext, Role};
use brag_rules::act::Act;
use brag_rules::{Chips, Refusal};
use brag_table::{Action, Refused};
use tonic::Code;

use super::{
    SOON, journal_corrupt, journal_unavailable, newer_format, not_seat_owner, request_id_reused,
    role_required,
};
use crate::status::{Failure, counted};
use crate::to_wire::acts::in_words;

/// Why an act was not done.
pub(crate) fn by_table(error: ActError, asked: &Asked<'_>) -> Failure {
    match error {
        ActError::Refused { why, context } => refusal(&why, &context, asked),
        ActError::RequestIdReused => request_id_reused(asked.request_id),
        ActError::NotSeatOwner => not_seat_owner(),
        ActError::Overloaded { waiting } => {
            let text = format!(
                "the queue of this table is full, at {}; nothing happened, try again",
                counted(waiting, "command")
            );
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
        _ => format!("the chips must be between {min} and {max}, not {amount}"),
    };
    let failure = Failure::new(Code::FailedPrecondition, Reason::BuyInOutOfRange, text)
        .with("amount", amount)
        .with("min", min)
        .with("max", max);
    if max == 0 { failure.case("none") } else { failure }
}

/// Adds the numbers that every answer of a table carries.
fn current(failure: Failure, context: &RefusalContext) -> Failure {
    let to_act = context.to_act.to_string();
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
    // The range of the act that was asked for: one of these kinds is listed, or none.
    let of_legal = &context.legal;
    let ranges = [of_legal.bet, of_legal.brag, of_legal.challenge, of_legal.raise_to];
    let (bet, amount) = (ranges.into_iter().flatten().next(), amount(action));
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
            Some(most) => {
                format!("after {} in a hand a player must look or fold", counted(most, "blind bet"))
            }
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
            Some(active) => format!("a see needs two active players, not {active}"),
            None => "a see needs two active players".to_owned(),
        },
        Refusal::SeeNeedsABet => "a see needs a bet before it in this hand".to_owned(),
        Refusal::CannotSeeBlind => "an open player cannot see a blind one".to_owned(),
        Refusal::AlreadyOpen => "the player has looked already".to_owned(),
        Refusal::CoverNotNeeded => match (numbers.stack, numbers.price) {
            (Some(stack), Some(price)) => format!("the stack of {stack} meets the price of {price}"),
            _ => "the stack meets the price".to_owned(),
        },
        Refusal::BadCards => match (context.legal.discard, action) {
            (_, Some(Action::Play(Act::Exchange(_)))) => {
                "an exchange names one of one's own cards".to_owned()
            }
            (Some(discard), Some(Action::Play(Act::Discard(_)))) => {
                format!("a discard names {} of one's own, each once", counted(discard.count, "card"))
            }
            (_, Some(Action::Play(Act::Arrange(_)))) => {
                let sets = context.legal.arrange.map_or(0, |of| of.sets);
                format!("an arrangement names {} of one's own cards, each card once", counted(sets, "set"))
            }
            (_, Some(Action::Play(Act::Swap { .. }))) => {
                "a swap names as many cards of one's own as commons, each once".to_owned()
            }
            (_, Some(Action::Play(Act::Draw(_)))) => match context.legal.draw {
                Some(draw) if draw.most > 0 => {
                    format!("a draw names one's own cards, each once, at most {}", draw.most)
                }
                _ => "this draw names no card".to_owned(),
            },
            _ => "one of two hands is named where it must be, and only there".to_owned(),
        },
        Refusal::SetOrder => "the sets are not in their order".to_owned(),
        Refusal::SwapOneOrThree => "one card or all three are swapped".to_owned(),
        Refusal::HandRunning => "this waits for the end of the hand".to_owned(),
    };
    let whose = match context.to_act.len() {
        0 => "nobody is to act".to_owned(),
        1 => format!("seat {} is to act", context.to_act),
        _ => format!("seats {} are to act", context.to_act),
    };
    let legal = in_words(&context.legal);
    let legal = if legal.is_empty() { "nothing in the hand".to_owned() } else { legal };
    let text = format!("{text}; {whose}, and the player may do: {legal}");
    let failure = Failure::named(Code::FailedPrecondition, refusal.name(), text)
        .offering(context.to_act, context.legal);
    match refusal {
        Refusal::InsufficientChips => {
            let failure = failure.with_some("stack", numbers.stack).with_some(what, needed);
            if numbers.stack.and(needed).is_some() { failure.case("needed") } else { failure }
        }
        Refusal::BadCards => match (context.legal.discard, action) {
            (_, Some(Action::Play(Act::Exchange(_)))) => failure.case("exchange"),
            (Some(discard), Some(Action::Play(Act::Discard(_)))) => {
                failure.with("count", discard.count).case("discard")
            }
            (_, Some(Action::Play(Act::Arrange(_)))) => {
                failure.with_some("count", context.legal.arrange.map(|of| of.sets)).case("arrange")
            }
            (_, Some(Action::Play(Act::Swap { .. }))) => failure.case("swap"),
            (_, Some(Action::Play(Act::Draw(_)))) => {
                failure.with_some("max", context.legal.draw.map(|draw| draw.most)).case("draw")
            }
            _ => failure,
        },
        Refusal::MustDiscard => {
            failure.with_some("count", context.legal.discard.map(|discard| discard.count))
        }
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
        Some(
            Action::Play(
                Act::Bet(amount) | Act::Brag(amount) | Act::Challenge(amount) | Act::RaiseTo(amount),
            )
            | Action::TopUp(amount),
        ) => *amount,
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
            to_act: Seat::new(2).into_iter().collect(),
            seat: Seat::new(1),
            legal,
            seats: 6,
            max_blind_bets: Some(5),
            numbers: Numbers::default(),
        }
    }

    /// Reasons of variants that are not served yet, and so not in the contract.
    const LATER_VARIANTS: [&str; 1] = ["SET_ORDER"];

    #[test]
    fn every_refusal_of_the_rules_has_its_reason_and_the_current_numbers() {
        let numbers = Numbers { stack: Some(1), price: Some(2), see_cost: Some(4), active: Some(3) };
        let bet = Action::Play(Act::Bet(3));
        for &refusal in Refusal::ALL {
            let context = context();
            let failure = by_rules(refusal, &context, numbers, Some(5), Some(&bet));
            let status = current(failure, &context).in_every_language();
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
            let known = Reason::from_str_name(&format!("REASON_{}", refusal.name())).is_some();
            assert_eq!(known, !LATER_VARIANTS.contains(&refusal.name()), "{refusal}");
        }
    }

    #[test]
    fn what_a_text_names_is_in_its_metadata() {
        let numbers = Numbers { stack: Some(3), price: Some(2), see_cost: Some(4), active: Some(3) };
        let with = |refusal, numbers, action: Action| {
            let failure = by_rules(refusal, &context(), numbers, Some(5), Some(&action));
            failure.in_every_language().get_details_error_info().unwrap().metadata
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
    fn without_numbers_the_text_does_without_them() {
        let see = Action::Play(Act::See(None));
        for refusal in
            [Refusal::InsufficientChips, Refusal::MustLook, Refusal::SeeNeedsTwo, Refusal::CoverNotNeeded]
        {
            let status =
                by_rules(refusal, &context(), Numbers::default(), None, Some(&see)).in_every_language();
            assert_eq!(status.get_details_error_info().unwrap().reason, refusal.name());
        }
    }

    #[test]
    fn where_no_chips_fit_no_range_is_read() {
        let of = |max| {
            let status = buy_in(7, max, max).in_every_language();
            status.get_details_localized_message().unwrap().message
        };
        assert_eq!(of(0), "No chips can be brought now.");
        assert_eq!(of(9), "7 chips are not possible; bring 9 to 9.");
    }
}
