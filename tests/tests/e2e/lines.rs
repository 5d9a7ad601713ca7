//! The real client in line mode, through pipes, against a real server.

use std::path::Path;

use tengen_shared::protocol::Codec;
use tengen_tests::{LineClient, Peer, ServerProcess, TestServer};

use crate::{CLIENT, SERVER};

async fn client(home: &Path, args: &[&str]) -> LineClient {
    LineClient::start(CLIENT, home, args).await
}

/// Returns the code in `room amber-fox-42: tictactoe`.
fn code_in(line: &str) -> String {
    line.strip_prefix("room ").and_then(|rest| rest.split_once(':')).expect("a room's line").0.to_owned()
}

/// Ann has created a room, Bo has joined, and Ann is to move.
async fn table(home: &Path, addr: &str, board: &str) -> (LineClient, LineClient, String) {
    let mut ann = client(home, &["join", addr, "--name", "Ann"]).await;
    ann.write(&format!("new {board}")).await;
    let code = code_in(&ann.wait("room ").await);
    let mut bo = client(home, &["join", addr, "--room", &code, "--name", "Bo"]).await;
    bo.wait("game 1 begins: Ann").await;
    ann.wait("your turn").await;
    (ann, bo, code)
}

#[tokio::test]
async fn two_people_play_to_a_win_while_a_third_watches() {
    let server = TestServer::memory().await;
    let home = tempfile::tempdir().unwrap();
    let addr = server.addr.to_string();
    let (mut ann, mut bo, code) = table(home.path(), &addr, "tictactoe").await;
    let mut eve = client(home.path(), &["watch", &addr, "--room", &code, "--name", "Eve"]).await;
    eve.wait("you are watching").await;
    ann.wait("watching: 1 (Eve)").await;
    for (ann_moves, bo_moves) in [("2 2", "a3"), ("b3", "11"), ("b1", "")] {
        // The player who is not to move gets a message, and the client sends nothing.
        bo.write(&format!("wait turn\n{bo_moves}")).await;
        ann.write(&format!("wait turn\n{ann_moves}")).await;
        if bo_moves == "11" {
            bo.wait("error: a3 already has a stone").await;
            bo.write("a2").await;
        }
    }
    for player in [&mut ann, &mut bo, &mut eve] {
        player.wait("5 Ann: b1").await;
        player.wait("game over: Ann won: 3 in a row: b1 b2 b3").await;
        player.wait("score: Ann 1 won, 0 drawn, 0 lost").await;
    }
    bo.write("say well played\nquit").await;
    ann.wait("Bo says: well played").await;
    let ended = bo.ended().await;
    assert_eq!((ended.code, ended.stdout.contains('\u{1b}')), (Some(0), false), "{}", ended.stdout);
    ann.wait("Bo disconnected").await;
    assert_eq!(ann.ended().await.code, Some(0));
    let eve = eve.ended().await;
    assert!(eve.stdout.contains("2 Bo: a3") && eve.stdout.contains("4 Bo: a2"), "{}", eve.stdout);
}

#[tokio::test]
async fn a_script_plays_the_ai_and_replays_the_game() {
    let home = tempfile::tempdir().unwrap();
    let mut ann = client(home.path(), &["local", "--name", "Ann"]).await;
    // All lines at once: each one waits for its condition.
    let script = "new tictactoe ai easy first\nboards off\nwait turn\nplace 5\nwait turn 15\nexplain\nresign yes\n\
                  wait end\nexplain 1 levels:1 a1\nhistory\nreplay 1\nfirst\nnext\nleave\nscore\nquit\n";
    ann.write_bytes(script.as_bytes()).await;
    let ended = ann.ended().await;
    assert_eq!(ended.code, Some(0), "{} {}", ended.stdout, ended.stderr);
    for part in [
        "1 Ann: b2",
        "2 AI easy: ",
        "static value -1: the sum of\n0 a3 b3 c3: open for both\n-1 a2 b2 c2: open for MIN",
        "game over: AI easy won: Ann resigned",
        "games: 1",
        "move 0 of 2: the empty board",
        "move 1 of 2: Ann: b2",
        "score: AI easy 1 won, 0 drawn, 0 lost",
    ] {
        assert!(ended.stdout.contains(part), "{part:?} is not in:\n{}", ended.stdout);
    }
    assert!(!ended.stdout.contains("error: waited"), "{}", ended.stdout);
}

#[tokio::test]
async fn a_client_that_waits_goes_on_when_the_killed_server_is_back() {
    let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = ServerProcess::in_folder(SERVER, folder.path()).await;
    let addr = server.addr.to_string();
    let (mut ann, mut bo, _) = table(home.path(), &addr, "gomoku15").await;
    ann.write("h8").await;
    bo.wait("1 Ann: h8").await;
    server.kill().await;
    for player in [&mut ann, &mut bo] {
        player.wait("disconnected: ").await;
    }
    // Typed while the server is down.
    bo.write("wait turn\nh9\nwait turn\na1").await;
    ann.write("moves").await;
    let again =
        ServerProcess::start(SERVER, &["--bind", &addr, "--data", folder.path().to_str().unwrap()], &[])
            .await;
    for player in [&mut ann, &mut bo] {
        player.wait("reconnected").await;
    }
    ann.wait("2 Bo: h9").await;
    ann.wait("your turn").await;
    ann.write("b1").await;
    bo.wait("3 Ann: b1").await;
    ann.wait("4 Bo: a1").await;
    assert_eq!(ann.ended().await.code, Some(0));
    drop(again);
    bo.wait("disconnected: ").await;
}

#[tokio::test]
async fn garbage_without_a_newline_and_bytes_that_are_no_text_are_refused() {
    let server = TestServer::memory().await;
    let home = tempfile::tempdir().unwrap();
    let mut ann = client(home.path(), &["join", &server.addr.to_string(), "--name", "Ann"]).await;
    ann.write("new here Bo").await;
    ann.wait("Ann's turn").await;
    ann.write_bytes(&vec![b'x'; 1 << 20]).await;
    ann.write_bytes(b"\n\xff\xfe\x1b[2J\x00\nb2\n").await;
    ann.wait("error: the line is too long, so nothing was done").await;
    ann.wait("is not a command or a point").await;
    ann.wait("1 Ann: b2").await;
    let ended = ann.ended().await;
    assert_eq!(ended.code, Some(0));
    assert!(!ended.stdout.chars().any(|c| c.is_control() && c != '\n'), "{:?}", ended.stdout);
}

#[tokio::test]
async fn the_end_of_the_input_waits_for_the_answer_and_keeps_the_seat() {
    let server = TestServer::memory().await;
    let home = tempfile::tempdir().unwrap();
    let addr = server.addr.to_string();
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let mut ann = client(home.path(), &["join", &addr, "--name", "Ann"]).await;
    ann.write("new gomoku15").await;
    let code = code_in(&ann.wait("room ").await);
    bo.join(&code.parse().unwrap()).await.unwrap();
    ann.wait("your turn").await;
    ann.write_bytes(b"h8").await;
    let ended = ann.ended().await;
    assert_eq!(ended.code, Some(0), "{}", ended.stdout);
    assert!(ended.stdout.ends_with("1 Ann: h8"), "{}", ended.stdout);
    assert!(ended.stderr.contains(&format!("Room {code} is kept")), "{}", ended.stderr);
    bo.wait_room(&code.parse().unwrap(), "the move", |room| room.game().is_some_and(|game| game.ply() == 1))
        .await;
}

#[tokio::test]
async fn without_a_terminal_the_program_says_how_to_go_on() {
    let home = tempfile::tempdir().unwrap();
    let vars = [("TENGEN_HOME", home.path().to_str().unwrap())];
    let output = tengen_tests::run_to_end(CLIENT, &["local"], &vars).await;
    assert_eq!(output.code, Some(1));
    assert!(output.stderr.contains("--line"), "{}", output.stderr);
}

#[tokio::test]
async fn another_device_joins_with_a_code_and_is_removed() {
    let server = TestServer::memory().await;
    let addr = server.addr.to_string();
    let (desk, phone) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut ann = client(desk.path(), &["join", &addr, "--name", "Ann"]).await;
    ann.write("devices\ndevices remove 2\ndevices code").await;
    ann.wait("1: This device (terminal").await;
    ann.wait("error: there is no such device in the list: type devices").await;
    let told = ann.wait("code for another device: ").await;
    let code =
        told.split_whitespace().find(|word| word.len() == 14 && word.contains('-')).unwrap().to_owned();

    let mut bo = client(phone.path(), &["join", &addr, "--name", "Bo"]).await;
    bo.write("devices use 0000-0000-0000").await;
    bo.wait("error: ").await;
    bo.write("wait online\ndevices").await;
    bo.wait("1: This device").await;
    bo.write(&format!("devices use {}", code.to_uppercase())).await;
    bo.wait("This device now plays as Ann").await;
    ann.wait("Added: terminal").await;
    bo.write("devices").await;
    bo.wait("2: This device").await;
    bo.write("quit").await;
    assert_eq!(bo.ended().await.code, Some(0));

    let mut again = client(phone.path(), &["join", &addr]).await;
    again.write("new tictactoe").await;
    again.wait("seat 1: Ann (you)").await;
    ann.write("devices\ndevices remove 2\nno\ndevices remove 2").await;
    ann.wait("It can then no longer play as you. Type yes or no.").await;
    ann.write("yes").await;
    ann.wait("Removed: terminal").await;
    again.wait("another of your devices has removed this one").await;
    // It does not go on as somebody else by itself.
    again.write(&format!("connect {addr}\nnew tictactoe")).await;
    again.wait("connected to").await;
    again.wait("seat 1: Ann (you)").await;
    ann.write("devices remove 1").await;
    ann.wait("a device cannot remove itself").await;
}
