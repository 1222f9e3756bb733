//! What a caller may do, as two lists: acts of the hand, and those that need no turn.

use brag_contract::v1;
use brag_contract::v1::legal_act::Act as Wire;
use brag_host::wire::{card, chips, seat, which};
use brag_rules::act::{BetRange, Legal, Which};
use brag_table::view::TableActs;

/// The acts of the hand, with the numbers to send back.
pub(crate) fn legal_acts(legal: &Legal, turn: u64, hand: u32) -> v1::LegalActs {
    let named = |named: bool| -> Vec<i32> {
        if named {
            [Which::Old, Which::New].map(|hand| which(Some(hand)).into()).to_vec()
        } else {
            Vec::new()
        }
    };
    let mut acts = Vec::new();
    let mut list = |act: Wire| acts.push(v1::LegalAct { act: Some(act) });
    if legal.look {
        list(Wire::Look(v1::LegalLook { which: named(legal.two_hands) }));
    }
    if let Some(discard) = legal.discard {
        let cards = discard.from.iter().map(card).collect();
        list(Wire::Discard(v1::LegalDiscard { count: discard.count.into(), cards }));
    }
    if let Some(of) = legal.arrange {
        list(Wire::Arrange(v1::LegalArrange {
            sets: of.sets.into(),
            cards: of.from.iter().map(card).collect(),
            fewer: of.fewer,
            fours: of.fours,
        }));
    }
    if let Some(of) = legal.spare {
        list(Wire::Spare(v1::LegalSpare { fee: chips(of.fee), take: of.take }));
    }
    if legal.fold {
        list(Wire::Fold(v1::LegalFold {}));
    }
    if let Some(range) = legal.bet {
        let (min, max, step) = (chips(range.min), chips(range.max), chips(range.step));
        list(Wire::Bet(v1::LegalBet { min, max, step }));
    }
    if let Some(cost) = legal.see {
        list(Wire::See(v1::LegalSee { cost: chips(cost), which: named(legal.commits) }));
    }
    if let Some(cost) = legal.cover {
        list(Wire::Cover(v1::LegalCover { cost: chips(cost), which: named(legal.commits) }));
    }
    if let Some((cost, asked)) = legal.sideshow {
        list(Wire::Sideshow(v1::LegalSideshow { cost: chips(cost), asked: seat(Some(asked)) }));
    }
    if legal.answer {
        list(Wire::Accept(v1::LegalAccept {}));
        list(Wire::Refuse(v1::LegalRefuse {}));
    }
    if legal.decide {
        list(Wire::Keep(v1::LegalKeep {}));
        list(Wire::Throw(v1::LegalThrow {}));
    }
    if legal.commit {
        list(Wire::Commit(v1::LegalCommit { which: named(true) }));
    }
    if legal.retain {
        use v1::RetainChoice::{New, None, Old, Yes};
        let choices = if legal.two_hands { vec![Old, New, None] } else { vec![Yes, None] };
        list(Wire::Retain(v1::LegalRetain { choices: choices.into_iter().map(i32::from).collect() }));
    }
    if let Some(max) = legal.cut {
        list(Wire::Cut(v1::LegalCut { min: 1, max: u32::from(max) }));
    }
    if let Some(swap) = legal.swap {
        let [own, common] = [swap.from, swap.commons].map(|cards| cards.iter().map(card).collect());
        list(Wire::Swap(v1::LegalSwap { own, common, stick: swap.stick }));
        list(Wire::SwapAll(v1::LegalSwapAll { stick: swap.stick }));
    }
    if legal.stick {
        list(Wire::Stick(v1::LegalStick {}));
    }
    if legal.stand {
        list(Wire::Stand(v1::LegalStand {}));
    }
    if legal.pass {
        list(Wire::Pass(v1::LegalPass {}));
    }
    if let Some(range) = legal.brag {
        let (min, max, step) = (chips(range.min), chips(range.max), chips(range.step));
        list(Wire::Brag(v1::LegalBrag { min, max, step }));
    }
    if legal.decline {
        list(Wire::Decline(v1::LegalDecline {}));
    }
    if let Some(range) = legal.challenge {
        list(Wire::Challenge(v1::LegalChallenge { min: chips(range.min), max: chips(range.max) }));
    }
    if legal.concede {
        list(Wire::Concede(v1::LegalConcede {}));
    }
    if let Some(hand) = legal.exchange {
        list(Wire::Exchange(v1::LegalExchange { cards: hand.iter().map(card).collect() }));
    }
    if let Some(draw) = legal.draw {
        let cards = draw.from.iter().map(card).collect();
        list(Wire::Draw(v1::LegalDraw { most: draw.most.into(), cards }));
    }
    if let Some(cost) = legal.call {
        list(Wire::Call(v1::LegalCall { cost: chips(cost) }));
    }
    if let Some(range) = legal.raise_to {
        let (min, max, step) = (chips(range.min), chips(range.max), chips(range.step));
        list(Wire::RaiseTo(v1::LegalRaiseTo { min, max, step }));
    }
    v1::LegalActs { acts, turn, hand }
}

/// The acts that need no turn.
pub(crate) fn table_acts(acts: &TableActs) -> v1::TableActs {
    let sit = acts.sit.map(|sit| v1::LegalSit {
        seats: sit.seats.iter().map(|free| seat(Some(free))).collect(),
        min_buy_in: chips(sit.min),
        max_buy_in: chips(sit.max),
    });
    v1::TableActs {
        sit,
        leave: acts.leave.then_some(v1::LegalLeave {}),
        sit_out: acts.sit_out.then_some(v1::LegalSitOut {}),
        sit_in: acts.sit_in.then_some(v1::LegalSitIn {}),
        top_up: acts.top_up.map(|(min, max)| v1::LegalTopUp { min: chips(min), max: chips(max) }),
    }
}

/// The acts of the hand as words, such as `look, fold, bet 2..99 step 2, see 4`: for a refusal to name them.
pub(crate) fn in_words(legal: &Legal) -> String {
    let mut words = Vec::new();
    let mut word = |there: bool, word: &str| {
        if there {
            words.push(word.to_owned());
        }
    };
    word(legal.look, "look");
    if let Some(discard) = legal.discard {
        word(true, &format!("discard {}", discard.count));
    }
    if let Some(of) = legal.arrange {
        word(true, &format!("arrange {}", of.sets));
    }
    if let Some(of) = legal.spare {
        word(of.take, &format!("spare take {}", of.fee));
        word(true, "spare leave");
    }
    word(legal.fold, "fold");
    if let Some(range) = legal.bet {
        word(true, &amounts("bet", range));
    }
    if let Some(cost) = legal.see {
        word(true, &format!("see {cost}"));
    }
    if let Some(cost) = legal.cover {
        word(true, &format!("cover {cost}"));
    }
    if let Some((cost, _)) = legal.sideshow {
        word(true, &format!("sideshow {cost}"));
    }
    word(legal.answer, "accept");
    word(legal.answer, "refuse");
    word(legal.decide, "keep");
    word(legal.decide, "throw");
    word(legal.commit, "commit");
    word(legal.retain, "retain");
    if let Some(max) = legal.cut {
        word(true, &format!("cut 1..{max}"));
    }
    word(legal.swap.is_some(), "swap");
    word(legal.swap.is_some(), "swap_all");
    word(legal.stick, "stick");
    word(legal.stand, "stand");
    word(legal.pass, "pass");
    word(legal.decline, "decline");
    if let Some(range) = legal.challenge {
        word(true, &amounts("challenge", range));
    }
    word(legal.concede, "concede");
    word(legal.exchange.is_some(), "exchange");
    if let Some(range) = legal.brag {
        word(true, &amounts("brag", range));
    }
    if let Some(draw) = legal.draw {
        word(true, &if draw.most == 0 { "draw".to_owned() } else { format!("draw 1..{}", draw.most) });
    }
    if let Some(cost) = legal.call {
        word(true, &format!("call {cost}"));
    }
    if let Some(range) = legal.raise_to {
        word(true, &amounts("raise_to", range));
    }
    words.join(", ")
}

fn amounts(act: &str, range: BetRange) -> String {
    let step =
        if range.step > 1 && range.max > range.min { format!(" step {}", range.step) } else { String::new() };
    format!("{act} {}..{}{step}", range.min, range.max)
}

#[cfg(test)]
mod tests {
    use brag_rules::act::{Draw, Swap};
    use brag_rules::card::{Card, Cards};

    use super::*;

    #[test]
    fn each_kind_once_with_its_price() {
        let legal = Legal {
            look: true,
            fold: true,
            bet: Some(BetRange { min: 2, max: 10, step: 2 }),
            see: Some(4),
            two_hands: true,
            commits: true,
            ..Legal::default()
        };
        assert_eq!(in_words(&legal), "look, fold, bet 2..10 step 2, see 4");
        let wire = legal_acts(&legal, 7, 2);
        assert_eq!((wire.turn, wire.hand, wire.acts.len()), (7, 2, 4));
        assert_eq!(wire.acts[2].act, Some(Wire::Bet(v1::LegalBet { min: 2, max: 10, step: 2 })));
        assert_eq!(wire.acts[3].act, Some(Wire::See(v1::LegalSee { cost: 4, which: vec![1, 2] })));
        assert_eq!(legal_acts(&Legal::default(), 7, 2).acts, []);
    }

    #[test]
    fn questions_list_their_answers() {
        let of = |legal: Legal| {
            legal_acts(&legal, 1, 1).acts.into_iter().filter_map(|act| act.act).collect::<Vec<_>>()
        };
        let retain = Legal { retain: true, ..Legal::default() };
        assert_eq!(of(retain), [Wire::Retain(v1::LegalRetain { choices: vec![1, 2] })]);
        let two = Legal { retain: true, two_hands: true, ..Legal::default() };
        assert_eq!(of(two), [Wire::Retain(v1::LegalRetain { choices: vec![3, 4, 2] })]);
        let decide = Legal { decide: true, ..Legal::default() };
        assert_eq!(of(decide), [Wire::Keep(v1::LegalKeep {}), Wire::Throw(v1::LegalThrow {})]);
        let cut = Legal { cut: Some(51), ..Legal::default() };
        assert_eq!(of(cut), [Wire::Cut(v1::LegalCut { min: 1, max: 51 })]);
        assert_eq!(in_words(&cut), "cut 1..51");
        let cards =
            |codes: &str| codes.split(' ').map(|code| code.parse::<Card>().unwrap()).collect::<Cards>();
        let swap = Swap { from: cards("7h 5d 2s"), commons: cards("Qh Tc Js"), stick: true };
        let turn = Legal { swap: Some(swap), stick: true, ..Legal::default() };
        let named = |codes: &str| codes.split(' ').map(str::to_owned).collect();
        let expected = [
            Wire::Swap(v1::LegalSwap { own: named("7h 5d 2s"), common: named("Qh Tc Js"), stick: true }),
            Wire::SwapAll(v1::LegalSwapAll { stick: true }),
            Wire::Stick(v1::LegalStick {}),
        ];
        assert_eq!(of(turn), expected);
        assert_eq!(in_words(&turn), "swap, swap_all, stick");
        let stand = Legal { stand: true, ..Legal::default() };
        assert_eq!(of(stand), [Wire::Stand(v1::LegalStand {})]);
        assert_eq!(in_words(&stand), "stand");
        let challenge = Some(BetRange { min: 4, max: 9, step: 1 });
        let answer = Legal { decline: true, challenge, ..Legal::default() };
        let challenge = Wire::Challenge(v1::LegalChallenge { min: 4, max: 9 });
        assert_eq!(of(answer), [Wire::Decline(v1::LegalDecline {}), challenge]);
        assert_eq!(in_words(&answer), "decline, challenge 4..9");
        let hand = ["Kh", "7s", "2c"].map(|card| card.parse().unwrap());
        let change = Legal { concede: true, exchange: Some(hand.into_iter().collect()), ..Legal::default() };
        let exchange =
            Wire::Exchange(v1::LegalExchange { cards: ["Kh", "7s", "2c"].map(str::to_owned).to_vec() });
        assert_eq!(of(change), [Wire::Concede(v1::LegalConcede {}), exchange]);
        assert_eq!(in_words(&change), "concede, exchange");
    }

    #[test]
    fn equalised_betting_lists_its_acts() {
        let range = BetRange { min: 5, max: 98, step: 1 };
        let hand: Cards = ["Kh", "7s"].map(|card| card.parse().unwrap()).into_iter().collect();
        let legal = Legal {
            stand: true,
            pass: true,
            brag: Some(range),
            draw: Some(Draw { most: 2, from: hand }),
            call: Some(4),
            raise_to: Some(range),
            ..Legal::default()
        };
        assert_eq!(in_words(&legal), "stand, pass, brag 5..98, draw 1..2, call 4, raise_to 5..98");
        let acts: Vec<Wire> = legal_acts(&legal, 1, 1).acts.into_iter().filter_map(|act| act.act).collect();
        let (min, max, step) = (5, 98, 1);
        assert_eq!(
            acts,
            [
                Wire::Stand(v1::LegalStand {}),
                Wire::Pass(v1::LegalPass {}),
                Wire::Brag(v1::LegalBrag { min, max, step }),
                Wire::Draw(v1::LegalDraw { most: 2, cards: vec!["Kh".to_owned(), "7s".to_owned()] }),
                Wire::Call(v1::LegalCall { cost: 4 }),
                Wire::RaiseTo(v1::LegalRaiseTo { min, max, step }),
            ]
        );
    }
}
