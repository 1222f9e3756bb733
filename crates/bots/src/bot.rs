//! A bot at one table.

use crate::classic;
use crate::listed::Listed;
use crate::memory::Memory;
use crate::odds;
use crate::sensible::{Judge, judge};
use crate::table::{Situation, ranking, rules, turned};
use crate::{Kind, arranging, random};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{Event, LegalActs, LegalArrange, TableView};
use brag_rules::card::Card;
use brag_rules::options::{Prize, Rules};
use brag_rules::rank::RankingRules;
use brag_rules::variant::Machine;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Who beats fewer of all first sets than this does not count on winning every set.
const OUT_OF_REACH: f64 = 0.3;

/// A player at one table.
///
/// It is shown the events and the view of its own seat, and nothing else.
#[derive(Debug, Clone)]
pub struct Bot {
    kind: Kind,
    rng: ChaCha8Rng,
    memory: Memory,
    /// The rules, once the charter was seen: it never changes.
    rules: Option<Rules>,
    /// The cards that were valued last, and what they are worth: to count it again for each bet of a hand would give the
    /// same.
    valued: Option<(Vec<Card>, f64)>,
}

impl Bot {
    /// A bot of this kind; what it leaves to chance comes from the seed.
    pub fn new(kind: Kind, seed: u64) -> Bot {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Bot { kind, rng, memory: Memory::default(), rules: None, valued: None }
    }

    /// How it plays.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Shows it an event of its stream, with its view of the table, whose charter says what cards are worth. A bot to which
    /// no event is shown plays by what the view alone says.
    pub fn note(&mut self, event: &Event, view: &TableView) {
        if self.kind == Kind::Random {
            return;
        }
        self.learn_rules(view);
        let ranking = self.ranking(view);
        self.memory.note(event, &ranking, &mut self.rng);
    }

    /// Whether the view asks it to do something now.
    pub fn is_asked(&self, view: &TableView) -> bool {
        let (Some(legal), Some(situation)) = (&view.legal_acts, Situation::of(view)) else { return false };
        asked(legal, &Listed::of(legal), &situation)
    }

    /// What it does now, by its own view: one of the acts that the view lists; nothing while others are asked.
    ///
    /// A look out of turn gains a bot nothing, so it looks in its turn.
    pub fn decide(&mut self, view: &TableView) -> Option<Action> {
        let legal = view.legal_acts.as_ref()?;
        let situation = Situation::of(view)?;
        let listed = Listed::of(legal);
        if !asked(legal, &listed, &situation) {
            return None;
        }
        let Some(temper) = self.kind.temper() else {
            if listed.arrange.is_some() {
                self.learn_rules(view);
            }
            return random::choose(legal, &self.ranking(view), &mut self.rng);
        };
        self.learn_rules(view);
        if let Some(arrange) = listed.arrange {
            return self.arrange(view, arrange);
        }
        let worth = self.worth(&situation);
        let min_stake = self.rules.as_ref().map_or(1, |rules| rules.min_stake.max(1));
        let ranking = &self.ranking(view);
        let judged = Judge { temper, situation: &situation, memory: &self.memory, ranking, worth, min_stake };
        match &self.rules {
            Some(rules) if rules.machine() == Machine::Classic => {
                classic::judge(&judged, rules, &listed, &mut self.rng)
            }
            _ => judge(&judged, &listed, &mut self.rng),
        }
    }

    fn learn_rules(&mut self, view: &TableView) {
        if self.rules.is_none() {
            self.rules = rules(view);
        }
    }

    fn ranking(&self, view: &TableView) -> RankingRules {
        self.rules.as_ref().map(|rules| ranking(rules, view)).unwrap_or_default()
    }

    /// The best sets, but where all three are wanted and the first looks beaten: then the last one is made strong (F.10).
    fn arrange(&mut self, view: &TableView, legal: &LegalArrange) -> Option<Action> {
        let ranking = self.ranking(view);
        let guards = self.rules.as_ref().is_some_and(|rules| rules.arrange.prize == Prize::EachAndAll);
        if guards && let Some(cards) = odds::read(&legal.cards) {
            let others = cards.len();
            let worth = odds::share(&ranking, &cards, others, &[], &mut self.rng);
            if worth.is_some_and(|worth| worth < OUT_OF_REACH) {
                return arranging::guarding(&ranking, legal);
            }
        }
        arranging::best(&ranking, legal)
    }

    /// The share of hands that its own beats; none before it has looked.
    fn worth(&mut self, situation: &Situation<'_>) -> Option<f64> {
        let (cards, each) = situation.compared(self.rules.as_ref())?;
        if let Some((valued, worth)) = &self.valued
            && *valued == cards
        {
            return Some(*worth);
        }
        let ranking = self.ranking(situation.view);
        let mut out = self.memory.out();
        out.extend(turned(situation.view));
        if let Some(rules) = &self.rules {
            let pack = rules.pack();
            out.extend(Card::in_pack_order().filter(|&card| !pack.contains(card)));
        }
        let worth = odds::share(&ranking, &cards, each, &out, &mut self.rng)?;
        self.valued = Some((cards, worth));
        Some(worth)
    }
}

/// A seat is asked when it is its turn and there is more to do than to look.
fn asked(legal: &LegalActs, listed: &Listed<'_>, situation: &Situation<'_>) -> bool {
    let only_a_look = listed.look.is_some() && legal.acts.len() == 1;
    situation.my_turn() && !only_a_look && !legal.acts.is_empty()
}
