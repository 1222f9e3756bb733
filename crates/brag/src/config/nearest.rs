//! Which name somebody meant.

/// How alike two names must be, from 0 to 1 (the same), for one to be offered for the other.
const ALIKE: f64 = 0.7;

/// The name that this wrong one is most like, if it is like any.
pub fn nearest<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names
        .map(|name| (strsim::jaro_winkler(wrong, name), name))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name)
}
