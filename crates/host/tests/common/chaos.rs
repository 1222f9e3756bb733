//! A table to which everything happens that can: random rules, random play, people who come, rest and go.

use super::{House, Seated, create, let_all_run, next_act, state};
use brag_host::{CreateTable, TableHandle};
use brag_rules::variant::Variant;
use brag_table::Action;
use brag_table::charter::ClockTerms;
use brag_table::view::table_acts;
use brag_testkit::chance::Stream;
use brag_testkit::options::random_rules;
use std::time::Duration;

const PEOPLE: u64 = 6;

/// A table with random rules.
pub async fn random_table(house: &House, name: &str, stream: &mut Stream) -> TableHandle {
    let all = Variant::all();
    let variant = match stream.below(4) {
        0 => Variant::ThreeCard,
        1 => Variant::TeenPatti,
        _ => all[stream.below(all.len() as u64) as usize],
    };
    let (_, rules) = random_rules(variant, stream);
    let clock = ClockTerms {
        hand_pause: 1_000 * stream.below(3) as u32,
        automatic: !stream.one_in(4),
        ..ClockTerms::default()
    };
    house.host.create(CreateTable { rules, clock, ..create("maker", name, &[]) }).await.unwrap()
}

/// So many things happen, or are refused.
pub async fn live(house: &House, seated: &mut Seated, stream: &mut Stream, things: u32) {
    for _ in 0..things {
        if state(&seated.table).room.closed {
            return;
        }
        let (player, play) = (format!("p{}", 1 + stream.below(PEOPLE)), next_act(&seated.table, stream));
        let _refused = match (stream.below(20), play) {
            (0..14, Some((seat, act))) => seated.play(seat, act).await,
            (0..14, None) => {
                house.clock.advance(Duration::from_secs(2));
                let_all_run().await;
                sit_or_add(seated, &player, stream).await
            }
            (14, _) => {
                house.clock.advance(Duration::from_secs(20 * stream.below(4)));
                let_all_run().await;
                continue;
            }
            (15, _) => sit_or_add(seated, &player, stream).await,
            (16, _) => {
                let action = if stream.one_in(2) { Action::SitOut } else { Action::SitIn };
                seated.ask(&player, action).await
            }
            (17, _) => {
                let action = if stream.one_in(2) { Action::Leave } else { Action::Remove };
                if stream.one_in(3) { seated.ask(&player, action).await } else { continue }
            }
            (18, _) => {
                let stopped = seated.ask("boss", Action::Pause).await;
                house.clock.advance(Duration::from_secs(stream.below(100)));
                let_all_run().await;
                let _resumed = seated.ask("boss", Action::Resume).await;
                stopped
            }
            _ if stream.one_in(40) => seated.ask("boss", Action::Close { at_once: stream.one_in(2) }).await,
            _ => seated.ask("boss", Action::Deal).await,
        };
    }
}

async fn sit_or_add(
    seated: &mut Seated,
    player: &str,
    stream: &mut Stream,
) -> Result<brag_host::Acted, brag_host::ActError> {
    let acts = seated.table.read(|table, now| table_acts(table, player, false, now));
    let action = match (acts.sit, acts.top_up) {
        (Some(sit), _) => Action::Sit {
            seat: None,
            buy_in: sit.min + stream.below((sit.max - sit.min).min(300) + 1),
            display_name: format!("Called {player}").into(),
        },
        (None, Some((min, max))) => Action::TopUp(min + stream.below((max - min).min(300) + 1)),
        (None, None) => Action::SitIn,
    };
    seated.ask(player, action).await
}
