//! Kills the server: everything that it accepted is still there, and a repeated command gets the same answer.

use std::path::Path;

use tengen_shared::{
    game::{Command, PerSeat, RejectCode, Room, RoomCode, Seat, SeatPlan},
    protocol::{Codec, Frame, Request},
    rules::Variant,
};
use tengen_tests::{
    Acceptance, Peer, ServerProcess, TestServer, person_room, place_all, seat_to_move, settings,
};

use crate::SERVER;

#[tokio::test]
async fn a_move_that_was_accepted_survives_a_kill_right_after() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1").await;
    ann.place(&code, "b1").await.unwrap();
    server.kill().await;

    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let mut ann = ann.reconnect(server.addr).await;
    let mut bo = bo.reconnect(server.addr).await;
    bo.wait_room(&code, "the last move", |room| room.turn() == Some(Seat::Two)).await;
    assert_eq!(bo.moves(&code), "b2 a1 b1");
    assert_eq!(ann.moves(&code), "b2 a1 b1");
    place_all(&mut ann, &mut bo, &code, "a2 b3").await;
    assert_eq!((ann.score(&code), bo.score(&code)), ([1, 0, 0], [0, 0, 1]));
}

#[tokio::test]
async fn many_kills_in_one_game_lose_no_accepted_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let code = ann.create(settings(Variant::GOMOKU15), [SeatPlan::Me {}, guest]).await;
    let mut accepted = Vec::new();
    for (point, doubtful) in [("h8", "a1"), ("h10", "c1"), ("h12", "e1"), ("h14", "g1"), ("j8", "i1")] {
        let seat = seat_to_move(&ann, &code);
        ann.place_for(&code, seat, point).await.unwrap();
        // This command may or may not be written when the kill comes; the test does not wait for its answer.
        let unsure = ann.placing(&code, seat.other(), doubtful);
        ann.send(Some(&code), unsure).await;
        server.kill().await;
        server = ServerProcess::in_folder(SERVER, folder.path()).await;
        ann = ann.reconnect(server.addr).await;
        ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
        accepted.push(point);
        let moves = ann.moves(&code);
        let stones: Vec<&str> = moves.split(' ').collect();
        assert!(accepted.iter().all(|point| stones.contains(point)), "{accepted:?} are not all in {moves}");
    }
}

/// Commands of every kind that must get the same answers when repeated.
struct Asked {
    ann: Peer,
    code: RoomCode,
    all: Vec<(Frame, Acceptance)>,
}

async fn ask_all(addr: std::net::SocketAddr) -> Asked {
    let mut ann = Peer::connect(addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(addr, "Bo", Codec::Json).await;
    let mut all = Vec::new();
    let quick = ann.frame(None, Request::QuickMatch { variant: Variant::GOMOKU19 });
    all.push((quick.clone(), ann.repeat(&quick).await.unwrap()));
    let seats = [SeatPlan::Me {}, SeatPlan::Open {}];
    let create = ann.frame(
        None,
        Request::Create { settings: settings(Variant::TICTACTOE), seats: PerSeat(seats), passphrase: None },
    );
    let made = ann.repeat(&create).await.unwrap();
    let code = made.room.clone().unwrap();
    all.push((create, made));
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "game one", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2").await;
    let winning = ann.placing(&code, Seat::One, "b3");
    let winning = ann.frame(Some(&code), winning);
    all.push((winning.clone(), ann.repeat(&winning).await.unwrap()));
    let at = ann.room(&code).at();
    let ready = ann.frame(Some(&code), Command::Ready { seat: Seat::One, at });
    all.push((ready.clone(), ann.repeat(&ready).await.unwrap()));
    bo.wait_room(&code, "Ann to be ready", |room| !room.is_playing() && room.seats()[Seat::One].ready).await;
    bo.ready(&code).await.unwrap();
    ann.wait_room(&code, "game two", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "c3").await;
    let place = ann.placing(&code, Seat::One, "b2");
    let place = ann.frame(Some(&code), place);
    all.push((place.clone(), ann.repeat(&place).await.unwrap()));
    Asked { ann, code, all }
}

/// Sends every command again and checks that the answers are the same and nothing has changed.
async fn repeat_all(asked: &mut Asked) {
    let Asked { ann, code, all } = asked;
    ann.ask(Some(code), Request::Snapshot {}).await.unwrap();
    let before = ann.room(code).clone();
    for (frame, first) in all {
        let again = ann.repeat(frame).await;
        assert_eq!(again.as_ref(), Ok(&*first), "the answer to {frame:?}");
    }
    ann.ask(Some(code), Request::Snapshot {}).await.unwrap();
    assert_eq!(ann.room(code), &before, "nothing has changed");
}

#[tokio::test]
async fn a_repeated_command_gets_the_same_answer_on_the_same_connection_and_after_a_reconnect() {
    let server = TestServer::memory().await;
    let mut asked = ask_all(server.addr).await;
    repeat_all(&mut asked).await;
    asked.ann = asked.ann.reconnect(server.addr).await;
    repeat_all(&mut asked).await;
}

#[tokio::test]
async fn a_repeated_command_gets_the_same_answer_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut asked = ask_all(server.addr).await;
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    asked.ann = asked.ann.reconnect(server.addr).await;
    repeat_all(&mut asked).await;
}

#[tokio::test]
async fn a_repeated_command_gets_the_same_answer_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let mut asked = ask_all(server.addr).await;
    server.kill().await;
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    asked.ann = asked.ann.reconnect(server.addr).await;
    repeat_all(&mut asked).await;
    kill_and_create_again(folder.path(), server, asked).await;
}

/// The repeated command leads to the same room, even if its creator no longer follows it.
async fn kill_and_create_again(folder: &Path, server: ServerProcess, asked: Asked) {
    server.kill().await;
    let server = ServerProcess::in_folder(SERVER, folder).await;
    let Asked { mut ann, code, all } = asked;
    all.iter().filter_map(|(_, told)| told.room.as_ref()).for_each(|room| ann.forget(room));
    let mut ann = ann.reconnect(server.addr).await;
    let (create, first) = &all[1];
    let again = ann.repeat(create).await.unwrap();
    assert_eq!((again.room.as_ref(), first.room.as_ref()), (Some(&code), Some(&code)));
    let (quick, first) = &all[0];
    assert_eq!(ann.repeat(quick).await.unwrap().room, first.room);
    ann.place(&code, "b2").await.expect_err("the point has a stone, so this is the same room");
}

#[tokio::test]
async fn who_repeats_the_leaving_of_a_room_has_left_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    let leave = ann.frame(Some(&code), Command::Leave {});
    let first = ann.repeat(&leave).await.unwrap();
    server.kill().await;
    // If Ann had lost the answer, she would resume the room and ask again.
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let mut ann = ann.reconnect(server.addr).await;
    ann.ask(Some(&code), Request::Snapshot {}).await.expect("she follows the room");
    assert_eq!(ann.repeat(&leave).await.as_ref(), Ok(&first));
    ann.forget(&code);
    let refusal =
        ann.ask(Some(&code), Request::Snapshot {}).await.expect_err("she does not follow it any more");
    assert_eq!(refusal.code, RejectCode::NotInRoom);
}

#[tokio::test]
async fn nobody_is_told_that_a_forgotten_command_was_not_carried_out() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let join = bo.frame(Some(&code), Command::Join { passphrase: None });
    let say = bo.frame(Some(&code), Command::Say { text: "hello".parse().unwrap() });
    for frame in [&join, &say] {
        bo.repeat(frame).await.unwrap();
    }
    // The room remembers 64 answers to a run.
    for _ in 0..64 {
        bo.ask(Some(&code), Command::Resign { seat: Seat::Two, game: 9 }).await.expect_err("no such game");
    }
    for has_left in [false, true] {
        if has_left {
            bo.ask(Some(&code), Command::Resign { seat: Seat::Two, game: 1 }).await.unwrap();
            bo.ask(Some(&code), Command::Leave {}).await.unwrap();
        }
        for frame in [&say, &join] {
            let refusal = bo.repeat(frame).await.expect_err("it is forgotten");
            assert_eq!(refusal.code, RejectCode::OldCommand, "{frame:?}, has left: {has_left}");
        }
    }
}
