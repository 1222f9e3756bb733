//! An EstimateOddsRequest into a spot, and how its odds are to be found.

use brag_contract::v1;
use brag_rules::arrange::{MAX_SETS, Sets, TooMany};
use brag_rules::card::{Card, MAX_HAND};
use brag_rules::odds::{Known, Method, NoSpot, Place, Spot};
use brag_rules::options::Rules;

use super::names;
use super::rank::card;
use super::rules::given_rules;
use crate::refused;
use crate::status::Failure;

/// What is asked.
pub(crate) struct Asked {
    /// The cards.
    pub(crate) spot: Spot,
    /// Counted or drawn.
    pub(crate) method: Method,
    /// Where drawn deals begin.
    pub(crate) seed: u64,
}

/// What the request asks.
pub(crate) fn parse(request: v1::EstimateOddsRequest) -> Result<Asked, Failure> {
    names::present("variant", &request.variant)?;
    let given = given_rules(request.rules)?;
    let rules = Rules::resolve(&request.variant, &given).map_err(refused::by_options)?;
    let hands = request.hands.iter().enumerate().map(|(place, hand)| {
        let cards_of = |list: &str, codes| cards(&format!("hands[{place}].{list}"), codes);
        let (cards, thrown) = (cards_of("cards", &hand.cards)?, cards_of("thrown", &hand.thrown)?);
        Ok(Known { cards, thrown, sets: sets(place, &hand.sets)? })
    });
    let hands: Vec<Known> = hands.collect::<Result<_, Failure>>()?;
    let dead = cards("dead_cards", &request.dead_cards)?;
    let turned = match &*request.turned_card {
        "" => None,
        code => Some(card("turned_card", code)?),
    };
    let spot = Spot::new(&rules, turned, &hands, &dead).map_err(no_spot)?;
    let method = match request.samples {
        0 => Method::Fitting,
        samples => Method::Drawn(samples.into()),
    };
    Ok(Asked { spot, method, seed: request.seed })
}

fn cards(field: &str, codes: &[String]) -> Result<Vec<Card>, Failure> {
    codes.iter().enumerate().map(|(place, code)| card(&format!("{field}[{place}]"), code)).collect()
}

/// How a hand is laid out; none where nothing is named.
fn sets(place: usize, named: &[v1::CardSet]) -> Result<Option<Sets>, Failure> {
    let field = format!("hands[{place}].sets");
    let mut sets = Sets::EMPTY;
    for (number, set) in named.iter().enumerate() {
        let cards = cards(&format!("{field}[{number}].cards"), &set.cards)?;
        sets.push(cards).map_err(|TooMany| {
            Failure::invalid(&field, format!("at most {MAX_SETS} sets, and {MAX_HAND} cards in all of them"))
        })?;
    }
    Ok((!sets.is_empty()).then_some(sets))
}

/// What is no deal, by the field that says so.
fn no_spot(why: NoSpot) -> Failure {
    let field = match why.place {
        Place::Hands => "hands".to_owned(),
        Place::Cards(hand, None) => format!("hands[{hand}].cards"),
        Place::Cards(hand, Some(card)) => format!("hands[{hand}].cards[{card}]"),
        Place::Thrown(hand, None) => format!("hands[{hand}].thrown"),
        Place::Thrown(hand, Some(card)) => format!("hands[{hand}].thrown[{card}]"),
        Place::Sets(hand) => format!("hands[{hand}].sets"),
        Place::Dead(card) => format!("dead_cards[{card}]"),
        Place::Turned => "turned_card".to_owned(),
    };
    Failure::invalid(field, why.allowed)
}
