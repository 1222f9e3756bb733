//! How a terminal looks: with or without colour, with or without more than ASCII.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

/// A card that the viewer may not know, as the contract writes it.
pub const HIDDEN: &str = "??";

/// What the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Colours; without them bold, reverse and dim carry the meaning.
    pub colour: bool,
    /// Suits and lines beyond ASCII.
    pub unicode: bool,
}

impl Look {
    /// What was asked for and what the environment allows: `NO_COLOR` (<https://no-color.org>), and a locale that is
    /// set and is not UTF-8.
    pub fn of(no_color: bool, ascii: bool, variable: impl Fn(&str) -> Option<String>) -> Look {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let utf8 = locale.is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        Look { colour: !no_color && set("NO_COLOR").is_none(), unicode: !ascii && utf8 }
    }

    /// What matters.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is there for completeness.
    pub fn faint(self) -> Style {
        if self.colour { Style::new().fg(Color::DarkGray) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    /// Whose turn it is.
    pub fn turn(self) -> Style {
        if self.colour { self.strong().fg(Color::Yellow) } else { self.strong() }
    }

    /// A key that may be pressed.
    pub fn key(self) -> Style {
        if self.colour { self.strong().fg(Color::Cyan) } else { self.strong() }
    }

    /// Something went wrong.
    pub fn error(self) -> Style {
        if self.colour { self.strong().fg(Color::Red) } else { Style::new().add_modifier(Modifier::REVERSED) }
    }

    /// Chips that were won.
    pub fn won(self) -> Style {
        if self.colour { self.strong().fg(Color::Green) } else { self.strong() }
    }

    /// The first and the last line.
    pub fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A card by its code, such as `Td`: always two columns.
    pub fn card(self, code: &str) -> Span<'static> {
        let mut letters = code.chars();
        let (Some(rank), Some(suit)) = (letters.next(), letters.next()) else {
            return Span::raw(HIDDEN);
        };
        let symbol = match suit {
            's' => '♠',
            'h' => '♥',
            'd' => '♦',
            'c' => '♣',
            _ if self.unicode => return Span::styled("░░", self.faint()),
            _ => return Span::styled(HIDDEN, self.faint()),
        };
        let text = if self.unicode { format!("{rank}{symbol}") } else { format!("{rank}{suit}") };
        let red = self.colour && matches!(suit, 'h' | 'd');
        Span::styled(text, if red { self.strong().fg(Color::Red) } else { self.strong() })
    }

    /// Cards with a blank between them.
    pub fn cards(self, codes: &[String]) -> Vec<Span<'static>> {
        let mut spans = Vec::new();
        for code in codes {
            if !spans.is_empty() {
                spans.push(Span::raw(" "));
            }
            spans.push(self.card(code));
        }
        spans
    }

    /// Points at the seat that is to act.
    pub fn pointer(self) -> &'static str {
        if self.unicode { "▶" } else { ">" }
    }

    /// Between two things on a line.
    pub fn dot(self) -> &'static str {
        if self.unicode { " · " } else { " - " }
    }

    /// From this to that.
    pub fn to(self) -> &'static str {
        if self.unicode { "–" } else { "-" }
    }

    /// Where a text was cut.
    pub fn cut(self) -> &'static str {
        if self.unicode { "…" } else { "~" }
    }

    /// A line across.
    pub fn rule(self) -> &'static str {
        if self.unicode { "─" } else { "-" }
    }

    /// What is left of something, of which there were `whole`, in so many columns.
    pub fn gauge(self, left: u64, whole: u64, columns: usize) -> String {
        let share = u128::from(left) * columns as u128;
        let full = usize::try_from(share.div_ceil(u128::from(whole.max(1)))).unwrap_or(columns).min(columns);
        let (on, off) = if self.unicode { ("█", "░") } else { ("#", ".") };
        format!("{}{}", on.repeat(full), off.repeat(columns - full))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(no_color: bool, ascii: bool, set: &[(&str, &str)]) -> Look {
        let value =
            |name: &str| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Look::of(no_color, ascii, value)
    }

    #[test]
    fn flags_and_the_environment_take_colour_and_symbols_away() {
        let all = Look { colour: true, unicode: true };
        assert_eq!(look(false, false, &[]), all);
        assert_eq!(look(false, false, &[("NO_COLOR", "")]), all, "empty is not set");
        assert_eq!(look(false, false, &[("LANG", "en_GB.UTF-8")]), all);
        assert_eq!(look(true, false, &[]), Look { colour: false, unicode: true });
        assert_eq!(look(false, false, &[("NO_COLOR", "1")]), Look { colour: false, unicode: true });
        assert_eq!(look(false, true, &[]), Look { colour: true, unicode: false });
        assert_eq!(look(false, false, &[("LANG", "C")]), Look { colour: true, unicode: false });
        assert_eq!(look(false, false, &[("LC_ALL", "C.utf8"), ("LANG", "C")]), all, "LC_ALL outranks LANG");
    }

    #[test]
    fn a_card_is_two_columns_wide() {
        for unicode in [true, false] {
            let look = Look { colour: false, unicode };
            for code in ["As", "Td", "??", "", "9?"] {
                assert_eq!(look.card(code).width(), 2, "{code}");
            }
        }
    }

    #[test]
    fn a_gauge_is_empty_only_at_nothing() {
        let look = Look { colour: false, unicode: false };
        assert_eq!(look.gauge(0, 30, 5), ".....");
        assert_eq!(look.gauge(1, 30, 5), "#....");
        assert_eq!(look.gauge(30, 30, 5), "#####");
        assert_eq!(look.gauge(90, 30, 5), "#####");
        assert_eq!(look.gauge(u64::MAX, 0, 5), "#####");
    }
}
