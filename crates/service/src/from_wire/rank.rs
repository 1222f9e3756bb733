//! A RankHandsRequest into hands and the ranking by which they compare.

use brag_contract::v1;
use brag_rules::card::{Card, Cards, MAX_HAND, Pack};
use brag_rules::options::Rules;
use brag_rules::rank::{Ranking, RankingRules, Reading, Wild};

use super::names;
use super::rules::given_rules;
use crate::refused;
use crate::status::{Failure, counted};

/// Hands of one request: as many as a person compares, and a few milliseconds of work at most.
const MAX_HANDS: usize = 100;
/// Cards that count in a comparison.
const PLAYED: usize = 3;

/// The ranking that the request asks for, and every hand as that reads it.
pub(crate) fn parse(request: v1::RankHandsRequest) -> Result<(Ranking, Vec<Reading>), Failure> {
    names::present("variant", &request.variant)?;
    let given = given_rules(request.rules)?;
    let rules = Rules::resolve(&request.variant, &given).map_err(refused::by_options)?;
    let ranking = Ranking::of(&with_turned(rules.ranking, &request.turned_card)?);
    if !(1..=MAX_HANDS).contains(&request.hands.len()) {
        return Err(Failure::invalid("hands", format!("1 to {}", counted(MAX_HANDS, "hand"))));
    }
    let readings = (0..).zip(&request.hands).map(|(place, hand)| read(&ranking, place, hand));
    Ok((ranking, readings.collect::<Result<_, _>>()?))
}

/// The rules with the card that is turned before the deal, if they turn one.
fn with_turned(rules: RankingRules, code: &str) -> Result<RankingRules, Failure> {
    const FIELD: &str = "turned_card";
    match (rules.wild, code) {
        (Wild::RandomRank, code) => Ok(rules.with_turned(card(FIELD, code)?)),
        (_, "") => Ok(rules),
        _ => Err(Failure::invalid(FIELD, "empty, since these rules turn no card")),
    }
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
        let field = format!("{field}[{place}]");
        let card = card(&field, code)?;
        if seen.contains(card) {
            return Err(Failure::invalid(field, "another card than those before it in this hand"));
        }
        seen.push(card);
        cards.push(card);
    }
    Ok(cards)
}

/// A card of the request.
pub(super) fn card(field: &str, code: &str) -> Result<Card, Failure> {
    code.parse()
        .map_err(|_| Failure::invalid(field, "a rank of 23456789TJQKA and a suit of cdhs, such as Td"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_card_is_turned_where_its_rank_is_wild_and_nowhere_else() {
        let turning = RankingRules { wild: Wild::RandomRank, ..RankingRules::default() };
        let nines = Wild::from_names(&BTreeSet::from(["9".to_owned()])).unwrap();
        assert_eq!(with_turned(turning, "9d").unwrap().wild, nines);
        let lowest = RankingRules { wild: Wild::LowestCard, ..RankingRules::default() };
        for rules in [RankingRules::default(), RankingRules { wild: nines, ..turning }, lowest] {
            assert_eq!(with_turned(rules, "").unwrap(), rules);
            assert_eq!(with_turned(rules, "9d").unwrap_err().reason(), "INVALID_FIELD");
        }
        for wrong in ["", "9", "9x", "??"] {
            assert_eq!(with_turned(turning, wrong).unwrap_err().reason(), "INVALID_FIELD", "{wrong}");
        }
    }
}
