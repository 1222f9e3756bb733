//! Facts into state. The only place that changes a hand, and it cannot fail: a fact that does not fit is a
//! fault of whoever decided it, and an assertion names the invariant.

use super::{Game, Hand, Phase, Player, Pot, Standing};
use crate::Chips;
use crate::act::Which;
use crate::card::{Card, Cards, Held, PLAYED};
use crate::fact::{Fact, ThrowReason};
use crate::options::Rules;
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::variant::Machine;

impl Hand {
    /// Changes the state as the fact says.
    ///
    /// # Panics
    /// When the fact breaks `chips-conserved` or another invariant: never for a fact that [`super::flow`]
    /// decided on this state.
    pub fn apply(&mut self, rules: &Rules, fact: &Fact) {
        match fact {
            Fact::HandStarted { hand, dealer, dealt_in, carried: _, stake } => {
                self.start(rules, *hand, *dealer, *dealt_in, *stake);
            }
            Fact::AntesPaid { each, pot: _ } => {
                for seat in self.dealt_in.iter() {
                    self.pay(seat, *each);
                }
            }
            Fact::PackShuffled { order } => {
                self.pack = *order;
                self.dealt_since_shuffle = 0;
                self.shuffled = true;
            }
            Fact::PackPrepared { order } => self.pack = *order,
            Fact::PackCut { at, by: _ } => {
                self.pack.rotate_top(usize::from(*at));
                self.phase = Phase::Starting;
                self.to_act = Seats::NONE;
            }
            Fact::Dealt { each } => self.deal(*each),
            Fact::TurnPassed { to, phase } => {
                if self.phase == Phase::Draw && *phase == Phase::Betting {
                    self.leave_draw();
                }
                match phase {
                    Phase::DecideHand { .. } if self.to_act != *to => self.resume = self.to_act.first(),
                    Phase::DecideHand { .. } => {}
                    _ => self.resume = None,
                }
                self.phase = *phase;
                self.to_act = *to;
            }
            Fact::Looked { seat, which, cards: _ } => {
                // With two hands he is open only when he keeps the one that he looked at.
                if which.is_none() {
                    self.player_mut(*seat).open = true;
                }
            }
            Fact::Discarded { seat, places: _, cards } => {
                cards.iter().for_each(|card| self.discards.push(card));
                let player = self.player_mut(*seat);
                player.hand = player.hand.iter().filter(|&card| !cards.contains(card)).collect();
                player.thrown = *cards;
                assert!(player.hand.len() == PLAYED, "three-cards: a discard leaves three");
            }
            Fact::Folded { seat, reason: _ } => {
                self.discard_held(*seat);
                self.left_classic(*seat);
                self.player_mut(*seat).standing = Standing::Folded;
            }
            Fact::BetMade { seat, amount, blind, stake, stack, pot: _ } => {
                self.pay(*seat, *amount);
                self.count_bet(*seat, *amount, *blind, *stake);
                assert!(self.player(*seat).stack == *stack, "amounts-after: a stack differs from its bet");
                self.stake = *stake;
            }
            Fact::SeePaid { seer, amount, stack, .. } => {
                self.pay(*seer, *amount);
                self.bets += 1;
                self.last_bettor = Some(*seer);
                self.player_mut(*seer).bets += 1;
                assert!(self.player(*seer).stack == *stack, "amounts-after: a stack differs from its see");
                self.phase = Phase::Showdown;
            }
            Fact::Covered { seat, amount, pot: _ } => self.cover(*seat, *amount),
            Fact::ExcessMoved { seat, amount, .. } => self.move_excess(*seat, *amount),
            Fact::HandThrown { seat, thrown, reason } => self.throw(*seat, *thrown, *reason),
            Fact::CardTurned { card } => {
                self.pack.drain_top(1);
                self.dealt_since_shuffle |= 1 << card.code();
                self.turned = Some(*card);
            }
            Fact::SideshowAsked { asker, amount, stack, .. } => {
                self.pay(*asker, *amount);
                self.count_bet(*asker, *amount, false, self.stake);
                assert!(
                    self.player(*asker).stack == *stack,
                    "amounts-after: a stack differs from its sideshow"
                );
            }
            Fact::SideshowAccepted { asker, asked, .. } => {
                // One of them folds at once, and still knows the other's hand.
                self.player_mut(*asker).saw = Some(*asked);
                self.player_mut(*asked).saw = Some(*asker);
            }
            Fact::SideshowRefused { .. } => {}
            Fact::BettingStopped { by: _ } => {
                self.phase = Phase::Showdown;
                self.to_act = Seats::NONE;
            }
            Fact::HandShown { seat, cards, .. } => {
                let from = self.showed.len() as u8;
                cards.iter().for_each(|card| self.showed.push(card));
                let player = self.player_mut(*seat);
                player.shown = true;
                player.showed = (from, cards.len() as u8);
            }
            Fact::PotAwarded { pot, seat, amount, sharers, stack, reason } => {
                self.pots[usize::from(*pot)].amount -= amount;
                self.receive(*seat, *amount, *stack);
                self.award_classic(usize::from(*pot), *seat, *amount, *sharers, *reason);
                if self.pots().iter().all(|pot| pot.amount == 0) {
                    self.players.iter_mut().for_each(|player| player.waiting_paid = 0);
                }
            }
            Fact::PotCarried { winner: _, amount } => self.carry(*amount),
            Fact::Equalised(fact) => self.apply_equalised(fact),
            Fact::Classic(fact) => self.apply_classic(fact),
            Fact::Retained { seat, keeps, which } => self.retain(*seat, *keeps, *which),
            Fact::HandEnded { order, prial_hand, prial_shown } => {
                order.iter().for_each(|seat| self.discard_held(seat));
                self.discard_apart();
                self.end_classic();
                self.prial_hand = *prial_hand;
                self.prial_shown = *prial_shown;
                self.end();
            }
            Fact::Gathered { order } => {
                order.iter().for_each(|card| self.pack.push(card));
                self.discards = crate::card::Pack::EMPTY;
                self.assert_one_place_a_card();
            }
            Fact::RetainedThrown { seat } => {
                self.discard_held(*seat);
                self.retained = None;
            }
            Fact::Refunded { seat, amount, stack } => {
                self.take_back(*seat, *amount);
                assert!(self.player(*seat).stack == *stack, "amounts-after: a stack differs from its refund");
            }
            Fact::HandVoided => {
                self.carried = self.pot();
                for seat in self.dealt_in.iter() {
                    self.discard_held(seat);
                }
                self.discard_apart();
                self.keep_escrow();
                self.players.iter_mut().for_each(|player| (player.paid, player.won) = (0, 0));
                self.game.as_mut().into_iter().for_each(|game| game.clear());
                self.void_classic();
                // As if it had not been dealt: who had kept a hand is its holder again (3.13).
                self.retained = self.dealt_in.iter().find(|&seat| self.player(seat).kept_one);
                self.end();
            }
            Fact::WaitingPotShared { pot, seat, amount, stack } => {
                self.carried -= amount;
                self.receive(*seat, *amount, *stack);
                match self.game.as_deref_mut() {
                    Some(Game::Arrange(game)) => game.share(*pot, *seat, *amount),
                    Some(Game::Classic(game)) => game.share(*pot, *amount),
                    Some(Game::Bus(_) | Game::Equalised(_)) | None => {
                        self.player_mut(*seat).waiting_paid = 0;
                    }
                }
            }
            Fact::ChipsAdded { seat, amount, stack } => {
                self.bank += amount;
                let player = self.player_mut(*seat);
                player.stack += amount;
                assert!(player.stack == *stack, "amounts-after: a stack differs from its buy-in");
            }
            Fact::Bus(fact) => self.apply_bus(fact),
            Fact::TopUpCounted { seat, amount, stack } => {
                let player = self.player_mut(*seat);
                player.waiting -= amount;
                player.stack += amount;
                assert!(player.stack == *stack, "amounts-after: a stack differs from its top-up");
            }
            Fact::TopUpWaits { seat, amount, waiting } => {
                self.bank += amount;
                let player = self.player_mut(*seat);
                player.waiting += amount;
                assert!(player.waiting == *waiting, "amounts-after: escrow differs from its top-ups");
            }
            Fact::ChipsRemoved { seat, amount } => {
                let player = self.player_mut(*seat);
                assert!(player.stack + player.waiting == *amount, "amounts-after: chips leave whole");
                // What he did in the last hand stays on the table until the next one.
                (player.stack, player.waiting) = (0, 0);
                self.bank -= amount;
            }
            Fact::Arrange(fact) => self.apply_arranging(rules, fact),
        }
        self.assert_chips_conserved();
    }

    /// Somebody takes an empty seat: nothing of whoever sat there before is his.
    pub fn take_seat(&mut self, seat: Seat) {
        let player = self.player_mut(seat);
        assert!(
            player.stack + player.waiting == 0 && player.hand.is_empty(),
            "amounts-after: chips leave whole"
        );
        *player = Player::EMPTY;
        if let Some(game) = &mut self.game {
            game.vacate(seat);
        }
    }

    fn start(&mut self, rules: &Rules, number: u32, dealer: Seat, dealt_in: Seats, stake: Chips) {
        self.number = number;
        self.phase = Phase::Starting;
        self.dealer = Some(dealer);
        self.dealt_in = dealt_in;
        self.to_act = Seats::NONE;
        self.resume = None;
        self.stake = stake;
        self.bets = 0;
        self.last_bettor = None;
        self.turned = None;
        self.shuffled = false;
        self.showed = crate::card::Pack::EMPTY;
        (self.prial_hand, self.prial_shown) = (false, false);
        self.game.as_mut().into_iter().for_each(|game| game.clear());
        for (seat, player) in Seat::all().zip(&mut self.players) {
            let kept_one = self.retained == Some(seat);
            *player = Player {
                stack: player.stack,
                waiting: player.waiting,
                hand: player.hand,
                waiting_paid: player.waiting_paid,
                ..Player::EMPTY
            };
            if dealt_in.contains(seat) {
                player.standing = Standing::In;
                player.open = !rules.blind_play;
                player.kept_one = kept_one;
            }
        }
        self.retained = None;
        self.pots = [Pot::default(); MAX_SEATS];
        self.pots[0].amount = self.carried;
        self.pots_len = 1;
        self.carried = 0;
        match rules.machine() {
            Machine::Bet | Machine::Bus => {}
            Machine::Arrange => self.start_arranging(),
            Machine::Equalised => self.start_equalised(),
            Machine::Classic => self.start_classic(),
        }
    }

    fn deal(&mut self, each: u8) {
        let receivers = self.active();
        let mut next = 0;
        for _ in 0..each {
            for seat in self.from_dealers_left(receivers) {
                let card: Card = self.pack.get(next).expect("cards-suffice: max_players bounds the deal");
                next += 1;
                self.dealt_since_shuffle |= 1 << card.code();
                let player = self.player_mut(seat);
                if player.kept_one {
                    player.second.get_or_insert(Cards::EMPTY).push(card);
                } else {
                    player.hand.push(card);
                }
            }
        }
        self.pack.drain_top(next);
        self.assert_one_place_a_card();
    }

    /// What is in the pots waits for the next hand.
    pub(super) fn carry(&mut self, amount: Chips) {
        self.pots_len = 0;
        self.carried = amount;
        for player in &mut self.players {
            player.waiting_paid += player.paid;
        }
    }

    pub(super) fn pay(&mut self, seat: Seat, amount: Chips) {
        let player = self.player_mut(seat);
        player.stack -= amount;
        player.paid += amount;
        player.in_pot += amount;
        let newest = self.pots_len as usize - 1;
        self.pots[newest].amount += amount;
    }

    pub(super) fn count_bet(&mut self, seat: Seat, amount: Chips, blind: bool, stake: Chips) {
        self.bets += 1;
        self.last_bettor = Some(seat);
        let player = self.player_mut(seat);
        player.bets += 1;
        if blind {
            player.blind_bets += 1;
            player.blind_value += stake;
        } else {
            player.open_value += amount;
        }
    }

    fn cover(&mut self, seat: Seat, amount: Chips) {
        self.pay(seat, amount);
        self.player_mut(seat).standing = Standing::Covered;
        let newest = self.pots_len as usize - 1;
        self.pots[newest].coverer = Some(seat);
        self.pots[newest + 1] = Pot::default();
        self.pots_len += 1;
        self.players.iter_mut().for_each(|player| player.in_pot = 0);
    }

    fn move_excess(&mut self, seat: Seat, amount: Chips) {
        let newest = self.pots_len as usize - 1;
        self.pots[newest - 1].amount -= amount;
        self.pots[newest].amount += amount;
        self.player_mut(seat).in_pot += amount;
    }

    fn throw(&mut self, seat: Seat, thrown: Which, reason: ThrowReason) {
        let cards = self.player(seat).named(thrown);
        cards.iter().for_each(|card| self.discards.push(card));
        let player = self.player_mut(seat);
        player.hand = player.named(thrown.other());
        player.second = None;
        player.open = reason == ThrowReason::Kept;
    }

    /// One player pays another, and no pot has a part in it; the stacks are those after it.
    pub(super) fn pay_over(
        &mut self,
        from: Seat,
        to: Seat,
        amount: Chips,
        [from_stack, to_stack]: [Chips; 2],
    ) {
        let payer = self.player_mut(from);
        payer.stack -= amount;
        payer.paid += amount;
        assert!(payer.stack == from_stack, "amounts-after: a stack differs from what it paid");
        self.receive(to, amount, to_stack);
    }

    pub(super) fn receive(&mut self, seat: Seat, amount: Chips, stack: Chips) {
        let player = self.player_mut(seat);
        player.stack += amount;
        player.won += amount;
        assert!(player.stack == stack, "amounts-after: a stack differs from what it won");
    }

    fn retain(&mut self, seat: Seat, keeps: bool, which: Option<Which>) {
        match (keeps, which) {
            (true, Some(kept)) => self.throw(seat, kept.other(), ThrowReason::Thrown),
            (true, None) => {}
            (false, _) => self.discard_held(seat),
        }
        self.retained = keeps.then_some(seat);
    }

    /// Takes a player's bets back out of the pots that they went into, newest first.
    fn take_back(&mut self, seat: Seat, amount: Chips) {
        let mut rest = amount;
        for pot in self.pots[..self.pots_len as usize].iter_mut().rev() {
            let part = rest.min(pot.amount);
            pot.amount -= part;
            rest -= part;
        }
        assert!(rest == 0, "chips-conserved: a refund is more than the pots hold");
        let player = self.player_mut(seat);
        player.stack += amount;
        player.paid -= amount;
        player.open_value = 0;
    }

    pub(super) fn discard_held(&mut self, seat: Seat) {
        let (held, drawn) = (self.player(seat).held(), self.drawn(seat));
        // What he drew stays known until the next hand, and lies with his hand as long as he has one.
        let drawn = drawn.iter().filter(|_| !held.is_empty());
        held.iter().chain(drawn).for_each(|card| self.discards.push(card));
        let player = self.player_mut(seat);
        player.hand = Cards::EMPTY;
        player.second = None;
    }

    /// What lies in no hand goes last: the commons (V8), the card that was turned (3.12).
    fn discard_apart(&mut self) {
        let apart = self.game.as_ref().map_or(Held::EMPTY, |game| game.cards());
        apart.iter().chain(self.turned).for_each(|card| self.discards.push(card));
    }

    fn end(&mut self) {
        let won = self.phase == Phase::Retain || self.pot() == 0 || self.carried > 0;
        assert!(won, "pots-are-won: a hand ends with empty pots, or with one that waits");
        self.phase = Phase::HandOver;
        self.to_act = Seats::NONE;
        self.resume = None;
        self.pots_len = 0;
        self.assert_one_place_a_card();
    }
}
