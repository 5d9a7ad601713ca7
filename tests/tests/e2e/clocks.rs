//! Clocks: the cost of a move, and a flag that falls by itself, in the same way for every viewer.

use tengen_shared::{
    game::{
        Clock, ClockRule, ClockState, Command, EndReason, GIFT_MS, Game, Offer, PerSeat, RejectCode, Reply,
        Room, RoomCode, Seat, SeatPlan, Settings, SideTime,
    },
    protocol::{Cmd, Codec, Request},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Http, Peer, TestServer, place_all, settings};

const HARD: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Hard) };

fn clocked(rule: ClockRule) -> Settings {
    Settings { clock: rule, ..settings(Variant::GOMOKU15) }
}

fn second() -> ClockRule {
    ClockRule::per_move(1_000).unwrap()
}

/// Ann in seat one, who moves first, and Bo.
async fn couple(server: &TestServer, rule: ClockRule) -> (Peer, Peer, RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = ann.open_table(clocked(rule)).await;
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the first game", Room::is_playing).await;
    (ann, bo, code)
}

fn game<'a>(peer: &'a Peer, code: &RoomCode) -> &'a Game {
    peer.room(code).game().expect("a game")
}

fn clock(peer: &Peer, code: &RoomCode) -> Clock {
    *game(peer, code).clock().expect("clocks")
}

async fn ended(peer: &mut Peer, code: &RoomCode) -> EndReason {
    peer.wait_room(code, "the end", |room| !room.is_playing()).await;
    game(peer, code).end().expect("an end").reason
}

/// Returns the time since which the clock of `seat` runs.
fn since(clock: &Clock, wanted: Seat) -> u64 {
    match clock.state {
        ClockState::Runs { seat, since } if seat == wanted => since,
        other => panic!("the clock of {wanted:?} does not run: {other:?}"),
    }
}

#[tokio::test]
async fn a_flag_falls_by_itself_and_everybody_is_told_the_same_clocks() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = couple(&server, second()).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    let began = since(&clock(&ann, &code), Seat::One);
    for peer in [&mut ann, &mut bo, &mut cy] {
        assert_eq!(ended(peer, &code).await, EndReason::Time);
    }
    let mut di = Peer::connect(server.addr, "Di", Codec::Bincode).await;
    di.watch(&code).await.unwrap();
    for peer in [&ann, &bo, &cy, &di] {
        let clock = clock(peer, &code);
        assert_eq!(clock.state, ClockState::Stopped {});
        assert_eq!(clock.left, PerSeat([SideTime::NOTHING, SideTime { ms: 1_000, periods: 0 }]));
        assert_eq!(game(peer, &code).end().unwrap().winner, Some(Seat::Two));
        assert_eq!(game(peer, &code), game(&ann, &code));
    }
    assert!(ann.room(&code).time() >= began + 1_000, "not before its time");
    assert_eq!((ann.score(&code), bo.score(&code)), ([0, 0, 1], [1, 0, 0]));
    assert_eq!(ann.place(&code, "h8").await.unwrap_err().code, RejectCode::NoGame);
    assert_eq!(bo.my_games().await[0].reason, EndReason::Time);
}

#[tokio::test]
async fn a_move_in_time_is_charged_as_the_rule_says_and_starts_the_other_clock() {
    let server = TestServer::memory().await;
    let rules = [
        ClockRule::per_move(60_000).unwrap(),
        ClockRule::fischer(60_000, 5_000).unwrap(),
        ClockRule::byo_yomi(0, 60_000, 3).unwrap(),
        ClockRule::byo_yomi(60_000, 30_000, 2).unwrap(),
    ];
    for rule in rules {
        let (mut ann, mut bo, code) = couple(&server, rule).await;
        let full = rule.full().unwrap();
        let began = since(&clock(&ann, &code), Seat::One);
        assert_eq!(clock(&ann, &code).left, PerSeat([full, full]));
        ann.wait_server_time(began + 100).await;
        place_all(&mut ann, &mut bo, &code, "h8").await;
        let (after, turn) = (clock(&ann, &code), game(&ann, &code).turns()[0]);
        assert_eq!(after, clock(&bo, &code));
        assert!(turn.used_ms >= 100, "{turn:?}");
        assert_eq!((turn.seat, turn.left), (Seat::One, after.left(Seat::One)));
        assert_eq!(since(&after, Seat::Two), began + u64::from(turn.used_ms));
        // No ping has been sent yet, so no network delay was subtracted.
        assert_eq!(Some(after.left(Seat::One)), rule.after_move(full, turn.used_ms.into()));
        assert_eq!(after.left(Seat::Two), full);
        place_all(&mut ann, &mut bo, &code, "i9 j8 j9").await;
        assert_eq!(clock(&ann, &code), clock(&bo, &code));
    }
}

#[tokio::test]
async fn a_period_that_is_over_is_gone_and_after_the_last_one_the_flag_falls() {
    let server = TestServer::memory().await;
    let rule = ClockRule::byo_yomi(0, 1_000, 19).unwrap();
    let (mut ann, mut bo, code) = couple(&server, rule).await;
    let began = since(&clock(&ann, &code), Seat::One);
    ann.wait_server_time(began + 1_050).await;
    ann.place(&code, "h8").await.unwrap();
    let used = game(&ann, &code).turns()[0].used_ms;
    let left = clock(&ann, &code).left(Seat::One);
    assert_eq!((left.ms, u32::from(left.periods)), (0, 19 - used / 1_000));
    assert!(left.periods < 19);

    let rule = ClockRule::byo_yomi(500, 1_000, 1).unwrap();
    let (ann, _bo, code) = couple(&server, rule).await;
    let began = since(&clock(&ann, &code), Seat::One);
    bo.watch(&code).await.unwrap();
    assert_eq!(ended(&mut bo, &code).await, EndReason::Time);
    assert!(bo.room(&code).time() >= began + 1_500);
}

#[tokio::test]
async fn time_can_be_given_to_the_other_side_only_and_only_by_who_plays() {
    let server = TestServer::memory().await;
    let rule = ClockRule::fischer(60_000, 0).unwrap();
    let (mut ann, mut bo, code) = couple(&server, rule).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    let give = |seat, game| Cmd::Room(Command::GiveTime { seat, game });
    assert_eq!(cy.ask(Some(&code), give(Seat::One, 1)).await.unwrap_err().code, RejectCode::Spectator);
    assert_eq!(ann.ask(Some(&code), give(Seat::Two, 1)).await.unwrap_err().code, RejectCode::NotYourSeat);
    assert_eq!(ann.ask(Some(&code), give(Seat::One, 2)).await.unwrap_err().code, RejectCode::Stale);
    let began = since(&clock(&ann, &code), Seat::One);
    // A repeated command under the same id gives the time once.
    let frame = bo.frame(Some(&code), give(Seat::Two, 1));
    let given = bo.repeat(&frame).await.unwrap();
    assert_eq!(bo.repeat(&frame).await.unwrap(), given);
    let richer = SideTime { ms: 60_000 + GIFT_MS, periods: 0 };
    for peer in [&mut ann, &mut cy] {
        peer.wait_room(&code, "the gift", |room| room.clock().is_some_and(|c| c.left[Seat::One] == richer))
            .await;
        assert_eq!(since(&clock(peer, &code), Seat::One), began, "the turn goes on");
    }
    let full = ClockRule::per_move(3 * 3_600_000).unwrap();
    let (mut ann, _bo, code) = couple(&server, full).await;
    assert_eq!(ann.ask(Some(&code), give(Seat::One, 1)).await.unwrap_err().code, RejectCode::NoClock);
    let (mut ann, _bo, code) = couple(&server, ClockRule::None).await;
    assert_eq!(ann.ask(Some(&code), give(Seat::One, 1)).await.unwrap_err().code, RejectCode::NoClock);
}

#[tokio::test]
async fn in_a_pause_no_flag_falls_and_who_is_to_move_may_move_out_of_it() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = couple(&server, ClockRule::fischer(3_000, 0).unwrap()).await;
    bo.offer(&code, Offer::Pause {}).await.unwrap();
    ann.reply(&code, Reply::Accept).await.unwrap();
    bo.wait_room(&code, "the pause", Room::clocks_paused).await;
    let paused = clock(&ann, &code);
    assert!(paused.left(Seat::One).ms <= 3_000 && paused.left(Seat::Two).ms == 3_000, "{paused:?}");
    assert_eq!(ann.offer(&code, Offer::Pause {}).await.unwrap_err().code, RejectCode::NoClock);
    ann.wait_server_time(ann.room(&code).time() + 3_100).await;
    assert!(ann.room(&code).is_playing());
    // The player who is not to move cannot end the pause alone.
    bo.offer(&code, Offer::Resume {}).await.unwrap();
    assert!(bo.room(&code).clocks_paused());
    place_all(&mut ann, &mut bo, &code, "h8").await;
    assert_eq!(clock(&bo, &code).left(Seat::One), paused.left(Seat::One), "the pause has cost nothing");
    assert_eq!(ended(&mut bo, &code).await, EndReason::Time, "the clocks run again");
    assert_eq!(game(&bo, &code).end().unwrap().winner, Some(Seat::One));
}

#[tokio::test]
async fn the_mover_ends_a_pause_alone_and_a_computer_does_not_move_in_one() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let rule = ClockRule::fischer(60_000, 0).unwrap();
    let code = ann.create(clocked(rule), [SeatPlan::Me {}, HARD]).await;
    ann.offer(&code, Offer::Pause {}).await.unwrap();
    assert!(ann.room(&code).clocks_paused(), "against a computer nobody else is asked");
    ann.offer(&code, Offer::Resume {}).await.unwrap();
    assert!(!ann.room(&code).clocks_paused());
    assert_eq!(ann.offer(&code, Offer::Resume {}).await.unwrap_err().code, RejectCode::NoClock);
    ann.place(&code, "h8").await.unwrap();
    // The AI is searching. Its move may come before the pause; then Ann is to move.
    ann.offer(&code, Offer::Pause {}).await.ok();
    if ann.room(&code).clocks_paused() && ann.room(&code).turn() == Some(Seat::Two) {
        ann.wait_server_time(ann.room(&code).time() + 300).await;
        assert_eq!(ann.moves(&code), "h8", "it does not move in a pause");
        ann.offer(&code, Offer::Resume {}).await.unwrap();
    }
    ann.wait_room(&code, "the computer's move", |room| room.game().is_some_and(|g| g.ply() == 2)).await;
}

#[tokio::test]
async fn clocks_out_of_range_are_refused_in_both_codecs_and_make_no_room() {
    let server = TestServer::memory().await;
    // Built by hand, because the constructors refuse these values.
    let bad = [
        ClockRule::PerMove { ms: 0 },
        ClockRule::PerMove { ms: 999 },
        ClockRule::PerMove { ms: 10_800_001 },
        ClockRule::Fischer { main_ms: 0, increment_ms: 5_000 },
        ClockRule::Fischer { main_ms: u32::MAX, increment_ms: 0 },
        ClockRule::Fischer { main_ms: 1_000, increment_ms: 600_001 },
        ClockRule::ByoYomi { main_ms: 10_800_001, period_ms: 1_000, periods: 1 },
        ClockRule::ByoYomi { main_ms: 0, period_ms: 999, periods: 1 },
        ClockRule::ByoYomi { main_ms: 0, period_ms: 1_000, periods: 0 },
        ClockRule::ByoYomi { main_ms: 0, period_ms: 1_000, periods: 26 },
    ];
    for codec in Codec::ALL {
        let mut ann = Peer::connect(server.addr, "Ann", codec).await;
        let code = ann.open_table(settings(Variant::TICTACTOE)).await;
        for rule in bad {
            let seats = [SeatPlan::Me {}, HARD];
            let create = Cmd::Request(Request::Create {
                settings: clocked(rule),
                seats: PerSeat(seats),
                passphrase: None,
            });
            let refused = ann.ask(None, create).await.unwrap_err();
            assert_eq!(refused.code, RejectCode::BadValue, "{rule:?}: {refused:?}");
            assert!(refused.text.as_str().contains("choose"), "{rule:?}: {}", refused.text);
            let refused = ann.change(&code, clocked(rule), None).await.unwrap_err();
            assert_eq!(refused.code, RejectCode::BadValue, "{rule:?}: {refused:?}");
        }
        assert_eq!(ann.room(&code).settings().clock, ClockRule::None);
    }
    assert!((Http::metric(server.addr, "tengen_rooms").await - 2.0).abs() < f64::EPSILON);
}

#[tokio::test]
async fn a_computer_with_little_time_does_not_lose_by_it() {
    let server = TestServer::memory().await;
    for rule in [second(), ClockRule::fischer(10_000, 0).unwrap()] {
        let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
        // The person moves first and plays far from all other stones.
        let code = ann.create(clocked(rule), [SeatPlan::Me {}, HARD]).await;
        for (round, point) in ["a1", "c1", "e1", "a15", "c15"].into_iter().enumerate() {
            if ann.place(&code, point).await.is_err() {
                break;
            }
            let stones = u16::try_from(2 * round + 2).unwrap();
            let moved = |room: &Room| !room.is_playing() || room.game().is_some_and(|g| g.ply() == stones);
            ann.wait_room(&code, "the computer's move", moved).await;
        }
        assert!(game(&ann, &code).ply() >= 2, "{rule:?}: the computer has not moved");
        let end = game(&ann, &code).end();
        let lost = end.is_some_and(|end| end.reason == EndReason::Time && end.winner == Some(Seat::One));
        assert!(!lost, "{rule:?}: {:?}", game(&ann, &code).turns());
    }
}
