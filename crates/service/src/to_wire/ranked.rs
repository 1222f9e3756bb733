//! What hands are worth, and which of them wins.

use std::cmp::Ordering;

use brag_contract::v1;
use brag_host::wire::card;
use brag_rules::rank::{Ranking, Reading};

use super::catalogue::CLASSES;
use crate::texts::Texts;

/// The hands of one request, in their order.
pub(crate) fn ranked(texts: &Texts, ranking: &Ranking, hands: &[Reading]) -> v1::RankHandsResponse {
    v1::RankHandsResponse {
        hands: hands.iter().map(|hand| one(texts, ranking, hand, place(ranking, hand, hands))).collect(),
        worst_strength: ranking.indices().into(),
    }
}

/// 1 for a hand that none of them beats. 2-3-5 counts only where exactly two are compared (2.9).
fn place(ranking: &Ranking, hand: &Reading, hands: &[Reading]) -> u32 {
    let beats = |other: &&Reading| match hands.len() {
        2 => ranking.compare(other, hand) == Ordering::Greater,
        _ => *other > hand,
    };
    1 + hands.iter().filter(beats).count() as u32
}

fn one(texts: &Texts, ranking: &Ranking, hand: &Reading, place: u32) -> v1::RankedHand {
    let name = ranking.class_of(hand.strength()).name();
    let class = CLASSES.iter().find(|(_, known)| *known == name);
    let cards = hand.cards();
    let counts_for_another = ranking.wild_cards(cards);
    let wild = cards.into_iter().zip(counts_for_another).filter(|(_, another)| *another);
    v1::RankedHand {
        hand_class: class.map_or(v1::HandClass::Unspecified, |(class, _)| *class).into(),
        title: texts.text(&format!("class-{name}")),
        strength: hand.strength().index().into(),
        place,
        cards: cards.map(card).to_vec(),
        wild_cards: wild.map(|(wild, _)| card(wild)).collect(),
    }
}
