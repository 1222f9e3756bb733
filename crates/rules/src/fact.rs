//! What happened on the table: the facts of one hand, in the past tense.
//!
//! A fact carries the amounts after it and conserves chips by itself (ARCHITECTURE.md, "chips-conserved").
//! The cards that a fact moves follow from the state it is applied to, so most facts name none; what each
//! viewer may see of them is decided in `brag_table::view`.

use crate::Chips;
use crate::act::Which;
use crate::card::{Card, Cards, Held, Pack};
use crate::hand::{Phase, Stop, arrange, bus, classic, equalised};
use crate::rank::Class;
use crate::seat::{Seat, SeatOrder, Seats};

/// Why a hand was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldReason {
    /// He said so.
    Asked,
    /// His time was up (1.8).
    TimedOut,
    /// He left the table (3.11).
    Left,
    /// He passed: nobody had bragged yet (section 4).
    Passed,
    /// Another player's doing, such as losing a sideshow (V13), or that he lost nothing by it.
    Beaten,
}

/// Why one of two unseen hands was thrown (3.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThrowReason {
    /// The other one was looked at and kept.
    Kept,
    /// It was looked at and thrown.
    Thrown,
    /// The other one was named for a comparison.
    Committed,
}

/// Why a pot was paid out (3.5, 3.8, 3.10, 3.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AwardReason {
    /// Everyone else folded; nothing is shown.
    Folded,
    /// The last other player left the table or was removed; a front end's operator may want to look (A.6).
    OthersLeft,
    /// The better hand at a see.
    See,
    /// Equal hands at a see: the one who did not pay for it (`stand_off`).
    StandOff,
    /// The best hand when `max_rounds` stopped the betting.
    MaxRounds,
    /// The best hand when the pot had reached its cap (V13).
    PotCap,
    /// The better hand of the winner of the pot after it and the coverer.
    Cover,
    /// The best of all hands that were still in (section 4).
    BestHand,
    /// The elder of several best hands that are equal (section 4).
    Elder,
    /// Nobody else who was still in had bet so far (section 4); nobody met the dealer's stake (V11).
    Uncontested,
    /// The highest of the cards that lie face up (V9).
    BestCard,
    /// Nobody challenged his brag: he takes it back, and the pot (V9).
    Unchallenged,
    /// His rival conceded (V9).
    Conceded,
    /// What he had bragged above the challenger's last chips goes back to him (V9).
    Excess,
    /// Nobody bragged, and he has his own stake back (V9).
    Returned,
    /// He has exactly thirty-one (V9).
    ThirtyOne,
    /// He is the nearest to thirty-one (V9).
    Nearest,
    /// The pot would have carried, but there is no next hand to carry it to (3.8).
    NoNextHand,
    /// The best set, alone (V5).
    SetWon,
    /// One of several equal best sets, which share its antes (V5, `set_tie = split`).
    SetTied,
    /// Every set (V4B, V5).
    AllSets,
    /// The most sets, perhaps with others (V7).
    MostSets,
    /// The last player with lives (V8).
    LastOneIn,
    /// He won the game of several deals for which it waited (V6B).
    GameWon,
}

/// A fact of the hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A new hand: who deals, who takes part, what the pot holds already.
    HandStarted {
        /// Counted from 1.
        hand: u32,
        /// Who deals.
        dealer: Seat,
        /// Who is dealt in.
        dealt_in: Seats,
        /// What the pot holds from hands before (3.8).
        carried: Chips,
        /// The open stake S at the start.
        stake: Chips,
    },
    /// Every player dealt in paid the ante (3.2).
    AntesPaid {
        /// What each paid.
        each: Chips,
        /// All chips in the middle after it.
        pot: Chips,
    },
    /// All cards but a kept hand were put into a new order (3.12).
    PackShuffled {
        /// Top card first.
        order: Pack,
    },
    /// A script put the pack into this order without a shuffle (scripted tables alone).
    PackPrepared {
        /// Top card first.
        order: Pack,
    },
    /// The top cards went under the others.
    PackCut {
        /// How many.
        at: u8,
        /// Who cut; nobody: the engine.
        by: Option<Seat>,
    },
    /// Everyone dealt in got his cards, one at a time, clockwise from the dealer's left (1.5).
    Dealt {
        /// Cards each.
        each: u8,
    },
    /// Other seats are to act, or they are asked something else.
    TurnPassed {
        /// Who is to act: one, or several where all answer at once.
        to: Seats,
        /// What they are asked.
        phase: Phase,
    },
    /// He turned his cards up to himself (3.6).
    Looked {
        /// Who.
        seat: Seat,
        /// Which of two hands.
        which: Option<Which>,
        /// The cards that he saw: his alone.
        cards: Cards,
    },
    /// He threw all but three of his cards, unseen by the others (V2).
    Discarded {
        /// Who.
        seat: Seat,
        /// Where they lay in his hand: one bit a place, the lowest for the card dealt first.
        places: u16,
        /// The cards, in the order dealt: his alone.
        cards: Cards,
    },
    /// He gave his hand up; the cards went to the discards unseen.
    Folded {
        /// Who.
        seat: Seat,
        /// Why.
        reason: FoldReason,
    },
    /// He paid a bet.
    BetMade {
        /// Who.
        seat: Seat,
        /// Chips paid.
        amount: Chips,
        /// Without having looked.
        blind: bool,
        /// The open stake S after it.
        stake: Chips,
        /// His chips after it.
        stack: Chips,
        /// The pot being bet into, after it.
        pot: Chips,
    },
    /// He paid to see.
    SeePaid {
        /// Who paid.
        seer: Seat,
        /// Whom he sees.
        seen: Seat,
        /// Chips paid.
        amount: Chips,
        /// His chips after it.
        stack: Chips,
        /// The pot being bet into, after it.
        pot: Chips,
    },
    /// He put in his last chips and laid his hand on the pot, which is closed (3.10).
    Covered {
        /// Who.
        seat: Seat,
        /// Chips paid, possibly 0.
        amount: Chips,
        /// The pot that he covers, after it.
        pot: Chips,
    },
    /// `side_pot`: what a player had bet beyond the coverer moved from the covered pot to the new one.
    ExcessMoved {
        /// Whose bets.
        seat: Seat,
        /// Chips moved.
        amount: Chips,
        /// The covered pot after it.
        covered_pot: Chips,
        /// The new pot after it.
        pot: Chips,
    },
    /// One of his two hands went to the discards.
    HandThrown {
        /// Who.
        seat: Seat,
        /// Which was thrown.
        thrown: Which,
        /// Why.
        reason: ThrowReason,
    },
    /// The betting was stopped: all active hands are compared (3.5, V13).
    BettingStopped {
        /// By what.
        by: Stop,
    },
    /// A card of the pack was turned before the deal: its rank is wild, and it stays out of play (V13).
    CardTurned {
        /// Which.
        card: Card,
    },
    /// He paid the price, which counts as a bet, and asked for a sideshow (V13).
    SideshowAsked {
        /// Who paid.
        asker: Seat,
        /// Whom he asks.
        asked: Seat,
        /// Chips paid.
        amount: Chips,
        /// His chips after it.
        stack: Chips,
        /// The pot being bet into, after it.
        pot: Chips,
    },
    /// The asked player agreed, and each of the two saw the other's hand: theirs alone (V13).
    SideshowAccepted {
        /// Who asked.
        asker: Seat,
        /// Who was asked.
        asked: Seat,
        /// The hand of who asked.
        of_asker: Cards,
        /// The hand of who was asked.
        of_asked: Cards,
    },
    /// The asked player did not agree; nothing is compared (V13).
    SideshowRefused {
        /// Who asked.
        asker: Seat,
        /// Who was asked.
        asked: Seat,
    },
    /// His cards were turned up to everybody.
    HandShown {
        /// Who.
        seat: Seat,
        /// His cards; both hands, old first, under `best_of_both`.
        cards: Held,
        /// What they count as in this showdown.
        class: Class,
        /// The index of that under the table's ranking: 1 the best.
        index: u16,
    },
    /// He got a pot, or a share of it.
    PotAwarded {
        /// The pot, counted from the oldest, 0.
        pot: u8,
        /// Who.
        seat: Seat,
        /// Chips that he got.
        amount: Chips,
        /// How many share this pot.
        sharers: u8,
        /// His chips after it.
        stack: Chips,
        /// Why.
        reason: AwardReason,
    },
    /// The pot waits for the next hand: everyone folded to a blind player (3.8), or the game goes on that it was paid
    /// for (V8).
    PotCarried {
        /// To whom they folded.
        winner: Option<Seat>,
        /// Chips that wait.
        amount: Chips,
    },
    /// The blind winner said what he keeps for the next deal.
    Retained {
        /// Who.
        seat: Seat,
        /// Whether he keeps a hand.
        keeps: bool,
        /// The one of two that he keeps.
        which: Option<Which>,
    },
    /// The hand is over: what is left in hands joined the discards, the winner's last (3.12).
    HandEnded {
        /// Whose cards joined the discards now, in this order: as they lost, the last winner last.
        order: SeatOrder,
        /// It was a prial hand (3.12).
        prial_hand: bool,
        /// A prial was shown.
        prial_shown: bool,
    },
    /// The discards went under the pack, in this order (3.12).
    Gathered {
        /// First under the pack first.
        order: Pack,
    },
    /// A hand kept for the next deal was thrown after all, and lies under the pack (3.11).
    RetainedThrown {
        /// Whose.
        seat: Seat,
    },
    /// The hand was voided: he got back what he had paid into it.
    Refunded {
        /// Who.
        seat: Seat,
        /// Chips.
        amount: Chips,
        /// His chips after it.
        stack: Chips,
    },
    /// The hand was voided; the cards went back.
    HandVoided,
    /// A share of a pot that waited, when nobody is left to play for it (3.13).
    WaitingPotShared {
        /// Which of the pots that wait: 0 where there is one.
        pot: u8,
        /// Who.
        seat: Seat,
        /// Chips.
        amount: Chips,
        /// His chips after it.
        stack: Chips,
    },
    /// Chips came to a seat from outside.
    ChipsAdded {
        /// Which.
        seat: Seat,
        /// Chips.
        amount: Chips,
        /// His chips after it.
        stack: Chips,
    },
    /// Chips that a player asked for during a hand wait in escrow for its end.
    TopUpWaits {
        /// Which.
        seat: Seat,
        /// Chips asked for now.
        amount: Chips,
        /// All that wait for him.
        waiting: Chips,
    },
    /// The hand is over, and the chips that waited for it are his.
    TopUpCounted {
        /// Which.
        seat: Seat,
        /// Chips.
        amount: Chips,
        /// His chips after it.
        stack: Chips,
    },
    /// All chips of a seat went outside, those that wait for him included.
    ChipsRemoved {
        /// Which.
        seat: Seat,
        /// Chips.
        amount: Chips,
    },
    /// What happens only where sets are laid out (section 5).
    Arrange(arrange::Fact),
    /// What happens only in Stop the Bus (V8).
    Bus(bus::Fact),
    /// What happens only in the classic game (V9).
    Classic(classic::Fact),
    /// What happens only with equalised betting (section 4).
    Equalised(equalised::Fact),
}
