//! Which name somebody meant.

use super::table::settings;

/// How alike two names must be, from 0 to 1 (the same), for one to be offered for the other.
const ALIKE: f64 = 0.7;
/// Letters by which a slip of the pen differs from what was meant.
const SLIP_LETTERS: usize = 2;

/// The key that this wrong one is most like, if it is like any.
pub fn nearest_key(wrong: &str) -> Option<&'static str> {
    settings()
        .map(|setting| (strsim::jaro_winkler(wrong, setting.key), setting.key))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, key)| key)
}

/// Whether one was written for the other: it differs by a letter or two, or by the unit at its end.
pub fn is_slip(wrong: &str, key: &str) -> bool {
    let without_unit = key.strip_prefix(wrong).is_some_and(|rest| rest.starts_with('_'));
    without_unit || strsim::osa_distance(wrong, key) <= SLIP_LETTERS
}
