//! What an act means in the classic game of three stakes.

use super::{bound, choice, rivals};
use crate::play::offers::Offer;
use crate::screen::text;
use brag_contract::v1::{SeatView, TableView};
use brag_rules::hand::classic::total;
use brag_rules::options::AceValue;
use brag_rules::variant::Machine;

/// What the act means in the classic game; nothing where another is played, or where the act means there what it means
/// everywhere.
pub(super) fn meaning(view: &TableView, offer: &Offer, seat: &SeatView) -> Option<String> {
    // These four are acts of this game alone.
    let own = matches!(offer.act, "decline" | "challenge" | "concede" | "exchange");
    let rules = brag_bots::rules(view).filter(|rules| rules.machine() == Machine::Classic);
    if rules.is_none() && !own {
        return None;
    }
    let ace = rules.map_or(AceValue::Ten, |rules| rules.classic.ace_value);
    let last = view.stake;
    let equal = match choice(view, "tie_rule") {
        "seer_loses" => "if the hands are equal, you lose",
        _ => "of equal hands the elder's wins",
    };
    Some(match (offer.act, offer.key) {
        ("pass", _) => {
            "costs nothing. You can still challenge another's brag, and you play for thirty-one.".to_owned()
        }
        ("brag", _) => format!(
            "stake chips that nobody has a better hand. If nobody challenges, you take them back, and the pot. {}",
            bound(view, offer, seat)
        ),
        ("decline", _) => "costs nothing: you leave the brag to the others.".to_owned(),
        ("challenge", _) if seat.stack < last => format!(
            "all that you have, {}, against a brag of {last}: what is above it goes back, both hands are shown at once, and \
             equal hands go against you.",
            text::chips(seat.stack)
        ),
        ("challenge", _) => format!(
            "meet the brag of {last}, or go beyond it: then you two bet against each other. {}",
            bound(view, offer, seat)
        ),
        ("concede", _) => {
            format!("costs nothing more; the {} that you have paid are your rival's.", seat.paid)
        }
        ("bet", 'c') => format!("as much as the last bet, {last}: it is your rival's turn again."),
        ("bet", _) => {
            format!("more than the last bet, {last}: your rival must meet it. {}", bound(view, offer, seat))
        }
        ("see", _) => format!(
            "pay as much as the last bet, {last}: both hands are shown, and the better one takes the pot; {equal}."
        ),
        ("cover", _) => format!(
            "your {} do not meet the last bet of {last}: you put in all, both hands are shown, and equal hands go against you.",
            text::chips(seat.stack)
        ),
        ("draw", _) => format!(
            "free: the top card of the pack comes to your hand. You have {}; exactly 31 wins at once, more is out.",
            own_total(seat, ace)
        ),
        ("exchange", _) => format!(
            "free, and once: the top card of the pack comes for the one that you put down. You have {}.",
            own_total(seat, ace)
        ),
        ("stand", _) => {
            let others = rivals(view).filter_map(|rival| total_of(rival, ace));
            let best = others.filter(|&total| total <= 31).max();
            let told =
                best.map_or_else(String::new, |best| format!(" The nearest of the others has {best}."));
            format!("free: you have {}, and leave it at that.{told}", own_total(seat, ace))
        }
        _ => return None,
    })
}

fn own_total(seat: &SeatView, ace: AceValue) -> u8 {
    total_of(seat, ace).unwrap_or_default()
}

/// What a seat has towards thirty-one; none where its cards are not all known.
fn total_of(seat: &SeatView, ace: AceValue) -> Option<u8> {
    let hand = seat.hands.first()?;
    let cards: Option<Vec<_>> = hand.cards.iter().chain(&seat.drawn).map(|code| code.parse().ok()).collect();
    Some(total(cards?, ace))
}
