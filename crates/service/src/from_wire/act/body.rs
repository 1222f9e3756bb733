//! What makes two requests of one id the same.

use brag_rules::act::{Act, Keeping, Which};
use brag_rules::card::Cards;
use brag_table::Action;

use super::super::hash::Hash;
use super::ParsedAct;

impl ParsedAct {
    /// What makes two requests of one id the same: the act, whom it is for, and the numbers that it names.
    pub(crate) fn body_hash(&self) -> [u8; 32] {
        let which = |which: Option<Which>| match which {
            None => 0,
            Some(Which::Old) => 1,
            Some(Which::New) => 2,
        };
        let hash =
            Hash::of("brag-act/v1").text(&self.player).maybe(self.turn).maybe(self.hand.map(u64::from));
        // The numbers are for ever: a stored hash must mean the same to the next version.
        match &self.action {
            Action::Play(Act::Look(named)) => hash.number(1).number(which(*named)),
            Action::Play(Act::Fold) => hash.number(2),
            Action::Play(Act::Bet(amount)) => hash.number(3).number(*amount),
            Action::Play(Act::See(named)) => hash.number(4).number(which(*named)),
            Action::Play(Act::Cover(named)) => hash.number(5).number(which(*named)),
            Action::Play(Act::Keep) => hash.number(6),
            Action::Play(Act::Throw) => hash.number(7),
            Action::Play(Act::Commit(named)) => hash.number(8).number(which(Some(*named))),
            Action::Play(Act::Retain(keeping)) => hash.number(9).number(match keeping {
                Keeping::None => 0,
                Keeping::Hand(Which::Old) => 1,
                Keeping::Hand(Which::New) => 2,
                Keeping::Yes => 3,
            }),
            Action::Play(Act::Cut(at)) => hash.number(10).number(u64::from(*at)),
            // The same cards in another order are the same act.
            Action::Play(Act::Discard(cards)) => unordered(hash.number(11), cards),
            Action::Play(Act::Sideshow) => hash.number(12),
            Action::Play(Act::Accept) => hash.number(13),
            Action::Play(Act::Refuse) => hash.number(14),
            Action::Play(Act::Arrange(sets)) => {
                // The same cards of a set in another order are the same act.
                sets.iter().fold(hash.number(15), |hash, set| unordered(hash.number(set.len() as u64), &set))
            }
            Action::Play(Act::Spare(take)) => hash.number(16).number(u64::from(*take)),
            Action::Play(Act::Swap { own, common, stick }) => {
                // Each row with its length, so that a card cannot move from one to the other.
                let hash = unordered(hash.number(17).number(own.len() as u64), own);
                unordered(hash, common).number(u64::from(*stick))
            }
            Action::Play(Act::SwapAll { stick }) => hash.number(18).number(u64::from(*stick)),
            Action::Play(Act::Stick) => hash.number(19),
            Action::Play(Act::Stand) => hash.number(20),
            Action::Play(Act::Pass) => hash.number(21),
            Action::Play(Act::Brag(amount)) => hash.number(22).number(*amount),
            Action::Play(Act::Decline) => hash.number(23),
            Action::Play(Act::Challenge(amount)) => hash.number(24).number(*amount),
            Action::Play(Act::Concede) => hash.number(25),
            Action::Play(Act::Draw(cards)) => unordered(hash.number(26), cards),
            Action::Play(Act::Exchange(card)) => hash.number(27).number(card.code().into()),
            Action::Play(Act::Call) => hash.number(28),
            Action::Play(Act::RaiseTo(amount)) => hash.number(29).number(*amount),
            Action::Sit { seat, buy_in, display_name } => {
                hash.number(40).maybe(seat.map(u64::from)).number(*buy_in).text(display_name)
            }
            Action::Leave => hash.number(41),
            Action::SitOut => hash.number(42),
            Action::SitIn => hash.number(43),
            Action::TopUp(amount) => hash.number(44).number(*amount),
            Action::Deal => hash.number(60),
            Action::Pause => hash.number(61),
            Action::Resume => hash.number(62),
            Action::Remove => hash.number(63),
            Action::Close { at_once } => hash.number(64).number(u64::from(*at_once)),
        }
        .finish()
    }
}

fn unordered(hash: Hash, cards: &Cards) -> Hash {
    cards.sorted().codes().iter().fold(hash, |hash, code| hash.number(u64::from(*code)))
}
