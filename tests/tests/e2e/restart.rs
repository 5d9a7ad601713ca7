//! The server stops and starts on the same folder: people come back and nothing is lost.

use tengen_shared::{
    game::{Room, RoomCode, Seat},
    protocol::{Codec, ServerMessage},
    rules::{Bot, Variant},
};
use tengen_tests::{Http, Peer, TestServer, person_room, place_all, poll_until};

async fn couple(server: &TestServer) -> (Peer, Peer) {
    let ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    (ann, Peer::connect(server.addr, "Bo", Codec::Bincode).await)
}

/// Plays one game to its end and half of the next; the score is 1 to 0.
async fn one_game_and_a_half(ann: &mut Peer, bo: &mut Peer, code: &RoomCode) {
    place_all(ann, bo, code, "b2 a1 b1 a2 b3").await;
    ann.ready(code).await.unwrap();
    bo.ready(code).await.unwrap();
    ann.wait_room(code, "game two", Room::is_playing).await;
    place_all(ann, bo, code, "a1 b2 c3").await;
}

#[tokio::test]
async fn after_a_stop_in_mid_game_both_come_back_with_board_turn_and_score() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    one_game_and_a_half(&mut ann, &mut bo, &code).await;
    let before = ann.room(&code).clone();
    let ids = (ann.player, ann.server);
    let ((), goodbye) = tokio::join!(server.stopped(), ann.closing());
    assert_eq!(goodbye.0, 1012, "{goodbye:?}");

    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = ann.reconnect(server.addr).await;
    assert_eq!((ann.player, ann.server), ids, "the same player on the same server");
    // Bo comes back with nothing but his key.
    let mut bo = Peer::connect_as(server.addr, bo.me.new_run()).await;
    bo.join(&code).await.unwrap();
    assert_eq!(bo.room(&code), &before);
    assert_eq!((bo.score(&code), bo.seat(&code)), ([0, 0, 1], Seat::Two));
    // Seat two began game two, so seat one is to move.
    ann.place(&code, "b3").await.unwrap();
    bo.wait_room(&code, "the move after the restart", |room| room.turn() == Some(Seat::Two)).await;
    place_all(&mut ann, &mut bo, &code, "b1").await;
    assert_eq!(ann.moves(&code), "a1 b2 c3 b3 b1");
    assert_eq!(ann.score(&code), [1, 0, 0]);
}

#[tokio::test]
async fn who_was_away_gets_the_missed_events_and_who_was_away_too_long_a_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    // Ann's connection drops, and Bo moves in the meantime.
    let away = ann;
    bo.place(&code, "a1").await.unwrap();
    let mut ann = away.reconnect(server.addr).await;
    ann.wait_room(&code, "the missed move", |room| room.turn() == Some(Seat::One)).await;
    assert_eq!((ann.room(&code), ann.snapshots.get(&code)), (bo.room(&code), None), "events were enough");

    // Now a game ends while Ann is away, and the server restarts: she needs a snapshot.
    let away = ann;
    let mut also_ann = Peer::connect_as(server.addr, away.me.new_run()).await;
    also_ann.join(&code).await.unwrap();
    place_all(&mut also_ann, &mut bo, &code, "b1 a2 b3").await;
    drop(also_ann);
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = away.reconnect(server.addr).await;
    ann.wait_room(&code, "the end of the game", |room| !room.is_playing()).await;
    assert_eq!(ann.room(&code), bo.room(&code));
    assert_eq!(ann.score(&code), [1, 0, 0]);
}

#[tokio::test]
async fn who_has_missed_nothing_is_sent_nothing_of_the_room_again() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    let mut ann = ann.reconnect(server.addr).await;
    bo.place(&code, "a1").await.unwrap();
    let next = ann
        .wait("the next event", |message| match message {
            ServerMessage::Events { events, .. } => Some(events.clone()),
            ServerMessage::Snapshot { .. } => panic!("an unwanted snapshot"),
            _ => None,
        })
        .await;
    assert_eq!(next.len(), 1);
}

#[tokio::test]
async fn rooms_come_back_when_somebody_comes_whether_a_game_is_on_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let (mut ann, mut bo) = couple(&server).await;
    let playing = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let over = person_room(&mut ann, &mut bo, Variant::GOMOKU15).await;
    bo.resign(&over).await.unwrap();
    ann.wait_room(&over, "the end", |room| !room.is_playing()).await;
    server.stopped().await;

    let server = TestServer::in_folder(folder.path()).await;
    assert!(Http::metric(server.addr, "tengen_rooms").await < 1.0, "nobody has asked for any");
    assert_eq!(Http::get(server.addr, "/api/rooms").await.body, "[]", "nobody is in it yet");
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    ann.join(&over).await.unwrap();
    assert_eq!(ann.score(&over), [1, 0, 0]);
    let mut bo = bo.reconnect(server.addr).await;
    poll_until("both rooms on the list", async || {
        let list = Http::get(server.addr, "/api/rooms").await.body;
        list.contains(playing.as_str()) && list.contains(over.as_str())
    })
    .await;
    ann.join(&playing).await.unwrap();
    place_all(&mut ann, &mut bo, &playing, "b2 a1").await;
}

#[tokio::test]
async fn an_ai_whose_turn_it_was_moves_after_the_restart() {
    use tengen_shared::{
        game::{SeatPlan, Settings, ThinkTime},
        rules::Level,
    };
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    // The think time is long enough for the stop to come first.
    let settings =
        Settings { think_time: ThinkTime::try_from(2_000).unwrap(), ..Settings::new(Variant::TICTACTOE) };
    let code = ann.create(settings, [SeatPlan::Ai { bot: Bot::Level(Level::Hard) }, SeatPlan::Me {}]).await;
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = ann.reconnect(server.addr).await;
    ann.wait_room(&code, "the AI's move", |room| room.turn() == Some(Seat::Two)).await;
    assert_eq!(ann.moves(&code).split(' ').count(), 1);
}
