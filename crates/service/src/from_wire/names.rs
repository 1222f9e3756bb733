//! Names, ids and numbers as callers write them.

use std::collections::BTreeMap;
use std::sync::Arc;

use brag_rules::Chips;
use brag_rules::options::MAX_AMOUNT;
use brag_rules::seat::Seat;
use unicode_properties::{
    GeneralCategory as Category, GeneralCategoryGroup as Group, UnicodeGeneralCategory as _,
};

use super::RequestLimits;
use crate::status::{Failure, counted};

impl RequestLimits {
    /// The id in a table's name `tables/{id}`.
    pub(crate) fn table_id<'a>(&self, field: &str, name: &'a str) -> Result<&'a str, Failure> {
        let id = name.strip_prefix("tables/").filter(|id| self.is_table_id(id));
        id.ok_or_else(|| {
            let most = self.table_id_chars;
            Failure::invalid(field, format!("tables/{{id}}, the id being 1 to {most} of a-z, 0-9 and -"))
        })
    }

    /// The id of a table that is to be made; none if the caller leaves it to us.
    pub(super) fn new_table_id(&self, field: &str, id: &str) -> Result<Option<String>, Failure> {
        match id {
            "" => Ok(None),
            id if self.is_table_id(id) => Ok(Some(id.to_owned())),
            _ => {
                let most = self.table_id_chars;
                Err(Failure::invalid(field, format!("empty, or 1 to {most} of a-z, 0-9 and -")))
            }
        }
    }

    fn is_table_id(&self, id: &str) -> bool {
        let plain = |b: u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-');
        (1..=self.table_id_chars).contains(&id.len()) && id.bytes().all(plain)
    }

    /// A request's id.
    pub(crate) fn request_id(&self, field: &str, id: &str) -> Result<Arc<str>, Failure> {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':' | b'-');
        if (1..=self.request_id_chars).contains(&id.len()) && id.bytes().all(plain) {
            return Ok(id.into());
        }
        let most = self.request_id_chars;
        Err(Failure::invalid(field, format!("1 to {most} of A-Z, a-z, 0-9 and . _ : -")))
    }

    /// A player's id.
    pub(crate) fn player(&self, field: &str, id: &str) -> Result<Arc<str>, Failure> {
        if self.is_player(id) {
            return Ok(id.into());
        }
        let most = self.player_id_chars;
        Err(Failure::invalid(
            field,
            format!("1 to {}, none of them a control character", counted(most, "character")),
        ))
    }

    /// Whether that text can be a player's id.
    pub(crate) fn is_player(&self, id: &str) -> bool {
        (1..=self.player_id_chars).contains(&id.chars().count()) && !id.chars().any(char::is_control)
    }

    /// The player through whose eyes something is asked for: an id, or empty.
    pub(crate) fn viewed_player(&self, field: &str, id: &str) -> Result<Arc<str>, Failure> {
        if id.is_empty() { Ok("".into()) } else { self.player(field, id) }
    }

    /// What a player wants to be called: nothing, or a name that can be seen.
    pub(super) fn display_name(&self, field: &str, name: &str) -> Result<Arc<str>, Failure> {
        let most = self.display_name_chars;
        let allowed = if name.chars().count() > most {
            format!("at most {}", counted(most, "character"))
        } else if !is_harmless(name) {
            "without characters for control, format or line ends, but for joiners inside words and emoji"
                .to_owned()
        } else if !name.is_empty() && !name.chars().any(is_visible) {
            "empty, or have a character that can be seen".to_owned()
        } else {
            return Ok(name.into());
        };
        Err(Failure::invalid(field, allowed))
    }

    /// The platform's own notes about a table.
    pub(super) fn labels(
        &self,
        field: &str,
        labels: BTreeMap<String, String>,
    ) -> Result<BTreeMap<String, String>, Failure> {
        let Self { labels: most, label_key_chars, label_value_chars, .. } = *self;
        let key_byte = |b: u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'/' | b'-');
        let key = |key: &str| (1..=label_key_chars).contains(&key.len()) && key.bytes().all(key_byte);
        let value =
            |value: &str| value.chars().count() <= label_value_chars && !value.chars().any(char::is_control);
        let allowed = if labels.len() > most {
            format!("at most {}", counted(most, "label"))
        } else if !labels.keys().all(|k| key(k)) {
            format!("keyed by 1 to {label_key_chars} of a-z, 0-9 and . _ / -")
        } else if !labels.values().all(|v| value(v)) {
            format!("at most {} each, without control characters", counted(label_value_chars, "character"))
        } else {
            return Ok(labels);
        };
        Err(Failure::invalid(field, allowed))
    }
}

/// A text that must be there.
pub(crate) fn present(field: &str, text: &str) -> Result<(), Failure> {
    if text.is_empty() { Err(Failure::invalid(field, "set")) } else { Ok(()) }
}

/// Zero-width non-joiner and joiner.
const JOINERS: [char; 2] = ['\u{200C}', '\u{200D}'];

/// Whether a text has no character that bends or hides what stands around it: controls, format characters (which turn
/// the direction, or take no room) and the ends of lines and paragraphs. Joiners are format characters, too, but
/// Persian and Indic words and many emoji are written with them: between two others they may stand.
fn is_harmless(text: &str) -> bool {
    let bends = |c: char| {
        matches!(
            c.general_category(),
            Category::Control | Category::Format | Category::LineSeparator | Category::ParagraphSeparator
        )
    };
    let joins = text.contains(JOINERS);
    !text.split(JOINERS).any(|part| part.contains(bends) || joins && part.is_empty())
}

/// Whether a character leaves a mark by itself: a letter, number, sign or symbol that is not blank all the same, as
/// the fillers of Hangul and the empty pattern of Braille are.
fn is_visible(c: char) -> bool {
    let blank = matches!(c, '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}');
    let group = c.general_category_group();
    !blank && matches!(group, Group::Letter | Group::Number | Group::Punctuation | Group::Symbol)
}

/// An amount of chips.
pub(crate) fn chips(field: &str, amount: i64) -> Result<Chips, Failure> {
    let amount = Chips::try_from(amount).ok().filter(|&amount| amount <= MAX_AMOUNT);
    amount.ok_or_else(|| Failure::invalid(field, format!("0 to {MAX_AMOUNT} chips")))
}

/// A seat's number, 1 … `seats`.
pub(crate) fn seat_number(field: &str, number: u32, seats: u8) -> Result<Seat, Failure> {
    let seat = u8::try_from(number).ok().filter(|&number| number <= seats).and_then(Seat::new);
    seat.ok_or_else(|| Failure::invalid(field, format!("1 to {seats}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> RequestLimits {
        RequestLimits::default()
    }

    #[test]
    fn table_names() {
        assert_eq!(limits().table_id("table", "tables/a-1"), Ok("a-1"));
        let longest = format!("tables/{}", "x".repeat(63));
        assert_eq!(limits().table_id("table", &longest).unwrap().len(), 63);
        let long = format!("tables/{}", "x".repeat(64));
        for bad in ["", "a", "tables/", "tables/A", "tables/a_b", "tables/a/b", "Tables/a", "tables/é", &long]
        {
            assert!(limits().table_id("table", bad).is_err(), "{bad:?}");
        }
        assert_eq!(limits().new_table_id("table_id", ""), Ok(None));
        assert!(limits().new_table_id("table_id", "tables/a").is_err());
    }

    #[test]
    fn request_ids() {
        assert!(limits().request_id("request_id", "Az09._:-").is_ok());
        for bad in ["", " ", "a b", "é", "a/b", &"x".repeat(65)] {
            assert!(limits().request_id("request_id", bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn players_and_display_names() {
        assert!(limits().player("player", &"é".repeat(64)).is_ok());
        for bad in ["", "a\nb", "\u{7f}", "\u{85}", &"x".repeat(65)] {
            assert!(limits().player("player", bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_display_name_is_empty_or_can_be_seen() {
        let family = "👩\u{200D}❤\u{FE0F}\u{200D}👩";
        let (persian, sinhala) = ("می\u{200C}خواهم", "ශ\u{0DCA}\u{200D}රී");
        let good =
            ["", "Zoë ✨", "7", "?", "Ann Lee", "e\u{301}", "李", "한", family, persian, sinhala, "🇬🇧"];
        for good in good {
            assert!(limits().display_name("n", good).is_ok(), "{good:?}");
        }
        let hidden =
            [" ", "\u{A0}\u{3000}", "\u{301}", "\u{FE0F}", "\u{3164}", "\u{2800} \u{115F}", "\u{34F}"];
        let bent = [
            "a\u{202E}b",
            "\u{2066}",
            "a\tb",
            "a\u{2028}b",
            "a\u{2029}",
            "a\u{AD}b",
            "\u{FEFF}Ann",
            "An\u{200B}n",
        ];
        let joined = ["\u{200D}", "\u{200D}a", "a\u{200C}", "a\u{200D}\u{200C}b", "\u{E0041}a"];
        for bad in hidden.into_iter().chain(bent).chain(joined).chain([&*"x".repeat(65)]) {
            assert!(limits().display_name("n", bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn labels_are_bounded() {
        let of = |key: &str, value: &str| {
            limits().labels("labels", BTreeMap::from([(key.to_owned(), value.to_owned())]))
        };
        assert!(of("a.b/c_d-9", &"é".repeat(128)).is_ok());
        for (key, value) in
            [("", ""), ("A", ""), (&*"k".repeat(64), ""), ("k", &*"v".repeat(129)), ("k", "\n")]
        {
            assert!(of(key, value).is_err(), "{key:?} {value:?}");
        }
        let many = |n: usize| (0..n).map(|i| (format!("k{i}"), String::new())).collect();
        assert!(limits().labels("labels", many(16)).is_ok());
        assert!(limits().labels("labels", many(17)).is_err());
    }

    #[test]
    fn each_length_is_a_setting_and_its_refusal_says_it() {
        let tight = RequestLimits {
            message_bytes: 16,
            table_id_chars: 2,
            request_id_chars: 3,
            player_id_chars: 4,
            display_name_chars: 5,
            labels: 1,
            label_key_chars: 6,
            label_value_chars: 7,
        };
        let labels = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            tight.labels("l", pairs.collect()).map(drop)
        };
        let cases = [
            (
                tight.table_id("t", "tables/ab").map(drop),
                tight.table_id("t", "tables/abc").map(drop),
                "1 to 2 ",
            ),
            (tight.new_table_id("t", "ab").map(drop), tight.new_table_id("t", "abc").map(drop), "1 to 2 "),
            (tight.request_id("r", "abc").map(drop), tight.request_id("r", "abcd").map(drop), "1 to 3 "),
            (tight.player("p", "éééé").map(drop), tight.player("p", "ééééé").map(drop), "1 to 4 "),
            (
                tight.display_name("n", "ééééé").map(drop),
                tight.display_name("n", "éééééé").map(drop),
                "most 5 ",
            ),
            (labels(&[("a", "")]), labels(&[("a", ""), ("b", "")]), "most 1 label\""),
            (labels(&[("aaaaaa", "")]), labels(&[("aaaaaaa", "")]), "1 to 6 "),
            (labels(&[("a", "ééééééé")]), labels(&[("a", "éééééééé")]), "most 7 "),
        ];
        for (fits, too_long, allowed) in cases {
            assert_eq!(fits, Ok(()), "{allowed}");
            let refused = format!("{:?}", too_long.unwrap_err());
            assert!(refused.contains(allowed), "{refused} does not say {allowed}");
        }
    }

    #[test]
    fn chips_and_seats() {
        assert_eq!(chips("amount", (1 << 53) - 1), Ok(MAX_AMOUNT));
        assert!(chips("amount", 1 << 53).is_err() && chips("amount", -1).is_err());
        assert_eq!(seat_number("seat", 8, 8).map(Seat::number), Ok(8));
        for bad in [0, 9, 256, u32::MAX] {
            assert!(seat_number("seat", bad, 8).is_err(), "{bad}");
        }
    }
}
