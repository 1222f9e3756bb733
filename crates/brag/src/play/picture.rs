//! The picture of a table that somebody plays at: a function of what is known, of what he has typed, and of the terminal.

use super::discards::{Discards, Throwing};
use super::numbers::{Numbers, range};
use super::offers::{Choice, Offer};
use super::rules;
use super::swaps::{Marks, Swaps};
use super::ui::{LETTERS, Mode, Ui};
use crate::screen::clock::Millis;
use crate::screen::log::{self, bar};
use crate::screen::style::Look;
use crate::screen::{self, class, seats, text};
use brag_contract::v1::{TableView, Variant};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// Rows beside the seats, the acts and what happened: title, blank, cards, pots, turn, rule, note, foot.
const OTHER_ROWS: u16 = 8;
/// The keys of common cards, in their order.
const DIGITS: &str = "123456789";
/// The fewest rows for what happened.
const LOG_ROWS: u16 = 4;
/// Rows beside the rules: title and foot.
const FRAME_ROWS: u16 = 2;

/// What is known.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The table.
    pub view: &'a TableView,
    /// What may be done.
    pub offers: &'a [Offer],
    /// What happened, the oldest first.
    pub log: &'a [String],
    /// The texts of the variant, once they are there.
    pub catalogue: Option<&'a Variant>,
    /// The server's time, once it is known.
    pub now: Option<Millis>,
    /// What is wrong with the connection, if anything.
    pub trouble: Option<&'a str>,
}

/// Draws it.
pub fn draw(frame: &mut Frame<'_>, known: Known<'_>, ui: &Ui, look: Look) {
    if !screen::fits(frame) {
        return;
    }
    match ui.mode {
        Mode::Rules { scroll } => draw_rules(frame, known, scroll, look),
        Mode::Table
        | Mode::Number { .. }
        | Mode::Choice { .. }
        | Mode::Cards { .. }
        | Mode::Swap { .. }
        | Mode::Sets { .. }
        | Mode::Leaving => draw_table(frame, known, ui, look),
    }
}

/// How far the rules can be scrolled on a terminal of that size, and how many lines of them it shows at once.
pub fn rules_scroll(known: Known<'_>, look: Look, columns: u16, rows: u16) -> (u16, u16) {
    let lines = rules::page(known.view, known.offers, known.catalogue, look, columns.into()).len();
    let page = rows.saturating_sub(FRAME_ROWS);
    (u16::try_from(lines).unwrap_or(u16::MAX).saturating_sub(page), page)
}

fn draw_rules(frame: &mut Frame<'_>, known: Known<'_>, scroll: u16, look: Look) {
    let area = frame.area();
    let [title, page, foot] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)]).areas(area);
    let lines = rules::page(known.view, known.offers, known.catalogue, look, area.width.into());
    let (last, _) = rules_scroll(known, look, area.width, area.height);
    let scroll = scroll.min(last);
    bar(frame, title, " The rules of the moment", known.trouble.unwrap_or(""), look);
    frame.render_widget(Paragraph::new(lines).scroll((scroll, 0)), page);
    let more = if scroll < last { "more below" } else { "the end" };
    bar(frame, foot, " arrows and Page Up/Down: scroll   Esc: back to the table", more, look);
}

fn draw_table(frame: &mut Frame<'_>, known: Known<'_>, ui: &Ui, look: Look) {
    let area = frame.area();
    let acts = acts(known, ui, look, area.width.into());
    let acts_rows = u16::try_from(acts.len()).unwrap_or(u16::MAX);
    let wanted = seats::rows(known.view);
    let room = area.height.saturating_sub(OTHER_ROWS + LOG_ROWS + acts_rows);
    let [title, seats, _, cards, pots, turn, acts_at, rule, log_at, note, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(wanted.min(room)),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(acts_rows),
        Constraint::Length(1),
        Constraint::Min(LOG_ROWS),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let view = known.view;
    bar(frame, title, &seats::title(view, look), known.trouble.unwrap_or(""), look);
    frame.render_widget(seats::table(view, look, seats.height), seats);
    let none = || Line::styled(" You hold no cards", look.faint());
    frame.render_widget(seats::own_cards(view, look).unwrap_or_else(none), cards);
    frame.render_widget(seats::pots(view, look), pots);
    frame.render_widget(seats::turn(view, known.now, look), turn);
    frame.render_widget(Paragraph::new(acts), acts_at);
    frame.render_widget(Span::styled(look.rule().repeat(rule.width.into()), look.faint()), rule);
    log::draw(frame, log_at, known.log.iter().rev().map(String::as_str), Style::new());
    if let Some(told) = &ui.note {
        let told = text::fit(look, &text::printable(told), usize::from(note.width) - 1);
        frame.render_widget(Line::styled(format!(" {}", told.trim_end()), look.error()), note);
    }
    bar(frame, foot, " ?: the rules of the moment   q: leave", "", look);
}

/// What the keys do now.
fn acts(known: Known<'_>, ui: &Ui, look: Look, columns: usize) -> Vec<Line<'static>> {
    match &ui.mode {
        Mode::Number { offer, numbers, typed, .. } => {
            entry(known.view, offer, *numbers, typed, look, columns)
        }
        Mode::Choice { offer, choices } => choose(offer, choices, look),
        Mode::Cards { offer, discards, marked, at } => mark(known.view, offer, discards, marked, *at, look),
        Mode::Swap { swaps, marks, .. } => swap(known.view, swaps, *marks, look),
        Mode::Sets { layout, placed, set, .. } => layout.lines(placed, *set, look, columns),
        Mode::Leaving => {
            let asked = leaving(known.view);
            let asked = text::wrap(&asked, columns.saturating_sub(2)).into_iter();
            let mut lines: Vec<_> =
                asked.map(|line| Line::styled(format!(" {line}"), look.strong())).collect();
            let answers = [("y", "leave"), ("any other key", "stay")];
            lines.push(keys(&answers.map(|(key, told)| (key.to_owned(), told.to_owned())), look));
            lines
        }
        Mode::Table | Mode::Rules { .. } => {
            let (hand, table): (Vec<&Offer>, Vec<&Offer>) =
                known.offers.iter().partition(|offer| !offer.key.is_ascii_uppercase());
            let mut lines = offered(&hand, look, columns, Style::new());
            lines.extend(offered(&table, look, columns, look.faint()));
            if lines.is_empty() {
                lines.push(Line::default());
            }
            lines
        }
    }
}

/// The question before leaving, with what it costs.
fn leaving(view: &TableView) -> String {
    let of = if rules::of_several_deals(view) { "game" } else { "hand" };
    let mut asked = format!("Leave in the middle of the {of}?");
    let paid = view.seats.iter().find(|seat| seat.number == view.viewer_seat).map_or(0, |seat| seat.paid);
    if paid > 0 {
        asked.push_str(&format!(" The {} that you paid stay in the pot.", text::chips(paid)));
    }
    if let Some(cost) = rules::leaving(view) {
        asked.push_str(&format!(" {cost}"));
    }
    asked
}

/// Offers with their keys and prices, in as many lines as they need.
fn offered(offers: &[&Offer], look: Look, columns: usize, style: Style) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut line = Line::default();
    for offer in offers {
        let price = offer.price.replace('-', look.to());
        let told = format!(" {} {price}", offer.title);
        let item = [
            Span::raw(" "),
            Span::styled(format!("[{}]", offer.key), look.key()),
            Span::styled(format!("{}  ", told.trim_end()), style),
        ];
        let width: usize = item.iter().map(Span::width).sum();
        if line.width() + width > columns && line.width() > 0 {
            lines.push(std::mem::take(&mut line));
        }
        line.spans.extend(item);
    }
    if line.width() > 0 {
        lines.push(line);
    }
    lines
}

fn keys(items: &[(String, String)], look: Look) -> Line<'static> {
    let mut spans = Vec::new();
    for (key, told) in items {
        spans.push(Span::styled(format!(" [{key}]"), look.key()));
        spans.push(Span::raw(format!(" {told}  ")));
    }
    Line::from(spans)
}

/// A number that is being typed.
fn entry(
    view: &TableView,
    offer: &Offer,
    numbers: Numbers,
    typed: &str,
    look: Look,
    columns: usize,
) -> Vec<Line<'static>> {
    let Numbers { min, max, step, of, .. } = numbers;
    let steps = if step > 1 { format!(" in steps of {step}") } else { String::new() };
    let mut lines = vec![
        Line::from(vec![
            Span::raw(format!(" {}: ", offer.title)),
            Span::styled(format!("{typed}_"), look.turn()),
            Span::raw(format!("  {}, {}{steps}", of.unit(), range(min, max).replace('-', " to "))),
        ]),
        Line::styled(
            " Enter: do it   up, down: a step   Home, End: the least, the most   Esc: back",
            look.faint(),
        ),
    ];
    let amount = typed.parse().ok().filter(|amount| (min..=max).contains(amount));
    if offer.act == "bet"
        && let Some(warning) = amount.and_then(|amount| rules::warning(view, amount))
    {
        let wrapped = text::wrap(&warning, columns.saturating_sub(2));
        lines.extend(wrapped.into_iter().map(|line| Line::styled(format!(" {line}"), look.error())));
    }
    lines
}

/// Cards that are being marked: each under its key, with a cross under those to throw.
fn mark(
    view: &TableView,
    offer: &Offer,
    discards: &Discards,
    marked: &[bool],
    at: usize,
    look: Look,
) -> Vec<Line<'static>> {
    let (thrown, kept) = discards.parted(marked);
    let mut title = vec![Span::styled(format!(" {} {}", offer.title, offer.price), look.strong())];
    if discards.allows(thrown.len()) && discards.by != Throwing::Discard {
        title.push(Span::raw(", and keep "));
        title.extend(look.cards(&kept));
    } else if discards.allows(thrown.len()) {
        title.push(Span::raw(", and play "));
        title.extend(look.cards(&kept));
        if let Some(worth) = class::of(view, &kept) {
            title.push(Span::raw(": "));
            title.extend(worth.told(kept.len(), look));
        }
    } else {
        title.push(Span::styled(format!(": {} marked", thrown.len()), look.error()));
    }
    let (mut keys, mut cards, mut crosses) = (Line::raw(" "), Line::raw(" "), Line::raw(" "));
    let letters = LETTERS.chars().map(Some).chain(std::iter::repeat(None));
    for (((place, code), letter), marked) in discards.cards.iter().enumerate().zip(letters).zip(marked) {
        let letter = letter.unwrap_or(' ');
        let (left, right) = if place == at { ("[", "]") } else { (" ", " ") };
        keys.spans.push(Span::styled(format!("{left}{letter}{right}"), look.key()));
        cards.spans.extend([Span::raw(" "), look.card(code)]);
        crosses.spans.push(Span::styled(if *marked { " x " } else { "   " }, look.error()));
    }
    let last = LETTERS.chars().nth(discards.cards.len().saturating_sub(1)).unwrap_or('z');
    let help = format!(
        " a{}{last} or space: mark  arrows: move  Home: as proposed  Enter: throw  Esc: back",
        look.to()
    );
    vec![Line::from(title), keys, cards, crosses, Line::styled(help, look.faint())]
}

/// A card of one's own and a common one that are being marked: each under its key, with a cross under the two.
fn swap(view: &TableView, swaps: &Swaps, marks: Marks, look: Look) -> Vec<Line<'static>> {
    let [own, common] = swaps.named(marks);
    let hand = swaps.after(marks);
    let mut title = vec![Span::styled(" Swap ", look.strong()), look.card(&own), Span::raw(" for ")];
    title.extend([look.card(&common), Span::raw(", and hold ")]);
    title.extend(look.cards(&hand));
    if let Some(worth) = class::of(view, &hand) {
        title.push(Span::raw(": "));
        title.extend(worth.told(hand.len(), look));
    }
    if marks.stick {
        title.push(Span::styled(", and stick", look.turn()));
    }
    let (mut keys, mut cards, mut crosses) = (Line::raw(" "), Line::raw(" "), Line::raw(" "));
    let mut row = |codes: &[String], keys_of: &str, marked: usize| {
        for ((place, code), key) in codes.iter().enumerate().zip(keys_of.chars()) {
            keys.spans.push(Span::styled(format!(" {key} "), look.key()));
            cards.spans.extend([Span::raw(" "), look.card(code)]);
            crosses.spans.push(Span::styled(if place == marked { " x " } else { "   " }, look.error()));
        }
        for line in [&mut keys, &mut cards, &mut crosses] {
            line.spans.push(Span::raw("   "));
        }
    };
    row(&swaps.own, LETTERS, marks.own);
    row(&swaps.common, DIGITS, marks.common);
    let stick = if swaps.may_stick { "s: stick, too  " } else { "" };
    let help = format!(" letter, digit: mark  {stick}Home: as proposed  Enter: swap  Esc: back");
    vec![Line::from(title), keys, cards, crosses, Line::styled(help, look.faint())]
}

fn choose(offer: &Offer, choices: &[Choice], look: Look) -> Vec<Line<'static>> {
    let mut items: Vec<(String, String)> =
        choices.iter().map(|choice| (choice.key.to_string(), choice.title.to_owned())).collect();
    items.push(("Esc".to_owned(), "back".to_owned()));
    vec![Line::styled(format!(" {}:", offer.title), look.strong()), keys(&items, look)]
}
