//! Players who do something of what they may, and chance that a seed repeats.

use brag_client::{Error, Seat, Update};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::legal_act::Act;
use brag_contract::v1::{
    Accept, ActResponse, Bet, Brag, Call, Challenge, Commit, Concede, Cover, Cut, Decline, Discard, Draw,
    Exchange, Fold, Keep, LegalAct, Look, Pass, RaiseTo, Refuse, Retain, See, Sideshow, Sit, Stand, Stick,
    Swap, SwapAll, TableView, Throw, TopUp,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Chips with which players sit, and below half of which they bring more.
const CHIPS: i64 = 60;

/// Chance that a seed repeats.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// 0 … `below` − 1.
    pub fn below(&mut self, below: u64) -> u64 {
        self.0.next_u64() % below
    }

    pub fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    /// One of them.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len() as u64) as usize]
    }
}

/// A seat to take, and chips to bring.
pub fn sit(seat: u32) -> Action {
    Action::Sit(Sit { seat, buy_in: CHIPS, display_name: String::new() })
}

/// One of the acts that are legal; more chips where there are few.
pub fn decide(view: &TableView, dice: &mut Dice) -> Option<Action> {
    let acts = &view.legal_acts.as_ref()?.acts;
    if !acts.is_empty() {
        // Who only may look, as it is not his turn, mostly waits.
        let mut act = dice.pick(acts);
        // Hands in which nobody bets are short.
        if matches!(act.act, Some(Act::Fold(_))) {
            act = dice.pick(acts);
        }
        let waits = matches!(act.act, Some(Act::Look(_))) && (acts.len() == 1 || !dice.one_in(3));
        return (!waits || acts.len() > 1).then(|| action(act, dice));
    }
    let own = view.seats.iter().find(|seat| seat.number == view.viewer_seat)?;
    let top_up = view.table_acts.as_ref()?.top_up?;
    let few = own.stack + own.waiting_top_up < CHIPS / 2;
    few.then(|| Action::TopUp(TopUp { amount: CHIPS.clamp(top_up.min, top_up.max) }))
}

fn action(act: &LegalAct, dice: &mut Dice) -> Action {
    let mut which = |of: &[i32]| if of.is_empty() { 0 } else { *dice.pick(of) };
    match act.act.as_ref().unwrap() {
        Act::Look(look) => Action::Look(Look { which: which(&look.which) }),
        Act::Discard(discard) => {
            let cards = discard.cards.iter().take(discard.count as usize).cloned().collect();
            Action::Discard(Discard { cards })
        }
        Act::Sideshow(_) => Action::Sideshow(Sideshow {}),
        Act::Accept(_) => Action::Accept(Accept {}),
        Act::Refuse(_) => Action::Refuse(Refuse {}),
        Act::Draw(draw) => {
            let most = draw.most.min(1) as usize;
            Action::Draw(Draw { cards: draw.cards.iter().take(most).cloned().collect() })
        }
        Act::Fold(_) => Action::Fold(Fold {}),
        Act::Bet(bet) => {
            let steps = (bet.max - bet.min) / bet.step;
            let raised = if dice.one_in(4) { dice.below(steps.min(4) as u64 + 1) as i64 } else { 0 };
            Action::Bet(Bet { amount: bet.min + raised * bet.step })
        }
        Act::See(see) => Action::See(See { which: which(&see.which) }),
        Act::Cover(cover) => Action::Cover(Cover { which: which(&cover.which) }),
        Act::Keep(_) => Action::Keep(Keep {}),
        Act::Throw(_) => Action::Throw(Throw {}),
        Act::Commit(commit) => Action::Commit(Commit { which: which(&commit.which) }),
        Act::Retain(retain) => Action::Retain(Retain { choice: which(&retain.choices) }),
        Act::Cut(cut) => {
            Action::Cut(Cut { at: cut.min + dice.below(u64::from(cut.max - cut.min) + 1) as u32 })
        }
        Act::Swap(swap) => {
            let one = |cards: &[String], dice: &mut Dice| vec![dice.pick(cards).clone()];
            let (own, common) = (one(&swap.own, dice), one(&swap.common, dice));
            Action::Swap(Swap { own, common, stick: swap.stick && dice.one_in(3) })
        }
        Act::SwapAll(all) => Action::SwapAll(SwapAll { stick: all.stick && dice.one_in(3) }),
        Act::Stick(_) => Action::Stick(Stick {}),
        Act::Stand(_) => Action::Stand(Stand {}),
        Act::Arrange(_) | Act::Spare(_) => panic!("nobody lays out sets in three-card brag"),
        Act::Decline(_) => Action::Decline(Decline {}),
        Act::Challenge(challenge) => Action::Challenge(Challenge { amount: challenge.min }),
        Act::Concede(_) => Action::Concede(Concede {}),
        Act::Exchange(exchange) => Action::Exchange(Exchange { card: exchange.cards[0].clone() }),
        Act::Pass(_) => Action::Pass(Pass {}),
        Act::Brag(brag) => Action::Brag(Brag { amount: brag.min }),
        Act::Call(_) => Action::Call(Call {}),
        Act::RaiseTo(raise) => Action::RaiseTo(RaiseTo { amount: raise.min }),
    }
}

/// Plays until the table closes. Everything that comes is shown to `see` first, and every act that was done to `done`.
pub async fn play(
    mut seat: Seat,
    mut dice: Dice,
    mut see: impl FnMut(&Update, &TableView),
    mut done: impl FnMut(ActResponse),
) {
    while let Some(update) = seat.next().await.unwrap() {
        see(&update, seat.view());
        match seat.act_with(|view| decide(view, &mut dice)).await {
            Ok(answer) => answer.into_iter().for_each(&mut done),
            // Others may have been faster, again and again.
            Err(Error::Stale { .. }) => {}
            Err(error) => panic!("what is listed is accepted: {error}"),
        }
    }
}
