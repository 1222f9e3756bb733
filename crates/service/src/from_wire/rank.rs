//! A RankHandsRequest into hands and the ranking by which they compare.

use brag_contract::v1;
use brag_rules::card::{Card, Cards, MAX_HAND, Pack};
use brag_rules::options::Rules;
use brag_rules::rank::{Ranking, Reading};

use super::names;
use super::rules::given_rules;
use crate::refused;
use crate::status::{Failure, counted};

/// Hands of one request: as many as a person compares, and a millisecond of work at most.
const MAX_HANDS: usize = 100;
/// Cards that count in a comparison.
const PLAYED: usize = 3;

/// The ranking that the request asks for, and every hand as that reads it.
pub(crate) fn parse(request: v1::RankHandsRequest) -> Result<(Ranking, Vec<Reading>), Failure> {
    names::present("variant", &request.variant)?;
    let given = given_rules(request.rules)?;
    let rules = Rules::resolve(&request.variant, &given).map_err(refused::by_options)?;
    let ranking = Ranking::of(&rules.ranking);
    if !(1..=MAX_HANDS).contains(&request.hands.len()) {
        return Err(Failure::invalid("hands", format!("1 to {}", counted(MAX_HANDS, "hand"))));
    }
    let readings = (0..).zip(&request.hands).map(|(place, hand)| read(&ranking, place, hand));
    Ok((ranking, readings.collect::<Result<_, _>>()?))
}

fn read(ranking: &Ranking, place: usize, hand: &v1::HandToRank) -> Result<Reading, Failure> {
    let mut seen = Pack::EMPTY;
    let field = format!("hands[{place}].cards");
    let held = cards(&field, &hand.cards, MAX_HAND, &mut seen)?;
    let thrown = cards(&format!("hands[{place}].thrown"), &hand.thrown, MAX_HAND - PLAYED, &mut seen)?;
    ranking
        .read(&held, &thrown)
        .ok_or_else(|| Failure::invalid(field, format!("{PLAYED} to {MAX_HAND} cards")))
}

/// Cards that are not yet among those seen, and then are.
fn cards(field: &str, codes: &[String], most: usize, seen: &mut Pack) -> Result<Cards, Failure> {
    if codes.len() > most {
        return Err(Failure::invalid(field, format!("at most {}", counted(most, "card"))));
    }
    let mut cards = Cards::EMPTY;
    for (place, code) in codes.iter().enumerate() {
        let wrong = |allowed| Failure::invalid(format!("{field}[{place}]"), allowed);
        let card: Card =
            code.parse().map_err(|_| wrong("a rank of 23456789TJQKA and a suit of cdhs, such as Td"))?;
        if seen.contains(card) {
            return Err(wrong("another card than those before it in this hand"));
        }
        seen.push(card);
        cards.push(card);
    }
    Ok(cards)
}
