//! In which language a call wants its texts.

use http::header::ACCEPT_LANGUAGE;
use http::{HeaderMap, HeaderValue};

/// The longest value of `accept-language` that is read, in bytes; a longer one is as if it were not there. Browsers
/// send less than 100.
const MAX_HEADER: usize = 512;

/// A language that texts are served in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Language {
    /// English: what everybody gets whose own language is not served.
    #[default]
    En,
    /// Spanish.
    Es,
    /// Italian.
    It,
    /// Turkish.
    Tr,
}

impl Language {
    /// Every language; where a caller likes several equally, the first.
    pub(crate) const SERVED: [Language; 4] = [Language::En, Language::Es, Language::It, Language::Tr];

    /// The language's BCP 47 code, as a LocalizedMessage names it.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Es => "es",
            Language::It => "it",
            Language::Tr => "tr",
        }
    }
}

/// What a call says of languages. It is read when a text is wanted, which is in few calls.
#[derive(Debug, Clone, Default)]
pub(crate) struct Accept {
    first: Option<HeaderValue>,
    /// A header given several times means the same as one with a comma between its values.
    others: Vec<HeaderValue>,
}

impl Accept {
    /// What these headers say.
    pub(crate) fn of(headers: &HeaderMap) -> Accept {
        let mut values = headers.get_all(ACCEPT_LANGUAGE).iter().cloned();
        Accept { first: values.next(), others: values.collect() }
    }

    /// The best match among the languages that are served.
    pub(crate) fn language(&self) -> Language {
        let values = self.first.iter().chain(&self.others);
        let texts = values.filter(|value| value.len() <= MAX_HEADER).filter_map(|value| value.to_str().ok());
        best_match(texts.flat_map(|text| text.split(',')))
    }
}

/// The served language that the caller likes best (RFC 9110, 12.5.4): the highest quality, of equal ones the first
/// named. A region does not matter (`es-MX` is `es`); `*` is every language that no other range names. English where
/// none is liked.
fn best_match<'a>(ranges: impl Iterator<Item = &'a str>) -> Language {
    // How much each language is liked, and `*`, with the place at which that was said.
    let mut named: [Option<(u16, usize)>; Language::SERVED.len()] = [None; Language::SERVED.len()];
    let mut others = None;
    for (place, range) in ranges.enumerate() {
        let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
        let primary = tag.trim().split('-').next().unwrap_or_default();
        let of_language = |language: &Language| language.code().eq_ignore_ascii_case(primary);
        let liked = match Language::SERVED.iter().position(of_language) {
            Some(language) => &mut named[language],
            None if primary == "*" => &mut others,
            None => continue,
        };
        if let Some(quality) = quality(parameters)
            && liked.is_none_or(|(best, _)| quality > best)
        {
            *liked = Some((quality, place));
        }
    }
    let mut best = (0, 0, Language::default());
    for (liked, language) in named.into_iter().zip(Language::SERVED) {
        if let Some((quality, place)) = liked.or(others)
            && (quality > best.0 || quality == best.0 && quality > 0 && place < best.1)
        {
            best = (quality, place, language);
        }
    }
    best.2
}

/// The quality that a range's parameters give it, in thousandths; nothing for what is no quality.
fn quality(parameters: &str) -> Option<u16> {
    let named = |parameter: &'_ str| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| thousandths(value.trim()))
    };
    parameters.split(';').find_map(named).unwrap_or(Some(1_000))
}

/// `0.85` as 850; nothing for what is no quality.
fn thousandths(quality: &str) -> Option<u16> {
    let (whole, part) = quality.split_once('.').unwrap_or((quality, ""));
    if part.len() > 3 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = part.bytes().chain([b'0'; 3]).take(3);
    let part = digits.fold(0, |number, digit| number * 10 + u16::from(digit - b'0'));
    match whole {
        "0" => Some(part),
        "1" if part == 0 => Some(1_000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{En, Es, It, Tr};
    use super::*;

    fn language(values: &[&[u8]]) -> Language {
        let header = |&value: &&[u8]| (ACCEPT_LANGUAGE, HeaderValue::from_bytes(value).unwrap());
        Accept::of(&values.iter().map(header).collect()).language()
    }

    #[test]
    fn the_highest_quality_wins_among_those_served() {
        let cases = [
            ("es", Es),
            ("es-MX,en;q=0.9", Es),
            ("de, it;q=0.7, tr;q=0.8", Tr),
            ("IT ; Q=0.5 , en;q=0.4", It),
            ("en;q=0.5, tr-Latn-TR;q=0.501", Tr),
            // Of equal ones the first named.
            ("tr, es, en", Tr),
            ("es;q=0.8, it;q=0.8", Es),
            // One language under two ranges: the better one.
            ("it-CH;q=0.2, es;q=0.5, it;q=0.9", It),
            // The star is every language that is not named.
            ("*", En),
            ("en;q=0.5, *;q=0.8", Es),
            ("en;q=0, *", Es),
            ("en, *;q=0.1", En),
            ("de, es;q=0, *;q=0.5, en;q=0", It),
            ("tr;q=0.9, *", En),
            ("tr;q=0, es;q=0.001", Es),
            // A parameter that is no quality.
            ("it;level=1;q=0.3, es;q=0.2", It),
        ];
        for (accept, expected) in cases {
            assert_eq!(language(&[accept.as_bytes()]), expected, "{accept:?}");
        }
    }

    #[test]
    fn english_is_what_is_left() {
        assert_eq!(language(&[]), En);
        for accept in ["", "de", "en-GB", "es;q=0", "*;q=0", "es;q=2, tr;q=x, it;q=0.1234", ";;;,,=", "q=1"] {
            assert_eq!(language(&[accept.as_bytes()]), En, "{accept:?}");
        }
        assert_eq!(language(&[b"\xff, es"]), En);
        let long = format!("es,{}", "x".repeat(MAX_HEADER));
        assert_eq!(language(&[long.as_bytes()]), En, "bounded");
        assert_eq!(language(&[&long.as_bytes()[..MAX_HEADER]]), Es);
    }

    #[test]
    fn a_header_that_is_given_twice_is_one() {
        assert_eq!(language(&[b"de;q=0.9, es;q=0.2", b"it;q=0.3"]), It);
    }
}
