//! What a person may do now, as keys: made from the two lists of legal acts.

use super::discards::Discards;
use super::numbers::{Counted, Numbers, amounts, range};
use super::sets::{self, Layout};
use super::swaps::Swaps;
use crate::commentary::Laid;
use brag_contract::v1::act_request::Action;
use brag_contract::v1::legal_act::Act;
use brag_contract::v1::{
    Accept, Call, Commit, Concede, Cover, Decline, Draw, Fold, Keep, Leave, LegalAct, LegalArrange, Look,
    Pass, Refuse, Retain, RetainChoice, See, Sideshow, SitIn, SitOut, Spare, Stand, Stick, SwapAll,
    TableActs, TableView, Throw, WhichHand,
};

/// Chips that are proposed to who sits down.
const BUY_IN: i64 = 100;

/// Something that may be done now.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// The key that does it.
    pub key: char,
    /// The act, by its name in the catalogue and in ActRequest, such as `sit_out`.
    pub act: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What it costs or what there is to choose from, in a word; may be empty.
    pub price: String,
    /// What else has to be known.
    pub wants: Wants,
}

/// What has to be known before something can be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Wants {
    /// Nothing.
    Nothing(Action),
    /// A number of `unit`.
    Number(Numbers),
    /// One of several, each by a key.
    Choice(Vec<Choice>),
    /// So many cards.
    Cards(Discards),
    /// A card of one's own, and a common one.
    Swap(Swaps),
    /// Which cards lie in which set.
    Sets(Layout),
}

/// One of several.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Its key.
    pub key: char,
    /// What it is called.
    pub title: &'static str,
    /// What it does.
    pub action: Action,
}

/// Everything that the viewer may do now: first the acts of the hand, then those of the table.
pub fn offers(view: &TableView) -> Vec<Offer> {
    let mut offers: Vec<Offer> = in_hand(view).collect();
    offers.extend(view.table_acts.iter().flat_map(at_table));
    offers
}

fn in_hand(view: &TableView) -> impl Iterator<Item = Offer> {
    let acts = view.legal_acts.iter().flat_map(|legal| &legal.acts);
    acts.filter_map(|act: &LegalAct| act.act.as_ref()).flat_map(|act| of_act(view, act))
}

fn of_act(view: &TableView, act: &Act) -> Vec<Offer> {
    let offer = |key, act, title, price: String, wants| vec![Offer { key, act, title, price, wants }];
    let free = String::new;
    match act {
        Act::Look(look) => offer(
            'l',
            "look",
            "Look",
            free(),
            hands(&look.which, |which| Action::Look(Look { which: which.into() })),
        ),
        Act::Discard(discard) => offer(
            'd',
            "discard",
            "Discard",
            format!("{} of {}", discard.count, discard.cards.len()),
            Wants::Cards(Discards::of(view, discard)),
        ),
        Act::Sideshow(sideshow) => offer(
            'w',
            "sideshow",
            "Sideshow",
            sideshow.cost.to_string(),
            Wants::Nothing(Action::Sideshow(Sideshow {})),
        ),
        Act::Spare(spare) => {
            let choice = |key, title, take| Choice { key, title, action: Action::Spare(Spare { take }) };
            let mut choices = vec![choice('n', "leave it to the next", false)];
            if spare.take {
                choices.insert(0, choice('y', "take it, and put down all of yours", true));
            }
            offer('z', "spare", "Spare hand", spare.fee.to_string(), Wants::Choice(choices))
        }
        Act::Accept(_) => offer('y', "accept", "Accept", free(), Wants::Nothing(Action::Accept(Accept {}))),
        Act::Refuse(_) => offer('n', "refuse", "Refuse", free(), Wants::Nothing(Action::Refuse(Refuse {}))),
        Act::Arrange(arrange) => arranged(view, arrange),
        Act::Fold(_) => offer('f', "fold", "Fold", free(), Wants::Nothing(Action::Fold(Fold {}))),
        Act::Bet(bet) => {
            let mut offers =
                offer('c', "bet", "Call", bet.min.to_string(), Wants::Nothing(Counted::Bet.act(bet.min)));
            // Where the price is all that may be bet, there is nothing to enter.
            if bet.max > bet.min {
                offers.push(Offer {
                    key: 'b',
                    act: "bet",
                    title: "Bet",
                    price: range(bet.min, bet.max),
                    wants: Wants::Number(Numbers {
                        min: bet.min,
                        max: bet.max,
                        step: bet.step.max(1),
                        proposed: bet.min.saturating_add(bet.step.max(1)).min(bet.max),
                        of: Counted::Bet,
                    }),
                });
            }
            offers
        }
        Act::See(see) => offer(
            's',
            "see",
            "See",
            see.cost.to_string(),
            hands(&see.which, |which| Action::See(See { which: which.into() })),
        ),
        Act::Cover(cover) => offer(
            'v',
            "cover",
            "Cover",
            cover.cost.to_string(),
            hands(&cover.which, |which| Action::Cover(Cover { which: which.into() })),
        ),
        Act::Keep(_) => offer('k', "keep", "Keep", free(), Wants::Nothing(Action::Keep(Keep {}))),
        Act::Throw(_) => offer('t', "throw", "Throw", free(), Wants::Nothing(Action::Throw(Throw {}))),
        Act::Commit(commit) => offer(
            'm',
            "commit",
            "Choose a hand",
            free(),
            hands(&commit.which, |which| Action::Commit(Commit { which: which.into() })),
        ),
        Act::Retain(retain) => {
            offer('r', "retain", "Retain", free(), Wants::Choice(retain.choices().filter_map(kept).collect()))
        }
        Act::Draw(draw) if draw.most == 0 => {
            offer('+', "draw", "Draw", free(), Wants::Nothing(Action::Draw(Draw { cards: Vec::new() })))
        }
        Act::Draw(draw) => {
            offer('+', "draw", "Draw", format!("up to {}", draw.most), Wants::Cards(Discards::drawn(draw)))
        }
        Act::Pass(_) => offer('p', "pass", "Pass", free(), Wants::Nothing(Action::Pass(Pass {}))),
        Act::Brag(brag) => {
            let (price, wants) = amounts(brag.min, brag.max, brag.step, Counted::Brag);
            offer('g', "brag", "Brag", price, wants)
        }
        Act::Decline(_) => {
            offer('o', "decline", "Decline", free(), Wants::Nothing(Action::Decline(Decline {})))
        }
        Act::Challenge(challenge) => {
            let (price, wants) = amounts(challenge.min, challenge.max, 1, Counted::Challenge);
            offer('z', "challenge", "Challenge", price, wants)
        }
        Act::Concede(_) => {
            offer('j', "concede", "Concede", free(), Wants::Nothing(Action::Concede(Concede {})))
        }
        Act::Exchange(exchange) => offer(
            'x',
            "exchange",
            "Exchange",
            "a card".to_owned(),
            Wants::Cards(Discards::exchanged(exchange)),
        ),
        Act::Call(call) => {
            offer('c', "call", "Call", call.cost.to_string(), Wants::Nothing(Action::Call(Call {})))
        }
        Act::RaiseTo(raise) => {
            let (price, wants) = amounts(raise.min, raise.max, raise.step, Counted::RaiseTo);
            offer('i', "raise_to", "Raise to", price, wants)
        }
        Act::Cut(cut) => offer(
            'u',
            "cut",
            "Cut",
            range(cut.min.into(), cut.max.into()),
            Wants::Number(Numbers {
                min: cut.min.into(),
                max: cut.max.into(),
                step: 1,
                proposed: i64::from(cut.min.midpoint(cut.max)),
                of: Counted::Cut,
            }),
        ),
        // By how many cards they change: one, three, none.
        Act::Swap(swap) => offer('1', "swap", "Swap one card", free(), Wants::Swap(Swaps::of(view, swap))),
        Act::SwapAll(all) => offer('3', "swap_all", "Swap all three", free(), swap_all(all.stick)),
        Act::Stick(_) => offer('0', "stick", "Stick", free(), Wants::Nothing(Action::Stick(Stick {}))),
        Act::Stand(_) => offer('h', "stand", "Stand", free(), Wants::Nothing(Action::Stand(Stand {}))),
    }
}

/// The sets that the engine would lay, which one key accepts; and others, by hand.
fn arranged(view: &TableView, legal: &LegalArrange) -> Vec<Offer> {
    let mut offers = Vec::new();
    if let Some((action, price)) = sets::best(view, legal) {
        let wants = Wants::Nothing(action);
        offers.push(Offer { key: 'a', act: "arrange", title: "Lay out", price, wants });
    }
    let wants = Wants::Sets(Layout::of(view, legal));
    offers.push(Offer {
        key: 'e',
        act: "arrange",
        title: Laid::at(view).choose,
        price: String::new(),
        wants,
    });
    offers
}

/// The acts of the table: capital letters, so that none is hit for an act of the hand.
fn at_table(acts: &TableActs) -> Vec<Offer> {
    let mut offers = Vec::new();
    let mut offer = |key, act, title, price, wants| offers.push(Offer { key, act, title, price, wants });
    if let Some(sit) = &acts.sit {
        offer(
            'S',
            "sit",
            "Sit down",
            range(sit.min_buy_in, sit.max_buy_in),
            Wants::Number(Numbers {
                min: sit.min_buy_in,
                max: sit.max_buy_in,
                step: 1,
                proposed: super::buy_in(BUY_IN, sit),
                of: Counted::Sit,
            }),
        );
    }
    if acts.sit_in.is_some() {
        offer('I', "sit_in", "Come back", String::new(), Wants::Nothing(Action::SitIn(SitIn {})));
    }
    if acts.sit_out.is_some() {
        offer('O', "sit_out", "Sit out", String::new(), Wants::Nothing(Action::SitOut(SitOut {})));
    }
    if let Some(top_up) = &acts.top_up {
        offer(
            'T',
            "top_up",
            "Add chips",
            range(top_up.min, top_up.max),
            Wants::Number(Numbers {
                min: top_up.min,
                max: top_up.max,
                step: 1,
                proposed: top_up.min.max(top_up.max.min(100)),
                of: Counted::TopUp,
            }),
        );
    }
    if acts.leave.is_some() {
        offer('X', "leave", "Leave the seat", String::new(), Wants::Nothing(Action::Leave(Leave {})));
    }
    offers
}

/// An act for which one of two hands may have to be named.
fn hands(which: &[i32], make: fn(WhichHand) -> Action) -> Wants {
    if which.is_empty() {
        return Wants::Nothing(make(WhichHand::Unspecified));
    }
    let named = which.iter().filter_map(|which| match WhichHand::try_from(*which) {
        Ok(WhichHand::Old) => Some(Choice { key: 'o', title: "the kept one", action: make(WhichHand::Old) }),
        Ok(WhichHand::New) => Some(Choice { key: 'n', title: "the new one", action: make(WhichHand::New) }),
        Ok(WhichHand::Unspecified) | Err(_) => None,
    });
    Wants::Choice(named.collect())
}

/// All cards for the commons, and where that may be, with a stick or without.
fn swap_all(may_stick: bool) -> Wants {
    let swap = |stick| Action::SwapAll(SwapAll { stick });
    if !may_stick {
        return Wants::Nothing(swap(false));
    }
    Wants::Choice(vec![
        Choice { key: 'g', title: "and go on", action: swap(false) },
        Choice { key: 's', title: "and stick", action: swap(true) },
    ])
}

fn kept(choice: RetainChoice) -> Option<Choice> {
    let (key, title) = match choice {
        RetainChoice::Unspecified => return None,
        RetainChoice::Yes => ('y', "keep it for the next deal"),
        RetainChoice::None => ('x', "keep nothing"),
        RetainChoice::Old => ('o', "keep the older hand"),
        RetainChoice::New => ('n', "keep the newer hand"),
    };
    Some(Choice { key, title, action: Action::Retain(Retain { choice: choice.into() }) })
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::screen::samples::{betting, cards};
    use brag_contract::v1::*;
    use std::collections::BTreeSet;

    /// Every act that the contract lists, as one list: more than is ever legal at once.
    pub fn everything() -> TableView {
        let both = || vec![WhichHand::Old.into(), WhichHand::New.into()];
        let acts = [
            Act::Look(LegalLook { which: both() }),
            Act::Discard(LegalDiscard { count: 1, cards: cards("Kh 7s Kd 2c") }),
            Act::Sideshow(LegalSideshow { cost: 4, asked: 2 }),
            Act::Spare(LegalSpare { fee: 2, take: true }),
            Act::Accept(LegalAccept {}),
            Act::Refuse(LegalRefuse {}),
            Act::Fold(LegalFold {}),
            Act::Bet(LegalBet { min: 4, max: 98, step: 2 }),
            Act::See(LegalSee { cost: 8, which: vec![] }),
            Act::Cover(LegalCover { cost: 3, which: both() }),
            Act::Keep(LegalKeep {}),
            Act::Throw(LegalThrow {}),
            Act::Commit(LegalCommit { which: both() }),
            Act::Retain(LegalRetain {
                choices: vec![RetainChoice::Old.into(), RetainChoice::New.into(), RetainChoice::None.into()],
            }),
            Act::Cut(LegalCut { min: 1, max: 51 }),
            Act::Swap(LegalSwap { own: cards("7h 5d 2s"), common: cards("Qh Tc Js"), stick: true }),
            Act::SwapAll(LegalSwapAll { stick: true }),
            Act::Stick(LegalStick {}),
            Act::Stand(LegalStand {}),
            Act::Arrange(LegalArrange {
                sets: 2,
                cards: cards("Kh 7s Kd 2c 9d 8c 7d"),
                fewer: false,
                fours: false,
            }),
            Act::Pass(LegalPass {}),
            Act::Brag(LegalBrag { min: 4, max: 98, step: 1 }),
            Act::Call(LegalCall { cost: 6 }),
            Act::RaiseTo(LegalRaiseTo { min: 11, max: 98, step: 1 }),
            Act::Draw(LegalDraw { most: 2, cards: cards("Kh 7s Kd") }),
            Act::Decline(LegalDecline {}),
            Act::Challenge(LegalChallenge { min: 4, max: 98 }),
            Act::Concede(LegalConcede {}),
            Act::Exchange(LegalExchange { cards: cards("Kh 7s Kd") }),
        ];
        let acts = acts.into_iter().map(|act| LegalAct { act: Some(act) }).collect();
        TableView {
            legal_acts: Some(LegalActs { acts, turn: 7, hand: 3 }),
            table_acts: Some(TableActs {
                sit: Some(LegalSit { seats: vec![2], min_buy_in: 40, max_buy_in: 500 }),
                leave: Some(LegalLeave {}),
                sit_out: Some(LegalSitOut {}),
                sit_in: Some(LegalSitIn {}),
                top_up: Some(LegalTopUp { min: 1, max: 300 }),
            }),
            ..TableView::default()
        }
    }

    /// The acts of a hand that one game may list at once, and more.
    const OF_GAMES: [&str; 5] = [
        "look discard sideshow accept refuse fold bet see cover keep throw commit retain cut",
        "arrange spare fold bet see cover",
        "swap swap_all stick stand",
        "pass brag decline challenge concede bet see cover draw exchange stand",
        "pass brag fold call raise_to stand draw",
    ];

    #[test]
    fn each_offer_has_a_key_of_its_own_that_nothing_else_uses() {
        let offers = offers(&everything());
        let keys: BTreeSet<char> = offers.iter().map(|offer| offer.key).collect();
        let table = ["sit", "leave", "sit_out", "sit_in", "top_up"];
        let mut of_a_game = BTreeSet::new();
        for game in OF_GAMES {
            let listed = |offer: &&Offer| game.split(' ').chain(table).any(|act| act == offer.act);
            let listed: Vec<&Offer> = offers.iter().filter(listed).collect();
            let keys: BTreeSet<char> = listed.iter().map(|offer| offer.key).collect();
            assert_eq!(keys.len(), listed.len(), "{listed:?}");
            of_a_game.extend(listed.iter().map(|offer| offer.act));
        }
        assert_eq!(of_a_game, offers.iter().map(|offer| offer.act).collect(), "each act is of some game");
        assert!(!keys.contains(&'q') && !keys.contains(&'?'));
        for offer in offers {
            if let Wants::Choice(choices) = offer.wants {
                assert!(!choices.is_empty(), "{}", offer.act);
                let keys: BTreeSet<char> = choices.iter().map(|choice| choice.key).collect();
                assert_eq!(keys.len(), choices.len(), "{}", offer.act);
            }
        }
    }

    /// Whatever the contract lists can be reached: each member of the oneof, and each field of TableActs.
    #[test]
    fn every_act_of_the_contract_is_offered() {
        use prost_reflect::DescriptorPool;
        let pool = DescriptorPool::decode(brag_contract::FILE_DESCRIPTOR_SET).unwrap();
        let listed = |message: &str| -> BTreeSet<String> {
            let message = pool.get_message_by_name(message).unwrap();
            message.fields().map(|field| field.name().to_owned()).collect()
        };
        let mut contract = listed("brag.v1.LegalAct");
        contract.extend(listed("brag.v1.TableActs"));
        let offered: BTreeSet<String> =
            offers(&everything()).into_iter().map(|offer| offer.act.to_owned()).collect();
        assert_eq!(offered, contract);
    }

    #[test]
    fn a_bet_of_one_amount_is_a_call_and_no_entry() {
        let bet = LegalBet { min: 6, max: 6, step: 1 };
        let keys: Vec<char> = of_act(&betting(), &Act::Bet(bet)).iter().map(|offer| offer.key).collect();
        assert_eq!(keys, ['c']);
    }

    #[test]
    fn a_draw_of_no_card_asks_for_none() {
        let [ref offer] = of_act(&betting(), &Act::Draw(LegalDraw { most: 0, cards: vec![] }))[..] else {
            panic!("a draw is one offer")
        };
        assert_eq!(offer.wants, Wants::Nothing(Action::Draw(Draw { cards: vec![] })));
    }
}
