//! AI seats: who moves first, when an AI's move appears, and which levels exist.

use tengen_shared::{
    game::{
        Command, Event, PerSeat, RejectCode, Room, RoomCode, Seat, SeatPlan, Settings, Stamped, ThinkTime,
    },
    protocol::{Codec, Request, ServerMessage},
    rules::{Bot, EngineName, Level, Pace, Value, Variant},
};
use tengen_tests::{Peer, TestServer, settings};

const HARD: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Hard) };

/// Resigns every game at the person's turn, and returns the seat that moved first in each of `games`.
async fn who_begins(ann: &mut Peer, code: &RoomCode, games: usize) -> Vec<Seat> {
    let mut first = Vec::new();
    for _ in 0..games {
        let seat = ann.seat(code);
        ann.wait_room(code, "the person's turn", |room| room.turn() == Some(seat)).await;
        first.push(ann.room(code).game().unwrap().black().unwrap());
        ann.resign(code).await.unwrap();
        ann.ready(code).await.unwrap();
    }
    first
}

#[tokio::test]
async fn an_ai_in_seat_one_begins_game_one_and_then_the_first_move_alternates() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::TICTACTOE), [HARD, SeatPlan::Me {}]).await;
    let first = who_begins(&mut ann, &code, 4).await;
    assert_eq!(first, [Seat::One, Seat::Two, Seat::One, Seat::Two]);
}

#[tokio::test]
async fn a_person_in_seat_one_begins_game_one_and_then_the_first_move_alternates() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let code = ann
        .create(
            settings(Variant::GOMOKU15),
            [SeatPlan::Me {}, SeatPlan::Ai { bot: Bot::Level(Level::Medium) }],
        )
        .await;
    assert_eq!(ann.moves(&code), "", "the person begins");
    let first = who_begins(&mut ann, &code, 3).await;
    assert_eq!(first, [Seat::One, Seat::Two, Seat::One]);
}

/// Returns the next events of a room.
async fn next_events(peer: &mut Peer) -> Vec<Stamped> {
    peer.wait("the AI's move", |message| match message {
        ServerMessage::Events { events, .. } => Some(events.clone()),
        _ => None,
    })
    .await
}

#[tokio::test]
async fn an_ai_does_not_move_before_its_think_time_is_over() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let think = 150;
    let settings =
        Settings { think_time: ThinkTime::try_from(think).unwrap(), ..Settings::new(Variant::TICTACTOE) };
    let made = ann
        .ask(None, Request::Create { settings, seats: PerSeat([HARD, SeatPlan::Me {}]), passphrase: None })
        .await
        .unwrap();
    let code = made.room.unwrap();
    let mut before = made.events.last().unwrap().time;
    for point in ["a1", "b1", "c2", "a3"] {
        let moved = next_events(&mut ann).await;
        assert!(matches!(moved[0].event, Event::StonePlaced { seat: Seat::One, .. }), "{moved:?}");
        let took = moved[0].time - before;
        assert!(took >= u64::from(think), "the AI moved after {took} ms");
        if !ann.room(&code).is_playing() {
            break;
        }
        // Otherwise, any free point is fine.
        let free = ann.room(&code).game().unwrap().position().legal_points().next().unwrap().to_string();
        let point = if ann.moves(&code).contains(point) { &free } else { point };
        let answer = ann.place(&code, point).await.unwrap();
        before = answer.events.last().unwrap().time;
        if !ann.room(&code).is_playing() {
            break;
        }
    }
}

#[tokio::test]
async fn people_are_told_that_the_ai_thinks_and_that_may_come_before_its_move() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let settings =
        Settings { think_time: ThinkTime::try_from(50).unwrap(), ..Settings::new(Variant::TICTACTOE) };
    let code = ann.create(settings, [HARD, SeatPlan::Me {}]).await;
    let told = ann
        .wait("the news that it thinks", |message| match message {
            ServerMessage::Thinking { room, seat, queued } => Some((room.clone(), *seat, *queued)),
            _ => None,
        })
        .await;
    assert_eq!(told, (code.clone(), Seat::One, false));
    ann.wait_room(&code, "the AI's move", |room| room.turn() == Some(Seat::Two)).await;
}

#[tokio::test]
async fn a_bot_that_the_board_does_not_have_is_refused_with_the_choices() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let seats = [SeatPlan::Me {}, SeatPlan::Ai { bot: Bot::from(EngineName::Greedy) }];
    let refused = ann
        .ask(
            None,
            Request::Create {
                settings: settings(Variant::TICTACTOE),
                seats: PerSeat(seats),
                passphrase: None,
            },
        )
        .await
        .unwrap_err();
    assert_eq!(refused.code, RejectCode::NoSuchBot);
    assert_eq!(
        refused.text.as_str(),
        "greedy cannot play tictactoe: choose one of easy, medium, hard, expert, master, alphabeta, levels, solver, pvs"
    );
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    let refused = ann
        .ask(Some(&code), Command::SetAi { seat: Seat::Two, bot: Bot::from(EngineName::Greedy) })
        .await
        .unwrap_err();
    assert_eq!(refused.code, RejectCode::NoSuchBot);
    assert!(refused.text.as_str().contains("easy, medium, hard"), "{}", refused.text);
    assert_eq!(ann.room(&code).seats().first_empty(), Some(Seat::Two), "nothing has changed");
}

#[tokio::test]
async fn a_whole_game_against_the_ai_ends_and_is_scored() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let code = ann.create(settings(Variant::TICTACTOE), [HARD, SeatPlan::Me {}]).await;
    loop {
        let mine = |room: &Room| room.turn() != Some(Seat::One);
        ann.wait_room(&code, "the AI's move", mine).await;
        if !ann.room(&code).is_playing() {
            break;
        }
        let point = ann.room(&code).game().unwrap().position().legal_points().next().unwrap();
        ann.place(&code, &point.to_string()).await.unwrap();
    }
    let played: u32 = ann.score(&code).iter().sum();
    assert_eq!(played, 1, "a game counts once");
    let ready = &ann.room(&code).seats()[Seat::One];
    assert!(ready.ready, "an AI is always ready");
}

/// A cancelled search gives no move, even if the same position is searched again.
#[tokio::test]
async fn an_ai_whose_room_was_left_and_entered_again_thinks_from_the_beginning() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::GOMOKU15), [SeatPlan::Me {}, HARD]).await;
    for (round, point) in ["h8", "a1", "o15", "a15", "o1"].into_iter().enumerate() {
        ann.send(Some(&code), ann.placing(&code, Seat::One, point)).await;
        ann.wait("the AI's thinking", |message| {
            matches!(message, ServerMessage::Thinking { queued: false, .. }).then_some(())
        })
        .await;
        ann.send(Some(&code), Command::Leave {}).await;
        ann.watch(&code).await.unwrap();
        let thoughts = |room: &Room| room.game().unwrap().thoughts().to_vec();
        ann.wait_room(&code, "the AI's move", |room| thoughts(room).len() > round).await;
        let thinking = thoughts(ann.room(&code))[round].thinking;
        assert_eq!(thinking.pace, Pace::Full, "{thinking:?}");
        assert!(thinking.depth >= 2 || !matches!(thinking.value, Value::Estimate(_)), "{thinking:?}");
    }
}
