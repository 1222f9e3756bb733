//! Crash: a game of several deals, for points (rulebook V6B).

use super::{Fact as SetFact, ask, reveal};
use crate::Chips;
use crate::arrange::{CrashMode, HANDS, is_four};
use crate::card::{Cards, Pack};
use crate::fact::{AwardReason, Fact as HandFact};
use crate::hand::flow::finish;
use crate::hand::showdown::{Prials, award_pot};
use crate::hand::{Draft, Hand, Phase, Surroundings};
use crate::options::Rules;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// What a game of Crash keeps from deal to deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crash {
    players: Seats,
    points: [u16; MAX_SEATS],
    winner: Option<Seat>,
    spare: Cards,
    dead: Cards,
}

impl Crash {
    /// Who plays it: who was dealt its first hand, and has not left.
    pub fn players(&self) -> Seats {
        self.players
    }

    /// Who has won it; none while it goes on.
    pub fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// The hands of this deal that are no player's: the spare one, and where two play the one that nobody gets.
    pub fn spare(&self) -> impl Iterator<Item = &Cards> {
        [&self.spare, &self.dead].into_iter().filter(|hand| !hand.is_empty())
    }

    /// The points of a seat; when the game is over, until the next one begins.
    pub(super) fn points(&self, seat: Seat) -> u16 {
        self.points[seat.index()]
    }

    /// Who goes on with it; none when it is over.
    pub(super) fn going_on(&self) -> Option<Seats> {
        (self.winner.is_none() && !self.players.is_empty()).then_some(self.players)
    }

    /// A new hand starts: the cards of the last one are in the pack.
    pub(super) fn clear(&mut self) {
        (self.spare, self.dead) = (Cards::EMPTY, Cards::EMPTY);
    }

    /// Somebody else takes the seat.
    pub(super) fn vacate(&mut self, seat: Seat) {
        self.points[seat.index()] = 0;
    }
}

/// Why one player paid another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayReason {
    /// The other showed four of a kind.
    FourOfAKind,
    /// The other won the game.
    Settlement,
}

/// What won a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WonBy {
    /// As many points as it takes.
    Target,
    /// All four hands of a deal.
    Crash,
    /// Four threes.
    FourThrees,
    /// All others left.
    OthersLeft,
}

/// A fact of a game of Crash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A game began, with those who are dealt in and no points.
    GameStarted,
    /// Hands were dealt that are no player's: the spare one, and with two players another that nobody gets. Their
    /// cards come in turn after the dealer's.
    SpareDealt {
        /// How many.
        hands: u8,
    },
    /// He changed his whole hand for the spare one.
    SpareTaken {
        /// Who.
        seat: Seat,
        /// Chips that he paid for it.
        fee: Chips,
        /// His chips after it.
        stack: Chips,
        /// The pot after it: what waits for the winner of the game.
        pot: Chips,
        /// His new cards: his alone.
        cards: Cards,
    },
    /// He left the spare hand to the next.
    SpareLeft {
        /// Who.
        seat: Seat,
    },
    /// One player paid another.
    Paid {
        /// Who paid.
        from: Seat,
        /// Whom.
        to: Seat,
        /// Chips.
        amount: Chips,
        /// The chips of who paid after it.
        from_stack: Chips,
        /// The chips of the other after it.
        to_stack: Chips,
        /// Why.
        reason: PayReason,
    },
    /// He scored.
    Scored {
        /// Who.
        seat: Seat,
        /// The hand that he won, from 0; none for a point that all four of them earned.
        set: Option<u8>,
        /// Points that it scored.
        points: u16,
        /// All his points.
        total: u16,
    },
    /// He won the game.
    GameWon {
        /// Who.
        seat: Seat,
        /// By what.
        by: WonBy,
    },
    /// He left the game, and paid what he would have lost had it ended now.
    GameLeft {
        /// Who.
        seat: Seat,
        /// Chips that he paid.
        amount: Chips,
        /// His chips after it.
        stack: Chips,
        /// All chips after it that wait for the winner of the game.
        escrow: Chips,
    },
    /// The session is over and the game is not: nobody plays it any more.
    BrokenOff,
    /// The deal is over and the game is not: what waits for its winner goes on to the next deal.
    EscrowWaits {
        /// Chips.
        amount: Chips,
    },
}

impl Fact {
    /// Whether somebody brought it about, as against the engine's own steps.
    pub fn is_an_act(&self) -> bool {
        matches!(self, Fact::SpareTaken { .. } | Fact::SpareLeft { .. } | Fact::GameLeft { .. })
    }
}

impl Hand {
    /// The game of Crash that is played or was played last.
    pub fn crash(&self) -> Option<&Crash> {
        self.arranging()?.crash.as_ref()
    }

    fn crash_mut(&mut self) -> &mut Crash {
        self.arranging_mut().crash.get_or_insert(Crash {
            players: Seats::NONE,
            points: [0; MAX_SEATS],
            winner: None,
            spare: Cards::EMPTY,
            dead: Cards::EMPTY,
        })
    }

    /// Changes the state as the fact says.
    pub(super) fn apply_crash(&mut self, rules: &Rules, fact: &Fact) {
        match fact {
            Fact::GameStarted => {
                let players = self.dealt_in;
                let game = self.crash_mut();
                (game.players, game.points, game.winner) = (players, [0; MAX_SEATS], None);
            }
            Fact::SpareDealt { hands } => self.deal_spare(rules.cards_each.into(), (*hands).into()),
            Fact::SpareTaken { seat, fee, stack, .. } => {
                let player = self.player_mut(*seat);
                player.stack -= fee;
                player.paid += fee;
                assert!(player.stack == *stack, "amounts-after: a stack differs from its fee");
                let old = player.hand;
                let spare = std::mem::replace(&mut self.crash_mut().spare, old);
                self.player_mut(*seat).hand = spare;
                self.pots[0].amount += fee;
            }
            Fact::SpareLeft { .. } => {}
            Fact::Paid { from, to, amount, from_stack, to_stack, .. } => {
                self.pay_over(*from, *to, *amount, [*from_stack, *to_stack]);
            }
            Fact::Scored { seat, total, .. } => self.crash_mut().points[seat.index()] = *total,
            Fact::GameWon { seat, .. } => {
                if self.is_running() {
                    self.arranging_mut().waiting[0].amount = 0;
                }
                self.crash_mut().winner = Some(*seat);
            }
            Fact::GameLeft { seat, amount, stack, .. } => {
                let player = self.player_mut(*seat);
                player.stack -= amount;
                assert!(player.stack == *stack, "amounts-after: a stack differs from what leaving cost");
                let game = self.crash_mut();
                game.players = game.players.without(*seat);
                if self.is_running() {
                    self.pots[0].amount += amount;
                } else {
                    self.carried += amount;
                    self.arranging_mut().waiting[0].amount += amount;
                }
            }
            Fact::BrokenOff => self.crash_mut().players = Seats::NONE,
            Fact::EscrowWaits { amount } => {
                self.carried = *amount;
                self.arranging_mut().waiting[0].amount = *amount;
                self.pots_len = 0;
            }
        }
    }

    /// One card at a time clockwise: after the dealer's come those of the hands that are no player's. They are taken out of
    /// the pack before the players' are.
    fn deal_spare(&mut self, each: usize, hands: usize) {
        let players = self.active().len();
        let round = players + hands;
        let (mut spare, mut rest) = ([Cards::EMPTY; 2], Pack::EMPTY);
        for (place, card) in self.pack.iter().enumerate() {
            match (place % round).checked_sub(players) {
                Some(hand) if place < each * round => {
                    self.dealt_since_shuffle |= 1 << card.code();
                    spare[hand].push(card);
                }
                _ => rest.push(card),
            }
        }
        self.pack = rest;
        let game = self.crash_mut();
        [game.spare, game.dead] = spare;
    }

    /// What waits for the winner of a game goes on waiting after a deal that was voided.
    pub(in crate::hand) fn keep_escrow(&mut self) {
        if self.crash().is_some() {
            self.arranging_mut().waiting[0].amount = self.carried;
        }
    }
}

fn emit<S: Surroundings>(d: &mut Draft<'_, S>, fact: Fact) {
    d.emit(HandFact::Arrange(SetFact::Crash(fact)));
}

/// A deal begins: a game does, too, unless one goes on.
pub(super) fn start<S: Surroundings>(d: &mut Draft<'_, S>) {
    if d.hand.players_of_game().is_none() {
        emit(d, Fact::GameStarted);
    }
}

/// The hands that are no player's are dealt.
pub(super) fn deal_spare<S: Surroundings>(d: &mut Draft<'_, S>) {
    let hands = d.rules.extra_hands(d.hand.dealt_in.len());
    if hands > 0 {
        emit(d, Fact::SpareDealt { hands });
    }
}

/// Offers the spare hand to the first of these who is left, or asks everybody for his hands.
pub(super) fn offer_spare<S: Surroundings>(d: &mut Draft<'_, S>, mut to: impl Iterator<Item = Seat>) {
    let contenders = d.hand.contenders();
    let offered = d.hand.crash().is_some_and(|crash| !crash.spare.is_empty());
    match to.find(|&seat| offered && contenders.contains(seat)) {
        Some(seat) => d.ask(seat, Phase::Spare),
        None => ask(d, contenders),
    }
}

/// Offers it to those after a seat.
pub(super) fn offer_after<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    let after = d.hand.from_dealers_left(d.hand.dealt_in).skip_while(move |&next| next != seat).skip(1);
    offer_spare(d, after);
}

/// He takes the spare hand, or leaves it to the next.
pub(super) fn answer_spare<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, takes: bool) {
    if !takes {
        emit(d, Fact::SpareLeft { seat });
        return offer_after(d, seat);
    }
    let fee = d.rules.crash.spare_fee;
    let (stack, pot) = (d.hand.player(seat).stack - fee, d.hand.pot() + fee);
    let cards = d.hand.crash().map_or(Cards::EMPTY, |crash| crash.spare);
    emit(d, Fact::SpareTaken { seat, fee, stack, pot, cards });
    ask(d, d.hand.contenders());
}

/// He leaves between two deals of a game that goes on. The last one left has won it.
pub(in crate::hand) fn leave_between<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    if !d.hand.players_of_game().is_some_and(|players| players.contains(seat)) {
        return;
    }
    pay_to_leave(d, seat);
    if let Some(last) = d.hand.players_of_game().and_then(Seats::single) {
        emit(d, Fact::GameWon { seat: last, by: WonBy::OthersLeft });
        share(d, Seats::only(last));
    }
}

/// The session is over between two deals: those who play share what waits for the winner equally (3.13).
pub(in crate::hand) fn break_off<S: Surroundings>(d: &mut Draft<'_, S>) {
    if let Some(players) = d.hand.players_of_game() {
        share(d, players);
        emit(d, Fact::BrokenOff);
    }
}

/// Divides what waits equally, the odd chips from the dealer's left.
fn share<S: Surroundings>(d: &mut Draft<'_, S>, among: Seats) {
    let (total, sharers) = (d.hand.carried, among.len() as Chips);
    for (seat, place) in d.hand.from_dealers_left(among).zip(0..) {
        let amount = total / sharers + Chips::from(place < total % sharers);
        if amount > 0 {
            let stack = d.hand.player(seat).stack + amount;
            d.emit(HandFact::WaitingPotShared { pot: 0, seat, amount, stack });
        }
    }
}

/// Who leaves a game pays what he would lose if it ended now; it waits for the winner.
pub(super) fn pay_to_leave<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat) {
    let stack = d.hand.player(seat).stack;
    let amount = owed(d, seat).min(stack);
    let escrow = d.hand.pot() + d.hand.carried + amount;
    emit(d, Fact::GameLeft { seat, amount, stack: stack - amount, escrow });
}

/// What he would lose if the game ended now.
fn owed<S: Surroundings>(d: &Draft<'_, S>, seat: Seat) -> Chips {
    d.rules.crash.owed(d.hand.crash().map_or(0, |crash| crash.points(seat)))
}

/// The hands are shown and compared one after the other, until the game is won or the deal is over.
pub(super) fn reveal<S: Surroundings>(d: &mut Draft<'_, S>) {
    if let Some(last) = d.hand.contenders().single() {
        return win(d, last, WonBy::OthersLeft);
    }
    let mut outright = Vec::new();
    for set in 0..HANDS as u8 {
        let laid = reveal::show_all(d, set, d.hand.contenders());
        let fours: Vec<Seat> =
            laid.iter().map(|&(seat, _)| seat).filter(|&seat| has_four(d.hand, seat, set)).collect();
        fours.iter().for_each(|&owner| collect_fees(d, owner));
        let threes = |&seat: &Seat| {
            d.hand.set_of(seat, set).is_some_and(|set| set.iter().all(|card| card.rank() == 1))
        };
        if let Some(seat) = fours.into_iter().find(threes).filter(|_| d.rules.crash.four_threes_wins) {
            return win(d, seat, WonBy::FourThrees);
        }
        match d.rules.crash.winner(&laid) {
            None => reveal::decide(d, set, reveal::best_of(&laid), d.hand.pots().to_vec()),
            Some((seat, alone)) => {
                reveal::decide(d, set, Seats::only(seat), d.hand.pots().to_vec());
                outright.extend(alone.then_some(seat));
                let points = d.rules.crash.points(set.into());
                if score(d, seat, Some(set), points) {
                    return win(d, seat, WonBy::Target);
                }
            }
        }
    }
    let all = outright.first().copied().filter(|&first| outright == [first; HANDS]);
    match (d.rules.crash.crash, all) {
        (CrashMode::WinsGame, Some(seat)) => win(d, seat, WonBy::Crash),
        (CrashMode::BonusPoint, Some(seat)) if score(d, seat, None, 1) => win(d, seat, WonBy::Target),
        _ => end(d, None),
    }
}

fn has_four(hand: &Hand, seat: Seat, set: u8) -> bool {
    hand.set_of(seat, set).is_some_and(|cards| is_four(&cards))
}

/// Everybody else pays him for his four of a kind what he can.
fn collect_fees<S: Surroundings>(d: &mut Draft<'_, S>, owner: Seat) {
    let fee = d.rules.crash.four_kind_fee;
    let payers = d.hand.from_dealers_left(d.hand.contenders().without(owner));
    payers.for_each(|payer| pay(d, payer, owner, fee, PayReason::FourOfAKind));
}

fn pay<S: Surroundings>(d: &mut Draft<'_, S>, from: Seat, to: Seat, owed: Chips, reason: PayReason) {
    let amount = owed.min(d.hand.player(from).stack);
    if amount > 0 {
        let (from_stack, to_stack) = (d.hand.player(from).stack - amount, d.hand.player(to).stack + amount);
        emit(d, Fact::Paid { from, to, amount, from_stack, to_stack, reason });
    }
}

/// He scores; says whether that wins the game.
fn score<S: Surroundings>(d: &mut Draft<'_, S>, seat: Seat, set: Option<u8>, points: u16) -> bool {
    let total = d.hand.crash().map_or(0, |crash| crash.points(seat)) + points;
    emit(d, Fact::Scored { seat, set, points, total });
    total >= d.rules.crash.target
}

/// He has won the game: the others pay him, and what was waiting for him is his.
fn win<S: Surroundings>(d: &mut Draft<'_, S>, winner: Seat, by: WonBy) {
    let losers = d.hand.players_of_game().unwrap_or(Seats::NONE).without(winner);
    emit(d, Fact::GameWon { seat: winner, by });
    for loser in d.hand.from_dealers_left(losers) {
        let owed = owed(d, loser);
        pay(d, loser, winner, owed, PayReason::Settlement);
    }
    if d.hand.pot() > 0 {
        let reason = if by == WonBy::OthersLeft { AwardReason::OthersLeft } else { AwardReason::GameWon };
        award_pot(d, 0, Seats::only(winner), reason);
    }
    end(d, Some(winner));
}

/// The deal is over; the winner's cards go last.
fn end<S: Surroundings>(d: &mut Draft<'_, S>, winner: Option<Seat>) {
    let amount = d.hand.pot();
    if amount > 0 {
        emit(d, Fact::EscrowWaits { amount });
    }
    let others = winner.map_or(d.hand.contenders(), |winner| d.hand.contenders().without(winner));
    let order = d.hand.from_dealers_left(others).chain(winner).collect();
    finish(d, order, Prials::default());
}
