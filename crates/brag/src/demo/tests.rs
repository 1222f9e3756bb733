use super::*;
use std::collections::BTreeMap;

mod games;

/// The accounts of a game as they follow from what is told, and from nothing else.
#[derive(Default)]
struct Accounts {
    stacks: BTreeMap<String, i64>,
    brought: i64,
    /// Who is dealt in.
    playing: Vec<String>,
    /// Chips in the middle, over all pots, and those that wait for the next hand.
    pot: i64,
    checked: u32,
}

impl Accounts {
    fn pay(&mut self, name: &str, amount: i64) {
        *self.stacks.get_mut(name).unwrap() -= amount;
        self.pot += amount;
    }

    /// Books a line; false if it says nothing about chips.
    fn book(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.trim_end_matches('.').split(' ').collect();
        let number = |word: &str| word.trim_end_matches([',', ';', ':', '.']).parse::<i64>().unwrap();
        let after = |word: &str| {
            let at =
                words.iter().position(|other| *other == word).unwrap_or_else(|| panic!("{word}: {line}"));
            number(words[at + 1])
        };
        let name = words[0].to_owned();
        if let ["Hand", _, _, "deals", "to", ..] = words.as_slice() {
            let players = line.split(" deals to ").nth(1).unwrap().split(';').next().unwrap();
            self.playing = players.replace(" and ", ", ").split(", ").map(str::to_owned).collect();
            if line.contains("in the pot from before") {
                assert!(line.contains(&format!(", {} in the pot", self.pot)), "{line}: {} wait", self.pot);
            } else {
                assert_eq!(self.pot, 0, "{line}");
            }
            return true;
        }
        match words.get(1) {
            Some(&"antes") => {
                let each = number(words[2]);
                self.playing.clone().iter().for_each(|name| self.pay(name, each));
                assert_eq!(after("pot"), self.pot, "{line}");
            }
            Some(&"brings") => {
                let amount = after("brings");
                *self.stacks.entry(name.clone()).or_default() += amount;
                self.brought += amount;
                assert_eq!(after("has"), self.stacks[&name], "{line}");
            }
            Some(&("calls" | "raises")) => self.pay(&name, after("with")),
            Some(&"pays") => self.pay(&name, after("pays")),
            Some(&"covers") => {
                self.pay(&name, number(words.iter().skip_while(|word| **word != "last").nth(1).unwrap()))
            }
            Some(&"has") if line.contains("no chips left and covers") => {}
            Some(&"wins") => {
                let amount = after("wins");
                self.pot -= amount;
                *self.stacks.get_mut(&name).unwrap() += amount;
                assert_eq!(after("has"), self.stacks[&name], "{line}");
            }
            Some(&"gets") if line.contains("of the pot that waited") => {
                let amount = after("gets");
                self.pot -= amount;
                *self.stacks.get_mut(&name).unwrap() += amount;
                assert_eq!(after("has"), self.stacks[&name], "{line}");
            }
            Some(&"folded") if line.contains("wait for the next hand") => {
                assert!(line.contains(&format!(": {} chips wait", self.pot)), "{line}: {}", self.pot);
            }
            Some(&"takes") if line.contains("from the table") => {
                assert_eq!(after("takes"), self.stacks.remove(&name).unwrap(), "{line}");
                self.brought -= after("takes");
            }
            _ => return false,
        }
        let all: i64 = self.stacks.values().sum::<i64>() + self.pot;
        assert_eq!(all, self.brought, "chips are neither made nor lost: {line}");
        self.checked += 1;
        true
    }
}

/// Every number that stands in the fact, as JSON writes it.
fn numbers(value: &Value, found: &mut Vec<(String, i64)>) {
    let Value::Object(fields) = value else { return };
    for (key, value) in fields {
        match value {
            Value::String(text) => found.extend(text.parse().ok().map(|number| (key.clone(), number))),
            Value::Number(number) => found.extend(number.as_i64().map(|number| (key.clone(), number))),
            _ => {}
        }
    }
}

/// The facts about chips that move in a hand, with the fields that their line must have, by the name of a player for a seat.
const TOLD: [(&str, &[&str], &[&str]); 8] = [
    ("antesPaid", &["each", "pot"], &[]),
    ("betMade", &["amount", "pot"], &["seat"]),
    ("seePaid", &["amount", "pot"], &["seer", "seen"]),
    ("covered", &["amount", "pot"], &["seat"]),
    ("potAwarded", &["amount", "stack"], &["seat"]),
    ("potCarried", &["amount"], &["winner"]),
    ("chipsAdded", &["amount", "stack"], &["seat"]),
    ("chipsRemoved", &["amount"], &["seat"]),
];

async fn game(players: u8, seed: u64, hands: u32) -> Vec<Told> {
    told_of(plan("three_card", BTreeMap::new(), players, seed), hands).await
}

fn plan(variant: &str, rules: BTreeMap<String, v1::OptionValue>, players: u8, seed: u64) -> Plan {
    let kinds = [Kind::Loose, Kind::Random, Kind::Tight].into_iter().cycle();
    let players = NAMES.map(str::to_owned).into_iter().zip(kinds).take(players.into()).collect();
    Plan { table: "demo".to_owned(), variant: variant.to_owned(), rules, players, stack: 60, seed }
}

async fn told_of(plan: Plan, hands: u32) -> Vec<Told> {
    let server = Local::start().unwrap();
    let mut game = Game::start(&server.uri(), plan).await.unwrap();
    let mut teller = Teller::new(Suits::Symbols);
    let mut told = Vec::new();
    for _ in 0..hands {
        game.deal().await.unwrap();
        while game.act().await.unwrap() {}
        while let Some(events) = game.told() {
            told.extend(teller.tell(&events).unwrap());
        }
    }
    game.close().await.unwrap();
    while let Some(events) = game.told() {
        told.extend(teller.tell(&events).unwrap());
    }
    server.end().await;
    told
}

/// What is told is what happened: every event is there, with its amounts and its players, and the chips add up by the
/// lines alone.
#[tokio::test]
async fn the_commentary_tells_what_happened() {
    let told = game(4, 11, 40).await;
    let mut accounts = Accounts::default();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for (at, Told { event, line }) in told.iter().enumerate() {
        assert_eq!(event.seq, at as u64 + 1, "no event is left out");
        let json = protojson::of(event, "brag.v1.Event").unwrap();
        let (fact, fields) = json.as_object().unwrap().iter().find(|(_, value)| value.is_object()).unwrap();
        *seen.entry(fact.clone()).or_default() += 1;
        let Some(line) = line else {
            assert!(["turnBegan", "nextHand"].contains(&fact.as_str()), "{fact} is not told");
            continue;
        };
        let told_so = TOLD.iter().find(|(name, _, _)| name == fact);
        if let Some((_, amounts, seats)) = told_so {
            let mut found = Vec::new();
            numbers(fields, &mut found);
            let words: Vec<&str> = line.split([' ', ';', ',', '.', ':']).collect();
            for (key, number) in found {
                if amounts.contains(&key.as_str()) {
                    assert!(words.contains(&number.to_string().as_str()), "{key} {number} in {line}");
                } else if seats.contains(&key.as_str()) {
                    assert!(words.contains(&NAMES[number as usize - 1]), "{key} {number} in {line}");
                }
            }
        }
        let booked = accounts.book(line);
        assert!(booked || told_so.is_none(), "{line} says nothing of chips");
    }
    // Who has none left takes none.
    accounts.stacks.retain(|_, stack| *stack > 0);
    assert!(
        accounts.stacks.is_empty() && accounts.pot == 0 && accounts.brought == 0,
        "everybody went with his chips"
    );
    assert!(accounts.checked > 200, "{}", accounts.checked);
    for fact in ["betMade", "seePaid", "covered", "potAwarded", "potCarried", "handShown", "looked", "folded"]
    {
        assert!(seen.contains_key(fact), "the game has a {fact}: {seen:?}");
    }
}

/// A wrong amount, a wrong winner or a line that is missing does not pass the check.
#[test]
#[should_panic(expected = "chips are neither made nor lost")]
fn a_wrong_amount_does_not_add_up() {
    let mut accounts = Accounts::default();
    for line in ["Ann brings 60 chips and has 60.", "Ben brings 60 chips and has 60."] {
        accounts.book(line);
    }
    accounts.brought += 1;
    accounts.book("Ann calls with 2; pot 2.");
}
