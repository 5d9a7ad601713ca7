//! Openings and forbidden points by lines.

use tengen_shared::{
    game::{Command, Offer, Seat},
    rules::Choice,
};

use crate::script::{Script, tells};

fn bob_chooses(script: &mut Script, choice: Choice) -> Vec<String> {
    let at = script.fake.room.as_ref().unwrap().at();
    script.other(&Command::Choose { seat: Seat::Two, choice, at })
}

#[test]
fn swap2_is_told_line_by_line() {
    let mut script = Script::online();
    script.line("boards off");
    let told = script.line("new gomoku15 opening swap2");
    tells(&told, "room amber-fox-42: gomoku15, opening swap2");
    let told = script.other(&Command::Join { passphrase: None });
    assert_eq!(
        told,
        [
            "Bob took seat 2",
            "game 1 begins with swap2: Ann places the first stones",
            "You place 3 stones, the next one black",
        ]
    );
    assert_eq!(script.line("h8"), ["1 Ann: h8", "You place 2 stones, the next one white"]);
    script.line("j9");
    assert_eq!(script.line("g10"), ["3 Ann: g10", "Bob chooses a colour"]);
    tells(&script.line("who"), "Bob chooses a colour");
    assert_eq!(
        bob_chooses(&mut script, Choice::PlaceTwo),
        ["Bob places 2 more stones", "Bob places 2 stones, the next one white"]
    );
    script.bob_places("a1");
    let told = script.bob_places("a2");
    assert_eq!(told, ["5 Bob: a2", "Choose your colour", "choose: choose black, choose white"]);
    tells(&script.line("b2"), "choose first: choose black, choose white");
    tells(&script.line("choose two"), "error: this opening does not offer that now: choose black or white");
    assert_eq!(script.line("choose white"), ["Ann plays white", "your turn"]);
    tells(&script.line("choose black"), "error: there is nothing to choose now: place a stone");
    let seat = Seat::Two;
    let at = script.fake.room.as_ref().unwrap().at();
    let told = script.other(&Command::Offer { seat, offer: Offer::Takeback { to: 4 }, at });
    tells(&told, "Bob wants to take back a2, and the choice");
    tells(&script.line("yes"), "Bob took back a2, and the choice");
    script.bob_places("a2");
    script.line("choose white");
    script.line("resign");
    script.line("yes");
    script.line("history");
    tells(&script.line("replay 1"), "replay of amber-fox-42 game 1, gomoku15 swap2: Ann - Bob");
    let told = script.line("moves");
    assert_eq!(
        told,
        [
            "1 Ann: h8",
            "2 Ann: j9",
            "3 Ann: g10",
            "Bob places 2 more stones",
            "4 Bob: a1",
            "5 Bob: a2",
            "Ann plays white",
        ]
    );
    assert_eq!(script.line("back 2"), ["move 3 of 5: Ann: g10", "Bob places 2 more stones"]);
    tells(&script.line("try b2"), "move 4, tried after move 3 of the game: Ann: b2");
}

#[test]
fn a_board_and_its_rules_are_two_words_or_one() {
    for line in ["new renju15", "new 15x15k5 renju", "new 15x15k5renju"] {
        tells(&Script::online().line(line), "room amber-fox-42: renju15");
    }
    tells(&Script::online().line("new 9x9k4 caro"), "these rules are played with 5 in a row");
}

#[test]
fn forbidden_points_are_listed_with_their_reasons() {
    let mut script = Script::with_bob("new renju15");
    script.line("boards off");
    for (mine, other) in [("h8", "a1"), ("g8", "a3"), ("j7", "a5")] {
        script.line(mine);
        script.bob_places(other);
    }
    script.line("j6");
    let told = script.bob_places("a7");
    assert_eq!(told, ["8 Bob: a7", "your turn", "forbidden to black: j8 (double three)"]);
    tells(&script.line("board"), "forbidden to black: j8 (double three)");
    tells(&script.line("j8"), "j8 is forbidden to Black (double three): choose another point");
}
