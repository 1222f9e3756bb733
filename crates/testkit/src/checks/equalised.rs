//! Equalised betting (rulebook section 4), said a second time: why an act is refused, what is in which layer of the pot,
//! and who wins it.

use brag_rules::Chips;
use brag_rules::act::Act;
use brag_rules::fact::{AwardReason, Fact as HandFact};
use brag_rules::hand::equalised::{Fact, HowBet};
use brag_rules::hand::{Hand, Phase};
use brag_rules::options::{LimitMode, Rules, TieRule};
use brag_rules::refusal::Refusal;
use brag_rules::seat::{Seat, Seats};

/// The reason for which an act that is not listed is refused (A.4).
pub fn expected(hand: &Hand, rules: &Rules, seat: Seat, act: &Act) -> Refusal {
    let (player, put, highest) = (hand.player(seat), hand.put(seat), hand.stake);
    let (wanted, least, price) = match (hand.phase, act) {
        (Phase::Draw, Act::Draw(_)) => return Refusal::BadCards,
        (Phase::Betting, Act::Brag(amount)) if highest == 0 => (*amount, rules.min_stake, rules.min_stake),
        (Phase::Betting, Act::RaiseTo(amount)) if highest > 0 => (*amount, highest + 1, highest - put),
        _ => return Refusal::IllegalInState,
    };
    let mut most: Vec<Chips> = rules.max_stake.into_iter().collect();
    most.extend(rules.max_raise.map(|raise| highest.saturating_add(raise)));
    match rules.limit_mode {
        LimitMode::NoLimit => {}
        LimitMode::Pot => most.push(highest.saturating_add(hand.pot())),
        LimitMode::Fixed if highest == 0 => most.push(rules.min_stake),
        LimitMode::Fixed => most.extend(rules.raise_increment.map(|more| highest.saturating_add(more))),
    }
    let mut most = most.into_iter().min().unwrap_or(Chips::MAX);
    if highest == 0 {
        most = most.max(rules.min_stake);
    }
    if player.stack < price {
        Refusal::InsufficientChips
    } else if wanted < least {
        Refusal::AmountTooLow
    } else if wanted > most {
        Refusal::AmountTooHigh
    } else if wanted - put > player.stack {
        Refusal::InsufficientChips
    } else {
        Refusal::BadStep
    }
}

/// A bet is what its kind says, and the highest bet never falls (property 4).
pub fn bet_is_sound(hand: &Hand, fact: &HandFact) {
    let HandFact::Equalised(Fact::BetMade { seat, how, amount, put, stake, .. }) = fact else { return };
    let (before, highest, stack) = (hand.put(*seat), hand.stake, hand.player(*seat).stack);
    assert_eq!(before + amount, *put, "4, bets: what he has bet grows by what he pays");
    assert_eq!((*stake).max(highest), *stake, "4, bets: the highest bet fell from {highest} to {stake}");
    let sound = match how {
        HowBet::Brag => highest == 0 && put == stake,
        HowBet::Call => *stake == highest && (*put == highest || *amount == stack) && *amount > 0,
        HowBet::Raise => *put > highest && put == stake,
    };
    assert!(sound, "4, bets: {how:?} with {put} where the highest bet is {highest}");
}

/// Who must win a pot of a showdown, and by what: peeled off the bets one by one, from the lowest.
pub fn winners(hand: &Hand, rules: &Rules, pot: usize) -> (Chips, Seats, AwardReason) {
    let mut left: Vec<(Seat, Chips)> = hand.dealt_in.iter().map(|seat| (seat, hand.put(seat))).collect();
    let mut contenders = hand.active();
    // Antes and chips from before lie in the first layer.
    let bets: Chips = left.iter().map(|&(_, put)| put).sum();
    let won: Chips = hand.dealt_in.iter().map(|seat| hand.player(seat).won).sum();
    let mut outside = hand.pot() + won - bets;
    let of = |left: &[(Seat, Chips)], seat: Seat| {
        left.iter().find(|(of, _)| *of == seat).map_or(0, |&(_, put)| put)
    };
    for layer in 0.. {
        let lowest = contenders.iter().map(|seat| of(&left, seat)).min().expect("a layer has somebody in it");
        let mut amount = std::mem::take(&mut outside);
        for (_, put) in &mut left {
            let part = lowest.min(*put);
            *put -= part;
            amount += part;
        }
        let further: Seats = contenders.iter().filter(|&seat| of(&left, seat) > 0).collect();
        if further.is_empty() {
            amount += left.iter().map(|&(_, put)| put).sum::<Chips>();
        }
        if layer == pot {
            let (best, reason) = best(hand, rules, contenders);
            return (amount, best, reason);
        }
        assert!(!further.is_empty(), "8, pots: there is no layer {pot}");
        contenders = further;
    }
    unreachable!("a pot has a last layer")
}

fn best(hand: &Hand, rules: &Rules, contenders: Seats) -> (Seats, AwardReason) {
    let reading = |seat| hand.reading(rules, seat).expect("8, pots: who is in the showdown has cards");
    let strongest = contenders.iter().map(reading).max().expect("8, pots: somebody is in the layer");
    let equal: Seats = contenders.iter().filter(|&seat| reading(seat) == strongest).collect();
    let elder = hand.from_dealers_left(equal).next().expect("8, pots: somebody is the best");
    match (contenders.len(), equal.len(), rules.tie_rule) {
        (1, ..) => (contenders, AwardReason::Uncontested),
        (_, 1, _) => (equal, AwardReason::BestHand),
        (.., TieRule::Split) => (equal, AwardReason::StandOff),
        _ => (Seats::only(elder), AwardReason::Elder),
    }
}
