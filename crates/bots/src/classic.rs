//! How the sensible bot plays the classic game of three stakes (rulebook V9).

use crate::listed::Listed;
use crate::sensible::Judge;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{
    Bet, Brag, Challenge, Concede, Cover, Decline, Draw, Exchange, Pass, SeatStatus, SeatView, See, Stand,
};
use brag_rules::card::Card;
use brag_rules::hand::classic::{GOAL, total};
use brag_rules::options::Rules;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A rival who brags, challenges or bets holds no hand below this share of them, if he is honest.
const BRAGS_FROM: f64 = 0.55;
/// How often a hand that is worth it is bragged, and raised.
const BRAGS: f64 = 0.85;
/// The chance to be over the goal up to which the bot draws although it is the nearest.
const DARES: f64 = 0.3;
/// A card of the hand that counts no more than this is changed although the bot is the nearest.
const POOR: u8 = 5;

/// An act of the classic game; nothing where none is listed.
pub fn judge(judge: &Judge<'_>, rules: &Rules, listed: &Listed<'_>, rng: &mut ChaCha8Rng) -> Option<Action> {
    let worth = judge.worth.unwrap_or(0.5);
    if listed.pass {
        return Some(offer(judge, listed, worth, rng));
    }
    if listed.decline {
        let chance = against_brag(worth);
        return Some(match listed.challenge {
            Some(range) if pays(judge, chance, range.min) => {
                Action::Challenge(Challenge { amount: range.min })
            }
            _ => Action::Decline(Decline {}),
        });
    }
    if listed.concede {
        return Some(rivalry(judge, listed, worth, rng));
    }
    thirty_one(judge, rules, listed)
}

/// A hand that is probably the best of all is bragged; now and then another one.
fn offer(judge: &Judge<'_>, listed: &Listed<'_>, worth: f64, rng: &mut ChaCha8Rng) -> Action {
    let Some(range) = listed.brag else { return Action::Pass(Pass {}) };
    let others = i32::try_from(judge.situation.opponents.len()).unwrap_or(1);
    let best = worth.powi(others);
    let strong = best >= judge.temper.raise_from * 0.8 && rng.random_bool(BRAGS);
    if !strong && !rng.random_bool(judge.temper.bluff) {
        return Action::Pass(Pass {});
    }
    let share = if best >= judge.temper.raise_from { judge.temper.raise_share } else { 0.0 };
    Action::Brag(Brag { amount: sized(judge, range.min, range.max, share) })
}

/// Bets what is worth it, sees what is not clear, and gives up the rest.
fn rivalry(judge: &Judge<'_>, listed: &Listed<'_>, worth: f64, rng: &mut ChaCha8Rng) -> Action {
    let chance = against_brag(worth);
    if let Some(cover) = &listed.cover {
        let covers = cover.cost == 0 || pays(judge, chance, cover.cost);
        return if covers { Action::Cover(Cover { which: 0 }) } else { Action::Concede(Concede {}) };
    }
    let waited = judge.situation.me.bets >= judge.temper.patience;
    if let Some(bet) = listed.bet
        && !waited
        && chance >= judge.temper.raise_from
        && rng.random_bool(BRAGS)
    {
        return Action::Bet(Bet { amount: sized(judge, bet.min, bet.max, judge.temper.raise_share) });
    }
    match &listed.see {
        Some(see) if pays(judge, chance, see.cost) => Action::See(See { which: 0 }),
        _ => Action::Concede(Concede {}),
    }
}

/// The chance of a hand of this worth against one that was bragged or answered.
fn against_brag(worth: f64) -> f64 {
    ((worth - BRAGS_FROM) / (1.0 - BRAGS_FROM)).max(0.0)
}

fn pays(judge: &Judge<'_>, chance: f64, cost: i64) -> bool {
    // The brag's pot is what is played for; the other ones are nobody's to bet for.
    let pot = judge.situation.view.pots.get(1).map_or(0, |pot| pot.amount) as f64;
    judge.temper.pays(chance, pot, cost as f64)
}

/// The least and a share of the pot, as far as an opponent can meet it.
fn sized(judge: &Judge<'_>, min: i64, max: i64, share: f64) -> i64 {
    let pot = judge.situation.view.pots.get(1).map_or(0, |pot| pot.amount) as f64;
    let meets = judge.situation.opponents.iter().map(|opponent| opponent.stack).max().unwrap_or(0);
    let wanted = min.saturating_add((pot * share) as i64).min(meets.max(min));
    wanted.clamp(min, max.max(min))
}

/// Draws while another one is nearer, and as long as the risk is small.
fn thirty_one(judge: &Judge<'_>, rules: &Rules, listed: &Listed<'_>) -> Option<Action> {
    let ace = rules.classic.ace_value;
    let stand = listed.stand.then_some(Action::Stand(Stand {}));
    let Some(own) = cards_of(judge.situation.me) else { return stand };
    let of = |seat: &SeatView| cards_of(seat).map(|cards| total(cards, ace));
    let others = judge.situation.opponents.iter().filter_map(|seat| of(seat));
    let best = others.filter(|&other| other <= GOAL).max().unwrap_or(0);
    let have = total(own.iter().copied(), ace);
    if listed.draw.is_some() {
        let draws = have < best || over(judge, &own, rules) <= DARES;
        return if draws { Some(Action::Draw(Draw { cards: Vec::new() })) } else { stand };
    }
    let Some(exchange) = listed.exchange else { return stand };
    let worth = |code: &&String| code.parse::<Card>().map_or(u8::MAX, |card| total([card], ace));
    match exchange.cards.iter().min_by_key(worth) {
        Some(lowest) if have < best || worth(&lowest) <= POOR => {
            Some(Action::Exchange(Exchange { card: lowest.clone() }))
        }
        _ => stand,
    }
}

/// The chance that the next card is too much: every card that nobody shows may be it.
fn over(judge: &Judge<'_>, own: &[Card], rules: &Rules) -> f64 {
    let seats = judge.situation.view.seats.iter().filter(|seat| seat.status() == SeatStatus::In);
    let shown: Vec<Card> = seats.filter_map(cards_of).flatten().collect();
    let left: Vec<Card> = Card::in_pack_order().filter(|card| !shown.contains(card)).collect();
    let ace = rules.classic.ace_value;
    let over = left.iter().filter(|&&card| total(own.iter().copied().chain([card]), ace) > GOAL).count();
    over as f64 / left.len().max(1) as f64
}

/// What a seat has towards thirty-one, where it is all known.
fn cards_of(seat: &SeatView) -> Option<Vec<Card>> {
    let hand = seat.hands.first()?;
    hand.cards.iter().chain(&seat.drawn).map(|code| code.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use crate::table::Situation;
    use crate::{Kind, Temper};
    use brag_contract::v1::{
        HandView, LegalBet, LegalBrag, LegalChallenge, LegalCover, LegalDraw, LegalExchange, LegalSee, Pot,
        TableView,
    };
    use brag_rules::options::GivenRules;
    use rand::SeedableRng;

    fn seat(number: u32, cards: &str, drawn: &str) -> SeatView {
        let list = |cards: &str| cards.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let hands = vec![HandView { cards: list(cards), ..HandView::default() }];
        let status = SeatStatus::In.into();
        SeatView {
            number,
            hands,
            status,
            stack: 100,
            looked: true,
            drawn: list(drawn),
            ..SeatView::default()
        }
    }

    fn view(me: SeatView, other: SeatView) -> TableView {
        let pot = |amount| Pot { amount, ..Pot::default() };
        TableView {
            seats: vec![me, other],
            viewer_seat: 1,
            pots: vec![pot(0), pot(8), pot(4)],
            ..TableView::default()
        }
    }

    /// What each temper does, of a hand that beats this share of others.
    fn acts(view: &TableView, worth: f64, listed: &Listed<'_>, given: &[(&str, &str)]) -> Vec<Action> {
        let given: GivenRules = given
            .iter()
            .map(|(key, value)| {
                ((*key).to_owned(), brag_rules::options::OptionValue::from_plain(value).unwrap())
            })
            .collect();
        let rules = Rules::resolve("classic_three_stake", &given).unwrap();
        let act = |temper: &Temper| {
            let (situation, memory) = (Situation::of(view).unwrap(), Memory::default());
            let judged = Judge {
                temper,
                situation: &situation,
                memory: &memory,
                ranking: &rules.ranking,
                worth: Some(worth),
                min_stake: 2,
            };
            judge(&judged, &rules, listed, &mut ChaCha8Rng::seed_from_u64(1)).unwrap()
        };
        [Kind::Tight, Kind::Loose].into_iter().filter_map(Kind::temper).map(act).collect()
    }

    #[test]
    fn good_hands_are_bragged_and_answered_and_bad_ones_are_not() {
        let table = view(seat(1, "Kc Kd 4c", ""), seat(2, "?? ?? 9s", ""));
        let brag = LegalBrag { min: 2, max: 100, step: 1 };
        let offer = Listed { pass: true, brag: Some(&brag), ..Listed::default() };
        assert!(acts(&table, 0.97, &offer, &[]).iter().all(|act| matches!(act, Action::Brag(_))));
        assert!(acts(&table, 0.2, &offer, &[]).iter().all(|act| matches!(act, Action::Pass(_))));
        let challenge = LegalChallenge { min: 4, max: 100 };
        let asked = Listed { decline: true, challenge: Some(&challenge), ..Listed::default() };
        let meets = Action::Challenge(Challenge { amount: 4 });
        assert_eq!(acts(&table, 0.97, &asked, &[]), [meets.clone(), meets]);
        assert!(acts(&table, 0.5, &asked, &[]).iter().all(|act| matches!(act, Action::Decline(_))));
    }

    #[test]
    fn a_rival_bets_sees_covers_or_concedes_by_his_chance() {
        let table = view(seat(1, "Kc Kd 4c", ""), seat(2, "?? ?? 9s", ""));
        let (bet, see) = (LegalBet { min: 4, max: 90, step: 1 }, LegalSee { cost: 4, which: vec![] });
        let turn = Listed { concede: true, bet: Some(&bet), see: Some(&see), ..Listed::default() };
        assert!(acts(&table, 0.99, &turn, &[]).iter().all(|act| matches!(act, Action::Bet(_))));
        assert!(acts(&table, 0.79, &turn, &[]).iter().all(|act| matches!(act, Action::See(_))));
        assert!(acts(&table, 0.4, &turn, &[]).iter().all(|act| matches!(act, Action::Concede(_))));
        let cover = LegalCover { cost: 0, which: vec![] };
        let short = Listed { concede: true, cover: Some(&cover), ..Listed::default() };
        assert!(acts(&table, 0.1, &short, &[]).iter().all(|act| matches!(act, Action::Cover(_))));
    }

    #[test]
    fn it_draws_while_it_is_behind_or_safe() {
        let draw = LegalDraw { most: 0, cards: vec![] };
        let listed = Listed { stand: true, draw: Some(&draw), ..Listed::default() };
        let with = |own: &str, drawn: &str, other: &str| {
            acts(&view(seat(1, own, drawn), seat(2, other, "")), 0.5, &listed, &[]).remove(0)
        };
        assert!(matches!(with("2c 3d 4h", "", "2d 2h 3c"), Action::Draw(_)), "nothing can go wrong");
        assert!(matches!(with("Kc Kd 4c", "", "9c 9d 9h"), Action::Draw(_)), "another one is nearer");
        assert!(matches!(with("Kc Kd 8c", "", "9c 9d 9h"), Action::Stand(_)), "most cards are too many");
        assert!(matches!(with("Kc Kd 4c", "5h", "9c 9d 9h"), Action::Stand(_)), "29 with the drawn card");
    }

    #[test]
    fn the_lowest_card_is_changed_where_it_is_poor_or_another_one_is_nearer() {
        let exchange = LegalExchange { cards: ["Kc", "4c", "9d"].map(str::to_owned).to_vec() };
        let listed = Listed { stand: true, exchange: Some(&exchange), ..Listed::default() };
        let given = [("thirty_one_draw", "exchange")];
        let table = view(seat(1, "Kc 4c 9d", ""), seat(2, "2c 2d 2h", ""));
        let change = Action::Exchange(Exchange { card: "4c".to_owned() });
        assert_eq!(acts(&table, 0.5, &listed, &given)[0], change);
        let exchange = LegalExchange { cards: ["Kc", "8c", "9d"].map(str::to_owned).to_vec() };
        let listed = Listed { stand: true, exchange: Some(&exchange), ..Listed::default() };
        let table = view(seat(1, "Kc 8c 9d", ""), seat(2, "2c 2d 2h", ""));
        assert_eq!(acts(&table, 0.5, &listed, &given)[0], Action::Stand(Stand {}));
    }
}
