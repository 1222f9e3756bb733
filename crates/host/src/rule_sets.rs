//! The rules that tables play by, each set of them once: most tables of a process play by few, which then lie in the caches,
//! and a table of its own holds none.

use brag_rules::options::Rules;
use parking_lot::Mutex;
use std::collections::HashSet;
use std::sync::Arc;

/// The sets that tables play by. One that no table plays by any more goes when there is no room for another.
#[derive(Default)]
pub(crate) struct RuleSets(Mutex<HashSet<Arc<Rules>>>);

impl RuleSets {
    /// The one set of those rules.
    pub(crate) fn one(&self, rules: &Rules) -> Arc<Rules> {
        let mut sets = self.0.lock();
        if let Some(one) = sets.get(rules) {
            return Arc::clone(one);
        }
        if sets.len() == sets.capacity() {
            sets.retain(|set| Arc::strong_count(set) > 1);
        }
        let one = Arc::new(rules.clone());
        sets.insert(Arc::clone(&one));
        one
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brag_rules::variant::Variant;

    #[test]
    fn the_same_rules_are_one_set_and_those_that_nobody_plays_by_go() {
        let sets = RuleSets::default();
        let (three, four) = (Variant::ThreeCard.defaults(), Variant::FourCard.defaults());
        let one = sets.one(&three);
        assert!(Arc::ptr_eq(&one, &sets.one(&three.clone())));
        assert!(!Arc::ptr_eq(&one, &sets.one(&four)));
        for min_stake in 100..10_000 {
            sets.one(&Rules { min_stake, ..three.clone() });
        }
        assert!(sets.0.lock().capacity() < 100);
        assert!(Arc::ptr_eq(&one, &sets.one(&three)), "a table plays by it");
    }
}
