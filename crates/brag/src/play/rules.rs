//! The rules of the moment: what is asked, what each act means and why it costs what it costs, which hand beats which
//! by this table's options, and the house rules.

mod classic;
mod costs;

pub use costs::{leaving, of_several_deals};

use super::offers::{Offer, Wants};
use super::ranking;
use crate::commentary::{Laid, list};
use crate::screen::class;
use crate::screen::style::Look;
use crate::screen::text;
use brag_contract::v1::legal_act::Act;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::rule_option::Kind;
use brag_contract::v1::{
    OptionValue, Phase, RuleOption, SeatStatus, SeatView, TableState, TableView, Variant,
};
use brag_rules::card::PLAYED;
use brag_rules::options::{DiscardMode, Rules, ShortStack};
use brag_rules::variant::Machine;
use ratatui::style::Style;
use ratatui::text::Line;

/// Columns on the left of what belongs to a heading.
const INDENT: usize = 2;

/// All of it, in lines of at most so many columns. `catalogue` has the texts of the table's variant; without it the house
/// rules go by their names.
pub fn page(
    view: &TableView,
    offers: &[Offer],
    catalogue: Option<&Variant>,
    look: Look,
    columns: usize,
) -> Vec<Line<'static>> {
    let mut page = Page { lines: Vec::new(), look, columns };
    page.heading("Now");
    page.text(&now(view));
    if !offers.is_empty() {
        page.heading("What you may do");
        for offer in offers {
            page.item(&format!("[{}] {}", offer.key, offer.title), &meaning(view, offer));
        }
        if let Some(why) = why_no_see(view, offers) {
            page.item("Not see", &why);
        }
    }
    page.heading("Which hand beats which, the best first");
    ranking::told(view, look).iter().for_each(|line| page.text(line));
    page.heading("The rules of this table");
    if let Some(variant) = catalogue {
        page.text(&text::printable(&variant.description));
    }
    let rules = view.charter.iter().flat_map(|charter| &charter.rules);
    for (key, value) in rules {
        let option = catalogue.and_then(|variant| variant.options.iter().find(|option| option.key == *key));
        let (title, value) = house_rule(key, value, option, look);
        page.item(&title, &value);
    }
    page.lines
}

struct Page {
    lines: Vec<Line<'static>>,
    look: Look,
    columns: usize,
}

impl Page {
    fn heading(&mut self, title: &'static str) {
        if !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.lines.push(Line::styled(title, self.look.turn()));
    }

    fn text(&mut self, text: &str) {
        self.indented(text, Style::new());
    }

    fn item(&mut self, title: &str, text: &str) {
        self.indented(&format!("{title}: {text}"), Style::new());
    }

    fn indented(&mut self, text: &str, style: Style) {
        let lines = text::wrap(text, self.columns.saturating_sub(INDENT + 2));
        for (number, line) in lines.into_iter().enumerate() {
            let indent = " ".repeat(if number == 0 { INDENT } else { INDENT + 2 });
            self.lines.push(Line::styled(format!("{indent}{line}"), style));
        }
    }
}

/// The value of a table's house rule.
fn rule<'a>(view: &'a TableView, key: &str) -> Option<&'a Value> {
    view.charter.as_ref()?.rules.get(key)?.value.as_ref()
}

fn choice<'a>(view: &'a TableView, key: &str) -> &'a str {
    match rule(view, key) {
        Some(Value::Choice(choice)) => choice,
        _ => "",
    }
}

fn number(view: &TableView, key: &str) -> Option<i64> {
    match rule(view, key) {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    }
}

fn own(view: &TableView) -> Option<&SeatView> {
    view.seats.iter().find(|seat| seat.number == view.viewer_seat)
}

/// The other players who are still betting.
fn rivals(view: &TableView) -> impl Iterator<Item = &SeatView> {
    view.seats.iter().filter(|seat| seat.status() == SeatStatus::In && seat.number != view.viewer_seat)
}

/// What the table waits for, and what happens if nothing comes.
fn now(view: &TableView) -> String {
    match view.state() {
        TableState::Paused => return "The operator has paused the table: its clock stands.".to_owned(),
        TableState::Closed => return "The table is closed for good.".to_owned(),
        TableState::Open | TableState::Closing | TableState::Unspecified => {}
    }
    let mine = view.to_act.iter().any(|turn| turn.seat == view.viewer_seat);
    let who = view.to_act.first().map_or_else(|| "nobody".to_owned(), |turn| text::name_of(view, turn.seat));
    let (you, asked) = if mine { ("You are", "you do") } else { ("He is", "he does") };
    let turn = if mine { "It is your turn.".to_owned() } else { format!("It is {who}'s turn.") };
    let laid = Laid::at(view);
    match view.phase() {
        Phase::Betting if equalised(view) => format!(
            "{turn} Bets go round clockwise until everybody who stays in has bet as much as the highest, or all that he \
             had; then all hands that are left are shown, and the best wins{}. When the time is up, the engine stands if \
             that is free, and folds or passes otherwise.",
            match choice(view, "tie_rule") {
                "split" => "; equal ones share",
                _ => ", of equal ones the one nearest the dealer's left",
            }
        ),
        Phase::Betting => format!(
            "{turn} Bets go round clockwise from the dealer's left. Who stays in pays the price again in every turn, \
             whatever he has paid before; there is no passing. When the time is up, the engine covers if that is free, \
             and folds otherwise.{}",
            thrown_when(view)
        ),
        Phase::Cut => format!(
            "{turn} The player on the dealer's right cuts: so many cards go from the top of the pack to the bottom. \
             When the time is up, the engine cuts."
        ),
        Phase::DecideHand => format!(
            "{turn} {you} looking at one of two hands: {asked} not see the other before deciding. Keep it and play it \
             open, or throw it and go on blind with the other. When the time is up, both are folded."
        ),
        Phase::CommitHand => format!(
            "{turn} Two unseen hands, and only one can count from here: the other is thrown unseen. When the time is \
             up, the older one counts."
        ),
        Phase::SideshowPending => format!(
            "{turn} Another player has paid and asks for a sideshow, a private comparison: the two see each other's \
             cards and nobody else does, the lower hand is folded, and of equal ones that of who asked. When the time \
             is up, it is refused."
        ),
        Phase::Retain => format!(
            "{turn} Everyone folded to a blind player: he may keep an unseen hand for the next deal, and then has two. \
             When the time is up, he keeps it, of two the older one."
        ),
        Phase::Arrange => format!(
            "Everybody lays out {} at once and in secret, the best {} first; cards in none are thrown. \
             What is laid out stays so. When the time is up, the engine arranges: the best first {} that there is, then \
             the best second one of the rest, and so on.",
            laid.many, laid.one, laid.one
        ),
        Phase::Spare => format!(
            "{turn} A spare hand lies on the table, and the first who wants it changes all his cards for it. When the \
             time is up, it is left to the next."
        ),
        Phase::SetBetting => format!(
            "{turn} Bets go round on one set before it is shown, with that set's antes in the pot; who folds gives up \
             this set and the main pot. When the time is up, the engine covers if that is free, and folds otherwise."
        ),
        Phase::Turns => format!(
            "{turn} One card is changed for one of the three common cards, or all three, never two; who likes his hand \
             sticks, and then everybody else has one more turn. When the time is up, the engine sticks, or where that \
             is not allowed changes the lowest card for the lowest common one."
        ),
        Phase::LastTurns => format!(
            "{turn} Somebody has stuck: everybody else has this one turn. When the time is up, the engine stands, or \
             where that is not allowed changes the lowest card for the lowest common one."
        ),
        Phase::Offer => format!(
            "{turn} From the eldest, each may brag once; if all pass, the game goes on to thirty-one. When the time is \
             up, the engine passes."
        ),
        Phase::Challenge => format!(
            "{turn} Somebody has bragged: from the eldest, each may challenge with as much or more; if nobody does, the \
             bragger takes the pot. When the time is up, the engine declines."
        ),
        Phase::Rivalry => format!(
            "{turn} Bragger and challenger bet against each other, each time at least as much as the last bet, until one \
             concedes or pays to see. When the time is up, the engine concedes."
        ),
        Phase::ThirtyOne => format!(
            "{turn} The hands lie open, and who is nearest to thirty-one wins: exactly thirty-one wins at once, more is \
             out. When the time is up, the engine stands."
        ),
        Phase::Draw => format!(
            "{turn} Cards may be thrown for as many new ones before bets go round once more. When the time is up, the \
             engine stands."
        ),
        Phase::Idle | Phase::HandOver | Phase::Unspecified => {
            let between = if of_several_deals(view) {
                "players add chips here, and come and go between two games"
            } else {
                "here players come, go and add chips"
            };
            format!("Between hands: {between}.{}", costs::before_the_cards(view))
        }
    }
}

/// Whether bets are equalised at this table (rulebook section 4).
fn equalised(view: &TableView) -> bool {
    brag_bots::rules(view).is_some_and(|rules| rules.machine() == Machine::Equalised)
}

/// Who throws the cards beyond three, and when; nothing where no more are dealt.
fn thrown_when(view: &TableView) -> String {
    let Some(Rules { cards_each, discard_mode, .. }) = brag_bots::rules(view) else { return String::new() };
    let beyond = usize::from(cards_each).saturating_sub(PLAYED);
    match discard_mode {
        _ if beyond == 0 => String::new(),
        DiscardMode::Player => format!(
            " Everybody is dealt {cards_each} cards and plays three. Who has looked throws {beyond} of them before his \
             first bet, also before it is his turn; until then he can do nothing else but fold. A hand that nobody \
             has thrown from counts as its best three."
        ),
        DiscardMode::AutoBest => format!(
            " Everybody is dealt {cards_each} cards and keeps them: nobody throws any, and every hand counts as its \
             best three."
        ),
    }
}

/// What an act means here, what it costs and why.
fn meaning(view: &TableView, offer: &Offer) -> String {
    let Some(seat) = own(view) else { return of_table(view, offer) };
    let stake = view.stake;
    let half = stake.max(0).unsigned_abs().div_ceil(2);
    if let Some(meaning) = classic::meaning(view, offer, seat) {
        return meaning;
    }
    match (offer.act, offer.key) {
        ("look", _) if seat.hands.len() > 1 => {
            "free. You name one of your two hands, look at it, and must keep or throw it at once.".to_owned()
        }
        ("look", _) => format!(
            "free, and for good: from then on you pay the whole stake, {stake}, where blind you pay half, {half}."
        ),
        ("discard", _) => discard(view, offer),
        ("arrange", 'e') => format!(
            "you say which card lies in which {}. They are laid with the best one first, and cards in none \
             are thrown. What is laid out stays so.",
            Laid::at(view).one
        ),
        ("arrange", _) => format!(
            "the best first {} that your cards make, of the rest the best second one, and so on, as the \
             engine lays them when the time is up. What is laid out stays so.",
            Laid::at(view).one
        ),
        ("sideshow", _) => sideshow(view, offer),
        ("spare", _) => {
            let fee = number(view, "spare_fee").unwrap_or(0);
            let costs = match fee {
                0 => "costs nothing".to_owned(),
                fee => format!("taking it costs {fee}, which whoever wins the game gets"),
            };
            format!("{costs}. Who takes it puts all his cards down for it, and nobody after him is asked.")
        }
        ("accept", _) => {
            "free: you see his hand and he sees yours, nobody else does; the lower one is folded.".to_owned()
        }
        ("refuse", _) => "free: nothing is compared, and play goes on.".to_owned(),
        ("fold", _) if view.phase() == Phase::SetBetting => {
            "costs nothing more, and gives up this set and the main pot; your other sets stay.".to_owned()
        }
        ("fold", _) => costs::folding(view, seat),
        ("bet", 'c') if seat.looked => {
            format!(
                "you have looked, so that the price is the whole stake, {stake}. The stake stays as it is."
            )
        }
        ("bet", 'c') => format!(
            "you play blind, so that the price is half the stake of {stake}{}: {half}. The stake stays as it is.",
            if stake % 2 == 0 { "" } else { ", rounded up" }
        ),
        ("bet", _) if seat.looked => {
            format!(
                "more than the stake of {stake}. What you bet is the new stake. {}",
                bound(view, offer, seat)
            )
        }
        ("bet", _) => format!(
            "more than your price. As you play blind, the new stake is twice what you bet. {}",
            bound(view, offer, seat)
        ),
        ("see", _) => see(view, offer, seat),
        ("cover", _) => {
            let price = if seat.looked { stake.unsigned_abs() } else { half };
            let part = match choice(view, "short_stack") {
                "side_pot" => "for what you have matched; what others bet beyond it goes on beside it",
                _ => "for all that is in it now",
            };
            format!(
                "your {} do not meet the price of {price}. You put in what you have, lay your hand on the pot and bet no \
                 more. At the end it is compared {part}; equal hands go against you.",
                text::chips(seat.stack)
            )
        }
        ("keep", _) => "play this hand open; the other one is thrown unseen.".to_owned(),
        ("throw", _) => "throw this hand, and stay blind with the other one.".to_owned(),
        ("commit", _) => "name the one that counts; the other one is thrown unseen.".to_owned(),
        ("retain", _) => {
            "costs nothing. With the kept hand and the new one you play blind next time.".to_owned()
        }
        ("draw", _) if offer.price.is_empty() => {
            "free: the top card of the pack comes to your hand; over thirty-one you are out.".to_owned()
        }
        ("draw", _) => format!(
            "free: you throw {} of your cards, and as many new ones come for them; nobody sees which.",
            offer.price
        ),
        ("cut", _) => "costs nothing: how many cards go from the top to the bottom.".to_owned(),
        ("swap", _) => format!(
            "put down one of your cards, face up, and take one of the common ones for it.{}",
            with_a_stick(view)
        ),
        ("swap_all", _) => {
            format!("put down your hand, face up, and take the three common cards.{}", with_a_stick(view))
        }
        ("stick", _) => {
            "you change nothing, and everybody else has one more turn. Then all hands are shown, and the lowest loses \
             a life."
                .to_owned()
        }
        ("stand", _) => "free: you go on as you are.".to_owned(),
        ("pass", _) => {
            "costs nothing, and you are out of this hand; if everybody passes, the pot waits for the next."
                .to_owned()
        }
        ("brag", _) => {
            format!("open the bets: whoever stays in has to meet it. {}", bound(view, offer, seat))
        }
        ("call", _) if seat.stack < view.stake - seat.put => format!(
            "all that you have, {}, where the highest bet is {}: you stay in for the part of the pot that you reach.",
            text::chips(seat.stack),
            view.stake
        ),
        ("call", _) => format!(
            "you have bet {} and the highest bet is {}: you pay what is missing.",
            seat.put, view.stake
        ),
        ("raise_to", _) => format!(
            "bet more than the {} of the highest bet: the number is all that you will have bet in this hand, {} of it \
             already. {}",
            view.stake,
            seat.put,
            bound(view, offer, seat)
        ),
        _ => of_table(view, offer),
    }
}

/// Whether a swap may end the swapping, too.
fn with_a_stick(view: &TableView) -> &'static str {
    let acts = view.legal_acts.iter().flat_map(|legal| &legal.acts);
    let mut stick = acts.map(|act| matches!(&act.act, Some(Act::Swap(swap)) if swap.stick));
    if stick.any(|stick| stick) {
        " You may stick with it, too: everybody else has one more turn then."
    } else {
        ""
    }
}

fn of_table(view: &TableView, offer: &Offer) -> String {
    let over = view.phase() == Phase::HandOver || view.phase() == Phase::Idle;
    let next = if of_several_deals(view) { "game" } else { "hand" };
    match offer.act {
        "sit" => format!("bring {} chips and take the lowest free seat.", offer.price),
        "sit_out" => format!("keep the seat, and be dealt no cards from the next {next} on."),
        "sit_in" => format!("be dealt in again from the next {next} on."),
        "top_up" if over => "more chips to your stack, now.".to_owned(),
        "top_up" => "more chips; they count from the next hand on.".to_owned(),
        "leave" => {
            let gives = if over { "give up the seat" } else { "give up your hand and the seat" };
            match leaving(view) {
                Some(cost) => format!("{gives}, and take what is left of your chips with you. {cost}"),
                None if over => "give up the seat and take your chips with you.".to_owned(),
                None => format!("{gives}, and take what is left of your chips with you."),
            }
        }
        _ => String::new(),
    }
}

/// Why a bet can go no higher.
fn bound(view: &TableView, offer: &Offer, seat: &SeatView) -> String {
    let Wants::Number(numbers) = &offer.wants else { return String::new() };
    let step = if numbers.step > 1 { format!(" in steps of {}", numbers.step) } else { String::new() };
    let all = seat.put.saturating_add(seat.stack);
    let why = if numbers.max > all - numbers.step {
        "all your chips"
    } else {
        match choice(view, "limit_mode") {
            "pot" => "the pot limit",
            "fixed" => "the fixed raise",
            _ => "the table's cap",
        }
    };
    format!("From {} to {}{step}: {why}.", numbers.min, numbers.max)
}

fn see(view: &TableView, offer: &Offer, seat: &SeatView) -> String {
    let rival = rivals(view).next().map_or_else(|| "the other".to_owned(), text::called);
    let stakes = match number(view, "see_multiplier").unwrap_or(2) {
        1 => format!("the stake of {}", view.stake),
        multiplier => format!("{multiplier} times the stake of {}", view.stake),
    };
    let price = if seat.looked {
        format!("you have looked, so that it costs {stakes}")
    } else {
        format!("you play blind, so that it costs half of {stakes}")
    };
    let equal = match choice(view, "tie_rule") {
        "split" => "equal hands share it",
        _ => "if the hands are equal, you lose",
    };
    format!(
        "{price}: {}. Both hands are turned up, and the better one of {rival}'s and yours takes the pot; {equal}.",
        offer.price
    )
}

fn sideshow(view: &TableView, offer: &Offer) -> String {
    let acts = view.legal_acts.iter().flat_map(|legal| &legal.acts);
    let asked = acts.filter_map(|act| match &act.act {
        Some(Act::Sideshow(sideshow)) => Some(text::name_of(view, sideshow.asked)),
        _ => None,
    });
    let asked = asked.last().unwrap_or_default();
    format!(
        "you pay the price of a call, {}, and ask {asked}, who bet last, to compare in private. If he accepts, the lower \
         hand is folded, of equal ones yours; if he refuses, you have called.",
        offer.price
    )
}

fn discard(view: &TableView, offer: &Offer) -> String {
    let decide = match rule(view, "discard_tiebreak") {
        Some(Value::Flag(true)) => " Between equal hands the thrown cards decide, the highest first.",
        _ => "",
    };
    format!(
        "free, and for good: you throw {} cards and play the other three; nobody sees which. The best three are \
         proposed, but the choice is yours.{decide}",
        offer.price
    )
}

/// Why there is no see, where one might look for it.
fn why_no_see(view: &TableView, offers: &[Offer]) -> Option<String> {
    let seat = own(view)?;
    let mine = view.to_act.iter().any(|turn| turn.seat == seat.number);
    if equalised(view)
        || view.phase() != Phase::Betting
        || !mine
        || offers.iter().any(|offer| offer.act == "see")
    {
        return None;
    }
    if offers.iter().any(|offer| offer.act == "discard") {
        return Some("you have to throw cards first.".to_owned());
    }
    let rivals: Vec<&SeatView> = rivals(view).collect();
    let bets: u32 = view.seats.iter().map(|seat| seat.bets).sum();
    Some(match rivals[..] {
        [rival] if seat.looked && !rival.looked => format!(
            "nobody who has looked can see a blind player, and {} has not looked. You can go on betting or fold.",
            text::called(rival)
        ),
        [_] if bets == 0 => "it takes a bet in this hand before anybody can see.".to_owned(),
        [_] => "your chips do not meet its price.".to_owned(),
        _ => format!("it takes two players, and {} are still in.", rivals.len() + 1),
    })
}

/// A house rule and its value, in words where there are any.
fn house_rule(key: &str, value: &OptionValue, option: Option<&RuleOption>, look: Look) -> (String, String) {
    let title = option.map_or(key, |option| option.title.as_str());
    let unit = option.map_or("", |option| option.unit_title.as_str());
    let told = match &value.value {
        Some(Value::Number(1)) => format!("1 {}", singular(unit)).trim_end().to_owned(),
        Some(Value::Number(number)) => format!("{number} {unit}").trim_end().to_owned(),
        Some(Value::Flag(flag)) => if *flag { "yes" } else { "no" }.to_owned(),
        Some(Value::Choice(choice)) => {
            let kind = option.and_then(|option| option.kind.as_ref());
            let words = kind.and_then(|kind| match kind {
                Kind::Choice(kind) => kind.texts.iter().find(|text| text.value == *choice),
                Kind::Number(_) | Kind::Flag(_) | Kind::Set(_) => None,
            });
            words.map_or_else(|| choice.clone(), |words| words.title.clone())
        }
        // Each option that is a set is one of cards and ranks.
        Some(Value::Set(set)) if set.values.is_empty() => "none".to_owned(),
        Some(Value::Set(set)) => {
            list(&set.values.iter().map(|name| class::wild_name(name, look)).collect::<Vec<_>>())
        }
        None => String::new(),
    };
    (text::printable(title), text::printable(&told))
}

/// The unit of one: the catalogue has that of several.
fn singular(unit: &str) -> &str {
    match unit {
        "lives" => "life",
        unit => unit.strip_suffix('s').unwrap_or(unit),
    }
}

/// A bet that nobody can meet risks the rest of it for nothing, where who has too little covers the whole pot (rulebook
/// 3.10). Says so of this amount, if it is one.
pub fn warning(view: &TableView, amount: i64) -> Option<String> {
    let seat = own(view)?;
    // Where the game leaves no choice, the charter does not say what its rules are.
    if brag_bots::rules(view)?.short_stack != ShortStack::CoverPot || view.classic.is_some() {
        return None;
    }
    let stake = if seat.looked { amount } else { amount.saturating_mul(2) };
    let can_call = |rival: &SeatView| if rival.looked { rival.stack } else { rival.stack.saturating_mul(2) };
    let most = rivals(view).map(can_call).max()?;
    (stake > most && stake > view.stake).then(|| {
        format!("Nobody has the chips to meet a stake of {stake}: all are in reach up to {most}. The rest is risked for nothing.")
    })
}
