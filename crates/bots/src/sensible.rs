//! The bot that thinks (Appendix F): one way to judge, two tempers.

use crate::Temper;
use crate::equalised;
use crate::listed::{Listed, amount, first};
use crate::memory::Memory;
use crate::odds;
use crate::random::{any, cut_at};
use crate::swaps::{self, Turn};
use crate::table::Situation;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::{
    Accept, Bet, Commit, Cover, Cut, Discard, Fold, Keep, LegalBet, Look, Refuse, Retain, RetainChoice,
    SeatView, See, Sideshow, Spare, Stand, Throw,
};
use brag_rules::rank::RankingRules;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// An opponent who has looked and is still there holds no hand below this share of them, if he is honest.
const STAYS_FROM: f64 = 0.3;
/// What each raise of this hand adds to that.
const RAISE_ADDS: f64 = 0.12;
/// The best hands, which next to nothing beats: about the prials and the running flushes.
const BEST: f64 = 0.995;
/// The worth from which on it asks for a sideshow in place of a call, and how often.
const ASKS_FROM: f64 = 0.5;
const ASKS: f64 = 0.4;
/// How often a hand that is worth a raise is raised, so that a call says little.
const RAISES: f64 = 0.8;

/// What a decision is made of.
pub struct Judge<'a> {
    pub temper: &'a Temper,
    pub situation: &'a Situation<'a>,
    pub memory: &'a Memory,
    pub ranking: &'a RankingRules,
    /// The share of hands that its own beats; none while it is blind.
    pub worth: Option<f64>,
    /// The stake at which a hand starts, in chips; at least 1.
    pub min_stake: u64,
}

/// An act among those listed; nothing where nothing is that it knows.
pub fn judge(judge: &Judge<'_>, listed: &Listed<'_>, rng: &mut ChaCha8Rng) -> Option<Action> {
    if let Some(cut) = listed.cut {
        return Some(Action::Cut(Cut { at: cut_at(cut.min, cut.max, rng) }));
    }
    if let Some(commit) = listed.commit {
        return Some(Action::Commit(Commit { which: any(&commit.which, rng) }));
    }
    if let Some(retain) = listed.retain {
        // A second hand costs nothing, and two chances are better than one.
        let kept = retain.choices.iter().copied().find(|&choice| choice != RetainChoice::None as i32);
        return Some(Action::Retain(Retain { choice: kept.unwrap_or(RetainChoice::None.into()) }));
    }
    if let Some(discard) = listed.discard {
        return Some(Action::Discard(Discard {
            cards: odds::worst(judge.ranking, &discard.cards, discard.count),
        }));
    }
    if let Some(spare) = listed.spare {
        let own = judge.situation.me.hands.first().and_then(|hand| odds::read(&hand.cards));
        let weak = own.is_some_and(|cards| odds::weak(judge.ranking, &cards));
        return Some(Action::Spare(Spare { take: spare.take && weak }));
    }
    if listed.accept || listed.refuse {
        // Who asks has a hand of which he is not sure; the better half of all meets it.
        let accept = listed.accept && judge.worth.unwrap_or(0.5) >= 0.5;
        return Some(if accept { Action::Accept(Accept {}) } else { Action::Refuse(Refuse {}) });
    }
    if listed.keep || listed.throw {
        // The other hand is any hand: half of all are better.
        let keep = listed.keep && judge.worth.unwrap_or(0.5) >= 0.5;
        return Some(if keep { Action::Keep(Keep {}) } else { Action::Throw(Throw {}) });
    }
    if let Some(swap) = listed.swap {
        let (stick, stand) = (listed.stick, listed.stand);
        let opponents = judge.situation.opponents.len();
        return swaps::choose(&Turn { ranking: judge.ranking, swap, stick, stand, opponents }, rng);
    }
    let draws = listed.draw.is_some_and(|draw| draw.most > 0);
    if draws || listed.pass || listed.raise_to.is_some() || listed.call.is_some() {
        return equalised::judge(judge, listed, rng);
    }
    if listed.stand {
        return Some(Action::Stand(Stand {}));
    }
    let blind = !judge.situation.me.looked;
    if blind && let Some(act) = judge.blind(listed, rng) {
        return Some(act);
    }
    judge.open(listed, rng)
}

impl Judge<'_> {
    /// Blind: half price while the stake is low (F.1, F.2), then a look. Nothing where it can do neither.
    fn blind(&self, listed: &Listed<'_>, rng: &mut ChaCha8Rng) -> Option<Action> {
        let (view, me) = (self.situation.view, self.situation.me);
        let early = view.hand <= self.temper.early_hands;
        let bets = self.temper.blind_bets * if early { 2 } else { 1 };
        if let Some(bet) = listed.bet
            && self.stakes(view.stake) <= self.temper.blind_stakes
            && me.blind_bets < bets
        {
            let raise = rng.random_bool(self.temper.blind_raise);
            return Some(self.bet(bet, if raise { bet.min.saturating_mul(2) } else { bet.min }));
        }
        listed.look.map(|look| Action::Look(Look { which: first(&look.which) }))
    }

    /// By the chance to win, and what it costs.
    fn open(&self, listed: &Listed<'_>, rng: &mut ChaCha8Rng) -> Option<Action> {
        let worth = self.worth.unwrap_or(0.5);
        let chance = self.chance(worth);
        let pot = self.situation.pot as f64;
        let pays = |price: f64| self.temper.pays(chance, pot, price);
        let fold = listed.fold.then_some(Action::Fold(Fold {}));
        if let Some(cover) = listed.cover {
            let covers = cover.cost == 0 || chance >= cover.cost as f64 / (pot + cover.cost as f64);
            let cover = Action::Cover(Cover { which: first(&cover.which) });
            return if covers { Some(cover) } else { fold.or(Some(cover)) };
        }
        let me = self.situation.me;
        let waited = me.bets >= self.temper.patience;
        if let Some(bet) = listed.bet {
            // The best hand calls until the pot is worth having (F.4).
            if worth >= BEST && self.stakes(self.situation.pot) < self.temper.trap_stakes {
                return Some(self.bet(bet, bet.min));
            }
            if chance >= self.temper.raise_from && rng.random_bool(RAISES) {
                return Some(self.raise(bet));
            }
        }
        // Who has come as far as two players ends it, once the waiting is over or the hand is not one to raise with (F.6).
        if let Some(see) = listed.see
            && (waited || chance < self.temper.raise_from)
            && pays(see.cost as f64)
        {
            return Some(Action::See(See { which: first(&see.which) }));
        }
        if let Some(bet) = listed.bet {
            if pays(bet.min as f64 * self.temper.horizon) {
                // What a call costs may send the one who bet last away, too.
                if listed.sideshow && worth >= ASKS_FROM && rng.random_bool(ASKS) {
                    return Some(Action::Sideshow(Sideshow {}));
                }
                // The minimum is not bet for ever (F.7); a blind opponent, who cannot be seen, is driven on (F.9).
                return Some(if waited && chance > 0.5 { self.raise(bet) } else { self.bet(bet, bet.min) });
            }
            if self.situation.opponents.len() <= 2 && rng.random_bool(self.temper.bluff) {
                return Some(self.raise(bet));
            }
        }
        fold
    }

    /// The chance that a hand of this worth is the best.
    pub fn chance(&self, worth: f64) -> f64 {
        self.situation.opponents.iter().map(|opponent| self.chance_against(opponent, worth)).product()
    }

    /// A blind opponent holds any hand; one who looked and stayed, a hand of the better ones, as far as he is honest (F.3).
    fn chance_against(&self, opponent: &SeatView, worth: f64) -> f64 {
        if !opponent.looked {
            return worth;
        }
        let style = self.memory.style(opponent.number);
        let from = (STAYS_FROM + RAISE_ADDS * f64::from(style.raises_now)).min(0.9) * style.honesty();
        ((worth - from) / (1.0 - from)).max(0.0)
    }

    /// A share of the pot beyond the price.
    fn raise(&self, bet: &LegalBet) -> Action {
        let more = (self.situation.pot as f64 * self.temper.raise_share) as i64;
        self.bet(bet, bet.min.saturating_add(more.max(bet.step)))
    }

    /// A bet of this, as far as the list allows and an opponent can meet it: more could win nothing more.
    fn bet(&self, bet: &LegalBet, wanted: i64) -> Action {
        let blind = !self.situation.me.looked;
        let meets = |opponent: &&SeatView| {
            let open = opponent.stack.saturating_mul(if opponent.looked { 1 } else { 2 });
            if blind { open / 2 } else { open }
        };
        let most = self.situation.opponents.iter().map(meets).max().unwrap_or(0);
        Action::Bet(Bet { amount: amount(bet, wanted.min(most)) })
    }

    /// Chips as a multiple of the stake at which a hand starts.
    fn stakes(&self, chips: i64) -> f64 {
        chips as f64 / self.min_stake as f64
    }
}
