//! The file around the scripts.

use super::{HandScript, Playthrough, Preparation, Unreadable, cards, script, seat};
use brag_rules::Chips;
use brag_rules::card::{Card, Pack};
use brag_rules::options::{GivenRules, OptionValue};
use brag_rules::seat::Seat;
use serde::Deserialize;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    #[serde(default)]
    title: String,
    variant: String,
    #[serde(default)]
    rules: toml::Table,
    players: Vec<String>,
    stacks: Vec<Chips>,
    dealer: Option<u8>,
    #[serde(default)]
    check_buy_in: bool,
    refused: Option<String>,
    #[serde(default)]
    hand: Vec<Spanned<RawHand>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHand {
    deal: Option<Spanned<Vec<String>>>,
    pack: Option<Spanned<String>>,
    cut: Option<u8>,
    script: Option<Spanned<String>>,
    stacks: Option<Vec<Chips>>,
}

/// What is wrong, on which line.
type Wrong = (usize, String);

/// A text, and the line of each of its places.
struct Source<'a>(&'a str);

impl Source<'_> {
    fn line(&self, at: usize) -> usize {
        1 + self.0.bytes().take(at).filter(|&byte| byte == b'\n').count()
    }

    /// The line on which the text of a string starts: after a line break that follows three quotes at once.
    fn first_line(&self, string: &Spanned<String>) -> usize {
        let span = string.span();
        let quoted = self.0.get(span.clone()).unwrap_or_default();
        let breaks = ["\"\"\"\n", "\"\"\"\r\n", "'''\n", "'''\r\n"];
        self.line(span.start) + usize::from(breaks.iter().any(|opening| quoted.starts_with(opening)))
    }
}

impl Playthrough {
    /// Reads a file; the name is for reports.
    ///
    /// # Errors
    /// The first thing that is not in the notation, with its hand and line.
    pub fn read(name: &str, text: &str) -> Result<Playthrough, Unreadable> {
        let unreadable = |hand| move |(line, what)| Unreadable { name: name.to_owned(), hand, line, what };
        let source = Source(text);
        let raw: RawFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| source.line(span.start));
            unreadable(0)((line, error.message().to_owned()))
        })?;
        let mut file = head(name, &raw).map_err(|what| unreadable(0)((1, what)))?;
        for (number, hand) in (1..).zip(&raw.hand) {
            file.hands.push(read_hand(&source, hand).map_err(unreadable(number))?);
        }
        if file.refused.is_some() != file.hands.is_empty() {
            let what = "a file has hands, or says with what reason the table is refused";
            return Err(unreadable(0)((1, what.to_owned())));
        }
        Ok(file)
    }
}

fn head(name: &str, raw: &RawFile) -> Result<Playthrough, String> {
    let mut rules = GivenRules::new();
    let mut turn_timeout_ms = None;
    for (key, value) in &raw.rules {
        match (key.as_str(), option_value(value).ok_or_else(|| format!("{key} has no value of an option"))?) {
            ("turn_timeout_ms", OptionValue::Number(number)) => turn_timeout_ms = Some(number),
            (_, value) => drop(rules.insert(key.clone(), value)),
        }
    }
    if raw.players.len() != raw.stacks.len() || raw.players.is_empty() {
        return Err("players and stacks are two lists of the same length".to_owned());
    }
    let number = raw.dealer.map_or(raw.players.len(), usize::from);
    let dealer = u8::try_from(number).ok().and_then(Seat::new).ok_or("dealer is a seat, from 1")?;
    Ok(Playthrough {
        name: name.to_owned(),
        title: raw.title.clone(),
        variant: raw.variant.clone(),
        rules,
        turn_timeout_ms,
        players: raw.players.clone(),
        stacks: raw.stacks.clone(),
        dealer,
        check_buy_in: raw.check_buy_in,
        refused: raw.refused.clone(),
        hands: Vec::new(),
    })
}

fn option_value(value: &toml::Value) -> Option<OptionValue> {
    match value {
        toml::Value::Integer(number) => Some(OptionValue::Number(*number)),
        toml::Value::Boolean(flag) => Some(OptionValue::Flag(*flag)),
        toml::Value::String(name) => Some(OptionValue::Choice(name.clone())),
        toml::Value::Array(names) => {
            let name = |name: &toml::Value| name.as_str().map(str::to_owned);
            names.iter().map(name).collect::<Option<_>>().map(OptionValue::Set)
        }
        _ => None,
    }
}

fn read_hand(source: &Source<'_>, raw: &Spanned<RawHand>) -> Result<HandScript, Wrong> {
    let line = source.line(raw.span().start);
    let raw = raw.get_ref();
    let cards = match (&raw.deal, &raw.pack) {
        (None, None) => Preparation::AsItLies,
        (None, Some(pack)) => {
            whole_pack(pack.get_ref()).map_err(|what| (source.line(pack.span().start), what))?
        }
        (Some(deal), None) => {
            read_deal(deal.get_ref()).map_err(|what| (source.line(deal.span().start), what))?
        }
        (Some(_), Some(_)) => return Err((line, "a hand has deal or pack, not both".to_owned())),
    };
    if raw.cut.is_some() && matches!(cards, Preparation::Deal { .. }) {
        return Err((line, "deal stands for the cut, too: cut goes with pack or with neither".to_owned()));
    }
    let steps = match &raw.script {
        Some(text) => script::read(text.get_ref(), source.first_line(text))?,
        None => Vec::new(),
    };
    Ok(HandScript { line, cards, cut: raw.cut, steps, stacks: raw.stacks.clone() })
}

/// Refuses a card that is named twice; says which.
fn each_once<'a>(named: impl IntoIterator<Item = &'a Card>) -> Result<(), String> {
    let mut seen = Pack::EMPTY;
    for &card in named {
        if seen.contains(card) {
            return Err(format!("{card} is named twice"));
        }
        seen.push(card);
    }
    Ok(())
}

fn whole_pack(text: &str) -> Result<Preparation, String> {
    let order = cards(text)?;
    each_once(&order)?;
    Ok(Preparation::Pack(order.into_iter().collect()))
}

fn read_deal(lines: &[String]) -> Result<Preparation, String> {
    let (mut hands, mut stock, mut turned) = (Vec::<(Seat, Vec<Card>)>::new(), Vec::new(), None);
    let mut spare: [Vec<Card>; 2] = Default::default();
    let mut board = Vec::new();
    for line in lines {
        let (to, named) = line.trim().split_once(char::is_whitespace).unwrap_or((line, ""));
        let named = cards(named)?;
        match to {
            "stock" => stock.extend(named),
            "turn" => match (&named[..], turned) {
                (&[card], None) => turned = Some(card),
                _ => return Err("turn names the one card that is turned before the deal".to_owned()),
            },
            "spare" => spare[0].extend(named),
            "dead" => spare[1].extend(named),
            "board" => board.extend(named),
            to => {
                let to = seat(to)?;
                if hands.iter().any(|(seat, _)| *seat == to) {
                    return Err(format!("{to} is dealt to twice"));
                }
                hands.push((to, named));
            }
        }
    }
    let dealt = hands.iter().map(|(_, cards)| cards).chain(&spare).flatten();
    each_once(dealt.chain(&stock).chain(&turned).chain(&board))?;
    Ok(Preparation::Deal { hands, spare, turned, board, stock })
}
