//! What a bot has seen at its table: how others bet, and which cards cannot come (Appendix F.3, F.8).

use crate::odds;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{EqualisedBetKind, Event};
use brag_rules::card::{Card, PLAYED};
use brag_rules::rank::RankingRules;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// A hand that was shown after raises, and beats less than this share of hands, was a bluff.
const BLUFF_BELOW: f64 = 0.6;

/// How one opponent plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Bets that he made.
    pub bets: u32,
    /// Of these, the ones that raised the stake.
    pub raises: u32,
    /// Raises in this hand.
    pub raises_now: u32,
    /// Hands that he showed after raising.
    pub shown: u32,
    /// Of these, the ones that were not worth it.
    pub bluffs: u32,
}

impl Style {
    /// How much a raise of his says about his hand, 0 … 1: little of who raises with anything.
    pub fn honesty(&self) -> f64 {
        let bluffs = share(self.bluffs, self.shown, 0.0, 2.0);
        let raises = share(self.raises, self.bets, 0.2, 5.0);
        (1.0 - bluffs) * (1.2 - raises).clamp(0.2, 1.0)
    }
}

/// A share, drawn to what is usual by so many cases of it.
fn share(part: u32, of: u32, usual: f64, cases: f64) -> f64 {
    (f64::from(part) + usual * cases) / (f64::from(of) + cases)
}

/// What one bot remembers of one table.
#[derive(Debug, Clone)]
pub struct Memory {
    stake: i64,
    /// Cards that each player was dealt last.
    each: usize,
    styles: BTreeMap<u32, Style>,
    /// Cards dealt since the table came into view.
    dealt: u32,
    /// Cards in the pack; none until a shuffle has said it.
    stock: Option<u32>,
    /// Cards that it knows of the hand in progress, and cannot be in others' hands.
    seen: Vec<Card>,
    /// Cards under the pack, with how many must have been dealt before one of them can come again.
    under: Vec<(Card, u32)>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            stake: 0,
            each: PLAYED,
            styles: BTreeMap::new(),
            dealt: 0,
            stock: None,
            seen: Vec::new(),
            under: Vec::new(),
        }
    }
}

impl Memory {
    /// How the player on that seat plays.
    pub fn style(&self, seat: u32) -> Style {
        self.styles.get(&seat).copied().unwrap_or_default()
    }

    /// Cards that nobody can hold now.
    pub fn out(&self) -> Vec<Card> {
        self.under.iter().filter(|(_, until)| self.dealt <= *until).map(|(card, _)| *card).collect()
    }

    /// Takes in an event.
    pub fn note(&mut self, event: &Event, ranking: &RankingRules, rng: &mut ChaCha8Rng) {
        match &event.fact {
            Some(Fact::HandStarted(fact)) => {
                self.stake = fact.stake;
                self.seen.clear();
                self.styles.values_mut().for_each(|style| style.raises_now = 0);
            }
            Some(Fact::BetMade(fact)) => {
                let raised = u32::from(fact.stake > self.stake);
                self.stake = fact.stake;
                let style = self.styles.entry(fact.seat).or_default();
                style.bets = style.bets.saturating_add(1);
                style.raises = style.raises.saturating_add(raised);
                style.raises_now = style.raises_now.saturating_add(raised);
            }
            Some(Fact::EqualisedBet(fact)) => {
                let raised = u32::from(fact.kind() != EqualisedBetKind::Call);
                let style = self.styles.entry(fact.seat).or_default();
                style.bets = style.bets.saturating_add(1);
                style.raises = style.raises.saturating_add(raised);
                style.raises_now = style.raises_now.saturating_add(raised);
            }
            Some(Fact::Dealt(fact)) => {
                self.each = fact.hands.first().map_or(self.each, |hand| hand.cards.len());
                let cards = count(fact.hands.iter().map(|hand| hand.cards.len()).sum());
                self.dealt = self.dealt.saturating_add(cards);
                self.stock = self.stock.and_then(|stock| stock.checked_sub(cards));
                self.under.retain(|(_, until)| self.dealt <= *until);
                fact.hands.iter().for_each(|hand| self.see(&hand.cards));
            }
            Some(Fact::Looked(fact)) => self.see(&fact.cards),
            Some(Fact::HandShown(fact)) => {
                self.see(&fact.cards);
                let style = self.styles.entry(fact.seat).or_default();
                if style.raises_now > 0
                    && let Some(cards) = odds::read(&fact.cards)
                    && let Some(beats) = odds::share(ranking, &cards, self.each, &[], rng)
                {
                    style.shown = style.shown.saturating_add(1);
                    style.bluffs = style.bluffs.saturating_add(u32::from(beats < BLUFF_BELOW));
                }
            }
            // What was in the hands goes under the cards that are left.
            Some(Fact::HandEnded(_) | Fact::HandVoided(_)) => {
                if let Some(stock) = self.stock {
                    let until = self.dealt.saturating_add(stock);
                    self.under.extend(self.seen.iter().map(|&card| (card, until)));
                }
                self.seen.clear();
            }
            Some(Fact::Gathered(fact)) => {
                self.stock = self.stock.map(|stock| stock.saturating_add(count(fact.handles.len())));
            }
            Some(Fact::PackShuffled(fact)) => self.new_order(Some(fact.cards)),
            Some(Fact::PackPrepared(fact)) => self.new_order(Some(fact.cards)),
            Some(Fact::PackCut(_)) => self.new_order(self.stock),
            Some(Fact::Left(fact)) => {
                self.styles.remove(&fact.seat);
            }
            _ => {}
        }
    }

    /// Nobody knows any more where a card of the pack lies.
    fn new_order(&mut self, stock: Option<u32>) {
        self.stock = stock;
        self.under.clear();
    }

    fn see(&mut self, cards: &[String]) {
        let known = cards.iter().filter_map(|card| card.parse::<Card>().ok());
        for card in known {
            if !self.seen.contains(&card) {
                self.seen.push(card);
            }
        }
    }
}

/// A number of cards.
fn count(cards: usize) -> u32 {
    u32::try_from(cards).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use brag_contract::v1::{
        BetMade, Dealt, DealtHand, Gathered, HandEnded, HandShown, HandStarted, Handle, Looked, PackCut,
        PackShuffled,
    };
    use rand::SeedableRng;

    fn note(memory: &mut Memory, fact: Fact) {
        let event = Event { fact: Some(fact), ..Event::default() };
        memory.note(&event, &RankingRules::default(), &mut ChaCha8Rng::seed_from_u64(1));
    }

    fn deal(memory: &mut Memory, seats: u32) {
        let hand = |seat| DealtHand { seat, handles: Vec::new(), cards: vec!["??".to_owned(); 3] };
        note(memory, Fact::Dealt(Dealt { hands: (1..=seats).map(hand).collect(), open: false }));
    }

    fn gather(memory: &mut Memory, cards: usize) {
        note(memory, Fact::HandEnded(HandEnded::default()));
        let handles = vec![Handle::default(); cards];
        note(memory, Fact::Gathered(Gathered { handles, ..Gathered::default() }));
    }

    fn shuffle(memory: &mut Memory) {
        note(memory, Fact::PackShuffled(Box::new(PackShuffled { cards: 52, ..PackShuffled::default() })));
    }

    fn look(memory: &mut Memory) {
        note(memory, Fact::Looked(Looked { seat: 1, which: 0, cards: cards("As Kd 2c") }));
    }

    fn cards(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn raises_are_counted_and_a_bluff_that_was_shown_is_remembered() {
        let mut memory = Memory::default();
        let bet = |stake| Fact::BetMade(BetMade { seat: 2, amount: stake, stake, ..BetMade::default() });
        let begin = || Fact::HandStarted(HandStarted { stake: 2, ..HandStarted::default() });
        note(&mut memory, begin());
        [2, 4, 4, 8].into_iter().for_each(|stake| note(&mut memory, bet(stake)));
        let shown = |text| Fact::HandShown(HandShown { seat: 2, cards: cards(text), ..HandShown::default() });
        let before = memory.style(2).honesty();
        note(&mut memory, shown("5c 3d 2h"));
        let style = memory.style(2);
        assert_eq!((style.bets, style.raises, style.raises_now), (4, 2, 2));
        assert_eq!((style.shown, style.bluffs), (1, 1));
        assert!(style.honesty() < before);
        note(&mut memory, begin());
        assert_eq!(memory.style(2).raises_now, 0);
        note(&mut memory, shown("5c 3d 2h"));
        assert_eq!(memory.style(2).shown, 1, "who did not raise did not bluff");
    }

    /// Where everybody had more cards to choose from, a hand that bluffs is better than elsewhere.
    #[test]
    fn what_a_bluff_is_depends_on_how_many_cards_are_dealt() {
        let bluffs = |each: usize| {
            let mut memory = Memory::default();
            let hand = |seat| DealtHand { seat, handles: Vec::new(), cards: vec!["??".to_owned(); each] };
            note(&mut memory, Fact::Dealt(Dealt { hands: (1..=3).map(hand).collect(), open: false }));
            note(&mut memory, Fact::BetMade(BetMade { seat: 2, amount: 4, stake: 4, ..BetMade::default() }));
            let shown = HandShown { seat: 2, cards: cards("9c 9d 2h"), ..HandShown::default() };
            note(&mut memory, Fact::HandShown(shown));
            memory.style(2).bluffs
        };
        assert_eq!((bluffs(3), bluffs(13)), (0, 1));
    }

    #[test]
    fn cards_under_the_pack_are_out_until_those_above_them_are_dealt() {
        let mut memory = Memory::default();
        shuffle(&mut memory);
        deal(&mut memory, 6);
        look(&mut memory);
        assert_eq!(memory.out(), [], "what is in hands is not under the pack");
        gather(&mut memory, 18);
        deal(&mut memory, 6);
        assert_eq!(memory.out().len(), 3);
        gather(&mut memory, 18);
        deal(&mut memory, 6);
        assert_eq!(memory.out().len(), 0, "of 34 cards that lay above them 36 were dealt");
    }

    #[test]
    fn a_shuffle_and_a_cut_end_what_is_known_of_the_pack() {
        let mut memory = Memory::default();
        for ends in [Fact::PackShuffled(Box::default()), Fact::PackCut(PackCut::default())] {
            shuffle(&mut memory);
            deal(&mut memory, 6);
            look(&mut memory);
            gather(&mut memory, 18);
            assert_eq!(memory.out().len(), 3);
            note(&mut memory, ends);
            assert_eq!(memory.out(), []);
        }
    }

    #[test]
    fn who_joins_in_the_middle_knows_nothing_of_the_pack() {
        let mut memory = Memory::default();
        deal(&mut memory, 6);
        look(&mut memory);
        gather(&mut memory, 18);
        assert_eq!(memory.out(), []);
    }
}
