//! Which name somebody meant.

/// How alike two names must be, from 0 to 1 (the same), for one to be offered for the other.
const ALIKE: f64 = 0.7;
/// The longest name that is compared, in bytes: what is much longer than every name is like none, and comparing takes
/// the longer the longer it is.
const LONGEST: usize = 100;

/// The name that this wrong one is most like, if it is like any.
pub fn nearest<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if wrong.len() > LONGEST {
        return None;
    }
    names
        .map(|name| (strsim::jaro_winkler(wrong, name), name))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_understood_and_a_flood_is_not_read() {
        let names = || ["listen", "probe_addr"].into_iter();
        assert_eq!(nearest("liste", names()), Some("listen"));
        assert_eq!(nearest("xyz", names()), None);
        let flood = format!("listen{}", "n".repeat(1_000_000));
        assert_eq!(nearest(&flood, names()), None);
    }
}
