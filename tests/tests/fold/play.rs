//! A table from its first event to its last: who sits, plays, goes and stops it is drawn, and after each act everybody
//! who watches compares.

use std::time::Duration;

use brag_contract::dev_v1::script_service_client::ScriptServiceClient;
use brag_contract::dev_v1::{
    AdvanceClockRequest, CreateScriptedTableRequest, PreparePackRequest, ScriptedSeat,
};
use brag_contract::v1::act_request::Action;
use brag_contract::v1::legal_act::Act;
use brag_contract::v1::option_value::Value;
use brag_contract::v1::rules_service_client::RulesServiceClient;
use brag_contract::v1::table_service_client::TableServiceClient;
use brag_contract::v1::{
    ActRequest, Arrange, CardSet, Cashier, Close, CloseReason, CloseWhen, Deal, Dealing, HandToRank, Leave,
    LegalAct, LegalArrange, Pause, Phase, RankHandsRequest, Remove, Resume, Sit, SitIn, SitOut, TableState,
    TableView, TopUp,
};
use tonic::transport::Channel;
use tonic::{Code, Status};

use crate::acts;
use crate::create::create;
use crate::dice::Dice;
use crate::server::{Server, by, millis, now};
use crate::viewer::{Eyes, Viewer};

/// Hands after which a table is closed.
const HANDS: u32 = 14;
/// Steps after which it is closed, however few hands they were.
const STEPS: u32 = 400;

/// What came of a table.
pub struct Played {
    pub hands: u32,
    pub facts: Vec<String>,
    /// How often somebody began again after the first event.
    pub anew: u64,
}

/// Plays one table.
pub async fn table(server: &Server, seed: u64) -> Played {
    let mut game = Game::new(server, seed).await;
    game.check().await;
    game.sit_down().await;
    for step in 0.. {
        let (view, done) = (&game.operator().view, game.done);
        if view.state() == TableState::Closed {
            break;
        }
        if step > STEPS || view.hand >= HANDS {
            game.close(step > 2 * STEPS).await;
        } else {
            game.step().await;
        }
        // Nothing was done where nothing may be done.
        if done < game.done {
            game.check().await;
        }
    }
    for viewer in &mut game.viewers {
        viewer.ends().await;
    }
    let operator = game.operator();
    let anew = game.viewers.iter().map(|viewer| viewer.whole.anew).sum();
    Played { hands: operator.view.hand, facts: operator.whole.facts.clone(), anew }
}

struct Game<'a> {
    server: &'a Server,
    dice: Dice,
    table: String,
    client: TableServiceClient<Channel>,
    scripts: ScriptServiceClient<Channel>,
    rules: RulesServiceClient<Channel>,
    /// The operator, then the players, then those who only watch.
    viewers: Vec<Viewer>,
    players: Vec<String>,
    scripted: bool,
    /// Few of them look.
    unseen: bool,
    /// Acts and moves of the clock.
    done: u64,
    /// Time has passed, and what it brings about may come between a look at the table and an act.
    uncertain: bool,
}

impl<'a> Game<'a> {
    async fn new(server: &'a Server, seed: u64) -> Game<'a> {
        let mut dice = Dice::new(seed);
        let scripted = dice.one_in(4);
        let table = format!("tables/t{seed}");
        let (mut client, mut scripts) = (server.tables().await, server.scripts().await);
        let rules = server.rules().await;
        let players: Vec<String> = (0..3 + dice.below(4)).map(|number| format!("p{number}")).collect();
        // Sets of options that contradict themselves are drawn again.
        for attempt in 0.. {
            let create = create(server, &table, attempt, scripted, &mut dice);
            let made = if scripted {
                let seats = players.iter().take(3).zip(1..).map(|(player, seat)| ScriptedSeat {
                    seat,
                    player: player.clone(),
                    stack: 1 + dice.below(120) as i64,
                });
                let create = CreateScriptedTableRequest {
                    create: Some(create),
                    seats: seats.collect(),
                    dealer: 1,
                    check_buy_in: false,
                };
                scripts.create_scripted_table(by("op", "operator", create)).await.map(|_| ())
            } else {
                client.create_table(by("op", "operator", create)).await.map(|_| ())
            };
            match made {
                Ok(()) => break,
                // Or the players of a script bring more than such a table takes.
                Err(status) => {
                    let codes = [Code::InvalidArgument, Code::FailedPrecondition];
                    assert!(codes.contains(&status.code()), "{status}");
                }
            }
        }
        let mut eyes = vec![Eyes::new("op", "operator", "")];
        // One of them is an operator, too: what each role shows comes together.
        let roles = |number: usize| if number == 1 { "player,operator" } else { "player" };
        eyes.extend(players.iter().enumerate().map(|(number, player)| Eyes::new(player, roles(number), "")));
        let through = dice.pick(&players).unwrap();
        eyes.push(Eyes::new("gw", "gateway", through));
        eyes.push(Eyes::new("eve", "spectator", ""));
        // Streams and acts go by different connections.
        let watching = server.tables().await;
        let mut viewers = Vec::new();
        for eyes in eyes {
            viewers.push(Viewer::new(eyes, watching.clone(), &table).await);
        }
        let unseen = !dice.one_in(3);
        let (done, uncertain) = (0, false);
        Game {
            server,
            dice,
            table,
            client,
            scripts,
            rules,
            viewers,
            players,
            scripted,
            unseen,
            done,
            uncertain,
        }
    }

    fn operator(&self) -> &Viewer {
        &self.viewers[0]
    }

    fn view_of(&self, player: usize) -> &TableView {
        &self.viewers[player + 1].view
    }

    async fn check(&mut self) {
        for viewer in &mut self.viewers {
            viewer.check(&mut self.dice).await;
        }
    }

    /// Most players take a seat before the first hand.
    async fn sit_down(&mut self) {
        self.by_operator(Action::Pause(Pause {})).await;
        for player in 0..self.players.len() {
            self.check().await;
            if !self.dice.one_in(5) && self.view_of(player).viewer_seat == 0 {
                self.sit(player).await;
            }
        }
        self.check().await;
        self.by_operator(Action::Resume(Resume {})).await;
        self.check().await;
    }

    /// Whatever may happen next.
    async fn step(&mut self) {
        let view = self.operator().view.clone();
        let paused = view.state() == TableState::Paused;
        let running = !matches!(view.phase(), Phase::Idle | Phase::HandOver);
        let lists_acts =
            |&player: &usize| self.view_of(player).legal_acts.iter().any(|list| !list.acts.is_empty());
        let may_act: Vec<usize> = (0..self.players.len()).filter(lists_acts).collect();
        let has_the_turn = |&&player: &&usize| {
            let seat = self.view_of(player).viewer_seat;
            view.to_act.iter().any(|turn| turn.seat == seat)
        };
        let to_act = may_act.iter().find(has_the_turn).copied();
        let player = self.dice.below(self.players.len() as u64) as usize;
        match self.dice.below(100) {
            0..40 if paused => self.by_operator(Action::Resume(Resume {})).await,
            0..15 if !may_act.is_empty() => {
                let player = *self.dice.pick(&may_act).unwrap();
                self.play(player).await;
            }
            0..85 if to_act.is_some() => self.play(to_act.unwrap()).await,
            0..75 if !running && !paused => self.deal(&view).await,
            0..90 => self.come_or_go(player).await,
            90..96 => self.pass_time(&view).await,
            96 | 97 if !paused => self.by_operator(Action::Pause(Pause {})).await,
            98 if view.seats.iter().any(|seat| seat.player == self.players[player] && !seat.leaving) => {
                let player = self.players[player].clone();
                self.by_operator(Action::Remove(Remove { player })).await;
            }
            99 if self.dice.one_in(8) => self.close(false).await,
            _ => self.come_or_go(player).await,
        }
    }

    /// The next hand, as soon as it may be.
    async fn deal(&mut self, view: &TableView) {
        if let Some(at) = &view.next_hand_at {
            return self.advance(view, (millis(at) - now(view)).max(0)).await;
        }
        let manual = view.charter.as_ref().unwrap().clock.unwrap().dealing() == Dealing::Manual;
        if manual && view.enough_players {
            if self.scripted && view.retained_by == 0 && self.dice.one_in(2) {
                // The game of 1751 is played without the low cards.
                let hoyle = view.charter.as_ref().unwrap().variant == "hoyle_1751";
                let ranks = if hoyle { "9TJQKA" } else { "23456789TJQKA" };
                let mut pack: Vec<String> = ranks
                    .chars()
                    .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")))
                    .collect();
                self.dice.shuffle(&mut pack);
                let prepare =
                    PreparePackRequest { table: self.table.clone(), pack, ..PreparePackRequest::default() };
                self.scripts.prepare_pack(by("op", "operator", prepare)).await.unwrap();
            }
            self.by_operator(Action::Deal(Deal {})).await;
        }
    }

    /// One of the acts that the player's list has.
    async fn play(&mut self, player: usize) {
        let list = self.view_of(player).legal_acts.clone().unwrap();
        let mut act = self.dice.pick(&list.acts).unwrap();
        // Where all play unseen everyone folds to a blind player, who then keeps his hand and has two.
        let unlikely = |act: &LegalAct| match &act.act {
            Some(Act::Look(look)) => self.unseen && look.which.is_empty(),
            Some(Act::See(_)) => self.unseen,
            Some(Act::Fold(_)) => !self.unseen,
            _ => false,
        };
        for _ in 0..2 {
            if unlikely(act) {
                act = self.dice.pick(&list.acts).unwrap();
            }
        }
        let action = match &act.act {
            Some(Act::Arrange(legal)) => match self.arrange(player, legal, list.hand).await {
                Some(action) => action,
                // The clock came first.
                None => return,
            },
            _ => acts::any(act, &mut self.dice),
        };
        let looks = matches!(action, Action::Look(_) | Action::Discard(_) | Action::Arrange(_));
        let request = ActRequest {
            turn: (!looks).then_some(list.turn),
            hand: looks.then_some(list.hand),
            action: Some(action),
            ..ActRequest::default()
        };
        self.by_player(player, request).await;
    }

    /// Any sets, in an order that is accepted: by their strength, and between equals as it comes out.
    async fn arrange(&mut self, player: usize, legal: &LegalArrange, hand: u32) -> Option<Action> {
        let mut cards = legal.cards.clone();
        self.dice.shuffle(&mut cards);
        let sets: Vec<Vec<String>> =
            cards.chunks_exact(3).take(legal.sets as usize).map(<[_]>::to_vec).collect();
        let charter = self.view_of(player).charter.clone().unwrap();
        let hands = sets.iter().map(|set| HandToRank { cards: set.clone(), thrown: Vec::new() }).collect();
        let (variant, mut rules) = (charter.variant, charter.rules);
        // Where the low hand wins, an option of the high ones is not to be named, whatever it is (A.3, refusal 10).
        if rules["low"].value != Some(Value::Choice("off".to_owned())) {
            rules.retain(|key, _| !["category_order", "ace_two_three", "best_prial"].contains(&key.as_str()));
        }
        let rank = RankHandsRequest { variant, rules, hands, turned_card: String::new() };
        let ranked = self.rules.rank_hands(by("op", "operator", rank)).await.unwrap().into_inner().hands;
        let mut sets: Vec<(u32, Vec<String>)> = ranked.iter().map(|hand| hand.strength).zip(sets).collect();
        // Of equal ones a suit may decide: each order is tried.
        for _ in 0..200 {
            self.dice.shuffle(&mut sets);
            sets.sort_by_key(|(strength, _)| *strength);
            let sets = sets.iter().map(|(_, cards)| CardSet { cards: cards.clone() }).collect();
            let action = Action::Arrange(Arrange { sets });
            let request = ActRequest {
                table: self.table.clone(),
                request_id: "tried".to_owned(),
                action: Some(action.clone()),
                hand: Some(hand),
                validate_only: true,
                ..ActRequest::default()
            };
            let name = self.players[player].clone();
            let roles = self.viewers[player + 1].eyes.roles;
            match self.client.act(by(&name, roles, request)).await {
                Ok(_) => return Some(action),
                Err(status) if String::from_utf8_lossy(status.details()).contains("SET_ORDER") => {}
                Err(status) => {
                    self.accepted(Some(status));
                    return None;
                }
            }
        }
        panic!("no order of the sets is accepted");
    }

    /// A player does something that needs no turn, if he may.
    async fn come_or_go(&mut self, player: usize) {
        let view = self.view_of(player);
        if view.viewer_seat == 0 {
            return self.sit(player).await;
        }
        let acts = view.table_acts.clone().unwrap();
        let top_up = acts.top_up.map(|range| {
            let most = range.min + (range.max - range.min).min(30);
            Action::TopUp(TopUp { amount: range.min + self.dice.below((most - range.min) as u64 + 1) as i64 })
        });
        let action = match self.dice.below(10) {
            0 if acts.leave.is_some() => Action::Leave(Leave {}),
            1 | 2 if acts.sit_out.is_some() => Action::SitOut(SitOut {}),
            3..7 if acts.sit_in.is_some() => Action::SitIn(SitIn {}),
            _ if top_up.is_some() => top_up.unwrap(),
            _ => return,
        };
        self.by_player(player, ActRequest { action: Some(action), ..ActRequest::default() }).await;
    }

    /// A player sits down, or an operator seats him, with few chips: interesting things happen where they end.
    async fn sit(&mut self, player: usize) {
        let view = self.view_of(player);
        if view.state() == TableState::Closed || !matches!(view.phase(), Phase::Idle | Phase::HandOver) {
            return;
        }
        let display_name = format!("Player {player}");
        let charter = view.charter.as_ref().unwrap();
        if charter.cashier() == Cashier::Operator {
            let Some(Value::Number(least)) = charter.rules["min_buy_in"].value else { panic!("a number") };
            let buy_in = least + self.dice.below(4) as i64;
            let action = Some(Action::Sit(Sit { seat: 0, buy_in, display_name }));
            let request =
                ActRequest { action, player: self.players[player].clone(), ..ActRequest::default() };
            // Whether there is a seat, and what he must bring if he comes back, is his own view's to say.
            let refused = self.send("op", "operator", request).await.err();
            let reasons = [Code::FailedPrecondition];
            assert!(refused.is_none_or(|status| reasons.contains(&status.code())));
        } else if let Some(sit) = view.table_acts.clone().unwrap().sit {
            let seat = *self.dice.pick(&sit.seats).unwrap();
            let more = (sit.max_buy_in - sit.min_buy_in).min(40);
            let buy_in = sit.min_buy_in + self.dice.below(more as u64 + 1) as i64;
            let action = Some(Action::Sit(Sit { seat, buy_in, display_name }));
            self.by_player(player, ActRequest { action, ..ActRequest::default() }).await;
        }
    }

    /// Some time passes: a moment, a part of the time bank, or a whole turn.
    async fn pass_time(&mut self, view: &TableView) {
        let deadline = view.to_act.first().and_then(|turn| turn.deadline.as_ref());
        let left = deadline.map_or(0, |deadline| (millis(deadline) - now(view)).max(0));
        let by = match self.dice.below(4) {
            0 if left > 0 => left,
            1 | 2 if left > 0 => self.dice.below(left as u64) as i64,
            _ => self.dice.below(5_000) as i64,
        };
        self.advance(view, by).await;
    }

    async fn advance(&mut self, view: &TableView, by_millis: i64) {
        let by_millis = by_millis as u64;
        self.done += 1;
        if self.scripted {
            let duration = Some(Duration::from_millis(by_millis).try_into().unwrap());
            let advance = AdvanceClockRequest { table: self.table.clone(), duration };
            self.scripts.advance_clock(by("op", "operator", advance)).await.unwrap();
            return;
        }
        self.server.clock.advance(Duration::from_millis(by_millis));
        self.uncertain = true;
        let then = now(view) + by_millis as i64;
        let due = view.to_act.iter().filter_map(|turn| turn.deadline.as_ref()).chain(&view.next_hand_at);
        if view.state() != TableState::Paused && due.into_iter().any(|at| millis(at) <= then) {
            self.viewers[0].whole.next().await.expect("what is due");
        }
    }

    async fn close(&mut self, now: bool) {
        if self.operator().view.close_reason() != CloseReason::Unspecified && !now {
            return self.step_to_the_end().await;
        }
        let when = if now || self.dice.one_in(3) { CloseWhen::Now } else { CloseWhen::AfterHand };
        self.by_operator(Action::Close(Close { when: when.into() })).await;
    }

    /// The last hand is played, and now and then cut short.
    async fn step_to_the_end(&mut self) {
        if self.dice.one_in(20) {
            return self.by_operator(Action::Close(Close { when: CloseWhen::Now.into() })).await;
        }
        Box::pin(self.step()).await;
    }

    async fn by_operator(&mut self, action: Action) {
        let request = ActRequest { action: Some(action), ..ActRequest::default() };
        let answer = self.send("op", "operator", request).await;
        self.accepted(answer.err());
    }

    /// The player himself, or a gateway for him.
    async fn by_player(&mut self, player: usize, request: ActRequest) {
        let name = self.players[player].clone();
        let roles = self.viewers[player + 1].eyes.roles;
        let answer = if roles == "player" && self.dice.one_in(4) {
            self.send("gw", "gateway", ActRequest { player: name, ..request }).await
        } else {
            self.send(&name, roles, request).await
        };
        self.accepted(answer.err());
    }

    /// What is on the lists is accepted, unless the clock came first.
    fn accepted(&mut self, refused: Option<Status>) {
        let by_time = std::mem::take(&mut self.uncertain);
        if let Some(status) = refused {
            let may_be = matches!(status.code(), Code::FailedPrecondition | Code::Aborted);
            assert!(by_time && may_be, "{}: {status:?}", self.table);
        }
    }

    async fn send(&mut self, caller: &str, roles: &str, request: ActRequest) -> Result<(), Status> {
        self.done += 1;
        let (table, request_id) = (self.table.clone(), format!("r{}", self.done));
        let request = ActRequest { table, request_id, ..request };
        self.client.act(by(caller, roles, request)).await.map(|_| ())
    }
}
