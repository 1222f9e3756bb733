//! Each fact of the contract as a line.

use super::laid::Laid;
use super::words::{Suits, cards, chips, known, list, short, wait};
use crate::screen::class;
use brag_contract::v1;
use brag_contract::v1::event::Fact;
use brag_contract::v1::{
    AwardReason, CloseReason, CommitReason, FoldReason, HandClass, LeaveReason, Phase, SitOutReason,
    StopReason, ThrowReason, WhichHand,
};
use std::collections::BTreeMap;

/// What one event is told with.
pub struct Teller<'a> {
    pub suits: Suits,
    pub names: &'a BTreeMap<u32, String>,
    /// The table after the event.
    pub view: &'a v1::TableView,
    pub stake_before: Option<i64>,
    /// The name of who has just left.
    pub gone: Option<String>,
}

/// What a seat is called among these.
pub fn name(names: &BTreeMap<u32, String>, seat: u32) -> String {
    match names.get(&seat) {
        None => format!("Seat {seat}"),
        Some(name) if names.values().filter(|other| *other == name).count() > 1 => {
            format!("{name} (seat {seat})")
        }
        Some(name) => name.clone(),
    }
}

impl Teller<'_> {
    pub fn tell(&self, event: &v1::Event) -> Option<String> {
        let Some(fact) = &event.fact else {
            return Some(format!("Event {} tells what this version of brag does not know.", event.seq));
        };
        Some(match fact {
            Fact::Created(fact) => {
                let variant = self.view.charter.as_ref().map_or("", |charter| &charter.variant);
                let seats = self.view.seats.len();
                format!("{} is open: {}, {seats} seats.", short(&fact.name), short(variant))
            }
            Fact::Sat(fact) => format!("{} takes seat {}.", self.name(fact.seat), fact.seat),
            Fact::WillLeave(fact) => {
                format!("{} leaves when the hand is over{}.", self.name(fact.seat), why_left(fact.reason()))
            }
            Fact::Left(fact) => {
                let name = self.gone.clone().unwrap_or_else(|| short(&fact.player));
                format!("{name} leaves seat {}{}.", fact.seat, why_left(fact.reason()))
            }
            Fact::SatOut(fact) => {
                let why = match fact.reason() {
                    SitOutReason::TimedOut => ": the time ran out too often",
                    SitOutReason::Asked | SitOutReason::Unspecified => "",
                };
                format!("{} sits out{why}.", self.name(fact.seat))
            }
            Fact::SatIn(fact) => format!("{} is back.", self.name(fact.seat)),
            Fact::TimedOut(fact) => format!("{} is out of time.", self.name(fact.seat)),
            Fact::TurnExtended(_) => "The turn has more time.".to_owned(),
            Fact::NextHand(fact) => return self.next_hand(fact),
            Fact::DealerDrawn(fact) => self.drawn(fact),
            Fact::ChipsAdded(fact) => {
                format!("{} brings {} and has {}.", self.name(fact.seat), chips(fact.amount), fact.stack)
            }
            Fact::TopUpWaits(fact) => format!(
                "{} brings {}, to count after the hand; {} waiting.",
                self.name(fact.seat),
                chips(fact.amount),
                fact.waiting
            ),
            Fact::TopUpCounted(fact) => format!(
                "{} gets the {} that waited, and has {}.",
                self.name(fact.seat),
                chips(fact.amount),
                fact.stack
            ),
            Fact::ChipsRemoved(fact) => {
                format!("{} takes {} from the table.", self.name(fact.seat), chips(fact.amount))
            }
            Fact::Paused(_) => "The table is paused.".to_owned(),
            Fact::Resumed(_) => "The table goes on.".to_owned(),
            Fact::Closing(fact) => format!("This hand is the last{}.", why_closed(fact.reason())),
            Fact::Closed(fact) => self.closed(fact),
            Fact::HandStarted(fact) => self.hand_started(fact),
            Fact::AntesPaid(fact) => format!("Everybody antes {}; pot {}.", fact.each, fact.pot),
            Fact::PackShuffled(fact) => format!("The pack is shuffled: {} cards.", fact.cards),
            Fact::PackPrepared(fact) => format!("A script puts the pack in order: {} cards.", fact.cards),
            Fact::PackCut(fact) => match fact.by {
                0 => format!("The pack is cut at {}.", fact.at),
                seat => format!("{} cuts the pack at {}.", self.name(seat), fact.at),
            },
            Fact::Dealt(fact) => self.dealt(fact),
            Fact::TurnBegan(fact) => return self.turn_began(fact),
            Fact::Looked(fact) => self.looked(fact),
            Fact::Discarded(fact) => self.discarded(fact),
            Fact::CardTurned(fact) => {
                let turned = cards(std::slice::from_ref(&fact.card), self.suits);
                format!("{turned} is turned: its rank is wild.")
            }
            Fact::BusGameStarted(_)
            | Fact::CommonsDealt(_)
            | Fact::Swapped(_)
            | Fact::SwappedAll(_)
            | Fact::Stuck(_)
            | Fact::StoodPat(_)
            | Fact::CircuitsEnded(_)
            | Fact::HandsCompared(_)
            | Fact::LivesForfeited(_)
            | Fact::BusGameEnded(_) => return self.bus(fact),
            Fact::SideshowAsked(fact) => format!(
                "{} pays {} and asks {} for a sideshow; pot {}.",
                self.name(fact.asker),
                fact.amount,
                self.name(fact.asked),
                fact.pot
            ),
            Fact::SideshowAccepted(fact) => self.sideshow(fact),
            Fact::SideshowRefused(fact) => format!("{} refuses the sideshow.", self.name(fact.asked)),
            Fact::CrashStarted(_)
            | Fact::SpareDealt(_)
            | Fact::SpareTaken(_)
            | Fact::SpareLeft(_)
            | Fact::PlayerPaid(_)
            | Fact::PointsScored(_)
            | Fact::CrashWon(_)
            | Fact::CrashLeft(_)
            | Fact::CrashBrokenOff(_)
            | Fact::EscrowWaits(_) => return self.crash(fact),
            Fact::Folded(fact) => {
                let why = match fact.reason() {
                    FoldReason::Passed => return Some(format!("{} passes.", self.name(fact.seat))),
                    FoldReason::TimedOut => ": out of time",
                    FoldReason::Left => ": gone",
                    FoldReason::Beaten => ": beaten",
                    FoldReason::Asked | FoldReason::Unspecified => "",
                };
                format!("{} folds{why}.", self.name(fact.seat))
            }
            Fact::BetMade(fact) => self.bet(fact),
            Fact::SeePaid(fact) => format!(
                "{} pays {} to see {}; pot {}.",
                self.name(fact.seer),
                fact.amount,
                self.name(fact.seen),
                fact.pot
            ),
            Fact::Covered(fact) => match fact.amount {
                0 => {
                    format!("{} has no chips left and covers the pot of {}.", self.name(fact.seat), fact.pot)
                }
                last => {
                    format!("{} covers with the last {last}; that pot is {}.", self.name(fact.seat), fact.pot)
                }
            },
            Fact::ExcessMoved(fact) => format!(
                "{} of {}'s chips go to the new pot: {} in the covered one, {} in the new.",
                fact.amount,
                self.name(fact.seat),
                fact.covered_pot,
                fact.pot
            ),
            Fact::StakesPaid(_)
            | Fact::Arranged(_)
            | Fact::SetOpened(_)
            | Fact::SetFolded(_)
            | Fact::SetsWithdrawn(_)
            | Fact::SetShown(_)
            | Fact::SetDecided(_)
            | Fact::PotsWait(_)
            | Fact::WinningsReturned(_) => return self.arranging(fact),
            Fact::HandThrown(fact) => self.thrown(fact),
            Fact::BettingStopped(fact) => {
                let why = match fact.by() {
                    StopReason::PotCap => "the pot has reached its cap",
                    StopReason::MaxRounds | StopReason::Unspecified => "bets have gone round often enough",
                };
                format!("The betting stops, as {why}: all hands that are left are shown.")
            }
            Fact::HandShown(fact) => format!(
                "{} shows {}{}.",
                self.name(fact.seat),
                cards(&fact.cards, self.suits),
                self.class(fact.hand_class(), fact.strength)
            ),
            Fact::PotAwarded(fact) => self.awarded(fact),
            Fact::PotCarried(fact) if fact.winner == 0 => {
                format!("The game goes on for the {} in the pot.", chips(fact.amount))
            }
            Fact::PotCarried(fact) => format!(
                "Everybody folded to {}, who had not looked: {} for the next hand.",
                self.name(fact.winner),
                wait(fact.amount)
            ),
            Fact::Retained(fact) => {
                let name = self.name(fact.seat);
                match (fact.keeps, fact.which()) {
                    (false, _) => format!("{name} keeps no hand."),
                    (true, WhichHand::Unspecified) => {
                        format!("{name} keeps the unseen hand for the next deal.")
                    }
                    (true, which) => format!("{name} keeps {} for the next deal.", hand(which)),
                }
            }
            Fact::HandEnded(fact) => match fact.prial_hand {
                true => format!("Hand {} is over: won with a prial.", event.hand),
                false => match self.deal_won() {
                    Some(won) => format!("Hand {} is over: {won}.", event.hand),
                    None => format!("Hand {} is over.", event.hand),
                },
            },
            Fact::Gathered(fact) => {
                let scrambled = if fact.scrambled { ", scrambled" } else { "" };
                format!("{} thrown cards go under the pack{scrambled}.", fact.handles.len())
            }
            Fact::RetainedThrown(fact) => format!("{}'s kept hand is thrown.", self.name(fact.seat)),
            Fact::Refunded(fact) => {
                format!("{} gets {} back and has {}.", self.name(fact.seat), chips(fact.amount), fact.stack)
            }
            Fact::DealerStaked(_)
            | Fact::EqualisedBet(_)
            | Fact::Stood(_)
            | Fact::CardsChanged(_)
            | Fact::PotsLayered(_)
            | Fact::ForfeitPaid(_)
            | Fact::PotWaits(_) => return self.equalised(fact),
            Fact::StakesLaid(_)
            | Fact::CardsTurnedUp(_)
            | Fact::ClassicAnswer(_)
            | Fact::ClassicBet(_)
            | Fact::CardDrawn(_)
            | Fact::CardExchanged(_)
            | Fact::ClassicPotWaits(_)
            | Fact::BonusPaid(_) => return self.classic(fact),
            Fact::HandVoided(_) => format!("Hand {} is void.", event.hand),
            Fact::WaitingPotShared(fact) => format!(
                "{} gets {} of the pot that waited, and has {}.",
                self.name(fact.seat),
                chips(fact.amount),
                fact.stack
            ),
        })
    }

    pub(super) fn name(&self, seat: u32) -> String {
        name(self.names, seat)
    }

    /// What a hand of that class is, after its cards: `: a pair`.
    pub(super) fn class(&self, class: HandClass, strength: u32) -> String {
        let article = match class {
            HandClass::Unspecified => return String::new(),
            HandClass::HighCard | HandClass::Four | HandClass::Digits => "",
            HandClass::Single
            | HandClass::Pair
            | HandClass::Flush
            | HandClass::Run
            | HandClass::RunningFlush
            | HandClass::Prial => "a ",
        };
        format!(": {article}{}", class::name(self.view, class, strength))
    }

    fn next_hand(&self, fact: &v1::NextHand) -> Option<String> {
        (!fact.enough_players).then(|| "The next hand waits for players.".to_owned())
    }

    fn drawn(&self, fact: &v1::DealerDrawn) -> String {
        let mut rounds = Vec::new();
        for round in &fact.rounds {
            let drew = |drawn: &v1::DrawnCard| {
                format!("{} {}", self.name(drawn.seat), super::card(&drawn.card, self.suits))
            };
            rounds.push(round.draws.iter().map(drew).collect::<Vec<_>>().join(", "));
        }
        let dealer = self.name(fact.dealer);
        match rounds.is_empty() {
            true => format!("{dealer} deals first."),
            false => format!("The draw for the deal: {}. {dealer} deals first.", rounds.join("; again: ")),
        }
    }

    fn closed(&self, fact: &v1::Closed) -> String {
        let why = why_closed(fact.reason());
        let won = match fact.winners.as_slice() {
            // Who is ahead is what others are behind.
            [] => "all are equal".to_owned(),
            // The seats are empty by now; what is left of a player is his id.
            winners => format!("won by {}", list(&winners.iter().map(|id| short(id)).collect::<Vec<_>>())),
        };
        format!("The table is closed{why}; {won}.")
    }

    fn hand_started(&self, fact: &v1::HandStarted) -> String {
        let players: Vec<String> = fact.dealt_in.iter().map(|&seat| self.name(seat)).collect();
        let carried = match fact.carried {
            0 => String::new(),
            carried => format!(", {carried} in the pot from before"),
        };
        let (dealer, players) = (self.name(fact.dealer), list(&players));
        let stake = match fact.stake {
            0 => String::new(),
            stake => format!("; stake {stake}"),
        };
        format!("Hand {}: {dealer} deals to {players}{stake}{carried}.", fact.hand)
    }

    fn dealt(&self, fact: &v1::Dealt) -> String {
        let each = fact.hands.first().map_or(0, |hand| hand.cards.len());
        let how = if fact.open { "everybody looks" } else { "nobody has looked" };
        let mut line = format!("{each} cards each; {how}.");
        for hand in fact.hands.iter().filter(|hand| known(&hand.cards)) {
            line.push_str(&format!(" {} has {}.", self.name(hand.seat), cards(&hand.cards, self.suits)));
        }
        line
    }

    /// That betting has come to the next seat is told by what it does.
    fn turn_began(&self, fact: &v1::TurnBegan) -> Option<String> {
        let asked: Vec<String> = fact.to_act.iter().map(|turn| self.name(turn.seat)).collect();
        let asked = list(&asked);
        match fact.phase() {
            Phase::Betting | Phase::Unspecified | Phase::Idle | Phase::HandOver => None,
            // Nor is that the turn of a game of turns has: what they do is told.
            Phase::Turns | Phase::LastTurns | Phase::Offer | Phase::Challenge => None,
            Phase::Rivalry | Phase::ThirtyOne | Phase::Draw | Phase::SetBetting => None,
            // Who has done it is told, too.
            Phase::Arrange if self.view.seats.iter().any(|seat| seat.arranged) => None,
            Phase::Arrange => {
                let sets = Laid::at(self.view).many;
                Some(format!("{asked} may lay out their {sets}."))
            }
            Phase::Spare => Some(format!("{asked} may take the spare hand.")),
            Phase::Cut => Some(format!("{asked} may cut the pack.")),
            Phase::DecideHand => Some(format!("{asked} must keep or throw {}.", hand(fact.looked()))),
            Phase::CommitHand => {
                let why = match fact.commit_reason() {
                    CommitReason::Unspecified => String::new(),
                    CommitReason::Betting => ": one hand is played".to_owned(),
                    CommitReason::See => format!(": {} paid to see", self.name(fact.seer)),
                    CommitReason::Cover => ": a covered pot is contested".to_owned(),
                    CommitReason::MaxRounds | CommitReason::PotCap => ": all hands are shown".to_owned(),
                };
                Some(format!("{asked} must name one of two unseen hands{why}."))
            }
            Phase::SideshowPending => Some(format!("{asked} may accept the sideshow or refuse it.")),
            Phase::Retain => Some(format!("{asked} may keep an unseen hand.")),
        }
    }

    fn looked(&self, fact: &v1::Looked) -> String {
        let which = match fact.which() {
            WhichHand::Unspecified => String::new(),
            which => format!(" at {}", hand(which)),
        };
        let saw =
            if known(&fact.cards) { format!(": {}", cards(&fact.cards, self.suits)) } else { String::new() };
        format!("{} looks{which}{saw}.", self.name(fact.seat))
    }

    fn discarded(&self, fact: &v1::Discarded) -> String {
        let name = self.name(fact.seat);
        match (known(&fact.cards), &fact.places[..]) {
            (true, _) => format!("{name} discards {}.", cards(&fact.cards, self.suits)),
            (false, [_]) => format!("{name} discards a card."),
            (false, places) => format!("{name} discards {} cards.", places.len()),
        }
    }

    fn sideshow(&self, fact: &v1::SideshowAccepted) -> String {
        let (asker, asked) = (self.name(fact.asker), self.name(fact.asked));
        if !known(&fact.asked_cards) {
            return format!("{asked} accepts: {asker} and {asked} compare in private.");
        }
        let hands = [&fact.asker_cards, &fact.asked_cards].map(|hand| cards(hand, self.suits));
        format!("{asked} accepts: {asker} has {}, {asked} has {}.", hands[0], hands[1])
    }

    /// A bet that leaves the stake as it was is a call.
    fn bet(&self, fact: &v1::BetMade) -> String {
        let name = self.name(fact.seat);
        let blind = if fact.blind { " blind" } else { "" };
        let does = match self.stake_before {
            Some(before) if fact.stake > before => "raises",
            Some(_) => "calls",
            None => "bets",
        };
        let stake = match does {
            "calls" => String::new(),
            _ => format!("; stake {}", fact.stake),
        };
        format!("{name} {does}{blind} with {}{stake}; pot {}.", fact.amount, fact.pot)
    }

    fn thrown(&self, fact: &v1::HandThrown) -> String {
        let name = self.name(fact.seat);
        let thrown = hand(fact.thrown());
        match fact.reason() {
            ThrowReason::Kept => format!("{name} keeps what was seen; {thrown} is thrown."),
            ThrowReason::Thrown => format!("{name} throws {thrown} and plays on blind."),
            ThrowReason::Committed | ThrowReason::Unspecified => format!("{name} throws {thrown} unseen."),
        }
    }

    fn awarded(&self, fact: &v1::PotAwarded) -> String {
        let (name, laid) = (self.name(fact.seat), Laid::at(self.view));
        let why = match fact.reason() {
            AwardReason::Unspecified => "",
            AwardReason::Folded => ": everybody else folded",
            AwardReason::OthersLeft => ": the others left",
            AwardReason::See => " with the better hand",
            AwardReason::StandOff => " with an equal hand",
            AwardReason::MaxRounds | AwardReason::PotCap => " with the best hand",
            AwardReason::Cover => " with the better hand on a covered pot",
            AwardReason::BestHand => " with the best hand",
            AwardReason::Elder => " as the elder of equal hands",
            AwardReason::Uncontested => ": nobody has met it",
            AwardReason::BestCard => " with the best card",
            AwardReason::Unchallenged => ": nobody challenges",
            AwardReason::Conceded => ": the rival conceded",
            AwardReason::ThirtyOne => " with thirty-one",
            AwardReason::Nearest => " as the nearest to thirty-one",
            AwardReason::Excess | AwardReason::Returned => {
                let why = match fact.reason() {
                    AwardReason::Excess => "what the challenger cannot meet",
                    _ => "the stake, as nobody bragged",
                };
                return format!("{name} takes {} back, {why}, and has {}.", fact.amount, fact.stack);
            }
            AwardReason::NoNextHand => ": there is no next hand",
            AwardReason::SetWon => &format!(" with the best {}", laid.one),
            AwardReason::SetTied => &format!(" with an equal {}", laid.one),
            AwardReason::AllSets => &format!(" with every {}", laid.one),
            AwardReason::MostSets => &format!(" with the most {}", laid.many),
            AwardReason::LastOneIn => ": the last one in",
            AwardReason::GameWon => ": what waited for the winner of the game",
        };
        let share = match fact.sharers {
            0 | 1 => String::new(),
            sharers => format!(", one of {sharers} shares"),
        };
        format!("{name} wins {}{why}{share}, and has {}.", fact.amount, fact.stack)
    }
}

/// One of two hands.
fn hand(which: WhichHand) -> &'static str {
    match which {
        WhichHand::Old => "the old hand",
        WhichHand::New => "the new hand",
        WhichHand::Unspecified => "the hand",
    }
}

fn why_left(reason: LeaveReason) -> &'static str {
    match reason {
        LeaveReason::Unspecified | LeaveReason::Asked => "",
        LeaveReason::Removed => ", removed",
        LeaveReason::SatOutTooLong => " after sitting out for too long",
        LeaveReason::TableClosed => " as the table closes",
    }
}

fn why_closed(reason: CloseReason) -> &'static str {
    match reason {
        CloseReason::Unspecified => "",
        CloseReason::Operator => ": the operator asked",
        CloseReason::MaxHands => ": all hands are played",
        CloseReason::MaxMinutes => ": the time is over",
        CloseReason::Idle => ": nothing happened for too long",
    }
}
