//! House rules: what a table may choose, what it gets when it does not, and which choices make no table
//! (rulebook Appendix A).
//!
//! [`Rules`] are what the machines read. [`catalogue()`] says what may be named, [`combinations`] what may not
//! be named together; [`Rules::resolve`] turns what was named into rules.

mod arrange;
mod braggers;
mod bus;
mod catalogue;
mod choices;
mod classic;
mod equalised;
mod field;
mod refusal;
mod value;

use std::collections::BTreeMap;

pub use arrange::{ArrangeRules, Prize, SetTie};
pub use braggers::Braggers;
pub use bus::{BusRules, FinalSwap, StickMode};
pub use catalogue::{CatalogueEntry, Kind, catalogue};
pub use choices::{
    AnteMode, BlindWin, Cut, CutBy, DiscardMode, FirstDealer, Gather, HalfStakeRounding, LimitMode,
    LookTiming, ShortStack, ShuffleMode, Sideshow, TieRule, TwoHandRule, TwoHandShowdown, WaitingPot,
};
pub use classic::{AceValue, ClassicRules, NoBrag, ThirtyOneDraw, ThirtyOneTie};
pub use equalised::EqualisedRules;
pub use refusal::{Combination, RulesRefusal, Takes, combinations, shorten};
pub use value::{GivenRules, NotAValue, OptionValue};

use crate::arrange::{CrashRules, Settlement, usual_target};
use crate::card::{PLAYED, Pack};
use crate::rank::{BestPrial, Low, RankingRules, Variation, Wild};
use crate::variant::{Machine, Part, Variant};
use catalogue::{Row, is_of_family, rows};
pub(crate) use equalised::forfeit_of;
use refusal::{answered_by_combination, refuse_combination};

/// The most chips that an amount or a stack may hold: 2^53 − 1, which every front end holds exactly
/// (rulebook 1.1).
pub const MAX_AMOUNT: u64 = (1 << 53) - 1;

/// The rules of one table, complete: chosen when it is made, the same for its whole life.
///
/// Each field is the option of that name (rulebook A.1); `None` is an option that is not set. Made by
/// [`Rules::resolve`], they hold every bound of A.1 and no combination of A.3.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The variant that is played.
    pub variant: Variant,
    /// Cards dealt to each player; three of them are played.
    pub cards_each: u8,
    /// Players needed for a deal; from 2.
    pub min_players: u8,
    /// Seats of the table; from `min_players` to the variant's hard limit.
    pub max_players: u8,
    /// The fewest chips to sit down with; enough for one hand (3.11).
    pub min_buy_in: u64,
    /// The most chips to sit down with, and to have after adding some (3.11).
    pub max_buy_in: Option<u64>,
    /// Chips that each player pays before the deal (3.1), where `ante_mode` says so.
    pub ante: u64,
    /// Which hands charge the ante (3.2).
    pub ante_mode: AnteMode,
    /// The stake at the start of each hand (3.1), in chips; from 1.
    pub min_stake: u64,
    /// Cap on the stake that the first bet of a hand sets (3.4), in chips.
    pub max_initial_stake: Option<u64>,
    /// Cap on the stake that any bet sets (3.4), in chips.
    pub max_stake: Option<u64>,
    /// The most chips by which a bet raises the stake (3.4).
    pub max_raise: Option<u64>,
    /// The most times its old self to which a bet raises the stake (3.4); from 2.
    pub raise_factor: Option<u8>,
    /// What else bounds a raise (3.4).
    pub limit_mode: LimitMode,
    /// The one size of a raise in chips; set exactly where `limit_mode` is fixed (3.4).
    pub raise_increment: Option<u64>,
    /// Price of a see in stakes (3.7); 1 or 2.
    pub see_multiplier: u8,
    /// Whether a seer who lost hides his hand (3.5).
    pub seer_may_muck: bool,
    /// Whether players may bet unseen hands (3.6).
    pub blind_play: bool,
    /// What half of an odd stake is (3.4).
    pub half_stake_rounding: HalfStakeRounding,
    /// When a player may look (3.4).
    pub look_timing: LookTiming,
    /// Blind bets in a hand after which a player must look or fold (3.6); from 1.
    pub max_blind_bets: Option<u8>,
    /// Bets of one player in a hand that stop the betting (3.5); from 10.
    pub max_rounds: u16,
    /// Who plays for a pot that waits (3.11).
    pub waiting_pot: WaitingPot,
    /// Hands in a row that a player may sit out before the seat is given up (3.11); from 1.
    pub sit_out_limit: u16,
    /// Minutes after which the hand in progress is the last (3.13); from 1.
    pub max_minutes: Option<u32>,
    /// Who gets the pot when everyone folds to a blind player (3.8).
    pub blind_win: BlindWin,
    /// Whether that player may keep his unseen hand (3.8).
    pub retain_blind_hand: bool,
    /// What the holder of two unseen hands does (3.9).
    pub two_hand_rule: TwoHandRule,
    /// When he may look at one (3.9).
    pub two_hand_look_timing: LookTiming,
    /// Which of them is compared (3.9).
    pub two_hand_showdown: TwoHandShowdown,
    /// Who wins between equal hands (3.5).
    pub tie_rule: TieRule,
    /// What a player can do who cannot pay the price (3.10).
    pub short_stack: ShortStack,
    /// How hands rank (section 2).
    pub ranking: RankingRules,
    /// Who throws the cards that are dealt beyond three (V2).
    pub discard_mode: DiscardMode,
    /// When the cards are shuffled (3.12).
    pub shuffle_mode: ShuffleMode,
    /// In which order used cards go under the pack (3.12).
    pub gather: Gather,
    /// Which deals are cut (3.12).
    pub cut: Cut,
    /// Who cuts (3.12).
    pub cut_by: CutBy,
    /// Who deals the first hand (1.4).
    pub first_dealer: FirstDealer,
    /// Hands after which the table closes (3.13); from 1.
    pub max_hands: Option<u32>,
    /// Time-outs in a row after which a player sits out (3.11); from 1.
    pub timeouts_before_sit_out: u8,
    /// When a player may ask for a private comparison (V13).
    pub sideshow: Sideshow,
    /// Chips in the middle that stop the betting (V13); from `max_players` antes.
    pub pot_cap: Option<u64>,
    /// The variation that is played (V13); what it changes is in `ranking` and `cards_each`.
    pub variation: Variation,
    /// A game of Crash (V6B).
    pub crash: CrashRules,
    /// How sets are laid out and what they win (section 5).
    pub arrange: ArrangeRules,
    /// What only Stop the Bus has (V8).
    pub bus: BusRules,
    /// Which cards are wild in the old games (2.8, V9 to V11); what follows is in `ranking`.
    pub braggers: Wild,
    /// What only the games with equalised betting have (section 4).
    pub equalised: EqualisedRules,
    /// What only the classic game has (V9).
    pub classic: ClassicRules,
}

impl Rules {
    /// The machine that plays these rules (rulebook 1.10).
    pub fn machine(&self) -> Machine {
        self.variant.machine()
    }

    /// The rules of a table of this variant with these options, and the defaults of A.1 and A.2 for the
    /// others.
    ///
    /// Some defaults follow other options: `ante` is `min_stake`, or `min_stake` so many antes where the variant
    /// has it so; `min_buy_in` is 20 × `min_stake`, or what one hand needs where that is more; `best_prial` is natural
    /// where the low hand wins (2.8); `dealer_stake` is `min_stake`, and `forfeit` a quarter of that. A variation settles
    /// what it changes.
    ///
    /// # Errors
    /// The first that applies: an unknown variant; an unknown option; a value that an option does not take;
    /// a combination of A.3, the lowest number.
    pub fn resolve(variant: &str, given: &GivenRules) -> Result<Rules, RulesRefusal> {
        let variant = known_variant(variant)?;
        let rules = read(variant, given, is_of_family)?;
        refuse_combination(&rules, given)?;
        Ok(rules)
    }

    /// The rules whose [`effective`](Rules::effective) values these are. Other than [`Rules::resolve`] it
    /// takes no option as set explicitly, which some refusals of A.3 ask.
    ///
    /// # Errors
    /// As [`Rules::resolve`].
    pub fn restore(variant: &str, effective: &GivenRules) -> Result<Rules, RulesRefusal> {
        let rules = read(known_variant(variant)?, effective, |_| false)?;
        refuse_combination(&rules, &GivenRules::new())?;
        Ok(rules)
    }

    /// Every option of the catalogue that is set, in its order, with its value.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, OptionValue)> {
        rows(self.variant).filter_map(|row| Some((row.key, (row.show)(self)?)))
    }

    /// Every option of the catalogue with its value, by its name; an option that is not set is absent.
    pub fn effective(&self) -> BTreeMap<&'static str, OptionValue> {
        self.options().collect()
    }

    /// Whether a card of the pack is turned before the deal, whose rank is wild (V13).
    pub fn turns_card(&self) -> bool {
        self.ranking.wild == Wild::RandomRank
    }

    /// How many hands a deal to so many players has that are no player's (V6B).
    pub fn extra_hands(&self, players: usize) -> u8 {
        self.crash.extra_hands(players)
    }

    /// The cards that are played with, in the order of a new pack: 52, or those of a short pack (1.6, V11).
    pub fn pack(&self) -> Pack {
        self.equalised.pack()
    }

    /// The fewest chips with which every hand deals a player in: what is charged before the deal, or 1 (3.2); where sets
    /// are laid out, all stakes together, which may be none.
    pub fn least_stack(&self) -> u64 {
        let ante = if self.ante_mode == AnteMode::None { 0 } else { self.ante };
        match self.machine() {
            Machine::Arrange if self.arrange.prize == Prize::Game => self.crash.most_to_lose(),
            Machine::Arrange => self.arrange.needs(),
            Machine::Bet | Machine::Equalised | Machine::Classic => {
                ante.saturating_add(self.beyond_ante()).max(1)
            }
            Machine::Bus => self.bus.entry_stake.max(1),
        }
    }

    /// The chips that a player must have for a hand beyond its ante: in case he deals (V11), or for three stakes (V9).
    pub fn beyond_ante(&self) -> u64 {
        self.equalised.dealer_stake + 3 * self.classic.stake
    }

    /// The action time that suits the variant, in milliseconds: laying out many cards takes a while (A.1,
    /// `turn_timeout_ms`).
    pub fn action_time(&self) -> u32 {
        match (self.machine(), self.cards_each) {
            (Machine::Bet | Machine::Bus | Machine::Equalised | Machine::Classic, _) => 30_000,
            (Machine::Arrange, ..=8) => 60_000,
            (Machine::Arrange, 9..=12) => 90_000,
            (Machine::Arrange, _) => 120_000,
        }
    }

    /// Cards that are laid face up for all after the hands are dealt (V8).
    pub fn commons(&self) -> usize {
        match self.machine() {
            Machine::Bet | Machine::Arrange | Machine::Equalised | Machine::Classic => 0,
            Machine::Bus => PLAYED,
        }
    }
}

/// The variant with this id.
///
/// # Errors
/// [`RulesRefusal::UnknownVariant`], with the ids that there are.
pub fn known_variant(id: &str) -> Result<Variant, RulesRefusal> {
    Variant::by_id(id).ok_or_else(|| RulesRefusal::UnknownVariant {
        given: shorten(id),
        known: Variant::all().iter().map(|variant| variant.id()).collect(),
    })
}

/// The rules as named, before A.3; `passes` says which other names are left to it.
fn read(variant: Variant, given: &GivenRules, passes: impl Fn(&str) -> bool) -> Result<Rules, RulesRefusal> {
    let known = |key: &str| rows(variant).any(|row| row.key == key) || passes(key);
    if let Some(key) = given.keys().find(|key| !known(key)) {
        return Err(RulesRefusal::UnknownOption { key: shorten(key), nearest: nearest(key, variant) });
    }
    let mut rules = variant.defaults();
    for row in rows(variant) {
        if let Some(value) = given.get(row.key) {
            read_option(&mut rules, row, value)?;
        }
    }
    follow(&mut rules, given)?;
    check_pairs(&rules, given)?;
    Ok(rules)
}

fn read_option(rules: &mut Rules, row: &Row, value: &OptionValue) -> Result<(), RulesRefusal> {
    let kind = row.kind(rules.variant);
    let fits = match (kind, value) {
        (Kind::Number { min, max, .. }, &OptionValue::Number(number)) => {
            let one = row.numbers.is_none_or(|numbers| numbers.contains(&number));
            (min..=max).contains(&number) && one || answered_by_combination(row.key, number, max)
        }
        (Kind::Choice { values }, OptionValue::Choice(name)) => {
            values.contains(&name.as_str()) || row.pattern.is_some()
        }
        _ => true,
    };
    if fits && (row.read)(rules, value) {
        return Ok(());
    }
    let offered = row.offers(rules.variant);
    let allowed = match offered {
        Kind::Number { min, max, .. } => match row.numbers {
            None => format!("a whole number from {min} to {max}"),
            Some(numbers) => format!("one of {}", joined(numbers)),
        },
        Kind::Flag => "true or false".to_owned(),
        Kind::Choice { values } => match row.pattern {
            None => format!("one of {}", values.join(", ")),
            Some(pattern) => format!("one of {}, or what matches {pattern}", values.join(", ")),
        },
        Kind::Set { about, .. } => format!("a set of {about}"),
    };
    let takes = match offered {
        Kind::Number { .. } => row.numbers.map_or(Takes::Number, |numbers| Takes::OneOf(joined(numbers))),
        Kind::Flag => Takes::Flag,
        Kind::Choice { values } => Takes::OneOf(values.join(", ")),
        Kind::Set { .. } => Takes::Set,
    };
    let (min, max) = match kind {
        Kind::Number { min, max, .. } => (u64::try_from(min).ok(), u64::try_from(max).ok()),
        Kind::Flag | Kind::Choice { .. } | Kind::Set { .. } => (None, None),
    };
    let given = shorten(&value.to_string());
    Err(RulesRefusal::InvalidValue { key: row.key, given, allowed, takes, min, max })
}

fn joined(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Sets the defaults that follow other options.
fn follow(rules: &mut Rules, given: &GivenRules) -> Result<(), RulesRefusal> {
    let named = |key| given.contains_key(key);
    match rules.variant.stake_in_antes() {
        None if !named("ante") && rules.variant.ante_follows() && rules.machine() != Machine::Arrange => {
            rules.ante = rules.min_stake;
        }
        Some(antes) if !named("min_stake") => {
            let most = MAX_AMOUNT / antes;
            if rules.ante > most {
                let allowed = format!("at most {most} unless min_stake, {antes} times as much, is named");
                return Err(invalid("ante", &rules.ante, allowed, (None, Some(most))));
            }
            // An ante of nothing is refused by its number (A.3).
            rules.min_stake = rules.ante * antes;
        }
        _ => {}
    }
    if rules.variant.has(Part::SetStake) && !named("set_stake") {
        rules.arrange.set_stake = rules.min_stake;
    }
    if rules.arrange.needs() > MAX_AMOUNT {
        let pots = u64::from(rules.arrange.pots());
        let most = MAX_AMOUNT / pots;
        let allowed = format!("at most {most}, since each player pays it {pots} times a hand");
        return Err(invalid("set_stake", &rules.arrange.set_stake, allowed, (None, Some(most))));
    }
    if rules.arrange.prize == Prize::Game {
        follow_crash(rules, given)?;
    }
    if rules.variant.has(Part::Hoyle) {
        if !named("dealer_stake") {
            rules.equalised.dealer_stake = rules.min_stake;
        }
        if !named("forfeit") {
            rules.equalised.forfeit = forfeit_of(rules.equalised.dealer_stake);
        }
    }
    if rules.machine() == Machine::Classic {
        if !named("stake") {
            rules.classic.stake = rules.min_stake;
        }
        if !named("min_brag") {
            rules.classic.min_brag = rules.min_stake;
        }
    }
    if rules.variant.braggers().is_some() {
        rules.ranking.wild = rules.braggers;
    }
    rules.ranking = rules.variation.ranking(rules.ranking);
    rules.cards_each = rules.variation.cards_each(rules.cards_each);
    if !named("best_prial") && rules.ranking.low != Low::Off {
        rules.ranking.best_prial = BestPrial::Natural;
    }
    let most = MAX_AMOUNT.saturating_sub(rules.beyond_ante());
    if rules.ante > most {
        let allowed = format!("at most {most}, since a player must have {} beside it", rules.beyond_ante());
        return Err(invalid("ante", &rules.ante, allowed, (None, Some(most))));
    }
    if !named("min_buy_in") {
        let most = MAX_AMOUNT / 20;
        if rules.min_stake > most {
            let allowed = format!("at most {most} unless min_buy_in, 20 times as much, is named");
            return Err(invalid("min_stake", &rules.min_stake, allowed, (None, Some(most))));
        }
        rules.min_buy_in = (20 * rules.min_stake).max(rules.least_stack());
    }
    Ok(())
}

/// The target follows what a hand scores; what a game may cost is an amount, too.
fn follow_crash(rules: &mut Rules, given: &GivenRules) -> Result<(), RulesRefusal> {
    let crash = &mut rules.crash;
    if !given.contains_key("target") {
        crash.target = usual_target(crash.scoring);
    }
    if crash.most_to_lose() <= MAX_AMOUNT {
        return Ok(());
    }
    let (key, amount) = match crash.settlement {
        Settlement::Fixed => ("game_stake", crash.game_stake),
        Settlement::PerPoint => ("point_value", crash.point_value),
    };
    let most = MAX_AMOUNT / (crash.most_to_lose() / amount);
    let allowed = format!("at most {most}, since a game may cost a player that many times over");
    Err(invalid(key, &amount, allowed, (None, Some(most))))
}

/// What A.1 says of two options, apart from what A.3 says of them again.
fn check_pairs(rules: &Rules, given: &GivenRules) -> Result<(), RulesRefusal> {
    if rules.min_players > rules.max_players {
        return Err(if given.contains_key("min_players") {
            let allowed = format!("at most max_players, {}", rules.max_players);
            invalid("min_players", &rules.min_players, allowed, (None, Some(rules.max_players.into())))
        } else {
            let allowed = format!("at least min_players, {}", rules.min_players);
            invalid("max_players", &rules.max_players, allowed, (Some(rules.min_players.into()), None))
        });
    }
    if rules.min_buy_in < rules.least_stack() {
        let allowed = format!("at least what one hand needs, {}", rules.least_stack());
        return Err(invalid("min_buy_in", &rules.min_buy_in, allowed, (Some(rules.least_stack()), None)));
    }
    match rules.max_buy_in {
        Some(max) if max < rules.min_buy_in => {
            let allowed = format!("at least min_buy_in, {}", rules.min_buy_in);
            Err(invalid("max_buy_in", &max, allowed, (Some(rules.min_buy_in), None)))
        }
        _ => Ok(()),
    }?;
    let boots = u64::from(rules.max_players).saturating_mul(rules.ante);
    match rules.pot_cap {
        Some(cap) if cap < boots => {
            let allowed = format!("at least what all seats pay before the deal, {boots}");
            Err(invalid("pot_cap", &cap, allowed, (Some(boots), None)))
        }
        _ => Ok(()),
    }
}

fn invalid(
    key: &'static str,
    given: &impl ToString,
    allowed: String,
    (min, max): (Option<u64>, Option<u64>),
) -> RulesRefusal {
    RulesRefusal::InvalidValue {
        key,
        given: shorten(&given.to_string()),
        allowed,
        takes: Takes::Number,
        min,
        max,
    }
}

/// The option whose name is the fewest single-letter changes away, if that is at most a third of it.
fn nearest(key: &str, variant: Variant) -> Option<&'static str> {
    let key: Vec<char> = key.chars().take(64).collect();
    let candidates = rows(variant).map(|row| (changes(&key, row.key), row.key));
    let (changes, nearest) = candidates.min_by_key(|&(changes, _)| changes)?;
    (changes <= nearest.len() / 3).then_some(nearest)
}

/// Letters to put in, take out or replace to get from one word to the other (Levenshtein).
fn changes(from: &[char], to: &str) -> usize {
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (i, letter) in to.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &other) in from.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[from.len()]
}
