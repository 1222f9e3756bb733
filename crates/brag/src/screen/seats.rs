//! The parts of a table's picture: its seats, its pots, the cards of whoever looks, whose turn it is.

use super::class;
use super::clock::{self, Millis};
use super::style::{HIDDEN, Look};
use super::text;
use crate::commentary::{Laid, in_order};
use brag_contract::v1::{
    HandClass, HandView, Phase, Pot, SeatStatus, SeatView, TableState, TableView, WhichHand,
};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Cell, Row, Table};
use unicode_width::UnicodeWidthStr;

/// Columns of a name in a row.
const NAME_COLUMNS: usize = 18;
/// Columns in which the cards of a row have to fit.
const CARDS_COLUMNS: usize = 27;

/// Cards beyond which two hands do not fit side by side.
const MANY: usize = 5;

/// Whether the seat is to act.
fn to_act(view: &TableView, seat: u32) -> bool {
    view.to_act.iter().any(|turn| turn.seat == seat)
}

/// Rows that the seats of a table take at most, with the head.
pub fn rows(view: &TableView) -> u16 {
    let taken = view.seats.iter().filter(|seat| !seat.player.is_empty()).count();
    let free = usize::from(taken < view.seats.len());
    u16::try_from(1 + taken + free).unwrap_or(u16::MAX)
}

/// The taken seats of a table, one a row, and a row for the free ones, in at most so many rows with the head. What does
/// not fit is said; who is to act and who looks always have their rows.
pub fn table(view: &TableView, look: Look, rows: u16) -> Table<'static> {
    let (mut shown, free): (Vec<&SeatView>, Vec<&SeatView>) =
        view.seats.iter().partition(|seat| !seat.player.is_empty());
    let room = usize::from(rows.saturating_sub(1)).saturating_sub(usize::from(!free.is_empty()));
    let mut last = Vec::new();
    if shown.len() > room {
        shown.sort_by_key(|seat| importance(view, seat));
        let left_out = shown.split_off(room.saturating_sub(1).min(shown.len()));
        let count = i64::try_from(left_out.len()).unwrap_or(i64::MAX);
        last.push(format!(" + {}", text::count(count, "player", "players")));
        shown.sort_by_key(|seat| seat.number);
    }
    if !free.is_empty() {
        last.push(format!(" {} free", spans(&free)));
    }
    let number = |amounts: &mut dyn Iterator<Item = i64>, head: &str| {
        let widest = amounts.map(|amount| amount.to_string().len()).max().unwrap_or(0).max(head.len());
        u16::try_from(widest).unwrap_or(u16::MAX)
    };
    let stacks = number(&mut view.seats.iter().map(|seat| seat.stack), "Stack");
    let paid = number(&mut view.seats.iter().map(|seat| seat.paid), "Paid");
    let mut lines: Vec<Row<'static>> = shown.into_iter().map(|seat| row(view, seat, look)).collect();
    lines.extend(
        last.into_iter().map(|told| Row::new([Cell::from(""), Cell::from(Span::styled(told, look.faint()))])),
    );
    let head = ["", "Seat", "Stack", "Paid", "", ""];
    let head = head.into_iter().enumerate().map(|(i, title)| {
        let title = Line::styled(title, look.faint());
        Cell::from(if i == 2 || i == 3 { title.right_aligned() } else { title })
    });
    let columns: [u16; 6] = [1, NAME_COLUMNS as u16 + 7, stacks, paid, 10, CARDS_COLUMNS as u16];
    Table::new(lines, columns).header(Row::new(head))
}

/// The numbers of seats, ascending, those in a row as one: `2, 4-8`.
fn spans(seats: &[&SeatView]) -> String {
    let mut spans: Vec<(u32, u32)> = Vec::new();
    for seat in seats {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == seat.number => *last = seat.number,
            _ => spans.push((seat.number, seat.number)),
        }
    }
    let told = spans
        .into_iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
    told.collect::<Vec<_>>().join(", ")
}

/// The smaller, the sooner a seat is shown.
fn importance(view: &TableView, seat: &SeatView) -> u8 {
    if seat.number == view.viewer_seat || to_act(view, seat.number) {
        return 0;
    }
    match seat.status() {
        SeatStatus::In => 1,
        SeatStatus::Covered => 2,
        SeatStatus::Folded => 3,
        SeatStatus::NotDealtIn | SeatStatus::Unspecified => 4,
    }
}

fn row(view: &TableView, seat: &SeatView, look: Look) -> Row<'static> {
    let turn = to_act(view, seat.number);
    let number = format!("{:>2} ", seat.number);
    let mine = seat.number == view.viewer_seat;
    let dealer = if seat.number == view.dealer { "D " } else { "  " };
    let mut name = text::called(seat);
    if mine {
        name = format!("{} (you)", text::fit(look, &name, NAME_COLUMNS - 6).trim_end());
    }
    let out = matches!(seat.status(), SeatStatus::Folded | SeatStatus::NotDealtIn | SeatStatus::Unspecified);
    let style = match (turn, mine) {
        (true, _) => look.turn(),
        (false, true) => look.strong(),
        (false, false) if out => look.faint(),
        (false, false) => Style::new(),
    };
    let (status, status_style) = status(view, seat, look, style);
    let amount = |amount: i64| Cell::from(Line::styled(amount.to_string(), style).right_aligned());
    Row::new([
        Cell::from(Span::styled(if turn { look.pointer() } else { "" }, look.turn())),
        Cell::from(Line::from(vec![
            Span::styled(number, style),
            Span::styled(dealer, look.strong()),
            Span::styled(text::fit(look, &name, NAME_COLUMNS), style),
        ])),
        amount(seat.stack),
        amount(seat.paid),
        Cell::from(Span::styled(status, status_style)),
        Cell::from(Line::from(cards_of(view, seat, look))),
    ])
}

/// A seat's part in the hand, in a word.
fn status(view: &TableView, seat: &SeatView, look: Look, style: Style) -> (String, Style) {
    if seat.leaving {
        return ("leaving".to_owned(), look.faint());
    }
    if seat.won > 0 {
        return (format!("won {}", seat.won), look.won());
    }
    let told = match seat.status() {
        _ if seat.sitting_out && seat.status() != SeatStatus::In => "sits out",
        SeatStatus::Folded => "folded",
        SeatStatus::Covered => "covered",
        SeatStatus::In if view.phase() == Phase::Arrange && seat.arranged => "laid out",
        SeatStatus::In if view.phase() == Phase::Arrange => "choosing",
        SeatStatus::In if view.phase() == Phase::HandOver && seat.points > 0 => {
            let told = match view.crash {
                Some(_) => text::count(seat.points.into(), "point", "points"),
                None => Laid::at(view).count(seat.points),
            };
            return (told, style);
        }
        // Where lives are played for they are what counts.
        SeatStatus::In if seat.lives > 0 => return (lives(seat.lives), style),
        SeatStatus::In if view.phase() == Phase::HandOver => "",
        SeatStatus::In if seat.looked => "open",
        SeatStatus::In => "blind",
        _ if seat.stack == 0 && seat.waiting_top_up == 0 => "no chips",
        SeatStatus::NotDealtIn | SeatStatus::Unspecified => "",
    };
    (told.to_owned(), style)
}

/// The lives of a seat.
fn lives(lives: u32) -> String {
    text::count(i64::from(lives), "life", "lives")
}

/// Every card that a seat holds, as far as it fits; of a shown hand that does not, the three that count.
fn cards_of(view: &TableView, seat: &SeatView, look: Look) -> Vec<Span<'static>> {
    if let Some(set) = seat.sets.iter().rev().find(|set| set.shown) {
        let mut spans = vec![Span::styled(format!("{} ", set.set), look.faint())];
        spans.extend(look.cards(&in_order(&set.cards)));
        spans.push(Span::raw(format!("  {}", class::name(view, set.hand_class(), set.strength))));
        return spans;
    }
    let shown = seat.hands.iter().find(|hand| hand.hand_class() != HandClass::Unspecified);
    let class = shown.map_or_else(String::new, |hand| {
        format!("  {}", class::name(view, hand.hand_class(), hand.strength))
    });
    let whole: usize =
        seat.hands.iter().map(|hand| columns_of(&hand.cards) + 2).sum::<usize>().saturating_sub(2);
    let fits = whole + class.width() <= CARDS_COLUMNS;
    let mut spans: Vec<Span<'static>> = Vec::new();
    for hand in &seat.hands {
        if !spans.is_empty() {
            spans.push(Span::raw("  "));
        }
        match class::of(view, &hand.cards).filter(|_| !fits && hand.shown) {
            Some(worth) => spans.extend(look.cards(&worth.counts)),
            None if fits => spans.extend(look.cards(&hand.cards)),
            None => spans.push(counted(hand)),
        }
    }
    if let Some(total) = class::towards_thirty_one(view, seat) {
        if !seat.drawn.is_empty() && whole + columns_of(&seat.drawn) + 8 <= CARDS_COLUMNS {
            spans.push(Span::raw(" + "));
            spans.extend(look.cards(&seat.drawn));
        }
        spans.push(Span::raw(format!(" = {total}")));
        return spans;
    }
    spans.push(Span::raw(class));
    spans
}

/// Columns in which these cards fit.
fn columns_of(cards: &[String]) -> usize {
    (cards.len() * 3).saturating_sub(1)
}

/// A hand for which there is no room.
fn counted(hand: &HandView) -> Span<'static> {
    Span::raw(format!("{} cards", hand.cards.len()))
}

/// The cards of whoever looks, each hand with its name; nothing for who has none.
pub fn own_cards(view: &TableView, look: Look) -> Option<Line<'static>> {
    let seat = view.seats.iter().find(|seat| seat.number == view.viewer_seat)?;
    if !seat.sets.is_empty() {
        let mut spans = vec![Span::raw(format!(" Your {}  ", Laid::at(view).many))];
        for set in &seat.sets {
            spans.push(Span::styled(format!("{} ", set.set), look.faint()));
            spans.extend(look.cards(&in_order(&set.cards)));
            spans.push(Span::raw("  "));
        }
        return Some(Line::from(spans));
    }
    if seat.hands.is_empty() {
        return None;
    }
    let mut spans = vec![Span::raw(" Your cards  ")];
    let unseen = |hand: &HandView| hand.cards.iter().any(|card| card == HIDDEN);
    for hand in &seat.hands {
        match hand.which() {
            WhichHand::Unspecified => {}
            WhichHand::Old => spans.push(Span::styled("kept ", look.faint())),
            WhichHand::New => spans.push(Span::styled("new ", look.faint())),
        }
        // Of a hand that nobody has looked at the backs say no more than their number.
        if seat.hands.len() > 1 && hand.cards.len() > MANY && unseen(hand) {
            spans.push(counted(hand));
        } else {
            spans.extend(look.cards(&hand.cards));
        }
        spans.push(Span::raw("   "));
    }
    match &seat.hands[..] {
        [hand] if unseen(hand) => spans.push(Span::styled("not looked at", look.faint())),
        hands if hands.iter().all(unseen) => spans.push(Span::styled("neither looked at", look.faint())),
        hands => {
            if let Some((worth, of)) =
                hands.iter().find_map(|hand| Some((class::of(view, &hand.cards)?, hand.cards.len())))
            {
                let room =
                    usize::from(super::MIN_COLUMNS).saturating_sub(spans.iter().map(Span::width).sum());
                let whole = worth.told(of, look);
                let width: usize = whole.iter().map(Span::width).sum();
                // The class comes first.
                let fits = if width <= room { whole.len() } else { 1 };
                spans.extend(whole.into_iter().take(fits).filter(|span| span.width() <= room));
            }
        }
    }
    Some(Line::from(spans))
}

/// The pots and the stake; between hands what waits for the next one.
pub fn pots(view: &TableView, look: Look) -> Line<'static> {
    if view.pots.is_empty() {
        let waits = match (view.carried, view.retained_by) {
            (0, _) => None,
            (chips, 0) => Some(format!("Waiting pot {chips}")),
            (chips, holder) => {
                Some(format!("Waiting pot {chips}, and {} keeps a hand unseen", text::name_of(view, holder)))
            }
        };
        let waits = waits.map(|waits| vec![Span::raw(waits)]);
        let mut parts: Vec<Vec<Span<'static>>> = waits.into_iter().chain(commons(view, look)).collect();
        if parts.is_empty() {
            parts.push(vec![Span::raw("No pot")]);
        }
        return joined(parts, look);
    }
    if view.classic.is_some() {
        return classic_pots(view, look);
    }
    let mut pots: Vec<&Pot> = view.pots.iter().collect();
    // The contract has the one first that is won last.
    pots.sort_by_key(|pot| pot.set);
    let mut parts: Vec<Vec<Span<'static>>> = Vec::new();
    for same in pots.chunk_by(|one, next| one.set == next.set) {
        parts.push(pots_of(view, same, look));
    }
    // Where nobody bets there is none.
    if view.commons.is_empty() && view.stake > 0 {
        parts.push(vec![Span::raw("stake "), Span::styled(view.stake.to_string(), look.strong())]);
    }
    parts.extend(commons(view, look));
    parts.extend(class::wild(view, look).map(|wild| vec![Span::raw(format!("wild: {wild}"))]));
    joined(parts, look)
}

/// Parts of a line, with a dot between two.
fn joined(parts: Vec<Vec<Span<'static>>>, look: Look) -> Line<'static> {
    let mut spans = Vec::new();
    for part in parts {
        spans.push(Span::raw(if spans.is_empty() { " " } else { look.dot() }));
        spans.extend(part);
    }
    Line::from(spans)
}

/// The pots that are played for together: those of a set, or those of the hand.
fn pots_of(view: &TableView, pots: &[&Pot], look: Look) -> Vec<Span<'static>> {
    let title = match pots.first().map_or(0, |pot| pot.set) {
        0 => "Pot ".to_owned(),
        set => format!("{}: ", Laid::at(view).nth(set)),
    };
    let mut spans = vec![Span::raw(title)];
    for (number, pot) in pots.iter().enumerate() {
        if number > 0 {
            spans.push(Span::raw(" + "));
        }
        spans.push(Span::styled(pot.amount.to_string(), look.strong()));
        if pot.covered_by != 0 {
            spans.push(Span::raw(format!(" covered by {}", text::name_of(view, pot.covered_by))));
        }
    }
    spans
}

/// The cards that lie face up, and who stuck; nothing where there are none.
fn commons(view: &TableView, look: Look) -> Option<Vec<Span<'static>>> {
    if view.commons.is_empty() {
        return None;
    }
    let codes: Vec<String> = view.commons.iter().map(|common| common.card.clone()).collect();
    let mut spans = vec![Span::raw("commons ")];
    spans.extend(look.cards(&codes));
    if view.stuck_by != 0 {
        spans.push(Span::raw(format!("{}{} sticks", look.dot(), text::name_of(view, view.stuck_by))));
    }
    Some(spans)
}

/// The three pots of the classic game by what they are for, and the last amount that was bet.
fn classic_pots(view: &TableView, look: Look) -> Line<'static> {
    let mut spans = Vec::new();
    for (title, pot) in [" Best card ", "Brag ", "Thirty-one "].into_iter().zip(&view.pots) {
        if !spans.is_empty() {
            spans.push(Span::raw(look.dot()));
        }
        spans.extend([Span::raw(title), Span::styled(pot.amount.to_string(), look.strong())]);
    }
    if view.stake > 0 {
        spans.extend([
            Span::raw(format!("{}last bet ", look.dot())),
            Span::styled(view.stake.to_string(), look.strong()),
        ]);
    }
    if let Some(wild) = class::wild(view, look) {
        spans.push(Span::raw(format!("{}wild: {wild}", look.dot())));
    }
    Line::from(spans)
}

/// What the table waits for, and how long still. Without a time, as in the past, no time is told.
pub fn turn(view: &TableView, now: Option<Millis>, look: Look) -> Line<'static> {
    match view.state() {
        TableState::Closed => return Line::styled(closed(view), look.strong()),
        TableState::Paused => return Line::styled(" The table is paused", look.strong()),
        TableState::Open | TableState::Closing | TableState::Unspecified => {}
    }
    let Some(first) = view.to_act.first() else {
        // In the middle of a commit: cards are dealt, or hands compared.
        let goes_on = !view.pots.is_empty();
        if goes_on {
            return Line::from(" The hand goes on");
        }
        return Line::from(format!("{}{}", between_hands(view, now), without_chips(view, look)));
    };
    let mine = view.to_act.iter().any(|turn| turn.seat == view.viewer_seat);
    let who = match (mine, view.to_act.len()) {
        (true, _) => "Your turn".to_owned(),
        (false, 1) => format!("{} is to act", text::name_of(view, first.seat)),
        (false, several) => format!("{several} players are to act"),
    };
    let mut spans = vec![Span::raw(" "), Span::styled(who, if mine { look.turn() } else { Style::new() })];
    let own = view.to_act.iter().find(|turn| turn.seat == view.viewer_seat).unwrap_or(first);
    if let Some(left) = now.and_then(|now| clock::left(own, now)) {
        let whole = u64::try_from(action_seconds(view)).unwrap_or(0).max(left.turn);
        let gauge = look.gauge(left.turn, whole, 20);
        spans.push(Span::raw(look.dot()));
        let urgent = mine && left.turn + left.bank <= 10;
        let style = if urgent { look.error() } else { Style::new() };
        let told = match (left.turn, left.bank) {
            (turn, 0) => format!("{turn} s "),
            (0, bank) => format!("{bank} s of the time bank "),
            (turn, bank) => format!("{turn} s and a time bank of {bank} s "),
        };
        spans.push(Span::styled(told, style));
        spans.push(Span::styled(gauge, look.faint()));
    }
    Line::from(spans)
}

/// What the viewer has to do who has no chips, where there is something.
fn without_chips(view: &TableView, look: Look) -> String {
    let own = view.seats.iter().find(|seat| seat.number == view.viewer_seat);
    let none = own.is_some_and(|seat| seat.stack == 0 && seat.waiting_top_up == 0);
    let may = view.table_acts.as_ref().is_some_and(|acts| acts.top_up.is_some());
    if none && may { format!("{}you have no chips: add some", look.dot()) } else { String::new() }
}

fn action_seconds(view: &TableView) -> i64 {
    let clock = view.charter.as_ref().and_then(|charter| charter.clock.as_ref());
    clock.and_then(|clock| clock.action_time.as_ref()).map_or(0, |time| time.seconds)
}

fn closed(view: &TableView) -> String {
    let of = |player: &String| {
        let seat = view.seats.iter().find(|seat| seat.player == *player);
        seat.map_or_else(|| text::printable(player), text::called)
    };
    let winners: Vec<String> = view.winners.iter().map(of).collect();
    if winners.is_empty() {
        " The table is closed".to_owned()
    } else {
        format!(" The table is closed; most chips won: {}", winners.join(", "))
    }
}

fn between_hands(view: &TableView, now: Option<Millis>) -> String {
    let starts = view.next_hand_at.as_ref().zip(now).map(|(at, now)| clock::seconds_until(at, now));
    let first = view.phase() == Phase::Idle;
    match starts {
        _ if !view.enough_players => " Waiting for players".to_owned(),
        Some(0) => " The next hand begins".to_owned(),
        Some(seconds) if first => format!(" The first hand begins in {seconds} s"),
        Some(seconds) => format!(" The next hand begins in {seconds} s"),
        None if view.next_hand_at.is_some() => " Between hands".to_owned(),
        None => " Waiting for the operator to deal".to_owned(),
    }
}

/// The title: which table, which game, which hand.
pub fn title(view: &TableView, look: Look) -> String {
    let variant = view.charter.as_ref().map_or("", |charter| charter.variant.as_str());
    let table = view.name.strip_prefix("tables/").unwrap_or(&view.name);
    let hand = if view.hand == 0 { String::new() } else { format!("{}hand {}", look.dot(), view.hand) };
    text::printable(&format!(" {}{}{table}{hand}", variant.replace('_', "-"), look.dot()))
}
