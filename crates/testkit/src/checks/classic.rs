//! The classic game (rulebook V9), said a second time: why an act is refused, and who wins which pot.

use brag_rules::Chips;
use brag_rules::act::Act;
use brag_rules::card::Card;
use brag_rules::fact::{AwardReason, Fact as HandFact};
use brag_rules::hand::classic::{Fact, HowBet};
use brag_rules::hand::{Hand, Phase};
use brag_rules::options::{AceValue, Rules, ThirtyOneDraw, ThirtyOneTie, TieRule};
use brag_rules::refusal::Refusal;
use brag_rules::seat::{Seat, Seats};

/// The reason for which an act that is not listed is refused (A.4).
pub fn expected(hand: &Hand, rules: &Rules, seat: Seat, act: &Act) -> Refusal {
    let (stack, last) = (hand.player(seat).stack, hand.stake);
    let of = |amount: Chips, price: Chips| match amount {
        _ if stack < price => Refusal::InsufficientChips,
        amount if amount < price => Refusal::AmountTooLow,
        _ => Refusal::InsufficientChips,
    };
    match (hand.phase, act) {
        (Phase::Offer, Act::Brag(amount)) => of(*amount, rules.classic.min_brag),
        // Who has less may put in all that he has, and nothing else.
        (Phase::Challenge, Act::Challenge(_)) if stack == 0 => Refusal::InsufficientChips,
        (Phase::Challenge, Act::Challenge(amount)) => of(*amount, last.min(stack)),
        (Phase::Rivalry, Act::Bet(amount)) => of(*amount, last),
        (Phase::Rivalry, Act::See(_)) if stack < last => Refusal::InsufficientChips,
        (Phase::Rivalry, Act::Cover(_)) if stack >= last => Refusal::CoverNotNeeded,
        (Phase::Rivalry, Act::See(_) | Act::Cover(_)) => Refusal::BadCards,
        (Phase::ThirtyOne, Act::Draw(_) | Act::Exchange(_)) if hand.pack.is_empty() => {
            Refusal::IllegalInState
        }
        (Phase::ThirtyOne, Act::Draw(_)) if rules.classic.thirty_one_draw == ThirtyOneDraw::Add => {
            Refusal::BadCards
        }
        (Phase::ThirtyOne, Act::Exchange(_)) if rules.classic.thirty_one_draw == ThirtyOneDraw::Exchange => {
            Refusal::BadCards
        }
        _ => Refusal::IllegalInState,
    }
}

/// Every payment for the brag is as much as it must be (property 4).
pub fn bet_is_sound(hand: &Hand, rules: &Rules, fact: &HandFact) {
    let HandFact::Classic(Fact::BetMade { seat, how, amount, stake, .. }) = fact else { return };
    let (last, stack) = (hand.stake, hand.player(*seat).stack);
    let sound = match how {
        HowBet::Brag => last == 0 && *amount >= rules.classic.min_brag && stake == amount,
        HowBet::Challenge => stake == amount && *amount > 0 && (*amount >= last || *amount == stack),
        HowBet::Bet => stake == amount && *amount >= last,
        HowBet::See => *stake == last && *amount == last,
        HowBet::Cover => *stake == last && *amount == stack && *amount < last,
    };
    assert!(sound, "4, bets: {how:?} with {amount} where the last amount was {last}");
}

/// Whether this seat may win that pot for that reason.
pub fn award_is_right(hand: &Hand, rules: &Rules, seat: Seat, sharers: u8, reason: AwardReason) {
    let active = hand.active();
    let rivals: Seats = hand
        .classic()
        .map(|classic| [classic.bragger, classic.challenger].into_iter().flatten().collect())
        .unwrap_or_default();
    let elder = |of: Seats| hand.from_dealers_left(of).next();
    let right = match reason {
        AwardReason::BestCard => {
            let up = |seat: Seat| hand.player(seat).hand.get(2).map(worth_of_ace);
            let best = active.iter().filter_map(up).max();
            let all: Seats = active.iter().filter(|&seat| up(seat) == best).collect();
            elder(all) == Some(seat)
        }
        AwardReason::See | AwardReason::StandOff | AwardReason::Cover => {
            let reading = |seat| hand.reading(rules, seat);
            let better = rivals.iter().all(|other| reading(seat) >= reading(other));
            rivals.len() == 2 && rivals.contains(seat) && better
        }
        AwardReason::Elder if rivals.len() == 2 && hand.phase == Phase::Rivalry => {
            rules.tie_rule == TieRule::ElderWins && elder(rivals) == Some(seat)
        }
        AwardReason::Elder => active.contains(seat),
        AwardReason::BestHand => {
            let reading = |seat| hand.reading(rules, seat);
            active.without(seat).iter().all(|other| reading(seat) > reading(other))
        }
        AwardReason::Unchallenged | AwardReason::Excess => rivals.contains(seat),
        AwardReason::Conceded => rivals.len() == 2 && rivals.contains(seat),
        AwardReason::Returned => rivals.is_empty(),
        AwardReason::ThirtyOne => points(hand, rules, seat) == 31,
        AwardReason::Nearest => {
            let own = points(hand, rules, seat);
            let nearer = |other: Seat| (own + 1..=31).contains(&points(hand, rules, other));
            // Who draws again may come to have less, where an ace turns from eleven to one.
            let settled = rules.classic.ace_value != AceValue::OneOrEleven
                || rules.classic.thirty_one_tie != ThirtyOneTie::DrawAgain;
            own < 31 && !(settled && active.iter().any(nearer))
        }
        AwardReason::OthersLeft => true,
        // Those of other games.
        _ => false,
    };
    assert!(right, "8, pots: {seat} does not win for {reason:?}");
    assert!(sharers == 1 || reason == AwardReason::Nearest, "8, pots: {sharers} share for {reason:?}");
}

fn worth_of_ace(card: Card) -> (u8, bool) {
    (card.rank(), card.to_string() == "Ad")
}

/// Tried in every way: each ace as eleven or one.
fn points(hand: &Hand, rules: &Rules, seat: Seat) -> u32 {
    let (mut fixed, mut aces) = (0, 0);
    for card in hand.player(seat).hand.iter().chain(hand.drawn(seat).iter()) {
        match &card.to_string()[..1] {
            "A" => aces += 1,
            "T" | "J" | "Q" | "K" => fixed += 10,
            pips => fixed += pips.parse::<u32>().expect("the pips of a card"),
        }
    }
    match rules.classic.ace_value {
        AceValue::Ten => fixed + 10 * aces,
        AceValue::One => fixed + aces,
        AceValue::OneOrEleven => {
            let all = (0..=aces).map(|elevens| fixed + aces + 10 * elevens);
            all.clone().filter(|&sum| sum <= 31).max().unwrap_or_else(|| all.min().unwrap_or(fixed))
        }
    }
}
