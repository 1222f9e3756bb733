//! What a player may ask for during a hand, and what he is offered.

use crate::Chips;
use crate::arrange::Sets;
use crate::card::{Card, Cards};
use crate::refusal::Refusal;
use crate::seat::Seat;

/// One of the two unseen hands of a player who kept one (rulebook 3.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Which {
    /// The hand kept from the deal before.
    Old,
    /// The hand of this deal.
    New,
}

impl Which {
    /// The other one.
    pub const fn other(self) -> Which {
        match self {
            Which::Old => Which::New,
            Which::New => Which::Old,
        }
    }
}

/// What the winner of a blind hand keeps for the next deal (rulebook 3.8, 3.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Keeping {
    /// His one hand.
    Yes,
    /// Nothing.
    None,
    /// The one of two that is named; the other is thrown unseen.
    Hand(Which),
}

/// An act of a player in a hand (rulebook 3.4), before anybody asked whether it is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// Turn one's own cards up to oneself; with two hands one is named (3.9).
    Look(Option<Which>),
    /// Throw these cards, all but three (V2).
    Discard(Cards),
    /// Give up the hand.
    Fold,
    /// Pay that many chips: a call if it is exactly the price (3.4).
    Bet(Chips),
    /// Pay to compare with the last opponent (3.7); with two unseen hands one is named.
    See(Option<Which>),
    /// Put in the last chips and lay the hand on the pot (3.10); with two unseen hands one is named.
    Cover(Option<Which>),
    /// Keep the one of two hands just looked at; the other is thrown unseen (3.9).
    Keep,
    /// Throw the one of two hands just looked at, and stay blind with the other (3.9).
    Throw,
    /// Name the hand that will be compared, unseen (3.9).
    Commit(Which),
    /// Say what to keep after winning blind (3.8).
    Retain(Keeping),
    /// Pay the price and ask the player who bet last to compare in private (V13).
    Sideshow,
    /// Agree to that.
    Accept,
    /// Refuse it.
    Refuse,
    /// Cut the pack: that many cards go from the top to the bottom (3.12).
    Cut(u8),
    /// Lay out these sets of one's cards, the best first; cards in none are thrown (section 5).
    Arrange(Sets),
    /// Change the whole hand for the spare one, or leave it (V6B).
    Spare(bool),
    /// Change one card for a common one, or all three for the commons, and perhaps stick with it (V8).
    Swap {
        /// The cards put down.
        own: Cards,
        /// The common cards taken, as many.
        common: Cards,
        /// Stick, too.
        stick: bool,
    },
    /// Change all three cards for the commons, and perhaps stick with them (V8).
    SwapAll {
        /// Stick, too.
        stick: bool,
    },
    /// End the swapping: everybody else has one more turn (V8).
    Stick,
    /// Go on without changing or paying anything (section 4, V8, V9).
    Stand,
    /// Do not brag (V9); give up the hand where nobody has bragged yet (section 4).
    Pass,
    /// Open with that many chips (section 4, V9).
    Brag(Chips),
    /// Do not answer the brag (V9).
    Decline,
    /// Answer the brag with that many chips (V9).
    Challenge(Chips),
    /// Give the pot and all bets to the rival (V9).
    Concede,
    /// Draw a card towards thirty-one (V9); throw these cards and draw as many (V10).
    Draw(Cards),
    /// Change this card for the top of the pack (V9).
    Exchange(Card),
    /// Pay up to the highest bet (section 4).
    Call,
    /// Bet up to that many chips in all (section 4).
    RaiseTo(Chips),
}

/// The amounts that a bet may have: `min`, `min + step` … `max`, in chips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BetRange {
    /// The price: a call.
    pub min: Chips,
    /// The most that cap and stack allow.
    pub max: Chips,
    /// The distance between legal amounts, at least 1.
    pub step: Chips,
}

impl BetRange {
    /// Whether the amount is one of them.
    pub fn allows(&self, amount: Chips) -> bool {
        amount >= self.min && amount <= self.max && (amount - self.min).is_multiple_of(self.step)
    }

    /// How many amounts there are.
    pub fn count(&self) -> u64 {
        (self.max - self.min) / self.step + 1
    }
}

/// What a discard names (V2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discard {
    /// How many cards.
    pub count: u8,
    /// Of which: his hand, at which he has looked.
    pub from: Cards,
}

impl Discard {
    /// Whether these cards are so many of those, each once, in any order.
    pub fn allows(&self, cards: &Cards) -> bool {
        // As many different ones of his are named as there are names: none is another's, none comes twice.
        let named = self.from.iter().filter(|&card| cards.contains(card)).count();
        named == cards.len() && named == usize::from(self.count)
    }
}

/// What an arrangement names (section 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrangement {
    /// How many sets, each of three cards.
    pub sets: u8,
    /// Fewer may be laid, none included (V6B).
    pub fewer: bool,
    /// A set may have four cards of one rank (V6B).
    pub fours: bool,
    /// Of which cards: his hand.
    pub from: Cards,
}

/// What a swap names (V8): one of his cards and one of the commons, or all three of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swap {
    /// His hand.
    pub from: Cards,
    /// The cards that lie face up.
    pub commons: Cards,
    /// He may stick with it.
    pub stick: bool,
}

impl Swap {
    /// Whether so many of those may be changed for so many of these.
    ///
    /// # Errors
    /// [`Refusal::BadCards`], then [`Refusal::SwapOneOrThree`] (A.4).
    pub fn check(&self, own: &Cards, common: &Cards) -> Result<(), Refusal> {
        // As many different ones are named as there are names: none is another's, none comes twice.
        let of = |all: &Cards, named: &Cards| all.iter().filter(|&card| named.contains(card)).count();
        let right = of(&self.from, own) == own.len() && of(&self.commons, common) == common.len();
        match own.len() {
            _ if !right || own.len() != common.len() => Err(Refusal::BadCards),
            0 => Err(Refusal::BadCards),
            1 => Ok(()),
            all if all == self.from.len() => Ok(()),
            _ => Err(Refusal::SwapOneOrThree),
        }
    }
}

/// The offer of the spare hand (V6B).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpareOffer {
    /// Chips that taking it costs.
    pub fee: Chips,
    /// Whether he has them: he may always leave it.
    pub take: bool,
}

/// What a draw names (V9, V10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// The most cards to throw for new ones, at least one then; 0 where a card is drawn and none is thrown (V9).
    pub most: u8,
    /// Of which: his hand; none where none is thrown.
    pub from: Cards,
}

impl Draw {
    /// Whether these cards may be thrown: as many as he may, of those, each once, in any order.
    pub fn allows(&self, cards: &Cards) -> bool {
        let named = self.from.iter().filter(|&card| cards.contains(card)).count();
        named == cards.len() && named <= usize::from(self.most) && (named > 0 || self.most == 0)
    }
}

/// The acts that a seat has now (rulebook 3.14), each with its price or what to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Legal {
    /// He may look.
    pub look: bool,
    /// He must throw cards before he bets (V2).
    pub discard: Option<Discard>,
    /// He may fold.
    pub fold: bool,
    /// He may bet one of these amounts.
    pub bet: Option<BetRange>,
    /// He may see for so many chips.
    pub see: Option<Chips>,
    /// He may cover with so many chips, all that he has.
    pub cover: Option<Chips>,
    /// He may ask that player for a sideshow for so many chips (V13).
    pub sideshow: Option<(Chips, Seat)>,
    /// He must accept or refuse a sideshow (V13).
    pub answer: bool,
    /// He must keep or throw the hand that he looked at.
    pub decide: bool,
    /// He must name the hand that is compared.
    pub commit: bool,
    /// He must say what he keeps.
    pub retain: bool,
    /// He must cut, between 1 and this many cards.
    pub cut: Option<u8>,
    /// He may change one card, or all three (V8): a swap, and a swap of all.
    pub swap: Option<Swap>,
    /// He may stick (V8).
    pub stick: bool,
    /// He may go on as he is (section 4, V8, V9).
    pub stand: bool,
    /// He must lay out sets (section 5).
    pub arrange: Option<Arrangement>,
    /// He must take the spare hand or leave it (V6B).
    pub spare: Option<SpareOffer>,
    /// He may draw (V9), or change cards (V10).
    pub draw: Option<Draw>,
    /// He may pass (section 4, V9).
    pub pass: bool,
    /// He may open with one of these amounts (section 4, V9).
    pub brag: Option<BetRange>,
    /// He may call for so many chips, all that he has if they do not meet the highest bet (section 4).
    pub call: Option<Chips>,
    /// He may bet up to one of these amounts in all (section 4).
    pub raise_to: Option<BetRange>,
    /// He may decline the brag (V9).
    pub decline: bool,
    /// He may challenge the brag with one of these amounts (V9).
    pub challenge: Option<BetRange>,
    /// He may concede to his rival (V9).
    pub concede: bool,
    /// He may change one of these cards for the top of the pack (V9).
    pub exchange: Option<Cards>,
    /// He holds two hands: `look` and `retain` name one of them.
    pub two_hands: bool,
    /// `see` and `cover` name one of his two hands, too.
    pub commits: bool,
}

impl Legal {
    /// Whether there is any act at all.
    pub fn is_empty(&self) -> bool {
        let Legal {
            sideshow,
            answer,
            look,
            discard,
            fold,
            bet,
            see,
            cover,
            decide,
            commit,
            retain,
            cut,
            swap,
            stick,
            stand,
            arrange,
            spare,
            draw,
            pass,
            brag,
            call,
            raise_to,
            decline,
            challenge,
            concede,
            exchange,
            two_hands: _,
            commits: _,
        } = self;
        !(*look
            || *fold
            || *answer
            || *decide
            || *commit
            || *retain
            || *stick
            || *stand
            || *pass
            || *decline
            || *concede)
            && challenge.is_none()
            && exchange.is_none()
            && draw.is_none()
            && brag.is_none()
            && call.is_none()
            && raise_to.is_none()
            && discard.is_none()
            && bet.is_none()
            && see.is_none()
            && cover.is_none()
            && sideshow.is_none()
            && cut.is_none()
            && arrange.is_none()
            && swap.is_none()
            && spare.is_none()
    }
}
