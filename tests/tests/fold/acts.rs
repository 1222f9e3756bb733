//! An act that is on the list, at random.

use brag_contract::v1::act_request::Action;
use brag_contract::v1::legal_act::Act;
use brag_contract::v1::{
    Accept, Bet, Brag, Call, Challenge, Commit, Concede, Cover, Cut, Decline, Discard, Draw, Exchange, Fold,
    Keep, LegalAct, Look, Pass, RaiseTo, Refuse, Retain, See, Sideshow, Spare, Stand, Stick, Swap, SwapAll,
    Throw,
};

use crate::dice::Dice;

/// One of the ways to do what the list says.
pub fn any(act: &LegalAct, dice: &mut Dice) -> Action {
    let mut which = |of: &[i32]| dice.pick(of).copied().unwrap_or(0);
    match act.act.as_ref().unwrap() {
        Act::Look(look) => Action::Look(Look { which: which(&look.which) }),
        Act::Discard(discard) => {
            let mut cards = discard.cards.clone();
            dice.shuffle(&mut cards);
            cards.truncate(discard.count as usize);
            Action::Discard(Discard { cards })
        }
        Act::Draw(draw) => {
            let mut cards = draw.cards.clone();
            dice.shuffle(&mut cards);
            cards.truncate((1 + dice.below(u64::from(draw.most.max(1)))) as usize);
            Action::Draw(Draw { cards })
        }
        Act::Fold(_) => Action::Fold(Fold {}),
        Act::Bet(bet) => Action::Bet(Bet { amount: amount(dice, bet.min, bet.max, bet.step) }),
        Act::Decline(_) => Action::Decline(Decline {}),
        Act::Challenge(challenge) => {
            Action::Challenge(Challenge { amount: amount(dice, challenge.min, challenge.max, 1) })
        }
        Act::Concede(_) => Action::Concede(Concede {}),
        Act::Exchange(exchange) => Action::Exchange(Exchange { card: exchange.cards[0].clone() }),
        Act::Pass(_) => Action::Pass(Pass {}),
        Act::Brag(brag) => Action::Brag(Brag { amount: amount(dice, brag.min, brag.max, brag.step) }),
        Act::Call(_) => Action::Call(Call {}),
        Act::RaiseTo(raise) => {
            Action::RaiseTo(RaiseTo { amount: amount(dice, raise.min, raise.max, raise.step) })
        }
        Act::See(see) => Action::See(See { which: which(&see.which) }),
        Act::Cover(cover) => Action::Cover(Cover { which: which(&cover.which) }),
        Act::Sideshow(_) => Action::Sideshow(Sideshow {}),
        Act::Accept(_) => Action::Accept(Accept {}),
        Act::Refuse(_) => Action::Refuse(Refuse {}),
        Act::Keep(_) => Action::Keep(Keep {}),
        Act::Throw(_) => Action::Throw(Throw {}),
        Act::Commit(commit) => Action::Commit(Commit { which: which(&commit.which) }),
        Act::Retain(retain) => Action::Retain(Retain { choice: which(&retain.choices) }),
        Act::Cut(cut) => {
            Action::Cut(Cut { at: cut.min + dice.below(u64::from(cut.max - cut.min) + 1) as u32 })
        }
        Act::Swap(swap) => {
            let count = if dice.one_in(6) { swap.own.len() } else { 1 };
            let mut some = |cards: &[String]| {
                let mut cards = cards.to_vec();
                dice.shuffle(&mut cards);
                cards.truncate(count);
                cards
            };
            let (own, common) = (some(&swap.own), some(&swap.common));
            Action::Swap(Swap { own, common, stick: swap.stick && dice.one_in(3) })
        }
        Act::SwapAll(all) => Action::SwapAll(SwapAll { stick: all.stick && dice.one_in(3) }),
        Act::Stick(_) => Action::Stick(Stick {}),
        Act::Stand(_) => Action::Stand(Stand {}),
        Act::Spare(spare) => Action::Spare(Spare { take: spare.take && dice.one_in(2) }),
        Act::Arrange(_) => panic!("sets are laid out elsewhere"),
    }
}

/// An amount of the range: mostly the least.
fn amount(dice: &mut Dice, min: i64, max: i64, step: i64) -> i64 {
    let steps = if dice.one_in(3) { dice.below(((max - min) / step) as u64 + 1) as i64 } else { 0 };
    min + steps * step
}
