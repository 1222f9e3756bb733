//! The facts of the games beside brag betting: sets, Stop the Bus, Crash, the three stakes and equalised betting.

use super::*;
use brag_contract::v1::{self, HandClass};

fn codes(cards: &str) -> Vec<String> {
    cards.split_whitespace().map(str::to_owned).collect()
}

/// Facts and their lines.
#[track_caller]
fn are_told<const N: usize>(lines: [(Fact, &str); N]) {
    for (fact, line) in lines {
        assert_eq!(told(fact.clone()), line, "{fact:?}");
    }
}

#[test]
fn bets_on_sets_are_told_by_their_set() {
    use v1::{FoldReason, SetFolded, SetOpened, SetsWithdrawn, WinningsReturned};
    let folded = |reason: FoldReason| Fact::SetFolded(SetFolded { seat: 2, set: 1, reason: reason.into() });
    are_told([
        (Fact::SetOpened(SetOpened { set: 2, stake: 4 }), "Bets on set 2; stake 4."),
        (folded(FoldReason::Asked), "Ben folds set 1."),
        (folded(FoldReason::TimedOut), "Ben folds set 1, out of time."),
        (folded(FoldReason::Left), "Ben folds set 1, leaving."),
        (Fact::SetsWithdrawn(SetsWithdrawn { seat: 1 }), "Ann takes the later sets away."),
        (
            Fact::WinningsReturned(WinningsReturned { seat: 1, amount: 6, stack: 94 }),
            "Ann returns 6 chips and has 94.",
        ),
        (
            Fact::WinningsReturned(WinningsReturned { seat: 2, amount: 1, stack: 99 }),
            "Ben returns 1 chip and has 99.",
        ),
        (Fact::PotsWait(v1::PotsWait { pots: vec![] }), "No pot waits any more."),
        (Fact::SetDecided(v1::SetDecided { set: 3, best: vec![], pots: vec![] }), "Nobody wins set 3."),
    ]);
    let four = v1::SetShown {
        seat: 1,
        set: 1,
        cards: codes("3c 3d 3h 3s"),
        hand_class: HandClass::Four.into(),
        strength: 1,
    };
    are_told([(Fact::SetShown(four), "Ann shows set 1, 3♠ 3♥ 3♦ 3♣: four of a kind.")]);
}

#[test]
fn stop_the_bus_is_told_with_its_cards_and_lives() {
    use v1::{
        BusGameEnded, BusGameStarted, CircuitsEnded, CommonCard, CommonsDealt, HandsCompared, LivesForfeited,
        StoodPat, Stuck, Swapped, SwappedAll,
    };
    let started = |lives, each, pot| Fact::BusGameStarted(BusGameStarted { lives, each, pot });
    let common = |card: &str| CommonCard { card: card.to_owned(), ..CommonCard::default() };
    let commons = ["9c", "Td", "As"].map(common).to_vec();
    are_told([
        (started(3, 0, 0), "A new game begins: everybody has 3 lives."),
        (started(1, 5, 15), "A new game begins: everybody has 1 life and pays 5; pot 15."),
        (Fact::CommonsDealt(CommonsDealt { commons }), "Face up lie 9♣ T♦ A♠."),
        (
            Fact::Swapped(Swapped { seat: 2, place: 1, own: "2c".into(), common: "As".into() }),
            "Ben puts down 2♣ and takes A♠.",
        ),
        (
            Fact::SwappedAll(SwappedAll { seat: 1, own: codes("2c 7d 9h") }),
            "Ann puts down 2♣ 7♦ 9♥ and takes all three.",
        ),
        (Fact::Stuck(Stuck { seat: 1 }), "Ann sticks: everybody else has one more turn."),
        (Fact::StoodPat(StoodPat { seat: 2 }), "Ben stands."),
        (Fact::CircuitsEnded(CircuitsEnded {}), "Nobody sticks for too long: the hands are compared."),
        (Fact::LivesForfeited(LivesForfeited { seat: 2 }), "Ben gives up the game."),
        (Fact::BusGameEnded(BusGameEnded { winner: 1 }), "Ann is the last one in, and wins the game."),
        (Fact::BusGameEnded(BusGameEnded { winner: 0 }), "The game is broken off."),
        (
            Fact::HandsCompared(HandsCompared { lowest: vec![1, 2], lost: false }),
            "All are equal, and nobody would be left: the deal is repeated.",
        ),
    ]);
    // The lives are those after it.
    let mut view = table(&["Ann", "Ben", "Cat"]);
    (view.seats[0].lives, view.seats[1].lives, view.seats[2].lives) = (2, 0, 1);
    let lose = |lowest: &[u32]| {
        let compared = Fact::HandsCompared(HandsCompared { lowest: lowest.to_vec(), lost: true });
        Commentary::new().tell(&event(compared), &view).unwrap()
    };
    assert_eq!(lose(&[1]), "Ann loses a life: 2 left.");
    assert_eq!(lose(&[2, 3]), "Ben and Cat each lose a life: out, 1 left.");
}

#[test]
fn a_game_of_crash_is_told_with_its_points_and_the_spare_hand() {
    use v1::{
        CrashBrokenOff, CrashLeft, CrashStarted, CrashWon, CrashWonBy, DealtHand, EscrowWaits, PayReason,
        PlayerPaid, PointsScored, SpareDealt, SpareLeft, SpareTaken,
    };
    let mut view = table(&["Ann", "Ben", "Cat"]);
    view.crash = Some(v1::CrashView { players: vec![1, 3], ..v1::CrashView::default() });
    let started = Commentary::new().tell(&event(Fact::CrashStarted(CrashStarted {})), &view);
    assert_eq!(started.unwrap(), "A new game begins: Ann and Cat.");
    let spare = |hands: usize| Fact::SpareDealt(SpareDealt { hands: vec![DealtHand::default(); hands] });
    let taken = |fee, cards: &str| {
        Fact::SpareTaken(SpareTaken { seat: 1, fee, cards: codes(cards), ..SpareTaken::default() })
    };
    let paid = |reason: PayReason, amount| {
        Fact::PlayerPaid(PlayerPaid {
            from: 2,
            to: 1,
            amount,
            from_stack: 88,
            to_stack: 112,
            reason: reason.into(),
        })
    };
    let points = |set, points| Fact::PointsScored(PointsScored { seat: 2, set, points, total: 7 });
    let won = |by: CrashWonBy| Fact::CrashWon(CrashWon { seat: 1, by: by.into() });
    are_told([
        (spare(1), "A spare hand is dealt."),
        (spare(2), "A spare hand is dealt, and one that nobody gets."),
        (taken(0, "?? ??"), "Ann changes the whole hand for the spare one."),
        (
            taken(1, "?? ??"),
            "Ann changes the whole hand for the spare one for 1 chip, which the winner of the game gets.",
        ),
        (
            taken(5, "As Kd"),
            "Ann changes the whole hand for the spare one for 5 chips, which the winner of the game gets: A♠ K♦.",
        ),
        (Fact::SpareLeft(SpareLeft { seat: 2 }), "Ben leaves the spare hand."),
        (paid(PayReason::FourOfAKind, 2), "Ben pays Ann 2 chips for four of a kind, and has 88."),
        (paid(PayReason::Settlement, 10), "Ben pays Ann 10 chips, and has 88."),
        (points(3, 1), "Ben scores a point, and has 7."),
        (points(0, 2), "Ben scores 2 points for all four hands, and has 7."),
        (won(CrashWonBy::Target), "Ann wins the game: that is the target."),
        (won(CrashWonBy::AllHands), "Ann wins the game: all four hands, a crash."),
        (won(CrashWonBy::FourThrees), "Ann wins the game with four threes."),
        (won(CrashWonBy::OthersLeft), "Ann wins the game: the others left."),
        (
            Fact::CrashLeft(CrashLeft { seat: 2, amount: 10, stack: 90, escrow: 20 }),
            "Ben leaves the game and pays 10 chips; 20 for the winner.",
        ),
        (Fact::CrashBrokenOff(CrashBrokenOff {}), "The game is broken off."),
        (Fact::EscrowWaits(EscrowWaits { amount: 1 }), "1 chip waits for the winner of the game."),
        (Fact::EscrowWaits(EscrowWaits { amount: 20 }), "20 chips wait for the winner of the game."),
    ]);
}

#[test]
fn the_three_stakes_are_told_phase_by_phase() {
    use v1::{
        BonusPaid, CardDrawn, CardExchanged, CardsTurnedUp, ClassicAnswer, ClassicBet, ClassicBetKind,
        ClassicPotWaits, ClassicWord, SeatCard, StakesLaid,
    };
    let up = |seat, card: &str| SeatCard { seat, card: card.to_owned() };
    let answer = |word: ClassicWord| Fact::ClassicAnswer(ClassicAnswer { seat: 2, word: word.into() });
    let bet = |kind: ClassicBetKind| {
        Fact::ClassicBet(ClassicBet { seat: 1, kind: kind.into(), amount: 4, stake: 4, stack: 90, pot: 18 })
    };
    let drawn = |total, again| {
        Fact::CardDrawn(CardDrawn { seat: 1, card: "7h".into(), total, again, ..CardDrawn::default() })
    };
    let exchanged = CardExchanged {
        seat: 2,
        place: 1,
        thrown: "2c".into(),
        card: "Kd".into(),
        total: 28,
        ..CardExchanged::default()
    };
    let waits = |pot, amount| Fact::ClassicPotWaits(ClassicPotWaits { pot, amount });
    are_told([
        (
            Fact::StakesLaid(StakesLaid { each: 2, pots: vec![6, 9, 7] }),
            "Everybody lays three stakes of 2; pots 6 of the best card, 9 of the brag and 7 of thirty-one.",
        ),
        (
            Fact::CardsTurnedUp(CardsTurnedUp { cards: vec![up(1, "Ad"), up(2, "9c")] }),
            "Face up: A♦ before Ann and 9♣ before Ben.",
        ),
        (answer(ClassicWord::Pass), "Ben passes."),
        (answer(ClassicWord::Decline), "Ben declines."),
        (answer(ClassicWord::Concede), "Ben concedes."),
        (answer(ClassicWord::Stand), "Ben stands."),
        (bet(ClassicBetKind::Brag), "Ann brags 4; pot 18."),
        (bet(ClassicBetKind::Challenge), "Ann challenges with 4; pot 18."),
        (bet(ClassicBetKind::Bet), "Ann bets 4; pot 18."),
        (bet(ClassicBetKind::See), "Ann sees for 4; pot 18."),
        (bet(ClassicBetKind::Cover), "Ann covers with the last 4; pot 18."),
        (drawn(27, false), "Ann draws: 7♥, 27."),
        (drawn(31, true), "Ann draws again: 7♥, 31."),
        (drawn(34, false), "Ann draws: 7♥, 34 and out."),
        (Fact::CardExchanged(Box::new(exchanged)), "Ben puts down 2♣ for K♦: 28."),
        (waits(1, 6), "Nobody wins the pot of the brag: 6 chips wait for the next deal's."),
        (waits(2, 1), "Nobody wins the pot of thirty-one: 1 chip waits for the next deal's."),
        (
            Fact::BonusPaid(BonusPaid { from: 2, to: 1, amount: 5, from_stack: 85, to_stack: 115 }),
            "Ann has won all three pots: Ben pays 5 chips.",
        ),
    ]);
}

#[test]
fn equalised_bets_are_told_with_what_was_put() {
    use v1::{
        CardsChanged, DealerStaked, EqualisedBet, EqualisedBetKind, FoldReason, Folded, ForfeitPaid,
        PotWaits, PotsLayered, Stood,
    };
    let bet = |kind: EqualisedBetKind, amount, put, stake| {
        let kind = kind.into();
        Fact::EqualisedBet(EqualisedBet { seat: 2, kind, amount, put, stake, stack: 80, pot: 30 })
    };
    let changed = |places: &[u32], thrown: &str, cards: &str| {
        let (thrown, cards) = (codes(thrown), codes(cards));
        Fact::CardsChanged(Box::new(CardsChanged {
            seat: 1,
            places: places.to_vec(),
            thrown,
            cards,
            ..CardsChanged::default()
        }))
    };
    are_told([
        (
            Fact::DealerStaked(DealerStaked { seat: 1, amount: 1, stack: 99, pot: 1 }),
            "Ann puts up 1 chip as the dealer; pot 1.",
        ),
        (bet(EqualisedBetKind::Brag, 4, 4, 4), "Ben brags 4; pot 30."),
        (bet(EqualisedBetKind::Raise, 6, 10, 10), "Ben raises to 10, paying 6; pot 30."),
        (bet(EqualisedBetKind::Call, 6, 10, 10), "Ben calls 6; pot 30."),
        (bet(EqualisedBetKind::Call, 3, 7, 10), "Ben calls with the last 3; pot 30."),
        (Fact::Folded(Folded { seat: 2, reason: FoldReason::Passed.into() }), "Ben passes."),
        (Fact::Stood(Stood { seat: 1 }), "Ann stands."),
        (changed(&[0, 2], "2c 3d", "Kh Ks"), "Ann throws 2♣ 3♦ and gets K♥ K♠."),
        (changed(&[1], "??", "??"), "Ann changes a card."),
        (changed(&[0, 2], "?? ??", "?? ??"), "Ann changes 2 cards."),
        (
            Fact::PotsLayered(PotsLayered { amounts: vec![30, 12, 5] }),
            "Not everybody has bet as much: the pot is parted into 30, 12 and 5.",
        ),
        (
            Fact::ForfeitPaid(ForfeitPaid { from: 2, to: 1, amount: 1, from_stack: 79, to_stack: 121 }),
            "Nobody met the dealer's stake: Ben pays Ann 1 chip.",
        ),
        (Fact::PotWaits(PotWaits { amount: 6 }), "Everybody passed: 6 chips wait for the next hand."),
        (Fact::PotWaits(PotWaits { amount: 1 }), "Everybody passed: 1 chip waits for the next hand."),
    ]);
}

/// Why somebody gets a pot, as far as it is one of these games that says so.
#[test]
fn pots_of_these_games_are_told_by_what_won_them() {
    use v1::{AwardReason, PotAwarded};
    let won = |reason: AwardReason, sharers| {
        told(Fact::PotAwarded(PotAwarded {
            seat: 1,
            amount: 12,
            stack: 105,
            reason: reason.into(),
            sharers,
            ..PotAwarded::default()
        }))
    };
    for (reason, line) in [
        (AwardReason::BestHand, "Ann wins 12 with the best hand, and has 105."),
        (AwardReason::Elder, "Ann wins 12 as the elder of equal hands, and has 105."),
        (AwardReason::Uncontested, "Ann wins 12: nobody has met it, and has 105."),
        (AwardReason::BestCard, "Ann wins 12 with the best card, and has 105."),
        (AwardReason::Unchallenged, "Ann wins 12: nobody challenges, and has 105."),
        (AwardReason::Conceded, "Ann wins 12: the rival conceded, and has 105."),
        (AwardReason::ThirtyOne, "Ann wins 12 with thirty-one, and has 105."),
        (AwardReason::Nearest, "Ann wins 12 as the nearest to thirty-one, and has 105."),
        (AwardReason::Excess, "Ann takes 12 back, what the challenger cannot meet, and has 105."),
        (AwardReason::Returned, "Ann takes 12 back, the stake, as nobody bragged, and has 105."),
        (AwardReason::SetWon, "Ann wins 12 with the best set, and has 105."),
        (AwardReason::AllSets, "Ann wins 12 with every set, and has 105."),
        (AwardReason::MostSets, "Ann wins 12 with the most sets, and has 105."),
        (AwardReason::LastOneIn, "Ann wins 12: the last one in, and has 105."),
        (AwardReason::GameWon, "Ann wins 12: what waited for the winner of the game, and has 105."),
    ] {
        assert_eq!(won(reason, 1), line);
    }
    assert_eq!(won(AwardReason::SetTied, 2), "Ann wins 12 with an equal set, one of 2 shares, and has 105.");
}

#[test]
fn who_is_asked_beside_the_turns_is_told() {
    use v1::{Phase, SeatTurn, TurnBegan};
    let mut view = table(&["Ann", "Ben"]);
    let turn = |seat| SeatTurn { seat, ..SeatTurn::default() };
    let began = |view: &TableView, phase: Phase| {
        let began = TurnBegan { phase: phase.into(), to_act: vec![turn(1), turn(2)], ..TurnBegan::default() };
        Commentary::new().tell(&event(Fact::TurnBegan(began)), view)
    };
    assert_eq!(began(&view, Phase::Arrange).unwrap(), "Ann and Ben may lay out their sets.");
    assert_eq!(began(&view, Phase::Spare).unwrap(), "Ann and Ben may take the spare hand.");
    view.seats[0].arranged = true;
    assert_eq!(began(&view, Phase::Arrange), None, "who has done it is told");
    for phase in [Phase::Turns, Phase::LastTurns, Phase::Offer, Phase::Challenge, Phase::Rivalry] {
        assert_eq!(began(&view, phase), None);
    }
}

/// A table of a variant, with the points that its players have and the first set of each that is shown.
fn played(variant: &str, points: &[u32], shown: &[u32]) -> TableView {
    let mut view = table(&["Ann", "Ben", "Cat"][..points.len()]);
    view.charter = Some(v1::Charter { variant: variant.to_owned(), ..v1::Charter::default() });
    for (seat, points) in view.seats.iter_mut().zip(points) {
        seat.points = *points;
        seat.set_status(v1::SeatStatus::In);
        if shown.contains(&seat.number) {
            seat.sets = vec![v1::SetView { set: 1, shown: true, ..v1::SetView::default() }];
        }
    }
    view
}

fn told_at(view: &TableView, fact: Fact) -> String {
    Commentary::new().tell(&event(fact), view).unwrap()
}

#[test]
fn who_has_won_the_most_tricks_is_told_when_the_deal_is_over() {
    let over = |variant: &str, points: &[u32]| {
        told_at(&played(variant, points, &[]), Fact::HandEnded(v1::HandEnded::default()))
    };
    assert_eq!(over("ten_card", &[1, 2, 0]), "Hand 2 is over: Ben wins with 2 tricks.");
    assert_eq!(over("ten_card", &[1, 0]), "Hand 2 is over: Ann wins with 1 trick.");
    assert_eq!(over("fifteen_card", &[2, 1, 2]), "Hand 2 is over: Ann and Cat share, with 2 tricks each.");
    assert_eq!(over("ten_card", &[0, 0]), "Hand 2 is over: nobody has won a trick, and Ann and Ben share.");
    let mut folded = played("ten_card", &[2, 1], &[]);
    folded.seats[0].set_status(v1::SeatStatus::Folded);
    let line = told_at(&folded, Fact::HandEnded(v1::HandEnded::default()));
    assert_eq!(line, "Hand 2 is over: Ben wins with 1 trick.", "who left has no part in it");
    for other in ["three_card", "nine_card", "seven_card_two_hands", "thirteen_card_crash", "stop_the_bus"] {
        assert_eq!(over(other, &[1, 2]), "Hand 2 is over.", "{other}");
    }
}

#[test]
fn sets_have_the_name_and_the_order_of_their_game() {
    let shown = |variant: &str| {
        let set = v1::SetShown {
            seat: 1,
            set: 2,
            cards: codes("6d 5d 7d"),
            hand_class: HandClass::RunningFlush.into(),
            strength: 40,
        };
        told_at(&played(variant, &[0], &[]), Fact::SetShown(set))
    };
    assert_eq!(shown("nine_card"), "Ann shows set 2, 7♦ 6♦ 5♦: a running flush.");
    assert_eq!(shown("ten_card"), "Ann shows trick 2, 7♦ 6♦ 5♦: a running flush.");
    assert_eq!(shown("thirteen_card_crash"), "Ann shows hand 2 of 4, 7♦ 6♦ 5♦: a running flush.");
    let pot = |set, amount| v1::Pot { set, amount, ..v1::Pot::default() };
    let pots = vec![pot(0, 6), pot(3, 6), pot(2, 6), pot(1, 9)];
    let paid = Fact::StakesPaid(v1::StakesPaid { each: 8, pots });
    let line = told_at(&played("nine_card", &[0], &[]), paid);
    assert_eq!(line, "Everybody pays 8; main pot 6, 9 for set 1, 6 for set 2 and 6 for set 3.");
}

#[test]
fn who_has_laid_no_hand_is_told_where_fewer_may_be_laid() {
    let decided = |set, best: &[u32], shown: &[u32], variant: &str| {
        let fact = Fact::SetDecided(v1::SetDecided { set, best: best.to_vec(), pots: vec![] });
        told_at(&played(variant, &[0, 0, 0], shown), fact)
    };
    let crash = "thirteen_card_crash";
    assert_eq!(decided(1, &[1], &[1, 2, 3], crash), "Ann wins hand 1 of 4.");
    assert_eq!(decided(1, &[1], &[1, 2], crash), "Ann wins hand 1 of 4. Cat has laid none.");
    assert_eq!(decided(2, &[], &[1, 2], crash), "Nobody wins hand 2 of 4. Ann and Ben have laid no more.");
    assert_eq!(decided(1, &[1], &[1, 2], "ten_card"), "Ann wins trick 1.");
}

#[test]
fn what_stops_the_betting_and_who_stands_with_what_is_told() {
    use v1::{BettingStopped, ClassicAnswer, ClassicWord, CloseReason, Closed, HandView, StopReason};
    let stopped = |by: StopReason| Fact::BettingStopped(BettingStopped { by: by.into() });
    let closed = Fact::Closed(Closed { reason: CloseReason::Operator.into(), winners: vec![] });
    are_told([
        (
            stopped(StopReason::PotCap),
            "The betting stops, as the pot has reached its cap: all hands that are left are shown.",
        ),
        (
            stopped(StopReason::MaxRounds),
            "The betting stops, as bets have gone round often enough: all hands that are left are shown.",
        ),
        (closed, "The table is closed: the operator asked; all are equal."),
    ]);
    let mut view = played("classic_three_stake", &[0], &[]);
    view.classic = Some(v1::ClassicView::default());
    view.set_phase(v1::Phase::ThirtyOne);
    view.seats[0].hands = vec![HandView { cards: codes("Kd 9c 4s"), shown: true, ..HandView::default() }];
    view.seats[0].drawn = codes("5h");
    let stands = Fact::ClassicAnswer(ClassicAnswer { seat: 1, word: ClassicWord::Stand.into() });
    assert_eq!(told_at(&view, stands), "Ann stands with 28.");
}
