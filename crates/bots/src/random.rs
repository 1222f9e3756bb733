//! The bot that does anything that it may.

use crate::arranging;
use crate::listed::amount;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::legal_act::Act;
use brag_contract::v1::{
    Accept, Bet, Brag, Call, Challenge, Commit, Concede, Cover, Cut, Decline, Discard, Draw, Exchange, Fold,
    Keep, LegalActs, LegalBet, Look, Pass, RaiseTo, Refuse, Retain, See, Sideshow, Spare, Stand, Stick, Swap,
    SwapAll, Throw,
};
use brag_rules::rank::RankingRules;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// An act drawn evenly among the kinds that are listed; nothing where none is that it knows.
///
/// A bet is more often small than large: half of them are the price, a quarter the next amount, and so on, so that hands
/// last long enough to be worth looking at.
pub fn choose(legal: &LegalActs, ranking: &RankingRules, rng: &mut ChaCha8Rng) -> Option<Action> {
    let acts: Vec<&Act> = legal.acts.iter().filter_map(|legal| legal.act.as_ref()).collect();
    Some(match acts.choose(rng)? {
        Act::Look(look) => Action::Look(Look { which: any(&look.which, rng) }),
        Act::Discard(discard) => {
            let cards = discard.cards.sample(rng, discard.count as usize).cloned().collect();
            Action::Discard(Discard { cards })
        }
        Act::Fold(_) => Action::Fold(Fold {}),
        Act::Bet(bet) => Action::Bet(Bet { amount: mostly_small(bet, rng) }),
        Act::Stand(_) => Action::Stand(Stand {}),
        Act::Pass(_) => Action::Pass(Pass {}),
        Act::Brag(brag) => {
            let range = LegalBet { min: brag.min, max: brag.max, step: brag.step };
            Action::Brag(Brag { amount: mostly_small(&range, rng) })
        }
        Act::Draw(draw) => {
            let count = if draw.most == 0 { 0 } else { rng.random_range(1..=draw.most) };
            Action::Draw(Draw { cards: draw.cards.sample(rng, count as usize).cloned().collect() })
        }
        Act::Decline(_) => Action::Decline(Decline {}),
        Act::Challenge(challenge) => {
            let range = LegalBet { min: challenge.min, max: challenge.max, step: 1 };
            Action::Challenge(Challenge { amount: mostly_small(&range, rng) })
        }
        Act::Concede(_) => Action::Concede(Concede {}),
        Act::Exchange(exchange) => Action::Exchange(Exchange { card: exchange.cards.choose(rng)?.clone() }),
        Act::Call(_) => Action::Call(Call {}),
        Act::RaiseTo(raise) => {
            let range = LegalBet { min: raise.min, max: raise.max, step: raise.step };
            Action::RaiseTo(RaiseTo { amount: mostly_small(&range, rng) })
        }
        Act::See(see) => Action::See(See { which: any(&see.which, rng) }),
        Act::Cover(cover) => Action::Cover(Cover { which: any(&cover.which, rng) }),
        Act::Sideshow(_) => Action::Sideshow(Sideshow {}),
        Act::Spare(spare) => Action::Spare(Spare { take: spare.take && rng.random_bool(0.5) }),
        Act::Accept(_) => Action::Accept(Accept {}),
        Act::Refuse(_) => Action::Refuse(Refuse {}),
        Act::Keep(_) => Action::Keep(Keep {}),
        Act::Throw(_) => Action::Throw(Throw {}),
        Act::Commit(commit) => Action::Commit(Commit { which: any(&commit.which, rng) }),
        Act::Retain(retain) => Action::Retain(Retain { choice: any(&retain.choices, rng) }),
        Act::Cut(cut) => Action::Cut(Cut { at: cut_at(cut.min, cut.max, rng) }),
        Act::Swap(swap) => {
            let one =
                |cards: &[String], rng: &mut ChaCha8Rng| cards.choose(rng).cloned().into_iter().collect();
            let (own, common) = (one(&swap.own, rng), one(&swap.common, rng));
            Action::Swap(Swap { own, common, stick: swap.stick && rng.random_bool(0.5) })
        }
        Act::SwapAll(all) => Action::SwapAll(SwapAll { stick: all.stick && rng.random_bool(0.5) }),
        Act::Stick(_) => Action::Stick(Stick {}),
        Act::Arrange(arrange) => arranging::any(ranking, arrange, rng)?,
    })
}

/// An amount of the range, the small ones more often.
fn mostly_small(bet: &LegalBet, rng: &mut ChaCha8Rng) -> i64 {
    let mut more = 0_i64;
    while more < bet.max && rng.random_bool(0.5) {
        more = more.saturating_mul(2).saturating_add(1);
    }
    amount(bet, bet.min.saturating_add(more.saturating_mul(bet.step)))
}

/// One of them; the unset one, 0, where there is none.
pub fn any(choices: &[i32], rng: &mut ChaCha8Rng) -> i32 {
    choices.choose(rng).copied().unwrap_or_default()
}

/// A place to cut.
pub fn cut_at(min: u32, max: u32, rng: &mut ChaCha8Rng) -> u32 {
    rng.random_range(min..=max.max(min))
}
