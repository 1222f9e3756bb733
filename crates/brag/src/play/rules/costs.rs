//! What a hand costs before its cards, and what it costs to give it up.

use super::own;
use crate::screen::text;
use brag_contract::v1::{SeatView, TableView};
use brag_rules::options::{AnteMode, Prize, Rules};
use brag_rules::variant::Machine;

/// Whether a game is of several deals (V6B, V8): who comes and goes then does so between two games.
pub fn of_several_deals(view: &TableView) -> bool {
    brag_bots::rules(view).is_some_and(|rules| {
        rules.machine() == Machine::Bus
            || rules.machine() == Machine::Arrange && rules.arrange.prize == Prize::Game
    })
}

/// What is paid before the cards, as sentences that begin with a blank; nothing where nothing is.
pub(super) fn before_the_cards(view: &TableView) -> String {
    let Some(rules) = brag_bots::rules(view) else { return String::new() };
    let mut paid = Vec::new();
    match rules.ante_mode {
        _ if rules.ante == 0 => {}
        AnteMode::None => {}
        AnteMode::Always => paid.push(format!("the ante of {}", rules.ante)),
        AnteMode::AfterPrial => {
            paid.push(format!("the ante of {}, after a hand that a prial won", rules.ante))
        }
    }
    if rules.classic.stake > 0 {
        paid.push(format!("three stakes of {}", rules.classic.stake));
    }
    if rules.machine() == Machine::Arrange && rules.arrange.needs() > 0 {
        paid.push(match rules.arrange.pots() {
            1 => format!("the stake of {}", rules.arrange.stake()),
            pots => format!("{pots} stakes of {}", rules.arrange.stake()),
        });
    }
    let mut told = match &paid[..] {
        [] => String::new(),
        paid => format!(" Everybody dealt in pays {} before the cards.", paid.join(" and ")),
    };
    if rules.equalised.dealer_stake > 0 {
        told.push_str(&format!(" The dealer puts up {} before the deal.", rules.equalised.dealer_stake));
    }
    if rules.machine() == Machine::Bus && rules.bus.entry_stake > 0 {
        told.push_str(&format!(" When a game begins, everybody pays {}.", rules.bus.entry_stake));
    }
    told
}

/// The chips that somebody who gives up his hand pays the dealer if nobody meets the dealer's stake (V11); 0 where it is
/// met, and elsewhere.
fn forfeit(view: &TableView, rules: &Rules, seat: &SeatView) -> i64 {
    let met = view.seats.iter().any(|other| other.number != view.dealer && other.put > 0);
    if rules.equalised.dealer_stake == 0 || met || seat.number == view.dealer {
        return 0;
    }
    chips(rules.equalised.forfeit).min(seat.stack)
}

/// What it costs to fold.
pub(super) fn folding(view: &TableView, seat: &SeatView) -> String {
    let forfeit = brag_bots::rules(view).map_or(0, |rules| forfeit(view, &rules, seat));
    match (seat.paid, forfeit) {
        (0, 0) => "costs nothing.".to_owned(),
        (0, forfeit) => unmet(forfeit),
        (paid, 0) => {
            format!("costs nothing more; the {} that you have paid stay in the pot.", text::chips(paid))
        }
        (paid, forfeit) => {
            format!("the {} that you have paid stay in the pot; {}", text::chips(paid), unmet(forfeit))
        }
    }
}

fn unmet(forfeit: i64) -> String {
    format!(
        "if nobody meets the dealer's stake, you pay him a forfeit of {forfeit}, and otherwise nothing more."
    )
}

/// What whoever looks loses by leaving now, beyond his part in the hand, as a sentence; nothing where it is nothing.
pub fn leaving(view: &TableView) -> Option<String> {
    let (seat, rules) = (own(view)?, brag_bots::rules(view)?);
    if let Some(game) = view.crash.as_ref().filter(|game| game.winner == 0)
        && game.players.contains(&seat.number)
    {
        let score = u16::try_from(seat.points).unwrap_or(u16::MAX);
        let owed = chips(rules.crash.owed(score)).min(seat.stack);
        return (owed > 0)
            .then(|| format!("It costs {}, which whoever wins the game gets.", text::chips(owed)));
    }
    let others = view.seats.iter().filter(|other| other.number != seat.number && other.lives > 0).count();
    if seat.lives > 0 && others > 0 {
        let stake = match rules.bus.entry_stake {
            0 => String::new(),
            stake => format!(", and with them your entry stake of {stake}"),
        };
        return Some(format!("You lose all your lives{stake}."));
    }
    let forfeit = forfeit(view, &rules, seat);
    if forfeit > 0 && !view.to_act.is_empty() {
        return Some(format!("If nobody meets the dealer's stake, you pay him a forfeit of {forfeit}."));
    }
    None
}

fn chips(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::samples::{betting, choice, of_variant, rule, seat};
    use brag_contract::v1::CrashView;
    use brag_contract::v1::option_value::Value;

    /// A variant by its own rules alone.
    fn table(variant: &str) -> TableView {
        let mut view = of_variant(variant, 3);
        if let Some(charter) = &mut view.charter {
            charter.rules.clear();
        }
        view
    }

    #[test]
    fn what_is_paid_before_the_cards_is_what_the_game_asks() {
        let told = |variant: &str| before_the_cards(&table(variant));
        assert_eq!(before_the_cards(&betting()), " Everybody dealt in pays the ante of 2 before the cards.");
        for nothing in ["thirteen_card_crash", "ten_card", "fifteen_card", "stop_the_bus"] {
            assert_eq!(told(nothing), "", "{nothing}");
        }
        assert_eq!(told("seven_card_two_hands"), " Everybody dealt in pays the stake of 2 before the cards.");
        assert_eq!(told("nine_card"), " Everybody dealt in pays 4 stakes of 2 before the cards.");
        assert_eq!(
            told("classic_three_stake"),
            " Everybody dealt in pays three stakes of 2 before the cards."
        );
        assert_eq!(told("hoyle_1751"), " The dealer puts up 2 before the deal.");
        let mut view = table("stop_the_bus");
        rule(&mut view, "entry_stake", Value::Number(5));
        assert_eq!(before_the_cards(&view), " When a game begins, everybody pays 5.");
        let mut view = betting();
        rule(&mut view, "ante_mode", choice("none"));
        assert_eq!(before_the_cards(&view), "");
    }

    #[test]
    fn who_folds_pays_the_forfeit_while_nobody_has_met_the_dealer() {
        let told = |view: &TableView| folding(view, own(view).unwrap());
        let mut view = table("hoyle_1751");
        rule(&mut view, "dealer_stake", Value::Number(8));
        rule(&mut view, "forfeit", Value::Number(3));
        seat(&mut view, 1).paid = 0;
        let unmet =
            "if nobody meets the dealer's stake, you pay him a forfeit of 3, and otherwise nothing more.";
        assert_eq!(told(&view), unmet);
        assert!(leaving(&view).unwrap().ends_with("a forfeit of 3."));
        seat(&mut view, 2).put = 8;
        assert_eq!(told(&view), "costs nothing.");
        assert_eq!(leaving(&view), None);
        seat(&mut view, 2).put = 0;
        view.dealer = 1;
        seat(&mut view, 1).paid = 8;
        assert_eq!(told(&view), "costs nothing more; the 8 chips that you have paid stay in the pot.");
    }

    #[test]
    fn leaving_a_game_of_several_deals_costs_what_the_rules_say() {
        let mut view = table("thirteen_card_crash");
        assert_eq!(leaving(&view), None, "no game has begun");
        view.crash = Some(CrashView { players: vec![1, 2, 3], ..CrashView::default() });
        assert_eq!(leaving(&view).unwrap(), "It costs 10 chips, which whoever wins the game gets.");
        rule(&mut view, "double_if_not_on_board", Value::Flag(true));
        assert!(leaving(&view).unwrap().starts_with("It costs 20 chips"));
        seat(&mut view, 1).points = 7;
        rule(&mut view, "settlement", choice("per_point"));
        rule(&mut view, "point_value", Value::Number(2));
        assert!(leaving(&view).unwrap().starts_with("It costs 6 chips"));
        let mut view = table("stop_the_bus");
        (view.seats[0].lives, view.seats[1].lives) = (2, 1);
        assert_eq!(leaving(&view).unwrap(), "You lose all your lives.");
        rule(&mut view, "entry_stake", Value::Number(5));
        assert_eq!(leaving(&view).unwrap(), "You lose all your lives, and with them your entry stake of 5.");
        view.seats[1].lives = 0;
        assert_eq!(leaving(&view), None, "the game is over");
        assert!(of_several_deals(&view) && !of_several_deals(&betting()));
    }
}
