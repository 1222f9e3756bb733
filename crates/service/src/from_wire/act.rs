//! An ActRequest into an [`Action`], with what it names.

use std::sync::Arc;

use brag_contract::v1::act_request::Action as Wire;
use brag_contract::v1::{self, ActRequest, ActView, CloseWhen, RetainChoice, WhichHand};
use brag_rules::act::{Act, Keeping, Which};
use brag_rules::arrange::{MAX_SETS, Sets, TooMany};
use brag_rules::card::{Card, Cards, MAX_HAND};
use brag_table::Action;

use super::hash::Hash;
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
    let table = limits.table_id("table", &request.table)?.to_owned();
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

impl ParsedAct {
    /// What makes two requests of one id the same: the act, whom it is for, and the numbers that it names.
    pub(crate) fn body_hash(&self) -> [u8; 32] {
        let which = |which: Option<Which>| match which {
            None => 0,
            Some(Which::Old) => 1,
            Some(Which::New) => 2,
        };
        let hash =
            Hash::of("brag-act/v1").text(&self.player).maybe(self.turn).maybe(self.hand.map(u64::from));
        // The numbers are for ever: a stored hash must mean the same to the next version.
        match &self.action {
            Action::Play(Act::Look(named)) => hash.number(1).number(which(*named)),
            Action::Play(Act::Fold) => hash.number(2),
            Action::Play(Act::Bet(amount)) => hash.number(3).number(*amount),
            Action::Play(Act::See(named)) => hash.number(4).number(which(*named)),
            Action::Play(Act::Cover(named)) => hash.number(5).number(which(*named)),
            Action::Play(Act::Keep) => hash.number(6),
            Action::Play(Act::Throw) => hash.number(7),
            Action::Play(Act::Commit(named)) => hash.number(8).number(which(Some(*named))),
            Action::Play(Act::Retain(keeping)) => hash.number(9).number(match keeping {
                Keeping::None => 0,
                Keeping::Hand(Which::Old) => 1,
                Keeping::Hand(Which::New) => 2,
                Keeping::Yes => 3,
            }),
            Action::Play(Act::Cut(at)) => hash.number(10).number(u64::from(*at)),
            // The same cards in another order are the same act.
            Action::Play(Act::Discard(cards)) => unordered(hash.number(11), cards),
            Action::Play(Act::Sideshow) => hash.number(12),
            Action::Play(Act::Accept) => hash.number(13),
            Action::Play(Act::Refuse) => hash.number(14),
            Action::Play(Act::Arrange(sets)) => {
                // The same cards of a set in another order are the same act.
                sets.iter().fold(hash.number(15), |hash, set| unordered(hash.number(set.len() as u64), &set))
            }
            Action::Play(Act::Spare(take)) => hash.number(16).number(u64::from(*take)),
            Action::Play(Act::Swap { own, common, stick }) => {
                // Each row with its length, so that a card cannot move from one to the other.
                let hash = unordered(hash.number(17).number(own.len() as u64), own);
                unordered(hash, common).number(u64::from(*stick))
            }
            Action::Play(Act::SwapAll { stick }) => hash.number(18).number(u64::from(*stick)),
            Action::Play(Act::Stick) => hash.number(19),
            Action::Play(Act::Stand) => hash.number(20),
            Action::Play(Act::Pass) => hash.number(21),
            Action::Play(Act::Brag(amount)) => hash.number(22).number(*amount),
            Action::Play(Act::Decline) => hash.number(23),
            Action::Play(Act::Challenge(amount)) => hash.number(24).number(*amount),
            Action::Play(Act::Concede) => hash.number(25),
            Action::Play(Act::Draw(cards)) => unordered(hash.number(26), cards),
            Action::Play(Act::Exchange(card)) => hash.number(27).number(card.code().into()),
            Action::Play(Act::Call) => hash.number(28),
            Action::Play(Act::RaiseTo(amount)) => hash.number(29).number(*amount),
            Action::Sit { seat, buy_in, display_name } => {
                hash.number(40).maybe(seat.map(u64::from)).number(*buy_in).text(display_name)
            }
            Action::Leave => hash.number(41),
            Action::SitOut => hash.number(42),
            Action::SitIn => hash.number(43),
            Action::TopUp(amount) => hash.number(44).number(*amount),
            Action::Deal => hash.number(60),
            Action::Pause => hash.number(61),
            Action::Resume => hash.number(62),
            Action::Remove => hash.number(63),
            Action::Close { at_once } => hash.number(64).number(u64::from(*at_once)),
        }
        .finish()
    }
}

fn unordered(hash: Hash, cards: &Cards) -> Hash {
    cards.sorted().codes().iter().fold(hash, |hash, code| hash.number(u64::from(*code)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn request(action: Wire) -> ActRequest {
        ActRequest {
            table: "tables/t".into(),
            request_id: "r-1".into(),
            action: Some(action),
            ..ActRequest::default()
        }
    }

    fn in_turn(action: Wire) -> ActRequest {
        ActRequest { turn: Some(7), ..request(action) }
    }

    fn parse_for(request: ActRequest, behalf_of: Option<&Arc<str>>) -> Result<ParsedAct, Failure> {
        parse(request, behalf_of, &RequestLimits::default())
    }

    fn parse_own(request: ActRequest) -> Result<ParsedAct, Failure> {
        parse_for(request, Some(&"ann".into()))
    }

    fn field(request: ActRequest) -> String {
        let failure = parse_own(request).unwrap_err();
        assert_eq!(failure.reason(), "INVALID_FIELD");
        let status = failure.into_status(crate::language::Language::En);
        use tonic_types::StatusExt;
        status.get_details_bad_request().unwrap().field_violations[0].field.clone()
    }

    fn discard(cards: &[&str]) -> Wire {
        Wire::Discard(v1::Discard { cards: cards.iter().map(|&card| card.into()).collect() })
    }

    fn arrange(sets: &[&[&str]]) -> Wire {
        let set = |cards: &&[&str]| v1::CardSet { cards: cards.iter().map(|&card| card.into()).collect() };
        Wire::Arrange(v1::Arrange { sets: sets.iter().map(set).collect() })
    }

    fn swap(own: &str, common: &str, stick: bool) -> Wire {
        let cards = |named: &str| named.split(' ').map(str::to_owned).collect();
        Wire::Swap(v1::Swap { own: cards(own), common: cards(common), stick })
    }

    fn every_act() -> Vec<ActRequest> {
        let look = ActRequest { hand: Some(3), ..request(Wire::Look(v1::Look { which: 1 })) };
        vec![
            look,
            ActRequest { hand: Some(3), ..request(discard(&["4c", "9d"])) },
            ActRequest { hand: Some(3), ..request(discard(&["4c"])) },
            in_turn(Wire::Fold(v1::Fold {})),
            in_turn(Wire::Bet(v1::Bet { amount: 4 })),
            in_turn(Wire::Bet(v1::Bet { amount: 5 })),
            in_turn(Wire::See(v1::See { which: 0 })),
            in_turn(Wire::See(v1::See { which: 2 })),
            in_turn(Wire::Cover(v1::Cover { which: 0 })),
            in_turn(Wire::Keep(v1::Keep {})),
            in_turn(Wire::Throw(v1::Throw {})),
            in_turn(Wire::Commit(v1::Commit { which: 2 })),
            in_turn(Wire::Retain(v1::Retain { choice: 1 })),
            in_turn(Wire::Retain(v1::Retain { choice: 2 })),
            in_turn(Wire::Retain(v1::Retain { choice: 3 })),
            in_turn(Wire::Retain(v1::Retain { choice: 4 })),
            in_turn(Wire::Cut(v1::Cut { at: 5 })),
            in_turn(Wire::Sideshow(v1::Sideshow {})),
            in_turn(Wire::Accept(v1::Accept {})),
            in_turn(Wire::Refuse(v1::Refuse {})),
            ActRequest { hand: Some(3), ..request(arrange(&[&["As", "Ks", "Qs"], &["4c", "9d", "2h"]])) },
            ActRequest { hand: Some(3), ..request(arrange(&[&["As", "Ks", "Qs"]])) },
            ActRequest { hand: Some(3), ..request(arrange(&[&["As", "Ks", "Qs", "4c", "9d", "2h"]])) },
            ActRequest { hand: Some(3), ..request(arrange(&[])) },
            in_turn(Wire::Spare(v1::Spare { take: true })),
            in_turn(Wire::Spare(v1::Spare { take: false })),
            in_turn(swap("4c", "Kh", false)),
            in_turn(swap("4c", "Kh", true)),
            in_turn(swap("4c", "Ks", false)),
            in_turn(swap("Kh", "4c", false)),
            in_turn(swap("4c Kh", "Ks", false)),
            in_turn(swap("4c", "Kh Ks", false)),
            in_turn(Wire::SwapAll(v1::SwapAll { stick: false })),
            in_turn(Wire::SwapAll(v1::SwapAll { stick: true })),
            in_turn(Wire::Stick(v1::Stick {})),
            in_turn(Wire::Stand(v1::Stand {})),
            in_turn(Wire::Pass(v1::Pass {})),
            in_turn(Wire::Brag(v1::Brag { amount: 4 })),
            in_turn(Wire::Decline(v1::Decline {})),
            in_turn(Wire::Challenge(v1::Challenge { amount: 4 })),
            in_turn(Wire::Concede(v1::Concede {})),
            in_turn(Wire::Draw(v1::Draw { cards: Vec::new() })),
            in_turn(Wire::Draw(v1::Draw { cards: vec!["4c".into()] })),
            in_turn(Wire::Exchange(v1::Exchange { card: "4c".into() })),
            in_turn(Wire::Call(v1::Call {})),
            in_turn(Wire::RaiseTo(v1::RaiseTo { amount: 4 })),
            request(Wire::Sit(v1::Sit { seat: 0, buy_in: 5, display_name: "A".into() })),
            request(Wire::Sit(v1::Sit { seat: 1, buy_in: 5, display_name: "A".into() })),
            request(Wire::Leave(v1::Leave {})),
            request(Wire::SitOut(v1::SitOut {})),
            request(Wire::SitIn(v1::SitIn {})),
            request(Wire::TopUp(v1::TopUp { amount: 5 })),
            request(Wire::Deal(v1::Deal {})),
            request(Wire::Pause(v1::Pause {})),
            request(Wire::Resume(v1::Resume {})),
            request(Wire::Remove(v1::Remove { player: "bob".into() })),
            request(Wire::Close(v1::Close { when: 1 })),
            request(Wire::Close(v1::Close { when: 2 })),
        ]
    }

    #[test]
    fn what_is_no_card_or_too_many_is_said_in_a_sentence() {
        let said = |action| {
            let request = ActRequest { hand: Some(3), ..request(action) };
            parse_own(request).unwrap_err().into_status(crate::language::Language::En).message().to_owned()
        };
        let card = "must be a rank of 23456789TJQKA and a suit of cdhs, such as Td";
        assert_eq!(said(arrange(&[&["XX"]])), format!("arrange.sets {card}"));
        assert_eq!(said(discard(&["As", ""])), format!("discard.cards {card}"));
        let most = "arrange.sets must be at most 5 sets, of 15 cards in all";
        assert_eq!(said(arrange(&[[].as_slice(); 6])), most);
        assert_eq!(said(arrange(&[&["As"; 8], &["As"; 8]])), most);
    }

    #[test]
    fn every_act_is_read_and_hashes_differently() {
        let parsed: Vec<_> = every_act().into_iter().map(|request| parse_own(request).unwrap()).collect();
        let hashes: BTreeSet<_> = parsed.iter().map(ParsedAct::body_hash).collect();
        assert_eq!(hashes.len(), parsed.len());
    }

    #[test]
    fn the_hash_is_over_act_player_turn_and_hand_alone() {
        let hash = |request| parse_own(request).unwrap().body_hash();
        let bet = in_turn(Wire::Bet(v1::Bet { amount: 4 }));
        let same = [
            ActRequest { expected_seq: Some(9), ..bet.clone() },
            ActRequest { request_id: "other".into(), ..bet.clone() },
            ActRequest { validate_only: true, view: 2, ..bet.clone() },
            ActRequest { player: "ann".into(), ..bet.clone() },
        ];
        for request in same {
            assert_eq!(hash(request), hash(bet.clone()));
        }
        let other =
            [ActRequest { turn: Some(8), ..bet.clone() }, ActRequest { player: "bob".into(), ..bet.clone() }];
        for request in other {
            assert_ne!(hash(request), hash(bet.clone()));
        }
    }

    #[test]
    fn what_an_act_names_follows_from_its_kind() {
        for request in every_act() {
            let parsed = parse_own(request.clone()).unwrap();
            let (turn, hand) = (parsed.action.names_turn(), parsed.action.names_hand());
            let flip_turn = ActRequest { turn: if turn { None } else { Some(1) }, ..request.clone() };
            assert_eq!(field(flip_turn), "turn", "{:?}", parsed.action);
            let flip_hand = ActRequest { hand: if hand { None } else { Some(1) }, ..request };
            assert_eq!(field(flip_hand), "hand", "{:?}", parsed.action);
        }
    }

    #[test]
    fn malformed_fields_are_named() {
        let bet = |amount| in_turn(Wire::Bet(v1::Bet { amount }));
        let sit = |sit: v1::Sit| request(Wire::Sit(sit));
        let cases = [
            (ActRequest { table: "t".into(), ..bet(1) }, "table"),
            (ActRequest { request_id: "".into(), ..bet(1) }, "request_id"),
            (ActRequest { action: None, ..bet(1) }, "action"),
            (ActRequest { view: 3, ..bet(1) }, "view"),
            (ActRequest { player: "a\n".into(), ..bet(1) }, "player"),
            (ActRequest { player: "ann".into(), ..request(Wire::Deal(v1::Deal {})) }, "player"),
            (
                ActRequest {
                    player: "ann".into(),
                    ..request(Wire::Remove(v1::Remove { player: "b".into() }))
                },
                "player",
            ),
            (bet(-1), "bet.amount"),
            (bet(1 << 53), "bet.amount"),
            (ActRequest { hand: Some(1), ..request(discard(&["10c"])) }, "discard.cards"),
            (ActRequest { hand: Some(1), ..request(discard(&["4c"; 16])) }, "discard.cards"),
            (in_turn(Wire::See(v1::See { which: 3 })), "see.which"),
            (in_turn(Wire::Cover(v1::Cover { which: -1 })), "cover.which"),
            (ActRequest { hand: Some(1), ..request(Wire::Look(v1::Look { which: 9 })) }, "look.which"),
            (in_turn(Wire::Commit(v1::Commit { which: 0 })), "commit.which"),
            (in_turn(Wire::Retain(v1::Retain { choice: 0 })), "retain.choice"),
            (in_turn(Wire::Retain(v1::Retain { choice: 5 })), "retain.choice"),
            (sit(v1::Sit { buy_in: -1, ..v1::Sit::default() }), "sit.buy_in"),
            (sit(v1::Sit { display_name: "\u{202E}".into(), ..v1::Sit::default() }), "sit.display_name"),
            (request(Wire::TopUp(v1::TopUp { amount: -1 })), "top_up.amount"),
            (request(Wire::Remove(v1::Remove { player: "".into() })), "remove.player"),
            (request(Wire::Close(v1::Close { when: 0 })), "close.when"),
            (request(Wire::Close(v1::Close { when: 3 })), "close.when"),
        ];
        for (request, expected) in cases {
            assert_eq!(field(request.clone()), expected, "{request:?}");
        }
    }

    #[test]
    fn who_cannot_act_for_himself_names_a_player() {
        let leave = request(Wire::Leave(v1::Leave {}));
        assert_eq!(parse_for(leave.clone(), None).unwrap_err().reason(), "INVALID_FIELD");
        let named = ActRequest { player: "bob".into(), ..leave.clone() };
        assert_eq!(&*parse_for(named, None).unwrap().player, "bob");
        assert_eq!(&*parse_own(leave).unwrap().player, "ann");
        let deal = parse_for(request(Wire::Deal(v1::Deal {})), None).unwrap();
        assert_eq!(&*deal.player, "");
    }

    #[test]
    fn numbers_beyond_every_pack_and_table_are_left_to_the_rules() {
        let cut = parse_own(in_turn(Wire::Cut(v1::Cut { at: 300 }))).unwrap();
        assert_eq!(cut.action, Action::Play(Act::Cut(255)));
        let sit = parse_own(request(Wire::Sit(v1::Sit { seat: 1_000, ..v1::Sit::default() }))).unwrap();
        assert!(matches!(sit.action, Action::Sit { seat: Some(255), .. }));
    }
}
