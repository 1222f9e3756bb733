//! The picture of a table that somebody looks on at: a function of its history and of where in it he stands.

use super::history::History;
use super::keys::Cursor;
use crate::screen::clock::{self, Millis};
use crate::screen::log::{self, bar};
use crate::screen::style::Look;
use crate::screen::{self, seats, text};
use prost_types::Timestamp;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

/// Rows beside the seats and what happened: title, blank, cards, pots, turn, rule, note, foot.
const OTHER_ROWS: u16 = 8;
/// The fewest rows for what happened.
const LOG_ROWS: u16 = 6;

/// What is known.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// What happened.
    pub history: &'a History,
    /// Where in it one stands.
    pub cursor: &'a Cursor,
    /// The server's time, once it is known.
    pub now: Option<Millis>,
    /// What is wrong with the connection, if anything.
    pub trouble: Option<&'a str>,
}

/// Draws it.
pub fn draw(frame: &mut Frame<'_>, known: Known<'_>, look: Look) {
    if !screen::fits(frame) {
        return;
    }
    let Known { history, cursor, now, trouble } = known;
    let seq = cursor.seq(history);
    let view = &history.at(seq);
    let live = cursor.at.is_none();
    let area = frame.area();
    let room = area.height.saturating_sub(OTHER_ROWS + LOG_ROWS);
    let [title, seats_at, _, cards, pots, turn, rule, log_at, note, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(seats::rows(view).min(room)),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(LOG_ROWS),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let place = match (trouble, live) {
        (Some(trouble), _) => trouble.to_owned(),
        (None, true) => format!("live, event {seq}"),
        (None, false) => {
            let time = history.event(seq).and_then(|event| event.time.as_ref());
            format!("event {seq} of {}{}", history.newest(), time.map(time_of_day).unwrap_or_default())
        }
    };
    bar(frame, title, &seats::title(view, look), &place, look);
    frame.render_widget(seats::table(view, look, seats_at.height), seats_at);
    if let Some(own) = seats::own_cards(view, look) {
        frame.render_widget(own, cards);
    }
    frame.render_widget(seats::pots(view, look), pots);
    frame.render_widget(seats::turn(view, now.filter(|_| live), look), turn);
    frame.render_widget(Span::styled(look.rule().repeat(rule.width.into()), look.faint()), rule);
    log::draw(frame, log_at, history.lines(seq), look.strong());
    if let Some(told) = &cursor.note {
        let told = text::fit(look, told, usize::from(note.width).saturating_sub(1));
        frame.render_widget(Line::styled(format!(" {}", told.trim_end()), look.error()), note);
    }
    let keys = " arrows: event, commit   Page Up/Down: hand   Home, End   space: live   q: end";
    bar(frame, foot, keys, "", look);
}

/// The time of day of an event, in universal time.
fn time_of_day(at: &Timestamp) -> String {
    let seconds = clock::millis(at).div_euclid(1_000).rem_euclid(86_400);
    format!(", {:02}:{:02}:{:02} UTC", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
