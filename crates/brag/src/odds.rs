//! `brag odds`: how likely hands are to win a showdown.

use crate::outcome::{Outcome, aside, say, so_far};
use crate::rule::RuleArgs;
use brag_rules::card::Card;
use brag_rules::odds::{
    CONFIDENCE, Effort, HandOdds, Known, LOOKS_PER_MS, Method, NoSpot, Odds, Place, Progress, Spot, estimate,
    looks_to_count,
};
use brag_rules::seat::MAX_SEATS;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The command line.
#[derive(clap::Args)]
#[command(after_help = "\
A hand is written without blanks or in quotes; what its holder has thrown stands
after a slash. Of a hand with fewer cards than are dealt the others are not known.
Every deal of the cards that are not named is as likely as any other, and all
hands meet: nobody bets, folds or throws anything. To tie is to be as good as the
best other hand, and `equity` is a hand's share of a pot that equal hands divide.

Where sets are compared, hands are laid out as the engine does it, and `set 1` is
how likely each is to win the first. In the games for all sets (seven cards in two
hands, nine cards) a hand wins that wins each of them, and all tie if none does;
elsewhere (ten and fifteen cards, Crash) one wins that scores most in this deal.
Of the three stakes the figures are those of the brag. In Stop the Bus to win is
to keep the life, to tie to lose one with others; `equity` is the same as `win`.

Counted if that is about a second of work, and then exact; else drawn, and then
the last line says by how much the figures may be off. The same command and seed
give the same figures.

Examples:
  brag odds AsKd9c --opponents 3
  brag odds KsKd9c4h/2s --variant five_card --against QsQd --dead Ah
  brag odds --against 3c3d --json
Exit codes: 0 told, 1 output failed, 2 a card, a rule or a number is wrong.")]
pub struct Args {
    #[command(flatten)]
    rules: RuleArgs,
    /// Your cards, such as AsKd9c; without them you have not looked
    #[arg(value_name = "CARDS", value_parser = hand)]
    own: Option<Known>,
    /// What is known of another hand; again for each
    #[arg(long, value_name = "CARDS", value_parser = hand)]
    against: Vec<Known>,
    /// Further hands of which nothing is known; without this and --against, one
    #[arg(long, value_name = "N")]
    opponents: Option<usize>,
    /// Cards that nobody holds, such as those of a hand that was folded and seen
    #[arg(long, value_name = "CARDS", value_parser = hand)]
    dead: Vec<Known>,
    /// The card that is turned before the deal, where the rules make its rank wild
    #[arg(long, value_name = "CARD")]
    turned: Option<Card>,
    /// Count every deal, even if that takes long
    #[arg(long, conflicts_with = "samples")]
    exact: bool,
    /// Draw so many deals, even if all could be counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_SAMPLES))]
    samples: Option<u64>,
    /// What is drawn from
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Work of a command that says nothing about it.
const USUAL: u64 = 1_000 * LOOKS_PER_MS;
/// The most that `--exact` takes on: about an hour.
const MOST: u64 = 3_600 * USUAL;
/// The most deals that are drawn: with the most hands, about an hour.
const MOST_SAMPLES: u64 = 1_000_000_000;

/// Tells the odds.
pub fn run(args: &Args) -> Outcome {
    let rules = match args.rules.resolve() {
        Ok(rules) => rules,
        Err(outcome) => return outcome,
    };
    let unseen = args.opponents.unwrap_or(usize::from(args.against.is_empty()));
    let opponents = args.against.len().saturating_add(unseen);
    if !(1..MAX_SEATS).contains(&opponents) {
        return Outcome::usage(format_args!(
            "--opponents: with those of --against there are {opponents}, and must be 1 to {}",
            MAX_SEATS - 1
        ));
    }
    let own = std::iter::once(args.own.clone().unwrap_or_default());
    let unseen = std::iter::repeat_n(Known::default(), unseen);
    let hands: Vec<Known> = own.chain(args.against.iter().cloned()).chain(unseen).collect();
    let dead: Vec<Card> =
        args.dead.iter().flat_map(|dead| dead.cards.iter().chain(&dead.thrown)).copied().collect();
    let spot = match Spot::new(&rules, args.turned, &hands, &dead) {
        Ok(spot) => spot,
        Err(why) => return Outcome::usage(format_args!("{}: {why}", flag(args, &why))),
    };
    let effort = match (args.exact, args.samples) {
        (true, _) => Effort { looks: u64::MAX, method: Method::Counted, seed: args.seed },
        (false, Some(deals)) => Effort { looks: u64::MAX, method: Method::Drawn(deals), seed: args.seed },
        (false, None) => Effort { looks: USUAL, method: Method::Fitting, seed: args.seed },
    };
    if args.exact && looks_to_count(&spot) > MOST {
        return Outcome::usage(
            "--exact: there are more deals than an hour is enough for; without it they are drawn",
        );
    }
    let mut meter = Meter::new(!args.json && std::io::stderr().is_terminal());
    let odds = estimate(&spot, &effort, &mut |progress| meter.moves(progress));
    meter.end();
    let Ok(odds) = odds else { return Outcome::Failed("stopped".to_owned()) };
    if args.json {
        say(for_programs(args, &hands, &odds));
    } else {
        say(for_people(args, &hands, usize::from(rules.cards_each), &odds).trim_end());
    }
    Outcome::Done
}

/// What is to blame for a spot that is none.
fn flag(args: &Args, why: &NoSpot) -> &'static str {
    match why.place {
        Place::Cards(0, _) | Place::Thrown(0, _) | Place::Sets(0) => "CARDS",
        Place::Cards(hand, _) | Place::Thrown(hand, _) | Place::Sets(hand) if hand <= args.against.len() => {
            "--against"
        }
        Place::Dead(_) => "--dead",
        Place::Turned => "--turned",
        Place::Hands | Place::Cards(..) | Place::Thrown(..) | Place::Sets(_) => "--opponents",
    }
}

/// Cards, with or without white space between them; those that are thrown after a slash.
fn hand(text: &str) -> Result<Known, String> {
    let packed: String = text.split_whitespace().collect();
    let (held, thrown) = packed.split_once('/').unwrap_or((&packed, ""));
    Ok(Known { cards: cards(held)?, thrown: cards(thrown)?, sets: None })
}

fn cards(packed: &str) -> Result<Vec<Card>, String> {
    let letters: Vec<char> = packed.chars().collect();
    let of_two = letters.chunks(2).map(|two| {
        let code: String = two.iter().collect();
        code.parse().map_err(|why| format!("{code:?}: {why}"))
    });
    of_two.collect()
}

/// How far it has come, for whoever waits longer than a second.
struct Meter {
    on: bool,
    said: Instant,
    any: bool,
}

impl Meter {
    fn new(on: bool) -> Meter {
        Meter { on, said: Instant::now(), any: false }
    }

    fn moves(&mut self, Progress { done, of }: Progress) -> bool {
        if self.on && self.said.elapsed() >= Duration::from_secs(1) {
            (self.said, self.any) = (Instant::now(), true);
            so_far(format_args!("{:.1} %", 100.0 * done as f64 / of as f64));
        }
        true
    }

    fn end(&self) {
        if self.any {
            aside("");
        }
    }
}

/// A table, and what it is worth.
fn for_people(args: &Args, hands: &[Known], each: usize, odds: &Odds) -> String {
    let names: Vec<String> = hands.iter().map(|hand| name(hand, each)).collect();
    let width = names.iter().map(String::len).chain([4]).max().unwrap_or(4);
    let row = |name: &str, of: &[String]| {
        let columns: String = of.iter().map(|column| format!("  {column:>8}")).collect();
        format!("{name:width$}{columns}\n")
    };
    let sets = (1..=odds.sets.len()).map(|set| format!("set {set}"));
    let heads: Vec<String> =
        ["win", "tie", "lose", "equity"].map(str::to_owned).into_iter().chain(sets).collect();
    let mut text = row("hand", &heads);
    for (place, (name, hand)) in names.iter().zip(&odds.hands).enumerate() {
        let sets = odds.sets.iter().map(|set| set[place].win);
        let shares = [hand.win, hand.tie, hand.lose, hand.equity].into_iter().chain(sets);
        text += &row(name, &shares.map(|share| format!("{:.2} %", 100.0 * share)).collect::<Vec<_>>());
    }
    let deals = odds.deals;
    text += &if odds.exact {
        format!("exact: every deal counted, {deals} of them\n")
    } else {
        format!(
            "estimated: {deals} deals drawn with seed {}; all figures within {:.2} points, with a probability of {:.0} %\n",
            args.seed,
            100.0 * odds.error,
            100.0 * CONFIDENCE
        )
    };
    text
}

/// The cards of a hand, and how many are not known.
fn name(hand: &Known, each: usize) -> String {
    let codes = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<String>();
    let unknown = each - hand.cards.len() - hand.thrown.len();
    let mut name = codes(&hand.cards);
    if unknown == each {
        return "unseen".to_owned();
    }
    if unknown > 0 {
        name += &format!("+{unknown}");
    }
    if !hand.thrown.is_empty() {
        name += &format!("/{}", codes(&hand.thrown));
    }
    name
}

/// One object.
fn for_programs(args: &Args, hands: &[Known], odds: &Odds) -> serde_json::Value {
    let codes = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
    let figures = |of: &HandOdds| serde_json::json!({ "win": of.win, "tie": of.tie, "lose": of.lose, "equity": of.equity });
    let of_hands = hands.iter().enumerate().map(|(place, hand)| {
        let mut told = figures(&odds.hands[place]);
        told["cards"] = codes(&hand.cards).into();
        told["thrown"] = codes(&hand.thrown).into();
        told["sets"] = odds.sets.iter().map(|set| figures(&set[place])).collect();
        told
    });
    serde_json::json!({
        "variant": args.rules.variant(),
        "hands": of_hands.collect::<Vec<_>>(),
        "exact": odds.exact,
        "deals": odds.deals,
        "error_bound": odds.error,
        "confidence": if odds.exact { 1.0 } else { CONFIDENCE },
        "seed": args.seed,
    })
}
