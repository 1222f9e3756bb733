//! Texts that come from others, and texts that must fit.

use super::style::Look;
pub use crate::commentary::{called, printable};
use brag_contract::v1::TableView;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The text in exactly so many columns: cut with a mark, or filled with blanks.
pub fn fit(look: Look, text: &str, columns: usize) -> String {
    let (mut fitted, mut used) = (String::new(), 0);
    let whole: usize = text.chars().map(|c| c.width().unwrap_or(0)).sum();
    let room = if whole <= columns { columns } else { columns.saturating_sub(1) };
    for c in text.chars() {
        let width = c.width().unwrap_or(0);
        if used + width > room {
            break;
        }
        fitted.push(c);
        used += width;
    }
    if whole > columns && columns > 0 {
        fitted.push_str(look.cut());
        used += 1;
    }
    fitted.extend(std::iter::repeat_n(' ', columns - used.min(columns)));
    fitted
}

/// What to call that seat's player at this table.
pub fn name_of(view: &TableView, seat: u32) -> String {
    match view.seats.iter().find(|other| other.number == seat) {
        Some(seat) if !seat.player.is_empty() => called(seat),
        _ => format!("seat {seat}"),
    }
}

/// A number of things: `1 chip`, `2 chips`.
pub fn count(number: i64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A number of chips.
pub fn chips(number: i64) -> String {
    count(number, "chip", "chips")
}

/// The text in lines of at most so many columns, broken between words where there is one to break at.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.width() + 1 + word.width() > columns {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Look = Look { colour: false, unicode: false };

    #[test]
    fn a_fitted_text_has_exactly_its_columns() {
        assert_eq!(fit(PLAIN, "ann", 5), "ann  ");
        assert_eq!(fit(PLAIN, "annabel", 5), "anna~");
        assert_eq!(fit(PLAIN, "annab", 5), "annab");
        assert_eq!(fit(PLAIN, "", 0), "");
        assert_eq!(fit(PLAIN, "ann", 0), "");
        // A wide letter that would stick out leaves a blank.
        assert_eq!(fit(PLAIN, "王王王", 4), "王~ ");
        assert_eq!(fit(PLAIN, "王王", 4), "王王");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("  one   two ", 80), ["one two"]);
        assert_eq!(wrap("extraordinary", 5), ["extraordinary"], "a word is never broken");
        assert_eq!(wrap("", 5), [""]);
    }
}
