//! `brag rank`: hands on standard input, one a line.

use crate::outcome::Outcome;
use crate::rule::RuleArgs;
use brag_rules::card::Card;
use brag_rules::rank::Ranking;
use std::io::{self, BufRead, BufWriter, Write};

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  printf 'As2s3s\\nKhKdKs\\n' | brag rank
  As2s3s  14  running_flush
  KhKdKs  3   prial
Exit codes: 0 all ranked, 1 input or output failed, 2 a line is no hand or a rule is wrong.")]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
}

/// Ranks until the input ends.
pub fn run(args: &Args) -> Outcome {
    let rules = match args.rules.resolve() {
        Ok(rules) => rules,
        Err(outcome) => return outcome,
    };
    let ranking = Ranking::of(&rules.ranking);
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
        let cards = match hand(text) {
            Ok(cards) => cards,
            Err(why) => {
                // What was ranked before the wrong line stays on standard output.
                let flushed = out.flush();
                let why = format!("line {}: {text:?}: {why}", number + 1);
                return if flushed.is_ok() { Outcome::Usage(why) } else { Outcome::No };
            }
        };
        let (index, class) = (ranking.strength(cards).index(), ranking.class(cards).name());
        match writeln!(out, "{text}\t{index}\t{class}") {
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

/// Three different cards, with or without white space between them.
fn hand(text: &str) -> Result<[Card; 3], String> {
    let packed: String = text.split_whitespace().collect();
    let wants = "wants three cards, such as `As2s3s`";
    if !packed.is_ascii() || packed.len() != 6 {
        return Err(wants.to_owned());
    }
    let card = |from: usize| {
        let code = &packed[from..from + 2];
        code.parse::<Card>().map_err(|why| format!("{code:?}: {why}"))
    };
    let cards = [card(0)?, card(2)?, card(4)?];
    if cards[0] == cards[1] || cards[0] == cards[2] || cards[1] == cards[2] {
        return Err(format!("the same card twice; {wants}"));
    }
    Ok(cards)
}
