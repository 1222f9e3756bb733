//! The acts that a view lists, each where one looks for it.

use brag_contract::v1::legal_act::Act;
use brag_contract::v1::{
    LegalActs, LegalArrange, LegalBet, LegalBrag, LegalCall, LegalChallenge, LegalCommit, LegalCover,
    LegalCut, LegalDiscard, LegalDraw, LegalExchange, LegalLook, LegalRaiseTo, LegalRetain, LegalSee,
    LegalSpare, LegalSwap, WhichHand,
};

/// What may be done now, one field for each kind of act.
///
/// A kind that this build does not know is not there, and so never chosen.
#[derive(Debug, Default)]
pub struct Listed<'a> {
    pub look: Option<&'a LegalLook>,
    pub discard: Option<&'a LegalDiscard>,
    pub fold: bool,
    pub bet: Option<&'a LegalBet>,
    pub see: Option<&'a LegalSee>,
    pub cover: Option<&'a LegalCover>,
    pub sideshow: bool,
    pub spare: Option<&'a LegalSpare>,
    pub accept: bool,
    pub refuse: bool,
    pub keep: bool,
    pub throw: bool,
    pub commit: Option<&'a LegalCommit>,
    pub retain: Option<&'a LegalRetain>,
    pub cut: Option<&'a LegalCut>,
    pub swap: Option<&'a LegalSwap>,
    pub stick: bool,
    pub stand: bool,
    pub arrange: Option<&'a LegalArrange>,
    pub pass: bool,
    pub decline: bool,
    pub challenge: Option<&'a LegalChallenge>,
    pub concede: bool,
    pub exchange: Option<&'a LegalExchange>,
    pub brag: Option<&'a LegalBrag>,
    pub draw: Option<&'a LegalDraw>,
    pub call: Option<&'a LegalCall>,
    pub raise_to: Option<&'a LegalRaiseTo>,
}

impl<'a> Listed<'a> {
    pub fn of(legal: &'a LegalActs) -> Listed<'a> {
        let mut listed = Listed::default();
        for act in legal.acts.iter().filter_map(|legal| legal.act.as_ref()) {
            match act {
                Act::Look(look) => listed.look = Some(look),
                Act::Discard(discard) => listed.discard = Some(discard),
                Act::Sideshow(_) => listed.sideshow = true,
                Act::Spare(spare) => listed.spare = Some(spare),
                Act::Accept(_) => listed.accept = true,
                Act::Refuse(_) => listed.refuse = true,
                Act::Fold(_) => listed.fold = true,
                Act::Bet(bet) => listed.bet = Some(bet),
                Act::See(see) => listed.see = Some(see),
                Act::Cover(cover) => listed.cover = Some(cover),
                Act::Keep(_) => listed.keep = true,
                Act::Throw(_) => listed.throw = true,
                Act::Commit(commit) => listed.commit = Some(commit),
                Act::Retain(retain) => listed.retain = Some(retain),
                Act::Cut(cut) => listed.cut = Some(cut),
                Act::Swap(swap) => listed.swap = Some(swap),
                // A swap may name all three.
                Act::SwapAll(_) => {}
                Act::Stick(_) => listed.stick = true,
                Act::Stand(_) => listed.stand = true,
                Act::Arrange(arrange) => listed.arrange = Some(arrange),
                Act::Pass(_) => listed.pass = true,
                Act::Decline(_) => listed.decline = true,
                Act::Challenge(challenge) => listed.challenge = Some(challenge),
                Act::Concede(_) => listed.concede = true,
                Act::Exchange(exchange) => listed.exchange = Some(exchange),
                Act::Brag(brag) => listed.brag = Some(brag),
                Act::Draw(draw) => listed.draw = Some(draw),
                Act::Call(call) => listed.call = Some(call),
                Act::RaiseTo(raise_to) => listed.raise_to = Some(raise_to),
            }
        }
        listed
    }
}

/// The first of the hands to name; unset where none is to be named.
pub fn first(which: &[i32]) -> i32 {
    which.first().copied().unwrap_or(WhichHand::Unspecified.into())
}

/// The amount that the range has at or below this one, and at least its least.
pub fn amount(bet: &LegalBet, wanted: i64) -> i64 {
    let step = bet.step.max(1);
    let wanted = wanted.clamp(bet.min, bet.max.max(bet.min));
    bet.min.saturating_add(wanted.saturating_sub(bet.min) / step * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_those_of_the_range() {
        let bet = LegalBet { min: 4, max: 11, step: 2 };
        assert_eq!([0, 4, 5, 7, 11, 99].map(|wanted| amount(&bet, wanted)), [4, 4, 4, 6, 10, 10]);
        // What no server sends does not end a bot.
        assert_eq!(amount(&LegalBet { min: 4, max: 2, step: 0 }, 9), 4);
    }
}
