//! People at a table: requests as a service would make them.

use super::principal;
use brag_host::{ActCommand, ActError, Acted, TableHandle};
use brag_rules::act::Act;
use brag_rules::seat::Seat;
use brag_table::{Action, By};
use brag_testkit::chance::Stream;
use brag_testkit::player::choose;
use sha2::{Digest, Sha256};

/// A request as a service would make it: its hash is that of everything but who asks under which id.
pub fn command(player: &str, request_id: &str, action: Action) -> ActCommand {
    let mut command = ActCommand {
        caller: principal(player),
        player: player.into(),
        owns_seat: true,
        by: By::Player,
        action,
        request_id: request_id.into(),
        body_hash: [0; 32],
        turn: None,
        hand: None,
        expected_seq: None,
        validate_only: false,
        trace: Default::default(),
    };
    command.body_hash = body_hash(&command);
    command
}

fn body_hash(command: &ActCommand) -> [u8; 32] {
    let ActCommand { action, player, turn, hand, .. } = command;
    Sha256::digest(format!("{action:?} {player} {turn:?} {hand:?}")).into()
}

/// A table, and a source of request ids.
pub struct Seated {
    pub table: TableHandle,
    prefix: &'static str,
    asked: u64,
}

impl Seated {
    pub fn new(table: TableHandle) -> Seated {
        Seated::asking(table, "asked")
    }

    /// Whose request ids begin so.
    pub fn asking(table: TableHandle, prefix: &'static str) -> Seated {
        Seated { table, prefix, asked: 0 }
    }

    /// So many players with so many chips each: `p1` on seat 1, `p2` on seat 2 …
    pub async fn with(table: TableHandle, players: u8, chips: u64) -> Seated {
        let mut seated = Seated::new(table);
        for number in 1..=players {
            seated.sit(number, chips).await.unwrap();
        }
        seated
    }

    pub async fn sit(&mut self, number: u8, chips: u64) -> Result<Acted, ActError> {
        let action = Action::Sit { seat: Some(number), buy_in: chips, display_name: "".into() };
        self.ask(&format!("p{number}"), action).await
    }

    /// Asks under an id of its own.
    pub async fn ask(&mut self, player: &str, action: Action) -> Result<Acted, ActError> {
        let command = self.command(player, action);
        self.table.act(command).await
    }

    pub fn command(&mut self, player: &str, action: Action) -> ActCommand {
        self.asked += 1;
        command(player, &format!("{}-{}", self.prefix, self.asked), action)
    }

    /// An act of the hand, with the numbers that the player sees.
    pub async fn play(&mut self, seat: Seat, act: Act) -> Result<Acted, ActError> {
        let command = self.act_now(seat, act);
        self.table.act(command).await
    }

    /// That act as a request with the numbers of now.
    pub fn act_now(&mut self, seat: Seat, act: Act) -> ActCommand {
        let player = self.table.read(|table, _| table.occupant(seat).unwrap().player.clone());
        let mut command = self.command(&player, Action::Play(act));
        (command.turn, command.hand) =
            self.table.read(|table, _| (Some(table.room.turn), Some(table.hand.number)));
        command.body_hash = body_hash(&command);
        command
    }
}

/// Who is asked, and something that he may do.
pub fn next_act(table: &TableHandle, stream: &mut Stream) -> Option<(Seat, Act)> {
    table.read(|table, _| {
        let seat = table.hand.to_act.first()?;
        Some((seat, choose(&brag_table::decide::legal(table, seat), table, stream)?))
    })
}

/// Plays at random until nobody is asked anything.
pub async fn play_to_the_end_of_the_hand(seated: &mut Seated, stream: &mut Stream) {
    let hand = seated.table.read(|table, _| table.hand.number);
    while seated.table.read(|table, _| table.hand.number == hand && table.hand.is_running()) {
        let (seat, act) = next_act(&seated.table, stream).expect("somebody is asked");
        seated.play(seat, act).await.unwrap();
    }
}
