//! One hand as a machine, and what one hand leaves on the table for the next.
//!
//! [`Hand`] is plain values, and a place for each seat of the table. Three doors lead in: [`Hand::legal`] says what a
//! seat may do, [`Hand::check`] refuses or accepts one act, and the functions of [`flow`] decide what
//! follows. Everything that they decide is a list of [`Fact`]s; [`Hand::apply`] is the only place that changes
//! the state, and it cannot fail.
//!
//! | file | subject |
//! |---|---|
//! | `phase.rs` | where a hand stands (3.2) |
//! | `player.rs` | one seat in it |
//! | `game.rs` | what a machine keeps beyond that |
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
mod game;
mod legal;
mod phase;
mod player;
mod showdown;
mod sideshow;

pub use game::{Game, Waiting};
pub use phase::{AfterCommit, Phase, Stop};
pub use player::{Player, Standing};

use crate::Chips;
use crate::card::{Card, Held, Pack};
use crate::fact::Fact;
use crate::options::Rules;
use crate::seat::{MAX_SEATS, Seat, Seats};

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
    /// Every seat of the table, from the first: a table of six copies six of them for each act.
    players: Box<[Player]>,
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

impl Hand {
    /// An empty table of so many seats with this pack, in the order of a new one.
    pub fn new(pack: Pack, seats: u8) -> Hand {
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
            players: vec![Player::EMPTY; seats.into()].into(),
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

    /// The player on that seat; nobody on one that the table has not.
    pub fn player(&self, seat: Seat) -> &Player {
        self.players.get(seat.index()).unwrap_or(&Player::EMPTY)
    }

    /// Every seat of the table, from the first.
    pub fn players(&self) -> &[Player] {
        &self.players
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
        let only = || {
            let mut paid = [0; MAX_SEATS];
            paid.iter_mut().zip(&self.players).for_each(|(paid, player)| *paid = player.waiting_paid);
            Waiting { amount: self.carried, paid }
        };
        let apart = self.game.as_deref().and_then(Game::waiting);
        let of = |waits: &[Waiting]| {
            let pots = waits.iter().zip(0..).filter(|(pot, _)| pot.amount > 0);
            pots.map(|(waits, pot)| WaitingPot { pot, amount: waits.amount, paid: waits.paid }).collect()
        };
        apart.map_or_else(|| of(&[only()]), of)
    }

    /// Who goes on with a game of several deals that is in progress (V6B, V8): they and nobody else are dealt in, whether they
    /// sit out or not (3.11). None where no such game is in progress.
    pub fn players_of_game(&self) -> Option<Seats> {
        self.game.as_deref()?.players()
    }

    /// Who deals once more, because the last deal is repeated (V8).
    pub fn deals_again(&self) -> Option<Seat> {
        self.dealer.filter(|_| self.game.as_deref().is_some_and(Game::deals_again))
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
