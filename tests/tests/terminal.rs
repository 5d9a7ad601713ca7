//! The real program in pseudo-terminals, against a real server, from the users' point of view.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::result_large_err)]

use std::{
    net::SocketAddr,
    path::Path,
    sync::mpsc,
    thread::{self, JoinHandle},
};

use tempfile::TempDir;
use tengen_server::{Config, Error};
use tengen_tests::{
    PATIENCE,
    term::{Term, board},
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

#[path = "terminal/hostile.rs"]
mod hostile;
#[path = "terminal/openings.rs"]
mod openings;
#[path = "terminal/pastes.rs"]
mod pastes;
#[path = "terminal/recording.rs"]
mod recording;
#[path = "terminal/storms.rs"]
mod storms;

/// The path of the server program.
const SERVER: &str = env!("CARGO_BIN_EXE_server-under-test");
/// The path of the client program.
const CLIENT: &str = env!("CARGO_BIN_EXE_client-under-test");
const EMPTY: &str = "123456789";

/// A server on its own threads. Dropping it stops it and waits for its end.
struct Served {
    addr: SocketAddr,
    stop: CancellationToken,
    thread: Option<JoinHandle<Result<(), Error>>>,
}

impl Served {
    fn start(folder: &Path, addr: &str) -> Self {
        let (addr, config) = (addr.to_owned(), Config::in_folder(folder.to_owned()));
        let stop = CancellationToken::new();
        let (stopped, (tell, told)) = (stop.clone(), mpsc::channel());
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async move {
                let listener = TcpListener::bind(addr).await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                tengen_server::run(listener, config, stopped).await
            })
        });
        Self { addr: told.recv_timeout(PATIENCE).unwrap(), stop, thread: Some(thread) }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.cancel();
        let ended = self.thread.take().map(JoinHandle::join);
        if !thread::panicking() {
            ended.unwrap().expect("no panic in the server").expect("a clean end");
        }
    }
}

fn tengen(home: &Path, args: &[&str]) -> Term {
    Term::start(CLIENT, home, args)
}

/// Ann and Bo at a tic-tac-toe board. Ann has created the room and begins.
struct Table {
    players: [Term; 2],
    code: String,
    board: String,
}

impl Table {
    /// Starts both clients with arguments that lead straight to the room.
    fn quick(home: &Path, addr: &str) -> Self {
        let ann = tengen(home, &["join", addr, "--name", "Ann"]);
        let code = make_room(&ann, addr);
        let bo = tengen(home, &["join", addr, "--room", &code, "--name", "Bo"]);
        Self::seated(ann, bo, code)
    }

    fn seated(ann: Term, bo: Term, code: String) -> Self {
        ann.wait_for_board(EMPTY, &["game 1", "▶ X Ann (you)", "O Bo", "Your turn"]);
        bo.wait_for_board(EMPTY, &["game 1", "▶ X Ann", "O Bo (you)", "Ann's turn"]);
        Self { players: [ann, bo], code, board: EMPTY.to_owned() }
    }

    /// Types the digits, each player in turn, and waits until both see each stone.
    fn play(&mut self, digits: &str) {
        for digit in digits.chars() {
            let mover = self.board.chars().filter(|c| c.is_alphabetic()).count() % 2;
            self.players[mover].wait_for(&["Your turn"]);
            self.players[mover].type_keys(&digit.to_string());
            self.board = self.board.replace(digit, ["X", "O"][mover]);
            self.see(&[]);
        }
    }

    /// Waits until both players see the board and all of these texts.
    fn see(&self, texts: &[&str]) {
        for player in &self.players {
            player.wait_for_board(&self.board, texts);
        }
    }
}

/// Goes from the server's room list to a new room with a free seat, and reads its code from the screen.
fn make_room(term: &Term, addr: &str) -> String {
    term.wait_for(&[&format!("Tengen · Rooms .. {addr}"), "You are Ann", "No public room is in use"]);
    term.type_keys("n");
    term.wait_for(&["Tengen · New room"]);
    term.type_keys("\r");
    term.wait_for(&["Room .. · Tic-tac-toe", "Waiting for a second player", "A friend needs"]);
    let screen = term.screen();
    screen.trim_start().strip_prefix("Room ").and_then(|rest| rest.split(' ').next()).unwrap().to_owned()
}

/// Starts a server in a new folder, and creates a home for clients.
fn served() -> (Served, String, TempDir, TempDir) {
    let (folder, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Served::start(folder.path(), "127.0.0.1:0");
    let addr = server.addr.to_string();
    (server, addr, folder, home)
}

#[test]
fn two_terminals_of_one_home_are_two_players_who_play_a_game_and_go_on() {
    let (_server, addr, _folder, home) = served();
    let ann = tengen(home.path(), &["join", &addr]);
    ann.wait_for(&["Tengen · Your name"]);
    ann.type_keys("Ann\r");
    let code = make_room(&ann, &addr);
    // The client remembers the last server, and a second window is a second player.
    let bo = tengen(home.path(), &["join"]);
    bo.wait_for(&[&format!("Tengen · Rooms .. {addr}"), "You are Ann 2", &code]);
    bo.type_keys("r");
    bo.wait_for(&["Tengen · Your name", "> Ann 2_"]);
    bo.type_keys("\u{15}Bo\r");
    bo.wait_for(&["You are Bo", &code]);
    bo.type_keys("c");
    bo.wait_for(&["Tengen · Enter a code or address"]);
    bo.type_keys(&format!("{code}\r"));
    let mut table = Table::seated(ann, bo, code);

    table.play("14253");
    table.see(&["3 in a row", "X Ann", "1 won 0 drawn", "O Bo", "0 won 0 drawn", "Enter: next game"]);
    let [ann, bo] = &table.players;
    ann.type_keys("\r");
    ann.wait_for(&["You are ready. Waiting for Bo"]);
    bo.wait_for(&["X Ann (ready)", "Enter: next game"]);
    bo.type_keys("\r");
    ann.wait_for_board(EMPTY, &["game 2", "▶ O Bo", "Bo's turn", "X Ann", "1 won"]);
    bo.wait_for_board(EMPTY, &["game 2", "▶ O Bo (you)", "Your turn", "X Ann", "1 won"]);
    bo.type_keys("5");
    ann.wait_for_board("1234O6789", &["Your turn"]);
}

#[test]
fn a_game_goes_on_after_the_server_has_stopped_and_started_again() {
    let (server, addr, folder, home) = served();
    let mut table = Table::quick(home.path(), &addr);
    table.play("14");
    drop(server);
    table.see(&["disconnected", "Connection lost."]);
    table.players[0].type_keys("2");
    table.players[0].wait_for(&["will be sent when the server is back"]);
    let _server = Served::start(folder.path(), &addr);
    table.board = "XX3O56789".to_owned();
    table.see(&[&format!("Room {} .. {addr}", table.code), "? help"]);
    table.play("53");
    table.see(&["3 in a row", "X Ann", "1 won 0 drawn", "O Bo", "0 won 0 drawn"]);
}

#[test]
fn a_local_game_against_the_ai_is_a_few_keys_away_and_gives_the_terminal_back() {
    let home = tempfile::tempdir().unwrap();
    let ann = tengen(home.path(), &["local", "--name", "Ann"]);
    ann.wait_for(&["Welcome, Ann.", "▸ a   Play the AI"]);
    ann.type_keys("a");
    ann.wait_for(&["Tengen · New room", "> Start"]);
    // The analysis is available during the game only if the room's evaluation is.
    ann.type_keys("kljjh");
    ann.wait_for(&["Evaluation    ‹ each move ›"]);
    ann.type_keys("\r");
    ann.wait_for(&["X AI medium", "O Ann (you)", "0 won 0 drawn", "Your turn"]);
    ann.wait_until("the AI's first stone", |screen| {
        board(screen).is_some_and(|b| b.matches('X').count() == 1)
    });
    let free = board(&ann.screen()).and_then(|board| board.chars().find(char::is_ascii_digit));
    ann.type_keys(&free.unwrap().to_string());
    ann.wait_until("a stone of Ann's", |screen| board(screen).is_some_and(|b| b.contains('O')));
    ann.type_keys("e");
    ann.wait_for(&["medium, depth 2, after move", "Positions by depth: 1, ", "root .. searched all, best"]);
    ann.type_keys("\u{1b}");
    ann.wait_for(&["X AI medium", "O Ann (you)", "0 won 0 drawn"]);
    ann.type_keys("q");
    ann.wait_for(&["Quit Tengen?"]);
    assert!(ann.is_taken_over());
    ann.type_keys("y");
    assert_eq!(ann.wait_for_end(), "Your game is kept. Continue it with: tengen local");
    // The next start continues the game directly, with its stones.
    let again = tengen(home.path(), &["local"]);
    again.wait_until("the same board", |screen| {
        board(screen).is_some_and(|b| b.contains('O') && b.matches('X').count() >= 1)
    });
    again.wait_for(&["X AI medium", "O Ann (you)", "0 won 0 drawn"]);
}

#[test]
fn a_third_terminal_watches_and_cannot_touch_the_board() {
    let (_server, addr, _folder, home) = served();
    let mut table = Table::quick(home.path(), &addr);
    table.play("1");
    let cy = tengen(home.path(), &["watch", &addr, "--room", &table.code, "--name", "Cy"]);
    cy.wait_for_board(&table.board, &["1 watching", "Bo's turn", "You are watching"]);
    table.see(&["1 watching"]);
    cy.type_keys("5");
    cy.wait_for(&["You are watching. Both seats are taken."]);
    cy.type_keys("t");
    cy.wait_for(&["You are watching. Both seats are taken."]);
    cy.type_keys("/");
    cy.wait_for(&["You are watching. Both seats are taken."]);
    table.play("4253");
    cy.wait_for_board("XXXOO6789", &["Ann won: 3 in a row", "X Ann", "1 won 0 drawn"]);
    cy.type_keys("q");
    assert_eq!(cy.wait_for_end(), "");
}

#[test]
fn bad_arguments_are_told_in_a_line_before_the_screen_is_touched() {
    let home = tempfile::tempdir().unwrap();
    let errors = home.path().join("errors");
    for (args, said, lines) in [
        (&["join", "http://host"][..], "error: \"http://host\" cannot be reached", 1),
        (&["join", "host:0"], "error: \"0\" is not a port", 1),
        (&["watch", "amber-fox-42", "--room", "amber-fox-43"], "error: amber-fox-42 is a room's code", 1),
        // The command line parser adds where to find help.
        (&["join", "--ai", "godlike"], "error: invalid value 'godlike' for '--ai <LEVEL>'", 5),
        (&["--profile", "../x"], "error: invalid value '../x' for '--profile <NAME>'", 5),
        (&["play"], "error: unrecognized subcommand 'play'", 5),
    ] {
        let term = Term::with_errors_in(&errors, CLIENT, home.path(), args);
        let (code, bytes) = term.wait_for_exit();
        let told = std::fs::read_to_string(&errors).unwrap();
        assert_eq!((code, bytes), (2, 0), "{args:?} touched the screen, or told {told}");
        assert!(told.starts_with(said) && told.lines().count() <= lines, "{args:?}: {told}");
    }
}

#[test]
fn sigterm_gives_the_terminal_back() {
    let (_server, addr, _folder, home) = served();
    let table = Table::quick(home.path(), &addr);
    let [ann, bo] = &table.players;
    assert!(ann.is_taken_over());
    ann.signal("TERM");
    let code = &table.code;
    assert_eq!(
        ann.wait_for_end(),
        format!("Room {code} is kept. Go back with: tengen join {addr} --room {code}")
    );
    bo.wait_for(&["X Ann", "◦ disconnected", "Ann's turn (disconnected)"]);
}
