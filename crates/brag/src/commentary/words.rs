//! Names, cards and amounts as they are written.

use brag_contract::v1;
use brag_rules::card::Card;
use std::cmp::Reverse;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The longest name that is written out, in characters.
const NAME_CHARS: usize = 24;

/// How suits are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Suits {
    /// `A♠`
    #[default]
    Symbols,
    /// `As`, where a terminal has no such signs.
    Letters,
}

/// The text without what a terminal would obey or hide: control and format characters, separators of lines, and what is
/// no character; each becomes `�`.
///
/// But a joiner stays, which words and emoji need between two characters.
pub fn printable(text: &str) -> String {
    text.chars().map(|char| if shows(char) { char } else { char::REPLACEMENT_CHARACTER }).collect()
}

fn shows(char: char) -> bool {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned,
    };
    match char.general_category() {
        Format => matches!(char, '\u{200c}' | '\u{200d}'),
        Control | LineSeparator | ParagraphSeparator | PrivateUse | Surrogate | Unassigned => false,
        _ => true,
    }
}

/// A card such as `A♠`; `??` for one that is not known. What is no card stays as it came.
pub fn card(card: &str, suits: Suits) -> String {
    let sign = |suit| match suit {
        'c' => Some('♣'),
        'd' => Some('♦'),
        'h' => Some('♥'),
        's' => Some('♠'),
        _ => None,
    };
    let mut chars = card.chars();
    match (suits, chars.next(), chars.next().and_then(sign), chars.next()) {
        (Suits::Symbols, Some(rank), Some(suit), None) => format!("{rank}{suit}"),
        _ => printable(card),
    }
}

/// Cards with spaces between them.
pub fn cards(of: &[String], suits: Suits) -> String {
    of.iter().map(|text| card(text, suits)).collect::<Vec<_>>().join(" ")
}

/// The cards of a hand that lies before everybody, as one would lay them: several of one rank first, then the highest. What
/// is no card stays where it is.
pub fn in_order(of: &[String]) -> Vec<String> {
    let read: Option<Vec<Card>> = of.iter().map(|code| code.parse().ok()).collect();
    let Some(mut read) = read else { return of.to_vec() };
    let ranks: Vec<u8> = read.iter().map(|card| card.rank()).collect();
    let alike = |card: &Card| ranks.iter().filter(|&&rank| rank == card.rank()).count();
    read.sort_by_key(|card| Reverse((alike(card), card.rank(), card.suit())));
    read.iter().map(Card::to_string).collect()
}

/// Whether every one of these cards is known.
pub fn known(cards: &[String]) -> bool {
    !cards.is_empty() && cards.iter().all(|card| card != "??")
}

/// What the player of a seat is called: as he asks, else by his id.
pub fn called(seat: &v1::SeatView) -> String {
    let name = if seat.display_name.trim().is_empty() { &seat.player } else { &seat.display_name };
    short(name)
}

/// A name of bounded length that can be printed.
pub fn short(name: &str) -> String {
    let name = printable(name.trim());
    match name.char_indices().nth(NAME_CHARS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}

/// `1 chip`, `2 chips`.
pub fn chips(amount: i64) -> String {
    if amount == 1 { "1 chip".to_owned() } else { format!("{amount} chips") }
}

/// `1 chip waits`, `2 chips wait`.
pub fn wait(amount: i64) -> String {
    let verb = if amount == 1 { "waits" } else { "wait" };
    format!("{} {verb}", chips(amount))
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(of: &[String]) -> String {
    match of {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
