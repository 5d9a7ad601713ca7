//! The server's own work: rooms leave memory, a failing disk is reported, and moves wait for a busy thread pool.

use tengen_server::{Config, config::Data};
use tengen_shared::{
    game::{Command, RejectCode, Room, Seat, SeatPlan},
    protocol::{Cmd, Codec, ListUpdate, Request, ServerMessage},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{
    Http, Identity, Peer, ServerProcess, TestServer, person_room, place_all, poll_for, settings, test_config,
};
use tokio::net::TcpSocket;

use crate::SERVER;

const OPEN: [SeatPlan; 2] = [SeatPlan::Me {}, SeatPlan::Open {}];

#[tokio::test]
async fn a_room_that_everybody_left_leaves_memory_and_comes_back_with_its_score() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config { data: Data::Folder(folder.path().to_owned()), ..test_config() };
    config.limits.room_idle_ms = 50;
    let server = TestServer::start(config).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let played = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &played, "b2 a1 b1 a2 b3").await;
    let unplayed = ann.create(settings(Variant::TICTACTOE), OPEN).await;
    let (ann, bo) = (ann.vanish(), bo.vanish());
    Http::wait_until_no_room_is_in_memory(server.addr).await;

    let mut bo = Peer::connect_as(server.addr, bo.me.new_run()).await;
    assert_eq!(
        bo.join(&unplayed).await.unwrap_err().code,
        RejectCode::NoSuchRoom,
        "never played, so deleted"
    );
    bo.join(&played).await.unwrap();
    assert_eq!(bo.score(&played), [0, 0, 1]);
    bo.ready(&played).await.unwrap();
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    ann.join(&played).await.unwrap();
    ann.ready(&played).await.unwrap();
    bo.wait_room(&played, "game two", Room::is_playing).await;
}

#[tokio::test]
async fn a_move_that_cannot_be_written_down_is_refused_and_has_not_happened() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    // Another connection locks the database, so no write can begin.
    let other = rusqlite::Connection::open(folder.path().join("tengen.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = ann.place(&code, "b2").await.unwrap_err();
    assert_eq!(refused.code, RejectCode::Storage);
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 503);
    assert_eq!(ann.moves(&code), "");
    other.execute_batch("COMMIT").unwrap();
    // The next events have the same numbers as without the failure.
    place_all(&mut ann, &mut bo, &code, "b2 a1").await;
    assert_eq!((ann.moves(&code), ann.room(&code)), ("b2 a1".to_owned(), bo.room(&code)));
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 200);
}

#[tokio::test]
async fn a_quick_match_that_could_not_be_written_down_leaves_nobody_waiting_in_no_room() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let other = rusqlite::Connection::open(folder.path().join("tengen.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let quick = Cmd::Request(Request::QuickMatch { variant: Variant::TICTACTOE });
    let refused = ann.ask(None, quick.clone()).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::Storage);
    // Nobody writes now: the server finds out by itself that the journal works again.
    other.execute_batch("COMMIT").unwrap();
    Http::wait_until_ready(server.addr).await;
    let code = ann.ask(None, quick.clone()).await.unwrap().room.unwrap();
    assert_eq!(bo.ask(None, quick).await.unwrap().room, Some(code.clone()));
    ann.wait_room(&code, "the game", Room::is_playing).await;
}

#[tokio::test]
async fn a_database_that_is_deleted_under_the_server_takes_no_more_moves() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::TICTACTOE), OPEN).await;
    std::fs::remove_file(folder.path().join("tengen.db")).unwrap();
    // The server checks the path about once a second.
    let sit = Cmd::Room(Command::Sit { seat: Seat::One, guest: None });
    let mut asking = [Cmd::Room(Command::Stand { seat: Seat::One }), sit].into_iter().cycle();
    let ask = async || ann.ask(Some(&code), asking.next().unwrap()).await.err();
    let refused = poll_for("the loss to be noticed", ask).await;
    assert_eq!(refused.code, RejectCode::Storage);
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 503);
}

#[tokio::test]
async fn more_ai_seats_than_threads_wait_for_their_turn_and_all_move() {
    let mut config = test_config();
    config.limits.bot_queue = 1;
    let server = TestServer::start(config).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let ai = || [SeatPlan::Ai { bot: Bot::Level(Level::Medium) }, SeatPlan::Me {}];
    let mut rooms = Vec::new();
    for _ in 0..16 {
        rooms.push(ann.create(settings(Variant::GOMOKU19), ai()).await);
    }
    for code in &rooms {
        ann.wait_room(code, "the AI's move", |room| room.turn() == Some(Seat::Two)).await;
    }
}

#[tokio::test]
async fn silent_sockets_do_not_hold_up_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tengen.toml");
    // Far longer than the test waits.
    std::fs::write(&file, "[limits]\nheader_ms = 600000\nhello_ms = 600000\ndrain_ms = 600000\n").unwrap();
    let data = folder.path().join("data");
    let args =
        ["--bind", "127.0.0.1:0", "--data", data.to_str().unwrap(), "--config", file.to_str().unwrap()];
    let server = ServerProcess::start(SERVER, &args, &[]).await;
    let mut half = tengen_tests::RawSocket::connect(server.addr).await;
    half.send("GET /ws HTTP/1.1\r\n").await;
    let _silent = tengen_tests::RawSocket::connect(server.addr).await;
    let _unknown = Peer::open(server.addr, Identity::new("Ann", Codec::Json)).await;
    // Once this is answered, the server has accepted the earlier sockets.
    assert_eq!(Http::get(server.addr, "/healthz").await.status, 200);
    server.signal("TERM").await;
    assert_eq!(server.ended().await.code, Some(0));
}

#[tokio::test]
async fn who_looks_at_the_list_without_reading_is_sent_it_once_when_they_read_again() {
    let server = TestServer::limited(|limits| {
        limits.outbox_bytes = 8 * 1024;
        limits.socket_send_buffer = 4 * 1024;
        limits.gather_ms = 1;
    })
    .await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, guest]).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2 * 1024).unwrap();
    let stream = socket.connect(server.addr).await.unwrap();
    let mut slow = Peer::open_on(stream, Identity::new("Slow", Codec::Json)).await;
    slow.hello().await;
    slow.ask(None, Request::ListRooms {}).await.unwrap();
    // Each resignation changes the room's row. So many changes do not fit into any buffer.
    const GAMES: u32 = 1_500;
    for game in 1..=GAMES {
        ann.ask(Some(&code), Command::Resign { seat: Seat::One, game }).await.unwrap();
        for seat in Seat::BOTH {
            let at = ann.room(&code).at();
            ann.ask(Some(&code), Command::Ready { seat, at }).await.unwrap();
        }
        ann.clear();
    }
    // Two lists in all: the requested one, and one that replaces the missed changes.
    let mut lists = 0;
    slow.wait("the last state of the room", |message| {
        let ServerMessage::Rooms { update } = message else { return None };
        let rooms = match update {
            ListUpdate::Full { rooms } => {
                lists += 1;
                rooms
            }
            ListUpdate::Changes { changed, .. } => changed,
        };
        rooms.iter().any(|room| room.games == GAMES).then_some(())
    })
    .await;
    // All other messages come before the answer to a last command.
    slow.ask(None, Request::Ping {}).await.unwrap();
    let full = |message: &&ServerMessage| {
        matches!(message, ServerMessage::Rooms { update: ListUpdate::Full { .. } })
    };
    lists += slow.unread().iter().filter(full).count();
    assert!(lists <= 3, "{lists} whole lists were sent");
}
