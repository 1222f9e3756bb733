//! The acts of the notation, one row each.

use super::{cards, chips};
use brag_rules::act::{Act, Keeping, Which};
use brag_rules::arrange::Sets;
use brag_rules::card::{Card, Cards, MAX_HAND};
use brag_table::Action;

/// The words after the act's own.
type Words<'a> = &'a [&'a str];

/// An act of the notation.
struct Row {
    word: &'static str,
    /// What may follow, for whoever wrote something else.
    takes: &'static str,
    read: fn(Words<'_>) -> Option<Action>,
}

const ONE_OF_TWO: &str = "nothing, or old or new";
const NOTHING: &str = "nothing";
const AMOUNT: &str = "an amount of chips";
const SETS: &str = "sets of cards, best first, or none";
const STICK: &str = "nothing, or stick";

static ROWS: &[Row] = &[
    Row { word: "look", takes: ONE_OF_TWO, read: |w| Some(Action::Play(Act::Look(perhaps_named(w)?))) },
    Row { word: "discard", takes: "cards", read: |w| Some(Action::Play(Act::Discard(discard(w)?))) },
    Row { word: "fold", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Fold)) },
    Row { word: "bet", takes: AMOUNT, read: |w| Some(Action::Play(Act::Bet(amount(w)?))) },
    Row { word: "see", takes: ONE_OF_TWO, read: |w| Some(Action::Play(Act::See(perhaps_named(w)?))) },
    Row { word: "cover", takes: ONE_OF_TWO, read: |w| Some(Action::Play(Act::Cover(perhaps_named(w)?))) },
    Row { word: "sideshow", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Sideshow)) },
    Row { word: "accept", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Accept)) },
    Row { word: "refuse", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Refuse)) },
    Row { word: "arrange", takes: SETS, read: |w| Some(Action::Play(Act::Arrange(sets(w)?))) },
    Row { word: "spare", takes: "take or leave", read: |w| Some(Action::Play(Act::Spare(takes(w)?))) },
    Row { word: "swap", takes: "an own card, a common one, and perhaps stick", read: swap },
    Row { word: "swap_all", takes: STICK, read: |w| Some(Action::Play(Act::SwapAll { stick: stick(w)? })) },
    Row { word: "stick", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Stick)) },
    Row { word: "stand", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Stand)) },
    Row { word: "pass", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Pass)) },
    Row { word: "brag", takes: AMOUNT, read: |w| Some(Action::Play(Act::Brag(amount(w)?))) },
    Row { word: "decline", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Decline)) },
    Row { word: "challenge", takes: AMOUNT, read: |w| Some(Action::Play(Act::Challenge(amount(w)?))) },
    Row { word: "concede", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Concede)) },
    Row { word: "draw", takes: "nothing, or cards", read: |w| Some(Action::Play(Act::Draw(drawn(w)?))) },
    Row { word: "exchange", takes: "a card", read: |w| Some(Action::Play(Act::Exchange(one_card(w)?))) },
    Row { word: "call", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Call)) },
    Row { word: "raise_to", takes: AMOUNT, read: |w| Some(Action::Play(Act::RaiseTo(amount(w)?))) },
    Row { word: "keep", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Keep)) },
    Row { word: "throw", takes: NOTHING, read: |w| alone(w, Action::Play(Act::Throw)) },
    Row {
        word: "commit",
        takes: "old or new",
        read: |w| Some(Action::Play(Act::Commit(perhaps_named(w)??))),
    },
    Row {
        word: "retain",
        takes: "yes, none, old or new",
        read: |w| Some(Action::Play(Act::Retain(keeping(w)?))),
    },
    Row { word: "cut", takes: "a number of cards", read: |w| Some(Action::Play(Act::Cut(number(w)?))) },
    Row { word: "leave", takes: NOTHING, read: |w| alone(w, Action::Leave) },
    Row { word: "sit_out", takes: NOTHING, read: |w| alone(w, Action::SitOut) },
    Row { word: "sit_in", takes: NOTHING, read: |w| alone(w, Action::SitIn) },
    // Which seat is the one before the act; whoever carries it out fills it in.
    Row {
        word: "sit",
        takes: AMOUNT,
        read: |w| Some(Action::Sit { seat: None, buy_in: amount(w)?, display_name: "".into() }),
    },
    Row { word: "top_up", takes: AMOUNT, read: |w| Some(Action::TopUp(amount(w)?)) },
    Row { word: "close", takes: "after_hand or now", read: close },
];

/// Reads an act: its word and what follows.
///
/// # Errors
/// What is wrong, in English.
pub fn read(words: &[&str]) -> Result<Action, String> {
    let (word, rest) = words.split_first().ok_or("an act is missing after the seat")?;
    let row = ROWS.iter().find(|row| row.word == *word).ok_or_else(|| format!("unknown act {word:?}"))?;
    (row.read)(rest).ok_or_else(|| format!("{word} takes {}, not {:?}", row.takes, rest.join(" ")))
}

fn alone(words: Words<'_>, action: Action) -> Option<Action> {
    words.is_empty().then_some(action)
}

fn amount(words: Words<'_>) -> Option<u64> {
    let [word] = words else { return None };
    chips(word).ok()
}

fn number(words: Words<'_>) -> Option<u8> {
    let [word] = words else { return None };
    word.parse().ok()
}

fn which(word: &str) -> Option<Which> {
    match word {
        "old" => Some(Which::Old),
        "new" => Some(Which::New),
        _ => None,
    }
}

fn perhaps_named(words: Words<'_>) -> Option<Option<Which>> {
    match words {
        [] => Some(None),
        [word] => which(word).map(Some),
        _ => None,
    }
}

fn discard(words: Words<'_>) -> Option<Cards> {
    let named = cards(&words.concat()).ok()?;
    (1..=MAX_HAND).contains(&named.len()).then(|| named.into_iter().collect())
}

fn one_card(words: Words<'_>) -> Option<Card> {
    let [word] = words else { return None };
    word.parse().ok()
}

fn drawn(words: Words<'_>) -> Option<Cards> {
    if words.is_empty() { Some(Cards::EMPTY) } else { discard(words) }
}

fn sets(words: Words<'_>) -> Option<Sets> {
    let mut sets = Sets::EMPTY;
    match words {
        [] => return None,
        ["none"] => {}
        words => {
            for set in words {
                sets.push(cards(set).ok()?).ok()?;
            }
        }
    }
    Some(sets)
}

fn takes(words: Words<'_>) -> Option<bool> {
    match words {
        ["take"] => Some(true),
        ["leave"] => Some(false),
        _ => None,
    }
}

fn stick(words: Words<'_>) -> Option<bool> {
    match words {
        [] => Some(false),
        ["stick"] => Some(true),
        _ => None,
    }
}

fn swap(words: Words<'_>) -> Option<Action> {
    let [own, common, rest @ ..] = words else { return None };
    let named = |text: &str| discard(&[text]);
    let (own, common) = (named(own)?, named(common)?);
    Some(Action::Play(Act::Swap { own, common, stick: stick(rest)? }))
}

fn keeping(words: Words<'_>) -> Option<Keeping> {
    match words {
        ["yes"] => Some(Keeping::Yes),
        ["none"] => Some(Keeping::None),
        [word] => which(word).map(Keeping::Hand),
        _ => None,
    }
}

fn close(words: Words<'_>) -> Option<Action> {
    match words {
        ["after_hand"] => Some(Action::Close { at_once: false }),
        ["now"] => Some(Action::Close { at_once: true }),
        _ => None,
    }
}
