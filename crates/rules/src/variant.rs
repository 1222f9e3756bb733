//! The variants of the family, as data: what a table can be asked to play.
//!
//! A variant is a `Definition`: how many cards and players, which machine, which options beyond those that all have,
//! and which defaults differ. What follows from it is in [`Rules`], and nobody else asks which variant is played.

use crate::arrange::{CrashRules, FourKindRank, HANDS};
use crate::options::{
    AnteMode, ArrangeRules, BlindWin, Braggers, BusRules, ClassicRules, Cut, CutBy, DiscardMode,
    EqualisedRules, FirstDealer, Gather, HalfStakeRounding, Kind, LimitMode, LookTiming, Prize, Rules,
    ShortStack, ShuffleMode, Sideshow, TieRule, TwoHandRule, TwoHandShowdown, WaitingPot, forfeit_of,
};
use crate::rank::{BestPrial, CARDS_AND_RANKS, Low, RankingRules, Scale, Variation, Wild};

/// A variant of brag (rulebook, "The variants").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// V1, the modern three-card game.
    ThreeCard,
    /// V2, four cards of which one is thrown.
    FourCard,
    /// V3, five cards of which two are thrown.
    FiveCard,
    /// V4A, seven cards of which four are thrown.
    SevenCardPick3,
    /// V6A, thirteen cards of which ten are thrown.
    ThirteenCardPick3,
    /// V4B, seven cards in two sets, both to be won.
    SevenCardTwoHands,
    /// V5, nine cards in three sets.
    NineCard,
    /// V6B, thirteen cards in up to four hands, for points.
    ThirteenCardCrash,
    /// V7, fifteen cards in five sets.
    FifteenCard,
    /// V7, ten cards of which nine make three sets.
    TenCard,
    /// V8, cards changed for common ones until somebody sticks.
    StopTheBus,
    /// V9, the game of three stakes of 1721: the best card, the brag, thirty-one.
    ClassicThreeStake,
    /// V10, the American game of 1825, with eight wild cards and poker-like bets.
    American,
    /// V11, Hoyle's game of 1751, with a short pack and a stake of the dealer's.
    Hoyle1751,
    /// V12, the three-card game won by the lowest hand.
    Lowball,
    /// V13, the Indian game of three cards, with its variations.
    TeenPatti,
}

/// Options that some variants have and others have not, together (rulebook A.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// More cards are dealt than are played (V2): `discard_tiebreak`, `discard_mode`.
    Discards,
    /// The American game (V10): `draw_max`, and those of brag betting that the other game of its kind has not.
    American,
    /// The game of 1751 (V11): `dealer_stake`, `forfeit`, `short_pack_low`.
    Hoyle,
    /// Teen Patti (V13): `sideshow`, `pot_cap`, `variation`.
    TeenPatti,
    /// Sets are played for, and what nobody wins waits (V4B, V5): `set_stake`, `waiting_pot`.
    SetStake,
    /// Each set is played for by itself (V5): `set_tie`, `set_betting` and what bounds the bets.
    EachSet,
    /// One stake for the whole game (V7): `game_stake`.
    GameStake,
    /// A game of several deals, for points (V6B): how it is scored, won and paid.
    Crash,
}

/// The machine that plays a variant (rulebook 1.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    /// Brag betting (rulebook section 3): each bet is a fresh payment, and two players may pay to compare.
    Bet,
    /// Everybody lays out sets at once, and they are compared (section 5).
    Arrange,
    /// Cards are changed for common ones, and the lowest hand loses a life (V8).
    Bus,
    /// The classic game of three stakes (V9), one after another.
    Classic,
    /// Equalised betting (rulebook section 4): whoever stays in has bet as much as the highest, or all that he had.
    Equalised,
}

/// A variant's definition, and the only place that asks which one it is: everybody else reads [`Rules`].
struct Definition {
    id: &'static str,
    cards_each: u8,
    min_players: u8,
    max_players: u8,
    hard_limit: u8,
    machine: Machine,
    parts: &'static [Part],
    /// How many antes the stake is at the start, where it follows the ante; elsewhere the ante follows the stake.
    stake_in_antes: Option<u64>,
    /// Whether the ante follows the stake where it is not named; elsewhere it is nothing.
    ante_follows: bool,
    /// Which cards may be chosen to be braggers, in the old games.
    braggers: Option<Braggers>,
    /// What options offer here where that is less than in the family: a name is left out that A.3 refuses whatever else
    /// is chosen.
    offers: &'static [(&'static str, Kind)],
    /// Its sources do not hold together all that is played: the rest is a reconstruction (Appendix E).
    reconstruction: bool,
    /// Sets the defaults that differ from those of three-card brag (A.2).
    differs: fn(&mut Rules),
}

const fn names(values: &'static [&'static str]) -> Kind {
    Kind::Choice { values }
}

const SEER_OR_SPLIT: (&str, Kind) = ("tie_rule", names(&["seer_loses", "split"]));
const SPLIT_OR_ELDER: (&str, Kind) = ("tie_rule", names(&["split", "elder_wins"]));
const SEER_OR_ELDER: (&str, Kind) = ("tie_rule", names(&["seer_loses", "elder_wins"]));
/// No hand but Teen Patti's has its wild cards from a turned card or from its own lowest.
const NAMED_WILD: (&str, Kind) =
    ("wild", Kind::Set { values: CARDS_AND_RANKS, about: "cards such as Jc and ranks such as 9" });
/// Of more than three cards 2-3-5 is nothing special.
const NO_TWO_THREE_FIVE: (&str, Kind) = ("two_three_five", names(&["off"]));
const SHUFFLED_EVERY_HAND: (&str, Kind) = ("shuffle_mode", names(&["every_hand"]));

static THREE_CARD: Definition = Definition {
    id: "three_card",
    cards_each: 3,
    min_players: 2,
    max_players: 8,
    hard_limit: 17,
    machine: Machine::Bet,
    parts: &[],
    stake_in_antes: None,
    ante_follows: true,
    braggers: None,
    offers: &[SEER_OR_SPLIT, NAMED_WILD],
    reconstruction: false,
    differs: |_| {},
};

static FOUR_CARD: Definition = Definition {
    id: "four_card",
    cards_each: 4,
    hard_limit: 13,
    parts: &[Part::Discards],
    offers: &[SEER_OR_SPLIT, NAMED_WILD, NO_TWO_THREE_FIVE],
    differs: |rules| {
        rules.ranking.discard_tiebreak = true;
        rules.discard_mode = DiscardMode::Player;
    },
    ..THREE_CARD
};

static FIVE_CARD: Definition = Definition { id: "five_card", cards_each: 5, hard_limit: 10, ..FOUR_CARD };

static SEVEN_CARD_PICK3: Definition = Definition {
    id: "seven_card_pick3",
    cards_each: 7,
    max_players: 7,
    hard_limit: 7,
    differs: |rules| {
        rules.blind_play = false;
        rules.discard_mode = DiscardMode::Player;
        rules.shuffle_mode = ShuffleMode::EveryHand;
    },
    ..FOUR_CARD
};

static THIRTEEN_CARD_PICK3: Definition = Definition {
    id: "thirteen_card_pick3",
    cards_each: 13,
    max_players: 4,
    hard_limit: 4,
    ..SEVEN_CARD_PICK3
};

static SEVEN_CARD_TWO_HANDS: Definition = Definition {
    id: "seven_card_two_hands",
    cards_each: 7,
    max_players: 7,
    hard_limit: 7,
    machine: Machine::Arrange,
    parts: &[Part::SetStake],
    offers: &[NAMED_WILD, SHUFFLED_EVERY_HAND],
    differs: |rules| lay_sets(rules, 2, Prize::All),
    ..THREE_CARD
};

static NINE_CARD: Definition = Definition {
    id: "nine_card",
    cards_each: 9,
    max_players: 5,
    hard_limit: 5,
    parts: &[Part::SetStake, Part::EachSet],
    differs: |rules| lay_sets(rules, 3, Prize::EachAndAll),
    ..SEVEN_CARD_TWO_HANDS
};

static THIRTEEN_CARD_CRASH: Definition = Definition {
    id: "thirteen_card_crash",
    cards_each: 13,
    max_players: 4,
    hard_limit: 4,
    parts: &[Part::Crash],
    differs: |rules| {
        lay_sets(rules, HANDS as u8, Prize::Game);
        rules.arrange.fewer = true;
        rules.arrange.fours = Some(FourKindRank::default());
    },
    ..SEVEN_CARD_TWO_HANDS
};

static FIFTEEN_CARD: Definition = Definition {
    id: "fifteen_card",
    cards_each: 15,
    max_players: 3,
    hard_limit: 3,
    parts: &[Part::GameStake],
    differs: |rules| lay_sets(rules, 5, Prize::Most),
    ..SEVEN_CARD_TWO_HANDS
};

static TEN_CARD: Definition = Definition {
    id: "ten_card",
    cards_each: 10,
    max_players: 5,
    hard_limit: 5,
    differs: |rules| lay_sets(rules, 3, Prize::Most),
    ..FIFTEEN_CARD
};

/// What the games of sets have in common: everybody sees his cards, and nobody bets before they are laid.
fn lay_sets(rules: &mut Rules, sets: u8, prize: Prize) {
    rules.arrange = ArrangeRules { sets, prize, set_stake: rules.min_stake, ..ArrangeRules::NONE };
    rules.ante = 0;
    rules.ante_mode = AnteMode::None;
    rules.blind_play = false;
    rules.shuffle_mode = ShuffleMode::EveryHand;
}

static STOP_THE_BUS: Definition = Definition {
    id: "stop_the_bus",
    hard_limit: 16,
    machine: Machine::Bus,
    offers: &[NAMED_WILD],
    differs: |rules| {
        rules.ante_mode = AnteMode::None;
        rules.blind_play = false;
        rules.retain_blind_hand = false;
        rules.shuffle_mode = ShuffleMode::EveryHand;
    },
    ..THREE_CARD
};

static LOWBALL: Definition = Definition {
    id: "lowball",
    differs: |rules| {
        rules.ranking.low = Low::SeedLow;
        rules.ranking.best_prial = BestPrial::Natural;
        rules.shuffle_mode = ShuffleMode::EveryHand;
    },
    ..THREE_CARD
};

/// What the old games with equalised betting have in common (A.2).
fn old_game(rules: &mut Rules, braggers: Wild) {
    rules.ranking.scale = Scale::Old;
    rules.braggers = braggers;
    rules.tie_rule = TieRule::ElderWins;
    rules.blind_play = false;
    rules.shuffle_mode = ShuffleMode::EveryHand;
}

const NINE: u8 = 7;
const JACK: u8 = 9;

static CLASSIC_THREE_STAKE: Definition = Definition {
    id: "classic_three_stake",
    hard_limit: 13,
    machine: Machine::Classic,
    ante_follows: false,
    braggers: Some(Braggers::Nested),
    offers: &[SEER_OR_ELDER],
    differs: |rules| {
        old_game(rules, Wild::card(JACK, 0));
        rules.ante = 0;
        rules.classic.stake = rules.min_stake;
        rules.classic.min_brag = rules.min_stake;
    },
    ..THREE_CARD
};

static AMERICAN: Definition = Definition {
    id: "american",
    machine: Machine::Equalised,
    parts: &[Part::American],
    braggers: Some(Braggers::Ranks),
    offers: &[SPLIT_OR_ELDER, ("ante_mode", names(&["always", "none"]))],
    reconstruction: true,
    differs: |rules| {
        old_game(rules, Wild::rank(NINE).and(Wild::rank(JACK)));
        rules.ranking.bragger_as_self = false;
    },
    ..THREE_CARD
};

static HOYLE_1751: Definition = Definition {
    id: "hoyle_1751",
    max_players: 6,
    machine: Machine::Equalised,
    parts: &[Part::Hoyle],
    ante_follows: false,
    braggers: Some(Braggers::JacksAndNines),
    offers: &[SPLIT_OR_ELDER],
    reconstruction: true,
    differs: |rules| {
        old_game(rules, Wild::card(JACK, 0).and(Wild::card(NINE, 1)));
        rules.ante = 0;
        let dealer_stake = rules.min_stake;
        let forfeit = forfeit_of(dealer_stake);
        rules.equalised = EqualisedRules { dealer_stake, forfeit, short_pack_low: 9, ..rules.equalised };
    },
    ..THREE_CARD
};

static TEEN_PATTI: Definition = Definition {
    id: "teen_patti",
    max_players: 6,
    parts: &[Part::TeenPatti],
    stake_in_antes: Some(2),
    ante_follows: false,
    offers: &[
        SEER_OR_SPLIT,
        ("ante_mode", names(&["always"])),
        // It has a raise factor, beside which no raise is of one size.
        ("limit_mode", names(&["no_limit", "pot"])),
    ],
    differs: |rules| {
        rules.min_stake = 4;
        rules.min_buy_in = 80;
        rules.see_multiplier = 1;
        rules.raise_factor = Some(2);
        rules.half_stake_rounding = HalfStakeRounding::EvenOnly;
        rules.blind_win = BlindWin::WinnerTakesPot;
        rules.retain_blind_hand = false;
        rules.ranking.best_prial = BestPrial::Natural;
        rules.sideshow = Sideshow::BothSeen;
        rules.shuffle_mode = ShuffleMode::EveryHand;
    },
    ..THREE_CARD
};

impl Variant {
    /// Every variant, in the rulebook's order.
    pub const fn all() -> &'static [Variant] {
        &[
            Variant::ThreeCard,
            Variant::FourCard,
            Variant::FiveCard,
            Variant::SevenCardPick3,
            Variant::SevenCardTwoHands,
            Variant::NineCard,
            Variant::ThirteenCardPick3,
            Variant::ThirteenCardCrash,
            Variant::FifteenCard,
            Variant::TenCard,
            Variant::StopTheBus,
            Variant::ClassicThreeStake,
            Variant::American,
            Variant::Hoyle1751,
            Variant::Lowball,
            Variant::TeenPatti,
        ]
    }

    /// The variant with this id.
    pub fn by_id(id: &str) -> Option<Variant> {
        Variant::all().iter().copied().find(|variant| variant.id() == id)
    }

    fn definition(self) -> &'static Definition {
        match self {
            Variant::ThreeCard => &THREE_CARD,
            Variant::FourCard => &FOUR_CARD,
            Variant::FiveCard => &FIVE_CARD,
            Variant::SevenCardPick3 => &SEVEN_CARD_PICK3,
            Variant::ThirteenCardPick3 => &THIRTEEN_CARD_PICK3,
            Variant::SevenCardTwoHands => &SEVEN_CARD_TWO_HANDS,
            Variant::NineCard => &NINE_CARD,
            Variant::ThirteenCardCrash => &THIRTEEN_CARD_CRASH,
            Variant::FifteenCard => &FIFTEEN_CARD,
            Variant::TenCard => &TEN_CARD,
            Variant::StopTheBus => &STOP_THE_BUS,
            Variant::ClassicThreeStake => &CLASSIC_THREE_STAKE,
            Variant::American => &AMERICAN,
            Variant::Hoyle1751 => &HOYLE_1751,
            Variant::Lowball => &LOWBALL,
            Variant::TeenPatti => &TEEN_PATTI,
        }
    }

    /// The name by which a table asks for it, such as `three_card`.
    pub fn id(self) -> &'static str {
        self.definition().id
    }

    /// Cards dealt to each player, unless the options say otherwise: [`Rules::cards_each`].
    pub fn cards_each(self) -> u8 {
        self.definition().cards_each
    }

    /// The default of `min_players`.
    pub fn min_players(self) -> u8 {
        self.definition().min_players
    }

    /// The default of `max_players`.
    pub fn max_players(self) -> u8 {
        self.definition().max_players
    }

    /// The most players for whom the pack suffices. A hand that a blind player may keep (rulebook 3.9) takes
    /// the place of one more; that is refusal 1 of A.3, because it depends on the options.
    pub fn hard_limit(self) -> u8 {
        self.definition().hard_limit
    }

    /// The machine that plays it.
    pub fn machine(self) -> Machine {
        self.definition().machine
    }

    /// How many antes the stake is at the start where it follows the ante (V13); none: the ante follows the stake.
    pub fn stake_in_antes(self) -> Option<u64> {
        self.definition().stake_in_antes
    }

    /// Whether the ante is the stake at the start where it is not named (A.1).
    pub fn ante_follows(self) -> bool {
        self.definition().ante_follows
    }

    /// Which cards may be chosen to be braggers; none outside the old games.
    pub fn braggers(self) -> Option<Braggers> {
        self.definition().braggers
    }

    /// What the option offers here, where that is less than in the family.
    pub(crate) fn offers(self, key: &str) -> Option<Kind> {
        self.definition().offers.iter().find(|(option, _)| *option == key).map(|(_, kind)| *kind)
    }

    /// Whether its sources give a part of it only, so that the rest is a reconstruction (Appendix E).
    pub fn is_reconstruction(self) -> bool {
        self.definition().reconstruction
    }

    /// Whether it has these options.
    pub fn has(self, part: Part) -> bool {
        self.definition().parts.contains(&part)
    }

    /// Its rules when no option is named (rulebook A.1, A.2).
    pub fn defaults(self) -> Rules {
        let definition = self.definition();
        let mut rules = Rules {
            variant: self,
            cards_each: definition.cards_each,
            min_players: definition.min_players,
            max_players: definition.max_players,
            min_buy_in: 40,
            max_buy_in: None,
            ante: 2,
            ante_mode: AnteMode::Always,
            min_stake: 2,
            max_initial_stake: None,
            max_stake: None,
            max_raise: None,
            raise_factor: None,
            limit_mode: LimitMode::NoLimit,
            raise_increment: None,
            see_multiplier: 2,
            seer_may_muck: false,
            blind_play: true,
            half_stake_rounding: HalfStakeRounding::RoundUp,
            look_timing: LookTiming::AnyTime,
            max_blind_bets: None,
            max_rounds: 100,
            waiting_pot: WaitingPot::Open,
            sit_out_limit: 20,
            max_minutes: None,
            blind_win: BlindWin::PotCarries,
            retain_blind_hand: true,
            two_hand_rule: TwoHandRule::LookOne,
            two_hand_look_timing: LookTiming::OwnTurn,
            two_hand_showdown: TwoHandShowdown::CommitUnseen,
            tie_rule: TieRule::SeerLoses,
            short_stack: ShortStack::CoverPot,
            ranking: RankingRules::default(),
            discard_mode: DiscardMode::AutoBest,
            shuffle_mode: ShuffleMode::OnPrialWin,
            gather: Gather::Scrambled,
            cut: Cut::AfterShuffle,
            cut_by: CutBy::Engine,
            first_dealer: FirstDealer::HighCard,
            max_hands: None,
            timeouts_before_sit_out: 2,
            sideshow: Sideshow::Off,
            pot_cap: None,
            variation: Variation::Classic,
            crash: CrashRules::default(),
            arrange: ArrangeRules::NONE,
            bus: BusRules::default(),
            braggers: Wild::NONE,
            equalised: EqualisedRules::DEFAULT,
            classic: ClassicRules::DEFAULT,
        };
        (definition.differs)(&mut rules);
        if definition.braggers.is_some() {
            rules.ranking.wild = rules.braggers;
        }
        rules
    }
}
