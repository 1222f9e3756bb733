//! What a person at a terminal sees of a table: shared by `brag play` and `brag watch`.
//!
//! A picture is a pure function of what is known of the table and of how the terminal looks; only [`terminal`] touches
//! the terminal itself.

pub mod away;
pub mod class;
pub mod clock;
pub mod log;
#[cfg(test)]
pub mod samples;
pub mod seats;
pub mod style;
pub mod terminal;
pub mod text;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

/// Columns that a table needs.
pub const MIN_COLUMNS: u16 = 80;
/// Rows that a table needs.
pub const MIN_ROWS: u16 = 24;

/// Whether a table can be drawn there; if not, says so instead.
pub fn fits(frame: &mut Frame<'_>) -> bool {
    let area = frame.area();
    if area.width >= MIN_COLUMNS && area.height >= MIN_ROWS {
        return true;
    }
    let told = [
        format!("This terminal is {} x {};", area.width, area.height),
        format!("brag needs {MIN_COLUMNS} x {MIN_ROWS}."),
        "Make it larger, or press q.".to_owned(),
    ];
    let lines: Vec<Line<'_>> = told.into_iter().map(|line| Line::from(line).centered()).collect();
    let top = area.height.saturating_sub(3) / 2;
    let middle = Rect { y: area.y + top, height: area.height.min(3), ..area };
    frame.render_widget(Paragraph::new(lines), middle);
    false
}
