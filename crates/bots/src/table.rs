//! What a bot reads in its view.

use crate::odds;
use brag_contract::v1::{OptionValue as Wire, Phase, SeatStatus, SeatView, TableView, option_value};
use brag_rules::card::{Card, PLAYED};
use brag_rules::options::{GivenRules, OptionValue, Rules};
use brag_rules::rank::RankingRules;

/// The rules of the table as its charter has them; none that this build knows.
pub fn rules(view: &TableView) -> Option<Rules> {
    let charter = view.charter.as_ref()?;
    let given: Option<GivenRules> =
        charter.rules.iter().map(|(key, value)| Some((key.clone(), option(value)?))).collect();
    Rules::restore(&charter.variant, &given?).ok()
}

/// How hands rank now: by these rules, and by the card that was turned before the deal where they turn one.
pub fn ranking(rules: &Rules, view: &TableView) -> RankingRules {
    turned(view).map_or(rules.ranking, |card| rules.ranking.with_turned(card))
}

/// The card that was turned before the deal, if one was.
pub fn turned(view: &TableView) -> Option<Card> {
    view.turned_card.parse().ok()
}

fn option(value: &Wire) -> Option<OptionValue> {
    Some(match value.value.as_ref()? {
        option_value::Value::Number(number) => OptionValue::Number(*number),
        option_value::Value::Flag(flag) => OptionValue::Flag(*flag),
        option_value::Value::Choice(choice) => OptionValue::Choice(choice.clone()),
        option_value::Value::Set(set) => OptionValue::Set(set.values.iter().cloned().collect()),
    })
}

/// A hand in progress from one of its seats.
pub struct Situation<'a> {
    pub view: &'a TableView,
    pub me: &'a SeatView,
    /// The others who are still betting.
    pub opponents: Vec<&'a SeatView>,
    /// Chips to be won, covered pots included.
    pub pot: i64,
}

impl<'a> Situation<'a> {
    /// None without a seat.
    pub fn of(view: &'a TableView) -> Option<Situation<'a>> {
        let me = view.seats.iter().find(|seat| seat.number == view.viewer_seat)?;
        let others = view.seats.iter().filter(|seat| seat.number != me.number);
        let opponents = others.filter(|seat| seat.status() == SeatStatus::In).collect();
        // Where bets go round on a set, the pots of the others are not played for yet.
        let first = view.pots.iter().position(|pot| pot.set == view.betting_set && pot.set > 0).unwrap_or(0);
        let pot = view.pots.iter().skip(first).fold(0_i64, |sum, pot| sum.saturating_add(pot.amount));
        Some(Situation { view, me, opponents, pot })
    }

    /// Whether it is this seat that is asked.
    pub fn my_turn(&self) -> bool {
        self.view.to_act.iter().any(|turn| turn.seat == self.me.number)
    }

    /// The cards with which the seat stands in the next comparison, as far as it knows them, and of how many cards each
    /// other chose his: those of one hand or, where bets go round on a set, of that set, for which later sets are left over.
    pub fn compared(&self, rules: Option<&Rules>) -> Option<(Vec<Card>, usize)> {
        let each = rules.map_or(PLAYED, |rules| rules.cards_each.into());
        if self.view.phase() == Phase::SetBetting {
            let set = self.me.sets.iter().find(|set| set.set == self.view.betting_set)?;
            let before = usize::try_from(set.set).unwrap_or(1).saturating_sub(1);
            return Some((odds::read(&set.cards)?, each.saturating_sub(PLAYED * before).max(PLAYED)));
        }
        let cards = self.me.hands.iter().find_map(|hand| odds::read(&hand.cards))?;
        Some((cards, each))
    }
}
