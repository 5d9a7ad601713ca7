//! Finished games and thinking, by lines.

use crate::script::{Script, tells};

fn finished() -> Script {
    let mut script = Script::online();
    for line in ["new here Bob", "boards off", "b2", "a3", "b3", "a2", "b1"] {
        script.line(line);
    }
    script
}

#[test]
fn a_finished_game_is_listed_and_stepped_through() {
    let mut script = finished();
    tells(&script.line("replay 1"), "error: there is no list of games yet");
    let told = script.line("history");
    tells(&told, "games: 1");
    tells(
        &told,
        "1: 1970-01-01 00:00 UTC, amber-fox-42 1, tictactoe, Ann - Bob, Ann won: 3 in a row, 5 moves",
    );
    tells(&script.line("replay 2"), "error: the list has games 1 to 1");
    let told = script.line("replay 1");
    tells(&told, "replay of amber-fox-42 game 1, tictactoe: Ann - Bob");
    tells(&told, "game over: Ann won: 3 in a row: b1 b2 b3");
    tells(&told, "move 5 of 5: Ann: b1");
    tells(&told, " 1 .[X].");
    assert_eq!(script.line("next"), ["this is the last move"]);
    tells(&script.line("back 2"), "move 3 of 5: Ann: b3");
    tells(&script.line("a1"), "error: you are in a replay: try a1 tries the move here");
    tells(&script.line("try 31"), "move 4, tried after move 3 of the game: Bob: a1");
    tells(&script.line("back"), "known moves here: a2 a1");
    tells(&script.line("go 0"), "move 0 of 5: the empty board");
    assert_eq!(script.line("back"), ["this is the empty board"]);
    tells(&script.line("last"), "move 5 of 5");
    tells(&script.line("try c1"), "error: the game is over here");
    tells(&script.line("erase"), "error: moves of the game cannot be deleted");
    tells(&script.line("leave"), "back in room amber-fox-42");
    tells(&script.line("next"), "error: no replay is open");
    tells(&script.line("ready"), "is ready");
}

#[test]
fn a_replay_plays_by_itself() {
    let mut script = finished();
    for line in ["history", "replay 1", "first"] {
        script.line(line);
    }
    tells(&script.line("play"), "move 0 of 5");
    tells(&script.pass(1_000), "move 1 of 5: Ann: b2");
    tells(&script.pass(1_000), "move 2 of 5: Bob: a3");
    script.line("stop");
    assert_eq!(script.pass(5_000), Vec::<String>::new());
}

#[test]
fn commands_of_the_room_lead_back_to_it() {
    let mut script = finished();
    script.line("history");
    tells(&script.line("ready"), "is ready");
    tells(&script.line("who"), "seat 1");
}
