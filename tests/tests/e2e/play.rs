//! People play each other: to a win, to a draw, taking turns to begin, in both codecs.

use tengen_shared::{
    game::{Command, EndReason, Event, RejectCode, Seat, SeatPlan},
    protocol::{Cmd, Codec, ServerMessage},
    rules::{Bot, Variant},
};
use tengen_tests::{Peer, TestServer, person_room, place_all, settings};

#[tokio::test]
async fn two_people_play_to_a_win_and_to_a_draw_and_the_score_is_right_after_three_games() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;

    // Game one: seat one begins and wins with the middle column.
    assert_eq!(ann.room(&code).turn(), Some(Seat::One));
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2").await;
    let last = ann.place(&code, "b3").await.unwrap();
    let Event::GameOver { end } = &last.events[1].event else { panic!("{last:?}") };
    assert_eq!((end.winner, end.reason), (Some(Seat::One), EndReason::Line));
    assert_eq!(end.line.iter().map(ToString::to_string).collect::<Vec<_>>(), ["b1", "b2", "b3"]);
    bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    assert_eq!((ann.score(&code), bo.score(&code)), ([1, 0, 0], [0, 0, 1]));

    // Game two: seat two begins, and it is a draw, which gives nobody a win.
    next_game(&mut ann, &mut bo, &code).await;
    assert_eq!(bo.room(&code).turn(), Some(Seat::Two));
    place_all(&mut ann, &mut bo, &code, "a1 b2 c3 b3 b1 c1 a3 a2 c2").await;
    let end = ann.room(&code).game().unwrap().end().cloned().unwrap();
    assert_eq!((end.winner, end.reason, end.line.len()), (None, EndReason::BoardFull, 0));
    assert_eq!((ann.score(&code), bo.score(&code)), ([1, 1, 0], [0, 1, 1]));

    // Game three: seat one begins again and resigns.
    next_game(&mut ann, &mut bo, &code).await;
    assert_eq!(ann.room(&code).turn(), Some(Seat::One));
    ann.resign(&code).await.unwrap();
    bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    assert_eq!((ann.score(&code), bo.score(&code)), ([1, 1, 1], [1, 1, 1]));
    assert_eq!(bo.room(&code).next_first(), Seat::Two);
    assert_eq!(ann.room(&code), bo.room(&code), "both see the same room");
}

async fn next_game(ann: &mut Peer, bo: &mut Peer, code: &tengen_shared::game::RoomCode) {
    ann.ready(code).await.unwrap();
    bo.ready(code).await.unwrap();
    ann.wait_room(code, "the next game", tengen_shared::game::Room::is_playing).await;
}

#[tokio::test]
async fn a_move_reaches_the_other_side_and_its_answer_carries_the_same_event() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::GOMOKU15).await;
    let answer = ann.place(&code, "h8").await.unwrap();
    let events = bo
        .wait("the move", |message| match message {
            ServerMessage::Events { events, .. } => Some(events.clone()),
            _ => None,
        })
        .await;
    assert_eq!(events, answer.events);
    assert_eq!((answer.room, answer.seq), (Some(code), events[0].seq));
}

#[tokio::test]
async fn both_seats_on_one_connection_play_with_a_guest() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, guest]).await;
    assert!(ann.room(&code).is_playing(), "it begins at once");
    for (seat, point) in
        [(Seat::One, "b2"), (Seat::Two, "a1"), (Seat::One, "b1"), (Seat::Two, "a2"), (Seat::One, "b3")]
    {
        ann.place_for(&code, seat, point).await.unwrap();
    }
    let scores = ann.room(&code).scores().entries();
    let shown: Vec<_> = scores.iter().map(|entry| (entry.who.label(), entry.wins, entry.losses)).collect();
    assert_eq!(shown, [("Ann".to_owned(), 1, 0), ("Bo".to_owned(), 0, 1)]);
    // The guest begins the second game.
    for seat in Seat::BOTH {
        let at = ann.room(&code).at();
        ann.ask(Some(&code), Command::Ready { seat, at }).await.unwrap();
    }
    assert_eq!(ann.room(&code).turn(), Some(Seat::Two));
}

#[tokio::test]
async fn a_guest_who_sits_down_later_begins_the_game_too() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Open {}, SeatPlan::Me {}]).await;
    let sit = Cmd::Room(Command::Sit { seat: Seat::One, guest: Some("Bo".parse().unwrap()) });
    ann.ask(Some(&code), sit).await.unwrap();
    assert_eq!(ann.room(&code).turn(), Some(Seat::One));
    ann.place_for(&code, Seat::One, "b2").await.unwrap();
    ann.place_for(&code, Seat::Two, "a1").await.unwrap();
}

#[tokio::test]
async fn a_room_without_a_game_refuses_to_play_and_an_empty_seat_may_be_given_to_the_ai_and_back() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    assert_eq!(ann.place(&code, "b2").await.unwrap_err().code, RejectCode::NoGame);
    let level = tengen_shared::rules::Level::Hard;
    ann.ask(Some(&code), Command::SetAi { seat: Seat::Two, bot: Bot::Level(level) }).await.unwrap();
    assert_eq!(ann.room(&code).turn(), Some(Seat::One));
    ann.resign(&code).await.unwrap();
    ann.ask(Some(&code), Command::Stand { seat: Seat::Two }).await.unwrap();
    assert_eq!(ann.room(&code).seats().first_empty(), Some(Seat::Two));
}
