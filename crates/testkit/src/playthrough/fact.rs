//! The facts of the notation, one row each: what can be asked of a table, and in what form it answers.
//!
//! A fact is a question and the expected answer. Whoever plays the file answers the question, and the two
//! answers are compared; so a failure can say what the answer was.

use super::{cards, chips, seat};
use brag_rules::Chips;
use brag_rules::act::Legal;
use brag_rules::seat::{Seat, Seats};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Which seats may act now, looks apart.
    ToAct,
    /// The hand's state.
    Phase,
    /// All chips in the middle.
    Pot,
    /// Each pot, oldest first.
    Pots,
    /// The open stake S.
    Stake,
    /// Chips behind every seat.
    Stacks,
    /// Chips behind one seat.
    Stack,
    /// The acts of a seat.
    Legal,
    /// What a seat holds, or what somebody may see of it.
    Cards,
    /// The class of a seat's hand.
    Class,
    /// Still in, and not looked.
    Blind,
    /// Neither folded nor covered.
    In,
    /// Folded.
    Folded,
    /// Covered.
    Covered,
    /// Whose hands were exposed.
    Shown,
    /// What each seat received.
    Won,
    /// The pot that waits.
    Carried,
    /// Who holds a kept hand.
    Retained,
    /// How many cards are in the pack.
    Stock,
    /// Its first cards.
    Top,
    /// Its last cards.
    Under,
    /// Whether it was shuffled before this deal.
    Shuffled,
    /// Whether the session is over.
    Session,
    /// Who deals.
    Dealer,
    /// Points of every seat; in the games of tricks the tricks of the deal.
    Points,
    /// The sets that a seat laid, after they were shown.
    Sets,
    /// The lives of every seat.
    Lives,
    /// The common cards.
    Board,
}

/// Through whose eyes a hand is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eye {
    /// The engine's own: everything.
    Engine,
    /// The player on that seat.
    Seat(Seat),
    /// A spectator.
    Spectator,
}

/// A question to a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    /// What is asked.
    pub topic: Topic,
    /// The seat that it is about, where it is about one.
    pub seat: Option<Seat>,
    /// Who looks, for cards.
    pub eye: Eye,
    /// How many cards, for the ends of the pack.
    pub count: usize,
}

/// An answer; two of them are equal where the notation takes them for equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A set of seats.
    Seats(Seats),
    /// A word.
    Word(String),
    /// A number of chips, or of cards.
    Number(Chips),
    /// Several numbers in order.
    Numbers(Vec<Chips>),
    /// Chips by seat.
    Gains(BTreeMap<Seat, Chips>),
    /// Acts, each as the notation writes it, in any order.
    Acts(BTreeSet<String>),
    /// Cards in any order: sorted, `??` for one that is hidden.
    Hand(Vec<String>),
    /// Cards in their order.
    Row(Vec<String>),
    /// Sets of cards in their order, the cards of each in any order: sorted.
    Sets(Vec<Vec<String>>),
}

/// How a fact is written.
enum Form {
    Seats,
    Word,
    Number,
    Numbers,
    Gains,
    SeatNumber,
    SeatWord,
    SeatActs,
    SeatCards,
    SeatSets,
    Cards,
    Row,
}

static ROWS: &[(&str, Topic, Form)] = &[
    ("to_act", Topic::ToAct, Form::Seats),
    ("phase", Topic::Phase, Form::Word),
    ("pot", Topic::Pot, Form::Number),
    ("pots", Topic::Pots, Form::Numbers),
    ("stake", Topic::Stake, Form::Number),
    ("stacks", Topic::Stacks, Form::Numbers),
    ("stack", Topic::Stack, Form::SeatNumber),
    ("legal", Topic::Legal, Form::SeatActs),
    ("cards", Topic::Cards, Form::SeatCards),
    ("class", Topic::Class, Form::SeatWord),
    ("blind", Topic::Blind, Form::Seats),
    ("in", Topic::In, Form::Seats),
    ("folded", Topic::Folded, Form::Seats),
    ("covered", Topic::Covered, Form::Seats),
    ("shown", Topic::Shown, Form::Seats),
    ("won", Topic::Won, Form::Gains),
    ("carried", Topic::Carried, Form::Number),
    ("retained", Topic::Retained, Form::Seats),
    ("stock", Topic::Stock, Form::Number),
    ("top", Topic::Top, Form::Row),
    ("under", Topic::Under, Form::Row),
    ("shuffled", Topic::Shuffled, Form::Word),
    ("session", Topic::Session, Form::Word),
    ("dealer", Topic::Dealer, Form::Seats),
    ("points", Topic::Points, Form::Numbers),
    ("sets", Topic::Sets, Form::SeatSets),
    ("lives", Topic::Lives, Form::Numbers),
    ("board", Topic::Board, Form::Cards),
];

/// Reads a fact: the question and the answer that is expected.
///
/// # Errors
/// What is wrong, in English.
pub fn read(text: &str) -> Result<(Ask, Answer), String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let row = ROWS.iter().find(|(known, ..)| *known == word);
    let (_, topic, form) = row.ok_or_else(|| format!("unknown fact {word:?}"))?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let about = |seat| Ask { topic: *topic, seat, eye: Eye::Engine, count: 0 };
    let one_word = |words: &[&str]| match words {
        [word] => Ok(Answer::Word((*word).to_owned())),
        _ => Err(format!("{word} takes one word")),
    };
    let one_number = |words: &[&str]| match words {
        [number] => Ok(Answer::Number(chips(number)?)),
        _ => Err(format!("{word} takes one number")),
    };
    Ok(match form {
        Form::Seats => (about(None), Answer::Seats(seats(&words)?)),
        Form::Word => (about(None), one_word(&words)?),
        Form::Number => (about(None), one_number(&words)?),
        Form::Numbers if words.is_empty() => return Err(format!("{word} takes numbers")),
        Form::Numbers => {
            let numbers = words.iter().map(|number| chips(number)).collect::<Result<_, _>>()?;
            (about(None), Answer::Numbers(numbers))
        }
        Form::Gains => (about(None), Answer::Gains(gains(&words)?)),
        Form::SeatNumber => (about(Some(first_seat(&words)?)), one_number(&words[1..])?),
        Form::SeatWord => (about(Some(first_seat(&words)?)), one_word(&words[1..])?),
        Form::SeatActs => {
            let seat = first_seat(&words)?;
            let acts = rest.trim_start().strip_prefix(words[0]).unwrap_or_default();
            (about(Some(seat)), Answer::Acts(acts_of(acts)?))
        }
        Form::SeatCards => {
            let (who, hand) = words.split_first().ok_or("cards takes a seat, and cards")?;
            let (who, eye) = match who.split_once('@') {
                None => (*who, Eye::Engine),
                Some((who, "watch")) => (who, Eye::Spectator),
                Some((who, viewer)) => (who, Eye::Seat(seat(viewer)?)),
            };
            let ask = Ask { eye, ..about(Some(seat(who)?)) };
            (ask, hand_of(&hand.concat())?)
        }
        Form::SeatSets => {
            let sets = match &words[1..] {
                ["-"] => Ok(Vec::new()),
                [] => Err("sets are missing; - stands for none".to_owned()),
                sets => {
                    sets.iter().map(|set| Ok(cards(set)?.iter().map(ToString::to_string).collect())).collect()
                }
            };
            (about(Some(first_seat(&words)?)), Answer::sets(sets?))
        }
        Form::Cards => (about(None), hand_of(&words.concat())?),
        Form::Row => {
            let row: Vec<String> = cards(rest)?.iter().map(ToString::to_string).collect();
            (Ask { count: row.len(), ..about(None) }, Answer::Row(row))
        }
    })
}

fn first_seat(words: &[&str]) -> Result<Seat, String> {
    seat(words.first().ok_or("a seat is missing")?)
}

fn seats(words: &[&str]) -> Result<Seats, String> {
    match words {
        [] => Err("seats are missing; - stands for none".to_owned()),
        ["-"] => Ok(Seats::NONE),
        words => words.iter().map(|word| seat(word)).collect(),
    }
}

fn gains(words: &[&str]) -> Result<BTreeMap<Seat, Chips>, String> {
    if words == ["-"] {
        return Ok(BTreeMap::new());
    }
    let pairs = words.chunks(2).map(|pair| match pair {
        [who, amount] => Ok((seat(who)?, chips(amount)?)),
        _ => Err("won takes a seat and an amount, and again".to_owned()),
    });
    let gains: BTreeMap<_, _> = pairs.collect::<Result<_, String>>()?;
    if gains.is_empty() {
        Err("won takes a seat and an amount; - stands for none".to_owned())
    } else {
        Ok(gains)
    }
}

fn acts_of(text: &str) -> Result<BTreeSet<String>, String> {
    if text.trim() == "-" {
        return Ok(BTreeSet::new());
    }
    let act = |act: &str| act.split_whitespace().collect::<Vec<_>>().join(" ");
    let acts: Vec<String> = text.split('|').map(act).collect();
    if acts.iter().any(String::is_empty) {
        Err("an act is missing in the list".to_owned())
    } else {
        Ok(acts.into_iter().collect())
    }
}

fn hand_of(text: &str) -> Result<Answer, String> {
    if text == "-" {
        return Ok(Answer::Hand(Vec::new()));
    }
    let pair = |at: usize| text.get(at..at + 2).filter(|two| *two == "??" || cards(two).is_ok());
    let hand: Option<Vec<String>> =
        (0..text.len()).step_by(2).map(|at| pair(at).map(str::to_owned)).collect();
    match hand {
        Some(hand) if !hand.is_empty() => Ok(Answer::hand(hand)),
        _ => Err(format!("{text:?} are no cards, such as 3c3d3h or ??????")),
    }
}

impl Answer {
    /// Cards in any order.
    pub fn hand(cards: impl IntoIterator<Item = String>) -> Answer {
        let mut hand: Vec<String> = cards.into_iter().collect();
        hand.sort_unstable();
        Answer::Hand(hand)
    }

    /// Sets in their order, each with its cards in any order.
    pub fn sets(mut sets: Vec<Vec<String>>) -> Answer {
        sets.iter_mut().for_each(|set| set.sort_unstable());
        Answer::Sets(sets)
    }

    /// The acts of a legal list, as the notation writes them.
    pub fn acts(legal: &Legal) -> Answer {
        let mut acts = BTreeSet::new();
        let mut named = |there: bool, word: &str| {
            if there {
                acts.insert(word.to_owned());
            }
        };
        named(legal.look, "look");
        named(legal.discard.is_some(), "discard");
        named(legal.fold, "fold");
        named(legal.answer, "accept");
        named(legal.answer, "refuse");
        named(legal.decide, "keep");
        named(legal.decide, "throw");
        named(legal.commit, "commit");
        named(legal.retain, "retain");
        named(legal.cut.is_some(), "cut");
        named(legal.swap.is_some(), "swap");
        named(legal.swap.is_some(), "swap_all");
        named(legal.stick, "stick");
        named(legal.stand, "stand");
        named(legal.arrange.is_some(), "arrange");
        named(legal.spare.is_some_and(|spare| spare.take), "spare take");
        named(legal.spare.is_some(), "spare leave");
        named(legal.pass, "pass");
        named(legal.draw.is_some(), "draw");
        named(legal.decline, "decline");
        named(legal.concede, "concede");
        named(legal.exchange.is_some(), "exchange");
        let ranges = [
            ("bet", legal.bet),
            ("brag", legal.brag),
            ("challenge", legal.challenge),
            ("raise_to", legal.raise_to),
        ];
        for (act, range) in ranges.into_iter().filter_map(|(act, range)| Some((act, range?))) {
            acts.insert(match (range.min, range.max, range.step) {
                (min, max, _) if min == max => format!("{act} {min}"),
                (min, max, 1) => format!("{act} {min}..{max}"),
                (min, max, step) => format!("{act} {min}..{max}/{step}"),
            });
        }
        acts.extend(legal.call.map(|cost| format!("call {cost}")));
        acts.extend(legal.see.map(|cost| format!("see {cost}")));
        acts.extend(legal.cover.map(|cost| format!("cover {cost}")));
        acts.extend(legal.sideshow.map(|(cost, _)| format!("sideshow {cost}")));
        Answer::Acts(acts)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, between): (Vec<String>, &str) = match self {
            Answer::Seats(seats) => (seats.iter().map(|seat| seat.to_string()).collect(), " "),
            Answer::Word(word) => (vec![word.clone()], " "),
            Answer::Number(number) => (vec![number.to_string()], " "),
            Answer::Numbers(numbers) => (numbers.iter().map(ToString::to_string).collect(), " "),
            Answer::Gains(gains) => {
                (gains.iter().map(|(seat, chips)| format!("{seat} {chips}")).collect(), " ")
            }
            Answer::Acts(acts) => (acts.iter().cloned().collect(), " | "),
            Answer::Hand(cards) | Answer::Row(cards) => (cards.clone(), ""),
            Answer::Sets(sets) => (sets.iter().map(|set| set.concat()).collect(), " "),
        };
        if words.is_empty() { f.write_str("-") } else { f.write_str(&words.join(between)) }
    }
}
