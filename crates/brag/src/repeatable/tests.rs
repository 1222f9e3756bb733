use super::*;
use crate::local::Local;

/// Hands with each way to shuffle: enough for somebody to keep one.
const HANDS: u32 = 12;

fn plan(table: &str, variant: &str, rules: &[(&str, &str)], seed: u64) -> Plan {
    let rule = |(key, name): &(&str, &str)| {
        ((*key).to_owned(), v1::OptionValue { value: Some(Value::Choice((*name).to_owned())) })
    };
    let kinds = [Kind::Tight, Kind::Loose, Kind::Random, Kind::Loose, Kind::Random];
    Plan {
        table: table.to_owned(),
        variant: variant.to_owned(),
        rules: rules.iter().map(rule).collect(),
        players: ["ann", "ben", "cat", "dan", "eve"].map(str::to_owned).into_iter().zip(kinds).collect(),
        stack: 200,
        seed,
    }
}

/// Every fact of a game of so many hands, without what is the server's own: times and ids.
async fn play(server: &Local, plan: Plan, hands: u32) -> Vec<Fact> {
    let mut game = Game::start(&server.uri(), plan).await.unwrap();
    for _ in 0..hands {
        game.deal().await.unwrap();
        while game.act().await.unwrap() {}
    }
    let won = |game: &Game| game.won().iter().map(|(_, won)| won).sum::<i64>();
    assert_eq!(won(&game) + game.view().carried, 0, "chips are only moved");
    game.close().await.unwrap();
    assert_eq!(won(&game), 0, "everybody took what he had");
    let mut facts = Vec::new();
    while let Some(events) = game.told() {
        facts.extend(events.into_iter().filter_map(|event| event.fact));
    }
    facts.retain(|fact| !matches!(fact, Fact::Created(_)));
    facts
}

#[tokio::test]
async fn one_seed_is_one_game() {
    let server = Local::start().unwrap();
    let first = play(&server, plan("a", "three_card", &[], 7), 12).await;
    let again = play(&server, plan("b", "three_card", &[], 7), 12).await;
    let other = play(&server, plan("c", "three_card", &[], 8), 12).await;
    assert_eq!(first, again);
    assert_ne!(first, other);
    let shuffles = first.iter().filter(|fact| matches!(fact, Fact::PackShuffled(_))).count();
    assert!(shuffles < 6, "the pack is shuffled after a prial alone: {shuffles} of 12");
    assert!(
        !first.iter().any(|fact| matches!(fact, Fact::PackPrepared(_))),
        "the script lays what the game shuffles"
    );
    server.end().await;
}

/// Where every hand shuffles, a kept hand is out of the pack, and the script has to know which cards those are.
#[tokio::test]
async fn packs_are_laid_by_every_way_to_shuffle() {
    let server = Local::start().unwrap();
    let modes = ["every_hand", "never", "on_prial_shown", "on_prial_or_exhausted"];
    let mut kept = 0;
    for mode in modes {
        let table = mode.replace('_', "-");
        let facts = play(&server, plan(&table, "three_card", &[("shuffle_mode", mode)], 3), HANDS).await;
        let shuffles = facts.iter().filter(|fact| matches!(fact, Fact::PackShuffled(_))).count();
        match mode {
            "every_hand" => {
                assert_eq!(shuffles, HANDS as usize);
                kept = facts.iter().filter(|fact| matches!(fact, Fact::Retained(kept) if kept.keeps)).count();
            }
            "never" => assert_eq!(shuffles, 1),
            _ => assert!((1..HANDS as usize).contains(&shuffles), "{mode}: {shuffles}"),
        }
        assert!(!facts.iter().any(|fact| matches!(fact, Fact::PackPrepared(_))), "{mode}");
    }
    assert!(kept > 0, "somebody kept a hand over a shuffle");
    let low = play(&server, plan("low", "lowball", &[], 5), 8).await;
    assert!(low.iter().any(|fact| matches!(fact, Fact::HandShown(_))));
    server.end().await;
}
