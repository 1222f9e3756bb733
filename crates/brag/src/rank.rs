//! `brag rank`: hands on standard input, one a line.

use crate::outcome::Outcome;
use crate::rule::RuleArgs;
use brag_rules::card::{Card, Cards, MAX_HAND, Pack};
use brag_rules::rank::{Ranking, Reading, Wild};
use std::fmt::Write as _;
use std::io::{self, BufRead, BufWriter, Write};

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
A hand is 3 to 15 cards, with or without blanks between them; what its holder has thrown stands after a slash. Of more
than three cards the best three count, and stand in a fourth column; wild cards that count for others stand in a fifth.

Example:
  printf 'As2s3s\\nKhKdKs\\nKsQsJsJd\\n' | brag rank
  As2s3s    14  running_flush
  KhKdKs    3   prial
  KsQsJsJd  16  running_flush  KsQsJs
Exit codes: 0 all ranked, 1 input or output failed, 2 a line is no hand or a rule is wrong.")]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// The card that is turned before the deal, where the rules make its rank wild
    #[arg(long, value_name = "CARD")]
    turned: Option<Card>,
    /// One JSON object a hand: held, thrown, class, strength, the cards that count, the wild cards among them
    #[arg(long)]
    json: bool,
}

/// A line of the input.
struct Line {
    held: Cards,
    thrown: Cards,
}

/// Ranks until the input ends.
pub fn run(args: &Args) -> Outcome {
    let rules = match args.rules.resolve() {
        Ok(rules) => rules,
        Err(outcome) => return outcome,
    };
    let turns = rules.ranking.wild == Wild::RandomRank;
    let ranking = match args.turned {
        Some(card) if turns => Ranking::of(&rules.ranking.with_turned(card)),
        Some(_) => return Outcome::usage("--turned: these rules turn no card before the deal"),
        None if turns => {
            return Outcome::usage("--turned is missing: these rules turn a card before the deal");
        }
        None => Ranking::of(&rules.ranking),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = match line {
            Ok(line) => line,
            Err(why) => return Outcome::Failed(format!("line {}: cannot be read: {why}", number + 1)),
        };
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let told = match parse(text).and_then(|line| tell(&ranking, text, &line, args.json)) {
            Ok(told) => told,
            Err(why) => {
                // What was ranked before the wrong line stays on standard output.
                let flushed = out.flush();
                let why = format!("line {}: {text:?}: {why}", number + 1);
                return if flushed.is_ok() { Outcome::Usage(why) } else { Outcome::No };
            }
        };
        match writeln!(out, "{told}") {
            Ok(()) => {}
            // Whoever read us has enough.
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => return Outcome::Done,
            Err(why) => return Outcome::Failed(format!("cannot write: {why}")),
        }
    }
    match out.flush() {
        Err(why) if why.kind() != io::ErrorKind::BrokenPipe => {
            Outcome::Failed(format!("cannot write: {why}"))
        }
        _ => Outcome::Done,
    }
}

/// What a line of the input is worth, as a line of the output.
fn tell(ranking: &Ranking, text: &str, line: &Line, json: bool) -> Result<String, String> {
    let reading = ranking.read(&line.held, &line.thrown).ok_or_else(wanted)?;
    let (strength, class) = (reading.strength().index(), ranking.class_of(reading.strength()).name());
    let wild = wild_cards(ranking, &reading);
    if json {
        let names = |cards: &mut dyn Iterator<Item = Card>| -> Vec<String> {
            cards.map(|card| card.to_string()).collect()
        };
        let told = serde_json::json!({
            "held": names(&mut line.held.iter()), "thrown": names(&mut line.thrown.iter()),
            "class": class, "strength": strength,
            "cards": names(&mut reading.cards().into_iter()), "wild_cards": names(&mut wild.iter()),
        });
        return Ok(told.to_string());
    }
    let mut told = format!("{text}\t{strength}\t{class}");
    if line.held.len() > reading.cards().len() || !wild.is_empty() {
        let cards: Cards = reading.cards().into_iter().collect();
        let _infallible = write!(told, "\t{cards}");
    }
    if !wild.is_empty() {
        let _infallible = write!(told, "\t{wild}");
    }
    Ok(told)
}

/// The cards that count for others.
fn wild_cards(ranking: &Ranking, reading: &Reading) -> Cards {
    let cards = reading.cards();
    let counts_for_another = ranking.wild_cards(cards);
    cards.into_iter().zip(counts_for_another).filter(|(_, another)| *another).map(|(card, _)| card).collect()
}

fn wanted() -> String {
    format!("wants 3 to {MAX_HAND} cards, such as `As2s3s`, and perhaps a slash and those thrown")
}

/// Different cards, with or without white space between them; those that are thrown after a slash.
fn parse(text: &str) -> Result<Line, String> {
    let packed: String = text.split_whitespace().collect();
    let (held, thrown) = packed.split_once('/').unwrap_or((&packed, ""));
    let mut seen = Pack::EMPTY;
    Ok(Line { held: cards(held, &mut seen)?, thrown: cards(thrown, &mut seen)? })
}

fn cards(packed: &str, seen: &mut Pack) -> Result<Cards, String> {
    if !packed.is_ascii() || !packed.len().is_multiple_of(2) || packed.len() > 2 * MAX_HAND {
        return Err(wanted());
    }
    let mut cards = Cards::EMPTY;
    for from in (0..packed.len()).step_by(2) {
        let code = &packed[from..from + 2];
        let card: Card = code.parse().map_err(|why| format!("{code:?}: {why}"))?;
        if seen.contains(card) {
            return Err(format!("the same card twice; {}", wanted()));
        }
        seen.push(card);
        cards.push(card);
    }
    Ok(cards)
}
