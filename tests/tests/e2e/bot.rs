//! The example for bot authors: it plays, continues after the server was killed, and knows when to end.

use std::{path::PathBuf, process::Stdio};

use tengen_shared::{
    game::{Command, Game, Room, RoomCode, Seat},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Peer, ServerProcess, settings, within};
use tokio::process::{Child, Command as Process};

use crate::SERVER;

/// Returns the path of the example, which `cargo test --workspace` and `cargo build --examples` put beside the
/// programs.
fn program() -> PathBuf {
    let built = PathBuf::from(SERVER).with_file_name("examples").join("bot");
    assert!(built.exists(), "build it first: cargo build -p tengen-session --example bot");
    built
}

fn start(server: &ServerProcess, room: &RoomCode) -> Child {
    let mut command = Process::new(program());
    command.args([&server.addr.to_string(), room.as_str(), "Robot"]);
    command.stdout(Stdio::piped()).kill_on_drop(true).spawn().expect("it starts")
}

/// Places a stone and waits for the bot's answer.
async fn turn(ann: &mut Peer, room: &RoomCode, point: &str) {
    ann.place(room, point).await.unwrap();
    let answered = |room: &Room| room.turn() != Some(Seat::Two);
    ann.wait_room(room, "the bot's stone", answered).await;
}

#[tokio::test]
async fn the_example_bot_plays_comes_back_and_ends_when_it_is_sent_away() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let room = ann.open_table(settings(Variant::TICTACTOE)).await;
    let mut bot = start(&server, &room);
    ann.wait_room(&room, "the first game", Room::is_playing).await;
    turn(&mut ann, &room, "b2").await;
    turn(&mut ann, &room, "a1").await;
    assert!(ann.moves(&room).ends_with("c3"), "the only stone that blocks: {}", ann.moves(&room));
    // The bot reconnects by itself as the same player, and loses no command.
    let addr = server.addr.to_string();
    server.kill().await;
    let args = ["--bind", addr.as_str(), "--data", folder.path().to_str().unwrap()];
    let server = ServerProcess::start(SERVER, &args, &[]).await;
    let mut ann = ann.reconnect(server.addr).await;
    turn(&mut ann, &room, "a3").await;
    ann.resign(&room).await.unwrap();
    ann.wait_room(&room, "the bot to be ready", |room| room.seats()[Seat::Two].ready).await;
    ann.ready(&room).await.unwrap();
    let next = |room: &Room| room.is_playing() && room.game().map(Game::number) == Some(2);
    ann.wait_room(&room, "the bot's first stone", |room| {
        next(room) && room.game().is_some_and(|game| game.ply() > 0)
    })
    .await;
    ann.abort(&room).await.unwrap();
    ann.ask(Some(&room), Command::Kick { seat: Seat::Two }).await.unwrap();
    let ended = within("the bot to end", bot.wait()).await.unwrap();
    assert!(ended.success(), "{ended}");
}
