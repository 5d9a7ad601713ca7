//! Openings and forbidden points in the real client, from the form to the last stone.

use tengen_tests::term::{Term, has};

use crate::{served, tengen};

/// Ann makes a room, and Bo joins it. In the form, Ann presses these keys and sees these rows.
fn table(home: &std::path::Path, addr: &str, rows: &[(&str, &str)]) -> [Term; 2] {
    let ann = tengen(home, &["join", addr, "--name", "Ann"]);
    ann.wait_for(&["Tengen · Rooms", "You are Ann"]);
    ann.type_keys("n");
    ann.wait_for(&["Tengen · New room"]);
    for (keys, row) in rows {
        ann.type_keys(keys);
        ann.wait_for(&[row]);
    }
    ann.type_keys("\r");
    ann.wait_for(&["Room", "Waiting for a second player"]);
    let screen = ann.screen();
    let code = screen.trim_start().strip_prefix("Room ").and_then(|rest| rest.split(' ').next()).unwrap();
    let bo = tengen(home, &["join", addr, "--room", code, "--name", "Bo"]);
    bo.wait_for(&["game 1"]);
    [ann, bo]
}

/// Places stones, each player in turn.
fn play(players: &[Term; 2], points: &str) {
    for (number, point) in points.split(' ').enumerate() {
        let mover = &players[number % 2];
        mover.wait_for(&["Your turn"]);
        mover.type_keys(&format!("/{point}\r"));
        mover.wait_until("the end of the turn", |screen| !has(screen, "Your turn"));
    }
}

#[test]
fn swap2_with_the_third_choice_is_played_from_the_form_to_the_first_turn() {
    let (_server, addr, _folder, home) = served();
    // The form begins on its last row.
    let rows = [("kkkkkl", "> Board .. ‹ Gomoku 15x15 ›"), ("jjjh", "> Opening .. ‹ swap2 ›")];
    let [ann, bo] = table(home.path(), &addr, &rows);
    ann.wait_for(&["You place 3 stones, the next one black"]);
    bo.wait_for(&["Ann places 3 stones"]);
    ann.type_keys("/h8\r");
    ann.wait_for(&["You place 2 stones, the next one white"]);
    ann.type_keys("/j9\r");
    ann.wait_for(&["You place 1 stone, the next one black"]);
    ann.type_keys("/g10\r");
    ann.wait_for(&["Bo chooses a colour"]);
    bo.wait_for(&["Choose your colour", "3: two more stones"]);
    bo.type_keys("3");
    bo.wait_for(&["You place 2 stones, the next one white"]);
    bo.type_keys("/a1\r");
    bo.wait_for(&["You place 1 stone, the next one black"]);
    bo.type_keys("/a2\r");
    ann.wait_for(&["Choose your colour"]);
    ann.type_keys("1");
    ann.wait_for(&["Bo's turn"]);
    bo.wait_for(&["Your turn"]);
    bo.type_keys("/c3\r");
    ann.wait_for(&["Your turn"]);
}

#[test]
fn in_renju_white_wins_where_the_only_answer_is_forbidden() {
    let (_server, addr, _folder, home) = served();
    let rows = [("kkkkkhh", "> Board .. ‹ Renju 15x15 ›")];
    let players = table(home.path(), &addr, &rows);
    // Black needs f8 against the four on the f file, and would have six in a row there.
    play(&players, "c8 f4 d8 f5 g8 f6 f3 a1 h8 a3 e8 f7");
    let [ann, bo] = &players;
    ann.wait_for(&["Your turn", "×"]);
    ann.type_keys("/f8\r");
    ann.wait_for(&["f8 is forbidden to Black"]);
    ann.type_keys("/o15\r");
    bo.wait_for(&["Your turn"]);
    bo.type_keys("/f8\r");
    ann.wait_for(&["You lost: Bo has 5 in a row"]);
}
