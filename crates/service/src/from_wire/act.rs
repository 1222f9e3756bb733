//! An ActRequest into an [`Action`], with what it names.

mod body;

use std::sync::Arc;

use brag_contract::v1::act_request::Action as Wire;
use brag_contract::v1::{self, ActRequest, ActView, CloseWhen, RetainChoice, WhichHand};
use brag_rules::act::{Act, Keeping, Which};
use brag_rules::arrange::{MAX_SETS, Sets, TooMany};
use brag_rules::card::{Card, Cards, MAX_HAND};
use brag_table::Action;

use super::{RequestLimits, chips, known};
use crate::status::{Failure, counted};

/// A well-formed request to act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParsedAct {
    /// The table's id.
    pub(crate) table: String,
    /// The caller's id for this act.
    pub(crate) request_id: Arc<str>,
    /// What to do.
    pub(crate) action: Action,
    /// The player that the request names: on whose behalf, or whom to remove. Empty: nobody.
    pub(crate) player: Arc<str>,
    /// The turn that the caller saw.
    pub(crate) turn: Option<u64>,
    /// The hand that the caller saw.
    pub(crate) hand: Option<u32>,
    /// The last event that the caller saw.
    pub(crate) expected_seq: Option<u64>,
    /// Make every check and do nothing.
    pub(crate) validate_only: bool,
    /// Whether the answer shows the table.
    pub(crate) full_view: bool,
}

/// Whose kind of act a request asks for; what a caller's role is held against, before anything else is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Of the hand or of a seat.
    Seat,
    /// Bringing chips to the table: whose it is, the table's cashier says.
    Chips,
    /// The operator's.
    Operator,
    /// Nothing that this version knows.
    Unknown,
}

/// Whose kind of act it is.
pub(crate) fn kind(request: &ActRequest) -> Kind {
    match &request.action {
        None => Kind::Unknown,
        Some(Wire::Sit(_) | Wire::TopUp(_)) => Kind::Chips,
        Some(Wire::Deal(_) | Wire::Pause(_) | Wire::Resume(_) | Wire::Remove(_) | Wire::Close(_)) => {
            Kind::Operator
        }
        Some(
            Wire::Look(_)
            | Wire::Discard(_)
            | Wire::Fold(_)
            | Wire::Bet(_)
            | Wire::See(_)
            | Wire::Cover(_)
            | Wire::Keep(_)
            | Wire::Throw(_)
            | Wire::Commit(_)
            | Wire::Retain(_)
            | Wire::Cut(_)
            | Wire::Sideshow(_)
            | Wire::Accept(_)
            | Wire::Refuse(_)
            | Wire::Arrange(_)
            | Wire::Spare(_)
            | Wire::Swap(_)
            | Wire::SwapAll(_)
            | Wire::Stick(_)
            | Wire::Stand(_)
            | Wire::Pass(_)
            | Wire::Brag(_)
            | Wire::Decline(_)
            | Wire::Challenge(_)
            | Wire::Concede(_)
            | Wire::Draw(_)
            | Wire::Exchange(_)
            | Wire::Call(_)
            | Wire::RaiseTo(_)
            | Wire::Leave(_)
            | Wire::SitOut(_)
            | Wire::SitIn(_),
        ) => Kind::Seat,
    }
}

/// Checks the form. `behalf_of` is whom a seat's act is for where the request names nobody: the caller himself,
/// or nobody if he cannot act for himself, and then the request must name one.
pub(crate) fn parse(
    request: ActRequest,
    behalf_of: Option<&Arc<str>>,
    limits: &RequestLimits,
) -> Result<ParsedAct, Failure> {
    let id = limits.table_id("table", &request.table)?.len();
    let request_id = limits.request_id("request_id", &request.request_id)?;
    let kind = kind(&request);
    let wire = request.action.ok_or_else(|| Failure::invalid("action", "set to one of the acts"))?;
    let removed = match &wire {
        Wire::Remove(remove) => Some(limits.player("remove.player", &remove.player)?),
        _ => None,
    };
    let player = match (removed, behalf_of) {
        (_, _) if kind == Kind::Operator && !request.player.is_empty() => {
            return Err(Failure::invalid("player", "empty with this act"));
        }
        (Some(removed), _) => removed,
        _ if kind == Kind::Operator => "".into(),
        (None, Some(own)) if request.player.is_empty() => Arc::clone(own),
        _ => limits.player("player", &request.player)?,
    };
    let action = action(wire, limits)?;
    check_number("turn", action.names_turn(), request.turn.is_some())?;
    check_number("hand", action.names_hand(), request.hand.is_some())?;
    let view: ActView = known("view", request.view)?;
    let mut table = request.table;
    table.drain(..table.len() - id);
    Ok(ParsedAct {
        table,
        request_id,
        action,
        player,
        turn: request.turn,
        hand: request.hand,
        expected_seq: request.expected_seq,
        validate_only: request.validate_only,
        full_view: view == ActView::Full,
    })
}

/// What an act names follows from its kind alone.
fn check_number(field: &str, named: bool, given: bool) -> Result<(), Failure> {
    match (named, given) {
        (true, false) => Err(Failure::invalid(field, "the number from legal_acts with this act")),
        (false, true) => Err(Failure::invalid(field, "absent with this act")),
        _ => Ok(()),
    }
}

fn action(wire: Wire, limits: &RequestLimits) -> Result<Action, Failure> {
    Ok(match wire {
        Wire::Look(v1::Look { which }) => Action::Play(Act::Look(either("look.which", which)?)),
        Wire::Discard(v1::Discard { cards: named }) => {
            Action::Play(Act::Discard(cards("discard.cards", &named)?))
        }
        Wire::Fold(v1::Fold {}) => Action::Play(Act::Fold),
        Wire::Bet(v1::Bet { amount }) => Action::Play(Act::Bet(chips("bet.amount", amount)?)),
        Wire::See(v1::See { which }) => Action::Play(Act::See(either("see.which", which)?)),
        Wire::Cover(v1::Cover { which }) => Action::Play(Act::Cover(either("cover.which", which)?)),
        Wire::Keep(v1::Keep {}) => Action::Play(Act::Keep),
        Wire::Throw(v1::Throw {}) => Action::Play(Act::Throw),
        Wire::Commit(v1::Commit { which }) => {
            let which = either("commit.which", which)?;
            Action::Play(Act::Commit(which.ok_or_else(|| Failure::invalid("commit.which", "OLD or NEW"))?))
        }
        Wire::Retain(v1::Retain { choice }) => Action::Play(Act::Retain(keeping(choice)?)),
        // No pack has more cards than that: the rules answer with the most that may be cut.
        Wire::Cut(v1::Cut { at }) => Action::Play(Act::Cut(u8::try_from(at).unwrap_or(u8::MAX))),
        Wire::Sideshow(v1::Sideshow {}) => Action::Play(Act::Sideshow),
        Wire::Accept(v1::Accept {}) => Action::Play(Act::Accept),
        Wire::Refuse(v1::Refuse {}) => Action::Play(Act::Refuse),
        Wire::Arrange(v1::Arrange { sets: named }) => Action::Play(Act::Arrange(sets(&named)?)),
        Wire::Spare(v1::Spare { take }) => Action::Play(Act::Spare(take)),
        Wire::Swap(v1::Swap { own, common, stick }) => Action::Play(Act::Swap {
            own: cards("swap.own", &own)?,
            common: cards("swap.common", &common)?,
            stick,
        }),
        Wire::SwapAll(v1::SwapAll { stick }) => Action::Play(Act::SwapAll { stick }),
        Wire::Stick(v1::Stick {}) => Action::Play(Act::Stick),
        Wire::Stand(v1::Stand {}) => Action::Play(Act::Stand),
        Wire::Pass(v1::Pass {}) => Action::Play(Act::Pass),
        Wire::Brag(v1::Brag { amount }) => Action::Play(Act::Brag(chips("brag.amount", amount)?)),
        Wire::Decline(v1::Decline {}) => Action::Play(Act::Decline),
        Wire::Challenge(v1::Challenge { amount }) => {
            Action::Play(Act::Challenge(chips("challenge.amount", amount)?))
        }
        Wire::Concede(v1::Concede {}) => Action::Play(Act::Concede),
        Wire::Draw(v1::Draw { cards: named }) => Action::Play(Act::Draw(cards("draw.cards", &named)?)),
        Wire::Exchange(v1::Exchange { card: named }) => {
            Action::Play(Act::Exchange(card("exchange.card", &named)?))
        }
        Wire::Call(v1::Call {}) => Action::Play(Act::Call),
        Wire::RaiseTo(v1::RaiseTo { amount }) => {
            Action::Play(Act::RaiseTo(chips("raise_to.amount", amount)?))
        }
        Wire::Sit(v1::Sit { seat, buy_in, display_name }) => Action::Sit {
            // No table has more seats than that: the rules answer with the highest.
            seat: (seat != 0).then(|| u8::try_from(seat).unwrap_or(u8::MAX)),
            buy_in: chips("sit.buy_in", buy_in)?,
            display_name: limits.display_name("sit.display_name", &display_name)?,
        },
        Wire::Leave(v1::Leave {}) => Action::Leave,
        Wire::SitOut(v1::SitOut {}) => Action::SitOut,
        Wire::SitIn(v1::SitIn {}) => Action::SitIn,
        Wire::TopUp(v1::TopUp { amount }) => Action::TopUp(chips("top_up.amount", amount)?),
        Wire::Deal(v1::Deal {}) => Action::Deal,
        Wire::Pause(v1::Pause {}) => Action::Pause,
        Wire::Resume(v1::Resume {}) => Action::Resume,
        Wire::Remove(v1::Remove { player: _ }) => Action::Remove,
        Wire::Close(v1::Close { when }) => match known("close.when", when)? {
            CloseWhen::Unspecified => return Err(Failure::invalid("close.when", "AFTER_HAND or NOW")),
            CloseWhen::AfterHand => Action::Close { at_once: false },
            CloseWhen::Now => Action::Close { at_once: true },
        },
    })
}

fn either(field: &str, which: i32) -> Result<Option<Which>, Failure> {
    Ok(match known(field, which)? {
        WhichHand::Unspecified => None,
        WhichHand::Old => Some(Which::Old),
        WhichHand::New => Some(Which::New),
    })
}

/// Cards of a hand, as many as it may have at most.
fn cards(field: &str, named: &[String]) -> Result<Cards, Failure> {
    if named.len() > MAX_HAND {
        return Err(Failure::invalid(field, format!("at most {}", counted(MAX_HAND, "card"))));
    }
    named.iter().map(|code| card(field, code)).collect()
}

fn card(field: &str, code: &str) -> Result<Card, Failure> {
    let allowed = "a rank of 23456789TJQKA and a suit of cdhs, such as Td";
    code.parse::<Card>().map_err(|_| Failure::invalid(field, allowed))
}

/// The sets of an arrangement, the best first.
fn sets(named: &[v1::CardSet]) -> Result<Sets, Failure> {
    let mut sets = Sets::EMPTY;
    for set in named {
        let cards = cards("arrange.sets", &set.cards)?;
        let most = || format!("at most {MAX_SETS} sets, of {} in all", counted(MAX_HAND, "card"));
        sets.push(cards.iter()).map_err(|TooMany| Failure::invalid("arrange.sets", most()))?;
    }
    Ok(sets)
}

fn keeping(choice: i32) -> Result<Keeping, Failure> {
    match known("retain.choice", choice)? {
        RetainChoice::Unspecified => Err(Failure::invalid("retain.choice", "YES, NONE, OLD or NEW")),
        RetainChoice::Yes => Ok(Keeping::Yes),
        RetainChoice::None => Ok(Keeping::None),
        RetainChoice::Old => Ok(Keeping::Hand(Which::Old)),
        RetainChoice::New => Ok(Keeping::Hand(Which::New)),
    }
}

#[cfg(test)]
mod tests;
