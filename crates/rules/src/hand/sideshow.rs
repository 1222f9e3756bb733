//! The sideshow: two players compare in private, and the lower hand is out (V13).

use super::flow::{pass_turn_after, stop_at_cap};
use super::showdown::compare;
use super::{Draft, Hand, Phase, Surroundings};
use crate::fact::{AwardReason, Fact, FoldReason};
use crate::options::{Rules, Sideshow};
use crate::seat::Seat;
use std::cmp::Ordering;

impl Hand {
    /// Whom this player may ask for a sideshow if he can pay the price: the one who bet last, if he is still active.
    pub(super) fn sideshow_with(&self, rules: &Rules, seat: Seat) -> Option<Seat> {
        let active = self.active();
        let asked = self.last_bettor.filter(|&asked| asked != seat && active.contains(asked))?;
        let looked = |seat: Seat| self.player(seat).open;
        let seen = match rules.sideshow {
            Sideshow::Off => false,
            Sideshow::BothSeen => looked(seat) && looked(asked),
            Sideshow::AllSeen => active.iter().all(looked),
        };
        (seen && active.len() >= 3).then_some(asked)
    }
}

/// He pays and asks. Where that brings the pot to its cap, all are compared instead.
pub(super) fn ask<S: Surroundings>(d: &mut Draft<'_, S>, asker: Seat) {
    let asked = d.hand.sideshow_with(d.rules, asker).expect("sideshow-was-checked: there is somebody to ask");
    let amount = d.hand.price(asker);
    let (stack, pot) = (d.hand.player(asker).stack - amount, d.hand.newest_pot() + amount);
    d.emit(Fact::SideshowAsked { asker, asked, amount, stack, pot });
    if !stop_at_cap(d) {
        d.ask(asked, Phase::SideshowPending { asker });
    }
}

fn asker(d: &Draft<'_, impl Surroundings>) -> Seat {
    match d.hand.phase {
        Phase::SideshowPending { asker } => asker,
        _ => unreachable!("sideshow-was-checked: check asked for the phase"),
    }
}

/// The two hands are compared; equal ones go against who asked.
pub(super) fn accept<S: Surroundings>(d: &mut Draft<'_, S>, asked: Seat) {
    let asker = asker(d);
    let (of_asker, of_asked) = (d.hand.player(asker).hand, d.hand.player(asked).hand);
    let loser = if compare(d, asker, asked) == Ordering::Greater { asked } else { asker };
    d.emit(Fact::SideshowAccepted { asker, asked, of_asker, of_asked });
    d.emit(Fact::Folded { seat: loser, reason: FoldReason::Beaten });
    pass_turn_after(d, asker, AwardReason::Folded);
}

/// Nothing is compared, and the turn goes on from who asked.
pub(super) fn refuse<S: Surroundings>(d: &mut Draft<'_, S>, asked: Seat) {
    let asker = asker(d);
    d.emit(Fact::SideshowRefused { asker, asked });
    pass_turn_after(d, asker, AwardReason::Folded);
}

/// Somebody leaves while a sideshow waits for its answer (3.11): who was asked refuses first, without who asked there
/// is none, and anybody else just folds.
pub(super) fn leave<S: Surroundings>(d: &mut Draft<'_, S>, leaver: Seat) {
    let asker = asker(d);
    let asked = d.hand.to_act.contains(leaver);
    if asked {
        d.emit(Fact::SideshowRefused { asker, asked: leaver });
    }
    d.emit(Fact::Folded { seat: leaver, reason: FoldReason::Left });
    if asked || leaver == asker {
        pass_turn_after(d, asker, AwardReason::OthersLeft);
    }
}
