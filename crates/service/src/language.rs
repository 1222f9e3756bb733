//! In which language texts for players are written.

/// A language that texts are served in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Language {
    /// English: what everybody gets whose own language is not served.
    #[default]
    En,
}

impl Language {
    const SERVED: [Language; 1] = [Language::En];

    /// The language's BCP 47 code, as a LocalizedMessage names it.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
        }
    }

    /// The best match for the value of `accept-language`.
    pub(crate) fn best_match(accept: Option<&str>) -> Language {
        let codes = Language::SERVED.map(Language::code);
        let place = accept.and_then(|accept| preferred(accept, &codes));
        place.map_or_else(Language::default, |place| Language::SERVED[place])
    }
}

/// The place of the served code that the caller likes best: the highest `q`, of equal ones the first named. A
/// region does not matter (`es-MX` is `es`), `*` is the first served.
fn preferred(accept: &str, served: &[&str]) -> Option<usize> {
    let mut best: Option<(u16, usize)> = None;
    for range in accept.split(',') {
        let mut parts = range.split(';').map(str::trim);
        let tag = parts.next().unwrap_or_default();
        let primary = tag.split('-').next().unwrap_or_default();
        let place = match primary {
            "*" => Some(0),
            _ => served.iter().position(|code| code.eq_ignore_ascii_case(primary)),
        };
        let quality = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1_000), thousandths);
        if let (Some(place), Some(quality)) = (place, quality)
            && quality > 0
            && best.is_none_or(|(best, _)| quality > best)
        {
            best = Some((quality, place));
        }
    }
    best.map(|(_, place)| place)
}

/// `0.85` as 850; nothing for what is no quality.
fn thousandths(quality: &str) -> Option<u16> {
    let (whole, part) = quality.split_once('.').unwrap_or((quality, ""));
    if part.len() > 3 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part: u16 = format!("{part:0<3}").parse().ok()?;
    match whole {
        "0" => Some(part),
        "1" if part == 0 => Some(1_000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_quality_wins_among_those_served() {
        let served = ["en", "es", "it", "tr"];
        let cases = [
            ("es", Some(1)),
            ("es-MX,en;q=0.9", Some(1)),
            ("de, it;q=0.7, tr;q=0.8", Some(3)),
            ("IT ; q=0.5 , en;q=0.4", Some(2)),
            ("*", Some(0)),
            ("tr;q=0, es;q=0.001", Some(1)),
            ("de-AT, fr", None),
            ("", None),
            ("es;q=2, tr;q=x, it;q=0.1234", None),
        ];
        for (accept, place) in cases {
            assert_eq!(preferred(accept, &served), place, "{accept:?}");
        }
    }

    #[test]
    fn english_is_what_is_left() {
        for accept in [None, Some("de"), Some("en-GB"), Some("\u{0}")] {
            assert_eq!(Language::best_match(accept), Language::En);
        }
    }
}
