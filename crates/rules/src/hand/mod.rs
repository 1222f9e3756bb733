//! One hand as a machine, and what one hand leaves on the table for the next.
//!
//! [`Hand`] is plain values and, with brag betting, copies without an allocation. Three doors lead in: [`Hand::legal`] says what a
//! seat may do, [`Hand::check`] refuses or accepts one act, and the functions of [`flow`] decide what
//! follows. Everything that they decide is a list of [`Fact`]s; [`Hand::apply`] is the only place that changes
//! the state, and it cannot fail.
//!
//! | file | subject |
//! |---|---|
//! | `legal.rs` | the acts of a seat, with their prices (3.14) |
//! | `check.rs` | the order in which an act is refused (A.4) |
//! | `flow.rs` | what an act leads to: the turn, the end of the betting, leaving, time-outs |
//! | `blind.rs` | two blind hands, the blind winner (3.8, 3.9) |
//! | `sideshow.rs` | the private comparison of Teen Patti (V13) |
//! | `arrange/` | sets laid out in secret and compared (section 5) |
//! | `bus.rs` | Stop the Bus (V8) |
//! | `showdown.rs` | comparisons, and who gets which pot (3.5, 3.10) |
//! | `classic/` | the classic game of three stakes (V9) |
//! | `equalised/` | equalised betting (section 4) |
//! | `apply.rs` | facts into state |

mod apply;
pub mod arrange;
mod blind;
pub mod bus;
mod check;
pub mod classic;
pub mod equalised;
pub mod flow;
mod legal;
mod showdown;
mod sideshow;

use crate::Chips;
use crate::act::Which;
use crate::card::{Card, Cards, Held, Pack};
use crate::fact::Fact;
use crate::options::Rules;
use crate::seat::{MAX_SEATS, Seat, Seats};
use classic::Classic;
use equalised::Equalised;

/// Where a hand stands (rulebook 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// No hand was played yet.
    Idle,
    /// Antes are taken and cards are about to be dealt: the engine's own step.
    Starting,
    /// A player cuts the pack.
    Cut,
    /// Bets go round.
    Betting,
    /// A holder of two hands looked at this one and must keep or throw it.
    DecideHand {
        /// The hand that he looked at.
        looked: Which,
    },
    /// A player was asked for a sideshow, and accepts or refuses it (V13).
    SideshowPending {
        /// Who asked.
        asker: Seat,
    },
    /// A holder of two unseen hands must name the one he goes on with.
    CommitHand {
        /// What waits for it.
        then: AfterCommit,
    },
    /// In turn, each may change his whole hand for the spare one (V6B).
    Spare,
    /// All lay out their sets at once, in secret (section 5).
    Arrange,
    /// Bets go round on one set before it is shown (V5).
    SetBetting {
        /// Which, from 0.
        set: u8,
    },
    /// In turn, cards are changed for the commons until somebody sticks (V8).
    Turns,
    /// Somebody has stuck, and every other player has one turn (V8).
    LastTurns,
    /// In turn, each may brag or pass (V9).
    Offer,
    /// In turn, each may answer the brag (V9).
    Challenge,
    /// Bragger and challenger bet against each other (V9).
    Rivalry,
    /// Cards are drawn towards thirty-one (V9).
    ThirtyOne,
    /// In turn, cards are thrown for new ones (V10).
    Draw,
    /// The pots are being settled: the engine's own step.
    Showdown,
    /// A player who won blind says what he keeps.
    Retain,
    /// The hand is over.
    HandOver,
}

impl Phase {
    /// Whether everybody who is to act is asked at once, and answers when he likes.
    pub const fn asks_all(self) -> bool {
        matches!(self, Phase::Arrange)
    }

    /// The rulebook's word for it (3.2), in snake case.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Idle => "idle",
            Phase::Starting => "starting",
            Phase::Cut => "cut",
            Phase::Betting => "betting",
            Phase::DecideHand { .. } => "decide_hand",
            Phase::SideshowPending { .. } => "sideshow_pending",
            Phase::CommitHand { .. } => "commit_hand",
            Phase::Spare => "spare",
            Phase::Arrange => "arrange",
            Phase::SetBetting { .. } => "set_betting",
            Phase::Turns => "turns",
            Phase::LastTurns => "last_turns",
            Phase::Offer => "offer",
            Phase::Challenge => "challenge",
            Phase::Rivalry => "rivalry",
            Phase::ThirtyOne => "thirty_one",
            Phase::Draw => "draw",
            Phase::Showdown => "showdown",
            Phase::Retain => "retain",
            Phase::HandOver => "hand_over",
        }
    }
}

/// What a commitment leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterCommit {
    /// The betting starts (`two_hand_rule = commit_first`).
    Betting,
    /// This player paid to see him.
    See {
        /// Who paid.
        seer: Seat,
    },
    /// The last active player's hand meets those that cover (3.5).
    Covered,
    /// All active hands are shown, because the betting was stopped.
    Stopped {
        /// By what.
        by: Stop,
    },
}

/// What stops the betting for all active hands to be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The next to act has made `max_rounds` bets (3.5).
    MaxRounds,
    /// The chips in the middle have reached `pot_cap` (V13).
    PotCap,
}

/// What became of a player in this hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standing {
    /// Not dealt in.
    #[default]
    Out,
    /// Still betting: `active` in the rulebook.
    In,
    /// He gave up.
    Folded,
    /// His hand lies on a pot (3.10).
    Covered,
}

/// One seat in the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// Chips behind.
    pub stack: Chips,
    /// Chips that he asked for and that wait for the end of the hand: escrow.
    pub waiting: Chips,
    /// What became of him.
    pub standing: Standing,
    /// He has looked; everyone has where blind play is off.
    pub open: bool,
    /// His hand; the kept one if he has two.
    pub hand: Cards,
    /// The new hand of a player who kept one (3.9).
    pub second: Option<Cards>,
    /// The cards of his hand that he threw in this hand, in the order dealt (V2).
    pub thrown: Cards,
    /// He was dealt in holding a kept hand: a blind player from the start.
    pub kept_one: bool,
    /// Whose hand he saw last in a sideshow (V13).
    pub saw: Option<Seat>,
    /// His cards were shown to everybody.
    pub shown: bool,
    /// Where those cards lie in [`Hand::showed`]: from which place on, and how many.
    showed: (u8, u8),
    /// Bets and sees made in this hand.
    pub bets: u16,
    /// Bets made blind.
    pub blind_bets: u16,
    /// The values of his blind bets, in stakes (3.10, `side_pot`).
    pub blind_value: Chips,
    /// The values of his open bets; with equalised betting all that he has bet, the dealer's stake included.
    pub open_value: Chips,
    /// What he has in the newest pot.
    pub in_pot: Chips,
    /// Everything that he paid in this hand.
    pub paid: Chips,
    /// Everything that he received in this hand.
    pub won: Chips,
    /// What he has paid into the pot that waits since it was last won (3.11, 3.13).
    pub waiting_paid: Chips,
}

impl Player {
    const EMPTY: Player = Player {
        stack: 0,
        waiting: 0,
        standing: Standing::Out,
        open: false,
        hand: Cards::EMPTY,
        second: None,
        thrown: Cards::EMPTY,
        kept_one: false,
        saw: None,
        shown: false,
        showed: (0, 0),
        bets: 0,
        blind_bets: 0,
        blind_value: 0,
        open_value: 0,
        in_pot: 0,
        paid: 0,
        won: 0,
        waiting_paid: 0,
    };

    /// Whether he holds two unseen hands.
    pub fn two_hands(&self) -> bool {
        self.second.is_some()
    }

    /// A blind player in the sense of 3.3: unlooked, and he has bet or was dealt in with a kept hand.
    pub fn is_blind_player(&self) -> bool {
        !self.open && (self.bets > 0 || self.kept_one)
    }

    /// The hand that is named; his only one whatever is named.
    pub fn named(&self, which: Which) -> Cards {
        match (which, self.second) {
            (Which::New, Some(second)) => second,
            _ => self.hand,
        }
    }

    /// Everything that he holds, the old hand first.
    pub fn held(&self) -> Held {
        self.hand.iter().chain(self.second.iter().flat_map(Cards::iter)).collect()
    }
}

/// A pot in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pot {
    /// Chips in it.
    pub amount: Chips,
    /// Whose hand lies on it; the newest pot has none.
    pub coverer: Option<Seat>,
    /// The set that wins it, from 1; 0 where it is no set's (V5).
    pub set: u8,
}

/// A pot that waits between hands for the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingPot {
    /// Which: 0 where there is one.
    pub pot: u8,
    /// Chips in it.
    pub amount: Chips,
    /// What each seat has paid into it since it was last won.
    pub paid: [Chips; MAX_SEATS],
}

/// The hand in progress and everything that outlives it: stacks, the pack, a kept hand, a pot that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    /// Counted from 1; 0 before the first.
    pub number: u32,
    /// Where it stands.
    pub phase: Phase,
    /// Who deals, or dealt last.
    pub dealer: Option<Seat>,
    /// Who was dealt in.
    pub dealt_in: Seats,
    /// Who is to act: several where all answer at once, nobody in the engine's own steps and between hands.
    pub to_act: Seats,
    /// Whose bets go on when a decision that came out of turn is over (3.9).
    pub resume: Option<Seat>,
    /// The open stake S; with equalised betting the highest bet of any player, in the classic game the last amount that was
    /// bragged, challenged or bet; 0 before the first.
    pub stake: Chips,
    /// Bets made by anybody in this hand.
    pub bets: u32,
    /// Who made the last of them, a sideshow's payment included.
    pub last_bettor: Option<Seat>,
    /// Every seat.
    pub players: [Player; MAX_SEATS],
    /// From the oldest; the last one is bet into. Empty between hands.
    pots: [Pot; MAX_SEATS],
    pots_len: u8,
    /// Chips that wait for the next hand (3.8).
    pub carried: Chips,
    /// Who holds a hand kept from the last deal.
    pub retained: Option<Seat>,
    /// One bit a card code: the cards that are played with (1.6).
    whole: u64,
    /// The undealt cards, top first.
    pub pack: Pack,
    /// Thrown cards in the order of throwing.
    pub discards: Pack,
    /// The card that was turned before the deal of this hand, or the last one (V13). It lies apart while a hand runs.
    pub turned: Option<Card>,
    /// The cards that were turned up to everybody in this hand, or the last one, in that order.
    showed: Pack,
    /// One bit a card code: dealt since the last shuffle (3.12, `on_prial_or_exhausted`).
    pub dealt_since_shuffle: u64,
    /// The pack was shuffled before this deal.
    pub shuffled: bool,
    /// The last hand was a prial hand (3.12); false while one is played.
    pub prial_hand: bool,
    /// A prial was shown in the last hand; false while one is played.
    pub prial_shown: bool,
    /// All chips that came to the table less those that went: what every sum must give.
    pub bank: Chips,
    /// What only the machine of this variant keeps; nothing with brag betting.
    pub game: Option<Box<Game>>,
}

/// What one machine keeps of a hand, and from hand to hand, beyond what all have (1.10).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "it lies on the heap, one for a table")]
pub enum Game {
    /// Sets are laid out and compared (section 5).
    Arrange(arrange::Game),
    /// Stop the Bus (V8).
    Bus(bus::Bus),
    /// Equalised betting (section 4).
    Equalised(Equalised),
    /// The classic game of three stakes (V9).
    Classic(Classic),
}

impl Game {
    /// Chips that lie in it: neither on a stack nor in a pot.
    fn chips(&self) -> Chips {
        match self {
            // What waits from deal to deal is in the carried pot, and the rest in the middle.
            Game::Arrange(_) => 0,
            // The entry stakes are the pot.
            Game::Bus(_) => 0,
            Game::Equalised(_) => 0,
            Game::Classic(_) => 0,
        }
    }

    /// Cards that lie in it while a hand is played: in no hand, and neither in the pack nor among the discards.
    fn cards(&self) -> Held {
        match self {
            // A set stays in its hand.
            Game::Arrange(game) => game.cards(),
            Game::Bus(bus) => bus.commons().iter().collect(),
            Game::Equalised(_) => Held::EMPTY,
            Game::Classic(_) => Held::EMPTY,
        }
    }

    /// A new hand starts, or this one is void.
    fn clear(&mut self) {
        match self {
            Game::Arrange(game) => game.clear(),
            Game::Equalised(_) | Game::Classic(_) => {}
            Game::Bus(bus) => bus.clear(),
        }
    }

    /// Somebody else takes the seat: nothing of whoever sat there before is his.
    fn vacate(&mut self, seat: Seat) {
        match self {
            Game::Arrange(game) => game.vacate(seat),
            Game::Bus(bus) => bus.vacate(seat),
            Game::Equalised(equalised) => equalised.vacate(seat),
            Game::Classic(classic) => classic.vacate(seat),
        }
    }
}

impl Hand {
    /// An empty table with this pack, in the order of a new one.
    pub fn new(pack: Pack) -> Hand {
        Hand {
            number: 0,
            phase: Phase::Idle,
            dealer: None,
            dealt_in: Seats::NONE,
            to_act: Seats::NONE,
            resume: None,
            stake: 0,
            bets: 0,
            last_bettor: None,
            players: [Player::EMPTY; MAX_SEATS],
            pots: [Pot::default(); MAX_SEATS],
            pots_len: 0,
            carried: 0,
            retained: None,
            whole: pack.iter().fold(0, |whole, card| whole | 1 << card.code()),
            pack,
            discards: Pack::EMPTY,
            turned: None,
            showed: Pack::EMPTY,
            dealt_since_shuffle: 0,
            shuffled: false,
            prial_hand: false,
            prial_shown: false,
            bank: 0,
            game: None,
        }
    }

    /// The player on that seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// What a seat has turned up to everybody, until the next hand starts; nothing where it has shown nothing.
    pub fn showed(&self, seat: Seat) -> Held {
        let (from, count) = self.player(seat).showed;
        self.showed.iter().skip(from.into()).take(count.into()).collect()
    }

    /// Those who were dealt in and stand so.
    pub fn standing(&self, standing: Standing) -> Seats {
        self.dealt_in.iter().filter(|&seat| self.player(seat).standing == standing).collect()
    }

    /// Who still bets: neither folded nor covered.
    pub fn active(&self) -> Seats {
        self.standing(Standing::In)
    }

    /// Whether a hand is being played.
    pub fn is_running(&self) -> bool {
        !matches!(self.phase, Phase::Idle | Phase::HandOver)
    }

    /// The pots from the oldest.
    pub fn pots(&self) -> &[Pot] {
        &self.pots[..self.pots_len as usize]
    }

    /// All chips in the middle.
    pub fn pot(&self) -> Chips {
        self.pots().iter().map(|pot| pot.amount).sum()
    }

    /// The pot that is bet into.
    pub fn newest_pot(&self) -> Chips {
        self.pots().last().map_or(0, |pot| pot.amount)
    }

    /// The pots that wait between hands for the next one, each by itself (3.11, 3.13): those with chips in them.
    pub fn waiting_pots(&self) -> Vec<WaitingPot> {
        match self.game.as_deref() {
            Some(Game::Arrange(game)) => {
                let pots = game.waiting().iter().zip(0..).filter(|(pot, _)| pot.amount > 0);
                pots.map(|(waits, pot)| WaitingPot { pot, amount: waits.amount, paid: waits.paid }).collect()
            }
            Some(Game::Classic(classic)) => {
                let pots = classic.waiting().iter().zip(0..).filter(|(pot, _)| pot.amount > 0);
                pots.map(|(waits, pot)| WaitingPot { pot, amount: waits.amount, paid: waits.paid }).collect()
            }
            Some(Game::Bus(_) | Game::Equalised(_)) | None if self.carried == 0 => Vec::new(),
            Some(Game::Bus(_) | Game::Equalised(_)) | None => {
                let paid = self.players.map(|player| player.waiting_paid);
                vec![WaitingPot { pot: 0, amount: self.carried, paid }]
            }
        }
    }

    /// Who goes on with a game of several deals that is in progress (V6B, V8): they and nobody else are dealt in, whether they
    /// sit out or not (3.11). None where no such game is in progress.
    pub fn players_of_game(&self) -> Option<Seats> {
        match self.game.as_deref()? {
            Game::Arrange(game) => game.players(),
            Game::Equalised(_) | Game::Classic(_) => None,
            Game::Bus(bus) => bus.players(),
        }
    }

    /// Who deals once more, because the last deal is repeated (V8).
    pub fn deals_again(&self) -> Option<Seat> {
        let again = match self.game.as_deref()? {
            Game::Arrange(_) | Game::Equalised(_) | Game::Classic(_) => false,
            Game::Bus(bus) => bus.deals_again(),
        };
        self.dealer.filter(|_| again)
    }

    /// Dealt-in players who hold two unseen hands: at most one, because only one can win blind.
    fn two_hand_holder(&self) -> Option<Seat> {
        self.dealt_in.iter().find(|&seat| self.player(seat).two_hands())
    }

    /// Those of `seats` in the order in which odd chips and equal hands go: from the dealer's left.
    pub fn from_dealers_left(&self, seats: Seats) -> impl Iterator<Item = Seat> + Clone + use<> {
        // Before the first hand there is no dealer; seat 17 as one makes seat 1 the first.
        let dealer = self.dealer.unwrap_or(Seat::LAST);
        seats.clockwise_after(dealer)
    }

    /// Invariant `chips-conserved`: stacks + pots + what waits or lies in the game = all that came in less what went out.
    pub fn assert_chips_conserved(&self) {
        let seats: Chips = self.players.iter().map(|p| p.stack + p.waiting).sum();
        let apart = self.game.as_ref().map_or(0, |game| game.chips());
        let total = seats + self.pot() + self.carried + apart;
        assert!(total == self.bank, "chips-conserved: {total} chips on the table, {} came in", self.bank);
    }

    /// Invariant `one-place-a-card`: pack, discards, hands and what lies in the game hold each card once.
    pub fn assert_one_place_a_card(&self) {
        let mut seen = 0u64;
        let mut count = 0;
        let mut mark = |codes: &[u8]| {
            count += codes.len();
            codes.iter().for_each(|&code| seen |= 1 << code);
        };
        mark(self.pack.codes());
        mark(self.discards.codes());
        if let Some(game) = self.game.as_ref().filter(|_| self.is_running()) {
            mark(game.cards().codes());
        }
        if let Some(turned) = self.turned.filter(|_| self.is_running()) {
            mark(&[turned.code()]);
        }
        for (seat, player) in Seat::all().zip(&self.players) {
            mark(player.hand.codes());
            // What he drew lies with his hand, and goes with it.
            if !player.hand.is_empty() {
                mark(self.drawn(seat).codes());
            }
            if let Some(second) = &player.second {
                mark(second.codes());
            }
        }
        assert!(
            count == self.whole.count_ones() as usize && seen == self.whole,
            "one-place-a-card: {count} cards, {} different ones",
            seen.count_ones()
        );
    }
}

/// The table around a hand: what a hand must know of it, and where its facts go.
pub trait Surroundings {
    /// Takes a fact and the state after it.
    fn record(&mut self, hand: &Hand, fact: Fact);
    /// Whether another hand can follow this one: it is not the last, and two players can be dealt in (3.8).
    fn next_hand_possible(&self, hand: &Hand) -> bool;
    /// Where the pack is cut when nobody does it himself: 1 … cards − 1 (3.12).
    fn cut_point(&mut self, cards: u8) -> u8;
}

/// A hand while facts are being decided: each is applied at once, so that the next one sees it.
pub struct Draft<'a, S> {
    /// The state after all facts so far.
    pub hand: &'a mut Hand,
    /// The rules of the table.
    pub rules: &'a Rules,
    /// The table around the hand.
    pub around: &'a mut S,
}

impl<S: Surroundings> Draft<'_, S> {
    /// Asks that player, who is to act next.
    pub(crate) fn ask(&mut self, seat: Seat, phase: Phase) {
        self.emit(Fact::TurnPassed { to: Seats::only(seat), phase });
    }

    /// Applies a fact and hands it on.
    pub fn emit(&mut self, fact: Fact) {
        self.hand.apply(self.rules, &fact);
        self.around.record(self.hand, fact);
    }
}
