//! What happened, in the rows that there are for it.

use super::style::Look;
use super::text;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// The last lines of what happened, the newest first, as far as they fit: a long one takes several rows. The newest is
/// drawn in its own style.
pub fn draw<'a>(
    frame: &mut Frame<'_>,
    area: Rect,
    newest_first: impl Iterator<Item = &'a str>,
    newest: Style,
) {
    let (columns, rows) = (usize::from(area.width).saturating_sub(3), usize::from(area.height));
    let mut lines: Vec<Line<'static>> = Vec::new();
    for (age, told) in newest_first.enumerate() {
        if lines.len() >= rows {
            break;
        }
        let style = if age == 0 { newest } else { Style::new() };
        let wrapped = text::wrap(&text::printable(told), columns);
        for (number, line) in wrapped.into_iter().enumerate().rev() {
            let indent = if number == 0 { " " } else { "   " };
            lines.push(Line::styled(format!("{indent}{line}"), style));
        }
    }
    lines.truncate(rows);
    for (row, line) in (area.top()..area.bottom()).zip(lines.into_iter().rev()) {
        frame.render_widget(line, Rect { y: row, height: 1, ..area });
    }
}

/// A line across in reverse, with something at its right end.
pub fn bar(frame: &mut Frame<'_>, area: Rect, left: &str, right: &str, look: Look) {
    let right = format!("{} ", text::printable(right));
    let room = usize::from(area.width).saturating_sub(Span::raw(&*right).width());
    let line = format!("{}{right}", text::fit(look, left, room));
    frame.render_widget(Line::styled(line, look.bar()), area);
}
